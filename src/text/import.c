/* What was made of somebody else's runs: how many there are, what every column was taken as and
 * why, what the words of their outcomes mean, and which lines are of no use. A guess that nobody
 * looks at is a figure that nobody can trust, so all of it is told, every time. */
#include "text/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WORDS 12 /* of outcomes that are told */
#define LINES 5  /* without use, likewise */

/* ---- For people ---- */

static void print_lines(const wyrm_import_report *report, wyrm_page *page)
{
    const wyrm_external_import_account *account = report->account;
    wyrm_text agents = {0};
    for (size_t i = 0; i < account->agent_count; i++)
        wyrm_text_appendf(&agents, "%s%s", i > 0 ? ", " : "", account->agents[i]);
    page_say(page, "%s (%s): %" PRIu64 " %s of %s, of %" PRIu64 " lines.", report->source,
             account->format, account->runs, account->runs == 1 ? "run" : "runs",
             page_keep(page, &agents), account->lines);
    if (account->other > 0)
        page_say(page, "%" PRIu64 " lines are of other agents and were left.", account->other);
    if (account->bad > 0)
        page_say(page, "%" PRIu64 " %s of no use, and part of nothing: see below.", account->bad,
                 account->bad == 1 ? "line is" : "lines are");
}

static void print_columns(const wyrm_external_import_account *account, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "<column|<taken as|>on lines|<because of");
    for (size_t i = 0; i < account->column_count; i++) {
        const wyrm_import_column *column = &account->columns[i];
        const char *role = wyrm_import_role_word(column->role);
        const size_t name = strlen(column->name), metric = strlen(column->metric);
        const bool same =
            name >= metric && strcmp(column->name + name - metric, column->metric) == 0;
        wyrm_table_cell(&table, column->name);
        if (column->role == WYRM_IMPORT_NONE)
            wyrm_table_cell(&table, "-");
        else
            wyrm_table_cellf(&table, same ? "%s" : "%s, %s", role, column->metric);
        wyrm_cell_exact(&table, (double)column->told);
        wyrm_table_cell(&table, column->said ? "--map" : column->why);
    }
    wyrm_table_below(&table, 0);
}

/* What a word was taken for; an end of its own is neither won nor unfinished. */
static const char *meaning(const wyrm_import_word *word)
{
    return word->end == WYRM_EXTERNAL_OTHER ? "an end of its own"
                                            : wyrm_external_end_word(word->end);
}

static void print_words(const wyrm_external_import_account *account, wyrm_page *page)
{
    size_t shown = account->word_count < WORDS ? account->word_count : WORDS;
    bool own = false;
    wyrm_table table = wyrm_table_of(page, "<outcome|<means|>runs");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_import_word *word = &account->words[i];
        wyrm_table_cell(&table, word->word[0] != '\0' ? word->word : "(nothing)");
        wyrm_table_cell(&table, meaning(word));
        wyrm_cell_exact(&table, (double)word->count);
        own = own || word->end == WYRM_EXTERNAL_OTHER;
    }
    if (shown > 0)
        wyrm_table_below(&table, 0);
    else
        wyrm_table_end(&table, 0);
    if (shown < account->word_count)
        page_say(page, "(%zu more: --json)", account->word_count - shown);
    if (own)
        page_say(page, "A word that is won, lost or unfinished: --outcomes WORD=won,...");
}

static void print_errors(const wyrm_import_report *report, wyrm_page *page)
{
    size_t kept = wyrm_errors_kept(report->errors), shown = kept < LINES ? kept : LINES;
    if (shown == 0)
        return;
    wyrm_page_add(page, "\nwithout use\n");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_error *error = wyrm_errors_at(report->errors, i);
        page_point(page, 0, 4, "line %d: %s", error->line, error->message);
    }
    if (shown < report->account->bad)
        page_say(page, "(%" PRIu64 " more: --json names the first %d)",
                 report->account->bad - shown, WYRM_ERRORS_MAX);
}

static void print_files(const wyrm_import_report *report, wyrm_page *page)
{
    const char *verb = report->dry_run ? "would go into" : "are in";
    wyrm_page_add(page, "\n");
    for (size_t i = 0; i < report->file_count; i++)
        page_say(page, "%" PRIu64 " runs of %s %s %s.", report->files[i].runs,
                 report->files[i].agent, verb, report->files[i].path);
    if (report->dry_run)
        page_say(page, "Nothing was written. What is taken for something else: --map COLUMN=ROLE.");
    else if (report->file_count == 1)
        page_say(page, "What they say: wyrm results %s", report->files[0].path);
    else if (report->file_count > 1)
        page_say(page, "Beside each other: wyrm compare %s %s", report->files[0].path,
                 report->files[1].path);
}

static void print_import(const wyrm_import_report *report, wyrm_page *page)
{
    print_lines(report, page);
    print_columns(report->account, page);
    print_words(report->account, page);
    print_errors(report, page);
    print_files(report, page);
}

/* ---- For scripts ---- */

static void put_columns(base_json *json, const wyrm_external_import_account *account)
{
    base_put_list(json, "columns");
    for (size_t i = 0; i < account->column_count; i++) {
        const wyrm_import_column *column = &account->columns[i];
        base_putf(json, "{name:%s role:%s", column->name, wyrm_import_role_word(column->role));
        base_put_text(json, "metric", column->metric[0] != '\0' ? column->metric : NULL);
        base_putf(json, "said:%i why:%s lines:%" PRIu64 "}", column->said, column->why,
                  column->told);
    }
    base_putf(json, "] outcomes:[");
    for (size_t i = 0; i < account->word_count; i++)
        base_putf(json, "{word:%s means:%s said:%i runs:%" PRIu64 "}", account->words[i].word,
                  wyrm_external_end_word(account->words[i].end), account->words[i].said,
                  account->words[i].count);
    base_put_end(json);
}

static void write_import(const wyrm_import_report *report, wyrm_page *page)
{
    const wyrm_external_import_account *account = report->account;
    base_json json = wyrm_answer_begin(page, "results-import", NULL);
    base_putf(&json,
              "source:%s format:%s game:%s lines:%" PRIu64 " runs:%" PRIu64 " other:%" PRIu64
              " bad:%" PRIu64 " written:%i stage_name:%s",
              report->source, account->format, account->hello->name, account->lines, account->runs,
              account->other, account->bad, !report->dry_run,
              account->hello->stage[0] != '\0' ? account->hello->stage : NULL);
    put_columns(&json, account);
    base_put_list(&json, "files");
    for (size_t i = 0; i < report->file_count; i++)
        base_putf(&json, "{file:%s agent:%s runs:%" PRIu64 "}", report->files[i].path,
                  report->files[i].agent, report->files[i].runs);
    base_putf(&json, "] errors:[");
    for (size_t i = 0; i < wyrm_errors_kept(report->errors); i++) {
        const wyrm_error *error = wyrm_errors_at(report->errors, i);
        base_putf(&json, "{line:%d message:%s}", error->line, error->message);
    }
    base_put_end(&json);
    base_put_end(&json);
}

void wyrm_report_import(const wyrm_import_report *report, wyrm_page *page)
{
    (page->json ? write_import : print_import)(report, page);
}
