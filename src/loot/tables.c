/* Loot by tables of depths: how many items a room gets, and how likely each is (roguelike tutorial,
 * part 12). */
#include "encounter/internal.h"
#include "loot/internal.h"

#include <wyrm/encounter.h>

#define TUTORIAL "roguelike tutorial, part 12"

typedef struct tables {
    base_arena arena;
    wyrm_kinds kinds;
    wyrm_room_count rooms;
    wyrm_weights *weights; /* of kinds */
} tables;

#define NEEDS_ROW                                                                                  \
    {                                                                                              \
        .name = "needs_equipment", .kind = WYRM_KIND_BOOL, .fallback = "false",                    \
        .summary = "whether it lies about only where loot has `equipment: true`",                  \
        .source = "roguelike tutorial, part 13"                                                    \
    }

static const wyrm_field item_rows[] = {NEEDS_ROW, {.kind = WYRM_KIND_END}};

static const wyrm_field gear_rows[] = {
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e6,
     .fallback = "0",
     .summary = "how likely it is found beside everything else, by depth; 0: it does not lie about",
     .source = TUTORIAL},
    NEEDS_ROW,
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {
    {.section = "items", .fields = item_rows},
    {.section = "weapons", .fields = gear_rows},
    {.section = "armors", .fields = gear_rows},
    {.section = NULL},
};

static const wyrm_field room_rows[] = {
    {.name = "first",
     .kind = WYRM_KIND_BOOL,
     .fallback = "true",
     .summary = "whether items may be in the room where the player starts",
     .source = TUTORIAL},
    {.name = "most",
     .kind = WYRM_KIND_TABLE,
     .greatest = WYRM_ROOM_ITEMS_MAX,
     .fallback = "[[1, 1], [2, 4]]",
     .unit = "items",
     .summary = "the most items of a room, by depth; every number from 0 to it is equally likely",
     .source = TUTORIAL},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field rows[] = {
    {.name = "rooms",
     .kind = WYRM_KIND_RECORD,
     .fallback = "{}",
     .fields = room_rows,
     .summary = "how many items a room has"},
    {.name = "equipment",
     .kind = WYRM_KIND_BOOL,
     .fallback = "false",
     .summary = "whether what needs equipment lies about too",
     .source = "roguelike tutorial, part 13"},
    {.kind = WYRM_KIND_END},
};

/* The deepest depth that can be reached, as far as the ruleset says. */
static int32_t last_depth(const wyrm_ruleset *ruleset)
{
    int64_t last = wyrm_value_integer(wyrm_ruleset_find(ruleset, "encounter.last_depth"));
    return last > 0 ? (int32_t)last : WYRM_DEPTH_MAX;
}

typedef struct reading {
    const wyrm_ruleset *ruleset;
    const wyrm_value *parameters;
    tables *state;
    wyrm_errors *errors;
} reading;

static void read_weights(base_arena *arena, void *context)
{
    reading *from = context;
    tables *state = from->state;
    const wyrm_value *items = wyrm_ruleset_find(from->ruleset, "items");
    bool equipment = wyrm_value_bool(wyrm_value_get(from->parameters, "equipment"));
    wyrm_weights_entry *entries = base_array(arena, wyrm_weights_entry, state->kinds.count);
    size_t count = 0;
    for (size_t i = 0; i < state->kinds.count; i++) {
        wyrm_item_kind *kind = &state->kinds.rows[i];
        kind->switched_off =
            !equipment && wyrm_value_bool(wyrm_value_get(kind->record, "needs_equipment"));
        if (!kind->switched_off)
            entries[count++] = (wyrm_weights_entry){(int32_t)i, kind->name,
                                                    wyrm_value_get(kind->record, "weight")};
    }
    base_must(arena, wyrm_weights_new(arena, from->ruleset, items ? items : from->parameters,
                                      "items", entries, count, last_depth(from->ruleset),
                                      &state->weights, from->errors));
}

static void release(void *model)
{
    tables *state = model;
    base_release(&state->arena);
    wyrm_kinds_release(&state->kinds);
    wyrm_free(state);
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **out,
                        wyrm_errors *errors)
{
    *out = NULL;
    tables *state = base_zeroed(1, sizeof *state);
    if (!state)
        return WYRM_ERROR_MEMORY;
    wyrm_status rooms = wyrm_room_count_read(ruleset, wyrm_value_get(parameters, "rooms"),
                                             WYRM_ROOM_ITEMS_MAX, &state->rooms, errors);
    wyrm_status status = wyrm_kinds_read(ruleset, &state->kinds, errors);
    if (status != WYRM_ERROR_MEMORY) {
        reading from = {ruleset, parameters, state, errors};
        wyrm_status weights = base_run(&state->arena, read_weights, &from);
        status = status != WYRM_OK ? status : weights;
    }
    status = status != WYRM_OK ? status : rooms;
    if (status != WYRM_OK) {
        release(state);
        return status;
    }
    *out = state;
    return WYRM_OK;
}

static size_t kinds(const void *model, const wyrm_item_kind **out)
{
    const tables *state = model;
    *out = state->kinds.rows;
    return state->kinds.count;
}

/* The most items of a room; 0 for a first room that stays empty. */
static int32_t most_items(const tables *state, const wyrm_loot_context *context, int32_t room)
{
    if (room == 0 && !state->rooms.first)
        return 0;
    return wyrm_room_count_most(&state->rooms, context->depth, context->wins);
}

/* The number is drawn also at a depth where nothing has a weight. */
static size_t room(const void *model, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items)
{
    const tables *state = model;
    wyrm_weights_row row = wyrm_weights_at(state->weights, context->depth);
    int32_t most = most_items(state, context, room);
    size_t count = most > 0 ? (size_t)wyrm_rng_between(rng, 0, most) : 0;
    if (row.count == 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        rule_draws r = {.rng = rng};
        size_t chosen = rule_choose_running(&r, "which", row.count, row.running);
        items[i] = (wyrm_item){.kind = row.values[chosen], .room = room};
    }
    return count;
}

static wyrm_status number(const void *model, const wyrm_loot_context *context, int32_t room,
                          wyrm_pmf **out, wyrm_error *error)
{
    const tables *state = model;
    wyrm_weights_row row = wyrm_weights_at(state->weights, context->depth);
    int32_t most = row.count > 0 ? most_items(state, context, room) : 0;
    return wyrm_pmf_uniform(0, most, out, error);
}

static void shares(const void *model, const wyrm_loot_context *context, double *out)
{
    const tables *state = model;
    wyrm_weights_row row = wyrm_weights_at(state->weights, context->depth);
    for (size_t i = 0; i < state->kinds.count; i++)
        out[i] = 0;
    for (size_t i = 0; i < row.count; i++)
        out[row.values[i]] = (double)wyrm_weights_of(&row, i) / (double)row.running[row.count - 1];
}

const wyrm_loot_model wyrm_loot_tables = {
    .model = {.name = "tables",
              .summary = "items by depth tables and weights in every room",
              .parameters = rows,
              .extensions = extensions},
    .make = make,
    .release = release,
    .kinds = kinds,
    .room = room,
    .number = number,
    .shares = shares,
};
