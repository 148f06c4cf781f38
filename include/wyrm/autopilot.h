/* The autopilot: exploring, travelling, running, resting.
 *
 * It gives one command at a time, and stops where a player would want to look. Its commands are
 * recorded and replayed like typed ones.
 */
#ifndef WYRM_AUTOPILOT_H
#define WYRM_AUTOPILOT_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wyrm_autopilot_kind {
    WYRM_AUTOPILOT_EXPLORE, /* to the nearest item worth picking up, or unseen part of the map */
    WYRM_AUTOPILOT_TRAVEL,  /* to a known tile */
    /* in a direction: along corridors and around their bends; in the open while both sides stay the
     * same */
    WYRM_AUTOPILOT_RUN,
    WYRM_AUTOPILOT_REST /* until all hit points are back */
} wyrm_autopilot_kind;

#define WYRM_RUN_STEPS_MAX  200 /* most steps of a run, and turns of a rest, as in RuggRogue */
#define WYRM_REST_TURNS_MAX 400

/* The state of the autopilot. A plain value. */
typedef struct wyrm_autopilot {
    wyrm_autopilot_kind kind;
    wyrm_direction direction;
    wyrm_position target;
    int32_t done;     /* commands given so far */
    wyrm_position at; /* position of the player when the last command was given */
    uint32_t map;     /* state of the turn before, from here on, to notice changes */
    size_t in_sight;
    int64_t hp;
    size_t stage, items;
    uint8_t sides;
    bool watched;  /* it has stopped, or cannot begin, because a monster is in view */
    char why[120]; /* why it has stopped, for the player; "" if it is simply done */
} wyrm_autopilot;

/* Begins one of the activities.
 * WYRM_ERROR_ARGUMENT  it makes no sense now, and the message says why: foes in view, nothing left
 *                      to explore, no known way, full hit points, or too hungry to rest */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_autopilot_begin(
    wyrm_engine *engine, const wyrm_game *game, wyrm_autopilot_kind kind, wyrm_direction direction,
    wyrm_position target, wyrm_autopilot *out, wyrm_error *error);

/* The next command; false if the activity is over: done, or interrupted by a monster that came into
 * view, an item, stairs (unless they are the target), a wound, or hunger. */
WYRM_API bool wyrm_autopilot_next(wyrm_engine *engine, const wyrm_game *game,
                                  wyrm_autopilot *autopilot, wyrm_command *command);

#ifdef __cplusplus
}
#endif
#endif
