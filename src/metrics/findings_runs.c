/* Findings about runs: games that come to no end, and items that no bot can do anything with.
 *
 * A game that stalls or is cut off is part of no mean, so it must not be passed over. One of
 * them is played again up to where it stands still, and its map is searched from there: where no
 * way leads to the stairs, or only past somebody who cannot be hurt, the rules are at fault;
 * where there is one the bot is, and what is said of its games is to be taken with care. */
#include "metrics/internal.h"
#include <string.h>
#include "game/internal.h"
#include "sim/internal.h"

static void search(base_arena *arena, const wyrm_game *game, wyrm_grid grid, wyrm_distances *out)
{
    static const wyrm_step_costs costs = {1, 1};
    base_must(arena, wyrm_distances_find(&grid, &game->player.at, 1, costs, WYRM_UNREACHED, out,
                                         &arena->error));
}

/* Whether the search has come to a tile, or next to it. */
static bool is_reached(const wyrm_distances *distances, wyrm_position at, int radius)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++)
            if (wyrm_distances_at(distances, x, y) != WYRM_UNREACHED)
                return true;
    return false;
}

/* Mean hit points of a blow below which whole games are too short for one. */
#define NOTHING 1e-4

/* Whether blows of the player bring it down in the end. */
static bool can_fall(const wyrm_runner *runner, const wyrm_combatant *other)
{
    const wyrm_matchup matchup = {
        .attacker = &wyrm_runner_game(runner)->player.combatant, .defender = other, .distance = 1};
    wyrm_pmf *damage = NULL;
    bool falls =
        wyrm_combat_hit(wyrm_runner_engine(runner)->combat, &matchup, &damage, NULL) != WYRM_OK ||
        (wyrm_pmf_mean(damage) >= NOTHING &&
         (wyrm_pmf_mean(damage) > other->regeneration || wyrm_pmf_last(damage) >= other->hp));
    wyrm_pmf_free(damage);
    return falls;
}

/* Whose the goal is as long as he lives, if so the ruleset says. */
static bool holds_goal(const wyrm_runner *runner, const wyrm_game_monster *monster)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    const wyrm_engine *engine = wyrm_runner_engine(runner);
    return game->map.final && engine->rules.goal == WYRM_GOAL_BOSS && !game->goal_placed &&
           wyrm_is_boss(engine, monster);
}

judge_fault judge_find_fault(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    wyrm_distances *distances = base_new(arena, wyrm_distances);
    wyrm_position to = game->goal_placed ? game->goal : game->map.exit;
    bool is_held = false, can_go_on = false;
    search(arena, game, wyrm_game_step_grid(game), distances);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        is_held |= holds_goal(runner, monster);
        can_go_on |= is_reached(distances, monster->body.at, 1) &&
                     can_fall(runner, &monster->body.combatant);
    }
    can_go_on |= !is_held && is_reached(distances, to, 0);
    search(arena, game, wyrm_map_feet(&game->map), distances);
    bool has_way = !is_held && is_reached(distances, to, 0);
    for (size_t i = 0; i < game->monster_count; i++)
        has_way |= holds_goal(runner, &game->monsters[i]) &&
                   is_reached(distances, game->monsters[i].body.at, 0);
    return can_go_on ? JUDGE_FAULT_BOT : has_way ? JUDGE_FAULT_MONSTERS : JUDGE_FAULT_MAP;
}

/* "before orc, 3 tiles away, with a reach of 4": the nearest in sight. */
static judge_text name_nearest(base_arena *arena, const wyrm_runner *runner)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    const wyrm_engine *engine = wyrm_runner_engine(runner);
    wyrm_observation *seen = base_new(arena, wyrm_observation);
    wyrm_observe(engine, game, seen);
    for (size_t i = 0; i < seen->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[seen->monsters[i].index];
        int apart = (int)seen->monsters[i].distance, who = monster->spawn.monster;
        if (!seen->monsters[i].in_sight)
            continue;
        int reach = (int)wyrm_reach_of(engine, &monster->body.combatant);
        return judge_say("before %.50s, %d %s away%s",
                         who >= 0 ? wyrm_roster_monster(engine->roster, who)->title : "somebody",
                         apart, apart == 1 ? "tile" : "tiles",
                         reach > 1 ? judge_say(", with a reach of %d", reach).text : "");
    }
    return judge_say("with nobody in sight");
}

/* The first of the games without an end, played once more to where it is left. */
static void look_at_lost(judge_work *work, const judge_simulation *made)
{
    static const char *const faults[] = {
        [JUDGE_FAULT_BOT] = "it could go on, so the bot is at fault, not the rules",
        [JUDGE_FAULT_MAP] = "no way leads on, so the rules are at fault",
        [JUDGE_FAULT_MONSTERS] =
            "all ways are blocked by monsters that it cannot bring down, so the rules are at fault",
    };
    base_arena *arena = work->arena;
    wyrm_run *run = base_new(arena, wyrm_run);
    wyrm_run_options options = {0};
    wyrm_runner *runner;
    base_must(arena, wyrm_bot_find(made->bot, &options.bot, &arena->error));
    base_must(arena, wyrm_runner_new(work->design, &options, &runner, &arena->error));
    base_keep(arena, runner, wyrm_runner_free);
    base_must(arena, wyrm_runner_make(runner, work->seed, made->lost_run, run, &arena->error));
    const wyrm_summary *summary = made->summary;
    uint64_t lost = summary->runs - summary->complete;
    unsigned long long first = made->lost_run;
    wyrm_interval share =
        wyrm_listed_share_interval(lost, summary->runs, 1, made->looks.confidence);
    judge_tell(work, "no-end", judge_say("games of %s", made->bot).text,
               "%s to %s of them come to no end (%llu of %llu). Run %llu %s at depth %d in turn "
               "%u, %s; %s. To watch it: wyrm sim RULESET --bot %s --seed %llu --first-run %llu "
               "--runs 1 -o one.db, then wyrm replay one.db --run %llu",
               judge_percent(share.low).text, judge_percent(share.high).text,
               (unsigned long long)lost, (unsigned long long)summary->runs, first,
               run->end == WYRM_RUN_STALLED ? "stalls" : "is cut off", (int)run->depth,
               (unsigned)wyrm_runner_game(runner)->turn, name_nearest(arena, runner).text,
               faults[judge_find_fault(arena, runner)], made->bot, (unsigned long long)work->seed,
               first, first);
}

/* Of the explorer's games, and of those of others that a target is about. */
static void look_for_stalls(judge_work *work)
{
    wyrm_engine *engine;
    wyrm_status status = wyrm_engine_new(work->design, &engine, work->error);
    if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT) /* it cannot be played */
        return;
    base_must(work->arena, status);
    wyrm_engine_free(engine);
    (void)judge_simulate(work, JUDGE_USUAL_BOT, "");
    for (size_t i = 0; i < work->simulation_count; i++) {
        const judge_simulation *made = &work->simulations[i];
        if (made->arena[0] == '\0' && made->summary->complete < made->summary->runs)
            look_at_lost(work, made);
    }
}

/* The one who does anything at random tells nothing of what an item is worth. */
static void look_for_unplayed(judge_work *work)
{
    size_t count;
    const wyrm_bot_kind *bots = wyrm_bot_kinds(&count);
    for (size_t i = 0; i < work->kind_count; i++) {
        const wyrm_item_kind *kind = &work->kinds[i];
        const wyrm_effect effect = wyrm_item_effect(kind->record);
        bool used = effect.kind == WYRM_EFFECT_NONE || kind->item_class == WYRM_ITEM_WEAPON ||
                    kind->item_class == WYRM_ITEM_ARMOR || !work->presence.items[i];
        for (size_t b = 0; !used && b < count; b++)
            used = strcmp(bots[b].name, "random") != 0 && wyrm_bot_uses(&bots[b], &effect);
        if (!used)
            judge_tell(work, "unused-by-bots", judge_say("items.%s", kind->name).text,
                       "no bot knows how to use it (effect %s%s): in all figures of runs %.60s is "
                       "as good as not there, whatever it is worth to a player",
                       wyrm_effect_name(effect.kind), effect.turns > 0 ? " for a while" : "",
                       kind->title);
    }
}

const judge_looks judge_looks_runs = {
    [LOOK_UNPLAYED] = look_for_unplayed,
    [LOOK_STALLS] = look_for_stalls,
};
