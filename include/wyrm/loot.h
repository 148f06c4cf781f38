/* Loot: which items lie on a depth.
 *
 * A game asks for the items of a room by chance; the exact functions below tell the distributions
 * that those draws come from, so that what is measured is what is played.
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
    bool switched_off; /* a switch of the section `loot` keeps it out for now */
} wyrm_item_kind;

/* An item to be placed. */
typedef struct wyrm_item {
    int32_t kind;  /* index in wyrm_loot_kind: how it looks */
    int32_t level; /* how strong gear is, bonus included; 0 for what has no level */
    int32_t bonus; /* the part of it that is a bonus */
    int32_t room;  /* index of the room it lies in */
    int32_t pity;  /* 1 + the pity category that gave it; 0: nothing but chance did */
} wyrm_item;

#define WYRM_LOOT_COUNTS_MAX 512

/* What loot remembers from floor to floor. A plain value without pointers, {0} where a game begins,
 * kept by the game and by whoever descends without one, and part of the checksum of a game as far
 * as it is used. */
typedef struct wyrm_loot_state {
    wyrm_pity_state pity;
    uint16_t used;                         /* of the counts: facts->counts after the first floor */
    uint16_t counts[WYRM_LOOT_COUNTS_MAX]; /* the model's own; they saturate */
} wyrm_loot_state;

/* Where the dungeon stands: what loot depends on. */
typedef struct wyrm_loot_context {
    uint64_t seed, run;  /* the game's: guaranteed gear has streams of its own */
    int32_t depth;       /* from 1 */
    int32_t wins;        /* new game plus */
    double level;        /* the tracker's level as a real number, or what stands for it */
    int32_t gear_base;   /* added to the level of gear */
    int32_t rooms;       /* on this map */
    int32_t mode;        /* 1 + the index of one of the model's modes; 0: the one it names itself */
    wyrm_room_kind kind; /* of the room that is asked for */
    wyrm_pity_state *pity; /* the game's counters, changed room by room; NULL: without pity */
    unsigned pity_blocked; /* bit i: an item of pity category i finds no place in this room */
} wyrm_loot_context;

#define WYRM_LOOT_MODES_MAX      16
#define WYRM_LOOT_CATEGORIES_MAX 64

/* What a model has besides its kinds; all 0 in one without modes, categories and pity. */
typedef struct wyrm_loot_facts {
    size_t mode_count;
    const char *const *modes; /* names */
    size_t mode;              /* index of the one that holds where none is named */
    size_t category_count;
    const char *const *categories;
    const uint64_t *kind_categories; /* by kind, bit i: it has category i; NULL: no categories */
    const wyrm_pity_rules *pity;     /* NULL: none, or switched off */
    size_t pity_categories[WYRM_PITY_MAX]; /* of each pity category its index in `categories` */
    size_t counts; /* of wyrm_loot_state that the model uses; 0: it remembers nothing but pity */
} wyrm_loot_facts;

typedef struct wyrm_loot wyrm_loot;

/* NULL, though nothing has failed, where the ruleset names no model of loot. Then nothing lies
 * there: kinds, facts, modes and the exact distributions may be asked of NULL; there are none, or
 * it fails as where the model has no such thing.
 * WYRM_ERROR_RULESET  the section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory
 * The ruleset must outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_new(const wyrm_ruleset *ruleset, wyrm_loot **out,
                                                   wyrm_errors *errors);
WYRM_API void wyrm_loot_free(wyrm_loot *loot); /* NULL is allowed */

WYRM_API size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out);
WYRM_API int32_t wyrm_loot_find(const wyrm_loot *loot, const char *name); /* -1: no such kind */

/* Lives as long as the loot. */
WYRM_API const wyrm_loot_facts *wyrm_loot_facts_of(const wyrm_loot *loot);

/* What context.mode is for a mode by name. WYRM_ERROR_UNKNOWN: there is none (the hint names the
 * nearest). NULL is 0: the ruleset's own. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_mode(const wyrm_loot *loot, const char *name,
                                                    int32_t *out, wyrm_error *error);

/* The items of one room, found by chance: fills items[WYRM_ROOM_ITEMS_MAX], returns how many. With
 * context->pity the item that pity gives, if any, is the last, and the counters have been changed:
 * for games whose items always find a place. */
WYRM_API size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, wyrm_rng *rng, wyrm_item *items);

/* Whether the items of a floor are drawn together: wyrm_loot_floor instead of wyrm_loot_room. */
WYRM_API bool wyrm_loot_fills_floors(const wyrm_loot *loot);

/* The items of a floor with context->rooms rooms, as the next one after those that *state knows;
 * they are noted there. Called once a floor, from depth 1 on. The same buffer and result as of
 * wyrm_loot_room. None where rooms are filled one by one. */
WYRM_API size_t wyrm_loot_floor(const wyrm_loot *loot, const wyrm_loot_context *context,
                                wyrm_loot_state *state, wyrm_rng *rng, wyrm_item *items);

/* Why one of the floors that were asked for so far is empty, where that was not meant: as
 * wyrm_encounter_trouble. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_trouble(const wyrm_loot *loot, wyrm_error *error);

/* What a depth brings for certain, over all its rooms: rations, starting gear, periodic gear.
 * Called once a depth, after the rooms. The same buffer and result. */
WYRM_API size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context,
                                     wyrm_rng *rng, wyrm_item *items);

/* The last step of a room alone, for games where an item may find no place: first the items of the
 * room without pity (context->pity NULL), then this with the `count` of them that were placed. True
 * where pity gives *out; context->pity (not NULL) has been changed. Where that item has no place
 * either, the caller puts back the counters it had before, adds 1u << (out->pity - 1) to
 * context->pity_blocked, and asks again: the category keeps its counter, the next has its turn. */
WYRM_API bool wyrm_loot_pity(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             const wyrm_item *placed, size_t count, wyrm_rng *rng, wyrm_item *out);

/* ---- Exact: the distributions that wyrm_loot_room draws from. ----
 *
 * All read context->depth, wins, mode and kind. They can fail with
 *   WYRM_ERROR_ARGUMENT  the loot model has no such thing (the message says which)
 *   WYRM_ERROR_MEMORY    out of memory */

/* The number of items that a room gets by chance. *out is owned by the caller. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_number(const wyrm_loot *loot,
                                                      const wyrm_loot_context *context,
                                                      int32_t room, wyrm_pmf **out,
                                                      wyrm_error *error);

/* The chance of each of the wyrm_loot_kinds for one item found by chance; all 0 where there are no
 * items to be found. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_shares(const wyrm_loot *loot,
                                                      const wyrm_loot_context *context,
                                                      double *shares, wyrm_error *error);

/* The expected number of items of each category that a room gets by chance; an item counts for each
 * of its categories. Fills expected[category_count]. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_expected(const wyrm_loot *loot,
                                                        const wyrm_loot_context *context,
                                                        int32_t room, double *expected,
                                                        wyrm_error *error);

/* The chance of each kind to be what pity gives for a category; all 0 where it has nothing. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_pity_shares(const wyrm_loot *loot,
                                                           const wyrm_loot_context *context,
                                                           size_t category, double *shares,
                                                           wyrm_error *error);

/* A campaign for wyrm_pity_chain, over depths 1..count: fills depths[count]. rooms[i] is the number
 * of rooms of depth i + 1 that pity works in; they are borrowed, as by the chain. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_pity_campaign(const wyrm_loot *loot, int32_t mode,
                                                             const wyrm_pmf *const *rooms,
                                                             size_t count, wyrm_pity_depth *depths,
                                                             wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
