/* wyrm replay: a recorded game, or a run of a file of results, watched or checked.
 *
 * A recording has its rules, its seed and the commands; a run of a file of results is made one by
 * playing it again. So both are watched, checked and compared in the same way, and --check of a run
 * also tells whether the program still plays what the file says. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/file.h>
#include <wyrm/game_text.h>
#include "cli/internal.h"

#define SPEED_MAX 1000

/* A recording, read from its file or made from a run of a file of results. */
typedef struct recording {
    wyrm_replay *replay;
    wyrm_replay_facts facts; /* rules and version of the recording, or of the file's runs */
    size_t kept, length;     /* bytes of the file that could be read, and all of them */
    const wyrm_run *again;   /* the run, played again for --check; else NULL */
    /* How the file differs from the run played again; "" where it does not, or without --check. */
    char differs[WYRM_ERROR_MESSAGE_MAX];
} recording;

/* ---- Runs of files of results ---- */

/* The search for a run by its number. */
typedef struct finding {
    uint64_t number;
    bool found;
    wyrm_run run; /* without its floors */
} finding;

static wyrm_status keep_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    finding *out = context;
    (void)error;
    if (run->run == out->number) {
        out->found = true;
        out->run = *run;
    }
    return WYRM_OK;
}

/* Plays a run again and describes the first thing that differs from the file, if anything. */
static void compare_run(cli_job *job, const wyrm_design *design, const wyrm_run_options *how,
                        uint64_t seed, const wyrm_run *stored, recording *out)
{
    enum { FIELDS = 5 };
    static const char *const words[FIELDS] = {"end is", "last depth is", "turns are", "level is",
                                              "killer is"};
    const wyrm_roster *roster = wyrm_design_roster(design);
    wyrm_runner *runner;
    wyrm_run *again = base_new(&job->arena, wyrm_run);
    char texts[2][FIELDS][80];
    cli_must(job, wyrm_runner_new(design, how, &runner, job->error));
    base_keep(&job->arena, runner, wyrm_runner_free);
    cli_must(job, wyrm_runner_make(runner, seed, job->options->run, again, job->error));
    out->again = again;
    for (int k = 0; k < 2; k++) {
        const wyrm_run *run = k == 0 ? stored : again;
        int killer = run->killer;
        snprintf(texts[k][0], 80, "%s", wyrm_run_end_word(run->end));
        snprintf(texts[k][1], 80, "%" PRId32, run->depth);
        snprintf(texts[k][2], 80, "%" PRIu32, run->turns);
        snprintf(texts[k][3], 80, "%" PRId32, run->level);
        snprintf(texts[k][4], 80, "%s",
                 killer >= 0 ? wyrm_roster_monster(roster, (size_t)killer)->name : "nobody");
    }
    for (int i = 0; i < FIELDS && out->differs[0] == '\0'; i++)
        if (strcmp(texts[0][i], texts[1][i]) != 0)
            snprintf(out->differs, sizeof out->differs,
                     "the run's %s %s in the file, and %s when it is played again", words[i],
                     texts[0][i], texts[1][i]);
}

/* Makes a recording of run --run of the file of results. */
static void record_run(cli_job *job, recording *out)
{
    const cli_options *options = job->options;
    const char *file = options->operands[0];
    wyrm_design *design;
    if (!options->run_given)
        cli_refuse(job, "'%s' is a file of results: say which run with --run N", file);
    wyrm_results *results = cli_open_results(job, file, options->ruleset, &design);
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    if (facts->engine != WYRM_ENGINE_VERSION)
        cli_complain(job->command,
                     "these runs were played by version %" PRIu32 " of the engine, and this is "
                     "version %d: the same seed may give another game",
                     facts->engine, WYRM_ENGINE_VERSION);
    wyrm_run_options how = {.turn_limit = facts->turn_limit};
    cli_part_without(job, facts->without, &how);
    finding *stored = base_new(&job->arena, finding);
    stored->number = options->run;
    cli_must(job,
             wyrm_results_each(results, design, options->run, 1, keep_run, stored, job->error));
    if (!stored->found)
        cli_give_up(job, "%.200s has no run %llu", file, (unsigned long long)options->run);
    if (facts->arena[0] != '\0')
        cli_give_up(job, "set fights cannot be watched");
    cli_must(job, wyrm_bot_find(facts->bot, &how.bot, job->error));
    const char *source = options->ruleset != NULL ? options->ruleset : facts->source;
    wyrm_status status =
        wyrm_run_record(design, &how, source, facts->seed, options->run, &out->replay, job->error);
    cli_must(job, status);
    out->facts = *wyrm_replay_facts_of(out->replay);
    snprintf(out->facts.ruleset, sizeof out->facts.ruleset, "%s", facts->ruleset);
    snprintf(out->facts.hash, sizeof out->facts.hash, "%s", facts->hash);
    snprintf(out->facts.version, sizeof out->facts.version, "%s", facts->version);
    if (options->check)
        compare_run(job, design, &how, facts->seed, &stored->run, out);
}

/* ---- A recording ---- */

/* Opens the ruleset of the recording, or the one that --ruleset names. */
static wyrm_design *open_rules(cli_job *job, const recording *of)
{
    const cli_options *options = job->options;
    wyrm_design *design;
    if (options->ruleset != NULL)
        return cli_open_to_play(job, options->ruleset);
    wyrm_errors *errors = cli_new_errors(job);
    wyrm_status status = wyrm_replay_open(of->replay, &design, errors);
    if (status != WYRM_OK)
        cli_end(job, cli_errors(job->command, options->operands[0], errors, status));
    base_keep(&job->arena, design, wyrm_design_free);
    return design;
}

/* What the player was told in the last turns of a game. */
typedef struct messages {
    cli_job *job;
    const wyrm_engine *engine;
    uint32_t after; /* messages of later turns are kept */
    size_t count, room;
    text_replay_message *lines;
} messages;

static void note_message(const wyrm_game *game, const wyrm_event *event, void *context)
{
    messages *of = context;
    const wyrm_game_view *now = wyrm_game_look(game);
    char said[WYRM_MESSAGE_TEXT_MAX];
    if (now->turn <= of->after || !wyrm_event_text(of->engine, game, event, said))
        return;
    of->lines = base_grow(&of->job->arena, of->lines, of->count, &of->room, sizeof *of->lines);
    text_replay_message *line = &of->lines[of->count++];
    *line = (text_replay_message){.turn = now->turn, .hp = now->player->combatant.hp};
    memcpy(line->said, said, sizeof said);
}

/* Finds the outlook before the last fight of a run that died, by playing it up to there. */
static void look_out(cli_job *job, const recording *of, wyrm_engine *engine, wyrm_game *game,
                     text_last_fight *out)
{
    out->death = &of->again->deaths[0];
    cli_must(job, wyrm_replay_begin(of->replay, engine, NULL, game, job->error));
    for (size_t i = 0;
         i < wyrm_replay_count(of->replay) && wyrm_game_look(game)->turn < out->death->turn; i++)
        cli_must(job, wyrm_game_act(engine, game, &wyrm_replay_at(of->replay, i)->command, NULL,
                                    job->error));
    cli_must(job, wyrm_outlook_find(engine, game, &(wyrm_outlook_options){0}, &out->outlook,
                                    job->error));
}

/* Plays a recording without a screen and reports whether it gives the same game. */
static void check(cli_job *job, const recording *of)
{
    const cli_options *options = job->options;
    wyrm_engine *engine;
    wyrm_replay_verdict verdict;
    base_keep(&job->arena, of->replay, wyrm_replay_free);
    wyrm_design *design = open_rules(job, of);
    job->result = CLI_FAILED; /* until it turns out to be the same */
    wyrm_game *game = wyrm_game_new();
    if (game == NULL)
        cli_must(job, wyrm_fail(job->error, WYRM_ERROR_MEMORY, "out of memory"));
    base_keep(&job->arena, game, wyrm_game_free);
    cli_must(job, wyrm_engine_new(design, &engine, job->error));
    base_keep(&job->arena, engine, wyrm_engine_free);
    cli_must(job, wyrm_replay_check(of->replay, engine, NULL, game, &verdict, job->error));
    if (verdict.same && of->differs[0] != '\0') {
        verdict.same = false;
        snprintf(verdict.why, sizeof verdict.why, "%s", of->differs);
    }
    messages told = {.job = job, .engine = engine};
    if (options->last > 0) {
        const wyrm_listener listener = {note_message, &told};
        wyrm_replay_verdict again;
        if (wyrm_replay_branches(of->replay) > 0)
            cli_give_up(job, "a designer's game changes its rules: --last tells of no such game");
        told.after = verdict.turn > options->last ? verdict.turn - (uint32_t)options->last : 0;
        cli_must(job, wyrm_replay_check(of->replay, engine, &listener, game, &again, job->error));
    }
    text_last_fight fight = {.death = NULL};
    if (options->last > 0 && verdict.same && of->again != NULL && of->again->death_count > 0)
        look_out(job, of, engine, game, &fight);
    const text_replay_answer report = {.design = design,
                                       .replay = of->replay,
                                       .facts = &of->facts,
                                       .verdict = &verdict,
                                       .file = options->operands[0],
                                       .cut = of->kept < of->length,
                                       .last = (uint32_t)options->last,
                                       .message_count = told.count,
                                       .messages = told.lines,
                                       .fight = &fight};
    text_write_replay(&report, job->page);
    job->result = verdict.same ? CLI_DONE : CLI_FAILED;
}

/* ---- Side by side ---- */

/* The state after each command, under both rulesets. */
typedef struct watching {
    cli_job *job;
    size_t count, room;
    wyrm_pair_step *steps;
} watching;

static bool keep_step(const wyrm_pair_step *step, void *context)
{
    watching *out = context;
    out->steps = base_grow(&out->job->arena, out->steps, out->count, &out->room, sizeof *step);
    out->steps[out->count++] = *step;
    return true;
}

static void show_pair(cli_job *job, const recording *of)
{
    const cli_options *options = job->options;
    wyrm_engine *engines[2];
    wyrm_pair *pair = base_new(&job->arena, wyrm_pair);
    watching kept = {.job = job};
    base_keep(&job->arena, of->replay, wyrm_replay_free);
    text_pair_answer report = {
        .replay = of->replay, .pair = pair, .file = options->operands[0], .all = options->all};
    for (int k = 0; k < 2; k++) {
        report.designs[k] = k == 0 ? open_rules(job, of) : cli_open_to_play(job, options->with);
        cli_must(job, wyrm_engine_new(report.designs[k], &engines[k], job->error));
        base_keep(&job->arena, engines[k], wyrm_engine_free);
    }
    cli_must(job, wyrm_replay_pair(of->replay, engines, keep_step, &kept, pair, job->error));
    report.count = kept.count;
    report.steps = kept.steps;
    text_write_pair(&report, job->page);
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    recording *of = base_new(&job->arena, recording);
    const char *file = options->operands[0];
    if (cli_is_game(file) || cli_is_game_results(file)) {
        cli_external_replay(job);
        return;
    }
    if (options->json && !options->check && options->with == NULL)
        cli_refuse(job, "--json needs --check or --with");
    if (options->check && options->with != NULL)
        cli_refuse(job, "--check is about one game, and --with shows two");
    if (options->all && options->with == NULL)
        cli_refuse(job, "--all needs --with");
    if ((options->check || options->with != NULL) &&
        (options->speed > 0 || options->no_color || options->ascii))
        cli_refuse(job, "--%s has no screen: it takes no --speed, --no-color or --ascii",
                   options->check ? "check" : "with");
    if (options->last > 0 && options->with != NULL)
        cli_refuse(job, "--last is about one game, and --with shows two");
    if (cli_is_results(file)) {
        record_run(job, of);
    } else {
        char *text;
        if (options->run_given)
            cli_refuse(job, "--run is about files of results: '%s' is none", file);
        cli_must(job, wyrm_file_read(file, WYRM_REPLAY_MAX_BYTES, &text, &of->length, job->error));
        base_keep(&job->arena, text, wyrm_free);
        cli_must(job, wyrm_replay_read(file, text, of->length, &of->replay, &of->kept, job->error));
        of->facts = *wyrm_replay_facts_of(of->replay);
    }
    if (options->check) {
        check(job, of);
        return;
    }
    if (options->with != NULL) {
        show_pair(job, of);
        return;
    }
    term_outcome outcome;
    term_play_options watched = {
        .replay = of->replay, /* which takes ownership */
        .game = {.ruleset = options->ruleset, .allowed = options->allow_path},
        .speed = options->speed > 0 ? (int)options->speed : CLI_WATCH_SPEED,
        .last = (uint32_t)options->last,
        .terminal = {.no_color = options->no_color, .ascii = options->ascii},
    };
    wyrm_errors *errors = cli_new_errors(job);
    term_end end = term_program_run(&watched, &outcome, errors);
    cli_end_of_game(job, end, &outcome, errors);
}

/* clang-format off */
const cli_command cli_replay = {
    .name = "replay", .operands = "FILE", .run = run,
    .summary = "a recorded game: watch it, or check that it is the same",
    .text = "A game that comes to its end leaves its recording beside its last page, in "
            "~/.local/state/wyrm/dumps; a saved game is one, too. A recording holds the rules, the "
            "seed and what was done; all else is played again.\n\n"
            "FILE may be one that describes a game of your own (wyrm engine new): where that can, "
            "it shows the run itself, or tells it in frames of text.",
    .options = {
        {'c', "check", NULL, "instead: play it without a screen, and compare the state after every "
         "command, or of a run of a file of results what the file says of it; status 1 where it "
         "differs", CLI_FLAG(check), .need = cli_needs_rules},
        {0, "ruleset", "RULESET", "these rules instead of those that it was recorded with",
         CLI_TEXT(ruleset), .need = cli_needs_rules},
        {'w', "with", "RULESET", "instead: the same commands under these rules, too, side by side: "
         "where the two games part, and how each ends", CLI_TEXT(with), .need = cli_needs_rules},
        {'a', "all", NULL, "with --with: every command, not only those around the first difference",
         CLI_FLAG(all), .need = cli_needs_rules},
        {0, "run", "N", "of a file of results (wyrm sim -o), or of a game of your own: this run, "
         "played again", CLI_RUN},
        {'l', "last", "N", "begin N turns before its end; with --check tell what the player is told "
         "in them", CLI_WHOLE(last, 1, CLI_TURNS_MAX), .need = cli_needs_rules},
        {0, "speed", "N", "commands a second to begin with (default 10); + and - change it. Of a "
         "game of your own: frames", CLI_WHOLE(speed, 1, SPEED_MAX)},
        {0, "seed", "N", "of a game of your own: that the run was made with (default 1)", CLI_SEED,
         .need = cli_needs_game},
        CLI_OPTION_AGENT, CLI_OPTION_SET, CLI_OPTION_ALLOW_RUN, CLI_OPTION_NO_COLOR,
        CLI_OPTION_ASCII, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"To watch", "wyrm replay game.replay"},
                 {"A run of a simulation", "wyrm replay runs.db --run 17"},
                 {"How that ended", "wyrm replay runs.db --run 17 --last 10"},
                 {"Whether a change to the rules changes this game",
                  "wyrm replay game.replay --check --ruleset ./changed.yaml"},
                 {"What it changes", "wyrm replay game.replay --with ./changed.yaml"}},
};
