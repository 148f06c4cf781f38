/* Encounters: passes every question on to the difficulty model that the ruleset names. A model that
 * has no table of depths, or no tracker, leaves the members for it NULL, and is then reported not
 * to have what is asked for. If the ruleset names no model, the encounter is NULL and no monsters
 * come.
 *
 * The two kinds of difficulty have little in common: one is a number that moves with what the
 * player does, the other rows that are looked up by depth. What both can answer (who is in this
 * room?) is asked here without regard to the kind; before what only one can answer comes a question
 * whether it can, so that a command can say in a sentence what the ruleset lacks instead of
 * printing zeros. */
#include "encounter/internal.h"

/* The table of difficulty models: a new one is one file and one line here. */
const wyrm_model *const enc_model_table[] = {
    &enc_tracker_model.model,
    &enc_tables_model.model,
    &enc_hordes_model.model,
    &enc_script_model.model,
    NULL,
};

static void make(rs_opening *o, void *system)
{
    wyrm_encounter *made = system;
    const enc_sources *from = o->from;
    made->model = o->model;
    made->roster = from->roster;
    made->state = made->model->make(o, from, &made->facts);
}

wyrm_status wyrm_encounter_new(const wyrm_ruleset *ruleset, const wyrm_growth *growth,
                               const wyrm_roster *roster, const wyrm_threat *threat,
                               wyrm_encounter **out, wyrm_errors *errors)
{
    const enc_sources from = {growth, roster, threat};
    *out = NULL;
    if (wyrm_ruleset_model(ruleset, "encounter") == NULL)
        return WYRM_OK;
    return rs_open(ruleset, "encounter", sizeof **out, make, &from, out, errors);
}

void wyrm_encounter_free(wyrm_encounter *encounter)
{
    base_unmake(encounter);
}

/* ---- difficulty ---- */

/* A model without a start of its own begins at the first depth, its tracker at level 1. */
wyrm_difficulty wyrm_encounter_start(const wyrm_encounter *encounter)
{
    if (encounter != NULL && encounter->model->start)
        return encounter->model->start(encounter->state);
    return (wyrm_difficulty){.depth = 1, .tracker = {.level = 1, .next = 1}};
}

bool wyrm_encounter_is_final(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty)
{
    if (encounter->model->is_final)
        return encounter->model->is_final(encounter->state, difficulty);
    /* A game that goes on after its victory has as many depths again. */
    return difficulty->depth >= (int64_t)encounter->facts.last_depth * (difficulty->wins + 1LL);
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

wyrm_spawn wyrm_encounter_single(const wyrm_encounter *encounter, int32_t monster, int32_t level)
{
    return (wyrm_spawn){.monster = monster,
                        .level = level,
                        .experience = wyrm_roster_experience(encounter->roster, monster, level)};
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
    return encounter != NULL && encounter->facts.tracks;
}

double wyrm_encounter_level(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty)
{
    return wyrm_encounter_tracks(encounter) ? wyrm_experience_level(&difficulty->tracker)
                                            : difficulty->depth;
}

int32_t wyrm_encounter_last_depth(const wyrm_encounter *encounter)
{
    return encounter != NULL ? encounter->facts.last_depth : 0;
}

/* ---- rooms and floors ---- */

/* Draws the experience of a monster that comes, if it is random: after all monsters of a room or
 * floor, so that a random reward moves none of them. */
static void draw_reward(const wyrm_roster *roster, wyrm_spawn *spawn, wyrm_rng *rng)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, spawn->monster);
    if (random)
        spawn->experience = (uint64_t)amount_draw(random, rng);
}

size_t wyrm_encounter_room(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                           const wyrm_room_context *room, wyrm_rng *rng, wyrm_spawn *spawns)
{
    if (!encounter->model->room)
        return 0;
    const size_t count = encounter->model->room(encounter->state, difficulty, room, rng, spawns);
    for (size_t i = 0; i < count; i++)
        draw_reward(encounter->roster, &spawns[i], rng);
    return count;
}

bool wyrm_encounter_fills_floors(const wyrm_encounter *encounter)
{
    return encounter != NULL && encounter->model->floor != NULL;
}

bool wyrm_encounter_remembers(const wyrm_encounter *encounter)
{
    return encounter != NULL && encounter->facts.remembers;
}

wyrm_horde_facts wyrm_encounter_hordes_of(const wyrm_encounter *encounter)
{
    return encounter != NULL ? encounter->facts.hordes : (wyrm_horde_facts){0};
}

size_t wyrm_encounter_floor(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                            int32_t rooms, wyrm_rng *rng, wyrm_floor_spawn *spawns)
{
    if (!encounter->model->floor)
        return 0;
    const size_t count = encounter->model->floor(encounter->state, difficulty, rooms, rng, spawns);
    for (size_t i = 0; i < count; i++)
        draw_reward(encounter->roster, &spawns[i].spawn, rng);
    return count;
}

wyrm_status wyrm_encounter_trouble(const wyrm_encounter *encounter, wyrm_error *error)
{
    return encounter != NULL && encounter->model->trouble
               ? encounter->model->trouble(encounter->state, error)
               : WYRM_OK;
}

/* An elite is a variant only where the model has roles of rooms, which say which one it is. */
int wyrm_encounter_variant(const wyrm_encounter *encounter, const wyrm_spawn *spawn)
{
    return spawn->elite && encounter != NULL && encounter->facts.plans ? encounter->facts.elite
                                                                       : WYRM_VARIANT_NONE;
}

const enc_role_plans *enc_plans(const wyrm_encounter *encounter)
{
    return encounter->facts.plans;
}

const enc_hordes *enc_hordes_of(const wyrm_encounter *encounter)
{
    return encounter->model == &enc_hordes_model ? encounter->state : NULL;
}

double wyrm_encounter_wandering(const wyrm_encounter *encounter, int32_t depth)
{
    return encounter != NULL && encounter->model->wandering
               ? encounter->model->wandering(encounter->state, depth)
               : 0;
}

size_t wyrm_encounter_wanderers(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                                wyrm_rng *rng, wyrm_floor_spawn *spawns)
{
    return encounter->model->wanderers
               ? encounter->model->wanderers(encounter->state, difficulty, rng, spawns)
               : 0;
}

/* ---- exact distributions ---- */

static wyrm_status fail_unnamed(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "nobody is met: 'models: {encounter: ...}' is missing");
}

/* Each thing that may be missing has a message of its own, as each has another remedy. */
wyrm_status wyrm_encounter_monster_levels(const wyrm_encounter *encounter, double tracker,
                                          wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (encounter == NULL)
        return fail_unnamed(error);
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
    if (encounter == NULL || !encounter->model->choices ||
        !(tracker >= 1 && tracker <= WYRM_TRACKER_MAX))
        return 0;
    return encounter->model->choices(encounter->state, tracker, choices);
}

bool wyrm_encounter_room_draw(const wyrm_encounter *encounter, int32_t depth, wyrm_room_draw *out)
{
    const bool has = encounter != NULL && encounter->model->room_draw != NULL;
    if (has)
        *out = encounter->model->room_draw(encounter->state, depth);
    return has;
}

bool wyrm_encounter_comes(const wyrm_encounter *encounter, int32_t depth, int32_t monster)
{
    return encounter != NULL && encounter->model->comes &&
           encounter->model->comes(encounter->state, depth, monster);
}

static wyrm_status ask(const wyrm_encounter *encounter, enc_asked what, int32_t depth, double *unit,
                       wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (encounter == NULL)
        return fail_unnamed(error);
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
    return ask(encounter, ENC_ASKED_DRAW, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_kinds(const wyrm_encounter *encounter, int32_t depth,
                                      wyrm_pmf **out, wyrm_error *error)
{
    return ask(encounter, ENC_ASKED_KINDS, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_monsters(const wyrm_encounter *encounter, int32_t depth,
                                         wyrm_pmf **out, wyrm_error *error)
{
    return ask(encounter, ENC_ASKED_MONSTERS, depth, NULL, out, error);
}

wyrm_status wyrm_encounter_room_threat(const wyrm_encounter *encounter, int32_t depth, double *unit,
                                       wyrm_pmf **out, wyrm_error *error)
{
    *unit = 0;
    return ask(encounter, ENC_ASKED_THREAT, depth, unit, out, error);
}

/* ---- what comes to a floor ---- */

typedef struct arrivals_question {
    const wyrm_encounter *encounter;
    int32_t depth;
    double *hordes, *monsters; /* the results: means */
} arrivals_question;

static wyrm_status fail_unfilled(const wyrm_encounter *encounter, wyrm_error *error)
{
    if (encounter == NULL)
        return fail_unnamed(error);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "the encounter model '%s' fills rooms one by one, and no floors",
                     encounter->model->model.name);
}

static void find_arrivals(base_arena *arena, void *result, void *context)
{
    const arrivals_question *of = context;
    of->encounter->model->arrivals(arena, of->encounter->state, of->depth, result);
}

wyrm_status wyrm_encounter_arrivals(const wyrm_encounter *encounter, int32_t depth,
                                    wyrm_arrivals **out, wyrm_error *error)
{
    arrivals_question of = {.encounter = encounter, .depth = depth};
    *out = NULL;
    if (!wyrm_encounter_fills_floors(encounter))
        return fail_unfilled(encounter, error);
    return base_make(sizeof **out, find_arrivals, &of, out, error);
}

void wyrm_arrivals_free(wyrm_arrivals *arrivals)
{
    base_unmake(arrivals);
}

static void find_expected(base_arena *arena, void *context)
{
    const arrivals_question *of = context;
    of->encounter->model->expected(arena, of->encounter->state, of->depth, of->hordes,
                                   of->monsters);
}

wyrm_status wyrm_encounter_expected(const wyrm_encounter *encounter, int32_t depth, double *hordes,
                                    double *monsters, wyrm_error *error)
{
    arrivals_question of = {encounter, depth, hordes, monsters};
    if (!wyrm_encounter_fills_floors(encounter))
        return fail_unfilled(encounter, error);
    return base_do(find_expected, &of, error);
}
