/* Whom the player hits from where it stands: by effects, by shots and throws, and in areas. */
#ifndef WYRM_SRC_GAME_AIM_H
#define WYRM_SRC_GAME_AIM_H

#include "game/engine.h"

/* The greatest number of bodies (body.h) that one aim can hit: every monster, by ascending index,
 * and the player last. */
#define WYRM_AIMED_MAX (WYRM_LEVEL_SPAWNS_MAX + 1)

/* Whom an effect that the player uses at `target` hits: fills bodies[WYRM_AIMED_MAX] and returns
 * how many, or WYRM_EFFECT_NO_AIM (<wyrm/effect_targets.h>). What has no range of its own goes as
 * far as the player sees, and nothing goes farther. */
size_t wyrm_aim_effect(const wyrm_engine *engine, const wyrm_game *game, const wyrm_effect *effect,
                       wyrm_position target, int32_t *bodies);

/* Fills in who is hit by a blast around a tile, as an area effect of that radius: walls give
 * shelter. `bodies` and the result are as above. */
size_t wyrm_aim_blast(const wyrm_game *game, wyrm_position centre, double radius, int32_t *bodies);

/* The way of something that flies from the player to a tile. */
typedef struct wyrm_flight {
    int32_t victim; /* the first monster on the way; -1: nobody */
    wyrm_position
        end; /* where it comes down: the victim's tile, the aim, or the last before a wall */
} wyrm_flight;

wyrm_flight wyrm_aim_flight(const wyrm_game *game, wyrm_position target);

/* The greatest distance in tiles, up to `most`, at which the combat model lets this attacker make
 * attacks of a kind; 0: it cannot at any. */
int32_t wyrm_aim_farthest(const wyrm_combat *combat, const wyrm_combatant *attacker,
                          wyrm_attack_kind kind, int32_t most);

#endif
