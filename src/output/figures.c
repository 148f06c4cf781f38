/* Numbers as people read them: digits follow from the interval, or from the size of the value. */
#include "output/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Below this distance from 0 and 1 a probability is 0 or 1: sums of pmfs hold within 1e-12. */
#define CERTAIN 2e-12

/* Cuts the zeros after the decimal point: "4.500" to "4.5", "4.000" to "4". */
static void trim(char *text)
{
    if (strchr(text, '.') == NULL || strchr(text, 'e') != NULL)
        return;
    size_t length = strlen(text);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

const char *wyrm_figure_exact(double value, wyrm_figure *out)
{
    if (isnan(value)) {
        snprintf(out->text, sizeof out->text, "-");
    } else if (isinf(value)) {
        snprintf(out->text, sizeof out->text, "no limit");
    } else if (fabs(value) >= 1e15) {
        snprintf(out->text, sizeof out->text, "%.4g", value);
    } else if (fabs(value) >= 1000 || value == floor(value)) {
        snprintf(out->text, sizeof out->text, "%.0f", value + 0.0);
    } else if (fabs(value) < 1e-5) {
        snprintf(out->text, sizeof out->text, "%.1e", value);
    } else {
        int decimals = 3 - (int)floor(log10(fabs(value)));
        snprintf(out->text, sizeof out->text, "%.*f", decimals, value);
        trim(out->text);
    }
    return out->text;
}

/* Half widths below it are written with an exponent, where what they belong to is small as well. */
#define TINY 1e-5

/* Decimals of a half width: two digits where it begins with 1, else one. */
static int decimals_of(double half)
{
    if (!(half > 0) || !isfinite(half))
        return 4;
    int exponent = (int)floor(log10(half));
    double lead = half / pow(10, exponent);
    int decimals = lead < 1.95 ? 1 - exponent : -exponent;
    return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

/* Where one end is much nearer than the other, both are named: "3 (2 to 9)"; "±" would promise what
 * cannot be, a share above 100 % or a count below 0. */
#define UNEVEN 0.6

const char *wyrm_figure_finer(wyrm_style style, double value, wyrm_interval interval, int more,
                              wyrm_figure *out)
{
    double below = value - interval.low, above = interval.high - value;
    double near = fmin(below, above), half = fmax(below, above);
    if (isnan(value) || (isinf(below) && isinf(above)))
        return wyrm_figure_exact(NAN, out);
    if (!isfinite(half) || !(half > 0) || !isfinite(value))
        return wyrm_figure_exact(value, out);
    int decimals = decimals_of(half) + more;
    double least = 0.5 * pow(10, -decimals); /* what is written as 0, and not "-0" */
    double low = fabs(interval.low) < least ? 0 : interval.low;
    double high = fabs(interval.high) < least ? 0 : interval.high;
    value = fabs(value) < least ? 0 : value;
    const char *give = style.utf8 ? "±" : "+-";
    if (half < TINY && fabs(value) < 1000 * TINY)
        snprintf(out->text, sizeof out->text, "%.2g %s %.1g", value, give, half);
    else if (near < UNEVEN * half)
        snprintf(out->text, sizeof out->text, "%.*f (%.*f to %.*f)", decimals, value, decimals, low,
                 decimals, high);
    else
        snprintf(out->text, sizeof out->text, "%.*f %s %.*f", decimals, value, give, decimals,
                 half);
    return out->text;
}

const char *wyrm_figure_sampled(wyrm_style style, double value, wyrm_interval interval,
                                wyrm_figure *out)
{
    return wyrm_figure_finer(style, value, interval, 0, out);
}

const char *wyrm_figure_share(wyrm_style style, double share, wyrm_interval interval,
                              wyrm_figure *out)
{
    wyrm_figure percent;
    if (isnan(share))
        return wyrm_figure_exact(share, out);
    const char *text = wyrm_figure_sampled(
        style, 100 * share, (wyrm_interval){100 * interval.low, 100 * interval.high}, &percent);
    int head = (int)strcspn(text, " ");
    snprintf(out->text, sizeof out->text, "%.*s %%%.40s", head, text, text + head);
    return out->text;
}

const char *wyrm_figure_mean(wyrm_style style, const wyrm_moments *moments, wyrm_figure *out)
{
    double mean = moments->count > 0 ? moments->mean : (double)NAN;
    wyrm_interval interval = wyrm_mean_interval(moments, 0.95);
    return moments->range == WYRM_SHARE ? wyrm_figure_share(style, mean, interval, out)
                                        : wyrm_figure_sampled(style, mean, interval, out);
}

const char *wyrm_figure_ratio(wyrm_style style, const wyrm_clusters *clusters, wyrm_figure *out)
{
    double ratio = clusters->x > 0 ? wyrm_clusters_ratio(clusters) : (double)NAN;
    wyrm_interval interval = wyrm_ratio_interval(clusters, 0.95);
    return clusters->range == WYRM_SHARE ? wyrm_figure_share(style, ratio, interval, out)
                                         : wyrm_figure_sampled(style, ratio, interval, out);
}

const char *wyrm_figure_percent(double probability, wyrm_figure *out)
{
    const char *text = NULL;
    if (isnan(probability))
        text = "-";
    else if (probability <= CERTAIN)
        text = "0 %";
    else if (probability >= 1 - CERTAIN)
        text = "100 %";
    else if (probability < 0.0005)
        text = "<0.1 %";
    else if (probability >= 0.9995)
        text = ">99.9 %";
    if (text != NULL)
        snprintf(out->text, sizeof out->text, "%s", text);
    else
        snprintf(out->text, sizeof out->text, "%.1f %%", 100 * probability);
    return out->text;
}

const char *wyrm_figure_estimate(wyrm_style style, const wyrm_estimate *estimate, wyrm_figure *out)
{
    return estimate->sampled ? wyrm_figure_sampled(style, estimate->value, estimate->ci95, out)
                             : wyrm_figure_exact(estimate->value, out);
}

const char *wyrm_figure_estimated_share(wyrm_style style, const wyrm_estimate *estimate,
                                        wyrm_figure *out)
{
    return estimate->sampled ? wyrm_figure_share(style, estimate->value, estimate->ci95, out)
                             : wyrm_figure_percent(estimate->value, out);
}

const char *wyrm_figure_range(wyrm_interval range, wyrm_figure *out)
{
    wyrm_figure low, high;
    wyrm_figure_exact(range.low, &low);
    wyrm_figure_exact(range.high, &high);
    if (isinf(range.low) && isinf(range.high))
        snprintf(out->text, sizeof out->text, "anything");
    else if (isinf(range.low))
        snprintf(out->text, sizeof out->text, "at most %.40s", high.text);
    else if (isinf(range.high))
        snprintf(out->text, sizeof out->text, "at least %.40s", low.text);
    else if (range.low == range.high)
        snprintf(out->text, sizeof out->text, "exactly %.40s", low.text);
    else
        snprintf(out->text, sizeof out->text, "%.26s to %.26s", low.text, high.text);
    return out->text;
}
