/* wyrm compare --sim, --gate, --baseline, and of files of results: sampled metrics. */
#include "cli/gate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>

#include "cli/files.h"
#include "cli/gate_again.h"
#include "cli/gate_side.h"
#include "cli/sim_read.h"
#include "report/gate.h"

#define BASELINE_MAX ((size_t)1 << 20)
#define AGAIN_MAX    4096 /* of a command that is shown */

bool cli_gate_is_asked(const cli_options *options)
{
    bool results = false;
    for (size_t i = 0; i < options->operand_count; i++)
        results |= cli_is_results(options->operands[i]);
    return options->sim || options->gate != NULL || options->baseline != NULL || results;
}

static int write_file(const cli_command *command, const char *path, const char *text)
{
    wyrm_error error = {0};
    if (cli_write(path, text, strlen(text), true, &error) != WYRM_OK)
        return cli_error(command, &error, false);
    return CLI_DONE;
}

/* A page into a file, where one was asked for. */
static int write_page(const cli_command *command, const char *path,
                      wyrm_status (*write)(const wyrm_gate_report *, wyrm_page *, wyrm_error *),
                      const wyrm_gate_report *report)
{
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new((wyrm_style){.utf8 = true, .width = 100});
    if (path == NULL)
        return CLI_DONE;
    int result = write(report, &page, &error) == WYRM_OK
                     ? write_file(command, path, wyrm_page_text(&page))
                     : cli_error(command, &error, false);
    wyrm_page_free(&page);
    return result;
}

static int answer(const cli_command *command, const cli_options *options,
                  const cli_gate_side *before, const cli_gate_side *after, const wyrm_gate *gate)
{
    char again[AGAIN_MAX];
    cli_gate_again(options, after->figures.seed, again, sizeof again);
    const wyrm_gate_report report = {.gate = gate,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .before_ruleset = before->figures.ruleset,
                                     .after_ruleset = after->figures.ruleset,
                                     .is_baseline = options->gate != NULL,
                                     .before_hash = before->figures.hash,
                                     .after_hash = after->figures.hash,
                                     .bot = after->figures.bot,
                                     .before_runs = before->figures.runs,
                                     .after_runs = after->figures.runs,
                                     .before_seed = before->figures.seed,
                                     .after_seed = after->figures.seed,
                                     .before_without = before->figures.without,
                                     .after_without = after->figures.without,
                                     .before_alarm = before->figures.alarm,
                                     .after_alarm = after->figures.alarm,
                                     .again = again};
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new(cli_style());
    int result = write_page(command, options->markdown, wyrm_report_gate_markdown, &report);
    if (result == CLI_DONE)
        result = write_page(command, options->junit, wyrm_report_gate_junit, &report);
    wyrm_status status = options->json ? wyrm_report_gate_json(&report, &page, &error)
                                       : wyrm_report_gate(&report, &page, &error);
    bool fails = gate->failed && (options->gate != NULL || options->strict);
    if (result == CLI_DONE)
        return cli_finish(command, status, &error, false, &page, NULL,
                          fails ? CLI_FAILED : CLI_DONE);
    wyrm_page_free(&page);
    return result;
}

/* The stricter one of both: who changes a ruleset does not loosen what it is held to. */
static double alarm_of(const cli_gate_side *before, const cli_gate_side *after)
{
    return fmax(before->figures.alarm, after->figures.alarm);
}

/* Two operands. */
static int compare_two(const cli_command *command, const cli_options *options)
{
    cli_gate_side before = {.name = options->operands[0]}, after = {.name = options->operands[1]};
    wyrm_gate gate;
    wyrm_error error = {0};
    int result = cli_gate_take_side(command, options, NULL, &before);
    if (result == CLI_DONE)
        result = cli_gate_take_side(command, options, &before, &after);
    if (result == CLI_DONE) {
        double alarm = alarm_of(&before, &after);
        bool shared =
            before.figures.seed == after.figures.seed &&
            wyrm_gate_compare_paired(before.taking, after.taking, alarm, &gate, &error) == WYRM_OK;
        if (!shared)
            wyrm_gate_compare(&before.figures, &after.figures, alarm, &gate);
        result = answer(command, options, &before, &after, &gate);
    }
    wyrm_gate_taking_free(before.taking);
    wyrm_gate_taking_free(after.taking);
    return result;
}

static int read_baseline(const cli_command *command, const char *path, wyrm_gate_baseline *out)
{
    char *text;
    size_t length;
    wyrm_error error = {0};
    wyrm_status status = wyrm_file_read(path, BASELINE_MAX, &text, &length, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, false);
    status = wyrm_gate_baseline_read(path, text, length, out, &error);
    wyrm_text_free(text);
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, false);
}

/* What the baseline was made with is what the ruleset is held to, where nothing else is said; but
 * for the seed: the two are compared as independent samples. */
static void follow(const wyrm_gate_baseline *baseline, cli_options *options)
{
    options->bot = options->bot != NULL ? options->bot : baseline->bot;
    if (options->without == NULL && baseline->without[0] != '\0')
        options->without = baseline->without;
    options->runs = options->runs > 0 ? options->runs : baseline->runs;
    options->turns = options->turns > 0 ? options->turns : baseline->turn_limit;
    if (!options->seed_given)
        options->seed = baseline->seed < CLI_SEED_MAX ? baseline->seed + 1 : 0;
}

/* One operand, against a file of a few kilobytes. */
static int hold_to_baseline(const cli_command *command, const cli_options *options)
{
    cli_gate_side before = {.name = options->gate}, after = {.name = options->operands[0]};
    wyrm_gate gate;
    cli_options told = *options;
    int result = read_baseline(command, options->gate, &before.figures);
    if (result == CLI_DONE) {
        follow(&before.figures, &told);
        result = cli_gate_take_side(command, &told, &before, &after);
    }
    if (result == CLI_DONE) {
        wyrm_gate_compare(&before.figures, &after.figures, alarm_of(&before, &after), &gate);
        result = answer(command, options, &before, &after, &gate);
    }
    wyrm_gate_taking_free(after.taking);
    return result;
}

static int write_baseline(const cli_command *command, const cli_options *options)
{
    cli_gate_side now = {.name = options->operands[0]};
    char *text = NULL, hold[AGAIN_MAX];
    wyrm_error error = {0};
    int result = cli_gate_take_side(command, options, NULL, &now);
    if (result == CLI_DONE && wyrm_gate_baseline_text(&now.figures, &text, &error) != WYRM_OK)
        result = cli_error(command, &error, false);
    if (result == CLI_DONE)
        result = write_file(command, options->baseline, text);
    if (result == CLI_DONE) {
        cli_gate_hold(options->operands[0], options->baseline, hold, sizeof hold);
        fprintf(stderr, "wyrm compare: wrote %s (%" PRIu64 " runs of seed %" PRIu64 ")%s%s\n",
                options->baseline, now.figures.runs, now.figures.seed,
                hold[0] != '\0' ? "; hold changes to it with\n  " : "", hold);
    }
    wyrm_text_free(text);
    wyrm_gate_taking_free(now.taking);
    return result;
}

int cli_gate(const cli_command *command, const cli_options *options)
{
    cli_options told = *options;
    bool alone = options->gate != NULL || options->baseline != NULL;
    if (options->operand_count != (alone ? 1u : 2u)) {
        cli_complain(command, alone ? "--gate and --baseline are about one RULESET"
                                    : "two rulesets or two files of results are compared");
        return CLI_USAGE;
    }
    if (options->gate != NULL && options->baseline != NULL) {
        cli_complain(command, "--gate reads a baseline and --baseline writes one: not both");
        return CLI_USAGE;
    }
    if (!cli_can_write(command, options->baseline) || !cli_can_write(command, options->markdown) ||
        !cli_can_write(command, options->junit))
        return CLI_BAD_DATA;
    if (options->gate != NULL)
        return hold_to_baseline(command, &told);
    return options->baseline != NULL ? write_baseline(command, &told) : compare_two(command, &told);
}
