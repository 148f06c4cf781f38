/* Commands on games of the user's own: whether their program may run, and sim, check, results and
 * replay, which do for runs of such a game what the commands of these names do for rules.
 *
 * A command in a file is a program. It is run only from a file that was given on the command line
 * as the description of a game, and only if --allow-run or somebody at the terminal allows it; a
 * command that is named in a file of results or a baseline is shown and never run. */
#include "cli/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define SETTINGS_MAX 1000

/* ---- What a file is ---- */

bool cli_is_game_results(const char *path)
{
    return cli_is_results(path) && wyrm_external_results_is(path);
}

static bool has_game(const cli_options *options)
{
    for (size_t i = 0; i < options->operand_count; i++)
        if (cli_is_game(options->operands[i]) || cli_is_game_results(options->operands[i]))
            return true;
    return false;
}

/* An operand that is no file, or an invalid one, counts as a game: opening it will say what is
 * wrong. */
const char *cli_needs_game(const cli_options *options)
{
    const char *first = options->operand_count > 0 ? options->operands[0] : "";
    bool is_broken = wyrm_shipped_find(first) == NULL && !cli_is_results(first) &&
                     !cli_is_recording(first) && !wyrm_ruleset_mentions(first, "name");
    return has_game(options) || is_broken
               ? NULL
               : "only with a game of your own: a file with a section `engine`";
}

const char *cli_needs_rules(const cli_options *options)
{
    return has_game(options)
               ? "with rules, not with a game of your own, which has --agent and --set"
               : NULL;
}

/* ---- Opening and starting ---- */

wyrm_external_results *cli_open_game_results(cli_job *job, const char *path)
{
    wyrm_external_results *results;
    cli_must(job, wyrm_external_results_read(path, &results, job->error));
    base_keep(&job->arena, results, wyrm_external_results_close);
    return results;
}

wyrm_external *cli_open_game(cli_job *job, const char *path)
{
    wyrm_external *game;
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_external_open(path, &game, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, path, errors, status));
    base_keep(&job->arena, game, wyrm_external_free);
    return game;
}

/* Prints a line on stderr in full, however long: its end is where somebody would hide something. */
static void show_line(const char *before, const char *text)
{
    base_buffer line = {0};
    base_buffer_append_visible(&line, text, strlen(text));
    fprintf(stderr, "%s%s\n", before, line.bytes != NULL ? line.bytes : "");
    base_buffer_drop(&line);
}

static bool says_yes(void)
{
    char answer[16] = "";
    bool read = fgets(answer, sizeof answer, stdin) != NULL;
    answer[strcspn(answer, "\r\n")] = '\0';
    return read && (strcasecmp(answer, "y") == 0 || strcasecmp(answer, "yes") == 0);
}

static void ask_to_run(cli_job *job, const wyrm_external *game)
{
    const char *command = wyrm_external_command(game), *folder = wyrm_external_folder(game);
    if (job->options->allow_run || (job->allowed != NULL && strcmp(job->allowed, command) == 0 &&
                                    strcmp(job->allowed_folder, folder) == 0))
        return;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        cli_refuse(job,
                   "this starts a program, `%s` in %s, which nobody is here to agree to: "
                   "--allow-run does",
                   command, folder);
    fputs("This file says that its game is a program:\n", stderr);
    show_line("    ", command);
    show_line("in the folder ", folder);
    fputs("Run it? [y/N] ", stderr);
    fflush(stderr);
    if (!says_yes())
        cli_refuse(job, "it was not run");
    job->allowed = base_copy(&job->arena, command);
    job->allowed_folder = base_copy(&job->arena, folder);
}

void cli_meet(cli_job *job, wyrm_external *game, const char *path)
{
    wyrm_errors *errors = cli_new_errors(job);
    ask_to_run(job, game);
    wyrm_status status = wyrm_external_meet(game, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, path, errors, status));
}

/* Splits "orc.hp=12,name=a,b" into settings: a part without '=' belongs to the value before it. */
static void part_settings(cli_job *job, const char *list, const char **out, size_t *count)
{
    char *rest = base_copy(&job->arena, list);
    if (strchr(list, '=') == NULL || list[strcspn(list, ",=")] == ',')
        cli_refuse(job, "--set takes KEY=VALUE, found '%s'", list);
    while (rest != NULL) {
        char *end = strchr(rest, ','), *next = end;
        while (next != NULL && next[1 + strcspn(next + 1, ",=")] != '=')
            next = strchr(next + 1, ',');
        if (next != NULL)
            *next++ = '\0';
        if (*count == SETTINGS_MAX)
            cli_refuse(job, "--set takes at most %d parameters", SETTINGS_MAX);
        out[(*count)++] = rest;
        rest = next;
    }
}

wyrm_external_ask_options cli_ask(cli_job *job, const char *agent, const char *const *sets,
                                  size_t count)
{
    const char **settings = base_array(&job->arena, const char *, SETTINGS_MAX);
    wyrm_external_ask_options ask = {
        .seed = job->options->seed, .agent = agent, .set = settings, .steps = job->options->turns};
    for (size_t i = 0; i < count; i++)
        part_settings(job, sets[i], settings, &ask.set_count);
    return ask;
}

/* The options for the only side of a command: its agent, and all of --set together. */
static wyrm_external_ask_options ask_all(cli_job *job)
{
    const cli_options *options = job->options;
    return cli_ask(job, options->agents.count > 0 ? options->agents.texts[0] : NULL,
                   options->sets.texts, options->sets.count);
}

/* ---- sim ---- */

/* A simulation of a game in progress. */
typedef struct playing {
    cli_job *job;
    const wyrm_external *game;
    wyrm_external_play_options how;
    wyrm_external_facts facts;
    wyrm_external_results *results;         /* NULL: no file */
    wyrm_external_accumulator *accumulator; /* includes runs that the file had */
    wyrm_external_summary *summary;
    uint64_t next, count, had, most; /* as in sim.c */
    uint64_t from, wanted;           /* runs before this step, and in the end */
    double kept;                     /* time of the last flush, in cli_seconds */
} playing;

static void drop_playing(playing *state)
{
    wyrm_external_results_close(state->results);
    wyrm_external_accumulator_free(state->accumulator);
    wyrm_external_summary_free(state->summary);
}

static wyrm_status receive_run(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    playing *state = context;
    wyrm_status status = wyrm_external_accumulator_add(state->accumulator, run, error);
    if (status != WYRM_OK || state->results == NULL)
        return status;
    status = wyrm_external_results_add(state->results, run, error);
    if (status != WYRM_OK || !cli_runs_keep(&state->kept))
        return status;
    return wyrm_external_results_flush(state->results, error);
}

/* Sums up runs of the file: the wanted ones, up to the first that is missing. */
static wyrm_status sum_up_old(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    playing *state = context;
    state->count++;
    if (run->run != state->next || state->had == state->most)
        return WYRM_OK;
    state->next++;
    state->had++;
    return wyrm_external_accumulator_add(state->accumulator, run, error);
}

/* The figure shown with the progress bar, and the one --error is about: the win rate if at least
 * one run in fifty is won or there are no stages, else the final stage. */
static wyrm_estimate headline(const wyrm_external_summary *summary, const char **name)
{
    bool won = summary->win_rate >= 0.02 || summary->final_stage.count == 0;
    *name = won ? "win rate" : "final stage";
    return won ? (wyrm_estimate){summary->win_rate, true, summary->win_rate_ci95}
               : text_estimate_mean(&summary->final_stage);
}

static void sum_up(playing *state)
{
    wyrm_external_summary_free(state->summary);
    state->summary = NULL;
    cli_must(state->job,
             wyrm_external_accumulator_sum(state->accumulator, &state->summary, state->job->error));
}

/* Shows the progress bar with the estimate so far. */
static bool show_progress(double done, void *context)
{
    playing *state = context;
    wyrm_external_summary *so_far;
    double all = ((double)state->from + done * (double)state->how.runs) / (double)state->wanted;
    char words[64];
    const char *name;
    if (cli_progress_is_due(all, state->job) &&
        wyrm_external_accumulator_sum(state->accumulator, &so_far, NULL) == WYRM_OK) {
        wyrm_estimate figure = headline(so_far, &name);
        snprintf(words, sizeof words, "%s %.3g (%.3g to %.3g)", name, figure.value, figure.ci95.low,
                 figure.ci95.high);
        wyrm_external_summary_free(so_far);
        cli_progress_describe(all, words, state->job);
    }
    return cli_signal() == 0;
}

/* Opens the file of results and sums up the wanted runs that it has. */
static void go_on(playing *state, uint64_t wanted)
{
    cli_job *job = state->job;
    const char *file = job->options->output;
    state->most = job->options->error.given ? UINT64_MAX : wanted;
    wyrm_status status =
        wyrm_external_results_write(file, &state->facts, &state->results, job->error);
    if (status != WYRM_OK)
        state->results = NULL;
    if (status == WYRM_ERROR_ARGUMENT)
        job->advice = "these runs need a file of their own: another one behind -o";
    cli_must(job, status);
    cli_must(job, wyrm_external_results_each(state->results, 0, UINT64_MAX, sum_up_old, state,
                                             job->error));
    if (state->had > 0)
        cli_runs_report_old(job, state->had, state->count, wanted);
}

/* Plays the missing runs. With --error it goes on in steps of --runs until the headline is known
 * that closely: it only checks after whole steps, so it stops at the same run, whatever the file
 * had. */
static wyrm_status play(playing *state, uint64_t step)
{
    const cli_options *options = state->job->options;
    wyrm_status status = WYRM_OK;
    uint64_t most = step, have = state->had;
    if (options->error.given)
        most = options->max_runs > 0 ? options->max_runs : WYRM_SIM_MAX_RUNS;
    for (state->wanted = most; have < most && status == WYRM_OK; have += state->how.runs) {
        const uint64_t left = step - have % step;
        const char *name;
        sum_up(state);
        const wyrm_estimate known = headline(state->summary, &name);
        if (have > 0 && left == step &&
            (known.ci95.high - known.ci95.low) / 2 <= options->error.value)
            break;
        state->from = have;
        state->how.first = options->first_run + have;
        state->how.runs = left < most - have ? left : most - have;
        status = wyrm_external_play(state->game, &state->how, state->job->error);
    }
    return status;
}

/* Prints the summary as text or JSON, and writes the CSV file. */
static void print_runs(cli_job *job, text_external_answer *report)
{
    report->verbose = job->options->verbose;
    text_write_external(report, job->page);
    if (job->options->csv == NULL)
        return;
    text_page *csv = cli_page(job, cli_style());
    text_write_external_csv(report, csv);
    cli_save(job, job->options->csv, csv);
}

void cli_external_sim(cli_job *job)
{
    const cli_options *options = job->options;
    const uint64_t wanted = options->runs > 0 ? options->runs : WYRM_SIM_RUNS;
    playing *state = base_new(&job->arena, playing);
    wyrm_external *game = cli_open_game(job, options->operands[0]);
    cli_meet(job, game, options->operands[0]);
    *state = (playing){.job = job,
                       .game = game,
                       .how = {.ask = ask_all(job),
                               .threads = (unsigned)options->threads,
                               .take = receive_run,
                               .take_context = state,
                               .progress = show_progress,
                               .progress_context = state},
                       .next = options->first_run,
                       .kept = cli_seconds()};
    base_keep(&job->arena, state, drop_playing);
    cli_must_typed(job, wyrm_external_facts_from(game, &state->how.ask, &state->facts, job->error));
    cli_must(job, wyrm_external_accumulator_new(wyrm_external_hello_of(game), options->seed,
                                                &state->accumulator, job->error));
    if (options->output != NULL)
        go_on(state, wanted);
    cli_progress_start(job);
    wyrm_status status = play(state, wanted);
    /* Runs that were played before a signal, or before too many failed, are kept and reported. */
    const bool stopped = status == WYRM_ERROR_LIMIT;
    const wyrm_error why = *job->error;
    if (state->results != NULL && (status == WYRM_OK || stopped)) {
        wyrm_status kept = wyrm_external_results_flush(state->results, job->error);
        status = kept != WYRM_OK ? kept : status;
    }
    cli_progress_end(job);
    /* The file is closed before anything is printed, so that whoever reads that finds it
     * complete. */
    wyrm_external_results_close(state->results);
    state->results = NULL;
    cli_must(job, stopped ? WYRM_OK : status);
    sum_up(state);
    if (stopped && cli_signal() == 0) {
        cli_complain(job->command, "%s", why.message);
        job->result = CLI_BAD_DATA;
    }
    print_runs(job, &(text_external_answer){.facts = &state->facts,
                                            .summary = state->summary,
                                            .first = options->first_run,
                                            .stopped = stopped});
}

/* ---- check ---- */

void cli_external_check(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_external *game = cli_open_game(job, options->operands[0]);
    cli_meet(job, game, options->operands[0]);
    wyrm_external_judge_options how = {
        .ask = ask_all(job),
        .effort = options->runs > 0 ? (wyrm_effort){.exactly = options->runs} : options->effort,
        .threads = (unsigned)options->threads,
        .progress = cli_progress_show};
    wyrm_external_facts *facts = base_new(&job->arena, wyrm_external_facts);
    cli_must_typed(job, wyrm_external_facts_from(game, &how.ask, facts, job->error));
    wyrm_judgement *judgement;
    wyrm_errors *errors = cli_new_errors(job);
    how.progress_context = cli_progress_start(job);
    wyrm_status status = wyrm_external_judge(game, &how, &judgement, errors);
    cli_judged(job, status, judgement, errors,
               &(text_check_answer){.title = facts->game, .game = facts});
}

/* ---- results ---- */

/* Adds runs to a summary or a file, until a signal comes. */
typedef struct adding {
    cli_reading reading;
    wyrm_external_accumulator *accumulator;
    wyrm_external_results *into; /* NULL: add to the summary */
} adding;

static wyrm_status add_run(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    adding *to = context;
    wyrm_status status = cli_read_on(&to->reading, error);
    if (status != WYRM_OK)
        return status;
    return to->into != NULL ? wyrm_external_results_add(to->into, run, error)
                            : wyrm_external_accumulator_add(to->accumulator, run, error);
}

/* Adds the runs of all files to the output file, which may be one of them. */
static wyrm_status write_all(const cli_options *options, const char *const *files, size_t count,
                             const wyrm_external_facts *facts, adding *to, wyrm_error *error)
{
    wyrm_external_account account = {.keeper = NULL};
    const bool is_new = access(options->output, F_OK) != 0;
    wyrm_status status = wyrm_external_results_write(options->output, facts, &to->into, error);
    if (status == WYRM_OK)
        status =
            wyrm_external_results_join(files, count, options->mix, add_run, to, &account, error);
    wyrm_external_results_close(account.keeper);
    if (status == WYRM_OK)
        status = wyrm_external_results_flush(to->into, error);
    wyrm_external_results_close(to->into);
    if (status != WYRM_OK && is_new)
        unlink(options->output);
    return status;
}

/* Sums up files of runs. The command that they name is shown and never run. */
void cli_external_results(cli_job *job)
{
    const cli_options *options = job->options;
    size_t count, all;
    const char **files = cli_runs_files(job, &count, &all);
    wyrm_external_account *account = base_new(&job->arena, wyrm_external_account);
    wyrm_external_summary *summary = NULL;
    adding to = {.reading = cli_reading_of(job, files, count, all)};
    const wyrm_external_facts *facts =
        wyrm_external_results_facts_of(cli_open_game_results(job, options->operands[0]));
    cli_must(job,
             wyrm_external_accumulator_new(facts->hello, facts->seed, &to.accumulator, job->error));
    base_keep(&job->arena, to.accumulator, wyrm_external_accumulator_free);
    cli_progress_start(job);
    wyrm_status status =
        wyrm_external_results_join(files, all, options->mix, add_run, &to, account, job->error);
    base_keep(&job->arena, account->keeper, wyrm_external_results_close);
    if (status == WYRM_OK && options->output != NULL)
        status = write_all(options, files, count, &account->facts, &to, job->error);
    if (status == WYRM_OK)
        status = wyrm_external_accumulator_sum(to.accumulator, &summary, job->error);
    if (status == WYRM_ERROR_ARGUMENT)
        job->advice = "only runs of one game, agent, setting and seed are added up: `wyrm compare` "
                      "takes files that differ";
    cli_must(job, status);
    base_keep(&job->arena, summary, wyrm_external_summary_free);
    cli_progress_end(job);
    if (account->repeated > 0)
        cli_complain(job->command, "%" PRIu64 " runs are in more than one file: each counts once",
                     account->repeated);
    print_runs(
        job, &(text_external_answer){
                 .facts = facts, .summary = summary, .first = account->first, .account = account});
}

/* ---- replay ---- */

/* Frames being shown. */
typedef struct showing {
    cli_job *job;
    base_json *json; /* NULL: frames are printed */
    uint64_t count;
    bool screen; /* each frame replaces the one before */
} showing;

/* Shows a frame: printed, in place of the one before on a terminal, or as a member of the JSON. */
static wyrm_status show_frame(const char *frame, void *context, wyrm_error *error)
{
    showing *to = context;
    const cli_options *options = to->job->options;
    const uint64_t speed = options->speed > 0 ? options->speed : CLI_WATCH_SPEED;
    const struct timespec pause = {.tv_sec = speed == 1,
                                   .tv_nsec = speed > 1 ? 1000000000L / (long)speed : 0};
    if (cli_signal() != 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped");
    if (to->json != NULL) {
        base_put_text(to->json, NULL, frame);
        return WYRM_OK;
    }
    text_page page = page_new(cli_style());
    page_addf(&page, "%s%s\n", to->count > 0 && !to->screen ? "\n" : "", frame);
    to->count++;
    if (to->screen)
        fputs("\033[H\033[2J", stdout);
    int result = cli_print(to->job->command, &page);
    page_free(&page);
    if (to->screen)
        nanosleep(&pause, NULL);
    return result == CLI_DONE ? WYRM_OK
                              : wyrm_fail(error, WYRM_ERROR_IO, "the run cannot be shown");
}

/* A file of results never starts a game, so to watch one of its runs the description is needed:
 * says which command would show it. */
static void refuse_results(cli_job *job, const char *path)
{
    const wyrm_external_results *results = cli_open_game_results(job, path);
    base_buffer again = {0};
    char words[1024];
    bool known = text_external_again(wyrm_external_results_facts_of(results), "replay",
                                     job->options->run, 1, &again);
    snprintf(words, sizeof words, "%s",
             known ? again.bytes : "wyrm replay FILE --run N, with the file that describes it");
    base_buffer_drop(&again);
    cli_refuse(job, "a file of results starts no game; to have it show a run: %s", words);
}

void cli_external_replay(cli_job *job)
{
    const cli_options *options = job->options;
    const char *path = options->operands[0];
    if (!options->run_given)
        cli_refuse(job, "say which run with --run N");
    if (!cli_is_game(path))
        refuse_results(job, path);
    wyrm_external *game = cli_open_game(job, path);
    cli_meet(job, game, path);
    const wyrm_external_ask_options ask = ask_all(job);
    const wyrm_external_hello *hello = wyrm_external_hello_of(game);
    wyrm_external_session *session;
    if ((hello->can & WYRM_EXTERNAL_CAN_REPLAY) == 0)
        cli_give_up(job,
                    "%s does not say that it can show a run: `replay` is not in the `can` of "
                    "its hello",
                    hello->name);
    cli_must_typed(job, wyrm_external_session_new(game, &ask, &session, job->error));
    base_keep(&job->arena, session, wyrm_external_session_free);
    base_json json = {0};
    showing to = {.job = job, .screen = !options->json && isatty(STDOUT_FILENO)};
    if (options->json) {
        json = text_answer_begin(job->page, "game-replay", NULL);
        base_putf(&json, "run:%" PRIu64 " seed:%" PRIu64 " frames:[", options->run,
                  wyrm_external_seed(options->seed, options->run));
        to.json = &json;
    }
    cli_must(job, wyrm_external_replay(session, options->run, show_frame, &to, job->error));
    if (options->json)
        base_putf(&json, "]}");
    else if (to.count == 0)
        page_addf(job->page, "Run %" PRIu64 " was shown by the game itself.\n", options->run);
}
