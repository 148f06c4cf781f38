/* Gathers what a report shows, by the functions behind the other commands: verdicts; samples of
 * dungeons, rooms and loot; and runs, played by the bots of the ladder or read from a file. Then it
 * fills the charts, and knows which of them shows a metric or finding. Of two sides one that is
 * read comes first: it says which runs the other has to play.
 *
 * No ruleset has everything that there are charts of: a chart without marks is left out. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "metrics/internal.h"

/* Sample sizes: dungeons, floors and campaigns. */
#define DUNGEONS  2000
#define FLOORS    200
#define CAMPAIGNS 500

/* Default runs of a bot: of other bots than the usual one a report only shows how deep they get. */
#define RUNS_USUAL  400
#define RUNS_OTHERS 100
#define FIRST_FEW   4 /* runs of every bot that show how much work all of them are */

#define ENDS_MAX    100000 /* ends of runs kept as examples: those of the first runs */

/* Where the progress bar stands after judging, and after the surveys, of a side's work. */
#define JUDGED   0.2
#define SURVEYED 0.4

/* The work on one side, and its runs as they come. */
typedef struct part {
    html_report *report;
    html_side *side;
    base_part share;               /* of the progress bar */
    html_bot *bot;                 /* whose runs come */
    uint64_t heard;                /* runs so far */
    wyrm_accumulator *accumulator; /* sums up runs that are read; NULL: runs are played */
    bool is_usual;                 /* keep its ends and values to compare */
} part;

/* ---- Runs ---- */

static wyrm_status add_run(const wyrm_run *run, void *context, wyrm_error *error)
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
    if (status == WYRM_OK && of->is_usual && of->report->head.side_count > 1)
        status = wyrm_gate_take(&of->side->played, run, error);
    return status;
}

/* Begins the next bot of a side, for up to `runs` runs. */
static void begin_bot(part *of, const char *name, bool is_usual, uint64_t runs)
{
    of->bot = &of->side->bots[of->side->bot_count++];
    of->is_usual = is_usual;
    snprintf(of->bot->name, sizeof of->bot->name, "%s", name);
    of->bot->end_room = runs < ENDS_MAX ? (size_t)runs : ENDS_MAX;
    if (is_usual)
        of->bot->ends = base_array(&of->report->head.arena, html_end, of->bot->end_room);
}

static void read_runs(part *of)
{
    html_side *side = of->side;
    html_options *options = &of->report->options;
    base_arena *arena = &of->report->head.arena;
    wyrm_error *error = &arena->error;
    const wyrm_results_facts *facts = wyrm_results_facts_of(side->results);
    begin_bot(of, facts->bot, true, ENDS_MAX);
    base_must(arena, wyrm_accumulator_new(side->design, facts->seed, &of->accumulator, error));
    base_keep(arena, of->accumulator, wyrm_accumulator_free);
    base_must(arena,
              wyrm_results_each(side->results, side->design, 0, UINT64_MAX, add_run, of, error));
    base_must(arena, wyrm_accumulator_sum(of->accumulator, &of->bot->summary, error));
    base_keep(arena, of->bot->summary, wyrm_summary_free);
    if (of->bot->summary->runs == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%s' holds no runs", side->name);
    options->first = side->first;
    options->runs = side->last - side->first + 1;
}

/* Lists the bots that play: the only one that was asked for, or those of the ladder. */
static size_t bots_of(const html_options *options, const wyrm_bot_kind *ladder[HTML_BOTS])
{
    size_t kind_count, count = 0;
    const wyrm_bot_kind *kinds = wyrm_bot_kinds(&kind_count);
    if (options->run.bot != NULL)
        ladder[count++] = options->run.bot;
    for (size_t i = 0; i < kind_count && options->run.bot == NULL && count < HTML_BOTS; i++)
        if (kinds[i].plays)
            ladder[count++] = &kinds[i];
    return count;
}

static bool is_usual(const html_options *options, const wyrm_bot_kind *bot)
{
    return options->run.bot != NULL || strcmp(bot->name, HTML_USUAL) == 0;
}

/* Plays the bots. The usual one plays more runs, as most charts show only its runs. */
static void make_runs(part *of)
{
    const html_options *options = &of->report->options;
    base_arena *arena = &of->report->head.arena;
    wyrm_error *error = &arena->error;
    const wyrm_bot_kind *ladder[HTML_BOTS];
    const size_t count = bots_of(options, ladder);
    const base_part all = of->share;
    of->share.share = all.share / (double)count;
    for (size_t i = 0; i < count; i++) {
        const bool usual = is_usual(options, ladder[i]);
        wyrm_sim_options simulation = {.run = options->run,
                                       .seed = options->seed,
                                       .first = options->first,
                                       .runs = usual ? RUNS_USUAL : RUNS_OTHERS,
                                       .threads = options->threads,
                                       .take = add_run,
                                       .take_context = of,
                                       .progress = judge_report_runs,
                                       .progress_context = &of->share,
                                       .maker = options->maker};
        if (options->runs > 0)
            simulation.runs = options->runs;
        of->share.from = all.from + of->share.share * (double)i;
        begin_bot(of, ladder[i]->name, usual, simulation.runs);
        simulation.run.bot = ladder[i];
        base_must(arena, wyrm_simulate(of->side->design, &simulation, &of->bot->summary, error));
        base_keep(arena, of->bot->summary, wyrm_summary_free);
    }
}

static bool can_be_played(const html_side *side)
{
    return wyrm_design_needs(side->design, WYRM_SYSTEMS_OF_A_GAME, "", NULL) == WYRM_OK;
}

/* Sets options.runs if the usual numbers of runs and the games for the targets are more work than
 * can be afforded, as a few runs of every bot show. Of what can be, every bot gets the same share
 * on each side, and the targets as much as a side. */
static void cut_short(base_arena *arena, html_report *report)
{
    html_options *options = &report->options;
    const size_t sides = report->head.side_count;
    const wyrm_bot_kind *ladder[HTML_BOTS];
    const size_t bots = bots_of(options, ladder), parts = (sides + 1) * bots;
    const uint64_t wanted = sides * (RUNS_USUAL + (bots - 1) * RUNS_OTHERS) + WYRM_JUDGE_GAMES;
    uint64_t done = 0;
    bool asks = options->affords != NULL && options->runs == 0;
    for (size_t s = 0; s < sides; s++)
        asks = asks && report->sides[s].results == NULL && can_be_played(&report->sides[s]);
    if (!asks)
        return;
    (void)options->affords(0, wanted, options->affords_context);
    for (size_t s = 0; s < sides; s++)
        for (size_t i = 0; i < bots; i++) {
            const wyrm_sim_options simulation = {.run = {.bot = ladder[i]},
                                                 .seed = options->seed,
                                                 .runs = FIRST_FEW,
                                                 .threads = options->threads,
                                                 .maker = options->maker};
            wyrm_summary *summary = NULL;
            base_must(arena,
                      wyrm_simulate(report->sides[s].design, &simulation, &summary, &arena->error));
            done += summary->runs;
            wyrm_summary_free(summary);
        }
    const uint64_t most = options->affords(done, wanted, options->affords_context);
    report->cut_short = most < wanted;
    if (report->cut_short)
        options->runs = most > parts ? most / parts : 1;
}

/* ---- A side ---- */

/* Judges the targets like `wyrm check`; with fewer games if fewer runs than usual were asked
 * for. */
static void judge(part *of)
{
    const html_options *options = &of->report->options;
    base_arena *arena = &of->report->head.arena;
    bool fewer = options->runs > 0 && options->runs < RUNS_USUAL;
    const wyrm_judge_options judging = {.seed = options->seed,
                                        .effort.factor =
                                            fewer ? (double)options->runs / WYRM_JUDGE_GAMES : 1.0,
                                        .threads = options->threads,
                                        .progress = base_report_part,
                                        .context = &of->share,
                                        .maker = options->maker};
    wyrm_errors *errors;
    base_must(arena, wyrm_errors_new(&errors));
    base_keep(arena, errors, wyrm_errors_free);
    wyrm_status status =
        wyrm_judge(of->side->design, &judging, &of->report->head.judgement, errors);
    html_must_judge(&of->report->head, status, errors);
}

/* Samples dungeons, threat, attrition and loot, as far as the ruleset has them. */
static void survey(base_arena *arena, const html_options *options, html_side *side)
{
    const wyrm_design *design = side->design;
    wyrm_error *error = &arena->error;
    uint64_t seed = options->seed;
    unsigned threads = options->threads;
    bool tables = wyrm_encounter_last_depth(wyrm_design_encounter(design)) > 0;
    const wyrm_descent_options dungeons = {.seed = seed, .runs = DUNGEONS, .threads = threads};
    const wyrm_threat_survey_options floors = {.seed = seed, .runs = FLOORS, .threads = threads};
    const wyrm_loot_survey_options loot = {.seed = seed, .runs = CAMPAIGNS, .threads = threads};
    if (wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_FLOOR, "", NULL) != WYRM_OK)
        return;
    base_must(arena, wyrm_descend(design, &dungeons, &side->descents, error));
    base_keep(arena, side->descents, wyrm_descents_free);
    if (tables && wyrm_design_threat(design) != NULL) {
        base_must(arena, wyrm_threat_survey_run(design, &floors, &side->threat, error));
        base_keep(arena, side->threat, wyrm_threat_survey_free);
        base_must(arena, wyrm_calibration_compute(design, 0, 0, &side->calibration, error));
        base_keep(arena, side->calibration, wyrm_calibration_free);
    }
    const wyrm_attrition_options attrition = {.seed = seed};
    base_must(arena, wyrm_attrition_compute(design, &attrition, &side->attrition, error));
    base_must(arena, wyrm_loot_survey_run(design, &loot, &side->loot, error));
    base_keep(arena, side->loot, wyrm_loot_survey_free);
}

/* ---- Dead content: by the ruleset's exact tables, and by what all bots met and found ---- */

const html_death_words html_deaths[HTML_DEATH_COUNT] = {
    [HTML_ABSENT] = {"monster_never_comes", "Monsters that no room can bring"},
    [HTML_UNMET] = {"monster_never_met", "Monsters that nobody met"},
    [HTML_UNFINDABLE] = {"item_never_comes", "Items that no room can bring"},
    [HTML_UNSEEN] = {"item_never_lay", "Items that lay on no map that was entered"},
    [HTML_UNTAKEN] = {"item_never_found", "Items that were never picked up"},
    [HTML_UNUSED] = {"item_never_used", "Items found and never used; gear that no run ended with"},
};

/* Sorts monsters and items without use into ways to be dead: those that the exact tables rule out,
 * and those that were merely never met, seen, picked up or used in any run. */
static void find_dead(html_report *report)
{
    const html_side *side = &report->sides[0];
    const wyrm_roster *roster = wyrm_design_roster(side->design);
    const wyrm_item_kind *kinds;
    judge_work *work = judge_begin(&report->head.arena, side->design, 1);
    html_dead *out = &report->dead;
    out->monsters = wyrm_roster_count(roster);
    out->items = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds);
    judge_find_presence(work);
    if (side->bot_count == 0)
        return;
    for (int of = 0; of < HTML_DEATH_COUNT; of++)
        out->things[of] =
            base_array(&report->head.arena, html_dead_thing, out->monsters + out->items);
    for (size_t i = 0; i < side->bot_count; i++)
        out->runs += side->bots[i].summary->runs;
    for (size_t m = 0; m < out->monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        bool absent = work->presence.knows_monsters && !work->presence.monsters[m];
        html_death of = absent ? HTML_ABSENT : HTML_UNMET;
        uint64_t met = 0;
        for (size_t i = 0; i < side->bot_count; i++)
            met += side->bots[i].summary->monsters[m].met;
        if (met == 0)
            out->things[of][out->counts[of]++] = (html_dead_thing){monster->name, monster->title};
    }
    for (size_t k = 0; k < out->items; k++) {
        uint64_t lain = 0, found = 0, used = 0;
        for (size_t i = 0; i < side->bot_count; i++) {
            const wyrm_sim_item *item = &side->bots[i].summary->items[k];
            lain += item->lain;
            found += item->found;
            used += item->used;
        }
        bool absent = work->presence.knows_items && !work->presence.items[k];
        html_death of = found > 0  ? HTML_UNUSED
                        : lain > 0 ? HTML_UNTAKEN
                        : absent   ? HTML_UNFINDABLE
                                   : HTML_UNSEEN;
        if (used == 0)
            out->things[of][out->counts[of]++] = (html_dead_thing){kinds[k].name, kinds[k].title};
    }
}

/* ---- Which chart shows what ----
 *
 * A verdict or finding on the page links to the chart that shows it. Two tables map names of
 * metrics and findings to charts, with a second choice, because no ruleset has all charts: one
 * without bands has no chart of them, and a dead link is worse than none. */

/* The first row that matches and has a chart in the report counts. '*' stands for any
 * characters. */
typedef struct shown_by {
    const char *charts[2];
    const char *words; /* metrics; kinds of findings, or their places */
} shown_by;

static const shown_by of_metrics[] = {
    {{"growth"}, "stat* curve level_factor"},
    {{"level-cost"}, "experience_step experience_growth experience_to_level kills_to_level"},
    {{"experience"}, "experience_at_depth"},
    {{"hit", "armour"}, "hit_*"},
    {{"blows", "hit"}, "average_hits_to_kill attacks_to_kill* hits_to_kill_monster"},
    {{"even", "duels"}, "win_chance"},
    {{"blows", "duels"}, "duel_turns"},
    {{"duels"}, "hp_left arena_*"},
    {{"monster-levels", "difficulty"}, "monster_level_*"},
    {{"difficulty"}, "monsters_seen tracker_at_depth room_death_chance room_hp_lost"},
    {{"difficulty"}, "floor_death_chance"},
    {{"ends", "filling"}, "final_depth_*"},
    {{"gear-attack"}, "gear_*"},
    {{"filling"}, "rooms_at_depth monsters_at_depth items_at_depth room_monsters*"},
    {{"monsters"}, "monster_share"},
    {{"loot-depth", "loot"}, "item_share"},
    {{"budgets"}, "room_threat* room_status_share"},
    {{"truth"}, "threat_rank_correlation"},
    {{"floors"}, "floor_threat floor_budget_share"},
    {{"duels", "difficulty"}, "fight_death_chance"},
    {{"hazard"}, "run_hazard run_deaths_by run_starved"},
    {{"level"}, "run_*level"},
    {{"survival"}, "run_*"},
    {{"loot", "loot-depth"}, "items_per_room category_per_room"},
    {{"pity"}, "pity_* natural_rate"},
    {{"drought"}, "drought_chance first_item_chance"},
    {{NULL}, NULL},
};

static const shown_by of_findings[] = {
    {{"truth"}, "threat-misfit"},
    {{"difficulty", "duels"}, "unhurt-player"},
    {{"pity"}, "pity*"},
    {{"budgets"}, "bands-alike threat* room_roles*"},
    {{"monsters", "duels"}, "monsters*"},
    {{"loot", "loot-depth"}, "loot*"},
    {{"level-cost"}, "growth.experience"},
    {{"growth"}, "growth*"},
    {{"hit"}, "combat*"},
    {{"loot"}, "targets.items*"},
    {{"difficulty"}, "encounter*"},
    {{NULL}, NULL},
};

/* Whether a word matches one of the patterns. */
static bool matches(const char *patterns, const char *word)
{
    size_t length = strlen(word), used;
    for (const char *at = patterns; *at != '\0'; at += used + (at[used] == ' ')) {
        used = strcspn(at, " ");
        const char *star = memchr(at, '*', used);
        size_t head = star != NULL ? (size_t)(star - at) : used;
        size_t tail = star != NULL ? used - head - 1 : 0;
        bool long_enough = star != NULL ? length >= head + tail : length == used;
        if (long_enough && strncmp(at, word, head) == 0 &&
            strncmp(word + length - tail, at + used - tail, tail) == 0)
            return true;
    }
    return false;
}

static const html_chart *look_up(const html_head *head, const shown_by *row, const char *word)
{
    const html_chart *found = NULL;
    for (; row->words != NULL && found == NULL; row++)
        for (size_t c = 0; c < 2 && row->charts[c] && !found && matches(row->words, word); c++)
            found = html_find_chart(head, row->charts[c]);
    return found;
}

static const html_chart *chart_of_metric(const html_head *head, const char *metric)
{
    return look_up(head, of_metrics, metric);
}

static const html_chart *chart_of_finding(const html_head *head, const wyrm_finding *finding)
{
    const html_chart *chart = look_up(head, of_findings, finding->kind);
    return chart != NULL ? chart : look_up(head, of_findings, finding->where);
}

/* ---- Charts ---- */

const html_section html_sections[HTML_SECTIONS] = {
    {"runs", "Whole runs", html_runs_rows, WYRM_SYSTEMS_OF_A_GAME},
    {"dungeon", "The dungeon", html_dungeon_rows, 0},
    {"threat", "Threat", html_threat_rows, WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_MAP},
    {"fights", "Single fights", html_fights_rows, WYRM_SYSTEM_COMBAT},
    {"loot-and-pity", "Loot", html_loot_rows, WYRM_SYSTEMS_OF_A_FLOOR},
};

/* The top of the tallest column, stack or interval. */
static double tallest(const html_chart *chart)
{
    double most = 0.0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const html_mark *mark = &chart->series[s].marks[i];
            bool stacked = chart->kind == HTML_STACKED && !chart->series[s].total;
            double below = stacked ? html_stack_below(chart, s, i) : 0.0;
            most = fmax(fmax(most, below + mark->y), mark->high); /* false if NAN */
        }
    return most;
}

/* Gives the charts of both sides the same scale, and series of the same name the same look; other
 * series of the second chart get looks that the first does not use. */
static void pair(html_chart *one, html_chart *other)
{
    bool stacked = one->kind == HTML_STACKED;
    if (other->kind != one->kind || (!stacked && one->kind != HTML_COLUMNS))
        return;
    if (isnan(one->y.greatest)) {
        one->y.greatest = text_axis_around(0.0, fmax(tallest(one), tallest(other)), 5).high;
        other->y.greatest = one->y.greatest;
    }
    size_t next = one->series_count;
    for (size_t s = 0; stacked && s < other->series_count; s++) {
        size_t at = 0;
        while (at < one->series_count && strcmp(one->series[at].name, other->series[s].name) != 0)
            at++;
        other->series[s].alike = 1 + (at < one->series_count ? at : next++);
    }
}

/* Whether all sides have the systems that a chart needs. */
static bool has_systems(const html_report *report, unsigned systems)
{
    bool has = true;
    for (size_t s = 0; s < report->head.side_count; s++)
        has = has && wyrm_design_needs(report->sides[s].design, systems, "", NULL) == WYRM_OK;
    return has;
}

/* Fills the chart of a row for a side; a chart without marks is dropped. */
static void fill_chart(html_report *report, const html_section *section, const html_chart_row *row,
                       size_t side)
{
    base_arena *arena = &report->head.arena;
    const bool each = (row->flags & HTML_EACH_SIDE) != 0;
    const char *title = row->question;
    if (each && report->head.side_count > 1)
        title = base_say(arena, "%.100s: %.200s", report->sides[side].name, row->question);
    html_chart *chart = html_next_chart(
        &report->head, row->kind, side > 0 ? base_say(arena, "%s-other", row->id) : row->id, title);
    chart->report = report;
    chart->section = section;
    chart->row = row;
    chart->side = side;
    html_axes(chart, row->axes[0], row->axes[1], row->axes[2], row->axes[3]);
    chart->x.whole = (row->flags & HTML_WHOLE_X) != 0;
    chart->y.least = row->flags & HTML_FROM_ZERO ? 0.0 : (double)NAN;
    chart->y.greatest = row->flags & HTML_TO_ONE ? 1.0 : (double)NAN;
    chart->value_unit = row->flags & HTML_SHARES ? "share" : "";
    row->fill(chart);
    if (!html_keep_chart(&report->head, chart))
        return;
    for (size_t s = 0; s < report->head.side_count && row->command != NULL; s++)
        if (!each || s == side)
            row->command(chart, s);
    if (side > 0 && chart > report->head.charts && chart[-1].row == row)
        pair(&chart[-1], chart);
}

/* A sentence on charts that are missing because the ruleset has nothing of the kind, and why: an
 * empty chart would not say that. */
static const char *missing_words(html_report *report)
{
    static const struct {
        const char *charts[2]; /* one of them suffices */
        const char *words;
    } rows[] = {
        {{"budgets", "truth"},
         "threat against its budgets and against the fight: there are no budgets of threat"},
        {{"pity", "pity"}, "pity and droughts: nothing makes up for bad luck"},
        {{"loot", "loot-depth"},
         "what a room holds: items are not drawn room by room out of tables"},
        {{"ends", "ends"}, "where the dungeon ends: always at the same depth"},
        {{"monsters", "monster-levels"}, "who lives where: monsters come by no table of depths"},
        {{"difficulty", "difficulty"},
         "how hard a depth is: there is neither a tracker nor a table"},
        {{"duels", "duels"}, "who wins: no monster comes by level or depth"},
        {{"gear-attack", "gear-attack"},
         "what gear does: nothing to wear or to wield lay about, or fewer than 20 runs left a "
         "depth"},
        {{"experience", "experience"}, "experience: killing brings none"},
        {{"items", "items"}, "items found and used: none lies about"},
        {{"armour", "armour"},
         "what armour is worth: it is known of no number that armour adds to it"},
    };
    const char *words = "";
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (html_find_chart(&report->head, rows[i].charts[0]) == NULL &&
            html_find_chart(&report->head, rows[i].charts[1]) == NULL)
            words = base_say(&report->head.arena, "%s%s%s", words, words[0] != '\0' ? "; " : "",
                             rows[i].words);
    return words;
}

/* ---- The whole report ---- */

/* A word quoted for a shell; "" if it cannot be. */
static const char *shell_word(base_arena *arena, const char *word)
{
    size_t room = 4 * strlen(word) + 3;
    char *text = base_take(arena, room, 1);
    return text_shell_word(word, text, room) ? text : "";
}

/* Sets how the sides are called in commands that the report shows. */
static void name_sides(base_arena *arena, html_report *report)
{
    for (size_t s = 0; s < report->head.side_count; s++) {
        html_side *side = &report->sides[s];
        const bool read = side->results != NULL;
        side->file = read ? shell_word(arena, side->name) : "";
        side->shell =
            shell_word(arena, read ? wyrm_results_facts_of(side->results)->source : side->name);
        side->word = read ? side->file : side->shell;
    }
}

static void gather_side(base_arena *arena, html_report *report, size_t s)
{
    html_side *side = &report->sides[s];
    const double share = 1.0 / (double)report->head.side_count, from = s > 0 ? share : 0.0;
    part of = {.report = report,
               .side = side,
               .share = {report->options.progress, report->options.context, from, JUDGED * share}};
    side->played.design = side->design;
    base_keep(arena, &side->played, wyrm_gate_side_free);
    if (s == 0)
        judge(&of);
    survey(arena, &report->options, side);
    of.share.from = from + SURVEYED * share;
    of.share.share = (1 - SURVEYED) * share;
    if (side->results != NULL)
        read_runs(&of);
    else if (report->head.side_count > 1 || can_be_played(side))
        make_runs(&of);
}

/* Compares both sides: their exact figures, and the runs of the bot that both have. */
static void compare_sides(base_arena *arena, html_report *report)
{
    html_side *now = &report->sides[0], *other = &report->sides[1];
    wyrm_looks all = wyrm_looks_begin(&(wyrm_effort){.exactly = WYRM_GATE_RUNS_MAX}, 1);
    (void)wyrm_looks_next(&all);
    now->played.facts.seed = html_usual_bot(now)->summary->seed;
    other->played.facts.seed = html_usual_bot(other)->summary->seed;
    base_must(arena, wyrm_compare(other->design, now->design, NULL, &report->exact, &arena->error));
    base_keep(arena, report->exact, wyrm_comparison_free);
    wyrm_gate_compare(&other->played, &now->played, &all, &report->runs);
    report->head.gate = &report->runs;
}

/* The command that makes this report again; "" if the name of a side cannot be quoted for a
 * shell. */
static const char *command_of(base_arena *arena, const html_report *report)
{
    const bool two = report->head.side_count > 1;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const char *runs = "", *how = "", *against = "";
    if (now->word[0] == '\0' || (two && other->word[0] == '\0'))
        return "";
    if (report->options.runs > 0) /* the default differs by bot */
        runs = base_say(arena, " --runs %" PRIu64, report->options.runs);
    if (now->results == NULL && (!two || other->results == NULL))
        how = base_say(arena, "%s --seed %" PRIu64, runs, report->options.seed);
    if (two)
        against = base_say(arena, " --compare %s", other->word);
    return base_say(arena, "wyrm report %s%s%s", now->word, how, against);
}

static void fill_charts(html_report *report)
{
    /* JSON has the fights before threat. */
    static const size_t order[HTML_SECTIONS] = {0, 1, 3, 2, 4};
    for (size_t i = 0; i < HTML_SECTIONS; i++) {
        const html_section *section = &html_sections[order[i]];
        for (const html_chart_row *row = section->rows; row->id != NULL; row++)
            for (size_t s = 0; has_systems(report, section->needs | row->needs) &&
                               s < (row->flags & HTML_EACH_SIDE ? report->head.side_count : 1);
                 s++)
                fill_chart(report, section, row, s);
    }
}

static void make(base_arena *arena, void *context)
{
    html_report *report = context;
    const bool two = report->head.side_count > 1;
    for (size_t s = 0; two && s < report->head.side_count; s++)
        base_must(arena, wyrm_design_needs(report->sides[s].design, WYRM_SYSTEMS_OF_A_GAME,
                                           "a comparison of runs", &arena->error));
    name_sides(arena, report);
    cut_short(arena, report);
    /* A side that is read comes first: it says which runs to play for the other. */
    for (int read = 1; read >= 0; read--)
        for (size_t s = 0; s < report->head.side_count; s++)
            if ((report->sides[s].results != NULL) == read)
                gather_side(arena, report, s);
    if (two)
        compare_sides(arena, report);
    find_dead(report);
    report->again = command_of(arena, report);
    fill_charts(report);
    report->missing = report->head.judgement->missing[0] != '\0' ? "" : missing_words(report);
}

wyrm_status html_report_make(html_report *report, const html_side *sides, size_t count,
                             const html_options *options, wyrm_error *error)
{
    *report = (html_report){.head.side_count = count,
                            .head.of_metric = chart_of_metric,
                            .head.of_finding = chart_of_finding,
                            .head.sections = html_sections,
                            .options = *options};
    memcpy(report->sides, sides, count * sizeof *sides);
    return html_run(&report->head, NULL, make, error);
}
