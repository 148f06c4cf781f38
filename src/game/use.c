/* Using an item: whether it can be, at whom, what its effect does, and what is used up.
 *
 * One function a kind of work, one row a kind of effect.
 */
#include "game/internal.h"

#include <string.h>

/* An effect on its way. */
typedef struct use {
    wyrm_turn *turn;
    wyrm_effect effect;
    wyrm_item item;
    size_t count;
    int32_t bodies[WYRM_AIMED_MAX]; /* whom it hits */
} use;

/* ---- Hit points, food, experience ---- */

/* Raises the maximum of hit points for good. */
static void raise_max_hp(const use *of, int64_t amount)
{
    of->turn->game->bare.max_hp += amount;
    wyrm_player_dress(of->turn->engine, of->turn->game);
}

static bool heal(const use *of)
{
    wyrm_game *game = of->turn->game;
    wyrm_combatant healed = game->player.combatant;
    wyrm_event event = wyrm_item_event(of->turn, WYRM_EVENT_HEALED, &of->item);
    event.amount = wyrm_effect_use(&of->effect, &healed);
    raise_max_hp(of, healed.max_hp - game->player.combatant.max_hp);
    game->player.combatant.hp = healed.hp;
    wyrm_add_to(&game->tally.healed, event.amount);
    wyrm_tell(of->turn, &event);
    return true;
}

static bool hurt(const use *of)
{
    for (size_t i = 0; i < of->count; i++)
        wyrm_body_hurt(of->turn, of->bodies[i], of->effect.damage, &of->item);
    return of->count > 0;
}

static bool feed(const use *of)
{
    wyrm_game *game = of->turn->game;
    const wyrm_play_rules *rules = &of->turn->engine->rules;
    const int32_t before = game->fullness, room = rules->fullness_most - before;
    wyrm_event event = wyrm_item_event(of->turn, WYRM_EVENT_ATE, &of->item);
    game->fullness += of->effect.amount < room ? of->effect.amount : room;
    event.amount = game->fullness - before;
    wyrm_tell(of->turn, &event);
    size_t stage = wyrm_hunger_stage_at(rules, game->fullness);
    if (stage != wyrm_hunger_stage_at(rules, before)) {
        event.kind = WYRM_EVENT_HUNGER;
        event.amount = (int64_t)stage;
        wyrm_tell(of->turn, &event);
    }
    return true;
}

static bool teach(const use *of)
{
    wyrm_player_learn(of->turn, (uint64_t)of->effect.amount);
    return true;
}

/* ---- Conditions and boosts ---- */

static bool afflict(const use *of)
{
    static const wyrm_condition conditions[WYRM_EFFECT_KIND_COUNT] = {
        [WYRM_EFFECT_CONFUSE] = WYRM_CONFUSED, [WYRM_EFFECT_SLEEP] = WYRM_ASLEEP,
        [WYRM_EFFECT_HOLD] = WYRM_HELD,        [WYRM_EFFECT_SLOW] = WYRM_SLOWED,
        [WYRM_EFFECT_FRIGHTEN] = WYRM_AFRAID,  [WYRM_EFFECT_SENSE] = WYRM_SENSING,
        [WYRM_EFFECT_HIDE] = WYRM_HIDDEN,      [WYRM_EFFECT_HASTE] = WYRM_HASTED,
    };
    for (size_t i = 0; i < of->count; i++)
        wyrm_body_afflict(of->turn, of->bodies[i], conditions[of->effect.kind], of->effect.turns,
                          &of->item);
    return of->count > 0;
}

static bool raises_max_hp(const wyrm_effect *effect)
{
    return effect->kind == WYRM_EFFECT_STRENGTHEN && effect->stat &&
           strcmp(effect->stat, "max_hp") == 0;
}

/* The boost that an effect is, at its index in game->boosts: those that are for good are added up,
 * stat by stat. WYRM_BOOSTS_MAX where there is no room for another. */
static size_t boost_place(const wyrm_engine *engine, const wyrm_game *game,
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
    const wyrm_effect *effect = &of->effect;
    bool for_good = raises_max_hp(effect) || effect->turns <= 0;
    if (raises_max_hp(effect)) { /* the hit points rise with their maximum */
        wyrm_combatant *player = &game->player.combatant;
        int64_t room = WYRM_HP_MAX - player->max_hp;
        int64_t amount = effect->amount < room ? effect->amount : room;
        raise_max_hp(of, amount);
        player->hp += amount;
    } else {
        wyrm_boost made;
        size_t place = boost_place(of->turn->engine, game, effect, &made);
        if (place == game->boost_count)
            game->boosts[game->boost_count++] = made;
        game->boosts[place].amount += effect->amount;
        wyrm_player_dress(of->turn->engine, game);
    }
    wyrm_event event = wyrm_item_event(of->turn, WYRM_EVENT_BOOSTED, &of->item);
    event.whom = event.who;
    event.amount = for_good ? -1 : effect->turns;
    wyrm_tell(of->turn, &event);
    return true;
}

/* ---- Places ---- */

/* Whether somebody who stands at `from` could be put on a tile: floor that nobody stands on;
 * `range` 0: any. */
static bool is_free(const wyrm_game *game, int x, int y, wyrm_position from, int32_t range)
{
    uint8_t mark = game->marks[y * game->map.width + x];
    return (mark & WYRM_MARK_TILE) == WYRM_TILE_FLOOR && !(mark & WYRM_MARK_MONSTER) &&
           !(x == game->player.at.x && y == game->player.at.y) &&
           (range <= 0 || wyrm_sight_reaches(x - from.x, y - from.y, range));
}

/* Counts free tiles row by row, up to `most`; *last is the last of them. */
static size_t count_free(const wyrm_game *game, wyrm_position from, int32_t range, size_t most,
                         wyrm_position *last)
{
    const int32_t reach = range > 0 && range < WYRM_MAP_SIDE_MAX ? range : WYRM_MAP_SIDE_MAX;
    const int32_t left = from.x > reach ? from.x - reach : 0;
    const int32_t top = from.y > reach ? from.y - reach : 0;
    size_t count = 0;
    for (int y = top; y <= from.y + reach && y < game->map.height; y++)
        for (int x = left; x <= from.x + reach && x < game->map.width; x++) {
            if (!is_free(game, x, y, from, range))
                continue;
            *last = (wyrm_position){(int16_t)x, (int16_t)y};
            if (++count == most)
                return count;
        }
    return count;
}

/* Puts a body on a random one of the free tiles; where there is none, nothing is drawn. */
static bool send_away(const use *of, int32_t body, int32_t range)
{
    wyrm_turn *turn = of->turn;
    wyrm_game *game = turn->game;
    wyrm_position to;
    const wyrm_position from = wyrm_body(game, body)->at;
    size_t count = count_free(game, from, range, SIZE_MAX, &to);
    if (count == 0)
        return false;
    size_t drawn = (size_t)wyrm_rng_below(&turn->chance, count);
    count_free(game, from, range, drawn + 1, &to);
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_TELEPORTED, &of->item);
    event.who = wyrm_body_id(game, body);
    event.monster = wyrm_body_kind(game, body);
    event.at = to;
    wyrm_tell(turn, &event);
    wyrm_body_move(turn, body, to);
    return true;
}

static bool banish(const use *of)
{
    return of->count > 0 && send_away(of, of->bodies[0], 0);
}

static bool teleport(const use *of)
{
    return send_away(of, WYRM_BODY_PLAYER, of->effect.range);
}

/* Every tile where one can go is known, and the walls beside it. */
static bool map(const use *of)
{
    wyrm_game *game = of->turn->game;
    const int32_t width = game->map.width, height = game->map.height;
    for (int32_t i = 0; i < width * height; i++) {
        if ((game->marks[i] & WYRM_MARK_TILE) == WYRM_TILE_WALL)
            continue;
        for (int k = 0; k < 9; k++) {
            uint8_t *mark = wyrm_mark_at(game, i % width + k % 3 - 1, i / width + k / 3 - 1);
            if (mark)
                *mark |= WYRM_MARK_KNOWN;
        }
    }
    game->news++;
    wyrm_tell_item(of->turn, WYRM_EVENT_MAPPED, &of->item);
    return true;
}

/* ---- Why using an item now would do nothing: NULL where it would do something ---- */

static const char *refuse_if_unhurt(const wyrm_engine *engine, const wyrm_game *game,
                                    const wyrm_effect *effect)
{
    (void)engine;
    const wyrm_combatant *player = &game->player.combatant;
    bool raises = effect->max_hp > 0 && player->max_hp < WYRM_HP_MAX;
    return player->hp < player->max_hp || raises ? NULL : "You are not hurt.";
}

static const char *refuse_if_never_hungry(const wyrm_engine *engine, const wyrm_game *game,
                                          const wyrm_effect *effect)
{
    (void)game, (void)effect;
    return engine->rules.stage_count > 0 ? NULL : "Nobody is ever hungry here.";
}

static const char *refuse_if_full(const wyrm_engine *engine, const wyrm_game *game,
                                  const wyrm_effect *effect)
{
    wyrm_boost made;
    if (raises_max_hp(effect))
        return game->player.combatant.max_hp < WYRM_HP_MAX ? NULL : "You cannot get any tougher.";
    return boost_place(engine, game, effect, &made) < WYRM_BOOSTS_MAX
               ? NULL
               : "Too much is at work in you already.";
}

/* There is mostly a free tile beside, and then the map need not be searched. */
static const char *refuse_if_crowded(const wyrm_engine *engine, const wyrm_game *game,
                                     const wyrm_effect *effect)
{
    (void)engine;
    const wyrm_position from = game->player.at;
    const int32_t range = effect->kind == WYRM_EFFECT_TELEPORT ? effect->range : 0;
    wyrm_position to;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        to = wyrm_neighbour(from, (wyrm_direction)direction);
        if (to.x >= 0 && to.y >= 0 && to.x < game->map.width && to.y < game->map.height &&
            is_free(game, to.x, to.y, from, range))
            return NULL;
    }
    return count_free(game, from, range, 1, &to) > 0 ? NULL : "There is nowhere to go.";
}

/* ---- The kinds ---- */

static const struct {
    bool (*apply)(const use *of); /* false where nothing came of it */
    const char *(*refusal)(const wyrm_engine *engine, const wyrm_game *game,
                           const wyrm_effect *effect); /* NULL: it can always be used */
} works[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HEAL] = {heal, refuse_if_unhurt},
    [WYRM_EFFECT_FEED] = {feed, refuse_if_never_hungry},
    [WYRM_EFFECT_LIGHTNING] = {hurt, NULL},
    [WYRM_EFFECT_BOLT] = {hurt, NULL},
    [WYRM_EFFECT_BLAST] = {hurt, NULL},
    [WYRM_EFFECT_CONFUSE] = {afflict, NULL},
    [WYRM_EFFECT_SLEEP] = {afflict, NULL},
    [WYRM_EFFECT_HOLD] = {afflict, NULL},
    [WYRM_EFFECT_SLOW] = {afflict, NULL},
    [WYRM_EFFECT_FRIGHTEN] = {afflict, NULL},
    [WYRM_EFFECT_BANISH] = {banish, refuse_if_crowded},
    [WYRM_EFFECT_TELEPORT] = {teleport, refuse_if_crowded},
    [WYRM_EFFECT_MAP] = {map, NULL},
    [WYRM_EFFECT_SENSE] = {afflict, NULL},
    [WYRM_EFFECT_HIDE] = {afflict, NULL},
    [WYRM_EFFECT_HASTE] = {afflict, NULL},
    [WYRM_EFFECT_REGENERATE] = {boost, refuse_if_full},
    [WYRM_EFFECT_STRENGTHEN] = {boost, refuse_if_full},
    [WYRM_EFFECT_TEACH] = {teach, NULL},
};

wyrm_status wyrm_use_helps(const wyrm_engine *engine, const wyrm_game *game, int32_t kind,
                           wyrm_error *error)
{
    const wyrm_effect *effect = &engine->effects[kind];
    if (!works[effect->kind].apply) {
        char named[WYRM_NAMED_TEXT_MAX];
        wyrm_words_item(engine, &(wyrm_item){.kind = kind}, named);
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You see no use for %s here.", named);
    }
    const char *why =
        works[effect->kind].refusal ? works[effect->kind].refusal(engine, game, effect) : NULL;
    return why ? wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", why) : WYRM_OK;
}

/* ---- Using ---- */

/* The first reason why an effect cannot be aimed at a tile. */
static const char *why_no_aim(const wyrm_turn *turn, const wyrm_effect *effect,
                              wyrm_position target)
{
    const wyrm_game *game = turn->game;
    const wyrm_grid grid = wyrm_game_sight_grid(game);
    const int x = target.x - game->player.at.x, y = target.y - game->player.at.y;
    if (!wyrm_grid_holds(&grid, target.x, target.y))
        return "There is nothing there.";
    if (wyrm_same_tile(target, game->player.at))
        return "That would be yourself.";
    if (!wyrm_sight_reaches(x, y, turn->engine->rules.sight))
        return "You cannot see that far.";
    if (effect->range >= 0 && !wyrm_sight_reaches(x, y, effect->range))
        return "That is too far away.";
    if (wyrm_grid_solid(&grid, target.x, target.y))
        return "There is only a wall.";
    return "You cannot see that place.";
}

bool wyrm_do_use(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_engine *engine = turn->engine;
    wyrm_game *game = turn->game;
    wyrm_turn_must(turn, wyrm_pack_may(engine, game, command->argument, turn->error));
    const size_t index = (size_t)command->argument;
    use of = {.turn = turn, .item = game->pack[index].item};
    of.effect = engine->effects[of.item.kind];
    wyrm_turn_must(turn, wyrm_use_helps(engine, game, of.item.kind, turn->error));
    of.count = wyrm_aim_effect(engine, game, &of.effect, command->target, of.bodies);
    if (of.count == WYRM_EFFECT_NO_AIM)
        wyrm_refuse(turn, "%s", why_no_aim(turn, &of.effect, command->target));
    if (of.count == 0 && wyrm_effect_aims(of.effect.kind) == WYRM_AIM_CLOSEST)
        wyrm_refuse(turn, "Nobody that you see is near enough.");
    wyrm_tell_item(turn, WYRM_EVENT_USED, &of.item);
    wyrm_count(&game->tally.items_used);
    wyrm_count(&game->tally.used[of.item.kind]);
    if (--game->pack[index].uses <= 0) /* with its last use the item is gone */
        wyrm_pack_remove(engine, game, index);
    if (!works[of.effect.kind].apply(&of))
        wyrm_tell_item(turn, WYRM_EVENT_NO_EFFECT, &of.item);
    return true;
}
