/* Scripts: the box, and the distributions that are read out of it. */
#include "helpers.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "script/script.h"

#define MOST 200 /* outcomes, steps, keys */

RELEASED_BY(script, script_free)
RELEASED_BY(json_t, json_decref)

static script *read_script(const char *text)
{
    script *read = NULL;
    OWNED(wyrm_errors) *errors = NULL;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    if (script_new("rules.lua", 1, 0, text, strlen(text), &read, errors) != WYRM_OK)
        fail_msg("%s: %s", text, wyrm_errors_at(errors, 0)->message);
    return read;
}

/* The only field of an outcome, a number. */
static double number_of(const script_outcome *outcome)
{
    assert_int_equal(outcome->count, 1);
    assert_int_equal(outcome->fields[0].value.kind, SCRIPT_NUMBER);
    return outcome->fields[0].value.number;
}

/* What a function f without arguments comes to, as "1: 0.25, 2: 0.75". */
static const char *read_f(const char *text)
{
    static char said[2000];
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error;
    OWNED(script) *rules = read_script(text);
    if (script_exact(rules, "f", NULL, 0, &arena, &out, &error) != WYRM_OK)
        fail_msg("%s: %s", text, error.message);
    size_t used = 0;
    said[0] = '\0';
    for (size_t i = 0; i < out.count; i++) {
        for (size_t k = 0; k < out.list[i].count; k++) {
            const script_field *field = &out.list[i].fields[k];
            used += (size_t)snprintf(said + used, sizeof said - used, "%s%s%s", k ? " " : "",
                                     field->name, field->name[0] ? "=" : "");
            used +=
                (size_t)(field->value.kind == SCRIPT_TEXT
                             ? snprintf(said + used, sizeof said - used, "%s", field->value.text)
                             : snprintf(said + used, sizeof said - used, "%.12g",
                                        field->value.number));
        }
        used += (size_t)snprintf(said + used, sizeof said - used, ": %.12g%s", out.list[i].chance,
                                 i + 1 < out.count ? ", " : "");
    }
    base_release(&arena);
    return said;
}

/* ---- the attacks of eight games, as others have enumerated them ---- */

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

/* Whether f(of) goes well, drawn. */
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
    for (size_t o = 0; o < 4; o++) {
        script *rules = NULL;
        assert_int_equal(script_new("f.lua", 1, 0, text, strlen(text), &rules, NULL), WYRM_OK);
        for (size_t i = 0; i < 3; i++) /* both are too much for one call */
            assert_int_equal(draws(rules, orders[o][i]), orders[o][i] < 3);
        script_free(rules);
    }
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
    /* Without that, 6^12 and 2^300 runs. */
    const char *text = "function f() local s = 0 for i = 1, 12 do s = s + dice(1, 6) end "
                       "return s == 42 end";
    assert_string_equal(read_f(text), "0: 0.933461203904, 1: 0.0665387960958");
    text = "function f() local s for i = 1, 300 do s = between(1, 2) end return s end";
    assert_string_equal(read_f(text), "1: 0.5, 2: 0.5");
}

/* The equal sign of a power is one of our own, and has Lua's place among the operators. */
TEST(powers_bind_as_in_lua_and_are_rounded_correctly)
{
    assert_string_equal(read_f("function f() return -2 ^ 2 end"), "-4: 1");
    assert_string_equal(read_f("function f() return 2 ^ 3 ^ 2 end"), "512: 1");
    assert_string_equal(read_f("function f() return 2 ^ -1 end"), "0.5: 1");
    assert_string_equal(read_f("function f() local t = {x = 3} return #'ab' * t.x ^ 2 end"),
                        "18: 1");
    assert_string_equal(read_f("function f() return 134217729 ^ 2 == 18014398777917440 and "
                               "'2^3' .. 2 ^ 3 --[[ 2^4 ]] .. [[^]] end"),
                        "2^38.0^: 1");
}

TEST(powers_exponentials_and_logarithms_are_the_nearest_numbers)
{
    OWNED(script) *rules = read_script("function pow(x, y) return x ^ y end\n"
                                       "function exp(x) return math.exp(x) end\n"
                                       "function log(x) return math.log(x) end\n"
                                       "function log2(x) return math.log(x, 2) end\n"
                                       "function log10(x) return math.log(x, 10) end");
    base_arena arena = {0};
    csv table = csv_open(GOLDEN_DIR "/powers.csv");
    assert_in_range(table.rows, 300, 400);
    for (size_t row = 0; row < table.rows; row++) {
        char **cells = table.cells + (row + 1) * table.columns;
        script_outcomes out;
        const script_value values[] = {{.kind = SCRIPT_NUMBER, .number = strtod(cells[1], NULL)},
                                       {.kind = SCRIPT_NUMBER, .number = strtod(cells[2], NULL)}};
        const script_thing things[] = {{.values = &values[0]}, {.values = &values[1]}};
        assert_int_equal(script_exact(rules, cells[0], things, 2, &arena, &out, NULL), WYRM_OK);
        double got = number_of(&out.list[0]), wanted = strtod(cells[3], NULL);
        if (got != wanted)
            fail_msg("%s(%s, %s): %a, wanted %s", cells[0], cells[1], cells[2], got, cells[3]);
    }
    csv_close(&table);
    base_release(&arena);
}

TEST(exponentials_of_what_is_too_great_are_infinite_or_nothing)
{
    assert_string_equal(
        read_f("function f() local n, y = 0, math.exp(0 / 0) "
               "for _, x in ipairs({1024, 1e9, 1e300, math.huge}) do "
               "if math.exp(x) == math.huge and math.exp(-x) == 0 then n = n + 1 end "
               "end return y ~= y and n end"),
        "4: 1");
}

TEST(tables_are_gone_through_in_the_order_of_their_keys)
{
    const char *text = "function f() local s = '' for k, v in pairs({c = 3, a = 1, b = 2, 10, 20}) "
                       "do s = s .. k .. v end return s end";
    assert_string_equal(read_f(text), "110220a1b2c3: 1");
}

/* ---- what is handed in ---- */

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

/* ---- what is refused ---- */

/* The first line of the error that a script, or the call of its function f, ends with. */
static const char *refusal_at(int line, int indent, const char *text)
{
    static char said[1000];
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error = {.code = WYRM_OK};
    script *rules = NULL;
    OWNED(wyrm_errors) *errors = NULL;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    if (script_new("rules.lua", line, indent, text, strlen(text), &rules, errors) != WYRM_OK)
        error = *wyrm_errors_at(errors, 0);
    else
        (void)script_exact(rules, "f", NULL, 0, &arena, &out, &error);
    wyrm_error_format(&error, said, sizeof said);
    if (strchr(said, '\n') != NULL)
        *strchr(said, '\n') = '\0';
    script_free(rules);
    base_release(&arena);
    return said;
}

static const char *refusal(const char *text)
{
    return refusal_at(11, 4, text);
}

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

/* Whatever was asked for before it. */
TEST(a_function_that_is_not_there_is_missed_at_the_begin_of_the_script)
{
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error = {0};
    OWNED(script) *rules = read_script("local one = 1\n\nfunction f()\n    return one\nend");
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
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *said = (char *)(uintptr_t)refusal(rows[i][0]);
        char *hint = strstr(said, " (what one call");
        assert_non_null(hint);
        *hint = '\0';
        assert_string_equal(said, rows[i][1]);
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
        {"local function g() return 1 + g() end function f() return g() end",
         "functions call each other too deep in function 'g'"},
        {"function f() local function g() return 1 + g() end return g() end", "call each other"},
        {"function f() local s = 'x' while true do s = s .. s end end", "more than 4096 bytes"},
        {"function f() local t = {} while true do t[#t + 1] = 1 end end", "more than 1 MiB"},
        {"function f() local t while true do t = {1, 2, 3, 4, 5, 6, 7, 8} end end", "does not end"},
        {"function f() return between(1, 1e6) end", "more than 100000 values in one draw"},
        {"function f() local s = 0 for i = 1, 9 do local d = dice(1, 6) s = 7 * s + d end return "
         "s end",
         "error: there are too many outcomes to follow: 'dice(1, 6)' alone has 6"},
        {"function f() return roll('900d900') end", "would take too long"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(refusal(rows[i][0]), rows[i][1]) == NULL)
            fail_msg("%s: %s", rows[i][0], refusal(rows[i][0]));
}

/* ---- one way, told ---- */

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

/* Of a block of the guide: the line that begins so, without that; NULL: there is none. */
static char *line_of(char *block, const char *begin)
{
    char *line = strstr(block, begin);
    if (line != NULL && strchr(line, '\n') != NULL)
        *strchr(line, '\n') = '\0';
    return line != NULL ? line + strlen(begin) : NULL;
}

/* The examples are read as `refusal` reads, but from line 1. */
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
