/* Reading options and operands by the rows of a command. */
#include "cli/internal.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/growth.h>

#define OPTIONS_MAX 24

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

bool cli_read_whole(const cli_command *command, const cli_option *option, const char *text,
                    void *into)
{
    int64_t value;
    if (!cli_whole(text, (int64_t)option->least, (int64_t)option->greatest, &value)) {
        cli_complain(command, "--%s takes a whole number from %llu to %llu, found '%s'",
                     option->name, (unsigned long long)option->least,
                     (unsigned long long)option->greatest, text);
        return false;
    }
    *(uint64_t *)into = (uint64_t)value;
    return true;
}

bool cli_read_effort(const cli_command *command, const cli_option *option, const char *text,
                     void *into)
{
    cli_options *options = into;
    if (wyrm_effort_find(text, &options->effort)) {
        options->effort_text = text;
        return true;
    }
    cli_complain(command, "--%s takes " WYRM_EFFORT_WORDS ", found '%s'", option->name, text);
    return false;
}

bool cli_read_seed(const cli_command *command, const cli_option *option, const char *text,
                   void *into)
{
    cli_options *options = into;
    options->seed_given = cli_read_whole(command, option, text, &options->seed);
    return options->seed_given;
}

bool cli_read_text(const cli_command *command, const cli_option *option, const char *text,
                   void *into)
{
    if (*text == '\0') {
        cli_complain(command, "--%s takes %s, found nothing", option->name, option->argument);
        return false;
    }
    *(const char **)into = text;
    return true;
}

/* "room, corridor or open" */
static void list_choices(const char *const *choices, size_t count, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   i == 0           ? ""
                                   : i + 1 == count ? " or "
                                                    : ", ",
                                   choices[i]);
}

bool cli_read_choice(const cli_command *command, const cli_option *option, const char *text,
                     void *into)
{
    size_t count = 0;
    for (; option->choices[count] != NULL; count++)
        if (strcmp(option->choices[count], text) == 0) {
            *(const char **)into = text;
            return true;
        }
    char list[128];
    list_choices(option->choices, count, list, sizeof list);
    const char *near = wyrm_nearest(text, option->choices, count);
    cli_complain(command, "--%s takes %s, found '%s'%s%s%s", option->name, list, text,
                 near != NULL ? " (did you mean '" : "", near != NULL ? near : "",
                 near != NULL ? "'?)" : "");
    return false;
}

bool cli_read_levels(const cli_command *command, const cli_option *option, const char *text,
                     void *into)
{
    const char *dots = strstr(text, "..");
    char first_text[24] = "";
    size_t length = dots != NULL ? (size_t)(dots - text) : strlen(text);
    int64_t first, last;
    if (length < sizeof first_text)
        memcpy(first_text, text, length);
    const char *last_text = dots != NULL ? dots + 2 : first_text;
    if (!cli_whole(first_text, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &first) ||
        !cli_whole(last_text, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, &last)) {
        cli_complain(command, "--%s takes two levels from %d to %d such as 1..30, found '%s'",
                     option->name, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, text);
        return false;
    }
    if (last < first) {
        cli_complain(command, "--%s goes upwards: '%lld..%lld' instead of '%s'", option->name,
                     (long long)last, (long long)first, text);
        return false;
    }
    *(cli_levels *)into = (cli_levels){true, (int32_t)first, (int32_t)last};
    return true;
}

bool cli_read_tracker(const cli_command *command, const cli_option *option, const char *text,
                      void *into)
{
    char *end;
    double value = strtod(text, &end);
    bool decimal = *text != '\0' && strspn(text, "0123456789.") == strlen(text) && *end == '\0';
    if (!decimal || !(value >= 1) || !(value <= 10000)) {
        cli_complain(command, "--%s takes a level from 1 to 10000 such as 4.1, found '%s'",
                     option->name, text);
        return false;
    }
    cli_options *options = into;
    options->tracker_given = true;
    options->tracker = value;
    return true;
}

/* The rows of a command as getopt wants them: a letter as the value, or 256 + index. */
typedef struct getopt_rows {
    struct option names[OPTIONS_MAX + 1];
    char letters[2 * OPTIONS_MAX + 2];
    const char *candidates[OPTIONS_MAX]; /* "--json", for "did you mean" */
    char texts[OPTIONS_MAX][32];
    size_t count;
} getopt_rows;

static void fill_rows(const cli_option *options, getopt_rows *rows)
{
    memset(rows, 0, sizeof *rows);
    size_t letters = 0;
    rows->letters[letters++] = ':';
    for (size_t i = 0; options[i].name != NULL && i < OPTIONS_MAX; i++) {
        rows->names[i] = (struct option){
            .name = options[i].name,
            .has_arg = options[i].argument != NULL ? required_argument : no_argument,
            .val = 256 + (int)i,
        };
        if (options[i].letter != 0)
            rows->letters[letters++] = options[i].letter;
        if (options[i].letter != 0 && options[i].argument != NULL)
            rows->letters[letters++] = ':';
        strcpy(rows->texts[i], "--");
        strncat(rows->texts[i], options[i].name, sizeof rows->texts[i] - 3);
        rows->candidates[i] = rows->texts[i];
        rows->count++;
    }
}

static size_t index_of(const cli_option *options, const getopt_rows *rows, int value)
{
    if (value >= 256)
        return (size_t)value - 256;
    for (size_t i = 0; i < rows->count; i++)
        if (value == options[i].letter)
            return i;
    return rows->count;
}

/* Earlier versions estimated runs, too, and could be told which kind to make. */
static bool is_retired(const char *option)
{
    return strcmp(option, "--fidelity") == 0 || strcmp(option, "--calibrate") == 0;
}

/* What getopt could not read: '?' an unknown option, ':' a missing argument. */
static void complain_option(const cli_command *command, const getopt_rows *rows, int kind,
                            char **argv)
{
    const char *typed = argv[optind - 1];
    char letter[3] = {'-', (char)optopt, '\0'};
    if (kind == ':') {
        size_t index = index_of(command->options, rows, optopt);
        cli_complain(command, "--%s takes %s, but nothing follows it", command->options[index].name,
                     command->options[index].argument);
    } else if (optopt >= 256) {
        cli_complain(command, "--%s takes no value, found '%s'",
                     command->options[optopt - 256].name, typed);
    } else if (optopt != 0) {
        cli_complain(command, "unknown option '%s'", letter);
    } else {
        char name[64] = "";
        strncat(name, typed, strcspn(typed, "=") < 63 ? strcspn(typed, "=") : 63);
        if (is_retired(name))
            cli_complain(command, "there is no %s any more: runs are always played", name);
        else
            cli_complain_near(command, name, rows->candidates, rows->count, "unknown option '%s'",
                              name);
    }
}

/* The operands that a command still misses: "ATTACKER and DEFENDER" of "RULESET ATTACKER DEFENDER".
 */
static bool operands_fit(const cli_command *command, const cli_options *options)
{
    if (options->operand_count < command->least_operands) {
        const char *rest = command->operands;
        for (size_t i = 0; i < options->operand_count; i++)
            rest += strcspn(rest, " ") + 1;
        cli_complain(command, "missing %s (usage: wyrm %s %s)", rest, command->name,
                     command->operands);
        return false;
    }
    if (options->operand_count > command->most_operands) {
        cli_complain(command, "'%s' is one word too many (usage: wyrm %s%s%s)",
                     options->operands[command->most_operands], command->name,
                     command->operands[0] != '\0' ? " " : "", command->operands);
        return false;
    }
    return true;
}

/* What would be passed over in silence is refused. */
static bool needs_are_met(const cli_command *command, const bool *given, const cli_options *options)
{
    for (size_t i = 0; command->options[i].name != NULL && i < OPTIONS_MAX; i++) {
        const cli_need *need = command->options[i].need;
        if (given[i] && need != NULL && !need->holds(options)) {
            cli_complain(command, "--%s goes %s", command->options[i].name, need->words);
            return false;
        }
    }
    return true;
}

static bool take(const cli_command *command, size_t index, cli_options *out)
{
    const cli_option *option = &command->options[index];
    char *into = (char *)out + option->offset;
    if (option->read == NULL) {
        *(bool *)(void *)into = true;
        return true;
    }
    return option->read(command, option, optarg, into);
}

bool cli_parse(const cli_command *command, int argc, char **argv, cli_options *out)
{
    *out = (cli_options){.seed = 1};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    out->threads = processors < 1                 ? 1
                   : processors > CLI_THREADS_MAX ? CLI_THREADS_MAX
                                                  : (uint64_t)processors;
    getopt_rows rows;
    bool given[OPTIONS_MAX] = {false};
    fill_rows(command->options, &rows);
    opterr = 0;
    for (;;) {
        int found = getopt_long(argc, argv, rows.letters, rows.names, NULL);
        if (found == -1)
            break;
        if (found == '?' || found == ':') {
            complain_option(command, &rows, found, argv);
            return false;
        }
        size_t index = index_of(command->options, &rows, found);
        if (!take(command, index, out))
            return false;
        given[index] = true;
    }
    out->operands = argv + optind;
    out->operand_count = (size_t)(argc - optind);
    return out->help || (operands_fit(command, out) && needs_are_met(command, given, out));
}

/* Readers of options that take decimal numbers. */

#define NUMBER_MAX 40 /* letters */

static size_t digits_at(const char *text)
{
    size_t count = 0;
    while (isdigit((unsigned char)text[count]))
        count++;
    return count;
}

/* A decimal number of the `length` letters at `text`, -1.5 or 2e3, without anything around it;
 * false where they are none, or not finite. */
static bool cli_decimal(const char *text, size_t length, double *out)
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
