/* What can be asked of a roster. */
#include "growth/roster_internal.h"

#include <string.h>

bool wyrm_roster_has_curves(const wyrm_roster *roster, wyrm_role role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(roster->growth, &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == role)
            return true;
    return false;
}

size_t wyrm_roster_count(const wyrm_roster *roster)
{
    return roster->count;
}

const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, size_t index)
{
    return index < roster->count ? &roster->monsters[index] : NULL;
}

int32_t wyrm_roster_find(const wyrm_roster *roster, const char *name)
{
    for (size_t i = 0; i < roster->count; i++)
        if (strcmp(roster->monsters[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int wyrm_roster_by_level(const wyrm_roster *roster, int32_t level)
{
    if (!roster->has_levels)
        return -1;
    size_t low = 0;
    size_t high = roster->count; /* the answer is in low..high-1 */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (roster->monsters[middle].level <= level)
            low = middle;
        else
            high = middle;
    }
    return (int)low;
}
