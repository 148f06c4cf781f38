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

#include <wyrm/change.h>
#include <wyrm/duel.h>
#include <wyrm/dungeon.h>
#include <wyrm/trade.h>

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

/* The same, where files may be extended that lie in the folder `allowed` or below it, too: else
 * only those in the folder of the file that extends them. NULL: none. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open_allowing(const char *name_or_path,
                                                               const char *allowed,
                                                               wyrm_design **out,
                                                               wyrm_errors *errors);

/* The same from memory; `file` as in wyrm_ruleset_parse. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse(const char *file, const char *text,
                                                       size_t length, wyrm_design **out,
                                                       wyrm_errors *errors);

/* The same, where files may be extended as by wyrm_design_open_allowing. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse_allowing(const char *file, const char *text,
                                                                size_t length, const char *allowed,
                                                                wyrm_design **out,
                                                                wyrm_errors *errors);

/* The same of rules that can extend no others: no file is opened. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_parse_alone(const char *file, const char *text,
                                                             size_t length, wyrm_design **out,
                                                             wyrm_errors *errors);

/* The same of rules that extend those of `base`, whatever they call it: "name: frail\nextends:
 * base\nmonsters: {orc: {hp: 5}}" asks what would be if. `base` need not outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_extend(const wyrm_design *base, const char *file,
                                                        const char *text, size_t length,
                                                        wyrm_design **out, wyrm_errors *errors);

/* The same with some keys changed (<wyrm/change.h>), under the name of `base`. What a changed key
 * says has its place in a file of changes, which is called "changes". Fails as
 * wyrm_changes_text and wyrm_design_extend. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_change(const wyrm_design *base,
                                                        const wyrm_change *changes, size_t count,
                                                        wyrm_design **out, wyrm_errors *errors);

/* The text of the file that `base` was read from, with some keys changed in it (wyrm_changes_edit),
 * read again and held against wyrm_design_change: both have the same hash. `file` as in
 * wyrm_design_parse. *out is owned by the caller (wyrm_free). Fails as those three, and with
 * WYRM_ERROR_ARGUMENT  the file cannot say the changes this way */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_edit(const wyrm_design *base, const char *file,
                                                      const char *text, size_t length,
                                                      const wyrm_change *changes, size_t count,
                                                      char **out, wyrm_errors *errors);
WYRM_API void wyrm_design_free(wyrm_design *design); /* NULL is allowed */

/* Opens a ruleset to be played: as wyrm_design_open_allowing where it has all that a game needs.
 * Where it has a fight, a player and monsters, but no dungeon, the rest is said plainly: depths by
 * the number of monsters, the weakest first (by what each costs the player while it is killed),
 * floors of a few rooms, all weapons, armors and items lying about; without any, hit points that
 * come back. WYRM_ERROR_RULESET also where it lacks one of the three. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_open_game(const char *name_or_path,
                                                           const char *allowed, wyrm_design **out,
                                                           wyrm_errors *errors);
/* What that makes of a ruleset. *out is NULL where it has all that a game needs as it is. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_as_game(const wyrm_design *design,
                                                         wyrm_design **out, wyrm_errors *errors);

/* What of it was said plainly, in words: "6 depths, the weakest monsters first, no items"; "" where
 * the ruleset says all of its game. */
WYRM_API const char *wyrm_design_plain(const wyrm_design *design);

/* The parts; they live as long as the design. Only what is asked about must be there: threat,
 * encounter, loot and mapper are NULL where the ruleset names no such system; the combat of one
 * that names none has no stats, its growth no levels, its roster nobody. What needs more than is
 * there is told by wyrm_design_needs. */
WYRM_API const wyrm_ruleset *wyrm_design_ruleset(const wyrm_design *design);
WYRM_API const wyrm_combat *wyrm_design_combat(const wyrm_design *design);
WYRM_API const wyrm_growth *wyrm_design_growth(const wyrm_design *design);
WYRM_API const wyrm_roster *wyrm_design_roster(const wyrm_design *design);
WYRM_API const wyrm_threat *wyrm_design_threat(const wyrm_design *design);
WYRM_API const wyrm_encounter *wyrm_design_encounter(const wyrm_design *design);
WYRM_API const wyrm_loot *wyrm_design_loot(const wyrm_design *design);
/* The depth at which the dungeon ends. 0: it is not known beforehand, as the difficulty is no table
 * of depths, or a game that is won goes on deeper. */
WYRM_API int32_t wyrm_design_last_depth(const wyrm_design *design);
/* NULL: neither gold nor shops */
WYRM_API const wyrm_trade *wyrm_design_trade(const wyrm_design *design);
WYRM_API const wyrm_mapper *wyrm_design_mapper(const wyrm_design *design);

/* What a ruleset may have: bits. */
typedef enum wyrm_system {
    WYRM_SYSTEM_COMBAT = 1 << 0,
    WYRM_SYSTEM_GROWTH = 1 << 1, /* levels */
    WYRM_SYSTEM_ENCOUNTER = 1 << 2,
    WYRM_SYSTEM_LOOT = 1 << 3,
    WYRM_SYSTEM_MAP = 1 << 4,
    WYRM_SYSTEM_THREAT = 1 << 5,
    WYRM_SYSTEM_PLAYER = 1 << 6,
    WYRM_SYSTEM_MONSTERS = 1 << 7,
    /* A floor with all that is on it, and a whole game. */
    WYRM_SYSTEMS_OF_A_FLOOR = WYRM_SYSTEM_ENCOUNTER | WYRM_SYSTEM_LOOT | WYRM_SYSTEM_MAP,
    WYRM_SYSTEMS_OF_A_GAME = WYRM_SYSTEMS_OF_A_FLOOR | WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER
} wyrm_system;

/* "encounter": the key under `models`, or the section; NULL for no single one of them. Static. */
WYRM_API const char *wyrm_system_name(unsigned system);

/* Those that it has. */
WYRM_API unsigned wyrm_design_systems(const wyrm_design *design);

/* Whether the ruleset has all of `systems`. Else WYRM_ERROR_RULESET, whose sentence says what
 * `what` ("the curve") needs to know and where that is to be named; its place is the key `models`
 * of the file. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_design_needs(const wyrm_design *design, unsigned systems,
                                                       const char *what, wyrm_error *error);

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

/* The same, begun `distance` tiles apart, 1 to WYRM_DUEL_DISTANCE_MAX (1: wyrm_design_duel), on
 * open ground with nobody else there. Who acts tries in this order: what its record in the ruleset
 * says that it shoots, with its chance; a blow, where it reaches; a shot with what it holds, as far
 * as the combat model lets it; else a step nearer, in the time that a step takes. Who keeps a
 * distance comes no nearer than that. Nobody throws, flees or steps back: how far that helps is a
 * question of walls, which games and set fights have. Such a fight is followed by the states of
 * both, or played where that is too much (out->fights).
 * WYRM_ERROR_RANGE     a distance outside its range
 * and those of wyrm_design_duel */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_design_duel_from(const wyrm_design *design, const wyrm_combatant *subject,
                      const wyrm_combatant *opponent, wyrm_striker striker, int32_t distance,
                      wyrm_duel *out, wyrm_duel_distributions *distributions, wyrm_error *error);

/* What answers leave out, as sentences; the first is that of index 0. False where there is none of
 * that index.
 *
 * Of a combatant as it is written: what it can do that takes more than two who strike each other
 * (`fight`: of a duel), and what the section `left_out` says of it and of the gear that it names.
 * Of the ruleset: each entry of that section, with whom it touches. */
#define WYRM_LEFT_OUT_TEXT_MAX 2400
WYRM_API bool wyrm_design_leaves_out(const wyrm_design *design, const char *combatant, bool fight,
                                     size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX]);
WYRM_API bool wyrm_design_left_out(const wyrm_design *design, size_t index,
                                   char out[WYRM_LEFT_OUT_TEXT_MAX]);

/* The player that a depth is meant for. A plain value. */
typedef struct wyrm_reference {
    char text[256]; /* as a combatant is written, cut where longer */
    wyrm_combatant player;
    wyrm_outfit outfit; /* the same player taken apart: bare, and its gear */
} wyrm_reference;

/* That of the section `reference` of the ruleset; without one a player whose level is the depth (at
 * least 1, at most the last level), with gear of that level where there is such gear, else with
 * that of `game.kit`. Fails as wyrm_roster_combatant. */
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
