/* Other values in a ruleset, to see what hangs on them.
 *
 * Whether a number counts for anything is found by changing it and looking. That needs a ruleset
 * whose tree may be written to: a copy, read back from the dump, with every default written out.
 * One value at a time is another; the tree stays as it is, so that whoever holds a value of the
 * copy holds it still.
 */
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
    wyrm_status status =
        variation != NULL ? wyrm_ruleset_dump(ruleset, &text, NULL) : WYRM_ERROR_MEMORY;
    if (status == WYRM_OK)
        status = wyrm_ruleset_parse(ruleset->schema, "copy", text, strlen(text), NULL, NULL,
                                    &variation->ruleset, NULL);
    wyrm_free(text);
    *out = status == WYRM_OK ? variation : NULL;
    if (status == WYRM_OK)
        return WYRM_OK;
    wyrm_vary_free(variation);
    return wyrm_fail(error, status, "%s",
                     status == WYRM_ERROR_MEMORY ? "out of memory"
                                                 : "the ruleset cannot be copied");
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

enum { TRIALS = 4, DICE_TRIALS = 2 }; /* of a number, of the ends of a range; of dice */

#define RATIO_PARTS 1000 /* what a ratio is replaced by is so fine */

size_t wyrm_vary_count(const wyrm_value *value)
{
    static const size_t trials[] = {
        [WYRM_KIND_BOOL] = 1,       [WYRM_KIND_INTEGER] = TRIALS,   [WYRM_KIND_REAL] = TRIALS,
        [WYRM_KIND_RATIO] = TRIALS, [WYRM_KIND_RANGE] = TRIALS,     [WYRM_KIND_INTERVAL] = TRIALS,
        [WYRM_KIND_TABLE] = TRIALS, [WYRM_KIND_DICE] = DICE_TRIALS, [WYRM_KIND_MAP] = 0,
    };
    wyrm_kind kind = wyrm_value_kind(value);
    size_t choices = 0;
    while (kind == WYRM_KIND_CHOICE && value->field->choices[choices] != NULL)
        choices++;
    return kind == WYRM_KIND_CHOICE  ? choices - 1
           : kind == WYRM_KIND_TABLE ? TRIALS * value->count
                                     : trials[kind];
}

/* Nothing, half, twice as much, far away. Whole numbers stay whole, as much of what is counted must
 * be.
 */
static double other_number(double number, size_t index)
{
    bool whole = number == floor(number);
    double away = number < 0 ? -1 : 1;
    const double others[TRIALS] = {0, whole ? floor(number / 2) : number / 2, 2 * number + away,
                                   100 * (number + away)};
    return others[index];
}

static double limited(const wyrm_field *field, double number)
{
    bool limits = field->least != 0 || field->greatest != 0;
    return limits ? fmin(fmax(number, field->least), field->greatest) : number;
}

/* The functions below set a value, tell it in text[size], and say whether it is another one. */

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
            value->as.ratio = rs_lowest_terms(whole, parts);
        else
            value->as.integer = whole;
    }
    snprintf(text, size, "%.6g", other);
    return other != before;
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

static bool set_ends(wyrm_value *value, size_t index, char *text, size_t size)
{
    double low = value->as.ends.low, high = value->as.ends.high;
    double wider = fmax(1, high - low);
    const double others[TRIALS][2] = {
        {low, high + wider}, {low - wider, high}, {high, high}, {low, low}};
    value->as.ends.low = limited(value->field, others[index][0]);
    value->as.ends.high = limited(value->field, others[index][1]);
    snprintf(text, size, "[%.6g, %.6g]", value->as.ends.low, value->as.ends.high);
    return value->as.ends.low != low || value->as.ends.high != high;
}

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

/* The `index`-th other, below wyrm_vary_count: of dice nothing, or twice the dice. */
static bool set_other(wyrm_variation *variation, wyrm_value *value, size_t index, char *text,
                      size_t size)
{
    wyrm_kind kind = value->field->kind;
    if (kind == WYRM_KIND_BOOL) {
        value->as.boolean = !value->as.boolean;
        snprintf(text, size, "%s", value->as.boolean ? "true" : "false");
        return true;
    }
    if (kind == WYRM_KIND_CHOICE) {
        value->as.word.choice = index < value->as.word.choice ? index : index + 1;
        value->as.word.text = value->field->choices[value->as.word.choice];
        snprintf(text, size, "%s", value->as.word.text);
        return true;
    }
    if (kind == WYRM_KIND_RANGE || kind == WYRM_KIND_INTERVAL)
        return set_ends(value, index, text, size);
    if (kind == WYRM_KIND_TABLE) {
        double row = value->as.rows[index / TRIALS].value;
        return set_row(variation, value, index / TRIALS, other_number(row, index % TRIALS), text,
                       size);
    }
    if (kind == WYRM_KIND_DICE) {
        wyrm_dice dice = value->as.dice;
        const wyrm_dice more = {2 * dice.count, dice.sides, dice.plus + 1};
        return set_dice(value, index == 0 ? (wyrm_dice){0, 0, 0} : more, text, size);
    }
    return set_number(value, other_number(wyrm_value_real(value), index), text, size);
}

/* ---- one value at a time ---- */

/* The same value, to be written to: the tree is that of the copy, which is ours to change. */
static wyrm_value *writable(wyrm_value *under, const wyrm_value *wanted)
{
    if (under == wanted)
        return under;
    for (size_t i = 0; wyrm_value_item(under, i) != NULL; i++) {
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
    variation->changed = found;
    if (found != NULL)
        variation->was = *found;
    return found;
}

static bool end(wyrm_variation *variation, bool changed)
{
    if (!changed)
        wyrm_vary_restore(variation);
    return changed;
}

bool wyrm_vary_try(wyrm_variation *variation, const wyrm_value *value, size_t index, char *text,
                   size_t size)
{
    wyrm_value *own = begin(variation, value);
    return end(variation, own != NULL && index < wyrm_vary_count(value) &&
                              set_other(variation, own, index, text, size));
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
    return end(variation, changed);
}

bool wyrm_vary_by(wyrm_variation *variation, const wyrm_value *value, const wyrm_value *other)
{
    wyrm_value *own =
        wyrm_value_kind(value) == wyrm_value_kind(other) ? begin(variation, value) : NULL;
    if (own == NULL)
        return false;
    own->as = other->as;
    own->count = other->count;
    return true;
}

void wyrm_vary_restore(wyrm_variation *variation)
{
    if (variation->changed != NULL)
        *variation->changed = variation->was;
    variation->changed = NULL;
}
