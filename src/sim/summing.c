/* Adding runs up, one by one. */
#include "sim/summing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    wyrm_summing *summing = calloc(1, sizeof *summing);
    *out = NULL;
    if (!summing)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    summing->design = design;
    summing->seed = seed;
    summing->monster_count = wyrm_roster_count(wyrm_design_roster(design));
    summing->item_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    size_t monsters = summing->monster_count + 1, items = summing->item_count + 1;
    summing->deaths =
        calloc(wyrm_summing_causes(summing) * WYRM_RUN_FLOORS_MAX, sizeof *summing->deaths);
    summing->monsters = calloc(monsters, sizeof *summing->monsters);
    summing->items = calloc(items, sizeof *summing->items);
    summing->together = calloc(monsters, sizeof *summing->together);
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
    free(summing->deaths);
    free(summing->monsters);
    free(summing->items);
    free(summing->together);
    free(summing);
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
