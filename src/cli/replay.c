/* wyrm replay: a recorded game, watched or checked. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/file.h>
#include <wyrm/replay.h>

#include "base/arena.h"
#include "cli/internal.h"
#include "text/internal.h"

/* A recording, read from its file or made of a run of a file of results. */
typedef struct cli_recording {
    wyrm_replay *replay;     /* the owner frees it (wyrm_replay_free) */
    wyrm_replay_facts facts; /* with what it was recorded, or the runs of the file made */
    size_t kept, length;     /* bytes of the file that were understood, and all of them */
    char differs[WYRM_ERROR_MESSAGE_MAX]; /* what the file says otherwise than the run played again;
                                             "" where nothing, or without --check */
} cli_recording;

/* wyrm replay of a file of results: a run played again, and held to what the file says of it. */

/* What is compared of a run. */
typedef struct row {
    bool found;
    wyrm_run_end end;
    int32_t depth, level, killer; /* killer: index in the roster; -1: none */
    uint32_t turns;
} row;

typedef void (*tell_field)(const wyrm_design *design, const row *of, char *out, size_t size);

static row row_of(const wyrm_run *run)
{
    return (row){true, run->end, run->depth, run->level, run->killer, run->turns};
}

static void tell_end(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%s", wyrm_run_end_word(of->end));
}

static void tell_depth(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRId32, of->depth);
}

static void tell_turns(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRIu32, of->turns);
}

static void tell_level(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRId32, of->level);
}

static void tell_killer(const wyrm_design *design, const row *of, char *out, size_t size)
{
    const char *name =
        of->killer >= 0 ? wyrm_roster_monster(wyrm_design_roster(design), (size_t)of->killer)->name
                        : "nobody";
    snprintf(out, size, "%s", name);
}

/* The first thing of the two that differs, in words; "" where nothing does. */
static void tell_difference(const wyrm_design *design, const row *stored, const row *again,
                            char *out, size_t size)
{
    static const struct {
        const char *words;
        tell_field tell;
    } fields[] = {{"end is", tell_end},
                  {"last depth is", tell_depth},
                  {"turns are", tell_turns},
                  {"level is", tell_level},
                  {"killer is", tell_killer}};
    char one[80], other[80];
    *out = '\0';
    for (size_t i = 0; i < sizeof fields / sizeof *fields && *out == '\0'; i++) {
        fields[i].tell(design, stored, one, sizeof one);
        fields[i].tell(design, again, other, sizeof other);
        if (strcmp(one, other) != 0)
            snprintf(out, size, "the run's %s %s in the file, and %s when it is played again",
                     fields[i].words, one, other);
    }
}

static wyrm_status keep_row(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)error;
    const uint64_t *wanted = ((void **)context)[0];
    row *out = ((void **)context)[1];
    if (run->run == *wanted)
        *out = row_of(run);
    return WYRM_OK;
}

/* What a file says of a run. */
static wyrm_status find_row(wyrm_results *results, const wyrm_design *design,
                            const cli_options *options, row *out, wyrm_error *error)
{
    uint64_t wanted = options->run;
    void *context[] = {&wanted, out};
    *out = (row){.found = false};
    wyrm_status status =
        wyrm_results_each(results, design, options->run, 1, keep_row, context, error);
    if (status == WYRM_OK && !out->found)
        status = wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%.200s has no run %llu",
                           options->operands[0], (unsigned long long)options->run);
    return status;
}

/* What the run is with the ruleset in hand. */
static wyrm_status make_row(const wyrm_design *design, const wyrm_run_options *how, uint64_t seed,
                            uint64_t number, row *out, wyrm_error *error)
{
    wyrm_runner *runner = NULL;
    wyrm_run *run = base_zeroed(1, sizeof *run);
    wyrm_status status = run != NULL ? wyrm_runner_new(design, how, &runner, error)
                                     : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_runner_make(runner, seed, number, run, error);
    if (status == WYRM_OK)
        *out = row_of(run);
    wyrm_runner_free(runner);
    wyrm_free(run);
    return status;
}

/* Records the run as the file says that it was made. */
static wyrm_status record(const wyrm_design *design, const cli_options *options,
                          const wyrm_results_facts *facts, wyrm_run_options *how,
                          cli_recording *out, wyrm_error *error)
{
    const char *source = options->ruleset != NULL ? options->ruleset : facts->source;
    if (facts->arena[0] != '\0')
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "set fights cannot be watched");
    wyrm_status status = wyrm_bot_find(facts->bot, &how->bot, error);
    if (status == WYRM_OK)
        status =
            wyrm_run_record(design, how, source, facts->seed, options->run, &out->replay, error);
    if (status != WYRM_OK)
        return status;
    out->facts = *wyrm_replay_facts_of(out->replay);
    snprintf(out->facts.ruleset, sizeof out->facts.ruleset, "%s", facts->ruleset);
    snprintf(out->facts.hash, sizeof out->facts.hash, "%s", facts->hash);
    snprintf(out->facts.version, sizeof out->facts.version, "%s", facts->version);
    return WYRM_OK;
}

/* The run of an open file; with --check it is held to what the file says. */
static wyrm_status play_again(wyrm_results *results, const wyrm_design *design,
                              const cli_options *options, wyrm_run_options *how, cli_recording *out,
                              wyrm_error *error)
{
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    row stored, again;
    wyrm_status status = find_row(results, design, options, &stored, error);
    if (status == WYRM_OK)
        status = record(design, options, facts, how, out, error);
    if (status != WYRM_OK || !options->check)
        return status;
    status = make_row(design, how, facts->seed, options->run, &again, error);
    if (status == WYRM_OK)
        tell_difference(design, &stored, &again, out->differs, sizeof out->differs);
    else
        wyrm_replay_free(out->replay);
    return status;
}

/* Plays a run of a file of results again: --run N of the first operand. CLI_DONE, or how the
 * program ends, having said so; *out is then to be forgotten. */
static int cli_record_run(const cli_command *command, const cli_options *options,
                          cli_recording *out)
{
    wyrm_error error = {0};
    wyrm_results *results;
    wyrm_design *design;
    cli_without without;
    if (!options->run_given) {
        cli_complain(command, "'%s' is a file of results: say which run with --run N",
                     options->operands[0]);
        return CLI_USAGE;
    }
    int result =
        cli_open_results(command, options->operands[0], options->ruleset, &results, &design);
    if (result != CLI_DONE)
        return result;
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    if (facts->engine != WYRM_ENGINE_VERSION)
        cli_complain(command,
                     "these runs were played by version %" PRIu32 " of the engine, and this is "
                     "version %d: the same seed may give another game",
                     facts->engine, WYRM_ENGINE_VERSION);
    if (!cli_part_without(command, facts->without, &without)) {
        result = CLI_BAD_DATA;
    } else {
        wyrm_run_options how = {.turn_limit = facts->turn_limit,
                                .without = without.words,
                                .without_count = without.count};
        if (play_again(results, design, options, &how, out, &error) != WYRM_OK)
            result = cli_error(command, &error, false);
    }
    wyrm_results_close(results);
    wyrm_design_free(design);
    return result;
}

#define SPEED_MAX 1000

/* ---------------------------------------------------------------- --check */

static wyrm_status read_recording(const char *file, cli_recording *out, wyrm_error *error)
{
    char *text;
    wyrm_status status = wyrm_file_read(file, WYRM_REPLAY_MAX_BYTES, &text, &out->length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_replay_read(file, text, out->length, &out->replay, &out->kept, error);
    wyrm_free(text);
    return status;
}

/* Plays the recording without a screen. */
static wyrm_status play_through(const wyrm_replay *replay, const wyrm_design *design,
                                wyrm_replay_verdict *verdict, wyrm_error *error)
{
    wyrm_engine *engine = NULL;
    wyrm_game *game = wyrm_game_new();
    wyrm_status status = game != NULL ? wyrm_engine_new(design, &engine, error)
                                      : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_replay_check(replay, engine, NULL, game, verdict, error);
    wyrm_engine_free(engine);
    wyrm_game_free(game);
    return status;
}

/* Checks against a ruleset that is open, which is freed. */
static int check_with(const cli_command *command, const cli_options *options,
                      const cli_recording *recording, wyrm_design *design)
{
    wyrm_error error;
    wyrm_replay_verdict verdict;
    wyrm_page page = wyrm_page_new(cli_style());
    wyrm_replay_report report = {.design = design,
                                 .replay = recording->replay,
                                 .facts = &recording->facts,
                                 .verdict = &verdict,
                                 .file = options->operands[0],
                                 .cut = recording->kept < recording->length};
    wyrm_status status = play_through(recording->replay, design, &verdict, &error);
    if (status == WYRM_OK && verdict.same && recording->differs[0] != '\0') {
        verdict.same = false;
        snprintf(verdict.why, sizeof verdict.why, "%s", recording->differs);
    }
    if (status == WYRM_OK)
        status = options->json ? wyrm_report_replay_json(&report, &page, &error)
                               : wyrm_report_replay(&report, &page, &error);
    return cli_finish(command, status, &error, false, &page, design,
                      status == WYRM_OK && verdict.same ? CLI_DONE : CLI_FAILED);
}

static int check(const cli_command *command, const cli_options *options,
                 const cli_recording *recording)
{
    wyrm_design *design;
    wyrm_errors *errors = NULL;
    int result = CLI_DONE;
    if (options->ruleset != NULL) {
        result = cli_open(command, options->ruleset, &design);
    } else if (wyrm_errors_new(&errors) != WYRM_OK) {
        result = CLI_INTERNAL;
    } else {
        wyrm_status status = wyrm_replay_open(recording->replay, &design, errors);
        if (status != WYRM_OK)
            result = cli_errors(command, options->operands[0], errors, status);
    }
    wyrm_errors_free(errors);
    if (result == CLI_DONE)
        result = check_with(command, options, recording, design);
    wyrm_replay_free(recording->replay);
    return result;
}

/* ---------------------------------------------------------------- watching */

static int watch(const cli_command *command, const cli_options *options, wyrm_replay *replay)
{
    wyrm_errors *errors;
    term_outcome outcome;
    term_watch_options recording = {
        .replay = replay,
        .ruleset = options->ruleset,
        .speed = options->speed > 0 ? (int)options->speed : CLI_WATCH_SPEED,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii},
    };
    if (wyrm_errors_new(&errors) != WYRM_OK) {
        wyrm_replay_free(replay);
        return CLI_INTERNAL;
    }
    term_end end = term_program_watch(&recording, &outcome, errors);
    int result = cli_end_of_game(command, end, &outcome, errors);
    wyrm_errors_free(errors);
    return result;
}

static int read_file(const cli_command *command, const cli_options *options, cli_recording *out)
{
    wyrm_error error = {0};
    if (options->run_given) {
        cli_complain(command, "--run is about files of results: '%s' is none",
                     options->operands[0]);
        return CLI_USAGE;
    }
    if (read_recording(options->operands[0], out, &error) != WYRM_OK)
        return cli_error(command, &error, false);
    out->facts = *wyrm_replay_facts_of(out->replay);
    return CLI_DONE;
}

static int run(const cli_command *command, const cli_options *options)
{
    if (options->json && !options->check) {
        cli_complain(command, "--json needs --check");
        return CLI_USAGE;
    }
    if (options->check && (options->speed > 0 || options->no_color || options->ascii)) {
        cli_complain(command, "--check has no screen: it takes no --speed, --no-color or --ascii");
        return CLI_USAGE;
    }
    cli_recording recording = {0};
    int result = cli_is_results(options->operands[0]) ? cli_record_run(command, options, &recording)
                                                      : read_file(command, options, &recording);
    if (result != CLI_DONE)
        return result;
    return options->check ? check(command, options, &recording)
                          : watch(command, options, recording.replay);
}

static const cli_option rows[] = {
    CLI_FLAG(
        'c', "check", check,
        .help =
            "instead: play it without a screen, and compare the state after every command, or of a "
            "run of a file of results what the file says of it; status 1 where it differs"),
    CLI_TEXT(0, "ruleset", "RULESET", ruleset,
             .help = "these rules instead of those that it was recorded with"),
    {.name = "run",
     .argument = "N",
     .read = cli_read_run,
     .greatest = CLI_RUNS_MAX,
     .help = "of a file of results (wyrm sim -o): this run, played again"},
    CLI_WHOLE(0, "speed", speed, 1, SPEED_MAX,
              .help = "commands a second to begin with (default 10); + and - change it"),
    CLI_OPTIONS_OF_TERMINAL,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_replay = {
    .name = "replay",
    .operands = "FILE",
    .summary = "a recorded game: watch it, or check that it is the same",
    .text = "A game that comes to its end leaves its recording beside its last page, in "
            "~/.local/state/wyrm/dumps; a saved game is one, too. A recording holds the rules, the "
            "seed and what was done; all else is played again.",
    .options = rows,
    .examples =
        {
            {"To watch", "wyrm replay game.replay"},
            {"A run of a simulation", "wyrm replay runs.db --run 17"},
            {"Whether a change to the rules changes this game",
             "wyrm replay game.replay --check --ruleset ./changed.yaml"},
        },
    .least_operands = 1,
    .most_operands = 1,
    .run = run,
};
