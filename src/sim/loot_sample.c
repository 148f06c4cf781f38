/* Campaigns of loot: depth by depth and room by room, counted band by band. */
#include "sim/loot_survey.h"
#include "sim/workers.h"

#include <wyrm/streams.h>

#include <stdlib.h>
#include <string.h>

/* Part of what the bits of a result depend on: campaigns are summed block by block. */
#define RUNS_PER_BLOCK 50

/* Every thread has one; the row of counts of every band stands behind it. */
typedef struct workspace {
    wyrm_map map;
    wyrm_room_kind kinds[WYRM_MAP_ROOMS_MAX];
    uint32_t streaks[WYRM_PITY_MAX]; /* rooms since the last item, as the player sees it */
    wyrm_pity_state pity;
    uint32_t counts[];
} workspace;

typedef struct block_result {
    uint64_t floors;
    wyrm_clusters sums[];
} block_result;

size_t wyrm_loot_pity_counts(const wyrm_loot_job *job, size_t category)
{
    return WYRM_COUNT_CATEGORIES + job->facts->category_count + category * WYRM_COUNTS_PER_PITY;
}

static size_t row_count(const wyrm_loot_job *job)
{
    return job->bands.count * job->width;
}

/* ------------------------------------------------------------------ one room */

/* Counts the categories of all items; returns those that came by chance. */
static uint64_t count_categories(const wyrm_loot_job *job, const wyrm_item *items, size_t count,
                                 uint32_t *row)
{
    const uint64_t *categories = job->facts->kind_categories;
    uint64_t found = 0;
    for (size_t i = 0; categories && i < count; i++) {
        uint64_t left = categories[items[i].kind];
        found |= items[i].pity == 0 ? left : 0;
        for (; left != 0; left &= left - 1)
            row[WYRM_COUNT_CATEGORIES + (size_t)__builtin_ctzll(left)]++;
    }
    return found;
}

static void count_pity(const wyrm_loot_job *job, workspace *space, int32_t given, uint64_t found,
                       uint32_t *row)
{
    row[WYRM_COUNT_GIVEN] += given >= 0;
    for (size_t i = 0; i < job->pity_count; i++) {
        uint32_t *own = row + wyrm_loot_pity_counts(job, i);
        bool natural = found >> job->facts->pity_categories[i] & 1u;
        bool gave = given == (int32_t)i;
        uint32_t streak = natural || gave ? 0 : space->streaks[i] + 1;
        space->streaks[i] = streak;
        own[WYRM_COUNT_RATE] += gave;
        own[WYRM_COUNT_NATURAL] += natural;
        /* Only how long the drought is; summed up from the end when the campaign is over. */
        own[WYRM_COUNT_DROUGHT + (streak < WYRM_DROUGHT_MAX ? streak : WYRM_DROUGHT_MAX)]++;
    }
}

static void count_room(const wyrm_loot_job *job, workspace *space, const wyrm_room_kind *kind,
                       const wyrm_item *items, size_t count, uint32_t *row)
{
    if (!wyrm_room_has_pity(&job->roles, kind)) {
        row[WYRM_COUNT_SKIPPED]++;
        row[WYRM_COUNT_SKIPPED_ITEMS] += (uint32_t)count;
        return;
    }
    row[WYRM_COUNT_ROOMS]++;
    row[WYRM_COUNT_ITEMS] += (uint32_t)count;
    /* The last item is pity's where it gave any. */
    int32_t given = count > 0 ? items[count - 1].pity - 1 : -1;
    uint64_t found = count_categories(job, items, count, row);
    count_pity(job, space, given, found, row);
}

/* ------------------------------------------------------------------ one depth */

/* Where a tracker rules, what the monsters of a depth are worth decides what comes. */
static void settle(const wyrm_loot_job *job, uint64_t run, const workspace *space,
                   wyrm_difficulty *difficulty)
{
    wyrm_rng rng =
        wyrm_rng_start(job->seed, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty->depth);
    uint64_t experience = 0;
    for (int32_t r = 0; r < space->map.room_count; r++) {
        wyrm_spawn spawns[WYRM_ROOM_SPAWNS_MAX];
        wyrm_room_context room = {
            .index = r, .count = space->map.room_count, .kind = space->kinds[r]};
        size_t count = wyrm_encounter_room(job->encounter, difficulty, &room, &rng, spawns);
        for (size_t i = 0; i < count; i++)
            experience += spawns[i].experience;
    }
    wyrm_encounter_settle(job->encounter, difficulty, experience);
}

static void run_rooms(const wyrm_loot_job *job, uint64_t run, const wyrm_difficulty *difficulty,
                      workspace *space)
{
    uint64_t depth = (uint64_t)difficulty->depth;
    wyrm_rng rng = wyrm_rng_start(job->seed, run, WYRM_STREAM_LOOT, depth);
    uint32_t *row = space->counts + wyrm_bands_at(&job->bands, difficulty->depth) * job->width;
    wyrm_loot_context context = {
        .seed = job->seed,
        .run = run,
        .depth = difficulty->depth,
        .level = wyrm_encounter_level(job->encounter, difficulty),
        .rooms = space->map.room_count,
        .mode = job->mode,
        .pity = &space->pity,
    };
    for (int32_t r = 0; r < space->map.room_count; r++) {
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        context.kind = space->kinds[r];
        size_t count = wyrm_loot_room(job->loot, &context, r, &rng, items);
        count_room(job, space, &space->kinds[r], items, count, row);
    }
}

/* Returns whether its map is the last. */
static bool run_depth(const wyrm_loot_job *job, uint64_t run, wyrm_difficulty *difficulty,
                      workspace *space)
{
    uint64_t depth = (uint64_t)difficulty->depth;
    bool final = wyrm_encounter_is_final(job->encounter, difficulty);
    wyrm_rng map = wyrm_rng_start(job->seed, run, WYRM_STREAM_MAP, depth);
    wyrm_rng roles = wyrm_rng_start(job->seed, run, WYRM_STREAM_ROLES, depth);
    wyrm_mapper_rooms(wyrm_design_mapper(job->design), final, &map, &space->map);
    wyrm_encounter_roles(job->encounter, difficulty, space->map.room_count, &roles, space->kinds);
    wyrm_encounter_enter(job->encounter, difficulty);
    if (job->reset)
        space->pity = (wyrm_pity_state){0};
    run_rooms(job, run, difficulty, space);
    if (wyrm_encounter_tracks(job->encounter))
        settle(job, run, space, difficulty);
    return final;
}

/* ------------------------------------------------------------------ one campaign */

/* From how many rooms ended a drought of just n to how many one of n or more. */
static void sum_droughts(const wyrm_loot_job *job, uint32_t *row)
{
    for (size_t i = 0; i < job->pity_count; i++) {
        uint32_t *drought = row + wyrm_loot_pity_counts(job, i) + WYRM_COUNT_DROUGHT;
        for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
            drought[n] += drought[n + 1];
    }
}

/* What a count is set against: campaigns, or another count. */
static double against(const uint32_t *row, size_t index)
{
    enum { CAMPAIGN = -1 };
    static const int counts[WYRM_COUNT_CATEGORIES] = {
        [WYRM_COUNT_ROOMS] = CAMPAIGN,
        [WYRM_COUNT_ITEMS] = WYRM_COUNT_ROOMS,
        [WYRM_COUNT_GIVEN] = WYRM_COUNT_ITEMS,
        [WYRM_COUNT_SKIPPED] = CAMPAIGN,
        [WYRM_COUNT_SKIPPED_ITEMS] = WYRM_COUNT_SKIPPED,
    };
    int other = index < WYRM_COUNT_CATEGORIES ? counts[index] : WYRM_COUNT_ROOMS;
    return other == CAMPAIGN ? 1 : row[other];
}

static void run_campaign(const wyrm_loot_job *job, uint64_t run, workspace *space,
                         block_result *result)
{
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    memset(space->counts, 0, row_count(job) * sizeof *space->counts);
    memset(space->streaks, 0, sizeof space->streaks);
    space->pity = (wyrm_pity_state){0};
    for (int32_t depth = 1; depth <= WYRM_LOOT_SURVEY_DEPTH_MAX; depth++) {
        bool final = run_depth(job, run, &difficulty, space);
        result->floors++;
        if (final)
            break;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    for (size_t band = 0; band < job->bands.count; band++) {
        uint32_t *row = space->counts + band * job->width;
        sum_droughts(job, row);
        for (size_t i = 0; i < job->width; i++)
            wyrm_clusters_add(&result->sums[band * job->width + i], row[i], against(row, i));
    }
}

/* ------------------------------------------------------------------ all of them */

static void run_block(uint64_t block, void *result_of_block, void *own, void *context)
{
    const wyrm_loot_job *job = context;
    block_result *result = result_of_block;
    result->floors = 0;
    memset(result->sums, 0, row_count(job) * sizeof *result->sums);
    uint64_t first = block * RUNS_PER_BLOCK;
    uint64_t end = job->runs - first < RUNS_PER_BLOCK ? job->runs : first + RUNS_PER_BLOCK;
    for (uint64_t run = first; run < end; run++)
        run_campaign(job, run, own, result);
}

static void merge_block(uint64_t block, const void *result_of_block, void *context)
{
    (void)block;
    wyrm_loot_job *job = context;
    const block_result *from = result_of_block;
    job->floors += from->floors;
    for (size_t i = 0; i < row_count(job); i++)
        wyrm_clusters_merge(&job->sums[i], &from->sums[i]);
}

wyrm_status wyrm_loot_sample(wyrm_loot_job *job, const wyrm_loot_survey_options *options,
                             wyrm_error *error)
{
    wyrm_work work = {
        .blocks = job->runs / RUNS_PER_BLOCK + (job->runs % RUNS_PER_BLOCK != 0),
        .result_size = sizeof(block_result) + row_count(job) * sizeof(wyrm_clusters),
        .scratch_size = (sizeof(workspace) + row_count(job) * sizeof(uint32_t) + 63) / 64 * 64,
        .run = run_block,
        .merge = merge_block,
        .context = job,
        .progress = options->progress,
        .progress_context = options->context,
    };
    return wyrm_work_run(&work, options->threads, error);
}
