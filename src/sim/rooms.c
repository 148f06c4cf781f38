/* What rooms hold: normal ones of a depth, and those of whole campaigns without a player.
 *
 * Normal rooms follow from the exact distributions of what is drawn for them where all of it gets a
 * tile, else from floors as the game makes them, each floor a cluster of rooms. In a room of a size
 * monster after monster, then item after item, looks for a tile. With `placing: once` each tries
 * one, and is dropped where somebody came before; else all find one until the room is full. So the
 * number of tiles that are taken is a Markov chain, which is followed here. How large rooms are is
 * another matter: that has no closed form.
 *
 * What lies in the rooms of a campaign is counted, and beside that stands what the rules come to.
 * Everything that is told of a band or a depth is a count of one campaign, set against another
 * count of it; campaigns are the clusters whose sums give figure and interval. So a figure is a
 * place in one row of counts, and the same row has what follows from the rules: the rooms of every
 * depth, the items that they are expected to bring, and the chain of pity over a whole campaign.
 *
 * That is exact but for the rooms of a map: how many there are, and where not every item gets a
 * tile how large they are. Those are counted on maps, in groups that each give their own figures.
 * Those that come out the same do not depend on the maps; the others are means with the interval
 * that the differences between the groups give. */
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/loot_survey.h>
#include <wyrm/streams.h>
#include "encounter/internal.h"

#define CONFIDENCE 0.95

/* ---- rooms of a size ---- */

enum { MONSTERS = WYRM_ROOM_SPAWNS_MAX, ITEMS = WYRM_ROOM_ITEMS_MAX };

/* How the normal rooms of a depth are filled with monsters, as far as their size matters. */
typedef struct wyrm_filling {
    wyrm_map_bounds map;
    bool first;               /* the first room gets monsters, beside the player */
    bool roles;               /* maps may have rooms with a role */
    bool floors;              /* groups come, who all look for a tile until they have one */
    const wyrm_pmf *monsters; /* that are drawn for a room; NULL: too fine to be had */
    bool known; /* what depends on the number of monsters follows from the size of a room: their
                   distribution is there, and no floor may be drawn more than it can hold */
} wyrm_filling;

/* Part of a job, in whose arena it lies. WYRM_ERROR_ARGUMENT: difficulty is no table of depths */
static wyrm_filling read_filling(base_arena *arena, const wyrm_design *design, int32_t depth)
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
    int64_t most = (monsters ? wyrm_pmf_last(monsters) : MONSTERS) * out.map.rooms;
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

/* Whether every monster that is drawn finds a tile. */
static bool holds_all(const wyrm_filling *filling)
{
    if (!filling->known)
        return false;
    int64_t most = wyrm_pmf_last(filling->monsters), before = (filling->first ? 1 : 0) + most - 1;
    bool once = filling->map.placing == WYRM_PLACING_ONCE && !filling->floors;
    return most == 0 || (once ? before == 0 : before < filling->map.tiles);
}

/* One more looks for a tile: `taken[0..last]` are the chances of so many tiles that are. Returns
 * the chance that it finds one. */
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

/* The chance of 0..WYRM_ROOM_SPAWNS_MAX monsters in a room of so many tiles that gets any;
 * `player`: the player stands there too. The filling is known. */
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

/* The mean number of items that find a tile, `number` being drawn; `player`: it is the first room.
 */
static double filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
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

/* ---- generated floors ---- */

enum { NUMBERS = WYRM_ROOM_SPAWNS_MAX + 1, TILES_MAX = WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX };

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
    double counted[WYRM_MAP_ROOMS_MAX][NUMBERS]; /* where chances are not known: what was counted */
    /* The chances of sizes; [1]: the player is there; NULL: not met. */
    double *met[2][TILES_MAX + 1];
} floors;

/* Hands the normal rooms of floor after floor on. Monsters stand in the order of their rooms. */
static void visit_floors(base_arena *arena, void *context)
{
    const question *asked = context;
    const wyrm_rooms *rooms = asked->rooms;
    const uint64_t floor_count = rooms->floors > 0 ? rooms->floors : WYRM_ROOMS_FLOORS;
    floors *of = base_new(arena, floors);
    const wyrm_population *population = &of->made.population;
    of->filling = read_filling(arena, rooms->design, rooms->depth);
    for (uint64_t run = 0; run < floor_count; run++) {
        size_t count = 0, next = 0;
        wyrm_make_floor_of(rooms->design, rooms->seed, rooms->first_run + run, rooms->depth,
                           &of->made);
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
                *met = base_array(arena, double, NUMBERS);
                filling_monsters(&of->filling, tiles, r == 0, *met);
            }
            memset(of->counted[r], 0, sizeof of->counted[r]);
            of->counted[r][room->count] = 1;
            room->chances = of->filling.known ? *met : of->counted[r];
        }
        base_must(arena, asked->visit(of->content, count, asked->context, &arena->error));
    }
    wyrm_floors_must_be_made(arena, rooms->design);
}

bool wyrm_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms)
{
    wyrm_filling filling = read_filling(arena, rooms->design, rooms->depth);
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
    wyrm_filling filled = read_filling(arena, of->rooms->design, of->rooms->depth);
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
        wyrm_filling filled = read_filling(arena, of->rooms->design, depth);
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

/* ---- the loot of campaigns ---- */

#define RUNS_PER_SHARE 50

/* Always the same maps, so that what follows from the rules does not move with the seed. */
#define MAPS_SEED UINT64_C(0x77797261)
#define GROUPS    10
#define ROUNDING  1e-12 /* of a figure: groups that differ by less are the same */

/* What is counted in one band of one campaign, and where it stands in a row of counts. Behind these
 * the items of each category, then a block for each pity category: the rooms where it gave, the
 * rooms with an item by chance, the rooms that end a drought of n rooms or more, and, never
 * counted, the chance that the n-th room brings its first. */
enum {
    COUNT_ROOMS,         /* that pity works in */
    COUNT_ITEMS,         /* in them */
    COUNT_GIVEN,         /* of those, by pity */
    COUNT_SKIPPED,       /* other rooms */
    COUNT_SKIPPED_ITEMS, /* in them */
    COUNT_CATEGORIES
};

enum {
    COUNT_RATE,
    COUNT_NATURAL,
    COUNT_DROUGHT,
    COUNT_FIRST = COUNT_DROUGHT + WYRM_DROUGHT_MAX + 1,
    COUNTS_PER_PITY = COUNT_FIRST + WYRM_DROUGHT_MAX + 1
};

/* The same of one depth of one campaign: only rooms that pity works in, only items by chance.
 * Behind these the items of each category. */
enum { DEPTH_ROOMS, DEPTH_ITEMS, DEPTH_CATEGORIES };

typedef struct loot_job {
    const wyrm_design *design;
    const wyrm_loot_survey_options *options;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_loot_facts *facts;
    wyrm_bands bands; /* count at least 1: "all" where the ruleset has none */
    wyrm_room_rules roles;
    uint64_t runs, maps;
    int32_t mode;
    int32_t last_depth; /* of every campaign; 0: it is not known beforehand */
    int32_t depths;     /* that are counted one by one */
    size_t categories, pity_count;
    size_t band_width, depth_width, depth_rows, width; /* of rows; where those of depths begin */
    uint64_t floors;
    wyrm_clusters *sums; /* of a count and what it is set against: rows of bands, then of depths */
} loot_job;

/* Every thread has one; the row of counts of every band stands behind it, then that of every depth.
 */
typedef struct workspace {
    wyrm_made_floor floor;
    uint32_t streaks[WYRM_PITY_MAX]; /* rooms since the last item, as the player sees it */
    uint32_t counts[];
} workspace;

typedef struct share_result {
    uint64_t floors;
    wyrm_clusters sums[];
} share_result;

/* Where in the row of a band the counts of a pity category begin. */
static size_t pity_counts(const loot_job *job, size_t category)
{
    return COUNT_CATEGORIES + job->categories + category * COUNTS_PER_PITY;
}

/* Where the row of a depth begins, among all counts. */
static size_t depth_row(const loot_job *job, int32_t depth)
{
    return job->depth_rows + (size_t)(depth - 1) * job->depth_width;
}

/* The figure that a count is for, and what its values can be; NULL: for none. */
static wyrm_loot_figure *figure_at(const loot_job *job, wyrm_loot_survey *survey, size_t index,
                                   wyrm_range *range)
{
    *range = WYRM_COUNT;
    if (index >= job->depth_rows) {
        size_t i = (index - job->depth_rows) % job->depth_width;
        wyrm_loot_depth_figures *depth =
            &survey->depths[(index - job->depth_rows) / job->depth_width];
        return i == DEPTH_ROOMS   ? NULL
               : i == DEPTH_ITEMS ? &depth->items_per_room
                                  : &depth->categories[i - DEPTH_CATEGORIES];
    }
    wyrm_loot_band_figures *band = &survey->bands[index / job->band_width];
    wyrm_loot_figure *const named[COUNT_CATEGORIES] = {
        &band->rooms_per_campaign, &band->items_per_room, job->pity_count > 0 ? &band->given : NULL,
        &band->skipped_rooms, &band->items_per_skipped_room};
    size_t i = index % job->band_width, pities = pity_counts(job, 0);
    if (i == COUNT_GIVEN || i >= pities)
        *range = WYRM_SHARE;
    if (i < pities)
        return i < COUNT_CATEGORIES ? named[i] : &band->categories[i - COUNT_CATEGORIES];
    wyrm_loot_pity_figures *pity = &band->pity[(i - pities) / COUNTS_PER_PITY];
    i = (i - pities) % COUNTS_PER_PITY;
    return i == COUNT_RATE      ? &pity->rate
           : i == COUNT_NATURAL ? &pity->natural
           : i < COUNT_FIRST    ? &pity->drought[i - COUNT_DROUGHT]
                                : &pity->first[i - COUNT_FIRST];
}

/* ---- one campaign ---- */

/* Loot of whole floors lies about in the order in which it was drawn. */
static void sort_by_room(wyrm_placed_item *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const wyrm_placed_item item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].item.room > item.item.room; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* What chance and pity brought to the rooms of a floor, in their order. */
static void count_loot(const loot_job *job, int32_t depth, workspace *space)
{
    wyrm_population *population = &space->floor.population;
    sort_by_room(population->items, population->found_count);
    const wyrm_loot_facts *facts = job->facts;
    uint32_t *row = space->counts + wyrm_bands_at(&job->bands, depth) * job->band_width;
    uint32_t *by_depth = space->counts + depth_row(job, depth);
    const wyrm_placed_item *items = population->items, *end = items + population->found_count;
    uint32_t count = 0;
    while (items < end && items->item.room < 0) /* in none */
        items++;
    for (int32_t r = 0; r < space->floor.map.room_count; r++, items += count) {
        for (count = 0; items + count < end && items[count].item.room == r; count++)
            continue;
        if (!wyrm_room_has_pity(&job->roles, &population->kinds[r])) {
            row[COUNT_SKIPPED]++;
            row[COUNT_SKIPPED_ITEMS] += count;
            continue;
        }
        /* The last item is pity's where it gave any. */
        int32_t given = count > 0 ? items[count - 1].item.pity - 1 : -1;
        uint64_t found = 0; /* categories that came by chance */
        row[COUNT_ROOMS]++;
        row[COUNT_ITEMS] += count;
        row[COUNT_GIVEN] += given >= 0;
        by_depth[DEPTH_ROOMS]++;
        by_depth[DEPTH_ITEMS] += count - (given >= 0);
        for (size_t i = 0; facts->kind_categories && i < count; i++) {
            uint64_t left = facts->kind_categories[items[i].item.kind];
            bool by_chance = items[i].item.pity == 0;
            found |= by_chance ? left : 0;
            for (; left != 0; left &= left - 1) {
                size_t category = (size_t)__builtin_ctzll(left);
                row[COUNT_CATEGORIES + category]++;
                by_depth[DEPTH_CATEGORIES + category] += by_chance;
            }
        }
        for (size_t i = 0; i < job->pity_count; i++) {
            uint32_t *own = row + pity_counts(job, i);
            bool natural = found >> facts->pity_categories[i] & 1u, gave = given == (int32_t)i;
            uint32_t streak = natural || gave ? 0 : space->streaks[i] + 1;
            space->streaks[i] = streak;
            own[COUNT_RATE] += gave;
            own[COUNT_NATURAL] += natural;
            /* Only how long the drought is; summed up from the end when the campaign is over. */
            own[COUNT_DROUGHT + (streak < WYRM_DROUGHT_MAX ? streak : WYRM_DROUGHT_MAX)]++;
        }
    }
}

static void run_share(const wyrm_share *share)
{
    enum { CAMPAIGN = -1 };
    static const int against[COUNT_CATEGORIES] = {
        [COUNT_ROOMS] = CAMPAIGN,
        [COUNT_ITEMS] = COUNT_ROOMS,
        [COUNT_GIVEN] = COUNT_ITEMS,
        [COUNT_SKIPPED] = CAMPAIGN,
        [COUNT_SKIPPED_ITEMS] = COUNT_SKIPPED,
    };
    const loot_job *job = share->context;
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = job->encounter,
                                      .loot = job->loot,
                                      .mode = job->mode};
    share_result *result = share->result;
    workspace *space = share->scratch;
    wyrm_made_floor *floor = &space->floor;
    memset(result, 0, sizeof *result + job->width * sizeof *result->sums);
    for (uint64_t run = share->first; run < share->first + share->count; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
        memset(space->counts, 0, job->width * sizeof *space->counts);
        memset(space->streaks, 0, sizeof space->streaks);
        for (int32_t depth = 1; depth <= job->depths; depth++) {
            if (depth == 1 || job->options->reset)
                floor->loot = (wyrm_loot_state){0};
            wyrm_floor_make(&models, job->options->seed, run, &difficulty, &floor->loot,
                            &floor->map, &floor->population);
            count_loot(job, depth, space);
            result->floors++;
            if (floor->map.final)
                break;
            wyrm_encounter_descend(job->encounter, &difficulty);
        }
        /* The counts of a campaign become a cluster of each figure. */
        for (size_t first = 0; first < job->depth_rows; first += job->band_width) {
            uint32_t *row = space->counts + first;
            for (size_t i = 0; i < pity_counts(job, 0); i++) {
                int other = i < COUNT_CATEGORIES ? against[i] : COUNT_ROOMS;
                wyrm_clusters_add(&result->sums[first + i], row[i],
                                  other == CAMPAIGN ? 1 : row[other]);
            }
            for (size_t p = 0; p < job->pity_count; p++) {
                /* From rooms that end a drought of just n to those of one of n or more. */
                uint32_t *own = row + pity_counts(job, p), *drought = own + COUNT_DROUGHT;
                for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
                    drought[n] += drought[n + 1];
                for (size_t i = 0; i < COUNT_FIRST; i++)
                    wyrm_clusters_add(&result->sums[first + pity_counts(job, p) + i], own[i],
                                      row[COUNT_ROOMS]);
            }
        }
        for (size_t first = job->depth_rows; first < job->width; first += job->depth_width)
            for (size_t i = first; i < first + job->depth_width; i++)
                wyrm_clusters_add(&result->sums[i], space->counts[i],
                                  space->counts[first + DEPTH_ROOMS]);
    }
}

static void merge_share(const wyrm_share *share)
{
    loot_job *job = share->context;
    const share_result *from = share->result;
    job->floors += from->floors;
    for (size_t i = 0; i < job->width; i++)
        wyrm_clusters_merge(&job->sums[i], &from->sums[i]);
}

/* ---- what follows from the rules ---- */

/* What a depth is expected to bring, over all its rooms in which pity works. */
typedef struct depth_totals {
    const wyrm_pmf *rooms;
    double mean_rooms, skipped;
    double items;       /* by chance */
    double *categories; /* of them, items of each category */
} depth_totals;

/* A group of maps, and what follows from it. */
typedef struct group {
    const loot_job *job;
    base_arena *arena;
    bool all; /* every item gets a tile */
    bool known;
    uint64_t first_map, maps;
    uint32_t (*rooms)[TILES_MAX + 1]; /* how many of so many tiles; [1]: the first of their maps */
    wyrm_pmf *on_map;                 /* rooms of a map */
    depth_totals *depths;             /* job->last_depth */
    double *figures;                  /* as counts stand; NAN: none */
} group;

static wyrm_pmf *keep(base_arena *arena, wyrm_status status, wyrm_pmf **made)
{
    base_must(arena, status);
    base_keep(arena, *made, wyrm_pmf_free);
    return *made;
}

static void count_rooms(group *of)
{
    wyrm_weighted pairs[WYRM_MAP_ROOMS_MAX + 1];
    wyrm_map *map = base_new(of->arena, wyrm_map);
    of->rooms = base_take(of->arena, 2, sizeof *of->rooms);
    for (int32_t n = 0; n <= WYRM_MAP_ROOMS_MAX; n++)
        pairs[n] = (wyrm_weighted){n, 0};
    for (uint64_t run = 0; run < of->maps; run++) {
        wyrm_rng rng = wyrm_rng_start(MAPS_SEED, of->first_map + run, WYRM_STREAM_MAP, 0);
        wyrm_mapper_rooms(wyrm_design_mapper(of->job->design), false, &rng, map);
        pairs[map->room_count].weight++;
        for (int32_t r = 0; r < map->room_count; r++)
            of->rooms[r == 0][map->rooms[r].width * map->rooms[r].height]++;
    }
    keep(of->arena,
         wyrm_pmf_from_pairs(pairs, WYRM_MAP_ROOMS_MAX + 1, &of->on_map, &of->arena->error),
         &of->on_map);
}

/* The number of rooms of a depth that pity works in: for each number of rooms that a map may have,
 * the roles that they may get. */
static wyrm_pmf *mix_rooms(const group *of, const wyrm_difficulty *difficulty)
{
    wyrm_pmf *parts[WYRM_MAP_ROOMS_MAX + 1], *out;
    double weights[WYRM_MAP_ROOMS_MAX + 1];
    size_t count = 0;
    int64_t last = wyrm_pmf_last(of->on_map);
    for (int64_t n = wyrm_pmf_first(of->on_map); n <= last; n++) {
        weights[count] = wyrm_pmf_at(of->on_map, n);
        if (!(weights[count] > 0))
            continue;
        keep(of->arena,
             wyrm_encounter_pity_rooms(of->job->encounter, difficulty, (int32_t)n, &parts[count],
                                       &of->arena->error),
             &parts[count]);
        count++;
    }
    return keep(
        of->arena,
        wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, count, &out, &of->arena->error),
        &out);
}

static wyrm_pmf *number_of(base_arena *arena, const loot_job *job, const wyrm_loot_context *context,
                           int32_t room)
{
    wyrm_pmf *number;
    return keep(arena, wyrm_loot_number(job->loot, context, room, &number, &arena->error), &number);
}

/* Where the first room differs from the others it is a room like any where no room of the depth has
 * a role; else what it may be is not told by the number of rooms: false. */
static bool expect_items(const group *of, int32_t depth, depth_totals *out)
{
    const loot_job *job = of->job;
    wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
    const wyrm_pmf *numbers[] = {number_of(of->arena, job, &context, 1),
                                 number_of(of->arena, job, &context, 0)};
    double first = wyrm_pmf_mean(numbers[1]), other = wyrm_pmf_mean(numbers[0]);
    base_must(of->arena,
              wyrm_loot_expected(job->loot, &context, 1, out->categories, &of->arena->error));
    out->items = of->all ? out->mean_rooms * other + (first - other) : 0;
    /* Else by the sizes of the rooms of a map. */
    wyrm_filling filling = read_filling(of->arena, job->design, depth);
    for (int at = 0; !of->all && at <= 1; at++)
        for (int32_t tiles = 1; tiles <= TILES_MAX; tiles++)
            if (of->rooms[at][tiles] > 0)
                out->items += of->rooms[at][tiles] *
                              filling_items(&filling, numbers[at], tiles, at) / (double)of->maps;
    for (size_t c = 0; c < job->categories; c++)
        out->categories[c] *= other > 0 ? out->items / other : 0;
    return first == other || !(out->skipped > 1e-12);
}

static void set_band(const group *of, size_t band, const wyrm_pity_band *given)
{
    const loot_job *job = of->job;
    double *row = of->figures + band * job->band_width, rooms = 0, skipped = 0, items = 0;
    double categories[WYRM_LOOT_CATEGORIES_MAX] = {0};
    for (int32_t i = 0; i < job->last_depth; i++) {
        const depth_totals *here = &of->depths[i];
        if (wyrm_bands_at(&job->bands, i + 1) != band)
            continue;
        rooms += here->mean_rooms;
        skipped += here->skipped;
        items += here->items;
        for (size_t c = 0; c < job->categories; c++)
            categories[c] += here->categories[c];
    }
    row[COUNT_ROOMS] = rooms;
    row[COUNT_SKIPPED] = skipped;
    if (!(rooms > 0))
        return;
    for (size_t c = 0; c < job->categories; c++)
        row[COUNT_CATEGORIES + c] = categories[c] / rooms;
    row[COUNT_GIVEN] = given->given;
    row[COUNT_ITEMS] = job->pity_count > 0 ? given->items : items / rooms;
    wyrm_loot_context context = {.depth = band == 0 ? 1 : job->bands.bands[band].first_depth,
                                 .mode = job->mode};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(job->loot, &kinds);
    double *shares = base_array(of->arena, double, count);
    for (size_t i = 0; i < job->pity_count; i++) {
        const wyrm_pity_category *exact = &given->categories[i];
        double *own = row + pity_counts(job, i);
        /* An item that pity gives counts for all of its categories. */
        base_must(of->arena,
                  wyrm_loot_pity_shares(job->loot, &context, i, shares, &of->arena->error));
        for (size_t k = 0; job->facts->kind_categories && k < count; k++)
            for (uint64_t left = job->facts->kind_categories[k]; left != 0; left &= left - 1)
                row[COUNT_CATEGORIES + __builtin_ctzll(left)] += exact->rate * shares[k];
        own[COUNT_RATE] = exact->rate;
        own[COUNT_NATURAL] = exact->natural;
        memcpy(own + COUNT_DROUGHT, exact->drought, sizeof exact->drought);
        memcpy(own + COUNT_FIRST, exact->first, sizeof exact->first);
    }
}

/* The figures of one group of maps. There are none where the first room may differ from others and
 * roles do not tell how, or where there are too many places for the counters of pity. */
static void find_group(base_arena *arena, void *context)
{
    group *of = context;
    const loot_job *job = of->job;
    const size_t count = (size_t)job->last_depth;
    const wyrm_pmf **rooms = base_array(arena, const wyrm_pmf *, count);
    wyrm_pity_depth *pities = base_array(arena, wyrm_pity_depth, count);
    wyrm_pity_band *given = base_array(arena, wyrm_pity_band, WYRM_BANDS_MAX);
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    of->arena = arena;
    of->depths = base_array(arena, depth_totals, count);
    of->known = true;
    for (size_t i = 0; i < job->width; i++)
        of->figures[i] = NAN;
    count_rooms(of);
    for (size_t i = 0; i < count; i++) {
        depth_totals *here = &of->depths[i];
        here->categories = base_array(arena, double, job->categories);
        here->rooms = rooms[i] = mix_rooms(of, &difficulty);
        here->mean_rooms = wyrm_pmf_mean(here->rooms);
        here->skipped = fmax(wyrm_pmf_mean(of->on_map) - here->mean_rooms, 0);
        of->known = expect_items(of, difficulty.depth, here) && of->known;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    if (of->known && job->pity_count > 0) {
        wyrm_status status =
            wyrm_loot_pity_campaign(job->loot, job->mode, rooms, count, pities, &arena->error);
        if (status == WYRM_OK)
            status = wyrm_pity_chain(job->facts->pity, pities, count, NULL, job->options->reset,
                                     given, &arena->error);
        of->known = status == WYRM_OK;
        if (status != WYRM_ERROR_LIMIT)
            base_must(arena, status);
    }
    for (size_t b = 0; of->known && b < job->bands.count; b++)
        set_band(of, b, &given[b]);
    for (size_t i = 0; of->known && i < count; i++) {
        const depth_totals *here = &of->depths[i];
        double *row = of->figures + depth_row(job, (int32_t)i + 1);
        if (!(here->mean_rooms > 0))
            continue;
        row[DEPTH_ITEMS] = here->items / here->mean_rooms;
        for (size_t c = 0; c < job->categories; c++)
            row[DEPTH_CATEGORIES + c] = here->categories[c] / here->mean_rooms;
    }
}

/* Whether what items do follows from the rules: all get a tile (*all), or how many do follows from
 * the sizes of rooms, which is not enough for pity, nor where rooms have roles. */
static bool is_known(base_arena *arena, const loot_job *job, bool *all)
{
    bool known = true;
    *all = true;
    for (int32_t depth = 1; depth <= job->last_depth; depth++) {
        wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
        wyrm_filling filling = read_filling(arena, job->design, depth);
        /* that of pity too */
        int64_t most = wyrm_pmf_last(number_of(arena, job, &context, 1)) + (job->pity_count > 0);
        bool few = filling.map.rooms * most + WYRM_ROOM_ROLE_COUNT * WYRM_ROOM_ITEMS_MAX <=
                   WYRM_LEVEL_ITEMS_MAX;
        bool once = filling.map.placing == WYRM_PLACING_ONCE;
        *all = *all && !filling.map.shaped &&
               (most == 0 || (few && !once && most <= filling.map.tiles));
        known = known && few && filling.known && !filling.roles && job->pity_count == 0;
    }
    return known || *all;
}

/* Fills the exact values of a survey; none where they cannot be had. */
static void find_exact(base_arena *arena, const loot_job *job, wyrm_loot_survey *survey)
{
    wyrm_loot_context context = {.depth = 1, .level = 1, .mode = job->mode};
    group of = {.job = job, .maps = job->maps < GROUPS ? 1 : job->maps / GROUPS};
    wyrm_pmf *number;
    wyrm_status status = wyrm_loot_number(job->loot, &context, 1, &number, NULL);
    wyrm_pmf_free(number);
    if (status == WYRM_ERROR_ARGUMENT || job->last_depth <= 0 || !is_known(arena, job, &of.all))
        return; /* the rules do not tell */
    wyrm_moments *groups = base_array(arena, wyrm_moments, job->width);
    of.figures = base_array(arena, double, job->width);
    for (int i = 0; i < GROUPS; i++, of.first_map += of.maps) {
        base_must(arena, base_do(find_group, &of, &arena->error));
        survey->has_exact |= of.known;
        for (size_t f = 0; f < job->width; f++)
            if (!isnan(of.figures[f]))
                wyrm_moments_add(&groups[f], of.figures[f]);
    }
    for (size_t f = 0; f < job->width; f++) {
        wyrm_range range;
        wyrm_loot_figure *figure = figure_at(job, survey, f, &range);
        const wyrm_moments *all = &groups[f];
        if (!figure || all->count == 0)
            continue;
        bool sampled = all->max - all->min > ROUNDING * fabs(all->mean);
        figure->has_exact = true;
        figure->exact = (wyrm_estimate){all->mean, sampled, {all->mean, all->mean}};
        if (sampled)
            figure->exact.ci95 = wyrm_mean_interval(all, CONFIDENCE);
    }
}

/* ---- the survey ---- */

wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure)
{
    if (figure->has_exact)
        return figure->exact;
    if (!figure->has_value)
        return (wyrm_estimate){.value = NAN, .ci95 = {NAN, NAN}};
    return (wyrm_estimate){.value = figure->value, .sampled = true, .ci95 = figure->ci95};
}

/* What was counted, as figures, and what follows from the rules beside them. */
static void conclude(base_arena *arena, const loot_job *job, wyrm_loot_survey *survey)
{
    const wyrm_loot_facts *facts = job->facts;
    size_t mode = job->mode > 0 ? (size_t)job->mode - 1 : facts->mode;
    size_t rows = job->bands.count + (size_t)job->depths;
    *survey = (wyrm_loot_survey){
        .runs = job->runs,
        .floors = job->floors,
        .seed = job->options->seed,
        .mode = mode < facts->mode_count ? facts->modes[mode] : "",
        .reset = job->options->reset,
        .category_count = facts->category_count,
        .categories = facts->categories,
        .pity_count = job->pity_count,
        .band_count = job->bands.count,
        .bands = base_array(arena, wyrm_loot_band_figures, job->bands.count),
        .depth_count = (size_t)job->depths,
        .depths = base_array(arena, wyrm_loot_depth_figures, (size_t)job->depths),
        .category_figures = base_array(arena, wyrm_loot_figure, rows * facts->category_count),
    };
    for (size_t i = 0; i < survey->band_count; i++) {
        const wyrm_band *band = &job->bands.bands[i];
        wyrm_loot_band_figures *out = &survey->bands[i];
        out->name = band->name;
        out->first_depth = i == 0 ? 1 : band->first_depth;
        out->last_depth = i + 1 < job->bands.count ? band->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
        if (job->last_depth > 0 && job->last_depth < out->last_depth)
            out->last_depth = job->last_depth;
        out->rooms = (uint64_t)job->sums[i * job->band_width + COUNT_ROOMS].y;
        out->categories = survey->category_figures + i * job->categories;
        for (size_t p = 0; p < job->pity_count; p++)
            out->pity[p].name = facts->pity->names[p];
    }
    for (size_t i = 0; i < survey->depth_count; i++)
        survey->depths[i].categories =
            survey->category_figures + (survey->band_count + i) * job->categories;
    for (size_t i = 0; i < job->width; i++) {
        wyrm_clusters sums = job->sums[i];
        wyrm_loot_figure *figure = figure_at(job, survey, i, &sums.range);
        if (figure && sums.x > 0)
            *figure = (wyrm_loot_figure){
                .has_value = true,
                .value = wyrm_clusters_ratio(&sums),
                .ci95 = wyrm_ratio_interval(&sums, CONFIDENCE),
            };
    }
    find_exact(arena, job, survey);
}

static void make_survey(base_arena *arena, void *result, void *context)
{
    loot_job *job = context;
    const wyrm_loot_survey_options *options = job->options;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(job->design);
    base_must(arena, wyrm_design_needs(job->design, WYRM_SYSTEMS_OF_A_FLOOR, "a survey of loot",
                                       &arena->error));
    job->encounter = wyrm_design_encounter(job->design);
    job->loot = wyrm_design_loot(job->design);
    job->facts = wyrm_loot_facts_of(job->loot);
    job->roles = wyrm_room_rules_read(ruleset);
    job->runs = options->runs > 0 ? options->runs : WYRM_LOOT_SURVEY_RUNS;
    job->maps = options->maps > 0 ? options->maps : WYRM_LOOT_SURVEY_MAPS;
    if (job->runs < 2)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "one campaign tells nothing of how much campaigns differ: at least 2");
    base_must(arena, wyrm_loot_mode(job->loot, options->mode, &job->mode, &arena->error));
    base_must(arena, wyrm_bands_read(ruleset, &job->bands, NULL));
    if (job->bands.count == 0)
        job->bands = (wyrm_bands){.count = 1, .bands = {{"all", 1, WYRM_DEPTH_MAX}}};
    int32_t last = wyrm_encounter_last_depth(job->encounter);
    job->last_depth = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? last : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->depths = job->last_depth > 0 ? job->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->categories = job->facts->category_count;
    job->pity_count = job->facts->pity ? job->facts->pity->count : 0;
    job->band_width = pity_counts(job, job->pity_count);
    job->depth_width = DEPTH_CATEGORIES + job->categories;
    job->depth_rows = job->bands.count * job->band_width;
    job->width = depth_row(job, job->depths + 1);
    job->sums = base_array(arena, wyrm_clusters, job->width);
    wyrm_work work = {.count = job->runs, .share = RUNS_PER_SHARE, .context = job};
    work.result_size = sizeof(share_result) + job->width * sizeof(wyrm_clusters);
    work.scratch_size = sizeof(workspace) + job->width * sizeof(uint32_t);
    work.run = run_share;
    work.merge = merge_share;
    work.progress = options->progress;
    work.progress_context = options->context;
    wyrm_work_run(arena, &work, options->threads);
    wyrm_floors_must_be_made(arena, job->design);
    conclude(arena, job, result);
}

wyrm_status wyrm_loot_survey_run(const wyrm_design *design, const wyrm_loot_survey_options *options,
                                 wyrm_loot_survey **out, wyrm_error *error)
{
    const wyrm_loot_survey_options defaults = {.seed = 1};
    loot_job job = {.design = design, .options = options ? options : &defaults};
    return base_make(sizeof(wyrm_loot_survey), make_survey, &job, out, error);
}

void wyrm_loot_survey_free(wyrm_loot_survey *survey)
{
    base_unmake(survey);
}
