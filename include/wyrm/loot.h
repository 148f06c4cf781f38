/* Loot: which items lie on a depth.
 *
 * A game draws the items of a room or a floor here. The exact functions below return the very
 * distributions that those draws come from, so that what is measured is what is played.
 */
#ifndef WYRM_LOOT_H
#define WYRM_LOOT_H

#include <wyrm/growth.h>
#include <wyrm/pity.h>
#include <wyrm/room_roles.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ROOM_ITEMS_MAX 64

/* The class of an item. */
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
    const char *name;  /* its key; valid as long as the ruleset */
    const char *title; /* display name */
    char glyph;
    wyrm_item_class item_class;
    const wyrm_value *record;
    bool switched_off; /* a switch of the section `loot` keeps it out of play */
} wyrm_item_kind;

/* An item to place. */
typedef struct wyrm_item {
    int32_t kind;  /* index in wyrm_loot_kinds: what it is */
    int32_t level; /* strength of gear, bonus included; 0 for items without a level */
    int32_t bonus; /* the part of `level` that is a bonus */
    int32_t room;  /* index of the room it lies in */
    int32_t pity;  /* 1 + the pity category that gave it; 0: found by chance */
} wyrm_item;

#define WYRM_LOOT_COUNTS_MAX 512

/* What loot remembers from floor to floor. A plain value without pointers, {0} at the start of a
 * game; the game keeps it, as does any code that descends without one. Its used part belongs to the
 * checksum of a game. */
typedef struct wyrm_loot_state {
    wyrm_pity_state pity;
    uint16_t used;                         /* counts in use: wyrm_loot_facts.counts after the first
                                              floor */
    uint16_t counts[WYRM_LOOT_COUNTS_MAX]; /* the model's own; they saturate */
} wyrm_loot_state;

/* The place in the dungeon that loot is drawn for. */
typedef struct wyrm_loot_context {
    uint64_t seed, run;    /* of the game: guaranteed gear has streams of its own */
    int32_t depth;         /* from 1 */
    int32_t wins;          /* games won before (new game plus) */
    double level;          /* the tracker's level as a real number, or its substitute */
    int32_t gear_base;     /* added to the level of gear */
    int32_t rooms;         /* on this map */
    int32_t mode;          /* 1 + the index of one of the model's modes; 0: the ruleset's own */
    wyrm_room_kind kind;   /* of the room asked for */
    wyrm_pity_state *pity; /* the game's counters, updated room by room; NULL: without pity */
    unsigned pity_blocked; /* bit i: an item of pity category i finds no tile in this room */
} wyrm_loot_context;

#define WYRM_LOOT_MODES_MAX      16
#define WYRM_LOOT_CATEGORIES_MAX 64

/* Features of a model besides its kinds; all 0 without modes, categories and pity. */
typedef struct wyrm_loot_facts {
    size_t mode_count;
    const char *const *modes; /* names */
    size_t mode;              /* index of the mode used by default */
    size_t category_count;
    const char *const *categories;
    const uint64_t *kind_categories; /* by kind, bit i: it has category i; NULL: no categories */
    const wyrm_pity_rules *pity;     /* NULL: none, or switched off */
    size_t pity_categories[WYRM_PITY_MAX]; /* for each pity category its index in `categories` */
    size_t counts; /* counts of wyrm_loot_state that the model uses; 0: it remembers only pity */
} wyrm_loot_facts;

typedef struct wyrm_loot wyrm_loot;

/* Prepares the loot of a ruleset. *out is NULL, without an error, where the ruleset names no loot
 * model: there are no items then, and kinds, facts, modes and the exact distributions accept NULL,
 * where they are empty or fail as for a model without the feature. Else *out is owned by the caller
 * (wyrm_loot_free); the ruleset must outlive it.
 * WYRM_ERROR_RULESET  the section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_new(const wyrm_ruleset *ruleset, wyrm_loot **out,
                                                   wyrm_errors *errors);
WYRM_API void wyrm_loot_free(wyrm_loot *loot); /* NULL is allowed */

WYRM_API size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out);
WYRM_API int32_t wyrm_loot_find(const wyrm_loot *loot, const char *name); /* -1: no such kind */

/* The facts; valid as long as the loot. */
WYRM_API const wyrm_loot_facts *wyrm_loot_facts_of(const wyrm_loot *loot);

/* Converts the name of a mode to a value of wyrm_loot_context.mode. NULL gives 0, the ruleset's
 * own.
 * WYRM_ERROR_UNKNOWN  no such mode (the hint names the nearest) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_mode(const wyrm_loot *loot, const char *name,
                                                    int32_t *out, wyrm_error *error);

/* Draws the items of one room: fills items[WYRM_ROOM_ITEMS_MAX] and returns how many. With
 * context->pity, an item that pity gives comes last, and the counters are updated: for games in
 * which every item finds a tile. */
WYRM_API size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, wyrm_rng *rng, wyrm_item *items);

/* Whether the items of a floor are drawn together: wyrm_loot_floor instead of wyrm_loot_room. */
WYRM_API bool wyrm_loot_fills_floors(const wyrm_loot *loot);

/* Draws the items of a floor with context->rooms rooms, as the one after the floors that *state
 * knows, and updates *state. To be called once a floor, from depth 1 on. Buffer and result as for
 * wyrm_loot_room. None where rooms are filled one by one. */
WYRM_API size_t wyrm_loot_floor(const wyrm_loot *loot, const wyrm_loot_context *context,
                                wyrm_loot_state *state, wyrm_rng *rng, wyrm_item *items);

/* Fails if a floor drawn so far is empty only because a script failed: as
 * wyrm_encounter_trouble. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_trouble(const wyrm_loot *loot, wyrm_error *error);

/* The guaranteed items of a depth, over all its rooms: rations, starting gear, periodic gear. To be
 * called once a depth, after the rooms. Buffer and result as for wyrm_loot_room. */
WYRM_API size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context,
                                     wyrm_rng *rng, wyrm_item *items);

/* The pity step of a room alone, for games in which an item may find no tile: first draw the items
 * of the room with context->pity NULL, then call this with the `count` of them that were placed.
 * Returns true if pity gives *out; context->pity (not NULL) is updated either way. If that item
 * finds no tile either, restore the counters, add 1u << (out->pity - 1) to context->pity_blocked
 * and call again: the category keeps its counter, and the next one has its turn. */
WYRM_API bool wyrm_loot_pity(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             const wyrm_item *placed, size_t count, wyrm_rng *rng, wyrm_item *out);

/* ---- Exact: the distributions that wyrm_loot_room draws from. ----
 *
 * All read context->depth, wins, mode and kind.
 *   WYRM_ERROR_ARGUMENT  the loot model has no such feature (the message says which)
 *   WYRM_ERROR_MEMORY    out of memory */

/* The number of items found by chance in a room. *out is owned by the caller (wyrm_pmf_free). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_number(const wyrm_loot *loot,
                                                      const wyrm_loot_context *context,
                                                      int32_t room, wyrm_pmf **out,
                                                      wyrm_error *error);

/* The probability of each of the wyrm_loot_kinds for one item found by chance; all 0 if there are
 * no items. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_shares(const wyrm_loot *loot,
                                                      const wyrm_loot_context *context,
                                                      double *shares, wyrm_error *error);

/* The expected number of items of each category found by chance in a room; an item counts for each
 * of its categories. Fills expected[category_count]. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_expected(const wyrm_loot *loot,
                                                        const wyrm_loot_context *context,
                                                        int32_t room, double *expected,
                                                        wyrm_error *error);

/* The probability of each kind to be what pity gives for a category; all 0 if it has nothing to
 * give. Fills shares[] by kind. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_pity_shares(const wyrm_loot *loot,
                                                           const wyrm_loot_context *context,
                                                           size_t category, double *shares,
                                                           wyrm_error *error);

/* A campaign for wyrm_pity_chain over depths 1..count: fills depths[count]. rooms[i] is the
 * distribution of the number of rooms at depth i + 1 to which pity applies; `depths` borrows
 * them. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_pity_campaign(const wyrm_loot *loot, int32_t mode,
                                                             const wyrm_pmf *const *rooms,
                                                             size_t count, wyrm_pity_depth *depths,
                                                             wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
