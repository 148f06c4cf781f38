/* The region: a list of blocks, filled one after the other. */
#include "ruleset/region.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK   ((size_t)16 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)

struct wyrm_region_block {
    struct wyrm_region_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct wyrm_region_block *add_block(wyrm_region *region, size_t needed)
{
    size_t size = FIRST_BLOCK;
    if (region->blocks != NULL && region->blocks->size < LARGEST_BLOCK)
        size = 2 * region->blocks->size;
    else if (region->blocks != NULL)
        size = LARGEST_BLOCK;
    if (size < needed)
        size = needed;
    struct wyrm_region_block *block = calloc(1, sizeof *block + size);
    if (block == NULL)
        return NULL;
    block->size = size;
    block->next = region->blocks;
    region->blocks = block;
    return block;
}

void *wyrm_region_take(wyrm_region *region, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 4) / size)
        return NULL;
    const size_t unit = alignof(max_align_t);
    size_t bytes = (count * size + unit - 1) / unit * unit;
    struct wyrm_region_block *block = region->blocks;
    if (block == NULL || block->size - block->used < bytes)
        block = add_block(region, bytes);
    if (block == NULL)
        return NULL;
    void *out = block->bytes + block->used;
    block->used += bytes;
    return out;
}

char *wyrm_region_text(wyrm_region *region, const char *text, size_t length)
{
    char *copy = wyrm_region_take(region, length + 1, 1);
    if (copy != NULL && length != 0)
        memcpy(copy, text, length);
    return copy;
}

void *wyrm_region_grow(wyrm_region *region, void *items, size_t count, size_t *capacity,
                       size_t size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity == 0 ? 4 : 2 * *capacity;
    void *moved = wyrm_region_take(region, larger, size);
    if (moved == NULL)
        return NULL;
    if (count != 0)
        memcpy(moved, items, count * size);
    *capacity = larger;
    return moved;
}

void wyrm_region_release(wyrm_region *region)
{
    while (region->blocks != NULL) {
        struct wyrm_region_block *block = region->blocks;
        region->blocks = block->next;
        free(block);
    }
}
