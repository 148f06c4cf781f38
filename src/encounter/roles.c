/* Rooms with a role (Catacombs of YARL, "Room Metadata & Roles"): what a role means for budget,
 * monsters and pity, and which rooms of a map have one. Vaults come by chance and never in the
 * first or last room, minibosses and bosses at set depths: a ruleset plans them where it plans its
 * rooms (tables.c).
 *
 * Which rooms get a role is one rule. Games draw it; in how many rooms of a map pity works is the
 * same rule read exactly, where all rooms but the first and the last are alike. */
#include "encounter/internal.h"
#include <string.h>

#define SOURCE "Catacombs of YARL, \"Room Metadata & Roles\""

/* ---- what a role means ---- */

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
             .summary = "how the threat budget holds: `within`, more is a violation; `spike`, "
                        "more may happen; `exceed`, there is none; `exempt`, not checked and "
                        "skipped by pity",
             .source = SOURCE),
    WYRM_ROW("minibosses", BOOL, .source = SOURCE,
             .summary = "whether monsters of kind miniboss may be in it"),
    WYRM_ROW("bosses", BOOL, .source = SOURCE,
             .summary = "whether monsters of kind boss may be in it"),
    WYRM_ROW("pity", BOOL, .source = SOURCE,
             .summary = "whether pity counts such rooms and gives there"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_room_role_rows[] = {
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
        for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
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

bool wyrm_role_plan_comes_at(const wyrm_role_plan *plan, int32_t depth)
{
    for (size_t i = 0; i < wyrm_value_count(plan->depths); i++)
        if (wyrm_value_integer(wyrm_value_item(plan->depths, i)) == depth)
            return true;
    return false;
}

typedef struct role_map {
    const wyrm_role_plans *plans;
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

/* One of the rooms from..to that have no role yet, each equally likely. */
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

/* Bosses first, the greatest of them before the others: in the last room that still has no role, or
 * in any but the first. Returns in how many rooms pity works; draws nothing at a depth where no
 * role can come. */
static int64_t assign_roles(rule_draws *r, const void *context)
{
    const role_map *map = context;
    const wyrm_role_plan *plans = map->plans->plans;
    int64_t pity = 0;
    for (int32_t i = 0; i < map->rooms; i++)
        map->kinds[i] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    for (int role = WYRM_ROOM_ROLE_COUNT - 1; role > WYRM_ROOM_NORMAL; role--) {
        int32_t last = map->rooms - 1;
        if (!wyrm_role_plan_comes_at(&plans[role], map->depth))
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
    const wyrm_role_plans *plans = encounter->facts.plans;
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
