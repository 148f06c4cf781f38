/* The cap of the combat by the ratio, where it never takes effect. */
#include "combat/ratio_cap.h"

#include <stdio.h>

/* Below full_from x defense the share attack / (divisor x max(defense, 1)) stays below
 * full_from / divisor: a cap that is no lower does nothing. */
const char *wyrm_ratio_idle(const wyrm_value *parameters, char *why, size_t size)
{
    double full_from = wyrm_value_real(wyrm_value_get(parameters, "full_from"));
    double divisor = wyrm_value_real(wyrm_value_get(parameters, "share_divisor"));
    double most = wyrm_value_real(wyrm_value_get(parameters, "share_most"));
    if (!(divisor > 0) || most < full_from / divisor)
        return NULL;
    snprintf(why, size,
             "the cap of %.10g never takes effect: it counts only where attack is "
             "less than %.10g x defense, and there attack / (%.10g x defense) is "
             "less than %.10g",
             most, full_from, divisor, full_from / divisor);
    return "share_most";
}
