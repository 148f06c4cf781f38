/* Threat of monsters and the budgets of rooms (Catacombs of YARL, "Effective Threat Points").
 *
 * A monster's threat is a number that the ruleset names, or one that follows from its own numbers;
 * it is multiplied by band, elite and behaviour. Everything is worked out once, in whole
 * thousandths, so that totals do not depend on the order of adding and a room exactly at its budget
 * is within it. */
#include "encounter/internal.h"

#include <math.h>
#include <string.h>

#include "ruleset/internal.h"

typedef struct threat_band {
    wyrm_interval room_budget, floor_budget;
    wyrm_threat_range room;
    double factor;
} threat_band;

typedef struct threat_monster {
    double base, derived;
    double behaviour; /* 1 + the bonuses of its behaviours */
    bool named;
    int64_t grains[WYRM_BANDS_MAX][2]; /* by band; [1]: elite */
} threat_monster;

struct wyrm_threat {
    const wyrm_roster *roster;
    wyrm_room_rules rules;
    wyrm_bands bands;
    threat_band by_band[WYRM_BANDS_MAX];
    double elite;
    size_t monster_count;
    threat_monster monsters[];
};

/* ---- rows ---- */

#define SOURCE "Catacombs of YARL, \"Effective Threat Points\""

static const wyrm_field factor_row[] =
    WYRM_ELEMENT("factor", REAL, .greatest = 1000,
                 .summary = "what the threat of a monster is multiplied by in this band");
static const wyrm_field budget_row[] =
    WYRM_ELEMENT("budget", INTERVAL, .greatest = WYRM_THREAT_MAX, .unit = "points",
                 .summary = "the least and the greatest threat, both ends included");
static const wyrm_field bonus_row[] =
    WYRM_ELEMENT("bonus", REAL, .least = -1, .greatest = 1000,
                 .summary = "what the behaviour adds to a factor of 1: 0.1 is ten per cent");
static const wyrm_field behaviour_row[] =
    WYRM_ELEMENT("factor", REAL, .greatest = 1000,
                 .summary = "what derived threat is multiplied by for this behaviour");

static const wyrm_field derived_rows[] = {
    WYRM_ROW("per_damage", REAL, .greatest = 1e6, .fallback = "6", .unit = "points",
             .source = SOURCE,
             .summary = "threat for each point of damage and power of a monster of durability 1"),
    WYRM_ROW("hit", REAL, .least = 1e-6, .greatest = 1e6, .fallback = "6.5", .unit = "hit points",
             .source = SOURCE, .summary = "what a player's hit takes off"),
    WYRM_ROW("hits", REAL, .least = 1e-6, .greatest = 1e6, .fallback = "3", .unit = "hits",
             .source = SOURCE, .summary = "how many such hits a monster of durability 1 stands"),
    WYRM_ROW("behaviours", MAP, .fields = behaviour_row, .fallback = "{}", .source = SOURCE,
             .summary =
                 "Factors of behaviours, by name; a monster with several gets their product."),
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_threat_rows[] = {
    WYRM_ROW("elite", REAL, .greatest = 1000, .fallback = "1.5", .source = SOURCE,
             .summary = "what the threat of an elite is multiplied by"),
    WYRM_ROW("band_factor", MAP, .fields = factor_row, .fallback = "{}", .source = SOURCE,
             .summary = "What threat is multiplied by in each band; 1 in a band without a row."),
    WYRM_ROW("room_budget", MAP, .required = true, .fields = budget_row, .source = SOURCE,
             .summary = "How much threat a room should hold, for every band."),
    WYRM_ROW("floor_budget", MAP, .fields = budget_row, .fallback = "{}", .source = SOURCE,
             .summary = "How much threat all rooms of a floor should hold together; any in a band "
                        "without a row."),
    WYRM_ROW("behaviours", MAP, .fields = bonus_row, .fallback = "{}", .source = SOURCE,
             .summary =
                 "Bonuses of behaviours on threat, by name; those of one monster are added."),
    WYRM_ROW("derived", RECORD, .fields = derived_rows, .source = SOURCE,
             .summary = "How threat follows from the numbers of a monster that names none."),
    {.kind = WYRM_KIND_END},
};

/* ---- threat out of a monster's own numbers ----
 *
 * For those that the ruleset names none for, and to hold against those that it names. */

/* Mean damage and power together; without a range of damage, the mean of a hit that nothing of the
 * defender's lessens. */
static wyrm_status mean_damage(const wyrm_combat *combat, const wyrm_combatant *attacker,
                               double *out, wyrm_error *error)
{
    int least = wyrm_combat_stat(combat, "damage_min"),
        most = wyrm_combat_stat(combat, "damage_max");
    int power = wyrm_combat_stat(combat, "power");
    if (least >= 0 && most >= 0) {
        *out = (attacker->stats[least] + attacker->stats[most]) / 2 +
               (power >= 0 ? attacker->stats[power] : 0);
        return WYRM_OK;
    }
    wyrm_combatant defender = wyrm_combat_blank(combat, "nobody");
    wyrm_matchup matchup = {
        .attacker = attacker, .defender = &defender, .attack = WYRM_ATTACK_MELEE, .distance = 1};
    wyrm_pmf *damage;
    wyrm_status status = wyrm_combat_hit(combat, &matchup, &damage, error);
    *out = status == WYRM_OK ? wyrm_pmf_mean(damage) : 0;
    wyrm_pmf_free(damage);
    return status;
}

/* `parameters` is the record `threat.derived`. Behaviours that the table does not have count as 1.
 */
static wyrm_status derive(const wyrm_value *parameters, const wyrm_combat *combat,
                          const wyrm_roster *roster, const wyrm_monster *monster, double *out,
                          wyrm_error *error)
{
    wyrm_combatant combatant;
    double damage = 0, behaviour = 1;
    *out = 0;
    wyrm_status status = wyrm_roster_combatant(roster, monster->name, &combatant, error);
    if (status == WYRM_OK)
        status = mean_damage(combat, &combatant, &damage, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_value *behaviours = wyrm_value_get(monster->record, "behaviours");
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const wyrm_value *row = wyrm_value_get(wyrm_value_get(parameters, "behaviours"),
                                               wyrm_value_text(wyrm_value_item(behaviours, i)));
        behaviour *= row ? wyrm_value_real(row) : 1;
    }
    double hit = wyrm_value_real(wyrm_value_get(parameters, "hit"));
    double hits = wyrm_value_real(wyrm_value_get(parameters, "hits"));
    double durability = (double)combatant.max_hp / hit / hits;
    double synergy = wyrm_value_real(wyrm_value_get(monster->record, "synergy"));
    *out = damage * wyrm_value_real(wyrm_value_get(parameters, "per_damage")) * durability *
           behaviour * (1 + synergy);
    return WYRM_OK;
}

/* ---- reading ---- */

/* A section while it is read. */
typedef struct reader {
    const wyrm_ruleset *ruleset;
    const wyrm_value *section;
    const wyrm_combat *combat;
    wyrm_threat *threat;
    wyrm_errors *errors;
    wyrm_status status; /* of the first fault */
} reader;

static void read_band(reader *from, size_t index)
{
    wyrm_threat *threat = from->threat;
    const char *name = threat->bands.bands[index].name;
    const wyrm_value *budgets = wyrm_value_get(from->section, "room_budget");
    const wyrm_value *room = wyrm_value_get(budgets, name);
    const wyrm_value *whole = wyrm_value_get(wyrm_value_get(from->section, "floor_budget"), name);
    const wyrm_value *factor = wyrm_value_get(wyrm_value_get(from->section, "band_factor"), name);
    double low = wyrm_value_low(room), high = wyrm_value_high(room);
    if (!room)
        from->status = wyrm_value_fail(from->ruleset, budgets, from->errors, NULL,
                                       "band '%s' has no room budget", name);
    threat->by_band[index] = (threat_band){
        .room_budget = {low, high},
        .floor_budget = {whole ? wyrm_value_low(whole) : 0,
                         whole ? wyrm_value_high(whole) : INFINITY},
        .room = {(int64_t)ceil(low * WYRM_THREAT_GRAIN - 1e-3),
                 (int64_t)floor(high * WYRM_THREAT_GRAIN + 1e-3)},
        .factor = factor ? wyrm_value_real(factor) : 1,
    };
}

static void read_bands(reader *from)
{
    static const struct {
        const char *key, *what;
    } maps[] = {{"band_factor", "a factor"},
                {"room_budget", "a room budget"},
                {"floor_budget", "a floor budget"}};
    const wyrm_bands *bands = &from->threat->bands;
    from->status = wyrm_bands_read(from->ruleset, &from->threat->bands, from->errors);
    if (from->status == WYRM_OK && bands->count == 0)
        from->status =
            wyrm_value_fail(from->ruleset, from->section, from->errors, "add a section `bands`",
                            "threat budgets go by bands of depths, and the ruleset has none");
    if (from->status != WYRM_OK)
        return;
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        const wyrm_value *map = wyrm_value_get(from->section, maps[m].key);
        for (size_t i = 0; i < wyrm_value_count(map); i++)
            if (wyrm_bands_find(bands, wyrm_value_key(map, i)) < 0)
                from->status = wyrm_value_fail(from->ruleset, wyrm_value_item(map, i), from->errors,
                                               NULL, "%s is given for '%s', which is no band",
                                               maps[m].what, wyrm_value_key(map, i));
    }
    for (size_t i = 0; i < bands->count; i++)
        read_band(from, i);
}

/* A behaviour that neither table knows is a slip of the pen. */
static void check_behaviour(reader *from, const wyrm_value *behaviour)
{
    const wyrm_value *tables[] = {
        wyrm_value_get(from->section, "behaviours"),
        wyrm_value_get(wyrm_value_get(from->section, "derived"), "behaviours"),
    };
    const char *name = wyrm_value_text(behaviour);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (wyrm_value_get(tables[t], name))
            return;
        for (size_t i = 0; i < wyrm_value_count(tables[t]) && hint[0] == '\0'; i++) {
            const char *known = wyrm_value_key(tables[t], i);
            wyrm_did_you_mean(name, &known, 1, hint);
        }
    }
    from->status = wyrm_value_fail(from->ruleset, behaviour, from->errors, hint,
                                   "no behaviour of threat is called '%s'", name);
}

static int64_t grains_of(double points)
{
    return points > 0 ? (int64_t)round(fmin(points, WYRM_THREAT_MAX) * WYRM_THREAT_GRAIN) : 0;
}

/* False: out of memory. */
static bool read_monster(reader *from, size_t index)
{
    const wyrm_threat *threat = from->threat;
    const wyrm_monster *monster = wyrm_roster_monster(threat->roster, index);
    const wyrm_value *etp = wyrm_value_get(monster->record, "etp");
    const wyrm_value *behaviours = wyrm_value_get(monster->record, "behaviours");
    threat_monster *out = &from->threat->monsters[index];
    out->behaviour = 1;
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const wyrm_value *behaviour = wyrm_value_item(behaviours, i);
        check_behaviour(from, behaviour);
        out->behaviour += wyrm_value_real(wyrm_value_get(
            wyrm_value_get(from->section, "behaviours"), wyrm_value_text(behaviour)));
    }
    out->behaviour = fmax(out->behaviour, 0);
    wyrm_error error;
    wyrm_status derived = derive(wyrm_value_get(from->section, "derived"), from->combat,
                                 threat->roster, monster, &out->derived, &error);
    if (derived != WYRM_OK && derived != WYRM_ERROR_MEMORY)
        from->status = wyrm_value_fail(from->ruleset, monster->record, from->errors, NULL,
                                       "the threat of '%s' cannot be derived: %s", monster->name,
                                       error.message);
    out->named = etp != NULL;
    out->base = etp ? wyrm_value_real(etp) : out->derived;
    for (size_t band = 0; band < threat->bands.count; band++) {
        double plain = out->base * threat->by_band[band].factor;
        out->grains[band][0] = grains_of(plain * out->behaviour);
        out->grains[band][1] = grains_of(plain * threat->elite * out->behaviour);
    }
    return derived != WYRM_ERROR_MEMORY;
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
        return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    threat->roster = roster;
    threat->monster_count = count;
    threat->rules = wyrm_room_rules_read(ruleset);
    threat->elite = wyrm_value_real(wyrm_value_get(section, "elite"));
    reader from = {ruleset, section, combat, threat, errors, WYRM_OK};
    read_bands(&from);
    for (size_t i = 0; i < count && from.status != WYRM_ERROR_MEMORY; i++)
        if (!read_monster(&from, i))
            from.status = wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    if (from.status == WYRM_OK)
        *out = threat;
    else
        wyrm_free(threat);
    return from.status;
}

void wyrm_threat_free(wyrm_threat *threat)
{
    wyrm_free(threat);
}

/* ---- answers ---- */

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

wyrm_status wyrm_threat_of(const wyrm_threat *threat, const char *name, int32_t depth, bool elite,
                           double *out, wyrm_error *error)
{
    const char **names = base_zeroed(threat->monster_count + 1, sizeof *names);
    *out = 0;
    if (!names)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_ERROR_UNKNOWN;
    for (size_t i = 0; i < threat->monster_count && status != WYRM_OK; i++) {
        names[i] = wyrm_roster_monster(threat->roster, i)->name;
        if (strcmp(names[i], name) != 0)
            continue;
        *out = wyrm_threat_at(threat, i, depth, elite);
        status = WYRM_OK;
    }
    if (status != WYRM_OK) {
        wyrm_fail(error, status, "no monster is called '%.64s'", name);
        wyrm_suggest(error, name, names, threat->monster_count);
    }
    wyrm_free(names);
    return status;
}

static const threat_band *band_at(const wyrm_threat *threat, int32_t depth)
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

/* ---- what a room's threat means: the seven statuses, the first that matches holds (Catacombs of
 * YARL, "ETP Status Codes") ---- */

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
