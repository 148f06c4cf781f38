/* What is wrong with the loot of a band, and what would mend it: the exact chain of pity with other
 * weights, tried until the rate is the one that is wanted.
 *
 * That pity fires too often is a symptom, and its own threshold seldom the cure: mostly chance
 * brings too little by itself. So the weights of the category are turned, all by one factor, and
 * the answer is a number that can be typed into the file. Where no factor helps that is said, with
 * what else would. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/loot_advice.h>

/* ---- what would mend pity ---- */

#define FACTOR_LEAST 1e-3
#define FACTOR_MOST  1e6 /* practically every item is of the category */
#define TRIES        40
#define NEAR         1e-4 /* of the rate */

enum { SETS = 1 << WYRM_PITY_MAX };

/* One depth of the band: how many items a room gets, and which pity categories one item has. */
typedef struct mend_depth {
    wyrm_pmf *number;   /* NULL: of another band */
    double masks[SETS]; /* chance of an item with exactly these pity categories */
} mend_depth;

typedef struct mend_work {
    base_arena *arena;
    const wyrm_design *design;
    const wyrm_loot_survey *survey;
    const wyrm_loot_facts *facts;
    size_t band, pity;
    size_t count; /* depths of the campaign */
    wyrm_pity_depth *chained, *changed;
    mend_depth *depths;
    double wanted;
    wyrm_loot_mend *out;
} mend_work;

/* The depths of the campaign: rooms as the mean of their band has them, and what those of the band
 * bring. */
static void read_depths(mend_work *work)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_loot_facts *facts = work->facts;
    const wyrm_loot_survey *survey = work->survey;
    const wyrm_item_kind *kinds;
    base_arena *arena = work->arena;
    wyrm_error *error = &arena->error;
    size_t count = wyrm_loot_kinds(loot, &kinds), b = 0;
    double *shares = base_array(arena, double, count);
    wyrm_pmf **rooms = base_array(arena, wyrm_pmf *, work->count);
    wyrm_loot_context context = {.rooms = 2};
    const char *mode = survey->mode[0] != '\0' ? survey->mode : NULL;
    base_must(arena, wyrm_loot_mode(loot, mode, &context.mode, error));
    for (size_t i = 0; i < work->count; i++) {
        mend_depth *out = &work->depths[i];
        context.depth = (int32_t)i + 1;
        context.level = context.depth;
        while (b + 1 < survey->band_count && context.depth > survey->bands[b].last_depth)
            b++;
        const wyrm_loot_band_figures *band = &survey->bands[b];
        double depths = band->last_depth - band->first_depth + 1;
        base_must(arena, wyrm_pmf_round_random(band->rooms_per_campaign.exact.value / depths, 0,
                                               &rooms[i], error));
        base_keep(arena, rooms[i], wyrm_pmf_free);
        if (b != work->band)
            continue;
        base_must(arena, wyrm_loot_number(loot, &context, 1, &out->number, error));
        base_keep(arena, out->number, wyrm_pmf_free);
        base_must(arena, wyrm_loot_shares(loot, &context, shares, error));
        for (size_t k = 0; k < count; k++) {
            unsigned mask = 0; /* which of the pity categories the kind has */
            for (size_t p = 0; p < facts->pity->count; p++)
                if (facts->kind_categories[k] >> facts->pity_categories[p] & 1u)
                    mask |= 1u << p;
            out->masks[mask] += shares[k];
        }
    }
    base_must(arena, wyrm_loot_pity_campaign(loot, context.mode, (const wyrm_pmf *const *)rooms,
                                             work->count, work->chained, error));
    for (size_t i = 0; i < work->count; i++)
        work->chained[i].no_first = true;
}

/* The chance of each set of categories in a room whose items have the chances `masks`: that all
 * items lie within a set, less that they lie within a smaller one. */
static void find_sets(const wyrm_pmf *number, const double *masks, size_t sets, double *found)
{
    for (size_t set = 0; set < sets; set++) {
        double within = 0;
        found[set] = 0;
        for (size_t mask = 0; mask < sets; mask++)
            if ((mask & ~set) == 0)
                within += masks[mask];
        for (size_t i = 0; i < wyrm_pmf_length(number); i++)
            found[set] += wyrm_pmf_probabilities(number)[i] *
                          pow(within, (double)(wyrm_pmf_first(number) + (int64_t)i));
    }
    for (size_t bit = 1; bit < sets; bit <<= 1)
        for (size_t set = 0; set < sets; set++)
            if ((set & bit) != 0)
                found[set] = fmax(0, found[set] - found[set & ~bit]);
}

/* The rate less the wanted one, at the logarithm of a factor. */
typedef struct mend_end {
    double at, excess;
} mend_end;

/* By the chain with the weights of the category's items multiplied by the factor in the band. */
static mend_end try_at(const mend_work *work, double at)
{
    size_t sets = (size_t)1 << work->facts->pity->count, bit = (size_t)1 << work->pity;
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    double factor = exp(at);
    memcpy(work->changed, work->chained, work->count * sizeof *work->changed);
    for (size_t i = 0; i < work->count; i++) {
        double masks[SETS], sum = 0;
        const mend_depth *depth = &work->depths[i];
        if (depth->number == NULL)
            continue;
        for (size_t mask = 0; mask < sets; mask++) {
            masks[mask] = depth->masks[mask] * ((mask & bit) != 0 ? factor : 1);
            sum += masks[mask];
        }
        for (size_t mask = 0; mask < sets && sum > 0; mask++)
            masks[mask] /= sum;
        if (sum > 0)
            find_sets(depth->number, masks, sets, work->changed[i].found);
    }
    base_must(work->arena, wyrm_pity_chain(work->facts->pity, work->changed, work->count, NULL,
                                           work->survey->reset, bands, &work->arena->error));
    return (mend_end){at, bands[work->band].categories[work->pity].rate - work->wanted};
}

/* The rate falls as the factor rises: regula falsi in its logarithm, the end that stays counting
 * half (Dowell and Jarratt's Illinois algorithm). */
static void close_in(const mend_work *work, mend_end low, mend_end high, wyrm_loot_mend *out)
{
    int side = 0;
    for (int i = 0; i < TRIES; i++) {
        double at = (low.at * high.excess - high.at * low.excess) / (high.excess - low.excess);
        mend_end middle = try_at(work, at);
        out->factor = exp(at);
        out->rate = work->wanted + middle.excess;
        if (fabs(middle.excess) < NEAR)
            break;
        if (middle.excess > 0) {
            high.excess *= side > 0 ? 0.5 : 1;
            low = middle;
            side = 1;
        } else {
            low.excess *= side < 0 ? 0.5 : 1;
            high = middle;
            side = -1;
        }
    }
    out->possible = fabs(out->rate - work->wanted) < 0.01;
}

static void find(base_arena *arena, void *context)
{
    mend_work *work = context;
    const wyrm_loot_band_figures *band = &work->survey->bands[work->band];
    wyrm_loot_mend *out = work->out;
    work->arena = arena;
    work->chained = base_array(arena, wyrm_pity_depth, work->count);
    work->changed = base_array(arena, wyrm_pity_depth, work->count);
    work->depths = base_array(arena, mend_depth, work->count);
    read_depths(work);
    mend_end most = try_at(work, log(FACTOR_MOST));
    out->limit = work->wanted + most.excess;
    if (most.excess > 0)
        return;
    mend_end now = try_at(work, 0), least = now.excess > 0 ? now : try_at(work, log(FACTOR_LEAST));
    if (now.excess > 0)
        close_in(work, now, most, out);
    else if (least.excess > 0) /* else not even without its items */
        close_in(work, least, now, out);
    if (!out->possible)
        return;
    /* The factor of the category in the band, where the ruleset has one. */
    snprintf(out->path, sizeof out->path, "loot.factors.%s.%s", band->pity[work->pity].name,
             band->name);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(work->design);
    out->old_value = wyrm_value_real(wyrm_ruleset_find(ruleset, out->path));
    out->new_value = out->old_value * out->factor;
    if (!(out->new_value > 0))
        out->path[0] = '\0';
}

wyrm_status wyrm_loot_find_mend(const wyrm_design *design, const wyrm_loot_survey *survey,
                                size_t band, size_t pity, double wanted, wyrm_loot_mend *out,
                                wyrm_error *error)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    last = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? last : WYRM_LOOT_SURVEY_DEPTH_MAX;
    *out = (wyrm_loot_mend){.possible = false};
    mend_work work = {.design = design,
                      .survey = survey,
                      .facts = wyrm_loot_facts_of(wyrm_design_loot(design)),
                      .band = band,
                      .pity = pity,
                      .count = (size_t)last,
                      .wanted = wanted,
                      .out = out};
    if (!survey->has_exact || band >= survey->band_count || pity >= survey->pity_count ||
        work.facts->pity == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no exact pity to be mended");
    return base_do(find, &work, error);
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

/* What is wrong with pity of a category in a band; WYRM_LOOT_NO_ITEMS: nothing. */
static wyrm_loot_advice_kind look_at_pity(base_arena *arena, const advising *of, size_t pity,
                                          size_t band, const wyrm_estimate *rate)
{
    const wyrm_loot *loot = wyrm_design_loot(of->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = base_array(arena, double, count), sum = 0;
    wyrm_loot_context context = {.depth = of->survey->bands[band].first_depth};
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, pity, shares, &arena->error);
    if (status != WYRM_ERROR_ARGUMENT)
        base_must(arena, status);
    for (size_t i = 0; i < count; i++)
        sum += shares[i];
    return status == WYRM_OK && !(sum > 0)           ? WYRM_LOOT_PITY_EMPTY
           : rate->ci95.low > WYRM_PITY_HEALTHY_HIGH ? WYRM_LOOT_PITY_OFTEN
           : rate->ci95.high < WYRM_PITY_HEALTHY_LOW ? WYRM_LOOT_PITY_SELDOM
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
