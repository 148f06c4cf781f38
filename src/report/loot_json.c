/* The answer of `wyrm loot` for scripts. */

#include <stdio.h>
#include <string.h>

#include "report/loot_figures.h"
#include "report/loot_kinds.h"

/* {value, ci95, exact, exact_ci95} */
static json_t *figure_json(wyrm_answer *json, const wyrm_loot_figure *figure)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "value",
                    figure->has_value ? wyrm_answer_real(figure->value) : json_null());
    wyrm_answer_set(json, object, "ci95",
                    figure->has_value ? wyrm_answer_interval(figure->ci95) : json_null());
    wyrm_answer_set(json, object, "exact",
                    figure->has_exact ? wyrm_answer_real(figure->exact.value) : json_null());
    wyrm_answer_set(json, object, "exact_ci95",
                    figure->has_exact && figure->exact.sampled
                        ? wyrm_answer_interval(figure->exact.ci95)
                        : json_null());
    return object;
}

static json_t *categories_json(wyrm_answer *json, const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *object = json_object();
    for (size_t c = 0; c < survey->category_count; c++) {
        if (!wyrm_loot_is_asked(report, survey->categories[c]))
            continue;
        json_t *category = json_object();
        wyrm_answer_set(json, category, "per_room",
                        figure_json(json, &survey->bands[band].categories[c]));
        wyrm_answer_set(json, object, survey->categories[c], category);
    }
    return object;
}

static json_t *pity_json(wyrm_answer *json, const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *object = json_object();
    for (size_t p = 0; p < survey->pity_count; p++) {
        const wyrm_loot_pity_figures *figures = &survey->bands[band].pity[p];
        if (!wyrm_loot_is_asked(report, figures->name))
            continue;
        json_t *pity = json_object(), *drought = json_object(), *first = json_object();
        for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++) {
            char key[16];
            snprintf(key, sizeof key, "%zu", n);
            wyrm_answer_set(json, drought, key,
                            wyrm_answer_real(wyrm_loot_best(&figures->drought[n]).value));
            wyrm_answer_set(json, first, key,
                            wyrm_answer_real(wyrm_loot_best(&figures->first[n]).value));
        }
        wyrm_answer_set(json, pity, "rate", figure_json(json, &figures->rate));
        wyrm_answer_set(json, pity, "drought", drought);
        wyrm_answer_set(json, pity, "natural", figure_json(json, &figures->natural));
        wyrm_answer_set(json, pity, "first", first);
        wyrm_answer_set(json, object, figures->name, pity);
    }
    return object;
}

static json_t *bands_json(wyrm_answer *json, const wyrm_loot_report *report)
{
    const wyrm_loot_survey *survey = report->survey;
    json_t *list = json_array();
    for (size_t b = 0; b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        if (!wyrm_loot_has_rooms(report, b))
            continue;
        json_t *object = json_object(), *depths = json_array();
        wyrm_answer_append(json, depths, json_integer(band->first_depth));
        wyrm_answer_append(json, depths, json_integer(band->last_depth));
        wyrm_answer_set(json, object, "band", wyrm_answer_text(band->name));
        wyrm_answer_set(json, object, "rooms", wyrm_answer_count(band->rooms));
        wyrm_answer_set(json, object, "items_per_room", figure_json(json, &band->items_per_room));
        wyrm_answer_set(json, object, "categories", categories_json(json, report, b));
        wyrm_answer_set(json, object, "pity", pity_json(json, report, b));
        wyrm_answer_set(json, object, "depths", depths);
        wyrm_answer_set(json, object, "rooms_per_campaign",
                        figure_json(json, &band->rooms_per_campaign));
        wyrm_answer_set(json, object, "given", figure_json(json, &band->given));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *warnings_json(wyrm_answer *json, const wyrm_loot_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->advices->count; i++) {
        const wyrm_loot_advice *advice = &report->advices->list[i];
        if (!wyrm_loot_is_asked(report, advice->category) ||
            !wyrm_loot_has_rooms(report, advice->band))
            continue;
        bool has_rate = advice->kind != WYRM_LOOT_NO_ITEMS;
        json_t *object = json_object();
        wyrm_answer_set(json, object, "kind", wyrm_answer_text(wyrm_loot_advice_key(advice->kind)));
        wyrm_answer_set(json, object, "band",
                        wyrm_answer_text(report->survey->bands[advice->band].name));
        wyrm_answer_set(json, object, "category", wyrm_answer_text(advice->category));
        wyrm_answer_set(json, object, "rate",
                        has_rate ? wyrm_answer_real(advice->rate.value) : json_null());
        wyrm_answer_append(json, list, object);
    }
    return list;
}

wyrm_status wyrm_report_loot_json(const wyrm_loot_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    const wyrm_loot_survey *survey = report->survey;
    wyrm_answer json = wyrm_answer_new("loot", wyrm_design_ruleset(report->design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(survey->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(survey->runs));
    wyrm_answer_set(&json, NULL, "mode",
                    survey->mode[0] != '\0' ? wyrm_answer_text(survey->mode) : json_null());
    wyrm_answer_set(&json, NULL, "pity_reset", wyrm_answer_text(survey->reset ? "floor" : "never"));
    wyrm_answer_set(&json, NULL, "bands", bands_json(&json, report));
    wyrm_answer_set(&json, NULL, "warnings", warnings_json(&json, report));
    wyrm_status status = wyrm_loot_kinds_json(report, &json, error);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
