/* A design: a ruleset with all its models ready, and the rulesets that ship with the library.
 *
 * This is where a program starts: open a design by name or path, then ask its parts.
 *
 * A wyrm_design is immutable: any number of threads may use the same one, and its parts, at once.
 * Its parts belong to it and are gone with it, and so are the texts that they hand out; free it
 * when nobody uses either any more. Designs have nothing in common: open as many as you like.
 */
#ifndef WYRM_DESIGN_H
#define WYRM_DESIGN_H

#include <wyrm/duel.h>
#include <wyrm/dungeon.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_design wyrm_design;

/* The whole schema of a ruleset file: every section of every module. Static. */
WYRM_API const wyrm_schema *wyrm_design_schema(void);

/* Opens a ruleset: a shipped name, or a path (with a '/' or ending in .yaml or .yml, or any file
 * that exists where no shipped ruleset has the name).
 *
 * On success *out is owned by the caller (wyrm_design_free). Else it is NULL, `errors` (may be
 * NULL) tells everything, and the status is one of wyrm_ruleset_read, or
 *   WYRM_ERROR_UNKNOWN  neither a shipped name nor a file (the hint names the nearest) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open(const char *name_or_path, wyrm_design **out,
                                                      wyrm_errors *errors);

/* The same from memory; `file` as in wyrm_ruleset_parse. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse(const char *file, const char *text,
                                                       size_t length, wyrm_design **out,
                                                       wyrm_errors *errors);

/* The same of rules that can extend no others: no file is opened. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse_alone(const char *file, const char *text,
                                                             size_t length, wyrm_design **out,
                                                             wyrm_errors *errors);
WYRM_API void wyrm_design_free(wyrm_design *design); /* NULL is allowed */

/* The parts; they live as long as the design. */
WYRM_API const wyrm_ruleset *wyrm_design_ruleset(const wyrm_design *design);
WYRM_API const wyrm_combat *wyrm_design_combat(const wyrm_design *design);
WYRM_API const wyrm_growth *wyrm_design_growth(const wyrm_design *design);
WYRM_API const wyrm_roster *wyrm_design_roster(const wyrm_design *design);
WYRM_API const wyrm_threat *wyrm_design_threat(const wyrm_design *design); /* NULL: none */
WYRM_API const wyrm_encounter *wyrm_design_encounter(const wyrm_design *design);
WYRM_API const wyrm_loot *wyrm_design_loot(const wyrm_design *design);
WYRM_API const wyrm_mapper *wyrm_design_mapper(const wyrm_design *design);

/* The damage of one attack in melee, from the next tile: as wyrm_combat_hit, with its failures. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_hit(const wyrm_design *design,
                                                     const wyrm_combatant *attacker,
                                                     const wyrm_combatant *defender,
                                                     wyrm_pmf **damage, wyrm_error *error);

/* A fight between two combatants, each attacking in melee: their pmfs and the exact duel in one
 * call. `distributions` may be NULL.
 * WYRM_ERROR_ARGUMENT  hit points of 0 (the message names who)
 * and those of wyrm_combat_hit and wyrm_duel_solve */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_duel(const wyrm_design *design,
                                                      const wyrm_combatant *subject,
                                                      const wyrm_combatant *opponent,
                                                      wyrm_striker striker, wyrm_duel *out,
                                                      wyrm_duel_distributions *distributions,
                                                      wyrm_error *error);

/* The player that a depth is meant for. A plain value. */
typedef struct wyrm_reference {
    char text[256]; /* as a combatant is written, cut where longer */
    wyrm_combatant player;
    wyrm_outfit outfit; /* the same player taken apart: bare, and its gear */
} wyrm_reference;

/* That of the section `reference` of the ruleset; without one a player whose level is the depth (at
 * least 1), with gear of that level where there is such gear. Fails as wyrm_roster_combatant. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth,
                                                           wyrm_reference *out, wyrm_error *error);

/* A shipped ruleset: its YAML text. */
typedef struct wyrm_shipped {
    const char *name;
    const char *text;
    size_t length;
} wyrm_shipped;

/* The shipped rulesets in the order of names; static. */
WYRM_API const wyrm_shipped *wyrm_shipped_rulesets(size_t *count);
WYRM_API const wyrm_shipped *wyrm_shipped_find(const char *name); /* NULL: none */

/* "0.1.0" */
WYRM_API const char *wyrm_version(void);

#ifdef __cplusplus
}
#endif
#endif
