/* wyrm compare on games of one's own: two builds, two settings, two agents, two files of runs, or a
 * build and the baseline of an earlier one. Runs are all that is compared.
 *
 * Sides are told apart by two files, or by an option that is said twice. An option that is said
 * once makes the second side where nothing else tells them apart (of several the first in the order
 * --engine, --set, --agent does), and is said of both sides else. */
#include "cli/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/file.h>

#define BASELINE_MAX ((size_t)256 << 20)

/* What tells two sides apart. */
typedef enum apart { BY_FILES, BY_ENGINE, BY_SET, BY_AGENT, APART_COUNT } apart;

/* What was asked for of one side, and what was made of it; it stays where it is. */
typedef struct game_side {
    const char *file;
    const char *engine, *set, *agent; /* NULL: as the file has it */
    const char *name;                 /* what it is called */
    wyrm_external *game;              /* NULL: it is runs of a file */
    wyrm_external_play_options play;
    wyrm_external_facts facts;
    wyrm_external_side *side;
    uint64_t first, count; /* of a file: number of the first run, and how many */
} game_side;

static const cli_list *list_of(const cli_options *options, apart by)
{
    return by == BY_ENGINE ? &options->engines : by == BY_SET ? &options->sets : &options->agents;
}

/* ---- Opening ---- */

static wyrm_status take(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    game_side *of = context;
    if (of->count++ == 0)
        of->first = run->run;
    return wyrm_external_side_take(of->side, run, error);
}

/* A description: its game says hello. */
static void meet_side(cli_job *job, game_side *of)
{
    of->game = cli_open_game(job, of->file);
    if (of->engine != NULL)
        cli_must_typed(job, wyrm_external_use(of->game, of->engine, job->error));
    cli_meet(job, of->game, of->file);
    of->play.ask = cli_ask(job, of->agent, &of->set, of->set != NULL);
    cli_must_typed(job, wyrm_external_facts_from(of->game, &of->play.ask, &of->facts, job->error));
}

/* `margins`: of the description that either side has; NULL: there is none. */
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
        cli_must(job, wyrm_external_results_each(results, 0, UINT64_MAX, take, of, job->error));
    else
        wyrm_external_side_plays(of->side, of->game, &of->play);
}

/* A side of this file; what it is called follows from what sets it apart. */
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

/* What each of two sides is told, by the rule at the head of this file. */
static void tell_apart(cli_job *job, game_side *before, game_side *after, bool files)
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

/* ---- Comparing ---- */

static void compare_sides(cli_job *job, const game_side *before, const game_side *after)
{
    const cli_options *options = job->options;
    const wyrm_external_facts *old = wyrm_external_side_facts(before->side);
    const wyrm_external_facts *new = wyrm_external_side_facts(after->side);
    wyrm_external_gate *gate = NULL;
    char player[160];
    const wyrm_gate_options effort = cli_runs_effort(job);
    wyrm_status status =
        wyrm_external_gate_hold(before->side, after->side, &effort, &gate, job->error);
    cli_progress_end(job);
    cli_must(job, status);
    base_keep(&job->arena, gate, wyrm_external_gate_free);
    const bool same = strcmp(old->agent, new->agent) == 0;
    snprintf(player, sizeof player, same ? "%s" : "%s and %s", same ? new->agent : old->agent,
             new->agent);
    const wyrm_gate_report report = {.gate = &gate->gate,
                                     .before_name = before->name,
                                     .after_name = after->name,
                                     .before_seed = old->seed,
                                     .after_seed = new->seed,
                                     .player = player,
                                     .is_baseline = options->gate != NULL,
                                     .again = cli_runs_again(job, new->seed),
                                     .game = gate,
                                     .before_game = old,
                                     .after_game = new};
    cli_runs_answer(job, &report);
}

/* The one operand, with what options say of it. */
static game_side *only_side(cli_job *job)
{
    const cli_options *options = job->options;
    game_side *made = new_side(job, options->operands[0]);
    if (options->engines.count > 1 || options->sets.count > 1 || options->agents.count > 1)
        cli_refuse(job, "--gate and --baseline are about one side: --engine, --set and --agent "
                        "are said once");
    made->engine = options->engines.count > 0 ? options->engines.texts[0] : NULL;
    made->set = options->sets.count > 0 ? options->sets.texts[0] : NULL;
    made->agent = options->agents.count > 0 ? options->agents.texts[0] : NULL;
    return made;
}

/* The agent of the baseline plays, and its seed, where nothing else is said. Parameters and limits
 * are those of the file as it is now, since a change of them is what is looked for. */
static void hold_to_baseline(cli_job *job)
{
    const cli_options *options = job->options;
    const char *path = options->gate;
    game_side *before = base_new(&job->arena, game_side), *after = only_side(job);
    char *text;
    size_t length;
    before->name = path;
    cli_must(job, wyrm_file_read(path, BASELINE_MAX, &text, &length, job->error));
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
    compare_sides(job, before, after);
}

static void write_baseline(cli_job *job)
{
    game_side *now = only_side(job);
    char *text = NULL;
    if (cli_is_game(now->file))
        meet_side(job, now);
    make_side(job, now, now->game);
    const wyrm_gate_options effort = cli_runs_effort(job);
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

void cli_external_compare(cli_job *job)
{
    const cli_options *options = job->options;
    const bool files = options->operand_count == 2;
    if (options->gate != NULL || options->baseline != NULL) {
        (options->gate != NULL ? hold_to_baseline : write_baseline)(job);
        return;
    }
    game_side *before = new_side(job, options->operands[0]);
    game_side *after = new_side(job, options->operands[files]);
    tell_apart(job, before, after, files);
    game_side *const sides[2] = {before, after};
    const wyrm_external *margins[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        if (cli_is_game(sides[i]->file))
            meet_side(job, sides[i]);
    for (int i = 0; i < 2; i++)
        margins[i] = sides[i]->game != NULL ? sides[i]->game : sides[1 - i]->game;
    /* The second one plays the runs that a file of the first has, and the other way. */
    for (int i = 0; i < 2; i++)
        if (sides[i]->game == NULL)
            make_side(job, sides[i], margins[i]);
    for (int i = 0; i < 2; i++) {
        if (sides[i]->game == NULL)
            continue;
        sides[i]->play.first = sides[1 - i]->first;
        make_side(job, sides[i], margins[i]);
    }
    compare_sides(job, before, after);
}
