/* Shared by the files of this folder: effects of items, the loot models and their kinds of items,
 * the two distributions behind the items of a room, when pity is due, and the tree that the items
 * of a floor are drawn from. */
#ifndef WYRM_SRC_LOOT_INTERNAL_H
#define WYRM_SRC_LOOT_INTERNAL_H

#include <wyrm/drops.h>
#include <wyrm/effect.h>
#include <wyrm/found.h>
#include <wyrm/loot.h>
#include <wyrm/trade.h>

#include "encounter/internal.h"

/* ---- effects ---- */

/* Reports every item whose effect lacks a key that its kind needs, has one that its kind does not
 * know, or strengthens a stat that the combat model (NULL: not known) does not have. */
void loot_effects_check(rs_opening *o, const wyrm_combat *combat);

/* ---- depths that figures cover ---- */

/* Returns the last depth of a ruleset: that of its loot, else of its encounters, else 20. */
static inline int32_t loot_last_depth(const wyrm_ruleset *ruleset)
{
    const int32_t own = key_whole(wyrm_ruleset_find(ruleset, "loot"), "last_depth");
    const int32_t last = key_whole(wyrm_ruleset_find(ruleset, "encounter"), "last_depth");
    return own > 0 ? own : last > 0 && last <= WYRM_FOUND_DEPTH_MAX ? last : 20;
}

/* Refuse a last depth out of range, and a name that nothing has. Parts of a job. */
static inline void loot_must_reach(base_arena *arena, int32_t last_depth)
{
    if (last_depth < 1 || last_depth > WYRM_FOUND_DEPTH_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "figures go to a depth of 1 to %d",
                    WYRM_FOUND_DEPTH_MAX);
}

static _Noreturn inline void loot_refuse_name(base_arena *arena, const char *name,
                                              const char *const *names, size_t count)
{
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "no item or category is called '%.60s'", name);
    wyrm_suggest(&arena->error, name, names, count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

/* ---- the sections `gold`, `shops` and `drops` ---- */

extern const wyrm_field loot_gold_rows[];
extern const wyrm_field loot_shop_element[];
extern const wyrm_field loot_drops_element[];

/* Whether a name is that of an item, weapon or armor of the ruleset; if not, that no `kind` is
 * called so is an error. */
bool loot_check_thing(rs_opening *o, const wyrm_value *value, const char *name, const char *kind);

static inline bool loot_class_is_gear(wyrm_item_class class)
{
    return class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
}

/* Whether a thing is a weapon or armor of the ruleset, which a bonus enchants. */
static inline bool loot_is_gear(const wyrm_ruleset *ruleset, const char *name)
{
    return wyrm_value_get(wyrm_ruleset_find(ruleset, "weapons"), name) != NULL ||
           wyrm_value_get(wyrm_ruleset_find(ruleset, "armors"), name) != NULL;
}

/* Whether a shop at a depth down to `last_depth` may sell a thing of that name. `trade` NULL: there
 * are no shops. */
WYRM_API bool loot_trade_sells(const wyrm_trade *trade, const char *name, int32_t last_depth)
    BASE_SHARED(loot_trade_sells);

/* Whether a monster may drop a thing of that name at a depth down to `last_depth`. `drops` NULL:
 * nobody drops anything. */
WYRM_API bool loot_drops_give(const wyrm_drops *drops, size_t monster, const char *name,
                              int32_t last_depth) BASE_SHARED(loot_drops_give);

/* ---- models ---- */

/* The kinds of items of a ruleset: its items, then its weapons, then its armors. */
typedef struct loot_kinds {
    wyrm_item_kind *rows;
    size_t count;
} loot_kinds;

/* What a model makes; all of it lives as long as the loot. */
typedef struct loot_made {
    loot_kinds kinds; /* those of the ruleset, read before */
    void *state;
    wyrm_loot_facts facts;
    const wyrm_room_rules *roles; /* in which rooms pity works; set if facts has pity */
} loot_made;

/* A draw in a room: the context, and what holds at its depth. */
typedef struct loot_draw {
    const void *state;
    const wyrm_loot_context *context;
    int32_t room;
    size_t category; /* pity category, when its item is asked for */
    /* Filled in by the model's `enter`: */
    enc_weights_row row;
    size_t band;
    unsigned can_give; /* bit i: there is an item of pity category i to give */
} loot_draw;

/* What a game finds, for models that fill floors without a tree of kinds. `one` and `all` are as
 * wyrm_found_new and wyrm_found_survey_new; part of a job whose arena keeps the result; *out is
 * begun. */
typedef struct loot_finding {
    int32_t (*last_depth)(const void *state);
    void (*one)(base_arena *keeper, const void *state, size_t kind, wyrm_found *out);
    void (*all)(base_arena *keeper, const void *state, wyrm_found_survey *out);
} loot_finding;

/* A loot model: one file, one line in the table of loot.c. Its rules get a loot_draw. */
typedef struct loot_model {
    wyrm_model model;
    void (*make)(rs_opening *o, loot_made *out); /* in the arena */
    /* For models that draw the items of a room independently: `enter` looks up what holds at the
     * depth; `number` draws how many items come by chance, `kind` the kind of one, and `pity_kind`,
     * if there is pity, the kind that it gives. -1: none. NULL in other models. */
    void (*enter)(loot_draw *draw);
    rule_body *number, *kind, *pity_kind;
    /* For models that fill floors: draws the items of a whole floor, as wyrm_loot_floor; else
     * NULL. */
    size_t (*floor)(const void *state, const wyrm_loot_context *context, wyrm_loot_state *loot,
                    wyrm_rng *rng, wyrm_item *items);
    /* Says why floors cannot be drawn, which `floor` leaves empty; NULL: they always can. */
    wyrm_status (*trouble)(const void *state, wyrm_error *error);
    const loot_finding *finding; /* for models that fill floors without a tree; else NULL */
    /* For other models: draws the items of a room, as wyrm_loot_room without pity; else NULL. */
    size_t (*room)(const void *state, const wyrm_loot_context *context, int32_t room, wyrm_rng *rng,
                   wyrm_item *items);
    /* Draws what every game is sure to find, as wyrm_loot_guaranteed; NULL: nothing is. */
    size_t (*guaranteed)(const void *state, const wyrm_loot_context *context, wyrm_rng *rng,
                         wyrm_item *items);
} loot_model;

extern const loot_model loot_banded_model;
extern const loot_model loot_floors_model;
extern const loot_model loot_scatter_model;
extern const loot_model loot_script_model;
extern const loot_model loot_tables_model;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const loot_model_table[];

/* The element of the map `items`, then WYRM_KIND_END. */
extern const wyrm_field loot_item_element[2];

/* ---- what a room brings ----
 *
 * An item may have several categories, and a room several items, so that the categories of a room
 * are not independent: healing and defense come in the same bottle, and where most rooms bring one
 * item at most, one category keeps the others out. */

/* How a maximum that is not whole is rounded (Catacombs of YARL, "How Spawning Works"): at random,
 * up with the probability of its fraction; or cut off, as integer games do, but never below 1. */
typedef enum loot_rounding {
    LOOT_ROUNDING_RANDOM,
    LOOT_ROUNDING_TRUNCATE,
    LOOT_ROUNDING_COUNT
} loot_rounding;

/* Draws a number of items: each of 0..most is equally likely, after `most` is rounded. If it is not
 * above 0 there are none, and nothing is drawn; one above WYRM_ROOM_ITEMS_MAX counts as that. */
typedef struct loot_item_most {
    double most;
    loot_rounding rounding;
} loot_item_most;
int64_t loot_item_number(rule_draws *r, const void *most);

#define LOOT_FOUND_CATEGORIES_MAX 10

/* An item that may be drawn: its categories (bit i: category i), and its weight, finite and at
 * least 0. */
typedef struct loot_found_item {
    unsigned categories;
    double weight;
} loot_found_item;

/* Fills out[1 << categories] with the probability that the items of a room have exactly this set of
 * categories between them, if `number` items are drawn independently by weight. Bits of other
 * categories do not count. What is impossible is exactly 0. If nothing has a weight, no item is
 * drawn.
 * WYRM_ERROR_ARGUMENT  more than LOOT_FOUND_CATEGORIES_MAX categories, a negative number of items,
 *                      a weight that is negative or not finite, weights whose sum is not finite */
WYRM_MUST_CHECK wyrm_status loot_found_sets(const loot_found_item *items, size_t count,
                                            const wyrm_pmf *number, size_t categories, double *out,
                                            wyrm_error *error);

/* ---- floors: categories that hold kinds, and what came before ----
 *
 * The items of a floor are drawn one after another from a tree: a category is chosen, and in it
 * another one or a kind of item. The weight of a node may depend on what came before, and that is
 * counted: a model is plain data, and the counts are its only memory. So the exact reading
 * (found.c) follows the counts through the floors, in a smaller tree where everything that nobody
 * asks about is one node. */

#define FLOORS_NO_COUNT UINT16_MAX

/* Value of wyrm_loot_state.counts[node.without]: one came on this floor. */
#define FLOORS_CAME UINT16_MAX

typedef struct floors_node {
    const char *name;
    const wyrm_value *where; /* for messages */
    int32_t parent;          /* -1: the root */
    int32_t kind;            /* index in loot_kinds; -1: a category */
    size_t first, count;     /* its children, in floors.children */
    size_t plain;            /* children from this one on have no memory: fixed weights */
    bool dealt;              /* its children are cards, dealt until none is left */
    const wyrm_value *weight;
    /* Added to the weight: for each floor entered, for each floor since the last one came, for each
     * one that has come. */
    double each_floor, each_without, each_found;
    int32_t most;  /* may come in a game; 0: any number */
    int32_t pity;  /* floors without one, after which the next must have one; 0: never */
    int32_t worth; /* worth of one, towards a schedule */
    struct floors_amount *bonuses; /* levels of gear, by depth */
    size_t bonus_count;
    /* indexes of its counts: how many came, floors without, cards dealt; or FLOORS_NO_COUNT */
    uint16_t found, without, card;
} floors_node;

/* An amount that holds from a depth on. */
typedef struct floors_amount {
    int32_t from_depth;
    const wyrm_amount *amount;
} floors_amount;

/* A schedule: its node comes before all else as long as what was given is not worth more. */
typedef struct floors_owed {
    size_t node;
    const wyrm_value *plus;
    double factor, power;
    int32_t without;     /* owed after so many floors without one, too; 0: never */
    size_t first, count; /* the counts that it adds up, in floors.given */
} floors_owed;

/* A count that a schedule adds up, and what each one is worth. */
typedef struct floors_given {
    uint16_t found; /* a count */
    int32_t worth;
} floors_given;

/* Guaranteed: `number` of a node in the depths first..last, and again every `every` depths. */
typedef struct floors_sure {
    size_t node;
    int32_t number, first, last, every;
    uint16_t given; /* the count of those that came in this range */
} floors_sure;

/* Returns how many floors a depth is behind the first of a range; below 0: before all ranges. */
static inline int32_t floors_since(const floors_sure *sure, int32_t depth)
{
    const int32_t since = depth - sure->first;
    return since > 0 && sure->every > 0 ? since % sure->every : since;
}

typedef struct floors {
    size_t node_count;
    floors_node *nodes; /* the root first, parents before their children */
    size_t *children;   /* indexes of nodes */
    size_t row_count;   /* ranges of depths in which no table changes */
    int32_t *row_from;
    double *weights; /* by row and node */
    double *running; /* by row and place in `children`: running sums of the plain ones */
    size_t number_count, luck_count, owed_count, given_count, sure_count;
    floors_amount *numbers, *lucks;
    floors_owed *owed;
    floors_given *given;
    floors_sure *sure;
    size_t counts;      /* counts in use */
    int32_t last_depth; /* last depth of figures */
} floors;

static inline bool floors_is_metered(const floors_node *node)
{
    return node->each_floor != 0 || node->each_without != 0 || node->each_found != 0;
}

/* Whether a node is `above`, or in it. */
bool floors_is_below(const floors *of, size_t node, size_t above);

/* Whether any kind in a node is gear with an enchantment. */
static inline bool floors_is_enchanted(const floors *of, size_t asked)
{
    for (size_t i = 1; i < of->node_count; i++)
        if (of->nodes[i].kind >= 0 && of->nodes[i].bonus_count > 0 && floors_is_below(of, i, asked))
            return true;
    return false;
}

/* Returns the row of a depth, which counts from 1. */
size_t floors_row(const floors *of, int32_t depth);

/* Returns the amount at a depth; NULL: none before the first. */
const wyrm_amount *floors_amount_at(const floors_amount *list, size_t count, int32_t depth);

/* Returns the enchantment of a kind of gear that is found at a depth; NULL: none. */
const wyrm_amount *floors_bonus(const floors *of, size_t node, int32_t depth);

/* Returns the node that a name asks for, with the least enchantment in *plus, as wyrm_found_asked;
 * refuses an unknown name, and an enchantment of what has none. Part of a job. */
size_t floors_asked(base_arena *arena, const floors *of, const char *name, int32_t *plus);

/* Returns the weight of a child of a category: cards that are left, or its weight as what came
 * before changes it; never below 0. */
double floors_weigh(const floors *of, size_t row, int32_t depth, size_t node,
                    const uint16_t *counts);

/* Whether an item of this node may still come without a draw (certain, owed, by pity): neither the
 * node nor any that it is in has come as often as it may. */
bool floors_may_come(const floors *of, size_t node, const uint16_t *counts);

/* Returns the first schedule that is owed and whose node may come; -1: none. */
int floors_due(const floors *of, int32_t depth, double luck, const uint16_t *counts);

/* Whether pity gives the node at the end of a floor. */
bool floors_pities(const floors *of, size_t node, const uint16_t *counts);

/* Update the counts on entering a depth, and on leaving it. */
void floors_enter(const floors *of, int32_t depth, uint16_t *counts);
void floors_leave(const floors *of, uint16_t *counts);

/* Returns the mean number of guaranteed items at a depth; its fraction is the chance of one
 * more. */
double floors_sure_number(const floors *of, size_t index, int32_t depth, const uint16_t *counts);

/* Update the counts when a child of a dealt category is dealt, and when a kind comes, which all
 * nodes above it count. */
void floors_deal(const floors *of, size_t row, size_t node, uint16_t *counts);
void floors_come(const floors *of, size_t node, uint16_t *counts);

/* Orders the children (those with memory first), gives counts to the nodes that need them, and
 * fills in the sums of weights; nodes, weights, owed and sure must be there. `asked`: a node that
 * is counted in any case, or SIZE_MAX. Part of a job. */
void floors_arrange(base_arena *arena, floors *of, size_t asked);

/* ---- states: values of the counts in a chain, and their chances ---- */

/* States in the order in which they were met; {.width, .most} has none yet. */
typedef struct loot_states {
    size_t width, most; /* counts in a state; states, above which a job is refused */
    size_t count, capacity;
    uint16_t *counts; /* by state: `width` of them */
    double *mass;     /* by state */
    uint32_t *slots;  /* a hash table: 1 + index; 0: free */
} loot_states;

/* Returns the index of a state, which is added with a mass of 0 if it is new. Part of a job. */
size_t loot_states_find(base_arena *arena, loot_states *in, const uint16_t *counts);
void loot_states_clear(loot_states *in);

static inline void loot_states_swap(loot_states *one, loot_states *other)
{
    const loot_states kept = *one;
    *one = *other;
    *other = kept;
}

/* Limits for droughts, which need states and steps of their own. */
#define LOOT_DROUGHT_STATES_MAX (WYRM_FOUND_STATES_MAX / 8)
#define LOOT_DROUGHT_STEPS_MAX  (WYRM_FOUND_STEPS_MAX / 10)

/* Returns the tree of a model of floors; NULL: it is another model. */
const floors *loot_floors_of(const wyrm_loot *loot);

/* Returns how a model without a tree finds what a game finds, and its state; NULL for all
 * others. */
const loot_finding *loot_finding_of(const wyrm_loot *loot, const void **state);

#endif
