/* The answer of `wyrm check` for scripts. */
#include "report/check_json.h"

#include "report/report.h"

/* Who played, and how often: only of metrics of runs and set fights. */
static void set_runs(wyrm_answer *json, json_t *object, const wyrm_judged *judged)
{
    if (judged->runs == 0)
        return;
    wyrm_answer_set(json, object, "bot", wyrm_answer_text(judged->bot));
    if (judged->arena != NULL)
        wyrm_answer_set(json, object, "arena", wyrm_answer_text(judged->arena));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(judged->runs));
    wyrm_answer_set(json, object, "accuracy", wyrm_answer_real(judged->accuracy));
    wyrm_answer_set(json, object, "stopped",
                    wyrm_answer_text(wyrm_judge_stop_name(judged->stopped)));
}

json_t *wyrm_verdicts_json(wyrm_answer *json, const wyrm_judgement *judgement)
{
    json_t *list = json_array();
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "target", wyrm_answer_text(judged->target));
        wyrm_answer_set(json, object, "metric", wyrm_answer_text(judged->metric));
        wyrm_answer_set(json, object, "where", wyrm_answer_text(judged->where));
        wyrm_answer_set(json, object, "value", wyrm_answer_real(judged->value));
        wyrm_answer_set(json, object, "ci95",
                        judged->sampled ? wyrm_answer_interval(judged->ci95) : json_null());
        wyrm_answer_set(json, object, "range", wyrm_answer_interval(judged->range));
        wyrm_answer_set(json, object, "verdict",
                        wyrm_answer_text(wyrm_verdict_name(judged->verdict)));
        wyrm_answer_set(json, object, "unit", wyrm_answer_text(judged->unit));
        wyrm_answer_set(json, object, "claim", wyrm_answer_text(judged->claim));
        wyrm_answer_set(json, object, "source", wyrm_answer_text(judged->source));
        wyrm_answer_set(json, object, "note", wyrm_answer_text(judged->note));
        set_runs(json, object, judged);
        wyrm_answer_append(json, list, object);
    }
    return list;
}

json_t *wyrm_findings_json(wyrm_answer *json, const wyrm_judgement *judgement)
{
    json_t *list = json_array();
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "kind", wyrm_answer_text(finding->kind));
        wyrm_answer_set(json, object, "where", wyrm_answer_text(finding->where));
        wyrm_answer_set(json, object, "message", wyrm_answer_text(finding->message));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

wyrm_status wyrm_report_check_json(const wyrm_design *design, const wyrm_judgement *judgement,
                                   wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("check", wyrm_design_ruleset(design));
    json_t *summary = json_object();
    wyrm_answer_set(&json, summary, "pass", wyrm_answer_count(judgement->summary[WYRM_PASS]));
    wyrm_answer_set(&json, summary, "warn", wyrm_answer_count(judgement->summary[WYRM_WARN]));
    wyrm_answer_set(&json, summary, "fail", wyrm_answer_count(judgement->summary[WYRM_FAIL]));
    wyrm_answer_set(&json, summary, "unclear", wyrm_answer_count(judgement->summary[WYRM_UNCLEAR]));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(judgement->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(judgement->runs));
    wyrm_answer_set(&json, NULL, "accuracy",
                    judgement->accuracy > 0 ? wyrm_answer_real(judgement->accuracy) : json_null());
    wyrm_answer_set(&json, NULL, "summary", summary);
    wyrm_answer_set(&json, NULL, "verdicts", wyrm_verdicts_json(&json, judgement));
    wyrm_answer_set(&json, NULL, "findings", wyrm_findings_json(&json, judgement));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
