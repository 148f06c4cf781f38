/* Readers of option arguments. The row of an option names its reader, which says on stderr what it
 * expects if it finds something else.
 *
 * The characters of a number are checked before the C library reads it, which would accept " 7",
 * "0x10", and "nan" for a share: what is not written as people write numbers was mostly meant as
 * something else. */
#include "cli/internal.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names of commands ---- */

const char *cli_last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');
    return blank != NULL ? blank + 1 : name;
}

const cli_command *cli_find_command(const cli_command *parent, const char *name)
{
    for (size_t i = 0; parent->commands[i] != NULL; i++)
        if (strcmp(cli_last_word(parent->commands[i]->name), name) == 0)
            return parent->commands[i];
    return NULL;
}

/* ---- Numbers ---- */

bool cli_whole(const char *text, int64_t least, int64_t greatest, int64_t *out)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits))
        return false;
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno != 0 || value < least || value > greatest)
        return false;
    *out = value;
    return true;
}

/* Reads a finite decimal number: -1.5, .5, 2e3; not 1., which may be the beginning of 1..3. */
bool cli_decimal(const char *text, size_t length, double *out)
{
    *out = 0;
    const char *point = memchr(text, '.', length);
    const bool behind =
        point == NULL || (point + 1 < text + length && strchr("0123456789", point[1]) != NULL);
    const bool good = behind && base_number_read(text, length, out) && isfinite(*out);
    *out += 0.0; /* no -0 */
    return good;
}

/* ---- Readers ---- */

static void *option_at(const cli_option *option, cli_options *out)
{
    return (char *)out + option->offset;
}

bool cli_read_whole(const cli_command *command, const cli_option *option, const char *text,
                    cli_options *out)
{
    int64_t value;
    if (!cli_whole(text, (int64_t)option->least, (int64_t)option->greatest, &value))
        return cli_complain(command, "--%s takes a whole number from %llu to %llu, found '%s'",
                            option->name, (unsigned long long)option->least,
                            (unsigned long long)option->greatest, text);
    *(uint64_t *)option_at(option, out) = (uint64_t)value;
    if (option->given != 0)
        *(bool *)((char *)out + option->given) = true;
    return true;
}

bool cli_read_number(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    double value;
    if (!cli_decimal(text, strlen(text), &value) || value < (double)option->least ||
        value > (double)option->greatest)
        return cli_complain(command, "--%s takes a number from %llu to %llu, found '%s'",
                            option->name, (unsigned long long)option->least,
                            (unsigned long long)option->greatest, text);
    *(cli_number *)option_at(option, out) = (cli_number){true, value};
    return true;
}

/* Reads FROM..TO[:STEP]; a sweep has a / before its step, which does as well. */
static bool read_range(const char *text, cli_curve_option *out)
{
    const char *dots = strstr(text, ".."), *colon = strpbrk(text, ":/");
    if (dots == NULL || (colon != NULL && colon < dots))
        return false;
    const char *end = colon != NULL ? colon : text + strlen(text);
    if (!cli_decimal(text, (size_t)(dots - text), &out->first) ||
        !cli_decimal(dots + 2, (size_t)(end - dots - 2), &out->last))
        return false;
    return colon == NULL ||
           (cli_decimal(colon + 1, strlen(colon + 1), &out->step) && out->step > 0);
}

bool cli_read_curve(const cli_command *command, const cli_option *option, const char *text,
                    cli_options *out)
{
    cli_curve_option curve = {.given = true};
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 0 || length >= sizeof curve.key || !read_range(equals + 1, &curve))
        return cli_complain(command,
                            "--%s takes KEY=FROM..TO[:STEP] such as defense=0..20 or "
                            "attacker.attack=1..9:0.5, found '%s'",
                            option->name, text);
    memcpy(curve.key, text, length);
    if (curve.last < curve.first)
        return cli_complain(command, "--%s goes upwards: '%s=%.15g..%.15g' instead of '%s'",
                            option->name, curve.key, curve.last, curve.first, text);
    out->curve = curve;
    return true;
}

bool cli_read_effort(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    if (!wyrm_effort_find(text, &out->effort))
        return cli_complain(command, "--%s takes " WYRM_EFFORT_WORDS ", found '%s'", option->name,
                            text);
    out->effort_text = text;
    return true;
}

bool cli_read_text(const cli_command *command, const cli_option *option, const char *text,
                   cli_options *out)
{
    if (*text == '\0')
        return cli_complain(command, "--%s takes %s, found nothing", option->name,
                            option->argument);
    *(const char **)option_at(option, out) = text;
    return true;
}

bool cli_read_list(const cli_command *command, const cli_option *option, const char *text,
                   cli_options *out)
{
    cli_list *list = option_at(option, out);
    if (*text == '\0')
        return cli_complain(command, "--%s takes %s, found nothing", option->name,
                            option->argument);
    if (list->count == option->most && option->most > 2)
        return cli_complain(command, "--%s can be said %zu times", option->name, option->most);
    if (list->count == option->most)
        return cli_complain(command, "--%s can be said %s", option->name,
                            option->most == 1 ? "once" : "twice");
    list->texts[list->count++] = text;
    return true;
}

bool cli_read_choice(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    char list[128] = ""; /* "room, corridor or open" */
    size_t count = 0, length = 0;
    while (option->choices[count] != NULL)
        count++;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *(const char **)option_at(option, out) = option->choices[i];
            return true;
        }
        const char *before = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", before,
                                   option->choices[i]);
    }
    const char *near = wyrm_nearest(text, option->choices, count);
    return cli_complain(command, "--%s takes %s, found '%s'%s%s%s", option->name, list, text,
                        near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                        near != NULL ? "'?)" : "");
}

bool cli_read_levels(const cli_command *command, const cli_option *option, const char *text,
                     cli_options *out)
{
    const char *dots = strstr(text, "..");
    char first_text[24] = "";
    size_t length = dots != NULL ? (size_t)(dots - text) : strlen(text);
    int64_t first, last;
    if (length < sizeof first_text)
        memcpy(first_text, text, length);
    if (!cli_whole(first_text, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &first) ||
        !cli_whole(dots != NULL ? dots + 2 : first_text, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &last))
        return cli_complain(command,
                            "--%s takes two levels from %d to %d such as 1..30, found '%s'",
                            option->name, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, text);
    if (last < first)
        return cli_complain(command, "--%s goes upwards: '%lld..%lld' instead of '%s'",
                            option->name, (long long)last, (long long)first, text);
    out->levels = (cli_levels){true, (int32_t)first, (int32_t)last};
    return true;
}
