/* Values of several numbers: ranges, intervals and depth tables. */
#include "ruleset/check_series.h"

#include "base/number.h"

/* Ends of a range are kept as doubles: whole numbers up to here are exact. */
#define RANGE_LIMIT ((int64_t)1 << 53)

static wyrm_scan scan_number(const char *text, bool whole, double *out)
{
    if (!whole)
        return wyrm_scan_real(text, out);
    int64_t integer;
    wyrm_scan scan = wyrm_scan_integer(text, &integer);
    *out = (double)integer;
    bool inside = integer >= -RANGE_LIMIT && integer <= RANGE_LIMIT;
    return scan == WYRM_SCAN_OK && !inside ? WYRM_SCAN_RANGE_LIMIT : scan;
}

/* One number of a range or table; false where it is none, or outside its limits (reported). */
static bool read_number(wyrm_checker *checker, const wyrm_raw *raw, bool whole, double *out)
{
    const char *expected = whole ? "a whole number" : "a decimal number";
    *out = 0;
    if (raw->kind != WYRM_RAW_SCALAR) {
        wyrm_check_expected(checker, raw, expected, NULL);
        return false;
    }
    return wyrm_check_scan(checker, raw, scan_number(raw->text, whole, out), expected);
}

static void check_ascent(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         double from, double to)
{
    if (from <= to)
        return;
    char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX];
    wyrm_number_double(from, low);
    wyrm_number_double(to, high);
    wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET,
               "write the lower end first", "%s of '%s' descends: from %s to %s",
               trail->field->kind == WYRM_KIND_RANGE ? "range" : "interval", wyrm_trail_key(trail),
               low, high);
}

void wyrm_check_ends(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     const char *expected, wyrm_value *out)
{
    bool whole = trail->field->kind == WYRM_KIND_RANGE;
    double ends[2] = {0, 0};
    if (raw->kind == WYRM_RAW_SCALAR) {
        wyrm_scan scan = scan_number(raw->text, whole, &ends[0]);
        if (wyrm_check_scan(checker, raw, scan, expected))
            wyrm_check_scalar(checker, trail, raw, ends[0]);
        ends[1] = ends[0];
    } else if (raw->kind == WYRM_RAW_LIST && raw->count == 2) {
        bool numbers = true;
        for (size_t i = 0; i < 2; i++) {
            bool number = read_number(checker, raw->items[i], whole, &ends[i]);
            if (number)
                wyrm_check_scalar(checker, trail, raw->items[i], ends[i]);
            numbers = numbers && number;
        }
        if (numbers)
            check_ascent(checker, trail, raw, ends[0], ends[1]);
    } else {
        wyrm_check_expected(checker, raw, expected,
                            raw->kind == WYRM_RAW_LIST ? "it has two ends" : NULL);
    }
    out->as.ends.low = ends[0];
    out->as.ends.high = ends[1];
}

/* One row of a depth table; `before` is the depth of the row above, 0 for none or a wrong one. */
static void read_row(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                     int32_t before, wyrm_depth_row *out)
{
    double depth = 0;
    if (raw->kind != WYRM_RAW_LIST || raw->count != 2) {
        wyrm_check_expected(checker, raw, "a row [value, from_depth]", NULL);
        return;
    }
    if (read_number(checker, raw->items[0], false, &out->value))
        wyrm_check_scalar(checker, trail, raw->items[0], out->value);
    if (!read_number(checker, raw->items[1], true, &depth))
        return;
    const wyrm_place *place = wyrm_check_place(checker, &raw->items[1]->place);
    char quote[WYRM_QUOTE_MAX], owner[WYRM_OWNER_MAX];
    wyrm_trail_owner(trail, owner);
    if (depth < 1 || depth > WYRM_TABLE_DEPTH_MAX) {
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depths of '%s'%s must be from 1 to %d, found %s", wyrm_trail_key(trail), owner,
                   WYRM_TABLE_DEPTH_MAX, wyrm_quote(raw->items[1]->text, quote));
        return;
    }
    out->from_depth = (int32_t)depth;
    if (out->from_depth == before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s has depth %d twice", wyrm_trail_key(trail), owner,
                   (int)before);
    else if (out->from_depth < before)
        wyrm_fault(checker->faults, place, WYRM_ERROR_RULESET, NULL,
                   "depth table of '%s'%s is out of order: depth %d after depth %d",
                   wyrm_trail_key(trail), owner, (int)out->from_depth, (int)before);
}

void wyrm_check_table(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      const char *expected, wyrm_value *out)
{
    size_t count = raw->kind == WYRM_RAW_LIST ? raw->count : 1;
    if (count == 0 || raw->kind == WYRM_RAW_MAPPING) {
        wyrm_check_expected(checker, raw, expected, count == 0 ? "it has at least one row" : NULL);
        return;
    }
    wyrm_depth_row *rows = wyrm_region_take(checker->region, count, sizeof *rows);
    if (rows == NULL) {
        wyrm_fault_memory(checker->faults);
        checker->stopped = true;
        return;
    }
    out->as.rows = rows;
    out->count = count;
    if (raw->kind == WYRM_RAW_LIST) {
        for (size_t i = 0; i < count; i++)
            read_row(checker, trail, raw->items[i], i == 0 ? 0 : rows[i - 1].from_depth, &rows[i]);
        return;
    }
    rows[0].from_depth = 1;
    wyrm_scan scan = wyrm_scan_real(raw->text, &rows[0].value);
    if (wyrm_check_scan(checker, raw, scan, expected))
        wyrm_check_scalar(checker, trail, raw, rows[0].value);
}
