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

static wyrm_status out_of_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

static bool note(judge_outcomes *outcomes, double value)
{
    if (outcomes->count == outcomes->room) {
        size_t room = outcomes->room > 0 ? 2 * outcomes->room : 1024;
        double *values = base_resize(outcomes->values, room * sizeof *values);
        if (values == NULL)
            return false;
        outcomes->values = values;
        outcomes->room = room;
    }
    outcomes->values[outcomes->count++] = value;
    return true;
}

/* Takes the pmf over; the status is that of the function that made it. Where there is none to
 * make at a depth that is an outcome as well. */
static wyrm_status note_pmf(judge_outcomes *outcomes, wyrm_status made, wyrm_pmf *pmf,
                            wyrm_error *error)
{
    bool enough = true;
    if (made == WYRM_ERROR_MEMORY)
        return made;
    if (made != WYRM_OK)
        return note(outcomes, -1) ? WYRM_OK : out_of_memory(error);
    enough =
        note(outcomes, (double)wyrm_pmf_first(pmf)) && note(outcomes, (double)wyrm_pmf_length(pmf));
    for (size_t i = 0; enough && i < wyrm_pmf_length(pmf); i++)
        enough = note(outcomes, wyrm_pmf_probabilities(pmf)[i]);
    wyrm_pmf_free(pmf);
    return enough ? WYRM_OK : out_of_memory(error);
}

/* ---- monsters ---- */

static bool comes_ever(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth)
{
    for (int32_t depth = 1; depth <= last_depth; depth++)
        if (wyrm_judge_role_comes(plans, role, depth))
            return true;
    return false;
}

static wyrm_status note_plan(const wyrm_role_plans *plans, wyrm_room_role role, int32_t last_depth,
                             judge_outcomes *out, wyrm_error *error)
{
    bool enough = true;
    if (plans == NULL || !comes_ever(plans, role, last_depth))
        return note(out, 0) ? WYRM_OK : out_of_memory(error);
    const wyrm_role_plan *plan = &plans->plans[role];
    const wyrm_room_rule *rule = &plans->rules.rules[role];
    for (int32_t depth = 1; enough && depth <= last_depth; depth++)
        enough = note(out, wyrm_judge_role_comes(plans, role, depth)) &&
                 note(out, wyrm_value_at_depth(plan->chance, depth));
    const double rest[] = {
        plan->monsters.least, plan->monsters.most, plan->least_rooms, plan->in_last,
        rule->budget,         rule->minibosses,    rule->bosses,      rule->pity,
    };
    for (size_t i = 0; enough && i < sizeof rest / sizeof rest[0]; i++)
        enough = note(out, rest[i]);
    return enough ? WYRM_OK : out_of_memory(error);
}

static bool note_threat(const judge_varying *varying, const wyrm_encounter *encounter,
                        const wyrm_threat *threat, judge_outcomes *out)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(encounter);
    bool enough = true;
    for (int32_t depth = 1; enough && depth <= varying->last_depth; depth++) {
        wyrm_interval room = wyrm_threat_room_budget(threat, depth);
        wyrm_interval floor_budget = wyrm_threat_floor_budget(threat, depth);
        enough = note(out, room.low) && note(out, room.high) && note(out, floor_budget.low) &&
                 note(out, floor_budget.high);
    }
    bool elites = plans != NULL && plans->plans[WYRM_ROOM_TREASURE].variant[0] != '\0' &&
                  comes_ever(plans, WYRM_ROOM_TREASURE, varying->last_depth);
    bool *comes = base_zeroed(wyrm_roster_count(varying->roster) + 1, sizeof *comes);
    if (comes == NULL)
        return false;
    wyrm_judge_monsters_that_come(encounter, varying->roster, varying->last_depth, comes);
    for (size_t m = 0; enough && m < wyrm_roster_count(varying->roster); m++)
        for (int32_t depth = 1; enough && comes[m] && depth <= varying->last_depth; depth++)
            enough = note(out, wyrm_threat_at(threat, m, depth, false)) &&
                     (!elites || note(out, wyrm_threat_at(threat, m, depth, true)));
    wyrm_free(comes);
    return enough;
}

static wyrm_status note_depth(const wyrm_encounter *encounter, int32_t depth, bool has_threat,
                              judge_outcomes *out, wyrm_error *error)
{
    wyrm_pmf *pmf;
    double unit = 0;
    wyrm_status made = wyrm_encounter_room_monsters(encounter, depth, &pmf, error);
    bool empty = made == WYRM_OK && wyrm_pmf_last(pmf) == 0;
    wyrm_status status = note_pmf(out, made, pmf, error);
    if (status == WYRM_OK && !empty) {
        made = wyrm_encounter_monster_kinds(encounter, depth, &pmf, error);
        status = note_pmf(out, made, pmf, error);
    }
    if (status != WYRM_OK || !has_threat)
        return status;
    made = wyrm_encounter_room_threat(encounter, depth, &unit, &pmf, error);
    status = note_pmf(out, made, pmf, error);
    return status == WYRM_OK && !note(out, unit) ? out_of_memory(error) : status;
}

/* The levels of monsters by that of a tracker: the rest of what it does no function tells. */
static wyrm_status note_tracker(const wyrm_encounter *encounter, judge_outcomes *out,
                                wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (int32_t level = 1; status == WYRM_OK && level <= LEVELS; level++) {
        wyrm_pmf *levels;
        wyrm_status made = wyrm_encounter_monster_levels(encounter, level, &levels, error);
        status = note_pmf(out, made, levels, error);
    }
    return status;
}

static wyrm_status gather_monsters(const judge_varying *varying, judge_outcomes *out, bool *sense,
                                   wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_vary_ruleset(varying->variation);
    wyrm_threat *threat = NULL;
    wyrm_encounter *encounter = NULL;
    wyrm_status status = wyrm_threat_new(ruleset, varying->combat, varying->roster, &threat, NULL);
    if (status == WYRM_OK)
        status =
            wyrm_encounter_new(ruleset, varying->growth, varying->roster, threat, &encounter, NULL);
    *sense = status == WYRM_OK;
    if (status == WYRM_OK && varying->last_depth == 0) {
        status = note_tracker(encounter, out, error);
    } else if (status == WYRM_OK) {
        /* Where the player's room stays empty is drawn by nothing: what is said is what comes. */
        wyrm_room_draw draw = {.first = false};
        wyrm_encounter_room_draw(encounter, 1, &draw);
        bool enough = note(out, draw.first) && note(out, wyrm_encounter_last_depth(encounter));
        if (enough && threat != NULL)
            enough = note_threat(varying, encounter, threat, out);
        status = enough ? WYRM_OK : out_of_memory(error);
        for (int32_t depth = 1; status == WYRM_OK && depth <= varying->last_depth; depth++)
            status = note_depth(encounter, depth, threat != NULL, out, error);
        for (int role = 0; status == WYRM_OK && role < WYRM_ROOM_ROLE_COUNT; role++)
            status = note_plan(wyrm_encounter_plans(encounter), (wyrm_room_role)role,
                               varying->last_depth, out, error);
    }
    wyrm_encounter_free(encounter);
    wyrm_threat_free(threat);
    return *sense || status == WYRM_ERROR_MEMORY ? status : WYRM_OK;
}

/* ---- loot ---- */

/* What pity gives for a category and when, where it has something to give. */
static bool note_pity(const wyrm_loot *loot, const wyrm_loot_context *context, size_t band,
                      size_t category, size_t kinds, double *shares, judge_outcomes *out)
{
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(loot)->pity;
    double sum = 0;
    bool enough = true;
    if (wyrm_loot_pity_shares(loot, context, category, shares, NULL) != WYRM_OK)
        return note(out, -1);
    for (size_t k = 0; k < kinds; k++)
        sum += shares[k];
    if (!(sum > 0))
        return note(out, 0);
    for (size_t k = 0; enough && k < kinds; k++)
        enough = note(out, shares[k]);
    return enough && note(out, pity->thresholds[band][category]) && note(out, pity->above);
}

/* The first room of a map and any other. */
static wyrm_status note_room(const wyrm_loot *loot, const wyrm_loot_context *context,
                             judge_outcomes *out, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (int32_t room = 0; status == WYRM_OK && room <= 1; room++) {
        wyrm_pmf *number;
        wyrm_status made = wyrm_loot_number(loot, context, room, &number, error);
        status = note_pmf(out, made, number, error);
    }
    return status;
}

static wyrm_status note_items(const judge_varying *varying, const wyrm_loot *loot, int32_t depth,
                              bool played, size_t kinds, double *shares, judge_outcomes *out,
                              wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_vary_ruleset(varying->variation);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    wyrm_status status = WYRM_OK;
    int32_t modes = played ? 0 : (int32_t)facts->mode_count;
    bool enough = true;
    for (int role = 0; status == WYRM_OK && role < WYRM_ROOM_ROLE_COUNT; role++) {
        if (!wyrm_judge_role_comes(varying->plans, (wyrm_room_role)role, depth))
            continue;
        context.kind.role = (wyrm_room_role)role;
        for (context.mode = 0; status == WYRM_OK && context.mode <= modes; context.mode++)
            status = note_room(loot, &context, out, error);
    }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    if (status == WYRM_OK)
        status = wyrm_loot_shares(loot, &context, shares, error);
    for (size_t k = 0; status == WYRM_OK && enough && k < kinds; k++)
        enough = note(out, shares[k]);
    wyrm_bands bands = {0};
    if (status == WYRM_OK && facts->pity != NULL)
        status = wyrm_bands_read(ruleset, &bands, NULL);
    size_t band = wyrm_bands_at(&bands, depth);
    for (size_t c = 0; status == WYRM_OK && enough && facts->pity != NULL && c < facts->pity->count;
         c++)
        enough = note_pity(loot, &context, band, c, kinds, shares, out);
    return status == WYRM_OK && !enough ? out_of_memory(error) : status;
}

static wyrm_status gather_loot(const judge_varying *varying, bool played, judge_outcomes *out,
                               bool *sense, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_vary_ruleset(varying->variation);
    wyrm_loot *loot = NULL;
    wyrm_status status = wyrm_loot_new(ruleset, &loot, NULL);
    *sense = status == WYRM_OK;
    if (!*sense)
        return status == WYRM_ERROR_MEMORY ? out_of_memory(error) : WYRM_OK;
    const wyrm_item_kind *rows;
    size_t kinds = wyrm_loot_kinds(loot, &rows);
    double *shares = base_zeroed(kinds + 1, sizeof *shares);
    status = shares != NULL && note(out, (double)wyrm_loot_facts_of(loot)->mode)
                 ? WYRM_OK
                 : out_of_memory(error);
    for (int32_t depth = 1; status == WYRM_OK && depth <= varying->last_depth; depth++)
        status = note_items(varying, loot, depth, played, kinds, shares, out, error);
    wyrm_free(shares);
    wyrm_loot_free(loot);
    return status;
}

/* ---- varying ---- */

static wyrm_status gather(const judge_varying *varying, judge_side side, bool played,
                          judge_outcomes *out, bool *sense, wyrm_error *error)
{
    out->count = 0;
    *sense = false;
    return side == JUDGE_SIDE_MONSTERS ? gather_monsters(varying, out, sense, error)
                                       : gather_loot(varying, played, out, sense, error);
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

/* Where depths are no table the monsters go up to the level that players do. */
static wyrm_status begin(const wyrm_design *design, const judge_presence *presence,
                         judge_varying *out, wyrm_error *error)
{
    bool sense;
    out->levels = highest_level(design, out->last_depth);
    out->steps = out->last_depth > 0 ? out->last_depth : out->levels;
    out->comes = base_zeroed(presence->monster_count + 1, sizeof *out->comes);
    if (out->comes == NULL)
        return out_of_memory(error);
    memcpy(out->comes, presence->monsters, presence->monster_count * sizeof *out->comes);
    wyrm_status status = wyrm_vary_new(wyrm_design_ruleset(design), &out->variation, error);
    if (status == WYRM_OK)
        status = wyrm_judge_models(wyrm_vary_ruleset(out->variation), &out->combat, &out->growth,
                                   &out->roster);
    out->has_side[JUDGE_SIDE_FIGHTS] = true;
    out->has_side[JUDGE_SIDE_MONSTERS] =
        out->last_depth > 0 || wyrm_encounter_tracks(wyrm_design_encounter(design));
    out->has_side[JUDGE_SIDE_LOOT] = out->last_depth > 0 && tells_loot(design);
    for (int side = JUDGE_SIDE_MONSTERS; status == WYRM_OK && side < JUDGE_SIDES; side++)
        if (out->has_side[side])
            status = gather(out, (judge_side)side, false, &out->plain_of[side], &sense, error);
    if (status == WYRM_OK && out->has_side[JUDGE_SIDE_LOOT])
        status = gather(out, JUDGE_SIDE_LOOT, true, &out->played, &sense, error);
    return status;
}

wyrm_status wyrm_judge_varying_begin(const wyrm_design *design, const judge_presence *presence,
                                     judge_varying *out, wyrm_error *error)
{
    *out = (judge_varying){.plain = {.ruleset = wyrm_design_ruleset(design),
                                     .combat = wyrm_design_combat(design),
                                     .growth = wyrm_design_growth(design),
                                     .roster = wyrm_design_roster(design)},
                           .last_depth = presence->last_depth,
                           .plans = wyrm_encounter_plans(wyrm_design_encounter(design))};
    wyrm_status status = begin(design, presence, out, error);
    return status == WYRM_OK || status == WYRM_ERROR_MEMORY
               ? status
               : wyrm_fail(error, status, "the ruleset cannot be copied");
}

void wyrm_judge_varying_release(judge_varying *varying)
{
    for (int side = 0; side < JUDGE_SIDES; side++)
        wyrm_free(varying->plain_of[side].values);
    wyrm_free(varying->played.values);
    wyrm_free(varying->trial.values);
    wyrm_free(varying->comes);
    wyrm_judge_hits_release(varying);
    wyrm_roster_free(varying->roster);
    wyrm_growth_free(varying->growth);
    wyrm_combat_free(varying->combat);
    wyrm_vary_free(varying->variation);
    *varying = (judge_varying){0};
}

static bool are_same(const judge_outcomes *a, const judge_outcomes *b)
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

wyrm_status wyrm_judge_varying_compare(judge_varying *varying, judge_side side, bool played,
                                       judge_trial *out, wyrm_error *error)
{
    bool sense;
    if (side == JUDGE_SIDE_FIGHTS)
        return wyrm_judge_hits_compare(varying, out, error);
    const judge_outcomes *plain =
        played && side == JUDGE_SIDE_LOOT ? &varying->played : &varying->plain_of[side];
    wyrm_status status = gather(varying, side, played, &varying->trial, &sense, error);
    varying->work += varying->trial.count;
    *out = !sense                             ? JUDGE_TRIAL_NONE
           : are_same(plain, &varying->trial) ? JUDGE_TRIAL_SAME
                                              : JUDGE_TRIAL_OTHER;
    return status;
}
