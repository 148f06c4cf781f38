/* Two loot models that fill room by room, and remember nothing of what came before. */
#include "loot/internal.h"

#include <wyrm/streams.h>

/* ---- by tables of depths: how many items a room gets, and how likely each is (roguelike tutorial,
 *      part 12) ---- */

#define TUTORIAL "roguelike tutorial, part 12"

typedef struct tables {
    enc_room_count rooms;
    enc_weights *weights; /* over kinds, by depth */
} tables;

#define NEEDS_ROW                                                                                  \
    WYRM_ROW("needs_equipment", BOOL, .default_value = "false",                                    \
             .summary = "it lies about only where loot has `equipment: true`",                     \
             .source = "roguelike tutorial, part 13")

static const wyrm_field item_rows[] = {NEEDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field gear_rows[] = {
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = "0", .source = TUTORIAL,
             .summary = "how likely it is beside all else, by depth; 0: it does not lie about"),
    NEEDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension extensions[] = {
    {"items", item_rows}, {"weapons", gear_rows}, {"armors", gear_rows}, {NULL, NULL}};

static const wyrm_field most_rows[] = {
    WYRM_ROW("first", BOOL, .default_value = "true", .source = TUTORIAL,
             .summary = "items may be in the room where the player starts"),
    WYRM_ROW("most", TABLE, .greatest = WYRM_ROOM_ITEMS_MAX, .default_value = "[[1, 1], [2, 4]]",
             .unit = "items", .source = TUTORIAL,
             .summary = "the most of a room, by depth; each number from 0 is as likely"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field table_rows[] = {
    WYRM_ROW("rooms", RECORD, .default_value = "{}", .fields = most_rows,
             .summary = "how many items a room has"),
    WYRM_ROW("equipment", BOOL, .default_value = "false", .source = "roguelike tutorial, part 13",
             .summary = "what needs equipment lies about, too"),
    {.kind = WYRM_KIND_END},
};

static void make_tables(rs_opening *o, loot_made *out)
{
    tables *state = out->state = base_new(o->arena, tables);
    const wyrm_value *items = wyrm_ruleset_find(o->ruleset, "items");
    /* The deepest depth that can be reached, as far as the ruleset says. */
    int32_t last = key_whole(wyrm_ruleset_find(o->ruleset, "encounter"), "last_depth");
    enc_weights_entry *entries = base_array(o->arena, enc_weights_entry, out->kinds.count);
    size_t count = 0;
    state->rooms = enc_room_count_read(o, "items", WYRM_ROOM_ITEMS_MAX);
    for (size_t i = 0; i < out->kinds.count; i++) {
        wyrm_item_kind *kind = &out->kinds.rows[i];
        kind->switched_off =
            !key_flag(o->section, "equipment") && key_flag(kind->record, "needs_equipment");
        if (!kind->switched_off)
            entries[count++] =
                (enc_weights_entry){(int32_t)i, kind->name, wyrm_value_get(kind->record, "weight")};
    }
    state->weights = enc_weights_new(o, items ? items : o->section, "items", entries, count,
                                     last > 0 ? last : WYRM_DEPTH_MAX);
}

static void enter_room(loot_draw *draw)
{
    const tables *state = draw->state;
    draw->row = enc_weights_at(state->weights, draw->context->depth);
}

/* The number is drawn also at a depth where nothing has a weight, but not for a first room that
 * stays empty. */
static int64_t number(rule_draws *r, const void *context)
{
    const loot_draw *of = context;
    const tables *state = of->state;
    if (of->room == 0 && !state->rooms.first)
        return 0;
    int32_t most = enc_room_count_most(&state->rooms, of->context->depth, of->context->wins);
    int64_t drawn = most > 0 ? rule_between(r, "items", 0, most) : 0;
    return of->row.count > 0 ? drawn : 0;
}

static int64_t kind(rule_draws *r, const void *context)
{
    const enc_weights_row *row = &((const loot_draw *)context)->row;
    return row->count > 0 ? row->values[rule_choose_running(r, "item", row->count, row->running)]
                          : -1;
}

const loot_model loot_tables_model = {
    .model = {.name = "tables",
              .summary = "items by depth tables and weights in every room",
              .parameters = table_rows,
              .extensions = extensions},
    .make = make_tables,
    .enter = enter_room,
    .number = number,
    .kind = kind,
};

/* ---- scattered over the rooms by chance, with gear as strong as the dungeon, and what every game
 * is sure to find (RuggRogue, "Map Population", "Items" and "Weapon and Armor Selection") ----
 *
 * Guaranteed gear: depths are cut into groups, shifted by an offset that a game draws once, and
 * each group draws for itself which remainder of the depth gets the gear. Both draws have streams
 * of their own, so that they are the same whatever else a game draws. */

#define RATIONS_MAX    60
#define GEAR_LEVEL_MAX WYRM_LEVEL_MAX /* found gear may exceed it by its bonus */
_Static_assert(RATIONS_MAX + 4 <= WYRM_ROOM_ITEMS_MAX,
               "rations and guaranteed gear fit the buffer");

/* The kinds of a class, which are adjacent. */
typedef struct span {
    int32_t first, count; /* 0: there are none */
} span;

/* A kind of class consumable, and the table of its weight by depth. */
typedef struct consumable {
    int32_t kind;
    const wyrm_value *weight;
} consumable;

typedef struct scatter {
    span classes[WYRM_ITEM_CLASS_COUNT];
    consumable *consumables;
    size_t consumable_count;
    enc_room_count rooms;
    wyrm_ratio equipment;
    const wyrm_amount *bonus;
    int32_t look_least, look_most;
    const wyrm_amount *rations; /* on each depth */
    int32_t starting_depth, starting_weapon, starting_armor;
    int32_t group;  /* depths that share one guaranteed weapon and armor; 0: none */
    int32_t places; /* 1..group: it lies where depth mod group is below this */
    /* number of shifts at which groups may begin, one of them drawn for each game */
    int32_t offsets;
} scatter;

#define GUIDE "RuggRogue source code guide, "

static const wyrm_field room_rows[] = {
    ENC_ROOM_COUNT_ROWS("items", WYRM_ROOM_ITEMS_MAX, "1/4", "1",
                        "the most of such a room, by depth; each number from 1 is as likely"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field starting_rows[] = {
    WYRM_ROW("depth", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "1",
             .source = GUIDE "\"Map Population\"", .summary = "depth whose first room has it"),
    WYRM_ROW("weapon", INTEGER, .greatest = GEAR_LEVEL_MAX, .default_value = "1", .unit = "levels",
             .source = GUIDE "\"Map Population\"", .summary = "level of the weapon, 0: none"),
    WYRM_ROW("armor", INTEGER, .greatest = GEAR_LEVEL_MAX, .default_value = "1", .unit = "levels",
             .source = GUIDE "\"Map Population\"", .summary = "level of the armor, 0: none"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field periodic_rows[] = {
    WYRM_ROW("group", INTEGER, .greatest = 1000, .default_value = "4", .unit = "depths",
             .source = GUIDE "\"Map Population\"",
             .summary = "one weapon and one armor are certain in each group of so many depths; 0 "
                        "for none"),
    WYRM_ROW("places", INTEGER, .least = 1, .greatest = 1000, .default_value = "3",
             .source = GUIDE "\"Map Population\"",
             .summary = "they lie where depth modulo group is below this; each of those is equally "
                        "likely, drawn for every group"),
    WYRM_ROW("offsets", INTEGER, .least = 1, .greatest = 1000, .default_value = "4",
             .source = GUIDE "\"Map Population\"",
             .summary = "a game shifts its groups by 0 to one less than this"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field scatter_rows[] = {
    WYRM_ROW("rooms", RECORD, .default_value = "{}", .fields = room_rows,
             .summary = "items found in a room by chance"),
    WYRM_ROW("equipment", RATIO, .greatest = 1, .default_value = "1/11",
             .source = GUIDE "\"Items\"",
             .summary = "share of weapons and armor among the items in rooms; half and half"),
    WYRM_ROW("bonus", AMOUNT, .ranged = true, .greatest = WYRM_PLUS_MAX, .default_value = "[1, 3]",
             .unit = "levels", .source = GUIDE "\"Weapon and Armor Selection\"",
             .summary = "how far above the dungeon's level gear in rooms is"),
    WYRM_ROW(
        "look_levels", RANGE, .least = 1, .greatest = WYRM_LEVEL_MAX, .default_value = "[1, 25]",
        .unit = "levels", .source = GUIDE "\"Weapon and Armor Selection\"",
        .summary = "levels of the dungeon that weapons and armors are spread over; looks only"),
    WYRM_ROW("rations", AMOUNT, .greatest = RATIONS_MAX, .default_value = "1", .unit = "rations",
             .source = GUIDE "\"Map Population\"",
             .summary = "how many lie on every depth, in any room"),
    WYRM_ROW("starting", RECORD, .default_value = "{}", .fields = starting_rows,
             .summary = "gear that lies ready when a game begins"),
    WYRM_ROW("periodic", RECORD, .default_value = "{}", .fields = periodic_rows,
             .summary = "gear that is certain to come"),
    {.kind = WYRM_KIND_END},
};

static void make(rs_opening *o, loot_made *out)
{
    scatter *state = out->state = base_new(o->arena, scatter);
    const wyrm_value *starting = wyrm_value_get(o->section, "starting");
    const wyrm_value *periodic = wyrm_value_get(o->section, "periodic");
    *state = (scatter){
        .consumables = base_array(o->arena, consumable, out->kinds.count),
        .rooms = enc_room_count_read(o, "items", WYRM_ROOM_ITEMS_MAX),
        .equipment = key_ratio(o->section, "equipment"),
        .bonus = wyrm_value_amount(wyrm_value_get(o->section, "bonus")),
        .look_least = (int32_t)wyrm_value_low(wyrm_value_get(o->section, "look_levels")),
        .look_most = (int32_t)wyrm_value_high(wyrm_value_get(o->section, "look_levels")),
        .rations = wyrm_value_amount(wyrm_value_get(o->section, "rations")),
        .starting_depth = key_whole(starting, "depth"),
        .starting_weapon = key_whole(starting, "weapon"),
        .starting_armor = key_whole(starting, "armor"),
        .group = key_whole(periodic, "group"),
        .places = key_whole(periodic, "places"),
        .offsets = key_whole(periodic, "offsets"),
    };
    for (size_t i = 0; i < out->kinds.count; i++) {
        const wyrm_item_kind *kind = &out->kinds.rows[i];
        span *of = &state->classes[kind->item_class];
        if (of->count++ == 0)
            of->first = (int32_t)i;
        if (kind->item_class == WYRM_ITEM_CONSUMABLE)
            state->consumables[state->consumable_count++] =
                (consumable){(int32_t)i, wyrm_value_get(kind->record, "weight")};
    }
    /* Reports what would be placed and does not exist. */
    const wyrm_ratio gear_share = state->equipment;
    bool rooms = state->rooms.chance.numerator > 0;
    bool gear = (rooms && gear_share.numerator > 0) || state->group > 0;
    if (state->group > 0 && state->places > state->group)
        rs_error(o, wyrm_value_get(wyrm_value_get(o->section, "periodic"), "places"), NULL,
                 "%d places do not fit a group of %d depths", (int)state->places,
                 (int)state->group);
    if (state->rations->most > 0 && state->classes[WYRM_ITEM_RATION].count == 0)
        rs_error(o, wyrm_value_get(o->section, "rations"),
                 "give an item 'class: ration', or set rations to 0",
                 "rations are to be placed, and none of the items is one");
    if ((gear || state->starting_weapon > 0) && state->classes[WYRM_ITEM_WEAPON].count == 0)
        rs_error(o, o->section, NULL, "weapons are to be found, and the ruleset has none");
    if ((gear || state->starting_armor > 0) && state->classes[WYRM_ITEM_ARMOR].count == 0)
        rs_error(o, o->section, NULL, "armor is to be found, and the ruleset has none");
    if (rooms && gear_share.numerator < gear_share.denominator && state->consumable_count == 0)
        rs_error(o, o->section, NULL, "consumables are to be found, and none of the items is one");
}

/* ---- items ---- */

/* Returns the kind of gear that fits a level of the dungeon: look_levels stretched over the list,
 * rounded at random. One draw. */
static int32_t kind_for_level(const scatter *state, wyrm_item_class gear, double level,
                              wyrm_rng *rng)
{
    span of = state->classes[gear];
    double share = 0;
    if (state->look_most > state->look_least)
        share = (level - state->look_least) / (double)(state->look_most - state->look_least);
    int64_t index = wyrm_rng_round(rng, share * (double)(of.count - 1));
    if (index > of.count - 1)
        index = of.count - 1;
    return of.first + (int32_t)(index > 0 ? index : 0);
}

/* Makes gear as strong as the dungeon, with two draws. Earlier wins make it stronger, never better
 * looking. */
static wyrm_item make_gear(const scatter *state, const wyrm_loot_context *context,
                           wyrm_item_class gear, wyrm_rng *rng)
{
    int32_t kind = kind_for_level(state, gear, context->level, rng);
    int64_t level = wyrm_rng_round(rng, context->level) + context->gear_base;
    if (level > GEAR_LEVEL_MAX)
        level = GEAR_LEVEL_MAX;
    return (wyrm_item){.kind = kind, .level = (int32_t)level};
}

static size_t room(const void *model, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items)
{
    const scatter *state = model;
    const uint64_t gear = (uint64_t)state->equipment.numerator;
    int32_t drawn = enc_room_count_draw(&state->rooms, context->depth, context->wins, room, rng);
    size_t count = 0;
    for (int32_t i = 0; i < drawn; i++) {
        wyrm_item *item = &items[count];
        if (!wyrm_rng_chance(rng, gear, (uint64_t)state->equipment.denominator)) {
            /* A consumable by its weight, or none if all weigh nothing: one wyrm_rng_real. */
            const consumable *all = state->consumables;
            double total = 0;
            for (size_t k = 0; k < state->consumable_count; k++)
                total += wyrm_value_at_depth(all[k].weight, context->depth);
            double left = wyrm_rng_real(rng) * total;
            *item = (wyrm_item){.kind = -1};
            for (size_t k = 0; k < state->consumable_count; k++) {
                double weight = wyrm_value_at_depth(all[k].weight, context->depth);
                if (!(weight > 0))
                    continue;
                /* The last one with a weight stays chosen if rounding leaves a rest. */
                item->kind = all[k].kind;
                if (left < weight)
                    break;
                left -= weight;
            }
        } else {
            bool is_weapon = wyrm_rng_chance(rng, 1, 2);
            *item = make_gear(state, context, is_weapon ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR, rng);
            item->bonus = (int32_t)amount_draw(state->bonus, rng);
            item->level += item->bonus;
        }
        item->room = room;
        count += item->kind >= 0;
    }
    return count;
}

static int32_t any_room(const wyrm_loot_context *context, wyrm_rng *rng)
{
    return (int32_t)wyrm_rng_below(rng, (uint64_t)(context->rooms > 0 ? context->rooms : 1));
}

static size_t guaranteed(const void *model, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items)
{
    const scatter *state = model;
    const struct {
        wyrm_item_class gear;
        int32_t starting;
        wyrm_stream stream;
    } kinds[] = {{WYRM_ITEM_WEAPON, state->starting_weapon, WYRM_STREAM_WEAPON_PERIOD},
                 {WYRM_ITEM_ARMOR, state->starting_armor, WYRM_STREAM_ARMOR_PERIOD}};
    size_t count = 0;
    const wyrm_amount *of_depth = state->rations;
    const int64_t rations = /* a number takes no draw */
        of_depth->form == AMOUNT_NUMBER ? of_depth->least : amount_draw(of_depth, rng);
    for (int64_t i = 0; i < rations; i++)
        items[count++] = (wyrm_item){.kind = state->classes[WYRM_ITEM_RATION].first,
                                     .room = any_room(context, rng)};
    for (size_t i = 0; i < 2; i++)
        if (context->depth == state->starting_depth && kinds[i].starting > 0)
            items[count++] =
                (wyrm_item){.kind = kind_for_level(state, kinds[i].gear, kinds[i].starting, rng),
                            .level = kinds[i].starting};
    /* A stream for each keeps weapons and armor apart. */
    for (size_t i = 0; i < 2 && state->group > 0; i++) {
        const uint64_t stream = (uint64_t)kinds[i].stream;
        wyrm_rng game = wyrm_rng_start(context->seed, context->run, stream, 0);
        int64_t offset = (int64_t)wyrm_rng_below(&game, (uint64_t)state->offsets);
        uint64_t group = (uint64_t)((context->depth + offset) / state->group);
        wyrm_rng own = wyrm_rng_start(context->seed, context->run, stream, group + 1);
        if (context->depth % state->group != (int64_t)wyrm_rng_below(&own, (uint64_t)state->places))
            continue;
        items[count] = make_gear(state, context, kinds[i].gear, rng);
        items[count++].room = any_room(context, rng);
    }
    return count;
}

const loot_model loot_scatter_model = {
    .model = {.name = "scatter",
              .summary = "items by chance in every room, and gear that is certain",
              .parameters = scatter_rows},
    .make = make,
    .room = room,
    .guaranteed = guaranteed,
};
