/* Articles and capitals. */
#ifndef WYRM_SRC_GAME_ARTICLES_H
#define WYRM_SRC_GAME_ARTICLES_H

#include <wyrm/game_text.h>

/* wyrm_name_the and wyrm_name_a with words between the article and the name, and a blank behind
 * them: "the +4 club", "a sleeping Orc". With them a proper name takes an article, too: "the elite
 * Mr Toad". */
void wyrm_words_the(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX]);
void wyrm_words_a(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX]);

/* Whether a name begins with an article, or with a word in its place: "the Last Page", "Your
 * Shadow". */
bool wyrm_words_has_article(const char *name);

/* Makes the first letter a capital. */
void wyrm_words_capital(char *sentence);

#endif
