/* A campaign as the exact analysis of pity sees it. */
#ifndef WYRM_SRC_LOOT_PITY_CAMPAIGN_H
#define WYRM_SRC_LOOT_PITY_CAMPAIGN_H

#include "loot/pity_states.h"

/* Only some of the categories are followed, the members: those that can bar each other, together;
 * every other by itself, as it has no part in what happens to them. */
typedef struct wyrm_pity_campaign {
    const wyrm_pity_rules *rules;
    const wyrm_pity_depth *depths;
    size_t count;
    size_t members;
    size_t member[WYRM_PITY_MAX]; /* categories, ascending */
    bool reset;                   /* counters are 0 at every further depth */
    uint32_t cap[WYRM_PITY_MAX];  /* by member: higher counters change nothing that is asked; 0
                                     where there is none */
} wyrm_pity_campaign;

/* The greatest counter from which on a category gives anywhere in the campaign; 0: it never
 * does. */
uint32_t wyrm_pity_campaign_due(const wyrm_pity_campaign *campaign, size_t category);

/* Makes a category the next member. */
void wyrm_pity_campaign_follow(wyrm_pity_campaign *campaign, size_t category);

/* What holds in the rooms of a depth, for the members. */
void wyrm_pity_campaign_room(const wyrm_pity_campaign *campaign, size_t depth,
                             wyrm_pity_room *room);

/* One past the last depth of the band that begins at `depth`. */
size_t wyrm_pity_campaign_band_end(const wyrm_pity_campaign *campaign, size_t depth);

#endif
