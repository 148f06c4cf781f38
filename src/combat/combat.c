/* The combat of a ruleset: the chosen model behind the checks that all models share.
 * A model is one file and one line in the table below. It says what an attack does as a
 * distribution (wyrm_combat_model.hit); whoever rolls an attack draws from that distribution, so
 * the game and the exact answers cannot differ.
 */
#include "combat/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ruleset/internal.h"

/* The table of combat models: a new one is a file, a line in internal.h and a line here. */

const wyrm_model *const wyrm_combat_model_table[] = {
    &wyrm_combat_ratio.model,
    &wyrm_combat_accuracy.model,
    &wyrm_combat_subtract.model,
    &wyrm_combat_momentum.model,
    NULL,
};

struct wyrm_combat {
    const wyrm_combat_model *model;
    void *state;
    const wyrm_value *section; /* the model's parameters are in it */
};

wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "combat", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_combat *combat = chosen.system;
    combat->model = chosen.model;
    combat->section = chosen.section;
    status = combat->model->make(ruleset, chosen.section, &combat->state, errors);
    if (status != WYRM_OK) {
        wyrm_free(combat);
        return status;
    }
    *out = combat;
    return WYRM_OK;
}

void wyrm_combat_free(wyrm_combat *combat)
{
    if (!combat)
        return;
    wyrm_free(combat->state);
    wyrm_free(combat);
}

const char *wyrm_combat_name(const wyrm_combat *combat)
{
    return combat->model->model.name;
}

const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size)
{
    return combat->model->idle != NULL ? combat->model->idle(combat->section, why, size) : NULL;
}

const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat)
{
    return combat->model->stats;
}

int wyrm_combat_stat(const wyrm_combat *combat, const char *name)
{
    for (int i = 0; combat->model->stats[i].name; i++)
        if (strcmp(combat->model->stats[i].name, name) == 0)
            return i;
    return -1;
}

wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name)
{
    wyrm_combatant combatant = {.level = 0};
    snprintf(combatant.name, sizeof combatant.name, "%s", name);
    for (int i = 0; combat->model->stats[i].name; i++)
        combatant.stats[i] = combat->model->stats[i].fallback;
    if (combat->model->blank)
        combat->model->blank(combat->state, &combatant);
    return combatant;
}

static void keep_in_range(const wyrm_combat *combat, wyrm_combatant *combatant)
{
    const wyrm_stat *stats = combat->model->stats;
    for (int i = 0; stats[i].name; i++)
        combatant->stats[i] = wyrm_stat_in_range(&stats[i], combatant->stats[i]);
}

/* The keys of a record that are stats, added or set. */
static void take_stats(const wyrm_combat *combat, const wyrm_value *record, bool add,
                       wyrm_combatant *combatant)
{
    const wyrm_stat *stats = combat->model->stats;
    for (int i = 0; stats[i].name; i++) {
        const wyrm_value *value = wyrm_value_get(record, stats[i].name);
        if (value)
            combatant->stats[i] = wyrm_value_real(value) + (add ? combatant->stats[i] : 0.0);
    }
    keep_in_range(combat, combatant);
}

void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                      wyrm_combatant *combatant)
{
    if (!record)
        return;
    const wyrm_value *hp = wyrm_value_get(record, "hp");
    const wyrm_value *regeneration = wyrm_value_get(record, "regeneration");
    if (hp)
        combatant->hp = combatant->max_hp = wyrm_whole_hp(wyrm_value_real(hp));
    if (regeneration)
        combatant->regeneration = wyrm_value_real(regeneration);
    if (!combat->model->read) {
        take_stats(combat, record, false, combatant);
        return;
    }
    combat->model->read(combat->state, record, combatant);
    keep_in_range(combat, combatant);
}

void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                       wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (!combat->model->equip) {
        take_stats(combat, record, true, combatant);
        return;
    }
    combat->model->equip(combat->state, gear, record, combatant);
    keep_in_range(combat, combatant);
}

void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record, wyrm_combatant *combatant)
{
    take_stats(combat, record, true, combatant);
}

static wyrm_status check_side(const wyrm_combat *combat, const wyrm_combatant *combatant,
                              wyrm_error *error)
{
    const wyrm_stat *stats = combat->model->stats;
    for (int i = 0; stats[i].name; i++) {
        double value = combatant->stats[i];
        if (!(value >= stats[i].least && value <= stats[i].greatest))
            return wyrm_fail(error, WYRM_ERROR_RANGE,
                             "'%s' of '%s' must be from %.15g to %.15g, found %.15g", stats[i].name,
                             combatant->name, stats[i].least, stats[i].greatest, value);
        if (stats[i].whole && value != floor(value))
            return wyrm_fail(error, WYRM_ERROR_RANGE,
                             "'%s' of '%s' must be a whole number, found %.15g", stats[i].name,
                             combatant->name, value);
    }
    return WYRM_OK;
}

static wyrm_status check_matchup(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                 wyrm_error *error)
{
    if (!matchup->attacker || !matchup->defender)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "an attack needs an attacker and a defender");
    if (!isfinite(matchup->distance) || matchup->distance < 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the distance of an attack must be a finite number of at least 0");
    if (!isfinite(matchup->off_centre) || matchup->off_centre < 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the distance from an explosion must be a finite number of at least 0");
    wyrm_status status = check_side(combat, matchup->attacker, error);
    if (status == WYRM_OK)
        status = check_side(combat, matchup->defender, error);
    return status;
}

wyrm_status wyrm_combat_hit(const wyrm_combat *combat, const wyrm_matchup *matchup,
                            wyrm_pmf **damage, wyrm_error *error)
{
    *damage = NULL;
    wyrm_status status = check_matchup(combat, matchup, error);
    if (status != WYRM_OK)
        return status;
    return combat->model->hit(combat->state, matchup, damage, error);
}

size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup, wyrm_step *steps)
{
    if (check_matchup(combat, matchup, NULL) != WYRM_OK)
        return 0;
    return combat->model->explain(combat->state, matchup, steps);
}
