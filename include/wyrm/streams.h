/* The purposes that have random streams of their own: the `stream` of wyrm_rng_start.
 *
 * A new draw for one purpose changes no other. `part` is the depth unless stated otherwise. The
 * numbers are part of every recorded result: they are never reused or reordered (12 was used once
 * and stays free).
 */
#ifndef WYRM_STREAMS_H
#define WYRM_STREAMS_H

typedef enum wyrm_stream {
    WYRM_STREAM_MAP = 1,           /* rooms, then corridors, of one depth */
    WYRM_STREAM_MONSTERS = 2,      /* kinds, levels and positions of the monsters of one depth */
    WYRM_STREAM_LOOT = 3,          /* items of one depth and their positions */
    WYRM_STREAM_COMBAT = 4,        /* hits; part: the number of the command */
    WYRM_STREAM_BOT = 5,           /* decisions of a policy; part: the number of the command */
    WYRM_STREAM_COSMETIC = 6,      /* for display only: nothing depends on it */
    WYRM_STREAM_WEAPON_PERIOD = 7, /* guaranteed weapons; part: the group of depths, 0 for the
                                      offset */
    WYRM_STREAM_ARMOR_PERIOD = 8,  /* guaranteed armor; part as for weapons */
    WYRM_STREAM_ROLES = 9,         /* which rooms of one depth have a role */
    WYRM_STREAM_CHANCE = 10,    /* stumbles, teleports, numbers of effects; part: the number of the
                                  command */
    WYRM_STREAM_SLEEPERS = 11,  /* which monsters of one depth are asleep */
    WYRM_STREAM_TESTS = 13,     /* Monte Carlo tests of samples */
    WYRM_STREAM_FITS = 14,      /* samples for fitting a mixture of agents; part: their number */
    WYRM_STREAM_BODIES = 15,    /* rolled hit points of the monsters of one depth; part 0: the
                                  player's */
    WYRM_STREAM_USES = 16,      /* uses of the items of one depth; part 0: those of the kit */
    WYRM_STREAM_WANDERERS = 17, /* wandering monsters of the current floor; part: the turn */
    WYRM_STREAM_FURNISH = 18,   /* doors, lakes and vaults of one depth */
    WYRM_STREAM_VAULTS = 19,    /* the depth of a vault that comes once; part: the index of the
                                   vault */
    WYRM_STREAM_GOLD = 21,      /* the gold of one depth and its positions */
    WYRM_STREAM_SHOPS = 22,     /* the stock of the shops of one depth */
    WYRM_STREAM_DROPS = 23, /* what one monster leaves; part: the depth times 2^32, and its id */
} wyrm_stream;

#endif
