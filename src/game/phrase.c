/* Parts of sentences: text of bounded length, piece by piece, and words that stand in messages,
 * reasons and the last page alike. */
#include "game/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

wyrm_phrase wyrm_phrase_in(char *out, size_t size)
{
    out[0] = '\0';
    return (wyrm_phrase){.out = out, .size = size};
}

void wyrm_phrase_add(wyrm_phrase *phrase, const char *text)
{
    size_t room = phrase->size - 1 - phrase->length, length = strlen(text);
    size_t taken = wyrm_utf8_cut(text, length, room);
    memcpy(phrase->out + phrase->length, text, taken);
    phrase->length += taken;
    phrase->out[phrase->length] = '\0';
    if (taken < length)
        phrase->size = phrase->length + 1; /* nothing goes behind a cut */
}

void wyrm_phrase_add_number(wyrm_phrase *phrase, double number)
{
    char digits[WYRM_NUMBER_MAX];
    wyrm_number_double(round(number * 100.0) / 100.0 + 0.0, digits);
    wyrm_phrase_add(phrase, digits);
}

void wyrm_words_capital(char *sentence)
{
    unsigned char *bytes = (unsigned char *)sentence;
    if (bytes[0] >= 'a' && bytes[0] <= 'z')
        bytes[0] = (unsigned char)(bytes[0] - 'a' + 'A');
    else if (bytes[0] == 0xc3 && bytes[1] >= 0xa0 && bytes[1] <= 0xbe && bytes[1] != 0xb7)
        bytes[1] = (unsigned char)(bytes[1] - 0x20); /* the accented letters of Latin-1 */
}

void wyrm_words_small(const char *title, char out[WYRM_NAME_TEXT_MAX])
{
    bool has_capital = false; /* behind the first letter */
    snprintf(out, WYRM_NAME_TEXT_MAX, "%s", title);
    for (const char *letter = out; *letter != '\0' && !has_capital; letter++)
        has_capital = letter > out && *letter >= 'A' && *letter <= 'Z';
    if (!has_capital && out[0] >= 'A' && out[0] <= 'Z')
        out[0] = (char)(out[0] - 'A' + 'a');
}

void wyrm_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX])
{
    const char *words = strcmp(key, "hp") == 0       ? "hit points"
                        : strcmp(key, "max_hp") == 0 ? "maximum of hit points"
                                                     : key;
    wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, words);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '_')
            *at = ' ';
}

const char *wyrm_condition_word(wyrm_condition condition)
{
    static const char *const words[] = {
#define WORD(name, word, sentence) [name] = word,
        WYRM_CONDITION_ROWS(WORD)
#undef WORD
    };
    return (unsigned)condition < WYRM_CONDITION_COUNT ? words[condition] : "";
}
