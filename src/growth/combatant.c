/* The reader of NAME[@LEVEL][,KEY=VALUE...]: who is meant, and the combatant that comes of it. */
#include "growth/combatant_keys.h"

#include <stdio.h>
#include <stdlib.h>

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
    const char **known = malloc((roster->count + 3) * sizeof *known);
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
    free(known);
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
        status = wyrm_combatant_key(roster, &meant, &text, wanted, error);
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
