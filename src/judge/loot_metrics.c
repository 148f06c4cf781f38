/* Metrics of loot and pity, of campaigns: over a band with pity, at one depth by chance alone. What
 * the survey of loot knows of them is what is told. */
#include "judge/metric_rows.h"

#include <math.h>

static wyrm_status band_of(judge_work *judging, const judge_place *place,
                           const wyrm_loot_band_figures **out, wyrm_error *error)
{
    const wyrm_loot_survey *survey;
    *out = NULL;
    wyrm_status status = wyrm_judging_loot(judging, place->mode, &survey, error);
    if (status == WYRM_OK)
        *out = &survey->bands[place->band - 1];
    return status;
}

static bool is_reached(const wyrm_loot_band_figures *band)
{
    return band->first_depth <= band->last_depth;
}

/* ---- the figures of a band, by metric ---- */

typedef const wyrm_loot_figure *figure_of(const wyrm_loot_band_figures *band,
                                          const judge_target *target, const judge_place *place);

static const wyrm_loot_figure *items_per_room(const wyrm_loot_band_figures *band,
                                              const judge_target *target, const judge_place *place)
{
    (void)target, (void)place;
    return &band->items_per_room;
}

static const wyrm_loot_figure *category_per_room(const wyrm_loot_band_figures *band,
                                                 const judge_target *target,
                                                 const judge_place *place)
{
    (void)target;
    return &band->categories[place->index];
}

static const wyrm_loot_figure *given(const wyrm_loot_band_figures *band, const judge_target *target,
                                     const judge_place *place)
{
    (void)target, (void)place;
    return &band->given;
}

static const wyrm_loot_figure *pity_rate(const wyrm_loot_band_figures *band,
                                         const judge_target *target, const judge_place *place)
{
    (void)target;
    return &band->pity[place->index].rate;
}

static const wyrm_loot_figure *natural_rate(const wyrm_loot_band_figures *band,
                                            const judge_target *target, const judge_place *place)
{
    (void)target;
    return &band->pity[place->index].natural;
}

static const wyrm_loot_figure *drought(const wyrm_loot_band_figures *band,
                                       const judge_target *target, const judge_place *place)
{
    return &band->pity[place->index].drought[target->rooms];
}

/* A band behind the last depth has no rooms. */
static wyrm_status band_figure(judge_work *judging, const judge_target *target,
                               const judge_place *place, figure_of *figure, judge_measure *out,
                               wyrm_error *error)
{
    const wyrm_loot_band_figures *band;
    wyrm_status status = band_of(judging, place, &band, error);
    if (status != WYRM_OK || !is_reached(band)) {
        *out = (judge_measure){.value = (double)NAN};
        return status;
    }
    const wyrm_estimate best = wyrm_loot_best(figure(band, target, place));
    return wyrm_judge_measured(status, &best, out);
}

/* ---- the metrics ---- */

/* A figure of one depth: its items, or where `category` is not negative those of it. */
static wyrm_status depth_figure(judge_work *judging, const judge_place *place, int category,
                                judge_measure *out, wyrm_error *error)
{
    const wyrm_loot_survey *survey;
    wyrm_estimate best = {.value = (double)NAN};
    wyrm_status status = wyrm_judging_loot(judging, place->mode, &survey, error);
    if (status == WYRM_OK && (size_t)place->depth <= survey->depth_count) {
        const wyrm_loot_depth_figures *depth = &survey->depths[place->depth - 1];
        best = wyrm_loot_best(category < 0 ? &depth->items_per_room : &depth->categories[category]);
    }
    return wyrm_judge_measured(status, &best, out);
}

wyrm_status wyrm_judge_items_per_room(judge_work *judging, const judge_target *target,
                                      const judge_place *place, judge_measure *out,
                                      wyrm_error *error)
{
    return place->band > 0 ? band_figure(judging, target, place, items_per_room, out, error)
                           : depth_figure(judging, place, -1, out, error);
}

wyrm_status wyrm_judge_category_per_room(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    return place->band > 0 ? band_figure(judging, target, place, category_per_room, out, error)
                           : depth_figure(judging, place, place->index, out, error);
}

/* The evaluation of a metric that is a figure of the band and nothing else. */
#define BAND_METRIC(evaluate, figure)                                                              \
    wyrm_status evaluate(judge_work *judging, const judge_target *target,                          \
                         const judge_place *place, judge_measure *out, wyrm_error *error)          \
    {                                                                                              \
        return band_figure(judging, target, place, figure, out, error);                            \
    }

BAND_METRIC(wyrm_judge_pity_share, given)
BAND_METRIC(wyrm_judge_pity_rate, pity_rate)
BAND_METRIC(wyrm_judge_natural_rate, natural_rate)
BAND_METRIC(wyrm_judge_drought, drought)

/* It follows from the rules alone: whether a campaign's first rooms bring one is not sampled. */
wyrm_status wyrm_judge_first_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    const wyrm_loot_band_figures *band;
    wyrm_status status = band_of(judging, place, &band, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_pity_figures *pity = &band->pity[place->index];
    if (!pity->rate.has_exact)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "it is told only where every item finds a tile, and where the depths of "
                         "the ruleset are known beforehand");
    /* What the intervals of all have in common is not known: the whole one is as wide as their
     * sum. */
    wyrm_estimate within = {0};
    for (int32_t n = 1; n <= target->rooms; n++) {
        const wyrm_estimate *first = &pity->first[n].exact;
        within.value += first->value;
        within.sampled = within.sampled || first->sampled;
        within.ci95.low += first->ci95.low;
        within.ci95.high += first->ci95.high;
    }
    if (!is_reached(band))
        within = (wyrm_estimate){.value = (double)NAN};
    return wyrm_judge_measured(status, &within, out);
}
