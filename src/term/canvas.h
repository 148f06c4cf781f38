#ifndef WYRM_SRC_TERM_CANVAS_H
#define WYRM_SRC_TERM_CANVAS_H

/* The terminal layer: canvases that screens draw on, keys and their bindings, and how both reach a
 * real terminal. Knows no game. */

#include <wyrm/game.h>
#include "base/arena.h"

/* Decodes the UTF-8 character at *text and moves *text past it; the text must not be at its end.
 * Each malformed byte gives '?'. */
uint32_t term_next_character(const char **text);

#define TERM_CHARACTER_MAX 5 /* bytes with the NUL */

/* Encodes a character as UTF-8. */
void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX]);

/* A canvas: the contents of the screen as cells in memory. Screens draw on it without a terminal;
 * the terminal shows it; tests read it. */

#define TERM_WIDTH_MAX    512
#define TERM_HEIGHT_MAX   256
#define TERM_WIDTH_LEAST  80
#define TERM_HEIGHT_LEAST 24

/* The meaning of a cell, not its look: the terminal has tables for 256, 16 and no colours. Colour
 * is never the only signal, and the palette can be told apart by the colour-blind. */
typedef enum term_style {
    TERM_PLAIN,
    TERM_DIM, /* remembered, unavailable */
    TERM_BOLD,
    TERM_TITLE,
    TERM_SELECTED, /* the chosen row: reverse */
    TERM_PLAYER,
    TERM_MONSTER,
    TERM_ASLEEP, /* sleeping monsters */
    TERM_ITEM,
    TERM_EXIT,
    TERM_WALL,
    TERM_FLOOR,
    TERM_GOOD,
    TERM_WARN,
    TERM_BAD,
    TERM_BAR_FULL, /* part of a bar; drawn with a character of its own, too */
    TERM_BAR_EMPTY,
    TERM_PATH,    /* the path of a shot */
    TERM_AREA,    /* the area of an effect: reverse */
    TERM_HIT,     /* who would be hit: reverse and bold */
    TERM_TERRAIN, /* one for each wyrm_colour, in order */
    TERM_TERRAIN_LAST = TERM_TERRAIN + WYRM_COLOUR_COUNT - 1,
    /* For further kinds of monsters, or of items, with the same letter: monsters in warm and items
     * in cold colours, so that the two are not confused. */
    TERM_MONSTER_2,
    TERM_MONSTER_3,
    TERM_MONSTER_4,
    TERM_MONSTER_5,
    TERM_ITEM_2,
    TERM_ITEM_3,
    TERM_ITEM_4,
    TERM_ITEM_5,
    TERM_STYLE_COUNT
} term_style;

typedef struct term_cell {
    uint32_t character; /* a code point of width 1; 0: a blank */
    term_style style;
} term_cell;

typedef struct term_canvas {
    int width, height;                                 /* cells, at most the maxima above */
    int cursor_x, cursor_y;                            /* cell of the real cursor; -1: hidden */
    term_cell cells[TERM_WIDTH_MAX * TERM_HEIGHT_MAX]; /* row by row, `width` a row */
} term_canvas;

/* A rectangle of a canvas, which clips what is drawn. Functions that write text shrink the area by
 * the room they used, so that the next text goes into the rest. */
typedef struct term_area {
    term_canvas *canvas;
    int x, y, width, height;
} term_area;

void term_canvas_clear(term_canvas *canvas, int width, int height);
void term_put(term_canvas *canvas, int x, int y, uint32_t character, term_style style);

static inline term_area term_all(term_canvas *canvas)
{
    return (term_area){canvas, 0, 0, canvas->width, canvas->height};
}

static inline term_area term_at(term_canvas *canvas, int x, int y) /* the rest of a line */
{
    return (term_area){canvas, x, y, canvas->width - x, 1};
}

static inline term_area term_behind(term_area area, int columns) /* without its first columns */
{
    return (term_area){area.canvas, area.x + columns, area.y, area.width - columns, area.height};
}

static inline bool term_is_in(const term_area *area, int x, int y)
{
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

term_area term_middle(term_canvas *canvas, int width, int height); /* at most the whole canvas */
term_area term_row(term_area *area);  /* cuts off and returns the first row; height 0: none left */
term_area term_foot(term_area *area); /* the same with the last row */
void term_skip(term_area *area, int rows);

void term_fill(term_area area, uint32_t character, term_style style);
static inline void term_clear(term_area area)
{
    term_fill(area, ' ', TERM_PLAIN);
}

/* Draws a frame with a title and clears its inside, which is returned. */
term_area term_frame(term_area area, const char *title);
/* Writes UTF-8 on the first row, clipped at the end of the area. */
void term_text(term_area area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* Writes the same, and cuts the used columns off the area. */
void term_write(term_area *area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* Writes a text at the right end of the first row. */
void term_right(term_area area, term_style style, const char *text);
/* Writes a text wrapped at blanks; returns the number of rows it takes, also of those clipped. */
int term_wrapped(term_area area, term_style style, const char *text);

/* The number of rows that a wrapped text takes. */
static inline int term_rows(const char *text, int width)
{
    return term_wrapped((term_area){.width = width}, TERM_PLAIN, text);
}

/* Writes a wrapped text, and cuts its rows off the area. */
void term_say(term_area *area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* Draws a bar such as "#####....." on the first row, filled to a share in [0, 1]. */
void term_bar(term_area area, double share, term_style full);

/* Inputs: keys and the mouse, as the deeds that they stand for. */

/* The deeds that keys can be bound to: name in the config file, default keys (as in the config
 * file, separated by blanks), and a description for the in-game help. Each of the eight directions
 * has a row for walking and one for running. */
/* clang-format off */
#define TERM_DEED_ROWS(row)                                                                        \
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
    row(TERM_ATTACK, "attack", "A z", "choose an attack")                                           \
    row(TERM_LOOK, "look", "x v", "look around: who is it, and would you win?")                     \
    row(TERM_LOG, "messages", "p", "earlier messages")                                              \
    row(TERM_MAP, "map", "m", "the whole map")                                                      \
    row(TERM_SHEET, "sheet", "c @", "who you are")                                                  \
    row(TERM_NUMBERS, "numbers", "D", "the numbers behind it: see, change, go back")                \
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

/* The rows, indexed by deed; empty texts for TERM_NOTHING. */
extern const struct term_deed_row {
    const char *name, *keys, *help;
} term_deeds[TERM_DEED_COUNT];

/* The direction of a deed that walks or runs; false for others. */
bool term_deed_direction(term_deed deed, wyrm_direction *direction, bool *runs);

/* One input. */
typedef struct term_input {
    term_deed deed;     /* the deed the key is bound to, or TERM_NOTHING */
    uint32_t character; /* typed character, for letters of menus and text fields; 0: none */
    uint32_t key;       /* code of the key, bound or not; 0: none */
    bool mouse;         /* a press of the first button at x, y; `wheel` -1 up, 1 down, 0 none */
    int x, y;
    int wheel;
    bool other_button;
} term_input;

/* Whether an input closes a screen: Esc, or another mouse button. */
static inline bool term_closes(const term_input *input)
{
    return input->deed == TERM_CANCEL || (input->mouse && input->other_button);
}

/* Keys: their codes, names and bindings. */

/* The code of a key: a code point (control characters included), or one of the TERM_KEY constants
 * beyond the last code point; either with modifier bits. */
typedef uint32_t term_key;

/* clang-format off */
#define TERM_KEY_ROWS(row)                                                                         \
    row(TERM_KEY_UP, "Up") row(TERM_KEY_DOWN, "Down") row(TERM_KEY_LEFT, "Left")                   \
    row(TERM_KEY_RIGHT, "Right") row(TERM_KEY_HOME, "Home") row(TERM_KEY_END, "End")               \
    row(TERM_KEY_PAGE_UP, "PgUp") row(TERM_KEY_PAGE_DOWN, "PgDn") row(TERM_KEY_INSERT, "Insert")   \
    row(TERM_KEY_DELETE, "Delete") row(TERM_KEY_BACKSPACE, "Backspace")                            \
    row(TERM_KEY_BACK_TAB, "BackTab") row(TERM_KEY_F1, "F1") row(TERM_KEY_F2, "F2")                \
    row(TERM_KEY_F3, "F3") row(TERM_KEY_F4, "F4") row(TERM_KEY_F5, "F5") row(TERM_KEY_F6, "F6")    \
    row(TERM_KEY_F7, "F7") row(TERM_KEY_F8, "F8") row(TERM_KEY_F9, "F9") row(TERM_KEY_F10, "F10")  \
    row(TERM_KEY_F11, "F11") row(TERM_KEY_F12, "F12")
/* clang-format on */

enum {
    TERM_KEY_BEFORE = 0x110000, /* one beyond the last code point */
#define TERM_KEY_ENUM(id, name) id,
    TERM_KEY_ROWS(TERM_KEY_ENUM)
#undef TERM_KEY_ENUM
        TERM_KEY_NONE = 0,
    TERM_KEY_TAB = '\t',
    TERM_KEY_ENTER = '\r',
    TERM_KEY_ESCAPE = 0x1b,
    TERM_KEY_SHIFT = 1 << 24,  /* of named keys only: shifted letters are upper case */
    TERM_KEY_CONTROL = 1 << 25 /* of named keys only: letters with it are control characters */
};

#define TERM_KEY_NAME_MAX 40 /* bytes */
#define TERM_KEYS_A_DEED  8

/* The keys bound to every deed. A plain value. */
typedef struct term_keys {
    term_key keys[TERM_DEED_COUNT][TERM_KEYS_A_DEED]; /* TERM_KEY_NONE after the last */
} term_keys;

/* The code of a name such as "k", "Shift-Up", "Ctrl-L", "Space"; TERM_KEY_NONE for no key. */
term_key term_key_named(const char *name);

/* The name of a deed's first key, "" without one; of a key, as the config file writes it; and of
 * all keys of a deed, separated by blanks. */
const char *term_first_key(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAME_MAX]);
void term_key_name(term_key key, char out[TERM_KEY_NAME_MAX]);
#define TERM_KEY_NAMES_MAX (TERM_KEYS_A_DEED * (TERM_KEY_NAME_MAX + 1))
void term_key_names(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAMES_MAX]);

void term_keys_default(term_keys *keys); /* The default bindings of TERM_DEED_ROWS. */

/* The input that a key makes: the deed it is bound to, and the character it types. */
term_input term_keys_input(const term_keys *keys, term_key key);

/* Reads the lines of a config file over the defaults: `name = key key ...`, # begins a comment. A
 * key bound by a line is taken from the deed that has it by default. All errors are added to
 * `errors`.
 * WYRM_ERROR_SYNTAX  a malformed line, an unknown deed or key, a deed named twice, a key bound
 *                    twice, or a deed that the game needs is left without a key
 * WYRM_ERROR_LIMIT   more than TERM_KEYS_A_DEED keys for a deed */
WYRM_MUST_CHECK wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text,
                                           size_t length, wyrm_errors *errors);

/* A config file with these bindings and comments, as a template. Owned by the caller (free); NULL:
 * out of memory. */
char *term_keys_template(const term_keys *keys);

/* The look of styles: colours and attributes, by the abilities of the terminal. */

/* Bits of term_look.attributes. */
#define TERM_LOOK_BOLD      1u
#define TERM_LOOK_REVERSE   2u
#define TERM_LOOK_UNDERLINE 4u
#define TERM_LOOK_DIM       8u

typedef struct term_look {
    int foreground, background; /* colour numbers of the terminal; -1: its default, no colours */
    unsigned attributes;
} term_look;

/* The look of a style on a terminal with this number of colours: 256 or more, 16, 8, or none. */
term_look term_palette_look(term_style style, int colours);

typedef struct term_terminal_options {
    bool no_color; /* set by the user, as NO_COLOR of the environment */
    bool ascii;    /* set by the user, as implied by a locale that is not UTF-8 */
} term_terminal_options;

/* How the program ended. */
typedef enum term_end {
    TERM_END_LEFT,
    TERM_END_SIGNAL,      /* by outcome.signal; a lost terminal counts as SIGHUP */
    TERM_END_NO_TERMINAL, /* there is no terminal that can be drawn on */
    TERM_END_BAD_DATA,    /* a ruleset, save, recording or file of keys cannot be read */
    TERM_END_INTERNAL     /* out of memory */
} term_end;

typedef struct term_outcome {
    int signal;
    /* about the game, for standard output once the terminal is given back; or "" */
    char words[1024];
} term_outcome;

typedef struct term_app term_app;

/* Takes over the terminal of standard input and output, runs the app until it ends, saves its game,
 * restores the terminal and frees the app. If the terminal cannot be drawn on, nothing was written
 * to it, and the hint of the error says what to do about it. */
term_end term_terminal_run(term_app *app, const term_terminal_options *options,
                           term_outcome *outcome, wyrm_errors *errors);

double term_seconds(void); /* Seconds of a monotonic clock. */

#endif
