/* What a report shows, gathered once by the functions behind the other commands: verdicts, samples
 * of dungeons, rooms and loot, and runs, made by the bots of the ladder or read from a file. Of two
 * sides, what is read comes first: it says which runs are made for the other one. */
#include "html/internal.h"

#include <stdio.h>
#include <string.h>

/* Dungeons, floors and campaigns that are sampled. */
#define DUNGEONS  2000
#define FLOORS    200
#define CAMPAIGNS 500

/* Runs of each bot where nothing else is asked for: only of the usual one is more told than how
 * deep it gets. */
#define RUNS_USUAL  400
#define RUNS_OTHERS 100

#define ENDS_MAX    100000 /* that are remembered: examples are found among the first */

/* Who plays in every report, the least able first. */
static const char *const ladder[] = {"diver", "brawler", "explorer", "tactician"};
#define LADDER_COUNT (sizeof ladder / sizeof *ladder)
#define USUAL        "explorer"

/* Shares of the work of a side, for the progress bar. */
#define JUDGED   0.2
#define SURVEYED 0.4

const html_bot *html_usual_bot(const html_side *side)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (strcmp(side->bots[i].name, USUAL) == 0)
            return &side->bots[i];
    return &side->bots[0];
}

/* A part of the work, and whose it is. */
typedef struct part {
    html_report *report;
    html_side *side;
    double from, to;               /* what it is of the whole */
    html_bot *bot;                 /* whose runs come */
    uint64_t heard;                /* how many have */
    wyrm_accumulator *accumulator; /* adds up runs that are read; NULL: of those that are made */
    bool is_usual;                 /* its ends are kept, and the comparison is told */
} part;

static bool show(double done, void *context)
{
    const part *of = context;
    const html_options *options = &of->report->options;
    return !options->progress ||
           options->progress(of->from + done * (of->to - of->from), options->context);
}

static bool show_runs(double done, const wyrm_accumulator *so_far, void *context)
{
    (void)so_far;
    return show(done, context);
}

/* ---- Runs ---- */

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    part *of = context;
    html_bot *bot = of->bot;
    wyrm_status status = WYRM_OK;
    if (of->heard++ == 0)
        of->side->first = run->run;
    of->side->last = run->run;
    if (of->accumulator != NULL)
        status = wyrm_accumulator_add(of->accumulator, run, error);
    if (of->is_usual && bot->end_count < bot->end_room)
        bot->ends[bot->end_count++] = (html_end){
            .run = run->run, .end = run->end, .killer = run->killer, .depth = run->depth};
    if (status == WYRM_OK && of->is_usual && of->report->side_count > 1)
        status = wyrm_gate_take(&of->side->played, run, error);
    return status;
}

/* The next bot of a side, which makes or has up to so many runs. */
static void begin_bot(part *of, const char *name, bool is_usual, uint64_t runs)
{
    base_arena *arena = &of->report->arena;
    of->bot = &of->side->bots[of->side->bot_count++];
    of->is_usual = is_usual;
    snprintf(of->bot->name, sizeof of->bot->name, "%s", name);
    of->bot->end_room = runs < ENDS_MAX ? (size_t)runs : ENDS_MAX;
    if (is_usual)
        of->bot->ends = base_array(arena, html_end, of->bot->end_room);
}

static void read_runs(part *of)
{
    html_side *side = of->side;
    base_arena *arena = &of->report->arena;
    const wyrm_results_facts *facts = wyrm_results_facts_of(side->results);
    begin_bot(of, facts->bot, true, ENDS_MAX);
    base_must(arena,
              wyrm_accumulator_new(side->design, facts->seed, &of->accumulator, &arena->error));
    wyrm_status status =
        wyrm_results_each(side->results, side->design, 0, UINT64_MAX, take, of, &arena->error);
    if (status == WYRM_OK)
        status = wyrm_accumulator_sum(of->accumulator, &of->bot->summary, &arena->error);
    wyrm_accumulator_free(of->accumulator);
    base_must(arena, status);
    if (of->bot->summary->runs == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%s' holds no runs", side->name);
    of->report->options.first = side->first;
    of->report->options.runs = side->last - side->first + 1;
}

static void make_runs(part *of)
{
    const html_options *options = &of->report->options;
    base_arena *arena = &of->report->arena;
    const wyrm_bot_kind *only = options->run.bot;
    size_t count = only != NULL ? 1 : LADDER_COUNT;
    double from = of->from, step = (of->to - from) / (double)count;
    for (size_t i = 0; i < count; i++) {
        const char *name = only != NULL ? only->name : ladder[i];
        bool is_usual = only != NULL || strcmp(name, USUAL) == 0;
        wyrm_sim_options simulation = {.run = options->run,
                                       .seed = options->seed,
                                       .first = options->first,
                                       .runs = options->runs > 0 ? options->runs
                                               : is_usual        ? RUNS_USUAL
                                                                 : RUNS_OTHERS,
                                       .threads = options->threads,
                                       .take = take,
                                       .take_context = of,
                                       .progress = show_runs,
                                       .progress_context = of};
        of->from = from + step * (double)i;
        of->to = of->from + step;
        begin_bot(of, name, is_usual, simulation.runs);
        base_must(arena, wyrm_bot_find(name, &simulation.run.bot, &arena->error));
        base_must(arena,
                  wyrm_simulate(of->side->design, &simulation, &of->bot->summary, &arena->error));
    }
}

/* ---- A side ---- */

/* As `wyrm check`, but not more than is asked for. */
static void judge(part *of)
{
    const html_options *options = &of->report->options;
    base_arena *arena = &of->report->arena;
    bool fewer = options->runs > 0 && options->runs < RUNS_USUAL;
    const wyrm_judge_options judging = {.seed = options->seed,
                                        .effort.factor =
                                            fewer ? (double)options->runs / WYRM_JUDGE_GAMES : 1.0,
                                        .threads = options->threads,
                                        .progress = show,
                                        .context = of};
    wyrm_errors *errors;
    base_must(arena, wyrm_errors_new(&errors));
    wyrm_status status = wyrm_judge(of->side->design, &judging, &of->side->judgement, errors);
    if (status != WYRM_OK && wyrm_errors_kept(errors) > 0)
        arena->error = *wyrm_errors_at(errors, 0);
    else if (status != WYRM_OK)
        wyrm_fail(&arena->error, status, "the ruleset cannot be judged: %s",
                  wyrm_status_text(status));
    wyrm_errors_free(errors);
    base_must(arena, status);
}

/* Threat, fights and loot, as far as the ruleset has them. */
static void survey(base_arena *arena, const html_options *options, html_side *side)
{
    const wyrm_design *design = side->design;
    uint64_t seed = options->seed;
    unsigned threads = options->threads;
    bool tables = wyrm_encounter_last_depth(wyrm_design_encounter(design)) > 0;
    const wyrm_descent_options dungeons = {.seed = seed, .runs = DUNGEONS, .threads = threads};
    const wyrm_threat_survey_options floors = {.seed = seed, .runs = FLOORS, .threads = threads};
    const wyrm_loot_survey_options loot = {.seed = seed, .runs = CAMPAIGNS, .threads = threads};
    base_must(arena, wyrm_descend(design, &dungeons, &side->descents, &arena->error));
    if (tables && wyrm_design_threat(design) != NULL) {
        base_must(arena, wyrm_threat_survey_run(design, &floors, &side->threat, &arena->error));
        base_must(arena, wyrm_calibration_compute(design, 0, 0, &side->calibration, &arena->error));
    }
    base_must(arena, wyrm_attrition_compute(design, seed, &side->attrition, &arena->error));
    base_must(arena, wyrm_loot_survey_run(design, &loot, &side->loot, &arena->error));
}

static void gather_side(html_report *report, size_t index)
{
    html_side *side = &report->sides[index];
    double share = 1.0 / (double)report->side_count, from = index > 0 ? share : 0.0;
    part of = {.report = report, .side = side, .from = from, .to = from + JUDGED * share};
    side->played.design = side->design;
    if (index == 0)
        judge(&of);
    survey(&report->arena, &report->options, side);
    of.from = from + SURVEYED * share;
    of.to = from + share;
    (side->results != NULL ? read_runs : make_runs)(&of);
}

/* ---- The whole ---- */

static void release(html_report *report)
{
    for (size_t s = 0; s < report->side_count; s++) {
        html_side *side = &report->sides[s];
        wyrm_judgement_free(side->judgement);
        wyrm_descents_free(side->descents);
        wyrm_threat_survey_free(side->threat);
        wyrm_calibration_free(side->calibration);
        wyrm_loot_survey_free(side->loot);
        for (size_t i = 0; i < side->bot_count; i++)
            wyrm_summary_free(side->bots[i].summary);
        wyrm_gate_side_free(&side->played);
    }
    wyrm_comparison_free(report->exact);
}

/* A word as a shell reads it; "" where none can. */
static const char *shell_word(base_arena *arena, const char *word)
{
    size_t room = 4 * strlen(word) + 3;
    char *text = base_take(arena, room, 1);
    return wyrm_shell_word(word, text, room) ? text : "";
}

void html_gather(html_report *report)
{
    base_arena *arena = &report->arena;
    base_keep(arena, report, release);
    for (size_t s = 0; s < report->side_count; s++) {
        html_side *side = &report->sides[s];
        bool read = side->results != NULL;
        side->file = read ? shell_word(arena, side->name) : "";
        side->shell =
            shell_word(arena, read ? wyrm_results_facts_of(side->results)->source : side->name);
        side->word = read ? side->file : side->shell;
    }
    for (int made = 0; made <= 1; made++)
        for (size_t s = 0; s < report->side_count; s++)
            if ((report->sides[s].results == NULL) == (made == 1))
                gather_side(report, s);
    if (report->side_count < 2)
        return;
    html_side *now = &report->sides[0], *other = &report->sides[1];
    wyrm_looks all = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    (void)wyrm_looks_next(&all);
    now->played.facts.seed = html_usual_bot(now)->summary->seed;
    other->played.facts.seed = html_usual_bot(other)->summary->seed;
    base_must(arena, wyrm_compare(other->design, now->design, &report->exact, &arena->error));
    base_must(arena,
              wyrm_gate_compare(&other->played, &now->played, &all, &report->runs, &arena->error));
}
