/* What is no proper save is told for what it is, and changes nothing. */
#include "random_games.h"

#include <jansson.h>
#include <wyrm/save.h>

#include "game/internal.h"

/* ------------------------------------------------------------------ one save */

static arena *opened;
static char *text;
static size_t length;

static int make_save(void **state)
{
    (void)state;
    opened = play("yarl", NULL, 5);
    random_state(opened, 11);
    assert_ok(
        wyrm_save_text(opened->engine, opened->game, NULL, "yarl", &text, &length, &opened->error),
        &opened->error);
    return 0;
}

static int free_save(void **state)
{
    (void)state;
    wyrm_free(text);
    arena_free(opened);
    return 0;
}

/* Loads bytes that are no save; game and log of the caller stay as they are. `error` tells. */
static wyrm_status refuse(const char *bytes, size_t count, wyrm_error *error)
{
    static wyrm_game game;
    static wyrm_log log;
    wyrm_save_facts facts;
    bool edited;
    *error = (wyrm_error){.message = ""};
    log.count = 77;
    memset(&game.seed, 0x5A, sizeof game.seed);
    wyrm_status status =
        wyrm_save_load(opened->engine, "my.save", bytes, count, &game, &log, &edited, error);
    if (status == WYRM_OK)
        fail_msg("a save of %zu bytes loads and should not", count);
    assert_int_equal(log.count, 77);
    assert_true(game.seed == UINT64_C(0x5A5A5A5A5A5A5A5A));
    assert_true(error->message[0] != '\0');
    assert_string_equal(error->file, "my.save");
    wyrm_status of_facts = wyrm_save_facts_of("my.save", bytes, count, &facts, NULL);
    assert_true(of_facts == status || of_facts == WYRM_OK);
    return status;
}

static void refused(const char *bytes, size_t count, wyrm_status wanted, const char *message)
{
    wyrm_error error;
    wyrm_status status = refuse(bytes, count, &error);
    if (status != wanted || strcmp(error.message, message) != 0)
        fail_msg("status %d, '%s'; wanted %d, '%s'", (int)status, error.message, (int)wanted,
                 message);
}

/* ------------------------------------------------------------------ bytes */

TEST(cut_short_at_any_length_is_told)
{
    for (size_t kept = 0; kept < length; kept++) {
        wyrm_error error;
        wyrm_save_facts facts;
        assert_int_equal(refuse(text, kept, &error), WYRM_ERROR_SYNTAX);
        assert_int_equal(wyrm_save_facts_of("x", text, kept, &facts, NULL), WYRM_ERROR_SYNTAX);
        if (strstr(error.message, "cut short") == NULL)
            fail_msg("%zu of %zu bytes: %s", kept, length, error.message);
    }
    refused("", 0, WYRM_ERROR_SYNTAX, "the save is cut short: the file is empty");
    refused(text, 12, WYRM_ERROR_SYNTAX,
            "the save is cut short: only its first 12 bytes are there");
}

/* Each byte with one bit of it turned: told, whichever it is. */
TEST(every_altered_byte_is_told)
{
    char *altered = malloc(length);
    assert_non_null(altered);
    memcpy(altered, text, length);
    for (size_t i = 0; i < length; i++) {
        wyrm_error error;
        altered[i] = (char)(text[i] ^ (1 << i % 8));
        wyrm_status status = refuse(altered, length, &error);
        assert_true(status == WYRM_ERROR_SYNTAX || status == WYRM_ERROR_LIMIT);
        altered[i] = text[i];
    }
    altered[length - 3] ^= 1;
    refused(altered, length, WYRM_ERROR_SYNTAX, "the save was altered: its checksum does not fit");
    free(altered);
}

TEST(more_than_there_should_be_is_told)
{
    char message[WYRM_ERROR_MESSAGE_MAX], *longer = malloc(length + 1);
    assert_non_null(longer);
    memcpy(longer, text, length);
    longer[length] = '\n';
    size_t body = length - (size_t)(strchr(text, '\n') + 1 - text);
    snprintf(message, sizeof message, "the save was altered: it has %zu bytes instead of %zu",
             body + 1, body);
    refused(longer, length + 1, WYRM_ERROR_SYNTAX, message);
    free(longer);
}

TEST(foreign_files_are_no_saves)
{
    static const char *const files[] = {"{\"seed\": 1}\n",
                                        "wyrm-replay 1\n",
                                        "\177ELF",
                                        "wyrm-savegame 1 2 3\n",
                                        "name: mine\nextends: yarl\n",
                                        "\0\0\0\0",
                                        "W"};
    for (size_t i = 0; i < LENGTH_OF(files); i++)
        refused(files[i], i == 5 ? 4 : strlen(files[i]), WYRM_ERROR_SYNTAX,
                "this is no save of wyrm");
    refused("wyrm-save one 2 3\n", 18, WYRM_ERROR_SYNTAX,
            "the save was altered: its first line is not that of a save");
    refused("wyrm-save 0 2 0123456789abcdef\n{}", 33, WYRM_ERROR_SYNTAX,
            "the save was altered: its first line is not that of a save");
}

TEST(newer_formats_are_told)
{
    char newer[64] = "wyrm-save 2 whatever comes then\nmore\n";
    refused(newer, strlen(newer), WYRM_ERROR_LIMIT,
            "saved by a newer version of wyrm: format 2, and this one reads up to 1");
    char *large = calloc(1, WYRM_SAVE_MAX_BYTES + 1);
    assert_non_null(large);
    refused(large, WYRM_SAVE_MAX_BYTES + 1, WYRM_ERROR_LIMIT,
            "the file is larger than 16777216 bytes");
    free(large);
}

/* ------------------------------------------------------------------ contents in a proper frame */

static json_t *body_of(void)
{
    json_t *root = json_loads(strchr(text, '\n') + 1, 0, NULL);
    assert_non_null(root);
    return root;
}

/* A member by its path: "player.pack.0.name"; elements from 0. The last key is left in *key. */
static json_t *parent_of(json_t *root, const char *path, char key[64])
{
    for (;;) {
        size_t size = strcspn(path, ".");
        snprintf(key, 64, "%.*s", (int)size, path);
        if (path[size] == '\0')
            return root;
        root = json_is_array(root) ? json_array_get(root, strtoul(key, NULL, 10))
                                   : json_object_get(root, key);
        assert_non_null(root);
        path += size + 1;
    }
}

static void frame_of(const json_t *root, wyrm_text *out)
{
    char *body = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(17));
    assert_non_null(body);
    wyrm_save_frame(out, body, strlen(body));
    wyrm_text_append(out, body);
    free(body);
}

/* The save with one member set to `value` in JSON; NULL: left out. */
static void forge(const char *path, const char *value, wyrm_text *out)
{
    char key[64];
    json_t *root = body_of();
    json_t *parent = parent_of(root, path, key);
    json_t *new = value == NULL ? NULL : json_loads(value, JSON_DECODE_ANY, NULL);
    assert_true(value == NULL || new != NULL);
    if (json_is_array(parent))
        assert_int_equal(json_array_set_new(parent, strtoul(key, NULL, 10), new), 0);
    else if (new == NULL)
        json_object_del(parent, key);
    else
        assert_int_equal(json_object_set_new(parent, key, new), 0);
    frame_of(root, out);
    json_decref(root);
}

static void forged(const char *path, const char *value, const char *message)
{
    wyrm_text save = {0};
    forge(path, value, &save);
    refused(save.bytes, save.length, WYRM_ERROR_SYNTAX, message);
    wyrm_text_drop(&save);
}

TEST(every_member_is_checked)
{
    static const struct {
        const char *path, *value, *message;
    } cases[] = {
        {"pity", NULL, "pity: missing"},
        {"pity", "[]", "pity: no object"},
        {"pity.healing", "70000", "pity.healing: 0 to 65535, found 70000"},
        {"phase", "\"dead\"", "phase: 'dead' is none"},
        {"phase", "3", "phase: no text"},
        {"commands", "-1", "commands: no whole number of at least 0"},
        {"commands", "\"99999999999999999999\"", "commands: no whole number of at least 0"},
        {"commands", "\"12x\"", "commands: no whole number of at least 0"},
        {"player.hp", "2.5", "player.hp: no whole number"},
        {"player.hp", "1000001", "player.hp: 0 to 1000000, found 1000001"},
        {"player.at", "[1]", "player.at: element 2 is no whole number of 0 to 79"},
        {"player.at", "[1, 2, 3]", "player.at: 3 of at most 2"},
        {"player.at", "[-1, 2]", "player.at: element 1 is no whole number of 0 to 119"},
        {"player.hurt", "1", "player.hurt: neither true nor false"},
        {"player.conditions", "{\"merry\": 3}",
         "player.conditions.merry: no condition is called so"},
        {"player.conditions", "{\"asleep\": 0}", "player.conditions.asleep: 1 to 1000000, found 0"},
        {"player.conditions", "{\"asleep\": 1000000000}",
         "player.conditions.asleep: 1 to 1000000, found 1000000000"},
        {"player.conditions", "{\"hasted\": 1000001}",
         "player.conditions.hasted: 1 to 1000000, found 1000001"},
        {"player.boosts", "[{\"stat\": \"power\", \"amount\": 1, \"turns\": 1000001}]",
         "player.boosts.1.turns: -1 to 1000000, found 1000001"},
        {"monsters.0.conditions", "{\"held\": 1000001}",
         "monsters.1.conditions.held: 1 to 1000000, found 1000001"},
        {"monsters.0.conditions", "{\"asleep\": 1000000001}",
         "monsters.1.conditions.asleep: 1 to 1000000000, found 1000000001"},
        {"player.bare.stats.power", "\"much\"", "player.bare.stats.power: no number"},
        {"player.pack.0.uses", "0", "player.pack.1.uses: 1 to 2147483647, found 0"},
        {"player.pack.0.uses", NULL, "player.pack.1.uses: missing"},
        {"player.barred", "[7]", "player.barred: no text"},
        {"map.rows", "[]", "map.rows: no row"},
        {"map.rows.3", "\"...\"", "map.rows.4: no row of 120 tiles"},
        {"map.rows.0", "\"~\"", "map.rows.1: no tile is drawn as '~'"},
        {"map.placing", "\"twice\"", "map.placing: 'twice' is none"},
        {"map.final", "0", "map.final: neither true nor false"},
        {"map.rooms.0", "[1, 1, 1, 1, \"attic\", false, false]", "map.rooms.1: no role of a room"},
        {"monsters", "{}", "monsters: no list"},
        {"monsters.0.id", NULL, "monsters.1.id: missing"},
        {"monsters.0", "7", "monsters.1.name: missing"},
        {"items.0.room", "128", "items.1.room: -1 to 127, found 128"},
        {"log.count", "-1", "log.count: 0 to 0, found -1"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        forged(cases[i].path, cases[i].value, cases[i].message);
}

TEST(facts_are_checked)
{
    forged("ruleset", NULL, "ruleset: missing");
    forged("ruleset.name", "7", "ruleset.name: no text");
    forged("turn", NULL, "turn: missing");
    forged("turn", "0", "turn: 1 to 4294967295, found 0");
    forged("difficulty.depth", "10001", "difficulty.depth: 1 to 10000, found 10001");
    forged("version", "\"0123456789012345678901234567890123\"", "version: too long");
}

/* Every law of the state holds for what is loaded, too. */
TEST(what_cannot_be_is_told)
{
    static const char *const cases[][2] = {
        {"player.at", "[0, 0]"}, {"player.bare.stats.power", "1e9"}, {"next_id", "1"}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_text save = {0};
        wyrm_error error;
        forge(cases[i][0], cases[i][1], &save);
        assert_int_equal(refuse(save.bytes, save.length, &error), WYRM_ERROR_RULESET);
        assert_non_null(strstr(error.message, "the state does not fit the ruleset: "));
        wyrm_text_drop(&save);
    }
}

TEST(what_is_no_json_is_told)
{
    static const char *const bodies[] = {
        "", "[]", "7", "{\"a\": 1, \"a\": 2}", "{\"a\": ", "{\"a\": \"\xFF\"}", "{} {}"};
    for (size_t i = 0; i < LENGTH_OF(bodies); i++) {
        wyrm_text save = {0};
        wyrm_error error;
        wyrm_save_frame(&save, bodies[i], strlen(bodies[i]));
        wyrm_text_append(&save, bodies[i]);
        assert_int_equal(refuse(save.bytes, save.length, &error), WYRM_ERROR_SYNTAX);
        assert_non_null(strstr(error.message, "the save does not hold what it should"));
        wyrm_text_drop(&save);
    }
}

/* ------------------------------------------------------------------ edited rulesets */

/* A game of one variant of a ruleset, and what loading it in another gives. */
typedef struct edit {
    arena *before, *after;
    wyrm_game *loaded;
    wyrm_error error;
} edit;

static edit edit_ruleset(const char *ruleset, const char *before, const char *after)
{
    edit made = {.before = play(ruleset, before, 9), .after = play(ruleset, after, 9)};
    made.loaded = calloc(1, sizeof *made.loaded);
    assert_non_null(made.loaded);
    return made;
}

static wyrm_status load_edited(edit *made)
{
    char *bytes;
    size_t count;
    bool edited = false;
    assert_ok(wyrm_save_text(made->before->engine, made->before->game, NULL, "x", &bytes, &count,
                             &made->error),
              &made->error);
    wyrm_status status = wyrm_save_load(made->after->engine, "x", bytes, count, made->loaded, NULL,
                                        &edited, &made->error);
    wyrm_free(bytes);
    assert_true(edited == (status == WYRM_OK));
    return status;
}

static void edit_free(edit *made)
{
    arena_free(made->before);
    arena_free(made->after);
    free(made->loaded);
}

TEST(an_edited_ruleset_loads)
{
    edit made =
        edit_ruleset("ruggrogue", NULL,
                     "growth: {monster: {max_hp: {base: 3, round: nearest}}}\n"
                     "game: {hunger: {most: 100, start: 90, stages: [{name: fine, from: 0}]}}\n"
                     "items: {stew: {effect: {kind: feed, amount: 9}}}");
    made.before->game->tally.killed[0] = 3;
    assert_ok(load_edited(&made), &made.error);
    assert_int_equal(made.loaded->fullness, 100); /* as much as there is now */
    assert_int_equal(made.loaded->tally.killed[0], 3);
    assert_true(made.loaded->monster_count > 0);
    for (size_t i = 0; i < made.loaded->monster_count; i++)
        assert_int_equal(made.loaded->monsters[i].body.combatant.hp, 3);
    edit_free(&made);
}

static const char *kind_name(const arena *a, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    return kinds[item->item.kind].name;
}

/* All is called by name, so that the order of a file means nothing. */
TEST(a_ruleset_in_another_order_loads)
{
    edit made = edit_ruleset("tutorial", "items: {rope: {weight: 900}, net: {weight: 900}}",
                             "items: {net: {weight: 1}, rope: {weight: 1}}");
    size_t moved = 0;
    assert_ok(load_edited(&made), &made.error);
    assert_int_equal(made.loaded->item_count, made.before->game->item_count);
    for (size_t i = 0; i < made.loaded->item_count; i++) {
        const wyrm_game_item *old = &made.before->game->items[i], *new = &made.loaded->items[i];
        assert_string_equal(kind_name(made.after, new), kind_name(made.before, old));
        moved += old->item.kind != new->item.kind;
    }
    assert_true(moved > 0);
    edit_free(&made);
}

TEST(forgotten_names_are_told)
{
    edit made = edit_ruleset("tutorial",
                             "items: {rope: {weight: 900}}\n"
                             "monsters: {imp: {hp: 3, experience: 1, weight: 9000}}",
                             NULL);
    assert_int_equal(load_edited(&made), WYRM_ERROR_UNKNOWN);
    assert_string_equal(made.error.message, "the ruleset does not know monster 'imp', item 'rope'");
    assert_string_equal(made.error.hint, "");
    edit_free(&made);
}

/* An edit after which the state cannot be: both hands are taken. */
TEST(a_state_that_has_become_impossible_is_told)
{
    edit made = edit_ruleset("yarl", NULL, "weapons: {club: {two_handed: true}}");
    made.before->game->pack_count = 0;
    arena_wear(made.before, arena_give(made.before, "club"));
    arena_wear(made.before, arena_give(made.before, "shield"));
    assert_int_equal(load_edited(&made), WYRM_ERROR_RULESET);
    assert_string_equal(made.error.message, "the state does not fit the ruleset: items 0 and 1 of "
                                            "the pack cannot be worn together");
    edit_free(&made);
}

TEST(a_save_of_another_ruleset_is_told)
{
    OWNED_ARENA *other = play("ruggrogue", NULL, 1);
    wyrm_error error = {.message = ""};
    static wyrm_game game;
    assert_int_equal(wyrm_save_load(other->engine, "x", text, length, &game, NULL, NULL, &error),
                     WYRM_ERROR_UNKNOWN);
    assert_memory_equal(error.message, "the ruleset does not know ", 26);
    assert_non_null(strstr(error.message, " more"));
}

AROUND_ALL(make_save, free_save)
