/* The game in words: names with articles, what items do, events as messages, and the pieces of
 * sentences that these share: text of bounded length, written piece by piece.
 *
 * The ruleset has only titles; the kind of a name is read off it. Proper names take no article ("Mr
 * Toad", "Grip the Hound"), some titles bring their own ("the Last Page", "His Shadow"), and the
 * others take "a" or "an" by how they sound.
 *
 * Effects and events have forms: sentences with {blanks} to be filled in; a part in [brackets] is
 * left out if a blank in it has no value. Events are looked up in a table: of the rows with the
 * event's kind and detail, the first whose condition holds is used. */
#include "game/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "growth/internal.h"

/* ---- Parts of sentences ---- */

/* Text of bounded length, written piece by piece, always ended by a NUL. What does not fit is cut
 * off behind a whole character. */
typedef struct wording {
    char *out;
    size_t size, length;
} wording;

static wording wording_in(char *out, size_t size)
{
    out[0] = '\0';
    return (wording){.out = out, .size = size};
}

static void add_text(wording *phrase, const char *text)
{
    size_t room = phrase->size - 1 - phrase->length, length = strlen(text);
    size_t taken = base_utf8_cut(text, length, room);
    memcpy(phrase->out + phrase->length, text, taken);
    phrase->length += taken;
    phrase->out[phrase->length] = '\0';
    if (taken < length)
        phrase->size = phrase->length + 1; /* nothing is added behind a cut */
}

static void add_number(wording *phrase, double number)
{
    char digits[BASE_NUMBER_MAX];
    game_words_number(number, digits);
    add_text(phrase, digits);
}

void game_words_capital(char *sentence)
{
    unsigned char *bytes = (unsigned char *)sentence;
    if (bytes[0] >= 'a' && bytes[0] <= 'z')
        bytes[0] = (unsigned char)(bytes[0] - 'a' + 'A');
    else if (bytes[0] == 0xc3 && bytes[1] >= 0xa0 && bytes[1] <= 0xbe && bytes[1] != 0xb7)
        bytes[1] = (unsigned char)(bytes[1] - 0x20); /* the accented letters of Latin-1 */
}

void game_words_small(const char *title, char out[WYRM_NAME_TEXT_MAX])
{
    bool has_capital = false; /* after the first letter */
    base_utf8_copy(out, WYRM_NAME_TEXT_MAX, title);
    for (const char *letter = out; *letter != '\0' && !has_capital; letter++)
        has_capital = letter > out && *letter >= 'A' && *letter <= 'Z';
    if (!has_capital && out[0] >= 'A' && out[0] <= 'Z')
        out[0] = (char)(out[0] - 'A' + 'a');
}

void game_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX])
{
    const char *words = strcmp(key, "hp") == 0       ? "hit points"
                        : strcmp(key, "max_hp") == 0 ? "maximum of hit points"
                                                     : key;
    base_utf8_copy(out, WYRM_NAME_TEXT_MAX, words);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '_')
            *at = ' ';
}

const char *wyrm_condition_word(wyrm_condition condition)
{
    static const char *const words[] = {
#define WORD(name, word, sentence) [name] = word,
        WYRM_CONDITION_ROWS(WORD)
#undef WORD
    };
    return (unsigned)condition < WYRM_CONDITION_COUNT ? words[condition] : "";
}

/* ---- Forms ---- */

/* Adds a short piece of text that is not ended by a NUL. */
static void add_piece(wording *phrase, const char *text, size_t length)
{
    char piece[WYRM_MESSAGE_TEXT_MAX];
    snprintf(piece, sizeof piece, "%.*s", (int)length, text);
    add_text(phrase, piece);
}

/* Adds a number with its unit: "-3", "1 turn", "2 turns". */
static void add_count(wording *phrase, int64_t number, const char *unit)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 "%s%s", number, unit,
             unit[0] != '\0' && number != 1 ? "s" : "");
    add_text(phrase, text);
}

/* Adds an amount with its unit: "2d6+1 hit points". */
static void add_amount(wording *phrase, const wyrm_amount *amount, const char *unit)
{
    char text[WYRM_AMOUNT_TEXT_MAX + 1];
    base_utf8_copy(text, sizeof text, amount->text);
    base_range_words(text);
    add_text(phrase, text);
    add_text(phrase, unit);
    add_text(phrase, unit[0] != '\0' ? "s" : "");
}

/* Adds the value of a blank; false if it has none. */
typedef bool fill(void *context, const char *blank, size_t length, wording *phrase);

static void add_form(wording *phrase, const char *form, fill *fill_in, void *context)
{
    wording before = *phrase; /* where the open bracket begins */
    bool is_told = true;
    for (; *form != '\0'; form++) {
        size_t length = strcspn(form, "{[]");
        add_piece(phrase, form, length);
        form += length;
        if (*form == '[') {
            before = *phrase;
            is_told = true;
        } else if (*form == ']' && !is_told) {
            *phrase = before;
            phrase->out[phrase->length] = '\0';
        } else if (*form == '{') {
            length = strcspn(form + 1, "}");
            is_told = fill_in(context, form + 1, length, phrase) && is_told;
            form += length + 1;
        } else if (*form == '\0') {
            return;
        }
    }
}

static bool is_blank(const char *blank, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(blank, name, length) == 0;
}

/* ---- Articles ---- */

/* Whether a name begins with a word, followed by a space and more. */
static bool begins_with(const char *name, const char *word)
{
    size_t length = strlen(word);
    return strncasecmp(name, word, length) == 0 && name[length] == ' ' && name[length + 1] != '\0';
}

static bool is_capital(char letter)
{
    return (letter >= 'A' && letter <= 'Z') || (unsigned char)letter >= 0x80;
}

/* Whether a name is a proper one: "Mr Toad", "Grip the Hound". */
static bool is_proper(const char *name)
{
    static const char *const titles[] = {"Mr",  "Mrs",  "Ms",   "Miss",  "Mister",
                                         "Dr",  "Sir",  "Dame", "Saint", "St",
                                         "Mr.", "Mrs.", "Ms.",  "Dr.",   "St."};
    for (size_t i = 0; i < COUNT_OF(titles); i++)
        if (begins_with(name, titles[i]) && is_capital(name[strlen(titles[i]) + 1]))
            return true;
    const char *blank = strchr(name, ' ');
    return blank && is_capital(name[0]) && begins_with(blank + 1, "the");
}

/* The word in front of a name that serves as its article, in small letters; NULL: none. */
static const char *own_article(const char *name)
{
    static const char *const own[] = {"the", "his", "her", "its", "their", "my", "your", "our"};
    for (size_t i = 0; i < COUNT_OF(own); i++)
        if (begins_with(name, own[i]))
            return own[i];
    return NULL;
}

/* Beginnings whose sound differs from their first letter: "a unicorn", "an heir". */
static const struct {
    const char *beginning, *article;
} exceptions[] = {
    {"unin", "an"}, {"unim", "an"}, {"unid", "an"}, {"uni", "a"}, {"use", "a"},
    {"usu", "a"},   {"eu", "a"},    {"ewe", "a"},   {"one", "a"}, {"heir", "an"},
    {"hono", "an"}, {"hour", "an"}, {"11", "an"},   {"18", "an"}, {"8", "an"},
};

/* Chooses "an" before A, E, I, O or U with or without an accent, small or capital ("Ürkönig",
 * "Ærie"), with the exceptions above. */
static const char *sound_of(const char *name)
{
    static const struct {
        unsigned first, last;
    } vowels[] = {{0xc0, 0xc6},   {0xc8, 0xcf},   {0xd2, 0xd6},  {0xd8, 0xdc},   {0xe0, 0xe6},
                  {0xe8, 0xef},   {0xf2, 0xf6},   {0xf8, 0xfc},  {0x100, 0x105}, {0x112, 0x11b},
                  {0x128, 0x133}, {0x14c, 0x153}, {0x168, 0x173}};
    for (size_t i = 0; i < COUNT_OF(exceptions); i++)
        if (strncasecmp(name, exceptions[i].beginning, strlen(exceptions[i].beginning)) == 0)
            return exceptions[i].article;
    const unsigned char *bytes = (const unsigned char *)name;
    if (bytes[0] < 0x80)
        return bytes[0] != '\0' && strchr("AEIOUaeiou", bytes[0]) ? "an" : "a";
    if ((bytes[0] & 0xe0) != 0xc0) /* all letters in the table have two bytes */
        return "a";
    const unsigned letter = (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    for (size_t i = 0; i < COUNT_OF(vowels); i++)
        if (letter >= vowels[i].first && letter <= vowels[i].last)
            return "an";
    return "a";
}

/* Writes an article ("the", "another"; NULL: "a" or "an"), a piece that ends with a space, or "",
 * and the name: "the +4 club", "a sleeping Orc". With a piece between, a proper name takes an
 * article, too: "the elite Mr Toad". */
static void put_name(const char *article, const char *between, const char *name,
                     char out[WYRM_NAMED_TEXT_MAX])
{
    wording phrase = wording_in(out, WYRM_NAMED_TEXT_MAX);
    const char *own = own_article(name);
    if (own) {
        article = own;
        name += strlen(own) + 1;
    } else if (is_proper(name)) {
        article = between[0] != '\0' ? "the" : "";
    } else if (!article) {
        article = sound_of(between[0] != '\0' ? between : name);
    }
    add_text(&phrase, article);
    add_text(&phrase, article[0] != '\0' ? " " : "");
    add_text(&phrase, between);
    add_text(&phrase, name);
}

void wyrm_name_the(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    put_name("the", "", name, out);
}

void wyrm_name_a(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    put_name(NULL, "", name, out);
}

void wyrm_name_another(const char *name, char out[WYRM_NAMED_TEXT_MAX])
{
    put_name("another", "", name, out);
}

/* ---- Names ---- */

/* Writes "+4 " for gear whose level or plus is shown in this ruleset; else "". */
static void put_level(const wyrm_engine *engine, const wyrm_item *item, char out[16])
{
    const wyrm_item_kind *kind = game_words_kind(engine, item->kind);
    bool is_weapon = kind && kind->item_class == WYRM_ITEM_WEAPON;
    const wyrm_role role = is_weapon ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
    const bool levels = growth_roster_has_curves(engine->roster, role);
    const int32_t shown = levels ? item->level : item->bonus;
    out[0] = '\0';
    if (shown != 0 && (levels || wyrm_combat_plus_stat(engine->combat, role) >= 0))
        snprintf(out, 16, "%+d ", (int)shown);
}

void wyrm_item_text(const wyrm_engine *engine, const wyrm_game_item *item,
                    char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_item_kind *kind = game_words_kind(engine, item->item.kind);
    char piece[32];
    wording phrase = wording_in(out, WYRM_NAME_TEXT_MAX);
    put_level(engine, &item->item, piece);
    add_text(&phrase, piece);
    add_text(&phrase, kind ? kind->title : "something");
    snprintf(piece, sizeof piece, " (%d left)", (int)item->uses);
    const wyrm_amount *uses = kind ? game_item_uses(engine, item->item.kind) : NULL;
    if (uses && uses->most > 1)
        add_text(&phrase, piece);
}

/* The name of an item in the middle of a sentence: "the bronze key", "the +4 club"; without an
 * article of its own "a bronze key". */
static void put_item(const wyrm_engine *engine, const wyrm_item *item, const char *article,
                     char out[WYRM_NAMED_TEXT_MAX])
{
    char called[WYRM_NAME_TEXT_MAX], level[16];
    game_words_small(engine->kinds[item->kind].title, called);
    put_level(engine, item, level);
    put_name(article, level, called, out);
}

/* The terrain under the player, which it died of: "the lava". */
static void put_deadly_ground(const wyrm_engine *engine, const wyrm_game *game,
                              char out[WYRM_NAMED_TEXT_MAX])
{
    const wyrm_terrain *terrain = game_terrain_at(engine, game, game->player.at);
    char name[WYRM_NAME_TEXT_MAX];
    game_words_small(terrain ? terrain->title : "ground", name);
    wyrm_name_the(name, out);
}

/* The name of a monster with its variant: "elite Orc". `monster` is its index in the roster;
 * `spawn` has the variant (NULL: none). */
static void put_monster(const wyrm_engine *engine, int32_t monster, const wyrm_spawn *spawn,
                        char out[WYRM_NAME_TEXT_MAX])
{
    const wyrm_roster *roster = engine->roster;
    const wyrm_monster *row = monster >= 0 ? wyrm_roster_monster(roster, (size_t)monster) : NULL;
    int variant = spawn ? wyrm_encounter_variant(engine->encounter, spawn) : WYRM_VARIANT_NONE;
    const char *word = variant >= 0 ? wyrm_roster_variant(roster, (size_t)variant) : NULL;
    const char *title = row ? row->title : "creature";
    char between[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (!word) {
        base_utf8_copy(out, WYRM_NAME_TEXT_MAX, title);
        return;
    }
    snprintf(between, sizeof between, "%s ", word);
    put_name("the", between, title, named); /* a title such as "the Head Librarian" keeps its
                                               article */
    base_utf8_copy(out, WYRM_NAME_TEXT_MAX, named + (own_article(title) ? 0 : strlen("the ")));
}

void wyrm_monster_text(const wyrm_engine *engine, const wyrm_game_monster *monster,
                       char out[WYRM_NAME_TEXT_MAX])
{
    put_monster(engine, monster->spawn.monster, &monster->spawn, out);
}

/* ---- Descriptions of effects ---- */

/* Descriptions by kind of effect. Blanks are the effect's numbers ({turns}: "36 turns", {points}:
 * its `amount` or `damage` in hit points), which count as missing at 0 or below; {stat} is the
 * stat, {all} everybody within its radius. */
static const char *const forms[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_NONE] = "does nothing here",
    [WYRM_EFFECT_HEAL] = ("heals {points}[ and {percent} % of the maximum]"
                          "[; at full hit points adds {max_hp} to their maximum]"),
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
    [WYRM_EFFECT_ENCHANT] = "adds {amount} to the plus of {gear}",
};

static const char heals_percent[] = /* healing without an amount */
    "heals {percent} % of the maximum[; at full hit points adds {max_hp} to their maximum]";

static const char *form_of(const wyrm_effect *effect)
{
    const bool heals = effect->kind == WYRM_EFFECT_HEAL;
    return heals && effect->amount == 0 ? heals_percent : forms[effect->kind];
}

static bool fill_effect(void *context, const char *blank, size_t length, wording *phrase)
{
    const wyrm_effect *effect = context;
    const bool hurts = effect->damage > 0;
    const struct {
        const char *name;
        int32_t value, index;
        const char *unit;
    } numbers[] = {
        {"amount", effect->amount, WYRM_EFFECT_AT_amount, ""},
        {"max_hp", effect->max_hp, WYRM_EFFECT_AT_max_hp, ""},
        {"range", effect->range, WYRM_EFFECT_AT_range, ""},
        {"turns", effect->turns, WYRM_EFFECT_AT_turns, " turn"},
        {"percent", effect->percent, WYRM_EFFECT_AT_percent, ""},
        {"points", hurts ? effect->damage : effect->amount,
         hurts ? WYRM_EFFECT_AT_damage : WYRM_EFFECT_AT_amount, " hit point"},
    };
    char words[WYRM_NAME_TEXT_MAX] = "who stands at its aim";
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (is_blank(blank, length, numbers[i].name)) {
            if (effect->random[numbers[i].index])
                add_amount(phrase, effect->random[numbers[i].index], numbers[i].unit);
            else
                add_count(phrase, numbers[i].value, numbers[i].unit);
            return numbers[i].value > 0;
        }
    if (is_blank(blank, length, "stat"))
        game_words_quantity(effect->stat ? effect->stat : "strength", words);
    else if (is_blank(blank, length, "gear"))
        snprintf(words, sizeof words, "%s",
                 effect->gear == WYRM_EFFECT_GEAR_WEAPON  ? "your weapon"
                 : effect->gear == WYRM_EFFECT_GEAR_ARMOR ? "a piece of your armor"
                                                          : "what you wear");
    else if (effect->radius > 0)
        snprintf(words, sizeof words, "all within %d of its aim", (int)effect->radius);
    add_text(phrase, words);
    return true;
}

/* ---- Descriptions of gear ---- */

/* Adds a key of the record in words, "to hit 1", unless it does not matter in fights. */
static void add_member(wording *phrase, const char *key, const wyrm_value *value)
{
    static const char *const others[] = {
        "title",           "glyph", "weight",   "bands", "categories",
        "needs_equipment", "slot",  "category", "meter", "worth"};
    char words[WYRM_NAME_TEXT_MAX];
    char *text = NULL;
    bool is_flag = wyrm_value_kind(value) == WYRM_KIND_BOOL;
    if (base_has_word(others, COUNT_OF(others), key))
        return;
    /* rules taken out of a recording have their defaults written out */
    if ((is_flag && !wyrm_value_bool(value)) || rs_value_says_default(value))
        return;
    add_text(phrase, phrase->length > 0 ? ", " : "");
    game_words_quantity(key, words);
    add_text(phrase, words);
    if (is_flag || wyrm_value_flow(value, &text, NULL) != WYRM_OK)
        return;
    base_range_words(text);
    add_text(phrase, " ");
    add_text(phrase, text);
    wyrm_free(text);
}

void wyrm_item_describe(const wyrm_engine *engine, const wyrm_game_item *item,
                        char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_item_kind *kind = game_words_kind(engine, item->item.kind);
    wording phrase = wording_in(out, WYRM_MESSAGE_TEXT_MAX);
    char words[WYRM_NAME_TEXT_MAX];
    if (!kind || !game_is_gear(engine, item->item.kind)) {
        wyrm_effect effect = wyrm_item_effect(kind ? kind->record : NULL);
        add_form(&phrase, form_of(&effect), fill_effect, &effect);
        add_form(&phrase, "[, at most {range} tiles away]", fill_effect, &effect);
        return;
    }
    const wyrm_role role =
        kind->item_class == WYRM_ITEM_WEAPON ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
    const wyrm_stat *stats = wyrm_combat_stats(engine->combat);
    const wyrm_combatant bare = wyrm_combat_blank(engine->combat, "");
    wyrm_combatant worn = bare;
    game_words_quantity(wyrm_value_text(wyrm_value_get(kind->record, "slot")), words);
    add_text(&phrase, words);
    if (item->item.level != 0)
        wyrm_growth_equip(engine->growth, role, item->item.level, &worn);
    for (size_t i = 0; stats[i].name; i++) { /* what the curves add: "+12.8 attack" */
        const double more = wyrm_combat_stat_number(engine->combat, (int32_t)i, worn.stats[i]) -
                            wyrm_combat_stat_number(engine->combat, (int32_t)i, bare.stats[i]);
        if (more == 0.0)
            continue;
        add_text(&phrase, phrase.length > 0 ? ", " : "");
        add_text(&phrase, more > 0.0 ? "+" : "");
        add_number(&phrase, more);
        add_text(&phrase, " ");
        game_words_quantity(stats[i].name, words);
        add_text(&phrase, words);
    }
    for (size_t i = 0; i < wyrm_value_count(kind->record); i++)
        add_member(&phrase, wyrm_value_key(kind->record, i), wyrm_value_item(kind->record, i));
    if (phrase.length == 0)
        add_text(&phrase, "nothing special");
}

/* ---- Events: their conditions ---- */

/* An event being put into words. */
typedef struct telling {
    const wyrm_engine *engine;
    const wyrm_game *game;
    const wyrm_event *event;
    const wyrm_item_kind *kind;     /* kind of its item, or NULL */
    wyrm_effect effect;             /* effect of that item */
    const wyrm_hunger_stage *stage; /* stage of hunger whose index is the amount, or NULL */
    bool is_you;                    /* the creature named last is the player */
} telling;

/* clang-format off */
typedef enum when {
    ALWAYS, TO_PLAYER, BY_PLAYER, OF_NOTHING, FOR_GOOD, IS_SEEN,
    RAISES_MAXIMUM /* healing at full hit points */, IS_FOOD, IS_WEAPON, WITHOUT_ITEM,
    CLIMBS, IS_FIRST_MAP, CLIMBS_FIRST,
    ON_GOAL, ON_ITEMS, ON_STAIRS, ON_STAIRS_UP, /* the player has stepped onto this */
    IS_WELL_FED, WEAKENS, /* the normal stage of hunger is not mentioned */
    HAS_STARVED, HAS_BURNED /* on terrain */, KILLED_ITSELF, IS_COUNTER, GROWS,
    IS_SPENT /* a stat that fights use up */, WHEN_COUNT
} when;
/* clang-format on */

static void judge(const telling *told, bool is[WHEN_COUNT])
{
    const wyrm_game *game = told->game;
    const wyrm_event *event = told->event;
    const wyrm_effect *effect = &told->effect;
    const bool by_player = event->who == 0, climbs = told->engine->rules.climbs;
    const bool is_first = game->turn <= 1 && game->difficulty.wins == 0 && event->amount == 1;
    const int stat = effect->stat ? wyrm_combat_stat(told->engine->combat, effect->stat) : -1;
    const bool on_stairs =
        by_player && wyrm_map_tile(&game->map, event->at.x, event->at.y) == WYRM_TILE_STAIRS;
    const bool facts[WHEN_COUNT] = {
        [ALWAYS] = true,
        [TO_PLAYER] = event->whom == 0,
        [BY_PLAYER] = by_player,
        [OF_NOTHING] = event->amount <= 0,
        [FOR_GOOD] = event->amount<0, [RAISES_MAXIMUM] = event->before> 0,
        [IS_FOOD] = effect->kind == WYRM_EFFECT_FEED,
        [IS_WEAPON] = told->kind && told->kind->item_class == WYRM_ITEM_WEAPON,
        [WITHOUT_ITEM] = event->item.kind < 0,
        [IS_SEEN] = event->seen,
        [CLIMBS] = climbs,
        [IS_FIRST_MAP] = is_first,
        [CLIMBS_FIRST] = climbs && is_first,
        [ON_GOAL] = by_player && game->goal_placed && game_same_tile(game->goal, event->at),
        [ON_STAIRS] = on_stairs,
        [ON_STAIRS_UP] = climbs && on_stairs,
        [IS_WELL_FED] = !told->stage || told->stage->normal,
        [WEAKENS] = told->stage && !told->stage->regenerates,
        [HAS_STARVED] = game->cause == WYRM_CAUSE_STARVED,
        [HAS_BURNED] = game->cause == WYRM_CAUSE_TERRAIN,
        [KILLED_ITSELF] = event->monster < 0,
        [IS_COUNTER] =
            event->stat >= 0 && wyrm_combat_stats(told->engine->combat)[event->stat].counter,
        [GROWS] = event->amount > event->before,
        [IS_SPENT] = stat >= 0 && wyrm_combat_stats(told->engine->combat)[stat].changes,
    };
    memcpy(is, facts, sizeof facts);
    for (size_t i = 0; i < game->item_count; i++)
        is[ON_ITEMS] |= by_player && game_same_tile(game->items[i].at, event->at);
}

/* ---- Events: the blanks of their forms ---- */

/* Adds "you", "the Orc" or "something"; for a newcomer "an Orc" or "a sleeping elite Orc".
 * `monster` is the index in the roster. */
static void add_creature(telling *told, uint32_t id, int32_t monster, bool is_new, wording *phrase)
{
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    const wyrm_game_monster *known = NULL; /* NULL for the dead, who are removed */
    for (size_t i = 0; i < told->game->monster_count && !known; i++)
        known = told->game->monsters[i].id == id ? &told->game->monsters[i] : NULL;
    const bool sleeps = is_new && known && known->body.turns[WYRM_ASLEEP] > 0;
    told->is_you = id == 0;
    put_monster(told->engine, monster, known ? &known->spawn : NULL, name);
    put_name(is_new ? NULL : "the", sleeps ? "sleeping " : "", name, named);
    add_text(phrase, told->is_you ? "you" : told->event->seen ? named : "something");
}

/* Adds the items that lie where the event is: "Health Potion x2, +2 Club". */
static void add_items_here(telling *told, wording *phrase)
{
    const wyrm_game *game = told->game;
    const char *separator = "";
    for (size_t i = game->item_count; i-- > 0;) {
        const wyrm_game_item *item = &game->items[i];
        char name[WYRM_NAME_TEXT_MAX], times[24] = "";
        size_t alike[2] = {0, 1}; /* equal items before it in this order, and from it on */
        for (size_t k = game->item_count; k-- > 0;)
            alike[k < i] += k != i && game_same_tile(game->items[k].at, told->event->at) &&
                            game_are_alike(&game->items[k], item);
        if (!game_same_tile(item->at, told->event->at) || alike[0] > 0)
            continue;
        wyrm_item_text(told->engine, item, name);
        if (alike[1] > 1)
            snprintf(times, sizeof times, " x%zu", alike[1]);
        add_text(phrase, separator);
        add_text(phrase, name);
        add_text(phrase, times);
        separator = ", ";
    }
}

/* Whether the attacks of a creature have several kinds of blows, so that the blow must be named;
 * assumed for the dead. */
static bool has_blows(const telling *told, uint32_t id)
{
    const wyrm_game *game = told->game;
    const wyrm_combatant *attacker = id == 0 ? &game->player.combatant : NULL;
    wyrm_blow_kind kinds[2];
    for (size_t i = 0; i < game->monster_count && !attacker; i++)
        if (game->monsters[i].id == id)
            attacker = &game->monsters[i].body.combatant;
    return !attacker || wyrm_combat_blows(told->engine->combat, attacker, kinds, 2) > 1;
}

/* Adds the verb for using an item, by a part of its key. */
static void add_verb(telling *told, wording *phrase)
{
    static const struct {
        const char *part, *verb;
    } verbs[] = {
        {"_potion_", "drink"}, {"_scroll_", "read"}, {"_wand_", "zap"},  {"_tea_", "drink"},
        {"_drink_", "drink"},  {"_memo_", "read"},   {"_tin_", "open"},  {"_kit_", "open"},
        {"_alarm_", "ring"},   {"_key_", "turn"},    {"_bag_", "empty"}, {"_ring_", "turn"},
        {"", "use"},
    };
    char key[WYRM_NAME_TEXT_MAX + 2];
    size_t i = 0;
    snprintf(key, sizeof key, "_%s_", told->kind ? told->kind->name : "");
    while (!strstr(key, verbs[i].part))
        i++;
    add_text(phrase, verbs[i].verb);
}

/* Adds what a choice of growth brings: "+1 power". */
static void add_gains(telling *told, wording *phrase)
{
    const wyrm_choice *choices, *choice;
    const size_t count = wyrm_growth_choices(told->engine->growth, &choices);
    if (told->event->amount < 0 || (uint64_t)told->event->amount >= count)
        return;
    choice = &choices[told->event->amount];
    for (size_t i = 0; i < choice->count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        const bool is_hp = strcmp(choice->gains[i].quantity, "max_hp") == 0; /* "maximum of" would
                                                                                read badly here */
        game_words_quantity(choice->gains[i].quantity, name);
        add_text(phrase, i > 0 ? ", " : "");
        add_text(phrase, choice->gains[i].amount < 0 ? "" : "+");
        add_number(phrase, choice->gains[i].amount);
        add_text(phrase, " ");
        add_text(phrase, is_hp ? "maximum hit points" : name);
    }
}

/* Fills a blank of an event's form. {you|it} takes its first part if the creature named last is the
 * player (before any is named: if the player takes part at all), {#one|many} if the amount is 1. */
static bool fill_event(void *context, const char *blank, size_t length, wording *phrase)
{
    telling *told = context;
    const wyrm_event *event = told->event;
    const bool two = event->who != WYRM_NOBODY && event->whom != WYRM_NOBODY && event->who != 0 &&
                     event->whom != 0; /* monsters */
    const char *middle = memchr(blank, '|', length);
    char name[WYRM_NAME_TEXT_MAX] = "", named[WYRM_NAMED_TEXT_MAX] = "";
    if (middle) {
        const bool by_amount = *blank == '#';
        const bool first = by_amount ? llabs(event->amount) == 1 : told->is_you;
        const char *from = first ? blank + by_amount : middle + 1;
        add_piece(phrase, from, (size_t)((first ? middle : blank + length) - from));
    } else if (is_blank(blank, length, "who")) {
        add_creature(told, event->who, two ? event->other : event->monster, false, phrase);
    } else if (is_blank(blank, length, "whom")) {
        add_creature(told, event->whom, event->monster, false, phrase);
    } else if (is_blank(blank, length, "newcomer")) {
        add_creature(told, event->whom, event->monster, true, phrase);
    } else if (is_blank(blank, length, "amount")) {
        add_count(phrase, event->amount, "");
    } else if (is_blank(blank, length, "points")) {
        add_count(phrase, llabs(event->amount), "");
    } else if (is_blank(blank, length, "blow") && event->blow && event->blow[0] != '\0' &&
               has_blows(told, event->who)) {
        game_words_quantity(event->blow, name);
        snprintf(named, sizeof named, " (%s)", name);
    } else if (is_blank(blank, length, "status")) {
        game_words_quantity(wyrm_combat_stats(told->engine->combat)[event->stat].name, named);
    } else if (is_blank(blank, length, "word")) {
        const wyrm_stat *stat = &wyrm_combat_stats(told->engine->combat)[event->stat];
        game_words_quantity(stat->words[event->amount], named);
    } else if (is_blank(blank, length, "item") && !told->kind) {
        add_text(phrase, "something");
    } else if (is_blank(blank, length, "item")) {
        put_item(told->engine, &event->item, "the", named);
    } else if (is_blank(blank, length, "an item")) {
        put_item(told->engine, &event->item, NULL, named);
    } else if (is_blank(blank, length, "items")) {
        add_items_here(told, phrase);
    } else if (is_blank(blank, length, "use")) {
        add_verb(told, phrase);
    } else if (is_blank(blank, length, "gains")) {
        add_gains(told, phrase);
    } else if (is_blank(blank, length, "goal")) {
        wyrm_name_the(told->engine->goal, named);
    } else if (is_blank(blank, length, "killer")) {
        put_monster(told->engine, event->monster, NULL, name);
        wyrm_name_a(name, named);
    } else if (is_blank(blank, length, "deadly")) {
        put_deadly_ground(told->engine, told->game, named);
    } else if (is_blank(blank, length, "ground")) {
        const char *title = told->engine->terrain[event->before].title;
        game_words_small(title ? title : "ground", named);
    } else if (is_blank(blank, length, "stat")) {
        game_words_quantity(told->effect.stat ? told->effect.stat : "strength", named);
    } else if (is_blank(blank, length, "stage")) {
        base_utf8_copy(named, WYRM_NAME_TEXT_MAX, told->stage->name);
        if (named[0] >= 'A' && named[0] <= 'Z')
            named[0] = (char)(named[0] - 'A' + 'a');
    }
    add_text(phrase, named);
    return true;
}

/* ---- The table of events ---- */

#define ANY (-1)

/* `detail` is a condition, a kind of attack or a kind of effect, depending on the event. A row
 * without a form means no message. */
typedef struct message_row {
    wyrm_event_kind kind;
    int detail;
    when when;
    const char *form;
} message_row;

/* clang-format off */
#define SAYS(event, when, form)            {WYRM_EVENT_##event, ANY, when, form}
#define SAYS_OF(event, detail, when, form) {WYRM_EVENT_##event, WYRM_##detail, when, form}
#define POINTS                             "{amount} {#hit point|hit points}"
#define TURNS                              "{amount} {#turn|turns}"

static const message_row rows[] = {
    SAYS(LEVEL_ENTERED, CLIMBS_FIRST, "Somewhere above lies {goal}. Good luck!"),
    SAYS(LEVEL_ENTERED, IS_FIRST_MAP, "Somewhere below lies {goal}. Good luck!"),
    SAYS(LEVEL_ENTERED, CLIMBS, "You climb to floor {amount}."),
    SAYS(LEVEL_ENTERED, ALWAYS, "You descend to depth {amount}."),

    SAYS(MOVED, ON_GOAL, "{goal} lies here."),
    SAYS(MOVED, ON_ITEMS, "You see here: {items}."),
    SAYS(MOVED, ON_STAIRS_UP, "Stairs lead up from here."),
    SAYS(MOVED, ON_STAIRS, "Stairs lead down from here."),

    SAYS_OF(ATTACKED, ATTACK_FIRED, OF_NOTHING, "{who} {shoot|shoots} and {miss|misses} {whom}."),
    SAYS_OF(ATTACKED, ATTACK_FIRED, ALWAYS, "{who} {shoot|shoots} {whom} for {amount}."),
    SAYS_OF(ATTACKED, ATTACK_THROWN, OF_NOTHING, "The throw misses {whom}."),
    SAYS_OF(ATTACKED, ATTACK_THROWN, ALWAYS, "The throw hits {whom} for {amount}."),
    SAYS(ATTACKED, OF_NOTHING, "{who} {miss|misses} {whom}{blow}."),
    SAYS(ATTACKED, ALWAYS, "{who} {hit|hits} {whom} for {amount}{blow}."),

    SAYS(STATUS, IS_COUNTER, NULL),
    SAYS(STATUS, OF_NOTHING, "{whom} {are|is} no longer {status}."),
    SAYS(STATUS, GROWS, "{whom} {are|is} {status} ({amount})."),
    SAYS(STATUS, ALWAYS, NULL),
    SAYS(SUFFERED, FOR_GOOD, "{whom} {win|wins} back {points} {#hit point|hit points} ({status})."),
    SAYS(SUFFERED, ALWAYS, "{whom} {lose|loses} " POINTS " ({status})."),
    SAYS(RECOILED, FOR_GOOD, "{who} {win|wins} back {points} {#hit point|hit points}."),
    SAYS(RECOILED, ALWAYS, "{who} {lose|loses} " POINTS " by the blow."),

    SAYS_OF(HURT, EFFECT_BOLT, ALWAYS, "The bolt hits {whom} for {amount}."),
    SAYS_OF(HURT, EFFECT_LIGHTNING, ALWAYS, "Lightning strikes {whom} for {amount}."),
    SAYS_OF(HURT, EFFECT_BLAST, ALWAYS, "The blast hits {whom} for {amount}."),
    SAYS(HURT, ALWAYS, "{whom} {are|is} hurt for {amount}."),

    SAYS_OF(HEALED, EFFECT_HEAL, OF_NOTHING, "You feel no better."),
    SAYS(HEALED, OF_NOTHING, NULL),
    SAYS(HEALED, RAISES_MAXIMUM, "You feel healthier: " POINTS " more."),
    SAYS(HEALED, WITHOUT_ITEM, "{who} {catch|catches} {your|its} breath: " POINTS "."),
    SAYS(HEALED, BY_PLAYER, "You feel better: " POINTS "."),
    SAYS(HEALED, ALWAYS, "{who} looks better."),

    SAYS(DIED, TO_PLAYER, NULL),
    SAYS(DIED, BY_PLAYER, "You kill {whom}."),
    SAYS(DIED, ALWAYS, "{whom} dies."),
    SAYS(EXPERIENCE, ALWAYS, NULL),
    SAYS(LEVEL_UP, ALWAYS, "You are now level {amount}."),
    SAYS(CHOICE, ALWAYS, "You grow: {gains}."),

    SAYS_OF(CONDITION, ASLEEP, ALWAYS, "{whom} {fall|falls} asleep."),
    SAYS_OF(CONDITION, CONFUSED, ALWAYS, "{whom} {are|is} confused."),
    SAYS_OF(CONDITION, HELD, ALWAYS, "{whom} cannot move from the spot."),
    SAYS_OF(CONDITION, SLOWED, ALWAYS, "{whom} {slow|slows} down."),
    SAYS_OF(CONDITION, AFRAID, ALWAYS, "{whom} {turn|turns} to flee."),
    SAYS_OF(CONDITION, HASTED, ALWAYS, "{whom} {speed|speeds} up."),
    SAYS_OF(CONDITION, HIDDEN, ALWAYS, "{whom} {fade|fades} from view."),
    SAYS_OF(CONDITION, SENSING, ALWAYS, "{whom} {sense|senses} who else is here."),
    SAYS_OF(CONDITION_ENDED, ASLEEP, ALWAYS, "{whom} {wake|wakes} up."),
    SAYS_OF(CONDITION_ENDED, CONFUSED, ALWAYS, "{whom} {are|is} no longer confused."),
    SAYS_OF(CONDITION_ENDED, HELD, ALWAYS, "{whom} can move again."),
    SAYS_OF(CONDITION_ENDED, SLOWED, ALWAYS, "{whom} {are|is} no longer slow."),
    SAYS_OF(CONDITION_ENDED, AFRAID, ALWAYS, "{whom} {take|takes} heart again."),
    SAYS_OF(CONDITION_ENDED, HASTED, ALWAYS, "{whom} {are|is} no longer fast."),
    SAYS_OF(CONDITION_ENDED, HIDDEN, ALWAYS, "{whom} can be seen again."),
    SAYS_OF(CONDITION_ENDED, SENSING, ALWAYS, "{whom} no longer {sense|senses} who else is here."),

    SAYS_OF(BOOSTED, EFFECT_REGENERATE, FOR_GOOD, "{your|its} wounds will close by themselves."),
    SAYS_OF(BOOSTED, EFFECT_REGENERATE, ALWAYS, "{your|its} wounds begin to close, for " TURNS "."),
    SAYS(BOOSTED, IS_SPENT, "{your|its} {stat} grows."),
    SAYS(BOOSTED, FOR_GOOD, "{your|its} {stat} grows for good."),
    SAYS(BOOSTED, ALWAYS, "{your|its} {stat} grows for " TURNS "."),

    SAYS(ENCHANTED, ALWAYS, "Enchanted: {item}."),
    SAYS(PICKED_UP, ALWAYS, "You pick up {item}."),
    SAYS(DROPPED, ALWAYS, "You drop {item}."),
    SAYS(USED, IS_FOOD, NULL), /* eating tells enough */
    SAYS(USED, ALWAYS, "You {use} {item}."),
    SAYS(NO_EFFECT, ALWAYS, "Nothing comes of it."),
    SAYS(WORN, IS_WEAPON, "You wield {item}."),
    SAYS(WORN, ALWAYS, "You put on {item}."),
    SAYS(TAKEN_OFF, IS_WEAPON, "You put away {item}."),
    SAYS(TAKEN_OFF, ALWAYS, "You take off {item}."),
    SAYS(THROWN, ALWAYS, "You throw {item}."),
    SAYS(ATE, OF_NOTHING, "You eat {item}, though you could not be fuller."),
    SAYS(ATE, ALWAYS, "You eat {item}."),

    SAYS(HUNGER, IS_WELL_FED, NULL),
    SAYS(HUNGER, WEAKENS, "You are {stage}!"),
    SAYS(HUNGER, ALWAYS, "You are {stage}."),
    SAYS(STARVING, ALWAYS, "Hunger gnaws at you: " POINTS " lost."),
    SAYS(BURNED, ALWAYS, "{whom} {lose|loses} " POINTS " ({ground})."),
    SAYS(MAPPED, ALWAYS, "The lie of the land comes to mind."),
    SAYS(TELEPORTED, BY_PLAYER, "You are somewhere else."),
    SAYS(TELEPORTED, ALWAYS, "{who} vanishes."),
    SAYS(SEEN, ALWAYS, "You see {newcomer}."),
    SAYS(SUMMONED, ALWAYS, "{who} calls {newcomer}."),
    SAYS(SPLIT, ALWAYS, "{newcomer} splits off."),
    SAYS(VANISHED, ALWAYS, "{whom} vanishes."),
    SAYS(FLED, OF_NOTHING, "{who} takes heart again."),
    SAYS(FLED, ALWAYS, "{who} turns to flee."),
    SAYS(LEFT, OF_NOTHING, "{whom} leaves {an item}."),
    SAYS(LEFT, ALWAYS, "{whom} leaves {amount} {#piece|pieces} of gold."),
    SAYS(GOLD, ALWAYS, "You take {amount} {#piece|pieces} of gold."),
    SAYS(BOUGHT, ALWAYS, "You buy {item} for {amount}."),
    SAYS(SOLD, ALWAYS, "You sell {item} for {amount}."),
    SAYS(ATTACK_CHOSEN, ALWAYS, "From now on: {word}."),
    SAYS(GOAL_PLACED, IS_SEEN, "There lies {goal}!"),
    SAYS(GOAL_PLACED, ALWAYS, "{goal} must be somewhere near."),
    SAYS(WON, ALWAYS, "You take {goal}: you have won!"),
    SAYS(LOST, HAS_STARVED, "You starve to death."),
    SAYS(LOST, HAS_BURNED, "You die, killed by {deadly}."),
    SAYS(LOST, KILLED_ITSELF, "You die by your own doing."),
    SAYS(LOST, ALWAYS, "You die, killed by {killer}."),
};
/* clang-format on */

bool wyrm_event_text(const wyrm_engine *engine, const wyrm_game *game, const wyrm_event *event,
                     char out[WYRM_MESSAGE_TEXT_MAX])
{
    const wyrm_item_kind *kind = game_words_kind(engine, event->item.kind);
    const wyrm_play_rules *rules = &engine->rules;
    const bool is_yours = event->who == 0 || event->whom == 0;
    const bool is_stage = event->amount >= 0 && (uint64_t)event->amount < rules->stage_count;
    telling told = {.engine = engine,
                    .game = game,
                    .event = event,
                    .kind = kind,
                    .effect = wyrm_item_effect(kind ? kind->record : NULL),
                    .stage = is_stage ? &rules->stages[event->amount] : NULL,
                    .is_you = is_yours};
    wording phrase = wording_in(out, WYRM_MESSAGE_TEXT_MAX);
    /* Only events with creatures can be hidden from the player, except its own. */
    if ((event->who != WYRM_NOBODY || event->whom != WYRM_NOBODY) && !event->seen && !is_yours)
        return false;
    const bool is_condition =
        event->kind == WYRM_EVENT_CONDITION || event->kind == WYRM_EVENT_CONDITION_ENDED;
    const int detail = event->kind == WYRM_EVENT_ATTACKED ? (int)event->attack
                       : is_condition                     ? (int)event->condition
                                                          : (int)told.effect.kind;
    bool is[WHEN_COUNT];
    judge(&told, is);
    for (const message_row *row = rows; row < rows + COUNT_OF(rows); row++)
        if (row->kind == event->kind && (row->detail == ANY || row->detail == detail) &&
            is[row->when]) {
            add_form(&phrase, row->form ? row->form : "", fill_event, &told);
            game_words_capital(out);
            return row->form != NULL;
        }
    return false;
}

/* ---- The ground ---- */

void wyrm_terrain_text(const wyrm_terrain *terrain, char out[WYRM_MESSAGE_TEXT_MAX])
{
    const bool slow = terrain->cost.numerator > terrain->cost.denominator;
    char name[WYRM_NAME_TEXT_MAX];
    wording phrase = wording_in(out, WYRM_MESSAGE_TEXT_MAX);
    game_words_small(terrain->title, name);
    add_text(&phrase, name);
    add_text(&phrase, !terrain->walk            ? ", where nobody can walk"
                      : terrain->damage != NULL ? ", which hurts who stands there"
                      : slow                    ? ", slow to cross"
                      : !terrain->sight         ? ", which hides what is behind"
                                                : "");
}

/* ---- How a game ended ---- */

void wyrm_ending_text(const wyrm_engine *engine, const wyrm_game *game,
                      char out[WYRM_MESSAGE_TEXT_MAX])
{
    static const char *const causes[] = {
        [WYRM_CAUSE_NONE] = "died of nothing that is known",
        [WYRM_CAUSE_MONSTER] = "killed by ",
        [WYRM_CAUSE_STARVED] = "starved",
        [WYRM_CAUSE_ITSELF] = "died by their own doing",
        [WYRM_CAUSE_TERRAIN] = "killed by ",
    };
    wording phrase = wording_in(out, WYRM_MESSAGE_TEXT_MAX);
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX] = "";
    bool dead = game->phase == WYRM_PHASE_DEAD, won = game->phase == WYRM_PHASE_WON;
    if (won)
        wyrm_name_the(engine->goal, named);
    if (dead && game->cause == WYRM_CAUSE_MONSTER) {
        put_monster(engine, game->killer, NULL, name);
        wyrm_name_a(name, named);
    }
    if (dead && game->cause == WYRM_CAUSE_TERRAIN)
        put_deadly_ground(engine, game, named);
    add_text(&phrase, won ? "won " : dead ? causes[game->cause] : "still alive");
    add_text(&phrase, named);
}
