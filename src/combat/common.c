/* What the combat models share: attacks that make no sense, and the steps of an explanation. */
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
