/* What the player sees and knows, and what it is told about its pack. */
#include <wyrm/observe.h>

#include "arena.h"
#include "game/internal.h"
#include "stride.h"

static wyrm_observation observed(const arena *a)
{
    wyrm_observation seen;
    wyrm_observe(a->engine, a->game, &seen);
    return seen;
}

TEST(monsters_in_view_come_nearest_first)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##########\n"
                                "#g..@o...#\n"
                                "#.......o#\n"
                                "#.########\n"
                                "#g#",
                                "g=goblin o=orc");
    wyrm_observation seen = observed(a);
    assert_int_equal(seen.monster_count, 3);
    assert_int_equal(seen.in_sight, 3);
    assert_int_equal(seen.monsters[0].distance, 1);
    assert_int_equal(seen.monsters[1].distance, 3);
    assert_int_equal(seen.monsters[2].distance, 4);
    assert_ptr_equal(wyrm_seen_on(a->game, &seen, 5, 1),
                     &a->game->monsters[seen.monsters[0].index]);
    assert_null(wyrm_seen_on(a->game, &seen, 1, 4));
}

TEST(equally_near_monsters_come_by_age)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#####\n"
                                "#g.g#\n"
                                "#.@.#\n"
                                "#g.g#\n"
                                "#####",
                                "g=goblin");
    wyrm_observation seen = observed(a);
    for (int32_t i = 0; i < 4; i++)
        assert_int_equal(seen.monsters[i].index, i);
}

TEST(who_hides_is_only_seen_from_the_next_tile)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@g.o..#\n########", "g=goblin o=orc");
    arena_afflict(a, 0, WYRM_HIDDEN, 5);
    arena_afflict(a, 1, WYRM_HIDDEN, 5);
    wyrm_observation seen = observed(a);
    assert_int_equal(seen.monster_count, 1);
    assert_int_equal(seen.monsters[0].index, 0);
    assert_null(wyrm_seen_on(a->game, &seen, 4, 1));
}

TEST(sensing_tells_of_monsters_behind_walls_and_no_longer)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#######\n#@.#g.#\n#######", "g=goblin");
    assert_int_equal(observed(a).monster_count, 0);
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_SENSING, 1);
    wyrm_observation seen = observed(a);
    assert_int_equal(seen.monster_count, 1);
    assert_int_equal(seen.in_sight, 0);
    assert_false(seen.monsters[0].in_sight);
    assert_null(wyrm_seen_on(a->game, &seen, 4, 1));
}

TEST(the_way_on_is_known_once_it_is_seen)
{
    arena *a = arena_draw("ruggrogue", "#######\n#@#..>#\n#,....#\n#######", NULL);
    wyrm_observation seen = observed(a);
    assert_false(seen.exit_known);
    assert_int_equal(seen.exit.x, 0); /* unknown even to code that reads the field anyway */
    arena_stand(a, (wyrm_position){3, 2});
    seen = observed(a);
    assert_true(seen.exit_known);
    assert_int_equal(seen.exit.x, 5);
    assert_int_equal(seen.exit.y, 1);
    assert_false(seen.goal_known);
    arena_free(a);

    a = arena_draw("ruggrogue", "#######\n#@.*..#\n#######", NULL);
    seen = observed(a);
    assert_false(seen.exit_known);
    assert_true(seen.goal_known);
    assert_int_equal(seen.goal.x, 3);
    arena_free(a);
}

TEST(what_was_never_seen_looks_like_wall)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#######\n#@.#.>#\n#######", NULL);
    bool known;
    assert_int_equal(wyrm_known_tile(a->game, 5, 1, &known), WYRM_TILE_WALL);
    assert_false(known);
    assert_int_equal(wyrm_known_tile(a->game, 2, 1, &known), WYRM_TILE_FLOOR);
    assert_true(known);
    assert_int_equal(wyrm_known_tile(a->game, 3, 1, &known), WYRM_TILE_WALL);
    assert_true(known);
    assert_int_equal(wyrm_known_tile(a->game, -1, 1, &known), WYRM_TILE_WALL);
    assert_false(known);
    assert_int_equal(wyrm_known_tile(a->game, 7, 3, &known), WYRM_TILE_WALL);
    assert_false(known);
}

TEST(the_newest_known_item_of_a_tile_is_told)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "#####\n#@,.#\n#####", NULL);
    wyrm_position at = arena_find(a, ',');
    assert_null(wyrm_known_item(a->game, at.x, at.y));
    arena_lay(a, "club@3", at);
    arena_lay(a, "ration", at);
    assert_null(wyrm_known_item(a->game, at.x, at.y)); /* not seen yet */
    arena_look(a);
    assert_int_equal(wyrm_known_item(a->game, at.x, at.y)->item.kind,
                     item_named(a->design, "ration"));
    a->game->items[1].seen = false;
    assert_int_equal(wyrm_known_item(a->game, at.x, at.y)->item.kind,
                     item_named(a->design, "club"));
}

static const char *const rulesets[] = {"ruggrogue", "yarl", "tutorial", "bob-and-trev"};

static const char room[] = "#############\n"
                           "#...........#\n"
                           "#...........#\n"
                           "#....#......#\n"
                           "#.....@.....#\n"
                           "#...........#\n"
                           "#...##......#\n"
                           "#...........#\n"
                           "#############";

/* A room with pillars and some monsters of the ruleset, all asleep so that only the player acts.
 */
static arena *crowded_room(const char *ruleset, test_random *random)
{
    arena *a = arena_draw(ruleset, room, NULL);
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    int64_t count = random_between(random, 0, 12);
    for (int64_t i = 0; i < count; i++) {
        int64_t x = random_between(random, 1, 11);
        int64_t y = random_between(random, 1, 7);
        wyrm_position at = {(int16_t)x, (int16_t)y};
        int64_t breed = random_below(random, (int64_t)wyrm_roster_count(roster));
        if (*arena_mark(a, at) & WYRM_MARK_MONSTER ||
            (*arena_mark(a, at) & WYRM_MARK_TILE) == WYRM_TILE_WALL ||
            (at.x == a->game->player.at.x && at.y == a->game->player.at.y))
            continue;
        size_t index = arena_place(a, wyrm_roster_monster(roster, (size_t)breed)->name, at);
        arena_afflict(a, (int32_t)index, WYRM_ASLEEP, ARENA_SLEEP_TURNS);
    }
    arena_look(a);
    return a;
}

static const wyrm_item_kind *kinds_of(const arena *a, size_t *count)
{
    const wyrm_item_kind *kinds;
    *count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    return kinds;
}

/* Whether an event of the last command says that the item affected the creature. */
static bool was_hit(const arena *a, uint32_t id)
{
    for (size_t i = 0; i < a->event_count; i++)
        if (a->events[i].whom == id && a->events[i].item.kind >= 0 &&
            (a->events[i].kind == WYRM_EVENT_HURT || a->events[i].kind == WYRM_EVENT_CONDITION))
            return true;
    return false;
}

/* Uses the item at the target and compares with the preview; returns how many were hit. */
static size_t assert_foretold(arena *a, size_t item, wyrm_position target, uint64_t seed)
{
    static wyrm_game before;
    static size_t hit[WYRM_LEVEL_SPAWNS_MAX];
    bool user, wanted[WYRM_LEVEL_SPAWNS_MAX] = {false};
    wyrm_observation seen = observed(a);
    wyrm_effect effect = wyrm_pack_effect(a->engine, a->game, item);
    size_t found = wyrm_would_hit(a->engine, a->game, &seen, item, target, hit, &user);
    wyrm_game_copy(a->game, &before);
    wyrm_status status = arena_do_at(a, WYRM_DO_USE, (int32_t)item, target);
    if (found == WYRM_EFFECT_NO_AIM) {
        assert_holds(status == WYRM_ERROR_ARGUMENT, seed);
        return 0;
    }
    if (found == 0 && !user && wyrm_effect_aims(effect.kind) == WYRM_AIM_CLOSEST) {
        assert_holds(status == WYRM_ERROR_ARGUMENT, seed); /* nobody is near enough */
        return 0;
    }
    assert_ok(status, &a->error);
    for (size_t i = 0; i < found; i++)
        wanted[hit[i]] = true;
    for (size_t i = 0; i < seen.monster_count; i++)
        if (seen.monsters[i].in_sight)
            assert_holds(was_hit(a, before.monsters[seen.monsters[i].index].id) == wanted[i], seed);
    assert_holds(was_hit(a, 0) == user, seed);
    return found + user;
}

static bool hits_others(wyrm_effect_kind kind)
{
    return kind == WYRM_EFFECT_LIGHTNING || kind == WYRM_EFFECT_BOLT || kind == WYRM_EFFECT_BLAST ||
           kind == WYRM_EFFECT_CONFUSE || kind == WYRM_EFFECT_HOLD || kind == WYRM_EFFECT_SLOW ||
           kind == WYRM_EFFECT_FRIGHTEN;
}

TEST(what_is_foretold_of_an_effect_is_what_its_use_does)
{
    const uint64_t games = PLAYED_STRIDE > 1 ? 100 : 300;
    size_t hits = 0;
    for (uint64_t seed = 1; seed <= games; seed++) {
        test_random random = {seed};
        OWNED_ARENA *a = crowded_room(rulesets[seed % LENGTH_OF(rulesets)], &random);
        size_t count;
        const wyrm_item_kind *kinds = kinds_of(a, &count);
        for (int tries = 0; tries < 40; tries++) {
            const wyrm_item_kind *kind = &kinds[random_below(&random, (int64_t)count)];
            if (!hits_others(wyrm_item_effect(kind->record).kind))
                continue;
            size_t item = arena_give(a, kind->name);
            int64_t x = random_between(&random, 0, 12);
            int64_t y = random_between(&random, 0, 8);
            a->game->player.combatant.hp = a->game->player.combatant.max_hp;
            a->game->player.turns[WYRM_CONFUSED] = a->game->player.turns[WYRM_AFRAID] = 0;
            a->game->player.turns[WYRM_HELD] = a->game->player.turns[WYRM_SLOWED] = 0;
            hits += assert_foretold(a, item, (wyrm_position){(int16_t)x, (int16_t)y}, seed);
            break;
        }
    }
    assert_true(hits > games / 3); /* the test has covered enough hits */
}

TEST(gear_compared_before_wearing_is_gear_worn)
{
    for (size_t r = 0; r < LENGTH_OF(rulesets); r++) {
        arena *a = arena_draw(rulesets[r], room, NULL);
        size_t count;
        const wyrm_item_kind *kinds = kinds_of(a, &count);
        for (uint64_t seed = 1; seed <= 200; seed++) {
            test_random random = {seed};
            const wyrm_item_kind *kind = &kinds[random_below(&random, (int64_t)count)];
            if (kind->item_class != WYRM_ITEM_WEAPON && kind->item_class != WYRM_ITEM_ARMOR)
                continue;
            char text[100];
            wyrm_combatant with;
            snprintf(text, sizeof text, "%s@%d", kind->name, (int)random_between(&random, 1, 9));
            if (a->game->pack_count > 8)
                arena_free(a), a = arena_draw(rulesets[r], room, NULL);
            kinds = kinds_of(a, &count);
            size_t item = arena_give(a, text);
            assert_true(wyrm_can_use(a->engine, a->game, item, NULL));
            wyrm_player_with(a->engine, a->game, item, &with);
            assert_ok(arena_do(a, WYRM_DO_WEAR, (int32_t)item), &a->error);
            assert_memory_equal(with.stats, a->game->player.combatant.stats, sizeof with.stats);
            wyrm_player_with(a->engine, a->game, item, &with); /* and now without it */
            assert_ok(arena_do(a, WYRM_DO_TAKE_OFF, (int32_t)item), &a->error);
            assert_memory_equal(with.stats, a->game->player.combatant.stats, sizeof with.stats);
            assert_ok(arena_do(a, WYRM_DO_WEAR, (int32_t)item), &a->error);
        }
        arena_free(a);
    }
}

/* An item without an aim can be used if wyrm_can_use says so, and else the reason is the same. */
TEST(what_can_be_used_can_be_used)
{
    for (size_t r = 0; r < LENGTH_OF(rulesets); r++) {
        OWNED_ARENA *probe = arena_draw(rulesets[r], room, NULL);
        size_t count;
        kinds_of(probe, &count);
        for (size_t i = 0; i < 2 * count; i++) {
            OWNED_ARENA *a = arena_draw(rulesets[r], room, NULL);
            const wyrm_item_kind *kind = &kinds_of(a, &count)[i / 2];
            wyrm_effect_kind effect = wyrm_item_effect(kind->record).kind;
            char why[WYRM_WHY_MAX] = "x";
            size_t item = arena_give(a, kind->name);
            if (i % 2 == 1)
                a->game->player.combatant.hp = 1;
            if (effect == WYRM_EFFECT_NONE || wyrm_effect_aims(effect) == WYRM_AIM_USER) {
                bool can = wyrm_can_use(a->engine, a->game, item, why);
                bool is_gear =
                    kind->item_class == WYRM_ITEM_WEAPON || kind->item_class == WYRM_ITEM_ARMOR;
                wyrm_status status =
                    arena_do(a, is_gear ? WYRM_DO_WEAR : WYRM_DO_USE, (int32_t)item);
                assert_int_equal(status, can ? WYRM_OK : WYRM_ERROR_ARGUMENT);
                assert_string_equal(why, can ? "" : a->error.message);
            }
        }
    }
}

TEST(what_is_left_alone_cannot_be_used)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", room, NULL);
    char why[WYRM_WHY_MAX];
    size_t club = arena_give(a, "club@2");
    int32_t kind = item_named(a->design, "club");
    assert_true(wyrm_can_use(a->engine, a->game, club, why));
    a->game->barred[kind / 64] |= UINT64_C(1) << (kind % 64);
    assert_false(wyrm_can_use(a->engine, a->game, club, why));
    assert_non_null(strstr(why, "club"));
    assert_false(wyrm_can_use(a->engine, a->game, 7, why));
}

static const char hall[] = "########################\n"
                           "#@.....................#\n"
                           "########################";

/* Whether a command at a monster this many tiles away is accepted. */
static bool goes_as_far(const char *gear, wyrm_command_kind kind, int32_t tiles)
{
    OWNED_ARENA *a = arena_draw("bob-and-trev", hall, NULL);
    size_t item = arena_give(a, gear);
    if (kind == WYRM_DO_SHOOT)
        arena_wear(a, item);
    wyrm_position at = {(int16_t)(1 + tiles), 1};
    arena_place(a, "intern,asleep", at);
    arena_look(a);
    bool goes = arena_do_at(a, kind, (int32_t)item, at) == WYRM_OK;
    return goes;
}

TEST(ranges_are_as_far_as_strikes_and_throws_go)
{
    static const char *const weapons[] = {"stapler",      "mouse",       "plotter_arm",
                                          "floppy_drive", "crt_monitor", "toner_bomb"};
    for (size_t i = 0; i < LENGTH_OF(weapons); i++) {
        OWNED_ARENA *a = arena_draw("bob-and-trev", hall, NULL);
        int32_t sight = wyrm_engine_rules(a->engine)->sight;
        size_t item = arena_give(a, weapons[i]);
        int32_t thrown = wyrm_throw_range(a->engine, a->game, item);
        arena_wear(a, item);
        int32_t strike = wyrm_strike_range(a->engine, a->game);
        assert_in_range(thrown, 1, sight);
        for (int32_t tiles = 2; tiles <= sight; tiles++) {
            assert_int_equal(goes_as_far(weapons[i], WYRM_DO_THROW, tiles), tiles <= thrown);
            assert_int_equal(goes_as_far(weapons[i], WYRM_DO_SHOOT, tiles), tiles <= strike);
        }
    }
}

TEST(nothing_flies_where_the_rules_know_no_missiles)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", hall, NULL);
    size_t club = arena_give(a, "club@2"), potion = arena_give(a, "health_potion");
    arena_wear(a, club);
    assert_int_equal(wyrm_strike_range(a->engine, a->game), 0);
    assert_int_equal(wyrm_throw_range(a->engine, a->game, club), 0);
    assert_int_equal(wyrm_throw_range(a->engine, a->game, potion), 0);
}
