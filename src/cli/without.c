/* --without LIST */
#include "cli/without.h"

#include <string.h>

#include "cli/say.h"

bool cli_part_without(const cli_command *command, const char *list, cli_without *out)
{
    out->count = 0;
    if (list == NULL)
        return true;
    if (strlen(list) >= sizeof out->letters) {
        cli_complain(command, "--without has more than %zu letters", sizeof out->letters - 1);
        return false;
    }
    strcpy(out->letters, list);
    char *rest = out->letters;
    for (char *word; (word = strsep(&rest, ",")) != NULL;) {
        if (*word == '\0')
            continue;
        if (out->count == CLI_WITHOUT_WORDS_MAX) {
            cli_complain(command, "--without takes at most %d words", CLI_WITHOUT_WORDS_MAX);
            return false;
        }
        out->words[out->count++] = word;
    }
    return true;
}
