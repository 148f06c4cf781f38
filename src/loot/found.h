/* What a room brings: how many items, and which categories they have together.
 *
 * Items have several categories each, and a room several items, so that the categories of a room
 * are not independent: healing and defense come in the same bottle, and where most rooms bring one
 * item at most, one category keeps the others out.
 */
#ifndef WYRM_SRC_LOOT_FOUND_H
#define WYRM_SRC_LOOT_FOUND_H

#include <wyrm/pmf.h>

/* ---- How many ---- */

/* One row a rule: name, key. How a most that is not whole is rounded (Catacombs of YARL, "How
 * Spawning Works"): at random, up with the probability of its fraction; or cut off, as whole games
 * do, and then never below 1. */
#define WYRM_ROUNDING_ROWS(row)                                                                    \
    row(WYRM_ROUNDING_RANDOM, "random") row(WYRM_ROUNDING_TRUNCATE, "truncate")

typedef enum wyrm_rounding {
#define WYRM_ROUNDING_ENUM(name, key) name,
    WYRM_ROUNDING_ROWS(WYRM_ROUNDING_ENUM)
#undef WYRM_ROUNDING_ENUM
        WYRM_ROUNDING_COUNT
} wyrm_rounding;

/* The keys in this order, then NULL: the choices of a row of a schema. */
extern const char *const wyrm_rounding_keys[WYRM_ROUNDING_COUNT + 1];

/* The number of items where each of 0..most is equally likely, `most` rounded by the rule. A most
 * that is not above 0 gives none with either rule; one above WYRM_ROOM_ITEMS_MAX counts as that.
 * Failures: as wyrm_pmf_mix. */
WYRM_MUST_CHECK wyrm_status wyrm_item_number(double most, wyrm_rounding rounding, wyrm_pmf **out,
                                             wyrm_error *error);

/* One draw of it. Draws nothing where `most` is not above 0; else one word for the number, seldom
 * more, and before it one to round at random, also where `most` is whole. */
int32_t wyrm_item_number_draw(double most, wyrm_rounding rounding, wyrm_rng *rng);

/* ---- Which ---- */

#define WYRM_FOUND_CATEGORIES_MAX 10

/* What may be drawn: its categories (bit i: category i) and its weight, finite and at least 0. */
typedef struct wyrm_found_item {
    unsigned categories;
    double weight;
} wyrm_found_item;

/* Fills out[1 << categories] with the probability that the items of a room have exactly the set of
 * categories between them, where `number` items are drawn independently by weight. Bits of other
 * categories do not count. What cannot be is exactly 0. Where nothing has a weight, no item is
 * drawn. WYRM_ERROR_ARGUMENT  more than WYRM_FOUND_CATEGORIES_MAX categories, a negative number of
 * items, a weight that is negative or not finite, weights whose sum is not finite */
WYRM_MUST_CHECK wyrm_status wyrm_found_sets(const wyrm_found_item *items, size_t count,
                                            const wyrm_pmf *number, size_t categories, double *out,
                                            wyrm_error *error);

#endif
