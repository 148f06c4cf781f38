/* Combatants: monsters as they are spawned, the player of a level, and the reader of
 * NAME[@LEVEL][,KEY=VALUE...], which says who is meant.
 *
 * The text is read from left to right into wishes, and only then is the combatant made: hit points,
 * stats and gear apply in the same order, however they were written. A reading is a job of an
 * arena, so the first word that makes no sense ends it with a message. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "combat/internal.h"
#include "growth/internal.h"

/* Applies a variant by its record: hit points are multiplied and rounded up, stats added. */
static void vary(const wyrm_roster *roster, int32_t variant, wyrm_combatant *combatant)
{
    if (variant < 0 || (size_t)variant >= wyrm_roster_variants(roster))
        return;
    const wyrm_value *record = wyrm_value_item(roster->variants, (size_t)variant);
    combat_scale_hp(roster->combat, key_ratio(record, "hp_factor"), combatant);
    wyrm_combat_add(roster->combat, record, combatant);
}

void wyrm_roster_spawn(const wyrm_roster *roster, int32_t index, int32_t level, int32_t variant,
                       wyrm_combatant *out)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    *out = wyrm_combat_blank(roster->combat, monster ? monster->name : "");
    if (!monster)
        return;
    wyrm_growth_set(roster->growth, WYRM_ROLE_MONSTER, level, out);
    wyrm_combat_read(roster->combat, monster->record, out);
    wyrm_growth_scale(roster->growth, level, out);
    vary(roster, variant, out);
}

/* With choices, the record is that of level 1. */
void wyrm_roster_start(const wyrm_roster *roster, int32_t level, wyrm_combatant *out)
{
    const wyrm_choice *choices;
    *out = wyrm_combat_blank(roster->combat, wyrm_roster_player_name(roster));
    wyrm_growth_set(roster->growth, WYRM_ROLE_PLAYER, level, out);
    wyrm_combat_read(roster->combat, roster->player, out);
    if (roster->growth->model->put_on)
        roster->growth->model->put_on(roster->growth, 0, level, out);
    if (wyrm_growth_choices(roster->growth, &choices) > 0) {
        out->level = 1;
        wyrm_growth_level_up(roster->growth, WYRM_ROLE_PLAYER, level, out);
    }
}

#define PLUS_MAX 1000000
#define FORM     "NAME[@LEVEL][,KEY=VALUE...]"

/* ---- Words and numbers ---- */

/* Bytes of a number or name that are read; messages cut off the rest, between characters. */
#define WORD_MAX 64

/* A part of the text that is being read. */
typedef struct text_word {
    const char *start;
    size_t length;
} text_word;

/* Arguments of "%.*s": how much of a word to show, and where it starts. */
#define SHOWN(word) (int)base_utf8_cut((word).start, (word).length, WORD_MAX), (word).start

static bool is(text_word word, const char *name)
{
    return strlen(name) == word.length && memcmp(word.start, name, word.length) == 0;
}

/* Takes the word up to one of the characters `ends` or the end of the text; *text then points
 * there. */
static text_word take_text(const char **text, const char *ends)
{
    text_word word = {.start = *text, .length = strcspn(*text, ends)};
    *text += word.length;
    return word;
}

/* Takes the value behind a '='; commas in brackets belong to it, as those of a range. */
static text_word take_value(const char **text)
{
    text_word word = {.start = *text};
    for (int open = 0; **text != '\0' && (**text != ',' || open > 0); (*text)++)
        open += (strchr("[{(", **text) != NULL) - (strchr("]})", **text) != NULL);
    word.length = (size_t)(*text - word.start);
    return word;
}

/* Copies as much of the word as fits into text[WORD_MAX + 1]. */
static void copy_word(text_word word, char *text)
{
    const size_t length = word.length < WORD_MAX ? word.length : WORD_MAX;
    memcpy(text, word.start, length);
    text[length] = '\0';
}

/* Adds a hint to an error (may be NULL): what of `known` may be meant. */
static wyrm_status add_hint(wyrm_error *error, text_word word, const char *const *known,
                            size_t count)
{
    char text[WORD_MAX + 1];
    copy_word(word, text);
    wyrm_suggest(error, text, known, count);
    return WYRM_ERROR_UNKNOWN;
}

/* A number beyond a double is infinite, and outside every range. */
static bool read_number(text_word word, double *out)
{
    return word.length <= WORD_MAX && base_number_read(word.start, word.length, out);
}

/* ---- What the text asks for ---- */

enum { HP, MAX_HP, REGENERATION, WEAPON, ARMOR, DEPTH, KINDS_OF_KEYS }; /* keys of all rulesets */

typedef enum who_kind { WHO_RAW, WHO_PLAYER, WHO_MONSTER } who_kind;

typedef struct wishes {
    const wyrm_roster *roster;
    const char *text; /* the rest of the text */
    wyrm_combatant *out;
    text_word name;
    who_kind kind;
    int32_t monster; /* index in the roster; -1: one of any kind */
    bool has_level;  /* given with '@' */
    int32_t level;
    bool has_stat[WYRM_STATS_MAX];
    double stat[WYRM_STATS_MAX];
    double hp_amount; /* rolled hit points; the greatest is value[HP] */
    bool has[KINDS_OF_KEYS];
    double value[KINDS_OF_KEYS];
    int variant;
    size_t gear_count;
    struct piece {
        wyrm_gear gear;
        const wyrm_value *record; /* record of a piece given by name; NULL: by level */
    } gear[WYRM_OUTFIT_GEAR_MAX];
} wishes;

/* A key that every ruleset has. */
typedef struct key_row {
    const char *name;
    int means;
    double least, greatest;
    bool whole;
    wyrm_role gear; /* 0: none; else the key applies only if the ruleset has such gear */
} key_row;

static const key_row keys[] = {
    {"hp", HP, 1.0, (double)WYRM_HP_MAX, true, 0},
    {"max_hp", MAX_HP, 1.0, (double)WYRM_HP_MAX, true, 0},
    {"regeneration", REGENERATION, 0.0, (double)WYRM_HP_MAX, false, 0},
    {"regen", REGENERATION, 0.0, (double)WYRM_HP_MAX, false, 0},
    {"weapon", WEAPON, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, true, WYRM_ROLE_WEAPON},
    {"armor", ARMOR, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, true, WYRM_ROLE_ARMOR},
    {"depth", DEPTH, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, true, 0},
};

#define KEY_COUNT (COUNT_OF(keys))

/* Whether the keys weapon and armor take names: the ruleset has such gear, and no curves for it. */
static bool names_gear(const wyrm_roster *roster, wyrm_role role)
{
    return wyrm_value_count(roster->gear[role]) > 0 && !growth_roster_has_curves(roster, role);
}

static bool applies(const wishes *w, const key_row *row)
{
    if (row->means == DEPTH)
        return w->kind == WHO_MONSTER && !growth_roster_has_curves(w->roster, WYRM_ROLE_MONSTER);
    return row->gear == 0 || growth_roster_has_curves(w->roster, row->gear) ||
           names_gear(w->roster, row->gear);
}

static const char *example_of(const wyrm_stat *stat)
{
    return stat->words != NULL && stat->words[0] != NULL ? stat->words[0] : "2d6+1";
}

static void refuse_twice(base_arena *arena, text_word key)
{
    base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' is given twice", SHOWN(key));
}

/* Reads the value of a key, which must follow a '='. Only a flag, whose values are 0 and 1, or
 * false and true as in a file, may be given without one and is then 1. `gear`: a name in place of
 * the level gets its own message. */
static double read_value(base_arena *arena, wishes *w, text_word key, double least, double greatest,
                         bool whole, bool gear)
{
    const bool given = *w->text == '=';
    text_word text = {.start = "1", .length = 1};
    double value = 0.0;
    if (given) {
        w->text++;
        text = take_text(&w->text, ",");
    }
    if (text.length == 0 || (!given && (least != 0.0 || greatest != 1.0)))
        base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' needs a value, such as %.*s=%.15g",
                    SHOWN(key), SHOWN(key), fmin(fmax(8.0, least), greatest));
    if (whole && least == 0.0 && greatest == 1.0 && (is(text, "true") || is(text, "false")))
        return is(text, "true");
    bool number = read_number(text, &value);
    if (gear && (!number || (isfinite(value) && value != floor(value))))
        base_refuse(arena, WYRM_ERROR_SYNTAX,
                    "'%.*s' must be a level here, such as 5, found '%.*s'", SHOWN(key),
                    SHOWN(text));
    if (!number || (whole && isfinite(value) && value != floor(value)))
        base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' must be a %s, found '%.*s'", SHOWN(key),
                    number ? "whole number" : "number", SHOWN(text));
    if (!(value >= least && value <= greatest))
        base_refuse(arena, WYRM_ERROR_RANGE, "'%.*s' must be from %.15g to %.15g, found %.*s",
                    SHOWN(key), least, greatest, SHOWN(text));
    return value;
}

/* Finds a piece of gear by its name. An unknown one gets the nearest name as a hint. */
static wyrm_status find_piece(const wyrm_roster *roster, wyrm_role role, text_word name,
                              struct piece *out, wyrm_error *error)
{
    const wyrm_value *map = role < WYRM_ROLE_COUNT ? roster->gear[role] : NULL;
    const size_t count = wyrm_value_count(map);
    const char *const *known = rs_map_names(map);
    for (size_t i = 0; i < count; i++)
        if (is(name, known[i])) {
            *out = (struct piece){{.role = role, .name = known[i]}, wyrm_value_item(map, i)};
            return WYRM_OK;
        }
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no %s '%.*s'", wyrm_role_name(role), SHOWN(name));
    return add_hint(error, name, known, count);
}

/* Returns how many characters at the end of a word are a minus and digits behind something else: 2
 * for "dagger-1". */
static size_t minus_length(text_word word)
{
    size_t digits = 0;
    while (digits < word.length && isdigit((unsigned char)word.start[word.length - 1 - digits]))
        digits++;
    const bool is_minus =
        digits > 0 && digits + 1 < word.length && word.start[word.length - 1 - digits] == '-';
    return is_minus ? digits + 1 : 0;
}

/* Reads the plus of a piece: "3" of "sword+3", "-1" of "dagger-1". */
static void read_plus(base_arena *arena, const wishes *w, text_word number, wyrm_gear *gear)
{
    double plus;
    if (!read_number(number, &plus) || plus != floor(plus) || !(fabs(plus) <= PLUS_MAX))
        base_refuse(arena, WYRM_ERROR_RANGE,
                    "the plus of '%s' must be a whole number from %d to %d, found %.*s", gear->name,
                    -PLUS_MAX, PLUS_MAX, SHOWN(number));
    if (wyrm_combat_plus_stat(w->roster->combat, gear->role) < 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%s' can have no plus: no stat of the combat '%s' takes that of %s",
                    gear->name, wyrm_combat_name(w->roster->combat),
                    gear->role == WYRM_ROLE_WEAPON ? "a weapon" : "armor");
    gear->plus = (int32_t)plus;
}

/* Reads the name of a piece; a minus behind it is its plus, unless a piece has that in its name. */
static struct piece read_piece(base_arena *arena, wishes *w, wyrm_role role)
{
    struct piece found;
    const char *whole = w->text;
    text_word name = take_text(&w->text, "+,");
    if (role == WYRM_ROLE_WEAPON && *w->text == '+' && !isdigit((unsigned char)w->text[1]))
        name = take_text(&whole, ","); /* no weapon has such a name: nobody wields two */
    const size_t minus = minus_length(name);
    if (name.length == 0)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "'%s' needs the name of %s", wyrm_role_name(role),
                    role == WYRM_ROLE_WEAPON ? "a weapon" : "a piece of armor");
    if (minus == 0 || find_piece(w->roster, role, name, &found, NULL) == WYRM_OK) {
        base_must(arena, find_piece(w->roster, role, name, &found, &arena->error));
        return found;
    }
    const text_word number = {name.start + name.length - minus, minus};
    name.length -= minus;
    base_must(arena, find_piece(w->roster, role, name, &found, &arena->error));
    read_plus(arena, w, number, &found.gear);
    return found;
}

/* Ends the reading if the value of a key is no amount, with the reason. */
static void must_be_amount(base_arena *arena, wyrm_status status, text_word key)
{
    wyrm_error *error = &arena->error;
    char hint[WYRM_ERROR_HINT_MAX];
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY) {
        base_utf8_copy(hint, sizeof hint, error->hint);
        wyrm_fail(error, status, "'%.*s' is no amount: %s", SHOWN(key), error->message);
        base_utf8_copy(error->hint, sizeof error->hint, hint);
    }
    base_must(arena, status);
}

/* Reads the value of a stat that is no number: dice, a word, words. */
static double read_words(base_arena *arena, wishes *w, text_word key, int32_t stat)
{
    double value;
    if (*w->text != '=' || w->text[1] == ',' || w->text[1] == '\0')
        base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' needs a value, such as %.*s=%s", SHOWN(key),
                    SHOWN(key), example_of(&wyrm_combat_stats(w->roster->combat)[stat]));
    w->text++;
    const text_word word = take_value(&w->text);
    wyrm_status status = wyrm_combat_stat_read(
        w->roster->combat, stat, base_text(arena, word.start, word.length), &value, &arena->error);
    if (wyrm_combat_stats(w->roster->combat)[stat].kind == WYRM_STAT_AMOUNT)
        must_be_amount(arena, status, key);
    base_must(arena, status);
    return value;
}

/* Reads hit points that are an amount rather than a number; false if they are none. */
static bool read_roll(base_arena *arena, wishes *w, text_word key)
{
    const char *text = w->text + (*w->text == '=');
    const text_word word = take_value(&text);
    double number;
    if (*w->text != '=' || read_number(word, &number) ||
        strcspn(word.start, "0123456789") >= word.length)
        return false;
    const char *typed = base_text(arena, word.start, word.length);
    wyrm_status status = base_amount_typed(typed, &arena->error);
    if (status == WYRM_OK)
        status = combat_amount_read(w->roster->combat, typed, &w->hp_amount, &arena->error);
    must_be_amount(arena, status, key);
    const wyrm_amount *amount = wyrm_combat_amount(w->roster->combat, w->hp_amount);
    if (amount->least < 1 || amount->most > WYRM_HP_MAX)
        base_refuse(arena, WYRM_ERROR_RANGE, "'hp' must be from 1 to %d, found %.*s",
                    (int)WYRM_HP_MAX, SHOWN(word));
    w->value[HP] = (double)amount->most;
    w->hp_amount = amount->form == AMOUNT_NUMBER ? 0 : w->hp_amount;
    w->text = text;
    return true;
}

/* Reads "shortsword", "sword+3", or for armor "leather_armor+1+leather_helmet", behind what is
 * already worn: digits behind a '+' are the plus of the piece before. */
static void read_gear(base_arena *arena, wishes *w, wyrm_role role)
{
    w->text += *w->text == '=';
    for (;;) {
        struct piece found = read_piece(arena, w, role);
        for (bool has = found.gear.plus != 0; *w->text == '+' && isdigit((unsigned char)w->text[1]);
             has = true) {
            w->text++;
            const text_word number = take_text(&w->text, "+,");
            if (has)
                base_refuse(arena, WYRM_ERROR_SYNTAX, "'%s' is given a plus twice",
                            found.gear.name);
            read_plus(arena, w, number, &found.gear);
        }
        if (w->gear_count == WYRM_OUTFIT_GEAR_MAX - 2) /* two are left for gear by level */
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "nobody wears more than %zu pieces of gear",
                        w->gear_count);
        w->gear[w->gear_count++] = found;
        if (*w->text != '+')
            return;
        w->text++;
    }
}

/* Reads KEY[=VALUE]: a stat of the combat model, a key that every ruleset has, or a variant. */
static void read_key(base_arena *arena, wishes *w)
{
    const text_word key = take_text(&w->text, ",=");
    if (key.length == 0)
        base_refuse(arena, WYRM_ERROR_SYNTAX,
                    "a key is missing in combatant '%.*s': it is written " FORM, SHOWN(w->name));
    const wyrm_stat *stats = wyrm_combat_stats(w->roster->combat);
    for (size_t i = 0; stats[i].name; i++)
        if (is(key, stats[i].name)) {
            if (w->has_stat[i])
                refuse_twice(arena, key);
            w->has_stat[i] = true;
            w->stat[i] = stats[i].kind == WYRM_STAT_NUMBER
                             ? read_value(arena, w, key, stats[i].least, stats[i].greatest,
                                          stats[i].whole, false)
                             : read_words(arena, w, key, (int32_t)i);
            return;
        }
    for (const key_row *row = keys; row < keys + KEY_COUNT; row++)
        if (is(key, row->name) && applies(w, row)) {
            if (w->has[row->means])
                refuse_twice(arena, key);
            w->has[row->means] = true;
            if (names_gear(w->roster, row->gear))
                read_gear(arena, w, row->gear);
            else if (row->means != HP || !read_roll(arena, w, key))
                w->value[row->means] = read_value(arena, w, key, row->least, row->greatest,
                                                  row->whole, row->gear != 0);
            return;
        }
    for (int32_t i = 0; i < (int32_t)wyrm_roster_variants(w->roster); i++)
        if (is(key, wyrm_roster_variant(w->roster, i))) {
            if (w->kind != WHO_MONSTER)
                base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' is no monster and cannot be '%.*s'",
                            SHOWN(w->name), SHOWN(key));
            if (read_value(arena, w, key, 0.0, 1.0, true, false) == 0.0)
                return; /* only a value of 1 counts */
            if (w->variant == i)
                refuse_twice(arena, key);
            if (w->variant != WYRM_VARIANT_NONE)
                base_refuse(arena, WYRM_ERROR_SYNTAX, "'%.*s' cannot be both '%s' and '%.*s'",
                            SHOWN(w->name), wyrm_roster_variant(w->roster, w->variant), SHOWN(key));
            w->variant = i;
            return;
        }
    size_t variants = w->kind == WHO_MONSTER ? wyrm_roster_variants(w->roster) : 0, count = 0;
    const char **known = base_array(arena, const char *, WYRM_STATS_MAX + KEY_COUNT + variants);
    for (const wyrm_stat *stat = stats; stat->name; stat++)
        known[count++] = stat->name;
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (applies(w, &keys[i]))
            known[count++] = keys[i].name;
    for (size_t i = 0; i < variants; i++)
        known[count++] = wyrm_roster_variant(w->roster, (int32_t)i);
    wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "unknown key '%.*s' of combatant '%.*s'",
              SHOWN(key), SHOWN(w->name));
    base_fail(arena, add_hint(&arena->error, key, known, count));
}

/* ---- Who is meant ---- */

bool wyrm_roster_is_player(const wyrm_roster *roster, const char *text)
{
    const text_word name = {text, strcspn(text, "@,")};
    return is(name, "player") || is(name, wyrm_roster_player_name(roster));
}

/* Finds out who is meant. A monster of the ruleset goes before the names that every ruleset has. */
static void identify(base_arena *arena, wishes *w)
{
    const wyrm_roster *roster = w->roster;
    const bool any_monster = growth_roster_has_curves(roster, WYRM_ROLE_MONSTER);
    const char **known = base_array(arena, const char *, roster->count + 4);
    size_t count = 0;
    w->monster = -1;
    w->kind = WHO_MONSTER;
    known[count++] = "player";
    known[count++] = wyrm_roster_player_name(roster);
    if (any_monster)
        known[count++] = "monster";
    known[count++] = "raw";
    for (size_t i = 0; i < roster->count; i++) {
        known[count++] = roster->monsters[i].name;
        if (is(w->name, roster->monsters[i].name)) {
            w->monster = (int32_t)i;
            return;
        }
    }
    if (is(w->name, "raw")) {
        w->kind = WHO_RAW;
        if (w->has_level)
            base_refuse(arena, WYRM_ERROR_SYNTAX, "combatant 'raw' has no level");
    } else if (is(w->name, "player") || is(w->name, wyrm_roster_player_name(roster))) {
        w->kind = WHO_PLAYER;
        if (!wyrm_roster_has_player(roster))
            base_refuse(arena, WYRM_ERROR_RULESET,
                        "'player' is nobody: 'player: {...}' is missing in the ruleset");
    } else if (w->name.length == 0) {
        base_refuse(arena, WYRM_ERROR_SYNTAX, "a combatant needs a name: it is written " FORM);
    } else if (!is(w->name, "monster") || !any_monster) {
        char name[WORD_MAX + 1];
        copy_word(w->name, name);
        wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "no combatant '%.*s'", SHOWN(w->name));
        (void)rs_did_you_mean(name, known, count, arena->error.hint); /* too many to list */
        base_fail(arena, WYRM_ERROR_UNKNOWN);
    }
}

/* Inserts a piece by its level, if growth has curves for such gear, before those by name. */
static void put_level(wishes *w, size_t at, wyrm_role role, double level)
{
    memmove(&w->gear[at + 1], &w->gear[at], (w->gear_count++ - at) * sizeof *w->gear);
    w->gear[at] = (struct piece){{.role = role, .level = (int32_t)level}, NULL};
}

/* Makes the combatant, without its gear; unhurt unless `hp` says otherwise. */
static void make(const wishes *w)
{
    wyrm_combatant *out = w->out;
    const wyrm_roster *roster = w->roster;
    const wyrm_stat *stats = wyrm_combat_stats(roster->combat);
    int32_t own = w->monster >= 0 ? roster->monsters[w->monster].level : 0;
    int32_t level = w->has[DEPTH]  ? (int32_t)w->value[DEPTH]
                    : w->has_level ? w->level
                    : own != 0     ? own
                                   : 1;
    if (w->kind == WHO_PLAYER) {
        wyrm_roster_start(roster, level, out);
    } else if (w->monster >= 0) {
        wyrm_roster_spawn(roster, w->monster, level, w->variant, out);
    } else {
        char name[sizeof out->name];
        snprintf(name, sizeof name, "%.*s", SHOWN(w->name));
        *out = wyrm_combat_blank(roster->combat, name);
        if (w->kind == WHO_MONSTER)
            wyrm_growth_set(roster->growth, WYRM_ROLE_MONSTER, level, out);
        vary(roster, w->variant, out);
    }
    for (size_t i = 0; stats[i].name; i++)
        if (w->has_stat[i])
            out->stats[i] = w->stat[i];
    if (w->has[MAX_HP] || w->has[HP])
        out->hp_amount = w->hp_amount;
    if (w->has[MAX_HP])
        out->hp = out->max_hp = (int64_t)w->value[MAX_HP];
    if (w->has[HP]) {
        out->hp = (int64_t)w->value[HP];
        out->max_hp = out->hp > out->max_hp || w->hp_amount > 0 ? out->hp : out->max_hp;
    }
    if (w->has[REGENERATION])
        out->regeneration = w->value[REGENERATION];
}

/* Checks a level; for a player without curves, against the levels that growth has. */
static void read_level(base_arena *arena, wishes *w, text_word level, double value)
{
    const bool grows =
        w->kind == WHO_PLAYER && !growth_roster_has_curves(w->roster, WYRM_ROLE_PLAYER);
    const int32_t least = grows ? 1 : WYRM_LEVEL_MIN;
    const int32_t most = grows ? wyrm_growth_last_level(w->roster->growth) : WYRM_LEVEL_MAX;
    if (!(value >= least && value <= most))
        base_refuse(arena, WYRM_ERROR_RANGE, "level %.*s is out of range (%d to %d)", SHOWN(level),
                    (int)least, (int)most);
    w->level = (int32_t)value;
}

/* Reads the whole text, checks that the pieces of gear go together, and makes the combatant. The
 * name is found only behind the level, so that a malformed level is reported first. */
static void read_all(base_arena *arena, void *context)
{
    wishes *w = context;
    *w->out = (wyrm_combatant){.level = 0};
    w->name = take_text(&w->text, "@,");
    w->has_level = *w->text == '@';
    text_word level = {0};
    double value = 0;
    if (w->has_level) {
        w->text++;
        level = take_text(&w->text, ",");
        if (!read_number(level, &value) || (isfinite(value) && value != floor(value)))
            base_refuse(arena, WYRM_ERROR_SYNTAX, "a level must be a whole number, found '%.*s'",
                        SHOWN(level));
    }
    identify(arena, w);
    if (w->has_level)
        read_level(arena, w, level, value);
    while (*w->text == ',') {
        w->text++;
        read_key(arena, w);
    }
    if (w->has_level && w->has[DEPTH])
        base_refuse(arena, WYRM_ERROR_SYNTAX,
                    "'%.*s' is given a depth twice: by '@' and by 'depth'", SHOWN(w->name));
    for (const struct piece *one = w->gear; one < w->gear + w->gear_count; one++)
        for (const struct piece *other = one + 1; other < w->gear + w->gear_count; other++) {
            if (!wyrm_roster_clash(one->record, other->record))
                continue;
            if (one->gear.role != other->gear.role)
                base_refuse(arena, WYRM_ERROR_ARGUMENT,
                            "'%s' and '%s' cannot be used together: the weapon needs both hands",
                            one->gear.name, other->gear.name);
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "'%s' and '%s' cannot be worn together: both go into the slot '%s'",
                        one->gear.name, other->gear.name, key_text(one->record, "slot"));
        }
    const bool weapon = w->has[WEAPON] && growth_roster_has_curves(w->roster, WYRM_ROLE_WEAPON);
    if (weapon)
        put_level(w, 0, WYRM_ROLE_WEAPON, w->value[WEAPON]);
    if (w->has[ARMOR] && growth_roster_has_curves(w->roster, WYRM_ROLE_ARMOR))
        put_level(w, weapon, WYRM_ROLE_ARMOR, w->value[ARMOR]);
    if (w->has[MAX_HP] && w->hp_amount > 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'max_hp' of combatant '%.*s' changes nothing: of rolled hit points what is "
                    "rolled is the maximum (leave out one of them)",
                    SHOWN(w->name));
    make(w);
}

static void put_on(const wyrm_roster *roster, const struct piece *piece, wyrm_combatant *out)
{
    const wyrm_gear *gear = &piece->gear;
    if (!piece->record) {
        wyrm_growth_equip(roster->growth, gear->role, gear->level, out);
        return;
    }
    wyrm_combat_equip(roster->combat, gear->role, piece->record, out);
    wyrm_combat_plus(roster->combat, gear->role, gear->plus, out);
}

/* Refuses a stat that was typed and that gear then takes the place of, as a weapon does of its
 * wielder's damage: what was asked would be answered as if it had not been typed. It is found by
 * making the combatant without it. */
static wyrm_status refuse_covered(const wishes *w, wyrm_error *error)
{
    const wyrm_stat *stats = wyrm_combat_stats(w->roster->combat);
    for (size_t i = 0; w->gear_count > 0 && stats[i].name; i++) {
        wyrm_combatant bare = {.level = 0};
        wishes without = *w;
        if (!w->has_stat[i] || w->out->stats[i] == w->stat[i])
            continue;
        without.out = &bare;
        without.has_stat[i] = false;
        make(&without);
        if (bare.stats[i] == w->stat[i])
            continue;
        for (size_t j = 0; j < w->gear_count; j++)
            put_on(w->roster, &w->gear[j], &bare);
        wyrm_combat_fit(w->roster->combat, &bare);
        if (memcmp(bare.stats, w->out->stats, sizeof bare.stats) == 0)
            return wyrm_fail(
                error, WYRM_ERROR_ARGUMENT,
                "'%s' of combatant '%.*s' changes nothing: its gear takes the place of "
                "it (leave out one of them)",
                stats[i].name, SHOWN(w->name));
    }
    return WYRM_OK;
}

wyrm_status wyrm_roster_combatant(const wyrm_roster *roster, const char *text, wyrm_combatant *out,
                                  wyrm_error *error)
{
    wishes w = {.roster = roster, .text = text, .variant = WYRM_VARIANT_NONE, .out = out};
    wyrm_status status = base_do(read_all, &w, error);
    for (size_t i = 0; i < w.gear_count && status == WYRM_OK; i++)
        put_on(roster, &w.gear[i], out);
    if (status == WYRM_OK)
        wyrm_combat_fit(roster->combat, out);
    /* Gear must not replace what was typed of a stat that gear sets; nor of one that fights change:
     * a magazine that comes with a gun may be empty. */
    const wyrm_stat *stats = wyrm_combat_stats(roster->combat);
    for (size_t i = 0; stats[i].name && status == WYRM_OK; i++)
        if (w.has_stat[i] && (stats[i].replaced || stats[i].changes))
            out->stats[i] = w.stat[i];
    if (status == WYRM_OK)
        status = refuse_covered(&w, error);
    return status == WYRM_OK ? wyrm_combat_check(roster->combat, out, error) : status;
}

wyrm_status wyrm_roster_outfit(const wyrm_roster *roster, const char *text, wyrm_outfit *out,
                               wyrm_error *error)
{
    wishes w = {.roster = roster, .text = text, .variant = WYRM_VARIANT_NONE, .out = &out->bare};
    wyrm_status status = base_do(read_all, &w, error);
    out->gear_count = status == WYRM_OK ? w.gear_count : 0;
    for (size_t i = 0; i < out->gear_count; i++)
        out->gear[i] = w.gear[i].gear;
    return status == WYRM_OK ? wyrm_combat_check(roster->combat, &out->bare, error) : status;
}

wyrm_status wyrm_roster_wear(const wyrm_roster *roster, const wyrm_gear *gear,
                             wyrm_combatant *combatant, wyrm_error *error)
{
    struct piece piece = {*gear, NULL};
    wyrm_status status = WYRM_OK;
    if (gear->name) {
        const text_word word = {.start = gear->name, .length = strlen(gear->name)};
        status = find_piece(roster, gear->role, word, &piece, error);
        piece.gear.plus = gear->plus;
    }
    if (status != WYRM_OK)
        return status;
    put_on(roster, &piece, combatant);
    return wyrm_combat_check(roster->combat, combatant, error);
}

wyrm_status wyrm_roster_equip(const wyrm_roster *roster, wyrm_role role, const char *name,
                              wyrm_combatant *combatant, wyrm_error *error)
{
    const text_word word = {.start = name, .length = strlen(name)};
    struct piece found;
    wyrm_status status = find_piece(roster, role, word, &found, error);
    if (status != WYRM_OK)
        return status;
    wyrm_combat_equip(roster->combat, role, found.record, combatant);
    wyrm_combat_fit(roster->combat, combatant);
    return wyrm_combat_check(roster->combat, combatant, error);
}
