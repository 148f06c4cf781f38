/* The roster: combatants by name.
 *
 * A combatant is written NAME[@LEVEL][,KEY=VALUE...]: "player@6,weapon=5,armor=5", "monster@6",
 * "orc,elite", "raw,attack=8,defense=4,hp=30". NAME is `player` or the name that the ruleset gives
 * it, `monster` (of any level, where monsters grow by level), the name of a monster of the ruleset,
 * or `raw` (nothing set). The level
 * is 1 where none is named, or that of the named monster.
 *
 * Where growth has curves, they make the combatant of a level. Where it has none, the record of the
 * ruleset does: "player@3" is the player after two level-ups by the policy of the ruleset, and
 * "orc@3" or "orc,depth=3" an orc on depth 3, which growth may scale. What a record says itself
 * counts instead of a curve.
 *
 * KEY is, in this order of effect:
 *   depth                                the depth of a monster without levels, instead of @LEVEL
 *   a variant of the ruleset             "orc,elite"; monsters only, one of them
 *   a stat of the combat model, hp, max_hp, regeneration (or regen)   set, before gear; one that
 *                                        gear sets rather than adds to (wyrm_stat.replaced) stays
 *                                        as it is typed. What a weapon of the models accuracy and
 *                                        momentum strikes with is the weapon's, whatever is typed
 *   weapon, armor                        the gear worn (none where not named): its level where
 *                                        growth has curves for gear ("weapon=5"), else its name in
 *                                        the ruleset ("weapon=shortsword"); pieces of armor are
 *                                        joined with '+' ("armor=leather_armor+leather_helmet");
 *                                        a number behind a name is its plus ("weapon=sword+3",
 *                                        "armor=leather_armor+1+leather_helmet-1"), where a stat of
 *                                        the combat model takes such a plus
 * A variant, and a stat of 0 to 1, may stand without '=' and is then 1: "orc,elite", "orc,asleep".
 * Every other KEY needs its value, and so does every '='. `hp` above the maximum raises the
 * maximum.
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
    const char *name;  /* its key; lives as long as the ruleset */
    const char *title; /* as people read it */
    char glyph;        /* on the map */
    int32_t level;     /* the first level that it stands for; 0 where monsters have no levels */
    const wyrm_value *record;
    const wyrm_abilities *abilities; /* NULL: none */
} wyrm_monster;

typedef struct wyrm_roster wyrm_roster;

/* WYRM_ERROR_RULESET  a monster out of order of level, two of one level, a creature that nothing
 *                     gives hit points
 * WYRM_ERROR_MEMORY   out of memory
 * All three must outlive the roster. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_new(const wyrm_ruleset *ruleset,
                                                     const wyrm_combat *combat,
                                                     const wyrm_growth *growth, wyrm_roster **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_roster_free(wyrm_roster *roster); /* NULL is allowed */

/* Reads a combatant.
 * WYRM_ERROR_UNKNOWN   no such NAME or KEY (the hint names the nearest)
 * WYRM_ERROR_SYNTAX    not of the form above, a KEY without its value, a variant of someone who is
 *                      no monster
 * WYRM_ERROR_ARGUMENT  gear that cannot be worn together, a plus that no stat takes
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
    const char *name; /* its key, which lives as long as the ruleset; NULL where growth has curves
                         for the role */
    int32_t level;    /* of a piece without a name; else 0 */
    int32_t plus;     /* of one with a name: 3 of "sword+3" */
} wyrm_gear;

/* A combatant taken apart. A plain value. */
#define WYRM_OUTFIT_GEAR_MAX 18
typedef struct wyrm_outfit {
    wyrm_combatant bare; /* without its gear */
    size_t gear_count;
    wyrm_gear gear[WYRM_OUTFIT_GEAR_MAX]; /* in the order of putting on */
} wyrm_outfit;

/* Reads a combatant and takes it apart; fails as wyrm_roster_combatant. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_outfit(const wyrm_roster *roster, const char *text,
                                                        wyrm_outfit *out, wyrm_error *error);

/* Monsters in file order. */
WYRM_API size_t wyrm_roster_count(const wyrm_roster *roster);
WYRM_API const wyrm_monster *wyrm_roster_monster(const wyrm_roster *roster, int32_t index);
WYRM_API int32_t wyrm_roster_find(const wyrm_roster *roster, const char *name); /* -1: none */

/* What an exact duel leaves out of a monster, as a sentence: the first is that of index 0. False
 * where there is none of that index. */
#define WYRM_ABILITY_TEXT_MAX 400
WYRM_API bool wyrm_ability_text(const wyrm_roster *roster, int32_t monster, size_t index,
                                char out[WYRM_ABILITY_TEXT_MAX]);

/* Index of the monster that a level looks like: the last whose level is at most `level`, the first
 * for a level below all (RuggRogue, "Monster Selection"). -1 where monsters have no levels. */
WYRM_API int32_t wyrm_roster_by_level(const wyrm_roster *roster, int32_t level);

/* The player's record; NULL where the ruleset has none. */
WYRM_API const wyrm_value *wyrm_roster_player(const wyrm_roster *roster);

/* What the player is called besides `player`; "player" where the ruleset gives no name. */
WYRM_API const char *wyrm_roster_player_name(const wyrm_roster *roster);

/* Whether a combatant as it is written is the player. */
WYRM_API bool wyrm_roster_is_player(const wyrm_roster *roster, const char *text);

/* Whether there is a player: by a record that says anything, or by curves of growth. */
WYRM_API bool wyrm_roster_has_player(const wyrm_roster *roster);

/* What killing monster `index` gives: the `experience` of its record, where that is random its mean
 * to the nearest whole number; else that of the curves at `level`; 0 where there is neither.
 * Variants give the same. */
WYRM_API uint64_t wyrm_roster_experience(const wyrm_roster *roster, int32_t index, int32_t level);

/* What it is drawn from for each that comes; lives as long as the ruleset. NULL: it is always that.
 */
WYRM_API const wyrm_amount *wyrm_roster_experience_roll(const wyrm_roster *roster, int32_t index);

/* Variants of monsters in file order, and the index of a name, or -1. */
#define WYRM_VARIANT_NONE (-1)
WYRM_API size_t wyrm_roster_variants(const wyrm_roster *roster);
WYRM_API const char *wyrm_roster_variant(const wyrm_roster *roster, int32_t index); /* NULL: none */
WYRM_API int32_t wyrm_roster_find_variant(const wyrm_roster *roster, const char *name);

/* Monster `index` as it is spawned at a level (of monsters without levels: on a depth), in a
 * variant or WYRM_VARIANT_NONE: what wyrm_roster_combatant makes of "NAME@LEVEL,VARIANT". An index
 * that is none gives a blank. Of rolls: see wyrm_combat_check. */
WYRM_API void wyrm_roster_spawn(const wyrm_roster *roster, int32_t index, int32_t level,
                                int32_t variant, wyrm_combatant *out);

/* The player at a level, without gear: what wyrm_roster_combatant makes of "player@LEVEL"; a blank
 * where there is none. */
WYRM_API void wyrm_roster_start(const wyrm_roster *roster, int32_t level, wyrm_combatant *out);

/* Puts a piece of an outfit on: by its level, else by its name, with its plus. When the last one is
 * on, wyrm_combat_fit takes the sums into their ranges. Fails as wyrm_roster_equip. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_wear(const wyrm_roster *roster,
                                                      const wyrm_gear *gear,
                                                      wyrm_combatant *combatant, wyrm_error *error);

/* Puts one piece of gear on by its name in the ruleset, within the ranges of stats. Which pieces go
 * together is not looked at: that is asked with wyrm_roster_clash.
 * WYRM_ERROR_UNKNOWN   no gear of that role (WYRM_ROLE_WEAPON, WYRM_ROLE_ARMOR) and name */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_roster_equip(const wyrm_roster *roster, wyrm_role role,
                                                       const char *name, wyrm_combatant *combatant,
                                                       wyrm_error *error);

/* Whether two pieces of gear (their records) cannot be worn at the same time: both armor of one
 * slot, or a weapon for two hands and armor of the slot off_hand. */
WYRM_API bool wyrm_roster_clash(const wyrm_value *one, const wyrm_value *other);

#ifdef __cplusplus
}
#endif
#endif
