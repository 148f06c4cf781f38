/* Shared by the solvers of fights: the hit points of one fighter under attacks, and the results of
 * a fight.
 *
 * The inner loops work on whole blocks of adjacent hit points, each an independent sum in the order
 * of damages, so that every compiler and every vector width gives the same bits. Only damages that
 * lead from cells with some probability are added: a chain that begins at one value is narrow for
 * its first turns. */
#include "combat/chain.h"
#include <math.h>
#include <string.h>
#include "combat/internal.h"

/* Blows less likely than this are left out: they cannot be seen in a result, and would soon leave
 * the range of normal doubles. */
#define LEAST_BLOW 1e-100

#define BLOCK      8

chain_needs chain_needs_of(const wyrm_pmf *damage, int64_t top)
{
    const int64_t last = wyrm_pmf_last(damage);
    chain_needs needs;
    needs.longest = greater(0, lesser(last, top - 1));
    needs.blows = (size_t)greater(0, needs.longest - wyrm_pmf_first(damage) + 1);
    needs.doubles = needs.blows + (size_t)lesser(last, top) + 1;
    return needs;
}

chain_odds chain_odds_of(const wyrm_pmf *damage, int64_t top, double *doubles, int32_t *blows)
{
    const double *probability = wyrm_pmf_probabilities(damage);
    const int64_t first = wyrm_pmf_first(damage), last = wyrm_pmf_last(damage);
    chain_odds odds = {.chance = doubles, .by = blows};
    odds.tail = doubles + chain_needs_of(damage, top).blows;
    for (int64_t value = first; value <= lesser(last, top - 1); value++) {
        if (probability[value - first] < LEAST_BLOW)
            continue;
        odds.chance[odds.count] = probability[value - first];
        odds.by[odds.count++] = (int32_t)value;
        odds.longest = value;
    }
    /* Tails are summed from above, so that small ones keep their digits. */
    odds.reach = lesser(last, top);
    double sum = 0.0;
    for (int64_t value = last; value >= 1; value--) {
        if (value >= first)
            sum += probability[value - first];
        if (value <= odds.reach)
            odds.tail[value] = sum;
    }
    odds.tail[0] = 1.0;
    odds.some = odds.reach >= 1 ? odds.tail[1] : 0.0;
    odds.none = first <= 0 ? probability[-first] : 0.0;
    return odds;
}

/* Blocks begin at `top` at most, and a blow reads a block up to `longest` past one. */
size_t chain_doubles(int64_t top, int64_t longest)
{
    return (size_t)(top + longest + 2 * BLOCK);
}

void chain_start(hp_chain *chain, const chain_odds *suffers, int64_t top, double regeneration,
                 uint32_t before, double *doubles)
{
    chain->at = doubles;
    memset(chain->at, 0, chain_doubles(top, suffers->longest) * sizeof *chain->at);
    chain->least = 1;
    chain->greatest = 0;
    chain->top = top;
    chain->alive = 0.0;
    chain->suffers = suffers;
    chain->regeneration = fmin(regeneration, (double)top);
    chain->before = before;
    chain->given = combat_regenerated(chain->regeneration, before);
}

void chain_put(hp_chain *chain, int64_t hp, double chance)
{
    chain->at[hp] = chance;
    chain->least = chain->least > chain->greatest ? hp : chain->least;
    chain->greatest = hp;
    chain->alive += chance;
}

uint64_t chain_work(const hp_chain *chain)
{
    const chain_odds *odds = chain->suffers;
    int64_t width = chain->greatest - greater(1, chain->least - odds->longest) + BLOCK;
    return (uint64_t)width * (uint64_t)(odds->count + 2) + 32;
}

/* Vectors of adjacent hit points. Lanes do not mix, so that wide vectors give the same bits as
 * narrow ones. */
typedef double narrow __attribute__((vector_size(16), aligned(8), may_alias));
typedef double wide __attribute__((vector_size(32), aligned(8), may_alias));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Computes the hit points from `block` on after the damages `first` to `past` (excluded), in enough
 * parallel sums for none to wait for another. */
#define STRIKE(name, lanes, count)                                                                 \
    ALWAYS_INLINE void name(const chain_odds *odds, size_t first, size_t past, double *block)      \
    {                                                                                              \
        lanes now[count] = {{0.0}};                                                                \
        for (size_t i = first; i < past; i++) {                                                    \
            const lanes *from = (const lanes *)(block + odds->by[i]);                              \
            for (int k = 0; k < (count); k++)                                                      \
                now[k] += from[k] * odds->chance[i];                                               \
        }                                                                                          \
        for (int k = 0; k < (count); k++)                                                          \
            ((lanes *)block)[k] = now[k];                                                          \
    }
STRIKE(strike_1_narrow, narrow, 4)
STRIKE(strike_2_narrow, narrow, 8)
STRIKE(strike_1_wide, wide, 2)
STRIKE(strike_4_wide, wide, 8)

/* Applies a blow in place: the new probability of h comes from h and more, at or past the block
 * that is being written. Only damages are used that lead from `least` to `greatest`, where the
 * chain is above 0, into the block: the others add nothing. Returns where the last block ends. */
ALWAYS_INLINE double *strike_all(const chain_odds *odds, double *at, int64_t start, int64_t least,
                                 int64_t greatest, bool is_wide)
{
    const int64_t most = is_wide ? 4 : 2;
    size_t first = odds->count, past = odds->count;
    while (start <= greatest) {
        const bool single = start + (most - 1) * BLOCK > greatest;
        const int64_t size = single ? BLOCK : most * BLOCK;
        while (first > 0 && odds->by[first - 1] > least - start - size)
            first--;
        while (past > 0 && odds->by[past - 1] > greatest - start)
            past--;
        if (single)
            (is_wide ? strike_1_wide : strike_1_narrow)(odds, first, past, at + start);
        else
            (is_wide ? strike_4_wide : strike_2_narrow)(odds, first, past, at + start);
        start += size;
    }
    return at + start;
}

/* Uses wide registers if the processor has them, as nearly all x86-64 do. */
#ifdef __x86_64__
__attribute__((target("avx2"))) static double *
strike_in_wide(const chain_odds *odds, double *at, int64_t start, int64_t least, int64_t greatest)
{
    return strike_all(odds, at, start, least, greatest, true);
}
#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define strike_in_wide strike_in_narrow
#define HAS_WIDE       false
#endif

static double *strike_in_narrow(const chain_odds *odds, double *at, int64_t start, int64_t least,
                                int64_t greatest)
{
    return strike_all(odds, at, start, least, greatest, false);
}

double chain_strike_by(hp_chain *chain, bool is_wide)
{
    if (chain->least > chain->greatest) {
        chain->alive = 0.0;
        return 0.0;
    }
    const chain_odds *odds = chain->suffers;
    /* Sums are made in four lanes, added in a fixed order. */
    double dead[4] = {0.0}, alive[4] = {0.0};
    int64_t last = lesser(chain->greatest, odds->reach), h = chain->least;
    for (; h + 3 <= last; h += 4)
        for (int k = 0; k < 4; k++)
            dead[k] += chain->at[h + k] * odds->tail[h + k];
    for (; h <= last; h++)
        dead[0] += chain->at[h] * odds->tail[h];
    const int64_t least = chain->least;
    chain->least = greater(1, chain->least - odds->longest);
    const double *start = chain->at + chain->least;
    const double *end = (is_wide ? strike_in_wide : strike_in_narrow)(odds, chain->at, chain->least,
                                                                      least, chain->greatest);
    for (const double *at = start; at < end; at += 4)
        for (int k = 0; k < 4; k++)
            alive[k] += at[k];
    chain->alive = (alive[0] + alive[2]) + (alive[1] + alive[3]);
    /* Cells that are cut off are set to 0, as later blows read them. */
    while (chain->greatest >= chain->least && chain->at[chain->greatest] < CHAIN_LEAST)
        chain->at[chain->greatest--] = 0.0;
    while (chain->least <= chain->greatest && chain->at[chain->least] < CHAIN_LEAST)
        chain->at[chain->least++] = 0.0;
    return (dead[0] + dead[1]) + (dead[2] + dead[3]);
}

double chain_strike(hp_chain *chain)
{
    return chain_strike_by(chain, HAS_WIDE);
}

void chain_regenerate(hp_chain *chain, uint32_t turn)
{
    if (!(chain->regeneration > 0.0))
        return;
    const int64_t given = combat_regenerated(chain->regeneration, chain->before + turn);
    const int64_t gain = given - chain->given;
    chain->given = given;
    if (gain <= 0 || chain->least > chain->greatest)
        return;
    double *at = chain->at, full = 0.0;
    /* from these hit points on the gain reaches the maximum */
    int64_t capped = greater(chain->least, chain->top - gain);
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

/* ---- Results ---- */

/* Makes a distribution; *out stays NULL if no weight is above 0. */
static void make_pmf(base_arena *arena, const wyrm_weighted *pairs, size_t count, wyrm_pmf **out)
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, pairs[i].weight);
    if (most > 0.0)
        base_must(arena, wyrm_pmf_from_pairs(pairs, count, out, &arena->error));
}

void fight_make_turns(base_arena *arena, double (*ends)[FIGHT_SIDES], size_t turns, int winner,
                      wyrm_pmf **out)
{
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, turns);
    for (size_t i = 0; i < turns; i++)
        pairs[i] = (wyrm_weighted){(int64_t)i + 1, winner == FIGHT_SIDES ? ends[i][0] + ends[i][1]
                                                                         : ends[i][winner]};
    make_pmf(arena, pairs, turns, out);
}

void fight_make_left(base_arena *arena, const double *left, int64_t most, double lost,
                     wyrm_pmf **out)
{
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, (size_t)most + 1);
    for (int64_t h = 0; h <= most; h++)
        pairs[h] = (wyrm_weighted){h, h == 0 ? lost : left[h]};
    make_pmf(arena, pairs, (size_t)most + 1, out);
}

void fight_write_left(wyrm_duel *out, const double *left, int64_t most, double won, double lost)
{
    const double finished = won + lost;
    double sum = 0.0;
    for (int64_t h = 1; h <= most; h++)
        sum += (double)h * left[h];
    const double mean = sum / finished;
    double squares = lost * mean * mean;
    for (int64_t h = 1; h <= most; h++)
        squares += left[h] * ((double)h - mean) * ((double)h - mean);
    out->hp_left_mean = mean;
    out->hp_left_sd = sqrt(squares / finished);
    if (won > 0.0)
        out->hp_left_mean_given_win = sum / won;
}

void fight_write_interval(wyrm_duel *out, uint32_t fights)
{
    const double z = 1.959963984540054, n = fights, p = out->p_win, more = z * z / n;
    const double middle = (p + more / 2.0) / (1.0 + more);
    const double half = z * sqrt(p * (1.0 - p) / n + more / (4.0 * n)) / (1.0 + more);
    out->fights = fights;
    out->p_win_low = p > 0.0 ? fmax(0.0, middle - half) : 0.0;
    out->p_win_high = p < 1.0 ? fmin(1.0, middle + half) : 1.0;
}

void wyrm_duel_distributions_free(wyrm_duel_distributions *distributions)
{
    if (!distributions)
        return;
    wyrm_pmf *const all[] = {distributions->turns, distributions->turns_given_win,
                             distributions->hp_left, distributions->hp_left_given_win,
                             distributions->opponent_hp_left};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        wyrm_pmf_free(all[i]);
    memset(distributions, 0, sizeof *distributions);
}
