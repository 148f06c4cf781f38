/* Readers of options that take decimal numbers. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "cli/say.h"

#define NUMBER_MAX 40 /* letters */

static size_t digits_at(const char *text)
{
    size_t count = 0;
    while (isdigit((unsigned char)text[count]))
        count++;
    return count;
}

bool cli_decimal(const char *text, size_t length, double *out)
{
    char number[NUMBER_MAX + 1];
    if (length == 0 || length > NUMBER_MAX)
        return false;
    memcpy(number, text, length);
    number[length] = '\0';
    const char *at = number + (number[0] == '-' || number[0] == '+');
    size_t whole = digits_at(at);
    at += whole;
    if (whole == 0)
        return false;
    if (*at == '.') {
        size_t fraction = digits_at(at + 1);
        at += fraction + 1;
        if (fraction == 0)
            return false;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '-' || at[1] == '+');
        size_t exponent = digits_at(at);
        at += exponent;
        if (exponent == 0)
            return false;
    }
    if (*at != '\0')
        return false;
    *out = strtod(number, NULL) + 0.0;
    return isfinite(*out);
}

bool cli_read_number(const cli_command *command, const cli_option *option, const char *text,
                     void *into)
{
    double value;
    if (!cli_decimal(text, strlen(text), &value) || value < (double)option->least ||
        value > (double)option->greatest) {
        cli_complain(command, "--%s takes a number from %llu to %llu, found '%s'", option->name,
                     (unsigned long long)option->least, (unsigned long long)option->greatest, text);
        return false;
    }
    *(cli_number *)into = (cli_number){true, value};
    return true;
}

/* FROM..TO[:STEP] */
static bool read_range(const char *text, cli_curve_option *out)
{
    const char *dots = strstr(text, ".."), *colon = strchr(text, ':');
    if (dots == NULL || (colon != NULL && colon < dots))
        return false;
    const char *end = colon != NULL ? colon : text + strlen(text);
    if (!cli_decimal(text, (size_t)(dots - text), &out->first) ||
        !cli_decimal(dots + 2, (size_t)(end - dots - 2), &out->last))
        return false;
    if (colon == NULL)
        return true;
    return cli_decimal(colon + 1, strlen(colon + 1), &out->step) && out->step > 0;
}

bool cli_read_curve(const cli_command *command, const cli_option *option, const char *text,
                    void *into)
{
    cli_curve_option curve = {.given = true};
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof curve.key || !read_range(equals + 1, &curve)) {
        cli_complain(command,
                     "--%s takes KEY=FROM..TO[:STEP] such as defense=0..20 or attacker.attack=1..9:"
                     "0.5, found '%s'",
                     option->name, text);
        return false;
    }
    memcpy(curve.key, text, length);
    if (curve.last < curve.first) {
        cli_complain(command, "--%s goes upwards: '%s=%.15g..%.15g' instead of '%s'", option->name,
                     curve.key, curve.last, curve.first, text);
        return false;
    }
    *(cli_curve_option *)into = curve;
    return true;
}
