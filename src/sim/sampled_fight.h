/* A fight of a sampled run: the player against the monsters of a room, without a map. They stand on
 * a line, as far from the player as they are in the room; strikes, wounds, conditions, deaths and
 * what follows from them are the game's own, so that a duel ends as the exact solver says. */
#ifndef WYRM_SRC_SIM_SAMPLED_FIGHT_H
#define WYRM_SRC_SIM_SAMPLED_FIGHT_H

#include "sim/sampled_player.h"

/* Puts a monster of an index of the roster at so many tiles from the player, behind those that are
 * there already; from 1 on. */
void wyrm_sampled_meet(wyrm_life *life, const wyrm_spawn *spawn, uint32_t id, bool asleep,
                       int32_t distance);

/* Fights until one side is dead: true. False where the player would rather run, which the bold
 * never do. */
bool wyrm_sampled_fight_out(wyrm_life *life, bool bold);

/* The player does nothing until its end. */
void wyrm_sampled_suffer(wyrm_life *life);

#endif
