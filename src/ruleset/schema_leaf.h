/* What the JSON Schema and its parts share. */
#ifndef WYRM_SRC_RULESET_SCHEMA_LEAF_H
#define WYRM_SRC_RULESET_SCHEMA_LEAF_H

#include <wyrm/schema.h>

#include <jansson.h>

/* Writing JSON without a look at every call: once something has failed all is dropped at the end.
 */
typedef struct wyrm_schema_writer {
    bool failed;
} wyrm_schema_writer;

json_t *wyrm_schema_object(wyrm_schema_writer *json);
json_t *wyrm_schema_array(wyrm_schema_writer *json);
void wyrm_schema_set(wyrm_schema_writer *json, json_t *object, const char *key,
                     json_t *value);                                          /* takes value */
void wyrm_schema_add(wyrm_schema_writer *json, json_t *array, json_t *value); /* takes value */

/* The schema of a value that is no record, list or map: type, limits, default, description. */
json_t *wyrm_schema_leaf(wyrm_schema_writer *json, const wyrm_field *field);

/* minimum and maximum, or minItems and the like. */
void wyrm_schema_limits(wyrm_schema_writer *json, json_t *object, const wyrm_field *field,
                        const char *least, const char *greatest);

/* description and default. */
void wyrm_schema_describe(wyrm_schema_writer *json, json_t *object, const wyrm_field *field);

/* Allows null too, by which an extending file removes a key. */
void wyrm_schema_allow_null(wyrm_schema_writer *json, json_t *object);

#define WYRM_NAME_PATTERN "^[A-Za-z][A-Za-z0-9_-]{0,62}$"

#endif
