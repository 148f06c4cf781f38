/* The keys that sensing turns, and their steps.
 *
 * A key is what a ruleset says as a number, range, amount, table of depths, switch or choice of a
 * few words; patterns name some of them, else all are turned that are said and that a game is
 * played by. A number goes a share of itself up and down, by 1 at least where it is whole, within
 * the limits of its row; of several numbers each does but for those that are 0, since that mostly
 * says "none". A switch or choice has each of its other words for a step. Steps are written as the
 * file would say them, so that what is turned can be put there as it stands.
 */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct turning {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const wyrm_sense_options *how;
    wyrm_sense *out;
    bool *named; /* by pattern: it named a key */
    size_t key_room;
} turning;

/* ---- which ---- */

/* Whether a path is what a pattern names, or in it. */
static bool matches(const char *pattern, const char *path)
{
    for (; *pattern != '\0' && *pattern != '*'; pattern++, path++)
        if (*pattern != *path)
            return false;
    if (*pattern == '\0')
        return *path == '\0' || *path == '.';
    do
        if (matches(pattern + 1, path))
            return true;
    while (*path != '\0' && *path++ != '.');
    return false;
}

/* Choices of more words than these say what a thing is rather than how: they are turned where a
 * pattern names them. */
#define WORDS_MAX 3

static bool is_turned(turning *of, const char *path, const wyrm_value *value)
{
    const char *const *words = wyrm_value_field(value)->choices;
    size_t count = 0;
    while (wyrm_value_kind(value) == WYRM_KIND_CHOICE && words[count] != NULL)
        count++;
    bool found = of->how->key_count == 0 && !wyrm_value_is_default(value) && count <= WORDS_MAX;
    for (size_t i = 0; i < of->how->key_count; i++)
        if (matches(of->how->keys[i], path))
            found = of->named[i] = true;
    return found;
}

/* ---- a step away ---- */

/* A number a step away, within the limits of its row; the same where it cannot be. */
static double stepped(const turning *of, const wyrm_field *field, double now, bool whole, int up)
{
    const bool limits =
        field->least < 0 || field->least > 0 || field->greatest < 0 || field->greatest > 0;
    const double span = limits ? field->greatest - field->least : (double)INFINITY;
    double step = fabs(now) * of->how->by;
    if (!(step > 0))
        step = (span <= 100 ? span : 1) * of->how->by;
    if (whole)
        step = fmax(1, round(step));
    char text[40];
    snprintf(text, sizeof text, "%.12g", now + up * step); /* as it is written */
    const double to = strtod(text, NULL);
    return limits ? fmin(fmax(to, field->least), field->greatest) : to;
}

/* One of several numbers of a value: 0 stays. */
static double stepped_part(const turning *of, const wyrm_field *field, double now, bool whole,
                           int up)
{
    return fabs(now) > 0 ? stepped(of, field, now, whole, up) : now;
}

static void write_number(wyrm_text *out, double number, bool whole)
{
    wyrm_text_appendf(out, whole ? "%.0f" : "%.12g", fabs(number) > 0 ? number : 0);
}

static void write_ends(const turning *of, const wyrm_value *value, bool whole, int up,
                       wyrm_text *out)
{
    const wyrm_field *field = wyrm_value_field(value);
    wyrm_text_append(out, "[");
    write_number(out, stepped_part(of, field, wyrm_value_low(value), whole, up), whole);
    wyrm_text_append(out, ", ");
    write_number(out, stepped_part(of, field, wyrm_value_high(value), whole, up), whole);
    wyrm_text_append(out, "]");
}

static void write_table(const turning *of, const wyrm_value *value, int up, wyrm_text *out)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    const size_t count = wyrm_value_count(value);
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        whole = whole && judge_is_whole(rows[i].value);
    for (size_t i = 0; i < count; i++) {
        wyrm_text_append(out, i == 0 ? "[[" : ", [");
        write_number(out, stepped_part(of, wyrm_value_field(value), rows[i].value, whole, up),
                     whole);
        wyrm_text_appendf(out, ", %d]", (int)rows[i].from_depth);
    }
    wyrm_text_append(out, "]");
}

/* One more or less, or a tenth of the mean, by the flat part. In quotes, whatever it is. */
static void write_amount(const turning *of, const wyrm_value *value, int up, wyrm_text *out)
{
    const wyrm_amount *amount = wyrm_value_amount(value);
    const double mean = wyrm_pmf_mean(wyrm_amount_pmf(amount));
    char text[WYRM_CHANGE_TEXT_MAX];
    wyrm_amount *made = NULL;
    snprintf(text, sizeof text, "%s%+.0f", wyrm_amount_text(amount),
             up * fmax(1, round(fabs(mean) * of->how->by)));
    if (wyrm_amount_read(text, &made, NULL) == WYRM_OK)
        wyrm_text_appendf(out, "\"%s\"", wyrm_amount_text(made));
    wyrm_amount_free(made);
}

static bool is_number(const wyrm_value *value)
{
    double unused;
    return judge_number_of(value, &unused);
}

static double number_of(const wyrm_value *value)
{
    double number = 0;
    judge_number_of(value, &number);
    return number;
}

static bool is_whole_kind(const wyrm_value *value)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_AMOUNT || kind == WYRM_KIND_RANGE ||
           (kind == WYRM_KIND_TABLE && is_number(value) && judge_is_whole(number_of(value)));
}

static void write_step(const turning *of, const wyrm_value *value, int up, wyrm_text *out)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    const bool whole = is_whole_kind(value);
    const wyrm_amount *amount = wyrm_value_amount(value);
    if (is_number(value))
        write_number(out, stepped(of, wyrm_value_field(value), number_of(value), whole, up), whole);
    else if (kind == WYRM_KIND_TABLE)
        write_table(of, value, up, out);
    else if (amount != NULL && wyrm_amount_text(amount)[0] != '[')
        write_amount(of, value, up, out);
    else
        write_ends(of, value, whole, up, out);
}

/* ---- keys ---- */

static bool is_key(const wyrm_value *value)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_BOOL || kind == WYRM_KIND_CHOICE || kind == WYRM_KIND_INTEGER ||
           kind == WYRM_KIND_REAL || kind == WYRM_KIND_RATIO || kind == WYRM_KIND_RANGE ||
           kind == WYRM_KIND_INTERVAL || kind == WYRM_KIND_TABLE || kind == WYRM_KIND_AMOUNT;
}

static void add_step(turning *of, wyrm_sense_key *key, int direction, const char *text)
{
    if (text[0] == '\0' || strcmp(text, key->now) == 0 || strlen(text) >= WYRM_CHANGE_TEXT_MAX)
        return;
    wyrm_sense_step *step = &key->steps[key->step_count++];
    *step = (wyrm_sense_step){
        .direction = direction, .text = base_copy(of->arena, text), .most = WYRM_SENSE_NONE};
}

/* The other values of a switch or choice. */
static void add_others(turning *of, wyrm_sense_key *key, const wyrm_value *value)
{
    const char *const *choices = wyrm_value_field(value)->choices;
    if (wyrm_value_kind(value) == WYRM_KIND_BOOL) {
        add_step(of, key, 0, wyrm_value_bool(value) ? "false" : "true");
        return;
    }
    for (size_t i = 0; choices[i] != NULL; i++)
        if (i != wyrm_value_choice(value))
            add_step(of, key, 0, choices[i]);
}

static void add_numbers(turning *of, wyrm_sense_key *key, const wyrm_value *value)
{
    wyrm_text *text = base_new(of->arena, wyrm_text);
    base_keep(of->arena, text, wyrm_text_drop);
    for (int up = 1; up >= -1; up -= 2) {
        text->length = 0;
        write_step(of, value, up, text);
        if (text->failed)
            base_fail(of->arena, WYRM_ERROR_MEMORY);
        if (text->length == 0)
            continue;
        const size_t before = key->step_count;
        const double to = is_number(value) ? strtod(text->bytes, NULL) : 0;
        if (is_number(value) && !(to < number_of(value) || to > number_of(value)))
            continue;
        add_step(of, key, up, text->bytes);
        if (key->step_count > before && is_number(value))
            key->steps[before].change = to - number_of(value);
    }
}

static void add_key(turning *of, const char *path, const wyrm_value *value)
{
    wyrm_sense *out = of->out;
    const wyrm_kind kind = wyrm_value_kind(value);
    size_t steps = 2;
    char *now;
    if (kind == WYRM_KIND_CHOICE)
        while (wyrm_value_field(value)->choices[steps] != NULL)
            steps++;
    if (out->key_count >= WYRM_SENSE_KEYS_MAX)
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "at most %d keys are turned at once: name some",
                    WYRM_SENSE_KEYS_MAX);
    out->keys = base_grow(of->arena, out->keys, out->key_count, &of->key_room, sizeof *out->keys);
    wyrm_sense_key *key = &out->keys[out->key_count];
    base_must(of->arena, wyrm_value_flow(value, &now, &of->arena->error));
    base_keep(of->arena, now, wyrm_free);
    char number[40]; /* of a table of one number that */
    snprintf(number, sizeof number, "%.12g", is_number(value) ? number_of(value) : 0);
    *key = (wyrm_sense_key){
        .path = base_copy(of->arena, path),
        .now = is_number(value) && kind == WYRM_KIND_TABLE ? base_copy(of->arena, number) : now,
        .whole = is_whole_kind(value),
        .steps = base_array(of->arena, wyrm_sense_step, steps)};
    if (kind == WYRM_KIND_BOOL || kind == WYRM_KIND_CHOICE)
        add_others(of, key, value);
    else
        add_numbers(of, key, value);
    if (key->step_count == 0)
        return;
    out->key_count++;
}

static void walk(turning *of, const wyrm_value *value, const char *path)
{
    char inner[WYRM_CHANGE_PATH_MAX];
    const bool list = wyrm_value_kind(value) == WYRM_KIND_LIST;
    if (is_key(value)) {
        if (is_turned(of, path, value))
            add_key(of, path, value);
        return;
    }
    for (size_t i = 0; wyrm_value_item(value, i) != NULL; i++) {
        const char *dot = path[0] != '\0' ? "." : "";
        const int length =
            list ? snprintf(inner, sizeof inner, "%s%s%zu", path, dot, i + 1)
                 : snprintf(inner, sizeof inner, "%s%s%s", path, dot, wyrm_value_key(value, i));
        if (length < (int)sizeof inner && strcmp(inner, "models") != 0 &&
            strcmp(inner, "inherit") != 0 && compare_is_played(inner))
            walk(of, wyrm_value_item(value, i), inner);
    }
}

/* A pattern that names nothing is a slip of the one name that has no like among those beside it. */
static _Noreturn void refuse_pattern(turning *of, const char *pattern)
{
    char path[WYRM_CHANGE_PATH_MAX] = "";
    const char *names[500], *word = pattern;
    size_t count = 0;
    const wyrm_value *at = wyrm_ruleset_root(of->ruleset), *next;
    if (wyrm_value_count(wyrm_ruleset_find(of->ruleset, pattern)) > 0 ||
        wyrm_ruleset_find(of->ruleset, pattern) != NULL)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "nothing in '%.100s' is a number, switch or choice of the game", pattern);
    for (;;) {
        const size_t length = strcspn(word, ".");
        snprintf(path, sizeof path, "%.*s", (int)fmin((double)length, sizeof path - 1.0), word);
        next = wyrm_value_kind(at) == WYRM_KIND_LIST
                   ? wyrm_value_item(at, strtoul(path, NULL, 10) - 1)
                   : wyrm_value_get(at, path);
        if (next == NULL || word[length] == '\0')
            break;
        at = next;
        word += length + 1;
    }
    for (; count < COUNT_OF(names) && wyrm_value_item(at, count) != NULL; count++)
        names[count] = wyrm_value_key(at, count);
    wyrm_fail(&of->arena->error, WYRM_ERROR_UNKNOWN, "no key is called '%.100s'", pattern);
    wyrm_suggest(&of->arena->error, path, names, count);
    base_fail(of->arena, WYRM_ERROR_UNKNOWN);
}

void judge_sense_keys(base_arena *arena, const wyrm_ruleset *ruleset, const wyrm_sense_options *how,
                      wyrm_sense *out)
{
    turning of = {arena, ruleset, how, out, base_array(arena, bool, how->key_count), 0};
    walk(&of, wyrm_ruleset_root(ruleset), "");
    for (size_t i = 0; i < how->key_count; i++)
        if (!of.named[i])
            refuse_pattern(&of, how->keys[i]);
    if (out->key_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset says nothing that can be turned");
}
