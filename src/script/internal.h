/* Shared by the files of this folder: the text of a script, its box, and the reading of a call. */
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
    bool chained; /* the result of a call is called at once, f(x)(y) */
} sc_source;

/* Reads the tokens; part of a job, which ends if the text has something that is no token. */
void sc_source_read(base_arena *arena, sc_source *source);

/* Points an error to the token on a line of what Lua reads, or to a token near it, those before it
 * first, that is `word`, as it is or in quotes. NULL: no word is known. */
void sc_source_locate(const sc_source *source, int lua_line, const char *word, wyrm_error *error);

/* Fills in an error from a syntax error of Lua, with its place. */
void sc_source_syntax(const sc_source *source, const char *said, wyrm_error *error);

/* Finds the name of the function that begins on a line of what Lua reads, as it is written:
 * "attack", "rules.hit"; "" if it has none. */
void sc_source_function(const sc_source *source, int lua_line, char name[SCRIPT_NAME_MAX + 1]);

/* Returns the first of these lines where something may be assigned to a name, its declaration
 * excepted; 0: none. */
int sc_source_assigned(const sc_source *source, const char *name, int from, int to);

/* ---- the box (box.c) ---- */

#define SC_TEXT_MAX   4096               /* bytes of one text in a script */
#define SC_BLOCK_MAX  ((size_t)1 << 20)  /* bytes of one table, or of the stack of calls */
#define SC_MEMORY_MAX ((size_t)32 << 20) /* bytes of all that a script holds */
/* bytes that it allocates in one reading, freed ones included */
#define SC_GIVEN_MAX    ((size_t)512 << 20)
#define SC_WORK_RUN     5000000  /* steps of one run of a function, about one instruction each */
#define SC_WORK_ALL     50000000 /* steps of all runs of a reading */
#define SC_AMOUNTS_COST 2e8      /* work for all amounts that a reading reads, about nanoseconds */
#define SC_POWERS       64       /* powers in the cache */
#define SC_AMOUNTS_KEPT 64       /* amounts kept from one reading to the next; of more, none */
#define SC_CALLS_MAX    150      /* nested calls */

/* A function of the script; others call it through sc_help (tree.c). */
typedef struct sc_helper {
    const void *raw;     /* the function itself, as lua_topointer has it */
    int line, last_line; /* its lines in the text that Lua reads */
} sc_helper;

struct script {
    sc_source source;
    lua_State *L;
    pthread_mutex_t lock;
    locale_t plain;   /* the C locale: numbers have points in it */
    wyrm_error error; /* the failure, with its place */
    /* Counters of the box. */
    size_t bytes;      /* bytes that Lua holds now */
    size_t given;      /* bytes that Lua allocated in this reading */
    size_t collect_at; /* value of `bytes` at which garbage is collected */
    uint64_t work;     /* steps of this reading */
    uint64_t work_most;
    double amounts_left;   /* work left for reading amounts, in about nanoseconds */
    size_t amount_count;   /* amounts that were read and are kept */
    uint64_t reading_mark; /* number of this reading */
    /* for a fuzz target and a benchmark: no helpers and no states, every way by itself */
    bool naive;
    uint64_t run_start;  /* `work` when this run began */
    const char *refused; /* why memory was refused; NULL: it was not */
    wyrm_error refused_at;
    bool hurried;   /* the hook is to come at once, not in its turn */
    bool abandoned; /* the run was ended on purpose, not by an error (tree.c) */
    /* The script itself. */
    sc_helper *helpers;
    lua_CFunction help;     /* sc_help, which replaces each function */
    const char **functions; /* names of the global functions */
    int *watched;           /* which upvalue of its function each watched variable is (box.c) */
    size_t helper_count, function_count, watched_count;
    struct sc_reading *reading;       /* caches of exact readings */
    struct sc_explained *explained;   /* the one way to explain; NULL: read exactly */
    const struct sc_drawing *drawing; /* NULL: no function is being called */
    int asked;                        /* line where the called function begins */
    uint64_t looked[SCRIPT_THINGS_MAX];
    struct sc_power {
        double base, exponent, result;
        bool known;
    } powers[SC_POWERS]; /* a cache, by a hash */
    double exponent;     /* exponent of the power that is being computed */
};

static inline script *sc_of(lua_State *L)
{
    return *(script **)lua_getextraspace(L);
}

/* Counts steps for work in C beside Lua's instructions, where that has no bound. */
static inline void sc_charge(lua_State *L, size_t steps)
{
    sc_of(L)->work += steps;
}

/* Makes a state in a box: no library, nothing loaded. NULL: out of memory. */
lua_State *sc_box_new(script *self);

/* Raises an error of the script, at the place where it runs. `hint` may be NULL. */
_Noreturn void sc_raise(lua_State *L, wyrm_status code, const char *hint, const char *format, ...)
    WYRM_PRINTF(4, 5);

/* Raises the error that is in self->error. */
_Noreturn void sc_raise_again(lua_State *L);

/* Calls as lua_pcall, for no result. A failure is in self->error, with its place, and leaves
 * nothing on the stack. `handler` is the stack index of sc_handle. */
bool sc_call(lua_State *L, int arguments, int handler);
int sc_handle(lua_State *L);

/* Finds the innermost running function of the script. */
static inline bool sc_innermost(lua_State *L, lua_Debug *frame)
{
    for (int level = 0; lua_getstack(L, level, frame) == 1; level++) {
        lua_getinfo(L, "Sl", frame);
        if (frame->currentline > 0)
            return true;
    }
    return false;
}

int sc_frames(lua_State *L); /* counts the functions on the stack */

/* The hook that counts, and after how many instructions it is called. */
#define SC_HOOK_STEPS 1000
void sc_count(lua_State *L, lua_Debug *event);

/* Collects garbage once there is much of it. */
#define SC_COLLECT_FROM ((size_t)2 << 20)
static inline void sc_collect(script *self)
{
    if (self->bytes < self->collect_at)
        return;
    lua_gc(self->L, LUA_GCCOLLECT);
    self->collect_at = 2 * self->bytes > SC_COLLECT_FROM ? 2 * self->bytes : SC_COLLECT_FROM;
}

/* Pops a value, and makes it the only entry of a metatable of the value below. */
void sc_metamethod(lua_State *L, const char *event);

/* Makes the table on top read-only; `why` is the error for an assignment to it. Its contents move
 * into a table behind it, which is left on top. */
void sc_seal(lua_State *L, const char *why);

/* Keys of the registry. */
enum {
    SC_GLOBALS = 16, /* globals of the script and the library, by name */
    SC_KEPT,         /* objects in kept values of this reading, by address */
    SC_SUMS,         /* sums of amounts of this reading, by their texts */
    SC_CHANCES,      /* chances of this reading, by the bytes of their weights */
    SC_AMOUNTS,      /* amounts that were read, by their text */
    SC_WATCHED,      /* functions and values of the watched variables */
    SC_MARK          /* represents the exponent of a power (power.c) */
};

/* ---- things and amounts (values.c) ---- */

/* Pushes an argument of a call: a thing, or a plain value. `name` is its parameter in the
 * function. */
void sc_push_thing(lua_State *L, const script_thing *thing, size_t index, const char *name);

const wyrm_amount *sc_amount_at(lua_State *L, int index); /* NULL: not an amount */

/* Pushes the amount that a text describes; sc_raise if there is none. */
const wyrm_amount *sc_read_amount(lua_State *L, const char *text);

/* Pushes a table of a thing's keys, which all count as read; false: the value is no thing. */
bool sc_push_keys(lua_State *L, int index);

#define SC_AMOUNT "amount" /* name of their type in Lua */
/* The error for an amount in place of a number. */
#define SC_NOT_ROLLED "an amount where a number is expected (roll(...) draws one from it)"
extern const luaL_Reg sc_amounts[];

/* ---- values as bytes (values.c) ---- */

/* Bytes, or any other items, in memory that grows. */
typedef struct sc_buffer {
    unsigned char *bytes;
    size_t length, capacity;
} sc_buffer;

/* Takes `more` bytes at the end and returns them; sc_raise if there is no room. */
void *sc_append(lua_State *L, sc_buffer *buffer, size_t more);
void sc_drop(sc_buffer *buffer);

/* What values are written for. */
typedef enum sc_purpose {
    SC_COMPARE, /* comparison: equal values have equal bytes; tables count by their contents */
    SC_KEEP,    /* and to be rebuilt */
    SC_RESULT   /* a result: numbers are doubles, and what cannot be a result is an error */
} sc_purpose;

/* The tables in values that are written together: one that occurs twice is the same table in both
 * places, and a change to it shows in both. Begins with a count of 0. */
#define SC_WRITTEN_MAX 128
typedef struct sc_written {
    size_t count;
    const void *tables[SC_WRITTEN_MAX];
} sc_written;

/* Appends the value at `index` as bytes, after those recorded in `before`. False: it cannot be
 * written (a function that was made during a call). */
bool sc_put(lua_State *L, sc_buffer *to, int index, sc_purpose purpose, sc_written *before);

/* Pushes the values that were written with SC_KEEP; returns how many. */
int sc_push(lua_State *L, const unsigned char *bytes, size_t length);

/* Reads the fields of a value that was written with SC_RESULT, into `arena`. False: out of
 * memory. */
bool sc_read_result(base_arena *arena, const unsigned char *bytes, script_outcome *out);

/* ---- draws ---- */

/* The possible outcomes of a draw. */
typedef struct sc_draw {
    const char *name;
    enum { SC_WHOLE, SC_FLAG, SC_OTHER, SC_CALL, SC_PLAIN } kind; /* SC_CALL and SC_PLAIN: tree.c */
    lua_Integer first;     /* the first of consecutive whole numbers */
    const size_t *places;  /* for SC_CALL: where its results are kept (tree.c) */
    size_t count;          /* above 0 */
    const double *chances; /* chance of each outcome, with a sum of 1; NULL: all equal, unless */
    bool two;              /* there are two, the first with this chance */
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
    wyrm_rng *rng; /* NULL: the likeliest outcomes */
    base_arena *arena;
    script_step *steps;
    size_t most, made;
    double chance;
    int frames;
} sc_explained;

/* How a reading makes its draws. */
typedef struct sc_drawing {
    /* If the run repeats draws of the one before, pushes the value of this one; false: it has to be
     * made. A function that calls this makes exactly one draw, whatever its arguments. */
    bool (*again)(lua_State *L);
    /* Returns which outcome a draw has, from 0. Its arguments are all that is on the stack. */
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

int sc_help(lua_State *L); /* replaces a function, which is its first upvalue */

sc_reading *sc_reading_new(void); /* NULL: out of memory */
void sc_reading_free(sc_reading *reading);
void sc_reading_begin(script *self); /* resets what is counted and kept */

/* sc_exact_read calls a function, which is below its arguments on the stack, for every outcome of
 * every draw; sc_exact_copy then copies the results. False: out of memory. */
void sc_exact_read(lua_State *L, int arguments);
bool sc_exact_copy(const script *self, base_arena *arena, script_outcomes *out);

/* ---- what a script can call (library.c, power.c) ---- */

extern const luaL_Reg sc_powers[], sc_power_operators[];

/* Pushes the globals for a script that is to be read. */
void sc_open(lua_State *L);

/* ---- nothing changes (box.c) ---- */

#define SC_WHY_NOTHING_CHANGES                                                                     \
    "what one call leaves behind would change the next: return it, or make it a local"

/* Makes a missing name in the table on top an error from now on. `of` is what precedes it:
 * "math.". */
void sc_refuse_others(lua_State *L, const char *of);

/* Freezes what a script has defined once it has been read, and replaces its functions by sc_help.
 * Its globals are all that is on the stack. */
void sc_freeze(lua_State *L);

/* Raises an error if a local variable of the file has another value than when the script was
 * read. */
void sc_demand_unchanged(lua_State *L);

const sc_helper *sc_helper_at(const script *self, const void *raw); /* NULL: not one of them */

#endif
