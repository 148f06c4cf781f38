/* The draws: roll, dice, chance, between, pick. Nothing else in a script is random.
 *
 * A sum of amounts is one draw, from a distribution that is worked out once: that of dice is kept
 * with the amount that says the same ("2d6"), that of several amounts as long as a reading. */
#include "script/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUES_MAX SCRIPT_OUTCOMES_MAX /* of one draw */
#define PICKED_MAX 512                 /* with weights */

/* A whole number in an argument, also one like 3.0. */
static lua_Integer whole_at(lua_State *L, int index)
{
    int whole = 0;
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

/* ---- sums ---- */

/* What a script holds of a distribution. */
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

/* The distribution of what stands at an index: an amount, its text, or a whole number (NULL, and
 * what it is). An amount that is read is pushed. */
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

static void add(lua_State *L, wyrm_pmf **sum, const wyrm_pmf *other)
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
            add(L, sum, pmf);
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

/* What the arguments are, as a text: sums are kept by it. */
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

/* roll(amount, ...): the sum of what stands there, each an amount, its text or a whole number. */
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

/* chance(p): true with this chance. */
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

/* ---- pick ---- */

/* The chances in proportion to a list of weights, kept as long as the reading by what they are. */
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
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_SUMS);
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

/* pick(list): one of it, each equally likely; pick(list, weights): in proportion to them. */
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

const luaL_Reg sc_draws[] = {{"roll", roll},     {"dice", dice}, {"between", between},
                             {"chance", chance}, {"pick", pick}, {NULL, NULL}};
