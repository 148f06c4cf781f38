/* Keys of a ruleset that are changed, and by how much: knobs for tuning, and steps for sensitivity.
 *
 * A knob is one key of a ruleset, or several that keep their proportion to the first, or the number
 * within a value that a pattern marks. It becomes an axis of a lattice, with steps up and down from
 * the present value within its range. By default that range is from half to twice the value, in
 * steps of about a hundredth of it, and a step costs the share of the number that it changes. Knobs
 * are typed, or come from the section `tune`, whose errors are reported at the key at fault.
 *
 * Sensitivity changes every value given as a number, range, amount, depth table, switch or choice
 * of a few words; patterns select keys, otherwise all keys are changed that the file sets and that
 * affect play. A number changes by a share of itself up and down, by at least 1 if it is whole,
 * within the limits of its schema row. In values with several numbers each changes except 0, which
 * mostly means "none". A switch or choice has a step for each other word. Steps are written as they
 * would stand in the file, so that they can be copied into it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/tune.h>
#include "metrics/internal.h"
#include "ruleset/internal.h"

/* ---- knobs: reading ---- */

#define STEPS_MAX 1000000.0

typedef struct knob_reader {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_errors *errors;
    judge_knobs *out;
} knob_reader;

/* Returns about a hundredth of the range: 1, 2 or 5 times a power of ten. */
static double fine_step(double range)
{
    static const double sizes[] = {5, 2};
    const double ten = pow(10, floor(log10(range / 100) + 1e-9));
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (sizes[i] * ten <= range / 100 * (1 + 1e-9))
            return judge_as_written(sizes[i] * ten);
    return judge_as_written(ten);
}

/* Returns the number at a path, or the one marked by a pattern within the value there. */
static double number_at(const knob_reader *of, const char *path, const char *pattern, bool *whole,
                        wyrm_interval *limits)
{
    const judge_key key = judge_read_key(of->arena, of->design, path,
                                         &(wyrm_solve_options){.pattern = pattern}, true);
    *whole = key.whole;
    *limits = key.range;
    if (pattern == NULL && key.has_now)
        return key.now;
    if (pattern == NULL)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "nothing stands at '%.100s' yet: a knob moves what is there", path);
    const wyrm_value *there = wyrm_ruleset_find(wyrm_design_ruleset(of->design), path);
    char *flow;
    base_must(of->arena, wyrm_value_flow(there, &flow, &of->arena->error));
    base_keep(of->arena, flow, wyrm_free);
    const bool is_text = there != NULL && wyrm_value_kind(there) == WYRM_KIND_TEXT; /* quoted */
    const char *text = is_text ? wyrm_value_text(there) : flow;
    const char *gap = strstr(pattern, "{}"), *behind = gap + 2;
    const size_t before = (size_t)(gap - pattern), length = strlen(text);
    if (strncmp(text, pattern, before) == 0 && length >= before + strlen(behind)) {
        const size_t number = length - before - strlen(behind);
        double value;
        if (strcmp(text + before + number, behind) == 0 &&
            base_number_read(text + before, number, &value))
            return value;
    }
    base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "at '%.100s' stands %.60s, which is no '%.60s'",
                path, text, pattern);
}

/* Checks a knob, chooses range and step where they are not given, and makes its axis. */
static void read_knob(knob_reader *of, const wyrm_tune_knob *typed, size_t index)
{
    base_arena *arena = of->arena;
    wyrm_tuned_knob *out = &of->out->knobs[index];
    double *now = base_array(arena, double, typed->path_count);
    bool *whole = base_array(arena, bool, typed->path_count);
    wyrm_interval limits = {0}, others;
    if (typed->path_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a knob needs a key");
    for (size_t i = 0; i < typed->path_count; i++)
        now[i] =
            number_at(of, typed->paths[i], typed->pattern, &whole[i], i == 0 ? &limits : &others);
    const double first = now[0], away = fabs(first);
    if (typed->path_count > 1 && !(away > 0))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "0 stands at '%.100s': other keys can have no proportion to it",
                    typed->paths[0]);
    if (!(away > 0) && !(typed->has_from && typed->has_to))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "0 stands at '%.100s': say from where to where it may go", typed->paths[0]);
    *out = (wyrm_tuned_knob){
        .name = typed->name != NULL ? typed->name : typed->paths[0],
        .path_count = typed->path_count,
        .paths = typed->paths,
        .pattern = typed->pattern,
        .now = first,
        .from =
            typed->has_from ? typed->from : fmax(limits.low, first - away / (first > 0 ? 2 : 1)),
        .to = typed->has_to ? typed->to : fmin(limits.high, first + away / (first > 0 ? 1 : 2)),
        .cost = typed->cost > 0 ? typed->cost : 1,
        .whole = whole[0]};
    if (!(out->from <= first && first <= out->to && out->from < out->to))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is %.12g and cannot go from %.12g to %.12g", out->name, first,
                    out->from, out->to);
    const double range = out->to - out->from;
    if (typed->step < 0 || (whole[0] && typed->step != floor(typed->step)))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' goes in %s steps", out->name,
                    whole[0] ? "whole" : "positive");
    out->step = typed->step > 0 ? typed->step : whole[0] ? 1 : fine_step(range);
    if (range / out->step > STEPS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' has more than %.0f steps", out->name,
                    STEPS_MAX);
    of->out->axes[index] =
        (tune_axis){.now = first,
                    .step = out->step,
                    .least = (int32_t)ceil((out->from - first) / out->step - 1e-9),
                    .most = (int32_t)floor((out->to - first) / out->step + 1e-9),
                    .cost = out->cost * out->step / fmax(away, range / 10)};
    of->out->path_now[index] = now;
    of->out->path_whole[index] = whole;
}

typedef struct reading_knob {
    knob_reader *of;
    const wyrm_tune_knob *knob;
    size_t index;
} reading_knob;

static void read_one(base_arena *arena, void *context)
{
    const reading_knob *one = context;
    (void)arena;
    read_knob(one->of, one->knob, one->index);
}

/* Reads a knob of the section `tune`; false, with an error at its position, if it is none. */
static bool read_record(knob_reader *of, const wyrm_value *record, const char *name, size_t index)
{
    base_arena *arena = of->arena;
    const wyrm_value *keys = wyrm_value_get(record, "keys"), *as = wyrm_value_get(record, "as");
    const wyrm_value *from = wyrm_value_get(record, "from"), *to = wyrm_value_get(record, "to");
    const size_t count = wyrm_value_count(keys);
    const char **paths = base_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        paths[i] = wyrm_value_text(wyrm_value_item(keys, i));
    const wyrm_tune_knob typed = {.name = name,
                                  .path_count = count,
                                  .paths = paths,
                                  .pattern = as != NULL ? wyrm_value_text(as) : NULL,
                                  .has_from = from != NULL,
                                  .has_to = to != NULL,
                                  .from = wyrm_value_real(from),
                                  .to = wyrm_value_real(to),
                                  .step = wyrm_value_real(wyrm_value_get(record, "step")),
                                  .cost = wyrm_value_real(wyrm_value_get(record, "cost"))};
    reading_knob one = {of, &typed, index};
    const wyrm_status status = base_run(arena, read_one, &one);
    if (status == WYRM_OK)
        return true;
    if (status == WYRM_ERROR_MEMORY)
        base_fail(arena, status);
    /* the first key that the message names, or else the knob */
    const wyrm_value *at = record;
    for (size_t i = 0; i < count && at == record; i++)
        if (strstr(arena->error.message, paths[i]) != NULL)
            at = wyrm_value_item(keys, i);
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, "%s", arena->error.hint);
    wyrm_value_fail(wyrm_design_ruleset(of->design), at, of->errors, hint[0] != '\0' ? hint : NULL,
                    "%s", arena->error.message);
    return false;
}

void judge_read_knobs(base_arena *arena, const wyrm_design *design, const wyrm_tune_options *how,
                      wyrm_errors *errors, judge_knobs *out)
{
    const wyrm_value *section = wyrm_ruleset_find(wyrm_design_ruleset(design), "tune");
    const bool typed = how->knob_count > 0;
    const size_t count = typed ? how->knob_count : wyrm_value_count(section);
    knob_reader of = {arena, design, errors, out};
    size_t paths = 0;
    bool in_order = true;
    if (count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "nothing may move: say which keys in the section 'tune', or with --keys");
    if (count > WYRM_TUNE_KNOBS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "more than %d knobs", WYRM_TUNE_KNOBS_MAX);
    out->knobs = base_array(arena, wyrm_tuned_knob, count);
    out->path_now = base_array(arena, const double *, count);
    out->path_whole = base_array(arena, const bool *, count);
    out->axes = base_array(arena, tune_axis, count);
    for (size_t i = 0; i < count; i++) {
        if (typed)
            read_knob(&of, &how->knobs[i], i);
        else if (!read_record(&of, wyrm_value_item(section, i), wyrm_value_key(section, i), i))
            in_order = false;
        paths += out->knobs[i].path_count;
    }
    if (!in_order)
        base_fail(arena, WYRM_ERROR_RULESET);
    if (paths > WYRM_CHANGES_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "knobs have more than %d keys together",
                    WYRM_CHANGES_MAX);
    out->count = count;
}

/* ---- steps: which keys ---- */

typedef struct turning {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const wyrm_sense_options *how;
    wyrm_sense *out;
    bool *named; /* by pattern: whether it matched a key */
    size_t key_room, left_room;
} turning;

/* Whether a pattern matches a path, or a record that contains it. `*` matches within a key. */
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

/* Choices with more words than this mostly select what a thing is, not how much; they are changed
 * only if a pattern names them. */
#define WORDS_MAX 3

/* Notes a number or dice in a text, the default of a script's stat, if it is asked for. */
static void note_left(turning *of, const char *path, const wyrm_value *value)
{
    bool asked = of->how->key_count == 0 && !wyrm_value_is_default(value);
    double figure;
    wyrm_amount *amount = NULL;
    if (wyrm_value_kind(value) != WYRM_KIND_TEXT ||
        strcmp(wyrm_value_field(value)->name, "default") != 0)
        return;
    for (size_t i = 0; i < of->how->key_count; i++)
        asked = asked || matches(of->how->keys[i], path);
    const char *text = wyrm_value_text(value);
    const bool number = base_number_read(text, strlen(text), &figure) && isfinite(figure);
    if (!asked || (!number && wyrm_amount_read(text, &amount, NULL) != WYRM_OK))
        return;
    wyrm_amount_free(amount);
    of->out->left = base_grow(of->arena, of->out->left, of->out->left_count, &of->left_room,
                              sizeof *of->out->left);
    of->out->left[of->out->left_count++] = base_copy(of->arena, path);
}

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

/* ---- steps: changed values ---- */

/* Returns the number one step away, within the limits of its row, or the number itself. */
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
    const double to = judge_as_written(now + up * step);
    return limits ? fmin(fmax(to, field->least), field->greatest) : to;
}

/* Changes one of several numbers in a value, except 0. */
static double stepped_part(const turning *of, const wyrm_field *field, double now, bool whole,
                           int up)
{
    return fabs(now) > 0 ? stepped(of, field, now, whole, up) : now;
}

static void write_number(base_buffer *out, double number, bool whole)
{
    base_buffer_appendf(out, whole ? "%.0f" : "%.12g", fabs(number) > 0 ? number : 0);
}

static void write_ends(const turning *of, const wyrm_value *value, bool whole, int up,
                       base_buffer *out)
{
    const wyrm_field *field = wyrm_value_field(value);
    base_buffer_append(out, "[");
    write_number(out, stepped_part(of, field, wyrm_value_low(value), whole, up), whole);
    base_buffer_append(out, ", ");
    write_number(out, stepped_part(of, field, wyrm_value_high(value), whole, up), whole);
    base_buffer_append(out, "]");
}

static void write_table(const turning *of, const wyrm_value *value, int up, base_buffer *out)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    const size_t count = wyrm_value_count(value);
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        whole = whole && judge_is_whole(rows[i].value);
    for (size_t i = 0; i < count; i++) {
        base_buffer_append(out, i == 0 ? "[[" : ", [");
        write_number(out, stepped_part(of, wyrm_value_field(value), rows[i].value, whole, up),
                     whole);
        base_buffer_appendf(out, ", %d]", (int)rows[i].from_depth);
    }
    base_buffer_append(out, "]");
}

/* Changes an amount by a share of its mean, at least 1, by adding a constant. Written in quotes. */
static void write_amount(const turning *of, const wyrm_value *value, int up, base_buffer *out)
{
    const wyrm_amount *amount = wyrm_value_amount(value);
    const double mean = wyrm_pmf_mean(wyrm_amount_pmf(amount));
    char text[WYRM_CHANGE_TEXT_MAX];
    wyrm_amount *made = NULL;
    snprintf(text, sizeof text, "%s%+.0f", wyrm_amount_text(amount),
             up * fmax(1, round(fabs(mean) * of->how->by)));
    if (wyrm_amount_read(text, &made, NULL) == WYRM_OK)
        base_buffer_appendf(out, "\"%s\"", wyrm_amount_text(made));
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

static void write_step(const turning *of, const wyrm_value *value, int up, base_buffer *out)
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

/* ---- steps: keys ---- */

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

/* Adds a step for each other value of a switch or choice. */
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
    base_buffer *text = base_new(of->arena, base_buffer);
    base_keep(of->arena, text, base_buffer_drop);
    for (int up = 1; up >= -1; up -= 2) {
        text->length = 0;
        write_step(of, value, up, text);
        if (text->failed)
            base_fail(of->arena, WYRM_ERROR_MEMORY);
        if (text->length == 0)
            continue;
        const size_t before = key->step_count;
        double to = 0;
        if (is_number(value))
            base_number_read(text->bytes, text->length, &to);
        if (is_number(value) && !(to < number_of(value) || to > number_of(value)))
            continue;
        add_step(of, key, up, text->bytes);
        if (key->step_count > before && is_number(value))
            key->steps[before].change = to - number_of(value);
    }
}

/* Adds a key with its steps, unless it has none. */
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
    base_must(of->arena, rs_value_said(value, &now, &of->arena->error));
    base_keep(of->arena, now, wyrm_free);
    *key = (wyrm_sense_key){.path = base_copy(of->arena, path),
                            .now = now,
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
    note_left(of, path, value);
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

/* Reports a pattern that matches nothing: the first name in it that does not exist, with similar
 * names at that place. */
static _Noreturn void refuse_pattern(turning *of, const char *pattern)
{
    char path[WYRM_CHANGE_PATH_MAX] = "";
    const char *names[500], *word = pattern;
    size_t count = 0;
    const wyrm_value *at = wyrm_ruleset_root(of->ruleset), *next;
    if (of->out->left_count > 0 && matches(pattern, of->out->left[0])) {
        wyrm_fail(&of->arena->error, WYRM_ERROR_ARGUMENT,
                  "'%.100s' is read as a text, as it may also be a word or dice", of->out->left[0]);
        snprintf(of->arena->error.hint, sizeof of->arena->error.hint,
                 "wyrm solve --as '{}' asks for a number in it");
        base_fail(of->arena, WYRM_ERROR_ARGUMENT);
    }
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
    turning of = {arena, ruleset, how, out, base_array(arena, bool, how->key_count), 0, 0};
    walk(&of, wyrm_ruleset_root(ruleset), "");
    for (size_t i = 0; i < how->key_count; i++)
        if (!of.named[i])
            refuse_pattern(&of, how->keys[i]);
    if (out->key_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset says nothing that can be turned");
}
