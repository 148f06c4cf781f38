/* What the combat models share: attacks that make no sense, and the steps of an explanation. */
#include "combat/internal.h"

#include <stdarg.h>
#include <stdio.h>

wyrm_status wyrm_combat_no_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
}

wyrm_status wyrm_combat_centred(const wyrm_matchup *matchup, bool explodes, wyrm_error *error)
{
    if (explodes || matchup->off_centre == 0.0)
        return WYRM_OK;
    return wyrm_fail(
        error, WYRM_ERROR_ARGUMENT,
        "nothing explodes in this attack of '%s': it cannot be %.6g tiles off the centre",
        matchup->attacker->name, matchup->off_centre);
}

wyrm_status wyrm_combat_only_melee(const char *model, const wyrm_matchup *matchup,
                                   wyrm_error *error)
{
    if (matchup->attack == WYRM_ATTACK_MELEE)
        return wyrm_combat_centred(matchup, false, error);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "'%s' can only strike: the combat '%s' knows nothing that is %s",
                     matchup->attacker->name, model,
                     matchup->attack == WYRM_ATTACK_FIRED ? "fired" : "thrown");
}

wyrm_status wyrm_combat_in_reach(const wyrm_matchup *matchup, double reach, wyrm_error *error)
{
    if (matchup->distance <= reach)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "'%s' cannot strike '%s' at %.6g tiles: its reach is %.6g %s",
                     matchup->attacker->name, matchup->defender->name, matchup->distance, reach,
                     reach == 1.0 ? "tile" : "tiles");
}

wyrm_status wyrm_combat_next_tile(const char *model, const wyrm_matchup *matchup, wyrm_error *error)
{
    wyrm_status status = wyrm_combat_only_melee(model, matchup, error);
    return status == WYRM_OK ? wyrm_combat_in_reach(matchup, 1.0, error) : status;
}

static wyrm_step *next_step(wyrm_explaining *explaining, const char *label, double value,
                            const char *unit)
{
    if (explaining->count >= WYRM_STEPS_MAX)
        return NULL;
    wyrm_step *step = &explaining->steps[explaining->count++];
    snprintf(step->label, sizeof step->label, "%s", label);
    step->formula[0] = '\0';
    step->value = value;
    step->unit = unit;
    return step;
}

void wyrm_explain_given(wyrm_explaining *explaining, const char *label, double value,
                        const char *unit)
{
    next_step(explaining, label, value, unit);
}

void wyrm_explain(wyrm_explaining *explaining, const char *label, double value, const char *unit,
                  const char *format, ...)
{
    wyrm_step *step = next_step(explaining, label, value, unit);
    if (!step)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(step->formula, sizeof step->formula, format, arguments);
    va_end(arguments);
}

void wyrm_explain_mean(wyrm_explaining *explaining, const wyrm_pmf *damage)
{
    wyrm_explain_given(explaining, "mean damage, misses included", wyrm_pmf_mean(damage),
                       "hit points");
}
