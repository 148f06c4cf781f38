/* Fuzz target: rulesets with numbers that nobody would write, compared with what they were. */
#include "fuzz.h"
#include "models.h"
#include <wyrm/compare.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_design *base;
    wyrm_design *design = fuzz_design(data, size, 3, &base);
    if (!design)
        return 0;
    wyrm_comparison *comparison = NULL;
    (void)fuzz_worked(wyrm_compare(base, design, NULL, &comparison, &error), &error);
    if (comparison)
        demand((unsigned)wyrm_compare_verdict_of(comparison) <= WYRM_COMPARE_UNKNOWN, "no verdict");
    wyrm_comparison_free(comparison);
    wyrm_design_free(design);
    return 0;
}
