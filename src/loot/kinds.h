/* The kinds of items of a ruleset: its items, then its weapons, then its armors. */
#ifndef WYRM_SRC_LOOT_KINDS_H
#define WYRM_SRC_LOOT_KINDS_H

#include <wyrm/loot.h>

/* Where the kinds of a class that stand together begin, and how many they are. */
typedef struct wyrm_kind_span {
    int32_t first, count;
} wyrm_kind_span;

/* A kind of class consumable, and the table of its weight by depth. */
typedef struct wyrm_consumable {
    int32_t kind;
    const wyrm_value *weight;
} wyrm_consumable;

typedef struct wyrm_kinds {
    wyrm_item_kind *rows;
    size_t count;
    char *titles; /* backs the titles made from keys */
    wyrm_kind_span weapons, armors;
    int32_t ration; /* the first of class ration, or -1 */
    wyrm_consumable *consumables;
    size_t consumable_count;
} wyrm_kinds;

/* Reads the sections items, weapons and armors. wyrm_kinds_release also after a failure.
 * WYRM_ERROR_RULESET  a glyph that is not one printable ASCII character
 * WYRM_ERROR_MEMORY   out of memory */
wyrm_status wyrm_kinds_read(const wyrm_ruleset *ruleset, wyrm_kinds *out, wyrm_errors *errors);
void wyrm_kinds_release(wyrm_kinds *kinds);

/* The index of a consumable drawn by its weight at a depth, or -1 where all weigh nothing there:
 * one wyrm_rng_real. */
int32_t wyrm_kinds_consumable(const wyrm_kinds *kinds, int32_t depth, wyrm_rng *rng);

#endif
