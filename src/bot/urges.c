/* Urges that most bots share: exploring, leaving, striking, eating, drinking and wearing; and the
 * ways they walk.
 *
 * An urge says whether it wants something now, and by which command. Urges read directly only what
 * is no secret in the game: the player's body and pack, the turn, the tally. The rest of the
 * dungeon comes through look.c.
 *
 * Ways over the known map are searched once, then followed until something blocks them or their
 * purpose is gone. A breadth-first search from the player stops at the first tile that serves the
 * purpose: it finds the nearest such tile, and among shortest ways the first in the order of
 * directions. The rest of a way is what a search from farther along would find, as long as nothing
 * else changes.
 *
 * Searches are most of the cost of playing, and little changes from one to the next. So the ground
 * that they run on, a byte for each tile, lasts until there is news of the map, and is made only as
 * far as searches come; a search undoes only the tiles that it has reached. A search that finds
 * nothing has to visit everything reachable, so its result is remembered until it may have
 * changed. */
#include <math.h>
#include <string.h>
#include "bot/internal.h"

/* Steps, straight ones first, so that the straightest of the shortest ways is found. */
static const int16_t across[WYRM_DIRECTION_COUNT] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int16_t down[WYRM_DIRECTION_COUNT] = {-1, 0, 1, 0, -1, 1, 1, -1};

/* ---- Ways: picking up ---- */

bool bot_pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    for (size_t i = bot->thing_count; i-- > 0 && bot_has_room(bot);) {
        const wyrm_game_item *thing = bot->things[i];
        if (game_same_tile(thing->at, bot->at) && !game_is_barred(bot->game, thing->item.kind))
            return bot_is_useful(bot, thing);
    }
    return false;
}

/* ---- Ways: the ground ---- */

/* Computes a row of the ground, or of its rim. An open tile that the player has not stood on is
 * worth a way if something new may come into view there: it was shown but not seen, or has an
 * unknown neighbour. */
static void make_row(wyrm_bot *bot, int y)
{
    const wyrm_game *game = bot->game;
    const int32_t width = game->map.width;
    uint8_t *restrict ground = bot_ground_at(bot, 0, y);
    memset(ground - 1, BOT_GROUND_BLOCKED, (size_t)width + 2);
    if (y < 0 || y >= game->map.height)
        return;
    const uint8_t *restrict marks = &game->marks[y * width];
    const uint8_t *restrict notes = &bot->notes[y * width];
    const uint8_t *above = y > 0 ? marks - width : marks;
    const uint8_t *below = y + 1 < game->map.height ? marks + width : marks;
    uint8_t rows[WYRM_MAP_SIDE_MAX + 2]; /* with the rim: bits that all three rows have */
    rows[0] = rows[width + 1] = WYRM_MARK_KNOWN;
    for (int32_t x = 0; x < width; x++)
        rows[x + 1] = above[x] & marks[x] & below[x];
    for (int32_t x = 0; x < width; x++) {
        const uint8_t all = rows[x] & rows[x + 1] & rows[x + 2];
        const uint8_t hides = (all & WYRM_MARK_KNOWN) == 0 || (marks[x] & WYRM_MARK_SEEN) == 0
                                  ? BOT_GROUND_UNSEEN
                                  : 0;
        const uint8_t stood = (notes[x] & BOT_NOTE_STOOD) != 0 ? 0 : hides;
        const uint8_t open = (notes[x] & BOT_NOTE_ITEM) | stood;
        ground[x] = bot_mark_is_open(marks[x]) ? open : BOT_GROUND_BLOCKED;
    }
}

/* Extends the ground up to a row. */
static inline void reach_row(wyrm_bot *bot, int y)
{
    if (bot->ground_top == bot->ground_bottom)
        bot->ground_top = bot->ground_bottom = y;
    while (y < bot->ground_top)
        make_row(bot, --bot->ground_top);
    while (y >= bot->ground_bottom)
        make_row(bot, bot->ground_bottom++);
}

/* Notes the tiles whose newest item is useful. */
static void note_items(wyrm_bot *bot)
{
    for (size_t i = 0; i < bot->thing_count; i++)
        bot->notes[bot_tile(bot, bot->things[i]->at)] &= BOT_NOTE_STOOD;
    for (size_t i = bot->thing_count; i-- > 0 && bot_has_room(bot);) {
        const wyrm_game_item *thing = bot->things[i];
        uint8_t *note = &bot->notes[bot_tile(bot, thing->at)];
        if (!(*note & BOT_NOTE_LOOKED) && !game_is_barred(bot->game, thing->item.kind))
            *note |= BOT_NOTE_LOOKED | (bot_is_useful(bot, thing) ? BOT_NOTE_ITEM : 0);
    }
    for (size_t i = 0; i < bot->thing_count; i++) {
        const wyrm_position at = bot->things[i]->at;
        uint8_t *note = &bot->notes[bot_tile(bot, at)], *ground = bot_ground_at(bot, at.x, at.y);
        *note &= (uint8_t)~BOT_NOTE_LOOKED;
        *ground = (uint8_t)((*ground & ~BOT_GROUND_ITEM) | (*note & BOT_NOTE_ITEM));
    }
    for (size_t i = 0; i < bot->game->heap_count; i++) {
        const wyrm_heap *heap = &bot->game->heaps[i];
        if (!heap->seen)
            continue;
        bot->notes[bot_tile(bot, heap->at)] |= BOT_NOTE_ITEM;
        *bot_ground_at(bot, heap->at.x, heap->at.y) |= BOT_GROUND_ITEM;
    }
}

/* ---- Ways: searching ---- */

/* tiles; from farther away there is no way around a monster, so its reach is not avoided */
#define DODGED_REACH 2

static const uint8_t goals[] = {[BOT_WAY_TILE] = BOT_GROUND_TARGET,
                                [BOT_WAY_UNSEEN] = BOT_GROUND_UNSEEN,
                                [BOT_WAY_THINGS] = BOT_GROUND_UNSEEN | BOT_GROUND_ITEM};

/* Takes the tiles around a creature out of the search, or gives them back. */
static void set_around(wyrm_bot *bot, wyrm_position at, int32_t radius, bool taken)
{
    for (int y = at.y - radius; y <= at.y + radius; y++)
        for (int x = at.x - radius; x <= at.x + radius; x++) {
            if (!bot_is_inside(bot, x, y))
                continue;
            reach_row(bot, y);
            uint8_t *tile = bot_ground_at(bot, x, y);
            *tile = (uint8_t)((*tile & ~BOT_GROUND_TAKEN) | (taken ? BOT_GROUND_TAKEN : 0));
        }
}

static void set_foes(wyrm_bot *bot, bool taken)
{
    for (size_t i = 0; i < bot->obstacle_count; i++)
        set_around(bot, bot->obstacles[i].at, 0, taken);
    for (size_t i = 0; i < bot->sight_count; i++) {
        const bot_foe *foe = &bot->foes[i];
        int32_t radius = 0;
        if (bot->way.manner == BOT_WAY_SAFELY && foe->awake && foe->can_hurt) {
            int32_t reach = bot_reach(bot, foe->monster);
            radius = reach < DODGED_REACH ? reach : DODGED_REACH;
        }
        set_around(bot, foe->at, radius, taken);
    }
}

/* Breadth-first search from the player to the first tile with a bit of `goal`, which is the last
 * one reached. Returns the number of tiles reached. */
static size_t search(wyrm_bot *bot, uint8_t goal)
{
    const int32_t stride = bot->game->map.width + 2;
    wyrm_position *const queue = bot->queue;
    size_t head = 0, tail = 0;
    queue[tail++] = bot->at;
    while (head < tail) {
        const wyrm_position from = queue[head++];
        reach_row(bot, from.y - 1);
        reach_row(bot, from.y + 1);
        uint8_t *const here = bot_ground_at(bot, from.x, from.y);
        for (int step = 0; step < WYRM_DIRECTION_COUNT; step++) {
            uint8_t *to = here + down[step] * stride + across[step];
            if (*to & (BOT_GROUND_TAKEN | BOT_GROUND_BLOCKED))
                continue;
            queue[tail++] =
                (wyrm_position){(int16_t)(from.x + across[step]), (int16_t)(from.y + down[step])};
            const bool found = (*to & goal) != 0;
            *to |= (uint8_t)(BOT_GROUND_TAKEN | step);
            if (found)
                return tail;
        }
    }
    return tail;
}

/* Searches, and keeps the near end of the way found, as far as there is room. */
static bool seek(wyrm_bot *bot)
{
    bot_way *way = &bot->way;
    const wyrm_position from = bot->at, to = way->target;
    const uint8_t goal = goals[way->goal];
    reach_row(bot, from.y);
    set_foes(bot, true);
    if (way->goal == BOT_WAY_TILE) {
        reach_row(bot, to.y);
        uint8_t *target = bot_ground_at(bot, to.x, to.y);
        *target = (uint8_t)((*target & ~BOT_GROUND_TAKEN) | BOT_GROUND_TARGET);
    }
    *bot_ground_at(bot, from.x, from.y) |= BOT_GROUND_TAKEN;
    const size_t reached = search(bot, goal);
    wyrm_position at = bot->queue[reached - 1];
    const bool found = reached > 1 && (*bot_ground_at(bot, at.x, at.y) & goal) != 0;
    way->left = way->kept = 0;
    for (way->target = at; found && !game_same_tile(at, from);) {
        const uint8_t step = *bot_ground_at(bot, at.x, at.y) & BOT_GROUND_STEP;
        way->steps[way->left++ % BOT_WAY_MAX] = at;
        at.x = (int16_t)(at.x - across[step]);
        at.y = (int16_t)(at.y - down[step]);
    }
    way->kept = way->left < BOT_WAY_MAX ? way->left : BOT_WAY_MAX;
    way->at = from;
    /* Undoes the marks: of reached tiles, of the target, and of creatures in the way. */
    for (size_t i = 0; i < reached; i++)
        *bot_ground_at(bot, bot->queue[i].x, bot->queue[i].y) &=
            (uint8_t) ~(BOT_GROUND_TAKEN | BOT_GROUND_TARGET | BOT_GROUND_STEP);
    if (way->goal == BOT_WAY_TILE)
        *bot_ground_at(bot, to.x, to.y) &= (uint8_t)~BOT_GROUND_TARGET;
    set_foes(bot, false);
    return found;
}

/* ---- Ways: following ---- */

/* Whether the remembered way has the wanted purpose, and its end still serves that. Ways out of
 * reach of monsters are searched anew each turn. */
static bool is_on(wyrm_bot *bot, bot_way_goal goal, bot_way_manner manner, wyrm_position target)
{
    const bot_way *way = &bot->way;
    if (way->goal != goal || way->manner != manner || manner == BOT_WAY_SAFELY ||
        !game_same_tile(way->at, bot->at) || way->kept == 0 ||
        way->items_known != bot->thing_count ||
        bot_foe_on(bot, way->steps[(way->left - 1) % BOT_WAY_MAX]))
        return false;
    if (goal == BOT_WAY_TILE)
        return game_same_tile(way->target, target);
    reach_row(bot, way->target.y);
    return (*bot_ground_at(bot, way->target.x, way->target.y) & goals[goal]) != 0;
}

bool bot_go(wyrm_bot *bot, bot_way_goal goal, bot_way_manner manner, wyrm_position target,
            wyrm_command *command)
{
    bot_way *way = &bot->way;
    const bool is_alone = bot->sight_count + bot->obstacle_count == 0;
    if (goal == BOT_WAY_TILE && game_same_tile(bot->at, target))
        return false;
    /* Alone, then and now: a search would find nothing again. */
    if (goal == BOT_WAY_THINGS && bot->is_explored && is_alone &&
        (bot->had_room || !bot_has_room(bot)))
        return false;
    if (!is_on(bot, goal, manner, target)) {
        way->goal = goal;
        way->manner = manner;
        way->target = target;
        way->items_known = bot->thing_count;
        if (goal == BOT_WAY_THINGS)
            note_items(bot);
        /* A way around somebody differs from the one without: see is_explored. */
        if (goal == BOT_WAY_THINGS || !is_alone)
            bot->is_explored = false;
        if (!seek(bot)) {
            way->goal = BOT_WAY_NONE;
            if (goal == BOT_WAY_THINGS && manner == BOT_WAY_AROUND && is_alone) {
                bot->is_explored = true;
                bot->had_room = bot_has_room(bot);
            }
            return false;
        }
    }
    way->kept--;
    way->at = way->steps[--way->left % BOT_WAY_MAX];
    *command = game_step_to(bot->at, way->at);
    return true;
}

/* ---- Urges: the choice of an attack ---- */

/* A whole fight, for bot_choose_attack and for what gear is worth. */
static const combat_clock new_fight = {.quick = true};

#define SAME_ODDS 1e-9

/* Chooses the attack that wins most often against the nearest awake foe if used for the whole
 * fight; among equals the one that leaves most hit points. Asked again when another foe is nearest,
 * or conditions or counters have changed. */
bool bot_choose_attack(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_attack_choice all[WYRM_ATTACK_CHOICES_MAX];
    if (bot->awake_count == 0 || !bot->engine->chooses)
        return false;
    const wyrm_game_monster *foe = bot->foes[0].monster;
    const double *slots = &bot->body->stats[bot->engine->first_slot];
    const size_t bytes = bot->engine->slot_count * sizeof *slots;
    bot->has_chosen |= (bot->refused >> WYRM_DO_ATTACK & 1) != 0;
    if (bot->has_chosen && bot->chosen_against == foe->id &&
        memcmp(bot->chosen_with, slots, bytes) == 0)
        return false;
    bot->chosen_against = foe->id;
    memcpy(bot->chosen_with, slots, bytes);
    const size_t count = wyrm_attack_choices(bot->engine, bot->game, all, WYRM_ATTACK_CHOICES_MAX);
    double won = -1.0, left = 0.0;
    bool now = false;
    for (size_t i = 0; i < count; i++) {
        wyrm_combatant as = *bot->body;
        wyrm_duel duel;
        as.stats[all[i].stat] = all[i].word;
        if (!bot_knows(bot, combat_duel(bot->engine->combat, &as, &foe->body.combatant,
                                        WYRM_SUBJECT_FIRST, &new_fight, &duel, NULL, NULL)))
            continue;
        const double gain = duel.p_win - won;
        if (gain < -SAME_ODDS || (gain < SAME_ODDS && !(duel.hp_left_mean > left + SAME_ODDS)))
            continue;
        won = duel.p_win;
        left = duel.hp_left_mean;
        now = all[i].now;
        *command = (wyrm_command){.kind = WYRM_DO_ATTACK, .argument = (int32_t)i};
    }
    bot->has_chosen = won < 0.0 || now;
    return !bot->has_chosen;
}

/* ---- Urges: the way out ---- */

/* Whether an item is worth money: gear, or an effect that this bot uses. Items that lie about are
 * taken in any case, since that costs nothing. */
static bool is_worth_gold(const wyrm_bot *bot, const wyrm_game_item *item)
{
    const wyrm_effect *effect = &bot->engine->effects[item->item.kind];
    return bot_is_useful(bot, item) &&
           (game_is_gear(bot->engine, item->item.kind) || bot_uses(bot->kind->policy, effect));
}

/* On its way out, buys the dearest useful thing, as long as gold and room in the pack last. */
static bool buy(const wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    int32_t dearest = -1;
    if (!wyrm_can_trade(game) || !bot_has_room(bot))
        return false;
    for (size_t i = 0; i < game->good_count; i++) {
        const wyrm_good *good = &game->goods[i];
        if (good->price <= game->gold && !game_is_barred(game, good->item.item.kind) &&
            is_worth_gold(bot, &good->item) &&
            (dearest < 0 || good->price > game->goods[dearest].price))
            dearest = (int32_t)i;
    }
    command->kind = WYRM_DO_BUY;
    command->argument = dearest;
    return dearest >= 0;
}

/* Takes the victory item or the stairs if it stands on them. */
bool bot_leave(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_position at = bot->at;
    bool at_goal = seen->goal_known && game_same_tile(at, seen->goal);
    if (!at_goal && buy(bot, command))
        return true;
    command->kind = at_goal ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    return at_goal || (seen->exit_known && game_same_tile(at, seen->exit));
}

/* Goes to the victory item, or else the stairs, if known. */
static bool go_out(wyrm_bot *bot, bot_way_manner manner, wyrm_command *command)
{
    wyrm_position to = bot->seen.goal_known ? bot->seen.goal : bot->seen.exit;
    return bot_knows_way_out(bot) && bot_go(bot, BOT_WAY_TILE, manner, to, command);
}

bool bot_seek_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, BOT_WAY_AROUND, command);
}

bool bot_get_out(wyrm_bot *bot, bool past, wyrm_command *command)
{
    return bot_leave(bot, command) || go_out(bot, BOT_WAY_SAFELY, command) ||
           (past && bot_seek_exit(bot, command)) ||
           bot_go(bot, BOT_WAY_UNSEEN, BOT_WAY_SAFELY, bot->at, command) ||
           (past && bot_go(bot, BOT_WAY_UNSEEN, BOT_WAY_AROUND, bot->at, command));
}

/* ---- Urges: the rest of the map ---- */

/* Goes to something to pick up or to see, unless it is bold and knows the way out. */
bool bot_explore(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->is_bold && bot_knows_way_out(bot)) &&
           bot_go(bot, BOT_WAY_THINGS, BOT_WAY_AROUND, bot->at, command);
}

/* Draws a tile that the patrol has not had in sight: the first from a random one. */
static bool draw_beat(wyrm_bot *bot)
{
    const wyrm_map *map = &bot->game->map;
    uint64_t tiles = (uint64_t)map->width * (uint64_t)map->height;
    uint64_t from = wyrm_rng_below(&bot->rng, tiles);
    for (uint64_t i = 0; i < tiles; i++) {
        uint64_t tile = (from + i) % tiles;
        bot->beat.x = (int16_t)(tile % (uint64_t)map->width);
        bot->beat.y = (int16_t)(tile / (uint64_t)map->width);
        if (!(bot->notes[tile] & BOT_NOTE_PASSED) && bot_is_open(bot, bot->beat.x, bot->beat.y) &&
            !bot_foe_on(bot, bot->beat))
            return true;
    }
    for (uint64_t i = 0; i < tiles; i++)
        bot->notes[i] &= (uint8_t)~BOT_NOTE_PASSED;
    return false;
}

static bool walk_beat(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_beat && !bot_foe_on(bot, bot->beat) &&
           bot_go(bot, BOT_WAY_TILE, BOT_WAY_AROUND, bot->beat, command);
}

/* When everything is explored, somebody may be left to be met, such as the monster with the victory
 * item. A patrol goes first where a monster was last seen, then here and there until it has had
 * every tile in sight, and begins again. */
bool bot_patrol(wyrm_bot *bot, wyrm_command *command)
{
    (void)wyrm_sight_mark(&bot->seen.sight, NULL, BOT_NOTE_PASSED, bot->game->map.width,
                          bot->notes);
    if (walk_beat(bot, command))
        return true;
    if (bot->has_haunt)
        bot->beat = bot->haunt;
    bot->has_beat = bot->has_haunt || draw_beat(bot);
    bot->has_haunt = false;
    if (walk_beat(bot, command))
        return true;
    if (bot->has_beat) /* no way leads there */
        bot->notes[bot_tile(bot, bot->beat)] |= BOT_NOTE_PASSED;
    return false;
}

/* A step in a random direction, or a blow at a monster that can fall or that hurts. */
bool bot_stray(wyrm_bot *bot, wyrm_command *command)
{
    int32_t open[WYRM_DIRECTION_COUNT];
    uint64_t count = 0;
    for (int32_t direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(bot->at, (wyrm_direction)direction);
        const bot_foe *foe = bot_foe_on(bot, to);
        if (bot_is_open(bot, to.x, to.y) && !(foe && !foe->can_fall && !foe->can_hurt))
            open[count++] = direction;
    }
    if (count == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(&bot->rng, count);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = open[drawn]};
    return true;
}

#define WAVER_TIMES 4 /* one step in this many has a random direction */

/* Now and then a random step, if the bot is bold: two creatures that want past each other and both
 * step aside would do so for ever. */
bool bot_waver(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].can_fall)
            return false;
    return bot->is_bold && wyrm_rng_chance(&bot->rng, 1, WAVER_TIMES) && bot_stray(bot, command);
}

/* ---- Urges: hand to hand ---- */

/* Strikes the weakest adjacent foe. Those that blows cannot bring down are struck only `in_vain`,
 * when nothing else is left to do. */
static bool strike_at(const wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    const bot_foe *weakest = NULL;
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance <= 1; i++) {
        const bot_foe *foe = &bot->foes[i];
        if ((foe->can_fall || in_vain) &&
            (!weakest || foe->monster->body.combatant.hp < weakest->monster->body.combatant.hp))
            weakest = foe;
    }
    if (weakest)
        *command = game_step_to(bot->at, weakest->at);
    return weakest != NULL;
}

bool bot_strike(wyrm_bot *bot, wyrm_command *command)
{
    return strike_at(bot, false, command);
}

/* Approaches the nearest foe in sight to which there is a way. Keeps to the last one approached,
 * since two that come into view in turns would keep it going to and fro. */
static bool charge_at(wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    int32_t distance = game_tiles_apart(bot->at, bot->quarry);
    bool is_nearest = true;
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance < distance; i++)
        is_nearest &= !bot->foes[i].can_hurt;
    if (bot->foe_count > 0 && is_nearest && bot->has_quarry &&
        bot_go(bot, BOT_WAY_TILE, BOT_WAY_AROUND, bot->quarry, command))
        return true;
    for (size_t i = 0; i < bot->foe_count; i++)
        if ((bot->foes[i].can_fall || in_vain) &&
            bot_go(bot, BOT_WAY_TILE, BOT_WAY_AROUND, bot->foes[i].at, command)) {
            bot->has_quarry = true;
            bot->quarry = bot->foes[i].at;
            return true;
        }
    return false;
}

bool bot_charge(wyrm_bot *bot, wyrm_command *command)
{
    return charge_at(bot, false, command);
}

/* Strikes or charges even foes that it cannot bring down, if it is bold. */
bool bot_despair(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (strike_at(bot, true, command) || charge_at(bot, true, command));
}

/* ---- Urges: body and gear ---- */

/* Shares of a full stomach: below the first it eats if nothing of the meal is lost, below the
 * second in any case. */
#define MEAL_BELOW 0.5
#define MEAL_MUST  0.05

/* Eats when hungry, see above. */
bool bot_eat(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    const int32_t meal = bot_find_item(bot, BOT_BIT(FEED));
    if (meal < 0 || bot_is_fuller(bot, MEAL_BELOW))
        return false;
    *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = meal};
    return !bot_is_fuller(bot, MEAL_MUST) ||
           game->fullness + bot_effect_of(bot, (size_t)meal)->amount <=
               bot->engine->rules.fullness_most;
}

/* Drinks if waiting does not heal or a foe is in sight. */
bool bot_drink_when_low(wyrm_bot *bot, wyrm_command *command)
{
    return bot_health(bot) < bot->kind->policy->drinks &&
           (bot->foe_count > 0 || !bot_regenerates(bot)) && bot_heal(bot, command);
}

/* Better gear reduces the cost of a fight to this share or less. NOTHING is added to the damage per
 * turn of both sides, so that shares stay finite. */
#define BETTER  0.99
#define NOTHING 0.01

/* If at least this share of hit points is left after a fight, its result tells what gear is
 * worth. */
#define LEFT_LEAST 1e-3

/* The share of hit points that an unhurt player loses in a whole fight; 1 if little is left or the
 * fight cannot be solved. */
static double loss_of(wyrm_bot *bot, const wyrm_combatant *player, const wyrm_combatant *rival)
{
    wyrm_combatant one = *player, other = *rival;
    wyrm_duel duel;
    one.hp = one.max_hp;
    other.hp = other.max_hp;
    if (!bot_knows(bot, combat_duel(bot->engine->combat, &one, &other, WYRM_SUBJECT_FIRST,
                                    &new_fight, &duel, NULL, NULL)) ||
        !(duel.p_win + duel.p_lose > 0.5))
        return 1.0;
    const double left = duel.hp_left_mean / (double)one.max_hp;
    /* Rounding below 0 would make it less than 99 % of itself, and gear would be changed for
     * ever. */
    return left > LEFT_LEAST ? fmax(1.0 - left, 0.0) : 1.0;
}

/* The cost of a fight against the last monster seen, as a share of the player's hit points: damage
 * taken for damage dealt, per turn. If attacks vary in time or do more than damage, the solved
 * fight's cost instead; if that is as good as lost, 1 and more. */
static double cost_of_fight(wyrm_bot *bot, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = bot->has_rival ? &bot->rival : &bot->game->bare;
    wyrm_engine *engine = bot->engine;
    const double loss = engine->timed ? loss_of(bot, player, rival) : 0.0;
    if (engine->timed && loss < 1.0)
        return loss;
    const game_blow taken = game_strikes_blow(&engine->strikes, engine->combat, rival, player);
    const game_blow dealt = game_strikes_blow(&engine->strikes, engine->combat, player, rival);
    const bot_pacing hurts = bot_pace(engine, rival, player, &taken);
    const bot_pacing hits = bot_pace(engine, player, rival, &dealt);
    return loss + (hurts.harm * hurts.attacks + NOTHING) / (hits.harm * hits.attacks + NOTHING) /
                      (double)player->max_hp;
}

/* Wears the gear that makes a fight with the last monster seen cheapest. */
bool bot_wear(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    /* Everything that the last judgement depended on. */
    uint64_t now = (uint64_t)game->tally.items_found << 32 ^ (uint64_t)game->pack_count << 20 ^
                   (uint64_t)bot->body->level << 8 ^ (uint64_t)bot->depth;
    if (bot->pack_judged == now)
        return false;
    double least = BETTER * cost_of_fight(bot, bot->body);
    bool found = false;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_combatant dressed;
        if (!game_is_gear(bot->engine, game->pack[i].item.kind) || game->pack[i].worn ||
            !bot_can_use(bot, i))
            continue;
        wyrm_player_with(bot->engine, game, i, &dressed);
        double cost = cost_of_fight(bot, &dressed);
        if (cost >= least)
            continue;
        least = cost;
        found = true;
        *command = (wyrm_command){.kind = WYRM_DO_WEAR, .argument = (int32_t)i};
    }
    if (!found)
        bot->pack_judged = now;
    return found;
}
