/* The inside of an amount, for code that draws from it; and reading many amounts, as a ruleset
 * does, with one limit of work for all of them. */
#ifndef WYRM_SRC_BASE_AMOUNT_H
#define WYRM_SRC_BASE_AMOUNT_H

#include <wyrm/amount.h>
#include "base/arena.h"

/* Returns the greatest common divisor (Euclid): 0 if both are 0, of either sign if one is below
 * 0. */
static inline int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The simplest notation that describes an amount. */
typedef enum amount_form {
    AMOUNT_NUMBER, /* least == most */
    AMOUNT_RANGE,  /* any of least..most, equally likely */
    AMOUNT_DICE,   /* `count` dice of `sides` sides, plus `plus` */
    AMOUNT_OTHER
} amount_form;

struct wyrm_amount {
    amount_form form;
    int64_t least, most; /* least and greatest value */
    int64_t count, sides;
    int64_t plus;
    double cut; /* probability that was cut off */
    wyrm_pmf *pmf;
    wyrm_alias *alias; /* to draw from; NULL for a number or range */
    char text[];
};

/* Draws a value: a range as by wyrm_rng_between, anything else from one random word. */
static inline int64_t amount_draw(const wyrm_amount *amount, wyrm_rng *rng)
{
    return amount->alias ? wyrm_alias_draw(amount->alias, rng)
                         : wyrm_rng_between(rng, amount->least, amount->most);
}

/* Limit of the work for one amount, in steps of about a nanosecond. */
#define AMOUNT_WORK_MAX 5e7

/* As wyrm_amount_read, with its work taken off *work: WYRM_ERROR_LIMIT if there is not enough. */
WYRM_MUST_CHECK wyrm_status base_amount_read_within(const char *text, double *work,
                                                    wyrm_amount **out, wyrm_error *error);

/* Refuses a typed text that does not mean what its author thinks. "2-5" is minus 3, also where two
 * texts are joined to add them; a person who types it means 2..5.
 * WYRM_ERROR_SYNTAX  two numbers with a minus between them, the second the greater */
WYRM_API WYRM_MUST_CHECK wyrm_status base_amount_typed(const char *text, wyrm_error *error)
    BASE_SHARED(base_amount_typed);

#endif
