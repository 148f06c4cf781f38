/* Packs: runs as few bytes, for other processes and machines.
 *
 * A run is 127 kB in memory and some thousand bytes in a file of results; in a pack it is about an
 * eighth of the latter, and nothing of it is lost. A pack is to be read by the version that made
 * it, and goes wherever bytes go: files of results are what is kept.
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

/* Adds a run; those of one pack that are like each other take fewer bytes. Numbers that are not
 * whole are kept to a millionth, as runs have them.
 * WYRM_ERROR_MEMORY  out of memory; the pack can only be freed then */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_add(wyrm_pack *pack, const wyrm_run *run,
                                                   wyrm_error *error);

/* The bytes of all that was added, valid until the next call; the pack is empty from then on.
 * WYRM_ERROR_MEMORY  out of memory; the pack can only be freed then */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_pack_bytes(wyrm_pack *pack, const unsigned char **bytes,
                                                     size_t *length, wyrm_error *error);

/* Tells the runs of a pack, in the order in which they were added; `run` is valid during the call
 * of `take`, and what that returns other than WYRM_OK stops with it. What is told is a run,
 * whatever the bytes are: one that could not have been made is refused.
 * WYRM_ERROR_SYNTAX  no pack, or a broken one
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
