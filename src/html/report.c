/* `wyrm report`: gathers, fills the charts, and writes it all as a page of HTML or as JSON.
 *
 * The answer comes first, then findings, then what differs where two sides are compared, then the
 * charts by subject, then dead content and what was run. A ruleset does not have everything that
 * there are charts of: a chart without a mark is left out, and "What was run" says why.
 */
#include "html/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "metrics/internal.h"

/* ---- Charts ---- */

static const html_section sections[] = {
    {"runs", "Whole runs", html_runs_rows},    {"dungeon", "The dungeon", html_dungeon_rows},
    {"threat", "Threat", html_threat_rows},    {"fights", "Single fights", html_fights_rows},
    {"loot-and-pity", "Loot", html_loot_rows},
};
#define SECTIONS (sizeof sections / sizeof *sections)

/* JSON has fights before threat. */
static const size_t order[SECTIONS] = {0, 1, 3, 2, 4};

static bool has_marks(const html_chart *chart)
{
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count && !chart->series[s].reference; i++)
            if (html_is_drawn(chart, &chart->series[s], &chart->series[s].marks[i]))
                return true;
    return false;
}

/* The tallest column, stacked or beside others, or end of its interval. */
static double tallest(const html_chart *chart)
{
    double most = 0.0;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            const html_mark *mark = &chart->series[s].marks[i];
            bool part = chart->kind == HTML_STACKED && !chart->series[s].total;
            double below = part ? html_stack_below(chart, s, i) : 0.0;
            most = fmax(fmax(most, below + mark->y), mark->high); /* not where that is NAN */
        }
    return most;
}

/* What stands beside each other, of one side and of the other, has the same scale, and what is
 * named alike looks alike; others take the looks that nobody of the first chart has. */
static void pair(html_chart *one, html_chart *other)
{
    bool stacked = one->kind == HTML_STACKED;
    if (other->kind != one->kind || (!stacked && one->kind != HTML_COLUMNS))
        return;
    if (isnan(one->y.greatest)) {
        one->y.greatest = wyrm_axis_around(0.0, fmax(tallest(one), tallest(other)), 5).high;
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

static void draw_chart(html_report *report, const html_section *section, const html_chart_row *row,
                       size_t side)
{
    base_arena *arena = &report->arena;
    bool each = (row->flags & HTML_EACH_SIDE) != 0, two = report->side_count > 1;
    report->charts = base_grow(arena, report->charts, report->chart_count, &report->chart_capacity,
                               sizeof *report->charts);
    html_chart *chart = &report->charts[report->chart_count];
    html_chart_begin(
        chart, arena, row->kind, side > 0 ? html_format(arena, "%s-other", row->id) : row->id,
        each && two ? html_format(arena, "%.100s: %.200s", report->sides[side].name, row->question)
                    : row->question);
    chart->section = section;
    chart->row = row;
    chart->side = side;
    html_axes(chart, row->axes[0], row->axes[1], row->axes[2], row->axes[3]);
    chart->x.whole = (row->flags & HTML_WHOLE_X) != 0;
    chart->y.least = row->flags & HTML_FROM_ZERO ? 0.0 : (double)NAN;
    chart->y.greatest = row->flags & HTML_TO_ONE ? 1.0 : (double)NAN;
    chart->value_unit = row->flags & HTML_SHARES ? "share" : "";
    row->fill(report, chart);
    if (!has_marks(chart))
        return;
    for (size_t s = 0; s < report->side_count && row->command != NULL; s++)
        if (!each || s == side)
            row->command(report, chart, s);
    if (side > 0 && report->chart_count > 0 && chart[-1].row == row)
        pair(&chart[-1], chart);
    report->chart_count++;
}

static void make(base_arena *arena, void *context)
{
    html_report *report = context;
    (void)arena;
    html_gather(report);
    for (size_t i = 0; i < SECTIONS; i++) {
        const html_section *section = &sections[order[i]];
        for (const html_chart_row *row = section->rows; row->id != NULL; row++)
            for (size_t s = 0; s < (row->flags & HTML_EACH_SIDE ? report->side_count : 1); s++)
                draw_chart(report, section, row, s);
    }
}

/* Runs a job on a report, which writes on a page. */
static wyrm_status run(html_report *report, wyrm_page *page,
                       void (*job)(base_arena *arena, void *context), wyrm_error *error)
{
    report->page = page;
    wyrm_status status = base_run(&report->arena, job, report);
    if (status != WYRM_OK && error != NULL)
        *error = report->arena.error;
    return status;
}

wyrm_status html_report_make(html_report *report, const html_source *sources, size_t count,
                             const html_options *options, wyrm_error *error)
{
    *report = (html_report){.options = *options, .side_count = count};
    for (size_t s = 0; s < count; s++)
        report->sides[s] = (html_side){
            .design = sources[s].design, .name = sources[s].name, .results = sources[s].results};
    return run(report, NULL, make, error);
}

void html_report_free(html_report *report)
{
    base_release(&report->arena);
    *report = (html_report){0};
}

/* ---- Dead content: by the exact tables of the ruleset, and by what all bots met and found ---- */

typedef enum death { ABSENT, UNMET, UNFINDABLE, UNSEEN, UNTAKEN, UNUSED, DEATH_COUNT } death;

static const struct {
    const char *key, *words;
} deaths[DEATH_COUNT] = {
    [ABSENT] = {"monster_never_comes", "Monsters that no room can bring"},
    [UNMET] = {"monster_never_met", "Monsters that nobody met"},
    [UNFINDABLE] = {"item_never_comes", "Items that no room can bring"},
    [UNSEEN] = {"item_never_lay", "Items that lay on no map that was entered"},
    [UNTAKEN] = {"item_never_found", "Items that were never picked up"},
    [UNUSED] = {"item_never_used", "Items that were found and never used"},
};

typedef struct dead_thing {
    const char *name, *title;
} dead_thing;

typedef struct dead {
    uint64_t runs;          /* of all bots together */
    size_t monsters, items; /* of the ruleset */
    size_t counts[DEATH_COUNT];
    dead_thing *things[DEATH_COUNT]; /* in the order of the ruleset */
} dead;

static void add_dead(dead *out, death of, const char *name, const char *title)
{
    out->things[of][out->counts[of]++] = (dead_thing){name, title};
}

static dead find_dead(html_report *report)
{
    const html_side *side = &report->sides[0];
    const wyrm_roster *roster = wyrm_design_roster(side->design);
    const wyrm_item_kind *kinds;
    judge_presence presence = judge_find_presence(&report->arena, side->design);
    dead out = {.monsters = wyrm_roster_count(roster),
                .items = wyrm_loot_kinds(wyrm_design_loot(side->design), &kinds)};
    for (int of = 0; of < DEATH_COUNT; of++)
        out.things[of] = base_array(&report->arena, dead_thing, out.monsters + out.items);
    for (size_t i = 0; i < side->bot_count; i++)
        out.runs += side->bots[i].summary->runs;
    for (size_t m = 0; m < out.monsters; m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        uint64_t met = 0;
        for (size_t i = 0; i < side->bot_count; i++)
            met += side->bots[i].summary->monsters[m].met;
        if (met == 0)
            add_dead(&out, presence.knows_monsters && !presence.monsters[m] ? ABSENT : UNMET,
                     monster->name, monster->title);
    }
    for (size_t k = 0; k < out.items; k++) {
        uint64_t lain = 0, found = 0, used = 0;
        for (size_t i = 0; i < side->bot_count; i++) {
            const wyrm_sim_item *item = &side->bots[i].summary->items[k];
            lain += item->lain;
            found += item->found;
            used += item->used;
        }
        bool absent = presence.knows_items && !presence.items[k];
        if (used == 0)
            add_dead(&out,
                     lain == 0    ? absent ? UNFINDABLE : UNSEEN
                     : found == 0 ? UNTAKEN
                                  : UNUSED,
                     kinds[k].name, kinds[k].title);
    }
    return out;
}

/* "2,000" */
static const char *grouped(base_arena *arena, uint64_t number)
{
    const char *digits = html_format(arena, "%" PRIu64, number);
    size_t length = strlen(digits), used = 0;
    char *text = base_take(arena, 2 * length + 1, 1);
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    return text;
}

static void add_dead_section(html_report *report, wyrm_page *page)
{
    const dead found = find_dead(report);
    size_t monsters = found.counts[ABSENT] + found.counts[UNMET], all = 0;
    for (int of = 0; of < DEATH_COUNT; of++)
        all += found.counts[of];
    html_section_begin(page, "dead", "Dead content");
    html_write(page,
               "<p>In {} runs of all bots together {n} of {n} monsters were never met, and {n} of "
               "{n} kinds of items never used. What cannot come by the tables of the ruleset is "
               "told apart from what only nobody got to.</p>\n",
               grouped(&report->arena, found.runs), monsters, found.monsters, all - monsters,
               found.items);
    wyrm_page_add(page, all > 0 ? "<dl class=\"facts\">\n" : "");
    for (int of = 0; of < DEATH_COUNT; of++) {
        if (found.counts[of] == 0)
            continue;
        html_write(page, "<dt>{} ({n})</dt><dd>", deaths[of].words, found.counts[of]);
        for (size_t i = 0; i < found.counts[of]; i++)
            html_write(page, i > 0 ? ", {b}" : "{b}", found.things[of][i].title);
        wyrm_page_add(page, "</dd>\n");
    }
    wyrm_page_add(page, all > 0 ? "</dl>\n" : "");
    html_section_end(page);
}

/* ---- What two sides differ in ---- */

#define VALUES_SHOWN 60

/* What the files say; targets are what is wanted, and no rule. */
static void add_values(const html_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->exact;
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        char before[WYRM_COMPARE_VALUE], after[WYRM_COMPARE_VALUE];
        if (strncmp(value->path, "targets.", 8) == 0 || shown == VALUES_SHOWN) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            html_table_begin(page, "what the files say differently",
                             "What the files say differently");
            html_write(page,
                       "<thead>\n<tr><th scope=\"col\" class=\"text\">{b}</th><th scope=\"col\">{b}"
                       "</th><th scope=\"col\">{b}</th></tr>\n</thead>\n<tbody>\n",
                       "value", report->sides[1].name, report->sides[0].name);
        }
        wyrm_compare_cut(value->old_text, before);
        wyrm_compare_cut(value->new_text, after);
        /* A table of depths may be long, and breaks. */
        html_write(page,
                   "<tr><th scope=\"row\" class=\"text\"><code>{.}</code></th>"
                   "<td class=\"value\">{}</td><td class=\"value\">{}</td></tr>\n",
                   value->path, before, after);
    }
    if (shown > 0) {
        wyrm_page_add(page, "</tbody>\n");
        html_table_end(page);
    }
    if (hidden > 0)
        html_write(page, "<p class=\"quiet\">{n} more, targets included.</p>\n", hidden);
}

static void add_differences(const html_report *report, wyrm_page *page)
{
    const wyrm_gate *gate = &report->runs;
    const char *const heads[] = {report->sides[1].name, report->sides[0].name, "difference",
                                 "p (Holm)", "answer"};
    html_table_begin(page, "differences of the runs",
                     gate->paired ? "Paired differences of the runs" : "Differences of the runs");
    wyrm_page_add(page, "<thead>\n<tr><th scope=\"col\" class=\"text\"><bdi>metric</bdi></th>");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        html_write(page, "<th scope=\"col\">{b}</th>", heads[i]);
    wyrm_page_add(page, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure before, after, difference;
        char p[24];
        snprintf(p, sizeof p, row->p < 0.0001 ? "<0.0001" : "%.2g", row->p);
        html_write(page,
                   "<tr><th scope=\"row\" class=\"text\">{}</th><td>{}</td><td>{}</td><td>{}</td>"
                   "<td>{}</td><td>{}</td></tr>\n",
                   row->metric, wyrm_gate_value_text(page->style, row, false, &before),
                   wyrm_gate_value_text(page->style, row, true, &after),
                   wyrm_gate_difference_text(page->style, row, &difference), p,
                   wyrm_gate_answer_word(row->answer));
    }
    wyrm_page_add(page, "</tbody>\n");
    html_table_end(page);
}

static void add_changes_section(html_report *report, wyrm_page *page)
{
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const wyrm_gate *gate = &report->runs;
    const html_bot *bot = html_usual_bot(now);
    const html_chart *chart = html_find_chart(report, "difference");
    const wyrm_compare_report exact = {.a = other->design,
                                       .b = now->design,
                                       .name_a = other->name,
                                       .name_b = now->name,
                                       .comparison = report->exact};
    char text[2048];
    html_section_begin(page, "changes", "What has changed");
    wyrm_compare_words(&exact, page->style, text, sizeof text);
    html_write(page, "<p>{p}</p>\n",
               html_format(&report->arena, "By single fights alone, %s", text));
    add_values(report, page);
    wyrm_gate_words(gate, text, sizeof text);
    html_write(page, "<p>{p}</p>\n", text);
    add_differences(report, page);
    html_write(page, "<p class=\"quiet\">{p}</p>\n",
               html_format(&report->arena,
                           "%llu runs of the %s against %llu, %s. Differences are of %.200s less "
                           "%.200s. Where nothing has changed, such a table shows a change %.3g %% "
                           "of the time at most.",
                           (unsigned long long)bot->summary->runs, bot->name,
                           (unsigned long long)html_usual_bot(other)->summary->runs,
                           gate->paired ? "paired run by run: both had the same luck"
                                        : "as independent samples",
                           now->name, other->name, 100.0 * gate->alarm));
    if (chart != NULL && chart->command_count > 0)
        html_write(page, "<p class=\"how\"><span>These numbers:</span> {c}</p>\n",
                   chart->commands[0]);
    html_section_end(page);
}

/* ---- What was run, what makes it again, and runs to be watched ---- */

/* "explorer: 400 runs; diver, brawler and tactician: 100 each", in the order of the ladder */
static const char *bots_words(base_arena *arena, const html_side *side)
{
    const html_bot *usual = html_usual_bot(side), *first = &side->bots[0];
    bool alike = first->summary->runs == usual->summary->runs;
    size_t left = side->bot_count - !alike;
    const char *names = "", *runs = grouped(arena, usual->summary->runs);
    for (size_t i = 0; i < side->bot_count; i++) {
        if (!alike && &side->bots[i] == usual)
            continue;
        left--;
        names = html_format(arena, "%s%s%s%s", names, names[0] != '\0' && left == 0 ? " and " : "",
                            side->bots[i].name, left > 1 ? ", " : "");
    }
    if (alike)
        return html_format(arena, "%s: %s runs%s", names, runs, side->bot_count > 1 ? " each" : "");
    return html_format(arena, "%s: %s runs; %s: %s each", usual->name, runs, names,
                       grouped(arena, first->summary->runs));
}

/* What makes the report again; "" where a name of it is none for a shell. */
static const char *report_command(html_report *report)
{
    base_arena *arena = &report->arena;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    bool two = report->side_count > 1;
    const char *runs = "", *how = "", *against = "";
    if (now->word[0] == '\0' || (two && other->word[0] == '\0'))
        return "";
    if (report->options.runs > 0) /* the defaults are not the same for all bots */
        runs = html_format(arena, " --runs %" PRIu64, report->options.runs);
    if (now->results == NULL && (!two || other->results == NULL))
        how = html_format(arena, "%s --seed %" PRIu64, runs, report->options.seed);
    if (two)
        against = html_format(arena, " --compare %s", other->word);
    return html_format(arena, "wyrm report %s%s%s", now->word, how, against);
}

static void add_fact(wyrm_page *page, const char *what, const char *text)
{
    html_write(page, "<dt>{}</dt><dd>{b}</dd>\n", what, text);
}

static void add_side_facts(html_report *report, size_t s, wyrm_page *page)
{
    base_arena *arena = &report->arena;
    const html_side *side = &report->sides[s];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    add_fact(page, s > 0 ? "Compared with" : "Ruleset",
             html_format(arena, "%.300s (%.60s, hash %s)", wyrm_ruleset_title(ruleset),
                         wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset)));
    if (side->results != NULL) {
        const wyrm_results_facts *facts = wyrm_results_facts_of(side->results);
        add_fact(page, "Runs from",
                 html_format(arena, "%.300s, of %.300s (hash %s) by version %s", side->name,
                             facts->source, facts->hash, facts->version));
    }
    add_fact(page, "Bots", bots_words(arena, side));
}

/* What a report has no chart of where a ruleset has nothing of the kind. */
static const struct {
    const char *charts[2]; /* any of them is enough */
    const char *words;
} missing[] = {
    {{"budgets", "truth"},
     "threat against its budgets and against the fight: there are no budgets of threat"},
    {{"pity", "pity"}, "pity and droughts: nothing makes up for bad luck"},
    {{"loot", "loot-depth"}, "what a room holds: items are not drawn room by room out of tables"},
    {{"ends", "ends"}, "where the dungeon ends: always at the same depth"},
    {{"monsters", "monster-levels"}, "who lives where: monsters come by no table of depths"},
    {{"difficulty", "difficulty"}, "how hard a depth is: there is neither a tracker nor a table"},
    {{"duels", "duels"}, "who wins: no monster comes by level or depth"},
    {{"gear-attack", "gear-attack"}, "what gear does: nothing to wear or to wield lies about"},
    {{"experience", "experience"}, "experience: killing brings none"},
    {{"items", "items"}, "items found and used: none lies about"},
    {{"armour", "armour"}, "what armour is worth: no number of a defender lowers a hit"},
};

/* Why there is no chart of them: an empty one would not say. */
static const char *missing_words(html_report *report)
{
    const char *words = "";
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (html_find_chart(report, missing[i].charts[0]) == NULL &&
            html_find_chart(report, missing[i].charts[1]) == NULL)
            words = html_format(&report->arena, "%s%s%s", words, words[0] != '\0' ? "; " : "",
                                missing[i].words);
    return words;
}

static void add_made_section(html_report *report, wyrm_page *page)
{
    base_arena *arena = &report->arena;
    const html_side *side = &report->sides[0];
    const char *none = missing_words(report), *again = report_command(report), *floors = "";
    html_section_begin(page, "made", "What was run");
    wyrm_page_add(page, "<dl class=\"facts\">\n");
    for (size_t s = 0; s < report->side_count; s++)
        add_side_facts(report, s, page);
    add_fact(page, "Seed", html_format(arena, "%" PRIu64, report->options.seed));
    if (side->threat != NULL)
        floors =
            html_format(arena, ", %s floors of every depth", grouped(arena, side->threat->runs));
    add_fact(page, "Sampled besides",
             html_format(arena, "%s dungeons%s, %s campaigns of loot",
                         grouped(arena, side->descents->runs), floors,
                         grouped(arena, side->loot->runs)));
    if (none[0] != '\0')
        add_fact(page, "No picture of", none);
    add_fact(page, "Version", html_format(arena, "wyrm %s", wyrm_version()));
    if (again[0] != '\0')
        html_write(page, "<dt>Again</dt><dd>{c}</dd>\n", again);
    wyrm_page_add(
        page, "</dl>\n<p class=\"quiet\">Figures with an interval are sampled, at 95\u00a0% "
              "confidence; those without are exact. The same ruleset, seed and version give the "
              "same bytes.</p>\n");
    html_section_end(page);
}

/* How a run ended: "won at depth 10", "killed by Orc at depth 3"; "" where that is not known. */
static const char *end_words(html_report *report, const html_bot *bot, uint64_t run)
{
    const html_end *end = NULL;
    for (size_t i = 0; i < bot->end_count; i++)
        if (bot->ends[i].run == run)
            end = &bot->ends[i];
    if (end == NULL)
        return "";
    const wyrm_sim_death cause = {.end = end->end, .killer = end->killer};
    bool killed = end->end == WYRM_RUN_KILLED;
    return html_format(&report->arena, "%s%.80s at depth %d", killed ? "killed by " : "",
                       killed ? wyrm_sim_killer(report->sides[0].design, &cause)
                              : wyrm_run_end_word(end->end),
                       (int)end->depth);
}

static void add_examples(html_report *report, wyrm_page *page)
{
    const html_bot *bot = html_usual_bot(&report->sides[0]);
    if (bot->summary->example_count == 0 || html_watch_command(report, 0, 0)[0] == '\0')
        return;
    wyrm_page_add(page, "<h3 class=\"after\">Runs to watch</h3>\n");
    html_table_begin(page, "runs to watch",
                     html_format(&report->arena, "Runs of the %s to watch", bot->name));
    wyrm_page_add(page,
                  "<thead>\n<tr><th scope=\"col\">run</th><th scope=\"col\" class=\"text\">how "
                  "it ended</th><th scope=\"col\" class=\"text\">to watch it</th></tr>\n"
                  "</thead>\n<tbody>\n");
    for (size_t i = 0; i < bot->summary->example_count; i++) {
        const wyrm_sim_example *example = &bot->summary->examples[i];
        bool share = strchr(example->what, '%') != NULL; /* "90 %": of the runs are no better */
        html_write(page,
                   "<tr><th scope=\"row\">{}{}</th><td class=\"text\">{b}</td>"
                   "<td class=\"text\">{c}</td></tr>\n",
                   share ? "better than " : "", example->what, end_words(report, bot, example->run),
                   html_watch_command(report, 0, example->run));
    }
    wyrm_page_add(page, "</tbody>\n");
    html_table_end(page);
}

/* ---- The answer ---- */

/* How the usual bot fares, in a few sentences. */
static const char *runs_words(html_report *report)
{
    base_arena *arena = &report->arena;
    const html_side *side = &report->sides[0];
    const html_bot *bot = html_usual_bot(side);
    const wyrm_summary *summary = bot->summary;
    const char *left = "", *killer = "";
    wyrm_figure wins, depth;
    if (summary->complete == 0)
        return html_format(arena,
                           "None of %s runs of the %s came to an end: they stalled or were cut "
                           "off.",
                           grouped(arena, summary->runs), bot->name);
    if (summary->runs > summary->complete)
        left = html_format(arena,
                           " %s more came to no end (they stalled or were cut off) and are part of "
                           "no figure.",
                           grouped(arena, summary->runs - summary->complete));
    const wyrm_greatest worst = wyrm_sim_worst_killer(side->design, summary, HTML_UTF8);
    if (worst.count > 0)
        killer = html_format(arena, " What kills most often: %s%s %s of runs.", worst.where,
                             worst.count > 1 ? ":" : ",", worst.value);
    return html_format(
        arena, "The %s wins %s of %s runs; they end at depth %s on average.%s%s", bot->name,
        wyrm_figure_share(HTML_UTF8, summary->win_rate, summary->win_rate_ci95, &wins),
        grouped(arena, summary->complete),
        wyrm_figure_mean(HTML_UTF8, &summary->final_depth, &depth), left, killer);
}

/* The verdicts in a sentence that begins with a title, which has a direction of its own: the
 * numbers behind it keep theirs. */
static void add_verdicts_answer(const html_report *report, wyrm_page *page)
{
    const html_side *side = &report->sides[0];
    const char *title = wyrm_ruleset_title(wyrm_design_ruleset(side->design));
    char text[2048];
    wyrm_verdicts_answer(side->design, side->judgement, text, sizeof text);
    bool begins = strncmp(text, title, strlen(title)) == 0;
    wyrm_page_add(page, report->side_count > 1 ? "<p>" : "<p class=\"lead\">");
    if (begins)
        html_write(page, "{b}", title);
    html_write(page, "{}</p>\n", begins ? text + strlen(title) : text);
}

static void add_answer(html_report *report, wyrm_page *page)
{
    base_arena *arena = &report->arena;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(now->design);
    const html_targets targets = html_find_targets(arena, now->judgement);
    html_section_begin(page, "answer", "The answer");
    if (report->side_count > 1) {
        char runs[512], lead[512];
        wyrm_compare_headline(&report->runs, other->name, now->name, lead, sizeof lead);
        wyrm_compare_runs_words(&report->runs, html_usual_bot(now)->name, HTML_UTF8, runs,
                                sizeof runs);
        html_write(page, "<p class=\"lead\">{p}</p>\n", html_format(arena, "%s. %s", lead, runs));
    }
    add_verdicts_answer(report, page);
    html_scores(report, &targets, page);
    html_write(page, "<p>{p}</p>\n<p class=\"quiet\">{p}</p>\n", runs_words(report),
               html_format(arena, "Ruleset %.64s, hash %s; seed %" PRIu64 "; wyrm %s. %s.",
                           wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset),
                           report->options.seed, wyrm_version(), bots_words(arena, now)));
    html_verdicts(report, &targets, page);
    html_section_end(page);
}

/* ---- The page ---- */

static bool has_charts(const html_report *report, const html_section *section)
{
    for (size_t i = 0; i < report->chart_count; i++)
        if (report->charts[i].section == section)
            return true;
    return false;
}

static void begin_page(html_report *report, wyrm_page *page)
{
    html_link links[SECTIONS + 6] = {{"answer", "The answer"}};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(report->sides[0].design);
    const char *title = html_format(&report->arena, "%.200s", wyrm_ruleset_title(ruleset));
    size_t count = 1;
    if (report->side_count > 1)
        title = html_format(&report->arena, "%.200s against %.200s", report->sides[0].name,
                            report->sides[1].name);
    if (report->sides[0].judgement->finding_count > 0)
        links[count++] = (html_link){"findings", "Findings"};
    if (report->side_count > 1)
        links[count++] = (html_link){"changes", "What has changed"};
    for (size_t i = 0; i < SECTIONS; i++)
        if (has_charts(report, &sections[i]))
            links[count++] = (html_link){sections[i].id, sections[i].heading};
    links[count++] = (html_link){"dead", "Dead content"};
    links[count++] = (html_link){"made", "What was run"};
    html_page_begin(page, title, wyrm_ruleset_description(ruleset), links);
}

static void write_page(base_arena *arena, void *context)
{
    html_report *report = context;
    wyrm_page *page = report->page;
    page->style = (wyrm_style){.utf8 = true, .width = 100};
    begin_page(report, page);
    add_answer(report, page);
    if (report->sides[0].judgement->finding_count > 0)
        html_findings(report, page);
    if (report->side_count > 1)
        add_changes_section(report, page);
    for (size_t i = 0; i < SECTIONS; i++) {
        if (!has_charts(report, &sections[i]))
            continue;
        html_section_begin(page, sections[i].id, sections[i].heading);
        wyrm_page_add(page, "<div class=\"figures\">\n");
        for (size_t c = 0; c < report->chart_count; c++)
            if (report->charts[c].section == &sections[i])
                html_chart_figure(&report->charts[c], page);
        wyrm_page_add(page, "</div>\n");
        if (i == 0)
            add_examples(report, page);
        html_section_end(page);
    }
    add_dead_section(report, page);
    add_made_section(report, page);
    html_page_end(page, html_format(arena, "Made by wyrm report, version %s.", wyrm_version()));
    base_must(arena, wyrm_page_status(page, &arena->error));
}

wyrm_status html_report_html(html_report *report, wyrm_page *page, wyrm_error *error)
{
    return run(report, page, write_page, error);
}

/* ---- JSON ---- */

static void put_side(base_json *json, const html_side *side)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    base_put_object(json, NULL);
    base_put_text(json, "name", side->name);
    base_put_text(json, "ruleset", wyrm_ruleset_name(ruleset));
    base_put_text(json, "hash", wyrm_ruleset_hash(ruleset));
    base_put_list(json, "bots");
    for (size_t i = 0; i < side->bot_count; i++) {
        const wyrm_summary *of = side->bots[i].summary;
        base_put_object(json, NULL);
        base_put_text(json, "name", side->bots[i].name);
        base_put_count(json, "runs", of->runs);
        base_put_count(json, "complete_runs", of->complete);
        base_put_real(json, "win_rate", of->win_rate);
        wyrm_put_interval(json, "win_rate_ci95", of->win_rate_ci95);
        wyrm_put_moments(json, "final_depth", &of->final_depth);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

/* Verdicts and findings as `wyrm check --json` has them, each with the chart that shows it. */
static void put_verdicts(base_json *json, const html_report *report)
{
    const wyrm_judgement *judgement = report->sides[0].judgement;
    base_put_list(json, "verdicts");
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const html_chart *chart = html_chart_of_metric(report, judgement->judged[i].metric);
        base_put_object(json, NULL);
        wyrm_put_judged(json, &judgement->judged[i]);
        base_put_text(json, "picture", chart != NULL ? chart->id : NULL);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_list(json, "findings");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const html_chart *chart = html_chart_of_finding(report, &judgement->findings[i]);
        base_put_object(json, NULL);
        wyrm_put_finding(json, &judgement->findings[i]);
        base_put_text(json, "picture", chart != NULL ? chart->id : NULL);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_dead(base_json *json, const dead *found)
{
    base_put_list(json, "dead");
    for (int of = 0; of < DEATH_COUNT; of++)
        for (size_t i = 0; i < found->counts[of]; i++) {
            const dead_thing *thing = &found->things[of][i];
            base_put_object(json, NULL);
            base_put_text(json, "what", deaths[of].key);
            base_put_text(json, "name", thing->name);
            base_put_text(json, "title", thing->title);
            base_put_end(json);
        }
    base_put_end(json);
}

static void write_json(base_arena *arena, void *context)
{
    html_report *report = context;
    const dead found = find_dead(report);
    base_json json =
        wyrm_answer_begin(report->page, "report", wyrm_design_ruleset(report->sides[0].design));
    base_put_count(&json, "seed", report->options.seed);
    base_put_text(&json, "command", report_command(report));
    base_put_list(&json, "sides");
    for (size_t s = 0; s < report->side_count; s++)
        put_side(&json, &report->sides[s]);
    base_put_end(&json);
    put_verdicts(&json, report);
    if (report->side_count > 1) {
        base_put_bool(&json, "paired", report->runs.paired);
        base_put_list(&json, "differences");
        for (size_t i = 0; i < report->runs.count; i++)
            wyrm_put_gate_row(&json, &report->runs.rows[i]);
        base_put_end(&json);
    }
    base_put_list(&json, "pictures");
    for (size_t i = 0; i < report->chart_count; i++)
        html_put_chart(&json, &report->charts[i]);
    base_put_end(&json);
    put_dead(&json, &found);
    base_put_end(&json);
    base_must(arena, wyrm_page_status(report->page, &arena->error));
}

wyrm_status html_report_json(html_report *report, wyrm_page *page, wyrm_error *error)
{
    return run(report, page, write_json, error);
}
