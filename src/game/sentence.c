/* Sentences with blanks. */
#include "game/sentence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/articles.h"
#include "game/phrase.h"

/* The blanks being filled in. */
typedef struct sentence_fill {
    const wyrm_blanks *blanks;
    const wyrm_party *named; /* the creature that was last named */
    wyrm_phrase phrase;
} sentence_fill;

static bool is_blank(const char *at, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(at, name, length) == 0;
}

static void add_party(sentence_fill *filling, const wyrm_party *party)
{
    filling->named = party;
    wyrm_phrase_add(&filling->phrase, party->name);
}

/* "hit|hits": one of the two. */
static void add_choice(sentence_fill *filling, const char *at, size_t length)
{
    bool by_amount = *at == '#';
    bool first = by_amount ? filling->blanks->amount == 1 : filling->named->is_player;
    const char *middle = memchr(at, '|', length);
    const char *from = first ? at + by_amount : middle + 1;
    const char *end = first ? middle : at + length;
    char piece[WYRM_NAME_TEXT_MAX];
    snprintf(piece, sizeof piece, "%.*s", (int)(end - from), from);
    wyrm_phrase_add(&filling->phrase, piece);
}

static void add_blank(sentence_fill *filling, const char *at, size_t length)
{
    const wyrm_blanks *blanks = filling->blanks;
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, blanks->amount);
    if (memchr(at, '|', length))
        add_choice(filling, at, length);
    else if (is_blank(at, length, "who"))
        add_party(filling, &blanks->who);
    else if (is_blank(at, length, "whom"))
        add_party(filling, &blanks->whom);
    else if (is_blank(at, length, "item"))
        wyrm_phrase_add(&filling->phrase, blanks->item);
    else if (is_blank(at, length, "word"))
        wyrm_phrase_add(&filling->phrase, blanks->word);
    else if (is_blank(at, length, "amount"))
        wyrm_phrase_add(&filling->phrase, digits);
}

void wyrm_sentence(const char *form, const wyrm_blanks *blanks, char out[WYRM_MESSAGE_TEXT_MAX])
{
    sentence_fill filling = {.blanks = blanks,
                             .named = blanks->whom.is_player ? &blanks->whom : &blanks->who,
                             .phrase = {.out = out, .size = WYRM_MESSAGE_TEXT_MAX}};
    while (*form != '\0') {
        size_t plain = strcspn(form, "{");
        char piece[WYRM_MESSAGE_TEXT_MAX];
        snprintf(piece, sizeof piece, "%.*s", (int)plain, form);
        wyrm_phrase_add(&filling.phrase, piece);
        form += plain;
        if (*form == '{') {
            size_t length = strcspn(form + 1, "}");
            add_blank(&filling, form + 1, length);
            form += length + 2;
        }
    }
    wyrm_phrase_end(&filling.phrase);
    wyrm_words_capital(out);
}
