/* Memory of a job, and where its failures go.
 *
 * Code that allocates much and fails rarely reads better if it need not check every step. What a
 * job allocates comes from its arena and lives until the job ends; other things that it owns (a
 * distribution, an open design) are handed to the arena to be released with it. The first failure
 * ends the job at once: base_run returns its status, however deep it happened.
 *
 *     static void weigh(base_arena *arena, void *context)
 *     {
 *         double *costs = base_array(arena, double, count);
 *         wyrm_pmf *damage;
 *         base_must(arena, wyrm_combat_hit(combat, &matchup, &damage, &arena->error));
 *         base_keep(arena, damage, wyrm_pmf_free);
 *         ...
 *     }
 *
 *     base_arena arena = {0};
 *     wyrm_status status = base_run(&arena, weigh, &context);
 *     ...what is to outlive the arena has been copied by now...
 *     base_release(&arena);
 *
 * Outside of base_run the same functions return NULL when memory is out. */
#ifndef WYRM_SRC_BASE_ARENA_H
#define WYRM_SRC_BASE_ARENA_H

#include <stdarg.h>
#include <setjmp.h>
#include <string.h>
#include <wyrm/error.h>
#include <wyrm/memory.h>

/* Follows the declaration of an internal function with WYRM_API, which libwyrm-bench calls as well:
 * in the source it has the prefix of its folder, as a symbol also that of wyrm_, like everything
 * that the library exports. */
#define BASE_QUOTED(name)         #name
#define BASE_SYMBOL(prefix, name) BASE_QUOTED(prefix) "wyrm_" name
#define BASE_SHARED(name)         __asm__(BASE_SYMBOL(__USER_LABEL_PREFIX__, #name))

/* Single blocks, from the memory functions that wyrm_memory_set names, freed by wyrm_free. NULL:
 * out of memory. Nothing in src/ calls malloc itself. */
WYRM_API void *base_allocate(size_t size) BASE_SHARED(base_allocate);
WYRM_API void *base_zeroed(size_t count, size_t size) BASE_SHARED(base_zeroed);
WYRM_API void *base_resize(void *block, size_t size)
    BASE_SHARED(base_resize); /* a block of NULL: a new one */

/* Reports work of so many steps to the caller's meter (wyrm/memory.h); false: stop. */
WYRM_API bool base_may_spend(wyrm_cost work, uint64_t steps) BASE_SHARED(base_may_spend);

/* Reports that this thread begins a run, or ends it. */
WYRM_API void base_play(bool begins) BASE_SHARED(base_play);

/* The number of elements of an array. */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

typedef struct base_arena {
    struct base_block *blocks;
    struct base_kept *kept;
    jmp_buf *end;       /* where base_run catches failures; NULL outside */
    wyrm_status failed; /* first failure of the job */
    wyrm_error error;   /* its message, for functions that fill one */
} base_arena;

/* Returns count * size zeroed bytes, aligned for any type. With a count of 0 the pointer must not
 * be read. */
WYRM_API void *base_take(base_arena *arena, size_t count, size_t size) BASE_SHARED(base_take);
#define base_array(arena, type, count) ((type *)base_take((arena), (count), sizeof(type)))
#define base_new(arena, type)          base_array(arena, type, 1)

/* Copies text[length] and adds a NUL. */
WYRM_API char *base_text(base_arena *arena, const char *text, size_t length) BASE_SHARED(base_text);

/* Copies a whole text; NULL stays NULL. */
static inline char *base_copy(base_arena *arena, const char *text)
{
    return text != NULL ? base_text(arena, text, strlen(text)) : NULL;
}

/* Formats a text as printf, whole however long it is. */
WYRM_API const char *base_say(base_arena *arena, const char *format, ...) BASE_SHARED(base_say)
    WYRM_PRINTF(2, 3);
const char *base_say_list(base_arena *arena, const char *format, va_list list) WYRM_PRINTF(2, 0);

/* Makes room for one more item: `items` holds `count` of at most *capacity items of `size` bytes.
 * Returns the items, moved if they had to grow. */
WYRM_API void *base_grow(base_arena *arena, void *items, size_t count, size_t *capacity,
                         size_t size) BASE_SHARED(base_grow);

/* Has `thing` released with the arena, the last one kept first; if out of memory, at once.
 * `release` takes the type that `thing` points to: the call that is never made lets the compiler
 * check that, so that the cast to a common function type is as safe as it is usual (GLib's
 * GDestroyNotify). */
#define base_keep(arena, thing, release)                                                           \
    (0 ? (release)(thing) : base_keep_any((arena), (thing), (base_ending *)(release)))
typedef void base_ending(void *thing);
WYRM_API void base_keep_any(base_arena *arena, void *thing, base_ending *release)
    BASE_SHARED(base_keep_any);

/* Runs a job; returns the status that ended it. Jobs may be nested: a failure ends the
 * innermost. */
WYRM_API wyrm_status base_run(base_arena *arena, void (*job)(base_arena *arena, void *context),
                              void *context) BASE_SHARED(base_run);

/* Returns `status`, the result of base_run, and copies the error, if it failed, to *error (may be
 * NULL): `return base_told(arena, base_run(arena, job, context), error);` */
WYRM_API wyrm_status base_told(const base_arena *arena, wyrm_status status, wyrm_error *error)
    BASE_SHARED(base_told);

/* Returns the status of a job that adds faults to *errors by itself, and adds a shortage of memory
 * or work, about which only *error knows. */
wyrm_status base_add_shortage(wyrm_errors *errors, wyrm_status status, const wyrm_error *error);

/* Ends the job with a status; base_must only if it is not WYRM_OK. */
WYRM_API _Noreturn void base_fail(base_arena *arena, wyrm_status status) BASE_SHARED(base_fail);
WYRM_API void base_must(base_arena *arena, wyrm_status status) BASE_SHARED(base_must);

/* Ends the job with an error as wyrm_fail writes it. */
WYRM_API _Noreturn void base_refuse(base_arena *arena, wyrm_status code, const char *format, ...)
    BASE_SHARED(base_refuse) WYRM_PRINTF(3, 4);

/* Reports work of so many steps; ends the job if the caller's meter says stop. */
WYRM_API void base_spend(base_arena *arena, wyrm_cost work, uint64_t steps) BASE_SHARED(base_spend);

/* The same outside of a job: WYRM_ERROR_LIMIT. */
WYRM_API wyrm_status base_afford(wyrm_cost work, uint64_t steps, wyrm_error *error)
    BASE_SHARED(base_afford);

/* Frees everything in the arena, which can be used again. */
WYRM_API void base_release(base_arena *arena) BASE_SHARED(base_release);

/* Runs a whole job in an arena of its own, and frees that; *error (may be NULL) says what
 * failed. */
WYRM_API wyrm_status base_do(void (*job)(base_arena *arena, void *context), void *context,
                             wyrm_error *error) BASE_SHARED(base_do);

/* Runs a job that needs much memory and keeps little, in an arena of its own that is freed
 * afterwards, even if memory runs out for what `keeper` is to keep. keeper->error says what
 * failed. */
WYRM_API wyrm_status base_apart(base_arena *keeper, void (*job)(base_arena *scratch, void *context),
                                void *context) BASE_SHARED(base_apart);

/* Runs a job whose result outlives it: `make` fills *result, `size` zeroed bytes, from an arena
 * that lives as long as the result. *out, a pointer to the result, is NULL if the job fails; else
 * it is owned by the caller, who frees it with all that it is made of by base_unmake (NULL is
 * allowed). */
WYRM_API wyrm_status base_make(size_t size,
                               void (*make)(base_arena *arena, void *result, void *context),
                               void *context, void *out, wyrm_error *error) BASE_SHARED(base_make);
WYRM_API void base_unmake(void *result) BASE_SHARED(base_unmake);

/* ---- progress of a job ---- */

/* A part of a job, from the fraction `from` of the whole, and `share` of it long. Each part counts
 * from 0 to 1, while the user sees the progress of the whole job. */
typedef struct base_part {
    /* reports that of the whole job; NULL: nobody waits */
    bool (*progress)(double done, void *context);
    void *context;
    double from, share;
} base_part;

/* Reports the progress `done` of a part, `of`, as that of the whole job. False: stop. */
static inline bool base_report_part(double done, void *of)
{
    const base_part *part = of;
    const double all = part->from + done * part->share;
    return part->progress == NULL || part->progress(all < 1 ? all : 1, part->context);
}

#endif
