/* For tests that need a design: the shipped one, or RuggRogue with a few lines changed. */
#ifndef WYRM_TESTS_WITH_DESIGN_H
#define WYRM_TESTS_WITH_DESIGN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include <wyrm/design.h>

#include "print_errors.h"

/* RuggRogue, with `changes` as YAML over it; NULL: as it ships. The caller frees it. */
static inline wyrm_design *open_ruggrogue(const char *changes)
{
    static const char head[] = "name: variant\nextends: " RULESET_DIR "/ruggrogue.yaml\n";
    char text[4096];
    wyrm_design *design = NULL;
    wyrm_errors *errors;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    int length = snprintf(text, sizeof text, "%s%s", head, changes ? changes : "");
    assert_in_range(length, 1, sizeof text - 1);
    wyrm_status status = wyrm_design_parse("variant.yaml", text, (size_t)length, &design, errors);
    if (status != WYRM_OK)
        print_errors(errors);
    assert_int_equal(status, WYRM_OK);
    wyrm_errors_free(errors);
    return design;
}

/* The same where the changes are wrong: checks that one of the errors says `message`, points into
 * the changed lines, and that the status is WYRM_ERROR_RULESET. */
static inline void assert_ruggrogue_fails(const char *changes, const char *message)
{
    static const char head[] = "name: variant\nextends: " RULESET_DIR "/ruggrogue.yaml\n";
    char text[4096];
    wyrm_design *design = NULL;
    wyrm_errors *errors;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    int length = snprintf(text, sizeof text, "%s%s", head, changes);
    assert_in_range(length, 1, sizeof text - 1);
    wyrm_status status = wyrm_design_parse("variant.yaml", text, (size_t)length, &design, errors);
    bool found = false;
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        if (strcmp(error->message, message) == 0 && error->line > 0 && error->column > 0)
            found = true;
    }
    if (!found)
        print_errors(errors);
    assert_true(found);
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_null(design);
    wyrm_errors_free(errors);
}

/* Pearson's statistic against expected counts of at least 5, as standard deviations from its mean:
 * a right sampler is below 5 for all but one seed in a thousand or so. */
static inline double chi_square_excess(const double *seen, const double *expected, size_t count)
{
    double statistic = 0, freedom = -1;
    for (size_t i = 0; i < count; i++) {
        if (expected[i] < 5)
            continue;
        statistic += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
        freedom += 1;
    }
    return freedom > 0 ? (statistic - freedom) / __builtin_sqrt(2 * freedom) : 0;
}

#endif
