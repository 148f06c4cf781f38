/* Surveys of loot: prepares the work, has it done, and makes figures of what was counted. */
#include "sim/loot_survey.h"

#include <stdlib.h>

#define CONFIDENCE 0.95

static wyrm_status fail_for_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a survey of loot");
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
    const wyrm_clusters *own = row + wyrm_loot_pity_counts(job, category);
    out->name = job->facts->pity->names[category];
    out->rate = figure_of(&own[WYRM_COUNT_RATE], WYRM_SHARE);
    out->natural = figure_of(&own[WYRM_COUNT_NATURAL], WYRM_SHARE);
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
        out->drought[n] = figure_of(&own[WYRM_COUNT_DROUGHT + n], WYRM_SHARE);
}

static void fill_band(const wyrm_loot_job *job, size_t index, wyrm_loot_band_figures *out)
{
    const wyrm_clusters *row = job->sums + index * job->width;
    const wyrm_band *band = &job->bands.bands[index];
    out->name = band->name;
    out->first_depth = index == 0 ? 1 : band->first_depth;
    out->last_depth = index + 1 < job->bands.count ? band->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    if (job->last_depth > 0 && job->last_depth < out->last_depth)
        out->last_depth = job->last_depth;
    out->rooms = (uint64_t)row[WYRM_COUNT_ROOMS].y;
    out->rooms_per_campaign = figure_of(&row[WYRM_COUNT_ROOMS], WYRM_COUNT);
    out->items_per_room = figure_of(&row[WYRM_COUNT_ITEMS], WYRM_COUNT);
    if (job->pity_count > 0)
        out->given = figure_of(&row[WYRM_COUNT_GIVEN], WYRM_SHARE);
    out->skipped_rooms = figure_of(&row[WYRM_COUNT_SKIPPED], WYRM_COUNT);
    out->items_per_skipped_room = figure_of(&row[WYRM_COUNT_SKIPPED_ITEMS], WYRM_COUNT);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] = figure_of(&row[WYRM_COUNT_CATEGORIES + c], WYRM_COUNT);
    for (size_t i = 0; i < job->pity_count; i++)
        fill_pity(job, row, i, &out->pity[i]);
}

/* ------------------------------------------------------------------ the result */

void wyrm_loot_survey_free(wyrm_loot_survey *survey)
{
    if (!survey)
        return;
    for (size_t i = 0; survey->bands && i < survey->band_count; i++)
        free(survey->bands[i].categories);
    free(survey->bands);
    free(survey);
}

static wyrm_loot_survey *new_survey(const wyrm_loot_job *job)
{
    const wyrm_loot_facts *facts = job->facts;
    size_t mode = job->mode > 0 ? (size_t)job->mode - 1 : facts->mode;
    wyrm_loot_survey *survey = calloc(1, sizeof *survey);
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
        .bands = calloc(job->bands.count, sizeof *survey->bands),
    };
    bool enough = survey->bands != NULL;
    for (size_t i = 0; enough && i < survey->band_count; i++) {
        wyrm_loot_band_figures *band = &survey->bands[i];
        band->categories = calloc(facts->category_count + 1, sizeof *band->categories);
        enough = band->categories != NULL;
    }
    if (enough)
        return survey;
    wyrm_loot_survey_free(survey);
    return NULL;
}

static wyrm_status hand_over(const wyrm_loot_job *job, wyrm_loot_survey **out, wyrm_error *error)
{
    wyrm_loot_survey *survey = new_survey(job);
    if (!survey)
        return fail_for_memory(error);
    for (size_t i = 0; i < survey->band_count; i++)
        fill_band(job, i, &survey->bands[i]);
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
    job->width = wyrm_loot_pity_counts(job, job->pity_count);
    job->sums = calloc(job->bands.count * job->width, sizeof *job->sums);
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
        status = wyrm_loot_sample(&job, chosen, error);
    if (status == WYRM_OK)
        status = hand_over(&job, out, error);
    free(job.sums);
    return status;
}
