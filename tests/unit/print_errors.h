/* Errors of a ruleset, for people who read why a test has failed. */
#ifndef WYRM_TESTS_PRINT_ERRORS_H
#define WYRM_TESTS_PRINT_ERRORS_H

#include "suite.h"

#include <wyrm/ruleset.h>

RELEASED_BY(wyrm_ruleset, wyrm_ruleset_free)
RELEASED_BY(wyrm_errors, wyrm_errors_free)
#define OWNED_RULESET OWNED(wyrm_ruleset)
#define OWNED_ERRORS  OWNED(wyrm_errors)

/* Prints every error of a reading that should have had none. */
static inline void print_errors(const wyrm_errors *errors)
{
    char text[1024];
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        wyrm_error_format(wyrm_errors_at(errors, i), text, sizeof text);
        print_error("%s", text);
    }
}

#endif
