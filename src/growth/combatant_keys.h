/* The keys of a combatant as it is written, and what they say. */
#ifndef WYRM_SRC_GROWTH_COMBATANT_KEYS_H
#define WYRM_SRC_GROWTH_COMBATANT_KEYS_H

#include "growth/roster_internal.h"

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

/* Reads KEY[=VALUE] at *text and moves it behind that. Fails as wyrm_roster_combatant. */
WYRM_MUST_CHECK wyrm_status wyrm_combatant_key(const wyrm_roster *roster, const wyrm_who *meant,
                                               const char **text, wyrm_wishes *wanted,
                                               wyrm_error *error);

#endif
