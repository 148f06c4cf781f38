/* Advice on loot: where pity fires too often or too seldom, what a band lacks, and what would mend
 * it.
 */
#ifndef WYRM_LOOT_ADVICE_H
#define WYRM_LOOT_ADVICE_H

#include <wyrm/loot_survey.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rates of pity, as shares of rooms (Catacombs of YARL, "Pity System"). */
#define WYRM_PITY_NEVER        1e-9 /* a share of rooms that nobody sees */
#define WYRM_PITY_HEALTHY_LOW  0.05
#define WYRM_PITY_HEALTHY_HIGH 0.15
#define WYRM_PITY_TOO_LOW      0.30 /* from here on base rates are too low */
#define WYRM_PITY_PROBLEM      0.50 /* from here on it is a problem */

/* One row a kind: name, key. */
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

WYRM_API const char *wyrm_loot_advice_key(wyrm_loot_advice_kind kind); /* "" for none */

typedef struct wyrm_loot_advice {
    wyrm_loot_advice_kind kind;
    size_t band;
    const char *category; /* lives as long as the design */
    wyrm_estimate rate;   /* of pity; 0 for the other kinds */
} wyrm_loot_advice;

typedef struct wyrm_loot_advices {
    size_t count;
    wyrm_loot_advice *list; /* by kind, category, band */
} wyrm_loot_advices;

/* What is wrong with what a survey of the same design found. A rate counts as outside the healthy
 * range where its whole interval is. *out is owned by the caller (wyrm_loot_advices_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_loot_advise(const wyrm_design *design,
                                                      const wyrm_loot_survey *survey,
                                                      wyrm_loot_advices *out, wyrm_error *error);
WYRM_API void wyrm_loot_advices_free(wyrm_loot_advices *advices); /* an empty one is allowed */

#define WYRM_LOOT_FACTOR_MOST 1000 /* that is tried, and the inverse of the least */

/* What the weights of one category's items would have to be multiplied by in one band. */
typedef struct wyrm_loot_mend {
    bool possible;
    double rate;                 /* of pity with the new value */
    double limit;                /* the least rate that any factor gives */
    char path[96];               /* what is to be changed: "loot.factors.healing.B2" */
    double old_value, new_value; /* 1 where the file says nothing */
} wyrm_loot_mend;

/* Asks wyrm_solve for the factor that brings the rate of pity of category `pity` (an index of the
 * rules) in `band` to `wanted`, all other bands being as they are. The same for any number of
 * `threads`; 0: one.
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
