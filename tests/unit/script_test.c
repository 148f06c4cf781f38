/* Scripts: the sandbox, and the distributions read from them. */
#include "scripts.h"
#include "stride.h"

#include <jansson.h>
#include <math.h>

#include "base/amount.h"

#define MOST 200 /* outcomes, steps, keys */

RELEASED_BY(json_t, json_decref)

/* ---- the attacks of eight games, with distributions enumerated independently ---- */

typedef struct made_thing {
    const char *keys[MOST];
    script_value values[MOST];
    script_thing thing;
    wyrm_amount *amounts[MOST];
    char sets[MOST][200];
} made_thing;

static void add_value(made_thing *made, const char *key, const json_t *value, const char *kind)
{
    size_t at = made->thing.count++;
    made->keys[at] = key;
    script_value *to = &made->values[at];
    if (json_is_number(value)) {
        *to = (script_value){.kind = SCRIPT_NUMBER, .number = json_number_value(value)};
    } else if (json_is_boolean(value)) {
        *to = (script_value){.kind = SCRIPT_FLAG, .number = json_is_true(value)};
    } else if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            strcat(made->sets[at], i > 0 ? " " : "");
            strcat(made->sets[at], json_string_value(json_array_get(value, i)));
        }
        *to = (script_value){.kind = SCRIPT_SET, .text = made->sets[at]};
    } else if (strncmp(kind, "amount", 6) == 0) {
        const char *text = json_string_value(value);
        assert_int_equal(wyrm_amount_read(text, &made->amounts[at], NULL), WYRM_OK);
        *to = (script_value){.kind = SCRIPT_AMOUNT, .amount = made->amounts[at]};
    } else {
        *to = (script_value){.kind = SCRIPT_TEXT, .text = json_string_value(value)};
    }
}

static void make_thing(made_thing *made, const json_t *from, const json_t *kinds)
{
    const char *key;
    json_t *value;
    memset(made, 0, sizeof *made);
    made->thing = (script_thing){made->keys, made->values, 0};
    json_object_foreach((json_t *)(uintptr_t)from, key, value)
        add_value(made, key, value, json_string_value(json_object_get(kinds, key)));
}

static void compare_pmf(const script_outcomes *out, const json_t *pmf, const char *game)
{
    double sum = 0;
    for (size_t i = 0; i < out->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.0f", number_of(&out->list[i]));
        double wanted = json_number_value(json_object_get(pmf, name));
        if (fabs(out->list[i].chance - wanted) > 1e-12)
            fail_msg("%s: %s has %.17g, wanted %.17g", game, name, out->list[i].chance, wanted);
        sum += wanted;
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(out->cut < 1e-12);
}

static void hold_to_cases(const char *game)
{
    char path[400];
    base_arena arena = {0};
    snprintf(path, sizeof path, SCRIPT_DIR "/%s.lua", game);
    FREED char *text = read_file(path);
    OWNED(script) *rules = read_script(text);
    snprintf(path, sizeof path, GOLDEN_DIR "/foreign/attacks/%s.json", game);
    OWNED(json_t) *golden = json_load_file(path, 0, NULL);
    const json_t *cases = json_object_get(golden, "cases"),
                 *kinds = json_object_get(golden, "stats");
    assert_true(json_array_size(cases) >= 10);
    static const char *const names[] = {"attacker", "defender", "blow"};
    for (size_t c = 0; c < json_array_size(cases); c++) {
        const json_t *one = json_array_get(cases, c);
        static made_thing made[3];
        script_thing things[3];
        script_outcomes out;
        wyrm_error error;
        for (int i = 0; i < 3; i++) {
            make_thing(&made[i], json_object_get(one, names[i]), json_object_get(kinds, names[i]));
            things[i] = made[i].thing;
        }
        if (script_exact(rules, "attack", things, 3, &arena, &out, &error) != WYRM_OK)
            fail_msg("%s: %s", game, error.message);
        compare_pmf(&out, json_object_get(one, "pmf"), game);
        for (int i = 0; i < 3; i++)
            for (size_t k = 0; k < made[i].thing.count; k++)
                wyrm_amount_free(made[i].amounts[k]);
    }
    base_release(&arena);
}

TEST(attacks_of_other_games_are_what_every_outcome_comes_to)
{
    static const char *const games[] = {"brogue",  "shattered", "srd",   "rogue",
                                        "nethack", "angband",   "crawl", "qud"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        hold_to_cases(games[i]);
}

/* ---- readings ---- */

TEST(every_outcome_of_every_draw_is_followed_and_equal_ones_are_one)
{
    assert_string_equal(read_f("function f() return 3 end"), "3: 1");
    assert_string_equal(read_f("function f() return chance(1/4) and 1 or 2 end"),
                        "1: 0.25, 2: 0.75");
    assert_string_equal(read_f("function f() return dice(2, 2) end"), "2: 0.25, 3: 0.5, 4: 0.25");
    assert_string_equal(read_f("function f() return roll('1d2', 2, '1d2') - 2 end"),
                        "2: 0.25, 3: 0.5, 4: 0.25");
    assert_string_equal(read_f("function f() return between(1, 2) + between(1, 2) end"),
                        "2: 0.25, 3: 0.5, 4: 0.25");
    assert_string_equal(read_f("function f() return pick({'a', 'b'}, {1, 3}) end"),
                        "a: 0.25, b: 0.75");
    assert_string_equal(read_f("function f() return pick{'a', 'b'} end"), "a: 0.5, b: 0.5");
    assert_string_equal(
        read_f("function f() return {damage = between(1, 2), is = {poison = true}, 'x'} end"),
        "1=x damage=1 is.poison=1: 0.5, 1=x damage=2 is.poison=1: 0.5");
}

TEST(results_are_told_apart_by_kind_and_value)
{
    static const char *const rows[][2] = {
        {"pick{1, true, 5e-324}", /* with the same bits */
         "1: 0.333333333333, 1: 0.333333333333, 4.94065645841e-324: 0.333333333333"},
        {"pick{'1', 1}", "1: 0.5, 1: 0.5"},
        {"pick{0, -0.0, 0.0}", "0: 1"},
        {"pick{2, 2.0}", "2: 1"},
        {"pick{{x = 2}, {x = 2.0}}", "x=2: 1"},
        {"pick{{x = true}, {x = 1}}", "x=1: 0.5, x=1: 0.5"},
        {"pick({1, 2, 3}, {0, 1, 0})", "2: 1"},
        {"pick({1, 2, 3}, {0, 1, 1})", "2: 0.5, 3: 0.5"},
        {"pick({1, 2}, {1, 0}) * 10 + pick({1, 2}, {0, 1})", "12: 1"},
        {"chance(-0.5)", "0: 1"},
        {"chance(1.5)", "1: 1"},
        {"shared", "1.y=2 x=1: 1"},
        {"twice()", "a.x=1 b.x=1: 1"},
        {"{[-5] = 1, [7] = 2}", "-5=1 7=2: 1"},
        {"anyhow(chance(1/2))", "-1=3 10=1 20=2 7=9 a=4 ab=5 abc=6 b=7 ba=8: 1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "shared = {x = 1, {y = 2}}\n"
            "local names = {10, 20, -1, 'a', 'ab', 'abc', 'b', 'ba', 7}\n"
            "function twice() local t = {x = 1} return {a = t, b = t} end\n"
            "function anyhow(backwards)\n" /* the same table, made in two ways */
            "    local t = {}\n"
            "    for i = 1, backwards and 60 or 0 do t['x' .. i] = i end\n"
            "    for i = 1, backwards and 60 or 0 do t['x' .. i] = nil end\n"
            "    for i = backwards and 9 or 1, backwards and 1 or 9, backwards and -1 or 1 do\n"
            "        t[names[i]] = i\n"
            "    end\n"
            "    return t\n"
            "end\n"
            "function f() return %s end",
            rows[i][0]);
        if (strcmp(read_f(text), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][1]);
    }
}

/* The chance of a result; 0 if there is none. */
static double chance_of(const script_outcomes *out, double number)
{
    double chance = 0;
    for (size_t i = 0; i < out->count; i++)
        chance += number_of(&out->list[i]) == number ? out->list[i].chance : 0;
    return chance;
}

static void read_exactly(script *rules, const script_thing *thing, base_arena *arena,
                         script_outcomes *out)
{
    assert_works(script_exact(rules, "f", thing, thing != NULL ? 1 : 0, arena, out, &last_error));
}

TEST(nothing_is_left_of_the_readings_before)
{
    static const int sizes[] = {700, 3, 3, 40, 2, 700, 1, 5, 5};
    OWNED(script) *rules = read_script("local function g(n, of) return of * between(1, n) end\n"
                                       "function f(n)\n" /* so much work that no memory is kept */
                                       "    for _ = 1, n == 40 and 30000 or 0 do end\n"
                                       "    return g(n, 1) * g(1, 2)\n"
                                       "end");
    for (size_t s = 0; s < LENGTH_OF(sizes); s++) {
        const script_value value = {.kind = SCRIPT_NUMBER, .number = sizes[s]};
        const script_thing thing = {.values = &value, .count = 1};
        base_arena arena = {0};
        script_outcomes out;
        read_exactly(rules, &thing, &arena, &out);
        assert_int_equal(out.count, sizes[s]);
        for (size_t i = 0; i < out.count; i++) {
            assert_true(number_of(&out.list[i]) == 2 * (double)(i + 1));
            assert_near(out.list[i].chance, 1.0 / sizes[s], 1e-15);
        }
        base_release(&arena);
    }
}

TEST(dice_in_a_loop_come_to_what_their_sum_does)
{
    OWNED(script) *loop = read_script(
        "function f() local s = 0 for _ = 1, 40 do s = s + dice(1, 6) end return s end");
    OWNED(script) *sum = read_script("function f() return roll('40d6') end");
    base_arena arena = {0};
    script_outcomes each, all; /* no way of forty dice is likelier than 1e-31 */
    read_exactly(loop, NULL, &arena, &each);
    read_exactly(sum, NULL, &arena, &all);
    assert_true(each.cut == 0 && all.cut == 0);
    assert_int_equal(each.count, 201);
    for (int s = 40; s <= 240; s++)
        assert_near(chance_of(&each, s) / chance_of(&all, s), 1, 1e-9);
    base_release(&arena);
}

TEST(a_way_is_followed_until_it_is_less_likely_than_1e_24)
{
    OWNED(script) *rules =
        read_script("function f() local n = 0 while chance(1/2) do n = n + 1 end return n end");
    base_arena arena = {0};
    script_outcomes out;
    read_exactly(rules, NULL, &arena, &out);
    double sum = out.cut;
    for (size_t i = 0; i < out.count; i++) {
        assert_true(out.list[i].chance == ldexp(1, -1 - (int)number_of(&out.list[i])));
        sum += out.list[i].chance;
    }
    assert_near(sum, 1, 1e-15);
    assert_true(out.cut < 1e-24 && 2 * out.cut >= 1e-24);
    assert_true(chance_of(&out, 78) > 0);
    base_release(&arena);
}

/* The first call of g is reached by one way in 10^12: what is too unlikely to follow there is not
 * in the second. */
TEST(what_was_cut_of_a_function_is_followed_where_it_is_likelier)
{
    OWNED(script) *rules = read_script(
        "local function g() local n = 0 while chance(1/2) do n = n + 1 end return n end\n"
        "function f() if chance(1e-12) then return -1 - g() end return g() end");
    base_arena arena = {0};
    script_outcomes out;
    read_exactly(rules, NULL, &arena, &out);
    for (int n = 0; n < 60; n++)
        assert_near(chance_of(&out, n) * ldexp(1, n + 1), 1, 1e-11);
    for (int n = 0; n < 30; n++)
        assert_near(chance_of(&out, -1 - n) * ldexp(1, n + 1), 1e-12, 1e-22);
    assert_true(out.cut > 0 && out.cut < 1e-17);
    base_release(&arena);
}

/* Nor is it taken for what follows from an equal state that is likelier. */
TEST(what_was_cut_behind_a_state_is_followed_where_it_is_likelier)
{
    OWNED(script) *rules = read_script("function f()\n"
                                       "    local rare, n = chance(1e-12), 0\n"
                                       "    rare = nil\n"
                                       "    while chance(1/2) do n = n + 1 end\n"
                                       "    return n\n"
                                       "end");
    base_arena arena = {0};
    script_outcomes out;
    read_exactly(rules, NULL, &arena, &out);
    for (int n = 0; n < 60; n++)
        assert_near(chance_of(&out, n) * ldexp(1, n + 1), 1, 1e-11);
    assert_true(out.cut > 0 && out.cut < 1e-17);
    base_release(&arena);
}

/* Whether drawing f(of) succeeds. */
static bool draws(script *rules, double of)
{
    const script_value value = {.kind = SCRIPT_NUMBER, .number = of};
    const script_thing thing = {.values = &value, .count = 1};
    base_arena arena = {0};
    script_outcome out;
    size_t made;
    wyrm_rng rng = wyrm_rng_start(1, 1, 1, 1);
    const wyrm_status status =
        script_explain(rules, "f", &thing, 1, &rng, &arena, NULL, 0, &made, &out, NULL);
    base_release(&arena);
    return status == WYRM_OK;
}

TEST(what_a_call_may_read_does_not_hang_on_what_others_have_read)
{
    const char text[] = "function f(of)\n"
                        "  local sum = 0\n"
                        "  for i = of == 2 and 21 or 1, of == 1 and 20 or 40 do\n"
                        "    sum = sum + roll('40d1000+' .. i)\n"
                        "  end\n"
                        "  return sum\n"
                        "end\n";
    static const double orders[][3] = {{1, 2, 3}, {3, 1, 2}, {1, 3, 1}, {2, 3, 3}};
    for (size_t o = 0; o < (size_t)played_times(4); o++) {
        script *rules = NULL;
        assert_int_equal(script_new("f.lua", 1, 0, text, strlen(text), &rules, NULL), WYRM_OK);
        for (size_t i = 0; i < 3; i++) /* each alone is too much for one call */
            assert_int_equal(draws(rules, orders[o][i]), orders[o][i] < 3);
        script_free(rules);
    }
}

/* Forty different ones of its size are too much. */
TEST(an_amount_is_read_once_however_often_it_is_rolled)
{
    OWNED(script) *rules = read_script("function f()\n"
                                       "  local sum = 0\n"
                                       "  for _ = 1, 80 do sum = sum + roll('40d1000') end\n"
                                       "  return sum\n"
                                       "end");
    assert_true(draws(rules, 0));
    assert_true(draws(rules, 0));
}

TEST(what_goes_on_for_ever_is_cut_where_next_to_nothing_is_left)
{
    assert_string_equal(
        read_f("function f() local d repeat d = dice(1, 4) until d < 3 return d end"),
        "1: 0.5, 2: 0.5");
    assert_string_equal(
        read_f("local function g() if chance(1/2) then return 1 + g() end return 0 end\n"
               "function f() return g() > 0 end"),
        "1: 0.5, 0: 0.5");
}

TEST(equal_states_are_followed_once)
{
    /* Without merging equal states these would take 6^12 and 2^300 runs. */
    const char *text = "function f() local s = 0 for i = 1, 12 do s = s + dice(1, 6) end "
                       "return s == 42 end";
    assert_string_equal(read_f(text), "0: 0.933461203904, 1: 0.0665387960958");
    text = "function f() local s for i = 1, 300 do s = between(1, 2) end return s end";
    assert_string_equal(read_f(text), "1: 0.5, 2: 0.5");
}

TEST(states_are_compared_by_all_that_is_in_them)
{
    static const char sum[] = "0: 0.933461203904, 1: 0.0665387960958";
    static const char *const rows[][2] = {
        {"local t = {n = 0} ROLL t.n = t.n + dice(1, 6) end return t.n == 42", sum},
        {"local t = {0} ROLL t[1] = t[1] + dice(1, 6) end return t[1] == 42", sum},
        {"local t = {a = {b = 0}, {0}} ROLL t.a.b = t.a.b + dice(1, 6) end return t.a.b == 42",
         sum},
        {"local t = {0, x = 0} ROLL t.x = t.x + dice(1, 6) end return t.x == 42", sum},
        {"local s = '0' ROLL s = tostring(tonumber(s) + dice(1, 6)) end return s == '42'", sum},
        {"local s, x = 0, chance(1/2) ROLL s = s + dice(1, 6) end return s == 42 and x",
         "0: 0.966730601952, 1: 0.0332693980479"},
        /* what differs is an argument, half of a sum, a variable of the caller */
        {"return h({}, chance(1/2) and 1 or 2)", "1: 0.5, 2: 0.5"},
        {"return (chance(1/2) and 10 or 20) + h({}, 1)", "11: 0.5, 21: 0.5"},
        {"local x = chance(1/2) local y = h({}, 1) return x and y or 0", "1: 0.5, 0: 0.5"},
        /* whole and not: only one of them is divided as a whole number */
        {"local x = chance(1/2) and 3 or 3.0 ROLL local _ = dice(1, 6) end return tostring(x)",
         "3: 0.5, 3.0: 0.5"},
        {"local x = chance(1/2) and 'a' or 'b' ROLL local _ = dice(1, 6) end return x",
         "a: 0.5, b: 0.5"},
        {"local x = {chance(1/2) and 'ab' or 'ac'} ROLL local _ = dice(1, 6) end return x[1]",
         "ab: 0.5, ac: 0.5"},
        {"local x = {} x[chance(1/2) and 'k' or 'l'] = 1 ROLL local _ = dice(1, 6) end return x",
         "k=1: 0.5, l=1: 0.5"},
        {"local x = {7} x[chance(1/2) and 1 or 2] = 8 ROLL local _ = dice(1, 6) end return x",
         "1=8: 0.5, 1=7 2=8: 0.5"},
        {"local x = chance(1/2) and min or max ROLL local _ = dice(1, 6) end return x(1, 2)",
         "1: 0.5, 2: 0.5"},
        {"local x = chance(1/2) and '1d1' or '1d1+1' ROLL local _ = dice(1, 6) end return roll(x)",
         "1: 0.5, 2: 0.5"},
        {"local n = chance(1/2) and 1 or 2 local x = function() return n end "
         "ROLL local _ = dice(1, 2) end return x()",
         "1: 0.5, 2: 0.5"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[600];
        const char *gap = strstr(rows[i][0], "ROLL");
        snprintf(text, sizeof text,
                 "local function h(t, x) for _ = 1, 12 do local _ = dice(1, 6) end "
                 "return x end\n"
                 "function f() %.*s%s%s end",
                 gap ? (int)(gap - rows[i][0]) : 0, rows[i][0], gap ? "for _ = 1, 12 do" : "",
                 gap ? gap + 4 : rows[i][0]);
        if (strcmp(read_f(text), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][1]);
    }
}

/* Which of two calls in a row is running hangs on neither a variable nor a line. */
TEST(a_call_of_what_a_call_has_given_is_another)
{
    static const char *const rows[][2] = {
        {"k({})({}) == k", "1: 0.25, 2: 0.75"},
        {"k{}{} == k", "1: 0.25, 2: 0.75"},
        {"k({}){} == k", "1: 0.25, 2: 0.75"},
        {"k{}({}) == k", "1: 0.25, 2: 0.75"},
        {"k({})'' == k", "1: 0.25, 2: 0.75"},
        {"t.k({}){} == k", "1: 0.25, 2: 0.75"},
        {"t['k']{}({}) == k", "1: 0.25, 2: 0.75"},
        {"(k({}))({}) == k", "1: 0.25, 2: 0.75"},
        {"type(list({})[1]({})) == 'table'", "1: 0.5, 2: 0.5"},
        {"type(list({}).x({})) == 'table'", "1: 0.5, 2: 0.5"},
        {"type(list{}.x{}) == 'table'", "1: 0.5, 2: 0.5"},
        {"type(list({})['x']({})) == 'table'", "1: 0.5, 2: 0.5"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "local function five() return 5 end\n"
                 "local k, list\n"
                 "function k() for _ = 1, 6 do local _ = dice(1, 2) end\n"
                 "return chance(1/2) and k or five end\n"
                 "function list() for _ = 1, 6 do local _ = dice(1, 2) end\n"
                 "local next = chance(1/2) and list or five return {next, x = next} end\n"
                 "t = {k = k}\n"
                 "function f() return %s and 1 or 2 end",
                 rows[i][0]);
        if (strcmp(read_f(text), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][1]);
    }
}

TEST(functions_that_call_each_other_deep_come_to_what_they_say)
{
    enum { DEEP = 45 };
    char text[4000] = "local function g0() return 0 end\n";
    size_t used = strlen(text);
    for (int i = 1; i <= DEEP; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used,
                             "local function g%d() return g%d() + between(0, 1) end\n", i, i - 1);
    snprintf(text + used, sizeof text - used, "function f() return g%d() end", DEEP);
    OWNED(script) *rules = read_script(text);
    base_arena arena = {0};
    script_outcomes out;
    read_exactly(rules, NULL, &arena, &out);
    assert_int_equal(out.count, DEEP + 1);
    double wanted = ldexp(1, -DEEP);
    for (int k = 0; k <= DEEP; wanted *= (double)(DEEP - k) / (k + 1), k++)
        assert_near(chance_of(&out, k) / wanted, 1, 1e-9);
    base_release(&arena);
}

TEST(a_table_that_stands_in_two_places_is_one_table)
{
    static const char sum[] = "local n = 0 for i = 1, 12 do n = n + dice(1, 6) end ";
    static const char *const rows[][2] = {
        /* after the draws only that variable distinguishes two states */
        {"local a = {0} local b = chance(1/2) and a or {0} SUM a[1] = 1 return b[1]",
         "1: 0.5, 0: 0.5"},
        {"local a = {0} local t = {a, chance(1/2) and a or {0}} SUM t[1][1] = 1 return t[2][1]",
         "1: 0.5, 0: 0.5"},
        {"local a = {} local t = {a, a} SUM t[1].n = n return t[2].n == 42",
         "0: 0.933461203904, 1: 0.0665387960958"},
        {"local a, b = g() a[1] = 7 return b[1]", "7: 1"},
        {"local t = h() t[1][1] = 7 return t[2][1]", "7: 1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[600];
        const char *gap = strstr(rows[i][0], "SUM");
        snprintf(text, sizeof text,
                 "local function g() local s = {chance(1/2) and 1 or 2} return s, s end "
                 "local function h() local s = {chance(1/2) and 1 or 2} return {s, s} end "
                 "function f() %.*s%s%s end",
                 gap ? (int)(gap - rows[i][0]) : 0, rows[i][0], gap ? sum : "",
                 gap ? gap + 3 : rows[i][0]);
        assert_string_equal(read_f(text), rows[i][1]);
    }
}

TEST(whatever_a_helper_comes_to_is_made_again)
{
    static const char *const rows[][3] = {
        /* the helper's body; an expression in its value, and the resulting distribution */
        {"return chance(1/4) and t or u", "g().x", "5: 0.25, 6: 0.75"},
        {"return chance(1/4) and math.floor or math.ceil", "g()(1.5)", "1: 0.25, 2: 0.75"},
        {"if chance(1/4) then return t, u end return u, t",
         "(function(a, b) return a.x * 10 + b.x end)(g())", "56: 0.25, 65: 0.75"},
        {"return {t, chance(1/4) and t or u}", "(function(v) return v[1].x * 10 + v[2].x end)(g())",
         "55: 0.25, 56: 0.75"},
        {"return chance(1/4) and 1 or nil", "tostring(g())", "1: 0.25, nil: 0.75"},
        {"return chance(1/4) and 1 or 1.0", "tostring(g())", "1: 0.25, 1.0: 0.75"},
        {"return chance(1/4), 'x'", "table.concat({tostring(select(1, g()))})",
         "true: 0.25, false: 0.75"},
        {"return {a = {b = chance(1/4) and 'x' or ''}, 7}", "g()[1] .. g().a.b",
         "7x: 0.25, 7: 0.75"},
        {"return {[1.5] = chance(1/4)}", "g()[1.5]", "1: 0.25, 0: 0.75"}, /* keys not compared */
        {"return {1, [3] = chance(1/4)}", "g()[3]", "1: 0.25, 0: 0.75"},
        /* the length of a list with gaps hangs on how it was made */
        {"local v = {1, 2, 3, 4} v[2] = nil v.x = chance(1/4) return v", "#g()", "4: 1"},
        {"local v = {[0] = 7, x = 0, 7, 7} v[1] = nil v.x = chance(1/4) return v", "#g()", "2: 1"},
        {"return chance(1/4) and 0.0 or -0.0", "1 / g() > 0", "1: 0.25, 0: 0.75"},
        {"return {chance(1/4), x = {y = {}}}", "#g() + #g().x.y", "1: 1"},
        {"return 1, 2, 3, 4, 5, 6, 7, 8, 9, dice(1, 2)", "select('#', g()) + select(10, g())",
         "11: 0.5, 12: 0.5"},
        {"local v = list() table.sort(v, function() return chance(1/2) end) return v", "g()[1]",
         "5: 0.0625, 4: 0.1171875, 3: 0.205078125, 2: 0.3076171875, 1: 0.3076171875"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "local t, u = {x = 5}, {x = 6}\n"
                 "local function list() return {1, 2, 3, 4, 5} end\n"
                 "local function g() %s end\n"
                 "function f() return %s end",
                 rows[i][0], rows[i][1]);
        if (strcmp(read_f(text), rows[i][2]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][2]);
    }
}

TEST(a_function_is_read_for_each_of_its_arguments)
{
    static const char *const rows[][2] = {
        {"said(1) .. said(1.0) .. said('1') .. said(true) .. said(false) .. said(nil)",
         "1;1.0;1;true;false;nil;: 1"},
        {"said(1) .. other(1) .. said(1) .. other(1)", "1;<1>1;<1>: 1"},
        {"count() * 100 + count(nil) * 10 + count(nil, nil)", "12: 1"},
        {"said(0.5) .. said(-0.5) .. said(shared.x) .. said(shared[1].y)", "0.5;-0.5;1;2;: 1"},
        {"sum(shared) * 10 + sum(shared[1])", "12: 1"},
        {"said(math.type(1)) .. said(min(1, 2)) .. said(max(1, 2))", "integer;1;2;: 1"},
        {"twice(min) * 10 + twice(max)", "12: 1"},
        /* a table of the call is changed by each */
        {"(function() local t = {n = 0} more(t) more(t) return t.n end)()",
         "2: 0.25, 3: 0.5, 4: 0.25"},
        {"(function() local t = {{n = 0}} more(t[1]) return t[1].n end)()", "1: 0.5, 2: 0.5"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "shared = {x = 1, {y = 2}}\n"
                 "local function said(x) between(1, 2) return tostring(x) .. ';' end\n"
                 "local function other(x) between(1, 2) return '<' .. tostring(x) .. '>' end\n"
                 "local function count(...) between(1, 2) return select('#', ...) end\n"
                 "local function sum(t) between(1, 2) return t.x or t.y end\n"
                 "local function twice(of) between(1, 2) return of(1, 2) end\n"
                 "local function more(t) t.n = t.n + between(1, 2) end\n"
                 "function f() return %s end",
                 rows[i][0]);
        if (strcmp(read_f(text), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][1]);
    }
}

TEST(fields_are_in_the_order_of_their_whole_names)
{
    assert_string_equal(
        read_f("function f() return {a = {b = 1, a = 2}, ['a-b'] = 3, [2] = 4, [10] = 5} end"),
        "10=5 2=4 a-b=3 a.a=2 a.b=1: 1");
}

TEST(results_are_no_larger_than_they_may_be)
{
    static const char *const rows[][3] = {
        /* results just inside the limits, just outside, and the message */
        {"9007199254740992", "9007199254740993", "a result is beyond 2^53"},
        {"-9007199254740992", "-9007199254740993", "a result is beyond 2^53"},
        {"1e308", "1e309", "a result is infinite"},
        {"0", "0 / 0", "a result is 0/0 or the like"},
        {"long(63)", "long(64)", "a text of a result has more than 63 bytes"},
        {"{[long(63)] = 1}", "{[long(64)] = 1}", "more than 63 bytes"},
        {"{[long(31)] = {[long(31)] = 1}}", "{[long(31)] = {[long(32)] = 1}}",
         "the name of a field of a result is too long"},
        {"{[long(60)] = {10}}", "{[long(60)] = {a = {1}}}",
         "the name of a field of a result is too long"},
        {"list(64)", "list(65)", "a result has more than 64 fields"},
        {"list(64)", "list(300)", "a result has more than 64 fields"},
        {"{[long(62)] = 1, [long(63)] = 2}", "{[long(62)] = 1, [long(64)] = 2}",
         "more than 63 bytes"},
        {"lists(31)", "lists(32)", "a result has too many tables in it"},
        {"'\\u{e9}'", "'\\n'", "a text of a result is not plain text"},
        {"'\\u{e9}'", "'\\xff'", "a text of a result is not plain text"},
        {"'\\u{e9}'", "'a\\27'", "a text of a result is not plain text"},
        {"{{{{{{{{1}}}}}}}}", "{{{{{{{{{1}}}}}}}}}", "a result has too many tables in it"},
        {"{[1] = 1}", "{[1.5] = 1}", "neither a text nor a whole number"},
        {"1", "1, nil", "a function returns one value, or a table of several"},
        {"nil", "f", "a function or a thing is no result"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int bad = 0; bad < 2; bad++) {
            char text[500];
            snprintf(
                text, sizeof text,
                "local function long(n) local s = '' for _ = 1, n do s = s .. 'x' end return s "
                "end\n"
                "local function lists(n) local t = {} for i = 1, n do t[i] = {} end return t end\n"
                "local function list(n) local t = {} for i = 1, n do t[i] = i end return t "
                "end\n"
                "function f() return %s end",
                rows[i][bad]);
            const char *said = refusal(text);
            if (strstr(said, bad ? rows[i][2] : "error: no error") == NULL)
                fail_msg("%s: %s", rows[i][bad], said);
        }
}

/* ---- arguments ---- */

TEST(what_is_handed_in_is_read_and_gone_through)
{
    wyrm_amount *amount = NULL;
    assert_works(wyrm_amount_read("2d6+1", &amount, &last_error));
    static const char *const keys[] = {"damage", "none", "word", "is", "armed", "hp"};
    const script_value values[] = {
        {.kind = SCRIPT_AMOUNT, .amount = amount}, {.kind = SCRIPT_NOTHING},
        {.kind = SCRIPT_TEXT, .text = "bite"},     {.kind = SCRIPT_SET, .text = "fire cold"},
        {.kind = SCRIPT_FLAG, .number = 1},        {.kind = SCRIPT_NUMBER, .number = 0.5}};
    const script_thing thing = {keys, values, LENGTH_OF(keys)};
    static const struct {
        const char *value, *wanted; /* the value as a text */
        uint64_t looked;
    } rows[] = {
        {"a.damage.least", "3", 1},
        {"a.damage.most", "13", 1},
        {"a.damage.mean", "8.0", 1},
        {"a.damage.plus", "1", 1},
        {"a.damage", "2d6+1", 1},
        {"type(a.damage) .. type(a)", "amountthing", 1},
        {"a.none", "nil", 2},
        {"a.word .. a.hp", "bite0.5", 4 + 32},
        {"a.armed", "true", 16},
        {"a.is.fire == true and a.is.cold == true and a.is.acid == nil", "true", 8},
        {"keys(a)", "armed damage hp is none word", 63},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300];
        base_arena arena = {0};
        script_outcomes out;
        snprintf(text, sizeof text,
                 "local function keys(a) local s = {} for k in pairs(a) do s[#s + 1] = k end "
                 "return table.concat(s, ' ') end function f(a) return tostring(%s) end",
                 rows[i].value);
        OWNED(script) *rules = read_script(text);
        assert_works(script_exact(rules, "f", &thing, 1, &arena, &out, &last_error));
        assert_string_equal(out.list[0].fields[0].value.text, rows[i].wanted);
        assert_int_equal(out.looked[0], rows[i].looked);
        base_release(&arena);
    }
    wyrm_amount_free(amount);
}

/* Messages use the name of the function's parameter. */
TEST(what_is_handed_in_is_called_by_its_name_where_it_is_refused)
{
    static const char *const keys[] = {"power"};
    const script_value values[] = {{.kind = SCRIPT_NUMBER, .number = 2}};
    const script_thing thing = {keys, values, LENGTH_OF(keys)};
    static const char *const rows[][3] = {
        {"a", "return a.powr", "a has no 'powr' in function 'f'"},
        {"a", "a.power = 3", "a cannot be changed in function 'f'"},
        {"a", "return a[1]", "a has no '?' in function 'f'"},
        {"a", "return a", "a function or a thing is no result"},
        {"a", "return #a", "attempt to get length of a thing value (local 'a') in function 'f'"},
        {"...", "return (...).powr", "what is handed in has no 'powr' in function 'f'"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[100];
        base_arena arena = {0};
        script_outcomes out;
        snprintf(text, sizeof text, "function f(%s) %s end", rows[i][0], rows[i][1]);
        OWNED(script) *rules = read_script(text);
        assert_int_equal(script_exact(rules, "f", &thing, 1, &arena, &out, &last_error),
                         WYRM_ERROR_RULESET);
        assert_string_equal(last_error.message, rows[i][2]);
        base_release(&arena);
    }
}

/* f(a) of a script with `a.first` and `a.second`; the message of its error if it fails. */
static const char *of_two(script_value first, script_value second, const char *body)
{
    static char said[300];
    static const char *const keys[] = {"first", "second"};
    const script_value values[] = {first, second};
    const script_thing thing = {keys, values, LENGTH_OF(keys)};
    char text[400];
    base_arena arena = {0};
    script_outcomes out;
    snprintf(text, sizeof text,
             "local function either(x, y) return chance(1/4) and x or y end\n"
             "local function least(x) return x.least end\n"
             "function f(a) %s end",
             body);
    OWNED(script) *rules = read_script(text);
    said[0] = '\0';
    if (script_exact(rules, "f", &thing, 1, &arena, &out, &last_error) != WYRM_OK)
        snprintf(said, sizeof said, "%s%s%s", last_error.message,
                 last_error.hint[0] != '\0' ? " | " : "", last_error.hint);
    for (size_t i = 0; i < out.count; i++)
        for (size_t k = 0; k < out.list[i].count; k++) {
            const script_field *field = &out.list[i].fields[k];
            const size_t used = strlen(said);
            if (field->value.kind == SCRIPT_TEXT)
                snprintf(said + used, sizeof said - used, "%s", field->value.text);
            else
                snprintf(said + used, sizeof said - used, "%s=%g ", field->name,
                         field->value.number);
        }
    base_release(&arena);
    return said;
}

static script_value a_number(double number)
{
    return (script_value){.kind = SCRIPT_NUMBER, .number = number};
}

TEST(numbers_are_handed_in_as_whole_ones_where_they_are)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {
        {0x1p53, "9007199254740992"},
        {-0x1p53, "-9007199254740992"},
        {0x1p54, "1.8014398509482e+16"},
        {100, "100"},
        {0.5, "0.5"},
        {-3, "-3"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_string_equal(
            of_two(a_number(rows[i].number), a_number(0), "return tostring(a.first)"),
            rows[i].text);
}

TEST(amounts_are_themselves_wherever_they_go)
{
    wyrm_amount *amounts[2] = {NULL, NULL};
    assert_works(wyrm_amount_read("1d1+1", &amounts[0], &last_error));
    assert_works(wyrm_amount_read("1d1+4", &amounts[1], &last_error));
    const script_value first = {.kind = SCRIPT_AMOUNT, .amount = amounts[0]};
    const script_value second = {.kind = SCRIPT_AMOUNT, .amount = amounts[1]};
    static const char *const rows[][2] = {
        {"return {least(a.first), least(a.second)}", "1=2 2=5 "},
        {"return {roll(a.first, 1), roll(a.second, 1)}", "1=3 2=6 "},
        {"return {roll(a.first, 1), roll(a.first, 2)}", "1=3 2=4 "},
        {"return {roll(a.first, a.second), roll(a.second, a.second)}", "1=7 2=10 "},
        {"return {roll('1d1', 1), roll('1d1+1', 1), roll('1d1', 1)}", "1=2 2=3 3=2 "},
        {"local x = either(a.first, a.second) return {roll(x)}", "1=2 1=5 "},
        {"local x = a.first for _ = 1, 12 do if dice(1, 6) > 3 then x = a.second end end "
         "return roll(x)",
         "=2 =5 "},
        {"return a.first", "an amount that was not rolled is no result | roll(x) draws one"},
        {"return a.first.lest", "an amount has no 'lest' in function 'f' | did you mean 'least'?"},
        {"return a.first[1]", "an amount has no '' in function 'f' | "
                              "one of least, mean, most, plus"},
        {"for k in pairs(a.first) do end", "bad argument #1 to 'for iterator' (table expected, got "
                                           "amount) in function 'f'"},
        {"return a.first + 1", "an amount where a number is expected (roll(...) draws one from it) "
                               "in function 'f'"},
        {"return a.first < a.second", "an amount where a number is expected (roll(...) draws one "
                                      "from it) in function 'f'"},
        {"return 2 ^ a.first", "an amount where a number is expected (roll(...) draws one from it) "
                               "in function 'f'"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        if (strcmp(of_two(first, second, rows[i][0]), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], of_two(first, second, rows[i][0]),
                     rows[i][1]);
    for (int i = 0; i < 2; i++)
        wyrm_amount_free(amounts[i]);
}

/* Another amount may stand in the same place the next time. */
TEST(sums_of_amounts_are_worked_out_anew_for_each_reading)
{
    static const char *const texts[] = {"1d1", "1d1+1", "1d1+2"};
    static const char *const keys[] = {"damage"};
    wyrm_amount *amounts[3], one;
    OWNED(script) *rules =
        read_script("local function least(a) return a.damage.least end\n"
                    "function f(a) return roll(a.damage, 10) + 100 * least(a) end");
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        const script_value value = {.kind = SCRIPT_AMOUNT, .amount = &one};
        const script_thing thing = {keys, &value, 1};
        base_arena arena = {0};
        script_outcomes out;
        assert_works(wyrm_amount_read(texts[i], &amounts[i], &last_error));
        one = *amounts[i];
        read_exactly(rules, &thing, &arena, &out);
        assert_int_equal(out.count, 1);
        assert_true(number_of(&out.list[0]) == 101 * (double)(i + 1) + 10);
        base_release(&arena);
    }
    for (size_t i = 0; i < LENGTH_OF(texts); i++)
        wyrm_amount_free(amounts[i]);
}

TEST(a_set_is_asked_for_words_that_there_are)
{
    static const char *const words[] = {"acid", "cold", "fire", NULL};
    const script_value set = {.kind = SCRIPT_SET, .text = "fire  cold", .words = words};
    const script_value any = {.kind = SCRIPT_SET, .text = ""};
    static const char *const rows[][2] = {
        {"return {tostring(a.first.acid), tostring(a.first.cold), tostring(a.first.fire)}",
         "niltruetrue"},
        {"return {tostring(a.second.acid)}", "nil"},
        {"return a.first", "cold=1 fire=1 "},
        {"return a.first.fir", "'fir' is no word that a stat has in function 'f' | "
                               "did you mean 'fire'?"},
        {"return a.first[1]", "'' is no word that a stat has in function 'f' | "
                              "one of acid, cold, fire"},
        {"a.first.acid = true", "a set cannot be changed in function 'f' | what one call leaves "
                                "behind would change the next: return it, or make it a local"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        if (strcmp(of_two(set, any, rows[i][0]), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], of_two(set, any, rows[i][0]), rows[i][1]);
}

TEST(no_more_is_handed_in_than_may_be)
{
    static const char *keys[SCRIPT_KEYS_MAX + 1];
    static script_value values[SCRIPT_KEYS_MAX + 1];
    OWNED(script) *rules = read_script("function f(...) return select('#', ...) end");
    script_thing things[SCRIPT_THINGS_MAX + 1];
    for (size_t i = 0; i < LENGTH_OF(keys); i++)
        keys[i] = "key";
    for (size_t i = 0; i < LENGTH_OF(things); i++)
        things[i] = (script_thing){keys, values, SCRIPT_KEYS_MAX};
    for (int more = 0; more < 3; more++) {
        base_arena arena = {0};
        script_outcomes out;
        things[SCRIPT_THINGS_MAX - 1].count = SCRIPT_KEYS_MAX + (more == 2);
        const wyrm_status status = script_exact(rules, "f", things, SCRIPT_THINGS_MAX + (more == 1),
                                                &arena, &out, &last_error);
        assert_int_equal(status, more == 0 ? WYRM_OK : WYRM_ERROR_LIMIT);
        if (more == 0)
            assert_true(number_of(&out.list[0]) == SCRIPT_THINGS_MAX);
        else
            assert_string_equal(last_error.message,
                                "more than 64 keys, or 4 things, are handed in");
        base_release(&arena);
    }
}

TEST(all_of_as_many_keys_as_a_thing_may_have_are_gone_through)
{
    static char names[SCRIPT_KEYS_MAX][4];
    const char *keys[SCRIPT_KEYS_MAX];
    script_value values[SCRIPT_KEYS_MAX];
    for (int i = 0; i < SCRIPT_KEYS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "k%d", i);
        keys[i] = names[i];
        values[i] = (script_value){.kind = SCRIPT_NUMBER, .number = i};
    }
    OWNED(script) *rules = read_script(
        "function f(a) local sum = 0 for _, v in pairs(a) do sum = sum + v end return sum end");
    for (size_t count = SCRIPT_KEYS_MAX - 1; count <= SCRIPT_KEYS_MAX; count++) {
        base_arena arena = {0};
        script_outcomes out;
        const script_thing thing = {keys, values, count};
        assert_works(script_exact(rules, "f", &thing, 1, &arena, &out, &last_error));
        assert_true(number_of(&out.list[0]) == (double)(count * (count - 1) / 2));
        assert_true(out.looked[0] == UINT64_MAX >> (SCRIPT_KEYS_MAX - count));
        base_release(&arena);
    }
}

TEST(a_reading_tells_which_keys_were_looked_at)
{
    static const char *const keys[] = {"accuracy", "strength", "bonus"};
    const script_value values[] = {{.kind = SCRIPT_NUMBER, .number = 0.5},
                                   {.kind = SCRIPT_NUMBER, .number = 7},
                                   {.kind = SCRIPT_NUMBER, .number = 2}};
    const script_thing things[] = {{keys, values, 3}, {NULL, &values[1], 1}};
    OWNED(script) *rules = read_script("local function hits(who) return chance(who.accuracy) end\n"
                                       "function f(who, level)\n"
                                       "    return hits(who) and who.bonus + level or 0\n"
                                       "end");
    base_arena arena = {0};
    script_outcomes out;
    assert_int_equal(script_exact(rules, "f", things, 2, &arena, &out, NULL), WYRM_OK);
    assert_int_equal(out.count, 2);
    assert_true(number_of(&out.list[0]) == 9);
    assert_int_equal(out.looked[0], 5);
    assert_int_equal(out.looked[1], 1);
    base_release(&arena);
}

/* ---- errors ---- */

TEST(an_error_of_a_script_has_its_place)
{
    static const char *const rows[][2] = {
        {"function f()\n    return 1 + nothing\nend",
         "rules.lua:12:20: error: there is no 'nothing' in a script in function 'f'"},
        {"function f() return chanc(1) end",
         "rules.lua:11:25: error: there is no 'chanc' in a script in function 'f' "
         "(did you mean 'chance'?)"},
        {"function f() return 1\nfunction g() return 2 end",
         "rules.lua:12:5: error: 'end' expected (to close 'function' at line 11) near 'function'"},
        {"local x = {}\nfunction f() return x.a.b end",
         "rules.lua:12:27: error: attempt to index a nil value (field 'a') in function 'f'"},
        {"function f() return 'a' < 1 end",
         "rules.lua:11:31: error: attempt to compare string with number in function 'f'"},
        {"function f() return 'a end", "rules.lua:11:25: error: this text is never closed"},
        {"local x = [[ab\ncd", "rules.lua:11:15: error: this long bracket is never closed"},
        {"--[==[ab\n]=]", "rules.lua:11:7: error: this long bracket is never closed"},
        {"x = 'a\\", "rules.lua:11:9: error: this text is never closed"},
        {"x = 'a\\z", "rules.lua:11:9: error: this text is never closed"},
        {"x = 'a\\0'", "rules.lua:11:11: error: a text in a script has no character 0"},
        {"x = '\\00z'", "rules.lua:11:10: error: a text in a script has no character 0"},
        {"x = '\\0001'", "rules.lua:11:10: error: a text in a script has no character 0"},
        {"x = '\\x00'", "rules.lua:11:10: error: a text in a script has no character 0"},
        {"x = '\\u{00}'", "rules.lua:11:10: error: a text in a script has no character 0"},
        {"x = 3x", "rules.lua:11:9: error: malformed number near '3x'"},
        {"x = nothing", "rules.lua:11:9: error: there is no 'nothing' in a script"},
        {"f = function() return nothing end",
         "rules.lua:11:27: error: there is no 'nothing' in a script in function 'f'"},
        {"local x = 1 t = {} t.g = function() return nothing end f = t.g",
         "rules.lua:11:48: error: there is no 'nothing' in a script in function 't.g'"},
        {"t = {{}} t[1].g = function() return nothing end f = t[1].g",
         "rules.lua:11:41: error: there is no 'nothing' in a script in function 'g'"},
        {"t = {} t[1] = function() return nothing end f = t[1]",
         "rules.lua:11:37: error: there is no 'nothing' in a script"},
        {"x = (1",
         "rules.lua:11:10: error: ')' expected (to close '(' at line 11) at the end of the script"},
        {"x = 1 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'",
         "rules.lua:11:11: error: unexpected symbol near "
         "''yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'"},
        {"t = {} function t.of_a_name_as_long_as_no_message_would_ever_show_all_of_it_to_anybody() "
         "return nothing end f = "
         "t.of_a_name_as_long_as_no_message_would_ever_show_all_of_it_to_anybody",
         "rules.lua:11:101: error: there is no 'nothing' in a script in function "
         "'t.of_a_name_as_long_as_no_message_would_ever_show_all_of_it_to_'"},
        {"function f() return 1 ? 2 end",
         "rules.lua:11:27: error: this character means nothing in a script"},
        {"function f() error('no such weapon') end",
         "rules.lua:11:18: error: no such weapon in function 'f'"},
        {"function f() return roll('2d6 kep 1') end", NULL},
        {"function f() return 1 / 0 end", NULL},
        {"function f() return f end", NULL},
        {"function f() return 1, 2 end", NULL},
        {"function f() return '\\27[1m' end", NULL},
        {"x = roll('1d6')\nfunction f() end", NULL},
        {"function f() return between(2, 1) end", NULL},
        {"function f() return pick{} end", NULL},
        {"function f() return 2 ^ {} end", NULL},
        {"local _ENV = {}", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *said = refusal(rows[i][0]);
        if (rows[i][1] != NULL)
            assert_string_equal(said, rows[i][1]);
        else
            assert_ptr_equal(strstr(said, "rules.lua:1"), said);
    }
}

TEST(what_may_be_meant_is_told)
{
    static const char *const rows[][2] = {
        {"chanc", "(did you mean 'chance'?)"},
        {"io", "(a script reaches nothing around it)"},
        {"setmetatable", "(a script reaches nothing around it)"},
        {"random", "(between(1, 20) and roll(\"1d20\") draw)"},
        {"math.random", "(between(1, 20) and roll(\"1d20\") draw)"},
        {"near_", "(did you mean 'near1'?)"}, /* the first of those that are as near */
        {"table.debug", NULL},
        {"nothing", NULL},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "near7 = 1 near3 = 1 near1 = 1 near9 = 1 near2 = 1 near4 = 1 near8 = 1 near5 = 1\n"
                 "function f() return %s end",
                 rows[i][0]);
        const char *hint = strstr(refusal(text), "'f' (");
        if (rows[i][1] == NULL)
            assert_null(hint);
        else if (hint == NULL || strcmp(hint + 4, rows[i][1]) != 0)
            fail_msg("%s: %s", rows[i][0], refusal(text));
    }
}

TEST(a_name_of_the_library_may_be_given_to_a_function)
{
    assert_string_equal(read_f("function min() return 7 end function f() return min(1) end"),
                        "7: 1");
    assert_string_equal(read_f("if false then round = 1 end function f() return round(2.5) end"),
                        "3: 1");
    assert_string_equal(read_f("max = 5 function f() return max + min(1, 2) end"), "6: 1");
}

/* A line that is longer than what is shown of it: a caret beyond that would point at nothing. */
TEST(a_place_is_shown_in_its_line_as_far_as_that_goes)
{
    for (int far = 0; far < 2; far++) {
        char text[2 * WYRM_ERROR_EXCERPT_MAX];
        const size_t at = far ? WYRM_ERROR_EXCERPT_MAX + 5 : WYRM_ERROR_EXCERPT_MAX - 25;
        OWNED_ERRORS *errors = fresh_errors();
        script *rules = NULL;
        snprintf(text, sizeof text, "y = 1\r\nx =%*snothing\r\nz = 2", (int)(at - 3), "");
        assert_int_equal(script_new("f.lua", 7, 2, text, strlen(text), &rules, errors),
                         WYRM_ERROR_RULESET);
        const wyrm_error *error = wyrm_errors_at(errors, 0);
        assert_int_equal(error->line, 8);
        assert_int_equal(error->column, 2 + at + 1);
        assert_int_equal(error->length, strlen("nothing"));
        assert_string_equal(error->file, "f.lua");
        *strstr(text, "\r\nz") = '\0';
        assert_string_equal(error->excerpt + (far ? 0 : 2), far ? "" : strchr(text, 'x'));
    }
}

/* Whichever function was called before. */
TEST(a_function_that_is_not_there_is_missed_at_the_begin_of_the_script)
{
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error = {0};
    OWNED(script) *rules = read_script("local one = 1\n\nfunction f()\n    return one\nend\n"
                                       "t = {h = f} word = 'x'");
    static const char *const none[] = {"g", "one", "t", "h", "t.h", "word", "min", ""};
    for (size_t i = 0; i < LENGTH_OF(none); i++)
        assert_false(script_has(rules, none[i]));
    assert_true(script_has(rules, "f"));
    assert_ok(script_exact(rules, "f", NULL, 0, &arena, &out, &error), &error);
    assert_int_equal(script_exact(rules, "g", NULL, 0, &arena, &out, &error), WYRM_ERROR_RULESET);
    assert_string_equal(error.message, "the script has no function 'g'");
    assert_int_equal(error.line, 1);
    base_release(&arena);
}

TEST(what_a_call_would_leave_behind_is_refused)
{
    static const char *const rows[][2] = {
        {"local n = 0\nfunction f() n = n + 1 return n end",
         "rules.lua:12:18: error: 'n' is a variable of the whole file, and a call has changed it"},
        {"local n = 0\nlocal function g() n = 1 - n return 1 end\nfunction f() g() g() return 1 "
         "end",
         "rules.lua:12:24: error: 'n' is a variable of the whole file, and a call has changed it"},
        {"function f() count = 1 return 1 end",
         "rules.lua:11:18: error: the global 'count' is set in a call in function 'f'"},
        {"local t = {a = {}}\nfunction f() t.a.x = 1 return 1 end",
         "rules.lua:12:22: error: 'x' of a table of the whole file is set in a call in function "
         "'f'"},
        {"local t = {1}\nfunction f() table.insert(t, 2) return 1 end",
         "rules.lua:12:18: error: '2' of a table of the whole file is set in a call in function "
         "'f'"},
        {"function f() math.floor = nil return 1 end",
         "rules.lua:11:31: error: a library cannot be changed in function 'f'"},
        {"local t = {}\nfunction f() t[true] = 1 return 1 end",
         "rules.lua:12:28: error: '?' of a table of the whole file is set in a call in function "
         "'f'"},
        {"local a, b, c = 1, 2, 3\nfunction g() a = 1 b = 2 return 1 end\n"
         "function f() g() c = 4 return 1 end",
         "rules.lua:13:22: error: 'c' is a variable of the whole file, and a call has changed it"},
        {"local a, b = 1, 2\nfunction f() local x x, b = 1, 3 return 1 end",
         "rules.lua:12:29: error: 'b' is a variable of the whole file, and a call has changed it"},
        {"local a, b = 1, 2\nfunction f() b, a = 2, a + 1 return 1 end",
         "rules.lua:12:21: error: 'a' is a variable of the whole file, and a call has changed it"},
        {"local b\nfunction f() function b() end return 1 end",
         "rules.lua:12:27: error: 'b' is a variable of the whole file, and a call has changed it"},
        {"local b = 1\nfunction f() return max(1, (function() local x x, b = 1, 3 return 1 end)()) "
         "end",
         "rules.lua:12:55: error: 'b' is a variable of the whole file, and a call has changed it"},
        {"local n = 0 / 0\nfunction f() n = 1 return 1 end",
         "rules.lua:12:18: error: 'n' is a variable of the whole file, and a call has changed it"},
        {"local n = 1\nfunction f() n = 0 / 0 return 1 end",
         "rules.lua:12:18: error: 'n' is a variable of the whole file, and a call has changed it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *said = (char *)(uintptr_t)refusal(rows[i][0]);
        char *hint = strstr(said, " (what one call");
        assert_non_null(hint);
        *hint = '\0';
        assert_string_equal(said, rows[i][1]);
    }
}

TEST(a_variable_may_change_that_is_as_it_was_in_the_end)
{
    assert_string_equal(read_f("local n = 0 function f() n = n + 1 n = n - 1 return n end"),
                        "0: 1");
    assert_string_equal(read_f("local n = 0 / 0 function f() n = 0 / 0 return 1 end"), "1: 1");
    assert_string_equal(read_f("local t, n = {7}, 1 function f() local u = t t = u n = 1 "
                               "return #t + t[1] end"),
                        "8: 1");
}

TEST(as_many_variables_as_a_file_may_have_are_watched)
{
    enum { VARIABLES = 150 };
    static char text[10000];
    for (int changed = -1; changed < VARIABLES; changed += 75) {
        size_t used = 0;
        for (int i = 0; i < VARIABLES; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "local v%d = %d\n", i, i);
        used += (size_t)snprintf(text + used, sizeof text - used, "function f()\n");
        for (int i = 0; i < VARIABLES; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "v%d = %d\n", i,
                                     i == changed ? -1 : i);
        snprintf(text + used, sizeof text - used, "return v%d end", VARIABLES - 1);
        if (changed < 0)
            assert_string_equal(read_f(text), "149: 1");
        else {
            char wanted[40];
            snprintf(wanted, sizeof wanted, "rules.lua:%d:5: error: 'v%d' is a variable",
                     11 + VARIABLES + 1 + changed, changed);
            assert_ptr_equal(strstr(refusal(text), wanted), refusal(text));
        }
    }
}

TEST(nothing_leads_out_of_the_box)
{
    static const char *const names[] = {
        "io",     "os",      "load",           "loadstring", "dofile",       "require",
        "debug",  "package", "print",          "coroutine",  "setmetatable", "getmetatable",
        "rawset", "rawget",  "loadfile",       "pcall",      "xpcall",       "_G",
        "utf8",   "warn",    "collectgarbage",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100], wanted[100];
        snprintf(text, sizeof text, "function f() return %s end", names[i]);
        snprintf(wanted, sizeof wanted, "there is no '%s' in a script", names[i]);
        assert_non_null(strstr(refusal(text), wanted));
    }
    static const char *const members[] = {"string.dump", "string.rep", "string.format",
                                          "math.random", "math.sin",   "table.move",
                                          "string.gsub"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        char text[100], wanted[100];
        snprintf(text, sizeof text, "function f() return %s end", members[i]);
        snprintf(wanted, sizeof wanted, "there is no '%s' in a script", members[i]);
        assert_non_null(strstr(refusal(text), wanted));
    }
    assert_non_null(strstr(refusal("\x1bLua"), "means nothing"));
    assert_non_null(strstr(refusal("function f() return tostring({}) end"), "it has no text"));
    assert_non_null(strstr(refusal("function f() return ('x').y end"), "string.y"));
}

TEST(what_does_not_end_ends_in_a_sentence)
{
    static const char *const rows[][2] = {
        {"function f()\n    while true do end\nend",
         "error: this does not end within 5000000 steps in function 'f'"},
        {"for i = 1, 1e9 do end", "rules.lua:11:5: error: this does not end within 5000000 steps"},
        {"function f() repeat until not chance(1) end", "more than 10000 draws in one run"},
        {"function f() while chance(0.9999) do end return 1 end", "draws in one run"},
        {"function f() for _ = 1, 10001 do local _ = chance(1) end return 1 end",
         "more than 10000 draws in one run"},
        {"function f() local function g(n) if n == 0 then for _ = 1, 3000 do end return 0 end "
         "return 1 + g(n - 1) end return g(160) end",
         "functions call each other more than 150 deep in function 'g'"},
        {"function f() local t = {} for i = 1, 40 do local u = {} "
         "for k = 1, 33000 do u[k] = 1 end t[i] = u end return #t end",
         "the script holds more than 32 MiB in function 'f'"},
        {"function f() local s = 0 for _ = 1, 7 do s = 100 * s + 25 * dice(1, 2) + between(1, 9) + "
         "dice(1, 3) end return s end",
         "there are too many outcomes to follow: 'between(1, 9)' alone has 9"},
        {"function f() local n = between(1, 600) for _ = 1, 100000 do end return n > 0 end",
         "there are too many outcomes to follow: 'between(1, 600)' alone has 600"},
        {"function f() return between(-9223372036854775807 - 1, 9223372036854775807) end",
         "more than 100000 values in one draw"},
        {"function f() return roll('[1, 100001]') end", "more than 100000 values in one draw"},
        {"local function g() return 1 + g() end function f() return g() end",
         "functions call each other too deep in function 'g'"},
        {"function f() local function g() return 1 + g() end return g() end", "call each other"},
        {"function f() local s = 'x' while true do s = s .. s end end", "more than 4096 bytes"},
        {"function f() local t = {} for i = 1, 65537 do t[i] = 1 end end", "more than 1 MiB"},
        {"function f() local t while true do t = {1, 2, 3, 4, 5, 6, 7, 8} end end", "does not end"},
        {"function f() return between(1, 1e6) end", "more than 100000 values in one draw"},
        {"function f() local s = 0 for i = 1, 9 do local d = dice(1, 6) s = 7 * s + d end return "
         "s end",
         "error: there are too many outcomes to follow: 'dice(1, 6)' alone has 6"},
        {"function f() return roll('900d900') end", "would take too long"},
        {"local function g() return dice(1, 6) end\n"
         "function f() local s = 0 for i = 1, 9 do s = 7 * s + g() end return s end",
         "rules.lua:12:58: error: there are too many outcomes to follow: 'g()' alone has 6"},
        {"function f() local s = 'x' for i = 1, 11 do s = s .. s end while true do local t = s .. "
         "'y' end end",
         "more than 512 MiB of tables and texts are made in function 'f'"},
        {"function f() local s, t = 'xxxxxxxxxx', {} s = s .. s .. s .. s .. s .. s "
         "for i = 1, 60 do t[i] = s end t[61] = between(1, 20000) return t end",
         "the outcomes take more than 64 MiB"},
        {"local function g() local s, t = 'x', {} for i = 1, 12 do s = s .. s end "
         "for i = 1, 30 do t[i] = s end return t end\n"
         "function f() while true do g() end end", /* what is known is handed on, at a price */
         "error: this does not end within 5000000 steps in function 'f'"},
        {"local function g() table.sort({2, 1}, g) return true end\n"
         "function f() return g() end",
         "rules.lua:11:24: error: functions call each other too deep in function 'g'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(refusal(rows[i][0]), rows[i][1]) == NULL)
            fail_msg("%s: %s", rows[i][0], refusal(rows[i][0]));
}

TEST(what_is_just_small_enough_is_followed)
{
    static const char *const rows[][2] = {
        {"for _ = 1, 10000 do local _ = chance(1) end return 1", "1: 1"},
        {"for _ = 1, 4900000 do end return 1", "1: 1"},
        /* more than 5 million steps, but not in one run */
        {"local n = between(1, 60) for _ = 1, 100000 do end return n > 0", "1: 1"},
        {"return g() > 0", "1: 1"},
        {"local function g(n) if n == 0 then for _ = 1, 3000 do end return 0 end "
         "return 1 + g(n - 1) end return g(140)",
         "140: 1"},
        {"local t = {} for i = 1, 24 do local u = {} for k = 1, 33000 do u[k] = 1 end t[i] = u end "
         "return #t",
         "24: 1"},
        {"return between(1, 100000) > 50000", "0: 0.5, 1: 0.5"},
        {"return dice(1, 20000) > 15000", "0: 0.75, 1: 0.25"},
        {"local t = {} for i = 1, 65536 do t[i] = i end return #t", "65536: 1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "local function g() local n = between(1, 60) for _ = 1, 100000 do end return n "
                 "end\n"
                 "function f() %s end",
                 rows[i][0]);
        if (strcmp(read_f(text), rows[i][1]) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), rows[i][1]);
    }
}

TEST(a_script_has_at_most_65536_bytes)
{
    static char text[SCRIPT_TEXT_MAX + 2] = "function f() return 1 end --";
    memset(text + strlen(text), 'x', sizeof text - 1 - strlen(text));
    OWNED_ERRORS *errors = fresh_errors();
    script *rules = NULL;
    assert_told(script_new("rules.lua", 1, 0, text, SCRIPT_TEXT_MAX, &rules, errors), errors);
    script_free(rules);
    rules = NULL;
    assert_int_equal(script_new("rules.lua", 1, 0, text, SCRIPT_TEXT_MAX + 1, &rules, errors),
                     WYRM_ERROR_RULESET);
    assert_null(rules);
    assert_string_equal(wyrm_errors_at(errors, 0)->message,
                        "the script 'rules.lua' has more than 65536 bytes");
}

/* A draw in a message is as it is called, with "..." for what has no text; what is too long is cut
 * between characters. */
TEST(a_draw_is_named_with_what_it_is_handed)
{
    static const char *const rows[][2] = {
        {"g(1.5, 'x', shared, nil, true)", "g(1.5, x, {...}, ..., ...)"},
        {"g()", "g()"},
        {"g('a', 'b' .. long)", "\xc3\xa9)"},
        {"g('ab', 'b' .. long)", "\xc3\xa9)"},
        {"g(long .. long, 'b')", "\xc3\xa9)"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "shared = {} local long = '' for _ = 1, 60 do long = long .. '\\u{e9}' end\n"
                 "local function g() return between(1, 60000) end\n"
                 "function f() return %s + 60000 * between(0, 1) end",
                 rows[i][0]);
        char *said = (char *)(uintptr_t)strstr(refusal(text), "'g(");
        assert_non_null(said);
        *strstr(said, "' alone") = '\0';
        const char *end = said + strlen(said) - strlen(rows[i][1]);
        assert_string_equal(end, rows[i][1]);
        if (i < 2)
            assert_ptr_equal(end, said + 1);
        else
            assert_in_range(strlen(said + 1), 96, 99);
    }
}

/* ---- what a script may name and read ---- */

TEST(what_a_script_may_name_and_read_is_told_from_its_text)
{
    static const struct {
        const char *body;
        bool names, reads; /* the key 'rat' */
    } rows[] = {
        {"return {rat = 1}", true, false},
        {"return {rats = 1, rato = 2, a_rat = 3}", false, false},
        {"return {['rat'] = 1}", true, true},
        {"return {[\"rat\"] = 1}", true, true},
        {"return {[ [[rat]] ] = 1}", true, true},
        {"return a.rat", true, true},
        {"return a . rat", true, true},
        {"return a.rats", false, false},
        {"local rat = a.x return rat", true, false},
        {"return a['rat']", true, true},
        {"return a['x'] + a[1] + a[\"y\"]", false, false},
        {"return a[a.x]", false, true},
        {"return a['r' .. 'at']", true, true},
        {"return {x = 'r' .. 'at'}", false, false},
        {"local s = 'ra' for k in pairs(a) do s = k end return s", true, true},
        {"return next(a)", true, true},
        {"local s = 'RAT' return a[s:lower()]", true, true},
        {"local s = 'xrat' return a[s:sub(2)]", true, true},
        {"return a.x", false, false},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200];
        snprintf(text, sizeof text, "function f(a) %s end", rows[i].body);
        OWNED(script) *rules = read_script(text);
        if (sc_script_may_name(rules, "rat") != rows[i].names ||
            sc_script_may_read(rules, "rat") != rows[i].reads)
            fail_msg("%s", rows[i].body);
    }
}

/* ---- one drawn path, explained ---- */

TEST(a_way_is_told_with_its_draws_and_the_locals_at_its_end)
{
    static const char *const keys[] = {"armor"};
    const script_value values[] = {{.kind = SCRIPT_NUMBER, .number = 4}};
    const script_thing thing = {keys, values, 1};
    OWNED(script) *rules = read_script("local function hits() return chance(3/4) end\n"
                                       "function f(defender)\n"
                                       "    local how = pick({'weak', 'strong'}, {1, 3})\n"
                                       "    local left = defender.armor - 1\n"
                                       "    return hits() and roll('1d1+2') or 0\n"
                                       "end");
    static const struct {
        const char *label;
        int line;
        double number, chance;
        const char *text;
    } wanted[] = {
        {"pick({...}, {...})", 3, 0, 0.75, "strong"},
        {"chance(0.75)", 1, 1, 0.75, NULL},
        {"roll(1d1+2)", 5, 3, 1, NULL},
        {"local how", 5, 0, 0, "strong"},
        {"local left", 5, 3, 0, NULL},
    };
    base_arena arena = {0};
    script_step steps[MOST];
    size_t made;
    script_outcome out;
    assert_int_equal(
        script_explain(rules, "f", &thing, 1, NULL, &arena, steps, MOST, &made, &out, NULL),
        WYRM_OK);
    assert_int_equal(made, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < made; i++) {
        assert_string_equal(steps[i].label, wanted[i].label);
        assert_int_equal(steps[i].line, wanted[i].line);
        assert_true(steps[i].chance == wanted[i].chance);
        if (wanted[i].text != NULL)
            assert_string_equal(steps[i].value.text, wanted[i].text);
        else
            assert_true(steps[i].value.number == wanted[i].number);
    }
    assert_true(out.chance == 0.75 * 0.75);
    assert_true(number_of(&out) == 3);
    base_release(&arena);
}

TEST(of_what_is_as_likely_the_first_is_told_and_no_more_than_is_asked_for)
{
    OWNED(script) *rules = read_script("function f()\n"
                                       "    local n, flag, list = between(3, 5), chance(1/2), {}\n"
                                       "    local word = pick{'a', 'b'}\n"
                                       "    for _ = 1, 3 do n = n + 1 end\n"
                                       "    return {n = n, flag = flag, word = word}\n"
                                       "end");
    static const char *const labels[] = {"between(3, 5)", "chance(0.5)", "pick({...})",
                                         "local n",       "local flag",  "local word"};
    for (size_t most = 0; most <= 8; most++) {
        base_arena arena = {0};
        script_step steps[8];
        size_t made;
        script_outcome out;
        assert_works(script_explain(rules, "f", NULL, 0, NULL, &arena, steps, most, &made, &out,
                                    &last_error));
        assert_int_equal(made, most < 6 ? most : 6);
        for (size_t i = 0; i < made; i++)
            assert_string_equal(steps[i].label, labels[i]);
        assert_int_equal(out.count, 3);
        assert_near(out.chance, 1.0 / 12, 1e-15);
        assert_true(out.fields[0].value.number == 1);
        assert_true(out.fields[1].value.number == 6);
        assert_string_equal(out.fields[2].value.text, "a");
        base_release(&arena);
    }
}

TEST(variables_without_a_name_of_their_own_are_not_told)
{
    OWNED(script) *rules = read_script("function f()\n"
                                       "    for i = 1, 3 do\n"
                                       "        for k, v in pairs({x = 7}) do\n"
                                       "            if i == 2 then return v end\n"
                                       "        end\n"
                                       "    end\n"
                                       "end");
    static const char *const labels[] = {"local i", "local k", "local v"};
    base_arena arena = {0};
    script_step steps[9];
    size_t made;
    script_outcome out;
    assert_works(
        script_explain(rules, "f", NULL, 0, NULL, &arena, steps, 9, &made, &out, &last_error));
    assert_int_equal(made, LENGTH_OF(labels));
    for (size_t i = 0; i < made; i++) {
        assert_string_equal(steps[i].label, labels[i]);
        assert_int_equal(steps[i].line, 4);
        assert_true(steps[i].chance == 0);
    }
    assert_true(steps[0].value.number == 2 && steps[2].value.number == 7);
    assert_string_equal(steps[1].value.text, "x");
    base_release(&arena);
}

TEST(a_way_that_is_told_is_held_to_what_all_are)
{
    static const char *const rows[][2] = {
        {"return 1, 2", "a function returns one value, or a table of several"},
        {"n = n + 1 return 1", "'n' is a variable of the whole file, and a call has changed it"},
        {"return 0 / 0", "a result is 0/0 or the like, which is no number to go on with"},
        {"return f", "a function or a thing is no result"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[100];
        snprintf(text, sizeof text, "local n = 0\nfunction f() %s end", rows[i][0]);
        OWNED(script) *rules = read_script(text);
        base_arena arena = {0};
        script_step steps[4];
        size_t made;
        script_outcome out;
        assert_int_equal(
            script_explain(rules, "f", NULL, 0, NULL, &arena, steps, 4, &made, &out, &last_error),
            WYRM_ERROR_RULESET);
        assert_int_equal(made, 0);
        assert_string_equal(last_error.message, rows[i][1]);
        assert_int_equal(last_error.line, 2);
        base_release(&arena);
    }
}

TEST(a_way_that_does_not_end_is_refused_where_it_is_told)
{
    OWNED(script) *rules = read_script("function f()\n"
                                       "    local n = 0\n"
                                       "    while n >= 0 do n = n + 1 end\n"
                                       "end");
    base_arena arena = {0};
    script_step steps[1];
    size_t made;
    script_outcome out;
    wyrm_error error;
    assert_int_equal(
        script_explain(rules, "f", NULL, 0, NULL, &arena, steps, 1, &made, &out, &error),
        WYRM_ERROR_LIMIT);
    assert_string_equal(error.message, "this does not end within 5000000 steps in function 'f'");
    assert_int_equal(error.line, 3);
    base_release(&arena);
}

TEST(ways_are_drawn_as_often_as_they_are_likely)
{
    OWNED(script) *rules = read_script("function f() return chance(1/4) and dice(1, 2) or 0 end");
    wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4);
    base_arena arena = {0};
    int seen[3] = {0};
    for (int i = 0; i < 4000; i++) {
        size_t made;
        script_outcome out;
        assert_int_equal(
            script_explain(rules, "f", NULL, 0, &rng, &arena, NULL, 0, &made, &out, NULL), WYRM_OK);
        seen[(int)number_of(&out)]++;
    }
    assert_in_range(seen[0], 2900, 3100);
    assert_in_range(seen[1], 420, 580);
    base_release(&arena);
}

/* ---- the guide ---- */

/* The rest of the line in a block of the guide that starts with `begin`; NULL: there is none. */
static char *line_of(char *block, const char *begin)
{
    char *line = strstr(block, begin);
    if (line != NULL && strchr(line, '\n') != NULL)
        *strchr(line, '\n') = '\0';
    return line != NULL ? line + strlen(begin) : NULL;
}

/* Examples are read as `refusal` reads, but starting at line 1. */
TEST(examples_of_the_guide_come_to_what_they_say)
{
    int comes = 0, refused = 0;
    FREED char *guide = read_file(DOCS_DIR "/scripts.md");
    for (char *block = guide; (block = strstr(block, "\n```lua\n")) != NULL;) {
        block += 8;
        char *end = strstr(block, "\n```");
        *end = '\0';
        FREED char *text = strdup(block);
        const char *wanted = line_of(block, "--> "), *error = line_of(block, "--! ");
        if (wanted != NULL)
            assert_string_equal(read_f(text), wanted);
        else if (error != NULL)
            assert_non_null(strstr(refusal_at(1, 0, text), error));
        else
            script_free(read_script(text));
        comes += wanted != NULL;
        refused += error != NULL;
        block = end + 4;
    }
    assert_int_equal(comes, 3);
    assert_int_equal(refused, 2);
}
