/* The metrics of what generation yields and how games go: one row each, and the functions that
 * measure them.
 *
 * What comes to a depth follows from the rules alone where the models can compute it; otherwise it
 * is sampled from generated dungeons, campaigns, floors and games, which all metrics share
 * (samples.c). Metrics that get their figures from the same source share a function, and the row
 * selects the figure. Targets, check, compare, the guide and the report all use these rows and
 * those of fights.c. */
#include "metrics/internal.h"
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/streams.h>

static judge_measure of_ratio(const wyrm_ratio_estimate *clusters)
{
    return (judge_measure){.value =
                               clusters->x > 0 ? wyrm_ratio_estimate_value(clusters) : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_ratio_interval(clusters, JUDGE_CONFIDENCE)};
}

static bool is_within(double value, const wyrm_interval *range)
{
    return value >= range->low && value <= range->high;
}

/* ---- monsters by level of the tracker ---- */

/* Returns the distribution of monster levels; owned by the caller. */
static wyrm_pmf *levels_at(judge_work *work, double tracker)
{
    wyrm_pmf *levels;
    base_must(work->arena,
              wyrm_encounter_monster_levels(work->encounter, tracker, &levels, work->error));
    return levels;
}

/* Returns the chance of a monster level in [low, high], at a level of the tracker. */
static double share_between(judge_work *work, double tracker, double low, double high)
{
    wyrm_pmf *levels = levels_at(work, tracker);
    const wyrm_interval range = {low, high};
    double share = 0;
    for (int64_t level = wyrm_pmf_first(levels); level <= wyrm_pmf_last(levels); level++)
        share += is_within((double)level, &range) ? wyrm_pmf_at(levels, level) : 0;
    wyrm_pmf_free(levels);
    return share;
}

/* Returns the share of the monsters that can appear before the tracker is above this level. */
static double monsters_seen(judge_work *work, double tracker)
{
    size_t found = 0;
    bool *seen = base_array(work->arena, bool, work->monsters);
    for (double at = 1; at < tracker + 1; at++) {
        wyrm_pmf *levels = levels_at(work, fmin(at, tracker));
        for (int64_t level = wyrm_pmf_first(levels); level <= wyrm_pmf_last(levels); level++) {
            int32_t monster = wyrm_roster_by_level(work->roster, (int32_t)level);
            if (monster < 0 || seen[monster] || !(wyrm_pmf_at(levels, level) > 0))
                continue;
            seen[monster] = true;
            found++;
        }
        wyrm_pmf_free(levels);
    }
    return work->monsters > 0 ? (double)found / (double)work->monsters : (double)NAN;
}

enum { LEVEL_BELOW, LEVEL_WITHIN, LEVEL_CHOICE, LEVEL_MEAN, LEVEL_GAP, MONSTERS_SEEN };

static judge_measure measure_levels(judge_work *work, const judge_point *point, int which)
{
    const judge_target *target = point->target;
    double tracker = point->tracker, share = 0;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    size_t count = wyrm_encounter_choices(work->encounter, tracker, choices);
    wyrm_pmf *levels;
    switch (which) {
    case MONSTERS_SEEN:
        return judge_exactly(monsters_seen(work, tracker));
    case LEVEL_WITHIN:
        return judge_exactly(share_between(work, tracker, target->within.low, target->within.high));
    case LEVEL_CHOICE:
        for (size_t i = 0; i < count; i++)
            share += strcmp(choices[i].name, target->of) == 0 ? choices[i].share : 0;
        return judge_exactly(share);
    case LEVEL_BELOW:
        /* Between two levels of the tracker a monster is drawn by the upper one with a probability
         * equal to the fraction; `below` counts from the level that was used. */
        for (int step = 0; step <= 1; step++) {
            double at = floor(tracker) + step;
            double weight = step == 0 ? 1 - (tracker - at) : tracker - (at - 1);
            if (weight != 0)
                share += weight *
                         share_between(work, at, at - target->below.high, at - target->below.low);
        }
        return judge_exactly(share);
    default:
        levels = levels_at(work, tracker);
        share = wyrm_pmf_mean(levels);
        wyrm_pmf_free(levels);
        return judge_exactly(which == LEVEL_GAP ? tracker - share : share);
    }
}

/* ---- dungeons depth by depth, and gear ---- */

enum { MEAN, SHARE };

static judge_measure measure_final_depth(judge_work *work, const judge_point *point, int which)
{
    int32_t last = wyrm_encounter_last_depth(work->encounter);
    if (which == MEAN && last > 0) /* the ruleset sets it: nothing is random */
        return judge_exactly(last);
    const wyrm_descents *descents = judge_descents(work);
    if (which == MEAN)
        return judge_mean_of(&descents->final_depth, JUDGE_CONFIDENCE);
    /* Dungeons without an end are outside of every range of depths. */
    uint64_t within = 0;
    for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        if (is_within(depth, &point->target->within))
            within += descents->final_counts[depth];
    return judge_share_of(within, descents->runs, JUDGE_CONFIDENCE);
}

enum { ROOMS, MONSTERS, ITEMS, EXPERIENCE, TRACKER, MONSTER_LEVEL };

/* NAN if no dungeon is that deep. */
static judge_measure measure_depth(judge_work *work, const judge_point *point, int which)
{
    static const wyrm_depth_figures none = {0};
    const wyrm_descents *descents = judge_descents(work);
    bool reached = point->depth >= 1 && point->depth <= descents->depth_count;
    const wyrm_depth_figures *at = reached ? &descents->depths[point->depth - 1] : &none;
    const wyrm_moments *const means[] = {&at->rooms, &at->monsters, &at->items, &at->experience,
                                         &at->tracker};
    return which == MONSTER_LEVEL ? of_ratio(&at->monster_level)
                                  : judge_mean_of(means[which], JUDGE_CONFIDENCE);
}

/* Pieces of gear in the sample, and the limit of rooms searched for them. */
#define GEAR_SAMPLE 10000
#define GEAR_ROOMS  1000000
enum { GEAR_BONUS, GEAR_LEVEL };

/* Returns the share of gear whose bonus, or level without its bonus, is within the range, from
 * rooms of one dungeon at a level of the tracker. The pieces of a room are one cluster. */
static judge_measure measure_gear(judge_work *work, const judge_point *point, int which)
{
    wyrm_loot_context context = {.seed = work->seed,
                                 .depth = 1,
                                 .level = which == GEAR_LEVEL ? point->tracker : 1,
                                 .rooms = 2};
    wyrm_rng rng = wyrm_rng_start(work->seed, 0, WYRM_STREAM_LOOT, 0);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    wyrm_ratio_estimate rooms = {.range = WYRM_SHARE};
    for (int room = 0; room < GEAR_ROOMS && rooms.x < GEAR_SAMPLE; room++) {
        double pieces = 0, inside = 0;
        size_t count = wyrm_loot_room(work->loot, &context, 1, &rng, items);
        for (size_t i = 0; i < count; i++) {
            const wyrm_item *item = &items[i];
            if (item->kind < 0 || (work->kinds[item->kind].item_class != WYRM_ITEM_WEAPON &&
                                   work->kinds[item->kind].item_class != WYRM_ITEM_ARMOR))
                continue;
            pieces++;
            inside += is_within(which == GEAR_LEVEL ? item->level - item->bonus : item->bonus,
                                &point->target->within);
        }
        wyrm_ratio_estimate_add(&rooms, inside, pieces);
    }
    return of_ratio(&rooms);
}

/* ---- contents of a depth: monsters, their number per room, items ---- */

enum { WHO, HOW_MANY, HOW_MANY_SHARE, THREAT, THREAT_SHARE, STATUS };

static judge_measure measure_room(judge_work *work, const judge_point *point, int which)
{
    const wyrm_rooms rooms = {.design = work->design,
                              .depth = point->depth,
                              .seed = work->seed,
                              .floors = judge_floors(work)};
    bool share = which == HOW_MANY_SHARE || which == THREAT_SHARE;
    const wyrm_interval *within = share ? &point->target->within : NULL;
    wyrm_error *error = work->error;
    wyrm_estimate found = {0};
    wyrm_status status;
    if (which == WHO) {
        /* At a depth without monsters every share is 0; that is no error. */
        wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, work->monsters);
        status = wyrm_rooms_kinds(&rooms, shares, error);
        found = shares[point->index];
    } else if (which == STATUS) {
        status = wyrm_rooms_status(&rooms, (wyrm_threat_status)point->index, &found, error);
    } else if (which == HOW_MANY || which == HOW_MANY_SHARE) {
        status = wyrm_rooms_monsters(&rooms, within, &found, error);
    } else {
        status = wyrm_rooms_threat(&rooms, within, &found, error);
    }
    base_must(work->arena, status);
    return judge_estimated(found);
}

/* ---- groups of monsters on a floor ---- */

enum { COME_GROUPS, COME_MONSTERS, COME_MONSTERS_SHARE, COME_EXPERIENCE, COME_EXPERIENCE_SHARE };
enum { COME_ANY = COME_EXPERIENCE_SHARE + 1 };

/* Floors below the last one have no monsters. */
static judge_measure measure_hordes(judge_work *work, const judge_point *point, int which)
{
    const wyrm_floors *floors = judge_hordes(work);
    if (point->depth > floors->count)
        return judge_exactly(0);
    const wyrm_floor_figures *depth = &floors->depths[point->depth - 1];
    const wyrm_floor_number *of = which == COME_GROUPS           ? &depth->groups
                                  : which <= COME_MONSTERS_SHARE ? &depth->monsters
                                                                 : &depth->experience;
    if (which == COME_ANY)
        return judge_estimated(depth->kinds[point->index].any);
    if (which != COME_MONSTERS_SHARE && which != COME_EXPERIENCE_SHARE)
        return judge_estimated(of->mean);
    if (of->number == NULL)
        base_refuse(work->arena, WYRM_ERROR_ARGUMENT,
                    "it is told only where the number of a floor has a distribution that can be "
                    "worked out");
    double share = 0;
    for (int64_t n = wyrm_pmf_first(of->number); n <= wyrm_pmf_last(of->number); n++)
        if (is_within((double)n * of->unit, &point->target->within))
            share += wyrm_pmf_at(of->number, n);
    return judge_exactly(share);
}

static judge_measure measure_item(judge_work *work, const judge_point *point, int which)
{
    (void)which;
    double *shares = base_array(work->arena, double, work->kind_count);
    wyrm_loot_context context = {.depth = point->depth, .level = point->depth, .rooms = 2};
    base_must(work->arena, wyrm_loot_shares(work->loot, &context, shares, work->error));
    return judge_exactly(shares[point->index]);
}

/* ---- items on the floors down to a depth ---- */

enum { FOUND_MEAN, FOUND_WORST, FOUND_SHARE, DRY_WORST, DRY_SHARE };

/* Results for items and categories asked about so far, one for each name and depth. */
struct judge_finds {
    struct judge_finds *next;
    wyrm_found *found;
    bool dry; /* simulated only for its droughts, as the exact numbers of items are known */
};

/* Whether an existing result is the one that the question would get by itself, so that answers do
 * not depend on earlier questions. Simulated games are exactly as deep as was asked for. */
static bool is_answer(const struct judge_finds *made, int32_t depth, int32_t last, bool dry)
{
    const wyrm_found *found = made->found;
    const bool deep = found->games > 0 ? found->last_depth == last : found->last_depth >= depth;
    return deep && (dry ? found->longest != NULL : !made->dry);
}

/* Returns what games find of an item or category down to a depth at least: exactly, or from
 * simulated games if that (or with `dry`, its droughts) exceeds the limits of the exact
 * computation. */
static const wyrm_found *found_of(judge_work *work, const char *name, int32_t depth, bool dry)
{
    struct judge_finds **at = &work->finds;
    const int32_t usual = wyrm_found_last_depth(work->loot), last = depth > usual ? depth : usual;
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->found->name, name) == 0 && is_answer(*at, depth, last, dry))
            return (*at)->found;
    struct judge_finds *made = base_new(work->arena, struct judge_finds);
    wyrm_status status = wyrm_found_new(work->loot, name, last, &made->found, work->error);
    if (status == WYRM_OK && dry && !made->found->longest) {
        wyrm_found_free(made->found);
        made->dry = true;
        status = WYRM_ERROR_LIMIT;
    }
    if (status == WYRM_ERROR_LIMIT)
        status = wyrm_found_draw(work->loot, name, last, work->seed, judge_runs(work), &made->found,
                                 work->error);
    if (status == WYRM_ERROR_ARGUMENT)
        base_refuse(work->arena, WYRM_ERROR_ARGUMENT, "%s", work->error->message);
    base_must(work->arena, status);
    base_keep(work->arena, made->found, wyrm_found_free);
    return (*at = made)->found;
}

/* Measures a distribution: exact if `games` is 0, otherwise of so many simulated games. */
static judge_measure measure_seen(const wyrm_pmf *pmf, uint64_t games, const wyrm_interval *within,
                                  int which)
{
    if (which == FOUND_MEAN)
        return judge_estimated(wyrm_seen_mean(pmf, games));
    if (which == FOUND_WORST)
        return judge_estimated(wyrm_seen_reached(pmf, games, 0.9));
    if (which == DRY_WORST)
        return judge_estimated(wyrm_seen_quantile(pmf, games, 0.9));
    return judge_estimated(wyrm_seen_share(pmf, games, (int64_t)ceil(fmax(within->low, 0)),
                                           (int64_t)floor(fmin(within->high, 1e9))));
}

static judge_measure measure_found(judge_work *work, const judge_point *point, int which)
{
    const bool dry = which == DRY_WORST || which == DRY_SHARE;
    const wyrm_found *found = found_of(work, point->target->of, point->depth, dry);
    return measure_seen((dry ? found->longest : found->by_depth)[point->depth - 1], found->games,
                        &point->target->within, which);
}

/* ---- gold, and shops ---- */

static judge_measure measure_gold(judge_work *work, const judge_point *point, int which)
{
    const wyrm_trade *trade = wyrm_design_trade(work->design);
    wyrm_gold *gold;
    wyrm_status status = wyrm_gold_new(trade, point->depth, &gold, work->error);
    if (status == WYRM_ERROR_LIMIT)
        status =
            wyrm_gold_sample(trade, point->depth, work->seed, judge_runs(work), &gold, work->error);
    if (status == WYRM_ERROR_LIMIT || status == WYRM_ERROR_ARGUMENT)
        base_refuse(work->arena, WYRM_ERROR_ARGUMENT, "%s", work->error->message);
    base_must(work->arena, status);
    base_keep(work->arena, gold, wyrm_gold_free);
    const double unit = (double)gold->unit;
    const wyrm_interval within = {point->target->within.low / unit,
                                  point->target->within.high / unit};
    judge_measure out = measure_seen(gold->by_depth[point->depth - 1], gold->games, &within, which);
    if (which != FOUND_SHARE) {
        out.value *= unit;
        out.ci95.low *= unit;
        out.ci95.high *= unit;
    }
    return out;
}

enum { SHOP_HAS, SHOP_PAYS };

/* SHOP_HAS: the chance that not all shops lack it; they are independent. SHOP_PAYS: the share of
 * the offers that can be paid. */
static judge_measure measure_shop(judge_work *work, const judge_point *point, int which)
{
    const wyrm_trade *trade = wyrm_design_trade(work->design);
    double none = 1, paid = 0, offered = 0;
    for (size_t s = 0; s < wyrm_trade_shops(trade); s++) {
        wyrm_shop_figures *shop;
        const wyrm_status status =
            wyrm_shop_figures_new(trade, s, point->depth, &shop, work->error);
        if (status == WYRM_ERROR_LIMIT || status == WYRM_ERROR_ARGUMENT)
            base_refuse(work->arena, WYRM_ERROR_ARGUMENT, "%s", work->error->message);
        base_must(work->arena, status);
        const wyrm_shop_depth *at =
            shop->depth_count > 0 ? &shop->depths[shop->depth_count - 1] : NULL;
        for (size_t i = 0; at && at->depth == point->depth && i < shop->offer_count; i++)
            if (strcmp(at->offers[i].name, point->target->of) == 0) {
                none *= 1 - at->chance * at->offers[i].any;
                offered += at->chance * at->offers[i].mean;
                paid += at->chance * at->offers[i].mean * at->offers[i].paid;
            }
        wyrm_shop_figures_free(shop);
    }
    return judge_exactly(which == SHOP_HAS ? 1 - none : offered > 0 ? paid / offered : (double)NAN);
}

/* ---- loot and pity: campaigns over a band, chance at a depth ---- */

enum { ROOM_ITEMS, ROOM_CATEGORY, PITY_SHARE, PITY_RATE, NATURAL_RATE, DROUGHT, FIRST_ITEM };

/* Measures loot of a band or depth; NAN below the last one. FIRST_ITEM is computed from the rules,
 * not from campaigns: it sums the chances of the first rooms. How their errors are correlated is
 * unknown, so the intervals are added. */
static judge_measure measure_loot(judge_work *work, const judge_point *point, int which)
{
    const wyrm_loot_survey *survey = judge_loot(work, point->mode);
    const wyrm_loot_figure *figure = NULL;
    wyrm_estimate best = {.value = (double)NAN};
    if (point->band == 0 && (size_t)point->depth <= survey->depth_count) {
        const wyrm_loot_depth_figures *at = &survey->depths[point->depth - 1];
        figure = which == ROOM_ITEMS ? &at->items_per_room : &at->categories[point->index];
    } else if (point->band != 0) {
        const wyrm_loot_band_figures *band = &survey->bands[point->band - 1];
        bool reached = band->first_depth <= band->last_depth;
        const wyrm_loot_pity_figures *pity = &band->pity[which >= PITY_RATE ? point->index : 0];
        if (which == FIRST_ITEM && !pity->rate.has_exact)
            base_refuse(work->arena, WYRM_ERROR_ARGUMENT,
                        "it is told only where every item finds a tile, and where the depths of "
                        "the ruleset are known beforehand");
        if (which == FIRST_ITEM && reached)
            best.value = 0;
        for (int32_t n = 1; which == FIRST_ITEM && reached && n <= point->target->rooms; n++) {
            const wyrm_estimate *first = &pity->first[n].exact;
            best.value += first->value;
            best.sampled = best.sampled || first->sampled;
            best.ci95.low += first->ci95.low;
            best.ci95.high = fmin(best.ci95.high + first->ci95.high, 1);
        }
        figure = !reached                 ? NULL
                 : which == FIRST_ITEM    ? NULL
                 : which == ROOM_ITEMS    ? &band->items_per_room
                 : which == ROOM_CATEGORY ? &band->categories[point->index]
                 : which == PITY_SHARE    ? &band->given
                 : which == PITY_RATE     ? &pity->rate
                 : which == NATURAL_RATE  ? &pity->natural
                                          : &pity->drought[point->target->rooms];
    }
    if (figure != NULL)
        best = wyrm_loot_best(figure);
    return judge_estimated(best);
}

/* ---- threat ---- */

static judge_measure measure_threat_rank(judge_work *work, const judge_point *point, int which)
{
    (void)which;
    const wyrm_calibration *calibration = judge_calibration(work);
    judge_measure out = judge_exactly(point->depth == 0 ? calibration->rank : (double)NAN);
    for (size_t i = 0; i < calibration->depth_count; i++)
        if (calibration->depths[i].depth == point->depth)
            out.value = calibration->depths[i].rank;
    return out;
}

/* Returns the survey of floors' threat, made once. Needs threat and a last depth. */
static const wyrm_threat_survey *survey_threat(judge_work *work)
{
    wyrm_threat_survey_options options = {.seed = work->seed,
                                          .runs = judge_floors(work),
                                          .threads = work->threads,
                                          .violations = 1,
                                          .progress = work->progress,
                                          .context = work->context};
    if (work->floors == NULL)
        base_must(work->arena,
                  wyrm_threat_survey_run(work->design, &options, &work->floors, work->error));
    return work->floors;
}

/* Measures the threat of floors; unknown if no surveyed floor has this depth. */
static judge_measure measure_floor_threat(judge_work *work, const judge_point *point, int which)
{
    const wyrm_threat_survey *survey = survey_threat(work);
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *floors = &survey->depths[i];
        const uint64_t count = floors->floor.count;
        if (floors->depth != point->depth || count == 0)
            continue;
        return which == MEAN
                   ? judge_mean_of(&floors->floor, JUDGE_CONFIDENCE)
                   : judge_share_of(count - floors->under - floors->over, count, JUDGE_CONFIDENCE);
    }
    return (judge_measure){
        .value = (double)NAN, .sampled = true, .ci95 = {-(double)INFINITY, (double)INFINITY}};
}

/* ---- games and set fights ---- */

enum {
    RUN_FINAL_DEPTH,
    RUN_FINAL_LEVEL,
    RUN_TURNS,
    RUN_HP_LEFT,
    RUN_LEVEL,
    RUN_HP_AFTER,
    RUN_MEANS
};
enum { RUN_WON = RUN_MEANS, RUN_STARVED, RUN_HAZARD, RUN_SURVIVAL, RUN_DEATHS_BY };

/* Measures a metric in a summary of games. */
static judge_measure look_at(const wyrm_summary *summary, const judge_point *point, int which,
                             double confidence)
{
    static const wyrm_moments none = {0};
    bool reached = point->depth >= 1 && (size_t)point->depth <= summary->depth_count;
    const wyrm_sim_depth *depth = reached ? &summary->depths[point->depth - 1] : NULL;
    const wyrm_moments *const means[] = {
        &summary->final_depth, &summary->final_level,         &summary->turns,
        &summary->hp_left,     depth ? &depth->level : &none, depth ? &depth->hp_share : &none};
    uint64_t all = 0, by = 0;
    judge_measure out = {.sampled = true};
    switch (which) {
    case RUN_WON:
        return judge_share_of(summary->ends[WYRM_RUN_WON], summary->complete, confidence);
    case RUN_STARVED:
        return judge_share_of(summary->ends[WYRM_RUN_STARVED], summary->complete, confidence);
    case RUN_HAZARD:
        all = depth ? depth->entered - depth->cut - depth->stalled : 0;
        return judge_share_of(depth ? depth->died : 0, all, confidence);
    case RUN_SURVIVAL:
        /* Below the deepest depth reached, survival is that of the deepest: usually 0. */
        out.ci95 = wyrm_sim_survival(summary, (size_t)point->depth, confidence, &out.value);
        return out;
    case RUN_DEATHS_BY:
        for (size_t i = 0; i < summary->death_count; i++) {
            all += summary->deaths[i].count;
            by += summary->deaths[i].killer == point->index ? summary->deaths[i].count : 0;
        }
        return judge_share_of(by, all, confidence);
    default:
        return judge_mean_of(means[which], confidence);
    }
}

static judge_measure measure_run(judge_work *work, const judge_point *point, int which)
{
    const char *bot = judge_bot_of(point->target);
    const judge_simulation *made = judge_simulate(work, bot, point->target->arena);
    const wyrm_looks *looks = &made->looks;
    double decided = fmax(wyrm_looks_confidence(looks, WYRM_JUDGE_ERROR), looks->confidence);
    if (made->summary == NULL)
        return (judge_measure){.value = (double)NAN,
                               .why = "its games are more work than is allowed",
                               .bot = bot,
                               .refused = true};
    judge_measure out = look_at(made->summary, point, which, looks->confidence);
    out.decided = look_at(made->summary, point, which, decided).ci95;
    out.runs = made->summary->runs;
    out.bot = bot;
    out.refused = made->refused;
    return out;
}

gate_kind judge_run_kind(const judge_point *point)
{
    switch (point->target->metric->which) {
    case RUN_WON:
    case RUN_STARVED:
    case RUN_SURVIVAL:
        return GATE_YES_NO;
    case RUN_FINAL_DEPTH:
    case RUN_FINAL_LEVEL:
    case RUN_TURNS:
        return GATE_MEAN;
    default: /* not every run has a value */
        return GATE_RATIO;
    }
}

wyrm_moments judge_run_sample(const judge_point *point, int32_t last_depth, int32_t last_level)
{
    wyrm_moments out = {.range = WYRM_SHARE};
    switch (point->target->metric->which) {
    case RUN_FINAL_DEPTH:
        sim_bound(last_depth, &out);
        break;
    case RUN_FINAL_LEVEL:
    case RUN_LEVEL:
        sim_bound(last_level, &out);
        break;
    case RUN_TURNS:
        out.range = WYRM_AMOUNT;
        break;
    default:
        break;
    }
    return out;
}

double judge_run_value(const judge_point *point, const wyrm_run *run, double *x)
{
    const bool complete = wyrm_run_is_complete(run->end), won = run->end == WYRM_RUN_WON;
    const int32_t floors = (int32_t)run->floor_count;
    const bool entered = floors >= point->depth, passed = floors > point->depth;
    const wyrm_run_floor *last = &run->floors[run->floor_count - 1];
    *x = complete;
    switch (point->target->metric->which) {
    case RUN_WON:
        return won;
    case RUN_STARVED:
        return run->end == WYRM_RUN_STARVED;
    case RUN_FINAL_DEPTH:
        return run->depth;
    case RUN_FINAL_LEVEL:
        return run->level;
    case RUN_TURNS:
        return run->turns;
    case RUN_HP_LEFT:
        *x = won && last->max_hp > 0;
        return *x > 0 ? (double)last->hp / last->max_hp : 0;
    case RUN_LEVEL:
        *x = passed || (entered && won);
        return *x > 0 ? run->floors[point->depth - 1].level : 0;
    case RUN_HP_AFTER:
        last = &run->floors[passed || entered ? point->depth - 1 : 0];
        *x = (passed || (entered && won)) && last->max_hp > 0;
        return *x > 0 ? (double)last->hp / last->max_hp : 0;
    case RUN_SURVIVAL: /* winners survive every depth */
        *x = complete || passed;
        return passed || won;
    case RUN_HAZARD:
        *x = passed || (entered && complete);
        return entered && !passed && complete && !won;
    default: /* RUN_DEATHS_BY */
        *x = complete && !won;
        return *x > 0 && run->end == WYRM_RUN_KILLED && run->killer == point->index;
    }
}

/* ---- the tables ---- */

/* Keys in brackets are optional. */
/* clang-format off */
const judge_metric judge_metrics_of_depths[] = {
    {{"monster_level_share", "share", "tracker below",
     "share of monsters whose level is the tracker's less `below`", false},
     READ_TRACKER, measure_levels, LEVEL_BELOW},
    {{"monster_level_within", "share", "tracker within",
     "share of monsters whose level is `within`", false},
     READ_TRACKER, measure_levels, LEVEL_WITHIN},
    {{"monster_level_choice", "share", "tracker of",
     "share of monsters whose level is chosen in the way `of`: a chosen level may be one that "
     "another way gives too", false}, READ_TRACKER | READ_CHOICE, measure_levels, LEVEL_CHOICE},
    {{"monster_level_mean", "levels", "tracker", "mean level of a monster", false},
     READ_TRACKER, measure_levels, LEVEL_MEAN},
    {{"monster_level_gap", "levels", "tracker",
     "the tracker's level less the mean level of a monster", false},
     READ_TRACKER, measure_levels, LEVEL_GAP},
    {{"monsters_seen", "share", "tracker",
     "share of the ruleset's monsters that can appear by the time the tracker has a level", false},
     READ_TRACKER, measure_levels, MONSTERS_SEEN},
    {{"final_depth_mean", "depths", "", "mean depth of the final map", true},
     READ_FLOORS, measure_final_depth, MEAN},
    {{"final_depth_share", "share", "within",
     "share of dungeons whose final depth is `within`", true},
     READ_FLOORS, measure_final_depth, SHARE},
    {{"gear_bonus_share", "share", "within",
     "share of the gear found in rooms whose bonus is `within`", true},
     READ_GEAR, measure_gear, GEAR_BONUS},
    {{"gear_level_share", "share", "tracker within",
     "share of the gear found in rooms whose level without its bonus is `within`", true},
     READ_TRACKER | READ_GEAR, measure_gear, GEAR_LEVEL},
    {{"rooms_at_depth", "rooms", "depths", "mean rooms of a map", true},
     READ_FLOORS, measure_depth, ROOMS},
    {{"monsters_at_depth", "monsters", "depths", "mean monsters of a map", true},
     READ_FLOORS, measure_depth, MONSTERS},
    {{"items_at_depth", "items", "depths", "mean items of a map, of any kind", true},
     READ_FLOORS, measure_depth, ITEMS},
    {{"experience_at_depth", "points", "depths",
     "mean experience that the monsters of a map carry", true},
     READ_FLOORS, measure_depth, EXPERIENCE},
    {{"tracker_at_depth", "levels", "depths", "mean level of the tracker", true},
     READ_TRACKER | READ_FLOORS, measure_depth, TRACKER},
    {{"monster_level_at_depth", "levels", "depths", "mean level of a monster", true},
     READ_FLOORS, measure_depth, MONSTER_LEVEL},
    {{"monster_share", "share", "of depths",
     "share of the monsters of normal rooms that are `of`; where groups come to floors, of all "
     "that come there, guards too", false},
     READ_TABLES | READ_MONSTER, measure_room, WHO},
    {{"floor_groups", "groups", "depths", "mean groups that come to a floor", false},
     READ_HORDES, measure_hordes, COME_GROUPS},
    {{"floor_monsters", "monsters", "depths", "mean monsters that come to a floor in groups", false},
     READ_HORDES, measure_hordes, COME_MONSTERS},
    {{"floor_monsters_share", "share", "depths within",
     "share of floors to which so many monsters come in groups as are `within`", false},
     READ_HORDES, measure_hordes, COME_MONSTERS_SHARE},
    {{"floor_experience", "points", "depths",
     "mean experience of the monsters that come to a floor in groups", false},
     READ_HORDES, measure_hordes, COME_EXPERIENCE},
    {{"floor_experience_share", "share", "depths within",
     "share of floors whose groups are worth an experience that is `within`", false},
     READ_HORDES, measure_hordes, COME_EXPERIENCE_SHARE},
    {{"floor_meets", "share", "of depths",
     "chance that the groups of a floor bring at least one `of`", false},
     READ_HORDES | READ_MONSTER, measure_hordes, COME_ANY},
    {{"item_share", "share", "of depths",
     "chance that one item found by chance at a depth is `of`", false}, READ_ITEM, measure_item, 0},
    {{"found_items", "items", "of depths",
     "mean number of items or of a category `of` that lie on the floors down to a depth, where loot "
     "fills whole floors", false}, READ_FOUND, measure_found, FOUND_MEAN},
    {{"found_items_worst", "items", "of depths",
     "how many of them nine games in ten have at least", false},
     READ_FOUND, measure_found, FOUND_WORST},
    {{"found_items_share", "share", "of depths within",
     "share of games whose number of them is `within`", false},
     READ_FOUND, measure_found, FOUND_SHARE},
    {{"found_drought_worst", "floors", "of depths",
     "the longest row of floors without any of them, which one game in ten exceeds at most", false},
     READ_FOUND, measure_found, DRY_WORST},
    {{"found_drought_share", "share", "of depths within",
     "share of games whose longest such row is `within`", false},
     READ_FOUND, measure_found, DRY_SHARE},
    {{"found_gold", "pieces", "depths",
     "mean pieces of gold that lie on the floors down to a depth", false},
     READ_GOLD, measure_gold, FOUND_MEAN},
    {{"found_gold_worst", "pieces", "depths", "how many of them nine games in ten have at least", false},
     READ_GOLD, measure_gold, FOUND_WORST},
    {{"found_gold_share", "share", "depths within",
     "share of games whose number of them is `within`", false},
     READ_GOLD, measure_gold, FOUND_SHARE},
    {{"shop_has", "share", "of depths",
     "chance that a shop of a depth has at least one `of`", false}, READ_OFFER, measure_shop, SHOP_HAS},
    {{"shop_paid", "share", "of depths",
     "share of the `of` in shops of a depth that the purse and the gold on the floors down to it pay for",
     false}, READ_OFFER | READ_GOLD, measure_shop, SHOP_PAYS},
    {{"room_monsters", "monsters", "depths", "mean monsters of a normal room", false},
     READ_TABLES, measure_room, HOW_MANY},
    {{"room_monsters_share", "share", "depths within",
     "share of normal rooms whose number of monsters is `within`", false},
     READ_TABLES, measure_room, HOW_MANY_SHARE},
    {{"room_threat", "points", "depths", "mean threat of a normal room", false},
     READ_THREAT, measure_room, THREAT},
    {{"room_threat_share", "share", "depths within",
     "share of normal rooms whose threat is `within`", false},
     READ_THREAT, measure_room, THREAT_SHARE},
    {{"room_status_share", "share", "of depths",
     "share of normal rooms whose status by the budget of threat is `of`: OVER, UNDER, OK, "
     "EMPTY", false}, READ_THREAT | READ_STATUS, measure_room, STATUS},
    {{"threat_rank_correlation", "", "[depths]",
     "rank correlation (Spearman) of the threat of the monsters of a depth with the share of hit "
     "points that they take from its player; without `depths`, over all of them", false},
     READ_THREAT, measure_threat_rank, 0},
    {{"floor_threat", "points", "depths",
     "mean threat of all rooms of a floor that are neither a boss's nor exempt", true},
     READ_THREAT, measure_floor_threat, MEAN},
    {{"floor_budget_share", "share", "depths",
     "share of floors whose threat is within their budget", true},
     READ_THREAT, measure_floor_threat, SHARE},
    {.measure = NULL},
};

const judge_metric judge_metrics_of_runs[] = {
    {{"run_win_rate", "share", "[bot]", "share of whole games that a bot wins", true},
     READ_BOT, measure_run, RUN_WON},
    {{"run_final_depth", "depths", "[bot]", "mean depth that a bot's games end on", true},
     READ_BOT, measure_run, RUN_FINAL_DEPTH},
    {{"run_final_level", "levels", "[bot]", "mean level of a bot at the end of its games", true},
     READ_BOT, measure_run, RUN_FINAL_LEVEL},
    {{"run_turns", "turns", "[bot]", "mean turns of a bot's games", true},
     READ_BOT, measure_run, RUN_TURNS},
    {{"run_survival", "share", "depths [bot]",
     "share of a bot's games that leave a depth alive", true}, READ_BOT, measure_run, RUN_SURVIVAL},
    {{"run_hazard", "share", "depths [bot]",
     "chance that a bot that enters a depth dies on it", true}, READ_BOT, measure_run, RUN_HAZARD},
    {{"run_level", "levels", "depths [bot]", "mean level of a bot that leaves a depth alive", true},
     READ_BOT, measure_run, RUN_LEVEL},
    {{"run_hp_left", "share", "depths [bot]",
     "mean share of its hit points that a bot has left that leaves a depth alive", true},
     READ_BOT, measure_run, RUN_HP_AFTER},
    {{"run_deaths_by", "share", "of [bot]",
     "share of a bot's deaths that a monster `of` is the cause of", true},
     READ_BOT | READ_KILLER, measure_run, RUN_DEATHS_BY},
    {{"run_starved", "share", "[bot]", "share of a bot's games that end by hunger", true},
     READ_BOT, measure_run, RUN_STARVED},
    {{"arena_win_rate", "share", "arena [bot]",
     "share of a set fight that the player wins, played on its map", true},
     READ_BOT | READ_ARENA, measure_run, RUN_WON},
    {{"arena_turns", "turns", "arena [bot]", "mean turns of a set fight", true},
     READ_BOT | READ_ARENA, measure_run, RUN_TURNS},
    {{"arena_hp_left", "share", "arena [bot]",
     "mean share of its hit points that the player has left after a set fight that it wins", true},
     READ_BOT | READ_ARENA, measure_run, RUN_HP_LEFT},
    {{"items_per_room", "items", "[bands] [depths] [mode]",
     "mean items of a normal room: over a band those of whole campaigns, with what pity gives, at "
     "a depth those found by chance", false}, READ_LOOT, measure_loot, ROOM_ITEMS},
    {{"category_per_room", "items", "of [bands] [depths] [mode]",
     "the same, only items of the category `of`", false},
     READ_LOOT | READ_CATEGORY, measure_loot, ROOM_CATEGORY},
    {{"pity_rate", "share", "of bands [mode]",
     "share of rooms in which pity gives an item of the category `of`", false},
     READ_RULES | READ_LOOT | READ_PITY, measure_loot, PITY_RATE},
    {{"natural_rate", "share", "of bands [mode]",
     "share of rooms that bring an item of the category `of`, one with pity, by chance", false},
     READ_RULES | READ_LOOT | READ_PITY, measure_loot, NATURAL_RATE},
    {{"pity_share", "share", "bands [mode]", "share of all items of rooms that pity gave", false},
     READ_RULES | READ_LOOT, measure_loot, PITY_SHARE},
    {{"drought_chance", "share", "of bands rooms [mode]",
     "share of rooms at whose end the last so many `rooms` or more had no item of the category "
     "`of`, one with pity; what pity gave for another category counts as none", false},
     READ_RULES | READ_LOOT | READ_PITY, measure_loot, DROUGHT},
    {{"first_item_chance", "share", "of bands rooms [mode]",
     "chance that one of the first so many `rooms` of a band brings an item of the category `of`, "
     "one with pity; what pity gives for it included, for another category not", false},
     READ_RULES | READ_LOOT | READ_PITY, measure_loot, FIRST_ITEM},
    {.measure = NULL},
};
/* clang-format on */
