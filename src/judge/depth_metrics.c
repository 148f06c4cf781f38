/* Metrics of what a depth brings where difficulty is a table of depths: who comes, how many to a
 * room, and how much threat that is; of normal rooms, as wyrm/rooms.h tells them. */
#include "judge/metric_rows.h"

#include <stdlib.h>

static wyrm_rooms rooms_of(const judge_work *judging, const judge_place *place)
{
    return (wyrm_rooms){.design = judging->design,
                        .depth = place->depth,
                        .seed = judging->seed,
                        .floors = wyrm_judging_floors(judging)};
}

wyrm_status wyrm_judge_measured(wyrm_status status, const wyrm_estimate *estimate,
                                judge_measure *out)
{
    *out = (judge_measure){
        .value = estimate->value, .sampled = estimate->sampled, .ci95 = estimate->ci95};
    return status;
}

/* A depth at which nobody comes gives nobody: not an error, a share of 0. */
wyrm_status wyrm_judge_monster_share(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    const wyrm_rooms rooms = rooms_of(judging, place);
    size_t kinds = wyrm_roster_count(wyrm_design_roster(judging->design));
    wyrm_estimate *shares = calloc(kinds + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_rooms_kinds(&rooms, shares, error);
    wyrm_judge_measured(status, &shares[place->index], out);
    free(shares);
    return status;
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
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate mean = {0};
    return wyrm_judge_measured(wyrm_rooms_monsters(&rooms, NULL, &mean, error), &mean, out);
}

wyrm_status wyrm_judge_room_monsters_share(judge_work *judging, const judge_target *target,
                                           const judge_place *place, judge_measure *out,
                                           wyrm_error *error)
{
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate share = {0};
    wyrm_status status = wyrm_rooms_monsters(&rooms, &target->within, &share, error);
    return wyrm_judge_measured(status, &share, out);
}

wyrm_status wyrm_judge_room_threat(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate mean = {0};
    return wyrm_judge_measured(wyrm_rooms_threat(&rooms, NULL, &mean, error), &mean, out);
}

wyrm_status wyrm_judge_room_threat_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate share = {0};
    wyrm_status status = wyrm_rooms_threat(&rooms, &target->within, &share, error);
    return wyrm_judge_measured(status, &share, out);
}

wyrm_status wyrm_judge_room_status_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)target;
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate share = {0};
    wyrm_status status = wyrm_rooms_status(&rooms, (wyrm_threat_status)place->index, &share, error);
    return wyrm_judge_measured(status, &share, out);
}
