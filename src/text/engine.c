/* Games of the user's own before they are judged: what a game says in its hello, the file to begin
 * with, the checks of `wyrm engine try`, and the account of imported runs.
 *
 * The file is written for somebody who has never seen one: it has every possible section, those
 * that need a decision as comments in the words of this very game, so that going on means removing
 * a '#'.
 *
 * The account of an import shows how many runs there are, what every column was taken as and why,
 * what the words for outcomes were taken to mean, and which lines are unusable. A figure based on
 * an unseen guess cannot be trusted, so all of it is shown every time. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

#define LOG_LINES 15 /* of a failed run: the traceback, not all before it */

/* ---- The hello ---- */

static const char *const can_words[] = {"fight", "draw", "replay"};
#define CAN_COUNT (COUNT_OF(can_words))

static const char *const parameter_words[] = {
    [WYRM_EXTERNAL_WHOLE] = "whole", [WYRM_EXTERNAL_REAL] = "number",
    [WYRM_EXTERNAL_BOOL] = "bool",   [WYRM_EXTERNAL_CHOICE] = "choice",
    [WYRM_EXTERNAL_TEXT] = "text",
};

/* The range of a parameter: "1 to 99", "easy, hard"; "" if none is given. */
static const char *say_range(const wyrm_external_parameter *of, text_page *page)
{
    text_figure low, high;
    base_buffer range = {0};
    if (of->kind == WYRM_EXTERNAL_CHOICE)
        return page_list(page, of->choices, of->choice_count);
    if (isfinite(of->least) && (of->kind == WYRM_EXTERNAL_WHOLE || of->kind == WYRM_EXTERNAL_REAL))
        base_buffer_appendf(&range, "%s to %s", text_figure_exact(of->least, &low),
                            text_figure_exact(of->greatest, &high));
    return page_keep(page, &range);
}

static void print_metrics(const wyrm_external_hello *hello, text_page *page)
{
    text_table table = text_table_of(page, "<metric|<kind|<unit|<about");
    for (size_t i = 0; i < hello->metric_count; i++) {
        text_table_cell(&table, hello->metrics[i].name);
        text_table_cell(&table, wyrm_external_kind_word(hello->metrics[i].kind));
        text_table_cell(&table, hello->metrics[i].unit);
        text_table_cell(&table, hello->metrics[i].about);
    }
    text_table_below(&table, 0);
}

static void print_parameters(const wyrm_external_hello *hello, text_page *page)
{
    text_table table = text_table_of(page, "<parameter|<kind|<can be|<usually|<unit|<about");
    for (size_t i = 0; i < hello->parameter_count; i++) {
        const wyrm_external_parameter *of = &hello->parameters[i];
        text_table_cell(&table, of->key);
        text_table_cell(&table, parameter_words[of->kind]);
        text_table_cell(&table, say_range(of, page));
        text_table_cell(&table, of->default_value);
        text_table_cell(&table, of->unit);
        text_table_cell(&table, of->about);
    }
    text_table_below(&table, 0);
}

static void print_hello(const wyrm_external_facts *facts, text_page *page)
{
    const wyrm_external_hello *hello = facts->hello;
    base_buffer can = {0};
    for (size_t i = 0; i < CAN_COUNT; i++)
        if (hello->can & (1u << i))
            base_buffer_appendf(&can, ", %s", can_words[i]);
    page_say(page, "%s%s%s: %s", hello->name, hello->version[0] ? " " : "", hello->version,
             facts->command);
    page_say(page, "agents: %s%s", page_list(page, hello->agents, hello->agent_count),
             hello->agent_count > 1 && hello->by_skill ? ", weakest first" : "");
    if (hello->stage[0] != '\0' && hello->last_stage > 0)
        page_say(page, "stages: each is %s %s, the last one is %d", text_article(hello->stage),
                 hello->stage, (int)hello->last_stage);
    else if (hello->stage[0] != '\0')
        page_say(page, "stages: each is %s %s", text_article(hello->stage), hello->stage);
    page_say(page, "can: run%s", page_keep(page, &can));
    if (!hello->seeded)
        page_say(page,
                 "A seed does not decide a run: no two runs are compared with the same luck.");
    print_metrics(hello, page);
    print_parameters(hello, page);
}

static void put_parameter(base_json *json, const wyrm_external_parameter *of)
{
    base_putf(json, "{key:%s kind:%s", of->key, parameter_words[of->kind]);
    if (of->kind == WYRM_EXTERNAL_WHOLE || of->kind == WYRM_EXTERNAL_REAL)
        base_putf(json, "range:[%g %g]", of->least, of->greatest);
    if (of->kind == WYRM_EXTERNAL_CHOICE)
        base_put_texts(json, "choices", of->choices, of->choice_count);
    base_put_text(json, "default", of->default_value[0] != '\0' ? of->default_value : NULL);
    base_putf(json, "unit:%s about:%s}", of->unit, of->about);
}

static void write_hello(const wyrm_external_facts *facts, text_page *page)
{
    const wyrm_external_hello *hello = facts->hello;
    base_json json = text_answer_begin(page, "engine-show", NULL);
    text_put_game(&json, facts);
    base_put_texts(&json, "agents", hello->agents, hello->agent_count);
    base_putf(&json, "by_skill:%i", hello->by_skill);
    if (hello->stage[0] != '\0')
        base_putf(&json, "stages:{name:%s last:%" PRIu64 "}", hello->stage,
                  hello->last_stage > 0 ? (uint64_t)hello->last_stage : UINT64_MAX);
    else
        base_put_null(&json, "stages");
    base_putf(&json, "seeded:%i can:[", hello->seeded);
    for (size_t i = 0; i < CAN_COUNT; i++)
        if (hello->can & (1u << i))
            base_put_text(&json, NULL, can_words[i]);
    base_putf(&json, "] metrics:[");
    for (size_t i = 0; i < hello->metric_count; i++) {
        const wyrm_external_metric *of = &hello->metrics[i];
        base_putf(&json, "{name:%s kind:%s unit:%s about:%s}", of->name,
                  wyrm_external_kind_word(of->kind), of->unit, of->about);
    }
    base_putf(&json, "] parameters:[");
    for (size_t i = 0; i < hello->parameter_count; i++)
        put_parameter(&json, &hello->parameters[i]);
    base_putf(&json, "]}");
}

void text_write_hello(const wyrm_external_facts *facts, text_page *page)
{
    (page->json ? write_hello : print_hello)(facts, page);
}

/* ---- A file to begin with ---- */

/* Adds a text in quotes, valid in YAML and JSON. */
static void add_quoted(text_page *page, const char *text)
{
    base_json json = {.text = &page->text, .digits = 17};
    base_put_text(&json, NULL, text);
}

/* Adds the section `engine` with its command, which is all that a file needs. */
void text_engine_command(char *const *words, size_t count, text_page *page)
{
    page_add(page, "engine:\n  command: [");
    for (size_t i = 0; i < count; i++) {
        page_add(page, i > 0 ? ", " : "");
        add_quoted(page, words[i]);
    }
    page_add(page, "]\n");
}

/* Adds a comment, wrapped into lines. */
static WYRM_PRINTF(2, 3) void comment(text_page *page, const char *format, ...)
{
    char text[1200];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (const char *at = text; *at != '\0';) {
        size_t length = strlen(at), most = 88;
        while (length > most) { /* break at the last blank that fits */
            size_t cut = most;
            while (cut > 0 && at[cut] != ' ')
                cut--;
            length = cut > 0 ? cut : strcspn(at, " ");
            most = length;
        }
        page_addf(page, "# %.*s\n", (int)length, at);
        at += length + (at[length] == ' ');
    }
}

/* Adds the parameters as comments, each as it would stand in `set`. */
static void add_parameters(const wyrm_external_hello *hello, text_page *page)
{
    if (hello->parameter_count == 0)
        return;
    page_add(page, "  # Parameters for every run; `wyrm compare FILE --set KEY=VALUE` tries "
                   "another value.\n  # set:\n");
    for (size_t i = 0; i < hello->parameter_count; i++) {
        const wyrm_external_parameter *of = &hello->parameters[i];
        page_addf(page, "  #   %s: %s", of->key, of->default_value[0] ? of->default_value : "...");
        const char *notes[] = {say_range(of, page), of->unit, of->about};
        bool first = true;
        for (size_t k = 0; k < 3; k++)
            if (notes[k][0] != '\0') {
                page_addf(page, "%s%s", first ? "  # " : ", ", notes[k]);
                first = false;
            }
        page_add(page, "\n");
    }
}

void text_write_engine_file(const text_engine_file *of, text_page *page)
{
    const wyrm_external_hello *hello = of->facts->hello;
    comment(page,
            "%s%s%s, as it said hello. `engine` says how the game is started; `wyrm engine try` "
            "tests whether it keeps to the protocol.",
            hello->name, hello->version[0] ? " " : "", hello->version);
    page_add(page, "name: ");
    add_quoted(page, of->name);
    page_add(page, "\n");
    text_engine_command(of->words, of->word_count, page);
    page_addf(page,
              "  # The command runs in the folder of this file.\n"
              "  # Its agents: %s%s.\n  agents: [",
              page_list(page, hello->agents, hello->agent_count),
              hello->by_skill ? ", weakest first" : "");
    add_quoted(page, of->facts->agent);
    page_add(page, "]\n");
    add_parameters(hello, page);
    page_add(page, "  # limits: {seconds: 60, failed: 5 %}   # of a run; of all runs\n\n");
    if (of->targets[0] == '\0')
        comment(page, "What you want of it goes here. No target is suggested: the first runs say "
                      "nothing yet.");
    else
        comment(
            page,
            "What you want of it. So far these are what %" PRIu64 " runs of %s came to, with "
            "room for chance: they hold today, and nobody has said that they should. Keep those "
            "that matter, move their ends to where you want the game, add a `claim` in your own "
            "words, and delete the rest. Then: wyrm check FILE",
            of->runs, of->facts->agent);
    page_addf(page, "%s%s", of->targets[0] != '\0' ? "targets:\n" : "# targets:\n", of->targets);
    page_add(page, "\n");
    comment(page, "What `wyrm compare FILE --gate base.json` minds: differences up to the margin "
                  "are nobody's business.");
    page_add(page, "# gate:\n#   margins: {win_rate: 0.02, final_stage: 3 %}\n");
}

/* ---- The checks of `wyrm engine try` ---- */

static const struct {
    const char *word;
    text_tone tone;
} verdicts[] = {
    [TEXT_ENGINE_PASS] = {"PASS", TEXT_TONE_GOOD},
    [TEXT_ENGINE_FAIL] = {"FAIL", TEXT_TONE_BAD},
    [TEXT_ENGINE_NOTE] = {"NOTE", TEXT_TONE_DOUBT},
};

size_t text_engine_failures(const text_engine_trial *trial)
{
    size_t count = 0;
    for (size_t i = 0; i < trial->count; i++)
        count += trial->checks[i].verdict == TEXT_ENGINE_FAIL;
    return count;
}

#define INDENT 6 /* columns that the verdict takes */

static void print_trial(const text_engine_trial *trial, text_page *page)
{
    const size_t failed = text_engine_failures(trial);
    for (size_t i = 0; i < trial->count; i++) {
        const text_engine_check *check = &trial->checks[i];
        page_toned(page, verdicts[check->verdict].tone, verdicts[check->verdict].word);
        page_add(page, "  ");
        page_toned(page, TEXT_TONE_STRONG, check->what);
        page_add(page, ": ");
        page_wrap(page, INDENT + text_display_width(check->what) + 2, INDENT, check->words);
        if (check->advice != NULL)
            page_point(page, INDENT, 0, "%s", check->advice);
        text_print_log(check->log, LOG_LINES, page);
    }
    page_add(page, "\n");
    if (failed == 0)
        page_say(page, "%s keeps to the protocol.", trial->facts->hello->name);
    else
        page_say(page, "%s does not keep to the protocol yet: %zu of %zu checks %s.",
                 trial->facts->hello->name, failed, trial->count, failed == 1 ? "fails" : "fail");
}

static void write_trial(const text_engine_trial *trial, text_page *page)
{
    base_json json = text_answer_begin(page, "engine-try", NULL);
    text_put_game(&json, trial->facts);
    base_putf(&json, "failed:%zu checks:[", text_engine_failures(trial));
    for (size_t i = 0; i < trial->count; i++) {
        const text_engine_check *check = &trial->checks[i];
        base_putf(&json, "{check:%s verdict:%s message:%s advice:%s", check->what,
                  verdicts[check->verdict].word, check->words, check->advice);
        base_put_text(&json, "log", check->log[0] != '\0' ? check->log : NULL);
        base_put_end(&json);
    }
    base_putf(&json, "]}");
}

void text_write_engine_trial(const text_engine_trial *trial, text_page *page)
{
    (page->json ? write_trial : print_trial)(trial, page);
}

/* ---- Imported runs: text ---- */

#define END_WORDS 12 /* words for outcomes that are listed */
#define BAD_LINES 5  /* unusable lines that are listed */

static void print_lines(const text_import_answer *report, text_page *page)
{
    const wyrm_external_import_account *account = report->account;
    page_say(page, "%s (%s): %" PRIu64 " %s of %s, of %" PRIu64 " lines.", report->source,
             account->format, account->runs, account->runs == 1 ? "run" : "runs",
             page_list(page, account->agents, account->agent_count), account->lines);
    if (account->other > 0)
        page_say(page, "%" PRIu64 " %s left.", account->other,
                 account->other == 1 ? "line is of another agent and was"
                                     : "lines are of other agents and were");
    if (account->bad > 0)
        page_say(page, "%" PRIu64 " %s of no use, and part of nothing: see below.", account->bad,
                 account->bad == 1 ? "line is" : "lines are");
}

static void print_columns(const wyrm_external_import_account *account, text_page *page)
{
    text_table table = text_table_of(page, "<column|<taken as|>on lines|<because of");
    for (size_t i = 0; i < account->column_count; i++) {
        const wyrm_import_column *column = &account->columns[i];
        const char *role = wyrm_import_role_word(column->role);
        const size_t name = strlen(column->name), metric = strlen(column->metric);
        const bool same =
            name >= metric && strcmp(column->name + name - metric, column->metric) == 0;
        text_table_cell(&table, column->name);
        if (column->role == WYRM_IMPORT_NONE)
            text_table_cell(&table, "-");
        else
            text_table_cellf(&table, same ? "%s" : "%s, %s", role, column->metric);
        text_cell_exact(&table, (double)column->told);
        text_table_cell(&table, column->said ? "--map" : column->why);
    }
    text_table_below(&table, 0);
}

/* What a word for an outcome was taken to mean. */
static const char *meaning(const wyrm_import_word *word)
{
    return word->end == WYRM_EXTERNAL_OTHER ? "an end of its own"
                                            : wyrm_external_end_word(word->end);
}

static void print_words(const wyrm_external_import_account *account, text_page *page)
{
    size_t shown = account->word_count < END_WORDS ? account->word_count : END_WORDS;
    bool own = false;
    text_table table = text_table_of(page, "<outcome|<means|>runs");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_import_word *word = &account->words[i];
        text_table_cell(&table, word->word[0] != '\0' ? word->word : "(nothing)");
        text_table_cell(&table, meaning(word));
        text_cell_exact(&table, (double)word->count);
        own = own || word->end == WYRM_EXTERNAL_OTHER;
    }
    text_table_below(&table, 0);
    if (shown < account->word_count)
        page_say(page, "(%zu more: --json)", account->word_count - shown);
    if (own)
        page_say(page, "A word that is won, lost or unfinished: --outcomes WORD=won,...");
}

static void print_errors(const text_import_answer *report, text_page *page)
{
    size_t kept = wyrm_errors_kept(report->errors), shown = kept < BAD_LINES ? kept : BAD_LINES;
    if (shown == 0)
        return;
    page_add(page, "\nwithout use\n");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_error *error = wyrm_errors_at(report->errors, i);
        page_point(page, 0, 4, "line %d: %s", error->line, error->message);
    }
    if (shown < report->account->bad)
        page_say(page, "(%" PRIu64 " more: --json names the first %d)",
                 report->account->bad - shown, WYRM_ERRORS_MAX);
}

static void print_files(const text_import_answer *report, text_page *page)
{
    page_add(page, "\n");
    for (size_t i = 0; i < report->file_count; i++) {
        const bool one = report->files[i].runs == 1;
        page_say(page, "%" PRIu64 " %s of %s %s %s.", report->files[i].runs, one ? "run" : "runs",
                 report->files[i].agent,
                 report->dry_run ? "would go into"
                 : one           ? "is in"
                                 : "are in",
                 report->files[i].path);
    }
    if (report->dry_run)
        page_say(page, "Nothing was written. What is taken for something else: --map COLUMN=ROLE.");
    else if (report->file_count == 1)
        page_say(page, "What they say: wyrm results %s", report->files[0].path);
    else if (report->file_count > 1)
        page_say(page, "Beside each other: wyrm compare %s %s", report->files[0].path,
                 report->files[1].path);
}

static void print_import(const text_import_answer *report, text_page *page)
{
    print_lines(report, page);
    print_columns(report->account, page);
    print_words(report->account, page);
    print_errors(report, page);
    print_files(report, page);
}

/* ---- Imported runs: JSON ---- */

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

static void write_import(const text_import_answer *report, text_page *page)
{
    const wyrm_external_import_account *account = report->account;
    base_json json = text_answer_begin(page, "results-import", NULL);
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

void text_write_import(const text_import_answer *report, text_page *page)
{
    (page->json ? write_import : print_import)(report, page);
}
