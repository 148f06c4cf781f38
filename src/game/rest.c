/* Resting: until all hit points are back. */
#include "game/rest.h"

#include <stdio.h>

#include "game/outlook.h"

/* Why resting does no good now, or "". */
static const char *refusal(const wyrm_outlook *view)
{
    const wyrm_play_rules *rules = &view->engine->rules;
    const wyrm_game *game = view->game;
    const wyrm_combatant *player = &game->player.combatant;
    if (player->hp >= player->max_hp)
        return "You are not hurt.";
    if (player->regeneration > 0.0)
        return "";
    if (rules->regeneration == 0)
        return "Rest heals nobody here.";
    if (rules->stage_count > 0 &&
        !rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates)
        return "You are too hungry to heal.";
    return "";
}

bool wyrm_rest_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    const wyrm_combatant *player = &view->game->player.combatant;
    if (errand->done > 0 && player->hp >= player->max_hp)
        return false;
    snprintf(errand->why, sizeof errand->why, "%s", refusal(view));
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return errand->why[0] == '\0';
}
