/* What a report says beside its charts.
 *
 * The answer comes first: targets and findings, worst first, each with a link to the chart that
 * shows it. What a designer would change first comes first: what fails before what is in doubt, and
 * of these what is farthest from its range at the most places. Then what differs where two sides
 * are compared; and behind the charts dead content and what was run, which says of what there is no
 * chart, and why. */
#include "html/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void html_badge(wyrm_page *page, wyrm_tone tone, const char *word)
{
    static const char *const classes[WYRM_TONE_COUNT] = {
        [WYRM_TONE_PLAIN] = "plain", [WYRM_TONE_STRONG] = "plain", [WYRM_TONE_DIM] = "unclear",
        [WYRM_TONE_GOOD] = "good",   [WYRM_TONE_DOUBT] = "doubt",  [WYRM_TONE_BAD] = "bad",
    };
    html_write(page, "<span class='badge {}'>{}</span> ", classes[tone], word);
}

/* "2,000" */
const char *html_grouped(base_arena *arena, uint64_t number)
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

/* ---- Targets, worst first ---- */

/* How far a value lies outside its range, from 0 (inside) to 1, so that targets of different units
 * can be put in an order: of shares the points that are missing, else what is missing beside the
 * limit. A limit that is missed everywhere is worse than one that is missed at one end. */
static double badness(const wyrm_aim *aim)
{
    const wyrm_judged *worst = aim->worst;
    bool over = worst->value > worst->range.high, share = strcmp(worst->unit, "share") == 0;
    double limit = over ? worst->range.high : worst->range.low;
    double off = over ? worst->value - limit : limit - worst->value, far = 0.0;
    if (isnan(worst->value) || isinf(off))
        far = 1.0;
    else if (off > 0.0)
        far = share ? fmin(off, 1.0) : off / (off + fabs(limit));
    return far * (double)(aim->count - aim->holding) / (double)aim->count;
}

static int by_severity(const void *a, const void *b)
{
    const wyrm_aim *one = a, *other = b;
    size_t rank = wyrm_severity_rank(one->worst->verdict);
    size_t rank_of_other = wyrm_severity_rank(other->worst->verdict);
    double bad = badness(one), bad_of_other = badness(other);
    if (rank != rank_of_other)
        return rank < rank_of_other ? -1 : 1;
    if (bad != bad_of_other)
        return bad > bad_of_other ? -1 : 1;
    return (one->judged > other->judged) - (one->judged < other->judged);
}

html_targets html_find_targets(base_arena *arena, const wyrm_judgement *judgement)
{
    html_targets out = {.list = base_array(arena, wyrm_aim, judgement->judged_count)};
    for (size_t i = 0; i < judgement->judged_count; i += out.list[out.count++].count)
        out.list[out.count] = wyrm_aim_at(judgement, i);
    qsort(out.list, out.count, sizeof *out.list, by_severity);
    return out;
}

/* Where a ruleset is right and where it is wrong: a word and a link for each section of charts, and
 * for the targets that no chart shows: "3 of 9 fail, 1 in doubt", "all 5 hold". */
static void add_scores(const html_report *report, const html_targets *targets, wyrm_page *page)
{
    struct {
        const html_section *section;
        size_t all, failed, doubtful;
    } subjects[HTML_SECTIONS + 1];
    size_t count = 0;
    for (size_t i = 0; i < targets->count; i++) {
        const wyrm_judged *worst = targets->list[i].worst;
        const html_chart *chart = html_chart_of_metric(report, worst->metric);
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
                   failed > 0     ? WYRM_TONE_BAD
                   : doubtful > 0 ? WYRM_TONE_DOUBT
                                  : WYRM_TONE_GOOD,
                   words);
        html_write(page, "</li>\n");
    }
    html_write(page, "</ul>\n");
}

/* ---- Verdicts ---- */

/* The chart that shows it, beside what is said. */
void html_add_see(wyrm_page *page, const html_chart *chart)
{
    if (chart != NULL)
        html_write(page, "<p class='see'><a href='#{}'>{}</a></p>\n", chart->id, chart->title);
    html_write(page, "</li>\n");
}

/* "Measured: 8.681 attacks for monster@1 against player@1, wanted 7 to 8. 24 of 25 places hold." */
static void add_verdict(const html_finder *find, const wyrm_aim *aim, wyrm_page *page)
{
    const wyrm_judged *worst = aim->worst;
    bool claimed = worst->claim[0] != '\0';
    char value[160], range[96], others[1200];
    html_write(page, "<li>\n");
    html_badge(page, wyrm_verdict_tone(worst->verdict), wyrm_verdict_name(worst->verdict));
    html_write(page,
               claimed ? "\n<div>\n<p><strong>Wanted: {p}</strong></p>\n"
                       : "\n<div>\n<p><strong>{p}</strong></p>\n",
               claimed ? worst->claim : worst->metric);
    wyrm_judged_value(page->style, worst, value, sizeof value);
    wyrm_judged_range(worst, range, sizeof range);
    html_write(page, "<p>Measured: <b>{p}</b>", value);
    if (worst->where[0] != '\0')
        html_write(page, " for {b}", worst->where);
    html_write(page, ", wanted {p}.", range);
    if (aim->count > 1) {
        wyrm_aim_others(aim, others, sizeof others);
        html_write(page, " {b}.", others);
    }
    html_write(page, "</p>\n<p class='quiet'>");
    if (worst->note[0] != '\0')
        html_write(page, "Note: {p}. ", worst->note);
    if (worst->source[0] != '\0')
        html_write(page, "Source: {p}. ", worst->source);
    html_write(page, "Target <code>{b}</code> of <code>{}</code>.</p>\n</div>\n", worst->target,
               worst->metric);
    html_add_see(page, find->of_metric(find->context, worst->metric));
}

void html_add_verdicts(const html_finder *find, const html_targets *targets, wyrm_page *page)
{
    size_t troubles = 0;
    while (troubles < targets->count && targets->list[troubles].worst->verdict != WYRM_PASS)
        troubles++;
    html_write(page, troubles > 0 ? "<ul class='verdicts'>\n" : "");
    for (size_t i = 0; i < troubles; i++)
        add_verdict(find, &targets->list[i], page);
    html_write(page, troubles > 0 ? "</ul>\n" : "");
    if (troubles == targets->count)
        return;
    html_write(page, "<details>\n<summary>{n} {}</summary>\n", targets->count - troubles,
               targets->count - troubles == 1 ? "target that holds" : "targets that hold");
    html_table_begin(page, "targets that hold", "Targets that hold");
    html_write(page, "<thead>\n<tr><th scope='col' class='text'>target</th>"
                     "<th scope='col'>measured</th><th scope='col'>wanted</th>"
                     "<th scope='col'>places</th>"
                     "<th scope='col' class='text'>shown by</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = troubles; i < targets->count; i++) {
        const wyrm_judged *worst = targets->list[i].worst;
        const html_chart *chart = find->of_metric(find->context, worst->metric);
        char value[160], range[96];
        wyrm_judged_value(page->style, worst, value, sizeof value);
        wyrm_judged_range(worst, range, sizeof range);
        html_write(page,
                   "<tr><th scope='row' class='text'>{b}</th><td>{}</td><td>{}</td>"
                   "<td>{n}</td><td class='text'>",
                   worst->claim[0] != '\0' ? worst->claim : worst->target, value, range,
                   targets->list[i].count);
        if (chart != NULL)
            html_write(page, "<a href='#{}'>{}</a>", chart->id, chart->title);
        html_write(page, "</td></tr>\n");
    }
    html_write(page, "</tbody>\n");
    html_table_end(page);
    html_write(page, "</details>\n");
}

/* ---- The answer ---- */

static const html_chart *find_metric(const void *report, const char *metric)
{
    return html_chart_of_metric(report, metric);
}

/* "explorer: 400 runs; diver, brawler and tactician: 100 each", in the order of the ladder */
static const char *bots_words(base_arena *arena, const html_side *side)
{
    const html_bot *usual = html_usual_bot(side), *first = &side->bots[0];
    bool alike = first->summary->runs == usual->summary->runs;
    size_t left = side->bot_count - !alike;
    const char *names = "", *runs = html_grouped(arena, usual->summary->runs);
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
                       html_grouped(arena, first->summary->runs));
}

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
                           html_grouped(arena, summary->runs), bot->name);
    if (summary->runs > summary->complete)
        left = html_format(arena,
                           " %s more came to no end (they stalled or were cut off) and are part of "
                           "no figure.",
                           html_grouped(arena, summary->runs - summary->complete));
    const wyrm_greatest worst = wyrm_sim_worst_killer(side->design, summary, HTML_UTF8);
    if (worst.count > 0)
        killer = html_format(arena, " What kills most often: %s%s %s of runs.", worst.where,
                             worst.count > 1 ? ":" : ",", worst.value);
    return html_format(
        arena, "The %s wins %s of %s runs; they end at depth %s on average.%s%s", bot->name,
        wyrm_figure_share(HTML_UTF8, summary->win_rate, summary->win_rate_ci95, &wins),
        html_grouped(arena, summary->complete),
        wyrm_figure_mean(HTML_UTF8, &summary->final_depth, &depth), left, killer);
}

static void add_answer(html_report *report, wyrm_page *page)
{
    base_arena *arena = &report->arena;
    const html_side *now = &report->sides[0], *other = &report->sides[1];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(now->design);
    const html_targets targets = html_find_targets(arena, now->judgement);
    const char *title = wyrm_ruleset_title(ruleset);
    char runs[512], lead[512], text[2048];
    if (report->side_count > 1) {
        wyrm_compare_headline(&report->runs, other->name, now->name, lead, sizeof lead);
        wyrm_compare_runs_words(&report->runs, html_usual_bot(now)->name, HTML_UTF8, runs,
                                sizeof runs);
        html_write(page, "<p class='lead'>{p}</p>\n", html_format(arena, "%s. %s", lead, runs));
    }
    /* The verdicts in a sentence. The title that it begins with has a direction of its own: the
     * numbers behind it keep theirs. */
    wyrm_verdicts_answer(text_title(now->design), now->judgement, text, sizeof text);
    bool begins = strncmp(text, title, strlen(title)) == 0;
    html_write(page, report->side_count > 1 ? "<p>" : "<p class='lead'>");
    if (begins)
        html_write(page, "{b}", title);
    html_write(page, "{}</p>\n", begins ? text + strlen(title) : text);
    add_scores(report, &targets, page);
    html_write(page, "<p>{p}</p>\n<p class='quiet'>{p}</p>\n", runs_words(report),
               html_format(arena, "Ruleset %.64s, hash %s; seed %" PRIu64 "; wyrm %s. %s.",
                           wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset),
                           report->options.seed, wyrm_version(), bots_words(arena, now)));
    html_add_verdicts(&(html_finder){find_metric, report}, &targets, page);
}

/* ---- What two sides differ in ---- */

#define VALUES_SHOWN 60

/* What the files say; targets are what is wanted, and no rule. */
static void add_values(const html_report *report, wyrm_page *page)
{
    const wyrm_comparison *found = report->exact;
    size_t shown = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        char before[WYRM_COMPARE_VALUE], after[WYRM_COMPARE_VALUE];
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
        wyrm_compare_cut(value->old_text, before);
        wyrm_compare_cut(value->new_text, after);
        /* A table of depths may be long, and breaks. */
        html_write(page,
                   "<tr><th scope='row' class='text'><code>{.}</code></th>"
                   "<td class='value'>{}</td><td class='value'>{}</td></tr>\n",
                   value->path, before, after);
    }
    if (shown > 0) {
        html_write(page, "</tbody>\n");
        html_table_end(page);
    }
    if (shown < found->value_count)
        html_write(page, "<p class='quiet'>{n} more, targets included.</p>\n",
                   found->value_count - shown);
}

void html_add_differences(const wyrm_gate *gate, const char *old, const char *now, wyrm_page *page)
{
    html_table_begin(page, "differences of the runs",
                     gate->paired ? "Paired differences of the runs" : "Differences of the runs");
    html_write(page,
               "<thead>\n<tr><th scope='col' class='text'><bdi>metric</bdi></th>"
               "<th scope='col'>{b}</th><th scope='col'>{b}</th>"
               "<th scope='col'><bdi>difference</bdi></th>"
               "<th scope='col'><bdi>p (Holm)</bdi></th>"
               "<th scope='col'><bdi>answer</bdi></th></tr>\n</thead>\n<tbody>\n",
               old, now);
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure before, after, difference;
        char p[24];
        snprintf(p, sizeof p, row->p < 0.0001 ? "<0.0001" : "%.2g", row->p);
        html_write(page,
                   "<tr><th scope='row' class='text'>{}</th><td>{}</td><td>{}</td><td>{}</td>"
                   "<td>{}</td><td>{}</td></tr>\n",
                   row->metric, wyrm_gate_value_text(page->style, row, false, &before),
                   wyrm_gate_value_text(page->style, row, true, &after),
                   wyrm_gate_difference_text(page->style, row, &difference), p,
                   wyrm_gate_answer_word(row->answer));
    }
    html_write(page, "</tbody>\n");
    html_table_end(page);
}

static void add_changes(html_report *report, wyrm_page *page)
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
    wyrm_compare_words(&exact, page->style, text, sizeof text);
    html_write(page, "<p>{p}</p>\n",
               html_format(&report->arena, "By single fights alone, %s", text));
    add_values(report, page);
    wyrm_gate_words(gate, text, sizeof text);
    html_write(page, "<p>{p}</p>\n", text);
    html_add_differences(&report->runs, report->sides[1].name, report->sides[0].name, page);
    html_write(page, "<p class='quiet'>{p}</p>\n",
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
        html_write(page, "<p class='how'><span>These numbers:</span> {c}</p>\n",
                   chart->commands[0]);
}

/* ---- Dead content, what was run ---- */

static void add_dead(html_report *report, wyrm_page *page)
{
    const html_dead *dead = &report->dead;
    size_t monsters = dead->counts[HTML_ABSENT] + dead->counts[HTML_UNMET], all = 0;
    for (int of = 0; of < HTML_DEATH_COUNT; of++)
        all += dead->counts[of];
    html_write(page,
               "<p>In {} runs of all bots together {n} of {n} monsters were never met, and {n} of "
               "{n} kinds of items never used. What cannot come by the tables of the ruleset is "
               "told apart from what only nobody got to.</p>\n",
               html_grouped(&report->arena, dead->runs), monsters, dead->monsters, all - monsters,
               dead->items);
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

static void add_fact(wyrm_page *page, const char *what, const char *text)
{
    html_write(page, "<dt>{}</dt><dd>{b}</dd>\n", what, text);
}

static void add_made(html_report *report, wyrm_page *page)
{
    base_arena *arena = &report->arena;
    const html_side *first = &report->sides[0];
    const char *floors = "";
    html_write(page, "<dl class='facts'>\n");
    for (size_t s = 0; s < report->side_count; s++) {
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
    add_fact(page, "Seed", html_format(arena, "%" PRIu64, report->options.seed));
    if (first->threat != NULL)
        floors = html_format(arena, ", %s floors of every depth",
                             html_grouped(arena, first->threat->runs));
    add_fact(page, "Sampled besides",
             html_format(arena, "%s dungeons%s, %s campaigns of loot",
                         html_grouped(arena, first->descents->runs), floors,
                         html_grouped(arena, first->loot->runs)));
    if (report->missing[0] != '\0')
        add_fact(page, "No picture of", report->missing);
    add_fact(page, "Version", html_format(arena, "wyrm %s", wyrm_version()));
    if (report->again[0] != '\0')
        html_write(page, "<dt>Again</dt><dd>{c}</dd>\n", report->again);
    html_write(page, "</dl>\n<p class='quiet'>Figures with an interval are sampled, at 95\u00a0% "
                     "confidence; those without are exact. The same ruleset, seed and version give "
                     "the same bytes.</p>\n");
}

/* ---- The parts of the page ---- */

static bool has_findings(const html_report *report)
{
    return report->sides[0].judgement->finding_count > 0;
}

static void add_findings(html_report *report, wyrm_page *page)
{
    const wyrm_judgement *judgement = report->sides[0].judgement;
    html_write(page, "<ul class='verdicts wide'>\n");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        html_write(page, "<li>\n");
        html_badge(page, WYRM_TONE_DOUBT, finding->kind);
        html_write(page, "\n<div>\n<p><code>{b}</code> {p}.</p>\n</div>\n", finding->where,
                   finding->message);
        html_add_see(page, html_chart_of_finding(report, finding));
    }
    html_write(page, "</ul>\n");
}

static bool is_compared(const html_report *report)
{
    return report->side_count > 1;
}

const html_part html_parts[HTML_PARTS] = {
    {"answer", "The answer", "The answer", NULL, add_answer},
    {"findings", "Findings", "Findings that no target names", has_findings, add_findings},
    {"changes", "What has changed", "What has changed", is_compared, add_changes},
    {.add = NULL}, /* the charts */
    {"dead", "Dead content", "Dead content", NULL, add_dead},
    {"made", "What was run", "What was run", NULL, add_made},
};
