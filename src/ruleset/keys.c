/* A list of names with a hash table beside it once a scan would be slow. */
#include "ruleset/internal.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- the region: a list of blocks, filled one after the other ---- */

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

#define FEW_KEYS 12

static size_t first_slot(const wyrm_keys *keys, const char *name)
{
    return (size_t)XXH3_64bits(name, strlen(name)) & (keys->slot_count - 1);
}

static void put_in_slot(wyrm_keys *keys, size_t index)
{
    size_t slot = first_slot(keys, keys->names[index]);
    while (keys->slots[slot] != 0)
        slot = (slot + 1) & (keys->slot_count - 1);
    keys->slots[slot] = (uint32_t)index + 1;
}

/* Keeps the table at most half full; its size is a power of two. */
static bool make_slots(wyrm_keys *keys, wyrm_region *region)
{
    size_t wanted = 32;
    while (wanted < 4 * keys->count)
        wanted *= 2;
    uint32_t *slots = wyrm_region_take(region, wanted, sizeof *slots);
    if (slots == NULL)
        return false;
    keys->slots = slots;
    keys->slot_count = wanted;
    for (size_t i = 0; i < keys->count; i++)
        put_in_slot(keys, i);
    return true;
}

size_t wyrm_keys_find(const wyrm_keys *keys, const char *name)
{
    if (keys->slots == NULL) {
        for (size_t i = 0; i < keys->count; i++)
            if (strcmp(keys->names[i], name) == 0)
                return i;
        return WYRM_KEYS_NONE;
    }
    for (size_t slot = first_slot(keys, name); keys->slots[slot] != 0;
         slot = (slot + 1) & (keys->slot_count - 1))
        if (strcmp(keys->names[keys->slots[slot] - 1], name) == 0)
            return keys->slots[slot] - 1;
    return WYRM_KEYS_NONE;
}

bool wyrm_keys_add(wyrm_keys *keys, wyrm_region *region, const char *name)
{
    const char **names =
        wyrm_region_grow(region, keys->names, keys->count, &keys->capacity, sizeof *names);
    if (names == NULL)
        return false;
    keys->names = names;
    keys->names[keys->count++] = name;
    if (keys->slots == NULL ? keys->count <= FEW_KEYS : 2 * keys->count <= keys->slot_count) {
        if (keys->slots != NULL)
            put_in_slot(keys, keys->count - 1);
        return true;
    }
    return make_slots(keys, region);
}
