/* A chain: what is known of the hit points of one fighter while attacks fall on it, one after
 * another, each an independent draw from one distribution of damage. */
#ifndef WYRM_SRC_COMBAT_CHAIN_H
#define WYRM_SRC_COMBAT_CHAIN_H

#include <wyrm/pmf.h>

/* The damage of an attack as a chain of at most `top` hit points needs it. It borrows its space. */
typedef struct chain_odds {
    size_t count;    /* damages that can be survived, ascending */
    double *chance;  /* of each of them */
    int32_t *by;     /* the damage, below top */
    double *tail;    /* tail[h], h in 1..reach: probability of a damage of at least h */
    int64_t reach;   /* the greatest damage, at most top */
    int64_t longest; /* the greatest of those above */
    double none;     /* probability of no damage, and of any, each summed by itself, */
    double some;     /* so that a chance of 1e-12 keeps its digits */
} chain_odds;

/* What the odds of a chain of `top` hit points need: doubles for `chance` and `tail`, and whole
 * numbers for `by`. */
typedef struct chain_needs {
    int64_t longest;
    size_t blows, doubles;
} chain_needs;

chain_needs chain_needs_of(const wyrm_pmf *damage, int64_t top);

/* The spaces hold what chain_needs_of says, and outlive the odds. */
chain_odds chain_odds_of(const wyrm_pmf *damage, int64_t top, double *doubles, int32_t *blows);

/* Hit points at both ends of a chain that are less likely are left out. */
#define CHAIN_LEAST 1e-40

/* It borrows its space from its owner. */
typedef struct hp_chain {
    double *at;              /* at[h]: probability of h hit points, h in 1..top; 0 past them */
    int64_t least, greatest; /* the h that may be above 0; least > greatest when all is lost */
    int64_t top;
    double alive; /* the sum of `at` */

    const chain_odds *suffers;

    double regeneration; /* hit points a turn, at most top */
    uint32_t before;     /* turns of it that were over at the start */
    int64_t given;       /* regenerated so far, capped or not, those included */
} hp_chain;

/* Doubles of the room for one of at most `top` hit points. */
size_t chain_doubles(int64_t top, int64_t longest);

/* A fighter of at most `top` hit points, which are put into it next. `doubles` has room for
 * chain_doubles. */
void chain_start(hp_chain *chain, const chain_odds *suffers, int64_t top, double regeneration,
                 uint32_t before, double *doubles);

/* Before the first blow: it may have `hp` hit points, with probability `chance`. Called with rising
 * hit points. */
void chain_put(hp_chain *chain, int64_t hp, double chance);

/* Multiplications that the next blow takes, about. */
uint64_t chain_work(const hp_chain *chain);

/* One blow falls: takes the dead out of the chain and returns their probability. */
double chain_strike(hp_chain *chain);

/* The same in wide registers or in narrow ones, which any processor has: the bits are the same. */
double chain_strike_by(hp_chain *chain, bool is_wide);

#endif
