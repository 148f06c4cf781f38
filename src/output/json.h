/* JSON answers: one object, fixed order of keys, numbers that read back.
 *
 * Every answer begins with `schema` ("wyrm/hit/1"), `wyrm` (the version) and, where there is one,
 * `ruleset` {name, hash}. What is not finite is null. Running out of memory is remembered and told
 * once, when the answer is put on a page.
 */
#ifndef WYRM_SRC_OUTPUT_JSON_H
#define WYRM_SRC_OUTPUT_JSON_H

#include <jansson.h>

#include <wyrm/pmf.h>
#include <wyrm/ruleset.h>
#include <wyrm/stats.h>

#include "output/page.h"

typedef struct wyrm_answer {
    json_t *root;
    bool failed;
    int digits; /* significant ones of a real number: 15, or 17 to read back to the same bits */
} wyrm_answer;

/* `ruleset` may be NULL. */
wyrm_answer wyrm_answer_new(const char *command, const wyrm_ruleset *ruleset);
void wyrm_answer_free(wyrm_answer *json);

/* Puts the answer on the page: one key a line, one element a line for lists of objects.
 * WYRM_ERROR_MEMORY where anything was lost. */
WYRM_MUST_CHECK wyrm_status wyrm_answer_finish(const wyrm_answer *json, wyrm_page *page,
                                               wyrm_error *error);

/* Give `value` to an object (NULL: the root) or a list; NULL as a value is a failed allocation. */
void wyrm_answer_set(wyrm_answer *json, json_t *object, const char *key, json_t *value);
void wyrm_answer_append(wyrm_answer *json, json_t *list, json_t *value);

/* New values, NULL where memory is out. */
json_t *wyrm_answer_real(double value);
json_t *wyrm_answer_count(uint64_t value); /* null above 2^63 - 1, which JSON cannot hold exactly */
json_t *wyrm_answer_text(const char *text);
json_t *wyrm_answer_interval(wyrm_interval interval); /* [low, high], null for an open end */
json_t *wyrm_answer_pmf(wyrm_answer *json, const wyrm_pmf *pmf); /* [[value, probability]...] */
json_t *wyrm_answer_mean_sd(wyrm_answer *json, double mean, double sd);
/* {mean, sd, ci95}, {value, ci95}: of nulls where the interval is unknown, null where nothing was
 * counted. */
json_t *wyrm_answer_moments(wyrm_answer *json, const wyrm_moments *moments);
json_t *wyrm_answer_ratio(wyrm_answer *json, const wyrm_clusters *clusters);

#endif
