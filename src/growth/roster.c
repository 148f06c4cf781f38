/* Combatants made from the records of a ruleset: monsters as they are spawned, the player of a
 * level. */

#include <stdio.h>
#include <string.h>

#include "base/arena.h"

#include "combat/internal.h"
#include "growth/internal.h"
#include "ruleset/internal.h"

/* ---- roster ----
 *
 * The roster of a ruleset: who its monsters are and which level each stands for. */

#define CHAPTER "RuggRogue source code guide, \"Experience and Difficulty\""

#define TITLE_ROW                                                                                  \
    {                                                                                              \
        .name = "title", .kind = WYRM_KIND_TEXT,                                                   \
        .summary = "as people read it; without one, the key with spaces and a capital letter"      \
    }
#define GLYPH_ROW(letter)                                                                          \
    {                                                                                              \
        .name = "glyph", .kind = WYRM_KIND_TEXT, .fallback = "\"" letter "\"",                     \
        .summary = "how it is drawn on the map: one printable ASCII character"                     \
    }

const wyrm_field wyrm_player_rows[] = {TITLE_ROW, GLYPH_ROW("@"), {.kind = WYRM_KIND_END}};
static const wyrm_field weapon_fields[] = {TITLE_ROW, GLYPH_ROW(")"), {.kind = WYRM_KIND_END}};
static const wyrm_field armor_fields[] = {TITLE_ROW, GLYPH_ROW("["), {.kind = WYRM_KIND_END}};
/* clang-format off */
static const wyrm_field variant_fields[] = {
    {.name = "hp_factor", .kind = WYRM_KIND_RATIO, .greatest = 1000.0, .fallback = "1",
     .summary = "hit points are multiplied by it and rounded up, after what the depth makes of "
                "them", .source = "Catacombs of YARL, its treasure rooms"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field monster_fields[] = {
    TITLE_ROW,
    GLYPH_ROW("M"),
    {.name = "level", .kind = WYRM_KIND_INTEGER, .least = 1.0, .greatest = WYRM_LEVEL_MAX,
     .summary = "the first level that it stands for; monsters stand in the order of their levels, "
                "and none or all of them have one", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_monster_element[] = {
    {.name = "monster", .kind = WYRM_KIND_RECORD, .fields = monster_fields,
     .summary = "a kind of monster"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_variant_element[] = {
    {.name = "variant", .kind = WYRM_KIND_RECORD, .fields = variant_fields,
     .summary = "what a monster of this variant has more than others of its kind"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_weapon_element[] = {
    {.name = "weapon", .kind = WYRM_KIND_RECORD, .fields = weapon_fields,
     .summary = "a kind of weapon"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_armor_element[] = {
    {.name = "armor", .kind = WYRM_KIND_RECORD, .fields = armor_fields,
     .summary = "a kind of armor"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

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

const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, int32_t index)
{
    return index >= 0 && (size_t)index < roster->count ? &roster->monsters[index] : NULL;
}

int32_t wyrm_roster_find(const wyrm_roster *roster, const char *name)
{
    for (size_t i = 0; i < roster->count; i++)
        if (strcmp(roster->monsters[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

int32_t wyrm_roster_by_level(const wyrm_roster *roster, int32_t level)
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

static const char *slot_of(const wyrm_value *record)
{
    return wyrm_value_text(wyrm_value_get(record, "slot"));
}

static bool needs_both_hands(const wyrm_value *weapon, const wyrm_value *armor)
{
    return wyrm_value_bool(wyrm_value_get(weapon, "two_handed")) &&
           strcmp(slot_of(armor), "off_hand") == 0;
}

bool wyrm_roster_clash(const wyrm_value *one, const wyrm_value *other)
{
    const char *slot = slot_of(one);
    return (slot[0] != '\0' && strcmp(slot, slot_of(other)) == 0) || needs_both_hands(one, other) ||
           needs_both_hands(other, one);
}

/* ---- What makes sense ---- */

static wyrm_status check_glyph(const wyrm_ruleset *ruleset, const wyrm_value *record,
                               wyrm_errors *errors)
{
    const wyrm_value *glyph = wyrm_value_get(record, "glyph");
    const char *text = wyrm_value_text(glyph);
    if (!glyph || (text[0] > ' ' && text[0] <= '~' && text[1] == '\0'))
        return WYRM_OK;
    return wyrm_value_fail(ruleset, glyph, errors, NULL,
                           "a glyph is one printable ASCII character, found '%.20s'", text);
}

/* Every glyph, those of the sections that the roster does not keep included. */
static wyrm_status check_glyphs(const wyrm_ruleset *ruleset, wyrm_errors *errors)
{
    static const char *const maps[] = {"monsters", "weapons", "armors"};
    wyrm_status status = check_glyph(ruleset, wyrm_ruleset_find(ruleset, "player"), errors);
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        const wyrm_value *map = wyrm_ruleset_find(ruleset, maps[m]);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            wyrm_status one = check_glyph(ruleset, wyrm_value_item(map, i), errors);
            status = status == WYRM_OK ? one : status;
        }
    }
    return status;
}

static wyrm_status check_level(const wyrm_ruleset *ruleset, const wyrm_roster *roster, size_t index,
                               wyrm_errors *errors)
{
    const wyrm_monster *first = &roster->monsters[0];
    const wyrm_monster *monster = &roster->monsters[index];
    const wyrm_value *level = wyrm_value_get(monster->record, "level");
    if (roster->has_levels && monster->level == 0)
        return wyrm_value_fail(ruleset, monster->record, errors, NULL,
                               "monster '%s' has no level, but '%s' has one: all or none",
                               monster->name, first->name);
    if (!roster->has_levels && monster->level != 0)
        return wyrm_value_fail(ruleset, level, errors, NULL,
                               "monster '%s' has a level, but '%s' has none: all or none",
                               monster->name, first->name);
    const wyrm_monster *above = index > 0 ? monster - 1 : NULL;
    if (!above || monster->level == 0 || monster->level > above->level)
        return WYRM_OK;
    if (monster->level == above->level)
        return wyrm_value_fail(ruleset, level, errors, NULL,
                               "monster '%s' has the same level %d as '%s'", monster->name,
                               (int)monster->level, above->name);
    return wyrm_value_fail(ruleset, level, errors, NULL,
                           "monster '%s' is out of order: level %d after level %d of '%s'",
                           monster->name, (int)monster->level, (int)above->level, above->name);
}

/* Where growth has no curves for a role, its records must say the hit points. */
static wyrm_status check_hp(const wyrm_ruleset *ruleset, const wyrm_roster *roster, wyrm_role role,
                            const char *name, const wyrm_value *record, wyrm_errors *errors)
{
    if (wyrm_roster_has_curves(roster, role) || wyrm_value_get(record, "hp"))
        return WYRM_OK;
    return wyrm_value_fail(ruleset, record, errors, NULL,
                           "'%s' has no hit points: 'hp' is missing, and growth gives none", name);
}

/* Whether each number of the gear of a role counts, unless it is what the schema would have said,
 * or asks for: where growth has curves for it, none could. */
static wyrm_status check_gear(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_role role, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    const wyrm_value *map = roster->gear[role];
    if (!wyrm_roster_has_curves(roster, role))
        return WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++) {
            const wyrm_value *value = wyrm_value_get(wyrm_value_item(map, i), stat->name);
            if (!value || wyrm_value_says_default(value) || wyrm_value_field(value)->required)
                continue;
            char hint[WYRM_ERROR_HINT_MAX];
            snprintf(hint, sizeof hint, "'%s: {}' in the section growth leaves them to the records",
                     wyrm_role_name(role));
            status = wyrm_value_fail(
                ruleset, value, errors, hint,
                "'%s' of %s '%s' counts for nothing: growth gives %s its stats by level",
                stat->name, wyrm_role_name(role), wyrm_value_key(map, i),
                role == WYRM_ROLE_WEAPON ? "a weapon" : "armor");
        }
    return status;
}

/* A variant that is called like a key of combatants could never be named. */
static wyrm_status check_variant(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                                 size_t index, wyrm_errors *errors)
{
    static const char *const taken[] = {"hp",     "max_hp", "regeneration", "regen",
                                        "weapon", "armor",  "depth"};
    const char *name = wyrm_value_key(roster->variants, index);
    bool clashes = wyrm_combat_stat(roster->combat, name) >= 0;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        clashes = clashes || strcmp(name, taken[i]) == 0;
    const wyrm_value *record = wyrm_value_item(roster->variants, index);
    if (clashes)
        return wyrm_value_fail(ruleset, record, errors, NULL,
                               "a variant cannot be called '%s': that is a key of combatants",
                               name);
    const wyrm_value *factor = wyrm_value_get(record, "hp_factor");
    wyrm_ratio ratio = wyrm_value_ratio(factor);
    if (ratio.numerator > WYRM_SCALE_PART_MAX || ratio.denominator > WYRM_SCALE_PART_MAX)
        return wyrm_value_fail(ruleset, factor, errors, NULL,
                               "both parts of the ratio 'hp_factor' must be at most %d",
                               WYRM_SCALE_PART_MAX);
    return WYRM_OK;
}

/* Everything that is wrong is reported; the first status counts. */
static wyrm_status check_all(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                             wyrm_errors *errors)
{
    wyrm_status status = check_glyphs(ruleset, errors);
    wyrm_status one = check_hp(ruleset, roster, WYRM_ROLE_PLAYER, "player", roster->player, errors);
    status = status == WYRM_OK ? one : status;
    for (size_t i = 0; i < roster->count; i++) {
        const wyrm_monster *monster = &roster->monsters[i];
        one = check_level(ruleset, roster, i, errors);
        status = status == WYRM_OK ? one : status;
        one = check_hp(ruleset, roster, WYRM_ROLE_MONSTER, monster->name, monster->record, errors);
        status = status == WYRM_OK ? one : status;
    }
    for (int role = 0; role < WYRM_ROLE_COUNT; role++) {
        one = check_gear(ruleset, roster, (wyrm_role)role, errors);
        status = status == WYRM_OK ? one : status;
    }
    for (size_t i = 0; i < wyrm_value_count(roster->variants); i++) {
        one = check_variant(ruleset, roster, i, errors);
        status = status == WYRM_OK ? one : status;
    }
    return status;
}

static wyrm_status fail_for_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
}

static wyrm_status make_room(wyrm_roster *roster, const wyrm_value *monsters, wyrm_errors *errors)
{
    size_t letters = 1;
    for (size_t i = 0; i < wyrm_value_count(monsters); i++)
        letters += strlen(wyrm_value_key(monsters, i)) + 1;
    roster->monsters = base_zeroed(wyrm_value_count(monsters) + 1, sizeof *roster->monsters);
    roster->titles = base_allocate(letters);
    return roster->monsters && roster->titles ? WYRM_OK : fail_for_memory(errors);
}

static void read_monsters(wyrm_roster *roster, const wyrm_value *monsters)
{
    char *title = roster->titles;
    roster->count = wyrm_value_count(monsters);
    for (size_t i = 0; i < roster->count; i++) {
        wyrm_monster *monster = &roster->monsters[i];
        monster->record = wyrm_value_item(monsters, i);
        monster->name = wyrm_value_key(monsters, i);
        monster->title = wyrm_value_text(wyrm_value_get(monster->record, "title"));
        monster->glyph = wyrm_value_text(wyrm_value_get(monster->record, "glyph"))[0];
        monster->level = (int32_t)wyrm_value_integer(wyrm_value_get(monster->record, "level"));
        if (monster->title[0] == '\0') {
            wyrm_title_of_key(monster->name, title);
            monster->title = title;
            title += strlen(title) + 1;
        }
    }
    roster->has_levels = roster->count > 0 && roster->monsters[0].level != 0;
}

wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_growth *growth, wyrm_roster **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_roster *roster = base_zeroed(1, sizeof *roster);
    if (!roster)
        return fail_for_memory(errors);
    roster->combat = combat;
    roster->growth = growth;
    roster->player = wyrm_ruleset_find(ruleset, "player");
    roster->variants = wyrm_ruleset_find(ruleset, "variants");
    roster->gear[WYRM_ROLE_WEAPON] = wyrm_ruleset_find(ruleset, "weapons");
    roster->gear[WYRM_ROLE_ARMOR] = wyrm_ruleset_find(ruleset, "armors");
    const wyrm_value *monsters = wyrm_ruleset_find(ruleset, "monsters");
    wyrm_status status = make_room(roster, monsters, errors);
    if (status == WYRM_OK) {
        read_monsters(roster, monsters);
        status = check_all(ruleset, roster, errors);
    }
    if (status != WYRM_OK) {
        wyrm_roster_free(roster);
        return status;
    }
    *out = roster;
    return WYRM_OK;
}

void wyrm_roster_free(wyrm_roster *roster)
{
    if (!roster)
        return;
    wyrm_free(roster->titles);
    wyrm_free(roster->monsters);
    wyrm_free(roster);
}

const wyrm_value *wyrm_roster_player(const wyrm_roster *roster)
{
    return roster->player;
}

uint64_t wyrm_roster_experience(const wyrm_roster *roster, int32_t index, int32_t level)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    const wyrm_value *own = monster ? wyrm_value_get(monster->record, "experience") : NULL;
    if (own)
        return (uint64_t)wyrm_value_integer(own);
    int curve = monster ? wyrm_growth_curve(roster->growth, WYRM_ROLE_MONSTER, "experience") : -1;
    double award = wyrm_growth_at(roster->growth, curve, level);
    return award > 0.0 ? (uint64_t)fmin(award, 0x1p63) : 0;
}

size_t wyrm_roster_variants(const wyrm_roster *roster)
{
    return wyrm_value_count(roster->variants);
}

const char *wyrm_roster_variant(const wyrm_roster *roster, int32_t index)
{
    bool known = index >= 0 && (size_t)index < wyrm_roster_variants(roster);
    return known ? wyrm_value_key(roster->variants, (size_t)index) : NULL;
}

int32_t wyrm_roster_find_variant(const wyrm_roster *roster, const char *name)
{
    for (size_t i = 0; i < wyrm_roster_variants(roster); i++)
        if (strcmp(wyrm_value_key(roster->variants, i), name) == 0)
            return (int32_t)i;
    return WYRM_VARIANT_NONE;
}

void wyrm_roster_vary(const wyrm_roster *roster, size_t variant, wyrm_combatant *combatant)
{
    const wyrm_value *record = wyrm_value_item(roster->variants, variant);
    wyrm_ratio factor = wyrm_value_ratio(wyrm_value_get(record, "hp_factor"));
    combatant->max_hp = wyrm_scale_hp(combatant->max_hp, factor);
    combatant->hp = wyrm_scale_hp(combatant->hp, factor);
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
    if (variant >= 0 && (size_t)variant < wyrm_roster_variants(roster))
        wyrm_roster_vary(roster, (size_t)variant, out);
}

/* By choices the record is that of level 1. */
void wyrm_roster_start(const wyrm_roster *roster, int32_t level, wyrm_combatant *out)
{
    const wyrm_choice *choices;
    *out = wyrm_combat_blank(roster->combat, "player");
    wyrm_growth_set(roster->growth, WYRM_ROLE_PLAYER, level, out);
    wyrm_combat_read(roster->combat, roster->player, out);
    if (wyrm_growth_choices(roster->growth, &choices) > 0) {
        out->level = 1;
        wyrm_growth_level_up(roster->growth, WYRM_ROLE_PLAYER, level, out);
    }
}
