/* Designs: rulesets opened by name, path and from memory, with all their models. */
#include "helpers.h"

#include "combat/internal.h"
#include "dungeon/internal.h"

#include <math.h>
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
    static const char *const names[] = {"bands",     "combat",   "growth",  "encounter",  "loot",
                                        "map",       "game",     "threat",  "room_roles", "player",
                                        "monsters",  "variants", "weapons", "armors",     "items",
                                        "reference", "arenas",   "gate",    "targets"};
    const wyrm_schema *schema = wyrm_design_schema();
    assert_int_equal(schema->count, sizeof names / sizeof *names);
    for (size_t i = 0; i < schema->count; i++)
        assert_string_equal(schema->sections[i].field.name, names[i]);
    assert_ptr_equal(schema->sections[1].models, wyrm_combat_model_table);
    assert_ptr_equal(schema->sections[5].models, wyrm_map_model_table);
}

/* Every row says what it means; every default is one that the reader takes (it reads them all
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
