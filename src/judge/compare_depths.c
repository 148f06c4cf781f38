/* Figures of a comparison: what depths bring, and the loot of their rooms. */
#include "judge/comparing.h"
#include "judge/work.h"

#include <stdlib.h>

static int32_t depths_of(const compare_work *work)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    return last < COMPARE_DEPTHS_MAX ? last : COMPARE_DEPTHS_MAX;
}

/* The mean of a distribution that a ruleset may not have; takes the pmf over. */
static wyrm_status add_mean(compare_work *work, const char *metric, const char *unit,
                            wyrm_status status, wyrm_pmf *pmf, double scale, wyrm_error *error)
{
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, metric, unit, scale * wyrm_pmf_mean(pmf), error);
    wyrm_pmf_free(pmf);
    return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
}

/* The share of every monster that comes at this depth. */
static wyrm_status add_kinds(compare_work *work, const wyrm_rooms *rooms, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    size_t kinds = wyrm_roster_count(roster);
    wyrm_estimate *shares = calloc(kinds + 1, sizeof *shares);
    bool any = false;
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
    wyrm_status status = wyrm_rooms_kinds(rooms, shares, error);
    for (size_t m = 0; status == WYRM_OK && m < kinds; m++)
        any = any || shares[m].value > 0;
    for (size_t m = 0; any && status == WYRM_OK && m < kinds; m++) {
        work->of = wyrm_roster_monster(roster, m)->name;
        status = wyrm_compare_add_estimate(work, "share", "share", &shares[m], error);
    }
    free(shares);
    return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
}

static wyrm_status add_depth(compare_work *work, wyrm_error *error)
{
    const wyrm_rooms rooms = {.design = work->design, .depth = work->at, .seed = COMPARE_SEED};
    wyrm_estimate mean;
    work->of = "room";
    wyrm_status status = wyrm_rooms_monsters(&rooms, NULL, &mean, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add_estimate(work, "monsters_per_room", "monsters", &mean, error);
    if (status == WYRM_OK && wyrm_design_threat(work->design) != NULL) {
        status = wyrm_rooms_threat(&rooms, NULL, &mean, error);
        if (status == WYRM_OK)
            status = wyrm_compare_add_estimate(work, "threat_per_room", "points", &mean, error);
    }
    if (wyrm_compare_is_fatal(status))
        return status;
    return add_kinds(work, &rooms, error);
}

/* The level of a monster by the level of the tracker. */
static wyrm_status gather_tracker(compare_work *work, wyrm_error *error)
{
    work->of = "monster";
    work->axis = "tracker";
    for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++) {
        wyrm_pmf *levels = NULL;
        wyrm_status status = wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                           work->at, &levels, error);
        status = add_mean(work, "monster_level", "", status, levels, 1, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

wyrm_status wyrm_compare_gather_depths(compare_work *work, wyrm_error *error)
{
    if (wyrm_encounter_tracks(wyrm_design_encounter(work->design)))
        return gather_tracker(work, error);
    work->axis = "depth";
    for (work->at = 1; work->at <= depths_of(work); work->at++) {
        wyrm_status status = add_depth(work, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

/* The chance of every kind of item, and what a room brings of every category. */
static wyrm_status add_loot(compare_work *work, const wyrm_loot_survey *survey, double *shares,
                            wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_loot_depth_figures *depth = &survey->depths[work->at - 1];
    wyrm_loot_context context = {.depth = work->at, .level = work->at, .rooms = 2};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_estimate best = wyrm_loot_best(&depth->items_per_room);
    work->of = "room";
    wyrm_status status = wyrm_loot_shares(loot, &context, shares, error);
    if (status != WYRM_OK) /* the model does not tell */
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    status = wyrm_compare_add_estimate(work, "items_per_room", "items", &best, error);
    for (size_t i = 0; status == WYRM_OK && i < count; i++) {
        work->of = kinds[i].name;
        status = wyrm_compare_add(work, "share", "share", shares[i], error);
    }
    for (size_t i = 0; status == WYRM_OK && i < survey->category_count; i++) {
        work->of = survey->categories[i];
        best = wyrm_loot_best(&depth->categories[i]);
        status = wyrm_compare_add_estimate(work, "per_room", "items", &best, error);
    }
    return status;
}

wyrm_status wyrm_compare_gather_loot(compare_work *work, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    judge_work judging = {.design = work->design, .seed = COMPARE_SEED};
    const wyrm_loot_survey *survey;
    int32_t last = depths_of(work);
    if (last == 0)
        return WYRM_OK;
    double *shares = calloc(count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
    work->axis = "depth";
    wyrm_status status = wyrm_judging_loot(&judging, 0, &survey, error);
    for (work->at = 1; status == WYRM_OK && work->at <= last; work->at++)
        status = add_loot(work, survey, shares, error);
    free(shares);
    wyrm_judging_release(&judging);
    return status;
}
