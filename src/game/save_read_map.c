/* The map of a save: what is known of its tiles, its rooms, where things are. */
#include "game/save_read_map.h"

static const char *placing_name(int index)
{
    return wyrm_save_placing((wyrm_placing)index);
}

static void read_row(wyrm_save_reader *reader, const json_t *row, size_t y, wyrm_game *game)
{
    size_t width = json_string_length(row);
    const char *tiles = json_string_value(row);
    if (!json_is_string(row) || (y > 0 && width != (size_t)game->map.width) || width < 1 ||
        width > WYRM_MAP_SIDE_MAX) {
        wyrm_save_bad(reader, NULL, "no row of %d tiles", (int)game->map.width);
        return;
    }
    game->map.width = (int32_t)width;
    for (size_t x = 0; x < width; x++) {
        uint8_t *mark = &game->marks[y * width + x];
        if (!wyrm_save_mark(tiles[x], mark))
            wyrm_save_bad(reader, NULL, "no tile is drawn as '%c'", tiles[x]);
        game->map.tiles[y * width + x] = *mark & WYRM_MARK_TILE;
    }
}

static void read_tiles(wyrm_save_reader *reader, const json_t *object, wyrm_game *game)
{
    size_t count;
    json_t *rows = wyrm_save_list(reader, object, "rows", WYRM_MAP_SIDE_MAX, &count);
    size_t place = wyrm_save_enter(reader, "rows");
    for (size_t y = 0; y < count && reader->status == WYRM_OK; y++) {
        size_t element = wyrm_save_enter_element(reader, y);
        read_row(reader, json_array_get(rows, y), y, game);
        wyrm_save_leave(reader, element);
    }
    if (count == 0)
        wyrm_save_bad(reader, NULL, "no row");
    game->map.height = (int32_t)count;
    wyrm_save_leave(reader, place);
}

static bool read_flag(wyrm_save_reader *reader, const json_t *value, const char *key)
{
    if (!json_is_boolean(value))
        wyrm_save_bad(reader, key, "neither true nor false");
    return json_is_true(value);
}

static void read_room(wyrm_save_reader *reader, const json_t *list, const wyrm_map *map,
                      wyrm_room *room, wyrm_room_kind *kind)
{
    const char *role = json_string_value(json_array_get(list, 4));
    room->x = (int16_t)wyrm_save_element(reader, list, 0, 0, map->width - 1);
    room->y = (int16_t)wyrm_save_element(reader, list, 1, 0, map->height - 1);
    room->width = (int16_t)wyrm_save_element(reader, list, 2, 0, map->width - room->x);
    room->height = (int16_t)wyrm_save_element(reader, list, 3, 0, map->height - room->y);
    if (!role || !wyrm_room_role_find(role, &kind->role))
        wyrm_save_bad(reader, NULL, "no role of a room");
    kind->allow_spike = read_flag(reader, json_array_get(list, 5), NULL);
    kind->etp_exempt = read_flag(reader, json_array_get(list, 6), NULL);
}

static void read_rooms(wyrm_save_reader *reader, const json_t *object, wyrm_game *game)
{
    size_t count;
    json_t *rooms = wyrm_save_list(reader, object, "rooms", WYRM_MAP_ROOMS_MAX, &count);
    size_t place = wyrm_save_enter(reader, "rooms");
    for (size_t i = 0; i < count; i++) {
        size_t element = wyrm_save_enter_element(reader, i);
        read_room(reader, json_array_get(rooms, i), &game->map, &game->map.rooms[i],
                  &game->room_kinds[i]);
        wyrm_save_leave(reader, element);
    }
    game->map.room_count = (int32_t)count;
    wyrm_save_leave(reader, place);
}

void wyrm_save_read_map(wyrm_save_reader *reader, const json_t *root, wyrm_game *game)
{
    const json_t *object = wyrm_save_object(reader, root, "map");
    size_t place = wyrm_save_enter(reader, "map");
    wyrm_map *map = &game->map;
    read_tiles(reader, object, game);
    map->start = wyrm_save_position(reader, object, "start", map->width, map->height);
    map->exit = wyrm_save_position(reader, object, "exit", map->width, map->height);
    game->goal = wyrm_save_position(reader, object, "goal", map->width, map->height);
    map->final = read_flag(reader, json_object_get(object, "final"), "final");
    map->placing = (wyrm_placing)wyrm_save_choice(reader, object, "placing", placing_name, 2);
    read_rooms(reader, object, game);
    wyrm_save_leave(reader, place);
}
