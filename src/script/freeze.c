/* Nothing changes between two calls, so that what a call gives depends on what it is given.
 *
 * A function can leave something behind in three places. Once the script has been read, its tables
 * are sealed: each becomes an empty one in front of what was in it, which refuses what is put into
 * it, with the place. So do the globals. Local variables of the file that functions share cannot be
 * guarded so; those to which something is assigned anywhere in the text are compared with what they
 * were, after every run and before every call of a helper.
 *
 * On the same walk through all that the script has defined, functions are replaced by their helpers
 * (tree.c), wherever they stand: as globals, in tables, in variables of other functions. */
#include "script/internal.h"
#include <string.h>
#include "base/text.h"

/* Where the tables of the walk stand on its stack: helpers by function; what was seen; what is
 * still to be looked into, in order. */
enum { GLOBALS = 1, HELPERS, SEEN, QUEUE };

/* A list with room for one more item. */
static void *one_more(lua_State *L, void *items, size_t count, size_t size)
{
    void *longer = base_resize(items, (count + 1) * size);
    if (longer == NULL)
        sc_raise(L, WYRM_ERROR_MEMORY, NULL, "out of memory");
    return longer;
}

/* ---- helpers ---- */

const sc_helper *sc_helper_at(const script *self, const void *raw)
{
    for (size_t i = 0; i < self->helper_count; i++)
        if (self->helpers[i].raw == raw)
            return &self->helpers[i];
    return NULL;
}

static void note_helper(lua_State *L, int function)
{
    script *self = sc_of(L);
    lua_Debug about;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", &about);
    self->helpers = one_more(L, self->helpers, self->helper_count, sizeof *self->helpers);
    self->helpers[self->helper_count++] =
        (sc_helper){lua_topointer(L, function), about.linedefined, about.lastlinedefined};
}

/* The value on top will be looked into, once; it is popped. */
static void look_into(lua_State *L)
{
    lua_pushvalue(L, -1);
    bool seen = lua_rawget(L, SEEN) != LUA_TNIL;
    lua_pop(L, 1);
    if (seen) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, SEEN);
    lua_rawseti(L, QUEUE, (lua_Integer)lua_rawlen(L, QUEUE) + 1);
}

/* The function on top becomes its helper. */
static void replace_by_helper(lua_State *L)
{
    lua_pushvalue(L, -1);
    if (lua_rawget(L, HELPERS) == LUA_TNIL) {
        lua_pop(L, 1);
        note_helper(L, lua_gettop(L));
        lua_pushvalue(L, -1);
        lua_pushcclosure(L, sc_of(L)->help, 1);
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, HELPERS);
    }
    lua_remove(L, -2);
}

/* Looks at the value on top; true where it has become a helper. */
static bool replaced(lua_State *L)
{
    bool function = lua_isfunction(L, -1) && !lua_iscfunction(L, -1);
    bool sealed = lua_getmetatable(L, -1) == 1;
    lua_pop(L, sealed);
    if (function || (lua_istable(L, -1) && !sealed)) {
        lua_pushvalue(L, -1);
        look_into(L);
    }
    if (function)
        replace_by_helper(L);
    return function;
}

static void go_through(lua_State *L, int table)
{
    for (lua_pushnil(L); lua_next(L, table) != 0;)
        if (replaced(L)) {
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, table);
        } else {
            lua_pop(L, 1);
        }
}

/* ---- variables that are watched ---- */

static bool is_assigned(lua_State *L, const char *name)
{
    const sc_source *source = &sc_of(L)->source;
    return sc_source_assigned(source, name, 1, (int)source->count) > 0;
}

/* Watches a variable of a function, whose value is on top, unless it is watched already. */
static void watch(lua_State *L, int function, int number)
{
    script *self = sc_of(L);
    void *id = lua_upvalueid(L, function, number);
    if (lua_rawgetp(L, SEEN, id) == LUA_TNIL) {
        self->watched = one_more(L, self->watched, self->watched_count, sizeof *self->watched);
        self->watched[self->watched_count++] = number;
        lua_pushboolean(L, 1);
        lua_rawsetp(L, SEEN, id);
        lua_rawgeti(L, LUA_REGISTRYINDEX, SC_WATCHED);
        lua_pushvalue(L, function);
        lua_rawseti(L, -2, 2 * (lua_Integer)self->watched_count - 1);
        lua_pushvalue(L, -3);
        lua_rawseti(L, -2, 2 * (lua_Integer)self->watched_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void go_through_variables(lua_State *L, int function)
{
    const char *name;
    for (int n = 1; (name = lua_getupvalue(L, function, n)) != NULL; n++) {
        if (strcmp(name, "_ENV") != 0 && replaced(L)) {
            lua_pushvalue(L, -1);
            lua_setupvalue(L, function, n);
        }
        if (strcmp(name, "_ENV") != 0 && is_assigned(L, name))
            watch(L, function, n);
        lua_pop(L, 1);
    }
}

/* The place of what changes a variable: where something is assigned to its name in a function. */
static void place_of_change(const script *self, const char *name, wyrm_error *error)
{
    int line = 0;
    for (size_t i = 0; i < self->helper_count && line == 0; i++)
        line = sc_source_assigned(&self->source, name, self->helpers[i].line,
                                  self->helpers[i].last_line);
    if (line > 0)
        sc_source_place(&self->source, line, NULL, error);
}

static _Noreturn void refuse_change(lua_State *L, const char *name)
{
    script *self = sc_of(L);
    wyrm_fail(&self->error, WYRM_ERROR_RULESET,
              "'%.60s' is a variable of the whole file, and a call has changed it", name);
    place_of_change(self, name, &self->error);
    wyrm_utf8_copy(self->error.hint, sizeof self->error.hint, SC_WHY_NOTHING_CHANGES);
    sc_raise_again(L);
}

/* Whether both values on top are the same; what is no number is the same as itself, here. */
static bool same(lua_State *L)
{
    bool odd = lua_tonumber(L, -1) != lua_tonumber(L, -1);
    return lua_rawequal(L, -1, -2) || (odd && lua_tonumber(L, -2) != lua_tonumber(L, -2));
}

void sc_demand_unchanged(lua_State *L)
{
    const script *self = sc_of(L);
    if (self->watched_count == 0)
        return;
    luaL_checkstack(L, 8, NULL);
    sc_charge(L, 4 * self->watched_count);
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_WATCHED);
    int watched = lua_gettop(L);
    for (size_t i = 0; i < self->watched_count; i++) {
        lua_rawgeti(L, watched, 2 * (lua_Integer)i + 1);
        lua_rawgeti(L, watched, 2 * (lua_Integer)i + 2);
        const char *name = lua_getupvalue(L, watched + 1, self->watched[i]);
        if (!same(L))
            refuse_change(L, name);
        lua_settop(L, watched);
    }
    lua_pop(L, 1);
}

/* ---- the whole ---- */

/* Notes the names of the functions that the script has defined. */
static void note_functions(lua_State *L)
{
    script *self = sc_of(L);
    for (lua_pushnil(L); lua_next(L, GLOBALS) != 0; lua_pop(L, 1)) {
        if (!lua_isfunction(L, -1) || lua_type(L, -2) != LUA_TSTRING)
            continue;
        self->functions =
            one_more(L, self->functions, self->function_count, sizeof *self->functions);
        self->functions[self->function_count++] = lua_tostring(L, -2);
    }
}

/* Globals are looked up in a table behind that of the script, which is empty but for what functions
 * ask for most: names of the library to which nothing is ever assigned. */
static void seal_globals(lua_State *L)
{
    lua_settop(L, GLOBALS);
    luaL_getmetafield(L, GLOBALS, "__index");
    lua_pushvalue(L, GLOBALS);
    sc_seal(L, "the global '%s' is set in a call");
    enum { LIBRARY = GLOBALS + 1, CONTENTS = GLOBALS + 3 };
    for (lua_pushnil(L); lua_next(L, LIBRARY) != 0;) {
        bool fixed = !is_assigned(L, lua_tostring(L, -2));
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, CONTENTS) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -4);
            lua_rawset(L, CONTENTS);
        }
        lua_pop(L, 1);
        lua_insert(L, -2);
        if (fixed)
            lua_rawset(L, GLOBALS);
        else
            lua_pop(L, 2);
    }
    sc_refuse_others(L, "");
    lua_rawseti(L, LUA_REGISTRYINDEX, SC_GLOBALS);
}

void sc_freeze(lua_State *L)
{
    lua_settop(L, GLOBALS);
    for (int table = HELPERS; table <= QUEUE; table++)
        lua_newtable(L);
    note_functions(L);
    go_through(L, GLOBALS);
    for (lua_Integer i = 1; lua_rawgeti(L, QUEUE, i) != LUA_TNIL; i++) {
        int found = lua_gettop(L);
        if (lua_isfunction(L, found)) {
            go_through_variables(L, found);
        } else {
            go_through(L, found);
            sc_seal(L, "'%s' of a table of the whole file is set in a call");
        }
        lua_settop(L, QUEUE);
    }
    seal_globals(L);
}
