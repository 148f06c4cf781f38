/* Values that a file writes out though the schema would have given the same. */
#include "ruleset/fallback.h"

#include "ruleset/scalars.h"

#include <string.h>

static bool is_between(const wyrm_value *value, double low, double high)
{
    return wyrm_value_low(value) == low && wyrm_value_high(value) == high;
}

/* A default that is one number: "1" is "[1, 1]" of a range, "[[1, 1]]" of a table. */
static bool is_number(const wyrm_value *value, double number)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_INTEGER:
    case WYRM_KIND_REAL:
        return wyrm_value_real(value) == number;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        return is_between(value, number, number);
    case WYRM_KIND_TABLE:
        return wyrm_value_count(value) == 1 && rows[0].from_depth == 1 && rows[0].value == number;
    default:
        return false;
    }
}

static bool is_ratio(const wyrm_value *value, const char *text)
{
    wyrm_ratio wanted, found = wyrm_value_ratio(value);
    return wyrm_value_kind(value) == WYRM_KIND_RATIO &&
           wyrm_scan_ratio(text, &wanted) == WYRM_SCAN_OK && found.numerator == wanted.numerator &&
           found.denominator == wanted.denominator;
}

wyrm_status wyrm_value_says_default(const wyrm_value *value, bool *out, wyrm_error *error)
{
    const char *text = value != NULL ? wyrm_value_field(value)->fallback : NULL;
    double number;
    *out = wyrm_value_is_default(value);
    if (*out || text == NULL)
        return WYRM_OK;
    *out = is_ratio(value, text) ||
           (wyrm_scan_real(text, &number) == WYRM_SCAN_OK && is_number(value, number));
    if (*out)
        return WYRM_OK;
    char *flow;
    wyrm_status status = wyrm_value_flow(value, &flow, error);
    *out =
        status == WYRM_OK && (strcmp(flow, text) == 0 || strcmp(wyrm_value_text(value), text) == 0);
    wyrm_text_free(flow);
    return status;
}
