/* Words and numbers of the text of a combatant. */
#include "growth/words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

bool wyrm_word_is(wyrm_word word, const char *name)
{
    return strlen(name) == word.length && memcmp(word.start, name, word.length) == 0;
}

int wyrm_word_shown(wyrm_word word)
{
    return (int)wyrm_utf8_cut(word.start, word.length, WYRM_WORD_MAX);
}

wyrm_word wyrm_word_take(const char **text, const char *ends)
{
    wyrm_word word = {.start = *text, .length = strcspn(*text, ends)};
    *text += word.length;
    return word;
}

static size_t skip_digits(const char *text, size_t at)
{
    while (isdigit((unsigned char)text[at]))
        at++;
    return at;
}

/* [+-]digits[.digits][e[+-]digits]: no hexadecimal, no "inf", nothing before or after it. */
static bool is_decimal(const char *text)
{
    size_t at = text[0] == '-' || text[0] == '+';
    size_t whole = skip_digits(text, at) - at;
    at += whole;
    size_t fraction = 0;
    if (text[at] == '.') {
        fraction = skip_digits(text, at + 1) - (at + 1);
        at += fraction + 1;
    }
    if (whole + fraction == 0)
        return false;
    if (text[at] == 'e' || text[at] == 'E') {
        size_t start = at + 1 + (text[at + 1] == '-' || text[at + 1] == '+');
        at = skip_digits(text, start);
        if (at == start)
            return false;
    }
    return text[at] == '\0';
}

static bool read_number(wyrm_word word, double *out)
{
    char text[WYRM_WORD_MAX + 1];
    if (word.length > WYRM_WORD_MAX)
        return false;
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
    if (!is_decimal(text))
        return false;
    *out = strtod(text, NULL); /* beyond a double it is infinite, and outside every range */
    return true;
}

wyrm_status wyrm_word_level(wyrm_word word, const char *what, int32_t *level, wyrm_error *error)
{
    double value;
    if (!read_number(word, &value) || (isfinite(value) && value != floor(value)))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "a %s must be a whole number, found '%.*s'",
                         what, WYRM_WORD_SHOWN(word));
    if (!(value >= WYRM_LEVEL_MIN && value <= WYRM_LEVEL_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "%s %.*s is out of range (%d to %d)", what,
                         WYRM_WORD_SHOWN(word), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX);
    *level = (int32_t)value;
    return WYRM_OK;
}

wyrm_status wyrm_word_value(wyrm_word key, wyrm_word word, double least, double greatest,
                            bool whole, double *out, wyrm_error *error)
{
    double value;
    if (!read_number(word, &value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a number, found '%.*s'",
                         WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(word));
    if (whole && isfinite(value) && value != floor(value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a whole number, found '%.*s'",
                         WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(word));
    if (!(value >= least && value <= greatest))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%.*s' must be from %.15g to %.15g, found %.*s",
                         WYRM_WORD_SHOWN(key), least, greatest, WYRM_WORD_SHOWN(word));
    *out = value;
    return WYRM_OK;
}

void wyrm_word_hint(wyrm_word word, const char *const *known, size_t count, wyrm_error *error)
{
    char text[WYRM_WORD_MAX + 1];
    if (!error || word.length > WYRM_WORD_MAX)
        return;
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
    const char *nearest = wyrm_nearest(text, known, count);
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
}
