/* Loot by bands of depths, as read from a ruleset: what the drawing of rooms needs. */
#ifndef WYRM_SRC_LOOT_BANDED_H
#define WYRM_SRC_LOOT_BANDED_H

#include "loot/found.h"
#include "loot/kinds.h"

/* The most items of a room by chance: one place is left for what pity gives. */
#define WYRM_BANDED_ITEMS_MAX (WYRM_ROOM_ITEMS_MAX - 1)

#define WYRM_BANDED_EXTRA_MAX 4

/* Items that rooms of a role have besides: the sum of so many numbers, each uniform. */
typedef struct wyrm_banded_extra {
    size_t count;
    int32_t least[WYRM_BANDED_EXTRA_MAX], most[WYRM_BANDED_EXTRA_MAX];
} wyrm_banded_extra;

/* What can be found in a band. */
typedef struct wyrm_banded_band {
    double density;
    wyrm_pmf *found; /* of kinds; NULL: nothing is found there */
    wyrm_alias *draw;
    wyrm_pmf *given[WYRM_PITY_MAX]; /* of kinds, by pity category; NULL: there is nothing to give */
    wyrm_alias *give[WYRM_PITY_MAX];
    unsigned can_give;
} wyrm_banded_band;

typedef struct wyrm_banded {
    wyrm_kinds kinds;
    wyrm_bands bands;
    wyrm_room_rules roles;
    wyrm_rounding rounding;
    const wyrm_value *most[WYRM_LOOT_MODES_MAX]; /* items of a room, by depth, in each mode */
    const char *modes[WYRM_LOOT_MODES_MAX];
    const char *categories[WYRM_LOOT_CATEGORIES_MAX];
    uint64_t *kind_categories;
    wyrm_pity_rules pity;
    wyrm_banded_extra extra[WYRM_ROOM_ROLE_COUNT];
    wyrm_banded_band by_band[WYRM_BANDS_MAX];
    wyrm_loot_facts facts;
} wyrm_banded;

/* The rows of the model, and what it adds to items, weapons and armors. */
extern const wyrm_field wyrm_banded_rows[];
extern const wyrm_extension wyrm_banded_extensions[];

/* Reads all. *state is all 0; wyrm_banded_release also after a failure.
 * WYRM_ERROR_RULESET  a band, category, mode or role that there is not, a weight that changes with
 *                     depth, too many items for a room (positions in `errors`)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_banded_read(const wyrm_ruleset *ruleset,
                                             const wyrm_value *parameters, wyrm_banded *state,
                                             wyrm_errors *errors);
void wyrm_banded_release(wyrm_banded *state);

/* The parts of it, in this order. The categories of the ruleset and of every kind; the rules of
 * pity; what can be found and given in each band. */
WYRM_MUST_CHECK wyrm_status wyrm_banded_read_categories(const wyrm_ruleset *ruleset,
                                                        const wyrm_value *parameters,
                                                        wyrm_banded *state, wyrm_errors *errors);
WYRM_MUST_CHECK wyrm_status wyrm_banded_read_pity(const wyrm_ruleset *ruleset,
                                                  const wyrm_value *pity, wyrm_banded *state,
                                                  wyrm_errors *errors);
WYRM_MUST_CHECK wyrm_status wyrm_banded_read_weights(const wyrm_ruleset *ruleset,
                                                     const wyrm_value *parameters,
                                                     wyrm_banded *state, wyrm_errors *errors);

/* The index of a category, or -1. */
int wyrm_banded_category(const wyrm_banded *state, const char *name);

/* Adds the error that no band, category ... is called `name`, with the nearest as a hint. */
wyrm_status wyrm_banded_fail_unknown(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                     wyrm_errors *errors, const char *what, const char *name,
                                     const char *const *candidates, size_t count);
/* The same where a key of a map is no band of the ruleset; WYRM_OK where all are. */
WYRM_MUST_CHECK wyrm_status wyrm_banded_check_bands(const wyrm_ruleset *ruleset,
                                                    const wyrm_banded *state, const wyrm_value *map,
                                                    wyrm_errors *errors);

#endif
