/* Composing: the rows that hold for a ruleset, once it is known which models it chooses. */
#ifndef WYRM_SRC_RULESET_COMPOSE_H
#define WYRM_SRC_RULESET_COMPOSE_H

#include "ruleset/keys.h"

#include <wyrm/schema.h>

/* The keys that every ruleset has: name, title, description, source, extends; ended by
 * WYRM_KIND_END. */
extern const wyrm_field wyrm_common_rows[];

/* The model of a section by name, or NULL. */
const wyrm_model *wyrm_find_model(const wyrm_section *section, const char *name);

size_t wyrm_count_rows(const wyrm_field *rows); /* NULL: 0 */

/* The row of a section with the rows of the chosen models in it (`chosen` by section; NULL: none,
 * or not known): those of its own model and the extensions of any. Where two rows have one name the
 * first holds. In the region; false where out of memory. */
bool wyrm_compose_section(const wyrm_schema *schema, size_t index, const wyrm_model *const *chosen,
                          wyrm_region *region, wyrm_field *out);

/* The row of `models`: one CHOICE a section that has models, in the order of sections. */
bool wyrm_compose_models(const wyrm_schema *schema, wyrm_region *region, wyrm_field *out);

/* The row of the whole file. */
bool wyrm_compose_root(const wyrm_schema *schema, const wyrm_model *const *chosen,
                       wyrm_region *region, wyrm_field *out);

/* The first model that is not chosen and would allow `key` in a section (in its record, or in the
 * elements of its map); *owner is the section that would have to choose it. NULL: none. */
const wyrm_model *wyrm_find_owner(const wyrm_schema *schema, const wyrm_model *const *chosen,
                                  size_t index, const char *key, size_t *owner);

/* Index of a section by name; schema->count where there is none. */
size_t wyrm_find_section(const wyrm_schema *schema, const char *name);

/* The extension rows that a model adds to a section; NULL: none. */
const wyrm_field *wyrm_find_extension(const wyrm_model *model, const char *section);

#endif
