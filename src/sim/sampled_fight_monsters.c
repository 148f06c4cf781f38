/* What monsters do in the fights of sampled runs. */
#include "game/body.h"
#include "game/monsters.h"
#include "sim/sampled_fight_parts.h"

/* Measured on played runs of the explorer, the brawler and the tactician on all shipped rulesets:
 * one of so many of those who have lost sight of the player not long ago sees it again in a turn,
 * at most so many tiles away: in flight within the first turns and later, and in a fight. */
#define FRESH_TURNS      5
#define STALE_TURNS      60
#define RETURNS          8  /* 5 to 14 */
#define RETURNS_LATE     50 /* 45 to 100 */
#define RETURNS_TO_FIGHT 16 /* 4 to 21 */
#define RETURNS_FROM     3

static size_t count_beside(const wyrm_sampled_fight *fight)
{
    size_t count = 0;
    for (size_t i = 0; i < fight->life->game->monster_count; i++)
        count += wyrm_sampled_fight_distance(wyrm_sampled_fight_monster(fight, i)) == 1;
    return count;
}

static void approach(wyrm_sampled_fight *fight, wyrm_game_monster *monster)
{
    bool has_room = wyrm_sampled_fight_distance(monster) > 2 || count_beside(fight) < fight->front;
    if (wyrm_sampled_fight_distance(monster) > 1 && monster->body.turns[WYRM_HELD] == 0 && has_room)
        monster->body.at.x--;
}

/* Shoots, where that goes so far; false where not. */
bool wyrm_sampled_fight_shoot(wyrm_life *life, size_t index, int32_t distance)
{
    const wyrm_engine *engine = life->engine;
    const wyrm_combatant *combatant = &life->game->monsters[index].body.combatant;
    if (engine->stat_range < 0 || !(combatant->stats[engine->stat_range] > 0.0))
        return false;
    wyrm_status status = wyrm_body_strike(&life->turn, (int32_t)index, NULL, WYRM_BODY_PLAYER,
                                          WYRM_ATTACK_FIRED, distance, 0.0);
    if (status == WYRM_ERROR_ARGUMENT)
        return false;
    wyrm_sampled_fight_keep_status(life, status);
    if (!life->over && life->game->player.combatant.hp <= 0)
        wyrm_life_bury(life);
    return true;
}

/* Who is confused stumbles into the player seldom. */
static bool stumbles_into(wyrm_sampled_fight *fight, int32_t distance)
{
    uint64_t heading = wyrm_rng_below(&fight->life->turn.chance, WYRM_DIRECTION_COUNT);
    return distance == 1 && heading == 0;
}

static void answer(wyrm_sampled_fight *fight, size_t index)
{
    wyrm_life *life = fight->life;
    wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, index);
    const int32_t *turns = monster->body.turns;
    int32_t distance = wyrm_sampled_fight_distance(monster);
    if (turns[WYRM_CONFUSED] > 0) {
        if (stumbles_into(fight, distance))
            wyrm_sampled_fight_strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE,
                                      distance);
    } else if (turns[WYRM_AFRAID] > 0) {
        monster->body.at.x = (int16_t)(distance + (distance < life->engine->rules.sight));
    } else if (distance <= wyrm_reach_of(life->engine, &monster->body.combatant)) {
        wyrm_sampled_fight_strike(life, (int32_t)index, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE,
                                  distance);
    } else if (!wyrm_sampled_fight_shoot(life, index, distance)) {
        approach(fight, monster);
    }
}

/* All of them, the nearest first. Nobody dies by what they do but the player. */
void wyrm_sampled_fight_answer(wyrm_sampled_fight *fight)
{
    wyrm_game *game = fight->life->game;
    int32_t nearest = INT32_MAX, farthest = 0, places[WYRM_ROOM_SPAWNS_MAX];
    for (size_t i = 0; i < game->monster_count; i++) {
        places[i] = wyrm_sampled_fight_distance(&game->monsters[i]);
        nearest = places[i] < nearest ? places[i] : nearest;
        farthest = places[i] > farthest ? places[i] : farthest;
    }
    for (int32_t distance = nearest; distance <= farthest; distance++)
        for (size_t i = 0; i < game->monster_count && !fight->life->over; i++)
            if (places[i] == distance && wyrm_monster_is_ready(game, &game->monsters[i]))
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
void wyrm_sampled_fight_reappear(wyrm_life *life, bool flight)
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
