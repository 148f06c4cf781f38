/* What rooms take: exact fights with what lives there. */
#include <wyrm/tolls.h>

#include <string.h>

#include "judge/attacks.h"

static wyrm_toll toll_of(const wyrm_reference *reference, int32_t depth, const judge_toll *room)
{
    wyrm_toll toll = {
        .depth = depth, .lost = room->lost, .death = room->death, .sampled = room->sampled};
    memcpy(toll.player, reference->text, sizeof toll.player);
    if (room->sampled) {
        toll.lost_ci95 = wyrm_mean_interval(&room->losses, 0.95);
        toll.death_ci95 = wyrm_mean_interval(&room->deaths, 0.95);
    }
    return toll;
}

static wyrm_status fight(judge_crowd *crowd, const wyrm_reference *reference, uint64_t seed,
                         wyrm_toll *out, wyrm_error *error)
{
    judge_toll room = {0};
    wyrm_status status = wyrm_judge_crowd_room(crowd, seed, &room, error);
    *out = toll_of(reference, crowd->depth, &room);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_attacks(crowd, &out->attacks_on_monster, error);
    if (status == WYRM_OK)
        status = wyrm_judge_crowd_attacks_taken(crowd, &out->attacks_on_player, error);
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
    status = wyrm_judge_crowd_gather(design, depth, &reference.player, WYRM_SUBJECT_FIRST, &crowd,
                                     error);
    if (status == WYRM_OK && crowd.count > 0) {
        status = fight(&crowd, &reference, seed, &out->list[out->count], error);
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
