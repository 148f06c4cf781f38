/* The arena: a list of blocks, filled one after the other. */
#include "ruleset/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK   ((size_t)16 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)

struct wyrm_arena_block {
    struct wyrm_arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct wyrm_arena_block *add_block(wyrm_arena *arena, size_t needed)
{
    size_t size = FIRST_BLOCK;
    if (arena->blocks != NULL && arena->blocks->size < LARGEST_BLOCK)
        size = 2 * arena->blocks->size;
    else if (arena->blocks != NULL)
        size = LARGEST_BLOCK;
    if (size < needed)
        size = needed;
    struct wyrm_arena_block *block = calloc(1, sizeof *block + size);
    if (block == NULL)
        return NULL;
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *wyrm_arena_take(wyrm_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 4) / size)
        return NULL;
    const size_t unit = alignof(max_align_t);
    size_t bytes = (count * size + unit - 1) / unit * unit;
    struct wyrm_arena_block *block = arena->blocks;
    if (block == NULL || block->size - block->used < bytes)
        block = add_block(arena, bytes);
    if (block == NULL)
        return NULL;
    void *out = block->bytes + block->used;
    block->used += bytes;
    return out;
}

char *wyrm_arena_text(wyrm_arena *arena, const char *text, size_t length)
{
    char *copy = wyrm_arena_take(arena, length + 1, 1);
    if (copy != NULL && length != 0)
        memcpy(copy, text, length);
    return copy;
}

void *wyrm_arena_grow(wyrm_arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity == 0 ? 4 : 2 * *capacity;
    void *moved = wyrm_arena_take(arena, larger, size);
    if (moved == NULL)
        return NULL;
    if (count != 0)
        memcpy(moved, items, count * size);
    *capacity = larger;
    return moved;
}

void wyrm_arena_release(wyrm_arena *arena)
{
    while (arena->blocks != NULL) {
        struct wyrm_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        free(block);
    }
}
