/* Words and numbers of the text of a combatant. */
#ifndef WYRM_SRC_GROWTH_WORDS_H
#define WYRM_SRC_GROWTH_WORDS_H

#include <wyrm/growth.h>

/* Bytes of a number or name that are looked at; more are cut in messages, between characters. */
#define WYRM_WORD_MAX 64

/* A part of the text that is being read. */
typedef struct wyrm_word {
    const char *start;
    size_t length;
} wyrm_word;

/* For "%.*s": how much of it to show, and where it starts. */
#define WYRM_WORD_SHOWN(word) wyrm_word_shown(word), (word).start
int wyrm_word_shown(wyrm_word word);

bool wyrm_word_is(wyrm_word word, const char *name);

/* The word up to one of the characters `ends` or the end of the text; *text is left standing there.
 */
wyrm_word wyrm_word_take(const char **text, const char *ends);

/* A level or depth in its range, named by `what`: "level". */
WYRM_MUST_CHECK wyrm_status wyrm_word_level(wyrm_word word, const char *what, int32_t *level,
                                            wyrm_error *error);

/* A value in its range, with the range in the message. */
WYRM_MUST_CHECK wyrm_status wyrm_word_value(wyrm_word key, wyrm_word word, double least,
                                            double greatest, bool whole, double *out,
                                            wyrm_error *error);

/* "did you mean 'orc'?" into the hint of the error, where one of `known` is near. */
void wyrm_word_hint(wyrm_word word, const char *const *known, size_t count, wyrm_error *error);

#endif
