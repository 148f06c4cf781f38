/* A report as JSON: the verdicts, findings and charts of the page, for scripts. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>

/* ---- A chart ---- */

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

static void put_texts(base_json *json, const char *key, const char *const *texts, size_t count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_put_text(json, NULL, texts[i]);
    base_put_end(json);
}

void html_put_chart(base_json *json, const html_chart *chart)
{
    bool heat = chart->kind == HTML_HEATMAP;
    base_putf(json, "{id:%s kind:%s title:%s caption:%s", chart->id, html_kind_names[chart->kind],
              chart->title, chart->caption);
    put_texts(json, "commands", chart->commands, chart->command_count);
    base_put_text(json, "replay", chart->replay);
    put_axis(json, "x", &chart->x);
    put_axis(json, "y", &chart->y);
    base_put_text(json, heat ? "value_unit" : "between", heat ? chart->value_unit : chart->between);
    put_texts(json, "categories", chart->categories, chart->category_count);
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

/* ---- The report ---- */

static void put_side(base_json *json, const html_side *side)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    base_putf(json, "{name:%s ruleset:%s hash:%s bots:[", side->name, wyrm_ruleset_name(ruleset),
              wyrm_ruleset_hash(ruleset));
    for (size_t i = 0; i < side->bot_count; i++) {
        const wyrm_summary *of = side->bots[i].summary;
        base_putf(json, "{name:%s runs:%" PRIu64 " complete_runs:%" PRIu64 " win_rate:%g",
                  side->bots[i].name, of->runs, of->complete, of->win_rate);
        wyrm_put_interval(json, "win_rate_ci95", of->win_rate_ci95);
        wyrm_put_moments(json, "final_depth", &of->final_depth);
        base_put_end(json);
    }
    base_putf(json, "]}");
}

/* The chart that shows what was put last, which it ends. */
static void put_picture(base_json *json, const html_chart *chart)
{
    base_put_text(json, "picture", chart != NULL ? chart->id : NULL);
    base_put_end(json);
}

static void write_json(base_arena *arena, void *context)
{
    html_report *report = context;
    const wyrm_judgement *judgement = report->sides[0].judgement;
    base_json answer =
        wyrm_answer_begin(report->page, "report", wyrm_design_ruleset(report->sides[0].design));
    base_json *json = &answer;
    base_putf(json, "seed:%" PRIu64 " command:%s sides:[", report->options.seed, report->again);
    for (size_t s = 0; s < report->side_count; s++)
        put_side(json, &report->sides[s]);
    /* Verdicts and findings as `wyrm check --json` has them. */
    base_putf(json, "] verdicts:[");
    for (size_t i = 0; i < judgement->judged_count; i++) {
        base_put_object(json, NULL);
        wyrm_put_judged(json, &judgement->judged[i]);
        put_picture(json, html_chart_of_metric(report, judgement->judged[i].metric));
    }
    base_putf(json, "] findings:[");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        base_put_object(json, NULL);
        wyrm_put_finding(json, &judgement->findings[i]);
        put_picture(json, html_chart_of_finding(report, &judgement->findings[i]));
    }
    base_put_end(json);
    if (report->side_count > 1) {
        base_putf(json, "paired:%i differences:[", report->runs.paired);
        for (size_t i = 0; i < report->runs.count; i++)
            wyrm_put_gate_row(json, &report->runs.rows[i]);
        base_put_end(json);
    }
    base_put_list(json, "pictures");
    for (size_t i = 0; i < report->chart_count; i++)
        html_put_chart(json, &report->charts[i]);
    base_putf(json, "] dead:[");
    for (int of = 0; of < HTML_DEATH_COUNT; of++)
        for (size_t i = 0; i < report->dead.counts[of]; i++) {
            const html_dead_thing *thing = &report->dead.things[of][i];
            base_putf(json, "{what:%s name:%s title:%s}", html_deaths[of].key, thing->name,
                      thing->title);
        }
    base_putf(json, "]}");
    base_must(arena, wyrm_page_status(report->page, &arena->error));
}

wyrm_status html_report_json(html_report *report, wyrm_page *page, wyrm_error *error)
{
    return html_run(report, page, write_json, error);
}
