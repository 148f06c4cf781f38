/* Set fights: a map of a few tiles, the player on its left, monsters in ranks on its right.
 *
 * The player of a room stands at its western wall, that of a corridor at its western end and
 * that of the open in the middle. The first monster is as many tiles east as is wanted, the
 * others stand north and south of it and behind, so that none is nearer. */
#include <string.h>

#include "game/engine.h"

/* ------------------------------------------------------------------ checking */

static wyrm_status check(const wyrm_arena *arena, wyrm_error *error)
{
    if ((unsigned)arena->shape > WYRM_ARENA_OPEN)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a set fight needs a place of a known shape");
    if (arena->count < 1 || arena->count > WYRM_ARENA_MONSTERS_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a set fight needs 1 to %d monsters, not %zu",
                         WYRM_ARENA_MONSTERS_MAX, arena->count);
    if (arena->distance < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a set fight begins at a distance of at least 1, not %d",
                         (int)arena->distance);
    if (arena->player.hp < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the player of a set fight has no hit points");
    for (size_t i = 0; i < arena->count; i++)
        if (arena->monsters[i].combatant.hp < 1)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' has no hit points",
                             arena->monsters[i].combatant.name);
    return WYRM_OK;
}

/* ------------------------------------------------------------------ making */

static void set_row(wyrm_game *game, int32_t y, int32_t from, int32_t count, wyrm_tile tile)
{
    size_t start = (size_t)(y * game->map.width + from);
    memset(&game->map.tiles[start], tile, (size_t)count);
    memset(&game->marks[start], (int)((unsigned)tile | WYRM_MARK_KNOWN | WYRM_MARK_SEEN),
           (size_t)count);
}

static void make_map(const wyrm_arena_floor *place, wyrm_game *game)
{
    wyrm_map *map = &game->map;
    map->width = place->width + 2;
    map->height = place->height + 2;
    map->room_count = 1;
    map->rooms[0] = (wyrm_room){1, 1, (int16_t)place->width, (int16_t)place->height};
    game->room_kinds[0] = (wyrm_room_kind){.role = WYRM_ROOM_NORMAL};
    map->start = (wyrm_position){(int16_t)(place->x + 1), (int16_t)(place->y + 1)};
    map->exit = map->start;
    map->final = false;
    map->placing = WYRM_PLACING_RETRY;
    set_row(game, 0, 0, map->width, WYRM_TILE_WALL);
    set_row(game, map->height - 1, 0, map->width, WYRM_TILE_WALL);
    for (int32_t y = 1; y <= place->height; y++) {
        set_row(game, y, 0, 1, WYRM_TILE_WALL);
        set_row(game, y, 1, place->width, WYRM_TILE_FLOOR);
        set_row(game, y, map->width - 1, 1, WYRM_TILE_WALL);
    }
}

/* 0, -1, 1, -2, 2, ...: the places of a rank from its middle. */
static int32_t place_in_rank(int32_t index)
{
    return index % 2 == 1 ? -(index + 1) / 2 : index / 2;
}

static void place_monster(const wyrm_arena_monster *from, wyrm_position at, wyrm_game *game)
{
    wyrm_game_monster *monster = &game->monsters[game->monster_count++];
    memset(monster, 0, sizeof *monster);
    monster->body.combatant = from->combatant;
    monster->body.at = at;
    monster->body.turns[WYRM_ASLEEP] = from->asleep ? WYRM_DOZE : 0;
    monster->spawn = (wyrm_spawn){
        .monster = from->monster, .level = from->combatant.level, .experience = from->experience};
    monster->id = game->next_id++;
    game->marks[at.y * game->map.width + at.x] |= WYRM_MARK_MONSTER;
}

static void place_all(const wyrm_arena *arena, const wyrm_arena_floor *place, int32_t distance,
                      wyrm_game *game)
{
    game->monster_count = 0;
    for (int32_t i = 0; i < (int32_t)arena->count; i++) {
        wyrm_position at = game->map.start;
        at.x = (int16_t)(at.x + distance + i / place->abreast);
        at.y = (int16_t)(at.y + place_in_rank(i % place->abreast));
        place_monster(&arena->monsters[i], at, game);
    }
}

wyrm_status wyrm_game_start_arena(wyrm_engine *engine, const wyrm_arena *arena, uint64_t seed,
                                  uint64_t run, wyrm_game *game, wyrm_error *error)
{
    wyrm_status status = check(arena, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_arena_floor place = wyrm_arena_floor_of(arena->shape);
    int32_t distance = wyrm_arena_distance(arena);
    if (distance == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there is no room for %zu monsters",
                         arena->count);
    wyrm_game_clear(game, seed, run);
    game->arena = true;
    game->difficulty = wyrm_encounter_start(engine->encounter);
    game->experience = wyrm_growth_at_level(engine->growth, arena->player.level);
    game->fullness = engine->rules.stage_count > 0 ? engine->rules.fullness : 0;
    game->bare = arena->player;
    game->player.combatant = arena->player;
    make_map(&place, game);
    game->player.at = game->map.start;
    place_all(arena, &place, distance, game);
    for (size_t i = 0; i < game->monster_count; i++)
        game->monsters[i].met = true;
    return WYRM_OK;
}
