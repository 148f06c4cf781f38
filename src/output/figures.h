/* Numbers as people read them: no digit that the noise does not support.
 *
 * Each writes into a wyrm_figure that the caller owns and returns its text.
 */
#ifndef WYRM_SRC_OUTPUT_FIGURES_H
#define WYRM_SRC_OUTPUT_FIGURES_H

#include <wyrm/stats.h>

#include "output/page.h"

typedef struct wyrm_figure {
    char text[64];
} wyrm_figure;

/* An exact value in at most four significant digits (whole numbers in full): "4.019", "45",
 * "0.00012". "-" where it is NAN, "no limit" where it is infinite. */
const char *wyrm_figure_exact(double value, wyrm_figure *out);

/* A value in the digits that its interval supports: "12.34 ± 0.05"; "3 (2 to 9)" where one end is
 * much nearer; "-" where the interval is unknown. */
const char *wyrm_figure_sampled(wyrm_style style, double value, wyrm_interval interval,
                                wyrm_figure *out);

/* The same with `more` decimals beyond that, at least 0: where something is to follow from it. */
const char *wyrm_figure_finer(wyrm_style style, double value, wyrm_interval interval, int more,
                              wyrm_figure *out);

/* A share of 1 and its interval: "12.3 % ± 0.4". */
const char *wyrm_figure_share(wyrm_style style, double share, wyrm_interval interval,
                              wyrm_figure *out);

/* The mean of a sample, and a ratio over clusters, with their 95 % intervals; shares as such. */
const char *wyrm_figure_mean(wyrm_style style, const wyrm_moments *moments, wyrm_figure *out);
const char *wyrm_figure_ratio(wyrm_style style, const wyrm_clusters *clusters, wyrm_figure *out);

/* An estimate, and one of a share: as wyrm_figure_exact and wyrm_figure_percent where it is
 * exact. */
const char *wyrm_figure_estimate(wyrm_style style, const wyrm_estimate *estimate, wyrm_figure *out);
const char *wyrm_figure_estimated_share(wyrm_style style, const wyrm_estimate *estimate,
                                        wyrm_figure *out);

/* A probability: "19.4 %"; "<0.1 %" and ">99.9 %" where rounding would tell a lie. */
const char *wyrm_figure_percent(double probability, wyrm_figure *out);

/* A range of a target: "7 to 8", "at least 7", "exactly 45". */
const char *wyrm_figure_range(wyrm_interval range, wyrm_figure *out);

#endif
