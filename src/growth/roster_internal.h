#ifndef WYRM_SRC_GROWTH_ROSTER_INTERNAL_H
#define WYRM_SRC_GROWTH_ROSTER_INTERNAL_H

#include <wyrm/growth.h>
#include <wyrm/roster.h>

/* Words and numbers of the text of a combatant. */

/* Bytes of a number or name that are looked at; more are cut in messages, between characters. */
#define WYRM_WORD_MAX 64

/* A part of the text that is being read. */
typedef struct wyrm_word {
    const char *start;
    size_t length;
} wyrm_word;

/* For "%.*s": how much of it to show, and where it starts. */
#define WYRM_WORD_SHOWN(word) wyrm_word_shown(word), (word).start
int wyrm_word_shown(wyrm_word word);

bool wyrm_word_is(wyrm_word word, const char *name);

/* The word up to one of the characters `ends` or the end of the text; *text is left standing there.
 */
wyrm_word wyrm_word_take(const char **text, const char *ends);

/* A level or depth in its range, named by `what`: "level". */
WYRM_MUST_CHECK wyrm_status wyrm_word_level(wyrm_word word, const char *what, int32_t *level,
                                            wyrm_error *error);

/* A value in its range, with the range in the message. */
WYRM_MUST_CHECK wyrm_status wyrm_word_value(wyrm_word key, wyrm_word word, double least,
                                            double greatest, bool whole, double *out,
                                            wyrm_error *error);

/* "did you mean 'orc'?" into the hint of the error, where one of `known` is near. */
void wyrm_word_hint(wyrm_word word, const char *const *known, size_t count, wyrm_error *error);

/* The roster, as the files of src/growth see it. */

struct wyrm_roster {
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_value *player; /* records and maps of the ruleset; NULL where it has none */
    const wyrm_value *variants;
    const wyrm_value *gear[WYRM_ROLE_COUNT]; /* of the roles of gear */
    wyrm_monster *monsters;
    char *titles; /* those that are made from keys, one after the other */
    size_t count;
    bool has_levels; /* monsters stand for levels */
};

/* Whether growth has curves for a role. */
bool wyrm_roster_has_curves(const wyrm_roster *roster, wyrm_role role);

/* Whether the keys weapon and armor take names: the ruleset has such gear, and no curves for it. */
bool wyrm_roster_names_gear(const wyrm_roster *roster, wyrm_role role);

/* A variant by its record; hit points are multiplied and rounded up, stats added. */
void wyrm_roster_vary(const wyrm_roster *roster, size_t variant, wyrm_combatant *combatant);

/* Gear that the text of a combatant names. */
#define WYRM_GEAR_WORN_MAX 16
typedef struct wyrm_gear_worn {
    size_t count;
    wyrm_role roles[WYRM_GEAR_WORN_MAX];
    size_t pieces[WYRM_GEAR_WORN_MAX]; /* indices into the maps of the ruleset */
} wyrm_gear_worn;

/* Reads "shortsword", or for armor "leather_armor+leather_helmet", after what is already worn. */
WYRM_MUST_CHECK wyrm_status wyrm_gear_read(const wyrm_roster *roster, wyrm_role role,
                                           wyrm_word names, wyrm_gear_worn *worn,
                                           wyrm_error *error);

/* WYRM_ERROR_ARGUMENT where two pieces cannot be worn at the same time. */
WYRM_MUST_CHECK wyrm_status wyrm_gear_check(const wyrm_roster *roster, const wyrm_gear_worn *worn,
                                            wyrm_error *error);

void wyrm_gear_put_on(const wyrm_roster *roster, const wyrm_gear_worn *worn,
                      wyrm_combatant *combatant);

/* Whether each number of the gear of a role counts: where growth has curves for it, none could. */
WYRM_MUST_CHECK wyrm_status wyrm_gear_counts(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                                             wyrm_role role, wyrm_errors *errors);

#endif
