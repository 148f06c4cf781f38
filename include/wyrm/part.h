/* Parts: the units of work in measuring many rulesets, for other processes and machines.
 *
 * With a maker (<wyrm/sim.h>) that takes parts, a sensing (<wyrm/sense.h>) is split into them: each
 * is one change of the ruleset for which exact metrics are computed, or some games played. The data
 * common to all parts is one block of bytes, each part is another, and the result is an array of
 * numbers. All three can be sent anywhere, to the same version on a processor with the same byte
 * order.
 */
#ifndef WYRM_PART_H
#define WYRM_PART_H

#include <wyrm/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Computes parts; each thread needs its own worker. On success *out is owned by the caller
 * (wyrm_part_worker_free); the bytes need not outlive the call.
 * WYRM_ERROR_SYNTAX   not the common data of parts
 * WYRM_ERROR_RULESET  a ruleset, or targets, that make no sense
 * WYRM_ERROR_MEMORY   out of memory */
typedef struct wyrm_part_worker wyrm_part_worker;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_part_worker_new(wyrm_bytes common, wyrm_part_worker **out,
                                                          wyrm_error *error);
WYRM_API void wyrm_part_worker_free(wyrm_part_worker *worker); /* NULL is allowed */

/* Computes a part; the numbers are valid until the next call. If the part's change makes no valid
 * ruleset that is no failure: the numbers say so, and the caller finds out why.
 * WYRM_ERROR_SYNTAX  not a part
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_part_do(wyrm_part_worker *worker, wyrm_bytes part,
                                                  const double **numbers, size_t *count,
                                                  wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
