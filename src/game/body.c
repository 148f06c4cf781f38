/* The map of a game and the bodies on it, player and monsters alike: entering and seeing a map,
 * blows and damage, movement, the player's gear, experience and time.
 *
 * A map is made and populated in the order that <wyrm/encounter.h> states, from streams of its own
 * keyed by seed, run and depth, so that earlier floors change later ones only through difficulty
 * and pity. */
#include "dungeon/internal.h"
#include "game/internal.h"
#include "growth/internal.h"
#include <string.h>
#include <wyrm/observe.h>
#include <wyrm/streams.h>

/* Whether the player sees what happens to a body; what happens to itself it always notices. */
static bool is_seen(game_turn *turn, int32_t body)
{
    if (body == GAME_BODY_PLAYER || !game_is_heard(turn))
        return true;
    wyrm_position at = turn->game->monsters[body].body.at;
    return wyrm_sight_has(game_player_sight(turn->engine, turn->game), at.x, at.y);
}

void game_event_befalls(game_turn *turn, int32_t body, wyrm_event *event)
{
    event->whom = game_body_id(turn->game, body);
    event->monster = game_body_kind(turn->game, body);
    event->at = game_body(turn->game, body)->at;
    event->seen = is_seen(turn, body);
}

/* ---- Maps ---- */

void game_body_roll(const wyrm_engine *engine, wyrm_rng *rng, wyrm_combatant *body)
{
    if (wyrm_combat_hp_roll(engine->combat, body) != NULL)
        body->hp = body->max_hp =
            amount_draw(wyrm_combat_amount(engine->combat, body->hp_amount), rng);
    body->hp_amount = 0;
}

double game_player_luck(const wyrm_game *game)
{
    wyrm_rng bodies = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_BODIES, 0);
    return wyrm_rng_real(&bodies);
}

/* Finds the free tile nearest to `from` by steps over the floor; `hidden`: one that the player does
 * not see. Among equals the first row by row. */
static bool find_tile(wyrm_engine *engine, const wyrm_game *game, wyrm_position from, bool hidden,
                      wyrm_position *out)
{
    const wyrm_step_costs steps = {1, 1};
    const wyrm_sight *sight = hidden ? game_player_sight(engine, game) : NULL;
    const wyrm_grid feet = game_step_grid(game);
    const wyrm_grid ground = {feet.width, feet.height, feet.tiles, game_marks_shut};
    int32_t least = WYRM_UNREACHED;
    if (wyrm_distances_find(&ground, &from, 1, steps, WYRM_UNREACHED, &engine->straight, NULL) !=
        WYRM_OK)
        return false;
    for (int32_t y = 0; y < game->map.height; y++)
        for (int32_t x = 0; x < game->map.width; x++) {
            const int32_t away = wyrm_distances_at(&engine->straight, x, y);
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            if (away >= least || wyrm_grid_solid(&feet, x, y) ||
                game_same_tile(at, game->player.at) || (hidden && wyrm_sight_has(sight, x, y)))
                continue;
            least = away;
            *out = at;
        }
    return least < WYRM_UNREACHED;
}

/* Moves awake monsters, from index `first` on, out of view as the game begins; one that has nowhere
 * to go falls asleep. */
static void clear_view(game_turn *turn, size_t first)
{
    wyrm_game *game = turn->game;
    for (size_t i = first; i < game->monster_count; i++) {
        wyrm_creature *body = &game->monsters[i].body;
        const wyrm_position at = body->at;
        wyrm_position to;
        if (body->turns[WYRM_ASLEEP] > 0 ||
            !wyrm_sight_has(game_player_sight(turn->engine, game), at.x, at.y))
            continue;
        if (!find_tile(turn->engine, game, at, true, &to)) {
            body->turns[WYRM_ASLEEP] = GAME_SLUMBER;
            continue;
        }
        *game_mark_at(game, at.x, at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
        *game_mark_at(game, to.x, to.y) |= WYRM_MARK_MONSTER;
        body->at = to;
    }
}

/* Draws a free floor tile in any room for a heap of gold: not the player's start, the stairs, or a
 * tile with a heap or item. False if none was found. */
static bool place_heap(const wyrm_engine *engine, const wyrm_game *game, wyrm_rng *rng,
                       wyrm_position *out)
{
    const wyrm_map *map = &game->map;
    for (int tried = 0; tried < 100 && map->room_count > 0; tried++) {
        const wyrm_room *room = &map->rooms[wyrm_rng_below(rng, (uint64_t)map->room_count)];
        const int64_t x = room->x + (int64_t)wyrm_rng_below(rng, (uint64_t)room->width);
        const int64_t y = room->y + (int64_t)wyrm_rng_below(rng, (uint64_t)room->height);
        const wyrm_position at = {(int16_t)x, (int16_t)y};
        bool taken = game_same_tile(at, map->start) || game_same_tile(at, map->exit);
        for (size_t i = 0; i < game->heap_count; i++)
            taken |= game_same_tile(at, game->heaps[i].at);
        for (size_t i = 0; i < game->item_count; i++)
            taken |= game_same_tile(at, game->items[i].at);
        *out = at;
        if (!taken && x >= 0 && y >= 0 && x < map->width && y < map->height &&
            map->tiles[y * map->width + x] == WYRM_TILE_FLOOR &&
            game_terrain_at(engine, game, at) == NULL)
            return true;
    }
    return false;
}

/* Lays the gold of a floor. Pieces that find no place count in gold_lain all the same. */
static void lay_gold(const wyrm_engine *engine, wyrm_game *game)
{
    int32_t heaps[WYRM_HEAPS_MAX];
    const int32_t depth = game->difficulty.depth;
    const wyrm_trade *trade = wyrm_design_trade(engine->design);
    game->heap_count = 0;
    if (!wyrm_trade_has_gold(trade))
        return;
    wyrm_rng rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_GOLD, (uint64_t)depth);
    const size_t count = wyrm_gold_draw(trade, depth, game->gold_lain, &rng, heaps);
    for (size_t i = 0; i < count; i++) {
        wyrm_heap heap = {.pieces = heaps[i]};
        game->gold_lain += heaps[i];
        if (place_heap(engine, game, &rng, &heap.at))
            game->heaps[game->heap_count++] = heap;
    }
}

/* Stocks the shops at the floor's exit; the last floor has none. */
static void open_shops(const wyrm_engine *engine, wyrm_game *game)
{
    const int32_t depth = game->difficulty.depth;
    const wyrm_trade *trade = wyrm_design_trade(engine->design);
    game->shops = 0;
    game->good_count = 0;
    for (size_t s = 0; s < wyrm_trade_shops(trade) && !game->map.final; s++) {
        wyrm_stocked stock[WYRM_STOCK_MAX];
        wyrm_rng rng = wyrm_rng_start(game->seed, game->run, WYRM_STREAM_SHOPS,
                                      (uint64_t)depth * WYRM_SHOPS_MAX + s);
        const size_t count = wyrm_shop_draw(trade, s, depth, &rng, stock);
        for (size_t i = 0; i < count && game->good_count < WYRM_GOODS_MAX; i++) {
            wyrm_item item = {.kind = wyrm_loot_find(engine->loot, stock[i].name), .room = -1};
            item.level = item.bonus = stock[i].bonus;
            game->shops |= UINT32_C(1) << s;
            if (item.kind >= 0)
                game->goods[game->good_count++] =
                    (wyrm_good){.shop = (int32_t)s,
                                .price = stock[i].price,
                                .item = game_item_new(engine, item, &rng)};
        }
    }
}

/* Takes the gold under the player's feet; returns the number of pieces. */
static int32_t take_gold(wyrm_game *game)
{
    for (size_t i = 0; i < game->heap_count; i++) {
        const int32_t pieces = game->heaps[i].pieces;
        if (!game_same_tile(game->heaps[i].at, game->player.at))
            continue;
        game->heaps[i] = game->heaps[--game->heap_count];
        game->gold += pieces;
        game->news++;
        return pieces;
    }
    return 0;
}

/* Whether `without` leaves a room empty, so that what was drawn for it is not there; vaults belong
 * to no room. */
static bool stands_empty(const wyrm_game *game, int32_t room, wyrm_position at)
{
    return game->empty != 0 && room >= 0 && room < game->map.room_count &&
           (game->empty >> game->room_kinds[room].role & 1) != 0 &&
           !dungeon_map_in_vault(&game->map, at.x, at.y);
}

/* The random streams of a floor's monsters: who sleeps, and random hit points. Drawn from in the
 * order of placing. */
typedef struct body_luck {
    wyrm_rng sleepers, bodies;
} body_luck;

static wyrm_game_monster new_monster(game_turn *turn, const wyrm_spawn *spawn, body_luck *luck)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game_monster monster = {.spawn = *spawn};
    wyrm_roster_spawn(engine->roster, (size_t)spawn->monster, spawn->level,
                      wyrm_encounter_variant(engine->encounter, spawn), &monster.body.combatant);
    if (turn->status == WYRM_OK)
        turn->status = wyrm_combat_check(engine->combat, &monster.body.combatant, turn->error);
    game_body_roll(engine, &luck->bodies, &monster.body.combatant);
    if (engine->rules.first == WYRM_FIRST_MONSTER)
        monster.body.due = GAME_WHOLE_TURN;
    if (engine->rules.asleep > 0 && wyrm_rng_real(&luck->sleepers) < engine->rules.asleep)
        monster.body.turns[WYRM_ASLEEP] = GAME_SLUMBER;
    return monster;
}

/* Adds one more monster of each kind that is asked for ("+monsters.orc"), beside the first of its
 * kind and after all others, whose draws and places stay the same. */
static void bring_more(game_turn *turn, body_luck *luck)
{
    wyrm_game *game = turn->game;
    uint64_t left[WYRM_KINDS_MAX / 64];
    const size_t count = game->monster_count;
    memcpy(left, game->more, sizeof left);
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_monster *first = &game->monsters[i];
        const int32_t kind = first->spawn.monster;
        if (kind < 0 || (left[kind / 64] >> (kind % 64) & 1) == 0)
            continue;
        left[kind / 64] &= ~(UINT64_C(1) << (kind % 64));
        wyrm_game_monster *one = &game->monsters[game->monster_count];
        wyrm_position at;
        if (game->monster_count == WYRM_LEVEL_SPAWNS_MAX ||
            !find_tile(turn->engine, game, first->body.at, false, &at))
            return;
        *one = new_monster(turn, &first->spawn, luck);
        one->body.at = at;
        one->id = game->next_id++;
        *game_mark_at(game, at.x, at.y) |= WYRM_MARK_MONSTER;
        game->monster_count++;
    }
}

/* Monsters and items left out by `without` are drawn all the same, so that the draws of all others
 * do not change. */
void game_level_enter(game_turn *turn)
{
    wyrm_game *game = turn->game;
    wyrm_engine *engine = turn->engine;
    const wyrm_floor_models models = {.mapper = engine->mapper,
                                      .encounter = engine->encounter,
                                      .loot = engine->loot,
                                      .carved = true};
    wyrm_floor_make(&models, game->seed, game->run, &game->difficulty, &game->loot, &game->map,
                    &engine->population);
    turn->status = wyrm_floor_trouble(&models, turn->error);
    const size_t tiles = (size_t)(game->map.width * game->map.height);
    memcpy(game->marks, game->map.tiles, tiles);
    for (size_t i = 0; i < tiles && game->map.shaped; i++)
        game->marks[i] &= (uint8_t)~WYRM_TILE_TERRAIN;
    memcpy(game->room_kinds, engine->population.kinds,
           (size_t)game->map.room_count * sizeof *game->room_kinds);
    game_map_is_made(game);
    const wyrm_population *population = &engine->population;
    body_luck luck = {wyrm_rng_start(game->seed, game->run, WYRM_STREAM_SLEEPERS,
                                     (uint64_t)game->difficulty.depth),
                      wyrm_rng_start(game->seed, game->run, WYRM_STREAM_BODIES,
                                     (uint64_t)game->difficulty.depth)};
    game->next_id = 1;
    game->monster_count = game->item_count = 0;
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_position at = population->monsters[i].position;
        const wyrm_spawn *spawn = &population->monsters[i].spawn;
        wyrm_game_monster *monster = &game->monsters[game->monster_count];
        *monster = new_monster(turn, spawn, &luck);
        monster->body.at = at;
        monster->id = game->next_id++;
        if (game_is_gone(game, spawn->monster) ||
            stands_empty(game, population->monsters[i].room, at))
            continue;
        game->marks[at.y * game->map.width + at.x] |= WYRM_MARK_MONSTER;
        game->monster_count++;
    }
    wyrm_rng uses =
        wyrm_rng_start(game->seed, game->run, WYRM_STREAM_USES, (uint64_t)game->difficulty.depth);
    for (size_t i = 0; i < population->item_count; i++) {
        wyrm_game_item *item = &game->items[game->item_count];
        *item = game_item_new(engine, population->items[i].item, &uses);
        item->at = population->items[i].position;
        game->item_count += !stands_empty(game, item->item.room, item->at);
    }
    lay_gold(engine, game);
    open_shops(engine, game);
    bool is_had = false; /* a boss has the victory item, and the place of the stairs is bare
                            floor */
    for (size_t i = 0; i < game->monster_count && game->map.final; i++)
        is_had |= engine->rules.goal == WYRM_GOAL_BOSS && game_is_boss(engine, &game->monsters[i]);
    game->goal = game->map.exit;
    game->goal_placed = game->map.final && !is_had;
    game->goal_taken = false;
    if (is_had)
        game_set_tile(game, game->map.exit, WYRM_TILE_FLOOR);
    game->player.at = game->map.start;
    const bool is_fair = engine->rules.fair_start && game->commands == 0;
    const size_t usual = game->monster_count;
    if (is_fair)
        clear_view(turn, 0);
    bring_more(turn, &luck);
    if (is_fair)
        clear_view(turn, usual);
    game->news++;
    turn->distances_fresh = false;
    turn->looked = false;
    game_emit_player(turn, WYRM_EVENT_LEVEL_ENTERED, game->difficulty.depth);
}

void game_level_look(game_turn *turn)
{
    wyrm_game *game = turn->game;
    bool news = false;
    if (turn->looked && !turn->stirred)
        return;
    const wyrm_sight *sight = game_player_sight(turn->engine, game);
    if (!turn->looked) {
        news = wyrm_sight_mark(sight, &game->marked, WYRM_MARK_KNOWN | WYRM_MARK_SEEN,
                               game->map.width, game->marks);
        game->marked = *sight;
    }
    for (size_t i = 0; i < game->item_count; i++) {
        wyrm_game_item *item = &game->items[i];
        if (item->seen || !wyrm_sight_has(sight, item->at.x, item->at.y))
            continue;
        item->seen = news = true;
    }
    for (size_t i = 0; i < game->heap_count; i++) {
        wyrm_heap *heap = &game->heaps[i];
        if (!heap->seen && wyrm_sight_has(sight, heap->at.x, heap->at.y))
            heap->seen = news = true;
    }
    game->news += news;
    for (size_t i = 0; i < game->monster_count; i++) {
        wyrm_game_monster *monster = &game->monsters[i];
        if (monster->met || !wyrm_sight_has(sight, monster->body.at.x, monster->body.at.y))
            continue;
        monster->met = true;
        wyrm_event event = game_event_of(WYRM_EVENT_SEEN);
        game_event_befalls(turn, (int32_t)i, &event);
        game_emit(turn, &event);
    }
    turn->looked = true;
    turn->stirred = false;
}

/* ---- Bodies ---- */

/* Reports a changed condition or counter of a body. */
static void emit_status(game_turn *turn, int32_t body, size_t slot, double before)
{
    const int32_t stat = (int32_t)(turn->engine->first_slot + slot);
    const double now = game_body(turn->game, body)->combatant.stats[stat];
    if (now == before || !game_is_heard(turn))
        return;
    wyrm_event event = game_event_of(WYRM_EVENT_STATUS);
    game_event_befalls(turn, body, &event);
    event.stat = stat;
    event.amount = (int64_t)now;
    event.before = (int64_t)before;
    game_emit(turn, &event);
}

static void end_when_hurt(game_turn *turn, int32_t body)
{
    const wyrm_engine *engine = turn->engine;
    double *values = &game_body(turn->game, body)->combatant.stats[engine->first_slot];
    for (size_t i = 0; i < engine->slot_count; i++) {
        const double before = values[i];
        if (engine->slots[i].ends_when_hurt)
            values[i] = 0.0;
        emit_status(turn, body, i, before);
    }
}

/* Notes a monster that splits when hurt. */
static void tear(game_turn *turn, int32_t victim)
{
    if (victim == GAME_BODY_PLAYER)
        return;
    wyrm_game_monster *monster = &turn->game->monsters[victim];
    const wyrm_abilities *can = game_abilities_of(turn->engine, monster);
    if (can != NULL && can->parts > 0)
        turn->torn = monster->torn = true;
}

int64_t game_body_wound(game_turn *turn, int32_t victim, int32_t credit, int64_t damage)
{
    wyrm_creature *creature = game_body(turn->game, victim);
    int64_t hp = creature->combatant.hp, taken = damage < 0 ? 0 : damage < hp ? damage : hp;
    if (taken == 0)
        return 0;
    creature->combatant.hp = hp - taken;
    creature->hurt = true;
    tear(turn, victim);
    end_when_hurt(turn, victim);
    if (credit != GAME_BODY_NONE) {
        turn->credit = game_body_id(turn->game, credit);
        turn->credit_kind = game_body_kind(turn->game, credit);
    }
    if (victim == GAME_BODY_PLAYER)
        game_add_to(&turn->game->tally.damage_taken, taken);
    else if (credit == GAME_BODY_PLAYER)
        game_add_to(&turn->game->tally.damage_dealt, taken);
    return taken;
}

/* Whether a monster sees the player: sight is symmetric. A hidden player is seen from adjacent
 * tiles only. */
bool game_monster_sees(game_turn *turn, const wyrm_game_monster *monster)
{
    const wyrm_creature *player = &turn->game->player;
    wyrm_position at = monster->body.at;
    int32_t apart = game_tiles_apart(at, player->at);
    if (apart <= 1)
        return true;
    if (apart > turn->engine->rules.sight || player->turns[WYRM_HIDDEN] > 0)
        return false;
    return wyrm_sight_has(game_player_sight(turn->engine, turn->game), at.x, at.y);
}

/* ---- Attacks ---- */

/* An attack in progress. */
typedef struct assault {
    int32_t attacker, defender;
    const wyrm_combatant *armed;
    wyrm_attack_kind event_kind; /* kind in the event */
    wyrm_matchup matchup;
    const char *blow;
    int32_t number; /* number of the blow in the attack, from 1 */
} assault;

/* Applies what a blow changes besides hit points; on a dead defender only the attacker's part. A
 * body that makes a damaging condition worse is to blame for what that condition does. */
static void apply_outcome(game_turn *turn, const assault *of, const fight_outcome *outcome)
{
    const wyrm_engine *engine = turn->engine;
    const int32_t bodies[2] = {of->attacker, of->defender};
    double before[2][FIGHT_SLOTS_MOST];
    wyrm_creature *sides[2];
    const int living = game_body(turn->game, of->defender)->combatant.hp > 0 ? 2 : 1;
    for (int s = 0; s < living; s++) {
        sides[s] = game_body(turn->game, bodies[s]);
        memcpy(before[s], &sides[s]->combatant.stats[engine->first_slot],
               engine->slot_count * sizeof(double));
    }
    combat_change(engine->combat, outcome, &sides[0]->combatant,
                  living == 2 ? &sides[1]->combatant : NULL);
    for (int s = 0; s < living; s++)
        for (size_t i = 0; i < engine->slot_count; i++) {
            emit_status(turn, bodies[s], i, before[s][i]);
            if (!engine->slots[i].damage ||
                sides[s]->combatant.stats[engine->first_slot + i] <= before[s][i])
                continue;
            sides[s]->blamed = game_body_id(turn->game, of->attacker) + 1;
            sides[s]->blamed_kind = game_body_kind(turn->game, of->attacker);
        }
}

static void emit_blow(game_turn *turn, const assault *of, int64_t taken)
{
    const wyrm_game *game = turn->game;
    if (!game_is_heard(turn))
        return;
    wyrm_event event = game_event_of(WYRM_EVENT_ATTACKED);
    game_event_befalls(turn, of->defender, &event);
    event.who = game_body_id(game, of->attacker);
    event.seen = event.seen || is_seen(turn, of->attacker);
    if (of->defender == GAME_BODY_PLAYER)
        event.monster = game_body_kind(game, of->attacker);
    else
        event.other = game_body_kind(game, of->attacker);
    event.amount = taken;
    event.attack = of->event_kind;
    event.blow = of->blow;
    event.number = of->number;
    game_emit(turn, &event);
}

/* Heals or hurts the attacker by its own blow. */
static void recoil(game_turn *turn, const assault *of, int64_t heal)
{
    wyrm_creature *creature = game_body(turn->game, of->attacker);
    const int64_t lost = heal < 0 ? game_body_wound(turn, of->attacker, GAME_BODY_NONE, -heal)
                                  : -game_win_back(&creature->combatant, heal);
    if (of->attacker == GAME_BODY_PLAYER)
        game_add_to(&turn->game->tally.healed, -lost);
    if (creature->combatant.hp <= 0) { /* nobody else killed it */
        turn->credit = WYRM_NOBODY;
        turn->credit_kind = -1;
    }
    if (lost == 0 || !game_is_heard(turn))
        return;
    wyrm_event event = game_event_of(WYRM_EVENT_RECOILED);
    game_event_befalls(turn, of->attacker, &event);
    event.who = event.whom;
    event.whom = WYRM_NOBODY;
    event.amount = lost;
    game_emit(turn, &event);
}

/* Carries out one blow, in the order of combat/fight.h. */
static wyrm_status strike_once(game_turn *turn, assault *of)
{
    wyrm_engine *engine = turn->engine;
    const wyrm_creature *attacker = game_body(turn->game, of->attacker);
    const wyrm_creature *victim = game_body(turn->game, of->defender);
    wyrm_combatant armed, sleeper;
    of->matchup.attacker = of->armed ? of->armed : &attacker->combatant;
    of->matchup.defender = &victim->combatant;
    if (of->armed && engine->slot_count > 0) { /* conditions may have changed since `armed` was
                                                  made */
        armed = *of->armed;
        armed.hp = attacker->combatant.hp;
        memcpy(&armed.stats[engine->first_slot], &attacker->combatant.stats[engine->first_slot],
               engine->slot_count * sizeof(double));
        of->matchup.attacker = &armed;
    }
    if (victim->turns[WYRM_ASLEEP] > 0) {
        sleeper = game_as_met(engine, victim);
        of->matchup.defender = &sleeper;
    }
    const game_strike *strike;
    wyrm_status status =
        game_strikes_meet(&engine->strikes, engine->combat, &of->matchup, &strike, turn->error);
    if (status != WYRM_OK)
        return status;
    const int64_t drawn = wyrm_alias_draw(strike->alias, &turn->combat);
    const fight_outcome *outcome = strike->outcomes ? &strike->outcomes->of.list[drawn] : NULL;
    if (outcome && outcome->heal != 0)
        recoil(turn, of, outcome->heal);
    if (attacker->combatant.hp <= 0)
        return WYRM_OK;
    emit_blow(turn, of,
              game_body_wound(turn, of->defender, of->attacker, outcome ? outcome->damage : drawn));
    if (outcome && outcome->extra.denominator != 0)
        turn->takes = game_time_after(
            turn->takes, game_time_of(outcome->extra.numerator, outcome->extra.denominator));
    if (outcome)
        apply_outcome(turn, of, outcome);
    return WYRM_OK;
}

/* Whether both sides can go on after a blow. */
static bool goes_on(const game_turn *turn, const assault *of)
{
    const wyrm_combatant *attacker = &game_body(turn->game, of->attacker)->combatant;
    return attacker->hp > 0 && game_body(turn->game, of->defender)->combatant.hp > 0 &&
           !game_is_helpless(turn->engine, attacker);
}

/* Whether blow `number` reaches that far; the blows of an attack may differ in reach. */
static bool reaches(const wyrm_combat *combat, const wyrm_combatant *attacker, int32_t number,
                    double distance)
{
    combat_blow_of blow;
    return distance <= 1.0 || !combat_blow_at(combat, attacker, number, &blow) ||
           distance <= combat_reach_of(combat, &blow.attacker);
}

/* Whether a blow belongs to an attack: an ability names its blows. */
static bool belongs_to(const game_assault *attack, const wyrm_blow_kind *kind)
{
    if (attack->shot == NULL)
        return combat_comes(kind->only, attack->kind);
    return combat_shoots(attack->shot->blow, kind->name, kind->only);
}

/* The attack as the combat model sees it. */
static wyrm_matchup matchup_of(const game_turn *turn, const game_assault *attack)
{
    wyrm_matchup out = {
        .attack = attack->kind, .distance = attack->distance, .off_centre = attack->off_centre};
    if (attack->shot != NULL)
        combat_as_shot(turn->engine->combat, attack->distance, &out);
    return out;
}

wyrm_status game_body_strike(game_turn *turn, const game_assault *attack)
{
    const wyrm_combat *combat = turn->engine->combat;
    const wyrm_combatant *fights =
        attack->armed ? attack->armed : &game_body(turn->game, attack->attacker)->combatant;
    assault of = {.attacker = attack->attacker,
                  .defender = attack->defender,
                  .armed = attack->armed,
                  .event_kind = attack->kind,
                  .matchup = matchup_of(turn, attack),
                  .blow = ""};
    if (fights->attacks == 0) {
        of.number = 1;
        return strike_once(turn, &of);
    }
    wyrm_blow_kind kinds[WYRM_DUEL_BLOWS_MAX];
    const size_t count = wyrm_combat_blows(combat, fights, kinds, WYRM_DUEL_BLOWS_MAX);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count && i < WYRM_DUEL_BLOWS_MAX; i++)
        for (int32_t k = 0; k < kinds[i].times; k++) {
            of.matchup.blow++;
            if (!belongs_to(attack, &kinds[i]) ||
                (of.event_kind == WYRM_ATTACK_MELEE &&
                 !reaches(combat, fights, of.matchup.blow, attack->distance)))
                continue;
            if (of.number > 0 && !goes_on(turn, &of))
                return WYRM_OK;
            of.blow = kinds[i].name;
            of.number++;
            status = strike_once(turn, &of);
            if (status != WYRM_OK)
                return status;
        }
    return status;
}

/* ---- The end of a turn ---- */

/* Applies a condition that costs, or heals, hit points. */
static void apply_condition(game_turn *turn, int32_t body, size_t slot)
{
    const wyrm_engine *engine = turn->engine;
    const fight_slot *of = &engine->slots[slot];
    wyrm_creature *creature = game_body(turn->game, body);
    const int64_t value = (int64_t)creature->combatant.stats[engine->first_slot + slot];
    if (!of->damage || value <= 0 || creature->combatant.hp <= 0)
        return;
    const int64_t points = fight_suffers(of, value, wyrm_pmf_draw(of->damage, &turn->combat));
    const int32_t credit = creature->blamed == 1 ? GAME_BODY_PLAYER : GAME_BODY_NONE;
    wyrm_event event = game_event_of(WYRM_EVENT_SUFFERED);
    event.amount = points < 0 ? -game_win_back(&creature->combatant, -points)
                              : game_body_wound(turn, body, credit, points);
    if (body == GAME_BODY_PLAYER)
        game_add_to(&turn->game->tally.healed, -event.amount);
    turn->credit = WYRM_NOBODY; /* each body has its own, which game_bury uses */
    turn->credit_kind = -1;
    event.stat = (int32_t)(engine->first_slot + slot);
    event.who = creature->blamed != 0 ? creature->blamed - 1 : WYRM_NOBODY;
    event.other = creature->blamed_kind;
    game_event_befalls(turn, body, &event);
    if (event.amount != 0)
        game_emit(turn, &event);
}

static void count_on(game_turn *turn, int32_t body)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_combatant *combatant = &game_body(turn->game, body)->combatant;
    double before[FIGHT_SLOTS_MOST];
    memcpy(before, &combatant->stats[engine->first_slot], engine->slot_count * sizeof *before);
    combat_count(engine->combat, combatant, &turn->combat);
    for (size_t i = 0; i < engine->slot_count; i++)
        emit_status(turn, body, i, before[i]);
}

/* Regenerates a body with a regeneration of its own, in the same steps as a duel. */
static void regenerate(game_turn *turn, int32_t body)
{
    wyrm_creature *creature = game_body(turn->game, body);
    const double rate = creature->combatant.regeneration;
    if (!(rate > 0.0) || creature->combatant.hp <= 0)
        return;
    const uint32_t turns = (uint32_t)creature->regenerated;
    creature->regenerated = turns < INT32_MAX - 1 ? (int32_t)turns + 1 : 0;
    const int64_t won = game_win_back(&creature->combatant, combat_regenerated(rate, turns + 1) -
                                                                combat_regenerated(rate, turns));
    if (body == GAME_BODY_PLAYER)
        game_add_to(&turn->game->tally.healed, won);
}

/* Applies the damage of the terrain that a body stands on. */
static void apply_terrain(game_turn *turn, int32_t body)
{
    wyrm_game *game = turn->game;
    const wyrm_creature *creature = game_body(game, body);
    const wyrm_terrain *terrain = game_terrain_at(turn->engine, game, creature->at);
    if (terrain == NULL || terrain->damage == NULL || creature->combatant.hp <= 0)
        return;
    wyrm_event event = game_event_of(WYRM_EVENT_BURNED);
    event.amount =
        game_body_wound(turn, body, GAME_BODY_NONE, amount_draw(terrain->damage, &turn->chance));
    turn->credit = WYRM_NOBODY;
    turn->credit_kind = -1;
    event.before = terrain - turn->engine->terrain;
    game_event_befalls(turn, body, &event);
    if (event.amount > 0)
        game_emit(turn, &event);
    if (body == GAME_BODY_PLAYER && creature->combatant.hp == 0)
        game->cause = WYRM_CAUSE_TERRAIN;
}

void game_body_end_turn(game_turn *turn, int32_t body)
{
    const size_t count = turn->engine->slot_count;
    if (turn->engine->terrain_count > 0)
        apply_terrain(turn, body);
    for (size_t i = 0; i < count; i++)
        apply_condition(turn, body, i);
    regenerate(turn, body);
    if (count > 0 && game_body(turn->game, body)->combatant.hp > 0)
        count_on(turn, body);
}

/* Changes terrain that a creature walks onto: doors open, ice breaks. */
static void trample(game_turn *turn, wyrm_position at)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_terrain *terrain = game_terrain_at(engine, turn->game, at);
    if (terrain == NULL || terrain->becomes == WYRM_BECOMES_SAME)
        return;
    game_set_tile(turn->game, at,
                  terrain->becomes == WYRM_BECOMES_FLOOR
                      ? WYRM_TILE_FLOOR
                      : wyrm_mapper_tile(engine->mapper, terrain->becomes));
    turn->looked = false;
    turn->distances_fresh = false;
}

void game_body_move(game_turn *turn, int32_t body, wyrm_position to)
{
    wyrm_game *game = turn->game;
    wyrm_creature *creature = game_body(game, body);
    bool was_seen = is_seen(turn, body);
    if (body == GAME_BODY_PLAYER) {
        turn->distances_fresh = false;
        turn->looked = false;
    } else {
        *game_mark_at(game, creature->at.x, creature->at.y) &= (uint8_t)~WYRM_MARK_MONSTER;
        *game_mark_at(game, to.x, to.y) |= WYRM_MARK_MONSTER;
    }
    creature->at = to;
    turn->stirred = true;
    trample(turn, to);
    const int32_t gold = body == GAME_BODY_PLAYER ? take_gold(game) : 0;
    if (!game_is_heard(turn))
        return;
    wyrm_event event = game_event_of(WYRM_EVENT_MOVED);
    event.who = game_body_id(game, body);
    event.monster = game_body_kind(game, body);
    event.at = to;
    event.seen = was_seen || is_seen(turn, body);
    game_emit(turn, &event);
    if (gold > 0)
        game_emit_player(turn, WYRM_EVENT_GOLD, gold);
}

/* ---- What the player fights with: bare stats, plus boosts, plus worn gear ---- */

/* Adds boosts and gear to the bare stats, conditions and counters included. */
static wyrm_combatant put_together(const wyrm_engine *engine, const wyrm_game *game,
                                   const bool *worn)
{
    wyrm_combatant dressed = game->bare;
    int64_t hp = game->player.combatant.hp;
    for (size_t i = 0; i < game->boost_count; i++) {
        const wyrm_boost *boost = &game->boosts[i];
        if (boost->stat < 0)
            dressed.regeneration += boost->amount;
        else if (boost->stat < WYRM_STATS_MAX)
            dressed.stats[boost->stat] += boost->amount;
    }
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_item *item = &game->pack[i].item;
        if (!(worn ? worn[i] : game->pack[i].worn))
            continue;
        /* Gear counts by its level if growth has curves for it, else by its record. */
        wyrm_role role = game_is_weapon(engine, item->kind) ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
        if (growth_roster_has_curves(engine->roster, role))
            wyrm_growth_equip(engine->growth, role, item->level, &dressed);
        else {
            wyrm_combat_equip(engine->combat, role, engine->kinds[item->kind].record, &dressed);
            wyrm_combat_plus(engine->combat, role, item->bonus, &dressed);
        }
    }
    wyrm_combat_fit(engine->combat, &dressed);
    dressed.hp = hp < dressed.max_hp ? hp : dressed.max_hp;
    return dressed;
}

/* Conditions and counters keep their current values, plus what gear and boosts now bring, minus
 * what they brought before. */
void game_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out)
{
    const wyrm_stat *stats = &wyrm_combat_stats(engine->combat)[engine->first_slot];
    const double *now = &game->player.combatant.stats[engine->first_slot];
    wyrm_combatant dressed = put_together(engine, game, worn);
    double *brings = &dressed.stats[engine->first_slot];
    for (size_t i = 0; i < engine->slot_count; i++)
        brings[i] = combat_stat_in_range(&stats[i], now[i] + brings[i] - game->brought[i]);
    *out = dressed; /* out may be what was read */
}

void game_player_dress(const wyrm_engine *engine, wyrm_game *game)
{
    const wyrm_combatant brings = put_together(engine, game, NULL);
    game_player_dressed(engine, game, NULL, &game->player.combatant);
    memcpy(game->brought, &brings.stats[engine->first_slot], engine->slot_count * sizeof(double));
}

size_t wyrm_attack_choices(const wyrm_engine *engine, const wyrm_game *game,
                           wyrm_attack_choice *out, size_t most)
{
    const wyrm_stat *stats = wyrm_combat_stats(engine->combat);
    size_t count = 0;
    const double *now = game->player.combatant.stats;
    for (int32_t i = 0; stats[i].name != NULL; i++) {
        const bool free = stats[i].chosen && stats[i].words[1] && now[i] == game->bare.stats[i];
        for (int32_t k = 0; free && stats[i].words[k]; k++)
            if (count++ < most)
                out[count - 1] = (wyrm_attack_choice){i, k, stats[i].words[k], now[i] == (double)k};
    }
    return count < WYRM_ATTACK_CHOICES_MAX ? count : WYRM_ATTACK_CHOICES_MAX;
}

/* ---- Experience and new levels ---- */

/* Changes the bare stats by how(turn, which). The player keeps its number of missing hit points,
 * whatever the new maximum, unless `how` heals it. */
static void grow(game_turn *turn, void (*how)(game_turn *turn, int32_t which), int32_t which)
{
    wyrm_game *game = turn->game;
    wyrm_combatant *bare = &game->bare, *player = &game->player.combatant;
    int64_t missing = player->max_hp - player->hp;
    bare->hp = bare->max_hp > missing ? bare->max_hp - missing : 1;
    how(turn, which);
    if (bare->hp >= bare->max_hp) /* `how` has healed it */
        missing = 0;
    game_player_dress(turn->engine, game);
    player->hp = player->max_hp > missing ? player->max_hp - missing : 1;
}

static void take_choice(game_turn *turn, int32_t which)
{
    wyrm_growth_choose(turn->engine->growth, (size_t)which, &turn->game->bare);
}

void game_player_choose(game_turn *turn, int32_t which)
{
    grow(turn, take_choice, which);
}

/* Applies the growth curves, at the luck by which hit points were rolled: luck 1.0 has the most. */
static void gain_level(game_turn *turn, int32_t level)
{
    wyrm_combatant *bare = &turn->game->bare;
    const wyrm_growth *growth = turn->engine->growth;
    const double luck = game_player_luck(turn->game);
    const int64_t less = wyrm_growth_hp(growth, bare->level, luck) -
                         wyrm_growth_hp(growth, bare->level, 1.0) -
                         wyrm_growth_hp(growth, level, luck) + wyrm_growth_hp(growth, level, 1.0);
    wyrm_growth_level_up(growth, WYRM_ROLE_PLAYER, level, bare);
    bare->max_hp = bare->max_hp > less ? bare->max_hp - less : 1;
    bare->hp = bare->hp > less ? bare->hp - less : 1;
}

void game_player_learn(game_turn *turn, uint64_t experience)
{
    wyrm_game *game = turn->game;
    const wyrm_growth *growth = turn->engine->growth;
    const wyrm_choice *choices;
    if (experience == 0 || game->player.combatant.hp <= 0)
        return;
    int64_t event_kind = experience < INT64_MAX ? (int64_t)experience : INT64_MAX;
    game_emit_player(turn, WYRM_EVENT_EXPERIENCE, event_kind);
    if (game->arena) { /* a set fight counts experience, but levels do not change */
        game_add_to(&game->experience.base, event_kind);
        return;
    }
    int32_t levels = wyrm_growth_award(growth, &game->experience, experience);
    for (int32_t i = 1; i <= levels; i++) {
        int32_t level = game->experience.level - levels + i;
        if (wyrm_growth_choices(growth, &choices) > 0) {
            game->choices++;
        } else {
            grow(turn, gain_level, level);
        }
        game_emit_player(turn, WYRM_EVENT_LEVEL_UP, level);
    }
}

void game_win(game_turn *turn)
{
    wyrm_game *game = turn->game;
    if (game->phase != WYRM_PHASE_PLAYING)
        return;
    game->phase = WYRM_PHASE_WON;
    if (game->goal_placed) {
        game_set_tile(game, game->goal, WYRM_TILE_FLOOR);
        game->goal_placed = false;
        game->goal_taken = true;
    }
    wyrm_event event = game_event_of(WYRM_EVENT_WON);
    event.at = game->player.at;
    event.seen = true;
    game_emit(turn, &event);
}

/* ---- Time ---- */

#define ACTS_MOST  INT64_C(1000)   /* least duration of an act: 1 / ACTS_MOST */
#define TURNS_MOST INT64_C(100000) /* longest duration of an act, in turns */

/* Charges a body turn->takes for its act, more if conditions slow it: sets when it acts next. */
void game_body_spend(game_turn *turn, int32_t body)
{
    wyrm_creature *creature = game_body(turn->game, body);
    wyrm_ratio takes = game_time_of(turn->takes.numerator, turn->takes.denominator);
    if (turn->engine->slot_count > 0)
        takes = combat_slowed(turn->engine->combat, &creature->combatant, takes);
    if (takes.numerator == takes.denominator && turn->now.numerator == 0) {
        creature->due = GAME_WHOLE_TURN; /* by far the most frequent case */
        return;
    }
    if (!(takes.numerator * ACTS_MOST >= takes.denominator &&
          takes.numerator / takes.denominator <= TURNS_MOST))
        game_turn_must(turn, wyrm_fail(turn->error, WYRM_ERROR_RANGE,
                                       "what '%s' does takes %.6g turns: games are played where "
                                       "that is from 0.001 to 100,000",
                                       creature->combatant.name,
                                       (double)takes.numerator / (double)takes.denominator));
    creature->due = game_time_after(turn->now, takes);
    if (body != GAME_BODY_PLAYER && game_time_before(creature->due, turn->next))
        turn->next = creature->due;
}
