/* The state of a game: made, copied, read from outside, and its checksum.
 *
 * A state is large, mostly for what it may hold and seldom does: copies and checksums touch only
 * what is used. */
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

_Static_assert(offsetof(wyrm_game, experience) == offsetof(wyrm_game_view, experience) &&
                   offsetof(wyrm_game, killer) == offsetof(wyrm_game_view, killer),
               "a game begins as its view does");

const wyrm_game_view *wyrm_game_look(const wyrm_game *game)
{
    wyrm_game_view *view = game->view;
    memcpy(view, game, offsetof(wyrm_game_view, player)); /* both begin with the same members */
    view->player = &game->player;
    view->bare = &game->bare;
    view->fullness = game->fullness;
    view->boost_count = game->boost_count;
    view->boosts = game->boosts;
    view->pack_count = game->pack_count;
    view->pack = game->pack;
    view->map = &game->map;
    view->monster_count = game->monster_count;
    view->monsters = game->monsters;
    view->item_count = game->item_count;
    view->items = game->items;
    view->tally = &game->tally;
    view->gold = game->gold;
    view->heap_count = game->heap_count;
    view->heaps = game->heaps;
    view->shops = game->shops;
    view->good_count = game->good_count;
    view->goods = game->goods;
    return game->view;
}

/* ---- The checksum ----
 *
 * XXH3 over all that what comes depends on. Field by field in little endian, so that it is the same
 * on every machine whatever the layout of a struct, and only what is used of arrays. Left out are
 * what nothing depends on, the tally and the names of combatants, and map.tiles, which are the
 * lowest bits of the marks. What the player has seen is in: it decides where exploring goes. */

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

/* The lowest bytes of a number. */
static inline void put(digest *to, uint64_t value, size_t bytes)
{
    if (to->used + bytes > BUFFER_BYTES)
        flush(to);
    for (size_t i = 0; i < bytes; i++)
        to->bytes[to->used++] = (uint8_t)(value >> 8 * i);
}

static inline void put_64(digest *to, uint64_t value)
{
    put(to, value, 8);
}

static inline void put_32(digest *to, int64_t value)
{
    put(to, (uint64_t)value, 4);
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

/* What few have counts where they have it, so that recordings of those who do not stay as they are.
 */
#define USUAL_STATS 24

static void put_combatant(digest *to, const wyrm_combatant *combatant)
{
    put_32(to, combatant->level);
    put_64(to, (uint64_t)combatant->hp);
    put_64(to, (uint64_t)combatant->max_hp);
    put_real(to, combatant->regeneration);
    for (size_t i = 0; i < USUAL_STATS; i++)
        put_real(to, combatant->stats[i]);
    for (size_t i = USUAL_STATS; i < WYRM_STATS_MAX; i++)
        if (combatant->stats[i] != 0.0) {
            put_32(to, (int64_t)i);
            put_real(to, combatant->stats[i]);
        }
    if (combatant->attacks != 0)
        put_64(to, (uint64_t)combatant->attacks);
}

static void put_creature(digest *to, const wyrm_creature *creature)
{
    put_combatant(to, &creature->combatant);
    put_position(to, creature->at);
    for (size_t i = 0; i < WYRM_CONDITION_COUNT; i++)
        put_32(to, creature->turns[i]);
    put_32(to, creature->regenerated);
    put_32(to, creature->hurt);
    if (creature->blamed != 0) {
        put_32(to, creature->blamed);
        put_32(to, creature->blamed_kind);
    }
}

/* Of who acts at the beginning of the turn nothing; when nobody acts any more, neither. */
static void put_due(digest *to, const wyrm_game *game, const wyrm_creature *creature)
{
    const bool goes_on = game->phase == WYRM_PHASE_PLAYING || game->phase == WYRM_PHASE_CHOOSING;
    if (!goes_on || creature->due.numerator == 0)
        return;
    put_64(to, (uint64_t)creature->due.numerator);
    put_64(to, (uint64_t)creature->due.denominator);
}

static void put_items(digest *to, const wyrm_game_item *items, size_t count)
{
    put_64(to, count);
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_item *item = &items[i];
        put_32(to, item->item.kind);
        put_32(to, item->item.level);
        put_32(to, item->item.bonus);
        put_32(to, item->item.room);
        put_32(to, item->item.pity);
        put_position(to, item->at);
        put_32(to, item->uses);
        put_32(to, item->seen | item->worn << 1 | item->left << 2);
    }
}

static void put_experience(digest *to, const wyrm_experience *experience)
{
    put_32(to, experience->level);
    put_64(to, experience->exp);
    put_64(to, experience->next);
    put_64(to, experience->base);
}

/* What it has done of what it can besides striking, and whom it remembers, of whom has. */
static void put_abilities(digest *to, const wyrm_game_monster *monster)
{
    if (monster->flees || monster->bound)
        put_32(to, monster->flees | monster->bound << 1);
    if (monster->summoner != 0)
        put_32(to, monster->summoner);
    if (monster->lasts != 0)
        put_32(to, monster->lasts);
    if (monster->recalls != 0) {
        put_32(to, monster->recalls);
        put_position(to, monster->last);
    }
    for (int32_t i = 0; i < WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX; i++)
        if (monster->done[i] != 0) {
            put_32(to, i);
            put_32(to, monster->waits[i]);
            put_32(to, monster->done[i]);
        }
}

/* The map, and who and what is on it. */
static void put_level(digest *to, const wyrm_game *game)
{
    const wyrm_map *map = &game->map;
    put_32(to, map->width);
    put_32(to, map->height);
    flush(to);
    XXH3_64bits_update(&to->state, game->marks, (size_t)map->width * (size_t)map->height);
    if (map->shaped) /* which terrain is not in the marks */
        XXH3_64bits_update(&to->state, map->tiles, (size_t)map->width * (size_t)map->height);
    put_32(to, map->room_count);
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        const wyrm_room_kind *kind = &game->room_kinds[i];
        put_position(to, (wyrm_position){room->x, room->y});
        put_position(to, (wyrm_position){room->width, room->height});
        put_32(to, kind->role);
        put_32(to, kind->allow_spike | kind->etp_exempt << 1);
    }
    put_position(to, map->start);
    put_position(to, map->exit);
    put_32(to, map->final);
    put_32(to, map->placing);
    put_32(to, game->goal_placed);
    put_position(to, game->goal);
    put_32(to, game->next_id);
    put_64(to, game->monster_count);
    for (size_t i = 0; i < game->monster_count; i++) {
        put_due(to, game, &game->monsters[i].body);
        const wyrm_game_monster *monster = &game->monsters[i];
        put_creature(to, &monster->body);
        put_32(to, monster->spawn.monster);
        put_32(to, monster->spawn.level);
        put_64(to, monster->spawn.experience);
        put_32(to, monster->id);
        put_32(to, monster->spawn.elite | monster->met << 1);
        put_abilities(to, monster);
    }
    put_items(to, game->items, game->item_count);
}

/* Of games with gold and shops only. */
static void put_trade(digest *to, const wyrm_game *game)
{
    if (game->gold != 0 || game->gold_lain != 0) {
        put_64(to, (uint64_t)game->gold);
        put_64(to, (uint64_t)game->gold_lain);
        put_64(to, game->heap_count);
    }
    for (size_t i = 0; i < game->heap_count; i++) {
        put_position(to, game->heaps[i].at);
        put_32(to, game->heaps[i].pieces);
        put_32(to, game->heaps[i].seen);
    }
    if (game->shops != 0)
        put_32(to, game->shops);
    for (size_t i = 0; i < game->good_count; i++) {
        put_32(to, game->goods[i].shop);
        put_32(to, game->goods[i].price);
        put_items(to, &game->goods[i].item, 1);
    }
}

uint64_t wyrm_game_checksum(const wyrm_game *game)
{
    digest all, *to = &all;
    const wyrm_difficulty *difficulty = &game->difficulty;
    XXH3_INITSTATE(&all.state);
    XXH3_64bits_reset(&all.state);
    all.used = 0;
    put_64(to, game->seed);
    put_64(to, game->run);
    put_64(to, game->commands);
    put_32(to, game->turn);
    put_32(to, game->phase);
    put_32(to, game->cause);
    put_32(to, game->killer);
    put_32(to, game->arena);
    put_32(to, game->goal_taken);
    put_32(to, difficulty->depth);
    put_32(to, difficulty->wins);
    put_experience(to, &difficulty->tracker);
    put_64(to, difficulty->pending);
    put_32(to, difficulty->gear_base);
    for (int i = 0; i < WYRM_ONCE_MAX / 64; i++)
        if (difficulty->come[i] != 0) { /* else as where there was no such thing */
            put_32(to, i);
            put_64(to, difficulty->come[i]);
        }
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        put_32(to, game->loot.pity.rooms[i]);
    for (size_t i = 0; i < game->loot.used; i++)
        put_32(to, game->loot.counts[i]);
    put_experience(to, &game->experience);
    put_creature(to, &game->player);
    put_due(to, game, &game->player);
    put_combatant(to, &game->bare);
    put_32(to, game->fullness);
    put_32(to, game->starved);
    put_32(to, game->healing);
    put_32(to, game->choices);
    put_64(to, game->boost_count);
    for (size_t i = 0; i < game->boost_count; i++) {
        put_32(to, game->boosts[i].stat);
        put_real(to, game->boosts[i].amount);
        put_32(to, game->boosts[i].turns);
    }
    put_items(to, game->pack, game->pack_count);
    for (size_t i = 0; i < sizeof game->barred / sizeof *game->barred; i++)
        put_64(to, game->barred[i]);
    for (size_t i = 0; i < sizeof game->gone / sizeof *game->gone; i++)
        if (game->gone[i] != 0) {
            put_64(to, i);
            put_64(to, game->gone[i]);
        }
    for (size_t i = 0; i < sizeof game->more / sizeof *game->more; i++)
        if (game->more[i] != 0) {
            put_64(to, ~(uint64_t)i); /* no index of those who are gone */
            put_64(to, game->more[i]);
        }
    if (game->empty != 0)
        put_32(to, (int32_t)game->empty);
    put_level(to, game);
    put_trade(to, game);
    flush(to);
    return XXH3_64bits_digest(&all.state);
}
