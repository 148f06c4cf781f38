/* The JSON Schema of a row of the schema table. */
#ifndef WYRM_SRC_RULESET_SCHEMA_FIELD_H
#define WYRM_SRC_RULESET_SCHEMA_FIELD_H

#include "ruleset/schema_leaf.h"

/* {"type": "object"} */
json_t *wyrm_schema_typed(wyrm_schema_writer *json);

/* The schema of a row, with its description and default. `partial`: of a file that extends another,
 * where nothing is required and null removes. */
json_t *wyrm_schema_field(wyrm_schema_writer *json, const wyrm_field *field, bool partial);

#endif
