/* What the combat models share: attacks that make no sense, sums of damage, the steps of an
 * explanation. */
#include "combat/internal.h"
#include <stdarg.h>
#include <stdio.h>

void combat_must_centre(const combat_attack *of, bool explodes)
{
    if (!explodes && of->matchup->off_centre != 0.0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "nothing explodes in this attack of '%s': it cannot be %.6g tiles off the "
                    "centre",
                    of->matchup->attacker->name, of->matchup->off_centre);
}

void combat_must_reach(const combat_attack *of, double reach)
{
    const wyrm_matchup *matchup = of->matchup;
    if (matchup->distance > reach)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' cannot strike '%s' at %.6g tiles: its reach is %.6g %s",
                    matchup->attacker->name, matchup->defender->name, matchup->distance, reach,
                    reach == 1.0 ? "tile" : "tiles");
}

#define RATIO_MOST 1000000 /* either number */
#define RATIO_NEAR 1e-9    /* of itself */

/* By its continued fraction: the numbers of each are the smallest of all that are as near. */
wyrm_ratio combat_ratio_of(double value)
{
    int64_t above[2] = {0, 1}, below[2] = {1, 0}; /* of the one before, and of this one */
    double rest = fabs(value);
    for (;;) {
        const double whole = floor(rest);
        const double more = whole * (double)above[1] + (double)above[0];
        const double under = whole * (double)below[1] + (double)below[0];
        if (more > RATIO_MOST || under > RATIO_MOST)
            break;
        above[0] = above[1];
        below[0] = below[1];
        above[1] = (int64_t)more;
        below[1] = (int64_t)under;
        if (fabs(more / under - fabs(value)) <= RATIO_NEAR * fabs(value) || rest == whole)
            break;
        rest = 1.0 / (rest - whole);
    }
    if (below[1] == 0)
        return (wyrm_ratio){value < 0.0 ? -RATIO_MOST : RATIO_MOST, 1};
    return (wyrm_ratio){value < 0.0 ? -above[1] : above[1], below[1]};
}

void combat_step(combat_attack *of, const char *label, double value, const char *unit,
                 const char *format, ...)
{
    if (of->steps == NULL || of->count >= WYRM_STEPS_MAX)
        return;
    wyrm_step *step = &of->steps[of->count++];
    va_list arguments;
    va_start(arguments, format);
    snprintf(step->label, sizeof step->label, "%s", label);
    vsnprintf(step->formula, sizeof step->formula, format, arguments);
    step->value = value;
    step->unit = unit;
    va_end(arguments);
}

void combat_given(combat_attack *of, const char *label, double value, const char *unit)
{
    combat_step(of, label, value, unit, "%s", "");
}

void combat_keep(const combat_attack *of, wyrm_status made, wyrm_pmf *const *pmf)
{
    base_must(of->arena, made);
    base_keep(of->arena, *pmf, wyrm_pmf_free);
}

/* Of products: about a second. What is added up stays in memory, which is work, too. */
#define WORK_MAX 1e9
#define KEPT     100.0 /* products that a value costs */

wyrm_pmf *combat_add(combat_attack *of, const wyrm_pmf *one, const wyrm_pmf *other)
{
    wyrm_pmf *out;
    const double a = (double)wyrm_pmf_length(one), b = (double)wyrm_pmf_length(other);
    of->work += a * b + KEPT * (a + b);
    if (of->work > WORK_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT,
                    "the damage of '%s' has too many values for its sums to be worked out",
                    of->matchup->attacker->name);
    combat_keep(of, wyrm_pmf_add(one, other, &out, &of->arena->error), &out);
    return out;
}
