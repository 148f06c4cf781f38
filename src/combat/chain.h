/* A chain: the distribution of the hit points of one fighter under attacks that fall one after
 * another, each an independent draw from one distribution of damage. */
#ifndef WYRM_SRC_COMBAT_CHAIN_H
#define WYRM_SRC_COMBAT_CHAIN_H

#include <wyrm/pmf.h>

/* The damage of an attack, prepared for a chain of at most `top` hit points. Its memory is
 * borrowed. */
typedef struct chain_odds {
    size_t count;    /* damages that can be survived, ascending */
    double *chance;  /* chance of each */
    int32_t *by;     /* damage of each, below top */
    double *tail;    /* tail[h], h in 1..reach: probability of a damage of at least h */
    int64_t reach;   /* the greatest damage, at most top */
    int64_t longest; /* the greatest in `by` */
    double none;     /* probability of no damage, */
    double some;     /* and of any: summed separately, so that 1e-12 keeps its digits */
} chain_odds;

/* Memory for the odds of a chain of `top` hit points: doubles for `chance` and `tail`, `blows`
 * whole numbers for `by`. */
typedef struct chain_needs {
    int64_t longest;
    size_t blows, doubles;
} chain_needs;

chain_needs chain_needs_of(const wyrm_pmf *damage, int64_t top);

/* Prepares the odds. The arrays have the sizes of chain_needs_of, and outlive the odds. */
chain_odds chain_odds_of(const wyrm_pmf *damage, int64_t top, double *doubles, int32_t *blows);

/* Hit points at both ends of a chain that are less likely are cut off. */
#define CHAIN_LEAST 1e-40

/* The hit points of one fighter. The memory is borrowed. */
typedef struct hp_chain {
    double *at;              /* at[h]: probability of h hit points, h in 1..top; 0 past them */
    int64_t least, greatest; /* range of h that may be above 0; least > greatest: none is */
    int64_t top;
    double alive; /* the sum of `at` */

    const chain_odds *suffers;

    double regeneration; /* hit points a turn, at most top */
    uint32_t before;     /* turns of regeneration before the start */
    int64_t given;       /* regenerated so far, `before` included, capped or not */
} hp_chain;

/* Returns the doubles that a chain of at most `top` hit points needs. */
size_t chain_doubles(int64_t top, int64_t longest);

/* Starts an empty chain of at most `top` hit points; chain_put fills it. `doubles` has the size of
 * chain_doubles. */
void chain_start(hp_chain *chain, const chain_odds *suffers, int64_t top, double regeneration,
                 uint32_t before, double *doubles);

/* Gives the fighter `hp` hit points with probability `chance`. Before the first blow, in ascending
 * order of `hp`. */
void chain_put(hp_chain *chain, int64_t hp, double chance);

/* Returns about how many multiplications the next blow takes. */
uint64_t chain_work(const hp_chain *chain);

/* Applies one blow: removes the dead from the chain and returns their probability. */
double chain_strike(hp_chain *chain);

/* Regenerates the living for the end of turn `turn`, from 1, and of those before it. */
void chain_regenerate(hp_chain *chain, uint32_t turn);

/* The same in wide registers or in narrow ones, which any processor has; the bits are equal. */
double chain_strike_by(hp_chain *chain, bool is_wide);

#endif
