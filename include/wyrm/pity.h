/* Pity: what a game gives after a run of bad luck (Catacombs of YARL, "Pity System").
 *
 * A counter for each pity category counts the rooms since its last item. Once a room, after its
 * items are drawn: every counter is reset to 0 if the room had an item of its category, else raised
 * by one; then the categories are tried in their order, and the first that is due and has an item
 * to give gives one and resets its own counter, but no other, whatever else the item may be.
 */
#ifndef WYRM_PITY_H
#define WYRM_PITY_H

#include <wyrm/bands.h>
#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_PITY_MAX  4 /* pity categories of a ruleset */
#define WYRM_PITY_NONE (-1)

/* The counters. A plain value, saved with the game; {0} is a new game. */
typedef struct wyrm_pity_state {
    uint16_t rooms[WYRM_PITY_MAX]; /* rooms since the last item, by category; saturating */
} wyrm_pity_state;

/* The rules of pity. A plain value, made by the loot model from the ruleset. */
typedef struct wyrm_pity_rules {
    size_t count;                     /* number of categories, in the order in which they are
                                         tried */
    const char *names[WYRM_PITY_MAX]; /* "healing" */
    bool above;                       /* due at counter > threshold; else at counter >= threshold */
    uint16_t thresholds[WYRM_BANDS_MAX][WYRM_PITY_MAX]; /* 0: never due, with either comparison */
} wyrm_pity_rules;

/* Updates the counters for a room with items of the categories in `found` (bit i: category i). Not
 * to be called for rooms that pity skips, which change nothing. */
WYRM_API void wyrm_pity_count(const wyrm_pity_rules *rules, unsigned found, wyrm_pity_state *state);

/* Whether a category is due in a band. False for an invalid band or category. */
WYRM_API bool wyrm_pity_is_due(const wyrm_pity_rules *rules, size_t band, size_t category,
                               const wyrm_pity_state *state);

/* Returns the category that gives an item now: the first due one in `can_give` (bit i: there is an
 * item of category i to give, and a tile for it), whose counter is reset; WYRM_PITY_NONE: none. A
 * due category that cannot give keeps its counter. To be called once a room. A game that finds out
 * later that the item has no tile restores the state from before and asks again without that
 * bit. */
WYRM_API int wyrm_pity_give(const wyrm_pity_rules *rules, size_t band, unsigned can_give,
                            wyrm_pity_state *state);

/* ---- The exact analysis: the Markov chain over the counters through a campaign. ---- */

#define WYRM_PITY_ROOMS_MAX  10000   /* rooms of one depth */
#define WYRM_PITY_STATES_MAX 2000000 /* joint states of the counters */

/* One section of a campaign: a depth. */
typedef struct wyrm_pity_depth {
    size_t band; /* below WYRM_BANDS_MAX, never less than that of the depth before */
    /* The number of rooms of this depth that pity applies to, 0..WYRM_PITY_ROOMS_MAX. Independent
     * of the items and of other depths. Borrowed. */
    const wyrm_pmf *rooms;
    /* Probability that a room brings exactly the set of categories `mask`; 1 << count entries are
     * read. */
    double found[1 << WYRM_PITY_MAX];
    unsigned can_give; /* bit i: the band has an item of category i */
    double items;      /* expected items a room, without pity */
    bool no_first;     /* for the first depth of a band: skip the computation of `first`, a third of
                          the work, and leave it 0 */
} wyrm_pity_depth;

#define WYRM_DROUGHT_MAX 24

/* Results for one category in one band. A category's own pity items count as its items; those of
 * another category do not, just as they do not reset its counter. */
typedef struct wyrm_pity_category {
    double rate;    /* share of the band's rooms in which it gives an item */
    double natural; /* share of the band's rooms with an item found by chance */
    /* Share of the band's rooms after which the last n rooms or more, of this band or earlier ones,
     * had no item; [0] is 1. This is what the player experiences: a reset of the counters does not
     * end it, and rooms counted in `start` belong to it. */
    double drought[WYRM_DROUGHT_MAX + 1];
    /* Probability that the first item of the band comes in its n-th room, with counters as the
     * campaign brings them; [0]: later than WYRM_DROUGHT_MAX, or never in this band. */
    double first[WYRM_DROUGHT_MAX + 1];
} wyrm_pity_category;

typedef struct wyrm_pity_band {
    double rooms; /* expected in a campaign */
    double items; /* expected items a room, pity's included */
    double given; /* share of all items that pity gave; 0 if there are no items */
    wyrm_pity_category categories[WYRM_PITY_MAX];
} wyrm_pity_band;

/* Runs the chain over `count` depths in order, from `start` (NULL: a new game); with `reset` the
 * counters go back to 0 at every new depth, as some harnesses do. Fills bands[WYRM_BANDS_MAX]; a
 * band without rooms is all 0. Exact but for rounding: within 1e-12.
 *
 * Time and memory grow with the number of joint states of the counters: usually the product of the
 * thresholds, at most that of (WYRM_DROUGHT_MAX or the threshold) + 1.
 * WYRM_ERROR_ARGUMENT  more than WYRM_PITY_MAX categories, a band outside or before the one before,
 *                      `found` or `items` negative or not finite, `found` that does not sum to 1
 *                      within 1e-9, or a negative number of rooms
 * WYRM_ERROR_LIMIT     more than WYRM_PITY_ROOMS_MAX rooms or WYRM_PITY_STATES_MAX states
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pity_chain(const wyrm_pity_rules *rules,
                                                     const wyrm_pity_depth *depths, size_t count,
                                                     const wyrm_pity_state *start, bool reset,
                                                     wyrm_pity_band *bands, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
