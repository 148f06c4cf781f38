/* Trade: the gold that lies on floors, and the shops that take it.
 *
 * The section `gold` says how many heaps a floor has and how many pieces a heap, by depth, and a
 * schedule that has more or fewer of them come while the gold of the floors above is behind or
 * ahead of it. So all that bears on the gold of a floor is how much has come before: a chain over
 * one number, which is followed exactly. The section `shops` says where there are shops, what they
 * have by depth, and for how much. Stock and prices hang on nothing but the depth, so what of an
 * offer can be paid with the gold that was found follows, too.
 *
 * Gold of floors is all that lies there, picked up or not.
 */
#ifndef WYRM_TRADE_H
#define WYRM_TRADE_H

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_HEAPS_MAX  60 /* of a floor */
#define WYRM_STOCK_MAX  60 /* offers of a shop */
#define WYRM_SHOPS_MAX  20
#define WYRM_PIECES_MAX 100000 /* of a heap */

/* Steps that are followed for the gold of all floors. */
#define WYRM_GOLD_STEPS_MAX 2000000000.0

typedef struct wyrm_trade wyrm_trade;

/* NULL, though nothing has failed, where the ruleset has neither gold nor shops.
 * WYRM_ERROR_RULESET  a section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory
 * The ruleset must outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_trade_new(const wyrm_ruleset *ruleset, wyrm_trade **out,
                                                    wyrm_errors *errors);
WYRM_API void wyrm_trade_free(wyrm_trade *trade); /* NULL is allowed */

/* The depth that figures go to; 0 where there is no trade (NULL). */
WYRM_API int32_t wyrm_trade_last_depth(const wyrm_trade *trade);

/* ---- Gold ---- */

WYRM_API bool wyrm_trade_has_gold(const wyrm_trade *trade); /* NULL: it has none */

/* What a player has before the first floor. */
WYRM_API int64_t wyrm_trade_purse(const wyrm_trade *trade);

/* How a heap looks on a map. */
WYRM_API char wyrm_trade_glyph(const wyrm_trade *trade);

/* The heaps of a floor, by chance, after `before` pieces on the floors above: fills
 * heaps[WYRM_HEAPS_MAX] with their pieces, above 0, and returns how many there are. */
WYRM_API size_t wyrm_gold_draw(const wyrm_trade *trade, int32_t depth, int64_t before,
                               wyrm_rng *rng, int32_t *heaps);

/* The gold of the floors. */
typedef struct wyrm_gold {
    int32_t last_depth;
    wyrm_pmf **by_depth; /* [d - 1]: pieces on the floors 1..d together, without the purse */
    double *heaps;       /* [d - 1]: the mean number of heaps on the floor of depth d */
    uint64_t games;      /* of which by_depth has the shares; 0: all is exact */
    int64_t unit;        /* pieces that 1 stands for in by_depth and on_floor: 1 where it is exact,
                            and of games as few as keep to WYRM_PMF_MAX_LENGTH, rounded */
    wyrm_pmf **on_floor, **number; /* [d - 1]: pieces, and heaps, on the floor of depth d alone;
                                      NULL where it is exact */
} wyrm_gold;

/* *out is owned by the caller (wyrm_gold_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no gold; last_depth outside 1..200
 * WYRM_ERROR_LIMIT     more than WYRM_GOLD_STEPS_MAX steps, or more than WYRM_PMF_MAX_LENGTH
 *                      pieces: games have to be drawn
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gold_new(const wyrm_trade *trade, int32_t last_depth,
                                                   wyrm_gold **out, wyrm_error *error);
WYRM_API void wyrm_gold_free(wyrm_gold *gold); /* NULL is allowed */

/* The same of `games` games that are drawn (0: WYRM_FOUND_GAMES of wyrm/found.h), the first of them
 * run 0 of `seed`; figures of them with intervals are those of wyrm/stats.h (wyrm_seen_...).
 * WYRM_ERROR_ARGUMENT  as of wyrm_gold_new
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_gold_sample(const wyrm_trade *trade, int32_t last_depth,
                                                      uint64_t seed, uint64_t games,
                                                      wyrm_gold **out, wyrm_error *error);

/* ---- Shops ---- */

WYRM_API size_t wyrm_trade_shops(const wyrm_trade *trade); /* NULL: none */
WYRM_API const char *wyrm_shop_name(const wyrm_trade *trade, size_t shop);

/* What a shop gives for a thing, as a share of what it asks for one. */
WYRM_API double wyrm_shop_gives(const wyrm_trade *trade, size_t shop);

/* What a shop pays for one of these, in whole pieces: its share of the mean price. 0: it does not
 * want it, as it has none. */
WYRM_API int32_t wyrm_shop_pays(const wyrm_trade *trade, size_t shop, const char *name);

/* A thing for sale. */
typedef struct wyrm_stocked {
    const char *name; /* of the item, weapon or armor; lives as long as the trade */
    int32_t price;
    int32_t bonus; /* the enchantment of gear */
} wyrm_stocked;

/* What a shop has at a depth, by chance: fills stock[WYRM_STOCK_MAX] and returns how many there
 * are; none also where the shop is not there. What it always has comes first. */
WYRM_API size_t wyrm_shop_draw(const wyrm_trade *trade, size_t shop, int32_t depth, wyrm_rng *rng,
                               wyrm_stocked *stock);

/* One of the things that a shop may have, where the shop is there. */
typedef struct wyrm_offer {
    const char *name;
    bool always;
    double any;   /* the chance that it has at least one */
    double mean;  /* how many it has */
    double price; /* of one, on average */
    double paid;  /* the chance that the gold found by then pays for one; NAN without gold */
} wyrm_offer;

typedef struct wyrm_shop_depth {
    int32_t depth;
    double chance;  /* that it is there */
    wyrm_pmf *size; /* how many things it has, where it is there */
    /* How many of them the gold found by then pays for, each by itself, where it is there; NULL
     * without gold. */
    wyrm_pmf *payable;
    wyrm_offer *offers; /* in the order of the ruleset; those with a weight of 0, too */
} wyrm_shop_depth;

typedef struct wyrm_shop_figures {
    const char *name;
    size_t offer_count;
    int32_t depth_count; /* depths at which it may be there */
    wyrm_shop_depth *depths;
} wyrm_shop_figures;

/* A shop at every depth from 1 to last_depth where it may be, exactly. What a player can pay with
 * is the purse and the gold of all floors down to the shop's own, nothing of it spent.
 * *out is owned by the caller (wyrm_shop_figures_free).
 * WYRM_ERROR_ARGUMENT  no such shop; last_depth outside 1..200
 * WYRM_ERROR_LIMIT     as of wyrm_gold_new
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
