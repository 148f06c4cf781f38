/* Duels: a fight to the death, solved exactly.
 *
 * The first fighter is the subject: p_win is its chance. Each turn the striker and then, if it is
 * still alive, the other one attacks once; if both live, regeneration is paid at the end of the
 * turn. Hits are independent draws from the fighters' damage pmfs, so the two sides are two renewal
 * chains over hit points, advanced turn by turn until less than 1e-15 of the probability is still
 * fighting, or the turn limit is reached.
 *
 * An attack may consist of several blows and take other than one turn. If each attack takes D
 * turns, attack number n, from 0, begins at time n x D plus the delay of the first (`begins`), and
 * all its blows fall at that time, one after another. If both attack at the same time, all blows of
 * the striker come before the first of the other; times are compared exactly. Turn number t, from
 * 1, covers the times from t - 1 to just before t: regeneration at its end comes before an attack
 * that begins at time t. The dead neither strike nor regenerate.
 *
 * A fight of more than some 2,000 turns, without regeneration and with one attack a turn on both
 * sides, is solved without counting turns, by first-step analysis over pairs of hit points, if
 * there are not too many of these (about 5,000 hit points a side): the turn limit does not apply to
 * it. Chances below 1e-30 may be reported as 0. Work is bounded to about a second: a fight of very
 * many hit points and very many possible damages can end at that limit.
 */
#ifndef WYRM_DUEL_H
#define WYRM_DUEL_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_DUEL_TURN_LIMIT   100000u
#define WYRM_DUEL_PLAYED_TURNS 2000u /* the same for sampled fights */
#define WYRM_DUEL_HP_MAX       ((int64_t)1000000)
#define WYRM_DUEL_BLOWS_MAX    ((size_t)64)
#define WYRM_DUEL_DISTANCE_MAX 100                /* tiles, for a duel that begins at a distance */
#define WYRM_DUEL_RATIO_MAX    ((int64_t)1000000) /* numerator, denominator of a reduced duration */

/* One side of a duel. All members but the first three may be 0, which is one attack a turn. The
 * blows of an attack fall together: for several, `damage` is their sum (wyrm_pmf_add). */
typedef struct wyrm_fighter {
    const wyrm_pmf *damage;  /* damage of one of its attacks, values of at least 0. Borrowed */
    int64_t hp;              /* at the start, 1..max_hp */
    int64_t max_hp;          /* upper bound of regeneration; at most WYRM_DUEL_HP_MAX */
    double regeneration;     /* hit points a turn, at least 0. Fractions are kept: after n turns
                                floor(n x regeneration) points have been regained in all */
    wyrm_ratio duration;     /* turns for each attack, above 0; 0/0: 1 */
    const wyrm_pmf *hp_roll; /* rolled hit points at the start, each in 1..max_hp; replaces `hp`,
                                and regeneration stops at the number rolled. NULL: fixed hit points.
                                Borrowed */
    wyrm_ratio begins;       /* start of the first attack, in turns from the start of turn 1, 0 to
                                WYRM_DUEL_TURN_LIMIT; 0/0: 0 */
    uint32_t regenerated;    /* turns of regeneration before the fight, which sets the fraction it
                                starts with */
} wyrm_fighter;

typedef enum wyrm_striker { WYRM_SUBJECT_FIRST, WYRM_OPPONENT_FIRST } wyrm_striker;

/* The result of a duel. p_win + p_lose + p_unfinished = 1 within 1e-12. Means are over finished
 * fights; NAN if there are none (or, given a win, no won ones). */
typedef struct wyrm_duel {
    double p_win;                /* the opponent dies */
    double p_lose;               /* the subject dies */
    double p_unfinished;         /* still fighting at the limit; 1 if neither can ever be hurt */
    double turns_mean, turns_sd; /* turns until one dies, including that turn */
    double turns_mean_given_win;
    double hp_left_mean, hp_left_sd; /* of the subject; 0 for a lost fight */
    double hp_left_mean_given_win;
    bool endless; /* neither side can ever be killed, as follows from the worst blow of each */
    /* How it was solved: "exact", "exact to the turn limit" or "exact to the work limit"; for
     * fights with conditions also "exact (joint states)", "20,000 set fights" or "1,000 set
     * fights", against several opponents "set fights". Static text. */
    const char *method;
    double p_win_low, p_win_high;          /* 95 % interval of p_win; both p_win if exact */
    uint32_t fights;                       /* number of sampled fights; 0: exact */
    double share_left_mean, share_left_sd; /* for sampled fights: hp_left as a share of the
                                              subject's hit points at the start of each */
    uint64_t steps; /* exact work of a fight with conditions (wyrm/memory.h), else 0 */
} wyrm_duel;

/* Solves a duel. Does not allocate up to 1,024 hit points a side, if each attack is one blow and
 * nobody regenerates rolled hit points.
 *
 * WYRM_ERROR_ARGUMENT  hit points outside 1..max_hp, regeneration negative or not finite, damage
 *                      below 0, a missing pmf, a duration not above 0, or a beginning outside its
 *                      range
 * WYRM_ERROR_RANGE     max_hp above WYRM_DUEL_HP_MAX; more than WYRM_DUEL_BLOWS_MAX blows; a
 *                      duration with numbers above WYRM_DUEL_RATIO_MAX; times without a common
 *                      measure above 1e-12 turns; too many different damages of blows, or too many
 *                      rolled hit points with regeneration, to store
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_solve(const wyrm_fighter *subject,
                                                     const wyrm_fighter *opponent,
                                                     wyrm_striker striker, wyrm_duel *out,
                                                     wyrm_error *error);

/* The same with whole distributions, owned by the caller (wyrm_duel_distributions_free). Each is
 * NULL if it does not exist (no finished fight, no win; those of turns also if a fight solved
 * without counting turns can exceed the turn limit). */
typedef struct wyrm_duel_distributions {
    wyrm_pmf *turns; /* over finished fights */
    wyrm_pmf *turns_given_win;
    wyrm_pmf *hp_left; /* of the subject, over finished fights, 0 for a lost one */
    wyrm_pmf *hp_left_given_win;
    wyrm_pmf *opponent_hp_left; /* over finished fights, 0 for a won one */
} wyrm_duel_distributions;

WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_duel_distribute(const wyrm_fighter *subject,
                                                          const wyrm_fighter *opponent,
                                                          wyrm_striker striker, wyrm_duel *out,
                                                          wyrm_duel_distributions *distributions,
                                                          wyrm_error *error);
WYRM_API void wyrm_duel_distributions_free(wyrm_duel_distributions *distributions);

/* The number of independent blows, however they are grouped into attacks, until their damage
 * reaches `hp`, as a pmf cut off where less than 1e-15 is left. *out is owned by the caller
 * (wyrm_pmf_free).
 * WYRM_ERROR_ARGUMENT  hp below 1, damage below 0, or no damage is ever done
 * WYRM_ERROR_RANGE     hp above WYRM_DUEL_HP_MAX, or so many hits that 100,000 (or about a second
 *                      of work) do not reach the cut-off
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_hits_to_kill(const wyrm_pmf *damage, int64_t hp,
                                                       wyrm_pmf **out, wyrm_error *error);

/* The same for rolled hit points, each at least 1. *out and errors as above. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_hits_to_kill_roll(const wyrm_pmf *damage,
                                                            const wyrm_pmf *hp, wyrm_pmf **out,
                                                            wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
