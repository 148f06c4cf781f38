/* Loot: which items lie on a depth.
 */
#ifndef WYRM_LOOT_H
#define WYRM_LOOT_H

#include <wyrm/growth.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ROOM_ITEMS_MAX 64

/* What an item is. */
typedef enum wyrm_item_class {
    WYRM_ITEM_CONSUMABLE,
    WYRM_ITEM_RATION,
    WYRM_ITEM_WEAPON,
    WYRM_ITEM_ARMOR,
    WYRM_ITEM_CLASS_COUNT
} wyrm_item_class;

WYRM_API const char *wyrm_item_class_name(wyrm_item_class item_class); /* static text */

/* A kind of item: a key of the ruleset's items, weapons or armors. */
typedef struct wyrm_item_kind {
    const char *name;  /* its key; lives as long as the ruleset */
    const char *title; /* as people read it */
    char glyph;
    wyrm_item_class item_class;
    const wyrm_value *record;
} wyrm_item_kind;

/* An item to be placed. */
typedef struct wyrm_item {
    int32_t kind;  /* index in wyrm_loot_kind: how it looks */
    int32_t level; /* how strong gear is, bonus included; 0 for what has no level */
    int32_t bonus; /* the part of it that is a bonus */
    int32_t room;  /* index of the room it lies in */
} wyrm_item;

/* Where the dungeon stands: what loot depends on. */
typedef struct wyrm_loot_context {
    uint64_t seed, run;  /* the game's: guaranteed gear has streams of its own */
    int32_t depth;       /* from 1 */
    int32_t wins;        /* new game plus */
    double level;        /* the tracker's level as a real number, or what stands for it */
    int32_t gear_base;   /* added to the level of gear */
    int32_t rooms;       /* on this map */
} wyrm_loot_context;

typedef struct wyrm_loot wyrm_loot;

/* A loot model: one file, one line in the table of src/loot/models.c. */
typedef struct wyrm_loot_model {
    wyrm_model model;
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    size_t (*kinds)(const void *state, const wyrm_item_kind **out);
    size_t (*room)(const void *state, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items);
    size_t (*guaranteed)(const void *state, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items);
} wyrm_loot_model;

WYRM_API const wyrm_model *const *wyrm_loot_models(void); /* ended by NULL */

/* The rows of the section `items`, for the schema. */
WYRM_API const wyrm_section *wyrm_loot_sections(size_t *count);

/* WYRM_ERROR_RULESET  the section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory
 * The ruleset must outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_new(const wyrm_ruleset *ruleset, wyrm_loot **out,
                                                   wyrm_errors *errors);
WYRM_API void wyrm_loot_free(wyrm_loot *loot); /* NULL is allowed */

WYRM_API size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out);

/* The items of one room, found by chance: fills items[WYRM_ROOM_ITEMS_MAX], returns how many. */
WYRM_API size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, wyrm_rng *rng, wyrm_item *items);

/* What a depth brings for certain, over all its rooms: rations, starting gear, periodic gear. Called
 * once a depth, after the rooms. The same buffer and result. */
WYRM_API size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context,
                                     wyrm_rng *rng, wyrm_item *items);

#ifdef __cplusplus
}
#endif
#endif
