/* Items: the pack and the floor, gear, using, shooting and throwing, shops.
 *
 * Items keep their order in the pack and on the floor, oldest first: recordings refer to them by
 * index, and "the newest" is the last.
 *
 * A shot or thrown weapon follows the line of fire, to the first monster on it, to its aim, or to
 * the last tile before a wall. An explosion there hits everybody in sight of that tile, the player
 * too; walls give shelter. Whether an attack is possible at all, from how far, and with what, is up
 * to the combat model: it is asked for its distribution before anything has happened.
 *
 * The effects of used items have one function for each kind of work, and one row for each kind of
 * effect. */
#include "game/internal.h"
#include "growth/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static wyrm_event item_event(const game_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = game_player_event(turn, kind);
    event.item = *item;
    return event;
}

static void emit_item(const game_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = item_event(turn, kind, item);
    game_emit(turn, &event);
}

/* ---- The pack and the floor ---- */

/* The name of a kind of item in the middle of a sentence: "the bronze key". */
static void name_kind(const wyrm_engine *engine, int32_t kind, char out[WYRM_NAMED_TEXT_MAX])
{
    char called[WYRM_NAME_TEXT_MAX];
    game_words_small(engine->kinds[kind].title, called);
    wyrm_name_the(called, out);
}

/* Whether the player may use or wear the item of the pack at an index, which is checked; else the
 * sentence that refuses it. */
static wyrm_status may(const wyrm_engine *engine, const wyrm_game *game, int32_t index,
                       wyrm_error *error)
{
    char named[WYRM_NAMED_TEXT_MAX];
    if (index < 0 || (size_t)index >= game->pack_count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You have no such item.");
    const int32_t kind = game->pack[index].item.kind;
    if (!game_is_barred(game, kind))
        return WYRM_OK;
    name_kind(engine, kind, named);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You have sworn off %s.", named);
}

/* The item of the pack that a command names, whether the player has sworn it off or not. */
static wyrm_game_item *item_of(game_turn *turn, const wyrm_command *command)
{
    if (command->argument < 0 || (size_t)command->argument >= turn->game->pack_count)
        game_refuse(turn, "You have no such item.");
    return &turn->game->pack[command->argument];
}

/* Refuses with a sentence that ends with the item's name. */
_Noreturn static void refuse_item(game_turn *turn, const char *what, int32_t kind)
{
    char named[WYRM_NAMED_TEXT_MAX];
    name_kind(turn->engine, kind, named);
    game_refuse(turn, "%s %s.", what, named);
}

static wyrm_game_item remove_item(wyrm_game_item *items, size_t *count, size_t index)
{
    const wyrm_game_item item = items[index];
    --*count;
    memmove(&items[index], &items[index + 1], (*count - index) * sizeof *items);
    return item;
}

/* Removes an item from the pack; worn gear is taken off. */
static void lose(const wyrm_engine *engine, wyrm_game *game, size_t index)
{
    const wyrm_game_item item = remove_item(game->pack, &game->pack_count, index);
    if (item.worn)
        game_player_dress(engine, game);
}

/* Puts an item on the floor in view of the player; there must be room. */
static void put_down(wyrm_game *game, const wyrm_game_item *item, wyrm_position at, bool left)
{
    wyrm_game_item *put = &game->items[game->item_count++];
    *put = *item;
    put->at = at;
    put->seen = true;
    put->worn = false;
    put->left = left;
    game->news++;
}

/* Chooses the letter of an item: that of equal items in the pack, else the letter it had before if
 * that is free, else the first free one. */
static void give_letter(const wyrm_game *game, wyrm_game_item *item)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool taken[128] = {false};
    for (size_t i = 0; i < game->pack_count; i++) {
        if (game_are_alike(&game->pack[i], item)) {
            item->letter = game->pack[i].letter;
            return;
        }
        taken[game->pack[i].letter & 127] = true;
    }
    if (item->letter != 0 && !taken[item->letter & 127])
        return;
    item->letter = 0;
    for (size_t i = 0; i < sizeof letters - 1 && item->letter == 0; i++)
        if (!taken[letters[i] & 127])
            item->letter = letters[i];
}

void game_pack_put(wyrm_game *game, wyrm_game_item item)
{
    give_letter(game, &item);
    game->pack[game->pack_count++] = item;
}

/* Picks up the newest item here that the player has not sworn off; if there is none, refuses. */
static bool pick_up(game_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->goal_placed && game_same_tile(game->goal, game->player.at)) {
        game_win(turn);
        return true;
    }
    size_t index = game->item_count;
    bool is_barred = true;
    for (size_t i = game->item_count; i-- > 0 && is_barred;) {
        if (!game_same_tile(game->items[i].at, game->player.at))
            continue;
        is_barred = game_is_barred(game, game->items[i].item.kind);
        if (!is_barred || index == game->item_count)
            index = i;
    }
    if (index == game->item_count)
        game_refuse(turn, "There is nothing here to pick up.");
    if (is_barred)
        refuse_item(turn, "You have sworn off", game->items[index].item.kind);
    if (game_pack_is_full(turn->engine, game))
        game_refuse(turn, "Your pack is full.");
    wyrm_game_item item = remove_item(game->items, &game->item_count, index);
    bool found = item.item.room >= 0; /* not one that the player has dropped or thrown */
    game->news++;
    item.at = (wyrm_position){0, 0};
    item.seen = item.left = false;
    item.item.room = -1;
    game_pack_put(game, item);
    if (found)
        game_count(&game->tally.items_found);
    wyrm_event event = item_event(turn, WYRM_EVENT_PICKED_UP, &item.item);
    event.by_pity = found && item.item.pity > 0;
    game_emit(turn, &event);
    return true;
}

static bool drop(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    const wyrm_game_item item = *item_of(turn, command);
    if (game_floor_is_full(game))
        game_refuse(turn, "There is no room for it on this floor.");
    put_down(game, &item, game->player.at, true);
    lose(turn->engine, game, (size_t)command->argument);
    emit_item(turn, WYRM_EVENT_DROPPED, &item.item);
    return true;
}

/* ---- Gear ---- */

/* Which items would be worn after an item of the pack is put on, or taken off if it is worn.
 * Returns how many other pieces stay on. */
static size_t wear_with(const wyrm_engine *engine, const wyrm_game *game, size_t item, bool *worn)
{
    const wyrm_game_item *pack = game->pack;
    const bool puts_on = !pack[item].worn && game_is_gear(engine, pack[item].item.kind);
    size_t beside = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        worn[i] = i != item && pack[i].worn &&
                  !(puts_on && game_gear_clash(engine, pack[item].item.kind, pack[i].item.kind));
        beside += worn[i];
    }
    worn[item] = puts_on;
    return beside;
}

static bool wear(game_turn *turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    game_turn_must(turn, may(engine, game, command->argument, turn->error));
    wyrm_game_item *item = &game->pack[command->argument];
    const int32_t kind = item->item.kind;
    if (!game_is_gear(engine, kind))
        refuse_item(turn, "You can neither wield nor wear", kind);
    if (item->worn)
        refuse_item(turn, game_is_weapon(engine, kind) ? "You already wield" : "You already wear",
                    kind);
    bool worn[WYRM_PACK_MAX];
    if (wear_with(engine, game, (size_t)command->argument, worn) >= WYRM_WORN_MAX)
        game_refuse(turn, "You cannot wear any more.");
    for (size_t i = 0; i < game->pack_count; i++)
        if (game->pack[i].worn && !worn[i]) {
            game->pack[i].worn = false;
            emit_item(turn, WYRM_EVENT_TAKEN_OFF, &game->pack[i].item);
        }
    item->worn = true;
    game_player_dress(engine, game);
    emit_item(turn, WYRM_EVENT_WORN, &item->item);
    return true;
}

static bool take_off(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    wyrm_game_item *item = item_of(turn, command);
    if (!item->worn)
        refuse_item(turn, "You do not wear", item->item.kind);
    item->worn = false;
    game_player_dress(turn->engine, game);
    emit_item(turn, WYRM_EVENT_TAKEN_OFF, &item->item);
    return true;
}

void wyrm_player_with(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                      wyrm_combatant *out)
{
    bool worn[WYRM_PACK_MAX];
    wear_with(engine, game, item, worn);
    game_player_dressed(engine, game, worn, out);
}

/* The player as it fights with the weapon at that index in hand, in place of others: to throw
 * it. */
static void hold(const wyrm_engine *engine, const wyrm_game *game, size_t index,
                 wyrm_combatant *out)
{
    bool worn[WYRM_PACK_MAX];
    for (size_t i = 0; i < game->pack_count; i++)
        worn[i] =
            i == index || (game->pack[i].worn && !game_is_weapon(engine, game->pack[i].item.kind));
    game_player_dressed(engine, game, worn, out);
}

/* ---- Targets of the player's effects and attacks ---- */

/* The most bodies that one aim can hit: every monster, by ascending index, and the player last. */
#define AIMED_MAX (WYRM_LEVEL_SPAWNS_MAX + 1)

/* Finds the bodies that an effect used at `target` hits: fills bodies[AIMED_MAX] and returns their
 * number, or WYRM_EFFECT_NO_AIM. */
static size_t aim_from(const wyrm_game *game, const wyrm_effect *effect, wyrm_position user,
                       wyrm_position target, int32_t *bodies)
{
    wyrm_position tiles[AIMED_MAX];
    size_t hit[AIMED_MAX], count = game->monster_count;
    const wyrm_grid grid = game_sight_grid(game);
    for (size_t i = 0; i < count; i++)
        tiles[i] = game->monsters[i].body.at;
    tiles[count] = game->player.at;
    size_t found = wyrm_effect_targets(effect, &grid, user, target, tiles, count + 1, hit);
    for (size_t i = 0; found != WYRM_EFFECT_NO_AIM && i < found; i++)
        bodies[i] = hit[i] < count ? (int32_t)hit[i] : GAME_BODY_PLAYER;
    return found;
}

/* The same for the player as user. Range is limited to sight, also for effects without a range. */
static size_t aim(const wyrm_engine *engine, const wyrm_game *game, const wyrm_effect *effect,
                  wyrm_position target, int32_t *bodies)
{
    wyrm_effect seen = *effect;
    if (seen.range < 0 || seen.range > engine->rules.sight)
        seen.range = engine->rules.sight;
    return aim_from(game, &seen, game->player.at, target, bodies);
}

size_t wyrm_would_hit(const wyrm_engine *engine, const wyrm_game *game,
                      const wyrm_observation *observation, size_t item, wyrm_position target,
                      size_t *hit, bool *user)
{
    int32_t bodies[AIMED_MAX];
    const size_t found =
        aim(engine, game, &engine->effects[game->pack[item].item.kind], target, bodies);
    size_t seen = 0;
    *user = false;
    if (found == WYRM_EFFECT_NO_AIM)
        return found;
    for (size_t i = 0; i < found; i++) {
        *user = *user || bodies[i] == GAME_BODY_PLAYER;
        for (size_t k = 0; k < observation->monster_count; k++)
            if (observation->monsters[k].index == bodies[i] && observation->monsters[k].in_sight)
                hit[seen++] = k;
    }
    return seen;
}

/* Whether the combat model allows such an attack. */
static wyrm_status try_attack(const wyrm_engine *engine, const wyrm_combatant *attacker,
                              const wyrm_combatant *defender, wyrm_attack_kind kind,
                              double distance, double off_centre, wyrm_error *error)
{
    wyrm_pmf *damage = NULL;
    const wyrm_matchup matchup = {.attacker = attacker,
                                  .defender = defender,
                                  .attack = kind,
                                  .distance = distance,
                                  .off_centre = off_centre};
    wyrm_status status = combat_hit_roughly(engine->combat, &matchup, &damage, error);
    wyrm_pmf_free(damage);
    return status;
}

/* The greatest distance in tiles, within sight, at which the combat model allows this attacker
 * attacks of a kind; 0: at none. Binary search. */
static int32_t farthest(const wyrm_engine *engine, const wyrm_combatant *attacker,
                        wyrm_attack_kind kind)
{
    const wyrm_combatant target = wyrm_combat_blank(engine->combat, "target");
    int32_t good = 0, bad = engine->rules.sight + 1;
    while (bad - good > 1) {
        int32_t middle = good + (bad - good) / 2;
        if (try_attack(engine, attacker, &target, kind, middle, 0.0, NULL) == WYRM_OK)
            good = middle;
        else
            bad = middle;
    }
    return good;
}

int32_t wyrm_strike_range(const wyrm_engine *engine, const wyrm_game *game)
{
    const wyrm_combatant *player = &game->player.combatant;
    const double far = game_stat_of(engine, player, WYRM_STAT_REACH, 1.0);
    const int32_t reach = far >= 2.0 ? (int32_t)fmin(far, engine->rules.sight) : 0;
    const int32_t fired = game_stat_of(engine, player, WYRM_STAT_RANGE, 0.0) > 0.0
                              ? farthest(engine, player, WYRM_ATTACK_FIRED)
                              : 0;
    return reach > fired ? reach : fired;
}

int32_t wyrm_throw_range(const wyrm_engine *engine, const wyrm_game *game, size_t item)
{
    wyrm_combatant armed;
    int32_t kind = game->pack[item].item.kind;
    if (!game_is_weapon(engine, kind) || game_is_barred(game, kind))
        return 0;
    hold(engine, game, item, &armed);
    return farthest(engine, &armed, WYRM_ATTACK_THROWN);
}

/* ---- Shots and throws ---- */

/* A ranged attack of the player. */
typedef struct shot {
    wyrm_attack_kind kind;
    wyrm_combatant armed; /* the player's stats in this attack */
    double blast;         /* radius of the explosion, tiles; 0: none */
    wyrm_position end;    /* tile where it comes down */
    int32_t distance;     /* tiles to there */
    size_t count;
    int32_t bodies[AIMED_MAX]; /* bodies it hits */
} shot;

/* Follows the flight: finds where it ends and which bodies it hits there. */
static void fly(const wyrm_engine *engine, const wyrm_game *game, wyrm_position target,
                shot *flying)
{
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    const wyrm_position from = game->player.at;
    const wyrm_grid grid = game_sight_grid(game);
    const size_t length = wyrm_line(&grid, from, target, way, WYRM_MAP_SIDE_MAX);
    int32_t victim = -1;
    flying->end = from;
    for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && victim < 0; i++) {
        if (wyrm_grid_solid(&grid, way[i].x, way[i].y))
            break;
        flying->end = way[i];
        victim = game_monster_on(game, way[i]);
    }
    flying->distance = game_tiles_apart(from, flying->end);
    flying->count = victim >= 0;
    flying->bodies[0] = victim;
    if (flying->blast > 0.0) {
        const wyrm_effect blast = {.kind = WYRM_EFFECT_BLAST,
                                   .radius = (int32_t)fmin(flying->blast, WYRM_EFFECT_REACH_MAX),
                                   .measure = engine->rules.measure};
        flying->count = aim_from(game, &blast, flying->end, flying->end, flying->bodies);
    }
}

/* Ends the command unless the combat model allows the attack. The reason is the distance, or the
 * model's own sentence: "'NAME' can only strike: ..." becomes "You can only strike: ...". */
static void must(game_turn *turn, const shot *flying, wyrm_status status)
{
    if (status != WYRM_ERROR_ARGUMENT) {
        game_turn_must(turn, status);
        return;
    }
    int32_t most = farthest(turn->engine, &flying->armed, flying->kind);
    if (flying->kind == WYRM_ATTACK_MELEE && most <= 1)
        game_refuse(turn, "You have nothing in hand that strikes from afar.");
    if (most > 0 && most < flying->distance)
        game_refuse(turn, "That is too far away: %d %s at most.", (int)most,
                    most == 1 ? "tile" : "tiles");
    char name[sizeof flying->armed.name + 4], said[WYRM_ERROR_MESSAGE_MAX];
    snprintf(name, sizeof name, "'%s' ", flying->armed.name);
    snprintf(said, sizeof said, "%s", turn->error ? turn->error->message : "");
    if (strncmp(said, name, strlen(name)) == 0)
        game_refuse(turn, "You %s.", said + strlen(name));
    game_refuse(turn, "%s.", said);
}

static double off_centre(const game_turn *turn, const shot *flying, size_t index)
{
    return game_tiles_apart(flying->end, game_body(turn->game, flying->bodies[index])->at);
}

/* Checks that every attack of the shot is possible; a shot that hits nobody is tried on a dummy. */
static void try_all(game_turn *turn, const shot *flying)
{
    const wyrm_engine *engine = turn->engine;
    const wyrm_combatant straw = wyrm_combat_blank(engine->combat, "target");
    for (size_t i = 0; i == 0 || i < flying->count; i++) {
        const bool hits = i < flying->count;
        must(turn, flying,
             try_attack(engine, &flying->armed,
                        hits ? &game_body(turn->game, flying->bodies[i])->combatant : &straw,
                        flying->kind, flying->distance, hits ? off_centre(turn, flying, i) : 0.0,
                        turn->error));
    }
}

static void strike_all(game_turn *turn, const shot *flying)
{
    turn->takes = game_attack_takes(turn->engine, &flying->armed);
    for (size_t i = 0; i < flying->count; i++)
        must(turn, flying,
             game_body_strike(turn, &(game_assault){.attacker = GAME_BODY_PLAYER,
                                                    .defender = flying->bodies[i],
                                                    .armed = &flying->armed,
                                                    .kind = flying->kind,
                                                    .distance = flying->distance,
                                                    .off_centre = off_centre(turn, flying, i)}));
    game_count(&turn->game->tally.shots);
}

/* Fires the wielded weapon if it can fire; but one with a reach above 1 strikes whoever is within
 * reach. What is fired explodes where it hits. A single attack is not tried first: if it fails,
 * nothing has happened yet. */
static bool shoot(game_turn *turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    const wyrm_position to = command->target;
    if (!wyrm_sight_has(game_player_sight(turn->engine, game), to.x, to.y) ||
        game_monster_on(game, to) < 0)
        game_refuse(turn, "You see nobody there.");
    shot flying = {.kind = WYRM_ATTACK_MELEE, .armed = game->player.combatant};
    fly(engine, game, command->target, &flying);
    double reach = game_stat_of(engine, &flying.armed, WYRM_STAT_REACH, 1.0);
    if (game_stat_of(engine, &flying.armed, WYRM_STAT_RANGE, 0.0) > 0.0 &&
        !(reach > 1.0 && flying.distance <= reach)) {
        flying.kind = WYRM_ATTACK_FIRED;
        flying.blast = game_stat_of(engine, &flying.armed, WYRM_STAT_SHOT_BLAST, 0.0);
    }
    if (flying.blast > 0.0) {
        fly(engine, game, command->target, &flying);
        try_all(turn, &flying);
    }
    strike_all(turn, &flying);
    return true;
}

/* Throws a weapon, which leaves the pack and lies where it comes down, unless it bursts. */
static bool throw(game_turn * turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    game_turn_must(turn, may(engine, game, command->argument, turn->error));
    const size_t index = (size_t)command->argument;
    const wyrm_position to = command->target;
    const wyrm_game_item item = game->pack[index];
    if (!game_is_weapon(engine, item.item.kind))
        refuse_item(turn, "There is no point in throwing", item.item.kind);
    if (!wyrm_sight_has(game_player_sight(turn->engine, game), to.x, to.y))
        game_refuse(turn, "You cannot see that place.");
    if (game_same_tile(to, game->player.at))
        game_refuse(turn, "That would be yourself.");
    shot flying = {.kind = WYRM_ATTACK_THROWN};
    hold(engine, game, index, &flying.armed);
    flying.blast = game_stat_of(engine, &flying.armed, WYRM_STAT_BLAST, 0.0);
    fly(engine, game, to, &flying);
    if (flying.distance == 0)
        game_refuse(turn, "There is a wall.");
    try_all(turn, &flying);
    if (flying.blast == 0.0 && game_floor_is_full(game))
        game_refuse(turn, "There is no room for it on this floor.");
    lose(engine, game, index);
    if (flying.blast == 0.0)
        put_down(game, &item, flying.end, false);
    wyrm_event event = item_event(turn, WYRM_EVENT_THROWN, &item.item);
    event.at = flying.end;
    game_emit(turn, &event);
    strike_all(turn, &flying);
    return true;
}

/* ---- Effects: hit points, food, experience ---- */

/* An effect being applied. */
typedef struct use {
    game_turn *turn;
    wyrm_effect effect;
    wyrm_item item;
    size_t count;
    int32_t bodies[AIMED_MAX]; /* bodies it hits */
} use;

/* The effect with its random numbers drawn. */
static wyrm_effect roll(const use *of)
{
    return wyrm_effect_roll(&of->effect, &of->turn->chance);
}

static bool heal(const use *of)
{
    wyrm_game *game = of->turn->game;
    const wyrm_effect effect = roll(of);
    wyrm_combatant healed = game->player.combatant;
    const int64_t most = healed.max_hp;
    wyrm_event event = item_event(of->turn, WYRM_EVENT_HEALED, &of->item);
    event.amount = wyrm_effect_use(&effect, &healed);
    event.before = healed.max_hp > most ? most : 0;
    game->bare.max_hp += healed.max_hp - most;
    game_player_dress(of->turn->engine, game);
    game->player.combatant.hp = healed.hp;
    game_add_to(&game->tally.healed, event.amount);
    game_emit(of->turn, &event);
    return true;
}

static bool hurt(const use *of)
{
    for (size_t i = 0; i < of->count; i++) {
        wyrm_event event = game_event_of(WYRM_EVENT_HURT);
        event.amount = game_body_wound(of->turn, of->bodies[i], GAME_BODY_PLAYER, roll(of).damage);
        event.item = of->item;
        game_event_befalls(of->turn, of->bodies[i], &event);
        game_emit(of->turn, &event);
    }
    return of->count > 0;
}

static bool feed(const use *of)
{
    wyrm_game *game = of->turn->game;
    const wyrm_play_rules *rules = &of->turn->engine->rules;
    const int32_t before = game->fullness, room = rules->fullness_most - before;
    const int32_t amount = roll(of).amount;
    wyrm_event event = item_event(of->turn, WYRM_EVENT_ATE, &of->item);
    game->fullness += amount < room ? amount : room;
    event.amount = game->fullness - before;
    game_emit(of->turn, &event);
    size_t stage = wyrm_hunger_stage_at(rules, game->fullness);
    if (stage != wyrm_hunger_stage_at(rules, before)) {
        event.kind = WYRM_EVENT_HUNGER;
        event.amount = (int64_t)stage;
        game_emit(of->turn, &event);
    }
    return true;
}

static bool teach(const use *of)
{
    game_player_learn(of->turn, (uint64_t)roll(of).amount);
    return true;
}

/* ---- Conditions and boosts ---- */

/* Begins a condition of each body, or extends it; a shorter one changes nothing. */
static bool afflict(const use *of)
{
    static const wyrm_condition conditions[WYRM_EFFECT_KIND_COUNT] = {
        [WYRM_EFFECT_CONFUSE] = WYRM_CONFUSED, [WYRM_EFFECT_SLEEP] = WYRM_ASLEEP,
        [WYRM_EFFECT_HOLD] = WYRM_HELD,        [WYRM_EFFECT_SLOW] = WYRM_SLOWED,
        [WYRM_EFFECT_FRIGHTEN] = WYRM_AFRAID,  [WYRM_EFFECT_SENSE] = WYRM_SENSING,
        [WYRM_EFFECT_HIDE] = WYRM_HIDDEN,      [WYRM_EFFECT_HASTE] = WYRM_HASTED,
    };
    for (size_t i = 0; i < of->count; i++) {
        wyrm_event event = game_event_of(WYRM_EVENT_CONDITION);
        event.condition = conditions[of->effect.kind];
        const int32_t turns = roll(of).turns;
        event.amount = turns;
        event.item = of->item;
        int32_t *left = &game_body(of->turn->game, of->bodies[i])->turns[event.condition];
        if (turns <= *left)
            continue;
        *left = turns;
        game_event_befalls(of->turn, of->bodies[i], &event);
        game_emit(of->turn, &event);
    }
    return of->count > 0;
}

static bool raises_max_hp(const wyrm_effect *effect)
{
    return effect->kind == WYRM_EFFECT_STRENGTHEN && effect->stat &&
           strcmp(effect->stat, "max_hp") == 0;
}

/* Finds the boost that an effect adds to, as an index in game->boosts: a permanent boost of the
 * same stat is added up, others get a new entry. WYRM_BOOSTS_MAX if there is no room. */
static size_t boost_index(const wyrm_engine *engine, const wyrm_game *game,
                          const wyrm_effect *effect, wyrm_boost *out)
{
    const int32_t named = effect->stat ? wyrm_combat_stat(engine->combat, effect->stat) : -1;
    *out = (wyrm_boost){.stat = effect->kind == WYRM_EFFECT_REGENERATE ? -1
                                : named >= 0                           ? named
                                                                       : WYRM_STATS_MAX,
                        .turns = effect->turns > 0 ? effect->turns : -1};
    if (out->turns > 0)
        return game->boost_count;
    size_t i = 0;
    while (i < game->boost_count &&
           !(game->boosts[i].stat == out->stat && game->boosts[i].turns < 0))
        i++;
    return i;
}

static bool boost(const use *of)
{
    wyrm_game *game = of->turn->game;
    const wyrm_effect rolled = roll(of), *effect = &rolled;
    wyrm_combatant *player = &game->player.combatant;
    const bool raises = raises_max_hp(effect);
    const int64_t room = WYRM_HP_MAX - player->max_hp;
    const int64_t more = raises ? (effect->amount < room ? effect->amount : room) : 0;
    wyrm_boost made;
    if (!raises) {
        size_t place = boost_index(of->turn->engine, game, effect, &made);
        if (place == game->boost_count)
            game->boosts[game->boost_count++] = made;
        game->boosts[place].amount += effect->amount;
    }
    game->bare.max_hp += more;
    game_player_dress(of->turn->engine, game);
    player->hp += more; /* hit points rise with their maximum */
    wyrm_event event = item_event(of->turn, WYRM_EVENT_BOOSTED, &of->item);
    event.whom = event.who;
    event.amount = raises || effect->turns <= 0 ? -1 : effect->turns;
    game_emit(of->turn, &event);
    return true;
}

/* ---- Enchantment ---- */

/* Index in the pack of the worn item to enchant: the one with the lowest bonus, armor before
 * weapons. pack_count if nothing worn can be enchanted. */
static size_t enchanted(const wyrm_engine *engine, const wyrm_game *game, wyrm_effect_gear gear)
{
    size_t best = game->pack_count;
    bool best_weapon = false;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_game_item *item = &game->pack[i];
        if (!item->worn)
            continue;
        const bool weapon = game_is_weapon(engine, item->item.kind);
        const wyrm_role role = weapon ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
        if (gear == (weapon ? WYRM_EFFECT_GEAR_ARMOR : WYRM_EFFECT_GEAR_WEAPON) ||
            wyrm_combat_plus_stat(engine->combat, role) < 0 ||
            growth_roster_has_curves(engine->roster, role) || item->item.bonus >= WYRM_PLUS_MAX)
            continue;
        const int32_t lowest = best < game->pack_count ? game->pack[best].item.bonus : 0;
        if (best < game->pack_count && (item->item.bonus > lowest ||
                                        (item->item.bonus == lowest && !(best_weapon && !weapon))))
            continue;
        best = i;
        best_weapon = weapon;
    }
    return best;
}

static bool enchant(const use *of)
{
    wyrm_game *game = of->turn->game;
    const wyrm_effect effect = roll(of);
    const size_t index = enchanted(of->turn->engine, game, effect.gear);
    if (index == game->pack_count)
        return false;
    wyrm_item *item = &game->pack[index].item;
    const int32_t room = WYRM_PLUS_MAX - item->bonus;
    const int32_t more = effect.amount < room ? effect.amount : room;
    item->bonus += more;
    game_player_dress(of->turn->engine, game);
    wyrm_event event = item_event(of->turn, WYRM_EVENT_ENCHANTED, item);
    event.amount = more;
    game_emit(of->turn, &event);
    return true;
}

/* ---- Places ---- */

/* The range of an effect that moves somebody elsewhere; 0: unlimited. */
static int32_t leads(const wyrm_effect *effect)
{
    return effect->kind == WYRM_EFFECT_TELEPORT && effect->range > 0 ? effect->range : 0;
}

/* Counts the free floor tiles, up to `most`, to which a creature at `from` could be moved, row by
 * row; *last is the last one counted. `range` 0: any distance. */
static size_t count_free(const wyrm_game *game, wyrm_measure measure, wyrm_position from,
                         int32_t range, size_t most, wyrm_position *last)
{
    const int32_t reach = range > 0 && range < WYRM_MAP_SIDE_MAX ? range : WYRM_MAP_SIDE_MAX;
    const int32_t left = from.x > reach ? from.x - reach : 0;
    const int32_t top = from.y > reach ? from.y - reach : 0;
    size_t count = 0;
    for (int y = top; y <= from.y + reach && y < game->map.height; y++)
        for (int x = left; x <= from.x + reach && x < game->map.width; x++) {
            const uint8_t mark = game->marks[y * game->map.width + x];
            if ((mark & WYRM_MARK_TILE) != WYRM_TILE_FLOOR ||
                mark & (WYRM_MARK_MONSTER | WYRM_TILE_AVOIDED) ||
                (x == game->player.at.x && y == game->player.at.y) ||
                (range > 0 && !wyrm_measure_reaches(measure, x - from.x, y - from.y, range)))
                continue;
            *last = (wyrm_position){(int16_t)x, (int16_t)y};
            if (++count == most)
                return count;
        }
    return count;
}

/* Moves the first body hit to a random free tile; draws nothing if there is none. */
static bool send_away(const use *of)
{
    game_turn *turn = of->turn;
    wyrm_game *game = turn->game;
    if (of->count == 0)
        return false;
    const int32_t body = of->bodies[0], range = leads(&of->effect);
    const wyrm_position from = game_body(game, body)->at;
    wyrm_position to;
    size_t count = count_free(game, of->effect.measure, from, range, SIZE_MAX, &to);
    if (count == 0)
        return false;
    size_t drawn = (size_t)wyrm_rng_below(&turn->chance, count);
    count_free(game, of->effect.measure, from, range, drawn + 1, &to);
    wyrm_event event = item_event(turn, WYRM_EVENT_TELEPORTED, &of->item);
    event.who = game_body_id(game, body);
    event.monster = game_body_kind(game, body);
    event.at = to;
    game_emit(turn, &event);
    game_body_move(turn, body, to);
    return true;
}

/* Makes known every tile that can be walked on, and the walls around it. */
static bool map(const use *of)
{
    wyrm_game *game = of->turn->game;
    const int32_t width = game->map.width, height = game->map.height;
    for (int32_t i = 0; i < width * height; i++) {
        if ((game->marks[i] & WYRM_MARK_TILE) == WYRM_TILE_WALL)
            continue;
        for (int k = 0; k < 9; k++) {
            uint8_t *mark = game_mark_at(game, i % width + k % 3 - 1, i / width + k / 3 - 1);
            if (mark)
                *mark |= WYRM_MARK_KNOWN;
        }
    }
    game->news++;
    emit_item(of->turn, WYRM_EVENT_MAPPED, &of->item);
    return true;
}

/* ---- Using ---- */

/* The work of each kind of effect; returns false if it had no effect. */
static bool (*const works[WYRM_EFFECT_KIND_COUNT])(const use *of) = {
    [WYRM_EFFECT_HEAL] = heal,        [WYRM_EFFECT_FEED] = feed,
    [WYRM_EFFECT_LIGHTNING] = hurt,   [WYRM_EFFECT_BOLT] = hurt,
    [WYRM_EFFECT_BLAST] = hurt,       [WYRM_EFFECT_CONFUSE] = afflict,
    [WYRM_EFFECT_SLEEP] = afflict,    [WYRM_EFFECT_HOLD] = afflict,
    [WYRM_EFFECT_SLOW] = afflict,     [WYRM_EFFECT_FRIGHTEN] = afflict,
    [WYRM_EFFECT_BANISH] = send_away, [WYRM_EFFECT_TELEPORT] = send_away,
    [WYRM_EFFECT_MAP] = map,          [WYRM_EFFECT_SENSE] = afflict,
    [WYRM_EFFECT_HIDE] = afflict,     [WYRM_EFFECT_HASTE] = afflict,
    [WYRM_EFFECT_REGENERATE] = boost, [WYRM_EFFECT_STRENGTHEN] = boost,
    [WYRM_EFFECT_TEACH] = teach,      [WYRM_EFFECT_ENCHANT] = enchant,
};

/* Whether an effect could do anything for the player now, wherever it is aimed. */
static wyrm_status helps(const wyrm_engine *engine, const wyrm_game *game, int32_t kind,
                         wyrm_error *error)
{
    const wyrm_effect *effect = &engine->effects[kind];
    const wyrm_combatant *player = &game->player.combatant;
    const bool can_grow = player->max_hp < WYRM_HP_MAX;
    const char *why = NULL;
    char named[WYRM_NAMED_TEXT_MAX];
    wyrm_position to;
    wyrm_boost made;
    if (!works[effect->kind]) {
        name_kind(engine, kind, named);
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You see no use for %s here.", named);
    }
    if (effect->kind == WYRM_EFFECT_HEAL && player->hp >= player->max_hp &&
        !(effect->max_hp > 0 && can_grow))
        why = "You are not hurt.";
    if (effect->kind == WYRM_EFFECT_FEED && engine->rules.stage_count == 0)
        why = "Nobody is ever hungry here.";
    if (effect->kind == WYRM_EFFECT_ENCHANT &&
        enchanted(engine, game, effect->gear) == game->pack_count)
        why = "You wear nothing that could be enchanted.";
    if (works[effect->kind] == send_away &&
        count_free(game, effect->measure, game->player.at, leads(effect), 1, &to) == 0)
        why = "There is nowhere to go.";
    if (raises_max_hp(effect))
        why = can_grow ? NULL : "You cannot get any tougher.";
    else if (works[effect->kind] == boost &&
             boost_index(engine, game, effect, &made) >= WYRM_BOOSTS_MAX)
        why = "Too much is at work in you already.";
    return why ? wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", why) : WYRM_OK;
}

bool wyrm_can_use(const wyrm_engine *engine, const wyrm_game *game, size_t item, char *why)
{
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = may(engine, game, item < WYRM_PACK_MAX ? (int32_t)item : -1, &error);
    if (status == WYRM_OK && !game_is_gear(engine, game->pack[item].item.kind))
        status = helps(engine, game, game->pack[item].item.kind, &error);
    if (why)
        snprintf(why, WYRM_WHY_MAX, "%.*s", WYRM_WHY_MAX - 1, error.message);
    return status == WYRM_OK;
}

wyrm_effect wyrm_pack_effect(const wyrm_engine *engine, const wyrm_game *game, size_t item)
{
    return engine->effects[game->pack[item].item.kind];
}

static bool use_item(game_turn *turn, const wyrm_command *command)
{
    const wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    game_turn_must(turn, may(engine, game, command->argument, turn->error));
    const size_t index = (size_t)command->argument;
    use of = {.turn = turn, .item = game->pack[index].item};
    of.effect = engine->effects[of.item.kind];
    game_turn_must(turn, helps(engine, game, of.item.kind, turn->error));
    of.count = aim(engine, game, &of.effect, command->target, of.bodies);
    const wyrm_position to = command->target;
    const wyrm_grid grid = game_sight_grid(game);
    const int x = to.x - game->player.at.x, y = to.y - game->player.at.y, range = of.effect.range;
    if (of.count == WYRM_EFFECT_NO_AIM)
        game_refuse(turn, "%s", /* the first reason */
                    !wyrm_grid_holds(&grid, to.x, to.y)   ? "There is nothing there."
                    : game_same_tile(to, game->player.at) ? "That would be yourself."
                    : !wyrm_measure_reaches(engine->rules.measure, x, y, engine->rules.sight)
                        ? "You cannot see that far."
                    : range >= 0 && !wyrm_measure_reaches(engine->rules.measure, x, y, range)
                        ? "That is too far away."
                    : wyrm_grid_solid(&grid, to.x, to.y) ? "There is only a wall."
                                                         : "You cannot see that place.");
    if (of.count == 0 && wyrm_effect_aims(of.effect.kind) == WYRM_AIM_CLOSEST)
        game_refuse(turn, "Nobody that you see is near enough.");
    emit_item(turn, WYRM_EVENT_USED, &of.item);
    game_count(&game->tally.items_used);
    game_count(&game->tally.used[of.item.kind]);
    if (--game->pack[index].uses <= 0) /* the last use consumes the item */
        lose(engine, game, index);
    if (!works[of.effect.kind](&of))
        emit_item(turn, WYRM_EVENT_NO_EFFECT, &of.item);
    return true;
}

/* ---- Shops ---- */

bool wyrm_can_trade(const wyrm_game *game)
{
    return game->phase == WYRM_PHASE_PLAYING && game->shops != 0 &&
           game_same_tile(game->player.at, game->map.exit);
}

int64_t wyrm_worth_here(const wyrm_engine *engine, const wyrm_game *game, size_t item)
{
    const wyrm_trade *trade = wyrm_design_trade(engine->design);
    int64_t best = 0;
    for (size_t s = 0; s < wyrm_trade_shops(trade) && wyrm_can_trade(game); s++) {
        const int64_t pays =
            wyrm_shop_pays(trade, s, engine->kinds[game->pack[item].item.kind].name);
        if ((game->shops >> s & 1) != 0 && pays > best)
            best = pays;
    }
    return best;
}

static void demand_shop(game_turn *turn)
{
    if (!wyrm_can_trade(turn->game))
        game_refuse(turn, "There is no shop here.");
}

static bool buy(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    demand_shop(turn);
    if (command->argument < 0 || (size_t)command->argument >= game->good_count)
        game_refuse(turn, "There is no such thing for sale.");
    const wyrm_good good = game->goods[command->argument];
    if (good.price > game->gold)
        game_refuse(turn, "It costs %d, and you have %lld.", (int)good.price,
                    (long long)game->gold);
    if (game_is_barred(game, good.item.item.kind))
        refuse_item(turn, "You have sworn off", good.item.item.kind);
    if (game_pack_is_full(turn->engine, game))
        game_refuse(turn, "Your pack is full.");
    game->gold -= good.price;
    wyrm_game_item item = good.item;
    game_pack_put(game, item);
    --game->good_count;
    memmove(&game->goods[command->argument], &game->goods[command->argument + 1],
            (game->good_count - (size_t)command->argument) * sizeof *game->goods);
    wyrm_event event = item_event(turn, WYRM_EVENT_BOUGHT, &good.item.item);
    event.amount = good.price;
    game_emit(turn, &event);
    return false;
}

static bool sell(game_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    demand_shop(turn);
    const wyrm_game_item item = *item_of(turn, command);
    const int64_t worth = wyrm_worth_here(turn->engine, game, (size_t)command->argument);
    if (worth <= 0)
        refuse_item(turn, "Nobody here wants", item.item.kind);
    if (item.worn)
        refuse_item(turn, "First take off", item.item.kind);
    game->gold += worth;
    lose(turn->engine, game, (size_t)command->argument);
    wyrm_event event = item_event(turn, WYRM_EVENT_SOLD, &item.item);
    event.amount = worth;
    game_emit(turn, &event);
    return false;
}

game_action *const game_item_actions[WYRM_COMMAND_COUNT] = {
    [WYRM_DO_PICK_UP] = pick_up, [WYRM_DO_DROP] = drop,         [WYRM_DO_USE] = use_item,
    [WYRM_DO_WEAR] = wear,       [WYRM_DO_TAKE_OFF] = take_off, [WYRM_DO_SHOOT] = shoot,
    [WYRM_DO_THROW] = throw,     [WYRM_DO_BUY] = buy,           [WYRM_DO_SELL] = sell,
};
