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

/* ------------------------------------------------------------------ who sees the player */

/* Measured on played runs of the explorer on all shipped rulesets. Most monsters are seen from the
 * corridor, whence only a part of the room is in view, so that of those of a room not all come at
 * once, and some who were not reckoned with come into a fight: the shares of them who see the
 * player as it comes, and at each step that it takes in a fight. The player is up to so many tiles
 * before the door. */
#define SEES         0.6
#define SEES_IN_STEP 0.15
#define BEFORE_DOOR  4

/* Puts one of the population up against the player. Who is asleep is a matter of the run and the
 * place of the monster among all. */
static void put_up(wyrm_sampler *sampler, size_t index, int32_t apart)
{
    wyrm_life *life = &sampler->life;
    const wyrm_placed_monster *placed = &sampler->population.monsters[index];
    if (life->game->monster_count == WYRM_ROOM_SPAWNS_MAX)
        return;
    bool asleep = sampler->engine->rules.asleep > 0.0 &&
                  wyrm_rng_real(&life->turn.chance) < sampler->engine->rules.asleep;
    sampler->up[index] = true;
    wyrm_sampled_meet(life, &placed->spawn, (uint32_t)index + 1, asleep, apart > 1 ? apart : 1);
}

void wyrm_sampled_gather(wyrm_sampler *sampler, int32_t room, wyrm_position door)
{
    const wyrm_population *population = &sampler->population;
    for (size_t i = 0; i < population->monster_count; i++)
        if (population->monsters[i].room == room && !sampler->up[i])
            put_up(sampler, i, wyrm_tiles_apart(population->monsters[i].position, door));
}

static void list_lurking(wyrm_sampler *sampler, int32_t room, wyrm_position door)
{
    const wyrm_population *population = &sampler->population;
    size_t count = 0;
    for (size_t i = 0; i < population->monster_count; i++) {
        if (population->monsters[i].room != room || sampler->up[i])
            continue;
        int32_t before = (int32_t)wyrm_rng_below(&sampler->life.rng, BEFORE_DOOR + 1);
        int32_t within = wyrm_tiles_apart(population->monsters[i].position, door);
        sampler->lurking[count] = (uint16_t)i;
        sampler->apart[count++] = (int16_t)(within + before);
    }
    sampler->lurking_count = count;
}

/* Each of those who lurk sees the player with a chance. Returns how many do. */
static size_t look(wyrm_sampler *sampler, double chance)
{
    size_t kept = 0, count = sampler->lurking_count;
    for (size_t i = 0; i < count; i++) {
        size_t index = sampler->lurking[i];
        int16_t apart = sampler->apart[i];
        if (wyrm_rng_real(&sampler->life.rng) < chance)
            put_up(sampler, index, apart);
        if (!sampler->up[index]) {
            sampler->lurking[kept] = (uint16_t)index;
            sampler->apart[kept++] = apart;
        }
    }
    sampler->lurking_count = kept;
    return count - kept;
}

/* Who fights nobody does not wait for them, but goes across the room. */
bool wyrm_sampled_come_on(wyrm_sampler *sampler)
{
    double chance = sampler->life.traits->fights ? SEES : 1.0;
    bool room = sampler->game->monster_count < WYRM_ROOM_SPAWNS_MAX;
    while (room && sampler->lurking_count > 0)
        if (look(sampler, chance) > 0)
            return true;
    return false;
}

void wyrm_sampled_step(void *context)
{
    look(context, SEES_IN_STEP);
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

void wyrm_sampled_enter(wyrm_sampler *sampler, int32_t room, wyrm_position from)
{
    meet_again(sampler, room);
    sampler->seen_count += !sampler->seen[room];
    sampler->seen[room] = true;
    list_lurking(sampler, room, door_of(&sampler->map.rooms[room], from));
    wyrm_sampled_come_on(sampler);
    sampler->room = room;
    sampler->walked = 0;
    sampler->at = sampler->centres[room];
}

/* ------------------------------------------------------------------ what lies there */

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
}

void wyrm_sampled_take(wyrm_sampler *sampler, size_t item)
{
    const wyrm_placed_item *placed = &sampler->population.items[item];
    uint32_t steps = (uint32_t)wyrm_tiles_apart(sampler->at, placed->position);
    sampler->taken[item] = true;
    sampler->at = placed->position;
    wyrm_life_pass(&sampler->life, steps);
    if (!sampler->life.over)
        wyrm_life_find(&sampler->life, &placed->item);
}

/* The nearest item in rooms that have been seen that is nearer than *least tiles; those that are
 * not wanted count as taken. */
static size_t nearest_item(wyrm_sampler *sampler, int32_t *least)
{
    const wyrm_population *population = &sampler->population;
    size_t found = WYRM_SAMPLED_NO_ITEM;
    for (size_t i = 0; i < population->item_count; i++) {
        const wyrm_placed_item *placed = &population->items[i];
        if (sampler->taken[i] || !sampler->seen[placed->item.room])
            continue;
        int32_t apart = wyrm_tiles_apart(sampler->at, placed->position);
        if (apart >= *least)
            continue;
        if (wyrm_life_wants(&sampler->life, &placed->item)) {
            *least = apart;
            found = i;
        } else {
            sampler->taken[i] = true;
        }
    }
    return found;
}

/* Tiles to what has not been seen yet, for each to the room behind it: from the corridor, half-way
 * there, one sees on. So items wait for those who look behind the next corner first. */
#define FRONTIER 2

int32_t wyrm_sampled_next(wyrm_sampler *sampler, size_t *item)
{
    int32_t least = INT32_MAX;
    *item = nearest_item(sampler, &least);
    int32_t found = *item == WYRM_SAMPLED_NO_ITEM ? -1 : sampler->population.items[*item].item.room;
    for (int32_t i = 0; i < sampler->map.room_count; i++) {
        if (sampler->seen[i])
            continue;
        wyrm_position door = door_of(&sampler->map.rooms[i], sampler->at);
        int32_t apart = wyrm_tiles_apart(sampler->at, door) / FRONTIER;
        if (apart < least) {
            least = apart;
            *item = WYRM_SAMPLED_NO_ITEM;
            found = i;
        }
    }
    return found;
}

/* ------------------------------------------------------------------ ways */

static bool is_boss(const wyrm_sampler *sampler, const wyrm_placed_monster *placed)
{
    const wyrm_game_monster monster = {.spawn = placed->spawn};
    return wyrm_is_boss(sampler->engine, &monster);
}

/* Wherever it is: not met, left behind, or after the player. */
int32_t wyrm_sampled_boss(const wyrm_sampler *sampler)
{
    const wyrm_population *population = &sampler->population;
    for (size_t i = 0; sampler->guarded && i < population->monster_count; i++)
        if (!sampler->up[i] && is_boss(sampler, &population->monsters[i]))
            return population->monsters[i].room;
    for (size_t i = 0; sampler->guarded && i < sampler->life.left_count; i++)
        if (wyrm_is_boss(sampler->engine, &sampler->life.left[i]))
            return population->monsters[sampler->life.left[i].id - 1].room;
    for (size_t i = 0; sampler->guarded && i < sampler->game->monster_count; i++)
        if (wyrm_is_boss(sampler->engine, &sampler->game->monsters[i]))
            return sampler->room;
    return -1;
}

bool wyrm_sampled_knows_exit(const wyrm_sampler *sampler)
{
    return sampler->seen[wyrm_sampled_exit(sampler)] && wyrm_sampled_boss(sampler) < 0;
}

int32_t wyrm_sampled_unseen(const wyrm_sampler *sampler)
{
    int32_t found = -1, least = INT32_MAX;
    for (int32_t i = 0; i < sampler->map.room_count; i++) {
        if (sampler->seen[i])
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
