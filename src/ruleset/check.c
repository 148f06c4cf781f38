/* Records, lists and maps; what is missing, what is unknown, and the defaults. */
#include "ruleset/check.h"

#include "base/number.h"
#include "ruleset/compose.h"
#include "ruleset/scalars.h"

#include <stdio.h>
#include <string.h>

static void check_value(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        wyrm_value *out);

/* " in growth.experience", and nothing for the root. A list's elements count from 1. */
static const char *describe_place(const wyrm_trail *trail, char *text, size_t size)
{
    const wyrm_trail *steps[WYRM_RULESET_MAX_NESTING + 1];
    size_t count = 0;
    for (; trail->up != NULL && count < sizeof steps / sizeof *steps; trail = trail->up)
        steps[count++] = trail;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = count; i-- > 0 && used < size;) {
        const char *before = i + 1 == count ? " in " : ".";
        int length = steps[i]->key != NULL
                         ? snprintf(text + used, size - used, "%s%s", before, steps[i]->key)
                         : snprintf(text + used, size - used, "%s%zu", before, steps[i]->index);
        used += length < 0 ? 0 : (size_t)length;
    }
    return text;
}

static void run_out(wyrm_checker *checker)
{
    wyrm_fault_memory(checker->faults);
    checker->stopped = true;
}

/* Room for the members of a record, list or map; NULL where there is none, or too many are asked.
 */
static wyrm_value *take_members(wyrm_checker *checker, const wyrm_trail *trail, size_t count)
{
    checker->values += count;
    if (checker->values > WYRM_RULESET_MAX_VALUES) {
        wyrm_fault(checker->faults, wyrm_check_place(checker, &trail->place), WYRM_ERROR_LIMIT,
                   NULL, "more than %zu values in a ruleset, defaults included",
                   WYRM_RULESET_MAX_VALUES);
        checker->stopped = true;
        return NULL;
    }
    wyrm_value *items = wyrm_region_take(checker->region, count, sizeof *items);
    if (items == NULL)
        run_out(checker);
    return items;
}

/* What is expected of a record, list or map; false where it is something else (reported). */
static bool has_shape(wyrm_checker *checker, const wyrm_raw *raw, wyrm_raw_kind kind)
{
    if (raw->kind == kind)
        return true;
    bool list = kind == WYRM_RAW_LIST;
    const char *hint = !wyrm_raw_is_nothing(raw) ? NULL
                       : list                    ? "write [] for an empty one"
                                                 : "write {} for an empty one";
    wyrm_check_expected(checker, raw, list ? "a list" : "a mapping", hint);
    return false;
}

/* The section that a record's keys belong to: the record itself, or the map that it is in; the
 * count of sections where it is deeper. */
static size_t section_of(const wyrm_checker *checker, const wyrm_trail *trail)
{
    const wyrm_trail *up = trail->up;
    if (up != NULL && up->up != NULL && up->up->up == NULL && up->field->kind != WYRM_KIND_RECORD)
        trail = up;
    if (trail->up == NULL || trail->up->up != NULL || trail->key == NULL)
        return checker->schema->count;
    return wyrm_find_section(checker->schema, trail->key);
}

static void hint_at_rows(wyrm_checker *checker, const wyrm_field *rows, const char *key,
                         char hint[WYRM_ERROR_HINT_MAX])
{
    size_t count = wyrm_count_rows(rows);
    const char **names = wyrm_region_take(checker->region, count, sizeof *names);
    hint[0] = '\0';
    if (names == NULL) {
        run_out(checker);
        return;
    }
    for (size_t i = 0; i < count; i++)
        names[i] = rows[i].name;
    wyrm_did_you_mean(key, names, count, hint);
}

/* A key that no row has. What only an unknown model, or one that an extending file has left, could
 * explain is no fault. */
static void report_unknown(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                           size_t index)
{
    const char *key = raw->keys.names[index];
    const wyrm_place *place = &raw->key_places[index];
    char hint[WYRM_ERROR_HINT_MAX] = "", quote[WYRM_QUOTE_MAX], where[160];
    size_t owner, section = section_of(checker, trail);
    const wyrm_model *model =
        section == checker->schema->count
            ? NULL
            : wyrm_find_owner(checker->schema, checker->chosen, section, key, &owner);
    if (model != NULL && (checker->chosen[owner] == NULL || place->source->order > 0))
        return;
    if (model != NULL)
        snprintf(hint, sizeof hint, "the %s model '%s' has it, not '%s'",
                 checker->schema->sections[owner].field.name, model->name,
                 checker->chosen[owner]->name);
    else if (!wyrm_faults_full(checker->faults))
        hint_at_rows(checker, trail->field->fields, key, hint);
    wyrm_fault(checker->faults, wyrm_check_place(checker, place), WYRM_ERROR_RULESET, hint,
               "unknown key '%s'%s", wyrm_quote(key, quote),
               describe_place(trail, where, sizeof where));
}

/* Whether a record that is missing is to be filled from the defaults of its rows. */
static bool fills_itself(const wyrm_field *row)
{
    bool any = false;
    if (row->kind != WYRM_KIND_RECORD || row->fallback != NULL || row->required)
        return false;
    for (const wyrm_field *inner = row->fields; inner->kind != WYRM_KIND_END; inner++) {
        if (inner->required)
            return false;
        any = any || inner->fallback != NULL || fills_itself(inner);
    }
    return any;
}

/* A row of the root that is read as an empty mapping where it is missing, so that what is missing
 * in it is told: `models`, and every section with a model. */
static bool always_there(const wyrm_checker *checker, const wyrm_trail *trail,
                         const wyrm_field *row)
{
    if (trail->up != NULL)
        return false;
    size_t section = wyrm_find_section(checker->schema, row->name);
    return strcmp(row->name, "models") == 0 ||
           (section < checker->schema->count && checker->schema->sections[section].models != NULL);
}

static void read_fallback(wyrm_checker *checker, const wyrm_trail *trail, wyrm_value *out)
{
    const char *before = checker->faults->defaulted;
    checker->faults->defaulted = trail->field->name;
    const wyrm_raw *raw = wyrm_default_read(checker, trail->field->fallback);
    if (raw != NULL)
        check_value(checker, trail, raw, out);
    checker->faults->defaulted = before;
}

/* A key that is missing: true where a default fills *out. */
static bool fill_missing(wyrm_checker *checker, const wyrm_trail *trail, wyrm_value *out)
{
    const wyrm_field *row = trail->field;
    const wyrm_place *before = checker->default_place;
    bool empty = always_there(checker, trail->up, row) || fills_itself(row);
    if (row->required && !empty) {
        char where[160];
        wyrm_fault(checker->faults, wyrm_check_place(checker, &trail->place), WYRM_ERROR_RULESET,
                   NULL, "missing key '%s'%s", row->name,
                   describe_place(trail->up, where, sizeof where));
        return false;
    }
    if (!empty && row->fallback == NULL)
        return false;
    if (before == NULL)
        checker->default_place = &trail->place;
    if (empty) {
        const wyrm_raw nothing = {.kind = WYRM_RAW_MAPPING, .place = trail->place};
        check_value(checker, trail, &nothing, out);
    } else {
        read_fallback(checker, trail, out);
    }
    checker->default_place = before;
    return true;
}

static void check_record(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                         wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_MAPPING))
        return;
    const wyrm_field *rows = trail->field->fields;
    wyrm_value *items = take_members(checker, trail, wyrm_count_rows(rows));
    if (items == NULL)
        return;
    out->as.members.items = items;
    size_t known = 0;
    for (; rows->kind != WYRM_KIND_END && !checker->stopped; rows++) {
        wyrm_value *item = &items[out->count];
        wyrm_trail next = {.up = trail, .field = rows, .key = rows->name, .place = trail->place};
        size_t index = wyrm_keys_find(&raw->keys, rows->name);
        bool present = index != WYRM_KEYS_NONE;
        if (present) {
            known++;
            next.place = raw->key_places[index];
            check_value(checker, &next, raw->items[index], item);
        } else {
            present = fill_missing(checker, &next, item);
        }
        item->key = rows->name;
        out->count += present;
    }
    if (known == raw->count)
        return;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        rows = trail->field->fields;
        while (rows->kind != WYRM_KIND_END && strcmp(rows->name, raw->keys.names[i]) != 0)
            rows++;
        if (rows->kind == WYRM_KIND_END)
            report_unknown(checker, trail, raw, i);
    }
}

static void check_count(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw)
{
    char found[WYRM_NUMBER_MAX];
    wyrm_number_double((double)raw->count, found);
    wyrm_check_limits(checker, trail, &raw->place, (double)raw->count, "the number of entries of ",
                      found);
}

static void check_list(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                       wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_LIST))
        return;
    check_count(checker, trail, raw);
    wyrm_value *items = take_members(checker, trail, raw->count);
    if (items == NULL)
        return;
    out->as.members.items = items;
    out->count = raw->count;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        wyrm_trail next = {.up = trail,
                           .field = trail->field->fields,
                           .index = i + 1,
                           .place = raw->items[i]->place};
        items[i].key = "";
        check_value(checker, &next, raw->items[i], &items[i]);
    }
}

static void check_map_key(wyrm_checker *checker, const wyrm_trail *trail, const char *key,
                          const wyrm_place *place)
{
    wyrm_scan scan = wyrm_scan_name(key);
    if (scan == WYRM_SCAN_OK)
        return;
    char hint[WYRM_ERROR_HINT_MAX], name[WYRM_NAME_MAX + 1], quote[WYRM_QUOTE_MAX], where[160];
    bool suggested = wyrm_suggest_name(key, name);
    if (suggested)
        snprintf(hint, sizeof hint, "did you mean '%s'?", name);
    wyrm_fault(checker->faults, wyrm_check_place(checker, place), WYRM_ERROR_RULESET,
               suggested ? hint : wyrm_scan_hint(scan), "'%s' is not a name%s",
               wyrm_quote(key, quote), describe_place(trail, where, sizeof where));
}

static void check_map(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                      wyrm_value *out)
{
    if (!has_shape(checker, raw, WYRM_RAW_MAPPING))
        return;
    check_count(checker, trail, raw);
    wyrm_value *items = take_members(checker, trail, raw->count);
    if (items == NULL)
        return;
    out->as.members.items = items;
    out->as.members.keys = &raw->keys;
    out->count = raw->count;
    for (size_t i = 0; i < raw->count && !checker->stopped; i++) {
        const char *key = raw->keys.names[i];
        wyrm_trail next = {
            .up = trail, .field = trail->field->fields, .key = key, .place = raw->key_places[i]};
        check_map_key(checker, trail, key, &raw->key_places[i]);
        items[i].key = key;
        check_value(checker, &next, raw->items[i], &items[i]);
    }
}

static void check_value(wyrm_checker *checker, const wyrm_trail *trail, const wyrm_raw *raw,
                        wyrm_value *out)
{
    wyrm_kind kind = trail->field->kind;
    bool collection = kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST || kind == WYRM_KIND_MAP;
    out->field = trail->field;
    out->place = *wyrm_check_place(checker, collection ? &trail->place : &raw->place);
    out->is_default = checker->default_place != NULL;
    if (kind == WYRM_KIND_RECORD)
        check_record(checker, trail, raw, out);
    else if (kind == WYRM_KIND_LIST)
        check_list(checker, trail, raw, out);
    else if (kind == WYRM_KIND_MAP)
        check_map(checker, trail, raw, out);
    else
        wyrm_check_leaf(checker, trail, raw, out);
}

void wyrm_check_root(wyrm_checker *checker, const wyrm_field *root, const wyrm_raw *raw,
                     wyrm_value *out)
{
    /* What is missing in the whole file is missing from its first line. */
    wyrm_trail trail = {.field = root, .place = raw->place};
    trail.place.line = trail.place.column = trail.place.length = 1;
    out->key = "";
    check_value(checker, &trail, raw, out);
}
