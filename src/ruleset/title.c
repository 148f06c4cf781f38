/* Titles made from keys: what a thing is called where the ruleset gives it no title. */
#include "ruleset/title.h"

#include <ctype.h>
#include <string.h>

void wyrm_title_of_key(const char *key, char *title)
{
    size_t length = strlen(key);
    for (size_t i = 0; i <= length; i++)
        title[i] = key[i] == '_' ? ' ' : key[i];
    title[0] = (char)toupper((unsigned char)title[0]);
}
