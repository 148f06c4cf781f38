/* Limits of a room: its band by depth, its role, and the threat of its monsters, which budgets
 * limit (Catacombs of YARL, "Effective Threat Points").
 *
 * The threat of a monster is a number that the ruleset names, or one derived from its other
 * numbers; it is multiplied by band, elite and behaviour. Everything is computed once, in whole
 * thousandths, so that totals do not depend on the order of adding, and a room exactly at its
 * budget is within it. */
#include <string.h>
#include "encounter/internal.h"
#include "growth/internal.h"

/* ---- bands: ranges of depths that share budgets, factors and thresholds ----
 *
 * They stand in ascending order without gaps, so that every depth has one; depths outside count as
 * the nearest. */

const wyrm_field enc_band_element[] =
    WYRM_ELEMENT("band", RANGE, .least = 1, .greatest = WYRM_TABLE_DEPTH_MAX, .unit = "depths",
                 .summary = "its first and last depth");

wyrm_status wyrm_bands_read(const wyrm_ruleset *ruleset, wyrm_bands *out, wyrm_errors *errors)
{
    const wyrm_value *map = wyrm_ruleset_find(ruleset, "bands");
    const size_t count = wyrm_value_count(map);
    rs_opening o = {.ruleset = ruleset, .errors = errors};
    *out = (wyrm_bands){.count = count};
    for (size_t i = 0; i < count; i++) { /* at most WYRM_BANDS_MAX, by the schema */
        const wyrm_value *value = wyrm_value_item(map, i);
        wyrm_band *band = &out->bands[i], *before = i > 0 ? band - 1 : NULL;
        *band = (wyrm_band){.name = wyrm_value_key(map, i),
                            .first_depth = (int32_t)wyrm_value_low(value),
                            .last_depth = (int32_t)wyrm_value_high(value)};
        if (!before || band->first_depth == before->last_depth + 1)
            continue;
        const int first = band->first_depth, end = before->last_depth;
        if (first < before->first_depth)
            rs_error(&o, value, NULL,
                     "bands stand in ascending order, and '%s' begins at depth %d, before "
                     "'%s' at depth %d",
                     band->name, first, before->name, (int)before->first_depth);
        else
            rs_error(&o, value, NULL,
                     "depth %d is in %s: '%s' ends at depth %d, '%s' begins at depth %d",
                     first <= end ? first : end + 1, first <= end ? "two bands" : "no band",
                     before->name, end, band->name, first);
    }
    if (o.faulty)
        out->count = 0;
    return o.faulty ? WYRM_ERROR_RULESET : WYRM_OK;
}

size_t wyrm_bands_at(const wyrm_bands *bands, int32_t depth)
{
    size_t at = 0;
    while (at + 1 < bands->count && depth > bands->bands[at].last_depth)
        at++;
    return at;
}

int32_t wyrm_bands_find(const wyrm_bands *bands, const char *name)
{
    for (size_t i = 0; i < bands->count; i++)
        if (strcmp(bands->bands[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

/* ---- rooms with a role (Catacombs of YARL, "Room Metadata & Roles") ----
 *
 * What a role means for budget, monsters and pity, and which rooms of a map have one. Vaults come
 * by chance and never in the first or last room, minibosses and bosses at set depths: a ruleset
 * plans them where it plans its rooms (tables.c).
 *
 * Which rooms get a role is one rule. Games draw it; the number of rooms in which pity works is the
 * same rule read exactly, where all rooms but the first and the last are alike. */

#define ROLES "Catacombs of YARL, \"Room Metadata & Roles\""

const char *wyrm_room_role_key(wyrm_room_role role)
{
    static const char *const keys[WYRM_ROOM_ROLE_COUNT] = {
#define KEY(name, key, budget, minibosses, bosses, pity, summary) [name] = key,
        WYRM_ROOM_ROLE_ROWS(KEY)
#undef KEY
    };
    return (unsigned)role < WYRM_ROOM_ROLE_COUNT ? keys[role] : "";
}

bool wyrm_room_role_find(const char *key, wyrm_room_role *out)
{
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        if (strcmp(wyrm_room_role_key((wyrm_room_role)role), key) != 0)
            continue;
        *out = (wyrm_room_role)role;
        return true;
    }
    return false;
}

static const char *const budgets[] = {
#define KEY(name, key) [name] = key,
    WYRM_BUDGET_ROWS(KEY)
#undef KEY
        NULL,
};

/* A role without a row in the file keeps its meaning, so nothing here has a default of its own. */
static const wyrm_field rule_rows[] = {
    WYRM_ROW("budget", CHOICE, .choices = budgets,
             .summary = "the threat budget: `within`, more is a violation, `spike`, more may "
                        "happen, `exceed`, there is none, `exempt`, not checked; such rooms are "
                        "skipped by pity",
             .source = ROLES),
    WYRM_ROW("minibosses", BOOL, .source = ROLES, .summary = "minibosses may be in it"),
    WYRM_ROW("bosses", BOOL, .source = ROLES, .summary = "bosses may be in it"),
    WYRM_ROW("pity", BOOL, .source = ROLES, .summary = "pity counts such rooms and gives there"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field enc_room_role_rows[] = {
#define ROW(role, key, budget, minibosses, bosses, pity, sentence)                                 \
    WYRM_ROW(key, RECORD, .fields = rule_rows, .summary = sentence),
    WYRM_ROOM_ROLE_ROWS(ROW)
#undef ROW
        {.kind = WYRM_KIND_END},
};

wyrm_room_rules wyrm_room_rules_read(const wyrm_ruleset *ruleset)
{
    const wyrm_value *section = wyrm_ruleset_find(ruleset, "room_roles");
    wyrm_room_rules rules = {{
#define RULE(role, key, how, mini, big, gives, sentence)                                           \
    [role] = {.budget = how, .minibosses = mini, .bosses = big, .pity = gives},
        WYRM_ROOM_ROLE_ROWS(RULE)
#undef RULE
    }};
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_value *said = wyrm_value_get(section, wyrm_room_role_key((wyrm_room_role)role));
        wyrm_room_rule *rule = &rules.rules[role];
        struct {
            const char *key;
            bool *out;
        } flags[] = {
            {"minibosses", &rule->minibosses}, {"bosses", &rule->bosses}, {"pity", &rule->pity}};
        if (wyrm_value_get(said, "budget"))
            rule->budget = (wyrm_budget)key_choice(said, "budget");
        for (size_t i = 0; i < COUNT_OF(flags); i++)
            if (wyrm_value_get(said, flags[i].key))
                *flags[i].out = key_flag(said, flags[i].key);
    }
    return rules;
}

wyrm_budget wyrm_room_budget(const wyrm_room_rules *rules, const wyrm_room_kind *room)
{
    wyrm_budget budget = rules->rules[room->role].budget;
    if (room->etp_exempt)
        return WYRM_BUDGET_EXEMPT;
    return budget == WYRM_BUDGET_WITHIN && room->allow_spike ? WYRM_BUDGET_SPIKE : budget;
}

bool wyrm_room_has_pity(const wyrm_room_rules *rules, const wyrm_room_kind *room)
{
    return rules->rules[room->role].pity && wyrm_room_budget(rules, room) != WYRM_BUDGET_EXEMPT;
}

/* ---- the roles of a map ---- */

bool enc_role_plan_comes_at(const enc_role_plan *plan, int32_t depth)
{
    for (size_t i = 0; i < wyrm_value_count(plan->depths); i++)
        if (wyrm_value_integer(wyrm_value_item(plan->depths, i)) == depth)
            return true;
    return false;
}

typedef struct role_map {
    const enc_role_plans *plans;
    int32_t depth, rooms;
    wyrm_room_kind *kinds; /* to be filled */
} role_map;

static bool is_plain(const role_map *map, int32_t room)
{
    return map->kinds[room].role == WYRM_ROOM_NORMAL;
}

static void assign(const role_map *map, wyrm_room_role role, int32_t room)
{
    bool spikes = map->plans->rules.rules[role].budget == WYRM_BUDGET_SPIKE;
    map->kinds[room] = (wyrm_room_kind){.role = role, .allow_spike = spikes};
}

/* Gives a role to one of the rooms from..to that have none yet, each equally likely. */
static void assign_any(rule_draws *r, const role_map *map, wyrm_room_role role, int32_t from,
                       int32_t to)
{
    size_t plain = 0;
    for (int32_t i = from; i <= to; i++)
        plain += is_plain(map, i);
    if (plain == 0)
        return;
    bool has_last = map->rooms > 1 && to == map->rooms - 1 && is_plain(map, to);
    size_t skipped = rule_alike(r, wyrm_room_role_key(role), plain, plain - has_last);
    int32_t at = from;
    while (!is_plain(map, at) || skipped-- > 0)
        at++;
    assign(map, role, at);
}

/* Assigns the roles of a map. Bosses come first, the greatest before the others: in the last room
 * that still has no role, or in any but the first. Returns in how many rooms pity works; draws
 * nothing at a depth where no role can come. */
static int64_t assign_roles(rule_draws *r, const void *context)
{
    const role_map *map = context;
    const enc_role_plan *plans = map->plans->plans;
    int64_t pity = 0;
    for (int32_t i = 0; i < map->rooms; i++)
        map->kinds[i] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    for (int role = WYRM_ROOM_ROLE_COUNT - 1; role > WYRM_ROOM_NORMAL; role--) {
        int32_t last = map->rooms - 1;
        if (!enc_role_plan_comes_at(&plans[role], map->depth))
            continue;
        if (!plans[role].in_last) {
            assign_any(r, map, (wyrm_room_role)role, map->rooms > 1 ? 1 : 0, last);
            continue;
        }
        while (last >= 0 && !is_plain(map, last))
            last--;
        if (last >= 0)
            assign(map, (wyrm_room_role)role, last);
    }
    for (int role = WYRM_ROOM_NORMAL + 1; role < WYRM_ROOM_ROLE_COUNT; role++) {
        double chance = wyrm_value_at_depth(plans[role].chance, map->depth);
        if (plans[role].chance && chance > 0 && map->rooms >= plans[role].least_rooms &&
            rule_likely(r, "whether there is one", chance))
            assign_any(r, map, (wyrm_room_role)role, 1, map->rooms - 2);
    }
    for (int32_t i = 0; i < map->rooms; i++)
        pity += wyrm_room_has_pity(&map->plans->rules, &map->kinds[i]);
    return pity;
}

void wyrm_encounter_roles(const wyrm_encounter *encounter, const wyrm_difficulty *difficulty,
                          int32_t rooms, wyrm_rng *rng, wyrm_room_kind *kinds)
{
    const role_map map = {encounter->facts.plans, difficulty->depth, rooms, kinds};
    for (int32_t i = 0; i < rooms && !map.plans; i++)
        kinds[i] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    if (map.plans)
        rule_draw(assign_roles, &map, rng);
}

wyrm_status wyrm_encounter_pity_rooms(const wyrm_encounter *encounter,
                                      const wyrm_difficulty *difficulty, int32_t rooms,
                                      wyrm_pmf **out, wyrm_error *error)
{
    const enc_role_plans *plans = encounter->facts.plans;
    rooms = rooms > 1 ? rooms : 1;
    *out = NULL;
    if (!plans)
        return wyrm_pmf_point(rooms, out, error);
    wyrm_room_kind *kinds = base_zeroed((size_t)rooms, sizeof *kinds);
    const role_map map = {plans, difficulty->depth, rooms, kinds};
    wyrm_status status =
        kinds ? rule_exact("the roles of a map", assign_roles, &map, out, NULL, error)
              : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_free(kinds);
    return status;
}

/* ---- threat ---- */

typedef struct threat_band {
    wyrm_interval room_budget, floor_budget;
    double factor;
} threat_band;

typedef struct threat_monster {
    double base, derived;
    double behaviour; /* 1 + the bonuses of its behaviours */
    bool named;
    int64_t grains[WYRM_BANDS_MAX][2]; /* by band; [1]: elite */
} threat_monster;

struct wyrm_threat {
    wyrm_room_rules rules;
    wyrm_bands bands;
    threat_band by_band[WYRM_BANDS_MAX];
    double elite;
    size_t count; /* number of monsters */
    threat_monster *monsters;
};

#define SOURCE "Catacombs of YARL, \"Effective Threat Points\""

static const wyrm_field factor_row[] =
    WYRM_ELEMENT("factor", REAL, .greatest = 1000, .summary = "factor of threat in this band");
static const wyrm_field budget_row[] =
    WYRM_ELEMENT("budget", INTERVAL, .greatest = WYRM_THREAT_MAX, .unit = "points",
                 .summary = "least and greatest threat");
static const wyrm_field bonus_row[] =
    WYRM_ELEMENT("bonus", REAL, .least = -1, .greatest = 1000,
                 .summary = "added to a factor of 1: 0.1 is ten per cent");
static const wyrm_field behaviour_row[] =
    WYRM_ELEMENT("factor", REAL, .greatest = 1000, .summary = "factor of derived threat");

static const wyrm_field etp_row[] =
    WYRM_ELEMENT("monster", REAL, .greatest = WYRM_THREAT_MAX, .unit = "points",
                 .summary = "its threat before band, elite and behaviour");

static const wyrm_field derived_rows[] = {
    WYRM_ROW("per_damage", REAL, .greatest = 1e6, .default_value = "6", .unit = "points",
             .source = SOURCE,
             .summary = "threat for each point of damage a turn at durability 1; that is the mean "
                        "of its damage and its power together; where the combat model has no "
                        "damage_min and damage_max, or it has several blows, the mean of its "
                        "attack on a defender whose stats are the defaults (of d20 "
                        "combat.armor_class and no bonus to saves), with misses, critical hits and "
                        "saves; of who shoots, of the best of its shots if that is more"),
    WYRM_ROW("hit", REAL, .least = 1e-6, .greatest = 1e6, .default_value = "6.5",
             .unit = "hit points", .source = SOURCE, .summary = "taken by a player's hit"),
    WYRM_ROW("hits", REAL, .least = 1e-6, .greatest = 1e6, .default_value = "3", .unit = "hits",
             .source = SOURCE, .summary = "how many such hits durability 1 stands"),
    WYRM_ROW("behaviours", MAP, .fields = behaviour_row, .default_value = "{}", .source = SOURCE,
             .summary =
                 "factors of derived threat by behaviour; those of a monster are multiplied"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field enc_threat_rows[] = {
    WYRM_ROW("elite", REAL, .greatest = 1000, .default_value = "1.5", .source = SOURCE,
             .summary = "factor of an elite's threat"),
    WYRM_ROW("band_factor", MAP, .fields = factor_row, .default_value = "{}", .source = SOURCE,
             .summary = "factors of threat by band, else 1"),
    WYRM_ROW("room_budget", MAP, .required = true, .fields = budget_row, .source = SOURCE,
             .summary = "threat that a room should hold, for every band"),
    WYRM_ROW("floor_budget", MAP, .fields = budget_row, .default_value = "{}", .source = SOURCE,
             .summary = "threat that the rooms of a floor should hold together; in a band without "
                        "a row any"),
    WYRM_ROW("behaviours", MAP, .fields = bonus_row, .default_value = "{}", .source = SOURCE,
             .summary = "bonuses on threat by behaviour; those of a monster are added"),
    WYRM_ROW("etp", MAP, .fields = etp_row,
             .summary =
                 "threat of monsters by name; as `etp` in their records, which only some encounter "
                 "models have; this is there without any"),
    WYRM_ROW("derived", RECORD, .fields = derived_rows, .source = SOURCE,
             .summary = "threat of monsters that name none; it follows from their numbers"),
    {.kind = WYRM_KIND_END},
};

/* ---- threat from a monster's own numbers ----
 *
 * For monsters whose threat the ruleset does not name, and to compare with those that it names. */

/* Returns the mean damage: of a range, or of the amount that replaces it. */
static double mean_damage(const wyrm_combat *combat, const wyrm_combatant *own, int least, int most)
{
    const int rolled = wyrm_combat_stat(combat, "damage");
    const double value = rolled >= 0 ? own->stats[rolled] : 0;
    return value > 0 ? wyrm_combat_stat_number(combat, rolled, value)
                     : (own->stats[least] + own->stats[most]) / 2;
}

/* Reports a threat that cannot be derived. A mistake of a script has its own place, where it is
 * reported once for all monsters that meet it. */
static void report_underived(rs_opening *o, const wyrm_monster *monster, wyrm_status status,
                             const wyrm_error *error)
{
    if (status == WYRM_ERROR_MEMORY || error->line > 0)
        rs_call_succeeded(o, monster->record, status, error);
    else
        rs_error(o, monster->record, error->hint, "the threat of '%s' cannot be derived: %s",
                 monster->name, error->message);
}

/* Finds the greatest mean damage of an attack: hand to hand, or of one of the monster's shots. */
static wyrm_status mean_attack(const wyrm_combat *combat, const wyrm_monster *monster,
                               const wyrm_matchup *strike, double *out, wyrm_error *error)
{
    const size_t shots = monster->abilities ? monster->abilities->shot_count : 0;
    wyrm_status status = WYRM_OK;
    *out = 0;
    for (size_t i = 0; status == WYRM_OK && i <= shots; i++) {
        const wyrm_shot *shot = i < shots ? &monster->abilities->shots[i] : NULL;
        wyrm_matchup attack = *strike;
        wyrm_pmf *hit = NULL;
        if (shot != NULL) {
            attack.attack = WYRM_ATTACK_FIRED;
            attack.distance = fmin(2, shot->range);
            attack.shot = shot->blow != NULL ? shot->blow : "";
        }
        status = wyrm_combat_hit(combat, &attack, &hit, error);
        *out = hit ? fmax(*out, wyrm_pmf_mean(hit)) : *out;
        wyrm_pmf_free(hit);
    }
    return status;
}

/* Derives the threat of a monster; `parameters` is the record `threat.derived`. Damage is its mean
 * plus power; without a range of damage, or with several blows, it is the mean of an attack on a
 * defender with default stats. It is the damage of a turn, without what conditions take. Behaviours
 * that the table does not have count as 1. */
static double derive(rs_opening *o, const wyrm_value *parameters, const wyrm_roster *roster,
                     const wyrm_monster *monster)
{
    const wyrm_combat *combat = roster->combat;
    const wyrm_value *behaviours = wyrm_value_get(monster->record, "behaviours");
    const wyrm_value *factors = wyrm_value_get(parameters, "behaviours");
    const int least = wyrm_combat_stat(combat, "damage_min"),
              power = wyrm_combat_stat(combat, "power");
    const int most = wyrm_combat_stat(combat, "damage_max");
    const wyrm_combatant nobody = wyrm_combat_blank(combat, "nobody");
    wyrm_combatant own;
    const wyrm_matchup matchup = {.attacker = &own, .defender = &nobody, .distance = 1};
    wyrm_error error;
    double damage = 0, behaviour = 1;
    wyrm_status status = wyrm_roster_combatant(roster, monster->name, &own, &error);
    if (status == WYRM_OK && least >= 0 && most >= 0 && own.attacks == 0)
        damage = mean_damage(combat, &own, least, most) + (power >= 0 ? own.stats[power] : 0);
    else if (status == WYRM_OK)
        status = mean_attack(combat, monster, &matchup, &damage, &error);
    if (status != WYRM_OK) {
        report_underived(o, monster, status, &error);
        return 0;
    }
    const wyrm_ratio takes = wyrm_combat_duration(combat, &own);
    damage *= (double)takes.denominator / (double)takes.numerator;
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(behaviours, i));
        behaviour *= wyrm_value_get(factors, name) ? key_real(factors, name) : 1;
    }
    double durability = wyrm_combat_mean_hp(combat, &own) / key_real(parameters, "hit") /
                        key_real(parameters, "hits");
    return damage * key_real(parameters, "per_damage") * durability * behaviour *
           (1 + key_real(monster->record, "synergy"));
}

/* ---- reading ---- */

static void read_bands(rs_opening *o, wyrm_threat *threat, const wyrm_value *section)
{
    static const struct {
        const char *key, *what;
    } maps[] = {{"band_factor", "a factor"},
                {"room_budget", "a room budget"},
                {"floor_budget", "a floor budget"}};
    const wyrm_bands *bands = &threat->bands;
    const wyrm_value *values[3];
    o->faulty = wyrm_bands_read(o->ruleset, &threat->bands, o->errors) != WYRM_OK;
    if (bands->count == 0 && !o->faulty)
        rs_error(o, section, "add a section `bands`",
                 "threat budgets go by bands of depths, and the ruleset has none");
    if (o->faulty)
        return;
    for (size_t m = 0; m < 3; m++) {
        values[m] = wyrm_value_get(section, maps[m].key);
        for (size_t i = 0; i < wyrm_value_count(values[m]); i++)
            if (wyrm_bands_find(bands, wyrm_value_key(values[m], i)) < 0)
                rs_error(o, wyrm_value_item(values[m], i), NULL,
                         "%s is given for '%s', which is no band", maps[m].what,
                         wyrm_value_key(values[m], i));
    }
    for (size_t i = 0; i < bands->count; i++) {
        const char *name = bands->bands[i].name;
        const wyrm_value *factor = wyrm_value_get(values[0], name);
        const wyrm_value *room = wyrm_value_get(values[1], name);
        const wyrm_value *whole = wyrm_value_get(values[2], name);
        threat->by_band[i] = (threat_band){
            .room_budget = {wyrm_value_low(room), wyrm_value_high(room)},
            .floor_budget = {wyrm_value_low(whole), whole ? wyrm_value_high(whole) : INFINITY},
            .factor = factor ? wyrm_value_real(factor) : 1,
        };
        if (!room)
            rs_error(o, values[1], NULL, "band '%s' has no room budget", name);
    }
}

static int64_t grains_of(double points)
{
    return points > 0 ? (int64_t)round(fmin(points, WYRM_THREAT_MAX) * ENC_THREAT_GRAIN) : 0;
}

/* Reads the threat of a monster. A behaviour that neither of the two tables has, bonuses and
 * factors, is a slip of the pen. */
static void read_monster(rs_opening *o, const wyrm_threat *threat, const wyrm_value *section,
                         const wyrm_monster *monster, threat_monster *out)
{
    const wyrm_value *own_etp = wyrm_value_get(monster->record, "etp");
    const wyrm_value *listed = wyrm_value_get(wyrm_value_get(section, "etp"), monster->name);
    const wyrm_value *etp = own_etp ? own_etp : listed;
    const wyrm_value *behaviours = wyrm_value_get(monster->record, "behaviours");
    const wyrm_value *derived = wyrm_value_get(section, "derived");
    const wyrm_value *bonuses = wyrm_value_get(section, "behaviours");
    const wyrm_value *factors = wyrm_value_get(derived, "behaviours");
    const size_t own = wyrm_value_count(bonuses), count = own + wyrm_value_count(factors);
    const char **names = base_array(o->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = i < own ? wyrm_value_key(bonuses, i) : wyrm_value_key(factors, i - own);
    out->behaviour = 1;
    for (size_t i = 0; i < wyrm_value_count(behaviours); i++) {
        const wyrm_value *behaviour = wyrm_value_item(behaviours, i);
        const char *name = wyrm_value_text(behaviour);
        if (!wyrm_value_get(bonuses, name) && !wyrm_value_get(factors, name))
            rs_error_name(o, behaviour, names, count, name, "no behaviour of threat is called '%s'",
                          name);
        out->behaviour += key_real(bonuses, name);
    }
    out->behaviour = fmax(out->behaviour, 0);
    if (own_etp && listed)
        rs_error(o, listed, NULL, "the threat of '%s' is said twice: here, and in its record",
                 monster->name);
    out->derived = derive(o, derived, o->from, monster);
    out->named = etp != NULL;
    out->base = etp ? wyrm_value_real(etp) : out->derived;
    for (size_t band = 0; band < threat->bands.count; band++) {
        double plain = out->base * threat->by_band[band].factor;
        out->grains[band][0] = grains_of(plain * out->behaviour);
        out->grains[band][1] = grains_of(plain * threat->elite * out->behaviour);
    }
}

static void make(rs_opening *o, void *system)
{
    wyrm_threat *threat = system;
    const wyrm_value *section = wyrm_ruleset_find(o->ruleset, "threat");
    threat->count = wyrm_roster_count(o->from);
    threat->monsters = base_array(o->arena, threat_monster, threat->count);
    threat->rules = wyrm_room_rules_read(o->ruleset);
    threat->elite = key_real(section, "elite");
    read_bands(o, threat, section);
    const wyrm_value *listed = wyrm_value_get(section, "etp");
    const char **names = base_array(o->arena, const char *, threat->count);
    for (size_t i = 0; i < threat->count; i++)
        names[i] = wyrm_roster_monster(o->from, (int32_t)i)->name;
    for (size_t i = 0; i < wyrm_value_count(listed); i++)
        if (wyrm_roster_find(o->from, wyrm_value_key(listed, i)) < 0)
            rs_error_name(o, wyrm_value_item(listed, i), names, threat->count,
                          wyrm_value_key(listed, i), "no monster is called '%s'",
                          wyrm_value_key(listed, i));
    for (size_t i = 0; i < threat->count; i++)
        read_monster(o, threat, section, wyrm_roster_monster(o->from, (int32_t)i),
                     &threat->monsters[i]);
}

wyrm_status wyrm_threat_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_roster *roster, wyrm_threat **out, wyrm_errors *errors)
{
    (void)combat; /* that of the roster */
    *out = NULL;
    if (!wyrm_ruleset_find(ruleset, "threat"))
        return WYRM_OK;
    return rs_open(ruleset, NULL, sizeof **out, make, roster, out, errors);
}

void wyrm_threat_free(wyrm_threat *threat)
{
    base_unmake(threat);
}

/* ---- answers ---- */

const wyrm_bands *wyrm_threat_bands(const wyrm_threat *threat)
{
    return &threat->bands;
}

double wyrm_threat_base(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->count ? threat->monsters[monster].base : 0;
}

double wyrm_threat_derived(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->count ? threat->monsters[monster].derived : 0;
}

bool wyrm_threat_is_named(const wyrm_threat *threat, size_t monster)
{
    return monster < threat->count && threat->monsters[monster].named;
}

int64_t enc_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    if (monster >= threat->count)
        return 0;
    return threat->monsters[monster].grains[wyrm_bands_at(&threat->bands, depth)][elite];
}

double wyrm_threat_at(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite)
{
    return (double)enc_threat_grains(threat, monster, depth, elite) / ENC_THREAT_GRAIN;
}

wyrm_interval wyrm_threat_room_budget(const wyrm_threat *threat, int32_t depth)
{
    return threat->by_band[wyrm_bands_at(&threat->bands, depth)].room_budget;
}

wyrm_interval wyrm_threat_floor_budget(const wyrm_threat *threat, int32_t depth)
{
    return threat->by_band[wyrm_bands_at(&threat->bands, depth)].floor_budget;
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
    enc_threat_range range = enc_threat_range_of(wyrm_threat_room_budget(threat, depth));
    double grains = round(total * ENC_THREAT_GRAIN);
    if (grains < (double)range.least)
        return WYRM_THREAT_UNDER;
    return grains > (double)range.most ? WYRM_THREAT_OVER : WYRM_THREAT_OK;
}

bool wyrm_threat_is_violation(wyrm_threat_status status)
{
    return status == WYRM_THREAT_OVER;
}
