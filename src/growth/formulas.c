/* What the growth of a ruleset is meant to be, where its model says so. */
#include "growth/growth_internal.h"

#include <math.h>

bool wyrm_growth_formula_at(const wyrm_growth *growth, int curve, int32_t level, int64_t *out)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    if (formulas == NULL || curve < 0 || (size_t)curve >= growth->count)
        return false;
    return formulas->at(growth->section, &growth->curves[curve], level, out);
}

double wyrm_growth_increase(const wyrm_growth *growth)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    return formulas != NULL ? formulas->increase(growth->section) : (double)NAN;
}

const char *wyrm_growth_precision(const wyrm_growth *growth)
{
    const wyrm_growth_formulas *formulas = growth->model->formulas;
    return formulas != NULL ? formulas->precision(growth->section) : "";
}
