/* Findings of targets that contradict each other, their unit, or what the ruleset can come to. */
#include "judge/findings.h"
#include "judge/metrics.h"
#include "judge/targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        status = wyrm_judging_loot(judging, place->mode, &survey, error);
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
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(wyrm_design_loot(judging->design))->pity;
    const wyrm_loot_survey *survey;
    wyrm_status status = wyrm_judging_loot(judging, place->mode, &survey, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_band_figures *band = &survey->bands[place->band - 1];
    unsigned threshold = rules->thresholds[place->band - 1][place->index];
    double due = (double)threshold + (rules->above ? 1 : 0);
    double count = survey->has_exact ? band->mean_rooms : band->rooms_per_campaign.value;
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

static wyrm_status limits_of(judge_work *judging, const wyrm_metric *metric,
                             const judge_place *place, metric_limits *out, wyrm_error *error)
{
    *out = (metric_limits){.range = {-(double)INFINITY, (double)INFINITY}};
    if (strcmp(metric->unit, "share") == 0) {
        out->range = (wyrm_interval){0, 1};
        snprintf(out->why, sizeof out->why, "a share is between 0 and 1: 5 %% is 0.05");
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (strcmp(limits[i].metric, metric->name) == 0) {
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
    const wyrm_metric *metric = &wyrm_judge_metrics()[target->metric];
    const judge_place *at = NULL;
    metric_limits why = {0};
    size_t apart = 0;
    wyrm_status status = WYRM_OK;
    for (size_t i = first; status == WYRM_OK && i < end; i++) {
        metric_limits here;
        status = limits_of(judging, metric, &targets->places[i], &here, error);
        if (status != WYRM_OK || !are_apart(&target->range, &here.range))
            continue;
        if (at == NULL) {
            at = &targets->places[i];
            why = here;
        }
        apart++;
    }
    if (status != WYRM_OK || at == NULL)
        return status;
    char wanted[48], where[96], others[48] = "";
    say_range(&target->range, wanted, sizeof wanted);
    snprintf(where, sizeof where, "targets.%s", target->name);
    if (apart > 1)
        snprintf(others, sizeof others, " (so at %zu of its %zu places)", apart, end - first);
    return wyrm_judge_findings_add(
        findings, kind, where, error, "it wants %s of %s and cannot have it for %s: %s%s", wanted,
        metric->name, at->where[0] != '\0' ? at->where : "any", why.why, others);
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
                                   second, wyrm_judge_metrics()[one->metric].name,
                                   place->where[0] != '\0' ? " for " : "", place->where, one->name,
                                   first);
}

wyrm_status wyrm_judge_look_contradictions(judge_work *judging, const char *kind,
                                           judge_findings *findings, wyrm_error *error)
{
    judge_targets targets;
    wyrm_status status = wyrm_judge_targets_read(judging->design, &targets, NULL);
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
    wyrm_judge_targets_release(&targets);
    return status == WYRM_ERROR_MEMORY ? wyrm_fail(error, status, "out of memory") : status;
}
