/* Advice on loot: where pity fires too often or too seldom, what a band lacks, and which change
 * would fix it.
 */
#ifndef WYRM_LOOT_ADVICE_H
#define WYRM_LOOT_ADVICE_H

#include <wyrm/loot_survey.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits for rates of pity, as shares of rooms (Catacombs of YARL, "Pity System"). */
#define WYRM_PITY_NEVER        1e-9 /* a share of rooms too small for anybody to see */
#define WYRM_PITY_HEALTHY_LOW  0.05
#define WYRM_PITY_HEALTHY_HIGH 0.15
#define WYRM_PITY_TOO_LOW      0.30 /* from here on base rates are too low */
#define WYRM_PITY_PROBLEM      0.50 /* from here on it is a problem */

/* The kinds of advice, one row each: name, key. */
/* clang-format off */
#define WYRM_LOOT_ADVICE_ROWS(row)                                                                 \
    row(WYRM_LOOT_PITY_OFTEN, "pity-too-often")                                                    \
    row(WYRM_LOOT_PITY_SELDOM, "pity-too-seldom")                                                  \
    row(WYRM_LOOT_PITY_NEVER, "pity-never-due")                                                    \
    row(WYRM_LOOT_PITY_EMPTY, "pity-without-items")                                                \
    row(WYRM_LOOT_NO_ITEMS, "category-without-items")
/* clang-format on */

typedef enum wyrm_loot_advice_kind {
#define WYRM_LOOT_ADVICE_ENUM(name, key) name,
    WYRM_LOOT_ADVICE_ROWS(WYRM_LOOT_ADVICE_ENUM)
#undef WYRM_LOOT_ADVICE_ENUM
} wyrm_loot_advice_kind;

WYRM_API const char *wyrm_loot_advice_key(wyrm_loot_advice_kind kind); /* "" for an invalid kind */

typedef struct wyrm_loot_advice {
    wyrm_loot_advice_kind kind;
    size_t band;
    const char *category; /* valid as long as the design */
    wyrm_estimate rate;   /* of pity; 0 for the other kinds */
    wyrm_interval wanted; /* of a rate: what is healthy, or wanted by a target of the ruleset on
                             pity_rate there; an open end is infinite */
} wyrm_loot_advice;

/* The rate of pity that is wanted for a category in a band (from 0) of a survey of the design: by
 * the targets of the ruleset on pity_rate there, an open end being infinite, else what is
 * healthy. */
WYRM_API wyrm_interval wyrm_loot_pity_wanted(const wyrm_design *design,
                                             const wyrm_loot_survey *survey, const char *category,
                                             size_t band);

typedef struct wyrm_loot_advices {
    size_t count;
    wyrm_loot_advice *list; /* by kind, category, band */
} wyrm_loot_advices;

/* Lists what is wrong with the loot, from a survey of the same design. A rate is outside the
 * range that is wanted if its whole interval is. *out is owned by the caller
 * (wyrm_loot_advices_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_advise(const wyrm_design *design,
                                                      const wyrm_loot_survey *survey,
                                                      wyrm_loot_advices *out, wyrm_error *error);
WYRM_API void wyrm_loot_advices_free(wyrm_loot_advices *advices); /* an empty one is allowed */

#define WYRM_LOOT_FACTOR_MOST 1000 /* the greatest factor tried; the least is its inverse */

/* The factor for the weights of one category's items in one band that fixes a rate of pity. */
typedef struct wyrm_loot_mend {
    bool possible;
    double rate;                 /* of pity with the new value */
    double limit;                /* the least rate that any factor gives */
    char path[96];               /* the key to change: "loot.factors.healing.B2" */
    double old_value, new_value; /* 1 if the file has no such key */
} wyrm_loot_mend;

/* Asks wyrm_solve for the factor that brings the pity rate of category `pity` (an index in the
 * rules) in `band` to `wanted`, with all other bands unchanged. The number of `threads` (0: one)
 * does not change the result.
 * WYRM_ERROR_ARGUMENT  the survey has no exact values, its counters are reset, or there is no such
 *                      band or category
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_find_mend(const wyrm_design *design,
                                                         const wyrm_loot_survey *survey,
                                                         size_t band, size_t pity, double wanted,
                                                         unsigned threads, wyrm_loot_mend *out,
                                                         wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
