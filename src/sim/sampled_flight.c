/* Running from the monsters of a sampled run: who follows, who loses sight, who gets at the
 * player. */
#include "game/body.h"
#include "game/monsters.h"
#include "sim/sampled_estimate.h"
#include "sim/sampled_fight_parts.h"
#include "sim/sampled_flight.h"

/* Measured on played runs of the explorer on the shipped rulesets, in turns of flight, one of so
 * many: who is beside the player loses sight of it, or falls behind; who is not loses sight. */
#define ESCAPED      200 /* 185 to 270, without the bosses of yarl */
#define FALLS_BEHIND 30  /* 22 to 43 */
#define LOSES_SIGHT  7   /* 4 to 9 */

/* The same, of 100: who is so many tiles away comes a step nearer. */
static const uint64_t catches_up[] = {0, 0, 11, 35, 48};
#define CATCHES_UP_FAR 57 /* and from farther away */

/* They follow in a file: 1.05 to 1.1 of them are beside the player, however many there are. Others
 * who are beside it fall behind one of so many times. */
#define FILES_IN 2

/* Measured on the explorer, the brawler, the tactician and the diver: the chance of a blow in a
 * turn of flight, of one pursuer within two tiles alone, and of each of several for every other
 * one: the more there are, the more often one stands where the way leads. Who runs from a fight
 * goes around them where it can; who goes for the stairs as if nobody was there does not, and has a
 * blow from those it meets in each of the first turns, too.
 *   blows a turn by the number of pursuers      1     2     3     4
 *   measured, of who runs                    0.015  0.09  0.30  0.55
 *   measured, of who goes past               0.07   0.25  0.6   0.65 */
typedef struct dodging {
    double one, each_other;
} dodging;
static const dodging of_runners = {0.015, 0.045}, of_passers = {0.05, 0.09};
#define PASSING_TURNS   3
#define BLOW_IN_PASSING 0.45 /* 0.28 to 0.61 */

/* Measured on the explorer, one of so many: who wants to run has no way to at first, or in a turn
 * of flight, since they stand where every way leads; and has one again in a turn after that. */
#define BARRED_AT_FIRST  20  /* 8 to 50 */
#define BARRED_IN_FLIGHT 100 /* 60 to 170 */
#define FREED            5   /* 4 to 8 */

bool wyrm_sampled_fight_is_barred(wyrm_sampled_fight *fight)
{
    wyrm_rng *rng = &fight->life->rng;
    if (fight->barred)
        fight->barred = !wyrm_rng_chance(rng, 1, FREED);
    else
        fight->barred = wyrm_rng_chance(rng, 1, fight->afraid ? BARRED_IN_FLIGHT : BARRED_AT_FIRST);
    fight->afraid = true;
    return fight->barred;
}

/* Gets one of them out of sight; the others keep their order. */
static void lose(wyrm_life *life, size_t index)
{
    wyrm_game *game = life->game;
    if (life->left_count < WYRM_LEVEL_SPAWNS_MAX) {
        life->left_turns[life->left_count] = game->turn;
        life->left[life->left_count++] = game->monsters[index];
    }
    game->monster_count--;
    for (size_t i = index; i < game->monster_count; i++)
        game->monsters[i] = game->monsters[i + 1];
}

/* One turn of the one who runs: false where this one has lost sight of it. `led`: another one is
 * beside it. */
static bool keeps_up(wyrm_sampled_fight *fight, wyrm_game_monster *monster, bool led)
{
    wyrm_rng *rng = &fight->life->rng;
    int32_t distance = wyrm_sampled_fight_distance(monster);
    bool beside = distance == 1;
    if (wyrm_rng_chance(rng, 1, beside ? ESCAPED : LOSES_SIGHT))
        return false;
    if (beside)
        monster->body.at.x = (int16_t)(1 + wyrm_rng_chance(rng, 1, led ? FILES_IN : FALLS_BEHIND));
    else if (!(led && distance == 2) &&
             wyrm_rng_chance(rng, distance < 5 ? catches_up[distance] : CATCHES_UP_FAR, 100))
        monster->body.at.x--;
    return true;
}

static void get_away(wyrm_sampled_fight *fight)
{
    bool led = false;
    wyrm_sampled_fight_reappear(fight->life, true);
    for (size_t i = fight->life->game->monster_count; i-- > 0;) {
        wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, i);
        if (!keeps_up(fight, monster, led))
            lose(fight->life, i);
        else
            led |= wyrm_sampled_fight_distance(monster) == 1;
    }
}

#define NEAR 2 /* tiles */

/* The chance of a blow of each that is near, without those who meet the player just now. */
static double chance_of_blow(const wyrm_sampled_fight *fight)
{
    const dodging *of = fight->life->traits->fights ? &of_runners : &of_passers;
    size_t near = 0;
    for (size_t i = 0; i < fight->life->game->monster_count; i++)
        near += wyrm_sampled_fight_distance(wyrm_sampled_fight_monster(fight, i)) <= NEAR;
    return near > 0 ? of->one / (double)near + of->each_other * (double)(near - 1) : 0.0;
}

/* Those from an index on get at the player by that chance if they are near, or by reach or
 * shots. */
static void pursue(wyrm_sampled_fight *fight, size_t first, double chance)
{
    wyrm_life *life = fight->life;
    for (size_t i = first; i < life->game->monster_count && !life->over; i++) {
        const wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, i);
        const int32_t *turns = monster->body.turns;
        int32_t distance = wyrm_sampled_fight_distance(monster),
                reach = wyrm_reach_of(life->engine, &monster->body.combatant);
        if (!wyrm_monster_is_ready(life->game, monster) || turns[WYRM_CONFUSED] > 0 ||
            turns[WYRM_AFRAID] > 0)
            continue;
        bool near = distance <= NEAR && wyrm_rng_real(&life->rng) < chance;
        if (near || (distance > 1 && distance <= reach))
            wyrm_sampled_fight_strike(life, (int32_t)i, WYRM_BODY_PLAYER, WYRM_ATTACK_MELEE,
                                      distance < reach ? distance : reach);
        else if (distance > 1)
            wyrm_sampled_fight_shoot(life, i, distance);
    }
}

uint32_t wyrm_sampled_flee(wyrm_life *life, uint32_t steps)
{
    wyrm_sampled_fight fight = wyrm_sampled_fight_begin(life);
    uint32_t walked = 0;
    fight.afraid = true;
    while (walked < steps && !life->over && life->game->monster_count > 0) {
        if (wyrm_sampled_fight_drink(&fight)) {
            wyrm_sampled_fight_answer(&fight);
        } else if (wyrm_sampled_fight_is_barred(&fight)) {
            wyrm_sampled_fight_attack(&fight);
            if (!life->over)
                wyrm_sampled_fight_answer(&fight);
        } else {
            walked++;
            get_away(&fight);
            pursue(&fight, 0, chance_of_blow(&fight));
        }
        if (!life->over)
            wyrm_life_turn(life);
        if (life->traits->fights && !life->over && !wyrm_life_fears(life, fight.front == 1))
            break;
    }
    return walked;
}

void wyrm_sampled_slip_past(wyrm_life *life, size_t first)
{
    wyrm_sampled_fight fight = wyrm_sampled_fight_begin(life);
    int turns = life->traits->fights ? 0 : PASSING_TURNS;
    for (size_t i = first; i < life->game->monster_count; i++)
        if (wyrm_monster_is_ready(life->game, wyrm_sampled_fight_monster(&fight, i)))
            wyrm_sampled_fight_monster(&fight, i)->body.at.x = 1;
    for (; turns > 0 && !life->over; turns--) {
        pursue(&fight, first, BLOW_IN_PASSING);
        if (!life->over)
            wyrm_life_turn(life);
    }
}
