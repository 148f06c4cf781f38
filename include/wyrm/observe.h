/* What the player sees and knows: the only access to a game for screens and bots.
 *
 * Nothing here reveals more than a player of the game may know.
 */
#ifndef WYRM_OBSERVE_H
#define WYRM_OBSERVE_H

#include <wyrm/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One monster in sight or sensed, by index in wyrm_game_view.monsters. */
typedef struct wyrm_seen_monster {
    int32_t index;
    int32_t distance; /* tiles, the greater of horizontal and vertical */
    bool in_sight;    /* false: only sensed */
} wyrm_seen_monster;

/* What the player perceives at one moment. A plain value. What is no secret (hit points, pack,
 * depth, turn) is read from the game itself. */
typedef struct wyrm_observation {
    wyrm_sight sight; /* of the player */
    size_t monster_count;
    wyrm_seen_monster monsters[WYRM_LEVEL_SPAWNS_MAX]; /* nearest first, then by id */
    size_t in_sight; /* how many of them are in sight rather than only sensed */
    bool exit_known, goal_known;
    wyrm_position exit, goal; /* if known */
} wyrm_observation;

/* Fills *out with what the player perceives now. */
WYRM_API void wyrm_observe(const wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out);

/* A tile as the player knows it: WYRM_TILE_WALL, and *known false, if it was never seen. */
WYRM_API wyrm_tile wyrm_known_tile(const wyrm_game *game, int x, int y, bool *known);

/* The terrain of a tile as the player knows it; NULL: none. Valid as long as the design. */
WYRM_API const wyrm_terrain *wyrm_known_terrain(const wyrm_engine *engine, const wyrm_game *game,
                                                int x, int y);

/* The heap of gold that the player knows on a tile; NULL: none. */
WYRM_API const wyrm_heap *wyrm_known_heap(const wyrm_game *game, int x, int y);

/* Whether the player stands on a tile where it can buy and sell. */
WYRM_API bool wyrm_can_trade(const wyrm_game *game);

/* The attacks that the player can choose from: the words of every stat that is `chosen` and that no
 * worn gear sets. Fills out[most] and returns how many there are, at most WYRM_ATTACK_CHOICES_MAX.
 * Their indexes are the arguments of WYRM_DO_ATTACK. */
typedef struct wyrm_attack_choice {
    int32_t stat, word;
    const char *name; /* of the word; valid as long as the design */
    bool now;         /* the present choice */
} wyrm_attack_choice;
#define WYRM_ATTACK_CHOICES_MAX 64
WYRM_API size_t wyrm_attack_choices(const wyrm_engine *engine, const wyrm_game *game,
                                    wyrm_attack_choice *out, size_t most);

/* Gold pieces that an item of the pack would sell for here; 0: no shop buys it. */
WYRM_API int64_t wyrm_worth_here(const wyrm_engine *engine, const wyrm_game *game, size_t item);

/* The newest item that the player knows on a tile; NULL: none. */
WYRM_API const wyrm_game_item *wyrm_known_item(const wyrm_game *game, int x, int y);

/* The monster in sight on a tile; NULL: none. */
WYRM_API const wyrm_game_monster *wyrm_seen_on(const wyrm_game *game,
                                               const wyrm_observation *observation, int x, int y);

/* Whether an item of the pack can be used, worn or thrown. why[WYRM_WHY_MAX] (may be NULL) receives
 * the reason if not, else "". */
#define WYRM_WHY_MAX 160
WYRM_API bool wyrm_can_use(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                           char *why);

/* The effect of using an item of the pack; kind WYRM_EFFECT_NONE for gear and curios. */
WYRM_API wyrm_effect wyrm_pack_effect(const wyrm_engine *engine, const wyrm_game *game,
                                      size_t item);

/* The creatures that using an item of the pack at `target` would hit: fills hit[] (room for
 * WYRM_LEVEL_SPAWNS_MAX) with indexes in observation->monsters of those in sight and returns how
 * many, or WYRM_EFFECT_NO_AIM; *user tells whether the player is hit, too. */
WYRM_API size_t wyrm_would_hit(const wyrm_engine *engine, const wyrm_game *game,
                               const wyrm_observation *observation, size_t item,
                               wyrm_position target, size_t *hit, bool *user);

/* Ranges in tiles, 0 for not at all: how far the player can strike, by the weapon's reach or by
 * firing it; and how far it can throw an item of the pack. */
WYRM_API int32_t wyrm_strike_range(const wyrm_engine *engine, const wyrm_game *game);
WYRM_API int32_t wyrm_throw_range(const wyrm_engine *engine, const wyrm_game *game, size_t item);

/* The player as it would fight with an item of the pack put on, or taken off if it is worn: to
 * compare before wearing. */
WYRM_API void wyrm_player_with(const wyrm_engine *engine, const wyrm_game *game, size_t item,
                               wyrm_combatant *out);

/* The odds of a melee between the player and a monster from their present state: the player acts
 * next, the monster when it is due, as if it stood adjacent. Turns count from this one; conditions
 * and counters have their present values. Odds are exact, but for fights whose conditions and
 * counters take more than a millisecond or so to follow: those are played (out->fights: 20, 100 or
 * 1,000 times), so that no bot or screen waits. The ruleset's regeneration and temporary effects of
 * items on either side (haste, confusion) are left out; a sleeper wakes at the first attack. Fails
 * as wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds(const wyrm_engine *engine, const wyrm_game *game,
                                               const wyrm_game_monster *monster, wyrm_duel *out,
                                               wyrm_error *error);

/* The same for a changed player: with other gear, another level, healed. If it is not `ready`,
 * getting there costs a turn in which an awake monster strikes. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds_as(const wyrm_engine *engine, const wyrm_game *game,
                                                  const wyrm_combatant *player, bool ready,
                                                  const wyrm_game_monster *monster, wyrm_duel *out,
                                                  wyrm_error *error);

/* The same after using an effect on that player: averaged over the rolls of its healing, or with
 * the mean roll if there are more than 64 different results. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_odds_after(const wyrm_engine *engine,
                                                     const wyrm_game *game,
                                                     const wyrm_combatant *player,
                                                     const wyrm_effect *effect, bool ready,
                                                     const wyrm_game_monster *monster,
                                                     wyrm_duel *out, wyrm_error *error);

/* The item of the pack that most improves the odds of the same fight if it is put on or drunk
 * first, which costs a turn. Fails as wyrm_odds. */
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
