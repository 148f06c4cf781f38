/* What the player leaves alone: kinds of items, by every word that means them. */
#include "game/without.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/phrase.h"

/* "sleep_scroll" is meant by "sleep_scroll" and by "sleep_scrolls". */
static bool means(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || (word[length] == 's' && word[length + 1] == '\0'));
}

/* "scroll" of "sleep_scroll"; the whole of a name of one word. */
static const char *last_word(const char *name)
{
    const char *mark = strrchr(name, '_');
    return mark ? mark + 1 : name;
}

static bool means_category(const char *word, const wyrm_loot_facts *facts, size_t kind)
{
    for (size_t i = 0; i < facts->category_count && facts->kind_categories; i++)
        if (facts->kind_categories[kind] >> i & 1 && means(word, facts->categories[i]))
            return true;
    return false;
}

static bool means_kind(const wyrm_engine *engine, const char *word, size_t index)
{
    const wyrm_item_kind *kind = &engine->kinds[index];
    return means(word, kind->name) || means(word, last_word(kind->name)) ||
           means(word, wyrm_item_class_name(kind->item_class)) ||
           means_category(word, wyrm_loot_facts_of(engine->loot), index);
}

/* All words that kinds go by, those of groups first; words that no kind has may be among them. */
static size_t list_words(const wyrm_engine *engine, const char **words)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(engine->loot);
    size_t count = 0;
    for (int i = 0; i < WYRM_ITEM_CLASS_COUNT; i++)
        words[count++] = wyrm_item_class_name((wyrm_item_class)i);
    for (size_t i = 0; i < facts->category_count; i++)
        words[count++] = facts->categories[i];
    for (size_t i = 0; i < engine->kind_count; i++) {
        words[count++] = engine->kinds[i].name;
        words[count++] = last_word(engine->kinds[i].name);
    }
    return count;
}

static bool means_several(const wyrm_engine *engine, const char *word)
{
    size_t count = 0;
    for (size_t i = 0; i < engine->kind_count; i++)
        count += means_kind(engine, word, i);
    return count > 1;
}

static bool is_among(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* Names what may stand there: an item, then as many words for groups of items as there is room
 * for. */
static void hint_at_some(const wyrm_engine *engine, const char *const *words, size_t count,
                         wyrm_error *error)
{
    wyrm_phrase hint = {.out = error->hint, .size = sizeof error->hint};
    wyrm_phrase_add(&hint, "such as ");
    wyrm_phrase_add(&hint, engine->kinds[0].name);
    for (size_t i = 0; i < count; i++)
        if (means_several(engine, words[i]) && !is_among(words[i], words, i) &&
            hint.length + strlen(words[i]) + 3 < hint.size) {
            wyrm_phrase_add(&hint, ", ");
            wyrm_phrase_add(&hint, words[i]);
        }
    wyrm_phrase_end(&hint);
}

static wyrm_status fail_for(const wyrm_engine *engine, const char *word, wyrm_error *error)
{
    size_t most = 2 * engine->kind_count + WYRM_ITEM_CLASS_COUNT + WYRM_LOOT_CATEGORIES_MAX;
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no item is called '%.60s'", word);
    const char **words = malloc(most * sizeof *words);
    if (!words)
        return status; /* the hint is the lesser part */
    size_t count = list_words(engine, words);
    const char *nearest = wyrm_nearest(word, words, count);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
    else if (error && engine->kind_count > 0)
        hint_at_some(engine, words, count, error);
    free(words);
    return status;
}

wyrm_status wyrm_game_bar(const wyrm_engine *engine, const char *const *words, size_t count,
                          uint64_t *barred, wyrm_error *error)
{
    for (size_t w = 0; w < count; w++) {
        bool found = false;
        for (size_t i = 0; i < engine->kind_count; i++)
            if (means_kind(engine, words[w], i)) {
                barred[i / 64] |= UINT64_C(1) << (i % 64);
                found = true;
            }
        if (!found)
            return fail_for(engine, words[w], error);
    }
    return WYRM_OK;
}
