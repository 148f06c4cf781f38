/* Surveys of loot: campaigns on floors as the game makes them.
 *
 * What the rooms of a campaign hold is counted in one row of numbers, first band by band and then
 * depth by depth. A campaign is one cluster: each of its counts is added up with what it is set
 * against (items with rooms, rooms with the campaign), so that every figure is a ratio whose
 * interval knows that rooms of one campaign share its luck. What follows from the rules alone is
 * found beside that in loot_exact.c.
 */
#include "sim/internal.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE     0.95
#define RUNS_PER_SHARE 50

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
    wyrm_made_floor floor;
    uint32_t streaks[WYRM_PITY_MAX]; /* rooms since the last item, as the player sees it */
    uint32_t counts[];
} workspace;

typedef struct share_result {
    uint64_t floors;
    wyrm_clusters sums[];
} share_result;

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

/* ---- one campaign ---- */

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
    uint64_t found = 0; /* categories that came by chance */
    row[COUNT_ROOMS]++;
    row[COUNT_ITEMS] += (uint32_t)count;
    row[COUNT_GIVEN] += given >= 0;
    depth[DEPTH_ROOMS]++;
    depth[DEPTH_ITEMS] += (uint32_t)count - (given >= 0);
    for (size_t i = 0; job->facts->kind_categories && i < count; i++) {
        uint64_t left = job->facts->kind_categories[items[i].item.kind];
        bool by_chance = items[i].item.pity == 0;
        found |= by_chance ? left : 0;
        for (; left != 0; left &= left - 1) {
            size_t category = (size_t)__builtin_ctzll(left);
            row[COUNT_CATEGORIES + category]++;
            depth[DEPTH_CATEGORIES + category] += by_chance;
        }
    }
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

/* What chance and pity brought to the rooms of a floor, in their order. */
static void count_floor(const wyrm_loot_job *job, int32_t depth, workspace *space)
{
    const wyrm_population *population = &space->floor.population;
    uint32_t *row = space->counts + wyrm_bands_at(&job->bands, depth) * band_width(job);
    size_t next = 0;
    for (int32_t r = 0; r < space->floor.map.room_count; r++) {
        size_t first = next;
        while (next < population->found_count && population->items[next].item.room == r)
            next++;
        count_room(job, space, &population->kinds[r], &population->items[first], next - first, row,
                   space->counts + depth_row(job, depth));
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
        for (size_t i = 0; i < job->pity_count; i++) {
            /* From rooms that end a drought of just n to those of one of n or more. */
            uint32_t *drought = row + pity_counts(job, i) + COUNT_DROUGHT;
            for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
                drought[n] += drought[n + 1];
        }
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
                         share_result *result)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = job->encounter,
                                      .loot = job->loot,
                                      .mode = job->mode};
    wyrm_made_floor *floor = &space->floor;
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    memset(space->counts, 0, count_of_all(job) * sizeof *space->counts);
    memset(space->streaks, 0, sizeof space->streaks);
    floor->pity = (wyrm_pity_state){0};
    for (int32_t depth = 1; depth <= job->depths; depth++) {
        if (job->reset)
            floor->pity = (wyrm_pity_state){0};
        wyrm_floor_make(&models, job->seed, run, &difficulty, &floor->pity, &floor->map,
                        &floor->population);
        count_floor(job, depth, space);
        result->floors++;
        if (floor->map.final)
            break;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    sum_up(job, space->counts, result->sums);
}

static void run_share(const wyrm_share *share)
{
    const wyrm_loot_job *job = share->context;
    share_result *result = share->result;
    memset(result, 0, sizeof *result + count_of_all(job) * sizeof *result->sums);
    for (uint64_t run = share->first; run < share->first + share->count; run++)
        run_campaign(job, run, share->scratch, result);
}

static void merge_share(const wyrm_share *share)
{
    wyrm_loot_job *job = share->context;
    const share_result *from = share->result;
    job->floors += from->floors;
    for (size_t i = 0; i < count_of_all(job); i++)
        wyrm_clusters_merge(&job->sums[i], &from->sums[i]);
}

/* ---- figures ---- */

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
    for (size_t i = 0; i < job->pity_count; i++) {
        const wyrm_clusters *own = row + pity_counts(job, i);
        wyrm_loot_pity_figures *pity = &out->pity[i];
        pity->name = job->facts->pity->names[i];
        pity->rate = figure_of(&own[COUNT_RATE], WYRM_SHARE);
        pity->natural = figure_of(&own[COUNT_NATURAL], WYRM_SHARE);
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
            pity->drought[n] = figure_of(&own[COUNT_DROUGHT + n], WYRM_SHARE);
    }
}

wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure)
{
    if (figure->has_exact)
        return figure->exact;
    if (!figure->has_value)
        return (wyrm_estimate){.value = NAN, .ci95 = {NAN, NAN}};
    return (wyrm_estimate){.value = figure->value, .sampled = true, .ci95 = figure->ci95};
}

/* ---- the work ---- */

/* What is to be counted, and where. */
static void prepare(base_arena *arena, const wyrm_loot_survey_options *options, wyrm_loot_job *job)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(job->design);
    job->encounter = wyrm_design_encounter(job->design);
    job->loot = wyrm_design_loot(job->design);
    job->facts = wyrm_loot_facts_of(job->loot);
    job->roles = wyrm_room_rules_read(ruleset);
    job->seed = options->seed;
    job->runs = options->runs > 0 ? options->runs : WYRM_LOOT_SURVEY_RUNS;
    job->maps = options->maps > 0 ? options->maps : WYRM_LOOT_SURVEY_MAPS;
    job->reset = options->reset;
    if (job->runs < 2)
        base_fail(arena, wyrm_fail(&arena->error, WYRM_ERROR_ARGUMENT,
                                   "one campaign tells nothing of how much campaigns differ: at "
                                   "least 2"));
    base_must(arena, wyrm_loot_mode(job->loot, options->mode, &job->mode, &arena->error));
    base_must(arena, wyrm_bands_read(ruleset, &job->bands, NULL));
    if (job->bands.count == 0)
        job->bands = (wyrm_bands){.count = 1, .bands = {{"all", 1, WYRM_DEPTH_MAX}}};
    int32_t last = wyrm_encounter_last_depth(job->encounter);
    job->last_depth = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? last : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->pity_count = job->facts->pity ? job->facts->pity->count : 0;
    job->depths = job->last_depth > 0 ? job->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->sums = base_array(arena, wyrm_clusters, count_of_all(job));
}

/* What was counted, as figures, and what follows from the rules beside them. */
static void conclude(base_arena *arena, const wyrm_loot_job *job, wyrm_loot_survey *survey)
{
    const wyrm_loot_facts *facts = job->facts;
    size_t mode = job->mode > 0 ? (size_t)job->mode - 1 : facts->mode;
    size_t rows = job->bands.count + (size_t)job->depths;
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
        .bands = base_array(arena, wyrm_loot_band_figures, job->bands.count),
        .depth_count = (size_t)job->depths,
        .depths = base_array(arena, wyrm_loot_depth_figures, (size_t)job->depths),
        .category_figures = base_array(arena, wyrm_loot_figure, rows * facts->category_count),
    };
    wyrm_loot_figure *categories = survey->category_figures;
    for (size_t i = 0; i < survey->band_count; i++, categories += facts->category_count) {
        survey->bands[i].categories = categories;
        fill_band(job, i, &survey->bands[i]);
    }
    for (size_t i = 0; i < survey->depth_count; i++, categories += facts->category_count) {
        const wyrm_clusters *row = job->sums + depth_row(job, (int32_t)i + 1);
        survey->depths[i].items_per_room = figure_of(&row[DEPTH_ITEMS], WYRM_COUNT);
        survey->depths[i].categories = categories;
        for (size_t c = 0; c < facts->category_count; c++)
            categories[c] = figure_of(&row[DEPTH_CATEGORIES + c], WYRM_COUNT);
    }
    wyrm_loot_find_exact(arena, job, survey);
}

typedef struct survey_call {
    const wyrm_design *design;
    const wyrm_loot_survey_options *options;
} survey_call;

static void make_survey(base_arena *arena, void *result, void *context)
{
    const survey_call *call = context;
    wyrm_loot_job job = {.design = call->design};
    prepare(arena, call->options, &job);
    size_t counts = count_of_all(&job);
    wyrm_work work = {.count = job.runs,
                      .share = RUNS_PER_SHARE,
                      .result_size = sizeof(share_result) + counts * sizeof(wyrm_clusters),
                      .scratch_size = sizeof(workspace) + counts * sizeof(uint32_t),
                      .run = run_share,
                      .merge = merge_share,
                      .context = &job,
                      .progress = call->options->progress,
                      .progress_context = call->options->context};
    wyrm_work_run(arena, &work, call->options->threads);
    conclude(arena, &job, result);
}

wyrm_status wyrm_loot_survey_run(const wyrm_design *design, const wyrm_loot_survey_options *options,
                                 wyrm_loot_survey **out, wyrm_error *error)
{
    const wyrm_loot_survey_options defaults = {.seed = 1};
    survey_call call = {design, options ? options : &defaults};
    return base_make(sizeof(wyrm_loot_survey), make_survey, &call, out, error);
}

void wyrm_loot_survey_free(wyrm_loot_survey *survey)
{
    base_unmake(survey);
}
