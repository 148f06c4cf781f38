/* Terrain: doors, water and lava as a ruleset defines them; and the ruleset's own metric of
 * distances. */
#include "arena.h"
#include "bots.h"
#include "small_grids.h"

#include <wyrm/streams.h>

#define KINDS                                                                                      \
    "terrain:\n"                                                                                   \
    "  door: {symbol: \"+\", sight: false, becomes: open_door}\n"                                  \
    "  open_door: {symbol: \"'\"}\n"                                                               \
    "  gate: {symbol: \"=\", sight: false, monsters: false, becomes: floor}\n"                     \
    "  lava: {symbol: \"~\", colour: red, damage: [2, 4]}\n"                                       \
    "  deep: {symbol: \"~\", colour: blue, walk: false}\n"                                         \
    "  mud: {symbol: \"%\", cost: 2}\n"

static uint8_t tile_named(const arena *a, const char *name)
{
    const wyrm_mapper *mapper = wyrm_design_mapper(a->design);
    size_t count, i = 0;
    const wyrm_terrain *kinds = wyrm_mapper_terrain(mapper, &count);
    while (i < count && strcmp(kinds[i].name, name) != 0)
        i++;
    return wyrm_mapper_tile(mapper, (int32_t)i);
}

/* A drawing in which the signs of these kinds are that terrain. */
static arena *draw(const char *changes, const char *map, const char *legend)
{
    static const char *const signs[][2] = {{"+", "door"}, {"=", "gate"}, {"~", "lava"},
                                           {"w", "deep"}, {"%", "mud"},  {NULL, NULL}};
    char plain[WYRM_MAP_SIDE_MAX * 8], text[4096];
    snprintf(plain, sizeof plain, "%s", map);
    for (char *at = plain; *at != '\0'; at++)
        *at = strchr("+=~w%", *at) != NULL ? ',' : *at;
    snprintf(text, sizeof text, "%s%s", KINDS, changes);
    arena *a = arena_draw_design(tutorial_with(text), plain, legend);
    wyrm_position here = {0, 0};
    a->game->map.shaped = true;
    for (const char *at = map; *at != '\0'; at++) {
        for (size_t i = 0; signs[i][0] != NULL; i++)
            if (*at == signs[i][0][0])
                game_set_tile(a->game, here, tile_named(a, signs[i][1]));
        here = *at == '\n' ? (wyrm_position){0, (int16_t)(here.y + 1)}
                           : (wyrm_position){(int16_t)(here.x + 1), here.y};
    }
    for (int i = 0; i < a->game->map.width * a->game->map.height; i++)
        a->game->marks[i] &= (uint8_t) ~(WYRM_MARK_KNOWN | WYRM_MARK_SEEN);
    for (size_t i = 0; i < a->game->monster_count; i++)
        a->game->monsters[i].met = false;
    arena_look(a);
    return a;
}

static bool sees(const arena *a, wyrm_position at)
{
    wyrm_observation seen;
    wyrm_observe(a->engine, a->game, &seen);
    return wyrm_sight_has(&seen.sight, at.x, at.y);
}

/* ---- distances ---- */

/* The metric as the manual defines it. */
static bool is_within(wyrm_measure measure, int x, int y, int r)
{
    if (measure == WYRM_MEASURE_STEPS)
        return (abs(x) > abs(y) ? abs(x) : abs(y)) <= r;
    return x * x + y * y <= (measure == WYRM_MEASURE_DISC ? r * (r + 1) : r * r);
}

TEST(within_three_tiles_are_37_29_or_49_by_the_rule)
{
    static const int counts[] = {37, 29, 49};
    static small_grid open;
    small_grid_start(&open, SMALL_SIDE_MAX, SMALL_SIDE_MAX);
    for (int measure = 0; measure < 3; measure++) {
        wyrm_sight sight;
        wyrm_sight_by(&open.grid, (wyrm_position){20, 20}, (wyrm_measure)measure, 3, &sight);
        assert_int_equal(wyrm_sight_count(&sight), counts[measure]);
    }
}

/* Obstacles are the same for every metric: each sees what the widest disc sees, within its own
 * reach. */
TEST(every_rule_sees_what_is_free_as_far_as_it_reaches)
{
    test_random random = {41};
    static small_grid grid;
    for (int round = 0; round < 300; round++) {
        small_grid_random(&grid, 31, 31, (int)random_below(&random, 40), &random);
        const wyrm_position from = {(int16_t)random_below(&random, 31),
                                    (int16_t)random_below(&random, 31)};
        const int radius = (int)random_below(&random, 16);
        wyrm_sight all, sight;
        wyrm_sight_from(&grid.grid, from, 31, &all);
        for (int measure = 0; measure < 3; measure++) {
            wyrm_sight_by(&grid.grid, from, (wyrm_measure)measure, radius, &sight);
            for (int i = 0; i < 31 * 31; i++) {
                const int x = i % 31, y = i / 31;
                const bool reached =
                    is_within((wyrm_measure)measure, x - from.x, y - from.y, radius);
                const bool far = is_within(WYRM_MEASURE_DISC, x - from.x, y - from.y, 31);
                if (far || !reached)
                    assert_holds(wyrm_sight_has(&sight, x, y) ==
                                     (reached && wyrm_sight_has(&all, x, y)),
                                 41);
            }
        }
    }
}

/* The tutorial's fireball hits everything within three tiles of straight distance. */
TEST(a_game_measures_as_its_ruleset_says)
{
    static const char *const rules[] = {"disc", "euclidean", "steps"};
    static const int counts[] = {37, 29, 49};
    for (int i = 0; i < 3; i++) {
        char changes[64];
        snprintf(changes, sizeof changes, "game: {distances: %s}\n", rules[i]);
        OWNED_ARENA *a = draw(changes,
                              "###########\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "#oooo@oooo#\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "#ooooooooo#\n"
                              "###########",
                              "o=troll");
        wyrm_observation seen;
        size_t hit[WYRM_LEVEL_SPAWNS_MAX];
        bool user;
        arena_give(a, "fireball_scroll");
        wyrm_observe(a->engine, a->game, &seen);
        const size_t count =
            wyrm_would_hit(a->engine, a->game, &seen, 0, a->game->player.at, hit, &user);
        assert_int_equal(count + 1, counts[i]);
        assert_true(user);
    }
}

/* ---- doors ---- */

TEST(a_closed_door_hides_what_is_behind_until_somebody_goes_through)
{
    OWNED_ARENA *a = draw("",
                          "#########\n"
                          "#.@+...o#\n"
                          "#########",
                          "o=orc");
    const wyrm_position orc = arena_find(a, 'o'), door = {3, 1};
    assert_true(sees(a, door) && !sees(a, orc));
    assert_string_equal(wyrm_known_terrain(a->engine, a->game, 3, 1)->name, "door");
    assert_ok(arena_move(a, WYRM_EAST), &a->error);
    assert_string_equal(wyrm_known_terrain(a->engine, a->game, 3, 1)->name, "open_door");
    assert_true(arena_heard(a, WYRM_EVENT_SEEN) != NULL);
    assert_ok(arena_move(a, WYRM_WEST), &a->error);
    assert_true(sees(a, (wyrm_position){4, 1})); /* it stays open */
}

/* A doorway that does not block sight, so that the orc sees the player. */
TEST(monsters_go_through_doors_where_the_ruleset_lets_them)
{
    for (int opens = 0; opens < 2; opens++) {
        OWNED_ARENA *a = draw("",
                              "#######\n"
                              "#@...o#\n"
                              "#######",
                              "o=orc");
        const uint8_t tile = tile_named(a, opens ? "open_door" : "gate");
        game_set_tile(a->game, (wyrm_position){3, 1}, tile & (uint8_t)~WYRM_TILE_VEILED);
        for (int turn = 0; turn < 5; turn++)
            assert_ok(arena_wait(a), &a->error);
        assert_int_equal(a->game->monsters[0].body.at.x, opens ? 2 : 5);
    }
}

/* A door stands wherever a corridor one tile wide leaves a room, and nowhere else. */
TEST(doors_stand_where_corridors_leave_rooms)
{
    static wyrm_map bare, map;
    static const char *const rulesets[] = {"ruggrogue", "tutorial"};
    for (int r = 0; r < 2; r++) {
        OWNED_DESIGN *design =
            ruleset_with(rulesets[r], KINDS "map: {doors: {terrain: door, chance: 1}}\n");
        const wyrm_mapper *mapper = wyrm_design_mapper(design);
        int doors = 0;
        for (uint64_t run = 0; run < 200; run++) {
            wyrm_rng rng = wyrm_rng_start(5, run, WYRM_STREAM_MAP, 1), again = rng;
            const wyrm_map_place place = {.seed = 5, .run = run, .depth = 1};
            wyrm_mapper_generate(mapper, false, &rng, &bare);
            wyrm_mapper_generate(mapper, false, &again, &map);
            wyrm_mapper_furnish(mapper, &place, &map);
            for (int i = 0; i < map.width * map.height; i++) {
                const int x = i % map.width, y = i / map.width;
                const bool is_door = wyrm_map_terrain(&map, x, y) >= 0;
                bool beside = false, inside = false;
                for (int32_t k = 0; k < map.room_count; k++) {
                    const wyrm_room *room = &map.rooms[k];
                    const bool wide = x >= room->x && x < room->x + room->width;
                    const bool high = y >= room->y && y < room->y + room->height;
                    inside |= wide && high;
                    beside |= (wide && (y == room->y - 1 || y == room->y + room->height)) ||
                              (high && (x == room->x - 1 || x == room->x + room->width));
                }
                const bool north = wyrm_map_tile(&bare, x, y - 1) != WYRM_TILE_WALL;
                const bool south = wyrm_map_tile(&bare, x, y + 1) != WYRM_TILE_WALL;
                const bool west = wyrm_map_tile(&bare, x - 1, y) != WYRM_TILE_WALL;
                const bool east = wyrm_map_tile(&bare, x + 1, y) != WYRM_TILE_WALL;
                const bool fits =
                    (north && south && !west && !east) || (!north && !south && west && east);
                assert_true(wyrm_map_tile(&map, x, y) == wyrm_map_tile(&bare, x, y));
                assert_true(!is_door || (beside && fits && !(inside && !beside)));
                doors += is_door;
            }
        }
        assert_true(doors > 1000);
    }
}

/* ---- harmful and slow terrain ---- */

TEST(lava_hurts_who_stands_there_at_the_end_of_each_turn)
{
    OWNED_ARENA *a = draw("",
                          "######\n"
                          "#@~..#\n"
                          "######",
                          NULL);
    int64_t least = INT64_MAX, most = 0, before = a->game->player.combatant.hp;
    assert_ok(arena_move(a, WYRM_EAST), &a->error);
    for (int turn = 0; turn < 20; turn++) {
        const int64_t lost = before - a->game->player.combatant.hp;
        assert_in_range(lost, 2, 4);
        assert_int_equal(arena_heard(a, WYRM_EVENT_BURNED)->amount, lost);
        least = lost < least ? lost : least;
        most = lost > most ? lost : most;
        before = a->game->player.combatant.hp;
        assert_ok(arena_wait(a), &a->error);
    }
    assert_true(least == 2 && most == 4);
    while (a->game->phase == WYRM_PHASE_PLAYING)
        assert_ok(arena_wait(a), &a->error);
    assert_int_equal(a->game->cause, WYRM_CAUSE_TERRAIN);
    char text[WYRM_MESSAGE_TEXT_MAX];
    assert_true(wyrm_event_text(a->engine, a->game, arena_heard(a, WYRM_EVENT_LOST), text));
    assert_string_equal(text, "You die, killed by the lava.");
    wyrm_ending_text(a->engine, a->game, text);
    assert_string_equal(text, "killed by the lava");
}

/* Monsters, the autopilot and bots go around the lava or not at all. */
TEST(nobody_walks_into_lava_who_has_the_choice)
{
    OWNED_ARENA *a = draw("",
                          "#########\n"
                          "#@.~~~.o#\n"
                          "#..~~~..#\n"
                          "#.......#\n"
                          "#########",
                          "o=orc");
    for (int turn = 0; turn < 12; turn++) {
        assert_ok(arena_wait(a), &a->error);
        assert_true(a->game->monster_count == 1);
        const wyrm_position at = a->game->monsters[0].body.at;
        assert_true(game_terrain_at(a->engine, a->game, at) == NULL);
    }
    assert_int_equal(game_tiles_apart(a->game->monsters[0].body.at, a->game->player.at), 1);
    OWNED_ARENA *shut = draw("",
                             "#########\n"
                             "#@.~~~.o#\n"
                             "#########",
                             "o=orc");
    for (int turn = 0; turn < 12; turn++)
        assert_ok(arena_wait(shut), &shut->error);
    assert_int_equal(shut->game->monsters[0].body.at.x, 7);
}

TEST(the_autopilot_explores_around_lava)
{
    OWNED_ARENA *a = draw("",
                          "###########\n"
                          "#@.~~~....#\n"
                          "#..~~~.!..#\n"
                          "#.........#\n"
                          "###########",
                          "!=healing_potion");
    wyrm_autopilot autopilot;
    wyrm_command command;
    assert_ok(wyrm_autopilot_begin(a->engine, a->game, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH,
                                   a->game->player.at, &autopilot, &a->error),
              &a->error);
    while (wyrm_autopilot_next(a->engine, a->game, &autopilot, &command)) {
        assert_ok(arena_act(a, &command), &a->error);
        assert_true(game_terrain_at(a->engine, a->game, a->game->player.at) == NULL);
    }
    assert_int_equal(a->game->pack_count, 1);
}

/* "Nothing is left" only where that is true: from either side of the lava, and in it. */
TEST(the_autopilot_says_that_the_rest_lies_behind_lava)
{
    static const char *const maps[] = {"#########\n"
                                       "#@.~~~.!#\n"
                                       "#########",
                                       "#########\n"
                                       "#@~~~~.!#\n"
                                       "#########"};
    for (int i = 0; i < 2; i++) {
        OWNED_ARENA *a = draw("", maps[i], "!=healing_potion");
        wyrm_autopilot autopilot;
        for (int step = 0; step <= i; step++) {
            assert_int_equal(wyrm_autopilot_begin(a->engine, a->game, WYRM_AUTOPILOT_EXPLORE,
                                                  WYRM_NORTH, a->game->player.at, &autopilot,
                                                  &a->error),
                             WYRM_ERROR_ARGUMENT);
            assert_string_equal(a->error.message,
                                "What is left to explore lies in or behind lava, which hurts.");
            assert_ok(arena_move(a, WYRM_EAST), &a->error);
        }
    }
}

TEST(the_autopilot_has_nothing_left_behind_deep_water)
{
    OWNED_ARENA *a = draw("",
                          "#########\n"
                          "#@wwwww!#\n"
                          "#########",
                          "!=healing_potion");
    wyrm_autopilot autopilot;
    assert_int_equal(wyrm_autopilot_begin(a->engine, a->game, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH,
                                          a->game->player.at, &autopilot, &a->error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, "Nothing is left to explore here.");
}

TEST(bots_step_off_ground_that_hurts)
{
    OWNED_ARENA *a = draw("",
                          "########\n"
                          "#~~~...#\n"
                          "#~@~..>#\n"
                          "########",
                          NULL);
    game_set_tile(a->game, a->game->player.at, a->game->map.tiles[1 + 8]);
    a->game->player.at = (wyrm_position){3, 1};
    arena_look(a);
    for (int i = 0; i < BOTS; i++) {
        const wyrm_command command = bot_says(a, bot_names[i]);
        assert_int_equal(command.kind, WYRM_DO_MOVE);
        const wyrm_position to =
            wyrm_neighbour(a->game->player.at, (wyrm_direction)command.argument);
        assert_true(game_terrain_at(a->engine, a->game, to) == NULL);
    }
}

TEST(deep_water_stops_feet_and_not_the_eye)
{
    OWNED_ARENA *a = draw("",
                          "#######\n"
                          "#@www.#\n"
                          "#######",
                          NULL);
    assert_true(sees(a, (wyrm_position){5, 1}));
    assert_int_equal(arena_move(a, WYRM_EAST), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, "You cannot go there: deep.");
}

/* Two steps of an orc while the player takes one through mud. */
TEST(a_step_into_mud_takes_its_time)
{
    OWNED_ARENA *a = draw("",
                          "##########\n"
                          "#@%.....o#\n"
                          "##########",
                          "o=orc");
    assert_ok(arena_move(a, WYRM_EAST), &a->error);
    assert_int_equal(a->game->monsters[0].body.at.x, 6);
    assert_ok(arena_move(a, WYRM_EAST), &a->error);
    assert_int_equal(a->game->monsters[0].body.at.x, 5);
}

/* The second orc, farther away than the first looks for a way, wakes within the long step: ways are
 * looked for anew, although no blow takes long and mud is the last of the terrain. */
TEST(who_wakes_while_a_step_takes_its_time_finds_its_way)
{
    OWNED_ARENA *a = draw("",
                          "############\n"
                          "#@%.o.....o#\n"
                          "############",
                          "o=orc");
    a->game->monsters[1].body.turns[WYRM_ASLEEP] = 1;
    assert_ok(arena_move(a, WYRM_EAST), &a->error);
    assert_int_equal(a->game->monsters[0].body.at.x, 3);
    assert_int_equal(a->game->monsters[1].body.at.x, 9);
}

TEST(what_a_tile_does_is_told)
{
    static const char *const texts[] = {
        "door, which hides what is behind", "open door",
        "gate, which hides what is behind", "lava, which hurts who stands there",
        "deep, where nobody can walk",      "mud, slow to cross"};
    OWNED_DESIGN *design = tutorial_with(KINDS);
    size_t count;
    const wyrm_terrain *kinds = wyrm_mapper_terrain(wyrm_design_mapper(design), &count);
    assert_int_equal(count, LENGTH_OF(texts));
    for (size_t i = 0; i < count; i++) {
        char text[WYRM_MESSAGE_TEXT_MAX];
        wyrm_terrain_text(&kinds[i], text);
        assert_string_equal(text, texts[i]);
    }
}

TEST(which_terrain_lies_there_is_in_the_checksum)
{
    static const char map[] = "#####\n"
                              "#@,.#\n"
                              "#####";
    OWNED_ARENA *a = draw("", map, NULL);
    uint64_t before = wyrm_game_checksum(a->game);
    game_set_tile(a->game, (wyrm_position){2, 1}, tile_named(a, "open_door"));
    a->game->marks[1 * 5 + 2] |= WYRM_MARK_KNOWN | WYRM_MARK_SEEN;
    assert_true(wyrm_game_checksum(a->game) != before);
}

/* ---- errors ---- */

static void refuses(const char *changes, const char *message, int line)
{
    (assert_refused_at)(variant_of("tutorial", changes), message, NULL, line, 0);
}

TEST(bad_terrain_is_told_where_it_stands)
{
    refuses("terrain:\n  door: {symbol: \"+\", becomes: opendoor}\n  open_door: {symbol: \"'\"}\n",
            "no terrain is called 'opendoor'", 4);
    refuses("terrain:\n  lava: {symbol: xx}\n",
            "a symbol is one printable ASCII character, not 'xx'", 4);
    refuses("terrain:\n  wall: {symbol: x}\n",
            "'wall' is what every map has: no terrain is called so", 4);
    refuses("map: {doors: {terrain: door}}\n", "no terrain is called 'door'", 3);
    /* what is like none of the names is told all of them */
    (assert_refused_at)(variant_of("tutorial", "terrain:\n  bog: {symbol: x, becomes: oz}\n"
                                               "  lava: {symbol: y}\n"),
                        "no terrain is called 'oz'", "one of bog, lava", 4, 0);
    (assert_refused_at)(variant_of("tutorial", "terrain:\n  bog: {symbol: x, becomes: lav}\n"
                                               "  lava: {symbol: y}\n"),
                        "no terrain is called 'lav'", "did you mean 'lava'?", 4, 0);
}
