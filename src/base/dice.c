/* The distributions of dice, a thousand of them within a twentieth of a second.
 *
 *   sums       every die adds a window of as many equal masses as it has sides. The sum over a
 *              window is built by doubling, as x^n is by squaring, so that nothing is ever
 *              subtracted and the numbers of ways stay whole as long as a double can hold them.
 *   kept ones  the values are gone through from the best: given how many dice have shown a better
 *              one, the number that shows this one is binomial. So the state is how many dice are
 *              kept and their sum, and no combination of faces is ever listed.
 *   explosions how often dice explode does not depend on the faces that they end with: the sum is
 *              sides times a negative binomial number, and dice of one side less.
 *
 * The cost is computed before the work is done: ten letters could ask for hours. */
#include "base/dice.h"
#include <float.h>
#include <math.h>
#include "base/pmf.h"

/* Working out dice: the arena, and the work that is left. */
typedef struct rolling {
    base_arena *arena;
    double *work;
} rolling;

static void spend(const rolling *r, double steps)
{
    dice_spend(r->arena, r->work, steps);
}

/* ---- sums ---- */

/* Makes the distribution of first, first + step, ... with masses[length]. */
static wyrm_pmf *from_masses(const rolling *r, int64_t first, int64_t step, const double *masses,
                             size_t length)
{
    wyrm_weighted *pairs = base_array(r->arena, wyrm_weighted, length);
    for (size_t i = 0; i < length; i++)
        pairs[i] = (wyrm_weighted){first + step * (int64_t)i, masses[i]};
    return base_pmf_of(r->arena, pairs, length);
}

wyrm_pmf *dice_add(base_arena *arena, const wyrm_pmf *a, const wyrm_pmf *b, double *work)
{
    const rolling r = {arena, work};
    wyrm_pmf *sum;
    double all = (double)(b->length * base_count_positive(a)),
           other = (double)(a->length * base_count_positive(b));
    spend(&r, 0.5 * (all < other ? all : other));
    return base_keep_pmf(arena, wyrm_pmf_add(a, b, &sum, &arena->error), &sum);
}

static void add_shifted(double *restrict sums, const double *restrict a, const double *restrict b,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        sums[i] = a[i] + b[i];
}

/* Sums over a window: result i is masses[i - sides + 1] + ... + masses[i], with 0 before the start.
 * A window is doubled by adding it to itself shifted by its width; one more mass is added where the
 * number of sides has a bit. Returns the result, one of work[2]. */
static double *sum_windows(const double *masses, size_t length, size_t sides, double *const work[2])
{
    const double *sums = masses;
    size_t width = 1, bit = 1, into = 0;
    while (bit <= sides / 2)
        bit *= 2;
    while (bit > 1) {
        add_shifted(work[into], sums, sums - width, length + 2 * width - 1);
        sums = work[into];
        into = 1 - into;
        width *= 2;
        bit /= 2;
        if (sides & bit) {
            add_shifted(work[into], sums, masses - width, length + width);
            sums = work[into];
            into = 1 - into;
            width++;
        }
    }
    return work[1 - into];
}

/* Allocates an array for sums of dice, with zeros before its start and behind what it holds. */
static double *padded(const rolling *r, size_t length, size_t sides)
{
    return base_array(r->arena, double, length + sides) + sides;
}

/* Returns the masses of the sum of dice, from all ones upwards. They are numbers of ways, all
 * divided by the same power of two, which keeps their total below 1. */
static double *sum_dice(const rolling *r, int64_t count, int64_t sides)
{
    size_t span = (size_t)(sides - 1), length = 1, room = span * (size_t)count + 1;
    double passes = 2.0, mass = 1.0; /* passes over the array: scaling, doublings and bits */
    for (int64_t bits = sides; bits > 1; bits /= 2)
        passes += 1.0 + (double)(bits % 2);
    spend(r, passes * (double)room * (double)count / 4.0);
    double *masses = padded(r, room, (size_t)sides);
    double *const work[2] = {padded(r, room, (size_t)sides), padded(r, room, (size_t)sides)};
    masses[0] = 1.0;
    for (int64_t die = 0; die < count && span > 0; die++) {
        const double *sums = sum_windows(masses, length, (size_t)sides, work);
        int exponent;
        mass = frexp(mass * (double)sides, &exponent);
        double scale = ldexp(1.0, -exponent);
        length += span;
        for (size_t i = 0; i < length; i++) {
            double scaled = sums[i] * scale;
            masses[i] = scaled < DBL_MIN ? 0.0 : scaled;
        }
    }
    return masses;
}

/* ---- explosions ---- */

/* Computes how often dice explode, all together: p(g + 1) = p(g) (dice + g) / (g + 1) / sides, from
 * (1 - 1 / sides)^dice. Stops when less than `most` is left, and returns what is left. */
static double count_explosions(const rolling *r, int64_t dice, int64_t sides, double most,
                               double **chances, size_t *count)
{
    size_t capacity = 0, made = 0;
    double chance = 1.0, left = 0.0, q = 1.0 / (double)sides;
    *chances = NULL;
    for (int64_t die = 0; die < dice; die++)
        chance *= 1.0 - q;
    for (double ratio = 1.0; ratio >= 1.0 || chance > DBL_EPSILON * most; made++) {
        *chances = base_grow(r->arena, *chances, made, &capacity, sizeof chance);
        (*chances)[made] = chance;
        ratio = q * ((double)dice + (double)made) / ((double)made + 1.0);
        chance *= ratio;
    }
    while (made > 1 && left + (*chances)[made - 1] < most)
        left += (*chances)[--made];
    *count = made;
    return left;
}

/* Returns the sum of exploding dice: sides times the number of explosions, plus dice of one side
 * less (see the head). */
static wyrm_pmf *explode(const rolling *r, int64_t dice, int64_t sides, double most, double *cut)
{
    double *chances;
    size_t count;
    *cut = count_explosions(r, dice, sides, most, &chances, &count);
    size_t length = (size_t)(dice * (sides - 2)) + 1;
    wyrm_pmf *faces = from_masses(r, dice, 1, sum_dice(r, dice, sides - 1), length);
    return dice_add(r->arena, from_masses(r, 0, sides, chances, count), faces, r->work);
}

/* ---- dice of which some are kept ---- */

/* Keeping the best dice, value by value from the best: `rows[n]` has the chances that n dice
 * were better than the values left, by what they lack from the best in total, which is at most
 * span * n. */
typedef struct keeping {
    size_t dice, keep, span;
    double **rows;
    double *kept; /* result, by what the kept dice lack */
} keeping;

/* Processes the value that lacks `lack` from the best: each of the dice that were not better shows
 * it or a worse one with odds here : below. Once enough dice are better or equal, they are the kept
 * ones. */
static void show(keeping *k, size_t better, size_t lack, double here, double below)
{
    const size_t left = k->dice - better, wanted = k->keep - better, length = better * lack + 1;
    const double odds = here / below, q = here / (here + below);
    double chance = 1.0, enough = 0.0;
    for (size_t die = 0; die < left; die++)
        chance *= below / (here + below);
    const double none = chance;
    for (size_t shown = 1; shown <= left; shown++) {
        chance *= (double)(left - shown + 1) / (double)shown * odds;
        if (shown < wanted)
            base_add_scaled(k->rows[better + shown] + shown * lack, k->rows[better], length,
                            chance);
        else
            enough += chance;
        if (shown >= wanted && (double)shown > (double)left * q && chance < 1e-20 * enough)
            break;
    }
    base_add_scaled(k->kept + wanted * lack, k->rows[better], length, enough);
    for (size_t i = 0; i < length; i++)
        k->rows[better][i] *= none;
}

/* Returns what the best `keep` of `dice` lack in total, if one die lacks i with chance die[i]. Rows
 * are processed from the fullest, so that each is used before anything is added to it. */
static double *keep_best(const rolling *r, size_t dice, size_t keep, const double *die,
                         size_t length)
{
    keeping k = {.dice = dice, .keep = keep, .span = length - 1};
    double few = (double)keep, long_ = (double)length;
    spend(r, few * long_ * (few * few * long_ / 12.0 + few + (double)dice));
    k.kept = base_array(r->arena, double, k.span *keep + 1);
    k.rows = base_array(r->arena, double *, keep);
    for (size_t n = 0; n < keep; n++)
        k.rows[n] = base_array(r->arena, double, k.span *n + 1);
    double *from = base_array(r->arena, double, length + 1); /* chances of i or worse */
    for (size_t i = length; i-- > 0;)
        from[i] = from[i + 1] + die[i];
    k.rows[0][0] = 1.0;
    for (size_t i = 0; i < length; i++)
        for (size_t n = keep; n-- > 0 && die[i] > 0.0;)
            if (from[i + 1] > 0.0)
                show(&k, n, i, die[i], from[i + 1]);
            else /* nothing is worse: all that are left show it */
                base_add_scaled(k.kept + (keep - n) * i, k.rows[n], n * i + 1, 1.0);
    return k.kept;
}

static wyrm_pmf *keep_some(const rolling *r, const dice_pool *t, const wyrm_pmf *die)
{
    size_t length = wyrm_pmf_length(die), keep = (size_t)t->keep;
    const double *chances = wyrm_pmf_probabilities(die);
    double *best = base_array(r->arena, double, length);
    for (size_t i = 0; i < length; i++)
        best[i] = chances[t->lowest ? i : length - 1 - i];
    double *lack = keep_best(r, (size_t)t->count, keep, best, length);
    int64_t from = t->keep * (t->lowest ? wyrm_pmf_first(die) : wyrm_pmf_last(die));
    return from_masses(r, from, t->lowest ? 1 : -1, lack, (length - 1) * keep + 1);
}

wyrm_pmf *dice_pmf(base_arena *arena, const dice_pool *pool, double most, double *work, double *cut)
{
    const rolling r = {arena, work};
    bool all = pool->keep == pool->count;
    int64_t together = all ? pool->count : 1;
    double times = (double)(pool->count / together), left = 0.0;
    size_t length = (size_t)(together * (pool->sides - 1)) + 1;
    wyrm_pmf *sum = pool->explodes
                        ? explode(&r, together, pool->sides, most / times, &left)
                        : from_masses(&r, together, 1, sum_dice(&r, together, pool->sides), length);
    *cut = times * left;
    return all ? sum : keep_some(&r, pool, sum);
}
