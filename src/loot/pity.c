/* The rules of pity (Catacombs of YARL, "Pity Rules"): counting rooms, and who gives an item. */
#include "loot/internal.h"

uint32_t wyrm_pity_due_from(const wyrm_pity_rules *rules, size_t band, size_t category)
{
    if (band >= WYRM_BANDS_MAX || category >= rules->count)
        return WYRM_PITY_NEVER;
    uint32_t threshold = rules->thresholds[band][category];
    if (threshold == 0)
        return WYRM_PITY_NEVER;
    return rules->above ? threshold + 1 : threshold;
}

void wyrm_pity_count(const wyrm_pity_rules *rules, unsigned found, wyrm_pity_state *state)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (found >> i & 1u)
            state->rooms[i] = 0;
        else if (state->rooms[i] < UINT16_MAX)
            state->rooms[i]++;
    }
}

bool wyrm_pity_is_due(const wyrm_pity_rules *rules, size_t band, size_t category,
                      const wyrm_pity_state *state)
{
    return category < rules->count &&
           state->rooms[category] >= wyrm_pity_due_from(rules, band, category);
}

int wyrm_pity_give(const wyrm_pity_rules *rules, size_t band, unsigned can_give,
                   wyrm_pity_state *state)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (!(can_give >> i & 1u) || !wyrm_pity_is_due(rules, band, i, state))
            continue;
        state->rooms[i] = 0;
        return (int)i;
    }
    return WYRM_PITY_NONE;
}
