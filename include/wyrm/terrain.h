/* Terrain: tiles besides wall, floor and stairs, as data: doors, water, lava, a chasm.
 *
 * The section `terrain` of a ruleset lists the kinds, and map models place them. The effect of a
 * tile on sight, steps and creatures comes only from its kind, so no code of the game knows what
 * lava is.
 *
 * Monsters and automatic players (bots, the autopilot) avoid harmful terrain as they avoid walls;
 * only who stumbles or walks there on purpose is hurt.
 */
#ifndef WYRM_TERRAIN_H
#define WYRM_TERRAIN_H

#include <wyrm/amount.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_TERRAIN_MAX  15 /* kinds of one ruleset */
#define WYRM_TERRAIN_NONE (-1)

/* Special values of wyrm_terrain.becomes. */
#define WYRM_BECOMES_SAME  (-1)
#define WYRM_BECOMES_FLOOR (-2)

/* Colours of tiles; a colour is never the only signal. */
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

/* One kind of terrain. Valid as long as its owner (wyrm_mapper), names as long as the ruleset. */
typedef struct wyrm_terrain {
    const char *name;  /* "lava" */
    const char *title; /* display name */
    char symbol;       /* printable ASCII */
    wyrm_colour colour;
    bool walk;                 /* creatures can stand on it */
    bool sight;                /* it does not block sight */
    bool monsters;             /* monsters walk on it, too */
    wyrm_ratio cost;           /* of a step onto it, in ordinary steps; above 0 */
    const wyrm_amount *damage; /* hit points lost at the end of each turn there; NULL: none */
    int32_t becomes; /* kind it turns into after a step onto it: an index, WYRM_BECOMES_SAME or
                        WYRM_BECOMES_FLOOR */
} wyrm_terrain;

/* Whether nobody walks there by choice: nobody can, or it hurts. */
static inline bool wyrm_terrain_is_avoided(const wyrm_terrain *terrain)
{
    return !terrain->walk || terrain->damage != NULL;
}

#ifdef __cplusplus
}
#endif
#endif
