/* Dead content: what a ruleset describes and nobody ever meets, finds or uses. */
#ifndef WYRM_SRC_DOSSIER_DEAD_H
#define WYRM_SRC_DOSSIER_DEAD_H

#include "dossier/dossier.h"

/* What is dead about it: key for scripts, what it is of, words. */
/* clang-format off */
#define WYRM_DEAD_ROWS(row)                                                                        \
    row(WYRM_DEAD_ABSENT, "monster_never_comes", "Monsters that no room can bring")                \
    row(WYRM_DEAD_UNMET, "monster_never_met", "Monsters that nobody met")                          \
    row(WYRM_DEAD_UNFINDABLE, "item_never_comes", "Items that no room can bring")                  \
    row(WYRM_DEAD_UNSEEN, "item_never_lay", "Items that lay on no map that was entered")           \
    row(WYRM_DEAD_UNTAKEN, "item_never_found", "Items that were never picked up")                  \
    row(WYRM_DEAD_UNUSED, "item_never_used", "Items that were found and never used")
/* clang-format on */

typedef enum wyrm_death {
#define WYRM_DEAD_ENUM(name, key, words) name,
    WYRM_DEAD_ROWS(WYRM_DEAD_ENUM)
#undef WYRM_DEAD_ENUM
        WYRM_DEAD_COUNT
} wyrm_death;

const char *wyrm_dead_key(wyrm_death death);   /* static text */
const char *wyrm_dead_words(wyrm_death death); /* likewise */

typedef struct wyrm_dead_thing {
    wyrm_death death;
    const char *name, *title; /* live as long as the ruleset */
} wyrm_dead_thing;

typedef struct wyrm_dead {
    uint64_t runs;          /* of all bots together */
    size_t monsters, items; /* of the ruleset */
    size_t count;
    wyrm_dead_thing *things; /* owned; by death, then in the order of the ruleset */
} wyrm_dead;

/* Of the first side; *out is to be released in every case. WYRM_ERROR_MEMORY: out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_dead_find(const wyrm_dossier *dossier, wyrm_dead *out,
                                           wyrm_error *error);
void wyrm_dead_release(wyrm_dead *dead);

size_t wyrm_dead_count(const wyrm_dead *dead, wyrm_death death);

#endif
