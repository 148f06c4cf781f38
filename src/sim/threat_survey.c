/* Floors of every depth, sampled: their rooms against their budgets of threat.
 *
 * Any thread makes a floor and writes down what its rooms hold; the calling thread counts that,
 * floor after floor, so that how floors are shared out bears on nothing but speed. The rooms of a
 * floor are one cluster: they have its luck in common. Threat is counted in whole grains, so that
 * quantiles are exact: of a tally of all values that were seen.
 *
 * Floors come depth by depth and in the order of their runs, so that what is told of a depth can be
 * finished with its last floor and its tallies used again for the next. */
#include <math.h>
#include <string.h>
#include <wyrm/survey.h>
#include <wyrm/threat_floor.h>
#include "encounter/internal.h"
#include "sim/internal.h"

/* ---- one floor ---- */

/* Whether the room counts towards the budget of its floor. */
static bool is_budgeted(const wyrm_threat_room *room)
{
    return room->status != WYRM_THREAT_BOSS && room->status != WYRM_THREAT_EXEMPT;
}

/* Grains are whole: sums of them are exact in any order, and equal threats are equal numbers. */
static int64_t grains_of(const wyrm_threat_room *room)
{
    return llround(room->threat * WYRM_THREAT_GRAIN);
}

/* Fills a floor whose seed, run and depth are told. Monsters stand in the order of their rooms. */
static void fill_floor(const wyrm_design *design, wyrm_made_floor *floor, wyrm_threat_floor *out)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    const wyrm_population *population = &floor->population;
    const int32_t depth = out->depth;
    wyrm_make_floor_of(design, out->seed, out->run, depth, floor);
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
            grains += wyrm_threat_grains(threat, (size_t)spawn->monster, depth, spawn->elite);
            out->monsters[out->monster_count++] = *spawn;
        }
        room->count = out->monster_count - room->first;
        room->threat = (double)grains / WYRM_THREAT_GRAIN;
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
    fill_floor(call->design, base_new(arena, wyrm_made_floor), out);
    wyrm_floors_must_be_made(arena, call->design);
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

/* ---- how often whole numbers were seen ---- */

typedef struct tally {
    struct tally_row {
        int64_t value;
        uint64_t count;
    } * rows; /* ascending by value */
    size_t count, capacity;
    uint64_t total;
} tally;

/* Sorted as they come: threats of a depth have few different values. */
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

/* The least values that at least 5, 50 and 95 % of all do not exceed, as threats. */
static void set_quantiles(wyrm_threat_figures *figures, const tally *of)
{
    const double shares[] = {0.05, 0.50, 0.95};
    double *const out[] = {&figures->p05, &figures->p50, &figures->p95};
    for (int q = 0; q < 3; q++) {
        /* 0.07 x 100 is a little above 7 in binary, and 7 of 100 are 0.07 all the same. */
        double wanted = shares[q] * (double)of->total * (1 - 1e-12);
        uint64_t seen = 0;
        size_t i = 0;
        while (i < of->count && (double)(seen += of->rows[i].count) < wanted)
            i++;
        *out[q] = i < of->count ? (double)of->rows[i].value / WYRM_THREAT_GRAIN : 0;
    }
}

/* ---- the survey ---- */

#define FLOORS_PER_SHARE 16

typedef struct survey_job {
    const wyrm_design *design;
    wyrm_threat_survey_options options;
    wyrm_threat_survey *survey;
    size_t capacity;                   /* of survey->violations */
    tally roles[WYRM_ROOM_ROLE_COUNT]; /* of the depth at hand */
    tally bands[WYRM_BANDS_MAX];
} survey_job;

/* Floors stand depth by depth, run by run. */
static void run_share(const wyrm_share *share)
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

/* What a floor has of rooms of one sort: a cluster of the figures. */
typedef struct floor_sum {
    wyrm_threat_figures *figures;
    double rooms, threat, statuses[WYRM_THREAT_STATUS_COUNT];
} floor_sum;

/* Each room counts in all rooms of its depth, in its band and with its role; the floor is one
 * cluster in each of them. */
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
        if (r == 0 && !draw.first && role == WYRM_ROOM_NORMAL) /* it is never populated */
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
        /* All are counted, the first ones kept with what shows them again. */
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
        wyrm_clusters_add(&sum->figures->mean, sum->threat, sum->rooms);
        for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++) {
            sum->figures->statuses[s].range = WYRM_SHARE;
            wyrm_clusters_add(&sum->figures->statuses[s], sum->statuses[s], sum->rooms);
        }
    }
    double floor = (double)grains / WYRM_THREAT_GRAIN;
    wyrm_moments_add(&depth->rooms, made->room_count);
    wyrm_moments_add(&depth->monsters, (double)monsters);
    wyrm_moments_add(&depth->floor, floor);
    depth->under += floor < depth->floor_budget.low;
    depth->over += floor > depth->floor_budget.high;
}

static void merge_share(const wyrm_share *share)
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
        /* All floors of a depth are counted. */
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
        /* A band has several depths; what its last one writes stands. */
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
    wyrm_work work = {.count = survey->runs * (uint64_t)survey->depth_count,
                      .share = FLOORS_PER_SHARE,
                      .result_size = FLOORS_PER_SHARE * sizeof(wyrm_threat_floor),
                      .scratch_size = sizeof(wyrm_made_floor),
                      .run = run_share,
                      .merge = merge_share,
                      .context = job,
                      .progress = options->progress,
                      .progress_context = options->context};
    wyrm_work_run(arena, &work, options->threads);
    wyrm_floors_must_be_made(arena, job->design);
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
