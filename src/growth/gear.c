/* Gear by name: what is put on, and what cannot be worn together. */
#include "growth/roster_internal.h"
#include "ruleset/fallback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    const char **known = malloc((count + 1) * sizeof *known);
    if (!known)
        return status; /* the hint is the lesser part */
    for (size_t i = 0; i < count; i++)
        known[i] = wyrm_value_key(map, i);
    wyrm_word_hint(name, known, count, error);
    free(known);
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
    wyrm_error error;
    bool unsaid;
    wyrm_status status = wyrm_value_says_default(value, &unsaid, &error);
    if (status != WYRM_OK)
        return wyrm_errors_fail(errors, status, "%s", error.message);
    if (value == NULL || unsaid || wyrm_value_field(value)->required)
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
