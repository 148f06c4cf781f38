/* A sampler, as its files see it: runs (sampled.c), rooms (sampled_rooms.c), and the player's way
 * through them (sampled_ways.c). */
#ifndef WYRM_SRC_SIM_SAMPLED_PARTS_H
#define WYRM_SRC_SIM_SAMPLED_PARTS_H

#include "sim/sampled.h"
#include "sim/sampled_fight.h"

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
    bool seen[WYRM_MAP_ROOMS_MAX];             /* rooms: the player has come to them */
    bool taken[WYRM_LEVEL_ITEMS_MAX];          /* items, or not worth taking */
    bool up[WYRM_LEVEL_SPAWNS_MAX];            /* monsters that have come to see the player */
    size_t seen_count;
    /* Those of the room who had not when the player came to it, and how far away they are, in
     * tiles. */
    size_t lurking_count;
    uint16_t lurking[WYRM_LEVEL_SPAWNS_MAX];
    int16_t apart[WYRM_LEVEL_SPAWNS_MAX];
    uint32_t walked;   /* steps of a flight from there, which may go on after a fight */
    bool guarded;      /* a boss guards the victory item */
    bool cleared;      /* nothing more is to be had from the floor */
    bool out;          /* the player takes the way out */
    uint64_t progress; /* all that has been got done, and the turn on which that changed last */
    uint32_t progress_turn;
};

/* ------------------------------------------------------------------ rooms */

/* Puts up all the monsters of a room against the player at its door. */
void wyrm_sampled_gather(wyrm_sampler *sampler, int32_t room, wyrm_position door);

/* The player comes on in the room: of those who lurk there some see it, at least one if there are
 * any. True where somebody does. */
bool wyrm_sampled_come_on(wyrm_sampler *sampler);

/* A step in a fight: somebody else may see the player. `context` is the sampler. */
void wyrm_sampled_step(void *context);

/* Comes to a room from a place. */
void wyrm_sampled_enter(wyrm_sampler *sampler, int32_t room, wyrm_position from);

/* Takes what lies in the room where the player is. */
void wyrm_sampled_loot(wyrm_sampler *sampler);

/* Goes to an item of the population, in that room, and takes it. */
void wyrm_sampled_take(wyrm_sampler *sampler, size_t item);

/* The room of what is nearest of all that is left on a floor: one that has not been seen, or an
 * item in one that has, whose index then goes to *item, else WYRM_SAMPLED_NO_ITEM. -1: nothing
 * is. */
int32_t wyrm_sampled_next(wyrm_sampler *sampler, size_t *item);
#define WYRM_SAMPLED_NO_ITEM SIZE_MAX

static inline int32_t wyrm_sampled_exit(const wyrm_sampler *sampler)
{
    return sampler->map.room_count - 1;
}

/* The room of a boss that stands between the player and the victory item; -1: none does. */
int32_t wyrm_sampled_boss(const wyrm_sampler *sampler);

/* Whether the player has seen the way out and nothing bars it. */
bool wyrm_sampled_knows_exit(const wyrm_sampler *sampler);

/* The nearest room that has not been seen; -1: none. */
int32_t wyrm_sampled_unseen(const wyrm_sampler *sampler);

/* Steps to the centre of a room. */
uint32_t wyrm_sampled_steps(const wyrm_sampler *sampler, int32_t room);

/* ------------------------------------------------------------------ ways */

/* From room to room, the nearest first, and in the end, or from danger, to the way out. */
void wyrm_sampled_cross(wyrm_sampler *sampler);

/* Who goes anywhere needs the square of the steps of a way for it, and stumbles upon the stairs of
 * their room once in so many turns as it has tiles. */
void wyrm_sampled_wander(wyrm_sampler *sampler);

/* Who does nothing stands where it is, with those who see it. */
void wyrm_sampled_stand(wyrm_sampler *sampler);

#endif
