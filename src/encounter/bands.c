/* Bands: ranges of depths that share budgets, factors and thresholds. They stand in ascending order
 * without gaps, so that every depth has one; depths outside count as the nearest. */
#include "encounter/internal.h"

#include <string.h>

const wyrm_field wyrm_band_element[] =
    WYRM_ELEMENT("band", RANGE, .least = 1, .greatest = WYRM_TABLE_DEPTH_MAX, .unit = "depths",
                 .summary = "the first and the last depth of the band");

/* That a band begins right behind the one before it. */
static wyrm_status check_follows(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                 const wyrm_band *band, const wyrm_band *before,
                                 wyrm_errors *errors)
{
    if (band->first_depth == before->last_depth + 1)
        return WYRM_OK;
    if (band->first_depth < before->first_depth)
        return wyrm_value_fail(
            ruleset, value, errors, NULL,
            "bands stand in ascending order, and '%s' begins at depth %d, before "
            "'%s' at depth %d",
            band->name, (int)band->first_depth, before->name, (int)before->first_depth);
    if (band->first_depth <= before->last_depth)
        return wyrm_value_fail(ruleset, value, errors, NULL,
                               "depth %d is in two bands: '%s' ends at depth %d, '%s' begins at "
                               "depth %d",
                               (int)band->first_depth, before->name, (int)before->last_depth,
                               band->name, (int)band->first_depth);
    return wyrm_value_fail(ruleset, value, errors, NULL,
                           "depth %d is in no band: '%s' ends at depth %d, '%s' begins at depth %d",
                           (int)before->last_depth + 1, before->name, (int)before->last_depth,
                           band->name, (int)band->first_depth);
}

wyrm_status wyrm_bands_read(const wyrm_ruleset *ruleset, wyrm_bands *out, wyrm_errors *errors)
{
    *out = (wyrm_bands){0};
    const wyrm_value *map = wyrm_ruleset_find(ruleset, "bands");
    size_t count = wyrm_value_count(map);
    if (count > WYRM_BANDS_MAX)
        return wyrm_value_fail(ruleset, map, errors, NULL, "%zu bands are more than %d", count,
                               WYRM_BANDS_MAX);
    wyrm_bands read = {.count = count};
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *value = wyrm_value_item(map, i);
        wyrm_band *band = &read.bands[i];
        *band = (wyrm_band){.name = wyrm_value_key(map, i),
                            .first_depth = (int32_t)wyrm_value_low(value),
                            .last_depth = (int32_t)wyrm_value_high(value)};
        if (i > 0 && check_follows(ruleset, value, band, band - 1, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    if (status == WYRM_OK)
        *out = read;
    return status;
}

size_t wyrm_bands_at(const wyrm_bands *bands, int32_t depth)
{
    size_t at = 0;
    while (at + 1 < bands->count && depth > bands->bands[at].last_depth)
        at++;
    return at;
}

int32_t wyrm_bands_find(const wyrm_bands *bands, const char *name)
{
    for (size_t i = 0; i < bands->count; i++)
        if (strcmp(bands->bands[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}
