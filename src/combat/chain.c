/* How many attacks kill: a renewal chain with one side. */
#include "base/arena.h"
#include "combat/internal.h"

#include <math.h>
#include <string.h>

#include <wyrm/duel.h>

/* ---- chain ----
 *
 * A renewal chain over hit points. The inner loop adds, for every blow that can be survived, a
 * multiple of the distribution shifted by its damage; it works on whole blocks of neighbouring hit
 * points, each an independent sum in the order of damages, so that every compiler and every width
 * of vector gives the same bits. */

#define BLOCK 8

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A blow reads a block at most `longest` past one that begins at most at `top`. */
static size_t at_space(int64_t top, int64_t longest)
{
    return (size_t)(top + longest + 2 * BLOCK);
}

static int64_t longest_survivable(const wyrm_pmf *damage, int64_t top)
{
    return greater(0, lesser(wyrm_pmf_last(damage), top - 1));
}

wyrm_chain_needs wyrm_chain_space(const wyrm_pmf *damage, int64_t top)
{
    int64_t longest = longest_survivable(damage, top);
    size_t blows = (size_t)greater(0, longest - wyrm_pmf_first(damage) + 1);
    size_t tails = (size_t)lesser(wyrm_pmf_last(damage), top) + 1;
    return (wyrm_chain_needs){.doubles = at_space(top, longest) + blows + tails, .blows = blows};
}

/* tail[h] from above, so that small tails keep their digits. */
static void fill_tail(wyrm_chain *chain, const wyrm_pmf *damage, double *tail)
{
    const double *probability = wyrm_pmf_probabilities(damage);
    int64_t first = wyrm_pmf_first(damage);
    double sum = 0.0;
    for (int64_t value = wyrm_pmf_last(damage); value > chain->reach; value--)
        sum += value >= first ? probability[value - first] : 0.0;
    for (int64_t value = chain->reach; value >= 1; value--) {
        if (value >= first)
            sum += probability[value - first];
        tail[value] = sum;
    }
    tail[0] = 1.0;
    chain->tail = tail;
    chain->some = chain->reach >= 1 ? tail[1] : 0.0;
    chain->none = first <= 0 ? probability[-first] : 0.0;
}

static void fill_blows(wyrm_chain *chain, const wyrm_pmf *damage, double *chance, int32_t *by)
{
    const double *probability = wyrm_pmf_probabilities(damage);
    int64_t first = wyrm_pmf_first(damage);
    int64_t last = longest_survivable(damage, chain->top);
    chain->count = 0;
    chain->longest = 0;
    for (int64_t value = first; value <= last; value++) {
        if (probability[value - first] < WYRM_CHAIN_LEAST_CHANCE)
            continue;
        chance[chain->count] = probability[value - first];
        by[chain->count] = (int32_t)value;
        chain->count++;
        chain->longest = value;
    }
    chain->chance = chance;
    chain->by = by;
}

void wyrm_chain_start(wyrm_chain *chain, const wyrm_pmf *damage, int64_t hp, int64_t top,
                      double regeneration, double *space, int32_t *blows)
{
    size_t at = at_space(top, longest_survivable(damage, top));

    chain->at = space;
    memset(space, 0, at * sizeof *space);
    chain->at[hp] = 1.0;
    chain->least = chain->greatest = hp;
    chain->top = top;
    chain->alive = 1.0;
    chain->regeneration = fmin(regeneration, (double)top);
    chain->given = 0;
    chain->reach = lesser(wyrm_pmf_last(damage), top);
    fill_blows(chain, damage, space + at, blows);
    fill_tail(chain, damage, space + at + wyrm_chain_space(damage, top).blows);
}

uint64_t wyrm_chain_work(const wyrm_chain *chain)
{
    int64_t width = chain->greatest - greater(1, chain->least - chain->longest) + BLOCK;
    return (uint64_t)width * (uint64_t)(chain->count + 2) + 32;
}

static double killed(const wyrm_chain *chain)
{
    double sum[4] = {0.0};
    int64_t last = lesser(chain->greatest, chain->reach);
    int64_t h = chain->least;
    for (; h + 3 <= last; h += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += chain->at[h + k] * chain->tail[h + k];
    for (; h <= last; h++)
        sum[0] += chain->at[h] * chain->tail[h];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* The sum of whole blocks from `start` to before `end`, in lanes that add up in a fixed order. */
static double sum_of(const double *start, const double *end)
{
    double sum[4] = {0.0};
    for (; start < end; start += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += start[k];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* In place: new hit points h come from h and more, which stand at or past the block being written.
 * Returns the sum of all. */
static double advance(wyrm_chain *chain)
{
    const size_t count = chain->count;
    const double *chance = chain->chance;
    const int32_t *by = chain->by;
    chain->least = greater(1, chain->least - chain->longest);
    double *start = chain->at + chain->least;
    double *last = chain->at + chain->greatest;
    double *block = start;
    for (; block <= last; block += BLOCK) {
        double now[BLOCK] = {0.0};
        for (size_t i = 0; i < count; i++) {
            const double *from = block + by[i];
            for (int k = 0; k < BLOCK; k++)
                now[k] += chance[i] * from[k];
        }
        for (int k = 0; k < BLOCK; k++)
            block[k] = now[k];
    }
    return sum_of(start, block);
}

/* What is cut is set to 0: later blows read it. */
static void cut_ends(wyrm_chain *chain)
{
    while (chain->greatest >= chain->least && chain->at[chain->greatest] < WYRM_CHAIN_CUT)
        chain->at[chain->greatest--] = 0.0;
    while (chain->least <= chain->greatest && chain->at[chain->least] < WYRM_CHAIN_CUT)
        chain->at[chain->least++] = 0.0;
}

double wyrm_chain_strike(wyrm_chain *chain)
{
    if (chain->least > chain->greatest) {
        chain->alive = 0.0;
        return 0.0;
    }
    double dead = killed(chain);
    chain->alive = advance(chain);
    cut_ends(chain);
    return dead;
}

/* Hit points regenerated in all after a number of turns. The nudge keeps a decimal rate such as
 * 0.29 from losing a point at turn 100, where the product of the doubles is just below 29. */
static int64_t given_after(double regeneration, uint32_t turn)
{
    double total = regeneration * turn;
    return (int64_t)floor(total + total * 1e-12);
}

void wyrm_chain_mend(wyrm_chain *chain, uint32_t turn)
{
    if (!(chain->regeneration > 0.0))
        return;
    int64_t given = given_after(chain->regeneration, turn);
    int64_t gain = given - chain->given;
    chain->given = given;
    if (gain <= 0 || chain->least > chain->greatest)
        return;

    double *at = chain->at;
    double full = 0.0;
    int64_t capped = greater(chain->least, chain->top - gain); /* from here on it is the maximum */
    for (int64_t h = capped; h <= chain->greatest; h++) {
        full += at[h];
        at[h] = 0.0;
    }
    int64_t kept = lesser(chain->greatest, capped - 1) - chain->least + 1;
    if (kept > 0) {
        memmove(at + chain->least + gain, at + chain->least, (size_t)kept * sizeof *at);
        memset(at + chain->least, 0, (size_t)lesser(gain, kept) * sizeof *at);
    }
    chain->least = lesser(chain->least + gain, chain->top);
    chain->greatest = full > 0.0 ? chain->top : lesser(chain->greatest + gain, chain->top);
    at[chain->top] += full;
}

#define HITS_LEFT 1e-15
#define HITS_MOST ((size_t)100000)
#define WORK_MOST ((uint64_t)1000000000)

static wyrm_status check(const wyrm_pmf *damage, int64_t hp, wyrm_error *error)
{
    if (!damage || wyrm_pmf_first(damage) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "damage must not be negative");
    if (hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "hit points must be at least 1, found %lld",
                         (long long)hp);
    if (hp > WYRM_DUEL_HP_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "hit points must be at most %lld, found %lld",
                         (long long)WYRM_DUEL_HP_MAX, (long long)hp);
    if (wyrm_pmf_last(damage) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "no damage is ever done: nothing dies of it");
    return WYRM_OK;
}

/* Room for one more number of hits. */
static bool make_room(wyrm_weighted **hits, size_t *room, size_t count)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 64;
    wyrm_weighted *moved = base_resize(*hits, more * sizeof **hits);
    if (!moved)
        return false;
    *hits = moved;
    *room = more;
    return true;
}

static wyrm_status count_hits(wyrm_chain *chain, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_weighted *hits = NULL;
    size_t room = 0;
    size_t count = 0;
    uint64_t work = 0;
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && chain->alive > HITS_LEFT) {
        work += wyrm_chain_work(chain);
        if (count >= HITS_MOST || work > WORK_MOST)
            status = wyrm_fail(error, WYRM_ERROR_RANGE,
                               "it takes more attacks to kill than can be counted (%zu were, and "
                               "%.3g of the chance is left)",
                               count, chain->alive);
        else if (!make_room(&hits, &room, count))
            status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the hits that kill");
        else {
            hits[count].value = (int64_t)count + 1;
            hits[count].weight = wyrm_chain_strike(chain);
            count++;
        }
    }
    if (status == WYRM_OK)
        status = wyrm_pmf_from_pairs(hits, count, out, error);
    wyrm_free(hits);
    return status;
}

wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check(damage, hp, error);
    if (status != WYRM_OK)
        return status;
    wyrm_chain_needs needs = wyrm_chain_space(damage, hp);
    double *doubles = base_allocate(needs.doubles * sizeof *doubles);
    int32_t *blows = base_allocate((needs.blows + 1) * sizeof *blows);
    if (doubles && blows) {
        wyrm_chain chain;
        wyrm_chain_start(&chain, damage, hp, hp, 0.0, doubles, blows);
        status = count_hits(&chain, out, error);
    } else {
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the hits that kill");
    }
    wyrm_free(blows);
    wyrm_free(doubles);
    return status;
}
