/* Shared by the tests of scripts: reading one, the distribution of its function f, and the error it
 * ends with. */
#ifndef WYRM_TESTS_SCRIPTS_H
#define WYRM_TESTS_SCRIPTS_H

#include "helpers.h"

#include <stdio.h>

#include "script/script.h"

RELEASED_BY(script, script_free)

static inline script *read_script(const char *text)
{
    script *read = NULL;
    OWNED(wyrm_errors) *errors = NULL;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    if (script_new("rules.lua", 1, 0, text, strlen(text), &read, errors) != WYRM_OK)
        fail_msg("%s: %s", text, wyrm_errors_at(errors, 0)->message);
    return read;
}

/* The only field of an outcome, a number. */
static inline double number_of(const script_outcome *outcome)
{
    assert_int_equal(outcome->count, 1);
    assert_int_equal(outcome->fields[0].value.kind, SCRIPT_NUMBER);
    return outcome->fields[0].value.number;
}

/* The distribution of a function f without arguments, as "1: 0.25, 2: 0.75". */
static inline const char *read_f(const char *text)
{
    static char said[2000];
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error;
    OWNED(script) *rules = read_script(text);
    if (script_exact(rules, "f", NULL, 0, &arena, &out, &error) != WYRM_OK)
        fail_msg("%s: %s", text, error.message);
    size_t used = 0;
    said[0] = '\0';
    for (size_t i = 0; i < out.count; i++) {
        for (size_t k = 0; k < out.list[i].count; k++) {
            const script_field *field = &out.list[i].fields[k];
            used += (size_t)snprintf(said + used, sizeof said - used, "%s%s%s", k ? " " : "",
                                     field->name, field->name[0] ? "=" : "");
            used +=
                (size_t)(field->value.kind == SCRIPT_TEXT
                             ? snprintf(said + used, sizeof said - used, "%s", field->value.text)
                             : snprintf(said + used, sizeof said - used, "%.12g",
                                        field->value.number));
        }
        used += (size_t)snprintf(said + used, sizeof said - used, ": %.12g%s", out.list[i].chance,
                                 i + 1 < out.count ? ", " : "");
    }
    base_release(&arena);
    return said;
}

/* The first line of the error with which a script, or the call of its function f, ends. */
static inline const char *refusal_at(int line, int indent, const char *text)
{
    static char said[1000];
    base_arena arena = {0};
    script_outcomes out;
    wyrm_error error = {.code = WYRM_OK};
    script *rules = NULL;
    OWNED(wyrm_errors) *errors = NULL;
    assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
    if (script_new("rules.lua", line, indent, text, strlen(text), &rules, errors) != WYRM_OK)
        error = *wyrm_errors_at(errors, 0);
    else
        (void)script_exact(rules, "f", NULL, 0, &arena, &out, &error);
    wyrm_error_format(&error, said, sizeof said);
    if (strchr(said, '\n') != NULL)
        *strchr(said, '\n') = '\0';
    script_free(rules);
    base_release(&arena);
    return said;
}

static inline const char *refusal(const char *text)
{
    return refusal_at(11, 4, text);
}

#endif
