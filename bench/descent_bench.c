/* Whole dungeons a second on one thread and on two, beside a loop that carves every map and clears
 * every population; and the sampling error of the default number of runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <wyrm/descent.h>
#include <wyrm/streams.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Makes one dungeon the naive way; returns its final depth. */
static int32_t walk(const wyrm_design *design, uint64_t run, wyrm_map *map,
                    wyrm_population *population)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    for (bool final = false;;) {
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MAP, (uint64_t)difficulty.depth);
        final = wyrm_encounter_is_final(encounter, &difficulty);
        memset(map, 0, sizeof *map);
        memset(population, 0, sizeof *population);
        wyrm_mapper_generate(wyrm_design_mapper(design), final, &rng, map);
        wyrm_encounter_enter(encounter, &difficulty);
        wyrm_populate(
            &(wyrm_floor_models){.encounter = encounter, .loot = wyrm_design_loot(design)},
            &difficulty, map, 1, run, NULL, population);
        wyrm_encounter_settle(encounter, &difficulty, population->experience);
        if (final || difficulty.depth >= WYRM_DESCENT_DEPTH_MAX)
            return difficulty.depth;
        wyrm_encounter_descend(encounter, &difficulty);
    }
}

static double walks_a_second(const wyrm_design *design, uint64_t runs)
{
    static wyrm_map map;
    static wyrm_population population;
    double begun = now(), depths = 0;
    for (uint64_t run = 0; run < runs; run++)
        depths += walk(design, run, &map, &population);
    return depths > 0 ? (double)runs / (now() - begun) : 0;
}

static wyrm_descents *descend(const wyrm_design *design, unsigned threads, double *a_second)
{
    wyrm_descents *descents;
    wyrm_descent_options options = {.seed = 1, .threads = threads};
    double begun = now();
    if (wyrm_descend(design, &options, &descents, NULL) != WYRM_OK)
        return NULL;
    *a_second = (double)descents->runs / (now() - begun);
    return descents;
}

/* The widest interval of a mean, as half its width relative to the mean, over the depths that half
 * of the dungeons reach.
 */
static double worst_error(const wyrm_descents *descents)
{
    double worst = 0;
    for (int32_t i = 0; i < descents->depth_count; i++) {
        const wyrm_depth_figures *figures = &descents->depths[i];
        const wyrm_moments *means[] = {&figures->rooms, &figures->monsters, &figures->items,
                                       &figures->experience, &figures->tracker};
        for (size_t m = 0; m < sizeof means / sizeof *means; m++) {
            wyrm_interval interval = wyrm_mean_interval(means[m], 0.95);
            if (2 * means[m]->count >= descents->runs)
                worst = fmax(worst, (interval.high - interval.low) / 2 / means[m]->mean);
        }
    }
    return worst;
}

int main(void)
{
    wyrm_design *design;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    double one = 0, two = 0;
    double naive = walks_a_second(design, 1000);
    wyrm_descents *alone = descend(design, 1, &one);
    wyrm_descents *together = descend(design, 2, &two);
    if (alone && together) {
        printf("%-20s %10.0f dungeons/s  %6.1f x\n", "descent naive", naive, 1.0);
        printf("%-20s %10.0f dungeons/s  %6.1f x\n", "descent 1 thread", one, one / naive);
        printf("%-20s %10.0f dungeons/s  %6.1f x\n", "descent 2 threads", two, two / naive);
        printf("%d runs: %.2f s on one thread, means within %.2f %%\n", WYRM_DESCENT_RUNS,
               WYRM_DESCENT_RUNS / one, 100 * worst_error(alone));
    }
    bool done = alone && together;
    wyrm_descents_free(alone);
    wyrm_descents_free(together);
    wyrm_design_free(design);
    return done ? 0 : 1;
}
