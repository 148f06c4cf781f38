/* Games that begin deeper: on the map that walking down would lead to, as the reference player of
 * that depth. */
#include "played.h"

enum { LAST = WYRM_DEPTH_MAX };

/* Starts a game, in whose place others can be started. */
static arena *begin_at(const char *ruleset, int32_t depth, int32_t lives)
{
    arena *a = play(ruleset, NULL, 1);
    const wyrm_game_options options = {.seed = 7, .run = 3};
    const wyrm_listener listener = {arena_hear, a};
    a->event_count = 0;
    assert_ok(
        wyrm_game_start_at_depth(a->engine, &options, depth, lives, &listener, a->game, &a->error),
        &a->error);
    assert_sound(a);
    return a;
}

TEST(the_player_fights_as_the_reference_of_the_depth)
{
    static const char *const rulesets[] = {"ruggrogue", "tutorial", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++)
        for (int32_t depth = 1; depth <= 7; depth++) {
            wyrm_reference reference;
            OWNED_ARENA *a = begin_at(rulesets[i], depth, 1);
            assert_int_equal(a->game->difficulty.depth, depth);
            assert_ok(wyrm_design_reference(a->design, depth, &reference, &a->error), &a->error);
            const wyrm_combatant *player = &a->game->player.combatant;
            assert_int_equal(player->max_hp, reference.player.max_hp);
            assert_int_equal(player->hp, reference.player.max_hp);
            assert_int_equal(player->level, reference.player.level);
            assert_memory_equal(player->stats, reference.player.stats, sizeof player->stats);
        }
}

TEST(several_lives_are_hit_points_and_nothing_else)
{
    OWNED_ARENA *one = begin_at("yarl", 6, 1), *ten = begin_at("yarl", 6, 10);
    int64_t hp = one->game->player.combatant.max_hp;
    assert_int_equal(ten->game->player.combatant.max_hp, 10 * hp);
    assert_int_equal(ten->game->player.combatant.hp, 10 * hp);
    assert_memory_equal(one->game->player.combatant.stats, ten->game->player.combatant.stats,
                        sizeof one->game->player.combatant.stats);
}

/* The draws on the way down are the same, without events. */
TEST(the_map_is_that_of_walking_down)
{
    OWNED_ARENA *walks = play("ruggrogue", NULL, 1), *begins = begin_at("ruggrogue", 4, 1);
    play_again(walks, 7, 3);
    while (walks->game->difficulty.depth < 4) {
        walks->game->player.at = walks->game->map.exit;
        assert_done(walks, arena_do(walks, WYRM_DO_LEAVE, 0));
    }
    const wyrm_game *one = walks->game, *other = begins->game;
    assert_int_equal(one->map.width, other->map.width);
    assert_int_equal(one->map.height, other->map.height);
    assert_memory_equal(one->map.tiles, other->map.tiles,
                        (size_t)one->map.width * (size_t)one->map.height);
    assert_int_equal(one->monster_count, other->monster_count);
    for (size_t i = 0; i < one->monster_count; i++) {
        assert_int_equal(one->monsters[i].spawn.monster, other->monsters[i].spawn.monster);
        assert_int_equal(one->monsters[i].spawn.level, other->monsters[i].spawn.level);
    }
    assert_int_equal(one->item_count, other->item_count);
    for (size_t i = 0; i < one->item_count; i++)
        assert_int_equal(one->items[i].item.kind, other->items[i].item.kind);
    for (size_t i = 0; i < begins->event_count; i++)
        assert_true(i == 0 || begins->events[i].kind == WYRM_EVENT_SEEN);
    assert_int_equal(arena_heard(begins, WYRM_EVENT_LEVEL_ENTERED)->amount, 4);
}

TEST(a_depth_behind_the_last_is_the_last)
{
    static const char *const rulesets[] = {"ruggrogue", "tutorial", "yarl", "bob-and-trev"};
    for (size_t i = 0; i < LENGTH_OF(rulesets); i++) {
        OWNED_ARENA *a = begin_at(rulesets[i], LAST, 1);
        assert_true(a->game->map.final);
        assert_int_equal(a->game->turn, 1);
    }
}

/* In the pack it keeps its name: "+2 Sword". */
TEST(a_plus_of_gear_is_there_in_play)
{
    const wyrm_game_options options = {.seed = 7};
    OWNED_ARENA *a =
        play("tutorial", "reference: [{from_depth: 1, combatant: 'player,weapon=sword+2'}]\n", 1);
    wyrm_reference reference;
    char text[WYRM_NAME_TEXT_MAX];
    assert_ok(wyrm_game_start_at_depth(a->engine, &options, 1, 1, NULL, a->game, &a->error),
              &a->error);
    assert_ok(wyrm_design_reference(a->design, 1, &reference, &a->error), &a->error);
    assert_memory_equal(a->game->player.combatant.stats, reference.player.stats,
                        sizeof reference.player.stats);
    wyrm_item_text(a->engine, &a->game->pack[0], text);
    assert_string_equal(text, "+2 Sword");
    assert_sound(a);
}

TEST(what_is_left_alone_is_not_worn)
{
    static const char *const without[] = {"armor"};
    OWNED_ARENA *a = begin_at("bob-and-trev", 5, 1);
    const wyrm_game_options options = {.seed = 1, .without = without, .without_count = 1};
    const wyrm_item_kind *kinds;
    assert_ok(wyrm_game_start_at_depth(a->engine, &options, 5, 1, NULL, a->game, &a->error),
              &a->error);
    wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
    assert_int_equal(a->game->pack[0].worn, 1);
    for (size_t i = 0; i < a->game->pack_count; i++)
        assert_int_not_equal(kinds[a->game->pack[i].item.kind].item_class, WYRM_ITEM_ARMOR);
    assert_sound(a);
}

TEST(no_game_begins_above_the_first_map)
{
    OWNED_ARENA *a = begin_at("ruggrogue", 1, 1);
    const wyrm_game_options options = {.seed = 1};
    static const int32_t wrong[][2] = {{0, 1}, {-3, 1}, {1, 0}};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++)
        assert_int_equal(wyrm_game_start_at_depth(a->engine, &options, wrong[i][0], wrong[i][1],
                                                  NULL, a->game, &a->error),
                         WYRM_ERROR_ARGUMENT);
}

/* How many games of 60 begin with an awake monster in view. */
static int unfair_starts(const char *changes, bool *all_there)
{
    OWNED_ARENA *a = play("yarl", NULL, 1);
    OWNED_ARENA *changed = play("yarl", changes, 1);
    wyrm_observation *seen = zeroed(1, sizeof *seen);
    int unfair = 0;
    *all_there = true;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bool in_view = false;
        play_again(a, seed, 0);
        play_again(changed, seed, 0);
        wyrm_observe(changed->engine, changed->game, seen);
        for (size_t i = 0; i < seen->monster_count; i++)
            in_view |=
                seen->monsters[i].in_sight &&
                changed->game->monsters[seen->monsters[i].index].body.turns[WYRM_ASLEEP] == 0;
        unfair += in_view;
        *all_there &= a->game->monster_count == changed->game->monster_count;
        for (size_t i = 0; i < a->game->monster_count && *all_there; i++)
            *all_there &=
                a->game->monsters[i].spawn.monster == changed->game->monsters[i].spawn.monster;
    }
    free(seen);
    return unfair;
}

/* A monster that would be in view is moved to the nearest tile out of view; none is left out. */
TEST(nobody_awake_is_in_view_where_starts_are_fair)
{
    bool all_there;
    assert_int_equal(unfair_starts("game: {fair_start: true}", &all_there), 0);
    assert_true(all_there);
    assert_true(unfair_starts("game: {fair_start: false}", &all_there) > 5);
}

/* Nor is the one more that a comparison adds, nearest to another of its kind. */
TEST(nobody_who_is_added_is_in_view_where_starts_are_fair)
{
    OWNED_ARENA *a = play("yarl", "game: {fair_start: true}\n", 1);
    const wyrm_roster *roster = wyrm_design_roster(a->design);
    wyrm_observation *seen = zeroed(1, sizeof *seen);
    size_t added = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        play_again(a, seed, 0);
        const size_t count = a->game->monster_count;
        if (count == 0)
            continue;
        char more[80];
        const char *without[] = {more};
        const int32_t kind = a->game->monsters[0].spawn.monster;
        snprintf(more, sizeof more, "+monsters.%s", wyrm_roster_monster(roster, kind)->name);
        const wyrm_game_options options = {.seed = seed, .without = without, .without_count = 1};
        assert_ok(wyrm_game_start(a->engine, &options, NULL, a->game, &a->error), &a->error);
        added += a->game->monster_count - count;
        wyrm_observe(a->engine, a->game, seen);
        for (size_t i = 0; i < seen->monster_count; i++)
            if (seen->monsters[i].in_sight)
                assert_true(a->game->monsters[seen->monsters[i].index].body.turns[WYRM_ASLEEP] > 0);
    }
    free(seen);
    assert_in_range((int)added, 30, 60);
}

/* If the player has gone out of sight behind a corner, an orc with a memory comes to the corner,
 * and no farther once it has forgotten. */
TEST(monsters_go_where_they_saw_the_player_last)
{
    static const char hall[] = "##########\n#@.....o.#\n#.########\n#........#\n##########";
    static const struct {
        const char *rules;
        int west; /* x of the orc after twelve turns */
    } rows[] = {{"game: {memory: 0}", 6}, {"game: {memory: 2}", 4}, {"game: {memory: 40}", 1}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = arena_draw_with("tutorial", rows[i].rules, hall, "o=orc");
        int west = 99;
        assert_done(a, arena_wait(a)); /* it sees the player, and takes a step */
        assert_int_equal(a->game->monsters[0].body.at.x, 6);
        arena_stand(a, (wyrm_position){8, 3});
        arena_look(a);
        for (int turn = 0; turn < 12; turn++) {
            assert_done(a, arena_wait(a));
            const wyrm_position at = a->game->monsters[0].body.at;
            if (at.y == 1 && at.x < west)
                west = at.x;
        }
        assert_int_equal(west, rows[i].west);
    }
}

/* For every kind on every map, and for the player, from a stream of their own. */
TEST(a_game_rolls_hit_points_where_somebody_comes_to_be)
{
    enum { GAMES = 3000, CELLS = 8 };
    wyrm_design *design = yarl_with("player: {hp: 1d4+30}\nmonsters: {orc: {hp: 2d4}}");
    wyrm_engine *engine = NULL;
    wyrm_game *game = zeroed(1, sizeof *game);
    uint64_t orcs[CELLS + 1] = {0}, players[4] = {0};
    double chances[CELLS + 1] = {0}, even[4] = {0.25, 0.25, 0.25, 0.25};
    for (int value = 2; value <= CELLS; value++)
        chances[value] = (value <= 5 ? value - 1 : 9 - value) / 16.0;
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    for (uint64_t run = 0; run < GAMES; run++) {
        const wyrm_game_options options = {.size = sizeof options, .seed = 5, .run = run};
        assert_works(wyrm_game_start(engine, &options, NULL, game, &last_error));
        players[game->player.combatant.max_hp - 31]++;
        assert_int_equal(game->player.combatant.hp, game->player.combatant.max_hp);
        for (size_t i = 0; i < game->monster_count; i++) {
            const wyrm_combatant *body = &game->monsters[i].body.combatant;
            assert_true(body->hp == body->max_hp && !(body->hp_amount > 0));
            if (strcmp(body->name, "orc") == 0)
                orcs[body->hp]++;
        }
    }
    assert_fits(orcs, chances, CELLS + 1);
    assert_fits(players, even, 4);
    wyrm_engine_free(engine);
    wyrm_design_free(design);
    free(game);
}
