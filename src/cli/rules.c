/* wyrm rules: list, schema and guide. */
#include "cli/commands.h"
#include "report/report.h"

static const cli_command *const commands[] = {
    &cli_rules_list,   &cli_rules_show,  &cli_rules_new, &cli_rules_validate,
    &cli_rules_schema, &cli_rules_guide, NULL,
};

const cli_command cli_rules = {
    .name = "rules",
    .operands = "COMMAND ...",
    .summary = "rulesets: list, show, begin a new one, validate, schema, guide",
    .commands = commands,
    .examples =
        {
            {"A ruleset of your own", "wyrm rules new dungeon"},
            {"What may stand in it", "wyrm rules guide | less"},
        },
};

/* ---------------------------------------------------------------- list */
static int run_list(const cli_command *command, const cli_options *options)
{
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = options->json ? wyrm_report_rulesets_json(&page, &error)
                                       : wyrm_report_rulesets(&page, &error);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static const cli_option list_rows[] = {CLI_OPTION_JSON, CLI_OPTION_HELP, CLI_OPTION_END};

const cli_command cli_rules_list = {
    .name = "rules list",
    .operands = "",
    .summary = "the rulesets that ship with the program",
    .options = list_rows,
    .run = run_list,
};

/* ---------------------------------------------------------------- schema, guide */
static int run_schema(const cli_command *command, const cli_options *options)
{
    (void)options;
    wyrm_error error;
    char *text;
    wyrm_status status = wyrm_schema_json(wyrm_design_schema(), &text, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, false);
    int result = cli_print_text(command, text);
    wyrm_text_free(text);
    return result;
}

static int run_guide(const cli_command *command, const cli_options *options)
{
    wyrm_error error;
    char *text;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_schema_guide(wyrm_design_schema(), &text, &error);
    if (status == WYRM_OK) {
        wyrm_page_add(&page, text);
        wyrm_text_free(text);
        status = wyrm_report_metrics_guide(&page, &error);
    }
    if (status == WYRM_OK && options->json)
        status = wyrm_report_guide_json(&page, &error);
    return cli_finish(command, status, &error, false, &page, NULL, CLI_DONE);
}

static const cli_option schema_rows[] = {
    {.name = "json",
     .offset = offsetof(cli_options, json),
     .help = "changes nothing: a JSON Schema is JSON"},
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};
static const cli_option guide_rows[] = {
    {.name = "json",
     .offset = offsetof(cli_options, json),
     .help = "the same text as a member of a JSON object; for editors see wyrm rules schema"},
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_schema = {
    .name = "rules schema",
    .operands = "",
    .summary = "the JSON Schema of ruleset files, for editors",
    .options = schema_rows,
    .examples = {{"For editors that complete keys", "wyrm rules schema > wyrm.schema.json"}},
    .run = run_schema,
};

const cli_command cli_rules_guide = {
    .name = "rules guide",
    .operands = "",
    .summary = "every section, model, key and metric of ruleset files, as Markdown",
    .options = guide_rows,
    .examples = {{"To read it", "wyrm rules guide | less"}},
    .run = run_guide,
};
