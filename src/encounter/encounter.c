/* Encounters: hands every question to the difficulty model that the ruleset chose. A model that is
 * no table of depths, or no tracker, lacks the members that go with it, and is said not to have
 * what is asked for. */
#include "encounter/internal.h"

/* The table of difficulty models: a new one is one file and one line here. */
const wyrm_model *const wyrm_encounter_model_table[] = {
    &wyrm_encounter_tracker.model,
    &wyrm_encounter_tables.model,
    NULL,
};

static void make(wyrm_opening *o, void *system)
{
    wyrm_encounter *made = system;
    made->model = o->model;
    made->state = made->model->make(o, o->from, &made->facts);
}

wyrm_status wyrm_encounter_new(const wyrm_ruleset *ruleset, const wyrm_growth *growth,
                               const wyrm_roster *roster, const wyrm_threat *threat,
                               wyrm_encounter **out, wyrm_errors *errors)
{
    const wyrm_encounter_sources from = {growth, roster, threat};
    return wyrm_open(ruleset, "encounter", sizeof **out, make, &from, out, errors);
}

void wyrm_encounter_free(wyrm_encounter *encounter)
{
    base_unmake(encounter);
}

/* ---- difficulty ---- */

wyrm_difficulty wyrm_encounter_start(const wyrm_encounter *encounter)
{
    if (encounter->model->start)
        return encounter->model->start(encounter->state);
    return (wyrm_difficulty){.depth = 1, .tracker = {.level = 1, .next = 1}};
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
    if (encounter->model->leave)
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
    if (encounter->model->win)
        encounter->model->win(encounter->state, difficulty);
    difficulty->pending = 0;
    if (difficulty->wins < INT32_MAX)
        difficulty->wins++;
}

bool wyrm_encounter_tracks(const wyrm_encounter *encounter)
{
    return encounter->facts.tracks;
}

double wyrm_encounter_level(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty)
{
    return encounter->facts.tracks ? wyrm_experience_level(&difficulty->tracker)
                                   : difficulty->depth;
}

int32_t wyrm_encounter_last_depth(const wyrm_encounter *encounter)
{
    return encounter->facts.last_depth;
}

/* ---- rooms ---- */

size_t wyrm_encounter_room(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns)
{
    return encounter->model->room(encounter->state, difficulty, room, rng, spawns);
}

int wyrm_encounter_variant(const wyrm_encounter *encounter, const wyrm_spawn *spawn)
{
    return spawn->elite && encounter->facts.plans ? encounter->facts.elite : WYRM_VARIANT_NONE;
}

const wyrm_role_plans *wyrm_encounter_plans(const wyrm_encounter *encounter)
{
    return encounter->facts.plans;
}

/* ---- exact distributions ---- */

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

bool wyrm_encounter_room_draw(const wyrm_encounter *encounter, int32_t depth, wyrm_room_draw *out)
{
    if (encounter->model->room_draw)
        *out = encounter->model->room_draw(encounter->state, depth);
    return encounter->model->room_draw != NULL;
}

bool wyrm_encounter_comes(const wyrm_encounter *encounter, int32_t depth, int32_t monster)
{
    return encounter->model->comes && encounter->model->comes(encounter->state, depth, monster);
}

static wyrm_status ask(const wyrm_encounter *encounter, wyrm_encounter_asked what, int32_t depth,
                       double *unit, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (!encounter->model->exact)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the encounter model '%s' has no monsters by depth alone",
                         encounter->model->model.name);
    encounter_question to = {encounter->state, what, depth, unit, NULL};
    wyrm_status status = base_do(encounter->model->exact, &to, error);
    *out = to.answer;
    return status;
}

wyrm_status wyrm_encounter_monster_kinds(const wyrm_encounter *encounter, int32_t depth,
                                         wyrm_pmf **out, wyrm_error *error)
{
    return ask(encounter, WYRM_ASKED_DRAW, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_kinds(const wyrm_encounter *encounter, int32_t depth,
                                      wyrm_pmf **out, wyrm_error *error)
{
    return ask(encounter, WYRM_ASKED_KINDS, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_monsters(const wyrm_encounter *encounter, int32_t depth,
                                         wyrm_pmf **out, wyrm_error *error)
{
    return ask(encounter, WYRM_ASKED_MONSTERS, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_threat(const wyrm_encounter *encounter, int32_t depth, double *unit,
                                       wyrm_pmf **out, wyrm_error *error)
{
    *unit = 0;
    return ask(encounter, WYRM_ASKED_THREAT, depth, unit, out, error);
}
