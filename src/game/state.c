/* The state of a game: made, copied, read from outside, the laws that it keeps, and its checksum.
 *
 * A state is large, mostly for what it may hold and seldom does: copies and checksums touch only
 * what is used. The laws are for what comes from elsewhere, and for tests: whatever commands are
 * given, they hold.
 * 
 */
#include "base/arena.h"
#include "game/internal.h"

#include <math.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY /* the state is a value here, not on the heap */
#include <xxhash.h>

/* ---- Handles ---- */

wyrm_game *wyrm_game_new(void)
{
    wyrm_game *game = base_zeroed(1, sizeof *game);
    if (game)
        game->view = &game->shown;
    return game;
}

void wyrm_game_free(wyrm_game *game)
{
    wyrm_free(game);
}

static void copy_between(const wyrm_game *from, wyrm_game *to, size_t start, size_t end)
{
    memcpy((char *)to + start, (const char *)from + start, end - start);
}

/* Copies the members between the large arrays whole, and of each array only what is used. */
void wyrm_game_copy(const wyrm_game *from, wyrm_game *to)
{
    size_t tiles = (size_t)from->map.width * (size_t)from->map.height;
    copy_between(from, to, 0, offsetof(wyrm_game, pack));
    memcpy(to->pack, from->pack, from->pack_count * sizeof *from->pack);
    copy_between(from, to, offsetof(wyrm_game, barred), offsetof(wyrm_game, map.tiles));
    memcpy(to->map.tiles, from->map.tiles, tiles);
    memcpy(to->marks, from->marks, tiles);
    copy_between(from, to, offsetof(wyrm_game, room_kinds), offsetof(wyrm_game, monsters));
    memcpy(to->monsters, from->monsters, from->monster_count * sizeof *from->monsters);
    to->item_count = from->item_count;
    memcpy(to->items, from->items, from->item_count * sizeof *from->items);
    to->tally = from->tally;
}

wyrm_game *wyrm_game_carrying(const wyrm_game *game, const wyrm_game_item *item)
{
    wyrm_game *copy = game->pack_count < WYRM_PACK_MAX ? wyrm_game_new() : NULL;
    if (!copy)
        return NULL;
    wyrm_game_copy(game, copy);
    copy->pack[copy->pack_count++] = *item;
    return copy;
}

/* ---- What there is to know ---- */

const wyrm_game_view *wyrm_game_look(const wyrm_game *game)
{
    *game->view = (wyrm_game_view){
        .seed = game->seed,
        .run = game->run,
        .commands = game->commands,
        .turn = game->turn,
        .phase = game->phase,
        .cause = game->cause,
        .killer = game->killer,
        .difficulty = game->difficulty,
        .experience = game->experience,
        .player = &game->player,
        .bare = &game->bare,
        .fullness = game->fullness,
        .boost_count = game->boost_count,
        .boosts = game->boosts,
        .pack_count = game->pack_count,
        .pack = game->pack,
        .map = &game->map,
        .monster_count = game->monster_count,
        .monsters = game->monsters,
        .item_count = game->item_count,
        .items = game->items,
        .tally = &game->tally,
    };
    return game->view;
}

/* ---- The laws of a state, in this order: each relies on those before it ---- */

typedef struct inspection {
    const wyrm_engine *engine;
    const wyrm_game *game;
    wyrm_error *error;
} inspection;

#define BROKEN(of, ...)  (wyrm_fail((of)->error, WYRM_ERROR_RULESET, __VA_ARGS__), false)
#define MARKS_KNOWN_BITS (WYRM_MARK_TILE | WYRM_MARK_KNOWN | WYRM_MARK_MONSTER | WYRM_MARK_SEEN)

static bool is_on_map(const wyrm_game *game, wyrm_position at)
{
    return at.x >= 0 && at.y >= 0 && at.x < game->map.width && at.y < game->map.height;
}

static uint8_t mark_of(const wyrm_game *game, wyrm_position at)
{
    return game->marks[at.y * game->map.width + at.x];
}

static bool is_open(const wyrm_game *game, wyrm_position at)
{
    return is_on_map(game, at) && !wyrm_marks_opaque[mark_of(game, at)];
}

static bool counts_and_phase_fit(const inspection *of)
{
    const wyrm_game *game = of->game;
    const bool dead = game->phase == WYRM_PHASE_DEAD;
    if (game->pack_count > WYRM_PACK_MAX)
        return BROKEN(of, "the pack holds %zu items", game->pack_count);
    if (game->boost_count > WYRM_BOOSTS_MAX)
        return BROKEN(of, "%zu boosts are at work", game->boost_count);
    if (game->monster_count > WYRM_LEVEL_SPAWNS_MAX)
        return BROKEN(of, "there are %zu monsters", game->monster_count);
    if (game->item_count > sizeof game->items / sizeof *game->items)
        return BROKEN(of, "%zu items lie on the floor", game->item_count);
    if (game->turn < 1 || game->difficulty.depth < 1 || game->difficulty.wins < 0)
        return BROKEN(of, "the turn is %u, the depth %d, the wins %d", (unsigned)game->turn,
                      (int)game->difficulty.depth, (int)game->difficulty.wins);
    if ((unsigned)game->phase > WYRM_PHASE_DEAD || (unsigned)game->cause > WYRM_CAUSE_ITSELF)
        return BROKEN(of, "the phase is %d, the cause of death %d", (int)game->phase,
                      (int)game->cause);
    if (dead != (game->cause != WYRM_CAUSE_NONE))
        return BROKEN(of, "the player is %s, and the cause of death is %d", dead ? "dead" : "alive",
                      (int)game->cause);
    if (game->killer < -1 || game->killer >= (int32_t)wyrm_roster_count(of->engine->roster) ||
        (game->killer >= 0 && game->cause != WYRM_CAUSE_MONSTER))
        return BROKEN(of, "the killer is %d", (int)game->killer);
    if (game->choices < 0 || (game->phase == WYRM_PHASE_CHOOSING && game->choices == 0) ||
        (game->phase == WYRM_PHASE_PLAYING && game->choices > 0))
        return BROKEN(of, "%d choices wait in phase %d", (int)game->choices, (int)game->phase);
    return true;
}

/* Every mark has the tile of the map, and as many monsters are marked as there are. */
static bool map_fits(const inspection *of)
{
    const wyrm_game *game = of->game;
    const wyrm_map *map = &game->map;
    if (map->width < 1 || map->width > WYRM_MAP_SIDE_MAX || map->height < 1 ||
        map->height > WYRM_MAP_SIDE_MAX || map->room_count < 0 ||
        map->room_count > WYRM_MAP_ROOMS_MAX)
        return BROKEN(of, "the map has %d x %d tiles and %d rooms", (int)map->width,
                      (int)map->height, (int)map->room_count);
    if (!is_on_map(game, map->start) || !is_on_map(game, map->exit))
        return BROKEN(of, "the start or the exit of the map lies outside");
    if (game->goal_placed && !is_open(game, game->goal))
        return BROKEN(of, "the victory item lies at %d, %d, where nobody can go", game->goal.x,
                      game->goal.y);
    size_t marked = 0, tiles = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < tiles; i++) {
        uint8_t mark = game->marks[i];
        marked += (mark & WYRM_MARK_MONSTER) != 0;
        if ((mark & WYRM_MARK_TILE) != map->tiles[i] || mark & ~MARKS_KNOWN_BITS)
            return BROKEN(of, "tile %zu of the map is %d, its mark %d", i, map->tiles[i], mark);
    }
    if (marked != game->monster_count)
        return BROKEN(of, "%zu tiles are marked for %zu monsters", marked, game->monster_count);
    return true;
}

static bool item_fits(const inspection *of, const wyrm_game_item *item, const char *where)
{
    if (item->item.kind < 0 || (size_t)item->item.kind >= of->engine->kind_count)
        return BROKEN(of, "an item %s is of kind %d", where, (int)item->item.kind);
    if (item->uses < 1)
        return BROKEN(of, "an item %s has %d uses left", where, (int)item->uses);
    return true;
}

static bool items_fit(const inspection *of)
{
    const wyrm_game *game = of->game;
    size_t worn = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const wyrm_game_item *item = &game->items[i];
        if (!item_fits(of, item, "on the floor"))
            return false;
        if (item->worn || !is_open(game, item->at))
            return BROKEN(of, "an item lies at %d, %d, where it cannot", item->at.x, item->at.y);
    }
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_game_item *item = &game->pack[i];
        if (!item_fits(of, item, "in the pack"))
            return false;
        if (!item->worn)
            continue;
        if (!wyrm_is_gear(of->engine, item->item.kind))
            return BROKEN(of, "item %zu of the pack is worn and is no gear", i);
        for (size_t k = 0; k < i; k++)
            if (game->pack[k].worn &&
                wyrm_gear_clash(of->engine, game->pack[k].item.kind, item->item.kind))
                return BROKEN(of, "items %zu and %zu of the pack cannot be worn together", k, i);
        worn++;
    }
    if (worn > WYRM_WORN_MAX)
        return BROKEN(of, "%zu pieces of gear are worn", worn);
    return true;
}

static bool stats_fit(const inspection *of, const wyrm_combatant *combatant, const char *who)
{
    const wyrm_stat *stat = wyrm_combat_stats(of->engine->combat);
    for (size_t i = 0; stat[i].name; i++) {
        const double value = combatant->stats[i];
        if (!(value >= stat[i].least && value <= stat[i].greatest) ||
            (stat[i].whole && value != floor(value)))
            return BROKEN(of, "'%s' of %s is %.15g", stat[i].name, who, value);
    }
    if (!memchr(combatant->name, '\0', sizeof combatant->name))
        return BROKEN(of, "the name of %s has no end", who);
    if (!isfinite(combatant->regeneration) || combatant->regeneration < 0.0)
        return BROKEN(of, "the regeneration of %s is %.15g", who, combatant->regeneration);
    return true;
}

static bool body_fits(const inspection *of, const wyrm_creature *body, const char *who)
{
    const wyrm_combatant *combatant = &body->combatant;
    bool may_be_dead = body == &of->game->player && of->game->phase == WYRM_PHASE_DEAD;
    if (!is_open(of->game, body->at))
        return BROKEN(of, "%s stands at %d, %d, where nobody can go", who, body->at.x, body->at.y);
    if (combatant->hp < (may_be_dead ? 0 : 1) || combatant->hp > combatant->max_hp ||
        combatant->max_hp > WYRM_HP_MAX)
        return BROKEN(of, "%s has %lld of %lld hit points", who, (long long)combatant->hp,
                      (long long)combatant->max_hp);
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        if (body->turns[i] < 0)
            return BROKEN(of, "%s is %s for %d turns", who, wyrm_condition_word((wyrm_condition)i),
                          (int)body->turns[i]);
    if (body->regenerated < 0)
        return BROKEN(of, "%s has regenerated for %d turns", who, (int)body->regenerated);
    return stats_fit(of, combatant, who);
}

/* The player's combatant is what its bare self, its boosts and its worn gear add up to. */
static bool player_fits(const inspection *of)
{
    const wyrm_game *game = of->game;
    const wyrm_play_rules *rules = &of->engine->rules;
    const wyrm_stat *stats = wyrm_combat_stats(of->engine->combat);
    const wyrm_combatant *player = &game->player.combatant;
    wyrm_combatant dressed;
    int32_t count = 0; /* of stats of the combat model */
    if (!body_fits(of, &game->player, "the player") || !stats_fit(of, &game->bare, "the player"))
        return false;
    if (mark_of(game, game->player.at) & WYRM_MARK_MONSTER)
        return BROKEN(of, "a monster is marked where the player stands");
    while (stats[count].name)
        count++;
    for (size_t i = 0; i < game->boost_count; i++) {
        const wyrm_boost *boost = &game->boosts[i];
        if (boost->stat < -1 || boost->stat >= count || boost->turns == 0 || boost->turns < -1 ||
            !isfinite(boost->amount))
            return BROKEN(of, "boost %zu is of stat %d for %d turns", i, (int)boost->stat,
                          (int)boost->turns);
    }
    if (game->experience.level < 1 || game->experience.next < 1)
        return BROKEN(of, "the player is of level %d", (int)game->experience.level);
    wyrm_player_dressed(of->engine, game, NULL, &dressed);
    for (int32_t i = 0; i < count; i++)
        if (memcmp(&dressed.stats[i], &player->stats[i], sizeof dressed.stats[i]) != 0)
            return BROKEN(of, "'%s' of the player is %.15g and should be %.15g", stats[i].name,
                          player->stats[i], dressed.stats[i]);
    if (dressed.max_hp != player->max_hp || dressed.regeneration != player->regeneration ||
        dressed.level != player->level)
        return BROKEN(of, "the player is not what it is made of");
    if (game->fullness < 0 || game->fullness > rules->fullness_most ||
        (rules->stage_count == 0 && game->fullness != 0))
        return BROKEN(of, "the fullness is %d", (int)game->fullness);
    if (game->starved < 0 || game->healing < 0)
        return BROKEN(of, "%d of starving, %d of healing", (int)game->starved, (int)game->healing);
    return true;
}

/* Every monster stands on a tile that is marked, and no two stand on one. There are as many marks
 * as monsters (map_fits), so no mark is left over. */
static bool monsters_fit(const inspection *of)
{
    const wyrm_game *game = of->game;
    uint8_t taken[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX / 8] = {0};
    uint32_t last = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_game_monster *monster = &game->monsters[i];
        wyrm_position at = monster->body.at;
        if (!body_fits(of, &monster->body, "a monster"))
            return false;
        unsigned tile = (unsigned)(at.y * game->map.width + at.x), bit = 1u << tile % 8;
        if (!(mark_of(game, at) & WYRM_MARK_MONSTER) || taken[tile / 8] & bit)
            return BROKEN(of, "the tile %d, %d is not that of one monster", at.x, at.y);
        taken[tile / 8] |= (uint8_t)bit;
        if (monster->id <= last || monster->id >= game->next_id)
            return BROKEN(of, "monster %u follows monster %u", (unsigned)monster->id,
                          (unsigned)last);
        last = monster->id;
        if (monster->spawn.monster < -1 ||
            monster->spawn.monster >= (int32_t)wyrm_roster_count(of->engine->roster))
            return BROKEN(of, "a monster is of kind %d", (int)monster->spawn.monster);
    }
    return true;
}

bool wyrm_game_is_sound(const wyrm_engine *engine, const wyrm_game *game, wyrm_error *error)
{
    const inspection of = {engine, game, error};
    return counts_and_phase_fit(&of) && map_fits(&of) && items_fit(&of) && player_fits(&of) &&
           monsters_fit(&of);
}

/* ---- The checksum ----
 *
 * XXH3 over all that what comes depends on. Field by field in little endian, so that it is the
 * same on every machine whatever the layout of a struct, and only what is used of arrays. Left
 * out are what nothing depends on, the tally and the names of combatants, and map.tiles, which
 * are the lowest bits of the marks. What the player has seen is in: it decides where exploring
 * goes. */

#define BUFFER_BYTES 4096

typedef struct digest {
    XXH3_state_t state;
    size_t used;
    uint8_t bytes[BUFFER_BYTES]; /* waiting to be hashed */
} digest;

static void flush(digest *to)
{
    XXH3_64bits_update(&to->state, to->bytes, to->used);
    to->used = 0;
}

static inline void put_64(digest *to, uint64_t value)
{
    if (to->used + 8 > BUFFER_BYTES)
        flush(to);
    uint8_t *out = &to->bytes[to->used];
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(value >> 8 * i);
    to->used += 8;
}

static inline void put_32(digest *to, uint32_t value)
{
    if (to->used + 4 > BUFFER_BYTES)
        flush(to);
    uint8_t *out = &to->bytes[to->used];
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(value >> 8 * i);
    to->used += 4;
}

static inline void put_real(digest *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_64(to, bits);
}

static inline void put_position(digest *to, wyrm_position at)
{
    put_32(to, (uint32_t)(uint16_t)at.x << 16 | (uint16_t)at.y);
}

static void put_bytes(digest *to, const uint8_t *bytes, size_t count)
{
    flush(to);
    XXH3_64bits_update(&to->state, bytes, count);
}

static void put_combatant(digest *to, const wyrm_combatant *combatant)
{
    put_32(to, (uint32_t)combatant->level);
    put_64(to, (uint64_t)combatant->hp);
    put_64(to, (uint64_t)combatant->max_hp);
    put_real(to, combatant->regeneration);
    for (size_t i = 0; i < WYRM_STATS_MAX; i++)
        put_real(to, combatant->stats[i]);
}

static void put_creature(digest *to, const wyrm_creature *creature)
{
    put_combatant(to, &creature->combatant);
    put_position(to, creature->at);
    for (size_t i = 0; i < WYRM_CONDITION_COUNT; i++)
        put_32(to, (uint32_t)creature->turns[i]);
    put_32(to, (uint32_t)creature->regenerated);
    put_32(to, creature->hurt);
}

static void put_monster(digest *to, const wyrm_game_monster *monster)
{
    put_creature(to, &monster->body);
    put_32(to, (uint32_t)monster->spawn.monster);
    put_32(to, (uint32_t)monster->spawn.level);
    put_64(to, monster->spawn.experience);
    put_32(to, monster->id);
    put_32(to, (uint32_t)monster->spawn.elite | (uint32_t)monster->met << 1);
}

static void put_items(digest *to, const wyrm_game_item *items, size_t count)
{
    put_64(to, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_item *item = &items[i];
        put_32(to, (uint32_t)item->item.kind);
        put_32(to, (uint32_t)item->item.level);
        put_32(to, (uint32_t)item->item.bonus);
        put_32(to, (uint32_t)item->item.room);
        put_32(to, (uint32_t)item->item.pity);
        put_position(to, item->at);
        put_32(to, (uint32_t)item->uses);
        put_32(to, (uint32_t)item->seen | (uint32_t)item->worn << 1 | (uint32_t)item->left << 2);
    }
}

static void put_experience(digest *to, const wyrm_experience *experience)
{
    put_32(to, (uint32_t)experience->level);
    put_64(to, experience->exp);
    put_64(to, experience->next);
    put_64(to, experience->base);
}

static void put_difficulty(digest *to, const wyrm_difficulty *difficulty)
{
    put_32(to, (uint32_t)difficulty->depth);
    put_32(to, (uint32_t)difficulty->wins);
    put_experience(to, &difficulty->tracker);
    put_64(to, difficulty->pending);
    put_32(to, (uint32_t)difficulty->gear_base);
}

/* Who the player is, and how it is. */
static void put_player(digest *to, const wyrm_game *game)
{
    put_experience(to, &game->experience);
    put_creature(to, &game->player);
    put_combatant(to, &game->bare);
    put_32(to, (uint32_t)game->fullness);
    put_32(to, (uint32_t)game->starved);
    put_32(to, (uint32_t)game->healing);
    put_32(to, (uint32_t)game->choices);
    put_64(to, game->boost_count);
    for (size_t i = 0; i < game->boost_count; i++) {
        put_32(to, (uint32_t)game->boosts[i].stat);
        put_real(to, game->boosts[i].amount);
        put_32(to, (uint32_t)game->boosts[i].turns);
    }
    put_items(to, game->pack, game->pack_count);
    for (size_t i = 0; i < sizeof game->barred / sizeof *game->barred; i++)
        put_64(to, game->barred[i]);
}

static void put_rooms(digest *to, const wyrm_game *game)
{
    put_32(to, (uint32_t)game->map.room_count);
    for (int32_t i = 0; i < game->map.room_count; i++) {
        const wyrm_room *room = &game->map.rooms[i];
        const wyrm_room_kind *kind = &game->room_kinds[i];
        put_position(to, (wyrm_position){room->x, room->y});
        put_position(to, (wyrm_position){room->width, room->height});
        put_32(to, (uint32_t)kind->role);
        put_32(to, (uint32_t)kind->allow_spike | (uint32_t)kind->etp_exempt << 1);
    }
}

/* The map, and who and what is on it. */
static void put_level(digest *to, const wyrm_game *game)
{
    put_32(to, (uint32_t)game->map.width);
    put_32(to, (uint32_t)game->map.height);
    put_bytes(to, game->marks, (size_t)game->map.width * (size_t)game->map.height);
    put_rooms(to, game);
    put_position(to, game->map.start);
    put_position(to, game->map.exit);
    put_32(to, game->map.final);
    put_32(to, (uint32_t)game->map.placing);
    put_32(to, game->goal_placed);
    put_position(to, game->goal);
    put_32(to, game->next_id);
    put_64(to, game->monster_count);
    for (size_t i = 0; i < game->monster_count; i++)
        put_monster(to, &game->monsters[i]);
    put_items(to, game->items, game->item_count);
}

uint64_t wyrm_game_checksum(const wyrm_game *game)
{
    digest all;
    XXH3_INITSTATE(&all.state);
    XXH3_64bits_reset(&all.state);
    all.used = 0;
    put_64(&all, game->seed);
    put_64(&all, game->run);
    put_64(&all, game->commands);
    put_32(&all, game->turn);
    put_32(&all, (uint32_t)game->phase);
    put_32(&all, (uint32_t)game->cause);
    put_32(&all, (uint32_t)game->killer);
    put_32(&all, game->arena);
    put_32(&all, game->goal_taken);
    put_difficulty(&all, &game->difficulty);
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        put_32(&all, game->pity.rooms[i]);
    put_player(&all, game);
    put_level(&all, game);
    flush(&all);
    return XXH3_64bits_digest(&all.state);
}
