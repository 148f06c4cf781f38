/* wyrm compare: what follows from two rulesets, side by side. */
#include <string.h>

#include "cli/internal.h"
#include "report/report.h"

/* What the columns are called: the names of the rulesets, or where those are the same what was
 * typed. */
static void name_both(const cli_options *options, wyrm_compare_report *report)
{
    report->name_a = wyrm_ruleset_name(wyrm_design_ruleset(report->a));
    report->name_b = wyrm_ruleset_name(wyrm_design_ruleset(report->b));
    if (strcmp(report->name_a, report->name_b) != 0)
        return;
    report->name_a = options->operands[0];
    report->name_b = options->operands[1];
}

static int compare(const cli_command *command, const cli_options *options,
                   wyrm_compare_report *report)
{
    wyrm_comparison *comparison;
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_compare(report->a, report->b, &comparison, &error);
    report->comparison = comparison;
    wyrm_compare_played played;
    if (status == WYRM_OK && !options->exact && !comparison->identical) {
        int result = cli_play_both(command, options, &played);
        if (result != CLI_DONE) {
            wyrm_comparison_free(comparison);
            wyrm_page_free(&page);
            return result;
        }
        report->played = &played;
    }
    report->all = options->all;
    name_both(options, report);
    if (status == WYRM_OK)
        status = options->json ? wyrm_report_compare_json(report, &page, &error)
                               : wyrm_report_compare(report, &page, &error);
    wyrm_comparison_free(comparison);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_design *a, *b = NULL;
    if (cli_gate_is_asked(options))
        return cli_gate(command, options);
    if (options->operand_count != 2) {
        cli_complain(command, "missing RULESET (usage: wyrm compare RULESET RULESET)");
        return CLI_USAGE;
    }
    int result = cli_open(command, options->operands[0], &a);
    if (result == CLI_DONE)
        result = cli_open(command, options->operands[1], &b);
    if (result == CLI_DONE) {
        wyrm_compare_report report = {.a = a, .b = b};
        result = compare(command, options, &report);
    }
    wyrm_design_free(a);
    wyrm_design_free(b);
    return result;
}

/* ---- What options need ---- */

static bool is_exact(const cli_options *options)
{
    return !cli_gate_is_asked(options);
}

static bool compares_runs(const cli_options *options)
{
    return cli_gate_is_asked(options) && options->baseline == NULL;
}

static size_t count_results(const cli_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        count += cli_is_results(options->operands[i]);
    return count;
}

static bool makes_runs(const cli_options *options)
{
    return !options->exact && count_results(options) < options->operand_count;
}

static bool has_results(const cli_options *options)
{
    return count_results(options) > 0;
}

static const cli_need exact = {
    is_exact, "without --sim, --gate, --baseline and files of results: it is about exact figures"};
static const cli_need compared = {compares_runs, "only with --sim, --gate or files of results"};
static const cli_need made = {makes_runs, "only with rulesets that are played: not with --exact, "
                                          "and not with files of results alone"};
static const cli_need with_results = {has_results, "only with a file of results"};

static const cli_option rows[] = {
    {.name = "all",
     .letter = 'a',
     .offset = offsetof(cli_options, all),
     .need = &exact,
     .help = "every figure: also what is the same, and what only one of them has"},
    {.name = "exact",
     .offset = offsetof(cli_options, exact),
     .need = &exact,
     .help = "plays nothing: which is harder is then said of single fights only"},
    {.name = "sim",
     .offset = offsetof(cli_options, sim),
     .help = "instead: metrics of whole runs alone, all of them as sure as the effort allows"},
    {.name = "gate",
     .argument = "FILE",
     .read = cli_read_text,
     .offset = offsetof(cli_options, gate),
     .help = "instead: holds one RULESET to a baseline file; status 1 where a metric has changed"},
    {.name = "baseline",
     .argument = "FILE",
     .read = cli_read_text,
     .offset = offsetof(cli_options, baseline),
     .help = "instead: writes the baseline file of one RULESET"},
    {.name = "markdown",
     .argument = "FILE",
     .read = cli_read_text,
     .offset = offsetof(cli_options, markdown),
     .need = &compared,
     .help = "with simulations: a summary for a pull request into this file"},
    {.name = "junit",
     .argument = "FILE",
     .read = cli_read_text,
     .offset = offsetof(cli_options, junit),
     .need = &compared,
     .help = "with simulations: a file of test results for a build server"},
    {.name = "strict",
     .offset = offsetof(cli_options, strict),
     .need = &compared,
     .help = "with simulations: status 1 where a metric has changed"},
    {.name = "bot",
     .argument = "NAME",
     .read = cli_read_text,
     .offset = offsetof(cli_options, bot),
     .need = &made,
     .help = "who plays (default explorer, or that of the baseline)"},
    {.name = "turns",
     .argument = "N",
     .read = cli_read_whole,
     .offset = offsetof(cli_options, turns),
     .least = 1,
     .greatest = 100000000,
     .need = &made,
     .help = "a run is cut off after so many turns (default 50,000)"},
    {.name = "without",
     .argument = "WORDS",
     .read = cli_read_text,
     .offset = offsetof(cli_options, without),
     .need = &made,
     .help = "items that the player leaves alone: 'potions,scrolls,armor'"},
    {.name = "from",
     .argument = "RULESET",
     .read = cli_read_text,
     .offset = offsetof(cli_options, from),
     .need = &with_results,
     .help = "of files of results: where the ruleset is now, if it has moved"},
    {.name = "mix",
     .offset = offsetof(cli_options, mix),
     .need = &with_results,
     .help = "of files of results: allows runs of different versions of the engine"},
    {.name = "runs",
     .argument = "N",
     .read = cli_read_whole,
     .offset = offsetof(cli_options, runs),
     .least = 1,
     .greatest = CLI_RUNS_MAX,
     .need = &made,
     .help = "just so many runs of each side (default: as many as it takes, see --effort)"},
    {.name = "effort",
     .argument = "HOW",
     .read = cli_read_effort,
     .need = &made,
     .help =
         "runs until every answer is clear, at most: low (1,000), normal (4,000), high (16,000) "
         "or a number; never more than the baseline has (default normal)"},
    {.name = "seed",
     .argument = "N",
     .read = cli_read_seed,
     .greatest = CLI_SEED_MAX,
     .help = "of the random numbers; the same seed gives the same answer (default 1; with --gate "
             "that of the baseline, so that the two are compared run by run)"},
    CLI_OPTION_THREADS,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_compare = {
    .name = "compare",
    .operands = "RULESET [RULESET]",
    .summary = "two rulesets side by side: which is harder, and every figure that differs",
    .text =
        "A bot plays both on the same seeds until it is clear which is harder: by the depth that "
        "its "
        "runs end at and the share that is won. Below that, exactly: growth, monsters, gear, "
        "fights level by level, what depths bring, loot and the exact targets of both. Differences "
        "are of the second against the first.\n\n"
        "With --sim, --gate or --baseline, or with files of results instead of rulesets, runs are "
        "all that is compared: every metric of their runs is higher, lower, equivalent (within the "
        "margin that the "
        "ruleset's section `gate` names) or cannot be told apart from noise. Over all metrics "
        "together an unchanged ruleset fails in no more than 1 % of comparisons, or the share "
        "that the ruleset names.\n\n"
        "By single fights, which is all that --exact looks at, harder is the one whose monsters "
        "take more of the hit points of the player that a "
        "depth is meant for (`reference:` in the ruleset; else a player whose level is the "
        "depth).",
    .options = rows,
    .examples =
        {
            {"What the chapter changed", "wyrm compare tutorial-before tutorial"},
            {"Your variant against what it extends", "wyrm compare ruggrogue mine.yaml"},
            {"Every figure, for a script", "wyrm compare ruggrogue mine.yaml --all --json"},
            {"Every metric of whole runs", "wyrm compare tutorial-before tutorial --sim"},
            {"Remember how the game plays today", "wyrm compare tutorial --baseline base.json"},
            {"In a pull request: does it still?", "wyrm compare tutorial --gate base.json"},
        },
    .least_operands = 1,
    .most_operands = 2,
    .run = run,
};
