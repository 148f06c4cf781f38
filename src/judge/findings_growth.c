/* Findings in the growth model `factor`: what binary arithmetic and whole numbers do to its curves.
 */
#include "judge/judging.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Levels that are looked at: more than anybody reaches in the shipped rulesets. */
#define LEVELS 60

/* Decimals of a ruleset are read exactly to a millionth, so a base times a factor is a whole number
 * of 1e-12; products up to this fit in 63 bits. */
#define MILLION     1000000
#define PRODUCT_MAX 9.0e6

/* How far a step of experience may lag behind its formula before it is worth a word. */
#define STEP_LAG 0.01

typedef enum round_rule { ROUND_NONE, ROUND_NEAREST, ROUND_UP, ROUND_DOWN } round_rule;

static round_rule rounding_of(const wyrm_value *curve)
{
    static const struct {
        const char *name;
        round_rule rounding;
    } names[] = {{"nearest", ROUND_NEAREST}, {"up", ROUND_UP}, {"down", ROUND_DOWN}};
    const char *name = wyrm_value_text(wyrm_value_get(curve, "round"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].rounding;
    return ROUND_NONE;
}

static int64_t millionths(const wyrm_value *value)
{
    return llround(wyrm_value_real(value) * MILLION);
}

/* value / 1e12 as a whole number. Values are not negative: factors and bases are not. */
static int64_t round_exactly(int64_t value, round_rule rounding)
{
    const int64_t unit = (int64_t)MILLION * MILLION;
    int64_t whole = value / unit, rest = value % unit;
    if (rounding == ROUND_UP)
        return whole + (rest > 0);
    if (rounding == ROUND_NEAREST)
        return whole + (rest >= unit / 2);
    return whole;
}

/* The curve at a level in exact decimal arithmetic; false where it cannot be had. */
static bool exact_value(const wyrm_value *growth, const wyrm_value *curve, int32_t level,
                        int64_t *out)
{
    const wyrm_value *factor = wyrm_value_get(growth, "factor");
    int64_t first = millionths(wyrm_value_get(factor, "first"));
    int64_t step = millionths(wyrm_value_get(factor, "step"));
    int64_t least = millionths(wyrm_value_get(factor, "least"));
    int64_t base = millionths(wyrm_value_get(curve, "base"));
    double size = (fabs((double)first) + fabs((double)step) * LEVELS + fabs((double)least)) /
                  MILLION * fabs((double)base) / MILLION;
    if (!(size < PRODUCT_MAX))
        return false;
    int64_t at = first + step * (level - 1);
    if (at < least)
        at = least;
    if (at < 0 || base < 0)
        return false;
    *out = round_exactly(at * base, rounding_of(curve));
    return true;
}

static wyrm_status look_at_curve(const judge_work *judging, const wyrm_curve *curve, int index,
                                 const char *kind, judge_findings *findings, wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(judging->design);
    char path[96];
    snprintf(path, sizeof path, "growth.%s.%s", wyrm_role_name(curve->role), curve->quantity);
    const wyrm_value *record = wyrm_ruleset_find(ruleset, path);
    if (record == NULL || rounding_of(record) == ROUND_NONE)
        return WYRM_OK;

    int32_t off[LEVELS];
    size_t count = 0;
    int64_t exact, first_exact = 0;
    for (int32_t level = 1; level <= LEVELS; level++) {
        if (!exact_value(wyrm_ruleset_find(ruleset, "growth"), record, level, &exact))
            return WYRM_OK;
        if ((double)exact == wyrm_growth_at(growth, index, level))
            continue;
        if (count == 0)
            first_exact = exact;
        off[count++] = level;
    }
    if (count == 0)
        return WYRM_OK;
    char levels[120];
    wyrm_judge_list_numbers(off, count, levels, sizeof levels);
    return wyrm_judge_findings_add(
        findings, kind, path, error,
        "%s-precision arithmetic gives another whole number than the formula "
        "at level%s %s: %.10g instead of %lld at level %d",
        wyrm_value_text(wyrm_ruleset_find(ruleset, "growth.precision")), count > 1 ? "s" : "",
        levels, wyrm_growth_at(growth, index, off[0]), (long long)first_exact, (int)off[0]);
}

wyrm_status wyrm_judge_look_noise(judge_work *judging, const char *kind, judge_findings *findings,
                                  wyrm_error *error)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(wyrm_design_growth(judging->design), &curves);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < count; i++)
        status = look_at_curve(judging, &curves[i], (int)i, kind, findings, error);
    return status;
}

static uint64_t step_at(const judge_work *judging, int32_t level)
{
    return wyrm_growth_at_level(wyrm_design_growth(judging->design), level).next;
}

static double increase_of(const judge_work *judging)
{
    return wyrm_value_real(
        wyrm_ruleset_find(wyrm_design_ruleset(judging->design), "growth.experience.increase"));
}

wyrm_status wyrm_judge_look_rounded_steps(judge_work *judging, const char *kind,
                                          judge_findings *findings, wyrm_error *error)
{
    const judge_survey *survey;
    wyrm_status status = wyrm_judging_survey(judging, &survey, error);
    if (status != WYRM_OK)
        return status;
    double increase = increase_of(judging);
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
    double increase = increase_of(judging);
    int32_t flat[LEVELS];
    size_t count = 0;
    for (int32_t level = 1; level <= LEVELS; level++)
        if (step_at(judging, level + 1) <= step_at(judging, level))
            flat[count++] = level;
    if (count == 0 || increase <= 1)
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
