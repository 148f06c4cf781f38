/* Metrics of what a depth brings where difficulty is a table of depths: who comes, how many to a
 * room, and how much threat that is. All exact, of normal rooms. */
#include "judge/metric_rows.h"

#include <math.h>
#include <stdlib.h>

static const wyrm_encounter *encounter_of(const judge_work *judging)
{
    return wyrm_design_encounter(judging->design);
}

/* Probability of a value in the closed interval, values counted in `unit`. */
static double share_within(const wyrm_pmf *pmf, double unit, const wyrm_interval *within)
{
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    double share = 0;
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        double value = unit * (double)(wyrm_pmf_first(pmf) + (int64_t)i);
        if (value >= within->low && value <= within->high)
            share += probabilities[i];
    }
    return share;
}

/* A depth at which nobody has a weight gives nobody: not an error, a share of 0. */
wyrm_status wyrm_judge_monster_share(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    wyrm_pmf *kinds;
    *out = (judge_measure){0};
    wyrm_status status =
        wyrm_encounter_monster_kinds(encounter_of(judging), place->depth, &kinds, error);
    if (status == WYRM_OK)
        out->value = wyrm_pmf_at(kinds, place->index);
    wyrm_pmf_free(kinds);
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_status wyrm_judge_item_share(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_loot *loot = wyrm_design_loot(judging->design);
    const wyrm_item_kind *kinds;
    double *shares = calloc(wyrm_loot_kinds(loot, &kinds) + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_loot_context context = {.depth = place->depth, .level = place->depth, .rooms = 2};
    wyrm_status status = wyrm_loot_shares(loot, &context, shares, error);
    *out = (judge_measure){.value = shares[place->index]};
    free(shares);
    return status;
}

wyrm_status wyrm_judge_room_monsters(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    wyrm_pmf *monsters;
    wyrm_status status =
        wyrm_encounter_room_monsters(encounter_of(judging), place->depth, &monsters, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = wyrm_pmf_mean(monsters)};
    wyrm_pmf_free(monsters);
    return status;
}

wyrm_status wyrm_judge_room_monsters_share(judge_work *judging, const judge_target *target,
                                           const judge_place *place, judge_measure *out,
                                           wyrm_error *error)
{
    wyrm_pmf *monsters;
    wyrm_status status =
        wyrm_encounter_room_monsters(encounter_of(judging), place->depth, &monsters, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = share_within(monsters, 1, &target->within)};
    wyrm_pmf_free(monsters);
    return status;
}

wyrm_status wyrm_judge_room_threat(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    wyrm_pmf *threat;
    double unit;
    wyrm_status status =
        wyrm_encounter_room_threat(encounter_of(judging), place->depth, &unit, &threat, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = unit * wyrm_pmf_mean(threat)};
    wyrm_pmf_free(threat);
    return status;
}

wyrm_status wyrm_judge_room_threat_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    wyrm_pmf *threat;
    double unit;
    wyrm_status status =
        wyrm_encounter_room_threat(encounter_of(judging), place->depth, &unit, &threat, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = share_within(threat, unit, &target->within)};
    wyrm_pmf_free(threat);
    return status;
}

wyrm_status wyrm_judge_status_share(const wyrm_design *design, int32_t depth,
                                    wyrm_threat_status wanted, double *out, wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    const wyrm_threat *threat = wyrm_design_threat(design);
    static const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};
    wyrm_pmf *totals = NULL, *monsters = NULL;
    double unit;
    *out = 0;
    wyrm_status status = wyrm_encounter_room_threat(encounter, depth, &unit, &totals, error);
    if (status == WYRM_OK)
        status = wyrm_encounter_room_monsters(encounter, depth, &monsters, error);
    if (status == WYRM_OK) {
        /* Rooms without monsters are apart from those whose monsters are no threat. */
        double empty = wyrm_pmf_at(monsters, 0);
        if (wyrm_threat_judge(threat, depth, &normal, 0, 0) == wanted)
            *out += empty;
        for (int64_t v = wyrm_pmf_first(totals); v <= wyrm_pmf_last(totals); v++) {
            double share = wyrm_pmf_at(totals, v) - (v == 0 ? empty : 0);
            if (share > 0 &&
                wyrm_threat_judge(threat, depth, &normal, 1, unit * (double)v) == wanted)
                *out += share;
        }
    }
    wyrm_pmf_free(totals);
    wyrm_pmf_free(monsters);
    return status;
}

wyrm_status wyrm_judge_room_status_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)target;
    *out = (judge_measure){0};
    return wyrm_judge_status_share(judging->design, place->depth, (wyrm_threat_status)place->index,
                                   &out->value, error);
}
