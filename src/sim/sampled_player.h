/* The player of a sampled run, as the game itself has it: body, pack, stomach and levels. What is
 * missing is the map: the player stands at the end of a line of tiles, along which monsters
 * come. */
#ifndef WYRM_SRC_SIM_SAMPLED_PLAYER_H
#define WYRM_SRC_SIM_SAMPLED_PLAYER_H

#include "game/action.h"
#include "sim/known_blows.h"
#include "sim/recorder.h"
#include "sim/spawned.h"

typedef struct wyrm_life {
    wyrm_engine *engine;
    const wyrm_bot_traits *traits;
    wyrm_recorder *recorder;
    wyrm_game *game;
    wyrm_turn turn; /* one that goes on as long as the life; its streams are those of the run */
    wyrm_rng rng;   /* of choices */
    uint32_t turn_limit;
    wyrm_blows blows;                           /* that it has thought of */
    wyrm_spawned spawned;                       /* the monsters of all lives before */
    wyrm_known_foe foes[WYRM_LEVEL_SPAWNS_MAX]; /* of this map, by id */
    wyrm_combatant rival;                       /* the last monster met: what gear is tried on */
    bool has_rival;
    /* The player has stepped in a fight: somebody else may see it. NULL: nobody is about. */
    void (*step)(void *context);
    void *step_context;
    /* Those of this map from whom it has got away, as they stand there. */
    size_t left_count;
    wyrm_game_monster left[WYRM_LEVEL_SPAWNS_MAX];
    uint32_t left_turns[WYRM_LEVEL_SPAWNS_MAX]; /* when it did */
    wyrm_run_end end;                           /* WYRM_RUN_CUT while it goes on */
    bool over;
    wyrm_status status; /* why it cannot go on, where it is over for that */
} wyrm_life;

/* A new player; `life` has its pointers set. `listener` must stay where it is. */
void wyrm_life_begin(wyrm_life *life, uint64_t seed, uint64_t run, const wyrm_listener *listener,
                     wyrm_error *error);

/* Ends it, unless it has ended before. */
void wyrm_life_stop(wyrm_life *life, wyrm_run_end end);

/* Buries the dead, with all that follows from that; ends with the player's death. */
void wyrm_life_bury(wyrm_life *life);

/* Something that the player does, which may take a turn: false where it cannot be done now. The
 * turn is the caller's to pass. */
bool wyrm_life_do(wyrm_life *life, wyrm_action *action, int32_t argument, wyrm_position target);

/* What a turn ends with. */
void wyrm_life_turn(wyrm_life *life);

/* Turns with nobody in sight, and a meal where that is due. */
void wyrm_life_pass(wyrm_life *life, uint32_t turns);

/* Waits until healed, where that is possible and what the bot does. */
void wyrm_life_rest(wyrm_life *life);

/* The share of the hit points that is left. */
static inline double wyrm_life_health(const wyrm_life *life)
{
    const wyrm_combatant *body = &life->game->player.combatant;
    return (double)body->hp / (double)body->max_hp;
}

/* Whether hit points come back by themselves. */
bool wyrm_life_mends(const wyrm_life *life);

/* Hit points that the pack can give back. */
int64_t wyrm_life_stock(const wyrm_life *life);

/* Heals itself if it can; true where it did. */
bool wyrm_life_drink(wyrm_life *life);

/* The first item of the pack, from `from` on, with an effect of one of the kinds (a bit each) that
 * can be used now; -1: none. */
int32_t wyrm_life_has(const wyrm_life *life, uint32_t kinds, size_t from);
#define WYRM_LIFE_KIND(kind) (UINT32_C(1) << (kind))

/* In sampled_pack.c: takes an item along, if that is what the bot does; puts it on where it is
 * better, uses it where that is for good. */
/* Whether it would take an item along. */
bool wyrm_life_wants(const wyrm_life *life, const wyrm_item *item);

void wyrm_life_find(wyrm_life *life, const wyrm_item *item);

#endif
