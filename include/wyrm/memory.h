/* The memory that the library uses, and limits to its work.
 *
 * A game with a heap of its own, or one that counts what its parts use, passes the library three
 * functions before calling anything else. From then on every block of libwyrm and libwyrm-bench,
 * including those returned to the caller, comes from them; SQLite, jansson and libyaml have
 * settings of their own. This is the one setting for the whole process: the library keeps it
 * itself, as SQLite and jansson keep theirs, so that no call needs one more argument.
 */
#ifndef WYRM_MEMORY_H
#define WYRM_MEMORY_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of work that are counted: name, description, and the keys of a ruleset that make it
 * large. */
#define WYRM_COST_ROWS(X)                                                                          \
    X(WYRM_COST_FIGHTS, "fights followed blow by blow", "hit points, damage, conditions, levels")  \
    X(WYRM_COST_SUMS, "random amounts", "hit points, dice, damage, weights, counts")               \
    X(WYRM_COST_FLOORS, "what floors bring", "groups, items, weights, counts, depths")             \
    X(WYRM_COST_SCRIPTS, "scripts", "draws, loops, and what they look at in fights: hp, counters") \
    X(WYRM_COST_GAMES, "games played", "hit points, monsters, limits of turns")

typedef enum wyrm_cost {
#define WYRM_COST_ITEM(name, what, keys) name,
    WYRM_COST_ROWS(WYRM_COST_ITEM)
#undef WYRM_COST_ITEM
        WYRM_COST_COUNT
} wyrm_cost;

/* "fights followed blow by blow", and the keys that make it large. Static texts. */
WYRM_API const char *wyrm_cost_text(wyrm_cost work);
WYRM_API const char *wyrm_cost_keys(wyrm_cost work);

typedef struct wyrm_memory {
    /* Allocates `size` bytes, at least 1, aligned for any type; NULL: out of memory. */
    void *(*allocate)(size_t size, void *context);
    /* Resizes a block to `size` bytes, keeping its beginning; it may move. NULL: out of memory, and
     * the block is unchanged. */
    void *(*resize)(void *block, size_t size, void *context);
    /* Frees a block; never called with NULL. */
    void (*release)(void *block, void *context);
    /* Called with work before or soon after it is done, counted and not timed: additions and
     * multiplications, roughly, of which a billion take about a second. False stops the computation
     * with WYRM_ERROR_LIMIT. NULL: there is no limit. */
    bool (*spend)(wyrm_cost work, uint64_t steps, void *context);
    void *context; /* passed to each of them */
    /* Called by a thread that begins a run of the library's own engine, and again when it ends:
     * work that the thread does in between, such as fights that a bot thinks through, belongs to
     * the run. NULL: not called. */
    void (*play)(bool begins, void *context);
} wyrm_memory;

/* Uses *memory (copied) from now on; NULL: malloc, realloc and free, as at the start. To be called
 * while the library holds no block, by one thread, before any other thread calls the library; the
 * functions are then called by every thread that uses it. The first three are set together: if
 * `allocate` is NULL memory comes from malloc, and only `spend` and `play` are used. */
WYRM_API void wyrm_memory_set(const wyrm_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
