/* A design: a ruleset with all its models ready, and the rulesets that ship with the library.
 *
 * This is where a program starts: open a design by name or path, then ask its parts.
 *
 * A wyrm_design is immutable: any number of threads may use the same one, and its parts, at once.
 * The design owns its parts and the texts they return; free it when nobody uses either any more.
 * Designs share nothing: open as many as you like.
 */
#ifndef WYRM_DESIGN_H
#define WYRM_DESIGN_H

#include <wyrm/change.h>
#include <wyrm/drops.h>
#include <wyrm/duel.h>
#include <wyrm/dungeon.h>
#include <wyrm/trade.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_design wyrm_design;

/* The whole schema of a ruleset file: every section of every module. Static. */
WYRM_API const wyrm_schema *wyrm_design_schema(void);

/* Opens a ruleset: a shipped name, or a path (with a '/' or ending in .yaml or .yml, or any
 * existing file whose name is not that of a shipped ruleset).
 *
 * On success *out is owned by the caller (wyrm_design_free). Else it is NULL, `errors` (may be
 * NULL) has every error, and the status is one of wyrm_ruleset_read, or
 *   WYRM_ERROR_UNKNOWN  neither a shipped name nor a file (the hint names the nearest) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open(const char *name_or_path, wyrm_design **out,
                                                      wyrm_errors *errors);

/* The same, but the ruleset may also extend files in the folder `allowed` or below it; otherwise
 * only those in the folder of the extending file. NULL: no other folder. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open_allowing(const char *name_or_path,
                                                               const char *allowed,
                                                               wyrm_design **out,
                                                               wyrm_errors *errors);

/* The same from memory; `file` as in wyrm_ruleset_parse. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse(const char *file, const char *text,
                                                       size_t length, wyrm_design **out,
                                                       wyrm_errors *errors);

/* The same; may also extend the files that wyrm_design_open_allowing may. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse_allowing(const char *file, const char *text,
                                                                size_t length, const char *allowed,
                                                                wyrm_design **out,
                                                                wyrm_errors *errors);

/* The same, but the text may not extend anything, so no file is opened. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse_alone(const char *file, const char *text,
                                                             size_t length, wyrm_design **out,
                                                             wyrm_errors *errors);

/* The same, but the text extends `base`, by whatever name: "name: frail\nextends: base\nmonsters:
 * {orc: {hp: 5}}" answers a what-if question. `base` need not outlive *out. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_extend(const wyrm_design *base, const char *file,
                                                        const char *text, size_t length,
                                                        wyrm_design **out, wyrm_errors *errors);

/* A copy of `base`, with its name, in which some keys are changed (<wyrm/change.h>). Positions of
 * changed keys are in a file called "changes". *out is owned by the caller (wyrm_design_free).
 * Fails as wyrm_changes_text and wyrm_design_extend. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_change(const wyrm_design *base,
                                                        const wyrm_change *changes, size_t count,
                                                        wyrm_design **out, wyrm_errors *errors);

/* The text of the file that `base` was read from, with some keys changed in place
 * (wyrm_changes_edit); it is read again and must have the same hash as wyrm_design_change gives.
 * `file` as in wyrm_design_parse. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_ARGUMENT  the file cannot express the changes this way
 * and the errors of these three functions */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_edit(const wyrm_design *base, const char *file,
                                                      const char *text, size_t length,
                                                      const wyrm_change *changes, size_t count,
                                                      char **out, wyrm_errors *errors);
WYRM_API void wyrm_design_free(wyrm_design *design); /* NULL is allowed */

/* Opens a ruleset to play. One with all that a game needs is opened as by
 * wyrm_design_open_allowing. One with combat, a player and monsters but no dungeon gets simple
 * defaults for the rest: as many depths as monsters, at most 10, the weakest first (by what killing
 * one costs the player), floors of a few rooms, all weapons, armors and items lying about or, if
 * there are none, regeneration. *out is owned by the caller (wyrm_design_free).
 * WYRM_ERROR_RULESET  also where it lacks combat, player or monsters
 * and the errors of wyrm_design_open_allowing */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open_game(const char *name_or_path,
                                                           const char *allowed, wyrm_design **out,
                                                           wyrm_errors *errors);
/* The same for an open design. *out is NULL if it has all that a game needs; else it is owned by
 * the caller (wyrm_design_free). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_as_game(const wyrm_design *design,
                                                         wyrm_design **out, wyrm_errors *errors);

/* The defaults that were filled in, in words: "6 depths, the weakest monsters first, no items"; ""
 * if the ruleset is complete. */
WYRM_API const char *wyrm_design_plain(const wyrm_design *design);

/* The parts; they live as long as the design. threat, encounter, loot and mapper are NULL if the
 * ruleset names no such system; without the others combat has no stats, growth no levels, the
 * roster nobody. wyrm_design_needs tells what is missing for a task. */
WYRM_API const wyrm_ruleset *wyrm_design_ruleset(const wyrm_design *design);
WYRM_API const wyrm_combat *wyrm_design_combat(const wyrm_design *design);
WYRM_API const wyrm_growth *wyrm_design_growth(const wyrm_design *design);
WYRM_API const wyrm_roster *wyrm_design_roster(const wyrm_design *design);
WYRM_API const wyrm_threat *wyrm_design_threat(const wyrm_design *design);
WYRM_API const wyrm_encounter *wyrm_design_encounter(const wyrm_design *design);
WYRM_API const wyrm_loot *wyrm_design_loot(const wyrm_design *design);
/* The depth of the last floor. 0: not known in advance, because the difficulty is not a table of
 * depths, or a won game goes on deeper. */
WYRM_API int32_t wyrm_design_last_depth(const wyrm_design *design);
/* NULL: neither gold nor shops */
WYRM_API const wyrm_trade *wyrm_design_trade(const wyrm_design *design);
/* NULL: no section `drops` */
WYRM_API const wyrm_drops *wyrm_design_drops(const wyrm_design *design);
WYRM_API const wyrm_mapper *wyrm_design_mapper(const wyrm_design *design);

/* The systems of a ruleset, as bits. */
typedef enum wyrm_system {
    WYRM_SYSTEM_COMBAT = 1 << 0,
    WYRM_SYSTEM_GROWTH = 1 << 1, /* levels */
    WYRM_SYSTEM_ENCOUNTER = 1 << 2,
    WYRM_SYSTEM_LOOT = 1 << 3,
    WYRM_SYSTEM_MAP = 1 << 4,
    WYRM_SYSTEM_THREAT = 1 << 5,
    WYRM_SYSTEM_PLAYER = 1 << 6,
    WYRM_SYSTEM_MONSTERS = 1 << 7,
    /* What a floor with everything on it needs, and what a whole game needs. */
    WYRM_SYSTEMS_OF_A_FLOOR = WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_LOOT | WYRM_SYSTEM_MAP,
    WYRM_SYSTEMS_OF_A_GAME = WYRM_SYSTEMS_OF_A_FLOOR | WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER
} wyrm_system;

/* The name of one system, "encounter": its key under `models`, or its section; NULL for no single
 * bit. Static. */
WYRM_API const char *wyrm_system_name(unsigned system);

/* The systems that the ruleset has, as bits. */
WYRM_API unsigned wyrm_design_systems(const wyrm_design *design);

/* Checks that the ruleset has all of `systems`.
 * WYRM_ERROR_RULESET  it has not: the message says what `what` ("the curve") needs and where to
 *                     name it, and points to the key `models` of the file */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_needs(const wyrm_design *design, unsigned systems,
                                                       const char *what, wyrm_error *error);

/* The distribution of the damage of one melee attack from the next tile; *damage and errors as for
 * wyrm_combat_hit. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_hit(const wyrm_design *design,
                                                     const wyrm_combatant *attacker,
                                                     const wyrm_combatant *defender,
                                                     wyrm_pmf **damage, wyrm_error *error);

/* A fight between two combatants in melee: works out their attacks and solves the exact duel.
 * `distributions` may be NULL.
 * WYRM_ERROR_ARGUMENT  hit points of 0 (the message names the combatant)
 * and the errors of wyrm_combat_hit and wyrm_duel_solve */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_duel(const wyrm_design *design,
                                                      const wyrm_combatant *subject,
                                                      const wyrm_combatant *opponent,
                                                      wyrm_striker striker, wyrm_duel *out,
                                                      wyrm_duel_distributions *distributions,
                                                      wyrm_error *error);

/* The same fight, begun `distance` tiles apart, 1 to WYRM_DUEL_DISTANCE_MAX (1: wyrm_design_duel),
 * on open ground with nobody else there. A combatant takes the first action that is possible: a
 * shot from its record in the ruleset, with its chance; a blow, if it reaches; a shot with the
 * weapon in hand, as far as the combat model allows; a step nearer, in the time a step takes. One
 * that keeps a distance comes no nearer than that. Nobody throws, flees or steps back: how far that
 * helps depends on walls, which only games and set fights have. The fight is solved over the states
 * of both sides, or sampled if they are too many (out->fights).
 * WYRM_ERROR_RANGE  a distance outside its range
 * and the errors of wyrm_design_duel */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_design_duel_from(const wyrm_design *design, const wyrm_combatant *subject,
                      const wyrm_combatant *opponent, wyrm_striker striker, int32_t distance,
                      wyrm_duel *out, wyrm_duel_distributions *distributions, wyrm_error *error);

/* What the answers leave out, one sentence for each index from 0; false beyond the last.
 *
 * For a combatant, as it is written: abilities that a plain exchange of blows cannot show (`fight`:
 * in a duel), and what the section `left_out` says about it and its gear. For the ruleset: each
 * entry of that section, with the records it concerns. */
#define WYRM_LEFT_OUT_TEXT_MAX 2400
WYRM_API bool wyrm_design_leaves_out(const wyrm_design *design, const char *combatant, bool fight,
                                     size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX]);
WYRM_API bool wyrm_design_left_out(const wyrm_design *design, size_t index,
                                   char out[WYRM_LEFT_OUT_TEXT_MAX]);

/* The reference player of a depth. A plain value. */
typedef struct wyrm_reference {
    char text[256]; /* as a combatant is written, cut if longer */
    wyrm_combatant player;
    wyrm_outfit outfit; /* the same player in parts: bare, and its gear */
} wyrm_reference;

/* The player that a depth is meant for: that of the section `reference` of the ruleset. Without
 * one, a player whose level is the depth (at least 1, at most the last level), with gear of that
 * level if there is such gear, else with that of `game.kit`. Fails as wyrm_roster_combatant. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth,
                                                           wyrm_reference *out, wyrm_error *error);

/* A shipped ruleset: its YAML text. */
typedef struct wyrm_shipped {
    const char *name;
    const char *text;
    size_t length;
} wyrm_shipped;

/* The shipped rulesets, sorted by name; static. */
WYRM_API const wyrm_shipped *wyrm_shipped_rulesets(size_t *count);
WYRM_API const wyrm_shipped *wyrm_shipped_find(const char *name); /* NULL: none */

/* "0.1.0" */
WYRM_API const char *wyrm_version(void);

#ifdef __cplusplus
}
#endif
#endif
