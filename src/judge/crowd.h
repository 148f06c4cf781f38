/* The monsters of a depth as foes of one player: who comes how often, and what fighting them
 * costs. */
#ifndef WYRM_SRC_JUDGE_CROWD_H
#define WYRM_SRC_JUDGE_CROWD_H

#include <wyrm/rooms.h>

/* Groups of floors, where who comes how often is a figure of floors. */
#define JUDGE_BATCHES 10

/* One kind of monster at a depth. */
typedef struct judge_foe {
    int32_t monster;              /* index of the roster */
    double share;                 /* of the monsters of the depth */
    double shares[JUDGE_BATCHES]; /* the same in each group of floors, where it is sampled */
    wyrm_combatant combatant;
    wyrm_pmf *given, *taken; /* damage of one attack of the player, and of the monster */
    wyrm_pmf *cost; /* hit points that killing it takes from a player with enough of them, cut
                                at those that the player has; NULL: it depends on what is left */
} judge_foe;

/* A player and the foes of a depth, sorted by the roster. */
typedef struct judge_crowd {
    const wyrm_design *design;
    int32_t depth;
    uint64_t seed; /* of the floors that are generated where what rooms hold is not known exactly */
    wyrm_combatant player;
    wyrm_striker first; /* in every fight; the player is the subject */
    size_t count;
    judge_foe *foes;
    bool sampled;  /* their shares are of generated floors */
    uint64_t work; /* steps that its fights have taken so far */
    bool too_long; /* they would take more steps than can be: no toll can be told */
} judge_crowd;

/* Gathers the foes; count is 0 where no monster has a weight at the depth. *out is to be
 * released in every case. WYRM_ERROR_ARGUMENT: a player or monster without hit points */
wyrm_status wyrm_judge_crowd_gather(const wyrm_design *design, int32_t depth, uint64_t seed,
                                    const wyrm_combatant *player, wyrm_striker first,
                                    judge_crowd *out, wyrm_error *error);
void wyrm_judge_crowd_release(judge_crowd *crowd);

/* A figure of the crowd as it follows from the shares of its foes: with an interval where those are
 * sampled. */
typedef wyrm_status judge_crowd_figure(judge_crowd *crowd, double *out, wyrm_error *error);
wyrm_status wyrm_judge_crowd_estimate(judge_crowd *crowd, judge_crowd_figure *figure,
                                      wyrm_estimate *out, wyrm_error *error);

/* The chance to die in a normal room, and the mean share of hit points that it takes (all, where it
 * kills). The player enters with all hit points and fights the monsters one after another; they
 * do not come back between the fights but for what regeneration gives during them. Sampled where
 * not all that is drawn for a room gets a tile, and where a budget makes its monsters hang
 * together. Both are NAN where the fights are too long to be counted. */
typedef struct judge_toll {
    wyrm_estimate death, lost;
} judge_toll;
wyrm_status wyrm_judge_crowd_room(judge_crowd *crowd, judge_toll *out, wyrm_error *error);

/* The chance to die in one of the normal rooms of a floor, each entered with full hit points.
 * Always sampled. */
wyrm_status wyrm_judge_crowd_floor(judge_crowd *crowd, wyrm_estimate *out, wyrm_error *error);

/* The chance to die of one foe of the crowd: a judge_crowd_figure. */
judge_crowd_figure wyrm_judge_crowd_death;

#endif
