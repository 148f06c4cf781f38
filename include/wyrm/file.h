/* Files whole or not at all.
 */
#ifndef WYRM_FILE_H
#define WYRM_FILE_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a regular file of at most `most` bytes. *out is owned by the caller (wyrm_free), ended by a
 * NUL that *length does not count. WYRM_ERROR_IO      it cannot be read, or is no regular file (the
 * message says why) WYRM_ERROR_LIMIT   it is larger WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_read(const char *path, size_t most, char **out,
                                                    size_t *length, wyrm_error *error);

/* Writes a file under a temporary name beside it, makes sure that it is on the disk, and gives it
 * its name last: whoever is killed meanwhile leaves the old file or the new one, and never a part.
 * What others who were killed have left in the folder goes (wyrm_file_clear). Something that exists
 * is an error, unless it is a regular file and `replace` is set.
 * WYRM_ERROR_IO  it cannot be written (the message says why); nothing is left behind */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_write(const char *path, const void *bytes,
                                                     size_t length, bool replace,
                                                     wyrm_error *error);

/* Whether wyrm_file_write would get as far as writing there: to be asked before long work. Fails
 * like it, and changes no more than it then does: leftovers of others are cleared. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_file_can_write(const char *path, bool replace,
                                                         wyrm_error *error);

/* Deletes the temporary files of a folder that nobody is writing any more: those of programs that
 * were killed. What cannot be deleted stays; no other file is touched. */
WYRM_API void wyrm_file_clear(const char *folder);

#ifdef __cplusplus
}
#endif
#endif
