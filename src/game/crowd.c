/* Who goes and who comes: the dead are buried, what splits becomes several, who was summoned joins
 * and vanishes.
 *
 * The list of monsters has the order in which they came, and others hold indexes into it: so
 * nobody is taken out of it or put into it in the middle of an attack, but after it. */
#include "game/internal.h"
#include <wyrm/streams.h>
#include <string.h>

/* ---- The dead ---- */

/* Takes a monster off the map; the others keep the order in which they were placed. */
static void remove_monster(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_position at = game->monsters[index].body.at;
    *wyrm_mark_at(game, at.x, at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
    game->monster_count--;
    memmove(&game->monsters[index], &game->monsters[index + 1],
            (game->monster_count - index) * sizeof *game->monsters);
    turn->distances_fresh = false;
}

/* A set fight is won when nobody is left. */
static void win_alone(wyrm_turn *turn)
{
    const wyrm_game *game = turn->game;
    if (game->arena && game->monster_count == 0 && game->phase == WYRM_PHASE_PLAYING)
        wyrm_game_win(turn);
}

static void vanish(wyrm_turn *turn, size_t index)
{
    wyrm_event event = wyrm_event_of(WYRM_EVENT_VANISHED);
    wyrm_event_befalls(turn, (int32_t)index, &event);
    remove_monster(turn, index);
    wyrm_tell(turn, &event);
}

/* Those who are bound to somebody who is gone, but for the dead, who are buried. */
static void unbind(wyrm_turn *turn, uint32_t id)
{
    const wyrm_game *game = turn->game;
    for (size_t i = game->monster_count; i-- > 0;)
        if (game->monsters[i].bound && game->monsters[i].summoner == id &&
            game->monsters[i].body.combatant.hp > 0)
            vanish(turn, i);
}

/* Removes a dead monster. When the last boss of the last map dies, the victory item is left where
 * it fell. */
static void bury_monster(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    const wyrm_game_monster dead = game->monsters[index];
    const wyrm_position at = dead.body.at;
    const bool is_credited = turn->credit != WYRM_NOBODY || dead.body.blamed == 0;
    const uint32_t credit = is_credited ? turn->credit : dead.body.blamed - 1;
    wyrm_event event = wyrm_event_of(WYRM_EVENT_DIED);
    wyrm_event_befalls(turn, (int32_t)index, &event);
    event.who = credit;
    event.other = is_credited ? turn->credit_kind : dead.body.blamed_kind;
    remove_monster(turn, index);
    wyrm_tell(turn, &event);
    unbind(turn, dead.id);
    if (credit == 0) {
        wyrm_count(&game->tally.kills);
        if (dead.spawn.monster >= 0)
            wyrm_count(&game->tally.killed[dead.spawn.monster]);
        wyrm_player_learn(turn, dead.spawn.experience);
    }
    bool is_last = turn->engine->rules.goal == WYRM_GOAL_BOSS && game->map.final &&
                   !game->goal_placed && !game->goal_taken && wyrm_is_boss(turn->engine, &dead);
    for (size_t i = 0; i < game->monster_count && is_last; i++)
        is_last = !wyrm_is_boss(turn->engine, &game->monsters[i]);
    if (is_last) {
        wyrm_set_tile(game, at, WYRM_TILE_GOAL);
        game->goal = at;
        game->goal_placed = true;
        event = wyrm_event_of(WYRM_EVENT_GOAL_PLACED);
        event.at = at;
        event.seen = wyrm_sight_has(wyrm_player_sight(turn->engine, game), at.x, at.y);
        wyrm_tell(turn, &event);
    }
    win_alone(turn);
}

/* ---- Who comes ---- */

/* How far away there must be room, in steps. */
#define ROOM_NEAR 12

/* The nearest tile to `from` on which nobody stands, by steps over the floor whoever stands there;
 * of equally near ones the first clockwise from north, of the nearest before it. */
static bool find_room(const wyrm_game *game, wyrm_position from, wyrm_position *out)
{
    enum { SIDE = 2 * ROOM_NEAR + 1 };
    const wyrm_grid feet = wyrm_game_step_grid(game);
    const wyrm_grid ground = {feet.width, feet.height, feet.tiles, wyrm_marks_shut};
    bool reached[SIDE][SIDE] = {{false}};
    wyrm_position queue[SIDE * SIDE];
    size_t count = 1;
    queue[0] = from;
    reached[ROOM_NEAR][ROOM_NEAR] = true;
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < WYRM_DIRECTION_COUNT; d++) {
            const wyrm_position to = wyrm_neighbour(queue[i], (wyrm_direction)d);
            if (wyrm_tiles_apart(from, to) > ROOM_NEAR || wyrm_grid_solid(&ground, to.x, to.y))
                continue;
            bool *seen = &reached[to.y - from.y + ROOM_NEAR][to.x - from.x + ROOM_NEAR];
            if (*seen)
                continue;
            *seen = true;
            *out = queue[count++] = to;
            if (!wyrm_grid_solid(&feet, to.x, to.y) && !wyrm_same_tile(to, game->player.at))
                return true;
        }
    return false;
}

wyrm_game_monster *wyrm_monster_join(wyrm_turn *turn, const wyrm_game_monster *monster,
                                     wyrm_position beside)
{
    wyrm_game *game = turn->game;
    wyrm_position at;
    if (wyrm_is_gone(game, monster->spawn.monster) ||
        game->monster_count >= WYRM_LEVEL_SPAWNS_MAX || !find_room(game, beside, &at))
        return NULL;
    wyrm_game_monster *joined = &game->monsters[game->monster_count++];
    *joined = *monster;
    joined->id = game->next_id++;
    joined->met = joined->torn = false;
    joined->body.at = at;
    joined->body.due = wyrm_time_after(turn->now, WYRM_WHOLE_TURN);
    *wyrm_mark_at(game, at.x, at.y) |= WYRM_MARK_MONSTER;
    turn->distances_fresh = false;
    turn->stirred = true;
    return joined;
}

/* A room whose middle the player does not see; false where it sees all of them. */
static bool find_unseen(wyrm_turn *turn, wyrm_rng *rng, wyrm_position *out)
{
    const wyrm_map *map = &turn->game->map;
    const wyrm_sight *sight = wyrm_player_sight(turn->engine, turn->game);
    const int32_t first = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
    for (int32_t i = 0; i < map->room_count; i++) {
        *out = wyrm_room_spot(map, &map->rooms[(first + i) % map->room_count]);
        if (!wyrm_sight_has(sight, out->x, out->y))
            return true;
    }
    return false;
}

void wyrm_monsters_wander(wyrm_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_engine *engine = turn->engine;
    wyrm_floor_spawn spawns[WYRM_LEVEL_SPAWNS_MAX];
    wyrm_position at;
    if (game->arena || !wyrm_mapper_fills(engine->mapper, &game->map) ||
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
        wyrm_body_roll(engine, &rng, &one.body.combatant);
        if (wyrm_monster_join(turn, &one, at) == NULL && !wyrm_is_gone(game, spawn->monster))
            return;
    }
}

/* What is left of a monster as one of its parts. */
static wyrm_game_monster part_of(const wyrm_turn *turn, const wyrm_game_monster *whole,
                                 const wyrm_abilities *can, int64_t hp)
{
    wyrm_game_monster part = *whole;
    part.torn = false;
    if (can->into >= 0) {
        part.spawn.monster = can->into;
        wyrm_roster_spawn(turn->engine->roster, can->into, whole->spawn.level, WYRM_VARIANT_NONE,
                          &part.body.combatant);
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

/* The parts join one by one, so that there are as many as there is room for; then the hit points
 * that are left are divided. */
static void split(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    wyrm_game_monster *whole = &game->monsters[index];
    const wyrm_abilities *can = wyrm_abilities_of(turn->engine, whole);
    const size_t first = game->monster_count;
    wyrm_game_monster part = part_of(turn, whole, can, 1);
    part.spawn.experience =
        can->parts_experience
            ? wyrm_roster_experience(turn->engine->roster, part.spawn.monster, part.spawn.level)
            : 0;
    const int64_t hp_left = whole->body.combatant.hp;
    const int64_t most = can->parts_share && hp_left < can->parts ? hp_left : can->parts;
    for (int64_t i = 1; i < most; i++)
        if (wyrm_monster_join(turn, &part, whole->body.at) == NULL)
            break;
    const int64_t parts = (int64_t)(game->monster_count - first) + 1;
    if (parts == 1)
        return;
    const int64_t hp = can->parts_share ? hp_left / parts : (hp_left + parts - 1) / parts;
    *whole = part_of(turn, whole, can, can->parts_share ? hp_left - (parts - 1) * hp : hp);
    for (size_t i = first; i < game->monster_count; i++) {
        game->monsters[i].body.combatant.hp = hp;
        if (game->monsters[i].body.combatant.max_hp < hp)
            game->monsters[i].body.combatant.max_hp = hp;
        wyrm_event event = wyrm_event_of(WYRM_EVENT_SPLIT);
        wyrm_event_befalls(turn, (int32_t)i, &event);
        event.who = whole->id;
        event.other = whole->spawn.monster;
        wyrm_tell(turn, &event);
    }
}

/* Who was there before splits, if it still lives. */
static void split_torn(wyrm_turn *turn)
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

/* ---- The end of those who fall ---- */

/* Buries all the dead, nearest first, the first in the order of placing of equally near ones:
 * experience and level-ups to who has the credit, the victory item of a boss, and the end of the
 * game where the player is among them. True while the game goes on. */
bool wyrm_bury(wyrm_turn *turn)
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
        wyrm_event event = wyrm_player_event(turn, WYRM_EVENT_DIED);
        event.whom = 0;
        event.who = credit;
        event.monster = game->killer;
        wyrm_tell(turn, &event);
        game->phase = WYRM_PHASE_DEAD;
        event.kind = WYRM_EVENT_LOST;
        event.whom = WYRM_NOBODY;
        wyrm_tell(turn, &event);
    }
    for (;;) {
        size_t nearest = game->monster_count;
        int32_t least = INT32_MAX;
        for (size_t i = 0; i < game->monster_count; i++) {
            const wyrm_creature *body = &game->monsters[i].body;
            if (body->combatant.hp > 0 || wyrm_tiles_apart(body->at, game->player.at) >= least)
                continue;
            least = wyrm_tiles_apart(body->at, game->player.at);
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

void wyrm_monsters_count(wyrm_turn *turn)
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
