/* The exact reading of rules: the tree of draws, walked by running a rule again for every branch;
 * and chains of steps, whose states are merged.
 *
 * A way is the list of draws that a run has made, each with the outcome it took. The next run
 * repeats the way up to its last draw that has an outcome left, and takes that outcome there. Every
 * draw is passed to one function as outcomes with weights; kinds of draws differ only in these. */
#include "base/rule.h"
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>
#include "base/pmf.h"

/* The possible outcomes of a draw. */
typedef struct outcomes {
    size_t count;
    double total;                                   /* sum of the weights; 0: not known yet */
    double (*weight)(const void *of, size_t index); /* NULL: 1 each */
    const void *of;
} outcomes;

/* A draw on the way. */
typedef struct branch {
    const char *name;
    size_t count, index;
    double weight; /* probability of the way up to this draw */
    bool more;     /* there are outcomes after this one */
} branch;

struct rule_reading {
    base_arena *arena;
    const char *what;
    rule_body *body;
    const void *of;
    void (*visit)(void *context, int64_t result, double probability);
    void *context;
    branch *way;          /* array of RULE_DRAWS_MAX */
    size_t length, depth; /* draws on the way; how many of them this run has made */
    double start, weight; /* probability before any draw; now */
    int64_t spread; /* the run has so many more results, ascending from its own, all as likely */
    double cut;     /* probability that was not followed */
    jmp_buf abandoned;
    /* For the explained reading, which needs none of the above. */
    rule_step *steps;
    size_t most_steps, step_count;
};

static double weight_of(const outcomes *draw, size_t index)
{
    return draw->weight ? draw->weight(draw->of, index) : 1;
}

/* Fails, naming the draw with the most outcomes. */
static _Noreturn void fail_for_size(struct rule_reading *all, const char *limit, uint64_t most)
{
    const branch *widest = &all->way[0];
    for (size_t i = 1; i < all->length; i++)
        if (all->way[i].count > widest->count)
            widest = &all->way[i];
    base_refuse(all->arena, WYRM_ERROR_LIMIT,
                "%s has more than %" PRIu64 " %s: the draw '%s' alone has %zu", all->what, most,
                limit, widest->name, widest->count);
}

/* Returns the first outcome from `index` on with a weight; the count if there is none. */
static size_t next_outcome(const outcomes *draw, size_t index)
{
    while (index < draw->count && !(weight_of(draw, index) > 0))
        index++;
    return index;
}

/* Returns the outcome of a draw that this run takes. */
static size_t follow(struct rule_reading *all, const char *name, const outcomes *draw)
{
    if (all->depth == RULE_DRAWS_MAX)
        fail_for_size(all, "draws", RULE_DRAWS_MAX);
    branch *here = &all->way[all->depth++];
    if (all->depth > all->length) {
        *here = (branch){.name = name, .count = draw->count};
        all->length = all->depth;
    } else if (here->count != draw->count) {
        base_refuse(all->arena, WYRM_ERROR_ARGUMENT,
                    "%s does not draw the same twice: '%s' changes", all->what, name);
    }
    if (all->depth == all->length) {
        here->index = next_outcome(draw, here->index);
        if (here->index == draw->count)
            base_refuse(all->arena, WYRM_ERROR_ARGUMENT, "%s has nothing to choose from in '%s'",
                        all->what, name);
        here->more = next_outcome(draw, here->index + 1) < draw->count;
        double total = draw->weight ? draw->total : (double)draw->count;
        for (size_t i = 0; !(draw->total > 0) && draw->weight && i < draw->count; i++)
            total += weight_of(draw, i);
        here->weight = all->weight * weight_of(draw, here->index) / total;
    }
    all->weight = here->weight;
    if (all->weight < RULE_CUT * all->start) {
        all->cut += all->weight;
        longjmp(all->abandoned, 1);
    }
    return here->index;
}

/* Runs the rule for every way; *followed counts them. */
static void follow_all(struct rule_reading *all, uint64_t *followed)
{
    rule_draws r = {.reading = all};
    (void)setjmp(all->abandoned); /* a way was given up: on with the next */
    for (;;) {
        while (*followed > 0 && all->length > 0 && !all->way[all->length - 1].more)
            all->length--;
        if (*followed > 0 && all->length == 0)
            return;
        if (*followed > 0)
            all->way[all->length - 1].index++;
        if ((*followed)++ == RULE_OUTCOMES_MAX)
            fail_for_size(all, "outcomes", RULE_OUTCOMES_MAX);
        all->depth = 0;
        all->spread = 0;
        all->weight = all->start;
        int64_t result = all->body(&r, all->of);
        for (int64_t i = 0; i <= all->spread; i++)
            all->visit(all->context, result + i, all->weight / (double)(all->spread + 1));
    }
}

#define WAY_WORK 50 /* steps charged for a way, roughly */

/* Calls `visit` with every result and its probability times `weight`; a result may come several
 * times. Part of a job, which ends where rule_exact would fail. Returns the probability that was
 * cut off. */
static double follow_rule(base_arena *arena, const char *what, rule_body *body, const void *of,
                          double weight,
                          void (*visit)(void *context, int64_t result, double probability),
                          void *context)
{
    branch way[RULE_DRAWS_MAX];
    uint64_t followed = 0;
    struct rule_reading all = {.arena = arena,
                               .what = what,
                               .body = body,
                               .of = of,
                               .visit = visit,
                               .context = context,
                               .way = way,
                               .start = weight};
    follow_all(&all, &followed);
    base_spend(arena, WYRM_COST_FLOORS, WAY_WORK * followed);
    return all.cut;
}

/* ---- distributions ---- */

/* Probabilities of results, from `first` on. */
typedef struct masses {
    base_arena *arena;
    int64_t first;
    size_t length;
    double *of;
} masses;

/* Adds to the probability of a result. The array grows where it is needed, with spare room on that
 * side. */
static void add_mass(void *context, int64_t result, double probability)
{
    masses *to = context;
    bool below = to->length > 0 && result < to->first;
    bool above = to->length > 0 && result - to->first >= (int64_t)to->length;
    if (to->length == 0 || below || above) {
        int64_t first = to->length == 0 || below ? result : to->first;
        int64_t length = below ? to->first + (int64_t)to->length - first : result + 1 - first;
        if (length > (int64_t)WYRM_PMF_MAX_LENGTH)
            base_refuse(to->arena, WYRM_ERROR_RANGE,
                        "a rule has results from %" PRId64 " to %" PRId64 ", more than %zu", first,
                        first + length - 1, WYRM_PMF_MAX_LENGTH);
        int64_t spare = length < (int64_t)WYRM_PMF_MAX_LENGTH / 2 ? length + 16 : 0;
        int64_t start = below ? first - spare : first;
        double *wider = base_array(to->arena, double, (size_t)(length + spare));
        if (to->length > 0)
            memcpy(wider + (to->first - start), to->of, to->length * sizeof *wider);
        *to = (masses){to->arena, start, (size_t)(length + spare), wider};
    }
    to->of[result - to->first] += probability;
}

typedef struct exact_job {
    const char *what;
    rule_body *body;
    const void *of;
    wyrm_pmf *pmf;
    double cut;
} exact_job;

static void read_exactly(base_arena *arena, void *context)
{
    exact_job *job = context;
    masses all = {.arena = arena};
    job->cut = follow_rule(arena, job->what, job->body, job->of, 1, add_mass, &all);
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, all.length);
    for (size_t i = 0; i < all.length; i++)
        pairs[i] = (wyrm_weighted){all.first + (int64_t)i, all.of[i]};
    base_must(arena, wyrm_pmf_from_pairs(pairs, all.length, &job->pmf, &arena->error));
}

wyrm_status rule_exact(const char *what, rule_body *body, const void *of, wyrm_pmf **out,
                       double *cut, wyrm_error *error)
{
    exact_job job = {.what = what, .body = body, .of = of};
    wyrm_status status = base_do(read_exactly, &job, error);
    *out = job.pmf;
    if (cut)
        *cut = job.cut;
    return status;
}

/* ---- draws ---- */

int64_t rule_explain(rule_body *body, const void *of, wyrm_rng *rng, rule_step *steps, size_t most,
                     size_t *count)
{
    struct rule_reading all = {.steps = steps, .most_steps = most};
    rule_draws r = {rng, &all};
    int64_t result = body(&r, of);
    *count = all.step_count;
    return result;
}

/* Explained: writes a draw down and returns it. Exact: returns the outcome to follow. `from` is the
 * value of outcome 0. */
static int64_t read(rule_draws *r, const char *name, const outcomes *draw, int64_t from,
                    int64_t drawn)
{
    struct rule_reading *all = r->reading;
    if (!r->rng)
        return from + (int64_t)follow(all, name, draw);
    double total = draw->total > 0 ? draw->total : 0;
    for (size_t i = 0; !(draw->total > 0) && i < draw->count; i++)
        total += weight_of(draw, i);
    if (all->step_count < all->most_steps)
        all->steps[all->step_count] =
            (rule_step){name, drawn, weight_of(draw, (size_t)(drawn - from)) / total};
    all->step_count++;
    return drawn;
}

int64_t rule_read_between(rule_draws *r, const char *name, int64_t least, int64_t greatest)
{
    outcomes draw = {.count = greatest > least ? (size_t)(greatest - least) + 1 : 1};
    return read(r, name, &draw, least, r->rng ? wyrm_rng_between(r->rng, least, greatest) : 0);
}

static double nth(const void *weights, size_t index)
{
    return ((const double *)weights)[index];
}

/* A draw of two outcomes: `from`, or the next number with a weight of `second` out of `total`. */
static int64_t either(rule_draws *r, const char *name, double total, double second, int64_t from,
                      int64_t drawn)
{
    const double weights[] = {total - second, second};
    outcomes draw = {.count = 2, .total = total, .weight = nth, .of = weights};
    return read(r, name, &draw, from, drawn);
}

bool rule_read_likely(rule_draws *r, const char *name, double probability)
{
    double yes = fmin(fmax(probability, 0), 1);
    return either(r, name, 1, yes, 0, r->rng && wyrm_rng_real(r->rng) < probability);
}

bool rule_read_chance(rule_draws *r, const char *name, uint64_t numerator, uint64_t denominator)
{
    double of = (double)denominator, yes = fmin((double)numerator, of);
    return either(r, name, denominator == 0 ? 1 : of, yes, 0,
                  r->rng && wyrm_rng_chance(r->rng, numerator, denominator));
}

int64_t rule_read_round(rule_draws *r, const char *name, double value)
{
    double whole = floor(fmin(fmax(isnan(value) ? 0 : value, -0x1p53), 0x1p53));
    double fraction = fmin(fmax(value - whole, 0), 1);
    return either(r, name, 1, fraction, (int64_t)whole, r->rng ? wyrm_rng_round(r->rng, value) : 0);
}

int64_t rule_read_amount(rule_draws *r, const char *name, const wyrm_pmf *pmf,
                         const wyrm_alias *alias)
{
    outcomes draw = {.count = pmf->length, .total = 1, .weight = nth, .of = pmf->probabilities};
    return read(r, name, &draw, pmf->first, r->rng ? wyrm_alias_draw(alias, r->rng) : 0);
}

/* Outcome 0 represents the first `alike`. */
static double alike_weight(const void *alike, size_t index)
{
    return index == 0 ? (double)*(const size_t *)alike : 1;
}

size_t rule_read_alike(rule_draws *r, const char *name, size_t count, size_t alike)
{
    if (r->rng)
        return (size_t)rule_read_between(r, name, 0, (int64_t)count - 1);
    outcomes draw = {.count = 1 + count - alike, .weight = alike_weight, .of = &alike};
    size_t index = follow(r->reading, name, &draw);
    return index == 0 ? 0 : alike + index - 1;
}

int64_t rule_read_result(rule_draws *r, int64_t least, int64_t greatest)
{
    if (r->rng)
        return rule_read_between(r, "result", least, greatest);
    r->reading->spread = greatest > least ? greatest - least : 0;
    return least;
}

/* Weights that a function returns. */
typedef struct choice {
    uint64_t (*weight)(const void *of, size_t index);
    const void *of;
} choice;

static double weight_of_choice(const void *of, size_t index)
{
    const choice *from = of;
    return (double)from->weight(from->of, index);
}

size_t rule_choose(rule_draws *r, const char *name, size_t count,
                   uint64_t (*weight)(const void *of, size_t index), const void *of)
{
    const choice from = {weight, of};
    const outcomes draw = {.count = count, .weight = weight_of_choice, .of = &from};
    if (!r->rng)
        return follow(r->reading, name, &draw);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight(of, i);
    uint64_t drawn = wyrm_rng_below(r->rng, sum) + 1;
    size_t index = 0;
    for (uint64_t running = weight(of, 0); running < drawn; running += weight(of, index))
        index++;
    return r->reading ? (size_t)read(r, name, &draw, 0, (int64_t)index) : index;
}

static double running_weight(const void *of, size_t index)
{
    const uint64_t *running = of;
    return (double)(running[index] - (index > 0 ? running[index - 1] : 0));
}

size_t rule_read_running(rule_draws *r, const char *name, size_t count, const uint64_t *running)
{
    const outcomes draw = {.count = count,
                           .total = (double)running[count - 1],
                           .weight = running_weight,
                           .of = running};
    size_t drawn = r->rng ? rule_pick(running, wyrm_rng_below(r->rng, running[count - 1])) : 0;
    return (size_t)read(r, name, &draw, 0, (int64_t)drawn);
}

int64_t rule_sum(rule_draws *r, const char *name, const wyrm_amount *const *amounts, size_t count)
{
    int64_t sum = 0;
    size_t length = 1;
    if (r->rng) {
        for (size_t i = 0; i < count; i++)
            sum += rule_roll(r, name, amounts[i]);
        return sum;
    }
    for (size_t i = 0; i < count; i++) {
        sum += amounts[i]->least;
        length += (size_t)(amounts[i]->most - amounts[i]->least);
    }
    /* Counts the ways to every sum: each amount spreads what was there. Each value of a range is
     * one way, so that counts stay whole numbers. */
    double *ways = base_array(r->reading->arena, double, length);
    double *wider = base_array(r->reading->arena, double, length);
    ways[0] = 1;
    for (size_t i = 0, used = 1; i < count; i++) {
        const double *chances = wyrm_pmf_probabilities(amounts[i]->pmf);
        size_t span = (size_t)(amounts[i]->most - amounts[i]->least);
        memset(wider, 0, length * sizeof *wider);
        for (size_t j = 0; j < used; j++)
            for (size_t k = 0; k <= span; k++)
                wider[j + k] += ways[j] * (amounts[i]->alias ? chances[k] : 1.0);
        used += span;
        double *swap = ways;
        ways = wider;
        wider = swap;
    }
    const outcomes draw = {.count = length, .weight = nth, .of = ways};
    return sum + (int64_t)follow(r->reading, name, &draw);
}

/* ---- chains ---- */

/* The steps out of one state, while they are followed. */
typedef struct chain_step {
    const rule_chain *chain;
    void *of;
    size_t from;
    double *to;
    double times; /* probability that the chain makes this step at all */
    void (*seen)(void *of, int64_t result, double times);
} chain_step;

static void take_step(void *context, int64_t result, double probability)
{
    chain_step *at = context;
    at->chain->take(at->of, result);
    at->to[at->chain->state(at->of)] += probability;
    at->chain->enter(at->of, at->from);
    if (at->seen && result >= 0)
        at->seen(at->of, result, at->times * probability);
}

static void step_from(base_arena *arena, chain_step *at, size_t from, double probability)
{
    at->from = from;
    at->chain->enter(at->of, from);
    follow_rule(arena, at->chain->name, at->chain->step, at->of, probability, take_step, at);
}

/* Probabilities that the number of steps is this, and that it is higher. */
static double chance_of(const rule_chain *chain, int32_t steps)
{
    if (chain->number)
        return wyrm_pmf_at(chain->number->pmf, steps);
    return steps >= chain->least ? 1.0 / (chain->most - chain->least + 1) : 0.0;
}

static double chance_of_more(const rule_chain *chain, int32_t steps)
{
    if (chain->number)
        return wyrm_pmf_tail(chain->number->pmf, steps + 1);
    int32_t further = chain->most - (steps >= chain->least ? steps : chain->least - 1);
    return 1.0 / (chain->most - chain->least + 1) * further;
}

void rule_chain_follow(base_arena *arena, const rule_chain *chain, void *of, double *ends,
                       void (*seen)(void *of, int64_t result, double times))
{
    double *now = base_array(arena, double, chain->states);
    double *next = base_array(arena, double, chain->states);
    chain_step at = {.chain = chain, .of = of, .seen = seen};
    memset(ends, 0, chain->states * sizeof *ends);
    now[0] = 1;
    for (int32_t steps = 0; steps <= chain->most; steps++) {
        double chance = chance_of(chain, steps);
        for (size_t i = 0; i < chain->states && chance > 0 && steps > 0; i++)
            ends[i] += chance * now[i];
        if (steps == chain->most)
            break;
        at.times = chance_of_more(chain, steps);
        at.to = next;
        memset(next, 0, chain->states * sizeof *next);
        for (size_t i = 0; i < chain->states; i++)
            if (now[i] > 0)
                step_from(arena, &at, i, now[i]);
        double *swap = now;
        now = next;
        next = swap;
    }
    at.times = 1;
    at.to = ends;
    for (size_t i = 0; chain->goes_on && i < chain->states; i++) {
        double probability = ends[i];
        chain->enter(of, i);
        if (!(probability > 0) || !chain->goes_on(of))
            continue;
        ends[i] = 0;
        step_from(arena, &at, i, probability);
    }
    ends[0] += chance_of(chain, 0); /* with no step at all it ends in state 0 */
}
