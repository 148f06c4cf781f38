/* The gate of an external game: do two builds, parameter settings or agents still play the same, or
 * does a build play as its baseline did?
 *
 * The counterpart of <wyrm/gate.h>: the same rows, answers, correction and looks. A side is the
 * runs of one game by one agent; a baseline is a side in a file. The rows:
 *
 *     win_rate, final_stage       over the complete runs
 *     unfinished                  over the runs that did not fail
 *     failed                      over all runs
 *     survival@N                  for N of 1, 2, 3, 5, 8, 13, 20, 34 and 55 below the last stage
 *     NAME                        every share, amount and number that both sides report
 *     told=NAME                   the share of complete runs that report one of these or a
 *                                 category, if some do and others do not; 0 for a side without it
 *     outcome=WORD, cause=WORD    words that at least one in forty complete runs of both sides
 *     NAME=WORD                   together has, of a category one in forty that report it; and so
 *                                 every word of one in twenty on either of two equal sides
 *     NAME@N                      every metric by stage that both sides report, at the N of
 *                                 survival and at the last stage, where at least one in ten
 *                                 complete runs of both sides together reports it
 *
 * Choosing the words from both sides together keeps the alarm rate honest: if nothing has changed,
 * it is luck which side a run with a word belongs to, and the choice does not depend on that.
 * Chosen by one side alone, a word would be tested because that side happens to have more of it,
 * and a new word would be missed. The same goes for stages.
 *
 * Values at a stage come only from runs that reached it. In pairs they are compared over the pairs
 * in which both runs report one, so that a side that loses more runs on the way is not judged by
 * its survivors. Unpaired, each side uses its own runs, and a difference may come from that
 * selection alone. wyrm_gate_row.count gives the number of runs.
 *
 * Margins come from `gate.margins` in the file, by the name of the metric ("survival", "cause",
 * "told", the name of a category for all of its words). The defaults are 0.02 for shares, 0.03 for
 * survival, 5 % of the mean before for metrics by stage (NAME covers all stages), and 3 % of it for
 * everything else.
 */
#ifndef WYRM_EXTERNAL_GATE_H
#define WYRM_EXTERNAL_GATE_H

#include <wyrm/external_runs.h>
#include <wyrm/gate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sides ---- */

typedef struct wyrm_external_side wyrm_external_side;

/* Creates a side without runs. `facts` describes its present or future runs; it is copied with its
 * hello. Margins and alarm come from `game` (NULL: defaults), which need not have been met. On
 * success *out is owned by the caller (wyrm_external_side_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_new(const wyrm_external_facts *facts,
                                                            const wyrm_external *game,
                                                            wyrm_external_side **out,
                                                            wyrm_error *error);
WYRM_API void wyrm_external_side_free(wyrm_external_side *side); /* NULL is allowed */

/* Lets a side make the runs that it lacks: `game`, which must have been met, plays as `play` says
 * (only `ask` and `first` are used), with numbers from play->first on. The facts of the side should
 * be wyrm_external_facts_from of the same arguments. The game, and all that `play` points to, must
 * outlive the side. If the other side has the same seed and already has runs, numbering starts at
 * its first run instead, so that there are pairs. */
WYRM_API void wyrm_external_side_plays(wyrm_external_side *side, const wyrm_external *game,
                                       const wyrm_external_play_options *play);

/* Adds a run, whose number must be higher than those before; it is copied.
 * WYRM_ERROR_ARGUMENT  the number is not higher
 * WYRM_ERROR_LIMIT     too many runs, values or words (the message says which)
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_take(wyrm_external_side *side,
                                                             const wyrm_external_run *run,
                                                             wyrm_error *error);

/* Makes runs of a side that can play, until it has `runs`. Fails as wyrm_external_play and
 * wyrm_external_side_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_play(wyrm_external_side *side,
                                                             uint64_t runs,
                                                             const wyrm_gate_options *options,
                                                             wyrm_error *error);

/* The facts of a side's runs, and their number. Valid as long as the side. */
WYRM_API const wyrm_external_facts *wyrm_external_side_facts(const wyrm_external_side *side);
WYRM_API size_t wyrm_external_side_count(const wyrm_external_side *side);

/* ---- Baselines ---- */

/* Writes a side as the text of a baseline: JSON, with margins and alarm, without commands and
 * paths; the same runs give the same bytes. Its runs must be numbered without a gap. *out is owned
 * by the caller (wyrm_free).
 * WYRM_ERROR_ARGUMENT  a gap between runs, or no runs
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_baseline_text(const wyrm_external_side *side,
                                                                 char **out, wyrm_error *error);

/* Whether a text claims to be a baseline of an external game, not one of a ruleset. */
WYRM_API bool wyrm_external_baseline_is(const char *text, size_t length);

/* Reads a baseline back; `file` is its name in messages. A text with any change since it was
 * written is refused, and so is a baseline of a ruleset. Old baselines without metrics by stage are
 * read without them. On success *out is owned by the caller (wyrm_external_side_free).
 * WYRM_ERROR_SYNTAX  not a baseline, or a damaged one
 * WYRM_ERROR_LIMIT   a baseline of a newer version
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_baseline_read(const char *file, const char *text,
                                                                 size_t length,
                                                                 wyrm_external_side **out,
                                                                 wyrm_error *error);

/* ---- Comparison ---- */

/* One difference between the two sides' facts. */
typedef struct wyrm_external_differs {
    const char *what; /* "game", "version", "command", "agent", "set", "seed", "steps"; or "metric":
                         one that only one side has, or with another kind */
    const char *before, *after; /* "" if there is none */
} wyrm_external_differs;

typedef struct wyrm_external_gate {
    /* The comparison. Names of metrics and units live as long as this struct. */
    wyrm_gate gate;
    /* Whether the sides honour seeds, as far as tested. `known` is false for a side
     * that cannot play; its claim is trusted, since pairs that do not really share a seed only make
     * the test weaker, never wrong. */
    wyrm_external_repeat repeats[2]; /* before, after */
    const char *unpaired; /* why runs were not compared in pairs, a sentence; "" if they were */
    size_t differs_count;
    wyrm_external_differs *differs;
    bool left_out; /* there were too many rows: the rarest words or some stages were left out */
    bool outdated; /* a baseline has no metrics by stage, so these are not compared */
} wyrm_external_gate;

/* Compares after as many runs as it takes, as wyrm_gate_hold: sides that can play make the runs
 * that each look needs, until every answer is clear (with options->headline: the win rate and the
 * final stage) or the effort is spent. A side that plays is first tested for repeatability
 * (wyrm_external_repeat_try). Runs are compared in pairs if the seed is the same, neither side is
 * imported, and both honour seeds. *out is owned by the caller (wyrm_external_gate_free) and
 * independent of the sides. Fails as wyrm_external_side_play does. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_gate_hold(wyrm_external_side *before,
                                                             wyrm_external_side *after,
                                                             const wyrm_gate_options *options,
                                                             wyrm_external_gate **out,
                                                             wyrm_error *error);
WYRM_API void wyrm_external_gate_free(wyrm_external_gate *gate); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
