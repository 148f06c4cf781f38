#ifndef WYRM_SRC_RULESET_VALUE_H
#define WYRM_SRC_RULESET_VALUE_H

#include <wyrm/ruleset.h>

#include "ruleset/diagnostics.h"
#include "ruleset/keys.h"

/* Titles made from keys. */

/* "beam_sword" becomes "Beam sword"; `title` has room for the key and its NUL. */
void wyrm_title_of_key(const char *key, char *title);

/* What a wyrm_value and a wyrm_ruleset are inside. */

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
        struct {
            double number; /* as it is written: 3 for 3 % */
            bool relative;
        } margin;
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

/* What the systems of a ruleset (combat, growth, loot...) have in common as they are made. */

typedef struct wyrm_chosen {
    const void
        *model; /* the struct of the system's models that begins with the chosen wyrm_model */
    const wyrm_value *section; /* the model's parameters are in it */
    void *system;              /* `size` zeroed bytes, owned by the caller (free) */
} wyrm_chosen;

/* The model that a ruleset chose for a section, and room for the system that it is to be the model
 * of.
 * WYRM_ERROR_RULESET  the section has no model
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_MUST_CHECK wyrm_status wyrm_model_chosen(const wyrm_ruleset *ruleset, const char *section,
                                              size_t size, wyrm_chosen *out, wyrm_errors *errors);

#endif
