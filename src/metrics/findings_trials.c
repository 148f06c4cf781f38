/* What of encounters and loot follows exactly from a ruleset: who and what can come at all, and
 * trials: does another value in the place of one change anything?
 *
 * Presence asks every depth for its distributions. For a trial all that a side comes to is gathered
 * as numbers, once as the ruleset has it and once with the other value, and the two lists are
 * compared. Where the exact functions of a model tell an outcome it is what they tell; what only
 * draws can show (which rooms get a role) counts as the numbers that they are drawn by, at the
 * depths where they are. Fights are too many for a list: findings_hits.c. */
#include "metrics/internal.h"
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-12 /* relative: a sum may be taken in another order */

/* ---- presence ---- */

/* Whether rooms of a role come at a depth by its plans. Normal rooms come everywhere, others only
 * where they are planned. */
static bool role_comes(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth)
{
    if (role == WYRM_ROOM_NORMAL || plans == NULL)
        return role == WYRM_ROOM_NORMAL;
    const wyrm_role_plan *plan = &plans->plans[role];
    return wyrm_role_plan_comes_at(plan, depth) || wyrm_value_at_depth(plan->chance, depth) > 0;
}

/* Rooms at set depths draw from bosses where their role allows them, else from minibosses; rooms by
 * chance draw by weight, also those that their role allows besides, and those that the budget of a
 * normal room has no room for. */
static bool is_brought(const wyrm_role_plans *plans, const wyrm_value *record, int32_t last_depth)
{
    wyrm_monster_kind kind = wyrm_monster_kind_of(record);
    for (int role = WYRM_ROOM_NORMAL + 1; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        bool at_depths = plans->plans[role].depths != NULL;
        bool allowed =
            (kind == WYRM_MONSTER_NORMAL && !at_depths) ||
            (kind == WYRM_MONSTER_BOSS && rule->bosses) ||
            (kind == WYRM_MONSTER_MINIBOSS && rule->minibosses && !(at_depths && rule->bosses));
        for (int32_t depth = 1; allowed && depth <= last_depth; depth++) {
            double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), depth);
            if (role_comes(plans, (wyrm_room_role)role, depth) && (at_depths || weight > 0))
                return true;
        }
    }
    return false;
}

/* By the roster: whether each monster can be met by the last depth, drawn by weight in normal rooms
 * or brought by rooms of a role. */
static const bool *monsters_that_come(base_arena *arena, const judge_work *work)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(work->encounter);
    int32_t last = work->last_depth;
    bool *comes = base_array(arena, bool, work->monsters);
    for (int32_t i = 0; (size_t)i < work->monsters; i++) {
        comes[i] = is_brought(plans, wyrm_roster_monster(work->roster, i)->record, last);
        for (int32_t depth = 1; depth <= last && !comes[i]; depth++)
            comes[i] = wyrm_encounter_comes(work->encounter, depth, i);
    }
    return comes;
}

/* Marks the items that can be found at a depth: by chance, where a room of any role that comes
 * there can have items in any mode, or by pity. */
static wyrm_status mark_items(const judge_work *work, int32_t depth, double *shares, bool *items)
{
    const wyrm_loot *loot = work->loot;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_role_plans *plans = wyrm_encounter_plans(work->encounter);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    size_t pities = facts->pity != NULL ? facts->pity->count : 0;
    wyrm_status status = WYRM_OK;
    bool any = false;
    for (context.mode = 0; !any && context.mode <= (int32_t)facts->mode_count; context.mode++)
        for (int role = 0; !any && role < WYRM_ROOM_ROLE_COUNT; role++) {
            wyrm_pmf *number;
            context.kind.role = (wyrm_room_role)role;
            if (!role_comes(plans, context.kind.role, depth))
                continue;
            status = wyrm_loot_number(loot, &context, 1, &number, NULL);
            if (status != WYRM_OK)
                return status;
            any = wyrm_pmf_last(number) > 0;
            wyrm_pmf_free(number);
        }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    for (size_t i = any ? 0 : 1; i <= pities && status == WYRM_OK; i++) { /* chance, each pity */
        status = i == 0 ? wyrm_loot_shares(loot, &context, shares, NULL)
                        : wyrm_loot_pity_shares(loot, &context, i - 1, shares, NULL);
        for (size_t k = 0; status == WYRM_OK && k < work->kind_count; k++)
            items[k] = items[k] || shares[k] > 0;
    }
    return status;
}

void judge_find_presence(judge_work *work)
{
    bool *monsters = base_array(work->arena, bool, work->monsters);
    bool *items = base_array(work->arena, bool, work->kind_count);
    double *shares = base_array(work->arena, double, work->kind_count);
    bool tables = work->last_depth > 0;
    wyrm_status status = WYRM_OK;
    memset(monsters, true, work->monsters);
    /* A model whose items are not drawn one like the other does not tell. */
    for (int32_t depth = 1; status == WYRM_OK && depth <= work->last_depth; depth++)
        status = mark_items(work, depth, shares, items);
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_refuse(work->arena, status, "%s", wyrm_status_text(status));
    const bool floors = wyrm_loot_fills_floors(work->loot);
    if (floors)
        base_must(work->arena, wyrm_found_possible(work->loot, items, &work->arena->error));
    /* Gear that the file gives no weight is not meant to lie about: who begins with it has it. */
    for (size_t k = 0; floors && k < work->kind_count; k++)
        items[k] =
            items[k] || (wyrm_value_is_default(wyrm_value_get(work->kinds[k].record, "weight")) &&
                         work->kinds[k].item_class >= WYRM_ITEM_WEAPON);
    work->presence =
        (judge_presence){.knows_monsters = tables,
                         .knows_items = floors || (tables && status == WYRM_OK),
                         .monsters = tables ? monsters_that_come(work->arena, work) : monsters,
                         .items = items};
    if (!work->presence.knows_items)
        memset(items, true, work->kind_count);
}

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
        if (role_comes(plans, role, depth))
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
        note(out, role_comes(plans, role, depth));
        note(out, wyrm_value_at_depth(plan->chance, depth));
    }
    const double rest[] = {plan->least_rooms, plan->in_last, rule->budget,
                           rule->minibosses,  rule->bosses,  rule->pity};
    note_all(out, rest, COUNT_OF(rest));
    if (!plan->planned)
        return;
    const wyrm_pmf *monsters = wyrm_amount_pmf(plan->monsters);
    note(out, (double)wyrm_pmf_first(monsters));
    note_all(out, wyrm_pmf_probabilities(monsters), wyrm_pmf_length(monsters));
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
    const bool *comes = monsters_that_come(out->arena, copy);
    for (int32_t m = 0; (size_t)m < copy->monsters; m++)
        for (int32_t depth = 1; comes[m] && depth <= last; depth++) {
            note(out, wyrm_threat_at(copy->threat, m, depth, false));
            if (elites)
                note(out, wyrm_threat_at(copy->threat, m, depth, true));
        }
}

/* What comes to a floor, where groups do: expected numbers of all of it. */
static void note_arrivals(const judge_work *copy, int32_t depth, judge_outcomes *out)
{
    const wyrm_horde_facts facts = wyrm_encounter_hordes_of(copy->encounter);
    double *hordes = base_array(out->arena, double, facts.count);
    double *monsters = base_array(out->arena, double, copy->monsters);
    const wyrm_status made =
        wyrm_encounter_expected(copy->encounter, depth, hordes, monsters, &out->arena->error);
    if (made == WYRM_ERROR_MEMORY)
        base_refuse(out->arena, made, "out of memory");
    note(out, made == WYRM_OK ? facts.per_room : -1);
    note(out, facts.deck); /* means do not tell */
    note(out, wyrm_encounter_wandering(copy->encounter, depth));
    note_all(out, hordes, facts.count);
    note_all(out, monsters, copy->monsters);
}

static void note_monsters(const judge_work *copy, int32_t levels, judge_outcomes *out)
{
    const wyrm_encounter *encounter = copy->encounter;
    wyrm_error *error = &out->arena->error;
    wyrm_pmf *pmf;
    wyrm_status made;
    double unit = 0;
    /* The levels of monsters by that of a tracker: the rest of what it does no function tells. */
    for (int32_t level = 1; copy->last_depth == 0 && level <= levels; level++)
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
        if (wyrm_encounter_fills_floors(encounter)) {
            note_arrivals(copy, depth, out);
            continue;
        }
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
        if (!role_comes(plans, context.kind.role, depth))
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
        note_monsters(&copy, of->varying->levels, &of->out);
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

/* Where floors are filled by more groups that come once than can be followed there is nothing to
 * hold a change against. */
static bool begin_monsters(judge_varying *varying)
{
    const judge_work *work = varying->work;
    if (work->last_depth == 0 && !wyrm_encounter_tracks(work->encounter))
        return false;
    const wyrm_horde_facts facts = wyrm_encounter_hordes_of(work->encounter);
    double *hordes = base_array(work->arena, double, facts.count);
    double *monsters = base_array(work->arena, double, work->monsters);
    if (wyrm_encounter_fills_floors(work->encounter) &&
        wyrm_encounter_expected(work->encounter, work->last_depth, hordes, monsters, NULL) !=
            WYRM_OK)
        return false;
    varying->plain_of[JUDGE_SIDE_MONSTERS] = plain_of(varying, JUDGE_SIDE_MONSTERS, false);
    return true;
}

/* A model of loot that does not tell its distributions cannot be held against itself. */
static bool begin_loot(judge_varying *varying)
{
    const judge_work *work = varying->work;
    wyrm_loot_context context = {.depth = 1, .level = 1, .rooms = 2};
    wyrm_pmf *number;
    if (work->last_depth == 0 ||
        wyrm_loot_number(work->loot, &context, 1, &number, NULL) != WYRM_OK)
        return false;
    wyrm_pmf_free(number);
    varying->played = plain_of(varying, JUDGE_SIDE_LOOT, true);
    varying->plain_of[JUDGE_SIDE_LOOT] = plain_of(varying, JUDGE_SIDE_LOOT, false);
    return true;
}

static judge_trial hold(judge_varying *varying, judge_side side, bool played)
{
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

const judge_trying judge_trying_monsters = {begin_monsters, hold};
const judge_trying judge_trying_loot = {begin_loot, hold};
