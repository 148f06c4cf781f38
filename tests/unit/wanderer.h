/* A player who plays a whole game without much sense: explores, takes items, tries them out, fights
 * adjacent monsters, and takes the stairs. */
#ifndef WYRM_TESTS_WANDERER_H
#define WYRM_TESTS_WANDERER_H

#include "autopilot.h"
#include "random_games.h"

/* Chooses to strike an adjacent monster. */
static inline bool wants_to_strike(const arena *a, wyrm_command *command)
{
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position at = wyrm_neighbour(a->game->player.at, (wyrm_direction)direction);
        if (*arena_mark(a, at) & WYRM_MARK_MONSTER) {
            *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = direction};
            return true;
        }
    }
    return false;
}

static inline bool next_of(arena *a, wyrm_autopilot_kind kind, wyrm_command *command)
{
    wyrm_autopilot autopilot;
    return begin(a, kind, WYRM_NORTH, a->game->map.exit, &autopilot) == WYRM_OK &&
           wyrm_autopilot_next(a->engine, a->game, &autopilot, command);
}

/* Chooses the next step of exploring or of the way to the exit, alternately. */
static inline bool wants_to_go(arena *a, wyrm_command *command)
{
    bool leaves = a->game->turn % 100 >= 40;
    return next_of(a, leaves ? WYRM_AUTOPILOT_TRAVEL : WYRM_AUTOPILOT_EXPLORE, command) ||
           next_of(a, leaves ? WYRM_AUTOPILOT_EXPLORE : WYRM_AUTOPILOT_TRAVEL, command);
}

static inline wyrm_command wander(arena *a, test_random *random)
{
    wyrm_command command;
    bool waits = a->game->phase != WYRM_PHASE_PLAYING;
    if (!waits && on_tile(a->game->player.at, a->game->map.exit))
        return (wyrm_command){.kind = a->game->map.final ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE};
    if (!waits && random_below(random, 4) > 0 &&
        (wants_to_strike(a, &command) || wants_to_go(a, &command)))
        return command;
    return random_command(a, random);
}

/* A new game whose player lives long. */
static inline void wander_again(arena *a, uint64_t seed)
{
    play_again(a, seed, seed % 3);
    a->game->bare.max_hp *= 20;
    arena_dress(a);
    a->game->player.combatant.hp = a->game->player.combatant.max_hp;
}

/* Does something that can be done; after death or victory it begins the game of the next seed. */
static inline wyrm_command wander_on(arena *a, test_random *random)
{
    for (;;) {
        bool over = a->game->phase == WYRM_PHASE_DEAD ||
                    (a->game->phase == WYRM_PHASE_WON &&
                     wyrm_engine_rules(a->engine)->after_win == WYRM_AFTER_WIN_END);
        if (over)
            wander_again(a, a->game->seed + 1);
        wyrm_command command = wander(a, random);
        if (arena_act(a, &command) == WYRM_OK)
            return command;
    }
}

#endif
