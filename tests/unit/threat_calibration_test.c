/* Threat against exact fights, one floor room by room, and the reference player of a depth. */
#include "with_dungeons.h"

#include <wyrm/threat_survey.h>
#include <wyrm/threat_floor.h>
#include <wyrm/threat_calibration.h>

/* The tutorial's orcs and trolls, whose fights are not random, with threat. */
static const char threat[] = "bands: {B1: [1, 10]}\n"
                             "threat: {band_factor: {B1: 1}, room_budget: {B1: [0, 100]}}\n"
                             "monsters: {orc: {etp: 10}, troll: {etp: 20}}\n";

static wyrm_calibration *truth_of(const wyrm_design *design, int32_t first, int32_t last)
{
    wyrm_calibration *truth;
    assert_works(wyrm_calibration_compute(design, first, last, &truth, &last_error));
    return truth;
}

static const wyrm_calibration_row *row_of(const wyrm_calibration *truth, const char *name,
                                          int32_t depth)
{
    for (size_t i = 0; i < truth->row_count; i++)
        if (strcmp(truth->rows[i].name, name) == 0 && truth->rows[i].depth == depth)
            return &truth->rows[i];
    fail_msg("no row %s at %d", name, (int)depth);
    return NULL;
}

TEST(ranks_follow_the_textbook)
{
    /* Ties get the mean of their ranks: 1, 2.5, 2.5, 4 against 1, 2, 3, 4. */
    const double x[] = {1, 5, 5, 9}, y[] = {10, 20, 30, 40};
    assert_near(wyrm_rank_correlation(x, y, 4), 4.5 / sqrt(4.5 * 5), 1e-12);
    const double falling[] = {4, 3, 2, 1}, rising[] = {1, 20, 300, 4000};
    assert_near(wyrm_rank_correlation(falling, rising, 4), -1, 1e-12);
    const double endless[] = {1, 2, INFINITY, INFINITY};
    assert_near(wyrm_rank_correlation(endless, rising, 4), 4.5 / sqrt(4.5 * 5), 1e-12);
}

TEST(too_few_or_all_the_same_have_no_rank)
{
    const double x[] = {1, 2, 3}, same[] = {7, 7, 7};
    assert_true(isnan(wyrm_rank_correlation(x, x, 2)));
    assert_true(isnan(wyrm_rank_correlation(x, same, 3)));
    assert_near(wyrm_rank_correlation(x, x, 3), 1, 1e-12);
}

/* The player of level 3 has 120 hit points, power 5, defense 1: an orc falls to 4 blows of 5 and
 * strikes three times for 3, a troll to 10 blows of 3 and strikes nine times for 7. */
TEST(a_fight_is_what_a_hand_gets)
{
    OWNED_DESIGN *design = tutorial_with(threat);
    wyrm_calibration *truth = truth_of(design, 3, 3);
    const wyrm_calibration_row *orc = row_of(truth, "orc", 3), *troll = row_of(truth, "troll", 3);
    assert_int_equal(truth->row_count, 2);
    assert_string_equal(truth->depths[0].player, "player@3");
    assert_near(orc->share.value, 80.0 / 95, 1e-12);
    assert_true(orc->threat == 10 && troll->threat == 20);
    assert_near(orc->price.lost.value, 9.0 / 120, 1e-12);
    assert_near(troll->price.lost.value, 63.0 / 120, 1e-12);
    assert_near(troll->cost, 63.0 / 120, 1e-12);
    assert_true(orc->price.death.value == 0 && troll->price.death.value == 0);
    double usual = (80 * 9.0 / 120 + 15 * 63.0 / 120) / (80 * 10 + 15 * 20);
    assert_near(orc->factor, 9.0 / 120 / 10 / usual, 1e-9);
    assert_near(troll->factor, 63.0 / 120 / 20 / usual, 1e-9);
    assert_true(isnan(truth->depths[0].rank)); /* two monsters have no rank correlation */
    assert_int_equal(truth->misfit_count, 2);
    assert_string_equal(truth->rows[truth->misfits[0]].name, "troll"); /* 2.1 against 1 / 1.7 */
    wyrm_calibration_free(truth);
}

TEST(who_cannot_be_hurt_and_who_cannot_hurt_are_told)
{
    char changes[1024];
    snprintf(changes, sizeof changes, "%s%s", threat,
             "  \nreference: [{from_depth: 1, combatant: 'player@1'}]\n");
    OWNED_DESIGN *design = tutorial_with(
        "bands: {B1: [1, 10]}\n"
        "threat: {band_factor: {B1: 1}, room_budget: {B1: [0, 100]}}\n"
        "monsters:\n  orc: {etp: 10, power: 1}\n  troll: {etp: 20, defense: 50, weight: [[5, 1]]}\n"
        "  rat: {hp: 2, power: 5, etp: 5, weight: [[5, 1]]}\n");
    wyrm_calibration *truth = truth_of(design, 1, 1);
    const wyrm_calibration_row *orc = row_of(truth, "orc", 1), *troll = row_of(truth, "troll", 1);
    assert_true(orc->price.lost.value == 0 && orc->cost == 0);
    assert_true(isinf(troll->cost) && troll->price.lost.value == 1 &&
                troll->price.death.value == 1);
    assert_true(row_of(truth, "rat", 1)->cost == 0); /* dead before it strikes */
    assert_true(isnan(orc->factor));                 /* unknown beside one that is never killed */
    assert_int_equal(truth->misfit_count, 0);
    wyrm_calibration_free(truth);
}

/* The player does 5 to what wins hit points back: 40 of them take 13 blows with 2 a turn (40 - 13 *
 * 5 + 12 * 2 < 1) and 15 with 2.5 (40 - 14 * 5 + 32 = 2), and with 5 a turn that never
 * ends. With 4 a turn 3000 take 2996, each of which brings them one nearer. */
TEST(what_wins_hit_points_back_costs_what_it_deals_until_it_is_dead)
{
    OWNED_DESIGN *design = tutorial_with(
        "bands: {B1: [1, 10]}\n"
        "threat: {band_factor: {B1: 1}, room_budget: {B1: [0, 100]}}\n"
        "player: {hp: 500, power: 5, defense: 0}\n"
        "monsters:\n"
        "  orc: {etp: 10, hp: 40, power: 3, defense: 0, regeneration: 2, weight: [[5, 1]]}\n"
        "  troll: {etp: 20, hp: 40, power: 3, defense: 0, regeneration: 5, weight: [[5, 1]]}\n"
        "  rat: {etp: 5, hp: 40, power: 3, regeneration: 2.5, weight: [[5, 1]]}\n"
        "  hydra: {etp: 5, hp: 3000, power: 3, regeneration: 4, weight: [[5, 1]]}\n"
        "reference: [{from_depth: 1, combatant: "
        "'player@1,hp=500,max_hp=500,power=5,defense=0'}]\n");
    wyrm_calibration *truth = truth_of(design, 1, 1);
    assert_near(row_of(truth, "orc", 1)->cost, 12 * 3.0 / 500, 1e-12);
    assert_near(row_of(truth, "rat", 1)->cost, 14 * 3.0 / 500, 1e-12);
    assert_near(row_of(truth, "hydra", 1)->cost, 2995 * 3.0 / 500, 1e-9);
    assert_true(isinf(row_of(truth, "troll", 1)->cost));
    wyrm_calibration_free(truth);
}

/* A monster of 2 hit points that wins one back is hit for 2 in a quarter of the turns, and what is
 * hit for 1 is healed again: four blows on average, and three of its own. */
TEST(a_blow_that_kills_at_once_is_waited_for)
{
    OWNED_DESIGN *design = design_from(
        "name: t\nmodels: {combat: script, growth: points, encounter: tables, map: rooms}\n"
        "combat: {script: 'function attack(a, d) if d.max_hp > 2 then return 1 end return "
        "between(1, 4) % 4 // 2 * between(1, 2) end'}\n"
        "player: {hp: 100}\n"
        "monsters: {rat: {hp: 2, regeneration: 1, etp: 1, weight: 1}}\n"
        "encounter: {last_depth: 2}\n"
        "bands: {B1: [1, 2]}\nthreat: {room_budget: {B1: [0, 9]}}\n"
        "reference: [{from_depth: 1, combatant: 'player@1'}]\n");
    wyrm_calibration *truth = truth_of(design, 1, 1);
    assert_near(row_of(truth, "rat", 1)->cost, 3 * 1.0 / 100, 1e-12);
    wyrm_calibration_free(truth);
}

/* Many monsters of the game cannot hurt the reference player: the costs of their fights differ only
 * by rounding errors. On depth 10 two that kill with certainty, but for 2e-12, are equal as well.
 * Ranks computed by another program. */
TEST(rounding_errors_rank_nobody)
{
    static const struct {
        int32_t depth;
        double rank;
    } cases[] = {{10, 0.8831}, {11, 0.676}, {12, 0.808}, {14, 0.682}, {21, 0.274}, {24, 0.274}};
    OWNED_DESIGN *design = yarl_with("");
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_calibration *truth = truth_of(design, cases[i].depth, cases[i].depth);
        assert_near(truth->depths[0].rank, cases[i].rank, 6e-4);
        wyrm_calibration_free(truth);
    }
}

TEST(bosses_come_only_where_their_rooms_do)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_calibration *truth = truth_of(design, 0, 0);
    assert_int_equal(truth->depth_count, 25);
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_calibration_row *row = &truth->rows[i];
        bool miniboss = strcmp(row->name, "dragon_lord") == 0;
        bool boss = strcmp(row->name, "zhyraxion_human") == 0;
        if (miniboss)
            assert_true(row->depth == 10 || row->depth == 15 || row->depth == 20);
        if (boss)
            assert_int_equal(row->depth, 25);
        if (miniboss || boss)
            assert_true(row->share.value == 0);
        assert_true(row->price.lost.value >= 0 && row->price.lost.value <= 1);
        assert_true(row->price.death.value >= 0 && row->price.death.value <= 1);
        assert_true(row->threat > 0);
    }
    for (size_t i = 1; i < truth->misfit_count; i++) {
        double before = fabs(log(truth->rows[truth->misfits[i - 1]].factor));
        assert_true(before >= fabs(log(truth->rows[truth->misfits[i]].factor)));
    }
    assert_true(row_of(truth, "dragon_lord", 10)->threat > 0);
    wyrm_calibration_free(truth);
}

TEST(without_threat_there_is_no_truth)
{
    OWNED_DESIGN *design = tutorial_with("");
    wyrm_calibration *truth;
    wyrm_error error;
    assert_int_equal(wyrm_calibration_compute(design, 0, 0, &truth, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the ruleset has no threat");
    assert_null(truth);
}

TEST(the_reference_is_that_of_the_last_row)
{
    OWNED_DESIGN *design = tutorial_with("reference:\n"
                                         "  - {from_depth: 3, combatant: 'player@2'}\n"
                                         "  - {from_depth: 5, combatant: 'player@7,hp=9'}\n");
    static const struct {
        int32_t depth;
        const char *text;
    } rows[] = {{1, "player@2"},
                {3, "player@2"},
                {4, "player@2"},
                {5, "player@7,hp=9"},
                {99, "player@7,hp=9"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_reference reference;
        assert_ok(wyrm_design_reference(design, rows[i].depth, &reference, NULL), NULL);
        assert_string_equal(reference.text, rows[i].text);
    }
}

TEST(without_a_reference_the_level_is_the_depth)
{
    OWNED_DESIGN *plain = tutorial_with(""), *curves = ruggrogue();
    wyrm_reference reference;
    assert_ok(wyrm_design_reference(plain, 4, &reference, NULL), NULL);
    assert_string_equal(reference.text, "player@4");
    assert_ok(wyrm_design_reference(plain, -3, &reference, NULL), NULL);
    assert_string_equal(reference.text, "player@1");
    assert_ok(wyrm_design_reference(curves, 4, &reference, NULL), NULL);
    assert_string_equal(reference.text, "player@4,weapon=4,armor=4");
}

/* Kit items that cannot be worn with the others are not worn. */
TEST(without_a_reference_or_gear_of_levels_the_kit_is_worn)
{
    OWNED_DESIGN *design = yarl_with(
        "reference: ~\ngame: {kit: [leather_armor, mace, dagger, shield, leather_helmet]}");
    wyrm_reference reference;
    assert_ok(wyrm_design_reference(design, 2, &reference, NULL), NULL);
    assert_string_equal(reference.text,
                        "player@2,weapon=mace,armor=leather_armor+shield+leather_helmet");
}

TEST(without_a_reference_it_is_who_begins_a_game)
{
    OWNED_DESIGN *design = tutorial_with("game: {player: 'player,power=7', kit: [sword]}");
    wyrm_reference reference;
    assert_ok(wyrm_design_reference(design, 2, &reference, NULL), NULL);
    assert_string_equal(reference.text, "player@2,power=7,weapon=sword");
}

TEST(a_floor_is_the_one_of_the_survey)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_threat_survey *survey;
    wyrm_threat_survey_options options = {
        .seed = 99, .runs = 20, .first_depth = 7, .last_depth = 7};
    assert_ok(wyrm_threat_survey_run(design, &options, &survey, NULL), NULL);
    uint64_t rooms = 0, over = 0;
    for (uint64_t run = 0; run < 20; run++) {
        wyrm_threat_floor *floor;
        assert_ok(wyrm_threat_floor_new(design, 99, run, 7, &floor, NULL), NULL);
        double total = 0;
        size_t monsters = 0;
        for (int32_t r = 0; r < floor->room_count; r++) {
            assert_int_equal(floor->rooms[r].first, monsters);
            monsters += floor->rooms[r].count;
            over += wyrm_threat_is_violation(floor->rooms[r].status);
            total += floor->rooms[r].threat;
        }
        assert_int_equal(monsters, floor->monster_count);
        assert_near(floor->threat, total, 1e-9); /* no bosses on this depth */
        rooms += (uint64_t)floor->room_count;
        wyrm_threat_floor_free(floor);
    }
    assert_int_equal(rooms, survey->depths[0].all.rooms);
    assert_int_equal(over, survey->violation_count);
    const wyrm_threat_violation *at = &survey->violations[0];
    wyrm_threat_floor *floor;
    assert_ok(wyrm_threat_floor_new(design, 99, at->run, at->depth, &floor, NULL), NULL);
    assert_near(floor->rooms[at->room].threat, at->threat, 1e-9);
    assert_int_equal(floor->rooms[at->room].status, WYRM_THREAT_OVER);
    wyrm_threat_floor_free(floor);
    wyrm_threat_survey_free(survey);
}

TEST(a_floor_that_cannot_be_is_refused)
{
    OWNED_DESIGN *with = yarl_with(""), *without = tutorial_with("");
    wyrm_threat_floor *floor;
    assert_int_equal(wyrm_threat_floor_new(without, 1, 0, 1, &floor, NULL), WYRM_ERROR_ARGUMENT);
    assert_int_equal(wyrm_threat_floor_new(with, 1, 0, 0, &floor, NULL), WYRM_ERROR_RANGE);
    assert_null(floor);
    assert_ok(wyrm_threat_floor_new(with, 1, 0, 26, &floor, NULL),
              NULL); /* counts as the last band */
    assert_int_equal(floor->band, 4);
    wyrm_threat_floor_free(floor);
}
