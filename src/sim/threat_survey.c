/* Floors of every depth, sampled: their rooms against their budgets of threat. A block of work
 * is a few floors of one depth; the calling thread counts what they hold, in order. */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <string.h>

#include <wyrm/survey.h>
#include <wyrm/threat_floor.h>

#include "encounter/internal.h"

/* ---- how often whole numbers are seen ---- */

/* The place of a value, or where it belongs. */
static size_t place_of(const wyrm_value_tally *tally, int64_t value)
{
    size_t low = 0, high = tally->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tally->rows[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool grow(wyrm_value_tally *tally)
{
    if (tally->count < tally->capacity)
        return true;
    size_t capacity = tally->capacity > 0 ? 2 * tally->capacity : 64;
    wyrm_tally_row *rows = base_resize(tally->rows, capacity * sizeof *rows);
    if (!rows)
        return false;
    tally->rows = rows;
    tally->capacity = capacity;
    return true;
}

bool wyrm_tally_add(wyrm_value_tally *tally, int64_t value, uint64_t times)
{
    size_t place = place_of(tally, value);
    if (place == tally->count || tally->rows[place].value != value) {
        if (!grow(tally))
            return false;
        memmove(&tally->rows[place + 1], &tally->rows[place],
                (tally->count - place) * sizeof *tally->rows);
        tally->rows[place] = (wyrm_tally_row){.value = value};
        tally->count++;
    }
    tally->rows[place].count += times;
    tally->total += times;
    return true;
}

bool wyrm_tally_merge(wyrm_value_tally *tally, const wyrm_value_tally *other)
{
    for (size_t i = 0; i < other->count; i++)
        if (!wyrm_tally_add(tally, other->rows[i].value, other->rows[i].count))
            return false;
    return true;
}

int64_t wyrm_tally_quantile(const wyrm_value_tally *tally, double p)
{
    /* 0.07 x 100 is a little above 7 in binary, and 7 of 100 are 0.07 all the same. */
    double wanted = p * (double)tally->total * (1 - 1e-12);
    uint64_t seen = 0;
    for (size_t i = 0; i < tally->count; i++) {
        seen += tally->rows[i].count;
        if ((double)seen >= wanted)
            return tally->rows[i].value;
    }
    return tally->count > 0 ? tally->rows[tally->count - 1].value : 0;
}

void wyrm_tally_free(wyrm_value_tally *tally)
{
    wyrm_free(tally->rows);
    *tally = (wyrm_value_tally){0};
}

/* ---- one floor, room by room, made as the survey makes it ---- */

/* Big, so on the heap; each thread has one for good. */
typedef struct workspace {
    wyrm_map map;
    wyrm_population population;
} workspace;

static void populate(const wyrm_design *design, uint64_t seed, uint64_t run, int32_t depth,
                     workspace *space)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(design),
                                      .encounter = wyrm_design_encounter(design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    difficulty.depth = depth;
    wyrm_floor_make(&models, seed, run, &difficulty, NULL, &space->map, &space->population);
}

static void judge_room(const wyrm_design *design, const workspace *space, int32_t index,
                       wyrm_threat_floor *out)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    const wyrm_population *population = &space->population;
    wyrm_threat_room *room = &out->rooms[index];
    int64_t grains = 0;
    *room = (wyrm_threat_room){.kind = population->kinds[index], .first = out->monster_count};
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_spawn *spawn = &population->monsters[i].spawn;
        if (population->monsters[i].room != index)
            continue;
        out->monsters[out->monster_count++] = *spawn;
        grains += wyrm_threat_grains(threat, (size_t)spawn->monster, out->depth, spawn->elite);
    }
    room->count = out->monster_count - room->first;
    room->threat = (double)grains / WYRM_THREAT_GRAIN;
    room->status = wyrm_threat_judge(threat, out->depth, &room->kind, room->count, room->threat);
    if (room->status != WYRM_THREAT_BOSS && room->status != WYRM_THREAT_EXEMPT)
        out->threat += room->threat;
}

wyrm_status wyrm_threat_floor_new(const wyrm_design *design, uint64_t seed, uint64_t run,
                                  int32_t depth, wyrm_threat_floor **out, wyrm_error *error)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    *out = NULL;
    if (threat == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (depth < 1 || depth > WYRM_DEPTH_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "depth %d is out of range (1 to %d)", (int)depth,
                         WYRM_DEPTH_MAX);
    workspace *space = base_allocate(sizeof *space);
    *out = base_zeroed(1, sizeof **out);
    if (space == NULL || *out == NULL) {
        wyrm_free(space);
        wyrm_free(*out);
        *out = NULL;
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a floor");
    }
    **out = (wyrm_threat_floor){.seed = seed,
                                .run = run,
                                .depth = depth,
                                .band = wyrm_bands_at(wyrm_threat_bands(threat), depth),
                                .room_budget = wyrm_threat_room_budget(threat, depth),
                                .floor_budget = wyrm_threat_floor_budget(threat, depth)};
    populate(design, seed, run, depth, space);
    (*out)->room_count = space->map.room_count;
    for (int32_t r = 0; r < space->map.room_count; r++)
        judge_room(design, space, r, *out);
    wyrm_free(space);
    return WYRM_OK;
}

void wyrm_threat_floor_free(wyrm_threat_floor *floor)
{
    wyrm_free(floor);
}

/* ---- the survey ---- */

/* Floors are counted in order whatever this is: only speed and memory depend on it. */
#define FLOORS_PER_BLOCK 16

typedef struct room_record {
    int64_t grains;
    uint32_t monsters;
    uint8_t role, status;
} room_record;

typedef struct floor_record {
    int32_t first; /* the first room that counts: 1 where the first is never populated */
    int32_t room_count;
    room_record rooms[WYRM_MAP_ROOMS_MAX];
} floor_record;

typedef struct block_result {
    floor_record floors[FLOORS_PER_BLOCK];
} block_result;

typedef struct survey_job {
    const wyrm_design *design;
    const wyrm_threat *threat;
    wyrm_threat_survey *survey;
    uint64_t blocks_per_depth;
    int32_t first_depth;
    size_t most_kept;
    size_t capacity;                              /* of survey->violations */
    wyrm_value_tally roles[WYRM_ROOM_ROLE_COUNT]; /* of the depth at hand */
    wyrm_value_tally bands[WYRM_BANDS_MAX];
    bool out_of_memory;
} survey_job;

/* ---- the work of a block ---- */

static void record_rooms(const survey_job *job, int32_t depth, const workspace *space,
                         floor_record *out)
{
    const wyrm_population *population = &space->population;
    wyrm_room_draw draw = {.first = true};
    wyrm_encounter_room_draw(wyrm_design_encounter(job->design), depth, &draw);
    out->first = !draw.first && population->kinds[0].role == WYRM_ROOM_NORMAL;
    out->room_count = space->map.room_count;
    for (int32_t r = 0; r < out->room_count; r++)
        out->rooms[r] = (room_record){.role = (uint8_t)population->kinds[r].role};
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_placed_monster *placed = &population->monsters[i];
        out->rooms[placed->room].grains += wyrm_threat_grains(
            job->threat, (size_t)placed->spawn.monster, depth, placed->spawn.elite);
        out->rooms[placed->room].monsters++;
    }
    for (int32_t r = 0; r < out->room_count; r++) {
        room_record *room = &out->rooms[r];
        room->status =
            (uint8_t)wyrm_threat_judge(job->threat, depth, &population->kinds[r], room->monsters,
                                       (double)room->grains / WYRM_THREAT_GRAIN);
    }
}

static void run_floor(const survey_job *job, uint64_t run, int32_t depth, workspace *space,
                      floor_record *out)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = wyrm_design_encounter(job->design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    difficulty.depth = depth;
    wyrm_floor_make(&models, job->survey->seed, run, &difficulty, NULL, &space->map,
                    &space->population);
    record_rooms(job, depth, space, out);
}

static int32_t depth_of(const survey_job *job, uint64_t block)
{
    return job->first_depth + (int32_t)(block / job->blocks_per_depth);
}

/* The runs of a block: *from up to the result. */
static uint64_t runs_of(const survey_job *job, uint64_t block, uint64_t *from)
{
    *from = block % job->blocks_per_depth * FLOORS_PER_BLOCK;
    uint64_t end = *from + FLOORS_PER_BLOCK;
    return end < job->survey->runs ? end : job->survey->runs;
}

static void run_block(uint64_t block, void *result, void *scratch, void *context)
{
    const survey_job *job = context;
    block_result *out = result;
    uint64_t from;
    uint64_t to = runs_of(job, block, &from);
    for (uint64_t run = from; run < to; run++)
        run_floor(job, run, depth_of(job, block), scratch, &out->floors[run - from]);
}

/* ---- counting ---- */

/* What a floor has of rooms of one sort: a cluster of the figures. */
typedef struct floor_sum {
    double rooms, threat, statuses[WYRM_THREAT_STATUS_COUNT];
} floor_sum;

static void count_room(wyrm_threat_figures *figures, floor_sum *sum, const room_record *room)
{
    double threat = (double)room->grains / WYRM_THREAT_GRAIN;
    figures->rooms++;
    wyrm_moments_add(&figures->threat, threat);
    sum->rooms++;
    sum->threat += threat;
    sum->statuses[room->status]++;
}

static void add_sum(wyrm_threat_figures *figures, const floor_sum *sum)
{
    figures->mean.range = WYRM_AMOUNT;
    wyrm_clusters_add(&figures->mean, sum->threat, sum->rooms);
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++) {
        figures->statuses[s].range = WYRM_SHARE;
        wyrm_clusters_add(&figures->statuses[s], sum->statuses[s], sum->rooms);
    }
}

static void keep_violation(survey_job *job, const wyrm_threat_violation *violation)
{
    wyrm_threat_survey *survey = job->survey;
    survey->violation_count++;
    if (survey->kept == job->most_kept)
        return;
    if (survey->kept == job->capacity) {
        size_t capacity = job->capacity > 0 ? 2 * job->capacity : 64;
        wyrm_threat_violation *more =
            base_resize(survey->violations, capacity * sizeof *survey->violations);
        if (!more) {
            job->out_of_memory = true;
            return;
        }
        survey->violations = more;
        job->capacity = capacity;
    }
    survey->violations[survey->kept++] = *violation;
}

/* Whether the room counts towards the budget of its floor. */
static bool is_budgeted(const room_record *room)
{
    return room->status != WYRM_THREAT_BOSS && room->status != WYRM_THREAT_EXEMPT;
}

static void count_floor(survey_job *job, wyrm_threat_depth *depth, uint64_t run,
                        const floor_record *record)
{
    wyrm_threat_figures *band = &job->survey->bands[depth->band];
    floor_sum all = {0}, of_band = {0}, roles[WYRM_ROOM_ROLE_COUNT] = {0};
    int64_t grains = 0;
    uint64_t monsters = 0;
    for (int32_t r = record->first; r < record->room_count; r++) {
        const room_record *room = &record->rooms[r];
        count_room(&depth->all, &all, room);
        count_room(&depth->roles[room->role], &roles[room->role], room);
        count_room(band, &of_band, room);
        if (!wyrm_tally_add(&job->roles[room->role], room->grains, 1))
            job->out_of_memory = true;
        grains += is_budgeted(room) ? room->grains : 0;
        monsters += room->monsters;
        if (wyrm_threat_is_violation((wyrm_threat_status)room->status))
            keep_violation(
                job, &(wyrm_threat_violation){.run = run,
                                              .depth = depth->depth,
                                              .room = r,
                                              .role = (wyrm_room_role)room->role,
                                              .monsters = room->monsters,
                                              .threat = (double)room->grains / WYRM_THREAT_GRAIN,
                                              .budget = depth->room_budget.high});
    }
    add_sum(&depth->all, &all);
    add_sum(band, &of_band);
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        add_sum(&depth->roles[role], &roles[role]);
    double floor = (double)grains / WYRM_THREAT_GRAIN;
    wyrm_moments_add(&depth->rooms, record->room_count);
    wyrm_moments_add(&depth->monsters, (double)monsters);
    wyrm_moments_add(&depth->floor, floor);
    depth->under += floor < depth->floor_budget.low;
    depth->over += floor > depth->floor_budget.high;
}

static void set_quantiles(wyrm_threat_figures *figures, const wyrm_value_tally *tally)
{
    figures->p05 = (double)wyrm_tally_quantile(tally, 0.05) / WYRM_THREAT_GRAIN;
    figures->p50 = (double)wyrm_tally_quantile(tally, 0.50) / WYRM_THREAT_GRAIN;
    figures->p95 = (double)wyrm_tally_quantile(tally, 0.95) / WYRM_THREAT_GRAIN;
}

/* All floors of a depth are counted. */
static void finish_depth(survey_job *job, wyrm_threat_depth *depth)
{
    wyrm_value_tally all = {0};
    bool stored = true;
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        set_quantiles(&depth->roles[role], &job->roles[role]);
        stored = wyrm_tally_merge(&all, &job->roles[role]) && stored;
        wyrm_tally_free(&job->roles[role]);
    }
    set_quantiles(&depth->all, &all);
    stored = wyrm_tally_merge(&job->bands[depth->band], &all) && stored;
    wyrm_tally_free(&all);
    job->out_of_memory = job->out_of_memory || !stored;
}

static void merge_block(uint64_t block, const void *result, void *context)
{
    survey_job *job = context;
    const block_result *in = result;
    wyrm_threat_depth *depth = &job->survey->depths[depth_of(job, block) - job->first_depth];
    uint64_t from;
    uint64_t to = runs_of(job, block, &from);
    for (uint64_t run = from; run < to; run++)
        count_floor(job, depth, run, &in->floors[run - from]);
    if (to == job->survey->runs)
        finish_depth(job, depth);
}

/* ---- the whole ---- */

static wyrm_status check(const wyrm_design *design, const wyrm_threat_survey_options *options,
                         wyrm_error *error)
{
    if (!wyrm_design_threat(design))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the ruleset gives no threat to its monsters (yarl does)");
    if (wyrm_encounter_last_depth(wyrm_design_encounter(design)) == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "threat is surveyed depth by depth, and the ruleset's encounters do not "
                         "depend on depth alone");
    if (options->first_depth < 1 || options->last_depth > WYRM_DEPTH_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "depths must be from 1 to %d", WYRM_DEPTH_MAX);
    if (options->last_depth < options->first_depth)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "depth %d is above depth %d",
                         (int)options->last_depth, (int)options->first_depth);
    if (options->last_depth - options->first_depth >= WYRM_SURVEY_DEPTH_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "more than %d depths", WYRM_SURVEY_DEPTH_MAX);
    return WYRM_OK;
}

static wyrm_threat_survey_options with_defaults(const wyrm_design *design,
                                                const wyrm_threat_survey_options *options)
{
    wyrm_threat_survey_options filled =
        options ? *options : (wyrm_threat_survey_options){.seed = 1};
    if (filled.runs == 0)
        filled.runs = WYRM_THREAT_SURVEY_RUNS;
    if (filled.first_depth == 0)
        filled.first_depth = 1;
    if (filled.last_depth == 0)
        filled.last_depth = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    if (filled.violations == 0)
        filled.violations = WYRM_THREAT_SURVEY_VIOLATIONS;
    return filled;
}

static wyrm_status start_survey(const wyrm_threat *threat,
                                const wyrm_threat_survey_options *options, wyrm_threat_survey **out,
                                wyrm_error *error)
{
    wyrm_threat_survey *survey = base_zeroed(1, sizeof *survey);
    *out = survey;
    if (survey)
        survey->depth_count = options->last_depth - options->first_depth + 1;
    if (survey)
        survey->depths = base_zeroed((size_t)survey->depth_count, sizeof *survey->depths);
    if (!survey || !survey->depths)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    survey->seed = options->seed;
    survey->runs = options->runs;
    for (int32_t i = 0; i < survey->depth_count; i++) {
        wyrm_threat_depth *depth = &survey->depths[i];
        depth->depth = options->first_depth + i;
        depth->monsters.range = WYRM_COUNT;
        depth->floor.range = WYRM_AMOUNT;
        depth->band = wyrm_bands_at(wyrm_threat_bands(threat), depth->depth);
        depth->room_budget = wyrm_threat_room_budget(threat, depth->depth);
        depth->floor_budget = wyrm_threat_floor_budget(threat, depth->depth);
    }
    return WYRM_OK;
}

static wyrm_status run_survey(survey_job *job, const wyrm_threat_survey_options *options,
                              wyrm_error *error)
{
    wyrm_work work = {
        .blocks = job->blocks_per_depth * (uint64_t)job->survey->depth_count,
        .result_size = sizeof(block_result),
        .scratch_size = sizeof(workspace),
        .run = run_block,
        .merge = merge_block,
        .context = job,
        .progress = options->progress,
        .progress_context = options->context,
    };
    wyrm_status status = wyrm_work_run(&work, options->threads, error);
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++) {
        set_quantiles(&job->survey->bands[band], &job->bands[band]);
        wyrm_tally_free(&job->bands[band]);
    }
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        wyrm_tally_free(&job->roles[role]);
    if (status == WYRM_OK && job->out_of_memory)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    return status;
}

wyrm_status wyrm_threat_survey_run(const wyrm_design *design,
                                   const wyrm_threat_survey_options *options,
                                   wyrm_threat_survey **out, wyrm_error *error)
{
    wyrm_threat_survey *survey = NULL;
    *out = NULL;
    wyrm_threat_survey_options filled = with_defaults(design, options);
    wyrm_status status = check(design, &filled, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_threat *threat = wyrm_design_threat(design);
    status = start_survey(threat, &filled, &survey, error);
    if (status == WYRM_OK) {
        survey_job job = {
            .design = design,
            .threat = threat,
            .survey = survey,
            .blocks_per_depth = (filled.runs + FLOORS_PER_BLOCK - 1) / FLOORS_PER_BLOCK,
            .first_depth = filled.first_depth,
            .most_kept = filled.violations,
        };
        status = run_survey(&job, &filled, error);
    }
    if (status != WYRM_OK) {
        wyrm_threat_survey_free(survey);
        return status;
    }
    *out = survey;
    return WYRM_OK;
}

void wyrm_threat_survey_free(wyrm_threat_survey *survey)
{
    if (!survey)
        return;
    wyrm_free(survey->violations);
    wyrm_free(survey->depths);
    wyrm_free(survey);
}
