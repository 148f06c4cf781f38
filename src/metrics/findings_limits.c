/* Findings of what cannot be: targets that the ruleset cannot meet or cannot miss, and those that
 * rule each other out; budgets of threat that no room is within; pity that never gives, always
 * gives, or is all there is. All of it by exact distributions. */
#include "metrics/findings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- targets ---- */

/* The most that a metric can be at a place, whatever the chances, and why, for people. */
typedef struct metric_limits {
    wyrm_interval range;
    char why[160];
} metric_limits;

/* Fills the limits of a metric; what its model does not tell (another status) has none. */
typedef wyrm_status find_limits(judge_work *work, const judge_place *place, metric_limits *out);

static wyrm_status limit_items(judge_work *work, const judge_place *place, metric_limits *out)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    bool pity = place->band > 0 && wyrm_loot_facts_of(loot)->pity;
    int32_t first = place->depth, last = place->depth;
    int64_t most = 0;
    if (place->band > 0) {
        const wyrm_loot_survey *survey = judge_loot(work, place->mode);
        first = survey->bands[place->band - 1].first_depth;
        last = survey->bands[place->band - 1].last_depth;
    }
    for (int32_t depth = first; depth <= last; depth++) {
        wyrm_loot_context context = {
            .depth = depth, .level = depth, .rooms = 2, .mode = place->mode};
        wyrm_pmf *number;
        wyrm_status status = wyrm_loot_number(loot, &context, 1, &number, &work->arena->error);
        if (status != WYRM_OK)
            return status;
        most = wyrm_pmf_last(number) > most ? wyrm_pmf_last(number) : most;
        wyrm_pmf_free(number);
    }
    out->range.high = (double)(most + pity);
    snprintf(out->why, sizeof out->why, "a room holds %d item%s at most%s", (int)most,
             most == 1 ? "" : "s", pity ? ", and one more from pity" : "");
    return WYRM_OK;
}

/* A counter has to come to the threshold each time; one may have come near it in the band
 * before. */
static wyrm_status limit_pity(judge_work *work, const judge_place *place, metric_limits *out)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(work->design))->pity;
    const wyrm_loot_survey *survey = judge_loot(work, place->mode);
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

static wyrm_status limit_monsters(judge_work *work, const judge_place *place, metric_limits *out)
{
    wyrm_pmf *monsters;
    wyrm_status status = wyrm_encounter_room_monsters(wyrm_design_encounter(work->design),
                                                      place->depth, &monsters, &work->arena->error);
    if (status != WYRM_OK)
        return status;
    out->range.high = (double)wyrm_pmf_last(monsters);
    snprintf(out->why, sizeof out->why, "a room holds %d monsters at most",
             (int)wyrm_pmf_last(monsters));
    wyrm_pmf_free(monsters);
    return WYRM_OK;
}

static wyrm_status limit_threat(judge_work *work, const judge_place *place, metric_limits *out)
{
    wyrm_pmf *threat;
    double unit;
    wyrm_status status = wyrm_encounter_room_threat(
        wyrm_design_encounter(work->design), place->depth, &unit, &threat, &work->arena->error);
    if (status != WYRM_OK)
        return status;
    out->range.high = unit * (double)wyrm_pmf_last(threat);
    snprintf(out->why, sizeof out->why, "the most that a room can hold is %.6g", out->range.high);
    wyrm_pmf_free(threat);
    return WYRM_OK;
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

static metric_limits limits_of(judge_work *work, const judge_metric *metric,
                               const judge_place *place)
{
    metric_limits out = {.range = judge_metric_range(metric)};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        metric_limits own = {.range = {0, (double)INFINITY}};
        if (strcmp(limits[i].metric, metric->shown.name) != 0)
            continue;
        wyrm_status status = limits[i].find(work, place, &own);
        if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
            base_fail(work->arena, status);
        if (status == WYRM_OK && own.range.high < out.range.high)
            out = own;
    }
    return out;
}

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
static void look_at_target(judge_work *work, size_t first, size_t end, const char *kind,
                           judge_findings *findings)
{
    const judge_place *places = work->targets->places, *at = NULL;
    const judge_target *target = &work->targets->targets[places[first].target];
    const char *metric = target->metric->shown.name;
    metric_limits why = {0};
    size_t apart = 0, sure = 0;
    char wanted[48], where[96], others[48] = "";
    say_range(&target->range, wanted, sizeof wanted);
    snprintf(where, sizeof where, "targets.%s", target->name);
    for (size_t i = first; i < end; i++) {
        metric_limits here = limits_of(work, target->metric, &places[i]);
        sure += target->range.low <= here.range.low && target->range.high >= here.range.high;
        if (!are_apart(&target->range, &here.range))
            continue;
        if (at == NULL) {
            at = &places[i];
            why = here;
        }
        apart++;
    }
    if (apart > 1)
        snprintf(others, sizeof others, " (so at %zu of its %zu places)", apart, end - first);
    if (sure == end - first)
        judge_add(findings, "cannot-fail", where,
                  "it wants %s of %s, which is never anything else: it holds whatever the ruleset "
                  "says",
                  wanted, metric);
    else if (at != NULL)
        judge_add(findings, kind, where, "it wants %s of %s and cannot have it for %s: %s%s",
                  wanted, metric, at->where[0] != '\0' ? at->where : "any", why.why, others);
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

static void compare_targets(const judge_targets *targets, size_t a, size_t b, const char *kind,
                            judge_findings *findings)
{
    const judge_target *one = &targets->targets[a], *other = &targets->targets[b];
    if (!measure_the_same(one, other) || !are_apart(&one->range, &other->range))
        return;
    const judge_place *place = common_place(targets, a, b);
    if (place == NULL)
        return;
    char where[96], first[48], second[48];
    snprintf(where, sizeof where, "targets.%s", other->name);
    say_range(&one->range, first, sizeof first);
    say_range(&other->range, second, sizeof second);
    judge_add(findings, kind, where, "it wants %s of %s%s%s, where '%s' wants %s: both cannot hold",
              second, one->metric->shown.name, place->where[0] != '\0' ? " for " : "", place->where,
              one->name, first);
}

void wyrm_judge_look_contradictions(judge_work *work, const char *kind, judge_findings *findings)
{
    const judge_targets *targets = work->targets;
    for (size_t i = 0, end; i < targets->place_count; i = end) {
        end = i + 1;
        while (end < targets->place_count &&
               targets->places[end].target == targets->places[i].target)
            end++;
        look_at_target(work, i, end, kind, findings);
    }
    for (size_t b = 1; b < targets->target_count; b++)
        for (size_t a = 0; a < b; a++)
            compare_targets(targets, a, b, kind, findings);
}

/* ---- budgets of threat ---- */

#define NOWHERE 1e-12 /* a share of rooms that rounding may leave */

/* What the monsters of a depth can bring to a room. */
typedef struct depth_bounds {
    int64_t monsters;   /* the most of a room */
    double least, most; /* threat of one monster */
    size_t least_of;    /* who has the least */
} depth_bounds;

static depth_bounds find_bounds(judge_work *work, int32_t depth)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(work->design);
    wyrm_error *error = &work->arena->error;
    wyrm_pmf *monsters, *kinds;
    base_must(work->arena, wyrm_encounter_room_monsters(encounter, depth, &monsters, error));
    base_keep(work->arena, monsters, wyrm_pmf_free);
    base_must(work->arena, wyrm_encounter_monster_kinds(encounter, depth, &kinds, error));
    base_keep(work->arena, kinds, wyrm_pmf_free);
    /* Budgets may have kept monsters out of rooms: what counts is what is drawn. */
    wyrm_room_draw draw = {.most = 0};
    wyrm_encounter_room_draw(encounter, depth, &draw);
    int64_t held = wyrm_pmf_last(monsters);
    depth_bounds out = {.least = INFINITY, .monsters = draw.most > held ? draw.most : held};
    for (int64_t i = wyrm_pmf_first(kinds); i <= wyrm_pmf_last(kinds); i++) {
        if (wyrm_pmf_at(kinds, i) == 0)
            continue;
        double threat = wyrm_threat_at(wyrm_design_threat(work->design), (size_t)i, depth, false);
        if (threat < out.least)
            out.least_of = (size_t)i;
        out.least = fmin(out.least, threat);
        out.most = fmax(out.most, threat);
    }
    return out;
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

/* Whether a depth has rooms, all of them out of the budget. That none was seen on generated floors
 * proves nothing. */
typedef struct depth_look {
    judge_work *work;
    int32_t depth;
    bool unreachable;
    depth_bounds bounds;
} depth_look;

static void look_at_depth(base_arena *arena, void *context)
{
    depth_look *look = context;
    const wyrm_rooms rooms = {.design = look->work->design, .depth = look->depth, .floors = 1};
    wyrm_estimate within;
    base_must(arena, wyrm_rooms_status(&rooms, WYRM_THREAT_OK, &within, &arena->error));
    if (within.sampled || within.value >= NOWHERE)
        return;
    look->bounds = find_bounds(look->work, look->depth);
    look->unreachable = look->bounds.monsters > 0;
}

static void look_at_band(judge_work *work, const wyrm_band *band, int32_t first, int32_t last,
                         const char *kind, judge_findings *findings)
{
    int32_t depths[WYRM_DESCENT_DEPTH_MAX];
    size_t count = 0;
    char why[120] = "", list[100], where[96];
    for (int32_t depth = first; depth <= last; depth++) {
        depth_look look = {.work = work, .depth = depth};
        wyrm_status status = base_run(work->arena, look_at_depth, &look);
        /* Distributions too fine to be had, or depths without monsters, say nothing. */
        if (status != WYRM_ERROR_RANGE && status != WYRM_ERROR_ARGUMENT)
            base_must(work->arena, status);
        if (!look.unreachable)
            continue;
        if (count == 0)
            explain(work->design, depth, &look.bounds, why, sizeof why);
        depths[count++] = depth;
    }
    if (count == 0)
        return;
    wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(work->design), depths[0]);
    wyrm_judge_list_numbers(depths, count, list, sizeof list);
    snprintf(where, sizeof where, "threat.room_budget.%s", band->name);
    judge_add(findings, kind, where,
              "no room with monsters can be within %.6g to %.6g at depth%s %s: %s%s", budget.low,
              budget.high, count > 1 ? "s" : "", list, why,
              count > 1 ? " at the first of them" : "");
}

void wyrm_judge_look_budgets(judge_work *work, const char *kind, judge_findings *findings)
{
    int32_t end = wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    const wyrm_threat *threat = wyrm_design_threat(work->design);
    if (end == 0 || threat == NULL)
        return;
    end = end < WYRM_DESCENT_DEPTH_MAX ? end : WYRM_DESCENT_DEPTH_MAX;
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    for (size_t i = 0; i < bands->count; i++) {
        const wyrm_band *band = &bands->bands[i];
        int32_t first = i == 0 ? 1 : band->first_depth;
        int32_t last = i + 1 == bands->count || band->last_depth > end ? end : band->last_depth;
        look_at_band(work, band, first, last, kind, findings);
    }
}

/* ---- pity ---- */

#define NEVER 1e-9 /* a share of rooms that nobody sees */

/* Whether pity can give an item of the category there. */
static bool can_give(judge_work *work, int32_t depth, size_t category)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    double *shares = base_array(work->arena, double, count);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    bool any = false;
    base_must(work->arena,
              wyrm_loot_pity_shares(loot, &context, category, shares, &work->arena->error));
    for (size_t k = 0; k < count; k++)
        any = any || shares[k] > 0;
    return any;
}

/* Pity for one category in one band: at most one thing is wrong with it. */
static void look_at_pity(judge_work *work, const wyrm_loot_band_figures *band, size_t category,
                         unsigned threshold, judge_findings *findings)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(work->design))->pity;
    const wyrm_loot_pity_figures *pity = &band->pity[category];
    double rate = pity->rate.exact.value, natural = pity->natural.exact.value;
    char where[96];
    snprintf(where, sizeof where, "loot.pity.thresholds.%s.%s", pity->name, band->name);
    if (!can_give(work, band->first_depth, category))
        judge_add(findings, "empty-category", where,
                  "pity for %s is due after %u rooms in %s, and no item of the category can come "
                  "there: pity can never give one",
                  pity->name, threshold, band->name);
    else if (rate < NEVER && natural > 1 - NEVER)
        judge_add(findings, "pity-never-due", where,
                  "pity for %s is never due in %s: every room brings such an item by itself",
                  pity->name, band->name);
    else if (rate < NEVER)
        judge_add(findings, "pity-never-due", where,
                  "pity for %s gives in %.1e of the rooms of %s: %u rooms in a row without such "
                  "an item do not happen in the band's %.0f rooms, %.1f %% of which bring one",
                  pity->name, rate, band->name, threshold, band->rooms_per_campaign.exact.value,
                  100 * natural);
    else if (natural < NEVER)
        judge_add(findings, "pity-sole-source", where,
                  "chance never brings an item of %s in %s: all of them come from pity, in %.1f "
                  "%% of the rooms",
                  pity->name, band->name, 100 * rate);
    else if (threshold == 1 && !rules->above)
        judge_add(findings, "pity-always-due", where,
                  "pity for %s is due in every room of %s that brings no such item, at a "
                  "threshold of %u: in %.1f %% of the rooms it gives one",
                  pity->name, band->name, threshold, 100 * rate);
}

void wyrm_judge_look_pity(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(work->design))->pity;
    (void)kind;
    if (rules == NULL)
        return;
    const wyrm_loot_survey *survey = judge_loot(work, 0);
    for (size_t b = 0; survey->has_exact && b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        if (band->last_depth < band->first_depth)
            continue;
        for (size_t c = 0; c < rules->count; c++)
            if (rules->thresholds[b][c] > 0)
                look_at_pity(work, band, c, rules->thresholds[b][c], findings);
    }
}
