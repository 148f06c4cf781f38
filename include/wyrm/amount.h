/* Amounts: a random whole number as it stands in a ruleset.
 *
 *   3                 always 3
 *   2d6+1             the sum of two dice of six sides, and 1
 *   1d8+2d6, 2d4-1    sums and differences of all that stands here
 *   [3, 7], 3..7      each of 3 to 7 equally likely
 *   {0: 1, 2: 3}      0 or 2, in proportion to the weights 1 and 3
 *   4d6 keep 3        the three highest of four dice
 *   4d6 keep lowest 3 the three lowest
 *   triangular 2..8   least + floor((u + v) / 2 x (most - least + 1)), u and v uniform on 0..1
 *   2d6 explode       a die that shows its highest face rolls again and adds
 *   coins 0.6         how often in a row a coin of this chance comes up; coins 60%, coins 3/5
 *   (1d8+2) x 3/2     all of it multiplied, to the nearest whole number, halves up; 2d6 x 1.5
 *   2d6 x 1/2 down    the same, down (or up) to a whole number
 *
 * Blanks may stand between all of these. Of dice that explode some can be kept, too: 4d6 explode
 * keep 3. Explosions and coins are followed until less than 1e-12 is left; what is cut off is
 * told.
 */
#ifndef WYRM_AMOUNT_H
#define WYRM_AMOUNT_H

#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_AMOUNT_TEXT_MAX 1000 /* bytes of the text of an amount */

/* Immutable. */
typedef struct wyrm_amount wyrm_amount;

/* Reads an amount. On success *out is owned by the caller (wyrm_amount_free).
 * WYRM_ERROR_SYNTAX  not of the forms above (the message says what is wrong, the hint what is
 *                    meant; column and length point into `text`)
 * WYRM_ERROR_RANGE   more than 1,000 dice, more than 10,000 sides, a value beyond +-1e9, a coin
 *                    that comes up above 0.999, a range or sum longer than WYRM_PMF_MAX_LENGTH
 * WYRM_ERROR_LIMIT   a text above WYRM_AMOUNT_TEXT_MAX; dice that would take longer to work out
 *                    than about a twentieth of a second
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_amount_read(const char *text, wyrm_amount **out,
                                                      wyrm_error *error);
WYRM_API void wyrm_amount_free(wyrm_amount *amount); /* NULL is allowed */

/* Its distribution; lives as long as the amount. */
WYRM_API const wyrm_pmf *wyrm_amount_pmf(const wyrm_amount *amount);

/* The sum of the plain numbers in it: of 2d6+1 it is 1. Rules that double the dice of a critical
 * hit leave it alone. */
WYRM_API int64_t wyrm_amount_plus(const wyrm_amount *amount);

/* Probability that was cut off, at most 1e-12; 0 where nothing explodes and no coin
 * is thrown. */
WYRM_API double wyrm_amount_cut(const wyrm_amount *amount);

/* The text of it, as short as it is usually written: "2d6+1", "[3, 7]". Reading it gives the same
 * amount. */
WYRM_API const char *wyrm_amount_text(const wyrm_amount *amount);

#ifdef __cplusplus
}
#endif
#endif
