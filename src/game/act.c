/* Commands: what may be done when, and all that a command leads to.
 *
 * An action either takes the turn, or does not, or is refused before it has changed anything: then
 * it jumps out of the command with a sentence for the player. A turn that was taken ends with the
 * monsters, nearest first, and with the upkeep: conditions run out, the hungry digest, the hurt
 * regenerate. After each of these the dead are buried, which may end the game.
 *
 * Parts of hit points are kept in whole steps, so that nothing is lost or won by rounding: each
 * turn of healing adds the maximum of hit points to game->healing, and every rules.regeneration of
 * that is a hit point; likewise with game->starved and rules.starving (RuggRogue, "Hunger and
 * Regeneration").
 * 
 */
#include "game/internal.h"

#include <math.h>

/* ---- Conditions and boosts run out ---- */

/* By how much sleep wears off in this turn; slumber first becomes a doze. */
static int32_t sleep_lost(wyrm_turn *turn, int32_t body, wyrm_creature *creature)
{
    wyrm_game *game = turn->game;
    bool sees = false;
    if (body == WYRM_BODY_PLAYER) {
        const wyrm_sight *sight = wyrm_player_sight(turn->engine, game);
        for (size_t i = 0; i < game->monster_count && !sees; i++)
            sees = wyrm_sight_has(sight, game->monsters[i].body.at.x, game->monsters[i].body.at.y);
    } else {
        sees = wyrm_monster_sees(turn, &game->monsters[body]);
    }
    int32_t *left = &creature->turns[WYRM_ASLEEP];
    if ((sees || creature->hurt) && *left > WYRM_SLUMBER / 2)
        *left = WYRM_DOZE;
    return 1 + (sees ? 1 : 0) + (creature->hurt ? 10 : 0);
}

static void wear_off(wyrm_turn *turn, int32_t body, wyrm_creature *creature)
{
    int32_t any = 0;
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        any |= creature->turns[i];
    for (int i = 0; i < WYRM_CONDITION_COUNT && any != 0; i++) {
        int32_t *left = &creature->turns[i];
        if (*left <= 0)
            continue;
        int32_t lost = i == WYRM_ASLEEP ? sleep_lost(turn, body, creature) : 1;
        *left = *left > lost ? *left - lost : 0;
        if (*left > 0)
            continue;
        wyrm_event event = wyrm_event_of(WYRM_EVENT_CONDITION_ENDED);
        wyrm_event_befalls(turn, body, &event);
        event.condition = (wyrm_condition)i;
        wyrm_tell(turn, &event);
    }
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

/* ---- Hunger and regeneration ---- */

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

static int64_t win_back(wyrm_combatant *combatant, int64_t hp)
{
    int64_t missing = combatant->max_hp - combatant->hp;
    hp = hp < missing ? hp : missing;
    combatant->hp += hp > 0 ? hp : 0;
    return hp > 0 ? hp : 0;
}

/* Hit points that `turns` turns of regeneration give, as a duel counts them: the products of 0.1
 * may fall a hair below a whole number. */
static int64_t given_after(double regeneration, int32_t turns)
{
    double total = regeneration * turns;
    return (int64_t)floor(total + total * 1e-12);
}

/* Its own regeneration, of who has some. */
static int64_t regenerate(wyrm_creature *creature)
{
    double rate = creature->combatant.regeneration;
    if (!(rate > 0.0) || creature->combatant.hp <= 0)
        return 0;
    int32_t turns = creature->regenerated;
    creature->regenerated = turns < INT32_MAX - 1 ? turns + 1 : 0;
    return win_back(&creature->combatant, given_after(rate, turns + 1) - given_after(rate, turns));
}

/* What the rules give the player, who is not too hungry; false where nothing is to be won back. */
static bool heal_by_rest(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    wyrm_combatant *player = &game->player.combatant;
    if (rules->regeneration <= 0 || player->hp >= player->max_hp || player->hp <= 0)
        return false;
    int64_t steps = game->healing + player->max_hp;
    game->healing = (int32_t)(steps % rules->regeneration);
    wyrm_add_to(&game->tally.healed, win_back(player, steps / rules->regeneration));
    if (player->hp == player->max_hp)
        game->healing = 0;
    return true;
}

/* Digesting takes 1 of the fullness each turn, and healing 1 more. A boost of regeneration still
 * counts in its last turn. */
static void keep_player(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    bool hungers = rules->stage_count > 0;
    size_t before = hungers ? wyrm_hunger_stage_at(rules, game->fullness) : 0, stage = 0;
    wear_off(turn, WYRM_BODY_PLAYER, &game->player);
    if (hungers) {
        game->fullness -= game->fullness > 0;
        stage = stage_after(turn, before);
    }
    if ((!hungers || rules->stages[stage].regenerates) && heal_by_rest(turn) && hungers)
        game->fullness -= game->fullness > 0;
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

/* The player may be dead afterwards: the caller buries. */
static void keep_all(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_creature *creature = &game->monsters[i].body;
        wear_off(turn, (int32_t)i, creature);
        regenerate(creature);
        creature->hurt = false;
    }
    keep_player(turn);
}

/* ---- Waiting, going and striking ---- */

static bool do_wait(wyrm_turn *turn, const wyrm_command *command)
{
    (void)turn, (void)command;
    return true;
}

/* To a tile where nobody stands, or at who stands there. */
static void go_or_strike(wyrm_turn *turn, wyrm_position to, int32_t monster)
{
    wyrm_tally *tally = &turn->game->tally;
    if (monster >= 0)
        wyrm_turn_must(turn, wyrm_body_strike(turn, WYRM_BODY_PLAYER, NULL, monster,
                                              WYRM_ATTACK_MELEE, 1.0, 0.0));
    else
        wyrm_body_move(turn, WYRM_BODY_PLAYER, to);
    wyrm_count(monster >= 0 ? &tally->attacks : &tally->steps);
}

/* The confused step in a random direction, which may lead into a wall or a monster. */
static bool do_move(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool is_held = game->player.turns[WYRM_HELD] > 0;
    const bool stumbles = game->player.turns[WYRM_CONFUSED] > 0;
    wyrm_direction heading = (wyrm_direction)command->argument;
    if (command->argument < 0 || command->argument >= WYRM_DIRECTION_COUNT)
        wyrm_refuse(turn, "There is no such direction.");
    if (stumbles)
        heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    const wyrm_position to = wyrm_neighbour(game->player.at, heading);
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    const int32_t monster = wyrm_monster_on(game, to);
    const bool is_wall = wyrm_grid_solid(&grid, to.x, to.y);
    if (monster < 0 && (is_wall || is_held)) {
        if (stumbles)
            return true;
        wyrm_refuse(turn, "%s",
                    is_wall ? "There is a wall." : "You are held: you cannot leave here.");
    }
    go_or_strike(turn, to, monster);
    return true;
}

/* ---- From map to map, and to a new level ---- */

static void heal(wyrm_turn *turn, int64_t hp)
{
    int64_t healed = win_back(&turn->game->player.combatant, hp);
    if (healed == 0)
        return;
    wyrm_add_to(&turn->game->tally.healed, healed);
    wyrm_tell_player(turn, WYRM_EVENT_HEALED, healed);
}

static bool do_leave(wyrm_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->arena)
        wyrm_refuse(turn, "There is no way out but victory.");
    if (game->map.final || !wyrm_same_tile(game->player.at, game->map.exit))
        wyrm_refuse(turn, "There are no stairs here.");
    if (game->player.turns[WYRM_HELD] > 0)
        wyrm_refuse(turn, "You are held: you cannot leave here.");
    wyrm_combatant rested = game->player.combatant;
    wyrm_growth_new_floor(turn->engine->growth, &rested);
    heal(turn, rested.hp - game->player.combatant.hp);
    wyrm_encounter_descend(turn->engine->encounter, &game->difficulty);
    wyrm_level_enter(turn);
    return false;
}

static bool do_go_on(wyrm_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    const wyrm_engine *engine = turn->engine;
    if (game->arena || engine->rules.after_win != WYRM_AFTER_WIN_PLUS)
        wyrm_refuse(turn, "The game is over: you have won.");
    game->phase = WYRM_PHASE_PLAYING;
    wyrm_encounter_win(engine->encounter, &game->difficulty);
    wyrm_encounter_descend(engine->encounter, &game->difficulty);
    heal(turn, game->player.combatant.max_hp * engine->rules.restart / 1000);
    wyrm_count(&game->turn);
    wyrm_level_enter(turn);
    return false;
}

/* The player keeps the same number of missing hit points, whatever happens to their maximum. */
static bool do_choose(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const wyrm_choice *choices;
    const size_t count = wyrm_growth_choices(turn->engine->growth, &choices);
    if (command->argument < 0 || (size_t)command->argument >= count)
        wyrm_refuse(turn, "There is no such choice.");
    wyrm_combatant *bare = &game->bare, *player = &game->player.combatant;
    int64_t missing = player->max_hp - player->hp;
    bare->hp = bare->max_hp > missing ? bare->max_hp - missing : 1;
    wyrm_growth_choose(turn->engine->growth, (size_t)command->argument, bare);
    if (bare->hp >= bare->max_hp)
        missing = 0;
    wyrm_player_dress(turn->engine, game);
    player->hp = player->max_hp > missing ? player->max_hp - missing : 1;
    game->choices--;
    if (game->choices == 0)
        game->phase = WYRM_PHASE_PLAYING;
    wyrm_count(&game->tally.choices);
    wyrm_tell_player(turn, WYRM_EVENT_CHOICE, command->argument);
    return false;
}

/* ---- Carrying a command out ---- */

static const struct {
    wyrm_action *act;
    wyrm_game_phase phase; /* in which it is taken */
} actions[WYRM_COMMAND_COUNT] = {
    [WYRM_DO_WAIT] = {do_wait, WYRM_PHASE_PLAYING},
    [WYRM_DO_MOVE] = {do_move, WYRM_PHASE_PLAYING},
    [WYRM_DO_PICK_UP] = {wyrm_do_pick_up, WYRM_PHASE_PLAYING},
    [WYRM_DO_DROP] = {wyrm_do_drop, WYRM_PHASE_PLAYING},
    [WYRM_DO_USE] = {wyrm_do_use, WYRM_PHASE_PLAYING},
    [WYRM_DO_WEAR] = {wyrm_do_wear, WYRM_PHASE_PLAYING},
    [WYRM_DO_TAKE_OFF] = {wyrm_do_take_off, WYRM_PHASE_PLAYING},
    [WYRM_DO_SHOOT] = {wyrm_do_shoot, WYRM_PHASE_PLAYING},
    [WYRM_DO_THROW] = {wyrm_do_throw, WYRM_PHASE_PLAYING},
    [WYRM_DO_LEAVE] = {do_leave, WYRM_PHASE_PLAYING},
    [WYRM_DO_CHOOSE] = {do_choose, WYRM_PHASE_CHOOSING},
    [WYRM_DO_GO_ON] = {do_go_on, WYRM_PHASE_WON},
};

static void look(wyrm_turn *turn)
{
    if (!turn->looked || turn->stirred)
        wyrm_level_look(turn);
}

/* Ends a turn: the monsters act (only every other time while the player is hasted), conditions and
 * hunger go on, the dead are buried, and the turn counter rises. */
static void pass_turn(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.turns[WYRM_HASTED] == 0 || game->turn % 2 == 0)
        wyrm_monsters_act(turn);
    if (game->phase != WYRM_PHASE_PLAYING)
        return;
    keep_all(turn);
    if (!wyrm_bury(turn))
        return;
    look(turn);
    wyrm_count(&game->turn);
}

/* Ends the turn that the player has used, a second one where it is slowed, and every one that it
 * sleeps through. */
static void pass_turns(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    int32_t turns = game->player.turns[WYRM_SLOWED] > 0 ? 2 : 1;
    look(turn);
    for (bool lost = false;
         game->phase == WYRM_PHASE_PLAYING && (turns > 0 || game->player.turns[WYRM_ASLEEP] > 0);
         lost = true) {
        if (lost)
            game->player.hurt = false;
        pass_turn(turn);
        turns--;
    }
}

/* Where refusals and failures come out. Nothing was done before `acted`. */
static void carry_out(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool was_hurt = game->player.hurt;
    volatile bool acted = false;
    game->player.hurt = false;
    if (setjmp(turn->end) == 0) {
        acted = actions[command->kind].act(turn, command);
        game->commands++;
        if (acted && wyrm_bury(turn))
            pass_turns(turn);
    }
    if (!acted)
        game->player.hurt = was_hurt;
}

wyrm_status wyrm_game_act(wyrm_engine *engine, wyrm_game *game, const wyrm_command *command,
                          const wyrm_listener *listener, wyrm_error *error)
{
    static const char *const refusals[] = {
        [WYRM_PHASE_PLAYING] = "That makes no sense now.",
        [WYRM_PHASE_CHOOSING] = "First choose what the new level brings.",
        [WYRM_PHASE_WON] = "You have won.",
        [WYRM_PHASE_DEAD] = "You are dead.",
    };
    wyrm_turn turn;
    if ((unsigned)command->kind >= WYRM_COMMAND_COUNT)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "There is no such command.");
    if (actions[command->kind].phase != game->phase)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", refusals[game->phase]);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    carry_out(&turn, command);
    if (game->phase == WYRM_PHASE_PLAYING && game->choices > 0)
        game->phase = WYRM_PHASE_CHOOSING;
    return turn.status;
}
