/* Values of several numbers: ranges, intervals and depth tables. */
#ifndef WYRM_SRC_RULESET_CHECK_SERIES_H
#define WYRM_SRC_RULESET_CHECK_SERIES_H

#include "ruleset/check.h"

/* The two ends of a RANGE or INTERVAL; `expected` is said where the value is none. */
void wyrm_check_ends(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     const char *expected, wyrm_value *out);

/* The rows of a TABLE. */
void wyrm_check_table(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out);

#endif
