/* What rooms take: exact fights with what lives there. */
#include <wyrm/tolls.h>

#include <string.h>

#include "judge/attacks.h"

static wyrm_status fight(judge_crowd *crowd, const wyrm_reference *reference, wyrm_toll *out,
                         wyrm_error *error)
{
    judge_toll room;
    wyrm_status status = wyrm_judge_crowd_room(crowd, &room, error);
    *out = (wyrm_toll){.depth = crowd->depth, .lost = room.lost, .death = room.death};
    memcpy(out->player, reference->text, sizeof out->player);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_estimate(crowd, wyrm_judge_crowd_attacks,
                                           &out->attacks_on_monster, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_estimate(crowd, wyrm_judge_crowd_attacks_taken,
                                           &out->attacks_on_player, error);
    return status;
}

static wyrm_status find_at(const wyrm_design *design, int32_t depth, uint64_t seed, wyrm_tolls *out,
                           wyrm_error *error)
{
    wyrm_reference reference;
    judge_crowd crowd = {0};
    wyrm_status status = wyrm_design_reference(design, depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_judge_crowd_gather(design, depth, seed, &reference.player, WYRM_SUBJECT_FIRST,
                                     &crowd, error);
    if (status == WYRM_OK && crowd.count > 0) {
        status = fight(&crowd, &reference, &out->list[out->count], error);
        out->count += status == WYRM_OK;
    }
    wyrm_judge_crowd_release(&crowd);
    /* Someone without hit points: the depth is left out. */
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_status wyrm_tolls_find(const wyrm_design *design, uint64_t seed, wyrm_tolls *out,
                            wyrm_error *error)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    wyrm_status status = WYRM_OK;
    out->count = 0;
    for (int32_t depth = 1; depth <= last && depth <= WYRM_TOLLS_MAX && status == WYRM_OK; depth++)
        status = find_at(design, depth, seed, out, error);
    return status;
}
