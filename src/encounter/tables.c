/* Difficulty by tables of depths: how many monsters a room gets, how likely each is, and how
 * generation aims at the budget of the room (roguelike tutorial, part 12; Catacombs of YARL).
 *
 * A room is a chain of one step, the next monster: it is drawn by weight, and what happens then
 * depends on the budget and on the threat so far. Games draw the chain. Its exact reading follows
 * the states (monsters so far, threat so far), with threat in steps of the greatest common divisor
 * of all threats; it gives the number of monsters, their threat and their kinds. Without a budget
 * the first and the last of these need no chain.
 */
#include "encounter/internal.h"

#define TUTORIAL "roguelike tutorial, part 12"
#define YARL     "Catacombs of YARL, \"Room Budgets\""
#define ROLES    "Catacombs of YARL, \"Room Metadata & Roles\""

/* How generation keeps to the budget of a room; as in `aims`. */
enum { AIM_NONE, AIM_REJECT, AIM_FILL };

/* The monsters of one kind: rooms at set depths choose one of them, each equally likely. */
typedef struct boss_list {
    size_t count;
    int32_t *monsters;
} boss_list;

typedef struct tables {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL only where aim is AIM_NONE */
    enc_room_count rooms;      /* its chance and most_per_win are not used */
    size_t aim;
    int32_t last_depth;
    enc_role_plans roles;
    uint64_t *experience; /* by monster */
    /* Choices by weight: [0] of normal monsters only, [1] of minibosses too, [2] of bosses too, [3]
     * of all. Only those that a role of the ruleset needs are made. */
    const enc_weights *choices[4];
    boss_list bosses[WYRM_MONSTER_KINDS]; /* by kind; empty for normal ones */
} tables;

/* ---- rows ---- */

static const wyrm_field room_rows[] = {
    WYRM_ROW("first", BOOL, .default_value = "true", .source = TUTORIAL,
             .summary = "monsters may be in the room where the player starts"),
    WYRM_ROW("most", TABLE, .greatest = WYRM_ROOM_SPAWNS_MAX,
             .default_value = "[[2, 1], [3, 4], [5, 6]]", .unit = "monsters", .source = TUTORIAL,
             .summary = "the most of a room, by depth; each number from 0 is as likely"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field depth_row[] =
    WYRM_ELEMENT("depth", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX,
                 .summary = "a depth whose map has such a room");

static const char *const place_names[] = {"any", "last", NULL};
enum { PLACE_ANY, PLACE_LAST };

#define MONSTERS_ROW(number)                                                                       \
    WYRM_ROW("monsters", AMOUNT, .ranged = true, .greatest = WYRM_ROOM_SPAWNS_MAX,                 \
             .default_value = number, .unit = "monsters", .source = ROLES,                         \
             .summary = "how many are in it")

static const wyrm_field treasure_rows[] = {
    WYRM_ROW("chance", TABLE, .required = true, .greatest = 1, .source = ROLES,
             .summary = "chance that a map has a vault, by depth"),
    WYRM_ROW("least_rooms", INTEGER, .least = 1, .greatest = 1000, .default_value = "3",
             .unit = "rooms", .source = ROLES,
             .summary = "least rooms of a map with a vault; which is never the first or last"),
    MONSTERS_ROW("[2, 6]"),
    WYRM_ROW("variant", NAME, .default_value = "elite", .source = ROLES,
             .summary = "variant of its monsters, drawn as in other rooms"),
    {.kind = WYRM_KIND_END},
};

#define BOSS_ROWS(place)                                                                           \
    WYRM_ROW("depths", LIST, .required = true, .fields = depth_row, .greatest = 1000,              \
             .summary = "depths whose maps have such a room"),                                     \
        MONSTERS_ROW("1"),                                                                         \
        WYRM_ROW("room", CHOICE, .choices = place_names, .default_value = place,                   \
                 .summary = "which room: `any` but the first, or the `last`; that is the last "    \
                            "placed, with the stairs"),                                            \
        {.kind = WYRM_KIND_END},

static const wyrm_field miniboss_rows[] = {BOSS_ROWS("any")};
static const wyrm_field end_boss_rows[] = {BOSS_ROWS("last")};

/* No role has a default: one that is not named does not come. */
static const wyrm_field role_rows[] = {
    WYRM_ROW("treasure", RECORD, .fields = treasure_rows, .summary = "vaults, by chance"),
    WYRM_ROW("miniboss", RECORD, .fields = miniboss_rows,
             .summary = "rooms with minibosses; each monster of kind miniboss is equally likely"),
    WYRM_ROW("boss", RECORD, .fields = miniboss_rows,
             .summary = "rooms of a boss on the way; each monster of kind miniboss is equally "
                        "likely"),
    WYRM_ROW("end_boss", RECORD, .fields = end_boss_rows,
             .summary = "the room of the last fight; each monster of kind boss is equally likely"),
    {.kind = WYRM_KIND_END},
};

static const char *const aims[] = {"none", "reject", "fill", NULL};

static const wyrm_field tables_rows[] = {
    WYRM_ROW("last_depth", INTEGER, .required = true, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "depth of the last map; every game won before adds as many"),
    WYRM_ROW("rooms", RECORD, .default_value = "{}", .fields = room_rows,
             .summary = "how many monsters a room has"),
    WYRM_ROW("budget", CHOICE, .choices = aims, .default_value = "none", .source = YARL,
             .summary = "how a room keeps to its threat budget: `none`, not at all, `reject`, "
                        "monsters drawn beyond it are left out, or `fill`, only those that fit are "
                        "drawn; until a room that has any holds the least of its budget"),
    WYRM_ROW("roles", RECORD, .fields = role_rows,
             .summary = "which rooms have a role, and who is in them"),
    {.kind = WYRM_KIND_END},
};

const char *const enc_monster_kind_keys[] = {
#define KEY(name, key) [name] = key,
    WYRM_MONSTER_KIND_ROWS(KEY)
#undef KEY
        NULL};

const wyrm_field enc_behaviour_element[] = WYRM_ELEMENT(
    "behaviour", NAME, .summary = "a behaviour that the section threat has a bonus or factor for");

static const wyrm_field monster_rows[] = {
    WYRM_ROW("weight", TABLE, .greatest = 1e9, .source = TUTORIAL,
             .summary = "how likely it is beside the others, by depth, else never; whole numbers, "
                        "0 before the first row"),
    WYRM_ROW("kind", CHOICE, .choices = enc_monster_kind_keys, .default_value = "normal",
             .summary = "minibosses and bosses come only where a role allows them",
             .source = ROLES),
    ENC_MONSTER_THREAT_ROWS,
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {{"monsters", monster_rows}, {NULL, NULL}};

wyrm_monster_kind wyrm_monster_kind_of(const wyrm_value *record)
{
    return (wyrm_monster_kind)wyrm_value_choice(wyrm_value_get(record, "kind"));
}

/* ---- reading ---- */

/* Returns the kind of monster in rooms at set depths, by their rule. */
static wyrm_monster_kind boss_kind(const wyrm_room_rule *means)
{
    return means->bosses ? WYRM_MONSTER_BOSS : WYRM_MONSTER_MINIBOSS;
}

/* Returns the index in `choices` of the monsters that a role allows: a bit for each kind but the
 * normal one. */
static size_t choice_of(const wyrm_room_rule *means)
{
    return (size_t)means->minibosses << (WYRM_MONSTER_MINIBOSS - 1) |
           (size_t)means->bosses << (WYRM_MONSTER_BOSS - 1);
}

/* Makes the choice by weight of the monsters that it allows. */
static const enc_weights *read_choice(rs_opening *o, const tables *state, size_t choice)
{
    size_t monsters = wyrm_roster_count(state->roster), count = 0;
    enc_weights_entry *entries = base_array(o->arena, enc_weights_entry, monsters);
    for (size_t i = 0; i < monsters; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(state->roster, (int32_t)i);
        const wyrm_monster_kind kind = wyrm_monster_kind_of(monster->record);
        if (kind == WYRM_MONSTER_NORMAL || choice >> (kind - 1) & 1)
            entries[count++] = (enc_weights_entry){(int32_t)i, monster->name,
                                                   wyrm_value_get(monster->record, "weight")};
    }
    return enc_weights_new(o, wyrm_ruleset_find(o->ruleset, "monsters"), "monsters", entries, count,
                           state->last_depth);
}

/* Reads who is in the rooms of every role: monsters by weight, or a boss. */
static void read_monsters(rs_opening *o, tables *state)
{
    const size_t count = wyrm_roster_count(state->roster);
    state->experience = base_array(o->arena, uint64_t, count);
    for (int kind = WYRM_MONSTER_MINIBOSS; kind < WYRM_MONSTER_KINDS; kind++)
        state->bosses[kind].monsters = base_array(o->arena, int32_t, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(state->roster, (int32_t)i);
        boss_list *list = &state->bosses[wyrm_monster_kind_of(monster->record)];
        state->experience[i] = wyrm_roster_experience(state->roster, (int32_t)i, 1);
        if (list->monsters)
            list->monsters[list->count++] = (int32_t)i;
    }
    bool well = true;
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &state->roles.rules.rules[role];
        const wyrm_value *depths = state->roles.plans[role].depths;
        const size_t choice = choice_of(rule);
        const wyrm_monster_kind kind = boss_kind(rule);
        if (!depths && !state->choices[choice] && well) {
            state->choices[choice] = read_choice(o, state, choice);
            well = state->choices[choice] != NULL;
        }
        if (wyrm_value_count(depths) > 0 && state->bosses[kind].count == 0)
            rs_error(o, depths, NULL, "there are rooms for a %s, and no monster is of that kind",
                     enc_monster_kind_keys[kind]);
    }
}

/* Reads the record `roles` (may be NULL). A variant that the ruleset does not have is a fault. */
static void read_roles(rs_opening *o, const wyrm_value *roles, enc_role_plans *out)
{
    const wyrm_value *variants = wyrm_ruleset_find(o->ruleset, "variants");
    *out = (enc_role_plans){.rules = wyrm_room_rules_read(o->ruleset)};
    for (int role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_value *record = wyrm_value_get(roles, wyrm_room_role_key((wyrm_room_role)role));
        const char *variant = key_text(record, "variant");
        out->plans[role] = (enc_role_plan){
            .planned = record != NULL,
            .chance = wyrm_value_get(record, "chance"),
            .depths = wyrm_value_get(record, "depths"),
            .least_rooms = key_whole(record, "least_rooms"),
            .in_last = key_choice(record, "room") == PLACE_LAST,
            .monsters = wyrm_value_amount(wyrm_value_get(record, "monsters")),
            .variant = variant,
        };
        if (variant[0] != '\0' && !wyrm_value_get(variants, variant))
            rs_error_name(o, wyrm_value_get(record, "variant"), rs_map_names(variants),
                          wyrm_value_count(variants), variant,
                          "no variant of monsters is called '%s'", variant);
    }
}

/* Growth has no part in this: monsters are scaled by depth when they are made. */
static void *make(rs_opening *o, const enc_sources *from, enc_facts *facts)
{
    tables *state = base_new(o->arena, tables);
    state->roster = from->roster;
    state->threat = from->threat;
    state->rooms = enc_room_count_read(o, "monsters", WYRM_ROOM_SPAWNS_MAX);
    state->aim = key_choice(o->section, "budget");
    state->last_depth = key_whole(o->section, "last_depth");
    if (state->aim != AIM_NONE && !state->threat)
        rs_error(o, wyrm_value_get(o->section, "budget"), "add a section `threat`, or write `none`",
                 "rooms are filled by a threat budget, and the ruleset has none");
    read_roles(o, wyrm_value_get(o->section, "roles"), &state->roles);
    read_monsters(o, state);
    const char *elite = state->roles.plans[WYRM_ROOM_TREASURE].variant;
    facts->last_depth = state->last_depth;
    facts->plans = &state->roles;
    facts->elite = wyrm_roster_find_variant(state->roster, elite);
    return state;
}

/* ---- a room ---- */

/* Limit of the states of a chain: 8 MB. */
#define STATES_MAX ((size_t)1 << 20)

/* A room while it is filled. */
typedef struct filling {
    const tables *tables;
    int32_t depth;
    bool elite;
    enc_weights_row row;
    const boss_list *bosses; /* one of them is chosen instead of the row; NULL: by the row */
    size_t aim;              /* AIM_NONE if the budget does not bind */
    enc_threat_range budget; /* in grains */
    int64_t total;           /* threat so far, in grains; 0 if it is not counted */
    bool counts_threat;
    int32_t count;
    wyrm_spawn *spawns; /* where monsters are put; NULL: read exactly */
    /* For the exact reading: */
    int64_t step;  /* grains that all threats are multiples of */
    size_t totals; /* threats that are distinguished, in steps */
    double *put;   /* by index of the row: how many a room gets, on average */
} filling;

static int64_t grains_of(const filling *room, int32_t monster)
{
    if (!room->tables->threat)
        return 0;
    return enc_threat_grains(room->tables->threat, (size_t)monster, room->depth, room->elite);
}

static bool fits(const filling *room, size_t index)
{
    return room->total + grains_of(room, room->row.values[index]) <= room->budget.most;
}

static uint64_t weight_if_fits(const void *room, size_t index)
{
    const filling *of = room;
    return fits(of, index) ? enc_weights_of(&of->row, index) : 0;
}

enum { NOBODY = -1 };

/* Draws the next monster, by its index, or NOBODY: the one drawn exceeds the budget, or all
 * would. */
static int64_t next_monster(rule_draws *r, const void *context)
{
    const filling *room = context;
    size_t count = room->row.count;
    if (room->bosses)
        return (int64_t)rule_alike(r, "which boss", room->bosses->count, 0);
    if (room->aim == AIM_FILL) {
        size_t index = 0;
        while (index < count && !fits(room, index))
            index++;
        return index == count ? NOBODY
                              : (int64_t)rule_choose(r, "who fits", count, weight_if_fits, room);
    }
    size_t index = rule_choose_running(r, "who", count, room->row.running);
    return room->aim == AIM_REJECT && !fits(room, index) ? NOBODY : (int64_t)index;
}

static void put(void *context, int64_t index)
{
    filling *room = context;
    if (index == NOBODY)
        return;
    int32_t monster = room->bosses ? room->bosses->monsters[index] : room->row.values[index];
    if (room->counts_threat)
        room->total += grains_of(room, monster);
    if (room->spawns)
        room->spawns[room->count] = (wyrm_spawn){.monster = monster,
                                                 .level = room->depth,
                                                 .experience = room->tables->experience[monster],
                                                 .elite = room->elite};
    room->count++;
}

/* Whether the least of the budget asks for more. A room that got nobody stays empty. */
static bool wants_more(const void *context)
{
    const filling *room = context;
    return room->aim == AIM_FILL && room->total < room->budget.least &&
           room->count < WYRM_ROOM_SPAWNS_MAX;
}

static void enter(void *context, size_t state)
{
    filling *room = context;
    room->count = (int32_t)(state / room->totals);
    room->total = (int64_t)(state % room->totals) * room->step;
}

static size_t state_of(const void *context)
{
    const filling *room = context;
    return (size_t)room->count * room->totals + (size_t)(room->total / room->step);
}

/* Numbers states by threat alone, if nothing else is asked for. */
static size_t total_of(const void *context)
{
    const filling *room = context;
    return (size_t)(room->total / room->step);
}

static void note_put(void *context, int64_t index, double times)
{
    ((filling *)context)->put[index] += times;
}

static rule_chain chain_of(int32_t most)
{
    return (rule_chain){.name = "how many",
                        .most = most,
                        .step = next_monster,
                        .take = put,
                        .goes_on = wants_more,
                        .enter = enter,
                        .state = state_of};
}

static void start_room(filling *room, const tables *state, const wyrm_room_kind *kind,
                       int32_t depth)
{
    const enc_role_plan *plan = &state->roles.plans[kind->role];
    const wyrm_room_rule *rule = &state->roles.rules.rules[kind->role];
    const enc_weights *choice = state->choices[choice_of(rule)];
    *room = (filling){.tables = state, .depth = depth};
    room->elite = plan->planned && plan->variant[0] != '\0';
    if (choice)
        room->row = enc_weights_at(choice, depth);
    if (plan->planned && plan->depths)
        room->bosses = &state->bosses[boss_kind(rule)];
    else if (state->aim != AIM_NONE &&
             wyrm_room_budget(&state->roles.rules, kind) == WYRM_BUDGET_WITHIN)
        room->aim = state->aim;
    if (room->aim != AIM_NONE)
        room->budget = enc_threat_range_of(wyrm_threat_room_budget(state->threat, depth));
    room->counts_threat = room->aim != AIM_NONE;
}

static size_t fill_room(const void *context, const wyrm_difficulty *difficulty,
                        const wyrm_room_context *of, wyrm_rng *rng, wyrm_spawn *spawns)
{
    const tables *state = context;
    const enc_role_plan *plan = &state->roles.plans[of->kind.role];
    filling room;
    start_room(&room, state, &of->kind, difficulty->depth);
    room.spawns = spawns;
    if (!room.bosses && (room.row.count == 0 || (of->index == 0 && !state->rooms.first)))
        return 0;
    rule_chain chain = plan->planned
                           ? chain_of((int32_t)plan->monsters->most)
                           : chain_of(enc_room_count_most(&state->rooms, difficulty->depth, 0));
    rule_draws r = {.rng = rng};
    chain.number = plan->planned ? plan->monsters : NULL;
    rule_chain_draw(&r, &chain, &room);
    return (size_t)room.count;
}

/* ---- distributions of a normal room ---- */

static const wyrm_room_kind normal = {.role = WYRM_ROOM_NORMAL};

/* Whether a monster comes to normal rooms of a depth: one whose threat exceeds the budget never
 * does. */
static bool comes(const void *context, int32_t depth, int32_t monster)
{
    const tables *state = context;
    filling room;
    start_room(&room, state, &normal, depth);
    for (size_t i = 0; enc_room_count_most(&state->rooms, depth, 0) > 0 && i < room.row.count; i++)
        if (room.row.values[i] == monster)
            return room.aim == AIM_NONE || fits(&room, i);
    return false;
}

/* Follows the chain of a room, and answers with its counts, its threats or its monsters. */
static void follow(base_arena *arena, encounter_question *to, filling *room, int32_t most)
{
    bool threat = to->what == ENC_ASKED_THREAT;
    rule_chain chain = chain_of(most);
    int64_t greatest = room->budget.most;
    if (room->aim == AIM_NONE) {
        chain.state = total_of;
        greatest = 0;
        for (size_t i = 0; i < room->row.count; i++) {
            int64_t grains = grains_of(room, room->row.values[i]);
            greatest = grains > greatest ? grains : greatest;
        }
        greatest *= most;
    }
    size_t counts = room->aim == AIM_FILL     ? WYRM_ROOM_SPAWNS_MAX + 1
                    : room->aim == AIM_REJECT ? (size_t)most + 1
                                              : 1;
    room->totals = (size_t)(greatest / room->step) + 1;
    room->counts_threat = true;
    room->put = base_array(arena, double, room->row.count);
    chain.states = counts * room->totals;
    if (room->totals > STATES_MAX / counts)
        base_refuse(arena, WYRM_ERROR_RANGE,
                    "threats at depth %d differ by as little as %g points, too finely for "
                    "the distribution of a room",
                    (int)room->depth, (double)room->step / ENC_THREAT_GRAIN);
    base_spend(arena, WYRM_COST_FLOORS,
               (uint64_t)chain.states * (uint64_t)(most + 1) * (room->row.count + 1));
    double *ends = base_array(arena, double, chain.states);
    rule_chain_follow(arena, &chain, room, ends, note_put);
    bool who = to->what == ENC_ASKED_KINDS;
    size_t length = who ? room->row.count : threat ? room->totals : counts;
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, length);
    for (size_t i = 0; i < length; i++)
        pairs[i] = who ? (wyrm_weighted){room->row.values[i], room->put[i]}
                       : (wyrm_weighted){(int64_t)i, 0};
    for (size_t i = 0; i < chain.states && !who; i++)
        pairs[threat ? i % room->totals : i / room->totals].weight += ends[i];
    base_must(arena, wyrm_pmf_from_pairs(pairs, length, &to->answer, &arena->error));
}

static void exact(base_arena *arena, void *context)
{
    encounter_question *to = context;
    const tables *state = to->state;
    filling room;
    start_room(&room, state, &normal, to->depth);
    int32_t most = room.row.count > 0 ? enc_room_count_most(&state->rooms, to->depth, 0) : 0;
    bool any = false;
    for (size_t i = 0; i < room.row.count && !any; i++)
        any = comes(to->state, to->depth, room.row.values[i]);
    /* The greatest common divisor of all threats. */
    for (size_t i = 0; i < room.row.count; i++)
        room.step = common_divisor(room.step, grains_of(&room, room.row.values[i]));
    room.step = room.step == 0 ? ENC_THREAT_GRAIN : room.step; /* no threat at all */
    if (to->what == ENC_ASKED_DRAW && room.row.count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "no monster has a weight at depth %d",
                    (int)to->depth);
    if (to->what == ENC_ASKED_KINDS && !any)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "no normal room of depth %d has a monster",
                    (int)to->depth);
    if (to->what == ENC_ASKED_THREAT && !state->threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (to->unit)
        *to->unit = (double)room.step / ENC_THREAT_GRAIN;
    const bool apart = room.aim == AIM_NONE && to->what != ENC_ASKED_THREAT;
    const bool row = to->what == ENC_ASKED_DRAW || (to->what == ENC_ASKED_KINDS && apart);
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, room.row.count);
    for (size_t i = 0; i < room.row.count; i++)
        pairs[i] = (wyrm_weighted){room.row.values[i], (double)enc_weights_of(&room.row, i)};
    if (row) /* the monster of one draw */
        base_must(arena, wyrm_pmf_from_pairs(pairs, room.row.count, &to->answer, &arena->error));
    else if (most == 0 || apart)
        base_must(arena, wyrm_pmf_uniform(0, most, &to->answer, &arena->error));
    else
        follow(arena, to, &room, most);
}

/* ---- the model ---- */

static wyrm_room_draw room_draw(const void *context, int32_t depth)
{
    const tables *state = context;
    filling room;
    start_room(&room, state, &normal, depth);
    return (wyrm_room_draw){.most = enc_room_count_most(&state->rooms, depth, 0),
                            .independent = room.aim == AIM_NONE,
                            .first = state->rooms.first};
}

const enc_model enc_tables_model = {
    .model = {.name = "tables",
              .summary = "monsters by depth tables and weights, perhaps within threat budgets",
              .parameters = tables_rows,
              .extensions = extensions},
    .make = make,
    .room = fill_room,
    .room_draw = room_draw,
    .comes = comes,
    .exact = exact,
};
