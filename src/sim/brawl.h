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

/* Fights until one side is dead: true. False where the player would rather run, which the bold never
 * do. */
bool wyrm_brawl(wyrm_life *life, bool bold);

/* The player runs so many steps from them, and stops where nobody is left who sees it or it would fight
 * again; returns the steps that it has walked. Those who lose sight of it go to life->left. */
uint32_t wyrm_brawl_run(wyrm_life *life, uint32_t steps);

/* The player goes past those from an index on: whoever comes beside it gets some blows. */
void wyrm_brawl_pass(wyrm_life *life, size_t first);

/* The player does nothing until its end. */
void wyrm_brawl_suffer(wyrm_life *life);

#endif
