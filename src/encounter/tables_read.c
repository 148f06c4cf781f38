/* Reads depth tables, weights and plans of roles from a ruleset, and tells what was read. */
#include "base/arena.h"
#include "encounter/internal.h"

#include <math.h>

#define TUTORIAL "roguelike tutorial, part 12"
#define YARL     "Catacombs of YARL, \"Room Budgets\""

static const wyrm_field room_rows[] = {
    {.name = "first",
     .kind = WYRM_KIND_BOOL,
     .fallback = "true",
     .summary = "whether monsters may be in the room where the player starts",
     .source = TUTORIAL},
    {.name = "most",
     .kind = WYRM_KIND_TABLE,
     .greatest = WYRM_ROOM_SPAWNS_MAX,
     .fallback = "[[2, 1], [3, 4], [5, 6]]",
     .unit = "monsters",
     .summary =
         "The most monsters of a room, by depth; every number from none to it is equally likely.",
     .source = TUTORIAL},
    {.kind = WYRM_KIND_END},
};

static const char *const aims[] = {"none", "reject", "fill", NULL};

const wyrm_field wyrm_tables_rows[] = {
    {.name = "last_depth",
     .kind = WYRM_KIND_INTEGER,
     .required = true,
     .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "the depth of the last map; every game won before adds as many again"},
    {.name = "rooms",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = room_rows,
     .summary = "how many monsters a room gets"},
    {.name = "budget",
     .kind = WYRM_KIND_CHOICE,
     .choices = aims,
     .fallback = "none",
     .summary = "How the threat budget of a room holds while it is filled: `none`, not at all; "
                "`reject`, a monster that would exceed it is drawn and left out; `fill`, only "
                "monsters that it has room for are drawn, and more of them until a room that has "
                "any holds the least of its budget.",
     .source = YARL},
    {.name = "roles",
     .kind = WYRM_KIND_RECORD,
     .fields = wyrm_role_plan_rows,
     .summary = "which rooms have a role, and who is in them"},
    {.kind = WYRM_KIND_END},
};

static const char *const kinds[] = {
#define KEY(name, key) [name] = key,
    WYRM_MONSTER_KIND_ROWS(KEY)
#undef KEY
        NULL};

static const wyrm_field behaviour_row[] = {
    {.name = "behaviour",
     .kind = WYRM_KIND_NAME,
     .summary = "a behaviour that the section threat has a bonus or factor for"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field monster_rows[] = {
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e9,
     .summary =
         "how often it is drawn, by depth, against the weights of the others; whole numbers, "
         "0 before the first row; absent: never",
     .source = TUTORIAL},
    {.name = "kind",
     .kind = WYRM_KIND_CHOICE,
     .choices = kinds,
     .fallback = "normal",
     .summary = "minibosses and bosses come only in rooms whose role allows them",
     .source = "Catacombs of YARL, \"Room Metadata & Roles\""},
    {.name = "etp",
     .kind = WYRM_KIND_REAL,
     .greatest = WYRM_THREAT_MAX,
     .unit = "points",
     .summary = "its threat before band, elite and behaviour; absent: derived from its numbers",
     .source = YARL},
    {.name = "behaviours",
     .kind = WYRM_KIND_LIST,
     .fields = behaviour_row,
     .fallback = "[]",
     .summary = "What it does that makes it more or less of a threat.",
     .source = YARL},
    {.name = "synergy",
     .kind = WYRM_KIND_REAL,
     .least = -1,
     .greatest = 1000,
     .fallback = "0",
     .summary = "what fighting beside others adds to its derived threat: 0.1 is ten per cent",
     .source = YARL},
    {.kind = WYRM_KIND_END},
};

const wyrm_extension wyrm_tables_extensions[] = {
    {.section = "monsters", .fields = monster_rows},
    {.section = NULL},
};

/* ---- what was read ---- */

size_t wyrm_tables_choice(const wyrm_room_rule *rule)
{
    return (rule->minibosses ? 1u : 0u) + (rule->bosses ? 2u : 0u);
}

wyrm_monster_kind wyrm_tables_boss_kind(const wyrm_room_rule *rule)
{
    return rule->bosses ? WYRM_MONSTER_BOSS : WYRM_MONSTER_MINIBOSS;
}

int32_t wyrm_tables_most(const wyrm_tables *tables, int32_t depth)
{
    double most = wyrm_value_at_depth(tables->most, depth);
    return most < WYRM_ROOM_SPAWNS_MAX ? (int32_t)most : WYRM_ROOM_SPAWNS_MAX;
}

wyrm_weights_row wyrm_tables_row(const wyrm_tables *tables, wyrm_room_role role, int32_t depth)
{
    const wyrm_weights *choice =
        tables->choices[wyrm_tables_choice(&tables->roles.rules.rules[role])];
    return choice ? wyrm_weights_at(choice, depth) : (wyrm_weights_row){0};
}

bool wyrm_tables_aims(const wyrm_tables *tables, const wyrm_room_kind *room)
{
    return tables->aim != WYRM_AIM_NONE &&
           wyrm_room_budget(&tables->roles.rules, room) == WYRM_BUDGET_WITHIN;
}

/* ---- values ---- */

wyrm_monster_kind wyrm_monster_kind_of(const wyrm_value *record)
{
    return (wyrm_monster_kind)wyrm_value_choice(wyrm_value_get(record, "kind"));
}

static wyrm_status fail_for_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for depth tables");
}

static wyrm_status check_most(const wyrm_ruleset *ruleset, const wyrm_value *most,
                              wyrm_errors *errors)
{
    const wyrm_depth_row *rows = wyrm_value_rows(most);
    for (size_t i = 0; rows && i < wyrm_value_count(most); i++)
        if (rows[i].value != floor(rows[i].value))
            return wyrm_value_fail(ruleset, most, errors, NULL,
                                   "a room cannot hold %.15g monsters: whole numbers are needed",
                                   rows[i].value);
    return WYRM_OK;
}

static wyrm_status check_aim(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             const wyrm_tables *state, wyrm_errors *errors)
{
    if (state->aim == WYRM_AIM_NONE || state->threat)
        return WYRM_OK;
    return wyrm_value_fail(ruleset, wyrm_value_get(parameters, "budget"), errors,
                           "add a section `threat`, or write `none`",
                           "rooms are filled by a threat budget, and the ruleset has none");
}

static wyrm_status read_monsters(wyrm_tables *state, wyrm_errors *errors)
{
    size_t count = wyrm_roster_count(state->roster);
    state->monster_count = count;
    state->monsters = base_zeroed(count + 1, sizeof *state->monsters);
    for (int kind = WYRM_MONSTER_MINIBOSS; kind < WYRM_MONSTER_KINDS; kind++)
        state->bosses[kind].monsters = base_zeroed(count + 1, sizeof(int32_t));
    if (!state->monsters || !state->bosses[WYRM_MONSTER_MINIBOSS].monsters ||
        !state->bosses[WYRM_MONSTER_BOSS].monsters)
        return fail_for_memory(errors);
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *record = wyrm_roster_monster(state->roster, i)->record;
        wyrm_monster_kind kind = wyrm_monster_kind_of(record);
        state->monsters[i] = (wyrm_tables_monster){
            .kind = kind, .experience = wyrm_roster_experience(state->roster, i, 1)};
        wyrm_tables_list *list = &state->bosses[kind];
        if (kind != WYRM_MONSTER_NORMAL)
            list->monsters[list->count++] = (int32_t)i;
    }
    return WYRM_OK;
}

static bool allows(size_t choice, wyrm_monster_kind kind)
{
    return kind == WYRM_MONSTER_NORMAL || (kind == WYRM_MONSTER_MINIBOSS && (choice & 1)) ||
           (kind == WYRM_MONSTER_BOSS && (choice & 2));
}

static wyrm_status read_choice(const wyrm_ruleset *ruleset, wyrm_tables *state, size_t choice,
                               wyrm_weights_entry *entries, wyrm_errors *errors)
{
    size_t count = 0;
    for (size_t i = 0; i < state->monster_count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(state->roster, i);
        if (allows(choice, state->monsters[i].kind))
            entries[count++] =
                (wyrm_weights_entry){.value = (int32_t)i,
                                     .name = monster->name,
                                     .weights = wyrm_value_get(monster->record, "weight")};
    }
    return wyrm_weights_new(ruleset, wyrm_ruleset_find(ruleset, "monsters"), "monsters", entries,
                            count, state->last_depth, &state->choices[choice], errors);
}

/* Roles whose monsters are drawn by weight. */
static bool is_by_weight(const wyrm_tables *state, int role)
{
    return !state->roles.plans[role].depths;
}

static wyrm_status read_choices(const wyrm_ruleset *ruleset, wyrm_tables *state,
                                wyrm_errors *errors)
{
    wyrm_weights_entry *entries = base_zeroed(state->monster_count + 1, sizeof *entries);
    wyrm_status status = entries ? WYRM_OK : fail_for_memory(errors);
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT && status == WYRM_OK; role++) {
        size_t choice = wyrm_tables_choice(&state->roles.rules.rules[role]);
        if (is_by_weight(state, role) && !state->choices[choice])
            status = read_choice(ruleset, state, choice, entries, errors);
    }
    wyrm_free(entries);
    return status;
}

static wyrm_status check_bosses(const wyrm_ruleset *ruleset, const wyrm_tables *state,
                                wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_role_plan *plan = &state->roles.plans[role];
        int kind = wyrm_tables_boss_kind(&state->roles.rules.rules[role]);
        if (wyrm_value_count(plan->depths) > 0 && state->bosses[kind].count == 0)
            status = wyrm_value_fail(ruleset, plan->depths, errors, NULL,
                                     "there are rooms for a %s, and no monster is of that kind",
                                     kinds[kind]);
    }
    return status;
}

void wyrm_tables_release(void *context)
{
    wyrm_tables *state = context;
    for (size_t i = 0; i < sizeof state->choices / sizeof *state->choices; i++)
        wyrm_weights_free(state->choices[i]);
    for (int kind = 0; kind < WYRM_MONSTER_KINDS; kind++)
        wyrm_free(state->bosses[kind].monsters);
    wyrm_free(state->monsters);
    wyrm_free(state);
}

static wyrm_status read_all(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                            wyrm_tables *state, wyrm_errors *errors)
{
    const wyrm_value *rooms = wyrm_value_get(parameters, "rooms");
    state->first = wyrm_value_bool(wyrm_value_get(rooms, "first"));
    state->most = wyrm_value_get(rooms, "most");
    state->aim = wyrm_value_choice(wyrm_value_get(parameters, "budget"));
    state->last_depth = (int32_t)wyrm_value_integer(wyrm_value_get(parameters, "last_depth"));
    wyrm_status steps[] = {
        check_most(ruleset, state->most, errors),
        check_aim(ruleset, parameters, state, errors),
        wyrm_role_plans_read(ruleset, wyrm_value_get(parameters, "roles"), &state->roles, errors),
        read_monsters(state, errors),
    };
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        status = status == WYRM_OK ? steps[i] : status;
    if (steps[3] != WYRM_OK)
        return status;
    state->elite =
        wyrm_roster_find_variant(state->roster, state->roles.plans[WYRM_ROOM_TREASURE].variant);
    wyrm_status choices = read_choices(ruleset, state, errors);
    wyrm_status bosses = check_bosses(ruleset, state, errors);
    status = status == WYRM_OK ? choices : status;
    return status == WYRM_OK ? bosses : status;
}

wyrm_status wyrm_tables_make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             const wyrm_growth *growth, const wyrm_roster *roster,
                             const wyrm_threat *threat, void **out, wyrm_errors *errors)
{
    wyrm_tables *state = base_zeroed(1, sizeof *state);
    *out = NULL;
    (void)growth; /* monsters are scaled by depth where they are made */
    if (!state)
        return fail_for_memory(errors);
    state->roster = roster;
    state->threat = threat;
    wyrm_status status = read_all(ruleset, parameters, state, errors);
    if (status != WYRM_OK) {
        wyrm_tables_release(state);
        return status;
    }
    *out = state;
    return WYRM_OK;
}
