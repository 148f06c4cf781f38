/* Loot by tables of depths: how many items a room gets, and how likely each is (roguelike tutorial,
 * part 12). */
#include "loot/internal.h"

#define TUTORIAL "roguelike tutorial, part 12"

typedef struct tables {
    wyrm_room_count rooms;
    wyrm_weights *weights; /* of kinds */
} tables;

#define NEEDS_ROW                                                                                  \
    WYRM_ROW("needs_equipment", BOOL, .default_value = "false",                                    \
             .summary = "whether it lies about only where loot has `equipment: true`",             \
             .source = "roguelike tutorial, part 13")

static const wyrm_field item_rows[] = {NEEDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field gear_rows[] = {
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = "0", .source = TUTORIAL,
             .summary = "how likely it is found beside everything else, by depth; 0: it does not "
                        "lie about"),
    NEEDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension extensions[] = {
    {"items", item_rows}, {"weapons", gear_rows}, {"armors", gear_rows}, {NULL, NULL}};

static const wyrm_field room_rows[] = {
    WYRM_ROW("first", BOOL, .default_value = "true", .source = TUTORIAL,
             .summary = "whether items may be in the room where the player starts"),
    WYRM_ROW("most", TABLE, .greatest = WYRM_ROOM_ITEMS_MAX, .default_value = "[[1, 1], [2, 4]]",
             .unit = "items", .source = TUTORIAL,
             .summary = "the most items of a room, by depth; every number from 0 to it is equally "
                        "likely"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field rows[] = {
    WYRM_ROW("rooms", RECORD, .default_value = "{}", .fields = room_rows,
             .summary = "how many items a room has"),
    WYRM_ROW("equipment", BOOL, .default_value = "false", .source = "roguelike tutorial, part 13",
             .summary = "whether what needs equipment lies about too"),
    {.kind = WYRM_KIND_END},
};

static void make(wyrm_opening *o, wyrm_loot_made *out)
{
    tables *state = out->state = base_new(o->arena, tables);
    const wyrm_value *items = wyrm_ruleset_find(o->ruleset, "items");
    /* The deepest depth that can be reached, as far as the ruleset says. */
    int32_t last = key_whole(wyrm_ruleset_find(o->ruleset, "encounter"), "last_depth");
    wyrm_weights_entry *entries = base_array(o->arena, wyrm_weights_entry, out->kinds.count);
    size_t count = 0;
    state->rooms = wyrm_room_count_read(o, "items", WYRM_ROOM_ITEMS_MAX);
    for (size_t i = 0; i < out->kinds.count; i++) {
        wyrm_item_kind *kind = &out->kinds.rows[i];
        kind->switched_off =
            !key_flag(o->section, "equipment") && key_flag(kind->record, "needs_equipment");
        if (!kind->switched_off)
            entries[count++] = (wyrm_weights_entry){(int32_t)i, kind->name,
                                                    wyrm_value_get(kind->record, "weight")};
    }
    state->weights = wyrm_weights_new(o, items ? items : o->section, "items", entries, count,
                                      last > 0 ? last : WYRM_DEPTH_MAX);
}

static void enter(wyrm_loot_draw *draw)
{
    const tables *state = draw->state;
    draw->row = wyrm_weights_at(state->weights, draw->context->depth);
}

/* The number is drawn also at a depth where nothing has a weight, but not for a first room that
 * stays empty. */
static int64_t number(rule_draws *r, const void *context)
{
    const wyrm_loot_draw *of = context;
    const tables *state = of->state;
    if (of->room == 0 && !state->rooms.first)
        return 0;
    int32_t most = wyrm_room_count_most(&state->rooms, of->context->depth, of->context->wins);
    int64_t drawn = most > 0 ? rule_between(r, "items", 0, most) : 0;
    return of->row.count > 0 ? drawn : 0;
}

static int64_t kind(rule_draws *r, const void *context)
{
    const wyrm_weights_row *row = &((const wyrm_loot_draw *)context)->row;
    return row->count > 0 ? row->values[rule_choose_running(r, "item", row->count, row->running)]
                          : -1;
}

const wyrm_loot_model wyrm_loot_tables = {
    .model = {.name = "tables",
              .summary = "items by depth tables and weights in every room",
              .parameters = rows,
              .extensions = extensions},
    .make = make,
    .enter = enter,
    .number = number,
    .kind = kind,
};
