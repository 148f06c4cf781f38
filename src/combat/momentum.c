/* Combat by momentum (Bob and Trev: Resurrection): dexterity hits, the momentum of what strikes
 * hurts, armour takes an ever greater part of it. */
#include "combat/common.h"
#include "combat/models.h"
#include "combat/momentum_internal.h"

#include <stdlib.h>

static wyrm_status hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error)
{
    wyrm_momentum_attack attack;
    wyrm_status status = wyrm_momentum_plan(state, matchup, &attack, error);
    return status == WYRM_OK ? wyrm_momentum_damage(state, &attack, damage, error) : status;
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    return wyrm_momentum_explain(state, matchup, steps);
}

/* One row a key of a weapon's record that takes the place of what its wielder strikes with. */
static const struct {
    const char *key;
    int stat;
} weapon_keys[] = {
    {"mass", MOMENTUM_WEAPON_MASS},
    {"bludgeon", MOMENTUM_BLUDGEON},
    {"reach", MOMENTUM_REACH},
    {"bladed", MOMENTUM_BLADED},
    {"blast", MOMENTUM_BLAST},
    {"range", MOMENTUM_RANGE},
    {"ammo_mass", MOMENTUM_AMMO_MASS},
    {"ammo_bludgeon", MOMENTUM_AMMO_BLUDGEON},
    {"ammo_bladed", MOMENTUM_AMMO_BLADED},
    {"ammo_blast", MOMENTUM_AMMO_BLAST},
};

static double number_of(const wyrm_value *value)
{
    return wyrm_value_kind(value) == WYRM_KIND_BOOL ? (double)wyrm_value_bool(value)
                                                    : wyrm_value_real(value);
}

static void read(const void *state, const wyrm_value *record, wyrm_combatant *combatant)
{
    (void)state;
    for (int i = 0; wyrm_momentum_stats[i].name; i++) {
        const wyrm_value *value = wyrm_value_get(record, wyrm_momentum_stats[i].name);
        if (value)
            combatant->stats[i] = number_of(value);
    }
}

static void equip(const void *state, wyrm_role gear, const wyrm_value *record,
                  wyrm_combatant *combatant)
{
    (void)state;
    if (gear == WYRM_ROLE_WEAPON)
        for (size_t i = 0; i < sizeof weapon_keys / sizeof *weapon_keys; i++)
            combatant->stats[weapon_keys[i].stat] =
                number_of(wyrm_value_get(record, weapon_keys[i].key));
    combatant->stats[MOMENTUM_DEXTERITY] += wyrm_value_real(wyrm_value_get(record, "dexterity"));
    combatant->stats[MOMENTUM_ARMOUR_CLASS] +=
        wyrm_value_real(wyrm_value_get(record, "armour_class"));
}

static void read_armour(wyrm_momentum *model, const wyrm_value *parameters)
{
    model->a = wyrm_value_real(wyrm_value_get(parameters, "a"));
    model->b = wyrm_value_real(wyrm_value_get(parameters, "b"));
    model->amplify = wyrm_value_choice(wyrm_value_get(parameters, "negative_ac")) == 0;
    model->rounding =
        (wyrm_force_rounding)wyrm_value_choice(wyrm_value_get(parameters, "rounding"));
}

static void read_force(wyrm_momentum *model, const wyrm_value *parameters)
{
    const wyrm_value *fcoef = wyrm_value_get(parameters, "fcoef");
    model->fcoef_min = wyrm_value_low(fcoef);
    model->fcoef_max = wyrm_value_high(fcoef);
    model->limb_share = wyrm_value_real(wyrm_value_get(parameters, "limb_share"));
    model->bladed_chance = wyrm_value_real(wyrm_value_get(parameters, "bladed_chance"));
    model->bladed_extra = wyrm_value_real(wyrm_value_get(parameters, "bladed_extra"));
}

static void read_flight(wyrm_momentum *model, const wyrm_value *parameters)
{
    model->flight_time = wyrm_value_real(wyrm_value_get(parameters, "flight_time"));
    model->fall_height = wyrm_value_real(wyrm_value_get(parameters, "fall_height"));
    model->gravity = wyrm_value_real(wyrm_value_get(parameters, "gravity"));
    model->tile = wyrm_value_real(wyrm_value_get(parameters, "tile"));
    model->throw_range_max = wyrm_value_real(wyrm_value_get(parameters, "throw_range_max"));
    model->blast_dodged = wyrm_value_bool(wyrm_value_get(parameters, "blast_dodged"));
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    (void)ruleset;
    wyrm_momentum *model = calloc(1, sizeof *model);
    *state = model;
    if (!model)
        return wyrm_combat_no_memory(errors);
    const wyrm_value *clamp = wyrm_value_get(parameters, "hit_clamp");
    model->hit_base = wyrm_value_real(wyrm_value_get(parameters, "hit_base"));
    model->hit_span = wyrm_value_real(wyrm_value_get(parameters, "hit_span"));
    model->hit_least = wyrm_value_low(clamp);
    model->hit_most = wyrm_value_high(clamp);
    read_force(model, parameters);
    read_armour(model, parameters);
    read_flight(model, parameters);
    return WYRM_OK;
}

static void release(void *state)
{
    free(state);
}

const wyrm_combat_model wyrm_combat_momentum = {
    .model = {.name = "momentum",
              .summary = "dexterity hits, and the momentum of what strikes hurts",
              .parameters = wyrm_momentum_parameters,
              .extensions = wyrm_momentum_extensions},
    .stats = wyrm_momentum_stats,
    .make = make,
    .release = release,
    .hit = hit,
    .explain = explain,
    .read = read,
    .equip = equip,
};
