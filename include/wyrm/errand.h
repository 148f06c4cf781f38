/* Doing what one would do anyway: exploring, travelling, running, resting.
 *
 * An errand gives one command at a time, and stops where a player would want to look. What it gives
 * is recorded and replayed like what is typed.
 */
#ifndef WYRM_ERRAND_H
#define WYRM_ERRAND_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wyrm_errand_kind {
    WYRM_ERRAND_EXPLORE, /* to the nearest item worth picking up, or unseen part of the map */
    WYRM_ERRAND_TRAVEL,  /* to a known tile */
    /* In a direction: along corridors and around their bends; in the open while both sides stay as
     * they are. */
    WYRM_ERRAND_RUN,
    WYRM_ERRAND_REST /* until all hit points are back */
} wyrm_errand_kind;

#define WYRM_RUN_STEPS_MAX  200 /* RuggRogue: limits of auto-run and rest */
#define WYRM_REST_TURNS_MAX 400

/* A plain value. */
typedef struct wyrm_errand {
    wyrm_errand_kind kind;
    wyrm_direction direction;
    wyrm_position target;
    int32_t done;     /* commands given so far */
    wyrm_position at; /* of the player when the last one was given */
    uint32_t map;     /* what the errand remembers of the turn before, to notice changes */
    size_t in_sight;
    int64_t hp;
    size_t stage, items;
    uint8_t sides;
    bool watched;  /* a monster in view is why it has stopped, or cannot begin */
    char why[120]; /* why it has stopped, as the player reads it; "" where it is simply done */
} wyrm_errand;

/* Begins an errand.
 * WYRM_ERROR_ARGUMENT  it makes no sense now; the message says why: foes in view, nothing left to
 *                      explore, no known way, unhurt or too hungry to rest */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_errand_begin(wyrm_engine *engine, const wyrm_game *game,
                                                       wyrm_errand_kind kind,
                                                       wyrm_direction direction,
                                                       wyrm_position target, wyrm_errand *out,
                                                       wyrm_error *error);

/* The next command of it; false where it is over: done, or interrupted by a monster that came into
 * view, an item, stairs (unless they are the target), a wound, or hunger. */
WYRM_API bool wyrm_errand_next(wyrm_engine *engine, const wyrm_game *game, wyrm_errand *errand,
                               wyrm_command *command);

#ifdef __cplusplus
}
#endif
#endif
