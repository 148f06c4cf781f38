/* wyrm compare: which of two rulesets is harder, by runs that a bot plays of both, with their exact
 * figures side by side; or a comparison of runs alone, metric by metric, of rulesets, files of
 * results, baselines, and games of the user's own.
 *
 * A side is any source of runs: rules that are played now, a file of results, or the baseline of an
 * earlier build. Two sides must agree in bot, turn limit and engine version, as any other
 * difference would be mistaken for one of the rules. Another engine is allowed only with --mix, and
 * against a baseline, where it is reported beside the rules that have changed. */
#include "cli/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/file.h>

#define BASELINE_MAX      ((size_t)64 << 20)
#define GAME_BASELINE_MAX ((size_t)256 << 20)

static size_t count_results(const cli_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        count += cli_is_results(options->operands[i]);
    return count;
}

/* Whether only runs are compared, which for games of the user's own is all that can be. */
static bool is_about_runs(const cli_options *options)
{
    return options->sim || cli_needs_rules(options) != NULL || options->gate != NULL ||
           options->baseline != NULL || count_results(options) > 0;
}

/* ---- What all comparisons of runs share ---- */

/* How many runs a comparison may take; also starts the progress bar. */
static wyrm_gate_options effort_of(cli_job *job)
{
    const cli_options *options = job->options;
    if (options->runs > 0)
        cli_limits_as_asked();
    return (wyrm_gate_options){
        .effort = options->runs > 0 ? (wyrm_effort){.exactly = options->runs} : options->effort,
        .threads = (unsigned)options->threads,
        .progress = cli_progress_show,
        .progress_context = cli_progress_start(job),
        .maker = options->maker,
        .affords = cli_needs_rules(options) != NULL ? NULL : cli_limits_afford};
}

/* Writes a page into a file, unless `path` is NULL. */
static void save(cli_job *job, const char *path,
                 void (*write)(const text_gate_answer *, text_page *),
                 const text_gate_answer *report)
{
    if (path == NULL)
        return;
    text_page *page = cli_page(job, (text_style){.utf8 = true, .width = 100});
    write(report, page);
    cli_save(job, path, page);
}

/* Prints the comparison and writes the files that were asked for. A failed gate makes the command
 * fail if --gate or --strict was given. */
static void print_comparison(cli_job *job, const text_gate_answer *report)
{
    const cli_options *options = job->options;
    save(job, options->markdown, text_write_gate_markdown, report);
    save(job, options->junit, text_write_gate_junit, report);
    text_write_gate(report, job->page);
    if (report->gate->failed && (options->gate != NULL || options->strict))
        job->result = CLI_FAILED;
}

/* ---- Games of the user's own: the sides ----
 *
 * Two builds, settings, agents or files of runs, or a build against the baseline of an earlier one.
 * Only their runs are compared.
 *
 * Two sides differ by their files, or by an option that is given twice. If neither tells them
 * apart, an option that is given once holds for the second side only (the first given of --engine,
 * --set, --agent); otherwise it holds for both. */

/* What tells two sides apart. */
typedef enum apart { BY_FILES, BY_ENGINE, BY_SET, BY_AGENT, APART_COUNT } apart;

/* One side: what was asked for, and what was made of it. Its address must not change. */
typedef struct game_side {
    const char *file;
    const char *engine, *set, *agent; /* NULL: as the file says */
    const char *name;                 /* shown in the answer */
    wyrm_external *game;              /* NULL: its runs are in a file */
    wyrm_external_play_options play;
    wyrm_external_facts facts;
    wyrm_external_side *side;
    uint64_t first, count; /* of a file: number of the first run, and of runs */
} game_side;

static const cli_list *list_of(const cli_options *options, apart by)
{
    return by == BY_ENGINE ? &options->engines : by == BY_SET ? &options->sets : &options->agents;
}

static wyrm_status take_game_run(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    game_side *of = context;
    if (of->count++ == 0)
        of->first = run->run;
    return wyrm_external_side_take(of->side, run, error);
}

/* Opens the game that a side's file describes and has it say hello. */
static void meet_side(cli_job *job, game_side *of)
{
    of->game = cli_open_game(job, of->file);
    if (of->engine != NULL)
        cli_must_typed(job, wyrm_external_use(of->game, of->engine, job->error));
    cli_meet(job, of->game, of->file);
    of->play.ask = cli_ask(job, of->agent, &of->set, of->set != NULL);
    cli_must_typed(job, wyrm_external_facts_from(of->game, &of->play.ask, &of->facts, job->error));
}

/* Reads the runs of a side's file, or prepares to play its game. `margins`: the description whose
 * margins hold, of either side; NULL: there is none. */
static void make_side(cli_job *job, game_side *of, const wyrm_external *margins)
{
    wyrm_external_results *results = NULL;
    const wyrm_external_facts *facts = &of->facts;
    if (of->game == NULL) {
        results = cli_open_game_results(job, of->file);
        facts = wyrm_external_results_facts_of(results);
    }
    cli_must(job, wyrm_external_side_new(facts, margins, &of->side, job->error));
    base_keep(&job->arena, of->side, wyrm_external_side_free);
    if (of->game == NULL)
        cli_must(job,
                 wyrm_external_results_each(results, 0, UINT64_MAX, take_game_run, of, job->error));
    else
        wyrm_external_side_plays(of->side, of->game, &of->play);
}

/* A side for a file of a game or of its runs; anything else is refused. It is called like the file
 * until name_side adds what tells it apart. */
static game_side *new_side(cli_job *job, const char *file)
{
    game_side *made = base_new(&job->arena, game_side);
    made->file = made->name = file;
    if (!cli_is_game(file) && !cli_is_game_results(file)) {
        if (wyrm_shipped_find(file) == NULL)
            cli_is_there(job, file);
        cli_refuse(job,
                   "'%s' is neither a game of your own nor runs of one: such a game is compared "
                   "with a game, and rules with rules",
                   file);
    }
    return made;
}

static void name_side(cli_job *job, game_side *of, const char *how, const char *value)
{
    const size_t room = strlen(of->file) + strlen(value) + 24;
    char *name = base_array(&job->arena, char, room);
    snprintf(name, room, "%s%s%s", of->file, how, value);
    of->name = name;
}

/* Refuses options for a game that plays where none does: runs of a file would be said to be of
 * another agent than theirs. */
static void must_play(cli_job *job, bool plays)
{
    const cli_options *options = job->options;
    if (!plays && options->engines.count + options->sets.count + options->agents.count > 0)
        cli_refuse(job, "runs that are there are compared as they are: --engine, --set and --agent "
                        "are for a game that plays");
}

/* Distributes --engine, --set and --agent over two sides, by the rule at the head of this
 * section. */
static void assign_sides(cli_job *job, game_side *before, game_side *after, bool files)
{
    static const char *const names[] = {
        [BY_ENGINE] = "engine", [BY_SET] = "set", [BY_AGENT] = "agent"};
    static const char *const words[] = {
        [BY_ENGINE] = " as ", [BY_SET] = " with ", [BY_AGENT] = " by "};
    const cli_options *options = job->options;
    apart by = files ? BY_FILES : APART_COUNT;
    for (apart k = BY_ENGINE; k < APART_COUNT; k++)
        if (list_of(options, k)->count == 2 && by == APART_COUNT)
            by = k;
    for (apart k = BY_ENGINE; k < APART_COUNT; k++)
        if (list_of(options, k)->count > 0 && by == APART_COUNT)
            by = k;
    if (by == APART_COUNT)
        cli_refuse(job, "one game is compared with itself by two files, or by --engine, --set or "
                        "--agent; see also --baseline and --gate");
    for (apart k = BY_ENGINE; k < APART_COUNT; k++) {
        const cli_list *list = list_of(options, k);
        const char *first = list->count > 0 ? list->texts[0] : NULL;
        const char *second = list->count > 1 ? list->texts[1] : first;
        const char **const of[2] = {k == BY_ENGINE ? &before->engine
                                    : k == BY_SET  ? &before->set
                                                   : &before->agent,
                                    k == BY_ENGINE ? &after->engine
                                    : k == BY_SET  ? &after->set
                                                   : &after->agent};
        if (files && list->count == 2 && k == BY_ENGINE)
            cli_refuse(job, "two files have a command each: --%s goes with one", names[k]);
        *of[0] = k == by && list->count == 1 ? NULL : first;
        *of[1] = second;
        if (k == by && *of[0] != NULL)
            name_side(job, before, words[k], *of[0]);
        if (k == by)
            name_side(job, after, words[k], *of[1]);
    }
}

/* Warns that of two files of different length, compared run by run, only the common runs count. */
static void warn_left_out(cli_job *job, const wyrm_gate *gate, const char *before, size_t count,
                          const char *after, size_t other)
{
    if (gate->paired && count != other)
        cli_complain(job->command, "%s has %zu runs and %s %zu: what one has more is left out",
                     before, count, after, other);
}

/* ---- Games of the user's own: comparing ---- */

static void compare_game_sides(cli_job *job, const game_side *before, const game_side *after)
{
    const cli_options *options = job->options;
    const wyrm_external_facts *old = wyrm_external_side_facts(before->side);
    const wyrm_external_facts *new = wyrm_external_side_facts(after->side);
    wyrm_external_gate *gate = NULL;
    char player[160];
    const wyrm_gate_options effort = effort_of(job);
    wyrm_status status =
        wyrm_external_gate_hold(before->side, after->side, &effort, &gate, job->error);
    cli_progress_end(job);
    cli_must(job, status);
    base_keep(&job->arena, gate, wyrm_external_gate_free);
    const bool plays = before->game != NULL || after->game != NULL;
    if (!plays)
        warn_left_out(job, &gate->gate, before->name, wyrm_external_side_count(before->side),
                      after->name, wyrm_external_side_count(after->side));
    const bool same = strcmp(old->agent, new->agent) == 0;
    snprintf(player, sizeof player, same ? "%s" : "%s and %s", same ? new->agent : old->agent,
             new->agent);
    const text_gate_answer report = {.gate = &gate->gate,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .before_seed = old->seed,
                                     .after_seed = new->seed,
                                     .player = player,
                                     .plays = plays,
                                     .is_baseline = options->gate != NULL,
                                     .again = cli_runs_again(job, new->seed),
                                     .game = gate,
                                     .before_game = old,
                                     .after_game = new};
    print_comparison(job, &report);
}

/* The side of a command that takes one, with its options. */
static game_side *only_side(cli_job *job)
{
    const cli_options *options = job->options;
    game_side *made = new_side(job, options->operands[0]);
    must_play(job, cli_is_game(made->file));
    if (options->engines.count > 1 || options->sets.count > 1 || options->agents.count > 1)
        cli_refuse(job, "--gate and --baseline are about one side: --engine, --set and --agent "
                        "are said once");
    made->engine = options->engines.count > 0 ? options->engines.texts[0] : NULL;
    made->set = options->sets.count > 0 ? options->sets.texts[0] : NULL;
    made->agent = options->agents.count > 0 ? options->agents.texts[0] : NULL;
    return made;
}

/* Holds a game to a baseline: played by the baseline's agent and seed unless options say otherwise.
 * Parameters and limits are those that the file has now, since a change of them is looked for. */
static void hold_game_to_baseline(cli_job *job)
{
    const cli_options *options = job->options;
    const char *path = options->gate;
    game_side *before = base_new(&job->arena, game_side), *after = only_side(job);
    char *text;
    size_t length;
    before->name = path;
    cli_must(job, wyrm_file_read(path, GAME_BASELINE_MAX, &text, &length, job->error));
    base_keep(&job->arena, text, wyrm_free);
    cli_must(job, wyrm_external_baseline_read(path, text, length, &before->side, job->error));
    base_keep(&job->arena, before->side, wyrm_external_side_free);
    const wyrm_external_facts *facts = wyrm_external_side_facts(before->side);
    if (after->agent == NULL)
        after->agent = facts->agent;
    if (cli_is_game(after->file)) {
        meet_side(job, after);
        if (!options->seed_given)
            after->play.ask.seed = facts->seed;
        after->facts.seed = after->play.ask.seed;
    }
    make_side(job, after, after->game);
    compare_game_sides(job, before, after);
}

static void write_game_baseline(cli_job *job)
{
    game_side *now = only_side(job);
    char *text = NULL;
    if (cli_is_game(now->file))
        meet_side(job, now);
    make_side(job, now, now->game);
    const wyrm_gate_options effort = effort_of(job);
    const uint64_t runs = wyrm_looks_begin(&effort.effort, WYRM_GATE_RUNS).most;
    wyrm_status status =
        now->game != NULL ? wyrm_external_side_play(now->side, runs, &effort, job->error) : WYRM_OK;
    cli_progress_end(job);
    if (status == WYRM_OK)
        status = wyrm_external_baseline_text(now->side, &text, job->error);
    cli_must(job, status);
    cli_save_baseline(job, text, wyrm_external_side_count(now->side),
                      wyrm_external_side_facts(now->side)->agent);
}

static void compare_games(cli_job *job)
{
    const cli_options *options = job->options;
    const bool files = options->operand_count == 2;
    if (options->gate != NULL || options->baseline != NULL) {
        (options->gate != NULL ? hold_game_to_baseline : write_game_baseline)(job);
        return;
    }
    game_side *before = new_side(job, options->operands[0]);
    game_side *after = new_side(job, options->operands[files]);
    must_play(job, cli_is_game(before->file) || cli_is_game(after->file));
    assign_sides(job, before, after, files);
    game_side *const sides[2] = {before, after};
    const wyrm_external *margins[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        if (cli_is_game(sides[i]->file))
            meet_side(job, sides[i]);
    for (int i = 0; i < 2; i++)
        margins[i] = sides[i]->game != NULL ? sides[i]->game : sides[1 - i]->game;
    /* Files come first: a side that plays then plays the runs that the other side's file has. */
    for (int i = 0; i < 2; i++)
        if (sides[i]->game == NULL)
            make_side(job, sides[i], margins[i]);
    for (int i = 0; i < 2; i++) {
        if (sides[i]->game == NULL)
            continue;
        sides[i]->play.first = sides[1 - i]->first;
        make_side(job, sides[i], margins[i]);
    }
    compare_game_sides(job, before, after);
}

/* ---- Rules: what the sides are ---- */

/* One side: what was typed, and what was made of it. Its address must not change. */
typedef struct operand {
    const char *name;
    cli_sim_setup setup; /* of a ruleset that is played */
    wyrm_gate_side side;
} operand;

static operand *new_operand(cli_job *job, const char *name)
{
    operand *made = base_new(&job->arena, operand);
    made->name = name;
    base_keep(&job->arena, &made->side, wyrm_gate_side_free);
    return made;
}

static wyrm_status add_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(context, run, error);
}

/* Opens a ruleset or a file of results as a side. It is refused if its runs are of another kind
 * than those of `other` (NULL: none yet). Another engine than a baseline's is allowed: it is tried
 * as a cause beside the rules that have changed. */
static operand *open_operand(cli_job *job, const cli_options *options, const operand *other,
                             const char *name)
{
    operand *made = new_operand(job, name);
    wyrm_gate_side *side = &made->side;
    wyrm_design *design;
    if (cli_is_results(name)) {
        wyrm_results *results = cli_open_results(job, name, options->from, &design);
        side->facts = *wyrm_results_facts_of(results);
        side->outdated =
            strcmp(side->facts.hash, wyrm_ruleset_hash(wyrm_design_ruleset(design))) != 0;
        cli_must(job, wyrm_results_each(results, design, 0, UINT64_MAX, add_run, side, job->error));
        if (side->count > 0)
            side->first = side->runs[0].run;
    } else {
        design = cli_open(job, name);
        cli_sim_read(job, options, design, name, &made->setup);
        side->facts = made->setup.facts;
        side->play = &made->setup.run;
    }
    side->design = design;
    if (side->facts.arena[0] != '\0')
        cli_refuse(job, "the runs of '%s' are of a set fight: `wyrm results` sums them up", name);
    if (other != NULL)
        cli_must_typed(job, wyrm_gate_same_kind(&other->side, other->name, side, name,
                                                options->mix || options->gate != NULL, job->error));
    return made;
}

/* ---- Rules: runs alone ---- */

/* Compares runs until the answers are clear; against a baseline that does not hold, also tries each
 * changed rule alone. */
static void compare_sides(cli_job *job, operand *before, operand *after)
{
    const cli_options *options = job->options;
    wyrm_gate *gate = base_new(&job->arena, wyrm_gate);
    wyrm_gate_causes *causes = NULL;
    const wyrm_gate_options effort = effort_of(job);
    wyrm_status status = wyrm_gate_hold(&before->side, &after->side, &effort, gate, job->error);
    if (status == WYRM_OK)
        status = wyrm_gate_find_causes(&before->side, &after->side, gate,
                                       gate->failed && options->gate != NULL, &effort, &causes,
                                       job->error);
    cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
    base_keep(&job->arena, causes, wyrm_gate_causes_free);
    cli_progress_end(job);
    const bool plays = before->side.play != NULL || after->side.play != NULL;
    if (!plays)
        warn_left_out(job, gate, before->name, before->side.count, after->name, after->side.count);
    char player[64];
    snprintf(player, sizeof player, "the %s", after->side.facts.bot);
    const text_gate_answer report = {.gate = gate,
                                     .causes = causes,
                                     .before = &before->side,
                                     .after = &after->side,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .before_seed = before->side.facts.seed,
                                     .after_seed = after->side.facts.seed,
                                     .player = player,
                                     .plays = plays,
                                     .is_baseline = options->gate != NULL,
                                     .again = cli_runs_again(job, after->side.facts.seed)};
    print_comparison(job, &report);
}

/* Holds one ruleset to a baseline: played with the baseline's bot, seed and limits unless options
 * say otherwise. */
static void hold_to_baseline(cli_job *job)
{
    const char *path = job->options->gate;
    operand *before = new_operand(job, path);
    char *text;
    size_t length;
    cli_must(job, wyrm_file_read(path, BASELINE_MAX, &text, &length, job->error));
    base_keep(&job->arena, text, wyrm_free);
    if (wyrm_external_baseline_is(text, length))
        cli_give_up(job, "'%s' is a baseline of a game of its own, not of rules", path);
    cli_must(job, wyrm_gate_baseline_read(path, text, length, &before->side, job->error));
    const wyrm_results_facts *baseline = &before->side.facts;
    cli_options told = *job->options;
    told.bot = told.bot != NULL ? told.bot : baseline->bot;
    if (told.without == NULL && baseline->without[0] != '\0')
        told.without = baseline->without;
    told.turns = told.turns > 0 ? told.turns : baseline->turn_limit;
    told.seed = told.seed_given ? told.seed : baseline->seed;
    operand *after = open_operand(job, &told, before, told.operands[0]);
    after->side.first = before->side.runs[0].run;
    compare_sides(job, before, after);
}

static void write_baseline(cli_job *job)
{
    operand *now = open_operand(job, job->options, NULL, job->options->operands[0]);
    char *text = NULL;
    const wyrm_gate_options effort = effort_of(job);
    const uint64_t wanted = wyrm_looks_begin(&effort.effort, WYRM_GATE_RUNS).most;
    wyrm_status status = wyrm_gate_play(&now->side, wanted, &effort, job->error);
    cli_progress_end(job);
    if (status == WYRM_OK && now->side.play != NULL && now->side.count < wanted)
        cli_complain(job->command,
                     "it has %zu runs: %" PRIu64 " would be more work than one command may do "
                     "(WYRM_LIMIT allows more)",
                     now->side.count, wanted);
    if (status == WYRM_OK)
        status = wyrm_gate_baseline_text(&now->side, &text, job->error);
    cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
    char seed[40];
    snprintf(seed, sizeof seed, "seed %" PRIu64, now->side.facts.seed);
    cli_save_baseline(job, text, now->side.count, seed);
}

static void compare_runs(cli_job *job)
{
    const cli_options *options = job->options;
    const bool alone = options->gate != NULL || options->baseline != NULL;
    const bool own = !alone && cli_needs_rules(options) != NULL; /* then one file may do */
    if (options->operand_count != (alone ? 1u : 2u) && !own)
        cli_refuse(job, alone ? "--gate and --baseline are about one RULESET"
                              : "two rulesets or two files of results are compared");
    if (options->gate != NULL && options->baseline != NULL)
        cli_refuse(job, "--gate reads a baseline and --baseline writes one: not both");
    if (options->markdown != NULL && options->junit != NULL &&
        strcmp(options->markdown, options->junit) == 0)
        cli_refuse(job, "--markdown and --junit are two files: '%s' can be one of them",
                   options->junit);
    cli_can_write(job, options->baseline);
    cli_can_write(job, options->markdown);
    cli_can_write(job, options->junit);
    if (cli_needs_rules(options) != NULL) {
        compare_games(job);
        return;
    }
    if (alone) {
        (options->gate != NULL ? hold_to_baseline : write_baseline)(job);
        return;
    }
    /* A side that plays begins with the first run of the other side's file. */
    operand *before = open_operand(job, options, NULL, options->operands[0]);
    operand *after = open_operand(job, options, before, options->operands[1]);
    before->side.first = after->side.play == NULL ? after->side.first : before->side.first;
    after->side.first = before->side.play == NULL ? before->side.first : after->side.first;
    compare_sides(job, before, after);
}

/* ---- Several bots ---- */

/* Half the usual effort is enough for a headline. */
#define HEADLINE_RUNS 2000

static wyrm_gate_options headline_effort(cli_job *job)
{
    wyrm_gate_options effort = effort_of(job);
    effort.headline = true;
    if (job->options->runs == 0 && job->options->effort_text == NULL)
        effort.effort = (wyrm_effort){.most = HEADLINE_RUNS};
    return effort;
}

/* Compares two rulesets by several bots, which say whom a change helps. */
static void compare_ladder(cli_job *job, const char *const *bots, size_t count)
{
    const cli_options *options = job->options;
    operand *sides[2] = {NULL, NULL};
    wyrm_gate_side **before = base_array(&job->arena, wyrm_gate_side *, count);
    wyrm_gate_side **after = base_array(&job->arena, wyrm_gate_side *, count);
    wyrm_gate *gates = base_array(&job->arena, wyrm_gate, count);
    if (options->operand_count != 2)
        cli_refuse(job, "two rulesets are compared by several bots");
    if (count_results(options) > 0)
        cli_refuse(job, "a file of results has the runs of one bot: several play rulesets");
    if (options->gate != NULL || options->baseline != NULL || options->markdown != NULL ||
        options->junit != NULL)
        cli_refuse(job,
                   "--gate, --baseline, --markdown and --junit are about one bot, and --bot "
                   "names %zu",
                   count);
    for (size_t i = 0; i < count; i++) {
        cli_options told = *options;
        told.bot = bots[i];
        sides[0] = open_operand(job, &told, NULL, options->operands[0]);
        sides[1] = open_operand(job, &told, sides[0], options->operands[1]);
        before[i] = &sides[0]->side;
        after[i] = &sides[1]->side;
    }
    const wyrm_gate_options effort = options->sim ? effort_of(job) : headline_effort(job);
    const wyrm_status status =
        wyrm_gate_hold_ladder(before, after, count, &effort, gates, job->error);
    cli_must_as(job, status, status == WYRM_ERROR_UNKNOWN);
    cli_progress_end(job);
    text_ladder_answer report = {.name_a = before[0]->facts.ruleset,
                                 .name_b = after[0]->facts.ruleset,
                                 .before = &before[0]->facts,
                                 .after = &after[0]->facts,
                                 .seed = after[0]->facts.seed,
                                 .count = count,
                                 .bots = bots,
                                 .gates = gates,
                                 .helped = wyrm_gate_whom(gates, count),
                                 .clear = true,
                                 .every = options->sim};
    if (strcmp(report.name_a, report.name_b) == 0) {
        report.name_a = options->operands[0];
        report.name_b = options->operands[1];
    }
    for (size_t i = 0; i < count; i++) {
        report.clear &= gates[i].clear || gates[i].runs < gates[i].most;
        if (gates[i].failed && options->strict)
            job->result = CLI_FAILED;
    }
    text_write_ladder(&report, job->page);
}

/* ---- Rulesets side by side ---- */

/* Plays both rulesets with the same seeds until it is clear which is harder, or the runs that the
 * effort allows are spent. */
static text_compare_played *play_both(cli_job *job)
{
    const cli_options *options = job->options;
    text_compare_played *out = base_new(&job->arena, text_compare_played);
    operand *before = open_operand(job, options, NULL, options->operands[0]);
    operand *after = open_operand(job, options, before, options->operands[1]);
    const wyrm_gate_options effort = headline_effort(job);
    cli_must_typed(job,
                   wyrm_gate_hold(&before->side, &after->side, &effort, &out->gate, job->error));
    cli_progress_end(job);
    snprintf(out->bot, sizeof out->bot, "%s", after->side.facts.bot);
    out->seed = after->side.facts.seed;
    return out;
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_comparison *comparison;
    const char *const *bots;
    const size_t bot_count = cli_bots(job, &bots);
    if (bot_count > 1) {
        compare_ladder(job, bots, bot_count);
        return;
    }
    if (is_about_runs(options)) {
        compare_runs(job);
        return;
    }
    if (options->operand_count != 2)
        cli_refuse(job, "missing RULESET (usage: wyrm compare RULESET RULESET)");
    text_compare_answer report = {.a = cli_open(job, options->operands[0])};
    report.b = cli_open(job, options->operands[1]);
    report.all = options->all;
    report.name_a = wyrm_ruleset_name(wyrm_design_ruleset(report.a));
    report.name_b = wyrm_ruleset_name(wyrm_design_ruleset(report.b));
    if (strcmp(report.name_a, report.name_b) == 0) {
        report.name_a = options->operands[0];
        report.name_b = options->operands[1];
    }
    const wyrm_compare_options how = {.progress = cli_progress_show,
                                      .context = cli_progress_start(job)};
    cli_must(job, wyrm_compare(report.a, report.b, &how, &comparison, job->error));
    cli_progress_end(job);
    base_keep(&job->arena, comparison, wyrm_comparison_free);
    report.comparison = comparison;
    const wyrm_design *const sides[] = {report.a, report.b};
    bool played = !options->exact && !comparison->identical;
    for (size_t i = 0; i < 2 && played; i++)
        if (wyrm_design_needs(sides[i], WYRM_SYSTEMS_OF_A_GAME, "a game, which is not played,",
                              job->error) != WYRM_OK) {
            cli_complain(job->command, "%s: %s", job->error->file, job->error->message);
            played = false;
        }
    if (played)
        report.played = play_both(job);
    else
        cli_must(job, wyrm_compare_look(report.a, report.b, comparison, job->error));
    text_write_compare(&report, job->page);
}

/* ---- When options make sense: NULL, or what is missing ---- */

static const char *exact(const cli_options *options)
{
    return is_about_runs(options)
               ? "without --sim, --gate, --baseline and files of results: it is about exact figures"
               : NULL;
}

static const char *compared(const cli_options *options)
{
    bool holds = is_about_runs(options) && options->baseline == NULL;
    return holds ? NULL : "only with --sim, --gate or files of results";
}

static const char *made(const cli_options *options)
{
    return !options->exact && count_results(options) < options->operand_count
               ? NULL
               : "only with rulesets that are played: not with --exact, and not with files of "
                 "results alone";
}

static const char *with_results(const cli_options *options)
{
    const char *words = cli_needs_rules(options);
    return words != NULL                ? words
           : count_results(options) > 0 ? NULL
                                        : "only with a file of results";
}

static const char *bots(const cli_options *options)
{
    const char *words = cli_needs_rules(options);
    return words != NULL ? words : made(options);
}

/* clang-format off */
const cli_command cli_compare = {
    .name = "compare", .operands = "RULESET [RULESET]", .run = run, .counts_games = true,
    .summary = "two rulesets side by side: which is harder, and every figure that differs",
    .text = "A bot plays both on the same seeds until it is clear which is harder: by the depth "
            "that its runs end at and the share that is won. Below that, exactly: growth, "
            "monsters, gear, fights level by level, what depths bring, loot and the exact targets "
            "of both. Differences are of the second against the first.\n\n"
            "With --sim, --gate or --baseline, or with files of results instead of rulesets, runs "
            "are all that is compared: every metric of their runs is higher, lower, equivalent "
            "(within the margin that the ruleset's section `gate` names) or cannot be told apart "
            "from noise. Over all metrics together an unchanged ruleset fails in no more than 1 % "
            "of comparisons, or the share that the ruleset names.\n\n"
            "By single fights, which is all that --exact looks at, harder is the one whose "
            "monsters, each met with full hit points, take more of those of the player that a "
            "depth is meant for "
            "(`reference:` in the ruleset; else a player whose level is the depth).\n\n"
            "RULESET may be a file that describes a game of your own (wyrm engine new), or a file "
            "of its runs: two of them, or one with --engine, --set or --agent, which tell two "
            "sides of it apart.",
    .options = {
        {'a', "all", NULL, "every figure: also what is the same, and what only one of them has",
         CLI_FLAG(all), .need = exact},
        {0, "exact", NULL, "plays nothing: which is harder is then said of single fights only",
         CLI_FLAG(exact), .need = exact},
        {0, "sim", NULL, "instead: metrics of whole runs alone, all of them as sure as the effort "
         "allows", CLI_FLAG(sim)},
        {0, "gate", "FILE", "instead: holds one RULESET to a baseline file; status 1 where a "
         "metric has changed", CLI_TEXT(gate)},
        {0, "baseline", "FILE", "instead: writes the baseline file of one RULESET",
         CLI_TEXT(baseline)},
        {0, "markdown", "FILE", "with simulations: a summary for a pull request into this file",
         CLI_TEXT(markdown), .need = compared},
        {0, "junit", "FILE", "with simulations: a file of test results for a build server",
         CLI_TEXT(junit), .need = compared},
        {0, "strict", NULL, "with simulations: status 1 where a metric has changed",
         CLI_FLAG(strict), .need = compared},
        {0, "bot", "NAME,...", "who plays (default explorer, or that of the baseline); of several, "
         "or `ladder` (all from weak to strong), whom the change helps", CLI_TEXT(bot),
         .need = bots},
        {0, "turns", "N", "a run is cut off after so many turns (default 50,000)",
         CLI_WHOLE(turns, 1, CLI_TURNS_MAX), .need = made},
        {0, "without", "WORDS", "items that the player leaves alone: 'potions,scrolls,armor'",
         CLI_TEXT(without), .need = bots},
        {0, "from", "RULESET", "of files of results: where the ruleset is now, if it has moved",
         CLI_TEXT(from), .need = with_results},
        {0, "mix", NULL, "of files of results: allows runs of different versions of the engine",
         CLI_FLAG(mix), .need = with_results},
        {0, "runs", "N", "just so many runs of each side (default: as many as it takes, see "
         "--effort)", CLI_WHOLE(runs, 1, CLI_RUNS_MAX), .need = made},
        {0, "effort", "HOW", "runs until every answer is clear, at most: low (1,000), normal "
         "(4,000), high (16,000) or a number; never more than the baseline has (default normal, of two "
         "rulesets without --sim 2,000)",
         CLI_EFFORT, .need = made},
        {0, "seed", "N", "of the random numbers; the same seed gives the same answer (default 1; "
         "with --gate that of the baseline, so that the two are compared run by run)", CLI_SEED},
        {0, "engine", "COMMAND", "of a game of your own: another build, in place of engine.command; "
         "twice: both sides. It runs in the folder of the file", CLI_LIST(engines, 2),
         .need = cli_needs_game},
        {0, "set", "KEY=VALUE,...", "of a game of your own: parameters, over engine.set. Said once "
         "it makes the second side where nothing else does; twice: both", CLI_LIST(sets, 2),
         .need = cli_needs_game},
        {0, "agent", "NAME", "of a game of your own: who plays; said once or twice likewise",
         CLI_LIST(agents, 2), .need = cli_needs_game},
        CLI_OPTION_ALLOW_RUN, CLI_OPTION_THREADS, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"What the chapter changed", "wyrm compare tutorial-before tutorial"},
                 {"Two builds of a game of your own",
                  "wyrm compare mine.yaml --engine ./old --engine ./new"},
                 {"Every figure, for a script", "wyrm compare ruggrogue mine.yaml --all --json"},
                 {"Does it help beginners?", "wyrm compare tutorial-before tutorial --bot ladder"},
                 {"Every metric of whole runs", "wyrm compare tutorial-before tutorial --sim"},
                 {"Remember how the game plays today",
                  "wyrm compare tutorial --baseline base.json"},
                 {"In a pull request: does it still?", "wyrm compare tutorial --gate base.json"}},
};
