/* Trade: the gold that lies on floors, and the shops that take it.
 *
 * The section `gold` gives the number of heaps on a floor and their pieces by depth, and a schedule
 * that brings more or fewer heaps while the gold of the floors above is behind or ahead of it. The
 * gold of a floor therefore depends only on the total before it: a Markov chain over one number,
 * followed exactly. The section `shops` says where shops are, what they stock by depth, and at what
 * price. Stock and prices depend on the depth alone, so the share of an offer that the gold found
 * can pay for follows, too.
 *
 * The gold of floors means all that lies there, picked up or not.
 */
#ifndef WYRM_TRADE_H
#define WYRM_TRADE_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_HEAPS_MAX  60 /* on one floor */
#define WYRM_STOCK_MAX  60 /* things that one shop sells */
#define WYRM_SHOPS_MAX  20
#define WYRM_PIECES_MAX 100000 /* in one heap */

/* Limit of steps to follow for the gold of all floors. */
#define WYRM_GOLD_STEPS_MAX 2000000000.0

typedef struct wyrm_trade wyrm_trade;

/* Prepares the trade of a ruleset. *out is NULL, without an error, where it has neither gold nor
 * shops; else it is owned by the caller (wyrm_trade_free). The ruleset must outlive it.
 * WYRM_ERROR_RULESET  a section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_trade_new(const wyrm_ruleset *ruleset, wyrm_trade **out,
                                                    wyrm_errors *errors);
WYRM_API void wyrm_trade_free(wyrm_trade *trade); /* NULL is allowed */

/* The greatest depth that figures are computed for; 0 for NULL. */
WYRM_API int32_t wyrm_trade_last_depth(const wyrm_trade *trade);

/* ---- Gold ---- */

WYRM_API bool wyrm_trade_has_gold(const wyrm_trade *trade); /* false for NULL */

/* Gold pieces of the player before the first floor. */
WYRM_API int64_t wyrm_trade_purse(const wyrm_trade *trade);

/* The symbol of a heap on the map. */
WYRM_API char wyrm_trade_glyph(const wyrm_trade *trade);

/* Draws the heaps of a floor after `before` pieces on the floors above: fills heaps[WYRM_HEAPS_MAX]
 * with their pieces, each above 0, and returns how many there are. */
WYRM_API size_t wyrm_gold_draw(const wyrm_trade *trade, int32_t depth, int64_t before,
                               wyrm_rng *rng, int32_t *heaps);

/* The distribution of gold over the floors. */
typedef struct wyrm_gold {
    int32_t last_depth;
    wyrm_pmf **by_depth; /* [d - 1]: pieces on the floors 1..d together, without the purse */
    double *heaps;       /* [d - 1]: mean number of heaps on the floor of depth d */
    uint64_t games;      /* number of sampled games; 0: by_depth is exact */
    int64_t unit;        /* pieces for each step of by_depth and on_floor: 1 if exact; if sampled,
                            the least number of pieces that keeps them within WYRM_PMF_MAX_LENGTH,
                            with rounding */
    wyrm_pmf **on_floor, **number; /* [d - 1]: pieces, and heaps, on the floor of depth d alone;
                                      NULL if exact */
} wyrm_gold;

/* Computes the gold of the floors exactly. *out is owned by the caller (wyrm_gold_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no gold, or last_depth outside 1..200
 * WYRM_ERROR_LIMIT     more than WYRM_GOLD_STEPS_MAX steps, or more than WYRM_PMF_MAX_LENGTH
 *                      pieces: use wyrm_gold_sample
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gold_new(const wyrm_trade *trade, int32_t last_depth,
                                                   wyrm_gold **out, wyrm_error *error);
WYRM_API void wyrm_gold_free(wyrm_gold *gold); /* NULL is allowed */

/* The same from `games` sampled games (0: WYRM_FOUND_GAMES of wyrm/found.h), the first of them run
 * 0 of `seed`; wyrm_seen_... of wyrm/stats.h give figures with intervals. *out is owned by the
 * caller (wyrm_gold_free).
 * WYRM_ERROR_ARGUMENT  as for wyrm_gold_new
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gold_sample(const wyrm_trade *trade, int32_t last_depth,
                                                      uint64_t seed, uint64_t games,
                                                      wyrm_gold **out, wyrm_error *error);

/* ---- Shops ---- */

WYRM_API size_t wyrm_trade_shops(const wyrm_trade *trade); /* 0 for NULL */
WYRM_API const char *wyrm_shop_name(const wyrm_trade *trade, size_t shop);

/* What a shop pays for a thing, as a share of its own price. */
WYRM_API double wyrm_shop_gives(const wyrm_trade *trade, size_t shop);

/* What a shop pays for one of these, in whole pieces: its share of the mean price. 0: it does not
 * buy what it never sells. */
WYRM_API int32_t wyrm_shop_pays(const wyrm_trade *trade, size_t shop, const char *name);

/* A thing for sale. */
typedef struct wyrm_stocked {
    const char *name; /* of the item, weapon or armor; valid as long as the trade */
    int32_t price;    /* gold pieces */
    int32_t bonus;    /* plus of the gear */
} wyrm_stocked;

/* Draws the stock of a shop at a depth: fills stock[WYRM_STOCK_MAX] and returns how many things it
 * has, 0 if the shop is absent. What it always stocks comes first. */
WYRM_API size_t wyrm_shop_draw(const wyrm_trade *trade, size_t shop, int32_t depth, wyrm_rng *rng,
                               wyrm_stocked *stock);

/* One thing that a shop may sell; the figures are given that the shop is there. */
typedef struct wyrm_offer {
    const char *name;
    bool always;
    double any;   /* probability of at least one */
    double mean;  /* mean number */
    double price; /* mean price of one, gold pieces */
    double paid;  /* probability that the gold found so far pays for one; NAN without gold */
} wyrm_offer;

typedef struct wyrm_shop_depth {
    int32_t depth;
    double chance;  /* probability that the shop is there */
    wyrm_pmf *size; /* number of things it has, given that it is there */
    /* Number of those that the gold found so far pays for, each on its own, given that the shop is
     * there; NULL without gold. */
    wyrm_pmf *payable;
    wyrm_offer *offers; /* in the order of the ruleset, including those with a weight of 0 */
} wyrm_shop_depth;

typedef struct wyrm_shop_figures {
    const char *name;
    size_t offer_count;
    int32_t depth_count; /* depths at which it may be */
    wyrm_shop_depth *depths;
} wyrm_shop_figures;

/* The exact figures of a shop at every depth from 1 to last_depth where it may be. The gold to pay
 * with is the purse and that of all floors down to the shop's own, none of it spent. *out is owned
 * by the caller (wyrm_shop_figures_free).
 * WYRM_ERROR_ARGUMENT  no such shop, or last_depth outside 1..200
 * WYRM_ERROR_LIMIT     as for wyrm_gold_new
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_shop_figures_new(const wyrm_trade *trade, size_t shop,
                                                           int32_t last_depth,
                                                           wyrm_shop_figures **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_shop_figures_free(wyrm_shop_figures *figures); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
