/* Values of Lua as bytes: to tell whether two are the same, to make one again, to tell a result.
 *
 * A table is written by what is in it, its keys in order, so that it does not matter how it came to
 * be. What can never change is written as an address: functions and tables of the script itself,
 * what was handed into a call. A table that stands in a value twice is written once, and then by
 * its number: such a value is compared, but not made again, as it would not be shared. What cannot
 * be written so (a function that was made during a call and has variables of its own) makes the
 * value one that is not compared: then every outcome is followed by itself, which is slower and as
 * right. */
#include "script/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"

#define KEYS_MAX   256 /* of a table that is written */
#define TABLES_MAX 32  /* in one value */
#define DEEPEST    8   /* tables in tables */

enum { NIL, FALSE, TRUE, WHOLE, REAL, TEXT, TABLE, AGAIN, FIXED, AMOUNT };

/* ---- writing ---- */

typedef struct writing {
    lua_State *L;
    sc_buffer *to;
    sc_purpose purpose;
    const void *tables[TABLES_MAX];
    size_t count, depth;
    size_t fields, name; /* told so far; bytes of the name of the one that is told now */
} writing;

static void put(writing *w, int tag, const void *bytes, size_t length)
{
    unsigned char *at = sc_append(w->L, w->to, length + 1);
    sc_charge(w->L, 2);
    at[0] = (unsigned char)tag;
    if (length > 0)
        memcpy(at + 1, bytes, length);
}

/* Ended by a NUL, so that it can be handed on where it stands. */
static void put_text(writing *w, const char *text, size_t length)
{
    uint32_t size = (uint32_t)length;
    sc_charge(w->L, length / 16);
    put(w, TEXT, &size, sizeof size);
    memcpy(sc_append(w->L, w->to, length + 1), text, length + 1);
}

/* Results are real numbers all of them: 2 and 2.0 are one outcome. Between calls a whole number
 * stays whole, as Lua divides it in another way. */
static void put_number(writing *w, int index)
{
    lua_Number real = lua_tonumber(w->L, index);
    lua_Integer whole = lua_tointeger(w->L, index);
    if (w->purpose != SC_TELL && lua_isinteger(w->L, index)) {
        put(w, WHOLE, &whole, sizeof whole);
        return;
    }
    if (w->purpose == SC_TELL && !isfinite(real))
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result is %s, which is no number to go on with",
                 isnan(real) ? "0/0 or the like" : "infinite");
    if (w->purpose == SC_TELL && lua_isinteger(w->L, index) && (lua_Integer)real != whole)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result is beyond 2^53");
    real = w->purpose == SC_TELL && real == 0 ? 0 : real; /* 0 and -0 are the same result */
    put(w, REAL, &real, sizeof real);
}

/* A text that is shown to people: nothing that steers a terminal. */
static void demand_tame(lua_State *L, const char *text, size_t length)
{
    const char *end = text + length;
    if (length > SCRIPT_NAME_MAX)
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "a text of a result has more than %d bytes",
                 SCRIPT_NAME_MAX);
    while (text < end) {
        uint32_t character = wyrm_utf8_next(&text);
        if (character == WYRM_UTF8_NONE || character == '\n' || wyrm_utf8_steers(character))
            sc_raise(L, WYRM_ERROR_RULESET, NULL, "a text of a result is not plain text");
    }
}

/* A thing that stands for itself. To be made again it is found by its address. */
static bool put_fixed(writing *w, int index)
{
    const void *address = lua_topointer(w->L, index);
    if (w->purpose == SC_KEEP) {
        lua_rawgeti(w->L, LUA_REGISTRYINDEX, SC_KEPT);
        lua_pushvalue(w->L, index);
        lua_rawsetp(w->L, -2, address);
        lua_pop(w->L, 1);
    }
    put(w, FIXED, &address, sizeof address);
    return true;
}

typedef struct key {
    bool whole;
    lua_Integer number;
    const char *text;
    size_t length;
} key;

/* Whole numbers first, then texts byte by byte: any order would do that is always the same. */
static int compare_keys(const key *a, const key *b)
{
    if (a->whole || b->whole)
        return a->whole != b->whole ? (a->whole ? -1 : 1)
                                    : (a->number > b->number) - (a->number < b->number);
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, common);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* The keys of a table in order: sorted as they come, as tables are small. False: one is neither a
 * text nor a whole number, or they are too many. */
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

/* What the length of a table with gaps is depends on how it was made: such a one is not compared.
 */
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
        put(w, WHOLE, &one->number, sizeof one->number);
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

static bool put_table(writing *w, int table)
{
    key keys[KEYS_MAX];
    size_t count, name = w->name;
    bool fine =
        sorted_keys(w->L, table, keys, &count) && (w->purpose == SC_TELL || !has_gaps(keys, count));
    if (!fine && w->purpose == SC_TELL)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL,
                 "the name of a field of a result is neither a text nor a whole number");
    if (!fine)
        return false;
    uint32_t number = (uint32_t)count;
    put(w, TABLE, &number, sizeof number);
    for (size_t i = 0; i < count; i++) {
        if (w->purpose == SC_TELL)
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

/* Depth and number are limited as this calls itself, and tables may hold each other in a circle. */
static bool put_new_table(writing *w, int index)
{
    bool deep = w->depth == DEEPEST || w->count == TABLES_MAX || !lua_checkstack(w->L, 8);
    if (deep && w->purpose == SC_TELL)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result has too many tables in it");
    if (deep)
        return false;
    w->tables[w->count++] = lua_topointer(w->L, index);
    w->depth++;
    bool fine = put_table(w, index);
    w->depth--;
    return fine;
}

/* A table with a metatable is one of the script itself, or was handed in: what is in it stands
 * behind it. */
static bool put_any_table(writing *w, int index)
{
    const void *address = lua_topointer(w->L, index);
    if (luaL_getmetafield(w->L, index, "__index") != LUA_TNIL) {
        if (w->purpose != SC_TELL)
            return put_fixed(w, index);
        return put_new_table(w, lua_gettop(w->L));
    }
    for (uint32_t i = 0; i < w->count && w->purpose != SC_TELL; i++)
        if (w->tables[i] == address) {
            put(w, AGAIN, &i, sizeof i);
            return w->purpose == SC_COMPARE;
        }
    return put_new_table(w, index);
}

static bool put_other(writing *w, int index)
{
    const wyrm_amount *amount = sc_amount_at(w->L, index);
    if (w->purpose == SC_TELL)
        sc_raise(w->L, WYRM_ERROR_RULESET, amount ? "roll(x) draws one" : NULL, "%s is no result",
                 amount ? "an amount that was not rolled" : "a function or a thing");
    if (amount)
        put(w, AMOUNT, &amount, sizeof amount);
    else
        return (lua_iscfunction(w->L, index) || lua_isuserdata(w->L, index)) && put_fixed(w, index);
    return true;
}

static bool put_value(writing *w, int index)
{
    size_t length;
    if (w->purpose == SC_TELL && !lua_istable(w->L, index) && w->fields++ == SCRIPT_KEYS_MAX)
        sc_raise(w->L, WYRM_ERROR_RULESET, NULL, "a result has more than %d fields",
                 SCRIPT_KEYS_MAX);
    const char *text;
    switch (lua_type(w->L, index)) {
    case LUA_TNIL:
        put(w, NIL, NULL, 0);
        return true;
    case LUA_TBOOLEAN:
        put(w, lua_toboolean(w->L, index) ? TRUE : FALSE, NULL, 0);
        return true;
    case LUA_TNUMBER:
        put_number(w, index);
        return true;
    case LUA_TSTRING:
        text = lua_tolstring(w->L, index, &length);
        if (w->purpose == SC_TELL)
            demand_tame(w->L, text, length);
        put_text(w, text, length);
        return true;
    case LUA_TTABLE:
        return put_any_table(w, index);
    default:
        return put_other(w, index);
    }
}

bool sc_put(lua_State *L, sc_buffer *to, int index, sc_purpose purpose)
{
    writing w = {.L = L, .to = to, .purpose = purpose};
    int top = lua_gettop(L);
    bool fine = put_value(&w, index);
    lua_settop(L, top);
    return fine;
}

/* ---- making again ---- */

static void take(const unsigned char **at, void *to, size_t length)
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
        take(at, &whole, sizeof whole);
        lua_pushinteger(L, whole);
        break;
    case REAL:
        take(at, &real, sizeof real);
        lua_pushnumber(L, real);
        break;
    case TEXT:
        take(at, &count, sizeof count);
        lua_pushlstring(L, (const char *)*at, count);
        *at += count + 1;
        break;
    case TABLE:
        take(at, &count, sizeof count);
        luaL_checkstack(L, 16, NULL);
        lua_createtable(L, 0, (int)count);
        for (; count > 0; count--) {
            push_value(L, at);
            push_value(L, at);
            lua_rawset(L, -3);
        }
        break;
    case FIXED:
        take(at, &address, sizeof address);
        push_fixed(L, address);
        break;
    default:
        take(at, &amount, sizeof amount);
        sc_push_amount(L, amount);
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

/* ---- telling ---- */

typedef struct telling {
    base_arena *arena;
    script_field *fields;
    size_t count;
    bool failed;
} telling;

static const char *joined(telling *t, const char *before, const unsigned char **at)
{
    char name[2 * SCRIPT_NAME_MAX];
    lua_Integer whole;
    uint32_t length;
    const char *dot = before[0] != '\0' ? "." : "";
    if (*(*at)++ == WHOLE) {
        take(at, &whole, sizeof whole);
        snprintf(name, sizeof name, "%s%s%lld", before, dot, whole);
    } else {
        take(at, &length, sizeof length);
        snprintf(name, sizeof name, "%s%s%s", before, dot, (const char *)*at);
        *at += length + 1;
    }
    const char *out = base_text(t->arena, name, strlen(name));
    t->failed |= out == NULL;
    return out != NULL ? out : "";
}

static script_value told_value(telling *t, const unsigned char **at)
{
    script_value out = {.kind = SCRIPT_NOTHING};
    uint32_t length;
    int tag = *(*at)++;
    if (tag == TRUE || tag == FALSE) {
        out = (script_value){.kind = SCRIPT_FLAG, .number = tag == TRUE};
    } else if (tag == REAL) {
        out.kind = SCRIPT_NUMBER;
        take(at, &out.number, sizeof out.number);
    } else if (tag == TEXT) {
        take(at, &length, sizeof length);
        out.kind = SCRIPT_TEXT;
        out.text = base_text(t->arena, (const char *)*at, length);
        t->failed |= out.text == NULL;
        *at += length + 1;
    }
    return out;
}

/* A table in a table becomes "effects.burning", so that whoever takes a result sees a flat list. */
static void tell(telling *t, const char *name, const unsigned char **at)
{
    uint32_t count;
    if (**at != TABLE) {
        t->fields[t->count++] = (script_field){name, told_value(t, at)};
        return;
    }
    *at += 1;
    take(at, &count, sizeof count);
    for (; count > 0; count--) {
        const char *field = joined(t, name, at);
        tell(t, field, at);
    }
}

bool sc_tell(base_arena *arena, const unsigned char *bytes, script_outcome *out)
{
    script_field fields[SCRIPT_KEYS_MAX];
    telling t = {.arena = arena, .fields = fields};
    tell(&t, "", &bytes);
    for (size_t i = 1; i < t.count; i++) /* by whole names: "a-b" stands before "a.b" */
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

/* ---- how a draw is called ---- */

/* "dice(2, 6)", by what stands on the stack. */
void sc_label(lua_State *L, const char *name, char label[SC_LABEL_MAX])
{
    char number[WYRM_NUMBER_MAX];
    const wyrm_amount *amount;
    size_t used = (size_t)snprintf(label, SC_LABEL_MAX, "%s(", name), room = SC_LABEL_MAX - 2;
    for (int i = 1; i <= lua_gettop(L) && used < room; i++) {
        const char *text = "...";
        if (lua_type(L, i) == LUA_TNUMBER && wyrm_number_double(lua_tonumber(L, i), number) > 0)
            text = number;
        else if (lua_type(L, i) == LUA_TSTRING)
            text = lua_tostring(L, i);
        else if ((amount = sc_amount_at(L, i)) != NULL)
            text = wyrm_amount_text(amount);
        else if (lua_istable(L, i))
            text = "{...}";
        used += (size_t)snprintf(label + used, room - used, "%s%s", i > 1 ? ", " : "", text);
    }
    used = used < room ? used : wyrm_utf8_cut(label, room, room - 1);
    memcpy(label + used, ")", 2);
}
