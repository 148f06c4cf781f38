/* One attack while one of its numbers changes: finding the number, choosing the points, solving. */
#include <wyrm/sweep.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"

#define POINTS_WANTED 40.0  /* about, where the step is chosen */
#define POINTS_WHOLE  400.0 /* steps of 1 up to here */
#define GRAIN         1e-9  /* of a step: the last point is not lost to rounding */

/* The number that changes: a stat of one side, or the distance (stat -1). */
typedef struct swept {
    wyrm_swept_side side;
    bool named; /* the key says whose it is */
    int stat;
    double least, greatest;
    bool whole;
    const char *key, *unit;
} swept;

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static wyrm_status unknown_key(const wyrm_stat *stats, const char *key, wyrm_error *error)
{
    const char *known[WYRM_STATS_MAX + 1];
    size_t count = 0;
    for (; stats[count].name != NULL && count < WYRM_STATS_MAX; count++)
        known[count] = stats[count].name;
    known[count++] = "distance";
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no stat is called '%.64s'", key);
    wyrm_suggest(error, key, known, count);
    return status;
}

static wyrm_status find(const wyrm_combat *combat, const char *key, swept *out, wyrm_error *error)
{
    static const char attacker[] = "attacker.", defender[] = "defender.";
    *out = (swept){.side = WYRM_SWEPT_DEFENDER, .stat = -1};
    if (starts_with(key, attacker)) {
        out->side = WYRM_SWEPT_ATTACKER;
        out->named = true;
        key += strlen(attacker);
    } else if (starts_with(key, defender)) {
        out->named = true;
        key += strlen(defender);
    }
    out->stat = wyrm_combat_stat(combat, key);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    if (out->stat >= 0) {
        const wyrm_stat *row = &stats[out->stat];
        out->least = row->least;
        out->greatest = row->greatest;
        out->whole = row->whole;
        out->key = row->name;
        out->unit = row->unit != NULL ? row->unit : "";
    } else if (!out->named && strcmp(key, "distance") == 0) {
        out->side = WYRM_SWEPT_ATTACK;
        out->named = true;
        out->greatest = WYRM_SWEEP_DISTANCE_MAX;
        out->key = "distance";
        out->unit = "tiles";
    } else {
        return unknown_key(stats, key, error);
    }
    return WYRM_OK;
}

/* 1, 2 or 5 times a power of ten: the least such step that gives no more than POINTS_WANTED. */
static double chosen_step(const wyrm_sweep_range *range, bool whole)
{
    double length = range->last - range->first;
    bool whole_ends = range->first == floor(range->first) && range->last == floor(range->last);
    if (whole_ends && (whole || length >= 5) && length <= POINTS_WHOLE)
        return 1;
    if (!(length > 0))
        return 1;
    double power = pow(10, floor(log10(length / POINTS_WANTED)));
    static const double factors[] = {1, 2, 5, 10};
    double step = power;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        step = factors[i] * power;
        if (length / step <= POINTS_WANTED)
            break;
    }
    return whole && step < 1 ? 1 : step;
}

static bool is_whole(double value)
{
    return value == floor(value);
}

/* Checks the range and fills in the step; *count is how many points there are. */
static wyrm_status choose_points(const swept *number, wyrm_sweep_range *range, size_t *count,
                                 wyrm_error *error)
{
    *count = 0;
    if (!isfinite(range->first) || !isfinite(range->last) || !isfinite(range->step))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range needs finite numbers");
    if (range->last < range->first)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a range goes upwards: %.15g..%.15g",
                         range->last, range->first);
    if (range->step < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a step must be above 0, found %.15g",
                         range->step);
    if (range->first < number->least || range->last > number->greatest)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%s' goes from %.15g to %.15g", number->key,
                         number->least, number->greatest);
    if (number->whole && !(is_whole(range->first) && is_whole(range->step)))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' goes in whole numbers", number->key);
    if (!(range->step > 0))
        range->step = chosen_step(range, number->whole);
    double steps = floor((range->last - range->first) / range->step + GRAIN);
    if (!(steps < WYRM_SWEEP_POINTS_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "at most %d points, found %.0f",
                         WYRM_SWEEP_POINTS_MAX, steps + 1);
    *count = (size_t)steps + 1;
    return WYRM_OK;
}

static wyrm_status solve(const wyrm_combat *combat, const wyrm_matchup *matchup,
                         const swept *number, double at, wyrm_sweep_point *out, wyrm_error *error)
{
    wyrm_combatant changed;
    wyrm_matchup attack = *matchup;
    if (number->side == WYRM_SWEPT_ATTACK) {
        attack.distance = at;
    } else {
        bool attacker = number->side == WYRM_SWEPT_ATTACKER;
        changed = attacker ? *matchup->attacker : *matchup->defender;
        changed.stats[number->stat] = at;
        *(attacker ? &attack.attacker : &attack.defender) = &changed;
    }
    wyrm_pmf *damage;
    wyrm_status status = wyrm_combat_hit(combat, &attack, &damage, error);
    if (status != WYRM_OK)
        return status;
    *out = (wyrm_sweep_point){.at = at,
                              .mean = wyrm_pmf_mean(damage),
                              .sd = wyrm_pmf_sd(damage),
                              .p_zero = wyrm_pmf_at(damage, 0),
                              .p05 = wyrm_pmf_quantile(damage, 0.05),
                              .p50 = wyrm_pmf_quantile(damage, 0.5),
                              .p95 = wyrm_pmf_quantile(damage, 0.95)};
    wyrm_pmf_free(damage);
    return WYRM_OK;
}

static bool is_same(const wyrm_sweep_point *a, const wyrm_sweep_point *b)
{
    return a->mean == b->mean && a->sd == b->sd && a->p_zero == b->p_zero && a->p05 == b->p05 &&
           a->p50 == b->p50 && a->p95 == b->p95;
}

static wyrm_status solve_all(const wyrm_combat *combat, const wyrm_matchup *matchup,
                             const swept *number, const wyrm_sweep_range *range, wyrm_sweep *sweep,
                             wyrm_error *error)
{
    sweep->side = number->side;
    sweep->flat = true;
    for (size_t i = 0; i < sweep->count; i++) {
        double at = range->first + (double)i * range->step;
        wyrm_status status = solve(combat, matchup, number, at < range->last ? at : range->last,
                                   &sweep->points[i], error);
        if (status != WYRM_OK)
            return status;
        sweep->flat = sweep->flat && is_same(&sweep->points[0], &sweep->points[i]);
    }
    return WYRM_OK;
}

wyrm_status wyrm_sweep_run(const wyrm_design *design, const wyrm_matchup *matchup, const char *key,
                           const wyrm_sweep_range *range, wyrm_sweep *out, wyrm_error *error)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    swept number;
    wyrm_sweep_range points = *range;
    *out = (wyrm_sweep){0};
    wyrm_status status = find(combat, key, &number, error);
    if (status == WYRM_OK)
        status = choose_points(&number, &points, &out->count, error);
    if (status != WYRM_OK)
        return status;
    out->key = number.key;
    out->unit = number.unit;
    out->points = base_zeroed(out->count, sizeof *out->points);
    if (out->points == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    status = solve_all(combat, matchup, &number, &points, out, error);
    if (status == WYRM_OK && out->flat && !number.named && out->count > 1) {
        number.side = WYRM_SWEPT_ATTACKER;
        status = solve_all(combat, matchup, &number, &points, out, error);
        if (status == WYRM_OK && out->flat)
            out->side =
                WYRM_SWEPT_DEFENDER; /* nor does it of the attacker: the figures are the same */
    }
    if (status != WYRM_OK)
        wyrm_sweep_free(out);
    return status;
}

void wyrm_sweep_free(wyrm_sweep *sweep)
{
    wyrm_free(sweep->points);
    *sweep = (wyrm_sweep){0};
}
