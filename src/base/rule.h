/* A random rule has one description and three readings.
 *
 * A rule is a function that asks for named draws and returns a whole number; nothing else in it is
 * random. Who fills a room, how many items lie in it, which level a monster has: each is said once,
 * and read
 *   drawn      every draw takes the next words of a random stream: what the game does;
 *   explained  the same, and every draw is written down: its name, its value, its chance;
 *   exact      the function is run for every outcome of every draw, which gives the distribution of
 *              its result.
 *
 *     static int64_t damage(rule_draws *r, const void *context)
 *     {
 *         const blade *of = context;
 *         if (!rule_chance(r, "to hit", of->hits, 100))
 *             return 0;
 *         return of->plus + rule_between(r, "damage", 1, of->sides);
 *     }
 *
 *     int64_t one = rule_draw(damage, &sword, &rng);
 *     status = rule_exact("damage", damage, &sword, &pmf, NULL, &error);
 *
 * The exact reading runs the function again from its start for every outcome, as it cannot stop in
 * the middle of one: it goes down the tree of draws, and each run takes the next branch. So a rule
 * must be a function of its context and its draws alone, and cheap. It may be written in another
 * language: a script's own draws end in the ones below, and rule_exact neither knows nor cares.
 * Three things keep the tree small: a sum of dice is one draw (rule_sum), outcomes with the same
 * effect are followed once (rule_alike), and a repetition of one step is a chain (rule_chain),
 * whose equal states are merged after every step.
 *
 * Drawn, a draw costs what the random stream costs and one comparison. Names are for people; they
 * must outlive the reading. */
#ifndef WYRM_SRC_BASE_RULE_H
#define WYRM_SRC_BASE_RULE_H

#include <wyrm/pmf.h>
#include "base/amount.h"
#include "base/arena.h"

/* Limits: outcomes that are followed of a rule, or of one step of a chain; draws on the way to
 * one. */
#define RULE_OUTCOMES_MAX 2000000
#define RULE_DRAWS_MAX    256

/* Ways less likely than this are not followed, so that a rule that may go on for ever still ends.
 * rule_exact reports their probability. */
#define RULE_CUT 1e-30

typedef struct rule_draws {
    wyrm_rng *rng;                /* NULL: read exactly */
    struct rule_reading *reading; /* NULL: only drawn */
} rule_draws;

typedef int64_t rule_body(rule_draws *r, const void *of);

/* A draw, as an explanation shows it. */
typedef struct rule_step {
    const char *name;
    int64_t value;
    double chance; /* chance of this value */
} rule_step;

/* Draws: returns the result of one run. *rng moves as if there were no rule: by the draws, in
 * order. */
static inline int64_t rule_draw(rule_body *body, const void *of, wyrm_rng *rng)
{
    rule_draws r = {.rng = rng};
    return body(&r, of);
}

/* Explains: the same, with at most `most` of the draws in steps[]; *count is how many there
 * were. */
int64_t rule_explain(rule_body *body, const void *of, wyrm_rng *rng, rule_step *steps, size_t most,
                     size_t *count);

/* Computes the distribution of the result. `what` names the rule in messages; *cut (may be NULL) is
 * the probability of the ways that were not followed; the others are scaled up to 1.
 * WYRM_ERROR_LIMIT  more than RULE_OUTCOMES_MAX outcomes or RULE_DRAWS_MAX draws: the message says
 *                   which draw has the most
 * and the failures of a pmf */
WYRM_MUST_CHECK wyrm_status rule_exact(const char *what, rule_body *body, const void *of,
                                       wyrm_pmf **out, double *cut, wyrm_error *error);

/* ---- draws ---- */

/* Explained and exact readings of the draws below. */
int64_t rule_read_between(rule_draws *r, const char *name, int64_t least, int64_t greatest);
bool rule_read_chance(rule_draws *r, const char *name, uint64_t numerator, uint64_t denominator);
bool rule_read_likely(rule_draws *r, const char *name, double probability);
int64_t rule_read_round(rule_draws *r, const char *name, double value);
int64_t rule_read_amount(rule_draws *r, const char *name, const wyrm_pmf *pmf,
                         const wyrm_alias *alias);
size_t rule_read_alike(rule_draws *r, const char *name, size_t count, size_t alike);
size_t rule_read_running(rule_draws *r, const char *name, size_t count, const uint64_t *running);
int64_t rule_read_result(rule_draws *r, int64_t least, int64_t greatest);

/* Draws each of least..greatest with the same probability; as wyrm_rng_between. */
static inline int64_t rule_between(rule_draws *r, const char *name, int64_t least, int64_t greatest)
{
    return r->reading ? rule_read_between(r, name, least, greatest)
                      : wyrm_rng_between(r->rng, least, greatest);
}

/* True with probability numerator / denominator; as wyrm_rng_chance. */
static inline bool rule_chance(rule_draws *r, const char *name, uint64_t numerator,
                               uint64_t denominator)
{
    return r->reading ? rule_read_chance(r, name, numerator, denominator)
                      : wyrm_rng_chance(r->rng, numerator, denominator);
}

/* True with the probability given; one wyrm_rng_real. */
static inline bool rule_likely(rule_draws *r, const char *name, double probability)
{
    return r->reading ? rule_read_likely(r, name, probability)
                      : wyrm_rng_real(r->rng) < probability;
}

/* Rounds up with the probability of the fraction, else down; as wyrm_rng_round. */
static inline int64_t rule_round(rule_draws *r, const char *name, double value)
{
    return r->reading ? rule_read_round(r, name, value) : wyrm_rng_round(r->rng, value);
}

/* Draws a value of a distribution. `alias` is its alias table. */
static inline int64_t rule_amount(rule_draws *r, const char *name, const wyrm_pmf *pmf,
                                  const wyrm_alias *alias)
{
    return r->reading ? rule_read_amount(r, name, pmf, alias) : wyrm_alias_draw(alias, r->rng);
}

/* Draws a random whole number of a ruleset; as amount_draw. */
static inline int64_t rule_roll(rule_draws *r, const char *name, const wyrm_amount *amount)
{
    return !r->reading     ? amount_draw(amount, r->rng)
           : amount->alias ? rule_read_amount(r, name, amount->pmf, amount->alias)
                           : rule_read_between(r, name, amount->least, amount->most);
}

/* Draws one of 0..count-1, each equally likely. Those below `alike` have the same effect: the exact
 * reading follows 0 alone, with the chance of all of them. As wyrm_rng_below. */
static inline size_t rule_alike(rule_draws *r, const char *name, size_t count, size_t alike)
{
    return r->reading ? rule_read_alike(r, name, count, alike)
                      : (size_t)wyrm_rng_below(r->rng, count);
}

/* As rule_between, for a rule that returns the draw unchanged: the exact reading follows all values
 * as one outcome. */
static inline int64_t rule_result(rule_draws *r, int64_t least, int64_t greatest)
{
    return r->reading ? rule_read_result(r, least, greatest)
                      : wyrm_rng_between(r->rng, least, greatest);
}

/* Chooses one of `count` things in proportion to their weights, whose sum must be above 0: the
 * first whose weight, added to those before it, is at least a number drawn from 1..sum. */
size_t rule_choose(rule_draws *r, const char *name, size_t count,
                   uint64_t (*weight)(const void *of, size_t index), const void *of);

/* The same by running sums: rule_pick returns the first index whose sum is above `drawn`. */
static inline size_t rule_pick(const uint64_t *running, uint64_t drawn)
{
    size_t index = 0;
    while (running[index] <= drawn)
        index++;
    return index;
}
static inline size_t rule_choose_running(rule_draws *r, const char *name, size_t count,
                                         const uint64_t *running)
{
    return r->reading ? rule_read_running(r, name, count, running)
                      : rule_pick(running, wyrm_rng_below(r->rng, running[count - 1]));
}

/* Draws the sum of some amounts, each by rule_roll; in the exact reading it is one draw. */
int64_t rule_sum(rule_draws *r, const char *name, const wyrm_amount *const *amounts, size_t count);

/* ---- chains ---- */

/* A rule that repeats one step: a number of times, each of least..most equally likely or as an
 * amount says, and then, if there was any step, as long as goes_on says. A step depends only on a
 * state, so the exact reading follows states instead of ways: equal ones are merged after every
 * step. */
typedef struct rule_chain {
    const char *name; /* names the draw of the number of steps */
    int32_t least, most;
    const wyrm_amount *number; /* number of steps, within least..most; NULL: each equally likely */
    rule_body *step;           /* one step from the state of `of` */
    void (*take)(void *of, int64_t result); /* puts `of` into the state after the step */
    /* whether a further step follows; NULL: none. Such a step must raise the number of the state,
     * or the chain ends there */
    bool (*goes_on)(const void *of);
    /* For the exact reading: states have numbers below `states`; 0 is the start. */
    size_t states;
    void (*enter)(void *of, size_t state);
    size_t (*state)(const void *of);
} rule_chain;

/* Inline, so that a chain whose functions are known is drawn without indirect calls. */
static inline void rule_chain_draw(rule_draws *r, const rule_chain *chain, void *of)
{
    int64_t steps = chain->number ? rule_roll(r, chain->name, chain->number)
                                  : rule_between(r, chain->name, chain->least, chain->most);
    for (int64_t i = 0; i < steps; i++)
        chain->take(of, chain->step(r, of));
    while (steps > 0 && chain->goes_on && chain->goes_on(of)) {
        int64_t result = chain->step(r, of);
        if (result < 0)
            break;
        chain->take(of, result);
    }
}

/* Fills ends[chain->states] with the probabilities of the states in which the chain ends. `seen`
 * (may be NULL) is called for each result of at least 0 of a step with the mean number of times it
 * occurs. Part of a job, which ends where rule_exact would fail. */
void rule_chain_follow(base_arena *arena, const rule_chain *chain, void *of, double *ends,
                       void (*seen)(void *of, int64_t result, double times));

#endif
