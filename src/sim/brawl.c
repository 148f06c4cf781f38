/* Fights of sampled runs, turn by turn. */
#include "sim/brawl.h"

#include <wyrm/observe.h>

#include "game/upkeep.h"

/* A fight under way. */
typedef struct brawl {
    wyrm_life *life;
    int32_t front; /* how many can stand beside the player */
    int32_t waited;
} brawl;

/* How many get at the player at a time: in the open, and where the place is chosen with care. */
#define FRONT_OPEN   4
#define FRONT_CHOSEN 1

/* Turns in a row that it is worth to wait for somebody. */
#define PATIENCE 3

static wyrm_game_monster *monster_at(const brawl *fight, size_t index)
{
    return &fight->life->game->monsters[index];
}

static int32_t distance_of(const wyrm_game_monster *monster)
{
    return monster->body.at.x;
}

void wyrm_brawl_put(wyrm_life *life, const wyrm_spawn *spawn, uint32_t id, bool asleep,
                    int32_t distance)
{
    wyrm_game *game = life->game;
    const wyrm_engine *engine = life->engine;
    wyrm_game_monster *monster = &game->monsters[game->monster_count++];
    *monster = (wyrm_game_monster){
        .body.at.x = (int16_t)(distance < engine->rules.sight ? distance : engine->rules.sight),
        .spawn = *spawn,
        .id = id,
        .met = true};
    wyrm_roster_spawn(engine->roster, (size_t)spawn->monster, spawn->level,
                      wyrm_encounter_variant(engine->encounter, spawn), &monster->body.combatant);
    if (asleep)
        monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
    wyrm_recorder_meet(life->recorder, spawn->monster, id);
    life->rival = monster->body.combatant;
    life->has_rival = true;
}

/* ------------------------------------------------------------------ what the player does */

/* The nearest of those who are awake or not; NULL: nobody. */
static const wyrm_game_monster *nearest(const brawl *fight)
{
    const wyrm_game_monster *found = NULL;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = monster_at(fight, i);
        if (!found || distance_of(monster) < distance_of(found))
            found = monster;
    }
    return found;
}

/* The weakest of those beside the player; -1: nobody is. */
static int32_t weakest_beside(const brawl *fight)
{
    int32_t found = -1;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = monster_at(fight, i);
        if (distance_of(monster) == 1 &&
            (found < 0 ||
             monster->body.combatant.hp < monster_at(fight, (size_t)found)->body.combatant.hp))
            found = (int32_t)i;
    }
    return found;
}

static void keep_status(wyrm_life *life, wyrm_status status)
{
    if (status == WYRM_OK)
        return;
    life->status = status;
    life->over = true;
}

static void strike(wyrm_life *life, int32_t attacker, int32_t defender, wyrm_attack_kind kind,
                   int32_t distance)
{
    keep_status(life, wyrm_body_strike(&life->turn, attacker, NULL, defender, kind, distance, 0.0));
    if (!life->over && wyrm_body(life->game, defender)->combatant.hp <= 0)
        wyrm_life_bury(life);
}

/* Whether it will stand beside the player after its next turn, without a blow. */
static bool comes(const brawl *fight, const wyrm_game_monster *monster)
{
    const wyrm_engine *engine = fight->life->engine;
    const wyrm_combatant *combatant = &monster->body.combatant;
    bool reaches = engine->stat_reach >= 0 && combatant->stats[engine->stat_reach] >= 2.0;
    bool fires = engine->stat_range >= 0 && combatant->stats[engine->stat_range] > 0.0;
    const int32_t *turns = monster->body.turns;
    return distance_of(monster) == 2 && !reaches && !fires && turns[WYRM_ASLEEP] == 0 &&
           turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0;
}

/* One step nearer to all who are not beside. */
static void charge(brawl *fight)
{
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        wyrm_game_monster *monster = monster_at(fight, i);
        monster->body.at.x = (int16_t)(monster->body.at.x - (distance_of(monster) > 1));
    }
}

/* How many an effect would hit that is aimed at somebody; 0 where it would hit the player too. */
static size_t would_hit(const brawl *fight, const wyrm_effect *effect, int32_t aim)
{
    size_t hit = 0;
    if (wyrm_effect_aims(effect->kind) != WYRM_AIM_AREA)
        return 1;
    for (size_t i = 0; i < fight->life->game->monster_count && aim > effect->radius; i++) {
        int32_t apart = distance_of(monster_at(fight, i)) - aim;
        hit += apart <= effect->radius && -apart <= effect->radius;
    }
    return hit;
}

#define HURTING                                                                                    \
    (WYRM_LIFE_KIND(WYRM_EFFECT_LIGHTNING) | WYRM_LIFE_KIND(WYRM_EFFECT_BOLT) |                    \
     WYRM_LIFE_KIND(WYRM_EFFECT_BLAST))

#define BURNS_BELOW 0.5 /* share of the hit points below which one target is enough */

/* Uses what hurts most of them, at least two unless the player is hurt; false where there is nothing. */
static bool burn(brawl *fight)
{
    wyrm_life *life = fight->life;
    const wyrm_game *game = life->game;
    size_t wanted = wyrm_life_health(life) < BURNS_BELOW ? 1 : 2, most = wanted - 1;
    int32_t best = -1, aim = 0;
    if (!life->traits->uses_scrolls || game->monster_count < wanted)
        return false;
    for (int32_t i = wyrm_life_has(life, HURTING, 0); i >= 0;
         i = wyrm_life_has(life, HURTING, (size_t)i + 1))
        for (size_t m = 0; m < game->monster_count; m++) {
            int32_t distance = distance_of(&game->monsters[m]);
            size_t hit =
                would_hit(fight, &life->engine->effects[game->pack[i].item.kind], distance);
            if (hit > most) {
                most = hit;
                best = i;
                aim = distance;
            }
        }
    return best >= 0 && wyrm_life_do(life, wyrm_do_use, best, (wyrm_position){(int16_t)aim, 0});
}

static void act(brawl *fight)
{
    wyrm_life *life = fight->life;
    const wyrm_bot_traits *traits = life->traits;
    if (wyrm_life_health(life) < traits->drinks_below && wyrm_life_drink(life))
        return;
    if (burn(fight))
        return;
    int32_t target = weakest_beside(fight);
    if (target >= 0) {
        strike(life, WYRM_BODY_PLAYER, target, WYRM_ATTACK_MELEE, 1);
    } else if (traits->rests && fight->waited < PATIENCE && comes(fight, nearest(fight))) {
        fight->waited++;
    } else {
        fight->waited = 0;
        charge(fight);
    }
}

/* ------------------------------------------------------------------ what they do */

static int32_t reach_of(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return engine->stat_reach >= 0 ? (int32_t)combatant->stats[engine->stat_reach] : 1;
}

static int32_t count_beside(const brawl *fight)
{
    int32_t count = 0;
    for (size_t i = 0; i < fight->life->game->monster_count; i++)
        count += distance_of(monster_at(fight, i)) == 1;
    return count;
}

static void approach(brawl *fight, wyrm_game_monster *monster)
{
    bool has_room = distance_of(monster) > 2 || count_beside(fight) < fight->front;
    if (distance_of(monster) > 1 && monster->body.turns[WYRM_HELD] == 0 && has_room)
        monster->body.at.x--;
}

/* Shoots, where that goes so far; false where not. */
static bool shoot(wyrm_life *life, size_t index, int32_t distance)
{
    const wyrm_engine *engine = life->engine;
    const wyrm_combatant *combatant = &life->game->monsters[index].body.combatant;
    if (engine->stat_range < 0 || !(combatant->stats[engine->stat_range] > 0.0))
        return false;
    wyrm_status status = wyrm_body_strike(&life->turn, (int32_t)index, NULL, WYRM_BODY_PLAYER,
                                          WYRM_ATTACK_FIRED, distance, 0.0);
    if (status == WYRM_ERROR_ARGUMENT)
        return false;
    keep_status(life, status);
    if (!life->over && life->game->player.combatant.hp <= 0)
        wyrm_life_bury(life);
    return true;
}

/* Who is confused stumbles into the player seldom. */
static bool stumbles_into(brawl *fight, int32_t distance)
{
    uint64_t heading = wyrm_rng_below(&fight->life->turn.chance, WYRM_DIRECTION_COUNT);
    return distance == 1 && heading == 0;
}

static void answer(brawl *fight, size_t index)
{
    wyrm_life *life = fight->life;
    wyrm_game_monster *monster = monster_at(fight, index);
    const int32_t *turns = monster->body.turns;
    int32_t distance = distance_of(monster);
    if (turns[WYRM_CONFUSED] > 0) {
        if (stumbles_into(fight, distance))
            strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE, distance);
    } else if (turns[WYRM_AFRAID] > 0) {
        monster->body.at.x = (int16_t)(distance + (distance < life->engine->rules.sight));
    } else if (distance <= reach_of(life->engine, &monster->body.combatant)) {
        strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE, distance);
    } else if (!shoot(life, index, distance)) {
        approach(fight, monster);
    }
}

static bool is_ready(const wyrm_game *game, const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    return turns[WYRM_ASLEEP] == 0 &&
           (turns[WYRM_SLOWED] == 0 || (game->turn + monster->id) % 2 == 0);
}

/* All of them, the nearest first. Nobody dies by what they do but the player. */
static void answer_all(brawl *fight)
{
    wyrm_game *game = fight->life->game;
    int32_t farthest = 0, places[WYRM_ROOM_SPAWNS_MAX];
    for (size_t i = 0; i < game->monster_count; i++) {
        places[i] = distance_of(&game->monsters[i]);
        farthest = places[i] > farthest ? places[i] : farthest;
    }
    for (int32_t distance = 1; distance <= farthest; distance++)
        for (size_t i = 0; i < game->monster_count && !fight->life->over; i++)
            if (places[i] == distance && is_ready(game, &game->monsters[i]))
                answer(fight, i);
}

/* ------------------------------------------------------------------ fights */

void wyrm_brawl(wyrm_life *life)
{
    brawl fight = {.life = life,
                   .front = life->traits->least_odds > 0.0 ? FRONT_CHOSEN : FRONT_OPEN};
    while (!life->over && life->game->monster_count > 0) {
        life->game->player.hurt = false;
        act(&fight);
        if (!life->over)
            answer_all(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
}

/* Turns in which somebody who stands in the way has the player beside itself. */
#define PASSING_TURNS 2

void wyrm_brawl_pass(wyrm_life *life)
{
    brawl fight = {.life = life, .front = FRONT_OPEN};
    for (int turn = 0; turn < PASSING_TURNS && !life->over; turn++) {
        charge(&fight);
        answer_all(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
    life->game->monster_count = 0;
}

void wyrm_brawl_suffer(wyrm_life *life)
{
    brawl fight = {.life = life, .front = FRONT_OPEN};
    if (life->game->monster_count == 0)
        wyrm_life_pass(life, life->turn_limit);
    while (!life->over) {
        answer_all(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
}
