/* Tables of squares, of kinds by depth. */
#include "dossier/squares.h"

#include <math.h>
#include <stdlib.h>

size_t wyrm_keep_greatest(const double *weights, size_t count, bool *kept)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        size_t greater = 0;
        for (size_t k = 0; k < count; k++)
            greater += weights[k] > weights[i] || (weights[k] == weights[i] && k < i);
        kept[i] = weights[i] > 0.0 && greater < WYRM_COLUMNS_MAX;
        all += weights[i] > 0.0;
    }
    return all;
}

static void add_square(wyrm_picture *picture, wyrm_series *series, double at, size_t depth,
                       wyrm_estimate amount)
{
    wyrm_mark *mark =
        amount.value > 0.0 ? wyrm_picture_mark(picture, series, at, (double)depth) : NULL;
    if (mark == NULL)
        return;
    mark->value = amount.value;
    if (amount.sampled) {
        mark->low = amount.ci95.low;
        mark->high = amount.ci95.high;
    }
}

/* What is not kept, in one column. */
static void add_others(wyrm_picture *picture, wyrm_series *series, const wyrm_squares *squares,
                       const bool *kept)
{
    double at = (double)wyrm_picture_category(picture, "all others");
    for (size_t d = 1; d <= squares->depths; d++) {
        double rest = 0.0;
        for (size_t k = 0; k < squares->kinds; k++)
            rest += kept[k] ? 0.0 : squares->amount(squares->of, d, k).value;
        add_square(picture, series, at, d, (wyrm_estimate){.value = rest});
    }
}

static void add_all(wyrm_picture *picture, const char *name, const wyrm_squares *squares,
                    double *weights, bool *kept)
{
    wyrm_series *series = wyrm_picture_series(picture, name);
    for (size_t k = 0; k < squares->kinds; k++)
        for (size_t d = 1; d <= squares->depths; d++)
            weights[k] = fmax(weights[k], squares->amount(squares->of, d, k).value);
    size_t all = wyrm_keep_greatest(weights, squares->kinds, kept);
    for (size_t k = 0; k < squares->kinds; k++) {
        if (!kept[k])
            continue;
        double at = (double)wyrm_picture_category(picture, squares->title(squares->of, k));
        for (size_t d = 1; d <= squares->depths; d++)
            add_square(picture, series, at, d, squares->amount(squares->of, d, k));
    }
    if (all > WYRM_COLUMNS_MAX)
        add_others(picture, series, squares, kept);
}

void wyrm_add_squares(wyrm_picture *picture, const char *name, const wyrm_squares *squares)
{
    double *weights = calloc(squares->kinds + 1, sizeof *weights);
    bool *kept = calloc(squares->kinds + 1, sizeof *kept);
    if (weights != NULL && kept != NULL)
        add_all(picture, name, squares, weights, kept);
    else
        picture->failed = true;
    free(weights);
    free(kept);
}
