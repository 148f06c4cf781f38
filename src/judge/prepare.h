/* The preparations of the metrics: what they read of a target, with errors where that makes no
 * sense. */
#ifndef WYRM_SRC_JUDGE_PREPARE_H
#define WYRM_SRC_JUDGE_PREPARE_H

#include "judge/metrics.h"

/* The preparations of the metrics (targets_prepare.c). */
judge_prepare wyrm_judge_prepare_one;       /* of, a combatant */
judge_prepare wyrm_judge_prepare_one_stat;  /* of, stat */
judge_prepare wyrm_judge_prepare_pair;      /* of, against */
judge_prepare wyrm_judge_prepare_pair_stat; /* of, against, stat */
judge_prepare wyrm_judge_prepare_curve;     /* of, a role; stat, a curve of it */
judge_prepare wyrm_judge_prepare_factor;    /* a growth with a factor */
judge_prepare wyrm_judge_prepare_step;      /* a level of at least 1 */
judge_prepare wyrm_judge_prepare_growth;    /* a level of at least 2 */
judge_prepare wyrm_judge_prepare_kills;     /* a curve of experience for monsters */
judge_prepare wyrm_judge_prepare_tracker;   /* a ruleset with a tracker */
judge_prepare wyrm_judge_prepare_choice;    /* the same; of, a way to choose a monster's level */
/* Those of depths and bands (depth_prepare.c). */
judge_prepare wyrm_judge_prepare_tables;   /* difficulty by tables of depths */
judge_prepare wyrm_judge_prepare_monster;  /* the same; of, a monster */
judge_prepare wyrm_judge_prepare_threat;   /* the same; monsters with threat */
judge_prepare wyrm_judge_prepare_status;   /* the same; of, a status of rooms */
judge_prepare wyrm_judge_prepare_crowd;    /* difficulty by tables; of, a player, or nobody */
judge_prepare wyrm_judge_prepare_item;     /* of, an item */
judge_prepare wyrm_judge_prepare_loot;     /* a depth or a band; a mode */
judge_prepare wyrm_judge_prepare_category; /* the same; of, a category of items */
judge_prepare wyrm_judge_prepare_pity;     /* a band; a mode; loot with pity */
judge_prepare wyrm_judge_prepare_pity_of;  /* the same; of, a category of pity */
/* Those of runs (run_metrics.c). */
judge_prepare wyrm_judge_prepare_bot;    /* a bot */
judge_prepare wyrm_judge_prepare_killer; /* the same; of, a monster */
judge_prepare wyrm_judge_prepare_arena;  /* an arena; a bot */

/* Positioned errors about a key of a target: a message; an unknown name, with the nearest. */
wyrm_status wyrm_judge_prepare_fail(const wyrm_design *design, const judge_target *target,
                                    const char *key, wyrm_errors *errors, const char *hint,
                                    const char *message);
wyrm_status wyrm_judge_prepare_unknown(const wyrm_design *design, const judge_target *target,
                                       const char *key, const char *what, const char *name,
                                       const char *const *candidates, size_t count,
                                       wyrm_errors *errors);

#endif
