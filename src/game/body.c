/* Bodies: how they strike and are hurt, what befalls them, where they go, and how they die.
 *
 * The player and the monsters are alike in all of this. Who dies is not dead at once: hit points go
 * down to 0, and after each actor the dead are buried, nearest first. Whoever hurt somebody last
 * has the credit for all of them, which is what brings experience and ends games (RuggRogue, "Turn
 * Order and Combat").
 * 
 */
#include "combat/internal.h"
#include "game/internal.h"
#include "growth/internal.h"

#include <string.h>

/* Whether the player sees what happens to a body; it always notices what happens to itself. */
static bool is_seen(wyrm_turn *turn, int32_t body)
{
    if (body == WYRM_BODY_PLAYER || !wyrm_is_heard(turn))
        return true;
    wyrm_position at = turn->game->monsters[body].body.at;
    return wyrm_sight_has(wyrm_player_sight(turn->engine, turn->game), at.x, at.y);
}

void wyrm_event_befalls(wyrm_turn *turn, int32_t body, wyrm_event *event)
{
    event->whom = wyrm_body_id(turn->game, body);
    event->monster = wyrm_body_kind(turn->game, body);
    event->at = wyrm_body(turn->game, body)->at;
    event->seen = is_seen(turn, body);
}

/* ---- Wounds and conditions ---- */

/* Takes hit points, down to 0; returns how many. */
static int64_t wound(wyrm_turn *turn, int32_t victim, int32_t credit, int64_t damage)
{
    wyrm_creature *creature = wyrm_body(turn->game, victim);
    int64_t hp = creature->combatant.hp;
    int64_t taken = damage < 0 ? 0 : damage < hp ? damage : hp;
    if (taken == 0)
        return 0;
    creature->combatant.hp = hp - taken;
    creature->hurt = true;
    turn->credit = wyrm_body_id(turn->game, credit);
    turn->credit_kind = wyrm_body_kind(turn->game, credit);
    if (victim == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_taken, taken);
    else if (credit == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_dealt, taken);
    return taken;
}

void wyrm_body_hurt(wyrm_turn *turn, int32_t body, int64_t damage, const wyrm_item *item)
{
    wyrm_event event = wyrm_event_of(WYRM_EVENT_HURT);
    event.amount = wound(turn, body, WYRM_BODY_PLAYER, damage);
    event.item = *item;
    wyrm_event_befalls(turn, body, &event);
    wyrm_tell(turn, &event);
}

wyrm_status wyrm_body_strike(wyrm_turn *turn, int32_t attacker, const wyrm_combatant *armed,
                             int32_t defender, wyrm_attack_kind kind, double distance,
                             double off_centre)
{
    wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    const wyrm_creature *victim = wyrm_body(game, defender);
    wyrm_combatant sleeper;
    wyrm_matchup matchup = {
        .attacker = armed ? armed : &wyrm_body(game, attacker)->combatant,
        .defender = &victim->combatant,
        .attack = kind,
        .distance = distance,
        .off_centre = off_centre,
    };
    if (victim->turns[WYRM_ASLEEP] > 0 && engine->stats[WYRM_STAT_ASLEEP] >= 0) {
        sleeper = victim->combatant;
        sleeper.stats[engine->stats[WYRM_STAT_ASLEEP]] = 1.0;
        matchup.defender = &sleeper;
    }
    int64_t damage;
    wyrm_status status = wyrm_strikes_draw(&engine->strikes, engine->combat, &matchup,
                                           &turn->combat, &damage, turn->error);
    if (status != WYRM_OK)
        return status;
    int64_t taken = wound(turn, defender, attacker, damage);
    if (!wyrm_is_heard(turn))
        return WYRM_OK;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_ATTACKED);
    wyrm_event_befalls(turn, defender, &event);
    event.who = wyrm_body_id(game, attacker);
    event.seen = event.seen || is_seen(turn, attacker);
    if (defender == WYRM_BODY_PLAYER)
        event.monster = wyrm_body_kind(game, attacker);
    else
        event.other = wyrm_body_kind(game, attacker);
    event.amount = taken;
    event.attack = kind;
    wyrm_tell(turn, &event);
    return WYRM_OK;
}

void wyrm_body_afflict(wyrm_turn *turn, int32_t body, wyrm_condition condition, int32_t turns,
                       const wyrm_item *item)
{
    int32_t *left = &wyrm_body(turn->game, body)->turns[condition];
    if (turns <= *left)
        return;
    *left = turns;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_CONDITION);
    wyrm_event_befalls(turn, body, &event);
    event.condition = condition;
    event.amount = turns;
    event.item = *item;
    wyrm_tell(turn, &event);
}

void wyrm_body_move(wyrm_turn *turn, int32_t body, wyrm_position to)
{
    wyrm_game *game = turn->game;
    wyrm_creature *creature = wyrm_body(game, body);
    bool was_seen = is_seen(turn, body);
    if (body == WYRM_BODY_PLAYER) {
        turn->distances_fresh = false;
        turn->looked = false;
    } else {
        *wyrm_mark_at(game, creature->at.x, creature->at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
        *wyrm_mark_at(game, to.x, to.y) |= WYRM_MARK_MONSTER;
    }
    creature->at = to;
    turn->stirred = true;
    if (!wyrm_is_heard(turn))
        return;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_MOVED);
    event.who = wyrm_body_id(game, body);
    event.monster = wyrm_body_kind(game, body);
    event.at = to;
    event.seen = was_seen || is_seen(turn, body);
    wyrm_tell(turn, &event);
}

/* ---- What the player fights with: bare stats, plus boosts, plus worn gear ---- */

void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out)
{
    wyrm_combatant dressed = game->bare; /* `out` may be what is read here */
    int64_t hp = game->player.combatant.hp;
    for (size_t i = 0; i < game->boost_count; i++) {
        const wyrm_boost *boost = &game->boosts[i];
        if (boost->stat < 0)
            dressed.regeneration += boost->amount;
        else if (boost->stat < WYRM_STATS_MAX)
            dressed.stats[boost->stat] =
                wyrm_stat_in_range(&wyrm_combat_stats(engine->combat)[boost->stat],
                                   dressed.stats[boost->stat] + boost->amount);
    }
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_item *item = &game->pack[i].item;
        if (!(worn ? worn[i] : game->pack[i].worn))
            continue;
        /* Gear counts by its level where growth has curves for it, else by its record. */
        wyrm_role role = wyrm_is_weapon(engine, item->kind) ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
        if (wyrm_roster_has_curves(engine->roster, role))
            wyrm_growth_equip(engine->growth, role, item->level, &dressed);
        else
            wyrm_combat_equip(engine->combat, role, engine->kinds[item->kind].record, &dressed);
    }
    dressed.hp = hp < dressed.max_hp ? hp : dressed.max_hp;
    *out = dressed;
}

void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game)
{
    wyrm_player_dressed(engine, game, NULL, &game->player.combatant);
}

/* ---- Experience, and what a new level brings ---- */

void wyrm_player_learn(wyrm_turn *turn, uint64_t experience)
{
    wyrm_game *game = turn->game;
    const wyrm_growth *growth = turn->engine->growth;
    const wyrm_choice *choices;
    if (experience == 0 || game->player.combatant.hp <= 0)
        return;
    int64_t told = experience < INT64_MAX ? (int64_t)experience : INT64_MAX;
    wyrm_tell_player(turn, WYRM_EVENT_EXPERIENCE, told);
    if (game->arena) { /* a set fight counts experience, but nobody changes level in it */
        wyrm_add_to(&game->experience.base, told);
        return;
    }
    int32_t levels = wyrm_growth_award(growth, &game->experience, experience);
    for (int32_t i = 1; i <= levels; i++) {
        int32_t level = game->experience.level - levels + i;
        if (wyrm_growth_choices(growth, &choices) > 0) {
            game->choices++;
        } else { /* by curves the bare stats grow, and all wounds heal */
            wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, level, &game->bare);
            wyrm_player_dress(turn->engine, game);
            game->player.combatant.hp = game->player.combatant.max_hp;
        }
        wyrm_tell_player(turn, WYRM_EVENT_LEVEL_UP, level);
    }
}

/* ---- The dead ---- */

void wyrm_game_win(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->phase != WYRM_PHASE_PLAYING)
        return;
    game->phase = WYRM_PHASE_WON;
    if (game->goal_placed) {
        wyrm_set_tile(game, game->goal, WYRM_TILE_FLOOR);
        game->goal_placed = false;
        game->goal_taken = true;
    }
    wyrm_event event = wyrm_event_of(WYRM_EVENT_WON);
    event.at = game->player.at;
    event.seen = true;
    wyrm_tell(turn, &event);
}

static void bury_player(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->cause == WYRM_CAUSE_NONE) {
        bool by_monster = turn->credit != WYRM_NOBODY && turn->credit != 0;
        game->cause = by_monster ? WYRM_CAUSE_MONSTER : WYRM_CAUSE_ITSELF;
        game->killer = by_monster ? turn->credit_kind : -1;
    }
    wyrm_event died = wyrm_player_event(turn, WYRM_EVENT_DIED);
    died.whom = 0;
    died.who = turn->credit;
    died.monster = game->killer;
    wyrm_tell(turn, &died);
    game->phase = WYRM_PHASE_DEAD;
    wyrm_event lost = died;
    lost.kind = WYRM_EVENT_LOST;
    lost.whom = WYRM_NOBODY;
    wyrm_tell(turn, &lost);
}

/* When the last boss of the last map dies, the victory item is left where it fell. */
static void leave_goal(wyrm_turn *turn, const wyrm_game_monster *dead)
{
    wyrm_game *game = turn->game;
    if (turn->engine->rules.goal != WYRM_GOAL_BOSS || !game->map.final || game->goal_placed ||
        game->goal_taken || !wyrm_is_boss(turn->engine, dead))
        return;
    for (size_t i = 0; i < game->monster_count; i++)
        if (wyrm_is_boss(turn->engine, &game->monsters[i]))
            return;
    wyrm_position at = dead->body.at;
    wyrm_set_tile(game, at, WYRM_TILE_GOAL);
    game->goal = at;
    game->goal_placed = true;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_GOAL_PLACED);
    event.at = at;
    event.seen = wyrm_sight_has(wyrm_player_sight(turn->engine, game), at.x, at.y);
    wyrm_tell(turn, &event);
}

/* Removes a dead monster; the others keep the order in which they were placed. */
static void bury_monster(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_game_monster dead = game->monsters[index];
    wyrm_event event = wyrm_event_of(WYRM_EVENT_DIED);
    wyrm_event_befalls(turn, (int32_t)index, &event);
    event.who = turn->credit;
    event.other = turn->credit_kind;
    *wyrm_mark_at(game, dead.body.at.x, dead.body.at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    game->monster_count--;
    memmove(&game->monsters[index], &game->monsters[index + 1],
            (game->monster_count - index) * sizeof dead);
    turn->distances_fresh = false;
    wyrm_tell(turn, &event);
    if (turn->credit == 0) {
        wyrm_count(&game->tally.kills);
        if (dead.spawn.monster >= 0)
            wyrm_count(&game->tally.killed[dead.spawn.monster]);
        wyrm_player_learn(turn, dead.spawn.experience);
    }
    leave_goal(turn, &dead);
    if (game->arena && game->monster_count == 0 && game->phase == WYRM_PHASE_PLAYING)
        wyrm_game_win(turn);
}

/* The nearest of the dead, the first in the order of placing of equally near ones; monster_count
 * where there is none. */
static size_t nearest_dead(const wyrm_game *game)
{
    size_t found = game->monster_count;
    int32_t least = INT32_MAX;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        if (body->combatant.hp > 0)
            continue;
        int32_t apart = wyrm_tiles_apart(body->at, game->player.at);
        if (apart < least) {
            least = apart;
            found = i;
        }
    }
    return found;
}

bool wyrm_bury(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.combatant.hp <= 0 && game->phase != WYRM_PHASE_DEAD)
        bury_player(turn);
    for (size_t i = nearest_dead(game); i < game->monster_count; i = nearest_dead(game))
        bury_monster(turn, i);
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    return game->phase == WYRM_PHASE_PLAYING;
}
