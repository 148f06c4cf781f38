/* wyrm results: sums up files of runs; `import` turns somebody else's runs into files of runs, one
 * for each agent, so that each is a side for `wyrm compare` and other commands; `fit` compares the
 * players' runs with mixtures of bots. Nothing is started or played for any of it. For the same
 * reason `wyrm check` has existing runs of games judged here.
 *
 * In an import the agent is a column like any other, so one log may become several files, and a
 * second agent may turn up on the last line. Each file is written under another name until it is
 * complete: an import that stops halfway leaves nothing behind that looks like somebody's runs. */
#include "cli/internal.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 10000
#define PATH_ROOM 4096

/* ---- import: the files to write ---- */

/* A file of one agent, written as `draft` and renamed to `path` when it is complete. */
typedef struct target {
    char path[PATH_ROOM], draft[PATH_ROOM];
    wyrm_external_results *results; /* NULL: not begun, or complete */
    bool begun;
    uint64_t runs;
} target;

typedef struct importing {
    cli_job *job;
    const wyrm_external_import_account *account;
    wyrm_external_import *import;
    target *targets; /* by agent */
    uint64_t runs;   /* of all agents */
    void *progress;
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

/* "players.db", or with several agents "players-greedy.db", without characters that a file name may
 * not have. */
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

/* Refuses to replace a file, unless its runs were imported, too. */
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

static wyrm_status open_target(const importing *of, size_t agent, wyrm_error *error)
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

static wyrm_status take_import(const wyrm_external_run *run, size_t agent, void *context,
                               wyrm_error *error)
{
    importing *of = context;
    target *to = &of->targets[agent];
    const double done = (double)++of->runs / (double)of->account->lines;
    if (!cli_progress_show(done, of->progress))
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all lines were read");
    to->runs++;
    if (of->job->options->dry_run)
        return WYRM_OK;
    wyrm_status status = to->begun ? WYRM_OK : open_target(of, agent, error);
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

static void run_import(cli_job *job)
{
    importing *of = base_new(&job->arena, importing);
    wyrm_errors *errors = cli_new_errors(job);
    void *progress = cli_progress_start(job);
    wyrm_external_import *import = open_import(job);
    *of = (importing){.job = job,
                      .import = import,
                      .account = wyrm_external_import_account_of(import),
                      .progress = progress};
    name_targets(of);
    wyrm_status status = wyrm_external_import_each(import, take_import, of, errors);
    cli_progress_end(job);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, job->options->operands[0], errors, status));
    finish(of);
    size_t count = 0;
    text_import_file *files = base_array(&job->arena, text_import_file, of->account->agent_count);
    for (size_t i = 0; i < of->account->agent_count; i++)
        if (of->targets[i].runs > 0)
            files[count++] = (text_import_file){of->targets[i].path, of->account->agents[i],
                                                of->targets[i].runs};
    text_write_import(&(text_import_answer){.source = job->options->operands[0],
                                            .account = of->account,
                                            .errors = errors,
                                            .file_count = count,
                                            .files = files,
                                            .dry_run = job->options->dry_run},
                      job->page);
}

/* ---- Existing runs of games: judged, fitted ---- */

typedef struct seeing {
    cli_reading reading;
    wyrm_external_accumulator *accumulator;
} seeing;

static wyrm_status add_seen(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    seeing *to = context;
    wyrm_status status = cli_read_on(&to->reading, error);
    return status == WYRM_OK ? wyrm_external_accumulator_add(to->accumulator, run, error) : status;
}

/* Reads the facts and the summary of a file; both live as long as the job. */
static wyrm_external_seen open_seen(cli_job *job, const char *path)
{
    wyrm_external_summary *summary;
    cli_is_there(job, path);
    wyrm_external_results *results = cli_open_game_results(job, path);
    const wyrm_external_facts *facts = wyrm_external_results_facts_of(results);
    seeing to = {.reading = {job, 0, wyrm_external_results_count(results)}};
    cli_must(job,
             wyrm_external_accumulator_new(facts->hello, facts->seed, &to.accumulator, job->error));
    base_keep(&job->arena, to.accumulator, wyrm_external_accumulator_free);
    cli_progress_start(job);
    cli_must(job, wyrm_external_results_each(results, 0, UINT64_MAX, add_seen, &to, job->error));
    cli_progress_end(job);
    cli_must(job, wyrm_external_accumulator_sum(to.accumulator, &summary, job->error));
    base_keep(&job->arena, summary, wyrm_external_summary_free);
    return (wyrm_external_seen){.facts = facts, .summary = summary};
}

void cli_external_check_seen(cli_job *job)
{
    const cli_options *options = job->options;
    const size_t count = options->operand_count - 1;
    if (options->agents.count > 0 || options->sets.count > 0 || options->runs > 0 ||
        options->effort_text != NULL)
        cli_refuse(job, "runs that are there are judged as they are: --agent, --set, --runs and "
                        "--effort are for a game that plays");
    wyrm_external *game = cli_open_game(job, options->operands[0]);
    wyrm_external_seen *seen = base_array(&job->arena, wyrm_external_seen, count);
    for (size_t i = 0; i < count; i++) {
        const char *path = options->operands[i + 1];
        seen[i] = open_seen(job, path);
        for (size_t k = 0; k < i; k++)
            if (strcmp(seen[k].facts->agent, seen[i].facts->agent) == 0)
                cli_refuse(job,
                           "'%s' and '%s' are both runs of %s: `wyrm results` puts them into one "
                           "file",
                           options->operands[k + 1], path, seen[i].facts->agent);
    }
    wyrm_judgement *judgement;
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_external_judge_seen(game, seen, count, &judgement, errors);
    cli_judged(job, status, judgement, errors,
               &(text_check_answer){.title = seen[0].facts->game, .game = seen[0].facts});
}

/* ---- fit ---- */

/* An agent's name, or its file's if two agents have the same name. */
static const char *name_of(const wyrm_external_facts *const *agents, char **files, size_t count,
                           size_t which)
{
    for (size_t k = 0; k < count; k++)
        if (k != which && strcmp(agents[k]->agent, agents[which]->agent) == 0)
            return files[which];
    return agents[which]->agent;
}

/* Whether runs of a file were not won, and none of those tells where it ended. */
static bool tells_no_stage(const wyrm_external_summary *of)
{
    uint64_t told = 0;
    for (size_t i = 0; i < of->stage_count; i++)
        told += of->stages[i].ended;
    return told == 0 && of->complete > of->ends[WYRM_EXTERNAL_WON];
}

/* Refuses a file without stages beside those that have them: no mixture could ever fit. */
static void check_stages(cli_job *job, const wyrm_external_summary *players,
                         const wyrm_external_summary *const *agents, size_t count)
{
    const char *without = tells_no_stage(players) ? job->options->operands[0] : NULL;
    bool any = players->stage_count > 0;
    for (size_t k = 0; k < count; k++) {
        any = any || agents[k]->stage_count > 0;
        if (without == NULL && tells_no_stage(agents[k]))
            without = job->options->operands[k + 1];
    }
    if (any && without != NULL)
        cli_give_up(job,
                    "%s: none of its runs that were not won tells the stage that it ended on, so "
                    "that nothing of them can be compared; `wyrm results import` takes --map "
                    "'HEADING=stage' where it does not know the column",
                    without);
}

/* Compares the players' runs with mixtures of the agents', each read from a file. */
static void run_fit(cli_job *job)
{
    const size_t count = job->options->operand_count - 1;
    char **files = job->options->operands + 1;
    if (count > WYRM_FIT_AGENTS_MAX)
        cli_refuse(job, "at most %d agents are mixed", WYRM_FIT_AGENTS_MAX);
    const wyrm_external_seen players = open_seen(job, job->options->operands[0]);
    const wyrm_external_facts **facts = base_array(&job->arena, const wyrm_external_facts *, count);
    const wyrm_external_summary **summaries =
        base_array(&job->arena, const wyrm_external_summary *, count);
    const char **names = base_array(&job->arena, const char *, count);
    for (size_t k = 0; k < count; k++) {
        const wyrm_external_seen bot = open_seen(job, files[k]);
        summaries[k] = bot.summary;
        facts[k] = bot.facts;
    }
    for (size_t k = 0; k < count; k++)
        names[k] = name_of(facts, files, count, k);
    check_stages(job, players.summary, summaries, count);
    wyrm_fit *fitted = NULL;
    const wyrm_fit_options how = {.seed = job->options->seed,
                                  .progress = cli_progress_show,
                                  .progress_context = cli_progress_start(job)};
    wyrm_status status =
        wyrm_external_fit(players.summary, summaries, count, &how, &fitted, job->error);
    cli_progress_end(job);
    cli_must(job, status);
    base_keep(&job->arena, fitted, wyrm_external_fit_free);
    text_write_fit(&(text_fit_answer){.fit = fitted,
                                      .players = players.facts,
                                      .agents = facts,
                                      .names = names,
                                      .seed = job->options->seed},
                   job->page);
}

/* ---- Summing up ---- */

/* Adds runs to a summary or a file, until a signal comes. */
typedef struct adding {
    cli_reading reading;
    wyrm_accumulator *accumulator;
    wyrm_results *into; /* NULL: add to the summary */
} adding;

static wyrm_status add_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    adding *to = context;
    wyrm_status status = cli_read_on(&to->reading, error);
    if (status != WYRM_OK)
        return status;
    return to->into != NULL ? wyrm_results_add(to->into, run, error)
                            : wyrm_accumulator_add(to->accumulator, run, error);
}

/* Adds the runs of all files to the output file, which may be one of them. */
static wyrm_status write_all(const cli_options *options, const wyrm_design *design,
                             const char *const *files, size_t count,
                             const wyrm_results_facts *facts, adding *to, wyrm_error *error)
{
    wyrm_results_account unused;
    bool is_new = access(options->output, F_OK) != 0;
    wyrm_status status = wyrm_results_write(options->output, design, facts, &to->into, error);
    if (status == WYRM_OK)
        status = wyrm_results_join(files, count, options->mix, design, add_run, to, &unused, error);
    if (status == WYRM_OK)
        status = wyrm_results_flush(to->into, error);
    wyrm_results_close(to->into);
    if (status != WYRM_OK && is_new)
        unlink(options->output);
    return status;
}

/* Sums up all files, with those runs that the output file has already, and then writes that. */
static wyrm_summary *sum_up(cli_job *job, const wyrm_design *design, uint64_t seed,
                            wyrm_results_account *account)
{
    const cli_options *options = job->options;
    wyrm_summary *summary = NULL;
    size_t count, all;
    const char **files = cli_runs_files(job, &count, &all);
    adding to = {.reading = cli_reading_of(job, files, count, all)};
    cli_must(job, wyrm_accumulator_new(design, seed, &to.accumulator, job->error));
    base_keep(&job->arena, to.accumulator, wyrm_accumulator_free);
    wyrm_status status =
        wyrm_results_join(files, all, options->mix, design, add_run, &to, account, job->error);
    if (status == WYRM_OK && options->output != NULL)
        status = write_all(options, design, files, count, &account->facts, &to, job->error);
    if (status == WYRM_OK)
        status = wyrm_accumulator_sum(to.accumulator, &summary, job->error);
    if (status == WYRM_ERROR_ARGUMENT)
        job->advice =
            "only runs of one ruleset, bot and seed are added up: parts of one simulation have "
            "the same --seed, each its own --shard or --first-run; `wyrm compare` takes files that "
            "differ";
    cli_must(job, status);
    base_keep(&job->arena, summary, wyrm_summary_free);
    return summary;
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design;
    wyrm_results_account *account = base_new(&job->arena, wyrm_results_account);
    if (options->operand_count > FILES_MAX)
        cli_refuse(job, "at most %d files are summed up", FILES_MAX);
    for (size_t i = 0; i < options->operand_count; i++)
        cli_is_there(job, options->operands[i]);
    cli_can_open(job, options->output);
    cli_can_write(job, options->csv);
    if (cli_is_game_results(options->operands[0])) {
        cli_external_results(job);
        return;
    }
    const wyrm_results *first = cli_open_results(job, options->operands[0], options->from, &design);
    const uint64_t seed = wyrm_results_facts_of(first)->seed;
    cli_progress_start(job);
    const wyrm_summary *summary = sum_up(job, design, seed, account);
    cli_progress_end(job);
    text_sim_answer report = {.design = design,
                              .summary = summary,
                              .facts = &account->facts,
                              .file = options->output != NULL       ? options->output
                                      : options->operand_count == 1 ? options->operands[0]
                                                                    : NULL,
                              .first = account->first,
                              .account = account};
    if (account->repeated > 0)
        cli_complain(job->command, "%" PRIu64 " runs are in more than one file: each counts once",
                     account->repeated);
    cli_sim_print(job, &report);
}

/* ---- The commands ---- */

/* clang-format off */
static const cli_command import = {
    .name = "results import", .operands = "FILE", .run = run_import,
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

static const cli_command fit = {
    .name = "results fit", .operands = "PLAYERS AGENT AGENT...", .run = run_fit,
    .summary = "which mixture of bots ends as the players do",
    .text = "PLAYERS is a file of runs of people, AGENT each one of a bot: runs of a game of your "
            "own, imported or played by `wyrm sim` of its file; runs of a ruleset are not taken. "
            "Of all weights that add up to 1 those are found with which the bots' deaths by stage, "
            "and their wins, are likeliest to be the players': how many of the players play as if "
            "they were which bot, so far as where runs end can tell. It is said whether any "
            "mixture fits at all; where none does, none of these bots is a stand-in for somebody "
            "among the players.",
    .options = {
        {0, "seed", "N", "of the samples that intervals and the test are made of (default 1)",
         CLI_SEED},
        CLI_OPTION_JSON},
    .examples = {{"Playtests", "wyrm results import playtests.csv -o players.db"},
                 {"A careful and a greedy bot",
                  "wyrm results fit players.db cautious.db greedy.db"}},
};

static const cli_command *const commands[] = {&import, &fit, NULL};

const cli_command cli_results = {
    .name = "results", .operands = "FILE...", .run = run, .commands = commands,
    .summary = "sums up files of runs that `wyrm sim -o` wrote",
    .text = "Several files, in any order, are summed up as if they were one: the summary is the "
            "same as that of the simulation that made all the runs at once, to the last digit. It "
            "says which runs are missing.\n\n"
            "Runs of a game of your own are summed up in the same way; nothing is started for it.",
    .options = {
        {'o', "output", "FILE", "adds the runs of all files to this one, too", CLI_TEXT(output)},
        {0, "mix", NULL, "allows files of different versions of the engine, whose runs may not be "
         "alike", CLI_FLAG(mix)},
        {0, "csv", "FILE", "the figures depth by depth into this file", CLI_TEXT(csv)},
        {0, "from", "RULESET", "where the ruleset is now, if it has moved since the runs were made",
         CLI_TEXT(from), .need = cli_needs_rules},
        {'v', "verbose", NULL, "every depth, cause of death, monster and item", CLI_FLAG(verbose)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Half of the runs", "wyrm sim tutorial --shard 0/2 -o first.db"},
                 {"The other half, perhaps elsewhere",
                  "wyrm sim tutorial --shard 1/2 -o second.db"},
                 {"Both together", "wyrm results first.db second.db"},
                 {"In one file", "wyrm results first.db second.db -o all.db"}},
};
