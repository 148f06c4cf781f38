/* Figures of a comparison: the player, growth curves, monsters and gear. */
#include "judge/comparing.h"

#include <stdio.h>
#include <string.h>

bool wyrm_compare_has_curves(const wyrm_design *design)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    return wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "max_hp") >= 0 &&
           wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp") >= 0;
}

static wyrm_status add_combatant(compare_work *work, const wyrm_combatant *combatant,
                                 wyrm_error *error)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(work->design));
    wyrm_status status =
        wyrm_compare_add(work, "max_hp", "hit points", (double)combatant->max_hp, error);
    if (status == WYRM_OK)
        status = wyrm_compare_add(work, "regeneration", "hit points a turn",
                                  combatant->regeneration, error);
    for (size_t s = 0; status == WYRM_OK && stats[s].name != NULL; s++)
        status = wyrm_compare_add(work, stats[s].name, stats[s].unit != NULL ? stats[s].unit : "",
                                  combatant->stats[s], error);
    return status;
}

wyrm_status wyrm_compare_gather_player(compare_work *work, wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    int32_t levels =
        wyrm_compare_has_curves(work->design) ? COMPARE_CURVE_LEVELS : COMPARE_CHOICE_LEVELS;
    work->of = "player";
    work->axis = "level";
    for (work->at = 1; work->at <= levels; work->at++) {
        wyrm_combatant player;
        wyrm_roster_start(wyrm_design_roster(work->design), work->at, &player);
        wyrm_experience holder = wyrm_growth_at_level(growth, work->at);
        wyrm_status status = add_combatant(work, &player, error);
        if (status == WYRM_OK)
            status =
                wyrm_compare_add(work, "experience_step", "points", (double)holder.next, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

wyrm_status wyrm_compare_gather_curves(compare_work *work, wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(work->design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    work->axis = "level";
    for (size_t c = 0; c < count; c++) {
        if (curves[c].role == WYRM_ROLE_PLAYER)
            continue; /* the player has a group of its own */
        work->of = wyrm_role_name(curves[c].role);
        for (work->at = 1; work->at <= COMPARE_CURVE_LEVELS; work->at++) {
            wyrm_status status = wyrm_compare_add(work, curves[c].quantity, "",
                                                  wyrm_growth_at(growth, (int)c, work->at), error);
            if (status != WYRM_OK)
                return status;
        }
    }
    return WYRM_OK;
}

wyrm_status wyrm_compare_gather_monsters(compare_work *work, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(work->design);
    const wyrm_threat *threat = wyrm_design_threat(work->design);
    work->axis = "";
    work->at = 0;
    for (size_t m = 0; m < wyrm_roster_count(roster); m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        int32_t level = monster->level > 0 ? monster->level : 1;
        wyrm_combatant body;
        wyrm_roster_spawn(roster, m, level, WYRM_VARIANT_NONE, &body);
        work->of = monster->name;
        wyrm_status status = add_combatant(work, &body, error);
        if (status == WYRM_OK && monster->level > 0)
            status = wyrm_compare_add(work, "level", "", monster->level, error);
        if (status == WYRM_OK)
            status = wyrm_compare_add(work, "experience", "points",
                                      (double)wyrm_roster_experience(roster, m, level), error);
        if (status == WYRM_OK && threat != NULL)
            status = wyrm_compare_add(work, "threat", "points", wyrm_threat_base(threat, m), error);
        if (status == WYRM_OK && threat != NULL)
            status = wyrm_compare_add(work, "threat_derived", "points",
                                      wyrm_threat_derived(threat, m), error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

/* What a piece adds to every stat of a player who wears nothing else. */
static wyrm_status add_gear(compare_work *work, wyrm_role role, const wyrm_combatant *bare,
                            wyrm_error *error)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(work->design));
    wyrm_combatant worn = *bare;
    wyrm_status status =
        wyrm_roster_equip(wyrm_design_roster(work->design), role, work->of, &worn, error);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    for (size_t s = 0; status == WYRM_OK && stats[s].name != NULL; s++)
        status = wyrm_compare_add(work, stats[s].name, stats[s].unit != NULL ? stats[s].unit : "",
                                  worn.stats[s] - bare->stats[s], error);
    return status;
}

wyrm_status wyrm_compare_gather_gear(compare_work *work, wyrm_error *error)
{
    static const struct {
        wyrm_role role;
        const char *section;
    } kinds[] = {{WYRM_ROLE_WEAPON, "weapons"}, {WYRM_ROLE_ARMOR, "armors"}};
    if (wyrm_compare_has_curves(work->design))
        return WYRM_OK; /* gear goes by level: those are curves */
    wyrm_combatant bare;
    wyrm_roster_start(wyrm_design_roster(work->design), 1, &bare);
    work->axis = "";
    work->at = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const wyrm_value *map =
            wyrm_ruleset_find(wyrm_design_ruleset(work->design), kinds[k].section);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            work->of = wyrm_value_key(map, i);
            wyrm_status status = add_gear(work, kinds[k].role, &bare, error);
            if (status != WYRM_OK)
                return status;
        }
    }
    return WYRM_OK;
}
