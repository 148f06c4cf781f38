/* Findings about runs: games that come to no end, and items that no bot can do anything with.
 *
 * A game that stalls or is cut off is part of no mean, so it must not be passed over. One of
 * them is played again up to where it stands still, and its map is searched from there: where no
 * way leads to the stairs, or only past somebody who cannot be hurt, the rules are at fault;
 * where there is one the bot is, and what is said of its games is to be taken with care. */
#include "metrics/findings.h"

#include <stdio.h>
#include <string.h>

#include "game/internal.h"
#include "sim/internal.h"

/* What a search needs. Large, so on the heap. */
typedef struct searching {
    wyrm_run run;
    wyrm_observation seen;
    wyrm_distances distances;
} searching;

static wyrm_status search(const wyrm_game *game, wyrm_grid grid, searching *space,
                          wyrm_error *error)
{
    static const wyrm_step_costs costs = {1, 1};
    return wyrm_distances_find(&grid, &game->player.at, 1, costs, WYRM_UNREACHED, &space->distances,
                               error);
}

/* Whether the search has come to a tile, or next to it. */
static bool is_reached(const searching *space, wyrm_position at, int radius)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++)
            if (wyrm_distances_at(&space->distances, x, y) != WYRM_UNREACHED)
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
    return wyrm_runner_game(runner)->map.final &&
           wyrm_runner_engine(runner)->rules.goal == WYRM_GOAL_BOSS &&
           !wyrm_runner_game(runner)->goal_placed &&
           wyrm_is_boss(wyrm_runner_engine(runner), monster);
}

wyrm_status wyrm_judge_find_fault(const wyrm_runner *runner, judge_fault *out, wyrm_error *error)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    searching *space = base_allocate(sizeof *space);
    wyrm_status status = space ? search(game, wyrm_game_step_grid(game), space, error)
                               : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_position to = game->goal_placed ? game->goal : game->map.exit;
    bool is_held = false, can_go_on = false, has_way = false;
    for (size_t i = 0; status == WYRM_OK && i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        is_held |= holds_goal(runner, monster);
        can_go_on |=
            is_reached(space, monster->body.at, 1) && can_fall(runner, &monster->body.combatant);
    }
    if (status == WYRM_OK) {
        can_go_on |= !is_held && is_reached(space, to, 0);
        status = search(game, wyrm_map_grid(&game->map), space, error);
    }
    if (status == WYRM_OK)
        has_way = !is_held && is_reached(space, to, 0);
    for (size_t i = 0; status == WYRM_OK && i < game->monster_count; i++)
        has_way |= holds_goal(runner, &game->monsters[i]) &&
                   is_reached(space, game->monsters[i].body.at, 0);
    *out = can_go_on ? JUDGE_FAULT_BOT : has_way ? JUDGE_FAULT_MONSTERS : JUDGE_FAULT_MAP;
    wyrm_free(space);
    return status;
}

/* "before orc, 3 tiles away, with a reach of 4": the nearest in sight. */
static void name_nearest(const wyrm_runner *runner, searching *space, char *text, size_t size)
{
    const wyrm_game *game = wyrm_runner_game(runner);
    const wyrm_roster *roster = wyrm_runner_engine(runner)->roster;
    snprintf(text, size, "with nobody in sight");
    wyrm_observe(wyrm_runner_engine(runner), game, &space->seen);
    for (size_t i = 0; i < space->seen.monster_count; i++) {
        int32_t index = space->seen.monsters[i].index;
        const wyrm_game_monster *monster = &game->monsters[index];
        if (!space->seen.monsters[i].in_sight)
            continue;
        int32_t reach = wyrm_reach_of(wyrm_runner_engine(runner), &monster->body.combatant);
        int32_t apart = space->seen.monsters[i].distance;
        const char *name = monster->spawn.monster >= 0
                               ? wyrm_roster_monster(roster, (size_t)monster->spawn.monster)->title
                               : "somebody";
        int length = snprintf(text, size, "before %.50s, %d %s away", name, (int)apart,
                              apart == 1 ? "tile" : "tiles");
        if (reach > 1 && (size_t)length < size)
            snprintf(text + length, size - (size_t)length, ", with a reach of %d", (int)reach);
        return;
    }
}

/* The first of the games without an end, played once more to where it is left. */
static void look_at_lost(judge_work *work, const judge_simulation *made, const char *kind,
                         judge_findings *findings)
{
    static const char *const faults[] = {
        [JUDGE_FAULT_BOT] = "it could go on, so the bot is at fault, not the rules",
        [JUDGE_FAULT_MAP] = "no way leads on, so the rules are at fault",
        [JUDGE_FAULT_MONSTERS] =
            "all ways are blocked by monsters that it cannot bring down, so the rules are at fault",
    };
    base_arena *arena = work->arena;
    searching *space = base_new(arena, searching);
    wyrm_run_options options = {0};
    wyrm_runner *runner;
    base_must(arena, wyrm_bot_find(made->bot, &options.bot, &arena->error));
    base_must(arena, wyrm_runner_new(work->design, &options, &runner, &arena->error));
    base_keep(arena, runner, wyrm_runner_free);
    base_must(arena,
              wyrm_runner_make(runner, work->seed, made->lost_run, &space->run, &arena->error));
    const wyrm_summary *summary = made->summary;
    uint64_t lost = summary->runs - summary->complete;
    wyrm_interval share =
        wyrm_listed_share_interval(lost, summary->runs, 1, made->looks.confidence);
    char before[128], where[64];
    judge_fault fault;
    name_nearest(runner, space, before, sizeof before);
    base_must(arena, wyrm_judge_find_fault(runner, &fault, &arena->error));
    snprintf(where, sizeof where, "games of %s", made->bot);
    judge_add(
        findings, kind, where,
        "%s to %s of them come to no end (%llu of %llu). Run %llu %s at depth %d in turn %u, %s; "
        "%s. To watch it: wyrm sim RULESET --bot %s --seed %llu --first-run %llu --runs 1 -o "
        "one.db, then wyrm replay one.db --run %llu",
        wyrm_judge_percent(share.low).text, wyrm_judge_percent(share.high).text,
        (unsigned long long)lost, (unsigned long long)summary->runs,
        (unsigned long long)made->lost_run,
        space->run.end == WYRM_RUN_STALLED ? "stalls" : "is cut off", (int)space->run.depth,
        (unsigned)wyrm_runner_game(runner)->turn, before, faults[fault], made->bot,
        (unsigned long long)work->seed, (unsigned long long)made->lost_run,
        (unsigned long long)made->lost_run);
}

/* Of the explorer's games, and of those of others that a target is about. */
void wyrm_judge_look_stalls(judge_work *work, const char *kind, judge_findings *findings)
{
    wyrm_engine *engine;
    wyrm_status status = wyrm_engine_new(work->design, &engine, &work->arena->error);
    if (status == WYRM_ERROR_RULESET || status == WYRM_ERROR_LIMIT) /* it cannot be played */
        return;
    base_must(work->arena, status);
    wyrm_engine_free(engine);
    (void)judge_simulate(work, JUDGE_USUAL_BOT, "");
    for (size_t i = 0; i < work->simulation_count; i++) {
        const judge_simulation *made = &work->simulations[i];
        if (made->arena[0] == '\0' && made->summary->complete < made->summary->runs)
            look_at_lost(work, made, kind, findings);
    }
}

/* The one who does anything at random tells nothing of what an item is worth. */
static bool is_used(const wyrm_effect *effect)
{
    size_t count;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, "random") != 0 && wyrm_bot_uses(&kinds[i], effect))
            return true;
    return effect->kind == WYRM_EFFECT_NONE;
}

void wyrm_judge_look_unplayed(judge_work *work, const char *kind, judge_findings *findings)
{
    const wyrm_item_kind *kinds;
    judge_presence presence = judge_find_presence(work->arena, work->design);
    size_t count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    for (size_t i = 0; i < count; i++) {
        const wyrm_effect effect = wyrm_item_effect(kinds[i].record);
        char where[96];
        if (kinds[i].item_class == WYRM_ITEM_WEAPON || kinds[i].item_class == WYRM_ITEM_ARMOR ||
            !presence.items[i] || is_used(&effect))
            continue;
        snprintf(where, sizeof where, "items.%s", kinds[i].name);
        judge_add(findings, kind, where,
                  "no bot knows how to use it (effect %s%s): in all figures of runs %.60s is as "
                  "good as not there, whatever it is worth to a player",
                  wyrm_effect_name(effect.kind), effect.turns > 0 ? " for a while" : "",
                  kinds[i].title);
    }
}
