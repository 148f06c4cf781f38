/* What the systems of a ruleset (combat, growth, loot...) have in common as they are made. */
#ifndef WYRM_SRC_RULESET_CHOSEN_H
#define WYRM_SRC_RULESET_CHOSEN_H

#include <wyrm/ruleset.h>

typedef struct wyrm_chosen {
    const void
        *model; /* the struct of the system's models that begins with the chosen wyrm_model */
    const wyrm_value *section; /* the model's parameters are in it */
    void *system;              /* `size` zeroed bytes, owned by the caller (free) */
} wyrm_chosen;

/* The model that a ruleset chose for a section, and room for the system that it is to be the model
 * of.
 * WYRM_ERROR_RULESET  the section has no model
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_model_chosen(const wyrm_ruleset *ruleset, const char *section,
                                              size_t size, wyrm_chosen *out, wyrm_errors *errors);

#endif
