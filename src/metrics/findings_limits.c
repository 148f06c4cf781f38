/* Findings of what cannot be: targets that the ruleset cannot meet or cannot miss, and those that
 * rule each other out; budgets of threat that no room is within; pity that never gives, always
 * gives, or is all there is. All of it by exact distributions. */
#include "metrics/findings.h"
#include "metrics/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- targets ---- */

/* What a metric can be at a place, whatever the chances: the range itself, and why, for people. */
typedef struct metric_limits {
    wyrm_interval range;
    char why[160];
} metric_limits;

typedef wyrm_status find_limits(judge_work *judging, const judge_place *place, metric_limits *out,
                                wyrm_error *error);

/* ---- limits ---- */

static wyrm_status most_items(const judge_work *judging, int32_t depth, int32_t mode, int64_t *out,
                              wyrm_error *error)
{
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2, .mode = mode};
    wyrm_pmf *number;
    wyrm_status status =
        wyrm_loot_number(wyrm_design_loot(judging->design), &context, 1, &number, error);
    if (status == WYRM_OK && wyrm_pmf_last(number) > *out)
        *out = wyrm_pmf_last(number);
    wyrm_pmf_free(number);
    return status;
}

static wyrm_status limit_items(judge_work *judging, const judge_place *place, metric_limits *out,
                               wyrm_error *error)
{
    bool pity = place->band > 0 && wyrm_loot_facts_of(wyrm_design_loot(judging->design))->pity;
    int32_t first = place->depth, last = place->depth;
    int64_t most = 0;
    wyrm_status status = WYRM_OK;
    if (place->band > 0) {
        const wyrm_loot_survey *survey;
        survey = judge_loot(judging, place->mode);
        if (status != WYRM_OK)
            return status;
        first = survey->bands[place->band - 1].first_depth;
        last = survey->bands[place->band - 1].last_depth;
    }
    for (int32_t depth = first; status == WYRM_OK && depth <= last; depth++)
        status = most_items(judging, depth, place->mode, &most, error);
    out->range.high = (double)(most + pity);
    snprintf(out->why, sizeof out->why, "a room holds %d item%s at most%s", (int)most,
             most == 1 ? "" : "s", pity ? ", and one more from pity" : "");
    return status;
}

/* A counter has to come to the threshold each time; one may have come near it in the band
 * before. */
static wyrm_status limit_pity(judge_work *judging, const judge_place *place, metric_limits *out,
                              wyrm_error *error)
{
    (void)error;
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(judging->design))->pity;
    const wyrm_loot_survey *survey;
    survey = judge_loot(judging, place->mode);
    wyrm_status status = WYRM_OK;
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_band_figures *band = &survey->bands[place->band - 1];
    unsigned threshold = rules->thresholds[place->band - 1][place->index];
    double due = (double)threshold + (rules->above ? 1 : 0);
    double count = wyrm_loot_best(&band->rooms_per_campaign).value;
    out->range.high = threshold == 0 ? 0 : fmin(1, 1 / due + 1 / fmax(count, 1));
    if (threshold == 0)
        snprintf(out->why, sizeof out->why, "pity for it has no threshold there");
    else
        snprintf(out->why, sizeof out->why, "pity gives at most once in %.0f rooms", due);
    return WYRM_OK;
}

static wyrm_status limit_monsters(judge_work *judging, const judge_place *place, metric_limits *out,
                                  wyrm_error *error)
{
    wyrm_pmf *monsters;
    wyrm_status status = wyrm_encounter_room_monsters(wyrm_design_encounter(judging->design),
                                                      place->depth, &monsters, error);
    if (status != WYRM_OK)
        return status;
    out->range.high = (double)wyrm_pmf_last(monsters);
    snprintf(out->why, sizeof out->why, "a room holds %d monsters at most",
             (int)wyrm_pmf_last(monsters));
    wyrm_pmf_free(monsters);
    return status;
}

static wyrm_status limit_threat(judge_work *judging, const judge_place *place, metric_limits *out,
                                wyrm_error *error)
{
    wyrm_pmf *threat;
    double unit;
    wyrm_status status = wyrm_encounter_room_threat(wyrm_design_encounter(judging->design),
                                                    place->depth, &unit, &threat, error);
    if (status != WYRM_OK)
        return status;
    out->range.high = unit * (double)wyrm_pmf_last(threat);
    snprintf(out->why, sizeof out->why, "the most that a room can hold is %.6g", out->range.high);
    wyrm_pmf_free(threat);
    return status;
}

/* Metrics whose limits the ruleset sets. */
static const struct {
    const char *metric;
    find_limits *find;
} limits[] = {
    {"items_per_room", limit_items}, {"category_per_room", limit_items},
    {"pity_rate", limit_pity},       {"room_monsters", limit_monsters},
    {"room_threat", limit_threat},
};

static wyrm_status limits_of(judge_work *judging, const judge_metric *metric,
                             const judge_place *place, metric_limits *out, wyrm_error *error)
{
    *out = (metric_limits){.range = judge_metric_range(metric)};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (strcmp(limits[i].metric, metric->shown.name) == 0) {
            metric_limits own = {.range = {0, (double)INFINITY}};
            wyrm_status status = limits[i].find(judging, place, &own, error);
            if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
                return status;
            if (status == WYRM_OK && own.range.high < out->range.high)
                *out = own;
        }
    return WYRM_OK;
}

/* ---- against the ruleset ---- */

static bool are_apart(const wyrm_interval *a, const wyrm_interval *b)
{
    return a->low > b->high || b->low > a->high;
}

static void say_range(const wyrm_interval *range, char *text, size_t size)
{
    if (isinf(range->low))
        snprintf(text, size, "at most %.6g", range->high);
    else if (isinf(range->high))
        snprintf(text, size, "at least %.6g", range->low);
    else if (range->low == range->high)
        snprintf(text, size, "%.6g", range->low);
    else
        snprintf(text, size, "%.6g to %.6g", range->low, range->high);
}

/* The places of one target, places[first..end-1]; the first one out of its limits is told. */
static wyrm_status look_at_target(judge_work *judging, const judge_targets *targets, size_t first,
                                  size_t end, const char *kind, judge_findings *findings,
                                  wyrm_error *error)
{
    const judge_target *target = &targets->targets[targets->places[first].target];
    const judge_metric *metric = target->metric;
    const judge_place *at = NULL;
    metric_limits why = {0};
    size_t apart = 0, sure = 0;
    char wanted[48], where[96], others[48] = "";
    wyrm_status status = WYRM_OK;
    say_range(&target->range, wanted, sizeof wanted);
    snprintf(where, sizeof where, "targets.%s", target->name);
    for (size_t i = first; status == WYRM_OK && i < end; i++) {
        metric_limits here;
        status = limits_of(judging, metric, &targets->places[i], &here, error);
        sure += target->range.low <= here.range.low && target->range.high >= here.range.high;
        if (status != WYRM_OK || !are_apart(&target->range, &here.range))
            continue;
        if (at == NULL) {
            at = &targets->places[i];
            why = here;
        }
        apart++;
    }
    if (status == WYRM_OK && sure == end - first)
        return wyrm_judge_findings_add(findings, "cannot-fail", where, error,
                                       "it wants %s of %s, which is never anything else: it holds "
                                       "whatever the ruleset says",
                                       wanted, metric->shown.name);
    if (status != WYRM_OK || at == NULL)
        return status;
    if (apart > 1)
        snprintf(others, sizeof others, " (so at %zu of its %zu places)", apart, end - first);
    return wyrm_judge_findings_add(
        findings, kind, where, error, "it wants %s of %s and cannot have it for %s: %s%s", wanted,
        metric->shown.name, at->where[0] != '\0' ? at->where : "any", why.why, others);
}

/* ---- against each other ---- */

static bool is_same_interval(const wyrm_interval *a, const wyrm_interval *b)
{
    return a->low == b->low && a->high == b->high;
}

static bool measure_the_same(const judge_target *a, const judge_target *b)
{
    return a->metric == b->metric && a->first == b->first && a->rooms == b->rooms &&
           a->attack == b->attack && a->distance == b->distance &&
           is_same_interval(&a->below, &b->below) && is_same_interval(&a->within, &b->within) &&
           strcmp(a->stat, b->stat) == 0 && strcmp(a->of, b->of) == 0 &&
           strcmp(a->against, b->against) == 0 && strcmp(a->mode, b->mode) == 0;
}

static const judge_place *common_place(const judge_targets *targets, size_t a, size_t b)
{
    for (size_t i = 0; i < targets->place_count; i++)
        for (size_t k = 0; targets->places[i].target == a && k < targets->place_count; k++)
            if (targets->places[k].target == b &&
                strcmp(targets->places[i].where, targets->places[k].where) == 0)
                return &targets->places[i];
    return NULL;
}

static wyrm_status compare_targets(const judge_targets *targets, size_t a, size_t b,
                                   const char *kind, judge_findings *findings, wyrm_error *error)
{
    const judge_target *one = &targets->targets[a], *other = &targets->targets[b];
    if (!measure_the_same(one, other) || !are_apart(&one->range, &other->range))
        return WYRM_OK;
    const judge_place *place = common_place(targets, a, b);
    if (place == NULL)
        return WYRM_OK;
    char where[96], first[48], second[48];
    snprintf(where, sizeof where, "targets.%s", other->name);
    say_range(&one->range, first, sizeof first);
    say_range(&other->range, second, sizeof second);
    return wyrm_judge_findings_add(findings, kind, where, error,
                                   "it wants %s of %s%s%s, where '%s' wants %s: both cannot hold",
                                   second, one->metric->shown.name,
                                   place->where[0] != '\0' ? " for " : "", place->where, one->name,
                                   first);
}

wyrm_status wyrm_judge_look_contradictions(judge_work *judging, const char *kind,
                                           judge_findings *findings, wyrm_error *error)
{
    const judge_targets targets = *judging->targets;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < targets.place_count;) {
        size_t end = i + 1;
        while (end < targets.place_count && targets.places[end].target == targets.places[i].target)
            end++;
        status = look_at_target(judging, &targets, i, end, kind, findings, error);
        i = end;
    }
    for (size_t b = 1; status == WYRM_OK && b < targets.target_count; b++)
        for (size_t a = 0; status == WYRM_OK && a < b; a++)
            status = compare_targets(&targets, a, b, kind, findings, error);
    return status == WYRM_ERROR_MEMORY ? wyrm_fail(error, status, "out of memory") : status;
}

/* ---- budgets of threat ---- */

#define NOWHERE 1e-12 /* a share of rooms that rounding may leave */

/* What the monsters of a depth can bring to a room. */
typedef struct depth_bounds {
    int64_t monsters;   /* the most of a room */
    double least, most; /* threat of one monster */
    size_t least_of;    /* who has the least */
} depth_bounds;

static wyrm_status find_bounds(const wyrm_design *design, int32_t depth, depth_bounds *out,
                               wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_pmf *monsters = NULL, *kinds = NULL;
    *out = (depth_bounds){.least = INFINITY};
    wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &monsters, error);
    if (status == WYRM_OK)
        status = wyrm_encounter_monster_kinds(encounter, depth, &kinds, error);
    if (status == WYRM_OK) {
        /* Budgets may have kept monsters out of rooms: what counts is what is drawn. */
        wyrm_room_draw draw = {.most = 0};
        wyrm_encounter_room_draw(encounter, depth, &draw);
        int64_t held = wyrm_pmf_last(monsters);
        out->monsters = draw.most > held ? draw.most : held;
        for (int64_t i = wyrm_pmf_first(kinds); i <= wyrm_pmf_last(kinds); i++) {
            if (wyrm_pmf_at(kinds, i) == 0)
                continue;
            double threat = wyrm_threat_at(wyrm_design_threat(design), (size_t)i, depth, false);
            if (threat < out->least)
                out->least_of = (size_t)i;
            out->least = fmin(out->least, threat);
            out->most = fmax(out->most, threat);
        }
    }
    wyrm_pmf_free(monsters);
    wyrm_pmf_free(kinds);
    return status;
}

/* Why no room of a depth meets its budget. */
static void explain(const wyrm_design *design, int32_t depth, const depth_bounds *bounds,
                    char *text, size_t size)
{
    wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(design), depth);
    double most = (double)bounds->monsters * bounds->most;
    if (most < budget.low)
        snprintf(text, size, "%d monsters, the most of a room, come to %.6g at most",
                 (int)bounds->monsters, most);
    else if (bounds->least > budget.high)
        snprintf(text, size, "the least of a threat, %s, is one of %.6g already",
                 wyrm_roster_monster(wyrm_design_roster(design), bounds->least_of)->name,
                 bounds->least);
    else
        snprintf(text, size, "no sum of up to %d of the monsters of the depth lies in it",
                 (int)bounds->monsters);
}

/* Whether rooms of a depth have monsters and none of them is within the budget. That none was seen
 * on generated floors proves nothing. */
static wyrm_status is_unreachable(const wyrm_design *design, int32_t depth, bool *out,
                                  depth_bounds *bounds, wyrm_error *error)
{
    const wyrm_rooms rooms = {.design = design, .depth = depth, .floors = 1};
    wyrm_estimate within;
    *out = false;
    wyrm_status status = wyrm_rooms_status(&rooms, WYRM_THREAT_OK, &within, error);
    bool none = status == WYRM_OK && !within.sampled && within.value < NOWHERE;
    if (none)
        status = find_bounds(design, depth, bounds, error);
    *out = none && status == WYRM_OK && bounds->monsters > 0;
    /* Distributions too fine to be had, or depths without monsters, say nothing. */
    return status == WYRM_ERROR_RANGE || status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

static wyrm_status look_at_band(const wyrm_design *design, const wyrm_band *band, int32_t first,
                                int32_t last, const char *kind, judge_findings *findings,
                                wyrm_error *error)
{
    int32_t depths[WYRM_DESCENT_DEPTH_MAX];
    size_t count = 0;
    char why[120] = "";
    wyrm_status status = WYRM_OK;
    for (int32_t depth = first; status == WYRM_OK && depth <= last; depth++) {
        bool unreachable;
        depth_bounds bounds;
        status = is_unreachable(design, depth, &unreachable, &bounds, error);
        if (status != WYRM_OK || !unreachable)
            continue;
        if (count == 0)
            explain(design, depth, &bounds, why, sizeof why);
        depths[count++] = depth;
    }
    if (status != WYRM_OK || count == 0)
        return status;
    char list[100], where[96];
    wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(design), depths[0]);
    wyrm_judge_list_numbers(depths, count, list, sizeof list);
    snprintf(where, sizeof where, "threat.room_budget.%s", band->name);
    return wyrm_judge_findings_add(
        findings, kind, where, error,
        "no room with monsters can be within %.6g to %.6g at depth%s %s: %s%s", budget.low,
        budget.high, count > 1 ? "s" : "", list, why, count > 1 ? " at the first of them" : "");
}

wyrm_status wyrm_judge_look_budgets(judge_work *judging, const char *kind, judge_findings *findings,
                                    wyrm_error *error)
{
    const wyrm_design *design = judging->design;
    int32_t end = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const wyrm_threat *threat = wyrm_design_threat(design);
    if (end == 0 || threat == NULL)
        return WYRM_OK;
    if (end > WYRM_DESCENT_DEPTH_MAX)
        end = WYRM_DESCENT_DEPTH_MAX;
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < bands->count; i++) {
        const wyrm_band *band = &bands->bands[i];
        int32_t first = i == 0 ? 1 : band->first_depth;
        int32_t last = i + 1 == bands->count || band->last_depth > end ? end : band->last_depth;
        status = look_at_band(design, band, first, last, kind, findings, error);
    }
    return status;
}

/* ---- pity ---- */

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
    return figure->exact.value;
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
                 exact(&at->figures->rooms_per_campaign), 100 * exact(&at->pity->natural));
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
    double *shares = base_zeroed(count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_status status = wyrm_loot_pity_shares(loot, &context, category, shares, error);
    *out = false;
    for (size_t k = 0; status == WYRM_OK && k < count; k++)
        *out = *out || shares[k] > 0;
    wyrm_free(shares);
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
    survey = judge_loot(judging, 0);
    wyrm_status status = WYRM_OK;
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
