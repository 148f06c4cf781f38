/* Bots: made, asked, and kept from asking for the same thing again and again. */
#include <wyrm/bot.h>

#include <stdlib.h>

#include "bot/go.h"
#include "bot/kinds.h"
#include "bot/see.h"

/* Whether going down heals: tried on somebody nearly dead. */
static bool heals_below(const wyrm_growth *growth)
{
    wyrm_combatant hurt = {.hp = 1, .max_hp = 1000};
    wyrm_growth_new_floor(growth, &hurt);
    return hurt.hp > 1;
}

static bool read_items(wyrm_bot *bot)
{
    size_t count = wyrm_loot_kinds(wyrm_design_loot(bot->design), &bot->kinds);
    bot->effects = calloc(count + 1, sizeof *bot->effects);
    for (size_t i = 0; i < count && bot->effects; i++)
        bot->effects[i] = wyrm_item_effect(bot->kinds[i].record);
    return bot->effects != NULL;
}

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
    bot->design = wyrm_engine_design(engine);
    bot->combat = wyrm_design_combat(bot->design);
    bot->rules = wyrm_engine_rules(engine);
    bot->stat_reach = wyrm_combat_stat(bot->combat, "reach");
    bot->stat_range = wyrm_combat_stat(bot->combat, "range");
    bot->heals_below = heals_below(wyrm_design_growth(bot->design));
    if (read_items(bot))
        return WYRM_OK;
    wyrm_bot_free(bot);
    *out = NULL;
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

void wyrm_bot_free(wyrm_bot *bot)
{
    if (!bot)
        return;
    free(bot->effects);
    free(bot);
}

/* What is known of fights holds for every game. */
void wyrm_bot_begin(wyrm_bot *bot)
{
    bot->began = false;
    bot->done = 0;
    bot->done_turn = 0;
    bot->is_bold = bot->is_resting = false;
    bot->waited = 0;
    bot->waited_turn = 0;
    bot->pack_judged = 0;
    bot->has_rival = false;
    bot->way.goal = WYRM_WAY_NONE;
}

static bool is_refused(const wyrm_bot *bot, const wyrm_command *command)
{
    return bot->refused >> command->kind & 1;
}

/* The first urge whose kind of command has not been refused; in the end anything that can be done. */
static void decide(wyrm_bot *bot, wyrm_command *command)
{
    for (wyrm_urge *const *urge = bot->urges; *urge; urge++) {
        *command = (wyrm_command){0};
        if ((*urge)(bot, command) && !is_refused(bot, command))
            return;
    }
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    *command = (wyrm_command){.kind = WYRM_DO_CHOOSE};
    if (game->phase == WYRM_PHASE_CHOOSING) {
        int choice = wyrm_growth_policy(wyrm_design_growth(bot->design), game->bare.level + 1);
        command->argument = choice > 0 ? choice : 0;
        return true;
    }
    wyrm_bot_look(bot, game);
    decide(bot, command);
    bot->refused |= 1u << command->kind; /* until the game has taken it */
    return true;
}
