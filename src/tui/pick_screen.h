/* Choosing an item of the pack to do something with at once. */
#ifndef WYRM_SRC_TUI_PICK_SCREEN_H
#define WYRM_SRC_TUI_PICK_SCREEN_H

#include "tui/play.h"

typedef enum tui_pick {
    TUI_PICK_USE,
    TUI_PICK_WEAR,
    TUI_PICK_TAKE_OFF,
    TUI_PICK_DROP,
    TUI_PICK_THROW,
    TUI_PICK_COUNT
} tui_pick;
void tui_open_pick(tui_app *app, tui_play *play, tui_pick pick);

/* Does something with an item of the pack; asks for a target where it needs one. All but the screen
 * at the bottom go away. */
void tui_pick_do(tui_app *app, tui_play *play, tui_pick pick, size_t item);

#endif
