/* The names of the floating points that games compute in. */
#include "base/precision.h"

#include <stddef.h>

const char *const wyrm_precisions[] = {
    [WYRM_PRECISION_SINGLE] = "single", [WYRM_PRECISION_DOUBLE] = "double", NULL};
