/* Loot: hands every question to the loot model that the ruleset chose. */
#include <wyrm/loot.h>

#include <stdlib.h>

struct wyrm_loot {
    const wyrm_loot_model *model;
    void *state;
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
    const wyrm_value *section = wyrm_ruleset_find(ruleset, "loot");
    const wyrm_model *chosen = wyrm_ruleset_model(ruleset, "loot");
    if (!chosen)
        return wyrm_value_fail(ruleset, wyrm_ruleset_root(ruleset), errors, NULL,
                               "no model is named for 'loot'");
    wyrm_loot *loot = calloc(1, sizeof *loot);
    if (!loot)
        return WYRM_ERROR_MEMORY;
    /* Every row of the table is the first member of a wyrm_loot_model. */
    loot->model = (const wyrm_loot_model *)chosen;
    wyrm_status status = loot->model->make(ruleset, section, &loot->state, errors);
    if (status != WYRM_OK) {
        free(loot);
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
    free(loot);
}

size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out)
{
    return loot->model->kinds(loot->state, out);
}

size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                      wyrm_rng *rng, wyrm_item *items)
{
    return loot->model->room(loot->state, context, room, rng, items);
}

size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context, wyrm_rng *rng,
                            wyrm_item *items)
{
    return loot->model->guaranteed(loot->state, context, rng, items);
}
