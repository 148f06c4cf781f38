/* Which bots are the people? The weights of agents whose ends by stage, mixed by these weights, fit
 * those of somebody else's runs best.
 *
 * A run has one end: won, or ended on one of the stages in another way. Runs without an end
 * (unfinished, failed) are part of nothing here. Players ended m[j] times in the way j, of M; agent
 * k ended n[k][j] times so, of N[k], in the chances q[k][j], which nobody knows. The model is that
 * every player's run is one of agent k with the chance w[k]. What is maximised is the likelihood of
 * all that was seen, of the agents as of the players, over w >= 0 that add up to 1 and all q:
 *
 *     L(w, q) = sum_j m[j] ln(sum_k w[k] q[k][j]) + sum_k sum_j n[k][j] ln q[k][j]
 *
 * (R. Barlow and C. Beeston, "Fitting using finite Monte Carlo samples", Computer Physics
 * Communications 77, 1993). So the agents' own sampling noise is part of it, and an end that no
 * agent came to by chance does not forbid a mixture; with many runs of the agents it is the
 * multinomial likelihood of the players' ends under the mixture of their shares.
 *
 * It is found by expectation and maximisation (A. Dempster, N. Laird and D. Rubin, Journal of the
 * Royal Statistical Society B 39, 1977): z[j][k] = m[j] w[k] q[k][j] / sum_i w[i] q[i][j] of the
 * players' ends j are of agent k; then w[k] = sum_j z[j][k] / M, q[k][j] = (n[k][j] + z[j][k]) /
 * (N[k] + sum_j z[j][k]); in long steps (R. Varadhan and C. Roland, "Simple and globally convergent
 * methods for accelerating the convergence of any EM algorithm", Scandinavian Journal of Statistics
 * 35, 2008, scheme S3).
 *
 * Whether any mixture fits is the likelihood ratio test against ends of any chances:
 *
 *     G = 2 (sum_j m[j] ln(m[j] / (M sum_k w[k] q[k][j])) + sum_kj n[k][j] ln(n[k][j] / (N[k]
 *            q[k][j])))
 *
 * whose distribution where weights are 0 and ends rare is no chi-square: samples are drawn from
 * what was fitted and fitted again, until 20 have a G as great, at most 999 (J. Besag and P.
 * Clifford, "Sequential Monte Carlo p-values", Biometrika 78, 1991).
 *
 * Intervals are the middle 95 % of the weights of WYRM_FIT_DRAWS samples that are drawn from what
 * was seen of the players and of each agent (B. Efron, "Bootstrap methods", Annals of Statistics 7,
 * 1979; percentiles); where a weight is 0 or 1, at least as far as the likelihood falls by half the
 * 95 % quantile of chi-square. docs/results.md has how often they were measured to hold the
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
    uint64_t seed;                                /* of what is drawn */
    bool (*progress)(double done, void *context); /* now and then; false stops. NULL: never */
    void *progress_context;
} wyrm_fit_options;

/* An agent's part. */
typedef struct wyrm_fit_weight {
    double weight;
    wyrm_interval ci95;
    uint64_t runs; /* of the agent, that have an end */
} wyrm_fit_weight;

/* A way to end. */
typedef struct wyrm_fit_end {
    bool won;
    int32_t stage;  /* where it was not won; 0: nobody told one */
    uint64_t count; /* of the players */
    double share;   /* of them */
    wyrm_interval ci95;
    double fitted;    /* of the mixture */
    const double *of; /* of each agent, as it was seen */
} wyrm_fit_end;

typedef struct wyrm_fit {
    size_t agent_count;
    const wyrm_fit_weight *weights; /* in the order in which agents were handed in */
    size_t end_count;
    const wyrm_fit_end *ends; /* by stage, those that anybody came to; won last */
    uint64_t runs, left_out;  /* of the players: with an end, and without one */
    double g, p;
    bool fits;       /* p is not below WYRM_FIT_ALARM */
    double distance; /* the share of the players' ends that would have to be others */
    size_t farthest; /* the end that the mixture is farthest off, for its chance */
} wyrm_fit;

/* Fits counts: players[cells], and agents[k * cells + j] of agent k. `weights` has room for
 * `count`; *g and *p as above.
 * WYRM_ERROR_ARGUMENT  a side without runs; less than two agents or cells, more than
 *                      WYRM_FIT_AGENTS_MAX agents
 * WYRM_ERROR_LIMIT     stopped by progress
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_fit_counts(const uint64_t *players,
                                                     const uint64_t *agents, size_t count,
                                                     size_t cells, const wyrm_fit_options *options,
                                                     wyrm_fit_weight *weights, double *g, double *p,
                                                     wyrm_error *error);

/* Fits runs. On success *out is owned by the caller (wyrm_external_fit_free), independent of the
 * runs. Fails as wyrm_fit_counts, and with WYRM_ERROR_ARGUMENT where nobody tells where runs end.
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
