/* From a raw tree to typed values, by the rows that hold for it (schema.c).
 *
 * One walk over the rows and the tree together: a row finds its text, reads it by its kind, and
 * says what is wrong with it; a key that is missing is read from the default of its row by the same
 * code, so that a default can say nothing that a file could not. Each value remembers whether it
 * says only what the schema would have said, which is what the hash leaves out. Nothing stops at
 * the first mistake but a limit. */
#include "ruleset/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the walk ---- */

/* The state of one check: the rows that hold, and where values and diagnostics go. */
typedef struct checker {
    const rs_composing *of; /* the schema and the chosen models, by section */
    const raw_node *root;
    base_arena *arena;
    diagnostics *found;
    size_t values;                 /* made so far, at most WYRM_RULESET_MAX_VALUES */
    double work;                   /* left for computing amounts */
    size_t outcomes;               /* values in all amounts so far */
    struct default_text *defaults; /* those already parsed */
} checker;

/* One step of the path from the root to a value; each points to the step above it. */
typedef struct trail trail;
struct trail {
    checker *check;
    const trail *up;
    const wyrm_field *field;
    const char *key;      /* NULL for an element of a list */
    size_t index;         /* position in a list or map, from 1 */
    rs_position position; /* place of its key, or of the value itself if it has none */
    const raw_node *raw;  /* the node found there */
};

/* Reads a value by its kind, unless the node is a list or mapping and the kind needs a plain text.
 * A default is shown at the record that lacks it. */
static void check_value(const trail *at, wyrm_value *out);

/* ---- diagnostics about a value ---- */

/* Returns the nearest key at or above a value. */
static const char *key_of(const trail *at)
{
    while (at->key == NULL && at->up != NULL)
        at = at->up;
    return at->key == NULL ? at->field->name : at->key;
}

/* Returns "'spawn' of 'troll'" for a depth table of a named record in a map, since many records
 * have one of that name; "'spawn'" for everything else. */
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

/* Returns the path of a value as " in growth.experience", "" for the root. List elements count from
 * 1. */
#define WHERE_MAX 160
static const char *where_of(const trail *at, char text[WHERE_MAX])
{
    text[0] = '\0';
    if (at->up == NULL)
        return text;
    size_t used = strlen(where_of(at->up, text));
    const char *before = used == 0 ? " in " : ".";
    if (at->key != NULL)
        snprintf(text + used, WHERE_MAX - used, "%s%s", before, at->key);
    else
        snprintf(text + used, WHERE_MAX - used, "%s%zu", before, at->index);
    return text;
}

/* Returns the only key that a record needs; NULL if it needs none or more. */
static const char *only_needed(const wyrm_field *record)
{
    const char *name = NULL;
    for (const wyrm_field *row = record->fields; row->kind != WYRM_KIND_END; row++)
        if (row->required && name != NULL)
            return NULL;
        else if (row->required)
            name = row->name;
    return name;
}

/* Reports "expected WHAT, found ..." for a value or a part of it. `what` NULL: the words of the
 * row's kind; `hint` may be NULL, too. */
static void expected(const trail *at, const raw_node *raw, const char *what, const char *hint)
{
    char found[RAW_WORDS_MAX], brackets[WYRM_ERROR_HINT_MAX], quote[QUOTE_MAX];
    if (raw_is_null(raw))
        hint = "'~' only removes an inherited key";
    if (hint == NULL)
        hint = at->field->hint;
    const bool listed = at->field->kind == WYRM_KIND_LIST;
    const bool records = listed && at->field->fields[0].kind == WYRM_KIND_RECORD;
    if (hint == NULL && listed && raw->kind == RAW_SCALAR && raw->text[0] != '\0') {
        if (!records)
            snprintf(brackets, sizeof brackets, "in brackets: [%.100s]",
                     rs_quote(raw->text, quote));
        else if (only_needed(at->field->fields) != NULL)
            snprintf(brackets, sizeof brackets, "in brackets: [{%.60s: ...}]",
                     only_needed(at->field->fields));
        else
            snprintf(brackets, sizeof brackets, "in brackets: [{...}]");
        hint = brackets;
    }
    if (hint == NULL && listed && raw->kind == RAW_MAPPING)
        hint = "in brackets: [{...}]";
    if (hint == NULL && at->field->kind == WYRM_KIND_RECORD && raw->kind == RAW_SCALAR &&
        raw->plain && raw->text[0] != '\0' && only_needed(at->field) != NULL) {
        snprintf(brackets, sizeof brackets, "such as {%.60s: %.100s}", only_needed(at->field),
                 rs_quote(raw->text, quote));
        hint = brackets;
    }
    rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, hint, "expected %s, found %s",
                what != NULL ? what : rs_kinds[at->field->kind].expected, raw_words(raw, found));
}

/* Checks a number against the limits of its row: "'miss' must be from 0 to 1, found 3". For a list
 * or map the number counts its entries. */
static void check_limits(const trail *at, const raw_node *raw, double value)
{
    double least = at->field->least, greatest = at->field->greatest;
    bool scalar = raw->kind == RAW_SCALAR;
    if ((least == 0 && greatest == 0) || (value >= least && value <= greatest))
        return;
    char name[NAME_TEXT_MAX], limits[RS_LIMITS_MAX], quote[QUOTE_MAX], count[BASE_NUMBER_MAX];
    base_number_double(value, count);
    rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, NULL,
                "%s%s must be %s, found %s", scalar ? "" : "the number of entries of ",
                name_of(at, name), rs_limits(at->field, "from ", limits),
                scalar ? rs_quote(raw->text, quote) : count);
}

/* Whether a scalar was read and is written without quotes; if not, reports why. `wrong` is the
 * message of the scanner (NULL: it read the text). */
static bool is_plain(const trail *at, const raw_node *raw, const char *wrong, const char *what)
{
    if (wrong == NULL && raw->plain)
        return true;
    char hint[WYRM_ERROR_HINT_MAX], quote[QUOTE_MAX];
    snprintf(hint, sizeof hint, "write %.100s without quotes", rs_quote(raw->text, quote));
    expected(at, raw, what, wrong == NULL ? hint : wrong);
    return false;
}

/* Whether the optional section `index` is absent: no model is named for it. */
static bool is_left_out(const checker *check, size_t index)
{
    const wyrm_section *section = &check->of->schema->sections[index];
    if (!section->optional || check->of->chosen[index] != NULL)
        return false;
    size_t models = rs_find_key(&check->root->keys, "models");
    const raw_node *named = models != KEYS_NONE ? check->root->items[models] : NULL;
    return named == NULL || named->kind != RAW_MAPPING ||
           rs_find_key(&named->keys, section->field.name) == KEYS_NONE;
}

/* ---- values of several numbers: ranges, intervals and depth tables ---- */

/* Ends of a range are kept as doubles: whole numbers up to here are exact. */
#define RANGE_LIMIT ((int64_t)1 << 53)

/* Reads a number: the value itself, or one number in it; false where it is none (reported). */
static bool read_number(const trail *at, const raw_node *raw, bool whole, double *out)
{
    const char *what = whole ? "a whole number" : "a decimal number";
    what = raw == at->raw ? NULL : what;
    *out = 0;
    if (raw->kind != RAW_SCALAR) {
        expected(at, raw, what, NULL);
        return false;
    }
    wyrm_value number;
    const char *wrong =
        rs_kinds[whole ? WYRM_KIND_INTEGER : WYRM_KIND_REAL].scan(raw->text, &number);
    *out = whole ? (double)number.as.integer : number.as.real;
    bool beyond = whole && (number.as.integer < -RANGE_LIMIT || number.as.integer > RANGE_LIMIT);
    if (wrong == NULL && beyond)
        wrong = "the ends of a range go up to 9007199254740992";
    return is_plain(at, raw, wrong, what);
}

/* Reads the two ends of a RANGE or INTERVAL, or of an AMOUNT that is a list. */
static void read_ends(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    bool whole = at->field->kind != WYRM_KIND_INTERVAL, list = raw->kind == RAW_LIST;
    double ends[2] = {0, 0};
    size_t numbers = 0;
    if (raw->kind == RAW_MAPPING || (list && raw->count != 2)) {
        expected(at, raw, NULL, list ? "it has two ends" : NULL);
        return;
    }
    for (size_t i = 0; i < (list ? 2 : 1); i++) {
        const raw_node *end = list ? raw->items[i] : raw;
        if (!read_number(at, end, whole, &ends[i]))
            continue;
        check_limits(at, end, ends[i]);
        numbers++;
    }
    char low[BASE_NUMBER_MAX], high[BASE_NUMBER_MAX];
    base_number_double(ends[0], low);
    base_number_double(ends[1], high);
    if (numbers == 2 && ends[0] > ends[1])
        rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET,
                    "write the lower end first", "%s of '%s' descends: from %s to %s",
                    whole ? "range" : "interval", key_of(at), low, high);
    out->as.ends.low = ends[0];
    out->as.ends.high = list ? ends[1] : ends[0];
}

/* Reads one row of a depth table; `before` is the depth of the row above, 0 for none or a wrong
 * one. */
static void read_row(const trail *at, const raw_node *raw, int32_t before, wyrm_depth_row *out)
{
    double depth = 0;
    if (raw->kind != RAW_LIST || raw->count != 2) {
        expected(at, raw, "a row [value, from_depth]", NULL);
        return;
    }
    const raw_node *from = raw->items[1];
    if (read_number(at, raw->items[0], false, &out->value))
        check_limits(at, raw->items[0], out->value);
    if (!read_number(at, from, true, &depth))
        return;
    diagnostics *found = at->check->found;
    char quote[QUOTE_MAX], name[NAME_TEXT_MAX];
    name_of(at, name);
    if (depth < 1 || depth > WYRM_TABLE_DEPTH_MAX) {
        rs_diagnose(found, &from->position, WYRM_ERROR_RULESET, NULL,
                    "depths of %s must be from 1 to %d, found %s", name, WYRM_TABLE_DEPTH_MAX,
                    rs_quote(from->text, quote));
        return;
    }
    out->from_depth = (int32_t)depth;
    if (out->from_depth == before)
        rs_diagnose(found, &from->position, WYRM_ERROR_RULESET, NULL,
                    "depth table of %s has depth %d twice", name, (int)before);
    else if (out->from_depth < before)
        rs_diagnose(found, &from->position, WYRM_ERROR_RULESET, NULL,
                    "depth table of %s is out of order: depth %d after depth %d", name,
                    (int)out->from_depth, (int)before);
}

/* Returns the depth that a scalar holds, 0 if it is not one from 1 to WYRM_TABLE_DEPTH_MAX. */
static int64_t depth_in(const raw_node *raw)
{
    wyrm_value number;
    if (raw->kind != RAW_SCALAR || !raw->plain ||
        rs_kinds[WYRM_KIND_INTEGER].scan(raw->text, &number) != NULL)
        return 0;
    const int64_t depth = number.as.integer;
    return depth >= 1 && depth <= WYRM_TABLE_DEPTH_MAX ? depth : 0;
}

/* Whether a scalar is a number that a table's values may have. */
static bool is_value(const wyrm_field *field, const raw_node *raw)
{
    wyrm_value number;
    return raw->kind == RAW_SCALAR && raw->plain &&
           rs_kinds[WYRM_KIND_REAL].scan(raw->text, &number) == NULL &&
           ((field->least == 0 && field->greatest == 0) ||
            (number.as.real >= field->least && number.as.real <= field->greatest));
}

/* Whether the rows of a table make sense as [depth, value] but not as [value, depth]: one
 * diagnostic then replaces an error for each row. */
static bool is_turned_round(const wyrm_field *field, const raw_node *raw)
{
    bool turned = false;
    int64_t before = 0;
    for (size_t i = 0; i < raw->count; i++) {
        const raw_node *row = raw->items[i];
        if (row->kind != RAW_LIST || row->count != 2 || !is_value(field, row->items[1]) ||
            depth_in(row->items[0]) <= before)
            return false;
        before = depth_in(row->items[0]);
        turned = turned || depth_in(row->items[1]) == 0;
    }
    return turned;
}

/* Reads the rows of a TABLE; a plain number is one row from depth 1. */
static void read_table(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    bool list = raw->kind == RAW_LIST;
    size_t count = list ? raw->count : 1;
    if (count == 0 || raw->kind == RAW_MAPPING) {
        expected(at, raw, NULL, count == 0 ? "it has at least one row" : NULL);
        return;
    }
    if (list && is_turned_round(at->field, raw)) {
        char name[NAME_TEXT_MAX], hint[WYRM_ERROR_HINT_MAX], value[QUOTE_MAX], depth[QUOTE_MAX];
        raw_node *const *first = raw->items[0]->items;
        snprintf(hint, sizeof hint, "write [%.40s, %.40s]", rs_quote(first[1]->text, value),
                 rs_quote(first[0]->text, depth));
        rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, hint,
                    "rows of %s are [value, from_depth]: the depth comes second",
                    name_of(at, name));
        return;
    }
    wyrm_depth_row *rows = base_array(at->check->arena, wyrm_depth_row, count);
    out->as.rows = rows;
    out->count = count;
    for (size_t i = 0; list && i < count; i++)
        read_row(at, raw->items[i], i == 0 ? 0 : rows[i - 1].from_depth, &rows[i]);
    if (list)
        return;
    rows[0].from_depth = 1;
    if (read_number(at, raw, false, &rows[0].value))
        check_limits(at, raw, rows[0].value);
}

/* ---- values that are one text ---- */

/* Returns the ratio as a double that lies on the right side of a whole limit, which rounding alone
 * might miss: 1000000000000000001/1000000000000000000 is above 1. */
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

/* Returns the number to compare with the limits of a row; ratios are compared exactly. */
static double limited_number(const wyrm_field *field, const wyrm_value *value)
{
    const wyrm_ratio ratio = wyrm_value_ratio(value);
    if (field->kind != WYRM_KIND_RATIO)
        return wyrm_value_real(value);
    const double low = ratio_beside(ratio, field->least);
    return low < field->least ? low : ratio_beside(ratio, field->greatest);
}

/* Whether a text that is no plain number is a random amount, such as 2d6: where a fixed number is
 * expected, that gets its own hint. */
static bool is_random(const char *text)
{
    double work = AMOUNT_WORK_MAX / 100;
    wyrm_amount *made = NULL;
    const bool random =
        base_amount_read_within(text, &work, &made, NULL) == WYRM_OK && made->form != AMOUNT_NUMBER;
    wyrm_amount_free(made);
    return random;
}

/* Checks numerator and denominator of a ratio against the limit of its row. */
static void check_parts(const trail *at, const raw_node *raw, wyrm_ratio ratio)
{
    char name[NAME_TEXT_MAX];
    if (ratio.numerator > at->field->parts || ratio.denominator > at->field->parts)
        rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, NULL,
                    "both parts of the ratio %s must be at most %lld", name_of(at, name),
                    (long long)at->field->parts);
}

/* Reads booleans and numbers. Ratios and margins may be quoted, since JSON has no other way to
 * write them. */
static void read_scalar(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const wyrm_kind kind = at->field->kind;
    const char *wrong = rs_kinds[kind].scan(raw->text, out);
    bool quotes = kind == WYRM_KIND_RATIO || kind == WYRM_KIND_MARGIN;
    bool number = kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL;
    if (number && wrong != NULL && wrong[0] == '\0' && is_random(raw->text))
        wrong = "it is always the same: no random number can stand here";
    if (quotes && wrong != NULL)
        expected(at, raw, NULL, wrong);
    bool read = quotes ? wrong == NULL : is_plain(at, raw, wrong, NULL);
    if (read && !wyrm_value_is_relative(out))
        check_limits(at, raw, limited_number(at->field, out));
    else if (read && (out->as.margin.number < 0 || out->as.margin.number > 100))
        expected(at, raw, "from 0 % to 100 %", NULL);
    if (read && kind == WYRM_KIND_RATIO && at->field->parts > 0)
        check_parts(at, raw, wyrm_value_ratio(out));
}

/* Reads a script from a file beside the one that names it, as if its text were in the ruleset.
 * Links out of the folder are refused: a ruleset must not read files elsewhere. */
static void read_script_file(const trail *at, wyrm_value *out)
{
    const rs_position *position = &at->raw->position;
    const rs_file *from = position->source;
    const char *name = at->raw->text;
    char quote[QUOTE_MAX], *home;
    rs_file *source;
    struct stat found;
    wyrm_error error;
    if (name[0] == '.' || strchr(name, '/') != NULL || from->inode == 0) {
        rs_diagnose(at->check->found, position, WYRM_ERROR_RULESET, NULL,
                    from->inode == 0 ? "'%s' cannot be read: these rules are no file beside which "
                                       "it could stand"
                                     : "'%s' is no file beside this one",
                    rs_quote(name, quote));
        return;
    }
    const char *path = rs_beside(at->check->arena, from, name, &home);
    if (lstat(path, &found) == 0 && !base_lies_in(path, home)) {
        rs_diagnose(at->check->found, position, WYRM_ERROR_RULESET, NULL,
                    "'%s' is a link out of the folder of this file", rs_quote(name, quote));
        return;
    }
    if (rs_read_file(at->check->found, path, true, from->order, &source, &error) != WYRM_OK) {
        rs_diagnose(at->check->found, position, WYRM_ERROR_IO, NULL, "cannot read '%s': %s",
                    rs_quote(path, quote), error.message);
        return;
    }
    out->position = (rs_position){source, 1, 1, 1};
    out->as.word.text = source->text;
}

/* Reads a script: the text itself, or the name of a .lua file that holds it. */
static void read_script(const trail *at, wyrm_value *out)
{
    const char *text = at->raw->text;
    const size_t length = strlen(text);
    out->as.word.text = text;
    if (strchr(text, '\n') == NULL && length > 4 && strcmp(text + length - 4, ".lua") == 0)
        read_script_file(at, out);
    if ((double)strlen(out->as.word.text) > at->field->greatest)
        rs_diagnose(at->check->found, &out->position, WYRM_ERROR_LIMIT, NULL,
                    "'%s' is too long: %zu bytes, at most %.0f", key_of(at),
                    strlen(out->as.word.text), at->field->greatest);
}

/* ---- amounts ---- */

/* Limits for all amounts of a ruleset together: about a second of computing, and so many values
 * with a probability. */
#define AMOUNTS_WORK     (20 * AMOUNT_WORK_MAX)
#define AMOUNTS_OUTCOMES ((size_t)1 << 22)

/* Reports why a text is no amount. The error points into the scalar, unless escapes or block style
 * make its columns differ from those of the text. */
static void no_amount(const trail *at, const wyrm_error *error)
{
    const raw_node *raw = at->raw;
    rs_position position = raw->position;
    size_t length = raw->kind == RAW_SCALAR ? base_utf8_count(raw->text, strlen(raw->text)) : 0;
    bool here = raw->plain && (size_t)position.length == length;
    if (here || (length > 0 && (size_t)position.length == length + 2)) {
        position.column += error->column - here;
        position.length = error->length;
    }
    rs_diagnose(at->check->found, &position, WYRM_ERROR_RULESET, error->hint,
                "'%s' is no amount: %s", key_of(at), error->message);
}

/* Checks the least value of an amount against the limits of the row, or the greatest if the least
 * is within them. */
static void check_amount(const trail *at, const wyrm_amount *amount)
{
    const wyrm_field *field = at->field;
    const raw_node told = {.kind = RAW_SCALAR, .position = at->raw->position, .text = amount->text};
    bool below = field->least < field->greatest && (double)amount->least < field->least;
    check_limits(at, at->raw->kind == RAW_SCALAR ? at->raw : &told,
                 (double)(below ? amount->least : amount->most));
}

/* Returns the amount that a text describes, or the amount 0 if it describes none (reported). */
static const wyrm_amount *make_amount(const trail *at, const char *text)
{
    checker *check = at->check;
    wyrm_amount *made;
    wyrm_error error = {.code = WYRM_OK};
    wyrm_status status = base_amount_typed(text, &error);
    if (status == WYRM_OK)
        status = base_amount_read_within(text, &check->work, &made, &error);
    /* The work meter of the caller is empty, or not even 0 can be afforded: stop here. */
    const bool enough = status == WYRM_ERROR_LIMIT && !base_may_spend(WYRM_COST_SUMS, 0);
    if (status == WYRM_ERROR_MEMORY || enough || (status != WYRM_OK && strcmp(text, "0") == 0))
        base_refuse(check->arena, status, "%s", error.message);
    if (status != WYRM_OK) {
        no_amount(at, &error);
        return make_amount(at, "0");
    }
    base_keep(check->arena, made, wyrm_amount_free);
    check->outcomes += wyrm_pmf_length(made->pmf);
    if (check->outcomes > AMOUNTS_OUTCOMES)
        rs_stop(check->found, &at->position, WYRM_ERROR_LIMIT, NULL,
                "more than %zu values in the amounts of a ruleset", AMOUNTS_OUTCOMES);
    return made;
}

/* Writes a mapping of values to weights as "{0: 1, 2: 3}" into text[size]; reports what is
 * wrong. */
static void write_weights(const trail *at, char *text, size_t size)
{
    const raw_node *raw = at->raw;
    size_t used = (size_t)snprintf(text, size, "{");
    for (size_t i = 0; i < raw->count; i++) {
        const char *key = raw->keys.names[i];
        const raw_node *item = raw->items[i];
        char quote[QUOTE_MAX], number[BASE_NUMBER_MAX];
        wyrm_value value = {.field = at->field}, weight = value;
        const char *wrong = rs_kinds[WYRM_KIND_INTEGER].scan(key, &value);
        if (wrong != NULL)
            rs_diagnose(at->check->found, &raw->key_positions[i], WYRM_ERROR_RULESET, wrong,
                        "expected a value and its weight, found '%s'", rs_quote(key, quote));
        wrong =
            item->kind != RAW_SCALAR ? NULL : rs_kinds[WYRM_KIND_REAL].scan(item->text, &weight);
        if (item->kind != RAW_SCALAR || wrong != NULL || weight.as.real < 0)
            expected(at, item, "a weight of at least 0", wrong);
        base_number_double(weight.as.real, number);
        used += used >= size
                    ? 0
                    : (size_t)snprintf(text + used, size - used, "%s%lld: %s", i == 0 ? "" : ", ",
                                       (long long)value.as.integer, number);
    }
    if (used < size) /* else it is too long, which base_amount_typed reports */
        snprintf(text + used, size - used, "}");
}

/* Reads an amount: a text, a range of two ends, or a mapping of values to weights. */
static void read_amount(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const size_t told = at->check->found->total;
    char made[WYRM_AMOUNT_TEXT_MAX + 100] = "";
    const char *text = made;
    wyrm_value ends = {.field = at->field};
    if (raw->kind == RAW_LIST) {
        read_ends(at, &ends);
        snprintf(made, sizeof made, "[%.0f, %.0f]", ends.as.ends.low, ends.as.ends.high);
    } else if (raw->kind == RAW_MAPPING) {
        write_weights(at, made, sizeof made);
    } else if (raw_is_null(raw) || raw_is_nothing(raw)) {
        expected(at, raw, NULL, NULL);
    } else {
        text = raw->text;
    }
    bool right = at->check->found->total == told;
    out->as.amount = make_amount(at, right ? text : "0");
    if (right && raw->kind != RAW_LIST && at->check->found->total == told)
        check_amount(at, out->as.amount);
}

/* Reads a text for people: line breaks and tabs become single spaces, so that it fits a line
 * anywhere. */
static void read_text(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const char *text = raw->text;
    if (raw_is_null(raw) || raw_is_nothing(raw)) {
        expected(at, raw, NULL, text[0] == '\0' ? "write \"\" for an empty text" : NULL);
        return;
    }
    if (at->field->lines) {
        read_script(at, out);
        return;
    }
    size_t used = strlen(text);
    out->as.word.text = text;
    if (text[strcspn(text, "\n\t")] != '\0') {
        char *copy = base_text(at->check->arena, text, used);
        out->as.word.text = copy;
        for (used = 0; *text != '\0'; text++) {
            bool blank = *text == '\n' || *text == '\t';
            if (!blank)
                copy[used++] = *text;
            else if (used != 0 && copy[used - 1] != ' ' && text[1] != '\0')
                copy[used++] = ' ';
        }
        copy[used] = '\0';
    }
    if (used > WYRM_TEXT_MAX)
        rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, NULL,
                    "'%s' is too long: %zu bytes, at most %d", key_of(at), used, WYRM_TEXT_MAX);
}

/* Returns what is wrong with a name; NULL: nothing. Where underscores for blanks and dots would
 * make it a name, that is the hint: "Cave Troll" gives "did you mean 'Cave_Troll'?". */
static const char *name_error(const char *text, const wyrm_field *field,
                              char hint[WYRM_ERROR_HINT_MAX])
{
    wyrm_value value = {.field = field};
    char name[SCAN_NAME_MAX + 1];
    size_t length = 0;
    for (; text[length] != '\0' && length < SCAN_NAME_MAX; length++)
        name[length] =
            text[length] == ' ' || (text[length] == '.' && !field->dotted) ? '_' : text[length];
    name[length] = '\0';
    const kind_row *kind = &rs_kinds[WYRM_KIND_NAME];
    const char *wrong = kind->scan(text, &value);
    if (wrong == NULL || text[length] != '\0' || kind->scan(name, &value) != NULL)
        return wrong;
    snprintf(hint, WYRM_ERROR_HINT_MAX, "did you mean '%s'?", name);
    return hint;
}

static void read_name(const trail *at, wyrm_value *out)
{
    char hint[WYRM_ERROR_HINT_MAX];
    const char *wrong = name_error(at->raw->text, at->field, hint);
    if (wrong != NULL || raw_is_null(at->raw))
        expected(at, at->raw, NULL, wrong);
    out->as.word.text = at->raw->text;
}

static void read_choice(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const char *const *choices = at->field->choices;
    size_t count = 0;
    for (; choices[count] != NULL; count++)
        if (strcmp(choices[count], raw->text) == 0) {
            out->as.word.text = choices[count];
            out->as.word.choice = count;
            return;
        }
    char quote[QUOTE_MAX];
    wyrm_error known = {.hint = "there is none"};
    if (count > 0)
        wyrm_suggest(&known, raw->text, choices, count);
    if (raw_is_null(raw) || raw_is_nothing(raw)) {
        expected(at, raw, NULL, known.hint);
        return;
    }
    bool model = at->up != NULL && at->up->up != NULL && at->up->up->up == NULL &&
                 strcmp(at->up->field->name, "models") == 0;
    rs_diagnose(at->check->found, &raw->position, WYRM_ERROR_RULESET, known.hint,
                model ? "unknown model '%s' of %s" : "unknown choice '%s' of '%s'",
                rs_quote(raw->text, quote), key_of(at));
}

/* ---- records, lists and maps ---- */

/* Allocates `count` members of a record, list or map; NULL if the node is of another kind
 * (reported). */
static wyrm_value *begin_members(const trail *at, size_t count, wyrm_value *out)
{
    checker *check = at->check;
    const raw_node *raw = at->raw;
    bool list = at->field->kind == WYRM_KIND_LIST;
    if (raw->kind != (list ? RAW_LIST : RAW_MAPPING)) {
        expected(at, raw, NULL,
                 !raw_is_nothing(raw) ? NULL
                 : list               ? "write [] for an empty one"
                                      : "write {} for an empty one");
        return NULL;
    }
    if (at->field->kind != WYRM_KIND_RECORD)
        check_limits(at, raw, (double)raw->count);
    check->values += count;
    if (check->values > WYRM_RULESET_MAX_VALUES)
        rs_stop(check->found, &at->position, WYRM_ERROR_LIMIT, NULL,
                "more than %zu values in a ruleset, defaults included", WYRM_RULESET_MAX_VALUES);
    return out->as.members.items = base_array(check->arena, wyrm_value, count);
}

/* Reads the value under the `index`-th key of a mapping whose keys the user chooses. */
static void read_named(const trail *at, const wyrm_field *row, size_t index, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const char *key = raw->keys.names[index];
    const trail next = {.check = at->check,
                        .up = at,
                        .field = row,
                        .key = key,
                        .index = index + 1,
                        .position = raw->key_positions[index],
                        .raw = raw->items[index]};
    char hint[WYRM_ERROR_HINT_MAX], quote[QUOTE_MAX], where[WHERE_MAX];
    const char *wrong = name_error(key, at->field, hint);
    if (wrong != NULL)
        rs_diagnose(at->check->found, &next.position, WYRM_ERROR_RULESET, wrong,
                    "'%s' is not a name%s", rs_quote(key, quote), where_of(at, where));
    out->key = key;
    check_value(&next, out);
}

/* Reads the elements of a list or map. */
static void read_elements(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    bool map = at->field->kind == WYRM_KIND_MAP;
    wyrm_value *items = begin_members(at, raw->count, out);
    if (items == NULL)
        return;
    out->count = raw->count;
    out->as.members.keys = map ? &raw->keys : NULL;
    for (size_t i = 0; i < raw->count; i++) {
        const trail next = {.check = at->check,
                            .up = at,
                            .field = at->field->fields,
                            .index = i + 1,
                            .position = raw->items[i]->position,
                            .raw = raw->items[i]};
        items[i].key = "";
        if (map)
            read_named(at, at->field->fields, i, &items[i]);
        else
            check_value(&next, &items[i]);
    }
}

/* Returns where a section declares a name: the key in one of its maps; NULL: it does not. */
static const rs_position *declaration_of(const raw_node *root, const char *section,
                                         const char *name)
{
    const size_t at = root->kind == RAW_MAPPING ? rs_find_key(&root->keys, section) : KEYS_NONE;
    const raw_node *maps = at != KEYS_NONE ? root->items[at] : NULL;
    for (size_t i = 0; maps != NULL && maps->kind == RAW_MAPPING && i < maps->count; i++) {
        const raw_node *map = maps->items[i];
        const size_t key = map->kind == RAW_MAPPING ? rs_find_key(&map->keys, name) : KEYS_NONE;
        if (key != KEYS_NONE)
            return &map->key_positions[key];
    }
    return NULL;
}

/* Whether a section without a known model declares the key: only that model could say that it is
 * one, and its name is what is wrong. */
static bool is_declared_in_vain(const checker *check, const char *key)
{
    for (size_t i = 0; i < check->of->schema->count; i++)
        if (check->of->chosen[i] == NULL && check->of->schema->sections[i].models != NULL &&
            declaration_of(check->root, check->of->schema->sections[i].field.name, key) != NULL)
            return true;
    return false;
}

/* The hint for a key that is what stands behind a comma of the value before: of a text without
 * quotes, as {about: slow, but sure} has a key of two words without a value, or of a number, as
 * {hit_base: 0,75} has a key 75. NULL for other keys. */
static const char *hint_of_rest(const trail *at, const char *key)
{
    const size_t index =
        at->raw->kind == RAW_MAPPING ? rs_find_key(&at->raw->keys, key) : KEYS_NONE;
    if (index == KEYS_NONE || index == 0 || !raw_is_nothing(at->raw->items[index]))
        return NULL;
    if (key[strspn(key, "0123456789")] == '\0')
        return "decimals have a point, as 0.5";
    return strchr(key, ' ') != NULL ? "a text with a comma between braces needs quotes" : NULL;
}

/* Adds to the hint where else a key belongs (`lost`: no model knows it) and which key of the record
 * it resembles; where there is nothing of that, the keys that are known. */
static void suggest_key(const trail *at, const char *key, size_t section, bool lost,
                        char hint[WYRM_ERROR_HINT_MAX])
{
    const checker *check = at->check;
    const size_t count = rs_count_rows(at->field->fields);
    const char **names = base_array(check->arena, const char *, count);
    char near[WYRM_ERROR_HINT_MAX] = "";
    const trail *root = at;
    while (root->up != NULL)
        root = root->up;
    for (size_t i = 0; i < count; i++)
        names[i] = at->field->fields[i].name;
    if (lost)
        rs_say_elsewhere(check->of, root->field, at != root, key, hint);
    const size_t length = strlen(hint);
    if (rs_did_you_mean(key, names, count, near))
        snprintf(hint + length, WYRM_ERROR_HINT_MAX - length, "%s%s", length > 0 ? "; " : "", near);
    else if (length == 0)
        rs_list_known(check->of, section, at != root ? at->field : NULL, hint);
}

/* Reports a key without a row. The hint says which model knows it, if that is not the one chosen;
 * else what replaced it, if earlier versions knew it; else where it belongs and which key it
 * resembles. No mistake is a key that only an unknown model could explain, by its rows or as the
 * file declares it, or one in an extended file for a model that the extending file has
 * replaced. */
static void report_unknown(const trail *at, const char *key, const rs_position *position)
{
    const checker *check = at->check;
    const wyrm_schema *schema = check->of->schema;
    /* The section that the key belongs to: the record itself, or the map that it is in. */
    bool inside = at->up != NULL && at->up->up != NULL && at->up->field->kind != WYRM_KIND_RECORD;
    const trail *top = inside ? at->up : at;
    bool sectioned = top->up != NULL && top->up->up == NULL;
    size_t owner, section = sectioned ? rs_find_section(schema, top->key) : schema->count;
    const wyrm_model *model =
        section < schema->count ? rs_find_owner(check->of, section, key, &owner) : NULL;
    const bool unnamed = model != NULL && is_left_out(check, owner) &&
                         rs_find_key(&check->root->keys, schema->sections[owner].field.name) ==
                             KEYS_NONE; /* else skips() reports that section, once */
    if (model != NULL &&
        ((check->of->chosen[owner] == NULL && !unnamed) || position->source->order > 0))
        return;
    if (model == NULL && is_declared_in_vain(check, key))
        return;
    char hint[WYRM_ERROR_HINT_MAX] = "", quote[QUOTE_MAX], where[WHERE_MAX];
    const char *const(*old)[2] = at->field->retired;
    while (old != NULL && (*old)[0] != NULL && strcmp((*old)[0], key) != 0)
        old++;
    if (model != NULL) {
        const size_t used = rs_name_owners(check->of, owner, section, key, hint);
        if (unnamed)
            snprintf(hint + used, sizeof hint - used, ", and 'models' names none");
        else
            snprintf(hint + used, sizeof hint - used, ", not '%s'", check->of->chosen[owner]->name);
    } else if (old != NULL && (*old)[0] != NULL) {
        snprintf(hint, sizeof hint, "%s", (*old)[1]);
    }
    if (!unnamed && (old == NULL || (*old)[0] == NULL) && !rs_full(check->found))
        suggest_key(at, key, section, model == NULL, hint);
    const char *rest = hint_of_rest(at, key);
    if (rest != NULL)
        snprintf(hint, sizeof hint, "%s", rest);
    rs_diagnose(check->found, position, WYRM_ERROR_RULESET, hint, "unknown key '%s'%s",
                rs_quote(key, quote), where_of(at, where));
}

/* ---- what is missing, and the defaults ---- */

/* A default of the schema, parsed once for each check. */
typedef struct default_text {
    struct default_text *next;
    const char *text; /* the schema's own pointer, by which the list is searched */
    const raw_node *raw;
} default_text;

/* Whether a missing record is filled from the defaults of its rows: it has none of its own, and no
 * row is required. */
static bool fills_itself(const wyrm_field *row)
{
    bool any = false;
    if (row->kind != WYRM_KIND_RECORD || row->default_value != NULL || row->required)
        return false;
    for (const wyrm_field *inner = row->fields; inner->kind != WYRM_KIND_END; inner++) {
        if (inner->required)
            return false;
        any = any || inner->default_value != NULL || fills_itself(inner);
    }
    return any;
}

/* Whether a missing key is read as an empty mapping: a record that fills itself, and at the root
 * `models` and every section with models, so that what is missing in them is reported. */
static bool reads_as_empty(const trail *at)
{
    const wyrm_schema *schema = at->check->of->schema;
    const char *name = at->field->name;
    if (fills_itself(at->field) || at->up->up != NULL)
        return fills_itself(at->field);
    size_t section = rs_find_section(schema, name);
    return strcmp(name, "models") == 0 ||
           (section < schema->count && schema->sections[section].models != NULL);
}

/* Reads the value of a missing key: an empty mapping, or the default of its row, which is a text
 * written as in a file. */
static void read_missing(const trail *at, wyrm_value *out)
{
    checker *check = at->check;
    diagnostics *found = check->found;
    const rs_position *lacking = found->lacking;
    const char *defaulted = found->defaulted, *text = at->field->default_value;
    const raw_node nothing = {.kind = RAW_MAPPING, .position = at->position};
    trail next = *at;
    next.raw = &nothing;
    if (!reads_as_empty(at)) {
        found->defaulted = at->field->name;
        found->lacking = NULL; /* an error in the YAML of the default points into its text */
        default_text *read = check->defaults;
        while (read != NULL && read->text != text)
            read = read->next;
        if (read == NULL) {
            rs_file *source = rs_source(found, "schema", text, strlen(text), 0);
            read = base_new(check->arena, default_text);
            *read = (default_text){check->defaults, text, raw_read(source, check->arena, found)};
            check->defaults = read;
        }
        next.raw = read->raw;
    }
    found->lacking = lacking != NULL ? lacking : &at->position;
    check_value(&next, out);
    found->lacking = lacking;
    found->defaulted = defaulted;
}

/* Whether two values are equal: they are written alike. */
static bool say_the_same(base_arena *arena, const wyrm_value *a, const wyrm_value *b)
{
    char *texts[2] = {NULL, NULL};
    wyrm_status status = wyrm_value_flow(a, &texts[0], &arena->error);
    if (status == WYRM_OK)
        status = wyrm_value_flow(b, &texts[1], &arena->error);
    bool same = status == WYRM_OK && strcmp(texts[0], texts[1]) == 0;
    wyrm_free(texts[0]);
    wyrm_free(texts[1]);
    base_must(arena, status);
    return same;
}

/* Whether a key in the file has the value that it would have if left out. */
static bool says_default(const trail *at, const wyrm_value *value)
{
    if (at->check->found->total > 0)
        return false;
    if (reads_as_empty(at)) {
        size_t same = 0;
        while (same < value->count && value->as.members.items[same].says_default)
            same++;
        return same == value->count;
    }
    wyrm_value unsaid = {0};
    if (at->field->default_value == NULL)
        return false;
    read_missing(at, &unsaid);
    return say_the_same(at->check->arena, value, &unsaid);
}

/* Whether a row of the root is an optional section without a model; reports the section if the file
 * has it all the same. */
static bool skips(const trail *at, const wyrm_field *row, size_t index)
{
    const checker *check = at->check;
    const size_t section =
        at->up == NULL ? rs_find_section(check->of->schema, row->name) : SIZE_MAX;
    char hint[WYRM_ERROR_HINT_MAX];
    if (at->up != NULL || section == check->of->schema->count || !is_left_out(check, section))
        return false;
    const wyrm_model *const *models = check->of->schema->sections[section].models;
    size_t used = (size_t)snprintf(hint, sizeof hint, "one of");
    for (size_t i = 0; models[i] != NULL && used < sizeof hint; i++)
        used += (size_t)snprintf(hint + used, sizeof hint - used, " %s%s", models[i]->name,
                                 models[i + 1] != NULL ? "," : "");
    if (index != KEYS_NONE)
        rs_diagnose(check->found, &at->raw->key_positions[index], WYRM_ERROR_RULESET, hint,
                    "'%s' follows no model: 'models: {%s: ...}' is missing", row->name, row->name);
    return true;
}

/* Reads a record: its rows in the order of the schema, each from the file or by default, then the
 * keys without a row. */
static void read_record(const trail *at, wyrm_value *out)
{
    const raw_node *raw = at->raw;
    const wyrm_field *row = at->field->fields;
    const wyrm_field *others = at->field->others;
    wyrm_value *items =
        begin_members(at, rs_count_rows(row) + (others != NULL ? raw->count : 0), out);
    size_t known = 0;
    for (; items != NULL && row->kind != WYRM_KIND_END; row++) {
        wyrm_value *item = &items[out->count];
        size_t index = rs_find_key(&raw->keys, row->name);
        trail next = {
            .check = at->check, .up = at, .field = row, .key = row->name, .position = at->position};
        if (skips(at, row, index)) {
            known += index != KEYS_NONE;
            continue;
        }
        if (index != KEYS_NONE) {
            known++;
            next.position = raw->key_positions[index];
            next.raw = raw->items[index];
            check_value(&next, item);
            item->says_default = says_default(&next, item);
        } else if (reads_as_empty(&next) || (row->default_value != NULL && !row->required)) {
            read_missing(&next, item);
            item->says_default = true;
        } else {
            char where[WHERE_MAX];
            if (row->required)
                rs_diagnose(at->check->found, &at->position, WYRM_ERROR_RULESET, NULL,
                            "missing key '%s'%s", row->name, where_of(at, where));
            continue;
        }
        item->key = row->name;
        out->count++;
    }
    for (size_t i = 0; items != NULL && known < raw->count && i < raw->count; i++)
        if (rs_find_row(at->field->fields, raw->keys.names[i]) == NULL) {
            if (others == NULL)
                report_unknown(at, raw->keys.names[i], &raw->key_positions[i]);
            else
                read_named(at, others, i, &items[out->count++]);
        }
}

/* ---- one value ---- */

static void check_value(const trail *at, wyrm_value *out)
{
    static void (*const readers[])(const trail *at, wyrm_value *out) = {
        [WYRM_KIND_BOOL] = read_scalar,   [WYRM_KIND_INTEGER] = read_scalar,
        [WYRM_KIND_REAL] = read_scalar,   [WYRM_KIND_RATIO] = read_scalar,
        [WYRM_KIND_TEXT] = read_text,     [WYRM_KIND_NAME] = read_name,
        [WYRM_KIND_CHOICE] = read_choice, [WYRM_KIND_RANGE] = read_ends,
        [WYRM_KIND_INTERVAL] = read_ends, [WYRM_KIND_TABLE] = read_table,
        [WYRM_KIND_MARGIN] = read_scalar, [WYRM_KIND_AMOUNT] = read_amount,
        [WYRM_KIND_RECORD] = read_record, [WYRM_KIND_LIST] = read_elements,
        [WYRM_KIND_MAP] = read_elements,
    };
    size_t kind = (size_t)at->field->kind;
    const rs_position *lacking = at->check->found->lacking;
    bool known = kind < COUNT_OF(readers) && readers[kind] != NULL;
    bool members = known && (readers[kind] == read_record || readers[kind] == read_elements);
    bool several =
        members || (known && (readers[kind] == read_ends || readers[kind] == read_table ||
                              readers[kind] == read_amount));
    out->field = at->field;
    out->position = lacking != NULL ? *lacking : members ? at->position : at->raw->position;
    out->is_default = lacking != NULL;
    if (!known)
        rs_diagnose(at->check->found, &at->position, WYRM_ERROR_INTERNAL, NULL,
                    "the row '%s' of the schema has no kind", at->field->name);
    else if (!several && at->raw->kind != RAW_SCALAR)
        expected(at, at->raw, NULL, NULL);
    else
        readers[kind](at, out);
}

/* Returns what the section of a model declares. It is read before everything else, with its
 * diagnostics dropped: they are collected when the section is read with the rest. */
static const wyrm_extension *read_declared(checker *check, size_t index)
{
    const rs_composing *of = check->of;
    const raw_node *root = check->root;
    const char *name = of->schema->sections[index].field.name;
    size_t key = root->kind == RAW_MAPPING ? rs_find_key(&root->keys, name) : KEYS_NONE;
    const bool any = key != KEYS_NONE;
    const diagnostics before = *check->found;
    const wyrm_field row = rs_compose_section(of, index, check->arena);
    const trail top = {.check = check, .field = &row, .raw = root};
    const trail section = {.check = check,
                           .up = &top,
                           .field = &row,
                           .key = name,
                           .position = any ? root->key_positions[key] : root->position,
                           .raw = any ? root->items[key]
                                      : raw_new(check->arena, RAW_MAPPING, root->position)};
    wyrm_value value = {0};
    check_value(&section, &value);
    *check->found = before;
    return of->chosen[index]->declare(check->arena, &value);
}

/* Returns the other section whose model adds a key of this name to `section`, as the declarations
 * for section `from` do; schema->count: none. */
static size_t clash_of(const checker *check, size_t from, size_t section, const char *key)
{
    const wyrm_schema *schema = check->of->schema;
    const char *name = schema->sections[section].field.name;
    if (rs_find_row(rs_find_extension(check->of->declared[from], name), key) == NULL)
        return schema->count;
    for (size_t i = 0; i < schema->count; i++)
        if (i != from && check->of->chosen[i] != NULL &&
            rs_find_row(rs_find_extension(check->of->chosen[i]->extensions, name), key) != NULL)
            return i;
    return schema->count;
}

/* Returns where a section declares a name, else the section's own key. */
static const rs_position *position_of(const raw_node *root, const char *section, const char *name)
{
    const rs_position *declared = declaration_of(root, section, name);
    const size_t at = root->kind == RAW_MAPPING ? rs_find_key(&root->keys, section) : KEYS_NONE;
    if (declared != NULL)
        return declared;
    return at != KEYS_NONE ? &root->key_positions[at] : &root->position;
}

/* Reports declared names that another chosen model uses in the same section: a key cannot be both a
 * stat and how often its owner appears. */
static void check_clashes(const checker *check, size_t from)
{
    const wyrm_schema *schema = check->of->schema;
    const char *own = schema->sections[from].field.name;
    for (size_t section = 0; section < schema->count; section++) {
        const char *name = schema->sections[section].field.name;
        const wyrm_field *row = rs_find_extension(check->of->declared[from], name);
        for (; row != NULL && row->kind != WYRM_KIND_END; row++) {
            size_t other = clash_of(check, from, section, row->name);
            if (other == schema->count)
                continue;
            for (size_t before = 0; before < section && other < schema->count; before++)
                if (clash_of(check, from, before, row->name) < schema->count)
                    other = schema->count; /* reported already */
            if (other < schema->count)
                rs_diagnose(check->found, position_of(check->root, own, row->name),
                            WYRM_ERROR_RULESET, NULL,
                            "'%s', which '%s' declares, is a key of '%s' that the %s model '%s' "
                            "has; it needs another name",
                            row->name, own, name, schema->sections[other].field.name,
                            check->of->chosen[other]->name);
        }
    }
}

void rs_check(const wyrm_schema *schema, const wyrm_model *const *chosen, diagnostics *found,
              const raw_node *raw, wyrm_value *out)
{
    base_arena *arena = found->arena;
    rs_composing of = {schema, chosen, base_array(arena, const wyrm_extension *, schema->count)};
    checker check = {.of = &of, .root = raw, .arena = arena, .found = found, .work = AMOUNTS_WORK};
    for (size_t i = 0; i < schema->count; i++)
        if (chosen[i] != NULL && chosen[i]->declare != NULL)
            of.declared[i] = read_declared(&check, i);
    for (size_t i = 0; i < schema->count; i++)
        if (of.declared[i] != NULL && !chosen[i]->same_names)
            check_clashes(&check, i);
    /* What is missing in the whole file is reported at its first line. */
    trail root = {.check = &check, .field = rs_compose(&of, arena), .raw = raw};
    root.position = raw->position;
    root.position.line = root.position.column = root.position.length = 1;
    out->key = "";
    check_value(&root, out);
}
