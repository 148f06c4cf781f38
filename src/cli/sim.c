/* wyrm sim: whole runs by a bot. The options that say what is simulated, files of results, names of
 * bots and the words of --without are read here for other commands, too.
 *
 * With a file of results the command can be stopped at any moment and started again: it sums up the
 * runs in the file, up to the first that is missing, and makes the others after them. Each run
 * depends on its number alone, so the answer is byte for byte that of a command that was never
 * stopped. */
#include "cli/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Words of --without, bots, files of results ---- */

void cli_part_without(cli_job *job, const char *list, wyrm_run_options *out)
{
    const char **words = base_array(&job->arena, const char *, CLI_WITHOUT_WORDS_MAX);
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    out->without = words;
    out->without_count = 0;
    if (list != NULL && strlen(list) > CLI_WITHOUT_LETTERS_MAX)
        cli_refuse(job, "--without has more than %d letters", CLI_WITHOUT_LETTERS_MAX);
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        if (*word == '\0')
            continue;
        if (out->without_count == CLI_WITHOUT_WORDS_MAX)
            cli_refuse(job, "--without takes at most %d words", CLI_WITHOUT_WORDS_MAX);
        words[out->without_count++] = word;
    }
}

#define BOTS_MAX 16

const wyrm_bot_kind *cli_find_bot(cli_job *job, const char *name)
{
    size_t count;
    const char *names[BOTS_MAX];
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&count), *found = NULL;
    count = count < BOTS_MAX ? count : BOTS_MAX;
    for (size_t i = 0; i < count; i++)
        names[i] = kinds[i].name;
    if (wyrm_bot_find(name, &found, NULL) != WYRM_OK)
        cli_must_be_one(job, name, names, count, "there is no bot '%.100s'", name);
    return found;
}

/* Whether the ruleset that a file of results names may be opened: a shipped one, or a file in or
 * below the folder of that file, the current one, or --allow-path. No other file, as a stranger may
 * have written the name. */
static bool may_open(const cli_job *job, const char *file, const char *source)
{
    char folder[4096];
    const char *slash = strrchr(file, '/'), *allowed = job->options->allow_path;
    const size_t length = slash == NULL ? 0 : (size_t)(slash - file);
    snprintf(folder, sizeof folder, "%.*s",
             slash == NULL ? 1
             : length > 0  ? (int)length
                           : 1,
             slash == NULL ? "." : file);
    return wyrm_shipped_find(source) != NULL ||
           (base_is_file(source) && (base_lies_in(source, ".") || base_lies_in(source, folder) ||
                                     (allowed != NULL && base_lies_in(source, allowed))));
}

wyrm_results *cli_open_results(cli_job *job, const char *path, const char *from,
                               wyrm_design **design)
{
    wyrm_results *results;
    cli_must(job, wyrm_results_read(path, &results, job->error));
    base_keep(&job->arena, results, wyrm_results_close);
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    const char *source = from != NULL ? from : facts->source;
    if (from != NULL) {
        *design = cli_open(job, from);
    } else if (may_open(job, path, source) &&
               wyrm_design_open_allowing(source, job->options->allow_path, design, NULL) ==
                   WYRM_OK) {
        base_keep(&job->arena, *design, wyrm_design_free);
    } else {
        /* The reason is not printed: the name may be that of any file, whose lines are nobody's
         * business. */
        cli_give_up(job,
                    "%s was made with the ruleset '%s', which does not open (wyrm rules "
                    "validate says why; --%s names it where it has moved, or is neither in this "
                    "folder nor in that of the file)",
                    path, source, strcmp(job->command->name, "replay") == 0 ? "ruleset" : "from");
    }
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(*design);
    if (strcmp(wyrm_ruleset_hash(ruleset), facts->hash) == 0)
        return results;
    if (strcmp(wyrm_ruleset_name(ruleset), facts->ruleset) == 0)
        cli_complain(job->command,
                     "'%s' has changed since these runs were made; names are looked up in what it "
                     "is now",
                     source);
    else
        cli_complain(job->command, "these runs were made with '%s'; names are looked up in '%s'",
                     facts->ruleset, source);
    return results;
}

/* ---- What is played ---- */

/* Reads --arena, the name of one in the ruleset or a fight in words, and the options that change
 * it. The facts have it in words: "player vs orc x2 (two_orcs), corridor, 3 tiles away, asleep". */
static void read_arena(cli_job *job, const wyrm_design *design, cli_sim_setup *out)
{
    const cli_options *options = job->options;
    const char *asked = options->arena, *words = NULL;
    wyrm_arena *arena = &out->arena;
    wyrm_status status = wyrm_arena_is_words(asked)
                             ? wyrm_arena_read(design, asked, arena, job->error)
                             : wyrm_arena_find(design, asked, arena, job->error);
    cli_must_typed(job, status);
    if (options->shape != NULL)
        wyrm_arena_shape_find(options->shape, &arena->shape);
    if (options->tiles > 0)
        arena->distance = (int32_t)options->tiles;
    bool asleep = true; /* all monsters */
    for (size_t i = 0; i < arena->count; i++) {
        arena->monsters[i].asleep |= options->asleep;
        asleep &= arena->monsters[i].asleep;
    }
    const int32_t distance = wyrm_arena_distance(arena);
    if (distance == 0)
        cli_refuse(job, "there is no room for %zu monsters in a %s", arena->count,
                   wyrm_arena_shape_name(arena->shape));
    out->run.arena = arena;
    for (size_t i = 0; i < wyrm_arena_count(design); i++)
        if (strcmp(wyrm_arena_name(design, i), asked) == 0)
            words = wyrm_arena_words(design, i);
    const bool named = words != NULL;
    words = named ? words : asked;
    snprintf(out->facts.arena, sizeof out->facts.arena, "%.800s%s%.100s%s, %s, %d %s away%s", words,
             named ? " (" : "", named ? asked : "", named ? ")" : "",
             wyrm_arena_shape_name(arena->shape), (int)distance, distance == 1 ? "tile" : "tiles",
             asleep && strstr(words, ",asleep") == NULL ? ", asleep" : "");
}

size_t cli_bots(cli_job *job, const char *const **out)
{
    const char *list = job->options->bot;
    char *rest = list != NULL ? base_copy(&job->arena, list) : NULL;
    size_t count = 0, kind_count;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&kind_count);
    const char **names = base_array(&job->arena, const char *, kind_count); /* each once */
    *out = names;
    if (list != NULL && strcmp(list, "ladder") == 0) {
        for (size_t i = 0; i < kind_count; i++)
            if (kinds[i].plays)
                names[count++] = kinds[i].name;
        return count;
    }
    for (const char *name; (name = strsep(&rest, ",")) != NULL;) {
        if (base_has_word(names, count, name))
            cli_refuse(job, "--bot names '%.60s' twice", name);
        names[count++] = cli_find_bot(job, name)->name;
    }
    return count;
}

void cli_sim_read(cli_job *job, const cli_options *options, const wyrm_design *design,
                  const char *source, cli_sim_setup *out)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_results_facts *facts = &out->facts;
    cli_needs(job, design, options->arena != NULL ? WYRM_SYSTEM_COMBAT : WYRM_SYSTEMS_OF_A_GAME);
    *out = (cli_sim_setup){.run.turn_limit =
                               options->turns > 0 ? (uint32_t)options->turns : WYRM_RUN_TURNS};
    if (options->arena == NULL && (options->shape != NULL || options->tiles > 0 || options->asleep))
        cli_refuse(job, "--shape, --distance and --asleep are about an --arena");
    if (options->arena != NULL && options->without != NULL)
        cli_refuse(job, "an --arena is played with what its fighters name: it takes no --without");
    out->run.bot = cli_find_bot(job, options->bot != NULL     ? options->bot
                                     : options->arena != NULL ? "brawler"
                                                              : "explorer");
    cli_part_without(job, options->without, &out->run);
    if (strlen(source) >= sizeof facts->source)
        cli_refuse(job, "the path of the ruleset has more than %zu letters",
                   sizeof facts->source - 1);
    if (options->arena != NULL)
        read_arena(job, design, out);
    snprintf(facts->without, sizeof facts->without, "%s",
             options->without != NULL ? options->without : "");
    snprintf(facts->ruleset, sizeof facts->ruleset, "%s", wyrm_ruleset_name(ruleset));
    snprintf(facts->source, sizeof facts->source, "%s", source);
    for (char *at = facts->source; (at = strchr(at, '\n')) != NULL;)
        *at = '?'; /* facts are single lines; --from can name such a path */
    snprintf(facts->hash, sizeof facts->hash, "%s", wyrm_ruleset_hash(ruleset));
    snprintf(facts->version, sizeof facts->version, "%s", wyrm_version());
    snprintf(facts->bot, sizeof facts->bot, "%s", out->run.bot->name);
    facts->engine = WYRM_ENGINE_VERSION;
    facts->turn_limit = out->run.turn_limit;
    facts->seed = options->seed;
}

/* ---- Making the runs ---- */

/* A simulation in progress. */
typedef struct simulating {
    cli_job *job;
    wyrm_results *results;         /* NULL: no file */
    wyrm_accumulator *accumulator; /* includes runs that the file had */
    wyrm_summary *summary;
    uint64_t next, count; /* while the file is read: next wanted run, all runs in it */
    uint64_t had, most;   /* wanted runs that it had, and how many can be */
    double kept;          /* time of the last flush, in cli_seconds */
} simulating;

static void drop_simulation(simulating *state)
{
    wyrm_results_close(state->results);
    wyrm_accumulator_free(state->accumulator);
    wyrm_summary_free(state->summary);
}

static wyrm_status receive_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    simulating *state = context;
    wyrm_status status = wyrm_results_add(state->results, run, error);
    if (status != WYRM_OK || !cli_runs_keep(&state->kept))
        return status;
    return wyrm_results_flush(state->results, error);
}

/* Sums up runs of the file: the wanted ones, up to the first that is missing. */
static wyrm_status sum_up_old(const wyrm_run *run, void *context, wyrm_error *error)
{
    simulating *state = context;
    state->count++;
    if (run->run != state->next || state->had == state->most)
        return WYRM_OK;
    state->next++;
    state->had++;
    return wyrm_accumulator_add(state->accumulator, run, error);
}

/* Shows the progress bar with the estimate so far. */
static bool show_progress(double done, const wyrm_accumulator *so_far, void *context)
{
    simulating *state = context;
    double value;
    wyrm_interval ci95;
    char words[64];
    if (cli_progress_is_due(done, state->job)) {
        const char *headline = wyrm_accumulator_headline(so_far, &value, &ci95);
        snprintf(words, sizeof words, "%s %.3g (%.3g to %.3g)", headline, value, ci95.low,
                 ci95.high);
        cli_progress_describe(done, words, state->job);
    }
    return cli_signal() == 0;
}

/* Opens the file of results and sums up the wanted runs that it has. */
static void go_on(const wyrm_design *design, const cli_sim_setup *sim, uint64_t wanted,
                  simulating *state)
{
    cli_job *job = state->job;
    const char *file = job->options->output;
    state->most = job->options->error.given ? UINT64_MAX : wanted;
    wyrm_status status = wyrm_results_write(file, design, &sim->facts, &state->results, job->error);
    if (status != WYRM_OK)
        state->results = NULL;
    if (status == WYRM_ERROR_ARGUMENT)
        job->advice = "these runs need a file of their own: another one behind -o";
    cli_must(job, status);
    cli_must(job, wyrm_results_each(state->results, design, 0, UINT64_MAX, sum_up_old, state,
                                    job->error));
    if (state->had > 0)
        cli_runs_report_old(job, state->had, state->count, wanted);
}

static wyrm_status simulate(const wyrm_design *design, const cli_sim_setup *sim, simulating *state)
{
    cli_job *job = state->job;
    const cli_options *options = job->options;
    const uint64_t wanted = options->runs > 0 ? options->runs : WYRM_SIM_RUNS;
    state->next = options->first_run;
    cli_must(job, wyrm_accumulator_new(design, options->seed, &state->accumulator, job->error));
    if (options->output != NULL)
        go_on(design, sim, wanted, state);
    const wyrm_sim_options simulation = {
        .run = sim->run,
        .seed = options->seed,
        .first = state->next,
        .runs = wanted,
        .threads = (unsigned)options->threads,
        .onto = state->accumulator,
        .error = options->error.given ? options->error.value : 0.0,
        .max_runs = options->max_runs,
        .take = state->results != NULL ? receive_run : NULL,
        .take_context = state,
        .progress = show_progress,
        .progress_context = state,
        .maker = options->maker,
    };
    return wyrm_simulate(design, &simulation, &state->summary, job->error);
}

/* Replaces --runs by the runs of a shard; shards differ in length by at most one run. */
static void take_shard(cli_job *job)
{
    cli_options *part = base_new(&job->arena, cli_options);
    *part = *job->options;
    const uint64_t runs = part->runs > 0 ? part->runs : WYRM_SIM_RUNS;
    uint64_t index, count;
    cli_read_shard(job, runs, "runs", &index, &count);
    part->first_run = runs * index / count;
    part->runs = runs * (index + 1) / count - part->first_run;
    job->options = part;
}

/* ---- The command ---- */

void cli_sim_print(cli_job *job, text_sim_answer *report)
{
    const cli_options *options = job->options;
    report->verbose = options->verbose;
    text_write_sim(report, job->page);
    if (options->csv == NULL)
        return;
    text_page *csv = cli_page(job, cli_style());
    text_write_sim_csv(report, csv);
    cli_save(job, options->csv, csv);
}

/* Simulates several bots, one after the other. After a signal the runs made so far are reported. */
static void run_several(cli_job *job, const wyrm_design *design, const char *const *bots,
                        size_t count)
{
    const cli_options *options = job->options;
    text_sim_answer *reports = base_array(&job->arena, text_sim_answer, count);
    bool stopped = false;
    size_t made = 0;
    if (options->output != NULL || options->csv != NULL || options->verbose)
        cli_refuse(job, "--output, --csv and --verbose are about one bot, and --bot names %zu",
                   count);
    cli_progress_start(job);
    for (; made < count && !stopped; made++) {
        cli_options told = *options;
        cli_sim_setup *sim = base_new(&job->arena, cli_sim_setup);
        simulating *state = base_new(&job->arena, simulating);
        told.bot = bots[made];
        cli_sim_read(job, &told, design, options->operands[0], sim);
        state->job = job;
        base_keep(&job->arena, state, drop_simulation);
        wyrm_status status = simulate(design, sim, state);
        stopped = status == WYRM_ERROR_LIMIT && cli_signal() != 0;
        if (stopped)
            status = wyrm_accumulator_sum(state->accumulator, &state->summary, job->error);
        cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
        reports[made] = (text_sim_answer){.design = design,
                                          .summary = state->summary,
                                          .facts = &sim->facts,
                                          .first = options->first_run,
                                          .stopped = stopped};
    }
    cli_progress_end(job);
    text_write_sims(reports, made, job->page);
}

static void run(cli_job *job)
{
    if (job->options->shard != NULL)
        take_shard(job);
    const cli_options *options = job->options;
    const char *const *bots;
    const size_t bot_count = cli_bots(job, &bots);
    if (options->error.given && !(options->error.value > 0.0))
        cli_refuse(job, "--error is a half-width above 0");
    if (options->max_runs > 0 && !options->error.given)
        cli_refuse(job,
                   "--max-runs is about --error; --runs says how many runs are made without it");
    cli_can_open(job, options->output);
    cli_can_write(job, options->csv);
    if (cli_is_game(options->operands[0])) {
        cli_external_sim(job);
        return;
    }
    wyrm_design *design = cli_open(job, options->operands[0]);
    if (bot_count > 1) {
        run_several(job, design, bots, bot_count);
        return;
    }
    cli_sim_setup *sim = base_new(&job->arena, cli_sim_setup);
    cli_sim_read(job, options, design, options->operands[0], sim);
    simulating *state = base_new(&job->arena, simulating);
    *state = (simulating){.job = job, .kept = cli_seconds()};
    base_keep(&job->arena, state, drop_simulation);
    cli_progress_start(job);
    wyrm_status status = simulate(design, sim, state);
    const bool stopped = status == WYRM_ERROR_LIMIT && cli_signal() != 0;
    if (stopped)
        status = wyrm_accumulator_sum(state->accumulator, &state->summary, job->error);
    if (status == WYRM_OK && state->results != NULL)
        status = wyrm_results_flush(state->results, job->error);
    cli_progress_end(job);
    /* The file is closed before anything is printed, so that whoever reads that finds it
     * complete. */
    wyrm_results_close(state->results);
    state->results = NULL;
    cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
    text_sim_answer report = {.design = design,
                              .summary = state->summary,
                              .facts = &sim->facts,
                              .file = options->output,
                              .first = options->first_run,
                              .stopped = stopped};
    cli_sim_print(job, &report);
}

static const char *const shapes[] = {"room", "corridor", "open", NULL};

static const char *fixed_runs(const cli_options *options)
{
    return options->error.given || options->first_run > 0
               ? "only without --error and --first-run: it is a part of --runs"
               : NULL;
}

/* clang-format off */
const cli_command cli_sim = {
    .name = "sim", .operands = "RULESET", .run = run,
    .summary = "whole runs by a bot: how deep, what kills, what is carried",
    .text = "A bot plays game after game. The answer is how many it wins, how deep the others get, "
            "what kills them and what they had with them, each with its interval. The same seed "
            "gives the same answer with any number of threads.\n\n"
            "Results go to an SQLite file with -o: a process that is killed loses little, the same "
            "command goes on where it stopped, and `wyrm results` sums up and merges.\n\n"
            "RULESET may be a file that describes a game of your own (wyrm engine new): then that "
            "is played, by its own agents.",
    .options = {
        {0, "bot", "NAME,...", "who plays: idle, random, diver, brawler, explorer (the default), "
         "tactician; several, or `ladder` (all but the first two), side by side", CLI_TEXT(bot),
         .need = cli_needs_rules},
        {0, "runs", "N", "runs (default 1,000)", CLI_WHOLE(runs, 1, CLI_RUNS_MAX)},
        {0, "error", "E", "goes on until the headline metric is known within plus or minus E (95 "
         "%)", CLI_NUMBER(error, 1000)},
        {0, "max-runs", "N", "and at most so many runs (default 1,000,000)",
         CLI_WHOLE(max_runs, 1, CLI_RUNS_MAX)},
        {0, "turns", "N", "a run is cut off after so many turns (default 50,000)",
         CLI_WHOLE(turns, 1, CLI_TURNS_MAX)},
        {0, "without", "WORDS", "items that the player leaves alone: 'potions,scrolls,armor'; who "
         "does not come: 'monsters.orc'; rooms that stand empty: 'rooms.treasure'; one more on each "
         "floor that has one: '+monsters.orc'",
         CLI_TEXT(without), .need = cli_needs_rules},
        {0, "arena", "FIGHT", "instead of whole games a set fight: 'player@3,weapon=shortsword vs "
         "orc x4', or the name of one in the ruleset", CLI_TEXT(arena),
         .need = cli_needs_rules},
        {0, "shape", "WHERE", "of an arena: room, corridor or open", CLI_CHOICE(shape),
         .choices = shapes, .need = cli_needs_rules},
        {0, "distance", "TILES", "in an arena: how far away the nearest monster is at first",
         CLI_WHOLE(tiles, 1, 30), .need = cli_needs_rules},
        {0, "asleep", NULL, "in an arena: the monsters are asleep at first", CLI_FLAG(asleep),
         .need = cli_needs_rules},
        {'o', "output", "FILE", "every run into this SQLite file; one that exists is gone on with",
         CLI_TEXT(output)},
        {0, "csv", "FILE", "the figures depth by depth into this file", CLI_TEXT(csv)},
        {0, "first-run", "N", "the number of the first run: several processes share the work "
         "(default 0)", CLI_WHOLE(first_run, 0, CLI_RUNS_MAX)},
        {0, "shard", "INDEX/COUNT", "makes only this part of --runs: 3/64 of 0/64 to 63/64; auto/64 "
         "in an array job of Slurm, Grid Engine, PBS, LSF or Kubernetes (SLURM_ARRAY_TASK_ID, "
         "SGE_TASK_ID, PBS_ARRAY_INDEX, LSB_JOBINDEX, JOB_COMPLETION_INDEX)", CLI_TEXT(shard),
         .need = fixed_runs},
        {'v', "verbose", NULL, "every depth, cause of death, monster and item", CLI_FLAG(verbose)},
        CLI_OPTION_AGENT, CLI_OPTION_SET, CLI_OPTION_ALLOW_RUN, CLI_OPTION_SEED, CLI_OPTION_THREADS,
        CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"How far the explorer gets", "wyrm sim ruggrogue"},
                 {"Who reckons gets farther", "wyrm sim ruggrogue --bot tactician"},
                 {"Weak and strong at once", "wyrm sim tutorial --bot ladder --runs 200"},
                 {"A set fight", "wyrm sim yarl --arena 'player@3,weapon=shortsword vs orc x2'"},
                 {"Every run into a file", "wyrm sim tutorial --runs 200 -o runs.db"},
                 {"The last of four parts", "wyrm sim yarl --runs 1000 --shard 3/4 -o 3.db"},
                 {"A game of your own", "wyrm sim mine.yaml --allow-run --agent greedy"}},
};
