/* Figures of loot, and what of them is asked for. */

#include "report/loot_figures.h"

#include <string.h>

bool wyrm_loot_is_asked(const wyrm_loot_report *report, const char *category)
{
    return report->category == NULL || strcmp(report->category, category) == 0;
}

bool wyrm_loot_has_rooms(const wyrm_loot_report *report, size_t band)
{
    const wyrm_loot_band_figures *figures = &report->survey->bands[band];
    return figures->first_depth <= figures->last_depth && figures->rooms > 0 &&
           (report->band == NULL || strcmp(report->band, figures->name) == 0);
}

const char *wyrm_loot_value(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out)
{
    const wyrm_estimate best = wyrm_loot_best(figure);
    wyrm_figure low, high;
    wyrm_figure_exact(best.ci95.low, &low);
    wyrm_figure_exact(best.ci95.high, &high);
    bool certain = figure->has_exact && strcmp(low.text, high.text) == 0;
    return certain ? wyrm_figure_exact(best.value, out) : wyrm_figure_estimate(style, &best, out);
}

const char *wyrm_loot_share(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out)
{
    const wyrm_estimate best = wyrm_loot_best(figure);
    wyrm_figure low, high;
    wyrm_figure_percent(best.ci95.low, &low);
    wyrm_figure_percent(best.ci95.high, &high);
    bool certain = figure->has_exact && strcmp(low.text, high.text) == 0;
    return certain ? wyrm_figure_percent(best.value, out)
                   : wyrm_figure_estimated_share(style, &best, out);
}
