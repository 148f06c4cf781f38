/* The answers of `wyrm rules list` and `wyrm rules show`. */
#include "report/report.h"

#include <stdio.h>

#include "output/json.h"
#include "report/tree.h"

wyrm_status wyrm_report_tree(const wyrm_design *design, wyrm_page *page, wyrm_error *error)
{
    char *dump;
    wyrm_status status = wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump, error);
    if (status != WYRM_OK)
        return status;
    wyrm_page_add(page, dump);
    wyrm_text_free(dump);
    return wyrm_page_status(page, error);
}

static json_t *members_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *object = json_object();
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        wyrm_answer_set(json, object, wyrm_value_key(value, i),
                        wyrm_value_json(json, wyrm_value_item(value, i)));
    return object;
}

static json_t *list_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *list = json_array();
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        wyrm_answer_append(json, list, wyrm_value_json(json, wyrm_value_item(value, i)));
    return list;
}

static json_t *bool_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return json_boolean(wyrm_value_bool(value));
}

static json_t *integer_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return json_integer(wyrm_value_integer(value));
}

static json_t *real_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_real(wyrm_value_real(value));
}

/* "1/10", so that it reads back exactly; whole numbers as such. */
static json_t *ratio_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    wyrm_ratio ratio = wyrm_value_ratio(value);
    if (ratio.denominator == 1)
        return json_integer(ratio.numerator);
    char text[48];
    snprintf(text, sizeof text, "%lld/%lld", (long long)ratio.numerator,
             (long long)ratio.denominator);
    return json_string(text);
}

static json_t *text_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_text(wyrm_value_text(value));
}

static json_t *range_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *pair = json_array();
    wyrm_answer_append(json, pair, json_integer((json_int_t)wyrm_value_low(value)));
    wyrm_answer_append(json, pair, json_integer((json_int_t)wyrm_value_high(value)));
    return pair;
}

static json_t *interval_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_interval((wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)});
}

static json_t *table_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *list = json_array();
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    for (size_t i = 0; i < wyrm_value_count(value); i++) {
        json_t *row = json_array();
        wyrm_answer_append(json, row, wyrm_answer_real(rows[i].value));
        wyrm_answer_append(json, row, json_integer(rows[i].from_depth));
        wyrm_answer_append(json, list, row);
    }
    return list;
}

static json_t *dice_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    wyrm_dice dice = wyrm_value_dice(value);
    if (dice.count == 0)
        return json_integer(dice.plus);
    char text[48];
    snprintf(text, sizeof text, dice.plus != 0 ? "%dd%d%+d" : "%dd%d", dice.count, dice.sides,
             dice.plus);
    return json_string(text);
}

static json_t *margin_json(wyrm_answer *json, const wyrm_value *value)
{
    if (!wyrm_value_is_relative(value))
        return wyrm_answer_real(wyrm_value_real(value));
    char *text = NULL;
    if (wyrm_value_flow(value, &text, NULL) != WYRM_OK)
        json->failed = true;
    json_t *made = wyrm_answer_text(text != NULL ? text : "");
    wyrm_text_free(text);
    return made;
}

/* How each kind of value is told. */
static json_t *(*const tellers[])(wyrm_answer *json, const wyrm_value *value) = {
    [WYRM_KIND_BOOL] = bool_json,         [WYRM_KIND_INTEGER] = integer_json,
    [WYRM_KIND_REAL] = real_json,         [WYRM_KIND_RATIO] = ratio_json,
    [WYRM_KIND_TEXT] = text_json,         [WYRM_KIND_NAME] = text_json,
    [WYRM_KIND_CHOICE] = text_json,       [WYRM_KIND_RANGE] = range_json,
    [WYRM_KIND_INTERVAL] = interval_json, [WYRM_KIND_TABLE] = table_json,
    [WYRM_KIND_DICE] = dice_json,         [WYRM_KIND_MARGIN] = margin_json,
    [WYRM_KIND_RECORD] = members_json,    [WYRM_KIND_LIST] = list_json,
    [WYRM_KIND_MAP] = members_json,
};

json_t *wyrm_value_json(wyrm_answer *json, const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    if ((size_t)kind >= sizeof tellers / sizeof tellers[0] || tellers[kind] == NULL)
        return json_null();
    return tellers[kind](json, value);
}

wyrm_status wyrm_report_tree_json(const wyrm_design *design, wyrm_page *page, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_answer json = wyrm_answer_new("rules-show", ruleset);
    wyrm_answer_set(&json, NULL, "rules", wyrm_value_json(&json, wyrm_ruleset_root(ruleset)));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

/* Calls `each` with every shipped ruleset. */
static wyrm_status for_shipped(void (*each)(const wyrm_ruleset *ruleset, void *context),
                               void *context, wyrm_error *error)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design;
        wyrm_status status = wyrm_design_open(shipped[i].name, &design, NULL);
        if (status != WYRM_OK)
            return wyrm_fail(error, status, "the shipped ruleset '%s' does not read: %s",
                             shipped[i].name, wyrm_status_text(status));
        each(wyrm_design_ruleset(design), context);
        wyrm_design_free(design);
    }
    return WYRM_OK;
}

static void print_ruleset(const wyrm_ruleset *ruleset, void *context)
{
    wyrm_page *page = context;
    wyrm_page_toned(page, WYRM_TONE_STRONG, wyrm_ruleset_name(ruleset));
    wyrm_page_addf(page, "  %s\n    ", wyrm_ruleset_title(ruleset));
    wyrm_page_wrap(page, 4, 4, wyrm_ruleset_description(ruleset));
}

wyrm_status wyrm_report_rulesets(wyrm_page *page, wyrm_error *error)
{
    wyrm_status status = for_shipped(print_ruleset, page, error);
    if (status != WYRM_OK)
        return status;
    wyrm_page_add(page,
                  "\nAll of one: wyrm rules show NAME    Begin your own: wyrm rules new NAME\n");
    return wyrm_page_status(page, error);
}

typedef struct ruleset_list {
    wyrm_answer *json;
    json_t *list;
} ruleset_list;

static void add_ruleset(const wyrm_ruleset *ruleset, void *context)
{
    ruleset_list *listing = context;
    json_t *object = json_object();
    wyrm_answer_set(listing->json, object, "name", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
    wyrm_answer_set(listing->json, object, "title", wyrm_answer_text(wyrm_ruleset_title(ruleset)));
    wyrm_answer_set(listing->json, object, "description",
                    wyrm_answer_text(wyrm_ruleset_description(ruleset)));
    wyrm_answer_set(listing->json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
    wyrm_answer_append(listing->json, listing->list, object);
}

wyrm_status wyrm_report_rulesets_json(wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-list", NULL);
    ruleset_list listing = {.json = &json, .list = json_array()};
    wyrm_status status = for_shipped(add_ruleset, &listing, error);
    wyrm_answer_set(&json, NULL, "rulesets", listing.list);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
