/* Names in sentences: of items, monsters, quantities; their articles, and the pieces of which a
 * sentence is put together. */
#include "game/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "growth/internal.h"

/* ---- Text of bounded length ---- */

void wyrm_phrase_add(wyrm_phrase *phrase, const char *text)
{
    size_t room = phrase->size - 1 - phrase->length;
    size_t length = strlen(text);
    size_t taken = wyrm_utf8_cut(text, length, room);
    memcpy(phrase->out + phrase->length, text, taken);
    phrase->length += taken;
    if (taken < length)
        phrase->size = phrase->length + 1; /* nothing goes behind a cut */
}

void wyrm_phrase_add_number(wyrm_phrase *phrase, double number)
{
    char digits[WYRM_NUMBER_MAX];
    wyrm_number_double(round(number * 100.0) / 100.0 + 0.0, digits);
    wyrm_phrase_add(phrase, digits);
}

void wyrm_phrase_end(wyrm_phrase *phrase)
{
    phrase->out[phrase->length] = '\0';
}

/* ---- Articles ----
 *
 * which article they take, if any. */

/* -- what a name brings along -- */

/* A name as a sentence needs it. */
typedef struct parsed_name {
    const char *own;  /* the word that stands for an article, in small letters; NULL: none */
    const char *rest; /* the name behind the article */
    bool is_proper;   /* takes no article */
} parsed_name;

/* Whether a name begins with a word, a blank behind it. */
static bool begins_with(const char *name, const char *word)
{
    size_t length = strlen(word);
    return strncasecmp(name, word, length) == 0 && name[length] == ' ' && name[length + 1] != '\0';
}

static bool is_capital(char letter)
{
    return (letter >= 'A' && letter <= 'Z') || (unsigned char)letter >= 0x80;
}

/* "Mr Toad", "Grip the Hound". */
static bool is_proper(const char *name)
{
    static const char *const titles[] = {"Mr",  "Mrs",  "Ms",   "Miss",  "Mister",
                                         "Dr",  "Sir",  "Dame", "Saint", "St",
                                         "Mr.", "Mrs.", "Ms.",  "Dr.",   "St."};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (begins_with(name, titles[i]) && is_capital(name[strlen(titles[i]) + 1]))
            return true;
    const char *blank = strchr(name, ' ');
    return blank && is_capital(name[0]) && begins_with(blank + 1, "the");
}

static parsed_name parse(const char *name)
{
    static const char *const own[] = {"the", "his", "her", "its", "their", "my", "your", "our"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (begins_with(name, own[i]))
            return (parsed_name){own[i], name + strlen(own[i]) + 1, false};
    return (parsed_name){NULL, name, is_proper(name)};
}

/* -- a or an -- */

/* Beginnings whose sound differs from their first letter: "a Unicorn", "an Heir". */
static const struct {
    const char *beginning;
    const char *article;
} exceptions[] = {
    {"unin", "an"}, {"unim", "an"}, {"unid", "an"}, {"uni", "a"}, {"use", "a"},
    {"usu", "a"},   {"eu", "a"},    {"ewe", "a"},   {"one", "a"}, {"heir", "an"},
    {"hono", "an"}, {"hour", "an"}, {"11", "an"},   {"18", "an"}, {"8", "an"},
};

/* A, E, I, O or U with or without an accent, small or capital: "Ürkönig", "Ærie". */
static bool begins_with_vowel(const char *name)
{
    static const struct {
        unsigned first, last;
    } vowels[] = {{0xc0, 0xc6},   {0xc8, 0xcf},   {0xd2, 0xd6},  {0xd8, 0xdc},   {0xe0, 0xe6},
                  {0xe8, 0xef},   {0xf2, 0xf6},   {0xf8, 0xfc},  {0x100, 0x105}, {0x112, 0x11b},
                  {0x128, 0x133}, {0x14c, 0x153}, {0x168, 0x173}};
    const unsigned char *bytes = (const unsigned char *)name;
    unsigned letter = bytes[0];
    if (letter < 0x80)
        return letter != '\0' && strchr("AEIOUaeiou", (int)letter) != NULL;
    if ((letter & 0xe0) != 0xc0) /* none of these letters has more than two bytes */
        return false;
    letter = (letter & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++)
        if (letter >= vowels[i].first && letter <= vowels[i].last)
            return true;
    return false;
}

static const char *sound_of(const char *name)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (strncasecmp(name, exceptions[i].beginning, strlen(exceptions[i].beginning)) == 0)
            return exceptions[i].article;
    return begins_with_vowel(name) ? "an" : "a";
}

/* -- the whole -- */

/* The article, what stands between, and the name. */
static void put(const char *article, const char *between, const char *name,
                char out[WYRM_NAMED_TEXT_MAX])
{
    wyrm_phrase phrase = {.out = out, .size = WYRM_NAMED_TEXT_MAX};
    wyrm_phrase_add(&phrase, article);
    wyrm_phrase_add(&phrase, article[0] != '\0' ? " " : "");
    wyrm_phrase_add(&phrase, between);
    wyrm_phrase_add(&phrase, name);
    wyrm_phrase_end(&phrase);
}

void wyrm_words_the(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    parsed_name parsed = parse(name);
    bool bare = parsed.is_proper && between[0] == '\0';
    put(parsed.own ? parsed.own : bare ? "" : "the", between, parsed.rest, out);
}

void wyrm_words_a(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    parsed_name parsed = parse(name);
    if (parsed.own || parsed.is_proper)
        wyrm_words_the(between, name, out);
    else
        put(sound_of(between[0] != '\0' ? between : name), between, name, out);
}

/* Whether a name begins with an article, or with a word in its place: "the Last Page", "Your
 * Shadow". */
static bool words_has_article(const char *name)
{
    return parse(name).own != NULL;
}

void wyrm_name_the(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    wyrm_words_the("", name, out);
}

void wyrm_name_a(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    wyrm_words_a("", name, out);
}

void wyrm_name_another(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    parsed_name parsed = parse(name);
    if (parsed.own || parsed.is_proper)
        wyrm_words_the("", name, out);
    else
        put("another", "", name, out);
}

void wyrm_words_capital(char *sentence)
{
    unsigned char *bytes = (unsigned char *)sentence;
    if (bytes[0] >= 'a' && bytes[0] <= 'z')
        bytes[0] = (unsigned char)(bytes[0] - 'a' + 'A');
    else if (bytes[0] == 0xc3 && bytes[1] >= 0xa0 && bytes[1] <= 0xbe && bytes[1] != 0xb7)
        bytes[1] = (unsigned char)(bytes[1] - 0x20); /* the accented letters of Latin-1 */
}

/* ---- Names ---- */

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
    bool has_article = words_has_article(title);
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

/* ---- Sentences ---- */

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
