/* Helpers for commands that make, read or compare runs of rules or of games of the user's own:
 * files of runs that are continued or summed up, shards, commands to repeat a comparison,
 * baselines, and verdicts. */
#include "cli/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMMAND_MAX  4096 /* bytes */
#define KEEP_SECONDS 2    /* of work that may be lost if the process is killed */

/* ---- Files ---- */

void cli_runs_report_old(cli_job *job, uint64_t had, uint64_t count, uint64_t wanted)
{
    const cli_options *options = job->options;
    const char *file = options->output;
    if (options->error.given)
        cli_complain(job->command, "%s goes on from the %" PRIu64 " runs that it had", file, had);
    else if (had < wanted)
        cli_complain(job->command, "%s had %" PRIu64 " of these runs, %" PRIu64 " are made now",
                     file, had, wanted - had);
    else if (count > wanted)
        cli_complain(job->command,
                     "%s holds %" PRIu64 " runs: these are the %" PRIu64 " of them that were asked "
                     "for, and none is made now (all of them: wyrm results)",
                     file, count, wanted);
    else
        cli_complain(job->command, "%s had all %" PRIu64 " runs, none is made now", file, had);
}

bool cli_runs_keep(double *kept)
{
    const double now = cli_seconds();
    const bool due = now - *kept >= KEEP_SECONDS;
    *kept = due ? now : *kept;
    return due;
}

/* ---- Shards, for array jobs ---- */

/* Variables by which batch systems number the processes of an array; the first that is set counts,
 * so that a system inside another goes by the outer one. `from`: the number of the first process.
 * Outside of an array Grid Engine says "undefined" and LSF 0, which count as unset. */
static const struct {
    const char *name;
    int64_t from;
} indices[] = {
    {"SLURM_ARRAY_TASK_ID", 0}, {"SGE_TASK_ID", 1},          {"PBS_ARRAY_INDEX", 0},
    {"LSB_JOBINDEX", 1},        {"JOB_COMPLETION_INDEX", 0},
};

static int64_t find_index(cli_job *job, int64_t count)
{
    int64_t index;
    for (size_t i = 0; i < COUNT_OF(indices); i++) {
        const char *text = getenv(indices[i].name);
        const int64_t from = indices[i].from;
        if (text == NULL || strcmp(text, "undefined") == 0 ||
            strcmp(text, from > 0 ? "0" : "") == 0)
            continue;
        if (!cli_whole(text, from, from + count - 1, &index))
            cli_refuse(job,
                       "%s is '%.40s': the array needs the indices %" PRId64 " to %" PRId64
                       " for %" PRId64 " shards",
                       indices[i].name, text, from, from + count - 1, count);
        return index - from;
    }
    cli_refuse(job, "--shard auto: none of SLURM_ARRAY_TASK_ID, SGE_TASK_ID, PBS_ARRAY_INDEX, "
                    "LSB_JOBINDEX and JOB_COMPLETION_INDEX is in the environment (--shard 0/4 says "
                    "which one it is)");
}

void cli_read_shard(cli_job *job, uint64_t parts, const char *what, uint64_t *index,
                    uint64_t *count)
{
    const char *text = job->options->shard, *slash = strchr(text, '/');
    char first[24];
    int64_t at = 0, all = 0;
    if (slash == NULL || slash - text >= (ptrdiff_t)sizeof first ||
        !cli_whole(slash + 1, 1, CLI_RUNS_MAX, &all))
        cli_refuse(job, "--shard takes INDEX/COUNT: 3/64, auto/64; found '%.40s'", text);
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    if (strcmp(first, "auto") == 0)
        at = find_index(job, all);
    else if (!cli_whole(first, 0, all - 1, &at))
        cli_refuse(job, "the shards of %" PRId64 " are 0 to %" PRId64 ", found '%s'", all, all - 1,
                   first);
    if ((uint64_t)all > parts)
        cli_refuse(job, "%" PRIu64 " %s do not make %" PRId64 " shards", parts, what, all);
    *index = (uint64_t)at;
    *count = (uint64_t)all;
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

const char **cli_runs_files(cli_job *job, size_t *count, size_t *all)
{
    const cli_options *options = job->options;
    const char **files = base_array(&job->arena, const char *, options->operand_count + 1);
    *count = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        if (options->output == NULL || !is_same_file(options->operands[i], options->output))
            files[(*count)++] = options->operands[i];
    files[*count] = options->output;
    *all = *count + (options->output != NULL && access(options->output, F_OK) == 0);
    return files;
}

/* The number of runs in a file, of rules or of a game. */
static uint64_t count_runs(cli_job *job, const char *file)
{
    uint64_t count;
    if (wyrm_external_results_is(file)) {
        wyrm_external_results *results;
        cli_must(job, wyrm_external_results_read(file, &results, job->error));
        count = wyrm_external_results_count(results);
        wyrm_external_results_close(results);
    } else {
        wyrm_results *results;
        cli_must(job, wyrm_results_read(file, &results, job->error));
        count = wyrm_results_count(results);
        wyrm_results_close(results);
    }
    return count;
}

cli_reading cli_reading_of(cli_job *job, const char *const *files, size_t count, size_t all)
{
    cli_reading out = {.job = job};
    for (size_t i = 0; i < all; i++) {
        const bool again = i < count && job->options->output != NULL;
        out.all += count_runs(job, files[i]) * (again ? 2 : 1);
    }
    return out;
}

wyrm_status cli_read_on(cli_reading *reading, wyrm_error *error)
{
    const double all = (double)reading->all;
    if (!cli_progress_show(fmin((double)reading->done++ / all, 1), reading->job))
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were read");
    return WYRM_OK;
}

/* ---- Commands to type again ---- */

/* A command line, its words quoted for a shell. */
typedef struct line {
    char text[COMMAND_MAX];
    size_t used;
    bool fits; /* it fits, and every word can be quoted */
} line;

static void add_word(line *to, const char *word)
{
    char *at = to->text + to->used;
    to->fits = to->fits && to->used + 1 < sizeof to->text &&
               text_shell_word(word, at + 1, sizeof to->text - to->used - 1);
    if (!to->fits)
        return;
    *at = ' ';
    to->used += 1 + strlen(at + 1);
}

/* Adds an option with its value; "" for a flag, NULL: the option was not given. */
static void add_option(line *to, const char *name, const char *value)
{
    if (value != NULL)
        add_word(to, name);
    if (value != NULL && value[0] != '\0')
        add_word(to, value);
}

static void add_number(line *to, const char *name, uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    add_option(to, name, digits);
}

/* Begins with the command and its operands. An operand that looks like an option would need "--"
 * before it, so such a command is not shown. */
static line *begin_command(cli_job *job)
{
    line *made = base_new(&job->arena, line);
    made->used = (size_t)snprintf(made->text, sizeof made->text, "wyrm %s", job->command->name);
    made->fits = true;
    for (size_t i = 0; i < job->options->operand_count; i++) {
        made->fits = made->fits && job->options->operands[i][0] != '-';
        add_word(made, job->options->operands[i]);
    }
    return made;
}

static void add_list(line *to, const char *name, const cli_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        add_option(to, name, list->texts[i]);
}

const char *cli_runs_again(cli_job *job, uint64_t seed)
{
    const cli_options *options = job->options;
    line *made = begin_command(job);
    add_list(made, "--over", &options->over);
    add_list(made, "--metric", &options->metrics);
    add_option(made, "--targets", options->targets ? "" : NULL);
    char by[32];
    snprintf(by, sizeof by, "%.12g", options->by.value);
    add_option(made, "--by", options->by.given ? by : NULL);
    add_list(made, "--engine", &options->engines);
    add_list(made, "--set", &options->sets);
    add_list(made, "--agent", &options->agents);
    add_option(made, "--sim", options->sim ? "" : NULL);
    add_option(made, "--gate", options->gate);
    add_option(made, "--allow-run", options->allow_run ? "" : NULL);
    add_option(made, "--bot", options->bot);
    add_option(made, "--without", options->without);
    add_option(made, "--from", options->from);
    add_option(made, "--mix", options->mix ? "" : NULL);
    if (options->turns > 0)
        add_number(made, "--turns", options->turns);
    if (options->runs > 0)
        add_number(made, "--runs", options->runs);
    add_option(made, "--effort", options->effort_text);
    add_option(made, "--strict", options->strict ? "" : NULL);
    add_number(made, "--seed", seed);
    return made->fits ? made->text : "";
}

/* ---- Baselines ---- */

void cli_save_baseline(cli_job *job, char *text, size_t runs, const char *whose)
{
    const cli_options *options = job->options;
    base_keep(&job->arena, text, wyrm_free);
    cli_must(job, cli_write(options->baseline, text, true, job->error));
    line *hold = begin_command(job);
    add_option(hold, "--gate", options->baseline);
    add_option(hold, "--allow-run", options->allow_run ? "" : NULL);
    cli_complain(job->command, "wrote %s (%zu run%s of %s)%s%s", options->baseline, runs,
                 runs == 1 ? "" : "s", whose, hold->fits ? "; hold changes to it with\n  " : "",
                 hold->fits ? hold->text : "");
}

/* ---- Verdicts ---- */

/* Whether as much is played as by the greatest effort with a name, or more. */
static bool is_hard(const cli_options *options)
{
    wyrm_effort high = {0};
    (void)wyrm_effort_find("high", &high);
    const double games = high.factor * WYRM_JUDGE_GAMES;
    return options->effort.factor >= high.factor || (double)options->effort.most >= games ||
           (double)options->runs >= games;
}

/* The command that a check answers, for its footers: asked so again it gives the same figures. A
 * game that plays needs --allow-run where nobody sits at the terminal. */
static const char *check_again(cli_job *job, const text_check_answer *report)
{
    const cli_options *options = job->options;
    line *made = begin_command(job);
    add_list(made, "--set", &options->sets);
    add_list(made, "--agent", &options->agents);
    add_option(made, "--allow-run", report->game != NULL && !report->seen ? "" : NULL);
    add_option(made, "--allow-path", options->allow_path);
    if (options->runs > 0)
        add_number(made, "--runs", options->runs);
    add_option(made, "--effort", options->effort_text);
    if (options->seed != 1)
        add_number(made, "--seed", options->seed);
    return made->fits ? made->text : base_say(&job->arena, "wyrm check %s", options->operands[0]);
}

void cli_judged(cli_job *job, wyrm_status status, wyrm_judgement *judgement,
                const wyrm_errors *errors, text_check_answer *report)
{
    const cli_options *options = job->options;
    cli_progress_end(job);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, options->operands[0], errors, status));
    base_keep(&job->arena, judgement, wyrm_judgement_free);
    report->judgement = judgement;
    report->name = options->operands[0];
    report->verbose = options->verbose;
    report->seen = report->game != NULL && options->operand_count > 1;
    report->hard = is_hard(options);
    report->again = check_again(job, report);
    text_write_check(report, job->page);
    if (options->strict && judgement->summary[WYRM_FAIL] > 0)
        job->result = CLI_FAILED;
}
