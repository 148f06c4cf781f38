/* Sampled values and quantiles with their intervals, for people and for scripts. */
#include "report/quantiles.h"

const char *wyrm_quantile_say(wyrm_style style, const wyrm_counts *counts, double p,
                              wyrm_figure *out)
{
    wyrm_interval ci95;
    double value = wyrm_counts_quantile(counts, p, &ci95);
    return wyrm_figure_whole(style, value, ci95, out);
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
