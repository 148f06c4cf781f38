/* Bots in tests: asked for a command, and left to play. */
#ifndef WYRM_TESTS_BOTS_H
#define WYRM_TESTS_BOTS_H

#include <wyrm/bot.h>

#include "played.h"

static const char *const bot_names[] = {"idle",    "random",   "diver",
                                        "brawler", "explorer", "tactician"};
enum { BOTS = 6 };

RELEASED_BY(wyrm_bot, wyrm_bot_free)
#define OWNED_BOT OWNED(wyrm_bot)

/* A bot for the games of the arena. The caller frees it (wyrm_bot_free). */
static inline wyrm_bot *bot_for(arena *a, const char *name)
{
    const wyrm_bot_kind *kind;
    wyrm_bot *bot;
    assert_ok(wyrm_bot_find(name, &kind, &a->error), &a->error);
    assert_ok(wyrm_bot_new(kind, a->engine, &bot, &a->error), &a->error);
    wyrm_bot_begin(bot);
    return bot;
}

/* The command of a bot that sees the game for the first time. */
static inline wyrm_command bot_says(arena *a, const char *name)
{
    wyrm_bot *bot = bot_for(a, name);
    wyrm_command command;
    assert_true(wyrm_bot_next(bot, a->game, &command));
    wyrm_bot_free(bot);
    return command;
}

/* Compares only the fields that the kind uses. */
static inline bool same_command(const wyrm_command *one, const wyrm_command *other)
{
    return one->kind == other->kind && one->argument == other->argument &&
           on_tile(one->target, other->target);
}

/* Carries out a command of a bot, if possible. */
static inline wyrm_status carry_out(arena *a, const wyrm_command *command)
{
    wyrm_status status = wyrm_game_act(a->engine, a->game, command, NULL, &a->error);
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        fail_msg("seed %llu, turn %u: %s", (unsigned long long)a->game->seed, a->game->turn,
                 a->error.message);
    return status;
}

/* Carries out one command, if possible. False if the game is over. */
static inline bool bot_plays(arena *a, wyrm_bot *bot, wyrm_command *command, wyrm_status *status)
{
    if (!wyrm_bot_next(bot, a->game, command))
        return false;
    *status = carry_out(a, command);
    return true;
}

#endif
