/* What the parts of the careful player share. */
#ifndef WYRM_TESTS_CAREFUL_IDEAS_H
#define WYRM_TESTS_CAREFUL_IDEAS_H

#include "careful.h"

/* Something to do now: true with the command where it makes sense. */
typedef bool careful_idea(careful *player, wyrm_command *command);

/* In careful_fights.c */
careful_idea careful_heal, careful_escape, careful_cast, careful_shoot, careful_throw,
    careful_run_away, careful_strike, careful_await, careful_approach;

/* The rest in careful.c. To the next map, or to the goal. */
careful_idea careful_leave;

const wyrm_combatant *careful_self(const careful *player);

/* Less than so many percent of its hit points are left. */
bool careful_is_below(const careful *player, int64_t percent);

/* Hit points come back by themselves. */
bool careful_can_rest(const careful *player);

/* The nearest monster in sight, or NULL. */
const wyrm_game_monster *careful_foe(const careful *player, int32_t *distance);
double careful_chance(const careful *player, const wyrm_game_monster *monster);

/* The first item of the pack with an effect, or -1. */
int32_t careful_item(const careful *player, wyrm_effect_kind kind);
bool careful_use(const careful *player, int32_t item, wyrm_position target, wyrm_command *command);

/* It carries more than it needs. */
bool careful_is_laden(const careful *player);
bool careful_is_at(const careful *player, wyrm_position at);

/* How often it has been on a tile of this map. */
uint16_t *careful_visits(careful *player, wyrm_position at);

#endif
