/* All allocation of memory, and the arena of a job.
 *
 * The caller's functions are the only thing that the library keeps for the whole process, as memory
 * is allocated in places that no argument reaches (a text that grows, the list of errors itself).
 *
 * An arena is a list of blocks, each twice as large as the one before, filled one after another,
 * and a list of other things that are released with it. A failure leaves a job by longjmp, as in
 * Lua, so that the code between the job's start and the failure need not pass it on. */
#include "base/arena.h"
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/memory.h>

#define FIRST_BLOCK   ((size_t)2 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)

static const wyrm_error no_memory = {.code = WYRM_ERROR_MEMORY, .message = "out of memory"};

/* The caller's functions; allocate == NULL: malloc and its like. */
static wyrm_memory memory;

void wyrm_memory_set(const wyrm_memory *set)
{
    memory = set != NULL ? *set : (wyrm_memory){.allocate = NULL};
}

#define WORK_TEXT(name, what, keys) [name] = {what, keys},
static const char *const works[WYRM_COST_COUNT][2] = {WYRM_COST_ROWS(WORK_TEXT)};
#undef WORK_TEXT

const char *wyrm_cost_text(wyrm_cost work)
{
    return works[work][0];
}

const char *wyrm_cost_keys(wyrm_cost work)
{
    return works[work][1];
}

bool base_may_spend(wyrm_cost work, uint64_t steps)
{
    return memory.spend == NULL || memory.spend(work, steps, memory.context);
}

void base_play(bool begins)
{
    if (memory.play != NULL)
        memory.play(begins, memory.context);
}

void *base_allocate(size_t size)
{
    size = size > 0 ? size : 1;
    return memory.allocate != NULL ? memory.allocate(size, memory.context) : malloc(size);
}

/* Prefers calloc, which knows which pages are zero already. */
void *base_zeroed(size_t count, size_t size)
{
    if (memory.allocate == NULL)
        return calloc(count > 0 ? count : 1, size);
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *block = base_allocate(count * size);
    return block != NULL ? memset(block, 0, count * size) : NULL;
}

void *base_resize(void *block, size_t size)
{
    if (block == NULL)
        return base_allocate(size);
    size = size > 0 ? size : 1;
    return memory.allocate != NULL ? memory.resize(block, size, memory.context)
                                   : realloc(block, size);
}

void wyrm_free(void *block)
{
    if (block == NULL || memory.allocate == NULL)
        free(block);
    else
        memory.release(block, memory.context);
}

struct base_block {
    struct base_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

struct base_kept {
    struct base_kept *next;
    void *thing;
    base_ending *release;
};

void base_fail(base_arena *arena, wyrm_status status)
{
    /* what has no error to say it in, such as wyrm_errors_new, is short of memory, too */
    if (status == WYRM_ERROR_MEMORY && arena->error.code != status)
        arena->error = no_memory;
    arena->failed = status;
    longjmp(*arena->end, 1);
}

void base_must(base_arena *arena, wyrm_status status)
{
    if (status != WYRM_OK)
        base_fail(arena, status);
}

static void *out_of_memory(base_arena *arena)
{
    if (arena->end == NULL)
        return NULL;
    arena->error = no_memory;
    base_fail(arena, WYRM_ERROR_MEMORY);
}

void *base_take(base_arena *arena, size_t count, size_t size)
{
    /* At most a quarter of the address space: rounding up and the head of a block cannot
     * overflow. */
    if (size != 0 && count > (SIZE_MAX / 4) / size)
        return out_of_memory(arena);
    const size_t unit = alignof(max_align_t);
    size_t bytes = (count * size + unit - 1) / unit * unit;
    struct base_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < bytes) {
        size_t room = block == NULL ? FIRST_BLOCK : 2 * block->size;
        room = room < LARGEST_BLOCK ? room : LARGEST_BLOCK;
        room = room < bytes ? bytes : room;
        block = base_zeroed(1, sizeof *block + room);
        if (block == NULL)
            return out_of_memory(arena);
        block->size = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *out = block->bytes + block->used;
    block->used += bytes;
    return out;
}

char *base_text(base_arena *arena, const char *text, size_t length)
{
    char *copy = base_take(arena, length + 1, 1);
    if (copy != NULL && length != 0)
        memcpy(copy, text, length);
    return copy;
}

const char *base_say_list(base_arena *arena, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = base_take(arena, size, 1);
    if (text != NULL)
        vsnprintf(text, size, format, list);
    return text;
}

const char *base_say(base_arena *arena, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = base_say_list(arena, format, list);
    va_end(list);
    return text;
}

void *base_grow(base_arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity == 0 ? 4 : 2 * *capacity;
    void *moved = base_take(arena, larger, size);
    if (moved == NULL)
        return NULL;
    if (count != 0)
        memcpy(moved, items, count * size);
    *capacity = larger;
    return moved;
}

void base_keep_any(base_arena *arena, void *thing, base_ending *release)
{
    struct base_kept *kept = base_zeroed(1, sizeof *kept);
    if (kept == NULL) {
        release(thing);
        (void)out_of_memory(arena);
        return;
    }
    *kept = (struct base_kept){arena->kept, thing, release};
    arena->kept = kept;
}

wyrm_status base_run(base_arena *arena, void (*job)(base_arena *arena, void *context),
                     void *context)
{
    /* Jobs may be nested. After a jump only what is in memory has a value, not a local variable
     * that changed since setjmp (C11, 7.13.2.1): so the status travels in the arena. */
    jmp_buf end, *before = arena->end;
    arena->end = &end;
    arena->failed = WYRM_OK;
    if (setjmp(end) == 0)
        job(arena, context);
    wyrm_status failed = arena->failed;
    arena->end = before;
    arena->failed = WYRM_OK; /* a job around it goes on */
    return failed;
}

void base_release(base_arena *arena)
{
    while (arena->kept != NULL) {
        struct base_kept *kept = arena->kept;
        arena->kept = kept->next;
        kept->release(kept->thing);
        wyrm_free(kept);
    }
    while (arena->blocks != NULL) {
        struct base_block *block = arena->blocks;
        arena->blocks = block->next;
        wyrm_free(block);
    }
}

wyrm_status base_told(const base_arena *arena, wyrm_status status, wyrm_error *error)
{
    if (status != WYRM_OK && error != NULL)
        *error = arena->error;
    return status;
}

wyrm_status base_do(void (*job)(base_arena *arena, void *context), void *context, wyrm_error *error)
{
    base_arena arena = {0};
    wyrm_status status = base_told(&arena, base_run(&arena, job, context), error);
    base_release(&arena);
    return status;
}

/* A failure of the keeper must come back to base_apart, too, where the scratch arena is known. */
typedef struct apart {
    base_arena scratch;
    void (*job)(base_arena *scratch, void *context);
    void *context;
} apart;

static void run_apart(base_arena *keeper, void *context)
{
    apart *of = context;
    const wyrm_status status = base_run(&of->scratch, of->job, of->context);
    base_must(keeper, base_told(&of->scratch, status, &keeper->error));
}

wyrm_status base_apart(base_arena *keeper, void (*job)(base_arena *scratch, void *context),
                       void *context)
{
    apart of = {.job = job, .context = context};
    const wyrm_status status = base_run(keeper, run_apart, &of);
    base_release(&of.scratch);
    return status;
}

/* A result, behind the arena that it is made of. */
typedef struct made {
    base_arena arena;
    void (*make)(base_arena *arena, void *result, void *context);
    void *context;
    alignas(max_align_t) unsigned char result[];
} made;

static void make_result(base_arena *arena, void *context)
{
    made *one = context;
    one->make(arena, one->result, one->context);
}

wyrm_status base_make(size_t size, void (*make)(base_arena *arena, void *result, void *context),
                      void *context, void *out, wyrm_error *error)
{
    made *one = base_zeroed(1, sizeof *one + size);
    void *result = one != NULL ? one->result : NULL;
    wyrm_status status = WYRM_ERROR_MEMORY;
    if (one != NULL) {
        one->make = make;
        one->context = context;
        status = base_run(&one->arena, make_result, one);
    }
    if (status != WYRM_OK) {
        if (error != NULL)
            *error = one != NULL ? one->arena.error : no_memory;
        base_unmake(result);
        result = NULL;
    }
    memcpy(out, &result, sizeof result);
    return status;
}

void base_unmake(void *result)
{
    if (result == NULL)
        return;
    made *one = (made *)((uintptr_t)result - offsetof(made, result));
    base_release(&one->arena);
    wyrm_free(one);
}
