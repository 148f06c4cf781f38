/* What a room's threat means: the seven statuses, the first that matches holds (Catacombs of YARL,
 * "ETP Status Codes"). */
#include "encounter/threat_internal.h"

#include <math.h>

const char *wyrm_threat_status_key(wyrm_threat_status status)
{
    static const char *const keys[WYRM_THREAT_STATUS_COUNT] = {
#define KEY(name, key) [name] = key,
        WYRM_THREAT_STATUS_ROWS(KEY)
#undef KEY
    };
    return (unsigned)status < WYRM_THREAT_STATUS_COUNT ? keys[status] : "";
}

wyrm_threat_status wyrm_threat_judge(const wyrm_threat *threat, int32_t depth,
                                     const wyrm_room_kind *room, size_t monsters, double total)
{
    wyrm_budget budget = wyrm_room_budget(&threat->rules, room);
    if (budget == WYRM_BUDGET_EXEMPT)
        return WYRM_THREAT_EXEMPT;
    if (budget == WYRM_BUDGET_EXCEED)
        return WYRM_THREAT_BOSS;
    if (monsters == 0)
        return WYRM_THREAT_EMPTY;
    if (budget == WYRM_BUDGET_SPIKE)
        return WYRM_THREAT_SPIKE;
    wyrm_threat_range range = wyrm_threat_room_range(threat, depth);
    double grains = round(total * WYRM_THREAT_GRAIN);
    if (grains < (double)range.least)
        return WYRM_THREAT_UNDER;
    return grains > (double)range.most ? WYRM_THREAT_OVER : WYRM_THREAT_OK;
}

bool wyrm_threat_is_violation(wyrm_threat_status status)
{
    return status == WYRM_THREAT_OVER;
}
