/* Duels: a fight to the death, solved exactly.
 *
 * The first fighter is the subject: p_win is its chance. Each turn the striker and then, if it
 * still lives, the other one attacks once; where both live, whoever has hit points to regenerate
 * does so at the end of the turn. Hits are independent draws from the fighters' damage pmfs, so the
 * two sides are two renewal chains over hit points that are advanced turn by turn until less than
 * 1e-15 of the probability is still fighting, or the turn limit comes.
 *
 * An attack may be several blows, and may take other than a turn. Attack number n, from 0, of who
 * takes D turns for each begins at time n x D, later by what there is to wait for the first
 * (`begins`), and all its blows fall at that time, one after another. Where both attack at the same
 * time, all blows of the striker come before the first of the other; times are compared exactly.
 * Turn number t, from 1, is the time from t - 1 on and before t: regeneration at its end comes
 * before what begins at time t. The dead neither strike nor regenerate.
 *
 * A fight without regeneration, of one attack a turn on both sides, that lasts past some 2,000
 * turns is solved without counting them, by first-step analysis over pairs of hit points, where it
 * has not too many of these (about 5,000 hit points a side): the turn limit does not bind it.
 * Chances below 1e-30 may be reported as 0. Work is bounded to about a second: a fight of very many
 * hit points and very many possible damages can end at that limit.
 */
#ifndef WYRM_DUEL_H
#define WYRM_DUEL_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_DUEL_TURN_LIMIT   100000u
#define WYRM_DUEL_PLAYED_TURNS 2000u /* the same of fights that are played */
#define WYRM_DUEL_HP_MAX       ((int64_t)1000000)
#define WYRM_DUEL_BLOWS_MAX    ((size_t)64)
#define WYRM_DUEL_DISTANCE_MAX 100                /* tiles, of a duel that begins at a distance */
#define WYRM_DUEL_RATIO_MAX    ((int64_t)1000000) /* either number of a duration, in lowest terms */

/* All members but the first three may be 0: an attack a turn. The blows of an attack fall together:
 * of several, `damage` is their sum (wyrm_pmf_add). */
typedef struct wyrm_fighter {
    const wyrm_pmf *damage;  /* of its attacks on the other; values of at least 0. Borrowed */
    int64_t hp;              /* at the start, 1..max_hp */
    int64_t max_hp;          /* regeneration stops here; at most WYRM_DUEL_HP_MAX */
    double regeneration;     /* hit points a turn, at least 0. Fractions are kept: after n turns
                               floor(n x regeneration) points have been given in all */
    wyrm_ratio duration;     /* turns that an attack takes; 0/0: 1. Above 0 */
    const wyrm_pmf *hp_roll; /* hit points at the start where they are rolled, each in 1..max_hp;
                                `hp` does not count then, and regeneration stops at what was rolled.
                                NULL: hp. Borrowed */
    wyrm_ratio begins;       /* when its first attack begins, turns from the start of turn 1, 0 to
                                WYRM_DUEL_TURN_LIMIT; 0/0: 0 */
    uint32_t regenerated;    /* turns of its regeneration that are over: fractions go on */
} wyrm_fighter;

typedef enum wyrm_striker { WYRM_SUBJECT_FIRST, WYRM_OPPONENT_FIRST } wyrm_striker;

/* Sums of probabilities: p_win + p_lose + p_unfinished = 1 within 1e-12. Means over all finished
 * fights; NAN where p_win + p_lose (or, given a win, p_win) is 0. */
typedef struct wyrm_duel {
    double p_win;                /* the opponent dies */
    double p_lose;               /* the subject dies */
    double p_unfinished;         /* still fighting at the limit; 1 where nobody can ever be hurt */
    double turns_mean, turns_sd; /* turns until one dies, the one in which it does included */
    double turns_mean_given_win;
    double hp_left_mean, hp_left_sd; /* of the subject; a lost fight counts as 0 */
    double hp_left_mean_given_win;
    bool endless; /* neither side can ever be killed, as is plain from the worst blow of each */
    /* "exact", "exact to the turn limit" or "exact to the work limit"; of fights with conditions
     * also "exact (joint states)", "20,000 set fights" or "1,000 set fights", against several "set
     * fights"; static */
    const char *method;
    double p_win_low, p_win_high; /* 95 % interval of p_win; p_win itself where it is exact */
    uint32_t fights;              /* that all of this comes from; 0: it is exact */
    double share_left_mean, share_left_sd; /* where there were such fights: hp_left as a share of
                                              what the subject began with, each by itself */
} wyrm_duel;

/* Solves a duel. No allocation up to 1,024 hit points a side, where each attack is one blow and
 * nobody regenerates rolled hit points.
 *
 * WYRM_ERROR_ARGUMENT  hit points outside 1..max_hp, regeneration negative or not finite, damage
 *                      below 0, a missing pmf, a duration that is not above 0, a beginning outside
 *                      its range
 * WYRM_ERROR_RANGE     max_hp above WYRM_DUEL_HP_MAX; more than WYRM_DUEL_BLOWS_MAX blows; a
 *                      duration of numbers above WYRM_DUEL_RATIO_MAX; times that have no common
 *                      measure above 1e-12 turns; blows of so many damages, or rolls of so many hit
 *                      points with regeneration, that they cannot be held
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_solve(const wyrm_fighter *subject,
                                                     const wyrm_fighter *opponent,
                                                     wyrm_striker striker, wyrm_duel *out,
                                                     wyrm_error *error);

/* The same with whole distributions. Each is NULL where it cannot be (no finished fight, no win;
 * those of turns also where a fight that was solved without counting turns can pass the turn
 * limit); the caller frees them with wyrm_duel_distributions_free. */
typedef struct wyrm_duel_distributions {
    wyrm_pmf *turns; /* of finished fights */
    wyrm_pmf *turns_given_win;
    wyrm_pmf *hp_left; /* of the subject, finished fights, 0 for a lost one */
    wyrm_pmf *hp_left_given_win;
    wyrm_pmf *opponent_hp_left; /* finished fights, 0 for a won one */
} wyrm_duel_distributions;

WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_distribute(const wyrm_fighter *subject,
                                                          const wyrm_fighter *opponent,
                                                          wyrm_striker striker, wyrm_duel *out,
                                                          wyrm_duel_distributions *distributions,
                                                          wyrm_error *error);
WYRM_API void wyrm_duel_distributions_free(wyrm_duel_distributions *distributions);

/* How many blows kill: the number of independent ones, however many an attack has, until their sum
 * reaches `hp`, as a pmf cut where less than 1e-15 is left (*out owned by the caller).
 * WYRM_ERROR_ARGUMENT  hp below 1, damage below 0, or no damage is ever done
 * WYRM_ERROR_RANGE     hp above WYRM_DUEL_HP_MAX, or so many hits that 100,000 (or about a second
 *                      of work) do not reach the cut
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp,
                                                       wyrm_pmf **out, wyrm_error *error);

/* The same where hit points are rolled, each at least 1. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_hits_to_kill_roll(const wyrm_pmf *damage,
                                                            const wyrm_pmf *hp, wyrm_pmf **out,
                                                            wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
