/* Metrics of a player among the monsters of a depth, where difficulty is a table of depths. The
 * player is the one of `of`, else the reference of the depth; its hit points are full before
 * every room. */
#include "judge/attacks.h"
#include "judge/metric_rows.h"

#include <math.h>

static wyrm_status gather(const judge_work *judging, const judge_target *target,
                          const judge_place *place, judge_crowd *crowd, wyrm_error *error)
{
    wyrm_reference reference = {.player = place->of};
    wyrm_status status = WYRM_OK;
    *crowd = (judge_crowd){0};
    if (target->of[0] == '\0')
        status = wyrm_design_reference(judging->design, place->depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    return wyrm_judge_crowd_gather(judging->design, place->depth, judging->seed, &reference.player,
                                   target->first, crowd, error);
}

/* A figure of all the monsters of the depth. */
static wyrm_status of_crowd(const judge_work *judging, const judge_target *target,
                            const judge_place *place, judge_crowd_figure *figure,
                            judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_estimate estimate = {.value = (double)NAN};
    wyrm_status status = gather(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_estimate(&crowd, figure, &estimate, error);
    wyrm_judge_crowd_release(&crowd);
    return wyrm_judge_measured(status, &estimate, out);
}

#define CROWD_METRIC(evaluate, figure)                                                             \
    wyrm_status evaluate(judge_work *judging, const judge_target *target,                          \
                         const judge_place *place, judge_measure *out, wyrm_error *error)          \
    {                                                                                              \
        return of_crowd(judging, target, place, figure, out, error);                               \
    }

CROWD_METRIC(wyrm_judge_attacks_on_monster, wyrm_judge_crowd_attacks)
CROWD_METRIC(wyrm_judge_hits_on_monster, wyrm_judge_crowd_hits)
CROWD_METRIC(wyrm_judge_attacks_on_player, wyrm_judge_crowd_attacks_taken)
CROWD_METRIC(wyrm_judge_fight_death, wyrm_judge_crowd_death)

static wyrm_status room_toll(const judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_toll *toll, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_status status = gather(judging, target, place, &crowd, error);
    *toll = (judge_toll){0};
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_room(&crowd, toll, error);
    wyrm_judge_crowd_release(&crowd);
    return status;
}

wyrm_status wyrm_judge_room_death(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll;
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    return wyrm_judge_measured(status, &toll.death, out);
}

wyrm_status wyrm_judge_room_lost(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll;
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    return wyrm_judge_measured(status, &toll.lost, out);
}

wyrm_status wyrm_judge_floor_death(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_estimate death = {.value = (double)NAN};
    wyrm_status status = gather(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_floor(&crowd, &death, error);
    wyrm_judge_crowd_release(&crowd);
    return wyrm_judge_measured(status, &death, out);
}
