/* Comparisons of simulations as files: Markdown for a pull request, JUnit for a build server. */
#include "report/gate.h"

#include <stdio.h>
#include <string.h>

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

/* Code in a line of Markdown, as it is: between more backticks than it has one after another. */
static void add_code(wyrm_page *page, const char *code)
{
    size_t longest = 0, length = 0;
    for (const char *at = code; *at != '\0'; at++) {
        length = *at == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    const char *space = longest > 0 ? " " : ""; /* of those at its ends Markdown takes one away */
    for (size_t i = 0; i <= longest; i++)
        wyrm_page_add(page, "`");
    wyrm_page_addf(page, "%s%s%s", space, code, space);
    for (size_t i = 0; i <= longest; i++)
        wyrm_page_add(page, "`");
}

wyrm_status wyrm_report_gate_markdown(const wyrm_gate_report *report, wyrm_page *page,
                                      wyrm_error *error)
{
    const wyrm_gate *gate = report->gate;
    char games[WYRM_GATE_GAMES_MAX], beside[WYRM_GATE_NOTES_MAX];
    wyrm_page_addf(page, "### %s ", gate->failed ? "❌" : "✅");
    add_escaped(page, report->after_name, "|*_`[]");
    if (gate->count == 0)
        wyrm_page_add(page, ": nothing could be compared\n\n");
    else
        wyrm_page_addf(page, ": %zu of %zu metrics changed\n\n", wyrm_gate_changes(gate),
                       gate->count);
    wyrm_gate_games(report, games, sizeof games);
    if (games[0] != '\0') {
        add_escaped(page, games, "|*_`[]");
        wyrm_page_add(page, "\n\n");
    }
    wyrm_page_add(page, "| metric | before | after | difference (95 %) | answer |\n"
                        "|---|--:|--:|--:|---|\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        const char *mark = wyrm_gate_row_has_changed(row) ? "**" : "";
        wyrm_page_addf(page, "| %s | %.4g | %.4g | %+.3g (%+.3g to %+.3g) | %s%s%s |\n",
                       row->after.metric, row->before.mean, row->after.mean, row->difference,
                       row->ci95.low, row->ci95.high, mark, wyrm_gate_answer_word(row->answer),
                       mark);
    }
    wyrm_page_addf(page,
                   "\n%llu runs of seed %llu against %llu of seed %llu, bot %s. False alarms: "
                   "at most %.3g %%. Ruleset ",
                   (unsigned long long)report->after_runs, (unsigned long long)report->after_seed,
                   (unsigned long long)report->before_runs, (unsigned long long)report->before_seed,
                   report->bot, 100.0 * gate->alarm);
    add_escaped(page, report->after_hash, "|*_`[]");
    wyrm_page_add(page, " against ");
    add_escaped(page, report->before_hash, "|*_`[]");
    wyrm_page_add(page, ".\n");
    wyrm_gate_notes(report, beside, sizeof beside);
    if (beside[0] != '\0')
        wyrm_page_addf(page, "\n%s\n", beside);
    if (report->again[0] != '\0') {
        wyrm_page_add(page, "\nAgain: ");
        add_code(page, report->again);
        wyrm_page_add(page, "\n");
    }
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_gate_junit(const wyrm_gate_report *report, wyrm_page *page,
                                   wyrm_error *error)
{
    const wyrm_gate *gate = report->gate;
    wyrm_page_add(page, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    wyrm_page_add(page, "  <testsuite name=\"");
    add_escaped(page, report->after_name, "\"'");
    size_t nothing = gate->count == 0; /* a case of its own: no test would be no failure */
    wyrm_page_addf(page, "\" tests=\"%zu\" failures=\"%zu\">\n", gate->count + nothing,
                   wyrm_gate_changes(gate) + nothing);
    if (nothing)
        wyrm_page_add(page, "    <testcase classname=\"wyrm\" name=\"comparison\">\n      <failure "
                            "message=\"nothing could be compared\"/>\n    </testcase>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_page_addf(page, "    <testcase classname=\"wyrm\" name=\"%s\"", row->after.metric);
        if (wyrm_gate_row_has_changed(row))
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
