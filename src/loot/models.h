/* The table of loot models, and the rows of the section `items`. */
#ifndef WYRM_SRC_LOOT_MODELS_H
#define WYRM_SRC_LOOT_MODELS_H

#include <wyrm/loot.h>

/* A loot model: one file, one line in the table of models.c. Members are as the functions of loot.h
 * that are named like them, without pity, which the loot adds. They draw from *rng, or from streams
 * of the seed and run of *context. */
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

#endif
