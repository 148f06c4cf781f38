/* Room roles: what each means, as the ruleset says it. */
#include <wyrm/room_roles.h>

#include "encounter/sections.h"

#include <string.h>

#define SOURCE "Catacombs of YARL, \"Room Metadata & Roles\""

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
    {.name = "budget",
     .kind = WYRM_KIND_CHOICE,
     .choices = budgets,
     .summary =
         "how the threat budget holds: `within`, more is a violation; `spike`, more is meant "
         "to happen; `exceed`, there is none; `exempt`, it is not checked and pity skips it",
     .source = SOURCE},
    {.name = "minibosses",
     .kind = WYRM_KIND_BOOL,
     .summary = "whether monsters of kind miniboss may be in it",
     .source = SOURCE},
    {.name = "bosses",
     .kind = WYRM_KIND_BOOL,
     .summary = "whether monsters of kind boss may be in it",
     .source = SOURCE},
    {.name = "pity",
     .kind = WYRM_KIND_BOOL,
     .summary = "whether pity counts such rooms and gives there",
     .source = SOURCE},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_room_role_rows[] = {
#define ROW(role, key, budget, minibosses, bosses, pity, sentence)                                 \
    {.name = key, .kind = WYRM_KIND_RECORD, .fields = rule_rows, .summary = sentence},
    WYRM_ROOM_ROLE_ROWS(ROW)
#undef ROW
        {.kind = WYRM_KIND_END},
};

static const wyrm_room_rules unsaid = {
    .rules =
        {
#define RULE(role, key, how, mini, big, gives, sentence)                                           \
    [role] = {.budget = how, .minibosses = mini, .bosses = big, .pity = gives},
            WYRM_ROOM_ROLE_ROWS(RULE)
#undef RULE
        },
};

static bool said_or(const wyrm_value *rule, const char *key, bool otherwise)
{
    const wyrm_value *value = wyrm_value_get(rule, key);
    return value ? wyrm_value_bool(value) : otherwise;
}

wyrm_room_rules wyrm_room_rules_read(const wyrm_ruleset *ruleset)
{
    const wyrm_value *section = wyrm_ruleset_find(ruleset, "room_roles");
    wyrm_room_rules rules = unsaid;
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_value *said = wyrm_value_get(section, wyrm_room_role_key((wyrm_room_role)role));
        const wyrm_value *budget = wyrm_value_get(said, "budget");
        wyrm_room_rule *rule = &rules.rules[role];
        if (budget)
            rule->budget = (wyrm_budget)wyrm_value_choice(budget);
        rule->minibosses = said_or(said, "minibosses", rule->minibosses);
        rule->bosses = said_or(said, "bosses", rule->bosses);
        rule->pity = said_or(said, "pity", rule->pity);
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
