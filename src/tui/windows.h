/* The screens that are opened from the dungeon. */
#ifndef WYRM_SRC_TUI_WINDOWS_H
#define WYRM_SRC_TUI_WINDOWS_H

#include "tui/play.h"

/* All that is carried. */
void tui_open_pack(tui_app *app, tui_play *play);

/* What of the pack can be done something with at once. */
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

/* Chooses the target of a command of using, shooting or throwing, and carries it out. */
void tui_open_target(tui_app *app, tui_play *play, wyrm_command command);

/* Looks around from a tile; for travelling the first key of travelling leads to the stairs. */
void tui_open_look(tui_app *app, tui_play *play, wyrm_position from, bool travels);

void tui_open_choose(tui_app *app, tui_play *play); /* what a new level brings */
void tui_open_overview(tui_app *app, tui_play *play);
void tui_open_sheet(tui_app *app, tui_play *play);
void tui_open_log(tui_app *app, tui_play *play);
void tui_open_menu(tui_app *app, tui_play *play);
void tui_open_ending(tui_app *app, tui_play *play);

#endif
