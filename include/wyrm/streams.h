/* The purposes that random streams are kept apart by: the `stream` of wyrm_rng_start.
 *
 * A new draw in one purpose moves no other. `part` is the depth unless said otherwise. Numbers are
 * part of every recorded result: they are never reused or reordered (12 was one, and stays free).
 */
#ifndef WYRM_STREAMS_H
#define WYRM_STREAMS_H

typedef enum wyrm_stream {
    WYRM_STREAM_MAP = 1,           /* rooms, then corridors, of one depth */
    WYRM_STREAM_MONSTERS = 2,      /* kinds, levels and places of the monsters of one depth */
    WYRM_STREAM_LOOT = 3,          /* items of one depth and their places */
    WYRM_STREAM_COMBAT = 4,        /* hits; part: the number of the command */
    WYRM_STREAM_BOT = 5,           /* decisions of a policy; part: the number of the command */
    WYRM_STREAM_COSMETIC = 6,      /* nothing that follows depends on it */
    WYRM_STREAM_WEAPON_PERIOD = 7, /* guaranteed weapons; part: the group of depths, 0 the offset */
    WYRM_STREAM_ARMOR_PERIOD = 8,  /* guaranteed armor; likewise */
    WYRM_STREAM_ROLES = 9,         /* which rooms of one depth have a role */
    WYRM_STREAM_CHANCE = 10,   /* stumbles, teleports, numbers of effects; part: the number of the
                                command */
    WYRM_STREAM_SLEEPERS = 11, /* which monsters of one depth are asleep */
    WYRM_STREAM_TESTS = 13,    /* Monte Carlo tests of samples */
    WYRM_STREAM_FITS = 14,     /* samples that a mixture of agents is fitted to; part: which */
    WYRM_STREAM_BODIES = 15,   /* rolled hit points of the monsters of one depth; 0: the player's */
    WYRM_STREAM_USES = 16,     /* how often items of one depth can be used; 0: those of the kit */
    WYRM_STREAM_WANDERERS = 17, /* who comes to a floor that is played; part: the turn */
    WYRM_STREAM_FURNISH = 18,   /* doors, lakes and vaults of one depth */
    WYRM_STREAM_VAULTS = 19,    /* the depth of a vault that comes once; part: its number */
    WYRM_STREAM_GOLD = 21,      /* the gold of one depth and its places */
    WYRM_STREAM_SHOPS = 22,     /* what the shops of one depth have */
} wyrm_stream;

#endif
