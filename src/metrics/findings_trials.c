/* Trials: does another value in the place of one change anything that follows from the ruleset
 * exactly?
 *
 * Of encounters and loot all that they come to is gathered as numbers, once as the ruleset has it
 * and once with the other value, and the two lists are compared. Where the exact functions of a
 * model tell an outcome it is what they tell; what only draws can show (which rooms get a role)
 * counts as the numbers that they are drawn by, at the depths where they are. Fights are too many
 * for a list: findings_hits.c. */
#include "metrics/internal.h"
#include <math.h>

#define TOLERANCE 1e-12 /* relative: a sum may be taken in another order */
#define LEVELS    30    /* of players and trackers, where the depths of the ruleset do not tell */

/* ---- lists of outcomes ---- */

/* What is asked of a side; `sense`: the ruleset makes models with the value. */
typedef struct gathering {
    const judge_varying *varying;
    judge_side side;
    bool played, sense;
    judge_outcomes out;
} gathering;

static void note(judge_outcomes *out, double value)
{
    out->values = base_grow(out->arena, out->values, out->count, &out->room, sizeof *out->values);
    out->values[out->count++] = value;
}

static void note_all(judge_outcomes *out, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        note(out, values[i]);
}

/* Takes the pmf over; the status is that of the function that made it. Where there is none to
 * make at a depth that is an outcome as well. */
static void note_pmf(judge_outcomes *out, wyrm_status made, wyrm_pmf *const *at)
{
    if (made == WYRM_ERROR_MEMORY)
        base_refuse(out->arena, made, "out of memory");
    if (made != WYRM_OK) {
        note(out, -1);
        return;
    }
    wyrm_pmf *pmf = *at;
    base_keep(out->arena, pmf, wyrm_pmf_free);
    note(out, (double)wyrm_pmf_first(pmf));
    note(out, (double)wyrm_pmf_length(pmf));
    note_all(out, wyrm_pmf_probabilities(pmf), wyrm_pmf_length(pmf));
}

/* ---- monsters ---- */

static bool comes_ever(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth)
{
    for (int32_t depth = 1; plans != NULL && depth <= last_depth; depth++)
        if (judge_role_comes(plans, role, depth))
            return true;
    return false;
}

static void note_plan(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth,
                      judge_outcomes *out)
{
    if (!comes_ever(plans, role, last_depth)) {
        note(out, 0);
        return;
    }
    const wyrm_role_plan *plan = &plans->plans[role];
    const wyrm_room_rule *rule = &plans->rules.rules[role];
    for (int32_t depth = 1; depth <= last_depth; depth++) {
        note(out, judge_role_comes(plans, role, depth));
        note(out, wyrm_value_at_depth(plan->chance, depth));
    }
    const double rest[] = {
        plan->monsters.least, plan->monsters.most, plan->least_rooms, plan->in_last,
        rule->budget,         rule->minibosses,    rule->bosses,      rule->pity,
    };
    note_all(out, rest, COUNT_OF(rest));
}

static void note_threat(const judge_work *copy, judge_outcomes *out)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(copy->encounter);
    int32_t last = copy->last_depth;
    bool elites = plans != NULL && plans->plans[WYRM_ROOM_TREASURE].variant[0] != '\0' &&
                  comes_ever(plans, WYRM_ROOM_TREASURE, last);
    for (int32_t depth = 1; depth <= last; depth++) {
        wyrm_interval room = wyrm_threat_room_budget(copy->threat, depth);
        wyrm_interval level = wyrm_threat_floor_budget(copy->threat, depth);
        note_all(out, (double[]){room.low, room.high, level.low, level.high}, 4);
    }
    const bool *comes = judge_monsters_that_come(out->arena, copy);
    for (int32_t m = 0; (size_t)m < copy->monsters; m++)
        for (int32_t depth = 1; comes[m] && depth <= last; depth++) {
            note(out, wyrm_threat_at(copy->threat, m, depth, false));
            if (elites)
                note(out, wyrm_threat_at(copy->threat, m, depth, true));
        }
}

static void note_monsters(const judge_work *copy, judge_outcomes *out)
{
    const wyrm_encounter *encounter = copy->encounter;
    wyrm_error *error = &out->arena->error;
    wyrm_pmf *pmf;
    wyrm_status made;
    double unit = 0;
    /* The levels of monsters by that of a tracker: the rest of what it does no function tells. */
    for (int32_t level = 1; copy->last_depth == 0 && level <= LEVELS; level++)
        note_pmf(out, wyrm_encounter_monster_levels(encounter, level, &pmf, error), &pmf);
    if (copy->last_depth == 0)
        return;
    /* Where the player's room stays empty is drawn by nothing: what is said is what comes. */
    wyrm_room_draw draw = {.first = false};
    wyrm_encounter_room_draw(encounter, 1, &draw);
    note(out, draw.first);
    note(out, wyrm_encounter_last_depth(encounter));
    if (copy->threat != NULL)
        note_threat(copy, out);
    for (int32_t depth = 1; depth <= copy->last_depth; depth++) {
        made = wyrm_encounter_room_monsters(encounter, depth, &pmf, error);
        note_pmf(out, made, &pmf);
        if (made != WYRM_OK || wyrm_pmf_last(pmf) > 0)
            note_pmf(out, wyrm_encounter_monster_kinds(encounter, depth, &pmf, error), &pmf);
        if (copy->threat == NULL)
            continue;
        note_pmf(out, wyrm_encounter_room_threat(encounter, depth, &unit, &pmf, error), &pmf);
        note(out, unit);
    }
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        note_plan(wyrm_encounter_plans(encounter), (wyrm_room_role)role, copy->last_depth, out);
}

/* ---- loot ---- */

static void note_items(const judge_work *copy, bool played, int32_t depth, double *shares,
                       judge_outcomes *out)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(copy->encounter);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(copy->loot);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_error *error = &out->arena->error;
    int32_t modes = played ? 0 : (int32_t)facts->mode_count;
    wyrm_bands bands = {0};
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        context.kind.role = (wyrm_room_role)role;
        if (!judge_role_comes(plans, context.kind.role, depth))
            continue;
        for (context.mode = 0; context.mode <= modes; context.mode++)
            for (int32_t room = 0; room <= 1; room++) { /* the first of a map and any other */
                wyrm_pmf *number;
                note_pmf(out, wyrm_loot_number(copy->loot, &context, room, &number, error),
                         &number);
            }
    }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    base_must(out->arena, wyrm_loot_shares(copy->loot, &context, shares, error));
    note_all(out, shares, copy->kind_count);
    if (facts->pity == NULL)
        return;
    wyrm_status status = wyrm_bands_read(copy->ruleset, &bands, NULL);
    if (status != WYRM_OK)
        base_refuse(out->arena, status, "%s", wyrm_status_text(status));
    /* What pity gives for a category and when, where it has something to give. */
    for (size_t c = 0; c < facts->pity->count; c++) {
        double sum = 0;
        if (wyrm_loot_pity_shares(copy->loot, &context, c, shares, NULL) != WYRM_OK) {
            note(out, -1);
            continue;
        }
        for (size_t k = 0; k < copy->kind_count; k++)
            sum += shares[k];
        note_all(out, shares, sum > 0 ? copy->kind_count : 0);
        note(out, sum > 0 ? facts->pity->thresholds[wyrm_bands_at(&bands, depth)][c] : 0);
        if (sum > 0)
            note(out, facts->pity->above);
    }
}

/* ---- varying ---- */

/* Loot is of the design but for what is varied: what varies there is no part of the rest. */
static void gather(base_arena *arena, void *context)
{
    gathering *of = context;
    judge_work copy = of->varying->copy;
    wyrm_threat *threat = NULL;
    wyrm_encounter *encounter = NULL;
    wyrm_loot *loot = NULL;
    wyrm_status status;
    of->out.arena = arena;
    if (of->side == JUDGE_SIDE_MONSTERS) {
        status = wyrm_threat_new(copy.ruleset, copy.combat, copy.roster, &threat, NULL);
        base_keep(arena, threat, wyrm_threat_free);
        if (status == WYRM_OK)
            status = wyrm_encounter_new(copy.ruleset, copy.growth, copy.roster, threat, &encounter,
                                        NULL);
        base_keep(arena, encounter, wyrm_encounter_free);
    } else {
        status = wyrm_loot_new(copy.ruleset, &loot, NULL);
        base_keep(arena, loot, wyrm_loot_free);
    }
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "out of memory");
    of->sense = status == WYRM_OK;
    if (!of->sense)
        return;
    if (of->side == JUDGE_SIDE_MONSTERS) {
        copy.threat = threat;
        copy.encounter = encounter;
        note_monsters(&copy, &of->out);
        return;
    }
    copy.loot = loot;
    copy.kind_count = wyrm_loot_kinds(loot, &copy.kinds);
    double *shares = base_array(arena, double, copy.kind_count);
    note(&of->out, (double)wyrm_loot_facts_of(loot)->mode);
    for (int32_t depth = 1; depth <= copy.last_depth; depth++)
        note_items(&copy, of->played, depth, shares, &of->out);
}

static judge_outcomes plain_of(const judge_varying *varying, judge_side side, bool played)
{
    gathering of = {.varying = varying, .side = side, .played = played};
    gather(varying->work->arena, &of);
    return of.out;
}

/* Where depths are no table the monsters go up to the level that players do. */
judge_varying *judge_vary(judge_work *work)
{
    base_arena *arena = work->arena;
    judge_varying *out = base_new(arena, judge_varying);
    wyrm_loot_context context = {.depth = 1, .level = 1, .rooms = 2};
    wyrm_pmf *number;
    *out =
        (judge_varying){.work = work, .copy = *work, .levels = work->last_depth > 0 ? 1 : LEVELS};
    for (int32_t depth = 1; depth <= work->last_depth; depth++) {
        wyrm_reference reference;
        if (wyrm_design_reference(work->design, depth, &reference, NULL) == WYRM_OK &&
            reference.player.level > out->levels)
            out->levels = reference.player.level;
    }
    out->steps = work->last_depth > 0 ? work->last_depth : out->levels;
    wyrm_status status = wyrm_vary_new(work->ruleset, &out->variation, &arena->error);
    if (status == WYRM_OK) {
        base_keep(arena, out->variation, wyrm_vary_free);
        out->copy.ruleset = wyrm_vary_ruleset(out->variation);
        status = judge_make_fighters(arena, &out->copy);
    }
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "the ruleset cannot be copied");
    base_must(arena, status);
    out->has_side[JUDGE_SIDE_FIGHTS] = true;
    out->has_side[JUDGE_SIDE_MONSTERS] =
        work->last_depth > 0 || wyrm_encounter_tracks(work->encounter);
    /* A model of loot that does not tell its distributions cannot be held against itself. */
    if (work->last_depth > 0 &&
        wyrm_loot_number(work->loot, &context, 1, &number, NULL) == WYRM_OK) {
        wyrm_pmf_free(number);
        out->has_side[JUDGE_SIDE_LOOT] = true;
        out->played = plain_of(out, JUDGE_SIDE_LOOT, true);
    }
    for (int side = JUDGE_SIDE_MONSTERS; side < JUDGE_SIDES; side++)
        if (out->has_side[side])
            out->plain_of[side] = plain_of(out, (judge_side)side, false);
    return out;
}

judge_trial judge_try(judge_varying *varying, judge_side side, bool played)
{
    if (side == JUDGE_SIDE_FIGHTS)
        return judge_try_hits(varying);
    base_arena arena = {0};
    gathering of = {.varying = varying, .side = side, .played = played};
    wyrm_status status = base_run(&arena, gather, &of);
    const judge_outcomes *plain =
        played && side == JUDGE_SIDE_LOOT ? &varying->played : &varying->plain_of[side];
    bool same = status == WYRM_OK && plain->count == of.out.count;
    for (size_t i = 0; same && i < plain->count; i++) {
        double x = plain->values[i], y = of.out.values[i];
        same = x == y || fabs(x - y) <= TOLERANCE * fmax(fabs(x), fabs(y));
    }
    varying->spent += of.out.count;
    if (status != WYRM_OK)
        varying->work->arena->error = arena.error;
    base_release(&arena);
    base_must(varying->work->arena, status);
    return !of.sense ? TRIAL_NONE : same ? TRIAL_SAME : TRIAL_OTHER;
}
