/* Amounts: a random whole number as written in a ruleset.
 *
 *   3                 always 3
 *   2d6+1             the sum of two six-sided dice, plus 1
 *   1d8+2d6, 2d4-1    sums and differences of anything listed here
 *   [3, 7], 3..7      each of 3 to 7 equally likely
 *   {0: 1, 2: 3}      0 or 2, in proportion to the weights 1 and 3
 *   4d6 keep 3        the three highest of four dice
 *   4d6 keep lowest 3 the three lowest
 *   triangular 2..8   least + floor((u + v) / 2 x (most - least + 1)), u and v uniform on 0..1
 *   2d6 explode       a die that shows its highest face rolls again and adds
 *   coins 0.6         heads in a row of a coin with this chance; coins 60%, coins 3/5
 *   (1d8+2) x 3/2     all of it multiplied, to the nearest whole number, halves up; 2d6 x 1.5
 *   2d6 x 1/2 down    the same, down (or up) to a whole number
 *
 * Blanks are allowed between all of these. Exploding dice can be kept, too: 4d6 explode keep 3.
 * Explosions and coins are followed until less than 1e-12 is left; wyrm_amount_cut gives the part
 * cut off.
 */
#ifndef WYRM_AMOUNT_H
#define WYRM_AMOUNT_H

#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_AMOUNT_TEXT_MAX 1000 /* bytes of the text of an amount */

/* An amount. Immutable. */
typedef struct wyrm_amount wyrm_amount;

/* Reads an amount. On success *out is owned by the caller (wyrm_amount_free).
 * WYRM_ERROR_SYNTAX  not of the forms above (the message says what is wrong, the hint what is
 *                    meant; column and length point into `text`)
 * WYRM_ERROR_RANGE   more than 1,000 dice, more than 10,000 sides, a value beyond +-1e9, a coin
 *                    with a chance above 0.999, or a range or sum longer than WYRM_PMF_MAX_LENGTH
 * WYRM_ERROR_LIMIT   a text longer than WYRM_AMOUNT_TEXT_MAX, or dice that take longer than about a
 *                    twentieth of a second to work out
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_amount_read(const char *text, wyrm_amount **out,
                                                      wyrm_error *error);
WYRM_API void wyrm_amount_free(wyrm_amount *amount); /* NULL is allowed */

/* The distribution of an amount; valid as long as the amount. */
WYRM_API const wyrm_pmf *wyrm_amount_pmf(const wyrm_amount *amount);

/* The sum of the plain numbers in an amount: 1 for 2d6+1. Rules that double the dice of a critical
 * hit do not double it. */
WYRM_API int64_t wyrm_amount_plus(const wyrm_amount *amount);

/* Probability that was cut off, at most 1e-12; 0 without explosions and coins. */
WYRM_API double wyrm_amount_cut(const wyrm_amount *amount);

/* The text of an amount, as short as usual: "2d6+1", "[3, 7]"; valid as long as the amount. Reading
 * it gives the same amount. */
WYRM_API const char *wyrm_amount_text(const wyrm_amount *amount);

#ifdef __cplusplus
}
#endif
#endif
