/* Plots of a line with a band around it: on the terminal, and as a picture (SVG). */
#ifndef WYRM_SRC_OUTPUT_PLOT_H
#define WYRM_SRC_OUTPUT_PLOT_H

#include "output/page.h"

typedef struct wyrm_plot_point {
    double x, y;
    double low, high; /* of the band */
} wyrm_plot_point;

/* Texts and points are borrowed. */
typedef struct wyrm_plot {
    const char *title, *subtitle;
    const char *x_label, *y_label; /* units included: "damage (hit points)" */
    const char *line_name, *band_name;
    size_t count; /* at least 1; ascending x */
    const wyrm_plot_point *points;
} wyrm_plot;

/* Some 16 lines of the page's width; y begins at 0 where no value is below. */
void wyrm_plot_print(const wyrm_plot *plot, wyrm_page *page);

/* The same as a whole SVG file of 760 x 460, appended to the page. */
void wyrm_plot_svg(const wyrm_plot *plot, wyrm_page *page);

#endif
