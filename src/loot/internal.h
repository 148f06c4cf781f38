#ifndef WYRM_SRC_LOOT_INTERNAL_H
#define WYRM_SRC_LOOT_INTERNAL_H

#include <wyrm/effect.h>
#include <wyrm/loot.h>
#include <wyrm/pity.h>
#include <wyrm/pmf.h>

/* The rows of the effects of items, and their check. */

extern const wyrm_field wyrm_effect_rows[];

/* Reports every item whose effect lacks a key that its kind needs, or has one that it does not
 * know: WYRM_ERROR_RULESET. */
wyrm_status wyrm_effects_check(const wyrm_ruleset *ruleset, wyrm_errors *errors);

/* Reports every item that strengthens what the combat model does not have: WYRM_ERROR_RULESET. */
wyrm_status wyrm_effects_check_stats(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                                     wyrm_errors *errors);

/* The table of loot models, and the rows of the section `items`. */

/* A loot model: one file, one line in the table of loot.c. Members are as the functions of
 * <wyrm/loot.h> that are named like them, without pity, which the loot adds. They draw from *rng,
 * or from streams of the seed and run of *context. */
typedef struct wyrm_loot_model {
    wyrm_model model;
    /* Makes *state of the model's section; the loot owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    size_t (*kinds)(const void *state, const wyrm_item_kind **out);
    size_t (*room)(const void *state, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items);
    size_t (*guaranteed)(const void *state, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items); /* NULL: nothing is certain */

    /* NULL: no modes, no categories, no pity. */
    const wyrm_loot_facts *(*facts)(const void *state);
    /* The two of exact analysis: how many items a room gets by chance, and the chance of every kind
     * for each of them (all 0: there are none). NULL where items of a room are not drawn one like
     * the other. */
    wyrm_status (*number)(const void *state, const wyrm_loot_context *context, int32_t room,
                          wyrm_pmf **out, wyrm_error *error);
    void (*shares)(const void *state, const wyrm_loot_context *context, double *shares);
    /* With facts that have pity: whether it works in this room, the item of a category, and the
     * chance of every kind to be that item (all 0: there is none to give). */
    bool (*has_pity)(const void *state, const wyrm_loot_context *context);
    int32_t (*pity_kind)(const void *state, const wyrm_loot_context *context, size_t category,
                         wyrm_rng *rng); /* only asked where there is one */
    void (*pity_shares)(const void *state, const wyrm_loot_context *context, size_t category,
                        double *shares);
    /* Bit i: there is an item of pity category i to give; *band becomes the band of the depth. */
    unsigned (*can_give)(const void *state, const wyrm_loot_context *context, size_t *band);
} wyrm_loot_model;

extern const wyrm_loot_model wyrm_loot_banded;
extern const wyrm_loot_model wyrm_loot_scatter;
extern const wyrm_loot_model wyrm_loot_tables;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_loot_model_table[];

/* The element of the map `items`, then WYRM_KIND_END. */
extern const wyrm_field wyrm_item_element[2];

/* The section `items` as an initializer, for constant tables of sections. */
#define WYRM_ITEMS_SECTION                                                                         \
    {                                                                                              \
        .field = {.name = "items",                                                                 \
                  .kind = WYRM_KIND_MAP,                                                           \
                  .fallback = "{}",                                                                \
                  .fields = wyrm_item_element,                                                     \
                  .summary = "what lies about besides weapons and armor, by name"},                \
    }

/* What the files behind wyrm/loot.h share. */

struct wyrm_loot {
    const wyrm_loot_model *model;
    void *state;
};

/* The pity categories of a kind, bit i: category i; facts->pity must not be NULL. */
unsigned wyrm_loot_pity_set(const wyrm_loot_facts *facts, size_t kind);

/* The kinds of items of a ruleset: its items, then its weapons, then its armors. */

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

/* What a room brings: how many items, and which categories they have together.
 *
 * Items have several categories each, and a room several items, so that the categories of a room
 * are not independent: healing and defense come in the same bottle, and where most rooms bring one
 * item at most, one category keeps the others out.
 */

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

/* Loot by bands of depths, as read from a ruleset: what the drawing of rooms needs. */

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

/* What the rules of pity and their exact analysis share. */

/* Above every counter, which saturates at UINT16_MAX. */
#define WYRM_PITY_NEVER ((uint32_t)UINT16_MAX + 2)

/* The counter from which on a category is due in a band, or WYRM_PITY_NEVER. */
uint32_t wyrm_pity_due_from(const wyrm_pity_rules *rules, size_t band, size_t category);

/* Where the counters of pity may stand: a probability for every combination of them that can be
 * reached, and what one room makes of it.
 *
 * The table is a box: for every category the counters from 0 to the greatest that has a
 * probability, so that what cannot be reached costs nothing. Categories that a ruleset does not
 * have are one wide.
 */

typedef struct wyrm_pity_states {
    /* Counters with a place in the table, the last category's together. */
    size_t size[WYRM_PITY_MAX];
    size_t used[WYRM_PITY_MAX]; /* counters from here on have the probability 0; at most size */
    double *mass;
    size_t capacity;
} wyrm_pity_states;

/* What holds in the rooms of a depth. */
typedef struct wyrm_pity_room {
    size_t count;                     /* categories */
    uint32_t cap[WYRM_PITY_MAX];      /* counters stop here; 0 of categories that there are not */
    uint32_t due[WYRM_PITY_MAX];      /* gives from here on; WYRM_PITY_NEVER: not, or has nothing */
    double found[1 << WYRM_PITY_MAX]; /* chance of each set of categories */
} wyrm_pity_room;

/* Of every category, the chance of each counter; the last is of at least WYRM_DROUGHT_MAX. */
typedef double wyrm_pity_counters[WYRM_PITY_MAX][WYRM_DROUGHT_MAX + 1];

/* All below that can fail: WYRM_ERROR_MEMORY, WYRM_ERROR_LIMIT (more than WYRM_PITY_STATES_MAX). */

/* Certainty (times `mass`) of these counters. {0} is a table to start from. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_point(wyrm_pity_states *states,
                                                   const uint32_t counters[WYRM_PITY_MAX],
                                                   double mass, wyrm_error *error);
void wyrm_pity_states_free(wyrm_pity_states *states);

/* Probability 0 everywhere; keeps the memory. */
void wyrm_pity_states_clear(wyrm_pity_states *states);

/* Adds `weight` times `from`. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_add(wyrm_pity_states *to, const wyrm_pity_states *from,
                                                 double weight, wyrm_error *error);

/* Goes through one room: *to becomes what is reached from `from`, and given[i] the chance that
 * category i gives an item there. */
WYRM_MUST_CHECK wyrm_status wyrm_pity_states_step(const wyrm_pity_states *from,
                                                  const wyrm_pity_room *room, wyrm_pity_states *to,
                                                  double given[WYRM_PITY_MAX], wyrm_error *error);

/* Fills `out` and tightens the box to what has a probability. */
void wyrm_pity_states_counters(wyrm_pity_states *states, wyrm_pity_counters out);

/* Takes out the states in which the counter of a category is 0; returns their probability. */
double wyrm_pity_states_take_zero(wyrm_pity_states *states, size_t category);

#endif
