/* Fuzz target: games of rulesets with numbers that nobody would write. Each comes to an end. */
#include "fuzz.h"
#include "models.h"
#include <wyrm/sim.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_error error = {.code = WYRM_OK};
    const wyrm_design *base;
    wyrm_design *design = fuzz_design(data, size, 6, &base);
    if (!design)
        return 0;
    wyrm_summary *summary = NULL;
    wyrm_sim_options options = {.seed = 1, .runs = 2, .run.turn_limit = 300};
    if (wyrm_bot_find(size > 2 && data[2] % 2 ? "tactician" : "explorer", &options.run.bot,
                      &error) == WYRM_OK &&
        fuzz_worked(wyrm_simulate(design, &options, &summary, &error), &error))
        demand(summary->runs == 2, "a run is missing");
    wyrm_summary_free(summary);
    wyrm_design_free(design);
    return 0;
}
