/* The roster of a ruleset: its monsters, the level that each stands for, what they can do, and
 * checks of the records of creatures and gear.
 *
 * Records and curves may both give the numbers of a creature, and a ruleset may use either: if no
 * curve gives a role its hit points, every record must; and a number in a record that nothing reads
 * is reported, since its author believes that it counts. */
#include "growth/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what monsters do besides striking whoever is beside them ----
 *
 * Five keys of a monster's record give it. They name blows and monsters, which is checked here, so
 * that a game finds indexes. A duel leaves some of this out, and reports what from the same
 * structs, so that no ability can be forgotten there. */

#define TURNS_MAX 10000
#define RANGE_MAX 100

#define OCCASION_ROWS                                                                              \
    WYRM_ROW("chance", RATIO, .greatest = 1.0,                                                     \
             .summary = "chance in a turn in which it could, else it always does"),                \
        WYRM_ROW("cooldown", INTEGER, .least = 1, .greatest = TURNS_MAX, .unit = "turns",          \
                 .summary = "from one time to the next"),                                          \
        WYRM_ROW("times", INTEGER, .least = 1, .greatest = TURNS_MAX,                              \
                 .summary = "how often one can, at most")
#define EXPERIENCE_ROW(who)                                                                        \
    WYRM_ROW("experience", BOOL, .summary = who " gives experience as its kind, else none")

/* clang-format off */
static const wyrm_field shot_rows[] = {
    WYRM_ROW("range", INTEGER, .required = true, .least = 1, .greatest = RANGE_MAX, .unit = "tiles",
             .summary = "how far"),
    WYRM_ROW("blow", NAME, .summary = "its blow of `attacks`, else all but `only: melee`"),
    WYRM_ROW("near", BOOL, .summary = "also at who is within reach of its blows, else those are "
                                      "struck; a duel side by side leaves it out"),
    OCCASION_ROWS,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field shots_element[] =
    WYRM_ELEMENT("shot", RECORD, .fields = shot_rows, .summary = "a way to shoot");

static const wyrm_field chance_element[] =
    WYRM_ELEMENT("chance", RATIO, .greatest = 1.0, .summary = "the chance then");
static const wyrm_field number_element[] =
    WYRM_ELEMENT("monster", AMOUNT, .greatest = 1000, .summary = "how many of that name");
static const wyrm_field summons_rows[] = {
    WYRM_ROW("what", MAP, .required = true, .fields = number_element, .least = 1,
             .greatest = WYRM_SUMMONED_KINDS_MAX,
             .summary = "who comes beside it, by name, and how many; as far as there is room"),
    OCCASION_ROWS,
    WYRM_ROW("chances", LIST, .fields = chance_element, .least = 1, .greatest = WYRM_CHANCES_MAX,
             .summary = "instead of one chance: by how many that it called are there, from none; "
                        "the last for more"),
    WYRM_ROW("lasts", INTEGER, .least = 1, .greatest = TURNS_MAX, .unit = "turns",
             .summary = "after which they vanish, else they stay"),
    WYRM_ROW("bound", BOOL, .summary = "they vanish when who called them dies"),
    EXPERIENCE_ROW("who comes"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field summons_element[] =
    WYRM_ELEMENT("summons", RECORD, .fields = summons_rows, .summary = "a way to summon");

static const wyrm_field flees_rows[] = {
    WYRM_ROW("at", RATIO, .required = true, .greatest = 1.0, .parts = GROWTH_PART_MAX,
             .summary = "with at most this part of its hit points"),
    WYRM_ROW("until", RATIO, .greatest = 1.0, .parts = GROWTH_PART_MAX,
             .summary = "it comes back with more than this part, else never"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field splits_rows[] = {
    WYRM_ROW("parts", INTEGER, .required = true, .least = 2, .greatest = 10,
             .summary = "how many it becomes with itself; as far as there is room; the hit points "
                        "that are left are divided among them, rounded up"),
    WYRM_ROW("shared", BOOL, .default_value = "false",
             .summary = "divided without rounding up; it keeps what does not divide, and there are "
                        "no more parts than hit points"),
    WYRM_ROW("into", NAME, .summary = "the monster that parts are, else as itself"),
    EXPERIENCE_ROW("a part split off"),
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- the rows of creatures and gear ---- */

#define CHAPTER   "RuggRogue source code guide, \"Experience and Difficulty\""

#define TITLE_ROW WYRM_ROW("title", TEXT, .summary = "as people read it, else made from its key")
#define GLYPH_ROW(letter)                                                                          \
    WYRM_ROW("glyph", TEXT, .default_value = "\"" letter "\"",                                     \
             .summary = "its character on the map, printable ASCII")

const wyrm_field growth_player_rows[] = {
    WYRM_ROW("name", NAME, .summary = "another word for `player`: with `hero`, hero@3 is player@3"),
    TITLE_ROW,
    GLYPH_ROW("@"),
    {.kind = WYRM_KIND_END}};
static const wyrm_field weapon_fields[] = {TITLE_ROW, GLYPH_ROW(")"), {.kind = WYRM_KIND_END}};
static const wyrm_field armor_fields[] = {TITLE_ROW, GLYPH_ROW("["), {.kind = WYRM_KIND_END}};
/* clang-format off */
static const wyrm_field variant_fields[] =
    WYRM_ELEMENT("hp_factor", RATIO, .greatest = 1000.0, .parts = GROWTH_PART_MAX,
                 .default_value = "1",
                 .summary = "factor of hit points; rounded up, after what the depth makes of them",
                 .source = "Catacombs of YARL, its treasure rooms");

static const wyrm_field monster_fields[] = {
    TITLE_ROW,
    WYRM_ROW("glyph", TEXT,
             .summary = "its character on the map, printable ASCII, else its first letter"),
    {.name = "level", .kind = WYRM_KIND_INTEGER, .least = 1.0, .greatest = WYRM_LEVEL_MAX,
     .summary = "first level that it stands for; monsters stand in order of levels, and all or "
                "none have one", .source = CHAPTER},
    WYRM_ROW("shoots", LIST, .fields = shots_element, .least = 1,
             .greatest = WYRM_SHOTS_MAX, .summary = "what it shoots or casts from afar, and when"),
    WYRM_ROW("keeps_distance", INTEGER, .least = 2, .greatest = 31, .unit = "tiles",
             .summary = "it steps back from who is nearer, and comes no nearer; where it can"),
    WYRM_ROW("flees", RECORD, .fields = flees_rows,
             .summary = "it flees when few hit points are left"),
    WYRM_ROW("splits", RECORD, .fields = splits_rows,
             .summary = "what damage makes of it that it survives"),
    WYRM_ROW("summons", LIST, .fields = summons_element, .least = 1,
             .greatest = WYRM_SUMMONS_MAX, .summary = "whom it calls, and when"),
    {.kind = WYRM_KIND_END},
};

/* clang-format on */

const wyrm_field growth_monster_element[] =
    WYRM_ELEMENT("monster", RECORD, .fields = monster_fields, .summary = "a kind of monster");
const wyrm_field growth_variant_element[] =
    WYRM_ELEMENT("variant", RECORD, .fields = variant_fields,
                 .summary = "what a monster of this variant has more than others of its kind");
const wyrm_field growth_weapon_element[] =
    WYRM_ELEMENT("weapon", RECORD, .fields = weapon_fields, .summary = "a kind of weapon");
const wyrm_field growth_armor_element[] =
    WYRM_ELEMENT("armor", RECORD, .fields = armor_fields, .summary = "a kind of armor");

/* ---- what can be asked of a roster ---- */

bool growth_roster_has_curves(const wyrm_roster *roster, wyrm_role role)
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

bool wyrm_roster_shot(const wyrm_roster *roster, wyrm_matchup *attack)
{
    const int32_t at = wyrm_roster_find(roster, attack->attacker->name);
    const wyrm_abilities *can = at >= 0 ? roster->monsters[at].abilities : NULL;
    const wyrm_shot *shot = NULL;
    if (attack->attack != WYRM_ATTACK_FIRED || can == NULL || can->shot_count == 0)
        return false;
    for (size_t i = 0; i < can->shot_count && (shot == NULL || shot->range < attack->distance); i++)
        if (shot == NULL || can->shots[i].range > shot->range)
            shot = &can->shots[i];
    attack->shot = shot->blow != NULL ? shot->blow : "";
    attack->shot_range = shot->range;
    return true;
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

/* A record without content counts as none, as the schema writes one out. */
bool wyrm_roster_has_player(const wyrm_roster *roster)
{
    const bool said = roster->player != NULL && !rs_value_says_default(roster->player);
    return said || roster->by_levels || growth_roster_has_curves(roster, WYRM_ROLE_PLAYER);
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

/* ---- abilities as records say them ---- */

static wyrm_occasion occasion_of(const wyrm_value *record)
{
    const wyrm_value *chance = wyrm_value_get(record, "chance");
    return (wyrm_occasion){.chance = chance != NULL ? wyrm_value_real(chance) : 1.0,
                           .cooldown = key_whole(record, "cooldown"),
                           .times = key_whole(record, "times")};
}

/* Returns the monster of a name in a record; -1, and a fault, if there is none. */
static int32_t monster_of(rs_opening *o, const wyrm_roster *roster, const wyrm_value *at,
                          const char *name)
{
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    for (size_t i = 0; i < roster->count; i++)
        if (strcmp(roster->monsters[i].name, name) == 0)
            return (int32_t)i;
    rs_error_name(o, at, rs_map_names(monsters), roster->count, name, "no monster '%s'", name);
    return -1;
}

/* Whether `attacks` of a record has a blow of that name. */
static bool has_blow(const wyrm_value *record, const char *name)
{
    const wyrm_value *attacks = wyrm_value_get(record, "attacks");
    bool has = false;
    for (size_t i = 0; i < wyrm_value_count(attacks); i++)
        has |= wyrm_value_get(wyrm_value_item(attacks, i), name) != NULL;
    return has;
}

static void read_shots(rs_opening *o, const wyrm_value *record, wyrm_abilities *out)
{
    const wyrm_value *list = wyrm_value_get(record, "shoots");
    out->shot_count = wyrm_value_count(list);
    for (size_t i = 0; i < out->shot_count; i++) {
        const wyrm_value *one = wyrm_value_item(list, i), *blow = wyrm_value_get(one, "blow");
        out->shots[i] = (wyrm_shot){.when = occasion_of(one),
                                    .blow = blow != NULL ? wyrm_value_text(blow) : NULL,
                                    .range = key_whole(one, "range"),
                                    .near = key_flag(one, "near")};
        if (blow != NULL && !has_blow(record, wyrm_value_text(blow)))
            rs_error(o, blow, "'attacks: [{spit: 1d6, only: range}]' would have one",
                     "no blow '%s' is among its attacks", wyrm_value_text(blow));
    }
}

static void read_summons(rs_opening *o, const wyrm_roster *roster, const wyrm_value *record,
                         wyrm_abilities *out)
{
    const wyrm_value *list = wyrm_value_get(record, "summons");
    out->summons_count = wyrm_value_count(list);
    for (size_t i = 0; i < out->summons_count; i++) {
        const wyrm_value *one = wyrm_value_item(list, i), *what = wyrm_value_get(one, "what");
        wyrm_summons *way = &out->summons[i];
        *way = (wyrm_summons){.when = occasion_of(one),
                              .count = wyrm_value_count(what),
                              .lasts = key_whole(one, "lasts"),
                              .bound = key_flag(one, "bound"),
                              .experience = key_flag(one, "experience")};
        const wyrm_value *chances = wyrm_value_get(one, "chances");
        way->chance_count = wyrm_value_count(chances);
        for (size_t k = 0; k < way->chance_count; k++)
            way->chances[k] = wyrm_value_real(wyrm_value_item(chances, k));
        if (way->chance_count > 0)
            way->when.chance = way->chances[0];
        if (chances != NULL && wyrm_value_get(one, "chance") != NULL)
            rs_error(o, chances, NULL, "'chance' says it already");
        for (size_t k = 0; k < way->count; k++) {
            const wyrm_value *number = wyrm_value_item(what, k);
            way->what[k].monster = monster_of(o, roster, number, wyrm_value_key(what, k));
            way->what[k].number = wyrm_value_amount(number);
        }
    }
}

/* Compares ratios crosswise, exactly: GROWTH_PART_MAX keeps the products small. */
static void read_flight(rs_opening *o, const wyrm_value *record, wyrm_abilities *out)
{
    const wyrm_value *flees = wyrm_value_get(record, "flees");
    const wyrm_value *until = wyrm_value_get(flees, "until");
    out->flees = flees != NULL;
    out->returns = until != NULL;
    out->flees_at = key_ratio(flees, "at");
    out->flees_until = wyrm_value_ratio(until);
    if (until == NULL)
        return;
    if (out->flees_until.numerator * out->flees_at.denominator <
        out->flees_at.numerator * out->flees_until.denominator)
        rs_error(o, until, NULL, "it would come back with fewer hit points than it flees with");
}

static void read_split(rs_opening *o, const wyrm_roster *roster, const wyrm_value *record,
                       wyrm_abilities *out)
{
    const wyrm_value *splits = wyrm_value_get(record, "splits");
    const wyrm_value *into = wyrm_value_get(splits, "into");
    out->parts = key_whole(splits, "parts");
    out->parts_share = key_flag(splits, "shared");
    out->parts_experience = key_flag(splits, "experience");
    out->into = into != NULL ? monster_of(o, roster, into, wyrm_value_text(into)) : -1;
}

/* Reads the abilities of a monster; the names of all monsters must be known. NULL for most, so that
 * a game checks a single pointer. */
static const wyrm_abilities *abilities_of(rs_opening *o, const wyrm_roster *roster,
                                          const wyrm_value *record)
{
    wyrm_abilities *out = base_new(o->arena, wyrm_abilities);
    read_shots(o, record, out);
    read_summons(o, roster, record, out);
    read_flight(o, record, out);
    read_split(o, roster, record, out);
    out->keeps_distance = key_whole(record, "keeps_distance");
    const bool any = out->shot_count > 0 || out->summons_count > 0 || out->flees ||
                     out->keeps_distance > 0 || out->parts > 0;
    return any ? out : NULL;
}

/* ---- checks ---- */

/* Reports a record without hit points, if growth has no curves for its role and anybody can
 * fight. */
static void check_hp(rs_opening *o, const wyrm_roster *roster, wyrm_role role, const char *name,
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
    if (fights && !says && !growth_roster_has_curves(roster, role))
        rs_error(o, record, NULL, "'%s' has no hit points: 'hp' is missing, and growth gives none",
                 name);
}

/* Reports numbers of gear that count for nothing, as growth has curves for it; except those that
 * the schema would have filled in, or requires. */
static void check_gear(rs_opening *o, const wyrm_roster *roster, wyrm_role role)
{
    const wyrm_value *map = roster->gear[role];
    const char *name = wyrm_role_name(role);
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, "'%s: {}' in the section growth leaves them to the records", name);
    for (size_t i = 0; i < wyrm_value_count(map) && growth_roster_has_curves(roster, role); i++)
        for (const wyrm_stat *stat = wyrm_combat_stats(roster->combat); stat->name; stat++) {
            const wyrm_value *value = wyrm_value_get(wyrm_value_item(map, i), stat->name);
            if (value && !rs_value_says_default(value) && !wyrm_value_field(value)->required)
                rs_error(o, value, hint,
                         "'%s' of %s '%s' counts for nothing: growth gives %s its stats by level",
                         stat->name, name, wyrm_value_key(map, i),
                         role == WYRM_ROLE_WEAPON ? "a weapon" : "armor");
        }
}

/* Returns the glyph of a monster; without one of its own the first letter of its name, so that
 * kinds differ. */
static char glyph_of(const wyrm_value *record, const char *name)
{
    const wyrm_value *glyph = wyrm_value_get(record, "glyph");
    return glyph != NULL ? wyrm_value_text(glyph)[0] : name[0];
}

/* Reports a name of the player that means somebody else already. */
static void check_name(rs_opening *o, const wyrm_roster *roster)
{
    const wyrm_value *value = wyrm_value_get(roster->player, "name");
    const char *name = wyrm_value_text(value);
    if (strcmp(name, "raw") == 0 || strcmp(name, "monster") == 0)
        rs_error(o, value, NULL, "the player cannot be called '%s': that is a word of its own",
                 name);
    else if (value != NULL && wyrm_roster_find(roster, name) >= 0)
        rs_error(o, value, NULL, "the player cannot be called '%s': a monster is", name);
}

static void make(rs_opening *o, void *system)
{
    static const char *const words[] = {"player", "raw"};
    /* A variant with the name of a key of combatants could never be asked for. */
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
                           .title = rs_title_of(o->arena, record, wyrm_value_key(monsters, i)),
                           .glyph = glyph_of(record, wyrm_value_key(monsters, i)),
                           .level = key_whole(record, "level"),
                           .record = record};
    }
    for (size_t i = 0; i < roster->count; i++)
        roster->monsters[i].abilities = abilities_of(o, roster, roster->monsters[i].record);
    /* Checks every glyph, those of gear included. */
    const wyrm_value *drawn[] = {monsters, roster->gear[WYRM_ROLE_WEAPON],
                                 roster->gear[WYRM_ROLE_ARMOR]};
    check_name(o, roster);
    rs_check_glyph(o, roster->player);
    for (size_t m = 0; m < COUNT_OF(drawn); m++)
        for (size_t i = 0; i < wyrm_value_count(drawn[m]); i++)
            rs_check_glyph(o, wyrm_value_item(drawn[m], i));
    roster->has_levels = roster->count > 0 && roster->monsters[0].level != 0;
    if (wyrm_roster_has_player(roster))
        check_hp(o, roster, WYRM_ROLE_PLAYER, "player", roster->player);
    for (size_t i = 0; i < roster->count; i++)
        if (base_has_word(words, COUNT_OF(words), roster->monsters[i].name))
            rs_error(o, roster->monsters[i].record, NULL,
                     "a monster cannot be called '%s': that is a word of its own",
                     roster->monsters[i].name);
    for (size_t i = 0; i < roster->count; i++) {
        const wyrm_monster *monster = &roster->monsters[i], *above = i > 0 ? monster - 1 : NULL;
        const wyrm_value *level = wyrm_value_get(monster->record, "level");
        const bool has = monster->level != 0;
        if (has != roster->has_levels)
            rs_error(o, has ? level : monster->record, NULL,
                     "monster '%s' has %s level, but '%s' has %s: all or none", monster->name,
                     has ? "a" : "no", roster->monsters[0].name, has ? "none" : "one");
        else if (above && has && monster->level == above->level)
            rs_error(o, level, NULL, "monster '%s' has the same level %d as '%s'", monster->name,
                     (int)monster->level, above->name);
        else if (above && has && monster->level < above->level)
            rs_error(o, level, NULL,
                     "monster '%s' is out of order: level %d after level %d of '%s'", monster->name,
                     (int)monster->level, (int)above->level, above->name);
        check_hp(o, roster, WYRM_ROLE_MONSTER, monster->name, monster->record);
    }
    check_gear(o, roster, WYRM_ROLE_WEAPON);
    check_gear(o, roster, WYRM_ROLE_ARMOR);
    for (size_t i = 0; i < wyrm_value_count(roster->variants); i++) {
        const char *name = wyrm_value_key(roster->variants, i);
        const wyrm_value *record = wyrm_value_item(roster->variants, i);
        if (wyrm_combat_stat(roster->combat, name) >= 0 ||
            base_has_word(taken, COUNT_OF(taken), name))
            rs_error(o, record, NULL,
                     "a variant cannot be called '%s': that is a key of combatants", name);
    }
}

wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                            const wyrm_growth *growth, wyrm_roster **out, wyrm_errors *errors)
{
    (void)combat; /* that of the growth */
    return rs_open(ruleset, NULL, sizeof **out, make, growth, out, errors);
}

void wyrm_roster_free(wyrm_roster *roster)
{
    base_unmake(roster);
}

/* ---- abilities in words ---- */

/* A sentence that is being written. */
typedef struct sentence {
    char *out;
    size_t used;
} sentence;

static void WYRM_PRINTF(2, 3) add_text(sentence *to, const char *format, ...)
{
    const size_t room = WYRM_ABILITY_TEXT_MAX - to->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->out + to->used, room, format, arguments);
    va_end(arguments);
    to->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

static void add_when(sentence *to, const wyrm_occasion *when)
{
    if (when->chance < 1.0)
        add_text(to, ", in %.3g %% of the turns in which it could", 100.0 * when->chance);
    if (when->cooldown > 1) /* 1 is each turn */
        add_text(to, ", every %d turns at most", (int)when->cooldown);
    if (when->times > 0)
        add_text(to, ", %d %s at most", (int)when->times, when->times == 1 ? "time" : "times");
}

static void add_shot(sentence *to, const wyrm_shot *shot)
{
    add_text(to, "shoots");
    if (shot->blow != NULL)
        add_text(to, " (%s)", shot->blow);
    add_text(to, " from up to %d %s away", (int)shot->range, shot->range == 1 ? "tile" : "tiles");
    add_when(to, &shot->when);
}

static void add_summons(sentence *to, const wyrm_roster *roster, const wyrm_summons *way)
{
    add_text(to, "summons ");
    for (size_t i = 0; i < way->count; i++)
        add_text(to, "%s%s %s", i > 0 ? ", " : "", wyrm_amount_text(way->what[i].number),
                 roster->monsters[way->what[i].monster].name);
    add_when(to, &way->when);
    if (way->chance_count > 1)
        add_text(to, ", less often where some are there");
    if (way->lasts > 0)
        add_text(to, ", who vanish after %d %s", (int)way->lasts,
                 way->lasts == 1 ? "turn" : "turns");
}

static void add_flight(sentence *to, const wyrm_abilities *can)
{
    add_text(to, "flees with at most %.3g %% of its hit points",
             100.0 * (double)can->flees_at.numerator / (double)can->flees_at.denominator);
    if (can->returns)
        add_text(to, ", until it has more than %.3g %%",
                 100.0 * (double)can->flees_until.numerator / (double)can->flees_until.denominator);
}

static void add_split(sentence *to, const wyrm_roster *roster, const wyrm_abilities *can)
{
    add_text(to, "splits into %d", (int)can->parts);
    if (can->into >= 0)
        add_text(to, " %s", roster->monsters[can->into].name);
    add_text(to, " when it is hurt%s", can->parts_share ? ", which share its hit points" : "");
}

/* Writes the ability of an index, in this order. Only those that a monster has are numbered, so
 * that indexes have no gaps. */
static bool add_ability(sentence *to, const wyrm_roster *roster, const wyrm_abilities *can,
                        size_t index)
{
    if (index < can->shot_count) {
        add_shot(to, &can->shots[index]);
        return true;
    }
    index -= can->shot_count;
    if (index < can->summons_count) {
        add_summons(to, roster, &can->summons[index]);
        return true;
    }
    index -= can->summons_count;
    if (can->keeps_distance > 0 && index-- == 0) {
        add_text(to, "keeps a distance of %d tiles", (int)can->keeps_distance);
        return true;
    }
    if (can->flees && index-- == 0) {
        add_flight(to, can);
        return true;
    }
    if (can->parts > 0 && index == 0) {
        add_split(to, roster, can);
        return true;
    }
    return false;
}

bool wyrm_ability_text(const wyrm_roster *roster, int32_t monster, size_t index,
                       char out[WYRM_ABILITY_TEXT_MAX])
{
    sentence to = {.out = out};
    out[0] = '\0';
    if (monster < 0 || (size_t)monster >= roster->count ||
        roster->monsters[monster].abilities == NULL)
        return false;
    add_text(&to, "%s ", roster->monsters[monster].name);
    return add_ability(&to, roster, roster->monsters[monster].abilities, index);
}

/* Returns the abilities that a duel from a distance knows; the others need more than two fighters,
 * or room to flee. */
combat_habits growth_abilities_apart(const wyrm_abilities *abilities)
{
    combat_habits out = {.shot_count = 0};
    if (abilities == NULL)
        return out;
    out.keeps_distance = abilities->keeps_distance;
    for (; out.shot_count < abilities->shot_count; out.shot_count++) {
        const wyrm_shot *shot = &abilities->shots[out.shot_count];
        out.shots[out.shot_count] = (combat_shot){.chance = shot->when.chance,
                                                  .cooldown = shot->when.cooldown,
                                                  .times = shot->when.times,
                                                  .blow = shot->blow,
                                                  .range = shot->range,
                                                  .near = shot->near};
    }
    return out;
}
