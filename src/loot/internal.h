/* What the files of this folder share: effects of items, the loot models and their kinds of items,
 * the two distributions that the items of a room come from, and when pity is due. */
#ifndef WYRM_SRC_LOOT_INTERNAL_H
#define WYRM_SRC_LOOT_INTERNAL_H

#include <wyrm/effect.h>
#include <wyrm/loot.h>

#include "encounter/internal.h"

/* ---- effects ---- */

/* The rows of the effects of items. */
extern const wyrm_field wyrm_effect_rows[];

/* Every item whose effect lacks a key that its kind needs, has one that it does not know, or
 * strengthens what the combat model (NULL: not known) does not have is a fault. */
void wyrm_effects_check(wyrm_opening *o, const wyrm_combat *combat);

/* ---- models ---- */

/* The kinds of items of a ruleset: its items, then its weapons, then its armors. */
typedef struct wyrm_kinds {
    wyrm_item_kind *rows;
    size_t count;
} wyrm_kinds;

/* What a model makes of itself; all of it lives as long as the loot. */
typedef struct wyrm_loot_made {
    wyrm_kinds kinds; /* there already */
    void *state;
    wyrm_loot_facts facts;
    const wyrm_room_rules *roles; /* in which rooms pity works; where facts has pity */
} wyrm_loot_made;

/* A room, and what holds at its depth. */
typedef struct wyrm_loot_draw {
    const void *state;
    const wyrm_loot_context *context;
    int32_t room;
    size_t category; /* of pity, where its item is asked for */
    /* As the model's `enter` finds it: */
    wyrm_weights_row row;
    size_t band;
    unsigned can_give; /* bit i: there is an item of pity category i to give */
} wyrm_loot_draw;

/* A loot model: one file, one line in the table of loot.c. Rules are of a wyrm_loot_draw. */
typedef struct wyrm_loot_model {
    wyrm_model model;
    void (*make)(wyrm_opening *o, wyrm_loot_made *out); /* in the arena */
    /* Of models whose items are drawn one like the other: looks up what holds at the depth; the
     * number of items by chance; the kind of one; the kind of what pity gives, where it has one.
     * -1: there is none. NULL elsewhere. */
    void (*enter)(wyrm_loot_draw *draw);
    rule_body *number, *kind, *pity_kind;
    /* The items of a room of other models, as wyrm_loot_room without pity. */
    size_t (*room)(const void *state, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items);
    /* As wyrm_loot_guaranteed; NULL: nothing is certain. */
    size_t (*guaranteed)(const void *state, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items);
} wyrm_loot_model;

extern const wyrm_loot_model wyrm_loot_banded;
extern const wyrm_loot_model wyrm_loot_scatter;
extern const wyrm_loot_model wyrm_loot_tables;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_loot_model_table[];

/* The element of the map `items`, then WYRM_KIND_END. */
extern const wyrm_field wyrm_item_element[2];

/* ---- what a room brings ----
 *
 * Items have several categories each, and a room several items, so that the categories of a room
 * are not independent: healing and defense come in the same bottle, and where most rooms bring one
 * item at most, one category keeps the others out. */

/* How a most that is not whole is rounded (Catacombs of YARL, "How Spawning Works"): at random, up
 * with the probability of its fraction; or cut off, as whole games do, and then never below 1. */
typedef enum wyrm_rounding {
    WYRM_ROUNDING_RANDOM,
    WYRM_ROUNDING_TRUNCATE,
    WYRM_ROUNDING_COUNT
} wyrm_rounding;

/* The number of items where each of 0..most is equally likely, `most` rounded by the rule. A most
 * that is not above 0 gives none and draws nothing; one above WYRM_ROOM_ITEMS_MAX counts as that.
 */
typedef struct wyrm_item_most {
    double most;
    wyrm_rounding rounding;
} wyrm_item_most;
int64_t wyrm_item_number(rule_draws *r, const void *most);

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
