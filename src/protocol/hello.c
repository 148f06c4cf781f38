/* The hello of a game, read and written, and the parameters in it.
 *
 * A hello is written as an object that reads back to the same, so that files of runs and baselines
 * can store it. Settings of parameters are checked against the hello, as the hello is checked
 * against the protocol.
 *
 * Names of metrics and keys consist of characters that need no quotes in a file or on a command
 * line. All other texts are cleaned, and cut if too long, when they are read: they will appear in
 * tables and pages whose code need not care about their contents. */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "protocol/internal.h"

#define ABOUT_MAX 1000 /* limit of a description in bytes; the rest is cut */

const ext_metric ext_metrics[] = {
    {"win_rate", WYRM_EXTERNAL_SHARE, false, EXT_WIN_RATE, 0},
    {"survival", WYRM_EXTERNAL_SHARE, true, EXT_SURVIVAL, 0},
    {"final_stage", WYRM_EXTERNAL_AMOUNT, false, EXT_FINAL_STAGE, 0},
    {"unfinished", WYRM_EXTERNAL_SHARE, false, EXT_UNFINISHED, 0},
    {"failed", WYRM_EXTERNAL_SHARE, false, EXT_FAILED, 0},
    {"cause", WYRM_EXTERNAL_CATEGORY, false, EXT_CAUSE, 0},
    {"outcome", WYRM_EXTERNAL_CATEGORY, false, EXT_OUTCOME, 0},
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

const char *wyrm_external_stage_word(const wyrm_external_hello *hello)
{
    return hello->stage[0] != '\0' ? hello->stage : "stage";
}

const char *wyrm_external_kind_word(wyrm_external_kind kind)
{
    return kinds[kind];
}

bool ext_find_metric(const wyrm_external_hello *hello, const char *name, ext_metric *out)
{
    for (size_t i = 0; i < ext_metric_count; i++)
        if (strcmp(ext_metrics[i].name, name) == 0) {
            *out = ext_metrics[i];
            return true;
        }
    for (size_t i = 0; i < hello->metric_count; i++)
        if (strcmp(hello->metrics[i].name, name) == 0) {
            const wyrm_external_kind kind = hello->metrics[i].kind;
            *out = (ext_metric){hello->metrics[i].name, kind, kind == WYRM_EXTERNAL_BY_STAGE,
                                EXT_OWN, i};
            return true;
        }
    return false;
}

size_t ext_metric_index(const wyrm_external_hello *hello, const wyrm_external_metric *metric)
{
    ext_metric found;
    return ext_find_metric(hello, metric->name, &found) && found.kind == metric->kind ? found.index
                                                                                      : SIZE_MAX;
}

bool ext_is_share(const ext_metric *metric)
{
    return metric->kind == WYRM_EXTERNAL_SHARE || metric->kind == WYRM_EXTERNAL_CATEGORY;
}

/* ---- texts and flags ---- */

/* Reads a word and copies it into the arena. */
static const char *keep_word(ext_reader *r, const char *where, const json_t *value)
{
    const char *word = ext_read_word(r, where, value);
    return base_text(r->arena, word, strlen(word));
}

/* Reads a key or the name of a metric, which files and command lines refer to. */
static const char *keep_name(ext_reader *r, const char *where, const json_t *value)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";
    const char *name = keep_word(r, where, value);
    if (name[strspn(name, letters)] != '\0' || !isalpha((unsigned char)name[0]))
        ext_unfit(r, where, value, "a name has letters, digits, '_', '-' and '.', a letter first");
    return name;
}

/* Reads a unit or description, cut at `most` bytes; "" if it is missing. */
static const char *keep_text(ext_reader *r, const char *where, const json_t *value, size_t most)
{
    if (value == NULL)
        return "";
    if (!json_is_string(value))
        ext_unfit(r, where, value, "it is to be a text");
    char *text = ext_clean(r->arena, json_string_value(value), json_string_length(value), false);
    text[base_utf8_cut(text, strlen(text), most)] = '\0';
    return text;
}

/* Reads unit and description of a metric or parameter. */
static void read_words(ext_reader *r, const char *list, const char *name, const json_t *value,
                       const char **unit, const char **about)
{
    ext_label where = ext_at("%s.%s.unit", list, name);
    *unit = keep_text(r, where.text, json_object_get(value, "unit"), WYRM_EXTERNAL_NAME_MAX);
    where = ext_at("%s.%s.about", list, name);
    *about = keep_text(r, where.text, json_object_get(value, "about"), ABOUT_MAX);
}

static bool read_flag(ext_reader *r, const char *where, const json_t *value)
{
    if (!json_is_boolean(value))
        ext_unfit(r, where, value, "it is to be true or false");
    return json_is_true(value);
}

/* ---- hello ---- */

/* Fails if the name is among the `count` names before it. */
static void refuse_twin(ext_reader *r, const char *where, const char *name,
                        const char *const *names, size_t count)
{
    if (base_has_word(names, count, name))
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is '%s', which was named before", where, name);
}

static void read_agents(ext_reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = ext_count_of(r, "agents", list, WYRM_EXTERNAL_AGENTS_MAX);
    const char **names = base_array(r->arena, const char *, count > 0 ? count : 1);
    names[0] = "default";
    for (size_t i = 0; i < count; i++) {
        ext_label where = ext_at("agents[%zu]", i + 1);
        const char *name = keep_word(r, where.text, json_array_get(list, i));
        refuse_twin(r, where.text, name, names, i);
        names[i] = name;
    }
    out->agents = names;
    out->agent_count = count > 0 ? count : 1;
}

/* Returns the index of a word in a list that has the order of an enum. */
static int read_kind(ext_reader *r, const char *where, const json_t *value,
                     const char *const *words, size_t count)
{
    wyrm_error suggested = {0};
    const char *word = json_string_value(value);
    if (word == NULL)
        ext_unfit(r, where, value, "it is to be a kind");
    const size_t at = base_find_word(words, count, word);
    if (at < count)
        return (int)at;
    wyrm_suggest(&suggested, word, words, count);
    ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is %s, which is no kind: %s", where,
               ext_found(r, value), suggested.hint);
}

static void read_metric(ext_reader *r, size_t index, const json_t *value, const char **names,
                        wyrm_external_metric *out)
{
    ext_label where = ext_at("metrics[%zu]", index + 1);
    ext_object_of(r, where.text, value);
    where = ext_at("metrics[%zu].name", index + 1);
    out->name = names[index] = keep_name(r, where.text, json_object_get(value, "name"));
    refuse_twin(r, where.text, out->name, names, index);
    for (size_t i = 0; i < ext_metric_count; i++)
        if (strcmp(ext_metrics[i].name, out->name) == 0)
            ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is '%s', which every game has already",
                       where.text, out->name);
    where = ext_at("metrics.%s.kind", out->name);
    out->kind = (wyrm_external_kind)read_kind(r, where.text, json_object_get(value, "kind"), kinds,
                                              COUNT_OF(kinds));
    read_words(r, "metrics", out->name, value, &out->unit, &out->about);
}

static void read_metrics(ext_reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = ext_count_of(r, "metrics", list, WYRM_EXTERNAL_METRICS_MAX);
    wyrm_external_metric *metrics = base_array(r->arena, wyrm_external_metric, count);
    const char **names = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        read_metric(r, i, json_array_get(list, i), names, &metrics[i]);
    out->metrics = metrics;
    out->metric_count = count;
}

static void read_choices(ext_reader *r, const json_t *value, wyrm_external_parameter *out)
{
    ext_label where = ext_at("parameters.%s.choices", out->key);
    const json_t *list = json_object_get(value, "choices");
    size_t count = ext_count_of(r, where.text, list, WYRM_EXTERNAL_WORDS_MAX);
    if (count == 0)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s is missing", where.text);
    const char **words = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        words[i] = keep_word(r, where.text, json_array_get(list, i));
    out->choices = words;
    out->choice_count = count;
}

/* Returns a JSON value as text: 0.7 as that, and not with all the digits of its nearest double. */
static const char *keep_json(ext_reader *r, const json_t *value)
{
    char number[BASE_NUMBER_MAX];
    if (json_is_real(value)) {
        base_number_double(json_real_value(value), number);
        return base_copy(r->arena, number);
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
    if (text == NULL)
        base_refuse(r->arena, WYRM_ERROR_MEMORY, "out of memory");
    base_keep(r->arena, text, free);
    return ext_clean(r->arena, text, strlen(text), false);
}

/* Returns NULL if a parameter can have a JSON value, otherwise the sentence for what it can have,
 * which is stored in *wanted. */
static const char *refused(const wyrm_external_parameter *parameter, const json_t *value,
                           ext_label *wanted)
{
    double number = json_number_value(value);
    int64_t whole;
    bool fits = false;
    *wanted =
        ext_at("it is to be %s", parameter->kind == WYRM_EXTERNAL_BOOL     ? "true or false"
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
    fits = parameter->kind == WYRM_EXTERNAL_WHOLE ? ext_is_whole(value, &whole)
                                                  : json_is_number(value);
    *wanted = ext_at("it is to be a %s from %.15g to %.15g",
                     parameter->kind == WYRM_EXTERNAL_WHOLE ? "whole number" : "number",
                     parameter->least, parameter->greatest);
    if (isinf(parameter->least) && isinf(parameter->greatest))
        *wanted = ext_at("it is to be a %s",
                         parameter->kind == WYRM_EXTERNAL_WHOLE ? "whole number" : "number");
    return fits && number >= parameter->least && number <= parameter->greatest ? NULL
                                                                               : wanted->text;
}

static void read_parameter(ext_reader *r, size_t index, const json_t *value, const char **names,
                           wyrm_external_parameter *out)
{
    ext_label where = ext_at("parameters[%zu]", index + 1), wanted;
    ext_object_of(r, where.text, value);
    where = ext_at("parameters[%zu].key", index + 1);
    out->key = names[index] = keep_name(r, where.text, json_object_get(value, "key"));
    refuse_twin(r, where.text, out->key, names, index);
    where = ext_at("parameters.%s.kind", out->key);
    out->kind = (wyrm_external_parameter_kind)read_kind(
        r, where.text, json_object_get(value, "kind"), parameter_kinds, COUNT_OF(parameter_kinds));
    out->least = -(double)INFINITY;
    out->greatest = (double)INFINITY;
    where = ext_at("parameters.%s.range", out->key);
    const json_t *range = json_object_get(value, "range");
    if (range != NULL) {
        const char *ends = "it is to be [least, greatest]";
        if (ext_count_of(r, where.text, range, 2) != 2)
            ext_unfit(r, where.text, range, ends);
        out->least = ext_read_number(r, where.text, json_array_get(range, 0), -(double)INFINITY,
                                     (double)INFINITY, ends);
        out->greatest = ext_read_number(r, where.text, json_array_get(range, 1), out->least,
                                        (double)INFINITY, ends);
    }
    if (out->kind == WYRM_EXTERNAL_CHOICE)
        read_choices(r, value, out);
    const json_t *default_value = json_object_get(value, "default");
    where = ext_at("parameters.%s.default", out->key);
    if (default_value != NULL && refused(out, default_value, &wanted) != NULL)
        ext_unfit(r, where.text, default_value, wanted.text);
    out->default_value = default_value != NULL ? keep_json(r, default_value) : "";
    read_words(r, "parameters", out->key, value, &out->unit, &out->about);
}

static void read_parameters(ext_reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = ext_count_of(r, "parameters", list, WYRM_EXTERNAL_PARAMETERS_MAX);
    wyrm_external_parameter *parameters = base_array(r->arena, wyrm_external_parameter, count);
    const char **names = base_array(r->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        read_parameter(r, i, json_array_get(list, i), names, &parameters[i]);
    out->parameters = parameters;
    out->parameter_count = count;
}

static void read_stages(ext_reader *r, const json_t *value, wyrm_external_hello *out)
{
    out->stage = "";
    if (value == NULL)
        return;
    ext_object_of(r, "stages", value);
    const json_t *name = json_object_get(value, "name"), *last = json_object_get(value, "last");
    out->stage = name != NULL ? keep_word(r, "stages.name", name) : "stage";
    if (last != NULL)
        out->last_stage =
            (int32_t)ext_read_whole(r, "stages.last", last, 1, WYRM_EXTERNAL_STAGES_MAX);
}

/* Reads the list of further abilities; unknown words, from later versions, are ignored. */
static void read_abilities(ext_reader *r, const json_t *list, wyrm_external_hello *out)
{
    size_t count = ext_count_of(r, "can", list, WYRM_EXTERNAL_WORDS_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        for (size_t k = 0; k < COUNT_OF(abilities); k++)
            if (word != NULL && strcmp(word, abilities[k].word) == 0)
                out->can |= abilities[k].bit;
    }
}

static void read_hello(base_arena *arena, void *context)
{
    ext_reader *r = context;
    wyrm_external_hello *out = r->out;
    (void)arena;
    ext_read_line(r);
    const json_t *hello = json_object_get(r->root, "hello");
    if (hello == NULL)
        ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL, "it answered '%s', which is no hello",
                   ext_quoted(r->arena, r->line, r->length));
    ext_object_of(r, "hello", hello);
    const json_t *version = json_object_get(hello, "wyrm");
    const json_t *skill = json_object_get(hello, "by_skill");
    const json_t *seeded = json_object_get(hello, "seeded");
    const json_t *own = json_object_get(hello, "version");
    int64_t spoken = WYRM_EXTERNAL_PROTOCOL;
    if (version != NULL && (!ext_is_whole(version, &spoken) || spoken != WYRM_EXTERNAL_PROTOCOL))
        ext_unfit(r, "wyrm", version,
                  ext_at("this speaks version %d", WYRM_EXTERNAL_PROTOCOL).text);
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
    ext_reader r = {.arena = arena, .line = line, .length = length, .out = out, .wrong = wrong};
    *out = (wyrm_external_hello){0};
    return ext_read_as(&r, read_hello);
}

/* Writes a member whose value was stored as JSON text. */
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

static void put_parameter(base_json *json, const wyrm_external_parameter *one)
{
    base_putf(json, "{key:%s kind:%s", one->key, parameter_kinds[one->kind]);
    if (isfinite(one->least))
        base_putf(json, "range:[%g %g]", one->least, one->greatest);
    if (one->choice_count > 0)
        base_put_texts(json, "choices", one->choices, one->choice_count);
    if (one->default_value[0] != '\0')
        put_json(json, "default", one->default_value);
    put_text(json, "unit", one->unit);
    put_text(json, "about", one->about);
    base_put_end(json);
}

void ext_hello_put(base_json *json, const wyrm_external_hello *hello)
{
    base_putf(json, "hello:{wyrm:%d name:%s", WYRM_EXTERNAL_PROTOCOL, hello->name);
    put_text(json, "version", hello->version);
    base_put_texts(json, "agents", hello->agents, hello->agent_count);
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

/* Converts typed text to the JSON value for a parameter; NULL if it is not valid JSON. */
static json_t *typed(const wyrm_external_parameter *parameter, const char *text)
{
    bool words = parameter->kind == WYRM_EXTERNAL_CHOICE || parameter->kind == WYRM_EXTERNAL_TEXT;
    return words ? json_string(text) : json_loads(text, JSON_DECODE_ANY, NULL);
}

/* Arguments and result of make_setting(). */
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
    ext_label wanted = {{0}};
    made->value = typed(parameter, made->text);
    if (refused(parameter, made->value, &wanted) != NULL) {
        wyrm_error suggested = {0};
        wyrm_suggest(&suggested, made->text, parameter->choices, parameter->choice_count);
        base_refuse(arena, WYRM_ERROR_RANGE, "%s is '%s', and %s%s%s", parameter->key,
                    ext_quoted(arena, made->text, strlen(made->text)), wanted.text,
                    suggested.hint[0] != '\0' ? ": " : "", suggested.hint);
    }
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    int64_t whole;
    if (parameter->kind == WYRM_EXTERNAL_WHOLE && ext_is_whole(made->value, &whole))
        base_put_whole(&json, NULL, whole);
    else if (json_is_integer(made->value))
        base_put_whole(&json, NULL, json_integer_value(made->value));
    else if (json_is_real(made->value))
        base_buffer_append_double(&text, json_real_value(made->value));
    else if (json_is_boolean(made->value))
        base_put_bool(&json, NULL, json_is_true(made->value));
    else
        base_put_text(&json, NULL, json_string_value(made->value));
    made->out = base_buffer_keep(&text, arena);
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
