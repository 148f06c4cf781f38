/* Whom the player hits from where it stands: by effects, by shots and throws, and in areas. */
#ifndef WYRM_SRC_GAME_AIM_H
#define WYRM_SRC_GAME_AIM_H

#include "game/engine.h"

/* Bodies as in body.h: monsters by their indexes, ascending, and then perhaps the player. */
#define WYRM_AIMED_MAX (WYRM_LEVEL_SPAWNS_MAX + 1)

/* Whom an effect that the player uses at `target` hits: fills bodies[WYRM_AIMED_MAX] and returns
 * how many, or WYRM_EFFECT_NO_AIM (<wyrm/effect_targets.h>). What has no range of its own goes as far as
 * the player sees, and nothing goes farther. */
size_t wyrm_aim_effect(const wyrm_engine *engine, const wyrm_game *game, const wyrm_effect *effect,
                       wyrm_position target, int32_t *bodies);

/* Who is in the blast around a tile: the area of an effect of that radius, so that walls give
 * shelter. The same buffer. */
size_t wyrm_aim_blast(const wyrm_game *game, wyrm_position centre, double radius, int32_t *bodies);

/* The way of something that flies from the player to a tile. */
typedef struct wyrm_flight {
    int32_t victim; /* the first monster on the way; -1: nobody */
    wyrm_position
        end; /* where it comes down: the victim's tile, the aim, or the last before a wall */
} wyrm_flight;

wyrm_flight wyrm_aim_flight(const wyrm_game *game, wyrm_position target);

/* How far attacks of a kind go, in tiles up to `most`: the farthest that the combat model takes
 * from this attacker; 0: it takes none. */
int32_t wyrm_aim_farthest(const wyrm_combat *combat, const wyrm_combatant *attacker,
                          wyrm_attack_kind kind, int32_t most);

#endif
