/* Errands in tests: carried out to their end, on drawn maps and in new games. */
#ifndef WYRM_TESTS_ERRANDS_H
#define WYRM_TESTS_ERRANDS_H

#include <wyrm/errand.h>

#include "played.h"

static const wyrm_position nowhere = {0, 0};

static inline wyrm_status begin(arena *a, wyrm_errand_kind kind, wyrm_direction direction,
                                wyrm_position target, wyrm_errand *errand)
{
    return wyrm_errand_begin(a->engine, a->game, kind, direction, target, errand, &a->error);
}

/* Carries an errand out until it is over; how many commands it gave. */
static inline int go_on(arena *a, wyrm_errand *errand)
{
    wyrm_command command;
    int done = 0;
    while (wyrm_errand_next(a->engine, a->game, errand, &command)) {
        assert_ok(arena_act(a, &command), &a->error);
        assert_in_range(++done, 1, 20000);
    }
    assert_int_equal(done, errand->done);
    return done;
}

/* The whole of an errand that makes sense. */
static inline wyrm_errand errand_of(arena *a, wyrm_errand_kind kind, wyrm_direction direction,
                                    wyrm_position target)
{
    wyrm_errand errand;
    assert_ok(begin(a, kind, direction, target, &errand), &a->error);
    go_on(a, &errand);
    return errand;
}

static inline wyrm_errand run(arena *a, wyrm_direction direction)
{
    return errand_of(a, WYRM_ERRAND_RUN, direction, nowhere);
}

static inline wyrm_errand travel(arena *a, wyrm_position target)
{
    return errand_of(a, WYRM_ERRAND_TRAVEL, WYRM_NORTH, target);
}

static inline wyrm_errand explore(arena *a)
{
    return errand_of(a, WYRM_ERRAND_EXPLORE, WYRM_NORTH, nowhere);
}

static inline void assert_no_errand(arena *a, wyrm_errand_kind kind, wyrm_position target,
                                    const char *message)
{
    wyrm_errand errand;
    assert_int_equal(begin(a, kind, WYRM_EAST, target, &errand), WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, message);
}

static inline void assert_stands(const arena *a, int x, int y)
{
    assert_int_equal(a->game->player.at.x, x);
    assert_int_equal(a->game->player.at.y, y);
}

#endif
