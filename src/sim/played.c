/* Runs that are played: a bot on the game's own engine, and a listener that keeps the record. */
#include "sim/played.h"

#include <string.h>

#include <wyrm/observe.h>

/* A new floor begins with its event, which comes before any other of it. */
static void see_entered(wyrm_runner *runner, const wyrm_game *game)
{
    wyrm_recorder *recorder = &runner->recorder;
    if (!wyrm_recorder_enter(recorder, game, (size_t)game->map.room_count, game->monster_count))
        return;
    for (size_t i = 0; i < game->item_count; i++)
        wyrm_recorder_lies(recorder, &game->items[i].item);
}

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    wyrm_runner *runner = context;
    if (event->kind == WYRM_EVENT_LEVEL_ENTERED)
        see_entered(runner, game);
    else
        wyrm_recorder_hear(game, event, &runner->recorder);
}

/* Carries a command out, and records it where it could be. */
static wyrm_status act(wyrm_runner *runner, const wyrm_command *command,
                       const wyrm_listener *listener, wyrm_error *error)
{
    wyrm_status status = wyrm_game_act(runner->engine, runner->game, command, listener, error);
    if (status == WYRM_OK && runner->replay)
        status = wyrm_replay_add(runner->replay, command, runner->game, error);
    return status;
}

/* Asks the bot until it says something that can be done. */
static wyrm_status act_once(wyrm_runner *runner, const wyrm_listener *listener, bool *goes_on,
                            wyrm_error *error)
{
    const wyrm_command wait = {.kind = WYRM_DO_WAIT};
    wyrm_command command;
    for (int guess = 0; guess < WYRM_BOT_GUESSES; guess++) {
        *goes_on = wyrm_bot_next(runner->bot, runner->game, &command);
        if (!*goes_on)
            return WYRM_OK;
        if (command.kind == WYRM_DO_LEAVE)
            wyrm_recorder_leave(&runner->recorder, runner->game);
        wyrm_status status = act(runner, &command, listener, error);
        if (status != WYRM_ERROR_ARGUMENT)
            return status;
    }
    return act(runner, &wait, listener, error);
}

/* ------------------------------------------------------------------ whether anything changes */

#define LOOK_TURNS (WYRM_RUN_STALL / 20)

/* All that a run gets done. Harm is a sum that only grows, so that it is seen where it has been made
 * good; the rest of a hit point that is being won back counts, too. What hunger takes, and a starving
 * body makes good, is no change. */
static void take_stock(const wyrm_runner *runner, wyrm_run_stock *out)
{
    const wyrm_game *game = runner->game;
    const wyrm_tally *tally = &game->tally;
    bool starves = wyrm_engine_rules(runner->engine)->stage_count > 0 && game->fullness == 0;
    int32_t tiles = game->map.width * game->map.height;
    *out = (wyrm_run_stock){.depth = game->difficulty.depth,
                            .wins = game->difficulty.wins,
                            .level = game->player.combatant.level,
                            .hp = starves ? 0 : game->player.combatant.hp,
                            .healing = starves ? 0 : game->healing,
                            .dealt = tally->damage_dealt,
                            .taken = runner->recorder.floor->damage_taken,
                            .found = tally->items_found,
                            .used = tally->items_used};
    for (size_t i = 0; i < game->monster_count; i++)
        out->monsters += 1 + game->monsters[i].body.combatant.hp;
    for (int32_t i = 0; i < tiles; i++)
        out->tiles += (game->marks[i] & WYRM_MARK_KNOWN) != 0;
}

/* Looks now and then: a look costs as much as a turn or two. */
static bool has_stalled(wyrm_runner *runner)
{
    uint32_t turn = runner->game->turn;
    wyrm_run_stock stock;
    if (turn < runner->next_look)
        return false;
    runner->next_look = turn + LOOK_TURNS;
    take_stock(runner, &stock);
    if (memcmp(&stock, &runner->stock, sizeof stock) == 0)
        return turn - runner->changed >= WYRM_RUN_STALL;
    runner->stock = stock;
    runner->changed = turn;
    return false;
}

/* Who stands nearest in the player's sight, as an index in the roster; -1: nobody. */
static int32_t nearest_in_sight(const wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    wyrm_observation seen;
    wyrm_observe(runner->engine, game, &seen);
    for (size_t i = 0; i < seen.monster_count; i++)
        if (seen.monsters[i].in_sight)
            return game->monsters[seen.monsters[i].index].spawn.monster;
    return -1;
}

/* ------------------------------------------------------------------ playing */

static bool is_over(const wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    return game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD ||
           game->turn > runner->options.turn_limit ||
           (int32_t)runner->recorder.run->floor_count < game->difficulty.depth;
}

/* A command that costs no turn could go on for ever: nobody gives more of them than this. */
#define COMMANDS_PER_TURN 4

static wyrm_status play_on(wyrm_runner *runner, const wyrm_listener *listener, wyrm_run_end *end,
                           wyrm_error *error)
{
    const wyrm_game *game = runner->game;
    uint64_t most = (uint64_t)COMMANDS_PER_TURN * runner->options.turn_limit;
    wyrm_status status = WYRM_OK;
    bool goes_on = true, stalls = false;
    runner->changed = runner->next_look = 0;
    while (status == WYRM_OK && goes_on && !stalls && !is_over(runner) && game->commands < most) {
        status = act_once(runner, listener, &goes_on, error);
        stalls = has_stalled(runner);
    }
    *end = game->phase == WYRM_PHASE_WON    ? WYRM_RUN_WON
           : game->phase == WYRM_PHASE_DEAD ? wyrm_run_end_of(game->cause)
           : stalls                         ? WYRM_RUN_STALLED
                                            : WYRM_RUN_CUT;
    return status;
}

/* Everybody of a set fight is met at once: nobody has yet to come into view. */
static wyrm_status start_arena(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_error *error)
{
    wyrm_game *game = runner->game;
    wyrm_status status =
        wyrm_game_start_arena(runner->engine, runner->options.arena, seed, run, game, error);
    if (status != WYRM_OK)
        return status;
    see_entered(runner, game);
    for (size_t i = 0; i < game->monster_count; i++)
        wyrm_recorder_meet(&runner->recorder, game->monsters[i].spawn.monster,
                           game->monsters[i].id);
    return WYRM_OK;
}

wyrm_status wyrm_run_play(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                          wyrm_error *error)
{
    const wyrm_listener listener = {.hear = hear, .context = runner};
    const wyrm_game_options options = {.seed = seed,
                                       .run = run,
                                       .without = runner->options.without,
                                       .without_count = runner->options.without_count};
    wyrm_recorder_begin(&runner->recorder, runner->design, seed, run, out);
    wyrm_bot_begin(runner->bot);
    wyrm_status status = runner->options.arena ? start_arena(runner, seed, run, error)
                                               : wyrm_game_start(runner->engine, &options,
                                                                 &listener, runner->game, error);
    wyrm_run_end end = WYRM_RUN_CUT;
    if (status == WYRM_OK)
        status = play_on(runner, &listener, &end, error);
    if (status == WYRM_OK)
        wyrm_recorder_end(&runner->recorder, runner->game, end,
                          end == WYRM_RUN_STALLED ? nearest_in_sight(runner)
                                                  : runner->game->killer);
    return status;
}
