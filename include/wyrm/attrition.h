/* Attrition: what a normal room costs the reference player of a depth, depth by depth. It is the
 * difficulty that follows from the tables of a ruleset.
 *
 * The player enters with full hit points and fights the monsters of the room one after another,
 * striking first; each fight starts fresh, with both sides ready and without conditions except
 * innate ones. Exact if the contents of rooms are (wyrm/rooms.h) and no budget makes the monsters
 * of a room depend on each other; else from generated floors.
 */
#ifndef WYRM_ATTRITION_H
#define WYRM_ATTRITION_H

#include <wyrm/rooms.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ATTRITION_MAX 60 /* greater depths are left out */

typedef struct wyrm_attrition_depth {
    int32_t depth;
    char player[256]; /* the reference player, as a combatant is written */
    /* Mean share of the hit points lost, all if the player dies; and chance to die. NAN: the fights
     * are too long to solve. */
    wyrm_estimate lost, death;
    const char *why; /* why they are NAN: static text, as in wyrm_judged; NULL: they are not */
    /* Expected attacks, misses included: on a monster of the depth until it is dead, and by its
     * monsters on the player until it is; INFINITY if that never happens, NAN if they are too many
     * to count, or attacks do more than damage. */
    wyrm_estimate attacks_on_monster, attacks_on_player;
    const char *attacks_why; /* why one of these is NAN; static text, or NULL */
    /* Where `why` is that a fight is drawn at random: with which monster, valid as long as the
     * design; else NULL. */
    const char *drawn;
} wyrm_attrition_depth;

/* The attrition of all depths. A plain value. */
typedef struct wyrm_attrition {
    size_t count; /* 0 if the difficulty is no table of depths */
    wyrm_attrition_depth list[WYRM_ATTRITION_MAX];
} wyrm_attrition;

typedef struct wyrm_attrition_options {
    size_t size;   /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed; /* of the generated floors */
    /* As of wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_attrition_options;

/* Fills *out with the depths that have monsters, from 1 to the last of the ruleset, except those at
 * which one of the fighters has no hit points.
 * WYRM_ERROR_LIMIT   `progress` stopped it
 * WYRM_ERROR_MEMORY  out of memory
 * and the errors of wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_attrition_compute(const wyrm_design *design,
                                                            const wyrm_attrition_options *options,
                                                            wyrm_attrition *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
