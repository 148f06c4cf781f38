/* What items do when they are used: the kinds of effects, their rows, and their work on one creature. */
#include "loot/effect_rows.h"

#include <stdio.h>

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

static const char *const numbers[WYRM_EFFECT_NUMBER_COUNT] = {
#define KEY(key, lowest, highest, measure, sentence) #key,
    WYRM_EFFECT_NUMBERS(KEY)
#undef KEY
};

const wyrm_field wyrm_effect_rows[] = {
    {.name = "kind",
     .kind = WYRM_KIND_CHOICE,
     .required = true,
     .choices = names,
     .summary = "`heal` and `feed` who uses it; `lightning` finds the closest creature in sight, "
                "`bolt` and `confuse` are for one creature, `blast` and `sleep` for all around a "
                "tile, the user too"},
#define FIELD(key, lowest, highest, measure, sentence)                                             \
    {.name = #key,                                                                                 \
     .kind = WYRM_KIND_INTEGER,                                                                    \
     .least = lowest,                                                                              \
     .greatest = highest,                                                                          \
     .unit = measure,                                                                              \
     .summary = sentence},
    WYRM_EFFECT_NUMBERS(FIELD)
#undef FIELD
        {.kind = WYRM_KIND_END},
};

static const effect_kind *row_of(wyrm_effect_kind kind)
{
    return &kinds[(unsigned)kind < WYRM_EFFECT_KIND_COUNT ? kind : WYRM_EFFECT_NONE];
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
    effect.kind = (wyrm_effect_kind)(wyrm_value_choice(wyrm_value_get(value, "kind")) + 1);
#define READ(key, lowest, highest, measure, sentence)                                              \
    effect.key = (int32_t)wyrm_value_integer(wyrm_value_get(value, #key));
    WYRM_EFFECT_NUMBERS(READ)
#undef READ
    if (row_of(effect.kind)->aim != WYRM_AIM_USER && effect.range == 0)
        effect.range = -1;
    return effect;
}

/* ------------------------------------------------------------------ checking */

/* "amount and max_hp": the numbers of a kind. */
static void list_numbers(unsigned set, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < WYRM_EFFECT_NUMBER_COUNT && length < size; i++) {
        if (!(set >> i & 1u))
            continue;
        const char *mark = length == 0 ? "" : set >> (i + 1) ? ", " : " and ";
        int added = snprintf(text + length, size - length, "%s%s", mark, numbers[i]);
        length += added > 0 ? (size_t)added : 0;
    }
}

static wyrm_status check_effect(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const effect_kind *kind =
        row_of((wyrm_effect_kind)(wyrm_value_choice(wyrm_value_get(value, "kind")) + 1));
    for (unsigned i = 0; i < WYRM_EFFECT_NUMBER_COUNT; i++) {
        const wyrm_value *number = wyrm_value_get(value, numbers[i]);
        char known[96], hint[WYRM_ERROR_HINT_MAX];
        if (!number && kind->needs >> i & 1u)
            status = wyrm_value_fail(ruleset, value, errors, NULL, "the effect '%s' needs '%s'",
                                     kind->name, numbers[i]);
        if (!number || (kind->needs | kind->may) >> i & 1u)
            continue;
        list_numbers(kind->needs | kind->may, known, sizeof known);
        snprintf(hint, sizeof hint, "it has %s", known);
        status = wyrm_value_fail(ruleset, number, errors, hint, "the effect '%s' has no '%s'",
                                 kind->name, numbers[i]);
    }
    return status;
}

wyrm_status wyrm_effects_check(const wyrm_ruleset *ruleset, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_value *items = wyrm_ruleset_find(ruleset, "items");
    for (size_t i = 0; i < wyrm_value_count(items); i++) {
        const wyrm_value *effect = wyrm_value_get(wyrm_value_item(items, i), "effect");
        if (effect && check_effect(ruleset, effect, errors) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
    }
    return status;
}

/* ------------------------------------------------------------------ one creature */

static int64_t at_most(int64_t number, int64_t most)
{
    return number < most ? number : most;
}

/* Damage and healing by their numbers: a kind has one of the two or none, and what feeds is told from
 * what heals by its kind. */
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
