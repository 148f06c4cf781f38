/* Memory of a job, and where its failures go.
 *
 * Work that allocates much and fails rarely reads better without looking at every step. What a job
 * needs comes out of its arena and lives until the job ends; what it owns otherwise (a
 * distribution, an open design) is handed to the arena to be released with it. The first thing that
 * goes wrong ends the job at once: base_run comes back with its status, whatever was going on.
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
 * Outside base_run the same functions return NULL where memory is out, as the reader of rulesets
 * has it, which goes on to tell everything else that is wrong. */
#ifndef WYRM_SRC_BASE_ARENA_H
#define WYRM_SRC_BASE_ARENA_H

#include <stdarg.h>
#include <setjmp.h>
#include <string.h>
#include <wyrm/error.h>
#include <wyrm/memory.h>

/* Behind the declaration of an internal with WYRM_API, which libwyrm-bench calls, too: it has the
 * prefix of its folder in the source, and one of wyrm_ as a symbol, as all that a library shows. */
#define BASE_QUOTED(name)         #name
#define BASE_SYMBOL(prefix, name) BASE_QUOTED(prefix) "wyrm_" name
#define BASE_SHARED(name)         __asm__(BASE_SYMBOL(__USER_LABEL_PREFIX__, #name))

/* Single blocks, out of the memory that wyrm_memory_set names, given back by wyrm_free: NULL where
 * memory is out. Nothing in src/ calls malloc itself. */
WYRM_API void *base_allocate(size_t size) BASE_SHARED(base_allocate);
WYRM_API void *base_zeroed(size_t count, size_t size) BASE_SHARED(base_zeroed);
WYRM_API void *base_resize(void *block, size_t size)
    BASE_SHARED(base_resize); /* NULL as a block: a new one */

/* Tells of work, so many steps more (wyrm/memory.h); false: it has been enough. */
WYRM_API bool base_may_spend(wyrm_cost work, uint64_t steps) BASE_SHARED(base_may_spend);

/* Tells that this thread begins a run, or ends it. */
WYRM_API void base_play(bool begins) BASE_SHARED(base_play);

typedef struct base_arena {
    struct base_block *blocks;
    struct base_kept *kept;
    jmp_buf *end;       /* of base_run; NULL outside */
    wyrm_status failed; /* the first failure of a job */
    wyrm_error error;   /* and what it says, for the functions that fill one */
} base_arena;

/* count * size zeroed bytes, aligned for any type. A count of 0 gives a pointer to nothing. */
WYRM_API void *base_take(base_arena *arena, size_t count, size_t size) BASE_SHARED(base_take);
#define base_array(arena, type, count) ((type *)base_take((arena), (count), sizeof(type)))
#define base_new(arena, type)          base_array(arena, type, 1)

/* A copy of text[length], ended by a NUL. */
WYRM_API char *base_text(base_arena *arena, const char *text, size_t length) BASE_SHARED(base_text);

/* A copy of a whole text; NULL of NULL. */
static inline char *base_copy(base_arena *arena, const char *text)
{
    return text != NULL ? base_text(arena, text, strlen(text)) : NULL;
}

/* printf into a text of its own, whole however long it is. */
WYRM_API const char *base_say(base_arena *arena, const char *format, ...) BASE_SHARED(base_say)
    WYRM_PRINTF(2, 3);
const char *base_say_list(base_arena *arena, const char *format, va_list list) WYRM_PRINTF(2, 0);

/* Makes room for one more of the *capacity items of `size` bytes at `items` that hold `count`:
 * returns the items, moved where they had to grow. */
WYRM_API void *base_grow(base_arena *arena, void *items, size_t count, size_t *capacity,
                         size_t size) BASE_SHARED(base_grow);

/* Has `thing` released with the arena, the last kept first; where memory is out, at once. `release`
 * takes what `thing` points to: the call that is never made has the compiler see to that, so that
 * the cast to the type of all of them is as safe as it is common (GLib's GDestroyNotify). */
#define base_keep(arena, thing, release)                                                           \
    (0 ? (release)(thing) : base_keep_any((arena), (thing), (base_ending *)(release)))
typedef void base_ending(void *thing);
WYRM_API void base_keep_any(base_arena *arena, void *thing, base_ending *release)
    BASE_SHARED(base_keep_any);

/* Runs a job; the status that ended it. A job may run others: what fails in them is theirs. */
WYRM_API wyrm_status base_run(base_arena *arena, void (*job)(base_arena *arena, void *context),
                              void *context) BASE_SHARED(base_run);

/* What base_run has come back with, `status`, having copied what failed, if anything has, into
 * *error (NULL: nowhere): `return base_told(arena, base_run(arena, job, context), error);` */
WYRM_API wyrm_status base_told(const base_arena *arena, wyrm_status status, wyrm_error *error)
    BASE_SHARED(base_told);

/* The status of a job that tells *errors what is wrong itself, and *error of memory or work that
 * has run out: those are added. */
wyrm_status base_add_shortage(wyrm_errors *errors, wyrm_status status, const wyrm_error *error);

/* Ends the job with a status; with base_must, unless it is WYRM_OK. */
WYRM_API _Noreturn void base_fail(base_arena *arena, wyrm_status status) BASE_SHARED(base_fail);
WYRM_API void base_must(base_arena *arena, wyrm_status status) BASE_SHARED(base_must);

/* Ends the job with what wyrm_fail would say. */
WYRM_API _Noreturn void base_refuse(base_arena *arena, wyrm_status code, const char *format, ...)
    BASE_SHARED(base_refuse) WYRM_PRINTF(3, 4);

/* Ends the job where there was work enough; else goes on, so many steps more. */
WYRM_API void base_spend(base_arena *arena, wyrm_cost work, uint64_t steps) BASE_SHARED(base_spend);

/* The same outside of a job. */
WYRM_API wyrm_status base_afford(wyrm_cost work, uint64_t steps, wyrm_error *error)
    BASE_SHARED(base_afford);

/* Ends what the arena holds. It can be used again. */
WYRM_API void base_release(base_arena *arena) BASE_SHARED(base_release);

/* A whole job with an arena of its own, which ends with it; *error, where there is one, says what
 * failed. */
WYRM_API wyrm_status base_do(void (*job)(base_arena *arena, void *context), void *context,
                             wyrm_error *error) BASE_SHARED(base_do);

/* Work of a job that is large, of which little is kept: a job with an arena of its own, which ends
 * with it, also where the memory runs out that `keeper` takes for what is kept. keeper->error says
 * what failed. */
WYRM_API wyrm_status base_apart(base_arena *keeper, void (*job)(base_arena *scratch, void *context),
                                void *context) BASE_SHARED(base_apart);

/* A job whose result outlives it: `make` fills *result, `size` zeroed bytes, out of an arena that
 * lives as long as that. *out, a pointer to what is made, is NULL where the job fails; else it is
 * the caller's, who ends it and all that it is made of with base_unmake (NULL is allowed). */
WYRM_API wyrm_status base_make(size_t size,
                               void (*make)(base_arena *arena, void *result, void *context),
                               void *context, void *out, wyrm_error *error) BASE_SHARED(base_make);
WYRM_API void base_unmake(void *result) BASE_SHARED(base_unmake);

/* ---- how far a job is ---- */

/* A part of a job, which begins at the share `from` of all of it. Who waits is told of the whole
 * job and not of its parts, each of which goes from 0 to 1 by itself. */
typedef struct base_part {
    bool (*progress)(double done, void *context); /* of the whole job; NULL: nobody waits */
    void *context;
    double from, share;
} base_part;

/* Tells how far the whole job is; `of` is the part, so that this is the part's own progress. False:
 * it is to stop. */
static inline bool base_tell_part(double done, void *of)
{
    const base_part *part = of;
    const double all = part->from + done * part->share;
    return part->progress == NULL || part->progress(all < 1 ? all : 1, part->context);
}

#endif
