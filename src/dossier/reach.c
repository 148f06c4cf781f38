/* Sampled figures in words. */
#include "dossier/reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DECIMALS_MAX 6

/* Two digits of the farther end's distance; -1 where there is none to go by. */
static int decimals_of(double value, wyrm_interval ci95)
{
    double far = fmax(value - ci95.low, ci95.high - value);
    if (!(ci95.high > ci95.low) || !isfinite(far))
        return -1;
    int decimals = 1 - (int)floor(log10(far));
    return decimals < 0 ? 0 : decimals > DECIMALS_MAX ? DECIMALS_MAX : decimals;
}

/* Never "-0.0". */
static double rounded(double value, int decimals)
{
    return fabs(value) < 0.5 * pow(10.0, -decimals) ? 0.0 : value;
}

static void print(double value, int decimals, bool sign, wyrm_figure *out)
{
    double shown = rounded(value, decimals);
    if (decimals < 0)
        wyrm_figure_exact(value, out);
    else
        snprintf(out->text, sizeof out->text, sign && shown > 0.0 ? "+%.*f" : "%.*f", decimals,
                 shown);
}

/* " %" of shares, " items" of items. */
static const char *unit_words(const char *unit, double *scale)
{
    bool share = strcmp(unit, "share") == 0;
    *scale = share ? 100.0 : 1.0;
    return share ? "%" : unit;
}

const char *wyrm_reach_value(double value, double half, const char *unit, wyrm_figure *out)
{
    double scale;
    wyrm_figure number;
    const char *words = unit_words(unit, &scale);
    int decimals = decimals_of(0.0, (wyrm_interval){-scale * half, scale * half});
    print(scale * value, decimals, false, &number);
    snprintf(out->text, sizeof out->text, "%.30s%s%.30s", number.text, words[0] != '\0' ? " " : "",
             words);
    return out->text;
}

const char *wyrm_reach_words(double value, wyrm_interval ci95, const char *unit, bool sign,
                             wyrm_figure *out)
{
    double scale;
    wyrm_figure number, low, high;
    const char *words = unit_words(unit, &scale);
    const char *space = words[0] != '\0' ? " " : "";
    int decimals = decimals_of(scale * value, (wyrm_interval){scale * ci95.low, scale * ci95.high});
    print(scale * value, decimals, sign, &number);
    if (decimals < 0) {
        snprintf(out->text, sizeof out->text, "%.30s%s%.30s", number.text, space, words);
        return out->text;
    }
    print(scale * ci95.low, decimals, sign, &low);
    print(scale * ci95.high, decimals, sign, &high);
    snprintf(out->text, sizeof out->text, "%.12s%s%.18s (%.12s to %.12s)", number.text, space,
             words, low.text, high.text);
    return out->text;
}
