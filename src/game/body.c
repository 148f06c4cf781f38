/* Bodies: who they are, how they strike and are hurt, what befalls them, where they go. */
#include "game/internal.h"

#include "combat/internal.h"
#include "growth/internal.h"

wyrm_creature *wyrm_body(wyrm_game *game, int32_t body)
{
    return body == WYRM_BODY_PLAYER ? &game->player : &game->monsters[body].body;
}

uint32_t wyrm_body_id(const wyrm_game *game, int32_t body)
{
    return body == WYRM_BODY_PLAYER ? 0 : game->monsters[body].id;
}

/* Its index in the roster; -1 for the player. */
static int32_t kind_of(const wyrm_game *game, int32_t body)
{
    return body == WYRM_BODY_PLAYER ? -1 : game->monsters[body].spawn.monster;
}

/* Whether the player sees what happens to a body; it always notices what happens to itself. */
static bool is_seen(wyrm_turn *turn, int32_t body)
{
    if (body == WYRM_BODY_PLAYER || !wyrm_is_heard(turn))
        return true;
    wyrm_position at = turn->game->monsters[body].body.at;
    return wyrm_sight_has(wyrm_turn_sight(turn), at.x, at.y);
}

/* Sets the victim of an event, the tile, and whether the player sees it. */
static void set_whom(wyrm_turn *turn, int32_t body, wyrm_event *event)
{
    event->whom = wyrm_body_id(turn->game, body);
    event->monster = kind_of(turn->game, body);
    event->at = wyrm_body(turn->game, body)->at;
    event->seen = is_seen(turn, body);
}

/* -- wounds -- */

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
    turn->credit_kind = kind_of(turn->game, credit);
    if (victim == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_taken, taken);
    else if (credit == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_dealt, taken);
    return taken;
}

int64_t wyrm_body_hurt(wyrm_turn *turn, int32_t body, int32_t credit, int64_t damage,
                       const wyrm_item *item)
{
    int64_t taken = wound(turn, body, credit, damage);
    wyrm_event event = wyrm_event_of(WYRM_EVENT_HURT);
    set_whom(turn, body, &event);
    event.amount = taken;
    if (item)
        event.item = *item;
    wyrm_tell(turn, &event);
    return taken;
}

static void tell_strike(wyrm_turn *turn, int32_t attacker, int32_t defender, wyrm_attack_kind kind,
                        int64_t taken)
{
    wyrm_event event = wyrm_event_of(WYRM_EVENT_ATTACKED);
    set_whom(turn, defender, &event);
    event.who = wyrm_body_id(turn->game, attacker);
    event.seen = event.seen || is_seen(turn, attacker);
    if (defender == WYRM_BODY_PLAYER)
        event.monster = kind_of(turn->game, attacker);
    else
        event.other = kind_of(turn->game, attacker);
    event.amount = taken;
    event.attack = kind;
    wyrm_tell(turn, &event);
}

wyrm_status wyrm_body_strike(wyrm_turn *turn, int32_t attacker, const wyrm_combatant *armed,
                             int32_t defender, wyrm_attack_kind kind, double distance,
                             double off_centre)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_creature *victim = wyrm_body(turn->game, defender);
    wyrm_combatant sleeper;
    wyrm_matchup matchup = {
        .attacker = armed ? armed : &wyrm_body(turn->game, attacker)->combatant,
        .defender = &victim->combatant,
        .attack = kind,
        .distance = distance,
        .off_centre = off_centre,
    };
    if (victim->turns[WYRM_ASLEEP] > 0 && engine->stat_asleep >= 0) {
        sleeper = victim->combatant;
        sleeper.stats[engine->stat_asleep] = 1.0;
        matchup.defender = &sleeper;
    }
    int64_t damage;
    wyrm_status status = wyrm_strikes_draw(&turn->engine->strikes, engine->combat, &matchup,
                                           &turn->combat, &damage, turn->error);
    if (status == WYRM_OK)
        tell_strike(turn, attacker, defender, kind, wound(turn, defender, attacker, damage));
    return status;
}

/* -- conditions -- */

void wyrm_body_afflict(wyrm_turn *turn, int32_t body, wyrm_condition condition, int32_t turns,
                       const wyrm_item *item)
{
    int32_t *left = &wyrm_body(turn->game, body)->turns[condition];
    if (turns <= *left)
        return;
    *left = turns;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_CONDITION);
    set_whom(turn, body, &event);
    event.condition = condition;
    event.amount = turns;
    if (item)
        event.item = *item;
    wyrm_tell(turn, &event);
}

/* -- places -- */

static void mark_monster(wyrm_game *game, wyrm_position at, bool stands)
{
    uint8_t *mark = &game->marks[at.y * game->map.width + at.x];
    *mark = (uint8_t)(stands ? *mark | WYRM_MARK_MONSTER : *mark & ~WYRM_MARK_MONSTER);
}

void wyrm_body_move(wyrm_turn *turn, int32_t body, wyrm_position to)
{
    wyrm_game *game = turn->game;
    wyrm_creature *creature = wyrm_body(game, body);
    bool was_seen = is_seen(turn, body);
    if (body == WYRM_BODY_PLAYER) {
        turn->sight_is_fresh = false;
        turn->distances_fresh = false;
        turn->looked = false;
    } else {
        mark_monster(game, creature->at, false);
        mark_monster(game, to, true);
    }
    creature->at = to;
    turn->stirred = true;
    if (!wyrm_is_heard(turn))
        return;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_MOVED);
    event.who = wyrm_body_id(game, body);
    event.monster = kind_of(game, body);
    event.at = to;
    event.seen = was_seen || is_seen(turn, body);
    wyrm_tell(turn, &event);
}

/* ---- What the player wears ----
 *
 * Bare stats, plus boosts, plus worn gear. */

static void add_boost(const wyrm_engine *engine, const wyrm_boost *boost, wyrm_combatant *player)
{
    if (boost->stat < 0)
        player->regeneration += boost->amount;
    else if (boost->stat < WYRM_STATS_MAX)
        player->stats[boost->stat] =
            wyrm_stat_in_range(&wyrm_combat_stats(engine->combat)[boost->stat],
                               player->stats[boost->stat] + boost->amount);
}

/* Adds the stats of a piece of gear: by its level where growth has curves for it, else by its
 * record. */
static void put_on(const wyrm_engine *engine, const wyrm_item *item, wyrm_combatant *player)
{
    const wyrm_item_kind *kind = &engine->kinds[item->kind];
    wyrm_role role = kind->item_class == WYRM_ITEM_WEAPON ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
    if (wyrm_roster_has_curves(engine->roster, role))
        wyrm_growth_equip(engine->growth, role, item->level, player);
    else
        wyrm_combat_equip(engine->combat, role, kind->record, player);
}

void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out)
{
    wyrm_combatant dressed = game->bare; /* `out` may be what is read here */
    int64_t hp = game->player.combatant.hp;
    for (size_t i = 0; i < game->boost_count; i++)
        add_boost(engine, &game->boosts[i], &dressed);
    for (size_t i = 0; i < game->pack_count; i++)
        if (worn ? worn[i] : game->pack[i].worn)
            put_on(engine, &game->pack[i].item, &dressed);
    dressed.hp = hp < dressed.max_hp ? hp : dressed.max_hp;
    *out = dressed;
}

void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game)
{
    wyrm_player_dressed(engine, game, NULL, &game->player.combatant);
}
