/* Numbers as text that reads back to the same number, whatever the locale. */
#include "base/number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_LIMIT 1e15

static size_t write_word(char *text, const char *word)
{
    size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

/* Replaces whatever the locale puts between whole and fraction, which may be several bytes. */
static size_t use_point(char *text)
{
    size_t start = strspn(text, "+-0123456789eE");
    size_t length = strlen(text);
    if (start == length)
        return length;
    size_t rest = start + strcspn(text + start, "+-0123456789eE");
    text[start] = '.';
    memmove(text + start + 1, text + rest, length - rest + 1);
    return strlen(text);
}

/* What is the same for both types; false: the digits have to be searched. */
static bool write_simple(double value, char *text, size_t *length)
{
    if (isnan(value))
        *length = write_word(text, "nan");
    else if (isinf(value))
        *length = write_word(text, value > 0 ? "inf" : "-inf");
    else if (fabs(value) < WHOLE_LIMIT && value == floor(value))
        *length = (size_t)snprintf(text, WYRM_NUMBER_MAX, "%.0f", value);
    else
        return false;
    return true;
}

/* Digits to begin with: a normal number that has a text of at most DBL_DIG (FLT_DIG) digits is
 * written as just that text with DBL_DIG digits, as %g drops the zeros; a subnormal one may have a
 * shorter text than that. */
size_t wyrm_number_double(double value, char text[WYRM_NUMBER_MAX])
{
    size_t length;
    if (write_simple(value, text, &length))
        return length;
    for (int digits = isnormal(value) ? DBL_DIG : 1; digits <= DBL_DECIMAL_DIG; digits++) {
        snprintf(text, WYRM_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return use_point(text);
}

size_t wyrm_number_float(float value, char text[WYRM_NUMBER_MAX])
{
    size_t length;
    if (write_simple((double)value, text, &length))
        return length;
    for (int digits = isnormal(value) ? FLT_DIG : 1; digits <= FLT_DECIMAL_DIG; digits++) {
        snprintf(text, WYRM_NUMBER_MAX, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return use_point(text);
}
