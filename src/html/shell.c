/* The frame of reports, on rules and on games alike: the parts of a page, verdicts, differences
 * between two sides, and charts on the page and as JSON.
 *
 * Targets are listed worst first, and each verdict and finding links to its chart: html_head has
 * the functions that know which chart that is. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number with thousands separators: "2,000". */
const char *html_grouped(base_arena *arena, uint64_t number)
{
    const char *digits = base_say(arena, "%" PRIu64, number);
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

/* How badly a target fails, from 0 to 1, so that targets in different units can be ordered: the
 * distance from the range, for shares in absolute terms and else relative to the limit; times the
 * fraction of places that do not hold, as a limit missed everywhere is worse than one missed at one
 * end. */
static double badness(const text_aim *aim)
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
    const text_aim *one = a, *other = b;
    size_t rank = text_severity_rank(one->worst->verdict);
    size_t rank_of_other = text_severity_rank(other->worst->verdict);
    double bad = badness(one), bad_of_other = badness(other);
    if (rank != rank_of_other)
        return rank < rank_of_other ? -1 : 1;
    if (bad != bad_of_other)
        return bad > bad_of_other ? -1 : 1;
    return (one->judged > other->judged) - (one->judged < other->judged);
}

html_targets html_find_targets(base_arena *arena, const wyrm_judgement *judgement)
{
    html_targets out = {.list = base_array(arena, text_aim, judgement->judged_count)};
    for (size_t i = 0; i < judgement->judged_count; i += out.list[out.count++].count)
        out.list[out.count] = text_aim_at(judgement, i);
    qsort(out.list, out.count, sizeof *out.list, by_severity);
    return out;
}

/* ---- Verdicts and findings ---- */

/* Ends the item of a verdict or finding with a link to the chart that shows it. */
static void add_see(text_page *page, const html_chart *chart)
{
    if (chart != NULL)
        html_write(page, "<p class='see'><a href='#{}'>{}</a></p>\n", chart->id, chart->title);
    html_write(page, "</li>\n");
}

/* A target that does not hold: "Measured: 8.681 attacks for monster@1 against player@1, wanted 7 to
 * 8. 24 of 25 places hold."; of games and fights how many were played, which may be fewer than the
 * runs that the page shows. */
static void add_verdict(html_head *head, const text_aim *aim)
{
    text_page *page = head->page;
    const wyrm_judged *worst = aim->worst;
    bool claimed = worst->claim[0] != '\0';
    char value[160], range[96], others[1200];
    html_write(page, "<li>\n");
    html_badge(page, text_verdict_tone(worst->verdict), wyrm_verdict_name(worst->verdict));
    html_write(page,
               claimed ? "\n<div>\n<p><strong>Wanted: {p}</strong></p>\n"
                       : "\n<div>\n<p><strong>{p}</strong></p>\n",
               claimed ? worst->claim : worst->metric);
    text_judged_value(page->style, worst, value, sizeof value);
    text_judged_range(worst, range, sizeof range);
    html_write(page, "<p>Measured: <b>{p}</b>", value);
    if (worst->where[0] != '\0')
        html_write(page, " for {b}", worst->where);
    html_write(page, ", wanted {p}.", range);
    if (worst->runs > 0)
        html_write(page, " {b}.",
                   base_say(&head->arena, "That is of %" PRIu64 " %s%s", worst->runs,
                            worst->arena != NULL ? "fight" : "game", worst->runs == 1 ? "" : "s"));
    if (aim->count > 1) {
        text_aim_others(aim, others, sizeof others);
        html_write(page, " {b}.", others);
    }
    html_write(page, "</p>\n<p class='quiet'>");
    if (worst->why != NULL)
        html_write(page, "Why: {p}. ", worst->why);
    if (worst->note[0] != '\0')
        html_write(page, "Note: {p}. ", worst->note);
    if (worst->source[0] != '\0')
        html_write(page, "Source: {p}. ", worst->source);
    html_write(page, "Target <code>{b}</code> of <code>{}</code>.</p>\n</div>\n", worst->target,
               worst->metric);
    add_see(page, head->of_metric(head, worst->metric));
}

void html_add_verdicts(html_head *head, const html_targets *targets)
{
    text_page *page = head->page;
    size_t troubles = 0;
    while (troubles < targets->count && targets->list[troubles].worst->verdict != WYRM_PASS)
        troubles++;
    html_write(page, troubles > 0 ? "<ul class='verdicts'>\n" : "");
    for (size_t i = 0; i < troubles; i++)
        add_verdict(head, &targets->list[i]);
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
        const html_chart *chart = head->of_metric(head, worst->metric);
        char value[160], range[96];
        text_judged_value(page->style, worst, value, sizeof value);
        text_judged_range(worst, range, sizeof range);
        html_write(page,
                   "<tr><th scope='row' class='text'>{b}</th><td>{}</td><td>{}</td>"
                   "<td>{n}</td><td class='text'>",
                   worst->claim[0] != '\0' ? worst->claim : worst->target, value, range,
                   targets->list[i].count);
        if (chart != NULL)
            html_write(page, "<a href='#{}'>{}</a>", chart->id, chart->title);
        html_write(page, "</td></tr>\n");
    }
    html_table_end(page);
    html_write(page, "</details>\n");
}

bool html_has_findings(const void *report)
{
    const html_head *head = report;
    return head->judgement != NULL && head->judgement->finding_count > 0;
}

void html_add_findings(void *report, text_page *page)
{
    const html_head *head = report;
    html_write(page, "<ul class='verdicts wide'>\n");
    for (size_t i = 0; i < head->judgement->finding_count; i++) {
        const wyrm_finding *finding = &head->judgement->findings[i];
        html_write(page, "<li>\n");
        html_badge(page, TEXT_TONE_DOUBT, finding->kind);
        html_write(page, "\n<div>\n<p><code>{b}</code>: {p}.</p>\n</div>\n", finding->where,
                   finding->message);
        add_see(page, head->of_finding(head, finding));
    }
    html_write(page, "</ul>\n");
}

/* Adds the id of the chart to a verdict or finding and closes its object. */
static void put_picture(base_json *json, const html_chart *chart)
{
    base_put_text(json, "picture", chart != NULL ? chart->id : NULL);
    base_put_end(json);
}

/* Writes verdicts and findings like `wyrm check --json`, each with its chart. */
void html_put_judgement(base_json *json, const html_head *head)
{
    const wyrm_judgement *judgement = head->judgement;
    base_put_list(json, "verdicts");
    for (size_t i = 0; judgement != NULL && i < judgement->judged_count; i++) {
        base_put_object(json, NULL);
        text_put_judged(json, &judgement->judged[i]);
        put_picture(json, head->of_metric(head, judgement->judged[i].metric));
    }
    base_put_end(json);
    base_put_list(json, "findings");
    for (size_t i = 0; judgement != NULL && i < judgement->finding_count; i++) {
        base_put_object(json, NULL);
        text_put_finding(json, &judgement->findings[i]);
        put_picture(json, head->of_finding(head, &judgement->findings[i]));
    }
    base_put_end(json);
    if (head->gate == NULL)
        return;
    base_putf(json, "paired:%i differences:[", head->gate->paired);
    for (size_t i = 0; i < head->gate->count; i++)
        text_put_gate_row(json, &head->gate->rows[i]);
    base_put_end(json);
}

/* ---- Differences between two sides ---- */

void html_add_differences(const wyrm_gate *gate, const char *old, const char *now, text_page *page)
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
        text_figure before, after, difference;
        char p[24];
        snprintf(p, sizeof p, row->p < 0.0001 ? "<0.0001" : "%.2g", row->p);
        html_write(page,
                   "<tr><th scope='row' class='text'>{}</th><td>{}</td><td>{}</td><td>{}</td>"
                   "<td>{}</td><td>{}</td></tr>\n",
                   row->metric, text_gate_value_text(page->style, row, false, &before),
                   text_gate_value_text(page->style, row, true, &after),
                   text_gate_difference_text(page->style, row, &difference), p,
                   wyrm_gate_answer_word(row->answer));
    }
    html_table_end(page);
}

bool html_is_compared(const void *report)
{
    return ((const html_head *)report)->gate != NULL;
}

/* ---- Charts ---- */

html_chart *html_next_chart(html_head *head, html_chart_kind kind, const char *id,
                            const char *title)
{
    head->charts = base_grow(&head->arena, head->charts, head->chart_count, &head->chart_capacity,
                             sizeof *head->charts);
    html_chart *chart = &head->charts[head->chart_count];
    html_chart_begin(chart, &head->arena, kind, id, title);
    return chart;
}

bool html_keep_chart(html_head *head, const html_chart *chart)
{
    bool any = false;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count && !chart->series[s].reference; i++)
            any |= html_is_drawn(chart, &chart->series[s], &chart->series[s].marks[i]);
    head->chart_count += any;
    return any;
}

void html_add_charts(const html_head *head, const html_section *section)
{
    html_write(head->page, "<div class='figures'>\n");
    for (size_t c = 0; c < head->chart_count; c++)
        if (head->charts[c].section == section)
            html_chart_figure(&head->charts[c], head->page);
    html_write(head->page, "</div>\n");
}

/* ---- Charts as JSON ---- */

static void put_mark(base_json *json, const html_chart *chart, const html_mark *mark)
{
    bool heat = chart->kind == HTML_HEATMAP, interval = !heat && html_has_interval(mark);
    base_putf(json, "{x:%g y:%g", mark->x, mark->y);
    if (heat)
        base_put_real(json, "value", mark->value);
    if (interval)
        base_putf(json, "low:%g high:%g", mark->low, mark->high);
    if (chart->kind == HTML_RANGES && !isnan(mark->value))
        base_putf(json, "least:%g greatest:%g", mark->value, mark->most);
    if (mark->label != NULL)
        base_put_text(json, "label", mark->label);
    base_put_end(json);
}

static void put_axis(base_json *json, const char *key, const html_axis *axis)
{
    base_putf(json, "%s:{label:%s unit:%s scale:%s}", key, axis->label, axis->unit,
              axis->logarithmic ? "logarithmic" : "linear");
}

void html_put_chart(base_json *json, const html_chart *chart)
{
    bool heat = chart->kind == HTML_HEATMAP;
    base_putf(json, "{id:%s kind:%s title:%s caption:%s", chart->id, html_kind_names[chart->kind],
              chart->title, chart->caption);
    base_put_texts(json, "commands", chart->commands, chart->command_count);
    base_put_text(json, "replay", chart->replay);
    put_axis(json, "x", &chart->x);
    put_axis(json, "y", &chart->y);
    base_put_text(json, heat ? "value_unit" : "between", heat ? chart->value_unit : chart->between);
    base_put_texts(json, "categories", chart->categories, chart->category_count);
    base_put_list(json, "series");
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *series = &chart->series[s];
        base_putf(json, "{name:%s dashed:%i reference:%i total:%i marks:[", series->name,
                  series->dashed, series->reference, series->total);
        for (size_t i = 0; i < series->count; i++)
            put_mark(json, chart, &series->marks[i]);
        base_putf(json, "]}");
    }
    base_putf(json, "]}");
}

void html_put_charts(base_json *json, const html_head *head)
{
    base_put_list(json, "pictures");
    for (size_t i = 0; i < head->chart_count; i++)
        html_put_chart(json, &head->charts[i]);
    base_put_end(json);
}

/* ---- The parts of a page ---- */

void html_add_fact(text_page *page, const char *what, const char *text)
{
    html_write(page, "<dt>{}</dt><dd>{b}</dd>\n", what, text);
}

static bool has_part(const html_head *head, const html_part *part)
{
    return part->has == NULL || part->has(head);
}

/* The links to all parts that the report has, ended by one without an id. */
static void find_links(const html_head *head, const html_part *parts, html_link *links)
{
    for (const html_part *part = parts; part->add != NULL; part++) {
        for (size_t i = 0; part->id == NULL && i < HTML_SECTIONS; i++)
            if (html_has_charts(head, &head->sections[i]))
                *links++ = (html_link){head->sections[i].id, head->sections[i].heading};
        if (part->id != NULL && has_part(head, part))
            *links++ = (html_link){part->id, part->link};
    }
    *links = (html_link){NULL, NULL};
}

void html_write_parts(html_head *head, const html_part *parts, const char *title,
                      const char *description)
{
    text_page *page = head->page;
    html_link links[HTML_LINKS_MAX];
    page->style = (text_style){.utf8 = true, .width = 100};
    find_links(head, parts, links);
    html_page_begin(page, title, description, links);
    for (const html_part *part = parts; part->add != NULL; part++) {
        if (!has_part(head, part))
            continue;
        if (part->id != NULL)
            html_section_begin(page, part->id, part->heading);
        part->add(head, page);
        if (part->id != NULL)
            html_section_end(page);
    }
    html_page_end(page, base_say(&head->arena, "Made by wyrm report, version %s.", wyrm_version()));
    base_must(&head->arena, page_status(page, &head->arena.error));
}

wyrm_status html_run(html_head *head, text_page *page, void (*job)(base_arena *arena, void *report),
                     wyrm_error *error)
{
    head->page = page;
    return base_told(&head->arena, base_run(&head->arena, job, head), error);
}

void html_must_judge(html_head *head, wyrm_status status, const wyrm_errors *errors)
{
    base_arena *arena = &head->arena;
    if (status != WYRM_OK && wyrm_errors_kept(errors) > 0)
        arena->error = *wyrm_errors_at(errors, 0);
    else if (status != WYRM_OK)
        wyrm_fail(&arena->error, status, "it cannot be judged: %s", wyrm_status_text(status));
    base_must(arena, status);
    base_keep(arena, head->judgement, wyrm_judgement_free);
}

void html_report_free(html_head *head)
{
    base_release(&head->arena);
}
