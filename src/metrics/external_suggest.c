/* Targets to begin with: what a game did in its first runs, as rows of a file.
 *
 * Nobody wants a game to be exactly as it is today. But a file whose targets hold, with the names
 * of everything that could be asked for, is quicker put right than an empty one is filled. The
 * interval of a figure is where it is by 95 in 100 such samples; twice as wide, and between round
 * numbers, so that another sample of the same game seldom fails. Of what comes stage by stage a few
 * are suggested from the first to the last one that runs often come to: three targets on the first
 * three floors of twenty would look as if the rest were in order. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"

#define STAGES     6    /* that are suggested of what comes by stage, at most */
#define FAR        10   /* not those that fewer than one run in so many comes to */
#define UNFINISHED 0.05 /* of runs, at most */
#define WIDER      2.0

/* The text so far. */
typedef struct suggesting {
    base_arena *arena;
    const wyrm_external_seen *seen;
    unsigned indent;
    wyrm_text *out;
    size_t key_count, key_capacity;
    const char **keys; /* that are taken */
} suggesting;

/* ---- lines ---- */

static void begin_line(const suggesting *to, unsigned deeper)
{
    for (unsigned i = 0; i < to->indent + deeper; i++)
        wyrm_text_append_char(to->out, ' ');
}

/* A text in quotes, as YAML has it; there are no control characters in what a game says. */
static void put_text(const suggesting *to, const char *key, const char *text)
{
    begin_line(to, 2);
    wyrm_text_appendf(to->out, "%s: \"", key);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            wyrm_text_append_char(to->out, '\\');
        wyrm_text_append_char(to->out, *text);
    }
    wyrm_text_append(to->out, "\"\n");
}

static bool is_taken(const suggesting *to, const char *key)
{
    for (size_t i = 0; i < to->key_count; i++)
        if (strcmp(to->keys[i], key) == 0)
            return true;
    return false;
}

/* The key of a target: the metric, with what of it is meant, as a name that no other has. */
static void put_key(suggesting *to, const char *metric, const char *more)
{
    char key[2 * WYRM_EXTERNAL_NAME_MAX + 8];
    int length =
        snprintf(key, sizeof key, "%.40s%s%.10s", metric, more[0] != '\0' ? "_" : "", more);
    for (char *at = key; *at != '\0'; at++)
        *at = *at == '.' ? '_' : *at;
    for (int n = 2; is_taken(to, key); n++)
        snprintf(key + length, sizeof key - (size_t)length, "_%d", n);
    to->keys = (const char **)base_grow(to->arena, (void *)to->keys, to->key_count,
                                        &to->key_capacity, sizeof *to->keys);
    to->keys[to->key_count++] = base_copy(to->arena, key);
    begin_line(to, 0);
    wyrm_text_appendf(to->out, "%s:\n", key);
    begin_line(to, 2);
    wyrm_text_appendf(to->out, "metric: %s\n", metric);
    if (strcmp(to->seen->facts->agent, to->seen->facts->hello->agents[0]) != 0)
        put_text(to, "agent", to->seen->facts->agent);
}

static void put_number(const suggesting *to, double value)
{
    char text[WYRM_NUMBER_MAX];
    wyrm_number_double(value, text);
    wyrm_text_append(to->out, text);
}

/* A multiple of a power of ten, or of its inverse where that is whole: so that 3 of 0.1 is 0.3. */
static double multiple(double count, int power)
{
    return power < 0 ? count / pow(10.0, -power) : count * pow(10.0, power);
}

/* The interval around a figure, wider, between two numbers with the digits that matter. */
static void put_range(const suggesting *to, double value, wyrm_interval measured,
                      wyrm_interval can_be)
{
    wyrm_interval wide = {fmax(value - WIDER * (value - measured.low), can_be.low),
                          fmin(value + WIDER * (measured.high - value), can_be.high)};
    double width = wide.high - wide.low;
    int power = width > 0.0 ? (int)floor(log10(width / 4.0)) : 0;
    double step = pow(10.0, power);
    begin_line(to, 2);
    wyrm_text_append(to->out, "range: [");
    put_number(to, fmax(multiple(floor(wide.low / step), power), can_be.low));
    wyrm_text_append(to->out, ", ");
    put_number(to, fmin(multiple(ceil(wide.high / step), power), can_be.high));
    wyrm_text_append(to->out, "]\n");
}

/* What was measured, to be known besides. */
static void put_note(const suggesting *to, double value)
{
    char number[WYRM_NUMBER_MAX];
    double size = fabs(value) > 0.0 ? floor(log10(fabs(value))) : 0.0;
    int power = (int)size - 2;
    wyrm_number_double(multiple(round(value / pow(10.0, power)), power), number);
    const judge_text note =
        judge_say("%s in the first %llu runs", number, (unsigned long long)to->seen->summary->runs);
    put_text(to, "note", note.text);
}

static bool is_known(double value, wyrm_interval measured)
{
    return isfinite(value) && isfinite(measured.low) && isfinite(measured.high);
}

/* ---- what is suggested ---- */

static const wyrm_interval of_shares = {0.0, 1.0};
static const wyrm_interval of_amounts = {0.0, (double)INFINITY};
static const wyrm_interval of_numbers = {-(double)INFINITY, (double)INFINITY};

static void suggest_word(suggesting *to, const char *metric, const wyrm_external_word *word,
                         uint64_t all)
{
    if (word->count == all) /* the only one there is */
        return;
    put_key(to, metric, "most");
    put_text(to, "word", word->word);
    put_range(to, (double)word->count / (double)all,
              wyrm_share_interval(word->count, all, JUDGE_CONFIDENCE), of_shares);
    put_note(to, (double)word->count / (double)all);
}

static void suggest_stage(suggesting *to, const char *metric, size_t stage, double value,
                          wyrm_interval measured, wyrm_interval can_be)
{
    if (!is_known(value, measured))
        return;
    put_key(to, metric, judge_say("%zu", stage).text);
    begin_line(to, 2);
    wyrm_text_appendf(to->out, "stages: %zu\n", stage);
    put_range(to, value, measured, can_be);
    put_note(to, value);
}

/* Stage `k` of those that are suggested where `far` of them have enough runs: the first, the last,
 * and what lies between them evenly; 0: there are no more. */
static size_t stage_at(size_t k, size_t far)
{
    if (k >= STAGES || k >= far)
        return 0;
    return far <= STAGES ? k + 1 : 1 + (k * (far - 1) + (STAGES - 1) / 2) / (STAGES - 1);
}

/* Only amounts lie above 0 by their kind; what is told stage by stage does where no mean of it is
 * below: a count of those that got through is not to be -0.1 at least. */
static wyrm_interval of_stages(const wyrm_external_figure *figure)
{
    for (size_t i = 0; i < figure->stage_count; i++)
        if (figure->stages[i].mean < 0)
            return of_numbers;
    return of_amounts;
}

static void suggest_figure(suggesting *to, const wyrm_external_figure *figure)
{
    const wyrm_external_metric *metric = figure->metric;
    const wyrm_estimate *estimate = &figure->estimate;
    if (metric->kind == WYRM_EXTERNAL_CATEGORY && figure->word_count > 0)
        suggest_word(to, metric->name, &figure->words[0], figure->count);
    size_t far = figure->stage_count;
    while (far > 0 && figure->stages[far - 1].count * FAR < to->seen->summary->complete)
        far--;
    for (size_t k = 0, at; (at = stage_at(k, far)) > 0; k++)
        suggest_stage(to, metric->name, at, figure->stages[at - 1].mean,
                      wyrm_mean_interval(&figure->stages[at - 1], JUDGE_CONFIDENCE),
                      of_stages(figure));
    if (!is_known(estimate->value, estimate->ci95))
        return;
    put_key(to, metric->name, "");
    put_range(to, estimate->value, estimate->ci95,
              metric->kind == WYRM_EXTERNAL_SHARE    ? of_shares
              : metric->kind == WYRM_EXTERNAL_AMOUNT ? of_amounts
                                                     : of_numbers);
    put_note(to, estimate->value);
}

static void suggest_usual(suggesting *to)
{
    const wyrm_external_summary *sum = to->seen->summary;
    wyrm_interval stage = wyrm_mean_interval(&sum->final_stage, JUDGE_CONFIDENCE);
    if (sum->ends[WYRM_EXTERNAL_WON] > 0) {
        put_key(to, "win_rate", "");
        put_range(to, sum->win_rate, sum->win_rate_ci95, of_shares);
        put_note(to, sum->win_rate);
    }
    size_t far = sum->stage_count > 0 ? sum->stage_count - 1 : 0; /* to leave the last is to win */
    while (far > 0 && sum->stages[far - 1].entered * FAR < sum->complete + sum->unfinished)
        far--;
    for (size_t k = 0, at; (at = stage_at(k, far)) > 0; k++)
        suggest_stage(to, "survival", at, sum->stages[at - 1].survival,
                      sum->stages[at - 1].survival_ci95, of_shares);
    if (sum->final_stage.count > 0 && is_known(sum->final_stage.mean, stage)) {
        put_key(to, "final_stage", "");
        put_range(to, sum->final_stage.mean, stage, of_amounts);
        put_note(to, sum->final_stage.mean);
    }
    if (sum->cause_count > 0)
        suggest_word(to, "cause", &sum->causes[0], sum->complete);
    double unfinished =
        wyrm_share_interval(sum->unfinished, sum->complete + sum->unfinished, JUDGE_CONFIDENCE)
            .high;
    put_key(to, "unfinished", "");
    begin_line(to, 2);
    wyrm_text_append(to->out, "at_most: ");
    put_number(to, fmax(UNFINISHED, multiple(ceil(100.0 * unfinished), -2)));
    wyrm_text_append(to->out, "\n");
}

static void suggest(base_arena *arena, void *context)
{
    suggesting *to = context;
    const wyrm_external_summary *sum = to->seen->summary;
    to->arena = arena;
    if (sum->complete == 0)
        return;
    suggest_usual(to);
    for (size_t i = 0; i < sum->figure_count; i++)
        suggest_figure(to, &sum->figures[i]);
}

wyrm_status wyrm_external_suggest(const wyrm_external_seen *seen, unsigned indent, char **out,
                                  wyrm_error *error)
{
    wyrm_text text = {0};
    suggesting to = {.seen = seen, .indent = indent, .out = &text};
    wyrm_status status = base_do(suggest, &to, error);
    *out = NULL;
    if (status == WYRM_OK)
        return wyrm_text_give(&text, out, error);
    wyrm_free(text.bytes);
    return status;
}
