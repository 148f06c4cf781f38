/* What the files of this folder share: the text of a script, its box, and the reading of a call. */
#ifndef WYRM_SRC_SCRIPT_INTERNAL_H
#define WYRM_SRC_SCRIPT_INTERNAL_H

#include <lauxlib.h>
#include <locale.h>
#include <lua.h>
#include <pthread.h>
#include "script/script.h"

/* ---- the text (source.c) ---- */

typedef struct sc_token {
    uint32_t at, length; /* in the text */
    int line, column;    /* in the text, from 1; characters */
    bool assigned;       /* a name that something may be assigned to here */
} sc_token;

typedef struct sc_source {
    const char *file, *text;
    size_t length;
    int first_line, indent;
    sc_token *tokens;
    size_t count;
    char *lua; /* what Lua reads: token i is line i + 1 of it */
    size_t lua_length;
    bool chained; /* what a call comes to is called at once, f(x)(y) */
} sc_source;

/* Reads the tokens, as part of a job, which ends where the text is no text of tokens. */
void sc_source_read(base_arena *arena, sc_source *source);

/* Puts the place of a line of what Lua reads into an error: of the token next to it, the nearest
 * before it first, that is the word (NULL: none is known), or a text of it. */
void sc_source_place(const sc_source *source, int lua_line, const char *word, wyrm_error *error);

/* What Lua says of the syntax, with its place. */
void sc_source_syntax(const sc_source *source, const char *said, wyrm_error *error);

/* The name of the function that begins there, as it is written: "attack", "rules.hit"; "" where it
 * has none. */
void sc_source_function(const sc_source *source, int lua_line, char name[SCRIPT_NAME_MAX + 1]);

/* The first of those lines where something may be assigned to a name, that is not where it is
 * declared; 0: there is none. */
int sc_source_assigned(const sc_source *source, const char *name, int from, int to);

/* ---- the box (box.c) ---- */

#define SC_TEXT_MAX     4096                /* bytes of one text in a script */
#define SC_BLOCK_MAX    ((size_t)1 << 20)   /* bytes of one table, or of the stack of calls */
#define SC_MEMORY_MAX   ((size_t)32 << 20)  /* bytes of all that a script holds */
#define SC_GIVEN_MAX    ((size_t)512 << 20) /* and of all that it ever gets during a reading */
#define SC_WORK_RUN     5000000  /* steps of one run of a function, about one instruction each */
#define SC_WORK_ALL     50000000 /* of all runs of a reading */
#define SC_AMOUNTS_COST 2e8      /* of all amounts that are read in a reading, about nanoseconds */
#define SC_POWERS       64       /* that are kept */
#define SC_AMOUNTS_KEPT 64       /* from one reading to the next; if there are more, none is */
#define SC_CALLS_MAX    150      /* functions in functions */

/* A function of the script that is a helper to others (tree.c). */
typedef struct sc_helper {
    const void *raw;     /* the function itself, as lua_topointer has it */
    int line, last_line; /* where it stands, in what Lua reads */
} sc_helper;

struct script {
    sc_source source;
    lua_State *L;
    pthread_mutex_t lock;
    locale_t plain;   /* numbers have points in it */
    wyrm_error error; /* what failed, with its place */
    /* What the box counts. */
    size_t bytes;      /* that Lua holds */
    size_t given;      /* in this reading, in all */
    size_t collect_at; /* bytes at which what is no longer used is freed */
    uint64_t work;     /* steps of this reading */
    uint64_t work_most;
    double amounts_left;   /* what reading amounts may still cost, in about nanoseconds */
    size_t amount_count;   /* that were read and are kept */
    uint64_t reading_mark; /* of this reading, another one each time */
    bool naive; /* fuzz target and benchmark: no helpers and no states, every way by itself */
    uint64_t run_start;  /* `work` when this run began */
    const char *refused; /* why no memory was given; NULL: none was refused */
    wyrm_error refused_at;
    bool hurried;   /* the hook is to come sooner than it does */
    bool abandoned; /* the run that was just ended is not an error (tree.c) */
    /* What the script is. */
    sc_helper *helpers;
    lua_CFunction help;     /* what stands in the place of each: sc_help */
    const char **functions; /* names of the global ones */
    int *watched;           /* variables, by their numbers in functions (box.c) */
    size_t helper_count, function_count, watched_count;
    struct sc_reading *reading;       /* what is kept of an exact one */
    struct sc_explained *explained;   /* what is wanted is one way, told */
    const struct sc_drawing *drawing; /* NULL: no function is called */
    int asked;                        /* where that function begins */
    uint64_t looked[SCRIPT_THINGS_MAX];
    struct sc_power {
        double base, exponent, result;
        bool known;
    } powers[SC_POWERS]; /* the last ones, by a hash */
    double exponent;     /* of the power that is worked out */
};

static inline script *sc_of(lua_State *L)
{
    return *(script **)lua_getextraspace(L);
}

/* What is done for a script beside its instructions counts as well, where there is no bound to it.
 */
static inline void sc_charge(lua_State *L, size_t steps)
{
    sc_of(L)->work += steps;
}

/* A state in a box: no library, nothing loaded. NULL: out of memory. */
lua_State *sc_box_new(script *self);

/* Ends what Lua runs with an error of the script; the place is where it is. `hint` may be NULL. */
_Noreturn void sc_raise(lua_State *L, wyrm_status code, const char *hint, const char *format, ...)
    WYRM_PRINTF(4, 5);

/* Ends what Lua runs with the error that stands in self->error. */
_Noreturn void sc_raise_again(lua_State *L);

/* lua_pcall whose failure is in self->error, with its place; nothing is left on the stack then.
 * `handler` is where sc_handle stands. */
bool sc_call(lua_State *L, int arguments, int results, int handler);
int sc_handle(lua_State *L);

/* The innermost function of the script that runs. */
static inline bool sc_innermost(lua_State *L, lua_Debug *frame)
{
    for (int level = 0; lua_getstack(L, level, frame) == 1; level++) {
        lua_getinfo(L, "Sl", frame);
        if (frame->currentline > 0)
            return true;
    }
    return false;
}

int sc_frames(lua_State *L); /* functions on the stack */

/* The hook that counts, and how often it is called. */
#define SC_HOOK_STEPS 1000
void sc_count(lua_State *L, lua_Debug *event);

/* Frees what is no longer used, once there is much of it. */
#define SC_COLLECT_FROM ((size_t)2 << 20)
static inline void sc_collect(script *self)
{
    if (self->bytes < self->collect_at)
        return;
    lua_gc(self->L, LUA_GCCOLLECT);
    self->collect_at = 2 * self->bytes > SC_COLLECT_FROM ? 2 * self->bytes : SC_COLLECT_FROM;
}

/* Pops a value, which becomes the one entry of the metatable of what stands below it. */
void sc_metamethod(lua_State *L, const char *event);

/* Makes the table on top of the stack one that can only be read: `why` is said of what would change
 * it. What was in it stands behind it from then on, and is left on top. */
void sc_seal(lua_State *L, const char *why);

/* Where things stand in the registry. */
enum {
    SC_GLOBALS = 16, /* what the script has defined and the library, by name */
    SC_KEPT,         /* by address: what stands in kept values of this reading */
    SC_SUMS,         /* of amounts of this reading */
    SC_AMOUNTS,      /* that were read, by their text */
    SC_WATCHED,      /* functions and values of the watched variables */
    SC_MARK          /* the exponent of a power (power.c) */
};

/* ---- things and amounts (values.c) ---- */

/* Pushes what is handed into a call: a thing, or a plain value. `name` is what the function calls
 * it. */
void sc_push_thing(lua_State *L, const script_thing *thing, size_t index, const char *name);

const wyrm_amount *sc_amount_at(lua_State *L, int index); /* NULL: something else stands there */

/* Pushes an amount that was read; sc_raise where the text is none. */
const wyrm_amount *sc_read_amount(lua_State *L, const char *text);

/* Pushes the keys of a thing in a table, all of them looked at; false: it is none. */
bool sc_push_keys(lua_State *L, int index);

#define SC_AMOUNT "amount" /* what they are in Lua */
/* Said where one stands in place of a number. */
#define SC_NOT_ROLLED "an amount where a number is expected (roll(...) draws one from it)"
extern const luaL_Reg sc_amounts[];

/* ---- values as bytes (values.c) ---- */

/* Bytes, or anything else, that grow. */
typedef struct sc_buffer {
    unsigned char *bytes;
    size_t length, capacity;
} sc_buffer;

/* Room for `more` bytes behind those that are there; sc_raise where there is none. */
void *sc_reserve(lua_State *L, sc_buffer *buffer, size_t more);
void *sc_append(lua_State *L, sc_buffer *buffer, size_t more); /* which are taken at once */
void sc_drop(sc_buffer *buffer);

/* What values are written for. */
typedef enum sc_purpose {
    SC_COMPARE, /* to tell whether two are the same; a table is what is in it */
    SC_KEEP,    /* and to be made again */
    SC_TELL     /* for who asked: numbers are doubles, and what is no result is an error */
} sc_purpose;

/* The tables in values that are written together: one that stands in two of them is the same one
 * in both, and what changes it in one changes the other. Begins with a count of 0. */
#define SC_WRITTEN_MAX 128
typedef struct sc_written {
    size_t count;
    const void *tables[SC_WRITTEN_MAX];
} sc_written;

/* Appends the value at `index`, behind those that `before` tells of. False: it cannot be written (a
 * function that was made during a call). */
bool sc_put(lua_State *L, sc_buffer *to, int index, sc_purpose purpose, sc_written *before);

/* Pushes the values that were appended to be kept; how many. */
int sc_push(lua_State *L, const unsigned char *bytes, size_t length);

/* The fields of a value that was appended to be told, in `arena`. */
bool sc_tell(base_arena *arena, const unsigned char *bytes, script_outcome *out);

/* ---- draws ---- */

/* What a draw can come to. */
typedef struct sc_draw {
    const char *name;
    enum { SC_WHOLE, SC_FLAG, SC_OTHER, SC_CALL, SC_PLAIN } kind; /* SC_CALL and SC_PLAIN: tree.c */
    lua_Integer first;                                            /* of whole numbers in a row */
    const size_t *places;  /* of a call, where its results stand: tree.c */
    size_t count;          /* above 0 */
    const double *chances; /* of each, which sum to 1; NULL: all the same, or */
    bool two;              /* one of two, with the chance of the first */
    double chance;
} sc_draw;

static inline double sc_chance(const sc_draw *draw, size_t index)
{
    if (draw->two)
        return index == 0 ? draw->chance : 1 - draw->chance;
    return draw->chances != NULL ? draw->chances[index] : 1 / (double)draw->count;
}

#define SC_LABEL_MAX 100
void sc_label(lua_State *L, const char *name, char label[SC_LABEL_MAX]);

typedef struct sc_explained {
    wyrm_rng *rng; /* NULL: what is likeliest */
    base_arena *arena;
    script_step *steps;
    size_t most, made;
    double chance;
    int frames;
} sc_explained;

/* How draws are made in a reading. */
typedef struct sc_drawing {
    /* In a run that repeats the draws of the one before, pushes what this one comes to; false: it
     * is to be made. What asks this makes one draw, whatever its arguments are. */
    bool (*again)(lua_State *L);
    /* Which of its outcomes a draw has come to, from 0. The arguments of the draw are all that
     * stands on the stack. */
    size_t (*choose)(lua_State *L, const sc_draw *draw);
} sc_drawing;

static inline bool sc_again(lua_State *L)
{
    const sc_drawing *drawing = sc_of(L)->drawing;
    return drawing != NULL && drawing->again(L);
}

static inline size_t sc_choose(lua_State *L, const sc_draw *draw)
{
    const sc_drawing *drawing = sc_of(L)->drawing;
    if (drawing == NULL)
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "nothing can be drawn while the script is read");
    return drawing->choose(L, draw);
}

/* ---- exact readings (tree.c) ---- */

typedef struct sc_reading sc_reading;

extern const sc_drawing sc_exact_drawing;

int sc_help(lua_State *L); /* stands in the place of a function, which is its first upvalue */

sc_reading *sc_reading_new(void); /* NULL: out of memory */
void sc_reading_free(sc_reading *reading);
void sc_reading_begin(script *self); /* what is counted and kept begins anew */

/* Calls a function, which stands below its arguments on top of the stack, for every outcome of
 * every draw; then what they come to can be told, if memory is left. */
void sc_exact_read(lua_State *L, int arguments);
bool sc_exact_tell(const script *self, base_arena *arena, script_outcomes *out);

/* ---- what a script can call (library.c, power.c) ---- */

extern const luaL_Reg sc_powers[], sc_power_operators[];

/* Pushes the globals of a script that is to be read. */
void sc_open(lua_State *L);

/* ---- nothing changes (box.c) ---- */

#define SC_WHY_NOTHING_CHANGES                                                                     \
    "what one call leaves behind would change the next: return it, or make it a local"

/* A name that is not in the table on top is an error from now on. `of` stands before it: "math.".
 */
void sc_refuse_others(lua_State *L, const char *of);

/* Once the script has been read: what it has defined stays as it is, and its functions become
 * helpers. Its globals are all that stands on the stack. */
void sc_freeze(lua_State *L);

/* sc_raise where a local variable of the file has another value than when the script was read. */
void sc_demand_unchanged(lua_State *L);

const sc_helper *sc_helper_at(const script *self, const void *raw); /* NULL: none of them */

#endif
