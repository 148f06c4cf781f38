/* Scripts: their texts, and the parts of Lua's library that they have. */
#include "scripts.h"

/* ---- texts ---- */

TEST(texts_of_all_kinds_are_those_of_lua)
{
    static const char *const rows[][2] = {
        {"[==[a]=]b]]c]==]", "a]=]b]]c"},
        {"[[\r\nab]]", "ab"},
        {"#[[\nab\r\nc]]", "4"}, /* the first line break does not count, the other is one
                                    character */
        {"#[[a\n\nb]]", "4"},
        {"[[a\\z'\"]]", "a\\z'\""},
        {"'a\\z  \t\n\r\n  b'", "ab"},
        {"#'a\\\nb'", "3"},
        {"#'a\\\r\nb'", "3"},
        {"'\\048\\x30\\u{030}'", "000"},
        {"#'\\1\\01\\001\\x01\\x10\\u{1}'", "6"},
        {"'a--[[b' --[==[ c ]] ]=] ]==]", "a--[[b"},
        {"0x1P4 + 0x.8p1 + 1e1 + 1E+1 + .5", "37.5"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200], wanted[100];
        snprintf(text, sizeof text, "function f() return %s end", rows[i][0]);
        snprintf(wanted, sizeof wanted, "%s: 1", rows[i][1]);
        assert_string_equal(read_f(text), wanted);
    }
}

TEST(places_behind_texts_of_several_lines_are_right)
{
    static const char *const rows[][2] = {
        {"[[\nab\r\ncd]] ..", "13:13"}, {"'a\\z \n\r\n \t b' ..", "13:14"},
        {"'a\\\nb' ..", "12:11"},       {"'a\\\r\nb' ..", "12:11"},
        {"1 + --[[\n\n]]", "13:8"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200], wanted[100];
        snprintf(text, sizeof text, "function f() return %s nothing end", rows[i][0]);
        snprintf(wanted, sizeof wanted,
                 "rules.lua:%s: error: there is no 'nothing' in a script in function 'f'",
                 rows[i][1]);
        assert_string_equal(refusal(text), wanted);
    }
}

TEST(brackets_stand_in_each_other_150_deep)
{
    char text[400];
    for (int deep = 150; deep <= 151; deep++) {
        int used = snprintf(text, sizeof text, "x = ");
        memset(text + used, '(', (size_t)deep);
        text[used + deep] = '1';
        memset(text + used + deep + 1, ')', (size_t)deep);
        text[used + 2 * deep + 1] = '\0';
        if (deep == 151)
            assert_string_equal(refusal(text),
                                "rules.lua:11:159: error: more than 150 brackets in brackets");
        else
            script_free(read_script(text));
    }
}

TEST(a_script_has_no_character_0)
{
    static const char text[] = "a = 1\r\nb = 2\nc \0= 3";
    script *rules = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(script_new("rules.lua", 1, 0, text, sizeof text - 1, &rules, errors),
                     WYRM_ERROR_RULESET);
    const wyrm_error *error = wyrm_errors_at(errors, 0);
    assert_string_equal(error->message, "a script has no character 0");
    assert_int_equal(error->line, 3);
    assert_int_equal(error->column, 3);
    assert_int_equal(error->length, 1);
}

/* `open` repeated `times` times between `begin` and `end`. */
static const char *repeated(const char *begin, const char *open, int times, const char *end)
{
    static char text[10000];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", begin);
    for (int i = 0; i < times; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", open);
    snprintf(text + used, sizeof text - used, "%s", end);
    return text;
}

/* The position is that of the script, since Lua gives none. */
TEST(what_lua_cannot_read_has_a_place)
{
    static const char deep[] = "rules.lua:11:5: error: what stands in each other here is too deep";
    assert_string_equal(refusal(repeated("x = ", "- ", 250, "1")), deep);
    assert_string_equal(refusal(repeated("", "do ", 250, "")), deep);
    script_free(read_script(repeated("x = ", "- ", 150, "1")));
    assert_string_equal(refusal(repeated("x = '", "y", 4200, "'")),
                        "rules.lua:11:5: error: a text has more than 4096 bytes");
    assert_string_equal(read_f(repeated("function f() return #'", "y", 4096, "' end")), "4096: 1");
}

/* ---- powers ---- */

/* The operator of powers is our own, and has Lua's precedence. */
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

TEST(powers_of_what_is_infinite_or_nothing_are_those_of_the_standard)
{
    static const char *const rows[][2] = {
        {"(-8) ^ (1 / 3)", "nan"},
        {"(0 / 0) ^ 0", "1.0"},
        {"1 ^ (0 / 0)", "1.0"},
        {"(0 / 0) ^ 1", "nan"},
        {"2 ^ (0 / 0)", "nan"},
        {"2 ^ math.huge", "inf"},
        {"2 ^ -math.huge", "0.0"},
        {"0.5 ^ math.huge", "0.0"},
        {"0.5 ^ -math.huge", "inf"},
        {"(-2) ^ math.huge", "inf"},
        {"(-1) ^ math.huge", "1.0"},
        {"(-1) ^ -math.huge", "1.0"},
        {"0 ^ math.huge", "0.0"},
        {"0 ^ -math.huge", "inf"},
        {"math.huge ^ -1", "0.0"},
        {"math.huge ^ 0.5", "inf"},
        {"(-math.huge) ^ 3", "-inf"},
        {"(-math.huge) ^ 2", "inf"},
        {"(-math.huge) ^ -3", "-0.0"},
        {"(-0.0) ^ -1", "-inf"},
        {"(-0.0) ^ -2", "inf"},
        {"(-1) ^ 3", "-1.0"},
        {"(-1) ^ 4", "1.0"},
        {"(-2) ^ 3", "-8.0"},
        {"(-2) ^ 1e300", "inf"},
        {"(-1) ^ 0.5", "nan"},
        {"2 ^ 1024", "inf"},
        {"(-2) ^ 1025", "-inf"},
        {"10 ^ 309", "inf"},
        {"1e300 ^ 1e300", "inf"},
        {"0.5 ^ 1e300", "0.0"},
        {"(-0.5) ^ 1075", "-0.0"},
        {"(1 + 2 ^ -52) ^ 2 ^ 62", "inf"},
        {"math.exp(709.782712893384) < math.huge", "true"},
        {"math.exp(709.7827128933841)", "inf"},
        {"math.exp(-745.1332191019412)", "0.0"},
        {"math.log(0)", "-inf"},
        {"math.log(-1)", "nan"},
        {"math.log(math.huge)", "inf"},
        {"math.log(1)", "0.0"},
        {"math.log(8, 1)", "inf"},
        {"math.log(1, 8)", "0.0"},
        {"math.log(0, 8)", "-inf"},
        {"math.log(0, 0.5)", "inf"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[100], wanted[20];
        snprintf(text, sizeof text, "function f() return tostring(%s) end", rows[i][0]);
        snprintf(wanted, sizeof wanted, "%s: 1", rows[i][1]);
        if (strcmp(read_f(text), wanted) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), wanted);
    }
}

/* ---- Lua's library ---- */

TEST(the_library_does_what_the_guide_says)
{
    static const char *const rows[][2] = {
        /* what f returns, and its value */
        {"math.type(math.tointeger(3.0))", "integer"},
        {"tostring(math.tointeger(2 ^ 53))", "9007199254740992"},
        {"tostring(math.tointeger(3.5))", "nil"},
        {"tostring(math.tointeger('3'))", "nil"},
        {"round(2.5)", "3"},
        {"math.round(-2.5)", "-3"},
        {"math.type(round(7))", "integer"},
        {"math.type(round(1e300))", "float"},
        {"round(1e300) == 1e300", "1"},
        {"clamp(5, 1, 3)", "3"},
        {"clamp(0, 1, 3)", "1"},
        {"clamp(2, 1, 3)", "2"},
        {"clamp(2, 1, 1)", "1"},
        {"math.pow(2, 10)", "1024"},
        {"string.lower('AZ@[az\xc3\x89')", "az@[az\xc3\x89"},
        {"('az`{AZ\xc3\xa9'):upper()", "AZ`{AZ\xc3\xa9"},
        {"'<' .. (''):upper() .. '>'", "<>"},
        {"table.concat({string.find('a dragon', 'dra')}, ' ')", "3 5"},
        {"table.concat({('abab'):find('b')}, ' ')", "2 2"},
        {"table.concat({('a.c'):find('.')}, ' ')", "2 2"},
        {"table.concat({('ab'):find('')}, ' ')", "1 0"},
        {"tostring(('ab'):find('ba'))", "nil"},
        {"select('#', ('ab'):find('ba'))", "1"},
        {"('abc'):sub(2) .. ('abc'):len()", "bc3"},
        {"table.concat({})", ""},
        {"table.concat({1, 2.5, 'x'})", "12.5x"},
        {"table.concat({1, 2, 3}, ', ')", "1, 2, 3"},
        {"#table.concat({long(2048), long(2048)})", "4096"},
        {"#table.concat(list(4096, ''))", "0"},
        {"table.concat({table.unpack({3, 1, 2})})", "312"},
        {"select('#', table.unpack({}))", "0"},
        {"select('#', table.unpack(list(200, 1)))", "200"},
        {"sorted({3, 1, 2})", "1 2 3"},
        {"sorted({2, 2, 1.5, -1})", "-1 1.5 2 2"},
        {"sorted({'b', 'a', 'B'})", "B a b"},
        {"sorted({1, 3, 2}, function(a, b) return a > b end)", "3 2 1"},
        {"sorted({'b1', 'a1', 'b2', 'a2'}, function(a, b) return a:sub(1, 1) < b:sub(1, 1) end)",
         "a1 a2 b1 b2"}, /* equal elements keep their order */
        {"sorted({1, 2, 3}, function() return true end)", "3 2 1"},
        {"sorted({})", ""},
        {"#sorted(list(1000, 'x'))", "1999"},
        {"select('#')", "0"},
        {"select('#', nil, nil)", "2"},
        {"table.concat({select(2, 'a', 'b', 'c')})", "bc"},
        {"table.concat({select(3, 'a', 'b', 'c')})", "c"},
        {"select('#', select(3, 'a', 'b'))", "0"},
        {"select('#', table.insert({}, 1)) .. select('#', table.insert({}, 1, 2))", "00"},
        {"select('#', table.sort({2, 1})) .. select('#', table.remove({}))", "01"},
        {"type(nil) .. type(true) .. type(1) .. type('') .. type({}) .. type(type)",
         "nilbooleannumberstringtablefunction"},
        {"tostring(nil) .. tostring(true) .. tostring(false)", "niltruefalse"},
        {"tostring(1) .. tostring(1.0) .. tostring('x')", "11.0x"},
        {"tostring(0 / 0) .. tostring(-(0 / 0))", "nannan"},
        {"tonumber('0x10')", "16"},
        {"math.type(tonumber(' 5 '))", "integer"},
        {"math.type(tonumber('5.'))", "float"},
        {"tonumber(2.5)", "2.5"},
        {"tostring(tonumber('5x')) .. tostring(tonumber({})) .. tostring(tonumber(nil))",
         "nilnilnil"},
        {"table.concat({assert('a', 'b')})", "ab"},
        {"keys({[true] = 1, [false] = 2, [2] = 3, x = 4, [1.5] = 5})", "false true 1.5 2 x"},
        {"keys(shared)", "1 a"},
        {"tostring(next({}))", "nil"},
        {"table.concat({next({b = 1, a = 2})})", "a2"},
        {"table.concat({next({b = 1, a = 2}, 'a')})", "b1"},
        {"tostring(next({b = 1, a = 2}, 'b'))", "nil"},
        {"roll(1e9, 0)", "1000000000"},
        {"roll(-1e9, 0)", "-1000000000"},
        {"dice(0, 6)", "0"},
        {"g 'a' 'b'", "ab"},
        {"roll(5) .. ' ' .. roll(7.0)", "5 7"},
        {"roll('1d1', 1) .. roll('1d1+1', 1) .. roll('1d1', 2)", "233"},
        {"round(2.5, 9)", "3"},
        {"#shared", "1"},
        {"#pick(list(512, 'ab'), list(512, 1))", "2"},
        {"table.concat({assert(1, 2, 3)})", "123"},
        {"select('#', assert(true))", "1"},
        {"table.concat({next({10, 20}, 1)}, ' ')", "2 20"},
        {"keys({[-1] = 1, [0] = 2, [3] = 3, ab = 4, a = 5, b = 6})", "-1 0 3 a ab b"},
        {"tostring(math.huge) .. tostring(-math.huge)", "inf-inf"},
        {"math.log(8, 2) .. ' ' .. math.log(0.5, 2)", "3.0 -1.0"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1500], wanted[100];
        snprintf(
            text, sizeof text,
            "shared = {'x', a = 1}\n"
            "local function long(n) local s = '' for _ = 1, n do s = s .. 'x' end return s end\n"
            "local function list(n, of) local t = {} for i = 1, n do t[i] = of end return t "
            "end\n"
            "local function sorted(t, f) table.sort(t, f) return table.concat(t, ' ') end\n"
            "local function keys(t) local s = {} for k in pairs(t) do s[#s + 1] = tostring(k) "
            "end return table.concat(s, ' ') end\n"
            "function g(a) return function(b) return a .. b end end\n"
            "function f() return %s end",
            rows[i][0]);
        snprintf(wanted, sizeof wanted, "%s: 1", rows[i][1]);
        if (strcmp(read_f(text), wanted) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), wanted);
    }
}

/* A step is about one instruction: what takes much longer counts as many. */
TEST(what_takes_long_in_the_library_counts_as_steps)
{
    static const struct {
        const char *what;
        int few, many; /* how often it may be done in one run, and how often not */
    } rows[] = {
        {"table.concat(t)", 200, 500},
        {"table.unpack(u)", 4000, 10000},
        {"t[1001] = nil table.insert(t, 1, 0)", 400, 1000},
        {"t[1000] = 0 table.remove(t, 1)", 400, 1000},
        {"table.sort(t)", 200, 500},
        {"local _ = s:lower()", 3000, 7000},
        {"local _ = s:upper()", 3000, 7000},
        {"local _ = s:find('y')", 800, 2000},
        {"for _ in pairs(u) do end", 10, 30},
        {"local _ = math.exp(i)", 15000, 40000},
        {"local _ = math.log(i)", 15000, 40000},
        {"local _ = math.log(i, 3)", 1500, 4000},
        {"local _ = 1.5 ^ i", 7000, 20000},
        {"local _ = pick(u, w)", 3000, 9000},
        {"local _ = roll(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,"
         " 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
         3000, 9000},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int many = 0; many < 2; many++) {
            char text[700];
            snprintf(text, sizeof text,
                     "function f() local t, u, w, s = {}, {}, {}, 'xxxx'\n"
                     "for i = 1, 1000 do t[i] = 0 end\n"
                     "for i = 1, 200 do u[i], w[i] = 0, i == 1 and 1 or 0 end\n"
                     "for i = 1, 10 do s = s .. s end\n"
                     "for i = 1, %d do %s end return 1 end",
                     many ? rows[i].many : rows[i].few, rows[i].what);
            const char *said = refusal(text);
            if (strstr(said, many ? "does not end within 5000000 steps" : "no error") == NULL)
                fail_msg("%s: %s", rows[i].what, said);
        }
}

/* The bytes of this weight are the text by which the sum is kept. */
TEST(a_weight_is_no_sum_of_amounts)
{
    assert_string_equal(read_f("function f() local p = pick({2}, {1.852172491068411e-23}) "
                               "return p * roll('1d1', '2d1') end"),
                        "6: 1");
    assert_string_equal(read_f("function f() local r = roll('1d1', '2d1') "
                               "return r * pick({2}, {1.852172491068411e-23}) end"),
                        "6: 1");
}

TEST(lists_are_changed_in_place)
{
    static const char *const rows[][2] = {
        /* what is done to {1, 2, 3}, and the result */
        {"table.insert(t, 9)", "1 2 3 9"},
        {"table.insert(t, 4, 9)", "1 2 3 9"},
        {"table.insert(t, 2, 9)", "1 9 2 3"},
        {"table.insert(t, 1, 9)", "9 1 2 3"},
        {"table.insert(t, 1, table.remove(t))", "3 1 2"},
        {"table.insert(t, table.remove(t, 1))", "2 3 1"},
        {"t[3] = table.remove(t, 2)", "1 3 2"},
        {"t[3] = table.remove(t, 3)", "1 2 3"},
        {"t[4] = table.remove({})", "1 2 3"},
        {"t = {table.remove({7, 8}), 1}", "8 1"},
        {"table.sort(t, nil)", "1 2 3"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200], wanted[100];
        snprintf(text, sizeof text,
                 "function f() local t = {1, 2, 3} %s return table.concat(t, ' ') end", rows[i][0]);
        snprintf(wanted, sizeof wanted, "%s: 1", rows[i][1]);
        if (strcmp(read_f(text), wanted) != 0)
            fail_msg("%s: %s, wanted %s", rows[i][0], read_f(text), wanted);
    }
}

TEST(the_library_says_what_it_cannot_do)
{
    static const char *const rows[][2] = {
        {"math.tointeger()", "value expected"},
        {"clamp(1, 3, 2)", "less than the least"},
        {"table.insert({}, 2, 1)", "outside of the list"},
        {"table.insert({}, 0, 1)", "outside of the list"},
        {"table.insert({})", "two or three are expected"},
        {"table.insert({}, 1, 2, 3)", "two or three are expected"},
        {"table.remove({1}, 2)", "outside of the list"},
        {"table.remove({1}, 0)", "outside of the list"},
        {"table.concat({1, {}})", "a value of the list is no text and no number"},
        {"table.concat({long(2048), long(2048)}, ' ')", "too long a text"},
        {"table.concat(list(4097, ''))", "too long a list"},
        {"table.unpack(list(201, 1))", "more than 200 values"},
        {"table.sort(list(1001, 1))", "more than 1,000 values"},
        {"table.sort({2, 1}, 'x')", "function expected"},
        {"table.sort({1, 'a'})", "attempt to compare string with number"},
        {"select(0, 1)", "counts from 1"},
        {"select('x')", "number expected"},
        {"type()", "value expected"},
        {"tostring()", "value expected"},
        {"tonumber()", "value expected"},
        {"assert()", "value expected"},
        {"assert(false)", "what is asserted is not so"},
        {"assert(nil, 'no such blow')", "error: no such blow"},
        {"next({[{}] = 1})", "a table with such keys has no order"},
        {"roll()", "an amount is expected"},
        {"roll({})", "an amount, its text or a whole number is expected"},
        {"roll(1, true)", "string expected"},
        {"roll(1.5)", "not a whole number"},
        {"roll(1000000000, 1)", "a number beyond 1e9"},
        {"roll(-1000000000, -1)", "a number beyond 1e9"},
        {"roll('10d10000', '1d20')", "more than 100000 values in one draw"},
        {"roll('5d10000', '5d9999')", "this sum takes too long to work out"},
        {"dice(-1, 6)", "less than no dice"},
        {"dice(1, 0)", "a die has a side"},
        {"between('a', 2)", "a number is expected"},
        {"chance(0 / 0)", "not a number"},
        {"pick({1, 2}, {1, -1})", "a weight is no number of at least 0"},
        {"pick({1, 2}, {0, 0})", "the weights come to nothing"},
        {"pick({1, 2}, {1})", "not as many weights as values"},
        {"pick(list(513, 1), list(513, 1))", "more than 512 weights"},
        {"true ^ 2", "attempt to perform arithmetic on a boolean value"},
        {"2 ^ true", "attempt to perform arithmetic on a boolean value"},
        {"2 ^ {}", "attempt to perform arithmetic on a table value"},
        {"nil ^ 2", "attempt to perform arithmetic on a nil value"},
        {"between('1', 2)", "a number is expected"},
        {"dice(2, '6')", "a number is expected"},
        {"between(2.5, 3)", "not a whole number: round it, as with math.floor"},
        {"between(3, 2)", "less than the first"},
        {"pick({1, 2}, {1, 1 / 0})", "a weight is no number of at least 0"},
        {"pick({1, 2}, {1, '1'})", "a weight is no number of at least 0"},
        {"pick({1, 2}, {1e308, 1e308})", "the weights come to nothing"},
        {"pick({})", "nothing to pick from"},
        {"pick({[1] = 1, [2] = 1, [4] = 1, [8] = 1, [16] = 1, [32] = 1, [64] = 1, [128] = 1, "
         "[256] = 1, [512] = 1, [1024] = 1, [2048] = 1, [4096] = 1, [8192] = 1, [16384] = 1, "
         "[32768] = 1, [65536] = 1, [131072] = 1})",
         "too much to pick from"},
        {"round('x')", "number expected"},
        {"clamp(1, 2)", "number expected"},
        {"clamp(1, 'x', 3)", "number expected"},
        {"assert(false, 5)", "error: 5"},
        {"error('an odd blow')", "error: an odd blow"},
        {"error()", "string expected"},
        {"ipairs(5)", "table expected"},
        {"pairs(5)()", "table expected"},
        {"table.insert(5, 1)", "table expected"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            "local function long(n) local s = '' for _ = 1, n do s = s .. 'x' end return s end\n"
            "local function list(n, of) local t = {} for i = 1, n do t[i] = of end return t "
            "end\n"
            "function f() local _ = %s return 1 end",
            rows[i][0]);
        const char *said = refusal(text);
        if (strstr(said, rows[i][1]) == NULL || strstr(said, "rules.lua:13:") == NULL)
            fail_msg("%s: %s, wanted %s", rows[i][0], said, rows[i][1]);
    }
}

TEST(tables_are_gone_through_in_the_order_of_their_keys)
{
    const char *text = "function f() local s = '' for k, v in pairs({c = 3, a = 1, b = 2, 10, 20}) "
                       "do s = s .. k .. v end return s end";
    assert_string_equal(read_f(text), "110220a1b2c3: 1");
}
