/* Names and descriptions: of items, monsters and quantities, with the articles that they take in a
 * sentence.
 *
 * What a name is, is read off it: the ruleset only has titles. Proper names take no article ("Mr
 * Toad", "Grip the Hound"), some titles bring their own ("the Last Page", "His Shadow"), and the
 * others take "a" or "an" by how they sound.
 * 
 */
#include "base/text.h"
#include "game/internal.h"
#include "growth/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* ---- Articles ---- */

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
    return kind >= 0 && (size_t)kind < engine->kind_count ? &engine->kinds[kind] : NULL;
}

void wyrm_words_level(const wyrm_engine *engine, const wyrm_item *item, char out[16])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->kind);
    bool is_weapon = kind && kind->item_class == WYRM_ITEM_WEAPON;
    out[0] = '\0';
    if (item->level != 0 &&
        wyrm_roster_has_curves(engine->roster, is_weapon ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR))
        snprintf(out, 16, "%+d ", (int)item->level);
}

void wyrm_item_text(const wyrm_engine *engine, const wyrm_game_item *item,
                    char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->item.kind);
    char piece[32];
    wyrm_phrase phrase = {.out = out, .size = WYRM_NAME_TEXT_MAX};
    wyrm_words_level(engine, &item->item, piece);
    wyrm_phrase_add(&phrase, piece);
    wyrm_phrase_add(&phrase, kind ? kind->title : "something");
    snprintf(piece, sizeof piece, " (%d left)", (int)item->uses);
    if (kind && wyrm_item_uses(kind) > 1)
        wyrm_phrase_add(&phrase, piece);
    wyrm_phrase_end(&phrase);
}

void wyrm_words_monster(const wyrm_engine *engine, int32_t monster, const wyrm_spawn *spawn,
                        char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_roster *roster = engine->roster;
    const wyrm_monster *row = monster >= 0 ? wyrm_roster_monster(roster, (size_t)monster) : NULL;
    int variant = spawn ? wyrm_encounter_variant(engine->encounter, spawn) : WYRM_VARIANT_NONE;
    const char *word = variant >= 0 ? wyrm_roster_variant(roster, (size_t)variant) : NULL;
    const char *title = row ? row->title : "creature";
    char between[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (!word) {
        wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, title);
        return;
    }
    snprintf(between, sizeof between, "%s ", word);
    wyrm_words_the(between, title, named); /* "the elite Head Librarian" keeps its article */
    bool has_article = parse(title).own != NULL;
    wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, named + (has_article ? 0 : strlen("the ")));
}

void wyrm_monster_text(const wyrm_engine *engine, const wyrm_game_monster *monster,
                       char out[WYRM_NAME_TEXT_MAX])
{
    wyrm_words_monster(engine, monster->spawn.monster, &monster->spawn, out);
}

const char *wyrm_words_goal(const wyrm_engine *engine)
{
    const char *goal = wyrm_mapper_goal(engine->mapper);
    return goal ? goal : "Prize";
}

void wyrm_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX])
{
    const char *words = strcmp(key, "hp") == 0       ? "hit points"
                        : strcmp(key, "max_hp") == 0 ? "maximum of hit points"
                                                     : key;
    wyrm_utf8_copy(out, WYRM_NAME_TEXT_MAX, words);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '_')
            *at = ' ';
}

/* ---- What effects do ---- */

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

/* What stands for a blank, `key` with its closing brace; a number of the effect that is 0 or below
 * makes *told false. */
static void fill(const wyrm_effect *effect, const char *key, char out[WYRM_NAME_TEXT_MAX],
                 bool *told)
{
    const struct {
        const char *key;
        int32_t value;
    } numbers[] = {
#define NUMBER(key, least, greatest, unit, summary) {#key "}", effect->key},
        WYRM_EFFECT_NUMBERS(NUMBER)
#undef NUMBER
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strncmp(key, numbers[i].key, strlen(numbers[i].key)) == 0) {
            bool turns = strcmp(numbers[i].key, "turns}") == 0;
            snprintf(out, WYRM_NAME_TEXT_MAX, "%d%s%s", (int)numbers[i].value, turns ? " turn" : "",
                     turns && numbers[i].value != 1 ? "s" : "");
            *told = *told && numbers[i].value > 0;
            return;
        }
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

/* Adds a form piece by piece, [brackets] or what stands between them. */
static void add_form(wyrm_phrase *phrase, const wyrm_effect *effect, const char *form)
{
    while (*form != '\0') {
        const bool optional = *form == '[';
        const char *at = form + optional;
        const wyrm_phrase before = *phrase;
        bool told = true;
        for (; *at != '\0' && *at != (optional ? ']' : '['); at++) {
            char piece[WYRM_NAME_TEXT_MAX] = {*at, '\0'};
            if (*at == '{') {
                fill(effect, at + 1, piece, &told);
                at = strchr(at, '}');
            }
            wyrm_phrase_add(phrase, piece);
        }
        if (optional && !told)
            *phrase = before;
        form = at + optional;
    }
}

/* ---- How gear fights ---- */

static void add_separator(wyrm_phrase *phrase)
{
    if (phrase->length > 0)
        wyrm_phrase_add(phrase, ", ");
}

/* "to hit 1": a key of the record as the ruleset has it, unless it tells nothing about fights. */
static void add_member(wyrm_phrase *phrase, const char *key, const wyrm_value *value)
{
    static const char *const others[] = {"title",      "glyph",           "weight", "bands",
                                         "categories", "needs_equipment", "slot"};
    char words[WYRM_NAME_TEXT_MAX];
    char *text = NULL;
    bool is_flag = wyrm_value_kind(value) == WYRM_KIND_BOOL;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(key, others[i]) == 0)
            return;
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
static void add_curves(wyrm_phrase *phrase, const wyrm_engine *engine, const wyrm_item *item,
                       wyrm_role role)
{
    const wyrm_stat *stats = wyrm_combat_stats(engine->combat);
    const wyrm_combatant bare = wyrm_combat_blank(engine->combat, "");
    wyrm_combatant worn = bare;
    if (item->level == 0)
        return;
    wyrm_growth_equip(engine->growth, role, item->level, &worn);
    for (size_t i = 0; stats[i].name; i++) {
        double more = worn.stats[i] - bare.stats[i];
        char words[WYRM_NAME_TEXT_MAX];
        if (more == 0.0)
            continue;
        add_separator(phrase);
        wyrm_phrase_add(phrase, more > 0.0 ? "+" : "");
        wyrm_phrase_add_number(phrase, more);
        wyrm_phrase_add(phrase, " ");
        wyrm_words_quantity(stats[i].name, words);
        wyrm_phrase_add(phrase, words);
    }
}

void wyrm_item_describe(const wyrm_engine *engine, const wyrm_game_item *item,
                        char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_item_kind *kind = wyrm_words_kind(engine, item->item.kind);
    wyrm_phrase phrase = {.out = out, .size = WYRM_MESSAGE_TEXT_MAX};
    if (kind && wyrm_is_gear(engine, item->item.kind)) {
        const wyrm_value *record = kind->record;
        char slot[WYRM_NAME_TEXT_MAX];
        wyrm_words_quantity(wyrm_value_text(wyrm_value_get(record, "slot")), slot);
        wyrm_phrase_add(&phrase, slot);
        add_curves(&phrase, engine, &item->item,
                   kind->item_class == WYRM_ITEM_WEAPON ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR);
        for (size_t i = 0; i < wyrm_value_count(record); i++)
            add_member(&phrase, wyrm_value_key(record, i), wyrm_value_item(record, i));
        if (phrase.length == 0)
            wyrm_phrase_add(&phrase, "nothing special");
    } else {
        const wyrm_effect effect = wyrm_item_effect(kind ? kind->record : NULL);
        add_form(&phrase, &effect, forms[effect.kind]);
        add_form(&phrase, &effect, "[, at most {range} tiles away]");
    }
    wyrm_phrase_end(&phrase);
}
