/* Advice on loot: the advice given, and that following it helps. */
#include "stride.h"
#include "with_dungeons.h"

#include <wyrm/loot_advice.h>

static wyrm_loot_survey *survey_of(const wyrm_design *design)
{
    wyrm_loot_survey *survey;
    wyrm_loot_survey_options options = {.seed = 5, .runs = 40};
    assert_works(wyrm_loot_survey_run(design, &options, &survey, &last_error));
    assert_true(survey->has_exact);
    return survey;
}

static wyrm_loot_advices advices_of(const wyrm_design *design, const wyrm_loot_survey *survey)
{
    wyrm_loot_advices advices;
    assert_works(wyrm_loot_advise(design, survey, &advices, &last_error));
    return advices;
}

static size_t count_of(const wyrm_loot_advices *advices, wyrm_loot_advice_kind kind,
                       const char *category)
{
    size_t count = 0;
    for (size_t i = 0; i < advices->count; i++)
        count += advices->list[i].kind == kind && strcmp(advices->list[i].category, category) == 0;
    return count;
}

TEST(healing_pity_of_yarl_fires_too_often)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_advices advices = advices_of(design, survey);
    assert_int_equal(count_of(&advices, WYRM_LOOT_PITY_OFTEN, "healing"), 5);
    assert_int_equal(count_of(&advices, WYRM_LOOT_PITY_OFTEN, "panic"), 0);
    assert_int_equal(count_of(&advices, WYRM_LOOT_NO_ITEMS, "rare"), 1); /* in B1 */
    for (size_t i = 1; i < advices.count; i++)
        assert_true(advices.list[i - 1].kind <= advices.list[i].kind);
    wyrm_loot_advices_free(&advices);
    wyrm_loot_survey_free(survey);
}

static const wyrm_loot_advice *advice_in(const wyrm_loot_advices *advices, size_t band)
{
    for (size_t i = 0; i < advices->count; i++)
        if (advices->list[i].band == band)
            return &advices->list[i];
    return NULL;
}

/* Four rooms, half of them without arms: pity after two such rooms can be due, after five never,
 * and without a threshold there is no advice. */
TEST(pity_that_waits_for_more_rooms_than_there_are_is_never_due)
{
    OWNED_DESIGN *design =
        design_from("name: short\n"
                    "models: {combat: subtract, encounter: tables, loot: banded, map: rooms}\n"
                    "bands: {waits: [1, 4], wants_none: [5, 8], gives: [9, 12]}\n"
                    "monsters: {imp: {hp: 5, power: 1, weight: 1}}\n"
                    "encounter: {last_depth: 12, rooms: {most: 0}}\n"
                    "items: {blade: {categories: [arms], weight: 1}}\n"
                    "loot:\n"
                    "  categories: [arms]\n"
                    "  modes: {normal: 1}\n"
                    "  mode: normal\n"
                    "  pity: {thresholds: {arms: {waits: 5, wants_none: 0, gives: 2}}}\n"
                    "map: {width: 30, height: 14, tries: 20, room_width: 26, room_height: 10}\n");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_advices advices = advices_of(design, survey);
    assert_int_equal(advice_in(&advices, 0)->kind, WYRM_LOOT_PITY_NEVER);
    assert_null(advice_in(&advices, 1));
    assert_int_equal(advice_in(&advices, 2)->kind, WYRM_LOOT_PITY_OFTEN);
    wyrm_loot_advices_free(&advices);
    wyrm_loot_survey_free(survey);
}

TEST(what_would_mend_a_band_does)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_mend mend;
    assert_works(wyrm_loot_find_mend(design, survey, 1, 0, 0.10, 2, &mend, &last_error));
    assert_true(mend.possible);
    assert_string_equal(mend.path, "loot.factors.healing.B2");
    assert_near(mend.old_value, 0.35, 1e-12);
    assert_near(mend.rate, 0.10, 1e-4);
    assert_true(mend.limit < 0.10);

    char change[256];
    snprintf(change, sizeof change, "loot: {factors: {healing: {B2: %.9g}}}\n", mend.new_value);
    OWNED_DESIGN *mended = yarl_with(change);
    wyrm_loot_survey *after = survey_of(mended);
    assert_near(after->bands[1].pity[0].rate.exact.value, 0.10, 1e-3);
    assert_near(after->bands[0].pity[0].rate.exact.value, survey->bands[0].pity[0].rate.exact.value,
                1e-9);
    wyrm_loot_survey_free(after);
    wyrm_loot_survey_free(survey);
}

/* Up or down, whether or not the file has a factor: a survey of the changed rules has the wanted
 * rate. */
TEST(any_category_is_mended_in_any_band)
{
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey *survey = survey_of(design);
    const size_t all = survey->pity_count * survey->band_count;
    for (size_t i = 0; i < all; i += played_times(100) >= 1000 ? 1 : 7 * PLAYED_STRIDE) {
        const size_t band = i % survey->band_count, pity = i / survey->band_count;
        const wyrm_loot_pity_figures *figures = &survey->bands[band].pity[pity];
        const double wanted = figures->rate.exact.value > 0.11 ? 0.10 : 0.12;
        char change[256];
        wyrm_loot_mend mend;
        assert_works(
            wyrm_loot_find_mend(design, survey, band, pity, wanted, 2, &mend, &last_error));
        assert_true(mend.possible && mend.limit < wanted);
        assert_true((mend.new_value < mend.old_value) == (wanted > figures->rate.exact.value));
        snprintf(change, sizeof change, "loot: {factors: {%s: {%s: %.9g}}}\n", figures->name,
                 survey->bands[band].name, mend.new_value);
        OWNED_DESIGN *mended = yarl_with(change);
        wyrm_loot_survey *after = survey_of(mended);
        assert_near(after->bands[band].pity[pity].rate.exact.value, wanted, 1e-4);
        assert_near(after->bands[band].pity[pity].rate.exact.value, mend.rate, 1e-12);
        wyrm_loot_survey_free(after);
    }
    wyrm_loot_survey_free(survey);
}

TEST(what_no_factor_gives_is_told)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design = yarl_with("");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_mend mend;
    assert_ok(wyrm_loot_find_mend(design, survey, 2, 2, 0.9, 2, &mend, NULL), NULL);
    assert_false(mend.possible); /* every sixth room at most */
    wyrm_loot_survey_free(survey);
}

TEST(where_items_are_too_few_no_weight_mends)
{
    NOT_TO_WATCH_THREADS();
    OWNED_DESIGN *design = yarl_with("loot: {density: {B1: 0.01}}\n");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_mend mend;
    assert_ok(wyrm_loot_find_mend(design, survey, 0, 0, 0.10, 2, &mend, NULL), NULL);
    assert_false(mend.possible);
    assert_true(mend.limit > 0.15);
    wyrm_loot_survey_free(survey);
}

TEST(loot_without_pity_has_nothing_to_be_mended)
{
    OWNED_DESIGN *design = tutorial_with("map: {placing: retry}\n");
    wyrm_loot_survey *survey = survey_of(design);
    wyrm_loot_advices advices = advices_of(design, survey);
    wyrm_loot_mend mend;
    assert_int_equal(advices.count, 0);
    assert_int_equal(wyrm_loot_find_mend(design, survey, 0, 0, 0.1, 2, &mend, NULL),
                     WYRM_ERROR_ARGUMENT);
    wyrm_loot_advices_free(&advices);
    wyrm_loot_survey_free(survey);
}
