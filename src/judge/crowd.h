/* The monsters of a depth as foes of one player: who comes how often, and what fighting them
 * costs. */
#ifndef WYRM_SRC_JUDGE_CROWD_H
#define WYRM_SRC_JUDGE_CROWD_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

/* One kind of monster at a depth. */
typedef struct judge_foe {
    int32_t monster; /* index of the roster */
    double share;    /* of the monsters of the depth */
    wyrm_combatant combatant;
    wyrm_pmf *given, *taken; /* damage of one attack of the player, and of the monster */
    wyrm_pmf *cost; /* hit points that killing it takes from a player with enough of them, cut
                                at those that the player has; NULL: it depends on what is left */
} judge_foe;

/* A player and the foes of a depth, sorted by the roster. */
typedef struct judge_crowd {
    const wyrm_design *design;
    int32_t depth;
    wyrm_combatant player;
    wyrm_striker first; /* in every fight; the player is the subject */
    size_t count;
    judge_foe *foes;
    uint64_t work; /* steps that its fights have taken so far */
    bool too_long; /* they would take more steps than can be: no toll can be told */
} judge_crowd;

/* Gathers the foes; count is 0 where no monster has a weight at the depth. *out is to be
 * released in every case. WYRM_ERROR_ARGUMENT: a player or monster without hit points */
wyrm_status wyrm_judge_crowd_gather(const wyrm_design *design, int32_t depth,
                                    const wyrm_combatant *player, wyrm_striker first,
                                    judge_crowd *out, wyrm_error *error);
void wyrm_judge_crowd_release(judge_crowd *crowd);

/* The chance to die in a room, and the mean share of hit points that it takes (all, where it
 * kills). The player enters with all hit points and fights the monsters one after another; they
 * do not come back between the fights but for what regeneration gives during them. Where rooms
 * are filled by a budget the monsters of one hang together, and the figures are means over rooms
 * drawn from `seed`: *sampled. Both are NAN where the fights are too long to be counted. */
typedef struct judge_toll {
    double death, lost;
    bool sampled;
    wyrm_moments deaths, losses; /* over rooms, where sampled */
} judge_toll;

/* Exactly `count` foes, their kinds independent. */
wyrm_status wyrm_judge_crowd_fight(judge_crowd *crowd, size_t count, judge_toll *out,
                                   wyrm_error *error);

/* A normal room. */
wyrm_status wyrm_judge_crowd_room(judge_crowd *crowd, uint64_t seed, judge_toll *out,
                                  wyrm_error *error);

#endif
