/* Trials of dead configuration: values replaced in a copy of the ruleset, one by one and band by
 * band, while the ruleset is walked. */
#ifndef WYRM_SRC_JUDGE_INERT_H
#define WYRM_SRC_JUDGE_INERT_H

#include <wyrm/bands.h>

#include "judge/findings.h"
#include "judge/outcomes.h"

#define JUDGE_PATH_MAX 96

/* What is tried: a section, which side it has a part in, and of a map of creatures or items only
 * these of their keys, as the others (hit points, names) are no part of an outcome. */
typedef struct judge_trial_section {
    const char *name;
    judge_side side;
    const char *keys[4]; /* ended by NULL; none: all */
} judge_trial_section;

/* A finding in waiting: where all values of a record are dead one about the record replaces
 * them. */
typedef struct judge_dead_value {
    char path[JUDGE_PATH_MAX];
    char tried[80]; /* "0, 1.5 or 300"; "" for a record */
    char shown[32]; /* the value itself */
    size_t values;  /* below it; 1 for a value */
} judge_dead_value;

/* A walk over the values of a ruleset. */
typedef struct judge_inert {
    judge_varying *varying;
    const judge_trial_section *section;
    judge_dead_value *dead;
    size_t count, room;
    size_t untried; /* values that there was no time for */
    bool by_band;   /* looks for maps by band instead */
    wyrm_bands bands;
    const char *mode; /* of loot, that is played; "" where there is none */
    const char *kind;
    judge_findings *findings;
    wyrm_error *error;
} judge_inert;

/* Tries a value without members; *tried and *dead are raised by what it has of either. */
wyrm_status wyrm_judge_inert_try(judge_inert *walk, const wyrm_value *value, const char *path,
                                 size_t *tried, size_t *dead);

/* Puts a finding to those in waiting. */
wyrm_status wyrm_judge_inert_push(judge_inert *walk, const judge_dead_value *dead);

/* A map with a key for each band, some at least. */
bool wyrm_judge_inert_is_by_band(const judge_inert *walk, const wyrm_value *value);

/* Two bands next to each other whose values differ, `index` and the one behind it: a finding where
 * neither changes anything in the other's place. */
wyrm_status wyrm_judge_inert_compare_bands(judge_inert *walk, const wyrm_value *map, size_t index,
                                           const char *path);

#endif
