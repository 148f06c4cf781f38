/* Runs of games that are there already, whole files of them: judged by the targets of a game's
 * file, and people's held against mixtures of bots (wyrm results fit). Nothing is started. */
#include "cli/internal.h"
#include <stdio.h>
#include <string.h>

static wyrm_status add(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    if (cli_signal() != 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were read");
    return wyrm_external_accumulator_add(context, run, error);
}

/* Both as long as the job. */
static wyrm_external_seen open_seen(cli_job *job, const char *path)
{
    wyrm_external_accumulator *accumulator;
    wyrm_external_summary *summary;
    cli_is_there(job, path);
    wyrm_external_results *results = cli_open_game_results(job, path);
    const wyrm_external_facts *facts = wyrm_external_results_facts_of(results);
    cli_must(job,
             wyrm_external_accumulator_new(facts->hello, facts->seed, &accumulator, job->error));
    base_keep(&job->arena, accumulator, wyrm_external_accumulator_free);
    cli_must(job, wyrm_external_results_each(results, 0, UINT64_MAX, add, accumulator, job->error));
    cli_must(job, wyrm_external_accumulator_sum(accumulator, &summary, job->error));
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
               &(wyrm_check_report){.title = seen[0].facts->game, .game = seen[0].facts});
}

/* By its agent; by its file where two have the same. */
static const char *name_of(const wyrm_external_facts *const *agents, char **files, size_t count,
                           size_t which)
{
    for (size_t k = 0; k < count; k++)
        if (k != which && strcmp(agents[k]->agent, agents[which]->agent) == 0)
            return files[which];
    return agents[which]->agent;
}

static void fit(cli_job *job)
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
    wyrm_fit *fitted = NULL;
    const wyrm_fit_options how = {.seed = job->options->seed,
                                  .progress = cli_progress_show,
                                  .progress_context = cli_progress_start(job)};
    wyrm_status status =
        wyrm_external_fit(players.summary, summaries, count, &how, &fitted, job->error);
    cli_progress_end(job);
    cli_must(job, status);
    base_keep(&job->arena, fitted, wyrm_external_fit_free);
    wyrm_report_fit(&(wyrm_fit_report){.fit = fitted,
                                       .players = players.facts,
                                       .agents = facts,
                                       .names = names,
                                       .seed = job->options->seed},
                    job->page);
}

/* clang-format off */
const cli_command cli_results_fit = {
    .name = "results fit", .operands = "PLAYERS AGENT AGENT...", .run = fit,
    .summary = "which mixture of bots ends as the players do",
    .text = "PLAYERS is a file of runs of people, AGENT each one of a bot. Of all weights that add "
            "up to 1 those are found with which the bots' deaths by stage, and their wins, are "
            "likeliest to be the players': how many of the players play as if they were which "
            "bot, so far as where runs end can tell. It is said whether any mixture fits at all; "
            "where none does, none of these bots is a stand-in for somebody among the players.",
    .options = {
        {0, "seed", "N", "of the samples that intervals and the test are made of (default 1)",
         CLI_SEED},
        CLI_OPTION_JSON},
    .examples = {{"Playtests", "wyrm results import playtests.csv -o players.db"},
                 {"A careful and a greedy bot",
                  "wyrm results fit players.db cautious.db greedy.db"}},
};
