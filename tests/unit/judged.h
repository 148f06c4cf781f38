/* Judging in tests: what went wrong is printed, and fails the test. */
#ifndef WYRM_TESTS_JUDGED_H
#define WYRM_TESTS_JUDGED_H

#include "print_errors.h"

#include <wyrm/judge.h>

/* The caller frees it. */
static inline wyrm_judgement *judge_with(const wyrm_design *design,
                                         const wyrm_judge_options *options)
{
    wyrm_errors *errors;
    wyrm_judgement *judgement;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    wyrm_status status = wyrm_judge(design, options, &judgement, errors);
    print_errors(errors);
    wyrm_errors_free(errors);
    assert_int_equal(status, WYRM_OK);
    return judgement;
}

#endif
