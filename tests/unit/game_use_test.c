/* Using items: refusals, which leave no trace, uses, and every kind of effect that the tests of the
 * rulesets do not cover. */
#include "played.h"

/* One item for every kind of effect, for a player with hunger. */
static const char *const kit =
    "game: {sight: 8, pack: 40, hunger: {most: 100, start: 50, starving: 10,\n"
    "  stages: [{name: full, from: 61}, {name: fed, from: 31}, {name: starving, from: 0}]}}\n"
    "items:\n"
    "  salve: {effect: {kind: heal, amount: 10}}\n"
    "  bread: {effect: {kind: feed, amount: 30}}\n"
    "  bolt: {effect: {kind: bolt, damage: 7, range: 5}}\n"
    "  far_bolt: {effect: {kind: bolt, damage: 7}}\n"
    "  spark: {effect: {kind: lightning, damage: 9, range: 4}}\n"
    "  blast: {effect: {kind: blast, damage: 5, radius: 2, range: 5}}\n"
    "  dazzle: {effect: {kind: confuse, turns: 11}}\n"
    "  lullaby: {effect: {kind: sleep, turns: 12, radius: 1}}\n"
    "  glue: {effect: {kind: hold, turns: 13, radius: 1}}\n"
    "  tar: {effect: {kind: slow, turns: 14, radius: 1}}\n"
    "  mask: {effect: {kind: frighten, turns: 15, radius: 1}}\n"
    "  away: {effect: {kind: banish, range: 6}}\n"
    "  door: {effect: {kind: teleport}}\n"
    "  hop: {effect: {kind: teleport, range: 2}}\n"
    "  chart: {effect: {kind: map}}\n"
    "  ear: {effect: {kind: sense, turns: 16}}\n"
    "  cloak: {effect: {kind: hide, turns: 17}}\n"
    "  wings: {effect: {kind: haste, turns: 18}}\n"
    "  moss: {effect: {kind: regenerate, amount: 3, turns: 19}}\n"
    "  heart: {effect: {kind: regenerate, amount: 2}}\n"
    "  brew: {effect: {kind: strengthen, stat: power, amount: 4, turns: 20}}\n"
    "  rune: {effect: {kind: strengthen, stat: power, amount: 1}}\n"
    "  oak: {effect: {kind: strengthen, stat: max_hp, amount: 6}}\n"
    "  book: {effect: {kind: teach, amount: 1}}\n"
    "  wand: {uses: 3, effect: {kind: bolt, damage: 1}}\n"
    "  bronze_key: {}\n";

static const char room[] = "################\n"
                           "#..............#\n"
                           "#..............#\n"
                           "#..@...........#\n"
                           "#..............#\n"
                           "#......#.......#\n"
                           "#......#.......#\n"
                           "################";

static arena *in_room(void)
{
    return arena_draw_with("tutorial", kit, room, NULL);
}

static wyrm_status use_at(arena *a, const char *item, wyrm_position target)
{
    return arena_do_at(a, WYRM_DO_USE, (int32_t)arena_give(a, item), target);
}

/* Uses an item of the pack at the player's own tile. */
static wyrm_status use(arena *a, const char *item)
{
    return use_at(a, item, (wyrm_position){0, 0});
}

/* The command is refused with the message, and no byte of the game changes. */
static void refused_with(arena *a, wyrm_command command, const char *sentence)
{
    FREED wyrm_game *before = zeroed(1, sizeof *before);
    memcpy(before, a->game, sizeof *before);
    uint64_t checksum = wyrm_game_checksum(a->game);
    assert_int_equal(arena_act(a, &command), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, sentence);
    assert_int_equal(a->event_count, 0);
    assert_memory_equal(before, a->game, sizeof *before);
    assert_true(wyrm_game_checksum(a->game) == checksum);
}

static void use_refused(arena *a, const char *item, wyrm_position target, const char *sentence)
{
    refused_with(a, (wyrm_command){WYRM_DO_USE, (int32_t)arena_give(a, item), target}, sentence);
    a->game->pack_count--;
}

TEST(what_helps_nobody_is_not_used)
{
    arena *a = in_room();
    wyrm_position here = a->game->player.at;
    use_refused(a, "bronze_key", here, "You see no use for the bronze key here.");
    use_refused(a, "sword", here, "You see no use for the sword here.");
    use_refused(a, "salve", here, "You are not hurt.");
    use_refused(a, "spark", here, "Nobody that you see is near enough.");
    refused_with(a, (wyrm_command){.kind = WYRM_DO_USE}, "You have no such item.");
    refused_with(a, (wyrm_command){.kind = WYRM_DO_USE, .argument = -1}, "You have no such item.");
    arena_free(a);
    a = arena_draw("yarl", room, NULL);
    use_refused(a, "bronze_key", here, "You see no use for the bronze key here.");
    arena_free(a);
    a = arena_draw_with("tutorial", "items: {bread: {effect: {kind: feed, amount: 5}}}", room,
                        NULL);
    use_refused(a, "bread", here, "Nobody is ever hungry here.");
    arena_free(a);
}

TEST(a_bad_aim_is_refused_with_its_reason)
{
    OWNED_ARENA *a = in_room();
    arena_place(a, "troll,asleep", from_player(a, 6, 0));
    use_refused(a, "bolt", a->game->player.at, "That would be yourself.");
    use_refused(a, "bolt", from_player(a, 6, 0), "That is too far away.");
    use_refused(a, "far_bolt", from_player(a, 9, 0), "You cannot see that far.");
    use_refused(a, "far_bolt", from_player(a, 4, 2), "There is only a wall.");
    use_refused(a, "far_bolt", from_player(a, 6, 3), "You cannot see that place.");
    use_refused(a, "bolt", (wyrm_position){-1, 3}, "There is nothing there.");
    use_refused(a, "blast", (wyrm_position){INT16_MAX, INT16_MIN}, "There is nothing there.");
    use_refused(a, "spark", from_player(a, 6, 0), "Nobody that you see is near enough.");
    use_refused(a, "blast", from_player(a, 6, 0), "That is too far away.");
}

/* An effect without a range reaches as far as the player sees, and no farther. */
TEST(what_has_no_range_reaches_as_far_as_one_sees)
{
    OWNED_ARENA *a = in_room();
    arena_place(a, "troll,asleep", from_player(a, 8, 0));
    assert_done(a, use_at(a, "far_bolt", from_player(a, 8, 0)));
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->amount, 7);
}

/* A scroll that hits nobody is still used up. */
TEST(a_miss_is_a_use)
{
    OWNED_ARENA *a = in_room();
    const char *items[] = {"bolt", "blast", "dazzle", "glue", "away"};
    for (size_t i = 0; i < LENGTH_OF(items); i++) {
        assert_done(a, use_at(a, items[i], from_player(a, 4, 0)));
        assert_non_null(arena_heard(a, WYRM_EVENT_USED));
        assert_non_null(arena_heard(a, WYRM_EVENT_NO_EFFECT));
        assert_int_equal(a->game->pack_count, 0);
        assert_int_equal(a->game->tally.items_used, i + 1);
    }
}

/* The event of the use comes first, then those of its effects. */
TEST(a_wand_lasts_as_long_as_its_uses)
{
    OWNED_ARENA *a = in_room();
    size_t wand = arena_give(a, "wand"), key = arena_give(a, "bronze_key");
    size_t troll = arena_place(a, "troll,asleep", from_player(a, 3, 0));
    int64_t hp = a->game->monsters[troll].body.combatant.hp;
    for (int32_t left = 2; left >= 0; left--) {
        assert_done(a, arena_do_at(a, WYRM_DO_USE, (int32_t)wand, from_player(a, 3, 0)));
        assert_int_equal(a->events[0].kind, WYRM_EVENT_USED);
        assert_int_equal(a->events[1].kind, WYRM_EVENT_HURT);
        if (left > 0)
            assert_int_equal(a->game->pack[wand].uses, left);
    }
    assert_int_equal(a->game->monsters[troll].body.combatant.hp, hp - 3);
    assert_int_equal(a->game->pack_count, 1);
    assert_int_equal(a->game->pack[0].item.kind, item_named(a->design, "bronze_key"));
    assert_int_equal(a->game->tally.used[item_named(a->design, "wand")], 3);
    assert_int_equal(key, 1);
}

TEST(bread_fills_up_to_the_most)
{
    OWNED_ARENA *a = in_room();
    assert_done(a, use(a, "bread"));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATE)->amount, 30);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HUNGER)->amount, 0); /* the stage of being full */
    a->game->fullness = 90;
    assert_done(a, use(a, "bread"));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATE)->amount, 10);
    assert_null(arena_heard(a, WYRM_EVENT_HUNGER));
    a->game->fullness = 100;
    assert_done(a, use(a, "bread"));
    assert_int_equal(arena_heard(a, WYRM_EVENT_ATE)->amount, 0);
}

/* One row for each effect that is a condition: whom it hits, by its aim. */
TEST(conditions_begin_for_all_that_are_hit)
{
    const struct {
        const char *item;
        wyrm_condition condition;
        int32_t turns;
        bool on_monsters, on_user;
    } rows[] = {
        {"dazzle", WYRM_CONFUSED, 11, true, false}, {"lullaby", WYRM_ASLEEP, 12, true, true},
        {"glue", WYRM_HELD, 13, true, true},        {"tar", WYRM_SLOWED, 14, true, true},
        {"mask", WYRM_AFRAID, 15, true, true},      {"ear", WYRM_SENSING, 16, false, true},
        {"cloak", WYRM_HIDDEN, 17, false, true},    {"wings", WYRM_HASTED, 18, false, true},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = in_room();
        a->game->bare.max_hp = 10000;
        arena_dress(a);
        a->game->player.combatant.hp = 10000;
        arena_place(a, "troll", from_player(a, 1, 0));
        assert_done(a, use_at(a, rows[i].item, from_player(a, 1, 0)));
        size_t begun = 0;
        for (size_t e = 0; e < a->event_count; e++) {
            const wyrm_event *event = &a->events[e];
            if (event->kind != WYRM_EVENT_CONDITION)
                continue;
            assert_int_equal(event->condition, rows[i].condition);
            assert_int_equal(event->amount, rows[i].turns);
            assert_true(event->whom == 0 ? rows[i].on_user : rows[i].on_monsters);
            begun++;
        }
        assert_int_equal(begun, rows[i].on_monsters + rows[i].on_user);
    }
}

/* Permanent boosts of a stat are one entry; temporary ones are separate. */
TEST(boosts_for_good_add_up_to_one)
{
    OWNED_ARENA *a = in_room();
    double power = stat_of(a, &a->game->player.combatant, "power");
    for (int i = 1; i <= 40; i++) {
        assert_done(a, use(a, "rune"));
        assert_int_equal(arena_heard(a, WYRM_EVENT_BOOSTED)->amount, -1);
        assert_int_equal(arena_heard(a, WYRM_EVENT_BOOSTED)->whom, 0);
        assert_true(stat_of(a, &a->game->player.combatant, "power") == power + i);
    }
    assert_int_equal(a->game->boost_count, 1);
    assert_done(a, use(a, "heart"));
    assert_done(a, use(a, "heart"));
    assert_int_equal(a->game->boost_count, 2);
    assert_true(a->game->player.combatant.regeneration == 4);
    assert_done(a, use(a, "brew"));
    assert_done(a, use(a, "moss"));
    assert_int_equal(a->game->boost_count, 4);
    assert_true(stat_of(a, &a->game->player.combatant, "power") == power + 44);
    assert_true(a->game->player.combatant.regeneration == 7);
}

TEST(there_is_an_end_to_boosts)
{
    OWNED_ARENA *a = in_room();
    assert_done(a, use(a, "rune"));
    while (a->game->boost_count < WYRM_BOOSTS_MAX)
        a->game->boosts[a->game->boost_count++] = (wyrm_boost){0, 0, 1000};
    arena_dress(a);
    use_refused(a, "brew", a->game->player.at, "Too much is at work in you already.");
    use_refused(a, "heart", a->game->player.at, "Too much is at work in you already.");
    assert_done(a, use(a, "rune")); /* added to the present one */
}

/* The maximum and the hit points rise together, for good, under boosts and gear. */
TEST(a_strong_heart_has_more_hit_points)
{
    OWNED_ARENA *a = in_room();
    int64_t most = a->game->player.combatant.max_hp;
    a->game->player.combatant.hp = 3;
    assert_done(a, use(a, "oak"));
    assert_int_equal(a->game->player.combatant.max_hp, most + 6);
    assert_int_equal(a->game->bare.max_hp, most + 6);
    assert_int_equal(hp_of(a), 9);
    assert_int_equal(a->game->boost_count, 0);
    a->game->bare.max_hp = WYRM_HP_MAX - 2;
    arena_dress(a);
    assert_done(a, use(a, "oak"));
    assert_int_equal(a->game->player.combatant.max_hp, WYRM_HP_MAX);
    use_refused(a, "oak", a->game->player.at, "You cannot get any tougher.");
}

/* The maximum gained from a potion at full hit points stays when gear comes off. */
TEST(raised_hit_points_are_the_players_own)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", room, NULL);
    arena_wear(a, arena_give(a, "club@5"));
    assert_done(a, use(a, "health_potion"));
    assert_int_equal(hp_of(a), 32);
    assert_int_equal(a->game->bare.max_hp, 32);
    assert_done(a, arena_do(a, WYRM_DO_TAKE_OFF, 0));
    assert_int_equal(hp_of(a), 32);
    assert_int_equal(a->game->player.combatant.max_hp, 32);
}

/* Every free tile within range is equally likely, and no other is possible. */
TEST(hops_lead_to_any_free_tile_in_range)
{
    OWNED_ARENA *a = in_room();
    uint64_t counts[25] = {0};
    double probabilities[25];
    wyrm_position from = a->game->player.at;
    arena_place(a, "troll,asleep", from_player(a, 1, 1));
    arena_set_tile(a, from_player(a, -1, 0), WYRM_TILE_STAIRS);
    for (int i = 0; i < 25; i++) {
        int x = i % 5 - 2, y = i / 5 - 2;
        bool taken = (x == 0 && y == 0) || (x == 1 && y == 1) || (x == -1 && y == 0);
        bool inside = x * x + y * y <= 6;
        probabilities[i] = inside && !taken ? 1.0 / 18.0 : 0.0;
    }
    for (uint64_t seed = 1; seed <= 3600; seed++) {
        a->game->seed = seed;
        a->game->fullness = 50;
        arena_afflict(a, 0, WYRM_ASLEEP, ARENA_SLEEP_TURNS);
        arena_stand(a, from);
        assert_done(a, use(a, "hop"));
        int x = a->game->player.at.x - from.x, y = a->game->player.at.y - from.y;
        assert_holds(abs(x) <= 2 && abs(y) <= 2, seed);
        counts[(y + 2) * 5 + x + 2]++;
    }
    for (int i = 0; i < 25; i++)
        assert_true(counts[i] == 0 || probabilities[i] > 0);
    assert_fits(counts, probabilities, 25);
}

TEST(who_has_nowhere_to_go_stays)
{
    arena *a = arena_draw_with("tutorial", kit, "#####\n#@oo#\n#####", "o=orc,asleep");
    use_refused(a, "door", a->game->player.at, "There is nowhere to go.");
    use_refused(a, "hop", a->game->player.at, "There is nowhere to go.");
    use_refused(a, "away", from_player(a, 1, 0), "There is nowhere to go.");
    arena_free(a);
    a = arena_draw_with("tutorial", kit, "######\n#@oo.#\n######", "o=orc,asleep");
    use_refused(a, "hop", a->game->player.at, "There is nowhere to go."); /* 3 tiles away */
    assert_done(a, use(a, "door"));
    assert_arena(a, "######\n#.oo@#\n######");
    arena_free(a);
}

/* The banished monster is moved to a free tile, with an event that names its id. */
TEST(the_banished_stands_somewhere_else)
{
    OWNED_ARENA *a = in_room();
    for (uint64_t seed = 1; seed <= 50; seed++) {
        a->game->seed = seed;
        size_t troll = arena_place(a, "troll,asleep", from_player(a, 2, 0));
        assert_done(a, use_at(a, "away", from_player(a, 2, 0)));
        const wyrm_event *event = arena_heard(a, WYRM_EVENT_TELEPORTED);
        assert_int_equal(event->who, a->game->monsters[troll].id);
        assert_int_equal(event->monster, monster_named(a->design, "troll"));
        assert_holds(on_tile(event->at, a->game->monsters[troll].body.at), seed);
        remove_monsters(a);
    }
}

/* Floors and the walls beside them become known, not seen, so items stay unknown. */
TEST(a_chart_shows_floors_and_their_walls)
{
    OWNED_ARENA *a = arena_draw_with("tutorial", kit,
                                     "#########\n"
                                     "#@.######\n"
                                     "##.######\n"
                                     "##.######\n"
                                     "##......!\n"
                                     "#########\n"
                                     "#########\n"
                                     "#########",
                                     "!=salve");
    for (int i = 0; i < 9 * 8; i++)
        a->game->marks[i] &= (uint8_t) ~(WYRM_MARK_KNOWN | WYRM_MARK_SEEN);
    a->game->items[0].seen = false;
    wyrm_position far_wall = {4, 7}, near_wall = {4, 5}, floor = {6, 4};
    assert_done(a, use(a, "chart"));
    assert_non_null(arena_heard(a, WYRM_EVENT_MAPPED));
    assert_true(*arena_mark(a, floor) & WYRM_MARK_KNOWN);
    assert_false(*arena_mark(a, floor) & WYRM_MARK_SEEN);
    assert_true(*arena_mark(a, near_wall) & WYRM_MARK_KNOWN);
    assert_false(*arena_mark(a, far_wall) & WYRM_MARK_KNOWN);
    assert_null(wyrm_known_item(a->game, 8, 4));
}

/* A blast hits creatures around a corner that the thrower does not see, but walls stop it. */
TEST(a_blast_goes_around_corners_but_not_through_walls)
{
    OWNED_ARENA *a = arena_draw_with("tutorial", kit,
                                     "########\n"
                                     "#@...,.#\n"
                                     "#####.##\n"
                                     "#o.##o.#\n"
                                     "########",
                                     "o=troll,asleep");
    wyrm_position corner = arena_find(a, ',');
    assert_done(a, use_at(a, "blast", corner));
    assert_int_equal(times_heard(a, WYRM_EVENT_HURT), 1);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->at.x, 5);
    assert_int_equal(arena_heard(a, WYRM_EVENT_HURT)->at.y, 3);
}
