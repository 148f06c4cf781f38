/* Titles made from keys. */
#ifndef WYRM_SRC_RULESET_TITLE_H
#define WYRM_SRC_RULESET_TITLE_H

/* "beam_sword" becomes "Beam sword"; `title` has room for the key and its NUL. */
void wyrm_title_of_key(const char *key, char *title);

#endif
