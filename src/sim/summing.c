/* Adding runs up, one by one, and what has been added up: survival, causes of death, examples.
 *
 * A sum takes memory by the depths and kinds of a ruleset, not by its runs, and is the same whatever
 * the runs came from: from threads, from a file or from a thousand.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wyrm/sim.h>

/* A run as the examples are ordered by: who got farther is greater. */
typedef struct summing_feat {
    bool any;
    bool won;
    int32_t depth, level;
    uint32_t turns;
    uint64_t run;
    wyrm_run_end end;
} summing_feat;

/* What a run had to do with one monster, on all its floors. */
typedef struct summing_fight {
    wyrm_run_fight sum;
    double
        hp_attacked; /* its attacks, each as the most hit points that the player had on that floor */
} summing_fight;

struct wyrm_summing {
    const wyrm_design *design;
    uint64_t seed, runs, last;
    uint64_t complete; /* runs that came to their end */
    uint64_t ends[WYRM_RUN_END_COUNT];
    wyrm_moments final_depth, final_level, turns, hp_left;
    wyrm_counts final_depths, all_turns;
    size_t depth_count;
    wyrm_sim_depth
        depths[WYRM_RUN_FLOORS_MAX]; /* counts and moments; the rest is worked out later */
    size_t monster_count, item_count;
    uint64_t *deaths; /* by cause (see deaths_at), then depth - 1 */
    wyrm_sim_monster *monsters;
    wyrm_sim_item *items;
    wyrm_sim_item all_items;
    summing_fight *together; /* of the run being added, by monster */
    summing_feat best, worst;
    summing_feat stalled;                       /* the first that did */
    summing_feat first_at[WYRM_RUN_FLOORS_MAX]; /* the first run that ended at each depth */
};

/* Causes of death in rows: the monsters, then one for every other end. */
static size_t count_causes(const wyrm_summing *summing)
{
    return summing->monster_count + WYRM_RUN_END_COUNT;
}

/* ---- histograms of whole numbers whose bins grow with their values ---- */

#define EXACT      1024u /* values below have bins of their own */
#define EXACT_LOG  10
#define PER_OCTAVE 64u /* bins of every doubling above */
#define OCTAVE_LOG 6

static size_t bin_of(uint64_t value)
{
    if (value < EXACT)
        return (size_t)value;
    unsigned log = 63u - (unsigned)__builtin_clzll(value);
    uint64_t within = (value >> (log - OCTAVE_LOG)) - PER_OCTAVE;
    size_t bin = EXACT + (log - EXACT_LOG) * PER_OCTAVE + (size_t)within;
    return bin < WYRM_COUNTS_BINS ? bin : WYRM_COUNTS_BINS - 1;
}

/* The least value of a bin, and how many values it holds. */
static double least_of(size_t bin, double *width)
{
    *width = 1.0;
    if (bin < EXACT)
        return (double)bin;
    size_t octave = (bin - EXACT) / PER_OCTAVE, within = (bin - EXACT) % PER_OCTAVE;
    int log = (int)octave + EXACT_LOG - OCTAVE_LOG;
    *width = ldexp(1.0, log);
    return ldexp((double)(PER_OCTAVE + within), log);
}

void wyrm_counts_add(wyrm_counts *counts, uint64_t value)
{
    counts->count++;
    counts->bins[bin_of(value)]++;
}

void wyrm_counts_merge(wyrm_counts *counts, const wyrm_counts *other)
{
    counts->count += other->count;
    for (size_t i = 0; i < WYRM_COUNTS_BINS; i++)
        counts->bins[i] += other->bins[i];
}

/* The value of the given rank, from 1; `rank` is taken into 1..count. Those of a bin are taken to
 * lie evenly in it: its ends alone would make every interval wider than it is. */
static double ranked(const wyrm_counts *counts, double rank)
{
    double wanted = fmin(fmax(rank, 1.0), (double)counts->count), width;
    uint64_t before = 0, seen = 0;
    size_t last = 0;
    for (size_t i = 0; i < WYRM_COUNTS_BINS && (double)seen < wanted; i++) {
        if (counts->bins[i] == 0)
            continue;
        last = i;
        before = seen;
        seen += counts->bins[i];
    }
    double least = least_of(last, &width);
    double within = (wanted - (double)before - 0.5) / (double)counts->bins[last];
    return least + floor(width * within);
}

/* That of a rank between two whole ones. */
static double between(const wyrm_counts *counts, double rank)
{
    double below = ranked(counts, floor(rank));
    return below + (rank - floor(rank)) * (ranked(counts, ceil(rank)) - below);
}

double wyrm_counts_quantile(const wyrm_counts *counts, double p, wyrm_interval *ci95)
{
    double n = (double)counts->count;
    if (counts->count == 0) {
        *ci95 = (wyrm_interval){-INFINITY, INFINITY};
        return (double)NAN;
    }
    double value = ranked(counts, ceil(n * fmin(fmax(p, 0.0), 1.0)));
    wyrm_ranks ranks = wyrm_quantile_ranks(counts->count, p, 0.95);
    *ci95 = (wyrm_interval){
        ranks.low < 1.0 ? 0.0 : fmin(floor(between(counts, ranks.low)), value),
        ranks.high > n ? (double)INFINITY : fmax(ceil(between(counts, ranks.high)), value),
    };
    return value;
}

/* ---- adding ---- */

/* What the values behind each figure can be. */
static void set_ranges(wyrm_summing *summing)
{
    summing->turns.range = WYRM_AMOUNT;
    summing->hp_left.range = WYRM_SHARE;
    for (size_t i = 0; i < WYRM_RUN_FLOORS_MAX; i++) {
        wyrm_sim_depth *depth = &summing->depths[i];
        depth->hp_share.range = WYRM_SHARE;
        depth->turns.range = depth->damage_taken.range = WYRM_AMOUNT;
        depth->gear_attack.range = depth->gear_defense.range = WYRM_AMOUNT;
        depth->consumables.range = WYRM_COUNT;
        depth->met.range = depth->killed.range = depth->found.range = WYRM_SHARE;
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            depth->pity[p].range = WYRM_SHARE; /* a room has one such item at most */
    }
    for (size_t i = 0; i < summing->monster_count; i++) {
        wyrm_sim_monster *monster = &summing->monsters[i];
        monster->attacks_taken.range = WYRM_COUNT;
        monster->damage_taken.range = WYRM_AMOUNT;
        monster->fatal.range = WYRM_SHARE;
    }
}

wyrm_status wyrm_summing_new(const wyrm_design *design, uint64_t seed, wyrm_summing **out,
                             wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    wyrm_summing *summing = base_zeroed(1, sizeof *summing);
    *out = NULL;
    if (!summing)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    summing->design = design;
    summing->seed = seed;
    summing->monster_count = wyrm_roster_count(wyrm_design_roster(design));
    summing->item_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    size_t monsters = summing->monster_count + 1, items = summing->item_count + 1;
    summing->deaths =
        base_zeroed(count_causes(summing) * WYRM_RUN_FLOORS_MAX, sizeof *summing->deaths);
    summing->monsters = base_zeroed(monsters, sizeof *summing->monsters);
    summing->items = base_zeroed(items, sizeof *summing->items);
    summing->together = base_zeroed(monsters, sizeof *summing->together);
    if (!summing->deaths || !summing->monsters || !summing->items || !summing->together) {
        wyrm_summing_free(summing);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    set_ranges(summing);
    *out = summing;
    return WYRM_OK;
}

void wyrm_summing_free(wyrm_summing *summing)
{
    if (!summing)
        return;
    wyrm_free(summing->deaths);
    wyrm_free(summing->monsters);
    wyrm_free(summing->items);
    wyrm_free(summing->together);
    wyrm_free(summing);
}

/* How a run left the floor of an index: whether alive. */
static bool left_alive(const wyrm_run *run, size_t floor)
{
    return floor + 1 < run->floor_count || run->end == WYRM_RUN_WON;
}

static void add_leaving(const wyrm_run_floor *floor, wyrm_sim_depth *depth)
{
    wyrm_moments_add(&depth->level, floor->level);
    wyrm_moments_add(&depth->hp_share, floor->max_hp > 0 ? (double)floor->hp / floor->max_hp : 0.0);
    wyrm_moments_add(&depth->gear_attack, floor->gear_attack);
    wyrm_moments_add(&depth->gear_defense, floor->gear_defense);
    wyrm_moments_add(&depth->consumables, floor->consumables);
}

static void add_floor(const wyrm_run *run, size_t index, wyrm_sim_depth *depth)
{
    const wyrm_run_floor *floor = &run->floors[index];
    wyrm_moments_add(&depth->turns, floor->turns);
    wyrm_moments_add(&depth->damage_taken, floor->damage_taken);
    wyrm_clusters_add(&depth->met, floor->met, floor->monsters);
    wyrm_clusters_add(&depth->killed, floor->kills, floor->monsters);
    wyrm_clusters_add(&depth->found, floor->found, floor->items);
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        wyrm_clusters_add(&depth->pity[i], floor->pity[i], floor->rooms);
    if (left_alive(run, index))
        add_leaving(floor, depth);
}

/* The row of causes that a run's end belongs to. */
static size_t cause_of(const wyrm_summing *summing, const wyrm_run *run)
{
    if (run->end == WYRM_RUN_KILLED && run->killer >= 0 &&
        (size_t)run->killer < summing->monster_count)
        return (size_t)run->killer;
    return summing->monster_count + (size_t)run->end;
}

static void add_end(wyrm_summing *summing, const wyrm_run *run)
{
    wyrm_sim_depth *last = &summing->depths[run->floor_count - 1];
    summing->ends[run->end]++;
    if (run->end == WYRM_RUN_WON) {
        last->won++;
    } else if (run->end == WYRM_RUN_CUT) {
        last->cut++;
    } else if (run->end == WYRM_RUN_STALLED) {
        last->stalled++;
    } else {
        last->died++;
        summing->deaths[cause_of(summing, run) * WYRM_RUN_FLOORS_MAX + run->floor_count - 1]++;
    }
}

/* The most hit points that the player had on the floor of a fight. */
static double hp_of(const wyrm_run *run, const wyrm_run_fight *fight)
{
    bool known = fight->depth >= 1 && (size_t)fight->depth <= run->floor_count;
    return known ? run->floors[fight->depth - 1].max_hp : 0.0;
}

/* The floors of a run whose figures count: one that was left in the middle is none of them. */
static size_t whole_floors(const wyrm_run *run)
{
    return run->floor_count - !wyrm_run_is_complete(run->end);
}

/* The fights of a run on all its whole floors, monster by monster. */
static void gather_fights(wyrm_summing *summing, const wyrm_run *run)
{
    size_t floors = whole_floors(run);
    memset(summing->together, 0, summing->monster_count * sizeof *summing->together);
    for (size_t i = 0; i < run->fight_count; i++) {
        const wyrm_run_fight *fight = &run->fights[i];
        if (fight->monster < 0 || (size_t)fight->monster >= summing->monster_count ||
            fight->depth > run->floors[floors > 0 ? floors - 1 : 0].depth || floors == 0)
            continue;
        wyrm_run_fight *sum = &summing->together[fight->monster].sum;
        summing->together[fight->monster].hp_attacked += hp_of(run, fight) * fight->attacks_taken;
        sum->met += fight->met;
        sum->kills += fight->kills;
        sum->attacks += fight->attacks;
        sum->damage += fight->damage;
        sum->attacks_taken += fight->attacks_taken;
        sum->damage_taken += fight->damage_taken;
        sum->attacks_to_kill += fight->attacks_to_kill;
        sum->fatal |= fight->fatal;
    }
}

static void add_fights(wyrm_summing *summing, const wyrm_run *run)
{
    gather_fights(summing, run);
    for (size_t i = 0; i < summing->monster_count; i++) {
        const wyrm_run_fight *fight = &summing->together[i].sum;
        wyrm_sim_monster *monster = &summing->monsters[i];
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
        wyrm_clusters_add(&monster->attacks_to_die, summing->together[i].hp_attacked,
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

static void add_items(wyrm_summing *summing, const wyrm_run *run)
{
    uint64_t numbers[WYRM_KINDS_MAX][WYRM_FATE_COUNT] = {0}, all[WYRM_FATE_COUNT] = {0};
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_run_item *item = &run->items[i];
        const uint32_t made[WYRM_FATE_COUNT] = {item->lain, item->found, item->used, item->left};
        if (item->kind < 0 || (size_t)item->kind >= summing->item_count)
            continue;
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++) {
            numbers[item->kind][fate] += made[fate];
            all[fate] += made[fate];
        }
    }
    for (size_t kind = 0; kind < summing->item_count; kind++)
        add_item(&summing->items[kind], numbers[kind]);
    add_item(&summing->all_items, all);
}

uint64_t wyrm_summing_runs(const wyrm_summing *summing)
{
    return summing->runs;
}

/* Above 0 where a run got farther than what is kept: won, deeper, more learned, in fewer turns. */
static int compare_feats(const summing_feat *one, const summing_feat *other)
{
    if (one->won != other->won)
        return one->won ? 1 : -1;
    if (one->depth != other->depth)
        return one->depth > other->depth ? 1 : -1;
    if (one->level != other->level)
        return one->level > other->level ? 1 : -1;
    return (one->turns < other->turns) - (one->turns > other->turns);
}

static summing_feat feat_of(const wyrm_run *run)
{
    return (summing_feat){.any = true,
                          .won = run->end == WYRM_RUN_WON,
                          .depth = run->depth,
                          .level = run->level,
                          .turns = run->turns,
                          .run = run->run,
                          .end = run->end};
}

static void add_feat(wyrm_summing *summing, const wyrm_run *run)
{
    const summing_feat feat = feat_of(run);
    if (!summing->best.any || compare_feats(&feat, &summing->best) > 0)
        summing->best = feat;
    if (!summing->worst.any || compare_feats(&feat, &summing->worst) < 0)
        summing->worst = feat;
    if (!summing->first_at[run->floor_count - 1].any)
        summing->first_at[run->floor_count - 1] = feat;
}

/* What only a run that came to its end has to tell. */
static void add_complete(wyrm_summing *summing, const wyrm_run *run)
{
    const wyrm_run_floor *last = &run->floors[run->floor_count - 1];
    summing->complete++;
    add_items(summing, run);
    add_feat(summing, run);
    if (run->end == WYRM_RUN_WON && last->max_hp > 0)
        wyrm_moments_add(&summing->hp_left, (double)last->hp / last->max_hp);
    wyrm_moments_add(&summing->final_depth, run->depth);
    wyrm_moments_add(&summing->final_level, run->level);
    wyrm_moments_add(&summing->turns, run->turns);
    wyrm_counts_add(&summing->final_depths, (uint64_t)(run->depth > 0 ? run->depth : 0));
    wyrm_counts_add(&summing->all_turns, run->turns);
}

wyrm_status wyrm_summing_add(wyrm_summing *summing, const wyrm_run *run, wyrm_error *error)
{
    if (summing->runs > 0 && run->run <= summing->last)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "run %llu comes after run %llu",
                         (unsigned long long)run->run, (unsigned long long)summing->last);
    if (run->floor_count == 0 || run->floor_count > WYRM_RUN_FLOORS_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "run %llu has %zu floors",
                         (unsigned long long)run->run, run->floor_count);
    summing->last = run->run;
    summing->runs++;
    if (summing->depth_count < run->floor_count)
        summing->depth_count = run->floor_count;
    for (size_t i = 0; i < run->floor_count; i++)
        summing->depths[i].entered++;
    for (size_t i = 0; i < whole_floors(run); i++)
        add_floor(run, i, &summing->depths[i]);
    add_end(summing, run);
    add_fights(summing, run);
    if (wyrm_run_is_complete(run->end))
        add_complete(summing, run);
    else if (run->end == WYRM_RUN_STALLED && !summing->stalled.any)
        summing->stalled = feat_of(run);
    return WYRM_OK;
}

const char *wyrm_summing_headline(const wyrm_summing *summing, double *value, wyrm_interval *ci95)
{
    uint64_t won = summing->ends[WYRM_RUN_WON], runs = summing->complete;
    bool all_alike = summing->final_depth.min >= summing->final_depth.max;
    if (runs > 0 && (won * 50 >= runs || all_alike)) {
        *value = (double)won / (double)runs;
        *ci95 = wyrm_share_interval(won, runs, 0.95);
        return "win rate";
    }
    *value = runs > 0 ? summing->final_depth.mean : (double)NAN;
    *ci95 = wyrm_mean_interval(&summing->final_depth, 0.95);
    return "final depth";
}

/* ---- what has been added up, worked out ---- */

#define CONFIDENCE 0.95

/* Who has won stays among the living for good; who was cut off or stalled is no longer at risk where
 * that happened. */
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

static void work_out_depths(wyrm_summary *summary)
{
    for (size_t i = 0; i < summary->depth_count; i++) {
        wyrm_sim_depth *depth = &summary->depths[i];
        uint64_t whole = depth->entered - depth->cut - depth->stalled;
        depth->depth = (int32_t)i + 1;
        depth->survival_ci95 = wyrm_sim_survival(summary, i + 1, CONFIDENCE, &depth->survival);
        depth->hazard = whole > 0 ? (double)depth->died / (double)whole : (double)NAN;
        depth->hazard_ci95 = wyrm_share_interval(depth->died, whole, CONFIDENCE);
    }
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

static void list_deaths(const wyrm_summing *summing, wyrm_summary *summary)
{
    size_t causes = count_causes(summing);
    for (size_t cause = 0; cause < causes; cause++) {
        bool monster = cause < summing->monster_count;
        for (size_t depth = 0; depth < summing->depth_count; depth++) {
            uint64_t count = summing->deaths[cause * WYRM_RUN_FLOORS_MAX + depth];
            if (count == 0)
                continue;
            summary->deaths[summary->death_count++] = (wyrm_sim_death){
                .end = monster ? WYRM_RUN_KILLED : (wyrm_run_end)(cause - summing->monster_count),
                .killer = monster ? (int32_t)cause : -1,
                .depth = (int32_t)depth + 1,
                .count = count,
                .ci95 = wyrm_listed_share_interval(count, summary->complete, 1, CONFIDENCE),
            };
        }
    }
    qsort(summary->deaths, summary->death_count, sizeof *summary->deaths, by_frequency);
}

static void name_run(wyrm_summary *summary, const char *what, const summing_feat *feat)
{
    if (!feat->any)
        return;
    summary->examples[summary->example_count++] =
        (wyrm_sim_example){.what = what, .run = feat->run, .depth = feat->depth, .end = feat->end};
}

/* The first run that ended at the depth of a quantile. */
static void name_quantile(const wyrm_summing *summing, wyrm_summary *summary, const char *what,
                          double p)
{
    wyrm_interval unused;
    double depth = wyrm_counts_quantile(&summing->final_depths, p, &unused);
    if (depth >= 1.0 && depth <= WYRM_RUN_FLOORS_MAX)
        name_run(summary, what, &summing->first_at[(size_t)depth - 1]);
}

static void name_examples(const wyrm_summing *summing, wyrm_summary *summary)
{
    name_run(summary, "best", &summing->best);
    name_quantile(summing, summary, "90 %", 0.9);
    name_quantile(summing, summary, "median", 0.5);
    name_quantile(summing, summary, "10 %", 0.1);
    name_run(summary, "worst", &summing->worst);
    name_run(summary, "stalled", &summing->stalled);
}

/* Room for everything; NULL where there is none. */
static wyrm_summary *make_room(const wyrm_summing *summing)
{
    size_t deaths = 0, cells = count_causes(summing) * WYRM_RUN_FLOORS_MAX;
    for (size_t i = 0; i < cells; i++)
        deaths += summing->deaths[i] > 0;
    wyrm_summary *summary = base_zeroed(1, sizeof *summary);
    if (!summary)
        return NULL;
    summary->final_depths = base_allocate(sizeof *summary->final_depths);
    summary->all_turns = base_allocate(sizeof *summary->all_turns);
    summary->depths = base_zeroed(summing->depth_count + 1, sizeof *summary->depths);
    summary->deaths = base_zeroed(deaths + 1, sizeof *summary->deaths);
    summary->monsters = base_zeroed(summing->monster_count + 1, sizeof *summary->monsters);
    summary->items = base_zeroed(summing->item_count + 1, sizeof *summary->items);
    if (summary->final_depths && summary->all_turns && summary->depths && summary->deaths &&
        summary->monsters && summary->items)
        return summary;
    wyrm_summary_free(summary);
    return NULL;
}

wyrm_status wyrm_summing_up(const wyrm_summing *summing, wyrm_summary **out, wyrm_error *error)
{
    wyrm_summary *summary = make_room(summing);
    *out = summary;
    if (!summary)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    summary->seed = summing->seed;
    summary->runs = summing->runs;
    memcpy(summary->ends, summing->ends, sizeof summary->ends);
    uint64_t won = summing->ends[WYRM_RUN_WON];
    summary->complete = summing->complete;
    summary->win_rate =
        summing->complete > 0 ? (double)won / (double)summing->complete : (double)NAN;
    summary->win_rate_ci95 = wyrm_share_interval(won, summing->complete, CONFIDENCE);
    summary->final_depth = summing->final_depth;
    summary->final_level = summing->final_level;
    summary->turns = summing->turns;
    summary->hp_left = summing->hp_left;
    *summary->final_depths = summing->final_depths;
    *summary->all_turns = summing->all_turns;
    summary->depth_count = summing->depth_count;
    memcpy(summary->depths, summing->depths, summing->depth_count * sizeof *summary->depths);
    summary->monster_count = summing->monster_count;
    memcpy(summary->monsters, summing->monsters,
           summing->monster_count * sizeof *summary->monsters);
    summary->item_count = summing->item_count;
    memcpy(summary->items, summing->items, summing->item_count * sizeof *summary->items);
    summary->all_items = summing->all_items;
    work_out_depths(summary);
    list_deaths(summing, summary);
    name_examples(summing, summary);
    return WYRM_OK;
}

void wyrm_summary_free(wyrm_summary *summary)
{
    if (!summary)
        return;
    wyrm_free(summary->final_depths);
    wyrm_free(summary->all_turns);
    wyrm_free(summary->depths);
    wyrm_free(summary->deaths);
    wyrm_free(summary->monsters);
    wyrm_free(summary->items);
    wyrm_free(summary);
}
