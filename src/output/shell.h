/* Words for a shell: commands that are shown are to be typed as they stand. */
#ifndef WYRM_SRC_OUTPUT_SHELL_H
#define WYRM_SRC_OUTPUT_SHELL_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a word into text[size] so that a POSIX shell reads it as just that word: as it is, or in
 * quotes. False where it does not fit or has control characters, with "" written. */
bool wyrm_shell_word(const char *word, char *text, size_t size);

#endif
