/* Values: what is handed into a call, and values of Lua as bytes.
 *
 * Things, sets of names and amounts are handed in. A thing is a userdata and no table, so that
 * nothing can be put into it, and notes which of its keys are read. Keys are looked up in a table
 * that is empty at first; for a missing one Lua calls a function, which notes the key and puts the
 * value there. So a key costs a call only the first time, and an object under a key is always the
 * same one.
 *
 * Values become bytes to compare two, to rebuild one, or to return a result. A table is written by
 * its contents in the order of its keys, so that it does not matter how it was built. What can
 * never change is written as an address: functions and tables of the script itself, what was handed
 * into a call. A table that occurs twice in what is written together is written once, and then by
 * its number: such values are compared, but not rebuilt, as the copy would not be shared. A value
 * that cannot be written (a function that was made during a call and has variables of its own) is
 * not compared: then every outcome is followed by itself, which is slower and as right. */
#include "script/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wyrm/ruleset.h>
#include "base/amount.h"
#include "base/text.h"

#define THING "thing"

typedef struct thing {
    const script_thing *of;
    size_t index; /* number of the argument in the call */
    char name[SCRIPT_NAME_MAX + 1];
} thing;

/* ---- amounts ---- */

typedef struct held_amount {
    const wyrm_amount *amount;
    wyrm_amount *own; /* freed with it; NULL: `amount` is borrowed */
    double cost;      /* work of reading it */
    uint64_t mark;    /* the last reading that was charged for it */
} held_amount;

static held_amount *new_amount(lua_State *L)
{
    held_amount *made = lua_newuserdatauv(L, sizeof *made, 0);
    *made = (held_amount){.amount = NULL};
    luaL_setmetatable(L, SC_AMOUNT);
    return made;
}

static void push_amount(lua_State *L, const wyrm_amount *of)
{
    new_amount(L)->amount = of;
}

const wyrm_amount *sc_amount_at(lua_State *L, int index)
{
    const held_amount *found = luaL_testudata(L, index, SC_AMOUNT);
    return found != NULL ? found->amount : NULL;
}

static void read_amount(lua_State *L, const char *text, held_amount *into)
{
    script *self = sc_of(L);
    wyrm_error error;
    const double before = self->amounts_left;
    if (base_amount_read_within(text, &self->amounts_left, &into->own, &error) != WYRM_OK)
        sc_raise(L, error.code == WYRM_ERROR_MEMORY ? error.code : WYRM_ERROR_RULESET, error.hint,
                 "'%.60s': %s", text, error.message);
    into->amount = into->own;
    into->cost = before - self->amounts_left;
    into->mark = self->reading_mark;
}

/* An amount that is still kept costs a reading as much as a new one: what a script may do must not
 * depend on what it did before. */
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
    held_amount *kept = lua_touserdata(L, -1);
    if (kept->mark != self->reading_mark && kept->cost > self->amounts_left)
        read_amount(L, text, new_amount(L)); /* raises the error */
    if (kept->mark != self->reading_mark)
        self->amounts_left -= kept->cost;
    kept->mark = self->reading_mark;
    lua_remove(L, -2);
    return kept->amount;
}

static int free_amount(lua_State *L)
{
    held_amount *gone = lua_touserdata(L, 1);
    wyrm_amount_free(gone->own);
    *gone = (held_amount){.amount = NULL};
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
        refuse_key(L, "an amount", key, keys, COUNT_OF(keys));
    return 1;
}

/* ---- things ---- */

/* Pushes whole numbers as integers: 100, not 100.0. */
static void push_number(lua_State *L, double number)
{
    if (floor(number) == number && fabs(number) <= 0x1p53)
        lua_pushinteger(L, (lua_Integer)number);
    else
        lua_pushnumber(L, number);
}

/* Called for a name that is not in a set: nil if it is one of the words, which are an upvalue. */
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
    if (set->words != NULL) { /* for names that are not in it */
        lua_pushlightuserdata(L, (void *)(uintptr_t)set->words);
        lua_pushcclosure(L, refuse_word, 1);
        sc_metamethod(L, "__index");
    }
    lua_pop(L, 1);
}

static void push_given(lua_State *L, const script_value *value)
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
        push_amount(L, value->amount);
        break;
    case SCRIPT_SET:
        push_set(L, value);
        break;
    default:
        lua_pushnil(L);
    }
}

/* Called for a key of a thing that was not read before; the thing is an upvalue. */
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
    push_given(L, &self->of->values[number]);
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
        push_given(L, of->values);
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
    lua_newtable(L); /* keys that were read */
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

static int refuse_amount(lua_State *L)
{
    return luaL_error(L, SC_NOT_ROLLED);
}

const luaL_Reg sc_amounts[] = {{"__index", index_amount},
                               {"__gc", free_amount},
                               {"__add", refuse_amount},
                               {"__sub", refuse_amount},
                               {"__mul", refuse_amount},
                               {"__div", refuse_amount},
                               {"__mod", refuse_amount},
                               {"__pow", refuse_amount},
                               {"__idiv", refuse_amount},
                               {"__unm", refuse_amount},
                               {"__lt", refuse_amount},
                               {"__le", refuse_amount},
                               {NULL, NULL}};

#define KEYS_MAX   256 /* keys of a table that is written */
#define TABLES_MAX 32  /* tables in one value */
#define DEEPEST    8   /* nested tables */

/* ---- values as bytes: writing ---- */

enum { NIL, FALSE, TRUE, WHOLE, REAL, TEXT, TABLE, AGAIN, FIXED, AMOUNT };

typedef struct writing {
    lua_State *L;
    sc_buffer *to;
    sc_purpose purpose;
    sc_written *before;
    size_t count, depth; /* tables in this value */
    size_t fields, name; /* fields so far; bytes in the name of this one */
} writing;

static void put_tagged(writing *w, int tag, const void *bytes, size_t length)
{
    unsigned char *at = sc_append(w->L, w->to, length + 1);
    sc_charge(w->L, 2);
    at[0] = (unsigned char)tag;
    if (length > 0)
        memcpy(at + 1, bytes, length);
}

/* Writes a text with its NUL, so that it can be used in the buffer. */
static void put_text(writing *w, const char *text, size_t length)
{
    uint32_t size = (uint32_t)length;
    sc_charge(w->L, length / 16);
    put_tagged(w, TEXT, &size, sizeof size);
    memcpy(sc_append(w->L, w->to, length + 1), text, length + 1);
}

/* Results have only real numbers: 2 and 2.0 are one outcome. Between calls an integer stays one, as
 * Lua divides it in another way. */
static void put_number(writing *w, int index)
{
    lua_Number real = lua_tonumber(w->L, index);
    lua_Integer whole = lua_tointeger(w->L, index);
    if (w->purpose != SC_RESULT && lua_isinteger(w->L, index)) {
        put_tagged(w, WHOLE, &whole, sizeof whole);
        return;
    }
    if (w->purpose == SC_RESULT && !isfinite(real))
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result is %s, which is no number to go on with",
                 isnan(real) ? "0/0 or the like" : "infinite");
    if (w->purpose == SC_RESULT && lua_isinteger(w->L, index) && (lua_Integer)real != whole)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result is beyond 2^53");
    real = w->purpose == SC_RESULT && real == 0 ? 0 : real; /* 0 and -0 are the same result */
    put_tagged(w, REAL, &real, sizeof real);
}

/* Refuses a text that people should not be shown: too long, or one that steers a terminal. */
static void demand_tame(lua_State *L, const char *text, size_t length)
{
    const char *end = text + length;
    if (length > SCRIPT_NAME_MAX)
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "a text of a result has more than %d bytes",
                 SCRIPT_NAME_MAX);
    while (text < end) {
        uint32_t character = base_utf8_next(&text);
        if (character == BASE_UTF8_NONE || character == '\n' || base_utf8_steers(character))
            sc_raise(L, WYRM_ERROR_RULESET, NULL, "a text of a result is not plain text");
    }
}

/* Writes an object that never changes as its address, by which it is found to be rebuilt. */
static bool put_fixed(writing *w, int index)
{
    const void *address = lua_topointer(w->L, index);
    if (w->purpose == SC_KEEP) {
        lua_rawgeti(w->L, LUA_REGISTRYINDEX, SC_KEPT);
        lua_pushvalue(w->L, index);
        lua_rawsetp(w->L, -2, address);
        lua_pop(w->L, 1);
    }
    put_tagged(w, FIXED, &address, sizeof address);
    return true;
}

typedef struct key {
    bool whole;
    lua_Integer number;
    const char *text;
    size_t length;
} key;

/* Orders keys: whole numbers first, then texts byte by byte. Any fixed order would do. */
static int compare_keys(const key *a, const key *b)
{
    if (a->whole || b->whole)
        return a->whole != b->whole ? (a->whole ? -1 : 1)
                                    : (a->number > b->number) - (a->number < b->number);
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, common);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* Lists the keys of a table in order: sorted by insertion, as tables are small. False: one is
 * neither a text nor a whole number, or there are too many. */
static bool sorted_keys(lua_State *L, int table, key keys[KEYS_MAX], size_t *count)
{
    *count = 0;
    lua_pushnil(L);
    while (lua_next(L, table) != 0) {
        lua_pop(L, 1);
        key one = {.whole = lua_isinteger(L, -1)};
        if ((!one.whole && lua_type(L, -1) != LUA_TSTRING) || *count == KEYS_MAX) {
            lua_pop(L, 1);
            return false;
        }
        if (one.whole)
            one.number = lua_tointeger(L, -1);
        else
            one.text = lua_tolstring(L, -1, &one.length);
        size_t at = (*count)++;
        for (; at > 0 && compare_keys(&one, &keys[at - 1]) < 0; at--)
            keys[at] = keys[at - 1];
        keys[at] = one;
    }
    sc_charge(L, *count * (4 + *count / 8));
    return true;
}

static bool put_value(writing *w, int index);

/* Whether the list in a table has gaps. Its length then depends on how the table was made, so it is
 * not compared. */
static bool has_gaps(const key *keys, size_t count)
{
    size_t whole = 0;
    while (whole < count && keys[whole].whole)
        whole++;
    return whole > 0 && (keys[0].number != 1 || keys[whole - 1].number != (lua_Integer)whole);
}

static void put_key(writing *w, const key *one)
{
    if (one->whole) {
        put_tagged(w, WHOLE, &one->number, sizeof one->number);
        lua_pushinteger(w->L, one->number);
    } else {
        put_text(w, one->text, one->length);
        lua_pushlstring(w->L, one->text, one->length);
    }
}

static void demand_name(writing *w, const key *one)
{
    char digits[24];
    size_t length =
        one->whole ? (size_t)snprintf(digits, sizeof digits, "%lld", one->number) : one->length;
    if (!one->whole)
        demand_tame(w->L, one->text, one->length);
    w->name += length + 1;
    if (w->name > SCRIPT_NAME_MAX + 1)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "the name of a field of a result is too long");
}

static _Noreturn void refuse_more_fields(lua_State *L)
{
    sc_raise(L, WYRM_ERROR_RULESET, NULL, "a result has more than %d fields", SCRIPT_KEYS_MAX);
}

static bool put_table(writing *w, int table)
{
    key keys[KEYS_MAX];
    size_t count, name = w->name;
    bool fine = sorted_keys(w->L, table, keys, &count) &&
                (w->purpose == SC_RESULT || !has_gaps(keys, count));
    if (!fine && w->purpose == SC_RESULT && count == KEYS_MAX)
        refuse_more_fields(w->L);
    if (!fine && w->purpose == SC_RESULT)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL,
                 "the name of a field of a result is neither a text nor a whole number");
    if (!fine)
        return false;
    uint32_t number = (uint32_t)count;
    put_tagged(w, TABLE, &number, sizeof number);
    for (size_t i = 0; i < count; i++) {
        if (w->purpose == SC_RESULT)
            demand_name(w, &keys[i]);
        put_key(w, &keys[i]);
        lua_rawget(w->L, table);
        if (!put_value(w, lua_gettop(w->L)))
            return false;
        lua_pop(w->L, 1);
        w->name = name;
    }
    return true;
}

/* Limits depth and number, as this is recursive and tables may contain each other. */
static bool put_new_table(writing *w, int index)
{
    bool deep = w->depth == DEEPEST || w->count == TABLES_MAX ||
                w->before->count == SC_WRITTEN_MAX || !lua_checkstack(w->L, 8);
    if (deep && w->purpose == SC_RESULT)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result has too many tables in it");
    if (deep)
        return false;
    w->before->tables[w->before->count++] = lua_topointer(w->L, index);
    w->count++;
    w->depth++;
    bool fine = put_table(w, index);
    w->depth--;
    return fine;
}

/* A table with a metatable belongs to the script itself, or was handed in: its contents are behind
 * it. */
static bool put_any_table(writing *w, int index)
{
    const void *address = lua_topointer(w->L, index);
    if (luaL_getmetafield(w->L, index, "__index") != LUA_TNIL) {
        if (w->purpose != SC_RESULT)
            return put_fixed(w, index);
        return put_new_table(w, lua_gettop(w->L));
    }
    sc_charge(w->L, w->before->count / 8);
    for (uint32_t i = 0; i < w->before->count && w->purpose != SC_RESULT; i++)
        if (w->before->tables[i] == address) {
            put_tagged(w, AGAIN, &i, sizeof i);
            return w->purpose == SC_COMPARE;
        }
    return put_new_table(w, index);
}

static bool put_other(writing *w, int index)
{
    const wyrm_amount *amount = sc_amount_at(w->L, index);
    if (w->purpose == SC_RESULT)
        sc_raise(w->L, WYRM_ERROR_RULESET, amount ? "roll(x) draws one" : NULL, "%s is no result",
                 amount ? "an amount that was not rolled" : "a function or a thing");
    if (amount)
        put_tagged(w, AMOUNT, &amount, sizeof amount);
    else
        return (lua_iscfunction(w->L, index) || lua_isuserdata(w->L, index)) && put_fixed(w, index);
    return true;
}

static bool put_value(writing *w, int index)
{
    size_t length;
    if (w->purpose == SC_RESULT && !lua_istable(w->L, index) && w->fields++ == SCRIPT_KEYS_MAX)
        refuse_more_fields(w->L);
    const char *text;
    switch (lua_type(w->L, index)) {
    case LUA_TNIL:
        put_tagged(w, NIL, NULL, 0);
        return true;
    case LUA_TBOOLEAN:
        put_tagged(w, lua_toboolean(w->L, index) ? TRUE : FALSE, NULL, 0);
        return true;
    case LUA_TNUMBER:
        put_number(w, index);
        return true;
    case LUA_TSTRING:
        text = lua_tolstring(w->L, index, &length);
        if (w->purpose == SC_RESULT)
            demand_tame(w->L, text, length);
        put_text(w, text, length);
        return true;
    case LUA_TTABLE:
        return put_any_table(w, index);
    default:
        return put_other(w, index);
    }
}

bool sc_put(lua_State *L, sc_buffer *to, int index, sc_purpose purpose, sc_written *before)
{
    writing w = {.L = L, .to = to, .purpose = purpose, .before = before};
    int top = lua_gettop(L);
    bool fine = put_value(&w, index);
    lua_settop(L, top);
    return fine;
}

/* ---- values as bytes: rebuilding ---- */

static void read_bytes(const unsigned char **at, void *to, size_t length)
{
    memcpy(to, *at, length);
    *at += length;
}

static void push_fixed(lua_State *L, const void *address)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_KEPT);
    lua_rawgetp(L, -1, address);
    lua_remove(L, -2);
}

/* Pushes the value at *at, and moves *at behind it. */
static void push_value(lua_State *L, const unsigned char **at)
{
    lua_Integer whole;
    lua_Number real;
    uint32_t count;
    const void *address;
    const wyrm_amount *amount;
    switch (*(*at)++) {
    case NIL:
        lua_pushnil(L);
        break;
    case FALSE:
    case TRUE:
        lua_pushboolean(L, (*at)[-1] == TRUE);
        break;
    case WHOLE:
        read_bytes(at, &whole, sizeof whole);
        lua_pushinteger(L, whole);
        break;
    case REAL:
        read_bytes(at, &real, sizeof real);
        lua_pushnumber(L, real);
        break;
    case TEXT:
        read_bytes(at, &count, sizeof count);
        lua_pushlstring(L, (const char *)*at, count);
        *at += count + 1;
        break;
    case TABLE:
        read_bytes(at, &count, sizeof count);
        luaL_checkstack(L, 16, NULL);
        lua_createtable(L, 0, (int)count);
        for (; count > 0; count--) {
            push_value(L, at);
            push_value(L, at);
            lua_rawset(L, -3);
        }
        break;
    case FIXED:
        read_bytes(at, &address, sizeof address);
        push_fixed(L, address);
        break;
    default:
        read_bytes(at, &amount, sizeof amount);
        push_amount(L, amount);
    }
}

int sc_push(lua_State *L, const unsigned char *bytes, size_t length)
{
    int count = 0;
    sc_charge(L, length / 8);
    for (const unsigned char *at = bytes; at < bytes + length; count++) {
        if (count == 8)
            luaL_checkstack(L, SCRIPT_KEYS_MAX + 200, NULL);
        push_value(L, &at);
    }
    return count;
}

/* ---- values as bytes: results ---- */

typedef struct result_reader {
    base_arena *arena;
    script_field *fields;
    size_t count;
    bool failed;
} result_reader;

static const char *join_key(result_reader *t, const char *before, const unsigned char **at)
{
    char name[2 * SCRIPT_NAME_MAX];
    lua_Integer whole;
    uint32_t length;
    const char *dot = before[0] != '\0' ? "." : "";
    if (*(*at)++ == WHOLE) {
        read_bytes(at, &whole, sizeof whole);
        snprintf(name, sizeof name, "%s%s%lld", before, dot, whole);
    } else {
        read_bytes(at, &length, sizeof length);
        snprintf(name, sizeof name, "%s%s%s", before, dot, (const char *)*at);
        *at += length + 1;
    }
    const char *out = base_text(t->arena, name, strlen(name));
    t->failed |= out == NULL;
    return out != NULL ? out : "";
}

static script_value read_scalar(result_reader *t, const unsigned char **at)
{
    script_value out = {.kind = SCRIPT_NOTHING};
    uint32_t length;
    int tag = *(*at)++;
    if (tag == TRUE || tag == FALSE) {
        out = (script_value){.kind = SCRIPT_FLAG, .number = tag == TRUE};
    } else if (tag == REAL) {
        out.kind = SCRIPT_NUMBER;
        read_bytes(at, &out.number, sizeof out.number);
    } else if (tag == TEXT) {
        read_bytes(at, &length, sizeof length);
        out.kind = SCRIPT_TEXT;
        out.text = base_text(t->arena, (const char *)*at, length);
        t->failed |= out.text == NULL;
        *at += length + 1;
    }
    return out;
}

/* Flattens a result: a table in a table becomes "effects.burning". */
static void read_result(result_reader *t, const char *name, const unsigned char **at)
{
    uint32_t count;
    if (**at != TABLE) {
        t->fields[t->count++] = (script_field){name, read_scalar(t, at)};
        return;
    }
    *at += 1;
    read_bytes(at, &count, sizeof count);
    for (; count > 0; count--) {
        const char *field = join_key(t, name, at);
        read_result(t, field, at);
    }
}

bool sc_read_result(base_arena *arena, const unsigned char *bytes, script_outcome *out)
{
    script_field fields[SCRIPT_KEYS_MAX];
    result_reader t = {.arena = arena, .fields = fields};
    read_result(&t, "", &bytes);
    for (size_t i = 1; i < t.count; i++) /* sorted by whole names: "a-b" stands before "a.b" */
        for (size_t k = i; k > 0 && strcmp(t.fields[k - 1].name, t.fields[k].name) > 0; k--) {
            script_field swapped = t.fields[k];
            t.fields[k] = t.fields[k - 1];
            t.fields[k - 1] = swapped;
        }
    script_field *told = base_array(arena, script_field, t.count);
    if (told == NULL)
        return false;
    if (t.count != 0)
        memcpy(told, fields, t.count * sizeof *told);
    out->count = t.count;
    out->fields = told;
    return !t.failed;
}

/* ---- labels of draws ---- */

/* Writes as much of a text as there is room for; returns its length. */
static size_t put_part(char *to, size_t room, const char *text)
{
    const size_t length = base_utf8_cut(text, strlen(text), room);
    memcpy(to, text, length);
    return length;
}

/* Writes "dice(2, 6)", with the arguments on the stack. */
void sc_label(lua_State *L, const char *name, char label[SC_LABEL_MAX])
{
    const size_t room = SC_LABEL_MAX - 2;
    char number[BASE_NUMBER_MAX];
    const wyrm_amount *amount;
    size_t used = (size_t)snprintf(label, SC_LABEL_MAX, "%s(", name);
    for (int i = 1; i <= lua_gettop(L); i++) {
        const char *text = "...";
        if (lua_type(L, i) == LUA_TNUMBER && base_number_double(lua_tonumber(L, i), number) > 0)
            text = number;
        else if (lua_type(L, i) == LUA_TSTRING)
            text = lua_tostring(L, i);
        else if ((amount = sc_amount_at(L, i)) != NULL)
            text = wyrm_amount_text(amount);
        else if (lua_istable(L, i))
            text = "{...}";
        used += put_part(label + used, room - used, i > 1 ? ", " : "");
        used += put_part(label + used, room - used, text);
    }
    memcpy(label + used, ")", 2);
}
