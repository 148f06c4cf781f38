/* Metrics of loot and pity. Over a band they are those of whole campaigns, pity included, exact
 * where the ruleset's depths are known beforehand; at one depth those of a normal room, by
 * chance alone. */
#include "judge/metric_rows.h"

#include <math.h>
#include <stdlib.h>

static judge_measure measure_of(const wyrm_loot_figure *figure)
{
    if (figure->has_exact)
        return (judge_measure){.value = figure->exact};
    return (judge_measure){.value = figure->value, .sampled = true, .ci95 = figure->ci95};
}

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
    if (status == WYRM_OK)
        *out = is_reached(band) ? measure_of(figure(band, target, place))
                                : (judge_measure){.value = (double)NAN};
    return status;
}

/* ---- the metrics ---- */

static wyrm_loot_context context_at(const judge_place *place)
{
    return (wyrm_loot_context){
        .depth = place->depth, .level = place->depth, .rooms = 2, .mode = place->mode};
}

wyrm_status wyrm_judge_items_per_room(judge_work *judging, const judge_target *target,
                                      const judge_place *place, judge_measure *out,
                                      wyrm_error *error)
{
    if (place->band > 0)
        return band_figure(judging, target, place, items_per_room, out, error);
    wyrm_loot_context context = context_at(place);
    wyrm_pmf *number;
    wyrm_status status =
        wyrm_loot_number(wyrm_design_loot(judging->design), &context, 1, &number, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = wyrm_pmf_mean(number)};
    wyrm_pmf_free(number);
    return status;
}

wyrm_status wyrm_judge_category_per_room(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    if (place->band > 0)
        return band_figure(judging, target, place, category_per_room, out, error);
    double expected[WYRM_LOOT_CATEGORIES_MAX];
    wyrm_loot_context context = context_at(place);
    wyrm_status status =
        wyrm_loot_expected(wyrm_design_loot(judging->design), &context, 1, expected, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = expected[place->index]};
    return status;
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

/* Only exact: whether a campaign's first rooms bring one is not sampled. */
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
                         "the depths of this ruleset are not known beforehand");
    double within = 0;
    for (int32_t n = 1; n <= target->rooms; n++)
        within += pity->first[n];
    *out = (judge_measure){.value = is_reached(band) ? within : (double)NAN};
    return WYRM_OK;
}
