/* The roster of a ruleset: who its monsters are, which level each stands for, and whether what the
 * records of creatures and gear say makes sense.
 *
 * Records and curves may both say what a creature is worth, and a ruleset may use either: where no
 * curve gives a role its hit points every record must, and a number in a record that nothing reads
 * is told, since whoever wrote it believes that it counts. */
#include "growth/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHAPTER "RuggRogue source code guide, \"Experience and Difficulty\""

#define TITLE_ROW                                                                                  \
    WYRM_ROW("title", TEXT,                                                                        \
             .summary =                                                                            \
                 "as people read it; without one, the key with spaces and a capital letter")
#define GLYPH_ROW(letter)                                                                          \
    WYRM_ROW("glyph", TEXT, .default_value = "\"" letter "\"",                                     \
             .summary = "its printable ASCII character on the map")

const wyrm_field wyrm_player_rows[] = {
    WYRM_ROW("name", NAME,
             .summary = "what the player may be called besides `player`: with `hero`, hero@3 is "
                        "player@3"),
    TITLE_ROW,
    GLYPH_ROW("@"),
    {.kind = WYRM_KIND_END}};
static const wyrm_field weapon_fields[] = {TITLE_ROW, GLYPH_ROW(")"), {.kind = WYRM_KIND_END}};
static const wyrm_field armor_fields[] = {TITLE_ROW, GLYPH_ROW("["), {.kind = WYRM_KIND_END}};
/* clang-format off */
static const wyrm_field variant_fields[] =
    WYRM_ELEMENT("hp_factor", RATIO, .greatest = 1000.0, .parts = GROWTH_PART_MAX,
                 .default_value = "1",
                 .summary = "hit points are multiplied by it and rounded up, after what the depth "
                            "makes of them", .source = "Catacombs of YARL, its treasure rooms");

static const wyrm_field monster_fields[] = {
    TITLE_ROW,
    WYRM_ROW("glyph", TEXT,
             .summary = "its printable ASCII character on the map; without one, "
                        "the first letter of its name"),
    {.name = "level", .kind = WYRM_KIND_INTEGER, .least = 1.0, .greatest = WYRM_LEVEL_MAX,
     .summary = "the first level that it stands for; monsters stand in the order of their levels, "
                "and none or all of them have one", .source = CHAPTER},
    WYRM_ROW("shoots", LIST, .fields = growth_shots_element, .least = 1,
             .greatest = WYRM_SHOTS_MAX, .summary = "what it shoots or casts from afar, and when"),
    WYRM_ROW("keeps_distance", INTEGER, .least = 2, .greatest = 31, .unit = "tiles",
             .summary = "it steps back from who is nearer, where it can, and comes no nearer "
                        "itself"),
    WYRM_ROW("flees", RECORD, .fields = growth_flees_rows,
             .summary = "it flees when it has few hit points left"),
    WYRM_ROW("splits", RECORD, .fields = growth_splits_rows,
             .summary = "what damage that it survives makes of it"),
    WYRM_ROW("summons", LIST, .fields = growth_summons_element, .least = 1,
             .greatest = WYRM_SUMMONS_MAX, .summary = "whom it calls, and when"),
    {.kind = WYRM_KIND_END},
};

/* clang-format on */

const wyrm_field wyrm_monster_element[] =
    WYRM_ELEMENT("monster", RECORD, .fields = monster_fields, .summary = "a kind of monster");
const wyrm_field wyrm_variant_element[] =
    WYRM_ELEMENT("variant", RECORD, .fields = variant_fields,
                 .summary = "what a monster of this variant has more than others of its kind");
const wyrm_field wyrm_weapon_element[] =
    WYRM_ELEMENT("weapon", RECORD, .fields = weapon_fields, .summary = "a kind of weapon");
const wyrm_field wyrm_armor_element[] =
    WYRM_ELEMENT("armor", RECORD, .fields = armor_fields, .summary = "a kind of armor");

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
    int32_t at = 0;
    for (size_t i = 1; i < roster->count && roster->monsters[i].level <= level; i++)
        at = (int32_t)i;
    return at;
}

bool wyrm_roster_clash(const wyrm_value *one, const wyrm_value *other)
{
    static const char off_hand[] = "off_hand";
    const char *slot = key_text(one, "slot"), *its = key_text(other, "slot");
    return (slot[0] != '\0' && strcmp(slot, its) == 0) ||
           (key_flag(one, "two_handed") && strcmp(its, off_hand) == 0) ||
           (key_flag(other, "two_handed") && strcmp(slot, off_hand) == 0);
}

const char *wyrm_roster_player_name(const wyrm_roster *roster)
{
    const char *name = key_text(roster->player, "name");
    return name[0] != '\0' ? name : "player";
}

/* A record that says nothing is as good as none: the schema writes one out. */
bool wyrm_roster_has_player(const wyrm_roster *roster)
{
    const bool said = roster->player != NULL && !wyrm_value_says_default(roster->player);
    return said || roster->by_levels || wyrm_roster_has_curves(roster, WYRM_ROLE_PLAYER);
}

const wyrm_value *wyrm_roster_player(const wyrm_roster *roster)
{
    return roster->player;
}

uint64_t wyrm_roster_experience(const wyrm_roster *roster, int32_t index, int32_t level)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    const wyrm_amount *own =
        monster ? wyrm_value_amount(wyrm_value_get(monster->record, "experience")) : NULL;
    if (own)
        return (uint64_t)llround(wyrm_pmf_mean(own->pmf));
    int curve = monster ? wyrm_growth_curve(roster->growth, WYRM_ROLE_MONSTER, "experience") : -1;
    double award = wyrm_growth_at(roster->growth, curve, level);
    return award > 0.0 ? (uint64_t)fmin(award, 0x1p63) : 0;
}

const wyrm_amount *wyrm_roster_experience_roll(const wyrm_roster *roster, int32_t index)
{
    const wyrm_monster *monster = wyrm_roster_monster(roster, index);
    const wyrm_amount *own =
        monster ? wyrm_value_amount(wyrm_value_get(monster->record, "experience")) : NULL;
    return own && own->form != AMOUNT_NUMBER ? own : NULL;
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

/* ---- what makes sense ---- */

/* Where growth has no curves for a role, its records must say the hit points, wherever there is
 * something to lose them to. */
static void check_hp(wyrm_opening *o, const wyrm_roster *roster, wyrm_role role, const char *name,
                     const wyrm_value *record)
{
    const bool fights = wyrm_combat_name(roster->combat)[0] != '\0';
    bool says = wyrm_value_get(record, "hp") != NULL;
    if (role == WYRM_ROLE_PLAYER && roster->by_levels) {
        wyrm_combatant novice = wyrm_combat_blank(roster->combat, "");
        wyrm_combat_read(roster->combat, record, &novice);
        roster->growth->model->put_on(roster->growth, 0, 1, &novice);
        says = novice.max_hp > 0;
    }
    if (fights && !says && !wyrm_roster_has_curves(roster, role))
        wyrm_fault(o, record, NULL,
                   "'%s' has no hit points: 'hp' is missing, and growth gives none", name);
}

/* Whether each number of the gear of a role counts, unless it is what the schema would have said,
 * or asks for: where growth has curves for it, none could. */
static void check_gear(wyrm_opening *o, const wyrm_roster *roster, wyrm_role role)
{
    const wyrm_value *map = roster->gear[role];
    const char *name = wyrm_role_name(role);
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, "'%s: {}' in the section growth leaves them to the records", name);
    for (size_t i = 0; i < wyrm_value_count(map) && wyrm_roster_has_curves(roster, role); i++)
        for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++) {
            const wyrm_value *value = wyrm_value_get(wyrm_value_item(map, i), stat->name);
            if (value && !wyrm_value_says_default(value) && !wyrm_value_field(value)->required)
                wyrm_fault(o, value, hint,
                           "'%s' of %s '%s' counts for nothing: growth gives %s its stats by level",
                           stat->name, name, wyrm_value_key(map, i),
                           role == WYRM_ROLE_WEAPON ? "a weapon" : "armor");
        }
}

/* How a monster is drawn: without a word of the ruleset by its name, so that kinds differ. */
static char glyph_of(const wyrm_value *record, const char *name)
{
    const wyrm_value *glyph = wyrm_value_get(record, "glyph");
    return glyph != NULL ? wyrm_value_text(glyph)[0] : name[0];
}

/* A name of the player that means somebody else already. */
static void check_name(wyrm_opening *o, const wyrm_roster *roster)
{
    const wyrm_value *value = wyrm_value_get(roster->player, "name");
    const char *name = wyrm_value_text(value);
    if (strcmp(name, "raw") == 0 || strcmp(name, "monster") == 0)
        wyrm_fault(o, value, NULL, "the player cannot be called '%s': that is a word of its own",
                   name);
    else if (value != NULL && wyrm_roster_find(roster, name) >= 0)
        wyrm_fault(o, value, NULL, "the player cannot be called '%s': a monster is", name);
}

static void make(wyrm_opening *o, void *system)
{
    /* A variant that is called like a key of combatants could never be named. */
    static const char *const taken[] = {"hp",     "max_hp", "regeneration", "regen",
                                        "weapon", "armor",  "depth"};
    wyrm_roster *roster = system;
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    roster->growth = o->from;
    roster->combat = roster->growth->combat;
    roster->player = wyrm_ruleset_find(o->ruleset, "player");
    roster->variants = wyrm_ruleset_find(o->ruleset, "variants");
    roster->by_levels = roster->growth->has_levels;
    roster->gear[WYRM_ROLE_WEAPON] = wyrm_ruleset_find(o->ruleset, "weapons");
    roster->gear[WYRM_ROLE_ARMOR] = wyrm_ruleset_find(o->ruleset, "armors");
    roster->count = wyrm_value_count(monsters);
    roster->monsters = base_array(o->arena, wyrm_monster, roster->count);
    for (size_t i = 0; i < roster->count; i++) {
        const wyrm_value *record = wyrm_value_item(monsters, i);
        roster->monsters[i] =
            (wyrm_monster){.name = wyrm_value_key(monsters, i),
                           .title = wyrm_title_of(o->arena, record, wyrm_value_key(monsters, i)),
                           .glyph = glyph_of(record, wyrm_value_key(monsters, i)),
                           .level = key_whole(record, "level"),
                           .record = record};
    }
    for (size_t i = 0; i < roster->count; i++)
        roster->monsters[i].abilities = growth_abilities(o, roster, roster->monsters[i].record);
    /* Every glyph, those of the sections that the roster does not keep included. */
    const wyrm_value *drawn[] = {monsters, roster->gear[WYRM_ROLE_WEAPON],
                                 roster->gear[WYRM_ROLE_ARMOR]};
    check_name(o, roster);
    wyrm_check_glyph(o, roster->player);
    for (size_t m = 0; m < sizeof drawn / sizeof *drawn; m++)
        for (size_t i = 0; i < wyrm_value_count(drawn[m]); i++)
            wyrm_check_glyph(o, wyrm_value_item(drawn[m], i));
    roster->has_levels = roster->count > 0 && roster->monsters[0].level != 0;
    if (wyrm_roster_has_player(roster))
        check_hp(o, roster, WYRM_ROLE_PLAYER, "player", roster->player);
    for (size_t i = 0; i < roster->count; i++) {
        const wyrm_monster *monster = &roster->monsters[i], *above = i > 0 ? monster - 1 : NULL;
        const wyrm_value *level = wyrm_value_get(monster->record, "level");
        const bool has = monster->level != 0;
        if (has != roster->has_levels)
            wyrm_fault(o, has ? level : monster->record, NULL,
                       "monster '%s' has %s level, but '%s' has %s: all or none", monster->name,
                       has ? "a" : "no", roster->monsters[0].name, has ? "none" : "one");
        else if (above && has && monster->level == above->level)
            wyrm_fault(o, level, NULL, "monster '%s' has the same level %d as '%s'", monster->name,
                       (int)monster->level, above->name);
        else if (above && has && monster->level < above->level)
            wyrm_fault(o, level, NULL,
                       "monster '%s' is out of order: level %d after level %d of '%s'",
                       monster->name, (int)monster->level, (int)above->level, above->name);
        check_hp(o, roster, WYRM_ROLE_MONSTER, monster->name, monster->record);
    }
    check_gear(o, roster, WYRM_ROLE_WEAPON);
    check_gear(o, roster, WYRM_ROLE_ARMOR);
    for (size_t i = 0; i < wyrm_value_count(roster->variants); i++) {
        const char *name = wyrm_value_key(roster->variants, i);
        const wyrm_value *record = wyrm_value_item(roster->variants, i);
        bool clashes = wyrm_combat_stat(roster->combat, name) >= 0;
        for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
            clashes = clashes || strcmp(name, taken[k]) == 0;
        if (clashes)
            wyrm_fault(o, record, NULL,
                       "a variant cannot be called '%s': that is a key of combatants", name);
    }
}

wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_growth *growth, wyrm_roster **out, wyrm_errors *errors)
{
    (void)combat; /* that of the growth */
    return wyrm_open(ruleset, NULL, sizeof **out, make, growth, out, errors);
}

void wyrm_roster_free(wyrm_roster *roster)
{
    base_unmake(roster);
}
