/* Names in loot by bands of depths: finding them, and what is said where there is none. */
#include "loot/banded.h"

#include <stdio.h>
#include <string.h>

int wyrm_banded_category(const wyrm_banded *state, const char *name)
{
    for (size_t i = 0; i < state->facts.category_count; i++)
        if (strcmp(state->categories[i], name) == 0)
            return (int)i;
    return -1;
}

wyrm_status wyrm_banded_fail_unknown(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                     wyrm_errors *errors, const char *what, const char *name,
                                     const char *const *candidates, size_t count)
{
    char hint[WYRM_ERROR_HINT_MAX];
    const char *nearest = wyrm_nearest(name, candidates, count);
    if (nearest)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return wyrm_value_fail(ruleset, value, errors, nearest ? hint : NULL, "no %s is called '%s'",
                           what, name);
}

wyrm_status wyrm_banded_check_bands(const wyrm_ruleset *ruleset, const wyrm_banded *state,
                                    const wyrm_value *map, wyrm_errors *errors)
{
    const char *names[WYRM_BANDS_MAX];
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < state->bands.count; i++)
        names[i] = state->bands.bands[i].name;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        if (wyrm_bands_find(&state->bands, wyrm_value_key(map, i)) < 0)
            status = wyrm_banded_fail_unknown(ruleset, wyrm_value_item(map, i), errors, "band",
                                              wyrm_value_key(map, i), names, state->bands.count);
    return status;
}
