/* What items do when they are used: the kinds of effects, their rows, and their work on one
 * creature. */
#include "loot/internal.h"

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

/* Behind the numbers stands the stat, which strengthening needs and nothing else has. */
enum { STAT = WYRM_EFFECT_NUMBER_COUNT, KEY_COUNT };

static const char *const keys[KEY_COUNT] = {
#define KEY(key, lowest, highest, measure, sentence) #key,
    WYRM_EFFECT_NUMBERS(KEY)
#undef KEY
        [STAT] = "stat",
};

const wyrm_field wyrm_effect_rows[] = {
    WYRM_ROW("kind", CHOICE, .required = true, .choices = names,
             .summary =
                 "For who uses it: `heal`; `feed`; `teleport` to another tile; `map` shows the "
                 "whole map, `sense` where its monsters are; `hide` from all who do not stand "
                 "beside; `haste` leaves the monsters every other turn; `regenerate` hit points "
                 "each turn; `strengthen` a stat; `teach` experience. `lightning` finds the "
                 "closest creature in sight. `bolt`, `confuse` and `banish` (to another tile) are "
                 "for one creature. `blast`, `sleep`, `hold` (cannot leave its tile), `slow` (acts "
                 "every other turn) and `frighten` are for all around a tile, the user too."),
#define FIELD(key, lowest, highest, measure, sentence)                                             \
    WYRM_ROW(#key, INTEGER, .least = lowest, .greatest = highest, .unit = measure,                 \
             .summary = sentence),
    WYRM_EFFECT_NUMBERS(FIELD)
#undef FIELD
        WYRM_ROW("stat", NAME,
                 .summary = "what is strengthened: `max_hp` or a stat of the combat model"),
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

wyrm_effect wyrm_item_effect(const wyrm_value *record)
{
    wyrm_effect effect = {.kind = WYRM_EFFECT_NONE};
    const wyrm_value *value = wyrm_value_get(record, "effect");
    if (!value)
        return effect;
    effect.kind = kind_of(value);
#define READ(key, lowest, highest, measure, sentence) effect.key = key_whole(value, #key);
    WYRM_EFFECT_NUMBERS(READ)
#undef READ
    if (row_of(effect.kind)->aim != WYRM_AIM_USER && effect.range == 0)
        effect.range = -1;
    effect.stat = wyrm_value_get(value, keys[STAT]) ? key_text(value, keys[STAT]) : NULL;
    return effect;
}

/* ---- checking ---- */

/* What is strengthened is a stat of the combat model, or the maximum of hit points. */
void wyrm_effects_check(wyrm_opening *o, const wyrm_combat *combat)
{
    const wyrm_value *items = wyrm_ruleset_find(o->ruleset, "items");
    const char *known[WYRM_STATS_MAX + 1] = {"max_hp"};
    size_t count = 1;
    for (const wyrm_stat *row = combat ? wyrm_combat_stats(combat) : NULL; row && row->name; row++)
        known[count++] = row->name;
    for (size_t item = 0; item < wyrm_value_count(items); item++) {
        const wyrm_value *effect = wyrm_value_get(wyrm_value_item(items, item), "effect");
        const wyrm_value *stat = wyrm_value_get(effect, keys[STAT]);
        const char *name = wyrm_value_text(stat);
        if (!effect)
            continue;
        const wyrm_effect_kind kind = kind_of(effect);
        const unsigned needs =
            row_of(kind)->needs | (kind == WYRM_EFFECT_STRENGTHEN ? 1u << STAT : 0);
        const unsigned allowed = needs | row_of(kind)->may; /* bits of `keys` */
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
        if (combat && stat && kind == WYRM_EFFECT_STRENGTHEN && strcmp(name, "max_hp") != 0 &&
            wyrm_combat_stat(combat, name) < 0)
            wyrm_fault_name(o, stat, known, count, name,
                            "the combat '%s' has no stat '%.63s' to strengthen",
                            wyrm_combat_name(combat), name);
    }
}

/* ---- one creature ---- */

static int64_t at_most(int64_t number, int64_t most)
{
    return number < most ? number : most;
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
            combatant->hp = at_most(before + effect->amount, combatant->max_hp);
        }
    } else {
        combatant->hp -= at_most(effect->damage, before);
    }
    return combatant->hp - before;
}
