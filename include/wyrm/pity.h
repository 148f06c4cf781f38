/* Pity: what a game gives after a run of bad luck (Catacombs of YARL, "Pity System").
 *
 * Counters count the rooms since the last item of each pity category. Once a room, after its items
 * are drawn: every counter becomes 0 where the room brought an item of its category, else one more;
 * then the categories are tried in their order, and the first that is due and has an item to give
 * gives one and resets its own counter, no other, whatever else the item may be.
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
    uint16_t rooms[WYRM_PITY_MAX]; /* since the last item, by the order of categories; saturates */
} wyrm_pity_state;

/* What the rules are. A plain value, made by the loot model from the ruleset. */
typedef struct wyrm_pity_rules {
    size_t count;                     /* categories, in the order of their trial */
    const char *names[WYRM_PITY_MAX]; /* "healing" */
    bool above;                       /* due where counter > threshold; else where >= */
    uint16_t thresholds[WYRM_BANDS_MAX][WYRM_PITY_MAX]; /* 0: never due, with either trigger */
} wyrm_pity_rules;

/* The counters are raised for a room with items of the categories in `found` (bit i: category i).
 * Not called for rooms that pity skips: they change nothing. */
WYRM_API void wyrm_pity_count(const wyrm_pity_rules *rules, unsigned found, wyrm_pity_state *state);

/* Whether a category is due in a band. False for a band or category that there is not. */
WYRM_API bool wyrm_pity_is_due(const wyrm_pity_rules *rules, size_t band, size_t category,
                               const wyrm_pity_state *state);

/* The category that gives an item now, or WYRM_PITY_NONE: the first due one that can (`can_give`,
 * bit i: there is an item of category i to give and a place for it). Its counter is reset; one that
 * is due and cannot keeps its own. Called once a room. A game that finds out only later that the
 * item has no place takes back the state it had before and asks again without that bit. */
WYRM_API int wyrm_pity_give(const wyrm_pity_rules *rules, size_t band, unsigned can_give,
                            wyrm_pity_state *state);

/* ---- The exact analysis: the Markov chain over the counters through a campaign. ---- */

#define WYRM_PITY_ROOMS_MAX  10000   /* rooms of one depth */
#define WYRM_PITY_STATES_MAX 2000000 /* places that the counters can reach together */

/* One stretch of a campaign: a depth. */
typedef struct wyrm_pity_depth {
    size_t band; /* below WYRM_BANDS_MAX, never less than that of the depth before */
    /* How many rooms of this depth pity works in, 0..WYRM_PITY_ROOMS_MAX. Independent of the items
     * and of other depths. Borrowed. */
    const wyrm_pmf *rooms;
    /* Probability that a room brings exactly the set of categories `mask`, 1 << count of them; the
     * rest is not read. */
    double found[1 << WYRM_PITY_MAX];
    unsigned can_give; /* bit i: the band has an item of category i */
    double items;      /* expected items a room, without pity */
    bool no_first;     /* of the depth that a band begins with: when its first items come is not
                          asked, which is a third of the work; `first` is then 0 */
} wyrm_pity_depth;

#define WYRM_DROUGHT_MAX 24

/* What follows for one category in one band. A category's own pity items count as its items; those
 * of another category never do, as they do not reset its counter. */
typedef struct wyrm_pity_category {
    double rate;    /* share of the band's rooms in which it gives an item */
    double natural; /* share of the band's rooms that bring one by themselves */
    /* Share of the band's rooms at whose end the last n rooms or more, of this band or earlier
     * ones, had no item; [0] is 1. What the player goes through: a reset of the counters does not
     * end it, and the rooms that the start counted belong to it. */
    double drought[WYRM_DROUGHT_MAX + 1];
    /* Probability that the first item of the band comes in the band's n-th room, with counters as
     * the campaign brings them to it; [0]: later than WYRM_DROUGHT_MAX, or never in this band. */
    double first[WYRM_DROUGHT_MAX + 1];
} wyrm_pity_category;

typedef struct wyrm_pity_band {
    double rooms; /* expected in a campaign */
    double items; /* expected items a room, pity's included */
    double given; /* share of all items that pity gave; 0 where there are no items */
    wyrm_pity_category categories[WYRM_PITY_MAX];
} wyrm_pity_band;

/* Runs the chain over `count` depths in order, from `start` (NULL: a new game); with `reset` the
 * counters go back to 0 at every further depth, as some harnesses do. Fills bands[WYRM_BANDS_MAX];
 * a band without rooms is all 0. Exact but for rounding: within 1e-12.
 *
 * Time and memory grow with the number of places that the counters can reach together: mostly the
 * product of the thresholds, at most that of (WYRM_DROUGHT_MAX or the threshold) + 1.
 * WYRM_ERROR_ARGUMENT  more than WYRM_PITY_MAX categories, a band outside or before the one before,
 *                      `found` or `items` that are negative or not finite, `found` that does not
 *                      sum to 1 within 1e-9, a negative number of rooms
 * WYRM_ERROR_LIMIT     more than WYRM_PITY_ROOMS_MAX rooms or WYRM_PITY_STATES_MAX places
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pity_chain(const wyrm_pity_rules *rules,
                                                     const wyrm_pity_depth *depths, size_t count,
                                                     const wyrm_pity_state *start, bool reset,
                                                     wyrm_pity_band *bands, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
