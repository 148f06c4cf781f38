/* The text of a report on rules, beside its charts, and its JSON.
 *
 * The answer comes first: targets and findings, each with a link to the chart that shows it, in the
 * order in which a designer would act: what fails before what is in doubt, and of these what is
 * farthest from its range at the most places. Then what differs between two sides; and behind the
 * charts dead content, and what was run, with the charts that are missing and why. */
#include "html/internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Subjects ---- */

/* A badge and a link for each section of charts, and one for targets that no chart shows: "3 of 9
 * fail, 1 in doubt", "all 5 hold". So readers see at once where a ruleset is right and where it is
 * wrong. */
static void add_scores(const html_report *report, const html_targets *targets, text_page *page)
{
    struct {
        const html_section *section;
        size_t all, failed, doubtful;
    } subjects[HTML_SECTIONS + 1];
    size_t count = 0;
    for (size_t i = 0; i < targets->count; i++) {
        const wyrm_judged *worst = targets->list[i].worst;
        const html_chart *chart = report->head.of_metric(&report->head, worst->metric);
        const html_section *section = chart != NULL ? chart->section : NULL;
        size_t at = 0;
        while (at < count && subjects[at].section != section)
            at++;
        if (at == count) {
            memset(&subjects[count++], 0, sizeof *subjects);
            subjects[at].section = section;
        }
        subjects[at].all++;
        subjects[at].failed += worst->verdict == WYRM_FAIL;
        subjects[at].doubtful += worst->verdict == WYRM_WARN || worst->verdict == WYRM_UNCLEAR;
    }
    if (count == 0)
        return;
    html_write(page, "<ul class='scores' aria-label='Targets by subject, worst first'>\n");
    for (size_t i = 0; i < count; i++) {
        const html_section *section = subjects[i].section;
        size_t all = subjects[i].all, failed = subjects[i].failed, doubtful = subjects[i].doubtful;
        char words[96], more[40] = "";
        if (failed > 0 && doubtful > 0)
            snprintf(more, sizeof more, ", %zu in doubt", doubtful);
        if (failed > 0)
            snprintf(words, sizeof words, "%zu of %zu %s%s", failed, all,
                     failed == 1 ? "fails" : "fail", more);
        else if (doubtful > 0)
            snprintf(words, sizeof words, "%zu of %zu in doubt", doubtful, all);
        else
            snprintf(words, sizeof words, all == 1 ? "%zu holds" : "all %zu hold", all);
        if (section != NULL)
            html_write(page, "<li><a href='#{}'>{}</a> ", section->id, section->heading);
        else
            html_write(page, "<li>Others ");
        html_badge(page,
                   failed > 0     ? TEXT_TONE_BAD
                   : doubtful > 0 ? TEXT_TONE_DOUBT
                                  : TEXT_TONE_GOOD,
                   words);
        html_write(page, "</li>\n");
    }
    html_write(page, "</ul>\n");
}

/* ---- The answer ---- */

/* The bots with their numbers of runs: "explorer: 400 runs; diver, brawler and tactician: 100
 * each". */
static const char *bots_words(html_report *report, const html_side *side)
{
    base_arena *arena = &report->head.arena;
    const char *end = report->cut_short ? TEXT_CUT_SHORT : "";
    const html_bot *usual = html_usual_bot(side), *first = &side->bots[0];
    if (side->bot_count == 0)
        return "No bot played";
    bool alike = first->summary->runs == usual->summary->runs;
    size_t left = side->bot_count - !alike;
    const char *names = "", *runs = html_grouped(arena, usual->summary->runs);
    for (size_t i = 0; i < side->bot_count; i++) {
        if (!alike && &side->bots[i] == usual)
            continue;
        left--;
        names = base_say(arena, "%s%s%s%s", names, names[0] != '\0' && left == 0 ? " and " : "",
                         side->bots[i].name, left > 1 ? ", " : "");
    }
    if (alike)
        return base_say(arena, "%s: %s runs%s%s", names, runs, side->bot_count > 1 ? " each" : "",
                        end);
    return base_say(arena, "%s: %s runs; %s: %s each", usual->name, runs, names,
                    html_grouped(arena, first->summary->runs));
}

/* How the usual bot does, in a few sentences. */
static const char *runs_words(html_report *report)
{
    base_arena *arena = &report->head.arena;
    const html_side *side = &report->sides[0];
    const html_bot *bot = html_usual_bot(side);
    const wyrm_summary *summary = bot->summary;
    const char *left = "", *killer = "", *missing = report->head.judgement->missing;
    text_figure wins, depth;
    if (side->bot_count == 0)
        return base_say(arena, "%c%.255s.", toupper((unsigned char)missing[0]), missing + 1);
    if (summary->complete == 0)
        return base_say(arena,
                        "None of %s runs of the %s came to an end: they stalled or were cut "
                        "off.",
                        html_grouped(arena, summary->runs), bot->name);
    if (summary->runs > summary->complete)
        left = base_say(arena,
                        " %s more came to no end (they stalled or were cut off) and are part of "
                        "no figure.",
                        html_grouped(arena, summary->runs - summary->complete));
    const text_greatest worst = text_sim_worst_killer(arena, side->design, summary, HTML_UTF8);
    if (worst.count > 0)
        killer = base_say(arena, " What kills most often: %s%s %s of runs.", worst.where,
                          worst.count > 1 ? ":" : ",", worst.value);
    return base_say(arena, "The %s wins %s of %s run%s; they end at depth %s on average.%s%s",
                    bot->name,
                    text_figure_share(HTML_UTF8, summary->win_rate, summary->win_rate_ci95, &wins),
                    html_grouped(arena, summary->complete), summary->complete == 1 ? "" : "s",
                    text_figure_seen(HTML_UTF8, &summary->final_depth, &depth), left, killer);
}

/* Whether `wyrm loot` has an answer without maps: of whole floors, or of a room that the rules draw
 * exactly. */
static bool has_loot(const wyrm_design *design)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_loot_context context = {.depth = 1, .level = 1, .rooms = 2};
    wyrm_pmf *number = NULL;
    wyrm_error error;
    bool has = loot != NULL && (wyrm_loot_fills_floors(loot) ||
                                wyrm_loot_number(loot, &context, 1, &number, &error) == WYRM_OK);
    wyrm_pmf_free(number);
    return has;
}

/* Without maps and encounters no picture shows loot, gold and shops: adds the commands that tell
 * what is known of them all the same. */
static void add_commands(html_report *report, text_page *page)
{
    const html_side *now = &report->sides[0];
    const wyrm_trade *trade = wyrm_design_trade(now->design);
    const struct {
        bool is;
        const char *what, *option;
    } rows[] = {{has_loot(now->design), "what is found", ""},
                {wyrm_trade_has_gold(trade), "gold", " --gold"},
                {wyrm_trade_shops(trade) > 0, "shops", " --shops"},
                {wyrm_design_drops(now->design) != NULL, "what monsters drop", " --drops"}};
    bool any = false;
    if (now->shell[0] == '\0' ||
        wyrm_design_needs(now->design, WYRM_SYSTEMS_OF_A_FLOOR, "", NULL) == WYRM_OK)
        return;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!rows[i].is)
            continue;
        html_write(page, any ? "; {}: {c}" : "<p>Told without pictures: {}: {c}", rows[i].what,
                   base_say(&report->head.arena, "wyrm loot %s%s", now->shell, rows[i].option));
        any = true;
    }
    html_write(page, any ? ".</p>\n" : "");
}

static void add_answer(void *context, text_page *page)
{
    html_report *report = context;
    base_arena *arena = &report->head.arena;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(now->design);
    const html_targets targets = html_find_targets(arena, report->head.judgement);
    const char *title = wyrm_ruleset_title(ruleset);
    char runs[512], lead[512], text[2048];
    if (report->head.side_count > 1) {
        text_compare_headline(&report->runs, other->name, now->name, lead, sizeof lead);
        text_compare_runs_words(&report->runs, html_usual_bot(now)->name, HTML_UTF8, runs,
                                sizeof runs);
        html_write(page, "<p class='lead'>{p}</p>\n", base_say(arena, "%s. %s", lead, runs));
    }
    /* The verdicts in a sentence. Its title is isolated, so that the direction of its script does
     * not affect the numbers behind it. */
    text_verdicts_answer(text_title(now->design), report->head.judgement, text, sizeof text);
    bool begins = strncmp(text, title, strlen(title)) == 0;
    html_write(page, report->head.side_count > 1 ? "<p>" : "<p class='lead'>");
    if (begins)
        html_write(page, "{b}", title);
    html_write(page, "{}</p>\n", begins ? text + strlen(title) : text);
    add_scores(report, &targets, page);
    html_write(page, "<p>{p}</p>\n", runs_words(report));
    add_commands(report, page);
    html_write(page, "<p class='quiet'>{p}</p>\n",
               base_say(arena, "Ruleset %.64s, hash %s; seed %" PRIu64 "; wyrm %s. %s.",
                        wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset),
                        report->options.seed, wyrm_version(), bots_words(report, now)));
    html_add_verdicts(&report->head, &targets);
}

/* ---- What differs between two sides ---- */

#define VALUES_SHOWN 60
#define VALUE_WIDTH  120 /* characters */

/* Differing values of the files, without targets, which are wishes and no rules. */
static void add_values(const html_report *report, text_page *page)
{
    const wyrm_comparison *found = report->exact;
    size_t shown = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        text_difference differs;
        if (strncmp(value->path, "targets.", 8) == 0 || shown == VALUES_SHOWN)
            continue;
        if (shown++ == 0) {
            html_table_begin(page, "what the files say differently",
                             "What the files say differently");
            html_write(page,
                       "<thead>\n<tr><th scope='col' class='text'><bdi>value</bdi></th>"
                       "<th scope='col'>{b}</th><th scope='col'>{b}</th></tr>\n</thead>\n"
                       "<tbody>\n",
                       report->sides[1].name, report->sides[0].name);
        }
        text_difference_of(value->old_text, value->new_text, VALUE_WIDTH, &differs);
        /* Values may be long tables of depths: these cells can break. */
        html_write(page,
                   "<tr><th scope='row' class='text'><code>{.}</code>{}</th>"
                   "<td class='value'>{}</td><td class='value'>{}{}</td></tr>\n",
                   value->path, differs.where, differs.before, differs.after, differs.further);
    }
    if (shown > 0)
        html_table_end(page);
    if (shown < found->value_count)
        html_write(page, "<p class='quiet'>{n} more, targets included.</p>\n",
                   found->value_count - shown);
}

static void add_changes(void *context, text_page *page)
{
    html_report *report = context;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const wyrm_gate *gate = &report->runs;
    const html_bot *bot = html_usual_bot(now);
    const html_chart *chart = html_find_chart(&report->head, "difference");
    const text_compare_answer exact = {.a = other->design,
                                       .b = now->design,
                                       .name_a = other->name,
                                       .name_b = now->name,
                                       .comparison = report->exact};
    char text[2048];
    text_compare_words(&exact, page->style, text, sizeof text);
    html_write(page, "<p>{p}</p>\n",
               base_say(&report->head.arena, "By single fights alone, %s", text));
    add_values(report, page);
    text_gate_words(gate, text, sizeof text);
    html_write(page, "<p>{p}</p>\n", text);
    html_add_differences(&report->runs, report->sides[1].name, report->sides[0].name, page);
    html_write(page, "<p class='quiet'>{p}</p>\n",
               base_say(&report->head.arena,
                        "%llu runs of the %s against %llu, %s. Differences are of %.200s less "
                        "%.200s. Where nothing has changed, such a table shows a change %.3g %% "
                        "of the time at most.",
                        (unsigned long long)bot->summary->runs, bot->name,
                        (unsigned long long)html_usual_bot(other)->summary->runs,
                        gate->paired ? "paired run by run: both had the same luck"
                                     : "as independent samples",
                        now->name, other->name, 100.0 * gate->alarm));
    if (chart != NULL && chart->command_count > 0)
        html_write(page, "<p class='how'><span>These numbers:</span> {c}</p>\n",
                   chart->commands[0]);
}

/* ---- Dead content, what was run ---- */

static void add_dead(void *context, text_page *page)
{
    html_report *report = context;
    const html_dead *dead = &report->dead;
    size_t monsters = dead->counts[HTML_ABSENT] + dead->counts[HTML_UNMET], all = 0;
    for (int of = 0; of < HTML_DEATH_COUNT; of++)
        all += dead->counts[of];
    html_write(page,
               "<p>In {} runs of all bots together {n} of {n} monsters were never met, and {n} of "
               "{n} kinds of items never used. What cannot come by the tables of the ruleset is "
               "told apart from what only nobody got to.</p>\n",
               html_grouped(&report->head.arena, dead->runs), monsters, dead->monsters,
               all - monsters, dead->items);
    html_write(page, all > 0 ? "<dl class='facts'>\n" : "");
    for (int of = 0; of < HTML_DEATH_COUNT; of++) {
        if (dead->counts[of] == 0)
            continue;
        html_write(page, "<dt>{} ({n})</dt><dd>", html_deaths[of].words, dead->counts[of]);
        for (size_t i = 0; i < dead->counts[of]; i++)
            html_write(page, i > 0 ? ", {b}" : "{b}", dead->things[of][i].title);
        html_write(page, "</dd>\n");
    }
    html_write(page, all > 0 ? "</dl>\n" : "");
}

/* Facts on what the rules leave out of their game, and what exact duels leave out of the monsters'
 * abilities. */
static void add_left_out(text_page *page, const wyrm_design *design)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    for (int32_t m = 0; m < (int32_t)wyrm_roster_count(roster); m++)
        for (size_t i = 0; wyrm_ability_text(roster, m, i, text); i++)
            html_add_fact(page, "Not in exact duels", text);
    for (size_t i = 0; wyrm_design_left_out(design, i, text); i++)
        html_add_fact(page, "Not in these rules", text);
}

static void add_made(void *context, text_page *page)
{
    html_report *report = context;
    base_arena *arena = &report->head.arena;
    const html_side *first = &report->sides[0];
    const char *floors = "";
    html_write(page, "<dl class='facts'>\n");
    for (size_t s = 0; s < report->head.side_count; s++) {
        const html_side *side = &report->sides[s];
        const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
        html_add_fact(page, s > 0 ? "Compared with" : "Ruleset",
                      base_say(arena, "%.300s (%.60s, hash %s)", wyrm_ruleset_title(ruleset),
                               wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset)));
        if (side->results != NULL) {
            const wyrm_results_facts *facts = wyrm_results_facts_of(side->results);
            html_add_fact(page, "Runs from",
                          base_say(arena, "%.300s, of %.300s (hash %s) by version %s", side->name,
                                   facts->source, facts->hash, facts->version));
        }
        html_add_fact(page, "Bots", bots_words(report, side));
    }
    html_add_fact(page, "Seed", base_say(arena, "%" PRIu64, report->options.seed));
    if (first->threat != NULL)
        floors =
            base_say(arena, ", %s floors of every depth", html_grouped(arena, first->threat->runs));
    if (first->descents != NULL)
        html_add_fact(page, "Sampled besides",
                      base_say(arena, "%s dungeons%s, %s campaigns of loot",
                               html_grouped(arena, first->descents->runs), floors,
                               html_grouped(arena, first->loot->runs)));
    if (report->missing[0] != '\0')
        html_add_fact(page, "No picture of", report->missing);
    if (report->head.judgement->missing[0] != '\0')
        html_add_fact(page, "Not there", report->head.judgement->missing);
    add_left_out(page, first->design);
    html_add_fact(page, "Version", base_say(arena, "wyrm %s", wyrm_version()));
    if (report->again[0] != '\0')
        html_write(page, "<dt>Again</dt><dd>{c}</dd>\n", report->again);
    html_write(page, "</dl>\n<p class='quiet'>Figures with an interval are sampled, at 95\u00a0% "
                     "confidence; those without are exact. The same ruleset, seed and version give "
                     "the same bytes.</p>\n");
}

/* ---- Runs to watch ---- */

/* Adds the row of a run, with how it ended if that is known: "won at depth 10", "killed by Orc at
 * depth 3". */
static void add_example(html_report *report, const char *what, uint64_t run, text_page *page)
{
    const html_bot *bot = html_usual_bot(&report->sides[0]);
    bool share = strchr(what, '%') != NULL; /* "90 %": better than so many of the runs */
    const html_end *end = NULL;
    const char *how = "";
    for (size_t k = 0; k < bot->end_count; k++)
        if (bot->ends[k].run == run)
            end = &bot->ends[k];
    if (end != NULL) {
        const wyrm_sim_death cause = {.end = end->end, .killer = end->killer};
        bool killed = end->end == WYRM_RUN_KILLED;
        how = base_say(&report->head.arena, "%s%.80s at depth %d", killed ? "killed by " : "",
                       killed ? text_sim_killer(report->sides[0].design, &cause)
                              : wyrm_run_end_word(end->end),
                       (int)end->depth);
    }
    html_write(page,
               "<tr><th scope='row'>{}{}</th><td class='text'>{b}</td>"
               "<td class='text'>{c}</td></tr>\n",
               share ? "better than " : "", what, how, html_watch_command(report, 0, run));
}

/* Runs at the extremes and quantiles, and one for each reason of death. */
static void add_examples(html_report *report, text_page *page)
{
    const html_bot *bot = html_usual_bot(&report->sides[0]);
    const wyrm_sim_last *last = &bot->summary->last;
    if (bot->summary->example_count == 0 || html_watch_command(report, 0, 0)[0] == '\0')
        return;
    html_write(page, "<h3 class='after'>Runs to watch</h3>\n");
    html_table_begin(page, "runs to watch",
                     base_say(&report->head.arena, "Runs of the %s to watch", bot->name));
    html_write(page, "<thead>\n<tr><th scope='col'>run</th><th scope='col' class='text'>how "
                     "it ended</th><th scope='col' class='text'>to watch it</th></tr>\n"
                     "</thead>\n<tbody>\n");
    for (size_t i = 0; i < bot->summary->example_count; i++)
        add_example(report, bot->summary->examples[i].what, bot->summary->examples[i].run, page);
    for (size_t reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++)
        if (last->reasons[reason] > 0)
            add_example(report, wyrm_death_words((wyrm_death_reason)reason), last->runs[reason],
                        page);
    html_table_end(page);
}

/* ---- The page ---- */

static bool has_runs(const void *context)
{
    const html_report *report = context;
    return report->sides[0].bot_count > 0;
}

static void add_charts(void *context, text_page *page)
{
    html_report *report = context;
    for (const html_section *of = html_sections; of < html_sections + HTML_SECTIONS; of++) {
        if (!html_has_charts(&report->head, of))
            continue;
        html_section_begin(page, of->id, of->heading);
        html_add_charts(&report->head, of);
        if (of == html_sections)
            add_examples(report, page);
        html_section_end(page);
    }
}

/* The parts in their order. */
static const html_part parts[] = {
    {"answer", "The answer", "The answer", NULL, add_answer},
    {"findings", "Findings", "Findings that no target names", html_has_findings, html_add_findings},
    {"changes", "What has changed", "What has changed", html_is_compared, add_changes},
    {.add = add_charts},
    {"dead", "Dead content", "Dead content", has_runs, add_dead},
    {"made", "What was run", "What was run", NULL, add_made},
    {.add = NULL},
};

static void write_page(base_arena *arena, void *context)
{
    html_report *report = context;
    const html_side *sides = report->sides;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(sides[0].design);
    const char *title = base_say(arena, "%.200s", wyrm_ruleset_title(ruleset));
    if (report->head.side_count > 1)
        title = base_say(arena, "%.200s against %.200s", sides[0].name, sides[1].name);
    html_write_parts(&report->head, parts, title, wyrm_ruleset_description(ruleset));
}

wyrm_status html_report_html(html_head *head, text_page *page, wyrm_error *error)
{
    return html_run(head, page, write_page, error);
}

/* ---- JSON: the verdicts, findings and charts of the page ---- */

static void put_side(base_json *json, const html_side *side)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    base_putf(json, "{name:%s ruleset:%s hash:%s bots:[", side->name, wyrm_ruleset_name(ruleset),
              wyrm_ruleset_hash(ruleset));
    for (size_t i = 0; i < side->bot_count; i++) {
        const wyrm_summary *of = side->bots[i].summary;
        base_putf(json, "{name:%s runs:%" PRIu64 " complete_runs:%" PRIu64 " win_rate:%g",
                  side->bots[i].name, of->runs, of->complete, of->win_rate);
        text_put_interval(json, "win_rate_ci95", of->win_rate_ci95);
        text_put_moments(json, "final_depth", &of->final_depth);
        base_put_end(json);
    }
    base_putf(json, "]}");
}

static void write_json(base_arena *arena, void *context)
{
    html_report *report = context;
    base_json answer = text_answer_begin(report->head.page, "report",
                                         wyrm_design_ruleset(report->sides[0].design));
    base_json *json = &answer;
    base_putf(json, "seed:%" PRIu64 " command:%s sides:[", report->options.seed, report->again);
    for (size_t s = 0; s < report->head.side_count; s++)
        put_side(json, &report->sides[s]);
    base_putf(json, "]");
    html_put_judgement(json, &report->head);
    text_put_missing(json, report->head.judgement);
    text_put_left_out(json, report->sides[0].design);
    html_put_charts(json, &report->head);
    base_putf(json, "dead:[");
    for (int of = 0; of < HTML_DEATH_COUNT; of++)
        for (size_t i = 0; i < report->dead.counts[of]; i++) {
            const html_dead_thing *thing = &report->dead.things[of][i];
            base_putf(json, "{what:%s name:%s title:%s}", html_deaths[of].key, thing->name,
                      thing->title);
        }
    base_putf(json, "]}");
    base_must(arena, page_status(report->head.page, &arena->error));
}

wyrm_status html_report_json(html_head *head, text_page *page, wyrm_error *error)
{
    return html_run(head, page, write_json, error);
}
