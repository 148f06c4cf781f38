/* What a script can call besides the draws: what of Lua's own library neither leads out of the box
 * nor depends on anything but its arguments, with bounds where Lua's have none.
 *
 * Tables are gone through in the order of their keys (numbers, then texts), as the order inside of
 * one differs from run to run. Nothing tells an address. Functions that call back, but for sort,
 * are left out.
 *
 * What takes more time than one instruction of Lua charges for it (sc_charge), for a script is
 * stopped by counting and not by a clock: it would else end at another place on another machine. */
#include "script/internal.h"
#include <lualib.h>
#include <math.h>
#include <string.h>
#include "base/text.h"

#define UNPACK_MAX 200
#define SORT_MAX   1000

/* ---- numbers ---- */

/* A number that has a whole value as one, else as it is. A float that is too large for a whole
 * number stays a float. */
static int push_whole(lua_State *L, double number)
{
    lua_Integer whole;
    if (lua_numbertointeger(number, &whole))
        lua_pushinteger(L, whole);
    else
        lua_pushnumber(L, number);
    return 1;
}

/* Halves away from zero, as in C. */
static int math_round(lua_State *L)
{
    luaL_checknumber(L, 1);
    lua_settop(L, 1);
    return lua_isinteger(L, 1) ? 1 : push_whole(L, round(lua_tonumber(L, 1)));
}

static int math_tointeger(lua_State *L)
{
    int whole = 0;
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

/* What Lua's own library has, and is harmless. */
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

/* string.find(text, part): where it stands; no patterns. */
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

/* By insertion: what is equal stays in its order, and any function will do. A function that
 * contradicts itself gives some order, and cannot lead outside of the list. */
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

/* ---- going through tables ---- */

/* What stands behind the table at `index`, or it itself where it can be changed. */
static void push_contents(lua_State *L, int index)
{
    lua_pushvalue(L, index);
    while (luaL_getmetafield(L, -1, "__index") == LUA_TTABLE)
        lua_remove(L, -2);
}

/* Whether the key at `a` comes before the one at `b`: flags, numbers, texts; others do not count.
 */
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

/* The least key behind the one at `after` (nil: of all), on top of the stack; false: there is
 * none. Each step goes through all keys, which is charged. In return nothing is kept from step
 * to step: where a loop changes its table, the next key is the least behind the last in what is
 * there now. */
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
    luaL_checkany(L, 1);
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

/* Puts what a library of Lua has under some names into the table on top. */
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

/* The table on top becomes a library of the one below it. */
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

/* Gives the value on top the operator of a power, and pops it. */
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

/* Pushes the table that the script defines its own names in, before the library. */
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
    luaL_setfuncs(L, sc_draws, 0);
    borrow(L, luaopen_math, functions_borrowed);
    open_tables(L);
    open_texts(L);
    sc_refuse_others(L, "");
    sc_metamethod(L, "__index");
}
