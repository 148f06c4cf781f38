/* The lines of a game: who it says it is, and what it answers.
 *
 * Nothing of it is trusted. Each member is looked up by name and held to what the protocol and the
 * hello say of it, and the first thing that is wrong ends the reading with a sentence that names
 * the member, what it is and what it should be: who writes an adapter has nothing else to go by.
 * Members that nobody looks up are not seen at all, which is how the protocol can grow.
 *
 * Numbers are whole where they have no fraction: some languages write 4.0. Texts have what could
 * steer a terminal written out, here, so that nobody after this needs to think of it. */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "protocol/internal.h"

#define ABOUT_MAX    1000   /* bytes of a sentence; more is cut */
#define QUOTE_MAX    60     /* bytes of a line that are quoted */
#define DISTINCT_MAX 100000 /* different numbers in the answer to a draw or fight */

const ext_metric ext_metrics[] = {
    {"win_rate", WYRM_EXTERNAL_SHARE, false},     {"survival", WYRM_EXTERNAL_SHARE, true},
    {"final_stage", WYRM_EXTERNAL_AMOUNT, false}, {"unfinished", WYRM_EXTERNAL_SHARE, false},
    {"failed", WYRM_EXTERNAL_SHARE, false},       {"cause", WYRM_EXTERNAL_CATEGORY, false},
    {"outcome", WYRM_EXTERNAL_CATEGORY, false},
};
const size_t ext_metric_count = COUNT_OF(ext_metrics);

static const char *const kinds[] = {
    [WYRM_EXTERNAL_SHARE] = "share",       [WYRM_EXTERNAL_AMOUNT] = "amount",
    [WYRM_EXTERNAL_NUMBER] = "number",     [WYRM_EXTERNAL_CATEGORY] = "category",
    [WYRM_EXTERNAL_BY_STAGE] = "by stage",
};

static const char *const parameter_kinds[] = {
    [WYRM_EXTERNAL_WHOLE] = "whole", [WYRM_EXTERNAL_REAL] = "number",
    [WYRM_EXTERNAL_BOOL] = "bool",   [WYRM_EXTERNAL_CHOICE] = "choice",
    [WYRM_EXTERNAL_TEXT] = "text",
};

static const struct {
    const char *word;
    unsigned bit;
} abilities[] = {{"fight", WYRM_EXTERNAL_CAN_FIGHT},
                 {"draw", WYRM_EXTERNAL_CAN_DRAW},
                 {"replay", WYRM_EXTERNAL_CAN_REPLAY}};

const char *wyrm_external_end_word(wyrm_external_end end)
{
    static const char *const words[] = {"won", "lost", "other", "unfinished", "failed"};
    return (size_t)end < COUNT_OF(words) ? words[end] : "";
}

static const struct {
    const char *word, *text;
} failures[] = {
#define FAILURE(name, word, sentence) [name] = {word, sentence},
    WYRM_EXTERNAL_FAILURE_ROWS(FAILURE)
#undef FAILURE
};

const char *wyrm_external_failure_word(wyrm_external_failure failure)
{
    return (size_t)failure < COUNT_OF(failures) ? failures[failure].word : "";
}

const char *wyrm_external_failure_text(wyrm_external_failure failure)
{
    return (size_t)failure < COUNT_OF(failures) ? failures[failure].text : "";
}

/* ---- what is wrong, and how it is said ---- */

/* One line that is being read. */
typedef struct reader {
    base_arena *arena;
    const char *line;
    size_t length;
    const ext_question *question;     /* NULL: it is to be a hello */
    const wyrm_external_hello *hello; /* of runs */
    void *out;
    wyrm_external_value *values; /* of runs */
    json_t *root;
    const char *within; /* what stands before the names of members: "metrics." */
    bool keep;          /* the texts of a run are those of its line, where they need no cleaning */
    ext_wrong *wrong;
} reader;

static _Noreturn void wrong(reader *r, wyrm_external_failure failure, const char *format, ...)
    WYRM_PRINTF(3, 4);
static _Noreturn void wrong(reader *r, wyrm_external_failure failure, const char *format, ...)
{
    wyrm_error error;
    va_list arguments;
    va_start(arguments, format);
    base_vfail(&error, WYRM_ERROR_SYNTAX, format, arguments);
    va_end(arguments);
    r->wrong->failure = failure;
    memcpy(r->wrong->why, error.message, sizeof r->wrong->why);
    base_fail(r->arena, WYRM_ERROR_SYNTAX);
}

/* The name of a member, written like "metrics.gold" or "agents[2]", for what is said of it. */
typedef struct place {
    char text[160];
} place;

static place at(const char *format, ...) WYRM_PRINTF(1, 2);
static place at(const char *format, ...)
{
    place made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

char *ext_clean(base_arena *arena, const char *text, size_t length, bool lines)
{
    wyrm_text clean = {0};
    char *given, *out;
    /* Of a character that is cut, a line would lend the rest. */
    const char *copy = base_text(arena, text, length);
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && copy[plain] != '\n' && copy[plain] != '\t')
            plain++;
        wyrm_text_append_visible(&clean, copy + i, plain - i);
        if (plain < length)
            wyrm_text_append_char(&clean, copy[plain] == '\n' && lines ? '\n' : ' ');
        i = plain + 1;
    }
    base_must(arena, wyrm_text_give(&clean, &given, &arena->error));
    out = base_text(arena, given, strlen(given));
    wyrm_free(given);
    return out;
}

/* Cleaned, and cut with an ellipsis where it is long. */
static const char *quoted(base_arena *arena, const char *text, size_t length)
{
    size_t kept = wyrm_utf8_cut(text, length, QUOTE_MAX);
    char *clean = ext_clean(arena, text, kept, false), *out;
    if (kept == length)
        return clean;
    size_t room = strlen(clean) + 4;
    out = base_array(arena, char, room);
    snprintf(out, room, "%s...", clean);
    return out;
}

/* What stands there instead: "-3", "'abc'", "a list". */
static const char *found(reader *r, const json_t *value)
{
    char text[6 * QUOTE_MAX + 100]; /* "\\u001b" for a byte */
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.6g", json_real_value(value));
    else if (json_is_string(value))
        snprintf(text, sizeof text, "'%s'",
                 quoted(r->arena, json_string_value(value), json_string_length(value)));
    else
        snprintf(text, sizeof text, "%s",
                 json_is_array(value)    ? "a list"
                 : json_is_object(value) ? "an object"
                 : json_is_true(value)   ? "true"
                 : json_is_false(value)  ? "false"
                                         : "null");
    return base_text(r->arena, text, strlen(text));
}

/* "metrics.gold is -3, and an amount is a number from 0". */
static _Noreturn void unfit(reader *r, const char *where, const json_t *value, const char *wanted)
{
    if (value == NULL)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is missing", r->within, where);
    wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is %s, and %s", r->within, where, found(r, value),
          wanted);
}

/* ---- single values ---- */

/* A text of at most WYRM_EXTERNAL_NAME_MAX bytes, which is not empty. */
static const char *read_word(reader *r, const char *where, const json_t *value)
{
    if (!json_is_string(value))
        unfit(r, where, value, "it is to be a text");
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    for (const char *c = text; length <= WYRM_EXTERNAL_NAME_MAX && *c != '\0'; c++)
        if (*c < ' ' || *c > '~') {
            text = ext_clean(r->arena, text, length, false);
            length = strlen(text);
            break;
        }
    if (length > WYRM_EXTERNAL_NAME_MAX)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is '%.70s', longer than %d bytes", r->within,
              where, quoted(r->arena, text, length), WYRM_EXTERNAL_NAME_MAX);
    if (length == 0)
        unfit(r, where, value, "it is to say something");
    return text;
}

/* The same that must outlive the line. */
static const char *keep_word(reader *r, const char *where, const json_t *value)
{
    const char *word = read_word(r, where, value);
    return base_text(r->arena, word, strlen(word));
}

/* A key or the name of a metric, which files and command lines name. */
static const char *keep_name(reader *r, const char *where, const json_t *value)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";
    const char *name = keep_word(r, where, value);
    if (name[strspn(name, letters)] != '\0' || !isalpha((unsigned char)name[0]))
        unfit(r, where, value, "a name has letters, digits, '_', '-' and '.', a letter first");
    return name;
}

/* A unit, a sentence; "" where it is not there. Long ones are cut. */
static const char *keep_text(reader *r, const char *where, const json_t *value, size_t most)
{
    if (value == NULL)
        return "";
    if (!json_is_string(value))
        unfit(r, where, value, "it is to be a text");
    char *text = ext_clean(r->arena, json_string_value(value), json_string_length(value), false);
    text[wyrm_utf8_cut(text, strlen(text), most)] = '\0';
    return text;
}

/* Whether it is a number without a fraction that a double and an int64_t both hold. */
static bool is_whole(const json_t *value, int64_t *out)
{
    double number = json_number_value(value);
    bool whole =
        json_is_number(value) && fabs(number) <= 9007199254740992.0 && number == floor(number);
    *out = whole ? (int64_t)number : 0;
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    return whole;
}

static int64_t read_whole(reader *r, const char *where, const json_t *value, int64_t least,
                          int64_t most)
{
    int64_t number;
    if (!is_whole(value, &number) || number < least || number > most)
        unfit(r, where, value,
              at("it is to be a whole number from %" PRId64 " to %" PRId64, least, most).text);
    return number;
}

static bool read_flag(reader *r, const char *where, const json_t *value)
{
    if (!json_is_boolean(value))
        unfit(r, where, value, "it is to be true or false");
    return json_is_true(value);
}

static double read_number(reader *r, const char *where, const json_t *value, double least,
                          double most, const char *wanted)
{
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= least && number <= most))
        unfit(r, where, value, wanted);
    return number;
}

/* The list under a key, of at most `most`; a count of 0 where it is not there. */
static size_t count_of(reader *r, const char *where, const json_t *list, size_t most)
{
    if (list == NULL)
        return 0;
    if (!json_is_array(list))
        unfit(r, where, list, "it is to be a list");
    if (json_array_size(list) > most)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s has %zu entries, and at most %zu are allowed",
              r->within, where, json_array_size(list), most);
    return json_array_size(list);
}

static const json_t *object_of(reader *r, const char *where, const json_t *value)
{
    if (!json_is_object(value))
        unfit(r, where, value, "it is to be an object");
    return value;
}

/* ---- lines ---- */

/* Writers of JSON are fond of words for what is not finite, which JSON does not have. Finds the
 * first outside of texts, and the member that it belongs to. */
static bool find_not_finite(const reader *r, const char **word, size_t *word_length,
                            const char **name, size_t *name_length)
{
    const char *last = NULL, *end = r->line + r->length;
    size_t last_length = 0;
    *name = NULL;
    for (const char *c = r->line; c < end; c++) {
        if (*c == '"') {
            last = ++c;
            while (c < end && *c != '"')
                c += *c == '\\' && c + 1 < end ? 2 : 1;
            last_length = (size_t)((c < end ? c : end) - last);
        } else if (*c == ':' && last != NULL) {
            *name = last;
            *name_length = last_length;
        } else if (isalpha((unsigned char)*c)) {
            *word = c;
            while (c < end && isalpha((unsigned char)*c))
                c++;
            *word_length = (size_t)(c-- - *word);
            if (*word_length >= 3 &&
                (strncasecmp(*word, "nan", 3) == 0 || strncasecmp(*word, "inf", 3) == 0))
                return *name != NULL;
        }
    }
    return false;
}

/* What is said of a line that is no JSON object. */
static _Noreturn void no_object(reader *r, const json_error_t *error)
{
    const char *word = "", *name = "", *line = quoted(r->arena, r->line, r->length);
    size_t word_length = 0, name_length = 0;
    if (r->length == 0)
        wrong(r, WYRM_EXTERNAL_NO_PROTOCOL, "it printed an empty line: one line, one object");
    if (error == NULL || r->line[0] != '{')
        wrong(r, WYRM_EXTERNAL_NO_PROTOCOL,
              "it printed '%s', which is no JSON object: standard output is for the protocol, "
              "standard error for everything else",
              line);
    if (find_not_finite(r, &word, &word_length, &name, &name_length))
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE,
              "%s is %s, which is no number: a metric without a value is left out",
              quoted(r->arena, name, name_length), quoted(r->arena, word, word_length));
    const char *why = quoted(r->arena, error->text, strlen(error->text));
    if (json_error_code(error) == json_error_numeric_overflow)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "it printed '%s', and no number is as large: %s", line,
              why);
    wrong(r, WYRM_EXTERNAL_NO_PROTOCOL, "it printed '%s', which is not JSON: %s", line, why);
}

static void end_json(json_t *root)
{
    json_decref(root);
}

static void read_line(reader *r)
{
    json_error_t error;
    while (r->length > 0 && isspace((unsigned char)r->line[r->length - 1]))
        r->length--;
    r->root = json_loadb(r->line, r->length, JSON_REJECT_DUPLICATES, &error);
    /* A whole number above 2^63 is a number, too, for languages whose whole numbers have no end. */
    if (r->root == NULL && json_error_code(&error) == json_error_numeric_overflow)
        r->root = json_loadb(r->line, r->length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL,
                             &error);
    if (r->root == NULL && json_error_code(&error) == json_error_out_of_memory)
        base_refuse(r->arena, WYRM_ERROR_MEMORY, "out of memory");
    if (r->root != NULL && r->keep)
        base_keep(r->arena, r->root, end_json);
    if (!json_is_object(r->root))
        no_object(r, r->root == NULL ? &error : NULL);
}

static wyrm_status read_as(reader *r, void (*job)(base_arena *arena, void *context))
{
    r->wrong->failure = WYRM_EXTERNAL_NO_FAILURE;
    r->wrong->why[0] = '\0';
    r->within = "";
    wyrm_status status = base_run(r->arena, job, r);
    if (!r->keep)
        json_decref(r->root);
    return status;
}

/* ---- hello ---- */

/* Whether a name of a list has come before. */
static void refuse_twin(reader *r, const char *where, const char *name, const char *const *names,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is '%s', which was named before", where, name);
}

static void read_agents(reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = count_of(r, "agents", list, WYRM_EXTERNAL_AGENTS_MAX);
    const char **names = base_array(r->arena, const char *, count > 0 ? count : 1);
    names[0] = "default";
    for (size_t i = 0; i < count; i++) {
        place where = at("agents[%zu]", i + 1);
        const char *name = keep_word(r, where.text, json_array_get(list, i));
        refuse_twin(r, where.text, name, names, i);
        names[i] = name;
    }
    out->agents = names;
    out->agent_count = count > 0 ? count : 1;
}

/* One of some words, in the order of an enum. */
static int read_kind(reader *r, const char *where, const json_t *value, const char *const *words,
                     size_t count)
{
    wyrm_error suggested = {0};
    const char *word = json_string_value(value);
    for (size_t i = 0; word != NULL && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return (int)i;
    if (word == NULL)
        unfit(r, where, value, "it is to be a kind");
    wyrm_suggest(&suggested, word, words, count);
    wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is %s, which is no kind: %s", where, found(r, value),
          suggested.hint);
}

static void read_metric(reader *r, size_t index, const json_t *value, const char **names,
                        wyrm_external_metric *out)
{
    place where = at("metrics[%zu]", index + 1);
    object_of(r, where.text, value);
    where = at("metrics[%zu].name", index + 1);
    out->name = names[index] = keep_name(r, where.text, json_object_get(value, "name"));
    refuse_twin(r, where.text, out->name, names, index);
    for (size_t i = 0; i < ext_metric_count; i++)
        if (strcmp(ext_metrics[i].name, out->name) == 0)
            wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is '%s', which every game has already",
                  where.text, out->name);
    where = at("metrics.%s.kind", out->name);
    out->kind = (wyrm_external_kind)read_kind(r, where.text, json_object_get(value, "kind"), kinds,
                                              COUNT_OF(kinds));
    where = at("metrics.%s.unit", out->name);
    out->unit = keep_text(r, where.text, json_object_get(value, "unit"), WYRM_EXTERNAL_NAME_MAX);
    where = at("metrics.%s.about", out->name);
    out->about = keep_text(r, where.text, json_object_get(value, "about"), ABOUT_MAX);
}

static void read_metrics(reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = count_of(r, "metrics", list, WYRM_EXTERNAL_METRICS_MAX);
    wyrm_external_metric *metrics = base_array(r->arena, wyrm_external_metric, count);
    const char **names = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        read_metric(r, i, json_array_get(list, i), names, &metrics[i]);
    out->metrics = metrics;
    out->metric_count = count;
}

static void read_choices(reader *r, const json_t *value, wyrm_external_parameter *out)
{
    place where = at("parameters.%s.choices", out->key);
    const json_t *list = json_object_get(value, "choices");
    size_t count = count_of(r, where.text, list, WYRM_EXTERNAL_WORDS_MAX);
    if (count == 0)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is missing", where.text);
    const char **words = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        words[i] = keep_word(r, where.text, json_array_get(list, i));
    out->choices = words;
    out->choice_count = count;
}

/* A value of JSON as its own text. */
static const char *keep_json(reader *r, const json_t *value)
{
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
    if (text == NULL)
        base_refuse(r->arena, WYRM_ERROR_MEMORY, "out of memory");
    size_t length = strlen(text);
    char *copy = base_take(r->arena, length + 1, 1);
    memcpy(copy, text, length);
    free(text);
    return ext_clean(r->arena, copy, length, false);
}

/* Whether a value of JSON is one that a parameter can have; else what it can have. */
static const char *refused(const wyrm_external_parameter *parameter, const json_t *value,
                           place *wanted)
{
    double number = json_number_value(value);
    int64_t whole;
    bool fits = false;
    *wanted = at("it is to be %s", parameter->kind == WYRM_EXTERNAL_BOOL     ? "true or false"
                                   : parameter->kind == WYRM_EXTERNAL_CHOICE ? "one of its choices"
                                                                             : "a text");
    if (parameter->kind == WYRM_EXTERNAL_BOOL)
        fits = json_is_boolean(value);
    if (parameter->kind == WYRM_EXTERNAL_TEXT)
        fits = json_is_string(value) && json_string_length(value) <= WYRM_TEXT_MAX;
    for (size_t i = 0; i < parameter->choice_count && json_is_string(value); i++)
        fits = fits || strcmp(parameter->choices[i], json_string_value(value)) == 0;
    if (parameter->kind != WYRM_EXTERNAL_WHOLE && parameter->kind != WYRM_EXTERNAL_REAL)
        return fits ? NULL : wanted->text;
    fits = parameter->kind == WYRM_EXTERNAL_WHOLE ? is_whole(value, &whole) : json_is_number(value);
    *wanted = at("it is to be a %s from %.15g to %.15g",
                 parameter->kind == WYRM_EXTERNAL_WHOLE ? "whole number" : "number",
                 parameter->least, parameter->greatest);
    if (isinf(parameter->least) && isinf(parameter->greatest))
        *wanted = at("it is to be a %s",
                     parameter->kind == WYRM_EXTERNAL_WHOLE ? "whole number" : "number");
    return fits && number >= parameter->least && number <= parameter->greatest ? NULL
                                                                               : wanted->text;
}

static void read_parameter(reader *r, size_t index, const json_t *value, const char **names,
                           wyrm_external_parameter *out)
{
    place where = at("parameters[%zu]", index + 1), wanted;
    object_of(r, where.text, value);
    where = at("parameters[%zu].key", index + 1);
    out->key = names[index] = keep_name(r, where.text, json_object_get(value, "key"));
    refuse_twin(r, where.text, out->key, names, index);
    where = at("parameters.%s.kind", out->key);
    out->kind = (wyrm_external_parameter_kind)read_kind(
        r, where.text, json_object_get(value, "kind"), parameter_kinds, COUNT_OF(parameter_kinds));
    out->least = -(double)INFINITY;
    out->greatest = (double)INFINITY;
    where = at("parameters.%s.range", out->key);
    const json_t *range = json_object_get(value, "range");
    if (range != NULL) {
        const char *ends = "it is to be [least, greatest]";
        if (count_of(r, where.text, range, 2) != 2)
            unfit(r, where.text, range, ends);
        out->least = read_number(r, where.text, json_array_get(range, 0), -(double)INFINITY,
                                 (double)INFINITY, ends);
        out->greatest = read_number(r, where.text, json_array_get(range, 1), out->least,
                                    (double)INFINITY, ends);
    }
    if (out->kind == WYRM_EXTERNAL_CHOICE)
        read_choices(r, value, out);
    const json_t *fallback = json_object_get(value, "default");
    where = at("parameters.%s.default", out->key);
    if (fallback != NULL && refused(out, fallback, &wanted) != NULL)
        unfit(r, where.text, fallback, wanted.text);
    out->fallback = fallback != NULL ? keep_json(r, fallback) : "";
    where = at("parameters.%s.unit", out->key);
    out->unit = keep_text(r, where.text, json_object_get(value, "unit"), WYRM_EXTERNAL_NAME_MAX);
    where = at("parameters.%s.about", out->key);
    out->about = keep_text(r, where.text, json_object_get(value, "about"), ABOUT_MAX);
}

static void read_parameters(reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = count_of(r, "parameters", list, WYRM_EXTERNAL_PARAMETERS_MAX);
    wyrm_external_parameter *parameters = base_array(r->arena, wyrm_external_parameter, count);
    const char **names = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        read_parameter(r, i, json_array_get(list, i), names, &parameters[i]);
    out->parameters = parameters;
    out->parameter_count = count;
}

static void read_stages(reader *r, const json_t *value, wyrm_external_hello *out)
{
    out->stage = "";
    if (value == NULL)
        return;
    object_of(r, "stages", value);
    const json_t *name = json_object_get(value, "name"), *last = json_object_get(value, "last");
    out->stage = name != NULL ? keep_word(r, "stages.name", name) : "stage";
    if (last != NULL)
        out->last_stage = (int32_t)read_whole(r, "stages.last", last, 1, WYRM_EXTERNAL_STAGES_MAX);
}

/* What else it can do; words of later versions are passed over. */
static void read_abilities(reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = count_of(r, "can", list, WYRM_EXTERNAL_WORDS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        for (size_t k = 0; k < COUNT_OF(abilities); k++)
            if (word != NULL && strcmp(word, abilities[k].word) == 0)
                out->can |= abilities[k].bit;
    }
}

static void read_hello(base_arena *arena, void *context)
{
    reader *r = context;
    wyrm_external_hello *out = r->out;
    (void)arena;
    read_line(r);
    const json_t *hello = json_object_get(r->root, "hello");
    if (hello == NULL)
        wrong(r, WYRM_EXTERNAL_NO_PROTOCOL, "it answered '%s', which is no hello",
              quoted(r->arena, r->line, r->length));
    object_of(r, "hello", hello);
    const json_t *version = json_object_get(hello, "wyrm");
    const json_t *skill = json_object_get(hello, "by_skill");
    const json_t *seeded = json_object_get(hello, "seeded");
    const json_t *own = json_object_get(hello, "version");
    int64_t spoken = WYRM_EXTERNAL_PROTOCOL;
    if (version != NULL && (!is_whole(version, &spoken) || spoken != WYRM_EXTERNAL_PROTOCOL))
        unfit(r, "wyrm", version, at("this speaks version %d", WYRM_EXTERNAL_PROTOCOL).text);
    out->name = keep_word(r, "name", json_object_get(hello, "name"));
    out->version = own != NULL ? keep_text(r, "version", own, WYRM_EXTERNAL_NAME_MAX) : "";
    read_agents(r, json_object_get(hello, "agents"), out);
    out->by_skill = skill != NULL && read_flag(r, "by_skill", skill);
    out->seeded = seeded == NULL || read_flag(r, "seeded", seeded);
    read_stages(r, json_object_get(hello, "stages"), out);
    read_metrics(r, json_object_get(hello, "metrics"), out);
    read_parameters(r, json_object_get(hello, "parameters"), out);
    read_abilities(r, json_object_get(hello, "can"), out);
}

wyrm_status ext_hello_read(base_arena *arena, const char *line, size_t length,
                           wyrm_external_hello *out, ext_wrong *wrong)
{
    reader r = {.arena = arena, .line = line, .length = length, .out = out, .wrong = wrong};
    *out = (wyrm_external_hello){0};
    return read_as(&r, read_hello);
}

/* A text of JSON, as it was kept, as a member. */
static void put_json(base_json *json, const char *key, const char *text)
{
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    if (json_is_string(value))
        base_put_text(json, key, json_string_value(value));
    else if (json_is_boolean(value))
        base_put_bool(json, key, json_is_true(value));
    else if (json_is_integer(value))
        base_put_whole(json, key, json_integer_value(value));
    else if (json_is_real(value))
        base_put_real(json, key, json_real_value(value));
    json_decref(value);
}

static void put_text(base_json *json, const char *key, const char *text)
{
    if (text[0] != '\0')
        base_put_text(json, key, text);
}

static void put_words(base_json *json, const char *key, const char *const *words, size_t count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_put_text(json, NULL, words[i]);
    base_put_end(json);
}

static void put_parameter(base_json *json, const wyrm_external_parameter *one)
{
    base_putf(json, "{key:%s kind:%s", one->key, parameter_kinds[one->kind]);
    if (isfinite(one->least))
        base_putf(json, "range:[%g %g]", one->least, one->greatest);
    if (one->choice_count > 0)
        put_words(json, "choices", one->choices, one->choice_count);
    if (one->fallback[0] != '\0')
        put_json(json, "default", one->fallback);
    put_text(json, "unit", one->unit);
    put_text(json, "about", one->about);
    base_put_end(json);
}

void ext_hello_put(base_json *json, const wyrm_external_hello *hello)
{
    base_putf(json, "hello:{wyrm:%d name:%s", WYRM_EXTERNAL_PROTOCOL, hello->name);
    put_text(json, "version", hello->version);
    put_words(json, "agents", hello->agents, hello->agent_count);
    base_putf(json, "by_skill:%i seeded:%i", hello->by_skill, hello->seeded);
    if (hello->stage[0] != '\0')
        base_putf(json, "stages:{name:%s", hello->stage);
    if (hello->stage[0] != '\0' && hello->last_stage > 0)
        base_putf(json, "last:%d", (int)hello->last_stage);
    if (hello->stage[0] != '\0')
        base_put_end(json);
    base_put_list(json, "metrics");
    for (const wyrm_external_metric *one = hello->metrics;
         one < hello->metrics + hello->metric_count; one++) {
        base_putf(json, "{name:%s kind:%s", one->name, kinds[one->kind]);
        put_text(json, "unit", one->unit);
        put_text(json, "about", one->about);
        base_put_end(json);
    }
    base_putf(json, "] parameters:[");
    for (size_t i = 0; i < hello->parameter_count; i++)
        put_parameter(json, &hello->parameters[i]);
    base_putf(json, "] can:[");
    for (size_t i = 0; i < COUNT_OF(abilities); i++)
        if (hello->can & abilities[i].bit)
            base_put_text(json, NULL, abilities[i].word);
    base_putf(json, "]}");
}

/* ---- parameters ---- */

/* What is typed, as the value of JSON that it is for a parameter; NULL where it is none. */
static json_t *typed(const wyrm_external_parameter *parameter, const char *text)
{
    bool words = parameter->kind == WYRM_EXTERNAL_CHOICE || parameter->kind == WYRM_EXTERNAL_TEXT;
    return words ? json_string(text) : json_loads(text, JSON_DECODE_ANY, NULL);
}

/* What a setting is made of. */
typedef struct setting {
    const wyrm_external_parameter *parameter;
    const char *text;
    json_t *value;
    char *out;
} setting;

static void make_setting(base_arena *arena, void *context)
{
    setting *made = context;
    const wyrm_external_parameter *parameter = made->parameter;
    place wanted = {{0}};
    made->value = typed(parameter, made->text);
    if (refused(parameter, made->value, &wanted) != NULL) {
        wyrm_error suggested = {0};
        wyrm_suggest(&suggested, made->text, parameter->choices, parameter->choice_count);
        base_refuse(arena, WYRM_ERROR_RANGE, "%s is '%s', and %s%s%s", parameter->key,
                    quoted(arena, made->text, strlen(made->text)), wanted.text,
                    suggested.hint[0] != '\0' ? ": " : "", suggested.hint);
    }
    wyrm_text text = {0};
    base_json json = {.text = &text, .digits = 17};
    int64_t whole;
    if (parameter->kind == WYRM_EXTERNAL_WHOLE && is_whole(made->value, &whole))
        base_put_whole(&json, NULL, whole);
    else if (json_is_integer(made->value))
        base_put_whole(&json, NULL, json_integer_value(made->value));
    else if (json_is_real(made->value))
        wyrm_text_append_double(&text, json_real_value(made->value));
    else if (json_is_boolean(made->value))
        base_put_bool(&json, NULL, json_is_true(made->value));
    else
        base_put_text(&json, NULL, json_string_value(made->value));
    base_must(arena, wyrm_text_give(&text, &made->out, &arena->error));
    base_keep(arena, made->out, wyrm_free);
}

char *ext_setting(base_arena *arena, const wyrm_external_parameter *parameter, const char *text,
                  wyrm_error *error)
{
    setting made = {.parameter = parameter, .text = text};
    wyrm_status status = base_run(arena, make_setting, &made);
    json_decref(made.value);
    if (status == WYRM_ERROR_MEMORY && arena->end != NULL)
        base_fail(arena, status);
    if (status != WYRM_OK && error != NULL)
        *error = arena->error;
    return status == WYRM_OK ? made.out : NULL;
}

/* ---- answers ---- */

/* An answer to somebody else's question. */
static _Noreturn void wrong_number(reader *r, int64_t number)
{
    const ext_question *asked = r->question;
    if (asked->answered_before && (uint64_t)number == asked->before)
        wrong(r, WYRM_EXTERNAL_WRONG_RUN, "it answered %s %" PRId64 " a second time", asked->what,
              number);
    wrong(r, WYRM_EXTERNAL_WRONG_RUN,
          "it answered %s %" PRId64 ", and the answer to %s %" PRIu64 " was next", asked->what,
          number, asked->what, asked->number);
}

/* The member of an answer that holds what was asked for. */
static const json_t *read_answer(reader *r, const char *member)
{
    const ext_question *asked = r->question;
    int64_t number;
    read_line(r);
    if (!is_whole(json_object_get(r->root, asked->what), &number) || number < 0)
        wrong(r, WYRM_EXTERNAL_NO_PROTOCOL, "it answered '%s', which has no number under '%s'",
              quoted(r->arena, r->line, r->length), asked->what);
    if ((uint64_t)number != asked->number)
        wrong_number(r, number);
    const json_t *failed = json_object_get(r->root, "failed");
    if (failed != NULL && !json_is_string(failed))
        unfit(r, "failed", failed, "it is to be a text");
    if (failed != NULL)
        wrong(r, WYRM_EXTERNAL_SAID, "%s",
              ext_clean(r->arena, json_string_value(failed), json_string_length(failed), false));
    const json_t *result = json_object_get(r->root, member);
    if (result == NULL)
        wrong(r, WYRM_EXTERNAL_NO_PROTOCOL, "it answered '%s', which has neither '%s' nor 'failed'",
              quoted(r->arena, r->line, r->length), member);
    return object_of(r, member, result);
}

/* ---- runs ---- */

static void read_share(reader *r, const char *where, const json_t *value, wyrm_external_value *out)
{
    out->of = 1;
    if (json_is_boolean(value)) {
        out->number = json_is_true(value);
    } else if (json_is_array(value)) {
        const char *wanted = "a share of a count is [k, n], k of n";
        if (json_array_size(value) != 2)
            unfit(r, where, value, wanted);
        out->of =
            read_number(r, where, json_array_get(value, 1), 0, WYRM_EXTERNAL_NUMBER_MAX, wanted);
        out->number = json_number_value(json_array_get(value, 0));
        if (!json_is_number(json_array_get(value, 0)) ||
            !(out->number >= 0 && out->number <= out->of))
            wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is [%s, %.6g], and %s", r->within, where,
                  found(r, json_array_get(value, 0)), out->of, wanted);
    } else {
        out->number =
            read_number(r, where, value, 0, 1, "a share is true, false, from 0 to 1, or [k, n]");
    }
}

static void read_by_stage(reader *r, const char *where, const json_t *value,
                          wyrm_external_value *out)
{
    size_t most =
        r->hello->last_stage > 0 ? (size_t)r->hello->last_stage : WYRM_EXTERNAL_STAGES_MAX;
    if (!json_is_array(value))
        unfit(r, where, value, "it is to be a list, stage 1 first");
    out->count = count_of(r, where, value, most);
    double *numbers = base_array(r->arena, double, out->count);
    for (size_t i = 0; i < out->count; i++) {
        const json_t *one = json_array_get(value, i);
        if (json_is_null(one))
            numbers[i] = (double)NAN;
        else
            numbers[i] = json_number_value(one);
        if (!json_is_null(one) &&
            !(json_is_number(one) && fabs(numbers[i]) <= WYRM_EXTERNAL_NUMBER_MAX))
            unfit(r, at("%s[%zu]", where, i + 1).text, one, "it is to be a number, or null");
    }
    out->by_stage = numbers;
}

static void read_value(reader *r, const wyrm_external_metric *metric, const json_t *value,
                       wyrm_external_value *out)
{
    const char *where = metric->name;
    out->told = true;
    if (json_is_null(value))
        unfit(r, where, value, "a metric without a value is left out");
    if (metric->kind == WYRM_EXTERNAL_SHARE)
        read_share(r, where, value, out);
    else if (metric->kind == WYRM_EXTERNAL_AMOUNT)
        out->number = read_number(r, where, value, 0, WYRM_EXTERNAL_NUMBER_MAX,
                                  "an amount is a number from 0 up to 1e100");
    else if (metric->kind == WYRM_EXTERNAL_NUMBER)
        out->number = read_number(r, where, value, -WYRM_EXTERNAL_NUMBER_MAX,
                                  WYRM_EXTERNAL_NUMBER_MAX, "it is to be a number within 1e100");
    else if (metric->kind == WYRM_EXTERNAL_CATEGORY)
        out->word = read_word(r, where, value);
    else
        read_by_stage(r, where, value, out);
}

/* A member that no metric has. */
static _Noreturn void undeclared(reader *r, const json_t *members)
{
    const char *names[WYRM_EXTERNAL_METRICS_MAX], *key;
    json_t *all = (json_t *)(uintptr_t)members, *value;
    size_t count = r->hello->metric_count;
    wyrm_error suggested = {0};
    for (size_t i = 0; i < count; i++)
        names[i] = r->hello->metrics[i].name;
    json_object_foreach(all, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(names[i], key) != 0)
            i++;
        if (i == count)
            break;
    }
    wyrm_suggest(&suggested, key != NULL ? key : "", names, count);
    wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "metrics.%s is not in the hello%s%s",
          key != NULL ? quoted(r->arena, key, strlen(key)) : "",
          suggested.hint[0] != '\0' ? ": " : "", suggested.hint);
}

static void read_values(reader *r, const json_t *members)
{
    size_t told = 0;
    if (members == NULL)
        return;
    object_of(r, "metrics", members);
    r->within = "metrics.";
    for (size_t i = 0; i < r->hello->metric_count; i++) {
        const json_t *value = json_object_get(members, r->hello->metrics[i].name);
        if (value == NULL)
            continue;
        read_value(r, &r->hello->metrics[i], value, &r->values[i]);
        told++;
    }
    if (told < json_object_size(members))
        undeclared(r, members);
}

static wyrm_external_end end_of(reader *r, const char *outcome)
{
    if (strcmp(outcome, "failed") == 0)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE,
              "outcome is 'failed', which is no end: say why, under 'failed'");
    return strcmp(outcome, "won") == 0          ? WYRM_EXTERNAL_WON
           : strcmp(outcome, "lost") == 0       ? WYRM_EXTERNAL_LOST
           : strcmp(outcome, "unfinished") == 0 ? WYRM_EXTERNAL_UNFINISHED
                                                : WYRM_EXTERNAL_OTHER;
}

static void read_run(base_arena *arena, void *context)
{
    reader *r = context;
    wyrm_external_run *out = r->out;
    (void)arena;
    const json_t *result = read_answer(r, "result");
    const json_t *stage = json_object_get(result, "stage");
    const json_t *cause = json_object_get(result, "cause");
    int32_t last = r->hello->last_stage;
    out->outcome = read_word(r, "outcome", json_object_get(result, "outcome"));
    out->end = end_of(r, out->outcome);
    if (stage != NULL && !json_is_null(stage))
        out->stage =
            (int32_t)read_whole(r, "stage", stage, 1, last > 0 ? last : WYRM_EXTERNAL_STAGES_MAX);
    if (cause != NULL && !json_is_null(cause) &&
        !(json_is_string(cause) && json_string_length(cause) == 0))
        out->cause = read_word(r, "cause", cause);
    read_values(r, json_object_get(result, "metrics"));
}

wyrm_status ext_run_read(base_arena *arena, const char *line, size_t length,
                         const ext_question *question, const wyrm_external_hello *hello,
                         wyrm_external_run *out, wyrm_external_value *values, ext_wrong *wrong)
{
    reader r = {.arena = arena,
                .line = line,
                .length = length,
                .question = question,
                .hello = hello,
                .out = out,
                .values = values,
                .keep = true,
                .wrong = wrong};
    memset(values, 0, hello->metric_count * sizeof *values);
    *out = (wyrm_external_run){
        .run = out->run, .seed = out->seed, .outcome = "", .cause = "", .why = "", .log = ""};
    out->values = values;
    return read_as(&r, read_run);
}

/* ---- draws, fights, frames ---- */

/* How often a number came. */
typedef struct counted {
    int64_t value;
    uint64_t times;
} counted;

static int compare_counted(const void *a, const void *b)
{
    const counted *one = a, *other = b;
    return (one->value > other->value) - (one->value < other->value);
}

/* A whole number as JSON writes it: "12", "-3", no "012". */
static bool scan_key(const char *text, int64_t *out)
{
    const char *digits = text + (text[0] == '-');
    size_t length = strlen(digits);
    if (length == 0 || length > 18 || digits[strspn(digits, "0123456789")] != '\0' ||
        (digits[0] == '0' && (length > 1 || text[0] == '-')))
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

/* An object of counts by number; the sum of them. */
static uint64_t read_counts(reader *r, const char *where, const json_t *value,
                            wyrm_external_counts *out)
{
    const char *key;
    json_t *members = (json_t *)(uintptr_t)object_of(r, where, value), *one;
    size_t count = json_object_size(members), filled = 0;
    uint64_t sum = 0;
    if (count > DISTINCT_MAX)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s has %zu entries, and at most %d are allowed", where,
              count, DISTINCT_MAX);
    counted *list = base_array(r->arena, counted, count);
    json_object_foreach(members, key, one)
    {
        const char *clean = quoted(r->arena, key, strlen(key));
        if (!scan_key(key, &list[filled].value))
            wrong(r, WYRM_EXTERNAL_WRONG_VALUE, "%s has '%s', and it counts whole numbers", where,
                  clean);
        place inside = at("%s.%s", where, clean);
        list[filled].times =
            (uint64_t)read_whole(r, inside.text, one, 0, (int64_t)r->question->count);
        sum += list[filled++].times;
    }
    if (count > 0)
        qsort(list, count, sizeof *list, compare_counted);
    int64_t *values = base_array(r->arena, int64_t, count);
    uint64_t *times = base_array(r->arena, uint64_t, count);
    for (size_t i = 0; i < count; i++) {
        values[i] = list[i].value;
        times[i] = list[i].times;
    }
    *out = (wyrm_external_counts){count, values, times};
    return sum;
}

static void read_draws(reader *r, wyrm_external_draws *out)
{
    const json_t *result = read_answer(r, "result");
    const json_t *misses = json_object_get(result, "misses");
    int64_t most = (int64_t)r->question->count;
    out->tells_misses = misses != NULL;
    if (misses != NULL)
        out->misses = (uint64_t)read_whole(r, "misses", misses, 0, most);
    uint64_t sum = read_counts(r, "damage", json_object_get(result, "damage"), &out->damage);
    if (sum + out->misses != r->question->count)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE,
              "it tells of %" PRIu64 " attacks, and was asked for %" PRIu64, sum + out->misses,
              r->question->count);
}

static void read_fights(reader *r, wyrm_external_fights *out)
{
    const json_t *result = read_answer(r, "result");
    const json_t *turns = json_object_get(result, "turns");
    uint64_t count = r->question->count;
    out->won = (uint64_t)read_whole(r, "won", json_object_get(result, "won"), 0, (int64_t)count);
    out->lost = (uint64_t)read_whole(r, "lost", json_object_get(result, "lost"), 0,
                                     (int64_t)(count - out->won));
    out->neither = count - out->won - out->lost;
    uint64_t told = turns != NULL ? read_counts(r, "turns", turns, &out->turns) : count;
    if (told != count && told != out->won + out->lost)
        wrong(r, WYRM_EXTERNAL_WRONG_VALUE,
              "turns tells of %" PRIu64 " fights, and was asked for %" PRIu64, told, count);
}

static void read_frames(reader *r, ext_reply *out)
{
    const json_t *list = json_object_get(read_answer(r, "replay"), "frames");
    const char **frames;
    out->frame_count = count_of(r, "frames", list, WYRM_EXTERNAL_LINE_MAX);
    out->frames = frames = base_array(r->arena, const char *, out->frame_count);
    for (size_t i = 0; i < out->frame_count; i++) {
        const json_t *frame = json_array_get(list, i);
        if (!json_is_string(frame))
            unfit(r, at("frames[%zu]", i + 1).text, frame, "it is to be a text");
        frames[i] = ext_clean(r->arena, json_string_value(frame), json_string_length(frame), true);
    }
}

static void read_reply(base_arena *arena, void *context)
{
    reader *r = context;
    ext_reply *out = r->out;
    (void)arena;
    if (strcmp(r->question->what, "draw") == 0)
        read_draws(r, &out->draws);
    else if (strcmp(r->question->what, "fight") == 0)
        read_fights(r, &out->fights);
    else
        read_frames(r, out);
}

wyrm_status ext_reply_read(base_arena *arena, const char *line, size_t length,
                           const ext_question *question, ext_reply *out, ext_wrong *wrong)
{
    reader r = {.arena = arena,
                .line = line,
                .length = length,
                .question = question,
                .out = out,
                .wrong = wrong};
    *out = (ext_reply){0};
    return read_as(&r, read_reply);
}
