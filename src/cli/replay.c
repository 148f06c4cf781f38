/* wyrm replay: a recorded game, watched or checked. */

#include <stdio.h>
#include <stdlib.h>

#include <wyrm/file.h>

#include "cli/game.h"
#include "cli/replay_run.h"
#include "cli/sim_read.h"
#include "report/replay.h"

#define SPEED_MAX 1000

/* ---------------------------------------------------------------- --check */

static wyrm_status read_recording(const char *file, wyrm_replay **out, bool *cut, wyrm_error *error)
{
    char *text;
    size_t length;
    wyrm_status status = wyrm_file_read(file, WYRM_REPLAY_MAX_BYTES, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_replay_read(file, text, length, out, cut, error);
    free(text);
    return status;
}

/* Plays the recording without a screen. */
static wyrm_status play_through(const wyrm_replay *replay, const wyrm_design *design,
                                wyrm_replay_verdict *verdict, wyrm_error *error)
{
    wyrm_engine *engine = NULL;
    wyrm_game *game = calloc(1, sizeof *game);
    wyrm_status status = game != NULL ? wyrm_engine_new(design, &engine, error)
                                      : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_replay_check(replay, engine, game, verdict, error);
    wyrm_engine_free(engine);
    free(game);
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
                                 .cut = recording->cut};
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
    const char *ruleset = options->ruleset != NULL ? options->ruleset : recording->facts.source;
    int result = cli_open(command, ruleset, &design);
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
    if (read_recording(options->operands[0], &out->replay, &out->cut, &error) != WYRM_OK)
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
    {.name = "check",
     .letter = 'c',
     .offset = offsetof(cli_options, check),
     .help =
         "instead: play it without a screen, and compare the state after every command, or of a "
         "run of a file of results what the file says of it; status 1 where it differs"},
    {.name = "ruleset",
     .argument = "RULESET",
     .read = cli_read_text,
     .offset = offsetof(cli_options, ruleset),
     .help = "these rules instead of those that it was recorded with"},
    {.name = "run",
     .argument = "N",
     .read = cli_read_run,
     .greatest = CLI_RUNS_MAX,
     .help = "of a file of results (wyrm sim -o): this run, played again"},
    {.name = "speed",
     .argument = "N",
     .read = cli_read_whole,
     .offset = offsetof(cli_options, speed),
     .least = 1,
     .greatest = SPEED_MAX,
     .help = "commands a second to begin with (default 10); + and - change it"},
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
            "~/.local/state/wyrm/dumps. A recording holds the seed and what was done; all else is "
            "played again.",
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
