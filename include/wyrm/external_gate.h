/* The gate of an external game: do two builds, two settings of parameters, two agents, or a build
 * and what was kept of an earlier one, still play the same?
 *
 * The counterpart of <wyrm/gate.h>: the same rows, answers, correction and looks. A side is runs of
 * one game by one agent; a baseline is a side in a file. The rows:
 *
 *     win_rate, final_stage       of the complete runs
 *     unfinished                  of those that did not fail
 *     failed                      of all
 *     survival@N                  for N of 1, 2, 3, 5, 8, 13, 20, 34 and 55 below the last stage
 *     NAME                        every share, amount and number that both sides tell
 *     told=NAME                   the share of complete runs that tell one of these or a category,
 *                                 where some do and others do not; 0 of a side that has it no more
 *     outcome=WORD, cause=WORD    words of the game that more than one complete run in forty of the
 *     NAME=WORD                   two sides together has; so all with one in twenty on either side
 *     NAME@N                      every metric by stage that both sides tell, at the N of survival
 *                                 and at the last stage, where one complete run in ten of the two
 *                                 sides together has told it
 *
 * That the words are chosen by both sides together is what keeps the alarm honest: if nothing has
 * changed, which of the runs with a word are whose is luck, and the choice does not depend on that.
 * Chosen by one side alone, a word would be looked at because that side has more of it by chance,
 * and one that is new could not be seen. The same goes for stages.
 *
 * What is told at a stage is of those who came there. In pairs it is compared over the pairs both
 * runs of which tell it, so that a side which loses more runs on the way is not compared by those
 * that are left; apart, over the runs of each side that tell it, who may be others for that alone.
 * wyrm_gate_row.count says how many there are.
 *
 * Margins are those of `gate.margins` in the file, by the name of the metric ("survival", "cause",
 * "told", the name of a category for all of its words). Where none is said: 0.02 for shares, 0.03
 * for survival, 5 % of the mean before for metrics by stage (NAME for all of its stages), 3 % of it
 * for all else.
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

/* A side without runs. `facts` says what they are or will be of; it is copied with its hello. The
 * margins and the alarm are those of `game` (NULL: the usual ones), which need not have been met.
 * On success *out is owned by the caller (wyrm_external_side_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_new(const wyrm_external_facts *facts,
                                                            const wyrm_external *game,
                                                            wyrm_external_side **out,
                                                            wyrm_error *error);
WYRM_API void wyrm_external_side_free(wyrm_external_side *side); /* NULL is allowed */

/* Has a side make the runs that it lacks: `game`, which was met, plays as `play` says (`ask` and
 * `first`; the rest is not looked at), numbers from play->first on. The game, and what `play`
 * points to, must outlive the side. Facts of the side should be wyrm_external_facts_from of the
 * same. Held against a side of the same seed that has runs already, it begins with the number of
 * the first of those instead, so that there are pairs. */
WYRM_API void wyrm_external_side_plays(wyrm_external_side *side, const wyrm_external *game,
                                       const wyrm_external_play_options *play);

/* Adds a run, whose number must be higher than those before; it is copied.
 * WYRM_ERROR_ARGUMENT  it is not
 * WYRM_ERROR_LIMIT     too many runs, values or words: the message says which
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_take(wyrm_external_side *side,
                                                             const wyrm_external_run *run,
                                                             wyrm_error *error);

/* Makes runs of a side that plays until it has so many. Fails as wyrm_external_play and
 * wyrm_external_side_take do. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_side_play(wyrm_external_side *side,
                                                             uint64_t runs,
                                                             const wyrm_gate_options *options,
                                                             wyrm_error *error);

/* What the runs are of, and how many there are. Valid as long as the side. */
WYRM_API const wyrm_external_facts *wyrm_external_side_facts(const wyrm_external_side *side);
WYRM_API size_t wyrm_external_side_count(const wyrm_external_side *side);

/* ---- Baselines ---- */

/* A side as the text of a baseline: JSON, the same bytes for the same runs, with margins and alarm.
 * No command and no path is in it. Its runs must be numbered without a gap. *out is owned by the
 * caller (wyrm_free).
 * WYRM_ERROR_ARGUMENT  a gap between runs, or there are none
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_baseline_text(const wyrm_external_side *side,
                                                                 char **out, wyrm_error *error);

/* Whether a text is such a baseline, and not one of a ruleset: by what it says it is. */
WYRM_API bool wyrm_external_baseline_is(const char *text, size_t length);

/* And back. `file` is its name in messages. A text that is not to the last value what was written
 * is refused, and so is one of a ruleset. What was written before metrics by stage were kept is
 * read without them. On success *out is owned by the caller (wyrm_external_side_free).
 * WYRM_ERROR_SYNTAX  no baseline, or a damaged one
 * WYRM_ERROR_LIMIT   of a newer version
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_external_baseline_read(const char *file, const char *text,
                                                                 size_t length,
                                                                 wyrm_external_side **out,
                                                                 wyrm_error *error);

/* ---- Comparison ---- */

/* What the two sides are that is not the same. */
typedef struct wyrm_external_differs {
    const char *what; /* "game", "version", "command", "agent", "set", "seed", "steps"; or "metric":
                         one that only one side has, by name, or under another kind */
    const char *before, *after; /* "" where there is none */
} wyrm_external_differs;

typedef struct wyrm_external_gate {
    /* Names of metrics and units live as long as this. */
    wyrm_gate gate;
    /* Whether the sides honour seeds, as far as they were asked; `known` is false of sides that do
     * not play, whose word is taken: pairs that share no luck make a test weaker, never wrong. */
    wyrm_external_repeat repeats[2]; /* before, after */
    const char *unpaired; /* why runs were not compared in pairs, a sentence; "" where they were */
    size_t differs_count;
    wyrm_external_differs *differs;
    bool left_out; /* there would be too many rows: the rarest words were left out, or stages */
    bool outdated; /* a baseline keeps no metrics by stage: they are not compared */
} wyrm_external_gate;

/* Compares after as many runs as it takes, as wyrm_gate_hold: sides that play make the runs that
 * each look needs, until every answer is clear (with options->headline: the win rate and the final
 * stage) or the effort is spent. A side that plays is first asked for some runs twice
 * (wyrm_external_repeat_try). Runs are compared in pairs where the seed is the same, neither side
 * is imported, and both honour it. *out is owned by the caller (wyrm_external_gate_free) and
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
