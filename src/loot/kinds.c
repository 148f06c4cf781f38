/* Reads the kinds of items out of the sections items, weapons and armors. */
#include "loot/internal.h"

#include <math.h>
#include <string.h>

#include "ruleset/internal.h"

static bool is_glyph(const char *text)
{
    return text[0] > ' ' && text[0] <= '~' && text[1] == '\0';
}

/* Weapons and armors are checked with the roster, whose rows they are. */
static wyrm_status check_glyph(const wyrm_ruleset *ruleset, const wyrm_item_kind *kind,
                               wyrm_errors *errors)
{
    const wyrm_value *glyph = wyrm_value_get(kind->record, "glyph");
    bool is_own = kind->item_class == WYRM_ITEM_CONSUMABLE || kind->item_class == WYRM_ITEM_RATION;
    if (!is_own || is_glyph(wyrm_value_text(glyph)))
        return WYRM_OK;
    return wyrm_value_fail(ruleset, glyph, errors, NULL,
                           "a glyph is one printable ASCII character, found '%.20s'",
                           wyrm_value_text(glyph));
}

/* The title of a record, or one made from its key and written to *free_space. */
static const char *read_title(const wyrm_value *record, const char *key, char **free_space)
{
    const wyrm_value *title = wyrm_value_get(record, "title");
    if (title)
        return wyrm_value_text(title);
    char *text = *free_space;
    wyrm_title_of_key(key, text);
    *free_space += strlen(text) + 1;
    return text;
}

static wyrm_item_class class_of(const wyrm_value *record, wyrm_item_class fallback)
{
    const wyrm_value *value = wyrm_value_get(record, "class");
    if (!value)
        return fallback;
    return wyrm_value_choice(value) == 1 ? WYRM_ITEM_RATION : WYRM_ITEM_CONSUMABLE;
}

typedef struct source {
    const char *section;
    wyrm_item_class item_class; /* where a record does not say */
} source;

static const source sources[] = {
    {"items", WYRM_ITEM_CONSUMABLE},
    {"weapons", WYRM_ITEM_WEAPON},
    {"armors", WYRM_ITEM_ARMOR},
};
enum { SOURCE_COUNT = sizeof sources / sizeof *sources };

static wyrm_status read_source(const wyrm_ruleset *ruleset, const source *from, char **titles,
                               wyrm_kinds *out, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_value *map = wyrm_ruleset_find(ruleset, from->section);
    size_t count = wyrm_value_count(map);
    for (size_t i = 0; i < count; i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        wyrm_item_kind *kind = &out->rows[out->count++];
        kind->name = wyrm_value_key(map, i);
        kind->title = read_title(record, kind->name, titles);
        kind->item_class = class_of(record, from->item_class);
        kind->record = record;
        kind->glyph = wyrm_value_text(wyrm_value_get(record, "glyph"))[0];
        if (check_glyph(ruleset, kind, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    return status;
}

static wyrm_kind_span span_of(const wyrm_kinds *kinds, wyrm_item_class item_class)
{
    wyrm_kind_span span = {-1, 0};
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->rows[i].item_class == item_class && span.count++ == 0)
            span.first = (int32_t)i;
    return span;
}

static void list_consumables(wyrm_kinds *kinds)
{
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->rows[i].item_class == WYRM_ITEM_CONSUMABLE)
            kinds->consumables[kinds->consumable_count++] = (wyrm_consumable){
                .kind = (int32_t)i, .weight = wyrm_value_get(kinds->rows[i].record, "weight")};
}

/* How many kinds there are, and how many bytes their keys take. */
static size_t measure(const wyrm_ruleset *ruleset, size_t *letters)
{
    size_t count = 0;
    *letters = 0;
    for (size_t s = 0; s < SOURCE_COUNT; s++) {
        const wyrm_value *map = wyrm_ruleset_find(ruleset, sources[s].section);
        size_t here = wyrm_value_count(map);
        count += here;
        for (size_t i = 0; i < here; i++)
            *letters += strlen(wyrm_value_key(map, i)) + 1;
    }
    return count;
}

wyrm_status wyrm_kinds_read(const wyrm_ruleset *ruleset, wyrm_kinds *out, wyrm_errors *errors)
{
    size_t letters;
    size_t count = measure(ruleset, &letters);
    *out = (wyrm_kinds){.rows = base_zeroed(count + 1, sizeof *out->rows),
                        .titles = base_allocate(letters + 1),
                        .consumables = base_zeroed(count + 1, sizeof *out->consumables)};
    if (!out->rows || !out->titles || !out->consumables)
        return WYRM_ERROR_MEMORY;
    wyrm_status status = WYRM_OK;
    char *titles = out->titles;
    for (size_t s = 0; s < SOURCE_COUNT; s++)
        if (read_source(ruleset, &sources[s], &titles, out, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    out->weapons = span_of(out, WYRM_ITEM_WEAPON);
    out->armors = span_of(out, WYRM_ITEM_ARMOR);
    out->ration = span_of(out, WYRM_ITEM_RATION).first;
    list_consumables(out);
    return status;
}

void wyrm_kinds_release(wyrm_kinds *kinds)
{
    wyrm_free(kinds->rows);
    wyrm_free(kinds->titles);
    wyrm_free(kinds->consumables);
}

int32_t wyrm_kinds_consumable(const wyrm_kinds *kinds, int32_t depth, wyrm_rng *rng)
{
    double total = 0;
    for (size_t i = 0; i < kinds->consumable_count; i++)
        total += wyrm_value_at_depth(kinds->consumables[i].weight, depth);
    double left = wyrm_rng_real(rng) * total;
    int32_t chosen = -1;
    for (size_t i = 0; i < kinds->consumable_count; i++) {
        double weight = wyrm_value_at_depth(kinds->consumables[i].weight, depth);
        if (!(weight > 0))
            continue;
        /* The last that weighs anything stays chosen where rounding leaves a rest. */
        chosen = kinds->consumables[i].kind;
        if (left < weight)
            break;
        left -= weight;
    }
    return chosen;
}

/* ------------------------------------------------------------------ how many a room gets */

#define ROUNDING_KEY(name, key) key,
const char *const wyrm_rounding_keys[WYRM_ROUNDING_COUNT + 1] = {WYRM_ROUNDING_ROWS(ROUNDING_KEY)
                                                                     NULL};

/* 0 for what is no number, too. */
static double in_limits(double most)
{
    return most > 0 ? fmin(most, WYRM_ROOM_ITEMS_MAX) : 0;
}

static double cut_off(double most)
{
    return most > 0 ? fmax(floor(most), 1) : 0;
}

wyrm_status wyrm_item_number(double most, wyrm_rounding rounding, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    most = in_limits(most);
    if (rounding == WYRM_ROUNDING_TRUNCATE)
        most = cut_off(most);
    int64_t whole = (int64_t)floor(most);
    double up = most - floor(most);
    if (!(up > 0))
        return wyrm_pmf_uniform(0, whole, out, error);
    wyrm_pmf *parts[2] = {NULL, NULL};
    wyrm_status status = wyrm_pmf_uniform(0, whole, &parts[0], error);
    if (status == WYRM_OK)
        status = wyrm_pmf_uniform(0, whole + 1, &parts[1], error);
    if (status == WYRM_OK) {
        const wyrm_pmf *const both[2] = {parts[0], parts[1]};
        status = wyrm_pmf_mix(both, (const double[]){1 - up, up}, 2, out, error);
    }
    wyrm_pmf_free(parts[0]);
    wyrm_pmf_free(parts[1]);
    return status;
}

int32_t wyrm_item_number_draw(double most, wyrm_rounding rounding, wyrm_rng *rng)
{
    most = in_limits(most);
    if (!(most > 0))
        return 0;
    int64_t whole =
        rounding == WYRM_ROUNDING_TRUNCATE ? (int64_t)cut_off(most) : wyrm_rng_round(rng, most);
    return (int32_t)wyrm_rng_between(rng, 0, whole);
}
