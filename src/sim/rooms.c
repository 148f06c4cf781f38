/* What rooms hold: normal ones of a depth. What lies in those of whole campaigns: loot_survey.c.
 *
 * Normal rooms follow from the exact distributions of what is drawn for them where all of it gets a
 * tile, else from floors as the game makes them, each floor a cluster of rooms. In a room of a size
 * monster after monster, then item after item, looks for a tile. With `placing: once` each tries
 * one, and is dropped where somebody came before; else all find one until the room is full. So the
 * number of tiles that are taken is a Markov chain, which is followed here. How large rooms are is
 * another matter: that has no closed form. */
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/streams.h>
#include "encounter/internal.h"

#define CONFIDENCE 0.95

/* ---- rooms of a size ---- */

/* A room may hold all who come to a floor. */
enum { MONSTERS = WYRM_LEVEL_SPAWNS_MAX, ITEMS = WYRM_ROOM_ITEMS_MAX };

wyrm_filling wyrm_filling_read(base_arena *arena, const wyrm_design *design, int32_t depth)
{
    base_must(arena, wyrm_design_needs(design, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP, "a room",
                                       &arena->error));
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    const wyrm_role_plans *plans = wyrm_encounter_plans(encounter);
    wyrm_room_draw draw = {.first = true};
    wyrm_filling out = {.map = wyrm_mapper_bounds(wyrm_design_mapper(design))};
    wyrm_pmf *monsters;
    wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &monsters, &arena->error);
    if (status != WYRM_ERROR_RANGE) { /* else threats differ too finely */
        base_must(arena, status);
        base_keep(arena, monsters, wyrm_pmf_free);
    }
    wyrm_encounter_room_draw(encounter, depth, &draw);
    out.monsters = monsters;
    out.first = draw.first;
    int64_t most = monsters ? wyrm_pmf_last(monsters) * out.map.rooms : 0;
    for (int role = 0; plans && role < WYRM_ROOM_ROLE_COUNT; role++)
        if (plans->plans[role].planned) {
            most += plans->plans[role].monsters->most;
            out.roles = true;
        }
    out.known = monsters && most <= WYRM_LEVEL_SPAWNS_MAX && !out.map.shaped;
    out.floors = wyrm_encounter_fills_floors(encounter);
    if (out.floors) /* who finds a room full goes to the next */
        out.known = out.known && wyrm_pmf_last(monsters) < out.map.tiles;
    return out;
}

/* Whether monsters try one tile each: those of groups look on until they have one. */
static bool try_once(const wyrm_filling *filling)
{
    return filling->map.placing == WYRM_PLACING_ONCE && !filling->floors;
}

/* Whether every monster that is drawn finds a tile. */
static bool holds_all(const wyrm_filling *filling)
{
    if (!filling->known)
        return false;
    int64_t most = wyrm_pmf_last(filling->monsters), before = (filling->first ? 1 : 0) + most - 1;
    return most == 0 || (try_once(filling) ? before == 0 : before < filling->map.tiles);
}

/* One more looks for a tile, `once` or until it has one: `taken[0..last]` are the chances of so
 * many tiles that are. Returns the chance that it finds one. */
static double look(bool once, int32_t tiles, double *taken, int64_t last)
{
    double sum = 0;
    for (int64_t n = last; n >= 0; n--) {
        double free_share = n < tiles ? 1 - (double)n / tiles : 0;
        double found = once ? free_share : n < tiles;
        taken[n + 1] += taken[n] * found;
        sum += taken[n] * found;
        taken[n] *= 1 - found;
    }
    return sum;
}

/* The chance of 0 to as many monsters as are drawn, in a room of so many tiles that gets any:
 * chances[] begins as 0. `player`: the player stands there too. The filling is known. */
static void filling_monsters(const wyrm_filling *filling, int32_t tiles, bool player,
                             double *chances)
{
    double taken[1 + MONSTERS + 2] = {0};
    int64_t first = player ? 1 : 0;
    taken[first] = 1;
    for (int64_t drawn = 0; drawn <= wyrm_pmf_last(filling->monsters); drawn++) {
        double share = wyrm_pmf_at(filling->monsters, drawn);
        for (int64_t placed = 0; placed <= drawn; placed++)
            chances[placed] += share * taken[first + placed];
        look(try_once(filling), tiles, taken, first + drawn);
    }
}

double wyrm_filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
                          bool player)
{
    double taken[1 + MONSTERS + ITEMS + 2] = {0}, chances[MONSTERS + 1] = {0}, mean = 0;
    int64_t last = 0;
    bool once = filling->map.placing == WYRM_PLACING_ONCE;
    if (once && (!player || filling->first))
        filling_monsters(filling, tiles, player, chances);
    else
        chances[0] = 1;
    for (int64_t n = 0; n <= MONSTERS; n++)
        if (chances[n] > 0) {
            last = once ? n + player : 0; /* else items lie also where somebody stands */
            taken[last] += chances[n];
        }
    for (int64_t drawn = 1; drawn <= wyrm_pmf_last(number); drawn++)
        mean += wyrm_pmf_tail(number, drawn) * look(once, tiles, taken, last++);
    return mean;
}

/* ---- generated floors ---- */

enum { TILES_MAX = WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX };

/* What is asked of the rooms of a depth: whether all monsters get a tile, one number of a room or
 * whether that is within a range, the kinds of monsters. Or they are only to be visited. */
typedef struct question {
    const wyrm_rooms *rooms;
    wyrm_rooms_visitor *visit;
    void *context;
    bool of_threat;            /* not of the number of monsters, */
    const wyrm_threat *threat; /* which then is there */
    const wyrm_interval *within;
    const wyrm_threat_status *status; /* NULL: not asked for */
    wyrm_clusters sums;
    wyrm_estimate *out;
    /* Of kinds: */
    size_t kinds;
    double *here; /* of a floor, by kind */
    wyrm_clusters *by_kind;
} question;

/* Floors as they are visited. */
typedef struct floors {
    wyrm_filling filling;
    wyrm_made_floor made;
    wyrm_room_content content[WYRM_MAP_ROOMS_MAX];
    double certain[MONSTERS + 1]; /* a chance of 1 at its end, for rooms of which no more is known
                                     than what was counted */
    /* The chances of sizes; [1]: the player is there; NULL: not met. */
    double *met[2][TILES_MAX + 1];
} floors;

/* Hands the normal rooms of floor after floor on, of those that are filled. Monsters stand in the
 * order of their rooms. */
static void visit_floors(base_arena *arena, void *context)
{
    const question *asked = context;
    const wyrm_rooms *rooms = asked->rooms;
    const uint64_t floor_count = rooms->floors > 0 ? rooms->floors : WYRM_ROOMS_FLOORS;
    floors *of = base_new(arena, floors);
    const wyrm_population *population = &of->made.population;
    of->filling = wyrm_filling_read(arena, rooms->design, rooms->depth);
    of->certain[MONSTERS] = 1;
    size_t most = of->filling.known ? (size_t)wyrm_pmf_last(of->filling.monsters) : 0;
    for (uint64_t run = 0; run < floor_count; run++) {
        size_t count = 0, next = 0;
        wyrm_make_floor_of(rooms->design, rooms->seed, rooms->first_run + run, rooms->depth,
                           &of->made);
        if (!population->filled)
            continue;
        for (int32_t r = 0; r < of->made.map.room_count; r++) {
            wyrm_room_content *room = &of->content[count];
            *room = (wyrm_room_content){.monsters = &population->monsters[next]};
            for (; next < population->monster_count && population->monsters[next].room == r; next++)
                room->count++;
            if (population->kinds[r].role != WYRM_ROOM_NORMAL || (r == 0 && !of->filling.first))
                continue;
            count++;
            int32_t tiles = of->made.map.rooms[r].width * of->made.map.rooms[r].height;
            double **met = &of->met[r == 0][tiles];
            if (of->filling.known && !*met) {
                *met = base_array(arena, double, most + 1);
                filling_monsters(&of->filling, tiles, r == 0, *met);
            }
            room->most = of->filling.known ? most : room->count;
            room->chances = of->filling.known ? *met : &of->certain[MONSTERS - room->count];
        }
        base_must(arena, asked->visit(of->content, count, asked->context, &arena->error));
    }
    wyrm_floors_must_be_made(arena, rooms->design);
}

bool wyrm_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms)
{
    wyrm_filling filling = wyrm_filling_read(arena, rooms->design, rooms->depth);
    return holds_all(&filling);
}

wyrm_status wyrm_rooms_visit(const wyrm_rooms *rooms, wyrm_rooms_visitor *visit, void *context,
                             wyrm_error *error)
{
    question of = {.rooms = rooms, .visit = visit, .context = context};
    return base_do(visit_floors, &of, error);
}

/* ---- figures ---- */

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

/* Averaged values have no whole events that a sample could lack, so that their bounds bear on
 * nothing but what is left when too few rooms differ to tell how much they do. */
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

/* The answer of a room with so many monsters and so much threat. */
static double answer(const question *of, size_t monsters, double threat)
{
    static const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};
    double value = of->threat ? threat : (double)monsters;
    if (of->status)
        return *of->status ==
               wyrm_threat_judge(of->threat, of->rooms->depth, &normal, monsters, threat);
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
        for (size_t n = 0; !of->threat && n <= rooms[r].most; n++)
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

/* From the distributions of what is drawn. False: threats differ too finely for one. */
static bool ask_exactly(base_arena *arena, const question *of, const wyrm_pmf *monsters,
                        double *out)
{
    const wyrm_pmf *values = monsters;
    double unit = 1;
    if (of->threat) {
        wyrm_pmf *threat = NULL;
        wyrm_status status =
            wyrm_encounter_room_threat(wyrm_design_encounter(of->rooms->design), of->rooms->depth,
                                       &unit, &threat, &arena->error);
        if (status == WYRM_ERROR_RANGE)
            return false;
        base_must(arena, status);
        base_keep(arena, threat, wyrm_pmf_free);
        values = threat;
    }
    const int64_t step = llround(unit * WYRM_THREAT_GRAIN); /* as floors are counted */
    /* Rooms without monsters are apart from those whose monsters are no threat. */
    double empty = of->threat ? wyrm_pmf_at(monsters, 0) : 0;
    *out = empty * answer(of, 0, 0);
    for (int64_t v = wyrm_pmf_first(values); v <= wyrm_pmf_last(values); v++) {
        double share = wyrm_pmf_at(values, v) - (v == 0 ? empty : 0);
        size_t drawn = of->threat ? 1 : (size_t)v;
        if (share > 0)
            *out += share * answer(of, drawn, (double)(v * step) / WYRM_THREAT_GRAIN);
    }
    return true;
}

/* What the answers for any room lie between is worked out first: what is the same for all is exact.
 */
static void find_number(base_arena *arena, void *context)
{
    question *of = context;
    of->threat = of->of_threat ? wyrm_design_threat(of->rooms->design) : NULL;
    if (of->of_threat && !of->threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    wyrm_filling filled = wyrm_filling_read(arena, of->rooms->design, of->rooms->depth);
    bool is_share = of->within || of->status, counts = !of->threat;
    wyrm_interval bounds = {0, is_share ? 1 : INFINITY};
    double value;
    if (counts && filled.monsters)
        bounds = (wyrm_interval){INFINITY, 0};
    for (int64_t n = 0; counts && filled.monsters && n <= wyrm_pmf_last(filled.monsters); n++) {
        value = answer(of, (size_t)n, 0);
        bounds = (wyrm_interval){fmin(bounds.low, value), fmax(bounds.high, value)};
    }
    if (holds_all(&filled) && ask_exactly(arena, of, filled.monsters, &value)) {
        *of->out = exactly(value);
        return;
    }
    of->visit = ask_floor;
    of->context = of;
    if (bounds.low < bounds.high)
        visit_floors(arena, of);
    *of->out = wyrm_rooms_estimate(&of->sums, bounds, counts);
}

wyrm_status wyrm_rooms_monsters(const wyrm_rooms *rooms, const wyrm_interval *within,
                                wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .within = within, .out = out};
    return base_do(find_number, &of, error);
}

wyrm_status wyrm_rooms_threat(const wyrm_rooms *rooms, const wyrm_interval *within,
                              wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .of_threat = true, .within = within, .out = out};
    return base_do(find_number, &of, error);
}

wyrm_status wyrm_rooms_status(const wyrm_rooms *rooms, wyrm_threat_status wanted,
                              wyrm_estimate *out, wyrm_error *error)
{
    question of = {.rooms = rooms, .of_threat = true, .status = &wanted, .out = out};
    return base_do(find_number, &of, error);
}

/* ---- kinds ---- */

static wyrm_status count_floor(const wyrm_room_content *rooms, size_t count, void *context,
                               wyrm_error *error)
{
    question *of = context;
    double all = 0;
    (void)error;
    memset(of->here, 0, of->kinds * sizeof *of->here);
    for (size_t r = 0; r < count; r++) {
        all += (double)rooms[r].count;
        for (size_t i = 0; i < rooms[r].count; i++)
            of->here[rooms[r].monsters[i].spawn.monster]++;
    }
    for (size_t k = 0; k < of->kinds; k++)
        wyrm_clusters_add(&of->by_kind[k], of->here[k], all);
    return WYRM_OK;
}

/* Where monsters are drawn one like the other it does not matter which of them are dropped, and
 * where groups come to floors only a floor without any free tile drops one: what is told is who
 * comes. Else kinds are counted, and one that never comes is known not to. */
static void find_kinds(base_arena *arena, void *context)
{
    question *of = context;
    const wyrm_encounter *encounter = wyrm_design_encounter(of->rooms->design);
    int32_t depth = of->rooms->depth;
    wyrm_room_draw draw = {.independent = true};
    wyrm_pmf *pmf = NULL;
    bool all = wyrm_encounter_fills_floors(encounter);
    for (size_t k = 0; k < of->kinds; k++)
        of->out[k] = exactly(0);
    wyrm_encounter_room_draw(encounter, depth, &draw);
    if (!all) {
        wyrm_filling filled = wyrm_filling_read(arena, of->rooms->design, depth);
        all = holds_all(&filled) || draw.independent;
    }
    wyrm_status status = WYRM_ERROR_RANGE;
    if (all)
        status = wyrm_encounter_room_kinds(encounter, depth, &pmf, &arena->error);
    if (status == WYRM_ERROR_ARGUMENT) /* nobody comes */
        return;
    if (status != WYRM_ERROR_RANGE) {
        base_must(arena, status);
        for (size_t k = 0; k < of->kinds; k++)
            of->out[k] = exactly(wyrm_pmf_at(pmf, (int64_t)k));
        wyrm_pmf_free(pmf);
        return;
    }
    of->here = base_array(arena, double, of->kinds);
    of->by_kind = base_array(arena, wyrm_clusters, of->kinds);
    of->visit = count_floor;
    of->context = of;
    visit_floors(arena, of);
    for (size_t k = 0; k < of->kinds; k++)
        if (wyrm_encounter_comes(encounter, depth, (int32_t)k))
            of->out[k] = wyrm_rooms_estimate(&of->by_kind[k], (wyrm_interval){0, 1}, false);
}

wyrm_status wyrm_rooms_kinds(const wyrm_rooms *rooms, wyrm_estimate *shares, wyrm_error *error)
{
    question of = {.rooms = rooms,
                   .out = shares,
                   .kinds = wyrm_roster_count(wyrm_design_roster(rooms->design))};
    return base_do(find_kinds, &of, error);
}
