/* The section `gate`: what a pull request is held to. */
#ifndef WYRM_SRC_DESIGN_GATE_ROWS_H
#define WYRM_SRC_DESIGN_GATE_ROWS_H

#include <wyrm/schema.h>

extern const wyrm_field wyrm_gate_fields[];

#define WYRM_GATE_SECTION                                                                          \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "gate",                                                                        \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fallback = "{}",                                                                      \
            .fields = wyrm_gate_fields,                                                            \
            .summary = "what `wyrm compare --gate` holds a changed ruleset to: how often it may "  \
                       "cry wolf, and which differences nobody minds"                              \
        }                                                                                          \
    }

#endif
