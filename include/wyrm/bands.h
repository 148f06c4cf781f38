/* Bands: ranges of depths that share budgets, multipliers and thresholds.
 *
 * A ruleset lists them under `bands:` in ascending order without gaps. A depth before the first
 * band counts as the first, one after the last as the last (Catacombs of YARL, "Room Budgets").
 */
#ifndef WYRM_BANDS_H
#define WYRM_BANDS_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_BANDS_MAX 16

typedef struct wyrm_band {
    const char *name; /* its key; valid as long as the ruleset */
    int32_t first_depth, last_depth;
} wyrm_band;

/* The bands of a ruleset. A plain value; count 0 if it has none. */
typedef struct wyrm_bands {
    size_t count;
    wyrm_band bands[WYRM_BANDS_MAX];
} wyrm_bands;

/* Reads the section `bands`. A missing or empty section gives count 0 and WYRM_OK.
 * WYRM_ERROR_RULESET  bands that overlap, leave a gap or descend, or more than WYRM_BANDS_MAX
 *                     (`errors`, may be NULL, has the position of each); *out then has count 0 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bands_read(const wyrm_ruleset *ruleset, wyrm_bands *out,
                                                     wyrm_errors *errors);

/* Index of the band of a depth (any whole number), 0..count-1; 0 if there are no bands. */
WYRM_API size_t wyrm_bands_at(const wyrm_bands *bands, int32_t depth);

/* Index of the band with a name; -1: none. */
WYRM_API int32_t wyrm_bands_find(const wyrm_bands *bands, const char *name);

#ifdef __cplusplus
}
#endif
#endif
