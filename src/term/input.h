/* Inputs: keys and the mouse, as what they mean. */
#ifndef WYRM_SRC_TERM_INPUT_H
#define WYRM_SRC_TERM_INPUT_H

#include <wyrm/game.h>

/* What a key is bound to: name in the config file, default keys (as the config file writes them,
 * with blanks between), and what it does (the in-game help is made of these). Directions have eight
 * rows of their own, and eight for running. */
/* clang-format off */
#define TERM_DEED_ROWS(row)                                                                         \
    row(TERM_GO_NORTH, "north", "Up k 8", "go north")                                               \
    row(TERM_GO_NORTH_EAST, "north_east", "PgUp u 9", "go north-east")                              \
    row(TERM_GO_EAST, "east", "Right l 6", "go east")                                               \
    row(TERM_GO_SOUTH_EAST, "south_east", "PgDn n 3", "go south-east")                              \
    row(TERM_GO_SOUTH, "south", "Down j 2", "go south")                                             \
    row(TERM_GO_SOUTH_WEST, "south_west", "End b 1", "go south-west")                               \
    row(TERM_GO_WEST, "west", "Left h 4", "go west")                                                \
    row(TERM_GO_NORTH_WEST, "north_west", "Home y 7", "go north-west")                              \
    row(TERM_RUN_NORTH, "run_north", "Shift-Up K", "run north")                                     \
    row(TERM_RUN_NORTH_EAST, "run_north_east", "Shift-PgUp U", "run north-east")                    \
    row(TERM_RUN_EAST, "run_east", "Shift-Right L", "run east")                                     \
    row(TERM_RUN_SOUTH_EAST, "run_south_east", "Shift-PgDn N", "run south-east")                    \
    row(TERM_RUN_SOUTH, "run_south", "Shift-Down J", "run south")                                   \
    row(TERM_RUN_SOUTH_WEST, "run_south_west", "Shift-End B", "run south-west")                     \
    row(TERM_RUN_WEST, "run_west", "Shift-Left H", "run west")                                      \
    row(TERM_RUN_NORTH_WEST, "run_north_west", "Shift-Home Y", "run north-west")                    \
    row(TERM_WAIT, "wait", "Space . 5", "wait a turn")                                              \
    row(TERM_REST, "rest", "Z s", "rest until healed")                                              \
    row(TERM_EXPLORE, "explore", "o", "explore: walk where nothing is known yet, and to items")     \
    row(TERM_TRAVEL, "travel", "_", "travel to a tile; twice: to the stairs")                       \
    row(TERM_PICK_UP, "pick_up", "g ,", "pick up what lies here")                                   \
    row(TERM_LEAVE, "stairs", "> <", "take the stairs; from afar: walk there")                      \
    row(TERM_INVENTORY, "inventory", "i", "what you carry")                                         \
    row(TERM_APPLY, "apply", "a q", "use an item: drink, read, eat")                                \
    row(TERM_EQUIP, "equip", "e w", "wield or put on")                                              \
    row(TERM_REMOVE, "remove", "r", "take off")                                                     \
    row(TERM_DROP, "drop", "d", "drop an item")                                                     \
    row(TERM_FIRE, "fire", "f", "strike from afar or fire your weapon")                             \
    row(TERM_THROW, "throw", "t", "throw a weapon")                                                 \
    row(TERM_LOOK, "look", "x v", "look around: who is it, and would you win?")                     \
    row(TERM_LOG, "messages", "p", "earlier messages")                                              \
    row(TERM_MAP, "map", "m", "the whole map")                                                      \
    row(TERM_SHEET, "sheet", "c @", "who you are")                                                  \
    row(TERM_REDRAW, "redraw", "Ctrl-L Ctrl-R", "draw the screen anew")                             \
    row(TERM_SAVE, "save", "S", "save and leave")                                                   \
    row(TERM_HELP, "help", "? F1", "help")                                                          \
    row(TERM_NEXT, "next", "Tab +", "the next one: target, line, monster")                          \
    row(TERM_PREVIOUS, "previous", "BackTab -", "the one before")                                   \
    row(TERM_CONFIRM, "confirm", "Enter", "yes, this one; here: take the stairs, or pick up")       \
    row(TERM_CANCEL, "cancel", "Esc Q", "back; in the dungeon: the menu")
/* clang-format on */

typedef enum term_deed {
    TERM_NOTHING,
#define TERM_DEED_ENUM(id, name, keys, help) id,
    TERM_DEED_ROWS(TERM_DEED_ENUM)
#undef TERM_DEED_ENUM
        TERM_DEED_COUNT
} term_deed;

/* One input. */
typedef struct term_input {
    term_deed deed;     /* what the key is bound to, or TERM_NOTHING */
    uint32_t character; /* the character typed, for letters of menus and for typing text; 0: none */
    bool backspace;
    uint32_t key; /* its code (tui/keys.h), for what is not bound to anything; 0: none */
    bool mouse;   /* a press of the first button at x, y; `wheel` -1 up, 1 down, 0 none */
    int x, y;
    int wheel;
    bool other_button;
} term_input;

#endif
