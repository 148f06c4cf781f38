/* What is wrong with the loot of a band. */
#include <wyrm/loot_advice.h>

#include <math.h>
#include <stdlib.h>

static const char *const keys[] = {
#define ADVICE_KEY(name, key) [name] = key,
    WYRM_LOOT_ADVICE_ROWS(ADVICE_KEY)
#undef ADVICE_KEY
};

enum { KINDS = sizeof keys / sizeof keys[0] };

const char *wyrm_loot_advice_key(wyrm_loot_advice_kind kind)
{
    return (size_t)kind < KINDS ? keys[kind] : "";
}

/* Nothing but zero, as far as is known. */
static bool is_none(const wyrm_loot_figure *figure)
{
    return wyrm_loot_best(figure).value <= (figure->has_exact ? 1e-15 : 0);
}

static void add(wyrm_loot_advices *out, wyrm_loot_advice_kind kind, size_t band,
                const char *category, const wyrm_estimate *rate)
{
    wyrm_loot_advice *advice = &out->list[out->count++];
    *advice = (wyrm_loot_advice){.kind = kind, .band = band, .category = category};
    if (rate != NULL)
        advice->rate = *rate;
}

static bool is_reached(const wyrm_loot_band_figures *band)
{
    return band->first_depth <= band->last_depth && band->rooms > 0;
}

/* Whether pity of a category has nothing to give in a band. */
static wyrm_status has_nothing(const wyrm_design *design, const wyrm_loot_survey *survey,
                               size_t band, size_t pity, bool *nothing, wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_loot_context context = {.depth = survey->bands[band].first_depth};
    double *shares = calloc(count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for advice on loot");
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, pity, shares, error);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += shares[i];
    free(shares);
    *nothing = status == WYRM_OK && !(sum > 0);
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

static wyrm_status advise_pity(const wyrm_design *design, const wyrm_loot_survey *survey,
                               wyrm_loot_advice_kind kind, wyrm_loot_advices *out,
                               wyrm_error *error)
{
    for (size_t p = 0; p < survey->pity_count; p++) {
        for (size_t b = 0; b < survey->band_count; b++) {
            const wyrm_loot_pity_figures *pity = &survey->bands[b].pity[p];
            wyrm_estimate rate = wyrm_loot_best(&pity->rate);
            bool nothing = false;
            if (!is_reached(&survey->bands[b]) || isnan(rate.value))
                continue;
            wyrm_status status = has_nothing(design, survey, b, p, &nothing, error);
            if (status != WYRM_OK)
                return status;
            wyrm_loot_advice_kind found =
                nothing                                  ? WYRM_LOOT_PITY_EMPTY
                : rate.ci95.low > WYRM_PITY_HEALTHY_HIGH ? WYRM_LOOT_PITY_OFTEN
                : rate.ci95.high < WYRM_PITY_HEALTHY_LOW ? WYRM_LOOT_PITY_SELDOM
                                                         : WYRM_LOOT_NO_ITEMS;
            if (found == kind)
                add(out, kind, b, pity->name, &rate);
        }
    }
    return WYRM_OK;
}

static void advise_categories(const wyrm_loot_survey *survey, wyrm_loot_advices *out)
{
    for (size_t c = 0; c < survey->category_count; c++)
        for (size_t b = 0; b < survey->band_count; b++)
            if (is_reached(&survey->bands[b]) && is_none(&survey->bands[b].categories[c]))
                add(out, WYRM_LOOT_NO_ITEMS, b, survey->categories[c], NULL);
}

wyrm_status wyrm_loot_advise(const wyrm_design *design, const wyrm_loot_survey *survey,
                             wyrm_loot_advices *out, wyrm_error *error)
{
    size_t most = survey->band_count * (survey->pity_count + survey->category_count);
    *out = (wyrm_loot_advices){.list = calloc(most + 1, sizeof *out->list)};
    if (out->list == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for advice on loot");
    wyrm_status status = WYRM_OK;
    for (int kind = 0; status == WYRM_OK && kind < WYRM_LOOT_NO_ITEMS; kind++)
        status = advise_pity(design, survey, (wyrm_loot_advice_kind)kind, out, error);
    if (status == WYRM_OK)
        advise_categories(survey, out);
    else
        wyrm_loot_advices_free(out);
    return status;
}

void wyrm_loot_advices_free(wyrm_loot_advices *advices)
{
    free(advices->list);
    *advices = (wyrm_loot_advices){0};
}
