/* Parts: what a measuring of many rulesets is made of, for other processes and machines.
 *
 * Where a sensing (<wyrm/sense.h>) is given a maker (<wyrm/sim.h>) that takes parts, it is cut into
 * them: each is one change of the ruleset, of which what is exact is worked out, or some games are
 * played. What is common to all of them is one block of bytes, each part another, and what comes of
 * it are numbers; all three go wherever bytes go, and are for the version that made them, on
 * processors of the same order of bytes.
 */
#ifndef WYRM_PART_H
#define WYRM_PART_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One who does parts; each thread has its own. On success *out is owned by the caller
 * (wyrm_part_worker_free); the bytes need not outlive the call.
 * WYRM_ERROR_SYNTAX   it is not what is common to parts
 * WYRM_ERROR_RULESET  a ruleset, or targets, that make no sense
 * WYRM_ERROR_MEMORY   out of memory */
typedef struct wyrm_part_worker wyrm_part_worker;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_part_worker_new(wyrm_bytes common, wyrm_part_worker **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_part_worker_free(wyrm_part_worker *worker); /* NULL is allowed */

/* Does a part; the numbers are valid until the next call. A ruleset that cannot be as the part says
 * is no failure: the numbers say that it was not done, and whoever asked finds out why.
 * WYRM_ERROR_SYNTAX  it is no part
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_part_do(wyrm_part_worker *worker, wyrm_bytes part,
                                                  const double **numbers, size_t *count,
                                                  wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
