/* What rooms hold: the normal ones of a depth, and all of them against their threat budgets. The
 * loot of whole campaigns is surveyed in loot_survey.c.
 *
 * Figures of normal rooms follow exactly from the distributions of what is drawn for them, if all
 * of it gets a tile (floors.c). Otherwise they are sampled on floors as the game makes them, where
 * each floor is a cluster of rooms that share its luck.
 *
 * Threat is surveyed on floors of every depth. Any thread makes a floor and notes what its rooms
 * hold; the calling thread counts that, floor after floor, so that the split among threads affects
 * nothing but speed. Threat is counted in whole grains, so quantiles are exact: they come from a
 * histogram of all values seen. Floors are ordered by depth, then run, so a depth is finished with
 * its last floor and its histograms are reused for the next. */
#include <wyrm/streams.h>
#include <wyrm/threat_survey.h>
#include <wyrm/threat_floor.h>
#include <math.h>
#include <string.h>
#include "encounter/internal.h"
#include "sim/internal.h"

#define CONFIDENCE 0.95

/* ---- generated floors ---- */

/* One room may hold every monster of a floor. */
enum { MONSTERS = WYRM_LEVEL_SPAWNS_MAX };

/* Makes a floor of a depth without loot, as a game would that begins there; difficulties that
 * remember earlier depths descend from depth 1. Counts it as work; sim_floors_must_be_made reports
 * failures. */
static void make_floor_of(const wyrm_design *design, uint64_t seed, uint64_t run, int32_t depth,
                          sim_made_floor *floor)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(design),
                                      .encounter = wyrm_design_encounter(design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    if (!wyrm_encounter_remembers(models.encounter))
        difficulty.depth = depth;
    for (;;) {
        wyrm_floor_make(&models, seed, run, &difficulty, NULL, &floor->map, &floor->population);
        (void)base_may_spend(WYRM_COST_FLOORS,
                             (uint64_t)floor->map.width * (uint64_t)floor->map.height);
        if (difficulty.depth >= depth)
            break;
        wyrm_encounter_descend(models.encounter, &difficulty);
    }
}

/* Whether every monster that is drawn finds a tile. */
static bool holds_all(const sim_filling *filling)
{
    if (!filling->known)
        return false;
    int64_t most = wyrm_pmf_last(filling->monsters), before = (filling->first ? 1 : 0) + most - 1;
    return most == 0 ||
           (sim_filling_tries_once(filling) ? before == 0 : before < filling->map.tiles);
}

enum { TILES_MAX = WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX };

/* A question about the rooms of a depth: the mean of a number per room, the share of rooms where it
 * is within a range, the share with a threat status, or the kinds of monsters; or a visit alone. */
typedef struct question {
    const wyrm_rooms *rooms;
    wyrm_rooms_visitor *visit;
    void *context;
    bool of_threat;                   /* about the threat of a room, not its number of monsters */
    const wyrm_threat *threat;        /* set when of_threat */
    const wyrm_interval *within;      /* the share of rooms within this range; NULL: the mean */
    const wyrm_threat_status *status; /* the share of rooms with this status; NULL: not asked for */
    wyrm_ratio_estimate sums;
    wyrm_estimate *out;
    /* For kinds: */
    size_t kinds;
    double *here; /* monsters of the current floor, by kind */
    wyrm_ratio_estimate *by_kind;
} question;

/* Storage for visiting floors, and distributions that rooms share. */
typedef struct visited_floors {
    sim_filling filling;
    sim_made_floor made;
    wyrm_room_content content[WYRM_MAP_ROOMS_MAX];
    double certain[MONSTERS + 1]; /* all zeros but a 1 at the end: from certain + MONSTERS - n it is
                                     the distribution of a count that is surely n */
    /* Distributions of the number of monsters by room size in tiles; [1]: in the first room, with
     * the player; NULL: not needed yet. */
    double *met[2][TILES_MAX + 1];
} visited_floors;

/* Passes the normal rooms of one floor after the other to the visitor, without floors that nobody
 * populates. Monsters are sorted by room. */
static void visit_floors(base_arena *arena, void *context)
{
    const question *asked = context;
    const wyrm_rooms *rooms = asked->rooms;
    const uint64_t floor_count = rooms->floors > 0 ? rooms->floors : WYRM_ROOMS_FLOORS;
    visited_floors *of = base_new(arena, visited_floors);
    const wyrm_population *population = &of->made.population;
    of->filling = sim_filling_read(arena, rooms->design, rooms->depth);
    of->certain[MONSTERS] = 1;
    size_t most = of->filling.known ? (size_t)wyrm_pmf_last(of->filling.monsters) : 0;
    for (uint64_t run = 0; run < floor_count; run++) {
        size_t count = 0, next = 0;
        make_floor_of(rooms->design, rooms->seed, rooms->first_run + run, rooms->depth, &of->made);
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
                sim_filling_monsters(&of->filling, tiles, r == 0, *met);
            }
            room->most = of->filling.known ? most : room->count;
            room->chances = of->filling.known ? *met : &of->certain[MONSTERS - room->count];
        }
        base_must(arena, asked->visit(of->content, count, asked->context, &arena->error));
    }
    sim_floors_must_be_made(arena, rooms->design);
}

bool sim_rooms_hold_all(base_arena *arena, const wyrm_rooms *rooms)
{
    sim_filling filling = sim_filling_read(arena, rooms->design, rooms->depth);
    return holds_all(&filling);
}

wyrm_status wyrm_rooms_visit(const wyrm_rooms *rooms, wyrm_rooms_visitor *visit, void *context,
                             wyrm_error *error)
{
    question of = {.rooms = rooms, .visit = visit, .context = context};
    return base_do(visit_floors, &of, error);
}

/* ---- figures of normal rooms ---- */

static wyrm_estimate exactly(double value)
{
    return (wyrm_estimate){.value = value, .ci95 = {value, value}};
}

/* If `averaged`, each value is an expectation over the draws for a room, so no rare event can be
 * missing from the sample: the bounds then serve only when too few rooms differ for an interval
 * without them. */
wyrm_estimate wyrm_rooms_estimate(const wyrm_ratio_estimate *sums, wyrm_interval bounds,
                                  bool averaged)
{
    if (bounds.low == bounds.high)
        return exactly(bounds.low);
    wyrm_ratio_estimate of = *sums;
    of.range = averaged ? WYRM_ANY : bounds.high <= 1 ? WYRM_SHARE : WYRM_AMOUNT;
    wyrm_interval ci95 = wyrm_ratio_interval(&of, CONFIDENCE);
    if (averaged && !wyrm_interval_is_known(ci95) && bounds.high <= 1) {
        of.range = WYRM_SHARE;
        ci95 = wyrm_ratio_interval(&of, CONFIDENCE);
    }
    return (wyrm_estimate){.value = wyrm_ratio_estimate_value(sums),
                           .sampled = true,
                           .ci95 = {fmax(ci95.low, bounds.low), fmin(ci95.high, bounds.high)}};
}

/* The value of a room with so many monsters and so much threat: a number, or 0 or 1 for a share. */
static double value_of_room(const question *of, size_t monsters, double threat)
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
            sum += rooms[r].chances[n] > 0 ? rooms[r].chances[n] * value_of_room(of, n, 0) : 0;
        for (size_t i = 0; of->threat && i < rooms[r].count; i++) {
            const wyrm_spawn *spawn = &rooms[r].monsters[i].spawn;
            grains += enc_threat_grains(of->threat, (size_t)spawn->monster, of->rooms->depth,
                                        spawn->elite);
        }
        if (of->threat)
            sum += value_of_room(of, rooms[r].count, (double)grains / ENC_THREAT_GRAIN);
    }
    wyrm_ratio_estimate_add(&of->sums, sum, (double)count);
    return WYRM_OK;
}

/* Answers from the distributions of what is drawn. False if threats differ too finely for one. */
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
    const int64_t step = llround(unit * ENC_THREAT_GRAIN); /* in grains, as on sampled floors */
    /* An empty room may have another status than one whose monsters are no threat. */
    double empty = of->threat ? wyrm_pmf_at(monsters, 0) : 0;
    *out = empty * value_of_room(of, 0, 0);
    for (int64_t v = wyrm_pmf_first(values); v <= wyrm_pmf_last(values); v++) {
        double share = wyrm_pmf_at(values, v) - (v == 0 ? empty : 0);
        size_t drawn = of->threat ? 1 : (size_t)v;
        if (share > 0)
            *out += share * value_of_room(of, drawn, (double)(v * step) / ENC_THREAT_GRAIN);
    }
    return true;
}

/* Finds a mean or share. First computes bounds over all numbers of monsters: if they are equal, the
 * answer is exact. */
static void find_number(base_arena *arena, void *context)
{
    question *of = context;
    of->threat = of->of_threat ? wyrm_design_threat(of->rooms->design) : NULL;
    if (of->of_threat && !of->threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    sim_filling filled = sim_filling_read(arena, of->rooms->design, of->rooms->depth);
    bool is_share = of->within || of->status, counts = !of->threat;
    wyrm_interval bounds = {0, is_share ? 1 : INFINITY};
    double value;
    if (counts && filled.monsters)
        bounds = (wyrm_interval){INFINITY, 0};
    for (int64_t n = 0; counts && filled.monsters && n <= wyrm_pmf_last(filled.monsters); n++) {
        value = value_of_room(of, (size_t)n, 0);
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

/* ---- kinds of monsters ---- */

static wyrm_status count_kinds(const wyrm_room_content *rooms, size_t count, void *context,
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
        wyrm_ratio_estimate_add(&of->by_kind[k], of->here[k], all);
    return WYRM_OK;
}

/* Finds the share of each kind of monster. It is exact if what comes decides it: if monsters are
 * drawn independently (dropping some at random changes no share), or groups come to floors (only a
 * full floor drops any). Otherwise kinds are counted on floors, and a kind that never comes gets
 * exactly 0. */
static void find_kinds(base_arena *arena, void *context)
{
    question *of = context;
    const wyrm_encounter *encounter = wyrm_design_encounter(of->rooms->design);
    int32_t depth = of->rooms->depth;
    wyrm_room_draw draw = {.independent = true};
    wyrm_pmf *pmf = NULL;
    for (size_t k = 0; k < of->kinds; k++)
        of->out[k] = exactly(0);
    wyrm_encounter_room_draw(encounter, depth, &draw);
    bool all = draw.independent || wyrm_encounter_fills_floors(encounter);
    if (!all) { /* only then rooms, and so maps, matter */
        sim_filling filled = sim_filling_read(arena, of->rooms->design, depth);
        all = holds_all(&filled);
    }
    wyrm_status status = WYRM_ERROR_RANGE;
    if (all)
        status = wyrm_encounter_room_kinds(encounter, depth, &pmf, &arena->error);
    if (status == WYRM_ERROR_ARGUMENT) /* no monsters at this depth */
        return;
    if (status != WYRM_ERROR_RANGE) {
        base_must(arena, status);
        for (size_t k = 0; k < of->kinds; k++)
            of->out[k] = exactly(wyrm_pmf_at(pmf, (int64_t)k));
        wyrm_pmf_free(pmf);
        return;
    }
    of->here = base_array(arena, double, of->kinds);
    of->by_kind = base_array(arena, wyrm_ratio_estimate, of->kinds);
    of->visit = count_kinds;
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

/* ---- one floor against its budgets ---- */

/* Whether the room counts towards its floor's budget. */
static bool is_budgeted(const wyrm_threat_room *room)
{
    return room->status != WYRM_THREAT_BOSS && room->status != WYRM_THREAT_EXEMPT;
}

/* The threat of a room in whole grains: their sums are exact in any order. */
static int64_t grains_of(const wyrm_threat_room *room)
{
    return llround(room->threat * ENC_THREAT_GRAIN);
}

/* Fills a floor whose seed, run and depth are set. Monsters are sorted by room. */
static void fill_floor(const wyrm_design *design, sim_made_floor *floor, wyrm_threat_floor *out)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    const wyrm_population *population = &floor->population;
    const int32_t depth = out->depth;
    make_floor_of(design, out->seed, out->run, depth, floor);
    out->band = wyrm_bands_at(wyrm_threat_bands(threat), depth);
    out->room_budget = wyrm_threat_room_budget(threat, depth);
    out->floor_budget = wyrm_threat_floor_budget(threat, depth);
    out->filled = population->filled;
    out->room_count = floor->map.room_count;
    out->monster_count = 0;
    out->threat = 0;
    for (int32_t r = 0; r < out->room_count; r++) {
        wyrm_threat_room *room = &out->rooms[r];
        int64_t grains = 0;
        *room = (wyrm_threat_room){.kind = population->kinds[r], .first = out->monster_count};
        for (size_t i = room->first; i < population->monster_count; i++) {
            const wyrm_spawn *spawn = &population->monsters[i].spawn;
            if (population->monsters[i].room != r)
                break;
            grains += enc_threat_grains(threat, (size_t)spawn->monster, depth, spawn->elite);
            out->monsters[out->monster_count++] = *spawn;
        }
        room->count = out->monster_count - room->first;
        room->threat = (double)grains / ENC_THREAT_GRAIN;
        room->status = wyrm_threat_judge(threat, depth, &room->kind, room->count, room->threat);
        out->threat += is_budgeted(room) ? room->threat : 0;
    }
}

typedef struct floor_call {
    const wyrm_design *design;
    uint64_t seed, run;
    int32_t depth;
} floor_call;

static void must_have_floors(base_arena *arena, const wyrm_design *design)
{
    base_must(arena, wyrm_design_needs(design, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP,
                                       "the threat of a floor", &arena->error));
}

static void make_threat_floor(base_arena *arena, void *result, void *context)
{
    const floor_call *call = context;
    wyrm_threat_floor *out = result;
    must_have_floors(arena, call->design);
    if (!wyrm_design_threat(call->design))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (call->depth < 1 || call->depth > WYRM_DEPTH_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "depth %d is out of range (1 to %d)", (int)call->depth,
                    WYRM_DEPTH_MAX);
    out->seed = call->seed;
    out->run = call->run;
    out->depth = call->depth;
    fill_floor(call->design, base_new(arena, sim_made_floor), out);
    sim_floors_must_be_made(arena, call->design);
}

wyrm_status wyrm_threat_floor_new(const wyrm_design *design, uint64_t seed, uint64_t run,
                                  int32_t depth, wyrm_threat_floor **out, wyrm_error *error)
{
    floor_call call = {design, seed, run, depth};
    return base_make(sizeof **out, make_threat_floor, &call, out, error);
}

void wyrm_threat_floor_free(wyrm_threat_floor *floor)
{
    base_unmake(floor);
}

/* ---- exact counts of whole numbers ---- */

typedef struct tally {
    struct tally_row {
        int64_t value;
        uint64_t count;
    } * rows; /* ascending by value */
    size_t count, capacity;
    uint64_t total;
} tally;

/* Inserts in order: the threats of a depth have few different values. */
static void count_value(base_arena *arena, tally *into, int64_t value, uint64_t times)
{
    size_t low = 0, high = into->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (into->rows[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == into->count || into->rows[low].value != value) {
        into->rows = base_grow(arena, into->rows, into->count, &into->capacity, sizeof *into->rows);
        memmove(&into->rows[low + 1], &into->rows[low], (into->count - low) * sizeof *into->rows);
        into->rows[low] = (struct tally_row){.value = value};
        into->count++;
    }
    into->rows[low].count += times;
    into->total += times;
}

/* Sets the smallest values that at least 5, 50 and 95 % of all stay at or below, as threats. */
static void set_quantiles(wyrm_threat_figures *figures, const tally *of)
{
    const double shares[] = {0.05, 0.50, 0.95};
    double *const out[] = {&figures->p05, &figures->p50, &figures->p95};
    for (int q = 0; q < 3; q++) {
        /* In binary, 0.07 x 100 is a little above 7; without the correction rank 8 would be
         * taken. */
        double wanted = shares[q] * (double)of->total * (1 - 1e-12);
        uint64_t seen = 0;
        size_t i = 0;
        while (i < of->count && (double)(seen += of->rows[i].count) < wanted)
            i++;
        *out[q] = i < of->count ? (double)of->rows[i].value / ENC_THREAT_GRAIN : 0;
    }
}

/* ---- the survey of threat ---- */

#define FLOORS_PER_SHARE 16

typedef struct survey_job {
    const wyrm_design *design;
    wyrm_threat_survey_options options;
    wyrm_threat_survey *survey;
    size_t capacity;                   /* allocated elements of survey->violations */
    tally roles[WYRM_ROOM_ROLE_COUNT]; /* counts at the current depth */
    tally bands[WYRM_BANDS_MAX];       /* counts at the depths of a band so far */
} survey_job;

/* Makes the floors of a share; they are numbered depth by depth, and by run within a depth. */
static void run_share(const sim_share *share)
{
    const survey_job *job = share->context;
    wyrm_threat_floor *floors = share->result;
    for (uint64_t i = 0; i < share->count; i++) {
        uint64_t floor = share->first + i, runs = job->survey->runs;
        floors[i].seed = job->survey->seed;
        floors[i].run = floor % runs;
        floors[i].depth = job->options.first_depth + (int32_t)(floor / runs);
        fill_floor(job->design, share->scratch, &floors[i]);
    }
}

/* Sums over the rooms of one sort on a floor: one cluster of the figures. */
typedef struct floor_sum {
    wyrm_threat_figures *figures;
    double rooms, threat, statuses[WYRM_THREAT_STATUS_COUNT];
} floor_sum;

/* Adds a floor to the figures. Each room counts in the totals of its depth, of its band and of its
 * role; for each of these the floor is one cluster. */
static void count_floor(base_arena *arena, survey_job *job, wyrm_threat_depth *depth,
                        const wyrm_threat_floor *made)
{
    enum { ALL, BAND, ROLES, SUMS = ROLES + WYRM_ROOM_ROLE_COUNT };
    wyrm_threat_survey *survey = job->survey;
    floor_sum sums[SUMS] = {{.figures = &depth->all}, {.figures = &survey->bands[depth->band]}};
    wyrm_room_draw draw = {.first = true};
    int64_t grains = 0;
    size_t monsters = 0;
    wyrm_encounter_room_draw(wyrm_design_encounter(job->design), depth->depth, &draw);
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        sums[ROLES + role].figures = &depth->roles[role];
    for (int32_t r = 0; r < made->room_count; r++) {
        const wyrm_threat_room *room = &made->rooms[r];
        const wyrm_room_role role = room->kind.role;
        floor_sum *const into[] = {&sums[ALL], &sums[BAND], &sums[ROLES + role]};
        if (r == 0 && !draw.first && role == WYRM_ROOM_NORMAL) /* the game never populates it */
            continue;
        for (int i = 0; i < 3; i++) {
            into[i]->figures->rooms++;
            wyrm_moments_add(&into[i]->figures->threat, room->threat);
            into[i]->rooms++;
            into[i]->threat += room->threat;
            into[i]->statuses[room->status]++;
        }
        count_value(arena, &job->roles[role], grains_of(room), 1);
        grains += is_budgeted(room) ? grains_of(room) : 0;
        monsters += room->count;
        /* Violations are all counted; the first ones are kept with what is needed to show them
         * again. */
        survey->violation_count += wyrm_threat_is_violation(room->status);
        if (!wyrm_threat_is_violation(room->status) || survey->kept == job->options.violations)
            continue;
        survey->violations = base_grow(arena, survey->violations, survey->kept, &job->capacity,
                                       sizeof *survey->violations);
        survey->violations[survey->kept++] =
            (wyrm_threat_violation){.run = made->run,
                                    .depth = depth->depth,
                                    .room = r,
                                    .role = role,
                                    .monsters = (uint32_t)room->count,
                                    .threat = room->threat,
                                    .budget = depth->room_budget.high};
    }
    for (const floor_sum *sum = sums; sum < sums + SUMS; sum++) {
        sum->figures->mean.range = WYRM_AMOUNT;
        wyrm_ratio_estimate_add(&sum->figures->mean, sum->threat, sum->rooms);
        for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++) {
            sum->figures->statuses[s].range = WYRM_SHARE;
            wyrm_ratio_estimate_add(&sum->figures->statuses[s], sum->statuses[s], sum->rooms);
        }
    }
    double floor = (double)grains / ENC_THREAT_GRAIN;
    wyrm_moments_add(&depth->rooms, made->room_count);
    wyrm_moments_add(&depth->monsters, (double)monsters);
    wyrm_moments_add(&depth->floor, floor);
    depth->under += floor < depth->floor_budget.low;
    depth->over += floor > depth->floor_budget.high;
}

static void merge_share(const sim_share *share)
{
    survey_job *job = share->context;
    const wyrm_threat_floor *floors = share->result;
    base_arena *arena = share->arena;
    for (uint64_t i = 0; i < share->count; i++) {
        uint64_t floor = share->first + i, runs = job->survey->runs;
        wyrm_threat_depth *depth = &job->survey->depths[floor / runs];
        if (floors[i].filled)
            count_floor(arena, job, depth, &floors[i]);
        if (floor % runs < runs - 1)
            continue;
        /* That was the last floor of its depth. */
        tally all = {0}, *band = &job->bands[depth->band];
        for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
            tally *own = &job->roles[role];
            set_quantiles(&depth->roles[role], own);
            for (size_t v = 0; v < own->count; v++) {
                count_value(arena, &all, own->rows[v].value, own->rows[v].count);
                count_value(arena, band, own->rows[v].value, own->rows[v].count);
            }
            own->count = own->total = 0;
        }
        set_quantiles(&depth->all, &all);
        /* Set again by each depth of the band; the last one is final. */
        set_quantiles(&job->survey->bands[depth->band], band);
    }
}

static void make_survey(base_arena *arena, void *result, void *context)
{
    survey_job *job = context;
    const wyrm_threat *threat = wyrm_design_threat(job->design);
    const wyrm_threat_survey_options *options = &job->options;
    const int32_t first = options->first_depth, last = options->last_depth;
    wyrm_threat_survey *survey = job->survey = result;
    must_have_floors(arena, job->design);
    if (!threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the ruleset gives no threat to its monsters (yarl does)");
    if (wyrm_encounter_last_depth(wyrm_design_encounter(job->design)) == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "threat is surveyed depth by depth, and the ruleset's encounters do not depend "
                    "on depth alone");
    if (first < 1 || last > WYRM_DEPTH_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "depths must be from 1 to %d", WYRM_DEPTH_MAX);
    if (last < first)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "depth %d is above depth %d", (int)last,
                    (int)first);
    if (last - first >= WYRM_SURVEY_DEPTH_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "more than %d depths", WYRM_SURVEY_DEPTH_MAX);
    survey->seed = options->seed;
    survey->runs = options->runs;
    survey->depth_count = last - first + 1;
    survey->depths = base_array(arena, wyrm_threat_depth, (size_t)survey->depth_count);
    for (int32_t i = 0; i < survey->depth_count; i++) {
        int32_t depth = first + i;
        survey->depths[i] =
            (wyrm_threat_depth){.depth = depth,
                                .monsters.range = WYRM_COUNT,
                                .floor.range = WYRM_AMOUNT,
                                .band = wyrm_bands_at(wyrm_threat_bands(threat), depth),
                                .room_budget = wyrm_threat_room_budget(threat, depth),
                                .floor_budget = wyrm_threat_floor_budget(threat, depth)};
    }
    sim_work work = {.count = survey->runs * (uint64_t)survey->depth_count,
                     .share = FLOORS_PER_SHARE,
                     .result_size = FLOORS_PER_SHARE * sizeof(wyrm_threat_floor),
                     .scratch_size = sizeof(sim_made_floor),
                     .run = run_share,
                     .merge = merge_share,
                     .context = job,
                     .progress = options->progress,
                     .progress_context = options->context};
    sim_work_run(arena, &work, options->threads);
    sim_floors_must_be_made(arena, job->design);
}

wyrm_status wyrm_threat_survey_run(const wyrm_design *design,
                                   const wyrm_threat_survey_options *options,
                                   wyrm_threat_survey **out, wyrm_error *error)
{
    survey_job job = {.design = design,
                      .options = options ? *options : (wyrm_threat_survey_options){.seed = 1}};
    wyrm_threat_survey_options *filled = &job.options;
    if (filled->runs == 0)
        filled->runs = WYRM_THREAT_SURVEY_RUNS;
    if (filled->first_depth == 0)
        filled->first_depth = 1;
    if (filled->last_depth == 0)
        filled->last_depth = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    if (filled->violations == 0)
        filled->violations = WYRM_THREAT_SURVEY_VIOLATIONS;
    return base_make(sizeof **out, make_survey, &job, out, error);
}

void wyrm_threat_survey_free(wyrm_threat_survey *survey)
{
    base_unmake(survey);
}
