/* Judging an external game: the targets of its file, held against what it tells of its runs.
 *
 * The counterpart of <wyrm/judge.h>, with the same verdicts: an answer is a wyrm_judgement whose
 * `bot` is the agent that played. A target of the file names a metric, who plays, and the range
 * that is wanted:
 *
 *     win_rate, final_stage                    of the complete runs
 *     unfinished, failed                       of those that did not fail, and of all
 *     survival with `stages`                   of each of these stages: who leaves it alive
 *     cause, outcome with `word`               the share of the complete runs that have it
 *     a share, amount or number of the game    its share or mean
 *     a category of the game with `word`       the share of the runs that told it
 *     a metric by stage with `stages`          its mean in each of these stages
 *
 * Findings are what is wrong though no target names it, told only where the runs leave no doubt:
 * "less-skilled", "never-told", "never-reached", "only-word", "failed-runs", "unfinished-runs" and,
 * of runs that are there already, "no-runs".
 */
#ifndef WYRM_EXTERNAL_JUDGE_H
#define WYRM_EXTERNAL_JUDGE_H

#include <wyrm/external_runs.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who plays: the agents that targets name; those of engine.agents; and all of the game's, where
 * none are named there and it says that they are in the order of their skill. Agents that no target
 * is about play a sixteenth of the games. */
typedef struct wyrm_external_judge_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* Seed, parameters, steps, and who plays for targets that name nobody. */
    wyrm_external_ask_options ask;
    /* Each agent plays until its verdicts are clear, or runs have told what is not as accurately as
     * WYRM_ACCURACY (twice as coarse for a quarter of the effort), or the effort is spent: usually
     * WYRM_JUDGE_GAMES. */
    wyrm_effort effort;
    unsigned threads;                             /* processes at once; 0: one */
    bool (*progress)(double done, void *context); /* now and then; false stops. NULL: never */
    void *progress_context;
} wyrm_external_judge_options;

/* Plays and judges a game that was met. `options` NULL: seed 1 and defaults. *out is owned by the
 * caller (wyrm_judgement_free) and must not outlive the game.
 * WYRM_ERROR_RULESET  a target does not make sense (positions in `errors`, may be NULL)
 * WYRM_ERROR_LIMIT    stopped by progress, or too many runs failed
 * and those of wyrm_external_play */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_judge(const wyrm_external *game,
                                                         const wyrm_external_judge_options *options,
                                                         wyrm_judgement **out, wyrm_errors *errors);

/* Runs that are there: whose, and what they come to. */
typedef struct wyrm_external_seen {
    const wyrm_external_facts *facts; /* the agent, the seed, and the hello with the metrics */
    const wyrm_external_summary *summary;
} wyrm_external_seen;

/* Judges runs that are there already by the targets of a file: one look at all of them. Nothing is
 * started, and the game need not have been met. Targets on agents that are not among them are left
 * out, which a finding says; where there is one agent only, targets that name nobody are about it,
 * else about the first. *out is owned by the caller (wyrm_judgement_free) and must outlive neither
 * the game nor the facts.
 * WYRM_ERROR_ARGUMENT  no runs
 * WYRM_ERROR_RULESET   a target does not make sense with these metrics (positions in `errors`)
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_judge_seen(const wyrm_external *game,
                                                              const wyrm_external_seen *seen,
                                                              size_t count, wyrm_judgement **out,
                                                              wyrm_errors *errors);

/* Targets that these runs would meet, as the members of `targets` in a file of its own, each line
 * indented by `indent` blanks: for every figure the interval that was measured, twice as wide,
 * between round numbers. A place to begin: what is wanted is for the designer to say. *out is owned
 * by the caller (wyrm_free); "" where the runs say nothing yet.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_suggest(const wyrm_external_seen *seen,
                                                           unsigned indent, char **out,
                                                           wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
