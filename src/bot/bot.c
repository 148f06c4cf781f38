/* Bots: made, asked, and kept from asking for the same thing again and again. */
#include <wyrm/bot.h>

#include <stdlib.h>

#include "bot/kinds.h"
#include "bot/see.h"

wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine, wyrm_bot **out,
                         wyrm_error *error)
{
    wyrm_bot *bot = calloc(1, sizeof *bot);
    *out = bot;
    if (!bot)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bot->kind = kind;
    bot->urges = wyrm_urges_of(kind);
    bot->engine = engine;
    return WYRM_OK;
}

void wyrm_bot_free(wyrm_bot *bot)
{
    free(bot);
}

/* What is known of fights holds for every game. */
void wyrm_bot_begin(wyrm_bot *bot)
{
    bot->began = false;
    bot->done = 0;
    bot->done_turn = 0;
    bot->is_bold = bot->is_resting = false;
    bot->errand = 0;
    bot->waited = 0;
    bot->waited_turn = 0;
    bot->pack_judged = 0;
    bot->has_rival = false;
}

static bool is_refused(const wyrm_bot *bot, const wyrm_command *command)
{
    return bot->refused >> command->kind & 1;
}

/* The first urge whose kind of command has not been refused; who has none waits. */
static void decide(wyrm_bot *bot, wyrm_command *command)
{
    for (wyrm_urge *const *urge = bot->urges; *urge; urge++) {
        *command = (wyrm_command){0};
        if ((*urge)(bot, command) && !is_refused(bot, command))
            return;
    }
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
}

/* By the policy of the ruleset: bots differ in how they play, not in what they grow into. */
static void choose(const wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    int choice = wyrm_growth_policy(bot->engine->growth, game->bare.level + 1);
    *command = (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = choice > 0 ? choice : 0};
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        choose(bot, game, command);
        return true;
    }
    wyrm_bot_look(bot, game);
    decide(bot, command);
    bot->refused |= 1u << command->kind; /* until the game has taken it */
    return true;
}
