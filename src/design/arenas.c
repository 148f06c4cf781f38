/* Set fights: their places, and the section `arenas` that names them. */
#include "design/arenas.h"

#include <wyrm/arena.h>

#include <string.h>

static const char *const shapes[] = {[WYRM_ARENA_ROOM] = "room",
                                     [WYRM_ARENA_CORRIDOR] = "corridor",
                                     [WYRM_ARENA_OPEN] = "open",
                                     NULL};

static const wyrm_field arena_fields[] = {
    {.name = "fight",
     .kind = WYRM_KIND_TEXT,
     .required = true,
     .summary = "who fights whom: 'player@3,weapon=shortsword vs orc x4 + troll'"},
    {.name = "shape",
     .kind = WYRM_KIND_CHOICE,
     .choices = shapes,
     .fallback = "room",
     .summary =
         "where: a room of 9 x 9 tiles, a corridor of 24 tiles one wide, or the open of 40 x 40"},
    {.name = "distance",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 30,
     .fallback = WYRM_ARENA_DISTANCE_TEXT,
     .unit = "tiles",
     .summary =
         "how far away the nearest monster stands at first, or as far as there is room: 8 in "
         "a room, 23 in a corridor, 19 in the open, less where monsters stand in ranks"},
    {.name = "asleep",
     .kind = WYRM_KIND_BOOL,
     .fallback = "false",
     .summary =
         "whether all monsters are asleep at first; 'orc,asleep' in the fight is one of them"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_arena_element[2] = {
    {.name = "arena",
     .kind = WYRM_KIND_RECORD,
     .fields = arena_fields,
     .summary = "a set fight on a small map"},
    {.kind = WYRM_KIND_END},
};

const char *wyrm_arena_shape_name(wyrm_arena_shape shape)
{
    return shapes[shape];
}

bool wyrm_arena_shape_find(const char *name, wyrm_arena_shape *out)
{
    for (size_t i = 0; shapes[i] != NULL; i++)
        if (strcmp(shapes[i], name) == 0) {
            *out = (wyrm_arena_shape)i;
            return true;
        }
    return false;
}

wyrm_arena_floor wyrm_arena_floor_of(wyrm_arena_shape shape)
{
    static const wyrm_arena_floor floors[] = {
        [WYRM_ARENA_ROOM] = {9, 9, 0, 4, 9},
        [WYRM_ARENA_CORRIDOR] = {24, 1, 0, 0, 1},
        [WYRM_ARENA_OPEN] = {40, 40, 20, 20, 9},
    };
    return floors[shape];
}

/* Ranks stand one behind the other up to the eastern wall. */
int32_t wyrm_arena_distance(const wyrm_arena *arena)
{
    const wyrm_arena_floor floor = wyrm_arena_floor_of(arena->shape);
    int32_t ranks = ((int32_t)arena->count + floor.abreast - 1) / floor.abreast;
    int32_t most = floor.width - floor.x - ranks;
    return most < 1 ? 0 : arena->distance < most ? arena->distance : most;
}

wyrm_status wyrm_arena_record(const wyrm_roster *roster, const wyrm_value *record, wyrm_arena *out,
                              wyrm_error *error)
{
    const char *fight = wyrm_value_text(wyrm_value_get(record, "fight"));
    wyrm_status status = wyrm_arena_fight(roster, fight, out, error);
    if (status != WYRM_OK)
        return status;
    out->shape = (wyrm_arena_shape)wyrm_value_choice(wyrm_value_get(record, "shape"));
    out->distance = (int32_t)wyrm_value_integer(wyrm_value_get(record, "distance"));
    for (size_t i = 0; i < out->count; i++)
        out->monsters[i].asleep |= wyrm_value_bool(wyrm_value_get(record, "asleep"));
    if (wyrm_arena_distance(out) == 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there is no room for %zu monsters in a %s",
                         out->count, wyrm_arena_shape_name(out->shape));
    return WYRM_OK;
}

wyrm_status wyrm_arenas_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_errors *errors)
{
    const wyrm_value *arenas = wyrm_ruleset_find(ruleset, "arenas");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(arenas); i++) {
        const wyrm_value *record = wyrm_value_item(arenas, i);
        const wyrm_value *fight = wyrm_value_get(record, "fight");
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status one = wyrm_arena_record(roster, record, &arena, &error);
        if (one == WYRM_ERROR_MEMORY)
            return one;
        if (one != WYRM_OK)
            status =
                wyrm_value_fail(ruleset, fight, errors, error.hint[0] != '\0' ? error.hint : NULL,
                                "%s", error.message);
    }
    return status;
}
