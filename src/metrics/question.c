/* Questions as they are typed: a metric, the point at which it is measured and the wanted value,
 * and the key whose number should produce that; and the reverse, a point of a target as such a
 * question.
 *
 * A question is read as the only target of the ruleset, so that anything that can be a target can
 * be asked, and is measured by the same code. A key is checked by the schema and by its present
 * value.
 *
 *   win_chance(player@3, orc)=60 %             arguments by their order
 *   run_hazard(depth=3, bot=brawler)=..10 %    or by their names; an end may be open
 *   run_final_depth=4..6                       a single number is a range of one
 * The text is converted to the YAML of a target, extended onto the ruleset and read like any file,
 * so that all its errors are found by the code that checks targets. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the question ---- */

#define KEYS_MAX 16 /* limit of the keys of a metric */

typedef struct asking {
    base_arena *arena;
    const wyrm_design *design;
    bool open; /* the wanted value may be left out */
    const wyrm_metric *metric;
    size_t count;
    const char *keys[KEYS_MAX], *given[KEYS_MAX]; /* NULL: not given */
    bool needed[KEYS_MAX];
    wyrm_interval wanted;
    bool percent; /* the range was given in percent */
} asking;

static _Noreturn void refuse_word(base_arena *arena, const char *word, const char *const *known,
                                  size_t count, const char *what)
{
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "%s '%.100s'", what, word);
    wyrm_suggest(&arena->error, word, known, count);
    base_fail(arena, WYRM_ERROR_UNKNOWN);
}

/* Copies a text into the arena without the blanks around it. */
static char *trimmed(base_arena *arena, const char *text, size_t length)
{
    for (; length > 0 && *text == ' '; text++)
        length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return base_text(arena, text, length);
}

/* Reads a decimal number, optionally followed by %; false if it is none. */
static bool read_number(asking *of, const char *text, size_t length, double *out)
{
    char *word = trimmed(of->arena, text, length);
    const size_t letters = strlen(word);
    if (letters > 0 && word[letters - 1] == '%') {
        of->percent = true;
        word = trimmed(of->arena, word, letters - 1);
    }
    return base_number_read(word, strlen(word), out) && isfinite(*out);
}

/* Reads 3, 3..5, or if an end may be open 3.. and ..5. A % after one end applies to both: 5..15
 * %. */
static bool read_ends(asking *of, const char *text, bool open, wyrm_interval *out)
{
    const char *dots = strstr(text, "..");
    of->percent = false;
    if (dots == NULL) {
        const bool reads = read_number(of, text, strlen(text), &out->low);
        out->high = out->low;
        return reads;
    }
    const char *behind = dots + 2;
    const bool from = dots > text + strspn(text, " "), to = strspn(behind, " %") < strlen(behind);
    *out = (wyrm_interval){-(double)INFINITY, (double)INFINITY};
    if (!to && strchr(behind, '%') != NULL)
        of->percent = true;
    return (open || (from && to)) && (from || to) &&
           (!from || read_number(of, text, (size_t)(dots - text), &out->low)) &&
           (!to || read_number(of, behind, strlen(behind), &out->high));
}

static void find_metric(asking *of, const char *name)
{
    const char *names[200];
    size_t count = 0;
    for (; (of->metric = wyrm_judge_metric(count)) != NULL && count < COUNT_OF(names); count++) {
        if (strcmp(of->metric->name, name) == 0)
            break;
        names[count] = of->metric->name;
    }
    if (of->metric == NULL)
        refuse_word(of->arena, name, names, count, "unknown metric");
    /* Keys in [brackets] are optional. */
    for (const char *at = of->metric->needs; *at != '\0' && of->count < KEYS_MAX; of->count++) {
        const size_t length = strcspn(at, " ");
        const bool optional = *at == '[';
        of->keys[of->count] = base_text(of->arena, at + optional, length - (optional ? 2 : 0));
        of->needed[of->count] = !optional;
        at += length + (at[length] == ' ');
    }
}

/* Returns the index of the key in an argument KEY=...; the singular of a plural key is accepted
 * (depth=3 for depths). KEYS_MAX if the argument has no name. */
static size_t named(const asking *of, const char *argument)
{
    const size_t length = strspn(argument, "abcdefghijklmnopqrstuvwxyz_");
    if (argument[length] != '=')
        return KEYS_MAX;
    for (size_t i = 0; i < of->count; i++)
        if (strncmp(of->keys[i], argument, length) == 0 &&
            (of->keys[i][length] == '\0' || strcmp(of->keys[i] + length, "s") == 0))
            return i;
    const char *word = base_text(of->arena, argument, length);
    char what[128];
    snprintf(what, sizeof what, "'%.60s' takes no", of->metric->name);
    refuse_word(of->arena, word, of->keys, of->count, what);
}

/* Reads an argument. Without a name it belongs to the first key that has no value yet. */
static void read_argument(asking *of, const char *argument)
{
    size_t key = named(of, argument);
    const bool by_name = key < KEYS_MAX;
    for (key = by_name ? key : 0; !by_name && key < of->count && of->given[key] != NULL;)
        key++;
    if (argument[0] == '\0' || key >= of->count || of->given[key] != NULL)
        base_refuse(
            of->arena, WYRM_ERROR_ARGUMENT,
            "'%.60s' takes (%.100s), and '%.100s' is one too many: a comma and a blank part "
            "what combatants have commas in",
            of->metric->name, of->metric->needs, argument);
    of->given[key] = by_name ? strchr(argument, '=') + 1 : argument;
}

/* Reads the arguments between the brackets. The separator is ", " if that occurs, else ",". */
static void read_arguments(asking *of, const char *list)
{
    const char *comma = strstr(list, ", ") != NULL ? ", " : ",";
    while (list[strspn(list, " ")] != '\0') {
        const char *end = strstr(list, comma);
        read_argument(of, trimmed(of->arena, list, end ? (size_t)(end - list) : strlen(list)));
        list = end != NULL ? end + strlen(comma) : "";
    }
    for (size_t i = 0; i < of->count; i++)
        if (of->needed[i] && of->given[i] == NULL)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.60s' needs '%s': %.60s(%.100s)",
                        of->metric->name, of->keys[i], of->metric->name, of->metric->needs);
}

static void read_question(asking *of, const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_");
    const char *at = text + length, *end = at;
    find_metric(of, base_text(of->arena, text, length));
    at += strspn(at, " ");
    if (*at == '(') {
        int open = 1;
        for (end = at + 1; *end != '\0' && open > 0; end++)
            open += (*end == '(') - (*end == ')');
        if (open > 0)
            base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.200s' lacks a ')'", text);
        read_arguments(of, trimmed(of->arena, at + 1, (size_t)(end - at) - 2));
        at = end + strspn(end, " ");
    } else {
        read_arguments(of, "");
    }
    of->wanted = (wyrm_interval){0, (double)INFINITY}; /* true for any metric */
    if (of->open && *at == '\0')
        return;
    if (*at != '=' || !read_ends(of, at + 1, true, &of->wanted))
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "what is asked ends in what it should be: '%.200s=60 %%', =5..15 %%, =12, =3..",
                    base_text(of->arena, text, (size_t)(at - text)));
    if (of->percent && strcmp(of->metric->unit, "share") != 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%.60s' is no share: it counts %s",
                    of->metric->name, of->metric->unit[0] ? of->metric->unit : "from -1 to 1");
    if (of->wanted.low > of->wanted.high)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "a range goes upwards, found '%.100s'", at + 1);
    of->wanted.low /= of->percent ? 100 : 1;
    of->wanted.high /= of->percent ? 100 : 1;
}

static void write_quoted(base_buffer *out, const char *text)
{
    base_buffer_append_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            base_buffer_append_char(out, '\\');
        base_buffer_append_char(out, *text);
    }
    base_buffer_append_char(out, '"');
}

/* Finds the number of a band by its name; false if there is none. */
static bool find_band(const asking *of, const char *name, wyrm_interval *out)
{
    wyrm_bands bands;
    if (wyrm_bands_read(wyrm_design_ruleset(of->design), &bands, NULL) != WYRM_OK)
        return false;
    for (size_t i = 0; i < bands.count; i++)
        if (strcmp(bands.bands[i].name, name) == 0) {
            out->low = out->high = (double)(i + 1);
            return true;
        }
    return false;
}

/* Returns the kind of a target's key in the schema, which decides whether its value is quoted. */
static wyrm_kind kind_of(const char *key)
{
    const wyrm_schema *schema = wyrm_design_schema();
    const wyrm_field *row = NULL;
    for (size_t i = 0; i < schema->count && row == NULL; i++)
        if (strcmp(schema->sections[i].field.name, "targets") == 0)
            row = schema->sections[i].field.fields[0].fields;
    while (row != NULL && row->kind != WYRM_KIND_END && strcmp(row->name, key) != 0)
        row++;
    return row != NULL ? row->kind : WYRM_KIND_END;
}

static void write_given(asking *of, base_buffer *out, const char *key, const char *text)
{
    const wyrm_kind kind = kind_of(key);
    wyrm_interval ends;
    base_buffer_appendf(out, ", %s: ", key);
    if (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE) {
        write_quoted(out, text);
        return;
    }
    const bool range = kind == WYRM_KIND_RANGE || kind == WYRM_KIND_INTERVAL;
    if (!(strcmp(key, "bands") == 0 && find_band(of, text, &ends)) &&
        (!read_ends(of, text, false, &ends) || of->percent ||
         (!range && strstr(text, "..") != NULL)))
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "'%s' takes a number%s, found '%.100s'", key,
                    range ? " or a range such as 3..5" : "", text);
    base_buffer_append(out, range ? "[" : "");
    base_buffer_append_double(out, ends.low);
    base_buffer_append(out, range ? ", " : "");
    if (range)
        base_buffer_append_double(out, ends.high);
    base_buffer_append(out, range ? "]" : "");
}

static void write_target(asking *of, const char *name, base_buffer *out)
{
    const double low = of->wanted.low, high = of->wanted.high;
    base_buffer_appendf(out, "%s: {metric: %s", name, of->metric->name);
    for (size_t i = 0; i < of->count; i++)
        if (of->given[i] != NULL)
            write_given(of, out, of->keys[i], of->given[i]);
    base_buffer_append(out, isinf(high)  ? ", at_least: "
                            : isinf(low) ? ", at_most: "
                                         : ", range: [");
    base_buffer_append_double(out, isinf(low) ? high : low);
    if (!isinf(high) && !isinf(low)) {
        base_buffer_append(out, ", ");
        base_buffer_append_double(out, high);
        base_buffer_append(out, "]");
    }
    base_buffer_append(out, "}");
}

/* Ends the job with the first error, without its position, as nobody wrote that file. */
static _Noreturn void fail_as(base_arena *arena, const wyrm_errors *errors, wyrm_status status)
{
    if (wyrm_errors_kept(errors) > 0) {
        const wyrm_error *first = wyrm_errors_at(errors, 0);
        const wyrm_status code = status == WYRM_ERROR_RULESET ? WYRM_ERROR_ARGUMENT : status;
        wyrm_fail(&arena->error, code, "%s", first->message);
        base_utf8_copy(arena->error.hint, sizeof arena->error.hint, first->hint);
        base_fail(arena, code);
    }
    base_fail(arena, status);
}

typedef struct reading_targets {
    const wyrm_design *design;
    wyrm_errors *errors;
} reading_targets;

static void read_targets(base_arena *arena, void *context)
{
    const reading_targets *of = context;
    judge_read_targets(judge_begin(arena, of->design, 1), of->errors);
}

const wyrm_design *judge_ask(base_arena *arena, const wyrm_design *design, const char *const *asked,
                             size_t count, unsigned how)
{
    reading_targets made = {NULL, NULL};
    wyrm_design *out;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const wyrm_value *beside =
        how & JUDGE_ASK_BESIDE ? wyrm_ruleset_find(ruleset, "targets") : NULL;
    const char **names = base_array(arena, const char *, count);
    base_buffer *rules = base_new(arena, base_buffer);
    base_keep(arena, rules, base_buffer_drop);
    base_buffer_appendf(rules, "name: '%s'\nextends: base\n%stargets: {",
                        wyrm_ruleset_name(ruleset),
                        wyrm_value_count(beside) > 0 ? "inherit: [targets]\n" : "");
    for (size_t i = 0; i < count; i++) {
        asking of = {.arena = arena, .design = design, .open = how & JUDGE_ASK_OPEN};
        if (strlen(asked[i]) >= WYRM_SOLVE_QUESTION_MAX)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "a question has at most %d letters",
                        WYRM_SOLVE_QUESTION_MAX - 1);
        read_question(&of, asked[i]);
        base_buffer_append(rules, i > 0 ? ", " : "");
        /* Named after its metric, and only with a number where that is taken, as levels and depths
         * are numbers, too; where the ruleset has taken it, with a mark. */
        names[i] = of.metric->name;
        for (size_t n = 2; base_has_word(names, i, names[i]) || wyrm_value_get(beside, names[i]);
             n++)
            names[i] = beside != NULL ? base_say(arena, "%s_", names[i])
                                      : base_say(arena, "%s_%zu", of.metric->name, n);
        write_target(&of, names[i], rules);
    }
    base_buffer_append(rules, "}\n");
    if (rules->failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_must(arena, wyrm_errors_new(&made.errors));
    base_keep(arena, made.errors, wyrm_errors_free);
    wyrm_status status =
        wyrm_design_extend(design, "question", rules->bytes, rules->length, &out, made.errors);
    if (status != WYRM_OK)
        fail_as(arena, made.errors, status);
    base_keep(arena, out, wyrm_design_free);
    made.design = out;
    if ((status = base_do(read_targets, &made, &arena->error)) != WYRM_OK)
        fail_as(arena, made.errors, status);
    return out;
}

/* ---- a point as a question ---- */

/* Writes "3..5", "3" or "..5". */
static void write_ends(base_buffer *out, wyrm_interval ends, double scale)
{
    char low[40] = "", high[40] = "";
    if (!isinf(ends.low))
        snprintf(low, sizeof low, "%.12g", ends.low * scale);
    if (!isinf(ends.high))
        snprintf(high, sizeof high, "%.12g", ends.high * scale);
    const bool range = ends.low < ends.high;
    base_buffer_appendf(out, "%s%s%s", low, range ? ".." : "", range ? high : "");
}

const char *judge_question(base_arena *arena, const judge_point *point, wyrm_interval wanted)
{
    const judge_target *target = point->target;
    const struct {
        const char *key;
        double at;
    } axes[] = {{"levels", point->level},
                {"depths", point->depth},
                {"bands", point->band},
                {"tracker", point->tracker}};
    base_buffer out = {0};
    size_t told = 0;
    bool in_order = true;
    base_buffer_appendf(&out, "%s(", target->metric->shown.name);
    for (const char *at = target->metric->shown.needs; *at != '\0';) {
        const size_t length = strcspn(at, " "), bracket = *at == '[';
        char key[32];
        snprintf(key, sizeof key, "%.*s", (int)(length - 2 * bracket), at + bracket);
        at += length + (at[length] == ' ');
        const wyrm_value *value = wyrm_value_get(target->record, key);
        const wyrm_kind kind = wyrm_value_kind(value);
        wyrm_interval ends = {wyrm_value_low(value), wyrm_value_high(value)};
        in_order = in_order && value != NULL;
        if (value == NULL)
            continue;
        base_buffer_append(&out, told++ > 0 ? ", " : "");
        if (!in_order)
            base_buffer_appendf(&out, "%s=", key);
        for (size_t i = 0; i < COUNT_OF(axes); i++)
            if (strcmp(axes[i].key, key) == 0)
                ends.low = ends.high = axes[i].at;
        if (kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL)
            ends.low = ends.high = wyrm_value_real(value);
        if (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE)
            base_buffer_append(&out, wyrm_value_text(value));
        else
            write_ends(&out, ends, 1);
    }
    const bool percent = judge_is_share(target->metric);
    base_buffer_append(&out, ")=");
    write_ends(&out, wanted, percent ? 100 : 1);
    if (percent && isinf(wanted.high)) /* "60 %.." instead of "60.. %" */
        out.length -= 2;
    base_buffer_append(&out, !percent ? "" : isinf(wanted.high) ? " %.." : " %");
    return base_buffer_keep(&out, arena);
}

/* ---- the key ---- */

typedef struct keying {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const char *path;
} keying;

/* Returns the schema rows of the record that contains the key; NULL if there is none. */
static const wyrm_field *rows_around(const keying *of)
{
    const char *dot = strrchr(of->path, '.');
    if (dot == NULL)
        return NULL;
    const char *under = base_text(of->arena, of->path, (size_t)(dot - of->path));
    const wyrm_field *record = wyrm_value_field(wyrm_ruleset_find(of->ruleset, under));
    return record != NULL && record->kind == WYRM_KIND_RECORD ? record->fields : NULL;
}

/* Returns the schema row of the value at a path, or of a possible key without value; NULL if there
 * is none. */
static const wyrm_field *field_at(const keying *of, const wyrm_value *value)
{
    const wyrm_field *row = value != NULL ? wyrm_value_field(value) : rows_around(of);
    while (value == NULL && row != NULL && row->kind != WYRM_KIND_END &&
           strcmp(row->name, strrchr(of->path, '.') + 1) != 0)
        row++;
    return row != NULL && row->kind != WYRM_KIND_END ? row : NULL;
}

static _Noreturn void refuse_key(const keying *of)
{
    const char *names[200], *dot = strrchr(of->path, '.');
    size_t count = 0;
    if (dot == NULL)
        refuse_word(of->arena, of->path, NULL, 0, "unknown key");
    for (const wyrm_field *row = rows_around(of);
         row != NULL && row->kind != WYRM_KIND_END && count < COUNT_OF(names); row++)
        names[count++] = row->name;
    wyrm_fail(&of->arena->error, WYRM_ERROR_UNKNOWN, "unknown key '%.100s' in '%.200s'", dot + 1,
              of->path);
    wyrm_suggest(&of->arena->error, dot + 1, names, count);
    base_fail(of->arena, WYRM_ERROR_UNKNOWN);
}

/* An amount or range counts as a number if it has a single value, a table if it has one for all
 * depths. */
bool judge_number_of(const wyrm_value *value, double *out)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    const double low = wyrm_value_low(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
    case WYRM_KIND_RATIO:
        *out = wyrm_value_real(value);
        return true;
    case WYRM_KIND_AMOUNT:
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        *out = low;
        return !(wyrm_value_high(value) > low);
    case WYRM_KIND_TABLE:
        *out = rows != NULL ? rows[0].value : 0;
        return wyrm_value_count(value) == 1 && rows[0].from_depth == 1;
    default:
        return false;
    }
}

double judge_in_digits(double number, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, number);
    return strtod(text, NULL);
}

double judge_as_written(double number)
{
    return judge_in_digits(number, 12);
}

void judge_write_number(const char *pattern, double number, int digits,
                        char out[WYRM_CHANGE_TEXT_MAX])
{
    const char *gap = pattern != NULL ? strstr(pattern, "{}") : NULL;
    char text[BASE_NUMBER_MAX];
    base_number_double(judge_in_digits(number, digits), text);
    snprintf(out, WYRM_CHANGE_TEXT_MAX, "%.*s%s%s", gap != NULL ? (int)(gap - pattern) : 0,
             gap != NULL ? pattern : "", text, gap != NULL ? gap + 2 : "");
}

/* Suggests a pattern for a value that is no number: "2d6+{}" for 2d6+1. It replaces the last number
 * of the text, which mostly is the constant: people seldom want to change the dice. */
static const char *pattern_for(const keying *of, const wyrm_value *value)
{
    char *text;
    base_must(of->arena, wyrm_value_flow(value, &text, &of->arena->error));
    base_keep(of->arena, text, wyrm_free);
    size_t end = strlen(text);
    while (end > 0 && strchr("0123456789.", text[end - 1]) == NULL)
        end--;
    size_t begin = end;
    while (begin > 0 && strchr("0123456789.", text[begin - 1]) != NULL)
        begin--;
    if (begin == end || end - begin > 20 || strlen(text) > 100)
        return NULL;
    char *out = base_array(of->arena, char, strlen(text) + 3);
    snprintf(out, strlen(text) + 3, "%.*s{}%s", (int)begin, text, text + end);
    return out;
}

/* Whether a key that takes any text holds a number: the default of a stat may be a word, dice or a
 * number, as its kind says. */
static bool is_number_as_text(const wyrm_value *value)
{
    double number;
    const char *text = value != NULL ? wyrm_value_text(value) : "";
    return value != NULL && wyrm_value_kind(value) == WYRM_KIND_TEXT &&
           base_number_read(text, strlen(text), &number) && isfinite(number);
}

static bool is_whole_kind(wyrm_kind kind)
{
    return kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_AMOUNT || kind == WYRM_KIND_RANGE;
}

/* Whether the ruleset is valid with this number. */
static bool is_taken(const keying *of, const wyrm_design *design, const char *pattern,
                     double number)
{
    char text[WYRM_CHANGE_TEXT_MAX];
    const wyrm_change change = {of->path, text};
    wyrm_errors *errors;
    wyrm_design *changed = NULL;
    judge_write_number(pattern, number, 12, text);
    base_must(of->arena, wyrm_errors_new(&errors));
    const wyrm_status status = wyrm_design_change(design, &change, 1, &changed, errors);
    wyrm_errors_free(errors);
    wyrm_design_free(changed);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(of->arena, status);
    return status == WYRM_OK;
}

/* Whether the code that uses the value refuses decimals although its kind allows them, as for
 * weights of draws or cards of a deck. Detected between two whole numbers that are both
 * accepted. */
static bool refuses_decimals(const keying *of, const wyrm_design *design, const char *pattern,
                             double near, wyrm_interval range)
{
    double whole = fmax(floor(near), ceil(range.low));
    if (!(whole + 1 <= range.high) || is_taken(of, design, pattern, whole + 0.5) ||
        is_taken(of, design, pattern, whole + 0.25))
        return false;
    return is_taken(of, design, pattern, whole) && is_taken(of, design, pattern, whole + 1);
}

/* `as`: a pattern with which a number in it can be asked for; NULL: there is none. */
static _Noreturn void refuse_no_number(const keying *of, bool is_text, const char *as, bool is_knob)
{
    wyrm_error *error = &of->arena->error;
    if (is_text)
        wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                  "'%.100s' is read as a text, as it may also be a word or dice", of->path);
    else
        wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "'%.100s' is no number: what can be asked for is a whole or decimal one, a ratio, "
            "or an amount or depth table that is but one number",
            of->path);
    if (as != NULL)
        snprintf(error->hint, sizeof error->hint,
                 is_knob ? "in the section 'tune', as: '%.100s' moves the number in it"
                         : "--as '%.100s' asks for a number in it",
                 as);
    base_fail(of->arena, WYRM_ERROR_ARGUMENT);
}

/* Returns the values to be tried. Where neither the caller nor the schema (`field`; NULL: it does
 * not count) sets limits, they reach a hundred times the present magnitude up and down, but not
 * below 0 unless the present value is negative (or it stands in a pattern). */
static wyrm_interval range_around(double now, const wyrm_field *field, bool in_pattern,
                                  const wyrm_solve_options *how)
{
    const bool limits = field != NULL && (field->least < 0 || field->least > 0 ||
                                          field->greatest < 0 || field->greatest > 0);
    const double away = 100 * fmax(fabs(now), 1);
    const double least = limits ? field->least : in_pattern || now >= 0 ? 0 : -(double)INFINITY;
    const double most = limits ? field->greatest : (double)INFINITY;
    return (wyrm_interval){how->has_from ? how->from : fmax(least, now - away),
                           how->has_to ? how->to : fmin(most, now + away)};
}

judge_key judge_read_key(base_arena *arena, const wyrm_design *design, const char *path,
                         const wyrm_solve_options *how, bool is_knob)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const keying of = {arena, ruleset, path};
    const wyrm_value *value = wyrm_ruleset_find(ruleset, path);
    const char *pattern = how->pattern;
    judge_key out = {.path = path, .pattern = pattern};
    const char *gap = pattern != NULL ? strstr(pattern, "{}") : NULL;
    if (pattern != NULL && (gap == NULL || strstr(gap + 2, "{}") != NULL))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' has %s {} for the number to stand in",
                    pattern, gap == NULL ? "no" : "more than one");
    if (strcmp(path, "targets") == 0 || strncmp(path, "targets.", 8) == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "targets are what is wanted, and no number of the game");
    char *text; /* only to report an invalid key */
    base_must(arena, wyrm_changes_text(ruleset, NULL, "base", &(wyrm_change){path, "0"}, 1, &text,
                                       &arena->error));
    wyrm_free(text);
    const wyrm_field *field = field_at(&of, value);
    if (field == NULL && value == NULL)
        refuse_key(&of);
    const wyrm_kind kind = field != NULL ? field->kind : WYRM_KIND_REAL;
    out.whole = is_whole_kind(kind);
    out.has_now = pattern == NULL && judge_number_of(value, &out.now);
    const bool takes = kind != WYRM_KIND_BOOL && kind != WYRM_KIND_TEXT && kind != WYRM_KIND_NAME &&
                       kind != WYRM_KIND_CHOICE && kind != WYRM_KIND_MARGIN;
    const char *as = is_number_as_text(value)                 ? "{}"
                     : value != NULL && takes && !out.has_now ? pattern_for(&of, value)
                                                              : NULL;
    if (pattern == NULL && ((value != NULL && !out.has_now) || !takes || kind >= WYRM_KIND_RECORD))
        refuse_no_number(&of, is_number_as_text(value), as, is_knob);
    const double now = out.has_now ? out.now : 0;
    out.range = range_around(now, pattern == NULL ? field : NULL, pattern != NULL, how);
    if (!out.whole && (takes || pattern != NULL))
        out.whole = refuses_decimals(&of, design, pattern, now, out.range);
    if (out.whole) {
        out.range.low = ceil(out.range.low);
        out.range.high = floor(out.range.high);
    }
    if (!isfinite(out.range.low) || !isfinite(out.range.high) || how->step < 0 ||
        out.range.low > out.range.high)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a range goes upwards: %.12g..%.12g", out.range.low,
                    out.range.high);
    if (out.whole && how->step > 0 && how->step != floor(how->step))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' goes in whole numbers", path);
    out.step = how->step > 0 ? how->step : out.whole ? 1 : 0;
    out.parts = pattern == NULL && field != NULL ? (double)field->parts : 0;
    const double beyond = out.whole ? 1 : 1e-6;
    for (int end = 0; end < 2 && !is_knob; end++) {
        const double at = end == 0 ? out.range.low : out.range.high,
                     unit = out.whole ? 1 : fabs(at);
        out.ends[end] =
            !is_taken(&of, design, pattern, at + (end == 0 ? -1 : 1) * beyond * fmax(1, unit));
    }
    /* The upper end is moved onto a step, so that steps end exactly there. */
    if (out.step > 0)
        out.range.high =
            out.range.low + floor((out.range.high - out.range.low) / out.step + 1e-9) * out.step;
    return out;
}
