/* Packs: runs as few bytes, for other processes and machines.
 *
 * A run takes 127 kB in memory and some thousand bytes in a file of results; a pack needs about an
 * eighth of the latter, without loss. A pack is only read by the version that made it; files of
 * results are for keeping.
 */
#ifndef WYRM_PACK_H
#define WYRM_PACK_H

#include <wyrm/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs being packed. On success *out is owned by the caller (wyrm_pack_free).
 * WYRM_ERROR_MEMORY  out of memory */
typedef struct wyrm_pack wyrm_pack;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_new(wyrm_pack **out, wyrm_error *error);
WYRM_API void wyrm_pack_free(wyrm_pack *pack); /* NULL is allowed */

/* Adds a run; similar runs in one pack take fewer bytes. Fractions are kept to a millionth, as runs
 * have them.
 * WYRM_ERROR_MEMORY  out of memory; the pack can only be freed then */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_add(wyrm_pack *pack, const wyrm_run *run,
                                                   wyrm_error *error);

/* Returns the bytes of everything added, owned by the pack and valid until the next call, and
 * empties the pack.
 * WYRM_ERROR_MEMORY  out of memory; the pack can only be freed then */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_bytes(wyrm_pack *pack, const unsigned char **bytes,
                                                     size_t *length, wyrm_error *error);

/* Passes the runs of a pack to `take`, in the order in which they were added; `run` is valid during
 * the call, and a status other than WYRM_OK stops and is returned. The bytes need not be trusted: a
 * run that could not have been made is refused.
 * WYRM_ERROR_SYNTAX  not a pack, or a damaged one
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_each(const unsigned char *bytes, size_t length,
                                                    wyrm_status (*take)(const wyrm_run *run,
                                                                        void *context,
                                                                        wyrm_error *error),
                                                    void *context, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
