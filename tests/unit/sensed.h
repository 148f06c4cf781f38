/* Sensing that succeeds, and a key of its answer. */
#ifndef WYRM_TESTS_SENSED_H
#define WYRM_TESTS_SENSED_H

#include "helpers.h"

#include <wyrm.h>

RELEASED_BY(wyrm_sense, wyrm_sense_free)
#define OWNED_SENSE OWNED(wyrm_sense)

static inline wyrm_sense *sensed(const wyrm_design *design, const wyrm_sense_options *how)
{
    wyrm_sense *out = NULL;
    assert_works(wyrm_sense_keys(design, how, &out, &last_error));
    return out;
}

static inline const wyrm_sense_key *key_of(const wyrm_sense *sense, const char *path)
{
    for (size_t k = 0; k < sense->key_count; k++)
        if (strcmp(sense->keys[k].path, path) == 0)
            return &sense->keys[k];
    fail_msg("%s is not turned", path);
    return NULL;
}

#endif
