/* The table of metrics: what a target may measure, what it needs for that, and how it is done. */
#include "judge/metric_rows.h"

#include <math.h>
#include <string.h>

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

const char *wyrm_judge_metric_nearest(const char *name)
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

bool wyrm_judge_is_of_runs(int metric)
{
    return wyrm_judge_metric_use(&metrics[metric], "bot") != JUDGE_UNUSED;
}

const judge_method *wyrm_judge_metric_method(int metric)
{
    return &methods[metric];
}

judge_use wyrm_judge_metric_use(const wyrm_metric *metric, const char *key)
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
