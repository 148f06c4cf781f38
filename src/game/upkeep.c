/* What a turn ends with: conditions run out, the hungry digest, the hurt regenerate.
 *
 * Parts of hit points are kept in whole steps, so that nothing is lost or won by rounding: each
 * turn of healing adds the maximum of hit points to game->healing, and every rules.regeneration
 * of that is a hit point; likewise with game->starved and rules.starving (RuggRogue, "Hunger and
 * Regeneration"). */
#include "game/upkeep.h"

#include <math.h>

#include "game/body.h"
#include "game/dress.h"
#include "game/level.h"
#include "game/monsters.h"

/* ------------------------------------------------------------------ conditions */

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

/* ------------------------------------------------------------------ hunger */

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

/* ------------------------------------------------------------------ regeneration */

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

/* ------------------------------------------------------------------ all of it */

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

void wyrm_upkeep(wyrm_turn *turn)
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
