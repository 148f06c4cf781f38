/* Varying the values of a ruleset, in a copy that is nobody else's. */
#include "ruleset/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct wyrm_variation {
    wyrm_ruleset *ruleset;
    wyrm_value *changed; /* NULL: nothing */
    wyrm_value was;
    wyrm_depth_row *rows; /* of a changed table */
};

wyrm_status wyrm_vary_new(const wyrm_ruleset *ruleset, wyrm_variation **out, wyrm_error *error)
{
    wyrm_variation *variation = base_zeroed(1, sizeof *variation);
    char *text = NULL;
    *out = NULL;
    if (variation == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_ruleset_dump(ruleset, &text, error);
    if (status == WYRM_OK)
        status = wyrm_ruleset_parse(ruleset->schema, "copy", text, strlen(text), NULL, NULL,
                                    &variation->ruleset, NULL);
    wyrm_free(text);
    if (status != WYRM_OK) {
        wyrm_vary_free(variation);
        return wyrm_fail(error, status, "%s",
                         status == WYRM_ERROR_MEMORY ? "out of memory"
                                                     : "the ruleset cannot be copied");
    }
    *out = variation;
    return WYRM_OK;
}

void wyrm_vary_free(wyrm_variation *variation)
{
    if (variation == NULL)
        return;
    wyrm_free(variation->rows);
    wyrm_ruleset_free(variation->ruleset);
    wyrm_free(variation);
}

const wyrm_ruleset *wyrm_vary_ruleset(const wyrm_variation *variation)
{
    return variation->ruleset;
}

/* ---- other values ---- */

#define NUMBER_TRIALS 4
#define ENDS_TRIALS   4
#define DICE_TRIALS   2
#define RATIO_PARTS   1000 /* what a ratio is replaced by is so fine */

/* Whole numbers stay whole, as much of what is counted must be. */
static double other_number(double number, size_t index)
{
    bool whole = number == floor(number);
    double away = number < 0 ? -1 : 1;
    const double others[NUMBER_TRIALS] = {0, whole ? floor(number / 2) : number / 2,
                                          2 * number + away, 100 * (number + away)};
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
    case WYRM_KIND_DICE:
        return DICE_TRIALS;
    case WYRM_KIND_TABLE:
        return NUMBER_TRIALS * value->count;
    case WYRM_KIND_CHOICE:
        while (value->field->choices[choices] != NULL)
            choices++;
        return choices - 1;
    case WYRM_KIND_END:
    case WYRM_KIND_TEXT:
    case WYRM_KIND_NAME:
    case WYRM_KIND_MARGIN:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_LIST:
    case WYRM_KIND_MAP:
        break;
    }
    return 0;
}

static wyrm_ratio lowest_terms(int64_t numerator, int64_t denominator)
{
    for (int64_t part = denominator; part > 1; part--)
        if (numerator % part == 0 && denominator % part == 0)
            return (wyrm_ratio){numerator / part, denominator / part};
    return (wyrm_ratio){numerator, denominator};
}

static bool set_number(wyrm_value *value, double number, char *text, size_t size)
{
    double before = wyrm_value_real(value);
    double other = limited(value->field, number);
    if (other == before)
        return false;
    if (value->field->kind == WYRM_KIND_REAL) {
        value->as.real = other;
    } else {
        bool ratio = value->field->kind == WYRM_KIND_RATIO;
        int64_t parts = ratio ? RATIO_PARTS : 1;
        if (fabs(other) > 1e12)
            return false;
        int64_t whole = (int64_t)floor(other * (double)parts);
        other = (double)whole / (double)parts;
        if (ratio)
            value->as.ratio = lowest_terms(whole, parts);
        else
            value->as.integer = whole;
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

static bool set_row(wyrm_variation *variation, wyrm_value *value, size_t row, double number,
                    char *text, size_t size)
{
    double before = value->as.rows[row].value;
    double other = limited(value->field, number);
    wyrm_depth_row *rows = base_zeroed(value->count, sizeof *rows);
    if (rows == NULL)
        return false;
    memcpy(rows, value->as.rows, value->count * sizeof *rows);
    rows[row].value = other;
    wyrm_free(variation->rows);
    variation->rows = rows;
    value->as.rows = rows;
    snprintf(text, size, "%.6g", other);
    return other != before;
}

/* Twice the dice, or a number in their place: the mean is as far away as the number is. */
static bool set_dice(wyrm_value *value, wyrm_dice dice, char *text, size_t size)
{
    wyrm_dice was = value->as.dice;
    value->as.dice = dice;
    if (dice.count > 0)
        snprintf(text, size, "%dd%d%+d", (int)dice.count, (int)dice.sides, (int)dice.plus);
    else
        snprintf(text, size, "%d", (int)dice.plus);
    return dice.count != was.count || dice.plus != was.plus;
}

static bool try_dice(wyrm_value *value, size_t index, char *text, size_t size)
{
    wyrm_dice dice = value->as.dice;
    const wyrm_dice others[DICE_TRIALS] = {{0, 0, 0}, {2 * dice.count, dice.sides, dice.plus + 1}};
    return set_dice(value, others[index], text, size);
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
        changed = set_number(own, other_number(wyrm_value_real(own), index), text, size);
        break;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        changed = try_ends(own, index, text, size);
        break;
    case WYRM_KIND_TABLE:
        changed =
            set_row(variation, own, index / NUMBER_TRIALS,
                    other_number(own->as.rows[index / NUMBER_TRIALS].value, index % NUMBER_TRIALS),
                    text, size);
        break;
    case WYRM_KIND_CHOICE:
        changed = try_choice(own, index, text, size);
        break;
    case WYRM_KIND_DICE:
        changed = try_dice(own, index, text, size);
        break;
    case WYRM_KIND_END:
    case WYRM_KIND_TEXT:
    case WYRM_KIND_NAME:
    case WYRM_KIND_MARGIN:
    case WYRM_KIND_RECORD:
    case WYRM_KIND_LIST:
    case WYRM_KIND_MAP:
        break;
    }
    if (!changed)
        wyrm_vary_restore(variation);
    return changed;
}

bool wyrm_vary_number(wyrm_variation *variation, const wyrm_value *value, size_t row, double number,
                      char *text, size_t size)
{
    wyrm_value *own = begin(variation, value);
    wyrm_kind kind = wyrm_value_kind(own);
    bool changed = false;
    if (kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL || kind == WYRM_KIND_RATIO)
        changed = set_number(own, number, text, size);
    else if (kind == WYRM_KIND_TABLE)
        changed = set_row(variation, own, row, number, text, size);
    else if (kind == WYRM_KIND_DICE && fabs(number) <= INT32_MAX)
        changed = set_dice(own, (wyrm_dice){0, 0, (int32_t)number}, text, size);
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
