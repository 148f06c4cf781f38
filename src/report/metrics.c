/* The page of the guide that lists what a target can measure. */
#include "report/report.h"

#include <string.h>

/* `text` with every '|' escaped: it stands in a cell of a Markdown table. */
static void add_cell(wyrm_page *page, const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        wyrm_page_addf(page, *c == '|' ? "\\|" : "%c", *c);
}

/* "of against [levels]": each key as code. */
static void add_keys(wyrm_page *page, const char *needs)
{
    while (*needs != '\0') {
        size_t length = strcspn(needs, " ");
        bool optional = needs[0] == '[';
        wyrm_page_addf(page, optional ? "[`%.*s`]" : "`%.*s`",
                       (int)(optional ? length - 2 : length), optional ? needs + 1 : needs);
        needs += length;
        if (*needs == ' ') {
            wyrm_page_add(page, " ");
            needs++;
        }
    }
}

wyrm_status wyrm_report_metrics_guide(wyrm_page *page, wyrm_error *error)
{
    wyrm_page_add(page,
                  "\n## Metrics\n\n"
                  "What a target can measure: the names that `metric` takes, with the keys of "
                  "the target that each uses (in brackets where they may be left out). A "
                  "sampled metric comes with an interval, the others are exact.\n\n"
                  "| metric | unit | keys | | meaning |\n|---|---|---|---|---|\n");
    for (const wyrm_metric *metric = wyrm_judge_metrics(); metric->name != NULL; metric++) {
        wyrm_page_addf(page, "| `%s` | %s | ", metric->name, metric->unit);
        add_keys(page, metric->needs);
        wyrm_page_addf(page, " | %s | ", metric->sampled ? "sampled" : "exact");
        add_cell(page, metric->summary);
        wyrm_page_add(page, " |\n");
    }
    return wyrm_page_status(page, error);
}
