/* Functions that a script can call: the draws (roll, dice, chance, between, pick), and the part of
 * Lua's library that neither leads out of the box nor depends on anything but its arguments, with
 * limits where Lua has none.
 *
 * Nothing but the draws is random. A sum of amounts is one draw, from a distribution that is
 * computed once: that of dice is kept with the amount of the same text ("2d6"), that of several
 * amounts for the length of a reading.
 *
 * Tables are iterated in the order of their keys (numbers, then texts), as Lua's own order differs
 * from run to run. No address is shown. Functions with callbacks, except sort, are left out.
 *
 * Whatever takes more time than one instruction of Lua charges for it (sc_charge), for a script
 * is stopped by counting and not by a clock, which would stop it at another place on another
 * machine. */
#include "script/internal.h"
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"

#define VALUES_MAX SCRIPT_OUTCOMES_MAX /* values of one draw */
#define PICKED_MAX 512                 /* values to pick from with weights */
#define UNPACK_MAX 200
#define SORT_MAX   1000

/* ---- draws ---- */

/* Returns an argument that is a whole number; 3.0 is one, too. */
static lua_Integer whole_at(lua_State *L, int index)
{
    int whole;
    lua_Integer number = lua_tointegerx(L, index, &whole);
    if (!whole || lua_type(L, index) != LUA_TNUMBER)
        luaL_argerror(L, index,
                      lua_type(L, index) == LUA_TNUMBER
                          ? "not a whole number: round it, as with math.floor"
                          : "a number is expected");
    return number;
}

static int draw_pmf(lua_State *L, const char *name, const wyrm_pmf *pmf, int arguments)
{
    sc_draw draw = {.name = name,
                    .first = wyrm_pmf_first(pmf),
                    .count = wyrm_pmf_length(pmf),
                    .chances = wyrm_pmf_probabilities(pmf)};
    if (draw.count > VALUES_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d values in one draw", VALUES_MAX);
    lua_settop(L, arguments);
    size_t index = sc_choose(L, &draw);
    lua_pushinteger(L, draw.first + (lua_Integer)index);
    return 1;
}

static int draw_even(lua_State *L, const char *name, lua_Integer least, lua_Integer most)
{
    sc_draw draw = {.name = name, .first = least, .count = (size_t)most - (size_t)least + 1};
    if (draw.count == 0 || draw.count > VALUES_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d values in one draw", VALUES_MAX);
    size_t index = sc_choose(L, &draw);
    lua_pushinteger(L, least + (lua_Integer)index);
    return 1;
}

/* ---- draws of sums ---- */

/* Frees a distribution that a script has held. */
static int free_sum(lua_State *L)
{
    wyrm_pmf **gone = lua_touserdata(L, 1);
    wyrm_pmf_free(*gone);
    *gone = NULL;
    return 0;
}

static wyrm_pmf **new_sum(lua_State *L)
{
    wyrm_pmf **made = lua_newuserdatauv(L, sizeof *made, 0);
    *made = NULL;
    if (luaL_newmetatable(L, "sum")) {
        lua_pushcfunction(L, free_sum);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return made;
}

/* Returns the distribution of an argument: of an amount or of its text, which pushes the amount; of
 * a whole number NULL, with the number in *number. */
static const wyrm_pmf *pmf_at(lua_State *L, int index, lua_Integer *number)
{
    const wyrm_amount *amount = lua_type(L, index) == LUA_TSTRING
                                    ? sc_read_amount(L, lua_tostring(L, index))
                                    : sc_amount_at(L, index);
    if (amount == NULL && lua_type(L, index) != LUA_TNUMBER)
        luaL_argerror(L, index, "an amount, its text or a whole number is expected");
    *number = amount == NULL ? whole_at(L, index) : 0;
    return amount != NULL ? wyrm_amount_pmf(amount) : NULL;
}

static void must(lua_State *L, wyrm_status status, const wyrm_error *error)
{
    if (status != WYRM_OK)
        sc_raise(L, status == WYRM_ERROR_MEMORY ? status : WYRM_ERROR_LIMIT, NULL, "%s",
                 error->message);
}

static void add_pmf(lua_State *L, wyrm_pmf **sum, const wyrm_pmf *other)
{
    wyrm_error error;
    wyrm_pmf *before = *sum;
    size_t a = wyrm_pmf_length(before), b = wyrm_pmf_length(other);
    if (a + b > VALUES_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d values in one draw", VALUES_MAX);
    sc_of(L)->work += a * b / 8;
    if (sc_of(L)->work > sc_of(L)->work_most)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "this sum takes too long to work out");
    wyrm_status status = wyrm_pmf_add(before, other, sum, &error);
    wyrm_pmf_free(before);
    must(L, status, &error);
}

/* Pushes the sum of the arguments. */
static void make_sum(lua_State *L, int arguments)
{
    wyrm_error error;
    lua_Integer number, plus = 0;
    wyrm_pmf **sum = new_sum(L), *shifted = NULL;
    must(L, wyrm_pmf_point(0, sum, &error), &error);
    int kept = lua_gettop(L);
    for (int i = 1; i <= arguments; i++) {
        const wyrm_pmf *pmf = pmf_at(L, i, &number);
        if (pmf != NULL)
            add_pmf(L, sum, pmf);
        plus += number;
        if (plus > 1000000000 || plus < -1000000000)
            luaL_argerror(L, i, "a number beyond 1e9");
        lua_settop(L, kept);
    }
    must(L, wyrm_pmf_point(plus, &shifted, &error), &error);
    wyrm_pmf *before = *sum;
    wyrm_status status = wyrm_pmf_add(before, shifted, sum, &error);
    wyrm_pmf_free(before);
    wyrm_pmf_free(shifted);
    must(L, status, &error);
}

/* Pushes a text by which arguments are compared: sums are cached under it. */
static void push_key(lua_State *L, int arguments)
{
    luaL_Buffer key;
    luaL_buffinit(L, &key);
    for (int i = 1; i <= arguments; i++) {
        char part[32];
        const wyrm_amount *amount = sc_amount_at(L, i);
        if (amount != NULL)
            snprintf(part, sizeof part, "%p;", (const void *)amount);
        else if (lua_type(L, i) == LUA_TNUMBER)
            snprintf(part, sizeof part, "%lld;", (long long)whole_at(L, i));
        else
            luaL_addstring(&key, luaL_checkstring(L, i));
        luaL_addstring(&key, amount != NULL || lua_type(L, i) == LUA_TNUMBER ? part : ";");
    }
    luaL_pushresult(&key);
}

static int roll_sum(lua_State *L, int arguments)
{
    int sums = arguments + 1, key = sums + 1, sum = key + 1;
    luaL_checkstack(L, arguments + 16, NULL);
    sc_charge(L, 20 * (size_t)arguments);
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_SUMS);
    push_key(L, arguments);
    lua_pushvalue(L, key);
    if (lua_rawget(L, sums) == LUA_TNIL) {
        lua_settop(L, key);
        make_sum(L, arguments);
        lua_pushvalue(L, key);
        lua_pushvalue(L, sum);
        lua_rawset(L, sums);
    }
    return draw_pmf(L, "roll", *(wyrm_pmf **)lua_touserdata(L, sum), arguments);
}

/* roll(amount, ...): the sum of its arguments, each an amount, its text or a whole number. */
static int roll(lua_State *L)
{
    lua_Integer number;
    if (sc_again(L))
        return 1;
    int arguments = lua_gettop(L);
    if (arguments == 0)
        return luaL_argerror(L, 1, "an amount is expected");
    if (arguments > 1)
        return roll_sum(L, arguments);
    const wyrm_pmf *pmf = pmf_at(L, 1, &number);
    return pmf != NULL ? draw_pmf(L, "roll", pmf, 1) : draw_even(L, "roll", number, number);
}

/* between(least, most): each whole number equally likely. */
static int between(lua_State *L)
{
    if (sc_again(L))
        return 1;
    lua_settop(L, 2);
    lua_Integer least = whole_at(L, 1), most = whole_at(L, 2);
    luaL_argcheck(L, least <= most, 2, "less than the first");
    return draw_even(L, "between", least, most);
}

/* dice(count, sides): their sum. */
static int dice(lua_State *L)
{
    char text[64];
    if (sc_again(L))
        return 1;
    lua_settop(L, 2);
    lua_Integer count = whole_at(L, 1), sides = whole_at(L, 2);
    luaL_argcheck(L, count >= 0, 1, "less than no dice");
    luaL_argcheck(L, sides >= 1, 2, "a die has a side");
    if (count <= 1)
        return draw_even(L, "dice", count, count == 0 ? 0 : sides);
    snprintf(text, sizeof text, "%lldd%lld", (long long)count, (long long)sides);
    return draw_pmf(L, "dice", wyrm_amount_pmf(sc_read_amount(L, text)), 2);
}

/* chance(p): true with probability p. */
static int chance(lua_State *L)
{
    if (sc_again(L))
        return 1;
    lua_settop(L, 1);
    lua_Number of = luaL_checknumber(L, 1);
    luaL_argcheck(L, !isnan(of), 1, "not a number");
    const sc_draw draw = {.name = "chance",
                          .kind = SC_FLAG,
                          .count = 2,
                          .two = true,
                          .chance = of < 0   ? 0
                                    : of > 1 ? 1
                                             : of};
    lua_pushboolean(L, sc_choose(L, &draw) == 0);
    return 1;
}

/* ---- draws out of lists ---- */

/* Returns the chances for a list of weights; they are kept, by the weights, as long as the
 * reading. */
static const double *chances_of(lua_State *L, int list, size_t count)
{
    double weights[PICKED_MAX], total = 0;
    sc_charge(L, 4 * count);
    for (size_t i = 0; i < count; i++) {
        lua_geti(L, list, (lua_Integer)i + 1);
        weights[i] = lua_tonumber(L, -1);
        luaL_argcheck(L, lua_type(L, -1) == LUA_TNUMBER && weights[i] >= 0 && isfinite(weights[i]),
                      list, "a weight is no number of at least 0");
        total += weights[i];
        lua_pop(L, 1);
    }
    luaL_argcheck(L, total > 0 && isfinite(total), list, "the weights come to nothing");
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_CHANCES);
    lua_pushlstring(L, (const char *)weights, count * sizeof *weights);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) == LUA_TNIL) {
        lua_pop(L, 1);
        double *chances = lua_newuserdatauv(L, count * sizeof *chances, 0);
        for (size_t i = 0; i < count; i++)
            chances[i] = weights[i] / total;
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, -5);
    }
    return lua_touserdata(L, -1);
}

/* pick(list): one of its elements, each equally likely; pick(list, weights): in proportion to
 * these. */
static int pick(lua_State *L)
{
    int arguments = lua_gettop(L) > 1 ? 2 : 1;
    lua_settop(L, arguments);
    luaL_checktype(L, 1, LUA_TTABLE);
    size_t count = (size_t)luaL_len(L, 1);
    sc_draw draw = {.name = "pick", .kind = SC_OTHER, .count = count};
    luaL_argcheck(L, count > 0, 1, "nothing to pick from");
    luaL_argcheck(L, count <= VALUES_MAX, 1, "too much to pick from");
    if (arguments == 2) {
        luaL_checktype(L, 2, LUA_TTABLE);
        luaL_argcheck(L, (size_t)luaL_len(L, 2) == count, 2, "not as many weights as values");
        luaL_argcheck(L, count <= PICKED_MAX, 2, "more than 512 weights");
        draw.chances = chances_of(L, 2, count);
        lua_settop(L, arguments);
    }
    lua_geti(L, 1, (lua_Integer)sc_choose(L, &draw) + 1);
    return 1;
}

static const luaL_Reg draws[] = {{"roll", roll},     {"dice", dice}, {"between", between},
                                 {"chance", chance}, {"pick", pick}, {NULL, NULL}};

/* ---- numbers ---- */

/* Pushes a number as an integer if it has such a value. A float that is too large stays a float. */
static int push_whole(lua_State *L, double number)
{
    lua_Integer whole;
    if (lua_numbertointeger(number, &whole))
        lua_pushinteger(L, whole);
    else
        lua_pushnumber(L, number);
    return 1;
}

/* Rounds halves away from zero, as in C. */
static int math_round(lua_State *L)
{
    luaL_checknumber(L, 1);
    lua_settop(L, 1);
    return lua_isinteger(L, 1) ? 1 : push_whole(L, round(lua_tonumber(L, 1)));
}

static int math_tointeger(lua_State *L)
{
    int whole;
    lua_Integer number = lua_tointegerx(L, 1, &whole);
    luaL_checkany(L, 1);
    if (whole && lua_type(L, 1) == LUA_TNUMBER)
        lua_pushinteger(L, number);
    else
        lua_pushnil(L);
    return 1;
}

/* clamp(x, least, most) */
static int clamp(lua_State *L)
{
    lua_settop(L, 3);
    for (int i = 1; i <= 3; i++)
        luaL_checknumber(L, i);
    luaL_argcheck(L, !lua_compare(L, 3, 2, LUA_OPLT), 3, "less than the least");
    if (lua_compare(L, 1, 2, LUA_OPLT))
        lua_pushvalue(L, 2);
    else
        lua_pushvalue(L, lua_compare(L, 3, 1, LUA_OPLT) ? 3 : 1);
    return 1;
}

static const luaL_Reg math_functions[] = {
    {"round", math_round}, {"tointeger", math_tointeger}, {NULL, NULL}};

/* Harmless functions of Lua's own library. */
static const char *const math_borrowed[] = {"floor", "ceil", "abs",  "sqrt", "fmod", "min",
                                            "max",   "type", "huge", "pi",   NULL};

/* ---- texts: plain ones, letters of English ---- */

static int changed(lua_State *L, char from, char to, int by)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer out;
    char *at = luaL_buffinitsize(L, &out, length);
    sc_charge(L, length / 4);
    for (size_t i = 0; i < length; i++)
        at[i] = (char)(text[i] >= from && text[i] <= to ? text[i] + by : text[i]);
    luaL_pushresultsize(&out, length);
    return 1;
}

static int string_lower(lua_State *L)
{
    return changed(L, 'A', 'Z', 'a' - 'A');
}

static int string_upper(lua_State *L)
{
    return changed(L, 'a', 'z', 'A' - 'a');
}

/* string.find(text, part): where it begins and ends; without patterns. */
static int string_find(lua_State *L)
{
    const char *text = luaL_checkstring(L, 1), *part = luaL_checkstring(L, 2);
    const char *found = strstr(text, part);
    sc_charge(L, strlen(text));
    if (found == NULL) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, found - text + 1);
    lua_pushinteger(L, found - text + (lua_Integer)strlen(part));
    return 2;
}

static const luaL_Reg string_functions[] = {
    {"lower", string_lower}, {"upper", string_upper}, {"find", string_find}, {NULL, NULL}};

static const char *const string_borrowed[] = {"len", "sub", NULL};

/* ---- tables ---- */

static lua_Integer length_of(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    return luaL_len(L, 1);
}

static int table_insert(lua_State *L)
{
    lua_Integer end = length_of(L) + 1, at = end;
    int arguments = lua_gettop(L);
    luaL_argcheck(L, arguments == 2 || arguments == 3, arguments, "two or three are expected");
    if (arguments == 3)
        at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, at >= 1 && at <= end, 2, "outside of the list");
    sc_charge(L, 8 * (size_t)(end - at));
    for (lua_Integer i = end; i > at; i--) {
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
    }
    lua_seti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L)
{
    lua_Integer length = length_of(L), at = luaL_optinteger(L, 2, length);
    luaL_argcheck(L, length == 0 || (at >= 1 && at <= length), 2, "outside of the list");
    lua_geti(L, 1, at);
    sc_charge(L, length > at ? 8 * (size_t)(length - at) : 0);
    for (; at < length; at++) {
        lua_geti(L, 1, at + 1);
        lua_seti(L, 1, at);
    }
    if (length > 0) {
        lua_pushnil(L);
        lua_seti(L, 1, length);
    }
    return 1;
}

static int table_concat(lua_State *L)
{
    lua_Integer length = length_of(L);
    const char *between = luaL_optstring(L, 2, "");
    luaL_argcheck(L, length <= SC_TEXT_MAX, 1, "too long a list");
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    sc_charge(L, 16 * (size_t)length);
    for (lua_Integer i = 1; i <= length; i++) {
        lua_geti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L, "a value of the list is no text and no number");
        luaL_addvalue(&out);
        if (i < length)
            luaL_addstring(&out, between);
        luaL_argcheck(L, luaL_bufflen(&out) <= SC_TEXT_MAX, 1, "too long a text");
    }
    luaL_pushresult(&out);
    return 1;
}

static int table_unpack(lua_State *L)
{
    lua_Integer length = length_of(L);
    luaL_argcheck(L, length <= UNPACK_MAX, 1, "more than 200 values");
    luaL_checkstack(L, (int)length, NULL);
    sc_charge(L, 4 * (size_t)length);
    for (lua_Integer i = 1; i <= length; i++)
        lua_geti(L, 1, i);
    return (int)length;
}

/* Whether the value on top comes before the one below it; both stay. */
static bool before(lua_State *L, bool by_function)
{
    if (!by_function)
        return lua_compare(L, -1, -2, LUA_OPLT);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -4);
    lua_call(L, 2, 1);
    bool first = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return first;
}

/* Sorts by insertion: stable, and safe with any function. One that contradicts itself gives some
 * order, and cannot lead outside of the list. */
static int table_sort(lua_State *L)
{
    lua_Integer length = length_of(L);
    bool by_function = !lua_isnoneornil(L, 2);
    luaL_argcheck(L, length <= SORT_MAX, 1, "more than 1,000 values");
    if (by_function)
        luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    for (lua_Integer i = 2; i <= length; i++) {
        lua_geti(L, 1, i);
        lua_Integer at = i;
        for (; at > 1; at--) {
            lua_geti(L, 1, at - 1);
            lua_insert(L, -2);
            sc_charge(L, 16);
            if (!before(L, by_function))
                break;
            lua_insert(L, -2);
            lua_seti(L, 1, at);
        }
        lua_seti(L, 1, at);
        lua_settop(L, 2);
    }
    return 0;
}

static const luaL_Reg table_functions[] = {{"insert", table_insert}, {"remove", table_remove},
                                           {"concat", table_concat}, {"unpack", table_unpack},
                                           {"sort", table_sort},     {NULL, NULL}};

/* ---- iterating over tables ---- */

/* Pushes the contents behind a sealed table at `index`, or the table itself if it is not sealed. */
static void push_contents(lua_State *L, int index)
{
    lua_pushvalue(L, index);
    while (luaL_getmetafield(L, -1, "__index") == LUA_TTABLE)
        lua_remove(L, -2);
}

/* Ranks a key by its type: flags, numbers, texts; 5: anything else, which has no order. */
static int rank(lua_State *L, int index)
{
    int type = lua_type(L, index);
    return type == LUA_TBOOLEAN  ? 1 + lua_toboolean(L, index)
           : type == LUA_TNUMBER ? 3
           : type == LUA_TSTRING ? 4
                                 : 5;
}

static bool key_before(lua_State *L, int a, int b)
{
    int ranks[2] = {rank(L, a), rank(L, b)};
    if (ranks[0] != ranks[1])
        return ranks[0] < ranks[1];
    return ranks[0] >= 3 && lua_compare(L, a, b, LUA_OPLT);
}

/* Pushes the least key after the one at `after` (nil: of all); false: there is none. Each step
 * looks at all keys, which is charged. In return nothing is kept from step to step: if a loop
 * changes its table, the next key is the least after the last one in what is there now. */
static bool push_next_key(lua_State *L, int table, int after)
{
    lua_pushnil(L); /* the least so far */
    int least = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table) != 0;) {
        lua_pop(L, 1);
        int key = lua_gettop(L);
        sc_charge(L, 8);
        if (rank(L, key) == 5)
            luaL_error(L, "a table with such keys has no order: texts and numbers have one");
        if ((lua_isnil(L, after) || key_before(L, after, key)) &&
            (lua_isnil(L, least) || key_before(L, key, least))) {
            lua_pushvalue(L, key);
            lua_replace(L, least);
        }
    }
    return !lua_isnil(L, least);
}

/* next(table, key), in the order of the keys. */
static int next_key(lua_State *L)
{
    lua_settop(L, 2);
    if (!sc_push_keys(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        push_contents(L, 1);
    }
    if (!push_next_key(L, 3, 2)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushvalue(L, -1);
    lua_gettable(L, 1);
    return 2;
}

static int pairs_of(lua_State *L)
{
    lua_settop(L, 1);
    lua_pushcfunction(L, next_key);
    lua_insert(L, 1);
    lua_pushnil(L);
    return 3;
}

static int next_index(lua_State *L)
{
    lua_Integer index = luaL_checkinteger(L, 2) + 1;
    lua_pushinteger(L, index);
    return lua_geti(L, 1, index) == LUA_TNIL ? 1 : 2;
}

static int ipairs_of(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushcfunction(L, next_index);
    lua_insert(L, 1);
    lua_pushinteger(L, 0);
    return 3;
}

/* ---- the rest ---- */

static int type_of(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushstring(L, lua_isuserdata(L, 1) && luaL_getmetafield(L, 1, "__name") != LUA_TNIL
                          ? lua_tostring(L, -1)
                          : luaL_typename(L, 1));
    return 1;
}

static int tostring_of(lua_State *L)
{
    const wyrm_amount *amount = sc_amount_at(L, 1);
    luaL_checkany(L, 1);
    if (amount != NULL)
        lua_pushstring(L, wyrm_amount_text(amount));
    else if (lua_type(L, 1) == LUA_TNUMBER && lua_tonumber(L, 1) != lua_tonumber(L, 1))
        lua_pushstring(L, "nan");
    else if (lua_isstring(L, 1))
        lua_pushstring(L, lua_tostring(L, 1));
    else if (lua_isnoneornil(L, 1) || lua_isboolean(L, 1))
        lua_pushstring(L, lua_isboolean(L, 1) ? lua_toboolean(L, 1) ? "true" : "false" : "nil");
    else
        return luaL_argerror(L, 1, "it has no text");
    return 1;
}

static int tonumber_of(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER)
        return 1;
    if (lua_type(L, 1) != LUA_TSTRING || lua_stringtonumber(L, lua_tostring(L, 1)) == 0)
        lua_pushnil(L);
    return 1;
}

static int select_of(lua_State *L)
{
    int count = lua_gettop(L);
    if (lua_type(L, 1) == LUA_TSTRING && strcmp(lua_tostring(L, 1), "#") == 0) {
        lua_pushinteger(L, count - 1);
        return 1;
    }
    lua_Integer from = luaL_checkinteger(L, 1);
    luaL_argcheck(L, from >= 1, 1, "counts from 1");
    return from >= count ? 0 : count - (int)from;
}

static int error_of(lua_State *L)
{
    sc_raise(L, WYRM_ERROR_RULESET, NULL, "%s", luaL_checkstring(L, 1));
}

static int assert_of(lua_State *L)
{
    luaL_checkany(L, 1);
    if (!lua_toboolean(L, 1))
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "%s",
                 luaL_optstring(L, 2, "what is asserted is not so"));
    return lua_gettop(L);
}

static const luaL_Reg functions[] = {
    {"clamp", clamp},          {"round", math_round}, {"pairs", pairs_of},
    {"next", next_key},        {"ipairs", ipairs_of}, {"type", type_of},
    {"tostring", tostring_of}, {"select", select_of}, {"tonumber", tonumber_of},
    {"error", error_of},       {"assert", assert_of}, {NULL, NULL}};

static const char *const functions_borrowed[] = {"min", "max", NULL};

/* ---- the whole ---- */

/* Copies some functions of a library of Lua into the table on top. */
static void borrow(lua_State *L, lua_CFunction library, const char *const *names)
{
    lua_pushcfunction(L, library);
    lua_call(L, 0, 1);
    for (; *names != NULL; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, -3, *names);
    }
    lua_pop(L, 1);
}

/* Seals the table on top, and makes it a library of the table below. */
static void close_table(lua_State *L, const char *name, const char *dotted)
{
    sc_seal(L, "a library cannot be changed");
    sc_refuse_others(L, dotted);
    lua_pop(L, 1);
    lua_setfield(L, -2, name);
}

static void open_tables(lua_State *L)
{
    lua_newtable(L);
    luaL_setfuncs(L, math_functions, 0);
    luaL_setfuncs(L, sc_powers, 0);
    borrow(L, luaopen_math, math_borrowed);
    close_table(L, "math", "math.");
    lua_newtable(L);
    luaL_setfuncs(L, string_functions, 0);
    borrow(L, luaopen_string, string_borrowed);
    close_table(L, "string", "string.");
    lua_newtable(L);
    luaL_setfuncs(L, table_functions, 0);
    close_table(L, "table", "table.");
}

/* Methods of texts: ("fire"):upper(). */
static void open_texts(lua_State *L)
{
    lua_pushstring(L, "");
    lua_getfield(L, -2, "string");
    sc_metamethod(L, "__index");
    lua_pop(L, 1);
}

/* Gives the type of the value on top a power operator, and pops the value. */
static void set_power(lua_State *L, lua_CFunction function)
{
    lua_pushcfunction(L, function);
    sc_metamethod(L, "__pow");
    lua_pop(L, 1);
}

static void open_kinds(lua_State *L)
{
    luaL_newmetatable(L, SC_AMOUNT);
    luaL_setfuncs(L, sc_amounts, 0);
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
    set_power(L, sc_power_operators[0].func);
    lua_newuserdatauv(L, 0, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LUA_REGISTRYINDEX, SC_MARK);
    set_power(L, sc_power_operators[1].func);
}

/* Pushes the table in which the script defines its globals; the library is behind it. */
void sc_open(lua_State *L)
{
    for (int kept = SC_KEPT; kept <= SC_WATCHED; kept++) {
        lua_newtable(L);
        lua_rawseti(L, LUA_REGISTRYINDEX, kept);
    }
    open_kinds(L);
    lua_newtable(L);
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    luaL_setfuncs(L, draws, 0);
    borrow(L, luaopen_math, functions_borrowed);
    open_tables(L);
    open_texts(L);
    sc_refuse_others(L, "");
    sc_metamethod(L, "__index");
}
