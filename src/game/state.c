/* The state of a game: made, copied, read from outside, and its checksum.
 *
 * A state is large, mostly for what it may hold and seldom does: copies and checksums touch only
 * what is used.
 */
#include "base/arena.h"
#include "game/internal.h"

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
