/* The box: a state of Lua that cannot get out, and the places of its errors.
 *
 * Only library.c puts things into the box, so that what is left to limit is memory and time. All
 * memory comes through one function, which counts what is held, and what was ever allocated, as
 * filling and copying it takes time, too. Time is counted in steps, about one an instruction; every
 * 1,000 instructions a hook checks whether a run of a function has gone on too long, or too deep.
 * No clock is read: what a script may do is the same on every machine. Nor do steps depend on
 * memory, on which earlier calls have an influence.
 *
 * An error of Lua is a text with a line in it. It becomes an error with a place as long as the
 * functions that were running are still on the stack; from there on a mark travels instead, and the
 * error waits in the script.
 *
 * Nothing changes between two calls, so that a result depends on the arguments alone. A function
 * could leave something behind in three places. Once the script has been read, its tables are
 * sealed: each becomes an empty one in front of its contents, which refuses assignments, with their
 * place. So do the globals. Local variables of the file that functions share cannot be guarded like
 * that; those to which the text assigns anything are compared with their old values, after every
 * run and before every call of a helper.
 *
 * On the same walk through all that the script has defined, functions are replaced by sc_help
 * (tree.c), wherever they stand: as globals, in tables, in variables of other functions. */
#include "script/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/ruleset.h>
#include "base/text.h"

#define NAMES_MAX  300 /* names that an unknown one is compared with */
#define BUFFER_MAX ((size_t)64 << 20)

/* Pushes the mark that travels instead of an error. */
static void push_mark(lua_State *L)
{
    lua_pushlightuserdata(L, sc_of(L));
}

/* ---- places ---- */

/* Adds the place and the function to an error, if a function of the script runs; `word` is the
 * culprit there, if it is known. */
static void locate_error(lua_State *L, const char *word, wyrm_error *error)
{
    lua_Debug frame;
    char name[SCRIPT_NAME_MAX + 1];
    if (!sc_innermost(L, &frame))
        return;
    const sc_source *source = &sc_of(L)->source;
    sc_source_locate(source, frame.currentline, word, error);
    sc_source_function(source, frame.linedefined, name);
    size_t used = strlen(error->message);
    if (name[0] != '\0')
        snprintf(error->message + used, sizeof error->message - used, " in function '%s'", name);
}

int sc_frames(lua_State *L)
{
    lua_Debug frame;
    int low = 0, high = 1; /* there are more than `low`, and at most `high` */
    while (lua_getstack(L, high, &frame) == 1)
        low = high, high *= 2;
    while (low + 1 < high) {
        int middle = (low + high) / 2;
        if (lua_getstack(L, middle, &frame) == 1)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* ---- memory ---- */

/* Refuses memory to Lua, noting why and where. */
static void *refuse_memory(script *self, const char *why)
{
    self->refused = why;
    self->refused_at = (wyrm_error){.code = WYRM_ERROR_LIMIT};
    snprintf(self->refused_at.message, sizeof self->refused_at.message, "%s", why);
    if (self->L != NULL)
        locate_error(self->L, "", &self->refused_at);
    return NULL;
}

/* Lua's allocator. For a new block, `old` is the kind of object in it. A request to shrink a block
 * must not fail. */
static void *allocate_lua(void *context, void *block, size_t old, size_t size)
{
    script *self = context;
    size_t held = block != NULL ? old : 0;
    if (size == 0) {
        wyrm_free(block);
        self->bytes -= held;
        return NULL;
    }
    if (block == NULL && old == LUA_TSTRING && size > SC_TEXT_MAX + 64)
        return refuse_memory(self, "a text has more than 4096 bytes");
    if (size > held && size > SC_BLOCK_MAX)
        return refuse_memory(self,
                             "a table has more than 1 MiB, or functions call each other too deep");
    if (size > held && self->bytes + (size - held) > SC_MEMORY_MAX) {
        self->given += SC_MEMORY_MAX; /* Lua now collects all of it */
        return refuse_memory(self, "the script holds more than 32 MiB");
    }
    void *given = base_resize(block, size);
    if (given == NULL)
        return size <= held ? block : NULL;
    self->bytes += size - held;
    self->given += size;
    if (self->given > SC_GIVEN_MAX && self->L != NULL && !self->hurried) {
        /* at once, not after 1,000 more instructions */
        lua_sethook(self->L, sc_count, LUA_MASKCOUNT, 1);
        self->hurried = true;
    }
    return given;
}

/* ---- time and depth ---- */

#define STEP_WORK 10 /* reported for an instruction of Lua */

void sc_count(lua_State *L, lua_Debug *event)
{
    script *self = sc_of(L);
    lua_Debug deep;
    (void)event;
    self->work += SC_HOOK_STEPS;
    if (!base_may_spend(WYRM_COST_SCRIPTS, SC_HOOK_STEPS * STEP_WORK))
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "there was work enough: scripts");
    if (self->hurried)
        lua_sethook(L, sc_count, LUA_MASKCOUNT, SC_HOOK_STEPS);
    self->hurried = false;
    if (self->work - self->run_start > SC_WORK_RUN)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "this does not end within %d steps", SC_WORK_RUN);
    if (self->given > SC_GIVEN_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d MiB of tables and texts are made",
                 (int)(SC_GIVEN_MAX >> 20));
    if (lua_getstack(L, SC_CALLS_MAX, &deep) == 1)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "functions call each other more than %d deep",
                 SC_CALLS_MAX);
    sc_collect(self);
}

lua_State *sc_box_new(script *self)
{
    lua_State *L = lua_newstate(allocate_lua, self);
    if (L == NULL)
        return NULL;
    *(script **)lua_getextraspace(L) = self;
    self->L = L;
    self->collect_at = SC_COLLECT_FROM;
    lua_gc(L, LUA_GCSTOP);
    lua_sethook(L, sc_count, LUA_MASKCOUNT, SC_HOOK_STEPS);
    return L;
}

/* ---- errors ---- */

/* Finds the first word in quotes, "" if there is none: so Lua names a variable, "(local 'x')". */
static void quoted(const char *message, char word[SCRIPT_NAME_MAX + 1])
{
    const char *from = strchr(message, '\''), *to = from ? strchr(from + 1, '\'') : NULL;
    size_t length = to ? (size_t)(to - from - 1) : 0;
    bool name = length <= SCRIPT_NAME_MAX && length > 0 && (from[1] < '0' || from[1] > '9');
    length = name ? length : 0;
    memcpy(word, length > 0 ? from + 1 : "", length);
    word[length] = '\0';
}

void sc_raise(lua_State *L, wyrm_status code, const char *hint, const char *format, ...)
{
    script *self = sc_of(L);
    char word[SCRIPT_NAME_MAX + 1];
    va_list arguments;
    va_start(arguments, format);
    base_vfail(&self->error, code, format, arguments);
    va_end(arguments);
    quoted(self->error.message, word);
    locate_error(L, word, &self->error);
    base_utf8_copy(self->error.hint, sizeof self->error.hint, hint != NULL ? hint : "");
    sc_raise_again(L);
}

void sc_raise_again(lua_State *L)
{
    for (;;) {
        push_mark(L);
        lua_error(L);
    }
}

/* Returns a message of Lua without the place in front of it ("s:12: "). */
static const char *without_position(const char *said)
{
    size_t digits = strncmp(said, "s:", 2) == 0 ? strspn(said + 2, "0123456789") : 0;
    return digits > 0 && said[2 + digits] == ':' ? said + digits + 4 : said;
}

int sc_handle(lua_State *L)
{
    script *self = sc_of(L);
    char word[SCRIPT_NAME_MAX + 1];
    if (lua_islightuserdata(L, 1))
        return 1;
    const char *said = without_position(lua_tostring(L, 1));
    if (strcmp(said, "not enough memory") == 0 && self->refused != NULL) {
        self->error = self->refused_at;
        push_mark(L);
        return 1;
    }
    if (strstr(said, "stack overflow") != NULL)
        wyrm_fail(&self->error, WYRM_ERROR_LIMIT, "functions call each other too deep");
    else
        wyrm_fail(&self->error, WYRM_ERROR_RULESET, "%s", said);
    quoted(self->error.message, word);
    locate_error(L, word, &self->error);
    push_mark(L);
    return 1;
}

bool sc_call(lua_State *L, int arguments, int handler)
{
    script *self = sc_of(L);
    int status = lua_pcall(L, arguments, 0, handler);
    if (status == LUA_OK)
        return true;
    lua_pop(L, 1);
    if (status == LUA_ERRMEM && self->refused != NULL)
        self->error = self->refused_at;
    else if (status == LUA_ERRMEM)
        wyrm_fail(&self->error, WYRM_ERROR_MEMORY, "out of memory");
    else if (status == LUA_ERRERR)
        wyrm_fail(&self->error, WYRM_ERROR_LIMIT, "functions call each other too deep");
    self->refused = NULL;
    return false;
}

/* ---- read-only tables ---- */

void sc_metamethod(lua_State *L, const char *event)
{
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_setfield(L, -2, event);
    lua_setmetatable(L, -2);
}

static int refuse_change(lua_State *L)
{
    char key[24] = "?";
    const char *name = key;
    if (lua_isinteger(L, 2))
        snprintf(key, sizeof key, "%lld", (long long)lua_tointeger(L, 2));
    else if (lua_type(L, 2) == LUA_TSTRING)
        name = lua_tostring(L, 2);
    const char *why = lua_tostring(L, lua_upvalueindex(1)), *gap = strstr(why, "%s");
    size_t before = gap != NULL ? (size_t)(gap - why) : strlen(why);
    sc_raise(L, WYRM_ERROR_RULESET, SC_WHY_NOTHING_CHANGES, "%.*s%.60s%s", (int)before, why,
             gap != NULL ? name : "", gap != NULL ? gap + 2 : "");
}

static int length_of(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
    return 1;
}

void sc_seal(lua_State *L, const char *why)
{
    int table = lua_gettop(L);
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L); /* its contents, behind it */
    for (lua_pushnil(L); lua_next(L, table) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, table + 1);
    }
    for (lua_pushnil(L); lua_next(L, table) != 0;) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    lua_createtable(L, 0, 3);
    lua_pushvalue(L, table + 1);
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, why);
    lua_pushcclosure(L, refuse_change, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushvalue(L, table + 1);
    lua_pushcclosure(L, length_of, 1);
    lua_setfield(L, -2, "__len");
    lua_setmetatable(L, table);
}

/* ---- buffers ---- */

void *sc_append(lua_State *L, sc_buffer *buffer, size_t more)
{
    size_t wanted = buffer->length + more;
    if (wanted > BUFFER_MAX)
        sc_raise(L, WYRM_ERROR_LIMIT, NULL, "the outcomes take more than 64 MiB");
    if (wanted > buffer->capacity) {
        size_t capacity = 2 * buffer->capacity > wanted ? 2 * buffer->capacity : wanted + 64;
        void *moved = base_resize(buffer->bytes, capacity);
        if (moved == NULL)
            sc_raise(L, WYRM_ERROR_MEMORY, NULL, "out of memory");
        buffer->bytes = moved;
        buffer->capacity = capacity;
    }
    buffer->length = wanted;
    return buffer->bytes + wanted - more;
}

void sc_drop(sc_buffer *buffer)
{
    wyrm_free(buffer->bytes);
    *buffer = (sc_buffer){0};
}

/* ---- unknown names ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Lists the names in the table at 1, sorted. */
static size_t names_in(lua_State *L, const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING && count < NAMES_MAX)
            names[count++] = lua_tostring(L, -2);
    qsort(names, count, sizeof *names, compare_names);
    return count;
}

static bool leads_out(const char *name)
{
    static const char *const names[] = {
        "_G",     "collectgarbage", "coroutine", "debug",  "dofile",       "getmetatable",
        "io",     "load",           "loadfile",  "os",     "loadstring",   "package",
        "pcall",  "print",          "rawequal",  "rawget", "rawlen",       "rawset",
        "random", "require",        "utf8",      "xpcall", "setmetatable", "warn"};
    return base_has_word(names, COUNT_OF(names), name);
}

/* The __index of a library, whose name and dot are its upvalue, or of the globals: refuses any
 * name. */
static int refuse_name(lua_State *L)
{
    const char *names[NAMES_MAX], *of = lua_tostring(L, lua_upvalueindex(1));
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    wyrm_error error = {.hint = ""};
    size_t count = names_in(L, names);
    const char *near = wyrm_nearest(name, names, count);
    if (near != NULL)
        wyrm_suggest(&error, name, names, count);
    else if (strcmp(name, "random") == 0)
        base_utf8_copy(error.hint, sizeof error.hint, "between(1, 20) and roll(\"1d20\") draw");
    else if (*of == '\0' && leads_out(name))
        base_utf8_copy(error.hint, sizeof error.hint, "a script reaches nothing around it");
    sc_raise(L, WYRM_ERROR_RULESET, error.hint, "there is no '%s%.60s' in a script", of, name);
}

void sc_refuse_others(lua_State *L, const char *of)
{
    lua_pushstring(L, of);
    lua_pushcclosure(L, refuse_name, 1);
    sc_metamethod(L, "__index");
}

/* ---- nothing changes ---- */

/* Tables of the walk, by their place on the stack: sc_help by function; what was seen; what is
 * still to be looked into, in order. */
enum { GLOBALS = 1, HELPERS, SEEN, QUEUE };

/* Returns a list with room for one more item. */
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

/* Queues the value on top to be looked into, once, and pops it. */
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

/* Replaces the function on top by sc_help for it. */
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

/* Queues a function or table on top; true if it was a function, which is replaced. */
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
static void watch_variable(lua_State *L, int function, int number)
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
            watch_variable(L, function, n);
        lua_pop(L, 1);
    }
}

/* Points an error to where a function assigns to a variable. */
static void locate_change(const script *self, const char *name, wyrm_error *error)
{
    int line = 0;
    for (size_t i = 0; i < self->helper_count && line == 0; i++)
        line = sc_source_assigned(&self->source, name, self->helpers[i].line,
                                  self->helpers[i].last_line);
    if (line > 0)
        sc_source_locate(&self->source, line, NULL, error);
}

static _Noreturn void refuse_changed(lua_State *L, const char *name)
{
    script *self = sc_of(L);
    wyrm_fail(&self->error, WYRM_ERROR_RULESET,
              "'%.60s' is a variable of the whole file, and a call has changed it", name);
    locate_change(self, name, &self->error);
    base_utf8_copy(self->error.hint, sizeof self->error.hint, SC_WHY_NOTHING_CHANGES);
    sc_raise_again(L);
}

/* Whether both values on top are the same; NaN equals itself here. */
static bool same_values(lua_State *L)
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
        if (!same_values(L))
            refuse_changed(L, name);
        lua_settop(L, watched);
    }
    lua_pop(L, 1);
}

/* ---- the walk through all that the script has defined ---- */

/* Notes the names of the global functions of the script. */
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

/* Seals the globals. They are looked up in a table behind that of the script, which holds only what
 * functions use most: names of the library to which nothing is ever assigned. */
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
