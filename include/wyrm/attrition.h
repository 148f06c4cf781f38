/* What a normal room takes, depth by depth, from the player that the depth is meant for:
 * difficulty as the tables of a ruleset have it.
 *
 * The player enters with all hit points and fights the monsters of the room one after another,
 * striking first; each fight begins anew, both ready and in no condition but what they bring along.
 * Exact where what rooms hold is (wyrm/rooms.h) and no budget makes the monsters of one hang
 * together; else of generated floors.
 */
#ifndef WYRM_ATTRITION_H
#define WYRM_ATTRITION_H

#include <wyrm/rooms.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ATTRITION_MAX 60 /* deeper depths are left out */

typedef struct wyrm_attrition_depth {
    int32_t depth;
    char player[256]; /* as a combatant is written */
    /* Mean share of the hit points, all where it dies; chance to die. NAN: fights too long to be
     * counted. */
    wyrm_estimate lost, death;
    const char *why; /* they are NAN: static text, as of a wyrm_judged; NULL: they are not */
    /* Expected attacks, misses included: until a monster of the depth is dead, and until the
     * player is where each attack is one of its monsters'; INFINITY where that never comes,
     * NAN where so many cannot be counted, or attacks do more than damage. */
    wyrm_estimate attacks_on_monster, attacks_on_player;
    const char *attacks_why; /* one of these is NAN; static text, or NULL */
} wyrm_attrition_depth;

/* A plain value. */
typedef struct wyrm_attrition {
    size_t count; /* 0 where difficulty is no table of depths */
    wyrm_attrition_depth list[WYRM_ATTRITION_MAX];
} wyrm_attrition;

typedef struct wyrm_attrition_options {
    size_t size;   /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed; /* of the floors that are generated */
    /* As of wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_attrition_options;

/* Fills *out with the depths from 1 to the last one of the ruleset that have monsters, but those
 * where one of the fighters has no hit points.
 * WYRM_ERROR_LIMIT   stopped by progress
 * WYRM_ERROR_MEMORY  out of memory; and the failures of wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_attrition_compute(const wyrm_design *design,
                                                            const wyrm_attrition_options *options,
                                                            wyrm_attrition *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
