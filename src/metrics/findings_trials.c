/* Trials: does another value in the place of one change anything that follows from the ruleset
 * exactly?
 *
 * Of encounters and loot all that they come to is gathered as numbers, once as the ruleset has it
 * and once with the other value, and the two lists are compared. Where the exact functions of a
 * model tell an outcome it is what they tell; what only draws can show (which rooms get a role)
 * counts as the numbers that they are drawn by, at the depths where they are. Fights are too many
 * for a list: findings_hits.c. */
#include "metrics/findings.h"

#include <wyrm/descent.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TOLERANCE 1e-12 /* relative: a sum may be taken in another order */
#define LEVELS    30    /* of players and trackers, where the depths of the ruleset do not tell */

/* What a ruleset comes to in a side, as numbers. */
typedef struct outcomes {
    base_arena *arena;
    size_t count, room;
    double *values;
} outcomes;

/* What is asked of a side; `sense`: the ruleset makes models with the value. */
typedef struct gathering {
    const judge_varying *varying;
    judge_side side;
    bool played, sense;
    outcomes out;
} gathering;

static void note(outcomes *out, double value)
{
    out->values = base_grow(out->arena, out->values, out->count, &out->room, sizeof *out->values);
    out->values[out->count++] = value;
}

/* Whether there is what was to be made. That it could not be for want of memory is no outcome. */
static bool is_made(const outcomes *out, wyrm_status made)
{
    if (made == WYRM_ERROR_MEMORY)
        base_refuse(out->arena, made, "out of memory");
    return made == WYRM_OK;
}

/* Takes the pmf over; the status is that of the function that made it. Where there is none to
 * make at a depth that is an outcome as well. */
static void note_pmf(outcomes *out, wyrm_status made, wyrm_pmf *pmf)
{
    if (!is_made(out, made)) {
        note(out, -1);
        return;
    }
    base_keep(out->arena, pmf, wyrm_pmf_free);
    note(out, (double)wyrm_pmf_first(pmf));
    note(out, (double)wyrm_pmf_length(pmf));
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++)
        note(out, wyrm_pmf_probabilities(pmf)[i]);
}

/* ---- monsters ---- */

static bool comes_ever(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth)
{
    for (int32_t depth = 1; depth <= last_depth; depth++)
        if (wyrm_judge_role_comes(plans, role, depth))
            return true;
    return false;
}

static void note_plan(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth,
                      outcomes *out)
{
    if (plans == NULL || !comes_ever(plans, role, last_depth)) {
        note(out, 0);
        return;
    }
    const wyrm_role_plan *plan = &plans->plans[role];
    const wyrm_room_rule *rule = &plans->rules.rules[role];
    for (int32_t depth = 1; depth <= last_depth; depth++) {
        note(out, wyrm_judge_role_comes(plans, role, depth));
        note(out, wyrm_value_at_depth(plan->chance, depth));
    }
    const double rest[] = {
        plan->monsters.least, plan->monsters.most, plan->least_rooms, plan->in_last,
        rule->budget,         rule->minibosses,    rule->bosses,      rule->pity,
    };
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        note(out, rest[i]);
}

static void note_threat(const judge_varying *varying, const wyrm_encounter *encounter,
                        const wyrm_threat *threat, outcomes *out)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(encounter);
    size_t monsters = wyrm_roster_count(varying->roster);
    bool *comes = base_array(out->arena, bool, monsters);
    bool elites = plans != NULL && plans->plans[WYRM_ROOM_TREASURE].variant[0] != '\0' &&
                  comes_ever(plans, WYRM_ROOM_TREASURE, varying->last_depth);
    for (int32_t depth = 1; depth <= varying->last_depth; depth++) {
        wyrm_interval room = wyrm_threat_room_budget(threat, depth);
        wyrm_interval floor_budget = wyrm_threat_floor_budget(threat, depth);
        note(out, room.low);
        note(out, room.high);
        note(out, floor_budget.low);
        note(out, floor_budget.high);
    }
    wyrm_judge_monsters_that_come(encounter, varying->roster, varying->last_depth, comes);
    for (size_t m = 0; m < monsters; m++)
        for (int32_t depth = 1; comes[m] && depth <= varying->last_depth; depth++) {
            note(out, wyrm_threat_at(threat, m, depth, false));
            if (elites)
                note(out, wyrm_threat_at(threat, m, depth, true));
        }
}

static void note_depth(const wyrm_encounter *encounter, int32_t depth, bool has_threat,
                       outcomes *out)
{
    wyrm_error *error = &out->arena->error;
    wyrm_pmf *pmf;
    double unit = 0;
    wyrm_status made = wyrm_encounter_room_monsters(encounter, depth, &pmf, error);
    bool empty = made == WYRM_OK && wyrm_pmf_last(pmf) == 0;
    note_pmf(out, made, pmf);
    if (!empty) {
        made = wyrm_encounter_monster_kinds(encounter, depth, &pmf, error);
        note_pmf(out, made, pmf);
    }
    if (!has_threat)
        return;
    made = wyrm_encounter_room_threat(encounter, depth, &unit, &pmf, error);
    note_pmf(out, made, pmf);
    note(out, unit);
}

static void gather_monsters(gathering *of)
{
    const judge_varying *varying = of->varying;
    const wyrm_ruleset *ruleset = wyrm_vary_ruleset(varying->variation);
    outcomes *out = &of->out;
    wyrm_threat *threat = NULL;
    wyrm_encounter *encounter = NULL;
    wyrm_status made = wyrm_threat_new(ruleset, varying->combat, varying->roster, &threat, NULL);
    if (!is_made(out, made))
        return;
    base_keep(out->arena, threat, wyrm_threat_free);
    made = wyrm_encounter_new(ruleset, varying->growth, varying->roster, threat, &encounter, NULL);
    if (!is_made(out, made))
        return;
    base_keep(out->arena, encounter, wyrm_encounter_free);
    of->sense = true;
    /* The levels of monsters by that of a tracker: the rest of what it does no function tells. */
    for (int32_t level = 1; varying->last_depth == 0 && level <= LEVELS; level++) {
        wyrm_pmf *levels;
        made = wyrm_encounter_monster_levels(encounter, level, &levels, &out->arena->error);
        note_pmf(out, made, levels);
    }
    if (varying->last_depth == 0)
        return;
    /* Where the player's room stays empty is drawn by nothing: what is said is what comes. */
    wyrm_room_draw draw = {.first = false};
    wyrm_encounter_room_draw(encounter, 1, &draw);
    note(out, draw.first);
    note(out, wyrm_encounter_last_depth(encounter));
    if (threat != NULL)
        note_threat(varying, encounter, threat, out);
    for (int32_t depth = 1; depth <= varying->last_depth; depth++)
        note_depth(encounter, depth, threat != NULL, out);
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        note_plan(wyrm_encounter_plans(encounter), (wyrm_room_role)role, varying->last_depth, out);
}

/* ---- loot ---- */

/* What pity gives for a category and when, where it has something to give. */
static void note_pity(const wyrm_loot *loot, const wyrm_loot_context *context, size_t band,
                      size_t category, size_t kinds, double *shares, outcomes *out)
{
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(loot)->pity;
    double sum = 0;
    if (wyrm_loot_pity_shares(loot, context, category, shares, NULL) != WYRM_OK) {
        note(out, -1);
        return;
    }
    for (size_t k = 0; k < kinds; k++)
        sum += shares[k];
    for (size_t k = 0; sum > 0 && k < kinds; k++)
        note(out, shares[k]);
    note(out, sum > 0 ? pity->thresholds[band][category] : 0);
    if (sum > 0)
        note(out, pity->above);
}

static void note_items(const gathering *of, const wyrm_loot *loot, int32_t depth, size_t kinds,
                       double *shares, outcomes *out)
{
    const judge_varying *varying = of->varying;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_error *error = &out->arena->error;
    int32_t modes = of->played ? 0 : (int32_t)facts->mode_count;
    wyrm_bands bands = {0};
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        if (!wyrm_judge_role_comes(varying->plans, (wyrm_room_role)role, depth))
            continue;
        context.kind.role = (wyrm_room_role)role;
        for (context.mode = 0; context.mode <= modes; context.mode++)
            for (int32_t room = 0; room <= 1; room++) { /* the first of a map and any other */
                wyrm_pmf *number;
                wyrm_status made = wyrm_loot_number(loot, &context, room, &number, error);
                note_pmf(out, made, number);
            }
    }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    base_must(out->arena, wyrm_loot_shares(loot, &context, shares, error));
    for (size_t k = 0; k < kinds; k++)
        note(out, shares[k]);
    if (facts->pity == NULL)
        return;
    wyrm_status status = wyrm_bands_read(wyrm_vary_ruleset(varying->variation), &bands, NULL);
    if (status != WYRM_OK)
        base_refuse(out->arena, status, "%s", wyrm_status_text(status));
    size_t band = wyrm_bands_at(&bands, depth);
    for (size_t c = 0; c < facts->pity->count; c++)
        note_pity(loot, &context, band, c, kinds, shares, out);
}

static void gather_loot(gathering *of)
{
    outcomes *out = &of->out;
    const wyrm_item_kind *rows;
    wyrm_loot *loot = NULL;
    wyrm_status made = wyrm_loot_new(wyrm_vary_ruleset(of->varying->variation), &loot, NULL);
    of->sense = is_made(out, made);
    if (!of->sense)
        return;
    base_keep(out->arena, loot, wyrm_loot_free);
    size_t kinds = wyrm_loot_kinds(loot, &rows);
    double *shares = base_array(out->arena, double, kinds);
    note(out, (double)wyrm_loot_facts_of(loot)->mode);
    for (int32_t depth = 1; depth <= of->varying->last_depth; depth++)
        note_items(of, loot, depth, kinds, shares, out);
}

/* ---- varying ---- */

static void gather(base_arena *arena, void *context)
{
    gathering *of = context;
    of->out.arena = arena;
    if (of->side == JUDGE_SIDE_MONSTERS)
        gather_monsters(of);
    else
        gather_loot(of);
}

/* Whether loot tells its distributions: a model that does not cannot be held against itself. */
static bool tells_loot(const wyrm_design *design)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    wyrm_loot_context context = {.depth = 1, .level = 1, .rooms = 2};
    wyrm_pmf *number;
    bool tells = wyrm_loot_number(loot, &context, 1, &number, NULL) == WYRM_OK;
    if (tells)
        wyrm_pmf_free(number);
    return tells;
}

/* The highest level of a player that a depth is meant for. */
static int32_t highest_level(const wyrm_design *design, int32_t last_depth)
{
    int32_t highest = last_depth > 0 ? 1 : LEVELS;
    for (int32_t depth = 1; depth <= last_depth; depth++) {
        wyrm_reference reference;
        if (wyrm_design_reference(design, depth, &reference, NULL) == WYRM_OK &&
            reference.player.level > highest)
            highest = reference.player.level;
    }
    return highest;
}

static judge_outcomes plain_of(base_arena *arena, const judge_varying *varying, judge_side side,
                               bool played)
{
    gathering of = {.varying = varying, .side = side, .played = played};
    gather(arena, &of);
    return (judge_outcomes){of.out.count, of.out.values};
}

/* Where depths are no table the monsters go up to the level that players do. */
judge_varying *wyrm_judge_vary(base_arena *arena, const wyrm_design *design,
                               const judge_presence *presence)
{
    judge_varying *out = base_new(arena, judge_varying);
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    *out = (judge_varying){.arena = arena,
                           .plain = {.ruleset = wyrm_design_ruleset(design),
                                     .combat = wyrm_design_combat(design),
                                     .growth = wyrm_design_growth(design),
                                     .roster = wyrm_design_roster(design)},
                           .last_depth = presence->last_depth,
                           .plans = wyrm_encounter_plans(encounter),
                           .comes = presence->monsters};
    out->levels = highest_level(design, out->last_depth);
    out->steps = out->last_depth > 0 ? out->last_depth : out->levels;
    wyrm_status status = wyrm_vary_new(out->plain.ruleset, &out->variation, &arena->error);
    if (status == WYRM_OK) {
        base_keep(arena, out->variation, wyrm_vary_free);
        status = wyrm_judge_models(arena, wyrm_vary_ruleset(out->variation), &out->combat,
                                   &out->growth, &out->roster);
    }
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        base_refuse(arena, status, "the ruleset cannot be copied");
    base_must(arena, status);
    base_keep(arena, out, wyrm_judge_hits_release);
    out->has_side[JUDGE_SIDE_FIGHTS] = true;
    out->has_side[JUDGE_SIDE_MONSTERS] = out->last_depth > 0 || wyrm_encounter_tracks(encounter);
    out->has_side[JUDGE_SIDE_LOOT] = out->last_depth > 0 && tells_loot(design);
    for (int side = JUDGE_SIDE_MONSTERS; side < JUDGE_SIDES; side++)
        if (out->has_side[side])
            out->plain_of[side] = plain_of(arena, out, (judge_side)side, false);
    if (out->has_side[JUDGE_SIDE_LOOT])
        out->played = plain_of(arena, out, JUDGE_SIDE_LOOT, true);
    return out;
}

static bool are_same(const judge_outcomes *a, const outcomes *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        double x = a->values[i], y = b->values[i];
        if (x != y && !(fabs(x - y) <= TOLERANCE * fmax(fabs(x), fabs(y))))
            return false;
    }
    return true;
}

judge_trial wyrm_judge_try(judge_varying *varying, judge_side side, bool played)
{
    if (side == JUDGE_SIDE_FIGHTS)
        return wyrm_judge_hits_compare(varying);
    base_arena arena = {0};
    gathering of = {.varying = varying, .side = side, .played = played};
    wyrm_status status = base_run(&arena, gather, &of);
    const judge_outcomes *plain =
        played && side == JUDGE_SIDE_LOOT ? &varying->played : &varying->plain_of[side];
    varying->work += of.out.count;
    judge_trial out = !of.sense                                       ? JUDGE_TRIAL_NONE
                      : status == WYRM_OK && are_same(plain, &of.out) ? JUDGE_TRIAL_SAME
                                                                      : JUDGE_TRIAL_OTHER;
    if (status != WYRM_OK)
        varying->arena->error = arena.error;
    base_release(&arena);
    base_must(varying->arena, status);
    return out;
}
