/* Waiting, walking, striking, stairs, and what comes after a level or a victory. */
#include "game/steps.h"

#include "game/body.h"
#include "game/learn.h"
#include "game/level.h"

static bool is_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

wyrm_status wyrm_do_wait(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    (void)turn, (void)command;
    *takes_turn = true;
    return WYRM_OK;
}

/* ------------------------------------------------------------------ going and striking */

static wyrm_status strike(wyrm_turn *turn, int32_t monster, bool *takes_turn)
{
    wyrm_status status =
        wyrm_body_strike(turn, WYRM_BODY_PLAYER, NULL, monster, WYRM_ATTACK_MELEE, 1.0, 0.0);
    if (status != WYRM_OK)
        return status;
    wyrm_count(&turn->game->tally.attacks);
    *takes_turn = true;
    return WYRM_OK;
}

static void go(wyrm_turn *turn, wyrm_position to, bool *takes_turn)
{
    wyrm_body_move(turn, WYRM_BODY_PLAYER, to);
    wyrm_count(&turn->game->tally.steps);
    *takes_turn = true;
}

/* A step in a random direction, which may lead into a wall or a monster. */
static wyrm_status stumble(wyrm_turn *turn, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    wyrm_direction heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    wyrm_position to = wyrm_neighbour(game->player.at, heading);
    wyrm_grid grid = wyrm_game_step_grid(game);
    int32_t monster = wyrm_monster_on(game, to);
    if (monster >= 0)
        return strike(turn, monster, takes_turn);
    if (!wyrm_grid_solid(&grid, to.x, to.y) && game->player.turns[WYRM_HELD] == 0)
        go(turn, to, takes_turn);
    *takes_turn = true;
    return WYRM_OK;
}

wyrm_status wyrm_do_move(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    if (command->argument < 0 || command->argument >= WYRM_DIRECTION_COUNT)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is no such direction.");
    if (game->player.turns[WYRM_CONFUSED] > 0)
        return stumble(turn, takes_turn);
    wyrm_position to = wyrm_neighbour(game->player.at, (wyrm_direction)command->argument);
    wyrm_grid grid = wyrm_game_sight_grid(game);
    int32_t monster = wyrm_monster_on(game, to);
    if (monster >= 0)
        return strike(turn, monster, takes_turn);
    if (wyrm_grid_solid(&grid, to.x, to.y))
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is a wall.");
    if (game->player.turns[WYRM_HELD] > 0)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You are held: you cannot leave here.");
    go(turn, to, takes_turn);
    return WYRM_OK;
}

/* ------------------------------------------------------------------ from map to map */

static void heal(wyrm_turn *turn, int64_t hp)
{
    wyrm_game *game = turn->game;
    wyrm_combatant *player = &game->player.combatant;
    int64_t missing = player->max_hp - player->hp;
    int64_t healed = hp < missing ? hp : missing;
    if (healed <= 0)
        return;
    player->hp += healed;
    wyrm_add_to(&game->tally.healed, healed);
    wyrm_tell_player(turn, WYRM_EVENT_HEALED, healed);
}

wyrm_status wyrm_do_leave(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    (void)command, (void)takes_turn;
    wyrm_game *game = turn->game;
    if (game->arena)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is no way out but victory.");
    if (game->map.final || !is_same(game->player.at, game->map.exit))
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There are no stairs here.");
    if (game->player.turns[WYRM_HELD] > 0)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You are held: you cannot leave here.");
    wyrm_combatant rested = game->player.combatant;
    wyrm_growth_new_floor(turn->engine->growth, &rested);
    heal(turn, rested.hp - game->player.combatant.hp);
    wyrm_encounter_descend(turn->engine->encounter, &game->difficulty);
    wyrm_level_enter(turn);
    return WYRM_OK;
}

wyrm_status wyrm_do_go_on(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    (void)command, (void)takes_turn;
    wyrm_game *game = turn->game;
    const wyrm_encounter *encounter = turn->engine->encounter;
    if (game->arena || turn->engine->rules.after_win != WYRM_AFTER_WIN_PLUS)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "The game is over: you have won.");
    game->phase = WYRM_PHASE_PLAYING;
    wyrm_encounter_win(encounter, &game->difficulty);
    wyrm_encounter_descend(encounter, &game->difficulty);
    heal(turn, game->player.combatant.max_hp * turn->engine->rules.restart / 1000);
    if (game->turn < UINT32_MAX)
        game->turn++;
    wyrm_level_enter(turn);
    return WYRM_OK;
}

/* ------------------------------------------------------------------ a new level */

wyrm_status wyrm_do_choose(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    (void)takes_turn;
    const wyrm_choice *choices;
    size_t count = wyrm_growth_choices(turn->engine->growth, &choices);
    if (command->argument < 0 || (size_t)command->argument >= count)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is no such choice.");
    wyrm_player_choose(turn, (size_t)command->argument);
    return WYRM_OK;
}
