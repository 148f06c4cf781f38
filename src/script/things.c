/* What is handed into a call: things, whose keys are noted when they are looked at, sets of names,
 * and amounts.
 *
 * A thing is an object of its own kind rather than a table, so that nothing can be put into it. Its
 * keys are looked up in a table that is empty at first: what is not in it is asked of a function,
 * which notes the key and puts the value there. So a key costs a call the first time only, and what
 * is an object is the same one each time. */
#include "script/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/ruleset.h>
#include "base/amount.h"

#define THING "thing"

typedef struct thing {
    const script_thing *of;
    size_t index; /* in the call */
    char name[SCRIPT_NAME_MAX + 1];
} thing;

/* ---- amounts ---- */

typedef struct amount {
    const wyrm_amount *amount;
    wyrm_amount *own; /* freed with it */
    double cost;      /* of reading it */
    uint64_t mark;    /* of the reading that has paid for it last */
} amount;

static amount *new_amount(lua_State *L)
{
    amount *made = lua_newuserdatauv(L, sizeof *made, 0);
    *made = (amount){.amount = NULL};
    luaL_setmetatable(L, SC_AMOUNT);
    return made;
}

void sc_push_amount(lua_State *L, const wyrm_amount *of)
{
    new_amount(L)->amount = of;
}

const wyrm_amount *sc_amount_at(lua_State *L, int index)
{
    const amount *found = luaL_testudata(L, index, SC_AMOUNT);
    return found != NULL ? found->amount : NULL;
}

static void read_amount(lua_State *L, const char *text, amount *into)
{
    script *self = sc_of(L);
    wyrm_error error;
    const double before = self->amounts_left;
    if (wyrm_amount_read_within(text, &self->amounts_left, &into->own, &error) != WYRM_OK)
        sc_raise(L, error.code == WYRM_ERROR_MEMORY ? error.code : WYRM_ERROR_RULESET, error.hint,
                 "'%.60s': %s", text, error.message);
    into->amount = into->own;
    into->cost = before - self->amounts_left;
    into->mark = self->reading_mark;
}

/* What was read before is there still, but costs each reading as much as if it were not: what a
 * script may do must not hang on what it did. */
const wyrm_amount *sc_read_amount(lua_State *L, const char *text)
{
    script *self = sc_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_AMOUNTS);
    if (lua_getfield(L, -1, text) == LUA_TNIL) {
        lua_pop(L, 1);
        read_amount(L, text, new_amount(L));
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, text);
        self->amount_count++;
    }
    amount *kept = lua_touserdata(L, -1);
    if (kept->mark != self->reading_mark && kept->cost > self->amounts_left)
        read_amount(L, text, new_amount(L)); /* says that it is too much */
    if (kept->mark != self->reading_mark)
        self->amounts_left -= kept->cost;
    kept->mark = self->reading_mark;
    lua_remove(L, -2);
    return kept->amount;
}

static int free_amount(lua_State *L)
{
    amount *gone = lua_touserdata(L, 1);
    wyrm_amount_free(gone->own);
    *gone = (amount){.amount = NULL};
    return 0;
}

static _Noreturn void refuse_key(lua_State *L, const char *of, const char *key,
                                 const char *const *keys, size_t count)
{
    wyrm_error error = {.hint = ""};
    wyrm_suggest(&error, key, keys, count);
    sc_raise(L, WYRM_ERROR_RULESET, error.hint, "%s has no '%.60s'", of, key);
}

static int index_amount(lua_State *L)
{
    static const char *const keys[] = {"least", "mean", "most", "plus"};
    const wyrm_amount *of = sc_amount_at(L, 1);
    const wyrm_pmf *pmf = wyrm_amount_pmf(of);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    if (strcmp(key, "least") == 0)
        lua_pushinteger(L, wyrm_pmf_first(pmf));
    else if (strcmp(key, "most") == 0)
        lua_pushinteger(L, wyrm_pmf_last(pmf));
    else if (strcmp(key, "mean") == 0)
        lua_pushnumber(L, wyrm_pmf_mean(pmf));
    else if (strcmp(key, "plus") == 0)
        lua_pushinteger(L, wyrm_amount_plus(of));
    else
        refuse_key(L, "an amount", key, keys, sizeof keys / sizeof *keys);
    return 1;
}

/* ---- things ---- */

/* Whole numbers are whole in Lua, too: 100, not 100.0. */
static void push_number(lua_State *L, double number)
{
    if (floor(number) == number && fabs(number) <= 0x1p53)
        lua_pushinteger(L, (lua_Integer)number);
    else
        lua_pushnumber(L, number);
}

/* What is asked of a set and is not in it: nil where it could be; the words are an upvalue. */
static int refuse_word(lua_State *L)
{
    const char *const *words = lua_touserdata(L, lua_upvalueindex(1));
    const char *word = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    wyrm_error error = {.hint = ""};
    size_t count = 0;
    for (; words[count] != NULL; count++)
        if (strcmp(words[count], word) == 0)
            return 0;
    wyrm_suggest(&error, word, words, count);
    sc_raise(L, WYRM_ERROR_RULESET, error.hint, "'%.60s' is no word that a stat has", word);
}

static void push_set(lua_State *L, const script_value *set)
{
    lua_newtable(L);
    for (const char *at = set->text; *at != '\0';) {
        size_t length = strcspn(at, " ");
        lua_pushlstring(L, at, length);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
        at += length + strspn(at + length, " ");
    }
    sc_seal(L, "a set cannot be changed");
    if (set->words != NULL) { /* behind what it has */
        lua_pushlightuserdata(L, (void *)(uintptr_t)set->words);
        lua_pushcclosure(L, refuse_word, 1);
        sc_metamethod(L, "__index");
    }
    lua_pop(L, 1);
}

static void push_value(lua_State *L, const script_value *value)
{
    switch (value->kind) {
    case SCRIPT_NUMBER:
        push_number(L, value->number);
        break;
    case SCRIPT_FLAG:
        lua_pushboolean(L, value->number != 0);
        break;
    case SCRIPT_TEXT:
        lua_pushstring(L, value->text);
        break;
    case SCRIPT_AMOUNT:
        sc_push_amount(L, value->amount);
        break;
    case SCRIPT_SET:
        push_set(L, value);
        break;
    default:
        lua_pushnil(L);
    }
}

/* What is asked for a key that was not looked at before; the thing is an upvalue. */
static int look_at(lua_State *L)
{
    const thing *self = lua_touserdata(L, lua_upvalueindex(1));
    lua_settop(L, 2);
    lua_getiuservalue(L, lua_upvalueindex(1), 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 3) == LUA_TNIL)
        refuse_key(L, self->name, lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?",
                   self->of->keys, self->of->count);
    lua_Integer number = lua_tointeger(L, -1);
    sc_of(L)->looked[self->index] |= UINT64_C(1) << number;
    lua_pushvalue(L, 2);
    push_value(L, &self->of->values[number]);
    lua_pushvalue(L, -1);
    lua_insert(L, 1);
    lua_rawset(L, 2);
    lua_settop(L, 1);
    return 1;
}

static int refuse_change(lua_State *L)
{
    const thing *self = lua_touserdata(L, lua_upvalueindex(1));
    sc_raise(L, WYRM_ERROR_RULESET, "what it changes is what the function returns",
             "%s cannot be changed", self->name);
}

static void push_key_numbers(lua_State *L, const script_thing *of)
{
    lua_createtable(L, 0, (int)of->count);
    for (size_t i = 0; i < of->count; i++) {
        lua_pushinteger(L, (lua_Integer)i);
        lua_setfield(L, -2, of->keys[i]);
    }
}

void sc_push_thing(lua_State *L, const script_thing *of, size_t index, const char *name)
{
    if (of->keys == NULL) {
        sc_of(L)->looked[index] |= 1;
        push_value(L, of->values);
        return;
    }
    thing *made = lua_newuserdatauv(L, sizeof *made, 1);
    int at = lua_gettop(L);
    *made = (thing){.of = of, .index = index};
    strncpy(made->name, name != NULL ? name : "what is handed in", SCRIPT_NAME_MAX);
    push_key_numbers(L, of);
    lua_setiuservalue(L, at, 1);
    lua_createtable(L, 0, 3); /* its metatable */
    lua_pushstring(L, THING);
    lua_setfield(L, -2, "__name");
    lua_pushvalue(L, at);
    lua_pushcclosure(L, refuse_change, 1);
    lua_setfield(L, -2, "__newindex");
    lua_newtable(L); /* what was looked at */
    lua_pushvalue(L, at);
    lua_pushcclosure(L, look_at, 1);
    sc_metamethod(L, "__index");
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, at);
}

bool sc_push_keys(lua_State *L, int index)
{
    if (lua_type(L, index) != LUA_TUSERDATA || luaL_getmetafield(L, index, "__name") == LUA_TNIL)
        return false;
    bool found = strcmp(lua_tostring(L, -1), THING) == 0;
    lua_pop(L, 1);
    if (!found)
        return false;
    const thing *self = lua_touserdata(L, index);
    size_t count = self->of->count;
    sc_of(L)->looked[self->index] |= count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    lua_getiuservalue(L, index, 1);
    return true;
}

const luaL_Reg sc_amounts[] = {{"__index", index_amount}, {"__gc", free_amount}, {NULL, NULL}};
