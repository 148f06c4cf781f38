/* wyrm compare --sim, --gate, --baseline, and of files of results: sampled metrics. */
#include "cli/gate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/sim.h"
#include "report/gate.h"

#define GATE_RUNS        10000 /* sampled */
#define GATE_RUNS_PLAYED 1000
#define BASELINE_MAX     ((size_t)1 << 20)
#define DATABASE_MAGIC   "SQLite format 3"

/* One side: what was simulated, and what the gate took of it. */
typedef struct side {
    const char *name;
    wyrm_gate_taking *taking; /* NULL: a baseline is all there is */
    wyrm_gate_baseline figures;
} side;

bool cli_gate_is_asked(const cli_options *options)
{
    bool results = false;
    for (size_t i = 0; i < options->operand_count; i++)
        results |= cli_is_results(options->operands[i]);
    return options->sim || options->gate != NULL || options->baseline != NULL || results;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(context, run, error);
}

static bool show(double done, const wyrm_summing *so_far, void *context)
{
    (void)so_far;
    return cli_progress_show(done, context);
}

static void fill(const wyrm_results_facts *facts, side *out)
{
    wyrm_gate_baseline *figures = &out->figures;
    snprintf(figures->ruleset, sizeof figures->ruleset, "%s", facts->ruleset);
    snprintf(figures->hash, sizeof figures->hash, "%s", facts->hash);
    snprintf(figures->version, sizeof figures->version, "%s", facts->version);
    snprintf(figures->bot, sizeof figures->bot, "%s", facts->bot);
    snprintf(figures->without, sizeof figures->without, "%s", facts->without);
    figures->fidelity = facts->fidelity;
    figures->seed = facts->seed;
    figures->turn_limit = facts->turn_limit;
    wyrm_gate_baseline_of(out->taking, figures);
}

/* Simulates a ruleset. */
static int simulate(const cli_command *command, const cli_options *options,
                    const wyrm_design *design, side *out)
{
    cli_sim_setup setup;
    int result = cli_sim_read(command, options, design, out->name, &setup);
    if (result != CLI_DONE)
        return result;
    cli_progress progress = cli_progress_start();
    wyrm_summary *summary = NULL;
    wyrm_error error = {0};
    uint64_t usual = setup.run.fidelity == WYRM_SAMPLED ? GATE_RUNS : GATE_RUNS_PLAYED;
    wyrm_status status = wyrm_gate_taking_new(design, &out->taking, &error);
    const wyrm_sim_options simulation = {.run = setup.run,
                                         .seed = options->seed,
                                         .runs = options->runs > 0 ? options->runs : usual,
                                         .threads = (unsigned)options->threads,
                                         .take = take,
                                         .take_context = out->taking,
                                         .progress = show,
                                         .progress_context = &progress};
    if (status == WYRM_OK)
        status = wyrm_simulate(design, &simulation, &summary, &error);
    cli_progress_end(&progress);
    wyrm_summary_free(summary);
    if (status != WYRM_OK)
        return cli_error(command, &error, status == WYRM_ERROR_UNKNOWN);
    fill(&setup.facts, out);
    return CLI_DONE;
}

/* Reads the runs of a file of results. */
static int read_results(const cli_command *command, side *out, wyrm_design **design)
{
    wyrm_results *results;
    wyrm_error error = {0};
    if (wyrm_results_read(out->name, &results, &error) != WYRM_OK)
        return cli_error(command, &error, false);
    int result = cli_open(command, wyrm_results_facts_of(results)->source, design);
    wyrm_status status = WYRM_OK;
    if (result == CLI_DONE)
        status = wyrm_gate_taking_new(*design, &out->taking, &error);
    if (result == CLI_DONE && status == WYRM_OK)
        status = wyrm_results_each(results, *design, 0, UINT64_MAX, take, out->taking, &error);
    if (result == CLI_DONE && status != WYRM_OK)
        result = cli_error(command, &error, false);
    if (result == CLI_DONE)
        fill(wyrm_results_facts_of(results), out);
    wyrm_results_close(results);
    return result;
}

/* One operand: a ruleset to be simulated, or a file of results. *design is the caller's to free. */
static int take_operand(const cli_command *command, const cli_options *options, const char *name,
                        side *out, wyrm_design **design)
{
    out->name = name;
    if (cli_is_results(name))
        return read_results(command, out, design);
    int result = cli_open(command, name, design);
    return result == CLI_DONE ? simulate(command, options, *design, out) : result;
}

static int write_file(const cli_command *command, const char *path, const char *text)
{
    wyrm_error error = {0};
    if (wyrm_file_write(path, text, strlen(text), true, &error) != WYRM_OK)
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

static int answer(const cli_command *command, const cli_options *options, const side *before,
                  const side *after, const wyrm_gate *gate)
{
    char again[512] = "";
    if (options->gate != NULL)
        snprintf(again, sizeof again, "wyrm compare %.200s --gate %.200s --seed %" PRIu64,
                 after->name, options->gate, after->figures.seed);
    const wyrm_gate_report report = {.gate = gate,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .before_hash = before->figures.hash,
                                     .after_hash = after->figures.hash,
                                     .bot = after->figures.bot,
                                     .fidelity = after->figures.fidelity,
                                     .before_runs = before->figures.runs,
                                     .after_runs = after->figures.runs,
                                     .before_seed = before->figures.seed,
                                     .after_seed = after->figures.seed,
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

static double alarm_of(const wyrm_design *design)
{
    double alarm = wyrm_value_real(wyrm_ruleset_find(wyrm_design_ruleset(design), "gate.alarm"));
    return alarm > 0.0 ? alarm : WYRM_GATE_ALARM;
}

/* Two operands. */
static int compare_two(const cli_command *command, const cli_options *options)
{
    side before = {0}, after = {0};
    wyrm_design *designs[2] = {NULL, NULL};
    wyrm_gate gate;
    wyrm_error error = {0};
    int result = take_operand(command, options, options->operands[0], &before, &designs[0]);
    if (result == CLI_DONE)
        result = take_operand(command, options, options->operands[1], &after, &designs[1]);
    if (result == CLI_DONE) {
        double alarm = alarm_of(designs[1]);
        bool shared =
            before.figures.seed == after.figures.seed &&
            wyrm_gate_compare_paired(before.taking, after.taking, alarm, &gate, &error) == WYRM_OK;
        if (!shared)
            wyrm_gate_compare(&before.figures, &after.figures, alarm, &gate);
        result = answer(command, options, &before, &after, &gate);
    }
    wyrm_gate_taking_free(before.taking);
    wyrm_gate_taking_free(after.taking);
    wyrm_design_free(designs[0]);
    wyrm_design_free(designs[1]);
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

/* What the baseline was made with is what the ruleset is held to, where nothing else is said. */
static void follow(const wyrm_gate_baseline *baseline, cli_options *options)
{
    options->bot = options->bot != NULL ? options->bot : baseline->bot;
    if (options->fidelity == NULL)
        options->fidelity = baseline->fidelity == WYRM_SAMPLED ? "sampled" : "played";
    if (options->without == NULL && baseline->without[0] != '\0')
        options->without = baseline->without;
    options->runs = options->runs > 0 ? options->runs : baseline->runs;
    options->turns = options->turns > 0 ? options->turns : baseline->turn_limit;
}

/* One operand, against a file of a few kilobytes. */
static int hold_to_baseline(const cli_command *command, const cli_options *options)
{
    side before = {.name = options->gate}, after = {0};
    wyrm_design *design = NULL;
    wyrm_gate gate;
    cli_options told = *options;
    int result = read_baseline(command, options->gate, &before.figures);
    if (result == CLI_DONE) {
        follow(&before.figures, &told);
        result = take_operand(command, &told, options->operands[0], &after, &design);
    }
    if (result == CLI_DONE) {
        wyrm_gate_compare(&before.figures, &after.figures, alarm_of(design), &gate);
        result = answer(command, options, &before, &after, &gate);
    }
    wyrm_gate_taking_free(after.taking);
    wyrm_design_free(design);
    return result;
}

static int write_baseline(const cli_command *command, const cli_options *options)
{
    side now = {0};
    wyrm_design *design = NULL;
    char *text = NULL;
    wyrm_error error = {0};
    int result = take_operand(command, options, options->operands[0], &now, &design);
    if (result == CLI_DONE && wyrm_gate_baseline_text(&now.figures, &text, &error) != WYRM_OK)
        result = cli_error(command, &error, false);
    if (result == CLI_DONE)
        result = write_file(command, options->baseline, text);
    if (result == CLI_DONE)
        fprintf(stderr,
                "wyrm compare: wrote %s (%" PRIu64 " runs); hold changes to it with\n"
                "  wyrm compare %s --gate %s\n",
                options->baseline, now.figures.runs, options->operands[0], options->baseline);
    wyrm_text_free(text);
    wyrm_gate_taking_free(now.taking);
    wyrm_design_free(design);
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
    if (options->gate != NULL)
        return hold_to_baseline(command, &told);
    if (told.fidelity == NULL)
        told.fidelity = "sampled";
    return options->baseline != NULL ? write_baseline(command, &told) : compare_two(command, &told);
}
