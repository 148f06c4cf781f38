/* wyrm report: one HTML page that shows a ruleset or a game.
 *
 * A side is a ruleset, whose runs are played now, or a file of runs, which decides bot, seed and
 * turn limit for both sides. The page is complete before the old file is replaced: if a new one
 * cannot be made, the old one is still there. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/internal.h"
#include "html/internal.h"

/* Opens a side. A file of results decides which runs are played for the other side and by other
 * bots, and must be of the same engine version: otherwise a difference may come from the
 * program. */
static html_side open_side(cli_job *job, const char *name, html_options *how)
{
    wyrm_run_options *run = &how->run;
    html_side side = {.name = name};
    wyrm_design *design;
    if (!cli_is_results(name)) {
        side.design = cli_open(job, name);
        return side;
    }
    side.results = cli_open_results(job, name, job->options->from, &design);
    side.design = design;
    const wyrm_results_facts *facts = wyrm_results_facts_of(side.results);
    if (facts->engine != WYRM_ENGINE_VERSION && !job->options->mix)
        cli_give_up(job,
                    "these runs were played by version %" PRIu32 " of the engine, and what the "
                    "page has beside them is played by version %d: --mix shows both",
                    facts->engine, WYRM_ENGINE_VERSION);
    if (facts->arena[0] != '\0')
        cli_refuse(job, "these runs are of a set fight: `wyrm results` sums them up");
    cli_must(job, wyrm_bot_find(facts->bot, &run->bot, job->error));
    cli_part_without(job, facts->without, run);
    run->turn_limit = facts->turn_limit;
    how->seed = facts->seed;
    return side;
}

/* The file to write: -o, or NAME-report.html in characters that every file system accepts. NULL:
 * standard output. */
static const char *file_of(cli_job *job, const char *title)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const cli_options *options = job->options;
    if (options->output != NULL)
        return strcmp(options->output, "-") == 0 ? NULL : options->output;
    if (options->json)
        return NULL;
    char *path = base_array(&job->arena, char, 128), name[65];
    snprintf(name, sizeof name, "%s", title);
    for (char *at = name; *at != '\0'; at++)
        if (strchr(plain, *at) == NULL)
            *at = '_';
    snprintf(path, 128, "%s-report.html", name[0] != '\0' ? name : "wyrm");
    return path;
}

/* Writes a report, as HTML or as JSON. */
typedef wyrm_status writing(html_head *head, text_page *page, wyrm_error *error);

/* Writes a report to standard output, or into a file; then prints the verdicts in a sentence and
 * the name of the file. */
static void write_report(cli_job *job, html_head *head, writing *write, const char *title,
                         const char *to)
{
    char answer[1024];
    text_page *page = to == NULL ? job->page : cli_page(job, cli_style());
    cli_must(job, write(head, page, job->error));
    if (to == NULL)
        return;
    const size_t length = strlen(page_text(page));
    cli_save(job, to, page);
    if (head->judgement != NULL) {
        text_verdicts_answer(title, head->judgement, answer, sizeof answer);
        page_wrap(job->page, 0, 0, answer);
    }
    page_addf(job->page, "%s: %zu pictures, %zu kB\n", to, head->chart_count,
              (length + 999) / 1000);
}

/* ---- Games of the user's own ---- */

static html_game_side open_game(cli_job *job, const char *name)
{
    html_game_side side = {.name = name};
    if (cli_is_game(name)) {
        wyrm_external *game = cli_open_game(job, name);
        cli_meet(job, game, name);
        side.game = game;
        return side;
    }
    if (!cli_is_game_results(name))
        cli_refuse(job,
                   "'%s' is neither a game of your own nor runs of one: a report compares "
                   "games with games, and rules with rules",
                   name);
    side.results = cli_open_game_results(job, name);
    return side;
}

static void report_game(cli_job *job)
{
    const cli_options *options = job->options;
    html_game_side sides[2] = {open_game(job, options->operands[0])};
    const size_t count = options->compare != NULL ? 2 : 1;
    const char *title = sides[0].game != NULL
                            ? wyrm_ruleset_name(wyrm_external_file(sides[0].game))
                            : wyrm_external_results_facts_of(sides[0].results)->game;
    if (count > 1)
        sides[1] = open_game(job, options->compare);
    if ((options->runs > 0 || options->seed_given) &&
        (sides[0].results != NULL || sides[1].results != NULL))
        cli_refuse(job, "a file of results says which runs they are: it goes without --runs and "
                        "--seed");
    const char *to = file_of(job, title);
    cli_can_write(job, to);
    html_game *report = base_new(&job->arena, html_game);
    base_keep(&job->arena, &report->head, html_report_free);
    const html_game_options how = {
        .ask = cli_ask(job, options->agents.count > 0 ? options->agents.texts[0] : NULL,
                       options->sets.texts, options->sets.count),
        .runs = options->runs,
        .threads = (unsigned)options->threads,
        .progress = cli_progress_show,
        .context = cli_progress_start(job)};
    for (size_t s = 0; s < count; s++) {
        wyrm_external_facts facts;
        if (sides[s].game != NULL)
            cli_must_typed(job,
                           wyrm_external_facts_from(sides[s].game, &how.ask, &facts, job->error));
    }
    cli_must(job, html_game_make(report, sides, count, &how, job->error));
    cli_progress_end(job);
    write_report(job, &report->head, options->json ? html_game_json : html_game_html, title, to);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    if (cli_needs_rules(options) != NULL) {
        report_game(job);
        return;
    }
    html_side sources[2];
    size_t count = 0;
    html_options how = {.seed = options->seed_given ? options->seed : 1,
                        .runs = options->runs,
                        .threads = (unsigned)options->threads,
                        .progress = cli_progress_show,
                        .maker = options->maker,
                        .affords = cli_limits_afford};
    if (options->runs > 0)
        cli_limits_as_asked();
    sources[count++] = open_side(job, options->operands[0], &how);
    if (options->compare != NULL)
        sources[count++] = open_side(job, options->compare, &how);
    if ((options->runs > 0 || options->seed_given) && how.run.bot != NULL)
        cli_refuse(job, "a file of results says which runs they are: it goes without --runs and "
                        "--seed");
    const char *to = file_of(job, wyrm_ruleset_name(wyrm_design_ruleset(sources[0].design)));
    cli_can_write(job, to);

    html_report *report = base_new(&job->arena, html_report);
    base_keep(&job->arena, &report->head, html_report_free);
    how.context = cli_progress_start(job);
    cli_must(job, html_report_make(report, sources, count, &how, job->error));
    cli_progress_end(job);
    if (report->cut_short)
        cli_complain(job->command,
                     "it has %" PRIu64 " runs of every bot: more would be more work than one "
                     "command may do (--runs N plays N, however long they take)",
                     report->options.runs);
    write_report(job, &report->head, options->json ? html_report_json : html_report_html,
                 text_title(report->sides[0].design), to);
}

/* clang-format off */
const cli_command cli_report = {
    .name = "report", .operands = "RULESET", .run = run, .steps = CLI_LIMIT_MANY, .counts_games = true,
    .summary = "one page of HTML with the verdicts and the pictures",
    .text = "The page needs no network and nothing else: open it in a browser, send it, print it. "
            "Verdicts come first, worst first, each with a link to the picture that shows it. "
            "Every picture has its numbers as a table, and the command that prints them.\n\n"
            "RULESET may be a file of results (wyrm sim -o): then its runs are shown. It may be a "
            "file that describes a game of your own (wyrm engine new), too: its agents side by "
            "side, and every metric that it declares.",
    .options = {
        {'o', "output", "FILE", "where the page goes (default: NAME-report.html in this folder, "
         "after the ruleset); - is standard output", CLI_TEXT(output)},
        {0, "compare", "OTHER", "a ruleset or a file of results beside it: two of everything, and "
         "what RULESET is more or less than OTHER, run by run", CLI_TEXT(compare)},
        {0, "runs", "N", "runs of every bot (default 400 of the explorer, 100 of each other, "
         "or as many as some minutes suffice for); where they are fewer, targets rest on fewer, too",
         CLI_WHOLE(runs, 1, CLI_RUNS_MAX)},
        {0, "from", "RULESET", "of a file of results: where the ruleset is now, if it has moved",
         CLI_TEXT(from), .need = cli_needs_rules},
        {0, "mix", NULL, "of a file of results: allows runs of another version of the engine",
         CLI_FLAG(mix), .need = cli_needs_rules},
        {0, "seed", "N", "of the random numbers; the same seed gives the same bytes (default 1)",
         CLI_SEED},
        CLI_OPTION_AGENT, CLI_OPTION_SET, CLI_OPTION_ALLOW_RUN, CLI_OPTION_THREADS,
        CLI_OPTION_ALLOW_PATH,
        {0, "json", NULL, "the same verdicts and pictures as one JSON object, to standard output "
         "where no FILE is named", CLI_FLAG(json)}},
    .examples = {{"Everything about a ruleset", "wyrm report yarl"},
                 {"What a change does", "wyrm report tutorial --compare tutorial-before"},
                 {"Runs that were made before", "wyrm report runs.db -o runs.html"},
                 {"A game of your own", "wyrm report mine.yaml --allow-run"},
                 {"The pictures' numbers, to draw your own",
                  "wyrm report yarl --json > yarl.json"}},
};
