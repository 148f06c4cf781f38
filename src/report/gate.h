/* What a comparison of simulations answers: for people, scripts, pull requests and build
 * servers. */
#ifndef WYRM_SRC_REPORT_GATE_H
#define WYRM_SRC_REPORT_GATE_H

#include <wyrm/gate.h>

#include "output/figures.h"
#include "output/json.h"

typedef struct wyrm_gate_report {
    const wyrm_gate *gate;
    const char *before_name, *after_name;       /* what they are called */
    const char *before_ruleset, *after_ruleset; /* their names, which are those of the games */
    const char *before_hash, *after_hash;
    bool is_baseline; /* before: it is what after is held to */
    const char *bot;
    uint64_t before_runs, after_runs, before_seed, after_seed;
    const char *before_without,
        *after_without;               /* items left alone, as --without has them; "" for none */
    double before_alarm, after_alarm; /* that the rulesets ask for */
    const char *again;                /* the command that makes the comparison again; "" for none */
} wyrm_gate_report;

/* The answer in a sentence. */
void wyrm_gate_words(const wyrm_gate *gate, char *out, size_t size);

/* Says that a baseline is of another game, where its name and the ruleset's differ, and what each
 * side leaves out where that differs. "" where neither does; two rulesets or files are meant to
 * differ. */
#define WYRM_GATE_GAMES_MAX 2560
void wyrm_gate_games(const wyrm_gate_report *report, char *out, size_t size);

/* What stands beside the table, sentence by sentence: metrics that only one side has, margins and
 * alarms that the two rulesets do not agree on, seeds that are the same. "" where there is nothing
 * of it. */
#define WYRM_GATE_NOTES_MAX 16384
void wyrm_gate_notes(const wyrm_gate_report *report, char *out, size_t size);

/* How many metrics have changed. */
size_t wyrm_gate_changes(const wyrm_gate *gate);

/* A value in the unit that people read: shares in per cent; and "+1.2 ± 0.4", in points for

 * shares. */
const char *wyrm_gate_value_text(const wyrm_gate_row *row, double value, wyrm_figure *out);
const char *wyrm_gate_difference_text(wyrm_style style, const wyrm_gate_row *row, wyrm_figure *out);

/* One metric for scripts: a new object. */
json_t *wyrm_gate_row_json(wyrm_answer *json, const wyrm_gate_row *row);

WYRM_MUST_CHECK wyrm_status wyrm_report_gate(const wyrm_gate_report *report, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_json(const wyrm_gate_report *report, wyrm_page *page,
                                                  wyrm_error *error);
/* A comment for a pull request. */
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_markdown(const wyrm_gate_report *report,
                                                      wyrm_page *page, wyrm_error *error);
/* A file of test cases, one a metric, as build servers read them. */
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_junit(const wyrm_gate_report *report, wyrm_page *page,
                                                   wyrm_error *error);

#endif
