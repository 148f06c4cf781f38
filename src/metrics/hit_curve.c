/* One attack while one of its numbers changes: finding the number, choosing the points, solving. */
#include <wyrm/hit_curve.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"

#define POINTS_WANTED 40.0  /* about, where the step is chosen */
#define POINTS_WHOLE  400.0 /* steps of 1 up to here */
#define GRAIN         1e-9  /* of a step: the last point is not lost to rounding */
#define AMOUNT_MOST   1e6   /* of a damage or reduction, which are plain numbers here */

/* The number that changes: a stat of one side, or the distance (stat -1). */
typedef struct swept {
    const wyrm_combat *combat;
    const wyrm_matchup *matchup;
    wyrm_hit_curve_range range;
    bool named; /* the key says whose it is */
    int stat;
    double least, greatest;
    bool whole;
} swept;

/* Finds it by its key. */
static wyrm_status find(const char *key, swept *number, wyrm_hit_curve *out, wyrm_error *error)
{
    static const char *const sides[] = {"attacker.", "defender."};
    const wyrm_stat *stats = wyrm_combat_stats(number->combat);
    const char *known[WYRM_STATS_MAX + 1];
    size_t count = 0;
    out->side = WYRM_HIT_CURVE_DEFENDER;
    for (int i = 0; i < 2 && !number->named; i++)
        if (strncmp(key, sides[i], strlen(sides[i])) == 0) {
            out->side = i == 0 ? WYRM_HIT_CURVE_ATTACKER : WYRM_HIT_CURVE_DEFENDER;
            number->named = true;
            key += strlen(sides[i]);
        }
    number->stat = wyrm_combat_stat(number->combat, key);
    if (number->stat >= 0 && stats[number->stat].words != NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%.64s' is a word, and no number", key);
    if (number->stat >= 0) {
        const wyrm_stat *row = &stats[number->stat];
        const bool is_amount = row->kind == WYRM_STAT_AMOUNT;
        number->least = is_amount ? 0.0 : row->least;
        number->greatest = is_amount ? AMOUNT_MOST : row->greatest;
        number->whole = row->whole || is_amount;
        out->key = row->name;
        out->unit = row->unit != NULL ? row->unit : "";
        return WYRM_OK;
    }
    if (!number->named && strcmp(key, "distance") == 0) {
        number->named = true;
        number->greatest = WYRM_HIT_CURVE_DISTANCE_MAX;
        out->side = WYRM_HIT_CURVE_ATTACK;
        out->key = "distance";
        out->unit = "tiles";
        return WYRM_OK;
    }
    for (; stats[count].name != NULL && count < WYRM_STATS_MAX; count++)
        known[count] = stats[count].name;
    known[count++] = "distance";
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no stat is called '%.64s'", key);
    wyrm_suggest(error, key, known, count);
    return status;
}

/* 1, 2 or 5 times a power of ten: the least such step that gives no more than POINTS_WANTED. */
static double chosen_step(const wyrm_hit_curve_range *range, bool whole)
{
    static const double factors[] = {1, 2, 5, 10};
    double length = range->last - range->first;
    bool whole_ends = range->first == floor(range->first) && range->last == floor(range->last);
    if ((whole_ends && (whole || length >= 5) && length <= POINTS_WHOLE) || !(length > 0))
        return 1;
    double power = pow(10, floor(log10(length / POINTS_WANTED))), step = power;
    for (size_t i = 0; i < 4 && (i == 0 || length / step > POINTS_WANTED); i++)
        step = factors[i] * power;
    return whole && step < 1 ? 1 : step;
}

/* Checks the range, fills in the step, and counts the points. */
static wyrm_status choose_points(swept *number, wyrm_hit_curve *out, wyrm_error *error)
{
    wyrm_hit_curve_range *range = &number->range;
    double first = range->first, last = range->last, step = range->step;
    if (!isfinite(first) || !isfinite(last) || !isfinite(step))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range needs finite numbers");
    if (last < first)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range goes upwards: %.15g..%.15g", last,
                         first);
    if (step < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a step must be above 0, found %.15g", step);
    if (first < number->least || last > number->greatest)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%s' goes from %.15g to %.15g", out->key,
                         number->least, number->greatest);
    if (number->whole && !(first == floor(first) && step == floor(step)))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' goes in whole numbers", out->key);
    if (!(step > 0))
        range->step = chosen_step(range, number->whole);
    double steps = floor((last - first) / range->step + GRAIN);
    if (!(steps < WYRM_HIT_CURVE_POINTS_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "at most %d points, found %.0f",
                         WYRM_HIT_CURVE_POINTS_MAX, steps + 1);
    out->count = (size_t)steps + 1;
    return WYRM_OK;
}

/* Sets the stat; an amount to the plain number. */
static wyrm_status set(const swept *number, double at, wyrm_combatant *changed, wyrm_error *error)
{
    char text[32];
    if (wyrm_combat_stats(number->combat)[number->stat].kind != WYRM_STAT_AMOUNT) {
        changed->stats[number->stat] = at;
        return WYRM_OK;
    }
    snprintf(text, sizeof text, "%.0f", at);
    return wyrm_combat_stat_read(number->combat, number->stat, text, &changed->stats[number->stat],
                                 error);
}

static wyrm_status solve(const swept *number, wyrm_hit_curve *out, wyrm_error *error)
{
    const wyrm_matchup *matchup = number->matchup;
    out->flat = true;
    for (size_t i = 0; i < out->count; i++) {
        double at = number->range.first + (double)i * number->range.step;
        at = at < number->range.last ? at : number->range.last;
        bool attacker = out->side == WYRM_HIT_CURVE_ATTACKER;
        wyrm_combatant changed = attacker ? *matchup->attacker : *matchup->defender;
        wyrm_matchup attack = *matchup;
        wyrm_pmf *damage;
        wyrm_status status = WYRM_OK;
        if (out->side == WYRM_HIT_CURVE_ATTACK) {
            attack.distance = at;
        } else {
            status = set(number, at, &changed, error);
            *(attacker ? &attack.attacker : &attack.defender) = &changed;
        }
        if (status == WYRM_OK)
            status = wyrm_combat_hit(number->combat, &attack, &damage, error);
        if (status != WYRM_OK)
            return status;
        const wyrm_hit_curve_point *a = &out->points[0], *b = &out->points[i];
        out->points[i] = (wyrm_hit_curve_point){.at = at,
                                                .mean = wyrm_pmf_mean(damage),
                                                .sd = wyrm_pmf_sd(damage),
                                                .p_zero = wyrm_pmf_at(damage, 0),
                                                .p05 = wyrm_pmf_quantile(damage, 0.05),
                                                .p50 = wyrm_pmf_quantile(damage, 0.5),
                                                .p95 = wyrm_pmf_quantile(damage, 0.95)};
        wyrm_pmf_free(damage);
        out->flat = out->flat && a->mean == b->mean && a->sd == b->sd && a->p_zero == b->p_zero &&
                    a->p05 == b->p05 && a->p50 == b->p50 && a->p95 == b->p95;
    }
    return WYRM_OK;
}

/* Whose the number is where nobody says: the defender's, where that makes no difference the
 * attacker's; where neither does the figures are the same. */
wyrm_status wyrm_hit_curve_solve(const wyrm_design *design, const wyrm_matchup *matchup,
                                 const char *key, const wyrm_hit_curve_range *range,
                                 wyrm_hit_curve *out, wyrm_error *error)
{
    swept number = {
        .combat = wyrm_design_combat(design), .matchup = matchup, .range = *range, .stat = -1};
    *out = (wyrm_hit_curve){0};
    wyrm_status status = find(key, &number, out, error);
    if (status == WYRM_OK)
        status = choose_points(&number, out, error);
    if (status == WYRM_OK)
        out->points = base_zeroed(out->count, sizeof *out->points);
    if (status == WYRM_OK && out->points == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = solve(&number, out, error);
    if (status == WYRM_OK && out->flat && !number.named && out->count > 1) {
        out->side = WYRM_HIT_CURVE_ATTACKER;
        status = solve(&number, out, error);
        out->side = out->flat ? WYRM_HIT_CURVE_DEFENDER : WYRM_HIT_CURVE_ATTACKER;
    }
    if (status != WYRM_OK)
        wyrm_hit_curve_free(out);
    return status;
}

void wyrm_hit_curve_free(wyrm_hit_curve *curve)
{
    wyrm_free(curve->points);
    *curve = (wyrm_hit_curve){0};
}
