/* The model that a ruleset chose, and room for its system. */
#include "ruleset/chosen.h"

#include <stdlib.h>

wyrm_status wyrm_model_chosen(const wyrm_ruleset *ruleset, const char *section, size_t size,
                              wyrm_chosen *out, wyrm_errors *errors)
{
    *out = (wyrm_chosen){
        .model = wyrm_ruleset_model(ruleset, section),
        .section = wyrm_ruleset_find(ruleset, section),
    };
    if (!out->model)
        return wyrm_value_fail(ruleset, wyrm_ruleset_root(ruleset), errors, NULL,
                               "no model is named for '%s'", section);
    out->system = calloc(1, size);
    if (!out->system)
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for the %s of a ruleset",
                                section);
    return WYRM_OK;
}
