/* Comparisons of simulations as files: Markdown for a pull request, JUnit for a build server. */
#include "report/gate.h"

#include <stdio.h>
#include <string.h>

static bool has_changed(const wyrm_gate_row *row)
{
    return row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
}

static size_t count_changed(const wyrm_gate *gate)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->count; i++)
        count += has_changed(&gate->rows[i]);
    return count;
}

/* Text of a ruleset among markup: what could be markup itself is written as what it stands for. */
static void add_escaped(wyrm_page *page, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        char byte = *text;
        if ((unsigned char)byte < 0x20)
            wyrm_page_add(page, " ");
        else if (strchr(special, byte) != NULL || byte == '&' || byte == '<' || byte == '>')
            wyrm_page_addf(page, "&#%d;", byte);
        else
            wyrm_page_addf(page, "%c", byte);
    }
}

wyrm_status wyrm_report_gate_markdown(const wyrm_gate_report *report, wyrm_page *page,
                                      wyrm_error *error)
{
    const wyrm_gate *gate = report->gate;
    wyrm_page_addf(page, "### %s ", gate->failed ? "❌" : "✅");
    add_escaped(page, report->after_name, "|*_`[]");
    wyrm_page_addf(page, ": %zu of %zu metrics changed\n\n", count_changed(gate), gate->count);
    wyrm_page_add(page, "| metric | before | after | difference (95 %) | answer |\n"
                        "|---|--:|--:|--:|---|\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        const char *mark = has_changed(row) ? "**" : "";
        wyrm_page_addf(page, "| %s | %.4g | %.4g | %+.3g (%+.3g to %+.3g) | %s%s%s |\n",
                       row->after.metric, row->before.mean, row->after.mean, row->difference,
                       row->ci95.low, row->ci95.high, mark, wyrm_gate_answer_word(row->answer),
                       mark);
    }
    wyrm_page_addf(page,
                   "\n%llu runs against %llu, %s, bot %s. False alarms: at most %.3g %%. "
                   "Ruleset %s against %s.\n",
                   (unsigned long long)report->after_runs, (unsigned long long)report->before_runs,
                   report->fidelity == WYRM_PLAYED ? "played" : "sampled", report->bot,
                   100.0 * gate->alarm, report->after_hash, report->before_hash);
    if (report->again[0] != '\0')
        wyrm_page_addf(page, "\nAgain: `%s`\n", report->again);
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_gate_junit(const wyrm_gate_report *report, wyrm_page *page,
                                   wyrm_error *error)
{
    const wyrm_gate *gate = report->gate;
    wyrm_page_add(page, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    wyrm_page_add(page, "  <testsuite name=\"");
    add_escaped(page, report->after_name, "\"'");
    wyrm_page_addf(page, "\" tests=\"%zu\" failures=\"%zu\">\n", gate->count, count_changed(gate));
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_page_addf(page, "    <testcase classname=\"wyrm\" name=\"%s\"", row->after.metric);
        if (has_changed(row))
            wyrm_page_addf(page,
                           ">\n      <failure message=\"%s: %.6g, was %.6g (difference %+.4g, "
                           "95 %% %+.4g to %+.4g, p %.2g)\"/>\n    </testcase>\n",
                           wyrm_gate_answer_word(row->answer), row->after.mean, row->before.mean,
                           row->difference, row->ci95.low, row->ci95.high, row->p);
        else
            wyrm_page_add(page, "/>\n");
    }
    wyrm_page_add(page, "  </testsuite>\n</testsuites>\n");
    return wyrm_page_status(page, error);
}
