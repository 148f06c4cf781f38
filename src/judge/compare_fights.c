/* Figures of a comparison: fights, and what they cost at every depth or level. */
#include "judge/comparing.h"

#include <math.h>
#include <stdio.h>

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

/* Mean over `values` of what fights with them cost; `monster_of` makes the opponent of a value. */
typedef void opponent_of(const wyrm_design *design, int32_t place, int64_t value,
                         wyrm_combatant *out);

static void monster_of_kind(const wyrm_design *design, int32_t depth, int64_t kind,
                            wyrm_combatant *out)
{
    wyrm_roster_spawn(wyrm_design_roster(design), (size_t)kind, depth, WYRM_VARIANT_NONE, out);
}

static void monster_of_level(const wyrm_design *design, int32_t tracker, int64_t level,
                             wyrm_combatant *out)
{
    char text[32];
    (void)tracker;
    snprintf(text, sizeof text, "monster@%lld", (long long)level);
    if (wyrm_roster_combatant(wyrm_design_roster(design), text, out, NULL) != WYRM_OK)
        *out = (wyrm_combatant){.hp = 0}; /* no fight */
}

static wyrm_status mean_cost(const wyrm_design *design, int32_t place, const wyrm_pmf *opponents,
                             opponent_of *opponent, double *out, wyrm_error *error)
{
    wyrm_reference reference;
    *out = 0;
    wyrm_status status = wyrm_design_reference(design, place, &reference, error);
    for (size_t i = 0; status == WYRM_OK && i < wyrm_pmf_length(opponents); i++) {
        double share = wyrm_pmf_probabilities(opponents)[i], cost;
        if (!(share > 0))
            continue;
        wyrm_combatant monster;
        opponent(design, place, wyrm_pmf_first(opponents) + (int64_t)i, &monster);
        status = wyrm_fight_cost(design, &reference.player, &monster, &cost, NULL, error);
        if (status == WYRM_OK)
            *out += share * cost;
    }
    return status;
}

/* One depth: what a fight costs there, and what a room does. */
static wyrm_status add_depth(compare_work *work, wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(work->design);
    wyrm_pmf *kinds, *monsters = NULL;
    double cost = 0;
    wyrm_status status = wyrm_encounter_room_monsters(encounter, work->at, &monsters, error);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    status = wyrm_encounter_monster_kinds(encounter, work->at, &kinds, error);
    if (status == WYRM_OK)
        status = mean_cost(work->design, work->at, kinds, monster_of_kind, &cost, error);
    wyrm_pmf_free(kinds);
    double rooms = wyrm_pmf_mean(monsters) * cost;
    wyrm_pmf_free(monsters);
    if (wyrm_compare_is_fatal(status))
        return status;
    /* Where nothing is drawn at a depth a room costs nothing. */
    status = wyrm_compare_add(work, "fight_cost", "share", cost, error);
    return status == WYRM_OK ? wyrm_compare_add(work, "room_cost", "share", rooms, error) : status;
}

static wyrm_status add_tracker_level(compare_work *work, wyrm_error *error)
{
    wyrm_pmf *levels;
    double cost = 0;
    wyrm_status status = wyrm_encounter_monster_levels(wyrm_design_encounter(work->design),
                                                       work->at, &levels, error);
    if (status == WYRM_OK)
        status = mean_cost(work->design, work->at, levels, monster_of_level, &cost, error);
    wyrm_pmf_free(levels);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    return wyrm_compare_add(work, "fight_cost", "share", cost, error);
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
