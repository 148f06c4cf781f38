/* A report as JSON: the verdicts, findings and charts of the page, for scripts. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>

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
    text_put_missing(json, judgement);
    text_put_left_out(json, report->sides[0].design);
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
