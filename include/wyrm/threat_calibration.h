/* Calibration of threat: for every monster that a depth can bring, its threat beside the exact
 * fight of the depth's reference player (wyrm_design_reference) with it, the player striking first.
 * If threat is honest, monsters of twice the threat cost twice as much.
 */
#ifndef WYRM_THREAT_CALIBRATION_H
#define WYRM_THREAT_CALIBRATION_H

#include <wyrm/arena.h>
#include <wyrm/compare.h>
#include <wyrm/rooms.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cost below this share of the hit points counts as next to nothing: it would take fifty such
 * fights to kill the player, and no floor has that many. */
#define WYRM_CALIBRATION_FLOOR 0.02

/* One monster at one depth. */
typedef struct wyrm_calibration_row {
    int32_t depth;
    size_t monster;   /* index in the roster */
    const char *name; /* valid as long as the design */
    /* Its share of the monsters in normal rooms (wyrm/rooms.h); 0: it comes only in rooms with a
     * role. The figures below use its value. */
    wyrm_estimate share;
    double threat;          /* its effective threat points at this depth, not elite */
    wyrm_fight_price price; /* cost to the player; wyrm_fight_price.lost is compared with threat */
    /* Expected damage until the monster is dead, to a player who cannot die, as a share of hit
     * points: above 1 if death is likely. INFINITY if it is never killed, NAN if attacks change
     * what comes after them and the player may die of them; such a monster does not count below. */
    double cost;
    /* Cost for each point of threat, relative to that of all monsters of a normal room of the
     * depth: 2 means twice as hard as its threat says. 0 if it costs nothing, INFINITY if it is
     * never killed, NAN if unknown. */
    double factor;
} wyrm_calibration_row;

typedef struct wyrm_calibration_depth {
    int32_t depth;
    char player[256]; /* the reference player, as a combatant is written */
    size_t monsters;
    /* Spearman's correlation of threat and price.lost over the monsters of the depth, both rounded
     * to multiples of 1e-9, so that rounding errors rank nobody. NAN for fewer than 3 monsters, or
     * if all are equal. */
    double rank;
    /* The monsters of a normal room cost less than WYRM_CALIBRATION_FLOOR on average, and so do
     * most of them. */
    bool unhurt;
} wyrm_calibration_depth;

typedef struct wyrm_calibration {
    size_t row_count;
    wyrm_calibration_row *rows; /* by depth, then in the order of the roster */
    size_t depth_count;
    wyrm_calibration_depth *depths;
    double rank; /* over all rows */
    /* Indices of rows, those with a factor farthest from 1 first: of each monster only its worst
     * depth, and none with a factor of 0 or INFINITY, or that comes only in rooms with a role, or
     * whose cost (1 at most) is within WYRM_CALIBRATION_FLOOR of what its threat says. None if the
     * player is hardly hurt, since then no threat can be told from another. */
    size_t misfit_count;
    size_t *misfits;
} wyrm_calibration;

/* Computes the fights at every depth from first to last (0: those of the ruleset). *out is owned by
 * the caller (wyrm_calibration_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat, or no last depth
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_calibration_compute(const wyrm_design *design,
                                                              int32_t first, int32_t last,
                                                              wyrm_calibration **out,
                                                              wyrm_error *error);
WYRM_API void wyrm_calibration_free(wyrm_calibration *calibration); /* NULL is allowed */

/* One kind of monster in a group, fought alone. NAN: the ruleset does not say. */
typedef struct wyrm_party_weight {
    double threat; /* of one monster, at the depth */
    wyrm_fight_price price;
    double cost; /* as in wyrm_calibration_row; NAN also if its attacks do more than damage */
} wyrm_party_weight;

/* The threat and cost of a group. A plain value. */
typedef struct wyrm_party_weights {
    int32_t depth;
    bool has_threat, fought;   /* fought: there is a player and a combat model */
    char player[256];          /* the reference player, as a combatant is written */
    double threat;             /* of all together */
    wyrm_interval budget;      /* of a normal room */
    wyrm_threat_status status; /* of a normal room that holds them */
    double cost; /* of all, fought one after another by a player who cannot die: the sum of their
                    costs; attacking at the same time they cost more */
    wyrm_party_weight members[WYRM_ARENA_MONSTERS_MAX];
} wyrm_party_weights;

/* Weighs a group of monsters at a depth: its threat, if the ruleset has a section `threat`, and
 * what its exact fights cost the reference player of that depth.
 * WYRM_ERROR_ARGUMENT  the ruleset has threat, and one of the monsters is not in the roster
 * WYRM_ERROR_MEMORY    out of memory
 * and the errors of wyrm_design_reference and wyrm_design_duel */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_party_weigh(const wyrm_design *design,
                                                      const wyrm_party *party, int32_t depth,
                                                      wyrm_party_weights *out, wyrm_error *error);

/* Spearman's rank correlation of `count` pairs, with ties at the mean of their ranks; INFINITY
 * ranks highest. NAN for fewer than 3 pairs, if one side is constant, or out of memory. */
WYRM_API double wyrm_rank_correlation(const double *x, const double *y, size_t count);

#ifdef __cplusplus
}
#endif
#endif
