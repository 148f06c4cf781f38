/* Findings of budgets of threat that no room can meet, by the exact distribution of what rooms
 * hold. */
#include "judge/findings.h"
#include "judge/metrics.h"

#include <math.h>
#include <stdio.h>

#define NOWHERE 1e-12 /* a share of rooms that rounding may leave */

/* What the monsters of a depth can bring to a room. */
typedef struct depth_bounds {
    int64_t monsters;   /* the most of a room */
    double least, most; /* threat of one monster */
    size_t least_of;    /* who has the least */
} depth_bounds;

static wyrm_status find_bounds(const wyrm_design *design, int32_t depth, depth_bounds *out,
                               wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_pmf *monsters = NULL, *kinds = NULL;
    *out = (depth_bounds){.least = INFINITY};
    wyrm_status status = wyrm_encounter_room_monsters(encounter, depth, &monsters, error);
    if (status == WYRM_OK)
        status = wyrm_encounter_monster_kinds(encounter, depth, &kinds, error);
    if (status == WYRM_OK) {
        /* Budgets may have kept monsters out of rooms: what counts is what is drawn. */
        wyrm_room_draw draw = {.most = 0};
        wyrm_encounter_room_draw(encounter, depth, &draw);
        int64_t held = wyrm_pmf_last(monsters);
        out->monsters = draw.most > held ? draw.most : held;
        for (int64_t i = wyrm_pmf_first(kinds); i <= wyrm_pmf_last(kinds); i++) {
            if (wyrm_pmf_at(kinds, i) == 0)
                continue;
            double threat = wyrm_threat_at(wyrm_design_threat(design), (size_t)i, depth, false);
            if (threat < out->least)
                out->least_of = (size_t)i;
            out->least = fmin(out->least, threat);
            out->most = fmax(out->most, threat);
        }
    }
    wyrm_pmf_free(monsters);
    wyrm_pmf_free(kinds);
    return status;
}

/* Why no room of a depth meets its budget. */
static void explain(const wyrm_design *design, int32_t depth, const depth_bounds *bounds,
                    char *text, size_t size)
{
    wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(design), depth);
    double most = (double)bounds->monsters * bounds->most;
    if (most < budget.low)
        snprintf(text, size, "%d monsters, the most of a room, come to %.6g at most",
                 (int)bounds->monsters, most);
    else if (bounds->least > budget.high)
        snprintf(text, size, "the least of a threat, %s, is one of %.6g already",
                 wyrm_roster_monster(wyrm_design_roster(design), bounds->least_of)->name,
                 bounds->least);
    else
        snprintf(text, size, "no sum of up to %d of the monsters of the depth lies in it",
                 (int)bounds->monsters);
}

/* Whether rooms of a depth have monsters and none of them is within the budget. */
static wyrm_status is_unreachable(const wyrm_design *design, int32_t depth, bool *out,
                                  depth_bounds *bounds, wyrm_error *error)
{
    double within;
    *out = false;
    wyrm_status status = wyrm_judge_status_share(design, depth, WYRM_THREAT_OK, &within, error);
    if (status == WYRM_OK && within < NOWHERE)
        status = find_bounds(design, depth, bounds, error);
    else
        within = 1;
    *out = status == WYRM_OK && within < NOWHERE && bounds->monsters > 0;
    /* Distributions too fine to be had, or depths without monsters, say nothing. */
    return status == WYRM_ERROR_RANGE || status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

static wyrm_status look_at_band(const wyrm_design *design, const wyrm_band *band, int32_t first,
                                int32_t last, const char *kind, judge_findings *findings,
                                wyrm_error *error)
{
    int32_t depths[WYRM_DESCENT_DEPTH_MAX];
    size_t count = 0;
    char why[120] = "";
    wyrm_status status = WYRM_OK;
    for (int32_t depth = first; status == WYRM_OK && depth <= last; depth++) {
        bool unreachable;
        depth_bounds bounds;
        status = is_unreachable(design, depth, &unreachable, &bounds, error);
        if (status != WYRM_OK || !unreachable)
            continue;
        if (count == 0)
            explain(design, depth, &bounds, why, sizeof why);
        depths[count++] = depth;
    }
    if (status != WYRM_OK || count == 0)
        return status;
    char list[100], where[96];
    wyrm_interval budget = wyrm_threat_room_budget(wyrm_design_threat(design), depths[0]);
    wyrm_judge_list_numbers(depths, count, list, sizeof list);
    snprintf(where, sizeof where, "threat.room_budget.%s", band->name);
    return wyrm_judge_findings_add(
        findings, kind, where, error,
        "no room with monsters can be within %.6g to %.6g at depth%s %s: %s%s", budget.low,
        budget.high, count > 1 ? "s" : "", list, why, count > 1 ? " at the first of them" : "");
}

wyrm_status wyrm_judge_look_budgets(judge_work *judging, const char *kind, judge_findings *findings,
                                    wyrm_error *error)
{
    const wyrm_design *design = judging->design;
    int32_t end = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const wyrm_threat *threat = wyrm_design_threat(design);
    if (end == 0 || threat == NULL)
        return WYRM_OK;
    if (end > WYRM_DESCENT_DEPTH_MAX)
        end = WYRM_DESCENT_DEPTH_MAX;
    const wyrm_bands *bands = wyrm_threat_bands(threat);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < bands->count; i++) {
        const wyrm_band *band = &bands->bands[i];
        int32_t first = i == 0 ? 1 : band->first_depth;
        int32_t last = i + 1 == bands->count || band->last_depth > end ? end : band->last_depth;
        status = look_at_band(design, band, first, last, kind, findings, error);
    }
    return status;
}
