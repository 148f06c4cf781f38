/* Surveys of threat: sampled floors against the exact distributions and for consistency. */
#include "with_dungeons.h"

#include <wyrm/streams.h>
#include <wyrm/threat_survey.h>

#define SEED 4711

RELEASED_BY(wyrm_threat_survey, wyrm_threat_survey_free)
#define OWNED_SURVEY OWNED(wyrm_threat_survey)

static wyrm_threat_survey *survey_of(const wyrm_design *design, wyrm_threat_survey_options options)
{
    wyrm_threat_survey *survey;
    if (options.seed == 0)
        options.seed = SEED;
    assert_works(wyrm_threat_survey_run(design, &options, &survey, &last_error));
    assert_non_null(survey);
    return survey;
}

static void assert_share(const wyrm_ratio_estimate *rooms, double wanted)
{
    wyrm_interval interval = wyrm_ratio_interval(rooms, 0.99999);
    if (wanted < interval.low - 1e-12 || wanted > interval.high + 1e-12)
        fail_msg("%.0f of %.0f, wanted %g", rooms->y, rooms->x, wanted);
}

/* Statuses of normal rooms, from the exact distributions of a room. */
static void assert_depth_is_exact(const wyrm_design *design, const wyrm_threat_depth *depth)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    const wyrm_threat_figures *normal = &depth->roles[WYRM_ROOM_NORMAL];
    OWNED_PMF *count, *threat;
    double unit;
    assert_ok(wyrm_encounter_room_monsters(encounter, depth->depth, &count, NULL), NULL);
    assert_ok(wyrm_encounter_room_threat(encounter, depth->depth, &unit, &threat, NULL), NULL);
    int64_t least = (int64_t)ceil(depth->room_budget.low / unit - 1e-9);
    int64_t most = (int64_t)floor(depth->room_budget.high / unit + 1e-9);
    double empty = wyrm_pmf_at(count, 0);
    double over = wyrm_pmf_tail(threat, most + 1);
    double under = 1 - wyrm_pmf_tail(threat, least) - (least > 0 ? empty : 0);
    assert_share(&normal->statuses[WYRM_THREAT_EMPTY], empty);
    assert_share(&normal->statuses[WYRM_THREAT_OVER], over);
    assert_share(&normal->statuses[WYRM_THREAT_UNDER], fmax(under, 0));
    assert_share(&normal->statuses[WYRM_THREAT_OK], 1 - empty - over - fmax(under, 0));
    wyrm_interval mean = wyrm_ratio_interval(&normal->mean, 0.99999);
    assert_true(mean.low <= wyrm_pmf_mean(threat) * unit + 1e-9);
    assert_true(mean.high >= wyrm_pmf_mean(threat) * unit - 1e-9);
}

TEST(sampled_rooms_agree_with_exact_ones)
{
    static const char *const aims[] = {"none", "reject", "fill"};
    for (size_t i = 0; i < LENGTH_OF(aims); i++) {
        char changes[64];
        snprintf(changes, sizeof changes, "encounter: {budget: %s}\n", aims[i]);
        OWNED_DESIGN *design = yarl_with(changes);
        OWNED_SURVEY *survey =
            survey_of(design, (wyrm_threat_survey_options){.runs = 1000, .threads = 2});
        assert_int_equal(survey->depth_count, 25);
        for (int32_t d = 0; d < survey->depth_count; d++)
            assert_depth_is_exact(design, &survey->depths[d]);
    }
}

static uint64_t count_over(const wyrm_threat_survey *survey)
{
    uint64_t over = 0;
    for (int32_t d = 0; d < survey->depth_count; d++)
        over += (uint64_t)survey->depths[d].all.statuses[WYRM_THREAT_OVER].y;
    return over;
}

/* Generation without a budget violates it, and generation with it does not. */
TEST(the_check_fails_where_generation_does_not_heed_the_budget)
{
    OWNED_DESIGN *none = yarl_with(""), *reject = yarl_with("encounter: {budget: reject}\n");
    OWNED_SURVEY *free_rooms = survey_of(none, (wyrm_threat_survey_options){.runs = 100});
    OWNED_SURVEY *held = survey_of(reject, (wyrm_threat_survey_options){.runs = 100});
    assert_true(count_over(free_rooms) > 0);
    assert_int_equal(free_rooms->violation_count, count_over(free_rooms));
    assert_int_equal(free_rooms->kept, WYRM_THREAT_SURVEY_VIOLATIONS);
    assert_int_equal(count_over(held), 0);
    assert_int_equal(held->violation_count, 0);
    assert_int_equal(held->kept, 0);
}

/* The game's generator uses a budget, but not that of the check: this is found, too. */
TEST(a_check_with_a_tighter_budget_finds_what_generation_let_through)
{
    OWNED_DESIGN *made = yarl_with("encounter: {budget: reject}\n");
    OWNED_DESIGN *judged = yarl_with("encounter: {budget: reject}\n"
                                     "threat: {room_budget: {B1: [0, 50]}}\n");
    OWNED_PMF *threat;
    double unit;
    assert_ok(wyrm_encounter_room_threat(wyrm_design_encounter(made), 1, &unit, &threat, NULL),
              NULL);
    size_t over = 0;
    const wyrm_room_kind normal = {0};
    for (int64_t t = wyrm_pmf_first(threat); t <= wyrm_pmf_last(threat); t++)
        if (wyrm_pmf_at(threat, t) > 0)
            over += wyrm_threat_is_violation(
                wyrm_threat_judge(wyrm_design_threat(judged), 1, &normal, t > 0, (double)t * unit));
    assert_true(over > 0);
}

TEST(filled_rooms_are_never_under_their_budget)
{
    OWNED_DESIGN *design = yarl_with("encounter: {budget: fill}\n");
    OWNED_SURVEY *survey = survey_of(design, (wyrm_threat_survey_options){.runs = 100});
    for (int32_t d = 0; d < survey->depth_count; d++) {
        assert_int_equal(survey->depths[d].all.statuses[WYRM_THREAT_UNDER].y, 0);
        assert_int_equal(survey->depths[d].all.statuses[WYRM_THREAT_OVER].y, 0);
    }
}

/* Generates the floor of a violation again, and adds up the threat of its room. */
TEST(a_violation_can_be_looked_at_again)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *survey =
        survey_of(design, (wyrm_threat_survey_options){.runs = 20, .violations = 5000});
    FREED wyrm_map *map = calloc(1, sizeof *map);
    FREED wyrm_population *population = calloc(1, sizeof *population);
    assert_non_null(map);
    assert_non_null(population);
    assert_int_equal(survey->kept, survey->violation_count);
    assert_true(survey->kept > 100);
    for (size_t i = 0; i < survey->kept; i += 7) {
        const wyrm_threat_violation *found = &survey->violations[i];
        wyrm_difficulty difficulty = difficulty_at(design, found->depth);
        wyrm_rng rng = wyrm_rng_start(SEED, found->run, WYRM_STREAM_MAP, (uint64_t)found->depth);
        wyrm_mapper_rooms(wyrm_design_mapper(design), found->depth == 25, &rng, map);
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design),
                                           .loot = wyrm_design_loot(design)},
                      &difficulty, map, SEED, found->run, NULL, population);
        double total = 0;
        uint32_t monsters = 0;
        for (size_t m = 0; m < population->monster_count; m++) {
            if (population->monsters[m].room != found->room)
                continue;
            monsters++;
            total += wyrm_threat_at(wyrm_design_threat(design),
                                    (size_t)population->monsters[m].spawn.monster, found->depth,
                                    population->monsters[m].spawn.elite);
        }
        assert_int_equal(monsters, found->monsters);
        assert_near(total, found->threat, 1e-6);
        assert_int_equal(population->kinds[found->room].role, found->role);
        assert_true(found->threat > found->budget);
        assert_near(found->budget,
                    wyrm_threat_room_budget(wyrm_design_threat(design), found->depth).high, 0);
        if (i > 0) {
            const wyrm_threat_violation *before = found - 1;
            assert_true(before->depth < found->depth ||
                        (before->depth == found->depth && before->run <= found->run));
        }
    }
}

TEST(violations_are_counted_beyond_those_that_are_kept)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *few =
        survey_of(design, (wyrm_threat_survey_options){.runs = 20, .violations = 3});
    OWNED_SURVEY *all =
        survey_of(design, (wyrm_threat_survey_options){.runs = 20, .violations = 100000});
    assert_int_equal(few->kept, 3);
    assert_int_equal(few->violation_count, all->violation_count);
    assert_int_equal(all->kept, all->violation_count);
    for (size_t i = 0; i < few->kept; i++) {
        assert_int_equal(few->violations[i].run, all->violations[i].run);
        assert_int_equal(few->violations[i].room, all->violations[i].room);
    }
}

TEST(figures_add_up)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *survey = survey_of(design, (wyrm_threat_survey_options){.runs = 60});
    uint64_t in_bands[WYRM_BANDS_MAX] = {0};
    for (int32_t d = 0; d < survey->depth_count; d++) {
        const wyrm_threat_depth *depth = &survey->depths[d];
        uint64_t statuses = 0, roles = 0;
        for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
            statuses += (uint64_t)depth->all.statuses[s].y;
        for (int r = 0; r < WYRM_ROOM_ROLE_COUNT; r++)
            roles += depth->roles[r].rooms;
        assert_int_equal(depth->depth, d + 1);
        assert_int_equal(depth->band, d / 5);
        assert_int_equal(statuses, depth->all.rooms);
        assert_int_equal(roles, depth->all.rooms);
        assert_int_equal(depth->rooms.count, 60);
        assert_near(depth->rooms.mean * 60, (double)depth->all.rooms, 1e-6);
        assert_int_equal(depth->roles[WYRM_ROOM_MINIBOSS].rooms,
                         d + 1 == 10 || d + 1 == 15 || d + 1 == 20 ? 60 : 0);
        assert_int_equal(depth->roles[WYRM_ROOM_END_BOSS].rooms, d + 1 == 25 ? 60 : 0);
        assert_int_equal(depth->all.statuses[WYRM_THREAT_BOSS].y,
                         depth->roles[WYRM_ROOM_MINIBOSS].rooms +
                             depth->roles[WYRM_ROOM_END_BOSS].rooms);
        assert_int_equal(depth->all.statuses[WYRM_THREAT_SPIKE].y,
                         depth->roles[WYRM_ROOM_TREASURE].rooms);
        assert_true(depth->under + depth->over <= 60);
        in_bands[depth->band] += depth->all.rooms;
    }
    for (int band = 0; band < WYRM_BANDS_MAX; band++)
        assert_int_equal(survey->bands[band].rooms, in_bands[band]);
}

/* Quantiles and floors, counted again from the floors themselves. */
TEST(quantiles_and_floors_are_those_of_the_sample)
{
    enum { RUNS = 40, DEPTH = 8 };
    OWNED_DESIGN *design = yarl_with("threat: {floor_budget: {B2: [1400, 1800]}}\n");
    OWNED_SURVEY *survey = survey_of(
        design,
        (wyrm_threat_survey_options){.runs = RUNS, .first_depth = DEPTH, .last_depth = DEPTH});
    FREED wyrm_map *map = calloc(1, sizeof *map);
    FREED wyrm_population *population = calloc(1, sizeof *population);
    FREED double *totals = calloc((size_t)RUNS * WYRM_MAP_ROOMS_MAX, sizeof *totals);
    assert_true(map && population && totals);
    size_t rooms = 0;
    uint64_t under = 0, over = 0;
    for (uint64_t run = 0; run < RUNS; run++) {
        wyrm_difficulty difficulty = difficulty_at(design, DEPTH);
        wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, DEPTH);
        wyrm_mapper_rooms(wyrm_design_mapper(design), false, &rng, map);
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design)}, &difficulty,
                      map, SEED, run, NULL, population);
        double floor_total = 0;
        for (size_t m = 0; m < population->monster_count; m++) {
            double threat = wyrm_threat_at(wyrm_design_threat(design),
                                           (size_t)population->monsters[m].spawn.monster, DEPTH,
                                           population->monsters[m].spawn.elite);
            totals[rooms + (size_t)population->monsters[m].room] += threat;
            floor_total += threat;
        }
        rooms += (size_t)map->room_count;
        under += floor_total < 1400 - 1e-6;
        over += floor_total > 1800 + 1e-6;
    }
    qsort(totals, rooms, sizeof *totals, by_size);
    const wyrm_threat_depth *depth = &survey->depths[0];
    assert_int_equal(survey->depth_count, 1);
    assert_int_equal(depth->all.rooms, rooms);
    assert_near(depth->all.p05, totals[(size_t)ceil(0.05 * (double)rooms) - 1], 1e-6);
    assert_near(depth->all.p50, totals[(size_t)ceil(0.50 * (double)rooms) - 1], 1e-6);
    assert_near(depth->all.p95, totals[(size_t)ceil(0.95 * (double)rooms) - 1], 1e-6);
    assert_int_equal(depth->under, under);
    assert_int_equal(depth->over, over);
    assert_true(under > 0 && over > 0);
}

TEST(depths_behind_the_last_count_as_the_last_band)
{
    OWNED_DESIGN *design = yarl_with("");
    OWNED_SURVEY *survey = survey_of(
        design, (wyrm_threat_survey_options){.runs = 20, .first_depth = 25, .last_depth = 27});
    assert_int_equal(survey->depth_count, 3);
    for (int32_t d = 0; d < 3; d++) {
        assert_int_equal(survey->depths[d].band, 4);
        assert_near(survey->depths[d].room_budget.high, 300, 0);
    }
    assert_int_equal(survey->depths[1].roles[WYRM_ROOM_END_BOSS].rooms, 0);
}

static bool stop_at_half(double done, void *context)
{
    *(double *)context = done;
    return done < 0.5;
}

TEST(what_makes_no_sense_is_told)
{
    OWNED_DESIGN *yarl = yarl_with(""), *tutorial = tutorial_with("");
    wyrm_threat_survey *survey;
    wyrm_error error;
    wyrm_threat_survey_options options = {.seed = 1, .runs = 10, .first_depth = 5, .last_depth = 4};
    assert_int_equal(wyrm_threat_survey_run(tutorial, NULL, &survey, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the ruleset gives no threat to its monsters (yarl does)");
    assert_null(survey);
    assert_int_equal(wyrm_threat_survey_run(yarl, &options, &survey, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "depth 4 is above depth 5");
    options = (wyrm_threat_survey_options){.first_depth = -1};
    assert_int_equal(wyrm_threat_survey_run(yarl, &options, &survey, &error), WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "depths must be from 1 to 10000");
    options = (wyrm_threat_survey_options){.last_depth = 201};
    assert_int_equal(wyrm_threat_survey_run(yarl, &options, &survey, &error), WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "more than 200 depths");
    options = (wyrm_threat_survey_options){.runs = 1, .first_depth = 200, .last_depth = 200};
    assert_ok(wyrm_threat_survey_run(yarl, &options, &survey, &error), &error);
    wyrm_threat_survey_free(survey);
    double done = 0;
    options = (wyrm_threat_survey_options){
        .runs = 50, .threads = 2, .progress = stop_at_half, .context = &done};
    assert_int_equal(wyrm_threat_survey_run(yarl, &options, &survey, &error), WYRM_ERROR_LIMIT);
    assert_null(survey);
    assert_true(done >= 0.5 && done < 0.6);
}
