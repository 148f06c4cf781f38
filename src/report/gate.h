/* What the gate answers: for people, scripts, pull requests and build servers. */
#ifndef WYRM_SRC_REPORT_GATE_H
#define WYRM_SRC_REPORT_GATE_H

#include <wyrm/gate.h>

#include "output/figures.h"
#include "output/json.h"

typedef struct wyrm_gate_report {
    const wyrm_gate *gate;
    const wyrm_gate_causes *causes;
    const wyrm_gate_side *before, *after; /* for what their facts say */
    const char *before_name, *after_name; /* what they are called */
    bool is_baseline;                     /* before: it is what after is held to */
    const char *again; /* the command that makes the comparison again; "" for none */
} wyrm_gate_report;

/* The answer in a sentence. */
void wyrm_gate_words(const wyrm_gate *gate, char *out, size_t size);

/* The table of all metrics. */
void wyrm_gate_print_rows(const wyrm_gate *gate, wyrm_page *page);

/* A mean of one side, "31.2 % ± 1.8", and the difference, "+1.2 ± 0.4", in points for shares. */
const char *wyrm_gate_value_text(wyrm_style style, const wyrm_gate_row *row, bool after,
                                 wyrm_figure *out);
const char *wyrm_gate_difference_text(wyrm_style style, const wyrm_gate_row *row, wyrm_figure *out);

/* "ends at depth 3.1 ± 0.3 instead of 4.2 ± 0.3 (-1.1 ± 0.2)": a metric in the words of a sentence,
 * without its unit; `verb` comes first. */
void wyrm_gate_row_words(const wyrm_gate_row *row, wyrm_style style, const char *verb, char *out,
                         size_t size);

/* One metric for scripts: a new object. */
json_t *wyrm_gate_row_json(wyrm_answer *json, const wyrm_gate_row *row);

WYRM_MUST_CHECK wyrm_status wyrm_report_gate(const wyrm_gate_report *report, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_json(const wyrm_gate_report *report, wyrm_page *page,
                                                  wyrm_error *error);
/* A comment for a pull request: what the change did, and which rule did it. */
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_markdown(const wyrm_gate_report *report,
                                                      wyrm_page *page, wyrm_error *error);
/* A file of test cases, one a metric, as build servers read them. */
WYRM_MUST_CHECK wyrm_status wyrm_report_gate_junit(const wyrm_gate_report *report, wyrm_page *page,
                                                   wyrm_error *error);

#endif
