/* A small schema with every kind of value, for the tests of the reader, and helpers. */
#ifndef WYRM_TESTS_SMALL_SCHEMA_H
#define WYRM_TESTS_SMALL_SCHEMA_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"

#include <wyrm/ruleset.h>

static const char *const small_rounds[] = {"nearest", "up", "down", NULL};

static const wyrm_field small_spread_rows[] = {
    {.name = "factor", .kind = WYRM_KIND_REAL, .required = true, .greatest = 10},
    {.name = "weight", .kind = WYRM_KIND_RATIO, .default_value = "1"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_spread = {
    .name = "outcome", .kind = WYRM_KIND_RECORD, .fields = small_spread_rows};

static const wyrm_field small_ratio_rows[] = {
    {.name = "miss",
     .kind = WYRM_KIND_RATIO,
     .greatest = 1,
     .default_value = "1/10",
     .summary = "How often an attack misses."},
    {.name = "round",
     .kind = WYRM_KIND_CHOICE,
     .choices = small_rounds,
     .default_value = "nearest"},
    {.name = "spread",
     .kind = WYRM_KIND_LIST,
     .least = 1,
     .greatest = 3,
     .fields = &small_spread,
     .default_value = "[{factor: 1}]"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_ratio_stats[] = {
    {.name = "attack", .kind = WYRM_KIND_REAL, .default_value = "3", .unit = "hit points"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension small_ratio_extensions[] = {{"monsters", small_ratio_stats}, {0}};
static const wyrm_model small_ratio = {.name = "ratio",
                                       .summary = "by a ratio",
                                       .parameters = small_ratio_rows,
                                       .extensions = small_ratio_extensions};

static const wyrm_field small_dice_rows[] = {
    {.name = "critical", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1, .greatest = 20},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_dice_stats[] = {
    {.name = "damage", .kind = WYRM_KIND_AMOUNT, .default_value = "1d6"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension small_dice_extensions[] = {{"monsters", small_dice_stats}, {0}};
static const wyrm_model small_dice = {.name = "dice",
                                      .summary = "by dice",
                                      .parameters = small_dice_rows,
                                      .extensions = small_dice_extensions};

static const wyrm_model *const small_combat_models[] = {&small_ratio, &small_dice, NULL};

static const wyrm_field small_name = {.name = "name", .kind = WYRM_KIND_NAME};
static const wyrm_field small_limits_rows[] = {
    {.name = "hunger", .kind = WYRM_KIND_INTEGER, .default_value = "7"},
    {.name = "note", .kind = WYRM_KIND_TEXT},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_bare_rows[] = {
    {.name = "note", .kind = WYRM_KIND_TEXT},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_values_rows[] = {
    {.name = "flag", .kind = WYRM_KIND_BOOL},
    {.name = "whole", .kind = WYRM_KIND_INTEGER},
    {.name = "least", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = INFINITY},
    {.name = "real", .kind = WYRM_KIND_REAL},
    {.name = "most", .kind = WYRM_KIND_REAL, .least = -INFINITY, .greatest = 2.5},
    {.name = "ratio", .kind = WYRM_KIND_RATIO},
    {.name = "text", .kind = WYRM_KIND_TEXT},
    {.name = "word", .kind = WYRM_KIND_NAME},
    {.name = "range", .kind = WYRM_KIND_RANGE, .least = -10, .greatest = 10},
    {.name = "interval", .kind = WYRM_KIND_INTERVAL},
    {.name = "table", .kind = WYRM_KIND_TABLE, .greatest = 100},
    {.name = "dice", .kind = WYRM_KIND_AMOUNT},
    {.name = "hit", .kind = WYRM_KIND_AMOUNT, .least = 1, .greatest = 40},
    {.name = "amount", .kind = WYRM_KIND_AMOUNT, .least = -20, .greatest = 100},
    {.name = "ranged", .kind = WYRM_KIND_AMOUNT, .ranged = true},
    {.name = "margin", .kind = WYRM_KIND_MARGIN, .least = 0, .greatest = 8},
    {.name = "names", .kind = WYRM_KIND_LIST, .fields = &small_name},
    {.name = "filled", .kind = WYRM_KIND_RECORD, .fields = small_limits_rows},
    {.name = "bare", .kind = WYRM_KIND_RECORD, .fields = small_bare_rows},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field small_monster_rows[] = {
    {.name = "level", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1, .greatest = 99},
    {.name = "spawn", .kind = WYRM_KIND_TABLE, .default_value = "1"},
    {.kind = WYRM_KIND_END},
};
static const wyrm_field small_monster = {
    .name = "monster", .kind = WYRM_KIND_RECORD, .fields = small_monster_rows};
static const wyrm_field small_weight = {
    .name = "weight", .kind = WYRM_KIND_TABLE, .least = 0, .greatest = 1000};

static const wyrm_section small_sections[] = {
    {.field = {.name = "combat", .kind = WYRM_KIND_RECORD, .summary = "One hit."},
     .models = small_combat_models,
     .default_model = "ratio"},
    {.field = {.name = "values", .kind = WYRM_KIND_RECORD, .fields = small_values_rows}},
    {.field = {.name = "monsters", .kind = WYRM_KIND_MAP, .fields = &small_monster}},
    {.field = {.name = "weights", .kind = WYRM_KIND_MAP, .fields = &small_weight}},
};
static const wyrm_schema small_schema = {small_sections, 4};

static inline void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Reads a text; the errors go to told[size], one a line as "line:column:length: message (hint)".
 */
static inline wyrm_status read_small(const wyrm_schema *schema, const char *text, size_t length,
                                     wyrm_find_ruleset *find, wyrm_ruleset **out, char *told,
                                     size_t size)
{
    wyrm_errors *errors = fresh_errors();
    wyrm_status status =
        wyrm_ruleset_parse(schema, "t.yaml", text, length, find, NULL, out, errors);
    size_t used = 0;
    told[0] = '\0';
    for (size_t i = 0; i < wyrm_errors_kept(errors) && used < size; i++) {
        const wyrm_error *error = wyrm_errors_at(errors, i);
        const char *file = strcmp(error->file, "t.yaml") == 0 ? "" : error->file;
        int more = snprintf(told + used, size - used, "%s%s%d:%d:%d: %s%s%s%s\n", file,
                            file[0] == '\0' ? "" : ":", error->line, error->column, error->length,
                            error->message, error->hint[0] == '\0' ? "" : " (", error->hint,
                            error->hint[0] == '\0' ? "" : ")");
        used += (size_t)more;
    }
    assert_int_equal(wyrm_errors_count(errors) == 0, status == WYRM_OK);
    assert_int_equal(*out == NULL, status != WYRM_OK);
    wyrm_errors_free(errors);
    return status;
}

/* A ruleset from a valid text. The caller frees it. */
static inline wyrm_ruleset *small_ruleset(const char *text, wyrm_find_ruleset *find)
{
    char told[4096];
    wyrm_ruleset *ruleset = NULL;
    if (read_small(&small_schema, text, strlen(text), find, &ruleset, told, sizeof told) != WYRM_OK)
        fail_msg("not in order:\n%s", told);
    return ruleset;
}

/* Finds one of several rulesets, {name, text} each, for a wyrm_find_ruleset. */
static inline bool small_find(const char *const (*rulesets)[2], size_t count, const char *name,
                              const char **text, size_t *length)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rulesets[i][0], name) != 0)
            continue;
        *text = rulesets[i][1];
        *length = strlen(rulesets[i][1]);
        return true;
    }
    return false;
}

/* Asserts that the text has exactly these errors, and this status. */
static inline void expect_errors(const char *text, size_t length, wyrm_find_ruleset *find,
                                 wyrm_status status, const char *wanted)
{
    static const size_t size = 65536;
    FREED char *told = zeroed(1, size);
    wyrm_ruleset *ruleset = NULL;
    wyrm_status got = read_small(&small_schema, text, length, find, &ruleset, told, size);
    wyrm_ruleset_free(ruleset);
    if (strcmp(told, wanted) != 0)
        print_error("of:\n%.*s\n", (int)(length < 4000 ? length : 4000), text);
    assert_string_equal(told, wanted);
    assert_int_equal(got, status);
}

#endif
