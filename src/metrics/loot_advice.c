/* What is wrong with the loot of a band, and what would mend it: the exact chain of pity with other
 * weights, tried until the rate is the one that is wanted. */
#include "base/arena.h"
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
    wyrm_pmf *number;
    double masks[SETS]; /* chance of an item with exactly these pity categories */
} mend_depth;

typedef struct mend_work {
    base_arena *arena;
    const wyrm_design *design;
    const wyrm_loot_survey *survey;
    const wyrm_loot_facts *facts;
    int32_t mode;
    size_t band, pity;
    size_t count; /* depths of the campaign */
    wyrm_pity_depth *chained, *changed;
    wyrm_pmf **rooms;
    mend_depth *depths;
    double wanted;
    wyrm_loot_mend *out;
} mend_work;

static size_t band_at(const mend_work *work, int32_t depth)
{
    for (size_t b = 0; b < work->survey->band_count; b++)
        if (depth <= work->survey->bands[b].last_depth)
            return b;
    return work->survey->band_count - 1;
}

/* The rooms of each depth: the mean of its band. */
static void make_rooms(mend_work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        const wyrm_loot_band_figures *band = &work->survey->bands[band_at(work, (int32_t)i + 1)];
        double depths = band->last_depth - band->first_depth + 1;
        base_must(work->arena, wyrm_pmf_round_random(band->rooms_per_campaign.exact.value / depths,
                                                     0, &work->rooms[i], &work->arena->error));
        base_keep(work->arena, work->rooms[i], wyrm_pmf_free);
    }
}

/* Which of the pity categories a kind of item has. */
static unsigned mask_of(const wyrm_loot_facts *facts, size_t kind)
{
    unsigned mask = 0;
    for (size_t p = 0; p < facts->pity->count; p++)
        if (facts->kind_categories[kind] >> facts->pity_categories[p] & 1u)
            mask |= 1u << p;
    return mask;
}

static void read_depths(mend_work *work)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = base_array(work->arena, double, count);
    wyrm_error *error = &work->arena->error;
    for (size_t i = 0; i < work->count; i++) {
        mend_depth *out = &work->depths[i];
        wyrm_loot_context context = {
            .depth = (int32_t)i + 1, .level = (double)i + 1, .rooms = 2, .mode = work->mode};
        if (band_at(work, context.depth) != work->band)
            continue;
        base_must(work->arena, wyrm_loot_number(loot, &context, 1, &out->number, error));
        base_keep(work->arena, out->number, wyrm_pmf_free);
        base_must(work->arena, wyrm_loot_shares(loot, &context, shares, error));
        for (size_t k = 0; k < count; k++)
            out->masks[mask_of(work->facts, k)] += shares[k];
    }
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

/* The chain with the weights of the category's items multiplied by `factor` in the band. */
static double rate_with(const mend_work *work, double factor)
{
    size_t sets = (size_t)1 << work->facts->pity->count, bit = (size_t)1 << work->pity;
    wyrm_pity_band bands[WYRM_BANDS_MAX];
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
    return bands[work->band].categories[work->pity].rate;
}

/* The rate less the wanted one, at the logarithm of a factor. */
typedef struct mend_end {
    double at, excess;
} mend_end;

static mend_end try_at(const mend_work *work, double at)
{
    return (mend_end){at, rate_with(work, exp(at)) - work->wanted};
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

static void search(const mend_work *work, wyrm_loot_mend *out)
{
    mend_end most = try_at(work, log(FACTOR_MOST));
    out->limit = work->wanted + most.excess;
    if (most.excess > 0)
        return;
    mend_end now = try_at(work, 0);
    if (now.excess > 0) {
        close_in(work, now, most, out);
        return;
    }
    mend_end least = try_at(work, log(FACTOR_LEAST));
    if (least.excess > 0) /* else not even without its items */
        close_in(work, least, now, out);
}

/* The factor of the category in the band, where the ruleset has one. */
static void find_setting(const mend_work *work, wyrm_loot_mend *out)
{
    snprintf(out->path, sizeof out->path, "loot.factors.%s.%s",
             work->survey->bands[work->band].pity[work->pity].name,
             work->survey->bands[work->band].name);
    const wyrm_value *value = wyrm_ruleset_find(wyrm_design_ruleset(work->design), out->path);
    out->old_value = wyrm_value_real(value);
    out->new_value = out->old_value * out->factor;
    if (!(out->new_value > 0))
        out->path[0] = '\0';
}

static void find(base_arena *arena, void *context)
{
    mend_work *work = context;
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const char *mode = work->survey->mode[0] != '\0' ? work->survey->mode : NULL;
    work->arena = arena;
    work->chained = base_array(arena, wyrm_pity_depth, work->count);
    work->changed = base_array(arena, wyrm_pity_depth, work->count);
    work->rooms = base_array(arena, wyrm_pmf *, work->count);
    work->depths = base_array(arena, mend_depth, work->count);
    base_must(arena, wyrm_loot_mode(loot, mode, &work->mode, &arena->error));
    make_rooms(work);
    base_must(arena, wyrm_loot_pity_campaign(loot, work->mode, (const wyrm_pmf *const *)work->rooms,
                                             work->count, work->chained, &arena->error));
    read_depths(work);
    search(work, work->out);
    if (work->out->possible)
        find_setting(work, work->out);
}

wyrm_status wyrm_loot_find_mend(const wyrm_design *design, const wyrm_loot_survey *survey,
                                size_t band, size_t pity, double wanted, wyrm_loot_mend *out,
                                wyrm_error *error)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    base_arena arena = {0};
    *out = (wyrm_loot_mend){.possible = false};
    mend_work work = {.design = design,
                      .survey = survey,
                      .facts = wyrm_loot_facts_of(wyrm_design_loot(design)),
                      .band = band,
                      .pity = pity,
                      .count = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? (size_t)last
                                                                 : WYRM_LOOT_SURVEY_DEPTH_MAX,
                      .wanted = wanted,
                      .out = out};
    if (!survey->has_exact || band >= survey->band_count || pity >= survey->pity_count ||
        work.facts->pity == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no exact pity to be mended");
    wyrm_status status = base_run(&arena, find, &work);
    if (status != WYRM_OK && error != NULL)
        *error = arena.error;
    base_release(&arena);
    return status;
}

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
    double *shares = base_zeroed(count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, pity, shares, error);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += shares[i];
    wyrm_free(shares);
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
    *out = (wyrm_loot_advices){.list = base_zeroed(most + 1, sizeof *out->list)};
    if (out->list == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
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
    wyrm_free(advices->list);
    *advices = (wyrm_loot_advices){0};
}
