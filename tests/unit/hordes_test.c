/* Floors filled by hordes: drawn floors agree with the exact reading; groups stand together; groups
 * that come once come once; and what cannot be followed is counted. tests/cli/hordes_test.py
 * compares the exact reading with an enumeration. */
#include "with_dungeons.h"

#include <wyrm/dungeon.h>
#include <wyrm/floors.h>
#include <wyrm/streams.h>

#define SEED 77

#define MONSTERS                                                                                   \
    "name: hordes\n"                                                                               \
    "models: {combat: accuracy, growth: points, encounter: hordes, map: tunnels}\n"                \
    "monsters:\n"                                                                                  \
    "  rat: {hp: 1, experience: 3}\n"                                                              \
    "  wolf: {hp: 1, experience: 5}\n"                                                             \
    "  lich: {hp: 1, experience: 50, kind: boss}\n"

static const char all_of_it[] =
    MONSTERS "encounter:\n"
             "  last_depth: 4\n"
             "  depths:\n"
             "    - {from_depth: 1, groups: 2 + coins 0.4}\n"
             "    - {from_depth: 2, groups: [1, 4], out_of_depth: 1/4, deeper: [1, 2]}\n"
             "  hordes:\n"
             "    rat: {depths: [1, 3], frequency: [[4, 1], [1, 3]]}\n"
             "    pack: {leader: wolf, members: {wolf: 1d3, rat: {0: 1, 2: 3}}, depths: [2, 4]}\n"
             "    lich: {depths: [1, 4], once: true}\n"
             "    guard: {leader: lich, members: {rat: 4}, depths: [2, 4], guards: exit,"
             " chance: 1/3}\n";

static wyrm_design *design_of(const char *text)
{
    wyrm_design *design = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_design_parse("hordes.yaml", text, strlen(text), &design, errors),
                     WYRM_OK);
    return design;
}

static size_t draw_floor(const wyrm_design *design, wyrm_difficulty *difficulty, uint64_t run,
                         int32_t rooms, wyrm_floor_spawn *spawns)
{
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty->depth);
    return wyrm_encounter_floor(wyrm_design_encounter(design), difficulty, rooms, &rng, spawns);
}

TEST(floors_as_drawn_have_what_the_exact_reading_says)
{
    enum { RUNS = 20000, DEPTHS = 4, HORDES = 4 };
    OWNED_DESIGN *design = design_of(all_of_it);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    wyrm_moments drawn[DEPTHS][HORDES] = {{{0}}}, experience[DEPTHS] = {{0}};
    for (uint64_t run = 0; run < RUNS; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        for (int d = 0; d < DEPTHS; d++, difficulty.depth++) {
            double groups[HORDES] = {0}, sum = 0;
            const size_t count = draw_floor(design, &difficulty, run, 5, spawns);
            for (size_t i = 0; i < count; i++) {
                groups[spawns[i].horde] += i == 0 || spawns[i].group != spawns[i - 1].group;
                sum += (double)spawns[i].spawn.experience;
                assert_int_equal(spawns[i].spawn.level, d + 1);
            }
            for (int h = 0; h < HORDES; h++)
                wyrm_moments_add(&drawn[d][h], groups[h]);
            wyrm_moments_add(&experience[d], sum);
        }
    }
    for (int d = 0; d < DEPTHS; d++) {
        wyrm_arrivals *arrivals;
        assert_works(
            wyrm_encounter_arrivals(wyrm_design_encounter(design), d + 1, &arrivals, &last_error));
        for (int h = 0; h < HORDES; h++)
            assert_near(drawn[d][h].mean, arrivals->hordes[h].mean,
                        4.5 * wyrm_moments_sd(&drawn[d][h]) / sqrt(RUNS) + 1e-12);
        assert_near(experience[d].mean, arrivals->experience.mean,
                    4.5 * wyrm_moments_sd(&experience[d]) / sqrt(RUNS));
        const double sd = wyrm_pmf_sd(arrivals->experience.number) * arrivals->experience.unit;
        assert_near(wyrm_moments_sd(&experience[d]), sd, 0.03 * sd);
        wyrm_arrivals_free(arrivals);
    }
}

/* Whether hordes are dealt or drawn, come once, or are made up by a script. */
static void check_means(const wyrm_design *design, int32_t depths)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    for (int32_t depth = 1; depth <= depths; depth++) {
        double hordes[256], monsters[256];
        wyrm_arrivals *arrivals;
        assert_works(wyrm_encounter_arrivals(encounter, depth, &arrivals, &last_error));
        assert_true(arrivals->horde_count < 256 && arrivals->monster_count < 256);
        memset(hordes, 0xff, sizeof hordes);
        memset(monsters, 0xff, sizeof monsters);
        assert_works(wyrm_encounter_expected(encounter, depth, hordes, monsters, &last_error));
        for (size_t h = 0; h < arrivals->horde_count; h++)
            assert_near(hordes[h], arrivals->hordes[h].mean, 1e-9);
        for (size_t m = 0; m < arrivals->monster_count; m++)
            assert_near(monsters[m], arrivals->monsters[m].mean, 1e-9);
        wyrm_arrivals_free(arrivals);
    }
}

TEST(means_alone_are_those_of_the_whole_reading)
{
    static const char scripted[] =
        "name: scripted\n"
        "models: {combat: subtract, growth: points, encounter: script}\n"
        "monsters: {imp: {hp: 1}, toad: {hp: 1}}\n"
        "encounter:\n"
        "  last_depth: 3\n"
        "  script: |\n"
        "    function floor(depth)\n"
        "      local some = {}\n"
        "      for i = 1, between(1, depth) do\n"
        "        some[i] = {[pick({\"imp\", \"toad\"}, {3, depth})] = 1}\n"
        "      end\n"
        "      return some\n"
        "    end\n";
    OWNED_DESIGN *dealt = design_of(all_of_it), *drawn = open_shipped("brogue");
    OWNED_DESIGN *made = design_of(scripted);
    check_means(dealt, 4);
    check_means(drawn, 6);
    check_means(made, 3);
}

TEST(who_comes_once_comes_once_a_game)
{
    OWNED_DESIGN *design = design_of(all_of_it);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    int met = 0;
    assert_true(wyrm_encounter_remembers(wyrm_design_encounter(design)));
    for (uint64_t run = 0; run < 300; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        int times = 0;
        for (; difficulty.depth <= 4; difficulty.depth++) {
            const size_t count = draw_floor(design, &difficulty, run, 3, spawns);
            for (size_t i = 0; i < count; i++)
                times += spawns[i].horde == 2;
            assert_int_equal(difficulty.come[0], times > 0);
        }
        assert_true(times <= 1);
        met += times;
    }
    assert_in_range(met, 150, 299);
}

TEST(who_guards_a_room_comes_to_that_room)
{
    OWNED_DESIGN *design = design_of(
        MONSTERS
        "encounter:\n"
        "  last_depth: 1\n"
        "  depths: [{from_depth: 1, groups: 0}]\n"
        "  hordes: {rat: {guards: entrance}, wolf: {guards: between}, lich: {guards: exit}}\n");
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    int between[5] = {0};
    for (uint64_t run = 0; run < 3000; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        assert_int_equal(draw_floor(design, &difficulty, run, 5, spawns), 3);
        assert_int_equal(spawns[0].room, 0);
        between[spawns[1].room]++;
        assert_int_equal(spawns[2].room, 4);
        assert_int_equal(draw_floor(design, &difficulty, run, 2, spawns), 3);
        assert_int_equal(spawns[1].room, 1); /* nothing is placed between two rooms */
    }
    assert_int_equal(between[0] + between[4], 0);
    for (int room = 1; room < 4; room++)
        assert_in_range(between[room], 880, 1120);
}

/* Steps between two tiles, a diagonal counting as one. */
static int steps(wyrm_position a, wyrm_position b)
{
    const int x = abs(a.x - b.x), y = abs(a.y - b.y);
    return x > y ? x : y;
}

TEST(members_stand_around_their_leader)
{
    OWNED_DESIGN *design =
        design_of(MONSTERS "encounter:\n"
                           "  last_depth: 2\n"
                           "  depths: [{from_depth: 1, groups: 1}]\n"
                           "  hordes: {pack: {leader: wolf, members: {rat: 8}}}\n");
    FREED wyrm_map *map = zeroed(1, sizeof *map);
    FREED wyrm_population *population = zeroed(1, sizeof *population);
    for (uint64_t run = 0; run < 200; run++) {
        wyrm_difficulty difficulty = difficulty_at(design, 1);
        map->width = 30;
        map->height = 12;
        map->room_count = 2;
        map->rooms[0] = (wyrm_room){1, 1, 5, 5};
        map->rooms[1] = (wyrm_room){10, 1, 9, 9};
        map->start = (wyrm_position){2, 2};
        wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design)}, &difficulty,
                      map, SEED, run, NULL, population);
        assert_int_equal(population->monster_count, 9);
        const wyrm_position leader = population->monsters[0].position;
        const bool corner = leader.x == 10 || leader.x == 18 || leader.y == 1 || leader.y == 9;
        assert_int_equal(population->monsters[0].spawn.monster, monster_of(design, "wolf"));
        for (size_t i = 1; i < 9; i++) {
            const wyrm_position at = population->monsters[i].position;
            assert_int_equal(population->monsters[i].room, 1);
            assert_true(steps(leader, at) <= (corner ? 2 : 1));
            for (size_t k = 0; k < i; k++)
                assert_true(steps(population->monsters[k].position, at) > 0);
        }
        assert_int_equal(population->experience, 5 + 8 * 3);
    }
}

/* The rooms have 4 and 6 tiles, one of them taken by the player: of 20 rats 9 find one. */
TEST(who_finds_a_room_full_goes_to_the_next)
{
    OWNED_DESIGN *design = design_of(MONSTERS "encounter:\n"
                                              "  last_depth: 2\n"
                                              "  depths: [{from_depth: 1, groups: 4}]\n"
                                              "  hordes: {rat: {members: {rat: 4}}}\n");
    FREED wyrm_map *map = zeroed(1, sizeof *map);
    FREED wyrm_population *population = zeroed(1, sizeof *population);
    wyrm_difficulty difficulty = difficulty_at(design, 1);
    map->width = 12;
    map->height = 6;
    map->room_count = 2;
    map->placing = WYRM_PLACING_ONCE;
    map->rooms[0] = (wyrm_room){1, 1, 2, 2};
    map->rooms[1] = (wyrm_room){5, 1, 3, 2};
    map->start = (wyrm_position){1, 1};
    wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design)}, &difficulty,
                  map, SEED, 1, NULL, population);
    assert_int_equal(population->monster_count, 9);
    for (size_t i = 1; i < 9; i++)
        assert_true(population->monsters[i].room >= population->monsters[i - 1].room);
}

static void assert_experience(const wyrm_design *design, int32_t depth, const double *chances,
                              size_t count)
{
    wyrm_arrivals *arrivals;
    assert_works(
        wyrm_encounter_arrivals(wyrm_design_encounter(design), depth, &arrivals, &last_error));
    const wyrm_arriving *told = &arrivals->experience;
    double mean = 0;
    assert_non_null(told->number);
    for (size_t v = 0; v < count; v++) {
        assert_near(wyrm_pmf_at(told->number, (int64_t)v), chances[v], 1e-12);
        mean += told->unit * (double)v * chances[v];
    }
    assert_near(told->mean, mean, 1e-9);
    wyrm_arrivals_free(arrivals);
}

/* Two imps of 1 or 2 each; a purse of nothing or 100 alone, and a guaranteed 50 beside it. */
TEST(experience_that_is_random_is_drawn_for_each_that_comes)
{
    static const char groups[] =
        "name: random\n"
        "models: {combat: accuracy, growth: points, encounter: hordes}\n"
        "monsters:\n"
        "  imp: {hp: 1, experience: 1d2}\n"
        "  purse: {hp: 1, experience: '{0: 1, 100: 3}'}\n"
        "  ogre: {hp: 1, experience: 50}\n"
        "encounter:\n"
        "  last_depth: 3\n"
        "  %s\n"
        "  depths: [{groups: 2}, {from_depth: 2, groups: 1}]\n"
        "  hordes:\n"
        "    imp: {depths: [1, 1]}\n"
        "    purse: {depths: [2, 2]}\n"
        "    pair: {leader: ogre, members: {purse: 1d2}, depths: [3, 3]}\n";
    static const double two[] = {0, 0, 0.25, 0.5, 0.25}, purse[101] = {[0] = 0.25, [100] = 0.75};
    static const double pair[251] = {
        [50] = 0.125 + 0.03125, [150] = 0.375 + 0.1875, [250] = 0.28125};
    static const char *const orders[] = {"choose: frequency", "choose: deck"};
    for (size_t i = 0; i < LENGTH_OF(orders); i++) {
        char text[1000];
        snprintf(text, sizeof text, groups, orders[i]);
        OWNED_DESIGN *design = design_of(text);
        assert_experience(design, 1, two, LENGTH_OF(two));
        assert_experience(design, 2, purse, LENGTH_OF(purse));
        assert_experience(design, 3, pair, LENGTH_OF(pair));
    }
    /* The budget counts 2 for an imp; that affects which monsters come, not their experience. */
    OWNED_DESIGN *design =
        design_of("name: budget\n"
                  "models: {combat: accuracy, growth: points, encounter: hordes}\n"
                  "monsters: {imp: {hp: 1, experience: 1d2}}\n"
                  "encounter:\n"
                  "  last_depth: 1\n"
                  "  budget: {of: experience, how: fill}\n"
                  "  depths: [{groups: 1, budget: [4, 4]}]\n"
                  "  hordes: {imp: {}}\n");
    wyrm_arrivals *arrivals;
    assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &arrivals, &last_error));
    assert_near(arrivals->all.mean, 2, 1e-12);
    assert_near(arrivals->experience.mean, 3, 1e-12);
    assert_null(arrivals->experience.number);
    wyrm_arrivals_free(arrivals);
}

/* However much it is: counted in what all of it has in common, it has few values. */
TEST(experience_is_counted_in_its_greatest_common_unit)
{
    static const double two[] = {0.25, 0.5, 0.25};
    OWNED_DESIGN *design =
        design_of("name: much\n"
                  "models: {combat: accuracy, growth: points, encounter: hordes}\n"
                  "monsters:\n"
                  "  hydra: {hp: 1, experience: 20000000}\n"
                  "  wyrm: {hp: 1, experience: 30000000}\n"
                  "encounter:\n"
                  "  last_depth: 1\n"
                  "  depths: [{groups: 2}]\n"
                  "  hordes: {hydra: {}, wyrm: {}}\n");
    wyrm_arrivals *arrivals;
    assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &arrivals, &last_error));
    const wyrm_arriving *given = &arrivals->experience;
    assert_near(given->unit, 1e7, 0);
    assert_near(given->mean, 5e7, 1e-3);
    assert_non_null(given->number);
    assert_int_equal(wyrm_pmf_first(given->number), 4);
    assert_int_equal(wyrm_pmf_length(given->number), 3);
    for (size_t i = 0; i < 3; i++)
        assert_near(wyrm_pmf_probabilities(given->number)[i], two[i], 1e-15);
    wyrm_arrivals_free(arrivals);
}

/* Nine groups that come once are too many to follow; the number of groups is still known. */
TEST(what_cannot_be_followed_is_counted)
{
    char text[2000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s",
                                   MONSTERS "encounter:\n"
                                            "  last_depth: 3\n"
                                            "  depths: [{from_depth: 1, groups: [1, 3]}]\n"
                                            "  hordes:\n"
                                            "    rat: {frequency: 9}\n");
    for (int i = 0; i < 9; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "    lich%d: {leader: lich, once: true}\n", i);
    OWNED_DESIGN *design = design_of(text);
    wyrm_arrivals *arrivals;
    assert_int_equal(
        wyrm_encounter_arrivals(wyrm_design_encounter(design), 2, &arrivals, &last_error),
        WYRM_ERROR_RANGE);
    wyrm_floors *floors;
    assert_works(wyrm_floors_find(design, SEED, 4000, &floors, &last_error));
    assert_true(floors->sampled);
    for (int d = 0; d < 3; d++) {
        const wyrm_floor_figures *at = &floors->depths[d];
        assert_near(at->groups.mean.value, 2, 0.06);
        assert_true(at->groups.mean.sampled &&
                    at->groups.mean.ci95.low < at->groups.mean.ci95.high);
        assert_null(at->groups.number);
    }
    /* On the first floor half of the monsters are drawn from groups that come once. */
    const wyrm_estimate *first = &floors->depths[0].kinds[monster_of(design, "lich")].mean;
    assert_true(first->value > 0.9 && first->value < 1);
    wyrm_floors_free(floors);
}

/* Also with a tracker, whose dungeon has no last depth. */
TEST(rooms_that_are_filled_one_by_one_have_no_figures_of_floors)
{
    static const char *const models[][2] = {{"ruggrogue", "tracker"}, {"yarl", "tables"}};
    for (size_t i = 0; i < LENGTH_OF(models); i++) {
        OWNED_DESIGN *design = open_shipped(models[i][0]);
        wyrm_floors *floors;
        char wanted[120];
        snprintf(wanted, sizeof wanted,
                 "the encounter model '%s' fills rooms one by one, and no floors", models[i][1]);
        assert_int_equal(wyrm_floors_find(design, SEED, 0, &floors, &last_error),
                         WYRM_ERROR_ARGUMENT);
        assert_string_equal(last_error.message, wanted);
    }
}

TEST(above_the_first_floors_that_are_told_of_nobody_comes_and_nothing_is_cut)
{
    OWNED_DESIGN *design = design_of(MONSTERS "encounter:\n"
                                              "  last_depth: 3\n"
                                              "  depths: [{from_depth: 2, groups: 2}]\n"
                                              "  hordes: {rat: {}}\n");
    for (int32_t depth = 1; depth <= 2; depth++) {
        wyrm_arrivals *arrivals;
        assert_works(
            wyrm_encounter_arrivals(wyrm_design_encounter(design), depth, &arrivals, &last_error));
        assert_near(arrivals->all.mean, depth == 1 ? 0 : 2, 1e-12);
        assert_true(arrivals->cut <= 0);
        wyrm_arrivals_free(arrivals);
    }
}

/* Questions about floors are for models that fill floors. */
TEST(no_floors_are_told_of_where_none_are_filled)
{
    OWNED_DESIGN *rooms = open_shipped("tutorial");
    wyrm_arrivals *arrivals;
    assert_int_equal(
        wyrm_encounter_arrivals(wyrm_design_encounter(rooms), 1, &arrivals, &last_error),
        WYRM_ERROR_ARGUMENT);
    assert_null(arrivals);
    assert_non_null(strstr(last_error.message, "'tables' fills rooms one by one, and no floors"));
    assert_int_equal(wyrm_encounter_expected(NULL, 1, NULL, NULL, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "'models: {encounter: ...}' is missing"));
}

/* Once in four turns, by the frequencies of the depth; the lich, who comes once, only once. */
TEST(others_come_while_a_floor_is_played)
{
    enum { TURNS = 4000 };
    OWNED_DESIGN *design =
        design_of(MONSTERS "encounter:\n"
                           "  last_depth: 3\n"
                           "  depths: [{from_depth: 2, groups: 0, wandering: 1/4}]\n"
                           "  hordes:\n"
                           "    rat: {frequency: 3}\n"
                           "    pack: {leader: wolf, members: {rat: 2}}\n"
                           "    lich: {once: true}\n");
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    wyrm_difficulty difficulty = difficulty_at(design, 2);
    size_t groups[3] = {0};
    assert_near(wyrm_encounter_wandering(encounter, 2), 0.25, 0);
    assert_near(wyrm_encounter_wandering(encounter, 1), 0, 0);
    for (uint64_t turn = 0; turn < TURNS; turn++) {
        wyrm_rng rng = wyrm_rng_start(SEED, 1, WYRM_STREAM_WANDERERS, turn);
        const size_t count = wyrm_encounter_wanderers(encounter, &difficulty, &rng, spawns);
        if (count > 0)
            groups[spawns[0].horde]++;
        assert_int_equal(count, count == 0 ? 0 : spawns[0].horde == 1 ? 3 : 1);
    }
    assert_near((double)(groups[0] + groups[1] + groups[2]), TURNS / 4.0, 4.5 * 27.4);
    assert_near((double)groups[0] / (double)groups[1], 3, 0.8);
    assert_int_equal(groups[2], 1);
}

static void assert_no(const char *rest, const char *message)
{
    char text[4000];
    snprintf(text, sizeof text, "%sencounter:\n  last_depth: 2\n%s", MONSTERS, rest);
    assert_refused_at(text, message, NULL, 0, 0);
}

TEST(what_makes_no_sense_is_refused_in_a_sentence)
{
#define ROW "  depths: [{from_depth: 1, groups: 2}]\n"
    assert_no(ROW "  hordes: {pack: {leader: wulf}}\n", "no monster is called 'wulf'");
    assert_no(ROW "  hordes: {pack: {leader: wolf, members: {rot: 1}}}\n",
              "no monster is called 'rot'");
    assert_no(ROW "  hordes: {rat: {frequency: 1.5}}\n",
              "frequencies are whole numbers, and 'rat' has 1.5");
    assert_no("  depths: [{from_depth: 3, groups: 1}, {from_depth: 2, groups: 1}]\n"
              "  hordes: {rat: {}}\n",
              "rows are out of order: depth 2 after depth 3");
    assert_no("  depths: [{from_depth: 1, groups: 100}]\n"
              "  hordes: {rat: {members: {rat: [0, 10]}}}\n",
              "more than 1024 monsters may come");
    assert_no(ROW "  hordes: {rat: {members: {rat: [0, 60], wolf: [0, 60], lich: [0, 60]}}}\n",
              "the hordes can come in more than 65536 different ways");
    assert_no(ROW "  choose: deck\n  hordes: {rat: {frequency: 501}}\n",
              "the deck of depth 1 has more than 500 cards");
    assert_no("  depths: [{from_depth: 1, groups: 2, budget: 5}]\n"
              "  choose: deck\n  budget: {of: experience}\n  hordes: {rat: {}}\n",
              "a deck deals what comes: a budget does not go with it");
    assert_no(ROW "  choose: deck\n  hordes: {rat: {once: true}}\n",
              "a deck deals what comes: 'once' does not go with `choose: deck`");
    assert_no(ROW "  budget: {of: experience}\n  hordes: {rat: {}}\n",
              "groups keep to a budget, and this row has none");
    assert_no("  depths: [{from_depth: 1, groups: 2, budget: 5}]\n  hordes: {rat: {}}\n",
              "what the budget is counted in is not said");
    assert_no("  depths: [{from_depth: 1, groups: 2, hardest_of: 2}]\n  choose: deck\n"
              "  hordes: {rat: {}}\n",
              "a deck is dealt card by card: none is chosen as the hardest");
    assert_no("  depths: [{from_depth: 1, groups: 2, out_of_depth: 1/2}]\n  choose: deck\n"
              "  hordes: {rat: {}}\n",
              "a deck is that of its floor: nothing in it is out of depth");
    assert_no("  depths: [{from_depth: 1, groups: 2, budget: 5}]\n"
              "  budget: {of: threat}\n  hordes: {rat: {}}\n",
              "groups keep to a budget of threat, and the ruleset has none");
}

TEST(so_many_hordes_come_once_and_no_more)
{
    for (int count = WYRM_ONCE_MAX; count <= WYRM_ONCE_MAX + 1; count++) {
        static char text[30000];
        size_t used = (size_t)snprintf(text, sizeof text,
                                       MONSTERS "encounter:\n  last_depth: 2\n"
                                                "  depths: [{from_depth: 1, groups: 1}]\n"
                                                "  hordes:\n");
        for (int i = 0; i < count; i++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "    horde%d: {leader: rat, once: true}\n", i);
        if (count == WYRM_ONCE_MAX)
            wyrm_design_free(design_of(text));
        else
            assert_refused_at(text, "more than 256 hordes come once", NULL, 0, 0);
    }
}

/* ---- figures of rooms ---- */

#define TOLD(rest)                                                                                 \
    MONSTERS "  cat: {hp: 1, etp: 4}\n"                                                            \
             "  dog: {hp: 1, etp: 10}\n" rest

#define THREAT "bands: {near: 1}\nthreat: {room_budget: {near: [0, 20]}, band_factor: {near: 1}}\n"
#define GROUP  "encounter: {last_depth: 1, depths: [{from_depth: 1, groups: 1}],\n"

/* A cat, or a dog and a cat. */
TEST(rooms_hold_what_their_groups_bring)
{
    OWNED_DESIGN *design =
        design_of(TOLD(THREAT GROUP "  per: room, hordes: {cat: {}, dog: {members: {cat: 1}}}}\n"));
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    OWNED_PMF *threat = NULL, *number = NULL, *kinds = NULL;
    double unit = 0;
    assert_works(wyrm_encounter_room_threat(encounter, 1, &unit, &threat, &last_error));
    assert_near(unit, 2, 1e-12);
    assert_near(wyrm_pmf_at(threat, 2), 0.5, 1e-12);
    assert_near(wyrm_pmf_at(threat, 7), 0.5, 1e-12);
    assert_works(wyrm_encounter_room_monsters(encounter, 1, &number, &last_error));
    assert_near(wyrm_pmf_at(number, 1), 0.5, 1e-12);
    assert_near(wyrm_pmf_at(number, 2), 0.5, 1e-12);
    assert_works(wyrm_encounter_room_kinds(encounter, 1, &kinds, &last_error));
    assert_near(wyrm_pmf_at(kinds, monster_of(design, "cat")), 2 / 3.0, 1e-12);
    assert_near(wyrm_pmf_at(kinds, monster_of(design, "dog")), 1 / 3.0, 1e-12);
}

#define PETS                                                                                       \
    "name: pets\n"                                                                                 \
    "models: {combat: accuracy, growth: points, encounter: hordes}\n"                              \
    "monsters: {cat: {hp: 1, experience: 3, etp: 4}, dog: {hp: 1, experience: 5, etp: 10},\n"      \
    "  ox: {hp: 1, experience: 0, etp: 0}}\n" THREAT

/* The distribution of what comes as {value, chance} pairs, and its mean. */
static void assert_told_as(const wyrm_arriving *what, const double (*pairs)[2], size_t count)
{
    double mean = 0, sum = 0;
    assert_non_null(what->number);
    for (size_t i = 0; i < count; i++) {
        assert_near(wyrm_pmf_at(what->number, llround(pairs[i][0] / what->unit)), pairs[i][1],
                    1e-12);
        mean += pairs[i][0] * pairs[i][1];
        sum += pairs[i][1];
    }
    assert_near(sum, 1, 1e-12);
    assert_near(what->mean, mean, 1e-12);
}

/* Floors that are drawn have these sums of threat as often; a cat is 4, a dog 10. */
static void assert_drawn_as(const wyrm_design *design, const double (*pairs)[2], size_t count)
{
    enum { FLOORS = 2000 };
    double seen[50] = {0};
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    for (uint64_t run = 0; run < FLOORS; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        const size_t all = draw_floor(design, &difficulty, run, 4, spawns);
        int threat = 0;
        for (size_t i = 0; i < all; i++)
            threat += spawns[i].spawn.monster == 0 ? 4 : 10;
        assert_in_range(threat, 1, 49);
        seen[threat]++;
    }
    for (size_t i = 0; i < count; i++)
        assert_near(seen[(int)pairs[i][0]] / FLOORS, pairs[i][1],
                    4.5 * sqrt(pairs[i][1] * (1 - pairs[i][1]) / FLOORS) + 1e-12);
}

/* Two groups, each a cat or a dog: all that comes, what a budget leaves out, and what fills one. */
TEST(threat_is_counted_as_it_comes_and_held_to_budgets)
{
    static const struct {
        const char *rules;
        double threat[4][2], all[3][2];
        double cats[2], dogs[2]; /* how many, and the chance of any */
        double experience;
    } rows[] = {
        {"  depths: [{groups: 2}],",
         {{8, 0.25}, {14, 0.5}, {20, 0.25}},
         {{2, 1}},
         {1, 0.75},
         {1, 0.75},
         8},
        {"  depths: [{groups: 2}], choose: deck,", {{14, 1}}, {{2, 1}}, {1, 1}, {1, 1}, 8},
        /* of three: 4 + 10 is within it, and what is more is left out */
        {"  depths: [{groups: 3, budget: [0, 14]}], budget: {of: threat},",
         {{8, 0.125}, {10, 0.125}, {12, 0.125}, {14, 0.625}},
         {{1, 0.125}, {2, 0.75}, {3, 0.125}},
         {1.25, 0.875},
         {0.75, 0.75},
         7.5},
        /* 4 + 4 + 4, 4 + 10, 10 + 4 */
        {"  depths: [{groups: 1, budget: [12, 14]}], budget: {of: threat, how: fill},",
         {{12, 0.25}, {14, 0.75}},
         {{3, 0.25}, {2, 0.75}},
         {1.5, 1},
         {0.75, 0.75},
         8.25},
        /* nobody is so little that it would come to 19: four cats, or a dog with two */
        {"  depths: [{groups: 1, budget: [19, 19]}], budget: {of: threat, how: fill},",
         {{16, 0.125}, {18, 0.875}},
         {{4, 0.125}, {3, 0.875}},
         {2.25, 1},
         {0.875, 0.875},
         11.125},
        /* twice as much for two: 8 or 28 */
        {"  depths: [{groups: 2, budget: [0, 20]}], "
         "budget: {of: threat, multiplier: [[1, 1], [2, 2]]},",
         {{8, 0.25}, {4, 0.25}, {10, 0.5}},
         {{1, 0.75}, {2, 0.25}},
         {0.75, 0.5},
         {0.5, 0.5},
         4.75},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 PETS "encounter: {last_depth: 1,\n%s\n  hordes: {cat: {}, dog: {}}}\n",
                 rows[i].rules);
        OWNED_DESIGN *design = design_of(text);
        wyrm_arrivals *told;
        assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &told, &last_error));
        assert_told_as(&told->threat, rows[i].threat, 4);
        assert_told_as(&told->all, rows[i].all, 3);
        assert_near(told->monsters[0].mean, rows[i].cats[0], 1e-12);
        assert_near(told->monsters[0].any, rows[i].cats[1], 1e-12);
        assert_near(told->monsters[1].mean, rows[i].dogs[0], 1e-12);
        assert_near(told->monsters[1].any, rows[i].dogs[1], 1e-12);
        assert_near(told->hordes[0].any, rows[i].cats[1], 1e-12);
        assert_near(told->hordes[1].mean, rows[i].dogs[0], 1e-12);
        assert_near(told->experience.mean, rows[i].experience, 1e-12);
        assert_near(told->groups.mean, rows[i].cats[0] + rows[i].dogs[0], 1e-12);
        wyrm_arrivals_free(told);
        assert_drawn_as(design, rows[i].threat, 4);
    }
}

static wyrm_arrivals *told_of(const wyrm_design *design, int32_t depth)
{
    wyrm_arrivals *told = NULL;
    assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), depth, &told, &last_error));
    return told;
}

/* A dog on every second floor, with a cat in half of them, beside what the budget lets in. */
TEST(guards_stand_beside_a_budget)
{
    OWNED_DESIGN *design = design_of(
        PETS "encounter: {last_depth: 1, budget: {of: threat},\n"
             "  depths: [{groups: 2, budget: [0, 14]}], hordes: {cat: {}, dog: {},\n"
             "  keeper: {leader: dog, members: {cat: [0, 1]}, guards: exit, chance: 1/2}}}\n");
    wyrm_arrivals *told = told_of(design, 1);
    assert_near(told->hordes[2].mean, 0.5, 1e-12);
    assert_near(told->hordes[2].any, 0.5, 1e-12);
    assert_near(told->monsters[0].mean, 1 + 0.25, 1e-12);
    assert_near(told->monsters[0].any, 1 - 0.25 * 0.75, 1e-12);
    assert_near(told->monsters[1].mean, 0.75 + 0.5, 1e-12);
    assert_near(told->monsters[1].any, 1 - 0.25 * 0.5, 1e-12);
    assert_near(told->groups.mean, 1.75 + 0.5, 1e-12);
    assert_near(told->threat.mean, 1.25 * 4 + 1.25 * 10, 1e-12);
    assert_null(told->all.number);
    assert_null(told->threat.number);
    wyrm_arrivals_free(told);
}

/* Two cats and a dog, dealt again after three; and another dog that is always there. */
TEST(guards_stand_beside_a_deck)
{
    OWNED_DESIGN *design = design_of(
        PETS "encounter: {last_depth: 1, choose: deck, depths: [{groups: [1, 4]}],\n"
             "  hordes: {cat: {frequency: 2}, dog: {}, keeper: {leader: dog, guards: exit}}}\n");
    wyrm_arrivals *told = told_of(design, 1);
    static const double dogs[] = {0, 0.25, 2 / 3.0, 1 / 12.0};
    for (int n = 0; n < 4; n++) {
        assert_near(wyrm_pmf_at(told->monsters[1].number, n), dogs[n], 1e-12);
        assert_near(wyrm_pmf_at(told->groups.number, 2 + n), 0.25, 1e-12);
    }
    assert_near(told->monsters[0].mean, (2 / 3.0 + 4 / 3.0 + 2 + 8 / 3.0) / 4, 1e-12);
    assert_near(told->threat.mean, 4 * 5 / 3.0 + 10 * 11 / 6.0, 1e-12);
    assert_near(told->experience.mean, 3 * 5 / 3.0 + 5 * 11 / 6.0, 1e-12);
    wyrm_arrivals_free(told);
}

TEST(the_hardest_of_several_comes)
{
    static const struct {
        const char *hardest;
        double cat, dog, ox;
    } rows[] = {
        {"1", 1 / 3.0, 1 / 3.0, 1 / 3.0},
        {"2", 1 / 9.0, 4 / 9.0, 4 / 9.0}, /* dog and ox are as hard: the first of them */
        {"3", 1 / 27.0, 13 / 27.0, 13 / 27.0},
        {"{1: 1, 2: 1}", 2 / 9.0, 7 / 18.0, 7 / 18.0},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 PETS "encounter: {last_depth: 2, depths: [{groups: 1, hardest_of: \"%s\"}],\n"
                      "  hordes: {cat: {}, dog: {depths: [2, 2]}, ox: {depths: [2, 9]}}}\n",
                 rows[i].hardest);
        OWNED_DESIGN *design = design_of(text);
        wyrm_arrivals *told = told_of(design, 2);
        assert_near(told->monsters[0].mean, rows[i].cat, 1e-12);
        assert_near(told->monsters[1].mean, rows[i].dog, 1e-12);
        assert_near(told->monsters[2].mean, rows[i].ox, 1e-12);
        wyrm_arrivals_free(told);
    }
}

TEST(groups_out_of_depth_are_of_the_deepest_floor_at_most)
{
    static const struct {
        const char *deepest;
        double by_depth[5][3]; /* cat, dog, ox */
    } rows[] = {
        {"deepest: 3, ", {{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}}},
        {"", {{0.5, 0, 0.5}, {0.5, 0, 0.5}, {0, 0.5, 0.5}, {0, 0, 1}, {0, 0, 1}}},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 PETS "encounter: {last_depth: 5, %s\n"
                      "  depths: [{groups: 1, out_of_depth: 1/2, deeper: 3}], hordes:\n"
                      "  {cat: {depths: [1, 2]}, dog: {depths: [3, 3]}, ox: {depths: [4, 9]}}}\n",
                 rows[i].deepest);
        OWNED_DESIGN *design = design_of(text);
        for (int32_t depth = 1; depth <= 5; depth++) {
            wyrm_arrivals *told = told_of(design, depth);
            for (size_t m = 0; m < 3; m++) {
                const double share = rows[i].by_depth[depth - 1][m];
                assert_near(told->monsters[m].mean, share, 1e-12);
                assert_int_equal(
                    wyrm_encounter_comes(wyrm_design_encounter(design), depth, (int32_t)m),
                    share > 0);
            }
            wyrm_arrivals_free(told);
        }
    }
}

/* All groups are of the floor below, and the budget has no room for a wolf. */
TEST(what_fills_a_budget_in_place_of_deeper_groups_comes)
{
    OWNED_DESIGN *design =
        design_of(MONSTERS "encounter:\n"
                           "  last_depth: 2\n"
                           "  budget: {of: experience, how: fill}\n"
                           "  depths: [{groups: 1, budget: [3, 4], out_of_depth: 1}]\n"
                           "  hordes: {rat: {depths: [1, 1]}, wolf: {depths: [2, 2]}}\n");
    wyrm_arrivals *told = told_of(design, 1);
    assert_near(told->monsters[0].mean, 1, 1e-12);
    assert_near(told->monsters[1].mean, 0, 1e-12);
    wyrm_arrivals_free(told);
    assert_true(wyrm_encounter_comes(wyrm_design_encounter(design), 1, 0));
    assert_false(wyrm_encounter_comes(wyrm_design_encounter(design), 1, 1));
}

/* Of groups that come once as many as eight are followed, and none where a map says in which
 * rooms, or a budget how many. */
TEST(why_floors_cannot_be_followed_is_said)
{
    static const struct {
        const char *rules;
        int once; /* hordes that come once */
        wyrm_status status;
        const char *message;
    } rows[] = {
        {"", 8, WYRM_OK, NULL},
        {"", 9, WYRM_ERROR_RANGE,
         "what comes hangs on what has come once: more groups than can be followed"},
        {"budget: {of: experience}, ", 0, WYRM_OK, NULL},
        {"budget: {of: experience}, ", 1, WYRM_ERROR_RANGE,
         "what comes hangs on what has come once: together with a budget, that is too much to "
         "follow"},
        {"per: room, ", 1, WYRM_ERROR_RANGE,
         "what comes hangs on what has come once: in which rooms is told by the map"},
        {"budget: {of: experience, multiplier: 0.001}, ", 0, WYRM_ERROR_RANGE,
         "what counts against the budget of depth 1 differs too finely"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[2000];
        size_t used =
            (size_t)snprintf(text, sizeof text,
                             MONSTERS "encounter: {last_depth: 1, %s\n"
                                      "  depths: [{groups: 2%s}],\n"
                                      "  hordes: {wolf: {}",
                             rows[i].rules, rows[i].rules[0] == 'b' ? ", budget: [0, 20]" : "");
        for (int once = 0; once < rows[i].once; once++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     ", rat%d: {leader: rat, once: true}", once);
        snprintf(text + used, sizeof text - used, ", rat: {}}}\n");
        OWNED_DESIGN *design = design_of(text);
        OWNED_PMF *number = NULL;
        wyrm_arrivals *told = NULL;
        wyrm_status status =
            rows[i].rules[0] == 'p'
                ? wyrm_encounter_room_monsters(wyrm_design_encounter(design), 1, &number,
                                               &last_error)
                : wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &told, &last_error);
        assert_holds(status == rows[i].status, i + 1);
        if (status == WYRM_OK && rows[i].once > 0) {
            /* as the first of ten; as the second, behind what comes again or what does not */
            assert_near(told->groups.mean, 2, 1e-12);
            assert_near(told->hordes[1].mean, 0.1 + 0.2 / 10 + 0.7 / 9, 1e-12);
        }
        if (rows[i].message != NULL)
            assert_string_equal(last_error.message, rows[i].message);
        wyrm_arrivals_free(told);
    }
}

/* Two cats to each, but not to that of the player, unless that is said. */
TEST(each_room_has_its_groups)
{
    for (int first = 0; first < 2; first++) {
        char text[600];
        snprintf(text, sizeof text,
                 PETS "encounter: {last_depth: 1, per: room, first: %s, depths: [{groups: 2}],\n"
                      "  hordes: {cat: {members: {cat: [0, 1]}}}}\n",
                 first ? "true" : "false");
        OWNED_DESIGN *design = design_of(text);
        FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
        for (uint64_t run = 0; run < 20; run++) {
            wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
            const size_t count = draw_floor(design, &difficulty, run, 4, spawns);
            int32_t groups = -1;
            for (size_t i = 0; i < count; i++) {
                groups += i == 0 || spawns[i].group != spawns[i - 1].group;
                assert_int_equal(spawns[i].group, groups);
                assert_int_equal(spawns[i].room, (first ? 0 : 1) + groups / 2);
            }
            assert_int_equal(groups, first ? 7 : 5);
        }
    }
}

TEST(guards_come_to_the_depths_of_their_horde)
{
    OWNED_DESIGN *design = design_of(
        TOLD("encounter: {last_depth: 3, depths: [{from_depth: 1, groups: 0}, "
             "{from_depth: 3, groups: 1}],\n"
             "  hordes: {rat: {}, dog: {guards: exit, depths: [2, 3], members: {cat: 1}}}}\n"));
    static const bool wanted[3][3] = {/* cat, dog, rat; by depth */
                                      {false, false, false},
                                      {true, true, false},
                                      {true, true, true}};
    static const char *const names[] = {"cat", "dog", "rat"};
    for (int32_t depth = 1; depth <= 3; depth++)
        for (size_t i = 0; i < LENGTH_OF(names); i++)
            assert_int_equal(wyrm_encounter_comes(wyrm_design_encounter(design), depth,
                                                  monster_of(design, names[i])),
                             wanted[depth - 1][i]);
}

TEST(rooms_that_cannot_be_told_of_are_refused)
{
    enum { KINDS, NUMBER, THREATS };
    static const struct {
        const char *rules;
        int asked;
        wyrm_status status;
        const char *message;
    } rows[] = {
        {TOLD(GROUP "  per: room, hordes: {cat: {}}}\n"), THREATS, WYRM_ERROR_ARGUMENT,
         "the ruleset has no threat"},
        {TOLD(THREAT GROUP "  hordes: {cat: {}}}\n"), THREATS, WYRM_ERROR_RANGE,
         "groups come to floors: what a room holds is told by the maps"},
        {TOLD(GROUP "  hordes: {cat: {}}}\n"), NUMBER, WYRM_ERROR_RANGE,
         "groups come to floors: what a room holds is told by the maps"},
        {TOLD(GROUP "  per: room, hordes: {cat: {}, dog: {guards: exit}}}\n"), KINDS,
         WYRM_ERROR_RANGE, "there are guards beside the groups of rooms"},
        {TOLD(GROUP "  per: room, hordes: {cat: {}, dog: {guards: exit}}}\n"), NUMBER,
         WYRM_ERROR_RANGE, "there are guards beside the groups of rooms"},
        {TOLD(GROUP "  per: room, hordes: {cat: {}, dog: {guards: exit, depths: 2}}}\n"), NUMBER,
         WYRM_OK, NULL},
        {TOLD("encounter: {last_depth: 2, depths: [{from_depth: 2, groups: 1}], "
              "hordes: {cat: {}}}\n"),
         KINDS, WYRM_ERROR_ARGUMENT, "nobody comes to depth 1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_DESIGN *design = design_of(rows[i].rules);
        const wyrm_encounter *encounter = wyrm_design_encounter(design);
        OWNED_PMF *out = NULL;
        double unit;
        const int asked = rows[i].asked;
        const wyrm_status status =
            asked == KINDS    ? wyrm_encounter_room_kinds(encounter, 1, &out, &last_error)
            : asked == NUMBER ? wyrm_encounter_room_monsters(encounter, 1, &out, &last_error)
                              : wyrm_encounter_room_threat(encounter, 1, &unit, &out, &last_error);
        assert_holds(status == rows[i].status, i + 1);
        if (rows[i].message != NULL)
            assert_string_equal(last_error.message, rows[i].message);
    }
}
