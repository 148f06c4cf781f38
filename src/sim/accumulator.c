/* Summaries of many runs: survival, causes of death, unused items of the dead, examples.
 *
 * Runs are added one by one, in the order of their numbers. An accumulator takes memory by the
 * depths and kinds of a ruleset, not by the number of runs, and the result is the same whether the
 * runs come from threads, from one file or from a thousand. Most of a summary is updated directly;
 * the rest (survival, the list of deaths, the named runs) is computed on request.
 *
 * What monsters and items did in a run depends on that run: a player with a good sword meets nine
 * orcs with it. So these figures are ratios over clusters, each of which is a run, and their
 * intervals reflect the number of runs, not the number of orcs. */
#include "sim/internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- adding runs up ---- */

#define CONFIDENCE 0.95

/* Orders the examples: the run that got farther is greater; among equals the first one is kept. */
typedef struct run_feat {
    bool any;
    uint64_t run;
    wyrm_run_end end;
    int64_t won, depth, level, fewer; /* fewer: turns, negated */
} run_feat;

/* The fights of a run with one kind of monster, on all its floors. */
typedef struct run_fight {
    wyrm_run_fight sum;
    double hp_attacked; /* attacks taken, each weighted by the player's maximum hit points on that
                           floor */
} run_fight;

/* `sum` points to the arrays here; its deaths and examples are listed only by make_summary. */
struct wyrm_accumulator {
    wyrm_summary sum;
    uint64_t last; /* number of the last run */
    wyrm_histogram final_depths, all_turns;
    wyrm_sim_depth depths[WYRM_RUN_FLOORS_MAX];
    size_t cause_count; /* causes of death: the monsters, then one for every wyrm_run_end */
    uint64_t (*deaths)[WYRM_RUN_FLOORS_MAX];    /* by cause, then depth - 1 */
    wyrm_sim_left (*left)[WYRM_RUN_FLOORS_MAX]; /* by kind of item, then depth - 1 */
    run_fight *fights;                          /* of the current run, by monster */
    run_feat best, worst, stalled;              /* stalled: the first run that did */
    run_feat first_at[2][WYRM_RUN_FLOORS_MAX];  /* the first run lost, and won, by depth - 1 */
};

#define COST_MOST 10.0 /* ratio; without a cap, one foe who cannot be hurt would decide the mean */

static void set_ranges(wyrm_sim_last *last)
{
    last->hp_share.range = WYRM_SHARE;
    last->foes.range = last->most.range = WYRM_COUNT;
    last->cost.range = WYRM_CAPPED;
    last->cost.most = COST_MOST;
    last->heals.range = last->escapes.range = WYRM_COUNT;
    last->hurts.range = last->others.range = last->unused.range = WYRM_COUNT;
}

/* Allocates everything, and sets the range of values of each figure. */
static void make_accumulator(base_arena *arena, void *result, void *context)
{
    const wyrm_design *design = *(const wyrm_design **)context;
    wyrm_accumulator *accumulator = result;
    wyrm_summary *sum = &accumulator->sum;
    const wyrm_item_kind *kinds;
    sum->final_depths = &accumulator->final_depths;
    sum->all_turns = &accumulator->all_turns;
    sum->depths = accumulator->depths;
    sum->monster_count = wyrm_roster_count(wyrm_design_roster(design));
    sum->monsters = base_array(arena, wyrm_sim_monster, sum->monster_count);
    sum->item_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    sum->items = base_array(arena, wyrm_sim_item, sum->item_count);
    accumulator->fights = base_array(arena, run_fight, sum->monster_count);
    accumulator->cause_count = sum->monster_count + WYRM_RUN_END_COUNT;
    accumulator->deaths = base_take(arena, accumulator->cause_count, sizeof *accumulator->deaths);
    accumulator->left = base_take(arena, sum->item_count, sizeof *accumulator->left);
    const int32_t last_level = wyrm_growth_last_level(wyrm_design_growth(design));
    sim_bound(wyrm_design_last_depth(design), &sum->final_depth);
    sim_bound(last_level, &sum->final_level);
    sum->turns.range = WYRM_AMOUNT;
    sum->hp_left.range = WYRM_SHARE;
    set_ranges(&sum->last);
    for (wyrm_sim_depth *depth = sum->depths; depth < sum->depths + WYRM_RUN_FLOORS_MAX; depth++) {
        depth->hp_share.range = WYRM_SHARE;
        sim_bound(last_level, &depth->level);
        depth->turns.range = depth->damage_taken.range = WYRM_AMOUNT;
        depth->gear_attack.range = depth->gear_defense.range = WYRM_AMOUNT;
        depth->consumables.range = WYRM_COUNT;
        depth->met.range = depth->killed.range = depth->found.range = WYRM_SHARE;
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            depth->pity[p].range = WYRM_SHARE; /* a room has one such item at most */
        depth->items.range = depth->picked.range = depth->used.range = WYRM_COUNT;
        set_ranges(&depth->last);
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
    wyrm_status status = base_make(sizeof **out, make_accumulator, &design, out, error);
    if (status == WYRM_OK)
        (*out)->sum.seed = seed;
    return status;
}

void wyrm_accumulator_free(wyrm_accumulator *accumulator)
{
    base_unmake(accumulator);
}

/* Adds the fights of a run on its first `floors` floors, by monster. The floor on which a run was
 * cut off is left out, as in the figures of floors. Encounters are summed over all floors first,
 * since a cluster may be added only once. */
static void add_fights(wyrm_accumulator *accumulator, const wyrm_run *run, size_t floors)
{
    size_t monsters = accumulator->sum.monster_count;
    run_fight *fights = memset(accumulator->fights, 0, monsters * sizeof *fights);
    for (size_t i = 0; i < run->fight_count && floors > 0; i++) {
        const wyrm_run_fight *fight = &run->fights[i];
        if (fight->monster < 0 || (size_t)fight->monster >= monsters ||
            fight->depth > run->floors[floors - 1].depth)
            continue;
        bool known = fight->depth >= 1 && (size_t)fight->depth <= run->floor_count;
        double hp = known ? run->floors[fight->depth - 1].max_hp : 0.0;
        wyrm_run_fight *sum = &fights[fight->monster].sum;
        fights[fight->monster].hp_attacked += hp * fight->attacks_taken;
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
        const wyrm_run_fight *fight = &fights[i].sum;
        wyrm_sim_monster *monster = &accumulator->sum.monsters[i];
        if (fight->met == 0)
            continue;
        monster->runs_met++;
        monster->met += fight->met;
        monster->kills += fight->kills;
        monster->deaths += fight->fatal;
        wyrm_ratio_estimate_add(&monster->attacks_to_kill, fight->attacks_to_kill, fight->kills);
        wyrm_ratio_estimate_add(&monster->attacks_taken, fight->attacks_taken, fight->met);
        wyrm_ratio_estimate_add(&monster->damage_taken, fight->damage_taken, fight->met);
        wyrm_ratio_estimate_add(&monster->fatal, fight->fatal, fight->met);
        wyrm_ratio_estimate_add(&monster->damage_per_attack, fight->damage, fight->attacks);
        wyrm_ratio_estimate_add(&monster->damage_per_taken, fight->damage_taken,
                                fight->attacks_taken);
        wyrm_ratio_estimate_add(&monster->attacks_to_die, fights[i].hp_attacked,
                                fight->damage_taken);
    }
}

/* Above 0 if `one` got farther: won, deeper, higher level, fewer turns. */
static int compare_feats(const run_feat *one, const run_feat *other)
{
    const int64_t ones[] = {one->won, one->depth, one->level, one->fewer};
    const int64_t others[] = {other->won, other->depth, other->level, other->fewer};
    int i = 0;
    while (i < 3 && ones[i] == others[i])
        i++;
    return (ones[i] > others[i]) - (ones[i] < others[i]);
}

/* Adds the last fight of a run that died, if it is recorded. */
static void add_last_fight(wyrm_sim_last *last, const wyrm_run *run)
{
    const wyrm_run_death *death = &run->deaths[0];
    const wyrm_death_reason reason = wyrm_run_reason(run);
    if (reason == WYRM_DEATH_REASON_COUNT)
        return;
    last->deaths++;
    if (last->reasons[reason]++ == 0)
        last->runs[reason] = run->run;
    wyrm_moments_add(&last->heals, death->heals);
    wyrm_moments_add(&last->escapes, death->escapes);
    wyrm_moments_add(&last->hurts, death->hurts);
    wyrm_moments_add(&last->others, death->others);
    wyrm_moments_add(&last->unused,
                     (double)death->heals + death->escapes + death->hurts + death->others);
    if (reason == WYRM_DEATH_NO_FOE)
        return;
    last->fights++;
    last->bare += death->heals + death->escapes == 0;
    wyrm_moments_add(&last->hp_share, death->max_hp > 0 ? (double)death->hp / death->max_hp : 0.0);
    wyrm_moments_add(&last->foes, death->foes);
    wyrm_moments_add(&last->most, death->most);
    if (death->cost < 0 || death->means <= 0)
        return;
    last->looked_won += death->cost < (int64_t)death->means;
    wyrm_moments_add(&last->cost, fmin((double)death->cost / death->means, COST_MOST));
}

/* Adds the items of a complete run that ended on floor `at` + 1: by kind, zeros included, and all
 * together. */
static void add_items(wyrm_accumulator *accumulator, const wyrm_run *run, size_t at)
{
    wyrm_summary *sum = &accumulator->sum;
    uint64_t numbers[WYRM_KINDS_MAX + 1][WYRM_FATE_COUNT] = {0}, *all = numbers[sum->item_count];
    for (size_t i = 0; i < run->item_count; i++) {
        const wyrm_run_item *item = &run->items[i];
        const uint32_t made[WYRM_FATE_COUNT] = {item->lain, item->found, item->used, item->left};
        if (item->kind < 0 || (size_t)item->kind >= sum->item_count)
            continue;
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++) {
            numbers[item->kind][fate] += made[fate];
            all[fate] += made[fate];
        }
        if (run->end != WYRM_RUN_WON) {
            accumulator->left[item->kind][at].runs += item->left > 0;
            accumulator->left[item->kind][at].left += item->left;
        }
    }
    for (size_t kind = 0; kind <= sum->item_count; kind++) {
        wyrm_sim_item *into = kind < sum->item_count ? &sum->items[kind] : &sum->all_items;
        into->runs_found += numbers[kind][WYRM_FATE_FOUND] > 0;
        into->lain += numbers[kind][WYRM_FATE_LAIN];
        into->found += numbers[kind][WYRM_FATE_FOUND];
        into->used += numbers[kind][WYRM_FATE_USED];
        into->left += numbers[kind][WYRM_FATE_LEFT];
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++) {
            into->a_run[fate].range = WYRM_COUNT;
            wyrm_moments_add(&into->a_run[fate], (double)numbers[kind][fate]);
        }
    }
}

/* Adds the end of a run and, if it is complete, the figures of the whole run. */
static void add_end(wyrm_accumulator *accumulator, const wyrm_run *run)
{
    const size_t at = run->floor_count - 1;
    const wyrm_run_floor *floor = &run->floors[at];
    wyrm_summary *sum = &accumulator->sum;
    wyrm_sim_depth *last = &sum->depths[at];
    const run_feat feat = {true,
                           run->run,
                           run->end,
                           run->end == WYRM_RUN_WON,
                           run->depth,
                           run->level,
                           -(int64_t)run->turns};
    sum->ends[run->end]++;
    last->won += run->end == WYRM_RUN_WON;
    last->cut += run->end == WYRM_RUN_CUT;
    last->stalled += run->end == WYRM_RUN_STALLED;
    if (run->end == WYRM_RUN_STALLED && !accumulator->stalled.any)
        accumulator->stalled = feat;
    if (!wyrm_run_is_complete(run->end))
        return;
    if (run->end != WYRM_RUN_WON) {
        size_t cause = sum->monster_count + (size_t)run->end;
        if (run->end == WYRM_RUN_KILLED && run->killer >= 0 &&
            (size_t)run->killer < sum->monster_count)
            cause = (size_t)run->killer;
        last->died++;
        add_last_fight(&last->last, run);
        add_last_fight(&sum->last, run);
        accumulator->deaths[cause][at]++;
    }
    sum->complete++;
    add_items(accumulator, run, at);
    if (!accumulator->best.any || compare_feats(&feat, &accumulator->best) > 0)
        accumulator->best = feat;
    if (!accumulator->worst.any || compare_feats(&feat, &accumulator->worst) < 0)
        accumulator->worst = feat;
    if (!accumulator->first_at[feat.won][at].any)
        accumulator->first_at[feat.won][at] = feat;
    if (run->end == WYRM_RUN_WON && floor->max_hp > 0)
        wyrm_moments_add(&sum->hp_left, (double)floor->hp / floor->max_hp);
    wyrm_moments_add(&sum->final_depth, run->depth);
    wyrm_moments_add(&sum->final_level, run->level);
    wyrm_moments_add(&sum->turns, run->turns);
    wyrm_histogram_add(sum->final_depths, (uint64_t)(run->depth > 0 ? run->depth : 0));
    wyrm_histogram_add(sum->all_turns, run->turns);
}

/* Adds a share of the monsters that a floor had at first. Monsters summoned or split off later
 * count in `part`, so it may exceed `all`: then the ratio is no share. */
static void add_monsters(wyrm_ratio_estimate *share, uint32_t part, uint32_t all)
{
    if (part > all)
        share->range = WYRM_COUNT;
    wyrm_ratio_estimate_add(share, part, all);
}

/* Run numbers must ascend: no run is added twice, and floating-point sums have the same bits
 * wherever the runs come from. */
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
    /* Floors whose figures count: all but one that the run left unfinished. */
    size_t floors = run->floor_count - !wyrm_run_is_complete(run->end);
    accumulator->last = run->run;
    sum->runs++;
    if (sum->depth_count < run->floor_count)
        sum->depth_count = run->floor_count;
    for (size_t i = 0; i < run->floor_count; i++)
        sum->depths[i].entered++;
    for (size_t i = 0; i < floors; i++) {
        const wyrm_run_floor *floor = &run->floors[i];
        wyrm_sim_depth *depth = &sum->depths[i];
        wyrm_moments_add(&depth->turns, floor->turns);
        wyrm_moments_add(&depth->damage_taken, floor->damage_taken);
        add_monsters(&depth->met, floor->met, floor->monsters);
        add_monsters(&depth->killed, floor->kills, floor->monsters);
        wyrm_ratio_estimate_add(&depth->found, floor->found, floor->items);
        wyrm_moments_add(&depth->items, floor->items);
        wyrm_moments_add(&depth->picked, floor->found);
        wyrm_moments_add(&depth->used, floor->used);
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            wyrm_ratio_estimate_add(&depth->pity[p], floor->pity[p], floor->rooms);
        if (i + 1 == run->floor_count && run->end != WYRM_RUN_WON) /* not left alive */
            continue;
        double hp = floor->max_hp > 0 ? (double)floor->hp / floor->max_hp : 0.0;
        wyrm_moments_add(&depth->level, floor->level);
        wyrm_moments_add(&depth->hp_share, hp);
        wyrm_moments_add(&depth->gear_attack, floor->gear_attack);
        wyrm_moments_add(&depth->gear_defense, floor->gear_defense);
        wyrm_moments_add(&depth->consumables, floor->consumables);
    }
    add_end(accumulator, run);
    add_fights(accumulator, run, floors);
    return WYRM_OK;
}

/* The win rate if at least one run in 50 is won (fewer wins are too uncertain) or if all end at one
 * depth; otherwise the mean final depth. */
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

/* ---- summaries ---- */

wyrm_interval wyrm_sim_survival(const wyrm_summary *summary, size_t depth, double confidence,
                                double *value)
{
    sim_stage_walk walk = {0};
    for (size_t i = 0; i < depth && i < summary->depth_count; i++) {
        const wyrm_sim_depth *here = &summary->depths[i];
        sim_stage_walk_on(&walk, here->entered - here->cut - here->stalled, here->died, here->won);
    }
    return sim_stage_walk_end(&walk, confidence, value);
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

/* The first run with the same end and depth as the run at quantile p. Runs are ordered by won or
 * not, then depth: all lost ones before any won one. */
static const run_feat *feat_at(const wyrm_accumulator *accumulator, double p)
{
    static const run_feat none;
    const double rank = ceil(p * (double)accumulator->sum.complete);
    uint64_t passed = 0;
    for (size_t won = 0; won < 2; won++)
        for (size_t at = 0; at < WYRM_RUN_FLOORS_MAX; at++) {
            const wyrm_sim_depth *depth = &accumulator->depths[at];
            passed += won ? depth->won : depth->died;
            if (passed > 0 && (double)passed >= rank)
                return &accumulator->first_at[won][at];
        }
    return &none;
}

static void *copy_of(base_arena *arena, const void *from, size_t count, size_t size)
{
    return memcpy(base_take(arena, count, size), from, count * size);
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

/* Names, for each reason of death, a run from the depth where it is most frequent. */
static void name_last_fights(wyrm_summary *summary)
{
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
        uint64_t most = 0;
        for (size_t i = 0; i < summary->depth_count; i++) {
            const wyrm_sim_last *last = &summary->depths[i].last;
            if (last->reasons[reason] > most)
                summary->last.runs[reason] = last->runs[reason];
            most = last->reasons[reason] > most ? last->reasons[reason] : most;
        }
    }
}

/* Lists causes of death by depth, the most frequent first; among equals the lesser depth, then the
 * order of the ruleset, so that the list does not depend on qsort. */
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

/* Lists the unused items of the dead, depth by depth, those that most runs had first. Insertion
 * sort: the list of a depth is short, and equals keep the order of the ruleset. */
static void list_left(base_arena *arena, const wyrm_accumulator *accumulator, wyrm_summary *summary)
{
    for (size_t depth = 0, room = 0; depth < summary->depth_count; depth++) {
        const size_t first = summary->left_count;
        for (size_t kind = 0; kind < summary->item_count; kind++) {
            const wyrm_sim_left *one = &accumulator->left[kind][depth];
            size_t to = summary->left_count;
            if (one->runs == 0)
                continue;
            summary->left =
                base_grow(arena, summary->left, summary->left_count, &room, sizeof *summary->left);
            for (; to > first && summary->left[to - 1].runs < one->runs; to--)
                summary->left[to] = summary->left[to - 1];
            summary->left[to] = (wyrm_sim_left){.depth = (int32_t)depth + 1,
                                                .kind = (int32_t)kind,
                                                .runs = one->runs,
                                                .left = one->left};
            summary->left_count++;
        }
    }
}

/* Names the runs that are worth watching. */
static void name_examples(const wyrm_accumulator *accumulator, wyrm_summary *summary)
{
    const struct {
        const char *what;
        const run_feat *feat;
    } named[WYRM_SIM_EXAMPLES] = {
        {"best", &accumulator->best},          {"90 %", feat_at(accumulator, 0.9)},
        {"median", feat_at(accumulator, 0.5)}, {"10 %", feat_at(accumulator, 0.1)},
        {"worst", &accumulator->worst},        {"stalled", &accumulator->stalled}};
    for (size_t i = 0; i < WYRM_SIM_EXAMPLES; i++) {
        const run_feat *feat = named[i].feat;
        if (feat->any)
            summary->examples[summary->example_count++] =
                (wyrm_sim_example){named[i].what, feat->run, (int32_t)feat->depth, feat->end};
    }
}

/* Copies the accumulator's sums and completes them, so that runs can be added while the summary is
 * read. */
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
    work_out_depths(summary);
    name_last_fights(summary);
    list_deaths(arena, accumulator, summary);
    list_left(arena, accumulator, summary);
    name_examples(accumulator, summary);
}

uint64_t sim_accumulator_runs(const wyrm_accumulator *accumulator)
{
    return accumulator->sum.runs;
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
