/* Terrain: what tiles are besides wall, floor and stairs, as data: doors, water, lava, a chasm.
 *
 * The section `terrain` of a ruleset names the kinds. What makes maps puts them there; what a tile
 * does to those who look, walk and stand is only what its kind says, so that nothing in the game
 * knows what lava is.
 *
 * Monsters and those who play by themselves (bots, the autopilot) go around what hurts as they go
 * around walls. Who stumbles or walks there on purpose is hurt.
 */
#ifndef WYRM_TERRAIN_H
#define WYRM_TERRAIN_H

#include <wyrm/amount.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_TERRAIN_MAX  15 /* kinds of a ruleset */
#define WYRM_TERRAIN_NONE (-1)

/* What a tile becomes that somebody has walked onto. */
#define WYRM_BECOMES_SAME  (-1)
#define WYRM_BECOMES_FLOOR (-2)

/* How tiles are coloured where there are colours; a colour is never the only signal. */
typedef enum wyrm_colour {
    WYRM_COLOUR_GREY,
    WYRM_COLOUR_WHITE,
    WYRM_COLOUR_RED,
    WYRM_COLOUR_ORANGE,
    WYRM_COLOUR_YELLOW,
    WYRM_COLOUR_GREEN,
    WYRM_COLOUR_BLUE,
    WYRM_COLOUR_PURPLE,
    WYRM_COLOUR_BROWN,
    WYRM_COLOUR_COUNT
} wyrm_colour;

/* One kind of terrain. It lives as long as what has read it (wyrm_mapper), names as long as the
 * ruleset. */
typedef struct wyrm_terrain {
    const char *name;  /* "lava" */
    const char *title; /* as people read it */
    char symbol;       /* printable ASCII */
    wyrm_colour colour;
    bool walk;                 /* one can stand on it */
    bool sight;                /* it does not stop the eye */
    bool monsters;             /* monsters walk onto it, too */
    wyrm_ratio cost;           /* of a step onto it, in steps; above 0 */
    const wyrm_amount *damage; /* hit points lost at the end of each turn there; NULL: none */
    int32_t becomes; /* what it is once somebody has walked onto it: an index, WYRM_BECOMES_SAME or
                        WYRM_BECOMES_FLOOR */
} wyrm_terrain;

/* Whether nobody walks there who has the choice: nobody can, or it hurts. */
static inline bool wyrm_terrain_is_avoided(const wyrm_terrain *terrain)
{
    return !terrain->walk || terrain->damage != NULL;
}

#ifdef __cplusplus
}
#endif
#endif
