/* Loot: reads the kinds of items, hands every question to the loot model that the ruleset chose,
 * and pity to its rules. Everything that loot has lies in its arena. */
#include "loot/internal.h"

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
    WYRM_ROW("class", CHOICE, .choices = classes, .fallback = "consumable",
             .summary =
                 "consumables are found by chance and by weight; rations lie on every depth"),
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .fallback = "1",
             .summary = "how likely a consumable is beside the others, by depth"),
    WYRM_ROW("title", TEXT,
             .summary = "as people read it; without one, the key with spaces and a capital letter"),
    WYRM_ROW("glyph", TEXT, .fallback = "\"?\"",
             .summary = "how it is drawn on the map: one printable ASCII character"),
    WYRM_ROW("effect", RECORD, .fields = wyrm_effect_rows,
             .summary =
                 "What it does when it is used, where the library knows it; without it, that "
                 "is the game's own."),
    WYRM_ROW("uses", INTEGER, .least = 1, .greatest = 100, .fallback = "1", .unit = "times",
             .summary = "how often it can be used before it is gone: more than once for wands"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_item_element[2] = {
    WYRM_ROW("item", RECORD, .fields = item_rows, .summary = "one kind of item"),
    {.kind = WYRM_KIND_END},
};

const char *wyrm_item_class_name(wyrm_item_class item_class)
{
    static const char *const names[WYRM_ITEM_CLASS_COUNT] = {"consumable", "ration", "weapon",
                                                             "armor"};
    return (unsigned)item_class < WYRM_ITEM_CLASS_COUNT ? names[item_class] : "";
}

/* ---- kinds ---- */

/* The title of a record, or one made from its key. */
static const char *read_title(base_arena *arena, const wyrm_value *record, const char *key)
{
    const wyrm_value *title = wyrm_value_get(record, "title");
    if (title)
        return wyrm_value_text(title);
    char *text = base_array(arena, char, strlen(key) + 1);
    wyrm_title_of_key(key, text);
    return text;
}

/* Weapons and armors are checked with the roster, whose rows they are. */
static wyrm_status check_glyph(const wyrm_ruleset *ruleset, const wyrm_item_kind *kind,
                               wyrm_errors *errors)
{
    const wyrm_value *glyph = wyrm_value_get(kind->record, "glyph");
    const char *text = wyrm_value_text(glyph);
    bool is_own = kind->item_class == WYRM_ITEM_CONSUMABLE || kind->item_class == WYRM_ITEM_RATION;
    if (!is_own || (text[0] > ' ' && text[0] <= '~' && text[1] == '\0'))
        return WYRM_OK;
    return wyrm_value_fail(ruleset, glyph, errors, NULL,
                           "a glyph is one printable ASCII character, found '%.20s'", text);
}

static wyrm_status read_kinds(base_arena *arena, const wyrm_ruleset *ruleset, wyrm_kinds *out,
                              wyrm_errors *errors)
{
    static const struct {
        const char *section;
        wyrm_item_class item_class; /* where a record does not say */
    } sources[] = {
        {"items", WYRM_ITEM_CONSUMABLE},
        {"weapons", WYRM_ITEM_WEAPON},
        {"armors", WYRM_ITEM_ARMOR},
    };
    enum { SOURCES = sizeof sources / sizeof *sources };
    const wyrm_value *maps[SOURCES];
    wyrm_status status = WYRM_OK;
    size_t count = 0;
    for (size_t s = 0; s < SOURCES; s++) {
        maps[s] = wyrm_ruleset_find(ruleset, sources[s].section);
        count += wyrm_value_count(maps[s]);
    }
    *out = (wyrm_kinds){.rows = base_array(arena, wyrm_item_kind, count)};
    for (size_t s = 0; s < SOURCES; s++)
        for (size_t i = 0; i < wyrm_value_count(maps[s]); i++) {
            const wyrm_value *record = wyrm_value_item(maps[s], i);
            const wyrm_value *said = wyrm_value_get(record, "class");
            const char *key = wyrm_value_key(maps[s], i);
            wyrm_item_kind *kind = &out->rows[out->count++];
            *kind = (wyrm_item_kind){
                .name = key,
                .title = read_title(arena, record, key),
                .glyph = wyrm_value_text(wyrm_value_get(record, "glyph"))[0],
                .item_class = !said                          ? sources[s].item_class
                              : wyrm_value_choice(said) == 1 ? WYRM_ITEM_RATION
                                                             : WYRM_ITEM_CONSUMABLE,
                .record = record,
            };
            if (check_glyph(ruleset, kind, errors) != WYRM_OK)
                status = WYRM_ERROR_RULESET;
        }
    return status;
}

/* ---- the loot of a ruleset ---- */

static void make(base_arena *arena, void *context)
{
    wyrm_loot *loot = context;
    wyrm_loot_making *made = &loot->made;
    made->arena = arena;
    wyrm_status steps[3];
    steps[0] = read_kinds(arena, made->ruleset, &made->kinds, made->errors);
    steps[1] = loot->model->make(made);
    steps[2] = wyrm_effects_check(made->ruleset, made->errors);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        base_must(arena, steps[i]);
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
    loot->made =
        (wyrm_loot_making){.ruleset = ruleset, .section = chosen.section, .errors = errors};
    status = base_run(&loot->arena, make, loot);
    if (status == WYRM_ERROR_MEMORY)
        wyrm_errors_fail(errors, status, "out of memory for loot");
    if (status == WYRM_OK)
        *out = loot;
    else
        wyrm_loot_free(loot);
    return status;
}

void wyrm_loot_free(wyrm_loot *loot)
{
    if (!loot)
        return;
    base_release(&loot->arena);
    wyrm_free(loot);
}

size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out)
{
    *out = loot->made.kinds.rows;
    return loot->made.kinds.count;
}

int32_t wyrm_loot_find(const wyrm_loot *loot, const char *name)
{
    for (size_t i = 0; i < loot->made.kinds.count; i++)
        if (strcmp(loot->made.kinds.rows[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const wyrm_loot_facts *wyrm_loot_facts_of(const wyrm_loot *loot)
{
    return &loot->made.facts;
}

wyrm_status wyrm_loot_mode(const wyrm_loot *loot, const char *name, int32_t *out, wyrm_error *error)
{
    const wyrm_loot_facts *facts = &loot->made.facts;
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

/* ---- a room ---- */

wyrm_loot_draw wyrm_loot_enter(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room)
{
    wyrm_loot_draw draw = {.state = loot->made.state, .context = context, .room = room};
    if (loot->model->enter)
        loot->model->enter(&draw);
    return draw;
}

size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                      wyrm_rng *rng, wyrm_item *items)
{
    size_t count = 0;
    if (loot->model->room) {
        count = loot->model->room(loot->made.state, context, room, rng, items);
    } else {
        wyrm_loot_draw draw = wyrm_loot_enter(loot, context, room);
        rule_draws r = {.rng = rng};
        count = (size_t)loot->model->number(&r, &draw);
        for (size_t i = 0; i < count; i++)
            items[i] = (wyrm_item){.kind = (int32_t)loot->model->kind(&r, &draw), .room = room};
    }
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
    const wyrm_loot_facts *facts = &loot->made.facts;
    if (!facts->pity || !wyrm_room_has_pity(loot->made.roles, &context->kind))
        return false;
    wyrm_loot_draw draw = wyrm_loot_enter(loot, context, room);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++)
        found |= wyrm_loot_pity_set(facts, (size_t)placed[i].kind);
    wyrm_pity_count(facts->pity, found, context->pity);
    int category = wyrm_pity_give(facts->pity, draw.band, draw.can_give & ~context->pity_blocked,
                                  context->pity);
    if (category == WYRM_PITY_NONE)
        return false;
    draw.category = (size_t)category;
    *out = (wyrm_item){.kind = (int32_t)rule_draw(loot->model->pity_kind, &draw, rng),
                       .room = room,
                       .pity = category + 1};
    return true;
}

size_t wyrm_loot_guaranteed(const wyrm_loot *loot, const wyrm_loot_context *context, wyrm_rng *rng,
                            wyrm_item *items)
{
    return loot->model->guaranteed ? loot->model->guaranteed(loot->made.state, context, rng, items)
                                   : 0;
}
