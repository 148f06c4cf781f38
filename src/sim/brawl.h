/* A fight of a sampled run: the player against the monsters of a room, without a map. They stand on a
 * line, as far from the player as they are in the room; strikes, wounds, conditions, deaths and what
 * follows from them are the game's own, so that a duel ends as the exact solver says. */
#ifndef WYRM_SRC_SIM_BRAWL_H
#define WYRM_SRC_SIM_BRAWL_H

#include "sim/life.h"

/* Puts a monster of an index of the roster at so many tiles from the player, behind those that are there
 * already; from 1 on. */
void wyrm_brawl_put(wyrm_life *life, const wyrm_spawn *spawn, uint32_t id, bool asleep,
                    int32_t distance);

/* Fights until one side is dead, or the player gets away. */
void wyrm_brawl(wyrm_life *life);

/* The player goes past: whoever stands in the way gets some blows. */
void wyrm_brawl_pass(wyrm_life *life);

/* The player does nothing until its end. */
void wyrm_brawl_suffer(wyrm_life *life);

#endif
