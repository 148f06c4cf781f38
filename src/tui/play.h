/* What the screens of a game in progress share: where things are on the canvas, what has been read,
 * and the errand that is being run. It belongs to the screen at the bottom, the dungeon or a
 * recording; the others are given a pointer to it, which lives longer than they do. */
#ifndef WYRM_SRC_TUI_PLAY_H
#define WYRM_SRC_TUI_PLAY_H

#include <wyrm/errand.h>

#include "tui/map_view.h"
#include "tui/messages.h"
#include "tui/screen.h"

#define TUI_SIGHTINGS_MAX 32

/* A monster in view and the chance to win against it, as it was after the last command. */
typedef struct tui_sighting {
    uint32_t id;
    bool known;
    double p_win;
} tui_sighting;

/* Where things are: the map at the top left, beside it the column of the player, below the
 * messages. */
typedef struct tui_layout {
    tui_area map, side, messages;
} tui_layout;
tui_layout tui_layout_of(const tui_canvas *canvas);

typedef struct tui_play {
    const tui_screen_kind *home; /* the screen that it belongs to */
    bool begun;
    bool told; /* of trouble with files */
    tui_terrain terrain;
    tui_layout layout; /* of the last drawing */
    tui_map_view view;
    tui_messages said;
    bool on_errand;
    wyrm_errand errand; /* its `why` is shown until the next input */
    size_t sighting_count;
    tui_sighting sightings[TUI_SIGHTINGS_MAX];
    size_t awake;        /* monsters in view that are */
    bool together_known; /* only where there are two or more of these */
    double together;     /* the chance to win against all of them at once */
} tui_play;

/* Gets ready at the first draw, tick or input; *play is zeroed before. */
void tui_play_begin(tui_app *app, tui_play *play, const tui_screen_kind *home);

/* Carries out a command; where it is refused, tells why. False where nothing came of it. */
bool tui_play_act(tui_app *app, tui_play *play, const wyrm_command *command);

/* Looks at the monsters in view again. */
void tui_play_look(tui_app *app, tui_play *play);

/* The map with the window on `focus`, and the lines between it and the rest. */
void tui_scene_draw(tui_app *app, tui_play *play, tui_map_view *view, tui_canvas *canvas,
                    wyrm_position focus);

/* A heading in the column of the player, which is cleared; returns what is left below. */
tui_area tui_side_title(tui_canvas *canvas, const char *title);

/* A text instead of the messages, and a last line about keys (tui_hint). */
void tui_hints_draw(const tui_app *app, tui_canvas *canvas, const char *text, const char *keys);

#endif
