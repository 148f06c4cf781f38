/* wyrm rules show: everything that a ruleset says, or what its levels are worth. */
#include "cli/commands.h"
#include "report/report.h"

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_design *design;
    int result = cli_open(command, options->operands[0], &design);
    if (result != CLI_DONE)
        return result;
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status;
    const cli_levels *levels = &options->levels;
    if (levels->given)
        status = options->json
                     ? wyrm_report_levels_json(design, levels->first, levels->last, &page, &error)
                     : wyrm_report_levels(design, levels->first, levels->last, &page, &error);
    else
        status = options->json ? wyrm_report_tree_json(design, &page, &error)
                               : wyrm_report_tree(design, &page, &error);
    return cli_finish(command, status, &error, false, &page, design, CLI_DONE);
}

static const cli_option rows[] = {
    {.name = "levels",
     .argument = "A..B",
     .read = cli_read_levels,
     .offset = offsetof(cli_options, levels),
     .help = "instead: what each of these levels is worth, -5..60 for instance"},
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_show = {
    .name = "rules show",
    .operands = "RULESET",
    .summary = "everything that a ruleset says, every default written out",
    .text = "Prints the ruleset as one YAML file without comments, whatever it extends resolved: "
            "the text that its hash stands for.",
    .options = rows,
    .examples =
        {
            {"All of it", "wyrm rules show ruggrogue"},
            {"Hit points, attack, defense and experience by level",
             "wyrm rules show ruggrogue --levels 1..30"},
            {"What a variant changes",
             "diff <(wyrm rules show ruggrogue) <(wyrm rules show mine.yaml)"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
