/* The memory that the library works in, and how much it may work.
 *
 * A game that keeps its own heap, or counts what its parts use, hands the library three functions
 * before it calls anything else. From then on every block that libwyrm and libwyrm-bench take, keep
 * or give to their caller comes from them; what SQLite, jansson and libyaml take for themselves is
 * theirs to say. This is the one setting of the process: it is kept by the library itself, as
 * SQLite and jansson keep theirs, so that no call needs one more argument.
 */
#ifndef WYRM_MEMORY_H
#define WYRM_MEMORY_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What work is counted as: name, what it is, and the keys of a ruleset that make it much. */
#define WYRM_COST_ROWS(X)                                                                          \
    X(WYRM_COST_FIGHTS, "fights followed blow by blow", "hit points, damage, conditions, levels")  \
    X(WYRM_COST_SUMS, "random amounts", "hit points, dice, damage, weights, counts")               \
    X(WYRM_COST_FLOORS, "what floors bring", "groups, items, weights, counts, depths")             \
    X(WYRM_COST_SCRIPTS, "scripts", "draws, loops, counts")                                        \
    X(WYRM_COST_GAMES, "games played", "hit points, monsters, limits of turns")

typedef enum wyrm_cost {
#define WYRM_COST_ITEM(name, what, keys) name,
    WYRM_COST_ROWS(WYRM_COST_ITEM)
#undef WYRM_COST_ITEM
        WYRM_COST_COUNT
} wyrm_cost;

/* "fights followed blow by blow", and the keys. */
WYRM_API const char *wyrm_cost_text(wyrm_cost work);
WYRM_API const char *wyrm_cost_keys(wyrm_cost work);

typedef struct wyrm_memory {
    /* `size` bytes, at least 1, aligned for any type; NULL: out of memory. */
    void *(*allocate)(size_t size, void *context);
    /* The block moved to one of `size` bytes, its beginning kept, the old one gone; NULL: out of
     * memory, and the block stands as it was. */
    void *(*resize)(void *block, size_t size, void *context);
    /* Gives a block back; never called with NULL. */
    void (*release)(void *block, void *context);
    /* Told of work, counted and not timed, before or soon after it is done: additions and
     * multiplications, more or less, a billion of which take about a second. False: it has been
     * enough, and what is worked out ends with WYRM_ERROR_LIMIT. NULL: there is no limit. */
    bool (*spend)(wyrm_cost work, uint64_t steps, void *context);
    void *context; /* handed to each of them */
    /* Told by a thread that begins a run of the library's own engine, and again as it ends: what
     * the thread spends in between, such as fights that a bot thinks through, is part of the run.
     * NULL: nobody asks. */
    void (*play)(bool begins, void *context);
} wyrm_memory;

/* Uses *memory (copied) from now on; NULL: malloc, realloc and free, as at the start. To be called
 * while the library holds no block, by one thread, before any other thread calls the library; the
 * functions are then called by every thread that does. The first three come together: where
 * `allocate` is NULL memory comes from malloc, and only work and runs are told of. */
WYRM_API void wyrm_memory_set(const wyrm_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
