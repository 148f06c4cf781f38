/* Which bots resemble the players? Finds the weights of agents whose mixture of ends by stage fits
 * best to those of other runs, such as playtests.
 *
 * A run has one end: won, or ended in another way on one of the stages. Runs without an end
 * (unfinished, failed) are left out. Of M players, m[j] ended in way j; of N[k] runs of agent k,
 * n[k][j] did, with unknown probabilities q[k][j]. In the model every player's run is one of agent
 * k with probability w[k]. The likelihood of everything seen, of agents and players, is maximised
 * over all q and all w >= 0 that add up to 1:
 *
 *     L(w, q) = sum_j m[j] ln(sum_k w[k] q[k][j]) + sum_k sum_j n[k][j] ln q[k][j]
 *
 * (R. Barlow and C. Beeston, "Fitting using finite Monte Carlo samples", Computer Physics
 * Communications 77, 1993). The agents' own sampling noise is thus part of the model, and an end
 * that no agent happened to reach does not rule out a mixture; with many runs of the agents it
 * becomes the multinomial likelihood of the players' ends under the mixture of their shares.
 *
 * The maximum is found by expectation and maximisation (A. Dempster, N. Laird and D. Rubin, Journal
 * of the Royal Statistical Society B 39, 1977): z[j][k] = m[j] w[k] q[k][j] / sum_i w[i] q[i][j] of
 * the players' ends j come from agent k; then w[k] = sum_j z[j][k] / M and q[k][j] = (n[k][j] +
 * z[j][k]) / (N[k] + sum_j z[j][k]); accelerated by long steps (R. Varadhan and C. Roland, "Simple
 * and globally convergent methods for accelerating the convergence of any EM algorithm",
 * Scandinavian Journal of Statistics 35, 2008, scheme S3).
 *
 * Whether any mixture fits is decided by the likelihood ratio test against arbitrary probabilities:
 *
 *     G = 2 (sum_j m[j] ln(m[j] / (M sum_k w[k] q[k][j])) + sum_kj n[k][j] ln(n[k][j] / (N[k]
 *            q[k][j])))
 *
 * With weights of 0 and rare ends its distribution is no chi-square, so samples are drawn from the
 * fitted model and fitted again, until 20 have a G as great, at most 999 (J. Besag and P. Clifford,
 * "Sequential Monte Carlo p-values", Biometrika 78, 1991).
 *
 * Intervals are the middle 95 % of the weights of WYRM_FIT_DRAWS bootstrap samples of the players
 * and of each agent (B. Efron, "Bootstrap methods", Annals of Statistics 7, 1979; percentiles); for
 * a weight of 0 or 1 they reach at least to where the log-likelihood falls by half the 95 %
 * quantile of chi-square. docs/results.md shows how often they were measured to hold the true
 * weights.
 */
#ifndef WYRM_EXTERNAL_FIT_H
#define WYRM_EXTERNAL_FIT_H

#include <wyrm/external_judge.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_FIT_AGENTS_MAX 16
#define WYRM_FIT_DRAWS      999
#define WYRM_FIT_ALARM      0.05 /* p below it: no mixture fits */

typedef struct wyrm_fit_options {
    size_t size;                                  /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;                                /* for the samples */
    bool (*progress)(double done, void *context); /* called now and then; false stops. NULL: never
                                                     called */
    void *progress_context;
} wyrm_fit_options;

/* The weight of one agent. */
typedef struct wyrm_fit_weight {
    double weight;
    wyrm_interval ci95;
    uint64_t runs; /* runs of the agent with an end */
} wyrm_fit_weight;

/* One way to end. */
typedef struct wyrm_fit_end {
    bool won;
    int32_t stage;  /* where it ended, if not won; 0: no run reports a stage */
    uint64_t count; /* of the players */
    double share;   /* of the players */
    wyrm_interval ci95;
    double fitted;    /* share in the mixture */
    const double *of; /* share of each agent, as seen */
} wyrm_fit_end;

typedef struct wyrm_fit {
    size_t agent_count;
    const wyrm_fit_weight *weights; /* in the order of the agents passed in */
    size_t end_count;
    const wyrm_fit_end *ends; /* those that occurred, by stage; won last */
    uint64_t runs, left_out;  /* of the players: with an end, and without one */
    double g, p;
    bool fits;       /* p is at least WYRM_FIT_ALARM */
    double distance; /* share of the players' ends that would have to change for a perfect fit */
    size_t farthest; /* index of the end with the largest misfit relative to its probability */
} wyrm_fit;

/* Fits counts: players[cells], and agents[k * cells + j] for agent k. Fills weights[count]; *g and
 * *p as above.
 * WYRM_ERROR_ARGUMENT  a side without runs, fewer than two agents or cells, or more than
 *                      WYRM_FIT_AGENTS_MAX agents
 * WYRM_ERROR_LIMIT     `progress` stopped it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_fit_counts(const uint64_t *players,
                                                     const uint64_t *agents, size_t count,
                                                     size_t cells, const wyrm_fit_options *options,
                                                     wyrm_fit_weight *weights, double *g, double *p,
                                                     wyrm_error *error);

/* Fits runs. On success *out is owned by the caller (wyrm_external_fit_free), independent of the
 * runs. Fails as wyrm_fit_counts, and with
 * WYRM_ERROR_ARGUMENT  also if no run reports where it ended
 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_fit(const wyrm_external_summary *players,
                                                       const wyrm_external_summary *const *agents,
                                                       size_t count,
                                                       const wyrm_fit_options *options,
                                                       wyrm_fit **out, wyrm_error *error);
WYRM_API void wyrm_external_fit_free(wyrm_fit *fit); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
