/* The first line of a save: "wyrm-save 1 12345 0123456789abcdef", with the length in bytes and the
 * checksum (XXH3, 64 bits) of all that follows. */
#ifndef WYRM_SRC_GAME_SAVE_FRAME_H
#define WYRM_SRC_GAME_SAVE_FRAME_H

#include "base/text.h"

/* Appends the line for a body. */
void wyrm_save_frame(wyrm_text *text, const char *body, size_t length);

/* Finds the body of a save; *body points into `text`. Fails as wyrm_save_facts_of, but
 * names no file. */
WYRM_MUST_CHECK wyrm_status wyrm_save_open(const char *text, size_t length, const char **body,
                                           size_t *body_length, wyrm_error *error);

#endif
