/* What is said about a value that is not as its row wants it, and where. */
#include "ruleset/check.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

const char *wyrm_trail_key(const wyrm_trail *trail)
{
    while (trail->key == NULL && trail->up != NULL)
        trail = trail->up;
    return trail->key == NULL ? trail->field->name : trail->key;
}

const char *wyrm_trail_owner(const wyrm_trail *trail, char owner[WYRM_OWNER_MAX])
{
    const wyrm_trail *record = trail->up;
    bool named = record != NULL && record->key != NULL && record->field->kind == WYRM_KIND_RECORD &&
                 record->up != NULL && record->up->field->kind == WYRM_KIND_MAP;
    owner[0] = '\0';
    if (named)
        snprintf(owner, WYRM_OWNER_MAX, " of '%.63s'", record->key);
    return owner;
}

const wyrm_place *wyrm_check_place(const wyrm_checker *checker, const wyrm_place *place)
{
    return checker->default_place != NULL ? checker->default_place : place;
}

void wyrm_check_expected(wyrm_checker *checker, const wyrm_raw *raw, const char *what,
                         const char *hint)
{
    char found[WYRM_QUOTE_MAX + 32];
    if (wyrm_raw_is_null(raw))
        hint = "'~' only removes an inherited key";
    wyrm_fault(checker->faults, wyrm_check_place(checker, &raw->place), WYRM_ERROR_RULESET, hint,
               "expected %s, found %s", what, wyrm_raw_describe(raw, found));
}

void wyrm_check_limits(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_place *place,
                       double value, const char *what, const char *found)
{
    double least = trail->field->least, greatest = trail->field->greatest;
    if ((least == 0 && greatest == 0) || (value >= least && value <= greatest))
        return;
    char low[WYRM_NUMBER_MAX], high[WYRM_NUMBER_MAX], limits[3 * WYRM_NUMBER_MAX];
    wyrm_number_double(least, low);
    wyrm_number_double(greatest, high);
    if (isinf(greatest))
        snprintf(limits, sizeof limits, "at least %s", low);
    else if (isinf(least))
        snprintf(limits, sizeof limits, "at most %s", high);
    else if (least == greatest)
        snprintf(limits, sizeof limits, "%s", low);
    else
        snprintf(limits, sizeof limits, "from %s to %s", low, high);
    char owner[WYRM_OWNER_MAX] = "";
    if (trail->field->kind == WYRM_KIND_TABLE)
        wyrm_trail_owner(trail, owner);
    wyrm_fault(checker->faults, wyrm_check_place(checker, place), WYRM_ERROR_RULESET, NULL,
               "%s'%s'%s must be %s, found %s", what, wyrm_trail_key(trail), owner, limits, found);
}

bool wyrm_check_scan(wyrm_checker *checker, const wyrm_raw *raw, wyrm_scan scan,
                     const char *expected)
{
    if (scan == WYRM_SCAN_OK && raw->plain)
        return true;
    char hint[WYRM_ERROR_HINT_MAX], quote[WYRM_QUOTE_MAX];
    if (scan == WYRM_SCAN_OK)
        snprintf(hint, sizeof hint, "write %s without quotes", wyrm_quote(raw->text, quote));
    wyrm_check_expected(checker, raw, expected, scan == WYRM_SCAN_OK ? hint : wyrm_scan_hint(scan));
    return false;
}

void wyrm_check_scalar(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       double value)
{
    char quote[WYRM_QUOTE_MAX];
    wyrm_check_limits(checker, trail, &raw->place, value, "", wyrm_quote(raw->text, quote));
}
