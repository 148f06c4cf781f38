/* Runs that are played: a bot on the game's own engine, and a listener that keeps the record. */
#include "sim/played.h"

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

static bool is_over(const wyrm_runner *runner)
{
    const wyrm_game *game = runner->game;
    return game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD ||
           game->turn > runner->options.turn_limit ||
           (int32_t)runner->recorder.run->floor_count < game->difficulty.depth;
}

/* A command that costs no turn could go on for ever: nobody gives more of them than this. */
#define COMMANDS_PER_TURN 4

static wyrm_status play_on(wyrm_runner *runner, const wyrm_listener *listener, wyrm_error *error)
{
    uint64_t most = (uint64_t)COMMANDS_PER_TURN * runner->options.turn_limit;
    wyrm_status status = WYRM_OK;
    bool goes_on = true;
    while (status == WYRM_OK && goes_on && !is_over(runner) && runner->game->commands < most)
        status = act_once(runner, listener, &goes_on, error);
    return status;
}

static wyrm_run_end end_of(const wyrm_game *game)
{
    if (game->phase == WYRM_PHASE_WON)
        return WYRM_RUN_WON;
    return game->phase == WYRM_PHASE_DEAD ? wyrm_run_end_of(game->cause) : WYRM_RUN_CUT;
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
    if (status == WYRM_OK)
        status = play_on(runner, &listener, error);
    if (status == WYRM_OK)
        wyrm_recorder_end(&runner->recorder, runner->game, end_of(runner->game),
                          runner->game->killer);
    return status;
}
