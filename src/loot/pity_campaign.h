/* A campaign as the exact analysis of pity sees it, and its question for the first item of a band.
 */
#ifndef WYRM_SRC_LOOT_PITY_CAMPAIGN_H
#define WYRM_SRC_LOOT_PITY_CAMPAIGN_H

#include "loot/pity_states.h"

typedef struct wyrm_pity_campaign {
    const wyrm_pity_rules *rules;
    const wyrm_pity_depth *depths;
    size_t count;
    bool reset;                  /* counters are 0 at every further depth */
    uint32_t cap[WYRM_PITY_MAX]; /* higher counters change nothing that is asked; 0 of categories
                                    that there are not */
} wyrm_pity_campaign;

/* What holds in the rooms of a depth. */
void wyrm_pity_campaign_room(const wyrm_pity_campaign *campaign, size_t depth,
                             wyrm_pity_room *room);

/* One past the last depth of the band that begins at `depth`. */
size_t wyrm_pity_campaign_band_end(const wyrm_pity_campaign *campaign, size_t depth);

/* Fills `first` of a category for the band that begins at `depth` with the counters `start`.
 * WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY: as wyrm_pity_states_step */
WYRM_MUST_CHECK wyrm_status wyrm_pity_first(const wyrm_pity_campaign *campaign, size_t depth,
                                            const wyrm_pity_states *start, size_t category,
                                            double first[WYRM_DROUGHT_MAX + 1], wyrm_error *error);

#endif
