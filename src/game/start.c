/* A new game, on its first map, a deeper one or in an arena. */
#include "base/arena.h"
#include "game/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What the player leaves alone ----
 *
 * kinds of items, by every word that means them. */

/* "sleep_scroll" is meant by "sleep_scroll" and by "sleep_scrolls". */
static bool means(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || (word[length] == 's' && word[length + 1] == '\0'));
}

/* "scroll" of "sleep_scroll"; the whole of a name of one word. */
static const char *last_word(const char *name)
{
    const char *mark = strrchr(name, '_');
    return mark ? mark + 1 : name;
}

static bool means_category(const char *word, const wyrm_loot_facts *facts, size_t kind)
{
    for (size_t i = 0; i < facts->category_count && facts->kind_categories; i++)
        if (facts->kind_categories[kind] >> i & 1 && means(word, facts->categories[i]))
            return true;
    return false;
}

static bool means_kind(const wyrm_engine *engine, const char *word, size_t index)
{
    const wyrm_item_kind *kind = &engine->kinds[index];
    return means(word, kind->name) || means(word, last_word(kind->name)) ||
           means(word, wyrm_item_class_name(kind->item_class)) ||
           means_category(word, wyrm_loot_facts_of(engine->loot), index);
}

/* All words that kinds go by, those of groups first; words that no kind has may be among them. */
static size_t list_words(const wyrm_engine *engine, const char **words)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(engine->loot);
    size_t count = 0;
    for (int i = 0; i < WYRM_ITEM_CLASS_COUNT; i++)
        words[count++] = wyrm_item_class_name((wyrm_item_class)i);
    for (size_t i = 0; i < facts->category_count; i++)
        words[count++] = facts->categories[i];
    for (size_t i = 0; i < engine->kind_count; i++) {
        words[count++] = engine->kinds[i].name;
        words[count++] = last_word(engine->kinds[i].name);
    }
    return count;
}

static bool means_several(const wyrm_engine *engine, const char *word)
{
    size_t count = 0;
    for (size_t i = 0; i < engine->kind_count; i++)
        count += means_kind(engine, word, i);
    return count > 1;
}

static bool is_among(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* Names what may stand there: an item, then as many words for groups of items as there is room
 * for. */
static void hint_at_some(const wyrm_engine *engine, const char *const *words, size_t count,
                         wyrm_error *error)
{
    wyrm_phrase hint = {.out = error->hint, .size = sizeof error->hint};
    wyrm_phrase_add(&hint, "such as ");
    wyrm_phrase_add(&hint, engine->kinds[0].name);
    for (size_t i = 0; i < count; i++)
        if (means_several(engine, words[i]) && !is_among(words[i], words, i) &&
            hint.length + strlen(words[i]) + 3 < hint.size) {
            wyrm_phrase_add(&hint, ", ");
            wyrm_phrase_add(&hint, words[i]);
        }
    wyrm_phrase_end(&hint);
}

static wyrm_status fail_for(const wyrm_engine *engine, const char *word, wyrm_error *error)
{
    size_t most = 2 * engine->kind_count + WYRM_ITEM_CLASS_COUNT + WYRM_LOOT_CATEGORIES_MAX;
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no item is called '%.60s'", word);
    const char **words = base_allocate(most * sizeof *words);
    if (!words)
        return status; /* the hint is the lesser part */
    size_t count = list_words(engine, words);
    const char *nearest = wyrm_nearest(word, words, count);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
    else if (error && engine->kind_count > 0)
        hint_at_some(engine, words, count, error);
    wyrm_free(words);
    return status;
}

/* Sets the bit of every kind of item that one of the words means (wyrm_game_options.without).
 * WYRM_ERROR_UNKNOWN  a word that means none; the hint names the nearest, or some that do */
static wyrm_status game_bar(const wyrm_engine *engine, const char *const *words, size_t count,
                            uint64_t *barred, wyrm_error *error)
{
    for (size_t w = 0; w < count; w++) {
        bool found = false;
        for (size_t i = 0; i < engine->kind_count; i++)
            if (means_kind(engine, words[w], i)) {
                barred[i / 64] |= UINT64_C(1) << (i % 64);
                found = true;
            }
        if (!found)
            return fail_for(engine, words[w], error);
    }
    return WYRM_OK;
}

/* ---- The kit ---- */

/* Whether a piece of gear goes together with all that is worn. */
static bool fits(const wyrm_engine *engine, const wyrm_game *game, int32_t kind)
{
    for (size_t i = 0; i < game->pack_count; i++)
        if (game->pack[i].worn && wyrm_gear_clash(engine, game->pack[i].item.kind, kind))
            return false;
    return true;
}

/* Puts the kit of the rules into the pack and on; barred kinds are left out. */
static void kit_put(const wyrm_engine *engine, wyrm_game *game)
{
    const wyrm_play_rules *rules = &engine->rules;
    const wyrm_loot *loot = wyrm_design_loot(engine->design);
    for (size_t i = 0; i < rules->kit_count && game->pack_count < (size_t)rules->pack; i++) {
        int32_t kind = wyrm_loot_find(loot, rules->kit[i]);
        if (kind < 0 || wyrm_is_barred(game, kind))
            continue;
        bool gear = wyrm_is_gear(engine, kind);
        game->pack[game->pack_count] =
            (wyrm_game_item){.item = {.kind = kind, .level = gear ? 1 : 0, .room = -1},
                             .uses = wyrm_item_uses(&engine->kinds[kind]),
                             .worn = gear && fits(engine, game, kind)};
        game->pack_count++;
    }
    wyrm_player_dress(engine, game);
}

/* A new game before its first map: a player of level 1 with nothing in the pack. Fails as
 * wyrm_game_start. */
static wyrm_status game_prepare(const wyrm_engine *engine, const wyrm_game_options *options,
                                wyrm_game *game, wyrm_error *error)
{
    wyrm_game_clear(game, options->seed, options->run);
    wyrm_status status =
        game_bar(engine, options->without, options->without_count, game->barred, error);
    if (status != WYRM_OK)
        return status;
    game->difficulty = wyrm_encounter_start(engine->encounter);
    game->experience = wyrm_growth_start(engine->growth);
    game->fullness = engine->rules.stage_count > 0 ? engine->rules.fullness : 0;
    wyrm_roster_start(engine->roster, 1, &game->bare);
    game->player.combatant = game->bare;
    return WYRM_OK;
}

wyrm_status wyrm_game_start(wyrm_engine *engine, const wyrm_game_options *options,
                            const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_status status = game_prepare(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    kit_put(engine, game);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    return WYRM_OK;
}

/* ---- A deeper map ----
 *
 * A new game on a deeper map, with the player that the map is meant for. */

#define MAPS_MAX 1000 /* a dungeon with more of them has no last one */

/* The kind of a piece of gear: the first of its class where it has no name. -1: none. */
static int32_t kind_of(const wyrm_engine *engine, const wyrm_gear *gear)
{
    wyrm_item_class wanted = gear->role == WYRM_ROLE_WEAPON ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR;
    for (size_t i = 0; i < engine->kind_count; i++) {
        const wyrm_item_kind *kind = &engine->kinds[i];
        if (kind->item_class == wanted &&
            (gear->name == NULL || strcmp(kind->name, gear->name) == 0))
            return (int32_t)i;
    }
    return -1;
}

static void put_on_all(const wyrm_engine *engine, const wyrm_outfit *outfit, wyrm_game *game)
{
    size_t room = (size_t)engine->rules.pack;
    for (size_t i = 0; i < outfit->gear_count && game->pack_count < room; i++) {
        const wyrm_gear *gear = &outfit->gear[i];
        int32_t kind = kind_of(engine, gear);
        if (kind < 0 || wyrm_is_barred(game, kind))
            continue;
        int32_t level = gear->name != NULL ? 1 : gear->level;
        game->pack[game->pack_count++] =
            (wyrm_game_item){.item = {.kind = kind, .level = level, .room = -1},
                             .uses = wyrm_item_uses(&engine->kinds[kind]),
                             .worn = true};
    }
}

/* Level and body of the reference, its gear worn, and the kit of a new game beside it. */
static void equip(const wyrm_engine *engine, const wyrm_outfit *outfit, int32_t lives,
                  wyrm_game *game)
{
    game->bare = outfit->bare;
    game->experience =
        wyrm_growth_at_level(engine->growth, game->bare.level > 1 ? game->bare.level : 1);
    int64_t hp = game->bare.max_hp * lives;
    game->bare.max_hp = hp < WYRM_HP_MAX ? hp : WYRM_HP_MAX;
    put_on_all(engine, outfit, game);
    size_t gear_count = game->pack_count;
    kit_put(engine, game);
    for (size_t i = gear_count; i < game->pack_count; i++)
        game->pack[i].worn = false;
    wyrm_player_dress(engine, game);
    game->player.combatant.hp = game->player.combatant.max_hp;
}

/* Makes the maps above, as if somebody had gone through them and left everything as it was. */
static wyrm_status pass_maps(wyrm_engine *engine, int32_t depth, wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    while (game->difficulty.depth < depth &&
           !wyrm_encounter_is_final(engine->encounter, &game->difficulty)) {
        if (game->difficulty.depth >= MAPS_MAX)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this dungeon has no last floor");
        wyrm_turn_begin(&turn, engine, game, NULL, error);
        wyrm_level_enter(&turn);
        wyrm_encounter_descend(engine->encounter, &game->difficulty);
    }
    return WYRM_OK;
}

wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine, const wyrm_game_options *options,
                                     int32_t depth, int32_t lives, const wyrm_listener *listener,
                                     wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_reference reference;
    if (depth < 1 || lives < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a game begins on a depth of at least 1");
    wyrm_status status = game_prepare(engine, options, game, error);
    if (status == WYRM_OK)
        status = pass_maps(engine, depth, game, error);
    if (status == WYRM_OK)
        status = wyrm_design_reference(engine->design, game->difficulty.depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    equip(engine, &reference.outfit, lives, game);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    return WYRM_OK;
}

/* ---- Set fights ----
 *
 * Set fights: a map of a few tiles, the player on its left, monsters in ranks on its right.
 *
 * The player of a room stands at its western wall, that of a corridor at its western end and that
 * of the open in the middle. The first monster is as many tiles east as is wanted, the others
 * stand north and south of it and behind, so that none is nearer. */

/* -- checking -- */

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

/* -- making -- */

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
