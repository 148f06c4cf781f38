/* The answer of `wyrm compare` for scripts. */
#include "report/report.h"

#include <string.h>

#include "output/json.h"
#include "report/gate.h"

static const char *const verdict_names[] = {
    [WYRM_COMPARE_IDENTICAL] = "identical", [WYRM_COMPARE_EQUAL] = "equal",
    [WYRM_COMPARE_HARDER] = "harder",       [WYRM_COMPARE_EASIER] = "easier",
    [WYRM_COMPARE_UNKNOWN] = "unknown",
};

static const char *const headline_names[] = {
    [WYRM_GATE_SAME_RULES] = "same_rules", [WYRM_GATE_ALIKE] = "equal",
    [WYRM_GATE_HARDER] = "harder",         [WYRM_GATE_EASIER] = "easier",
    [WYRM_GATE_MIXED] = "mixed",           [WYRM_GATE_NOT_KNOWN] = "unknown",
};

static json_t *runs_json(wyrm_answer *json, const wyrm_compare_played *played)
{
    json_t *object = json_object(), *rows = json_array();
    wyrm_answer_set(json, object, "bot", wyrm_answer_text(played->bot));
    wyrm_answer_set(json, object, "seed", wyrm_answer_count(played->seed));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(played->gate.runs));
    wyrm_answer_set(json, object, "paired", json_boolean(played->gate.paired));
    for (size_t i = 0; i < played->gate.count; i++)
        wyrm_answer_append(json, rows, wyrm_gate_row_json(json, &played->gate.rows[i]));
    wyrm_answer_set(json, object, "metrics", rows);
    return object;
}

static json_t *ruleset_json(wyrm_answer *json, const wyrm_design *design)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    json_t *object = json_object();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
    wyrm_answer_set(json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
    return object;
}

static json_t *cost_json(wyrm_answer *json, const wyrm_compared_cost *cost)
{
    json_t *object = json_object(), *range = json_array();
    wyrm_answer_append(json, range, json_integer(cost->first));
    wyrm_answer_append(json, range, json_integer(cost->last));
    wyrm_answer_set(json, object, "of", wyrm_answer_text(cost->rooms ? "room" : "fight"));
    wyrm_answer_set(json, object, "axis", wyrm_answer_text(cost->axis));
    wyrm_answer_set(json, object, "range", range);
    wyrm_answer_set(json, object, "a", wyrm_answer_real(cost->a));
    wyrm_answer_set(json, object, "b", wyrm_answer_real(cost->b));
    wyrm_answer_set(json, object, "margin", wyrm_answer_real(cost->margin));
    wyrm_answer_set(json, object, "places", wyrm_answer_count(cost->places));
    wyrm_answer_set(json, object, "harder", wyrm_answer_count(cost->harder));
    wyrm_answer_set(json, object, "easier", wyrm_answer_count(cost->easier));
    return object;
}

static json_t *values_json(wyrm_answer *json, const wyrm_comparison *found)
{
    json_t *list = json_array();
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "path", wyrm_answer_text(value->path));
        wyrm_answer_set(json, object, "a",
                        value->old_text[0] != '\0' ? wyrm_answer_text(value->old_text)
                                                   : json_null());
        wyrm_answer_set(json, object, "b",
                        value->new_text[0] != '\0' ? wyrm_answer_text(value->new_text)
                                                   : json_null());
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *figure_json(wyrm_answer *json, const wyrm_compared *figure)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "group", wyrm_answer_text(wyrm_compare_group_key(figure->group)));
    wyrm_answer_set(json, object, "of", wyrm_answer_text(figure->of));
    wyrm_answer_set(json, object, "metric", wyrm_answer_text(figure->metric));
    wyrm_answer_set(json, object, "unit", wyrm_answer_text(figure->unit));
    if (figure->axis[0] != '\0')
        wyrm_answer_set(json, object, figure->axis, json_integer(figure->at));
    if (figure->where[0] != '\0')
        wyrm_answer_set(json, object, "where", wyrm_answer_text(figure->where));
    wyrm_answer_set(json, object, "a", figure->in_a ? wyrm_answer_real(figure->a) : json_null());
    wyrm_answer_set(json, object, "b", figure->in_b ? wyrm_answer_real(figure->b) : json_null());
    wyrm_answer_set(json, object, "margin_a", wyrm_answer_real(figure->margin_a));
    wyrm_answer_set(json, object, "margin_b", wyrm_answer_real(figure->margin_b));
    wyrm_answer_set(json, object, "difference", wyrm_answer_real(figure->b - figure->a));
    wyrm_answer_set(json, object, "in",
                    wyrm_answer_text(!figure->in_b   ? "a"
                                     : !figure->in_a ? "b"
                                                     : "both"));
    return object;
}

wyrm_status wyrm_report_compare_json(const wyrm_compare_report *report, wyrm_page *page,
                                     wyrm_error *error)
{
    const wyrm_comparison *found = report->comparison;
    wyrm_answer json = wyrm_answer_new("compare", NULL);
    json_t *counts = json_object(), *figures = json_array();
    wyrm_answer_set(&json, NULL, "a", ruleset_json(&json, report->a));
    wyrm_answer_set(&json, NULL, "b", ruleset_json(&json, report->b));
    const char *by_fights = verdict_names[wyrm_compare_verdict_of(found)];
    bool runs = report->played != NULL && !found->identical;
    wyrm_answer_set(
        &json, NULL, "verdict",
        wyrm_answer_text(runs ? headline_names[wyrm_gate_headline_of(&report->played->gate)]
                              : by_fights));
    wyrm_answer_set(&json, NULL, "rests_on", wyrm_answer_text(runs ? "runs" : "fights"));
    wyrm_answer_set(&json, NULL, "runs", runs ? runs_json(&json, report->played) : json_null());
    wyrm_answer_set(&json, NULL, "fights", wyrm_answer_text(by_fights));
    wyrm_answer_set(&json, NULL, "cost",
                    found->cost.places > 0 ? cost_json(&json, &found->cost) : json_null());
    wyrm_answer_set(&json, counts, "same", wyrm_answer_count(found->same));
    wyrm_answer_set(&json, counts, "differing", wyrm_answer_count(found->differing));
    wyrm_answer_set(&json, counts, "only_a", wyrm_answer_count(found->only_a));
    wyrm_answer_set(&json, counts, "only_b", wyrm_answer_count(found->only_b));
    wyrm_answer_set(&json, NULL, "counts", counts);
    wyrm_answer_set(&json, NULL, "values", values_json(&json, found));
    for (size_t i = 0; i < found->count; i++)
        if (report->all || !found->figures[i].same)
            wyrm_answer_append(&json, figures, figure_json(&json, &found->figures[i]));
    wyrm_answer_set(&json, NULL, "figures", figures);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
