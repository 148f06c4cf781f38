/* Commands: what may be done when, and all that a command leads to: the step, the blow or the
 * stairs, and what a turn ends with. */
#include "game/internal.h"

#include <math.h>

/* ---- What a turn ends with ----
 *
 * Conditions run out, the hungry digest, the hurt regenerate.
 *
 * Parts of hit points are kept in whole steps, so that nothing is lost or won by rounding: each
 * turn of healing adds the maximum of hit points to game->healing, and every rules.regeneration of
 * that is a hit point; likewise with game->starved and rules.starving (RuggRogue, "Hunger and
 * Regeneration"). */

/* -- conditions -- */

/* Somebody in this upkeep: the player as WYRM_BODY_PLAYER, a monster by its index. */
static bool sees_foe(wyrm_turn *turn, int32_t body)
{
    wyrm_game *game = turn->game;
    if (body != WYRM_BODY_PLAYER)
        return wyrm_monster_sees(turn, &game->monsters[body]);
    const wyrm_sight *sight = wyrm_turn_sight(turn);
    for (size_t i = 0; i < game->monster_count; i++)
        if (wyrm_sight_has(sight, game->monsters[i].body.at.x, game->monsters[i].body.at.y))
            return true;
    return false;
}

/* By how much sleep wears off in this turn; slumber first becomes a doze. */
static int32_t sleep_lost(wyrm_turn *turn, int32_t body, wyrm_creature *creature)
{
    bool sees = sees_foe(turn, body);
    int32_t *left = &creature->turns[WYRM_ASLEEP];
    if ((sees || creature->hurt) && *left > WYRM_SLUMBER / 2)
        *left = WYRM_DOZE;
    return 1 + (sees ? 1 : 0) + (creature->hurt ? 10 : 0);
}

static void tell_end(wyrm_turn *turn, int32_t body, wyrm_condition condition)
{
    wyrm_game *game = turn->game;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_CONDITION_ENDED);
    event.whom = wyrm_body_id(game, body);
    event.monster = body == WYRM_BODY_PLAYER ? -1 : game->monsters[body].spawn.monster;
    event.condition = condition;
    event.at = wyrm_body(game, body)->at;
    event.seen =
        body == WYRM_BODY_PLAYER ||
        (wyrm_is_heard(turn) && wyrm_sight_has(wyrm_turn_sight(turn), event.at.x, event.at.y));
    wyrm_tell(turn, &event);
}

static void wear_off(wyrm_turn *turn, int32_t body, wyrm_creature *creature)
{
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++) {
        int32_t *left = &creature->turns[i];
        if (*left <= 0)
            continue;
        int32_t lost = i == WYRM_ASLEEP ? sleep_lost(turn, body, creature) : 1;
        *left = *left > lost ? *left - lost : 0;
        if (*left == 0)
            tell_end(turn, body, (wyrm_condition)i);
    }
}

static bool has_condition(const wyrm_creature *creature)
{
    int32_t any = 0;
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        any |= creature->turns[i];
    return any != 0;
}

static void end_boosts(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    size_t kept = 0;
    for (size_t i = 0; i < game->boost_count; i++) {
        wyrm_boost boost = game->boosts[i];
        boost.turns -= boost.turns > 0;
        if (boost.turns != 0)
            game->boosts[kept++] = boost;
    }
    if (kept == game->boost_count)
        return;
    game->boost_count = kept;
    wyrm_player_dress(turn->engine, game);
}

/* -- hunger -- */

static void digest(wyrm_turn *turn)
{
    if (turn->game->fullness > 0)
        turn->game->fullness--;
}

static void starve(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_creature *player = &game->player;
    int64_t steps = game->starved + player->combatant.max_hp;
    int64_t lost = steps / turn->engine->rules.starving;
    game->starved = (int32_t)(steps % turn->engine->rules.starving);
    if (lost == 0)
        return;
    lost = lost < player->combatant.hp ? lost : player->combatant.hp;
    player->combatant.hp -= lost;
    player->hurt = true;
    wyrm_add_to(&game->tally.damage_taken, lost);
    wyrm_tell_player(turn, WYRM_EVENT_STARVING, lost);
    if (player->combatant.hp == 0)
        game->cause = WYRM_CAUSE_STARVED;
}

/* The stage now that it was `before` in this upkeep, in which nobody becomes less hungry: what is
 * above the stage needs no look. */
static size_t stage_after(const wyrm_turn *turn, size_t before)
{
    const wyrm_play_rules *rules = &turn->engine->rules;
    bool same = turn->game->fullness >= rules->stages[before].from;
    return same ? before : wyrm_hunger_stage_at(rules, turn->game->fullness);
}

/* -- regeneration -- */

/* Hit points that `turns` turns of regeneration give, as a duel counts them: the products of 0.1
 * may fall a hair below a whole number. */
static int64_t given_after(double regeneration, int32_t turns)
{
    double total = regeneration * turns;
    return (int64_t)floor(total + total * 1e-12);
}

static int64_t win_back(wyrm_combatant *combatant, int64_t hp)
{
    int64_t missing = combatant->max_hp - combatant->hp;
    hp = hp < missing ? hp : missing;
    combatant->hp += hp > 0 ? hp : 0;
    return hp > 0 ? hp : 0;
}

/* Its own, of who has some. */
static int64_t regenerate(wyrm_creature *creature)
{
    double rate = creature->combatant.regeneration;
    if (!(rate > 0.0) || creature->combatant.hp <= 0)
        return 0;
    int32_t turns = creature->regenerated;
    creature->regenerated = turns < INT32_MAX - 1 ? turns + 1 : 0;
    return win_back(&creature->combatant, given_after(rate, turns + 1) - given_after(rate, turns));
}

/* What the rules give the player; false where nothing is won back now. */
static bool mend(wyrm_turn *turn, bool well_fed)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    wyrm_combatant *player = &game->player.combatant;
    if (rules->regeneration <= 0 || player->hp >= player->max_hp || player->hp <= 0)
        return false;
    if (!well_fed)
        return false;
    int64_t steps = game->healing + player->max_hp;
    game->healing = (int32_t)(steps % rules->regeneration);
    wyrm_add_to(&game->tally.healed, win_back(player, steps / rules->regeneration));
    if (player->hp == player->max_hp)
        game->healing = 0;
    return true;
}

/* -- all of it -- */

/* A boost of regeneration still counts in its last turn. */
static void keep_player(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    bool hungers = rules->stage_count > 0;
    size_t before = hungers ? wyrm_hunger_stage_at(rules, game->fullness) : 0, stage = 0;
    if (has_condition(&game->player))
        wear_off(turn, WYRM_BODY_PLAYER, &game->player);
    if (hungers) {
        digest(turn);
        stage = stage_after(turn, before);
    }
    if (mend(turn, !hungers || rules->stages[stage].regenerates) && hungers)
        digest(turn);
    wyrm_add_to(&game->tally.healed, regenerate(&game->player));
    if (game->boost_count > 0)
        end_boosts(turn);
    if (!hungers)
        return;
    stage = stage_after(turn, stage);
    if (stage != before)
        wyrm_tell_player(turn, WYRM_EVENT_HUNGER, (int64_t)stage);
    if (game->fullness == 0)
        starve(turn);
}

/* Conditions and boosts run out, the hungry digest and starve, the hurt regenerate. The player
 * may be dead afterwards: the caller buries. */
static void wyrm_upkeep(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_creature *creature = &game->monsters[i].body;
        if (has_condition(creature))
            wear_off(turn, (int32_t)i, creature);
        regenerate(creature);
        creature->hurt = false;
    }
    keep_player(turn);
}

/* ---- Waiting, walking, striking, stairs, and what comes after a level or a victory ---- */

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

/* -- going and striking -- */

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

/* -- from map to map -- */

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

/* -- a new level -- */

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

/* ---- Carrying a command out ---- */

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
