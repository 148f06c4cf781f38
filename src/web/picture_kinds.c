/* The signs by which the legend and the patterns know the kinds. */
#include "web/picture_draw.h"

static const struct {
    const char *name;
    wyrm_swatch swatch;
} kinds[WYRM_PICTURE_KIND_COUNT] = {
    [WYRM_PICTURE_LINES] = {"lines", WYRM_SWATCH_LINE},
    [WYRM_PICTURE_STEPS] = {"steps", WYRM_SWATCH_LINE},
    [WYRM_PICTURE_STACKED] = {"stacked", WYRM_SWATCH_FILL},
    [WYRM_PICTURE_COLUMNS] = {"columns", WYRM_SWATCH_FILL},
    [WYRM_PICTURE_DOTS] = {"dots", WYRM_SWATCH_POINT},
    [WYRM_PICTURE_RANGES] = {"ranges", WYRM_SWATCH_BOX},
    [WYRM_PICTURE_SCATTER] = {"scatter", WYRM_SWATCH_POINT},
    [WYRM_PICTURE_HEAT] = {"heat", WYRM_SWATCH_SHADES},
};

const char *wyrm_picture_kind_name(wyrm_picture_kind kind)
{
    return kinds[kind].name;
}

wyrm_swatch wyrm_picture_swatch(wyrm_picture_kind kind)
{
    return kinds[kind].swatch;
}
