/* What fights and flights of sampled runs share: brawl.c, brawl_foes.c, brawl_means.c and
 * flight.c. */
#ifndef WYRM_SRC_SIM_BRAWL_PARTS_H
#define WYRM_SRC_SIM_BRAWL_PARTS_H

#include "sim/brawl.h"

/* A fight under way. */
typedef struct wyrm_fray {
    wyrm_life *life;
    size_t front; /* how many can stand beside the player */
    int32_t waited;
    bool afraid; /* the player has wanted to run */
    bool barred; /* but somebody stands where every way leads */
} wyrm_fray;

wyrm_fray wyrm_fray_begin(wyrm_life *life);

static inline wyrm_game_monster *wyrm_fray_monster(const wyrm_fray *fray, size_t index)
{
    return &fray->life->game->monsters[index];
}

/* Tiles from the player. */
static inline int32_t wyrm_fray_distance(const wyrm_game_monster *monster)
{
    return monster->body.at.x;
}

void wyrm_fray_strike(wyrm_life *life, int32_t attacker, int32_t defender, wyrm_attack_kind kind,
                      int32_t distance);

/* Ends the life with a status that is none of the player's doing. */
void wyrm_fray_keep_status(wyrm_life *life, wyrm_status status);

/* The player uses what hurts or stops them, if that is worth it: true where it did. */
bool wyrm_fray_spend(wyrm_fray *fray);

/* The player drinks, if it is time to: true where it did. */
bool wyrm_fray_drink(wyrm_fray *fray);

/* How far a blow goes, in tiles. */
int32_t wyrm_fray_reach(const wyrm_engine *engine, const wyrm_combatant *combatant);

/* Shoots, where that goes so far; false where not. */
bool wyrm_fray_shoot(wyrm_life *life, size_t index, int32_t distance);

/* The player fights for a turn. */
void wyrm_fray_attack(wyrm_fray *fray);

/* Whether the player, who wants to run in this turn, has no way to. */
bool wyrm_fray_is_barred(wyrm_fray *fray);

/* Whether it has a turn now. */
bool wyrm_fray_ready(const wyrm_game *game, const wyrm_game_monster *monster);

/* All of them do what they want, the nearest first. */
void wyrm_fray_answer(wyrm_fray *fray);

/* Some of those who had lost sight of the player come up again. */
void wyrm_fray_reappear(wyrm_life *life, bool flight);

#endif
