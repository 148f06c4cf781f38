/* Randomly damaged rulesets: each gives a design or at least one error with its position, never a
 * crash, a hang or a leak. The same mutations on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stride.h"
#include "suite.h"

#include <wyrm/design.h>
#include <wyrm/rng.h>

typedef struct test_mutant {
    char *text;
    size_t length, room;
} test_mutant;

static const char *const tokens[] = {
    "[",           "]",
    "{",           "}",
    ":",           ",",
    "- ",          "? ",
    "\n",          "\t",
    "  ",          "#",
    "'",           "\"",
    "&a ",         "*a",
    "<<: ",        "!!int ",
    "---\n",       "...\n",
    "|\n",         ">-\n",
    "~",           "null",
    "true",        "yes",
    ".nan",        ".inf",
    "-1",          "0",
    "1e309",       "0x7f",
    "2147483648",  "1/0",
    "1/3",         "-0.0",
    "[1, ",        "[]",
    "{}",          "1d6",
    "\xC3\xA4",    "\xFF",
    "\x1B",        "\r",
    "%YAML 1.1\n", "a: ",
    "name: ",      "extends: ruggrogue\n",
    "models: ",    "99999999999999999999",
    "1e-320",
};

static size_t pick(wyrm_rng *rng, size_t count)
{
    return (size_t)wyrm_rng_below(rng, count);
}

/* Replaces `removed` bytes at `at` by text[added], as far as it fits. */
static void splice(test_mutant *mutant, size_t at, size_t removed, const char *text, size_t added)
{
    if (mutant->length - removed + added > mutant->room)
        return;
    memmove(mutant->text + at + added, mutant->text + at + removed, mutant->length - at - removed);
    memcpy(mutant->text + at, text, added);
    mutant->length = mutant->length - removed + added;
}

static void flip_a_byte(test_mutant *mutant, wyrm_rng *rng)
{
    size_t at = pick(rng, mutant->length);
    mutant->text[at] = (char)(mutant->text[at] ^ (1 << pick(rng, 8)));
}

static void set_a_byte(test_mutant *mutant, wyrm_rng *rng)
{
    size_t at = pick(rng, mutant->length);
    mutant->text[at] = (char)(' ' + (int)pick(rng, 95));
}

static void insert_a_token(test_mutant *mutant, wyrm_rng *rng)
{
    size_t at = pick(rng, mutant->length + 1);
    const char *token = tokens[pick(rng, sizeof tokens / sizeof *tokens)];
    splice(mutant, at, 0, token, strlen(token));
}

/* Replaces a word or number. */
static void replace_a_word(test_mutant *mutant, wyrm_rng *rng)
{
    static const char ends[] = " \n,:[]{}";
    size_t at = pick(rng, mutant->length), length = 0;
    while (at > 0 && strchr(ends, mutant->text[at - 1]) == NULL)
        at--;
    while (at + length < mutant->length && strchr(ends, mutant->text[at + length]) == NULL)
        length++;
    const char *token = tokens[pick(rng, sizeof tokens / sizeof *tokens)];
    splice(mutant, at, length, token, strlen(token));
}

static void remove_some(test_mutant *mutant, wyrm_rng *rng)
{
    size_t at = pick(rng, mutant->length);
    size_t count = 1 + pick(rng, 40);
    splice(mutant, at, count < mutant->length - at ? count : mutant->length - at, "", 0);
}

static void line_at(const test_mutant *mutant, size_t at, size_t *start, size_t *length)
{
    *start = at;
    while (*start > 0 && mutant->text[*start - 1] != '\n')
        --*start;
    const char *end = memchr(mutant->text + at, '\n', mutant->length - at);
    *length = (end == NULL ? mutant->length : (size_t)(end + 1 - mutant->text)) - *start;
}

/* Copies a line to another place: duplicate keys, wrong sections, wrong indentation. */
static void copy_a_line(test_mutant *mutant, wyrm_rng *rng)
{
    char line[512];
    size_t start, length, to, to_length;
    line_at(mutant, pick(rng, mutant->length), &start, &length);
    line_at(mutant, pick(rng, mutant->length), &to, &to_length);
    if (length > sizeof line)
        return;
    memcpy(line, mutant->text + start, length);
    splice(mutant, to, 0, line, length);
}

static void remove_a_line(test_mutant *mutant, wyrm_rng *rng)
{
    size_t start, length;
    line_at(mutant, pick(rng, mutant->length), &start, &length);
    splice(mutant, start, length, "", 0);
}

static void indent_a_line(test_mutant *mutant, wyrm_rng *rng)
{
    size_t start, length;
    line_at(mutant, pick(rng, mutant->length), &start, &length);
    if (wyrm_rng_below(rng, 2) == 0)
        splice(mutant, start, 0, "  ", 2);
    else if (length > 2 && mutant->text[start] == ' ')
        splice(mutant, start, 1, "", 0);
}

static void cut_the_end(test_mutant *mutant, wyrm_rng *rng)
{
    mutant->length = pick(rng, mutant->length + 1);
}

static void mutate(test_mutant *mutant, wyrm_rng *rng)
{
    /* Mostly changes after which the file is still read to its end. */
    static void (*const ways[])(test_mutant *, wyrm_rng *) = {
        replace_a_word, replace_a_word, replace_a_word, replace_a_word, set_a_byte,
        set_a_byte,     flip_a_byte,    insert_a_token, insert_a_token, remove_some,
        copy_a_line,    copy_a_line,    remove_a_line,  indent_a_line,  cut_the_end,
    };
    size_t times = 1 + pick(rng, 4);
    for (size_t i = 0; i < times && mutant->length != 0; i++) {
        size_t way = pick(rng, sizeof ways / sizeof *ways);
        ways[way](mutant, rng);
    }
}

static bool has_a_place(const wyrm_errors *errors)
{
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        if (error->file[0] != '\0' && error->line > 0 && error->column > 0 &&
            error->message[0] != '\0')
            return true;
    }
    return false;
}

TEST(a_damaged_ruleset_gives_a_design_or_an_error_with_its_place)
{
    const wyrm_shipped *shipped = wyrm_shipped_find("ruggrogue");
    assert_non_null(shipped);
    test_mutant mutant = {.room = shipped->length + 4096};
    mutant.text = malloc(mutant.room);
    assert_non_null(mutant.text);
    size_t sound = 0;
    const int mutants = played_times(12000);
    for (uint64_t number = 0; number < (uint64_t)mutants; number++) {
        wyrm_rng rng = wyrm_rng_start(1, number, 0, 0);
        memcpy(mutant.text, shipped->text, shipped->length);
        mutant.length = shipped->length;
        mutate(&mutant, &rng);
        wyrm_errors *errors = NULL;
        wyrm_design *design = NULL;
        assert_int_equal(wyrm_errors_new(&errors), WYRM_OK);
        wyrm_status status =
            wyrm_design_parse("mutant.yaml", mutant.text, mutant.length, &design, errors);
        bool good = status == WYRM_OK ? design != NULL && wyrm_errors_count(errors) == 0
                                      : design == NULL && has_a_place(errors);
        if (!good)
            fail_msg("mutant %llu: status %d, %zu errors", (unsigned long long)number, (int)status,
                     wyrm_errors_count(errors));
        sound += status == WYRM_OK;
        wyrm_design_free(design);
        wyrm_errors_free(errors);
    }
    free(mutant.text);
    /* Neither all damaged beyond use nor hardly changed. */
    assert_in_range(sound, mutants / 20, mutants / 2);
}
