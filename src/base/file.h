#ifndef WYRM_SRC_BASE_FILE_H
#define WYRM_SRC_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* Reads a file of at most `most` bytes. *out is the caller's (wyrm_free), ended by a NUL that
 * *length does not count, and *about is what the system says of the file. Returns 0 or an errno,
 * *out NULL: EFBIG: it is larger; EISDIR: it is a folder; EINVAL: it is to be `regular` (not a pipe
 * or device, which may never end) and is not. */
int base_file_read(const char *path, bool regular, size_t most, char **out, size_t *length,
                   struct stat *about);

#endif
