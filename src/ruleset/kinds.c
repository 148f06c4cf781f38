/* The kinds of values: their names, and how their text is read and written.
 *
 * Only decimal digits are numbers: what other readers of YAML take for octal, hexadecimal,
 * sexagesimal, infinite or boolean is refused with a hint, never read differently, since two
 * programs that read one file as two rulesets are worse than an error. Nothing depends on the
 * locale. Each scanner returns NULL if it has read the text, else a hint for the author, which may
 * be "". Values are written as the shortest text that reads back the same. */
#include "ruleset/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DIGITS         "0123456789"
#define DECIMAL_DIGITS 18 /* as many always fit an int64_t */

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

/* Whether a text is one of the words, in lower or upper case; NULL ends them. */
static bool is_any(const char *text, const char *const *words)
{
    while (*words != NULL && strcasecmp(text, *words) != 0)
        words++;
    return *words != NULL;
}

/* The other words that YAML 1.1 takes for true and false are refused, with a hint. */
static const char *scan_bool(const char *text, wyrm_value *out)
{
    static const char *const yes[] = {"true", "yes", "on", "y", NULL};
    static const char *const no[] = {"false", "no", "off", "n", NULL};
    out->as.boolean = strcmp(text, "true") == 0;
    if (out->as.boolean || strcmp(text, "false") == 0)
        return NULL;
    return is_any(text, yes)  ? "did you mean 'true'?"
           : is_any(text, no) ? "did you mean 'false'?"
                              : OTHER;
}

/* Returns the hint for a text that is not a number in decimal digits. */
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

/* A negative number is built by subtracting digits: INT64_MIN has no positive counterpart to
 * negate. */
static const char *scan_integer(const char *text, wyrm_value *out)
{
    out->as.integer = 0;
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
    out->as.integer = value;
    return NULL;
}

/* A decimal number, in parts: digits x 10^power. */
typedef struct decimal {
    bool negative;
    char digits[64]; /* without leading zeros and, when finished, without trailing ones */
    size_t count;
    int power;
    bool too_long;
} decimal;

static const char PER_CENT[] = "per cent are written as parts of 1: 98 % is 0.98";
static const char NO_RATIO[] = "ratios do not stand here: 1/4 is 0.25";

/* Leading zeros are dropped, and trailing ones counted into the power, so that 0.50 and 5e-1 have
 * the same parts. Digits beyond the 63rd only raise the power. An exponent is limited to about a
 * million, far beyond what a double holds, so that adding to it cannot overflow. */
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
    if (strcmp(at + strspn(at, " "), "%") == 0)
        return PER_CENT;
    if (*at != '\0')
        return why_no_number(text);
    while (number->count != 0 && number->digits[number->count - 1] == '0') {
        number->count--;
        number->power++;
    }
    number->digits[number->count] = '\0';
    return NULL;
}

static bool is_ratio(const char *text)
{
    const size_t over = strspn(text, DIGITS), under = over + strcspn(text + over, DIGITS);
    return over > 0 && under == over + 1 && text[over] == '/' && text[under] != '\0' &&
           text[under + strspn(text + under, DIGITS)] == '\0';
}

/* Writes the digits without a point, so that strtod does not depend on the locale; 63 of them
 * decide the rounding but for a last bit that no ruleset can mean. */
static const char *scan_real(const char *text, wyrm_value *out)
{
    decimal number;
    out->as.real = 0;
    const char *wrong = split_decimal(text, &number);
    if (wrong != NULL || number.count == 0)
        return wrong != NULL && is_ratio(text) ? NO_RATIO : wrong;
    char plain[96];
    snprintf(plain, sizeof plain, "%s%se%d", number.negative ? "-" : "", number.digits,
             number.power);
    double value = strtod(plain, NULL);
    if (!isfinite(value))
        return "decimal numbers go up to 1.7e308";
    out->as.real = value == 0 ? 0 : value; /* never -0 */
    return NULL;
}

/* Keeps the 3 of "3 %", so that it is written as it was read. */
static const char *scan_margin(const char *text, wyrm_value *out)
{
    char number[64];
    size_t length = strlen(text);
    bool relative = length > 0 && text[length - 1] == '%';
    length -= relative;
    while (relative && length > 0 && text[length - 1] == ' ')
        length--;
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), text);
    wyrm_value plain;
    const char *wrong = scan_real(number, &plain);
    out->as.margin.number = plain.as.real;
    out->as.margin.relative = relative;
    return wrong == PER_CENT ? OTHER : wrong;
}

/* Reduces a ratio; its denominator is above 0. */
static wyrm_ratio lowest_terms(int64_t numerator, int64_t denominator)
{
    int64_t divisor = common_divisor(numerator, denominator);
    divisor = divisor < 0 ? -divisor : divisor;
    return (wyrm_ratio){numerator / divisor, denominator / divisor};
}

/* A decimal is kept exactly as well: 0.1 is 1/10, not the nearest double. 64 bits always hold 18
 * digits, above and below. */
const char *rs_scan_ratio(const char *text, wyrm_ratio *out)
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
    *out = lowest_terms(numerator, denominator);
    return NULL;
}

static const char *scan_ratio(const char *text, wyrm_value *out)
{
    return rs_scan_ratio(text, &out->as.ratio);
}

/* Names are part of key paths and command lines: few characters are safe there, and none that
 * begins a number can be the first. */
static const char *scan_name(const char *text, wyrm_value *out)
{
    const bool dotted = out->field->dotted;
    static const char letters[] =
        ".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = strspn(text, dotted ? letters : letters + 1);
    if (length == 0 || text[length] != '\0' || strchr(DIGITS "._-", text[0]) != NULL)
        return dotted ? "ASCII letters, digits, '_', '-' and '.', a letter first"
                      : "ASCII letters, digits, '_' and '-', a letter first";
    out->as.word.text = text;
    return length > SCAN_NAME_MAX ? "at most 63 letters" : NULL;
}

const kind_row rs_kinds[] = {
    [WYRM_KIND_BOOL] = {"true or false", "`true`, `false`; not `yes` or `on`", "true or false",
                        scan_bool},
    [WYRM_KIND_INTEGER] = {"whole number", "`12`, `-3`; decimal digits only", "a whole number",
                           scan_integer},
    [WYRM_KIND_REAL] = {"decimal number", "`0.25`, `3`, `1e6`; finite", "a decimal number",
                        scan_real},
    [WYRM_KIND_RATIO] = {"ratio", "`1/10`, `0.1` or `1`; kept exactly, at most 18 digits",
                         "a ratio such as 1/10 or 0.1", scan_ratio},
    [WYRM_KIND_TEXT] = {"text", "at most 2000 bytes; line breaks become blanks", "a text", NULL},
    [WYRM_KIND_NAME] = {"name", "ASCII letters, digits, `_` and `-`, a letter first; at most 63",
                        "a name", scan_name},
    [WYRM_KIND_CHOICE] = {"choice", "one of the words that are listed", "a choice", NULL},
    [WYRM_KIND_RANGE] = {"range", "`[1, 3]`, whole numbers, the lower first; `2` is `[2, 2]`",
                         "a range such as [1, 3], or a whole number", NULL},
    [WYRM_KIND_INTERVAL] = {"interval", "`[0.5, 2]`, the lower first; `2` is `[2, 2]`",
                            "an interval such as [0.5, 2], or a number", NULL},
    [WYRM_KIND_TABLE] = {"depth table",
                         "`[[15, 3], [30, 5]]`: 15 from depth 3 on, 30 from depth 5 on, 0 above; "
                         "`15` holds from depth 1 on",
                         "a depth table such as [[1, 1], [2, 4]], or a number", NULL},
    [WYRM_KIND_AMOUNT] = {"amount",
                          "a random whole number: `3`, `2d6+1`, `[3, 7]` or `3..7`, "
                          "`{0: 1, 2: 3}` (0 or 2, by weights), `4d6 keep 3`, `4d6 keep lowest 3`, "
                          "`triangular 2..8` (2 + floor((u + v) / 2 x 7), u and v evenly from 0 to "
                          "1), `2d6 explode` (the highest face rolls again and adds), `coins 0.6` "
                          "or `coins 60%` (how often in a row a coin of this "
                          "chance comes up); sums and differences of these, `1d8+2d6-1`",
                          "an amount such as 2d6+1 or [3, 7]", NULL},
    [WYRM_KIND_MARGIN] = {"margin", "`0.1`; or relative, `3 %`",
                          "a number, or a percentage such as 3 %", scan_margin},
    [WYRM_KIND_RECORD] = {"record", "a mapping of the keys that are listed", "a mapping", NULL},
    [WYRM_KIND_LIST] = {"list", "`[...]`, or one line with a `-` each", "a list", NULL},
    [WYRM_KIND_MAP] = {"map", "a mapping under names of your choice; their order counts",
                       "a mapping", NULL},
};

/* A row without limits has 0 for both. */
const char *rs_limits(const wyrm_field *field, const char *from, char text[RS_LIMITS_MAX])
{
    char low[BASE_NUMBER_MAX], high[BASE_NUMBER_MAX];
    base_number_double(field->least, low);
    base_number_double(field->greatest, high);
    text[0] = '\0';
    if (isinf(field->greatest))
        snprintf(text, RS_LIMITS_MAX, "at least %s", low);
    else if (isinf(field->least))
        snprintf(text, RS_LIMITS_MAX, "at most %s", high);
    else if (field->least != field->greatest)
        snprintf(text, RS_LIMITS_MAX, "%s%s to %s", from, low, high);
    else if (field->least != 0)
        snprintf(text, RS_LIMITS_MAX, "%s", low);
    return text;
}

/* ---- writing ---- */

/* Invisible characters are written as YAML escapes, in quotes: some are not allowed in a file at
 * all. */
static void write_text(base_buffer *out, const char *text)
{
    base_buffer_append_char(out, '"');
    for (size_t plain; *text != '\0'; text += plain) {
        plain = strcspn(text, "\"\\\n\t");
        base_buffer_append_visible(out, text, plain);
        if (plain > 0)
            continue;
        base_buffer_append_char(out, '\\');
        base_buffer_append_char(out, *text == '\n' ? 'n' : *text == '\t' ? 't' : *text);
        plain = 1;
    }
    base_buffer_append_char(out, '"');
}

static void write_pair(base_buffer *out, double first, double second)
{
    char texts[2][BASE_NUMBER_MAX];
    base_number_double(first, texts[0]);
    base_number_double(second, texts[1]);
    base_buffer_appendf(out, "[%s, %s]", texts[0], texts[1]);
}

/* Writes an amount, in quotes if YAML would end it at a bracket or brace inside. */
static void write_amount(base_buffer *out, const wyrm_field *field, const wyrm_amount *amount)
{
    const char *text = amount->text, *bracket = strpbrk(text, "[{"), *end = strpbrk(text, "]}");
    if (rs_amount_way(field, amount) == AMOUNT_AS_RANGE)
        base_buffer_appendf(out, "[%lld, %lld]", (long long)amount->least, (long long)amount->most);
    else if (bracket == NULL || (bracket == text && end[1] == '\0'))
        base_buffer_append(out, text);
    else
        write_text(out, text);
}

/* Two rulesets are equal if they are written the same (the hash is over such a text), so each value
 * has only one way to be written, however it was read. */
void rs_write_inline(base_buffer *out, const wyrm_value *value)
{
    const char *word = value->as.word.text;
    wyrm_value named = {.field = value->field};
    switch (value->field->kind) {
    case WYRM_KIND_BOOL:
        base_buffer_append(out, value->as.boolean ? "true" : "false");
        break;
    case WYRM_KIND_INTEGER:
        base_buffer_appendf(out, "%lld", (long long)value->as.integer);
        break;
    case WYRM_KIND_REAL:
        base_buffer_append_double(out, value->as.real);
        break;
    case WYRM_KIND_RATIO:
        base_buffer_appendf(out, "%lld", (long long)value->as.ratio.numerator);
        if (value->as.ratio.denominator != 1)
            base_buffer_appendf(out, "/%lld", (long long)value->as.ratio.denominator);
        break;
    case WYRM_KIND_TEXT:
        write_text(out, word);
        break;
    case WYRM_KIND_NAME:
    case WYRM_KIND_CHOICE: /* words that would be read as something else are quoted */
        if (scan_name(word, &named) == NULL && strcmp(word, "null") != 0)
            base_buffer_append(out, word);
        else
            write_text(out, word);
        break;
    case WYRM_KIND_RANGE: /* whole numbers: the short form of a double might have an exponent */
        base_buffer_appendf(out, "[%lld, %lld]", (long long)value->as.ends.low,
                            (long long)value->as.ends.high);
        break;
    case WYRM_KIND_INTERVAL:
        write_pair(out, value->as.ends.low, value->as.ends.high);
        break;
    case WYRM_KIND_TABLE:
        for (size_t i = 0; i < value->count; i++) {
            base_buffer_append(out, i == 0 ? "[" : ", ");
            write_pair(out, value->as.rows[i].value, value->as.rows[i].from_depth);
        }
        base_buffer_append_char(out, ']');
        break;
    case WYRM_KIND_AMOUNT:
        write_amount(out, value->field, value->as.amount);
        break;
    case WYRM_KIND_MARGIN:
        base_buffer_append_double(out, value->as.margin.number);
        base_buffer_append(out, value->as.margin.relative ? " %" : "");
        break;
    case WYRM_KIND_LIST:
        base_buffer_append(out, "[]");
        break;
    case WYRM_KIND_END:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_MAP:
        base_buffer_append(out, "{}");
        break;
    }
}
