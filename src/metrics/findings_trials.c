/* What can come at all, and trials: does another value in the place of one change anything?
 *
 * Presence asks the models of encounters and loot for their exact distributions at every depth. A
 * trial lists all outcomes of a side as numbers, once with the ruleset as it is and once with the
 * other value, and compares the two lists. Where a model has exact functions their results are the
 * outcomes; what only drawing could show (which rooms get a role) is represented by the numbers
 * that it is drawn by, at the depths where they apply.
 *
 * Trials of fights ask whether another value changes a hit, hit points, or what levels cost. Every
 * player of every level in every outfit fights every monster of every depth: too many to list. So
 * each combatant is made twice, by the ruleset and by its varied copy, as a pair; only the stats
 * that its side of an attack reads count, and equal pairs are merged. The effect of gear on a stat
 * depends on that stat alone, so outfits are built piece by piece on pairs, and some hundreds of
 * pairs stand for millions of outfits. Attacks are computed only where the two combatants of a pair
 * differ, or where the rules of combat themselves are varied. */
#include <math.h>
#include <string.h>
#include "combat/internal.h"
#include "loot/internal.h"
#include "metrics/internal.h"

/* Tolerance of comparison: relative in lists of outcomes, where the order of sums may differ,
 * absolute for probabilities. */
#define TOLERANCE 1e-12

/* ---- presence ---- */

/* Whether rooms of a role occur at a depth. Normal rooms occur everywhere, others where planned. */
static bool role_comes(const enc_role_plans *plans, wyrm_room_role role, int32_t depth)
{
    if (role == WYRM_ROOM_NORMAL || plans == NULL)
        return role == WYRM_ROOM_NORMAL;
    const enc_role_plan *plan = &plans->plans[role];
    return enc_role_plan_comes_at(plan, depth) || wyrm_value_at_depth(plan->chance, depth) > 0;
}

/* Whether rooms with a role can bring this monster. Rooms at set depths draw from bosses where the
 * role allows bosses, otherwise from minibosses. Rooms by chance draw by weight, from normal
 * monsters and those the role allows in addition, including ones too dangerous for a normal room's
 * budget. */
static bool is_brought(const enc_role_plans *plans, const wyrm_value *record, int32_t last_depth)
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

/* Whether the legend of a vault that a floor down to `last` may have names this monster or item. */
static bool is_in_vault(const judge_work *work, int32_t last, const char *key, const char *name)
{
    const wyrm_value *vaults = wyrm_ruleset_find(work->ruleset, "vaults");
    for (size_t i = 0; i < wyrm_value_count(vaults); i++) {
        const wyrm_value *vault = wyrm_value_item(vaults, i);
        const wyrm_value *legend = wyrm_value_get(vault, "legend");
        if (wyrm_value_low(wyrm_value_get(vault, "depths")) > last)
            continue;
        for (size_t k = 0; k < wyrm_value_count(legend); k++)
            if (strcmp(key_text(wyrm_value_item(legend, k), key), name) == 0)
                return true;
    }
    return false;
}

/* Marks the monsters that monster `by` summons, and what it splits into, except its own kind.
 * Returns whether any of them was not marked before. */
static bool mark_called(const judge_work *work, int32_t by, bool *called)
{
    const wyrm_abilities *can = wyrm_roster_monster(work->roster, by)->abilities;
    bool more = false;
    for (size_t s = 0; can != NULL && s < can->summons_count; s++)
        for (size_t k = 0; k < can->summons[s].count; k++) {
            const int32_t who = can->summons[s].what[k].monster;
            if (who == by || called[who] ||
                wyrm_pmf_last(wyrm_amount_pmf(can->summons[s].what[k].number)) <= 0)
                continue;
            called[who] = more = true;
        }
    if (can == NULL || can->parts == 0 || can->into < 0 || can->into == by || called[can->into])
        return more;
    return called[can->into] = true;
}

const bool *judge_called(base_arena *arena, const judge_work *work, const bool *come)
{
    bool *called = base_array(arena, bool, work->monsters);
    for (bool more = true; more;) {
        more = false;
        for (int32_t m = 0; (size_t)m < work->monsters; m++)
            if (come[m] || called[m])
                more = mark_called(work, m, called) || more;
    }
    return called;
}

/* Returns, by roster index, whether each monster can be met down to the last depth: drawn by weight
 * in normal rooms, placed by rooms with a role or by vaults, or called by a monster that comes. */
static const bool *monsters_that_come(base_arena *arena, const judge_work *work)
{
    const enc_role_plans *plans = enc_plans(work->encounter);
    int32_t last = work->last_depth;
    bool *comes = base_array(arena, bool, work->monsters);
    for (int32_t i = 0; (size_t)i < work->monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(work->roster, i);
        comes[i] = is_brought(plans, monster->record, last) ||
                   is_in_vault(work, last, "monster", monster->name);
        for (int32_t depth = 1; depth <= last && !comes[i]; depth++)
            comes[i] = wyrm_encounter_comes(work->encounter, depth, i);
    }
    const bool *called = judge_called(arena, work, comes);
    for (size_t i = 0; i < work->monsters; i++)
        comes[i] = comes[i] || called[i];
    return comes;
}

/* Whether the item is in the player's starting kit, and so need not be found. */
static bool is_in_kit(const judge_work *work, const char *name)
{
    const wyrm_play_rules rules = wyrm_play_rules_of(work->ruleset);
    return base_has_word(rules.kit, rules.kit_count, name);
}

/* Marks the items that can be found at a depth: by chance, if a room of any role there can hold
 * items in any mode, or by pity. */
static wyrm_status mark_items(const judge_work *work, int32_t depth, double *shares, bool *items)
{
    const wyrm_loot *loot = work->loot;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const enc_role_plans *plans = enc_plans(work->encounter);
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
    for (size_t i = any ? 0 : 1; i <= pities && status == WYRM_OK; i++) { /* chance, pities */
        status = i == 0 ? wyrm_loot_shares(loot, &context, shares, NULL)
                        : wyrm_loot_pity_shares(loot, &context, i - 1, shares, NULL);
        for (size_t k = 0; status == WYRM_OK && k < work->kind_count; k++)
            items[k] = items[k] || shares[k] > 0;
    }
    return status;
}

/* Whether a monster that comes may drop the thing of that name. */
static bool is_dropped(const judge_work *work, const bool *comes, const char *name,
                       int32_t last_depth)
{
    const wyrm_drops *drops = wyrm_design_drops(work->design);
    for (size_t m = 0; drops != NULL && m < work->monsters; m++)
        if (comes[m] && loot_drops_give(drops, m, name, last_depth))
            return true;
    return false;
}

void judge_find_presence(judge_work *work)
{
    bool *monsters = base_array(work->arena, bool, work->monsters);
    bool *items = base_array(work->arena, bool, work->kind_count);
    double *shares = base_array(work->arena, double, work->kind_count);
    bool tables = work->last_depth > 0;
    wyrm_status status = WYRM_OK;
    memset(monsters, true, work->monsters);
    const bool *comes = tables ? monsters_that_come(work->arena, work) : monsters;
    /* WYRM_ERROR_ARGUMENT: the model does not draw its items independently and has no shares. */
    for (int32_t depth = 1; status == WYRM_OK && depth <= work->last_depth; depth++)
        status = mark_items(work, depth, shares, items);
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_refuse(work->arena, status, "%s", wyrm_status_text(status));
    const bool fills = wyrm_loot_fills_floors(work->loot);
    const int32_t deepest = work->last_depth > 0 ? work->last_depth
                            : fills              ? wyrm_found_last_depth(work->loot)
                                                 : WYRM_DESCENT_DEPTH_MAX;
    bool *given = base_array(work->arena, bool, work->kind_count);
    if (fills)
        base_must(work->arena, wyrm_found_possible(work->loot, items, &work->arena->error));
    for (size_t k = 0; k < work->kind_count; k++) {
        const char *name = work->kinds[k].name;
        given[k] = is_in_kit(work, name) || is_dropped(work, comes, name, deepest) ||
                   loot_trade_sells(wyrm_design_trade(work->design), name, deepest);
        items[k] = items[k] || given[k] || is_in_vault(work, deepest, "item", name);
    }
    /* Gear with neither weight nor category in the file is not meant to be found on floors: whoever
     * begins with it has it, so it counts as present. */
    for (size_t k = 0; fills && k < work->kind_count; k++) {
        const wyrm_value *record = work->kinds[k].record;
        items[k] |= wyrm_value_is_default(wyrm_value_get(record, "weight")) &&
                    wyrm_value_text(wyrm_value_get(record, "category"))[0] == '\0' &&
                    work->kinds[k].item_class >= WYRM_ITEM_WEAPON;
    }
    work->presence = (judge_presence){.knows_monsters = tables,
                                      .knows_items = fills || (tables && status == WYRM_OK),
                                      .monsters = comes,
                                      .items = items,
                                      .given = given};
    if (!work->presence.knows_items)
        memset(items, true, work->kind_count);
}

bool judge_is_present(const judge_work *work, const char *section, const char *name)
{
    int32_t monster = strcmp(section, "monsters") == 0 ? wyrm_roster_find(work->roster, name) : -1;
    for (size_t k = 0; k < work->kind_count; k++)
        if (strcmp(judge_section_of(work->kinds[k].item_class), section) == 0 &&
            strcmp(work->kinds[k].name, name) == 0)
            return work->presence.items[k];
    return monster >= 0 && work->presence.monsters[monster];
}

/* ---- trials: lists of outcomes ---- */

/* Collects the outcomes of one side; `sense` is false if the varied ruleset makes no models. */
typedef struct gathering {
    const judge_trial_design *varying;
    judge_side side;
    bool played, sense;
    judge_outcomes out;
} gathering;

static void add_outcome(judge_outcomes *out, double value)
{
    out->values = base_grow(out->arena, out->values, out->count, &out->room, sizeof *out->values);
    out->values[out->count++] = value;
}

static void note_all(judge_outcomes *out, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_outcome(out, values[i]);
}

/* Notes a missing distribution. That a depth has none (WYRM_ERROR_ARGUMENT) is an outcome, too;
 * anything else becomes NAN, which never equals itself, so that the trial reports a difference. */
static void note_none(judge_outcomes *out, wyrm_status made)
{
    if (made == WYRM_ERROR_MEMORY)
        base_refuse(out->arena, made, "out of memory");
    add_outcome(out, made == WYRM_ERROR_ARGUMENT ? -1 : NAN);
}

/* Notes a pmf and takes ownership of it; `made` is the status of the function that made it. */
static void note_pmf(judge_outcomes *out, wyrm_status made, wyrm_pmf *const *at)
{
    if (made != WYRM_OK) {
        note_none(out, made);
        return;
    }
    wyrm_pmf *pmf = *at;
    base_keep(out->arena, pmf, wyrm_pmf_free);
    add_outcome(out, (double)wyrm_pmf_first(pmf));
    add_outcome(out, (double)wyrm_pmf_length(pmf));
    note_all(out, wyrm_pmf_probabilities(pmf), wyrm_pmf_length(pmf));
}

/* ---- trials: monsters ---- */

static bool comes_ever(const enc_role_plans *plans, wyrm_room_role role, int32_t last_depth)
{
    for (int32_t depth = 1; plans != NULL && depth <= last_depth; depth++)
        if (role_comes(plans, role, depth))
            return true;
    return false;
}

static void note_plan(const enc_role_plans *plans, wyrm_room_role role, int32_t last_depth,
                      judge_outcomes *out)
{
    if (!comes_ever(plans, role, last_depth)) {
        add_outcome(out, 0);
        return;
    }
    const enc_role_plan *plan = &plans->plans[role];
    const wyrm_room_rule *rule = &plans->rules.rules[role];
    for (int32_t depth = 1; depth <= last_depth; depth++) {
        add_outcome(out, role_comes(plans, role, depth));
        add_outcome(out, wyrm_value_at_depth(plan->chance, depth));
    }
    const double rest[] = {plan->least_rooms, plan->in_last, rule->budget,
                           rule->minibosses,  rule->bosses,  rule->pity};
    note_all(out, rest, COUNT_OF(rest));
    if (!plan->planned)
        return;
    const wyrm_pmf *monsters = wyrm_amount_pmf(plan->monsters);
    add_outcome(out, (double)wyrm_pmf_first(monsters));
    note_all(out, wyrm_pmf_probabilities(monsters), wyrm_pmf_length(monsters));
}

static void note_threat(const judge_work *copy, judge_outcomes *out)
{
    const enc_role_plans *plans = enc_plans(copy->encounter);
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
            add_outcome(out, wyrm_threat_at(copy->threat, m, depth, false));
            if (elites)
                add_outcome(out, wyrm_threat_at(copy->threat, m, depth, true));
        }
}

/* Notes who guards a place of a depth: figures of rooms are without them. */
static void note_guards(const enc_hordes *of, int32_t depth, judge_outcomes *out)
{
    for (size_t i = 0; i < of->count; i++) {
        const enc_horde *horde = &of->hordes[i];
        if (!enc_horde_is_on_guard(horde, depth))
            continue;
        const double facts[] = {(double)i, (double)horde->guards, (double)horde->chance.numerator,
                                (double)horde->chance.denominator, horde->once};
        note_all(out, facts, COUNT_OF(facts));
        for (size_t p = 0; p < horde->part_count; p++) {
            const wyrm_amount *number = horde->parts[p].number; /* NULL: one */
            add_outcome(out, horde->parts[p].monster);
            const wyrm_pmf *pmf = number != NULL ? wyrm_amount_pmf(number) : NULL;
            if (pmf == NULL)
                continue;
            add_outcome(out, (double)wyrm_pmf_first(pmf));
            note_all(out, wyrm_pmf_probabilities(pmf), wyrm_pmf_length(pmf));
        }
    }
}

/* Notes the expected numbers of groups and monsters of a floor, for models that place groups. */
static void note_arrivals(const judge_work *copy, int32_t depth, judge_outcomes *out)
{
    const wyrm_horde_facts facts = wyrm_encounter_hordes_of(copy->encounter);
    double *hordes = base_array(out->arena, double, facts.count);
    double *monsters = base_array(out->arena, double, copy->monsters);
    const wyrm_status made =
        wyrm_encounter_expected(copy->encounter, depth, hordes, monsters, &out->arena->error);
    if (made != WYRM_OK)
        note_none(out, made);
    add_outcome(out, facts.per_room);
    add_outcome(out, facts.deck); /* means do not depend on it */
    add_outcome(out, wyrm_encounter_wandering(copy->encounter, depth));
    note_all(out, hordes, facts.count);
    note_all(out, monsters, copy->monsters);
    const enc_hordes *of = enc_hordes_of(copy->encounter);
    if (of != NULL && of->per_room)
        note_guards(of, depth, out);
}

static void note_monsters(const judge_work *copy, int32_t levels, judge_outcomes *out)
{
    const wyrm_encounter *encounter = copy->encounter;
    wyrm_error *error = &out->arena->error;
    wyrm_pmf *pmf;
    wyrm_status made;
    double unit = 0;
    /* With a tracker, only the levels of monsters at each tracker level have an exact function. */
    for (int32_t level = 1; copy->last_depth == 0 && level <= levels; level++)
        note_pmf(out, wyrm_encounter_monster_levels(encounter, level, &pmf, error), &pmf);
    if (copy->last_depth == 0)
        return;
    /* That the player's room stays empty is a rule without a draw, so the rule is noted. */
    wyrm_room_draw draw = {.first = false};
    wyrm_encounter_room_draw(encounter, 1, &draw);
    add_outcome(out, draw.first);
    add_outcome(out, wyrm_encounter_last_depth(encounter));
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
        add_outcome(out, unit);
    }
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++)
        note_plan(enc_plans(encounter), (wyrm_room_role)role, copy->last_depth, out);
}

/* ---- trials: loot ---- */

static void note_items(const judge_work *copy, bool played, int32_t depth, double *shares,
                       judge_outcomes *out)
{
    const enc_role_plans *plans = enc_plans(copy->encounter);
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
            for (int32_t room = 0; room <= 1; room++) { /* first room of a map, others */
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
    /* Pity: what it gives for each category, and at which threshold, if it has anything to give. */
    for (size_t c = 0; c < facts->pity->count; c++) {
        double sum = 0;
        status = wyrm_loot_pity_shares(copy->loot, &context, c, shares, NULL);
        if (status == WYRM_ERROR_MEMORY) /* not judge_had: another arena is at work here */
            base_fail(out->arena, status);
        if (status != WYRM_OK) {
            add_outcome(out, -1);
            continue;
        }
        for (size_t k = 0; k < copy->kind_count; k++)
            sum += shares[k];
        note_all(out, shares, sum > 0 ? copy->kind_count : 0);
        add_outcome(out, sum > 0 ? facts->pity->thresholds[wyrm_bands_at(&bands, depth)][c] : 0);
        if (sum > 0)
            add_outcome(out, facts->pity->above);
    }
}

/* ---- trials: varying ---- */

/* Builds the models of one side from the varied ruleset and notes their outcomes. The other side's
 * models stay those of the design, so that each value is tried against one side at a time. */
static void gather_outcomes(base_arena *arena, void *context)
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
    add_outcome(&of->out, (double)wyrm_loot_facts_of(loot)->mode);
    for (int32_t depth = 1; depth <= copy.last_depth; depth++)
        note_items(&copy, of->played, depth, shares, &of->out);
}

static judge_outcomes plain_of(const judge_trial_design *varying, judge_side side, bool played)
{
    gathering of = {.varying = varying, .side = side, .played = played};
    gather_outcomes(varying->work->arena, &of);
    return of.out;
}

/* False where floors are filled by more once-only groups than the exact expectation can follow. */
static bool begin_monsters(judge_trial_design *varying)
{
    const judge_work *work = varying->work;
    if (work->last_depth == 0 && !wyrm_encounter_tracks(work->encounter))
        return false;
    const wyrm_horde_facts facts = wyrm_encounter_hordes_of(work->encounter);
    double *hordes = base_array(work->arena, double, facts.count);
    double *monsters = base_array(work->arena, double, work->monsters);
    if (wyrm_encounter_fills_floors(work->encounter) &&
        !judge_had(work, wyrm_encounter_expected(work->encounter, work->last_depth, hordes,
                                                 monsters, NULL)))
        return false;
    varying->plain_of[JUDGE_SIDE_MONSTERS] = plain_of(varying, JUDGE_SIDE_MONSTERS, false);
    return true;
}

/* False where the model of loot has no exact distributions to compare. */
static bool begin_loot(judge_trial_design *varying)
{
    const judge_work *work = varying->work;
    wyrm_loot_context context = {.depth = 1, .level = 1, .rooms = 2};
    wyrm_pmf *number;
    if (work->last_depth == 0 ||
        !judge_had(work, wyrm_loot_number(work->loot, &context, 1, &number, NULL)))
        return false;
    wyrm_pmf_free(number);
    varying->played = plain_of(varying, JUDGE_SIDE_LOOT, true);
    varying->plain_of[JUDGE_SIDE_LOOT] = plain_of(varying, JUDGE_SIDE_LOOT, false);
    return true;
}

static judge_trial compare_side(judge_trial_design *varying, judge_side side, bool played)
{
    base_arena arena = {0};
    gathering of = {.varying = varying, .side = side, .played = played};
    wyrm_status status = base_run(&arena, gather_outcomes, &of);
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

const judge_trying judge_trying_monsters = {begin_monsters, compare_side};
const judge_trying judge_trying_loot = {begin_loot, compare_side};

/* ---- fights: pairs ---- */

#define PAIRS_MOST 8192
#define SLOTS      (2 * PAIRS_MOST)
#define HIT_WORK   400      /* cost of one computed attack, counted in numbers noted */
#define WORK_MOST  20000000 /* limit for one trial, about a quarter of a second */

/* A combatant by the ruleset (plain) and by its copy (varied), as one side of an attack sees it. */
typedef struct hit_pair {
    wyrm_combatant plain, varied;
    const wyrm_abilities *can; /* of a monster, or NULL. Lists of blows belong to one monster, so
                                  equal pairs have equal abilities */
} hit_pair;

/* A set of pairs without duplicates. */
typedef struct hit_pairs {
    base_arena *arena;
    size_t count, room;
    hit_pair *list;
    uint16_t *slots; /* hash table: 0 if free, else the index in the list, from 1 */
} hit_pairs;

enum { PLAYERS, MONSTERS, GROUPS };
enum { ATTACKERS, DEFENDERS, SIDES };

/* Pairs of groups that a trial does not vary; made once and shared by all trials. */
struct judge_hits {
    hit_pairs plain[GROUPS][SIDES];
};

/* Which groups a value in a section may change. `levels`: it may change what levels cost or give.
 * `combat`: it may change the hits of equal combatants. */
typedef struct hit_section {
    const char *name;
    bool varies[GROUPS], levels, combat;
} hit_section;

static const hit_section sections[] = {
    {"combat", {true, true}, false, true},     {"growth", {true, true}, true, false},
    {"player", {true, false}, false, false},   {"weapons", {true, false}, false, false},
    {"armors", {true, false}, false, false},   {"variants", {false, true}, false, false},
    {"monsters", {false, true}, false, false}, {NULL, {true, true}, true, false}};

typedef struct hit_trial {
    judge_trial_design *varying;
    const judge_work *plain;
    const hit_section *section; /* with the varied value */
    judge_work varied;          /* models made from the varied copy */
    const hit_pairs *sets[GROUPS];
    size_t stat_count, most;
    bool differs, too_many;
    const wyrm_value *gear; /* map whose piece number `piece` is varied; NULL: no gear is */
    size_t piece;
    /* What make() is filling: the side, the set, and the models of the varied combatants. */
    wyrm_stat_side side;
    hit_pairs *out;
    const judge_work *with;
} hit_trial;

/* ---- fights: sets of pairs ---- */

static bool is_same(const hit_trial *trial, const wyrm_combatant *a, const wyrm_combatant *b)
{
    return a->level == b->level && a->attacks == b->attacks &&
           memcmp(a->stats, b->stats, trial->stat_count * sizeof *a->stats) == 0;
}

static uint64_t hash_of(const hit_trial *trial, uint64_t hash, const wyrm_combatant *combatant)
{
    for (size_t i = 0; i < trial->stat_count; i++) {
        uint64_t word;
        memcpy(&word, &combatant->stats[i], sizeof word);
        hash = (hash ^ word ^ (hash >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash + (uint64_t)combatant->level + (uint64_t)combatant->attacks * 31;
}

static bool is_as_quick(const hit_trial *trial, const hit_pair *pair)
{
    const wyrm_ratio one = wyrm_combat_duration(trial->plain->combat, &pair->plain);
    const wyrm_ratio other = wyrm_combat_duration(trial->with->combat, &pair->varied);
    return one.numerator == other.numerator && one.denominator == other.denominator;
}

/* Adds a pair unless it is known, with the stats that this side does not read reset to defaults. */
static void add_pair(hit_trial *trial, hit_pair pair)
{
    const wyrm_stat *stats = wyrm_combat_stats(trial->plain->combat);
    hit_pairs *out = trial->out;
    trial->differs = trial->differs || !is_as_quick(trial, &pair);
    for (size_t i = 0; i < trial->stat_count; i++)
        if (stats[i].side != WYRM_STAT_BOTH && stats[i].side != trial->side)
            pair.plain.stats[i] = pair.varied.stats[i] = stats[i].default_value;
    uint64_t hash = hash_of(trial, hash_of(trial, 1, &pair.plain), &pair.varied);
    size_t at = (size_t)(hash ^ (hash >> 32)) % SLOTS;
    for (; out->slots[at] != 0; at = (at + 1) % SLOTS) {
        const hit_pair *there = &out->list[out->slots[at] - 1];
        if (is_same(trial, &there->plain, &pair.plain) &&
            is_same(trial, &there->varied, &pair.varied))
            return;
    }
    trial->too_many = trial->too_many || out->count == PAIRS_MOST;
    if (trial->too_many)
        return;
    out->list = base_grow(out->arena, out->list, out->count, &out->room, sizeof *out->list);
    out->list[out->count] = pair;
    out->slots[at] = (uint16_t)++out->count;
}

/* Adds a combatant without gear. Its body is compared at once, since no attack shows it. */
static void add_body(hit_trial *trial, const hit_pair *pair)
{
    const wyrm_combatant *a = &pair->plain, *b = &pair->varied;
    trial->differs = trial->differs || a->hp != b->hp || a->max_hp != b->max_hp ||
                     a->hp_amount != b->hp_amount || a->regeneration != b->regeneration;
    add_pair(trial, *pair);
}

/* ---- fights: who fights ---- */

/* Whether two pieces of gear exclude each other. */
static bool exclude_each_other(wyrm_role role, const wyrm_value *gear, size_t one, size_t other)
{
    return one == other || role == WYRM_ROLE_WEAPON ||
           wyrm_roster_clash(wyrm_value_item(gear, one), wyrm_value_item(gear, other));
}

/* Adds each pair so far with each piece that excludes piece `first` put on; the pairs without it
 * stay. If one of these pieces is varied, only that one is put on: the others would show
 * nothing. */
static void put_on(hit_trial *trial, wyrm_role role, const wyrm_value *gear,
                   const wyrm_value *varied, size_t first)
{
    size_t before = trial->out->count;
    for (size_t piece = first; piece < wyrm_value_count(gear); piece++) {
        bool here = gear == trial->gear, is_it = here && piece == trial->piece;
        if (!exclude_each_other(role, gear, first, piece) ||
            (here && !is_it && exclude_each_other(role, gear, piece, trial->piece)))
            continue;
        for (size_t i = 0; i < before; i++) {
            hit_pair pair = trial->out->list[i];
            wyrm_combat_equip(trial->plain->combat, role, wyrm_value_item(gear, piece),
                              &pair.plain);
            wyrm_combat_equip(trial->with->combat, role, wyrm_value_item(varied, piece),
                              &pair.varied);
            wyrm_combat_fit(trial->plain->combat, &pair.plain);
            wyrm_combat_fit(trial->with->combat, &pair.varied);
            add_pair(trial, pair);
        }
    }
}

/* Adds the players: without gear at each level and after each choice at a level-up, then with gear
 * by curve at the player's level, or piece by piece. Impossible outfits are not excluded: they can
 * only show a difference too many. */
static void add_players(hit_trial *trial)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } gear[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    const judge_work *plain = trial->plain;
    const wyrm_choice *choices;
    const wyrm_curve *curves;
    size_t choice_count = wyrm_growth_choices(plain->growth, &choices);
    size_t curve_count = wyrm_growth_curves(plain->growth, &curves);
    hit_pair pair = {.can = NULL};
    for (int32_t level = 1; level <= trial->varying->levels; level++) {
        wyrm_roster_start(plain->roster, level, &pair.plain);
        wyrm_roster_start(trial->with->roster, level, &pair.varied);
        add_body(trial, &pair);
    }
    for (size_t i = 0; i < choice_count; i++) {
        wyrm_roster_start(plain->roster, 1, &pair.plain);
        wyrm_roster_start(trial->with->roster, 1, &pair.varied);
        wyrm_growth_choose(plain->growth, i, &pair.plain);
        wyrm_growth_choose(trial->with->growth, i, &pair.varied);
        add_body(trial, &pair);
    }
    for (int g = 0; g < 2; g++) {
        const wyrm_value *map = wyrm_ruleset_find(plain->ruleset, gear[g].section);
        const wyrm_value *varied = wyrm_ruleset_find(trial->with->ruleset, gear[g].section);
        bool by_curve = false;
        for (size_t i = 0; i < curve_count; i++)
            by_curve = by_curve || curves[i].role == gear[g].role;
        for (size_t i = 0, before = trial->out->count; by_curve && i < before; i++) {
            pair = trial->out->list[i];
            wyrm_growth_equip(plain->growth, gear[g].role, pair.plain.level, &pair.plain);
            wyrm_growth_equip(trial->with->growth, gear[g].role, pair.varied.level, &pair.varied);
            add_pair(trial, pair);
        }
        for (size_t i = 0; !by_curve && i < wyrm_value_count(map); i++) {
            size_t first = 0;
            while (!exclude_each_other(gear[g].role, map, first, i))
                first++;
            if (first == i)
                put_on(trial, gear[g].role, map, varied, i);
        }
    }
}

/* Adds the monster of that name, or all that come if "", at every depth and in every variant. */
static void add_monsters(hit_trial *trial, const char *only)
{
    const wyrm_roster *roster = trial->plain->roster;
    int variants = (int)wyrm_roster_variants(roster);
    for (int32_t m = 0; (size_t)m < trial->plain->monsters; m++) {
        if (only[0] == '\0' ? !trial->plain->presence.monsters[m]
                            : strcmp(wyrm_roster_monster(roster, m)->name, only) != 0)
            continue;
        for (int variant = WYRM_VARIANT_NONE; variant < variants; variant++)
            for (int32_t step = 1; step <= trial->varying->steps; step++) {
                hit_pair pair = {.can = wyrm_roster_monster(roster, m)->abilities};
                wyrm_roster_spawn(roster, m, step, variant, &pair.plain);
                wyrm_roster_spawn(trial->with->roster, m, step, variant, &pair.varied);
                pair.plain.level = pair.varied.level = 0;
                add_body(trial, &pair);
            }
    }
}

/* Fills both sides of a group; with plain models only, if the section does not vary the group. */
static void make(hit_trial *trial, base_arena *arena, int who, hit_pairs made[SIDES])
{
    judge_trial_design *varying = trial->varying;
    bool varies = trial->section->varies[who];
    trial->with = varies ? &trial->varied : trial->plain;
    trial->sets[who] = made;
    for (int side = 0; side < SIDES; side++) {
        trial->side = side == ATTACKERS ? WYRM_STAT_ATTACKER : WYRM_STAT_DEFENDER;
        trial->out = &made[side];
        *trial->out = (hit_pairs){.arena = arena, .slots = base_array(arena, uint16_t, SLOTS)};
        if (who == PLAYERS)
            add_players(trial);
        else
            add_monsters(
                trial, varies && strcmp(varying->section, "monsters") == 0 ? varying->entity : "");
        varying->spent += trial->out->count;
    }
}

/* ---- fights: attacks ---- */

static bool is_same_pmf(const wyrm_pmf *a, const wyrm_pmf *b)
{
    if (wyrm_pmf_first(a) != wyrm_pmf_first(b) || wyrm_pmf_length(a) != wyrm_pmf_length(b))
        return false;
    for (size_t i = 0; i < wyrm_pmf_length(a); i++)
        if (fabs(wyrm_pmf_probabilities(a)[i] - wyrm_pmf_probabilities(b)[i]) > TOLERANCE)
            return false;
    return true;
}

/* Whether an attack has the same damage pmf in both models. Equal errors are no difference, as a
 * model may not know this kind of attack. */
static bool attack_the_same(hit_trial *trial, const wyrm_matchup *plain, const wyrm_matchup *varied)
{
    wyrm_pmf *one = NULL, *other = NULL;
    wyrm_status a = wyrm_combat_hit(trial->plain->combat, plain, &one, NULL);
    wyrm_status b = wyrm_combat_hit(trial->varied.combat, varied, &other, NULL);
    /* WYRM_ERROR_LIMIT: too expensive to compute, so it may differ */
    const bool same = a == b && a != WYRM_ERROR_LIMIT && (a != WYRM_OK || is_same_pmf(one, other));
    wyrm_pmf_free(a == WYRM_OK ? one : NULL);
    wyrm_pmf_free(b == WYRM_OK ? other : NULL);
    return same;
}

/* Finds a blow by its number; false if there is none. `comes`: the shot uses this blow. */
static bool blow_of_shot(const wyrm_combat *combat, const wyrm_combatant *shooter,
                         const wyrm_shot *shot, int32_t number, bool *comes)
{
    combat_blow_of blow;
    const bool there = combat_blow_at(combat, shooter, number, &blow);
    *comes = there && combat_shoots(shot->blow, blow.name, blow.only);
    return there;
}

/* Compares the blows that a monster shoots with, one by one as in games; for scripts, which know
 * the distance, near and far. */
static bool shoot_the_same(hit_trial *trial, const hit_pair *attacker, const hit_pair *defender)
{
    const bool knows = combat_has_script(trial->plain->combat);
    const size_t shots = attacker->can != NULL ? attacker->can->shot_count : 0;
    bool same = true, there = attacker->plain.attacks != 0;
    for (int32_t number = 1; same && there && shots > 0; number++) {
        bool shoots = false;
        there = false;
        for (size_t i = 0; i < shots; i++) {
            const wyrm_shot *shot = &attacker->can->shots[i];
            bool one, other, any;
            any = blow_of_shot(trial->plain->combat, &attacker->plain, shot, number, &one);
            any |= blow_of_shot(trial->varied.combat, &attacker->varied, shot, number, &other);
            there = there || any;
            shoots = shoots || (one && other);
            same = same && one == other;
        }
        for (int far = 0; same && shoots && far <= knows; far++) {
            wyrm_matchup plain = {
                .attacker = &attacker->plain, .defender = &defender->plain, .blow = number};
            combat_as_shot(trial->plain->combat, far ? 8 : 2, &plain);
            wyrm_matchup varied = plain;
            varied.attacker = &attacker->varied;
            varied.defender = &defender->varied;
            same = attack_the_same(trial, &plain, &varied);
            trial->varying->spent += HIT_WORK / 8;
        }
    }
    return same;
}

/* Compares attacks hand to hand, with reach, by shots and throws near and far, and off center. */
static bool hit_the_same(hit_trial *trial, const hit_pair *attacker, const hit_pair *defender)
{
    static const struct {
        wyrm_attack_kind kind;
        double distance, off_centre;
    } attacks[] = {{WYRM_ATTACK_MELEE, 1, 0},  {WYRM_ATTACK_MELEE, 2, 0},
                   {WYRM_ATTACK_FIRED, 2, 0},  {WYRM_ATTACK_FIRED, 8, 0},
                   {WYRM_ATTACK_THROWN, 2, 0}, {WYRM_ATTACK_THROWN, 8, 0},
                   {WYRM_ATTACK_FIRED, 8, 1},  {WYRM_ATTACK_THROWN, 8, 1}};
    bool same = true;
    for (size_t i = 0; same && i < COUNT_OF(attacks); i++) {
        wyrm_matchup plain = {.attacker = &attacker->plain,
                              .defender = &defender->plain,
                              .attack = attacks[i].kind,
                              .distance = attacks[i].distance,
                              .off_centre = attacks[i].off_centre};
        wyrm_matchup varied = plain;
        varied.attacker = &attacker->varied;
        varied.defender = &defender->varied;
        same = attack_the_same(trial, &plain, &varied);
    }
    trial->varying->spent += HIT_WORK;
    return same && shoot_the_same(trial, attacker, defender);
}

/* Whether the two of a pair may attack differently. Blows are stored outside the combatant, so
 * equal positions in the list of attacks do not prove equal blows. */
static bool may_differ(const hit_trial *trial, const hit_pair *pair)
{
    return trial->section->combat || pair->plain.attacks != 0 ||
           !is_same(trial, &pair->plain, &pair->varied);
}

/* Compares every attack of one set on the other that may differ, until one does. */
static void compare(hit_trial *trial, const hit_pairs *from, const hit_pairs *to)
{
    for (size_t i = 0; i < from->count; i++) {
        const hit_pair *attacker = &from->list[i];
        bool moved = may_differ(trial, attacker);
        for (size_t k = 0; k < to->count; k++) {
            const hit_pair *defender = &to->list[k];
            if (trial->differs || trial->varying->spent > trial->most)
                return;
            if (moved || !is_same(trial, &defender->plain, &defender->varied))
                trial->differs = !hit_the_same(trial, attacker, defender);
        }
    }
}

/* Compares what levels cost and restore, and the experience that monsters give. */
static bool levels_are_same(const hit_trial *trial)
{
    const judge_work *const sides[] = {trial->plain, &trial->varied};
    bool same = true;
    for (int32_t level = 1; same && level <= trial->varying->levels; level++) {
        uint64_t seen[2][4];
        for (int i = 0; i < 2; i++) {
            const wyrm_growth *growth = sides[i]->growth;
            wyrm_experience holder = wyrm_growth_at_level(growth, level);
            wyrm_combatant player;
            seen[i][0] = holder.next;
            wyrm_growth_award(growth, &holder, holder.next - holder.exp);
            seen[i][1] = (uint64_t)holder.level;
            wyrm_roster_start(sides[i]->roster, level, &player);
            player.hp = 1;
            wyrm_growth_new_floor(growth, &player);
            seen[i][2] = (uint64_t)player.hp;
            player.hp = 1;
            wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, level + 1, &player);
            seen[i][3] = (uint64_t)player.hp;
        }
        same = memcmp(seen[0], seen[1], sizeof seen[0]) == 0;
    }
    for (int32_t m = 0; same && (size_t)m < trial->plain->monsters; m++)
        for (int32_t step = 1; same && step <= trial->varying->steps; step++)
            same = wyrm_roster_experience(sides[0]->roster, m, step) ==
                   wyrm_roster_experience(sides[1]->roster, m, step);
    for (int32_t m = 0; same && (size_t)m < trial->plain->monsters; m++) {
        const wyrm_amount *one = wyrm_roster_experience_roll(sides[0]->roster, m);
        const wyrm_amount *other = wyrm_roster_experience_roll(sides[1]->roster, m);
        same = one && other ? strcmp(wyrm_amount_text(one), wyrm_amount_text(other)) == 0
                            : one == other;
    }
    return same;
}

/* Compares the threat of the monsters that come. Where it is derived from their stats, it is that
 * of an attack on the defaults of combat, which no fight needs to have. */
static bool threat_is_same(base_arena *arena, const hit_trial *trial)
{
    const judge_work *plain = trial->plain, *varied = &trial->varied;
    wyrm_threat *threat = NULL;
    if (plain->threat == NULL)
        return true;
    const wyrm_status status =
        wyrm_threat_new(varied->ruleset, varied->combat, varied->roster, &threat, NULL);
    base_keep(arena, threat, wyrm_threat_free);
    base_must(arena, status);
    for (size_t m = 0; m < plain->monsters; m++)
        if (plain->presence.monsters[m] &&
            wyrm_threat_base(plain->threat, m) != wyrm_threat_base(threat, m))
            return false;
    return true;
}

/* ---- fights: a trial ---- */

/* Makes combat, growth and roster of copy->ruleset; the arena owns them. Returns the first failure,
 * where the ruleset makes no such models. */
static wyrm_status make_fighters(base_arena *arena, judge_work *copy)
{
    wyrm_combat *combat = NULL;
    wyrm_growth *growth = NULL;
    wyrm_roster *roster = NULL;
    wyrm_status status = wyrm_combat_new(copy->ruleset, &combat, NULL);
    base_keep(arena, combat, wyrm_combat_free);
    if (status == WYRM_OK)
        status = wyrm_growth_new(copy->ruleset, combat, &growth, NULL);
    base_keep(arena, growth, wyrm_growth_free);
    if (status == WYRM_OK)
        status = wyrm_roster_new(copy->ruleset, combat, growth, &roster, NULL);
    base_keep(arena, roster, wyrm_roster_free);
    copy->combat = combat;
    copy->growth = growth;
    copy->roster = roster;
    return status;
}

/* The job of one trial: makes the varied pairs and compares levels and attacks. */
static void try_fights(base_arena *arena, void *context)
{
    hit_trial *trial = context;
    const char *section = trial->varying->section;
    const wyrm_value *map = wyrm_ruleset_find(trial->plain->ruleset, section);
    trial->varied = trial->varying->copy;
    base_must(arena, make_fighters(arena, &trial->varied));
    /* Combatants that are not varied were made by the plain models; their amounts are needed,
     * too. */
    base_must(arena, combat_know_amounts(trial->varied.combat, trial->plain->combat));
    if (strcmp(section, "weapons") == 0 || strcmp(section, "armors") == 0) {
        trial->gear = map;
        while (strcmp(wyrm_value_key(map, trial->piece), trial->varying->entity) != 0)
            trial->piece++;
    }
    for (int who = 0; who < GROUPS; who++)
        if (trial->section->varies[who])
            make(trial, arena, who, base_array(arena, hit_pairs, SIDES));
    const hit_pairs *players = trial->sets[PLAYERS], *monsters = trial->sets[MONSTERS];
    if (!trial->differs && trial->section->levels)
        trial->differs = !levels_are_same(trial);
    if (!trial->differs)
        trial->differs = !threat_is_same(arena, trial);
    if (!trial->too_many) {
        compare(trial, &players[ATTACKERS], &monsters[DEFENDERS]);
        compare(trial, &monsters[ATTACKERS], &players[DEFENDERS]);
    }
}

/* Needs a ruleset in which a player fights monsters. The fighters of the copy made here also serve
 * trials of the other sides, whose values do not change fighters. */
static bool begin_fights(judge_trial_design *varying)
{
    base_arena *arena = varying->work->arena;
    if (!judge_has(varying->work, WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER | WYRM_SYSTEM_MONSTERS))
        return false;
    wyrm_status status = make_fighters(arena, &varying->copy);
    if (status != WYRM_OK)
        base_refuse(arena, status, "%s", wyrm_status_text(status));
    return true;
}

static judge_trial hold_fights(judge_trial_design *varying, judge_side side, bool played)
{
    (void)side;
    (void)played;
    base_arena *arena = varying->work->arena;
    hit_trial trial = {.varying = varying,
                       .plain = varying->work,
                       .section = sections,
                       .most = varying->spent + WORK_MOST};
    if (varying->hits == NULL)
        varying->hits = base_new(arena, struct judge_hits);
    while (trial.section->name != NULL && strcmp(trial.section->name, varying->section) != 0)
        trial.section++;
    while (wyrm_combat_stats(trial.plain->combat)[trial.stat_count].name != NULL)
        trial.stat_count++;
    /* Pairs that are not varied are made first, in the arena that outlives the trial. */
    for (int who = 0; who < GROUPS; who++) {
        trial.sets[who] = varying->hits->plain[who];
        if (!trial.section->varies[who] && varying->hits->plain[who]->slots == NULL)
            make(&trial, arena, who, varying->hits->plain[who]);
    }
    wyrm_status status = base_do(try_fights, &trial, NULL);
    if (status == WYRM_ERROR_MEMORY)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    return status != WYRM_OK                               ? TRIAL_NONE
           : trial.differs                                 ? TRIAL_OTHER
           : trial.too_many || varying->spent > trial.most ? TRIAL_TOO_LONG
                                                           : TRIAL_SAME;
}

const judge_trying judge_trying_fights = {begin_fights, hold_fights};
