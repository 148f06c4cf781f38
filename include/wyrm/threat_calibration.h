/* Threat against truth: for every monster that a depth can bring, the exact fight of the player
 * that the depth is meant for (wyrm_design_reference) with it, striking first, beside its threat.
 */
#ifndef WYRM_THREAT_CALIBRATION_H
#define WYRM_THREAT_CALIBRATION_H

#include <wyrm/arena.h>
#include <wyrm/compare.h>
#include <wyrm/rooms.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What costs less than this share of the hit points costs next to nothing: it would take fifty such
 * fights to kill, and no floor has as many. */
#define WYRM_CALIBRATION_FLOOR 0.02

/* A monster at a depth. */
typedef struct wyrm_calibration_row {
    int32_t depth;
    size_t monster;   /* index of the roster */
    const char *name; /* lives as long as the design */
    /* Of the monsters of normal rooms (wyrm/rooms.h); 0: it comes only in rooms with a role. What
     * else follows rests on its value. */
    wyrm_estimate share;
    double threat;          /* its effective threat points at this depth, not elite */
    wyrm_fight_price price; /* the player's; with wyrm_fight_price.lost threat is compared */
    /* Expected damage until the monster is dead, to a player who cannot die, as a share of hit
     * points: above 1 where death is likely. INFINITY where it is never killed. */
    double cost;
    /* Cost for a point of threat, divided by that of the monsters of a normal room of the depth all
     * together: 2 is twice as hard as its threat says. 0 where it costs nothing, INFINITY where it
     * is never killed, NAN where there is no telling. */
    double factor;
} wyrm_calibration_row;

typedef struct wyrm_calibration_depth {
    int32_t depth;
    char player[256]; /* who fights, as a combatant is written */
    size_t monsters;
    /* Spearman's correlation of threat and price.lost over the monsters of the depth, both rounded
     * to multiples of 1e-9, so that rounding errors rank nobody. NAN for fewer than 3 of them, or
     * where all are the same. */
    double rank;
    /* The monsters of a normal room take less than WYRM_CALIBRATION_FLOOR on average, and so do
     * most of them. */
    bool unhurt;
} wyrm_calibration_depth;

typedef struct wyrm_calibration {
    size_t row_count;
    wyrm_calibration_row *rows; /* by depth, then in the order of the roster */
    size_t depth_count;
    wyrm_calibration_depth *depths;
    double rank; /* over all rows */
    /* Rows by their factor, the one farthest from 1 first: of each monster only the depth where it
     * is farthest off, and none with a factor of 0 or INFINITY, or that comes only in rooms with a
     * role, or whose cost (1 at most) is within WYRM_CALIBRATION_FLOOR of what its threat says.
     * Where the player is hardly hurt there are none: no threat could be told from another. */
    size_t misfit_count;
    size_t *misfits;
} wyrm_calibration;

/* Fights at every depth from first to last (0: those of the ruleset). *out is owned by the caller
 * (wyrm_calibration_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat, or no last depth
 * WYRM_ERROR_MEMORY    out of memory
 * and the failures of wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_calibration_compute(const wyrm_design *design,
                                                              int32_t first, int32_t last,
                                                              wyrm_calibration **out,
                                                              wyrm_error *error);
WYRM_API void wyrm_calibration_free(wyrm_calibration *calibration); /* NULL is allowed */

/* A monster of a group, each of it alone. NAN: what the ruleset does not tell. */
typedef struct wyrm_party_weight {
    double threat; /* of one, at the depth */
    wyrm_fight_price price;
    double cost; /* as of a wyrm_calibration_row; NAN also where its attacks do more than damage */
} wyrm_party_weight;

/* A plain value. */
typedef struct wyrm_party_weights {
    int32_t depth;
    bool has_threat, fought;   /* fought: there is a player, and a way to fight */
    char player[256];          /* who fights, as a combatant is written */
    double threat;             /* of all */
    wyrm_interval budget;      /* of a normal room */
    wyrm_threat_status status; /* of a normal room that holds them */
    double cost; /* of all, fought one after another by a player who cannot die: the sum
                                  of their costs. Those who attack at the same time cost more */
    wyrm_party_weight members[WYRM_ARENA_MONSTERS_MAX];
} wyrm_party_weights;

/* What a group of monsters is worth at a depth: its threat, where the ruleset has a section
 * `threat`, and what its exact fights cost the player that the depth is meant for.
 * WYRM_ERROR_ARGUMENT  there is threat, and one of the monsters is none of the roster
 * WYRM_ERROR_MEMORY    out of memory
 * and the failures of wyrm_design_reference and wyrm_design_duel */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_party_weigh(const wyrm_design *design,
                                                      const wyrm_party *party, int32_t depth,
                                                      wyrm_party_weights *out, wyrm_error *error);

/* Spearman's rank correlation of count pairs, ties given the mean of their ranks; INFINITY counts
 * as the greatest. NAN for fewer than 3 pairs, where one side is all the same, or out of memory. */
WYRM_API double wyrm_rank_correlation(const double *x, const double *y, size_t count);

#ifdef __cplusplus
}
#endif
#endif
