/* Products of a schema besides the reader: JSON Schema, guide, composed rows, bad defaults.
 */
#include "small_schema.h"

#include "text/internal.h"

#include <jansson.h>

static char *text_of(const wyrm_schema *schema,
                     wyrm_status (*write)(const wyrm_schema *, char **, wyrm_error *))
{
    char *text = NULL;
    assert_int_equal(write(schema, &text, NULL), WYRM_OK);
    assert_non_null(text);
    return text;
}

/* The names of shapes: amounts, intervals, lists, maps, records, what is present, ratios, ranges,
 * margins, tables. */
static const char shapes[] = "AILMOPQRST";

/* A schema with references to shared definitions, whose names are none of shapes, replaced by their
 * content; itself if it has none. The caller frees it. */
static json_t *whole(const json_t *definitions, json_t *schema)
{
    static const char before[] = "#/$defs/";
    const char *name = json_string_value(json_object_get(schema, "$ref"));
    if (name == NULL || strncmp(name, before, strlen(before)) != 0 ||
        strlen(name) - strlen(before) > 2 ||
        (name[strlen(before) + 1] == '\0' && strchr(shapes, name[strlen(before)]) != NULL))
        return json_incref(schema);
    json_t *part = json_object_get(definitions, name + strlen(before)), *out = json_copy(part);
    assert_non_null(part);
    json_object_update(out, schema); /* members beside the reference */
    json_object_del(out, "$ref");
    json_t *inner = whole(definitions, out);
    json_decref(out);
    return inner;
}

static void put_back(const json_t *definitions, json_t *json)
{
    const char *key;
    json_t *member;
    size_t i;
    json_object_foreach(json, key, member)
    {
        json_object_set_new(json, key, whole(definitions, member));
        put_back(definitions, json_object_get(json, key));
    }
    json_array_foreach(json, i, member)
    {
        json_array_set_new(json, i, whole(definitions, member));
        put_back(definitions, json_array_get(json, i));
    }
}

static json_t *json_of(const wyrm_schema *schema)
{
    char *text = text_of(schema, text_schema_json);
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    wyrm_free(text);
    put_back(json_object_get(root, "$defs"), root);
    return root;
}

/* The member at a path of keys and indices, separated by blanks; NULL: none. */
static json_t *at(json_t *json, const char *path)
{
    char step[64];
    while (json != NULL && *path != '\0') {
        size_t length = strcspn(path, " ");
        assert_true(length < sizeof step);
        memcpy(step, path, length);
        step[length] = '\0';
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(step))
                                   : json_object_get(json, step);
        path += length + (path[length] == ' ');
    }
    return json;
}

/* Asserts that the member is this compact JSON; "" means that there is none. */
static void assert_json(json_t *root, const char *path, const char *wanted)
{
    json_t *found = at(root, path);
    FREED char *text = found == NULL ? NULL : json_dumps(found, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(text == NULL ? "" : text, wanted);
}

#define VALUES "$defs file properties values properties "

/* Any value may be null in a file that extends another, which removes it. */
TEST(json_schema_describes_every_kind)
{
    json_t *root = json_of(&small_schema);
    assert_json(root, "$schema", "\"https://json-schema.org/draft/2020-12/schema\"");
    assert_json(root, VALUES "flag", "{\"type\":[\"boolean\",\"null\"]}");
    assert_json(root, VALUES "whole", "{\"type\":[\"integer\",\"null\"]}");
    assert_json(root, VALUES "least", "{\"type\":[\"integer\",\"null\"],\"minimum\":1}");
    assert_json(root, VALUES "most", "{\"type\":[\"number\",\"null\"],\"maximum\":2.5}");
    assert_json(root, VALUES "ratio", "{\"$ref\":\"#/$defs/Q\"}");
    assert_json(root, "$defs Q type", "[\"number\",\"string\",\"null\"]");
    assert_json(root, VALUES "text",
                "{\"type\":[\"string\",\"number\",\"boolean\",\"null\"],\"maxLength\":2000}");
    assert_json(root, VALUES "word pattern", "\"^[A-Za-z][A-Za-z0-9_-]{0,62}$\"");
    assert_json(root, VALUES "range",
                "{\"$ref\":\"#/$defs/R\",\"minimum\":-10,\"maximum\":10,"
                "\"items\":{\"minimum\":-10,\"maximum\":10}}");
    assert_json(root, "$defs R anyOf 1",
                "{\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"minItems\":2,"
                "\"maxItems\":2}");
    assert_json(root, VALUES "interval", "{\"$ref\":\"#/$defs/I\"}");
    assert_json(root, VALUES "table items", "{\"prefixItems\":[{\"minimum\":0,\"maximum\":100}]}");
    assert_json(root, "$defs T anyOf 1 items prefixItems 1",
                "{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000}");
    assert_json(root, VALUES "dice", "{\"$ref\":\"#/$defs/A\"}");
    assert_json(root, VALUES "margin", "{\"$ref\":\"#/$defs/S\",\"minimum\":0,\"maximum\":8}");
    assert_json(root, VALUES "names items type", "[\"string\",\"null\"]");
    assert_json(root, "$defs L allOf 0 items", "{\"$ref\":\"#/$defs/P\"}");
    assert_json(root, VALUES "filled properties hunger",
                "{\"type\":[\"integer\",\"null\"],\"default\":7}");
    assert_json(root, VALUES "filled additionalProperties", "false");
    json_decref(root);
}

/* A section allows the rows of the chosen model, and none of the other models. */
TEST(json_schema_closes_a_section_for_each_model)
{
    json_t *root = json_of(&small_schema);
    assert_json(root, "$defs file properties combat patternProperties",
                "{\"^(miss|round|spread|critical)$\":true}");
    assert_json(root, "$defs file properties combat additionalProperties", "false");
    assert_json(
        root, "$defs file allOf 0 if",
        "{\"properties\":{\"models\":{\"required\":[\"combat\"]}},\"required\":[\"models\"]}");
    assert_json(root, "$defs file allOf 0 then allOf 1 if",
                "{\"properties\":{\"models\":{\"properties\":{\"combat\":{\"const\":\"dice\"}}}}}");
    json_t *ratio = at(root, "$defs file allOf 0 then allOf 0 then");
    json_t *dice = at(root, "$defs file allOf 0 then allOf 1 then");
    assert_json(ratio, "properties combat properties round",
                "{\"enum\":[\"nearest\",\"up\",\"down\",null],\"default\":\"nearest\"}");
    assert_json(ratio, "properties combat additionalProperties", "false");
    assert_json(ratio, "properties combat properties critical", "");
    assert_json(dice, "properties combat additionalProperties", "false");
    assert_json(dice, "properties combat properties miss", "");
    assert_json(ratio, "properties monsters additionalProperties",
                "{\"properties\":{\"attack\":{\"type\":[\"number\",\"null\"],"
                "\"description\":\"hit points\",\"default\":3}},"
                "\"propertyNames\":{\"not\":{\"pattern\":\"^(damage)$\"}}}");
    assert_json(dice, "properties monsters additionalProperties properties damage default",
                "\"1d6\"");
    /* Lists are replaced whole, so their elements must be complete. */
    assert_json(ratio, "properties combat properties spread items required", "[\"factor\"]");
    json_decref(root);
}

/* Only a file that extends nothing must have all required keys, and nothing in it is null. */
TEST(json_schema_requires_of_a_complete_file)
{
    json_t *root = json_of(&small_schema);
    assert_json(root, "if", "{\"required\":[\"extends\"]}");
    assert_json(root, "then", "");
    assert_json(root, "else $ref", "\"#/$defs/complete\"");
    assert_json(root, "$defs file required", "[\"name\"]");
    assert_json(root, "$defs complete properties monsters additionalProperties required",
                "[\"level\"]");
    assert_json(root, "$defs complete allOf", "[{\"$ref\":\"#/$defs/P\"}]");
    json_t *rule = at(root, "$defs file allOf 0"), *dice = at(rule, "then allOf 1 then");
    assert_json(dice, "if", "{\"required\":[\"extends\"]}");
    assert_json(
        dice, "else",
        "{\"required\":[\"combat\"],\"properties\":{\"combat\":{\"required\":[\"critical\"]}}}");
    /* ratio is the default: it also holds where no model is named, but what is extended may. */
    assert_json(rule, "else if", "{\"required\":[\"extends\"]}");
    assert_true(json_equal(at(rule, "else else"), at(rule, "then allOf 0 then")));
    json_decref(root);
}

/* An editor is told a clause, the unit once, and no default that is empty. */
TEST(json_schema_describes_in_a_clause)
{
    static const wyrm_field row = {.name = "row", .kind = WYRM_KIND_TEXT};
    static const wyrm_field rows[] = {
        {.name = "lasts",
         .kind = WYRM_KIND_REAL,
         .unit = "turns",
         .default_value = "1",
         .summary = "how long; 0: for ever"},
        {.name = "sleeps",
         .kind = WYRM_KIND_REAL,
         .unit = "turns",
         .summary = "how many turns it sleeps"},
        {.name = "list", .kind = WYRM_KIND_LIST, .fields = &row, .default_value = "[]"},
        {.kind = WYRM_KIND_END}};
    static const wyrm_section sections[] = {
        {.field = {.name = "s", .kind = WYRM_KIND_RECORD, .fields = rows, .default_value = "{}"}}};
    static const wyrm_schema schema = {sections, 1};
    json_t *root = json_of(&schema);
    const char *const s = "$defs file properties s";
    assert_json(at(root, s), "default", "");
    assert_json(at(root, s), "properties list default", "");
    assert_json(at(root, s), "properties lasts description", "\"how long (turns)\"");
    assert_json(at(root, s), "properties lasts default", "1");
    assert_json(at(root, s), "properties sleeps description", "\"how many turns it sleeps\"");
    json_decref(root);
}

TEST(an_empty_schema_is_one_too)
{
    static const wyrm_schema empty = {NULL, 0};
    json_t *root = json_of(&empty);
    assert_json(root, "$defs file required", "[\"name\"]");
    assert_json(root, "$defs complete required", "");
    json_decref(root);
    OWNED_RULESET *ruleset = NULL;
    assert_int_equal(wyrm_ruleset_parse(&empty, "e", "name: e", 7, NULL, NULL, &ruleset, NULL),
                     WYRM_OK);
}

TEST(the_guide_lists_sections_models_and_keys)
{
    FREED char *guide = text_of(&small_schema, wyrm_schema_guide);
    static const char *const lines[] = {
        "# Reference\n",
        "| `name` | name | required | the name of the ruleset |\n",
        "| `models.combat` | `ratio`, `dice` | `ratio` |\n",
        "## `combat`\n\nOne hit.\n",
        "### `combat: ratio`\n\nby a ratio\n",
        "| `combat.miss` | ratio, 0 to 1 | `1/10` | How often an attack misses. |\n",
        "| `combat.round` | `nearest`, `up`, `down` | `nearest` |  |\n",
        "| `combat.spread` | list of 1 to 3 | `[{factor: 1}]` |  |\n",
        "| `combat.spread[].factor` | decimal number, 0 to 10 | required |  |\n",
        "Adds to `monsters`:\n",
        "| `attack` | decimal number, hit points | `3` |  |\n",
        "| `values.least` | whole number, at least 1 |  |  |\n",
        "| `values.most` | decimal number, at most 2.5 |  |  |\n",
        "| `values.filled.hunger` | whole number | `7` |  |\n",
        "| `monsters.<monster>.level` | whole number, 1 to 99 | required |  |\n",
        "| `weights` | map |  |  |\n| `weights.<weight>` | depth table, 0 to 1000 |  |  |\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strstr(guide, lines[i]) == NULL)
            fail_msg("missing in the guide: %s", lines[i]);
    size_t length = strlen(guide);
    assert_true(guide[length - 1] == '\n' && guide[length - 2] != '\n');
}

static wyrm_status read_row(const wyrm_field *row, char *told, size_t size)
{
    const wyrm_field rows[] = {*row, {.kind = WYRM_KIND_END}};
    const wyrm_section sections[] = {
        {.field = {.name = "s", .kind = WYRM_KIND_RECORD, .fields = rows}}};
    const wyrm_schema schema = {sections, 1};
    OWNED_RULESET *ruleset = NULL;
    wyrm_status status = read_small(&schema, "name: t\ns: {}", 13, NULL, &ruleset, told, size);
    return status;
}

/* A default is read by the same code as a file; a wrong one is an error of the schema. */
TEST(a_bad_default_is_an_internal_error)
{
    static const struct {
        wyrm_kind kind;
        const char *default_value, *told;
    } cases[] = {
        {WYRM_KIND_INTEGER, "x",
         "2:1:1: the default of 'row' is wrong: expected a whole number, found 'x'\n"},
        {WYRM_KIND_INTEGER, "11",
         "2:1:1: the default of 'row' is wrong: 'row' must be from 1 to "
         "10, found 11\n"},
        {WYRM_KIND_RANGE, "[3, 1]",
         "2:1:1: the default of 'row' is wrong: range of 'row' descends: "
         "from 3 to 1 (write the lower end first)\n"},
        {WYRM_KIND_RANGE, "", "schema:1:1:1: the default of 'row' is wrong: the file is empty\n"}};
    char told[512];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wyrm_field row = {.name = "row",
                                .kind = cases[i].kind,
                                .least = 1,
                                .greatest = 10,
                                .default_value = cases[i].default_value};
        assert_int_equal(read_row(&row, told, sizeof told), WYRM_ERROR_INTERNAL);
        assert_string_equal(told, cases[i].told);
    }
    const wyrm_field good = {.name = "row", .kind = WYRM_KIND_TEXT, .default_value = "\"a: #b\""};
    assert_int_equal(read_row(&good, told, sizeof told), WYRM_OK);
}

/* Two extensions with one name: the first in the order of sections counts. */
TEST(the_first_row_of_a_name_holds)
{
    static const wyrm_field first[] = {
        {.name = "power", .kind = WYRM_KIND_INTEGER, .default_value = "1"},
        {.kind = WYRM_KIND_END}};
    static const wyrm_field second[] = {
        {.name = "power", .kind = WYRM_KIND_TEXT, .default_value = "strong"},
        {.name = "speed", .kind = WYRM_KIND_INTEGER, .default_value = "2"},
        {.kind = WYRM_KIND_END}};
    static const wyrm_field own[] = {
        {.name = "level", .kind = WYRM_KIND_INTEGER, .default_value = "1"},
        {.kind = WYRM_KIND_END}};
    static const wyrm_field beast = {.name = "beast", .kind = WYRM_KIND_RECORD, .fields = own};
    static const wyrm_field none[] = {{.kind = WYRM_KIND_END}};
    static const wyrm_extension extend_first[] = {{"beasts", first}, {0}};
    static const wyrm_extension extend_second[] = {{"beasts", second}, {0}};
    static const wyrm_model a = {.name = "a", .parameters = none, .extensions = extend_first};
    static const wyrm_model b = {.name = "b", .parameters = none, .extensions = extend_second};
    static const wyrm_model *const models_a[] = {&a, NULL}, *const models_b[] = {&b, NULL};
    static const wyrm_section sections[] = {
        {.field = {.name = "one", .kind = WYRM_KIND_RECORD},
         .models = models_a,
         .default_model = "a"},
        {.field = {.name = "two", .kind = WYRM_KIND_RECORD},
         .models = models_b,
         .default_model = "b"},
        {.field = {.name = "beasts", .kind = WYRM_KIND_LIST, .fields = &beast}}};
    static const wyrm_schema schema = {sections, 3};
    OWNED_RULESET *ruleset = NULL;
    assert_int_equal(
        wyrm_ruleset_parse(&schema, "t", "name: t\nbeasts: [{}]", 20, NULL, NULL, &ruleset, NULL),
        WYRM_OK);
    const wyrm_value *found = wyrm_ruleset_find(ruleset, "beasts.1");
    assert_int_equal(wyrm_value_count(found), 3);
    assert_int_equal(wyrm_value_kind(wyrm_value_get(found, "power")), WYRM_KIND_INTEGER);
    assert_int_equal(wyrm_value_integer(wyrm_value_get(found, "speed")), 2);
}
