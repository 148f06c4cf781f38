/* wyrm compare: which of two rulesets is harder, by runs that a bot plays of both, and what follows
 * from them side by side; or runs alone, metric by metric, of rulesets, files of results and
 * baselines. */
#include "cli/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>

#include "text/internal.h"

#define BASELINE_MAX ((size_t)64 << 20)
#define COMMAND_MAX  4096 /* of a command that is shown */

static size_t count_results(const cli_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        count += cli_is_results(options->operands[i]);
    return count;
}

/* Whether runs are all that is compared. */
static bool is_about_runs(const cli_options *options)
{
    return options->sim || options->gate != NULL || options->baseline != NULL ||
           count_results(options) > 0;
}

/* ---- Commands that are shown to be typed again ---- */

/* Words with blanks between them, as a shell reads them. */
typedef struct line {
    char text[COMMAND_MAX];
    size_t used;
    bool fits; /* and can be typed */
} line;

static line line_begin(void)
{
    line made = {.text = "wyrm compare", .fits = true};
    made.used = strlen(made.text);
    return made;
}

static void add_word(line *to, const char *word)
{
    char *at = to->text + to->used;
    to->fits = to->fits && to->used + 1 < sizeof to->text &&
               wyrm_shell_word(word, at + 1, sizeof to->text - to->used - 1);
    if (!to->fits)
        return;
    *at = ' ';
    to->used += 1 + strlen(at + 1);
}

/* What begins like an option is none only behind what is not shown here. */
static void add_operand(line *to, const char *operand)
{
    to->fits = to->fits && operand[0] != '-';
    add_word(to, operand);
}

static void add_text(line *to, const char *option, const char *value)
{
    if (value == NULL)
        return;
    add_word(to, option);
    add_word(to, value);
}

static void add_number(line *to, const char *option, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    add_text(to, option, digits);
}

/* The command that makes a comparison again: every option that changes it, the seed among them. */
static line again(const cli_options *options, uint64_t seed)
{
    line made = line_begin();
    for (size_t i = 0; i < options->operand_count; i++)
        add_operand(&made, options->operands[i]);
    if (options->sim)
        add_word(&made, "--sim");
    add_text(&made, "--gate", options->gate);
    add_text(&made, "--bot", options->bot);
    add_text(&made, "--without", options->without);
    add_text(&made, "--from", options->from);
    if (options->mix)
        add_word(&made, "--mix");
    if (options->turns > 0)
        add_number(&made, "--turns", options->turns);
    if (options->runs > 0)
        add_number(&made, "--runs", options->runs);
    add_text(&made, "--effort", options->effort_text);
    if (options->strict)
        add_word(&made, "--strict");
    add_number(&made, "--seed", seed);
    return made;
}

static const char *shown(const line *of)
{
    return of->fits ? of->text : "";
}

/* ---- Sides ---- */

/* What was typed, and what was made of it. */
typedef struct operand {
    const char *name;
    wyrm_design *design;
    cli_sim_setup setup; /* of a ruleset that is played */
    wyrm_gate_side side;
} operand;

static void close_operand(operand *of)
{
    wyrm_gate_side_free(&of->side);
    wyrm_design_free(of->design);
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(context, run, error);
}

static int read_runs(const cli_command *command, const cli_options *options, operand *out)
{
    wyrm_results *results = NULL;
    wyrm_error error = {0};
    int result = cli_open_results(command, out->name, options->from, &results, &out->design);
    if (result != CLI_DONE)
        return result;
    out->side.facts = *wyrm_results_facts_of(results);
    out->side.outdated =
        strcmp(out->side.facts.hash, wyrm_ruleset_hash(wyrm_design_ruleset(out->design))) != 0;
    if (wyrm_results_each(results, out->design, 0, UINT64_MAX, take, &out->side, &error) != WYRM_OK)
        result = cli_error(command, &error, false);
    else if (out->side.count > 0)
        out->side.first = out->side.runs[0].run;
    wyrm_results_close(results);
    return result;
}

/* Opens the ruleset or the file of results that out->name is. Runs of another kind than those of
 * `other` (NULL: there is none yet) are refused. Another engine than a baseline's is not: it is
 * tried beside the rules that have changed. CLI_DONE, or how the program ends, having said so;
 * *out is the caller's to close in every case. */
static int open_operand(const cli_command *command, const cli_options *options,
                        const operand *other, operand *out)
{
    wyrm_error error = {0};
    wyrm_gate_side *side = &out->side;
    int result;
    if (cli_is_results(out->name)) {
        result = read_runs(command, options, out);
    } else {
        result = cli_open(command, out->name, &out->design);
        if (result == CLI_DONE)
            result = cli_sim_read(command, options, out->design, out->name, &out->setup);
        side->facts = out->setup.facts;
        side->play = &out->setup.run;
    }
    side->design = out->design;
    if (result != CLI_DONE)
        return result;
    if (side->facts.arena[0] != '\0') {
        cli_complain(command, "the runs of '%s' are of a set fight: `wyrm results` sums them up",
                     out->name);
        return CLI_USAGE;
    }
    if (other != NULL &&
        wyrm_gate_same_kind(&other->side, other->name, side, out->name,
                            options->mix || options->gate != NULL, &error) != WYRM_OK)
        return cli_error(command, &error, true);
    return CLI_DONE;
}

static wyrm_gate_options effort_of(const cli_options *options, cli_progress *progress)
{
    wyrm_gate_options made = {.effort = options->effort,
                              .threads = (unsigned)options->threads,
                              .progress = cli_progress_show,
                              .progress_context = progress};
    if (options->runs > 0)
        made.effort = (wyrm_effort){.exactly = options->runs};
    return made;
}

/* ---- Comparing ---- */

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

static int tell(const cli_command *command, const cli_options *options,
                const wyrm_gate_report *report)
{
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new(cli_style());
    int result = write_page(command, options->markdown, wyrm_report_gate_markdown, report);
    if (result == CLI_DONE)
        result = write_page(command, options->junit, wyrm_report_gate_junit, report);
    wyrm_status status = options->json ? wyrm_report_gate_json(report, &page, &error)
                                       : wyrm_report_gate(report, &page, &error);
    bool fails = report->gate->failed && (options->gate != NULL || options->strict);
    if (result == CLI_DONE)
        return cli_finish(command, status, &error, false, &page, NULL,
                          fails ? CLI_FAILED : CLI_DONE);
    wyrm_page_free(&page);
    return result;
}

/* Plays as long as it takes; where it fails each rule that has changed is tried alone. */
static int compare_sides(const cli_command *command, const cli_options *options, operand *before,
                         operand *after)
{
    wyrm_gate gate;
    wyrm_gate_causes *causes = NULL;
    wyrm_error error = {0};
    cli_progress progress = cli_progress_start();
    wyrm_gate_options effort = effort_of(options, &progress);
    wyrm_status status = wyrm_gate_hold(&before->side, &after->side, &effort, &gate, &error);
    if (status == WYRM_OK)
        status =
            wyrm_gate_find_causes(&before->side, &after->side, &gate,
                                  gate.failed && options->gate != NULL, &effort, &causes, &error);
    cli_progress_end(&progress);
    if (status != WYRM_OK) {
        wyrm_gate_causes_free(causes);
        return cli_error(command, &error, status == WYRM_ERROR_UNKNOWN);
    }
    line command_again = again(options, after->side.facts.seed);
    const wyrm_gate_report report = {.gate = &gate,
                                     .causes = causes,
                                     .before = &before->side,
                                     .after = &after->side,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .is_baseline = options->gate != NULL,
                                     .again = shown(&command_again)};
    int result = tell(command, options, &report);
    wyrm_gate_causes_free(causes);
    return result;
}

/* Two operands, which are to be closed in every case. */
static int open_both(const cli_command *command, const cli_options *options, operand *before,
                     operand *after)
{
    *before = (operand){.name = options->operands[0]};
    *after = (operand){.name = options->operands[1]};
    int result = open_operand(command, options, NULL, before);
    return result == CLI_DONE ? open_operand(command, options, before, after) : result;
}

/* The second one plays the runs that a file of the first has, and the other way. */
static int compare_two(const cli_command *command, const cli_options *options)
{
    operand before, after;
    int result = open_both(command, options, &before, &after);
    if (result == CLI_DONE) {
        before.side.first = after.side.play == NULL ? after.side.first : before.side.first;
        after.side.first = before.side.play == NULL ? before.side.first : after.side.first;
        result = compare_sides(command, options, &before, &after);
    }
    close_operand(&before);
    close_operand(&after);
    return result;
}

static int read_baseline(const cli_command *command, const char *path, wyrm_gate_side *out)
{
    char *text;
    size_t length;
    wyrm_error error = {0};
    wyrm_status status = wyrm_file_read(path, BASELINE_MAX, &text, &length, &error);
    if (status != WYRM_OK)
        return cli_error(command, &error, false);
    status = wyrm_gate_baseline_read(path, text, length, out, &error);
    wyrm_free(text);
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, false);
}

/* What the baseline was made with is what the ruleset is held to, where nothing else is said. */
static void follow(const wyrm_results_facts *baseline, cli_options *options)
{
    options->bot = options->bot != NULL ? options->bot : baseline->bot;
    if (options->without == NULL && baseline->without[0] != '\0')
        options->without = baseline->without;
    options->turns = options->turns > 0 ? options->turns : baseline->turn_limit;
    if (!options->seed_given)
        options->seed = baseline->seed;
}

/* One operand against a baseline. */
static int hold_to_baseline(const cli_command *command, const cli_options *options)
{
    operand before = {.name = options->gate}, after = {.name = options->operands[0]};
    cli_options told = *options;
    int result = read_baseline(command, options->gate, &before.side);
    if (result == CLI_DONE) {
        follow(&before.side.facts, &told);
        after.side.first = before.side.runs[0].run;
        result = open_operand(command, &told, &before, &after);
    }
    if (result == CLI_DONE) {
        told.bot = options->bot; /* what is shown to be typed again is what was typed */
        told.without = options->without;
        told.turns = options->turns;
        result = compare_sides(command, &told, &before, &after);
    }
    close_operand(&before);
    close_operand(&after);
    return result;
}

/* Half the usual effort: what a headline needs. */
#define HEADLINE_RUNS 2000

/* Both rulesets played on the same seeds until it is clear which is harder, or the effort is
 * spent. */
static int play_both(const cli_command *command, const cli_options *options,
                     wyrm_compare_played *out)
{
    operand before, after;
    int result = open_both(command, options, &before, &after);
    if (result == CLI_DONE) {
        wyrm_error error = {0};
        cli_progress progress = cli_progress_start();
        wyrm_gate_options effort = effort_of(options, &progress);
        effort.headline = true;
        if (options->runs == 0 && options->effort_text == NULL)
            effort.effort = (wyrm_effort){.most = HEADLINE_RUNS};
        if (wyrm_gate_hold(&before.side, &after.side, &effort, &out->gate, &error) != WYRM_OK)
            result = cli_error(command, &error, true);
        cli_progress_end(&progress);
        snprintf(out->bot, sizeof out->bot, "%s", after.side.facts.bot);
        out->seed = after.side.facts.seed;
    }
    close_operand(&before);
    close_operand(&after);
    return result;
}

static int write_baseline(const cli_command *command, const cli_options *options)
{
    operand now = {.name = options->operands[0]};
    char *text = NULL;
    wyrm_error error = {0};
    cli_progress progress = cli_progress_start();
    int result = open_operand(command, options, NULL, &now);
    if (result == CLI_DONE) {
        wyrm_gate_options effort = effort_of(options, &progress);
        uint64_t runs = wyrm_looks_begin(&effort.effort, WYRM_GATE_RUNS).most;
        wyrm_status status = wyrm_gate_play(&now.side, runs, &effort, &error);
        cli_progress_end(&progress);
        if (status == WYRM_OK)
            status = wyrm_gate_baseline_text(&now.side, &text, &error);
        if (status != WYRM_OK)
            result = cli_error(command, &error, status == WYRM_ERROR_UNKNOWN);
    }
    if (result == CLI_DONE)
        result = write_file(command, options->baseline, text);
    if (result == CLI_DONE) {
        line hold = line_begin();
        add_operand(&hold, options->operands[0]);
        add_text(&hold, "--gate", options->baseline);
        cli_complain(command, "wrote %s (%zu runs of seed %" PRIu64 ")%s%s", options->baseline,
                     now.side.count, now.side.facts.seed,
                     hold.fits ? "; hold changes to it with\n  " : "", shown(&hold));
    }
    wyrm_free(text);
    close_operand(&now);
    return result;
}

static int run_gate(const cli_command *command, const cli_options *options)
{
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
        return hold_to_baseline(command, options);
    return options->baseline != NULL ? write_baseline(command, options)
                                     : compare_two(command, options);
}

/* ---- Rulesets side by side ---- */

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

static int compare_rulesets(const cli_command *command, const cli_options *options,
                            wyrm_compare_report *report)
{
    wyrm_comparison *comparison;
    wyrm_error error = {0};
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_status status = wyrm_compare(report->a, report->b, &comparison, &error);
    report->comparison = comparison;
    wyrm_compare_played played;
    if (status == WYRM_OK && !options->exact && !comparison->identical) {
        int result = play_both(command, options, &played);
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
    if (is_about_runs(options))
        return run_gate(command, options);
    if (options->operand_count != 2) {
        cli_complain(command, "missing RULESET (usage: wyrm compare RULESET RULESET)");
        return CLI_USAGE;
    }
    int result = cli_open(command, options->operands[0], &a);
    if (result == CLI_DONE)
        result = cli_open(command, options->operands[1], &b);
    if (result == CLI_DONE) {
        wyrm_compare_report report = {.a = a, .b = b};
        result = compare_rulesets(command, options, &report);
    }
    wyrm_design_free(a);
    wyrm_design_free(b);
    return result;
}

/* ---- What options need ---- */

static bool is_exact(const cli_options *options)
{
    return !is_about_runs(options);
}

static bool compares_runs(const cli_options *options)
{
    return is_about_runs(options) && options->baseline == NULL;
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
static const cli_need compare_compared = {compares_runs,
                                          "only with --sim, --gate or files of results"};
static const cli_need compare_made = {makes_runs,
                                      "only with rulesets that are played: not with --exact, "
                                      "and not with files of results alone"};
static const cli_need with_results = {has_results, "only with a file of results"};

static const cli_option rows[] = {
    CLI_FLAG('a', "all", all, .need = &exact,
             .help = "every figure: also what is the same, and what only one of them has"),
    CLI_FLAG(0, "exact", exact, .need = &exact,
             .help = "plays nothing: which is harder is then said of single fights only"),
    CLI_FLAG(0, "sim", sim,
             .help =
                 "instead: metrics of whole runs alone, all of them as sure as the effort allows"),
    CLI_TEXT(
        0, "gate", "FILE", gate,
        .help =
            "instead: holds one RULESET to a baseline file; status 1 where a metric has changed"),
    CLI_TEXT(0, "baseline", "FILE", baseline,
             .help = "instead: writes the baseline file of one RULESET"),
    CLI_TEXT(0, "markdown", "FILE", markdown, .need = &compare_compared,
             .help = "with simulations: a summary for a pull request into this file"),
    CLI_TEXT(0, "junit", "FILE", junit, .need = &compare_compared,
             .help = "with simulations: a file of test results for a build server"),
    CLI_FLAG(0, "strict", strict, .need = &compare_compared,
             .help = "with simulations: status 1 where a metric has changed"),
    CLI_TEXT(0, "bot", "NAME", bot, .need = &compare_made,
             .help = "who plays (default explorer, or that of the baseline)"),
    CLI_WHOLE(0, "turns", turns, 1, 100000000, .need = &compare_made,
              .help = "a run is cut off after so many turns (default 50,000)"),
    CLI_TEXT(0, "without", "WORDS", without, .need = &compare_made,
             .help = "items that the player leaves alone: 'potions,scrolls,armor'"),
    CLI_TEXT(0, "from", "RULESET", from, .need = &with_results,
             .help = "of files of results: where the ruleset is now, if it has moved"),
    CLI_FLAG(0, "mix", mix, .need = &with_results,
             .help = "of files of results: allows runs of different versions of the engine"),
    CLI_WHOLE(0, "runs", runs, 1, CLI_RUNS_MAX, .need = &compare_made,
              .help =
                  "just so many runs of each side (default: as many as it takes, see --effort)"),
    {.name = "effort",
     .argument = "HOW",
     .read = cli_read_effort,
     .need = &compare_made,
     .help = "runs until every answer is clear, at most: low (1,000), normal (4,000), high "
             "(16,000) or a number; never more than the baseline has (default normal)"},
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
