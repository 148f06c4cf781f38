/* What is wrong with the loot of a band, and what would mend it.
 *
 * That pity fires too often is a symptom, and its own threshold seldom the cure: mostly chance
 * brings too little by itself. So the factor of the category's weights in the band is asked for
 * (wyrm/solve.h), a number that can be typed into the file. Where no factor helps that is said,
 * with what else would. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/loot_advice.h>

/* ---- what would mend pity ---- */

typedef struct mending {
    const wyrm_design *design;
    const wyrm_loot_survey *survey;
    size_t band;
    const char *category;
    double wanted;
    unsigned threads;
    wyrm_loot_mend *out;
} mending;

/* A category or band without a factor is as one of 1. */
static void find(base_arena *arena, void *context)
{
    const mending *of = context;
    const wyrm_loot_survey *survey = of->survey;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(of->design);
    const char *band = survey->bands[of->band].name, *mode = survey->mode;
    const judge_text row = judge_say("loot.factors.%s", of->category);
    const wyrm_value *factors = wyrm_ruleset_find(ruleset, row.text);
    const wyrm_value *now = wyrm_value_get(factors, band);
    const judge_text map = factors != NULL ? judge_say("{%s: {}}", band)
                                           : judge_say("{%s: {%s: {}}}", of->category, band);
    const judge_text asked =
        judge_say("pity_rate(%s, %zu%s%s)=%.12g %%", of->category, of->band + 1,
                  mode[0] != '\0' ? ", mode=" : "", mode, 100 * of->wanted);
    wyrm_loot_mend *out = of->out;
    wyrm_solution *found;
    snprintf(out->path, sizeof out->path, "%.70s.%s", row.text, band);
    wyrm_solve_options how = {.has_from = true,
                              .from = 1.0 / WYRM_LOOT_FACTOR_MOST,
                              .has_to = true,
                              .to = WYRM_LOOT_FACTOR_MOST,
                              .seed = survey->seed,
                              .threads = of->threads,
                              .pattern = now != NULL ? NULL : map.text};
    out->old_value = now != NULL ? wyrm_value_real(now) : 1;
    const char *key = now != NULL ? out->path : factors != NULL ? row.text : "loot.factors";
    base_must(arena, wyrm_solve(of->design, key, asked.text, &how, &found, &arena->error));
    base_keep(arena, found, wyrm_solution_free);
    out->limit = found->least.value;
    for (size_t i = 0; i < found->answer_count; i++) {
        const wyrm_solve_point *best = &found->answers[i].best;
        if (found->answers[i].jumps || (out->possible && fabs(best->at - out->old_value) >
                                                             fabs(out->new_value - out->old_value)))
            continue;
        out->possible = true;
        out->new_value = best->at;
        out->rate = best->value;
    }
}

wyrm_status wyrm_loot_find_mend(const wyrm_design *design, const wyrm_loot_survey *survey,
                                size_t band, size_t pity, double wanted, unsigned threads,
                                wyrm_loot_mend *out, wyrm_error *error)
{
    *out = (wyrm_loot_mend){.possible = false};
    if (!survey->has_exact || survey->reset || band >= survey->band_count ||
        pity >= survey->pity_count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no exact pity to be mended");
    mending of = {.design = design,
                  .survey = survey,
                  .band = band,
                  .category = survey->bands[band].pity[pity].name,
                  .wanted = wanted,
                  .threads = threads,
                  .out = out};
    return base_do(find, &of, error);
}

/* ---- what is wrong ---- */

const char *wyrm_loot_advice_key(wyrm_loot_advice_kind kind)
{
    static const char *const keys[] = {
#define ADVICE_KEY(name, key) [name] = key,
        WYRM_LOOT_ADVICE_ROWS(ADVICE_KEY)
#undef ADVICE_KEY
    };
    return (size_t)kind < COUNT_OF(keys) ? keys[kind] : "";
}

typedef struct advising {
    const wyrm_design *design;
    const wyrm_loot_survey *survey;
    wyrm_loot_advices *out;
} advising;

static bool is_reached(const wyrm_loot_band_figures *band)
{
    return band->first_depth <= band->last_depth && band->rooms > 0;
}

/* Whether pity waits for more rooms without an item than there ever are, though some have none. */
static bool is_never_due(const wyrm_loot_pity_figures *pity)
{
    return pity->rate.has_exact && pity->rate.exact.value < WYRM_PITY_NEVER &&
           pity->natural.exact.value <= 1 - WYRM_PITY_NEVER;
}

/* What is wrong with pity of a category in a band; WYRM_LOOT_NO_ITEMS: nothing, as where the
 * ruleset wants none. */
static wyrm_loot_advice_kind look_at_pity(base_arena *arena, const advising *of, size_t pity,
                                          size_t band, const wyrm_estimate *rate)
{
    const wyrm_loot *loot = wyrm_design_loot(of->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = base_array(arena, double, count), sum = 0;
    wyrm_loot_context context = {.depth = of->survey->bands[band].first_depth};
    if (wyrm_loot_facts_of(loot)->pity->thresholds[band][pity] == 0)
        return WYRM_LOOT_NO_ITEMS;
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, pity, shares, &arena->error);
    if (status != WYRM_ERROR_ARGUMENT)
        base_must(arena, status);
    for (size_t i = 0; i < count; i++)
        sum += shares[i];
    return status == WYRM_OK && !(sum > 0)                     ? WYRM_LOOT_PITY_EMPTY
           : rate->ci95.low > WYRM_PITY_HEALTHY_HIGH           ? WYRM_LOOT_PITY_OFTEN
           : is_never_due(&of->survey->bands[band].pity[pity]) ? WYRM_LOOT_PITY_NEVER
           : rate->ci95.high < WYRM_PITY_HEALTHY_LOW           ? WYRM_LOOT_PITY_SELDOM
                                                               : WYRM_LOOT_NO_ITEMS;
}

static void advise(base_arena *arena, void *context)
{
    const advising *of = context;
    const wyrm_loot_survey *survey = of->survey;
    for (wyrm_loot_advice_kind kind = 0; kind < WYRM_LOOT_NO_ITEMS; kind++)
        for (size_t p = 0; p < survey->pity_count; p++)
            for (size_t b = 0; b < survey->band_count; b++) {
                const wyrm_loot_pity_figures *pity = &survey->bands[b].pity[p];
                wyrm_estimate rate = wyrm_loot_best(&pity->rate);
                if (is_reached(&survey->bands[b]) && !isnan(rate.value) &&
                    look_at_pity(arena, of, p, b, &rate) == kind)
                    of->out->list[of->out->count++] = (wyrm_loot_advice){
                        .kind = kind, .band = b, .category = pity->name, .rate = rate};
            }
    /* Nothing but zero, as far as is known. */
    for (size_t c = 0; c < survey->category_count; c++)
        for (size_t b = 0; b < survey->band_count; b++) {
            const wyrm_loot_figure *figure = &survey->bands[b].categories[c];
            if (is_reached(&survey->bands[b]) &&
                wyrm_loot_best(figure).value <= (figure->has_exact ? 1e-15 : 0))
                of->out->list[of->out->count++] = (wyrm_loot_advice){
                    .kind = WYRM_LOOT_NO_ITEMS, .band = b, .category = survey->categories[c]};
        }
}

wyrm_status wyrm_loot_advise(const wyrm_design *design, const wyrm_loot_survey *survey,
                             wyrm_loot_advices *out, wyrm_error *error)
{
    size_t most = survey->band_count * (survey->pity_count + survey->category_count);
    *out = (wyrm_loot_advices){.list = base_zeroed(most + 1, sizeof *out->list)};
    if (out->list == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = base_do(advise, &(advising){design, survey, out}, error);
    if (status != WYRM_OK)
        wyrm_loot_advices_free(out);
    return status;
}

void wyrm_loot_advices_free(wyrm_loot_advices *advices)
{
    wyrm_free(advices->list);
    *advices = (wyrm_loot_advices){0};
}
