#ifndef WYRM_SRC_COMBAT_CHAIN_H
#define WYRM_SRC_COMBAT_CHAIN_H

#include <wyrm/pmf.h>

/* The hit points of one fighter as a distribution, advanced blow by blow: a renewal chain.
 *
 * Internal to src/combat. A chain borrows its space from its owner and allocates nothing.
 */

/* Blows less likely than this are left out, and so are hit points at both ends of a chain that are
 * less likely than WYRM_CHAIN_CUT: neither can be seen in a result, and both would soon leave the
 * range of normal doubles. */
#define WYRM_CHAIN_LEAST_CHANCE 1e-100
#define WYRM_CHAIN_CUT          1e-40

typedef struct wyrm_chain {
    double *at;              /* at[h]: probability of h hit points, h in 1..top; 0 past them */
    int64_t least, greatest; /* the h that may be above 0; least > greatest when all is lost */
    int64_t top;
    double alive; /* the sum of `at` */

    size_t count;         /* blows that can be survived, ascending */
    const double *chance; /* of each of them */
    const int32_t *by;    /* its damage, below top */
    const double *tail;   /* tail[h], h in 1..reach: probability of a damage of at least h */
    int64_t reach;        /* the greatest damage, at most top */
    int64_t longest;      /* the greatest damage of the blows above */
    double none;          /* probability of no damage, and of any, each summed by itself so that */
    double some;          /* a chance of 1e-12 keeps its digits */

    double regeneration; /* hit points a turn, at most top */
    int64_t given;       /* regenerated so far, capped or not */
} wyrm_chain;

/* What a chain of at most `top` <= 2^31 - 1 hit points under these blows needs. */
typedef struct wyrm_chain_needs {
    size_t doubles, blows;
} wyrm_chain_needs;
wyrm_chain_needs wyrm_chain_space(const wyrm_pmf *damage, int64_t top);

/* A fighter of `hp` of at most `top` hit points before the first blow. The spaces must hold what
 * wyrm_chain_space says, and outlive the chain. 1 <= hp <= top, damage of at least 0, regeneration
 * finite and at least 0. */
void wyrm_chain_start(wyrm_chain *chain, const wyrm_pmf *damage, int64_t hp, int64_t top,
                      double regeneration, double *space, int32_t *blows);

/* One blow falls: takes the dead out of the chain and returns their probability. */
double wyrm_chain_strike(wyrm_chain *chain);

/* The end of turn `turn`, from 1: the living regenerate. */
void wyrm_chain_mend(wyrm_chain *chain, uint32_t turn);

/* Multiplications that the next blow takes, about. */
uint64_t wyrm_chain_work(const wyrm_chain *chain);

#endif
