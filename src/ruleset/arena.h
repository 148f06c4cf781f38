/* An arena: memory that lives and dies as one. A ruleset, its sources and all its values are one.
 */
#ifndef WYRM_RULESET_ARENA_H
#define WYRM_RULESET_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct wyrm_arena {
    struct wyrm_arena_block *blocks;
} wyrm_arena;

/* count * size zeroed bytes, aligned for any type; NULL where out of memory. A count of 0 gives a
 * valid pointer to nothing. */
void *wyrm_arena_take(wyrm_arena *arena, size_t count, size_t size);

/* A copy of text[length], ended by a NUL; NULL where out of memory. */
char *wyrm_arena_text(wyrm_arena *arena, const char *text, size_t length);

/* Makes room for one more of the *capacity items of `size` bytes at `items` that hold `count`:
 * returns the items, moved where they had to grow, or NULL where out of memory. */
void *wyrm_arena_grow(wyrm_arena *arena, void *items, size_t count, size_t *capacity, size_t size);

void wyrm_arena_release(wyrm_arena *arena);

#endif
