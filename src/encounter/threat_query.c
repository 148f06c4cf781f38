/* What a ruleset's threat answers. */
#include "encounter/threat_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const wyrm_bands *wyrm_threat_bands(const wyrm_threat *threat)
{
    return &threat->bands;
}

const wyrm_room_rules *wyrm_threat_rules(const wyrm_threat *threat)
{
    return &threat->rules;
}

double wyrm_threat_base(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count ? threat->monsters[monster].base : 0;
}

double wyrm_threat_derived(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count ? threat->monsters[monster].derived : 0;
}

bool wyrm_threat_is_named(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count && threat->monsters[monster].named;
}

int64_t wyrm_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    if (monster >= threat->monster_count)
        return 0;
    return threat->monsters[monster].grains[wyrm_bands_at(&threat->bands, depth)][elite];
}

double wyrm_threat_at(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    return (double)wyrm_threat_grains(threat, monster, depth, elite) / WYRM_THREAT_GRAIN;
}

static wyrm_status fail_unknown(const wyrm_threat *threat, const char *name, wyrm_error *error)
{
    const char **names = calloc(threat->monster_count + 1, sizeof *names);
    if (!names)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < threat->monster_count; i++)
        names[i] = wyrm_roster_monster(threat->roster, i)->name;
    const char *nearest = wyrm_nearest(name, names, threat->monster_count);
    free(names);
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no monster is called '%.64s'", name);
    if (nearest && error)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
    return status;
}

wyrm_status wyrm_threat_of(const wyrm_threat *threat, const char *name, int32_t depth, bool elite,
                           double *out, wyrm_error *error)
{
    *out = 0;
    for (size_t i = 0; i < threat->monster_count; i++) {
        if (strcmp(wyrm_roster_monster(threat->roster, i)->name, name) != 0)
            continue;
        *out = wyrm_threat_at(threat, i, depth, elite);
        return WYRM_OK;
    }
    return fail_unknown(threat, name, error);
}

static const wyrm_threat_band *band_at(const wyrm_threat *threat, int32_t depth)
{
    return &threat->by_band[wyrm_bands_at(&threat->bands, depth)];
}

wyrm_interval wyrm_threat_room_budget(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->room_budget;
}

wyrm_interval wyrm_threat_floor_budget(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->floor_budget;
}

wyrm_threat_range wyrm_threat_room_range(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->room;
}
