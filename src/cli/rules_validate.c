/* wyrm rules validate: whether files are in order. */
#include <stdlib.h>

#include <wyrm/judge.h>

#include "cli/commands.h"
#include "report/report.h"

/* What came of one file. */
typedef struct reading {
    wyrm_design *design; /* NULL: it does not read */
    wyrm_errors *errors; /* NULL: no memory for them */
    wyrm_status status;
} reading;

/* Reads a file and looks at its targets. */
static reading read_file(const char *name)
{
    reading made = {0};
    made.status = wyrm_errors_new(&made.errors);
    if (made.status == WYRM_OK)
        made.status = wyrm_design_open(name, &made.design, made.errors);
    if (made.status == WYRM_OK)
        made.status = wyrm_judge_validate(made.design, made.errors);
    return made;
}

static void drop(reading *of)
{
    wyrm_design_free(of->design);
    wyrm_errors_free(of->errors);
}

static int tell(const cli_command *command, const char *name, const reading *of)
{
    if (of->status != WYRM_OK)
        return cli_errors(command, name, of->errors, of->status);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(of->design);
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_page_addf(&page, "%s: in order (%s, %s)\n", name, wyrm_ruleset_name(ruleset),
                   wyrm_ruleset_hash(ruleset));
    return cli_print(command, &page, CLI_DONE);
}

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* File after file, so that what is told of the first does not wait for the last. */
static int run_text(const cli_command *command, const cli_options *options)
{
    int worst = CLI_DONE;
    for (size_t i = 0; i < options->operand_count; i++) {
        reading made = read_file(options->operands[i]);
        worst = worse(worst, tell(command, options->operands[i], &made));
        drop(&made);
    }
    return worst;
}

/* One object over all files; what is wrong with them stands in it and nowhere else. */
static int run_json(const cli_command *command, const cli_options *options)
{
    size_t count = options->operand_count;
    reading *readings = calloc(count, sizeof *readings);
    wyrm_validated *files = calloc(count, sizeof *files);
    wyrm_error error;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = WYRM_OK;
    int worst = CLI_DONE;
    if (readings == NULL || files == NULL)
        status = wyrm_fail(&error, WYRM_ERROR_MEMORY, "%s", wyrm_status_text(WYRM_ERROR_MEMORY));
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        readings[i] = read_file(options->operands[i]);
        bool fine = readings[i].status == WYRM_OK;
        files[i] =
            (wyrm_validated){.file = options->operands[i],
                             .ruleset = fine ? wyrm_design_ruleset(readings[i].design) : NULL,
                             .errors = readings[i].errors,
                             .status = readings[i].status};
        if (!fine)
            worst = worse(worst, cli_exit_of(readings[i].status, false));
    }
    if (status == WYRM_OK)
        status = wyrm_report_validated_json(files, count, &page, &error);
    int result = cli_finish(command, status, &error, false, &page, NULL, worst);
    for (size_t i = 0; i < count && readings != NULL; i++)
        drop(&readings[i]);
    free(readings);
    free(files);
    return result;
}

static int run(const cli_command *command, const cli_options *options)
{
    return options->json ? run_json(command, options) : run_text(command, options);
}

static const cli_option rows[] = {
    {.name = "json",
     .offset = offsetof(cli_options, json),
     .help = "one JSON object for scripts, the errors in it; the exit status is the same"},
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_rules_validate = {
    .name = "rules validate",
    .operands = "FILE...",
    .summary = "whether ruleset files are in order: every error at once",
    .text = "Errors go to stderr, each with its place; the exit status is 3 where there are any.",
    .options = rows,
    .examples = {{"Every ruleset of a folder", "wyrm rules validate rulesets/*.yaml"},
                 {"For an editor or a bot", "wyrm rules validate --json dungeon.yaml"}},
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    .run = run,
};
