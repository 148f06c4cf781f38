/* The texts of single values: what counts as a whole number, a ratio, dice and so on. No locale. */
#ifndef WYRM_SRC_RULESET_SCALARS_H
#define WYRM_SRC_RULESET_SCALARS_H

#include <wyrm/ruleset.h>

/* Why a text is not what was expected: one row a reason, with the hint that goes with it. */
/* clang-format off */
#define WYRM_SCAN_ROWS(row) \
    row(WYRM_SCAN_OK, NULL) \
    row(WYRM_SCAN_OTHER, NULL) \
    row(WYRM_SCAN_DIGITS, "write it in plain decimal digits") \
    row(WYRM_SCAN_ZEROS, "write it without leading zeros") \
    row(WYRM_SCAN_FINITE, "numbers must be finite") \
    row(WYRM_SCAN_WHOLE_LIMIT, "whole numbers go from -9223372036854775808 to 9223372036854775807") \
    row(WYRM_SCAN_RANGE_LIMIT, "the ends of a range go up to 9007199254740992") \
    row(WYRM_SCAN_REAL_LIMIT, "decimal numbers go up to 1.7e308") \
    row(WYRM_SCAN_RATIO_LIMIT, "a ratio keeps at most 18 digits") \
    row(WYRM_SCAN_DENOMINATOR, "the denominator must be above 0") \
    row(WYRM_SCAN_TRUE, "did you mean 'true'?") \
    row(WYRM_SCAN_FALSE, "did you mean 'false'?") \
    row(WYRM_SCAN_NO_DICE, "at least one die of at least one side") \
    row(WYRM_SCAN_DICE_LIMIT, "at most 1000 dice of 10000 sides, plus or minus 1000000") \
    row(WYRM_SCAN_NAME, "ASCII letters, digits, '_' and '-', a letter first") \
    row(WYRM_SCAN_NAME_LENGTH, "at most 63 letters")
/* clang-format on */

typedef enum wyrm_scan {
#define WYRM_SCAN_ENUM(name, hint) name,
    WYRM_SCAN_ROWS(WYRM_SCAN_ENUM)
#undef WYRM_SCAN_ENUM
} wyrm_scan;

const char *wyrm_scan_hint(wyrm_scan scan); /* NULL: none */

wyrm_scan wyrm_scan_bool(const char *text, bool *out);
wyrm_scan wyrm_scan_integer(const char *text, int64_t *out);
wyrm_scan wyrm_scan_real(const char *text, double *out); /* never -0 */
wyrm_scan wyrm_scan_ratio(const char *text, wyrm_ratio *out);
wyrm_scan wyrm_scan_dice(const char *text, wyrm_dice *out);
wyrm_scan wyrm_scan_name(const char *text);

/* The name that a text which is none was perhaps meant to be: "Cave Troll" gives "Cave_Troll".
 * False where that is no name either. */
#define WYRM_NAME_MAX 63
bool wyrm_suggest_name(const char *text, char name[WYRM_NAME_MAX + 1]);

#endif
