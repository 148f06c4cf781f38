/* The JSON of a save as a game: numbers by rows, all else by name. */
#include "game/internal.h"

#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- Reading the JSON of a save, strictly ---- */

/* -- places and failures -- */

size_t wyrm_save_enter(wyrm_save_reader *reader, const char *key)
{
    size_t place = strlen(reader->place);
    snprintf(reader->place + place, sizeof reader->place - place, "%s%s", place > 0 ? "." : "",
             key);
    return place;
}

static size_t save_enter_element(wyrm_save_reader *reader, size_t index)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", index + 1);
    return wyrm_save_enter(reader, number);
}

void wyrm_save_leave(wyrm_save_reader *reader, size_t place)
{
    reader->place[place] = '\0';
}

void wyrm_save_bad(wyrm_save_reader *reader, const char *key, const char *format, ...)
{
    if (reader->status != WYRM_OK)
        return;
    char what[WYRM_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    size_t place = key ? wyrm_save_enter(reader, key) : strlen(reader->place);
    reader->status = wyrm_fail(&reader->error, WYRM_ERROR_SYNTAX, "%s: %s", reader->place, what);
    wyrm_save_leave(reader, place);
}

/* -- numbers -- */

/* A whole number of at least 0 that JSON may not hold: in digits, as text. */
static bool read_digits(const char *text, uint64_t *out)
{
    size_t length = strspn(text, "0123456789");
    uint64_t value = 0;
    if (length == 0 || length > 20 || text[length] != '\0')
        return false;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

static void read_count(wyrm_save_reader *reader, const json_t *value, const char *key,
                       uint64_t *out)
{
    *out = 0;
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        *out = (uint64_t)json_integer_value(value);
    else if (!json_is_string(value) || !read_digits(json_string_value(value), out))
        wyrm_save_bad(reader, key, "no whole number of at least 0");
}

/* A number in its range, the member `key`; 0 or `least` where it is none. */
static int64_t save_whole(wyrm_save_reader *reader, const json_t *value, const char *key,
                          double least, double greatest)
{
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && (double)number >= least && (double)number <= greatest)
        return number;
    if (json_is_integer(value))
        wyrm_save_bad(reader, key, "%.0f to %.0f, found %" JSON_INTEGER_FORMAT, least, greatest,
                      number);
    else
        wyrm_save_bad(reader, key, value ? "no whole number" : "missing");
    return least > 0 ? (int64_t)least : 0;
}

static double save_real(wyrm_save_reader *reader, const json_t *value, const char *key,
                        double least, double greatest)
{
    double number = json_number_value(value);
    if (json_is_number(value) && number >= least && number <= greatest)
        return number;
    if (json_is_number(value))
        wyrm_save_bad(reader, key, "%g to %g, found %g", least, greatest, number);
    else
        wyrm_save_bad(reader, key, "no number");
    return 0;
}

static void read_row(wyrm_save_reader *reader, const json_t *value, const wyrm_save_row *row,
                     char *to)
{
    if (row->type == WYRM_SAVE_BOOL) {
        if (!json_is_boolean(value))
            wyrm_save_bad(reader, row->key, "neither true nor false");
        *(bool *)(void *)to = json_is_true(value);
    } else if (row->type == WYRM_SAVE_U64) {
        read_count(reader, value, row->key, (uint64_t *)(void *)to);
    } else if (row->type == WYRM_SAVE_REAL) {
        *(double *)(void *)to = save_real(reader, value, row->key, row->least, row->greatest);
    } else {
        int64_t number = save_whole(reader, value, row->key, row->least, row->greatest);
        if (row->type == WYRM_SAVE_S64)
            *(int64_t *)(void *)to = number;
        else if (row->type == WYRM_SAVE_S32)
            *(int32_t *)(void *)to = (int32_t)number;
        else
            *(uint32_t *)(void *)to = (uint32_t)number;
    }
}

/* *to is all 0 before: members that are missing, and may be 0, are left as they are. */
void wyrm_save_read_rows(wyrm_save_reader *reader, const json_t *object, const wyrm_save_row *rows,
                         void *to)
{
    for (const wyrm_save_row *row = rows; row->key; row++) {
        const json_t *value = json_object_get(object, row->key);
        if (value)
            read_row(reader, value, row, (char *)to + row->offset);
        else if (row->least > 0)
            wyrm_save_bad(reader, row->key, "missing");
    }
}

/* -- members -- */

json_t *wyrm_save_object(wyrm_save_reader *reader, const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_object(value))
        wyrm_save_bad(reader, key, value ? "no object" : "missing");
    return json_is_object(value) ? value : NULL;
}

json_t *wyrm_save_list(wyrm_save_reader *reader, const json_t *object, const char *key, size_t most,
                       size_t *count)
{
    json_t *value = json_object_get(object, key);
    *count = 0;
    if (!json_is_array(value))
        wyrm_save_bad(reader, key, value ? "no list" : "missing");
    else if (json_array_size(value) > most)
        wyrm_save_bad(reader, key, "%zu of at most %zu", json_array_size(value), most);
    else
        *count = json_array_size(value);
    return *count > 0 ? value : NULL;
}

const char *wyrm_save_string(wyrm_save_reader *reader, const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        wyrm_save_bad(reader, key, value ? "no text" : "missing");
    return json_is_string(value) ? json_string_value(value) : "";
}

/* A whole number in its range that is an element of a list; `least` where it is none. */
static int64_t save_element(wyrm_save_reader *reader, const json_t *list, size_t index,
                            int64_t least, int64_t greatest)
{
    const json_t *value = json_array_get(list, index);
    if (json_is_integer(value) && json_integer_value(value) >= least &&
        json_integer_value(value) <= greatest)
        return json_integer_value(value);
    wyrm_save_bad(reader, NULL, "element %zu is no whole number of %" PRId64 " to %" PRId64,
                  index + 1, least, greatest);
    return least;
}

/* [x, y]; x is taken into 0..width-1 and y into 0..height-1. */
static wyrm_position save_position(wyrm_save_reader *reader, const json_t *object, const char *key,
                                   int32_t width, int32_t height)
{
    size_t count;
    const json_t *list = wyrm_save_list(reader, object, key, 2, &count);
    size_t place = wyrm_save_enter(reader, key);
    wyrm_position at;
    at.x = (int16_t)save_element(reader, list, 0, 0, width - 1);
    at.y = (int16_t)save_element(reader, list, 1, 0, height - 1);
    wyrm_save_leave(reader, place);
    return at;
}

/* Which of `count` names a member is; 0, and a failure, where it is none. */
static int save_choice(wyrm_save_reader *reader, const json_t *object, const char *key,
                       const char *(*name_of)(int index), int count)
{
    const char *name = wyrm_save_string(reader, object, key);
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(i), name) == 0)
            return i;
    wyrm_save_bad(reader, key, "'%.40s' is none", name);
    return 0;
}

/* -- names -- */

#define UNKNOWN_BYTES 4096 /* kept of unknown names: more than fits into a message */

/* Remembers a name, once; those that there is no room for are counted. */
static void add_unknown(wyrm_save_reader *reader, const char *what, const char *name)
{
    char entry[128];
    if (name[0] == '\0') {
        wyrm_save_bad(reader, NULL, "no name of a %s", what);
        return;
    }
    snprintf(entry, sizeof entry, "%s '%s'", what, name);
    if (reader->unknown.bytes && strstr(reader->unknown.bytes, entry))
        return;
    if (reader->unknown_count++ > 0 && reader->unknown.length < UNKNOWN_BYTES)
        wyrm_text_append(&reader->unknown, ", ");
    if (reader->unknown.length < UNKNOWN_BYTES)
        wyrm_text_append(&reader->unknown, entry);
}

/* Indexes by name, -1 where the ruleset does not know it: that is remembered. */
static int32_t save_monster(wyrm_save_reader *reader, const char *name)
{
    int32_t monster = wyrm_roster_find(wyrm_design_roster(reader->design), name);
    if (monster < 0)
        add_unknown(reader, "monster", name);
    return monster;
}

static int32_t save_kind(wyrm_save_reader *reader, const char *name)
{
    int32_t kind = wyrm_loot_find(wyrm_design_loot(reader->design), name);
    if (kind < 0)
        add_unknown(reader, "item", name);
    return kind;
}

static int32_t save_stat(wyrm_save_reader *reader, const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(reader->design), name);
    if (stat < 0)
        add_unknown(reader, "stat", name);
    return stat;
}

static int32_t save_pity(wyrm_save_reader *reader, const char *name)
{
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(reader->design))->pity;
    for (size_t i = 0; pity && i < pity->count; i++)
        if (strcmp(pity->names[i], name) == 0)
            return (int32_t)i;
    add_unknown(reader, "pity category", name);
    return -1;
}

/* -- the end -- */

/* Characters of `bytes` that are commas. */
static size_t commas_in(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += bytes[i] == ',';
    return count;
}

/* "the ruleset does not know monster 'troll', item 'rope' and 3 more": as many as there is room
 * for. */
static wyrm_status fail_unknown(const wyrm_save_reader *reader, const char *saved_with,
                                wyrm_error *error)
{
    enum { ROOM = WYRM_ERROR_MESSAGE_MAX - 64 };
    char names[ROOM], more[32] = "";
    size_t length = reader->unknown.length;
    while (length >= ROOM ||
           (length > 0 && length < reader->unknown.length && reader->unknown.bytes[length] != ','))
        length--;
    size_t shown = commas_in(reader->unknown.bytes, length) + 1;
    snprintf(names, sizeof names, "%.*s", (int)length, reader->unknown.bytes);
    if (shown < reader->unknown_count)
        snprintf(more, sizeof more, " and %zu more", reader->unknown_count - shown);
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the ruleset does not know %s%s", names, more);
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(reader->design));
    if (error && strcmp(name, saved_with) != 0)
        snprintf(error->hint, sizeof error->hint, "it was saved with '%s'", saved_with);
    return status;
}

wyrm_status wyrm_save_finish(wyrm_save_reader *reader, const char *saved_with, wyrm_error *error)
{
    wyrm_status status = reader->status;
    if (reader->unknown.failed)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    else if (reader->unknown_count > 0)
        status = fail_unknown(reader, saved_with, error);
    else if (status != WYRM_OK && error)
        *error = reader->error;
    wyrm_text_drop(&reader->unknown);
    return status;
}

/* ---- The map: what is known of its tiles, its rooms, where things are ---- */

static const char *placing_name(int index)
{
    return wyrm_save_placing((wyrm_placing)index);
}

static void read_tile_row(wyrm_save_reader *reader, const json_t *row, size_t y, wyrm_game *game)
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
        size_t element = save_enter_element(reader, y);
        read_tile_row(reader, json_array_get(rows, y), y, game);
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
    room->x = (int16_t)save_element(reader, list, 0, 0, map->width - 1);
    room->y = (int16_t)save_element(reader, list, 1, 0, map->height - 1);
    room->width = (int16_t)save_element(reader, list, 2, 0, map->width - room->x);
    room->height = (int16_t)save_element(reader, list, 3, 0, map->height - room->y);
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
        size_t element = save_enter_element(reader, i);
        read_room(reader, json_array_get(rooms, i), &game->map, &game->map.rooms[i],
                  &game->room_kinds[i]);
        wyrm_save_leave(reader, element);
    }
    game->map.room_count = (int32_t)count;
    wyrm_save_leave(reader, place);
}

/* Fills the map of a game of zeros, with its marks; called before anything that has a place on it
 * is read. */
static void save_read_map(wyrm_save_reader *reader, const json_t *root, wyrm_game *game)
{
    const json_t *object = wyrm_save_object(reader, root, "map");
    size_t place = wyrm_save_enter(reader, "map");
    wyrm_map *map = &game->map;
    read_tiles(reader, object, game);
    map->start = save_position(reader, object, "start", map->width, map->height);
    map->exit = save_position(reader, object, "exit", map->width, map->height);
    game->goal = save_position(reader, object, "goal", map->width, map->height);
    map->final = read_flag(reader, json_object_get(object, "final"), "final");
    map->placing = (wyrm_placing)save_choice(reader, object, "placing", placing_name, 2);
    read_rooms(reader, object, game);
    wyrm_save_leave(reader, place);
}

/* ---- The game ---- */

typedef wyrm_save_reader reader_state; /* a short name: nearly every function here takes one */

/* -- small parts -- */

static void read_experience(reader_state *reader, const json_t *parent, const char *key,
                            wyrm_experience *experience)
{
    const json_t *object = wyrm_save_object(reader, parent, key);
    size_t place = wyrm_save_enter(reader, key);
    wyrm_save_read_rows(reader, object, wyrm_save_experience_rows, experience);
    wyrm_save_leave(reader, place);
}

static const char *phase_name(int index)
{
    return wyrm_save_phase((wyrm_game_phase)index);
}

/* -- bodies -- */

/* Only monsters slumber: a player who slept as long would never have a turn again. */
static void read_conditions(reader_state *reader, const json_t *object, bool slumbers,
                            int32_t *turns)
{
    json_t *conditions = wyrm_save_object(reader, object, "conditions");
    size_t place = wyrm_save_enter(reader, "conditions");
    json_t *value;
    const char *word;
    json_object_foreach(conditions, word, value)
    {
        int condition = 0;
        while (condition < WYRM_CONDITION_COUNT &&
               strcmp(wyrm_condition_word((wyrm_condition)condition), word) != 0)
            condition++;
        if (condition == WYRM_CONDITION_COUNT)
            wyrm_save_bad(reader, word, "no condition is called so");
        else
            turns[condition] = (int32_t)save_whole(
                reader, value, word, 1,
                slumbers && condition == WYRM_ASLEEP ? WYRM_SLUMBER : WYRM_LASTS);
    }
    wyrm_save_leave(reader, place);
}

static void read_creature(reader_state *reader, const json_t *object, const wyrm_map *map,
                          bool slumbers, wyrm_creature *creature)
{
    wyrm_save_read_rows(reader, object, wyrm_save_creature_rows, creature);
    creature->at = save_position(reader, object, "at", map->width, map->height);
    read_conditions(reader, object, slumbers, creature->turns);
}

static void read_stats(reader_state *reader, const json_t *object, double *stats)
{
    json_t *members = wyrm_save_object(reader, object, "stats");
    size_t place = wyrm_save_enter(reader, "stats");
    json_t *value;
    const char *name;
    json_object_foreach(members, name, value)
    {
        int32_t stat = save_stat(reader, name);
        if (stat >= 0) /* the range is checked later, by wyrm_game_is_sound */
            stats[stat] = save_real(reader, value, name, -DBL_MAX, DBL_MAX);
    }
    wyrm_save_leave(reader, place);
}

/* The player without its gear. Stats that the ruleset has gained since the save are those of a new
 * player. */
static void read_bare(reader_state *reader, const json_t *player, wyrm_combatant *bare)
{
    const json_t *object = wyrm_save_object(reader, player, "bare");
    size_t place = wyrm_save_enter(reader, "bare");
    wyrm_combatant fresh;
    wyrm_roster_start(wyrm_design_roster(reader->design), 1, &fresh);
    memcpy(bare->name, fresh.name, sizeof bare->name);
    memcpy(bare->stats, fresh.stats, sizeof bare->stats);
    wyrm_save_read_rows(reader, object, wyrm_save_combatant_rows, bare);
    read_stats(reader, object, bare->stats);
    wyrm_save_leave(reader, place);
}

/* Who it is comes from the roster, as when it was placed. */
static void build_monster(reader_state *reader, wyrm_game_monster *monster)
{
    wyrm_combatant *combatant = &monster->body.combatant;
    int64_t hp = combatant->hp;
    if (monster->spawn.monster < 0)
        return;
    wyrm_roster_spawn(
        wyrm_design_roster(reader->design), (size_t)monster->spawn.monster, monster->spawn.level,
        wyrm_encounter_variant(wyrm_design_encounter(reader->design), &monster->spawn), combatant);
    combatant->hp =
        /* an edited ruleset may give it fewer hit points */
        hp < combatant->max_hp ? hp : combatant->max_hp;
}

static void read_monsters(reader_state *reader, const json_t *root, wyrm_game *game)
{
    size_t count;
    json_t *list = wyrm_save_list(reader, root, "monsters", WYRM_LEVEL_SPAWNS_MAX, &count);
    size_t place = wyrm_save_enter(reader, "monsters");
    for (size_t i = 0; i < count && reader->status == WYRM_OK; i++) {
        const json_t *object = json_array_get(list, i);
        wyrm_game_monster *monster = &game->monsters[game->monster_count++];
        size_t element = save_enter_element(reader, i);
        monster->spawn.monster = save_monster(reader, wyrm_save_string(reader, object, "name"));
        wyrm_save_read_rows(reader, object, wyrm_save_monster_rows, monster);
        read_creature(reader, object, &game->map, true, &monster->body);
        build_monster(reader, monster);
        game->marks[monster->body.at.y * game->map.width + monster->body.at.x] |= WYRM_MARK_MONSTER;
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
}

/* -- items and boosts -- */

static void read_item(reader_state *reader, const json_t *object, wyrm_game_item *item)
{
    item->item.kind = save_kind(reader, wyrm_save_string(reader, object, "name"));
    wyrm_save_read_rows(reader, object, wyrm_save_item_rows, item);
    item->at = save_position(reader, object, "at", WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (json_object_get(object, "pity"))
        item->item.pity = 1 + save_pity(reader, wyrm_save_string(reader, object, "pity"));
}

static size_t read_items(reader_state *reader, const json_t *parent, const char *key, size_t most,
                         wyrm_game_item *items)
{
    size_t count;
    json_t *list = wyrm_save_list(reader, parent, key, most, &count);
    size_t place = wyrm_save_enter(reader, key);
    for (size_t i = 0; i < count; i++) {
        size_t element = save_enter_element(reader, i);
        read_item(reader, json_array_get(list, i), &items[i]);
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
    return count;
}

static void read_boosts(reader_state *reader, const json_t *player, wyrm_game *game)
{
    json_t *list = wyrm_save_list(reader, player, "boosts", WYRM_BOOSTS_MAX, &game->boost_count);
    size_t place = wyrm_save_enter(reader, "boosts");
    for (size_t i = 0; i < game->boost_count; i++) {
        const json_t *object = json_array_get(list, i);
        size_t element = save_enter_element(reader, i);
        const char *stat = wyrm_save_string(reader, object, "stat");
        wyrm_save_read_rows(reader, object, wyrm_save_boost_rows, &game->boosts[i]);
        game->boosts[i].stat = strcmp(stat, "regeneration") == 0 ? -1 : save_stat(reader, stat);
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
}

static void read_barred(reader_state *reader, const json_t *player, uint64_t *barred)
{
    size_t count;
    json_t *list = wyrm_save_list(reader, player, "barred", WYRM_KINDS_MAX, &count);
    for (size_t i = 0; i < count; i++) {
        const json_t *name = json_array_get(list, i);
        if (!json_is_string(name))
            wyrm_save_bad(reader, "barred", "no text");
        int32_t kind = json_is_string(name) ? save_kind(reader, json_string_value(name)) : -1;
        if (kind >= 0)
            barred[kind / 64] |= UINT64_C(1) << (kind % 64);
    }
}

static void read_player(reader_state *reader, const json_t *root, wyrm_game *game)
{
    const json_t *player = wyrm_save_object(reader, root, "player");
    size_t place = wyrm_save_enter(reader, "player");
    read_creature(reader, player, &game->map, false, &game->player);
    read_bare(reader, player, &game->bare);
    read_boosts(reader, player, game);
    game->pack_count = read_items(reader, player, "pack", WYRM_PACK_MAX, game->pack);
    read_barred(reader, player, game->barred);
    wyrm_save_leave(reader, place);
}

/* -- what was -- */

static void read_difficulty(reader_state *reader, const json_t *root, wyrm_difficulty *difficulty)
{
    const json_t *object = wyrm_save_object(reader, root, "difficulty");
    size_t place = wyrm_save_enter(reader, "difficulty");
    wyrm_save_read_rows(reader, object, wyrm_save_difficulty_rows, difficulty);
    read_experience(reader, object, "tracker", &difficulty->tracker);
    wyrm_save_leave(reader, place);
}

static void read_pity(reader_state *reader, const json_t *root, wyrm_pity_state *pity)
{
    json_t *object = wyrm_save_object(reader, root, "pity");
    size_t place = wyrm_save_enter(reader, "pity");
    json_t *value;
    const char *name;
    json_object_foreach(object, name, value)
    {
        int32_t category = save_pity(reader, name);
        if (category >= 0)
            pity->rooms[category] = (uint16_t)save_whole(reader, value, name, 0, UINT16_MAX);
    }
    wyrm_save_leave(reader, place);
}

/* How often, by name. */
static void read_counts(reader_state *reader, const json_t *tally, const char *key,
                        int32_t (*find)(reader_state *reader, const char *name), uint32_t *counts)
{
    json_t *object = wyrm_save_object(reader, tally, key);
    size_t place = wyrm_save_enter(reader, key);
    json_t *value;
    const char *name;
    json_object_foreach(object, name, value)
    {
        int32_t index = find(reader, name);
        if (index >= 0)
            counts[index] = (uint32_t)save_whole(reader, value, name, 1, UINT32_MAX);
    }
    wyrm_save_leave(reader, place);
}

static void read_tally(reader_state *reader, const json_t *root, wyrm_tally *tally)
{
    const json_t *object = wyrm_save_object(reader, root, "tally");
    size_t place = wyrm_save_enter(reader, "tally");
    wyrm_save_read_rows(reader, object, wyrm_save_tally_rows, tally);
    read_counts(reader, object, "killed", save_monster, tally->killed);
    read_counts(reader, object, "used", save_kind, tally->used);
    wyrm_save_leave(reader, place);
}

/* -- the whole -- */

void wyrm_save_read_game(wyrm_save_reader *reader, const json_t *root, wyrm_game *game)
{
    game->killer = -1;
    wyrm_save_read_rows(reader, root, wyrm_save_game_rows, game);
    game->phase = (wyrm_game_phase)save_choice(reader, root, "phase", phase_name, WYRM_PHASE_DEAD);
    read_difficulty(reader, root, &game->difficulty);
    read_experience(reader, root, "experience", &game->experience);
    read_pity(reader, root, &game->pity);
    save_read_map(reader, root, game);
    if (reader->status != WYRM_OK)
        return; /* nothing has a place without a map */
    read_player(reader, root, game);
    read_monsters(reader, root, game);
    game->item_count = read_items(reader, root, "items", 2 * WYRM_LEVEL_ITEMS_MAX, game->items);
    read_tally(reader, root, &game->tally);
}

void wyrm_save_read_log(wyrm_save_reader *reader, const json_t *root, wyrm_log *log)
{
    const json_t *object = wyrm_save_object(reader, root, "log");
    size_t place = wyrm_save_enter(reader, "log");
    size_t count;
    json_t *lines = wyrm_save_list(reader, object, "lines", WYRM_LOG_LINES_MAX, &count);
    /* A log that is not full has never lost a line, so that its count is the number of lines. */
    log->count =
        (size_t)save_whole(reader, json_object_get(object, "count"), "count", (double)count,
                           count < WYRM_LOG_LINES_MAX ? (double)count : 9e15);
    for (size_t i = 0; i < count; i++) {
        const json_t *line = json_array_get(lines, i);
        wyrm_log_line *to = &log->lines[(log->count - count + i) % WYRM_LOG_LINES_MAX];
        size_t element = save_enter_element(reader, i);
        wyrm_save_read_rows(reader, line, wyrm_save_log_rows, to);
        wyrm_utf8_copy(to->text, sizeof to->text, wyrm_save_string(reader, line, "text"));
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
}
