/* Fights of sampled runs, turn by turn. */
#include "sim/brawl_parts.h"

#include <wyrm/observe.h>

#include "game/upkeep.h"

/* Measured on played runs of the explorer, the brawler and the tactician on all shipped rulesets: of
 * several who are awake within three tiles one is beside the player and of the others about so many of
 * a hundred, less where the place is chosen with care. */
#define BESIDE_OPEN   0.55
#define BESIDE_CHOSEN 0.4

/* Measured in the same way: one of so many of those who have lost sight of the player not long ago sees it again in a turn, at
 * most so many tiles away: in flight within the first turns and later, and in a fight. */
#define FRESH_TURNS      5
#define STALE_TURNS      60
#define RETURNS          8  /* 5 to 14 */
#define RETURNS_LATE     50 /* 45 to 100 */
#define RETURNS_TO_FIGHT 16 /* 4 to 21 */
#define RETURNS_FROM     3

/* Turns in a row that it is worth to wait for somebody. */
#define PATIENCE 3

/* How many there is room for beside the player. */
static size_t draw_front(wyrm_life *life)
{
    double share = life->traits->least_odds > 0.0 ? BESIDE_CHOSEN : BESIDE_OPEN;
    size_t front = 1;
    for (size_t i = 1; i < life->game->monster_count && i < WYRM_DIRECTION_COUNT; i++)
        front += wyrm_rng_real(&life->rng) < share;
    return front;
}

wyrm_fray wyrm_fray_begin(wyrm_life *life)
{
    return (wyrm_fray){.life = life, .front = draw_front(life)};
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
    wyrm_spawned_get(&life->spawned, engine->roster, spawn->monster, spawn->level,
                     wyrm_encounter_variant(engine->encounter, spawn), &monster->body.combatant);
    life->foes[id % WYRM_LEVEL_SPAWNS_MAX] =
        wyrm_foe_of(&life->blows, engine->combat, &monster->body.combatant);
    if (asleep)
        monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
    wyrm_recorder_meet(life->recorder, spawn->monster, id);
    life->rival = monster->body.combatant;
    life->has_rival = true;
}

/* ------------------------------------------------------------------ what the player does */

/* The nearest of those who are awake or not; NULL: nobody. */
static const wyrm_game_monster *nearest(const wyrm_fray *fight)
{
    const wyrm_game_monster *found = NULL;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        if (!found || wyrm_fray_distance(monster) < wyrm_fray_distance(found))
            found = monster;
    }
    return found;
}

/* The weakest of those beside the player; -1: nobody is. */
static int32_t weakest_beside(const wyrm_fray *fight)
{
    int32_t found = -1;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        if (wyrm_fray_distance(monster) == 1 &&
            (found < 0 || monster->body.combatant.hp <
                              wyrm_fray_monster(fight, (size_t)found)->body.combatant.hp))
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

void wyrm_fray_strike(wyrm_life *life, int32_t attacker, int32_t defender, wyrm_attack_kind kind,
                      int32_t distance)
{
    keep_status(life, wyrm_body_strike(&life->turn, attacker, NULL, defender, kind, distance, 0.0));
    if (!life->over && wyrm_body(life->game, defender)->combatant.hp <= 0)
        wyrm_life_bury(life);
}

/* Whether it will stand beside the player after its next turn, without a blow. */
static bool comes(const wyrm_fray *fight, const wyrm_game_monster *monster)
{
    const wyrm_engine *engine = fight->life->engine;
    const wyrm_combatant *combatant = &monster->body.combatant;
    bool reaches = engine->stat_reach >= 0 && combatant->stats[engine->stat_reach] >= 2.0;
    bool fires = engine->stat_range >= 0 && combatant->stats[engine->stat_range] > 0.0;
    const int32_t *turns = monster->body.turns;
    return wyrm_fray_distance(monster) == 2 && !reaches && !fires && turns[WYRM_ASLEEP] == 0 &&
           turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0;
}

/* One step nearer to all who are not beside. */
static void charge(wyrm_fray *fight)
{
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        monster->body.at.x = (int16_t)(monster->body.at.x - (wyrm_fray_distance(monster) > 1));
    }
}

/* How many an effect would hit that is aimed at somebody; 0 where it would hit the player too. */
static size_t would_hit(const wyrm_fray *fight, const wyrm_effect *effect, int32_t aim)
{
    size_t hit = 0;
    if (wyrm_effect_aims(effect->kind) != WYRM_AIM_AREA)
        return 1;
    for (size_t i = 0; i < fight->life->game->monster_count && aim > effect->radius; i++) {
        int32_t apart = wyrm_fray_distance(wyrm_fray_monster(fight, i)) - aim;
        hit += apart <= effect->radius && -apart <= effect->radius;
    }
    return hit;
}

#define HURTING                                                                                    \
    (WYRM_LIFE_KIND(WYRM_EFFECT_LIGHTNING) | WYRM_LIFE_KIND(WYRM_EFFECT_BOLT) |                    \
     WYRM_LIFE_KIND(WYRM_EFFECT_BLAST))

/* What takes others out of a fight for a while. */
#define STOPPING                                                                                   \
    (WYRM_LIFE_KIND(WYRM_EFFECT_CONFUSE) | WYRM_LIFE_KIND(WYRM_EFFECT_SLEEP) |                     \
     WYRM_LIFE_KIND(WYRM_EFFECT_FRIGHTEN) | WYRM_LIFE_KIND(WYRM_EFFECT_BANISH))

#define BURNS_BELOW 0.5 /* share of the hit points below which one target is enough */

static bool is_stopped(const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    return turns[WYRM_ASLEEP] > 0 || turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0;
}

/* Uses what hits most of them, at least so many; false where there is nothing. */
static bool use_on(wyrm_fray *fight, uint32_t kinds, size_t wanted)
{
    wyrm_life *life = fight->life;
    const wyrm_game *game = life->game;
    size_t most = wanted - 1;
    int32_t best = -1, aim = 0;
    for (int32_t i = wyrm_life_has(life, kinds, 0); i >= 0;
         i = wyrm_life_has(life, kinds, (size_t)i + 1))
        for (size_t m = 0; m < game->monster_count; m++) {
            if (kinds == STOPPING && is_stopped(&game->monsters[m]))
                continue;
            int32_t distance = wyrm_fray_distance(&game->monsters[m]);
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

/* Burns two of them, or one by whom the player is hurt; who reckons also stops them where it would not win
 * without. */
static bool spend(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    size_t wanted = wyrm_life_health(life) < BURNS_BELOW ? 1 : 2;
    if (!life->traits->uses_scrolls)
        return false;
    if (life->traits->least_odds > 0.0 && wyrm_life_fears(life, fight->front == 1))
        return use_on(fight, HURTING, 1) || (!life->over && use_on(fight, STOPPING, 1));
    return life->game->monster_count >= wanted && use_on(fight, HURTING, wanted);
}

/* Whether the player drinks now: who reckons, only where it would not win without. */
bool wyrm_fray_drink(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    const wyrm_bot_traits *traits = life->traits;
    if (wyrm_life_health(life) >= traits->drinks_below)
        return false;
    if (traits->least_odds > 0.0 && !wyrm_life_fears(life, fight->front == 1))
        return false;
    return wyrm_life_drink(life);
}

/* Who goes anywhere runs into those beside it now and then. */
static void stray(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    uint64_t heading = wyrm_rng_below(&life->rng, WYRM_DIRECTION_COUNT);
    for (size_t i = 0; i < life->game->monster_count; i++)
        if (wyrm_fray_distance(wyrm_fray_monster(fight, i)) == 1 && heading-- == 0) {
            wyrm_fray_strike(life, WYRM_BODY_PLAYER, (int32_t)i, WYRM_ATTACK_MELEE, 1);
            return;
        }
}

static void attack(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    int32_t target = weakest_beside(fight);
    if (target >= 0) {
        wyrm_fray_strike(life, WYRM_BODY_PLAYER, target, WYRM_ATTACK_MELEE, 1);
    } else if (life->traits->rests && fight->waited < PATIENCE && comes(fight, nearest(fight))) {
        fight->waited++;
    } else {
        fight->waited = 0;
        charge(fight);
    }
}

/* One turn of the player; false where it would rather run. */
static bool act(wyrm_fray *fight, bool bold)
{
    wyrm_life *life = fight->life;
    if (!life->traits->seeks_exit) {
        stray(fight);
        return true;
    }
    if (wyrm_fray_drink(fight) || spend(fight))
        return true;
    if (!bold && wyrm_life_fears(life, fight->front == 1))
        return false;
    attack(fight);
    return true;
}

/* ------------------------------------------------------------------ what they do */

int32_t wyrm_fray_reach(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return engine->stat_reach >= 0 ? (int32_t)combatant->stats[engine->stat_reach] : 1;
}

static size_t count_beside(const wyrm_fray *fight)
{
    size_t count = 0;
    for (size_t i = 0; i < fight->life->game->monster_count; i++)
        count += wyrm_fray_distance(wyrm_fray_monster(fight, i)) == 1;
    return count;
}

static void approach(wyrm_fray *fight, wyrm_game_monster *monster)
{
    bool has_room = wyrm_fray_distance(monster) > 2 || count_beside(fight) < fight->front;
    if (wyrm_fray_distance(monster) > 1 && monster->body.turns[WYRM_HELD] == 0 && has_room)
        monster->body.at.x--;
}

/* Shoots, where that goes so far; false where not. */
bool wyrm_fray_shoot(wyrm_life *life, size_t index, int32_t distance)
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
static bool stumbles_into(wyrm_fray *fight, int32_t distance)
{
    uint64_t heading = wyrm_rng_below(&fight->life->turn.chance, WYRM_DIRECTION_COUNT);
    return distance == 1 && heading == 0;
}

static void answer(wyrm_fray *fight, size_t index)
{
    wyrm_life *life = fight->life;
    wyrm_game_monster *monster = wyrm_fray_monster(fight, index);
    const int32_t *turns = monster->body.turns;
    int32_t distance = wyrm_fray_distance(monster);
    if (turns[WYRM_CONFUSED] > 0) {
        if (stumbles_into(fight, distance))
            wyrm_fray_strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE, distance);
    } else if (turns[WYRM_AFRAID] > 0) {
        monster->body.at.x = (int16_t)(distance + (distance < life->engine->rules.sight));
    } else if (distance <= wyrm_fray_reach(life->engine, &monster->body.combatant)) {
        wyrm_fray_strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE, distance);
    } else if (!wyrm_fray_shoot(life, index, distance)) {
        approach(fight, monster);
    }
}

bool wyrm_fray_ready(const wyrm_game *game, const wyrm_game_monster *monster)
{
    const int32_t *turns = monster->body.turns;
    return turns[WYRM_ASLEEP] == 0 &&
           (turns[WYRM_SLOWED] == 0 || (game->turn + monster->id) % 2 == 0);
}

/* All of them, the nearest first. Nobody dies by what they do but the player. */
void wyrm_fray_answer(wyrm_fray *fight)
{
    wyrm_game *game = fight->life->game;
    int32_t farthest = 0, places[WYRM_ROOM_SPAWNS_MAX];
    for (size_t i = 0; i < game->monster_count; i++) {
        places[i] = wyrm_fray_distance(&game->monsters[i]);
        farthest = places[i] > farthest ? places[i] : farthest;
    }
    for (int32_t distance = 1; distance <= farthest; distance++)
        for (size_t i = 0; i < game->monster_count && !fight->life->over; i++)
            if (places[i] == distance && wyrm_fray_ready(game, &game->monsters[i]))
                answer(fight, i);
}

/* Of how many who are left behind since so many turns one sees the player again; 0: none does. */
static uint64_t returns(uint32_t turns, bool flight)
{
    if (turns > STALE_TURNS)
        return 0;
    if (!flight)
        return RETURNS_TO_FIGHT;
    return turns <= FRESH_TURNS ? RETURNS : RETURNS_LATE;
}

/* Some of those who had lost sight of the player come up again. */
void wyrm_fray_reappear(wyrm_life *life, bool flight)
{
    wyrm_game *game = life->game;
    size_t kept = 0;
    for (size_t i = 0; i < life->left_count; i++) {
        uint64_t one_of = returns(game->turn - life->left_turns[i], flight);
        if (one_of > 0 && game->monster_count < WYRM_ROOM_SPAWNS_MAX &&
            wyrm_rng_chance(&life->rng, 1, one_of)) {
            wyrm_game_monster *back = &game->monsters[game->monster_count++];
            *back = life->left[i];
            back->body.at.x = (int16_t)(1 + wyrm_rng_below(&life->rng, RETURNS_FROM));
        } else {
            life->left_turns[kept] = life->left_turns[i];
            life->left[kept++] = life->left[i];
        }
    }
    life->left_count = kept;
}

/* ------------------------------------------------------------------ fights */

bool wyrm_brawl(wyrm_life *life, bool bold)
{
    wyrm_fray fight = wyrm_fray_begin(life);
    while (!life->over && life->game->monster_count > 0) {
        life->game->player.hurt = false;
        wyrm_fray_reappear(life, false);
        if (!act(&fight, bold))
            return false;
        if (!life->over)
            wyrm_fray_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
    return true;
}

void wyrm_brawl_suffer(wyrm_life *life)
{
    wyrm_fray fight = wyrm_fray_begin(life);
    if (life->game->monster_count == 0)
        wyrm_life_pass(life, life->turn_limit);
    while (!life->over) {
        wyrm_fray_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
}
