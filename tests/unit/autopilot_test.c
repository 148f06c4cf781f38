/* Exploring and travelling: the commands given, where they stop, and what they may know. */
#include "autopilot.h"
#include "game/internal.h"

enum { SEEDS = 50, DEPTHS = 3, RANDOM_SEEDS = 60 };

/* Distances on the real map, without monsters. */
static void distances_from(const arena *a, wyrm_position from, wyrm_distances *out)
{
    wyrm_grid grid = game_sight_grid(a->game);
    assert_ok(
        wyrm_distances_find(&grid, &from, 1, (wyrm_step_costs){1, 1}, WYRM_UNREACHED, out, NULL),
        NULL);
}

static void assert_all_is_known(const arena *a, uint64_t seed)
{
    static wyrm_distances distances;
    const wyrm_map *map = &a->game->map;
    distances_from(a, a->game->player.at, &distances);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            if (wyrm_distances_at(&distances, x, y) != WYRM_UNREACHED)
                assert_holds(
                    *arena_mark(a, (wyrm_position){(int16_t)x, (int16_t)y}) & WYRM_MARK_SEEN, seed);
}

/* Explores the map, starting again when hunger interrupts; the player never starves. */
static void explore_all(arena *a, uint64_t seed)
{
    wyrm_autopilot autopilot;
    int times = 0;
    while (begin(a, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH, nowhere, &autopilot) == WYRM_OK) {
        go_on(a, &autopilot);
        a->game->fullness = wyrm_engine_rules(a->engine)->fullness;
        assert_holds(++times < 20, seed);
    }
    if (strncmp(a->error.message, "Nothing is left to explore here", 31) != 0)
        fail_msg("seed %llu: %s", (unsigned long long)seed, a->error.message);
}

TEST(exploring_leaves_nothing_unseen_or_lying_about)
{
    for (size_t r = 0; r < SHIPPED_COUNT; r++)
        for (uint64_t seed = 1; seed <= (uint64_t)played_times(SEEDS); seed++) {
            OWNED_ARENA *a = play(shipped_names[r], NULL, seed);
            for (int depth = 1; depth <= DEPTHS; depth++) {
                remove_monsters(a);
                explore_all(a, seed);
                assert_all_is_known(a, seed);
                assert_holds(a->game->item_count == 0, seed);
                assert_string_equal(a->error.message,
                                    "Nothing is left to explore here; the stairs are known.");
                if (a->game->player.at.x != a->game->map.exit.x ||
                    a->game->player.at.y != a->game->map.exit.y)
                    travel(a, a->game->map.exit);
                assert_stands(a, a->game->map.exit.x, a->game->map.exit.y);
                a->game->pack_count = 0; /* to have room for more */
                arena_dress(a);
                assert_ok(arena_do(a, WYRM_DO_LEAVE, 0), &a->error);
            }
        }
}

/* Compared with a search of the real map, all of which is known. */
TEST(travelling_takes_no_step_too_many)
{
    static wyrm_distances distances;
    for (uint64_t seed = 1; seed <= (uint64_t)played_times(SEEDS); seed++) {
        OWNED_ARENA *a = play(seed % 2 == 0 ? "ruggrogue" : "yarl", NULL, seed);
        remove_monsters(a);
        arena_know_all(a);
        for (int32_t room = 1; room < a->game->map.room_count; room += 3) {
            wyrm_position to = wyrm_room_centre(&a->game->map.rooms[room]);
            distances_from(a, to, &distances);
            int32_t steps =
                wyrm_distances_at(&distances, a->game->player.at.x, a->game->player.at.y);
            int32_t done = 0;
            if (steps == 0)
                continue;
            a->game->fullness = wyrm_engine_rules(a->engine)->fullness;
            for (wyrm_autopilot autopilot = {0}; done < steps; done += autopilot.done) {
                autopilot = travel(a, to);
                assert_holds(autopilot.done > 0, seed);
            }
            assert_holds(done == steps, seed);
            assert_stands(a, to.x, to.y);
        }
    }
}

/* Changes what the player cannot know about a tile: everything if it was never seen, and whether
 * somebody stands there unless it is in view. A tile in view may be changed to one that hides
 * it. */
static void scramble_tile(arena *a, const wyrm_observation *seen, wyrm_position at,
                          test_random *random)
{
    uint8_t *mark = arena_mark(a, at);
    int32_t sight = wyrm_engine_rules(a->engine)->sight;
    int64_t luck = random_below(random, 4);
    if (*mark & WYRM_MARK_KNOWN) {
        if (!wyrm_sight_has(&seen->sight, at.x, at.y) &&
            (*mark & WYRM_MARK_TILE) != WYRM_TILE_WALL && luck == 0)
            *mark ^= WYRM_MARK_MONSTER;
    } else if (game_tiles_apart(at, a->game->player.at) > sight + 1) {
        *mark = luck > 0 ? WYRM_TILE_FLOOR : WYRM_TILE_WALL;
        a->game->map.tiles[at.y * a->game->map.width + at.x] = *mark;
    }
}

/* Changes everything that the player cannot know. */
static void scramble(arena *a, test_random *random)
{
    wyrm_game *game = a->game;
    wyrm_observation seen;
    wyrm_observe(a->engine, game, &seen);
    for (int y = 1; y < game->map.height - 1; y++)
        for (int x = 1; x < game->map.width - 1; x++)
            scramble_tile(a, &seen, (wyrm_position){(int16_t)x, (int16_t)y}, random);
    for (size_t i = 0; i < game->item_count; i++)
        if (!game->items[i].seen) {
            int64_t x = random_below(random, game->map.width);
            int64_t y = random_below(random, game->map.height);
            game->items[i].at = (wyrm_position){(int16_t)x, (int16_t)y};
        }
}

/* The first command of the autopilot, or the length of its refusal, as a number. */
static uint64_t advice(arena *a, wyrm_autopilot_kind kind, wyrm_direction direction,
                       wyrm_position target)
{
    wyrm_autopilot autopilot;
    wyrm_command command = {.kind = WYRM_COMMAND_COUNT};
    if (begin(a, kind, direction, target, &autopilot) == WYRM_OK)
        wyrm_autopilot_next(a->engine, a->game, &autopilot, &command);
    else
        command.argument = (int32_t)strlen(a->error.message);
    return (uint64_t)command.kind << 32 | (uint32_t)command.argument;
}

/* A random tile of the map, usually one that the player knows to be free. */
static wyrm_position some_tile(const arena *a, test_random *random)
{
    wyrm_position at = {0, 0};
    for (int tries = 0; tries < 50; tries++) {
        int64_t x = random_below(random, a->game->map.width);
        int64_t y = random_below(random, a->game->map.height);
        at = (wyrm_position){(int16_t)x, (int16_t)y};
        if (wyrm_known_tile(a->game, at.x, at.y, NULL) != WYRM_TILE_WALL)
            break;
    }
    return at;
}

static void assert_advice_is_the_same_for_what_is_known(arena *a, test_random *random,
                                                        uint64_t seed)
{
    enum { TRIPS = 8 };
    static wyrm_game before;
    wyrm_direction directions[TRIPS];
    wyrm_position targets[TRIPS];
    uint64_t wanted[TRIPS];
    for (int i = 0; i < TRIPS; i++) {
        directions[i] = (wyrm_direction)random_below(random, WYRM_DIRECTION_COUNT);
        targets[i] = some_tile(a, random);
        wanted[i] = advice(a, (wyrm_autopilot_kind)(i % 4), directions[i], targets[i]);
    }
    wyrm_game_copy(a->game, &before);
    scramble(a, random);
    for (int i = 0; i < TRIPS; i++)
        assert_holds(
            advice(a, (wyrm_autopilot_kind)(i % 4), directions[i], targets[i]) == wanted[i], seed);
    wyrm_game_copy(&before, a->game);
}

TEST(the_autopilot_knows_nothing_that_the_player_does_not)
{
    for (uint64_t seed = 1; seed <= (uint64_t)played_times(RANDOM_SEEDS); seed++) {
        OWNED_ARENA *a = play(shipped_names[seed % SHIPPED_COUNT], NULL, seed);
        test_random random = {seed};
        wyrm_autopilot autopilot;
        wyrm_command command;
        if (seed % 4 != 0)
            remove_monsters(a);
        for (int step = 0; step < 400; step++) {
            if (step % 4 == 0)
                assert_advice_is_the_same_for_what_is_known(a, &random, seed);
            if (begin(a, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH, nowhere, &autopilot) != WYRM_OK ||
                !wyrm_autopilot_next(a->engine, a->game, &autopilot, &command))
                break;
            assert_ok(arena_act(a, &command), &a->error);
        }
    }
}

/* Starts any activity of the autopilot, if it makes sense; returns how many commands it gave. */
static int any_autopilot(arena *a, test_random *random, uint64_t seed)
{
    wyrm_autopilot autopilot;
    wyrm_command command;
    wyrm_autopilot_kind kind = (wyrm_autopilot_kind)random_below(random, 4);
    wyrm_direction direction = (wyrm_direction)random_below(random, WYRM_DIRECTION_COUNT);
    int done = 0;
    if (begin(a, kind, direction, some_tile(a, random), &autopilot) != WYRM_OK) {
        assert_holds(a->error.message[0] != '\0', seed);
        return 0;
    }
    while (wyrm_autopilot_next(a->engine, a->game, &autopilot, &command)) {
        wyrm_observation seen;
        wyrm_observe(a->engine, a->game, &seen);
        wyrm_position to = wyrm_neighbour(a->game->player.at, (wyrm_direction)command.argument);
        if (command.kind == WYRM_DO_MOVE)
            assert_holds(wyrm_seen_on(a->game, &seen, to.x, to.y) == NULL, seed);
        assert_done(a, arena_act(a, &command));
        assert_holds(++done < 5000, seed);
    }
    assert_holds(done > 0, seed);
    assert_holds(!wyrm_autopilot_next(a->engine, a->game, &autopilot, &command), seed);
    return done;
}

/* Whatever the player does in between, the autopilot gives only commands that can be carried out,
 * strikes no monster in sight, and comes to an end. */
TEST(the_autopilot_gives_what_can_be_carried_out_and_ends)
{
    int done = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)played_times(RANDOM_SEEDS); seed++) {
        OWNED_ARENA *a = play(shipped_names[seed % SHIPPED_COUNT], NULL, seed);
        test_random random = {seed};
        for (int i = 0; i < 100 && a->game->phase == WYRM_PHASE_PLAYING; i++) {
            done += any_autopilot(a, &random, seed);
            const wyrm_command other = {
                .kind = (wyrm_command_kind)random_below(&random, WYRM_COMMAND_COUNT),
                .argument = (int32_t)random_below(&random, 8),
                .target = a->game->player.at};
            if (a->game->phase == WYRM_PHASE_PLAYING)
                assert_holds(arena_act(a, &other) != WYRM_ERROR_INTERNAL, seed);
        }
    }
    assert_true(done > 1000 / PLAYED_STRIDE);
}

TEST(what_was_put_down_is_left_there)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@..%..#\n########", NULL);
    size_t club = arena_give(a, "club@2");
    assert_ok(arena_do(a, WYRM_DO_DROP, (int32_t)club), &a->error);
    wyrm_autopilot autopilot = explore(a);
    assert_string_equal(autopilot.why, "Nothing is left to explore here.");
    assert_stands(a, 4, 1);
    assert_int_equal(a->game->pack_count, 1);
    assert_int_equal(a->game->item_count, 1);
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere, "Nothing is left to explore here.");
    /* an item that was picked up by hand and thrown away is fetched again */
    travel(a, (wyrm_position){1, 1});
    assert_ok(arena_do(a, WYRM_DO_PICK_UP, 0), &a->error);
    assert_false(a->game->pack[1].left);
}

/* Also with a full pack, and with half of the floor unseen. */
TEST(gold_is_taken)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        OWNED_ARENA *a = play("ruggrogue", "gold: {floors: [{heaps: 4, pieces: 5}]}\n", seed);
        remove_monsters(a);
        a->game->pack_count = (size_t)wyrm_engine_rules(a->engine)->pack;
        for (size_t i = 0; i < a->game->pack_count; i++)
            a->game->pack[i] = (wyrm_game_item){.item = a->game->items[0].item};
        assert_holds(a->game->heap_count > 0, seed);
        explore_all(a, seed);
        assert_holds(a->game->heap_count == 0, seed);
    }
}

TEST(a_full_pack_and_oaths_are_minded)
{
    OWNED_ARENA *a = arena_draw("tutorial", "########\n#@...!!#\n########", "!=healing_potion");
    int32_t pack = wyrm_engine_rules(a->engine)->pack;
    for (int32_t i = 1; i < pack; i++)
        arena_give(a, "healing_potion");
    explore(a);
    assert_stands(a, 5, 1);
    assert_int_equal(a->game->pack_count, pack);
    assert_int_equal(a->game->item_count, 1);
    a->game->pack_count = 0;
    a->game->barred[0] = UINT64_MAX;
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere, "Nothing is left to explore here.");
    a->game->barred[0] = 0;
    explore(a);
    assert_stands(a, 6, 1);
}

TEST(the_victory_item_is_not_picked_up_by_the_way)
{
    OWNED_ARENA *a =
        arena_draw("ruggrogue", "########\n#@.*...#\n#####.##\n    #!#\n    ###", NULL);
    wyrm_autopilot autopilot = explore(a);
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    assert_int_equal(a->game->pack_count, 1);
    assert_string_equal(autopilot.why,
                        "Nothing is left to explore here; you know where the Present is.");
}

TEST(what_lies_beside_the_victory_item_stays_there)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@.*..!#\n########", NULL);
    arena_lay(a, "ration", a->game->goal);
    arena_look(a);
    explore(a);
    assert_int_equal(a->game->phase, WYRM_PHASE_PLAYING);
    assert_int_equal(a->game->pack_count, 1);
    assert_int_equal(a->game->item_count, 1);
}

TEST(a_map_that_was_only_told_is_explored_all_the_same)
{
    OWNED_ARENA *a =
        arena_draw("ruggrogue", "#####\n#@.,#\n###.#\n#...#\n#.###\n#..!#\n#####", NULL);
    for (int i = 0; i < a->game->map.width * a->game->map.height; i++)
        a->game->marks[i] |= WYRM_MARK_KNOWN;
    a->game->items[0].seen = false;
    explore(a);
    assert_int_equal(a->game->pack_count, 1);
}

TEST(exploring_goes_around_sleepers_and_stops_for_the_others)
{
    arena *a =
        arena_draw("ruggrogue", "#########\n#@.o...!#\n#.......#\n#########", "o=orc,asleep");
    wyrm_autopilot autopilot = explore(a);
    assert_int_equal(a->game->pack_count, 1);
    assert_non_null(strstr(autopilot.why, "Nothing is left"));
    arena_free(a);

    a = arena_draw("ruggrogue",
                   "###########\n"
                   "#@.......##\n"
                   "########.##\n"
                   "       #.##\n"
                   "       #.o#\n"
                   "       ####",
                   "o=orc,asleep");
    autopilot = explore(a);
    assert_string_equal(autopilot.why, "The Orc is in view.");
    arena_afflict(a, 0, WYRM_ASLEEP, 0);
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere, "The Orc is in view.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_RUN, nowhere, "The Orc is in view.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_REST, nowhere, "The Orc is in view.");
    arena_free(a);
}

TEST(the_helpless_go_nowhere)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@....!#\n########", NULL);
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_HELD, 3);
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere, "You are held.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){3, 1}, "You are held.");
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_HELD, 0);
    a->game->phase = WYRM_PHASE_CHOOSING;
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere,
                        "Choose what the new level brings first.");
    a->game->phase = WYRM_PHASE_DEAD;
    assert_no_autopilot(a, WYRM_AUTOPILOT_EXPLORE, nowhere, "The game is over.");
}

TEST(travelling_needs_a_known_way)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@.o.#.#\n########", "o=orc,asleep");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){1, 1}, "You are there already.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){6, 1}, "You know no way there.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){0, 0}, "You know no way there.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){-3, 99},
                        "You know no way there.");
    /* past the sleeper, and onto its tile */
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){4, 1}, "You know no way there.");
    assert_no_autopilot(a, WYRM_AUTOPILOT_TRAVEL, (wyrm_position){3, 1}, "You know no way there.");
}

TEST(among_foes_travelling_goes_a_step_at_a_time)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "##############\n"
                                "#@...........#\n"
                                "#......o.....#\n"
                                "##############",
                                "o=orc,hp=1");
    arena_afflict(a, 0, WYRM_HELD, 100);
    wyrm_autopilot autopilot = travel(a, (wyrm_position){8, 1});
    assert_int_equal(autopilot.done, 1);
    assert_string_equal(autopilot.why, "The Orc is in view.");
}

TEST(travelling_does_not_stop_for_what_lies_about)
{
    OWNED_ARENA *a = arena_draw("ruggrogue", "########\n#@.!>..#\n########", NULL);
    travel(a, (wyrm_position){6, 1});
    assert_stands(a, 6, 1);
    assert_int_equal(a->game->pack_count, 0);
}
