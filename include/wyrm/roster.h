/* The roster: combatants by name.
 *
 * A combatant is written NAME[@LEVEL][,KEY=VALUE...]: "player@6,weapon=5,armor=5", "monster@6",
 * "orc,elite", "raw,attack=8,defense=4,hp=30". NAME is `player` or the ruleset's name for it,
 * `monster` (of any level, where monsters grow by level), the name of a monster of the ruleset, or
 * `raw` (nothing set). Without LEVEL it is 1, or the level of the named monster.
 *
 * Where growth has curves, they give the combatant of a level. Where it has none, the record of the
 * ruleset does: "player@3" is the player after two level-ups by the policy of the ruleset, and
 * "orc@3" or "orc,depth=3" an orc on depth 3, which growth may scale. What the record itself sets
 * overrides a curve.
 *
 * KEYs, in the order in which they take effect:
 *   depth                                the depth of a monster without levels, instead of @LEVEL
 *   a variant of the ruleset             "orc,elite"; monsters only, one of them
 *   a stat of the combat model, hp, max_hp, regeneration (or regen)   set, before gear; a stat that
 *                                        gear replaces (wyrm_stat.replaced) keeps the typed value,
 *                                        except the damage of a weapon in the models accuracy and
 *                                        momentum, which is always the weapon's
 *   weapon, armor                        the gear worn (none where not named): its level where
 *                                        growth has curves for gear ("weapon=5"), else its name in
 *                                        the ruleset ("weapon=shortsword"); pieces of armor are
 *                                        joined with '+' ("armor=leather_armor+leather_helmet");
 *                                        a number behind a name is its plus ("weapon=sword+3",
 *                                        "armor=leather_armor+1+leather_helmet-1"), where a stat of
 *                                        the combat model takes such a plus
 * A variant, and a stat from 0 to 1, may be given without '=' and is then 1: "orc,elite",
 * "orc,asleep". Every other KEY needs its value, and so does every '='. `hp` above the maximum
 * raises the maximum.
 */
#ifndef WYRM_ROSTER_H
#define WYRM_ROSTER_H

#include <wyrm/abilities.h>
#include <wyrm/growth.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One monster of the ruleset. */
typedef struct wyrm_monster {
    const char *name;  /* its key; valid as long as the ruleset */
    const char *title; /* display name */
    char glyph;        /* its symbol on the map */
    int32_t level;     /* the lowest level at which a monster looks like this; 0 where monsters have
                          no levels */
    const wyrm_value *record;
    const wyrm_abilities *abilities; /* NULL: none */
} wyrm_monster;

typedef struct wyrm_roster wyrm_roster;

/* Builds the roster. On success *out is owned by the caller (wyrm_roster_free); the three arguments
 * must outlive it.
 * WYRM_ERROR_RULESET  a monster out of order of level, two of one level, or a creature without hit
 *                     points
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset,
                                                     const wyrm_combat *combat,
                                                     const wyrm_growth *growth, wyrm_roster **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_roster_free(wyrm_roster *roster); /* NULL is allowed */

/* Reads a combatant, as described above.
 * WYRM_ERROR_UNKNOWN   no such NAME or KEY (the hint names the nearest)
 * WYRM_ERROR_SYNTAX    not of the form above, a KEY without its value, or a variant of someone who
 *                      is no monster
 * WYRM_ERROR_ARGUMENT  gear that cannot be worn together, or a plus that no stat takes
 * WYRM_ERROR_RULESET   the player of a ruleset that has none
 * WYRM_ERROR_RANGE     a level or value outside its range (the message gives the range), and as
 *                      wyrm_combat_check
 * WYRM_ERROR_LIMIT     as wyrm_combat_check
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_combatant(const wyrm_roster *roster,
                                                           const char *text, wyrm_combatant *out,
                                                           wyrm_error *error);

/* A piece of gear as the text of a combatant names it. */
typedef struct wyrm_gear {
    wyrm_role role;   /* WYRM_ROLE_WEAPON or WYRM_ROLE_ARMOR */
    const char *name; /* its key, valid as long as the ruleset; NULL where growth has curves for the
                         role */
    int32_t level;    /* for a piece without a name; else 0 */
    int32_t plus;     /* for a piece with a name: 3 for "sword+3" */
} wyrm_gear;

/* A combatant split into body and gear. A plain value. */
#define WYRM_OUTFIT_GEAR_MAX 18
typedef struct wyrm_outfit {
    wyrm_combatant bare; /* without gear */
    size_t gear_count;
    wyrm_gear gear[WYRM_OUTFIT_GEAR_MAX]; /* in the order of putting on */
} wyrm_outfit;

/* Reads a combatant and splits it; fails as wyrm_roster_combatant. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_outfit(const wyrm_roster *roster, const char *text,
                                                        wyrm_outfit *out, wyrm_error *error);

/* Monsters in file order. */
WYRM_API size_t wyrm_roster_count(const wyrm_roster *roster);
WYRM_API const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, int32_t index);
WYRM_API int32_t wyrm_roster_find(const wyrm_roster *roster, const char *name); /* -1: none */

/* Makes an attack that a monster fires the shot that it would take over that distance: the first of
 * its `shoots` that reaches, else the one that reaches farthest. False, with the attack as it was,
 * if it is not fired or the attacker's name is not that of a monster that shoots. */
WYRM_API bool wyrm_roster_shot(const wyrm_roster *roster, wyrm_matchup *attack);

/* An ability of a monster that an exact duel leaves out, as a sentence, by index from 0. False
 * beyond the last. */
#define WYRM_ABILITY_TEXT_MAX 400
WYRM_API bool wyrm_ability_text(const wyrm_roster *roster, int32_t monster, size_t index,
                                char out[WYRM_ABILITY_TEXT_MAX]);

/* Index of the monster that a level looks like: the last whose level is at most `level`, or the
 * first for a level below all (RuggRogue, "Monster Selection"). -1 where monsters have no
 * levels. */
WYRM_API int32_t wyrm_roster_by_level(const wyrm_roster *roster, int32_t level);

/* The player's record; NULL if the ruleset has none. */
WYRM_API const wyrm_value *wyrm_roster_player(const wyrm_roster *roster);

/* The ruleset's name for the player, which may be written instead of `player`; "player" if it gives
 * none. */
WYRM_API const char *wyrm_roster_player_name(const wyrm_roster *roster);

/* Whether the text of a combatant means the player. */
WYRM_API bool wyrm_roster_is_player(const wyrm_roster *roster, const char *text);

/* Whether the ruleset has a player: a record with any content, or growth curves. */
WYRM_API bool wyrm_roster_has_player(const wyrm_roster *roster);

/* The experience for killing monster `index`: `experience` of its record (if random, the mean,
 * rounded); else the curve at `level`; else 0. Variants give the same. */
WYRM_API uint64_t wyrm_roster_experience(const wyrm_roster *roster, int32_t index, int32_t level);

/* The amount from which that experience is drawn for each monster; valid as long as the ruleset.
 * NULL: it is fixed.
 */
WYRM_API const wyrm_amount *wyrm_roster_experience_roll(const wyrm_roster *roster, int32_t index);

/* Variants of monsters in file order; wyrm_roster_find_variant gives the index of a name, or -1. */
#define WYRM_VARIANT_NONE (-1)
WYRM_API size_t wyrm_roster_variants(const wyrm_roster *roster);
WYRM_API const char *wyrm_roster_variant(const wyrm_roster *roster, int32_t index); /* NULL: none */
WYRM_API int32_t wyrm_roster_find_variant(const wyrm_roster *roster, const char *name);

/* Monster `index` as it is spawned at a level (a monster without levels: on a depth), with a
 * variant or WYRM_VARIANT_NONE: the same as wyrm_roster_combatant of "NAME@LEVEL,VARIANT". An
 * invalid index gives a blank combatant. Amounts may fail: see wyrm_combat_check. */
WYRM_API void wyrm_roster_spawn(const wyrm_roster *roster, int32_t index, int32_t level,
                                int32_t variant, wyrm_combatant *out);

/* The player at a level, without gear, as wyrm_roster_combatant of "player@LEVEL"; a blank
 * combatant where the ruleset has no player. */
WYRM_API void wyrm_roster_start(const wyrm_roster *roster, int32_t level, wyrm_combatant *out);

/* Puts on one piece of an outfit: by its level, or by its name with its plus. After the last piece
 * call wyrm_combat_fit to clamp the sums to their ranges. Fails as wyrm_roster_equip. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_wear(const wyrm_roster *roster,
                                                      const wyrm_gear *gear,
                                                      wyrm_combatant *combatant, wyrm_error *error);

/* Puts on one piece of gear by its name in the ruleset and clamps stats to their ranges. Does not
 * check which pieces go together: see wyrm_roster_clash.
 * WYRM_ERROR_UNKNOWN  no gear of that role (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) and name */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_equip(const wyrm_roster *roster, wyrm_role role,
                                                       const char *name, wyrm_combatant *combatant,
                                                       wyrm_error *error);

/* Whether two pieces of gear, by their records, cannot be worn at the same time: both armor of one
 * slot, or a two-handed weapon and armor of the slot off_hand. */
WYRM_API bool wyrm_roster_clash(const wyrm_value *one, const wyrm_value *other);

#ifdef __cplusplus
}
#endif
#endif
