/* Rooms of sampled floors: who and what is in them, and how far away they are. */
#include "sim/sampled_parts.h"

#define DETOUR 1.25 /* steps of a way for every tile between the centres of two rooms */

/* Where a room is entered that is come to from a place: the tile of it that is nearest to that. */
static wyrm_position door_of(const wyrm_room *room, wyrm_position from)
{
    int right = room->x + room->width - 1, bottom = room->y + room->height - 1;
    int x = from.x < room->x ? room->x : from.x > right ? right : from.x;
    int y = from.y < room->y ? room->y : from.y > bottom ? bottom : from.y;
    return (wyrm_position){(int16_t)x, (int16_t)y};
}

/* Puts up the monsters of a room against the player at its door. Who is asleep is a matter of the run
 * and the place of the monster among all. */
void wyrm_sampled_gather(wyrm_sampler *sampler, int32_t room, wyrm_position door)
{
    wyrm_life *life = &sampler->life;
    const wyrm_population *population = &sampler->population;
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_placed_monster *placed = &population->monsters[i];
        if (placed->room != room || life->game->monster_count == WYRM_ROOM_SPAWNS_MAX)
            continue;
        int32_t apart = wyrm_tiles_apart(placed->position, door);
        bool asleep = sampler->engine->rules.asleep > 0.0 &&
                      wyrm_rng_real(&life->turn.chance) < sampler->engine->rules.asleep;
        wyrm_brawl_put(life, &placed->spawn, (uint32_t)i + 1, asleep, apart > 1 ? apart : 1);
    }
}

/* Meets again those whom it had got away from in the room. */
static void meet_again(wyrm_sampler *sampler, int32_t room)
{
    wyrm_life *life = &sampler->life;
    wyrm_game *game = life->game;
    size_t kept = 0;
    for (size_t i = 0; i < life->left_count; i++) {
        const wyrm_game_monster *monster = &life->left[i];
        if (sampler->population.monsters[monster->id - 1].room == room &&
            game->monster_count < WYRM_ROOM_SPAWNS_MAX)
            game->monsters[game->monster_count++] = *monster;
        else {
            life->left_turns[kept] = life->left_turns[i];
            life->left[kept++] = *monster;
        }
    }
    life->left_count = kept;
}

static bool has_items(const wyrm_sampler *sampler, int32_t room)
{
    for (size_t i = 0; i < sampler->population.item_count; i++)
        if (sampler->population.items[i].item.room == room && !sampler->taken[i])
            return true;
    return false;
}

/* Comes to a room from a place. One in which nothing lies is done with when it has been seen. */
void wyrm_sampled_enter(wyrm_sampler *sampler, int32_t room, wyrm_position from)
{
    meet_again(sampler, room);
    if (!sampler->seen[room]) {
        sampler->seen[room] = true;
        sampler->seen_count++;
        sampler->done[room] = !has_items(sampler, room);
        wyrm_sampled_gather(sampler, room, door_of(&sampler->map.rooms[room], from));
    }
    sampler->room = room;
    sampler->walked = 0;
    sampler->at = sampler->centres[room];
}

void wyrm_sampled_loot(wyrm_sampler *sampler)
{
    wyrm_life *life = &sampler->life;
    for (size_t i = 0; i < sampler->population.item_count && !life->over; i++) {
        const wyrm_item *item = &sampler->population.items[i].item;
        if (item->room != sampler->room || sampler->taken[i])
            continue;
        sampler->taken[i] = true;
        wyrm_life_find(life, item);
    }
    sampler->done[sampler->room] = true;
}

/* ------------------------------------------------------------------ ways */

static bool is_boss(const wyrm_sampler *sampler, const wyrm_placed_monster *placed)
{
    const wyrm_game_monster monster = {.spawn = placed->spawn};
    return wyrm_is_boss(sampler->engine, &monster);
}

/* The room of a boss that stands between the player and the victory item; -1: none does. */
int32_t wyrm_sampled_boss(const wyrm_sampler *sampler)
{
    const wyrm_population *population = &sampler->population;
    for (size_t i = 0; sampler->guarded && i < population->monster_count; i++)
        if (!sampler->seen[population->monsters[i].room] &&
            is_boss(sampler, &population->monsters[i]))
            return population->monsters[i].room;
    for (size_t i = 0; sampler->guarded && i < sampler->life.left_count; i++)
        if (wyrm_is_boss(sampler->engine, &sampler->life.left[i]))
            return population->monsters[sampler->life.left[i].id - 1].room;
    return -1;
}

bool wyrm_sampled_knows_exit(const wyrm_sampler *sampler)
{
    return sampler->seen[wyrm_sampled_exit(sampler)] && wyrm_sampled_boss(sampler) < 0;
}

/* The nearest room of which something is not so yet; -1: none. */
int32_t wyrm_sampled_nearest(const wyrm_sampler *sampler, const bool *yet)
{
    int32_t found = -1, least = INT32_MAX;
    for (int32_t i = 0; i < sampler->map.room_count; i++) {
        if (yet[i])
            continue;
        int32_t apart = wyrm_tiles_apart(sampler->at, sampler->centres[i]);
        if (apart < least) {
            found = i;
            least = apart;
        }
    }
    return found;
}

uint32_t wyrm_sampled_steps(const wyrm_sampler *sampler, int32_t room)
{
    return (uint32_t)(DETOUR * wyrm_tiles_apart(sampler->at, sampler->centres[room])) + 1;
}
