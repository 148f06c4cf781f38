/* Targets: the table of metrics, the targets of a ruleset spread over the places where they are
 * measured, and the verdict on a measured value.
 *
 * A metric is one row (internal.h): its name, what it needs of a target, how its place is read, how
 * it is worked out. Everything that is wrong with a target is told with its place in the file. */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the table of metrics ---- */

static const wyrm_metric metrics[] = {
#define METRIC(name, unit, needs, summary, sampled, prepare, evaluate)                             \
    {name, unit, needs, summary, sampled},
    JUDGE_METRIC_ROWS(METRIC)
#undef METRIC
        {NULL, NULL, NULL, NULL, false}};

static const judge_method methods[] = {
#define METRIC(name, unit, needs, summary, sampled, prepare, evaluate) {prepare, evaluate},
    JUDGE_METRIC_ROWS(METRIC)
#undef METRIC
};

enum { METRIC_COUNT = sizeof methods / sizeof methods[0] };

const wyrm_metric *wyrm_judge_metrics(void)
{
    return metrics;
}

int wyrm_judge_metric_find(const char *name)
{
    for (int i = 0; i < METRIC_COUNT; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return i;
    return -1;
}

static const char *judge_metric_nearest(const char *name)
{
    const char *names[METRIC_COUNT];
    for (int i = 0; i < METRIC_COUNT; i++)
        names[i] = metrics[i].name;
    return wyrm_nearest(name, names, METRIC_COUNT);
}

/* Metrics whose range their unit does not tell. */
static const struct {
    const char *name;
    wyrm_interval range;
} ranges[] = {
    {"hit_share", {0, INFINITY}}, /* of a stat, which damage may exceed */
    {"threat_rank_correlation", {-1, 1}},
    {"stat", {-INFINITY, INFINITY}},
    {"stat_ratio", {-INFINITY, INFINITY}},
    {"stat_difference", {-INFINITY, INFINITY}},
    {"curve", {-INFINITY, INFINITY}},
    {"level_factor", {-INFINITY, INFINITY}},
    {"monster_level_gap", {-INFINITY, INFINITY}},
};

wyrm_interval wyrm_judge_metric_range(int metric)
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (strcmp(ranges[i].name, metrics[metric].name) == 0)
            return ranges[i].range;
    return (wyrm_interval){0, wyrm_judge_metric_is_share(metric) ? 1 : (double)INFINITY};
}

bool wyrm_judge_metric_is_share(int metric)
{
    return strcmp(metrics[metric].unit, "share") == 0;
}

static judge_use metric_use(const wyrm_metric *metric, const char *key)
{
    size_t length = strlen(key);
    for (const char *word = metric->needs; *word != '\0';) {
        size_t word_length = strcspn(word, " ");
        bool optional = word[0] == '[';
        if (optional && word_length == length + 2 && strncmp(word + 1, key, length) == 0)
            return JUDGE_OPTIONAL;
        if (!optional && word_length == length && strncmp(word, key, length) == 0)
            return JUDGE_REQUIRED;
        word += word_length;
        word += strspn(word, " ");
    }
    return JUDGE_UNUSED;
}

bool wyrm_judge_is_of_runs(int metric)
{
    return metric_use(&metrics[metric], "bot") != JUDGE_UNUSED;
}

const judge_method *wyrm_judge_metric_method(int metric)
{
    return &methods[metric];
}

/* ---- verdicts ---- */

/* Curves computed in 32 bits differ from their formula by some 1e-7, so an end of a range is met by
 * what is within a millionth of it; an end of 0 by what is within a thousand-millionth. */
#define RELATIVE_SLACK 1e-6
#define ABSOLUTE_SLACK 1e-9

static double slack(double end)
{
    return isinf(end) ? 0 : RELATIVE_SLACK * fabs(end) + ABSOLUTE_SLACK;
}

static wyrm_interval widened(const wyrm_interval *range)
{
    wyrm_interval wide = {range->low - slack(range->low), range->high + slack(range->high)};
    return wide;
}

typedef enum placement { INSIDE, OUTSIDE, ACROSS } placement;

static placement place(const wyrm_interval *measured, const wyrm_interval *range)
{
    wyrm_interval wide = widened(range);
    if (measured->low >= wide.low && measured->high <= wide.high)
        return INSIDE;
    /* What cannot be measured compares as neither, and is outside of every range. */
    if (measured->low <= wide.high && measured->high >= wide.low)
        return ACROSS;
    return OUTSIDE;
}

wyrm_verdict wyrm_judge_verdict(const judge_measure *measure, const wyrm_interval *range,
                                const wyrm_interval *tolerated)
{
    wyrm_interval measured = {measure->value, measure->value};
    if (measure->sampled)
        measured = measure->runs > 0 ? measure->decided : measure->ci95;

    placement in_range = place(&measured, range);
    if (in_range == INSIDE)
        return WYRM_PASS;
    if (in_range == ACROSS)
        return WYRM_UNCLEAR;
    placement in_tolerated = place(&measured, tolerated);
    if (in_tolerated == ACROSS)
        return WYRM_UNCLEAR;
    return in_tolerated == INSIDE ? WYRM_WARN : WYRM_FAIL;
}

const char *wyrm_verdict_name(wyrm_verdict verdict)
{
    static const char *const names[WYRM_VERDICT_COUNT] = {
        [WYRM_PASS] = "PASS",
        [WYRM_WARN] = "WARN",
        [WYRM_FAIL] = "FAIL",
        [WYRM_UNCLEAR] = "UNCLEAR",
    };
    return (unsigned)verdict < WYRM_VERDICT_COUNT ? names[verdict] : "";
}

const char *wyrm_judge_stop_name(wyrm_judge_stop stop)
{
    static const char *const names[] = {
        [WYRM_STOP_CLEAR] = "clear",
        [WYRM_STOP_ACCURACY] = "accuracy",
        [WYRM_STOP_EFFORT] = "effort",
    };
    return (unsigned)stop < sizeof names / sizeof *names ? names[stop] : "";
}

/* The keys of a target that depend on its metric. */
static const char *const place_keys[] = {
    "of",    "against", "stat",  "first", "levels", "depths",   "bands", "tracker",
    "below", "within",  "rooms", "mode",  "attack", "distance", "bot",   "arena"};

enum { PLACE_KEYS = sizeof place_keys / sizeof place_keys[0] };

static const wyrm_metric *metric_of(const judge_target *target)
{
    return &wyrm_judge_metrics()[target->metric];
}

static bool given(const judge_target *target, const char *key)
{
    return wyrm_value_get(target->record, key) != NULL;
}

/* "it uses of, against, first (optional)" */
static void describe_needs(const wyrm_metric *metric, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < PLACE_KEYS; i++) {
        judge_use use = metric_use(metric, place_keys[i]);
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
    const wyrm_metric *metric = metric_of(target);
    wyrm_status status = WYRM_OK;
    char needs[WYRM_ERROR_HINT_MAX];
    describe_needs(metric, needs, sizeof needs);
    for (int i = 0; i < PLACE_KEYS; i++) {
        const char *key = place_keys[i];
        judge_use use = metric_use(metric, key);
        if (use == JUDGE_REQUIRED && !given(target, key))
            status = wyrm_value_fail(ruleset, target->record, errors, needs,
                                     "metric '%s' of target '%s' needs '%s'", metric->name,
                                     target->name, key);
        else if (use == JUDGE_UNUSED && given(target, key))
            status = wyrm_value_fail(ruleset, wyrm_value_get(target->record, key), errors, needs,
                                     "metric '%s' does not use '%s'", metric->name, key);
    }
    return status;
}

/* {level} and `levels` belong together, where a metric measures combatants. */
static wyrm_status check_levels(const wyrm_ruleset *ruleset, const judge_target *target,
                                wyrm_errors *errors)
{
    static const char *const keys[] = {"of", "against"};
    if (metric_use(metric_of(target), "levels") != JUDGE_OPTIONAL)
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
    wyrm_interval interval = {wyrm_value_low(value), wyrm_value_high(value)};
    return interval;
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
    wyrm_interval can = wyrm_judge_metric_range(target->metric);
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
                               metric_of(target)->name, limits);
    }
    return WYRM_OK;
}

static wyrm_status read_target(const wyrm_design *design, const char *name,
                               const wyrm_value *record, judge_target *out, wyrm_errors *errors)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const wyrm_value *metric = wyrm_value_get(record, "metric");
    const wyrm_value *distance = wyrm_value_get(record, "distance");
    *out = (judge_target){
        .name = name,
        .record = record,
        .metric = wyrm_judge_metric_find(wyrm_value_text(metric)),
        .claim = wyrm_value_text(wyrm_value_get(record, "claim")),
        .source = wyrm_value_text(wyrm_value_get(record, "source")),
        .note = wyrm_value_text(wyrm_value_get(record, "note")),
        .of = wyrm_value_text(wyrm_value_get(record, "of")),
        .against = wyrm_value_text(wyrm_value_get(record, "against")),
        .stat = wyrm_value_text(wyrm_value_get(record, "stat")),
        .mode = wyrm_value_text(wyrm_value_get(record, "mode")),
        .bot = wyrm_value_text(wyrm_value_get(record, "bot")),
        .arena = wyrm_value_text(wyrm_value_get(record, "arena")),
        .rooms = (int32_t)wyrm_value_integer(wyrm_value_get(record, "rooms")),
        .below = interval_of(wyrm_value_get(record, "below")),
        .within = interval_of(wyrm_value_get(record, "within")),
        .first = strcmp(wyrm_value_text(wyrm_value_get(record, "first")), "opponent") == 0
                     ? WYRM_OPPONENT_FIRST
                     : WYRM_SUBJECT_FIRST,
        .attack = (wyrm_attack_kind)wyrm_value_choice(wyrm_value_get(record, "attack")),
        .distance = distance == NULL ? 1 : wyrm_value_real(distance)};
    if (out->metric < 0) {
        char hint[WYRM_ERROR_HINT_MAX] = "the guide of the ruleset file lists them";
        const char *nearest = judge_metric_nearest(wyrm_value_text(metric));
        if (nearest != NULL)
            snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
        return wyrm_value_fail(ruleset, metric, errors, hint, "unknown metric '%s'",
                               wyrm_value_text(metric));
    }
    wyrm_status keys = check_keys(ruleset, out, errors);
    wyrm_status levels = keys == WYRM_OK ? check_levels(ruleset, out, errors) : WYRM_OK;
    wyrm_status range = read_range(ruleset, out, errors);
    if (range == WYRM_OK)
        range = check_range(ruleset, out, errors);
    return keys != WYRM_OK ? keys : levels != WYRM_OK ? levels : range;
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

static wyrm_status make_room(judge_targets *targets)
{
    if (targets->place_count < targets->place_room)
        return WYRM_OK;
    size_t room = targets->place_room > 0 ? 2 * targets->place_room : 64;
    judge_place *places = base_resize(targets->places, room * sizeof *places);
    if (places == NULL)
        return WYRM_ERROR_MEMORY;
    targets->places = places;
    targets->place_room = room;
    return WYRM_OK;
}

static void describe_plain(const place_axis *axis, double at, char *text, size_t size)
{
    text[0] = '\0';
    if (axis->value != NULL)
        snprintf(text, size, "%s %.10g", axis->word, at);
}

/* "player against janitor, fired over 8 tiles" */
static void describe_attack(const judge_target *target, char *text, size_t size)
{
    size_t length = strlen(text);
    if (given(target, "attack") || given(target, "distance"))
        snprintf(text + length, size - length, ", %s%sover %.10g %s",
                 wyrm_value_text(wyrm_value_get(target->record, "attack")),
                 given(target, "attack") ? " " : "", target->distance,
                 target->distance == 1 ? "tile" : "tiles");
}

static wyrm_status spread(const wyrm_design *design, judge_targets *targets, size_t index,
                          wyrm_errors *errors)
{
    const judge_target *target = &targets->targets[index];
    place_axis axis;
    wyrm_status status =
        find_axis(wyrm_design_ruleset(design), target, targets->place_count, &axis, errors);
    for (size_t i = 0; status == WYRM_OK && i < axis.count; i++) {
        status = make_room(targets);
        if (status != WYRM_OK)
            break;
        double at = axis.low + (double)i;
        judge_place *place = &targets->places[targets->place_count];
        *place = (judge_place){.target = index, .stat = -1, .curve = -1, .index = -1};
        if (strcmp(axis.name, "levels") == 0)
            place->level = (int32_t)at;
        if (strcmp(axis.name, "depths") == 0)
            place->depth = (int32_t)at;
        if (strcmp(axis.name, "bands") == 0)
            place->band = (int32_t)at;
        if (strcmp(axis.name, "tracker") == 0)
            place->tracker = at;
        describe_plain(&axis, at, place->where, sizeof place->where);
        judge_prepare *prepare = wyrm_judge_metric_method(target->metric)->prepare;
        if (prepare != NULL)
            status = prepare(design, target, place, errors);
        describe_attack(target, place->where, sizeof place->where);
        targets->place_count++;
    }
    return status;
}

wyrm_status wyrm_judge_targets_read(const wyrm_design *design, judge_targets *out,
                                    wyrm_errors *errors)
{
    *out = (judge_targets){0};
    const wyrm_value *map = wyrm_ruleset_find(wyrm_design_ruleset(design), "targets");
    size_t count = wyrm_value_count(map);
    if (count == 0)
        return WYRM_OK;
    out->targets = base_zeroed(count, sizeof *out->targets);
    if (out->targets == NULL)
        return WYRM_ERROR_MEMORY;

    wyrm_status worst = WYRM_OK;
    for (size_t i = 0; i < count; i++) {
        wyrm_status status = read_target(design, wyrm_value_key(map, i), wyrm_value_item(map, i),
                                         &out->targets[i], errors);
        out->target_count++;
        if (status == WYRM_OK)
            status = spread(design, out, i, errors);
        if (status == WYRM_ERROR_MEMORY)
            return status;
        if (status != WYRM_OK)
            worst = status;
    }
    return worst;
}

void wyrm_judge_targets_release(judge_targets *targets)
{
    wyrm_free(targets->targets);
    wyrm_free(targets->places);
    *targets = (judge_targets){0};
}
