/* Rooms of a size: monster after monster, then item after item, looks for a tile. With `placing: once`
 * each tries one, and is dropped where somebody came before; else all find one until the room is full.
 * So the number of tiles that are taken is a Markov chain, which is followed here. How large rooms are
 * is another matter: that has no closed form. */
#include "sim/sizes.h"

#include <string.h>

#include "encounter/internal.h"

enum { MONSTERS = WYRM_ROOM_SPAWNS_MAX, ITEMS = WYRM_ROOM_ITEMS_MAX };

wyrm_status wyrm_filling_read(const wyrm_design *design, int32_t depth, wyrm_filling *out,
                              wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    const wyrm_role_plans *plans = wyrm_encounter_plans(encounter);
    wyrm_room_draw draw = {.first = true};
    *out = (wyrm_filling){.map = wyrm_mapper_bounds(wyrm_design_mapper(design))};
    wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &out->monsters, error);
    wyrm_encounter_room_draw(encounter, depth, &draw);
    out->first = draw.first;
    int64_t most = status == WYRM_OK ? wyrm_pmf_last(out->monsters) : MONSTERS;
    most *= out->map.rooms;
    for (int role = 0; plans && role < WYRM_ROOM_ROLE_COUNT; role++)
        if (plans->plans[role].planned) {
            most += plans->plans[role].monsters.most;
            out->roles = true;
        }
    out->crowded = most > WYRM_LEVEL_SPAWNS_MAX;
    return status == WYRM_ERROR_RANGE ? WYRM_OK : status;
}

void wyrm_filling_release(wyrm_filling *filling)
{
    wyrm_pmf_free(filling->monsters);
    filling->monsters = NULL;
}

bool wyrm_filling_is_known(const wyrm_filling *filling)
{
    return filling->monsters && !filling->crowded;
}

bool wyrm_filling_holds_all(const wyrm_filling *filling)
{
    if (!wyrm_filling_is_known(filling))
        return false;
    int64_t most = wyrm_pmf_last(filling->monsters);
    int64_t before = (filling->first ? 1 : 0) + most - 1;
    bool once = filling->map.placing == WYRM_PLACING_ONCE;
    return most == 0 || (once ? before == 0 : before < filling->map.tiles);
}

/* One more looks for a tile: `taken[0..last]` are the chances of so many tiles that are. Returns the
 * chance that it finds one. */
static double look(const wyrm_filling *filling, int32_t tiles, double *taken, int64_t last)
{
    double sum = 0;
    for (int64_t n = last; n >= 0; n--) {
        double free_share = n < tiles ? 1 - (double)n / tiles : 0;
        double found = filling->map.placing == WYRM_PLACING_ONCE ? free_share : n < tiles;
        taken[n + 1] += taken[n] * found;
        sum += taken[n] * found;
        taken[n] *= 1 - found;
    }
    return sum;
}

void wyrm_filling_monsters(const wyrm_filling *filling, int32_t tiles, bool player,
                           double chances[WYRM_ROOM_SPAWNS_MAX + 1])
{
    double taken[1 + MONSTERS + 2] = {0};
    int64_t first = player ? 1 : 0;
    taken[first] = 1;
    memset(chances, 0, (MONSTERS + 1) * sizeof *chances);
    for (int64_t drawn = 0; drawn <= wyrm_pmf_last(filling->monsters); drawn++) {
        double share = wyrm_pmf_at(filling->monsters, drawn);
        for (int64_t placed = 0; placed <= drawn; placed++)
            chances[placed] += share * taken[first + placed];
        look(filling, tiles, taken, first + drawn);
    }
}

double wyrm_filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
                          bool player)
{
    double taken[1 + MONSTERS + ITEMS + 2] = {0}, chances[MONSTERS + 1] = {1}, mean = 0;
    int64_t last = 0;
    bool once = filling->map.placing == WYRM_PLACING_ONCE;
    if (once && (!player || filling->first))
        wyrm_filling_monsters(filling, tiles, player, chances);
    for (int64_t n = 0; n <= MONSTERS; n++)
        if (chances[n] > 0) {
            last = once ? n + player : 0; /* else items lie also where somebody stands */
            taken[last] += chances[n];
        }
    for (int64_t drawn = 1; drawn <= wyrm_pmf_last(number); drawn++)
        mean += wyrm_pmf_tail(number, drawn) * look(filling, tiles, taken, last++);
    return mean;
}
