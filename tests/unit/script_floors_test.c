/* Floors filled by a function in Lua: drawn floors agree with the exact reading, groups stand
 * together, and its state is kept from floor to floor; first monsters, then items.
 * script_floors_test.py and script_items_test.py compare the exact reading with an enumeration. */
#include "with_dungeons.h"

#include <wyrm/floors.h>
#include <wyrm/found.h>
#include <wyrm/streams.h>

#define SEED 77

static const char keep[] =
    "name: keep\n"
    "models: {combat: subtract, growth: points, encounter: script, map: tunnels}\n"
    "monsters:\n"
    "  rat: {hp: 1, experience: 3}\n"
    "  wolf: {hp: 1, experience: 5}\n"
    "encounter:\n"
    "  last_depth: 4\n"
    "  state: {hunted: {most: 9, start: 2}, calm: {most: 65535, start: 65535}}\n"
    "  script: |\n"
    "    function floor(depth, state)\n"
    "        local out = {rat = dice(1, 4), state = {hunted = between(0, state.hunted)}}\n"
    "        if state.hunted > 0 and chance(1 / depth) then\n"
    "            out.pack = {wolf = state.hunted, rat = 1}\n"
    "            out.state.calm = state.calm - 1\n"
    "        end\n"
    "        if state.calm < 65534 then out.den = {rat = 2} end\n"
    "        return out\n"
    "    end\n";

static wyrm_design *design_of(const char *text)
{
    wyrm_design *design = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_design_parse("keep.yaml", text, strlen(text), &design, errors), WYRM_OK);
    return design;
}

static size_t draw_floor(const wyrm_design *design, wyrm_difficulty *difficulty, uint64_t run,
                         wyrm_floor_spawn *spawns)
{
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MONSTERS, (uint64_t)difficulty->depth);
    return wyrm_encounter_floor(wyrm_design_encounter(design), difficulty, 5, &rng, spawns);
}

TEST(floors_as_drawn_have_what_the_exact_reading_says)
{
    enum { RUNS = 20000, DEPTHS = 4, NUMBERS = 4 };
    OWNED_DESIGN *design = design_of(keep);
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    wyrm_moments drawn[DEPTHS][NUMBERS] = {{{0}}};
    assert_true(wyrm_encounter_remembers(encounter));
    for (uint64_t run = 0; run < RUNS; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        for (int d = 0; d < DEPTHS; d++, difficulty.depth++) {
            double numbers[NUMBERS] = {0};
            const size_t count = draw_floor(design, &difficulty, run, spawns);
            for (size_t i = 0; i < count; i++) {
                numbers[spawns[i].spawn.monster]++;
                numbers[2] += i == 0 || spawns[i].group != spawns[i - 1].group;
                numbers[3] += (double)spawns[i].spawn.experience;
                assert_int_equal(spawns[i].spawn.level, d + 1);
                assert_in_range(spawns[i].room, 1, 4);
                if (i > 0 && spawns[i].group == spawns[i - 1].group)
                    assert_int_equal(spawns[i].room, spawns[i - 1].room);
            }
            for (int n = 0; n < NUMBERS; n++)
                wyrm_moments_add(&drawn[d][n], numbers[n]);
        }
    }
    assert_works(wyrm_encounter_trouble(encounter, &last_error));
    for (int d = 0; d < DEPTHS; d++) {
        wyrm_arrivals *arrivals;
        assert_works(wyrm_encounter_arrivals(encounter, d + 1, &arrivals, &last_error));
        const double exact[NUMBERS] = {arrivals->monsters[0].mean, arrivals->monsters[1].mean,
                                       arrivals->groups.mean, arrivals->experience.mean};
        for (int n = 0; n < NUMBERS; n++)
            assert_near(drawn[d][n].mean, exact[n],
                        4.5 * wyrm_moments_sd(&drawn[d][n]) / sqrt(RUNS) + 1e-12);
        const double sd = wyrm_pmf_sd(arrivals->experience.number) * arrivals->experience.unit;
        assert_near(wyrm_moments_sd(&drawn[d][3]), sd, 0.03 * sd);
        wyrm_arrivals_free(arrivals);
    }
}

/* Two imps of 1 or 2 each, and half of the time a purse of 0 or 100. */
TEST(experience_that_is_random_is_drawn_for_each_that_comes)
{
    OWNED_DESIGN *design =
        design_of("name: random\n"
                  "models: {combat: subtract, growth: points, encounter: script}\n"
                  "monsters:\n"
                  "  imp: {hp: 1, experience: 1d2}\n"
                  "  purse: {hp: 1, experience: '{0: 1, 100: 3}'}\n"
                  "encounter:\n"
                  "  last_depth: 1\n"
                  "  script: |\n"
                  "    function floor(depth)\n"
                  "        if chance(1/2) then return {imp = 2} end\n"
                  "        return {pair = {imp = 2, purse = 1}}\n"
                  "    end\n");
    wyrm_arrivals *arrivals;
    assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &arrivals, &last_error));
    const wyrm_arriving *told = &arrivals->experience;
    const double imps[] = {0.25, 0.5, 0.25};
    assert_near(told->unit, 1, 0);
    assert_near(told->mean, 3 + 0.5 * 75, 1e-12);
    for (int i = 0; i < 3; i++) {
        assert_near(wyrm_pmf_at(told->number, 2 + i), imps[i] * (0.5 + 0.5 * 0.25), 1e-12);
        assert_near(wyrm_pmf_at(told->number, 102 + i), imps[i] * 0.5 * 0.75, 1e-12);
    }
    wyrm_arrivals_free(arrivals);
}

TEST(a_game_begins_with_all_of_its_difficulty_0_and_carries_what_was_declared)
{
    OWNED_DESIGN *design = design_of(keep);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    bool changed = false, den = false;
    for (uint64_t run = 0; run < 50; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
        const wyrm_difficulty before = difficulty;
        assert_int_equal(difficulty.come[0], 0);
        const size_t first = draw_floor(design, &difficulty, run, spawns);
        changed |= difficulty.come[0] != 0;
        /* A copy goes on as the game itself does. */
        wyrm_difficulty copy = difficulty;
        copy.depth = difficulty.depth = 2;
        FREED wyrm_floor_spawn *again = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *again);
        const size_t count = draw_floor(design, &difficulty, run, spawns);
        assert_int_equal(draw_floor(design, &copy, run, again), count);
        assert_memory_equal(spawns, again, count * sizeof *spawns);
        /* Without the state of the floors before, the same floor is a different one. */
        copy = before;
        copy.depth = 2;
        den |= draw_floor(design, &copy, run, again) != count;
        assert_true(first > 0);
    }
    assert_true(changed);
    assert_true(den);
}

TEST(a_function_that_fails_on_a_floor_leaves_it_empty_and_is_told_of_the_least_depth)
{
    static const char text[] = "name: bad\n"
                               "models: {combat: subtract, growth: points, encounter: script}\n"
                               "monsters: {rat: {hp: 1}}\n"
                               "encounter:\n"
                               "  last_depth: 3\n"
                               "  script: |\n"
                               "    function floor(depth)\n"
                               "        if depth > 1 and chance(1/200) then\n"
                               "            return chance(1/2) and {elk = 1} or {ape = 1}\n"
                               "        end\n"
                               "        return {rat = depth}\n"
                               "    end\n";
    OWNED_DESIGN *design = design_of(text);
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    bool empty = false;
    assert_works(wyrm_encounter_trouble(encounter, &last_error));
    for (uint64_t run = 0; run < 2000; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        for (difficulty.depth = 3; difficulty.depth > 0; difficulty.depth--)
            empty |= draw_floor(design, &difficulty, run, spawns) == 0;
    }
    assert_true(empty);
    assert_int_equal(wyrm_encounter_trouble(encounter, &last_error), WYRM_ERROR_RULESET);
    /* of two at one depth the first by its words */
    assert_string_equal(last_error.message, "floor(2) returned 'ape', which is no monster");
    assert_int_equal(last_error.line, 7);
    wyrm_arrivals *arrivals;
    assert_works(wyrm_encounter_arrivals(encounter, 1, &arrivals, &last_error));
    wyrm_arrivals_free(arrivals);
    assert_int_equal(wyrm_encounter_arrivals(encounter, 3, &arrivals, &last_error),
                     WYRM_ERROR_RULESET);
}

#define HEAD                                                                                       \
    "name: head\n"                                                                                 \
    "models: {combat: subtract, growth: points, encounter: script}\n"                              \
    "monsters: {rat: {hp: 1, experience: 3, etp: 4}, wolf: {hp: 1, experience: 5, etp: 10}}\n"     \
    "bands: {near: 1}\n"                                                                           \
    "threat: {room_budget: {near: [0, 20]}, band_factor: {near: 1}}\n"

static wyrm_arrivals *arrivals_at(const wyrm_design *design, int32_t depth)
{
    wyrm_arrivals *arrivals = NULL;
    assert_works(
        wyrm_encounter_arrivals(wyrm_design_encounter(design), depth, &arrivals, &last_error));
    return arrivals;
}

static void assert_certain(const wyrm_arriving *what, double value)
{
    assert_near(what->mean, value, 1e-12);
    assert_non_null(what->number);
    assert_int_equal(wyrm_pmf_length(what->number), 1);
    assert_near((double)wyrm_pmf_first(what->number) * what->unit, value, 1e-12);
}

/* Groups are told from each other by their whole names; who is in none comes alone. */
TEST(groups_stand_together_and_others_alone)
{
    static const char text[] =
        HEAD "encounter:\n"
             "  last_depth: 1\n"
             "  first: %s\n"
             "  script: |\n"
             "    function floor(depth)\n"
             "        return {rat = 2, aa = {rat = 1, wolf = 2}, ab = {rat = 1}, zz = {wolf = 1}}\n"
             "    end\n";
    static const int32_t groups[] = {0, 0, 0, 1, 2, 3, 4};
    static const char *const first[] = {"false", "true"};
    for (int f = 0; f < 2; f++) {
        char whole[1000];
        bool seen[3] = {false};
        snprintf(whole, sizeof whole, text, first[f]);
        OWNED_DESIGN *design = design_of(whole);
        wyrm_arrivals *arrivals = arrivals_at(design, 1);
        assert_certain(&arrivals->groups, 5);
        assert_certain(&arrivals->all, 7);
        assert_certain(&arrivals->experience, 4 * 3 + 3 * 5);
        assert_certain(&arrivals->threat, 4 * 4 + 3 * 10);
        assert_near(arrivals->monsters[0].mean, 4, 1e-12);
        assert_near(wyrm_pmf_at(arrivals->monsters[0].number, 4), 1, 1e-12);
        assert_near(wyrm_pmf_at(arrivals->monsters[1].number, 3), 1, 1e-12);
        assert_near(arrivals->cut, 0, 0);
        wyrm_arrivals_free(arrivals);
        FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
        for (uint64_t run = 0; run < 60; run++) {
            const int32_t rooms = 1 + (int32_t)(run % 3);
            wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
            wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MONSTERS, 1);
            assert_int_equal(wyrm_encounter_floor(wyrm_design_encounter(design), &difficulty, rooms,
                                                  &rng, spawns),
                             LENGTH_OF(groups));
            for (size_t i = 0; i < LENGTH_OF(groups); i++) {
                assert_int_equal(spawns[i].group, groups[i]);
                assert_int_equal(spawns[i].horde, -1);
                assert_in_range(spawns[i].room, 0, rooms - 1);
                seen[spawns[i].room] |= rooms == 3;
                if (i > 0 && groups[i] == groups[i - 1])
                    assert_int_equal(spawns[i].room, spawns[i - 1].room);
                if (f == 0 && rooms > 1)
                    assert_true(spawns[i].room > 0);
            }
        }
        assert_true(seen[0] == (f == 1) && seen[1] && seen[2]);
    }
}

TEST(what_floors_are_worth_is_told_with_its_chances)
{
    OWNED_DESIGN *design =
        design_of(HEAD "encounter:\n"
                       "  last_depth: 1\n"
                       "  script: |\n"
                       "    function floor(depth)\n"
                       "        if chance(1/4) then return {rat = 1} end\n"
                       "        return {pack = {rat = 1}, rat = 1, wolf = chance(1/3)}\n"
                       "    end\n");
    wyrm_arrivals *arrivals = arrivals_at(design, 1);
    const wyrm_arriving *threat = &arrivals->threat; /* 4, 8 or 18 */
    assert_near(threat->mean, 0.25 * 4 + 0.5 * 8 + 0.25 * 18, 1e-12);
    assert_near(threat->unit, 2, 1e-12);
    assert_near(wyrm_pmf_at(threat->number, 2), 0.25, 1e-12);
    assert_near(wyrm_pmf_at(threat->number, 4), 0.5, 1e-12);
    assert_near(wyrm_pmf_at(threat->number, 9), 0.25, 1e-12);
    assert_near(arrivals->experience.mean, 0.25 * 3 + 0.5 * 6 + 0.25 * 11, 1e-12);
    assert_near(wyrm_pmf_at(arrivals->experience.number, 11), 0.25, 1e-12);
    assert_near(arrivals->monsters[0].mean, 1.75, 1e-12);
    assert_near(arrivals->monsters[0].any, 1, 1e-12);
    assert_near(arrivals->monsters[1].any, 0.25, 1e-12);
    assert_near(wyrm_pmf_at(arrivals->monsters[0].number, 1), 0.25, 1e-12);
    assert_near(wyrm_pmf_at(arrivals->monsters[0].number, 2), 0.75, 1e-12);
    assert_near(wyrm_pmf_at(arrivals->monsters[1].number, 0), 0.75, 1e-12);
    assert_near(wyrm_pmf_at(arrivals->groups.number, 3), 0.25, 1e-12);
    wyrm_arrivals_free(arrivals);
}

/* Two words of a game's difficulty hold them, each as what it differs by from its start. */
TEST(all_numbers_of_a_state_go_on_from_floor_to_floor)
{
    OWNED_DESIGN *design = design_of(
        HEAD "encounter:\n"
             "  last_depth: 4\n"
             "  state: {a: {start: 1}, b: {start: 2}, c: {start: 65535, most: 65535}, d: {},"
             " e: {start: 5}, f: {start: 6, most: 9}}\n"
             "  script: |\n"
             "    function floor(depth, state)\n"
             "        return {rat = 10 * state.a + state.b + 100 * state.d,\n"
             "                wolf = 10 * state.e + state.f + state.c // 65535 * 100,\n"
             "                state = {a = state.a + 1, c = 65535 - state.c, e = state.e + 2,\n"
             "                         f = max(state.f - 3, 0)}}\n"
             "    end\n");
    static const double rats[] = {12, 22, 32, 42}, wolves[] = {156, 73, 190, 110};
    FREED wyrm_floor_spawn *spawns = zeroed(WYRM_LEVEL_SPAWNS_MAX, sizeof *spawns);
    wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(design));
    for (int d = 0; d < 4; d++, difficulty.depth++) {
        wyrm_arrivals *arrivals = arrivals_at(design, d + 1);
        assert_near(arrivals->monsters[0].mean, rats[d], 1e-9);
        assert_near(arrivals->monsters[1].mean, wolves[d], 1e-9);
        wyrm_arrivals_free(arrivals);
        assert_int_equal(draw_floor(design, &difficulty, 1, spawns), rats[d] + wolves[d]);
    }
}

TEST(so_many_states_before_a_floor_are_followed_and_no_more)
{
    for (int count = 4096; count <= 4097; count++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HEAD "encounter:\n"
                      "  last_depth: 3\n"
                      "  state: {n: {most: 65535}}\n"
                      "  script: |\n"
                      "    function floor(depth)\n"
                      "        if depth > 1 then return {rat = depth} end\n"
                      "        return {rat = 1, state = {n = between(0, %d)}}\n"
                      "    end\n",
                 count - 1);
        OWNED_DESIGN *design = design_of(text);
        wyrm_arrivals_free(arrivals_at(design, 1));
        if (count == 4096) {
            wyrm_arrivals *arrivals = arrivals_at(design, 3);
            assert_certain(&arrivals->all, 3);
            wyrm_arrivals_free(arrivals);
            continue;
        }
        wyrm_arrivals *none;
        for (int32_t depth = 3; depth >= 2; depth--) {
            assert_int_equal(
                wyrm_encounter_arrivals(wyrm_design_encounter(design), depth, &none, &last_error),
                WYRM_ERROR_LIMIT);
            assert_string_equal(last_error.message,
                                "4097 states come to depth 2: at most 4096 are followed");
        }
    }
}

TEST(what_fails_on_any_floor_of_the_first_games_is_told_where_the_ruleset_is_read)
{
    static const char *const bodies[] = {
        "if depth == 3 then return {elk = 1} end return {rat = 1}",
        "if state.n == 2 then return {elk = 1} end return {state = {n = state.n + 1}}",
        "if depth == 3 and chance(1/2) then return {elk = 1} end return {rat = 1}",
    };
    for (size_t i = 0; i < LENGTH_OF(bodies); i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HEAD "encounter:\n"
                      "  last_depth: 3\n"
                      "  state: {n: {most: 3}}\n"
                      "  script: |\n"
                      "    function floor(depth, state) %s end\n",
                 bodies[i]);
        assert_refused_at(text, "floor(3) returned 'elk', which is no monster", NULL, 0, 0);
    }
}

TEST(a_mistake_has_its_place_in_the_ruleset)
{
    static const struct {
        const char *script;
        int line, column;
    } rows[] = {
        {"function floor(depth) return nothing end\n", 8, 40},
        {"|\n    function floor(depth)\n      return nothing\n    end\n", 10, 14},
        {"'function floor(depth) return nothing end'\n", 8, 41},
        {"\"function floor(depth) return nothing end\"\n", 8, 41},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1000];
        snprintf(text, sizeof text, HEAD "encounter:\n  last_depth: 1\n  script: %s",
                 rows[i].script);
        assert_refused_at(text, "there is no 'nothing' in a script in function 'floor'", NULL,
                          rows[i].line, rows[i].column);
    }
}

TEST(what_a_script_of_floors_cannot_tell_of_rooms_is_refused)
{
    static const char text[] =
        "name: bad\n"
        "models: {combat: subtract, growth: points, encounter: script}\n"
        "monsters: {rat: {hp: 1}, cat: {hp: 1}}\n"
        "encounter:\n"
        "  last_depth: 4\n"
        "  script: |\n"
        "    function floor(depth)\n"
        "        if depth == 2 then return {} end\n"
        "        if depth == 3 and chance(1e-9) then return {elk = 1} end\n"
        "        while depth == 4 and chance(1e-9) do while true do end end\n"
        "        return {rat = 3, cat = chance(1/2)}\n"
        "    end\n";
    static const struct {
        int32_t depth;
        wyrm_status status;
        const char *message;
    } rows[] = {
        {2, WYRM_ERROR_ARGUMENT, "nobody comes to depth 2"},
        {3, WYRM_ERROR_RULESET, "floor(3) returned 'elk', which is no monster"},
        {4, WYRM_ERROR_RANGE, "this does not end within 5000000 steps in function 'floor'"},
    };
    OWNED_DESIGN *design = design_of(text);
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    OWNED_PMF *out = NULL;
    double unit;
    assert_works(wyrm_encounter_room_kinds(encounter, 1, &out, &last_error));
    assert_near(wyrm_pmf_at(out, 0), 3 / 3.5, 1e-12);
    assert_near(wyrm_pmf_at(out, 1), 0.5 / 3.5, 1e-12);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_PMF *none = NULL;
        assert_int_equal(wyrm_encounter_room_kinds(encounter, rows[i].depth, &none, &last_error),
                         rows[i].status);
        assert_int_equal(last_error.code, rows[i].status);
        assert_string_equal(last_error.message, rows[i].message);
    }
    OWNED_PMF *rooms = NULL;
    assert_int_equal(wyrm_encounter_room_monsters(encounter, 1, &rooms, &last_error),
                     WYRM_ERROR_RANGE);
    assert_string_equal(last_error.message,
                        "the script fills floors: what a room holds is told by the maps");
    assert_int_equal(wyrm_encounter_room_threat(encounter, 1, &unit, &rooms, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_string_equal(last_error.message, "the ruleset has no threat");
}

/* The distribution of 900 monsters of 1 to 1,000 points each would take nearly 10^12 additions, so
 * only the mean is given. */
TEST(of_too_many_sums_of_experience_the_mean_is_told)
{
    static const int numbers[] = {2, 900};
    for (size_t i = 0; i < LENGTH_OF(numbers); i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "name: many\n"
                 "models: {combat: subtract, growth: points, encounter: script}\n"
                 "monsters: {rat: {hp: 1, experience: 1d1000}}\n"
                 "encounter:\n"
                 "  last_depth: 1\n"
                 "  script: |\n"
                 "    function floor(depth) return {rat = %d} end\n",
                 numbers[i]);
        OWNED_DESIGN *design = design_of(text);
        wyrm_arrivals *arrivals;
        assert_works(
            wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &arrivals, &last_error));
        assert_near(arrivals->experience.mean, numbers[i] * 500.5, 1e-6);
        assert_int_equal(arrivals->experience.number != NULL, numbers[i] == 2);
        wyrm_arrivals_free(arrivals);
    }
}

/* Of 900 that give 0 or 1,000, and a hundred that give 2,000, it takes 901 sums and not a million
 * of them. */
TEST(sums_of_experience_go_in_its_greatest_common_unit)
{
    OWNED_DESIGN *design =
        design_of("name: unit\n"
                  "models: {combat: subtract, growth: points, encounter: script}\n"
                  "monsters:\n"
                  "  rat: {hp: 1, experience: '{0: 1, 1000: 1}'}\n"
                  "  wolf: {hp: 1, experience: 2000}\n"
                  "encounter:\n"
                  "  last_depth: 1\n"
                  "  script: |\n"
                  "    function floor(depth) return {rat = 900, wolf = 100} end\n");
    wyrm_arrivals *arrivals;
    assert_works(wyrm_encounter_arrivals(wyrm_design_encounter(design), 1, &arrivals, &last_error));
    const wyrm_arriving *told = &arrivals->experience;
    assert_near(told->unit, 1000, 0);
    assert_non_null(told->number);
    assert_near(wyrm_pmf_mean(told->number), 450 + 200, 1e-9);
    assert_near(wyrm_pmf_sd(told->number), 15, 1e-9); /* of a binomial of 900: half of 30 */
    wyrm_arrivals_free(arrivals);
}

/* One of two comes on each floor: three floors in a row have none in 1/8 of games. */
TEST(droughts_of_items_are_followed)
{
    OWNED_DESIGN *design = design_of("name: dry\n"
                                     "models: {combat: subtract, loot: script}\n"
                                     "items: {x: {}}\n"
                                     "loot:\n"
                                     "  last_depth: 3\n"
                                     "  state: {last: {most: 1}}\n"
                                     "  script: |\n"
                                     "    function items(depth, state)\n"
                                     "        local x = chance(1/2) and 1 or 0\n"
                                     "        return {x = x, state = {last = x}}\n"
                                     "    end\n");
    static const double drought[] = {0.5, 0.25, 0.125, 0.125};
    static const double longest[] = {0.125, 0.5, 0.25, 0.125}; /* xxx; one; two; three in a row */
    wyrm_found *found;
    assert_works(wyrm_found_new(wyrm_design_loot(design), "x", 3, &found, &last_error));
    assert_non_null(found->longest);
    for (int n = 0; n <= 3; n++) {
        assert_near(wyrm_pmf_at(found->drought[2], n), drought[n], 1e-12);
        assert_near(wyrm_pmf_at(found->longest[2], n), longest[n], 1e-12);
    }
    wyrm_found_free(found);
}

static const char hoard[] =
    "name: hoard\n"
    "models: {combat: subtract, loot: script}\n"
    "monsters: {rat: {hp: 1}}\n"
    "items: {potion: {}, ring: {}, scroll: {}}\n"
    "loot:\n"
    "  last_depth: 4\n"
    "  state: {dry: {most: 5, start: 1}}\n"
    "  script: |\n"
    "    function items(depth, state)\n"
    "        local out = {potion = between(0, 2), ring = chance(1 / (depth + 1)), state = {dry = "
    "0}}\n"
    "        if out.potion == 0 then out.state.dry = min(state.dry + 1, 5) end\n"
    "        if state.dry >= 2 then out.potion = out.potion + 1 end\n"
    "        return out\n"
    "    end\n";

TEST(items_as_drawn_are_what_the_exact_reading_says)
{
    enum { GAMES = 20000, DEPTHS = 4, KINDS = 3 };
    OWNED_DESIGN *design = design_of(hoard);
    const wyrm_loot *loot = wyrm_design_loot(design);
    wyrm_moments drawn[DEPTHS][KINDS] = {{{0}}};
    for (uint64_t run = 0; run < GAMES; run++) {
        wyrm_loot_state remembered = {0};
        double numbers[KINDS] = {0};
        for (int32_t d = 0; d < DEPTHS; d++) {
            wyrm_item items[WYRM_ROOM_ITEMS_MAX];
            wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_LOOT, (uint64_t)d);
            const wyrm_loot_context context = {.depth = d + 1, .rooms = 3};
            const size_t count = wyrm_loot_floor(loot, &context, &remembered, &rng, items);
            for (size_t i = 0; i < count; i++) {
                numbers[items[i].kind]++;
                assert_in_range(items[i].room, 0, 2);
            }
            for (int k = 0; k < KINDS; k++)
                wyrm_moments_add(&drawn[d][k], numbers[k]);
        }
    }
    wyrm_found_survey *survey;
    assert_works(wyrm_loot_trouble(loot, &last_error));
    assert_works(wyrm_found_survey_new(loot, DEPTHS, &survey, &last_error));
    for (int d = 0; d < DEPTHS; d++)
        for (int k = 0; k < KINDS; k++) {
            const wyrm_pmf *number = survey->by_depth[d * KINDS + k];
            assert_near(drawn[d][k].mean, wyrm_pmf_mean(number),
                        4.5 * wyrm_moments_sd(&drawn[d][k]) / sqrt(GAMES) + 1e-12);
            assert_near(wyrm_moments_sd(&drawn[d][k]), wyrm_pmf_sd(number),
                        0.03 * wyrm_pmf_sd(number) + 1e-12);
        }
    wyrm_found_survey_free(survey);
}
