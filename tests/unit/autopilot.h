/* The autopilot in tests: run to its end, on drawn maps and in new games. */
#ifndef WYRM_TESTS_AUTOPILOT_H
#define WYRM_TESTS_AUTOPILOT_H

#include <wyrm/autopilot.h>

#include "played.h"

static const wyrm_position nowhere = {0, 0};

static inline wyrm_status begin(arena *a, wyrm_autopilot_kind kind, wyrm_direction direction,
                                wyrm_position target, wyrm_autopilot *autopilot)
{
    return wyrm_autopilot_begin(a->engine, a->game, kind, direction, target, autopilot, &a->error);
}

/* Runs the autopilot until it is over; returns how many commands it gave. */
static inline int go_on(arena *a, wyrm_autopilot *autopilot)
{
    wyrm_command command;
    int done = 0;
    while (wyrm_autopilot_next(a->engine, a->game, autopilot, &command)) {
        assert_ok(arena_act(a, &command), &a->error);
        assert_in_range(++done, 1, 20000);
    }
    assert_int_equal(done, autopilot->done);
    return done;
}

/* Begins an activity and runs it to its end, if it makes sense. */
static inline wyrm_autopilot autopilot_of(arena *a, wyrm_autopilot_kind kind,
                                          wyrm_direction direction, wyrm_position target)
{
    wyrm_autopilot autopilot;
    assert_ok(begin(a, kind, direction, target, &autopilot), &a->error);
    go_on(a, &autopilot);
    return autopilot;
}

static inline wyrm_autopilot run(arena *a, wyrm_direction direction)
{
    return autopilot_of(a, WYRM_AUTOPILOT_RUN, direction, nowhere);
}

static inline wyrm_autopilot travel(arena *a, wyrm_position target)
{
    return autopilot_of(a, WYRM_AUTOPILOT_TRAVEL, WYRM_NORTH, target);
}

static inline wyrm_autopilot explore(arena *a)
{
    return autopilot_of(a, WYRM_AUTOPILOT_EXPLORE, WYRM_NORTH, nowhere);
}

static inline void assert_no_autopilot(arena *a, wyrm_autopilot_kind kind, wyrm_position target,
                                       const char *message)
{
    wyrm_autopilot autopilot;
    assert_int_equal(begin(a, kind, WYRM_EAST, target, &autopilot), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, message);
}

static inline void assert_stands(const arena *a, int x, int y)
{
    assert_int_equal(a->game->player.at.x, x);
    assert_int_equal(a->game->player.at.y, y);
}

#endif
