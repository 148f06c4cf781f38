/* The nodes of a raw tree. */
#include "ruleset/raw.h"

#include <stdio.h>
#include <string.h>

wyrm_raw *wyrm_raw_new(wyrm_region *region, wyrm_raw_kind kind, wyrm_place place)
{
    wyrm_raw *raw = wyrm_region_take(region, 1, sizeof *raw);
    if (raw == NULL)
        return NULL;
    raw->kind = kind;
    raw->place = place;
    raw->weight = 1;
    raw->height = kind == WYRM_RAW_SCALAR ? 0 : 1;
    return raw;
}

bool wyrm_raw_append(wyrm_region *region, wyrm_raw *list, wyrm_raw *item)
{
    wyrm_raw **items =
        wyrm_region_grow(region, list->items, list->count, &list->capacity, sizeof(wyrm_raw *));
    if (items == NULL)
        return false;
    list->items = items;
    list->items[list->count++] = item;
    list->weight += item->weight;
    if (list->height <= item->height)
        list->height = item->height + 1;
    return true;
}

bool wyrm_raw_put(wyrm_region *region, wyrm_raw *mapping, const char *key, wyrm_place key_place,
                  wyrm_raw *item)
{
    wyrm_place *places = wyrm_region_grow(region, mapping->key_places, mapping->count,
                                          &mapping->key_capacity, sizeof *places);
    if (places == NULL)
        return false;
    mapping->key_places = places;
    mapping->key_places[mapping->count] = key_place;
    return wyrm_keys_add(&mapping->keys, region, key) && wyrm_raw_append(region, mapping, item);
}

wyrm_raw *wyrm_raw_get(const wyrm_raw *raw, const char *key)
{
    if (raw == NULL || raw->kind != WYRM_RAW_MAPPING)
        return NULL;
    size_t index = wyrm_keys_find(&raw->keys, key);
    return index == WYRM_KEYS_NONE ? NULL : raw->items[index];
}

bool wyrm_raw_is_null(const wyrm_raw *raw)
{
    return raw->kind == WYRM_RAW_SCALAR && raw->plain &&
           (strcmp(raw->text, "~") == 0 || strcmp(raw->text, "null") == 0);
}

bool wyrm_raw_is_nothing(const wyrm_raw *raw)
{
    return raw->kind == WYRM_RAW_SCALAR && raw->plain && raw->text[0] == '\0';
}

const char *wyrm_raw_describe(const wyrm_raw *raw, char buffer[WYRM_QUOTE_MAX + 32])
{
    char quote[WYRM_QUOTE_MAX];
    if (raw->kind == WYRM_RAW_LIST)
        return "a list";
    if (raw->kind == WYRM_RAW_MAPPING)
        return "a mapping";
    if (wyrm_raw_is_nothing(raw))
        return "nothing";
    snprintf(buffer, WYRM_QUOTE_MAX + 32, raw->plain ? "'%s'" : "the text '%s' in quotes",
             wyrm_quote(raw->text, quote));
    return buffer;
}
