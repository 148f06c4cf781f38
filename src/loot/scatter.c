/* Loot scattered over the rooms by chance, with gear as strong as the dungeon, and what every game
 * is sure to find (RuggRogue, "Map Population", "Items" and "Weapon and Armor Selection"). */

#include <wyrm/encounter.h>
#include <wyrm/loot.h>
#include <wyrm/streams.h>

#include "base/arena.h"
#include "encounter/internal.h"
#include "loot/internal.h"

/* Guaranteed gear: one in every group of depths. */

typedef struct wyrm_periodic {
    int32_t group;   /* depths; 0: there is no guaranteed gear */
    int32_t places;  /* 1..group: it lies where depth mod group is below this */
    int32_t offsets; /* groups begin at one of so many shifts, drawn once a game */
} wyrm_periodic;

/* Guaranteed gear (RuggRogue, "Map Population"): depths are cut into groups, shifted by an offset
 * that a game draws once, and each group draws for itself which remainder of the depth gets the
 * gear. */

/* Whether the depth of this game has the gear of its group. `stream` keeps weapons and armor apart.
 */
static bool periodic_falls_on(const wyrm_periodic *periodic, uint64_t seed, uint64_t run,
                              wyrm_stream stream, int32_t depth)
{
    if (periodic->group <= 0)
        return false;
    wyrm_rng game = wyrm_rng_start(seed, run, (uint64_t)stream, 0);
    int64_t offset = (int64_t)wyrm_rng_below(&game, (uint64_t)periodic->offsets);
    uint64_t group = (uint64_t)((depth + offset) / periodic->group);
    wyrm_rng own = wyrm_rng_start(seed, run, (uint64_t)stream, group + 1);
    int64_t place = (int64_t)wyrm_rng_below(&own, (uint64_t)periodic->places);
    return depth % periodic->group == place;
}

#define RATIONS_MAX    60
#define GEAR_LEVEL_MAX WYRM_LEVEL_MAX /* found gear can be a bonus above it */
_Static_assert(RATIONS_MAX + 4 <= WYRM_ROOM_ITEMS_MAX,
               "rations and guaranteed gear fit the buffer");

typedef struct scatter {
    wyrm_kinds kinds;
    wyrm_room_count rooms;
    wyrm_ratio equipment;
    int32_t bonus_least, bonus_most;
    int32_t look_least, look_most;
    int32_t rations;
    int32_t starting_depth, starting_weapon, starting_armor;
    wyrm_periodic periodic;
} scatter;

#define GUIDE "RuggRogue source code guide, "

static const wyrm_field room_rows[] = {
    WYRM_ROOM_COUNT_ROWS("items", "found by chance ", WYRM_ROOM_ITEMS_MAX, "1/4", "1",
                         "the most items of such a room, by depth; every number from one to it is "
                         "equally likely"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field starting_rows[] = {
    {.name = "depth",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .fallback = "1",
     .summary = "the depth whose first room has it",
     .source = GUIDE "\"Map Population\""},
    {.name = "weapon",
     .kind = WYRM_KIND_INTEGER,
     .greatest = GEAR_LEVEL_MAX,
     .fallback = "1",
     .unit = "levels",
     .summary = "the level of the weapon; 0 for none",
     .source = GUIDE "\"Map Population\""},
    {.name = "armor",
     .kind = WYRM_KIND_INTEGER,
     .greatest = GEAR_LEVEL_MAX,
     .fallback = "1",
     .unit = "levels",
     .summary = "the level of the armor; 0 for none",
     .source = GUIDE "\"Map Population\""},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field periodic_rows[] = {
    {.name = "group",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 1000,
     .fallback = "4",
     .unit = "depths",
     .summary =
         "One weapon and one armor are certain in every group of so many depths; 0 for none.",
     .source = GUIDE "\"Map Population\""},
    {.name = "places",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 1000,
     .fallback = "3",
     .summary =
         "They lie where the depth, divided by the group, leaves a remainder below this; each is "
         "equally likely, drawn for every group.",
     .source = GUIDE "\"Map Population\""},
    {.name = "offsets",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 1000,
     .fallback = "4",
     .summary = "a game shifts where its groups begin by 0 to one less than this",
     .source = GUIDE "\"Map Population\""},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field scatter_rows[] = {
    {.name = "rooms",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = room_rows,
     .summary = "how many items are found in a room by chance"},
    {.name = "equipment",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1,
     .fallback = "1/11",
     .summary = "the share of weapons and armor, half and half, among the items found in rooms",
     .source = GUIDE "\"Items\""},
    {.name = "bonus",
     .kind = WYRM_KIND_RANGE,
     .greatest = 1000,
     .fallback = "[1, 3]",
     .unit = "levels",
     .summary = "how many levels above the dungeon's gear found in rooms is",
     .source = GUIDE "\"Weapon and Armor Selection\""},
    {.name = "look_levels",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_LEVEL_MAX,
     .fallback = "[1, 25]",
     .unit = "levels",
     .summary =
         "The levels of the dungeon that the weapons and armors of the ruleset are spread over; "
         "looks only.",
     .source = GUIDE "\"Weapon and Armor Selection\""},
    {.name = "rations",
     .kind = WYRM_KIND_INTEGER,
     .greatest = RATIONS_MAX,
     .fallback = "1",
     .unit = "rations",
     .summary = "how many lie on every depth, in any room",
     .source = GUIDE "\"Map Population\""},
    {.name = "starting",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = starting_rows,
     .summary = "the gear that lies ready when a game begins"},
    {.name = "periodic",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = periodic_rows,
     .summary = "the gear that is certain to come"},
    {.kind = WYRM_KIND_END},
};

static int32_t whole(const wyrm_value *record, const char *key)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(record, key));
}

static void read_rows(const wyrm_value *parameters, scatter *state)
{
    const wyrm_value *starting = wyrm_value_get(parameters, "starting");
    const wyrm_value *periodic = wyrm_value_get(parameters, "periodic");
    const wyrm_value *bonus = wyrm_value_get(parameters, "bonus");
    const wyrm_value *look = wyrm_value_get(parameters, "look_levels");
    state->equipment = wyrm_value_ratio(wyrm_value_get(parameters, "equipment"));
    state->bonus_least = (int32_t)wyrm_value_low(bonus);
    state->bonus_most = (int32_t)wyrm_value_high(bonus);
    state->look_least = (int32_t)wyrm_value_low(look);
    state->look_most = (int32_t)wyrm_value_high(look);
    state->rations = whole(parameters, "rations");
    state->starting_depth = whole(starting, "depth");
    state->starting_weapon = whole(starting, "weapon");
    state->starting_armor = whole(starting, "armor");
    state->periodic = (wyrm_periodic){.group = whole(periodic, "group"),
                                      .places = whole(periodic, "places"),
                                      .offsets = whole(periodic, "offsets")};
}

/* What would be asked for and cannot be given. */
static wyrm_status check(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                         const scatter *state, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_kinds *kinds = &state->kinds;
    const wyrm_value *periodic = wyrm_value_get(parameters, "periodic");
    bool rooms = state->rooms.chance.numerator > 0;
    bool gear = (rooms && state->equipment.numerator > 0) || state->periodic.group > 0;
    if (state->periodic.group > 0 && state->periodic.places > state->periodic.group)
        status = wyrm_value_fail(ruleset, wyrm_value_get(periodic, "places"), errors, NULL,
                                 "%d places do not fit a group of %d depths",
                                 (int)state->periodic.places, (int)state->periodic.group);
    if (state->rations > 0 && kinds->ration < 0)
        status = wyrm_value_fail(ruleset, wyrm_value_get(parameters, "rations"), errors,
                                 "give an item 'class: ration', or set rations to 0",
                                 "rations are to be placed, and none of the items is one");
    if ((gear || state->starting_weapon > 0) && kinds->weapons.count == 0)
        status = wyrm_value_fail(ruleset, parameters, errors, NULL,
                                 "weapons are to be found, and the ruleset has none");
    if ((gear || state->starting_armor > 0) && kinds->armors.count == 0)
        status = wyrm_value_fail(ruleset, parameters, errors, NULL,
                                 "armor is to be found, and the ruleset has none");
    if (rooms && state->equipment.numerator < state->equipment.denominator &&
        kinds->consumable_count == 0)
        status = wyrm_value_fail(ruleset, parameters, errors, NULL,
                                 "consumables are to be found, and none of the items is one");
    return status;
}

static void release(void *context)
{
    scatter *state = context;
    wyrm_kinds_release(&state->kinds);
    wyrm_free(state);
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **out,
                        wyrm_errors *errors)
{
    *out = NULL;
    scatter *state = base_zeroed(1, sizeof *state);
    if (!state)
        return WYRM_ERROR_MEMORY;
    read_rows(parameters, state);
    wyrm_status rooms = wyrm_room_count_read(ruleset, wyrm_value_get(parameters, "rooms"),
                                             WYRM_ROOM_ITEMS_MAX, &state->rooms, errors);
    wyrm_status kinds = wyrm_kinds_read(ruleset, &state->kinds, errors);
    wyrm_status status = rooms != WYRM_OK ? rooms : kinds;
    if (kinds != WYRM_ERROR_MEMORY) {
        wyrm_status sense = check(ruleset, parameters, state, errors);
        status = status != WYRM_OK ? status : sense;
    }
    if (status != WYRM_OK) {
        release(state);
        return status;
    }
    *out = state;
    return WYRM_OK;
}

static size_t kinds(const void *context, const wyrm_item_kind **out)
{
    const scatter *state = context;
    *out = state->kinds.rows;
    return state->kinds.count;
}

/* Which of a list's kinds stands for a level of the dungeon: look_levels stretched over the list,
 * rounded at random. One draw. */
static int32_t look(const scatter *state, wyrm_kind_span span, double level, wyrm_rng *rng)
{
    double share = 0;
    if (state->look_most > state->look_least)
        share = (level - state->look_least) / (double)(state->look_most - state->look_least);
    int64_t index = wyrm_rng_round(rng, share * (double)(span.count - 1));
    if (index > span.count - 1)
        index = span.count - 1;
    return span.first + (int32_t)(index > 0 ? index : 0);
}

static wyrm_kind_span span_of(const scatter *state, wyrm_item_class gear)
{
    return gear == WYRM_ITEM_WEAPON ? state->kinds.weapons : state->kinds.armors;
}

/* Gear as strong as the dungeon: two draws. Earlier wins make it stronger, never better looking. */
static wyrm_item make_gear(const scatter *state, const wyrm_loot_context *context,
                           wyrm_item_class gear, wyrm_rng *rng)
{
    int32_t kind = look(state, span_of(state, gear), context->level, rng);
    int64_t level = wyrm_rng_round(rng, context->level) + context->gear_base;
    if (level > GEAR_LEVEL_MAX)
        level = GEAR_LEVEL_MAX;
    return (wyrm_item){.kind = kind, .level = (int32_t)level};
}

static bool found_by_chance(const scatter *state, const wyrm_loot_context *context, wyrm_rng *rng,
                            wyrm_item *item)
{
    if (!wyrm_rng_chance(rng, (uint64_t)state->equipment.numerator,
                         (uint64_t)state->equipment.denominator)) {
        *item = (wyrm_item){.kind = wyrm_kinds_consumable(&state->kinds, context->depth, rng)};
        return item->kind >= 0;
    }
    bool is_weapon = wyrm_rng_chance(rng, 1, 2);
    *item = make_gear(state, context, is_weapon ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR, rng);
    item->bonus = (int32_t)wyrm_rng_between(rng, state->bonus_least, state->bonus_most);
    item->level += item->bonus;
    return true;
}

static size_t room(const void *model, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items)
{
    const scatter *state = model;
    int32_t drawn = wyrm_room_count_draw(&state->rooms, context->depth, context->wins, room, rng);
    size_t count = 0;
    for (int32_t i = 0; i < drawn; i++)
        if (found_by_chance(state, context, rng, &items[count]))
            items[count++].room = room;
    return count;
}

static int32_t any_room(const wyrm_loot_context *context, wyrm_rng *rng)
{
    return (int32_t)wyrm_rng_below(rng, (uint64_t)(context->rooms > 0 ? context->rooms : 1));
}

static wyrm_item starting_gear(const scatter *state, wyrm_item_class gear, int32_t level,
                               wyrm_rng *rng)
{
    int32_t kind = look(state, span_of(state, gear), level, rng);
    return (wyrm_item){.kind = kind, .level = level};
}

static wyrm_item periodic_gear(const scatter *state, const wyrm_loot_context *context,
                               wyrm_item_class gear, wyrm_rng *rng)
{
    wyrm_item item = make_gear(state, context, gear, rng);
    item.room = any_room(context, rng);
    return item;
}

static size_t guaranteed(const void *model, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items)
{
    const scatter *state = model;
    size_t count = 0;
    for (int32_t i = 0; i < state->rations; i++)
        items[count++] = (wyrm_item){.kind = state->kinds.ration, .room = any_room(context, rng)};
    if (context->depth == state->starting_depth && state->starting_weapon > 0)
        items[count++] = starting_gear(state, WYRM_ITEM_WEAPON, state->starting_weapon, rng);
    if (context->depth == state->starting_depth && state->starting_armor > 0)
        items[count++] = starting_gear(state, WYRM_ITEM_ARMOR, state->starting_armor, rng);
    if (periodic_falls_on(&state->periodic, context->seed, context->run, WYRM_STREAM_WEAPON_PERIOD,
                          context->depth))
        items[count++] = periodic_gear(state, context, WYRM_ITEM_WEAPON, rng);
    if (periodic_falls_on(&state->periodic, context->seed, context->run, WYRM_STREAM_ARMOR_PERIOD,
                          context->depth))
        items[count++] = periodic_gear(state, context, WYRM_ITEM_ARMOR, rng);
    return count;
}

const wyrm_loot_model wyrm_loot_scatter = {
    .model = {.name = "scatter",
              .summary = "items by chance in every room, and gear that is certain to come",
              .parameters = scatter_rows},
    .make = make,
    .release = release,
    .kinds = kinds,
    .room = room,
    .guaranteed = guaranteed,
};
