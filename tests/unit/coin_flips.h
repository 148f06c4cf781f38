/* A game with known probabilities: a dungeon of 6 stages, each of which is survived with one
 * chance, and in which a run may be stopped by a limit. */
#ifndef WYRM_TESTS_COIN_FLIPS_H
#define WYRM_TESTS_COIN_FLIPS_H

#include "helpers.h"

#include <wyrm/external_runs.h>
#include <wyrm/rng.h>

enum { FLIP_STAGES = 6, FLIP_GOLD = 0, FLIP_HIT, FLIP_KEY, FLIP_LEAD, FLIP_WEAPON, FLIP_TURNS };

#define FLIP_SURVIVED   0.8
#define FLIP_UNFINISHED 0.02 /* share of runs that enter a stage */
#define FLIP_GOLD_MEAN  3.0  /* per stage: geometric */

static const wyrm_external_metric flip_metrics[] = {
    [FLIP_GOLD] = {"gold", WYRM_EXTERNAL_AMOUNT, "gold", ""},
    [FLIP_HIT] = {"hit", WYRM_EXTERNAL_SHARE, "", "attacks that hit"}, /* 3 in 10 */
    [FLIP_KEY] = {"key", WYRM_EXTERNAL_SHARE, "", ""},                 /* one run in four */
    [FLIP_LEAD] = {"lead", WYRM_EXTERNAL_NUMBER, "", ""},       /* as often above 0 as below */
    [FLIP_WEAPON] = {"weapon", WYRM_EXTERNAL_CATEGORY, "", ""}, /* 1 in 100: relic */
    [FLIP_TURNS] = {"turns", WYRM_EXTERNAL_BY_STAGE, "", ""},   /* 20, exponential */
};
static const char *const flip_agents[] = {"coin"};
static const wyrm_external_hello flip_hello = {.name = "coin flips",
                                               .version = "1",
                                               .agent_count = 1,
                                               .agents = flip_agents,
                                               .metric_count = LENGTH_OF(flip_metrics),
                                               .metrics = flip_metrics,
                                               .stage = "depth",
                                               .last_stage = FLIP_STAGES,
                                               .seeded = true};

/* A run, and the memory it points to. */
typedef struct flip_run {
    wyrm_external_run run;
    wyrm_external_value values[LENGTH_OF(flip_metrics)];
    double turns[FLIP_STAGES];
} flip_run;

/* Makes a run of a player who survives a stage with that chance. *made is filled, and valid until
 * it is filled again. */
static inline const wyrm_external_run *flip_with(flip_run *made, uint64_t seed, uint64_t number,
                                                 double survived)
{
    wyrm_rng rng = wyrm_rng_start(seed, number, 1, 0);
    double gold = 0;
    *made = (flip_run){.run = {.run = number, .seed = number, .cause = "", .why = "", .log = ""}};
    wyrm_external_run *run = &made->run;
    run->outcome = "won";
    run->values = made->values;
    while (run->end == WYRM_EXTERNAL_WON && run->stage < FLIP_STAGES) {
        run->stage++;
        gold += floor(log(1 - wyrm_rng_real(&rng)) / log(FLIP_GOLD_MEAN / (1 + FLIP_GOLD_MEAN)));
        made->turns[run->stage - 1] = -20 * log(1 - wyrm_rng_real(&rng));
        bool unfinished = wyrm_rng_real(&rng) < FLIP_UNFINISHED;
        bool lost = wyrm_rng_real(&rng) >= survived;
        run->end = unfinished ? WYRM_EXTERNAL_UNFINISHED
                   : lost     ? WYRM_EXTERNAL_LOST
                              : WYRM_EXTERNAL_WON;
        run->outcome = unfinished ? "unfinished" : lost ? "lost" : "won";
    }
    if (run->end == WYRM_EXTERNAL_LOST)
        run->cause = wyrm_rng_chance(&rng, 1, 50) ? "a \"deep\" pit" : "orc";
    uint64_t attacks = wyrm_rng_below(&rng, 12), hits = 0;
    double chance = 0.6 * wyrm_rng_real(&rng); /* its own */
    for (uint64_t i = 0; i < attacks; i++)
        hits += wyrm_rng_real(&rng) < chance;
    made->values[FLIP_GOLD] = (wyrm_external_value){.told = true, .number = gold};
    made->values[FLIP_HIT] =
        (wyrm_external_value){.told = true, .number = (double)hits, .of = (double)attacks};
    made->values[FLIP_KEY] =
        (wyrm_external_value){.told = true, .number = wyrm_rng_chance(&rng, 1, 4), .of = 1};
    double plus = log(1 - wyrm_rng_real(&rng));
    made->values[FLIP_LEAD] =
        (wyrm_external_value){.told = true, .number = plus - log(1 - wyrm_rng_real(&rng))};
    made->values[FLIP_WEAPON] = (wyrm_external_value){
        .told = true, .word = wyrm_rng_chance(&rng, 1, 100) ? "relic" : "axe"};
    made->values[FLIP_TURNS] =
        (wyrm_external_value){.told = true, .count = (size_t)run->stage, .by_stage = made->turns};
    return run;
}

static inline const wyrm_external_run *flip(flip_run *made, uint64_t seed, uint64_t number)
{
    return flip_with(made, seed, number, FLIP_SURVIVED);
}

RELEASED_BY(wyrm_external_accumulator, wyrm_external_accumulator_free)
RELEASED_BY(wyrm_external_summary, wyrm_external_summary_free)

/* The summary of runs `first` to `first + count - 1` of a seed. The caller frees it. */
static inline wyrm_external_summary *flip_summary(uint64_t seed, uint64_t first, uint64_t count)
{
    OWNED(wyrm_external_accumulator) *summing = NULL;
    wyrm_external_summary *summary = NULL;
    flip_run made;
    assert_works(wyrm_external_accumulator_new(&flip_hello, seed, &summing, &last_error));
    for (uint64_t i = first; i < first + count; i++)
        assert_works(wyrm_external_accumulator_add(summing, flip(&made, seed, i), &last_error));
    assert_works(wyrm_external_accumulator_sum(summing, &summary, &last_error));
    return summary;
}

#endif
