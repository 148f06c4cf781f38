/* Fuzz target: items and rooms of rulesets with numbers that nobody would write. What is drawn has
 * limits. */
#include "fuzz.h"
#include "models.h"
#include <wyrm/descent.h>
#include <wyrm/loot_survey.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_design *base;
    wyrm_design *design = fuzz_design(data, size, 6, &base);
    if (!design)
        return 0;
    wyrm_loot_survey *survey = NULL;
    wyrm_descents *descents = NULL;
    const wyrm_loot_survey_options options = {.seed = 1, .runs = 2, .maps = 2};
    const wyrm_descent_options few = {.seed = 1, .runs = 2};
    (void)fuzz_worked(wyrm_loot_survey_run(design, &options, &survey, &error), &error);
    wyrm_loot_survey_free(survey);
    (void)fuzz_worked(wyrm_descend(design, &few, &descents, &error), &error);
    wyrm_descents_free(descents);
    wyrm_design_free(design);
    return 0;
}
