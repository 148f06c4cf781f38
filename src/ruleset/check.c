/* Records, lists and maps; what is missing, what is unknown, and the defaults. */
#include "ruleset/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- what is said about a value that is not as its row wants it, and where ---- */

/* The key whose value it is: the nearest on the way up. */
static const char *trail_key(const wyrm_trail *trail)
{
    while (trail->key == NULL && trail->up != NULL)
        trail = trail->up;
    return trail->key == NULL ? trail->field->name : trail->key;
}

/* " of 'troll'" for a row of a record that stands in a map under a name, else "": which of many
 * tables of one name is meant. Returns `owner`. */
static const char *trail_owner(const wyrm_trail *trail, char owner[WYRM_OWNER_MAX])
{
    const wyrm_trail *record = trail->up;
    bool named = record != NULL && record->key != NULL && record->field->kind == WYRM_KIND_RECORD &&
                 record->up != NULL && record->up->field->kind == WYRM_KIND_MAP;
    owner[0] = '\0';
    if (named)
        snprintf(owner, WYRM_OWNER_MAX, " of '%.63s'", record->key);
    return owner;
}

/* Where a fault at a raw node is shown: itself, or what lacks the default that it comes from. */
static const wyrm_place *check_place(const wyrm_checker *checker, const wyrm_place *place)
{
    return checker->default_place != NULL ? checker->default_place : place;
}

/* "expected WHAT, found ...". `hint` may be NULL. */
static void check_expected(wyrm_checker *checker, const wyrm_raw *raw, const char *what,
                           const char *hint)
{
    char found[WYRM_QUOTE_MAX + 32];
    if (wyrm_raw_is_null(raw))
        hint = "'~' only removes an inherited key";
    wyrm_fault(checker->faults, check_place(checker, &raw->place), WYRM_ERROR_RULESET, hint,
               "expected %s, found %s", what, wyrm_raw_describe(raw, found));
}

/* Whether a number is in the limits of a row; if not, says so: "'miss' must be from 0 to 1, found
 * 3". `what` stands before the key ("the number of entries of "). */
static void check_limits(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_place *place,
                         double value, const char *what, const char *found)
{
    double least = trail->field->least, greatest = trail->field->greatest;
    if ((least == 0 && greatest == 0) || (value >= least && value <= greatest))
        return;
    char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX], limits[3 * WYRM_NUMBER_MAX];
    wyrm_number_double(least, low);
    wyrm_number_double(greatest, high);
    if (isinf(greatest))
        snprintf(limits, sizeof limits, "at least %s", low);
    else if (isinf(least))
        snprintf(limits, sizeof limits, "at most %s", high);
    else if (least == greatest)
        snprintf(limits, sizeof limits, "%s", low);
    else
        snprintf(limits, sizeof limits, "from %s to %s", low, high);
    char owner[WYRM_OWNER_MAX] = "";
    if (trail->field->kind == WYRM_KIND_TABLE)
        trail_owner(trail, owner);
    wyrm_fault(checker->faults, check_place(checker, place), WYRM_ERROR_RULESET, NULL,
               "%s'%s'%s must be %s, found %s", what, trail_key(trail), owner, limits, found);
}

/* Whether a scalar has the form of what is expected, without quotes; if not, says why. `scan` is
 * what its text was read as. */
static bool check_scan(wyrm_checker *checker, const wyrm_raw *raw, wyrm_scan scan,
                       const char *expected)
{
    if (scan == WYRM_SCAN_OK && raw->plain)
        return true;
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (scan == WYRM_SCAN_OK)
        snprintf(hint, sizeof hint, "write %s without quotes", wyrm_quote(raw->text, quote));
    check_expected(checker, raw, expected, scan == WYRM_SCAN_OK ? hint : wyrm_scan_hint(scan));
    return false;
}

/* The same of a scalar that has been read as `value`. */
static void check_scalar(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         double value)
{
    char quote[WYRM_QUOTE_MAX];
    check_limits(checker, trail, &raw->place, value, "", wyrm_quote(raw->text, quote));
}

/* ---- defaults ----
 *
 * Defaults of the schema: texts as they would stand in a file, read at the time of need. */

struct wyrm_default {
    const char *text; /* the schema's own pointer: the key of the list */
    const wyrm_raw *raw;
};

/* Most defaults are one word or number: they need no parser. */
static bool is_plain_word(const char *text)
{
    if (text[0] == '\0')
        return false;
    for (; *text != '\0'; text++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
              (*text >= '0' && *text <= '9') || strchr("_/.+-", *text) != NULL))
            return false;
    return true;
}

static wyrm_raw *read_text(wyrm_checker *checker, const char *text)
{
    wyrm_source *source = wyrm_source_new(checker->arena, "schema", text, strlen(text), 0);
    if (source == NULL) {
        wyrm_fault_memory(checker->faults);
        return NULL;
    }
    wyrm_place place;
    char message[WYRM_ERROR_MESSAGE_MAX];
    if (wyrm_source_check(source, &place, message, sizeof message))
        return wyrm_document_read(source, checker->arena, checker->faults);
    wyrm_fault(checker->faults, &place, WYRM_ERROR_INTERNAL, NULL, "%s", message);
    return NULL;
}

static wyrm_raw *read_word(wyrm_checker *checker, const char *text)
{
    const wyrm_place nowhere = {.source = NULL};
    wyrm_raw *raw = wyrm_raw_new(checker->arena, WYRM_RAW_SCALAR, nowhere);
    if (raw == NULL) {
        wyrm_fault_memory(checker->faults);
        return NULL;
    }
    raw->plain = true;
    raw->text = text;
    return raw;
}

static wyrm_raw *read_empty(wyrm_checker *checker, wyrm_raw_kind kind)
{
    const wyrm_place nowhere = {.source = NULL};
    wyrm_raw *raw = wyrm_raw_new(checker->arena, kind, nowhere);
    if (raw == NULL)
        wyrm_fault_memory(checker->faults);
    return raw;
}

/* The raw tree of a default of the schema; NULL where it cannot be read (reported). */
static const wyrm_raw *default_read(wyrm_checker *checker, const char *text)
{
    for (size_t i = 0; i < checker->default_count; i++)
        if (checker->defaults[i].text == text)
            return checker->defaults[i].raw;
    struct wyrm_default *defaults =
        base_grow(checker->arena, checker->defaults, checker->default_count,
                  &checker->default_capacity, sizeof *defaults);
    wyrm_raw *raw = NULL;
    if (defaults == NULL)
        wyrm_fault_memory(checker->faults);
    else if (is_plain_word(text))
        raw = read_word(checker, text);
    else if (strcmp(text, "{}") == 0)
        raw = read_empty(checker, WYRM_RAW_MAPPING);
    else if (strcmp(text, "[]") == 0)
        raw = read_empty(checker, WYRM_RAW_LIST);
    else
        raw = read_text(checker, text);
    if (raw == NULL) {
        checker->stopped = true;
        return NULL;
    }
    checker->defaults = defaults;
    checker->defaults[checker->default_count++] = (struct wyrm_default){text, raw};
    return raw;
}

/* ---- values of several numbers: ranges, intervals and depth tables ---- */

/* Ends of a range are kept as doubles: whole numbers up to here are exact. */
#define RANGE_LIMIT ((int64_t)1 << 53)

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
        check_expected(checker, raw, expected, NULL);
        return false;
    }
    return check_scan(checker, raw, scan_number(raw->text, whole, out), expected);
}

static void check_ascent(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         double from, double to)
{
    if (from <= to)
        return;
    char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX];
    wyrm_number_double(from, low);
    wyrm_number_double(to, high);
    wyrm_fault(checker->faults, check_place(checker, &raw->place), WYRM_ERROR_RULESET,
               "write the lower end first", "%s of '%s' descends: from %s to %s",
               trail->field->kind == WYRM_KIND_RANGE ? "range" : "interval", trail_key(trail), low,
               high);
}

/* The two ends of a RANGE or INTERVAL; `expected` is said where the value is none. */
static void check_ends(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       const char *expected, wyrm_value *out)
{
    bool whole = trail->field->kind == WYRM_KIND_RANGE;
    double ends[2] = {0, 0};
    if (raw->kind == WYRM_RAW_SCALAR) {
        wyrm_scan scan = scan_number(raw->text, whole, &ends[0]);
        if (check_scan(checker, raw, scan, expected))
            check_scalar(checker, trail, raw, ends[0]);
        ends[1] = ends[0];
    } else if (raw->kind == WYRM_RAW_LIST && raw->count == 2) {
        bool numbers = true;
        for (size_t i = 0; i < 2; i++) {
            bool number = read_number(checker, raw->items[i], whole, &ends[i]);
            if (number)
                check_scalar(checker, trail, raw->items[i], ends[i]);
            numbers = numbers && number;
        }
        if (numbers)
            check_ascent(checker, trail, raw, ends[0], ends[1]);
    } else {
        check_expected(checker, raw, expected,
                       raw->kind == WYRM_RAW_LIST ? "it has two ends" : NULL);
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
        check_expected(checker, raw, "a row [value, from_depth]", NULL);
        return;
    }
    if (read_number(checker, raw->items[0], false, &out->value))
        check_scalar(checker, trail, raw->items[0], out->value);
    if (!read_number(checker, raw->items[1], true, &depth))
        return;
    const wyrm_place *place = check_place(checker, &raw->items[1]->place);
    char quote[WYRM_QUOTE_MAX], owner[WYRM_OWNER_MAX];
    trail_owner(trail, owner);
    if (depth < 1 || depth > WYRM_TABLE_DEPTH_MAX) {
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depths of '%s'%s must be from 1 to %d, found %s", trail_key(trail), owner,
                   WYRM_TABLE_DEPTH_MAX, wyrm_quote(raw->items[1]->text, quote));
        return;
    }
    out->from_depth = (int32_t)depth;
    if (out->from_depth == before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s has depth %d twice", trail_key(trail), owner,
                   (int)before);
    else if (out->from_depth < before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s is out of order: depth %d after depth %d",
                   trail_key(trail), owner, (int)out->from_depth, (int)before);
}

/* The rows of a TABLE. */
static void check_table(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        const char *expected, wyrm_value *out)
{
    size_t count = raw->kind == WYRM_RAW_LIST ? raw->count : 1;
    if (count == 0 || raw->kind == WYRM_RAW_MAPPING) {
        check_expected(checker, raw, expected, count == 0 ? "it has at least one row" : NULL);
        return;
    }
    wyrm_depth_row *rows = base_take(checker->arena, count, sizeof *rows);
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
    if (check_scan(checker, raw, scan, expected))
        check_scalar(checker, trail, raw, rows[0].value);
}

/* ---- check leaf ----
 *
 * Values that are no record, list or map: numbers, texts and dice; what has several numbers is read
 * by check_series.c. */

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
    check_expected(checker, raw, expected, NULL);
    return false;
}

static void read_bool(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    (void)trail;
    if (is_scalar(checker, raw, expected))
        check_scan(checker, raw, wyrm_scan_bool(raw->text, &out->as.boolean), expected);
}

static void read_integer(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         const char *expected, wyrm_value *out)
{
    if (is_scalar(checker, raw, expected) &&
        check_scan(checker, raw, wyrm_scan_integer(raw->text, &out->as.integer), expected))
        check_scalar(checker, trail, raw, (double)out->as.integer);
}

static void read_real(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    if (is_scalar(checker, raw, expected) &&
        check_scan(checker, raw, wyrm_scan_real(raw->text, &out->as.real), expected))
        check_scalar(checker, trail, raw, out->as.real);
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
        check_expected(checker, raw, expected, wyrm_scan_hint(scan));
        return;
    }
    double low = ratio_beside(out->as.ratio, trail->field->least);
    double high = ratio_beside(out->as.ratio, trail->field->greatest);
    check_scalar(checker, trail, raw, low < trail->field->least ? low : high);
}

/* "3 %" keeps the 3, so that it is written as it was read. Quotes are allowed as above. */
static void read_margin(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        const char *expected, wyrm_value *out)
{
    char number[64];
    if (!is_scalar(checker, raw, expected))
        return;
    size_t length = strlen(raw->text);
    out->as.margin.relative = length > 0 && raw->text[length - 1] == '%';
    length -= out->as.margin.relative;
    while (out->as.margin.relative && length > 0 && raw->text[length - 1] == ' ')
        length--;
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), raw->text);
    wyrm_scan scan = wyrm_scan_real(number, &out->as.margin.number);
    if (scan != WYRM_SCAN_OK)
        check_expected(checker, raw, expected, wyrm_scan_hint(scan));
    else if (!out->as.margin.relative)
        check_scalar(checker, trail, raw, out->as.margin.number);
    else if (out->as.margin.number < 0 || out->as.margin.number > 100)
        check_expected(checker, raw, "from 0 % to 100 %", NULL);
}

static void read_dice(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    wyrm_dice *dice = &out->as.dice;
    wyrm_scan scan = wyrm_scan_dice(raw->text, dice);
    if (scan != WYRM_SCAN_OK) {
        check_expected(checker, raw, expected, wyrm_scan_hint(scan));
        return;
    }
    double least = (double)dice->count + dice->plus;
    double greatest = (double)dice->count * dice->sides + dice->plus;
    bool low = trail->field->least < trail->field->greatest && least < trail->field->least;
    check_scalar(checker, trail, raw, low ? least : greatest);
}

/* A text for people: line breaks and tabs become single spaces, so that it fits a line anywhere. */
static const char *fold(wyrm_checker *checker, const char *text)
{
    if (text[strcspn(text, "\n\t")] == '\0')
        return text;
    char *copy = base_text(checker->arena, text, strlen(text));
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

static void check_leaf_read_text(wyrm_checker *checker, const wyrm_trail *trail,
                                 const wyrm_raw *raw, const char *expected, wyrm_value *out)
{
    if (!is_scalar(checker, raw, expected))
        return;
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        check_expected(checker, raw, expected,
                       raw->text[0] == '\0' ? "write \"\" for an empty text" : NULL);
        return;
    }
    out->as.word.text = fold(checker, raw->text);
    size_t length = strlen(out->as.word.text);
    if (length > WYRM_TEXT_MAX)
        wyrm_fault(checker->faults, check_place(checker, &raw->place), WYRM_ERROR_RULESET, NULL,
                   "'%s' is too long: %zu bytes, at most %d", trail_key(trail), length,
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
        check_expected(checker, raw, expected, suggested ? hint : wyrm_scan_hint(scan));
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
        check_expected(checker, raw, expected, wyrm_raw_is_null(raw) ? NULL : hint);
        return;
    }
    bool model = trail->up != NULL && trail->up->up != NULL && trail->up->up->up == NULL &&
                 strcmp(trail->up->field->name, "models") == 0;
    wyrm_fault(checker->faults, check_place(checker, &raw->place), WYRM_ERROR_RULESET, hint,
               "unknown %s '%s' of %s%s%s", model ? "model" : "choice",
               wyrm_quote(raw->text, quote), model ? "" : "'", trail_key(trail), model ? "" : "'");
}

static const leaf_kind *find_kind(wyrm_kind kind)
{
    static const leaf_kind kinds[] = {
        [WYRM_KIND_BOOL] = {"true or false", read_bool},
        [WYRM_KIND_INTEGER] = {"a whole number", read_integer},
        [WYRM_KIND_REAL] = {"a decimal number", read_real},
        [WYRM_KIND_RATIO] = {"a ratio such as 1/10 or 0.1", read_ratio},
        [WYRM_KIND_TEXT] = {"a text", check_leaf_read_text},
        [WYRM_KIND_NAME] = {"a name", read_name},
        [WYRM_KIND_CHOICE] = {"a choice", read_choice},
        [WYRM_KIND_RANGE] = {"a range such as [1, 3], or a whole number", check_ends},
        [WYRM_KIND_INTERVAL] = {"an interval such as [0.5, 2], or a number", check_ends},
        [WYRM_KIND_TABLE] = {"a depth table such as [[1, 1], [2, 4]], or a number", check_table},
        [WYRM_KIND_DICE] = {"dice such as 2d6+1", read_dice},
        [WYRM_KIND_MARGIN] = {"a number, or a percentage such as 3 %", read_margin},
    };
    static const leaf_kind none = {"a value", NULL};
    size_t index = (size_t)kind;
    return index < sizeof kinds / sizeof *kinds && kinds[index].read != NULL ? &kinds[index]
                                                                             : &none;
}

/* Checks a value that is no record, list or map. */
static void check_leaf(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       wyrm_value *out)
{
    const leaf_kind *kind = find_kind(trail->field->kind);
    if (kind->read != NULL)
        kind->read(checker, trail, raw, kind->expected, out);
    else
        wyrm_fault(checker->faults, &trail->place, WYRM_ERROR_INTERNAL, NULL,
                   "the row '%s' of the schema has no kind", trail->field->name);
}

static void check_value(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        wyrm_value *out);

/* " in growth.experience", and nothing for the root. A list's elements count from 1. */
static const char *describe_place(const wyrm_trail *trail, char *text, size_t size)
{
    const wyrm_trail *steps[WYRM_RULESET_MAX_NESTING + 1];
    size_t count = 0;
    for (; trail->up != NULL && count < sizeof steps / sizeof *steps; trail = trail->up)
        steps[count++] = trail;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = count; i-- > 0 && used < size;) {
        const char *before = i + 1 == count ? " in " : ".";
        int length = steps[i]->key != NULL
                         ? snprintf(text + used, size - used, "%s%s", before, steps[i]->key)
                         : snprintf(text + used, size - used, "%s%zu", before, steps[i]->index);
        used += length < 0 ? 0 : (size_t)length;
    }
    return text;
}

static void run_out(wyrm_checker *checker)
{
    wyrm_fault_memory(checker->faults);
    checker->stopped = true;
}

/* Room for the members of a record, list or map; NULL where there is none, or too many are asked.
 */
static wyrm_value *take_members(wyrm_checker *checker, const wyrm_trail *trail, size_t count)
{
    checker->values += count;
    if (checker->values > WYRM_RULESET_MAX_VALUES) {
        wyrm_fault(checker->faults, check_place(checker, &trail->place), WYRM_ERROR_LIMIT, NULL,
                   "more than %zu values in a ruleset, defaults included", WYRM_RULESET_MAX_VALUES);
        checker->stopped = true;
        return NULL;
    }
    wyrm_value *items = base_take(checker->arena, count, sizeof *items);
    if (items == NULL)
        run_out(checker);
    return items;
}

/* What is expected of a record, list or map; false where it is something else (reported). */
static bool has_shape(wyrm_checker *checker, const wyrm_raw *raw, wyrm_raw_kind kind)
{
    if (raw->kind == kind)
        return true;
    bool list = kind == WYRM_RAW_LIST;
    const char *hint = !wyrm_raw_is_nothing(raw) ? NULL
                       : list                    ? "write [] for an empty one"
                                                 : "write {} for an empty one";
    check_expected(checker, raw, list ? "a list" : "a mapping", hint);
    return false;
}

/* The section that a record's keys belong to: the record itself, or the map that it is in; the
 * count of sections where it is deeper. */
static size_t section_of(const wyrm_checker *checker, const wyrm_trail *trail)
{
    const wyrm_trail *up = trail->up;
    if (up != NULL && up->up != NULL && up->up->up == NULL && up->field->kind != WYRM_KIND_RECORD)
        trail = up;
    if (trail->up == NULL || trail->up->up != NULL || trail->key == NULL)
        return checker->schema->count;
    return wyrm_find_section(checker->schema, trail->key);
}

/* Of a key that earlier versions knew, what is so now; else the key that it looks like. */
static void hint_at_rows(wyrm_checker *checker, const wyrm_field *record, const char *key,
                         char hint[WYRM_ERROR_HINT_MAX])
{
    const wyrm_field *rows = record->fields;
    for (const char *const(*old)[2] = record->retired; old && (*old)[0]; old++)
        if (strcmp((*old)[0], key) == 0) {
            snprintf(hint, WYRM_ERROR_HINT_MAX, "%s", (*old)[1]);
            return;
        }
    size_t count = wyrm_count_rows(rows);
    const char **names = base_take(checker->arena, count, sizeof *names);
    hint[0] = '\0';
    if (names == NULL) {
        run_out(checker);
        return;
    }
    for (size_t i = 0; i < count; i++)
        names[i] = rows[i].name;
    wyrm_did_you_mean(key, names, count, hint);
}

/* A key that no row has. What only an unknown model, or one that an extending file has left, could
 * explain is no fault. */
static void report_unknown(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                           size_t index)
{
    const char *key = raw->keys.names[index];
    const wyrm_place *place = &raw->key_places[index];
    char hint[WYRM_ERROR_HINT_MAX] = "", quote[WYRM_QUOTE_MAX], where[160];
    size_t owner, section = section_of(checker, trail);
    const wyrm_model *model =
        section == checker->schema->count
            ? NULL
            : wyrm_find_owner(checker->schema, checker->chosen, section, key, &owner);
    if (model != NULL && (checker->chosen[owner] == NULL || place->source->order > 0))
        return;
    if (model != NULL)
        snprintf(hint, sizeof hint, "the %s model '%s' has it, not '%s'",
                 checker->schema->sections[owner].field.name, model->name,
                 checker->chosen[owner]->name);
    else if (!wyrm_faults_full(checker->faults))
        hint_at_rows(checker, trail->field, key, hint);
    wyrm_fault(checker->faults, check_place(checker, place), WYRM_ERROR_RULESET, hint,
               "unknown key '%s'%s", wyrm_quote(key, quote),
               describe_place(trail, where, sizeof where));
}

/* Whether a record that is missing is to be filled from the defaults of its rows. */
static bool fills_itself(const wyrm_field *row)
{
    bool any = false;
    if (row->kind != WYRM_KIND_RECORD || row->fallback != NULL || row->required)
        return false;
    for (const wyrm_field *inner = row->fields; inner->kind != WYRM_KIND_END; inner++) {
        if (inner->required)
            return false;
        any = any || inner->fallback != NULL || fills_itself(inner);
    }
    return any;
}

/* A row of the root that is read as an empty mapping where it is missing, so that what is missing
 * in it is told: `models`, and every section with a model. */
static bool always_there(const wyrm_checker *checker, const wyrm_trail *trail,
                         const wyrm_field *row)
{
    if (trail->up != NULL)
        return false;
    size_t section = wyrm_find_section(checker->schema, row->name);
    return strcmp(row->name, "models") == 0 ||
           (section < checker->schema->count && checker->schema->sections[section].models != NULL);
}

static void read_fallback(wyrm_checker *checker, const wyrm_trail *trail, wyrm_value *out)
{
    const char *before = checker->faults->defaulted;
    checker->faults->defaulted = trail->field->name;
    const wyrm_raw *raw = default_read(checker, trail->field->fallback);
    if (raw != NULL)
        check_value(checker, trail, raw, out);
    checker->faults->defaulted = before;
}

/* Whether two values of a row say the same. */
static bool same_flow(wyrm_checker *checker, const wyrm_value *a, const wyrm_value *b)
{
    char *texts[2] = {NULL, NULL};
    if (wyrm_value_flow(a, &texts[0], NULL) != WYRM_OK ||
        wyrm_value_flow(b, &texts[1], NULL) != WYRM_OK)
        wyrm_fault_memory(checker->faults);
    bool same = texts[0] != NULL && texts[1] != NULL && strcmp(texts[0], texts[1]) == 0;
    wyrm_free(texts[0]);
    wyrm_free(texts[1]);
    return same;
}

/* Whether a key that is there says what would be so without it. */
static bool says_default(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_value *value)
{
    const wyrm_field *row = trail->field;
    if (checker->stopped || checker->faults->total > 0)
        return false;
    if (always_there(checker, trail->up, row) || fills_itself(row)) {
        size_t same = 0;
        while (same < value->count && value->as.members.items[same].says_default)
            same++;
        return same == value->count;
    }
    if (row->fallback == NULL)
        return false;
    wyrm_value unsaid = {0};
    const wyrm_place *before = checker->default_place;
    checker->default_place = &trail->place;
    read_fallback(checker, trail, &unsaid);
    checker->default_place = before;
    return same_flow(checker, value, &unsaid);
}

/* A key that is missing: true where a default fills *out. */
static bool fill_missing(wyrm_checker *checker, const wyrm_trail *trail, wyrm_value *out)
{
    const wyrm_field *row = trail->field;
    const wyrm_place *before = checker->default_place;
    bool empty = always_there(checker, trail->up, row) || fills_itself(row);
    if (row->required && !empty) {
        char where[160];
        wyrm_fault(checker->faults, check_place(checker, &trail->place), WYRM_ERROR_RULESET, NULL,
                   "missing key '%s'%s", row->name, describe_place(trail->up, where, sizeof where));
        return false;
    }
    if (!empty && row->fallback == NULL)
        return false;
    if (before == NULL)
        checker->default_place = &trail->place;
    if (empty) {
        const wyrm_raw nothing = {.kind = WYRM_RAW_MAPPING, .place = trail->place};
        check_value(checker, trail, &nothing, out);
    } else {
        read_fallback(checker, trail, out);
    }
    checker->default_place = before;
    return true;
}

static void check_record(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_MAPPING))
        return;
    const wyrm_field *rows = trail->field->fields;
    wyrm_value *items = take_members(checker, trail, wyrm_count_rows(rows));
    if (items == NULL)
        return;
    out->as.members.items = items;
    size_t known = 0;
    for (; rows->kind != WYRM_KIND_END && !checker->stopped; rows++) {
        wyrm_value *item = &items[out->count];
        wyrm_trail next = {.up = trail, .field = rows, .key = rows->name, .place = trail->place};
        size_t index = wyrm_keys_find(&raw->keys, rows->name);
        bool present = index != WYRM_KEYS_NONE;
        if (present) {
            known++;
            next.place = raw->key_places[index];
            check_value(checker, &next, raw->items[index], item);
            item->says_default = says_default(checker, &next, item);
        } else {
            present = fill_missing(checker, &next, item);
            item->says_default = true;
        }
        item->key = rows->name;
        out->count += present;
    }
    if (known == raw->count)
        return;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        rows = trail->field->fields;
        while (rows->kind != WYRM_KIND_END && strcmp(rows->name, raw->keys.names[i]) != 0)
            rows++;
        if (rows->kind == WYRM_KIND_END)
            report_unknown(checker, trail, raw, i);
    }
}

static void check_count(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw)
{
    char found[WYRM_NUMBER_MAX];
    wyrm_number_double((double)raw->count, found);
    check_limits(checker, trail, &raw->place, (double)raw->count, "the number of entries of ",
                 found);
}

static void check_list(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_LIST))
        return;
    check_count(checker, trail, raw);
    wyrm_value *items = take_members(checker, trail, raw->count);
    if (items == NULL)
        return;
    out->as.members.items = items;
    out->count = raw->count;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        wyrm_trail next = {.up = trail,
                           .field = trail->field->fields,
                           .index = i + 1,
                           .place = raw->items[i]->place};
        items[i].key = "";
        check_value(checker, &next, raw->items[i], &items[i]);
    }
}

static void check_map_key(wyrm_checker *checker, const wyrm_trail *trail, const char *key,
                          const wyrm_place *place)
{
    wyrm_scan scan = wyrm_scan_name(key);
    if (scan == WYRM_SCAN_OK)
        return;
    char hint[WYRM_ERROR_HINT_MAX], name[WYRM_NAME_MAX + 1], quote[WYRM_QUOTE_MAX], where[160];
    bool suggested = wyrm_suggest_name(key, name);
    if (suggested)
        snprintf(hint, sizeof hint, "did you mean '%s'?", name);
    wyrm_fault(checker->faults, check_place(checker, place), WYRM_ERROR_RULESET,
               suggested ? hint : wyrm_scan_hint(scan), "'%s' is not a name%s",
               wyrm_quote(key, quote), describe_place(trail, where, sizeof where));
}

static void check_map(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_MAPPING))
        return;
    check_count(checker, trail, raw);
    wyrm_value *items = take_members(checker, trail, raw->count);
    if (items == NULL)
        return;
    out->as.members.items = items;
    out->as.members.keys = &raw->keys;
    out->count = raw->count;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        const char *key = raw->keys.names[i];
        wyrm_trail next = {
            .up = trail, .field = trail->field->fields, .key = key, .place = raw->key_places[i]};
        check_map_key(checker, trail, key, &raw->key_places[i]);
        items[i].key = key;
        check_value(checker, &next, raw->items[i], &items[i]);
    }
}

static void check_value(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        wyrm_value *out)
{
    wyrm_kind kind = trail->field->kind;
    bool collection = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP;
    out->field = trail->field;
    out->place = *check_place(checker, collection ? &trail->place : &raw->place);
    out->is_default = checker->default_place != NULL;
    if (kind == WYRM_KIND_RECORD)
        check_record(checker, trail, raw, out);
    else if (kind == WYRM_KIND_LIST)
        check_list(checker, trail, raw, out);
    else if (kind == WYRM_KIND_MAP)
        check_map(checker, trail, raw, out);
    else
        check_leaf(checker, trail, raw, out);
}

void wyrm_check_root(wyrm_checker *checker, const wyrm_field *root, const wyrm_raw *raw,
                     wyrm_value *out)
{
    /* What is missing in the whole file is missing from its first line. */
    wyrm_trail trail = {.field = root, .place = raw->place};
    trail.place.line = trail.place.column = trail.place.length = 1;
    out->key = "";
    check_value(checker, &trail, raw, out);
}
