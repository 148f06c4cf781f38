/* Surveys of loot: campaigns on floors as the game makes them, depth by depth and room by room, what
 * they hold counted by band and by depth, and made into figures. */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95

/* Part of what the bits of a result depend on: campaigns are summed block by block. */
#define RUNS_PER_BLOCK 50

/* What is counted in one band of one campaign, and where it stands in a row of counts. Behind these
 * the items of each category, then for each pity category the rooms where it gave, the rooms with
 * an item by chance, and the rooms that end a drought of n rooms or more (WYRM_DROUGHT_MAX + 1). */
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
    COUNTS_PER_PITY = COUNT_DROUGHT + WYRM_DROUGHT_MAX + 1
};

/* The same of one depth of one campaign: only rooms that pity works in, only items by chance.
 * Behind these the items of each category. */
enum { DEPTH_ROOMS, DEPTH_ITEMS, DEPTH_CATEGORIES };

/* Every thread has one; the row of counts of every band stands behind it, then that of every depth.
 */
typedef struct workspace {
    wyrm_map map;
    wyrm_population population;
    uint32_t streaks[WYRM_PITY_MAX]; /* rooms since the last item, as the player sees it */
    wyrm_pity_state pity;
    uint32_t counts[];
} workspace;

typedef struct block_result {
    uint64_t floors;
    wyrm_clusters sums[];
} block_result;

static wyrm_status fail_for_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a survey of loot");
}

/* Where in the row of a band the counts of a pity category begin. */
static size_t pity_counts(const wyrm_loot_job *job, size_t category)
{
    return COUNT_CATEGORIES + job->facts->category_count + category * COUNTS_PER_PITY;
}

static size_t band_width(const wyrm_loot_job *job)
{
    return pity_counts(job, job->pity_count);
}

static size_t depth_width(const wyrm_loot_job *job)
{
    return DEPTH_CATEGORIES + job->facts->category_count;
}

/* Where the row of a depth begins, among all counts. */
static size_t depth_row(const wyrm_loot_job *job, int32_t depth)
{
    return job->bands.count * band_width(job) + (size_t)(depth - 1) * depth_width(job);
}

static size_t count_of_all(const wyrm_loot_job *job)
{
    return depth_row(job, job->depths + 1);
}

/* ------------------------------------------------------------------ one room */

/* Counts the categories of all items; returns those that came by chance. */
static uint64_t count_categories(const wyrm_loot_job *job, const wyrm_placed_item *items,
                                 size_t count, uint32_t *row, uint32_t *depth)
{
    const uint64_t *categories = job->facts->kind_categories;
    uint64_t found = 0;
    for (size_t i = 0; categories && i < count; i++) {
        uint64_t left = categories[items[i].item.kind];
        bool by_chance = items[i].item.pity == 0;
        found |= by_chance ? left : 0;
        for (; left != 0; left &= left - 1) {
            size_t category = (size_t)__builtin_ctzll(left);
            row[COUNT_CATEGORIES + category]++;
            depth[DEPTH_CATEGORIES + category] += by_chance;
        }
    }
    return found;
}

static void count_pity(const wyrm_loot_job *job, workspace *space, int32_t given, uint64_t found,
                       uint32_t *row)
{
    row[COUNT_GIVEN] += given >= 0;
    for (size_t i = 0; i < job->pity_count; i++) {
        uint32_t *own = row + pity_counts(job, i);
        bool natural = found >> job->facts->pity_categories[i] & 1u;
        bool gave = given == (int32_t)i;
        uint32_t streak = natural || gave ? 0 : space->streaks[i] + 1;
        space->streaks[i] = streak;
        own[COUNT_RATE] += gave;
        own[COUNT_NATURAL] += natural;
        /* Only how long the drought is; summed up from the end when the campaign is over. */
        own[COUNT_DROUGHT + (streak < WYRM_DROUGHT_MAX ? streak : WYRM_DROUGHT_MAX)]++;
    }
}

static void count_room(const wyrm_loot_job *job, workspace *space, const wyrm_room_kind *kind,
                       const wyrm_placed_item *items, size_t count, uint32_t *row, uint32_t *depth)
{
    if (!wyrm_room_has_pity(&job->roles, kind)) {
        row[COUNT_SKIPPED]++;
        row[COUNT_SKIPPED_ITEMS] += (uint32_t)count;
        return;
    }
    /* The last item is pity's where it gave any. */
    int32_t given = count > 0 ? items[count - 1].item.pity - 1 : -1;
    row[COUNT_ROOMS]++;
    row[COUNT_ITEMS] += (uint32_t)count;
    depth[DEPTH_ROOMS]++;
    depth[DEPTH_ITEMS] += (uint32_t)count - (given >= 0);
    uint64_t found = count_categories(job, items, count, row, depth);
    count_pity(job, space, given, found, row);
}

/* ------------------------------------------------------------------ one campaign */

/* What chance and pity brought to the rooms of a floor, in their order. */
static void count_floor(const wyrm_loot_job *job, int32_t depth, workspace *space)
{
    const wyrm_population *population = &space->population;
    uint32_t *row = space->counts + wyrm_bands_at(&job->bands, depth) * band_width(job);
    size_t next = 0;
    for (int32_t r = 0; r < space->map.room_count; r++) {
        size_t first = next;
        while (next < population->found_count && population->items[next].item.room == r)
            next++;
        count_room(job, space, &population->kinds[r], &population->items[first], next - first, row,
                   space->counts + depth_row(job, depth));
    }
}

/* From how many rooms ended a drought of just n to how many one of n or more. */
static void sum_droughts(const wyrm_loot_job *job, uint32_t *row)
{
    for (size_t i = 0; i < job->pity_count; i++) {
        uint32_t *drought = row + pity_counts(job, i) + COUNT_DROUGHT;
        for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
            drought[n] += drought[n + 1];
    }
}

/* What a count of a band is set against: campaigns, or another count. */
static double against(const uint32_t *row, size_t index)
{
    enum { CAMPAIGN = -1 };
    static const int counts[COUNT_CATEGORIES] = {
        [COUNT_ROOMS] = CAMPAIGN,
        [COUNT_ITEMS] = COUNT_ROOMS,
        [COUNT_GIVEN] = COUNT_ITEMS,
        [COUNT_SKIPPED] = CAMPAIGN,
        [COUNT_SKIPPED_ITEMS] = COUNT_SKIPPED,
    };
    int other = index < COUNT_CATEGORIES ? counts[index] : COUNT_ROOMS;
    return other == CAMPAIGN ? 1 : row[other];
}

static void sum_up(const wyrm_loot_job *job, uint32_t *counts, wyrm_clusters *sums)
{
    size_t width = band_width(job);
    for (size_t band = 0; band < job->bands.count; band++) {
        uint32_t *row = counts + band * width;
        sum_droughts(job, row);
        for (size_t i = 0; i < width; i++)
            wyrm_clusters_add(&sums[band * width + i], row[i], against(row, i));
    }
    for (int32_t depth = 1; depth <= job->depths; depth++) {
        size_t first = depth_row(job, depth);
        for (size_t i = 0; i < depth_width(job); i++)
            wyrm_clusters_add(&sums[first + i], counts[first + i], counts[first + DEPTH_ROOMS]);
    }
}

static void run_campaign(const wyrm_loot_job *job, uint64_t run, workspace *space,
                         block_result *result)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = job->encounter,
                                      .loot = job->loot,
                                      .mode = job->mode};
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    memset(space->counts, 0, count_of_all(job) * sizeof *space->counts);
    memset(space->streaks, 0, sizeof space->streaks);
    space->pity = (wyrm_pity_state){0};
    for (int32_t depth = 1; depth <= job->depths; depth++) {
        if (job->reset)
            space->pity = (wyrm_pity_state){0};
        wyrm_floor_make(&models, job->seed, run, &difficulty, &space->pity, &space->map,
                        &space->population);
        count_floor(job, depth, space);
        result->floors++;
        if (space->map.final)
            break;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    sum_up(job, space->counts, result->sums);
}

/* ------------------------------------------------------------------ all of them */

static void run_block(uint64_t block, void *result_of_block, void *own, void *context)
{
    const wyrm_loot_job *job = context;
    block_result *result = result_of_block;
    result->floors = 0;
    memset(result->sums, 0, count_of_all(job) * sizeof *result->sums);
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
    for (size_t i = 0; i < count_of_all(job); i++)
        wyrm_clusters_merge(&job->sums[i], &from->sums[i]);
}

static wyrm_status sample(wyrm_loot_job *job, const wyrm_loot_survey_options *options,
                          wyrm_error *error)
{
    size_t counts = count_of_all(job);
    wyrm_work work = {
        .blocks = job->runs / RUNS_PER_BLOCK + (job->runs % RUNS_PER_BLOCK != 0),
        .result_size = sizeof(block_result) + counts * sizeof(wyrm_clusters),
        .scratch_size = (sizeof(workspace) + counts * sizeof(uint32_t) + 63) / 64 * 64,
        .run = run_block,
        .merge = merge_block,
        .context = job,
        .progress = options->progress,
        .progress_context = options->context,
    };
    return wyrm_work_run(&work, options->threads, error);
}

/* ------------------------------------------------------------------ figures */

static wyrm_loot_figure figure_of(const wyrm_clusters *sums, wyrm_range range)
{
    wyrm_clusters clusters = *sums;
    clusters.range = range;
    if (!(sums->x > 0))
        return (wyrm_loot_figure){0};
    return (wyrm_loot_figure){
        .has_value = true,
        .value = wyrm_clusters_ratio(sums),
        .error = wyrm_clusters_error(sums),
        .ci95 = wyrm_ratio_interval(&clusters, CONFIDENCE),
    };
}

static void fill_pity(const wyrm_loot_job *job, const wyrm_clusters *row, size_t category,
                      wyrm_loot_pity_figures *out)
{
    const wyrm_clusters *own = row + pity_counts(job, category);
    out->name = job->facts->pity->names[category];
    out->rate = figure_of(&own[COUNT_RATE], WYRM_SHARE);
    out->natural = figure_of(&own[COUNT_NATURAL], WYRM_SHARE);
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
        out->drought[n] = figure_of(&own[COUNT_DROUGHT + n], WYRM_SHARE);
}

static void fill_band(const wyrm_loot_job *job, size_t index, wyrm_loot_band_figures *out)
{
    const wyrm_clusters *row = job->sums + index * band_width(job);
    const wyrm_band *band = &job->bands.bands[index];
    out->name = band->name;
    out->first_depth = index == 0 ? 1 : band->first_depth;
    out->last_depth = index + 1 < job->bands.count ? band->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    if (job->last_depth > 0 && job->last_depth < out->last_depth)
        out->last_depth = job->last_depth;
    out->rooms = (uint64_t)row[COUNT_ROOMS].y;
    out->rooms_per_campaign = figure_of(&row[COUNT_ROOMS], WYRM_COUNT);
    out->items_per_room = figure_of(&row[COUNT_ITEMS], WYRM_COUNT);
    if (job->pity_count > 0)
        out->given = figure_of(&row[COUNT_GIVEN], WYRM_SHARE);
    out->skipped_rooms = figure_of(&row[COUNT_SKIPPED], WYRM_COUNT);
    out->items_per_skipped_room = figure_of(&row[COUNT_SKIPPED_ITEMS], WYRM_COUNT);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] = figure_of(&row[COUNT_CATEGORIES + c], WYRM_COUNT);
    for (size_t i = 0; i < job->pity_count; i++)
        fill_pity(job, row, i, &out->pity[i]);
}

static void fill_depth(const wyrm_loot_job *job, int32_t depth, wyrm_loot_depth_figures *out)
{
    const wyrm_clusters *row = job->sums + depth_row(job, depth);
    out->items_per_room = figure_of(&row[DEPTH_ITEMS], WYRM_COUNT);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] = figure_of(&row[DEPTH_CATEGORIES + c], WYRM_COUNT);
}

wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure)
{
    if (figure->has_exact)
        return figure->exact;
    if (!figure->has_value)
        return (wyrm_estimate){.value = NAN, .ci95 = {NAN, NAN}};
    return (wyrm_estimate){.value = figure->value, .sampled = true, .ci95 = figure->ci95};
}

/* ------------------------------------------------------------------ the result */

void wyrm_loot_survey_free(wyrm_loot_survey *survey)
{
    if (!survey)
        return;
    wyrm_free(survey->bands);
    wyrm_free(survey->depths);
    wyrm_free(survey->category_figures);
    wyrm_free(survey);
}

static wyrm_loot_survey *new_survey(const wyrm_loot_job *job)
{
    const wyrm_loot_facts *facts = job->facts;
    size_t mode = job->mode > 0 ? (size_t)job->mode - 1 : facts->mode;
    wyrm_loot_survey *survey = base_zeroed(1, sizeof *survey);
    if (!survey)
        return NULL;
    *survey = (wyrm_loot_survey){
        .runs = job->runs,
        .floors = job->floors,
        .seed = job->seed,
        .mode = mode < facts->mode_count ? facts->modes[mode] : "",
        .reset = job->reset,
        .category_count = facts->category_count,
        .categories = facts->categories,
        .pity_count = job->pity_count,
        .band_count = job->bands.count,
        .bands = base_zeroed(job->bands.count, sizeof *survey->bands),
        .depth_count = (size_t)job->depths,
        .depths = base_zeroed((size_t)job->depths, sizeof *survey->depths),
    };
    size_t rows = survey->band_count + survey->depth_count, each = facts->category_count;
    survey->category_figures = base_zeroed(rows * each + 1, sizeof *survey->category_figures);
    if (!survey->bands || !survey->depths || !survey->category_figures) {
        wyrm_loot_survey_free(survey);
        return NULL;
    }
    for (size_t i = 0; i < survey->band_count; i++)
        survey->bands[i].categories = survey->category_figures + i * each;
    for (size_t i = 0; i < survey->depth_count; i++)
        survey->depths[i].categories = survey->category_figures + (survey->band_count + i) * each;
    return survey;
}

static wyrm_status hand_over(const wyrm_loot_job *job, wyrm_loot_survey **out, wyrm_error *error)
{
    wyrm_loot_survey *survey = new_survey(job);
    if (!survey)
        return fail_for_memory(error);
    for (size_t i = 0; i < survey->band_count; i++)
        fill_band(job, i, &survey->bands[i]);
    for (int32_t depth = 1; depth <= job->depths; depth++)
        fill_depth(job, depth, &survey->depths[depth - 1]);
    wyrm_status status = wyrm_loot_find_exact(job, survey, error);
    if (status != WYRM_OK) {
        wyrm_loot_survey_free(survey);
        return status;
    }
    *out = survey;
    return WYRM_OK;
}

/* ------------------------------------------------------------------ the work */

static wyrm_status read_bands(const wyrm_ruleset *ruleset, wyrm_bands *bands)
{
    wyrm_status status = wyrm_bands_read(ruleset, bands, NULL);
    if (status == WYRM_OK && bands->count == 0)
        *bands = (wyrm_bands){.count = 1, .bands = {{"all", 1, WYRM_DEPTH_MAX}}};
    return status;
}

static wyrm_status prepare(const wyrm_design *design, const wyrm_loot_survey_options *options,
                           wyrm_loot_job *job, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const wyrm_loot *loot = wyrm_design_loot(design);
    *job = (wyrm_loot_job){
        .design = design,
        .encounter = wyrm_design_encounter(design),
        .loot = loot,
        .facts = wyrm_loot_facts_of(loot),
        .roles = wyrm_room_rules_read(ruleset),
        .seed = options->seed,
        .runs = options->runs > 0 ? options->runs : WYRM_LOOT_SURVEY_RUNS,
        .maps = options->maps > 0 ? options->maps : WYRM_LOOT_SURVEY_MAPS,
        .reset = options->reset,
    };
    if (job->runs < 2)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "one campaign tells nothing of how much campaigns differ: at least 2");
    wyrm_status status = wyrm_loot_mode(loot, options->mode, &job->mode, error);
    if (status == WYRM_OK)
        status = read_bands(ruleset, &job->bands);
    if (status != WYRM_OK)
        return status;
    int32_t last = wyrm_encounter_last_depth(job->encounter);
    job->last_depth = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? last : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->pity_count = job->facts->pity ? job->facts->pity->count : 0;
    job->depths = job->last_depth > 0 ? job->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->sums = base_zeroed(count_of_all(job), sizeof *job->sums);
    return job->sums ? WYRM_OK : fail_for_memory(error);
}

wyrm_status wyrm_loot_survey_run(const wyrm_design *design, const wyrm_loot_survey_options *options,
                                 wyrm_loot_survey **out, wyrm_error *error)
{
    const wyrm_loot_survey_options defaults = {.seed = 1};
    const wyrm_loot_survey_options *chosen = options ? options : &defaults;
    wyrm_loot_job job;
    *out = NULL;
    wyrm_status status = prepare(design, chosen, &job, error);
    if (status == WYRM_OK)
        status = sample(&job, chosen, error);
    if (status == WYRM_OK)
        status = hand_over(&job, out, error);
    wyrm_free(job.sums);
    return status;
}
