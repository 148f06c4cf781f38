/* Loot: hands every question to the loot model that the ruleset chose, and pity to its rules. */
#include "loot/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ruleset/internal.h"

/* The table of loot models: a new one is one file and one line here. */

const wyrm_model *const wyrm_loot_model_table[] = {
    &wyrm_loot_scatter.model,
    &wyrm_loot_banded.model,
    &wyrm_loot_tables.model,
    NULL,
};

static const char *const classes[] = {"consumable", "ration", NULL};

static const wyrm_field item_rows[] = {
    {.name = "class",
     .kind = WYRM_KIND_CHOICE,
     .choices = classes,
     .fallback = "consumable",
     .summary = "consumables are found by chance and by weight; rations lie on every depth"},
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e6,
     .fallback = "1",
     .summary = "how likely a consumable is beside the others, by depth"},
    {.name = "title",
     .kind = WYRM_KIND_TEXT,
     .summary = "as people read it; without one, the key with spaces and a capital letter"},
    {.name = "glyph",
     .kind = WYRM_KIND_TEXT,
     .fallback = "\"?\"",
     .summary = "how it is drawn on the map: one printable ASCII character"},
    {.name = "effect",
     .kind = WYRM_KIND_RECORD,
     .fields = wyrm_effect_rows,
     .summary = "What it does when it is used, where the library knows it; without it, that is the "
                "game's own."},
    {.name = "uses",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 100,
     .fallback = "1",
     .unit = "times",
     .summary = "how often it can be used before it is gone: more than once for wands"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_item_element[2] = {
    {.name = "item", .kind = WYRM_KIND_RECORD, .fields = item_rows, .summary = "one kind of item"},
    {.kind = WYRM_KIND_END},
};

const char *wyrm_item_class_name(wyrm_item_class item_class)
{
    static const char *const names[WYRM_ITEM_CLASS_COUNT] = {"consumable", "ration", "weapon",
                                                             "armor"};
    return (unsigned)item_class < WYRM_ITEM_CLASS_COUNT ? names[item_class] : "";
}

wyrm_status wyrm_loot_new(const wyrm_ruleset *ruleset, wyrm_loot **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "loot", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_loot *loot = chosen.system;
    loot->model = chosen.model;
    status = loot->model->make(ruleset, chosen.section, &loot->state, errors);
    if (status != WYRM_ERROR_MEMORY) {
        wyrm_status effects = wyrm_effects_check(ruleset, errors);
        if (status == WYRM_OK && effects != WYRM_OK)
            loot->model->release(loot->state);
        status = status != WYRM_OK ? status : effects;
    }
    if (status != WYRM_OK) {
        wyrm_free(loot);
        return status;
    }
    *out = loot;
    return WYRM_OK;
}

void wyrm_loot_free(wyrm_loot *loot)
{
    if (!loot)
        return;
    loot->model->release(loot->state);
    wyrm_free(loot);
}

size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out)
{
    return loot->model->kinds(loot->state, out);
}

int32_t wyrm_loot_find(const wyrm_loot *loot, const char *name)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const wyrm_loot_facts *wyrm_loot_facts_of(const wyrm_loot *loot)
{
    static const wyrm_loot_facts none = {0};
    return loot->model->facts ? loot->model->facts(loot->state) : &none;
}

wyrm_status wyrm_loot_mode(const wyrm_loot *loot, const char *name, int32_t *out, wyrm_error *error)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    *out = 0;
    if (!name)
        return WYRM_OK;
    for (size_t i = 0; i < facts->mode_count; i++) {
        if (strcmp(facts->modes[i], name) != 0)
            continue;
        *out = (int32_t)i + 1;
        return WYRM_OK;
    }
    if (facts->mode_count == 0)
        return wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the loot model '%s' has no modes",
                         loot->model->model.name);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no mode of loot is called '%.40s'", name);
    wyrm_suggest(error, name, facts->modes, facts->mode_count);
    return WYRM_ERROR_UNKNOWN;
}

size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                      wyrm_rng *rng, wyrm_item *items)
{
    size_t count = loot->model->room(loot->state, context, room, rng, items);
    if (context->pity && wyrm_loot_pity(loot, context, room, items, count, rng, &items[count]))
        count++;
    return count;
}

unsigned wyrm_loot_pity_set(const wyrm_loot_facts *facts, size_t kind)
{
    unsigned set = 0;
    for (size_t i = 0; i < facts->pity->count; i++)
        if (facts->kind_categories[kind] >> facts->pity_categories[i] & 1u)
            set |= 1u << i;
    return set;
}

bool wyrm_loot_pity(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                    const wyrm_item *placed, size_t count, wyrm_rng *rng, wyrm_item *out)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    if (!facts->pity || !loot->model->has_pity(loot->state, context))
        return false;
    unsigned found = 0;
    for (size_t i = 0; i < count; i++)
        found |= wyrm_loot_pity_set(facts, (size_t)placed[i].kind);
    size_t band;
    unsigned can_give = loot->model->can_give(loot->state, context, &band);
    wyrm_pity_count(facts->pity, found, context->pity);
    int category =
        wyrm_pity_give(facts->pity, band, can_give & ~context->pity_blocked, context->pity);
    if (category == WYRM_PITY_NONE)
        return false;
    *out = (wyrm_item){
        .kind = loot->model->pity_kind(loot->state, context, (size_t)category, rng),
        .room = room,
        .pity = category + 1,
    };
    return true;
}

size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context, wyrm_rng *rng,
                            wyrm_item *items)
{
    return loot->model->guaranteed ? loot->model->guaranteed(loot->state, context, rng, items) : 0;
}
