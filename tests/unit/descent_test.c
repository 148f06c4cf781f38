/* Descents: sampled dungeons, with the same bits on any number of threads. */
#include "helpers.h"

#include <math.h>

#include <wyrm/descent.h>
#include <wyrm/streams.h>

#include "sim/internal.h"

RELEASED_BY(wyrm_descents, wyrm_descents_free)
#define OWNED_DESCENTS OWNED(wyrm_descents)

static wyrm_descents *descend(const wyrm_design *design, uint64_t runs, unsigned threads)
{
    wyrm_descents *descents;
    wyrm_error error;
    wyrm_descent_options options = {.seed = 42, .runs = runs, .threads = threads};
    assert_int_equal(wyrm_descend(design, &options, &descents, &error), WYRM_OK);
    return descents;
}

static void assert_same_descents(const wyrm_descents *a, const wyrm_descents *b)
{
    assert_int_equal(a->runs, b->runs);
    assert_int_equal(a->cut_off, b->cut_off);
    assert_int_equal(a->depth_count, b->depth_count);
    assert_memory_equal(a->final_counts, b->final_counts, sizeof a->final_counts);
    assert_memory_equal(&a->final_depth, &b->final_depth, sizeof a->final_depth);
    for (int32_t i = 0; i < a->depth_count; i++) {
        assert_int_equal(a->depths[i].depth, b->depths[i].depth);
        assert_memory_equal(&a->depths[i].rooms, &b->depths[i].rooms, sizeof(wyrm_moments) * 6);
    }
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    OWNED_DESIGN *design = ruggrogue();
    OWNED_DESCENTS *one = descend(design, 2600, 1);
    const unsigned threads[] = {0, 2, 7};
    for (int i = 0; i < 3; i++) {
        OWNED_DESCENTS *other = descend(design, 2600, threads[i]);
        assert_same_descents(one, other);
    }
}

/* One dungeon walked by hand, in the documented order. */
TEST(a_descent_is_the_game_walked_by_hand)
{
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design = ruggrogue();
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    OWNED_DESCENTS *descents = descend(design, 1, 1);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    for (int32_t depth = 1; depth <= descents->depth_count; depth++) {
        bool final = wyrm_encounter_is_final(encounter, &difficulty);
        wyrm_rng rng = wyrm_rng_start(42, 0, WYRM_STREAM_MAP, (uint64_t)depth);
        wyrm_mapper_generate(wyrm_design_mapper(design), final, &rng, &map);
        wyrm_encounter_enter(encounter, &difficulty);
        wyrm_populate(
            &(wyrm_floor_models){.encounter = encounter, .loot = wyrm_design_loot(design)},
            &difficulty, &map, 42, 0, NULL, &population);
        wyrm_encounter_settle(encounter, &difficulty, population.experience);
        const wyrm_depth_figures *figures = &descents->depths[depth - 1];
        assert_int_equal(figures->depth, depth);
        assert_int_equal(figures->rooms.count, 1);
        assert_true(figures->rooms.mean == map.room_count);
        assert_true(figures->monsters.mean == (double)population.monster_count);
        assert_true(figures->items.mean == (double)population.item_count);
        assert_true(figures->experience.mean == (double)population.experience);
        assert_true(figures->tracker.mean == wyrm_encounter_level(encounter, &difficulty));
        assert_true(figures->monster_level.x == (double)population.monster_count);
        assert_int_equal(final, depth == descents->depth_count);
        wyrm_encounter_descend(encounter, &difficulty);
    }
    assert_true(descents->final_depth.mean == descents->depth_count);
    assert_int_equal(descents->final_counts[descents->depth_count], 1);
}

/* Every dungeon that has ended is missing at all greater depths, and only there. */
TEST(counts_and_final_depths_agree)
{
    OWNED_DESIGN *design = ruggrogue();
    OWNED_DESCENTS *descents = descend(design, 3000, 2);
    uint64_t ended = 0;
    assert_int_equal(descents->runs, 3000);
    assert_int_equal(descents->cut_off, 0);
    for (int32_t depth = 1; depth <= descents->depth_count; depth++) {
        assert_int_equal(descents->depths[depth - 1].rooms.count, 3000 - ended);
        ended += descents->final_counts[depth];
    }
    assert_int_equal(ended, 3000);
    assert_int_equal(descents->final_depth.count, 3000);
    /* Depth 1 has the initial tracker, two pieces of starting gear and a ration. */
    assert_true(descents->depths[0].tracker.min == 1 && descents->depths[0].tracker.max == 1);
    assert_true(wyrm_ratio_estimate_value(&descents->depths[0].monster_level) == 1);
    assert_true(descents->depths[0].items.min >= 3);
}

static double expected_monsters(const wyrm_depth_figures *figures, double per_room)
{
    return (figures->rooms.mean - 1) * 0.5 * per_room;
}

/* Means that follow from the rules by hand: half of the rooms but one, 1 to `most` monsters
 * each. */
TEST(monsters_follow_from_rooms)
{
    const double per_room[] = {1, 1, 1.5, 1.5, 2, 2};
    OWNED_DESIGN *design = ruggrogue();
    OWNED_DESCENTS *descents = descend(design, 4000, 2);
    for (int i = 0; i < 6; i++) {
        const wyrm_depth_figures *figures = &descents->depths[i];
        double error = 5 * wyrm_moments_sd(&figures->monsters) / sqrt(4000);
        assert_true(fabs(figures->monsters.mean - expected_monsters(figures, per_room[i])) < error);
    }
    assert_true(fabs(descents->depths[0].experience.mean - 10 * descents->depths[0].monsters.mean) <
                1e-9);
}

TEST(a_dungeon_without_an_end_is_cut_off)
{
    OWNED_DESIGN *design = ruggrogue_with("encounter: {rooms: {chance: 0}}\n");
    OWNED_DESCENTS *descents = descend(design, 20, 3);
    assert_int_equal(descents->cut_off, 20);
    assert_int_equal(descents->depth_count, WYRM_DESCENT_DEPTH_MAX);
    assert_int_equal(descents->final_depth.count, 0);
    assert_int_equal(descents->depths[199].monsters.count, 20);
    assert_true(descents->depths[199].monsters.max == 0);
}

static bool stop_at_half(double done, void *context)
{
    double *last = context;
    assert_true(done > *last && done <= 1);
    *last = done;
    return done < 0.5;
}

TEST(progress_can_stop_the_work)
{
    OWNED_DESIGN *design = ruggrogue();
    for (unsigned threads = 1; threads <= 3; threads++) {
        double done = 0;
        wyrm_descents *descents;
        wyrm_error error;
        wyrm_descent_options options = {.seed = 1,
                                        .runs = 3000,
                                        .threads = threads,
                                        .progress = stop_at_half,
                                        .context = &done};
        assert_int_equal(wyrm_descend(design, &options, &descents, &error), WYRM_ERROR_LIMIT);
        assert_null(descents);
        assert_true(done >= 0.5 && done < 0.7);
    }
}

/* Half-widths of at most 1 % at every depth that half of the dungeons reach, with the default
 * number of runs: measured with an eighth of them, which widens by the root of eight. */
TEST(the_default_number_of_runs_is_enough)
{
    OWNED_DESIGN *design = ruggrogue();
    uint64_t runs = WYRM_DESCENT_RUNS / 8;
    OWNED_DESCENTS *descents = descend(design, runs, 2);
    for (int32_t i = 0; i < descents->depth_count; i++) {
        const wyrm_depth_figures *figures = &descents->depths[i];
        const wyrm_moments *means[] = {&figures->rooms, &figures->monsters, &figures->items,
                                       &figures->experience, &figures->tracker};
        if (figures->rooms.count < runs / 2)
            break;
        for (int m = 0; m < 5; m++) {
            wyrm_interval interval = wyrm_mean_interval(means[m], 0.95);
            assert_true((interval.high - interval.low) / 2 / sqrt(8) < 0.01 * means[m]->mean);
        }
    }
}

static void square(const sim_share *share)
{
    uint64_t *calls = share->scratch;
    ++*calls;
    *(uint64_t *)share->result = 0;
    for (uint64_t i = share->first; i < share->first + share->count; i++)
        *(uint64_t *)share->result += i * i;
}

typedef struct merged {
    sim_work work;
    unsigned threads;
    uint64_t next, sum, fails_at;
} merged;

static void take_in_order(const sim_share *share)
{
    merged *taken = share->context;
    assert_int_equal(share->first, taken->next);
    base_must(share->arena, taken->next == taken->fails_at ? WYRM_ERROR_RANGE : WYRM_OK);
    taken->next += share->count;
    taken->sum += *(const uint64_t *)share->result;
}

static void do_work(base_arena *arena, void *context)
{
    merged *taken = context;
    sim_work_run(arena, &taken->work, taken->threads);
}

TEST(shares_are_merged_in_order_until_one_of_them_fails)
{
    const uint64_t counts[] = {0, 1, 2, 9, 1000};
    for (size_t b = 0; b < sizeof counts / sizeof *counts; b++)
        for (unsigned threads = 0; threads <= 9; threads += 3)
            for (uint64_t fails_at = 6; fails_at <= 2006; fails_at += 2000) {
                uint64_t count = counts[b], wanted = 0;
                base_arena arena = {0};
                merged taken = {.threads = threads, .fails_at = fails_at};
                taken.work = (sim_work){.count = count,
                                        .share = 3,
                                        .result_size = sizeof(uint64_t),
                                        .scratch_size = sizeof(uint64_t),
                                        .run = square,
                                        .merge = take_in_order,
                                        .context = &taken};
                wyrm_status status = base_run(&arena, do_work, &taken);
                bool fails = fails_at < count;
                for (uint64_t i = 0; i < (fails ? fails_at : count); i++)
                    wanted += i * i;
                assert_int_equal(status, fails ? WYRM_ERROR_RANGE : WYRM_OK);
                assert_int_equal(taken.next, fails ? fails_at : count);
                assert_int_equal(taken.sum, wanted);
                base_release(&arena);
            }
}
