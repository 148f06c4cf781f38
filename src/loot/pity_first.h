/* The room of a band that brings the first item of a category. */
#ifndef WYRM_SRC_LOOT_PITY_FIRST_H
#define WYRM_SRC_LOOT_PITY_FIRST_H

#include "loot/pity_campaign.h"

/* Fills `first` of a member for the band that begins at `depth` with the counters `start`.
 * WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY: as wyrm_pity_states_step */
WYRM_MUST_CHECK wyrm_status wyrm_pity_first(const wyrm_pity_campaign *campaign, size_t depth,
                                            const wyrm_pity_states *start, size_t member,
                                            double first[WYRM_DROUGHT_MAX + 1], wyrm_error *error);

#endif
