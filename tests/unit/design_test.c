/* Designs: rulesets opened by name, path and from memory, with all their models. */
#include "helpers.h"

#include "combat/internal.h"
#include "dungeon/internal.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include <wyrm.h>

static wyrm_errors *new_errors(void)
{
    wyrm_errors *errors = fresh_errors();
    return errors;
}

TEST(a_shipped_name_opens)
{
    OWNED_DESIGN *design;
    assert_int_equal(wyrm_design_open("ruggrogue", &design, NULL), WYRM_OK);
    assert_string_equal(wyrm_ruleset_name(wyrm_design_ruleset(design)), "ruggrogue");
    assert_string_equal(wyrm_combat_name(wyrm_design_combat(design)), "ratio");
    assert_non_null(wyrm_design_growth(design));
    assert_non_null(wyrm_design_roster(design));
    assert_non_null(wyrm_design_encounter(design));
    assert_non_null(wyrm_design_loot(design));
    assert_non_null(wyrm_design_mapper(design));
}

TEST(a_path_is_the_same_ruleset)
{
    OWNED_DESIGN *shipped, *read;
    assert_int_equal(wyrm_design_open("ruggrogue", &shipped, NULL), WYRM_OK);
    assert_int_equal(wyrm_design_open(RULESET_DIR "/ruggrogue.yaml", &read, NULL), WYRM_OK);
    assert_string_equal(wyrm_ruleset_hash(wyrm_design_ruleset(shipped)),
                        wyrm_ruleset_hash(wyrm_design_ruleset(read)));
}

TEST(an_unknown_name_is_told_the_nearest)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(wyrm_design_open("rugrogue", &design, errors), WYRM_ERROR_UNKNOWN);
    assert_null(design);
    assert_int_equal(wyrm_errors_count(errors), 1);
    const wyrm_error *error = wyrm_errors_at(errors, 0);
    assert_int_equal(error->code, WYRM_ERROR_UNKNOWN);
    assert_string_equal(error->message, "no ruleset is called 'rugrogue', and no file either");
    assert_string_equal(error->hint, "did you mean 'ruggrogue'?");
}

TEST(a_missing_path_is_an_io_error)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(wyrm_design_open("no/such/place.yaml", &design, errors), WYRM_ERROR_IO);
    assert_null(design);
    assert_int_equal(wyrm_errors_count(errors), 1);
}

/* Fights need only combat; anything that needs more says what, and where to name it. */
TEST(only_what_is_asked_about_must_be_there)
{
    static const char text[] = "name: fights\nmodels: {combat: subtract}\n"
                               "monsters: {orc: {hp: 9, power: 3}}\n";
    OWNED_DESIGN *design;
    wyrm_error error;
    assert_int_equal(wyrm_design_parse("f.yaml", text, sizeof text - 1, &design, NULL), WYRM_OK);
    assert_null(wyrm_design_encounter(design));
    assert_null(wyrm_design_loot(design));
    assert_null(wyrm_design_mapper(design));
    assert_int_equal(wyrm_growth_last_level(wyrm_design_growth(design)), 1);
    assert_int_equal(wyrm_design_systems(design), WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_MONSTERS);
    assert_int_equal(wyrm_design_needs(design, WYRM_SYSTEM_COMBAT, "a hit", &error), WYRM_OK);
    assert_int_equal(wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", &error),
                     WYRM_ERROR_RULESET);
    assert_string_equal(error.message,
                        "a game needs to know who is met, what lies there, how maps are made and "
                        "who plays: 'models: {encounter: ..., loot: ..., map: ...}' and "
                        "'player: {...}' are missing");
    assert_string_equal(error.file, "f.yaml");
    assert_int_equal(error.line, 2);
    assert_string_equal(wyrm_system_name(WYRM_SYSTEM_THREAT), "threat");
    assert_null(wyrm_system_name(WYRM_SYSTEMS_OF_A_FLOOR));
}

/* Nobody gains levels, whatever experience is gained. */
TEST(without_growth_nobody_grows)
{
    static const char text[] = "name: fights\nmodels: {combat: subtract}\n"
                               "player: {hp: 9, power: 3}\n";
    OWNED_DESIGN *design;
    assert_int_equal(wyrm_design_parse("f.yaml", text, sizeof text - 1, &design, NULL), WYRM_OK);
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_experience holder = wyrm_growth_start(growth);
    assert_int_equal(wyrm_growth_award(growth, &holder, UINT64_MAX), 0);
    assert_int_equal(holder.level, 1);
    assert_int_equal(wyrm_growth_at_level(growth, 7.5).level, 1);
}

/* A variant may drop a system of the extended ruleset, and everything that belongs to it. */
TEST(a_variant_can_leave_a_system_behind)
{
    static const char text[] = "name: fights\nextends: tutorial\n"
                               "models: {encounter: ~, loot: ~, map: ~, growth: ~}\n"
                               "targets: ~\n";
    OWNED_DESIGN *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(wyrm_design_parse("f.yaml", text, sizeof text - 1, &design, errors), WYRM_OK);
    assert_int_equal(wyrm_design_systems(design),
                     WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER | WYRM_SYSTEM_MONSTERS);
}

/* Targets of the extended ruleset are inherited only if asked for. */
TEST(targets_are_inherited_on_request)
{
    static const char *const texts[] = {"name: v\nextends: tutorial\n",
                                        "name: v\nextends: tutorial\ninherit: [targets]\n",
                                        "name: v\nextends: tutorial-before\n"};
    static const size_t counts[] = {0, 29, 0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        OWNED_DESIGN *design;
        assert_int_equal(wyrm_design_parse("v.yaml", texts[i], strlen(texts[i]), &design, NULL),
                         WYRM_OK);
        const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
        assert_int_equal(wyrm_value_count(wyrm_ruleset_find(ruleset, "targets")), counts[i]);
        assert_null(wyrm_ruleset_find(ruleset, "inherit"));
    }
}

/* An invalid ruleset, and all its errors. */
typedef struct refused {
    const char *text, *message, *hint;
} refused;

static void assert_refused(const refused *row)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(wyrm_design_parse("t.yaml", row->text, strlen(row->text), &design, errors),
                     WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 1);
    assert_string_equal(wyrm_errors_at(errors, 0)->message, row->message);
    assert_string_equal(wyrm_errors_at(errors, 0)->hint, row->hint);
}

TEST(what_is_asked_for_and_cannot_be_inherited)
{
    static const refused rows[] = {
        {"name: t\nextends: tutorial\ninherit: [items]\n",
         "only 'targets' can stand in 'inherit', found 'items'",
         "all other sections are inherited without being asked for"},
        {"name: t\nextends: tutorial\ninherit: targets\n",
         "'inherit' must be a list of sections, found 'targets'", "[targets]"},
        {"name: t\nmodels: {combat: subtract}\ninherit: [targets]\n",
         "'inherit' is about what the file extends, and it extends nothing", ""},
        {"name: t\nextends: tutorial\ntargets: {trolls_from_3: ~}\n",
         "no inherited key 'trolls_from_3' to remove", "ask for them: inherit: [targets]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(&rows[i]);
}

TEST(what_would_be_if_is_a_text_that_extends)
{
    static const char text[] = "name: frail\nextends: it\nmonsters: {orc: {hp: 5}}\n";
    OWNED_DESIGN *base, *frail;
    assert_int_equal(wyrm_design_open("tutorial", &base, NULL), WYRM_OK);
    assert_int_equal(wyrm_design_extend(base, "frail", text, sizeof text - 1, &frail, NULL),
                     WYRM_OK);
    wyrm_combatant orc;
    wyrm_roster_spawn(wyrm_design_roster(frail), 0, 1, WYRM_VARIANT_NONE, &orc);
    assert_int_equal(orc.max_hp, 5);
    assert_string_equal(wyrm_ruleset_name(wyrm_design_ruleset(frail)), "frail");
}

/* ---- games with defaults ---- */

static wyrm_status open_game_of(const char *text, wyrm_design **out, wyrm_errors *errors)
{
    char path[] = "/tmp/wyrm-plain-XXXXXX.yaml";
    FILE *file = fdopen(mkstemps(path, 5), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    wyrm_status status = wyrm_design_open_game(path, NULL, out, errors);
    unlink(path);
    return status;
}

#define FIGHTS                                                                                     \
    "name: t\ntitle: \"A: game\"\nmodels: {combat: subtract}\nplayer: {hp: 30, power: 5}\n"        \
    "monsters:\n  ogre: {hp: 40, power: 9}\n  ant: {hp: 4, power: 1}\n"                            \
    "  dog: {hp: 9, power: 3, glyph: C}\n  golem: {hp: 9, power: 1, defense: 5}\n"

/* An ant costs its 1 a blow for one blow, a dog 3 for two, an ogre 9 for eight; nobody ever kills a
 * golem. Each comes for three depths from its own on. */
TEST(a_plain_game_has_its_monsters_by_strength)
{
    OWNED_DESIGN *design;
    assert_int_equal(open_game_of(FIGHTS, &design, NULL), WYRM_OK);
    assert_string_equal(wyrm_design_plain(design),
                        "4 depths, the weakest monsters first, floors of a few rooms, no items, "
                        "hit points come back in 100 turns");
    static const char met[4][5] = {".A..", ".AD.", "OAD.", "O.DG"};
    for (int32_t depth = 1; depth <= 4; depth++)
        for (int32_t i = 0; i < 4; i++)
            assert_int_equal(wyrm_encounter_comes(wyrm_design_encounter(design), depth, i),
                             met[depth - 1][i] != '.');
    assert_int_equal(wyrm_encounter_last_depth(wyrm_design_encounter(design)), 4);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    assert_string_equal(wyrm_ruleset_title(ruleset), "A: game");
    assert_int_equal(wyrm_play_rules_of(ruleset).regeneration, 100);
    for (int32_t i = 0; i < 4; i++)
        assert_string_equal(
            wyrm_value_text(wyrm_value_get(
                wyrm_roster_monster(wyrm_design_roster(design), i)->record, "glyph")),
            ((const char *[]){"o", "a", "C", "g"})[i]);
}

TEST(a_plain_game_says_only_what_is_missing)
{
    OWNED_DESIGN *design, *whole;
    assert_int_equal(open_game_of(FIGHTS "weapons: {fork: {power: 1}, rake: {power: 2}}\n"
                                         "items: {herb: {effect: {kind: heal, amount: 9}}}\n",
                                  &design, NULL),
                     WYRM_OK);
    assert_non_null(strstr(wyrm_design_plain(design), "rooms, items and gear lie about"));
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    assert_float_equal(wyrm_value_at_depth(wyrm_ruleset_find(ruleset, "weapons.rake.weight"), 2), 0,
                       0);
    assert_float_equal(wyrm_value_at_depth(wyrm_ruleset_find(ruleset, "weapons.rake.weight"), 3), 1,
                       0);
    assert_int_equal(wyrm_play_rules_of(ruleset).regeneration, 0);
    wyrm_design_free(design);
    assert_int_equal(open_game_of("name: v\nextends: tutorial\nmodels: {map: ~}\n", &design, NULL),
                     WYRM_OK);
    assert_string_equal(wyrm_design_plain(design), "floors of a few rooms");
    assert_int_equal(wyrm_design_open_game("tutorial", NULL, &whole, NULL), WYRM_OK);
    assert_string_equal(wyrm_design_plain(whole), "");
}

/* Items are drawn by their own weights, if tables can: whole ones, and not only 0. */
TEST(a_plain_game_keeps_the_weights_that_items_have)
{
    static const struct {
        const char *items;
        double herb, coin;
    } rows[] = {
        {"{herb: {weight: 10}, coin: {}}", 10, 1},
        {"{herb: {weight: 0}, coin: {weight: 3}}", 0, 3},
        {"{herb: {weight: 2.5}, coin: {weight: 3}}", 1, 1},
        {"{herb: {weight: 0}, coin: {weight: 0}}", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED_DESIGN *design;
        char text[600];
        snprintf(text, sizeof text, FIGHTS "items: %s\n", rows[i].items);
        assert_int_equal(open_game_of(text, &design, NULL), WYRM_OK);
        const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
        assert_float_equal(wyrm_value_at_depth(wyrm_ruleset_find(ruleset, "items.herb.weight"), 4),
                           rows[i].herb, 0);
        assert_float_equal(wyrm_value_at_depth(wyrm_ruleset_find(ruleset, "items.coin.weight"), 4),
                           rows[i].coin, 0);
    }
}

TEST(a_stat_called_weight_leaves_no_word_for_how_often_a_monster_comes)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(open_game_of("name: t\nmodels: {combat: script}\nplayer: {hp: 3}\n"
                                  "combat: {stats: {weight: {kind: whole}}, script: 'function "
                                  "attack(a, d) return 1 end'}\nmonsters: {ox: {hp: 3}}\n",
                                  &design, errors),
                     WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 1);
    assert_non_null(strstr(wyrm_errors_at(errors, 0)->message,
                           "'weight' in a dungeon, and here that is a stat"));
}

/* A letter, or what YAML has another use for. */
static size_t random_letters(test_random *random, const char *of, int64_t most, char *out)
{
    const int64_t count = random_between(random, 0, most);
    for (int64_t i = 0; i < count; i++)
        out[i] = of[random_between(random, 0, (int64_t)strlen(of) - 1)];
    return (size_t)count;
}

/* Whatever is in the lines of a script, and at their ends: as lines where these read back the same,
 * else as a text of one line. */
TEST(scripts_are_written_as_lines_that_read_back_to_the_same)
{
    static const char begin[] = "function attack(a, d) return 1 end --[==[", end[] = "]==]";
    size_t blocks = 0, inline_ones = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        test_random random = {seed};
        char lines[200], text[1000];
        size_t length = random_letters(&random, "\n\t ", seed % 3 == 0 ? 2 : 0, lines), used;
        length += (size_t)sprintf(lines + length, "%s", begin);
        length += random_letters(&random, "a \n\n\t#:-|>'\"\\%&*[]{}?!@", 30, lines + length);
        length += (size_t)sprintf(lines + length, "%s", end);
        length += random_letters(&random, "\n\n\t ", seed % 2 == 0 ? 3 : 1, lines + length);
        lines[length] = '\0';
        used = (size_t)sprintf(text, "name: lines\nmodels: {combat: script}\nplayer: {hp: 3}\n"
                                     "combat: {script: \"");
        for (size_t i = 0; i < length; i++)
            used += (size_t)sprintf(text + used, "\\x%02x", (unsigned)lines[i]);
        strcpy(text + used, "\"}\n");
        OWNED_DESIGN *design = design_from(text);
        FREED char *dump = NULL;
        assert_works(wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump, &last_error));
        OWNED_DESIGN *again = design_from(dump);
        const char *read =
            wyrm_value_text(wyrm_ruleset_find(wyrm_design_ruleset(again), "combat.script"));
        if (strcmp(read, lines) != 0)
            fail_msg("seed %llu: '%s' came back as '%s' from\n%s", (unsigned long long)seed, lines,
                     read, dump);
        /* Several stand as such, unless the first begins with a blank or the last is empty. */
        const bool several = strchr(lines, '\n') != NULL && strchr("\n\t ", lines[0]) == NULL;
        const bool open = length > 1 && lines[length - 1] == '\n' && lines[length - 2] == '\n';
        const bool block = strstr(dump, "script: |") != NULL;
        assert_int_equal(block, several && !open);
        blocks += block;
        inline_ones += !block;
    }
    assert_true(blocks > 50 && inline_ones > 50);
}

TEST(who_fights_whom_has_no_plain_answer)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(
        open_game_of("name: t\nmodels: {combat: subtract}\nplayer: {hp: 3}\n", &design, errors),
        WYRM_ERROR_RULESET);
    assert_null(design);
    assert_string_equal(wyrm_errors_at(errors, 0)->message,
                        "a game needs to know which monsters there are: 'monsters: {...}' is "
                        "missing");
}

/* Whatever stood there before, who asks for what cannot be made is left with nothing to release. */
#define assert_gives_nothing(type, of, call)                                                       \
    do {                                                                                           \
        type *of = (type *)(uintptr_t)16;                                                          \
        assert_int_not_equal(call, WYRM_OK);                                                       \
        assert_null(of);                                                                           \
    } while (0)

TEST(what_cannot_be_made_is_nothing)
{
    static const char broken[] = "name: [", of_none[] = "name: t\nextends: tutorial\n";
    static const char fights[] = "name: t\nmodels: {combat: subtract}\nplayer: {hp: 3}\n";
    static const char other[] = "name: t\nextends: yarl\nmonsters: {orc: {hp: 3}}\n";
    const wyrm_change unknown = {"monsters.orc.horns", "2"}, senseless = {"monsters.orc.hp", "-4"};
    const wyrm_change nameless = {"", "2"}, good = {"monsters.orc.hp", "4"};
    OWNED_DESIGN *design = ruleset_with("tutorial", NULL), *fighters = NULL, *game;
    const size_t length = sizeof broken - 1;
    assert_gives_nothing(wyrm_design, out, wyrm_design_open("nowhere", &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_open("nowhere.yaml", &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_open("/", &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_open_game("nowhere", NULL, &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_parse("t", broken, length, &out, NULL));
    assert_gives_nothing(wyrm_design, out,
                         wyrm_design_parse_alone("t", of_none, sizeof of_none - 1, &out, NULL));
    assert_gives_nothing(wyrm_design, out,
                         wyrm_design_extend(design, "t", broken, length, &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_change(design, &unknown, 1, &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_change(design, &nameless, 1, &out, NULL));
    assert_gives_nothing(wyrm_design, out, wyrm_design_change(design, &senseless, 1, &out, NULL));
    assert_gives_nothing(char, out,
                         wyrm_design_edit(design, "t", broken, length, &unknown, 1, &out, NULL));
    assert_gives_nothing(char, out,
                         wyrm_design_edit(design, "t", broken, length, &senseless, 1, &out, NULL));
    assert_gives_nothing(
        char, out, wyrm_design_edit(design, "t", other, sizeof other - 1, &good, 1, &out, NULL));
    /* Nor is there anything to make of what is a game already. */
    game = design;
    assert_int_equal(wyrm_design_as_game(design, &game, NULL), WYRM_OK);
    assert_null(game);
    assert_int_equal(wyrm_design_parse("t", fights, sizeof fights - 1, &fighters, NULL), WYRM_OK);
    assert_gives_nothing(wyrm_design, out, wyrm_design_as_game(fighters, &out, NULL));
    /* What the tutorial does not have. */
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_error error;
    assert_gives_nothing(wyrm_pmf, out, wyrm_encounter_monster_levels(encounter, 2, &out, &error));
    assert_gives_nothing(wyrm_arrivals, out, wyrm_encounter_arrivals(encounter, 1, &out, &error));
    assert_gives_nothing(wyrm_calibration, out,
                         wyrm_calibration_compute(design, 1, 2, &out, &error));
    OWNED_PMF *none = NULL;
    assert_works(wyrm_pmf_point(0, &none, &error));
    assert_gives_nothing(wyrm_pmf, out, wyrm_hits_to_kill(none, 3, &out, &error));
    assert_gives_nothing(wyrm_pmf, out, wyrm_hits_to_kill_roll(none, none, &out, &error));
}

static bool has_message(const wyrm_errors *errors, const char *start)
{
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++)
        if (strncmp(wyrm_errors_at(errors, i)->message, start, strlen(start)) == 0)
            return true;
    return false;
}

TEST(the_errors_of_all_models_are_told_at_once)
{
    static const char text[] = "name: broken\n"
                               "extends: ruggrogue\n"
                               "encounter: {rooms: {most: [[1.5, 1]]}}\n"
                               "loot: {periodic: {places: 9}}\n"
                               "map: {width: 10, height: 9}\n";
    wyrm_design *design;
    OWNED_ERRORS *errors = new_errors();
    assert_int_equal(wyrm_design_parse("b.yaml", text, sizeof text - 1, &design, errors),
                     WYRM_ERROR_RULESET);
    assert_null(design);
    assert_true(has_message(errors, "a room cannot hold 1.5 monsters"));
    assert_true(has_message(errors, "9 places do not fit a group of 4 depths"));
    assert_true(has_message(errors, "a room of width 14 does not fit"));
    assert_true(has_message(errors, "a room of height 10 does not fit"));
    assert_int_equal(wyrm_errors_count(errors), 4);
}

/* Every key that the reference calls required, in as few rulesets as have the models for it. */
TEST(keys_that_must_be_there_are_missed_where_they_are_not)
{
    static const struct {
        const char *text, *missed[40];
    } rows[] = {
        {"models: {combat: momentum, growth: levels, encounter: tables, loot: floors, map: rooms}\n"
         "encounter: {roles: {treasure: {}, miniboss: {}, boss: {}, end_boss: {}}}\n"
         "loot:\n"
         "  number: [{}]\n"
         "  categories: {blades: {bonuses: [{}]}}\n"
         "  luck: [{}]\n"
         "  guaranteed: {food: {}}\n"
         "map: {doors: {}, lakes: [{}]}\n"
         "terrain: {pit: {}}\n"
         "vaults: {den: {legend: [{}]}}\n"
         "weapons: {club: {bonuses: [{}]}}\n"
         "armors: {coat: {bonuses: [{}]}}\n"
         "game: {hunger: {}}\n"
         "levels: [{}]\n"
         "monsters: {orc: {shoots: [{}], flees: {}, splits: {}, summons: [{}]}}\n"
         "items: {potion: {effect: {}}}\n"
         "gold: {floors: [{}], below: {}, above: {}}\n"
         "shops: {stall: {offers: {apple: {}}}, bare: {}}\n"
         "reference: [{}]\n"
         "left_out: [{}]\n"
         "arenas: {pit: {}}\n"
         "targets: {deep: {}}\n"
         "tune: {knob: {}}\n",
         {"'name'",
          "'last_depth' in encounter",
          "'chance' in encounter.roles.treasure",
          "'depths' in encounter.roles.miniboss",
          "'depths' in encounter.roles.boss",
          "'depths' in encounter.roles.end_boss",
          "'items' in loot.number.1",
          "'bonus' in loot.categories.blades.bonuses.1",
          "'amount' in loot.luck.1",
          "'number' in loot.guaranteed.food",
          "'terrain' in map.doors",
          "'terrain' in map.lakes.1",
          "'symbol' in terrain.pit",
          "'map' in vaults.den",
          "'sign' in vaults.den.legend.1",
          "'mass' in weapons.club",
          "'bonus' in weapons.club.bonuses.1",
          "'bonus' in armors.coat.bonuses.1",
          "'most' in game.hunger",
          "'stages' in game.hunger",
          "'level' in levels.1",
          "'range' in monsters.orc.shoots.1",
          "'at' in monsters.orc.flees",
          "'parts' in monsters.orc.splits",
          "'what' in monsters.orc.summons.1",
          "'kind' in items.potion.effect",
          "'heaps' in gold.floors.1",
          "'heaps' in gold.below",
          "'heaps' in gold.above",
          "'price' in shops.stall.offers.apple",
          "'offers' in shops.bare",
          "'from_depth' in reference.1",
          "'combatant' in reference.1",
          "'what' in left_out.1",
          "'fight' in arenas.pit",
          "'metric' in targets.deep",
          "'keys' in tune.knob"}},
        {"name: t\n"
         "models: {growth: factor, encounter: hordes, loot: script, combat: script}\n"
         "growth: {player: {hp: {}}, monster: {hp: {}}, weapon: {hp: {}}, armor: {hp: {}}}\n"
         "encounter: {depths: [{}], budget: {}}\n"
         "threat: {}\n"
         "gold: {}\n"
         "game: {hunger: {most: 5, stages: [{}]}}\n",
         {"'script' in combat", "'script' in loot", "'base' in growth.player.hp",
          "'base' in growth.monster.hp", "'base' in growth.weapon.hp", "'base' in growth.armor.hp",
          "'last_depth' in encounter", "'hordes' in encounter", "'groups' in encounter.depths.1",
          "'of' in encounter.budget", "'room_budget' in threat", "'floors' in gold",
          "'name' in game.hunger.stages.1", "'from' in game.hunger.stages.1"}},
        {"name: t\n"
         "models: {growth: points, encounter: script, combat: ratio}\n"
         "growth: {scaling: [{}]}\n"
         "combat: {spread: [{}]}\n",
         {"'last_depth' in encounter", "'from_depth' in growth.scaling.1",
          "'factor' in combat.spread.1", "'weight' in combat.spread.1"}},
        {"name: t\n"
         "models: {encounter: hordes}\n",
         {"'last_depth' in encounter", "'depths' in encounter", "'hordes' in encounter"}},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_design *design;
        OWNED_ERRORS *errors = new_errors();
        size_t count = 0;
        assert_int_equal(
            wyrm_design_parse("t.yaml", rows[i].text, strlen(rows[i].text), &design, errors),
            WYRM_ERROR_RULESET);
        for (; rows[i].missed[count] != NULL; count++) {
            const wyrm_error *at = wyrm_errors_at(errors, count);
            char wanted[100];
            assert_non_null(at);
            snprintf(wanted, sizeof wanted, "missing key %s", rows[i].missed[count]);
            assert_string_equal(at->message, wanted);
        }
        assert_int_equal(wyrm_errors_count(errors), count);
    }
}

TEST(what_belongs_to_no_system_is_told_with_the_system_that_has_it)
{
    static const refused rows[] = {
        {"name: t\nmodels: {combat: subtract}\nmap: {width: 9}\n",
         "'map' follows no model: 'models: {map: ...}' is missing", "one of rooms, tunnels, caves"},
        {"name: t\nmodels: {combat: subtract}\nmonsters: {rat: {hp: 1, weight: 5}}\n",
         "unknown key 'weight' in monsters.rat",
         "the encounter model 'tables' has it, and 'models' names none"},
        {"name: t\nmodels: {combat: d20}\narmors: {mail: {ac: 3}}\n",
         "unknown key 'ac' in armors.mail", "did you mean 'armor_class'?"},
        {"name: t\nmodels: {combat: d20}\nplayer: {armour_class: 3}\n",
         "unknown key 'armour_class' in player",
         "the combat model 'momentum' has it, not 'd20'; did you mean 'armor_class'?"},
        {"name: t\nmodels: {combat: accuracy}\nweapons: {gun: {ammo: 3}}\n",
         "unknown key 'ammo' in weapons.gun",
         "the combat model 'accuracy' has damage, to_hit, reach, two_handed"},
        {"name: t\ngame: {hunger: {most: 9, stages: [{name: full, from: 0, till: 9}]}}\n",
         "unknown key 'till' in game.hunger.stages.1", "one of name, from, regenerates"},
        {"name: t\nmodels: {combat: d20, growth: levels}\nlevels: [{level: 2, xp: 9}]\n",
         "unknown key 'xp' in levels.1",
         "what levels cost stands in growth: {experience: [0, 300, 900]}"},
        {"name: t\ngame: {miss: 1}\n", "unknown key 'miss' in game",
         "the combat model 'ratio' has it, in section 'combat'"},
        {"name: t\nmodels: {combat: subtract}\nplayer: {regeneration: 1, kit: []}\n",
         "unknown key 'kit' in player", "it is a key of 'game'"},
        {"name: t\nsight: 7\n", "unknown key 'sight'", "it is a key of 'terrain', 'game'"},
        {"name: t\ngame: {bands: {all: [1, 9]}}\n", "unknown key 'bands' in game",
         "it stands outside of every section"},
        {"name: t\nmonsters: {rat: {hp: 1}}\n", "unknown key 'hp' in monsters.rat",
         "the combat models ratio, accuracy, subtract, momentum and others have it, and 'models' "
         "names none"},
        {"name: t\ngrowth: {experience: [0, 50]}\n", "unknown key 'experience' in growth",
         "the growth models factor, points and levels have it, not 'none'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(&rows[i]);
}

TEST(errors_may_go_unheard)
{
    static const char text[] = "name: broken\nextends: ruggrogue\nmap: {width: 10}\n";
    wyrm_design *design;
    assert_int_equal(wyrm_design_parse("b.yaml", text, sizeof text - 1, &design, NULL),
                     WYRM_ERROR_RULESET);
    assert_null(design);
}

TEST(the_schema_names_every_section)
{
    static const char *const names[] = {
        "bands",     "combat",   "growth", "encounter",  "loot",    "map",    "terrain",
        "vaults",    "game",     "threat", "room_roles", "player",  "levels", "monsters",
        "variants",  "weapons",  "armors", "items",      "gold",    "shops",  "drops",
        "reference", "left_out", "arenas", "gate",       "targets", "tune"};
    const wyrm_schema *schema = wyrm_design_schema();
    assert_int_equal(schema->count, sizeof names / sizeof *names);
    for (size_t i = 0; i < schema->count; i++)
        assert_string_equal(schema->sections[i].field.name, names[i]);
    assert_ptr_equal(schema->sections[1].models, combat_model_table);
    assert_ptr_equal(schema->sections[5].models, dungeon_map_model_table);
}

/* Every row has a summary; every default is one that the reader accepts (it reads them all
 * here). */
static void check_rows(const wyrm_field *rows)
{
    for (const wyrm_field *row = rows; row && row->kind != WYRM_KIND_END; row++) {
        assert_non_null(row->name);
        assert_non_null(row->summary);
        assert_true(row->least <= row->greatest);
        check_rows(row->fields);
    }
}

TEST(every_row_of_the_schema_is_explained)
{
    const wyrm_schema *schema = wyrm_design_schema();
    for (size_t i = 0; i < schema->count; i++) {
        const wyrm_section *section = &schema->sections[i];
        assert_non_null(section->field.summary);
        check_rows(section->field.fields);
        for (size_t m = 0; section->models && section->models[m]; m++)
            check_rows(section->models[m]->parameters);
    }
}

/* RuggRogue's numbers are the defaults: a ruleset that names only models and monsters has them all.
 */
TEST(defaults_are_those_of_ruggrogue)
{
    static const char text[] =
        "name: bare\n"
        "models: {combat: ratio, growth: factor, encounter: tracker, loot: scatter, map: rooms}\n"
        "monsters: {blob: {level: 1}}\nweapons: {stick: {}}\narmors: {hat: {}}\n"
        "items: {bread: {class: ration}, potion: {}}\n";
    static const char *const paths[] = {"encounter.final_level",
                                        "encounter.rooms.most_per_win",
                                        "loot.rations",
                                        "loot.starting.weapon",
                                        "loot.periodic.group",
                                        "loot.periodic.places",
                                        "loot.periodic.offsets",
                                        "map.width",
                                        "map.height",
                                        "map.tries",
                                        "map.spacing",
                                        "map.extra_corridors",
                                        "loot.rooms.most_per_win",
                                        "loot.starting.depth"};
    OWNED_DESIGN *bare, *shipped;
    OWNED_ERRORS *errors = new_errors();
    assert_told(wyrm_design_parse("bare.yaml", text, sizeof text - 1, &bare, errors), errors);
    assert_int_equal(wyrm_design_open("ruggrogue", &shipped, NULL), WYRM_OK);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const wyrm_value *own = wyrm_ruleset_find(wyrm_design_ruleset(bare), paths[i]);
        const wyrm_value *its = wyrm_ruleset_find(wyrm_design_ruleset(shipped), paths[i]);
        assert_non_null(own);
        assert_true(wyrm_value_is_default(own));
        assert_int_equal(wyrm_value_integer(own), wyrm_value_integer(its));
    }
}

static wyrm_combatant read_combatant(const wyrm_design *design, const char *text)
{
    wyrm_combatant combatant;
    wyrm_error error;
    assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(design), text, &combatant, &error),
                     WYRM_OK);
    return combatant;
}

TEST(a_duel_takes_two_combatants)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_combatant player = read_combatant(design, "player@6,weapon=5,armor=5");
    wyrm_combatant monster = read_combatant(design, "monster@6");
    wyrm_duel plain, with, second;
    OWNED_DUEL distributions;
    wyrm_error error;
    assert_int_equal(
        wyrm_design_duel(design, &player, &monster, WYRM_SUBJECT_FIRST, &plain, NULL, &error),
        WYRM_OK);
    assert_true(fabs(plain.p_win + plain.p_lose + plain.p_unfinished - 1) < 1e-12);
    assert_true(plain.p_win > 0.5 && plain.p_win < 1);
    assert_int_equal(wyrm_design_duel(design, &player, &monster, WYRM_SUBJECT_FIRST, &with,
                                      &distributions, &error),
                     WYRM_OK);
    assert_true(fabs(with.p_win - plain.p_win) < 1e-12);
    assert_true(fabs(wyrm_pmf_mean(distributions.turns) - plain.turns_mean) < 1e-9);
    assert_int_equal(
        wyrm_design_duel(design, &player, &monster, WYRM_OPPONENT_FIRST, &second, NULL, &error),
        WYRM_OK);
    assert_true(second.p_win < plain.p_win);
}

TEST(who_has_no_hit_points_is_named)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_combatant player = read_combatant(design, "player@6");
    wyrm_combatant raw = read_combatant(design, "raw,attack=8,defense=4");
    wyrm_duel duel;
    wyrm_error error;
    assert_int_equal(
        wyrm_design_duel(design, &player, &raw, WYRM_SUBJECT_FIRST, &duel, NULL, &error),
        WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "'raw' has no hit points to fight with");
}

TEST(the_version_has_three_numbers)
{
    int major, minor, patch, length = 0;
    assert_int_equal(sscanf(wyrm_version(), "%d.%d.%d%n", &major, &minor, &patch, &length), 3);
    assert_int_equal(wyrm_version()[length], '\0');
    assert_string_equal(wyrm_version(), WYRM_VERSION);
    assert_int_equal(major, WYRM_VERSION_MAJOR);
    assert_int_equal(minor, WYRM_VERSION_MINOR);
    assert_int_equal(patch, WYRM_VERSION_PATCH);
}
