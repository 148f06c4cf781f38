/* wyrm compare: what follows from two rulesets, side by side. */
#include <string.h>

#include "cli/commands.h"
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

static const cli_option rows[] = {
    {.name = "all",
     .letter = 'a',
     .offset = offsetof(cli_options, all),
     .help = "every figure: also what is the same, and what only one of them has"},
    CLI_OPTION_SEED_UNUSED,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_compare = {
    .name = "compare",
    .operands = "RULESET RULESET",
    .summary = "two rulesets side by side: which is harder, and every exact figure that differs",
    .text =
        "Growth, monsters, gear, fights level by level, what depths bring, loot and the exact "
        "targets of both. Differences are of the second against the first. Nothing is sampled.\n\n"
        "Harder is the one whose monsters take more of the hit points of the player that a "
        "depth is meant for (`reference:` in the ruleset; else a player whose level is the "
        "depth).",
    .options = rows,
    .examples =
        {
            {"What the chapter changed", "wyrm compare tutorial-before tutorial"},
            {"Your variant against what it extends", "wyrm compare ruggrogue mine.yaml"},
            {"Every figure, for a script", "wyrm compare ruggrogue mine.yaml --all --json"},
        },
    .least_operands = 2,
    .most_operands = 2,
    .run = run,
};
