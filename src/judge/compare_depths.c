/* Figures of a comparison: what depths bring, and the loot of their rooms. */
#include "judge/comparing.h"

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
static wyrm_status add_kinds(compare_work *work, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    wyrm_pmf *kinds;
    wyrm_status status =
        wyrm_encounter_monster_kinds(wyrm_design_encounter(work->design), work->at, &kinds, error);
    for (size_t m = 0; status == WYRM_OK && m < wyrm_roster_count(roster); m++) {
        work->of = wyrm_roster_monster(roster, m)->name;
        status = wyrm_compare_add(work, "share", "share", wyrm_pmf_at(kinds, (int64_t)m), error);
    }
    wyrm_pmf_free(kinds);
    return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
}

static wyrm_status add_depth(compare_work *work, wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(work->design);
    wyrm_pmf *pmf = NULL;
    double unit = 1;
    work->of = "room";
    wyrm_status status = wyrm_encounter_room_monsters(encounter, work->at, &pmf, error);
    status = add_mean(work, "monsters_per_room", "monsters", status, pmf, 1, error);
    if (status == WYRM_OK && wyrm_design_threat(work->design) != NULL) {
        status = wyrm_encounter_room_threat(encounter, work->at, &unit, &pmf, error);
        status = add_mean(work, "threat_per_room", "points", status, pmf, unit, error);
    }
    return status == WYRM_OK ? add_kinds(work, error) : status;
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
static wyrm_status add_loot(compare_work *work, const wyrm_loot_context *context, double *numbers,
                            wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_pmf *number = NULL;
    work->of = "room";
    wyrm_status status = wyrm_loot_number(loot, context, 1, &number, error);
    status = add_mean(work, "items_per_room", "items", status, number, 1, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_loot_shares(loot, context, numbers, error);
    for (size_t i = 0; status == WYRM_OK && i < count; i++) {
        work->of = kinds[i].name;
        status = wyrm_compare_add(work, "share", "share", numbers[i], error);
    }
    if (status == WYRM_OK && facts->category_count > 0)
        status = wyrm_loot_expected(loot, context, 1, numbers, error);
    for (size_t i = 0; status == WYRM_OK && i < facts->category_count; i++) {
        work->of = facts->categories[i];
        status = wyrm_compare_add(work, "per_room", "items", numbers[i], error);
    }
    return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
}

wyrm_status wyrm_compare_gather_loot(compare_work *work, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    double *numbers = calloc(count + WYRM_LOOT_CATEGORIES_MAX, sizeof *numbers);
    if (numbers == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
    work->axis = "depth";
    wyrm_status status = WYRM_OK;
    for (work->at = 1; status == WYRM_OK && work->at <= depths_of(work); work->at++) {
        wyrm_loot_context context = {.depth = work->at, .level = work->at, .rooms = 2};
        status = add_loot(work, &context, numbers, error);
    }
    free(numbers);
    return status;
}
