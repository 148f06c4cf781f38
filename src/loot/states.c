/* States of a chain, found by a hash: equal ones are one. */
#include <string.h>
#include "loot/internal.h"

static size_t slot_of(const loot_states *in, const uint16_t *counts)
{
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < in->width; i++)
        h = (h ^ counts[i]) * 0xD6E8FEB86659FD93u;
    return (h ^ h >> 32) & (2 * in->capacity - 1);
}

static void grow(base_arena *arena, loot_states *in)
{
    const loot_states before = *in;
    in->capacity = before.capacity > 0 ? 2 * before.capacity : 256;
    in->counts = base_array(arena, uint16_t, in->capacity * in->width);
    in->mass = base_array(arena, double, in->capacity);
    in->slots = base_array(arena, uint32_t, 2 * in->capacity);
    if (before.count > 0) {
        memcpy(in->counts, before.counts, before.count * in->width * sizeof *in->counts);
        memcpy(in->mass, before.mass, before.count * sizeof *in->mass);
    }
    for (size_t i = 0; i < in->count; i++) {
        size_t slot = slot_of(in, in->counts + i * in->width);
        while (in->slots[slot] != 0)
            slot = (slot + 1) & (2 * in->capacity - 1);
        in->slots[slot] = (uint32_t)i + 1;
    }
}

size_t loot_states_find(base_arena *arena, loot_states *in, const uint16_t *counts)
{
    const size_t bytes = in->width * sizeof *counts;
    if (in->count == in->capacity)
        grow(arena, in);
    size_t slot = slot_of(in, counts);
    for (; in->slots[slot] != 0; slot = (slot + 1) & (2 * in->capacity - 1)) {
        const size_t i = in->slots[slot] - 1;
        if (memcmp(in->counts + i * in->width, counts, bytes) == 0)
            return i;
    }
    if (in->count == in->most)
        base_refuse(arena, WYRM_ERROR_LIMIT, "what came before can stand in more than %zu ways",
                    in->most);
    memcpy(in->counts + in->count * in->width, counts, bytes);
    in->mass[in->count] = 0;
    in->slots[slot] = (uint32_t)++in->count;
    return in->count - 1;
}

void loot_states_clear(loot_states *in)
{
    if (in->count > 0)
        memset(in->slots, 0, 2 * in->capacity * sizeof *in->slots);
    in->count = 0;
}
