/* wyrm results import: somebody else's runs into files of runs, one for each agent, so that each is
 * a side for `wyrm compare` and the like.
 *
 * Who plays is a column like others, so that one log may become several files, and the second agent
 * may turn up on the last line. Each is written under another name until it is whole: an import
 * that stops half-way leaves nothing behind that looks like the runs of somebody. */
#include "cli/internal.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_ROOM 4096

/* A file is written under another name and gets its own when it is whole. */
typedef struct target {
    char path[PATH_ROOM], draft[PATH_ROOM];
    wyrm_external_results *results; /* NULL: not begun, or whole */
    bool begun;
    uint64_t runs;
} target;

typedef struct importing {
    cli_job *job;
    const wyrm_external_import_account *account;
    wyrm_external_import *import;
    target *targets; /* one for each agent */
} importing;

static void drop_targets(importing *of)
{
    for (size_t i = 0; i < of->account->agent_count; i++) {
        wyrm_external_results_close(of->targets[i].results);
        if (of->targets[i].begun)
            unlink(of->targets[i].draft);
    }
}

static wyrm_external_import *open_import(cli_job *job)
{
    const cli_options *options = job->options;
    const wyrm_external_import_options how = {
        .map = options->map,
        .outcomes = options->outcomes,
        .agent = options->agents.count > 0 ? options->agents.texts[0] : NULL,
        .game = options->game,
        .bad = options->bad.value};
    wyrm_external_import *import;
    cli_is_there(job, options->operands[0]);
    wyrm_status status = wyrm_external_import_open(options->operands[0], &how, &import, job->error);
    cli_must_as(job, status, status == WYRM_ERROR_ARGUMENT || status == WYRM_ERROR_UNKNOWN);
    base_keep(&job->arena, import, wyrm_external_import_free);
    return import;
}

/* ---- Where runs go ---- */

/* "players.db", of several agents "players-greedy.db", with letters that any file can have. */
static void name_target(cli_job *job, target *to, const char *agent)
{
    const char *path =
        job->options->output != NULL ? job->options->output : job->options->operands[0];
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    size_t stem = dot != NULL && dot != file ? (size_t)(dot - path) : strlen(path);
    const char *ending = job->options->output == NULL ? ".db" : path + stem;
    char name[WYRM_EXTERNAL_NAME_MAX + 2] = "";
    if (agent != NULL)
        snprintf(name, sizeof name, "-%s", agent);
    for (char *at = name; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr("-_.", *at) == NULL)
            *at = '_';
    if (agent == NULL && job->options->output != NULL)
        snprintf(to->path, PATH_ROOM - 8, "%s", path);
    else
        snprintf(to->path, PATH_ROOM - 8, "%.*s%s%s", (int)stem, path, name, ending);
    snprintf(to->draft, PATH_ROOM, "%s.part", to->path);
    if (strlen(to->path) >= PATH_ROOM - 9)
        cli_refuse(job, "the name of the file is too long");
}

/* What is there already is replaced where it was imported, too, and never else. */
static void must_be_free(cli_job *job, const char *path)
{
    wyrm_external_results *old;
    if (access(path, F_OK) != 0) {
        cli_can_write(job, path);
        return;
    }
    if (wyrm_external_results_is(path) &&
        wyrm_external_results_read(path, &old, job->error) == WYRM_OK) {
        const bool imported = wyrm_external_results_facts_of(old)->imported;
        wyrm_external_results_close(old);
        if (imported)
            return;
    }
    cli_refuse(job, "'%s' is there already, and holds no imported runs: -o names another file",
               path);
}

static void name_targets(importing *of)
{
    const size_t count = of->account->agent_count;
    of->targets = base_array(&of->job->arena, target, count);
    for (size_t i = 0; i < count; i++) {
        target *to = &of->targets[i];
        name_target(of->job, to, count > 1 ? of->account->agents[i] : NULL);
        for (size_t k = 0; k < i; k++)
            if (strcmp(of->targets[k].path, to->path) == 0)
                cli_refuse(of->job,
                           "'%s' and '%s' would go into the same file, %s: --agent takes one",
                           of->account->agents[k], of->account->agents[i], to->path);
        if (!of->job->options->dry_run)
            must_be_free(of->job, to->path);
    }
    if (!of->job->options->dry_run)
        base_keep(&of->job->arena, of, drop_targets);
}

static wyrm_status begin(const importing *of, size_t agent, wyrm_error *error)
{
    target *to = &of->targets[agent];
    wyrm_external_facts facts;
    wyrm_external_import_facts(of->import, agent, &facts);
    if (unlink(to->draft) != 0 && errno != ENOENT)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s: %s", to->draft, strerror(errno));
    to->begun = true;
    wyrm_status status = wyrm_external_results_write(to->draft, &facts, &to->results, error);
    if (status != WYRM_OK)
        to->results = NULL;
    return status;
}

static wyrm_status take(const wyrm_external_run *run, size_t agent, void *context,
                        wyrm_error *error)
{
    const importing *of = context;
    target *to = &of->targets[agent];
    if (cli_signal() != 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all lines were read");
    to->runs++;
    if (of->job->options->dry_run)
        return WYRM_OK;
    wyrm_status status = to->begun ? WYRM_OK : begin(of, agent, error);
    return status == WYRM_OK ? wyrm_external_results_add(to->results, run, error) : status;
}

static void finish(importing *of)
{
    for (size_t i = 0; i < of->account->agent_count; i++) {
        target *to = &of->targets[i];
        if (!to->begun)
            continue;
        cli_must(of->job, wyrm_external_results_flush(to->results, of->job->error));
        wyrm_external_results_close(to->results);
        to->results = NULL;
        if (rename(to->draft, to->path) != 0)
            cli_give_up(of->job, "%s: %s", to->path, strerror(errno));
        to->begun = false;
    }
}

static void run(cli_job *job)
{
    importing *of = base_new(&job->arena, importing);
    wyrm_errors *errors = cli_new_errors(job);
    cli_progress_start(job);
    wyrm_external_import *import = open_import(job);
    *of = (importing){
        .job = job, .import = import, .account = wyrm_external_import_account_of(import)};
    name_targets(of);
    wyrm_status status = wyrm_external_import_each(import, take, of, errors);
    cli_progress_end(job);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, job->options->operands[0], errors, status));
    finish(of);
    size_t count = 0;
    wyrm_import_file *files = base_array(&job->arena, wyrm_import_file, of->account->agent_count);
    for (size_t i = 0; i < of->account->agent_count; i++)
        if (of->targets[i].runs > 0)
            files[count++] = (wyrm_import_file){of->targets[i].path, of->account->agents[i],
                                                of->targets[i].runs};
    wyrm_report_import(&(wyrm_import_report){.source = job->options->operands[0],
                                             .account = of->account,
                                             .errors = errors,
                                             .file_count = count,
                                             .files = files,
                                             .dry_run = job->options->dry_run},
                       job->page);
}

/* clang-format off */
const cli_command cli_results_import = {
    .name = "results import", .operands = "FILE", .run = run,
    .summary = "takes somebody else's runs: playtests, telemetry, another simulator",
    .text = "FILE is CSV, whose first line names the columns, or JSON, one object a line, of which "
            "members within members are columns, too (stats.gold). One line is one run. What a "
            "column is, its name and values say, and what was made of all of them is shown: look "
            "at it, first of all with --dry-run. What is wrong, --map says: a column is run, seed, "
            "agent, outcome, stage (stage+1: counted from 0), cause, share, amount, number, "
            "category, by_stage or none; amount:coins is an amount that is called coins.\n\n"
            "Where a column tells who played, each agent's runs go into a file of their own "
            "(playtests-greedy.db), so that `wyrm compare` can hold them against each other; "
            "--agent takes one of them.\n\n"
            "A line that cannot be used is part of nothing and is told; where they are more than "
            "5 in 100, nothing is written. Seeds of others mean nothing here: such runs are never "
            "compared in pairs. A file of imported runs is replaced, any other is left.",
    .options = {
        {'o', "output", "FILE", "where the runs go (default: FILE with the ending .db)",
         CLI_TEXT(output)},
        {0, "map", "COLUMN=ROLE,...", "what columns are, where the guess is wrong", CLI_TEXT(map)},
        {0, "outcomes", "WORD=END,...", "what words of the outcome mean: won, lost, unfinished or "
         "failed; else=lost: all other words, and runs without one", CLI_TEXT(outcomes)},
        {0, "agent", "NAME", "who played (default: players); where a column says that: only the "
         "runs of this one", CLI_LIST(agents, 1)},
        {0, "game", "NAME", "what the game is called (default: FILE without its ending)",
         CLI_TEXT(game)},
        {0, "bad", "SHARE", "the share of lines that may be of no use (default 0.05)",
         CLI_NUMBER(bad, 1)},
        {0, "dry-run", NULL, "shows what would be made of it, and writes nothing",
         CLI_FLAG(dry_run)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_JSON},
    .examples = {{"What would be made of it", "wyrm results import playtests.csv --dry-run"},
                 {"Into playtests.db", "wyrm results import playtests.csv"},
                 {"Columns of other names",
                  "wyrm results import log.jsonl --map pts=amount,done=outcome,junk=none"},
                 {"People against bots", "wyrm compare playtests.db bots.db"}},
};
