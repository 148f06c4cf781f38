/* Figures of a comparison: fights, and what they cost at every depth or level. */
#include "judge/comparing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static wyrm_status fight(const wyrm_design *design, const wyrm_combatant *player,
                         const wyrm_combatant *monster, wyrm_duel *out, wyrm_error *error)
{
    wyrm_status status =
        wyrm_design_duel(design, player, monster, WYRM_SUBJECT_FIRST, out, NULL, error);
    if (status != WYRM_OK && !wyrm_compare_is_fatal(status)) {
        *out = (wyrm_duel){.p_win = NAN, .p_lose = NAN, .turns_mean = NAN, .hp_left_mean = NAN};
        return WYRM_OK;
    }
    return status;
}

wyrm_status wyrm_fight_cost(const wyrm_design *design, const wyrm_combatant *player,
                            const wyrm_combatant *monster, double *lost, double *death,
                            wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_status status =
        wyrm_design_duel(design, player, monster, WYRM_SUBJECT_FIRST, &duel, NULL, error);
    bool fought = status == WYRM_OK;
    /* hp_left_mean is of the fights that end. */
    double finished = fought ? duel.p_win + duel.p_lose : 0;
    double left = finished > 0 ? finished * duel.hp_left_mean / (double)player->hp : 0;
    *lost = fought ? fmin(1, fmax(0, 1 - left)) : (double)NAN;
    if (death != NULL)
        *death = fought ? fmin(1, fmax(0, 1 - duel.p_win)) : (double)NAN;
    return status;
}

static wyrm_status mean_hit(const wyrm_design *design, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender, double *out, wyrm_error *error)
{
    wyrm_pmf *damage;
    *out = NAN;
    wyrm_status status = wyrm_design_hit(design, attacker, defender, &damage, error);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    *out = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return WYRM_OK;
}

static wyrm_status add_fight(compare_work *work, const wyrm_combatant *player,
                             const wyrm_combatant *monster, wyrm_error *error)
{
    wyrm_duel duel;
    double dealt, taken;
    wyrm_status status = fight(work->design, player, monster, &duel, error);
    if (status == WYRM_OK)
        status = mean_hit(work->design, player, monster, &dealt, error);
    if (status == WYRM_OK)
        status = mean_hit(work->design, monster, player, &taken, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "damage_dealt", "hit points", dealt, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "damage_taken", "hit points", taken, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "win_chance", "share", duel.p_win, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "duel_turns", "turns", duel.turns_mean, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "hp_left", "share", duel.hp_left_mean / (double)player->hp,
                                  error);
    return status;
}

/* Equals of every level, with gear of that level. */
static wyrm_status fight_levels(compare_work *work, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    work->of = "player against a monster of its level";
    for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++) {
        char text[32];
        wyrm_reference reference;
        wyrm_combatant monster;
        snprintf(text, sizeof text, "monster@%d", (int)work->at);
        wyrm_status status = wyrm_design_reference(work->design, work->at, &reference, error);
        if (status == WYRM_OK)
            status = wyrm_roster_combatant(roster, text, &monster, error);
        if (status == WYRM_OK)
            status = add_fight(work, &reference.player, &monster, error);
        if (wyrm_compare_is_fatal(status))
            return status;
    }
    return WYRM_OK;
}

wyrm_status wyrm_compare_gather_duels(compare_work *work, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    work->axis = "level";
    if (wyrm_compare_has_curves(work->design))
        return fight_levels(work, error);
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        char of[96];
        wyrm_combatant player, monster;
        const wyrm_monster *row = wyrm_roster_monster(roster, m);
        snprintf(of, sizeof of, "player against %s", row->name);
        work->of = of;
        wyrm_roster_spawn(roster, m, row->level > 0 ? row->level : 1, WYRM_VARIANT_NONE, &monster);
        for (work->at = 1; work->at <= COMPARE_CHOICE_LEVELS; work->at++) {
            wyrm_roster_start(roster, work->at, &player);
            wyrm_status status = add_fight(work, &player, &monster, error);
            if (status != WYRM_OK)
                return status;
        }
    }
    return WYRM_OK;
}

static wyrm_status cost_of(const wyrm_design *design, int32_t place, const wyrm_combatant *monster,
                           double *out, wyrm_error *error)
{
    wyrm_reference reference;
    *out = 0;
    wyrm_status status = wyrm_design_reference(design, place, &reference, error);
    if (status == WYRM_OK)
        status = wyrm_fight_cost(design, &reference.player, monster, out, NULL, error);
    return status;
}

/* What a fight costs at a depth: the mean over who comes. */
static wyrm_status mean_cost(const compare_work *work, const wyrm_rooms *rooms, wyrm_estimate *out,
                             wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    size_t kinds = wyrm_roster_count(roster);
    wyrm_estimate *shares = calloc(kinds + 1, sizeof *shares);
    double margin = 0;
    *out = (wyrm_estimate){0};
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
    wyrm_status status = wyrm_rooms_kinds(rooms, shares, error);
    for (size_t k = 0; status == WYRM_OK && k < kinds; k++) {
        wyrm_combatant monster;
        double cost;
        if (!(shares[k].value > 0))
            continue;
        wyrm_roster_spawn(roster, k, work->at, WYRM_VARIANT_NONE, &monster);
        status = cost_of(work->design, work->at, &monster, &cost, error);
        if (status != WYRM_OK)
            break;
        out->value += shares[k].value * cost;
        margin += wyrm_compare_margin(&shares[k]) * cost;
    }
    out->sampled = margin > 0;
    out->ci95 = (wyrm_interval){out->value - margin, out->value + margin};
    free(shares);
    return status;
}

/* One depth: what a fight costs there, and what a room does. */
static wyrm_status add_depth(compare_work *work, wyrm_error *error)
{
    const wyrm_rooms rooms = {.design = work->design, .depth = work->at, .seed = COMPARE_SEED};
    wyrm_estimate monsters, fight, room;
    wyrm_status status = wyrm_rooms_monsters(&rooms, NULL, &monsters, error);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    /* Where nobody comes at a depth a room costs nothing; nor where a fight cannot be had. */
    status = mean_cost(work, &rooms, &fight, error);
    if (wyrm_compare_is_fatal(status))
        return status;
    double value = monsters.value * fight.value;
    double margin =
        monsters.value * wyrm_compare_margin(&fight) + fight.value * wyrm_compare_margin(&monsters);
    room = (wyrm_estimate){.value = value,
                           .sampled = monsters.sampled || fight.sampled,
                           .ci95 = {value - margin, value + margin}};
    status = wyrm_compare_add_estimate(work, "fight_cost", "share", &fight, error);
    return status == WYRM_OK ? wyrm_compare_add_estimate(work, "room_cost", "share", &room, error)
                             : status;
}

static wyrm_status add_tracker_level(compare_work *work, wyrm_error *error)
{
    wyrm_pmf *levels;
    double sum = 0;
    wyrm_status status = wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                       work->at, &levels, error);
    for (size_t i = 0; status == WYRM_OK && i < wyrm_pmf_length(levels); i++) {
        char text[32];
        wyrm_combatant monster = {.hp = 0}; /* no fight */
        double cost;
        if (!(wyrm_pmf_probabilities(levels)[i] > 0))
            continue;
        snprintf(text, sizeof text, "monster@%lld",
                 (long long)wyrm_pmf_first(levels) + (long long)i);
        if (wyrm_roster_combatant(wyrm_design_roster(work->design), text, &monster, NULL) !=
            WYRM_OK)
            monster = (wyrm_combatant){.hp = 0};
        status = cost_of(work->design, work->at, &monster, &cost, error);
        sum += status == WYRM_OK ? wyrm_pmf_probabilities(levels)[i] * cost : 0;
    }
    wyrm_pmf_free(levels);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    return wyrm_compare_add(work, "fight_cost", "share", sum, error);
}

wyrm_status wyrm_compare_gather_cost(compare_work *work, wyrm_error *error)
{
    bool tracks = wyrm_encounter_tracks(wyrm_design_encounter(work->design));
    int32_t last = tracks ? COMPARE_CURVE_LEVELS
                          : wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    last = last < COMPARE_DEPTHS_MAX ? last : COMPARE_DEPTHS_MAX;
    work->of = "reference player";
    work->axis = tracks ? "tracker" : "depth";
    for (work->at = 1; work->at <= last; work->at++) {
        wyrm_status status = tracks ? add_tracker_level(work, error) : add_depth(work, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}
