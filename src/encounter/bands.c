/* What a ruleset says about stretches of a dungeon: bands of depths, and what each role of a room
 * means. */

#include <string.h>

#include <wyrm/bands.h>
#include <wyrm/room_roles.h>

#include "encounter/internal.h"

/* Bands of depths: reading them, and finding the one of a depth. */

const wyrm_field wyrm_band_element[] = {
    {.name = "band",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_TABLE_DEPTH_MAX,
     .unit = "depths",
     .summary = "the first and the last depth of the band"},
    {.kind = WYRM_KIND_END},
};

/* That a band begins right behind the one before it. */
static wyrm_status check_follows(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                 const wyrm_band *band, const wyrm_band *before,
                                 wyrm_errors *errors)
{
    if (band->first_depth == before->last_depth + 1)
        return WYRM_OK;
    if (band->first_depth < before->first_depth)
        return wyrm_value_fail(
            ruleset, value, errors, NULL,
            "bands stand in ascending order, and '%s' begins at depth %d, before "
            "'%s' at depth %d",
            band->name, (int)band->first_depth, before->name, (int)before->first_depth);
    if (band->first_depth <= before->last_depth)
        return wyrm_value_fail(ruleset, value, errors, NULL,
                               "depth %d is in two bands: '%s' ends at depth %d, '%s' begins at "
                               "depth %d",
                               (int)band->first_depth, before->name, (int)before->last_depth,
                               band->name, (int)band->first_depth);
    return wyrm_value_fail(ruleset, value, errors, NULL,
                           "depth %d is in no band: '%s' ends at depth %d, '%s' begins at depth %d",
                           (int)before->last_depth + 1, before->name, (int)before->last_depth,
                           band->name, (int)band->first_depth);
}

wyrm_status wyrm_bands_read(const wyrm_ruleset *ruleset, wyrm_bands *out, wyrm_errors *errors)
{
    *out = (wyrm_bands){0};
    const wyrm_value *map = wyrm_ruleset_find(ruleset, "bands");
    size_t count = wyrm_value_count(map);
    if (count > WYRM_BANDS_MAX)
        return wyrm_value_fail(ruleset, map, errors, NULL, "%zu bands are more than %d", count,
                               WYRM_BANDS_MAX);
    wyrm_bands read = {.count = count};
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *value = wyrm_value_item(map, i);
        wyrm_band *band = &read.bands[i];
        *band = (wyrm_band){.name = wyrm_value_key(map, i),
                            .first_depth = (int32_t)wyrm_value_low(value),
                            .last_depth = (int32_t)wyrm_value_high(value)};
        if (i > 0 && check_follows(ruleset, value, band, band - 1, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    if (status == WYRM_OK)
        *out = read;
    return status;
}

size_t wyrm_bands_at(const wyrm_bands *bands, int32_t depth)
{
    size_t at = 0;
    while (at + 1 < bands->count && depth > bands->bands[at].last_depth)
        at++;
    return at;
}

int wyrm_bands_find(const wyrm_bands *bands, const char *name)
{
    for (size_t i = 0; i < bands->count; i++)
        if (strcmp(bands->bands[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* Room roles: what each means, as the ruleset says it. */

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
