/* Commands: what may be done when, and all that a command leads to. */
#include "game/action.h"
#include "game/deaths.h"
#include "game/level.h"
#include "game/monsters.h"
#include "game/pack.h"
#include "game/shots.h"
#include "game/steps.h"
#include "game/upkeep.h"
#include "game/use.h"

typedef struct action_row {
    wyrm_action *act;
    wyrm_game_phase phase; /* in which it is taken */
} action_row;

static const action_row actions[WYRM_COMMAND_COUNT] = {
    [WYRM_DO_WAIT] = {wyrm_do_wait, WYRM_PHASE_PLAYING},
    [WYRM_DO_MOVE] = {wyrm_do_move, WYRM_PHASE_PLAYING},
    [WYRM_DO_PICK_UP] = {wyrm_do_pick_up, WYRM_PHASE_PLAYING},
    [WYRM_DO_DROP] = {wyrm_do_drop, WYRM_PHASE_PLAYING},
    [WYRM_DO_USE] = {wyrm_do_use, WYRM_PHASE_PLAYING},
    [WYRM_DO_WEAR] = {wyrm_do_wear, WYRM_PHASE_PLAYING},
    [WYRM_DO_TAKE_OFF] = {wyrm_do_take_off, WYRM_PHASE_PLAYING},
    [WYRM_DO_SHOOT] = {wyrm_do_shoot, WYRM_PHASE_PLAYING},
    [WYRM_DO_THROW] = {wyrm_do_throw, WYRM_PHASE_PLAYING},
    [WYRM_DO_LEAVE] = {wyrm_do_leave, WYRM_PHASE_PLAYING},
    [WYRM_DO_CHOOSE] = {wyrm_do_choose, WYRM_PHASE_CHOOSING},
    [WYRM_DO_GO_ON] = {wyrm_do_go_on, WYRM_PHASE_WON},
};

static const char *const refusals[] = {
    [WYRM_PHASE_PLAYING] = "That makes no sense now.",
    [WYRM_PHASE_CHOOSING] = "First choose what the new level brings.",
    [WYRM_PHASE_WON] = "You have won.",
    [WYRM_PHASE_DEAD] = "You are dead.",
};

static wyrm_status check(const wyrm_game *game, const wyrm_command *command, wyrm_error *error)
{
    if ((unsigned)command->kind >= WYRM_COMMAND_COUNT)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "There is no such command.");
    if (actions[command->kind].phase != game->phase)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", refusals[game->phase]);
    return WYRM_OK;
}

static void look(wyrm_turn *turn)
{
    if (!turn->looked || turn->stirred)
        wyrm_level_look(turn);
}

/* Whether the monsters act at the end of this turn: only every other time while the player is
 * hasted. */
static bool have_monsters_time(const wyrm_game *game)
{
    return game->player.turns[WYRM_HASTED] == 0 || game->turn % 2 == 0;
}

/* Ends a turn: the monsters act, conditions and hunger go on, the dead are buried, and the turn
 * counter rises. */
static wyrm_status pass_turn(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (have_monsters_time(game)) {
        wyrm_status status = wyrm_monsters_act(turn);
        if (status != WYRM_OK || game->phase != WYRM_PHASE_PLAYING)
            return status;
    }
    wyrm_upkeep(turn);
    if (!wyrm_bury(turn))
        return WYRM_OK;
    look(turn);
    if (game->turn < UINT32_MAX)
        game->turn++;
    return WYRM_OK;
}

/* Ends the turn that the player has used, a second one where it is slowed, and every one that it
 * sleeps through. */
static wyrm_status pass_turns(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_status status = WYRM_OK;
    int32_t turns = game->player.turns[WYRM_SLOWED] > 0 ? 2 : 1;
    look(turn);
    for (bool lost = false; status == WYRM_OK && game->phase == WYRM_PHASE_PLAYING &&
                            (turns > 0 || game->player.turns[WYRM_ASLEEP] > 0);
         lost = true) {
        if (lost)
            game->player.hurt = false;
        status = pass_turn(turn);
        turns--;
    }
    return status;
}

static wyrm_status act(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    bool takes_turn = false;
    bool was_hurt = game->player.hurt;
    game->player.hurt = false;
    wyrm_status status = actions[command->kind].act(turn, command, &takes_turn);
    if (!takes_turn)
        game->player.hurt = was_hurt;
    if (status != WYRM_OK)
        return status;
    game->commands++;
    return takes_turn && wyrm_bury(turn) ? pass_turns(turn) : WYRM_OK;
}

wyrm_status wyrm_game_act(wyrm_engine *engine, wyrm_game *game, const wyrm_command *command,
                          const wyrm_listener *listener, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_status status = check(game, command, error);
    if (status != WYRM_OK)
        return status;
    wyrm_turn_begin(&turn, engine, game, listener, error);
    status = act(&turn, command);
    if (game->phase == WYRM_PHASE_PLAYING && game->choices > 0)
        game->phase = WYRM_PHASE_CHOOSING;
    return status;
}
