/* Figures of a comparison while they are gathered. */
#include "judge/comparing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool wyrm_compare_is_fatal(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL;
}

wyrm_status wyrm_compare_add(compare_work *work, const char *metric, const char *unit, double value,
                             wyrm_error *error)
{
    compare_list *list = &work->list;
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 512 : 2 * list->room;
        wyrm_compared *figures = realloc(list->figures, room * sizeof *figures);
        if (figures == NULL)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
        list->figures = figures;
        list->room = room;
    }
    wyrm_compared *figure = &list->figures[list->count++];
    *figure = (wyrm_compared){.group = work->group,
                              .unit = unit,
                              .axis = work->axis,
                              .at = work->at,
                              .in_a = true,
                              .a = value,
                              .b = NAN};
    snprintf(figure->of, sizeof figure->of, "%s", work->of);
    snprintf(figure->metric, sizeof figure->metric, "%s", metric);
    return WYRM_OK;
}

double wyrm_compare_margin(const wyrm_estimate *estimate)
{
    if (!estimate->sampled)
        return 0;
    return fmax(estimate->ci95.high - estimate->value, estimate->value - estimate->ci95.low);
}

wyrm_status wyrm_compare_add_estimate(compare_work *work, const char *metric, const char *unit,
                                      const wyrm_estimate *estimate, wyrm_error *error)
{
    wyrm_status status = wyrm_compare_add(work, metric, unit, estimate->value, error);
    if (status == WYRM_OK)
        work->list.figures[work->list.count - 1].margin_a = wyrm_compare_margin(estimate);
    return status;
}
