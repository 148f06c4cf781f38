/* Findings about pity: a category with nothing to give, thresholds that never count, items that
 * only pity brings. Exact, over whole campaigns. */
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NEVER 1e-9 /* a share of rooms that nobody sees */

/* Pity for one category in one band. */
typedef struct pity_place {
    const wyrm_pity_rules *rules;
    size_t category;
    const char *band;
    unsigned threshold;
    const wyrm_loot_band_figures *figures;
    const wyrm_loot_pity_figures *pity;
    bool can_give;
} pity_place;

static double exact(const wyrm_loot_figure *figure)
{
    return figure->exact;
}

static void say_nothing_to_give(const pity_place *at, char *text, size_t size)
{
    snprintf(text, size,
             "pity for %s is due after %u rooms in %s, and no item of the category can come there: "
             "pity can never give one",
             at->pity->name, at->threshold, at->band);
}

static bool has_nothing_to_give(const pity_place *at)
{
    return !at->can_give;
}

static void say_never_due(const pity_place *at, char *text, size_t size)
{
    if (exact(&at->pity->natural) > 1 - NEVER)
        snprintf(text, size,
                 "pity for %s is never due in %s: every room brings such an item by itself",
                 at->pity->name, at->band);
    else
        snprintf(text, size,
                 "pity for %s gives in %.1e of the rooms of %s: %u rooms in a row without such an "
                 "item do not happen in the band's %.0f rooms, %.1f %% of which bring one",
                 at->pity->name, exact(&at->pity->rate), at->band, at->threshold,
                 at->figures->mean_rooms, 100 * exact(&at->pity->natural));
}

static bool is_never_due(const pity_place *at)
{
    return at->can_give && exact(&at->pity->rate) < NEVER;
}

static void say_sole_source(const pity_place *at, char *text, size_t size)
{
    snprintf(
        text, size,
        "chance never brings an item of %s in %s: all of them come from pity, in %.1f %% of the "
        "rooms",
        at->pity->name, at->band, 100 * exact(&at->pity->rate));
}

static bool is_sole_source(const pity_place *at)
{
    return at->can_give && exact(&at->pity->rate) >= NEVER && exact(&at->pity->natural) < NEVER;
}

static void say_always_due(const pity_place *at, char *text, size_t size)
{
    snprintf(text, size,
             "pity for %s is due in every room of %s that brings no such item, at a threshold of "
             "%u: in %.1f %% of the rooms it gives one",
             at->pity->name, at->band, at->threshold, 100 * exact(&at->pity->rate));
}

static bool is_always_due(const pity_place *at)
{
    return at->can_give && at->threshold == 1 && !at->rules->above && !is_never_due(at) &&
           !is_sole_source(at);
}

/* What can be wrong with one. */
static const struct {
    const char *kind;
    bool (*is)(const pity_place *at);
    void (*say)(const pity_place *at, char *text, size_t size);
} troubles[] = {
    {"empty-category", has_nothing_to_give, say_nothing_to_give},
    {"pity-never-due", is_never_due, say_never_due},
    {"pity-always-due", is_always_due, say_always_due},
    {"pity-sole-source", is_sole_source, say_sole_source},
};

static wyrm_status look_at(const pity_place *at, judge_findings *findings, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < sizeof troubles / sizeof troubles[0]; i++) {
        char where[96], text[320];
        if (!troubles[i].is(at))
            continue;
        snprintf(where, sizeof where, "loot.pity.thresholds.%s.%s", at->pity->name, at->band);
        troubles[i].say(at, text, sizeof text);
        status = wyrm_judge_findings_add(findings, troubles[i].kind, where, error, "%s", text);
    }
    return status;
}

static wyrm_status can_give(const wyrm_loot *loot, int32_t depth, size_t category, bool *out,
                            wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = calloc(count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, category, shares, error);
    *out = false;
    for (size_t k = 0; status == WYRM_OK && k < count; k++)
        *out = *out || shares[k] > 0;
    free(shares);
    return status;
}

wyrm_status wyrm_judge_look_pity(judge_work *judging, const char *kind, judge_findings *findings,
                                 wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(judging->design);
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(loot)->pity;
    const wyrm_loot_survey *survey;
    (void)kind;
    if (rules == NULL)
        return WYRM_OK;
    wyrm_status status = wyrm_judging_loot(judging, 0, &survey, error);
    if (status != WYRM_OK || !survey->has_exact)
        return status;
    for (size_t band = 0; band < survey->band_count; band++) {
        const wyrm_loot_band_figures *figures = &survey->bands[band];
        if (figures->last_depth < figures->first_depth)
            continue;
        for (size_t c = 0; status == WYRM_OK && c < rules->count; c++) {
            pity_place at = {.rules = rules,
                             .category = c,
                             .band = figures->name,
                             .threshold = rules->thresholds[band][c],
                             .figures = figures,
                             .pity = &figures->pity[c]};
            status = can_give(loot, figures->first_depth, c, &at.can_give, error);
            if (status == WYRM_OK && at.threshold > 0)
                status = look_at(&at, findings, error);
        }
    }
    return status;
}
