/* Findings about impossibilities: targets that cannot be met, cannot fail, or exclude each other;
 * threat budgets that no room meets; pity that never gives, always gives, or is the only source.
 * All of it follows from exact distributions. Also advice about the loot of a band
 * (wyrm/loot_advice.h), and what would fix it.
 *
 * A target is compared with the interval of all values that its metric can have at a point, as set
 * by the ruleset: if the two are disjoint it cannot be met, and if the target contains the interval
 * it cannot fail. Nothing is sampled, since what was not seen may still occur.
 *
 * If pity fires too often, its threshold is seldom the cause: mostly chance yields too little. So
 * the remedy is the factor of the category's weights in the band, found by wyrm/solve.h, a number
 * that can be typed into the file. If no factor helps, the answer says so, and what else would. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/loot_advice.h>
#include "metrics/internal.h"

/* ---- targets ---- */

/* The range of a metric at a point, whatever the chances, and the reason in words. */
typedef struct metric_limits {
    wyrm_interval range;
    judge_text why;
} metric_limits;

/* Limits metrics of loot: the number of items by the most that a room holds, plus one from pity;
 * the rate of pity by its threshold, which the counter must reach each time. The counter may start
 * close to it from the band before, so pity gives at most n / due + 1 times in n rooms, a share of
 * 1 / due + 1 / n. Models that fail here have no limits. */
static wyrm_status limit_loot(judge_work *work, const judge_point *point, bool rate,
                              metric_limits *out)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(work->loot)->pity;
    const wyrm_loot_band_figures *band =
        point->band > 0 ? &judge_loot(work, point->mode)->bands[point->band - 1] : NULL;
    bool pity = band != NULL && rules != NULL;
    int64_t most = 0;
    if (rate) {
        unsigned threshold = rules->thresholds[point->band - 1][point->index];
        double due = (double)threshold + (rules->above ? 1 : 0);
        double count = wyrm_loot_best(&band->rooms_per_campaign).value;
        out->range.high = threshold == 0 ? 0 : fmin(1, 1 / due + 1 / fmax(count, 1));
        out->why = threshold == 0 ? judge_say("pity for it has no threshold there")
                                  : judge_say("pity gives at most once in %.0f rooms", due);
        return WYRM_OK;
    }
    int32_t last = band != NULL ? band->last_depth : point->depth;
    for (int32_t depth = band != NULL ? band->first_depth : last; depth <= last; depth++) {
        wyrm_loot_context context = {
            .depth = depth, .level = depth, .rooms = 2, .mode = point->mode};
        wyrm_pmf *number;
        wyrm_status status = wyrm_loot_number(work->loot, &context, 1, &number, work->error);
        if (status != WYRM_OK)
            return status;
        most = wyrm_pmf_last(number) > most ? wyrm_pmf_last(number) : most;
        wyrm_pmf_free(number);
    }
    out->range.high = (double)(most + pity);
    out->why = judge_say("a room holds %d item%s at most%s", (int)most, most == 1 ? "" : "s",
                         pity ? ", and one more from pity" : "");
    return WYRM_OK;
}

/* Limits the monsters of a room, or their threat. */
static wyrm_status limit_monsters(judge_work *work, const judge_point *point, bool threat,
                                  metric_limits *out)
{
    wyrm_pmf *found;
    wyrm_error *error = work->error;
    double unit = 1;
    wyrm_status status =
        threat ? wyrm_encounter_room_threat(work->encounter, point->depth, &unit, &found, error)
               : wyrm_encounter_room_monsters(work->encounter, point->depth, &found, error);
    if (status != WYRM_OK)
        return status;
    out->range.high = unit * (double)wyrm_pmf_last(found);
    out->why = threat ? judge_say("the most that a room can hold is %.6g", out->range.high)
                      : judge_say("a room holds %d monster%s at most", (int)out->range.high,
                                  out->range.high > 1 ? "s" : "");
    wyrm_pmf_free(found);
    return WYRM_OK;
}

/* Limits the share of a monster that never comes to normal rooms of the depth to 0. Targets that
 * want 0 are left alone: they may still fail once weights change. */
static wyrm_status limit_share(judge_work *work, const judge_point *point, bool unused,
                               metric_limits *out)
{
    (void)unused;
    if (!(point->target->range.low > 0) ||
        wyrm_encounter_comes(work->encounter, point->depth, point->index))
        return WYRM_OK;
    out->range.high = 0;
    out->why = judge_say("it never comes to a normal room there");
    return WYRM_OK;
}

/* Returns the range of a metric at a point; for some metrics the ruleset limits it further. */
static metric_limits limits_of(judge_work *work, const judge_metric *metric,
                               const judge_point *point)
{
    static const struct {
        const char *metric;
        wyrm_status (*find)(judge_work *, const judge_point *, bool, metric_limits *);
        bool which;
    } limits[] = {
        {"items_per_room", limit_loot, false}, {"category_per_room", limit_loot, false},
        {"pity_rate", limit_loot, true},       {"room_monsters", limit_monsters, false},
        {"room_threat", limit_monsters, true}, {"monster_share", limit_share, false},
    };
    metric_limits out = {.range = point->target->limits};
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        metric_limits own = {.range = {0, (double)INFINITY}};
        if (strcmp(limits[i].metric, metric->shown.name) != 0)
            continue;
        wyrm_status status = limits[i].find(work, point, limits[i].which, &own);
        if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
            base_fail(work->arena, status);
        if (status == WYRM_OK && own.range.high < out.range.high)
            out = own;
    }
    return out;
}

/* Whether no value meets both ranges; verdicts meet an end within a millionth. */
static bool are_apart(const wyrm_interval *a, const wyrm_interval *b)
{
    const double slack = 2e-6;
    return a->low > b->high + slack * fabs(b->high) || b->low > a->high + slack * fabs(a->high);
}

static judge_text say_range(const wyrm_interval *range)
{
    return isinf(range->low)           ? judge_say("at most %.6g", range->high)
           : isinf(range->high)        ? judge_say("at least %.6g", range->low)
           : range->low == range->high ? judge_say("%.6g", range->low)
                                       : judge_say("%.6g to %.6g", range->low, range->high);
}

/* Reports a target, points[first..end-1], at its first point that cannot be met. It is reported as
 * one that cannot fail only if that is so at all of its points; where its metric could be more
 * under other rules, with what rules that out where it may be greatest. */
static void look_at_target(judge_work *work, size_t first, size_t end)
{
    const judge_point *points = work->targets->points, *at = NULL;
    const judge_target *target = points[first].target;
    const char *metric = target->metric->shown.name;
    metric_limits why = {0};
    size_t apart = 0, sure = 0;
    double greatest = -INFINITY;
    judge_text others = {""}, where = judge_say("targets.%s", target->name), rules = {""};
    for (size_t i = first; i < end; i++) {
        metric_limits here = limits_of(work, target->metric, &points[i]);
        sure += target->range.low <= here.range.low && target->range.high >= here.range.high;
        if (target->range.high < target->limits.high && here.range.high > greatest) {
            greatest = here.range.high;
            rules = here.why;
        }
        if (!are_apart(&target->range, &here.range))
            continue;
        if (apart++ == 0) {
            at = &points[i];
            why = here;
        }
    }
    if (apart > 1)
        others = judge_say(" (so at %zu of its %zu places)", apart, end - first);
    if (sure == end - first)
        judge_add_finding(
            work, "cannot-fail", where.text, "it wants %s of %s, which is never anything else: %s",
            say_range(&target->range).text, metric,
            rules.text[0] != '\0' ? rules.text : "it holds whatever the ruleset says");
    else if (at != NULL)
        judge_add_finding(work, "contradiction", where.text,
                          "it wants %s of %s and cannot have it for %s: %s%s",
                          say_range(&target->range).text, metric,
                          at->label[0] != '\0' ? at->label : "any", why.why.text, others.text);
}

/* ---- targets that exclude each other ---- */

static bool is_same_interval(const wyrm_interval *a, const wyrm_interval *b)
{
    return a->low == b->low && a->high == b->high;
}

/* Whether two targets differ only in what they want. */
static bool measure_the_same(const judge_target *a, const judge_target *b)
{
    return a->metric == b->metric && a->first == b->first && a->rooms == b->rooms &&
           a->attack == b->attack && a->distance == b->distance &&
           is_same_interval(&a->below, &b->below) && is_same_interval(&a->within, &b->within) &&
           strcmp(a->stat, b->stat) == 0 && strcmp(a->of, b->of) == 0 &&
           strcmp(a->against, b->against) == 0 && strcmp(a->mode, b->mode) == 0;
}

static void compare_targets(judge_work *work, size_t a, size_t b)
{
    const judge_targets *targets = work->targets;
    const judge_target *one = &targets->targets[a], *other = &targets->targets[b];
    if (!measure_the_same(one, other) || !are_apart(&one->range, &other->range))
        return;
    for (size_t i = 0; i < targets->point_count; i++)
        for (size_t k = 0; targets->points[i].target == one && k < targets->point_count; k++) {
            const char *label = targets->points[i].label;
            if (targets->points[k].target != other || strcmp(label, targets->points[k].label) != 0)
                continue;
            judge_add_finding(work, "contradiction", judge_say("targets.%s", other->name).text,
                              "it wants %s of %s%s%s, where '%s' wants %s: both cannot hold",
                              say_range(&other->range).text, one->metric->shown.name,
                              label[0] != '\0' ? " for " : "", label, one->name,
                              say_range(&one->range).text);
            return;
        }
}

static void look_for_contradictions(judge_work *work)
{
    const judge_targets *targets = work->targets;
    for (size_t i = 0, end; i < targets->point_count; i = end) {
        end = i + 1;
        while (end < targets->point_count &&
               targets->points[end].target == targets->points[i].target)
            end++;
        look_at_target(work, i, end);
    }
    for (size_t b = 1; b < targets->target_count; b++)
        for (size_t a = 0; a < b; a++)
            compare_targets(work, a, b);
}

/* ---- budgets of threat ---- */

#define NOWHERE 1e-12 /* share of rooms below which it is a rounding error */

/* A depth, and whether the monsters of a room can meet its budget. */
typedef struct depth_look {
    judge_work *work;
    int32_t depth;
    bool unreachable; /* it has rooms with monsters, none within the budget */
    judge_text why;   /* the reason */
} depth_look;

/* Checks a depth. Sampled shares are ignored: a fitting room may exist without being seen. */
static void look_at_depth(base_arena *arena, void *context)
{
    depth_look *look = context;
    const judge_work *work = look->work;
    const wyrm_rooms rooms = {.design = work->design, .depth = look->depth, .floors = 1};
    wyrm_error *error = &arena->error;
    wyrm_estimate within;
    wyrm_pmf *monsters, *kinds;
    base_must(arena, wyrm_rooms_status(&rooms, WYRM_THREAT_OK, &within, error));
    if (within.sampled || within.value >= NOWHERE)
        return;
    base_must(arena, wyrm_encounter_room_monsters(work->encounter, look->depth, &monsters, error));
    base_keep(arena, monsters, wyrm_pmf_free);
    base_must(arena, wyrm_encounter_monster_kinds(work->encounter, look->depth, &kinds, error));
    base_keep(arena, kinds, wyrm_pmf_free);
    /* Budgets may have removed monsters from rooms; what counts is how many are drawn. */
    wyrm_room_draw draw = {.most = 0};
    wyrm_encounter_room_draw(work->encounter, look->depth, &draw);
    int64_t held = wyrm_pmf_last(monsters);
    int count = (int)(draw.most > held ? draw.most : held);
    const char *least_of = "";
    double least = INFINITY, most = 0; /* threat of one monster */
    for (int64_t i = wyrm_pmf_first(kinds); i <= wyrm_pmf_last(kinds); i++) {
        if (wyrm_pmf_at(kinds, i) == 0)
            continue;
        double threat = wyrm_threat_at(work->threat, (int32_t)i, look->depth, false);
        if (threat < least)
            least_of = wyrm_roster_monster(work->roster, (int32_t)i)->name;
        least = fmin(least, threat);
        most = fmax(most, threat);
    }
    wyrm_interval budget = wyrm_threat_room_budget(work->threat, look->depth);
    look->unreachable = count > 0;
    if (count * most < budget.low)
        look->why = count == 1
                        ? judge_say("one monster, the most of a room, comes to %.6g at most", most)
                        : judge_say("%d monsters, the most of a room, come to %.6g at most", count,
                                    count * most);
    else if (least > budget.high)
        look->why = judge_say("the least of a threat, %s, is one of %.6g already", least_of, least);
    else
        look->why =
            count == 1
                ? judge_say("none of the monsters of the depth lies in it")
                : judge_say("no sum of up to %d of the monsters of the depth lies in it", count);
}

static void look_for_budgets(judge_work *work)
{
    int32_t end = work->last_depth;
    const wyrm_bands *bands = work->threat != NULL ? wyrm_threat_bands(work->threat) : NULL;
    for (size_t i = 0; end > 0 && bands != NULL && i < bands->count; i++) {
        const wyrm_band *band = &bands->bands[i];
        int32_t first = i == 0 ? 1 : band->first_depth;
        int32_t last = i + 1 == bands->count || band->last_depth > end ? end : band->last_depth;
        judge_numbers depths = {0};
        judge_text why;
        for (int32_t depth = first; depth <= last; depth++) {
            depth_look look = {.work = work, .depth = depth};
            wyrm_status status = base_run(work->arena, look_at_depth, &look);
            /* Depths without monsters, or with distributions too large to compute, are skipped. */
            if (status != WYRM_ERROR_RANGE && status != WYRM_ERROR_ARGUMENT)
                base_must(work->arena, status);
            if (!look.unreachable)
                continue;
            if (depths.count == 0)
                why = look.why;
            depths.list[depths.count++] = depth;
        }
        if (depths.count == 0)
            continue;
        wyrm_interval budget = wyrm_threat_room_budget(work->threat, depths.list[0]);
        judge_add_finding(work, "unreachable-budget",
                          judge_say("threat.room_budget.%s", band->name).text,
                          "no room with monsters can be within %.6g to %.6g at %s: %s%s",
                          budget.low, budget.high, judge_at("depth", &depths).text, why.text,
                          depths.count > 1 ? " at the first of them" : "");
        judge_command(work, "etp RULESET --rooms");
    }
}

/* ---- pity ---- */

/* Reports the first trouble with pity for a category in a band. */
static void look_at_pity(judge_work *work, const wyrm_loot_band_figures *band, size_t category,
                         unsigned threshold)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(work->loot)->pity;
    const wyrm_loot_pity_figures *pity = &band->pity[category];
    double rate = pity->rate.exact.value, natural = pity->natural.exact.value;
    double *shares = base_array(work->arena, double, work->kind_count);
    wyrm_loot_context context = {
        .depth = band->first_depth, .level = band->first_depth, .rooms = 2};
    judge_text where = judge_say("loot.pity.thresholds.%s.%s", pity->name, band->name);
    const size_t before = work->finding_count;
    bool can_give = false;
    base_must(work->arena,
              wyrm_loot_pity_shares(work->loot, &context, category, shares, work->error));
    for (size_t k = 0; k < work->kind_count; k++)
        can_give = can_give || shares[k] > 0;
    if (!can_give)
        judge_add_finding(
            work, "empty-category", where.text,
            "pity for %s is due after %u rooms in %s, and no item of the category can come "
            "there: pity can never give one",
            pity->name, threshold, band->name);
    else if (rate < WYRM_PITY_NEVER && natural > 1 - WYRM_PITY_NEVER)
        judge_add_finding(
            work, "pity-never-due", where.text,
            "pity for %s is never due in %s: every room brings such an item by itself", pity->name,
            band->name);
    else if (rate < WYRM_PITY_NEVER)
        judge_add_finding(
            work, "pity-never-due", where.text,
            "pity for %s gives in %s of the rooms of %s: %u rooms in a row without such "
            "an item do not happen in the band's %.0f rooms, %.1f %% of which bring one",
            pity->name, rate > 0 ? judge_say("%.1e", rate).text : "none", band->name,
            threshold + (rules->above ? 1 : 0), band->rooms_per_campaign.exact.value,
            100 * natural);
    else if (natural < WYRM_PITY_NEVER)
        judge_add_finding(
            work, "pity-sole-source", where.text,
            "chance never brings an item of %s in %s: all of them come from pity, in %.1f "
            "%% of the rooms",
            pity->name, band->name, 100 * rate);
    else if (threshold == 1 && !rules->above)
        judge_add_finding(work, "pity-always-due", where.text,
                          "pity for %s is due in every room of %s that brings no such item, at a "
                          "threshold of %u: in %.1f %% of the rooms it gives one",
                          pity->name, band->name, threshold, 100 * rate);
    if (work->finding_count > before && !can_give)
        judge_command(work, "loot RULESET --category %s --why", pity->name);
    else if (work->finding_count > before)
        judge_command(work, "solve RULESET %s 'pity_rate(%s, %s)=%.0f..%.0f %%'", where.text,
                      pity->name, band->name, 100 * WYRM_PITY_HEALTHY_LOW,
                      100 * WYRM_PITY_HEALTHY_HIGH);
}

static void look_for_pity(judge_work *work)
{
    const wyrm_pity_rules *rules = wyrm_loot_facts_of(work->loot)->pity;
    const wyrm_loot_survey *survey = rules != NULL ? judge_loot(work, 0) : NULL;
    for (size_t b = 0; survey != NULL && survey->has_exact && b < survey->band_count; b++) {
        const wyrm_loot_band_figures *band = &survey->bands[b];
        for (size_t c = 0; band->last_depth >= band->first_depth && c < rules->count; c++)
            if (rules->thresholds[b][c] > 0)
                look_at_pity(work, band, c, rules->thresholds[b][c]);
    }
}

const judge_finders judge_finders_limits = {
    [FIND_CONTRADICTIONS] = look_for_contradictions,
    [FIND_BUDGETS] = look_for_budgets,
    [FIND_PITY] = look_for_pity,
};

/* ---- the loot of a band: a remedy for pity ---- */

typedef struct mending {
    const wyrm_design *design;
    const wyrm_loot_survey *survey;
    size_t band;
    const char *category;
    double wanted;
    unsigned threads;
    wyrm_loot_mend *out;
} mending;

/* Finds the factor that gives the wanted rate of pity. A missing factor counts as 1. */
static void find_factor(base_arena *arena, void *context)
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
    return base_do(find_factor, &of, error);
}

/* ---- the loot of a band: troubles ---- */

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

/* Whether the threshold of pity is longer than any drought, although some rooms lack the item. */
static bool is_never_due(const wyrm_loot_pity_figures *pity)
{
    return pity->rate.has_exact && pity->rate.exact.value < WYRM_PITY_NEVER &&
           pity->natural.exact.value <= 1 - WYRM_PITY_NEVER;
}

/* The targets of a ruleset know better than any rule of thumb. */
wyrm_interval wyrm_loot_pity_wanted(const wyrm_design *design, const wyrm_loot_survey *survey,
                                    const char *category, size_t band)
{
    const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(design), "targets");
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(design));
    const char *played = facts->mode < facts->mode_count ? facts->modes[facts->mode] : "";
    wyrm_interval out = {-(double)INFINITY, (double)INFINITY};
    bool own = false;
    for (size_t i = 0; i < wyrm_value_count(targets); i++) {
        const wyrm_value *record = wyrm_value_item(targets, i);
        const wyrm_value *bands = wyrm_value_get(record, "bands");
        const wyrm_value *mode = wyrm_value_get(record, "mode");
        judge_target target;
        if (bands == NULL ||
            strcmp(wyrm_value_text(wyrm_value_get(record, "metric")), "pity_rate") != 0 ||
            strcmp(wyrm_value_text(wyrm_value_get(record, "of")), category) != 0 ||
            strcmp(mode != NULL ? wyrm_value_text(mode) : played, survey->mode) != 0 ||
            (double)(band + 1) < wyrm_value_low(bands) ||
            (double)(band + 1) > wyrm_value_high(bands))
            continue;
        judge_read_wanted(record, &target);
        out.low = fmax(out.low, target.range.low);
        out.high = fmin(out.high, target.range.high);
        own = true;
    }
    return own ? out : (wyrm_interval){WYRM_PITY_HEALTHY_LOW, WYRM_PITY_HEALTHY_HIGH};
}

/* Returns the trouble with pity for a category in a band; WYRM_LOOT_NO_ITEMS if there is none, also
 * if the threshold is 0, which turns pity off. */
static wyrm_loot_advice_kind pity_advice(base_arena *arena, const advising *of, size_t pity,
                                         size_t band, const wyrm_estimate *rate,
                                         const wyrm_interval *wanted)
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
           : rate->ci95.low > wanted->high                     ? WYRM_LOOT_PITY_OFTEN
           : is_never_due(&of->survey->bands[band].pity[pity]) ? WYRM_LOOT_PITY_NEVER
           : rate->ci95.high < wanted->low                     ? WYRM_LOOT_PITY_SELDOM
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
                const wyrm_interval wanted =
                    wyrm_loot_pity_wanted(of->design, of->survey, pity->name, b);
                if (is_reached(&survey->bands[b]) && !isnan(rate.value) &&
                    pity_advice(arena, of, p, b, &rate, &wanted) == kind)
                    of->out->list[of->out->count++] = (wyrm_loot_advice){.kind = kind,
                                                                         .band = b,
                                                                         .category = pity->name,
                                                                         .rate = rate,
                                                                         .wanted = wanted};
            }
    /* no items at all, up to rounding */
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
