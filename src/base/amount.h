/* What an amount is inside, for who draws it; and reading many, as a ruleset has them: what each
 * may cost, all may cost together. */
#ifndef WYRM_SRC_BASE_AMOUNT_H
#define WYRM_SRC_BASE_AMOUNT_H

#include <wyrm/amount.h>
#include "base/arena.h"

/* The greatest common divisor (Euclid); 0 where both are 0, of either sign where one is below. */
static inline int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Amounts that other ways of writing numbers say, too. */
typedef enum amount_form {
    AMOUNT_NUMBER, /* least == most */
    AMOUNT_RANGE,  /* each of least..most */
    AMOUNT_DICE,   /* count dice of so many sides, and the plus */
    AMOUNT_OTHER
} amount_form;

struct wyrm_amount {
    amount_form form;
    int64_t least, most; /* of its values */
    int64_t count, sides;
    int64_t plus;
    double cut;
    wyrm_pmf *pmf;
    wyrm_alias *alias; /* of what is no number or range */
    char text[];
};

/* One value: a range as wyrm_rng_between draws it, all else in one word. */
static inline int64_t amount_draw(const wyrm_amount *amount, wyrm_rng *rng)
{
    return amount->alias ? wyrm_alias_draw(amount->alias, rng)
                         : wyrm_rng_between(rng, amount->least, amount->most);
}

/* What working out one amount may cost, in steps of about a nanosecond. */
#define AMOUNT_WORK_MAX 5e7

/* wyrm_amount_read, which takes what it costs off *work: WYRM_ERROR_LIMIT where that is not left.
 */
WYRM_MUST_CHECK wyrm_status base_amount_read_within(const char *text, double *work,
                                                    wyrm_amount **out, wyrm_error *error);

/* Whether a text is what somebody means who types it. "2-5" is minus 3, also where two texts are
 * put one behind the other to add them up; who types it means 2..5.
 * WYRM_ERROR_SYNTAX  two numbers with a minus between them, the second the greater */
WYRM_API WYRM_MUST_CHECK wyrm_status base_amount_typed(const char *text, wyrm_error *error)
    BASE_SHARED(base_amount_typed);

#endif
