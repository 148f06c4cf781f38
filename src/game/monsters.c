/* Monsters: death, arrival, and what they do in their turn.
 *
 * The dead are buried, splitting monsters become several, summoned ones join and vanish. The list
 * of monsters is in the order of their arrival, and others hold indices into it: so nobody is
 * removed or added in the middle of an attack, only after it.
 *
 * Nearest first, monsters strike the player if they reach it, shoot it if they see it, and
 * otherwise approach. A monster that does not see the player stands still; where the rules give
 * monsters a memory (play_rules.memory), one that has seen the player goes to that tile and looks
 * around there.
 *
 * The player moves once a turn, and all who see it want the distance: so distances are computed
 * once, from the player, over the few tiles that matter. Monsters that will stay where they are
 * this turn count as walls, so that others go around them to where there is room; those that move
 * on do not, so that a queue stays a queue. All go downhill on the same map: nobody goes to and fro
 * as long as the fighters stand. A monster whose way is closed by fighters comes as near as it can
 * as if they were not there (RuggRogue, "Pathfinding": the same, by a search for each). */
#include "game/internal.h"
#include <string.h>
#include <wyrm/streams.h>

/* ---- The dead ---- */

/* Takes a monster off the map; the others keep their order. */
static void remove_monster(game_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_position at = game->monsters[index].body.at;
    *game_mark_at(game, at.x, at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    game->monster_count--;
    memmove(&game->monsters[index], &game->monsters[index + 1],
            (game->monster_count - index) * sizeof *game->monsters);
    turn->distances_fresh = false;
}

/* A set fight is won when no monster is left. */
static void win_alone(game_turn *turn)
{
    const wyrm_game *game = turn->game;
    if (game->arena && game->monster_count == 0 && game->phase == WYRM_PHASE_PLAYING)
        game_win(turn);
}

static void vanish(game_turn *turn, size_t index)
{
    wyrm_event event = game_event_of(WYRM_EVENT_VANISHED);
    game_event_befalls(turn, (int32_t)index, &event);
    remove_monster(turn, index);
    game_emit(turn, &event);
}

/* Removes the living monsters bound to a summoner who is gone; the dead among them are buried
 * anyway. */
static void unbind(game_turn *turn, uint32_t id)
{
    const wyrm_game *game = turn->game;
    for (size_t i = game->monster_count; i-- > 0;)
        if (game->monsters[i].bound && game->monsters[i].summoner == id &&
            game->monsters[i].body.combatant.hp > 0)
            vanish(turn, i);
}

/* Adds gold to the heap on a tile, or makes one; false if there are too many heaps. */
static bool add_gold(wyrm_game *game, wyrm_position at, int32_t pieces)
{
    size_t i = 0;
    while (i < game->heap_count && !game_same_tile(game->heaps[i].at, at))
        i++;
    if (i == WYRM_HEAPS_MAX)
        return false;
    if (i == game->heap_count)
        game->heaps[game->heap_count++] = (wyrm_heap){.at = at};
    wyrm_heap *heap = &game->heaps[i];
    heap->pieces = heap->pieces < INT32_MAX - pieces ? heap->pieces + pieces : INT32_MAX;
    return true;
}

/* Adds an item that a monster leaves on a tile; false if the floor has room for no more, or the
 * ruleset no loot. */
static bool add_item(const game_turn *turn, wyrm_position at, const wyrm_dropped *left,
                     wyrm_rng *rng, wyrm_item *out)
{
    wyrm_game *game = turn->game;
    *out = (wyrm_item){.kind = wyrm_loot_find(turn->engine->loot, left->name),
                       .level = left->bonus,
                       .bonus = left->bonus};
    if (out->kind < 0 || game_floor_is_full(game))
        return false;
    game->items[game->item_count] = game_item_new(turn->engine, *out, rng);
    game->items[game->item_count++].at = at;
    return true;
}

/* Lays what a dead monster drops on its tile. It hangs on the floor and the monster alone, so that
 * it is the same however and whenever that dies. */
static void leave_drops(game_turn *turn, const wyrm_game_monster *dead)
{
    wyrm_game *game = turn->game;
    const wyrm_drops *drops = wyrm_design_drops(turn->engine->design);
    const int32_t depth = game->difficulty.depth;
    const wyrm_position at = dead->body.at;
    wyrm_dropped left[WYRM_DROPPED_MAX];
    if (drops == NULL || dead->summoner != 0 || dead->spawn.monster < 0)
        return;
    wyrm_rng rng =
        wyrm_rng_start(game->seed, game->run, WYRM_STREAM_DROPS, (uint64_t)depth << 32 | dead->id);
    const size_t count = wyrm_drops_draw(drops, (size_t)dead->spawn.monster, depth, &rng, left);
    for (size_t i = 0; i < count; i++) {
        wyrm_event event = game_event_of(WYRM_EVENT_LEFT);
        event.whom = dead->id;
        event.monster = dead->spawn.monster;
        event.at = at;
        event.amount = left[i].pieces;
        event.item.kind = -1;
        if (left[i].name != NULL ? !add_item(turn, at, &left[i], &rng, &event.item)
                                 : !add_gold(game, at, left[i].pieces))
            continue;
        event.seen = wyrm_sight_has(game_player_sight(turn->engine, game), at.x, at.y);
        turn->stirred = true;
        game_emit(turn, &event);
    }
}

/* Buries a dead monster. When the last boss of the last map dies, the victory item is placed where
 * it fell. */
static void bury_monster(game_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_game_monster dead = game->monsters[index];
    const wyrm_position at = dead.body.at;
    const bool is_credited = turn->credit != WYRM_NOBODY || dead.body.blamed == 0;
    const uint32_t credit = is_credited ? turn->credit : dead.body.blamed - 1;
    wyrm_event event = game_event_of(WYRM_EVENT_DIED);
    game_event_befalls(turn, (int32_t)index, &event);
    event.who = credit;
    event.other = is_credited ? turn->credit_kind : dead.body.blamed_kind;
    remove_monster(turn, index);
    game_emit(turn, &event);
    unbind(turn, dead.id);
    leave_drops(turn, &dead);
    if (credit == 0) {
        game_count(&game->tally.kills);
        if (dead.spawn.monster >= 0)
            game_count(&game->tally.killed[dead.spawn.monster]);
        game_player_learn(turn, dead.spawn.experience);
    }
    bool is_last = turn->engine->rules.goal == WYRM_GOAL_BOSS && game->map.final &&
                   !game->goal_placed && !game->goal_taken && game_is_boss(turn->engine, &dead);
    for (size_t i = 0; i < game->monster_count && is_last; i++)
        is_last = !game_is_boss(turn->engine, &game->monsters[i]);
    if (is_last) {
        game_set_tile(game, at, WYRM_TILE_GOAL);
        game->goal = at;
        game->goal_placed = true;
        event = game_event_of(WYRM_EVENT_GOAL_PLACED);
        event.at = at;
        event.seen = wyrm_sight_has(game_player_sight(turn->engine, game), at.x, at.y);
        game_emit(turn, &event);
    }
    win_alone(turn);
}

/* ---- Arrival ---- */

/* steps, at most, from a newcomer's wanted tile to its real one */
#define ROOM_NEAR 12

/* Finds the free tile nearest to `from`, by breadth-first search over the floor, through other
 * creatures. Neighbours are tried clockwise from north. */
static bool find_room(const wyrm_game *game, wyrm_position from, wyrm_position *out)
{
    enum { SIDE = 2 * ROOM_NEAR + 1 };
    const wyrm_grid feet = game_step_grid(game);
    const wyrm_grid ground = {feet.width, feet.height, feet.tiles, game_marks_shut};
    bool reached[SIDE][SIDE] = {{false}};
    wyrm_position queue[SIDE * SIDE];
    size_t count = 1;
    queue[0] = from;
    reached[ROOM_NEAR][ROOM_NEAR] = true;
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < WYRM_DIRECTION_COUNT; d++) {
            const wyrm_position to = wyrm_neighbour(queue[i], (wyrm_direction)d);
            if (game_tiles_apart(from, to) > ROOM_NEAR || wyrm_grid_solid(&ground, to.x, to.y))
                continue;
            bool *seen = &reached[to.y - from.y + ROOM_NEAR][to.x - from.x + ROOM_NEAR];
            if (*seen)
                continue;
            *seen = true;
            *out = queue[count++] = to;
            if (!wyrm_grid_solid(&feet, to.x, to.y) && !game_same_tile(to, game->player.at))
                return true;
        }
    return false;
}

/* Adds a copy of a monster, with a new id, on the free tile nearest to `beside`. It acts a turn
 * from now. NULL if there is no room, or its kind does not come. */
static wyrm_game_monster *monster_join(game_turn *turn, const wyrm_game_monster *monster,
                                       wyrm_position beside)
{
    wyrm_game *game = turn->game;
    wyrm_position at;
    if (game_is_gone(game, monster->spawn.monster) ||
        game->monster_count >= WYRM_LEVEL_SPAWNS_MAX || !find_room(game, beside, &at))
        return NULL;
    wyrm_game_monster *joined = &game->monsters[game->monster_count++];
    *joined = *monster;
    joined->id = game->next_id++;
    joined->met = joined->torn = false;
    joined->body.at = at;
    joined->body.due = game_time_after(turn->now, GAME_WHOLE_TURN);
    *game_mark_at(game, at.x, at.y) |= WYRM_MARK_MONSTER;
    turn->distances_fresh = false;
    turn->stirred = true;
    return joined;
}

/* A random room whose middle the player does not see; false if it sees all of them. */
static bool find_unseen(game_turn *turn, wyrm_rng *rng, wyrm_position *out)
{
    const wyrm_map *map = &turn->game->map;
    const wyrm_sight *sight = game_player_sight(turn->engine, turn->game);
    const int32_t first = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
    for (int32_t i = 0; i < map->room_count; i++) {
        *out = dungeon_room_spot(map, &map->rooms[(first + i) % map->room_count]);
        if (!wyrm_sight_has(sight, out->x, out->y))
            return true;
    }
    return false;
}

void game_monsters_wander(game_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_engine *engine = turn->engine;
    wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_position at;
    if (game->arena || !dungeon_mapper_fills(engine->mapper, &game->map) ||
        !(wyrm_encounter_wandering(engine->encounter, game->difficulty.depth) > 0))
        return;
    wyrm_rng rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_WANDERERS, game->turn);
    const size_t count =
        wyrm_encounter_wanderers(engine->encounter, &game->difficulty, &rng, spawns);
    if (count == 0 || !find_unseen(turn, &rng, &at))
        return;
    for (size_t i = 0; i < count; i++) {
        const wyrm_spawn *spawn = &spawns[i].spawn;
        wyrm_game_monster one = {.spawn = *spawn};
        wyrm_roster_spawn(engine->roster, spawn->monster, spawn->level,
                          wyrm_encounter_variant(engine->encounter, spawn), &one.body.combatant);
        game_turn_must(turn, wyrm_combat_check(engine->combat, &one.body.combatant, turn->error));
        game_body_roll(engine, &rng, &one.body.combatant);
        if (monster_join(turn, &one, at) == NULL && !game_is_gone(game, spawn->monster))
            return;
    }
}

/* One of the parts that a splitting monster becomes, with hp hit points. */
static wyrm_game_monster part_of(game_turn *turn, const wyrm_game_monster *whole,
                                 const wyrm_abilities *can, int64_t hp)
{
    wyrm_game_monster part = *whole;
    part.torn = false;
    if (can->into >= 0) {
        part.spawn.monster = can->into;
        wyrm_roster_spawn(turn->engine->roster, can->into, whole->spawn.level, WYRM_VARIANT_NONE,
                          &part.body.combatant);
        game_turn_must(turn,
                       wyrm_combat_check(turn->engine->combat, &part.body.combatant, turn->error));
        part.body.combatant.hp_amount = 0;
        if (part.body.combatant.max_hp < hp)
            part.body.combatant.max_hp = hp;
        memset(part.waits, 0, sizeof part.waits);
        memset(part.done, 0, sizeof part.done);
        part.flees = false;
    }
    part.body.combatant.hp = hp;
    return part;
}

/* The experience for killing a monster that comes in the middle of a game; draws if it is
 * random. */
static uint64_t draw_experience(game_turn *turn, int32_t kind, int32_t level)
{
    const wyrm_roster *roster = turn->engine->roster;
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, kind);
    return random != NULL ? (uint64_t)amount_draw(random, &turn->chance)
                          : wyrm_roster_experience(roster, kind, level);
}

/* Splits a monster. Parts join one by one, as many as there is room for; then the hit points are
 * divided among them. */
static void split(game_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    wyrm_game_monster *whole = &game->monsters[index];
    const wyrm_abilities *can = game_abilities_of(turn->engine, whole);
    const size_t first = game->monster_count;
    wyrm_game_monster part = part_of(turn, whole, can, 1);
    const int64_t hp_left = whole->body.combatant.hp;
    const int64_t most = can->parts_share && hp_left < can->parts ? hp_left : can->parts;
    for (int64_t i = 1; i < most; i++) {
        part.spawn.experience =
            can->parts_experience ? draw_experience(turn, part.spawn.monster, part.spawn.level) : 0;
        if (monster_join(turn, &part, whole->body.at) == NULL)
            break;
    }
    const int64_t parts = (int64_t)(game->monster_count - first) + 1;
    if (parts == 1)
        return;
    const int64_t hp = can->parts_share ? hp_left / parts : (hp_left + parts - 1) / parts;
    *whole = part_of(turn, whole, can, can->parts_share ? hp_left - (parts - 1) * hp : hp);
    for (size_t i = first; i < game->monster_count; i++) {
        game->monsters[i].body.combatant.hp = hp;
        if (game->monsters[i].body.combatant.max_hp < hp)
            game->monsters[i].body.combatant.max_hp = hp;
        wyrm_event event = game_event_of(WYRM_EVENT_SPLIT);
        game_event_befalls(turn, (int32_t)i, &event);
        event.who = whole->id;
        event.other = whole->spawn.monster;
        game_emit(turn, &event);
    }
}

/* Splits the monsters that were hurt and still live; parts made here do not split again. */
static void split_torn(game_turn *turn)
{
    wyrm_game *game = turn->game;
    const size_t count = game->monster_count;
    for (size_t i = 0; i < count && turn->torn; i++)
        if (game->monsters[i].torn) {
            game->monsters[i].torn = false;
            split(turn, i);
        }
    turn->torn = false;
}

/* ---- The dead of this moment ---- */

/* Buries all the dead, nearest first, then by order of placing: gives experience to whoever has the
 * credit, places the victory item of a boss, and ends the game if the player is among them. Returns
 * whether the game goes on. */
bool game_bury(game_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->player.combatant.hp <= 0 && game->phase != WYRM_PHASE_DEAD) {
        const bool is_credited = turn->credit != WYRM_NOBODY || game->player.blamed == 0;
        const uint32_t credit = is_credited ? turn->credit : game->player.blamed - 1;
        const bool by_monster = credit != WYRM_NOBODY && credit != 0;
        if (game->cause == WYRM_CAUSE_NONE) {
            game->cause = by_monster ? WYRM_CAUSE_MONSTER : WYRM_CAUSE_ITSELF;
            game->killer = !by_monster   ? -1
                           : is_credited ? turn->credit_kind
                                         : game->player.blamed_kind;
        }
        wyrm_event event = game_player_event(turn, WYRM_EVENT_DIED);
        event.whom = 0;
        event.who = credit;
        event.monster = game->killer;
        game_emit(turn, &event);
        game->phase = WYRM_PHASE_DEAD;
        event.kind = WYRM_EVENT_LOST;
        event.whom = WYRM_NOBODY;
        game_emit(turn, &event);
    }
    for (;;) {
        size_t nearest = game->monster_count;
        int32_t least = INT32_MAX;
        for (size_t i = 0; i < game->monster_count; i++) {
            const wyrm_creature *body = &game->monsters[i].body;
            if (body->combatant.hp > 0 || game_tiles_apart(body->at, game->player.at) >= least)
                continue;
            least = game_tiles_apart(body->at, game->player.at);
            nearest = i;
        }
        if (nearest == game->monster_count)
            break;
        bury_monster(turn, nearest);
    }
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    if (game->phase == WYRM_PHASE_PLAYING)
        split_torn(turn);
    return game->phase == WYRM_PHASE_PLAYING;
}

void game_monsters_count(game_turn *turn)
{
    wyrm_game *game = turn->game;
    for (size_t i = game->monster_count; i-- > 0;) {
        wyrm_game_monster *monster = &game->monsters[i];
        for (size_t k = 0; k < sizeof monster->waits / sizeof *monster->waits; k++)
            monster->waits[k] -= monster->waits[k] > 0;
        if (monster->lasts > 0 && --monster->lasts == 0 && monster->body.combatant.hp > 0)
            vanish(turn, i);
    }
    win_alone(turn);
}

/* ---- Their turn: what they know ---- */

static const wyrm_step_costs costs = {100, 141};

/* Tiles added around the monsters that look for a way: room to flee to, and to go around others. */
enum { ROOM_TO_FLEE = 2, ROOM_TO_PASS = 4 };
_Static_assert(GAME_NEAR_SIDE_MAX >= 2 * (WYRM_SIGHT_RADIUS_MAX + ROOM_TO_PASS) + 1,
               "the tiles near the player have room");

/* What is computed before the first monster of a turn acts. */
typedef struct chase {
    int32_t tiles; /* distance to the farthest monster that looks for a way */
    int32_t cost;  /* largest cost of their ways over open ground */
    size_t ask_count;
    wyrm_position asks[WYRM_LEVEL_SPAWNS_MAX]; /* tiles of those monsters */
    size_t stay_count;
    wyrm_position stays[WYRM_LEVEL_SPAWNS_MAX]; /* tiles of monsters that will not move */
} chase;

/* ---- The tiles around the player ---- */

/* Converts a tile of the map to coordinates of `near`. */
static wyrm_position inside(const game_near *near, wyrm_position at)
{
    return (wyrm_position){(int16_t)(at.x - near->corner.x), (int16_t)(at.y - near->corner.y)};
}

/* Converts coordinates of `near` to a tile of the map. */
static wyrm_position outside(const game_near *near, wyrm_position at)
{
    return (wyrm_position){(int16_t)(at.x + near->corner.x), (int16_t)(at.y + near->corner.y)};
}

/* The mark of a tile of the map in `near`; NULL if it is too far away. */
static uint8_t *near_tile(game_near *near, wyrm_position at)
{
    wyrm_position tile = inside(near, at);
    if (tile.x < 0 || tile.y < 0 || tile.x >= near->width || tile.y >= near->height)
        return NULL;
    return &near->tiles[tile.y * near->width + tile.x];
}

/* The mark of a tile of the map as monsters see it: terrain that is not for monsters is avoided. */
static uint8_t ground_at(const game_turn *turn, int x, int y)
{
    const wyrm_game *game = turn->game;
    const uint8_t mark = game->marks[y * game->map.width + x];
    const wyrm_terrain *terrain =
        game_terrain_at(turn->engine, game, (wyrm_position){(int16_t)x, (int16_t)y});
    return terrain != NULL && !terrain->monsters ? mark | WYRM_TILE_AVOIDED : mark;
}

static wyrm_grid near_grid(const game_near *near, const bool *solid)
{
    return (wyrm_grid){near->width, near->height, near->tiles, solid};
}

/* Turns WYRM_ERROR_ARGUMENT into WYRM_ERROR_RANGE: an impossible act of a monster is no fault of
 * the player's command. */
static void must(game_turn *turn, wyrm_status status)
{
    if (status == WYRM_ERROR_ARGUMENT) {
        status = WYRM_ERROR_RANGE;
        if (turn->error)
            turn->error->code = status;
    }
    game_turn_must(turn, status);
}

/* Computes distances from the player over `near`, up to a cost of `limit`. */
static void measure_distances(game_turn *turn, const bool *solid, int32_t limit,
                              wyrm_distances *out)
{
    game_near *near = &turn->engine->near;
    const wyrm_grid grid = near_grid(near, solid);
    const wyrm_position source = inside(near, turn->game->player.at);
    must(turn, wyrm_distances_find(&grid, &source, 1, costs, limit, out, turn->error));
}

/* Fills engine->distances: the way around monsters that stay. A step leads to a nearer tile, so
 * tiles beyond the farthest asker do not matter, and the search usually ends there. It goes farther
 * if some asker was not reached, or if monsters may act again before the player's next command. */
static void find_distances(game_turn *turn, const chase *of)
{
    const wyrm_game *game = turn->game;
    game_near *near = &turn->engine->near;
    wyrm_distances *distances = &turn->engine->distances;
    const wyrm_position centre = game->player.at;
    if (turn->distances_fresh)
        return;
    const int32_t room = of->stay_count > 0 ? ROOM_TO_PASS : ROOM_TO_FLEE;
    const int32_t radius = of->tiles + room, width = game->map.width, height = game->map.height;
    const int32_t left = centre.x - radius > 0 ? centre.x - radius : 0;
    const int32_t top = centre.y - radius > 0 ? centre.y - radius : 0;
    near->corner = (wyrm_position){(int16_t)left, (int16_t)top};
    near->width = (centre.x + radius < width ? centre.x + radius + 1 : width) - left;
    near->height = (centre.y + radius < height ? centre.y + radius + 1 : height) - top;
    for (int32_t y = 0; y < near->height; y++)
        memcpy(&near->tiles[y * near->width], &game->marks[(top + y) * width + left],
               (size_t)near->width);
    for (int32_t y = 0; y < near->height && game->map.shaped; y++)
        for (int32_t x = 0; x < near->width; x++)
            near->tiles[y * near->width + x] = ground_at(turn, left + x, top + y);
    for (size_t i = 0; i < of->stay_count; i++) {
        uint8_t *tile = near_tile(near, of->stays[i]);
        if (tile && *tile & WYRM_MARK_MONSTER) /* false if it has died meanwhile */
            *tile |= GAME_NEAR_STAYS;
    }
    measure_distances(turn, game_near_stays, of->cost, distances);
    bool farther = game->player.turns[WYRM_SLOWED] > 0 || game->player.turns[WYRM_ASLEEP] > 0;
    for (size_t i = 0; i < of->ask_count && !farther; i++) {
        const wyrm_position at = inside(near, of->asks[i]);
        farther = wyrm_distances_at(distances, at.x, at.y) == WYRM_UNREACHED;
    }
    if (farther)
        measure_distances(turn, game_near_stays, of->cost + 2 * room * costs.diagonal, distances);
    turn->distances_fresh = true;
    turn->straight_fresh = false;
}

/* Fills engine->straight: the way as if nobody stood in it. */
static void find_straight(game_turn *turn, const chase *of)
{
    find_distances(turn, of);
    if (!turn->straight_fresh)
        measure_distances(turn, game_marks_shut, of->cost + ROOM_TO_FLEE * costs.diagonal,
                          &turn->engine->straight);
    turn->straight_fresh = true;
}

/* ---- Steps ---- */

/* A monster's step from `from` towards the player; false if it is better to wait. */
static bool chase_step(game_turn *turn, const chase *of, wyrm_position from, wyrm_position *to)
{
    wyrm_engine *engine = turn->engine;
    find_distances(turn, of);
    const wyrm_position here = inside(&engine->near, from);
    const wyrm_grid grid = near_grid(&engine->near, game_marks_blocked);
    bool found = wyrm_distances_step(&engine->distances, &grid, here, to);
    if (!found && wyrm_distances_at(&engine->distances, here.x, here.y) == WYRM_UNREACHED) {
        find_straight(turn, of);
        found = wyrm_distances_step(&engine->straight, &grid, here, to);
    }
    *to = outside(&engine->near, *to);
    return found;
}

/* The step that leads farthest away from the player; among equals a straight one first, clockwise
 * from north. False if no step leads away. */
static bool flight_step(game_turn *turn, const chase *of, wyrm_position from, wyrm_position *to)
{
    static const wyrm_direction order[] = {WYRM_NORTH,      WYRM_EAST,       WYRM_SOUTH,
                                           WYRM_WEST,       WYRM_NORTH_EAST, WYRM_SOUTH_EAST,
                                           WYRM_SOUTH_WEST, WYRM_NORTH_WEST};
    const game_near *near = &turn->engine->near;
    const wyrm_distances *distances = &turn->engine->straight;
    find_straight(turn, of);
    const wyrm_position start = inside(near, from);
    const wyrm_grid grid = near_grid(near, game_marks_blocked);
    int32_t farthest = wyrm_distances_at(distances, start.x, start.y);
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        wyrm_position next = wyrm_neighbour(start, order[i]);
        int32_t distance = wyrm_distances_at(distances, next.x, next.y);
        if (wyrm_grid_solid(&grid, next.x, next.y) || distance <= farthest)
            continue;
        farthest = distance;
        found = true;
        *to = outside(near, next);
    }
    return found;
}

/* Takes a step and updates `near`, so that later monsters can use the tile that was left. */
static void go(game_turn *turn, int32_t index, wyrm_position to)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *body = game_body(game, index);
    const wyrm_position changed[] = {body->at, to};
    turn->takes =
        game_step_onto(turn->engine, game, to, game_step_takes(turn->engine, &body->combatant));
    game_body_move(turn, index, to);
    game_body_spend(turn, index);
    for (int i = 0; i < 2 && turn->distances_fresh; i++) {
        uint8_t *tile = near_tile(&turn->engine->near, changed[i]);
        if (tile)
            *tile = ground_at(turn, changed[i].x, changed[i].y);
    }
}

/* ---- Attacks ---- */

static void bury_fallen(game_turn *turn, int32_t attacker, int32_t defender)
{
    if (turn->torn || game_body(turn->game, attacker)->combatant.hp <= 0 ||
        game_body(turn->game, defender)->combatant.hp <= 0)
        game_bury(turn);
}

/* Strikes, and buries whoever dies of it, the attacker included. */
static void strike(game_turn *turn, int32_t attacker, int32_t defender, int32_t apart)
{
    const game_assault blow = {.attacker = attacker, .defender = defender, .distance = apart};
    turn->takes = game_attack_takes(turn->engine, &game_body(turn->game, attacker)->combatant);
    must(turn, game_body_strike(turn, &blow));
    game_body_spend(turn, attacker);
    bury_fallen(turn, attacker, defender);
}

/* Shoots the player, by an ability or (NULL) with its weapon. Returns false if the combat model
 * does not allow the shot, as at too great a distance: that is no error. */
static bool shoot(game_turn *turn, int32_t index, int32_t apart, const wyrm_shot *shot)
{
    const wyrm_creature *body = &turn->game->monsters[index].body;
    const game_assault fired = {.attacker = index,
                                .defender = GAME_BODY_PLAYER,
                                .kind = WYRM_ATTACK_FIRED,
                                .distance = apart,
                                .shot = shot};
    wyrm_error *error = turn->error;
    turn->error = NULL;
    turn->takes = game_attack_takes(turn->engine, &body->combatant);
    wyrm_status status = game_body_strike(turn, &fired);
    turn->error = error;
    if (status == WYRM_ERROR_ARGUMENT)
        return false;
    if (status != WYRM_OK)
        game_turn_must(
            turn, wyrm_fail(error, status, "a shot of '%s' cannot be told", body->combatant.name));
    game_body_spend(turn, index);
    bury_fallen(turn, index, GAME_BODY_PLAYER);
    return true;
}

/* Whether no other creature stands on the line from a monster to the player. */
static bool is_free_line(const wyrm_game *game, wyrm_position from, int32_t apart)
{
    const wyrm_grid sight = game_sight_grid(game);
    const wyrm_grid line = {sight.width, sight.height, sight.tiles, game_marks_in_line};
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    const size_t length =
        apart > 1 ? wyrm_line(&sight, from, game->player.at, way, WYRM_MAP_SIDE_MAX) : 0;
    for (size_t i = 0; i + 1 < length; i++)
        if (wyrm_grid_solid(&line, way[i].x, way[i].y))
            return false;
    return true;
}

/* Strikes or shoots the player if possible and nobody stands in the line between them. */
static bool attack(game_turn *turn, int32_t index, int32_t apart)
{
    const wyrm_creature *body = &turn->game->monsters[index].body;
    const bool reaches = apart <= game_reach_of(turn->engine, &body->combatant);
    if (!reaches && !(game_stat_of(turn->engine, &body->combatant, WYRM_STAT_RANGE, 0.0) > 0.0))
        return false;
    if (!is_free_line(turn->game, body->at, apart))
        return false;
    if (!reaches)
        return shoot(turn, index, apart, NULL);
    strike(turn, index, GAME_BODY_PLAYER, apart);
    return true;
}

/* ---- Abilities ---- */

/* Whether a monster uses ability number `at` now, which it could; counts the use. Draws nothing if
 * the ability is always used. */
static bool seizes(game_turn *turn, wyrm_game_monster *monster, const wyrm_occasion *when,
                   size_t at)
{
    if (monster->waits[at] > 0 || (when->times > 0 && monster->done[at] >= when->times))
        return false;
    if (when->chance < 1.0 && !(wyrm_rng_real(&turn->chance) < when->chance))
        return false;
    monster->waits[at] = when->cooldown;
    monster->done[at] += monster->done[at] < INT32_MAX;
    return true;
}

/* Uses the first of its shots that is possible and drawn. */
static bool shoot_by_ability(game_turn *turn, int32_t index, int32_t apart,
                             const wyrm_abilities *can)
{
    wyrm_game_monster *monster = &turn->game->monsters[index];
    const bool beside = apart <= game_reach_of(turn->engine, &monster->body.combatant);
    for (size_t i = 0; i < can->shot_count; i++) {
        const wyrm_shot *shot = &can->shots[i];
        if (apart > shot->range || (beside && !shot->near) ||
            !is_free_line(turn->game, monster->body.at, apart) ||
            !seizes(turn, monster, &shot->when, i))
            continue;
        return shoot(turn, index, apart, shot);
    }
    return false;
}

/* Adds one summoned monster, at the level of its summoner. */
static bool call(game_turn *turn, int32_t index, const wyrm_summons *way, int32_t kind)
{
    wyrm_game *game = turn->game;
    const wyrm_engine *engine = turn->engine;
    const wyrm_game_monster *caller = &game->monsters[index];
    wyrm_game_monster called = {
        .spawn = {.monster = kind, .level = caller->spawn.level},
        .bound = way->bound,
        .summoner = caller->id,
        .lasts = way->lasts,
    };
    if (way->experience)
        called.spawn.experience = draw_experience(turn, kind, called.spawn.level);
    wyrm_roster_spawn(engine->roster, kind, called.spawn.level, WYRM_VARIANT_NONE,
                      &called.body.combatant);
    game_turn_must(turn, wyrm_combat_check(engine->combat, &called.body.combatant, turn->error));
    game_body_roll(engine, &turn->chance, &called.body.combatant);
    if (monster_join(turn, &called, caller->body.at) == NULL)
        return false;
    wyrm_event event = game_event_of(WYRM_EVENT_SUMMONED);
    game_event_befalls(turn, (int32_t)game->monster_count - 1, &event);
    event.who = caller->id;
    event.other = caller->spawn.monster;
    game_emit(turn, &event);
    return true;
}

static void summon(game_turn *turn, int32_t index, const wyrm_summons *way)
{
    const wyrm_creature *body = &turn->game->monsters[index].body;
    for (size_t i = 0; i < way->count; i++) {
        int64_t number = amount_draw(way->what[i].number, &turn->chance);
        while (number > 0 && call(turn, index, way, way->what[i].monster))
            number--;
    }
    turn->takes = game_attack_takes(turn->engine, &body->combatant);
    game_body_spend(turn, index);
}

/* When it summons: the chance may depend on how many of its summoned monsters live. */
static wyrm_occasion occasion_of(const wyrm_game *game, uint32_t id, const wyrm_summons *way)
{
    wyrm_occasion when = way->when;
    size_t there = 0;
    for (size_t i = 0; i < game->monster_count && way->chance_count > 1; i++)
        there += game->monsters[i].summoner == id;
    if (way->chance_count > 1)
        when.chance = way->chances[there < way->chance_count ? there : way->chance_count - 1];
    return when;
}

static bool summon_by_ability(game_turn *turn, int32_t index, const wyrm_abilities *can)
{
    wyrm_game_monster *monster = &turn->game->monsters[index];
    for (size_t i = 0; i < can->summons_count; i++) {
        const wyrm_occasion when = occasion_of(turn->game, monster->id, &can->summons[i]);
        if (!seizes(turn, monster, &when, WYRM_SHOTS_MAX + i))
            continue;
        summon(turn, index, &can->summons[i]);
        return true;
    }
    return false;
}

/* Whether hp is at most the given part of max_hp. */
static bool is_part(int64_t hp, int64_t max_hp, wyrm_ratio part)
{
    return hp * part.denominator <= max_hp * part.numerator;
}

/* Whether wounds make a monster flee now; reports when it begins or stops. */
static bool flees_wounded(game_turn *turn, wyrm_game_monster *monster, const wyrm_abilities *can)
{
    const wyrm_combatant *body = &monster->body.combatant;
    const bool before = monster->flees;
    if (!can->flees)
        return false;
    if (!before)
        monster->flees = is_part(body->hp, body->max_hp, can->flees_at);
    else if (can->returns)
        monster->flees = is_part(body->hp, body->max_hp, can->flees_until);
    if (monster->flees == before)
        return before;
    wyrm_event event = game_event_of(WYRM_EVENT_FLED);
    game_event_befalls(turn, (int32_t)(monster - turn->game->monsters), &event);
    event.who = event.whom;
    event.whom = WYRM_NOBODY;
    event.amount = monster->flees;
    game_emit(turn, &event);
    return monster->flees;
}

/* ---- Their turn ---- */

/* A monster that acts in this turn. */
typedef struct actor {
    int32_t index; /* in game->monsters when the turn began */
    uint32_t id;
    int32_t apart; /* tiles from the player */
    bool seeks;    /* it looks for the player where it last saw it */
} actor;

/* Goes in a random direction, or strikes whoever is there, whether player or monster. */
static void stumble(game_turn *turn, int32_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *body = &game->monsters[index].body;
    const wyrm_position to = wyrm_neighbour(
        body->at, (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT));
    const bool is_player = game_same_tile(to, game->player.at);
    const int32_t other = is_player ? GAME_BODY_PLAYER : game_monster_on(game, to);
    if (!is_player && other < 0) {
        if (game_can_stand(turn->engine, game, to) && body->turns[WYRM_HELD] == 0)
            go(turn, index, to);
    } else if (game_reach_of(turn->engine, &body->combatant) >= 1) {
        strike(turn, index, other, 1);
    }
}

/* A step away from the player, if there is one. */
static bool step_back(game_turn *turn, int32_t index, const chase *of)
{
    const wyrm_creature *body = &turn->game->monsters[index].body;
    wyrm_position to;
    if (body->turns[WYRM_HELD] > 0 || !flight_step(turn, of, body->at, &to))
        return false;
    go(turn, index, to);
    return true;
}

/* Uses an ability, if any applies, and returns whether it did. A monster that flees because of
 * wounds fights only if it cannot get away. */
static bool use_abilities(game_turn *turn, int32_t index, int32_t apart, const chase *of,
                          const wyrm_abilities *can)
{
    if (flees_wounded(turn, &turn->game->monsters[index], can))
        return step_back(turn, index, of);
    return summon_by_ability(turn, index, can) || shoot_by_ability(turn, index, apart, can) ||
           (apart < can->keeps_distance && step_back(turn, index, of));
}

/* Whether it is as near as it wants to be. */
static bool stands_off(const wyrm_engine *engine, const wyrm_game_monster *monster, int32_t apart)
{
    const wyrm_abilities *can = game_abilities_of(engine, monster);
    return can != NULL && apart <= can->keeps_distance;
}

/* Goes to where it last saw the player; once there, steps in a random direction to look around. */
static void seek(game_turn *turn, int32_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_game_monster *monster = &game->monsters[index];
    const wyrm_position at = monster->body.at, last = monster->last;
    const wyrm_grid feet = game_step_grid(game);
    const wyrm_grid ground = {feet.width, feet.height, feet.tiles, game_marks_shut};
    wyrm_distances *distances = &turn->engine->straight;
    const int32_t limit = 2 * costs.diagonal * (game_tiles_apart(at, last) + ROOM_TO_PASS);
    wyrm_position to;
    if (monster->body.turns[WYRM_HELD] > 0 || monster->body.turns[WYRM_AFRAID] > 0)
        return;
    turn->straight_fresh = false;
    if (game_same_tile(at, last)) {
        to =
            wyrm_neighbour(at, (wyrm_direction)wyrm_rng_below(&turn->chance, WYRM_DIRECTION_COUNT));
        if (!wyrm_grid_solid(&feet, to.x, to.y) && !game_same_tile(to, game->player.at))
            go(turn, index, to);
        return;
    }
    must(turn, wyrm_distances_find(&ground, &last, 1, costs, limit, distances, turn->error));
    if (wyrm_distances_step(distances, &feet, at, &to) && !game_same_tile(to, game->player.at))
        go(turn, index, to);
}

static void act(game_turn *turn, int32_t index, int32_t apart, const chase *of)
{
    const wyrm_game_monster *monster = &turn->game->monsters[index];
    const wyrm_creature *body = &monster->body;
    const wyrm_abilities *can = game_abilities_of(turn->engine, monster);
    const bool is_afraid = body->turns[WYRM_AFRAID] > 0;
    wyrm_position to;
    if (body->turns[WYRM_CONFUSED] > 0) {
        stumble(turn, index);
        return;
    }
    if (is_afraid) {
        step_back(turn, index, of);
        return;
    }
    if (can != NULL && use_abilities(turn, index, apart, of, can))
        return;
    if (attack(turn, index, apart) || apart <= 1)
        return;
    const bool stays = monster->flees || stands_off(turn->engine, monster, apart);
    if (!stays && body->turns[WYRM_HELD] == 0 && chase_step(turn, of, body->at, &to))
        go(turn, index, to);
}

/* Whether a monster acts now; if it is due later in the turn, turn->next is updated. A monster that
 * is due now and does nothing is due again at the end of the turn. */
static bool is_due(game_turn *turn, wyrm_creature *body)
{
    const wyrm_ratio due = game_due_of(body);
    if (due.numerator == 0 && turn->now.numerator == 0) {
        if (turn->engine->rules.first == WYRM_FIRST_MONSTER)
            body->due = GAME_WHOLE_TURN; /* or it would act after the player, too */
        return true;
    }
    if (game_time_before(due, turn->now))
        return false; /* idle since the turn began */
    if (game_time_before(turn->now, due)) {
        turn->next = game_time_before(due, turn->next) ? due : turn->next;
        return false;
    }
    body->due = GAME_WHOLE_TURN;
    return true;
}

/* Updates a monster's memory of the player; returns whether it remembered the player before. */
static bool recall(const game_turn *turn, wyrm_game_monster *monster, bool sees)
{
    const bool recalls = monster->recalls > 0;
    if (sees && turn->engine->rules.memory > 0) {
        monster->recalls = turn->engine->rules.memory;
        monster->last = turn->game->player.at;
    } else if (recalls && turn->now.numerator == 0) {
        monster->recalls--;
    }
    return recalls;
}

/* Lists the monsters that act, nearest first, and collects for the chase who looks for a way and
 * who blocks others: monsters near the player that do not act, or will attack from where they
 * stand. Slowed monsters act every other turn. While the player is hasted monsters act every other
 * turn, and of those turns a slowed one again uses every other. */
static size_t gather(game_turn *turn, actor *actors, chase *of)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    const wyrm_position player = game->player.at;
    const uint32_t now = game->player.turns[WYRM_HASTED] > 0 ? game->turn / 2 : game->turn;
    size_t count = 0;
    of->tiles = of->cost = 0;
    of->stay_count = of->ask_count = 0;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_game_monster *monster = &game->monsters[i];
        const wyrm_creature *body = &monster->body;
        const int32_t *turns = body->turns;
        const bool due = is_due(turn, &monster->body);
        const int32_t across = abs(body->at.x - player.x), down = abs(body->at.y - player.y);
        const int32_t apart = across < down ? down : across;
        const bool is_near = apart <= engine->rules.sight, confused = turns[WYRM_CONFUSED] > 0;
        if (!is_near && !confused && monster->recalls == 0)
            continue;
        const bool ready = due && turns[WYRM_ASLEEP] == 0 &&
                           !game_is_helpless(engine, &body->combatant) &&
                           (turns[WYRM_SLOWED] == 0 || (now + monster->id) % 2 == 0);
        const bool asks = ready && is_near && game_monster_sees(turn, monster);
        const bool seeks = recall(turn, monster, asks) && ready && !asks && !confused;
        if (asks || seeks || (ready && confused)) {
            size_t at = count++;
            for (; at > 0 && actors[at - 1].apart > apart; at--)
                actors[at] = actors[at - 1];
            actors[at] = (actor){(int32_t)i, monster->id, apart, seeks};
        }
        if (asks) {
            const int32_t aslant = across + down - apart;
            const int32_t cost = aslant * costs.diagonal + (apart - aslant) * costs.straight;
            of->tiles = apart > of->tiles ? apart : of->tiles;
            of->cost = cost > of->cost ? cost : of->cost;
            of->asks[of->ask_count++] = body->at;
        }
        if (is_near && !confused && !seeks &&
            (!asks || turns[WYRM_HELD] > 0 || apart <= game_reach_of(engine, &body->combatant) ||
             game_stat_of(engine, &body->combatant, WYRM_STAT_RANGE, 0.0) > 0.0 ||
             stands_off(engine, monster, apart)))
            of->stays[of->stay_count++] = body->at;
    }
    return count;
}

/* Lets all monsters act that are awake and due, until the game is over. If some have been buried
 * meanwhile, the others have moved up in the list; ids ascend, so each is found again. */
void game_monsters_act(game_turn *turn)
{
    const wyrm_game *game = turn->game;
    actor actors[WYRM_LEVEL_SPAWNS_MAX];
    chase of;
    turn->next = GAME_WHOLE_TURN;
    const size_t count = gather(turn, actors, &of);
    for (size_t i = 0; i < count && game->phase == WYRM_PHASE_PLAYING; i++) {
        int32_t index = actors[i].index, last = (int32_t)game->monster_count - 1;
        index = index < last ? index : last;
        while (index >= 0 && game->monsters[index].id > actors[i].id)
            index--;
        if (index < 0 || game->monsters[index].id != actors[i].id)
            continue;
        if (actors[i].seeks)
            seek(turn, index);
        else
            act(turn, index, actors[i].apart, &of);
    }
}
