/* wyrm report: one page of HTML that shows the dungeon. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>

#include "cli/internal.h"
#include "html/internal.h"
#include "text/internal.h"

/* What a report is about, opened. */
typedef struct asked {
    size_t count;
    html_source sources[2];
    wyrm_design *designs[2];
    html_options how;
    cli_without without;
} asked;

static bool show(double done, void *context)
{
    return cli_progress_show(done, context);
}

/* The runs of a file say which ones are made for the other side, and for the other bots: by the
 * same engine, or what differs may be the program. */
static int follow(const cli_command *command, const cli_options *options,
                  const wyrm_results_facts *facts, asked *out)
{
    wyrm_error error = {0};
    wyrm_run_options *run = &out->how.run;
    if (facts->engine != WYRM_ENGINE_VERSION && !options->mix) {
        cli_complain(command,
                     "these runs were played by version %" PRIu32 " of the engine, and what the "
                     "page has beside them is played by version %d: --mix shows both",
                     facts->engine, WYRM_ENGINE_VERSION);
        return CLI_BAD_DATA;
    }
    if (facts->arena[0] != '\0') {
        cli_complain(command, "these runs are of a set fight: `wyrm results` sums them up");
        return CLI_USAGE;
    }
    if (wyrm_bot_find(facts->bot, &run->bot, &error) != WYRM_OK)
        return cli_error(command, &error, false);
    if (!cli_part_without(command, facts->without, &out->without))
        return CLI_BAD_DATA;
    run->turn_limit = facts->turn_limit;
    run->without = out->without.words;
    run->without_count = out->without.count;
    out->how.seed = facts->seed;
    return CLI_DONE;
}

/* Opens a side: a ruleset, or a file of results. */
static int open_side(const cli_command *command, const cli_options *options, const char *name,
                     asked *out)
{
    wyrm_results *results = NULL;
    wyrm_design **design = &out->designs[out->count];
    int result = cli_is_results(name)
                     ? cli_open_results(command, name, options->from, &results, design)
                     : cli_open(command, name, design);
    if (result != CLI_DONE)
        return result;
    out->sources[out->count++] = (html_source){.design = *design, .name = name, .results = results};
    return results != NULL ? follow(command, options, wyrm_results_facts_of(results), out)
                           : CLI_DONE;
}

static int open_all(const cli_command *command, const cli_options *options, asked *out)
{
    bool told = options->runs > 0 || options->seed_given;
    out->how = (html_options){.seed = options->seed_given ? options->seed : 1,
                              .runs = options->runs,
                              .threads = (unsigned)options->threads};
    int result = open_side(command, options, options->operands[0], out);
    if (result == CLI_DONE && options->compare != NULL)
        result = open_side(command, options, options->compare, out);
    if (result == CLI_DONE && told && out->how.run.bot != NULL) {
        cli_complain(command, "a file of results says which runs they are: it goes without --runs "
                              "and --seed");
        return CLI_USAGE;
    }
    return result;
}

/* ---------------------------------------------------------------- the file */

/* NAME-report.html, of letters that every file system takes. */
static void default_path(const wyrm_design *design, char *path, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    char name[65];
    snprintf(name, sizeof name, "%s", wyrm_ruleset_name(wyrm_design_ruleset(design)));
    for (char *at = name; *at != '\0'; at++)
        if (strchr(plain, *at) == NULL)
            *at = '_';
    snprintf(path, size, "%s-report.html", name[0] != '\0' ? name : "wyrm");
}

/* The answer in a sentence, and where the page is. */
static int tell(const cli_command *command, const html_report *report, const char *path,
                size_t length)
{
    char answer[1024];
    const html_side *side = &report->sides[0];
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_verdicts_answer(side->design, side->judgement, answer, sizeof answer);
    wyrm_page_wrap(&page, 0, 0, answer);
    wyrm_page_addf(&page, "%s: %zu pictures, %zu kB\n", path, report->chart_count,
                   (length + 999) / 1000);
    return cli_print(command, &page, CLI_DONE);
}

/* The file that is written, made of the ruleset's name in `room` where none is named; NULL: it is
 * standard output. */
static const char *file_of(const cli_options *options, const wyrm_design *design, char *room,
                           size_t size)
{
    if (options->output != NULL)
        return strcmp(options->output, "-") == 0 ? NULL : options->output;
    if (options->json)
        return NULL;
    default_path(design, room, size);
    return room;
}

static int deliver(const cli_command *command, const html_report *report, const char *to,
                   wyrm_page *page)
{
    wyrm_error error = {0};
    const char *text = wyrm_page_text(page);
    if (to == NULL)
        return cli_print_text(command, text);
    size_t length = strlen(text);
    if (cli_write(to, text, length, true, &error) != WYRM_OK)
        return cli_error(command, &error, false);
    return tell(command, report, to, length);
}

static int make(const cli_command *command, const cli_options *options, asked *what)
{
    char path[128];
    const char *to = file_of(options, what->designs[0], path, sizeof path);
    if (!cli_can_write(command, to))
        return CLI_BAD_DATA;
    cli_progress progress = cli_progress_start();
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new(cli_style());
    html_report report;
    what->how.progress = show;
    what->how.context = &progress;
    wyrm_status status = html_report_make(&report, what->sources, what->count, &what->how, &error);
    cli_progress_end(&progress);
    if (status == WYRM_OK)
        status = (options->json ? html_report_json : html_report_html)(&report, &page, &error);
    int result = status == WYRM_OK ? deliver(command, &report, to, &page)
                                   : cli_error(command, &error, false);
    html_report_free(&report);
    wyrm_page_free(&page);
    return result;
}

static int run(const cli_command *command, const cli_options *options)
{
    asked what = {0};
    int result = open_all(command, options, &what);
    if (result == CLI_DONE)
        result = make(command, options, &what);
    for (size_t i = 0; i < 2; i++) {
        wyrm_results_close(what.sources[i].results);
        wyrm_design_free(what.designs[i]);
    }
    return result;
}

static const cli_option rows[] = {
    CLI_TEXT('o', "output", "FILE", output,
             .help = "where the page goes (default: NAME-report.html in this folder, after the "
                     "ruleset); - is standard output"),
    CLI_TEXT(0, "compare", "OTHER", compare,
             .help = "a ruleset or a file of results beside it: two of everything, and what "
                     "RULESET is more or less than OTHER, run by run"),
    CLI_OPTION_RUNS(
        "runs of every bot (default 400 of the explorer, 100 of each other); where they are fewer, "
        "targets rest on fewer, too"),
    CLI_TEXT(0, "from", "RULESET", from,
             .help = "of a file of results: where the ruleset is now, if it has moved"),
    CLI_FLAG(0, "mix", mix,
             .help = "of a file of results: allows runs of another version of the engine"),
    {.name = "seed",
     .argument = "N",
     .read = cli_read_seed,
     .greatest = CLI_SEED_MAX,
     .help = "of the random numbers; the same seed gives the same bytes (default 1)"},
    CLI_OPTION_THREADS,
    CLI_FLAG(0, "json", json,
             .help = "the same verdicts and pictures as one JSON object, to standard output where "
                     "no FILE is named"),
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_report = {
    .name = "report",
    .operands = "RULESET",
    .summary = "one page of HTML with the verdicts and the pictures",
    .text =
        "The page needs no network and nothing else: open it in a browser, send it, print it. "
        "Verdicts come first, worst first, each with a link to the picture that shows it. Every "
        "picture has its numbers as a table, and the command that prints them.\n\n"
        "RULESET may be a file of results (wyrm sim -o): then its runs are shown.",
    .options = rows,
    .examples =
        {
            {"Everything about a ruleset", "wyrm report yarl"},
            {"What a change does", "wyrm report tutorial --compare tutorial-before"},
            {"Runs that were made before", "wyrm report runs.db -o runs.html"},
            {"The pictures' numbers, to draw your own", "wyrm report yarl --json > yarl.json"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
