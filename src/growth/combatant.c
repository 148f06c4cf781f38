/* The reader of NAME[@LEVEL][,KEY=VALUE...]. */
#include "growth/roster_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define FORM "NAME[@LEVEL][,KEY=VALUE...]"

/* Bytes of a number or name that are looked at; more are cut in messages, between characters. */
#define WORD_MAX 64

/* A part of the text that is being read. */
typedef struct word {
    const char *start;
    size_t length;
} word;

/* What the keys of one combatant say, until all have been read. */
typedef struct wishes {
    bool has_stat[WYRM_STATS_MAX];
    double stat[WYRM_STATS_MAX];
    bool has_hp, has_max_hp, has_regeneration, has_weapon, has_armor;
    double hp, max_hp, regeneration, weapon, armor;
} wishes;

/* One row a key that every ruleset has. */
typedef struct key_row {
    const char *name;
    size_t has, value; /* offsets in wishes */
    double least, greatest;
    bool whole;
    wyrm_role gear; /* WYRM_ROLE_COUNT: none. Only where the ruleset has such curves */
} key_row;

#define KEY(field) .has = offsetof(wishes, has_##field), .value = offsetof(wishes, field)
#define NO_GEAR    .gear = WYRM_ROLE_COUNT

static const key_row keys[] = {
    {"hp", KEY(hp), 1.0, (double)WYRM_HP_MAX, .whole = true, NO_GEAR},
    {"max_hp", KEY(max_hp), 1.0, (double)WYRM_HP_MAX, .whole = true, NO_GEAR},
    {"regeneration", KEY(regeneration), 0.0, (double)WYRM_HP_MAX, .whole = false, NO_GEAR},
    {"regen", KEY(regeneration), 0.0, (double)WYRM_HP_MAX, .whole = false, NO_GEAR},
    {"weapon", KEY(weapon), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, .whole = true,
     .gear = WYRM_ROLE_WEAPON},
    {"armor", KEY(armor), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, .whole = true, .gear = WYRM_ROLE_ARMOR},
};

#define KEY_COUNT (sizeof keys / sizeof *keys)

static bool is_word(word w, const char *name)
{
    return strlen(name) == w.length && memcmp(w.start, name, w.length) == 0;
}

static int shown(word w)
{
    return (int)wyrm_utf8_cut(w.start, w.length, WORD_MAX);
}

static bool has_role(const wyrm_roster *roster, wyrm_role role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(roster->growth, &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == role)
            return true;
    return false;
}

/* The word up to one of the characters `ends` or the end of the text; *text is left standing there.
 */
static word take_until(const char **text, const char *ends)
{
    word w = {.start = *text, .length = strcspn(*text, ends)};
    *text += w.length;
    return w;
}

static size_t skip_digits(const char *text, size_t at)
{
    while (isdigit((unsigned char)text[at]))
        at++;
    return at;
}

/* [+-]digits[.digits][e[+-]digits]: no hexadecimal, no "inf", nothing before or after it. */
static bool is_decimal(const char *text)
{
    size_t at = text[0] == '-' || text[0] == '+';
    size_t whole = skip_digits(text, at) - at;
    at += whole;
    size_t fraction = 0;
    if (text[at] == '.') {
        fraction = skip_digits(text, at + 1) - (at + 1);
        at += fraction + 1;
    }
    if (whole + fraction == 0)
        return false;
    if (text[at] == 'e' || text[at] == 'E') {
        size_t start = at + 1 + (text[at + 1] == '-' || text[at + 1] == '+');
        at = skip_digits(text, start);
        if (at == start)
            return false;
    }
    return text[at] == '\0';
}

static bool read_number(word w, double *out)
{
    char text[WORD_MAX + 1];
    if (w.length > WORD_MAX)
        return false;
    memcpy(text, w.start, w.length);
    text[w.length] = '\0';
    if (!is_decimal(text))
        return false;
    *out = strtod(text, NULL); /* beyond a double it is infinite, and outside every range */
    return true;
}

static wyrm_status read_level(word w, int32_t *level, wyrm_error *error)
{
    double value;
    if (!read_number(w, &value) || (isfinite(value) && value != floor(value)))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "a level must be a whole number, found '%.*s'",
                         shown(w), w.start);
    if (!(value >= WYRM_LEVEL_MIN && value <= WYRM_LEVEL_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "level %.*s is out of range (%d to %d)", shown(w),
                         w.start, WYRM_LEVEL_MIN, WYRM_LEVEL_MAX);
    *level = (int32_t)value;
    return WYRM_OK;
}

/* A value in its range, with the range in the message. */
static wyrm_status read_value(word key, word w, double least, double greatest, bool whole,
                              double *out, wyrm_error *error)
{
    double value = 1.0;
    if (w.length > 0 && !read_number(w, &value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a number, found '%.*s'",
                         shown(key), key.start, shown(w), w.start);
    if (whole && isfinite(value) && value != floor(value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a whole number, found '%.*s'",
                         shown(key), key.start, shown(w), w.start);
    if (!(value >= least && value <= greatest))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%.*s' must be from %.15g to %.15g, found %.*s",
                         shown(key), key.start, least, greatest, w.length > 0 ? shown(w) : 1,
                         w.length > 0 ? w.start : "1");
    *out = value;
    return WYRM_OK;
}

static wyrm_status give_twice(word key, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' is given twice", shown(key), key.start);
}

static void hint_nearest(word w, const char *const *known, size_t count, wyrm_error *error)
{
    char text[WORD_MAX + 1];
    if (!error || w.length > WORD_MAX)
        return;
    memcpy(text, w.start, w.length);
    text[w.length] = '\0';
    const char *nearest = wyrm_nearest(text, known, count);
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
}

static bool applies(const wyrm_roster *roster, const key_row *row)
{
    return row->gear == WYRM_ROLE_COUNT || has_role(roster, row->gear);
}

static wyrm_status unknown_key(const wyrm_roster *roster, word key, word name, wyrm_error *error)
{
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "unknown key '%.*s' of combatant '%.*s'", shown(key),
                  key.start, shown(name), name.start);
    const char *known[WYRM_STATS_MAX + KEY_COUNT];
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++)
        known[count++] = stat->name;
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (applies(roster, &keys[i]))
            known[count++] = keys[i].name;
    hint_nearest(key, known, count, error);
    return status;
}

static wyrm_status read_stat(const wyrm_stat *stat, size_t index, word key, word value,
                             wishes *wanted, wyrm_error *error)
{
    if (wanted->has_stat[index])
        return give_twice(key, error);
    wanted->has_stat[index] = true;
    return read_value(key, value, stat->least, stat->greatest, false, &wanted->stat[index], error);
}

static wyrm_status read_row(const key_row *row, word key, word value, wishes *wanted,
                            wyrm_error *error)
{
    bool *has = (bool *)(void *)((char *)wanted + row->has);
    double *number = (double *)(void *)((char *)wanted + row->value);
    if (*has)
        return give_twice(key, error);
    *has = true;
    return read_value(key, value, row->least, row->greatest, row->whole, number, error);
}

/* KEY[=VALUE] */
static wyrm_status read_key(const wyrm_roster *roster, word name, const char **text, wishes *wanted,
                            wyrm_error *error)
{
    word key = take_until(text, ",=");
    word value = {.start = *text};
    if (**text == '=') {
        (*text)++;
        value = take_until(text, ",");
    }
    if (key.length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "a key is missing in combatant '%.*s': it is written " FORM, shown(name),
                         name.start);
    const wyrm_stat *stats = wyrm_combat_stats(roster->combat);
    for (size_t i = 0; stats[i].name; i++)
        if (is_word(key, stats[i].name))
            return read_stat(&stats[i], i, key, value, wanted, error);
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (is_word(key, keys[i].name) && applies(roster, &keys[i]))
            return read_row(&keys[i], key, value, wanted, error);
    return unknown_key(roster, key, name, error);
}

static const wyrm_monster *find_monster(const wyrm_roster *roster, word name)
{
    for (size_t i = 0; i < roster->count; i++)
        if (is_word(name, roster->monsters[i].name))
            return &roster->monsters[i];
    return NULL;
}

static wyrm_status unknown_name(const wyrm_roster *roster, word name, wyrm_error *error)
{
    if (name.length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "a combatant needs a name: it is written " FORM);
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no combatant '%.*s'", shown(name), name.start);
    const char **known = malloc((roster->count + 3) * sizeof *known);
    if (!known)
        return status; /* the hint is the lesser part */
    size_t count = 0;
    known[count++] = "player";
    if (has_role(roster, WYRM_ROLE_MONSTER))
        known[count++] = "monster";
    known[count++] = "raw";
    for (size_t i = 0; i < roster->count; i++)
        known[count++] = roster->monsters[i].name;
    hint_nearest(name, known, count, error);
    free(known);
    return status;
}

/* Who it is, before any key. `level` counts where `named`. */
static wyrm_status begin(const wyrm_roster *roster, word name, bool named, int32_t level,
                         wyrm_combatant *out, wyrm_error *error)
{
    const wyrm_monster *monster = find_monster(roster, name);
    char text[sizeof out->name];
    snprintf(text, sizeof text, "%.*s", shown(name), name.start);
    *out = wyrm_combat_blank(roster->combat, text);
    if (is_word(name, "raw") && !monster) {
        if (named)
            return wyrm_fail(error, WYRM_ERROR_SYNTAX, "combatant 'raw' has no level");
        return WYRM_OK;
    }

    wyrm_role role = WYRM_ROLE_MONSTER;
    if (is_word(name, "player") && !monster)
        role = WYRM_ROLE_PLAYER;
    else if (!monster && !(is_word(name, "monster") && has_role(roster, role)))
        return unknown_name(roster, name, error);
    if (!named)
        level = monster && monster->level ? monster->level : 1;
    wyrm_growth_set(roster->growth, role, level, out);
    return WYRM_OK;
}

/* A combatant is unhurt where `hp` does not say otherwise. */
static void apply(const wyrm_roster *roster, const wishes *wanted, wyrm_combatant *out)
{
    const wyrm_stat *stats = wyrm_combat_stats(roster->combat);
    for (size_t i = 0; stats[i].name; i++)
        if (wanted->has_stat[i])
            out->stats[i] = wanted->stat[i];
    if (wanted->has_max_hp)
        out->hp = out->max_hp = (int64_t)wanted->max_hp;
    if (wanted->has_hp) {
        out->hp = (int64_t)wanted->hp;
        out->max_hp = out->hp > out->max_hp ? out->hp : out->max_hp;
    }
    if (wanted->has_regeneration)
        out->regeneration = wanted->regeneration;
    if (wanted->has_weapon)
        wyrm_growth_equip(roster->growth, WYRM_ROLE_WEAPON, (int32_t)wanted->weapon, out);
    if (wanted->has_armor)
        wyrm_growth_equip(roster->growth, WYRM_ROLE_ARMOR, (int32_t)wanted->armor, out);
}

wyrm_status wyrm_roster_combatant(const wyrm_roster *roster, const char *text, wyrm_combatant *out,
                                  wyrm_error *error)
{
    *out = (wyrm_combatant){.level = 0};
    word name = take_until(&text, "@,");
    bool named = *text == '@';
    int32_t level = 0;
    wyrm_status status = WYRM_OK;
    if (named) {
        text++;
        status = read_level(take_until(&text, ","), &level, error);
    }
    if (status == WYRM_OK)
        status = begin(roster, name, named, level, out, error);

    wishes wanted = {.hp = 0.0};
    while (status == WYRM_OK && *text == ',') {
        text++;
        status = read_key(roster, name, &text, &wanted, error);
    }
    if (status == WYRM_OK)
        apply(roster, &wanted, out);
    return status;
}
