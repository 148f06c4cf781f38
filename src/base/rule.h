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
 * Three things keep the tree small: a sum of dice is one draw (rule_sum), outcomes that come to the
 * same are followed once (rule_alike), and what is a repetition of one step is a chain
 * (rule_chain), whose equal states are merged after every step.
 *
 * Drawn, a draw costs what the random stream costs and one comparison. Names are for people; they
 * must outlive the reading. */
#ifndef WYRM_SRC_BASE_RULE_H
#define WYRM_SRC_BASE_RULE_H

#include <wyrm/pmf.h>
#include "base/amount.h"
#include "base/arena.h"

/* Outcomes of a rule, or of one step of a chain, that are followed; draws on the way to one. */
#define RULE_OUTCOMES_MAX 2000000
#define RULE_DRAWS_MAX    256

/* Ways less likely than this are not followed: a rule that may go on for ever still ends. Their
 * probability is told (rule_exact). */
#define RULE_CUT 1e-30

typedef struct rule_draws {
    wyrm_rng *rng;                /* NULL: read exactly */
    struct rule_reading *reading; /* NULL: drawn, and nothing else is wanted */
} rule_draws;

typedef int64_t rule_body(rule_draws *r, const void *of);

/* A draw that was made. */
typedef struct rule_step {
    const char *name;
    int64_t value;
    double chance; /* that it comes to this value */
} rule_step;

/* The result of one run. *rng moves as if there were no rule: by the draws, in their order. */
static inline int64_t rule_draw(rule_body *body, const void *of, wyrm_rng *rng)
{
    rule_draws r = {.rng = rng};
    return body(&r, of);
}

/* The same with its draws, at most `most` of them, in steps[]; *count becomes how many were made.
 */
int64_t rule_explain(rule_body *body, const void *of, wyrm_rng *rng, rule_step *steps, size_t most,
                     size_t *count);

/* The distribution of the result. `what` names the rule in messages; *cut, unless it is NULL,
 * becomes the probability of the ways that were not followed, which the others share.
 * WYRM_ERROR_LIMIT  more than RULE_OUTCOMES_MAX outcomes or RULE_DRAWS_MAX draws: the message says
 *                   which draw has the most
 * and the failures of a pmf */
WYRM_MUST_CHECK wyrm_status rule_exact(const char *what, rule_body *body, const void *of,
                                       wyrm_pmf **out, double *cut, wyrm_error *error);

/* ---- draws ---- */

/* Behind the draws below, where more than a draw is wanted. */
int64_t rule_read_between(rule_draws *r, const char *name, int64_t least, int64_t greatest);
bool rule_read_chance(rule_draws *r, const char *name, uint64_t numerator, uint64_t denominator);
bool rule_read_likely(rule_draws *r, const char *name, double probability);
int64_t rule_read_round(rule_draws *r, const char *name, double value);
int64_t rule_read_amount(rule_draws *r, const char *name, const wyrm_pmf *pmf,
                         const wyrm_alias *alias);
size_t rule_read_alike(rule_draws *r, const char *name, size_t count, size_t alike);
size_t rule_read_running(rule_draws *r, const char *name, size_t count, const uint64_t *running);
int64_t rule_read_result(rule_draws *r, int64_t least, int64_t greatest);

/* Each of least..greatest equally likely; as wyrm_rng_between. */
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

/* True with a probability; one wyrm_rng_real. */
static inline bool rule_likely(rule_draws *r, const char *name, double probability)
{
    return r->reading ? rule_read_likely(r, name, probability)
                      : wyrm_rng_real(r->rng) < probability;
}

/* Up with the probability of the fraction, else down; as wyrm_rng_round. */
static inline int64_t rule_round(rule_draws *r, const char *name, double value)
{
    return r->reading ? rule_read_round(r, name, value) : wyrm_rng_round(r->rng, value);
}

/* A value of a distribution. `alias` is the same made quick to draw from. */
static inline int64_t rule_amount(rule_draws *r, const char *name, const wyrm_pmf *pmf,
                                  const wyrm_alias *alias)
{
    return r->reading ? rule_read_amount(r, name, pmf, alias) : wyrm_alias_draw(alias, r->rng);
}

/* A random whole number as a ruleset has it; as amount_draw. */
static inline int64_t rule_roll(rule_draws *r, const char *name, const wyrm_amount *amount)
{
    return !r->reading     ? amount_draw(amount, r->rng)
           : amount->alias ? rule_read_amount(r, name, amount->pmf, amount->alias)
                           : rule_read_between(r, name, amount->least, amount->most);
}

/* One of 0..count-1, each equally likely, of which those below `alike` come to the same: exactly, 0
 * stands for all of them. As wyrm_rng_below. */
static inline size_t rule_alike(rule_draws *r, const char *name, size_t count, size_t alike)
{
    return r->reading ? rule_read_alike(r, name, count, alike)
                      : (size_t)wyrm_rng_below(r->rng, count);
}

/* As rule_between, for a rule that returns the draw as it is: exactly, all are one outcome. */
static inline int64_t rule_result(rule_draws *r, int64_t least, int64_t greatest)
{
    return r->reading ? rule_read_result(r, least, greatest)
                      : wyrm_rng_between(r->rng, least, greatest);
}

/* One of `count` things in proportion to their weights, whose sum must be above 0: the first whose
 * weight, added to those before it, is at least a number drawn from 1..sum. */
size_t rule_choose(rule_draws *r, const char *name, size_t count,
                   uint64_t (*weight)(const void *of, size_t index), const void *of);

/* The same with the sums of the weights up to each. */
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

/* The sum of some amounts, each drawn by rule_roll; exactly, one draw of their sum. */
int64_t rule_sum(rule_draws *r, const char *name, const wyrm_amount *const *amounts, size_t count);

/* ---- chains ---- */

/* A rule that repeats one step: a number of times, each of least..most equally likely or as an
 * amount says, and then, where there was any step, as long as it goes on. What a step does depends
 * on a state only, so that the exact reading follows states instead of ways: after every step equal
 * ones are merged. */
typedef struct rule_chain {
    const char *name; /* of the draw of the number of steps */
    int32_t least, most;
    const wyrm_amount *number; /* of steps, within least..most; NULL: each equally likely */
    rule_body *step;           /* what happens, in the state that `of` is in */
    void (*take)(void *of, int64_t result); /* puts `of` into the state after it */
    bool (*goes_on)(const void *of); /* a further step; NULL: there is none. It must raise the
                                               number of the state, or the chain ends there */
    /* Of the exact reading: states by number, below `states`; it starts with 0. */
    size_t states;
    void (*enter)(void *of, size_t state);
    size_t (*state)(const void *of);
} rule_chain;

/* Inline, so that a chain whose functions are known is drawn without a call through them. */
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

/* Fills ends[chain->states] with the chances of the states in which it ends. `seen`, unless it is
 * NULL, is called for every step with a result of at least 0 and how often it comes, on average.
 * Part of a job, which ends where rule_exact would fail. */
void rule_chain_follow(base_arena *arena, const rule_chain *chain, void *of, double *ends,
                       void (*seen)(void *of, int64_t result, double times));

#endif
