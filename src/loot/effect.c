/* What items do when they are used: the kinds of effects, their rows, and their work on one
 * creature. */
#include "loot/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct effect_kind {
    const char *name;
    wyrm_effect_aim aim;
    unsigned needs, may; /* bits of WYRM_EFFECT_AT_... */
} effect_kind;

static const effect_kind kinds[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_NONE] = {"", WYRM_AIM_USER, 0, 0},
#define ROW(id, name, aim, needs, may) [WYRM_EFFECT_##id] = {name, WYRM_AIM_##aim, needs, may},
    WYRM_EFFECT_KINDS(ROW)
#undef ROW
};

/* In the order of the enum, from 1. */
static const char *const names[] = {
#define NAME(id, name, aim, needs, may) name,
    WYRM_EFFECT_KINDS(NAME)
#undef NAME
        NULL};

static const char *const gear_names[] = {"worn", "weapon", "armor", NULL};

/* Behind the numbers stand the stat, which strengthening needs and nothing else has, and the gear,
 * which enchanting may have. */
enum { STAT = WYRM_EFFECT_NUMBER_COUNT, GEAR, KEY_COUNT };

static const char *const keys[KEY_COUNT] = {
#define KEY(key, kind, lowest, highest, measure, sentence) #key,
    WYRM_EFFECT_NUMBERS(KEY)
#undef KEY
        [STAT] = "stat",
    [GEAR] = "gear",
};

const wyrm_field wyrm_effect_rows[] = {
    WYRM_ROW("kind", CHOICE, .required = true, .choices = names,
             .summary =
                 "For who uses it: `heal`; `feed`; `teleport` to another tile; `map` shows the "
                 "whole map, `sense` where its monsters are; `hide` from all who do not stand "
                 "beside; `haste` leaves the monsters every other turn; `regenerate` hit points "
                 "each turn; `strengthen` a stat; `teach` experience; `enchant` gear. `lightning` "
                 "finds the closest creature in sight. For one creature: `bolt`, `confuse`, "
                 "`banish` (to another tile). For all around a tile, the user too: `blast`, "
                 "`sleep`, `hold` (cannot leave its tile), `slow` (acts every other turn), "
                 "`frighten`."),
#define FIELD(key, kind, lowest, highest, measure, sentence)                                       \
    WYRM_ROW(#key, kind, .least = lowest, .greatest = highest, .unit = measure,                    \
             .summary = sentence),
    WYRM_EFFECT_NUMBERS(FIELD)
#undef FIELD
        WYRM_ROW("stat", NAME,
                 .summary = "what is strengthened: `max_hp` or a stat of the combat model"),
    WYRM_ROW("gear", CHOICE, .choices = gear_names,
             .summary = "what an enchantment is for: of all that is `worn`, of the `weapon` or "
                        "the `armor` the piece with the lowest plus, armor first. Without it, "
                        "all that is worn"),
    {.kind = WYRM_KIND_END},
};

static const effect_kind *row_of(wyrm_effect_kind kind)
{
    return &kinds[(unsigned)kind < WYRM_EFFECT_KIND_COUNT ? kind : WYRM_EFFECT_NONE];
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

/* The number under a key; of one that is random the mean, and *random. */
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
    effect.stat = wyrm_value_get(value, keys[STAT]) ? key_text(value, keys[STAT]) : NULL;
    if (wyrm_value_get(value, keys[GEAR]))
        effect.gear = (wyrm_effect_gear)key_choice(value, keys[GEAR]);
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

/* ---- checking ---- */

/* Whether a plus of such gear counts for anything. */
static bool gains(const wyrm_combat *combat, wyrm_effect_gear gear)
{
    return (gear != WYRM_EFFECT_GEAR_ARMOR &&
            wyrm_combat_plus_stat(combat, WYRM_ROLE_WEAPON) >= 0) ||
           (gear != WYRM_EFFECT_GEAR_WEAPON && wyrm_combat_plus_stat(combat, WYRM_ROLE_ARMOR) >= 0);
}

/* What is strengthened is a stat of the combat model, or the maximum of hit points. */
void wyrm_effects_check(wyrm_opening *o, const wyrm_combat *combat)
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
        const wyrm_value *stat = wyrm_value_get(effect, keys[STAT]);
        const char *name = wyrm_value_text(stat);
        if (!effect)
            continue;
        const wyrm_effect_kind kind = kind_of(effect);
        const unsigned needs =
            row_of(kind)->needs | (kind == WYRM_EFFECT_STRENGTHEN ? 1u << STAT : 0);
        const unsigned allowed = /* bits of `keys` */
            needs | row_of(kind)->may | (kind == WYRM_EFFECT_ENCHANT ? 1u << GEAR : 0);
        /* "it has amount and max_hp": the keys of the kind. */
        char has[WYRM_ERROR_HINT_MAX] = "it has nothing beside its kind";
        const size_t start = strlen("it has ");
        size_t length = start;
        for (unsigned i = 0; i < KEY_COUNT; i++)
            if (allowed >> i & 1u) {
                const char *mark = length == start ? "" : allowed >> (i + 1) ? ", " : " and ";
                length +=
                    (size_t)snprintf(has + length, sizeof has - length, "%s%s", mark, keys[i]);
            }
        for (unsigned i = 0; i < KEY_COUNT; i++) {
            const wyrm_value *value = wyrm_value_get(effect, keys[i]);
            if (!value && needs >> i & 1u)
                wyrm_fault(o, effect, NULL, "the effect '%s' needs '%s'", wyrm_effect_name(kind),
                           keys[i]);
            if (value && !(allowed >> i & 1u))
                wyrm_fault(o, value, has, "the effect '%s' has no '%s'", wyrm_effect_name(kind),
                           keys[i]);
        }
        if (combat && kind == WYRM_EFFECT_ENCHANT && !gains(combat, wyrm_item_effect(item_at).gear))
            wyrm_fault(o, effect, "rules in Lua have a stat with plus_of: weapon, or armor",
                       "no stat of the combat '%s' counts the plus of such gear",
                       wyrm_combat_name(combat));
        if (!combat || !stat || kind != WYRM_EFFECT_STRENGTHEN || strcmp(name, "max_hp") == 0)
            continue;
        const int index = wyrm_combat_stat(combat, name);
        if (index < 0)
            wyrm_fault_name(o, stat, known, count, name,
                            "the combat '%s' has no stat '%.63s' to strengthen",
                            wyrm_combat_name(combat), name);
        else if (wyrm_combat_stats(combat)[index].kind != WYRM_STAT_NUMBER)
            wyrm_fault(o, stat, NULL, "'%s' is no number, and only numbers are strengthened", name);
    }
}

/* ---- one creature ---- */

static int64_t at_most(int64_t number, int64_t most)
{
    return number < most ? number : most;
}

int64_t wyrm_effect_heals(const wyrm_effect *effect, int64_t max_hp)
{
    return effect->amount + max_hp * effect->percent / 100;
}

/* Damage and healing by their numbers: a kind has one of the two or none, and what feeds is told
 * from what heals by its kind. */
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

/* An effect, and who it is used on. */
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
    effect.amount = effect.max_hp = effect.damage = (int32_t)rolled; /* it looks at one of them */
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
