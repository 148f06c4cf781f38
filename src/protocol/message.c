/* The answers of a game: played runs, draws, fights, frames.
 *
 * An answer contains the number of its question, which must be the next one, and either the result
 * or the reason why there is none.
 *
 * Two kinds of errors are distinguished because they have different consequences. A line that does
 * not answer the next question shows that the two programs are out of step, so nothing after it can
 * be trusted. An answer in its place with an invalid value is the failure of that run only. A
 * metric without a value is no error; one that was not declared is, as its name is mostly
 * misspelt. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "protocol/internal.h"

#define DISTINCT_MAX 100000 /* limit of different numbers in the answer to a draw or fight */

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

/* ---- answers ---- */

/* Fails because of an answer to another question. */
static _Noreturn void wrong_number(ext_reader *r, int64_t number)
{
    const ext_question *asked = r->question;
    if (asked->answered_before && (uint64_t)number == asked->before)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_RUN, "it answered %s %" PRId64 " a second time",
                   asked->what, number);
    ext_refuse(r, WYRM_EXTERNAL_WRONG_RUN,
               "it answered %s %" PRId64 ", and the answer to %s %" PRIu64 " was next", asked->what,
               number, asked->what, asked->number);
}

/* Reads an answer; returns its member with the result, an object. */
static const json_t *read_answer(ext_reader *r, const char *member)
{
    const ext_question *asked = r->question;
    int64_t number;
    ext_read_line(r);
    if (!ext_is_whole(json_object_get(r->root, asked->what), &number) || number < 0)
        ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL, "it answered '%s', which has no number under '%s'",
                   ext_quoted(r->arena, r->line, r->length), asked->what);
    if ((uint64_t)number != asked->number)
        wrong_number(r, number);
    const json_t *failed = json_object_get(r->root, "failed");
    if (failed != NULL && !json_is_string(failed))
        ext_unfit(r, "failed", failed, "it is to be a text");
    if (failed != NULL)
        ext_refuse(
            r, WYRM_EXTERNAL_SAID, "%s",
            ext_clean(r->arena, json_string_value(failed), json_string_length(failed), false));
    const json_t *result = json_object_get(r->root, member);
    if (result == NULL)
        ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL,
                   "it answered '%s', which has neither '%s' nor 'failed'",
                   ext_quoted(r->arena, r->line, r->length), member);
    return ext_object_of(r, member, result);
}

/* ---- runs ---- */

static void read_share(ext_reader *r, const char *where, const json_t *value,
                       wyrm_external_value *out)
{
    out->of = 1;
    if (json_is_boolean(value)) {
        out->number = json_is_true(value);
    } else if (json_is_array(value)) {
        const char *wanted = "a share of a count is [k, n], k of n";
        if (json_array_size(value) != 2)
            ext_unfit(r, where, value, wanted);
        out->of = ext_read_number(r, where, json_array_get(value, 1), 0, WYRM_EXTERNAL_NUMBER_MAX,
                                  wanted);
        out->number = json_number_value(json_array_get(value, 0));
        if (!json_is_number(json_array_get(value, 0)) ||
            !(out->number >= 0 && out->number <= out->of))
            ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is [%s, %.6g], and %s", r->within, where,
                       ext_found(r, json_array_get(value, 0)), out->of, wanted);
    } else {
        out->number = ext_read_number(r, where, value, 0, 1,
                                      "a share is true, false, from 0 to 1, or [k, n]");
    }
}

static void read_by_stage(ext_reader *r, const char *where, const json_t *value,
                          wyrm_external_value *out)
{
    size_t most = r->question->hello->last_stage > 0 ? (size_t)r->question->hello->last_stage
                                                     : WYRM_EXTERNAL_STAGES_MAX;
    if (!json_is_array(value))
        ext_unfit(r, where, value, "it is to be a list, stage 1 first");
    out->count = ext_count_of(r, where, value, most);
    double *numbers = base_array(r->arena, double, out->count);
    for (size_t i = 0; i < out->count; i++) {
        const json_t *one = json_array_get(value, i);
        if (json_is_null(one))
            numbers[i] = (double)NAN;
        else
            numbers[i] = json_number_value(one);
        if (!json_is_null(one) &&
            !(json_is_number(one) && fabs(numbers[i]) <= WYRM_EXTERNAL_NUMBER_MAX))
            ext_unfit(r, ext_at("%s[%zu]", where, i + 1).text, one,
                      "it is to be a number, or null");
    }
    out->by_stage = numbers;
}

static void read_value(ext_reader *r, const wyrm_external_metric *metric, const json_t *value,
                       wyrm_external_value *out)
{
    const char *where = metric->name;
    out->told = true;
    if (json_is_null(value))
        ext_unfit(r, where, value, "a metric without a value is left out");
    if (metric->kind == WYRM_EXTERNAL_SHARE)
        read_share(r, where, value, out);
    else if (metric->kind == WYRM_EXTERNAL_AMOUNT)
        out->number = ext_read_number(r, where, value, 0, WYRM_EXTERNAL_NUMBER_MAX,
                                      "an amount is a number from 0 up to 1e100");
    else if (metric->kind == WYRM_EXTERNAL_NUMBER)
        out->number =
            ext_read_number(r, where, value, -WYRM_EXTERNAL_NUMBER_MAX, WYRM_EXTERNAL_NUMBER_MAX,
                            "it is to be a number within 1e100");
    else if (metric->kind == WYRM_EXTERNAL_CATEGORY)
        out->word = ext_read_word(r, where, value);
    else
        read_by_stage(r, where, value, out);
}

/* Fails because of a member that is no declared metric. */
static _Noreturn void undeclared(ext_reader *r, const json_t *members)
{
    const char *names[WYRM_EXTERNAL_METRICS_MAX], *key;
    json_t *all = (json_t *)(uintptr_t)members, *value;
    size_t count = r->question->hello->metric_count;
    wyrm_error suggested = {0};
    for (size_t i = 0; i < count; i++)
        names[i] = r->question->hello->metrics[i].name;
    json_object_foreach(all, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(names[i], key) != 0)
            i++;
        if (i == count)
            break;
    }
    wyrm_suggest(&suggested, key != NULL ? key : "", names, count);
    ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "metrics.%s is not in the hello%s%s",
               key != NULL ? ext_quoted(r->arena, key, strlen(key)) : "",
               suggested.hint[0] != '\0' ? ": " : "", suggested.hint);
}

static void read_values(ext_reader *r, const json_t *members, wyrm_external_value *values)
{
    size_t told = 0;
    if (members == NULL)
        return;
    ext_object_of(r, "metrics", members);
    r->within = "metrics.";
    for (size_t i = 0; i < r->question->hello->metric_count; i++) {
        const json_t *value = json_object_get(members, r->question->hello->metrics[i].name);
        if (value == NULL)
            continue;
        read_value(r, &r->question->hello->metrics[i], value, &values[i]);
        told++;
    }
    if (told < json_object_size(members))
        undeclared(r, members);
}

static wyrm_external_end end_of(ext_reader *r, const char *outcome)
{
    if (strcmp(outcome, "failed") == 0)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE,
                   "outcome is 'failed', which is no end: say why, under 'failed'");
    return strcmp(outcome, "won") == 0          ? WYRM_EXTERNAL_WON
           : strcmp(outcome, "lost") == 0       ? WYRM_EXTERNAL_LOST
           : strcmp(outcome, "unfinished") == 0 ? WYRM_EXTERNAL_UNFINISHED
                                                : WYRM_EXTERNAL_OTHER;
}

static void read_run(base_arena *arena, void *context)
{
    ext_reader *r = context;
    const ext_reply *reply = r->out;
    wyrm_external_run *out = reply->run;
    (void)arena;
    const json_t *result = read_answer(r, "result");
    const json_t *stage = json_object_get(result, "stage");
    const json_t *cause = json_object_get(result, "cause");
    int32_t last = r->question->hello->last_stage;
    out->outcome = ext_read_word(r, "outcome", json_object_get(result, "outcome"));
    out->end = end_of(r, out->outcome);
    if (stage != NULL && !json_is_null(stage))
        out->stage = (int32_t)ext_read_whole(r, "stage", stage, 1,
                                             last > 0 ? last : WYRM_EXTERNAL_STAGES_MAX);
    if (cause != NULL && !json_is_null(cause) &&
        !(json_is_string(cause) && json_string_length(cause) == 0))
        out->cause = ext_read_word(r, "cause", cause);
    read_values(r, json_object_get(result, "metrics"), reply->values);
}

/* ---- draws, fights, frames ---- */

/* A number, and how often it occurred. */
typedef struct counted {
    int64_t value;
    uint64_t times;
} counted;

static int compare_counted(const void *a, const void *b)
{
    const counted *one = a, *other = b;
    return (one->value > other->value) - (one->value < other->value);
}

/* Reads a whole number as in JSON: "12" or "-3", not "012". */
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

/* Reads an object that maps numbers to counts; returns the sum of the counts. */
static uint64_t read_counts(ext_reader *r, const char *where, const json_t *value,
                            wyrm_external_counts *out)
{
    const char *key;
    json_t *members = (json_t *)(uintptr_t)ext_object_of(r, where, value), *one;
    size_t count = json_object_size(members), filled = 0;
    uint64_t sum = 0;
    if (count > DISTINCT_MAX)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s has %zu entries, and at most %d are allowed",
                   where, count, DISTINCT_MAX);
    counted *list = base_array(r->arena, counted, count);
    json_object_foreach(members, key, one)
    {
        const char *clean = ext_quoted(r->arena, key, strlen(key));
        if (!scan_key(key, &list[filled].value))
            ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s has '%s', and it counts whole numbers",
                       where, clean);
        ext_label inside = ext_at("%s.%s", where, clean);
        list[filled].times =
            (uint64_t)ext_read_whole(r, inside.text, one, 0, (int64_t)r->question->count);
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

static void read_draws(ext_reader *r, wyrm_external_draws *out)
{
    const json_t *result = read_answer(r, "result");
    const json_t *misses = json_object_get(result, "misses");
    int64_t most = (int64_t)r->question->count;
    out->tells_misses = misses != NULL;
    if (misses != NULL)
        out->misses = (uint64_t)ext_read_whole(r, "misses", misses, 0, most);
    uint64_t sum = read_counts(r, "damage", json_object_get(result, "damage"), &out->damage);
    if (sum + out->misses != r->question->count)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE,
                   "it tells of %" PRIu64 " attacks, and was asked for %" PRIu64, sum + out->misses,
                   r->question->count);
}

static void read_fights(ext_reader *r, wyrm_external_fights *out)
{
    const json_t *result = read_answer(r, "result");
    const json_t *turns = json_object_get(result, "turns");
    uint64_t count = r->question->count;
    out->won =
        (uint64_t)ext_read_whole(r, "won", json_object_get(result, "won"), 0, (int64_t)count);
    out->lost = (uint64_t)ext_read_whole(r, "lost", json_object_get(result, "lost"), 0,
                                         (int64_t)(count - out->won));
    out->neither = count - out->won - out->lost;
    uint64_t told = turns != NULL ? read_counts(r, "turns", turns, &out->turns) : count;
    if (told != count && told != out->won + out->lost)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE,
                   "turns tells of %" PRIu64 " fights, and was asked for %" PRIu64, told, count);
}

static void read_frames(ext_reader *r, ext_reply *out)
{
    const json_t *list = json_object_get(read_answer(r, "replay"), "frames");
    const char **frames;
    out->frame_count = ext_count_of(r, "frames", list, WYRM_EXTERNAL_LINE_MAX);
    out->frames = frames = base_array(r->arena, const char *, out->frame_count);
    for (size_t i = 0; i < out->frame_count; i++) {
        const json_t *frame = json_array_get(list, i);
        if (!json_is_string(frame))
            ext_unfit(r, ext_at("frames[%zu]", i + 1).text, frame, "it is to be a text");
        frames[i] = ext_clean(r->arena, json_string_value(frame), json_string_length(frame), true);
    }
}

static void read_reply(base_arena *arena, void *context)
{
    ext_reader *r = context;
    ext_reply *out = r->out;
    (void)arena;
    if (strcmp(r->question->what, "draw") == 0)
        read_draws(r, &out->draws);
    else if (strcmp(r->question->what, "fight") == 0)
        read_fights(r, &out->fights);
    else
        read_frames(r, out);
}

/* Resets a run to what is known before it is read. */
static void begin_run(const ext_question *question, wyrm_external_run *out,
                      wyrm_external_value *values)
{
    memset(values, 0, question->hello->metric_count * sizeof *values);
    *out = (wyrm_external_run){
        .run = out->run, .seed = out->seed, .outcome = "", .cause = "", .why = "", .log = ""};
    out->values = values;
}

wyrm_status ext_reply_read(base_arena *arena, const char *line, size_t length,
                           const ext_question *question, ext_reply *out, ext_wrong *wrong)
{
    bool played = question->hello != NULL;
    ext_reader r = {.arena = arena,
                    .line = line,
                    .length = length,
                    .question = question,
                    .out = out,
                    .keep = played,
                    .wrong = wrong};
    if (played)
        begin_run(question, out->run, out->values);
    else
        *out = (ext_reply){0};
    return ext_read_as(&r, played ? read_run : read_reply);
}
