/* Reading single values: truth, numbers, ratios, dice, names.
 *
 * Only decimal digits are numbers: what other readers of YAML take for octal, hexadecimal,
 * sexagesimal, infinite or boolean is refused with a hint, never read differently, since two
 * programs that read one file as two rulesets are worse than an error. Nothing depends on the
 * locale. Each function returns NULL where it has read the text, else what helps who wrote it: ""
 * where nothing does. */
#include "ruleset/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DIGITS         "0123456789"
#define DECIMAL_DIGITS 18 /* that always fit an int64_t */
#define DICE_COUNT_MAX 1000
#define DICE_SIDES_MAX 10000
#define DICE_PLUS_MAX  1000000

#define OTHER          ""
#define ZEROS          "write it without leading zeros"

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_sign(char letter)
{
    return letter == '+' || letter == '-';
}

static bool has_leading_zeros(const char *digits)
{
    return digits[0] == '0' && is_digit(digits[1]);
}

/* Whether it is one of the words, in lower or upper case; NULL ends them. */
static bool is_any(const char *text, const char *const *words)
{
    while (*words != NULL && strcasecmp(text, *words) != 0)
        words++;
    return *words != NULL;
}

const char *scan_bool(const char *text, bool *out)
{
    static const char *const yes[] = {"true", "yes", "on", "y", NULL};
    static const char *const no[] = {"false", "no", "off", "n", NULL};
    *out = strcmp(text, "true") == 0;
    if (*out || strcmp(text, "false") == 0)
        return NULL;
    return is_any(text, yes)  ? "did you mean 'true'?"
           : is_any(text, no) ? "did you mean 'false'?"
                              : OTHER;
}

/* What is wrong with a text that is no number in decimal digits. */
static const char *why_no_number(const char *text)
{
    static const char *const infinite[] = {".nan", ".inf", "nan", "inf", "infinity", NULL};
    text += is_sign(*text);
    if (is_any(text, infinite))
        return "numbers must be finite";
    bool prefixed = text[0] == '0' && text[1] != '\0' && strchr("xXoObB", text[1]) != NULL;
    return is_digit(text[0]) && (prefixed || strpbrk(text, "_,:") != NULL)
               ? "write it in plain decimal digits"
               : OTHER;
}

const char *scan_integer(const char *text, int64_t *out)
{
    *out = 0;
    bool negative = text[0] == '-';
    const char *digits = text + is_sign(text[0]);
    size_t count = strspn(digits, DIGITS);
    if (count == 0 || digits[count] != '\0')
        return why_no_number(text);
    if (has_leading_zeros(digits))
        return ZEROS;
    int64_t value = 0;
    for (; *digits != '\0'; digits++) {
        int digit = *digits - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return "whole numbers go from -9223372036854775808 to 9223372036854775807";
    }
    *out = value;
    return NULL;
}

/* The parts of a decimal number: sign, digits without the point, and the power of the last. */
typedef struct decimal {
    bool negative;
    char digits[64]; /* without leading zeros and, once cut, without trailing ones */
    size_t count;
    int power;
    bool too_long;
} decimal;

static const char *split_decimal(const char *text, decimal *number)
{
    *number = (decimal){.negative = text[0] == '-'};
    const char *at = text + is_sign(text[0]);
    size_t whole = strspn(at, DIGITS);
    size_t behind = at[whole] == '.' ? strspn(at + whole + 1, DIGITS) : 0;
    if (whole + behind == 0 || whole + behind > 4000)
        return why_no_number(text);
    if (has_leading_zeros(at))
        return at[whole] == '\0' || at[whole] == '.' ? ZEROS : OTHER;
    size_t end = at[whole] == '.' ? whole + 1 + behind : whole;
    for (size_t i = 0; i < end; i++) {
        if (i == whole) /* the point */
            continue;
        bool leading = number->count == 0 && at[i] == '0';
        bool full = number->count == sizeof number->digits - 1;
        if (!leading && !full)
            number->digits[number->count++] = at[i];
        number->too_long = number->too_long || (full && !leading);
        number->power += (full && !leading) - (i > whole);
    }
    at += end;
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at + 1 + is_sign(at[1]);
        size_t count = strspn(exponent, DIGITS);
        int value = 0;
        for (size_t i = 0; i < count; i++)
            value = value < 100000 ? 10 * value + (exponent[i] - '0') : value;
        number->power += at[1] == '-' ? -value : value;
        at = count == 0 ? at : exponent + count;
    }
    if (*at != '\0')
        return why_no_number(text);
    while (number->count != 0 && number->digits[number->count - 1] == '0') {
        number->count--;
        number->power++;
    }
    number->digits[number->count] = '\0';
    return NULL;
}

/* The digits are written without a point, so that the locale's does not matter; 63 of them decide
 * the rounding but for a last bit that no ruleset can mean. */
const char *scan_real(const char *text, double *out)
{
    decimal number;
    *out = 0;
    const char *wrong = split_decimal(text, &number);
    if (wrong != NULL || number.count == 0)
        return wrong;
    char plain[96];
    snprintf(plain, sizeof plain, "%s%se%d", number.negative ? "-" : "", number.digits,
             number.power);
    double value = strtod(plain, NULL);
    if (!isfinite(value))
        return "decimal numbers go up to 1.7e308";
    *out = value == 0 ? 0 : value;
    return NULL;
}

wyrm_ratio rs_lowest_terms(int64_t numerator, int64_t denominator)
{
    int64_t divisor = denominator, rest = numerator % denominator;
    while (rest != 0) {
        int64_t next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    divisor = divisor < 0 ? -divisor : divisor;
    return (wyrm_ratio){numerator / divisor, denominator / divisor};
}

const char *wyrm_scan_ratio(const char *text, wyrm_ratio *out)
{
    static const char too_long[] = "a ratio keeps at most 18 digits";
    *out = (wyrm_ratio){0, 1};
    const char *digits = text + is_sign(text[0]);
    size_t above = strspn(digits, DIGITS);
    int64_t numerator, denominator = 1;
    if (above == 0 || digits[above] != '/') {
        decimal number;
        const char *wrong = split_decimal(text, &number);
        if (wrong != NULL || number.count == 0)
            return wrong;
        if (number.too_long || number.count > DECIMAL_DIGITS || number.power < -DECIMAL_DIGITS ||
            number.power > DECIMAL_DIGITS - (int)number.count)
            return too_long;
        numerator = strtoll(number.digits, NULL, 10);
        numerator = number.negative ? -numerator : numerator;
        for (int i = 0; i < number.power; i++)
            numerator *= 10;
        for (int i = 0; i > number.power; i--)
            denominator *= 10;
    } else {
        const char *below = digits + above + 1;
        size_t below_count = strspn(below, DIGITS);
        if (below_count == 0 || below[below_count] != '\0')
            return OTHER;
        if (has_leading_zeros(digits) || has_leading_zeros(below))
            return ZEROS;
        if (above > DECIMAL_DIGITS || below_count > DECIMAL_DIGITS)
            return too_long;
        numerator = strtoll(text, NULL, 10);
        denominator = strtoll(below, NULL, 10);
        if (denominator == 0)
            return "the denominator must be above 0";
    }
    *out = rs_lowest_terms(numerator, denominator);
    return NULL;
}

/* A number of at most 9 digits; -1 where there is none or a longer one. Moves *at behind it. */
static int32_t take_number(const char **at)
{
    size_t count = strspn(*at, DIGITS);
    int32_t value = count == 0 || count > 9 ? -1 : 0;
    for (size_t i = 0; i < count && value >= 0; i++)
        value = 10 * value + ((*at)[i] - '0');
    *at += count;
    return value;
}

const char *scan_dice(const char *text, wyrm_dice *out)
{
    char tight[48]; /* without blanks */
    size_t length = 0;
    *out = (wyrm_dice){0};
    for (; *text != '\0'; text++) {
        if (length == sizeof tight - 1)
            return OTHER;
        if (*text != ' ')
            tight[length++] = *text;
    }
    tight[length] = '\0';
    const char *at = tight;
    wyrm_dice dice = {.count = 0};
    if (strpbrk(tight, "dD") != NULL) {
        dice.count = is_digit(*at) ? take_number(&at) : 1;
        if ((*at != 'd' && *at != 'D') || !is_digit(at[1]))
            return OTHER;
        at++;
        dice.sides = take_number(&at);
        if (dice.count == 0 || dice.sides == 0)
            return "at least one die of at least one side";
        if (*at != '\0' && !is_sign(*at))
            return OTHER;
        at = *at == '\0' ? "+0" : at;
    }
    bool minus = *at == '-';
    at += is_sign(*at);
    if (!is_digit(*at) || at[strspn(at, DIGITS)] != '\0')
        return OTHER;
    dice.plus = take_number(&at);
    if (dice.count < 0 || dice.count > DICE_COUNT_MAX || dice.sides < 0 ||
        dice.sides > DICE_SIDES_MAX || dice.plus < 0 || dice.plus > DICE_PLUS_MAX)
        return "at most 1000 dice of 10000 sides, plus or minus 1000000";
    dice.plus = minus ? -dice.plus : dice.plus;
    *out = dice;
    return NULL;
}

const char *scan_name(const char *text, bool dotted)
{
    static const char letters[] =
        ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strspn(text, dotted ? letters : letters + 1);
    if (length == 0 || text[length] != '\0' || strchr(DIGITS "._-", text[0]) != NULL)
        return dotted ? "ASCII letters, digits, '_', '-' and '.', a letter first"
                      : "ASCII letters, digits, '_' and '-', a letter first";
    return length > SCAN_NAME_MAX ? "at most 63 letters" : NULL;
}

const char *scan_name_hint(const char *text, bool dotted, char hint[WYRM_ERROR_HINT_MAX])
{
    char name[SCAN_NAME_MAX + 1];
    size_t length = 0;
    for (; text[length] != '\0' && length < SCAN_NAME_MAX; length++)
        name[length] = text[length] == ' ' || (text[length] == '.' && !dotted) ? '_' : text[length];
    name[length] = '\0';
    const char *wrong = scan_name(text, dotted);
    if (wrong == NULL || text[length] != '\0' || scan_name(name, dotted) != NULL)
        return wrong;
    snprintf(hint, WYRM_ERROR_HINT_MAX, "did you mean '%s'?", name);
    return hint;
}
