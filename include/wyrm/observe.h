/* What the player sees and knows: the one door to a game for screens and bots.
 *
 * Nothing here tells more than somebody who plays the game may know.
 */
#ifndef WYRM_OBSERVE_H
#define WYRM_OBSERVE_H

#include <wyrm/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One monster in view (or sensed), by index in wyrm_game.monsters. */
typedef struct wyrm_seen_monster {
    int32_t index;
    int32_t distance; /* tiles, the greater of across and down */
    bool in_sight;    /* false: only sensed */
} wyrm_seen_monster;

/* A plain value. The fields of the game that are no secret (hit points, pack, depth, turn) are read
 * from the game itself. */
typedef struct wyrm_observation {
    wyrm_sight sight; /* of the player */
    size_t monster_count;
    wyrm_seen_monster monsters[WYRM_LEVEL_SPAWNS_MAX]; /* nearest first, then by id */
    size_t in_sight; /* how many of them are, not counting those who are only sensed */
    bool exit_known, goal_known;
    wyrm_position exit, goal; /* where known */
} wyrm_observation;

/* Looks around. */
WYRM_API void wyrm_observe(const wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out);

/* What the player knows of a tile: WYRM_TILE_WALL and *known false for what has never been seen. */
WYRM_API wyrm_tile wyrm_known_tile(const wyrm_game *game, int x, int y, bool *known);

/* The terrain that the player knows of a tile; NULL: none. It lives as long as the design. */
WYRM_API const wyrm_terrain *wyrm_known_terrain(const wyrm_engine *engine, const wyrm_game *game,
                                                int x, int y);

/* The gold that the player knows to lie on a tile; NULL: none. */
WYRM_API const wyrm_heap *wyrm_known_heap(const wyrm_game *game, int x, int y);

/* Whether the player stands where it can buy and sell. */
WYRM_API bool wyrm_can_trade(const wyrm_game *game);

/* The attacks that the player can choose between, which are words of stats that are `chosen` and of
 * which no gear says another: fills out[most], returns how many there are, at most
 * WYRM_ATTACK_CHOICES_MAX. Their indexes are the arguments of WYRM_DO_ATTACK. */
typedef struct wyrm_attack_choice {
    int32_t stat, word;
    const char *name; /* of the word; it lives as long as the design */
    bool now;         /* the player attacks like that */
} wyrm_attack_choice;
#define WYRM_ATTACK_CHOICES_MAX 64
WYRM_API size_t wyrm_attack_choices(const wyrm_engine *engine, const wyrm_game *game,
                                    wyrm_attack_choice *out, size_t most);

/* What an item of the pack would bring here; 0: nobody wants it. */
WYRM_API int64_t wyrm_worth_here(const wyrm_engine *engine, const wyrm_game *game, size_t item);

/* The item that the player knows to lie on a tile, the newest of several; NULL: none. */
WYRM_API const wyrm_game_item *wyrm_known_item(const wyrm_game *game, int x, int y);

/* The monster in view on a tile, or NULL. */
WYRM_API const wyrm_game_monster *wyrm_seen_on(const wyrm_game *game,
                                               const wyrm_observation *observation, int x, int y);

/* Whether an item of the pack could be used, worn or thrown; why[WYRM_WHY_MAX] (may be NULL) tells
 * why not, and is "" where it could. */
#define WYRM_WHY_MAX 160
WYRM_API bool wyrm_can_use(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                           char *why);

/* What the item of the pack does when used; of kind WYRM_EFFECT_NONE for gear and curios. */
WYRM_API wyrm_effect wyrm_pack_effect(const wyrm_engine *engine, const wyrm_game *game,
                                      size_t item);

/* Whom a use of the item of the pack at `target` would hit: fills hit[] (room for
 * WYRM_LEVEL_SPAWNS_MAX) with indexes of observation->monsters, of those in sight, returns how
 * many, or WYRM_EFFECT_NO_AIM; *user tells whether the player is among them. */
WYRM_API size_t wyrm_would_hit(const wyrm_engine *engine, const wyrm_game *game,
                               const wyrm_observation *observation, size_t item,
                               wyrm_position target, size_t *hit, bool *user);

/* The farthest tiles that the player can strike from afar: by the reach of the weapon and by firing
 * it, and how far an item of the pack can be thrown; 0: not at all. Tiles. */
WYRM_API int32_t wyrm_strike_range(const wyrm_engine *engine, const wyrm_game *game);
WYRM_API int32_t wyrm_throw_range(const wyrm_engine *engine, const wyrm_game *game, size_t item);

/* The player as it would fight with an item of the pack put on (or with it taken off, where it is
 * worn): for comparing before wearing. */
WYRM_API void wyrm_player_with(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                               wyrm_combatant *out);

/* The exact odds of a fight in melee between the player as it stands there and a monster as it
 * stands there, from where the clock stands: the player acts next, and the monster when it is due,
 * as if it stood beside; turns are counted from this one, conditions and counters are what they
 * are now. Regeneration of the ruleset, and what items do for some turns to either (haste,
 * confusion), are left out; a sleeper is woken by the first attack. Fails as wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds(const wyrm_engine *engine, const wyrm_game *game,
                                               const wyrm_game_monster *monster, wyrm_duel *out,
                                               wyrm_error *error);

/* The same for a player who would be as `player` is: with other gear, another level, healed. Where
 * it is not `ready`, it spends a turn on becoming so, in which an awake monster strikes. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds_as(const wyrm_engine *engine, const wyrm_game *game,
                                                  const wyrm_combatant *player, bool ready,
                                                  const wyrm_game_monster *monster, wyrm_duel *out,
                                                  wyrm_error *error);

/* The same once an effect has been used on such a player: over all that a random number of it may
 * heal, or of more than 64 different hit points with its mean. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds_after(const wyrm_engine *engine,
                                                     const wyrm_game *game,
                                                     const wyrm_combatant *player,
                                                     const wyrm_effect *effect, bool ready,
                                                     const wyrm_game_monster *monster,
                                                     wyrm_duel *out, wyrm_error *error);

/* The best that the pack can make of the same fight: what to put on or drink first (the turn that
 * it takes is the monster's). */
typedef struct wyrm_better_odds {
    int32_t item; /* index in the pack; -1: nothing helps */
    wyrm_duel duel;
} wyrm_better_odds;
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds_with_pack(const wyrm_engine *engine,
                                                         const wyrm_game *game,
                                                         const wyrm_game_monster *monster,
                                                         wyrm_better_odds *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
