/* Figures of loot, and what of them is asked for. */

#include "report/loot_figures.h"

#include <math.h>
#include <stdio.h>
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
    if (figure->has_exact)
        return wyrm_figure_exact(figure->exact, out);
    if (figure->has_value)
        return wyrm_figure_sampled(style, figure->value, figure->ci95, out);
    return wyrm_figure_exact(NAN, out);
}

const char *wyrm_loot_share(wyrm_style style, const wyrm_loot_figure *figure, wyrm_figure *out)
{
    if (figure->has_exact)
        return wyrm_figure_percent(figure->exact, out);
    if (!figure->has_value)
        return wyrm_figure_exact(NAN, out);
    return wyrm_figure_share(style, figure->value, figure->ci95, out);
}
