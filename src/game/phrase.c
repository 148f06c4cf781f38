/* Text of bounded length, written piece by piece. */
#include "game/phrase.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

void wyrm_phrase_add(wyrm_phrase *phrase, const char *text)
{
    size_t room = phrase->size - 1 - phrase->length;
    size_t length = strlen(text);
    size_t taken = wyrm_utf8_cut(text, length, room);
    memcpy(phrase->out + phrase->length, text, taken);
    phrase->length += taken;
    if (taken < length)
        phrase->size = phrase->length + 1; /* nothing goes behind a cut */
}

void wyrm_phrase_add_number(wyrm_phrase *phrase, double number)
{
    char digits[WYRM_NUMBER_MAX];
    wyrm_number_double(round(number * 100.0) / 100.0 + 0.0, digits);
    wyrm_phrase_add(phrase, digits);
}

void wyrm_phrase_end(wyrm_phrase *phrase)
{
    phrase->out[phrase->length] = '\0';
}
