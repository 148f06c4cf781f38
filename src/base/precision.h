/* The floating point that a game computes in. */
#ifndef WYRM_SRC_BASE_PRECISION_H
#define WYRM_SRC_BASE_PRECISION_H

typedef enum wyrm_precision { WYRM_PRECISION_SINGLE, WYRM_PRECISION_DOUBLE } wyrm_precision;

/* Their names as choices of a ruleset, by value, ended by NULL. */
extern const char *const wyrm_precisions[];

/* The result of one operation on two numbers of a precision. Adding, subtracting, multiplying or
 * dividing two floats in double and rounding once gives the float that 32-bit arithmetic gives: a
 * double has more than twice the digits. */
static inline double wyrm_in_precision(wyrm_precision precision, double result)
{
    return precision == WYRM_PRECISION_SINGLE ? (double)(float)result : result;
}

#endif
