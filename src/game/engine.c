/* Engines: a design made ready to play, with two caches.
 *
 * Neither cache changes a result. A fight consists of the same few attacks again and again, while
 * computing the distribution of one takes thousands of times as long as a draw: so distributions
 * are kept, keyed by the bytes of everything they depend on. And one field of view of the player
 * serves most questions of a turn: who sees the player, what it learns, what a bot sees before the
 * next command. An engine may be used with any game, so the player's tile does not identify a field
 * of view: each game has a hash of its map (map_print), by which equal maps are recognised. */
#include "game/internal.h"
#include "growth/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <wyrm/streams.h>

/* ---- The cache of attacks ---- */

enum {
    CAPACITY = 4096, /* a power of two */
    COUNT_MAX = CAPACITY * 3 / 4,
    KEY_MAX = 2 * WYRM_STATS_MAX + 11
};

/* A slot of the hash table; free if it has no alias table. */
typedef struct game_strike_entry {
    uint64_t hash;
    game_strike strike;
    double *key; /* all keys of a table have one size */
} game_strike_entry;

static void forget_all(game_strikes *strikes)
{
    for (size_t i = 0; strikes->entries && i < CAPACITY; i++) {
        wyrm_alias_free(strikes->entries[i].strike.alias);
        wyrm_free(strikes->entries[i].strike.outcomes);
        wyrm_free(strikes->entries[i].key);
        strikes->entries[i] = (game_strike_entry){0};
    }
    strikes->count = 0;
}

void game_strikes_free(game_strikes *strikes)
{
    forget_all(strikes);
    wyrm_free(strikes->entries);
    *strikes = (game_strikes){0};
}

/* The entry of a key, or the free slot where it belongs. At least a quarter of the slots is free
 * (COUNT_MAX), so the search ends. */
static game_strike_entry *find_strike(const game_strikes *strikes, const double *key, size_t count,
                                      uint64_t hash)
{
    size_t place = (size_t)hash & (CAPACITY - 1);
    for (;; place = (place + 1) & (CAPACITY - 1)) {
        game_strike_entry *entry = &strikes->entries[place];
        if (!entry->strike.alias ||
            (entry->hash == hash && memcmp(entry->key, key, count * sizeof *key) == 0))
            return entry;
    }
}

/* The key of an attack: stats of both sides, blows of the attacker, kind, distance and offset; if
 * the model has more effects than damage also levels, and a side's hit points once some blow was
 * found to depend on them. */
static size_t key_of(const game_strikes *strikes, const wyrm_combat *combat,
                     const wyrm_matchup *matchup, double key[KEY_MAX])
{
    const wyrm_combatant *const sides[2] = {matchup->attacker, matchup->defender};
    const size_t stats = strikes->stats;
    size_t count = 2 * stats;
    for (size_t i = 0; i < stats; i++) {
        key[i] = sides[0]->stats[i];
        key[stats + i] = sides[1]->stats[i];
    }
    key[count++] = matchup->attack;
    key[count++] = matchup->distance;
    key[count++] = matchup->off_centre;
    key[count++] = (double)sides[0]->attacks;
    key[count++] = matchup->blow;
    for (int s = 0; s < 2 && combat_has_outcomes(combat); s++) {
        key[count++] = sides[s]->level;
        key[count++] = strikes->looked[s] & FIGHT_LOOKED_HP ? (double)sides[s]->hp : 0.0;
        key[count++] = strikes->looked[s] & FIGHT_LOOKED_MAX ? (double)sides[s]->max_hp : 0.0;
    }
    return count;
}

/* Computes the distribution to draw from. */
static wyrm_status work_out(const wyrm_combat *combat, const wyrm_matchup *matchup,
                            game_strike *made, wyrm_error *error)
{
    wyrm_pmf *damage = NULL, *numbers = NULL;
    wyrm_status status = combat_outcomes_of(combat, matchup, &made->outcomes, error);
    if (status == WYRM_OK)
        status = combat_hit_roughly(combat, matchup, &damage, error);
    if (status == WYRM_OK && made->outcomes != NULL)
        status = combat_outcome_numbers(made->outcomes, &numbers, error);
    if (status == WYRM_OK)
        status = wyrm_alias_new(numbers != NULL ? numbers : damage, &made->alias, error);
    if (status == WYRM_OK)
        made->blow = (game_blow){wyrm_pmf_mean(damage), wyrm_pmf_variance(damage),
                                 wyrm_pmf_last(damage), true};
    wyrm_pmf_free(numbers);
    wyrm_pmf_free(damage);
    return status;
}

/* Computes an attack and adds it. If its blow is the first to depend on a side's hit points, keys
 * change: entries under old keys do not say for which hit points they hold, and are dropped. */
static wyrm_status meet_anew(game_strikes *strikes, const wyrm_combat *combat,
                             const wyrm_matchup *matchup, const game_strike **out,
                             wyrm_error *error)
{
    double key[KEY_MAX];
    game_strike made = {.outcomes = NULL};
    wyrm_status status = work_out(combat, matchup, &made, error);
    const fight_outcomes *of = made.outcomes != NULL ? &made.outcomes->of : NULL;
    const uint32_t hp = FIGHT_LOOKED_HP | FIGHT_LOOKED_MAX;
    const uint32_t looked[2] = {strikes->looked[0] | (of ? of->looked_own & hp : 0),
                                strikes->looked[1] | (of ? of->looked_other & hp : 0)};
    if (memcmp(looked, strikes->looked, sizeof looked) != 0 || strikes->count >= COUNT_MAX)
        forget_all(strikes);
    memcpy(strikes->looked, looked, sizeof looked);
    const size_t count = key_of(strikes, combat, matchup, key);
    double *kept = status == WYRM_OK ? base_allocate(count * sizeof *key) : NULL;
    if (status == WYRM_OK && !kept)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status != WYRM_OK) {
        strikes->trouble = status == WYRM_ERROR_MEMORY ? status : strikes->trouble;
        wyrm_alias_free(made.alias);
        wyrm_free(made.outcomes);
        return status;
    }
    memcpy(kept, key, count * sizeof *key);
    const uint64_t hash = XXH3_64bits(key, count * sizeof *key);
    game_strike_entry *entry = find_strike(strikes, key, count, hash);
    *entry = (game_strike_entry){.hash = hash, .strike = made, .key = kept};
    strikes->count++;
    *out = &entry->strike;
    return WYRM_OK;
}

wyrm_status game_strikes_meet(game_strikes *strikes, const wyrm_combat *combat,
                              const wyrm_matchup *matchup, const game_strike **out,
                              wyrm_error *error)
{
    double key[KEY_MAX];
    if (!strikes->entries) {
        strikes->entries = base_zeroed(CAPACITY, sizeof *strikes->entries);
        while (wyrm_combat_stats(combat)[strikes->stats].name)
            strikes->stats++;
    }
    if (!strikes->entries)
        return wyrm_fail(error, strikes->trouble = WYRM_ERROR_MEMORY, "out of memory");
    const size_t count = key_of(strikes, combat, matchup, key);
    game_strike_entry *entry =
        find_strike(strikes, key, count, XXH3_64bits(key, count * sizeof *key));
    *out = &entry->strike;
    return entry->strike.alias ? WYRM_OK : meet_anew(strikes, combat, matchup, out, error);
}

/* ---- Engines ---- */

/* Looks up once whatever turns ask of the design, since a game has thousands of turns. */
wyrm_status wyrm_engine_new(const wyrm_design *design, wyrm_engine **out, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    const wyrm_loot *loot = wyrm_design_loot(design);
    const size_t kind_count = wyrm_loot_kinds(loot, &kinds);
    wyrm_engine *engine = base_zeroed(1, sizeof *engine + kind_count * sizeof *engine->effects);
    const wyrm_roster *roster = wyrm_design_roster(design);
    *out = engine;
    if (!engine)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    engine->design = design;
    engine->combat = wyrm_design_combat(design);
    engine->growth = wyrm_design_growth(design);
    engine->roster = roster;
    engine->encounter = wyrm_design_encounter(design);
    engine->loot = loot;
    engine->mapper = wyrm_design_mapper(design);
    engine->rules = wyrm_play_rules_of(wyrm_design_ruleset(design));
    engine->terrain = wyrm_mapper_terrain(engine->mapper, &engine->terrain_count);
    engine->goal = wyrm_mapper_goal(engine->mapper);
    engine->goal = engine->goal ? engine->goal : "Prize";
    engine->kinds = kinds;
    engine->kind_count = kind_count;
    for (size_t i = 0; i < kind_count; i++) {
        engine->effects[i] = wyrm_item_effect(kinds[i].record);
        engine->effects[i].measure = engine->rules.measure;
    }
    for (int i = 0; i < WYRM_STAT_MEANING_COUNT; i++)
        engine->stats[i] = -1;
    const wyrm_stat *stats = wyrm_combat_stats(engine->combat);
    for (int32_t i = 0; stats[i].name; i++) {
        engine->stats[stats[i].means] = i;
        engine->chooses |= stats[i].chosen;
    }
    engine->timed = engine->stats[WYRM_STAT_DURATION] >= 0 ||
                    engine->stats[WYRM_STAT_ATTACKS] >= 0 ||
                    engine->stats[WYRM_STAT_MOVE_DURATION] >= 0;
    for (size_t i = 0; i < engine->terrain_count; i++)
        engine->timed |= engine->terrain[i].cost.numerator != engine->terrain[i].cost.denominator;
    engine->slots = combat_slots(engine->combat, &engine->slot_count, &engine->first_slot);
    /* Without these, every attack and step takes one turn, and fractions of turns are not
     * needed. */
    engine->timed |= engine->slot_count > 0 || combat_has_outcomes(engine->combat);
    wyrm_status status = WYRM_OK;
    if (wyrm_roster_count(roster) > WYRM_KINDS_MAX)
        status =
            wyrm_fail(error, WYRM_ERROR_LIMIT, "%zu kinds of monsters: a game takes at most %d",
                      wyrm_roster_count(roster), WYRM_KINDS_MAX);
    else if (kind_count > WYRM_KINDS_MAX)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "%zu kinds of items: a game takes at most %d",
                           kind_count, WYRM_KINDS_MAX);
    if (status != WYRM_OK) {
        wyrm_engine_free(engine);
        *out = NULL;
    }
    return status;
}

void wyrm_engine_free(wyrm_engine *engine)
{
    if (!engine)
        return;
    game_strikes_free(&engine->strikes);
    wyrm_free(engine);
}

const wyrm_design *wyrm_engine_design(const wyrm_engine *engine)
{
    return engine->design;
}

const wyrm_play_rules *wyrm_engine_rules(const wyrm_engine *engine)
{
    return &engine->rules;
}

bool game_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other)
{
    const wyrm_item_kind *a = &engine->kinds[one], *b = &engine->kinds[other];
    if (a->item_class == b->item_class &&
        (a->item_class == WYRM_ITEM_WEAPON ||
         growth_roster_has_curves(engine->roster, WYRM_ROLE_ARMOR)))
        return true;
    return wyrm_roster_clash(a->record, b->record);
}

wyrm_game_item game_item_new(const wyrm_engine *engine, wyrm_item item, wyrm_rng *rng)
{
    const wyrm_amount *uses = game_item_uses(engine, item.kind);
    return (wyrm_game_item){.item = item, .uses = uses ? (int32_t)amount_draw(uses, rng) : 1};
}

bool game_is_boss(const wyrm_engine *engine, const wyrm_game_monster *monster)
{
    int32_t index = monster->spawn.monster;
    const wyrm_monster *kind =
        index < 0 ? NULL : wyrm_roster_monster(engine->roster, (size_t)index);
    return kind && strcmp(wyrm_value_text(wyrm_value_get(kind->record, "kind")), "boss") == 0;
}

/* ---- Tiles ---- */

wyrm_position wyrm_neighbour(wyrm_position from, wyrm_direction direction)
{
    static const struct {
        int8_t x, y;
    } steps[WYRM_DIRECTION_COUNT] = {
        [WYRM_NORTH] = {0, -1},     [WYRM_NORTH_EAST] = {1, -1},  [WYRM_EAST] = {1, 0},
        [WYRM_SOUTH_EAST] = {1, 1}, [WYRM_SOUTH] = {0, 1},        [WYRM_SOUTH_WEST] = {-1, 1},
        [WYRM_WEST] = {-1, 0},      [WYRM_NORTH_WEST] = {-1, -1},
    };
    if ((unsigned)direction >= WYRM_DIRECTION_COUNT)
        return from;
    return (wyrm_position){(int16_t)(from.x + steps[direction].x),
                           (int16_t)(from.y + steps[direction].y)};
}

wyrm_command game_step_to(wyrm_position from, wyrm_position to)
{
    wyrm_command command = {.kind = WYRM_DO_MOVE};
    for (int32_t i = 0; i < WYRM_DIRECTION_COUNT; i++)
        if (game_same_tile(wyrm_neighbour(from, (wyrm_direction)i), to))
            command.argument = i;
    return command;
}

#define ROW_4(start, test) test((start)), test((start) + 1), test((start) + 2), test((start) + 3)
#define ROW_16(start, test)                                                                        \
    ROW_4((start), test), ROW_4((start) + 4, test), ROW_4((start) + 8, test),                      \
        ROW_4((start) + 12, test)
#define ROW_64(start, test)                                                                        \
    ROW_16(start, test), ROW_16((start) + 16, test), ROW_16((start) + 32, test),                   \
        ROW_16((start) + 48, test)
#define ROW_256(test)    ROW_64(0, test), ROW_64(64, test), ROW_64(128, test), ROW_64(192, test)

#define IS_WALL(mark)    (((mark)&WYRM_MARK_TILE) == WYRM_TILE_WALL)
#define IS_OPAQUE(mark)  (IS_WALL(mark) || ((mark)&WYRM_TILE_VEILED) != 0)
#define IS_SHUT(mark)    (IS_WALL(mark) || ((mark)&WYRM_TILE_AVOIDED) != 0)
#define IS_BLOCKED(mark) (IS_SHUT(mark) || ((mark)&WYRM_MARK_MONSTER) != 0)
#define IS_IN_LINE(mark) (IS_OPAQUE(mark) || ((mark)&WYRM_MARK_MONSTER) != 0)
#define IS_TAKEN(mark)   (IS_SHUT(mark) || ((mark)&GAME_NEAR_STAYS) != 0)

/* Tables for all 256 marks, since questions about tiles are asked thousands of times a turn. The
 * preprocessor writes them out as constant data, which needs no initialisation. */
const bool game_marks_opaque[256] = {ROW_256(IS_OPAQUE)};
const bool game_marks_shut[256] = {ROW_256(IS_SHUT)};
const bool game_marks_blocked[256] = {ROW_256(IS_BLOCKED)};
const bool game_marks_in_line[256] = {ROW_256(IS_IN_LINE)};
const bool game_near_stays[256] = {ROW_256(IS_TAKEN)};

wyrm_grid game_sight_grid(const wyrm_game *game)
{
    return (wyrm_grid){game->map.width, game->map.height, game->marks, game_marks_opaque};
}

wyrm_grid game_step_grid(const wyrm_game *game)
{
    return (wyrm_grid){game->map.width, game->map.height, game->marks, game_marks_blocked};
}

uint8_t *game_mark_at(wyrm_game *game, int x, int y)
{
    if (x < 0 || y < 0 || x >= game->map.width || y >= game->map.height)
        return NULL;
    return &game->marks[y * game->map.width + x];
}

/* Searches the monsters only if the mark says that one stands there, which is rare. */
int32_t game_monster_on(const wyrm_game *game, wyrm_position at)
{
    if (at.x < 0 || at.y < 0 || at.x >= game->map.width || at.y >= game->map.height ||
        !(game->marks[at.y * game->map.width + at.x] & WYRM_MARK_MONSTER))
        return -1;
    for (size_t i = 0; i < game->monster_count; i++)
        if (game_same_tile(game->monsters[i].body.at, at))
            return (int32_t)i;
    return -1;
}

/* Hashes the tiles, with the width as seed: the same tiles in rows of another length are another
 * map. */
static uint64_t print_of(const wyrm_map *map)
{
    const size_t tiles = (size_t)map->width * (size_t)map->height;
    return XXH3_64bits_withSeed(map->tiles, tiles, (uint64_t)map->width) | 1; /* 0 means not
                                                                                 computed */
}

void game_map_is_made(wyrm_game *game)
{
    game->map_print = print_of(&game->map);
    game->marked = (wyrm_sight){.radius = 0};
}

void game_set_tile(wyrm_game *game, wyrm_position at, uint8_t tile)
{
    size_t index = (size_t)(at.y * game->map.width + at.x);
    game->map.tiles[index] = tile;
    game->marks[index] = (uint8_t)((game->marks[index] & (WYRM_MARK_KNOWN | WYRM_MARK_MONSTER)) |
                                   (tile & ~WYRM_TILE_TERRAIN));
    game->news++;
    game_map_is_made(game);
}

const wyrm_sight *game_player_sight(wyrm_engine *engine, const wyrm_game *game)
{
    wyrm_sight *sight = &engine->sight;
    const wyrm_position at = game->player.at;
    const int32_t radius =
        engine->rules.sight < WYRM_SIGHT_RADIUS_MAX ? engine->rules.sight : WYRM_SIGHT_RADIUS_MAX;
    const uint64_t print = game->map_print != 0 ? game->map_print : print_of(&game->map);
    if (print != engine->sight_print) {
        const wyrm_grid grid = wyrm_map_grid(&game->map);
        dungeon_sight_map_make(&grid, &engine->sight_map);
        engine->sight_print = print;
    } else if (game_same_tile(at, sight->from) && radius == sight->radius) {
        return sight;
    }
    dungeon_sight_in(&engine->sight_map, at, engine->rules.measure, radius, sight);
    return sight;
}

/* ---- Turns: failures and events ---- */

/* Random streams are keyed by the number of the command: earlier draws do not shift later ones, and
 * a game resumed in the middle draws what it would have drawn. */
void game_turn_begin(game_turn *turn, wyrm_engine *engine, wyrm_game *game,
                     const wyrm_listener *listener, wyrm_error *error)
{
    turn->engine = engine;
    turn->game = game;
    turn->listener = listener;
    turn->error = error;
    turn->status = WYRM_OK;
    turn->combat = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_COMBAT, game->commands);
    turn->chance = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_CHANCE, game->commands);
    turn->now = (wyrm_ratio){0, 1};
    turn->next = turn->takes = (wyrm_ratio){1, 1};
    turn->distances_fresh = turn->straight_fresh = turn->stirred = turn->torn = false;
    turn->looked = true;
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
}

/* Leaves the turn, however deep the call, to carry_out in turns.c. Refusals take the same way,
 * before anything has changed. */
void game_turn_must(game_turn *turn, wyrm_status status)
{
    if (status == WYRM_OK)
        return;
    turn->status = status;
    longjmp(turn->end, 1);
}

void game_refuse(game_turn *turn, const char *format, ...)
{
    char sentence[WYRM_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    turn->status = wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "%s", sentence);
    longjmp(turn->end, 1);
}

wyrm_event game_event_of(wyrm_event_kind kind)
{
    return (wyrm_event){.kind = kind,
                        .who = WYRM_NOBODY,
                        .whom = WYRM_NOBODY,
                        .monster = -1,
                        .other = -1,
                        .item = {.kind = -1},
                        .stat = -1};
}

void game_emit(const game_turn *turn, const wyrm_event *event)
{
    if (game_is_heard(turn))
        turn->listener->hear(turn->game, event, turn->listener->context);
}

wyrm_event game_player_event(const game_turn *turn, wyrm_event_kind kind)
{
    wyrm_event event = game_event_of(kind);
    event.who = 0;
    event.at = turn->game->player.at;
    event.seen = true;
    return event;
}

void game_emit_player(const game_turn *turn, wyrm_event_kind kind, int64_t amount)
{
    wyrm_event event = game_player_event(turn, kind);
    event.amount = amount;
    game_emit(turn, &event);
}
