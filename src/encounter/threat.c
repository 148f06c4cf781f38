/* Threat of monsters and the budgets of rooms, read from a ruleset (Catacombs of YARL, "Effective
 * Threat Points"). */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "encounter/internal.h"

/* What a room's threat means: the seven statuses, the first that matches holds (Catacombs of YARL,
 * "ETP Status Codes"). */

const char *wyrm_threat_status_key(wyrm_threat_status status)
{
    static const char *const keys[WYRM_THREAT_STATUS_COUNT] = {
#define KEY(name, key) [name] = key,
        WYRM_THREAT_STATUS_ROWS(KEY)
#undef KEY
    };
    return (unsigned)status < WYRM_THREAT_STATUS_COUNT ? keys[status] : "";
}

wyrm_threat_status wyrm_threat_judge(const wyrm_threat *threat, int32_t depth,
                                     const wyrm_room_kind *room, size_t monsters, double total)
{
    wyrm_budget budget = wyrm_room_budget(&threat->rules, room);
    if (budget == WYRM_BUDGET_EXEMPT)
        return WYRM_THREAT_EXEMPT;
    if (budget == WYRM_BUDGET_EXCEED)
        return WYRM_THREAT_BOSS;
    if (monsters == 0)
        return WYRM_THREAT_EMPTY;
    if (budget == WYRM_BUDGET_SPIKE)
        return WYRM_THREAT_SPIKE;
    wyrm_threat_range range = wyrm_threat_room_range(threat, depth);
    double grains = round(total * WYRM_THREAT_GRAIN);
    if (grains < (double)range.least)
        return WYRM_THREAT_UNDER;
    return grains > (double)range.most ? WYRM_THREAT_OVER : WYRM_THREAT_OK;
}

bool wyrm_threat_is_violation(wyrm_threat_status status)
{
    return status == WYRM_THREAT_OVER;
}

/* Threat out of a monster's own numbers, for those that the ruleset names none for, and to hold
 * against those that it names. */

static double stat_or(const wyrm_combat *combat, const wyrm_combatant *combatant, const char *name,
                      double otherwise)
{
    int stat = wyrm_combat_stat(combat, name);
    return stat >= 0 ? combatant->stats[stat] : otherwise;
}

/* The mean of a hit that nothing of the defender's lessens. */
static wyrm_status mean_hit(const wyrm_combat *combat, const wyrm_combatant *attacker, double *out,
                            wyrm_error *error)
{
    wyrm_combatant defender = wyrm_combat_blank(combat, "nobody");
    wyrm_matchup matchup = {
        .attacker = attacker, .defender = &defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    wyrm_pmf *damage;
    wyrm_status status = wyrm_combat_hit(combat, &matchup, &damage, error);
    if (status != WYRM_OK)
        return status;
    *out = wyrm_pmf_mean(damage);
    wyrm_pmf_free(damage);
    return WYRM_OK;
}

/* Mean damage and power together. */
static wyrm_status mean_damage(const wyrm_combat *combat, const wyrm_combatant *combatant,
                               double *out, wyrm_error *error)
{
    double least = stat_or(combat, combatant, "damage_min", NAN);
    double most = stat_or(combat, combatant, "damage_max", NAN);
    if (isnan(least) || isnan(most))
        return mean_hit(combat, combatant, out, error);
    *out = (least + most) / 2 + stat_or(combat, combatant, "power", 0);
    return WYRM_OK;
}

/* The product over the behaviours that the table has; the others count as 1. */
static double behaviour_factor(const wyrm_value *table, const wyrm_value *behaviours)
{
    double factor = 1;
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(behaviours, i));
        const wyrm_value *row = wyrm_value_get(table, name);
        if (row)
            factor *= wyrm_value_real(row);
    }
    return factor;
}

wyrm_status wyrm_threat_derive(const wyrm_value *parameters, const wyrm_combat *combat,
                               const wyrm_roster *roster, const wyrm_monster *monster, double *out,
                               wyrm_error *error)
{
    wyrm_combatant combatant;
    double damage = 0;
    *out = 0;
    wyrm_status status = wyrm_roster_combatant(roster, monster->name, &combatant, error);
    if (status == WYRM_OK)
        status = mean_damage(combat, &combatant, &damage, error);
    if (status != WYRM_OK)
        return status;
    double hit = wyrm_value_real(wyrm_value_get(parameters, "hit"));
    double hits = wyrm_value_real(wyrm_value_get(parameters, "hits"));
    double durability = (double)combatant.max_hp / hit / hits;
    double synergy = wyrm_value_real(wyrm_value_get(monster->record, "synergy"));
    *out = damage * wyrm_value_real(wyrm_value_get(parameters, "per_damage")) * durability *
           behaviour_factor(wyrm_value_get(parameters, "behaviours"),
                            wyrm_value_get(monster->record, "behaviours")) *
           (1 + synergy);
    return WYRM_OK;
}

#define SOURCE "Catacombs of YARL, \"Effective Threat Points\""

static const wyrm_field factor_row[] = {
    {.name = "factor",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000,
     .summary = "what the threat of a monster is multiplied by in this band"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field budget_row[] = {
    {.name = "budget",
     .kind = WYRM_KIND_INTERVAL,
     .greatest = WYRM_THREAT_MAX,
     .unit = "points",
     .summary = "the least and the greatest threat, both ends included"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field bonus_row[] = {
    {.name = "bonus",
     .kind = WYRM_KIND_REAL,
     .least = -1,
     .greatest = 1000,
     .summary = "what the behaviour adds to a factor of 1: 0.1 is ten per cent"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field behaviour_row[] = {
    {.name = "factor",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000,
     .summary = "what derived threat is multiplied by for this behaviour"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field derived_rows[] = {
    {.name = "per_damage",
     .kind = WYRM_KIND_REAL,
     .greatest = 1e6,
     .fallback = "6",
     .unit = "points",
     .summary = "threat for each point of damage and power of a monster of durability 1",
     .source = SOURCE},
    {.name = "hit",
     .kind = WYRM_KIND_REAL,
     .least = 1e-6,
     .greatest = 1e6,
     .fallback = "6.5",
     .unit = "hit points",
     .summary = "what a player's hit takes off",
     .source = SOURCE},
    {.name = "hits",
     .kind = WYRM_KIND_REAL,
     .least = 1e-6,
     .greatest = 1e6,
     .fallback = "3",
     .unit = "hits",
     .summary = "how many such hits a monster of durability 1 stands",
     .source = SOURCE},
    {.name = "behaviours",
     .kind = WYRM_KIND_MAP,
     .fields = behaviour_row,
     .fallback = "{}",
     .summary = "Factors of behaviours, by name; a monster with several gets their product.",
     .source = SOURCE},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_threat_rows[] = {
    {.name = "elite",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000,
     .fallback = "1.5",
     .summary = "what the threat of an elite is multiplied by",
     .source = SOURCE},
    {.name = "band_factor",
     .kind = WYRM_KIND_MAP,
     .fields = factor_row,
     .fallback = "{}",
     .summary = "What threat is multiplied by in each band; 1 in a band without a row.",
     .source = SOURCE},
    {.name = "room_budget",
     .kind = WYRM_KIND_MAP,
     .required = true,
     .fields = budget_row,
     .summary = "How much threat a room should hold, for every band.",
     .source = SOURCE},
    {.name = "floor_budget",
     .kind = WYRM_KIND_MAP,
     .fields = budget_row,
     .fallback = "{}",
     .summary =
         "How much threat all rooms of a floor should hold together; any in a band without a "
         "row.",
     .source = SOURCE},
    {.name = "behaviours",
     .kind = WYRM_KIND_MAP,
     .fields = bonus_row,
     .fallback = "{}",
     .summary = "Bonuses of behaviours on threat, by name; those of one monster are added.",
     .source = SOURCE},
    {.name = "derived",
     .kind = WYRM_KIND_RECORD,
     .fields = derived_rows,
     .summary = "How threat follows from the numbers of a monster that names none.",
     .source = SOURCE},
    {.kind = WYRM_KIND_END},
};

/* ---- bands ---- */

/* Every key of a map by band is a band. */
static wyrm_status check_keys(const wyrm_ruleset *ruleset, const wyrm_bands *bands,
                              const wyrm_value *map, const char *what, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        if (wyrm_bands_find(bands, wyrm_value_key(map, i)) < 0)
            status = wyrm_value_fail(ruleset, wyrm_value_item(map, i), errors, NULL,
                                     "%s is given for '%s', which is no band", what,
                                     wyrm_value_key(map, i));
    return status;
}

static wyrm_interval interval_of(const wyrm_value *value)
{
    return (wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)};
}

static wyrm_threat_range range_of(wyrm_interval budget)
{
    return (wyrm_threat_range){(int64_t)ceil(budget.low * WYRM_THREAT_GRAIN - 1e-3),
                               (int64_t)floor(budget.high * WYRM_THREAT_GRAIN + 1e-3)};
}

static wyrm_status read_band(const wyrm_ruleset *ruleset, const wyrm_value *section,
                             wyrm_threat *threat, size_t index, wyrm_errors *errors)
{
    const char *name = threat->bands.bands[index].name;
    const wyrm_value *budgets = wyrm_value_get(section, "room_budget");
    const wyrm_value *room = wyrm_value_get(budgets, name);
    const wyrm_value *whole = wyrm_value_get(wyrm_value_get(section, "floor_budget"), name);
    const wyrm_value *factor = wyrm_value_get(wyrm_value_get(section, "band_factor"), name);
    wyrm_threat_band *band = &threat->by_band[index];
    if (!room)
        return wyrm_value_fail(ruleset, budgets, errors, NULL, "band '%s' has no room budget",
                               name);
    band->room_budget = interval_of(room);
    band->room = range_of(band->room_budget);
    band->floor_budget = whole ? interval_of(whole) : (wyrm_interval){0, INFINITY};
    band->factor = factor ? wyrm_value_real(factor) : 1;
    return WYRM_OK;
}

static wyrm_status read_bands(const wyrm_ruleset *ruleset, const wyrm_value *section,
                              wyrm_threat *threat, wyrm_errors *errors)
{
    static const struct {
        const char *key, *what;
    } maps[] = {{"band_factor", "a factor"},
                {"room_budget", "a room budget"},
                {"floor_budget", "a floor budget"}};
    wyrm_status status = wyrm_bands_read(ruleset, &threat->bands, errors);
    if (status != WYRM_OK)
        return status;
    if (threat->bands.count == 0)
        return wyrm_value_fail(ruleset, section, errors, "add a section `bands`",
                               "threat budgets go by bands of depths, and the ruleset has none");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (check_keys(ruleset, &threat->bands, wyrm_value_get(section, maps[i].key), maps[i].what,
                       errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    for (size_t i = 0; i < threat->bands.count; i++)
        if (read_band(ruleset, section, threat, i, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    return status;
}

/* ---- monsters ---- */

/* A behaviour that neither table knows is a slip of the pen. */
static wyrm_status check_behaviour(const wyrm_ruleset *ruleset, const wyrm_value *section,
                                   const wyrm_value *behaviour, wyrm_errors *errors)
{
    const wyrm_value *tables[] = {
        wyrm_value_get(section, "behaviours"),
        wyrm_value_get(wyrm_value_get(section, "derived"), "behaviours"),
    };
    const char *name = wyrm_value_text(behaviour);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (wyrm_value_get(tables[t], name))
            return WYRM_OK;
        for (size_t i = 0; i < wyrm_value_count(tables[t]) && hint[0] == '\0'; i++) {
            const char *known = wyrm_value_key(tables[t], i);
            if (wyrm_nearest(name, &known, 1))
                snprintf(hint, sizeof hint, "did you mean '%s'?", known);
        }
    }
    return wyrm_value_fail(ruleset, behaviour, errors, hint,
                           "no behaviour of threat is called '%s'", name);
}

static wyrm_status read_behaviours(const wyrm_ruleset *ruleset, const wyrm_value *section,
                                   const wyrm_value *list, double *factor, wyrm_errors *errors)
{
    const wyrm_value *bonuses = wyrm_value_get(section, "behaviours");
    wyrm_status status = WYRM_OK;
    *factor = 1;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *behaviour = wyrm_value_item(list, i);
        if (check_behaviour(ruleset, section, behaviour, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
        *factor += wyrm_value_real(wyrm_value_get(bonuses, wyrm_value_text(behaviour)));
    }
    if (*factor < 0)
        *factor = 0;
    return status;
}

static int64_t grains_of(double points)
{
    if (!(points > 0))
        return 0;
    return (int64_t)round(fmin(points, WYRM_THREAT_MAX) * WYRM_THREAT_GRAIN);
}

static void fill_grains(const wyrm_threat *threat, wyrm_threat_monster *monster)
{
    for (size_t band = 0; band < threat->bands.count; band++) {
        double plain = monster->base * threat->by_band[band].factor;
        monster->grains[band][0] = grains_of(plain * monster->behaviour);
        monster->grains[band][1] = grains_of(plain * threat->elite * monster->behaviour);
    }
}

static wyrm_status read_monster(const wyrm_ruleset *ruleset, const wyrm_value *section,
                                const wyrm_combat *combat, wyrm_threat *threat, size_t index,
                                wyrm_errors *errors)
{
    const wyrm_monster *monster = wyrm_roster_monster(threat->roster, index);
    const wyrm_value *etp = wyrm_value_get(monster->record, "etp");
    wyrm_threat_monster *out = &threat->monsters[index];
    wyrm_error error;
    wyrm_status status = read_behaviours(
        ruleset, section, wyrm_value_get(monster->record, "behaviours"), &out->behaviour, errors);
    wyrm_status derived = wyrm_threat_derive(wyrm_value_get(section, "derived"), combat,
                                             threat->roster, monster, &out->derived, &error);
    if (derived == WYRM_ERROR_MEMORY)
        return derived;
    if (derived != WYRM_OK)
        status = wyrm_value_fail(ruleset, monster->record, errors, NULL,
                                 "the threat of '%s' cannot be derived: %s", monster->name,
                                 error.message);
    out->named = etp != NULL;
    out->base = etp ? wyrm_value_real(etp) : out->derived;
    fill_grains(threat, out);
    return status;
}

/* ---- the whole ---- */

static wyrm_status fail_for_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for threat");
}

static wyrm_status fill(const wyrm_ruleset *ruleset, const wyrm_value *section,
                        const wyrm_combat *combat, wyrm_threat *threat, wyrm_errors *errors)
{
    threat->rules = wyrm_room_rules_read(ruleset);
    threat->elite = wyrm_value_real(wyrm_value_get(section, "elite"));
    wyrm_status status = read_bands(ruleset, section, threat, errors);
    for (size_t i = 0; i < threat->monster_count; i++) {
        wyrm_status one = read_monster(ruleset, section, combat, threat, i, errors);
        if (one == WYRM_ERROR_MEMORY)
            return fail_for_memory(errors);
        status = status == WYRM_OK ? one : status;
    }
    return status;
}

wyrm_status wyrm_threat_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_roster *roster, wyrm_threat **out, wyrm_errors *errors)
{
    const wyrm_value *section = wyrm_ruleset_find(ruleset, "threat");
    *out = NULL;
    if (!section)
        return WYRM_OK;
    size_t count = wyrm_roster_count(roster);
    wyrm_threat *threat = base_zeroed(1, sizeof *threat + count * sizeof *threat->monsters);
    if (!threat)
        return fail_for_memory(errors);
    threat->roster = roster;
    threat->monster_count = count;
    wyrm_status status = fill(ruleset, section, combat, threat, errors);
    if (status != WYRM_OK) {
        wyrm_free(threat);
        return status;
    }
    *out = threat;
    return WYRM_OK;
}

void wyrm_threat_free(wyrm_threat *threat)
{
    wyrm_free(threat);
}

/* What a ruleset's threat answers. */

const wyrm_bands *wyrm_threat_bands(const wyrm_threat *threat)
{
    return &threat->bands;
}

const wyrm_room_rules *wyrm_threat_rules(const wyrm_threat *threat)
{
    return &threat->rules;
}

double wyrm_threat_base(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count ? threat->monsters[monster].base : 0;
}

double wyrm_threat_derived(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count ? threat->monsters[monster].derived : 0;
}

bool wyrm_threat_is_named(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->monster_count && threat->monsters[monster].named;
}

int64_t wyrm_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    if (monster >= threat->monster_count)
        return 0;
    return threat->monsters[monster].grains[wyrm_bands_at(&threat->bands, depth)][elite];
}

double wyrm_threat_at(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    return (double)wyrm_threat_grains(threat, monster, depth, elite) / WYRM_THREAT_GRAIN;
}

static wyrm_status fail_unknown(const wyrm_threat *threat, const char *name, wyrm_error *error)
{
    const char **names = base_zeroed(threat->monster_count + 1, sizeof *names);
    if (!names)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < threat->monster_count; i++)
        names[i] = wyrm_roster_monster(threat->roster, i)->name;
    const char *nearest = wyrm_nearest(name, names, threat->monster_count);
    wyrm_free(names);
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no monster is called '%.64s'", name);
    if (nearest && error)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
    return status;
}

wyrm_status wyrm_threat_of(const wyrm_threat *threat, const char *name, int32_t depth, bool elite,
                           double *out, wyrm_error *error)
{
    *out = 0;
    for (size_t i = 0; i < threat->monster_count; i++) {
        if (strcmp(wyrm_roster_monster(threat->roster, i)->name, name) != 0)
            continue;
        *out = wyrm_threat_at(threat, i, depth, elite);
        return WYRM_OK;
    }
    return fail_unknown(threat, name, error);
}

static const wyrm_threat_band *band_at(const wyrm_threat *threat, int32_t depth)
{
    return &threat->by_band[wyrm_bands_at(&threat->bands, depth)];
}

wyrm_interval wyrm_threat_room_budget(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->room_budget;
}

wyrm_interval wyrm_threat_floor_budget(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->floor_budget;
}

wyrm_threat_range wyrm_threat_room_range(const wyrm_threat *threat, int32_t depth)
{
    return band_at(threat, depth)->room;
}
