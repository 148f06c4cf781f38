/* Adding runs up, one by one, and what has been added up: survival, causes of death, examples.
 *
 * A sum takes memory by the depths and kinds of a ruleset, not by its runs, and is the same
 * whatever the runs came from: from threads, from a file or from a thousand. Most of a summary is
 * added to directly; what needs more than that (survival, the list of deaths, the runs that are
 * named) is worked out when somebody asks.
 */
#include "sim/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/sim.h>

#define CONFIDENCE 0.95

/* A run as the examples are ordered by: who got farther is greater. */
typedef struct accumulated_feat {
    bool any;
    int32_t depth, level;
    uint32_t turns;
    uint64_t run;
    wyrm_run_end end;
} accumulated_feat;

/* What a run had to do with one monster, on all its floors. */
typedef struct accumulated_fight {
    wyrm_run_fight sum;
    double hp_attacked; /* its attacks, each as the most hit points of the player on that floor */
} accumulated_fight;

/* The sum, whose arrays are here; deaths and examples are not listed in it yet. */
struct wyrm_accumulator {
    wyrm_summary sum;
    uint64_t last; /* run */
    wyrm_histogram final_depths, all_turns;
    wyrm_sim_depth depths[WYRM_RUN_FLOORS_MAX];
    size_t cause_count; /* of deaths: the monsters, then one for every other end */
    uint64_t (*deaths)[WYRM_RUN_FLOORS_MAX]; /* by cause, then depth - 1 */
    accumulated_fight *fights;               /* of the run being added, by monster */
    accumulated_feat best, worst;
    accumulated_feat stalled;                       /* the first that did */
    accumulated_feat first_at[WYRM_RUN_FLOORS_MAX]; /* the first run that ended at each depth */
};

/* ---- histograms of whole numbers whose bins grow with their values ---- */

#define EXACT      1024u /* values below have bins of their own */
#define EXACT_LOG  10
#define PER_OCTAVE 64u /* bins of every doubling above */
#define OCTAVE_LOG 6

void wyrm_histogram_add(wyrm_histogram *histogram, uint64_t value)
{
    uint64_t bin = value;
    if (value >= EXACT) {
        unsigned log = 63u - (unsigned)__builtin_clzll(value);
        uint64_t within = (value >> (log - OCTAVE_LOG)) - PER_OCTAVE;
        bin = EXACT + (log - EXACT_LOG) * PER_OCTAVE + within;
    }
    histogram->count++;
    histogram->bins[bin < WYRM_HISTOGRAM_BINS ? bin : WYRM_HISTOGRAM_BINS - 1]++;
}

void wyrm_histogram_merge(wyrm_histogram *histogram, const wyrm_histogram *other)
{
    histogram->count += other->count;
    for (size_t i = 0; i < WYRM_HISTOGRAM_BINS; i++)
        histogram->bins[i] += other->bins[i];
}

/* The value of the given rank, from 1; `rank` is taken into 1..count. Those of a bin are taken to
 * lie evenly in it: its ends alone would make every interval wider than it is. */
static double ranked(const wyrm_histogram *histogram, double rank)
{
    double wanted = fmin(fmax(rank, 1.0), (double)histogram->count), least, width = 1.0;
    uint64_t before = 0, seen = 0;
    size_t last = 0;
    for (size_t i = 0; i < WYRM_HISTOGRAM_BINS && (double)seen < wanted; i++) {
        if (histogram->bins[i] == 0)
            continue;
        last = i;
        before = seen;
        seen += histogram->bins[i];
    }
    least = (double)last;
    if (last >= EXACT) {
        int log = (int)((last - EXACT) / PER_OCTAVE) + EXACT_LOG - OCTAVE_LOG;
        width = ldexp(1.0, log);
        least = ldexp((double)(PER_OCTAVE + (last - EXACT) % PER_OCTAVE), log);
    }
    double within = (wanted - (double)before - 0.5) / (double)histogram->bins[last];
    return least + floor(width * within);
}

/* That of a rank between two whole ones. */
static double between(const wyrm_histogram *histogram, double rank)
{
    double below = ranked(histogram, floor(rank));
    return below + (rank - floor(rank)) * (ranked(histogram, ceil(rank)) - below);
}

double wyrm_histogram_quantile(const wyrm_histogram *histogram, double p, wyrm_interval *ci95)
{
    double n = (double)histogram->count;
    if (histogram->count == 0) {
        *ci95 = (wyrm_interval){-INFINITY, INFINITY};
        return (double)NAN;
    }
    double value = ranked(histogram, ceil(n * fmin(fmax(p, 0.0), 1.0)));
    wyrm_ranks ranks = wyrm_quantile_ranks(histogram->count, p, 0.95);
    *ci95 = (wyrm_interval){
        ranks.low < 1.0 ? 0.0 : fmin(floor(between(histogram, ranks.low)), value),
        ranks.high > n ? (double)INFINITY : fmax(ceil(between(histogram, ranks.high)), value),
    };
    return value;
}

/* ---- adding ---- */

typedef struct accumulated_call {
    const wyrm_design *design;
    uint64_t seed;
} accumulated_call;

/* Room for everything, and what the values behind each figure can be. */
static void make_accumulator(base_arena *arena, void *result, void *context)
{
    const accumulated_call *call = context;
    wyrm_accumulator *accumulator = result;
    wyrm_summary *sum = &accumulator->sum;
    const wyrm_item_kind *kinds;
    sum->seed = call->seed;
    sum->final_depths = &accumulator->final_depths;
    sum->all_turns = &accumulator->all_turns;
    sum->depths = accumulator->depths;
    sum->monster_count = wyrm_roster_count(wyrm_design_roster(call->design));
    sum->monsters = base_array(arena, wyrm_sim_monster, sum->monster_count);
    sum->item_count = wyrm_loot_kinds(wyrm_design_loot(call->design), &kinds);
    sum->items = base_array(arena, wyrm_sim_item, sum->item_count);
    accumulator->fights = base_array(arena, accumulated_fight, sum->monster_count);
    accumulator->cause_count = sum->monster_count + WYRM_RUN_END_COUNT;
    accumulator->deaths = base_take(arena, accumulator->cause_count, sizeof *accumulator->deaths);
    sum->turns.range = WYRM_AMOUNT;
    sum->hp_left.range = WYRM_SHARE;
    for (wyrm_sim_depth *depth = sum->depths; depth < sum->depths + WYRM_RUN_FLOORS_MAX; depth++) {
        depth->hp_share.range = WYRM_SHARE;
        depth->turns.range = depth->damage_taken.range = WYRM_AMOUNT;
        depth->gear_attack.range = depth->gear_defense.range = WYRM_AMOUNT;
        depth->consumables.range = WYRM_COUNT;
        depth->met.range = depth->killed.range = depth->found.range = WYRM_SHARE;
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            depth->pity[p].range = WYRM_SHARE; /* a room has one such item at most */
    }
    for (size_t i = 0; i < sum->monster_count; i++) {
        sum->monsters[i].attacks_taken.range = WYRM_COUNT;
        sum->monsters[i].damage_taken.range = WYRM_AMOUNT;
        sum->monsters[i].fatal.range = WYRM_SHARE;
    }
}

wyrm_status wyrm_accumulator_new(const wyrm_design *design, uint64_t seed, wyrm_accumulator **out,
                                 wyrm_error *error)
{
    accumulated_call call = {design, seed};
    return base_make(sizeof **out, make_accumulator, &call, out, error);
}

void wyrm_accumulator_free(wyrm_accumulator *accumulator)
{
    base_unmake(accumulator);
}

uint64_t wyrm_accumulator_runs(const wyrm_accumulator *accumulator)
{
    return accumulator->sum.runs;
}

/* A floor that was not left in the middle. */
static void add_floor(const wyrm_run_floor *floor, bool left_alive, wyrm_sim_depth *depth)
{
    wyrm_moments_add(&depth->turns, floor->turns);
    wyrm_moments_add(&depth->damage_taken, floor->damage_taken);
    wyrm_clusters_add(&depth->met, floor->met, floor->monsters);
    wyrm_clusters_add(&depth->killed, floor->kills, floor->monsters);
    wyrm_clusters_add(&depth->found, floor->found, floor->items);
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        wyrm_clusters_add(&depth->pity[i], floor->pity[i], floor->rooms);
    if (!left_alive)
        return;
    wyrm_moments_add(&depth->level, floor->level);
    wyrm_moments_add(&depth->hp_share, floor->max_hp > 0 ? (double)floor->hp / floor->max_hp : 0.0);
    wyrm_moments_add(&depth->gear_attack, floor->gear_attack);
    wyrm_moments_add(&depth->gear_defense, floor->gear_defense);
    wyrm_moments_add(&depth->consumables, floor->consumables);
}

static void add_end(wyrm_accumulator *accumulator, const wyrm_run *run)
{
    wyrm_sim_depth *last = &accumulator->depths[run->floor_count - 1];
    accumulator->sum.ends[run->end]++;
    if (run->end == WYRM_RUN_WON) {
        last->won++;
    } else if (run->end == WYRM_RUN_CUT) {
        last->cut++;
    } else if (run->end == WYRM_RUN_STALLED) {
        last->stalled++;
    } else {
        size_t monsters = accumulator->sum.monster_count, cause = monsters + (size_t)run->end;
        if (run->end == WYRM_RUN_KILLED && run->killer >= 0 && (size_t)run->killer < monsters)
            cause = (size_t)run->killer;
        last->died++;
        accumulator->deaths[cause][run->floor_count - 1]++;
    }
}

/* The fights of a run on the floors that count, monster by monster. */
static void add_fights(wyrm_accumulator *accumulator, const wyrm_run *run, size_t floors)
{
    size_t monsters = accumulator->sum.monster_count;
    memset(accumulator->fights, 0, monsters * sizeof *accumulator->fights);
    for (size_t i = 0; i < run->fight_count && floors > 0; i++) {
        const wyrm_run_fight *fight = &run->fights[i];
        if (fight->monster < 0 || (size_t)fight->monster >= monsters ||
            fight->depth > run->floors[floors - 1].depth)
            continue;
        bool known = fight->depth >= 1 && (size_t)fight->depth <= run->floor_count;
        double hp = known ? run->floors[fight->depth - 1].max_hp : 0.0;
        wyrm_run_fight *sum = &accumulator->fights[fight->monster].sum;
        accumulator->fights[fight->monster].hp_attacked += hp * fight->attacks_taken;
        sum->met += fight->met;
        sum->kills += fight->kills;
        sum->attacks += fight->attacks;
        sum->damage += fight->damage;
        sum->attacks_taken += fight->attacks_taken;
        sum->damage_taken += fight->damage_taken;
        sum->attacks_to_kill += fight->attacks_to_kill;
        sum->fatal |= fight->fatal;
    }
    for (size_t i = 0; i < monsters; i++) {
        const wyrm_run_fight *fight = &accumulator->fights[i].sum;
        wyrm_sim_monster *monster = &accumulator->sum.monsters[i];
        if (fight->met == 0)
            continue;
        monster->runs_met++;
        monster->met += fight->met;
        monster->kills += fight->kills;
        monster->deaths += fight->fatal;
        wyrm_clusters_add(&monster->attacks_to_kill, fight->attacks_to_kill, fight->kills);
        wyrm_clusters_add(&monster->attacks_taken, fight->attacks_taken, fight->met);
        wyrm_clusters_add(&monster->damage_taken, fight->damage_taken, fight->met);
        wyrm_clusters_add(&monster->fatal, fight->fatal, fight->met);
        wyrm_clusters_add(&monster->damage_per_attack, fight->damage, fight->attacks);
        wyrm_clusters_add(&monster->damage_per_taken, fight->damage_taken, fight->attacks_taken);
        wyrm_clusters_add(&monster->attacks_to_die, accumulator->fights[i].hp_attacked,
                          fight->damage_taken);
    }
}

/* One run's items of a kind, of which it may have none. */
static void add_item(wyrm_sim_item *sum, const uint64_t numbers[WYRM_FATE_COUNT])
{
    sum->runs_found += numbers[WYRM_FATE_FOUND] > 0;
    sum->lain += numbers[WYRM_FATE_LAIN];
    sum->found += numbers[WYRM_FATE_FOUND];
    sum->used += numbers[WYRM_FATE_USED];
    sum->left += numbers[WYRM_FATE_LEFT];
    for (int fate = 0; fate < WYRM_FATE_COUNT; fate++) {
        sum->a_run[fate].range = WYRM_COUNT;
        wyrm_moments_add(&sum->a_run[fate], (double)numbers[fate]);
    }
}

static void add_items(wyrm_summary *sum, const wyrm_run *run)
{
    uint64_t numbers[WYRM_KINDS_MAX][WYRM_FATE_COUNT] = {0}, all[WYRM_FATE_COUNT] = {0};
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_run_item *item = &run->items[i];
        const uint32_t made[WYRM_FATE_COUNT] = {item->lain, item->found, item->used, item->left};
        if (item->kind < 0 || (size_t)item->kind >= sum->item_count)
            continue;
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++) {
            numbers[item->kind][fate] += made[fate];
            all[fate] += made[fate];
        }
    }
    for (size_t kind = 0; kind < sum->item_count; kind++)
        add_item(&sum->items[kind], numbers[kind]);
    add_item(&sum->all_items, all);
}

static accumulated_feat feat_of(const wyrm_run *run)
{
    return (accumulated_feat){.any = true,
                              .depth = run->depth,
                              .level = run->level,
                              .turns = run->turns,
                              .run = run->run,
                              .end = run->end};
}

/* Above 0 where a run got farther than what is kept: won, deeper, more learned, in fewer turns. */
static int compare_feats(const accumulated_feat *one, const accumulated_feat *other)
{
    if ((one->end == WYRM_RUN_WON) != (other->end == WYRM_RUN_WON))
        return one->end == WYRM_RUN_WON ? 1 : -1;
    if (one->depth != other->depth)
        return one->depth > other->depth ? 1 : -1;
    if (one->level != other->level)
        return one->level > other->level ? 1 : -1;
    return (one->turns < other->turns) - (one->turns > other->turns);
}

/* What only a run that came to its end has to tell. */
static void add_complete(wyrm_accumulator *accumulator, const wyrm_run *run)
{
    const wyrm_run_floor *last = &run->floors[run->floor_count - 1];
    const accumulated_feat feat = feat_of(run);
    wyrm_summary *sum = &accumulator->sum;
    sum->complete++;
    add_items(sum, run);
    if (!accumulator->best.any || compare_feats(&feat, &accumulator->best) > 0)
        accumulator->best = feat;
    if (!accumulator->worst.any || compare_feats(&feat, &accumulator->worst) < 0)
        accumulator->worst = feat;
    if (!accumulator->first_at[run->floor_count - 1].any)
        accumulator->first_at[run->floor_count - 1] = feat;
    if (run->end == WYRM_RUN_WON && last->max_hp > 0)
        wyrm_moments_add(&sum->hp_left, (double)last->hp / last->max_hp);
    wyrm_moments_add(&sum->final_depth, run->depth);
    wyrm_moments_add(&sum->final_level, run->level);
    wyrm_moments_add(&sum->turns, run->turns);
    wyrm_histogram_add(sum->final_depths, (uint64_t)(run->depth > 0 ? run->depth : 0));
    wyrm_histogram_add(sum->all_turns, run->turns);
}

wyrm_status wyrm_accumulator_add(wyrm_accumulator *accumulator, const wyrm_run *run,
                                 wyrm_error *error)
{
    wyrm_summary *sum = &accumulator->sum;
    if (sum->runs > 0 && run->run <= accumulator->last)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "run %llu comes after run %llu",
                         (unsigned long long)run->run, (unsigned long long)accumulator->last);
    if (run->floor_count == 0 || run->floor_count > WYRM_RUN_FLOORS_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "run %llu has %zu floors",
                         (unsigned long long)run->run, run->floor_count);
    /* The floors whose figures count: one that was left in the middle is none of them. */
    size_t floors = run->floor_count - !wyrm_run_is_complete(run->end);
    accumulator->last = run->run;
    sum->runs++;
    if (sum->depth_count < run->floor_count)
        sum->depth_count = run->floor_count;
    for (size_t i = 0; i < run->floor_count; i++)
        sum->depths[i].entered++;
    for (size_t i = 0; i < floors; i++)
        add_floor(&run->floors[i], i + 1 < run->floor_count || run->end == WYRM_RUN_WON,
                  &sum->depths[i]);
    add_end(accumulator, run);
    add_fights(accumulator, run, floors);
    if (wyrm_run_is_complete(run->end))
        add_complete(accumulator, run);
    else if (run->end == WYRM_RUN_STALLED && !accumulator->stalled.any)
        accumulator->stalled = feat_of(run);
    return WYRM_OK;
}

const char *wyrm_accumulator_headline(const wyrm_accumulator *accumulator, double *value,
                                      wyrm_interval *ci95)
{
    const wyrm_summary *sum = &accumulator->sum;
    uint64_t won = sum->ends[WYRM_RUN_WON], runs = sum->complete;
    bool all_alike = sum->final_depth.min >= sum->final_depth.max;
    if (runs > 0 && (won * 50 >= runs || all_alike)) {
        *value = (double)won / (double)runs;
        *ci95 = wyrm_share_interval(won, runs, CONFIDENCE);
        return "win rate";
    }
    *value = runs > 0 ? sum->final_depth.mean : (double)NAN;
    *ci95 = wyrm_mean_interval(&sum->final_depth, CONFIDENCE);
    return "final depth";
}

/* ---- what has been added up, worked out ---- */

/* Who has won stays among the living for good; who was cut off or stalled is no longer at risk
 * where that happened. */
wyrm_interval wyrm_sim_survival(const wyrm_summary *summary, size_t depth, double confidence,
                                double *value)
{
    wyrm_survival survival = {0};
    uint64_t won = 0, at_risk = 0;
    for (size_t i = 0; i < depth && i < summary->depth_count; i++) {
        const wyrm_sim_depth *here = &summary->depths[i];
        at_risk = here->entered - here->cut - here->stalled + won;
        wyrm_survival_step(&survival, at_risk, here->died);
        won += here->won;
    }
    *value = at_risk > 0 ? survival.share : (double)NAN;
    return wyrm_survival_interval(&survival, confidence);
}

static int by_frequency(const void *a, const void *b)
{
    const wyrm_sim_death *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    if (one->depth != other->depth)
        return one->depth < other->depth ? -1 : 1;
    if (one->killer != other->killer)
        return one->killer < other->killer ? -1 : 1;
    return (one->end > other->end) - (one->end < other->end);
}

static void list_deaths(base_arena *arena, const wyrm_accumulator *accumulator,
                        wyrm_summary *summary)
{
    size_t capacity = 0;
    for (size_t cause = 0; cause < accumulator->cause_count; cause++) {
        bool monster = cause < summary->monster_count;
        for (size_t depth = 0; depth < summary->depth_count; depth++) {
            uint64_t count = accumulator->deaths[cause][depth];
            if (count == 0)
                continue;
            summary->deaths = base_grow(arena, summary->deaths, summary->death_count, &capacity,
                                        sizeof *summary->deaths);
            summary->deaths[summary->death_count++] = (wyrm_sim_death){
                .end = monster ? WYRM_RUN_KILLED : (wyrm_run_end)(cause - summary->monster_count),
                .killer = monster ? (int32_t)cause : -1,
                .depth = (int32_t)depth + 1,
                .count = count,
                .ci95 = wyrm_listed_share_interval(count, summary->complete, 1, CONFIDENCE),
            };
        }
    }
    if (summary->death_count > 0)
        qsort(summary->deaths, summary->death_count, sizeof *summary->deaths, by_frequency);
}

static void name_run(wyrm_summary *summary, const char *what, const accumulated_feat *feat)
{
    if (feat->any)
        summary->examples[summary->example_count++] = (wyrm_sim_example){
            .what = what, .run = feat->run, .depth = feat->depth, .end = feat->end};
}

/* The first run that ended at the depth of a quantile. */
static void name_quantile(const wyrm_accumulator *accumulator, wyrm_summary *summary,
                          const char *what, double p)
{
    wyrm_interval unused;
    double depth = wyrm_histogram_quantile(&accumulator->final_depths, p, &unused);
    if (depth >= 1.0 && depth <= WYRM_RUN_FLOORS_MAX)
        name_run(summary, what, &accumulator->first_at[(size_t)depth - 1]);
}

static void *copy_of(base_arena *arena, const void *from, size_t count, size_t size)
{
    return memcpy(base_take(arena, count, size), from, count * size);
}

/* A copy of the sum, with what is worked out from it. */
static void make_summary(base_arena *arena, void *result, void *context)
{
    const wyrm_accumulator *accumulator = *(const wyrm_accumulator **)context;
    wyrm_summary *summary = result;
    *summary = accumulator->sum;
    summary->final_depths = copy_of(arena, summary->final_depths, 1, sizeof(wyrm_histogram));
    summary->all_turns = copy_of(arena, summary->all_turns, 1, sizeof(wyrm_histogram));
    summary->depths =
        copy_of(arena, summary->depths, summary->depth_count, sizeof *summary->depths);
    summary->monsters =
        copy_of(arena, summary->monsters, summary->monster_count, sizeof *summary->monsters);
    summary->items = copy_of(arena, summary->items, summary->item_count, sizeof *summary->items);
    uint64_t won = summary->ends[WYRM_RUN_WON], complete = summary->complete;
    summary->win_rate = complete > 0 ? (double)won / (double)complete : (double)NAN;
    summary->win_rate_ci95 = wyrm_share_interval(won, complete, CONFIDENCE);
    for (size_t i = 0; i < summary->depth_count; i++) {
        wyrm_sim_depth *depth = &summary->depths[i];
        uint64_t whole = depth->entered - depth->cut - depth->stalled;
        depth->depth = (int32_t)i + 1;
        depth->survival_ci95 = wyrm_sim_survival(summary, i + 1, CONFIDENCE, &depth->survival);
        depth->hazard = whole > 0 ? (double)depth->died / (double)whole : (double)NAN;
        depth->hazard_ci95 = wyrm_share_interval(depth->died, whole, CONFIDENCE);
    }
    list_deaths(arena, accumulator, summary);
    name_run(summary, "best", &accumulator->best);
    name_quantile(accumulator, summary, "90 %", 0.9);
    name_quantile(accumulator, summary, "median", 0.5);
    name_quantile(accumulator, summary, "10 %", 0.1);
    name_run(summary, "worst", &accumulator->worst);
    name_run(summary, "stalled", &accumulator->stalled);
}

wyrm_status wyrm_accumulator_sum(const wyrm_accumulator *accumulator, wyrm_summary **out,
                                 wyrm_error *error)
{
    return base_make(sizeof **out, make_summary, &accumulator, out, error);
}

void wyrm_summary_free(wyrm_summary *summary)
{
    base_unmake(summary);
}
