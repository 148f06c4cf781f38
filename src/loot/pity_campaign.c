/* What the exact analysis of pity asks of a campaign: who is due when, and what its rooms bring. */
#include "loot/pity_campaign.h"

static uint32_t due_from(const wyrm_pity_rules *rules, const wyrm_pity_depth *depth,
                         size_t category)
{
    if (!(depth->can_give >> category & 1u))
        return WYRM_PITY_NEVER;
    return wyrm_pity_due_from(rules, depth->band, category);
}

uint32_t wyrm_pity_campaign_due(const wyrm_pity_campaign *campaign, size_t category)
{
    uint32_t latest = 0;
    for (size_t depth = 0; depth < campaign->count; depth++) {
        uint32_t due = due_from(campaign->rules, &campaign->depths[depth], category);
        if (due > latest && due < WYRM_PITY_NEVER)
            latest = due;
    }
    return latest;
}

void wyrm_pity_campaign_follow(wyrm_pity_campaign *campaign, size_t category)
{
    uint32_t due = wyrm_pity_campaign_due(campaign, category);
    uint32_t cap = due > WYRM_DROUGHT_MAX ? due : WYRM_DROUGHT_MAX;
    campaign->member[campaign->members] = category;
    /* The counters of a game saturate. */
    campaign->cap[campaign->members++] = cap < UINT16_MAX ? cap : UINT16_MAX;
}

/* The members among a set of categories, by their place. */
static size_t members_of(const wyrm_pity_campaign *campaign, size_t set)
{
    size_t members = 0;
    for (size_t i = 0; i < campaign->members; i++)
        members |= (set >> campaign->member[i] & 1u) << i;
    return members;
}

void wyrm_pity_campaign_room(const wyrm_pity_campaign *campaign, size_t depth, wyrm_pity_room *room)
{
    const wyrm_pity_depth *here = &campaign->depths[depth];
    size_t sets = (size_t)1 << campaign->rules->count;
    *room = (wyrm_pity_room){.count = campaign->members};
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        bool is_member = i < campaign->members;
        room->cap[i] = campaign->cap[i];
        room->due[i] =
            is_member ? due_from(campaign->rules, here, campaign->member[i]) : WYRM_PITY_NEVER;
    }
    double sum = 0;
    for (size_t set = 0; set < sets; set++)
        sum += here->found[set];
    for (size_t set = 0; set < sets; set++)
        room->found[members_of(campaign, set)] += here->found[set] / sum;
}

size_t wyrm_pity_campaign_band_end(const wyrm_pity_campaign *campaign, size_t depth)
{
    size_t band = campaign->depths[depth].band;
    while (depth < campaign->count && campaign->depths[depth].band == band)
        depth++;
    return depth;
}
