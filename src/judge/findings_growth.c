/* Findings in growth by formulas: what binary arithmetic and whole numbers do to its curves. */
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>

/* Levels that are looked at: more than anybody reaches in the shipped rulesets. */
#define LEVELS 60

/* How far a step of experience may lag behind its formula before it is worth a word. */
#define STEP_LAG 0.01

/* Whole curves that come out as another whole number than the formula, which is known at every
 * level or not at all. */
static wyrm_status look_at_curve(const wyrm_growth *growth, const wyrm_curve *curve, int index,
                                 const char *kind, judge_findings *findings, wyrm_error *error)
{
    int32_t off[LEVELS];
    size_t count = 0;
    int64_t exact, first_exact = 0;
    for (int32_t level = 1; level <= LEVELS; level++) {
        if (!wyrm_growth_formula_at(growth, index, level, &exact))
            return WYRM_OK;
        if ((double)exact == wyrm_growth_at(growth, index, level))
            continue;
        if (count == 0)
            first_exact = exact;
        off[count++] = level;
    }
    if (count == 0)
        return WYRM_OK;
    char path[96], levels[120];
    snprintf(path, sizeof path, "growth.%s.%s", wyrm_role_name(curve->role), curve->quantity);
    wyrm_judge_list_numbers(off, count, levels, sizeof levels);
    return wyrm_judge_findings_add(
        findings, kind, path, error,
        "%s-precision arithmetic gives another whole number than the formula "
        "at level%s %s: %.10g instead of %lld at level %d",
        wyrm_growth_precision(growth), count > 1 ? "s" : "", levels,
        wyrm_growth_at(growth, index, off[0]), (long long)first_exact, (int)off[0]);
}

wyrm_status wyrm_judge_look_noise(judge_work *judging, const char *kind, judge_findings *findings,
                                  wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < count; i++)
        status = look_at_curve(growth, &curves[i], (int)i, kind, findings, error);
    return status;
}

static uint64_t step_at(const judge_work *judging, int32_t level)
{
    return wyrm_growth_at_level(wyrm_design_growth(judging->design), level).next;
}

wyrm_status wyrm_judge_look_rounded_steps(judge_work *judging, const char *kind,
                                          judge_findings *findings, wyrm_error *error)
{
    const judge_survey *survey;
    double increase = wyrm_growth_increase(wyrm_design_growth(judging->design));
    if (isnan(increase))
        return WYRM_OK;
    wyrm_status status = wyrm_judging_survey(judging, &survey, error);
    if (status != WYRM_OK)
        return status;
    uint64_t first = step_at(judging, 1);
    int32_t last = survey->highest_level;
    double formula = (double)first, worst = STEP_LAG, worst_formula = 0;
    int32_t worst_level = 0;
    for (int32_t level = 1; level <= last; level++, formula *= increase) {
        double lag = 1 - (double)step_at(judging, level) / formula;
        if (lag > worst) {
            worst = lag;
            worst_level = level;
            worst_formula = formula;
        }
    }
    if (worst_level == 0)
        return WYRM_OK;
    return wyrm_judge_findings_add(
        findings, kind, "growth.experience", error,
        "rounded down at every level, the experience to the next one falls "
        "%.1f %% behind %llu x %.10g^(level - 1) by level %d: %llu "
        "instead of %.0f",
        100 * worst, (unsigned long long)first, increase, (int)worst_level,
        (unsigned long long)step_at(judging, worst_level), worst_formula);
}

wyrm_status wyrm_judge_look_flat_steps(judge_work *judging, const char *kind,
                                       judge_findings *findings, wyrm_error *error)
{
    double increase = wyrm_growth_increase(wyrm_design_growth(judging->design));
    int32_t flat[LEVELS];
    size_t count = 0;
    if (!(increase > 1))
        return WYRM_OK;
    for (int32_t level = 1; level <= LEVELS; level++)
        if (step_at(judging, level + 1) <= step_at(judging, level))
            flat[count++] = level;
    if (count == 0)
        return WYRM_OK;
    char levels[100];
    wyrm_judge_list_numbers(flat, count, levels, sizeof levels);
    return wyrm_judge_findings_add(
        findings, kind, "growth.experience", error,
        "the experience to the next level does not grow after level%s %s: %llu "
        "x %.10g in whole numbers is %llu",
        count > 1 ? "s" : "", levels, (unsigned long long)step_at(judging, flat[0]), increase,
        (unsigned long long)step_at(judging, flat[0] + 1));
}
