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

/* A value in the digits that its interval supports, three at most before a decimal is left out:
 * "12.3 ± 0.4", "12000 ± 2000"; "3 (2 to 9)" where one end is much nearer, "3 (2 or more)" where
 * the other has none; "-" where the interval is unknown. */
const char *wyrm_figure_sampled(wyrm_style style, double value, wyrm_interval interval,
                                wyrm_figure *out);

/* The same with `more` decimals beyond that, at least 0: where something is to follow from it. */
const char *wyrm_figure_finer(wyrm_style style, double value, wyrm_interval interval, int more,
                              wyrm_figure *out);

/* The same in whole numbers, for what has no other values: quantiles of counts. */
const char *wyrm_figure_whole(wyrm_style style, double value, wyrm_interval interval,
                              wyrm_figure *out);

/* A share of 1 and its interval: "12.3 % ± 0.4". */
const char *wyrm_figure_share(wyrm_style style, double share, wyrm_interval interval,
                              wyrm_figure *out);

/* The mean of a sample, and a ratio over clusters, with their 95 % intervals; shares as such. */
const char *wyrm_figure_mean(wyrm_style style, const wyrm_moments *moments, wyrm_figure *out);
const char *wyrm_figure_ratio(wyrm_style style, const wyrm_clusters *clusters, wyrm_figure *out);

/* The same as an estimate. */
wyrm_estimate wyrm_estimate_mean(const wyrm_moments *moments);
wyrm_estimate wyrm_estimate_ratio(const wyrm_clusters *clusters);

/* An estimate, and one of a share: as wyrm_figure_exact and wyrm_figure_percent where it is
 * exact. */
const char *wyrm_figure_estimate(wyrm_style style, const wyrm_estimate *estimate, wyrm_figure *out);
const char *wyrm_figure_estimated_share(wyrm_style style, const wyrm_estimate *estimate,
                                        wyrm_figure *out);

/* A probability: "19.4 %"; "<0.1 %" and ">99.9 %" where rounding would tell a lie. */
const char *wyrm_figure_percent(double probability, wyrm_figure *out);

/* The same with up to four digits, for what is exact: "19.42 %", "0.0415 %"; "<0.001 %". */
const char *wyrm_figure_chance(double probability, wyrm_figure *out);

/* A range of a target: "7 to 8", "at least 7", "exactly 45". */
const char *wyrm_figure_range(wyrm_interval range, wyrm_figure *out);

/* Figures of which the greatest is asked for: each has a name, or a number of one kind of place. */
typedef struct wyrm_ranking {
    size_t count;
    const wyrm_estimate *figures; /* NAN: out of the question */
    const char *const *names;     /* or NULL, and then: */
    const int32_t *numbers;
    const char *place; /* "depth" */
    bool shares;
} wyrm_ranking;

/* What can be said of it. Two figures whose intervals overlap are alike: so the greatest is named
 * only where it stands apart from all others, and else all are that may be it. */
typedef struct wyrm_greatest {
    size_t first,
        count;       /* the greatest as it was found, and how many may be it; 0: there is none */
    char where[128]; /* "depth 7"; "depths 5 to 7, alike"; "Orc, Troll or 3 more, alike" */
    char value[128]; /* "62 % ± 4"; "48 % ± 6 to 62 % ± 9" */
} wyrm_greatest;

wyrm_greatest wyrm_find_greatest(wyrm_style style, const wyrm_ranking *of);

#endif
