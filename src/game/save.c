/* Saves: what stands in one, and the game in it. */
#include "base/arena.h"
#include "game/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include <wyrm/save.h>

#include "base/text.h"

/* ---- The first line: what it is, how long, and its checksum ---- */

#define MAGIC        "wyrm-save "
#define LINE_MAX     64 /* more than any first line has */
#define SUM_DIGITS   16
#define COUNT_DIGITS 9

void wyrm_save_frame(wyrm_text *text, const char *body, size_t length)
{
    uint64_t sum = XXH3_64bits(body, length);
    wyrm_text_appendf(text, MAGIC "%d %zu %016" PRIx64 "\n", WYRM_SAVE_VERSION, length, sum);
}

static const char digits[] = "0123456789abcdef";

/* Reads `least` to `most` digits of a base up to `end`; false where there are others. */
static bool take_number(const char **at, const char *end, uint64_t base, size_t least, size_t most,
                        uint64_t *out)
{
    size_t count = 0;
    for (*out = 0; *at < end && count < most; ++*at, count++) {
        const char *digit = memchr(digits, **at, base);
        if (!digit)
            break;
        *out = *out * base + (uint64_t)(digit - digits);
    }
    return count >= least;
}

static bool take_byte(const char **at, const char *end, char byte)
{
    return *at < end && *(*at)++ == byte;
}

/* The first line; false where it is not of its form. *at is left behind what was read. */
static bool take_line(const char **at, const char *end, uint64_t *version, uint64_t *length,
                      uint64_t *sum)
{
    return take_number(at, end, 10, 1, COUNT_DIGITS, version) && take_byte(at, end, ' ') &&
           take_number(at, end, 10, 1, COUNT_DIGITS, length) && take_byte(at, end, ' ') &&
           take_number(at, end, 16, SUM_DIGITS, SUM_DIGITS, sum) && take_byte(at, end, '\n');
}

static wyrm_status check_magic(const char *text, size_t length, wyrm_error *error)
{
    size_t magic = strlen(MAGIC);
    if (memcmp(text, MAGIC, length < magic ? length : magic) != 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "this is no save of wyrm");
    if (length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "the save is cut short: the file is empty");
    if (!memchr(text, '\n', length) && length < LINE_MAX)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save is cut short: only its first %zu bytes are there", length);
    return WYRM_OK;
}

static wyrm_status check_body(const char *body, size_t length, uint64_t wanted, uint64_t sum,
                              wyrm_error *error)
{
    if (length < wanted)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save is cut short: %zu of %" PRIu64 " bytes are there", length,
                         wanted);
    if (length > wanted)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: it has %zu bytes instead of %" PRIu64, length,
                         wanted);
    if (XXH3_64bits(body, length) != sum)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: its checksum does not fit");
    return WYRM_OK;
}

/* Finds the body of a save; *body points into `text`. Fails as wyrm_save_facts_of, but
 * names no file. */
static wyrm_status save_open(const char *text, size_t length, const char **body,
                             size_t *body_length, wyrm_error *error)
{
    uint64_t version = 0, wanted = 0, sum = 0;
    if (length > WYRM_SAVE_MAX_BYTES)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                         WYRM_SAVE_MAX_BYTES);
    wyrm_status status = check_magic(text, length, error);
    if (status != WYRM_OK)
        return status;
    const char *at = text + strlen(MAGIC);
    bool well_formed = take_line(&at, text + length, &version, &wanted, &sum);
    if (version > WYRM_SAVE_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "saved by a newer version of wyrm: format %" PRIu64
                         ", and this one reads up to %d",
                         version, WYRM_SAVE_VERSION);
    if (!well_formed || version < 1)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "the save was altered: its first line is not "
                         "that of a save");
    *body = at;
    *body_length = (size_t)(text + length - at);
    return check_body(at, *body_length, wanted, sum, error);
}

/* ---- The game as JSON ---- */

typedef struct save_writer {
    const wyrm_design *design;
    const wyrm_game *game;
    const wyrm_item_kind *kinds;
    size_t kind_count;
    const wyrm_stat *stats;
    const wyrm_pity_rules *pity; /* NULL: none */
    bool failed;                 /* out of memory */
} save_writer;

/* -- values -- */

/* Both add `value` to an object or a list, which then owns it; NULL means that allocating it
 * failed. */
static void set(save_writer *writer, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        writer->failed = true;
}

static void append(save_writer *writer, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) != 0)
        writer->failed = true;
}

static json_t *position_of(save_writer *writer, wyrm_position at)
{
    json_t *list = json_array();
    append(writer, list, json_integer(at.x));
    append(writer, list, json_integer(at.y));
    return list;
}

static json_t *row_value(const wyrm_save_row *row, const void *at)
{
    switch (row->type) {
    case WYRM_SAVE_BOOL:
        return json_boolean(*(const bool *)at);
    case WYRM_SAVE_S32:
        return json_integer(*(const int32_t *)at);
    case WYRM_SAVE_U32:
        return json_integer(*(const uint32_t *)at);
    case WYRM_SAVE_S64:
        return json_integer(*(const int64_t *)at);
    case WYRM_SAVE_U64:
        return wyrm_json_count(*(const uint64_t *)at);
    case WYRM_SAVE_REAL:
        return json_real(*(const double *)at);
    }
    return NULL;
}

static bool is_zero(const wyrm_save_row *row, const void *at)
{
    static const char zeros[8];
    static const size_t sizes[] = {
        [WYRM_SAVE_BOOL] = sizeof(bool),    [WYRM_SAVE_S32] = sizeof(int32_t),
        [WYRM_SAVE_U32] = sizeof(uint32_t), [WYRM_SAVE_S64] = sizeof(int64_t),
        [WYRM_SAVE_U64] = sizeof(uint64_t), [WYRM_SAVE_REAL] = sizeof(double),
    };
    return memcmp(at, zeros, sizes[row->type]) == 0;
}

static void write_rows(save_writer *writer, json_t *object, const wyrm_save_row *rows,
                       const void *from)
{
    for (const wyrm_save_row *row = rows; row->key; row++) {
        const void *at = (const char *)from + row->offset;
        if (!is_zero(row, at))
            set(writer, object, row->key, row_value(row, at));
    }
}

/* -- who -- */

static json_t *write_experience(save_writer *writer, const wyrm_experience *experience)
{
    json_t *object = json_object();
    write_rows(writer, object, wyrm_save_experience_rows, experience);
    return object;
}

static json_t *write_combatant(save_writer *writer, const wyrm_combatant *combatant)
{
    json_t *object = json_object();
    json_t *stats = json_object();
    write_rows(writer, object, wyrm_save_combatant_rows, combatant);
    for (size_t i = 0; writer->stats[i].name; i++)
        set(writer, stats, writer->stats[i].name, json_real(combatant->stats[i]));
    set(writer, object, "stats", stats);
    return object;
}

/* Adds the members that the player and monsters share to an object that tells who it is. */
static void write_creature(save_writer *writer, json_t *object, const wyrm_creature *creature)
{
    json_t *conditions = json_object();
    set(writer, object, "at", position_of(writer, creature->at));
    write_rows(writer, object, wyrm_save_creature_rows, creature);
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        if (creature->turns[i] != 0)
            set(writer, conditions, wyrm_condition_word((wyrm_condition)i),
                json_integer(creature->turns[i]));
    set(writer, object, "conditions", conditions);
}

static json_t *write_monsters(save_writer *writer)
{
    const wyrm_roster *roster = wyrm_design_roster(writer->design);
    json_t *list = json_array();
    for (size_t i = 0; i < writer->game->monster_count; i++) {
        const wyrm_game_monster *monster = &writer->game->monsters[i];
        json_t *object = json_object();
        set(writer, object, "name",
            json_string(wyrm_roster_monster(roster, (size_t)monster->spawn.monster)->name));
        write_rows(writer, object, wyrm_save_monster_rows, monster);
        write_creature(writer, object, &monster->body);
        append(writer, list, object);
    }
    return list;
}

/* -- what -- */

static json_t *write_items(save_writer *writer, const wyrm_game_item *items, size_t count)
{
    const wyrm_pity_rules *pity = writer->pity;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        int32_t category = items[i].item.pity - 1;
        set(writer, object, "name", json_string(writer->kinds[items[i].item.kind].name));
        set(writer, object, "at", position_of(writer, items[i].at));
        write_rows(writer, object, wyrm_save_item_rows, &items[i]);
        if (pity && category >= 0 && (size_t)category < pity->count)
            set(writer, object, "pity", json_string(pity->names[category]));
        append(writer, list, object);
    }
    return list;
}

static json_t *write_boosts(save_writer *writer)
{
    json_t *list = json_array();
    for (size_t i = 0; i < writer->game->boost_count; i++) {
        const wyrm_boost *boost = &writer->game->boosts[i];
        json_t *object = json_object();
        set(writer, object, "stat",
            json_string(boost->stat < 0 ? "regeneration" : writer->stats[boost->stat].name));
        write_rows(writer, object, wyrm_save_boost_rows, boost);
        append(writer, list, object);
    }
    return list;
}

static json_t *write_barred(save_writer *writer)
{
    json_t *list = json_array();
    for (size_t i = 0; i < writer->kind_count; i++)
        if (writer->game->barred[i / 64] >> (i % 64) & 1)
            append(writer, list, json_string(writer->kinds[i].name));
    return list;
}

static json_t *write_player(save_writer *writer)
{
    const wyrm_game *game = writer->game;
    json_t *object = json_object();
    write_creature(writer, object, &game->player);
    set(writer, object, "bare", write_combatant(writer, &game->bare));
    set(writer, object, "boosts", write_boosts(writer));
    set(writer, object, "pack", write_items(writer, game->pack, game->pack_count));
    set(writer, object, "barred", write_barred(writer));
    return object;
}

/* -- where -- */

/* [x, y, width, height, "role", may spike, is exempt] */
static json_t *write_room(save_writer *writer, const wyrm_room *room, const wyrm_room_kind *kind)
{
    const int numbers[] = {room->x, room->y, room->width, room->height};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        append(writer, list, json_integer(numbers[i]));
    append(writer, list, json_string(wyrm_room_role_key(kind->role)));
    append(writer, list, json_boolean(kind->allow_spike));
    append(writer, list, json_boolean(kind->etp_exempt));
    return list;
}

static json_t *write_map(save_writer *writer)
{
    const wyrm_game *game = writer->game;
    const wyrm_map *map = &game->map;
    json_t *object = json_object();
    json_t *rooms = json_array();
    json_t *rows = json_array();
    for (int32_t i = 0; i < map->room_count; i++)
        append(writer, rooms, write_room(writer, &map->rooms[i], &game->room_kinds[i]));
    for (int32_t y = 0; y < map->height; y++) {
        char row[WYRM_MAP_SIDE_MAX];
        for (int32_t x = 0; x < map->width; x++)
            row[x] = wyrm_save_tile(game->marks[y * map->width + x]);
        append(writer, rows, json_stringn(row, (size_t)map->width));
    }
    set(writer, object, "start", position_of(writer, map->start));
    set(writer, object, "exit", position_of(writer, map->exit));
    set(writer, object, "goal", position_of(writer, game->goal));
    set(writer, object, "final", json_boolean(map->final));
    set(writer, object, "placing", json_string(wyrm_save_placing(map->placing)));
    set(writer, object, "rooms", rooms);
    set(writer, object, "rows", rows);
    return object;
}

/* -- what was -- */

static json_t *write_difficulty(save_writer *writer)
{
    const wyrm_difficulty *difficulty = &writer->game->difficulty;
    json_t *object = json_object();
    write_rows(writer, object, wyrm_save_difficulty_rows, difficulty);
    set(writer, object, "tracker", write_experience(writer, &difficulty->tracker));
    return object;
}

static json_t *write_pity(save_writer *writer)
{
    const wyrm_pity_rules *pity = writer->pity;
    json_t *object = json_object();
    for (size_t i = 0; pity && i < pity->count; i++)
        set(writer, object, pity->names[i], json_integer(writer->game->pity.rooms[i]));
    return object;
}

static json_t *write_tally(save_writer *writer)
{
    const wyrm_tally *tally = &writer->game->tally;
    const wyrm_roster *roster = wyrm_design_roster(writer->design);
    json_t *object = json_object();
    json_t *killed = json_object();
    json_t *used = json_object();
    size_t monsters = wyrm_roster_count(roster);
    write_rows(writer, object, wyrm_save_tally_rows, tally);
    for (size_t i = 0; i < monsters && i < WYRM_KINDS_MAX; i++)
        if (tally->killed[i] > 0)
            set(writer, killed, wyrm_roster_monster(roster, i)->name,
                wyrm_json_count(tally->killed[i]));
    for (size_t i = 0; i < writer->kind_count && i < WYRM_KINDS_MAX; i++)
        if (tally->used[i] > 0)
            set(writer, used, writer->kinds[i].name, wyrm_json_count(tally->used[i]));
    set(writer, object, "killed", killed);
    set(writer, object, "used", used);
    return object;
}

/* Oldest first. */
static json_t *write_log(save_writer *writer, const wyrm_log *log)
{
    json_t *object = json_object();
    json_t *lines = json_array();
    for (size_t back = log ? wyrm_log_kept(log) : 0; back-- > 0;) {
        const wyrm_log_line *line = wyrm_log_line_at(log, back);
        json_t *one = json_object();
        write_rows(writer, one, wyrm_save_log_rows, line);
        set(writer, one, "text", wyrm_json_text(line->text));
        append(writer, lines, one);
    }
    set(writer, object, "count", wyrm_json_count(log ? log->count : 0));
    set(writer, object, "lines", lines);
    return object;
}

/* -- the whole -- */

static json_t *write_ruleset(save_writer *writer, const char *source)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(writer->design);
    json_t *object = json_object();
    set(writer, object, "name", json_string(wyrm_ruleset_name(ruleset)));
    set(writer, object, "source", wyrm_json_text(source));
    set(writer, object, "hash", json_string(wyrm_ruleset_hash(ruleset)));
    return object;
}

static json_t *write_all(save_writer *writer, const wyrm_log *log, const char *source)
{
    const wyrm_game *game = writer->game;
    json_t *root = json_object();
    set(writer, root, "ruleset", write_ruleset(writer, source));
    set(writer, root, "version", json_string(wyrm_version()));
    write_rows(writer, root, wyrm_save_game_rows, game);
    set(writer, root, "phase", json_string(wyrm_save_phase(game->phase)));
    set(writer, root, "difficulty", write_difficulty(writer));
    set(writer, root, "experience", write_experience(writer, &game->experience));
    set(writer, root, "pity", write_pity(writer));
    set(writer, root, "player", write_player(writer));
    set(writer, root, "map", write_map(writer));
    set(writer, root, "monsters", write_monsters(writer));
    set(writer, root, "items", write_items(writer, game->items, game->item_count));
    set(writer, root, "tally", write_tally(writer));
    set(writer, root, "log", write_log(writer, log));
    return root;
}

wyrm_status wyrm_save_text(const wyrm_engine *engine, const wyrm_game *game, const wyrm_log *log,
                           const char *source, char **out, size_t *length, wyrm_error *error)
{
    *out = NULL;
    *length = 0;
    bool goes_on = wyrm_engine_rules(engine)->after_win == WYRM_AFTER_WIN_PLUS;
    if (game->arena)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a set fight cannot be saved");
    if (game->phase == WYRM_PHASE_DEAD || (game->phase == WYRM_PHASE_WON && !goes_on))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the game is over");
    const wyrm_design *design = wyrm_engine_design(engine);
    save_writer writer = {.design = design,
                          .game = game,
                          .stats = wyrm_combat_stats(wyrm_design_combat(design)),
                          .pity = wyrm_loot_facts_of(wyrm_design_loot(design))->pity};
    wyrm_text body = {0}, text = {0};
    writer.kind_count = wyrm_loot_kinds(wyrm_design_loot(design), &writer.kinds);
    json_t *root = write_all(&writer, log, source);
    wyrm_json_append(&body, root);
    json_decref(root);
    wyrm_text_append_char(&body, '\n');
    if (!body.failed && !writer.failed) {
        wyrm_save_frame(&text, body.bytes, body.length);
        wyrm_text_append_bytes(&text, body.bytes, body.length);
        *length = text.length;
        *out = wyrm_text_steal(&text);
    }
    wyrm_text_drop(&body);
    if (!*out)
        *length = 0;
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* ---- Saves ---- */

/* Names the file in an error; returns the status. */
static wyrm_status in_file(wyrm_status status, const char *file, wyrm_error *error)
{
    if (status != WYRM_OK && error)
        wyrm_utf8_copy(error->file, sizeof error->file, file);
    return status;
}

/* The JSON of a save; *root is the caller's (json_decref). */
static wyrm_status parse(const char *text, size_t length, json_t **root, wyrm_error *error)
{
    const char *body = NULL;
    size_t body_length = 0;
    *root = NULL;
    wyrm_status status = save_open(text, length, &body, &body_length, error);
    if (status != WYRM_OK)
        return status;
    json_error_t trouble;
    *root = json_loadb(body, body_length, JSON_REJECT_DUPLICATES, &trouble);
    if (*root && json_is_object(*root))
        return WYRM_OK;
    if (!*root && json_error_code(&trouble) == json_error_out_of_memory)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    json_decref(*root);
    *root = NULL;
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "the save does not hold what it should: %.100s",
                     trouble.text);
}

/* -- facts -- */

static void read_text(wyrm_save_reader *reader, const json_t *object, const char *key, char *out,
                      size_t size)
{
    const char *text = wyrm_save_string(reader, object, key);
    if (strlen(text) >= size)
        wyrm_save_bad(reader, key, "too long");
    wyrm_utf8_copy(out, size, text);
}

static void read_ruleset(wyrm_save_reader *reader, const json_t *root, wyrm_save_facts *out)
{
    const json_t *object = wyrm_save_object(reader, root, "ruleset");
    size_t place = wyrm_save_enter(reader, "ruleset");
    read_text(reader, object, "name", out->ruleset, sizeof out->ruleset);
    read_text(reader, object, "source", out->source, sizeof out->source);
    read_text(reader, object, "hash", out->hash, sizeof out->hash);
    wyrm_save_leave(reader, place);
}

static void read_part(wyrm_save_reader *reader, const json_t *root, const char *key,
                      const wyrm_save_row *rows, void *to)
{
    const json_t *object = wyrm_save_object(reader, root, key);
    size_t place = wyrm_save_enter(reader, key);
    wyrm_save_read_rows(reader, object, rows, to);
    wyrm_save_leave(reader, place);
}

/* Reads no name of the ruleset, and so needs none. */
static wyrm_status read_facts(const json_t *root, wyrm_save_facts *out, wyrm_error *error)
{
    wyrm_save_reader reader = {.status = WYRM_OK};
    wyrm_game *game = base_zeroed(1, sizeof *game);
    *out = (wyrm_save_facts){0};
    if (!game)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    read_ruleset(&reader, root, out);
    read_text(&reader, root, "version", out->version, sizeof out->version);
    wyrm_save_read_rows(&reader, root, wyrm_save_game_rows, game);
    read_part(&reader, root, "difficulty", wyrm_save_difficulty_rows, &game->difficulty);
    read_part(&reader, root, "experience", wyrm_save_experience_rows, &game->experience);
    out->seed = game->seed;
    out->turn = game->turn;
    out->depth = game->difficulty.depth;
    out->level = game->experience.level;
    wyrm_free(game);
    return wyrm_save_finish(&reader, out->ruleset, error);
}

wyrm_status wyrm_save_facts_of(const char *file, const char *text, size_t length,
                               wyrm_save_facts *out, wyrm_error *error)
{
    json_t *root;
    wyrm_status status = parse(text, length, &root, error);
    if (status == WYRM_OK)
        status = read_facts(root, out, error);
    json_decref(root);
    return in_file(status, file, error);
}

/* -- the game -- */

/* A game and a log that are filled before the caller's are touched. */
typedef struct loading {
    wyrm_game game;
    wyrm_log log;
} loading;

/* Cuts a loaded game down to what an edited ruleset still allows. */
static void fit_to_rules(const wyrm_engine *engine, wyrm_game *game)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(engine);
    int32_t most = rules->stage_count > 0 ? rules->fullness_most : 0;
    if (game->fullness > most)
        game->fullness = most;
}

static wyrm_status check_sound(const wyrm_engine *engine, const wyrm_game *game, wyrm_error *error)
{
    wyrm_error why = {.code = WYRM_OK};
    if (wyrm_game_is_sound(engine, game, &why))
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RULESET, "the state does not fit the ruleset: %s",
                     why.message);
}

static wyrm_status read_all(const wyrm_engine *engine, const json_t *root,
                            const wyrm_save_facts *facts, bool edited, loading *to,
                            wyrm_error *error)
{
    wyrm_save_reader reader = {.design = wyrm_engine_design(engine)};
    wyrm_save_read_game(&reader, root, &to->game);
    wyrm_save_read_log(&reader, root, &to->log);
    wyrm_status status = wyrm_save_finish(&reader, facts->ruleset, error);
    if (status != WYRM_OK)
        return status;
    if (edited)
        fit_to_rules(engine, &to->game);
    wyrm_player_dress(engine, &to->game);
    return check_sound(engine, &to->game, error);
}

static wyrm_status load(const wyrm_engine *engine, const json_t *root, wyrm_game *game,
                        wyrm_log *log, bool *edited, wyrm_error *error)
{
    wyrm_save_facts facts;
    wyrm_status status = read_facts(root, &facts, error);
    if (status != WYRM_OK)
        return status;
    loading *to = base_zeroed(1, sizeof *to);
    if (!to)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(wyrm_engine_design(engine));
    bool other = strcmp(facts.hash, wyrm_ruleset_hash(ruleset)) != 0;
    status = read_all(engine, root, &facts, other, to, error);
    if (status == WYRM_OK) {
        wyrm_game_copy(&to->game, game);
        if (log)
            *log = to->log;
        if (edited)
            *edited = other;
    }
    wyrm_free(to);
    return status;
}

wyrm_status wyrm_save_load(const wyrm_engine *engine, const char *file, const char *text,
                           size_t length, wyrm_game *game, wyrm_log *log, bool *edited,
                           wyrm_error *error)
{
    json_t *root;
    wyrm_status status = parse(text, length, &root, error);
    if (status == WYRM_OK)
        status = load(engine, root, game, log, edited, error);
    json_decref(root);
    return in_file(status, file, error);
}
