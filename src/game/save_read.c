/* The JSON of a save as a game: numbers by rows, all else by name. */
#include "game/save_read.h"

#include <float.h>
#include <string.h>

#include "base/text.h"
#include "game/engine.h"
#include "game/save_read_map.h"

typedef wyrm_save_reader reader_state; /* a short name: nearly every function here takes one */

/* ------------------------------------------------------------------ small parts */

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

/* ------------------------------------------------------------------ bodies */

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
            turns[condition] = (int32_t)wyrm_save_whole(
                reader, value, word, 1,
                slumbers && condition == WYRM_ASLEEP ? WYRM_SLUMBER : WYRM_LASTS);
    }
    wyrm_save_leave(reader, place);
}

static void read_creature(reader_state *reader, const json_t *object, const wyrm_map *map,
                          bool slumbers, wyrm_creature *creature)
{
    wyrm_save_read_rows(reader, object, wyrm_save_creature_rows, creature);
    creature->at = wyrm_save_position(reader, object, "at", map->width, map->height);
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
        int32_t stat = wyrm_save_stat(reader, name);
        if (stat >= 0) /* the range is checked later, by wyrm_game_is_sound */
            stats[stat] = wyrm_save_real(reader, value, name, -DBL_MAX, DBL_MAX);
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
        size_t element = wyrm_save_enter_element(reader, i);
        monster->spawn.monster =
            wyrm_save_monster(reader, wyrm_save_string(reader, object, "name"));
        wyrm_save_read_rows(reader, object, wyrm_save_monster_rows, monster);
        read_creature(reader, object, &game->map, true, &monster->body);
        build_monster(reader, monster);
        game->marks[monster->body.at.y * game->map.width + monster->body.at.x] |= WYRM_MARK_MONSTER;
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
}

/* ------------------------------------------------------------------ items and boosts */

static void read_item(reader_state *reader, const json_t *object, wyrm_game_item *item)
{
    item->item.kind = wyrm_save_kind(reader, wyrm_save_string(reader, object, "name"));
    wyrm_save_read_rows(reader, object, wyrm_save_item_rows, item);
    item->at = wyrm_save_position(reader, object, "at", WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (json_object_get(object, "pity"))
        item->item.pity = 1 + wyrm_save_pity(reader, wyrm_save_string(reader, object, "pity"));
}

static size_t read_items(reader_state *reader, const json_t *parent, const char *key, size_t most,
                         wyrm_game_item *items)
{
    size_t count;
    json_t *list = wyrm_save_list(reader, parent, key, most, &count);
    size_t place = wyrm_save_enter(reader, key);
    for (size_t i = 0; i < count; i++) {
        size_t element = wyrm_save_enter_element(reader, i);
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
        size_t element = wyrm_save_enter_element(reader, i);
        const char *stat = wyrm_save_string(reader, object, "stat");
        wyrm_save_read_rows(reader, object, wyrm_save_boost_rows, &game->boosts[i]);
        game->boosts[i].stat =
            strcmp(stat, "regeneration") == 0 ? -1 : wyrm_save_stat(reader, stat);
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
        int32_t kind = json_is_string(name) ? wyrm_save_kind(reader, json_string_value(name)) : -1;
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

/* ------------------------------------------------------------------ what was */

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
        int32_t category = wyrm_save_pity(reader, name);
        if (category >= 0)
            pity->rooms[category] = (uint16_t)wyrm_save_whole(reader, value, name, 0, UINT16_MAX);
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
            counts[index] = (uint32_t)wyrm_save_whole(reader, value, name, 1, UINT32_MAX);
    }
    wyrm_save_leave(reader, place);
}

static void read_tally(reader_state *reader, const json_t *root, wyrm_tally *tally)
{
    const json_t *object = wyrm_save_object(reader, root, "tally");
    size_t place = wyrm_save_enter(reader, "tally");
    wyrm_save_read_rows(reader, object, wyrm_save_tally_rows, tally);
    read_counts(reader, object, "killed", wyrm_save_monster, tally->killed);
    read_counts(reader, object, "used", wyrm_save_kind, tally->used);
    wyrm_save_leave(reader, place);
}

/* ------------------------------------------------------------------ the whole */

void wyrm_save_read_game(wyrm_save_reader *reader, const json_t *root, wyrm_game *game)
{
    game->killer = -1;
    wyrm_save_read_rows(reader, root, wyrm_save_game_rows, game);
    game->phase =
        (wyrm_game_phase)wyrm_save_choice(reader, root, "phase", phase_name, WYRM_PHASE_DEAD);
    read_difficulty(reader, root, &game->difficulty);
    read_experience(reader, root, "experience", &game->experience);
    read_pity(reader, root, &game->pity);
    wyrm_save_read_map(reader, root, game);
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
        (size_t)wyrm_save_whole(reader, json_object_get(object, "count"), "count", (double)count,
                                count < WYRM_LOG_LINES_MAX ? (double)count : 9e15);
    for (size_t i = 0; i < count; i++) {
        const json_t *line = json_array_get(lines, i);
        wyrm_log_line *to = &log->lines[(log->count - count + i) % WYRM_LOG_LINES_MAX];
        size_t element = wyrm_save_enter_element(reader, i);
        wyrm_save_read_rows(reader, line, wyrm_save_log_rows, to);
        wyrm_utf8_copy(to->text, sizeof to->text, wyrm_save_string(reader, line, "text"));
        wyrm_save_leave(reader, element);
    }
    wyrm_save_leave(reader, place);
}
