/* Difficulty by hordes: groups of a leader and members that come to a floor, or to each room of it
 * (Brogue: monsters come in hordes, now and then from a deeper floor; Shattered Pixel Dungeon: the
 * kinds of a floor are a deck that is shuffled and dealt; SRD: an encounter is filled up to a
 * budget of experience, which counts the more the more monsters there are).
 *
 * Everything is drawn group by group (draws.c); means and chances of a floor come from the same
 * rule (arrivals.c). This file reads the section, and fills the floors of a game.
 *
 * Groups that guard a place are not drawn: they come to each floor of their depths, or to some of
 * them by chance, before the others.
 *
 * Every way in which a horde can come is one number, its outcome: the numbers of its members are
 * the digits, each with as many values as the member's amount has, and the ranges of hordes follow
 * one another (base, horde_of). So a draw returns a whole number, as rules do, that describes the
 * whole group. */
#include "encounter/internal.h"

#define BROGUE "Brogue CE, its catalog of hordes"

/* Limits: outcomes of all hordes together, and entries in the rows of what can be drawn. */
#define OUTCOMES_MAX ((int64_t)1 << 16)
#define PLACES_MAX   ((size_t)1 << 20)
#define CARDS_MAX    500 /* in a deck */

/* ---- rows ---- */

static const wyrm_field floor_rows[] = {
    WYRM_ROW("from_depth", INTEGER, .default_value = "1", .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "from this depth up to the next row's"),
    WYRM_ROW("groups", AMOUNT, .required = true, .greatest = 256, .unit = "groups",
             .summary = "how many come, besides those that guard", .source = BROGUE),
    WYRM_ROW("out_of_depth", RATIO, .greatest = 1, .default_value = "0", .source = BROGUE,
             .summary = "chance of each to be of a deeper floor"),
    WYRM_ROW("deeper", AMOUNT, .greatest = 100, .default_value = "1", .unit = "floors",
             .source = BROGUE, .summary = "how much deeper"),
    WYRM_ROW("hardest_of", AMOUNT, .least = 1, .greatest = 3, .unit = "groups",
             .summary = "how many are drawn for each; the one whose `depths` begin deepest comes"),
    WYRM_ROW("budget", INTERVAL, .greatest = 1e9,
             .summary = "what groups aim at, and come to at most; where there is a `budget`"),
    WYRM_ROW("wandering", RATIO, .greatest = 1, .default_value = "0",
             .summary = "chance, each turn, that another group comes; out of the player's sight"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field floor_element[] = WYRM_ELEMENT(
    "row", RECORD, .fields = floor_rows, .summary = "how floors are filled from some depth on");

static const wyrm_field member_element[] =
    WYRM_ELEMENT("member", AMOUNT, .greatest = WYRM_ROOM_SPAWNS_MAX, .unit = "monsters",
                 .summary = "how many of this monster come");

static const char *const guarded[] = {
    [ENC_GUARDS_NOTHING] = "nothing", [ENC_GUARDS_ANY] = "floor",       [ENC_GUARDS_LAST] = "exit",
    [ENC_GUARDS_FIRST] = "entrance",  [ENC_GUARDS_BETWEEN] = "between", NULL};

static const wyrm_field horde_rows[] = {
    WYRM_ROW("leader", NAME, .summary = "the monster that leads, else the one of the same name"),
    WYRM_ROW("members", MAP, .fields = member_element, .greatest = ENC_PARTS_MAX - 1,
             .default_value = "{}", .source = BROGUE,
             .summary = "who comes with the leader, and stands near it"),
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "[1, 10000]",
             .summary = "the floors that may have it", .source = BROGUE),
    WYRM_ROW("frequency", TABLE, .greatest = 1e6, .default_value = "1", .source = BROGUE,
             .summary = "how likely it is at its depths beside the others; of a deck its number of "
                        "cards; whole numbers"),
    WYRM_ROW("once", BOOL, .default_value = "false", .summary = "it comes once a game"),
    WYRM_ROW("guards", CHOICE, .choices = guarded, .default_value = "nothing",
             .summary =
                 "not drawn, it comes to the last room of each of its depths (`exit`), the first, "
                 "one `between` or any (`floor`)"),
    WYRM_ROW("chance", RATIO, .greatest = 1, .default_value = "1",
             .summary = "chance that a floor has it, where it guards"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field horde_element[] =
    WYRM_ELEMENT("horde", RECORD, .fields = horde_rows, .summary = "a group that comes together");

static const char *const budgets[] = {"experience", "threat", NULL};
static const char *const aims[] = {"reject", "fill", NULL};

static const wyrm_field budget_rows[] = {
    WYRM_ROW("of", CHOICE, .required = true, .choices = budgets,
             .summary = "experience of monsters or their threat; where experience is random its "
                        "rounded mean"),
    WYRM_ROW("how", CHOICE, .choices = aims, .default_value = "reject",
             .summary =
                 "`reject`, groups beyond the most are left out, or `fill`, only hordes "
                 "that fit at their largest are drawn; where none deeper does one of the "
                 "floor itself, and more than `groups`, if any, until the least is reached or a "
                 "draw finds none"),
    WYRM_ROW("multiplier", TABLE, .greatest = 1000, .default_value = "1",
             .summary = "factor of the sum by number of monsters: [[1, 1], [1.5, 2]]"),
    {.kind = WYRM_KIND_END},
};

static const char *const places[] = {"floor", "room", NULL};
static const char *const choices[] = {"frequency", "deck", NULL};

static const wyrm_field hordes_rows[] = {
    WYRM_ROW("last_depth", INTEGER, .required = true, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "depth of the last map; every game won before adds as many"),
    WYRM_ROW("per", CHOICE, .choices = places, .default_value = "floor",
             .summary = "groups come to a `floor`, each to a room of it, or to each `room`; then "
                        "figures of floors are those of a room, without those that guard"),
    WYRM_ROW("first", BOOL, .default_value = "false",
             .summary = "groups may come to the room where the player starts; though there are "
                        "others"),
    WYRM_ROW("depths", LIST, .required = true, .fields = floor_element, .greatest = 1000,
             .summary = "how many groups come, by depth"),
    WYRM_ROW("choose", CHOICE, .choices = choices, .default_value = "frequency",
             .summary =
                 "by `frequency`, or from a `deck` of the floor or room; dealt until it is empty, "
                 "and again"),
    WYRM_ROW("deepest", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "deepest floor of groups out of depth, else the last", .source = BROGUE),
    WYRM_ROW("budget", RECORD, .fields = budget_rows,
             .summary =
                 "what groups may come to together, without those that guard; limits stand in "
                 "`depths`"),
    WYRM_ROW("hordes", MAP, .required = true, .fields = horde_element, .greatest = ENC_HORDES_MAX,
             .summary = "the groups"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field monster_rows[] = {
    WYRM_ROW("kind", CHOICE, .choices = enc_monster_kind_keys, .default_value = "normal",
             .summary = "whether it is a boss, for goals that ask for one"),
    ENC_MONSTER_THREAT_ROWS,
    {.kind = WYRM_KIND_END},
};
const wyrm_extension enc_came_extensions[] = {{"monsters", monster_rows}, {NULL, NULL}};

/* ---- reading ---- */

/* Returns the index of a monster; -1, and a fault, if there is none. */
static int32_t read_monster(rs_opening *o, const enc_hordes *state, const wyrm_value *where,
                            const char *name)
{
    const int32_t index = wyrm_roster_find(state->roster, name);
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    if (index < 0)
        rs_error_name(o, where, rs_map_names(monsters), wyrm_value_count(monsters), name,
                      "no monster is called '%s'", name);
    return index;
}

/* Stops multiplying once there are too many outcomes: the product of wide ranges would overflow. */
static void read_parts(rs_opening *o, const enc_hordes *state, enc_horde *horde)
{
    const wyrm_value *members = wyrm_value_get(horde->record, "members");
    const wyrm_value *leader = wyrm_value_get(horde->record, "leader");
    const size_t count = wyrm_value_count(members);
    enc_part *parts = base_array(o->arena, enc_part, count + 1);
    parts[0].monster = read_monster(o, state, leader ? leader : horde->record,
                                    leader ? wyrm_value_text(leader) : horde->name);
    horde->outcomes = 1;
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *member = wyrm_value_item(members, i);
        const wyrm_amount *number = wyrm_value_amount(member);
        parts[i + 1] =
            (enc_part){read_monster(o, state, member, wyrm_value_key(members, i)), number};
        if (horde->outcomes <= OUTCOMES_MAX)
            horde->outcomes *= number->most - number->least + 1;
    }
    horde->parts = parts;
    horde->part_count = count + 1;
}

static void read_horde(rs_opening *o, enc_hordes *state, const wyrm_value *record, enc_horde *horde)
{
    const wyrm_value *depths = wyrm_value_get(record, "depths");
    const wyrm_value *frequency = wyrm_value_get(record, "frequency");
    const wyrm_depth_row *rows = wyrm_value_rows(frequency);
    *horde = (enc_horde){.name = wyrm_value_key(wyrm_value_get(o->section, "hordes"),
                                                (size_t)(horde - state->hordes)),
                         .record = record,
                         .first = (int32_t)wyrm_value_low(depths),
                         .last = (int32_t)wyrm_value_high(depths),
                         .once = -1,
                         .guards = (enc_guarding)key_choice(record, "guards"),
                         .chance = key_ratio(record, "chance")};
    for (size_t i = 0; i < wyrm_value_count(frequency); i++)
        if (rows[i].value != floor(rows[i].value)) {
            rs_error(o, frequency, NULL, "frequencies are whole numbers, and '%s' has %.15g",
                     horde->name, rows[i].value);
            break;
        }
    if (key_flag(record, "once") && state->once_count == WYRM_ONCE_MAX)
        rs_error(o, record, NULL, "more than %d hordes come once", WYRM_ONCE_MAX);
    else if (key_flag(record, "once"))
        horde->once = (int)state->once_count++;
    if (horde->once >= 0 && state->dealt)
        rs_error(o, wyrm_value_get(record, "once"), NULL,
                 "a deck deals what comes: 'once' does not go with `choose: deck`");
    read_parts(o, state, horde);
    horde->base = state->outcomes;
    state->outcomes += horde->outcomes <= OUTCOMES_MAX ? horde->outcomes : OUTCOMES_MAX + 1;
}

static void read_hordes(rs_opening *o, enc_hordes *state)
{
    const wyrm_value *list = wyrm_value_get(o->section, "hordes");
    state->count = wyrm_value_count(list);
    state->hordes = base_array(o->arena, enc_horde, state->count);
    for (size_t i = 0; i < state->count; i++) {
        read_horde(o, state, wyrm_value_item(list, i), &state->hordes[i]);
        if (state->outcomes > OUTCOMES_MAX) {
            rs_error(o, wyrm_value_item(list, i), "let members come in narrower ranges",
                     "the hordes can come in more than %d different ways", (int)OUTCOMES_MAX);
            return;
        }
    }
    state->horde_of = base_array(o->arena, int32_t, (size_t)state->outcomes);
    for (size_t i = 0; i < state->count; i++)
        for (int64_t n = 0; n < state->hordes[i].outcomes; n++)
            state->horde_of[state->hordes[i].base + n] = (int32_t)i;
}

static uint64_t frequency_at(const enc_horde *horde, int32_t depth)
{
    const double value = wyrm_value_at_depth(wyrm_value_get(horde->record, "frequency"), depth);
    const bool drawn = horde->guards == ENC_GUARDS_NOTHING;
    return drawn && depth >= horde->first && depth <= horde->last && value > 0 ? (uint64_t)value
                                                                               : 0;
}

/* Makes the rows of hordes that can be drawn. They change where a horde begins or ends, or its
 * frequency has a row; between two of these depths one row holds, with running sums to draw
 * from. */
static void read_rows(rs_opening *o, enc_hordes *state)
{
    size_t count = 0;
    for (size_t i = 0; i < state->count; i++)
        count += 2 + wyrm_value_count(wyrm_value_get(state->hordes[i].record, "frequency"));
    int32_t *depths = base_array(o->arena, int32_t, count);
    count = 0;
    for (size_t i = 0; i < state->count; i++) {
        const wyrm_value *table = wyrm_value_get(state->hordes[i].record, "frequency");
        depths[count++] = state->hordes[i].first;
        depths[count++] = state->hordes[i].last + 1;
        for (size_t r = 0; r < wyrm_value_count(table); r++)
            depths[count++] = wyrm_value_rows(table)[r].from_depth;
    }
    const size_t kept = encounter_sort_depths(depths, count);
    if (kept > PLACES_MAX / (state->count + 1)) {
        rs_error(o, wyrm_value_get(o->section, "hordes"), NULL,
                 "%zu hordes that change at %zu different depths are too many", state->count, kept);
        return;
    }
    state->drawn.stretches = base_array(o->arena, enc_weights_stretch, kept);
    for (size_t r = 0; r < kept; r++) {
        int32_t *values = base_array(o->arena, int32_t, state->count);
        uint64_t *running = base_array(o->arena, uint64_t, state->count), sum = 0;
        size_t here = 0;
        for (size_t i = 0; i < state->count; i++) {
            const uint64_t frequency = frequency_at(&state->hordes[i], depths[r]);
            if (frequency == 0)
                continue;
            values[here] = (int32_t)i;
            running[here++] = sum += frequency;
        }
        if (state->dealt && sum > CARDS_MAX)
            rs_error(o, wyrm_value_get(o->section, "hordes"), "frequencies are numbers of cards",
                     "the deck of depth %d has more than %d cards", (int)depths[r], CARDS_MAX);
        state->drawn.stretches[state->drawn.count++] =
            (enc_weights_stretch){depths[r], {here, values, running}};
    }
}

/* Returns an upper bound of the monsters of a floor or room, guards included: the largest horde
 * each time, on the floor with the most groups. */
static int64_t most_monsters(const enc_hordes *state)
{
    int64_t largest = 0, groups = 0, guards = 0;
    int32_t counts[ENC_PARTS_MAX];
    for (size_t i = 0; i < state->count; i++) {
        const enc_horde *horde = &state->hordes[i];
        const int64_t last = horde->base + horde->outcomes - 1;
        const int64_t size = enc_horde_counts(state, last, counts);
        largest = horde->guards == ENC_GUARDS_NOTHING && size > largest ? size : largest;
        guards += horde->guards == ENC_GUARDS_NOTHING ? 0 : size;
    }
    for (size_t i = 0; i < state->floor_count; i++)
        groups = state->floors[i].groups->most > groups ? state->floors[i].groups->most : groups;
    return groups * largest + guards;
}

static void read_floors(rs_opening *o, enc_hordes *state)
{
    const wyrm_value *list = wyrm_value_get(o->section, "depths");
    const double unit = state->of_threat ? ENC_THREAT_GRAIN : 1;
    state->floor_count = wyrm_value_count(list);
    state->floors = base_array(o->arena, enc_floor_row, state->floor_count);
    for (size_t i = 0; i < state->floor_count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        const wyrm_value *budget = wyrm_value_get(record, "budget");
        enc_floor_row *row = &state->floors[i];
        *row =
            (enc_floor_row){.from = key_whole(record, "from_depth"),
                            .groups = wyrm_value_amount(wyrm_value_get(record, "groups")),
                            .deeper = key_ratio(record, "out_of_depth"),
                            .by = wyrm_value_amount(wyrm_value_get(record, "deeper")),
                            .hardest_of = wyrm_value_amount(wyrm_value_get(record, "hardest_of")),
                            .wandering = key_ratio(record, "wandering"),
                            .least = wyrm_value_low(budget) * unit,
                            .most = wyrm_value_high(budget) * unit};
        rs_check_order(o, list, i, "rows are");
        if (state->aim != ENC_AIM_NONE && !budget)
            rs_error(o, record, "write budget: [least, most]",
                     "groups keep to a budget, and this row has none");
        if (state->aim == ENC_AIM_NONE && budget)
            rs_error(o, budget, "add budget: {of: experience} to the section",
                     "what the budget is counted in is not said");
        if (state->dealt && row->hardest_of)
            rs_error(o, wyrm_value_get(record, "hardest_of"), NULL,
                     "a deck is dealt card by card: none is chosen as the hardest");
        if (state->dealt && row->deeper.numerator > 0)
            rs_error(o, wyrm_value_get(record, "out_of_depth"), NULL,
                     "a deck is that of its floor: nothing in it is out of depth");
    }
}

/* Works out the largest group of each horde: to fill a budget, only hordes that fit even at their
 * largest are drawn. Threat changes with the depth, so this is known beforehand only for
 * experience. */
static void weigh_largest(rs_opening *o, enc_hordes *state)
{
    int32_t counts[ENC_PARTS_MAX];
    state->largest = base_array(o->arena, int32_t, state->count);
    state->largest_worth = base_array(o->arena, double, state->count);
    for (size_t i = 0; i < state->count; i++) {
        const enc_horde *horde = &state->hordes[i];
        state->largest[i] = enc_horde_counts(state, horde->base + horde->outcomes - 1, counts);
        for (size_t p = 0; p < horde->part_count; p++)
            state->largest_worth[i] +=
                (double)counts[p] * (double)state->experience[horde->parts[p].monster];
        if (state->largest[i] > state->largest_of_all)
            state->largest_of_all = state->largest[i];
    }
}

static void *make(rs_opening *o, const enc_sources *from, enc_facts *facts)
{
    enc_hordes *state = base_new(o->arena, enc_hordes);
    const wyrm_value *budget = wyrm_value_get(o->section, "budget");
    const wyrm_value *deepest = wyrm_value_get(o->section, "deepest");
    const size_t monsters = wyrm_roster_count(from->roster);
    state->roster = from->roster;
    state->threat = from->threat;
    state->last_depth = key_whole(o->section, "last_depth");
    state->deepest = deepest ? (int32_t)wyrm_value_integer(deepest) : state->last_depth;
    state->per_room = key_choice(o->section, "per") == 1;
    state->first = key_flag(o->section, "first");
    state->dealt = key_choice(o->section, "choose") == 1;
    state->aim = !budget ? ENC_AIM_NONE : ENC_AIM_REJECT + (enc_horde_aim)key_choice(budget, "how");
    state->of_threat = key_choice(budget, "of") == 1;
    state->multiplier = wyrm_value_get(budget, "multiplier");
    state->experience = base_array(o->arena, uint64_t, monsters);
    for (size_t i = 0; i < monsters; i++)
        state->experience[i] = wyrm_roster_experience(state->roster, (int32_t)i, 1);
    if (budget && state->of_threat && !state->threat)
        rs_error(o, budget, "add a section `threat`, or write `of: experience`",
                 "groups keep to a budget of threat, and the ruleset has none");
    if (budget && state->dealt)
        rs_error(o, budget, NULL, "a deck deals what comes: a budget does not go with it");
    read_hordes(o, state);
    read_floors(o, state);
    const int64_t most = o->faulty ? 0 : most_monsters(state);
    if (most > WYRM_LEVEL_SPAWNS_MAX)
        rs_error(o, wyrm_value_get(o->section, "depths"), "fewer groups, or smaller hordes",
                 "more than %d monsters may come", WYRM_LEVEL_SPAWNS_MAX);
    if (!o->faulty)
        read_rows(o, state);
    if (!o->faulty && state->aim == ENC_AIM_FILL && !state->of_threat)
        weigh_largest(o, state);
    if (state->largest_of_all > WYRM_ROOM_SPAWNS_MAX)
        state->largest = NULL; /* then they are weighed one by one */
    facts->last_depth = state->last_depth;
    facts->remembers = state->once_count > 0;
    facts->hordes =
        (wyrm_horde_facts){state->count, rs_map_names(wyrm_value_get(o->section, "hordes")),
                           state->per_room, state->dealt};
    return state;
}

/* ---- a floor ---- */

/* Starts a filling that knows which hordes have come of those that come once a game. */
static enc_horde_filling start_filling(const enc_hordes *of, const wyrm_difficulty *difficulty)
{
    enc_horde_filling f = enc_horde_begin(of, difficulty->depth);
    for (size_t i = 0; i < WYRM_ONCE_MAX / 64; i++) {
        f.come[i] = difficulty->come[i];
        f.any_come |= f.come[i] != 0;
    }
    return f;
}

/* Keeps what has come once with the difficulty, which is what goes on from floor to floor. */
static void keep_come(const enc_horde_filling *f, wyrm_difficulty *difficulty)
{
    for (size_t i = 0; i < WYRM_ONCE_MAX / 64; i++)
        difficulty->come[i] = f->come[i];
}

/* Records that a group has come. Guards do not count against the budget, as they are not drawn. */
static void have_come(enc_horde_filling *f, int64_t outcome)
{
    if (outcome == ENC_NO_GROUP)
        return;
    const enc_hordes *of = f->of;
    const int32_t index = of->horde_of[outcome];
    const enc_horde *horde = &of->hordes[index];
    if (horde->once >= 0) {
        f->come[horde->once / 64] |= UINT64_C(1) << (horde->once % 64);
        f->any_come = true;
    }
    if (f->left && f->left[index] > 0)
        f->left[index]--;
    if (of->aim == ENC_AIM_NONE || horde->guards != ENC_GUARDS_NOTHING)
        return;
    int32_t counts[ENC_PARTS_MAX];
    f->count += enc_horde_counts(of, outcome, counts);
    for (size_t p = 0; p < horde->part_count; p++)
        f->worth += (double)counts[p] *
                    (double)enc_horde_worth(of, f->depth, horde->parts[p].monster, of->of_threat);
}

/* The result of a floor: its monsters so far, and how many groups they are. */
typedef struct writing {
    wyrm_floor_spawn *spawns;
    size_t count;
    int32_t groups;
} writing;

static void write_group(const enc_horde_filling *f, int64_t outcome, int32_t room, writing *to)
{
    const enc_hordes *of = f->of;
    const enc_horde *horde = &of->hordes[of->horde_of[outcome]];
    int32_t counts[ENC_PARTS_MAX];
    enc_horde_counts(of, outcome, counts);
    for (size_t p = 0; p < horde->part_count; p++)
        for (int32_t n = 0; n < counts[p] && to->count < WYRM_LEVEL_SPAWNS_MAX; n++)
            to->spawns[to->count++] = (wyrm_floor_spawn){
                .spawn = {.monster = horde->parts[p].monster,
                          .level = f->depth,
                          .experience = of->experience[horde->parts[p].monster]},
                .room = room,
                .group = to->groups,
                .horde = of->horde_of[outcome],
                .guards = horde->guards != ENC_GUARDS_NOTHING,
            };
    to->groups++;
}

/* Draws a room for a group; the first of `rooms` is the one where the player starts. */
static int32_t draw_room(const enc_hordes *of, int32_t rooms, wyrm_rng *rng)
{
    const int32_t first = of->first || rooms == 1 ? 0 : 1;
    return first + (int32_t)wyrm_rng_below(rng, (uint64_t)(rooms - first));
}

/* Returns the room that a group guards; `between` is one between the first and the last, if there
 * is any. */
static int32_t guarded_room(const enc_hordes *of, enc_guarding what, int32_t rooms, wyrm_rng *rng)
{
    if (what == ENC_GUARDS_LAST || what == ENC_GUARDS_FIRST)
        return what == ENC_GUARDS_LAST ? rooms - 1 : 0;
    return what == ENC_GUARDS_BETWEEN && rooms > 2
               ? 1 + (int32_t)wyrm_rng_below(rng, (uint64_t)(rooms - 2))
               : draw_room(of, rooms, rng);
}

/* Fills a deck. It holds how many cards each horde has left, not their order: each draw is in
 * proportion to what is left, which equals dealing from a shuffled deck. */
static void begin_deck(enc_horde_filling *f, uint32_t *left)
{
    const enc_weights_row row = enc_weights_at(&f->of->drawn, f->depth);
    for (size_t i = 0; i < row.count; i++)
        left[row.values[i]] = (uint32_t)enc_weights_of(&row, i);
    f->left = left;
}

/* Draws the groups of a floor, or of one room. A deck that has been dealt to its last card is
 * shuffled anew, so that more groups than cards come in rounds. To fill a budget, groups go on
 * beyond their number until the least is reached, or until nothing fits any more. */
static void fill(enc_horde_filling *f, int32_t rooms, int32_t room, wyrm_rng *rng, writing *to)
{
    uint32_t left[ENC_HORDES_MAX];
    rule_draws r = {.rng = rng};
    const enc_weights_row deck = enc_weights_at(&f->of->drawn, f->depth);
    const uint64_t cards = f->of->dealt && deck.count > 0 ? deck.running[deck.count - 1] : 0;
    const int64_t groups = amount_draw(f->floor->groups, rng);
    f->count = 0;
    f->worth = 0;
    for (int64_t n = 0; n < groups || (groups > 0 && enc_horde_wants_more(f)); n++) {
        if (cards > 0 && (uint64_t)n % cards == 0)
            begin_deck(f, left);
        const int64_t outcome = enc_horde_next(&r, f);
        if (outcome == ENC_NO_GROUP && n >= groups)
            break;
        have_come(f, outcome);
        if (outcome != ENC_NO_GROUP)
            write_group(f, outcome, room >= 0 ? room : draw_room(f->of, rooms, rng), to);
    }
    f->left = NULL;
}

static size_t fill_floor(const void *context, wyrm_difficulty *difficulty, int32_t rooms,
                         wyrm_rng *rng, wyrm_floor_spawn *spawns)
{
    const enc_hordes *of = context;
    enc_horde_filling f = start_filling(of, difficulty);
    writing to = {.spawns = spawns};
    rule_draws r = {.rng = rng};
    for (size_t i = 0; i < of->count; i++) {
        f.guard = &of->hordes[i];
        if (!enc_horde_is_on_guard(f.guard, f.depth))
            continue;
        const int64_t outcome = enc_horde_guard(&r, &f);
        have_come(&f, outcome);
        if (outcome != ENC_NO_GROUP)
            write_group(&f, outcome, guarded_room(of, f.guard->guards, rooms, rng), &to);
    }
    if (f.floor && of->per_room)
        for (int32_t room = of->first ? 0 : 1; room < rooms; room++)
            fill(&f, rooms, room, rng, &to);
    else if (f.floor)
        fill(&f, rooms, -1, rng, &to);
    keep_come(&f, difficulty);
    return to.count;
}

/* ---- while it is played ---- */

static double wandering(const void *context, int32_t depth)
{
    const enc_horde_filling f = enc_horde_begin(context, depth);
    return f.floor ? (double)f.floor->wandering.numerator / (double)f.floor->wandering.denominator
                   : 0;
}

/* A wandering group comes by itself, and starts a budget of its own. */
static size_t wander(const void *context, wyrm_difficulty *difficulty, wyrm_rng *rng,
                     wyrm_floor_spawn *spawns)
{
    const enc_hordes *of = context;
    enc_horde_filling f = start_filling(of, difficulty);
    writing to = {.spawns = spawns};
    rule_draws r = {.rng = rng};
    if (!f.floor || !wyrm_rng_chance(rng, (uint64_t)f.floor->wandering.numerator,
                                     (uint64_t)f.floor->wandering.denominator))
        return 0;
    const int64_t outcome = enc_horde_next(&r, &f);
    have_come(&f, outcome);
    if (outcome != ENC_NO_GROUP)
        write_group(&f, outcome, 0, &to);
    keep_come(&f, difficulty);
    return to.count;
}

/* ---- the model ---- */

/* Whether a horde brings a monster in a group that the budget has room for: the smallest with it,
 * or, if budgets are filled, its largest. The smallest has every member at its least, this one at
 * 1: one more in the digit of the member. */
static bool brings(const enc_horde_filling *f, const enc_horde *horde, int32_t monster)
{
    const bool bound = f->of->aim != ENC_AIM_NONE && horde->guards == ENC_GUARDS_NOTHING;
    int64_t step = 1;
    for (size_t p = 0; p < horde->part_count; p++) {
        const wyrm_amount *number = horde->parts[p].number;
        int64_t smallest = horde->base + (number && number->least == 0 ? step : 0);
        if (f->of->aim == ENC_AIM_FILL)
            smallest = horde->base + horde->outcomes - 1;
        if (horde->parts[p].monster == monster && (!number || number->most > 0) &&
            (!bound || enc_horde_fits(f, smallest)))
            return true;
        step *= number ? number->most - number->least + 1 : 1;
    }
    return false;
}

/* Whether a monster may come to a depth. Out of depth, groups are of the floors `deeper` below,
 * none beyond the deepest; also of the floor itself, unless that is certain and no budget is
 * filled (enc_horde_next). */
static bool comes(const void *context, int32_t depth, int32_t monster)
{
    const enc_hordes *of = context;
    const enc_horde_filling f = enc_horde_begin(of, depth);
    for (size_t i = 0; i < of->count; i++) {
        const enc_horde *horde = &of->hordes[i];
        if (enc_horde_is_on_guard(horde, depth) && brings(&f, horde, monster))
            return true;
    }
    if (!f.floor || f.floor->groups->most == 0)
        return false;
    const wyrm_ratio deeper = f.floor->deeper;
    const int32_t deepest = of->deepest > depth ? of->deepest : depth;
    const int64_t least = f.floor->by->least, most = deeper.numerator > 0 ? f.floor->by->most : 0;
    const bool own = deeper.numerator < deeper.denominator || of->aim == ENC_AIM_FILL;
    for (int64_t by = own ? 0 : least; by <= most; by = by < least ? least : by + 1) {
        const int64_t at = depth + by < deepest ? depth + by : deepest;
        const enc_weights_row row = enc_weights_at(&of->drawn, (int32_t)at);
        for (size_t i = 0; i < row.count; i++)
            if (brings(&f, &of->hordes[row.values[i]], monster))
                return true;
    }
    return false;
}

static wyrm_room_draw room_draw(const void *context, int32_t depth)
{
    const enc_hordes *of = context;
    const enc_horde_filling f = enc_horde_begin(of, depth);
    return (wyrm_room_draw){.most = f.floor ? (int32_t)f.floor->groups->most : 0,
                            .first = of->first};
}

const enc_model enc_hordes_model = {
    .model = {.name = "hordes",
              .summary = "groups of a leader and members, for floors or rooms",
              .parameters = hordes_rows,
              .extensions = enc_came_extensions},
    .make = make,
    .floor = fill_floor,
    .wandering = wandering,
    .wanderers = wander,
    .room_draw = room_draw,
    .comes = comes,
    .exact = enc_hordes_exact,
    .arrivals = enc_hordes_arrivals,
    .expected = enc_hordes_expected,
};
