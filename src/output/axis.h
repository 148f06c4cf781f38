/* Axes of plots: which part of the numbers is shown, and where the ticks stand. */
#ifndef WYRM_SRC_OUTPUT_AXIS_H
#define WYRM_SRC_OUTPUT_AXIS_H

#include "output/figures.h"

typedef struct wyrm_axis {
    double low, high; /* what is shown; low < high */
    /* Ticks stand at first_tick + i x step; of a logarithmic axis these are places in the row
     * ... 0.5, 1, 2, 5, 10 ..., of which 1 has the place 0. */
    double first_tick, step;
    int ticks;        /* at least 1 */
    bool logarithmic; /* equal factors are equally far apart */
} wyrm_axis;

/* Round ends around low..high, which become ticks; about `intervals` of them at most. */
wyrm_axis wyrm_axis_around(double low, double high, int intervals);

/* low..high itself, with ticks at the round numbers inside. Equal ends are set apart. */
wyrm_axis wyrm_axis_within(double low, double high, int intervals);

/* Logarithmic, with ends of 1, 2 or 5 times a power of ten around low..high, which are above 0. */
wyrm_axis wyrm_axis_factors(double low, double high);

double wyrm_axis_tick(const wyrm_axis *axis, int tick);
const char *wyrm_axis_label(const wyrm_axis *axis, int tick, wyrm_figure *out);

/* Where a value lies: 0 at the low end, 1 at the high one, never outside. What has no place on a
 * logarithmic axis, 0 and below, lies at its low end. */
double wyrm_axis_share(const wyrm_axis *axis, double value);

#endif
