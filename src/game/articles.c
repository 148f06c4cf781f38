/* Names in sentences: which article they take, if any. */
#include "game/articles.h"

#include <string.h>
#include <strings.h>

#include "game/phrase.h"

/* ------------------------------------------------------------------ what a name brings along */

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

/* ------------------------------------------------------------------ a or an */

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

/* ------------------------------------------------------------------ the whole */

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

bool wyrm_words_has_article(const char *name)
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
