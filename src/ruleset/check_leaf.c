/* Values that are no record, list or map: numbers, texts, ranges, dice and depth tables. */
#include "ruleset/check.h"

#include "base/number.h"
#include "ruleset/scalars.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ends of a range are kept as doubles: whole numbers up to here are exact. */
#define RANGE_LIMIT ((int64_t)1 << 53)

/* One row a kind: what is expected, and how it is read. */
typedef struct leaf_kind {
    const char *expected;
    void (*read)(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                 wyrm_value *out);
} leaf_kind;

static const leaf_kind *find_kind(wyrm_kind kind);

static void refuse(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                   const char *hint)
{
    wyrm_check_expected(checker, raw, find_kind(trail->field->kind)->expected, hint);
}

/* Whether a scalar has the form of what is expected, without quotes; if not, says why. `scan` is
 * what its text was read as. */
static bool accept(wyrm_checker *checker, const wyrm_raw *raw, wyrm_scan scan, const char *expected)
{
    if (scan == WYRM_SCAN_OK && raw->plain)
        return true;
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (scan == WYRM_SCAN_OK)
        snprintf(hint, sizeof hint, "write %s without quotes", wyrm_quote(raw->text, quote));
    wyrm_check_expected(checker, raw, expected, scan == WYRM_SCAN_OK ? hint : wyrm_scan_hint(scan));
    return false;
}

static const char *expected_by(const wyrm_trail *trail)
{
    return find_kind(trail->field->kind)->expected;
}

static bool is_scalar(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw)
{
    if (raw->kind == WYRM_RAW_SCALAR)
        return true;
    refuse(checker, trail, raw, NULL);
    return false;
}

static void check_scalar_limits(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                                double value)
{
    char quote[WYRM_QUOTE_MAX];
    wyrm_check_limits(checker, trail, &raw->place, value, "", wyrm_quote(raw->text, quote));
}

static void read_bool(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    if (is_scalar(checker, trail, raw))
        accept(checker, raw, wyrm_scan_bool(raw->text, &out->as.boolean), expected_by(trail));
}

static void read_integer(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         wyrm_value *out)
{
    if (is_scalar(checker, trail, raw) &&
        accept(checker, raw, wyrm_scan_integer(raw->text, &out->as.integer), expected_by(trail)))
        check_scalar_limits(checker, trail, raw, (double)out->as.integer);
}

static void read_real(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    if (is_scalar(checker, trail, raw) &&
        accept(checker, raw, wyrm_scan_real(raw->text, &out->as.real), expected_by(trail)))
        check_scalar_limits(checker, trail, raw, out->as.real);
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
                       wyrm_value *out)
{
    if (!is_scalar(checker, trail, raw))
        return;
    wyrm_scan scan = wyrm_scan_ratio(raw->text, &out->as.ratio);
    if (scan != WYRM_SCAN_OK) {
        refuse(checker, trail, raw, wyrm_scan_hint(scan));
        return;
    }
    double low = ratio_beside(out->as.ratio, trail->field->least);
    double high = ratio_beside(out->as.ratio, trail->field->greatest);
    check_scalar_limits(checker, trail, raw, low < trail->field->least ? low : high);
}

static void read_dice(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    if (!is_scalar(checker, trail, raw))
        return;
    wyrm_dice *dice = &out->as.dice;
    wyrm_scan scan = wyrm_scan_dice(raw->text, dice);
    if (scan != WYRM_SCAN_OK) {
        refuse(checker, trail, raw, wyrm_scan_hint(scan));
        return;
    }
    double least = (double)dice->count + dice->plus;
    double greatest = (double)dice->count * dice->sides + dice->plus;
    bool low = trail->field->least < trail->field->greatest && least < trail->field->least;
    check_scalar_limits(checker, trail, raw, low ? least : greatest);
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
                      wyrm_value *out)
{
    if (!is_scalar(checker, trail, raw))
        return;
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        refuse(checker, trail, raw, raw->text[0] == '\0' ? "write \"\" for an empty text" : NULL);
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
                      wyrm_value *out)
{
    if (!is_scalar(checker, trail, raw))
        return;
    char hint[WYRM_ERROR_HINT_MAX], name[WYRM_NAME_MAX + 1];
    wyrm_scan scan = wyrm_scan_name(raw->text);
    bool suggested = scan != WYRM_SCAN_OK && wyrm_suggest_name(raw->text, name);
    if (suggested)
        snprintf(hint, sizeof hint, "did you mean '%s'?", name);
    if (scan != WYRM_SCAN_OK || wyrm_raw_is_null(raw))
        refuse(checker, trail, raw, suggested ? hint : wyrm_scan_hint(scan));
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
                        wyrm_value *out)
{
    if (!is_scalar(checker, trail, raw))
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
        refuse(checker, trail, raw, wyrm_raw_is_null(raw) ? NULL : hint);
        return;
    }
    bool model = trail->up != NULL && trail->up->up != NULL && trail->up->up->up == NULL &&
                 strcmp(trail->up->field->name, "models") == 0;
    wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET, hint,
               "unknown %s '%s' of %s%s%s", model ? "model" : "choice",
               wyrm_quote(raw->text, quote), model ? "" : "'", wyrm_trail_key(trail),
               model ? "" : "'");
}

static wyrm_scan scan_number(const char *text, bool whole, double *out)
{
    if (!whole)
        return wyrm_scan_real(text, out);
    int64_t integer;
    wyrm_scan scan = wyrm_scan_integer(text, &integer);
    *out = (double)integer;
    bool inside = integer >= -RANGE_LIMIT && integer <= RANGE_LIMIT;
    return scan == WYRM_SCAN_OK && !inside ? WYRM_SCAN_RANGE_LIMIT : scan;
}

/* One number of a range or table; false where it is none, or outside its limits (reported). */
static bool read_number(wyrm_checker *checker, const wyrm_raw *raw, bool whole, double *out)
{
    const char *expected = whole ? "a whole number" : "a decimal number";
    *out = 0;
    if (raw->kind != WYRM_RAW_SCALAR) {
        wyrm_check_expected(checker, raw, expected, NULL);
        return false;
    }
    return accept(checker, raw, scan_number(raw->text, whole, out), expected);
}

static void check_ascent(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         double from, double to)
{
    if (from <= to)
        return;
    char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX];
    wyrm_number_double(from, low);
    wyrm_number_double(to, high);
    wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET,
               "write the lower end first", "%s of '%s' descends: from %s to %s",
               trail->field->kind == WYRM_KIND_RANGE ? "range" : "interval", wyrm_trail_key(trail),
               low, high);
}

static void read_ends(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    bool whole = trail->field->kind == WYRM_KIND_RANGE;
    double ends[2] = {0, 0};
    if (raw->kind == WYRM_RAW_SCALAR) {
        wyrm_scan scan = scan_number(raw->text, whole, &ends[0]);
        if (accept(checker, raw, scan, expected_by(trail)))
            check_scalar_limits(checker, trail, raw, ends[0]);
        ends[1] = ends[0];
    } else if (raw->kind == WYRM_RAW_LIST && raw->count == 2) {
        bool numbers = true;
        for (size_t i = 0; i < 2; i++) {
            bool number = read_number(checker, raw->items[i], whole, &ends[i]);
            if (number)
                check_scalar_limits(checker, trail, raw->items[i], ends[i]);
            numbers = numbers && number;
        }
        if (numbers)
            check_ascent(checker, trail, raw, ends[0], ends[1]);
    } else {
        refuse(checker, trail, raw, raw->kind == WYRM_RAW_LIST ? "it has two ends" : NULL);
    }
    out->as.ends.low = ends[0];
    out->as.ends.high = ends[1];
}

/* One row of a depth table; `before` is the depth of the row above, 0 for none or a wrong one. */
static void read_row(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     int32_t before, wyrm_depth_row *out)
{
    double depth = 0;
    if (raw->kind != WYRM_RAW_LIST || raw->count != 2) {
        wyrm_check_expected(checker, raw, "a row [value, from_depth]", NULL);
        return;
    }
    if (read_number(checker, raw->items[0], false, &out->value))
        check_scalar_limits(checker, trail, raw->items[0], out->value);
    if (!read_number(checker, raw->items[1], true, &depth))
        return;
    const wyrm_place *place = wyrm_check_place(checker, &raw->items[1]->place);
    char quote[WYRM_QUOTE_MAX], owner[WYRM_OWNER_MAX];
    wyrm_trail_owner(trail, owner);
    if (depth < 1 || depth > WYRM_TABLE_DEPTH_MAX) {
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depths of '%s'%s must be from 1 to %d, found %s", wyrm_trail_key(trail), owner,
                   WYRM_TABLE_DEPTH_MAX, wyrm_quote(raw->items[1]->text, quote));
        return;
    }
    out->from_depth = (int32_t)depth;
    if (out->from_depth == before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s has depth %d twice", wyrm_trail_key(trail), owner,
                   (int)before);
    else if (out->from_depth < before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s is out of order: depth %d after depth %d",
                   wyrm_trail_key(trail), owner, (int)out->from_depth, (int)before);
}

static void read_table(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       wyrm_value *out)
{
    size_t count = raw->kind == WYRM_RAW_LIST ? raw->count : 1;
    if (count == 0 || raw->kind == WYRM_RAW_MAPPING) {
        refuse(checker, trail, raw, count == 0 ? "it has at least one row" : NULL);
        return;
    }
    wyrm_depth_row *rows = wyrm_region_take(checker->region, count, sizeof *rows);
    if (rows == NULL) {
        wyrm_fault_memory(checker->faults);
        checker->stopped = true;
        return;
    }
    out->as.rows = rows;
    out->count = count;
    if (raw->kind == WYRM_RAW_LIST) {
        for (size_t i = 0; i < count; i++)
            read_row(checker, trail, raw->items[i], i == 0 ? 0 : rows[i - 1].from_depth, &rows[i]);
        return;
    }
    rows[0].from_depth = 1;
    wyrm_scan scan = wyrm_scan_real(raw->text, &rows[0].value);
    if (accept(checker, raw, scan, expected_by(trail)))
        check_scalar_limits(checker, trail, raw, rows[0].value);
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
        [WYRM_KIND_RANGE] = {"a range such as [1, 3], or a whole number", read_ends},
        [WYRM_KIND_INTERVAL] = {"an interval such as [0.5, 2], or a number", read_ends},
        [WYRM_KIND_TABLE] = {"a depth table such as [[1, 1], [2, 4]], or a number", read_table},
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
        kind->read(checker, trail, raw, out);
    else
        wyrm_fault(checker->faults, &trail->place, WYRM_ERROR_INTERNAL, NULL,
                   "the row '%s' of the schema has no kind", trail->field->name);
}
