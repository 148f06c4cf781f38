/* Metrics of a player among the monsters of a depth, where difficulty is a table of depths. The
 * player is the one of `of`, else the reference of the depth; its hit points are full before
 * every room. */
#include "judge/attacks.h"
#include "judge/metric_rows.h"

#include <wyrm/streams.h>

#include <math.h>
#include <stdlib.h>

#define CONFIDENCE 0.95

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
    return wyrm_judge_crowd_gather(judging->design, place->depth, &reference.player, target->first,
                                   crowd, error);
}

/* A number of attacks, of all the monsters of the depth. */
static wyrm_status attacks(const judge_work *judging, const judge_target *target,
                           const judge_place *place,
                           wyrm_status (*figure)(const judge_crowd *, double *, wyrm_error *),
                           judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_status status = gather(judging, target, place, &crowd, error);
    *out = (judge_measure){.value = (double)NAN};
    if (status == WYRM_OK)
        status = figure(&crowd, &out->value, error);
    wyrm_judge_crowd_release(&crowd);
    return status;
}

wyrm_status wyrm_judge_attacks_on_monster(judge_work *judging, const judge_target *target,
                                          const judge_place *place, judge_measure *out,
                                          wyrm_error *error)
{
    return attacks(judging, target, place, wyrm_judge_crowd_attacks, out, error);
}

wyrm_status wyrm_judge_hits_on_monster(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    return attacks(judging, target, place, wyrm_judge_crowd_hits, out, error);
}

wyrm_status wyrm_judge_attacks_on_player(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    return attacks(judging, target, place, wyrm_judge_crowd_attacks_taken, out, error);
}

wyrm_status wyrm_judge_fight_death(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_crowd crowd;
    judge_toll toll = {0};
    wyrm_status status = gather(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_fight(&crowd, 1, &toll, error);
    *out = (judge_measure){.value = crowd.count > 0 ? toll.death : (double)NAN};
    wyrm_judge_crowd_release(&crowd);
    return status;
}

static wyrm_status room_toll(const judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_toll *toll, wyrm_error *error)
{
    judge_crowd crowd;
    wyrm_status status = gather(judging, target, place, &crowd, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_room(&crowd, judging->seed, toll, error);
    wyrm_judge_crowd_release(&crowd);
    return status;
}

wyrm_status wyrm_judge_room_death(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll = {0};
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    *out = (judge_measure){.value = toll.death, .sampled = toll.sampled};
    if (toll.sampled)
        out->ci95 = wyrm_mean_interval(&toll.deaths, CONFIDENCE);
    return status;
}

wyrm_status wyrm_judge_room_lost(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll = {0};
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    *out = (judge_measure){.value = toll.lost, .sampled = toll.sampled};
    if (toll.sampled)
        out->ci95 = wyrm_mean_interval(&toll.losses, CONFIDENCE);
    return status;
}

/* The chance to die in one of the rooms of a floor, over maps: only their number is drawn. */
static wyrm_status die_on_floor(const judge_work *judging, int32_t depth, double death,
                                wyrm_moments *out, wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(judging->design);
    wyrm_map *map = calloc(1, sizeof *map);
    if (map == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bool final = depth >= wyrm_encounter_last_depth(encounter);
    /* Floors differ in their number of rooms alone: their chances lie close together, and where the
     * ends of a share are tells nothing about them. */
    *out = (wyrm_moments){.range = WYRM_ANY};
    for (uint64_t run = 0; run < wyrm_judging_floors(judging); run++) {
        wyrm_rng rng = wyrm_rng_start(judging->seed, run, WYRM_STREAM_MAP, (uint64_t)depth);
        wyrm_mapper_rooms(wyrm_design_mapper(judging->design), final, &rng, map);
        wyrm_moments_add(out, 1 - pow(1 - death, map->room_count));
    }
    free(map);
    return WYRM_OK;
}

/* Where a room's own chance is sampled, its interval is part of the floor's: the more of a room, the
 * more of a floor. */
wyrm_status wyrm_judge_floor_death(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    judge_toll toll = {0};
    wyrm_moments floors = {0}, least, most;
    wyrm_status status = room_toll(judging, target, place, &toll, error);
    if (status == WYRM_OK)
        status = die_on_floor(judging, place->depth, toll.death, &floors, error);
    *out = (judge_measure){
        .value = floors.mean, .sampled = true, .ci95 = wyrm_mean_interval(&floors, CONFIDENCE)};
    if (status != WYRM_OK || !toll.sampled)
        return status;
    wyrm_interval rooms = wyrm_mean_interval(&toll.deaths, CONFIDENCE);
    status = die_on_floor(judging, place->depth, rooms.low, &least, error);
    if (status == WYRM_OK)
        status = die_on_floor(judging, place->depth, rooms.high, &most, error);
    if (status == WYRM_OK)
        out->ci95 = (wyrm_interval){
            fmax(out->value - hypot(out->value - out->ci95.low, out->value - least.mean), 0),
            fmin(out->value + hypot(out->ci95.high - out->value, most.mean - out->value), 1)};
    return status;
}
