/* A report for scripts: the same verdicts and pictures as the page has. */
#include <stdio.h>

#include "dossier/dead.h"
#include "dossier/page.h"
#include "html/picture.h"
#include "output/json.h"
#include "report/check_json.h"
#include "report/gate.h"
#include "report/report.h"

static json_t *bot_json(wyrm_answer *json, const wyrm_dossier_bot *bot)
{
    const wyrm_summary *summary = bot->summary;
    json_t *object = json_object();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(bot->name));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(summary->runs));
    wyrm_answer_set(json, object, "complete_runs", wyrm_answer_count(summary->complete));
    wyrm_answer_set(json, object, "win_rate", wyrm_answer_real(summary->win_rate));
    wyrm_answer_set(json, object, "win_rate_ci95", wyrm_answer_interval(summary->win_rate_ci95));
    wyrm_answer_set(json, object, "final_depth", wyrm_answer_moments(json, &summary->final_depth));
    return object;
}

static json_t *side_json(wyrm_answer *json, const wyrm_dossier_side *side)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(side->design);
    json_t *object = json_object(), *bots = json_array();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(side->name));
    wyrm_answer_set(json, object, "ruleset", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
    wyrm_answer_set(json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
    for (size_t i = 0; i < side->bot_count; i++)
        wyrm_answer_append(json, bots, bot_json(json, &side->bots[i]));
    wyrm_answer_set(json, object, "bots", bots);
    return object;
}

/* The verdicts as `wyrm check --json` has them, each with the picture that shows it. */
static json_t *verdicts_json(wyrm_answer *json, const wyrm_dossier *dossier)
{
    const wyrm_judgement *judgement = dossier->sides[0].judgement;
    json_t *list = wyrm_verdicts_json(json, judgement);
    for (size_t i = 0; i < judgement->judged_count; i++) {
        const wyrm_picture *picture = wyrm_picture_of_metric(dossier, judgement->judged[i].metric);
        wyrm_answer_set(json, json_array_get(list, i), "picture",
                        picture != NULL ? wyrm_answer_text(picture->id) : json_null());
    }
    return list;
}

static json_t *findings_json(wyrm_answer *json, const wyrm_dossier *dossier)
{
    const wyrm_judgement *judgement = dossier->sides[0].judgement;
    json_t *list = wyrm_findings_json(json, judgement);
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_picture *picture = wyrm_picture_of_finding(dossier, &judgement->findings[i]);
        wyrm_answer_set(json, json_array_get(list, i), "picture",
                        picture != NULL ? wyrm_answer_text(picture->id) : json_null());
    }
    return list;
}

static json_t *differences_json(wyrm_answer *json, const wyrm_gate *gate)
{
    json_t *list = json_array();
    for (size_t i = 0; i < gate->count; i++)
        wyrm_answer_append(json, list, wyrm_gate_row_json(json, &gate->rows[i]));
    return list;
}

static wyrm_status add_dead(wyrm_answer *json, const wyrm_dossier *dossier, wyrm_error *error)
{
    wyrm_dead dead;
    wyrm_status status = wyrm_dead_find(dossier, &dead, error);
    json_t *list = json_array();
    for (size_t i = 0; i < dead.count && status == WYRM_OK; i++) {
        json_t *object = json_object();
        wyrm_answer_set(json, object, "what",
                        wyrm_answer_text(wyrm_dead_key(dead.things[i].death)));
        wyrm_answer_set(json, object, "name", wyrm_answer_text(dead.things[i].name));
        wyrm_answer_set(json, object, "title", wyrm_answer_text(dead.things[i].title));
        wyrm_answer_append(json, list, object);
    }
    wyrm_answer_set(json, NULL, "dead", list);
    wyrm_dead_release(&dead);
    return status;
}

wyrm_status wyrm_report_whole_json(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    wyrm_answer json = wyrm_answer_new("report", wyrm_design_ruleset(side->design));
    json_t *sides = json_array(), *pictures = json_array();
    char command[WYRM_PICTURE_TEXT * 2];
    wyrm_report_command(dossier, command, sizeof command);
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(dossier->options.seed));
    wyrm_answer_set(&json, NULL, "command", wyrm_answer_text(command));
    for (size_t s = 0; s < dossier->side_count; s++)
        wyrm_answer_append(&json, sides, side_json(&json, &dossier->sides[s]));
    wyrm_answer_set(&json, NULL, "sides", sides);
    wyrm_answer_set(&json, NULL, "verdicts", verdicts_json(&json, dossier));
    wyrm_answer_set(&json, NULL, "findings", findings_json(&json, dossier));
    if (dossier->side_count > 1) {
        wyrm_answer_set(&json, NULL, "paired", json_boolean(dossier->difference.runs.paired));
        wyrm_answer_set(&json, NULL, "differences",
                        differences_json(&json, &dossier->difference.runs));
    }
    for (size_t i = 0; i < dossier->picture_count; i++)
        wyrm_answer_append(&json, pictures, wyrm_picture_json(&json, &dossier->pictures[i]));
    wyrm_answer_set(&json, NULL, "pictures", pictures);
    wyrm_status status = add_dead(&json, dossier, error);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
