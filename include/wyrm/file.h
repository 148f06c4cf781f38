/* Files that are written whole or not at all.
 *
 * A program can be killed at any moment; a save or ruleset must survive that. So a file is written
 * under a temporary name and renamed only when its bytes are on the disk.
 */
#ifndef WYRM_FILE_H
#define WYRM_FILE_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a regular file of at most `most` bytes. *out is owned by the caller (wyrm_free), ended by a
 * NUL that *length does not count.
 * WYRM_ERROR_IO      it cannot be read, or is no regular file (the message says why)
 * WYRM_ERROR_LIMIT   it is larger
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_read(const char *path, size_t most, char **out,
                                                    size_t *length, wyrm_error *error);

/* Writes a file under a temporary name beside it, waits until it is on the disk, and renames it
 * last: a process killed meanwhile leaves the old file or the new one, never a part. Temporary
 * files that killed processes left in the folder are deleted (wyrm_file_clear). An existing path is
 * an error, unless it is a regular file and `replace` is set.
 * WYRM_ERROR_IO  it cannot be written (the message says why); nothing is left behind */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_write(const char *path, const void *bytes,
                                                     size_t length, bool replace,
                                                     wyrm_error *error);

/* Whether wyrm_file_write would get as far as writing: to ask before long work. Fails as it does,
 * and changes nothing except that leftovers of killed processes are deleted. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_can_write(const char *path, bool replace,
                                                         wyrm_error *error);

/* Deletes temporary files in a folder that no process is writing any more: those of killed
 * programs. What cannot be deleted stays; no other file is touched. */
WYRM_API void wyrm_file_clear(const char *folder);

#ifdef __cplusplus
}
#endif
#endif
