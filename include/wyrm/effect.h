/* Effects: what an item does when it is used.
 *
 * The library knows the kinds of effects and their numbers; turns, the movement of the confused and
 * hunger belong to the game. Questions that need a map are in <wyrm/effect_targets.h>.
 */
#ifndef WYRM_EFFECT_H
#define WYRM_EFFECT_H

#include <wyrm/growth.h>
#include <wyrm/measure.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_EFFECT_REACH_MAX 31   /* the greatest radius */
#define WYRM_PLUS_MAX         1000 /* greatest plus of gear, found or enchanted */

/* The numbers of effects, one row each: key in rulesets, kind, least and greatest value, unit,
 * meaning. */
#define WYRM_EFFECT_NUMBERS(_)                                                                     \
    _(amount, AMOUNT, 1, 1e6, NULL,                                                                \
      "hit points healed, fullness, points of a stat or plus, or experience; where it "            \
      "regenerates, hit points of each turn")                                                      \
    _(max_hp, AMOUNT, 1, 1e6, "hit points",                                                        \
      "added to hit points and their maximum where both are full")                                 \
    _(damage, AMOUNT, 1, 1e6, "hit points",                                                        \
      "taken from each creature it hits; where it is "                                             \
      "random, drawn for each of them")                                                            \
    _(range, INTEGER, 1, 1000, "tiles",                                                            \
      "how far the aim may be, else as far as one sees, or teleporting leads, else anywhere")      \
    _(radius, INTEGER, 0, WYRM_EFFECT_REACH_MAX, "tiles",                                          \
      "how far it reaches around its aim; walls give shelter")                                     \
    _(turns, AMOUNT, 1, 1e6, "turns",                                                              \
      "how long it lasts, else for good; where it may be missing; if random, drawn for each "      \
      "creature it hits")                                                                          \
    _(percent, INTEGER, 1, 100, "%",                                                               \
      "part of maximum hit points that is healed; rounded down, besides `amount` or alone")

enum {
#define WYRM_EFFECT_BIT_(key, kind, least, greatest, unit, summary) WYRM_EFFECT_AT_##key,
    WYRM_EFFECT_NUMBERS(WYRM_EFFECT_BIT_)
#undef WYRM_EFFECT_BIT_
        WYRM_EFFECT_NUMBER_COUNT
};

/* The aim that an effect needs. */
typedef enum wyrm_effect_aim {
    WYRM_AIM_USER,    /* none: it affects its user */
    WYRM_AIM_CLOSEST, /* none: it finds the closest creature in the user's sight */
    WYRM_AIM_TILE,    /* a tile other than the user's: it affects one creature there */
    WYRM_AIM_AREA     /* any tile: it affects all creatures around it, including the user */
} wyrm_effect_aim;

/* The kinds of effects, one row each: name in rulesets, aim, required numbers, optional numbers.
 * Healing with a percent needs no amount. */
#define WYRM_EFFECT_NEEDS(key) (1u << WYRM_EFFECT_AT_##key)
#define WYRM_EFFECT_KINDS(_)                                                                       \
    _(HEAL, "heal", USER, WYRM_EFFECT_NEEDS(amount),                                               \
      WYRM_EFFECT_NEEDS(max_hp) | WYRM_EFFECT_NEEDS(percent))                                      \
    _(FEED, "feed", USER, WYRM_EFFECT_NEEDS(amount), 0)                                            \
    _(LIGHTNING, "lightning", CLOSEST, WYRM_EFFECT_NEEDS(damage), WYRM_EFFECT_NEEDS(range))        \
    _(BOLT, "bolt", TILE, WYRM_EFFECT_NEEDS(damage), WYRM_EFFECT_NEEDS(range))                     \
    _(BLAST, "blast", AREA, WYRM_EFFECT_NEEDS(damage) | WYRM_EFFECT_NEEDS(radius),                 \
      WYRM_EFFECT_NEEDS(range))                                                                    \
    _(CONFUSE, "confuse", TILE, WYRM_EFFECT_NEEDS(turns), WYRM_EFFECT_NEEDS(range))                \
    _(SLEEP, "sleep", AREA, WYRM_EFFECT_NEEDS(turns) | WYRM_EFFECT_NEEDS(radius),                  \
      WYRM_EFFECT_NEEDS(range))                                                                    \
    _(HOLD, "hold", AREA, WYRM_EFFECT_NEEDS(turns) | WYRM_EFFECT_NEEDS(radius),                    \
      WYRM_EFFECT_NEEDS(range))                                                                    \
    _(SLOW, "slow", AREA, WYRM_EFFECT_NEEDS(turns) | WYRM_EFFECT_NEEDS(radius),                    \
      WYRM_EFFECT_NEEDS(range))                                                                    \
    _(FRIGHTEN, "frighten", AREA, WYRM_EFFECT_NEEDS(turns) | WYRM_EFFECT_NEEDS(radius),            \
      WYRM_EFFECT_NEEDS(range))                                                                    \
    _(BANISH, "banish", TILE, 0, WYRM_EFFECT_NEEDS(range))                                         \
    _(TELEPORT, "teleport", USER, 0, WYRM_EFFECT_NEEDS(range))                                     \
    _(MAP, "map", USER, 0, 0)                                                                      \
    _(SENSE, "sense", USER, WYRM_EFFECT_NEEDS(turns), 0)                                           \
    _(HIDE, "hide", USER, WYRM_EFFECT_NEEDS(turns), 0)                                             \
    _(HASTE, "haste", USER, WYRM_EFFECT_NEEDS(turns), 0)                                           \
    _(REGENERATE, "regenerate", USER, WYRM_EFFECT_NEEDS(amount), WYRM_EFFECT_NEEDS(turns))         \
    _(STRENGTHEN, "strengthen", USER, WYRM_EFFECT_NEEDS(amount), WYRM_EFFECT_NEEDS(turns))         \
    _(TEACH, "teach", USER, WYRM_EFFECT_NEEDS(amount), 0)                                          \
    _(ENCHANT, "enchant", USER, WYRM_EFFECT_NEEDS(amount), 0)

typedef enum wyrm_effect_kind {
    WYRM_EFFECT_NONE = 0,
#define WYRM_EFFECT_ENUM_(id, name, aim, needs, may) WYRM_EFFECT_##id,
    WYRM_EFFECT_KINDS(WYRM_EFFECT_ENUM_)
#undef WYRM_EFFECT_ENUM_
        WYRM_EFFECT_KIND_COUNT
} wyrm_effect_kind;

/* What enchanting applies to: the worn piece with the lowest plus; armor before weapons, then by
 * position in the pack. */
typedef enum wyrm_effect_gear {
    WYRM_EFFECT_GEAR_WORN,
    WYRM_EFFECT_GEAR_WEAPON, /* weapons only */
    WYRM_EFFECT_GEAR_ARMOR   /* armor only */
} wyrm_effect_gear;

/* One effect. A plain value. Numbers that the kind does not use are 0; a random number is given as
 * its mean, rounded, which is what bots calculate with. */
typedef struct wyrm_effect {
    wyrm_effect_kind kind;
    int32_t amount;
    int32_t max_hp;
    int32_t damage;
    int32_t range; /* -1: as far as the user sees; for teleporting 0: anywhere on the map */
    int32_t radius;
    int32_t turns;    /* 0 if it lasts for good */
    int32_t percent;  /* of the maximum hit points */
    const char *stat; /* strengthen: the stat, by its name in the combat model (or "max_hp"), valid
                         as long as the ruleset. NULL: none */
    wyrm_effect_gear gear; /* enchant: what it applies to */
    /* The random numbers by WYRM_EFFECT_AT_..., valid as long as the ruleset. NULL: the number is
     * the fixed one above. */
    const wyrm_amount *random[WYRM_EFFECT_NUMBER_COUNT];
    wyrm_measure measure; /* metric of range and radius; an engine uses that of the ruleset */
} wyrm_effect;

WYRM_API const char *wyrm_effect_name(wyrm_effect_kind kind);     /* "blast"; static text */
WYRM_API wyrm_effect_aim wyrm_effect_aims(wyrm_effect_kind kind); /* WYRM_AIM_USER for none */

/* The effect of an item, from its record (wyrm_item_kind.record); kind WYRM_EFFECT_NONE if it has
 * none, and for NULL. */
WYRM_API wyrm_effect wyrm_item_effect(const wyrm_value *record);

/* The same effect with its random numbers drawn, in the order above; no number in it is random. */
WYRM_API wyrm_effect wyrm_effect_roll(const wyrm_effect *effect, wyrm_rng *rng);

/* Applies the effect to one creature, and returns the change of its hit points. Healing goes up to
 * the maximum; at full hit points it raises both if it has a max_hp. Damage goes down to 0 and is
 * not reduced by defense. Other kinds change no hit points, and the dead stay as they are. Random
 * numbers count as their mean: roll them first. */
WYRM_API int64_t wyrm_effect_use(const wyrm_effect *effect, wyrm_combatant *combatant);

/* Hit points that the effect heals in a creature that has lost enough: the amount, and its percent
 * of the maximum. */
WYRM_API int64_t wyrm_effect_heals(const wyrm_effect *effect, int64_t max_hp);

/* The distribution of the result of wyrm_effect_use over all rolls. On success *out is owned by the
 * caller (wyrm_pmf_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_effect_changes(const wyrm_effect *effect,
                                                         const wyrm_combatant *combatant,
                                                         wyrm_pmf **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
