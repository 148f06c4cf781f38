/* A sampler, as its files see it: runs (sampled.c), rooms (sampled_rooms.c), and the player's way
 * through them (sampled_ways.c). */
#ifndef WYRM_SRC_SIM_SAMPLED_PARTS_H
#define WYRM_SRC_SIM_SAMPLED_PARTS_H

#include "sim/brawl.h"
#include "sim/runner.h"

struct wyrm_sampler {
    const wyrm_design *design;
    uint32_t turn_limit;
    const wyrm_bot_kind *bot;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_map map;
    wyrm_population population;
    wyrm_life life;

    /* On this map: */
    wyrm_position at;                          /* where the player is */
    int32_t room;                              /* and in or before which room */
    wyrm_position centres[WYRM_MAP_ROOMS_MAX]; /* of the rooms */
    bool seen[WYRM_MAP_ROOMS_MAX];             /* rooms: who is in them has been met */
    bool done[WYRM_MAP_ROOMS_MAX];             /* nothing more is to be had there */
    bool taken[WYRM_LEVEL_ITEMS_MAX];          /* items */
    size_t seen_count;
    uint32_t walked;   /* steps of a flight from there, which may go on after a fight */
    bool guarded;      /* a boss guards the victory item */
    bool out;          /* the player takes the way out */
    uint64_t progress; /* all that has been got done, and the turn on which that changed last */
    uint32_t progress_turn;
};

/* ------------------------------------------------------------------ rooms */

/* Puts up the monsters of a room against the player at its door. Who is asleep is a matter of the run
 * and the place of the monster among all. */
void wyrm_sampled_gather(wyrm_sampler *sampler, int32_t room, wyrm_position door);

/* Comes to a room from a place. One in which nothing lies is done with when it has been seen. */
void wyrm_sampled_enter(wyrm_sampler *sampler, int32_t room, wyrm_position from);

/* Takes what lies in the room where the player is. */
void wyrm_sampled_loot(wyrm_sampler *sampler);

static inline int32_t wyrm_sampled_exit(const wyrm_sampler *sampler)
{
    return sampler->map.room_count - 1;
}

/* The room of a boss that stands between the player and the victory item; -1: none does. */
int32_t wyrm_sampled_boss(const wyrm_sampler *sampler);

/* Whether the player has seen the way out and nothing bars it. */
bool wyrm_sampled_knows_exit(const wyrm_sampler *sampler);

/* The nearest room of which something is not so yet; -1: none. */
int32_t wyrm_sampled_nearest(const wyrm_sampler *sampler, const bool *yet);

/* Steps to the centre of a room. */
uint32_t wyrm_sampled_steps(const wyrm_sampler *sampler, int32_t room);

/* ------------------------------------------------------------------ ways */

/* From room to room, the nearest first, and in the end, or from danger, to the way out. */
void wyrm_sampled_cross(wyrm_sampler *sampler);

/* Who goes anywhere needs the square of the steps of a way for it, and stumbles upon the stairs of their
 * room once in so many turns as it has tiles. */
void wyrm_sampled_wander(wyrm_sampler *sampler);

/* Who does nothing stands where it is, with those who see it. */
void wyrm_sampled_stand(wyrm_sampler *sampler);

#endif
