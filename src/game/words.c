/* Names in sentences: of items, monsters, quantities. */
#include "game/words.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "game/articles.h"
#include "game/phrase.h"
#include "growth/internal.h"

const wyrm_item_kind *wyrm_words_kind(const wyrm_engine *engine, int32_t kind)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(wyrm_engine_design(engine)), &kinds);
    return kind >= 0 && (size_t)kind < count ? &kinds[kind] : NULL;
}

wyrm_effect wyrm_words_effect(const wyrm_engine *engine, int32_t kind)
{
    const wyrm_item_kind *row = wyrm_words_kind(engine, kind);
    return wyrm_item_effect(row ? row->record : NULL);
}

void wyrm_words_level(const wyrm_engine *engine, const wyrm_item *item, wyrm_phrase *phrase)
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->kind);
    bool is_weapon = kind && kind->item_class == WYRM_ITEM_WEAPON;
    char level[16];
    snprintf(level, sizeof level, "%+d ", (int)item->level);
    if (item->level != 0 && wyrm_roster_has_curves(wyrm_design_roster(wyrm_engine_design(engine)),
                                                   is_weapon ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR))
        wyrm_phrase_add(phrase, level);
}

void wyrm_words_item(const wyrm_engine *engine, const wyrm_item *item, char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->kind);
    wyrm_phrase phrase = {.out = out, .size = WYRM_NAME_TEXT_MAX};
    wyrm_words_level(engine, item, &phrase);
    wyrm_phrase_add(&phrase, kind ? kind->title : "something");
    wyrm_phrase_end(&phrase);
}

void wyrm_words_monster(const wyrm_engine *engine, int32_t monster, const wyrm_spawn *spawn,
                        char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_design *design = wyrm_engine_design(engine);
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_monster *row = monster >= 0 ? wyrm_roster_monster(roster, (size_t)monster) : NULL;
    int variant =
        spawn ? wyrm_encounter_variant(wyrm_design_encounter(design), spawn) : WYRM_VARIANT_NONE;
    const char *word = variant >= 0 ? wyrm_roster_variant(roster, (size_t)variant) : NULL;
    const char *title = row ? row->title : "creature";
    char between[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (!word) {
        wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, title);
        return;
    }
    snprintf(between, sizeof between, "%s ", word);
    wyrm_words_the(between, title, named); /* "the elite Head Librarian" keeps its article */
    bool has_article = wyrm_words_has_article(title);
    wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, named + (has_article ? 0 : strlen("the ")));
}

const char *wyrm_words_goal(const wyrm_engine *engine)
{
    const char *goal = wyrm_mapper_goal(wyrm_design_mapper(wyrm_engine_design(engine)));
    return goal ? goal : "Prize";
}

void wyrm_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX])
{
    static const struct {
        const char *key, *words;
    } names[] = {
        {"hp", "hit points"},
        {"max_hp", "maximum of hit points"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i].key) == 0)
            key = names[i].words;
    wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, key);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '_')
            *at = ' ';
}
