/* From a raw tree to typed values, by the rows of the schema.
 *
 * One walk over the rows and the tree together: a row finds its text, reads it by its kind, and
 * says what is wrong with it; a key that is missing is read from the default of its row by the same
 * code, so that a default can say nothing that a file could not. Each value remembers whether it
 * says only what the schema would have said, which is what the hash leaves out. Nothing stops at
 * the first mistake but a limit.
 * 
 */
#include "ruleset/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is checked, and where what is found goes. */
typedef struct checker {
    const wyrm_schema *schema;
    const wyrm_model *const *chosen; /* by section; NULL: none, or named wrongly */
    base_arena *arena;
    wyrm_diagnostics *diagnostics;
    size_t values;                   /* made so far */
    bool stopped;                    /* past a limit */
    const wyrm_place *default_place; /* not NULL while a default is read: where it is missing */
    struct default_text *defaults;   /* those already read */
} checker;

/* One step of the way from the root to a value. */
typedef struct trail trail;
struct trail {
    const trail *up;
    const wyrm_field *field;
    const char *key;  /* NULL of a list's element */
    size_t index;     /* of a list's element, from 1 */
    wyrm_place place; /* its key, or itself where it has none */
};

static void check_value(checker *check, const trail *at, const wyrm_raw *raw, wyrm_value *out);

/* ---- what is said about a value that is not as its row wants it, and where ---- */

/* Where something about a raw node is shown: itself, or what lacks the default that it comes from.
 */
static const wyrm_place *place_of(const checker *check, const wyrm_place *place)
{
    return check->default_place != NULL ? check->default_place : place;
}

/* The key whose value it is: the nearest on the way up. */
static const char *key_of(const trail *at)
{
    while (at->key == NULL && at->up != NULL)
        at = at->up;
    return at->key == NULL ? at->field->name : at->key;
}

/* "'spawn' of 'troll'" for a depth table of a record that stands in a map under a name, since many
 * have one; "'spawn'" for everything else. */
#define NAME_TEXT_MAX 160
static const char *name_of(const trail *at, char text[NAME_TEXT_MAX])
{
    const trail *record = at->up;
    bool owned = at->field->kind == WYRM_KIND_TABLE && record != NULL && record->key != NULL &&
                 record->field->kind == WYRM_KIND_RECORD && record->up != NULL &&
                 record->up->field->kind == WYRM_KIND_MAP;
    if (owned)
        snprintf(text, NAME_TEXT_MAX, "'%.63s' of '%.63s'", key_of(at), record->key);
    else
        snprintf(text, NAME_TEXT_MAX, "'%.150s'", key_of(at));
    return text;
}

/* " in growth.experience", and nothing for the root. A list's elements count from 1. */
#define WHERE_MAX 160
static const char *where_of(const trail *at, char text[WHERE_MAX])
{
    const trail *steps[WYRM_RULESET_MAX_NESTING + 1];
    size_t count = 0, used = 0;
    for (; at->up != NULL && count < sizeof steps / sizeof *steps; at = at->up)
        steps[count++] = at;
    text[0] = '\0';
    for (size_t i = count; i-- > 0 && used < WHERE_MAX;) {
        const char *before = i + 1 == count ? " in " : ".";
        used += (size_t)(steps[i]->key != NULL ? snprintf(text + used, WHERE_MAX - used, "%s%s",
                                                          before, steps[i]->key)
                                               : snprintf(text + used, WHERE_MAX - used, "%s%zu",
                                                          before, steps[i]->index));
    }
    return text;
}

/* "expected WHAT, found ...". `hint` may be NULL. */
static void expected(checker *check, const wyrm_raw *raw, const char *what, const char *hint)
{
    char found[WYRM_FOUND_MAX];
    if (wyrm_raw_is_null(raw))
        hint = "'~' only removes an inherited key";
    wyrm_diagnose(check->diagnostics, place_of(check, &raw->place), WYRM_ERROR_RULESET, hint,
                  "expected %s, found %s", what, wyrm_raw_describe(raw, found));
}

/* Whether a number is in the limits of its row; if not, says so: "'miss' must be from 0 to 1, found
 * 3". `what` stands before the key ("the number of entries of "). */
static void check_limits(checker *check, const trail *at, const wyrm_place *place, double value,
                         const char *what, const char *found)
{
    double least = at->field->least, greatest = at->field->greatest;
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
    char name[NAME_TEXT_MAX];
    wyrm_diagnose(check->diagnostics, place_of(check, place), WYRM_ERROR_RULESET, NULL,
                  "%s%s must be %s, found %s", what, name_of(at, name), limits, found);
}

/* The same of a scalar that has been read as `value`. */
static void check_number(checker *check, const trail *at, const wyrm_raw *raw, double value)
{
    char quote[WYRM_QUOTE_MAX];
    check_limits(check, at, &raw->place, value, "", wyrm_quote(raw->text, quote));
}

/* Whether a scalar has the form of what is expected, without quotes; if not, says why. `scan` is
 * what its text was read as. */
static bool is_plain(checker *check, const wyrm_raw *raw, wyrm_scan scan, const char *what)
{
    if (scan == WYRM_SCAN_OK && raw->plain)
        return true;
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (scan == WYRM_SCAN_OK)
        snprintf(hint, sizeof hint, "write %.100s without quotes", wyrm_quote(raw->text, quote));
    expected(check, raw, what, scan == WYRM_SCAN_OK ? hint : wyrm_scan_hint(scan));
    return false;
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

/* One number of a range or table; false where it is none (reported). */
static bool read_number(checker *check, const wyrm_raw *raw, bool whole, double *out)
{
    const char *what = whole ? "a whole number" : "a decimal number";
    *out = 0;
    if (raw->kind == WYRM_RAW_SCALAR)
        return is_plain(check, raw, scan_number(raw->text, whole, out), what);
    expected(check, raw, what, NULL);
    return false;
}

/* The two ends of a RANGE or INTERVAL. */
static void read_ends(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    bool whole = at->field->kind == WYRM_KIND_RANGE;
    double ends[2] = {0, 0};
    if (raw->kind == WYRM_RAW_SCALAR) {
        if (is_plain(check, raw, scan_number(raw->text, whole, &ends[0]), what))
            check_number(check, at, raw, ends[0]);
        ends[1] = ends[0];
    } else if (raw->kind != WYRM_RAW_LIST || raw->count != 2) {
        expected(check, raw, what, raw->kind == WYRM_RAW_LIST ? "it has two ends" : NULL);
    } else {
        size_t numbers = 0;
        for (size_t i = 0; i < 2; i++) {
            if (!read_number(check, raw->items[i], whole, &ends[i]))
                continue;
            check_number(check, at, raw->items[i], ends[i]);
            numbers++;
        }
        char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX];
        wyrm_number_double(ends[0], low);
        wyrm_number_double(ends[1], high);
        if (numbers == 2 && ends[0] > ends[1])
            wyrm_diagnose(check->diagnostics, place_of(check, &raw->place), WYRM_ERROR_RULESET,
                          "write the lower end first", "%s of '%s' descends: from %s to %s",
                          whole ? "range" : "interval", key_of(at), low, high);
    }
    out->as.ends.low = ends[0];
    out->as.ends.high = ends[1];
}

/* One row of a depth table; `before` is the depth of the row above, 0 for none or a wrong one. */
static void read_row(checker *check, const trail *at, const wyrm_raw *raw, int32_t before,
                     wyrm_depth_row *out)
{
    double depth = 0;
    if (raw->kind != WYRM_RAW_LIST || raw->count != 2) {
        expected(check, raw, "a row [value, from_depth]", NULL);
        return;
    }
    if (read_number(check, raw->items[0], false, &out->value))
        check_number(check, at, raw->items[0], out->value);
    if (!read_number(check, raw->items[1], true, &depth))
        return;
    const wyrm_place *place = place_of(check, &raw->items[1]->place);
    char quote[WYRM_QUOTE_MAX], name[NAME_TEXT_MAX];
    name_of(at, name);
    if (depth < 1 || depth > WYRM_TABLE_DEPTH_MAX) {
        wyrm_diagnose(check->diagnostics, place, WYRM_ERROR_RULESET, NULL,
                      "depths of %s must be from 1 to %d, found %s", name, WYRM_TABLE_DEPTH_MAX,
                      wyrm_quote(raw->items[1]->text, quote));
        return;
    }
    out->from_depth = (int32_t)depth;
    if (out->from_depth == before)
        wyrm_diagnose(check->diagnostics, place, WYRM_ERROR_RULESET, NULL,
                      "depth table of %s has depth %d twice", name, (int)before);
    else if (out->from_depth < before)
        wyrm_diagnose(check->diagnostics, place, WYRM_ERROR_RULESET, NULL,
                      "depth table of %s is out of order: depth %d after depth %d", name,
                      (int)out->from_depth, (int)before);
}

/* The rows of a TABLE. */
static void read_table(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                       wyrm_value *out)
{
    size_t count = raw->kind == WYRM_RAW_LIST ? raw->count : 1;
    if (count == 0 || raw->kind == WYRM_RAW_MAPPING) {
        expected(check, raw, what, count == 0 ? "it has at least one row" : NULL);
        return;
    }
    wyrm_depth_row *rows = base_array(check->arena, wyrm_depth_row, count);
    out->as.rows = rows;
    out->count = count;
    if (raw->kind == WYRM_RAW_LIST) {
        for (size_t i = 0; i < count; i++)
            read_row(check, at, raw->items[i], i == 0 ? 0 : rows[i - 1].from_depth, &rows[i]);
        return;
    }
    rows[0].from_depth = 1;
    if (is_plain(check, raw, wyrm_scan_real(raw->text, &rows[0].value), what))
        check_number(check, at, raw, rows[0].value);
}

/* ---- values that are one text ---- */

static void read_bool(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    (void)at;
    (void)is_plain(check, raw, wyrm_scan_bool(raw->text, &out->as.boolean), what);
}

static void read_integer(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                         wyrm_value *out)
{
    if (is_plain(check, raw, wyrm_scan_integer(raw->text, &out->as.integer), what))
        check_number(check, at, raw, (double)out->as.integer);
}

static void read_real(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    if (is_plain(check, raw, wyrm_scan_real(raw->text, &out->as.real), what))
        check_number(check, at, raw, out->as.real);
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
static void read_ratio(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                       wyrm_value *out)
{
    wyrm_scan scan = wyrm_scan_ratio(raw->text, &out->as.ratio);
    if (scan != WYRM_SCAN_OK) {
        expected(check, raw, what, wyrm_scan_hint(scan));
        return;
    }
    double low = ratio_beside(out->as.ratio, at->field->least);
    double high = ratio_beside(out->as.ratio, at->field->greatest);
    check_number(check, at, raw, low < at->field->least ? low : high);
}

/* "3 %" keeps the 3, so that it is written as it was read. Quotes are allowed as above. */
static void read_margin(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                        wyrm_value *out)
{
    char number[64];
    size_t length = strlen(raw->text);
    bool relative = length > 0 && raw->text[length - 1] == '%';
    length -= relative;
    while (relative && length > 0 && raw->text[length - 1] == ' ')
        length--;
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : 0), raw->text);
    out->as.margin.relative = relative;
    wyrm_scan scan = wyrm_scan_real(number, &out->as.margin.number);
    if (scan != WYRM_SCAN_OK)
        expected(check, raw, what, wyrm_scan_hint(scan));
    else if (!relative)
        check_number(check, at, raw, out->as.margin.number);
    else if (out->as.margin.number < 0 || out->as.margin.number > 100)
        expected(check, raw, "from 0 % to 100 %", NULL);
}

static void read_dice(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    wyrm_dice *dice = &out->as.dice;
    wyrm_scan scan = wyrm_scan_dice(raw->text, dice);
    if (scan != WYRM_SCAN_OK) {
        expected(check, raw, what, wyrm_scan_hint(scan));
        return;
    }
    double least = (double)dice->count + dice->plus;
    double greatest = (double)dice->count * dice->sides + dice->plus;
    bool low = at->field->least < at->field->greatest && least < at->field->least;
    check_number(check, at, raw, low ? least : greatest);
}

/* A text for people: line breaks and tabs become single spaces, so that it fits a line anywhere. */
static const char *fold(base_arena *arena, const char *text)
{
    if (text[strcspn(text, "\n\t")] == '\0')
        return text;
    char *copy = base_text(arena, text, strlen(text));
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

static void read_text(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        expected(check, raw, what, raw->text[0] == '\0' ? "write \"\" for an empty text" : NULL);
        return;
    }
    out->as.word.text = fold(check->arena, raw->text);
    size_t length = strlen(out->as.word.text);
    if (length > WYRM_TEXT_MAX)
        wyrm_diagnose(check->diagnostics, place_of(check, &raw->place), WYRM_ERROR_RULESET, NULL,
                      "'%s' is too long: %zu bytes, at most %d", key_of(at), length, WYRM_TEXT_MAX);
}

/* What is to be said to who wrote no name: the name that it was perhaps meant to be, or the rule.
 */
static const char *name_hint(wyrm_scan scan, const char *text, char hint[WYRM_ERROR_HINT_MAX])
{
    char name[WYRM_NAME_MAX + 1];
    if (scan == WYRM_SCAN_OK || !wyrm_suggest_name(text, name))
        return wyrm_scan_hint(scan);
    snprintf(hint, WYRM_ERROR_HINT_MAX, "did you mean '%s'?", name);
    return hint;
}

static void read_name(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                      wyrm_value *out)
{
    (void)at;
    char hint[WYRM_ERROR_HINT_MAX];
    wyrm_scan scan = wyrm_scan_name(raw->text);
    if (scan != WYRM_SCAN_OK || wyrm_raw_is_null(raw))
        expected(check, raw, what, name_hint(scan, raw->text, hint));
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

static void read_choice(checker *check, const trail *at, const wyrm_raw *raw, const char *what,
                        wyrm_value *out)
{
    const char *const *choices = at->field->choices;
    size_t count = 0;
    for (; choices[count] != NULL; count++)
        if (strcmp(choices[count], raw->text) == 0) {
            out->as.word.text = choices[count];
            out->as.word.choice = count;
            return;
        }
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (!wyrm_did_you_mean(raw->text, choices, count, hint))
        list_choices(choices, hint, sizeof hint);
    if (wyrm_raw_is_null(raw) || wyrm_raw_is_nothing(raw)) {
        expected(check, raw, what, hint);
        return;
    }
    bool model = at->up != NULL && at->up->up != NULL && at->up->up->up == NULL &&
                 strcmp(at->up->field->name, "models") == 0;
    wyrm_diagnose(check->diagnostics, place_of(check, &raw->place), WYRM_ERROR_RULESET, hint,
                  model ? "unknown model '%s' of %s" : "unknown choice '%s' of '%s'",
                  wyrm_quote(raw->text, quote), key_of(at));
}

/* ---- records, lists and maps ---- */

/* Room for the members of a collection that is of the right kind; NULL where it is not, or they are
 * too many (reported). */
static wyrm_value *begin_members(checker *check, const trail *at, const wyrm_raw *raw,
                                 wyrm_raw_kind kind, size_t count, wyrm_value *out)
{
    bool list = kind == WYRM_RAW_LIST;
    if (raw->kind != kind) {
        expected(check, raw, list ? "a list" : "a mapping",
                 !wyrm_raw_is_nothing(raw) ? NULL
                 : list                    ? "write [] for an empty one"
                                           : "write {} for an empty one");
        return NULL;
    }
    char found[WYRM_NUMBER_MAX];
    wyrm_number_double((double)raw->count, found);
    if (at->field->kind != WYRM_KIND_RECORD)
        check_limits(check, at, &raw->place, (double)raw->count, "the number of entries of ",
                     found);
    check->values += count;
    if (check->values > WYRM_RULESET_MAX_VALUES) {
        wyrm_diagnose(check->diagnostics, place_of(check, &at->place), WYRM_ERROR_LIMIT, NULL,
                      "more than %zu values in a ruleset, defaults included",
                      WYRM_RULESET_MAX_VALUES);
        check->stopped = true;
        return NULL;
    }
    return out->as.members.items = base_array(check->arena, wyrm_value, count);
}

/* The elements of a list or map. */
static void read_elements(checker *check, const trail *at, const wyrm_raw *raw, wyrm_value *out)
{
    bool map = at->field->kind == WYRM_KIND_MAP;
    wyrm_value *items =
        begin_members(check, at, raw, map ? WYRM_RAW_MAPPING : WYRM_RAW_LIST, raw->count, out);
    if (items == NULL)
        return;
    out->count = raw->count;
    out->as.members.keys = map ? &raw->keys : NULL;
    for (size_t i = 0; i < raw->count && !check->stopped; i++) {
        trail next = {.up = at, .field = at->field->fields};
        items[i].key = map ? raw->keys.names[i] : "";
        next.key = map ? items[i].key : NULL;
        next.index = i + 1;
        next.place = map ? raw->key_places[i] : raw->items[i]->place;
        wyrm_scan scan = map ? wyrm_scan_name(next.key) : WYRM_SCAN_OK;
        char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX], where[WHERE_MAX];
        if (scan != WYRM_SCAN_OK)
            wyrm_diagnose(check->diagnostics, place_of(check, &next.place), WYRM_ERROR_RULESET,
                          name_hint(scan, next.key, hint), "'%s' is not a name%s",
                          wyrm_quote(next.key, quote), where_of(at, where));
        check_value(check, &next, raw->items[i], &items[i]);
    }
}

/* What is said of a key that no row has: of one that earlier versions knew, what is so now; of one
 * that a model knows that is not chosen, that; else the key that it looks like. What only an
 * unknown model, or one that an extending file has left, could explain is no mistake. */
static void report_unknown(checker *check, const trail *at, const char *key,
                           const wyrm_place *place)
{
    /* The section that the key belongs to: the record itself, or the map that it is in. */
    const trail *top = at;
    if (at->up != NULL && at->up->up != NULL && at->up->up->up == NULL &&
        at->up->field->kind != WYRM_KIND_RECORD)
        top = at->up;
    const wyrm_schema *schema = check->schema;
    size_t owner, section = schema->count;
    if (top->up != NULL && top->up->up == NULL && top->key != NULL)
        section = wyrm_find_section(schema, top->key);
    const wyrm_model *model = section == schema->count
                                  ? NULL
                                  : wyrm_find_owner(schema, check->chosen, section, key, &owner);
    if (model != NULL && (check->chosen[owner] == NULL || place->source->order > 0))
        return;
    char hint[WYRM_ERROR_HINT_MAX] = "", quote[WYRM_QUOTE_MAX], where[WHERE_MAX];
    const char *const(*old)[2] = at->field->retired;
    while (old != NULL && (*old)[0] != NULL && strcmp((*old)[0], key) != 0)
        old++;
    if (model != NULL) {
        snprintf(hint, sizeof hint, "the %s model '%s' has it, not '%s'",
                 schema->sections[owner].field.name, model->name, check->chosen[owner]->name);
    } else if (old != NULL && (*old)[0] != NULL) {
        snprintf(hint, sizeof hint, "%s", (*old)[1]);
    } else if (!wyrm_diagnostics_full(check->diagnostics)) {
        size_t count = wyrm_count_rows(at->field->fields);
        const char **names = base_array(check->arena, const char *, count);
        for (size_t i = 0; i < count; i++)
            names[i] = at->field->fields[i].name;
        (void)wyrm_did_you_mean(key, names, count, hint);
    }
    wyrm_diagnose(check->diagnostics, place_of(check, place), WYRM_ERROR_RULESET, hint,
                  "unknown key '%s'%s", wyrm_quote(key, quote), where_of(at, where));
}

/* ---- what is missing, and the defaults ----
 *
 * Defaults are texts as they would stand in a file, read at the time of need. */

typedef struct default_text {
    struct default_text *next;
    const char *text; /* the schema's own pointer: the key of the list */
    const wyrm_raw *raw;
} default_text;

/* The raw tree of a default of the schema; NULL where it cannot be read (reported). Most are one
 * word or number, or empty, and need no parser. */
static const wyrm_raw *raw_default(checker *check, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.+-";
    for (const default_text *one = check->defaults; one != NULL; one = one->next)
        if (one->text == text)
            return one->raw;
    const wyrm_place nowhere = {.source = NULL};
    wyrm_raw *raw = NULL;
    if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
        raw = wyrm_raw_new(check->arena, WYRM_RAW_SCALAR, nowhere);
        raw->plain = true;
        raw->text = text;
    } else if (strcmp(text, "{}") == 0 || strcmp(text, "[]") == 0) {
        raw =
            wyrm_raw_new(check->arena, text[0] == '{' ? WYRM_RAW_MAPPING : WYRM_RAW_LIST, nowhere);
    } else {
        raw = wyrm_document_read(wyrm_source_new(check->arena, "schema", text, strlen(text), 0),
                                 check->arena, check->diagnostics);
    }
    check->stopped = check->stopped || raw == NULL;
    default_text *read = base_new(check->arena, default_text);
    *read = (default_text){check->defaults, text, raw};
    check->defaults = read;
    return raw;
}

static void read_default(checker *check, const trail *at, wyrm_value *out)
{
    const char *before = check->diagnostics->defaulted;
    check->diagnostics->defaulted = at->field->name;
    const wyrm_raw *raw = raw_default(check, at->field->fallback);
    if (raw != NULL)
        check_value(check, at, raw, out);
    check->diagnostics->defaulted = before;
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

/* Whether a key that is missing is read as an empty mapping: what fills itself, and of the root
 * `models` and every section with a model, so that what is missing in them is told. */
static bool reads_as_empty(const checker *check, const trail *at)
{
    const wyrm_field *row = at->field;
    if (at->up->up != NULL)
        return fills_itself(row);
    size_t section = wyrm_find_section(check->schema, row->name);
    return fills_itself(row) || strcmp(row->name, "models") == 0 ||
           (section < check->schema->count && check->schema->sections[section].models != NULL);
}

/* Whether a key that is there says what would be so without it. */
static bool says_default(checker *check, const trail *at, const wyrm_value *value)
{
    if (check->stopped || check->diagnostics->total > 0)
        return false;
    if (reads_as_empty(check, at)) {
        size_t same = 0;
        while (same < value->count && value->as.members.items[same].says_default)
            same++;
        return same == value->count;
    }
    if (at->field->fallback == NULL)
        return false;
    wyrm_value unsaid = {0};
    const wyrm_place *before = check->default_place;
    check->default_place = &at->place;
    read_default(check, at, &unsaid);
    check->default_place = before;
    return wyrm_same_flow(check->arena, value, &unsaid);
}

/* A key that is missing: true where a default fills *out. */
static bool fill_missing(checker *check, const trail *at, wyrm_value *out)
{
    const wyrm_field *row = at->field;
    const wyrm_place *before = check->default_place;
    bool empty = reads_as_empty(check, at);
    if (row->required && !empty) {
        char where[WHERE_MAX];
        wyrm_diagnose(check->diagnostics, place_of(check, &at->place), WYRM_ERROR_RULESET, NULL,
                      "missing key '%s'%s", row->name, where_of(at->up, where));
        return false;
    }
    if (!empty && row->fallback == NULL)
        return false;
    if (before == NULL)
        check->default_place = &at->place;
    const wyrm_raw nothing = {.kind = WYRM_RAW_MAPPING, .place = at->place};
    if (empty)
        check_value(check, at, &nothing, out);
    else
        read_default(check, at, out);
    check->default_place = before;
    return true;
}

static void read_record(checker *check, const trail *at, const wyrm_raw *raw, wyrm_value *out)
{
    const wyrm_field *rows = at->field->fields;
    wyrm_value *items = begin_members(check, at, raw, WYRM_RAW_MAPPING, wyrm_count_rows(rows), out);
    if (items == NULL)
        return;
    size_t known = 0;
    for (; rows->kind != WYRM_KIND_END && !check->stopped; rows++) {
        wyrm_value *item = &items[out->count];
        trail next = {.up = at, .field = rows, .key = rows->name, .place = at->place};
        size_t index = wyrm_keys_find(&raw->keys, rows->name);
        bool present = index != WYRM_KEYS_NONE;
        if (present) {
            known++;
            next.place = raw->key_places[index];
            check_value(check, &next, raw->items[index], item);
            item->says_default = says_default(check, &next, item);
        } else {
            present = fill_missing(check, &next, item);
            item->says_default = true;
        }
        item->key = rows->name;
        out->count += present;
    }
    if (known == raw->count)
        return;
    for (size_t i = 0; i < raw->count && !check->stopped; i++)
        if (wyrm_find_row(at->field->fields, raw->keys.names[i]) == NULL)
            report_unknown(check, at, raw->keys.names[i], &raw->key_places[i]);
}

/* ---- one value ---- */

/* What is expected of a kind that is one text or a few numbers, and how it is read. */
typedef struct leaf_kind {
    const char *expected;
    bool scalar;
    void (*read)(checker *check, const trail *at, const wyrm_raw *raw, const char *expected,
                 wyrm_value *out);
} leaf_kind;

static const leaf_kind leaf_kinds[] = {
    [WYRM_KIND_BOOL] = {"true or false", true, read_bool},
    [WYRM_KIND_INTEGER] = {"a whole number", true, read_integer},
    [WYRM_KIND_REAL] = {"a decimal number", true, read_real},
    [WYRM_KIND_RATIO] = {"a ratio such as 1/10 or 0.1", true, read_ratio},
    [WYRM_KIND_TEXT] = {"a text", true, read_text},
    [WYRM_KIND_NAME] = {"a name", true, read_name},
    [WYRM_KIND_CHOICE] = {"a choice", true, read_choice},
    [WYRM_KIND_RANGE] = {"a range such as [1, 3], or a whole number", false, read_ends},
    [WYRM_KIND_INTERVAL] = {"an interval such as [0.5, 2], or a number", false, read_ends},
    [WYRM_KIND_TABLE] = {"a depth table such as [[1, 1], [2, 4]], or a number", false, read_table},
    [WYRM_KIND_DICE] = {"dice such as 2d6+1", true, read_dice},
    [WYRM_KIND_MARGIN] = {"a number, or a percentage such as 3 %", true, read_margin},
};

static void check_value(checker *check, const trail *at, const wyrm_raw *raw, wyrm_value *out)
{
    size_t kind = (size_t)at->field->kind;
    bool members = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP;
    out->field = at->field;
    out->place = *place_of(check, members ? &at->place : &raw->place);
    out->is_default = check->default_place != NULL;
    if (kind == WYRM_KIND_RECORD)
        read_record(check, at, raw, out);
    else if (members)
        read_elements(check, at, raw, out);
    else if (kind >= sizeof leaf_kinds / sizeof *leaf_kinds || leaf_kinds[kind].read == NULL)
        wyrm_diagnose(check->diagnostics, &at->place, WYRM_ERROR_INTERNAL, NULL,
                      "the row '%s' of the schema has no kind", at->field->name);
    else if (leaf_kinds[kind].scalar && raw->kind != WYRM_RAW_SCALAR)
        expected(check, raw, leaf_kinds[kind].expected, NULL);
    else
        leaf_kinds[kind].read(check, at, raw, leaf_kinds[kind].expected, out);
}

void wyrm_check_root(const wyrm_schema *schema, const wyrm_model *const *chosen, base_arena *arena,
                     wyrm_diagnostics *diagnostics, const wyrm_raw *raw, wyrm_value *out)
{
    checker check = {
        .schema = schema, .chosen = chosen, .arena = arena, .diagnostics = diagnostics};
    /* What is missing in the whole file is missing from its first line. */
    trail root = {.field = wyrm_compose_root(schema, chosen, arena), .place = raw->place};
    root.place.line = root.place.column = root.place.length = 1;
    out->key = "";
    check_value(&check, &root, raw, out);
}
