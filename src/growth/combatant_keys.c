/* The keys of a combatant: those that every ruleset has, stats, variants and gear. */
#include "growth/combatant_keys.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* One row a key that every ruleset has. */
typedef struct key_row {
    const char *name;
    size_t has, value; /* offsets in wyrm_wishes */
    double least, greatest;
    bool whole;
    wyrm_role gear; /* WYRM_ROLE_COUNT: none. Only where the ruleset has such gear */
    bool depth;     /* only of monsters without levels */
} key_row;

#define KEY(field) .has = offsetof(wyrm_wishes, has_##field), .value = offsetof(wyrm_wishes, field)
#define NO_GEAR    .gear = WYRM_ROLE_COUNT

static const key_row keys[] = {
    {"hp", KEY(hp), 1.0, (double)WYRM_HP_MAX, .whole = true, NO_GEAR},
    {"max_hp", KEY(max_hp), 1.0, (double)WYRM_HP_MAX, .whole = true, NO_GEAR},
    {"regeneration", KEY(regeneration), 0.0, (double)WYRM_HP_MAX, .whole = false, NO_GEAR},
    {"regen", KEY(regeneration), 0.0, (double)WYRM_HP_MAX, .whole = false, NO_GEAR},
    {"weapon", KEY(weapon), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, .whole = true,
     .gear = WYRM_ROLE_WEAPON},
    {"armor", KEY(armor), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, .whole = true, .gear = WYRM_ROLE_ARMOR},
    {"depth", KEY(depth), WYRM_LEVEL_MIN, WYRM_LEVEL_MAX, .whole = true, NO_GEAR, .depth = true},
};

#define KEY_COUNT (sizeof keys / sizeof *keys)

static bool has_depth(const wyrm_roster *roster, const wyrm_who *meant)
{
    return meant->kind == WYRM_WHO_MONSTER && !wyrm_roster_has_curves(roster, WYRM_ROLE_MONSTER);
}

static bool applies(const wyrm_roster *roster, const wyrm_who *meant, const key_row *row)
{
    if (row->depth)
        return has_depth(roster, meant);
    return row->gear == WYRM_ROLE_COUNT || wyrm_roster_has_curves(roster, row->gear) ||
           wyrm_roster_names_gear(roster, row->gear);
}

static wyrm_status give_twice(wyrm_word key, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' is given twice", WYRM_WORD_SHOWN(key));
}

static wyrm_status unknown_key(const wyrm_roster *roster, const wyrm_who *meant, wyrm_word key,
                               wyrm_error *error)
{
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "unknown key '%.*s' of combatant '%.*s'",
                  WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(meant->name));
    size_t variants = meant->kind == WYRM_WHO_MONSTER ? wyrm_roster_variants(roster) : 0;
    const char **known = malloc((WYRM_STATS_MAX + KEY_COUNT + variants) * sizeof *known);
    if (!known)
        return status; /* the hint is the lesser part */
    size_t count = 0;
    for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++)
        known[count++] = stat->name;
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (applies(roster, meant, &keys[i]))
            known[count++] = keys[i].name;
    for (size_t i = 0; i < variants; i++)
        known[count++] = wyrm_roster_variant(roster, i);
    wyrm_word_hint(key, known, count, error);
    free(known);
    return status;
}

/* What an error shows as a value that would do. */
static double example_of(double least, double greatest)
{
    return fmin(fmax(8.0, least), greatest);
}

/* A value must stand after '='; only a flag, whose values are 0 and 1, may stand without '=' and is
 * then 1. */
static wyrm_status take_value(const char **text, wyrm_word key, double least, double greatest,
                              wyrm_word *value, wyrm_error *error)
{
    bool given = **text == '=';
    *value = (wyrm_word){.start = "1", .length = 1};
    if (given) {
        (*text)++;
        *value = wyrm_word_take(text, ",");
    }
    if (value->length > 0 && (given || (least == 0.0 && greatest == 1.0)))
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' needs a value, such as %.*s=%.15g",
                     WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(key), example_of(least, greatest));
}

/* The names of gear: where there are none, the reader of gear says so. */
static wyrm_word take_names(const char **text)
{
    if (**text == '=')
        (*text)++;
    return wyrm_word_take(text, ",");
}

static wyrm_status read_stat(const wyrm_stat *stat, size_t index, wyrm_word key, const char **text,
                             wyrm_wishes *wanted, wyrm_error *error)
{
    wyrm_word value;
    wyrm_status status = take_value(text, key, stat->least, stat->greatest, &value, error);
    if (status != WYRM_OK)
        return status;
    if (wanted->has_stat[index])
        return give_twice(key, error);
    wanted->has_stat[index] = true;
    return wyrm_word_value(key, value, stat->least, stat->greatest, stat->whole,
                           &wanted->stat[index], error);
}

static wyrm_status read_row(const wyrm_roster *roster, const key_row *row, wyrm_word key,
                            const char **text, wyrm_wishes *wanted, wyrm_error *error)
{
    wyrm_word value;
    bool *has = (bool *)(void *)((char *)wanted + row->has);
    double *number = (double *)(void *)((char *)wanted + row->value);
    if (*has)
        return give_twice(key, error);
    *has = true;
    if (row->gear != WYRM_ROLE_COUNT && wyrm_roster_names_gear(roster, row->gear))
        return wyrm_gear_read(roster, row->gear, take_names(text), &wanted->worn, error);
    wyrm_status status = take_value(text, key, row->least, row->greatest, &value, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_word_value(key, value, row->least, row->greatest, row->whole, number, error);
    if (status == WYRM_ERROR_SYNTAX && row->gear != WYRM_ROLE_COUNT)
        return wyrm_fail(error, status, "'%.*s' must be a level here, such as 5, found '%.*s'",
                         WYRM_WORD_SHOWN(key), WYRM_WORD_SHOWN(value));
    return status;
}

/* A variant counts where its value is 1. */
static wyrm_status read_variant(const wyrm_roster *roster, const wyrm_who *meant, int variant,
                                wyrm_word key, const char **text, wyrm_wishes *wanted,
                                wyrm_error *error)
{
    wyrm_word value;
    double number;
    if (meant->kind != WYRM_WHO_MONSTER)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' is no monster and cannot be '%.*s'",
                         WYRM_WORD_SHOWN(meant->name), WYRM_WORD_SHOWN(key));
    wyrm_status status = take_value(text, key, 0.0, 1.0, &value, error);
    if (status == WYRM_OK)
        status = wyrm_word_value(key, value, 0.0, 1.0, true, &number, error);
    if (status != WYRM_OK || number == 0.0)
        return status;
    if (wanted->variant == variant)
        return give_twice(key, error);
    if (wanted->variant != WYRM_VARIANT_NONE)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "'%.*s' cannot be both '%s' and '%.*s'",
                         WYRM_WORD_SHOWN(meant->name),
                         wyrm_roster_variant(roster, (size_t)wanted->variant),
                         WYRM_WORD_SHOWN(key));
    wanted->variant = variant;
    return WYRM_OK;
}

static int find_variant(const wyrm_roster *roster, wyrm_word key)
{
    for (size_t i = 0; i < wyrm_roster_variants(roster); i++)
        if (wyrm_word_is(key, wyrm_roster_variant(roster, i)))
            return (int)i;
    return WYRM_VARIANT_NONE;
}

wyrm_status wyrm_combatant_key(const wyrm_roster *roster, const wyrm_who *meant, const char **text,
                               wyrm_wishes *wanted, wyrm_error *error)
{
    wyrm_word key = wyrm_word_take(text, ",=");
    if (key.length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "a key is missing in combatant '%.*s': it is written " WYRM_COMBATANT_FORM,
                         WYRM_WORD_SHOWN(meant->name));
    const wyrm_stat *stats = wyrm_combat_stats(roster->combat);
    for (size_t i = 0; stats[i].name; i++)
        if (wyrm_word_is(key, stats[i].name))
            return read_stat(&stats[i], i, key, text, wanted, error);
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (wyrm_word_is(key, keys[i].name) && applies(roster, meant, &keys[i]))
            return read_row(roster, &keys[i], key, text, wanted, error);
    int variant = find_variant(roster, key);
    if (variant != WYRM_VARIANT_NONE)
        return read_variant(roster, meant, variant, key, text, wanted, error);
    return unknown_key(roster, meant, key, error);
}
