/* Turns: which command is allowed when, and everything that follows from it.
 *
 * An action takes time, or does not, or is refused before it has changed anything: then it jumps
 * out of the command with a sentence for the player. After an action that takes time the monsters
 * act, nearest first, and then comes the upkeep: conditions run out, hunger grows, wounds
 * regenerate. A creature at 0 hit points is removed only after each of these steps, when the dead
 * are buried, nearest first, which may end the game. Whoever hurt somebody last has the credit for
 * all of them, which brings experience (RuggRogue, "Turn Order and Combat").
 *
 * Time passes from act to act. Most acts take one turn, so that the player's act, the monsters' and
 * the end of the turn follow each other. Where attacks or steps take longer or shorter, each
 * creature has the time of its next act, a ratio, so that times compare exactly and a set fight is
 * the very duel that is solved (combat/fight.h has its order).
 *
 * Fractions of hit points are kept in whole steps, so that rounding neither adds nor loses any:
 * each turn of healing adds the maximum hit points to game->healing, and every rules.regeneration
 * of that is a hit point; likewise with game->starved and rules.starving (RuggRogue, "Hunger and
 * Regeneration"). */
#include "game/internal.h"
#include <wyrm/observe.h>

/* ---- Time ---- */

/* Moves a creature's next act one turn nearer. */
static void come_nearer(wyrm_creature *creature)
{
    wyrm_ratio *due = &creature->due;
    due->numerator = due->numerator > due->denominator ? due->numerator - due->denominator : 0;
}

/* ---- Conditions and boosts run out ---- */

/* Conditions wear off by 1 a turn. Sleep wears off faster if the other side is seen or the sleeper
 * is hurt; slumber then first becomes a doze. */
static void wear_off(game_turn *turn, int32_t body, wyrm_creature *creature)
{
    const wyrm_game *game = turn->game;
    int32_t any = 0;
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        any |= creature->turns[i];
    for (int i = 0; i < WYRM_CONDITION_COUNT && any != 0; i++) {
        int32_t *left = &creature->turns[i], lost = 1;
        if (*left <= 0)
            continue;
        if (i == WYRM_ASLEEP) {
            bool seen = body != GAME_BODY_PLAYER && game_monster_sees(turn, &game->monsters[body]);
            for (size_t k = 0; k < game->monster_count && body == GAME_BODY_PLAYER && !seen; k++) {
                const wyrm_position at = game->monsters[k].body.at;
                seen = wyrm_sight_has(game_player_sight(turn->engine, game), at.x, at.y);
            }
            if ((seen || creature->hurt) && *left > GAME_SLUMBER / 2)
                *left = GAME_DOZE;
            lost += (seen ? 1 : 0) + (creature->hurt ? 10 : 0);
        }
        *left = *left > lost ? *left - lost : 0;
        if (*left > 0)
            continue;
        wyrm_event event = game_event_of(WYRM_EVENT_CONDITION_ENDED);
        game_event_befalls(turn, body, &event);
        event.condition = (wyrm_condition)i;
        game_emit(turn, &event);
    }
}

/* ---- Hunger and regeneration ---- */

/* The stage of hunger, given the stage before in this upkeep: fullness only falls, so within the
 * old stage's range nothing has changed. */
static size_t stage_after(const game_turn *turn, size_t before)
{
    const wyrm_play_rules *rules = &turn->engine->rules;
    bool same = turn->game->fullness >= rules->stages[before].from;
    return same ? before : wyrm_hunger_stage_at(rules, turn->game->fullness);
}

/* The player's upkeep. Each turn costs 1 of the fullness, and healing 1 more. A boost of
 * regeneration still counts in its last turn. */
static void keep_player(game_turn *turn)
{
    wyrm_game *game = turn->game;
    const wyrm_play_rules *rules = &turn->engine->rules;
    wyrm_combatant *player = &game->player.combatant;
    bool hungers = rules->stage_count > 0;
    size_t before = hungers ? wyrm_hunger_stage_at(rules, game->fullness) : 0, stage = 0;
    wear_off(turn, GAME_BODY_PLAYER, &game->player);
    if (hungers) {
        game->fullness -= game->fullness > 0;
        stage = stage_after(turn, before);
    }
    if ((!hungers || rules->stages[stage].regenerates) && rules->regeneration > 0 &&
        player->hp < player->max_hp && player->hp > 0) {
        const int64_t won = game->healing + player->max_hp;
        game->healing = (int32_t)(won % rules->regeneration);
        game_add_to(&game->tally.healed, game_win_back(player, won / rules->regeneration));
        if (player->hp == player->max_hp)
            game->healing = 0;
        game->fullness -= hungers && game->fullness > 0;
    }
    game_body_end_turn(turn, GAME_BODY_PLAYER);
    size_t kept = 0;
    for (size_t i = 0; i < game->boost_count; i++) {
        wyrm_boost boost = game->boosts[i];
        boost.turns -= boost.turns > 0;
        if (boost.turns != 0)
            game->boosts[kept++] = boost;
    }
    if (kept < game->boost_count) {
        game->boost_count = kept;
        game_player_dress(turn->engine, game);
    }
    if (!hungers)
        return;
    stage = stage_after(turn, stage);
    if (stage != before)
        game_emit_player(turn, WYRM_EVENT_HUNGER, (int64_t)stage);
    if (game->fullness > 0)
        return;
    const int64_t steps = game->starved + player->max_hp;
    int64_t lost = steps / rules->starving;
    game->starved = (int32_t)(steps % rules->starving);
    if (lost == 0)
        return;
    lost = game_body_wound(turn, GAME_BODY_PLAYER, GAME_BODY_NONE, lost);
    game_emit_player(turn, WYRM_EVENT_STARVING, lost);
    if (lost > 0 && player->hp == 0)
        game->cause = WYRM_CAUSE_STARVED;
}

/* ---- Waiting, going and striking ---- */

static bool do_wait(game_turn *turn, const wyrm_command *command)
{
    (void)turn, (void)command;
    return true;
}

/* Moves, or attacks who stands there. A confused player goes in a random direction, even into a
 * wall. */
static bool do_move(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool is_held = game->player.turns[WYRM_HELD] > 0;
    const bool stumbles = game->player.turns[WYRM_CONFUSED] > 0;
    wyrm_direction heading = (wyrm_direction)command->argument;
    if (command->argument < 0 || command->argument >= WYRM_DIRECTION_COUNT)
        game_refuse(turn, "There is no such direction.");
    if (stumbles)
        heading = (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT);
    const wyrm_position to = wyrm_neighbour(game->player.at, heading);
    const int32_t monster = game_monster_on(game, to);
    const bool is_shut = !game_can_stand(turn->engine, game, to);
    if (monster < 0 && (is_shut || is_held)) {
        const wyrm_terrain *terrain = game_terrain_at(turn->engine, game, to);
        char name[WYRM_NAME_TEXT_MAX];
        if (stumbles)
            return true;
        if (terrain != NULL && is_shut) {
            game_words_small(terrain->title, name);
            game_refuse(turn, "You cannot go there: %s.", name);
        }
        game_refuse(turn, "%s",
                    is_shut ? "There is a wall." : "You are held: you cannot leave here.");
    }
    turn->takes = monster >= 0
                      ? game_attack_takes(turn->engine, &game->player.combatant)
                      : game_step_onto(turn->engine, game, to,
                                       game_step_takes(turn->engine, &game->player.combatant));
    if (monster >= 0)
        game_turn_must(turn, game_body_strike(turn, &(game_assault){.attacker = GAME_BODY_PLAYER,
                                                                    .defender = monster,
                                                                    .distance = 1.0}));
    else
        game_body_move(turn, GAME_BODY_PLAYER, to);
    game_count(monster >= 0 ? &game->tally.attacks : &game->tally.steps);
    return true;
}

/* ---- Floors and new levels ---- */

static void heal(game_turn *turn, int64_t hp)
{
    int64_t healed = game_win_back(&turn->game->player.combatant, hp);
    if (healed == 0)
        return;
    game_add_to(&turn->game->tally.healed, healed);
    game_emit_player(turn, WYRM_EVENT_HEALED, healed);
}

static bool do_leave(game_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->arena)
        game_refuse(turn, "There is no way out but victory.");
    if (game->map.final || !game_same_tile(game->player.at, game->map.exit))
        game_refuse(turn, "There are no stairs here.");
    if (game->player.turns[WYRM_HELD] > 0)
        game_refuse(turn, "You are held: you cannot leave here.");
    wyrm_combatant rested = game->player.combatant;
    wyrm_growth_new_floor(turn->engine->growth, &rested);
    heal(turn, rested.hp - game->player.combatant.hp);
    wyrm_encounter_descend(turn->engine->encounter, &game->difficulty);
    game_level_enter(turn);
    game_turn_must(turn, turn->status);
    return false;
}

static bool do_go_on(game_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    const wyrm_engine *engine = turn->engine;
    if (game->arena || engine->rules.after_win != WYRM_AFTER_WIN_PLUS)
        game_refuse(turn, "The game is over: you have won.");
    game->phase = WYRM_PHASE_PLAYING;
    game->player.due = GAME_AT_ONCE;
    wyrm_encounter_win(engine->encounter, &game->difficulty);
    wyrm_encounter_descend(engine->encounter, &game->difficulty);
    heal(turn, game->player.combatant.max_hp * engine->rules.restart / 1000);
    game_count(&game->turn);
    game_level_enter(turn);
    game_turn_must(turn, turn->status);
    return false;
}

static bool do_choose(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const wyrm_choice *choices;
    const size_t count = wyrm_growth_choices(turn->engine->growth, &choices);
    if (command->argument < 0 || (size_t)command->argument >= count)
        game_refuse(turn, "There is no such choice.");
    game_player_choose(turn, command->argument);
    if (--game->choices == 0)
        game->phase = WYRM_PHASE_PLAYING;
    game_count(&game->tally.choices);
    game_emit_player(turn, WYRM_EVENT_CHOICE, command->argument);
    return false;
}

/* Chooses between attacks. Gear that fixes this stat leaves no choice. */
static bool do_attack(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    wyrm_attack_choice all[WYRM_ATTACK_CHOICES_MAX];
    const size_t count = wyrm_attack_choices(turn->engine, game, all, WYRM_ATTACK_CHOICES_MAX);
    if (command->argument < 0 || (size_t)command->argument >= count)
        game_refuse(turn, "There is no such attack.");
    const wyrm_attack_choice *chosen = &all[command->argument];
    double *bare = &game->bare.stats[chosen->stat];
    const double before = *bare;
    *bare = chosen->word;
    game_player_dress(turn->engine, game);
    if (game->player.combatant.stats[chosen->stat] != (double)chosen->word) {
        *bare = before;
        game_player_dress(turn->engine, game);
        game_refuse(turn, "What you wear or wield decides that.");
    }
    wyrm_event event = game_event_of(WYRM_EVENT_ATTACK_CHOSEN);
    event.who = 0;
    event.stat = chosen->stat;
    event.amount = chosen->word;
    game_emit(turn, &event);
    return false;
}

/* ---- Carrying a command out ---- */

/* The phase in which a command is allowed, and its action; NULL: see game_item_actions. */
static const struct {
    game_action *act;
    wyrm_game_phase phase;
} actions[WYRM_COMMAND_COUNT] = {
    [WYRM_DO_WAIT] = {do_wait, WYRM_PHASE_PLAYING},
    [WYRM_DO_MOVE] = {do_move, WYRM_PHASE_PLAYING},
    [WYRM_DO_LEAVE] = {do_leave, WYRM_PHASE_PLAYING},
    [WYRM_DO_CHOOSE] = {do_choose, WYRM_PHASE_CHOOSING},
    [WYRM_DO_GO_ON] = {do_go_on, WYRM_PHASE_WON},
    [WYRM_DO_BUY] = {NULL, WYRM_PHASE_PLAYING},
    [WYRM_DO_SELL] = {NULL, WYRM_PHASE_PLAYING},
    [WYRM_DO_ATTACK] = {do_attack, WYRM_PHASE_PLAYING},
};

/* Whether monsters do not act this turn: every other one while the player is hasted. */
static bool stands_still(const wyrm_game *game)
{
    return game->player.turns[WYRM_HASTED] > 0 && game->turn % 2 != 0;
}

/* Ends a turn: conditions and hunger, burial, and the turn counter. The side that acts first also
 * suffers first, and so may lose before the other side has suffered anything. */
static void end_turn(game_turn *turn)
{
    wyrm_game *game = turn->game;
    const bool stood_still = stands_still(game);
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_creature *creature = &game->monsters[i].body;
        wear_off(turn, (int32_t)i, creature);
        creature->hurt = false;
        game_body_end_turn(turn, (int32_t)i);
        if (!stood_still)
            come_nearer(creature);
    }
    come_nearer(&game->player);
    if (turn->engine->rules.first == WYRM_FIRST_MONSTER && !game_bury(turn))
        return;
    keep_player(turn);
    game_monsters_count(turn);
    turn->now = GAME_AT_ONCE; /* the next turn, in which newcomers act */
    if (!game_bury(turn))
        return;
    if (!stood_still)
        game_monsters_wander(turn);
    game_level_look(turn);
    game_count(&game->turn);
}

/* Whether the player, who is due, can act. Asleep or helpless, it loses at least the rest of the
 * turn. */
static bool acts(const wyrm_engine *engine, wyrm_creature *player)
{
    if (player->turns[WYRM_ASLEEP] == 0 && !game_is_helpless(engine, &player->combatant))
        return true;
    player->due = GAME_WHOLE_TURN;
    return false;
}

/* Whether the player is due in this turn before the next monster. */
static bool is_players_turn(const game_turn *turn)
{
    const wyrm_ratio due = turn->game->player.due;
    if (!game_time_before(due, GAME_WHOLE_TURN))
        return false;
    return turn->engine->rules.first == WYRM_FIRST_MONSTER ? game_time_before(due, turn->next)
                                                           : !game_time_before(turn->next, due);
}

/* Lets monsters act and turns end until the player can act. */
static void pass_until_player(game_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_creature *player = &game->player;
    const bool leads = turn->engine->rules.first == WYRM_FIRST_PLAYER;
    for (;;) {
        turn->next = GAME_WHOLE_TURN;
        if (!stands_still(game))
            game_monsters_act(turn);
        if (game->phase != WYRM_PHASE_PLAYING)
            return;
        if (is_players_turn(turn) && acts(turn->engine, player)) {
            game_level_look(turn);
            return;
        }
        turn->now = turn->next;
        if (!game_time_before(turn->now, GAME_WHOLE_TURN)) {
            end_turn(turn);
            if (game->phase != WYRM_PHASE_PLAYING ||
                (leads && player->due.numerator == 0 && acts(turn->engine, player)))
                return;
            player->hurt = player->hurt && !leads && player->due.numerator == 0;
        }
        turn->distances_fresh = turn->distances_fresh && !turn->engine->timed;
    }
}

/* Charges the player the time of its act, twice as much if slowed, and lets it pass. */
static void pass_time(game_turn *turn)
{
    wyrm_game *game = turn->game;
    turn->now = game_due_of(&game->player);
    if (game->player.turns[WYRM_SLOWED] > 0)
        turn->takes.numerator *= 2;
    game_body_spend(turn, GAME_BODY_PLAYER);
    game_level_look(turn);
    pass_until_player(turn);
}

wyrm_status wyrm_game_open(wyrm_engine *engine, wyrm_game *game, const wyrm_listener *listener,
                           wyrm_error *error)
{
    game_turn turn;
    if (engine->rules.first != WYRM_FIRST_MONSTER || game->commands > 0)
        return WYRM_OK;
    game->commands = UINT64_MAX; /* streams of its own */
    game_turn_begin(&turn, engine, game, listener, error);
    game->commands = 0;
    for (size_t i = 0; i < game->monster_count; i++)
        game->monsters[i].body.due = GAME_AT_ONCE;
    if (setjmp(turn.end) == 0) {
        game_monsters_act(&turn);
        if (game->phase == WYRM_PHASE_PLAYING && !acts(engine, &game->player))
            pass_until_player(&turn);
    }
    return turn.status;
}

/* Carries out a command; refusals and failures come out here. Until `acted` nothing has changed. */
static void carry_out(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const bool was_hurt = game->player.hurt;
    volatile bool acted = false;
    game->player.hurt = false;
    if (setjmp(turn->end) == 0) {
        game_action *act_on = actions[command->kind].act;
        acted = (act_on ? act_on : game_item_actions[command->kind])(turn, command);
        game_turn_must(turn, wyrm_combat_check(turn->engine->combat, &game->player.combatant,
                                               turn->error)); /* the player may have put something
                                                                 on */
        game->commands++;
        if (!acted)
            game_level_look(turn);
        else if (game_bury(turn))
            pass_time(turn);
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
    game_turn turn;
    if ((unsigned)command->kind >= WYRM_COMMAND_COUNT)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "There is no such command.");
    if (actions[command->kind].phase != game->phase)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", refusals[game->phase]);
    game_turn_begin(&turn, engine, game, listener, error);
    carry_out(&turn, command);
    if (game->phase == WYRM_PHASE_PLAYING && game->choices > 0)
        game->phase = WYRM_PHASE_CHOOSING;
    return turn.status;
}
