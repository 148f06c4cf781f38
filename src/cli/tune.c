/* wyrm solve: the value of a key for which a metric has a wanted value. wyrm tune: the smallest
 * change after which all targets hold, which it can write into the file.
 *
 * Both only read options here; metrics/ does the search. tune also keeps its measurements in a
 * file, so that a search can be stopped and resumed. */
#include <wyrm/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/internal.h"

/* ---- solve ---- */

static void run_solve(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design = cli_open(job, options->operands[0]);
    const wyrm_solve_options how = {.pattern = options->as,
                                    .has_from = options->low.given,
                                    .from = options->low.value,
                                    .has_to = options->high.given,
                                    .to = options->high.value,
                                    .step = options->step.value,
                                    .seed = options->seed,
                                    .effort = options->effort,
                                    .threads = (unsigned)options->threads,
                                    .progress = cli_progress_show,
                                    .context = cli_progress_start(job),
                                    .maker = options->maker};
    wyrm_solution *solution;
    cli_must_typed(job, wyrm_solve(design, options->operands[1], options->operands[2], &how,
                                   &solution, job->error));
    base_keep(&job->arena, solution, wyrm_solution_free);
    cli_progress_end(job);
    text_write_solution(&(text_solve_answer){design, solution}, job->page);
    if (options->strict && solution->answer_count == 0)
        job->result = CLI_FAILED;
}

/* Reads any decimal number, negative ones too. */
static bool read_any(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    cli_number *number = (cli_number *)((char *)out + option->offset);
    if (!cli_decimal(text, strlen(text), &number->value))
        return cli_complain(command, "--%s takes a number, found '%s'", option->name, text);
    return number->given = true;
}

/* clang-format off */
const cli_command cli_solve = {
    .name = "solve", .operands = "RULESET KEY METRIC=VALUE", .run = run_solve,
    .steps = 20 * CLI_LIMIT_STEPS, /* some hundred values, most of them cheap */
    .summary = "backwards: which value of a key gives a metric what is wanted",
    .text = "KEY is a number of the ruleset by its path: monsters.orc.hp, loot.factors.healing.B2, "
            "of a list with the place in it: combat.spread.1.\n\n"
            "METRIC is one that targets can have (wyrm rules guide lists them), with the keys that it "
            "takes between brackets, in their order or by name: 'win_chance(player@3, orc)', "
            "'win_chance(player@3, orc, first=opponent)', 'pity_rate(healing, B2)', "
            "'run_survival(3, bot=brawler)'. Commas within a combatant have no blank behind.\n\n"
            "VALUE is a number, '60 %', a range '5..15 %', or one with an open end: '60 %..'.\n\n"
            "Of few values all are tried; else some all over the range, and all that differ are "
            "followed. Metrics of games and other samples are measured on the same random numbers "
            "at every value, and told with the values of the key that they allow.",
    .options = {
        {0, "from", "N", "the least value that is tried (default: as low as the key goes, but not a "
         "hundred times what stands there away from it)", CLI_FLAG(low), .read = read_any},
        {0, "to", "N", "the greatest", CLI_FLAG(high), .read = read_any},
        {0, "step", "N", "only values this far apart, from the least (default: whole numbers where "
         "the key takes those, else any)", CLI_FLAG(step), .read = read_any},
        {0, "as", "PATTERN", "what stands there, with {} for the number: '2d6+{}', '[3, {}]'",
         CLI_TEXT(as)},
        {0, "effort", "HOW", "games of each value near an answer: low (400), normal (1,600), high "
         "(6,400) or a number (default normal)", CLI_EFFORT},
        {'s', "strict", NULL, "exit 1 where no value gives it (for a build script)", CLI_FLAG(strict)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Which hit points make this fight even?",
                  "wyrm solve yarl monsters.orc.hp 'win_chance(player@3, orc)=60 %'"},
                 {"Which weight brings pity into its range?",
                  "wyrm solve yarl loot.factors.healing.B2 'pity_rate(healing, B2)=5..15 %'"},
                 {"A number within an amount",
                  "wyrm solve yarl monsters.orc.hp 'win_chance(player, orc)=.5' --as '4d{}'"},
                 {"A metric of games, with few of them",
                  "wyrm solve tutorial monsters.troll.hp 'run_survival(4)=50 %' --effort low"}},
};
/* clang-format on */

#define STATE_MAX ((size_t)256 << 20)

/* ---- tune: --keys PATH[+PATH...][=FROM..TO[/STEP]][*COST],... ---- */

/* Reads a number at *at and moves *at behind it. */
static double read_part(cli_job *job, const char **at, const char *stops)
{
    double value = 0;
    size_t length = 0;
    while ((*at)[length] != '\0' && strchr(stops, (*at)[length]) == NULL &&
           strncmp(*at + length, "..", 2) != 0)
        length++;
    if (!cli_decimal(*at, length, &value))
        cli_refuse(job, "--keys takes PATH=FROM..TO/STEP*COST, found '%.100s'", *at);
    *at += length;
    return value;
}

static void read_key(cli_job *job, char *text, wyrm_tune_knob *out)
{
    const size_t length = strcspn(text, "=*");
    const char *at = text + length;
    const char **paths = base_array(&job->arena, const char *, WYRM_CHANGES_MAX);
    size_t count = 0;
    bool above = true; /* steps and costs must be positive */
    if (*at == '=') {
        at++;
        out->from = read_part(job, &at, "/*");
        out->has_from = true;
        if (strncmp(at, "..", 2) != 0)
            cli_refuse(job, "--keys takes PATH=FROM..TO/STEP*COST, found '%.100s'", text);
        at += 2;
        out->to = read_part(job, &at, "/*");
        out->has_to = true;
        if (*at == '/') {
            at++;
            out->step = read_part(job, &at, "*");
            above = out->step > 0;
        }
    }
    if (*at == '*') {
        at++;
        out->cost = read_part(job, &at, "");
        above = above && out->cost > 0;
    }
    if (*at != '\0')
        cli_refuse(job, "--keys takes PATH=FROM..TO/STEP*COST, found '%.100s'", text);
    if (!above)
        cli_refuse(job, "--keys takes a step and a cost above 0, found '%.100s'", text);
    text[length] = '\0';
    for (char *path = strtok_r(text, "+", &text); path != NULL; path = strtok_r(NULL, "+", &text)) {
        if (count == WYRM_CHANGES_MAX)
            cli_refuse(job, "--keys moves at most %d keys together", WYRM_CHANGES_MAX);
        paths[count++] = path;
    }
    out->paths = paths;
    out->path_count = count;
}

static size_t read_keys(cli_job *job, const char *list, wyrm_tune_knob **out)
{
    size_t count = 0;
    *out = base_array(&job->arena, wyrm_tune_knob, WYRM_TUNE_KNOBS_MAX);
    if (list == NULL)
        return 0;
    char *rest = base_copy(&job->arena, list);
    for (char *part = strtok_r(rest, ",", &rest); part != NULL; part = strtok_r(NULL, ",", &rest)) {
        if (count == WYRM_TUNE_KNOBS_MAX)
            cli_refuse(job, "--keys takes at most %d", WYRM_TUNE_KNOBS_MAX);
        part += strspn(part, " ");
        read_key(job, part, &(*out)[count++]);
    }
    return count;
}

/* ---- tune: --state FILE ---- */

typedef struct keeping {
    cli_job *job;
    FILE *file; /* NULL: nothing is kept */
    bool failed;
} keeping;

static void close_file(FILE *file)
{
    fclose(file);
}

/* Appends a line and flushes it, so that no complete line is lost if the program is killed. */
static bool write_line(const char *line, void *context)
{
    keeping *of = context;
    if (of->file != NULL && (fputs(line, of->file) == EOF || fflush(of->file) != 0))
        of->failed = true;
    return !of->failed;
}

static bool show_progress(const char *words, size_t tried, void *context)
{
    keeping *of = context;
    char text[100];
    snprintf(text, sizeof text, "%zu measured, %s", tried, words);
    return cli_progress_describe(1 - 100.0 / (100.0 + (double)tried), text, of->job);
}

/* Reads what an earlier search has measured, and opens the file for more; a last line that was cut
 * off is ended. NULL: there is nothing yet. */
static const char *open_state(cli_job *job, const char *path, keeping *to)
{
    char *text = NULL;
    size_t length = 0;
    if (path == NULL)
        return NULL;
    if (access(path, F_OK) == 0) {
        cli_must(job, wyrm_file_read(path, STATE_MAX, &text, &length, job->error));
        base_keep(&job->arena, text, wyrm_free);
    }
    if ((to->file = fopen(path, "ab")) == NULL)
        cli_give_up(job, "%s cannot be written", path);
    base_keep(&job->arena, to->file, close_file);
    if (length > 0 && text[length - 1] != '\n')
        (void)write_line("\n", to);
    return text;
}

/* ---- tune ---- */

/* The text of the ruleset, to show changes in. */
static const char *text_of(cli_job *job, const char *name, size_t *length, bool *is_file)
{
    const wyrm_shipped *shipped = wyrm_shipped_find(name);
    char *text;
    *is_file = shipped == NULL;
    if (shipped != NULL) {
        *length = shipped->length;
        return shipped->text;
    }
    cli_must(job, wyrm_file_read(name, WYRM_RULESET_MAX_BYTES, &text, length, job->error));
    base_keep(&job->arena, text, wyrm_free);
    return text;
}

static void run_tune(cli_job *job)
{
    const cli_options *options = job->options;
    const char *name = options->operands[0], *text;
    wyrm_design *design = cli_open(job, name);
    wyrm_errors *errors = cli_new_errors(job);
    keeping kept = {.job = job};
    wyrm_tune_knob *knobs;
    wyrm_tuning *tuning;
    size_t length;
    bool is_file;
    const size_t knob_count = read_keys(job, options->keys_text, &knobs);
    text = text_of(job, name, &length, &is_file);
    if (options->apply && !is_file)
        cli_refuse(job, "%s is shipped: --apply changes a file, such as wyrm rules new makes",
                   name);
    if (options->apply)
        cli_can_write(job, name);
    (void)cli_progress_start(job);
    const wyrm_tune_options how = {.knob_count = knob_count,
                                   .knobs = knobs,
                                   .wanted_count = options->operand_count - 1,
                                   .wanted = (const char *const *)(options->operands + 1),
                                   .seed = options->seed,
                                   .effort = options->effort,
                                   .threads = (unsigned)options->threads,
                                   .tries = (size_t)options->runs,
                                   .state = open_state(job, options->output, &kept),
                                   .keep = write_line,
                                   .tell = show_progress,
                                   .context = &kept,
                                   .maker = options->maker};
    const wyrm_status status = wyrm_tune(design, &how, &tuning, errors);
    cli_progress_end(job);
    if (kept.failed)
        cli_give_up(job, "%s cannot be written", options->output);
    if (status != WYRM_OK)
        cli_end(job, wyrm_errors_kept(errors) > 0 || status != WYRM_ERROR_LIMIT
                         ? cli_errors(job->command, name, errors, status)
                         : CLI_FAILED);
    base_keep(&job->arena, tuning, wyrm_tuning_free);
    text_tune_answer report = {
        .design = design, .tuning = tuning, .file = is_file ? name : NULL, .text = text};
    const char *why_not = NULL;
    for (size_t i = 0; i < tuning->answer_count; i++) {
        wyrm_errors *told = cli_new_errors(job);
        char *edited;
        const wyrm_tuned *answer = &tuning->answers[i];
        if (answer->change_count == 0)
            continue;
        if (wyrm_design_edit(design, name, text, length, answer->changes, answer->change_count,
                             &edited, told) == WYRM_OK) {
            base_keep(&job->arena, edited, wyrm_free);
            report.edited[i] = edited;
        } else if (why_not == NULL && wyrm_errors_kept(told) > 0) {
            why_not = wyrm_errors_at(told, 0)->message;
        }
    }
    if (options->apply && report.edited[0] != NULL) {
        cli_must(job, cli_write(name, report.edited[0], true, job->error));
        report.applied = true;
    }
    text_write_tuning(&report, job->page);
    if (why_not != NULL)
        cli_complain(job->command, "the changes are not shown in the file: %s", why_not);
    if ((options->strict || options->apply) && tuning->answer_count == 0)
        job->result = CLI_FAILED;
}

/* clang-format off */
const cli_command cli_tune = {
    .name = "tune", .operands = "RULESET [WANTED]...", .run = run_tune,
    .steps = 200 * CLI_LIMIT_STEPS, /* thousands of candidates, each like a check */
    .summary = "the least change after which all targets hold",
    .text = "Which keys may move, how far and in which steps, and what a change of them costs, says "
            "the section 'tune' of the ruleset, or --keys.\n\n"
            "WANTED are names of targets, or questions as wyrm solve has them: "
            "'run_final_depth=25..30'; all targets where none is named.\n\n"
            "Exact targets are measured first, games only of candidates that may still be the best; "
            "before and after are of seeds that the search has not seen. Where nothing makes all "
            "hold, the targets are named that contradict each other.\n\n"
            "Ctrl-C ends the search with the best so far; with --state it goes on from there.",
    .options = {
        {'k', "keys", "LIST", "what may move: PATH=FROM..TO/STEP*COST,...; all behind the path may be "
         "left out, and PATH+PATH move together", CLI_TEXT(keys_text)},
        {0, "apply", NULL, "write the first answer into the file of the ruleset", CLI_FLAG(apply)},
        {0, "state", "FILE", "keep what is measured in FILE, and go on from there", CLI_TEXT(output)},
        {0, "tries", "N", "candidates that are measured at most (default 4000, with games 400)",
         CLI_WHOLE(runs, 1, 1000000)},
        {0, "effort", "HOW", "games of a verdict: low (400), normal (1,600), high (6,400) or a number "
         "(default normal); of a candidate a quarter, of the best as many", CLI_EFFORT},
        {'s', "strict", NULL, "exit 1 where nothing makes all hold (for a build script)",
         CLI_FLAG(strict)},
        CLI_OPTION_SEED, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Two keys that may move, for all targets",
                  "wyrm tune tutorial --keys monsters.orc.hp,monsters.troll.hp=10..30"},
                 {"One target", "wyrm tune yarl healing_pity --keys loot.factors.healing.B2=5..20"},
                 {"What is asked, not a target of the ruleset",
                  "wyrm tune yarl 'win_chance(player@3, orc)=60..70 %' --keys monsters.orc.hp"}},
};
