/* Fuzz target: every verdict and finding about rulesets with numbers that nobody would write.
 * Figures are numbers or not known. */
#include "fuzz.h"
#include "models.h"
#include <wyrm/judge.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_design *base;
    wyrm_design *design = fuzz_design(data, size, 1, &base);
    if (!design)
        return 0;
    wyrm_judgement *judged = NULL;
    wyrm_errors *errors = fuzz_errors();
    const wyrm_judge_options options = {.seed = 1, .effort = {.exactly = 2}, .maps = 2};
    wyrm_status status = wyrm_judge(design, &options, &judged, errors);
    (void)error;
    demand((status == WYRM_OK) == (judged != NULL), "status and judgement disagree");
    for (size_t i = 0; judged && i < judged->judged_count; i++)
        demand((unsigned)judged->judged[i].verdict < WYRM_VERDICT_COUNT, "no verdict");
    for (size_t i = 0; judged && i < judged->finding_count; i++)
        demand_tame(judged->findings[i].message, sizeof judged->findings[i].message);
    wyrm_judgement_free(judged);
    demand_sentences(errors);
    wyrm_design_free(design);
    return 0;
}
