/* Items and monsters by name, and what items do. */
#include <wyrm/game_text.h>

#include <stdio.h>
#include <string.h>

#include "game/internal.h"

void wyrm_item_text(const wyrm_engine *engine, const wyrm_game_item *item,
                    char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->item.kind);
    bool wears_out = kind && wyrm_value_integer(wyrm_value_get(kind->record, "uses")) > 1;
    char name[WYRM_NAME_TEXT_MAX], left[32];
    wyrm_phrase phrase = {.out = out, .size = WYRM_NAME_TEXT_MAX};
    wyrm_words_item(engine, &item->item, name);
    wyrm_phrase_add(&phrase, name);
    snprintf(left, sizeof left, " (%d left)", (int)item->uses);
    if (wears_out)
        wyrm_phrase_add(&phrase, left);
    wyrm_phrase_end(&phrase);
}

void wyrm_monster_text(const wyrm_engine *engine, const wyrm_game_monster *monster,
                       char out[WYRM_NAME_TEXT_MAX])
{
    wyrm_words_monster(engine, monster->spawn.monster, &monster->spawn, out);
}

/* ------------------------------------------------------------------ effects */

/* What an effect does, by its kind. Blanks: {amount}, {damage} and so on are its numbers ({turns}:
 * "36 turns"), {points} is `amount` or `damage` in hit points, {stat} the stat, {all} whom its
 * radius reaches. What stands in [brackets] is left out where a number in it is 0 or below. */
static const char *const forms[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_NONE] = "does nothing here",
    [WYRM_EFFECT_HEAL] = "heals {points}[; of the unhurt adds {max_hp} to their maximum]",
    [WYRM_EFFECT_FEED] = "feeds for {amount} turns",
    [WYRM_EFFECT_LIGHTNING] = "takes {points} from the closest in sight",
    [WYRM_EFFECT_BOLT] = "takes {points} from one creature",
    [WYRM_EFFECT_BLAST] = "takes {points} from {all}",
    [WYRM_EFFECT_CONFUSE] = "confuses one creature for {turns}",
    [WYRM_EFFECT_SLEEP] = "puts {all} to sleep for {turns}",
    [WYRM_EFFECT_HOLD] = "holds {all} to the spot for {turns}",
    [WYRM_EFFECT_SLOW] = "slows {all} for {turns}",
    [WYRM_EFFECT_FRIGHTEN] = "frightens {all} for {turns}",
    [WYRM_EFFECT_BANISH] = "sends one creature elsewhere",
    [WYRM_EFFECT_TELEPORT] = "takes you elsewhere",
    [WYRM_EFFECT_MAP] = "shows the map",
    [WYRM_EFFECT_SENSE] = "tells where all monsters are for {turns}",
    [WYRM_EFFECT_HIDE] = "hides you for {turns} from all who do not stand beside you",
    [WYRM_EFFECT_HASTE] = "lets you act twice a turn for {turns}",
    [WYRM_EFFECT_REGENERATE] = "wins back {points} each turn[ for {turns}]",
    [WYRM_EFFECT_STRENGTHEN] = "adds {amount} to your {stat}[ for {turns}]",
    [WYRM_EFFECT_TEACH] = "teaches {amount} points of experience",
};

#define RANGE_FORM "[, at most {range} tiles away]" /* follows every form */

/* The number of an effect by its key; false where the key is none. */
static bool number_of(const wyrm_effect *effect, const char *key, size_t length, int32_t *out)
{
    const struct {
        const char *key;
        int32_t value;
    } numbers[] = {
#define NUMBER(key, least, greatest, unit, summary) {#key, effect->key},
        WYRM_EFFECT_NUMBERS(NUMBER)
#undef NUMBER
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strlen(numbers[i].key) == length && memcmp(numbers[i].key, key, length) == 0) {
            *out = numbers[i].value;
            return true;
        }
    return false;
}

/* What stands for a blank that is no number of the effect. */
static void fill_word(const wyrm_effect *effect, const char *key, char out[WYRM_NAME_TEXT_MAX])
{
    int32_t points = effect->damage > 0 ? effect->damage : effect->amount;
    if (strncmp(key, "points}", 7) == 0)
        snprintf(out, WYRM_NAME_TEXT_MAX, "%d hit point%s", (int)points, points == 1 ? "" : "s");
    else if (strncmp(key, "all}", 4) != 0)
        wyrm_words_quantity(effect->stat ? effect->stat : "strength", out);
    else if (effect->radius > 0)
        snprintf(out, WYRM_NAME_TEXT_MAX, "all within %d of its aim", (int)effect->radius);
    else
        snprintf(out, WYRM_NAME_TEXT_MAX, "who stands at its aim");
}

/* Adds form[0..end) with its blanks filled in; returns false where a number of it is 0 or below. */
static bool add_form(wyrm_phrase *phrase, const wyrm_effect *effect, const char *form,
                     const char *end)
{
    bool told = true;
    for (const char *at = form; at < end; at++) {
        char piece[WYRM_NAME_TEXT_MAX] = {*at, '\0'};
        if (*at == '{') {
            const char *close = strchr(at, '}');
            int32_t number;
            if (number_of(effect, at + 1, (size_t)(close - at - 1), &number)) {
                bool turns = strncmp(at + 1, "turns}", 6) == 0;
                snprintf(piece, sizeof piece, "%d%s", (int)number,
                         !turns        ? ""
                         : number == 1 ? " turn"
                                       : " turns");
                told = told && number > 0;
            } else {
                fill_word(effect, at + 1, piece);
            }
            at = close;
        }
        wyrm_phrase_add(phrase, piece);
    }
    return told;
}

static void add_forms(wyrm_phrase *phrase, const wyrm_effect *effect, const char *form)
{
    while (*form != '\0') {
        bool optional = *form == '[';
        const char *end = optional ? strchr(form, ']') : form + strcspn(form, "[");
        wyrm_phrase before = *phrase;
        if (!add_form(phrase, effect, optional ? form + 1 : form, end) && optional)
            *phrase = before;
        form = optional ? end + 1 : end;
    }
}

static void describe_effect(wyrm_phrase *phrase, const wyrm_effect *effect)
{
    add_forms(phrase, effect, forms[effect->kind]);
    add_forms(phrase, effect, RANGE_FORM);
}

/* ------------------------------------------------------------------ gear */

/* Keys of a record of gear that tell nothing about how it fights. */
static const char *const other_keys[] = {"title",      "glyph",           "weight", "bands",
                                         "categories", "needs_equipment", "slot"};

static bool tells_of_fights(const char *key)
{
    for (size_t i = 0; i < sizeof other_keys / sizeof *other_keys; i++)
        if (strcmp(key, other_keys[i]) == 0)
            return false;
    return true;
}

static void add_separator(wyrm_phrase *phrase)
{
    if (phrase->length > 0)
        wyrm_phrase_add(phrase, ", ");
}

/* "to hit 1": a key of the record as the ruleset has it. */
static void add_member(wyrm_phrase *phrase, const char *key, const wyrm_value *value)
{
    char words[WYRM_NAME_TEXT_MAX];
    char *text = NULL;
    bool is_flag = wyrm_value_kind(value) == WYRM_KIND_BOOL;
    if ((is_flag && !wyrm_value_bool(value)) || wyrm_value_is_default(value))
        return;
    add_separator(phrase);
    wyrm_words_quantity(key, words);
    wyrm_phrase_add(phrase, words);
    if (is_flag || wyrm_value_flow(value, &text, NULL) != WYRM_OK)
        return;
    wyrm_phrase_add(phrase, " ");
    wyrm_phrase_add(phrase, text);
    wyrm_free(text);
}

/* "+12.8 attack": what gear of a level adds by the curves. */
static void add_curves(wyrm_phrase *phrase, const wyrm_design *design, const wyrm_item *item,
                       wyrm_role role)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    wyrm_combatant bare = wyrm_combat_blank(combat, "");
    wyrm_combatant worn = bare;
    if (item->level == 0)
        return;
    wyrm_growth_equip(wyrm_design_growth(design), role, item->level, &worn);
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++) {
        double more = worn.stats[stat - wyrm_combat_stats(combat)] -
                      bare.stats[stat - wyrm_combat_stats(combat)];
        char words[WYRM_NAME_TEXT_MAX];
        if (more == 0.0)
            continue;
        add_separator(phrase);
        if (more > 0.0)
            wyrm_phrase_add(phrase, "+");
        wyrm_phrase_add_number(phrase, more);
        wyrm_phrase_add(phrase, " ");
        wyrm_words_quantity(stat->name, words);
        wyrm_phrase_add(phrase, words);
    }
}

static void describe_gear(wyrm_phrase *phrase, const wyrm_design *design, const wyrm_item *item,
                          const wyrm_item_kind *kind)
{
    const wyrm_value *record = kind->record;
    char slot[WYRM_NAME_TEXT_MAX];
    wyrm_words_quantity(wyrm_value_text(wyrm_value_get(record, "slot")), slot);
    wyrm_phrase_add(phrase, slot);
    add_curves(phrase, design, item,
               kind->item_class == WYRM_ITEM_WEAPON ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR);
    for (size_t i = 0; i < wyrm_value_count(record); i++)
        if (tells_of_fights(wyrm_value_key(record, i)))
            add_member(phrase, wyrm_value_key(record, i), wyrm_value_item(record, i));
    if (phrase->length == 0)
        wyrm_phrase_add(phrase, "nothing special");
}

void wyrm_item_describe(const wyrm_engine *engine, const wyrm_game_item *item,
                        char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->item.kind);
    wyrm_phrase phrase = {.out = out, .size = WYRM_MESSAGE_TEXT_MAX};
    if (kind && (kind->item_class == WYRM_ITEM_WEAPON || kind->item_class == WYRM_ITEM_ARMOR)) {
        describe_gear(&phrase, wyrm_engine_design(engine), &item->item, kind);
    } else {
        wyrm_effect effect = wyrm_words_effect(engine, item->item.kind);
        describe_effect(&phrase, &effect);
    }
    wyrm_phrase_end(&phrase);
}
