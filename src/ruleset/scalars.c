/* Reading single values: truth, numbers, ratios, dice, names.
 *
 * Only decimal digits are numbers: what other readers of YAML take for octal, hexadecimal,
 * sexagesimal, infinite or boolean is refused with a hint, never read differently, since two
 * programs that read one file as two rulesets are worse than an error. Nothing depends on the
 * locale.
 * 
 */
#include "ruleset/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECIMAL_DIGITS 18 /* that always fit an int64_t */
#define DICE_COUNT_MAX 1000
#define DICE_SIDES_MAX 10000
#define DICE_PLUS_MAX  1000000

const char *wyrm_scan_hint(wyrm_scan scan)
{
    static const char *const hints[] = {
#define HINT(name, hint) [name] = hint,
        WYRM_SCAN_ROWS(HINT)
#undef HINT
    };
    return hints[scan];
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

static bool is_sign(char letter)
{
    return letter == '+' || letter == '-';
}

static bool equals_any(const char *text, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

wyrm_scan wyrm_scan_bool(const char *text, bool *out)
{
    static const char *const yes[] = {"True", "TRUE", "yes", "Yes", "YES", "on",
                                      "On",   "ON",   "y",   "Y",   NULL};
    static const char *const no[] = {"False", "FALSE", "no", "No", "NO", "off",
                                     "Off",   "OFF",   "n",  "N",  NULL};
    *out = strcmp(text, "true") == 0;
    if (*out || strcmp(text, "false") == 0)
        return WYRM_SCAN_OK;
    return equals_any(text, yes)  ? WYRM_SCAN_TRUE
           : equals_any(text, no) ? WYRM_SCAN_FALSE
                                  : WYRM_SCAN_OTHER;
}

/* What is wrong with a text that is no number in decimal digits. */
static wyrm_scan why_no_number(const char *text)
{
    static const char *const infinite[] = {".nan", ".NaN", ".NAN", ".inf", ".Inf",     ".INF",
                                           "nan",  "NaN",  "inf",  "Inf",  "infinity", NULL};
    if (is_sign(*text))
        text++;
    if (equals_any(text, infinite))
        return WYRM_SCAN_FINITE;
    if (!is_digit(text[0]))
        return WYRM_SCAN_OTHER;
    bool prefixed = text[0] == '0' && text[1] != '\0' && strchr("xXoObB", text[1]) != NULL;
    return prefixed || strpbrk(text, "_,:") != NULL ? WYRM_SCAN_DIGITS : WYRM_SCAN_OTHER;
}

static bool has_leading_zeros(const char *digits)
{
    return digits[0] == '0' && is_digit(digits[1]);
}

wyrm_scan wyrm_scan_integer(const char *text, int64_t *out)
{
    *out = 0;
    bool negative = text[0] == '-';
    const char *digits = text + is_sign(text[0]);
    size_t count = count_digits(digits);
    if (count == 0 || digits[count] != '\0')
        return why_no_number(text);
    if (has_leading_zeros(digits))
        return WYRM_SCAN_ZEROS;
    int64_t value = 0;
    for (; *digits != '\0'; digits++) {
        int digit = *digits - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value))
            return WYRM_SCAN_WHOLE_LIMIT;
    }
    *out = value;
    return WYRM_SCAN_OK;
}

/* The parts of a decimal number: sign, digits without the point, and the power of ten of the last.
 */
typedef struct decimal {
    bool negative;
    char digits[64]; /* without leading zeros and, once cut, without trailing ones */
    size_t count;
    int power;
    bool too_long;
} decimal;

static void add_digits(decimal *number, const char *digits, size_t count, bool behind_point)
{
    for (size_t i = 0; i < count; i++) {
        bool leading = number->count == 0 && digits[i] == '0';
        bool full = number->count == sizeof number->digits - 1;
        if (!leading && !full)
            number->digits[number->count++] = digits[i];
        number->too_long = number->too_long || (full && !leading);
        number->power += (full && !leading) - behind_point;
    }
}

static wyrm_scan split_decimal(const char *text, decimal *number)
{
    *number = (decimal){.negative = text[0] == '-'};
    const char *at = text + is_sign(text[0]);
    size_t whole = count_digits(at);
    size_t behind = at[whole] == '.' ? count_digits(at + whole + 1) : 0;
    if (whole + behind == 0 || whole + behind > 4000)
        return why_no_number(text);
    if (has_leading_zeros(at))
        return at[whole] == '\0' || at[whole] == '.' ? WYRM_SCAN_ZEROS : WYRM_SCAN_OTHER;
    add_digits(number, at, whole, false);
    at += whole;
    if (*at == '.') {
        add_digits(number, at + 1, behind, true);
        at += 1 + behind;
    }
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at + 1 + is_sign(at[1]);
        size_t count = count_digits(exponent);
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
    return WYRM_SCAN_OK;
}

/* The digits are written without a point, so that the locale's does not matter; 63 of them decide
 * the rounding but for a last bit that no ruleset can mean. */
wyrm_scan wyrm_scan_real(const char *text, double *out)
{
    decimal number;
    *out = 0;
    wyrm_scan scan = split_decimal(text, &number);
    if (scan != WYRM_SCAN_OK || number.count == 0)
        return scan;
    char plain[96];
    snprintf(plain, sizeof plain, "%s%se%d", number.negative ? "-" : "", number.digits,
             number.power);
    double value = strtod(plain, NULL);
    if (!isfinite(value))
        return WYRM_SCAN_REAL_LIMIT;
    *out = value == 0 ? 0 : value;
    return WYRM_SCAN_OK;
}

wyrm_ratio wyrm_lowest_terms(int64_t numerator, int64_t denominator)
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

static int64_t power_of_ten(int exponent)
{
    int64_t value = 1;
    while (exponent-- > 0)
        value *= 10;
    return value;
}

static wyrm_scan scan_decimal_ratio(const char *text, wyrm_ratio *out)
{
    decimal number;
    wyrm_scan scan = split_decimal(text, &number);
    if (scan != WYRM_SCAN_OK || number.count == 0)
        return scan;
    if (number.too_long || number.count > DECIMAL_DIGITS || number.power < -DECIMAL_DIGITS ||
        number.power > DECIMAL_DIGITS - (int)number.count)
        return WYRM_SCAN_RATIO_LIMIT;
    int64_t digits = strtoll(number.digits, NULL, 10);
    int64_t numerator = number.power > 0 ? digits * power_of_ten(number.power) : digits;
    int64_t denominator = number.power < 0 ? power_of_ten(-number.power) : 1;
    *out = wyrm_lowest_terms(number.negative ? -numerator : numerator, denominator);
    return WYRM_SCAN_OK;
}

wyrm_scan wyrm_scan_ratio(const char *text, wyrm_ratio *out)
{
    *out = (wyrm_ratio){0, 1};
    const char *digits = text + is_sign(text[0]);
    size_t above = count_digits(digits);
    if (above == 0 || digits[above] != '/')
        return scan_decimal_ratio(text, out);
    const char *below = digits + above + 1;
    size_t below_count = count_digits(below);
    if (below_count == 0 || below[below_count] != '\0')
        return WYRM_SCAN_OTHER;
    if (has_leading_zeros(digits) || has_leading_zeros(below))
        return WYRM_SCAN_ZEROS;
    if (above > DECIMAL_DIGITS || below_count > DECIMAL_DIGITS)
        return WYRM_SCAN_RATIO_LIMIT;
    int64_t numerator = strtoll(text, NULL, 10);
    int64_t denominator = strtoll(below, NULL, 10);
    if (denominator == 0)
        return WYRM_SCAN_DENOMINATOR;
    *out = wyrm_lowest_terms(numerator, denominator);
    return WYRM_SCAN_OK;
}

/* A number of at most 9 digits; -1 where there is none or a longer one. Moves *at behind it. */
static int32_t take_number(const char **at)
{
    size_t count = count_digits(*at);
    int32_t value = count == 0 || count > 9 ? -1 : 0;
    for (size_t i = 0; i < count && value >= 0; i++)
        value = 10 * value + ((*at)[i] - '0');
    *at += count;
    return value;
}

wyrm_scan wyrm_scan_dice(const char *text, wyrm_dice *out)
{
    char tight[48]; /* without blanks */
    size_t length = 0;
    *out = (wyrm_dice){0};
    for (; *text != '\0'; text++) {
        if (length == sizeof tight - 1)
            return WYRM_SCAN_OTHER;
        if (*text != ' ')
            tight[length++] = *text;
    }
    tight[length] = '\0';
    const char *at = tight;
    wyrm_dice dice = {.count = 0};
    if (strpbrk(tight, "dD") != NULL) {
        dice.count = is_digit(*at) ? take_number(&at) : 1;
        if ((*at != 'd' && *at != 'D') || !is_digit(at[1]))
            return WYRM_SCAN_OTHER;
        at++;
        dice.sides = take_number(&at);
        if (dice.count == 0 || dice.sides == 0)
            return WYRM_SCAN_NO_DICE;
        if (*at != '\0' && !is_sign(*at))
            return WYRM_SCAN_OTHER;
        at = *at == '\0' ? "+0" : at;
    }
    bool minus = *at == '-';
    at += is_sign(*at);
    if (!is_digit(*at) || at[count_digits(at)] != '\0')
        return WYRM_SCAN_OTHER;
    dice.plus = take_number(&at);
    if (dice.count < 0 || dice.count > DICE_COUNT_MAX || dice.sides < 0 ||
        dice.sides > DICE_SIDES_MAX || dice.plus < 0 || dice.plus > DICE_PLUS_MAX)
        return WYRM_SCAN_DICE_LIMIT;
    dice.plus = minus ? -dice.plus : dice.plus;
    *out = dice;
    return WYRM_SCAN_OK;
}

static bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

wyrm_scan wyrm_scan_name(const char *text)
{
    if (!is_letter(text[0]))
        return WYRM_SCAN_NAME;
    size_t length = 1;
    for (; text[length] != '\0'; length++)
        if (!is_letter(text[length]) && !is_digit(text[length]) && text[length] != '_' &&
            text[length] != '-')
            return WYRM_SCAN_NAME;
    return length > WYRM_NAME_MAX ? WYRM_SCAN_NAME_LENGTH : WYRM_SCAN_OK;
}

bool wyrm_suggest_name(const char *text, char name[WYRM_NAME_MAX + 1])
{
    size_t length = 0;
    for (; text[length] != '\0' && length < WYRM_NAME_MAX; length++) {
        char letter = text[length];
        name[length] = letter == ' ' || letter == '.' ? '_' : letter;
    }
    name[length] = '\0';
    return text[length] == '\0' && wyrm_scan_name(name) == WYRM_SCAN_OK;
}
