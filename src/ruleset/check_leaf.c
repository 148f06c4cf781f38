/* Values that are no record, list or map: numbers, texts and dice; what has several numbers is read
 * by check_series.c. */
#include "ruleset/check.h"
#include "ruleset/check_series.h"
#include "ruleset/scalars.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One row a kind: what is expected, and how it is read. */
typedef struct leaf_kind {
    const char *expected;
    void (*read)(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                 const char *expected, wyrm_value *out);
} leaf_kind;

static bool is_scalar(wyrm_checker *checker, const wyrm_raw *raw, const char *expected)
{
    if (raw->kind == WYRM_RAW_SCALAR)
        return true;
    wyrm_check_expected(checker, raw, expected, NULL);
    return false;
}

static void read_bool(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    (void)trail;
    if (is_scalar(checker, raw, expected))
        wyrm_check_scan(checker, raw, wyrm_scan_bool(raw->text, &out->as.boolean), expected);
}

static void read_integer(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         const char *expected, wyrm_value *out)
{
    if (is_scalar(checker, raw, expected) &&
        wyrm_check_scan(checker, raw, wyrm_scan_integer(raw->text, &out->as.integer), expected))
        wyrm_check_scalar(checker, trail, raw, (double)out->as.integer);
}

static void read_real(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    if (is_scalar(checker, raw, expected) &&
        wyrm_check_scan(checker, raw, wyrm_scan_real(raw->text, &out->as.real), expected))
        wyrm_check_scalar(checker, trail, raw, out->as.real);
}

/* The ratio as a double that is on the right side of a whole limit, which rounding alone might
 * miss: 1000000000000000001/1000000000000000000 is above 1. */
static double ratio_beside(wyrm_ratio ratio, double limit)
{
    double value = (double)ratio.numerator / (double)ratio.denominator;
    int64_t product;
    if (value != limit || fabs(limit) > 1e15 || limit != floor(limit) ||
        __builtin_mul_overflow((int64_t)limit, ratio.denominator, &product))
        return value;
    return ratio.numerator > product   ? nextafter(limit, INFINITY)
           : ratio.numerator < product ? nextafter(limit, -INFINITY)
                                       : limit;
}

/* Quotes are allowed: in a file written as JSON 1/10 cannot do without. */
static void read_ratio(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    wyrm_scan scan = wyrm_scan_ratio(raw->text, &out->as.ratio);
    if (scan != WYRM_SCAN_OK) {
        wyrm_check_expected(checker, raw, expected, wyrm_scan_hint(scan));
        return;
    }
    double low = ratio_beside(out->as.ratio, trail->field->least);
    double high = ratio_beside(out->as.ratio, trail->field->greatest);
    wyrm_check_scalar(checker, trail, raw, low < trail->field->least ? low : high);
}

static void read_dice(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    wyrm_dice *dice = &out->as.dice;
    wyrm_scan scan = wyrm_scan_dice(raw->text, dice);
    if (scan != WYRM_SCAN_OK) {
        wyrm_check_expected(checker, raw, expected, wyrm_scan_hint(scan));
        return;
    }
    double least = (double)dice->count + dice->plus;
    double greatest = (double)dice->count * dice->sides + dice->plus;
    bool low = trail->field->least < trail->field->greatest && least < trail->field->least;
    wyrm_check_scalar(checker, trail, raw, low ? least : greatest);
}

/* A text for people: line breaks and tabs become single spaces, so that it fits a line anywhere. */
static const char *fold(wyrm_checker *checker, const char *text)
{
    if (text[strcspn(text, "\n\t")] == '\0')
        return text;
    char *copy = wyrm_region_text(checker->region, text, strlen(text));
    if (copy == NULL) {
        wyrm_fault_memory(checker->faults);
        checker->stopped = true;
        return "";
    }
    size_t used = 0;
    for (; *text != '\0'; text++) {
        bool blank = *text == '\n' || *text == '\t';
        if (!blank)
            copy[used++] = *text;
        else if (used != 0 && copy[used - 1] != ' ' && text[1] != '\0')
            copy[used++] = ' ';
    }
    copy[used] = '\0';
    return copy;
}

static void read_text(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        wyrm_check_expected(checker, raw, expected,
                            raw->text[0] == '\0' ? "write \"\" for an empty text" : NULL);
        return;
    }
    out->as.word.text = fold(checker, raw->text);
    size_t length = strlen(out->as.word.text);
    if (length > WYRM_TEXT_MAX)
        wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET,
                   NULL, "'%s' is too long: %zu bytes, at most %d", wyrm_trail_key(trail), length,
                   WYRM_TEXT_MAX);
}

static void read_name(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    (void)trail;
    if (!is_scalar(checker, raw, expected))
        return;
    char hint[WYRM_ERROR_HINT_MAX], name[WYRM_NAME_MAX + 1];
    wyrm_scan scan = wyrm_scan_name(raw->text);
    bool suggested = scan != WYRM_SCAN_OK && wyrm_suggest_name(raw->text, name);
    if (suggested)
        snprintf(hint, sizeof hint, "did you mean '%s'?", name);
    if (scan != WYRM_SCAN_OK || wyrm_raw_is_null(raw))
        wyrm_check_expected(checker, raw, expected, suggested ? hint : wyrm_scan_hint(scan));
    out->as.word.text = raw->text;
}

/* The choices in one text, for a hint. */
static void list_choices(const char *const *choices, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "one of");
    for (; *choices != NULL && used < size; choices++)
        used += (size_t)snprintf(text + used, size - used, " %s%s", *choices,
                                 choices[1] == NULL ? "" : ",");
    if (used >= size)
        snprintf(text + size - 4, 4, "...");
}

static void read_choice(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    const char *const *choices = trail->field->choices;
    size_t count = 0;
    for (; choices[count] != NULL; count++) {
        if (strcmp(choices[count], raw->text) != 0)
            continue;
        out->as.word.text = choices[count];
        out->as.word.choice = count;
        return;
    }
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (wyrm_did_you_mean(raw->text, choices, count, hint) == NULL)
        list_choices(choices, hint, sizeof hint);
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        wyrm_check_expected(checker, raw, expected, wyrm_raw_is_null(raw) ? NULL : hint);
        return;
    }
    bool model = trail->up != NULL && trail->up->up != NULL && trail->up->up->up == NULL &&
                 strcmp(trail->up->field->name, "models") == 0;
    wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET, hint,
               "unknown %s '%s' of %s%s%s", model ? "model" : "choice",
               wyrm_quote(raw->text, quote), model ? "" : "'", wyrm_trail_key(trail),
               model ? "" : "'");
}

static const leaf_kind *find_kind(wyrm_kind kind)
{
    static const leaf_kind kinds[] = {
        [WYRM_KIND_BOOL] = {"true or false", read_bool},
        [WYRM_KIND_INTEGER] = {"a whole number", read_integer},
        [WYRM_KIND_REAL] = {"a decimal number", read_real},
        [WYRM_KIND_RATIO] = {"a ratio such as 1/10 or 0.1", read_ratio},
        [WYRM_KIND_TEXT] = {"a text", read_text},
        [WYRM_KIND_NAME] = {"a name", read_name},
        [WYRM_KIND_CHOICE] = {"a choice", read_choice},
        [WYRM_KIND_RANGE] = {"a range such as [1, 3], or a whole number", wyrm_check_ends},
        [WYRM_KIND_INTERVAL] = {"an interval such as [0.5, 2], or a number", wyrm_check_ends},
        [WYRM_KIND_TABLE] = {"a depth table such as [[1, 1], [2, 4]], or a number",
                             wyrm_check_table},
        [WYRM_KIND_DICE] = {"dice such as 2d6+1", read_dice},
    };
    static const leaf_kind none = {"a value", NULL};
    size_t index = (size_t)kind;
    return index < sizeof kinds / sizeof *kinds && kinds[index].read != NULL ? &kinds[index]
                                                                             : &none;
}

void wyrm_check_leaf(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     wyrm_value *out)
{
    const leaf_kind *kind = find_kind(trail->field->kind);
    if (kind->read != NULL)
        kind->read(checker, trail, raw, kind->expected, out);
    else
        wyrm_fault(checker->faults, &trail->place, WYRM_ERROR_INTERNAL, NULL,
                   "the row '%s' of the schema has no kind", trail->field->name);
}
