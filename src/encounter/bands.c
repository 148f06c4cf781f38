/* Bands: ranges of depths that share budgets, factors and thresholds. They stand in ascending order
 * without gaps, so that every depth has one; depths outside count as the nearest. */
#include "encounter/internal.h"
#include <string.h>

const wyrm_field wyrm_band_element[] =
    WYRM_ELEMENT("band", RANGE, .least = 1, .greatest = WYRM_TABLE_DEPTH_MAX, .unit = "depths",
                 .summary = "the first and the last depth of the band");

wyrm_status wyrm_bands_read(const wyrm_ruleset *ruleset, wyrm_bands *out, wyrm_errors *errors)
{
    const wyrm_value *map = wyrm_ruleset_find(ruleset, "bands");
    const size_t count = wyrm_value_count(map);
    wyrm_opening o = {.ruleset = ruleset, .errors = errors};
    *out = (wyrm_bands){.count = count};
    if (count > WYRM_BANDS_MAX)
        wyrm_fault(&o, map, NULL, "%zu bands are more than %d", count, WYRM_BANDS_MAX);
    for (size_t i = 0; i < count && i < WYRM_BANDS_MAX; i++) {
        const wyrm_value *value = wyrm_value_item(map, i);
        wyrm_band *band = &out->bands[i], *before = i > 0 ? band - 1 : NULL;
        *band = (wyrm_band){.name = wyrm_value_key(map, i),
                            .first_depth = (int32_t)wyrm_value_low(value),
                            .last_depth = (int32_t)wyrm_value_high(value)};
        if (!before || band->first_depth == before->last_depth + 1)
            continue;
        const int first = band->first_depth, end = before->last_depth;
        if (first < before->first_depth)
            wyrm_fault(&o, value, NULL,
                       "bands stand in ascending order, and '%s' begins at depth %d, before "
                       "'%s' at depth %d",
                       band->name, first, before->name, (int)before->first_depth);
        else
            wyrm_fault(&o, value, NULL,
                       "depth %d is in %s: '%s' ends at depth %d, '%s' begins at depth %d",
                       first <= end ? first : end + 1, first <= end ? "two bands" : "no band",
                       before->name, end, band->name, first);
    }
    if (o.faulty)
        out->count = 0;
    return o.faulty ? WYRM_ERROR_RULESET : WYRM_OK;
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
