/* How many attacks it takes: exact, misses and overkill included. */
#ifndef WYRM_SRC_JUDGE_ATTACKS_H
#define WYRM_SRC_JUDGE_ATTACKS_H

#include "judge/crowd.h"

/* Expected number of attacks with this damage until so many hit points are gone; INFINITY where
 * none is ever done, NAN where so many cannot be counted. */
wyrm_status wyrm_judge_expected_attacks(const wyrm_pmf *damage, int64_t hp, double *out,
                                        wyrm_error *error);

/* Those of the player until a monster of the crowd is dead, all of them and only those that do
 * damage: means over the monsters. Those until the player is, each attack one of the monsters'.
 * NAN where there are no monsters. */
judge_crowd_figure wyrm_judge_crowd_attacks;
judge_crowd_figure wyrm_judge_crowd_hits;
judge_crowd_figure wyrm_judge_crowd_attacks_taken;

#endif
