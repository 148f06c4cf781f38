/* Sampled values and quantiles with their intervals, for people and for scripts. */
#include "report/quantiles.h"

#include <math.h>
#include <stdio.h>

#include "output/figures.h"

const char *wyrm_quantile_say(const wyrm_counts *counts, double p, wyrm_quantile_words *out)
{
    wyrm_interval ci95;
    wyrm_figure value, low, high;
    wyrm_figure_exact(wyrm_counts_quantile(counts, p, &ci95), &value);
    if (counts->count > 0 && isinf(ci95.high))
        snprintf(out->text, sizeof out->text, "%.30s (%.30s or more)", value.text,
                 wyrm_figure_exact(ci95.low, &low));
    else if (counts->count > 0 && ci95.low < ci95.high)
        snprintf(out->text, sizeof out->text, "%.30s (%.30s to %.30s)", value.text,
                 wyrm_figure_exact(ci95.low, &low), wyrm_figure_exact(ci95.high, &high));
    else
        snprintf(out->text, sizeof out->text, "%s", value.text);
    return out->text;
}

json_t *wyrm_sampled_json(wyrm_answer *json, double value, wyrm_interval ci95)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "value", wyrm_answer_real(value));
    wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(ci95));
    return object;
}

json_t *wyrm_quantiles_json(wyrm_answer *json, const wyrm_counts *counts)
{
    static const struct {
        const char *key;
        double p;
    } rows[] = {{"0.05", 0.05}, {"0.1", 0.1}, {"0.25", 0.25}, {"0.5", 0.5},
                {"0.75", 0.75}, {"0.9", 0.9}, {"0.95", 0.95}};
    json_t *quantiles = json_object();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wyrm_interval ci95;
        double value = wyrm_counts_quantile(counts, rows[i].p, &ci95);
        wyrm_answer_set(json, quantiles, rows[i].key, wyrm_sampled_json(json, value, ci95));
    }
    return quantiles;
}
