/* Judging an external game: the targets of its file against what it reports of its runs.
 *
 * The counterpart of <wyrm/judge.h>, with the same verdicts: the result is a wyrm_judgement whose
 * `bot` is the agent that played. A target in the file names a metric, an agent, and the wanted
 * range:
 *
 *     win_rate, final_stage                    over the complete runs
 *     unfinished, failed                       over those that did not fail; over all
 *     survival with `stages`                   share that leaves each of these stages alive
 *     cause, outcome with `word`               the share of the complete runs that have it
 *     a share, amount or number of the game    its share or mean
 *     a category of the game with `word`       the share of the runs that report it
 *     a metric by stage with `stages`          its mean in each of these stages
 *
 * Findings are problems that no target names, reported only if the runs leave no doubt:
 * "less-skilled", "never-told", "never-reached", "only-word", "failed-runs", "unfinished-runs" and,
 * for existing runs, "no-runs".
 */
#ifndef WYRM_EXTERNAL_JUDGE_H
#define WYRM_EXTERNAL_JUDGE_H

#include <wyrm/external_runs.h>
#include <wyrm/judge.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The agents that play are those named by targets, those of engine.agents, and all of the game's if
 * none are named there and the game orders them by skill. Agents that no target is about play a
 * sixteenth of the games. */
typedef struct wyrm_external_judge_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* Seed, parameters, steps, and the agent for targets that name none. */
    wyrm_external_ask_options ask;
    /* Each agent plays until its verdicts are clear, or the unclear ones are as accurate as
     * WYRM_ACCURACY (twice as coarse for a quarter of the effort), or the effort is spent: by
     * default WYRM_JUDGE_GAMES. */
    wyrm_effort effort;
    unsigned threads;                             /* processes at once; 0: one */
    bool (*progress)(double done, void *context); /* called now and then; false stops. NULL: never
                                                     called */
    void *progress_context;
} wyrm_external_judge_options;

/* Plays and judges a game that wyrm_external_meet has met. `options` NULL: seed 1 and defaults.
 * *out is owned by the caller (wyrm_judgement_free) and must not outlive the game.
 * WYRM_ERROR_RULESET  a target makes no sense (positions in `errors`, may be NULL)
 * WYRM_ERROR_LIMIT    `progress` stopped it, or too many runs failed
 * and the errors of wyrm_external_play */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_judge(const wyrm_external *game,
                                                         const wyrm_external_judge_options *options,
                                                         wyrm_judgement **out, wyrm_errors *errors);

/* Existing runs of one agent, and their summary. */
typedef struct wyrm_external_seen {
    const wyrm_external_facts *facts; /* the agent, the seed, and the hello with the metrics */
    const wyrm_external_summary *summary;
} wyrm_external_seen;

/* Judges existing runs by the targets of a file, in one look at all of them. No program is started,
 * and the game need not have been met. Targets for agents without runs are left out, which a
 * finding reports; targets that name nobody apply to the only agent, or to the first. *out is owned
 * by the caller (wyrm_judgement_free) and must outlive neither the game nor the facts.
 * WYRM_ERROR_ARGUMENT  no runs
 * WYRM_ERROR_RULESET   a target makes no sense with these metrics (positions in `errors`)
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_judge_seen(const wyrm_external *game,
                                                              const wyrm_external_seen *seen,
                                                              size_t count, wyrm_judgement **out,
                                                              wyrm_errors *errors);

/* Writes targets that these runs would meet, as members of `targets` in the file, each line
 * indented by `indent` blanks: for every figure the measured interval, twice as wide, with round
 * ends. A starting point: what is wanted is for the designer to say. *out is owned by the caller
 * (wyrm_free); "" if the runs say nothing yet.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_suggest(const wyrm_external_seen *seen,
                                                           unsigned indent, char **out,
                                                           wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
