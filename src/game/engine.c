/* Engines: a design made ready to play, what the parts of a turn share, and what is remembered
 * from turn to turn: the attacks met so far and the field of view. */
#include "base/arena.h"
#include "game/internal.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <wyrm/streams.h>

/* ---- Attacks met so far ----
 *
 * A hash table of alias tables, by the bytes of all that a distribution
 * depends on.
 *
 * A fight is the same few attacks again and again, while making the distribution of one takes
 * thousands of times as long as a draw. */

enum {
    CAPACITY = 4096, /* a power of two */
    COUNT_MAX = CAPACITY * 3 / 4,
    KEY_MAX = 2 * WYRM_STATS_MAX + 3
};

/* What one attack depends on: stats of the attacker, stats of the defender, how, how far away,
 * how far from the centre. */
typedef struct strike_key {
    size_t count; /* of parts */
    double parts[KEY_MAX];
} strike_key;

/* Free where `alias` is NULL. */
typedef struct wyrm_strike_entry {
    uint64_t hash;
    wyrm_alias *alias;
    wyrm_blow blow;
    double *parts; /* of its key; all keys of a table are of one size */
} wyrm_strike_entry;

static size_t count_stats(const wyrm_combat *combat)
{
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++)
        count++;
    return count;
}

static void make_key(const wyrm_matchup *matchup, size_t stats, strike_key *key)
{
    double *rest = key->parts + 2 * stats;
    for (size_t i = 0; i < stats; i++) {
        key->parts[i] = matchup->attacker->stats[i];
        key->parts[stats + i] = matchup->defender->stats[i];
    }
    rest[0] = matchup->attack;
    rest[1] = matchup->distance;
    rest[2] = matchup->off_centre;
    key->count = 2 * stats + 3;
}

static void forget_all(wyrm_strikes *strikes)
{
    for (size_t i = 0; i < strikes->capacity; i++) {
        wyrm_alias_free(strikes->entries[i].alias);
        wyrm_free(strikes->entries[i].parts);
        strikes->entries[i] = (wyrm_strike_entry){0};
    }
    strikes->count = 0;
}

void wyrm_strikes_free(wyrm_strikes *strikes)
{
    forget_all(strikes);
    wyrm_free(strikes->entries);
    *strikes = (wyrm_strikes){0};
}

/* Of the same bytes. */
static bool is_same(const double *one, const double *other, size_t count)
{
    uint64_t differ = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t a, b;
        memcpy(&a, &one[i], sizeof a);
        memcpy(&b, &other[i], sizeof b);
        differ |= a ^ b;
    }
    return differ == 0;
}

/* The entry of a key, or the free one where it belongs. */
static wyrm_strike_entry *find(const wyrm_strikes *strikes, const strike_key *key, uint64_t hash)
{
    size_t place = (size_t)hash & (CAPACITY - 1);
    for (;; place = (place + 1) & (CAPACITY - 1)) {
        wyrm_strike_entry *entry = &strikes->entries[place];
        if (!entry->alias || (entry->hash == hash && is_same(entry->parts, key->parts, key->count)))
            return entry;
    }
}

static wyrm_status make_room(wyrm_strikes *strikes, const wyrm_combat *combat, wyrm_error *error)
{
    if (strikes->entries)
        return WYRM_OK;
    strikes->entries = base_zeroed(CAPACITY, sizeof *strikes->entries);
    if (!strikes->entries)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for attacks");
    strikes->capacity = CAPACITY;
    strikes->stats = count_stats(combat);
    return WYRM_OK;
}

static wyrm_blow blow_of(const wyrm_pmf *damage)
{
    return (wyrm_blow){wyrm_pmf_mean(damage), wyrm_pmf_variance(damage), wyrm_pmf_last(damage),
                       true};
}

/* Makes the distribution of an attack and keeps it. */
static wyrm_status learn(wyrm_strikes *strikes, const wyrm_combat *combat,
                         const wyrm_matchup *matchup, const strike_key *key, uint64_t hash,
                         wyrm_strike_entry **out, wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_strike_entry made = {.hash = hash};
    wyrm_status status = wyrm_combat_hit(combat, matchup, &pmf, error);
    if (status != WYRM_OK)
        return status;
    made.blow = blow_of(pmf);
    status = wyrm_alias_new(pmf, &made.alias, error);
    wyrm_pmf_free(pmf);
    if (status != WYRM_OK)
        return status;
    made.parts = base_allocate(key->count * sizeof *made.parts);
    if (!made.parts) {
        wyrm_alias_free(made.alias);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for attacks");
    }
    memcpy(made.parts, key->parts, key->count * sizeof *made.parts);
    if (strikes->count >= COUNT_MAX)
        forget_all(strikes);
    strikes->count++;
    *out = find(strikes, key, hash);
    **out = made;
    return WYRM_OK;
}

/* The entry of an attack, made where it is not known yet. */
static wyrm_status meet(wyrm_strikes *strikes, const wyrm_combat *combat,
                        const wyrm_matchup *matchup, wyrm_strike_entry **out, wyrm_error *error)
{
    strike_key key;
    wyrm_status status = make_room(strikes, combat, error);
    if (status != WYRM_OK)
        return status;
    make_key(matchup, strikes->stats, &key);
    uint64_t hash = XXH3_64bits(key.parts, key.count * sizeof *key.parts);
    *out = find(strikes, &key, hash);
    return (*out)->alias ? WYRM_OK : learn(strikes, combat, matchup, &key, hash, out, error);
}

wyrm_status wyrm_strikes_draw(wyrm_strikes *strikes, const wyrm_combat *combat,
                              const wyrm_matchup *matchup, wyrm_rng *rng, int64_t *damage,
                              wyrm_error *error)
{
    wyrm_strike_entry *entry;
    wyrm_status status = meet(strikes, combat, matchup, &entry, error);
    if (status == WYRM_OK)
        *damage = wyrm_alias_draw(entry->alias, rng);
    return status;
}

static wyrm_matchup beside(const wyrm_combatant *attacker, const wyrm_combatant *defender)
{
    return (wyrm_matchup){
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
}

wyrm_blow wyrm_blow_between(const wyrm_combat *combat, const wyrm_combatant *attacker,
                            const wyrm_combatant *defender)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = beside(attacker, defender);
    if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
        return (wyrm_blow){0};
    const wyrm_blow blow = blow_of(damage);
    wyrm_pmf_free(damage);
    return blow;
}

wyrm_blow wyrm_strikes_blow(wyrm_strikes *strikes, const wyrm_combat *combat,
                            const wyrm_combatant *attacker, const wyrm_combatant *defender)
{
    wyrm_strike_entry *entry;
    const wyrm_matchup matchup = beside(attacker, defender);
    if (meet(strikes, combat, &matchup, &entry, NULL) != WYRM_OK)
        return (wyrm_blow){0};
    return entry->blow;
}

/* ---- Engines ---- */

/* -- names -- */

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

const char *wyrm_condition_word(wyrm_condition condition)
{
    static const char *const words[] = {
#define WORD(name, word, sentence) [name] = word,
        WYRM_CONDITION_ROWS(WORD)
#undef WORD
    };
    return (unsigned)condition < WYRM_CONDITION_COUNT ? words[condition] : "";
}

/* -- engines -- */

static wyrm_status check_counts(const wyrm_engine *engine, wyrm_error *error)
{
    size_t monsters = wyrm_roster_count(engine->roster);
    if (monsters > WYRM_KINDS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "%zu kinds of monsters: a game takes at most %d",
                         monsters, WYRM_KINDS_MAX);
    if (engine->kind_count > WYRM_KINDS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "%zu kinds of items: a game takes at most %d",
                         engine->kind_count, WYRM_KINDS_MAX);
    return WYRM_OK;
}

static wyrm_status check_player(const wyrm_engine *engine, wyrm_error *error)
{
    wyrm_combatant player;
    wyrm_roster_start(engine->roster, 1, &player);
    if (player.max_hp < 1)
        return wyrm_fail(error, WYRM_ERROR_RULESET, "the ruleset has no player");
    return WYRM_OK;
}

static void take_parts(wyrm_engine *engine, const wyrm_design *design)
{
    engine->design = design;
    engine->combat = wyrm_design_combat(design);
    engine->growth = wyrm_design_growth(design);
    engine->roster = wyrm_design_roster(design);
    engine->encounter = wyrm_design_encounter(design);
    engine->loot = wyrm_design_loot(design);
    engine->mapper = wyrm_design_mapper(design);
    engine->rules = wyrm_play_rules_of(wyrm_design_ruleset(design));
    engine->kind_count = wyrm_loot_kinds(engine->loot, &engine->kinds);
    engine->stat_asleep = wyrm_combat_stat(engine->combat, "asleep");
    engine->stat_reach = wyrm_combat_stat(engine->combat, "reach");
    engine->stat_range = wyrm_combat_stat(engine->combat, "range");
}

static wyrm_status prepare(wyrm_engine *engine, const wyrm_design *design, wyrm_error *error)
{
    take_parts(engine, design);
    wyrm_status status = check_counts(engine, error);
    if (status == WYRM_OK)
        status = check_player(engine, error);
    if (status != WYRM_OK)
        return status;
    engine->effects = base_zeroed(engine->kind_count + 1, sizeof *engine->effects);
    if (!engine->effects)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for an engine");
    for (size_t i = 0; i < engine->kind_count; i++)
        engine->effects[i] = wyrm_item_effect(engine->kinds[i].record);
    return WYRM_OK;
}

wyrm_status wyrm_engine_new(const wyrm_design *design, wyrm_engine **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_engine *engine = base_zeroed(1, sizeof *engine);
    if (!engine)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for an engine");
    wyrm_status status = prepare(engine, design, error);
    if (status != WYRM_OK) {
        wyrm_engine_free(engine);
        return status;
    }
    *out = engine;
    return WYRM_OK;
}

void wyrm_engine_free(wyrm_engine *engine)
{
    if (!engine)
        return;
    wyrm_strikes_free(&engine->strikes);
    wyrm_free(engine->effects);
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

/* -- tiles -- */

#define ROW_4(start, test) test((start)), test((start) + 1), test((start) + 2), test((start) + 3)
#define ROW_16(start, test)                                                                        \
    ROW_4((start), test), ROW_4((start) + 4, test), ROW_4((start) + 8, test),                      \
        ROW_4((start) + 12, test)
#define ROW_64(test)     ROW_16(0, test), ROW_16(16, test), ROW_16(32, test), ROW_16(48, test)

#define IS_OPAQUE(mark)  (((mark)&WYRM_MARK_TILE) == WYRM_TILE_WALL)
#define IS_BLOCKED(mark) (IS_OPAQUE(mark) || ((mark)&WYRM_MARK_MONSTER) != 0)
#define IS_TAKEN(mark)   (IS_OPAQUE(mark) || ((mark)&WYRM_NEAR_STAYS) != 0)

/* All bits of a mark lie below 64, so that the table needs only 64 distinct entries, repeated. */
_Static_assert((WYRM_MARK_TILE | WYRM_MARK_KNOWN | WYRM_MARK_MONSTER | WYRM_MARK_SEEN |
                WYRM_NEAR_STAYS) < 64,
               "marks are below 64");
const bool wyrm_marks_opaque[256] = {ROW_64(IS_OPAQUE)};
const bool wyrm_marks_blocked[256] = {ROW_64(IS_BLOCKED)};
const bool wyrm_near_stays[256] = {ROW_64(IS_TAKEN)};

static wyrm_grid grid_of(const wyrm_game *game, const bool *solid)
{
    return (wyrm_grid){game->map.width, game->map.height, game->marks, solid};
}

wyrm_grid wyrm_game_sight_grid(const wyrm_game *game)
{
    return grid_of(game, wyrm_marks_opaque);
}

wyrm_grid wyrm_game_step_grid(const wyrm_game *game)
{
    return grid_of(game, wyrm_marks_blocked);
}

uint8_t *wyrm_mark_at(wyrm_game *game, int x, int y)
{
    if (x < 0 || y < 0 || x >= game->map.width || y >= game->map.height)
        return NULL;
    return &game->marks[y * game->map.width + x];
}

void wyrm_set_tile(wyrm_game *game, wyrm_position at, wyrm_tile tile)
{
    size_t index = (size_t)(at.y * game->map.width + at.x);
    game->map.tiles[index] = (uint8_t)tile;
    game->marks[index] =
        (uint8_t)((game->marks[index] & (WYRM_MARK_KNOWN | WYRM_MARK_MONSTER)) | tile);
    game->news++;
}

int32_t wyrm_item_uses(const wyrm_item_kind *kind)
{
    int64_t uses = wyrm_value_integer(wyrm_value_get(kind->record, "uses"));
    return uses > 1 ? (int32_t)uses : 1;
}

bool wyrm_is_boss(const wyrm_engine *engine, const wyrm_game_monster *monster)
{
    int32_t index = monster->spawn.monster;
    const wyrm_monster *kind =
        index < 0 ? NULL : wyrm_roster_monster(engine->roster, (size_t)index);
    return kind && strcmp(wyrm_value_text(wyrm_value_get(kind->record, "kind")), "boss") == 0;
}

int32_t wyrm_monster_on(const wyrm_game *game, wyrm_position at)
{
    if (at.x < 0 || at.y < 0 || at.x >= game->map.width || at.y >= game->map.height ||
        !(game->marks[at.y * game->map.width + at.x] & WYRM_MARK_MONSTER))
        return -1;
    for (size_t i = 0; i < game->monster_count; i++)
        if (game->monsters[i].body.at.x == at.x && game->monsters[i].body.at.y == at.y)
            return (int32_t)i;
    return -1;
}

/* -- games and turns -- */

/* Sets the bytes of a game to 0, from one member up to another, which stays. */
static void clear_between(wyrm_game *game, size_t from, size_t to)
{
    memset((char *)game + from, 0, to - from);
}

void wyrm_game_clear(wyrm_game *game, uint64_t seed, uint64_t run)
{
    clear_between(game, 0, offsetof(wyrm_game, pack));
    clear_between(game, offsetof(wyrm_game, barred), offsetof(wyrm_game, map));
    clear_between(game, offsetof(wyrm_game, goal_placed), offsetof(wyrm_game, monsters));
    game->item_count = 0;
    game->tally = (wyrm_tally){0};
    game->seed = seed;
    game->run = run;
    game->turn = 1;
    game->killer = -1;
    game->next_id = 1;
}

void wyrm_turn_begin(wyrm_turn *turn, wyrm_engine *engine, wyrm_game *game,
                     const wyrm_listener *listener, wyrm_error *error)
{
    turn->engine = engine;
    turn->game = game;
    turn->listener = listener;
    turn->error = error;
    turn->combat = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_COMBAT, game->commands);
    turn->chance = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_CHANCE, game->commands);
    turn->sight_is_fresh = false;
    turn->distances_fresh = false;
    turn->straight_fresh = false;
    turn->stirred = false;
    turn->looked = true;
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
}

/* -- what the player sees -- */

/* Whether both have the same tiles. */
static bool are_same_tiles(const uint8_t *marks, const uint8_t *others, size_t count)
{
    uint8_t differ = 0;
    for (size_t i = 0; i < count; i++)
        differ |= marks[i] ^ others[i];
    return (differ & WYRM_MARK_TILE) == 0;
}

/* The one field of view that is kept serves most questions of a turn: who sees the player, what
 * it learns, and what a bot sees in the next command. A game may be any value, so that it is not
 * enough to know where the player stands: all rows that it may see are compared, which takes a
 * tenth of the time of the field of view. */
const wyrm_sight *wyrm_player_sight(wyrm_engine *engine, const wyrm_game *game)
{
    const int32_t width = game->map.width, height = game->map.height;
    wyrm_sight *sight = &engine->sight;
    const wyrm_position at = game->player.at;
    const int32_t radius =
        engine->rules.sight < WYRM_SIGHT_RADIUS_MAX ? engine->rules.sight : WYRM_SIGHT_RADIUS_MAX;
    const int32_t top = at.y > radius ? at.y - radius : 0;
    const int32_t bottom = at.y + radius < height ? at.y + radius : height - 1;
    const size_t first = (size_t)top * (size_t)width;
    const size_t count = (size_t)(bottom - top + 1) * (size_t)width;
    if (width != engine->sight_map.width || height != engine->sight_map.height ||
        !are_same_tiles(game->marks + first, engine->sight_tiles + first, count)) {
        const wyrm_grid grid = wyrm_game_sight_grid(game);
        wyrm_sight_map_make(&grid, &engine->sight_map);
        memcpy(engine->sight_tiles, game->marks, (size_t)width * (size_t)height);
    } else if (at.x == sight->from.x && at.y == sight->from.y && radius == sight->radius) {
        return sight;
    }
    wyrm_sight_in(&engine->sight_map, at, radius, sight);
    return sight;
}

const wyrm_sight *wyrm_turn_sight(wyrm_turn *turn)
{
    if (turn->sight_is_fresh)
        return &turn->engine->sight;
    turn->sight_is_fresh = true;
    return wyrm_player_sight(turn->engine, turn->game);
}

wyrm_event wyrm_event_of(wyrm_event_kind kind)
{
    return (wyrm_event){.kind = kind,
                        .who = WYRM_NOBODY,
                        .whom = WYRM_NOBODY,
                        .monster = -1,
                        .other = -1,
                        .item = {.kind = -1}};
}

void wyrm_tell(const wyrm_turn *turn, const wyrm_event *event)
{
    if (wyrm_is_heard(turn))
        turn->listener->hear(turn->game, event, turn->listener->context);
}

void wyrm_tell_player(const wyrm_turn *turn, wyrm_event_kind kind, int64_t amount)
{
    wyrm_event event = wyrm_event_of(kind);
    event.who = 0;
    event.amount = amount;
    event.at = turn->game->player.at;
    event.seen = true;
    wyrm_tell(turn, &event);
}
