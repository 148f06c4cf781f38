/* The rows of `gate`. */
#include "design/gate_rows.h"

/* A margin: two simulations whose difference is surely within it are equivalent. */
#define MARGIN(key, most, text, of)                                                                \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_MARGIN, .least = 0.0, .greatest = most, .fallback = text,   \
        .summary = of                                                                              \
    }

static const wyrm_field margin_fields[] = {
    MARGIN("win_rate", 1, "0.02", "of the share of runs that are won"),
    MARGIN("survival", 1, "0.03", "of the share of runs that survive a depth"),
    MARGIN("final_depth", 1000, "3 %", "of the mean depth that runs end on"),
    MARGIN("final_level", 1000, "3 %", "of the mean level at the end"),
    MARGIN("turns_per_floor", 1e6, "3 %", "of the mean turns that a floor takes"),
    MARGIN("damage_per_floor", 1e6, "3 %", "of the mean hit points that a floor takes"),
    MARGIN("starved", 1, "0.02", "of the share of runs that starve"),
    MARGIN("unfinished", 1, "0.02", "of the share of runs that are cut off or stall"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_gate_fields[] = {
    {.name = "alarm",
     .kind = WYRM_KIND_REAL,
     .least = 0.00001,
     .greatest = 0.5,
     .fallback = "0.01",
     .summary = "the chance that it fails although nothing has changed, over all metrics together"},
    {.name = "margins",
     .kind = WYRM_KIND_RECORD,
     .fields = margin_fields,
     .fallback = "{}",
     .summary = "differences up to these are nobody's business"},
    {.kind = WYRM_KIND_END},
};
