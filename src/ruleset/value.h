/* What a wyrm_value and a wyrm_ruleset are inside. */
#ifndef WYRM_SRC_RULESET_VALUE_H
#define WYRM_SRC_RULESET_VALUE_H

#include "ruleset/keys.h"
#include "ruleset/source.h"

#include <wyrm/ruleset.h>

struct wyrm_value {
    const wyrm_field *field;
    const char *key;  /* that it stands under; "" of an element of a list and of the root */
    wyrm_place place; /* of a record, list or map: its key's; of a default: what lacks it */
    bool is_default;
    size_t count;
    union {
        bool boolean;
        int64_t integer;
        double real;
        wyrm_ratio ratio;
        struct {
            const char *text;
            size_t choice;
        } word; /* TEXT, NAME, CHOICE */
        struct {
            double low, high;
        } ends;
        wyrm_dice dice;
        const wyrm_depth_row *rows;
        struct {
            wyrm_value *items;
            const wyrm_keys *keys; /* of a MAP; else NULL */
        } members;
    } as;
};

struct wyrm_ruleset {
    wyrm_region region; /* everything below */
    const wyrm_schema *schema;
    const wyrm_model **models; /* by section; NULL: the section has none */
    wyrm_value root;
    char hash[17];
};

#endif
