/* Varying the values of a ruleset, in a copy that is nobody else's. */
#include "ruleset/vary.h"

#include "ruleset/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wyrm_variation {
    wyrm_ruleset *ruleset;
    wyrm_value *changed; /* NULL: nothing */
    wyrm_value was;
    wyrm_depth_row *rows; /* of a changed table */
};

wyrm_status wyrm_vary_new(const wyrm_ruleset *ruleset, wyrm_variation **out, wyrm_error *error)
{
    wyrm_variation *variation = calloc(1, sizeof *variation);
    char *text = NULL;
    *out = NULL;
    if (variation == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_ruleset_dump(ruleset, &text, error);
    if (status == WYRM_OK)
        status = wyrm_ruleset_parse(ruleset->schema, "copy", text, strlen(text), NULL, NULL,
                                    &variation->ruleset, NULL);
    wyrm_text_free(text);
    if (status != WYRM_OK) {
        wyrm_vary_free(variation);
        return wyrm_fail(error, status, "the ruleset cannot be copied");
    }
    *out = variation;
    return WYRM_OK;
}

void wyrm_vary_free(wyrm_variation *variation)
{
    if (variation == NULL)
        return;
    free(variation->rows);
    wyrm_ruleset_free(variation->ruleset);
    free(variation);
}

const wyrm_ruleset *wyrm_vary_ruleset(const wyrm_variation *variation)
{
    return variation->ruleset;
}

/* ---- other values ---- */

#define NUMBER_TRIALS 4
#define ENDS_TRIALS   4

/* Whole numbers stay whole, as much of what is counted must be. */
static double other_number(double number, size_t index)
{
    bool whole = number == floor(number);
    const double others[NUMBER_TRIALS] = {0, whole ? floor(number / 2) : number / 2, 2 * number + 1,
                                          100 * number + 100};
    return others[index];
}

static bool has_limits(const wyrm_field *field)
{
    return field->least != 0 || field->greatest != 0;
}

static double limited(const wyrm_field *field, double number)
{
    return has_limits(field) ? fmin(fmax(number, field->least), field->greatest) : number;
}

size_t wyrm_vary_count(const wyrm_value *value)
{
    size_t choices = 0;
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_BOOL:
        return 1;
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
    case WYRM_KIND_RATIO:
        return NUMBER_TRIALS;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        return ENDS_TRIALS;
    case WYRM_KIND_TABLE:
        return NUMBER_TRIALS * value->count;
    case WYRM_KIND_CHOICE:
        while (value->field->choices[choices] != NULL)
            choices++;
        return choices - 1;
    case WYRM_KIND_END:
    case WYRM_KIND_TEXT:
    case WYRM_KIND_NAME:
    case WYRM_KIND_DICE:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_LIST:
    case WYRM_KIND_MAP:
        break;
    }
    return 0;
}

static bool try_number(wyrm_value *value, size_t index, char *text, size_t size)
{
    double before = wyrm_value_real(value);
    double other = limited(value->field, other_number(before, index));
    if (other == before)
        return false;
    if (value->field->kind == WYRM_KIND_REAL) {
        value->as.real = other;
    } else {
        if (fabs(other) > 1e15)
            return false;
        other = floor(other);
        if (value->field->kind == WYRM_KIND_INTEGER)
            value->as.integer = (int64_t)other;
        else
            value->as.ratio = (wyrm_ratio){(int64_t)other, 1};
    }
    snprintf(text, size, "%.6g", other);
    return other != before;
}

static bool try_ends(wyrm_value *value, size_t index, char *text, size_t size)
{
    double low = value->as.ends.low, high = value->as.ends.high;
    double wider = fmax(1, high - low);
    const double others[ENDS_TRIALS][2] = {
        {low, high + wider}, {low - wider, high}, {high, high}, {low, low}};
    value->as.ends.low = limited(value->field, others[index][0]);
    value->as.ends.high = limited(value->field, others[index][1]);
    snprintf(text, size, "[%.6g, %.6g]", value->as.ends.low, value->as.ends.high);
    return value->as.ends.low != low || value->as.ends.high != high;
}

static bool try_row(wyrm_variation *variation, wyrm_value *value, size_t index, char *text,
                    size_t size)
{
    size_t row = index / NUMBER_TRIALS;
    double before = value->as.rows[row].value;
    double other = limited(value->field, other_number(before, index % NUMBER_TRIALS));
    wyrm_depth_row *rows = calloc(value->count, sizeof *rows);
    if (rows == NULL)
        return false;
    memcpy(rows, value->as.rows, value->count * sizeof *rows);
    rows[row].value = other;
    free(variation->rows);
    variation->rows = rows;
    value->as.rows = rows;
    snprintf(text, size, "%.6g", other);
    return other != before;
}

static bool try_choice(wyrm_value *value, size_t index, char *text, size_t size)
{
    size_t choice = index < value->as.word.choice ? index : index + 1;
    value->as.word.choice = choice;
    value->as.word.text = value->field->choices[choice];
    snprintf(text, size, "%s", value->as.word.text);
    return true;
}

/* The tree is that of the copy, which is ours to change. */
static wyrm_value *writable(wyrm_value *under, const wyrm_value *wanted)
{
    if (under == wanted)
        return under;
    wyrm_kind kind = wyrm_value_kind(under);
    bool has_members = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP;
    for (size_t i = 0; has_members && i < under->count; i++) {
        wyrm_value *found = writable(&under->as.members.items[i], wanted);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static wyrm_value *begin(wyrm_variation *variation, const wyrm_value *value)
{
    wyrm_vary_restore(variation);
    wyrm_value *found = writable(&variation->ruleset->root, value);
    if (found != NULL) {
        variation->changed = found;
        variation->was = *found;
    }
    return found;
}

bool wyrm_vary_try(wyrm_variation *variation, const wyrm_value *value, size_t index, char *text,
                   size_t size)
{
    wyrm_value *own = begin(variation, value);
    if (own == NULL || index >= wyrm_vary_count(value))
        return false;
    bool changed = false;
    switch (own->field->kind) {
    case WYRM_KIND_BOOL:
        own->as.boolean = !own->as.boolean;
        snprintf(text, size, "%s", own->as.boolean ? "true" : "false");
        changed = true;
        break;
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
    case WYRM_KIND_RATIO:
        changed = try_number(own, index, text, size);
        break;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        changed = try_ends(own, index, text, size);
        break;
    case WYRM_KIND_TABLE:
        changed = try_row(variation, own, index, text, size);
        break;
    case WYRM_KIND_CHOICE:
        changed = try_choice(own, index, text, size);
        break;
    case WYRM_KIND_END:
    case WYRM_KIND_TEXT:
    case WYRM_KIND_NAME:
    case WYRM_KIND_DICE:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_LIST:
    case WYRM_KIND_MAP:
        break;
    }
    if (!changed)
        wyrm_vary_restore(variation);
    return changed;
}

bool wyrm_vary_by(wyrm_variation *variation, const wyrm_value *value, const wyrm_value *other)
{
    if (wyrm_value_kind(value) != wyrm_value_kind(other))
        return false;
    wyrm_value *own = begin(variation, value);
    if (own == NULL)
        return false;
    own->as = other->as;
    own->count = other->count;
    return true;
}

void wyrm_vary_restore(wyrm_variation *variation)
{
    if (variation->changed == NULL)
        return;
    *variation->changed = variation->was;
    variation->changed = NULL;
}
