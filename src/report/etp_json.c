/* The answer of `wyrm etp` for scripts. */

#include "output/json.h"
#include "report/etp.h"

static json_t *monsters_json(wyrm_answer *json, const wyrm_etp_report *report)
{
    const wyrm_threat *threat = wyrm_design_threat(report->design);
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    json_t *list = json_array();
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        json_t *object = json_object(), *by_band = json_object();
        for (size_t b = 0; b < bands->count; b++)
            wyrm_answer_set(
                json, by_band, bands->bands[b].name,
                wyrm_answer_real(wyrm_threat_at(threat, m, bands->bands[b].first_depth, false)));
        wyrm_answer_set(json, object, "id", wyrm_answer_text(wyrm_roster_monster(roster, m)->name));
        wyrm_answer_set(json, object, "base", wyrm_answer_real(wyrm_threat_base(threat, m)));
        wyrm_answer_set(json, object, "derived", wyrm_answer_real(wyrm_threat_derived(threat, m)));
        wyrm_answer_set(json, object, "named", json_boolean(wyrm_threat_is_named(threat, m)));
        wyrm_answer_set(json, object, "by_band", by_band);
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *etp_json(wyrm_answer *json, const wyrm_threat_figures *figures)
{
    if (figures->rooms == 0)
        return json_null();
    json_t *object =
        wyrm_answer_mean_sd(json, figures->threat.mean, wyrm_moments_sd(&figures->threat));
    wyrm_answer_set(json, object, "ci95",
                    wyrm_answer_interval(wyrm_ratio_interval(&figures->mean, 0.95)));
    wyrm_answer_set(json, object, "p05", wyrm_answer_real(figures->p05));
    wyrm_answer_set(json, object, "p50", wyrm_answer_real(figures->p50));
    wyrm_answer_set(json, object, "p95", wyrm_answer_real(figures->p95));
    return object;
}

static json_t *statuses_json(wyrm_answer *json, const wyrm_threat_figures *figures)
{
    json_t *object = json_object();
    for (int s = 0; s < WYRM_THREAT_STATUS_COUNT; s++)
        wyrm_answer_set(json, object, wyrm_threat_status_key((wyrm_threat_status)s),
                        wyrm_answer_real(wyrm_etp_share(figures, (wyrm_threat_status)s)));
    return object;
}

static json_t *roles_json(wyrm_answer *json, const wyrm_threat_depth *depth)
{
    json_t *object = json_object();
    for (int r = 0; r < WYRM_ROOM_ROLE_COUNT; r++) {
        if (depth->roles[r].rooms == 0)
            continue;
        json_t *role = json_object();
        wyrm_answer_set(json, role, "rooms", wyrm_answer_count(depth->roles[r].rooms));
        wyrm_answer_set(json, role, "etp", etp_json(json, &depth->roles[r]));
        wyrm_answer_set(json, object, wyrm_room_role_key((wyrm_room_role)r), role);
    }
    return object;
}

static json_t *floor_json(wyrm_answer *json, const wyrm_threat_depth *depth, uint64_t runs)
{
    json_t *object = wyrm_answer_moments(json, &depth->floor);
    wyrm_answer_set(json, object, "budget", wyrm_answer_interval(depth->floor_budget));
    wyrm_answer_set(json, object, "under", wyrm_answer_real((double)depth->under / (double)runs));
    wyrm_answer_set(json, object, "over", wyrm_answer_real((double)depth->over / (double)runs));
    return object;
}

static json_t *depths_json(wyrm_answer *json, const wyrm_etp_report *report)
{
    const wyrm_threat_survey *survey = report->survey;
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    json_t *list = json_array();
    for (int32_t d = 0; d < survey->depth_count; d++) {
        const wyrm_threat_depth *depth = &survey->depths[d];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(depth->depth));
        wyrm_answer_set(json, object, "band",
                        depth->band < bands->count
                            ? wyrm_answer_text(bands->bands[depth->band].name)
                            : json_null());
        wyrm_answer_set(json, object, "budget", wyrm_answer_interval(depth->room_budget));
        wyrm_answer_set(json, object, "statuses", statuses_json(json, &depth->all));
        wyrm_answer_set(json, object, "etp", etp_json(json, &depth->all));
        wyrm_answer_set(json, object, "rooms", wyrm_answer_moments(json, &depth->rooms));
        wyrm_answer_set(json, object, "roles", roles_json(json, depth));
        wyrm_answer_set(json, object, "floor", floor_json(json, depth, survey->runs));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *bands_json(wyrm_answer *json, const wyrm_etp_report *report)
{
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    json_t *list = json_array();
    for (size_t b = 0; b < bands->count; b++) {
        const wyrm_threat_figures *figures = &report->survey->bands[b];
        json_t *object = json_object();
        if (figures->rooms == 0) {
            json_decref(object);
            continue;
        }
        wyrm_answer_set(json, object, "band", wyrm_answer_text(bands->bands[b].name));
        wyrm_answer_set(json, object, "rooms", wyrm_answer_count(figures->rooms));
        wyrm_answer_set(json, object, "statuses", statuses_json(json, figures));
        wyrm_answer_set(json, object, "etp", etp_json(json, figures));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *violations_json(wyrm_answer *json, const wyrm_threat_survey *survey)
{
    json_t *list = json_array();
    for (size_t i = 0; i < survey->kept; i++) {
        const wyrm_threat_violation *at = &survey->violations[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "seed", wyrm_answer_count(survey->seed));
        wyrm_answer_set(json, object, "run", wyrm_answer_count(at->run));
        wyrm_answer_set(json, object, "depth", json_integer(at->depth));
        wyrm_answer_set(json, object, "room", json_integer(at->room + 1));
        wyrm_answer_set(json, object, "role", wyrm_answer_text(wyrm_room_role_key(at->role)));
        wyrm_answer_set(json, object, "monsters", json_integer(at->monsters));
        wyrm_answer_set(json, object, "etp", wyrm_answer_real(at->threat));
        wyrm_answer_set(json, object, "most", wyrm_answer_real(at->budget));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *truth_json(wyrm_answer *json, const wyrm_truth *truth)
{
    json_t *object = json_object(), *depths = json_array(), *fights = json_array();
    json_t *misfits = json_array();
    for (size_t d = 0; d < truth->depth_count; d++) {
        json_t *depth = json_object();
        wyrm_answer_set(json, depth, "depth", json_integer(truth->depths[d].depth));
        wyrm_answer_set(json, depth, "player", wyrm_answer_text(truth->depths[d].player));
        wyrm_answer_set(json, depth, "rank_correlation", wyrm_answer_real(truth->depths[d].rank));
        wyrm_answer_append(json, depths, depth);
    }
    for (size_t i = 0; i < truth->row_count; i++) {
        const wyrm_truth_row *row = &truth->rows[i];
        json_t *fight = json_object();
        wyrm_answer_set(json, fight, "depth", json_integer(row->depth));
        wyrm_answer_set(json, fight, "id", wyrm_answer_text(row->name));
        wyrm_answer_set(json, fight, "share", wyrm_answer_real(row->share.value));
        wyrm_answer_set(json, fight, "share_ci95",
                        row->share.sampled ? wyrm_answer_interval(row->share.ci95) : json_null());
        wyrm_answer_set(json, fight, "etp", wyrm_answer_real(row->threat));
        wyrm_answer_set(json, fight, "hp_lost", wyrm_answer_real(row->hp_lost));
        wyrm_answer_set(json, fight, "p_death", wyrm_answer_real(row->p_death));
        wyrm_answer_set(json, fight, "cost", wyrm_answer_real(row->cost));
        wyrm_answer_set(json, fight, "factor", wyrm_answer_real(row->factor));
        wyrm_answer_append(json, fights, fight);
    }
    for (size_t i = 0; i < truth->misfit_count; i++) {
        const wyrm_truth_row *row = &truth->rows[truth->misfits[i]];
        json_t *misfit = json_object();
        wyrm_answer_set(json, misfit, "id", wyrm_answer_text(row->name));
        wyrm_answer_set(json, misfit, "depth", json_integer(row->depth));
        wyrm_answer_set(json, misfit, "factor", wyrm_answer_real(row->factor));
        wyrm_answer_append(json, misfits, misfit);
    }
    wyrm_answer_set(json, object, "rank_correlation", wyrm_answer_real(truth->rank));
    wyrm_answer_set(json, object, "depths", depths);
    wyrm_answer_set(json, object, "misfits", misfits);
    wyrm_answer_set(json, object, "fights", fights);
    return object;
}

wyrm_status wyrm_report_etp_json(const wyrm_etp_report *report, wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("etp", wyrm_design_ruleset(report->design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(report->survey->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(report->survey->runs));
    wyrm_answer_set(&json, NULL, "monsters", monsters_json(&json, report));
    wyrm_answer_set(&json, NULL, "bands", bands_json(&json, report));
    wyrm_answer_set(&json, NULL, "depths", depths_json(&json, report));
    wyrm_answer_set(&json, NULL, "violation_count",
                    wyrm_answer_count(report->survey->violation_count));
    wyrm_answer_set(&json, NULL, "violations", violations_json(&json, report->survey));
    wyrm_answer_set(&json, NULL, "truth", truth_json(&json, report->truth));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
