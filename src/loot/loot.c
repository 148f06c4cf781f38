/* Loot: reads the kinds of items and their effects, passes questions to the loot model that the
 * ruleset chose, and applies the rules of pity.
 *
 * A model says, as rules, how many items a room has and of which kind one is. A room draws them;
 * the exact answers at the end are the same rules read exactly, and what follows for categories.
 *
 * Models differ in what they fill: rooms, whose items are drawn independently (by number and kind,
 * or a `room` of their own), or whole floors (`floor`), where what came before changes what comes;
 * found.c answers exactly about these. Only the first sort has pity, the same for all models: a
 * counter for each of its categories, which a room without one raises. */
#include "loot/internal.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The table of loot models: a new one is one file and one line here. */
const wyrm_model *const loot_model_table[] = {
    &loot_scatter_model.model, &loot_banded_model.model, &loot_tables_model.model,
    &loot_floors_model.model,  &loot_script_model.model, NULL,
};

struct wyrm_loot {
    const loot_model *model;
    loot_made made;
};

/* ---- what items do when they are used: kinds of effects, their work on one creature ---- */

typedef struct effect_kind {
    const char *name;
    wyrm_effect_aim aim;
    unsigned needs, may; /* bits of WYRM_EFFECT_AT_... */
} effect_kind;

static const effect_kind effect_kinds[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_NONE] = {"", WYRM_AIM_USER, 0, 0},
#define ROW(id, name, aim, needs, may) [WYRM_EFFECT_##id] = {name, WYRM_AIM_##aim, needs, may},
    WYRM_EFFECT_KINDS(ROW)
#undef ROW
};

/* In the order of the enum, from 1. */
static const char *const effect_names[] = {
#define NAME(id, name, aim, needs, may) name,
    WYRM_EFFECT_KINDS(NAME)
#undef NAME
        NULL};

static const char *const gear_names[] = {"worn", "weapon", "armor", NULL};

/* Behind the numbers: the stat, which `strengthen` needs and nothing else has, and the gear, which
 * `enchant` may have. */
enum { STAT = WYRM_EFFECT_NUMBER_COUNT, GEAR, KEY_COUNT };

static const char *const effect_keys[KEY_COUNT] = {
#define KEY(key, kind, lowest, highest, measure, sentence) #key,
    WYRM_EFFECT_NUMBERS(KEY)
#undef KEY
        [STAT] = "stat",
    [GEAR] = "gear",
};

static const wyrm_field effect_rows[] = {
    WYRM_ROW(
        "kind", CHOICE, .required = true, .choices = effect_names,
        .summary =
            "for the user: `heal`, `feed`, `teleport`, `map` (shows it), `sense` (monsters), "
            "`hide` (from all not beside), `haste`, `regenerate`, `strengthen` a stat, `teach` "
            "experience, `enchant` gear. `lightning`: the closest creature in sight. One "
            "creature: `bolt`, `confuse`, `banish`. All around a tile, the user too: `blast`, "
            "`sleep`, `hold`, `slow`, `frighten`; teleporting and banishing lead to another "
            "tile, haste leaves monsters every other turn, as slow does to those around, and "
            "who is held cannot leave its tile"),
#define FIELD(key, kind, lowest, highest, measure, sentence)                                       \
    WYRM_ROW(#key, kind, .least = lowest, .greatest = highest, .unit = measure,                    \
             .summary = sentence),
    WYRM_EFFECT_NUMBERS(FIELD)
#undef FIELD
        WYRM_ROW("stat", NAME, .summary = "`max_hp` or a stat of the combat model"),
    WYRM_ROW("gear", CHOICE, .choices = gear_names,
             .summary = "what is enchanted, the lowest plus of all that is `worn`, the `weapon` or "
                        "the `armor`, else of all; armor first"),
    {.kind = WYRM_KIND_END},
};

static const effect_kind *row_of(wyrm_effect_kind kind)
{
    return &effect_kinds[(unsigned)kind < WYRM_EFFECT_KIND_COUNT ? kind : WYRM_EFFECT_NONE];
}

static wyrm_effect_kind kind_of(const wyrm_value *effect)
{
    return (wyrm_effect_kind)(key_choice(effect, "kind") + 1);
}

const char *wyrm_effect_name(wyrm_effect_kind kind)
{
    return row_of(kind)->name;
}

wyrm_effect_aim wyrm_effect_aims(wyrm_effect_kind kind)
{
    return row_of(kind)->aim;
}

/* Returns the number under a key; for a random one its mean, with the amount in *random. */
static int32_t read_number(const wyrm_value *effect, const char *key, const wyrm_amount **random)
{
    const wyrm_amount *amount = wyrm_value_amount(wyrm_value_get(effect, key));
    if (amount == NULL || amount->form == AMOUNT_NUMBER)
        return key_whole(effect, key);
    *random = amount;
    return (int32_t)lround(wyrm_pmf_mean(amount->pmf));
}

wyrm_effect wyrm_item_effect(const wyrm_value *record)
{
    wyrm_effect effect = {.kind = WYRM_EFFECT_NONE};
    const wyrm_value *value = wyrm_value_get(record, "effect");
    if (!value)
        return effect;
    effect.kind = kind_of(value);
#define READ(key, kind, lowest, highest, measure, sentence)                                        \
    effect.key = read_number(value, #key, &effect.random[WYRM_EFFECT_AT_##key]);
    WYRM_EFFECT_NUMBERS(READ)
#undef READ
    if (row_of(effect.kind)->aim != WYRM_AIM_USER && effect.range == 0)
        effect.range = -1;
    effect.stat =
        wyrm_value_get(value, effect_keys[STAT]) ? key_text(value, effect_keys[STAT]) : NULL;
    if (wyrm_value_get(value, effect_keys[GEAR]))
        effect.gear = (wyrm_effect_gear)key_choice(value, effect_keys[GEAR]);
    return effect;
}

wyrm_effect wyrm_effect_roll(const wyrm_effect *effect, wyrm_rng *rng)
{
    wyrm_effect rolled = *effect;
#define ROLL(key, kind, lowest, highest, measure, sentence)                                        \
    if (effect->random[WYRM_EFFECT_AT_##key])                                                      \
        rolled.key = (int32_t)amount_draw(effect->random[WYRM_EFFECT_AT_##key], rng);
    WYRM_EFFECT_NUMBERS(ROLL)
#undef ROLL
    memset(rolled.random, 0, sizeof rolled.random);
    return rolled;
}

/* ---- effects that make no sense ---- */

/* Whether the combat model has a stat to which the plus of such gear is added. */
static bool gains(const wyrm_combat *combat, wyrm_effect_gear gear)
{
    return (gear != WYRM_EFFECT_GEAR_ARMOR &&
            wyrm_combat_plus_stat(combat, WYRM_ROLE_WEAPON) >= 0) ||
           (gear != WYRM_EFFECT_GEAR_WEAPON && wyrm_combat_plus_stat(combat, WYRM_ROLE_ARMOR) >= 0);
}

/* The stat that is strengthened must be a number of the combat model, or max_hp. */
void loot_effects_check(rs_opening *o, const wyrm_combat *combat)
{
    const wyrm_value *items = wyrm_ruleset_find(o->ruleset, "items");
    const char *known[WYRM_STATS_MAX + 1] = {"max_hp"};
    size_t count = 1;
    for (const wyrm_stat *row = combat ? wyrm_combat_stats(combat) : NULL; row && row->name; row++)
        if (row->kind == WYRM_STAT_NUMBER)
            known[count++] = row->name;
    for (size_t item = 0; item < wyrm_value_count(items); item++) {
        const wyrm_value *item_at = wyrm_value_item(items, item);
        const wyrm_value *effect = wyrm_value_get(item_at, "effect");
        const wyrm_value *stat = wyrm_value_get(effect, effect_keys[STAT]);
        const char *name = wyrm_value_text(stat);
        if (!effect)
            continue;
        const wyrm_effect_kind kind = kind_of(effect);
        const unsigned needs =
            row_of(kind)->needs | (kind == WYRM_EFFECT_STRENGTHEN ? 1u << STAT : 0);
        const unsigned allowed = /* bits of `effect_keys` */
            needs | row_of(kind)->may | (kind == WYRM_EFFECT_ENCHANT ? 1u << GEAR : 0);
        /* "it has amount and max_hp": the keys of the kind. */
        char has[WYRM_ERROR_HINT_MAX] = "it has nothing beside its kind";
        const size_t start = strlen("it has ");
        size_t length = start;
        for (unsigned i = 0; i < KEY_COUNT; i++)
            if (allowed >> i & 1u) {
                const char *mark = length == start ? "" : allowed >> (i + 1) ? ", " : " and ";
                length += (size_t)snprintf(has + length, sizeof has - length, "%s%s", mark,
                                           effect_keys[i]);
            }
        const bool heals = kind == WYRM_EFFECT_HEAL;
        const bool by_percent =
            heals && wyrm_value_get(effect, effect_keys[WYRM_EFFECT_AT_percent]) != NULL;
        for (unsigned i = 0; i < KEY_COUNT; i++) {
            const wyrm_value *value = wyrm_value_get(effect, effect_keys[i]);
            if (!value && needs >> i & 1u && !by_percent)
                rs_error(o, effect, NULL, "the effect '%s' needs '%s'%s", wyrm_effect_name(kind),
                         effect_keys[i], heals ? " or 'percent'" : "");
            if (value && !(allowed >> i & 1u))
                rs_error(o, value, has, "the effect '%s' has no '%s'", wyrm_effect_name(kind),
                         effect_keys[i]);
        }
        if (combat && kind == WYRM_EFFECT_ENCHANT && !gains(combat, wyrm_item_effect(item_at).gear))
            rs_error(o, effect, "rules in Lua have a stat with plus_of: weapon, or armor",
                     "no stat of the combat '%s' counts the plus of such gear",
                     wyrm_combat_name(combat));
        if (!combat || !stat || kind != WYRM_EFFECT_STRENGTHEN || strcmp(name, "max_hp") == 0)
            continue;
        const int index = wyrm_combat_stat(combat, name);
        if (index < 0)
            rs_error_name(o, stat, known, count, name,
                          "the combat '%s' has no stat '%.63s' to strengthen",
                          wyrm_combat_name(combat), name);
        else if (wyrm_combat_stats(combat)[index].kind != WYRM_STAT_NUMBER)
            rs_error(o, stat, NULL, "'%s' is no number, and only numbers are strengthened", name);
    }
}

/* ---- effects on one creature ---- */

static int64_t at_most(int64_t number, int64_t most)
{
    return number < most ? number : most;
}

int64_t wyrm_effect_heals(const wyrm_effect *effect, int64_t max_hp)
{
    return effect->amount + max_hp * effect->percent / 100;
}

/* Only healing needs its kind here: any other effect takes its damage, which may be 0. */
int64_t wyrm_effect_use(const wyrm_effect *effect, wyrm_combatant *combatant)
{
    int64_t before = combatant->hp;
    if (before <= 0)
        return 0;
    if (effect->kind == WYRM_EFFECT_HEAL) {
        if (before >= combatant->max_hp) {
            combatant->max_hp = at_most(combatant->max_hp + effect->max_hp, WYRM_HP_MAX);
            combatant->hp = at_most(before + effect->max_hp, combatant->max_hp);
        } else {
            combatant->hp =
                at_most(before + wyrm_effect_heals(effect, combatant->max_hp), combatant->max_hp);
        }
    } else {
        combatant->hp -= at_most(effect->damage, before);
    }
    return combatant->hp - before;
}

/* An effect, and the creature that it is used on. */
typedef struct using
{
    const wyrm_effect *effect;
    const wyrm_combatant *combatant;
}
using;

static int64_t change_by(int64_t rolled, void *context)
{
    const using *of = context;
    wyrm_effect effect = *of->effect;
    wyrm_combatant used = *of->combatant;
    effect.amount = effect.max_hp = effect.damage = (int32_t)rolled; /* only one of them is read */
    return wyrm_effect_use(&effect, &used);
}

wyrm_status wyrm_effect_changes(const wyrm_effect *effect, const wyrm_combatant *combatant,
                                wyrm_pmf **out, wyrm_error *error)
{
    using of = {effect, combatant};
    wyrm_combatant used = *combatant;
    const wyrm_amount *random =
        effect->random[effect->kind != WYRM_EFFECT_HEAL     ? WYRM_EFFECT_AT_damage
                       : combatant->hp >= combatant->max_hp ? WYRM_EFFECT_AT_max_hp
                                                            : WYRM_EFFECT_AT_amount];
    if (random == NULL)
        return wyrm_pmf_point(wyrm_effect_use(effect, &used), out, error);
    return wyrm_pmf_map(wyrm_amount_pmf(random), change_by, &of, out, error);
}

/* ---- kinds ---- */

static const char *const classes[] = {"consumable", "ration", NULL};

static const wyrm_field item_rows[] = {
    WYRM_ROW("class", CHOICE, .choices = classes, .default_value = "consumable",
             .summary = "consumables come by chance and weight, rations on every depth"),
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = "1",
             .summary = "how likely it is beside the others, by depth"),
    WYRM_ROW("title", TEXT, .summary = "as people read it, else made from its key"),
    WYRM_ROW("glyph", TEXT, .default_value = "\"?\"",
             .summary = "its character on the map, printable ASCII"),
    WYRM_ROW("effect", RECORD, .fields = effect_rows,
             .summary = "what using it does, else the game's own; where the library knows it"),
    WYRM_ROW("uses", AMOUNT, .least = 1, .greatest = 100, .default_value = "1", .unit = "times",
             .summary = "uses before it is gone, drawn for each that lies there; more than one for "
                        "wands"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field loot_item_element[2] =
    WYRM_ELEMENT("item", RECORD, .fields = item_rows, .summary = "one kind of item");

const char *wyrm_item_class_name(wyrm_item_class item_class)
{
    static const char *const names[WYRM_ITEM_CLASS_COUNT] = {"consumable", "ration", "weapon",
                                                             "armor"};
    return (unsigned)item_class < WYRM_ITEM_CLASS_COUNT ? names[item_class] : "";
}

/* Reads items, then weapons, then armors, each in the order of the file. The index in this list is
 * the number of the kind everywhere: in games, recordings and figures. */
static void read_kinds(rs_opening *o, loot_kinds *out)
{
    static const struct {
        const char *section;
        wyrm_item_class item_class; /* unless a record says otherwise */
    } sources[] = {
        {"items", WYRM_ITEM_CONSUMABLE},
        {"weapons", WYRM_ITEM_WEAPON},
        {"armors", WYRM_ITEM_ARMOR},
    };
    enum { SOURCES = COUNT_OF(sources) };
    const wyrm_value *maps[SOURCES];
    size_t count = 0;
    for (size_t s = 0; s < SOURCES; s++) {
        maps[s] = wyrm_ruleset_find(o->ruleset, sources[s].section);
        count += wyrm_value_count(maps[s]);
    }
    out->rows = base_array(o->arena, wyrm_item_kind, count);
    for (size_t s = 0; s < SOURCES; s++)
        for (size_t i = 0; i < wyrm_value_count(maps[s]); i++) {
            const wyrm_value *record = wyrm_value_item(maps[s], i);
            const char *key = wyrm_value_key(maps[s], i);
            const bool ration = key_choice(record, "class") == 1;
            out->rows[out->count++] = (wyrm_item_kind){
                .name = key,
                .title = rs_title_of(o->arena, record, key),
                .glyph = key_text(record, "glyph")[0],
                .item_class = ration ? WYRM_ITEM_RATION : sources[s].item_class,
                .record = record,
            };
            if (s == 0) /* those of gear are checked with the roster, which owns these rows */
                rs_check_glyph(o, record);
        }
}

/* ---- the loot of a ruleset ---- */

static void make(rs_opening *o, void *system)
{
    wyrm_loot *loot = system;
    loot->model = o->model;
    read_kinds(o, &loot->made.kinds);
    loot->model->make(o, &loot->made);
}

wyrm_status wyrm_loot_new(const wyrm_ruleset *ruleset, wyrm_loot **out, wyrm_errors *errors)
{
    *out = NULL;
    if (wyrm_ruleset_model(ruleset, "loot") == NULL)
        return WYRM_OK;
    return rs_open(ruleset, "loot", sizeof **out, make, NULL, out, errors);
}

void wyrm_loot_free(wyrm_loot *loot)
{
    base_unmake(loot);
}

size_t wyrm_loot_kinds(const wyrm_loot *loot, const wyrm_item_kind **out)
{
    *out = loot != NULL ? loot->made.kinds.rows : NULL;
    return loot != NULL ? loot->made.kinds.count : 0;
}

int32_t wyrm_loot_find(const wyrm_loot *loot, const char *name)
{
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(loot, &kinds);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const wyrm_loot_facts *wyrm_loot_facts_of(const wyrm_loot *loot)
{
    static const wyrm_loot_facts none;
    return loot != NULL ? &loot->made.facts : &none;
}

static wyrm_status fail_unnamed(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "nothing lies there: 'models: {loot: ...}' is "
                     "missing");
}

wyrm_status wyrm_loot_mode(const wyrm_loot *loot, const char *name, int32_t *out, wyrm_error *error)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    *out = 0;
    for (size_t i = 0; i < facts->mode_count && name; i++)
        if (strcmp(facts->modes[i], name) == 0)
            *out = (int32_t)i + 1;
    if (!name || *out > 0)
        return WYRM_OK;
    if (loot == NULL)
        return fail_unnamed(error);
    if (facts->mode_count == 0)
        return wyrm_fail(error, WYRM_ERROR_UNKNOWN, "the loot model '%s' has no modes",
                         loot->model->model.name);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no mode of loot is called '%.40s'", name);
    wyrm_suggest(error, name, facts->modes, facts->mode_count);
    return WYRM_ERROR_UNKNOWN;
}

/* ---- a room ---- */

/* Looks up once what all draws of a room share (its band, its weights). */
static loot_draw enter_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room)
{
    loot_draw draw = {.state = loot->made.state, .context = context, .room = room};
    if (loot->model->enter)
        loot->model->enter(&draw);
    return draw;
}

bool wyrm_loot_fills_floors(const wyrm_loot *loot)
{
    return loot != NULL && loot->model->floor != NULL;
}

const floors *loot_floors_of(const wyrm_loot *loot)
{
    return loot != NULL && loot->model == &loot_floors_model ? loot->made.state : NULL;
}

const loot_finding *loot_finding_of(const wyrm_loot *loot, const void **state)
{
    *state = loot != NULL ? loot->made.state : NULL;
    return loot != NULL ? loot->model->finding : NULL;
}

wyrm_status wyrm_loot_trouble(const wyrm_loot *loot, wyrm_error *error)
{
    return loot != NULL && loot->model->trouble ? loot->model->trouble(loot->made.state, error)
                                                : WYRM_OK;
}

size_t wyrm_loot_floor(const wyrm_loot *loot, const wyrm_loot_context *context,
                       wyrm_loot_state *state, wyrm_rng *rng, wyrm_item *items)
{
    if (!wyrm_loot_fills_floors(loot))
        return 0;
    state->used = (uint16_t)loot->made.facts.counts;
    return loot->model->floor(loot->made.state, context, state, rng, items);
}

/* Draws the number of items, then kind by kind, and pity at the end, as that depends on the
 * others. */
size_t wyrm_loot_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                      wyrm_rng *rng, wyrm_item *items)
{
    size_t count = 0;
    if (loot->model->floor)
        return 0;
    if (loot->model->room) {
        count = loot->model->room(loot->made.state, context, room, rng, items);
    } else {
        loot_draw draw = enter_room(loot, context, room);
        rule_draws r = {.rng = rng};
        count = (size_t)loot->model->number(&r, &draw);
        for (size_t i = 0; i < count; i++)
            items[i] = (wyrm_item){.kind = (int32_t)loot->model->kind(&r, &draw), .room = room};
    }
    if (context->pity && wyrm_loot_pity(loot, context, room, items, count, rng, &items[count]))
        count++;
    return count;
}

/* Returns the pity categories of a kind (bit i: category i); facts->pity must be set. */
static unsigned pity_set(const wyrm_loot_facts *facts, size_t kind)
{
    unsigned set = 0;
    for (size_t i = 0; i < facts->pity->count; i++)
        if (facts->kind_categories[kind] >> facts->pity_categories[i] & 1u)
            set |= 1u << i;
    return set;
}

/* Counters move in every room where pity works, whether it gives anything there or not. */
bool wyrm_loot_pity(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                    const wyrm_item *placed, size_t count, wyrm_rng *rng, wyrm_item *out)
{
    const wyrm_loot_facts *facts = &loot->made.facts;
    if (!facts->pity || !wyrm_room_has_pity(loot->made.roles, &context->kind))
        return false;
    loot_draw draw = enter_room(loot, context, room);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++)
        found |= pity_set(facts, (size_t)placed[i].kind);
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

/* ---- which categories a room brings together ---- */

enum { SETS_MAX = 1 << LOOT_FOUND_CATEGORIES_MAX };

/* The sets of categories that one item may have, with their probabilities. */
typedef struct sets {
    size_t count;
    unsigned set[SETS_MAX];
    double probability[SETS_MAX];
} sets;

/* Adds item by item: `together` holds the probabilities of the sets so far. Sets are only ever
 * joined, never subtracted as by inclusion and exclusion, so that nothing cancels and what is
 * impossible stays 0. */
wyrm_status loot_found_sets(const loot_found_item *items, size_t count, const wyrm_pmf *number,
                            size_t categories, double *out, wyrm_error *error)
{
    if (categories > LOOT_FOUND_CATEGORIES_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%zu categories are more than %d", categories,
                         LOOT_FOUND_CATEGORIES_MAX);
    if (wyrm_pmf_first(number) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a room cannot bring fewer than 0 items");
    const size_t all = (size_t)1 << categories;
    double weights[SETS_MAX] = {0}, together[SETS_MAX] = {1}, total = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(items[i].weight >= 0 && items[i].weight <= DBL_MAX))
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%g is no weight of an item",
                             items[i].weight);
        weights[items[i].categories & (all - 1)] += items[i].weight;
        total += items[i].weight;
    }
    if (!(total <= DBL_MAX))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the weights of items are too large");
    sets one;
    one.count = 0;
    for (unsigned set = 0; set < all; set++)
        if (weights[set] > 0) {
            one.set[one.count] = set;
            one.probability[one.count++] = weights[set] / total;
        }
    memset(out, 0, all * sizeof *out);
    int64_t last = one.count > 0 ? wyrm_pmf_last(number) : 0;
    for (int64_t drawn = 0; drawn <= last; drawn++) {
        double chance = one.count > 0 ? wyrm_pmf_at(number, drawn) : 1, joined[SETS_MAX] = {0};
        for (size_t set = 0; set < all; set++) {
            out[set] += chance * together[set];
            for (size_t i = 0; i < one.count && together[set] > 0; i++)
                joined[set | one.set[i]] += together[set] * one.probability[i];
        }
        memcpy(together, joined, all * sizeof *joined);
    }
    return WYRM_OK;
}

/* ---- the rules of a room, read exactly ---- */

/* What is asked about the items of a room; a NULL is not wanted. */
typedef struct question {
    const wyrm_loot *loot;
    const wyrm_loot_context *context;
    int32_t room;
    wyrm_pmf **number;
    double *shares;         /* by kind */
    double *given;          /* the same for what pity gives in `category` */
    size_t category;        /* category of pity */
    double *expected;       /* by category */
    wyrm_pity_depth *depth; /* the figures of a depth; `rooms` is set */
} question;

static void read_shares(base_arena *arena, const wyrm_loot *loot, rule_body *kind,
                        const loot_draw *draw, double *shares)
{
    wyrm_pmf *kinds;
    base_must(arena, rule_exact("the kind of an item", kind, draw, &kinds, NULL, &arena->error));
    for (size_t i = 0; i < loot->made.kinds.count; i++)
        shares[i] = wyrm_pmf_at(kinds, (int64_t)i);
    wyrm_pmf_free(kinds);
}

/* Reads only the rules that the question needs, as an exact reading may take long: the number of
 * items does not wait for their kinds. */
static void find_answer(base_arena *arena, void *context)
{
    const question *to = context;
    const wyrm_loot *loot = to->loot;
    const loot_model *model = loot->model;
    const wyrm_loot_facts *facts = &loot->made.facts;
    const size_t count = loot->made.kinds.count;
    loot_draw draw = enter_room(loot, to->context, to->room);
    if ((to->given || to->depth) && !facts->pity)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset's loot has no pity");
    if (to->given) {
        draw.category = to->category;
        if (to->category >= facts->pity->count)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "there are only %zu pity categories",
                        facts->pity->count);
        read_shares(arena, loot, model->pity_kind, &draw, to->given);
        return;
    }
    if (!model->number)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the loot model '%s' does not draw items one like the other: its rooms can "
                    "only be sampled",
                    model->model.name);
    double *shares = to->shares ? to->shares : base_array(arena, double, count);
    if (!to->number)
        read_shares(arena, loot, model->kind, &draw, shares);
    if (to->shares)
        return;
    wyrm_pmf *number;
    base_must(arena, rule_exact("the number of items", model->number, &draw, &number, NULL,
                                &arena->error));
    if (to->number) {
        *to->number = number;
        return;
    }
    base_keep(arena, number, wyrm_pmf_free);
    double items = wyrm_pmf_mean(number);
    for (size_t c = 0; to->expected && c < facts->category_count; c++)
        to->expected[c] = 0;
    for (size_t k = 0; to->expected && k < count; k++)
        for (size_t c = 0; c < facts->category_count; c++)
            if (facts->kind_categories[k] >> c & 1u)
                to->expected[c] += items * shares[k];
    if (!to->depth)
        return;
    loot_found_item *found = base_array(arena, loot_found_item, count);
    for (size_t k = 0; k < count; k++)
        found[k] = (loot_found_item){pity_set(facts, k), shares[k]};
    to->depth->items = items;
    to->depth->band = draw.band;
    to->depth->can_give = draw.can_give;
    base_must(arena, loot_found_sets(found, count, number, facts->pity->count, to->depth->found,
                                     &arena->error));
}

static wyrm_status ask(question to, wyrm_error *error)
{
    if (to.loot == NULL)
        return fail_unnamed(error);
    return base_do(find_answer, &to, error);
}

wyrm_status wyrm_loot_number(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    return ask((question){loot, context, room, .number = out}, error);
}

wyrm_status wyrm_loot_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                             double *shares, wyrm_error *error)
{
    return ask((question){loot, context, .shares = shares}, error);
}

wyrm_status wyrm_loot_pity_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                                  size_t category, double *shares, wyrm_error *error)
{
    return ask((question){loot, context, .given = shares, .category = category}, error);
}

wyrm_status wyrm_loot_expected(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, double *expected, wyrm_error *error)
{
    return ask((question){loot, context, room, .expected = expected}, error);
}

wyrm_status wyrm_loot_pity_campaign(const wyrm_loot *loot, int32_t mode,
                                    const wyrm_pmf *const *rooms, size_t count,
                                    wyrm_pity_depth *depths, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    memset(depths, 0, count * sizeof *depths);
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        const wyrm_loot_context context = {.depth = (int32_t)i + 1, .mode = mode};
        depths[i].rooms = rooms[i];
        status = ask((question){loot, &context, .depth = &depths[i]}, error);
    }
    return status;
}
