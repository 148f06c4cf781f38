#ifndef WYRM_SRC_TERM_PLAY_H
#define WYRM_SRC_TERM_PLAY_H

#include <wyrm/errand.h>

#include "term/map_view.h"
#include "term/screen.h"

/* What the screens of a game in progress share: where things are on the canvas, what has been read,
 * and the errand that is being run. It belongs to the screen at the bottom, the dungeon or a
 * recording; the others are given a pointer to it, which lives longer than they do. */

#define TERM_SIGHTINGS_MAX 32

/* A monster in view and the chance to win against it, as it was after the last command. */
typedef struct term_sighting {
    uint32_t id;
    bool known;
    double p_win;
} term_sighting;

/* Where things are: the map at the top left, beside it the column of the player, below the
 * messages. */
typedef struct term_layout {
    term_area map, side, messages;
} term_layout;
term_layout term_layout_of(const term_canvas *canvas);

typedef struct term_play {
    const term_screen_kind *home; /* the screen that it belongs to */
    bool begun;
    bool told; /* of trouble with files */
    term_terrain terrain;
    term_layout layout; /* of the last drawing */
    term_map_view view;
    term_messages said;
    bool on_errand;
    wyrm_errand errand; /* its `why` is shown until the next input */
    size_t sighting_count;
    term_sighting sightings[TERM_SIGHTINGS_MAX];
    size_t awake;        /* monsters in view that are */
    bool together_known; /* only where there are two or more of these */
    double together;     /* the chance to win against all of them at once */
} term_play;

/* Gets ready at the first draw, tick or input; *play is zeroed before. */
void term_play_begin(term_app *app, term_play *play, const term_screen_kind *home);

/* Carries out a command; where it is refused, tells why. False where nothing came of it. */
bool term_play_act(term_app *app, term_play *play, const wyrm_command *command);

/* Looks at the monsters in view again. */
void term_play_look(term_app *app, term_play *play);

/* The map with the window on `focus`, and the lines between it and the rest. */
void term_scene_draw(term_app *app, term_play *play, term_map_view *view, term_canvas *canvas,
                     wyrm_position focus);

/* A heading in the column of the player, which is cleared; returns what is left below. */
term_area term_side_title(term_canvas *canvas, const char *title);

/* A text instead of the messages, and a last line about keys (term_hint). */
void term_hints_draw(const term_app *app, term_canvas *canvas, const char *text, const char *keys);

/* Errands that are run command by command, so that they are watched and can be stopped. */

/* Begins one; where it makes no sense the player is told. What is not of its kind is not read. */
void term_errand_begin(term_app *app, term_play *play, wyrm_errand_kind kind,
                       wyrm_direction direction, wyrm_position target);

/* Goes on for one frame; false when it is over. */
bool term_errand_tick(term_app *app, term_play *play);

/* Travels to a tile, or where somebody stands on it right beside it. */
void term_errand_go(term_app *app, term_play *play, wyrm_position target);

/* To the stairs, or where there are none to the victory item; takes them when it stands on them. */
void term_errand_leave(term_app *app, term_play *play);

#endif
