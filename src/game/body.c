/* What is on a map: how it is entered and seen, and the bodies there, the player and the monsters
 * alike: how they strike and are hurt, where they go; what the player fights with and learns.
 *
 * A map is made and populated in the order that <wyrm/encounter.h> states, from streams of its own
 * by seed, run and depth, so that what has happened above changes nothing below but through
 * difficulty and pity. */
#include "combat/internal.h"
#include "game/internal.h"
#include "growth/internal.h"
#include <string.h>
#include <wyrm/streams.h>

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

/* ---- Maps ---- */

void wyrm_level_enter(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_engine *engine = turn->engine;
    const wyrm_floor_models models = {.mapper = engine->mapper,
                                      .encounter = engine->encounter,
                                      .loot = engine->loot,
                                      .carved = true};
    wyrm_floor_make(&models, game->seed, game->run, &game->difficulty, &game->pity, &game->map,
                    &engine->population);
    memcpy(game->marks, game->map.tiles, (size_t)(game->map.width * game->map.height));
    memcpy(game->room_kinds, engine->population.kinds,
           (size_t)game->map.room_count * sizeof *game->room_kinds);
    wyrm_map_is_made(game);
    const wyrm_population *population = &engine->population;
    wyrm_rng sleepers = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_SLEEPERS,
                                       (uint64_t)game->difficulty.depth);
    game->next_id = 1;
    game->monster_count = population->monster_count;
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_position at = population->monsters[i].position;
        const wyrm_spawn *spawn = &population->monsters[i].spawn;
        wyrm_game_monster *monster = &game->monsters[i];
        *monster = (wyrm_game_monster){.body.at = at, .spawn = *spawn, .id = game->next_id++};
        wyrm_roster_spawn(engine->roster, (size_t)spawn->monster, spawn->level,
                          wyrm_encounter_variant(engine->encounter, spawn),
                          &monster->body.combatant);
        if (engine->rules.asleep > 0 && wyrm_rng_real(&sleepers) < engine->rules.asleep)
            monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
        game->marks[at.y * game->map.width + at.x] |= WYRM_MARK_MONSTER;
    }
    game->item_count = population->item_count;
    for (size_t i = 0; i < population->item_count; i++) {
        game->items[i] = wyrm_item_new(engine, population->items[i].item);
        game->items[i].at = population->items[i].position;
    }
    bool is_had = false; /* by a boss, and the place of the stairs is bare floor */
    for (size_t i = 0; i < game->monster_count && game->map.final; i++)
        is_had |= engine->rules.goal == WYRM_GOAL_BOSS && wyrm_is_boss(engine, &game->monsters[i]);
    game->goal = game->map.exit;
    game->goal_placed = game->map.final && !is_had;
    game->goal_taken = false;
    if (is_had)
        wyrm_set_tile(game, game->map.exit, WYRM_TILE_FLOOR);
    game->player.at = game->map.start;
    game->news++;
    turn->distances_fresh = false;
    turn->looked = false;
    wyrm_tell_player(turn, WYRM_EVENT_LEVEL_ENTERED, game->difficulty.depth);
}

void wyrm_level_look(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    bool news = false;
    if (turn->looked && !turn->stirred)
        return;
    const wyrm_sight *sight = wyrm_player_sight(turn->engine, game);
    if (!turn->looked) {
        news = wyrm_sight_mark(sight, &game->marked, WYRM_MARK_KNOWN | WYRM_MARK_SEEN,
                               game->map.width, game->marks);
        game->marked = *sight;
    }
    for (size_t i = 0; i < game->item_count; i++) {
        wyrm_game_item *item = &game->items[i];
        if (item->seen || !wyrm_sight_has(sight, item->at.x, item->at.y))
            continue;
        item->seen = news = true;
    }
    game->news += news;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_game_monster *monster = &game->monsters[i];
        if (monster->met || !wyrm_sight_has(sight, monster->body.at.x, monster->body.at.y))
            continue;
        monster->met = true;
        wyrm_event event = wyrm_event_of(WYRM_EVENT_SEEN);
        wyrm_event_befalls(turn, (int32_t)i, &event);
        wyrm_tell(turn, &event);
    }
    turn->looked = true;
    turn->stirred = false;
}

/* ---- Bodies ---- */

int64_t wyrm_body_wound(wyrm_turn *turn, int32_t victim, int32_t credit, int64_t damage)
{
    wyrm_creature *creature = wyrm_body(turn->game, victim);
    int64_t hp = creature->combatant.hp, taken = damage < 0 ? 0 : damage < hp ? damage : hp;
    if (taken == 0)
        return 0;
    creature->combatant.hp = hp - taken;
    creature->hurt = true;
    if (credit != WYRM_BODY_NONE) {
        turn->credit = wyrm_body_id(turn->game, credit);
        turn->credit_kind = wyrm_body_kind(turn->game, credit);
    }
    if (victim == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_taken, taken);
    else if (credit == WYRM_BODY_PLAYER)
        wyrm_add_to(&turn->game->tally.damage_dealt, taken);
    return taken;
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
    const wyrm_strike *strike;
    wyrm_status status =
        wyrm_strikes_meet(&engine->strikes, engine->combat, &matchup, &strike, turn->error);
    if (status != WYRM_OK)
        return status;
    int64_t damage = wyrm_alias_draw(strike->alias, &turn->combat);
    int64_t taken = wyrm_body_wound(turn, defender, attacker, damage);
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

void wyrm_player_dress(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
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
            wyrm_player_dress(turn->engine, game, NULL, &game->player.combatant);
            game->player.combatant.hp = game->player.combatant.max_hp;
        }
        wyrm_tell_player(turn, WYRM_EVENT_LEVEL_UP, level);
    }
}

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
