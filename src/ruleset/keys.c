/* A list of names with a hash table beside it once a scan would be slow. */
#include "ruleset/internal.h"

#include <stdint.h>
#include <string.h>
#include <xxhash.h>

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
static bool make_slots(wyrm_keys *keys, base_arena *arena)
{
    size_t wanted = 32;
    while (wanted < 4 * keys->count)
        wanted *= 2;
    uint32_t *slots = base_take(arena, wanted, sizeof *slots);
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

bool wyrm_keys_add(wyrm_keys *keys, base_arena *arena, const char *name)
{
    const char **names = base_grow(arena, keys->names, keys->count, &keys->capacity, sizeof *names);
    if (names == NULL)
        return false;
    keys->names = names;
    keys->names[keys->count++] = name;
    if (keys->slots == NULL ? keys->count <= FEW_KEYS : 2 * keys->count <= keys->slot_count) {
        if (keys->slots != NULL)
            put_in_slot(keys, keys->count - 1);
        return true;
    }
    return make_slots(keys, arena);
}
