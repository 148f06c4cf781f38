/* Gear by name: what is put on, and what cannot be worn together. */
#include "growth/internal.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ruleset/internal.h"

/* ---- words and numbers of the text of a combatant ---- */

bool wyrm_word_is(wyrm_word word, const char *name)
{
    return strlen(name) == word.length && memcmp(word.start, name, word.length) == 0;
}

int wyrm_word_shown(wyrm_word word)
{
    return (int)wyrm_utf8_cut(word.start, word.length, WYRM_WORD_MAX);
}

wyrm_word wyrm_word_take(const char **text, const char *ends)
{
    wyrm_word word = {.start = *text, .length = strcspn(*text, ends)};
    *text += word.length;
    return word;
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

static bool read_number(wyrm_word word, double *out)
{
    char text[WYRM_WORD_MAX + 1];
    if (word.length > WYRM_WORD_MAX)
        return false;
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
    if (!is_decimal(text))
        return false;
    *out = strtod(text, NULL); /* beyond a double it is infinite, and outside every range */
    return true;
}

wyrm_status wyrm_word_level(wyrm_word word, const char *what, int32_t *level, wyrm_error *error)
{
    double value;
    if (!read_number(word, &value) || (isfinite(value) && value != floor(value)))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "a %s must be a whole number, found '%.*s'",
                         what, WYRM_WORD_SHOWN(word));
    if (!(value >= WYRM_LEVEL_MIN && value <= WYRM_LEVEL_MAX))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "%s %.*s is out of range (%d to %d)", what,
                         WYRM_WORD_SHOWN(word), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX);
    *level = (int32_t)value;
    return WYRM_OK;
}

wyrm_status wyrm_word_value(wyrm_word key, wyrm_word word, double least, double greatest,
                            bool whole, double *out, wyrm_error *error)
{
    double value;
    if (!read_number(word, &value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a number, found '%.*s'",
                         WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(word));
    if (whole && isfinite(value) && value != floor(value))
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' must be a whole number, found '%.*s'",
                         WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(word));
    if (!(value >= least && value <= greatest))
        return wyrm_fail(error, WYRM_ERROR_RANGE, "'%.*s' must be from %.15g to %.15g, found %.*s",
                         WYRM_WORD_SHOWN(key), least, greatest, WYRM_WORD_SHOWN(word));
    *out = value;
    return WYRM_OK;
}

void wyrm_word_hint(wyrm_word word, const char *const *known, size_t count, wyrm_error *error)
{
    char text[WYRM_WORD_MAX + 1];
    if (!error || word.length > WYRM_WORD_MAX)
        return;
    memcpy(text, word.start, word.length);
    text[word.length] = '\0';
    const char *nearest = wyrm_nearest(text, known, count);
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%s'?", nearest);
}

/* ---- what can be asked of a roster ---- */

bool wyrm_roster_has_curves(const wyrm_roster *roster, wyrm_role role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(roster->growth, &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == role)
            return true;
    return false;
}

size_t wyrm_roster_count(const wyrm_roster *roster)
{
    return roster->count;
}

const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, size_t index)
{
    return index < roster->count ? &roster->monsters[index] : NULL;
}

int32_t wyrm_roster_find(const wyrm_roster *roster, const char *name)
{
    for (size_t i = 0; i < roster->count; i++)
        if (strcmp(roster->monsters[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int wyrm_roster_by_level(const wyrm_roster *roster, int32_t level)
{
    if (!roster->has_levels)
        return -1;
    size_t low = 0;
    size_t high = roster->count; /* the answer is in low..high-1 */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (roster->monsters[middle].level <= level)
            low = middle;
        else
            high = middle;
    }
    return (int)low;
}

#define OFF_HAND "off_hand"

static bool is_gear(wyrm_role role)
{
    return role == WYRM_ROLE_WEAPON || role == WYRM_ROLE_ARMOR;
}

bool wyrm_roster_names_gear(const wyrm_roster *roster, wyrm_role role)
{
    return is_gear(role) && wyrm_value_count(roster->gear[role]) > 0 &&
           !wyrm_roster_has_curves(roster, role);
}

static bool find(const wyrm_value *map, wyrm_word name, size_t *out)
{
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        if (wyrm_word_is(name, wyrm_value_key(map, i))) {
            *out = i;
            return true;
        }
    return false;
}

static wyrm_status unknown_gear(const wyrm_roster *roster, wyrm_role role, wyrm_word name,
                                wyrm_error *error)
{
    const wyrm_value *map = is_gear(role) ? roster->gear[role] : NULL;
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no %s '%.*s'", wyrm_role_name(role),
                                   WYRM_WORD_SHOWN(name));
    size_t count = wyrm_value_count(map);
    const char **known = base_allocate((count + 1) * sizeof *known);
    if (!known)
        return status; /* the hint is the lesser part */
    for (size_t i = 0; i < count; i++)
        known[i] = wyrm_value_key(map, i);
    wyrm_word_hint(name, known, count, error);
    wyrm_free(known);
    return status;
}

static wyrm_status add_piece(const wyrm_roster *roster, wyrm_role role, wyrm_word name,
                             wyrm_gear_worn *worn, wyrm_error *error)
{
    size_t piece;
    if (name.length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%s' needs the name of %s",
                         wyrm_role_name(role),
                         role == WYRM_ROLE_WEAPON ? "a weapon" : "a piece of armor");
    if (!find(roster->gear[role], name, &piece))
        return unknown_gear(roster, role, name, error);
    if (worn->count == WYRM_GEAR_WORN_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "nobody wears more than %d pieces of gear",
                         WYRM_GEAR_WORN_MAX);
    worn->roles[worn->count] = role;
    worn->pieces[worn->count++] = piece;
    return WYRM_OK;
}

wyrm_status wyrm_gear_read(const wyrm_roster *roster, wyrm_role role, wyrm_word names,
                           wyrm_gear_worn *worn, wyrm_error *error)
{
    const char *ends = role == WYRM_ROLE_ARMOR ? "+" : "";
    size_t start = 0;
    for (;;) {
        const char *from = names.start + start;
        size_t length = 0;
        while (start + length < names.length && !(ends[0] != '\0' && from[length] == ends[0]))
            length++;
        wyrm_word name = {.start = from, .length = length};
        wyrm_status status = add_piece(roster, role, name, worn, error);
        start += length + 1;
        if (status != WYRM_OK || start > names.length)
            return status;
    }
}

static const char *slot_of(const wyrm_value *record)
{
    return wyrm_value_text(wyrm_value_get(record, "slot"));
}

static bool hands_clash(const wyrm_value *weapon, const wyrm_value *armor)
{
    return wyrm_value_bool(wyrm_value_get(weapon, "two_handed")) &&
           strcmp(slot_of(armor), OFF_HAND) == 0;
}

bool wyrm_roster_clash(const wyrm_value *one, const wyrm_value *other)
{
    const char *slot = slot_of(one);
    if (slot[0] != '\0' && strcmp(slot, slot_of(other)) == 0)
        return true;
    return hands_clash(one, other) || hands_clash(other, one);
}

static const wyrm_value *record_of(const wyrm_roster *roster, const wyrm_gear_worn *worn,
                                   size_t index)
{
    return wyrm_value_item(roster->gear[worn->roles[index]], worn->pieces[index]);
}

static wyrm_status clash(const wyrm_roster *roster, const wyrm_gear_worn *worn, size_t one,
                         size_t other, wyrm_error *error)
{
    const wyrm_value *record = record_of(roster, worn, one);
    const char *names[2] = {
        wyrm_value_key(roster->gear[worn->roles[one]], worn->pieces[one]),
        wyrm_value_key(roster->gear[worn->roles[other]], worn->pieces[other]),
    };
    bool hands = worn->roles[one] != worn->roles[other];
    if (hands)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%s' and '%s' cannot be used together: the weapon needs both hands",
                         names[0], names[1]);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "'%s' and '%s' cannot be worn together: both go into the slot '%s'", names[0],
                     names[1], slot_of(record));
}

wyrm_status wyrm_gear_check(const wyrm_roster *roster, const wyrm_gear_worn *worn,
                            wyrm_error *error)
{
    for (size_t i = 0; i < worn->count; i++)
        for (size_t k = i + 1; k < worn->count; k++)
            if (wyrm_roster_clash(record_of(roster, worn, i), record_of(roster, worn, k)))
                return clash(roster, worn, i, k, error);
    return WYRM_OK;
}

void wyrm_gear_put_on(const wyrm_roster *roster, const wyrm_gear_worn *worn,
                      wyrm_combatant *combatant)
{
    for (size_t i = 0; i < worn->count; i++)
        wyrm_combat_equip(roster->combat, worn->roles[i], record_of(roster, worn, i), combatant);
}

wyrm_status wyrm_roster_equip(const wyrm_roster *roster, wyrm_role role, const char *name,
                              wyrm_combatant *combatant, wyrm_error *error)
{
    wyrm_word word = {.start = name, .length = strlen(name)};
    size_t piece;
    if (!is_gear(role) || !find(roster->gear[role], word, &piece))
        return unknown_gear(roster, role, word, error);
    wyrm_combat_equip(roster->combat, role, wyrm_value_item(roster->gear[role], piece), combatant);
    return WYRM_OK;
}

/* A number of a piece of gear, unless it is what the schema would have said, or asks for. */
static wyrm_status check_number(const wyrm_ruleset *ruleset, wyrm_role role, const char *piece,
                                const char *stat, const wyrm_value *value, wyrm_errors *errors)
{
    if (value == NULL || wyrm_value_says_default(value) || wyrm_value_field(value)->required)
        return WYRM_OK;
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, "'%s: {}' in the section growth leaves them to the records",
             wyrm_role_name(role));
    return wyrm_value_fail(ruleset, value, errors, hint,
                           "'%s' of %s '%s' counts for nothing: growth gives %s its stats by level",
                           stat, wyrm_role_name(role), piece,
                           role == WYRM_ROLE_WEAPON ? "a weapon" : "armor");
}

wyrm_status wyrm_gear_counts(const wyrm_ruleset *ruleset, const wyrm_roster *roster, wyrm_role role,
                             wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_value *map = roster->gear[role];
    if (!wyrm_roster_has_curves(roster, role))
        return WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++) {
            const wyrm_value *value = wyrm_value_get(wyrm_value_item(map, i), stat->name);
            wyrm_status one =
                check_number(ruleset, role, wyrm_value_key(map, i), stat->name, value, errors);
            status = one == WYRM_OK ? status : one;
        }
    return status;
}
