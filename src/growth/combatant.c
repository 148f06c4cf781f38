/* The reader of NAME[@LEVEL][,KEY=VALUE...]: who is meant, and the combatant that comes of it. */

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "growth/internal.h"

/* The keys of a combatant as it is written, and what they say. */

#define WYRM_COMBATANT_FORM "NAME[@LEVEL][,KEY=VALUE...]"

/* Who is meant, before any key. */
typedef enum wyrm_who_kind { WYRM_WHO_RAW, WYRM_WHO_PLAYER, WYRM_WHO_MONSTER } wyrm_who_kind;

typedef struct wyrm_who {
    wyrm_word name;
    wyrm_who_kind kind;
    int monster;    /* of the roster; -1 for one of any kind */
    bool has_level; /* named */
    int32_t level;
} wyrm_who;

/* What the keys of one combatant say, until all have been read. */
typedef struct wyrm_wishes {
    bool has_stat[WYRM_STATS_MAX];
    double stat[WYRM_STATS_MAX];
    bool has_hp, has_max_hp, has_regeneration, has_weapon, has_armor, has_depth;
    double hp, max_hp, regeneration, weapon, armor, depth;
    int variant;
    wyrm_gear_worn worn;
} wyrm_wishes;

/* ---- combatant keys ----
 *
 * The keys of a combatant: those that every ruleset has, stats, variants and gear. */

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
    const char **known = base_allocate((WYRM_STATS_MAX + KEY_COUNT + variants) * sizeof *known);
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
    wyrm_free(known);
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

/* Reads KEY[=VALUE] at *text and moves it behind that. Fails as wyrm_roster_combatant. */
static wyrm_status combatant_key(const wyrm_roster *roster, const wyrm_who *meant,
                                 const char **text, wyrm_wishes *wanted, wyrm_error *error)
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

_Static_assert(WYRM_OUTFIT_GEAR_MAX >= WYRM_GEAR_WORN_MAX + 2, "every piece has its place");

static int find_monster(const wyrm_roster *roster, wyrm_word name)
{
    for (size_t i = 0; i < roster->count; i++)
        if (wyrm_word_is(name, roster->monsters[i].name))
            return (int)i;
    return -1;
}

static wyrm_status unknown_name(const wyrm_roster *roster, wyrm_word name, wyrm_error *error)
{
    if (name.length == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "a combatant needs a name: it is written " WYRM_COMBATANT_FORM);
    wyrm_status status =
        wyrm_fail(error, WYRM_ERROR_UNKNOWN, "no combatant '%.*s'", WYRM_WORD_SHOWN(name));
    const char **known = base_allocate((roster->count + 3) * sizeof *known);
    if (!known)
        return status;
    size_t count = 0;
    known[count++] = "player";
    if (wyrm_roster_has_curves(roster, WYRM_ROLE_MONSTER))
        known[count++] = "monster";
    known[count++] = "raw";
    for (size_t i = 0; i < roster->count; i++)
        known[count++] = roster->monsters[i].name;
    wyrm_word_hint(name, known, count, error);
    wyrm_free(known);
    return status;
}

/* A monster of the ruleset goes before the names that every ruleset has. */
static wyrm_status identify(const wyrm_roster *roster, wyrm_who *meant, wyrm_error *error)
{
    meant->monster = find_monster(roster, meant->name);
    meant->kind = WYRM_WHO_MONSTER;
    if (meant->monster >= 0)
        return WYRM_OK;
    if (wyrm_word_is(meant->name, "raw")) {
        meant->kind = WYRM_WHO_RAW;
        if (meant->has_level)
            return wyrm_fail(error, WYRM_ERROR_SYNTAX, "combatant 'raw' has no level");
        return WYRM_OK;
    }
    if (wyrm_word_is(meant->name, "player")) {
        meant->kind = WYRM_WHO_PLAYER;
        if (meant->has_level && meant->level < 1 &&
            !wyrm_roster_has_curves(roster, WYRM_ROLE_PLAYER))
            return wyrm_fail(error, WYRM_ERROR_RANGE, "level %d is out of range (1 to %d)",
                             (int)meant->level, WYRM_LEVEL_MAX);
        return WYRM_OK;
    }
    if (wyrm_word_is(meant->name, "monster") && wyrm_roster_has_curves(roster, WYRM_ROLE_MONSTER))
        return WYRM_OK;
    return unknown_name(roster, meant->name, error);
}

static int32_t level_of(const wyrm_roster *roster, const wyrm_who *meant, const wyrm_wishes *wanted)
{
    if (wanted->has_depth)
        return (int32_t)wanted->depth;
    if (meant->has_level)
        return meant->level;
    if (meant->monster >= 0 && roster->monsters[meant->monster].level != 0)
        return roster->monsters[meant->monster].level;
    return 1;
}

static void begin(const wyrm_roster *roster, const wyrm_who *meant, const wyrm_wishes *wanted,
                  wyrm_combatant *out)
{
    int32_t level = level_of(roster, meant, wanted);
    if (meant->kind == WYRM_WHO_PLAYER) {
        wyrm_roster_start(roster, level, out);
    } else if (meant->monster >= 0) {
        wyrm_roster_spawn(roster, (size_t)meant->monster, level, wanted->variant, out);
    } else {
        char name[sizeof out->name];
        snprintf(name, sizeof name, "%.*s", WYRM_WORD_SHOWN(meant->name));
        *out = wyrm_combat_blank(roster->combat, name);
        if (meant->kind == WYRM_WHO_MONSTER)
            wyrm_growth_set(roster->growth, WYRM_ROLE_MONSTER, level, out);
        if (wanted->variant != WYRM_VARIANT_NONE)
            wyrm_roster_vary(roster, (size_t)wanted->variant, out);
    }
}

/* The numbers that are set. A combatant is unhurt where `hp` does not say otherwise. */
static void set_numbers(const wyrm_roster *roster, const wyrm_wishes *wanted, wyrm_combatant *out)
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
}

static void put_on(const wyrm_roster *roster, const wyrm_wishes *wanted, wyrm_combatant *out)
{
    if (wanted->has_weapon)
        wyrm_growth_equip(roster->growth, WYRM_ROLE_WEAPON, (int32_t)wanted->weapon, out);
    if (wanted->has_armor)
        wyrm_growth_equip(roster->growth, WYRM_ROLE_ARMOR, (int32_t)wanted->armor, out);
    wyrm_gear_put_on(roster, &wanted->worn, out);
}

static wyrm_status check_wishes(const wyrm_roster *roster, const wyrm_who *meant,
                                const wyrm_wishes *wanted, wyrm_error *error)
{
    if (meant->has_level && wanted->has_depth)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "'%.*s' is given a depth twice: by '@' and by "
                         "'depth'",
                         WYRM_WORD_SHOWN(meant->name));
    return wyrm_gear_check(roster, &wanted->worn, error);
}

/* Reads the whole text: the combatant before its gear, and all that it wishes for. */
static wyrm_status read(const wyrm_roster *roster, const char *text, wyrm_combatant *bare,
                        wyrm_wishes *wanted, wyrm_error *error)
{
    *bare = (wyrm_combatant){.level = 0};
    *wanted = (wyrm_wishes){.variant = WYRM_VARIANT_NONE};
    wyrm_who meant = {.name = wyrm_word_take(&text, "@,"), .has_level = *text == '@'};
    wyrm_status status = WYRM_OK;
    if (meant.has_level) {
        text++;
        status = wyrm_word_level(wyrm_word_take(&text, ","), "level", &meant.level, error);
    }
    if (status == WYRM_OK)
        status = identify(roster, &meant, error);
    while (status == WYRM_OK && *text == ',') {
        text++;
        status = combatant_key(roster, &meant, &text, wanted, error);
    }
    if (status == WYRM_OK)
        status = check_wishes(roster, &meant, wanted, error);
    if (status != WYRM_OK)
        return status;
    begin(roster, &meant, wanted, bare);
    set_numbers(roster, wanted, bare);
    return WYRM_OK;
}

wyrm_status wyrm_roster_combatant(const wyrm_roster *roster, const char *text, wyrm_combatant *out,
                                  wyrm_error *error)
{
    wyrm_wishes wanted;
    wyrm_status status = read(roster, text, out, &wanted, error);
    if (status == WYRM_OK)
        put_on(roster, &wanted, out);
    return status;
}

/* A piece by its level, where growth has curves for such gear. */
static void add_levelled(const wyrm_roster *roster, bool has, wyrm_role role, double level,
                         wyrm_outfit *out)
{
    if (has && wyrm_roster_has_curves(roster, role))
        out->gear[out->gear_count++] = (wyrm_gear){.role = role, .level = (int32_t)level};
}

wyrm_status wyrm_roster_outfit(const wyrm_roster *roster, const char *text, wyrm_outfit *out,
                               wyrm_error *error)
{
    wyrm_wishes wanted;
    out->gear_count = 0;
    wyrm_status status = read(roster, text, &out->bare, &wanted, error);
    if (status != WYRM_OK)
        return status;
    add_levelled(roster, wanted.has_weapon, WYRM_ROLE_WEAPON, wanted.weapon, out);
    add_levelled(roster, wanted.has_armor, WYRM_ROLE_ARMOR, wanted.armor, out);
    for (size_t i = 0; i < wanted.worn.count; i++) {
        wyrm_role role = wanted.worn.roles[i];
        const char *name = wyrm_value_key(roster->gear[role], wanted.worn.pieces[i]);
        out->gear[out->gear_count++] = (wyrm_gear){.role = role, .name = name};
    }
    return WYRM_OK;
}
