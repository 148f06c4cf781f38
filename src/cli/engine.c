/* wyrm engine: for authors who teach a game the protocol. `new` writes a file to begin with, `show`
 * prints what the game says of itself, and `try` checks whether it keeps to that.
 *
 * `try` does on purpose what a long job does by chance: it asks for runs again in another order and
 * another process, sets every parameter to both ends of its range, gives a limit, ends the input. A
 * failed check says what to change in the game, since its reader wrote that game an hour ago and
 * has read no manual of ours. If the first runs are too slow, the rest is not tried.
 *
 * All of them start the game from a file, as every other command does, so what works here works
 * there. A check passes, fails, or notes something that is no mistake; only failures count for
 * --strict. */
#include "cli/internal.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_RUNS 100 /* played for the targets that `new` suggests */
#define PATH_ROOM  4096

/* ---- new ---- */

/* The game's name, with characters replaced that a name in a file may not have. */
static const char *name_of(cli_job *job, const char *text)
{
    char *name = base_array(&job->arena, char, WYRM_EXTERNAL_NAME_MAX + 1);
    size_t used = 0;
    for (; *text != '\0' && used < WYRM_EXTERNAL_NAME_MAX; text++) {
        bool plain = isalnum((unsigned char)*text) || *text == '_' || *text == '-';
        if (used > 0 || isalpha((unsigned char)*text))
            name[used++] = plain ? *text : '_';
    }
    return used > 0 ? name : "game";
}

/* Opens a game by a command that no file holds yet: through a temporary file in the folder of the
 * file that is going to be written. The process id keeps apart two that are made there at once. */
static wyrm_external *open_command(cli_job *job, const char *path)
{
    const cli_options *options = job->options;
    text_page *page = cli_page(job, (text_style){.utf8 = true, .width = 100});
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_external *game;
    char draft[PATH_ROOM];
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    int length =
        snprintf(draft, sizeof draft, "%.*s.wyrm-engine-%ld.yaml", folder, path, (long)getpid());
    if (length < 0 || length >= PATH_ROOM)
        cli_refuse(job, "the path has more than %d bytes", PATH_ROOM - 64);
    page_add(page, "name: game\n");
    text_engine_command(options->operands + 1, options->operand_count - 1, page);
    cli_must(job, page_status(page, job->error));
    if (cli_write(draft, page_text(page), false, job->error) != WYRM_OK)
        cli_give_up(job, "'%s' cannot be written: %s", path, job->error->message);
    wyrm_status status = wyrm_external_open(draft, &game, errors);
    unlink(draft);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, path, errors, status));
    base_keep(&job->arena, game, wyrm_external_free);
    return game;
}

static wyrm_status take_first(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    return wyrm_external_accumulator_add(context, run, error);
}

static wyrm_external_summary *play_first(cli_job *job, const wyrm_external *game,
                                         const wyrm_external_ask_options *ask)
{
    wyrm_external_accumulator *accumulator;
    wyrm_external_summary *summary;
    cli_must(job, wyrm_external_accumulator_new(wyrm_external_hello_of(game), ask->seed,
                                                &accumulator, job->error));
    base_keep(&job->arena, accumulator, wyrm_external_accumulator_free);
    const wyrm_external_play_options how = {.ask = *ask,
                                            .runs = FIRST_RUNS,
                                            .threads = (unsigned)job->options->threads,
                                            .take = take_first,
                                            .take_context = accumulator,
                                            .progress = cli_progress_show,
                                            .progress_context = cli_progress_start(job)};
    wyrm_status status = wyrm_external_play(game, &how, job->error);
    cli_progress_end(job);
    cli_must(job, status);
    cli_must(job, wyrm_external_accumulator_sum(accumulator, &summary, job->error));
    base_keep(&job->arena, summary, wyrm_external_summary_free);
    return summary;
}

/* Writes the file and reads it back, to be sure that it is valid. */
static void write_file(cli_job *job, const text_engine_file *of, const char *path)
{
    text_page *page = cli_page(job, (text_style){.utf8 = true, .width = 100});
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_external *again;
    text_write_engine_file(of, page);
    cli_must(job, page_status(page, job->error));
    cli_save_text(job, path, page_text(page), false);
    wyrm_status status = wyrm_external_open(path, &again, errors);
    if (status != WYRM_OK) {
        cli_errors(job->command, path, errors, status);
        cli_end(job, CLI_INTERNAL);
    }
    base_keep(&job->arena, again, wyrm_external_free);
}

/* No --allow-run is needed: whoever types a command allows it to run. */
static void run_new(cli_job *job)
{
    const cli_options *options = job->options;
    const char *path = options->operands[0];
    wyrm_external_facts *facts = base_new(&job->arena, wyrm_external_facts);
    const wyrm_external_ask_options ask = {.seed = options->seed};
    char *targets;
    if (access(path, F_OK) == 0)
        cli_give_up(job, "'%s' is there already: it is not written over", path);
    cli_can_write(job, path);
    wyrm_external *game = open_command(job, path);
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status met = wyrm_external_meet(game, errors);
    if (met != WYRM_OK)
        job->result = cli_errors(job->command, path, errors, met);
    if (met != WYRM_OK && strchr(path, '/') != NULL)
        cli_complain(job->command, "the command runs in the folder of the file, %s",
                     wyrm_external_folder(game));
    if (met != WYRM_OK)
        cli_end(job, job->result);
    cli_must(job, wyrm_external_facts_from(game, &ask, facts, job->error));
    const wyrm_external_summary *summary = play_first(job, game, &ask);
    const wyrm_external_seen seen = {.facts = facts, .summary = summary};
    cli_must(job, wyrm_external_suggest(&seen, 2, &targets, job->error));
    base_keep(&job->arena, targets, wyrm_free);
    const text_engine_file file = {.facts = facts,
                                   .name = name_of(job, facts->hello->name),
                                   .words = options->operands + 1,
                                   .word_count = options->operand_count - 1,
                                   .runs = summary->complete,
                                   .targets = targets};
    write_file(job, &file, path);
    if (options->json) {
        base_json json = text_answer_begin(job->page, "engine-new", NULL);
        base_putf(&json, "file:%s name:%s runs:%" PRIu64 " failed:%" PRIu64 "}", path, file.name,
                  summary->runs, summary->failed);
        return;
    }
    page_wrapf(job->page, 0, 0,
               "%s is written: %s, with targets that its first %" PRIu64 " runs would meet. "
               "The comments in it say how to go on.",
               path, file.name, summary->complete);
    page_addf(job->page,
              "Whether it keeps to the protocol: wyrm engine try %s\n"
              "What it comes to: wyrm check %s\n",
              path, path);
}

/* ---- show ---- */

static wyrm_external *meet(cli_job *job, wyrm_external_facts *facts)
{
    const char *path = job->options->operands[0];
    const wyrm_external_ask_options ask = {.seed = job->options->seed};
    if (!cli_is_game(path)) {
        cli_is_there(job, path);
        cli_refuse(job, "'%s' describes no game of your own: it has no section `engine`", path);
    }
    wyrm_external *game = cli_open_game(job, path);
    cli_meet(job, game, path);
    cli_must(job, wyrm_external_facts_from(game, &ask, facts, job->error));
    return game;
}

static void run_show(cli_job *job)
{
    wyrm_external_facts *facts = base_new(&job->arena, wyrm_external_facts);
    meet(job, facts);
    text_write_hello(facts, job->page);
}

/* ---- try ---- */

#define TRY_RUNS       20 /* runs of every agent */
#define TRY_SETTINGS   3  /* runs with every tried value of a parameter */
#define TRY_PARAMETERS 64 /* parameters that are tried, at most */
#define TRY_DRAWS      1000
#define SLOW_RUNS      3 /* if the first so many runs are all too slow, the others would be, too */
#define GRACE_SECONDS  1.9 /* a program that takes longer to end was killed */

/* The game under test and what is known of it so far. */
typedef struct trying {
    cli_job *job;
    const wyrm_external *game;
    wyrm_external_facts facts;
    size_t count, room;
    text_engine_check *checks;
    size_t metric_count;
    bool *told;      /* by metric: whether some run reported it */
    bool stage_told; /* whether some run reported a stage */
    bool given_up;   /* some run is too slow: it would cost its whole limit every time */
    uint64_t won;
    char other[WYRM_EXTERNAL_NAME_MAX + 1]; /* the first outcome that is a word of the game's own */
    double steps, all;                      /* work done and in total, for the progress bar */
} trying;

static text_engine_check *add_check(trying *to, text_engine_verdict verdict, const char *what)
{
    to->checks = base_grow(&to->job->arena, to->checks, to->count, &to->room, sizeof *to->checks);
    text_engine_check *check = &to->checks[to->count++];
    *check = (text_engine_check){.verdict = verdict, .log = ""};
    snprintf(check->what, sizeof check->what, "%s", what);
    return check;
}

static WYRM_PRINTF(2, 3) void say(text_engine_check *check, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(check->words, sizeof check->words, format, list);
    va_end(list);
}

/* The results of some runs, and how the first failed one did. */
typedef struct batch {
    trying *to;
    uint64_t ends[WYRM_EXTERNAL_END_COUNT];
    uint64_t told, slow; /* runs answered, and those that were too slow */
    uint64_t run, seed;
    wyrm_external_failure failure;
    char why[400];
    char *log;
    double seconds, ending; /* of the runs, and until the process had ended */
} batch;

/* Counts a run; stops the batch where each of the first runs was too slow. Details are kept of the
 * first failure only, as later ones mostly have the same reason. */
static wyrm_status take_tried(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    batch *of = context;
    (void)error;
    of->ends[run->end]++;
    of->told++;
    of->to->stage_told |= run->stage > 0;
    of->to->won += run->end == WYRM_EXTERNAL_WON;
    if (run->end == WYRM_EXTERNAL_OTHER && of->to->other[0] == '\0')
        snprintf(of->to->other, sizeof of->to->other, "%s", run->outcome);
    for (size_t i = 0; i < of->to->metric_count && run->end != WYRM_EXTERNAL_FAILED; i++)
        of->to->told[i] |= run->values[i].told;
    if (run->end != WYRM_EXTERNAL_FAILED)
        return WYRM_OK;
    of->slow += run->failure == WYRM_EXTERNAL_TOO_SLOW;
    of->to->given_up = of->slow == SLOW_RUNS && of->told == SLOW_RUNS;
    if (of->ends[run->end] > 1)
        return of->to->given_up ? WYRM_ERROR_LIMIT : WYRM_OK;
    of->run = run->run;
    of->seed = run->seed;
    of->failure = run->failure;
    snprintf(of->why, sizeof of->why, "%s", run->why);
    of->log = base_text(&of->to->job->arena, run->log, strlen(run->log));
    return WYRM_OK;
}

static bool stop_trying(void *context)
{
    (void)context;
    return cli_signal() != 0;
}

/* Asks for runs in a process of their own. How long that takes to end is measured from the closing
 * of its input, which freeing the session does. */
static void ask(trying *to, const wyrm_external_ask_options *how, uint64_t runs, batch *out)
{
    wyrm_external_session *session;
    uint64_t numbers[TRY_RUNS];
    *out = (batch){.to = to, .log = base_text(&to->job->arena, "", 0)};
    for (uint64_t i = 0; i < runs; i++)
        numbers[i] = i;
    const wyrm_external_batch asked = {
        .count = runs, .runs = numbers, .take = take_tried, .stop = stop_trying, .context = out};
    const double begun = cli_seconds();
    cli_must(to->job, wyrm_external_session_new(to->game, how, &session, to->job->error));
    wyrm_status status = wyrm_external_ask(session, &asked, to->job->error);
    const double asked_until = cli_seconds();
    wyrm_external_session_free(session);
    out->seconds = asked_until - begun;
    out->ending = cli_seconds() - asked_until;
    if (!to->given_up)
        cli_must(to->job, status);
    cli_progress_show(++to->steps / to->all, to->job);
}

/* What to change in the game, by the way in which a run failed. */
static const char *const advice[WYRM_EXTERNAL_FAILURE_COUNT] = {
    [WYRM_EXTERNAL_SAID] = "The game answered \"failed\" itself: its words say why.",
    [WYRM_EXTERNAL_NO_START] = "The command does not start where it runs: try it by hand there.",
    [WYRM_EXTERNAL_CRASHED] = "The program must stay up until its input ends: answer a run that "
                              "goes wrong with {\"run\": N, \"failed\": \"why\"}.",
    [WYRM_EXTERNAL_TOO_SLOW] =
        "Look whether that run ever ends, and end it as \"unfinished\" after "
        "so many steps where it does not; flush standard output after every "
        "answer; if runs really take that long, raise "
        "engine.limits.seconds.",
    [WYRM_EXTERNAL_NO_PROTOCOL] = "Standard output is for one JSON object a line and nothing else: "
                                  "print all other things to standard error.",
    [WYRM_EXTERNAL_WRONG_RUN] = "Answer each request once, in the order in which they came, with "
                                "the number that it had.",
    [WYRM_EXTERNAL_WRONG_VALUE] = "Declare the metric in the hello as what it is, or leave it out "
                                  "of runs in which it has no value.",
    [WYRM_EXTERNAL_TOO_LONG] = "An answer is one line of at most 1 MiB: tell less of a run.",
};

/* Turns a check into a failure, described by the first failed run, if the batch has any. */
static void judge_batch(text_engine_check *check, const batch *of)
{
    const uint64_t failed = of->ends[WYRM_EXTERNAL_FAILED];
    if (failed == 0)
        return;
    check->verdict = TEXT_ENGINE_FAIL;
    check->advice = advice[of->failure];
    check->log = of->log;
    say(check,
        "%" PRIu64 " of %" PRIu64 " runs failed; the first, run %" PRIu64 " (seed %" PRIu64 "): %s",
        failed, of->told, of->run, of->seed,
        of->why[0] != '\0' ? of->why : wyrm_external_failure_text(of->failure));
}

static void try_hello(trying *to)
{
    const wyrm_external_hello *hello = to->facts.hello;
    text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, "hello");
    say(check, "%s%s%s, with %zu %s, %zu %s and %zu %s", hello->name, hello->version[0] ? " " : "",
        hello->version, hello->agent_count, hello->agent_count == 1 ? "agent" : "agents",
        hello->metric_count, hello->metric_count == 1 ? "metric" : "metrics",
        hello->parameter_count, hello->parameter_count == 1 ? "parameter" : "parameters");
    if (hello->version[0] == '\0') {
        check->verdict = TEXT_ENGINE_NOTE;
        check->advice = "A `version` would tell two builds apart in files of results.";
    }
}

/* Runs of every agent; and whether the process ends when its input does. */
static void try_agents(trying *to)
{
    const wyrm_external_hello *hello = to->facts.hello;
    uint64_t slow = 0;
    double slowest = 0;
    for (size_t i = 0; i < hello->agent_count && !to->given_up; i++) {
        const wyrm_external_ask_options how = {.seed = to->job->options->seed,
                                               .agent = hello->agents[i]};
        char what[100];
        batch of;
        snprintf(what, sizeof what, "runs of %s", hello->agents[i]);
        ask(to, &how, TRY_RUNS, &of);
        text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, what);
        say(check,
            "%d runs, %" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " otherwise, %" PRIu64
            " unfinished; %.3g s together",
            TRY_RUNS, of.ends[WYRM_EXTERNAL_WON], of.ends[WYRM_EXTERNAL_LOST],
            of.ends[WYRM_EXTERNAL_OTHER], of.ends[WYRM_EXTERNAL_UNFINISHED], of.seconds);
        judge_batch(check, &of);
        slow += of.slow;
        to->given_up |= of.slow > 0;
        /* After a failed run the process may have been killed, which says nothing about how it
         * ends. */
        if (of.ends[WYRM_EXTERNAL_FAILED] == 0)
            slowest = fmax(slowest, of.ending);
    }
    if (to->given_up) {
        say(add_check(to, TEXT_ENGINE_NOTE, "all else"),
            "not tried: %" PRIu64 " of these runs %s too slow, and would be again", slow,
            slow == 1 ? "was" : "were");
        return;
    }
    /* A process that does not end is killed after two seconds (protocol/process.c); the clock may
     * show slightly less. */
    const bool stays = slowest > GRACE_SECONDS;
    text_engine_check *check =
        add_check(to, stays ? TEXT_ENGINE_FAIL : TEXT_ENGINE_PASS, "end of input");
    say(check, stays ? "two seconds after its input had ended the program was still there, and was "
                       "killed"
                     : "the program ends when its input does");
    check->advice =
        stays ? "Leave the loop, and the program, where reading a line gives none." : NULL;
}

/* Asks for runs of every agent again, in another order and another process. */
static void try_repeat(trying *to)
{
    const wyrm_external_hello *hello = to->facts.hello;
    for (size_t i = 0; i < hello->agent_count; i++) {
        const wyrm_external_play_options how = {
            .ask = {.seed = to->job->options->seed, .agent = hello->agents[i]}, .runs = TRY_RUNS};
        wyrm_external_repeat repeat = {0};
        char what[100];
        snprintf(what, sizeof what, "same seed, same run (%s)", hello->agents[i]);
        cli_must(to->job, wyrm_external_repeat_try(to->game, &how, &repeat, to->job->error));
        cli_progress_show(++to->steps / to->all, to->job);
        text_engine_check *check = add_check(to, TEXT_ENGINE_NOTE, what);
        if (!hello->seeded) {
            say(check, "the game says that a seed does not decide a run: versions of it are "
                       "compared all the same, with three to ten times as many runs");
        } else if (!repeat.known) {
            say(check, "nothing can be said: all runs failed");
        } else if (repeat.same) {
            check->verdict = TEXT_ENGINE_PASS;
            say(check, "%" PRIu64 " runs came out the same in another order and another process",
                repeat.asked);
        } else {
            check->verdict = TEXT_ENGINE_FAIL;
            say(check, "run %" PRIu64 " came out otherwise when it was asked for again: %s",
                repeat.run, repeat.where);
            check->advice = "Seed one generator with the seed of every run and draw from nothing "
                            "else: no clock, no order of a hash table, nothing left from the run "
                            "before. Or say \"seeded\": false.";
        }
        if (!hello->seeded)
            break;
    }
}

/* Outcomes in the game's own words are allowed; but only "won" counts as a win, so a game that says
 * "win" never wins. */
static void try_outcomes(trying *to)
{
    if (to->won > 0 || to->other[0] == '\0')
        return;
    text_engine_check *check = add_check(to, TEXT_ENGINE_NOTE, "outcomes");
    say(check, "no run was `won`, and some were `%s`", to->other);
    check->advice =
        "Only the outcome \"won\" counts for the win rate: if that word of the game means "
        "it, answer \"won\".";
}

/* Compares what runs reported with what the hello promises. */
static void try_metrics(trying *to)
{
    const wyrm_external_hello *hello = to->facts.hello;
    char names[600] = "";
    size_t used = 0;
    for (size_t i = 0; i < hello->metric_count; i++)
        if (!to->told[i] && used + 70 < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used > 0 ? ", " : "", hello->metrics[i].name);
    if (used > 0) {
        text_engine_check *check = add_check(to, TEXT_ENGINE_NOTE, "metrics");
        say(check, "none of these runs told %s", names);
        check->advice = "Fine where they are rare; else look whether the names are the same in the "
                        "hello and in results.";
    } else if (hello->metric_count > 0) {
        say(add_check(to, TEXT_ENGINE_PASS, "metrics"), "every one was told by some run");
    }
    if (hello->stage[0] != '\0')
        say(add_check(to, to->stage_told ? TEXT_ENGINE_PASS : TEXT_ENGINE_FAIL, "stages"),
            to->stage_told ? "runs tell the last %s that they entered"
                           : "no run told a `stage`, and the hello says that there are some: tell "
                             "the last %s that was entered",
            hello->stage);
}

/* Gives a limit of one step, at which a game should report a run as unfinished. If no run was, they
 * may all have ended within the step: so that is a note and no failure. */
static void try_limit(trying *to)
{
    const wyrm_external_ask_options how = {.seed = to->job->options->seed, .steps = 1};
    batch of;
    ask(to, &how, TRY_SETTINGS, &of);
    text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, "limit");
    if (of.ends[WYRM_EXTERNAL_UNFINISHED] > 0) {
        say(check, "runs are broken off at a limit, and told as unfinished");
    } else {
        check->verdict = TEXT_ENGINE_NOTE;
        say(check, "a `limit` of 1 broke off no run");
        check->advice = "Where a run may go on for ever, end it after `limit` steps with the "
                        "outcome \"unfinished\": else it fails after engine.limits.seconds.";
    }
    judge_batch(check, &of);
}

/* The values of a parameter to try: both ends of its range, or up to four choices. Mistakes live at
 * the ends: a division by 0, an array that is one too short. */
static size_t ends_of(const wyrm_external_parameter *of, char out[4][WYRM_EXTERNAL_NAME_MAX + 1])
{
    const double ends[] = {of->least, of->greatest};
    size_t count = 0;
    if (of->kind == WYRM_EXTERNAL_BOOL) {
        snprintf(out[count++], sizeof *out, "false");
        snprintf(out[count++], sizeof *out, "true");
    }
    for (size_t i = 0; i < of->choice_count && count < 4; i++)
        snprintf(out[count++], sizeof *out, "%s", of->choices[i]);
    for (size_t i = 0; i < 2 && (of->kind == WYRM_EXTERNAL_WHOLE || of->kind == WYRM_EXTERNAL_REAL);
         i++)
        if (isfinite(ends[i]))
            snprintf(out[count++], sizeof *out, "%.15g", ends[i]);
    return count;
}

/* Tries one parameter at a time with the others at their defaults, up to the first value that
 * fails. */
static void try_parameters(trying *to)
{
    const wyrm_external_hello *hello = to->facts.hello;
    for (size_t i = 0; i < hello->parameter_count && i < TRY_PARAMETERS; i++) {
        const wyrm_external_parameter *of = &hello->parameters[i];
        char values[4][WYRM_EXTERNAL_NAME_MAX + 1], what[100], words[200] = "";
        size_t count = ends_of(of, values), used = 0;
        batch tried = {0};
        snprintf(what, sizeof what, "parameter %s", of->key);
        text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, what);
        for (size_t k = 0; k < count && check->verdict == TEXT_ENGINE_PASS; k++) {
            char setting[2 * WYRM_EXTERNAL_NAME_MAX + 4];
            const char *const set[] = {setting};
            snprintf(setting, sizeof setting, "%s=%s", of->key, values[k]);
            const wyrm_external_ask_options how = {
                .seed = to->job->options->seed, .set = set, .set_count = 1};
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%.40s",
                                     k == 0           ? ""
                                     : k + 1 == count ? " and "
                                                      : ", ",
                                     values[k]);
            ask(to, &how, TRY_SETTINGS, &tried);
            say(check, "runs with %s", words);
            judge_batch(check, &tried);
            if (check->verdict == TEXT_ENGINE_FAIL) {
                char why[sizeof check->words];
                snprintf(why, sizeof why, "%s", check->words);
                say(check, "with %.60s: %.900s", values[k], why);
                check->advice = "Let it be any value of its range, or say a narrower `range`.";
            }
        }
        if (count == 0) {
            check->verdict = TEXT_ENGINE_NOTE;
            say(check, "not tried: no range is said");
        }
    }
}

/* Fights or draws of the matchup given by --arena: only the game knows who there is. */
static void try_matchup(trying *to, const char *what, unsigned ability, const char *attacker,
                        const char *defender)
{
    wyrm_external_session *session;
    wyrm_external_draws draws;
    wyrm_external_fights fights;
    if ((to->facts.hello->can & ability) == 0)
        return;
    text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, what);
    if (attacker[0] == '\0') {
        check->verdict = TEXT_ENGINE_NOTE;
        say(check, "not tried: --arena 'ATTACKER vs DEFENDER' says with whom, as the game calls "
                   "them");
        return;
    }
    const wyrm_external_ask_options how = {.seed = to->job->options->seed};
    cli_must(to->job, wyrm_external_session_new(to->game, &how, &session, to->job->error));
    wyrm_status status =
        ability == WYRM_EXTERNAL_CAN_DRAW
            ? wyrm_external_draw(session, attacker, defender, TRY_DRAWS, &draws, to->job->error)
            : wyrm_external_fight(session, attacker, defender, TRY_DRAWS, &fights, to->job->error);
    if (status == WYRM_OK)
        say(check, "%d of %s against %s", TRY_DRAWS, attacker, defender);
    else
        say(check, "%s against %s: %s", attacker, defender, to->job->error->message);
    if (status != WYRM_OK) {
        check->verdict = TEXT_ENGINE_FAIL;
        check->advice = "See `fight` and `draw` in docs/protocol.md: what they come to adds up to "
                        "`count`.";
    }
    wyrm_external_session_free(session);
}

static wyrm_status count_frame(const char *frame, void *context, wyrm_error *error)
{
    (void)frame;
    (void)error;
    ++*(size_t *)context;
    return WYRM_OK;
}

/* Has the game show a run, only with --all: it may open a window that stays until somebody closes
 * it. */
static void try_replay(trying *to)
{
    wyrm_external_session *session;
    size_t frames = 0;
    if ((to->facts.hello->can & WYRM_EXTERNAL_CAN_REPLAY) == 0)
        return;
    text_engine_check *check = add_check(to, TEXT_ENGINE_PASS, "replay");
    if (!to->job->options->all) {
        check->verdict = TEXT_ENGINE_NOTE;
        say(check, "not tried, since it may open a window: --all does, wyrm replay FILE --run 0 "
                   "shows it");
        return;
    }
    const wyrm_external_ask_options how = {.seed = to->job->options->seed};
    cli_must(to->job, wyrm_external_session_new(to->game, &how, &session, to->job->error));
    wyrm_status status = wyrm_external_replay(session, 0, count_frame, &frames, to->job->error);
    if (status != WYRM_OK)
        say(check, "%s", to->job->error->message);
    else if (frames > 0)
        say(check, "run 0 in %zu frames", frames);
    else
        say(check, "run 0, shown by the game itself");
    if (status != WYRM_OK) {
        check->verdict = TEXT_ENGINE_FAIL;
        check->advice = "Answer {\"run\": 0, \"replay\": {}} once it was shown, or with frames of "
                        "text.";
    }
    wyrm_external_session_free(session);
}

/* Splits "player vs orc"; both are "" without --arena. */
static void part_matchup(cli_job *job, const char **attacker, const char **defender)
{
    const char *text = job->options->arena, *between = text != NULL ? strstr(text, " vs ") : NULL;
    *attacker = *defender = "";
    if (text == NULL)
        return;
    if (between == NULL || between == text || between[4] == '\0')
        cli_refuse(job, "--arena takes 'ATTACKER vs DEFENDER', found '%s'", text);
    *attacker = base_text(&job->arena, text, (size_t)(between - text));
    *defender = between + 4;
}

/* Checks that need working runs are left out once the game has been given up. */
static void run_try(cli_job *job)
{
    trying *to = base_new(&job->arena, trying);
    const char *attacker, *defender;
    part_matchup(job, &attacker, &defender);
    to->job = job;
    to->game = meet(job, &to->facts);
    const wyrm_external_hello *hello = to->facts.hello;
    to->metric_count = hello->metric_count;
    to->told = base_array(&job->arena, bool, hello->metric_count);
    to->all = 1 + 2 * (double)hello->agent_count + 2 * (double)hello->parameter_count;
    cli_progress_start(job);
    try_hello(to);
    try_agents(to);
    if (!to->given_up) {
        try_repeat(to);
        try_outcomes(to);
        try_metrics(to);
        try_limit(to);
        try_parameters(to);
        try_matchup(to, "draw", WYRM_EXTERNAL_CAN_DRAW, attacker, defender);
        try_matchup(to, "fight", WYRM_EXTERNAL_CAN_FIGHT, attacker, defender);
        try_replay(to);
    }
    cli_progress_end(job);
    const text_engine_trial trial = {.facts = &to->facts, .count = to->count, .checks = to->checks};
    text_write_engine_trial(&trial, job->page);
    if (job->options->strict && text_engine_failures(&trial) > 0)
        job->result = CLI_FAILED;
}

/* ---- The commands ---- */

/* clang-format off */
static const cli_command new = {
    .name = "engine new", .operands = "FILE COMMAND...", .run = run_new,
    .summary = "a file that describes a game of your own, out of what that says of itself",
    .text = "Starts COMMAND in the folder of FILE, asks who it is, has it play a hundred runs, and "
            "writes FILE with targets that these would meet: a place to begin. Write -- before the "
            "command, so that its options stay its own. An existing file is never written over.\n\n"
            "What the command must speak is in docs/protocol.md; kits/ has files for several "
            "languages that do most of it.",
    .options = {
        {0, "seed", "N", "of the hundred runs (default 1)", CLI_SEED},
        CLI_OPTION_THREADS, CLI_OPTION_JSON},
    .examples = {{"A game in Python", "wyrm engine new delve.yaml -- python3 delve.py"}},
};

static const cli_command show = {
    .name = "engine show", .operands = "FILE", .run = run_show,
    .summary = "what a game says of itself: agents, metrics, parameters, stages",
    .text = "Starts the game once, and holds the file against what it says.",
    .options = {
        {0, "allow-run", NULL, "the command in FILE may run without a question",
         CLI_FLAG(allow_run)},
        CLI_OPTION_JSON},
    .examples = {{"What can be asked of it?", "wyrm engine show delve.yaml --allow-run"}},
};

static const cli_command try = {
    .name = "engine try", .operands = "FILE", .run = run_try,
    .summary = "whether a game keeps to the protocol, for whoever teaches it to",
    .text = "Plays some runs of every agent, asks for some of them again in another order and "
            "another process, sets every parameter to both ends of its range, and says what does "
            "not hold and what to change.",
    .options = {
        {'s', "strict", NULL, "exit 1 where a check fails (for a build script)", CLI_FLAG(strict)},
        {0, "arena", "FIGHT", "'player vs orc': who fights, where the game can `fight` or `draw`",
         CLI_TEXT(arena)},
        {'a', "all", NULL, "also has the game show a run, which may open a window", CLI_FLAG(all)},
        {0, "allow-run", NULL, "the command in FILE may run without a question",
         CLI_FLAG(allow_run)},
        {0, "seed", "N", "of the runs (default 1)", CLI_SEED},
        CLI_OPTION_JSON},
    .examples = {{"Is it done?", "wyrm engine try delve.yaml --allow-run"},
                 {"In a build script", "wyrm engine try delve.yaml --allow-run --strict --json"}},
};

static const cli_command *const commands[] = {&new, &show, &try, NULL};

const cli_command cli_engine = {
    .name = "engine",
    .operands = "COMMAND ...",
    .summary = "games of your own: describe one, see what it says, test it",
    .text = "A game stays a program of its own: wyrm starts it, asks for runs and weighs what it "
            "tells, over lines of JSON (docs/protocol.md). The file that describes it is taken by "
            "check, sim, compare, report, results, replay and rules validate.",
    .commands = commands,
    .examples = {{"A file to begin with", "wyrm engine new delve.yaml -- python3 delve.py"},
                 {"Does the game keep to the protocol?", "wyrm engine try delve.yaml"}},
};
