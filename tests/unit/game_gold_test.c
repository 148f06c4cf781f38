/* Gold and shops in games, and what monsters leave: the heaps on their floors, and who takes them,
 * compared with the exact figures. */
#include "loot/internal.h"

#include "bots.h"
#include "small_dungeon.h"

#include <math.h>
#include <wyrm/drops.h>
#include <wyrm/stats.h>
#include <wyrm/trade.h>

#define ONLY_GOLD                                                                                  \
    "gold:\n"                                                                                      \
    "  purse: 5\n"                                                                                 \
    "  floors: [{heaps: '[2, 4]', pieces: 1d3, least: 2, most: 9, most_each_depth: 1.5}]\n"        \
    "  below: {from_depth: 2, heaps: 2, each_depth: 25}\n"                                         \
    "  above: {from_depth: 2, heaps: -3, each_depth: 30}\n"
#define GOLD                                                                                       \
    ONLY_GOLD                                                                                      \
    "shops:\n"                                                                                     \
    "  general:\n"                                                                                 \
    "    chance: 0.7\n"                                                                            \
    "    stock: 1d3\n"                                                                             \
    "    offers:\n"                                                                                \
    "      health_potion: {price: 2d6, weight: 3, always: true}\n"                                 \
    "      sleep_scroll: {price: 20}\n"

RELEASED_BY(wyrm_gold, wyrm_gold_free)
RELEASED_BY(wyrm_shop_figures, wyrm_shop_figures_free)

typedef struct heard {
    int64_t gold;
    int times;
} heard;

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    heard *to = context;
    (void)game;
    if (event->kind == WYRM_EVENT_GOLD) {
        to->gold += event->amount;
        to->times++;
    }
}

static int64_t lies(const wyrm_game_view *view)
{
    int64_t sum = 0;
    for (size_t i = 0; i < view->heap_count; i++)
        sum += view->heaps[i].pieces;
    return sum;
}

TEST(bots_take_the_gold_that_lies_on_floors)
{
    OWNED_DESIGN *design = ruggrogue_with(ONLY_GOLD);
    wyrm_engine *engine;
    const wyrm_bot_kind *kind;
    wyrm_bot *bot;
    int64_t lain = 0, left = 0;
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    assert_ok(wyrm_bot_find("explorer", &kind, NULL), NULL);
    assert_ok(wyrm_bot_new(kind, engine, &bot, NULL), NULL);
    wyrm_game *game = wyrm_game_new(), *again = wyrm_game_new();
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const wyrm_game_options options = {.seed = seed};
        heard ears = {0};
        const wyrm_listener listener = {hear, &ears};
        assert_ok(wyrm_game_start(engine, &options, NULL, game, NULL), NULL);
        const wyrm_game_view *view = wyrm_game_look(game);
        assert_int_equal(view->gold, 5);
        assert_in_range(view->heap_count, 2, 4);
        for (size_t i = 0; i < view->heap_count; i++) {
            const wyrm_position at = view->heaps[i].at;
            assert_int_equal(view->map->tiles[at.y * view->map->width + at.x], WYRM_TILE_FLOOR);
            assert_false(at.x == view->player->at.x && at.y == view->player->at.y);
        }
        const int64_t first = lies(view);
        const size_t heaps = view->heap_count;
        lain += first;
        wyrm_bot_begin(bot);
        wyrm_command command;
        int64_t now = first;
        while (wyrm_bot_next(bot, game, &command)) {
            wyrm_game_copy(game, again);
            const wyrm_status status = wyrm_game_act(engine, game, &command, &listener, NULL);
            if (status != WYRM_OK)
                break;
            view = wyrm_game_look(game);
            if (view->difficulty.depth > 1 || view->phase != WYRM_PHASE_PLAYING)
                break;
            now = lies(view);
            assert_int_equal(view->gold, 5 + ears.gold);
            assert_int_equal(now + ears.gold, first);
            assert_int_equal(view->heap_count + (size_t)ears.times, heaps);
            /* A copy continues in the same way, and its checksum includes gold. */
            assert_ok(wyrm_game_act(engine, again, &command, NULL, NULL), NULL);
            assert_true(wyrm_game_checksum(game) == wyrm_game_checksum(again));
        }
        left += now;
    }
    assert_true(left * 3 < lain); /* a player that goes past gold leaves nine tenths of it */
    wyrm_game_free(game);
    wyrm_game_free(again);
    wyrm_bot_free(bot);
    wyrm_engine_free(engine);
}

/* One small room and 60 heaps: one on each tile that is free. A heap that finds no tile still
 * counts as lain there. */
TEST(each_heap_has_a_tile_of_its_own)
{
    OWNED_DESIGN *design = small_with("map: {tries: 1, room_side: [4, 4]}\n"
                                      "gold: {floors: [{heaps: 60, pieces: 3}]}\n"
                                      "loot: {density: {near: 3}}\n");
    wyrm_engine *engine;
    size_t items = 0;
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    wyrm_game *game = wyrm_game_new();
    for (uint64_t seed = 1; seed <= 10; seed++) {
        const wyrm_game_options options = {.seed = seed};
        assert_ok(wyrm_game_start(engine, &options, NULL, game, NULL), NULL);
        const wyrm_map *map = &game->map;
        assert_int_equal(map->room_count, 1);
        size_t free = 0;
        const wyrm_room *room = &map->rooms[0];
        for (int y = room->y; y < room->y + room->height; y++)
            for (int x = room->x; x < room->x + room->width; x++) {
                const wyrm_position at = {(int16_t)x, (int16_t)y};
                size_t heaps = 0;
                bool taken = on_tile(at, map->start) || on_tile(at, map->exit);
                for (size_t i = 0; i < game->item_count; i++)
                    taken |= on_tile(at, game->items[i].at);
                for (size_t i = 0; i < game->heap_count; i++)
                    heaps += on_tile(at, game->heaps[i].at);
                assert_int_equal(heaps, !taken);
                free += !taken;
            }
        assert_int_equal(game->heap_count, free);
        assert_int_equal(game->gold_lain, 180);
        items += game->item_count;
    }
    assert_true(items > 0);
    wyrm_game_free(game);
    wyrm_engine_free(engine);
}

TEST(gold_is_drawn_as_it_is_told)
{
    enum { GAMES = 20000, DEPTHS = 5 };
    OWNED_DESIGN *design = ruggrogue_with(GOLD);
    const wyrm_trade *trade = wyrm_design_trade(design);
    OWNED(wyrm_gold) *told = NULL;
    wyrm_moments sums[DEPTHS] = {0}, counts[DEPTHS] = {0};
    assert_ok(wyrm_gold_new(trade, DEPTHS, &told, NULL), NULL);
    for (uint64_t run = 0; run < GAMES; run++) {
        int64_t gold = 0;
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            int32_t heaps[WYRM_HEAPS_MAX];
            wyrm_rng rng = wyrm_rng_start(3, run, 1, (uint64_t)depth);
            const size_t count = wyrm_gold_draw(trade, depth, gold, &rng, heaps);
            for (size_t i = 0; i < count; i++)
                gold += heaps[i];
            wyrm_moments_add(&sums[depth - 1], (double)gold);
            wyrm_moments_add(&counts[depth - 1], (double)count);
        }
    }
    for (size_t d = 0; d < DEPTHS; d++) {
        const double error = wyrm_pmf_sd(told->by_depth[d]) / sqrt(GAMES);
        assert_true(fabs(sums[d].mean - wyrm_pmf_mean(told->by_depth[d])) < 4.5 * error);
        assert_true(fabs(wyrm_moments_sd(&sums[d]) / wyrm_pmf_sd(told->by_depth[d]) - 1) < 0.03);
        assert_true(fabs(counts[d].mean - told->heaps[d]) < 4.5 * 2 / sqrt(GAMES));
    }
}

/* 15 heaps of 69905 pieces are 2^20 - 1, the most that one distribution holds. A heap of 1 or n
 * pieces is n + 1 steps, and two of them are n and, from n + 1 numbers to n more, n * (n + 1): at
 * most two billion. 50,001 pieces are as many steps for each of 50,001 more. */
TEST(gold_that_is_too_much_to_follow_is_refused)
{
    static const struct {
        const char *heaps, *message;
        double mean;
    } rows[] = {
        {"heaps: 15, pieces: 69905", NULL, 1048575},
        {"heaps: 15, pieces: 69906", "there may be more than 1048576 pieces of gold", 0},
        {"heaps: 2, pieces: '{1: 1, 44719: 1}'", NULL, 44720},
        {"heaps: 2, pieces: '{1: 1, 44720: 1}'", "the gold of the floors takes too long to follow",
         0},
        {"heaps: 1, pieces: '[0, 50000]', most: 50000",
         "the gold of the floors takes too long to follow", 0},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[120];
        snprintf(text, sizeof text, "gold: {floors: [{%s}]}\n", rows[i].heaps);
        OWNED_DESIGN *design = ruggrogue_with(text);
        OWNED(wyrm_gold) *told = NULL;
        const wyrm_status status = wyrm_gold_new(wyrm_design_trade(design), 1, &told, &last_error);
        assert_int_equal(status, rows[i].message == NULL ? WYRM_OK : WYRM_ERROR_LIMIT);
        if (rows[i].message == NULL)
            assert_near(wyrm_pmf_mean(told->by_depth[0]), rows[i].mean, 1e-6);
        else
            assert_string_equal(last_error.message, rows[i].message);
    }
}

TEST(what_a_ruleset_has_none_of_is_said)
{
    OWNED_DESIGN *shops = ruggrogue_with(GOLD), *none = ruggrogue_with("");
    wyrm_gold *gold = NULL;
    wyrm_shop_figures *told = NULL;
    assert_int_equal(wyrm_gold_new(wyrm_design_trade(none), 2, &gold, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(last_error.message, "the ruleset has no gold: section 'gold'");
    assert_int_equal(wyrm_shop_figures_new(wyrm_design_trade(shops), 1, 2, &told, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(last_error.message, "there is no such shop");
    assert_int_equal(wyrm_trade_glyph(wyrm_design_trade(shops)), '$');
    assert_int_equal(wyrm_trade_glyph(NULL), '\0');
}

TEST(shops_have_what_is_told)
{
    enum { TIMES = 20000 };
    OWNED_DESIGN *design = ruggrogue_with(GOLD);
    const wyrm_trade *trade = wyrm_design_trade(design);
    OWNED(wyrm_shop_figures) *told = NULL;
    assert_ok(wyrm_shop_figures_new(trade, 0, 2, &told, NULL), NULL);
    const wyrm_shop_depth *at = &told->depths[1];
    double there = 0, things = 0, numbers[2] = {0}, some[2] = {0}, prices[2] = {0};
    for (uint64_t run = 0; run < TIMES; run++) {
        wyrm_stocked stock[WYRM_STOCK_MAX];
        wyrm_rng rng = wyrm_rng_start(4, run, 1, 2);
        const size_t count = wyrm_shop_draw(trade, 0, 2, &rng, stock);
        bool has[2] = {false};
        there += count > 0;
        things += (double)count;
        for (size_t i = 0; i < count; i++) {
            const int which = strcmp(stock[i].name, "sleep_scroll") == 0;
            numbers[which]++;
            prices[which] += stock[i].price;
            has[which] = true;
        }
        for (int i = 0; i < 2; i++)
            some[i] += has[i];
    }
    assert_near(there / TIMES, at->chance, 0.015);
    assert_near(things / there, wyrm_pmf_mean(at->size), 0.03);
    for (int i = 0; i < 2; i++) {
        assert_near(numbers[i] / there, at->offers[i].mean, 0.03);
        assert_near(some[i] / there, at->offers[i].any, 0.015);
        assert_near(prices[i] / numbers[i], at->offers[i].price, 0.1);
    }
}

/* A game with the player at the exit of a floor with a shop. */
static wyrm_game *at_the_shop(wyrm_engine *engine)
{
    wyrm_game *game = wyrm_game_new();
    for (uint64_t seed = 1;; seed++) {
        const wyrm_game_options options = {.seed = seed};
        assert_ok(wyrm_game_start(engine, &options, NULL, game, NULL), NULL);
        assert_false(wyrm_can_trade(game));
        if (game->shops != 0 && game->good_count > 1)
            break;
        assert_int_equal(game->good_count, 0);
    }
    game->player.at = game->map.exit;
    game->monster_count = 0;
    return game;
}

static wyrm_status trade_in(wyrm_engine *engine, wyrm_game *game, wyrm_command_kind kind, int which,
                            wyrm_error *error)
{
    const wyrm_command command = {.kind = kind, .argument = which};
    return wyrm_game_act(engine, game, &command, NULL, error);
}

/* Each shop of a floor is open, in their order, with its own goods at its own price. */
TEST(a_floor_has_as_many_shops_as_the_ruleset_says)
{
    OWNED_DESIGN *design = ruggrogue_with(
        ONLY_GOLD "shops:\n"
                  "  cheap: {chance: 1, stock: 1, offers: {sleep_scroll: {price: 5}}}\n"
                  "  dear: {chance: 1, stock: 1, offers: {health_potion: {price: 50}}}\n");
    wyrm_engine *engine;
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    wyrm_game *game = at_the_shop(engine);
    assert_int_equal(game->shops, 3);
    assert_int_equal(game->good_count, 2);
    for (int32_t i = 0; i < 2; i++) {
        assert_int_equal(game->goods[i].shop, i);
        assert_int_equal(game->goods[i].price, i == 0 ? 5 : 50);
    }
    wyrm_game_free(game);
    wyrm_engine_free(engine);
}

TEST(shops_sell_and_buy_on_the_stairs)
{
    OWNED_DESIGN *design = ruggrogue_with(GOLD "    gives: 0.5\n");
    wyrm_engine *engine;
    wyrm_error error = {0};
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    wyrm_game *game = at_the_shop(engine);
    const size_t packed = game->pack_count, goods = game->good_count;
    const wyrm_good first = game->goods[0];
    const uint32_t turn = game->turn;
    assert_true(wyrm_can_trade(game));
    game->gold = first.price - 1;
    assert_int_equal(trade_in(engine, game, WYRM_DO_BUY, 0, &error), WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "It costs"));
    game->gold = first.price + 100;
    assert_ok(trade_in(engine, game, WYRM_DO_BUY, 0, &error), &error);
    assert_int_equal(game->gold, 100);
    assert_int_equal(game->pack_count, packed + 1);
    assert_int_equal(game->good_count, goods - 1);
    assert_int_equal(game->pack[packed].item.kind, first.item.item.kind);
    assert_int_equal(game->turn, turn); /* trading takes no time */
    /* A potion is priced 2d6, and half of 7 is paid for one. */
    assert_int_equal(wyrm_worth_here(engine, game, packed), 3);
    assert_ok(trade_in(engine, game, WYRM_DO_SELL, (int)packed, &error), &error);
    assert_int_equal(game->gold, 103);
    assert_int_equal(game->pack_count, packed);
    assert_int_equal(trade_in(engine, game, WYRM_DO_BUY, (int)goods, &error), WYRM_ERROR_ARGUMENT);
    game->player.at = game->map.start;
    assert_int_equal(trade_in(engine, game, WYRM_DO_BUY, 0, &error), WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "There is no shop here"));
    wyrm_game_free(game);
    wyrm_engine_free(engine);
}

static void refuses_trade(wyrm_engine *engine, wyrm_game *game, wyrm_command_kind kind,
                          size_t which, const char *message)
{
    wyrm_error error = {0};
    const int64_t gold = game->gold;
    const size_t packed = game->pack_count, goods = game->good_count;
    assert_int_equal(trade_in(engine, game, kind, (int)which, &error), WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, message);
    assert_true(game->gold == gold && game->pack_count == packed && game->good_count == goods);
}

/* Half the price of a potion is 3, of a scroll 10; no shop sells clubs. */
TEST(what_cannot_be_bought_or_sold_is_refused)
{
    OWNED_DESIGN *design = ruggrogue_with(GOLD "    gives: 0.5\n");
    wyrm_engine *engine;
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    wyrm_game *game = at_the_shop(engine);
    const int32_t club = item_named(design, "club"), potion = item_named(design, "health_potion");
    game->gold = 1000;
    game->goods[0].item.item.kind = potion;
    game->barred[potion / 64] |= UINT64_C(1) << potion % 64;
    refuses_trade(engine, game, WYRM_DO_BUY, 0, "You have sworn off the health potion.");
    memset(game->barred, 0, sizeof game->barred);
    const size_t last = game->pack_count;
    game->pack[game->pack_count++] = (wyrm_game_item){.item = {.kind = club, .level = 1}};
    refuses_trade(engine, game, WYRM_DO_SELL, last, "Nobody here wants the club.");
    game->pack[last].item.kind = potion;
    game->pack[last].worn = true;
    refuses_trade(engine, game, WYRM_DO_SELL, last, "First take off the health potion.");
    game->pack[last].worn = false;
    while (!game_pack_is_full(engine, game))
        game->pack[game->pack_count++] = game->pack[last];
    refuses_trade(engine, game, WYRM_DO_BUY, 0, "Your pack is full.");
    game->pack_count--;
    assert_ok(trade_in(engine, game, WYRM_DO_BUY, 0, NULL), NULL);
    refuses_trade(engine, game, WYRM_DO_BUY, game->good_count, "There is no such thing for sale.");
    wyrm_game_free(game);
    wyrm_engine_free(engine);
}

/* What a bot buys from an offer that exceeds gold and pack: the most expensive gear first, and
 * items that it can use, healing for a brawler, nothing for a diver. */
static size_t bought_by(wyrm_engine *engine, const char *name, size_t *used)
{
    const wyrm_bot_kind *kind;
    wyrm_bot *bot;
    wyrm_command command;
    assert_ok(wyrm_bot_find(name, &kind, NULL), NULL);
    assert_ok(wyrm_bot_new(kind, engine, &bot, NULL), NULL);
    wyrm_game *game = at_the_shop(engine);
    game->gold = 1000;
    game->news++;
    memset(game->marks, 0, sizeof game->marks);
    for (int32_t i = 0; i < game->map.width * game->map.height; i++)
        game->marks[i] = (uint8_t)(game->map.tiles[i] | WYRM_MARK_KNOWN | WYRM_MARK_SEEN);
    wyrm_bot_begin(bot);
    int32_t dearest = 1000000;
    size_t bought = 0;
    *used = 0;
    while (assert_true(wyrm_bot_next(bot, game, &command)), command.kind != WYRM_DO_LEAVE) {
        if (command.kind == WYRM_DO_BUY) {
            const wyrm_good *good = &game->goods[command.argument];
            const bool uses = wyrm_bot_uses(kind, &engine->effects[good->item.item.kind]);
            assert_true(good->price <= dearest);
            assert_true(uses || game_is_gear(engine, good->item.item.kind));
            dearest = good->price;
            bought++;
            *used += uses;
        }
        assert_ok(wyrm_game_act(engine, game, &command, NULL, NULL), NULL);
        assert_true(game->turn < 20);
    }
    for (size_t i = 0; i < game->good_count; i++) /* nothing that it could use is left */
        assert_false(game_is_gear(engine, game->goods[i].item.item.kind) ||
                     wyrm_bot_uses(kind, &engine->effects[game->goods[i].item.item.kind]));
    wyrm_bot_free(bot);
    wyrm_game_free(game);
    return bought;
}

TEST(bots_buy_what_they_have_a_use_for_and_go_on)
{
    OWNED_DESIGN *design = ruggrogue_with(GOLD "      knife: {price: 9, always: true}\n");
    wyrm_engine *engine;
    size_t used;
    assert_ok(wyrm_engine_new(design, &engine, NULL), NULL);
    const size_t gear = bought_by(engine, "diver", &used);
    assert_int_equal(used, 0);
    assert_int_equal(gear, 1);
    const size_t bought = bought_by(engine, "brawler", &used);
    assert_int_equal(bought, gear + used);
    assert_true(used > 0);
    wyrm_engine_free(engine);
}

/* ---- what monsters leave ---- */

#define DROPS                                                                                      \
    "drops:\n"                                                                                     \
    "  orc: [{gold: 5}, {items: {healing_potion: 1}, number: 2}, {gold: 2}]\n"                     \
    "  troll: [{chance: [[0.5, 1]], gold: 1d6}, {chance: 0.4, items: {sword: 3, shield: 1}, "      \
    "number: 1d3, bonus: 1d2}]\n"

static arena *orc_in_a_corridor(const char *changes)
{
    return arena_draw_with("tutorial", changes,
                           "########\n"
                           "#@o.o..#\n"
                           "########",
                           "o=orc");
}

/* Kills the monster drawn first, and ends the turn. */
static void kill_first(arena *a)
{
    a->game->monsters[0].body.combatant.hp = 1;
    for (int i = 0; i < 20 && !arena_heard(a, WYRM_EVENT_DIED); i++)
        assert_done(a, arena_move(a, WYRM_EAST));
    assert_true(arena_heard(a, WYRM_EVENT_DIED));
}

/* Both heaps are one; the player takes it by stepping there, and picks the potions up. */
TEST(what_a_monster_drops_lies_where_it_died)
{
    OWNED_ARENA *a = orc_in_a_corridor(DROPS);
    wyrm_game *game = a->game;
    const wyrm_position at = game->monsters[0].body.at;
    const uint64_t before = wyrm_game_checksum(game);
    kill_first(a);
    assert_int_equal(times_heard(a, WYRM_EVENT_LEFT), 4);
    assert_int_equal(game->heap_count, 1);
    assert_int_equal(game->heaps[0].pieces, 7);
    assert_true(on_tile(game->heaps[0].at, at));
    assert_true(game->heaps[0].seen);
    assert_int_equal(game->item_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(game->items[i].item.kind, item_named(a->design, "healing_potion"));
        assert_true(on_tile(game->items[i].at, at));
        assert_true(game->items[i].seen && !game->items[i].left);
        assert_int_equal(game->items[i].uses, 1);
    }
    const uint64_t after = wyrm_game_checksum(game);
    game->heaps[0].pieces++;
    assert_true(wyrm_game_checksum(game) != after && before != after);
    game->heaps[0].pieces--;
    assert_done(a, arena_move(a, WYRM_EAST));
    assert_int_equal(game->gold, 7);
    assert_int_equal(game->gold_lain, 0); /* the schedule of floors knows nothing of it */
    const wyrm_command pick = {.kind = WYRM_DO_PICK_UP};
    assert_ok(wyrm_game_act(a->engine, game, &pick, NULL, &a->error), &a->error);
    assert_int_equal(game->tally.items_found, 1);
}

TEST(what_is_dropped_is_told)
{
    OWNED_ARENA *a = orc_in_a_corridor(DROPS);
    static const char *const said[] = {
        "The Orc leaves 5 pieces of gold.", "The Orc leaves a healing potion.",
        "The Orc leaves a healing potion.", "The Orc leaves 2 pieces of gold."};
    size_t count = 0;
    kill_first(a);
    for (size_t i = 0; i < a->event_count; i++) {
        char text[WYRM_MESSAGE_TEXT_MAX];
        if (a->events[i].kind != WYRM_EVENT_LEFT)
            continue;
        assert_true(wyrm_event_text(a->engine, a->game, &a->events[i], text));
        assert_true(count < LENGTH_OF(said));
        assert_string_equal(text, said[count++]);
    }
    assert_int_equal(count, LENGTH_OF(said));
}

/* Who was summoned leaves nothing, and a floor takes only so many heaps and items. */
TEST(drops_have_their_limits)
{
    OWNED_ARENA *summoned = orc_in_a_corridor(DROPS), *heaps = orc_in_a_corridor(DROPS),
                *items = orc_in_a_corridor(DROPS), *without = orc_in_a_corridor("");
    summoned->game->monsters[0].summoner = 7;
    kill_first(summoned);
    assert_int_equal(summoned->game->heap_count + summoned->game->item_count, 0);
    heaps->game->heap_count = WYRM_HEAPS_MAX;
    kill_first(heaps);
    assert_int_equal(heaps->game->heap_count, WYRM_HEAPS_MAX);
    assert_int_equal(heaps->game->item_count, 2);
    assert_int_equal(times_heard(heaps, WYRM_EVENT_LEFT), 2);
    while (items->game->item_count < LENGTH_OF(items->game->items) - 1)
        arena_lay(items, "healing_potion", arena_find(items, '@'));
    kill_first(items);
    assert_int_equal(items->game->item_count, LENGTH_OF(items->game->items));
    assert_int_equal(items->game->heaps[0].pieces, 7);
    assert_int_equal(times_heard(items, WYRM_EVENT_LEFT), 3);
    kill_first(without);
    assert_int_equal(times_heard(without, WYRM_EVENT_LEFT), 0);
}

/* The same monster leaves the same, whenever it dies; another one, or at another depth, draws
 * anew. */
TEST(what_a_monster_drops_hangs_on_itself_alone)
{
    enum { TIMES = 40 };
    int64_t pieces[4][TIMES];
    for (int way = 0; way < 4; way++)
        for (int i = 0; i < TIMES; i++) {
            OWNED_ARENA *a = orc_in_a_corridor("drops: {orc: [{gold: 1d100}]}\n");
            a->game->run = (uint64_t)i;
            for (int k = 0; way == 2 && k < 2; k++)
                a->game->monsters[k].id = a->game->next_id++;
            a->game->difficulty.depth = way == 3 ? 2 : 1;
            for (int k = 0; k < way * 3; k++)
                assert_done(a, arena_wait(a));
            kill_first(a);
            pieces[way][i] = a->game->heaps[0].pieces;
        }
    assert_memory_equal(pieces[0], pieces[1], sizeof pieces[0]);
    for (int way = 2; way < 4; way++) {
        int same = 0;
        for (int i = 0; i < TIMES; i++)
            same += pieces[0][i] == pieces[way][i];
        assert_true(same < 5);
    }
}

TEST(drops_are_drawn_as_they_are_told)
{
    enum { TIMES = 40000, ASKED = 3 };
    static const char *const names[ASKED] = {NULL, "sword", "shield"};
    OWNED_DESIGN *design = ruleset_with("tutorial", DROPS);
    const wyrm_drops *drops = wyrm_design_drops(design);
    const size_t troll = (size_t)monster_named(design, "troll");
    double seen[ASKED][20] = {{0}}, bonus = 0, gear = 0;
    for (uint64_t run = 0; run < TIMES; run++) {
        wyrm_dropped dropped[WYRM_DROPPED_MAX];
        wyrm_rng rng = wyrm_rng_start(5, run, 1, 1);
        const size_t count = wyrm_drops_draw(drops, troll, 1, &rng, dropped);
        size_t number[ASKED] = {0};
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < ASKED; k++)
                if (names[k] == NULL
                        ? dropped[i].name == NULL
                        : dropped[i].name != NULL && strcmp(dropped[i].name, names[k]) == 0) {
                    number[k] += names[k] == NULL ? (size_t)dropped[i].pieces : 1;
                    bonus += dropped[i].bonus;
                    gear += names[k] != NULL;
                }
        for (int k = 0; k < ASKED; k++)
            seen[k][number[k]]++;
    }
    assert_near(bonus / gear, 1.5, 0.02);
    for (int k = 0; k < ASKED; k++) {
        wyrm_pmf *told;
        assert_ok(wyrm_drops_number(drops, troll, 1, names[k], &told, NULL), NULL);
        for (int n = 0; n < 20; n++) {
            const double chance = wyrm_pmf_at(told, n);
            assert_near(seen[k][n] / TIMES, chance,
                        4.5 * sqrt(chance * (1 - chance) / TIMES) + 1e-12);
        }
        wyrm_pmf_free(told);
    }
}

/* A row may give both; only weapons and armor have a plus. */
TEST(the_bonus_of_a_row_is_for_its_gear_alone)
{
    OWNED_DESIGN *design = ruleset_with(
        "tutorial",
        "drops: {orc: [{items: {healing_potion: 1, sword: 1}, number: 8, bonus: 2}]}\n");
    const size_t orc = (size_t)monster_named(design, "orc");
    wyrm_dropped dropped[WYRM_DROPPED_MAX];
    wyrm_rng rng = wyrm_rng_start(5, 1, 1, 1);
    bool both[2] = {false, false};
    assert_int_equal(wyrm_drops_draw(wyrm_design_drops(design), orc, 1, &rng, dropped), 8);
    for (int i = 0; i < 8; i++) {
        const bool is_gear = strcmp(dropped[i].name, "sword") == 0;
        assert_int_equal(dropped[i].bonus, is_gear ? 2 : 0);
        both[is_gear] = true;
    }
    assert_true(both[0] && both[1]);
}

TEST(a_ruleset_without_drops_has_none)
{
    OWNED_DESIGN *none = ruleset_with("tutorial", ""), *some = ruleset_with("tutorial", DROPS);
    const wyrm_drops *drops = wyrm_design_drops(some);
    const size_t orc = (size_t)monster_named(some, "orc"),
                 troll = (size_t)monster_named(some, "troll");
    const char *names[WYRM_DROP_NAMES_MAX];
    wyrm_dropped dropped[WYRM_DROPPED_MAX];
    wyrm_rng rng = wyrm_rng_start(5, 1, 1, 1);
    assert_null(wyrm_design_drops(none));
    assert_int_equal(wyrm_drops_draw(NULL, 0, 1, &rng, dropped), 0);
    assert_int_equal(wyrm_drops_draw(drops, 1000, 1, &rng, dropped), 0);
    assert_false(loot_drops_give(NULL, 0, "sword", 10));
    assert_true(loot_drops_give(drops, troll, "sword", 1));
    assert_true(loot_drops_give(drops, orc, "healing_potion", 1));
    assert_false(loot_drops_give(drops, orc, "sword", 10));
    assert_false(loot_drops_give(drops, troll, "fireball_scroll", 10));
    assert_int_equal(wyrm_drops_names(drops, orc, names), 1);
    assert_string_equal(names[0], "healing_potion");
    assert_int_equal(wyrm_drops_names(drops, troll, names), 2);
    assert_string_equal(names[0], "sword");
    assert_string_equal(names[1], "shield");
}
