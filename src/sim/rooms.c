/* What normal rooms hold: from the exact distributions of what is drawn for them where all of it gets
 * a tile, else from floors as the game makes them, each floor a cluster of rooms.
 *
 * In a room of a size monster after monster, then item after item, looks for a tile. With `placing:
 * once` each tries one, and is dropped where somebody came before; else all find one until the room is
 * full. So the number of tiles that are taken is a Markov chain, which is followed here. How large
 * rooms are is another matter: that has no closed form.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <string.h>

#include "encounter/internal.h"

/* ---- rooms of a size ---- */

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

/* Whether every monster that is drawn finds a tile. */
static bool filling_holds_all(const wyrm_filling *filling)
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

/* The chance of 0..WYRM_ROOM_SPAWNS_MAX monsters in a room of so many tiles that gets any; `player`:
 * the player stands there too. The filling is known. */
static void filling_monsters(const wyrm_filling *filling, int32_t tiles, bool player,
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
        filling_monsters(filling, tiles, player, chances);
    for (int64_t n = 0; n <= MONSTERS; n++)
        if (chances[n] > 0) {
            last = once ? n + player : 0; /* else items lie also where somebody stands */
            taken[last] += chances[n];
        }
    for (int64_t drawn = 1; drawn <= wyrm_pmf_last(number); drawn++)
        mean += wyrm_pmf_tail(number, drawn) * look(filling, tiles, taken, last++);
    return mean;
}

#define CONFIDENCE 0.95

static wyrm_status no_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the rooms of a depth");
}

static const wyrm_encounter *encounter_of(const wyrm_rooms *rooms)
{
    return wyrm_design_encounter(rooms->design);
}

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

wyrm_status wyrm_rooms_hold_all(const wyrm_rooms *rooms, bool *out, wyrm_error *error)
{
    wyrm_filling filling;
    wyrm_status status = wyrm_filling_read(rooms->design, rooms->depth, &filling, error);
    *out = status == WYRM_OK && filling_holds_all(&filling);
    wyrm_filling_release(&filling);
    return status;
}

/* ---- generated floors ---- */

enum { NUMBERS = WYRM_ROOM_SPAWNS_MAX + 1 };

/* The chances of the sizes that were met. */
#define TILES_MAX (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)
typedef struct sizes {
    double *rows[2][TILES_MAX + 1]; /* [1]: the player is there too; NULL: not met */
} sizes;

static const double *chances_of(const wyrm_filling *of, sizes *met, const wyrm_room *room,
                                bool player)
{
    int32_t tiles = room->width * room->height;
    double **row = &met->rows[player][tiles];
    if (!*row)
        *row = base_allocate(NUMBERS * sizeof **row);
    else
        return *row;
    if (*row)
        filling_monsters(of, tiles, player, *row);
    return *row;
}

static void forget(sizes *met)
{
    for (size_t i = 0; met && i <= TILES_MAX; i++) {
        wyrm_free(met->rows[0][i]);
        wyrm_free(met->rows[1][i]);
    }
    wyrm_free(met);
}

typedef struct workspace {
    wyrm_map map;
    wyrm_population population;
    wyrm_room_content rooms[WYRM_MAP_ROOMS_MAX];
    double counted[WYRM_MAP_ROOMS_MAX][NUMBERS]; /* where chances are not known: what was counted */
} workspace;

/* The chances of a room; NULL: out of memory. */
static const double *number_of(const wyrm_filling *of, sizes *met, workspace *space, int32_t room,
                               size_t count)
{
    if (wyrm_filling_is_known(of))
        return chances_of(of, met, &space->map.rooms[room], room == 0);
    memset(space->counted[room], 0, sizeof space->counted[room]);
    space->counted[room][count] = 1;
    return space->counted[room];
}

/* Monsters stand in the order of their rooms. Returns how many rooms are normal; SIZE_MAX: out of
 * memory. */
static size_t gather_rooms(const wyrm_filling *of, sizes *met, workspace *space)
{
    const wyrm_population *population = &space->population;
    size_t count = 0, next = 0;
    for (int32_t r = 0; r < space->map.room_count; r++) {
        wyrm_room_content *room = &space->rooms[count];
        *room = (wyrm_room_content){.monsters = &population->monsters[next]};
        while (next < population->monster_count && population->monsters[next].room == r) {
            room->count++;
            next++;
        }
        if (population->kinds[r].role != WYRM_ROOM_NORMAL || (r == 0 && !of->first))
            continue;
        room->chances = number_of(of, met, space, r, room->count);
        if (!room->chances)
            return SIZE_MAX;
        count++;
    }
    return count;
}

static wyrm_status visit_floors(const wyrm_rooms *rooms, const wyrm_filling *of,
                                wyrm_rooms_visitor *visit, void *context, wyrm_error *error)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(rooms->design),
                                      .encounter = encounter_of(rooms)};
    uint64_t floors = rooms->floors > 0 ? rooms->floors : WYRM_ROOMS_FLOORS;
    workspace *space = base_allocate(sizeof *space);
    sizes *met = base_zeroed(1, sizeof *met);
    wyrm_status status = space && met ? WYRM_OK : no_memory(error);
    for (uint64_t run = 0; status == WYRM_OK && run < floors; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
        difficulty.depth = rooms->depth;
        wyrm_floor_make(&models, rooms->seed, rooms->first_run + run, &difficulty, NULL,
                        &space->map, &space->population);
        size_t count = gather_rooms(of, met, space);
        status = count == SIZE_MAX ? no_memory(error) : visit(space->rooms, count, context, error);
    }
    forget(met);
    wyrm_free(space);
    return status;
}

wyrm_status wyrm_rooms_visit(const wyrm_rooms *rooms, wyrm_rooms_visitor *visit, void *context,
                             wyrm_error *error)
{
    wyrm_filling of;
    wyrm_status status = wyrm_filling_read(rooms->design, rooms->depth, &of, error);
    if (status == WYRM_OK)
        status = visit_floors(rooms, &of, visit, context, error);
    wyrm_filling_release(&of);
    return status;
}

/* ---- figures ---- */

/* Averaged values have no whole events that a sample could lack, so that their bounds bear on nothing
 * but what is left when too few rooms differ to tell how much they do. */
wyrm_estimate wyrm_rooms_estimate(const wyrm_clusters *sums, wyrm_interval bounds, bool averaged)
{
    if (bounds.low == bounds.high)
        return exactly(bounds.low);
    wyrm_clusters of = *sums;
    of.range = averaged ? WYRM_ANY : bounds.high <= 1 ? WYRM_SHARE : WYRM_AMOUNT;
    wyrm_interval ci95 = wyrm_ratio_interval(&of, CONFIDENCE);
    if (averaged && !wyrm_interval_is_known(ci95) && bounds.high <= 1) {
        of.range = WYRM_SHARE;
        ci95 = wyrm_ratio_interval(&of, CONFIDENCE);
    }
    return (wyrm_estimate){.value = wyrm_clusters_ratio(sums),
                           .sampled = true,
                           .ci95 = {fmax(ci95.low, bounds.low), fmin(ci95.high, bounds.high)}};
}

/* What is asked of a room: one number, or whether that is within a range. */
typedef struct question {
    const wyrm_rooms *rooms;
    const wyrm_threat *threat; /* NULL: the number of monsters */
    const wyrm_interval *within;
    wyrm_threat_status status; /* WYRM_THREAT_STATUS_COUNT: not asked for */
    wyrm_clusters sums;
} question;

/* The answer of a room with so many monsters and so much threat. */
static double answer(const question *of, size_t monsters, double threat)
{
    static const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};
    double value = of->threat ? threat : (double)monsters;
    if (of->status < WYRM_THREAT_STATUS_COUNT)
        return wyrm_threat_judge(of->threat, of->rooms->depth, &normal, monsters, threat) ==
               of->status;
    return of->within ? value >= of->within->low && value <= of->within->high : value;
}

static wyrm_status ask_floor(const wyrm_room_content *rooms, size_t count, void *context,
                             wyrm_error *error)
{
    question *of = context;
    double sum = 0;
    (void)error;
    for (size_t r = 0; r < count; r++) {
        int64_t grains = 0;
        for (size_t n = 0; !of->threat && n < NUMBERS; n++)
            sum += rooms[r].chances[n] > 0 ? rooms[r].chances[n] * answer(of, n, 0) : 0;
        for (size_t i = 0; of->threat && i < rooms[r].count; i++) {
            const wyrm_spawn *spawn = &rooms[r].monsters[i].spawn;
            grains += wyrm_threat_grains(of->threat, (size_t)spawn->monster, of->rooms->depth,
                                         spawn->elite);
        }
        if (of->threat)
            sum += answer(of, rooms[r].count, (double)grains / WYRM_THREAT_GRAIN);
    }
    wyrm_clusters_add(&of->sums, sum, (double)count);
    return WYRM_OK;
}

/* What the answers for any room lie between: what is the same for all is exact. */
static wyrm_interval bounds_of(const question *of, const wyrm_filling *filled)
{
    bool is_share = of->within || of->status < WYRM_THREAT_STATUS_COUNT;
    wyrm_interval bounds = {INFINITY, 0};
    if (of->threat || !filled->monsters)
        return (wyrm_interval){0, is_share ? 1 : INFINITY};
    for (int64_t n = 0; n <= wyrm_pmf_last(filled->monsters); n++) {
        double value = answer(of, (size_t)n, 0);
        bounds = (wyrm_interval){fmin(bounds.low, value), fmax(bounds.high, value)};
    }
    return bounds;
}

/* From generated floors. */
static wyrm_status ask_floors(question *of, const wyrm_filling *filled, wyrm_estimate *out,
                              wyrm_error *error)
{
    wyrm_interval bounds = bounds_of(of, filled);
    if (bounds.low == bounds.high) {
        *out = exactly(bounds.low);
        return WYRM_OK;
    }
    wyrm_status status = visit_floors(of->rooms, filled, ask_floor, of, error);
    *out = wyrm_rooms_estimate(&of->sums, bounds, !of->threat);
    return status;
}

/* From the distributions of what is drawn. */
static wyrm_status ask_exactly(const question *of, double *out, wyrm_error *error)
{
    wyrm_pmf *monsters, *threat = NULL;
    double unit = 1;
    *out = 0;
    wyrm_status status =
        wyrm_encounter_room_monsters(encounter_of(of->rooms), of->rooms->depth, &monsters, error);
    if (status == WYRM_OK && of->threat)
        status = wyrm_encounter_room_threat(encounter_of(of->rooms), of->rooms->depth, &unit,
                                            &threat, error);
    if (status == WYRM_OK) {
        const wyrm_pmf *values = of->threat ? threat : monsters;
        const int64_t step = llround(unit * WYRM_THREAT_GRAIN); /* as floors are counted */
        /* Rooms without monsters are apart from those whose monsters are no threat. */
        double empty = of->threat ? wyrm_pmf_at(monsters, 0) : 0;
        *out = empty * answer(of, 0, 0);
        for (int64_t v = wyrm_pmf_first(values); v <= wyrm_pmf_last(values); v++) {
            double share = wyrm_pmf_at(values, v) - (v == 0 ? empty : 0);
            if (share > 0)
                *out += share * answer(of, of->threat ? 1 : (size_t)v,
                                       (double)(v * step) / WYRM_THREAT_GRAIN);
        }
    }
    wyrm_pmf_free(monsters);
    wyrm_pmf_free(threat);
    return status;
}

static wyrm_status ask(question *of, wyrm_estimate *out, wyrm_error *error)
{
    wyrm_filling filled;
    double value;
    wyrm_status status = wyrm_filling_read(of->rooms->design, of->rooms->depth, &filled, error);
    bool all = status == WYRM_OK && filling_holds_all(&filled);
    if (all)
        status = ask_exactly(of, &value, error);
    if (all && status == WYRM_OK)
        *out = exactly(value);
    else if (status == WYRM_OK || status == WYRM_ERROR_RANGE)
        status = ask_floors(of, &filled, out, error);
    wyrm_filling_release(&filled);
    return status;
}

wyrm_status wyrm_rooms_monsters(const wyrm_rooms *rooms, const wyrm_interval *within,
                                wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .within = within, .status = WYRM_THREAT_STATUS_COUNT};
    return ask(&of, out, error);
}

static wyrm_status ask_threat(question *of, wyrm_estimate *out, wyrm_error *error)
{
    of->threat = wyrm_design_threat(of->rooms->design);
    if (!of->threat)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    return ask(of, out, error);
}

wyrm_status wyrm_rooms_threat(const wyrm_rooms *rooms, const wyrm_interval *within,
                              wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .within = within, .status = WYRM_THREAT_STATUS_COUNT};
    return ask_threat(&of, out, error);
}

wyrm_status wyrm_rooms_status(const wyrm_rooms *rooms, wyrm_threat_status wanted,
                              wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .status = wanted};
    return ask_threat(&of, out, error);
}

/* ---- kinds ---- */

typedef struct census {
    size_t kinds;
    double *here; /* of a floor, by kind */
    wyrm_clusters *sums;
} census;

static wyrm_status count_floor(const wyrm_room_content *rooms, size_t count, void *context,
                               wyrm_error *error)
{
    census *counted = context;
    double all = 0;
    (void)error;
    for (size_t k = 0; k < counted->kinds; k++)
        counted->here[k] = 0;
    for (size_t r = 0; r < count; r++) {
        all += (double)rooms[r].count;
        for (size_t i = 0; i < rooms[r].count; i++)
            counted->here[rooms[r].monsters[i].spawn.monster]++;
    }
    for (size_t k = 0; k < counted->kinds; k++)
        wyrm_clusters_add(&counted->sums[k], counted->here[k], all);
    return WYRM_OK;
}

/* A kind that never comes is known not to. */
static wyrm_status count_kinds(const wyrm_rooms *rooms, size_t kinds, wyrm_estimate *shares,
                               wyrm_error *error)
{
    census counted = {.kinds = kinds,
                      .here = base_zeroed(kinds + 1, sizeof *counted.here),
                      .sums = base_zeroed(kinds + 1, sizeof *counted.sums)};
    wyrm_status status = counted.here && counted.sums
                             ? wyrm_rooms_visit(rooms, count_floor, &counted, error)
                             : no_memory(error);
    for (size_t k = 0; k < kinds && status == WYRM_OK; k++)
        if (wyrm_encounter_comes(encounter_of(rooms), rooms->depth, (int32_t)k))
            shares[k] = wyrm_rooms_estimate(&counted.sums[k], (wyrm_interval){0, 1}, false);
    wyrm_free(counted.here);
    wyrm_free(counted.sums);
    return status;
}

wyrm_status wyrm_rooms_kinds(const wyrm_rooms *rooms, wyrm_estimate *shares, wyrm_error *error)
{
    size_t kinds = wyrm_roster_count(wyrm_design_roster(rooms->design));
    wyrm_room_draw draw = {.independent = true};
    wyrm_pmf *pmf = NULL;
    bool all;
    for (size_t k = 0; k < kinds; k++)
        shares[k] = exactly(0);
    wyrm_status status = wyrm_rooms_hold_all(rooms, &all, error);
    if (status != WYRM_OK)
        return status;
    /* Where monsters are drawn one like the other it does not matter which of them are dropped. */
    wyrm_encounter_room_draw(encounter_of(rooms), rooms->depth, &draw);
    if (all || draw.independent)
        status = wyrm_encounter_room_kinds(encounter_of(rooms), rooms->depth, &pmf, error);
    if (status == WYRM_ERROR_ARGUMENT) /* nobody comes */
        return WYRM_OK;
    for (size_t k = 0; k < kinds && pmf; k++)
        shares[k] = exactly(wyrm_pmf_at(pmf, (int64_t)k));
    bool found = pmf != NULL;
    wyrm_pmf_free(pmf);
    if (found || (status != WYRM_OK && status != WYRM_ERROR_RANGE))
        return status;
    return count_kinds(rooms, kinds, shares, error);
}
