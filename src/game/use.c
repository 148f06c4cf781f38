/* Using an item: whether it can be, at whom, what its effect does, and what is used up. */
#include "game/internal.h"

#include <string.h>

#include <wyrm/game_text.h>

/* ---- What effects do: one function a kind of work, one row a kind of effect ---- */

/* -- hit points, food, experience -- */

/* Raises the maximum of hit points for good. */
static void raise_max_hp(const wyrm_use *use, int64_t amount)
{
    use->turn->game->bare.max_hp += amount;
    wyrm_player_dress(use->turn->engine, use->turn->game);
}

static bool heal(const wyrm_use *use)
{
    wyrm_game *game = use->turn->game;
    wyrm_combatant healed = game->player.combatant;
    wyrm_event event = wyrm_item_event(use->turn, WYRM_EVENT_HEALED, &use->item);
    event.amount = wyrm_effect_use(&use->effect, &healed);
    raise_max_hp(use, healed.max_hp - game->player.combatant.max_hp);
    game->player.combatant.hp = healed.hp;
    wyrm_add_to(&game->tally.healed, event.amount);
    wyrm_tell(use->turn, &event);
    return true;
}

static bool hurt(const wyrm_use *use)
{
    for (size_t i = 0; i < use->count; i++)
        wyrm_body_hurt(use->turn, use->bodies[i], WYRM_BODY_PLAYER, use->effect.damage, &use->item);
    return use->count > 0;
}

static bool feed(const wyrm_use *use)
{
    wyrm_game *game = use->turn->game;
    const wyrm_play_rules *rules = &use->turn->engine->rules;
    int32_t before = game->fullness;
    int32_t room = rules->fullness_most - before;
    wyrm_event event = wyrm_item_event(use->turn, WYRM_EVENT_ATE, &use->item);
    game->fullness += use->effect.amount < room ? use->effect.amount : room;
    event.amount = game->fullness - before;
    wyrm_tell(use->turn, &event);
    size_t stage = wyrm_hunger_stage_at(rules, game->fullness);
    if (stage != wyrm_hunger_stage_at(rules, before)) {
        event.kind = WYRM_EVENT_HUNGER;
        event.amount = (int64_t)stage;
        wyrm_tell(use->turn, &event);
    }
    return true;
}

static bool teach(const wyrm_use *use)
{
    wyrm_player_learn(use->turn, (uint64_t)use->effect.amount);
    return true;
}

/* -- conditions and boosts -- */

static const wyrm_condition conditions[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_CONFUSE] = WYRM_CONFUSED, [WYRM_EFFECT_SLEEP] = WYRM_ASLEEP,
    [WYRM_EFFECT_HOLD] = WYRM_HELD,        [WYRM_EFFECT_SLOW] = WYRM_SLOWED,
    [WYRM_EFFECT_FRIGHTEN] = WYRM_AFRAID,  [WYRM_EFFECT_SENSE] = WYRM_SENSING,
    [WYRM_EFFECT_HIDE] = WYRM_HIDDEN,      [WYRM_EFFECT_HASTE] = WYRM_HASTED,
};

static bool afflict(const wyrm_use *use)
{
    for (size_t i = 0; i < use->count; i++)
        wyrm_body_afflict(use->turn, use->bodies[i], conditions[use->effect.kind],
                          use->effect.turns, &use->item);
    return use->count > 0;
}

/* The stat that an effect boosts, -1 for regeneration; WYRM_STATS_MAX where the combat model has no
 * such stat. */
static int32_t boosted_stat(const wyrm_engine *engine, const wyrm_effect *effect)
{
    if (effect->kind == WYRM_EFFECT_REGENERATE)
        return -1;
    int stat = effect->stat ? wyrm_combat_stat(engine->combat, effect->stat) : -1;
    return stat >= 0 ? stat : WYRM_STATS_MAX;
}

static bool raises_max_hp(const wyrm_effect *effect)
{
    return effect->kind == WYRM_EFFECT_STRENGTHEN && effect->stat &&
           strcmp(effect->stat, "max_hp") == 0;
}

/* Index of the permanent boost of a stat, to which later ones are added; boost_count where there is
 * none. */
static size_t lasting_boost(const wyrm_game *game, int32_t stat)
{
    size_t i = 0;
    while (i < game->boost_count && !(game->boosts[i].stat == stat && game->boosts[i].turns < 0))
        i++;
    return i;
}

/* Index at which a boost is kept; WYRM_BOOSTS_MAX where there is no room for another. */
static size_t boost_place(const wyrm_engine *engine, const wyrm_game *game,
                          const wyrm_effect *effect)
{
    return effect->turns > 0 ? game->boost_count
                             : lasting_boost(game, boosted_stat(engine, effect));
}

static void add_boost(const wyrm_engine *engine, wyrm_game *game, const wyrm_effect *effect)
{
    size_t place = boost_place(engine, game, effect);
    if (place == game->boost_count)
        game->boosts[game->boost_count++] = (wyrm_boost){
            .stat = boosted_stat(engine, effect), .turns = effect->turns > 0 ? effect->turns : -1};
    game->boosts[place].amount += effect->amount;
}

/* The hit points rise with their maximum. */
static void add_max_hp(const wyrm_use *use)
{
    wyrm_combatant *player = &use->turn->game->player.combatant;
    int64_t room = WYRM_HP_MAX - player->max_hp;
    int64_t amount = use->effect.amount < room ? use->effect.amount : room;
    raise_max_hp(use, amount);
    player->hp += amount;
}

static bool boost(const wyrm_use *use)
{
    wyrm_game *game = use->turn->game;
    bool for_good = raises_max_hp(&use->effect) || use->effect.turns <= 0;
    if (raises_max_hp(&use->effect)) {
        add_max_hp(use);
    } else {
        add_boost(use->turn->engine, game, &use->effect);
        wyrm_player_dress(use->turn->engine, game);
    }
    wyrm_event event = wyrm_item_event(use->turn, WYRM_EVENT_BOOSTED, &use->item);
    event.whom = event.who;
    event.amount = for_good ? -1 : use->effect.turns;
    wyrm_tell(use->turn, &event);
    return true;
}

/* -- places -- */

/* Whether somebody who stands at `from` could be put on a tile: floor that nobody stands on;
 * `range` 0: any. */
static bool is_free(const wyrm_game *game, int x, int y, wyrm_position from, int32_t range)
{
    const wyrm_position player = game->player.at;
    uint8_t mark = game->marks[y * game->map.width + x];
    return (mark & WYRM_MARK_TILE) == WYRM_TILE_FLOOR && !(mark & WYRM_MARK_MONSTER) &&
           !(x == player.x && y == player.y) &&
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

/* Whether there is a free tile: mostly one beside, and then the map need not be searched. */
static bool is_any_free(const wyrm_game *game, wyrm_position from, int32_t range)
{
    wyrm_position to;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        to = wyrm_neighbour(from, (wyrm_direction)direction);
        if (to.x >= 0 && to.y >= 0 && to.x < game->map.width && to.y < game->map.height &&
            is_free(game, to.x, to.y, from, range))
            return true;
    }
    return count_free(game, from, range, 1, &to) > 0;
}

/* One of the free tiles, each equally likely; false where there is none, and nothing is drawn. */
static bool draw_free(wyrm_turn *turn, wyrm_position from, int32_t range, wyrm_position *out)
{
    size_t count = count_free(turn->game, from, range, SIZE_MAX, out);
    if (count == 0)
        return false;
    size_t drawn = (size_t)wyrm_rng_below(&turn->chance, count);
    count_free(turn->game, from, range, drawn + 1, out);
    return true;
}

/* Puts a body on a random tile. */
static bool send_away(wyrm_turn *turn, int32_t body, int32_t range, const wyrm_item *item)
{
    wyrm_position to;
    wyrm_game *game = turn->game;
    if (!draw_free(turn, wyrm_body(game, body)->at, range, &to))
        return false;
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_TELEPORTED, item);
    event.who = wyrm_body_id(game, body);
    event.monster = body == WYRM_BODY_PLAYER ? -1 : game->monsters[body].spawn.monster;
    event.at = to;
    wyrm_tell(turn, &event);
    wyrm_body_move(turn, body, to);
    return true;
}

static bool banish(const wyrm_use *use)
{
    return use->count > 0 && send_away(use->turn, use->bodies[0], 0, &use->item);
}

static bool teleport(const wyrm_use *use)
{
    return send_away(use->turn, WYRM_BODY_PLAYER, use->effect.range, &use->item);
}

static void reveal_around(wyrm_game *game, int x, int y)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            uint8_t *mark = wyrm_mark_at(game, x + dx, y + dy);
            if (mark)
                *mark |= WYRM_MARK_KNOWN;
        }
}

/* Every tile where one can go is known, and the walls beside it. */
static bool map(const wyrm_use *use)
{
    wyrm_game *game = use->turn->game;
    for (int y = 0; y < game->map.height; y++)
        for (int x = 0; x < game->map.width; x++)
            if ((*wyrm_mark_at(game, x, y) & WYRM_MARK_TILE) != WYRM_TILE_WALL)
                reveal_around(game, x, y);
    game->news++;
    wyrm_tell_item(use->turn, WYRM_EVENT_MAPPED, &use->item);
    return true;
}

/* -- before a use -- */

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
    if (raises_max_hp(effect))
        return game->player.combatant.max_hp < WYRM_HP_MAX ? NULL : "You cannot get any tougher.";
    return boost_place(engine, game, effect) < WYRM_BOOSTS_MAX
               ? NULL
               : "Too much is at work in you already.";
}

static const char *refuse_if_crowded(const wyrm_engine *engine, const wyrm_game *game,
                                     const wyrm_effect *effect)
{
    (void)engine;
    int32_t range = effect->kind == WYRM_EFFECT_TELEPORT ? effect->range : 0;
    return is_any_free(game, game->player.at, range) ? NULL : "There is nowhere to go.";
}

/* -- the kinds -- */

typedef struct effect_work {
    bool (*apply)(const wyrm_use *use);
    /* Returns why using it now would do nothing, or NULL where it would; a row without the function
     * can always be used. */
    const char *(*refusal)(const wyrm_engine *engine, const wyrm_game *game,
                           const wyrm_effect *effect);
} effect_work;

static const effect_work works[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HEAL] = {.apply = heal, .refusal = refuse_if_unhurt},
    [WYRM_EFFECT_FEED] = {.apply = feed, .refusal = refuse_if_never_hungry},
    [WYRM_EFFECT_LIGHTNING] = {.apply = hurt},
    [WYRM_EFFECT_BOLT] = {.apply = hurt},
    [WYRM_EFFECT_BLAST] = {.apply = hurt},
    [WYRM_EFFECT_CONFUSE] = {.apply = afflict},
    [WYRM_EFFECT_SLEEP] = {.apply = afflict},
    [WYRM_EFFECT_HOLD] = {.apply = afflict},
    [WYRM_EFFECT_SLOW] = {.apply = afflict},
    [WYRM_EFFECT_FRIGHTEN] = {.apply = afflict},
    [WYRM_EFFECT_BANISH] = {.apply = banish, .refusal = refuse_if_crowded},
    [WYRM_EFFECT_TELEPORT] = {.apply = teleport, .refusal = refuse_if_crowded},
    [WYRM_EFFECT_MAP] = {.apply = map},
    [WYRM_EFFECT_SENSE] = {.apply = afflict},
    [WYRM_EFFECT_HIDE] = {.apply = afflict},
    [WYRM_EFFECT_HASTE] = {.apply = afflict},
    [WYRM_EFFECT_REGENERATE] = {.apply = boost, .refusal = refuse_if_full},
    [WYRM_EFFECT_STRENGTHEN] = {.apply = boost, .refusal = refuse_if_full},
    [WYRM_EFFECT_TEACH] = {.apply = teach},
};

static wyrm_status refuse_useless(const wyrm_engine *engine, int32_t kind, wyrm_error *error)
{
    char called[WYRM_CALLED_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_kind_called(engine, kind, called);
    wyrm_name_the(called, named);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You see no use for %s here.", named);
}

wyrm_status wyrm_use_helps(const wyrm_engine *engine, const wyrm_game *game, int32_t kind,
                           wyrm_error *error)
{
    const wyrm_effect *effect = &engine->effects[kind];
    const effect_work *work = &works[effect->kind];
    if (!work->apply)
        return refuse_useless(engine, kind, error);
    const char *why = work->refusal ? work->refusal(engine, game, effect) : NULL;
    return why ? wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s", why) : WYRM_OK;
}

/* Lets the effect happen; false where nothing came of it. */
static bool use_apply(const wyrm_use *use)
{
    return works[use->effect.kind].apply(use);
}

/* ---- Using ---- */

static bool is_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* Fails with the first reason why an effect cannot be aimed at a tile. */
static wyrm_status refuse_aim(const wyrm_turn *turn, const wyrm_effect *effect,
                              wyrm_position target)
{
    const wyrm_game *game = turn->game;
    wyrm_grid grid = wyrm_game_sight_grid(game);
    int x = target.x - game->player.at.x, y = target.y - game->player.at.y;
    const char *why;
    if (!wyrm_grid_holds(&grid, target.x, target.y))
        why = "There is nothing there.";
    else if (is_same(target, game->player.at))
        why = "That would be yourself.";
    else if (!wyrm_sight_reaches(x, y, turn->engine->rules.sight))
        why = "You cannot see that far.";
    else if (effect->range >= 0 && !wyrm_sight_reaches(x, y, effect->range))
        why = "That is too far away.";
    else if (wyrm_grid_solid(&grid, target.x, target.y))
        why = "There is only a wall.";
    else
        why = "You cannot see that place.";
    return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "%s", why);
}

/* Finds whom the effect hits. */
static wyrm_status aim(wyrm_use *use, wyrm_position target)
{
    const wyrm_turn *turn = use->turn;
    use->count = wyrm_aim_effect(turn->engine, turn->game, &use->effect, target, use->bodies);
    if (use->count == WYRM_EFFECT_NO_AIM)
        return refuse_aim(turn, &use->effect, target);
    if (use->count == 0 && wyrm_effect_aims(use->effect.kind) == WYRM_AIM_CLOSEST)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "Nobody that you see is near enough.");
    return WYRM_OK;
}

/* One of its uses is gone, and with the last one the item. */
static void use_up(const wyrm_use *use, size_t index)
{
    wyrm_game *game = use->turn->game;
    wyrm_count(&game->tally.items_used);
    wyrm_count(&game->tally.used[use->item.kind]);
    if (--game->pack[index].uses <= 0)
        wyrm_pack_remove(game, index);
}

wyrm_status wyrm_do_use(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    size_t index;
    wyrm_status status =
        wyrm_pack_choose(turn->engine, game, command->argument, &index, turn->error);
    if (status != WYRM_OK)
        return status;
    wyrm_use use = {.turn = turn,
                    .effect = turn->engine->effects[game->pack[index].item.kind],
                    .item = game->pack[index].item};
    status = wyrm_use_helps(turn->engine, game, use.item.kind, turn->error);
    if (status == WYRM_OK)
        status = aim(&use, command->target);
    if (status != WYRM_OK)
        return status;
    wyrm_tell_item(turn, WYRM_EVENT_USED, &use.item);
    use_up(&use, index);
    if (!use_apply(&use))
        wyrm_tell_item(turn, WYRM_EVENT_NO_EFFECT, &use.item);
    *takes_turn = true;
    return WYRM_OK;
}
