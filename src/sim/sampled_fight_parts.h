/* A fight or flight under way, as its files see it: its turns (sampled_fight.c), what the player
 * does (sampled_fight_player.c) and uses (sampled_fight_items.c), what the monsters do
 * (sampled_fight_monsters.c), and running (sampled_flight.c). */
#ifndef WYRM_SRC_SIM_SAMPLED_FIGHT_PARTS_H
#define WYRM_SRC_SIM_SAMPLED_FIGHT_PARTS_H

#include "sim/sampled_player.h"

/* A fight under way. */
typedef struct wyrm_sampled_fight {
    wyrm_life *life;
    size_t front; /* how many can stand beside the player */
    int32_t waited;
    bool afraid; /* the player has wanted to run */
    bool barred; /* but somebody stands where every way leads */
} wyrm_sampled_fight;

wyrm_sampled_fight wyrm_sampled_fight_begin(wyrm_life *life);

static inline wyrm_game_monster *wyrm_sampled_fight_monster(const wyrm_sampled_fight *fight,
                                                            size_t index)
{
    return &fight->life->game->monsters[index];
}

/* Tiles from the player. */
static inline int32_t wyrm_sampled_fight_distance(const wyrm_game_monster *monster)
{
    return monster->body.at.x;
}

void wyrm_sampled_fight_strike(wyrm_life *life, int32_t attacker, int32_t defender,
                               wyrm_attack_kind kind, int32_t distance);

/* Ends the life with a status that is none of the player's doing. */
void wyrm_sampled_fight_keep_status(wyrm_life *life, wyrm_status status);

/* The player uses what hurts or stops them, if that is worth it: true where it did. */
bool wyrm_sampled_fight_spend(wyrm_sampled_fight *fight);

/* The player drinks, if it is time to: true where it did. */
bool wyrm_sampled_fight_drink(wyrm_sampled_fight *fight);

/* Shoots, where that goes so far; false where not. */
bool wyrm_sampled_fight_shoot(wyrm_life *life, size_t index, int32_t distance);

/* The player fights for a turn. */
void wyrm_sampled_fight_attack(wyrm_sampled_fight *fight);

/* Whether the player, who wants to run in this turn, has no way to. */
bool wyrm_sampled_fight_is_barred(wyrm_sampled_fight *fight);

/* All of them do what they want, the nearest first. */
void wyrm_sampled_fight_answer(wyrm_sampled_fight *fight);

/* Some of those who had lost sight of the player come up again. */
void wyrm_sampled_fight_reappear(wyrm_life *life, bool flight);

#endif
