/* Encounters: hands every question to the difficulty model that the ruleset chose. */
#include "encounter/internal.h"

#include <stdlib.h>

#include "ruleset/internal.h"

/* The table of difficulty models: a new one is one file and one line here. */

const wyrm_model *const wyrm_encounter_model_table[] = {
    &wyrm_encounter_tracker.model,
    &wyrm_encounter_tables.model,
    NULL,
};

struct wyrm_encounter {
    const wyrm_encounter_model *model;
    void *state;
};

wyrm_status wyrm_encounter_new(const wyrm_ruleset *ruleset, const wyrm_growth *growth,
                               const wyrm_roster *roster, const wyrm_threat *threat,
                               wyrm_encounter **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "encounter", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_encounter *encounter = chosen.system;
    encounter->model = chosen.model;
    status = encounter->model->make(ruleset, chosen.section, growth, roster, threat,
                                    &encounter->state, errors);
    if (status != WYRM_OK) {
        wyrm_free(encounter);
        return status;
    }
    *out = encounter;
    return WYRM_OK;
}

void wyrm_encounter_free(wyrm_encounter *encounter)
{
    if (!encounter)
        return;
    encounter->model->release(encounter->state);
    wyrm_free(encounter);
}

wyrm_difficulty wyrm_encounter_start(const wyrm_encounter *encounter)
{
    return encounter->model->start(encounter->state);
}

bool wyrm_encounter_is_final(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty)
{
    return encounter->model->is_final(encounter->state, difficulty);
}

void wyrm_encounter_descend(const wyrm_encounter *encounter, wyrm_difficulty *difficulty)
{
    (void)encounter;
    if (difficulty->depth < WYRM_DEPTH_MAX)
        difficulty->depth++;
}

void wyrm_encounter_enter(const wyrm_encounter *encounter, wyrm_difficulty *difficulty)
{
    encounter->model->leave(encounter->state, difficulty);
    difficulty->pending = 0;
}

void wyrm_encounter_settle(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                           uint64_t experience)
{
    (void)encounter;
    difficulty->pending = experience;
}

void wyrm_encounter_win(const wyrm_encounter *encounter, wyrm_difficulty *difficulty)
{
    encounter->model->win(encounter->state, difficulty);
}

size_t wyrm_encounter_room(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns)
{
    return encounter->model->room(encounter->state, difficulty, room, rng, spawns);
}

bool wyrm_encounter_tracks(const wyrm_encounter *encounter)
{
    return encounter->model->tracks;
}

double wyrm_encounter_level(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty)
{
    if (!encounter->model->tracks)
        return difficulty->depth;
    return wyrm_experience_level(&difficulty->tracker);
}

wyrm_status wyrm_encounter_monster_levels(const wyrm_encounter *encounter, double tracker,
                                          wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (!encounter->model->levels)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the encounter model '%s' has no difficulty tracker",
                         encounter->model->model.name);
    if (!(tracker >= 1 && tracker <= WYRM_TRACKER_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "tracker level %g is outside 1..%d", tracker,
                         WYRM_TRACKER_MAX);
    return encounter->model->levels(encounter->state, tracker, out, error);
}

size_t wyrm_encounter_choices(const wyrm_encounter *encounter, double tracker,
                              wyrm_level_choice *choices)
{
    if (!encounter->model->choices || !(tracker >= 1 && tracker <= WYRM_TRACKER_MAX))
        return 0;
    return encounter->model->choices(encounter->state, tracker, choices);
}

void wyrm_encounter_roles(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                          int32_t rooms, wyrm_rng *rng, wyrm_room_kind *kinds)
{
    for (int32_t i = 0; i < rooms; i++)
        kinds[i] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    if (encounter->model->roles && rooms > 0)
        encounter->model->roles(encounter->state, difficulty->depth, rooms, rng, kinds);
}

const wyrm_role_plans *wyrm_encounter_plans(const wyrm_encounter *encounter)
{
    return encounter->model->plans ? encounter->model->plans(encounter->state) : NULL;
}

bool wyrm_encounter_room_draw(const wyrm_encounter *encounter, int32_t depth, wyrm_room_draw *out)
{
    if (encounter->model->room_draw)
        *out = encounter->model->room_draw(encounter->state, depth);
    return encounter->model->room_draw != NULL;
}

wyrm_status wyrm_encounter_pity_rooms(const wyrm_encounter *encounter,
                                      const wyrm_difficulty *difficulty, int32_t rooms,
                                      wyrm_pmf **out, wyrm_error *error)
{
    rooms = rooms > 1 ? rooms : 1;
    if (!encounter->model->pity_rooms)
        return wyrm_pmf_point(rooms, out, error);
    return encounter->model->pity_rooms(encounter->state, difficulty->depth, rooms, out, error);
}

int wyrm_encounter_variant(const wyrm_encounter *encounter, const wyrm_spawn *spawn)
{
    return spawn->elite && encounter->model->elite ? encounter->model->elite(encounter->state)
                                                   : WYRM_VARIANT_NONE;
}

int32_t wyrm_encounter_last_depth(const wyrm_encounter *encounter)
{
    return encounter->model->last_depth ? encounter->model->last_depth(encounter->state) : 0;
}

static wyrm_status fail_without_tables(const wyrm_encounter *encounter, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "the encounter model '%s' has no monsters by depth alone",
                     encounter->model->model.name);
}

wyrm_status wyrm_encounter_monster_kinds(const wyrm_encounter *encounter, int32_t depth,
                                         wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    return encounter->model->monster_kinds
               ? encounter->model->monster_kinds(encounter->state, depth, out, error)
               : fail_without_tables(encounter, error);
}

bool wyrm_encounter_comes(const wyrm_encounter *encounter, int32_t depth, int32_t monster)
{
    return encounter->model->comes && encounter->model->comes(encounter->state, depth, monster);
}

wyrm_status wyrm_encounter_room_kinds(const wyrm_encounter *encounter, int32_t depth,
                                      wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    return encounter->model->room_kinds
               ? encounter->model->room_kinds(encounter->state, depth, out, error)
               : fail_without_tables(encounter, error);
}

wyrm_status wyrm_encounter_room_monsters(const wyrm_encounter *encounter, int32_t depth,
                                         wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    return encounter->model->room_monsters
               ? encounter->model->room_monsters(encounter->state, depth, out, error)
               : fail_without_tables(encounter, error);
}

wyrm_status wyrm_encounter_room_threat(const wyrm_encounter *encounter, int32_t depth, double *unit,
                                       wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    *unit = 0;
    return encounter->model->room_threat
               ? encounter->model->room_threat(encounter->state, depth, unit, out, error)
               : fail_without_tables(encounter, error);
}
