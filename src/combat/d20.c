/* Combat by a d20 against armor class (System Reference Document 5.1, "Making an Attack").
 *
 * An attack rolls and adds its bonus: at least the armor class hits. High rolls hit whatever the
 * armor class and count the dice of the damage twice, low ones always miss; with advantage the
 * better of two rolls counts, with disadvantage the worse. Damage has two parts, each with its own
 * type: that of the blow, and a rider that comes with it, which may be saved against (a bite and
 * its poison). The defender may take less of a type, more of it, or none.
 *
 * All that is random is two rolls and two amounts, connected only by the critical hit. So an attack
 * is a mixture of three: a miss, a hit, and a hit with its dice counted more than once, each of the
 * last two the sum of both parts.
 *
 * Types of damage are words of the ruleset: it declares the rows that name one, which are open
 * names in the schema itself. A blow that names no type has none, which nobody resists. */
#include "combat/internal.h"
#include <stdio.h>
#include <string.h>

enum {
    TO_HIT,
    PLUS,
    ADVANTAGE,
    DISADVANTAGE,
    DAMAGE,
    DAMAGE_BONUS,
    TYPE,
    RIDER,
    RIDER_TYPE,
    SAVE_DC,
    SAVE_HALF,
    CRITICAL,
    CRITICAL_DICE,
    REACH,
    ARMOR_CLASS,
    ARMOR_BONUS,
    SAVE,
    RESIST,
    IMMUNE,
    VULNERABLE,
    ASLEEP,
    STATS
};

/* ---- rows ---- */

#define BONUS_MAX  1000.0
#define DAMAGE_MAX 100000.0
#define DICE_MAX   20.0
#define REACH_MAX  1000.0
#define PART_MAX   1000 /* limit of either number of a factor */
#define TYPES_MAX  48   /* bits of a set, which a double holds exactly */
#define SET_MAX    0x1p53

#define DOCUMENT   "System Reference Document 5.1"

/* clang-format off */
static const wyrm_stat stats_rows[] = {
    [TO_HIT] = {.name = "to_hit", .least = -BONUS_MAX, .greatest = BONUS_MAX, .whole = true,
     .summary = "added to the roll, the weapon's bonus included", .scaling = WYRM_SCALING_TO_HIT,
     .side = WYRM_STAT_ATTACKER},
    [PLUS] = {.name = "plus", .least = -BONUS_MAX, .greatest = BONUS_MAX, .whole = true,
     .summary = "of its weapon: added to the roll and to the damage of every hit",
     .side = WYRM_STAT_ATTACKER, .plus_of = WYRM_ROLE_WEAPON},
    [ADVANTAGE] = {.name = "advantage", .greatest = 1.0, .whole = true,
     .summary = "1 where the better of two rolls counts", .side = WYRM_STAT_ATTACKER},
    [DISADVANTAGE] = {.name = "disadvantage", .greatest = 1.0, .whole = true,
     .summary = "1 where the worse of two rolls counts; with advantage neither",
     .side = WYRM_STAT_ATTACKER},
    [DAMAGE] = {.name = "damage", .kind = WYRM_STAT_AMOUNT, .greatest = SET_MAX, .whole = true,
     .unit = "hit points", .summary = "damage of a hit", .side = WYRM_STAT_ATTACKER},
    [DAMAGE_BONUS] = {.name = "damage_bonus", .least = -DAMAGE_MAX, .greatest = DAMAGE_MAX,
     .whole = true, .unit = "hit points", .summary = "added to the damage of every hit",
     .side = WYRM_STAT_ATTACKER},
    [TYPE] = {.name = "type", .kind = WYRM_STAT_WORD, .greatest = TYPES_MAX, .whole = true,
     .summary = "type of its damage", .side = WYRM_STAT_ATTACKER, .replaced = true},
    [RIDER] = {.name = "rider", .kind = WYRM_STAT_AMOUNT, .greatest = SET_MAX, .whole = true,
     .unit = "hit points", .summary = "further damage of a hit, of a type of its own",
     .side = WYRM_STAT_ATTACKER},
    [RIDER_TYPE] = {.name = "rider_type", .kind = WYRM_STAT_WORD, .greatest = TYPES_MAX,
     .whole = true, .summary = "type of the rider", .side = WYRM_STAT_ATTACKER, .replaced = true},
    [SAVE_DC] = {.name = "save_dc", .greatest = BONUS_MAX, .whole = true,
     .summary = "a roll and save of at least this escapes the rider; 0: nobody does",
     .side = WYRM_STAT_ATTACKER, .replaced = true},
    [SAVE_HALF] = {.name = "save_half", .greatest = 1.0, .whole = true,
     .summary = "1 where who escapes the rider takes half of it", .side = WYRM_STAT_ATTACKER,
     .replaced = true},
    [CRITICAL] = {.name = "critical", .least = -BONUS_MAX, .greatest = BONUS_MAX, .whole = true,
     .summary = "a hit with a roll of at least this is critical", .side = WYRM_STAT_ATTACKER,
     .replaced = true},
    [CRITICAL_DICE] = {.name = "critical_dice", .least = 1.0, .greatest = DICE_MAX, .whole = true,
     .summary = "how many times the dice of a critical hit count", .side = WYRM_STAT_ATTACKER,
     .replaced = true},
    [REACH] = {.name = "reach", .greatest = REACH_MAX, .default_value = 1.0, .unit = "tiles",
     .summary = "how far it strikes", .side = WYRM_STAT_ATTACKER, .means = WYRM_STAT_REACH,
     .replaced = true},
    [ARMOR_CLASS] = {.name = "armor_class", .least = -BONUS_MAX, .greatest = BONUS_MAX,
     .whole = true, .summary = "roll and bonus that hit it, without its armor bonus",
     .side = WYRM_STAT_DEFENDER, .replaced = true},
    [ARMOR_BONUS] = {.name = "armor_bonus", .least = -BONUS_MAX, .greatest = BONUS_MAX,
     .whole = true, .summary = "added to its armor class: shields, magic",
     .side = WYRM_STAT_DEFENDER, .plus_of = WYRM_ROLE_ARMOR},
    [SAVE] = {.name = "save", .least = -BONUS_MAX, .greatest = BONUS_MAX, .whole = true,
     .summary = "added to its roll against a rider", .side = WYRM_STAT_DEFENDER},
    [RESIST] = {.name = "resist", .kind = WYRM_STAT_SET, .greatest = SET_MAX, .whole = true,
     .summary = "types of which it takes a part", .side = WYRM_STAT_DEFENDER},
    [IMMUNE] = {.name = "immune", .kind = WYRM_STAT_SET, .greatest = SET_MAX, .whole = true,
     .summary = "types that do nothing to it", .side = WYRM_STAT_DEFENDER},
    [VULNERABLE] = {.name = "vulnerable", .kind = WYRM_STAT_SET, .greatest = SET_MAX,
     .whole = true, .summary = "types of which it takes more", .side = WYRM_STAT_DEFENDER},
    [ASLEEP] = {.name = "asleep", .greatest = 1.0, .whole = true,
     .summary = "1 where it sleeps: attacks have advantage, and hits are critical",
     .side = WYRM_STAT_DEFENDER, .means = WYRM_STAT_ASLEEP},
    [STATS] = {.name = NULL},
};

static const char *const weapon_ways[] = {"replaces", "adds", NULL};

static const wyrm_field type_element[] =
    WYRM_ELEMENT("type", NAME, .summary = "a type of damage");

static const wyrm_field parameter_rows[] = {
    WYRM_ROW("roll", AMOUNT, .least = -BONUS_MAX, .greatest = BONUS_MAX, .default_value = "1d20",
             .summary = "rolled to hit, and to save", .source = DOCUMENT),
    WYRM_ROW("automatic_hit", INTEGER, .least = -BONUS_MAX - 1.0, .greatest = BONUS_MAX + 1.0,
             .default_value = "20",
             .summary = "a roll of at least this always hits; above all rolls: none does",
             .source = DOCUMENT),
    WYRM_ROW("automatic_miss", INTEGER, .least = -BONUS_MAX - 1.0, .greatest = BONUS_MAX + 1.0,
             .default_value = "1",
             .summary = "a roll of at most this always misses; below all rolls: none does",
             .source = DOCUMENT),
    WYRM_ROW("critical", INTEGER, .least = -BONUS_MAX, .greatest = BONUS_MAX, .default_value = "20",
             .summary = "a hit with a roll of at least this is critical; where attacker or weapon "
                        "say nothing else", .source = DOCUMENT),
    WYRM_ROW("critical_dice", INTEGER, .least = 1.0, .greatest = DICE_MAX, .default_value = "2",
             .summary = "how many times dice of a critical hit count; where attacker or weapon say "
                        "nothing else", .source = DOCUMENT),
    WYRM_ROW("critical_plain", BOOL, .default_value = "false",
             .summary = "plain numbers count as often: 2d6+3 is 4d6+6, not 4d6+3; plus and "
                        "damage_bonus, too", .source = DOCUMENT),
    WYRM_ROW("armor_class", INTEGER, .least = -BONUS_MAX, .greatest = BONUS_MAX, .default_value = "10",
             .summary = "of a creature that names none", .source = DOCUMENT),
    WYRM_ROW("types", LIST, .greatest = TYPES_MAX, .fields = type_element,
             .default_value = "[acid, bludgeoning, cold, fire, force, lightning, necrotic, piercing, "
                         "poison, psychic, radiant, slashing, thunder]",
             .summary = "the types of damage", .source = DOCUMENT),
    WYRM_ROW("resist_factor", RATIO, .greatest = 1.0, .parts = PART_MAX, .default_value = "1/2",
             .summary = "part that who resists a type takes, rounded down", .source = DOCUMENT),
    WYRM_ROW("vulnerable_factor", RATIO, .least = 1.0, .greatest = 100.0, .parts = PART_MAX,
             .default_value = "2",
             .summary = "factor of who is vulnerable to a type; rounded down, after any "
                        "resist_factor", .source = DOCUMENT),
    WYRM_ROW("weapon_damage", CHOICE, .default_value = "replaces", .choices = weapon_ways,
             .summary = "a weapon's damage replaces its wielder's, or is added"),
    WYRM_ROW("weapon_to_hit", CHOICE, .default_value = "adds", .choices = weapon_ways,
             .summary = "a weapon's to_hit replaces its wielder's, or is added"),
    {.kind = WYRM_KIND_END},
};

#define WHOLE_ROW(key, most, sentence)                                                             \
    WYRM_ROW(key, INTEGER, .least = -(most), .greatest = (most), .summary = sentence)
#define FLAG_ROW(key, sentence) WYRM_ROW(key, BOOL, .summary = sentence)
#define DAMAGE_ROW(key, sentence)                                                                  \
    WYRM_ROW(key, AMOUNT, .least = -DAMAGE_MAX, .greatest = DAMAGE_MAX, .unit = "hit points",      \
             .summary = sentence)
#define TYPE_ROW(key, sentence)  WYRM_ROW(key, NAME, .summary = sentence)
#define TYPES_ROW(key, sentence) WYRM_ROW(key, LIST, .fields = type_element, .summary = sentence)

/* The rows of an attack that blows and weapons share. */
#define ATTACK_ROWS(rider_meant)                                                                   \
    WHOLE_ROW("plus", BONUS_MAX, "added to the roll and the damage of every hit; such as magic"),       \
    FLAG_ROW("advantage", "the better of two rolls counts"),                               \
    FLAG_ROW("disadvantage", "the worse of two rolls counts; with advantage neither"),     \
    WHOLE_ROW("damage_bonus", DAMAGE_MAX, "added to the damage of every hit; a plain number"),     \
    TYPE_ROW("type", "type of its damage, one of combat's; or none"),       \
    DAMAGE_ROW("rider", rider_meant),                                                              \
    TYPE_ROW("rider_type", "type of the rider"),                                                   \
    WYRM_ROW("save_dc", INTEGER, .greatest = BONUS_MAX,                                            \
             .summary = "a roll and save of at least this escapes the rider, else nobody does"), \
    FLAG_ROW("save_half", "who escapes the rider takes half; rounded down"),         \
    WHOLE_ROW("critical", BONUS_MAX,                                                               \
              "a hit with a roll of at least this is critical, else combat's"), \
    WYRM_ROW("critical_dice", INTEGER, .least = 1.0, .greatest = DICE_MAX,                         \
             .summary = "how many times dice of a critical hit count, else combat's"), \
    WYRM_ROW("reach", REAL, .greatest = REACH_MAX, .unit = "tiles",                                \
             .summary = "how far it strikes, else 1")
#define OWN_ATTACK_ROWS                                                                            \
    ATTACK_ROWS("further damage of a type of its own: poison or fire")
#define BODY_ROWS                                                                                  \
    WHOLE_ROW("save", BONUS_MAX, "added to its roll against a rider"),                             \
    TYPES_ROW("resist", "types of which it takes a part"),                                         \
    TYPES_ROW("immune", "types that do nothing to it"),                                            \
    TYPES_ROW("vulnerable", "types of which it takes more")

static const wyrm_field blow_rows[] = {
    WHOLE_ROW("to_hit", BONUS_MAX, "added to the roll"),
    OWN_ATTACK_ROWS,
    COMBAT_TIMES_ROW,
    COMBAT_ONLY_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field blow_element[] = {COMBAT_BLOW_ROW(blow_rows), {.kind = WYRM_KIND_END}};

static const wyrm_field creature_rows[] = {
    COMBAT_CREATURE_ROWS,
    WHOLE_ROW("to_hit", BONUS_MAX, "added to the roll"),
    DAMAGE_ROW("damage", "damage of a hit"),
    OWN_ATTACK_ROWS,
    COMBAT_ATTACKS_ROW(blow_element),
    WHOLE_ROW("armor_class", BONUS_MAX,
              "roll and bonus that hit it, else combat's"),
    WHOLE_ROW("armor_bonus", BONUS_MAX, "added to its armor class, whatever it wears"),
    BODY_ROWS,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field variant_rows[] = {
    WHOLE_ROW("to_hit", BONUS_MAX, "added to its to_hit"),
    WHOLE_ROW("damage_bonus", DAMAGE_MAX, "added to the damage of its hits"),
    WHOLE_ROW("armor_bonus", BONUS_MAX, "added to its armor class"),
    BODY_ROWS,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field weapon_rows[] = {
    WHOLE_ROW("to_hit", BONUS_MAX, "added to the roll, or instead of the wielder's"),
    DAMAGE_ROW("damage", "damage of a hit, instead of the wielder's or added; blows of `attacks` "
                         "have their own"),
    ATTACK_ROWS("further damage, added to the wielder's rider; its type and save_dc replace the "
                "wielder's"),
    COMBAT_ATTACKS_ROW(blow_element),
    COMBAT_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    COMBAT_SLOT_ROW,
    WHOLE_ROW("armor_class", BONUS_MAX, "armor class of who wears it, instead of the own"),
    WHOLE_ROW("armor_bonus", BONUS_MAX, "added to the armor class: a shield, a ring"),
    BODY_ROWS,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

/* ---- the types of a ruleset ---- */

/* Returns the words of `types` behind "none", for a stat that is one type; those of a set begin
 * with the second. */
static const char *const *words_of(base_arena *arena, const wyrm_value *types)
{
    const size_t count = wyrm_value_count(types);
    const char **words = base_array(arena, const char *, count + 2);
    words[0] = "none";
    for (size_t i = 0; i < count; i++)
        words[i + 1] = wyrm_value_text(wyrm_value_item(types, i));
    return words;
}

/* Copies rows so that every type in them must be one of the words. */
static const wyrm_field *worded(base_arena *arena, const wyrm_field *rows, const char *const *words)
{
    const size_t count = rs_count_rows(rows) + 1;
    wyrm_field *out = base_array(arena, wyrm_field, count);
    memcpy(out, rows, count * sizeof *out);
    for (wyrm_field *row = out; row->kind != WYRM_KIND_END; row++)
        if (row->kind == WYRM_KIND_NAME && strcmp(row->name, "slot") != 0) {
            row->kind = WYRM_KIND_CHOICE;
            row->choices = rows == type_element ? words + 1 : words;
        } else if (row->kind == WYRM_KIND_LIST || row->kind == WYRM_KIND_RECORD) {
            row->fields = worded(arena, row->fields, words);
        }
    return out;
}

static const wyrm_extension *declare(base_arena *arena, const wyrm_value *section)
{
    const char *const *words = words_of(arena, wyrm_value_get(section, "types"));
    const size_t count = COUNT_OF(extensions);
    wyrm_extension *out = base_array(arena, wyrm_extension, count);
    for (size_t i = 0; extensions[i].section != NULL; i++)
        out[i] =
            (wyrm_extension){extensions[i].section, worded(arena, extensions[i].fields, words)};
    return out;
}

/* ---- an attack ---- */

typedef struct d20 {
    wyrm_stat stats[STATS + 1];
    const wyrm_amount *roll;
    int64_t automatic_hit, automatic_miss;
    bool critical_plain;
    wyrm_ratio resists, vulnerable;
} d20;

/* The results of an attempt to hit. */
enum { MISS, HIT, CRITICAL_HIT, OUTCOMES };

/* Returns the chance that `value` counts: with `keep` 0 of one roll, with 1 as the better of two,
 * with -1 as the worse. As the better (worse) of two, both show it, or one does and the other is
 * below (above) it, in either order. */
static double chance_of(const wyrm_pmf *roll, int64_t value, int keep)
{
    const double chance = wyrm_pmf_at(roll, value), above = wyrm_pmf_tail(roll, value + 1);
    if (keep == 0)
        return chance;
    return chance * (chance + 2.0 * (keep < 0 ? above : fmax(0.0, 1.0 - above - chance)));
}

/* Works out the chances of a miss, a hit and a critical hit. */
static void attempt(combat_attack *of, double chances[OUTCOMES])
{
    static const char *const counts[] = {"worse of two ", "", "better of two "};
    const d20 *model = of->state;
    const wyrm_pmf *roll = wyrm_amount_pmf(model->roll);
    const double *own = of->attacker, *other = of->defender;
    const bool asleep = other[ASLEEP] > 0.0;
    const int keep = (asleep || own[ADVANTAGE] > 0.0) - (own[DISADVANTAGE] > 0.0);
    const double class = other[ARMOR_CLASS] + other[ARMOR_BONUS], bonus = own[TO_HIT] + own[PLUS];
    for (int64_t value = wyrm_pmf_first(roll); value <= wyrm_pmf_last(roll); value++) {
        const bool hits = value >= model->automatic_hit ||
                          (value > model->automatic_miss && (double)value + bonus >= class);
        const bool critical = asleep || (double)value >= own[CRITICAL];
        chances[!hits ? MISS : critical ? CRITICAL_HIT : HIT] += chance_of(roll, value, keep);
    }
    if (other[ARMOR_BONUS] != 0.0)
        combat_step(of, "armor class", class, "", "%.6g%+.6g", other[ARMOR_CLASS],
                    other[ARMOR_BONUS]);
    else
        combat_given(of, "armor class", class, "");
    combat_step(of, "chance to hit", 100.0 * (chances[HIT] + chances[CRITICAL_HIT]), "%",
                "%s%.30s%+.6g is %.6g or more; a roll of %d always, of %d never", counts[keep + 1],
                wyrm_amount_text(model->roll), bonus, class, (int)model->automatic_hit,
                (int)model->automatic_miss);
    if (asleep)
        combat_step(of, "chance of a critical hit", 100.0 * chances[CRITICAL_HIT], "%",
                    "all that hits a sleeper");
    else
        combat_step(of, "chance of a critical hit", 100.0 * chances[CRITICAL_HIT], "%",
                    "a hit with a roll of %.6g or more", own[CRITICAL]);
}

/* Whether the defender's set (RESIST, IMMUNE, ...) holds the attacker's type. */
static bool has(const combat_attack *of, int set, int type)
{
    const size_t word = (size_t)of->attacker[type];
    return word > 0 && ((uint64_t)of->defender[set] >> (word - 1) & 1) != 0;
}

/* How damage is changed: multiplied twice, added to, never below 0. */
typedef struct change {
    wyrm_ratio times[2];
    int64_t plus;
} change;

static int64_t changed(int64_t damage, void *context)
{
    const change *by = context;
    for (int i = 0; i < 2; i++)
        damage = damage * by->times[i].numerator / by->times[i].denominator;
    return damage + by->plus > 0 ? damage + by->plus : 0;
}

static int64_t less(int64_t value, void *plus)
{
    return value - *(const int64_t *)plus;
}

/* Returns the plain number that is added to a part of the damage. */
static double bonus_of(const combat_attack *of, int stat)
{
    return stat == DAMAGE ? of->attacker[DAMAGE_BONUS] + of->attacker[PLUS] : 0.0;
}

/* Returns a part of the damage, DAMAGE or RIDER, with its dice counted `times` times. */
static wyrm_pmf *rolled(combat_attack *of, int stat, unsigned times)
{
    const d20 *model = of->state;
    const int64_t bonus = (int64_t)bonus_of(of, stat);
    const wyrm_amount *amount = wyrm_combat_amount(of->combat, of->attacker[stat]);
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *dice, *sum, *out;
    unsigned rolls = times;
    int64_t plain = amount != NULL ? wyrm_amount_plus(amount) : 0;
    change by = {{{1, 1}, {1, 1}}, (plain + bonus) * (model->critical_plain ? times : 1)};
    if (amount == NULL)
        combat_keep(of, wyrm_pmf_point(0, &dice, error), &dice);
    else
        combat_keep(of, wyrm_pmf_map(wyrm_amount_pmf(amount), less, &plain, &dice, error), &dice);
    for (sum = dice; rolls > 1; rolls--)
        sum = combat_add(of, sum, dice);
    combat_keep(of, wyrm_pmf_map(sum, changed, &by, &out, error), &out);
    return out;
}

/* Returns how much of a part the defender takes, by its type. */
static wyrm_pmf *suffered(const combat_attack *of, const wyrm_pmf *part, int type)
{
    const d20 *model = of->state;
    const wyrm_ratio all = {1, 1}, none = {0, 1};
    change by = {{has(of, IMMUNE, type)   ? none
                  : has(of, RESIST, type) ? model->resists
                                          : all,
                  has(of, VULNERABLE, type) ? model->vulnerable : all},
                 0};
    wyrm_pmf *out;
    combat_keep(of, wyrm_pmf_map(part, changed, &by, &out, &of->arena->error), &out);
    return out;
}

/* Returns the rider when a defender escapes it with the chance `saved`, taking half of it or
 * nothing. */
static wyrm_pmf *saved_against(const combat_attack *of, wyrm_pmf *rider, double saved)
{
    change by = {{{of->attacker[SAVE_HALF] > 0.0, 2}, {1, 1}}, 0};
    wyrm_error *error = &of->arena->error;
    wyrm_pmf *escaped, *out;
    combat_keep(of, wyrm_pmf_map(rider, changed, &by, &escaped, error), &escaped);
    const wyrm_pmf *const parts[] = {escaped, rider};
    const double chances[] = {saved, 1.0 - saved};
    combat_keep(of, wyrm_pmf_mix(parts, chances, 2, &out, error), &out);
    return out;
}

/* Returns the chance to escape the rider. */
static double save_chance(const combat_attack *of)
{
    const d20 *model = of->state;
    const double needed = of->attacker[SAVE_DC] - of->defender[SAVE];
    return of->attacker[SAVE_DC] > 0.0
               ? wyrm_pmf_tail(wyrm_amount_pmf(model->roll), (int64_t)needed)
               : 0.0;
}

/* Returns the damage of a hit whose dice count `times` times. */
static wyrm_pmf *full(combat_attack *of, unsigned times, double saved)
{
    wyrm_pmf *own = rolled(of, DAMAGE, times);
    wyrm_pmf *rider = saved_against(of, rolled(of, RIDER, times), saved);
    return combat_add(of, suffered(of, own, TYPE), suffered(of, rider, RIDER_TYPE));
}

/* ---- explanation ---- */

/* Adds the step of a part of the damage: its dice, its type, and the mean that the defender
 * takes. */
static void explain_part(combat_attack *of, const char *label, int stat, int type)
{
    static const char *const takes[] = {"", ", resisted", ", immune", ", immune"};
    const wyrm_amount *amount = wyrm_combat_amount(of->combat, of->attacker[stat]);
    const double bonus = bonus_of(of, stat);
    const int kind = has(of, RESIST, type) + 2 * has(of, IMMUNE, type);
    const wyrm_pmf *part = rolled(of, stat, 1);
    char word[64], plus[32] = "";
    wyrm_combat_stat_text(of->combat, type, of->attacker[type], word, sizeof word);
    if (bonus != 0.0)
        snprintf(plus, sizeof plus, "%+.6g", bonus);
    combat_step(of, label, wyrm_pmf_mean(suffered(of, part, type)), "hit points",
                "%.40s%s%s%.24s%s%s", amount != NULL ? wyrm_amount_text(amount) : "0", plus,
                of->attacker[type] > 0.0 ? " " : "", of->attacker[type] > 0.0 ? word : "",
                takes[kind], has(of, VULNERABLE, type) ? ", vulnerable" : "");
}

static void explain(combat_attack *of, double saved, const wyrm_pmf *const parts[OUTCOMES])
{
    const wyrm_amount *const drawn[] = {((const d20 *)of->state)->roll,
                                        wyrm_combat_amount(of->combat, of->attacker[DAMAGE]),
                                        wyrm_combat_amount(of->combat, of->attacker[RIDER])};
    double cut = 0.0;
    for (size_t i = 0; i < COUNT_OF(drawn); i++)
        cut += drawn[i] != NULL ? wyrm_amount_cut(drawn[i]) : 0.0;
    explain_part(of, "damage, on average", DAMAGE, TYPE);
    if (wyrm_combat_amount(of->combat, of->attacker[RIDER]) != NULL) {
        explain_part(of, "rider, on average", RIDER, RIDER_TYPE);
        if (of->attacker[SAVE_DC] > 0.0)
            combat_step(of, "chance to escape the rider", 100.0 * saved, "%",
                        "a roll%+.6g is %.6g or more%s", of->defender[SAVE], of->attacker[SAVE_DC],
                        of->attacker[SAVE_HALF] > 0.0 ? ", then half of it" : "");
    }
    combat_given(of, "mean damage of a hit", wyrm_pmf_mean(parts[HIT]), "hit points");
    combat_step(of, "mean damage of a critical hit", wyrm_pmf_mean(parts[CRITICAL_HIT]),
                "hit points", "dice count %.6g times", of->attacker[CRITICAL_DICE]);
    if (cut > 0.0)
        combat_given(of, "probability that was cut off", cut, "");
}

static wyrm_pmf *hit(combat_attack *of)
{
    double chances[OUTCOMES] = {0.0};
    attempt(of, chances);
    const double saved = save_chance(of);
    wyrm_pmf *miss, *out;
    combat_keep(of, wyrm_pmf_point(0, &miss, &of->arena->error), &miss);
    const wyrm_pmf *const parts[OUTCOMES] = {
        miss, full(of, 1, saved), full(of, (unsigned)of->attacker[CRITICAL_DICE], saved)};
    if (of->steps != NULL)
        explain(of, saved, parts);
    base_must(of->arena, wyrm_pmf_mix(parts, chances, OUTCOMES, &out, &of->arena->error));
    return out;
}

/* ---- reading the section ---- */

static void check_types(rs_opening *o, const char *const *words)
{
    const wyrm_value *types = wyrm_value_get(o->section, "types");
    for (size_t i = 1; words[i] != NULL; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(words[i], words[k]) == 0)
                rs_error(o, wyrm_value_item(types, i - 1), NULL,
                         k == 0 ? "'%s' is what damage is that has no type"
                                : "the type '%s' is listed twice",
                         words[i]);
}

static void *make(rs_opening *o)
{
    d20 *model = base_new(o->arena, d20);
    const char *const *words = words_of(o->arena, wyrm_value_get(o->section, "types"));
    memcpy(model->stats, stats_rows, sizeof model->stats);
    for (wyrm_stat *stat = model->stats; stat->name != NULL; stat++)
        if (stat->kind == WYRM_STAT_WORD || stat->kind == WYRM_STAT_SET)
            stat->words = stat->kind == WYRM_STAT_WORD ? words : words + 1;
    model->stats[DAMAGE].replaced = key_choice(o->section, "weapon_damage") == 0;
    model->stats[TO_HIT].replaced = key_choice(o->section, "weapon_to_hit") == 0;
    model->stats[CRITICAL].default_value = key_real(o->section, "critical");
    model->stats[CRITICAL_DICE].default_value = key_real(o->section, "critical_dice");
    model->stats[ARMOR_CLASS].default_value = key_real(o->section, "armor_class");
    model->roll = wyrm_value_amount(wyrm_value_get(o->section, "roll"));
    model->automatic_hit = key_whole(o->section, "automatic_hit");
    model->automatic_miss = key_whole(o->section, "automatic_miss");
    model->critical_plain = key_flag(o->section, "critical_plain");
    model->resists = key_ratio(o->section, "resist_factor");
    model->vulnerable = key_ratio(o->section, "vulnerable_factor");
    check_types(o, words);
    if (model->automatic_hit <= model->automatic_miss)
        rs_error(o, wyrm_value_get(o->section, "automatic_miss"), NULL,
                 "a roll of %d would always hit and always miss", (int)model->automatic_miss);
    return model;
}

static const wyrm_stat *stats_of(const void *state)
{
    return ((const d20 *)state)->stats;
}

/* Without types of damage nobody can take more or less of one: the factors are idle. */
static const char *idle(const wyrm_value *parameters, char *why, size_t size)
{
    static const char *const factors[] = {"resist_factor", "vulnerable_factor"};
    for (size_t i = 0; i < 2 && wyrm_value_count(wyrm_value_get(parameters, "types")) == 0; i++)
        if (!rs_value_says_default(wyrm_value_get(parameters, factors[i]))) {
            snprintf(why, size, "no type of damage is declared: nobody can be %s any",
                     i == 0 ? "resistant to" : "vulnerable to");
            return factors[i];
        }
    return NULL;
}

const combat_model combat_d20_model = {
    .model = {.name = "d20",
              .summary = "a d20 and a bonus against armor class; critical hits, types of damage",
              .parameters = parameter_rows,
              .extensions = extensions,
              .declare = declare,
              .same_names = true},
    .stats_of = stats_of,
    .make = make,
    .hit = hit,
    .only_strikes = true,
    .idle = idle,
};
