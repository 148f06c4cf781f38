/* The targets of a ruleset, spread over the places where they are measured.
 *
 * Everything that is wrong with a target is told with its place in the file: keys that its metric
 * lacks or does not use, ranges that it never comes to, levels that stand nowhere. All of that is
 * told, not only the first; what a metric reads of a target is said in its row (metrics.c). */
#include "metrics/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The keys of a target that depend on its metric. */
static const char *const place_keys[] = {
    "of",    "against", "stat",  "first", "levels", "depths",   "bands", "tracker",
    "below", "within",  "rooms", "mode",  "attack", "distance", "bot",   "arena"};

enum { PLACE_KEYS = sizeof place_keys / sizeof place_keys[0] };

static bool given(const judge_target *target, const char *key)
{
    return wyrm_value_get(target->record, key) != NULL;
}

/* "it uses of, against, first (optional)" */
static void describe_needs(const judge_metric *metric, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < PLACE_KEYS; i++) {
        judge_use use = judge_metric_use(metric, place_keys[i]);
        if (use == JUDGE_UNUSED || length >= size)
            continue;
        int added = snprintf(text + length, size - length, "%s%s%s", length > 0 ? ", " : "it uses ",
                             place_keys[i], use == JUDGE_OPTIONAL ? " (optional)" : "");
        length += added > 0 ? (size_t)added : 0;
    }
    if (length == 0)
        snprintf(text, size, "it uses none");
}

static wyrm_status check_keys(const wyrm_ruleset *ruleset, const judge_target *target,
                              wyrm_errors *errors)
{
    const judge_metric *metric = target->metric;
    wyrm_status status = WYRM_OK;
    char needs[WYRM_ERROR_HINT_MAX];
    describe_needs(metric, needs, sizeof needs);
    for (int i = 0; i < PLACE_KEYS; i++) {
        const char *key = place_keys[i];
        judge_use use = judge_metric_use(metric, key);
        if (use == JUDGE_REQUIRED && !given(target, key))
            status = wyrm_value_fail(ruleset, target->record, errors, needs,
                                     "metric '%s' of target '%s' needs '%s'", metric->shown.name,
                                     target->name, key);
        else if (use == JUDGE_UNUSED && given(target, key))
            status = wyrm_value_fail(ruleset, wyrm_value_get(target->record, key), errors, needs,
                                     "metric '%s' does not use '%s'", metric->shown.name, key);
    }
    return status;
}

/* {level} and `levels` belong together, where a metric measures combatants. */
static wyrm_status check_levels(const wyrm_ruleset *ruleset, const judge_target *target,
                                wyrm_errors *errors)
{
    static const char *const keys[] = {"of", "against"};
    if (judge_metric_use(target->metric, "levels") != JUDGE_OPTIONAL)
        return WYRM_OK;
    bool spread = false;
    for (int i = 0; i < 2; i++) {
        const wyrm_value *value = wyrm_value_get(target->record, keys[i]);
        if (strstr(wyrm_value_text(value), "{level}") == NULL)
            continue;
        spread = true;
        if (!given(target, "levels"))
            return wyrm_value_fail(ruleset, value, errors, NULL,
                                   "{level} in '%s' stands for nothing without 'levels'", keys[i]);
    }
    if (!spread && given(target, "levels"))
        return wyrm_value_fail(ruleset, wyrm_value_get(target->record, "levels"), errors,
                               "write {level} where it belongs: player@{level}",
                               "'levels' is given, but nothing of target '%s' has {level} in it",
                               target->name);
    return WYRM_OK;
}

static wyrm_interval interval_of(const wyrm_value *value)
{
    return (wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)};
}

static wyrm_status read_range(const wyrm_ruleset *ruleset, judge_target *target,
                              wyrm_errors *errors)
{
    const wyrm_value *range = wyrm_value_get(target->record, "range");
    const wyrm_value *least = wyrm_value_get(target->record, "at_least");
    const wyrm_value *most = wyrm_value_get(target->record, "at_most");
    int count = (range != NULL) + (least != NULL) + (most != NULL);
    if (count == 0)
        return wyrm_value_fail(ruleset, target->record, errors, NULL,
                               "target '%s' needs one of 'range', 'at_least' and 'at_most'",
                               target->name);
    if (count > 1)
        return wyrm_value_fail(ruleset, most != NULL ? most : least, errors,
                               "[least, greatest] under 'range' has both ends",
                               "target '%s' has more than one of 'range', 'at_least' and "
                               "'at_most'",
                               target->name);
    target->range = (wyrm_interval){-(double)INFINITY, (double)INFINITY};
    if (range != NULL)
        target->range = interval_of(range);
    if (least != NULL)
        target->range.low = wyrm_value_real(least);
    if (most != NULL)
        target->range.high = wyrm_value_real(most);
    target->tolerated = target->range;

    const wyrm_value *tolerated = wyrm_value_get(target->record, "tolerated");
    if (tolerated == NULL)
        return WYRM_OK;
    wyrm_interval wide = interval_of(tolerated);
    bool low_open = isinf(target->range.low), high_open = isinf(target->range.high);
    if ((!low_open && wide.low > target->range.low) ||
        (!high_open && wide.high < target->range.high))
        return wyrm_value_fail(ruleset, tolerated, errors, NULL,
                               "what target '%s' tolerates does not contain what it wants",
                               target->name);
    if (!low_open)
        target->tolerated.low = wide.low;
    if (!high_open)
        target->tolerated.high = wide.high;
    return WYRM_OK;
}

/* An end that the metric never reaches is a slip: mostly a percentage in the place of a share. */
static wyrm_status check_range(const wyrm_ruleset *ruleset, const judge_target *target,
                               wyrm_errors *errors)
{
    static const char *const keys[] = {"range", "at_least", "at_most", "tolerated"};
    wyrm_interval can = judge_metric_range(target->metric);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const wyrm_value *value = wyrm_value_get(target->record, keys[i]);
        wyrm_interval ends = interval_of(value);
        char hint[80], limits[64];
        if (value == NULL)
            continue;
        if (wyrm_value_kind(value) != WYRM_KIND_INTERVAL)
            ends.low = ends.high = wyrm_value_real(value);
        double out = ends.high > can.high ? ends.high : ends.low;
        if (out >= can.low && out <= can.high)
            continue;
        snprintf(hint, sizeof hint, "did you mean %.6g? %.6g %% is %.6g", out / 100, out,
                 out / 100);
        if (isinf(can.high))
            snprintf(limits, sizeof limits, "never below %.6g", can.low);
        else
            snprintf(limits, sizeof limits, "always from %.6g to %.6g", can.low, can.high);
        return wyrm_value_fail(ruleset, value, errors,
                               can.low == 0 && can.high == 1 && out > 2 && out <= 100 ? hint : NULL,
                               "target '%s' has an end of %.6g, and %s is %s", target->name, out,
                               target->metric->shown.name, limits);
    }
    return WYRM_OK;
}

static const char *text_of(const wyrm_value *record, const char *key)
{
    return wyrm_value_text(wyrm_value_get(record, key));
}

static wyrm_status read_target(const wyrm_ruleset *ruleset, const char *name,
                               const wyrm_value *record, judge_target *out, wyrm_errors *errors)
{
    const wyrm_value *metric = wyrm_value_get(record, "metric");
    const wyrm_value *distance = wyrm_value_get(record, "distance");
    const char *nearest;
    *out = (judge_target){
        .name = name,
        .record = record,
        .metric = judge_metric_find(wyrm_value_text(metric), &nearest),
        .claim = text_of(record, "claim"),
        .source = text_of(record, "source"),
        .note = text_of(record, "note"),
        .of = text_of(record, "of"),
        .against = text_of(record, "against"),
        .stat = text_of(record, "stat"),
        .mode = text_of(record, "mode"),
        .bot = text_of(record, "bot"),
        .arena = text_of(record, "arena"),
        .rooms = (int32_t)wyrm_value_integer(wyrm_value_get(record, "rooms")),
        .below = interval_of(wyrm_value_get(record, "below")),
        .within = interval_of(wyrm_value_get(record, "within")),
        .first = strcmp(text_of(record, "first"), "opponent") == 0 ? WYRM_OPPONENT_FIRST
                                                                   : WYRM_SUBJECT_FIRST,
        .attack = (wyrm_attack_kind)wyrm_value_choice(wyrm_value_get(record, "attack")),
        .distance = distance == NULL ? 1 : wyrm_value_real(distance)};
    if (out->metric == NULL) {
        char hint[WYRM_ERROR_HINT_MAX] = "the guide of the ruleset file lists them";
        if (nearest != NULL)
            snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
        return wyrm_value_fail(ruleset, metric, errors, hint, "unknown metric '%s'",
                               wyrm_value_text(metric));
    }
    wyrm_status keys = check_keys(ruleset, out, errors);
    if (keys == WYRM_OK)
        keys = check_levels(ruleset, out, errors);
    wyrm_status range = read_range(ruleset, out, errors);
    if (range == WYRM_OK)
        range = check_range(ruleset, out, errors);
    return keys != WYRM_OK ? keys : range;
}

/* Where a target is measured: the one of levels, depths, bands and tracker that it has. */
typedef struct place_axis {
    const char *name, *word; /* "levels", "level" */
    const wyrm_value *value; /* NULL: one place */
    double low;
    size_t count;
} place_axis;

static wyrm_status find_axis(const wyrm_ruleset *ruleset, const judge_target *target,
                             size_t places_before, place_axis *out, wyrm_errors *errors)
{
    static const struct {
        const char *name, *word;
    } axes[] = {
        {"levels", "level"}, {"depths", "depth"}, {"bands", "band"}, {"tracker", "tracker"}};
    *out = (place_axis){.name = "", .word = "", .count = 1};
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        const wyrm_value *value = wyrm_value_get(target->record, axes[i].name);
        if (value != NULL && out->value != NULL)
            return wyrm_value_fail(ruleset, value, errors, NULL,
                                   "target '%s' is measured by '%s' or by '%s', not by both",
                                   target->name, out->name, axes[i].name);
        if (value != NULL)
            *out = (place_axis){.name = axes[i].name,
                                .word = axes[i].word,
                                .value = value,
                                .low = wyrm_value_low(value)};
    }
    if (out->value == NULL)
        return WYRM_OK;
    double count = floor(wyrm_value_high(out->value) - out->low) + 1;
    if (count > JUDGE_PLACES_MAX)
        return wyrm_value_fail(ruleset, out->value, errors, NULL,
                               "'%s' of target '%s' spreads over %.0f places, more than %d",
                               out->name, target->name, count, JUDGE_PLACES_MAX);
    out->count = (size_t)count;
    if (places_before + out->count > JUDGE_PLACES_TOTAL_MAX)
        return wyrm_value_fail(ruleset, out->value, errors, NULL,
                               "the targets spread over more than %d places together",
                               JUDGE_PLACES_TOTAL_MAX);
    return WYRM_OK;
}

/* "player against janitor, fired over 8 tiles" */
static void describe_attack(const judge_target *target, char *text, size_t size)
{
    size_t length = strlen(text);
    if (given(target, "attack") || given(target, "distance"))
        snprintf(text + length, size - length, ", %s%sover %.10g %s",
                 text_of(target->record, "attack"), given(target, "attack") ? " " : "",
                 target->distance, target->distance == 1 ? "tile" : "tiles");
}

/* Adds the places of the last target. One that is wrong at a place is left at that: the others
 * would be wrong the same way. */
static void spread(judge_reading *reading, judge_targets *targets)
{
    const judge_target *target = reading->target;
    place_axis axis;
    reading->wrong = find_axis(wyrm_design_ruleset(reading->design), target, targets->place_count,
                               &axis, reading->errors) != WYRM_OK;
    for (size_t i = 0; !reading->wrong && i < axis.count; i++) {
        double at = axis.low + (double)i;
        targets->places = base_grow(reading->arena, targets->places, targets->place_count,
                                    &targets->place_room, sizeof *targets->places);
        judge_place *place = &targets->places[targets->place_count++];
        *place = (judge_place){.target = targets->target_count - 1,
                               .stat = -1,
                               .curve = -1,
                               .index = -1,
                               .level = axis.name[0] == 'l' ? (int32_t)at : 0,
                               .depth = axis.name[0] == 'd' ? (int32_t)at : 0,
                               .band = axis.name[0] == 'b' ? (int32_t)at : 0,
                               .tracker = axis.name[0] == 't' ? at : 0};
        if (axis.value != NULL)
            snprintf(place->where, sizeof place->where, "%s %.10g", axis.word, at);
        reading->place = place;
        if (target->metric->prepare != NULL)
            target->metric->prepare(reading);
        describe_attack(target, place->where, sizeof place->where);
    }
}

const judge_targets *judge_read_targets(base_arena *arena, const wyrm_design *design,
                                        wyrm_errors *errors)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const wyrm_value *map = wyrm_ruleset_find(ruleset, "targets");
    judge_targets *out = base_new(arena, judge_targets);
    judge_reading reading = {.arena = arena, .design = design, .errors = errors};
    bool wrong = false;
    out->targets = base_array(arena, judge_target, wyrm_value_count(map));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        judge_target *target = &out->targets[out->target_count++];
        reading.target = target;
        reading.wrong = read_target(ruleset, wyrm_value_key(map, i), wyrm_value_item(map, i),
                                    target, errors) != WYRM_OK;
        if (!reading.wrong)
            spread(&reading, out);
        wrong = wrong || reading.wrong;
    }
    if (wrong)
        base_fail(arena, WYRM_ERROR_RULESET);
    return out;
}
