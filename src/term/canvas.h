#ifndef WYRM_SRC_TERM_CANVAS_H
#define WYRM_SRC_TERM_CANVAS_H

/* The terminal: canvases that screens draw on, keys, and how both reach a real terminal. Knows no
 * game. */

#include <wyrm/game.h>

#define TERM_COUNT(rows) (sizeof(rows) / sizeof *(rows))

/* The character at *text, which moves behind it; the text must not be at its end. What is malformed
 * gives '?', a byte each. */
uint32_t term_next_character(const char **text);

#define TERM_CHARACTER_MAX 5 /* bytes with the NUL */

/* A character as UTF-8. */
void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX]);

/* A canvas: what a screen shows, as cells in memory. Screens draw on it and know no terminal; the
 * terminal shows it; tests read it. */

#define TERM_WIDTH_MAX    512
#define TERM_HEIGHT_MAX   256
#define TERM_WIDTH_LEAST  80
#define TERM_HEIGHT_LEAST 24

/* What a cell means, not how it looks: the terminal has a table for 256, 16 and no colours. Colour
 * is never the only signal. The palette is told apart by the colour-blind. */
typedef enum term_style {
    TERM_PLAIN,
    TERM_DIM, /* remembered, unavailable */
    TERM_BOLD,
    TERM_TITLE,
    TERM_SELECTED, /* the chosen line: reverse */
    TERM_PLAYER,
    TERM_MONSTER,
    TERM_ASLEEP, /* monsters that do nothing */
    TERM_ITEM,
    TERM_EXIT,
    TERM_WALL,
    TERM_FLOOR,
    TERM_GOOD,
    TERM_WARN,
    TERM_BAD,
    TERM_BAR_FULL, /* a part of a bar; also drawn with another character */
    TERM_BAR_EMPTY,
    TERM_PATH,    /* of a shot */
    TERM_AREA,    /* of an effect: reverse */
    TERM_HIT,     /* who would be hit: reverse and bold */
    TERM_TERRAIN, /* of each wyrm_colour, from the first on */
    TERM_TERRAIN_LAST = TERM_TERRAIN + WYRM_COLOUR_COUNT - 1,
    /* The second and further kinds of monsters, or of items, that have one letter: warm and cold
     * colours, so that the two are not taken for each other. */
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
    int width, height;      /* cells, at most the maxima above */
    int cursor_x, cursor_y; /* where the real cursor stands; -1: nowhere */
    term_cell cells[TERM_WIDTH_MAX * TERM_HEIGHT_MAX]; /* row by row, `width` a row */
} term_canvas;

/* A part of a canvas. What is drawn outside of it is cut off. Text takes its room off an area as it
 * is written, so that what is left is where the next text goes. */
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

static inline term_area term_at(term_canvas *canvas, int x, int y) /* to the end of the line */
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
term_area term_row(term_area *area);  /* takes the first row off; of height 0 where none is left */
term_area term_foot(term_area *area); /* takes the last row off */
void term_skip(term_area *area, int rows);

void term_fill(term_area area, uint32_t character, term_style style);
static inline void term_clear(term_area area)
{
    term_fill(area, ' ', TERM_PLAIN);
}

/* A frame with a title, cleared inside; returns the inside. */
term_area term_frame(term_area area, const char *title);
/* UTF-8 on the first row, cut where the area ends. */
void term_text(term_area area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* The same, and takes the columns off. */
void term_write(term_area *area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* The same at the right end. */
void term_right(term_area area, term_style style, const char *text);
/* Wrapped at blanks; returns the number of rows used, also of those that are cut off. */
int term_wrapped(term_area area, term_style style, const char *text);

/* How many rows that would be. */
static inline int term_rows(const char *text, int width)
{
    return term_wrapped((term_area){.width = width}, TERM_PLAIN, text);
}

/* Wrapped, and takes the rows off. */
void term_say(term_area *area, term_style style, const char *format, ...) WYRM_PRINTF(3, 4);
/* A bar such as "#####....." on the first row, filled to a share in [0, 1]. */
void term_bar(term_area area, double share, term_style full);

/* Inputs: keys and the mouse, as what they mean. */

/* What a key is bound to: name in the config file, default keys (as the config file writes them,
 * with blanks between), and what it does (the in-game help is made of these). Directions have eight
 * rows of their own, and eight for running. */
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

/* The rows, by deed; empty texts for TERM_NOTHING. */
extern const struct term_deed_row {
    const char *name, *keys, *help;
} term_deeds[TERM_DEED_COUNT];

/* The direction of a deed of going or running; false for others. */
bool term_deed_direction(term_deed deed, wyrm_direction *direction, bool *runs);

/* One input. */
typedef struct term_input {
    term_deed deed;     /* what the key is bound to, or TERM_NOTHING */
    uint32_t character; /* the character typed, for letters of menus and for typing text; 0: none */
    uint32_t key;       /* its code, for what is not bound to anything; 0: none */
    bool mouse;         /* a press of the first button at x, y; `wheel` -1 up, 1 down, 0 none */
    int x, y;
    int wheel;
    bool other_button;
} term_input;

/* Whether an input leaves a screen: Esc, or the other button of the mouse. */
static inline bool term_closes(const term_input *input)
{
    return input->deed == TERM_CANCEL || (input->mouse && input->other_button);
}

/* Keys: their codes and names, and what they are bound to. */

/* The code of a key: a code point (control characters included), or one of those behind the last
 * code point; either with modifiers. */
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
    TERM_KEY_BEFORE = 0x110000, /* behind the last code point */
#define TERM_KEY_ENUM(id, name) id,
    TERM_KEY_ROWS(TERM_KEY_ENUM)
#undef TERM_KEY_ENUM
        TERM_KEY_NONE = 0,
    TERM_KEY_TAB = '\t',
    TERM_KEY_ENTER = '\r',
    TERM_KEY_ESCAPE = 0x1b,
    TERM_KEY_SHIFT = 1 << 24,  /* of named keys only: letters are upper case */
    TERM_KEY_CONTROL = 1 << 25 /* of named keys only: letters are control characters */
};

#define TERM_KEY_NAME_MAX 40 /* bytes */
#define TERM_KEYS_A_DEED  8

/* What every deed is bound to. A plain value. */
typedef struct term_keys {
    term_key keys[TERM_DEED_COUNT][TERM_KEYS_A_DEED]; /* TERM_KEY_NONE behind the last */
} term_keys;

/* The code of a name such as "k", "Shift-Up", "Ctrl-L", "Space"; TERM_KEY_NONE where it is none. */
term_key term_key_named(const char *name);

/* The name of a key, as the config file writes it; of the first key of a deed, "" where there is
 * none; and of all of them, with blanks between. */
const char *term_first_key(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAME_MAX]);
void term_key_name(term_key key, char out[TERM_KEY_NAME_MAX]);
#define TERM_KEY_NAMES_MAX (TERM_KEYS_A_DEED * (TERM_KEY_NAME_MAX + 1))
void term_key_names(const term_keys *keys, term_deed deed, char out[TERM_KEY_NAMES_MAX]);

void term_keys_default(term_keys *keys); /* The bindings of the rows above. */

/* A key as an input: what it is bound to, and the character that it types. */
term_input term_keys_input(const term_keys *keys, term_key key);

/* Reads the lines of a config file over the defaults: `name = key key ...`, # begins a comment. A
 * key that a line binds is taken from the deed that had it by default. Every error is added to
 * `errors`.
 * WYRM_ERROR_SYNTAX  a line that is none, an unknown deed or key, a deed named twice, a key bound
 *                    twice, or a deed of which the game cannot do without that has none left
 * WYRM_ERROR_LIMIT   more than TERM_KEYS_A_DEED keys for a deed */
WYRM_MUST_CHECK wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text,
                                           size_t length, wyrm_errors *errors);

/* The config file of some bindings, with comments: a template. Owned by the caller (free); NULL
 * where memory ran out. */
char *term_keys_template(const term_keys *keys);

/* How styles look: colours and attributes by what the terminal can do. */

/* Bits of term_look.attributes. */
#define TERM_LOOK_BOLD      1u
#define TERM_LOOK_REVERSE   2u
#define TERM_LOOK_UNDERLINE 4u
#define TERM_LOOK_DIM       8u

typedef struct term_look {
    int foreground, background; /* colours of the terminal; -1: its own, no colours are used */
    unsigned attributes;
} term_look;

/* The look of a style where the terminal has so many colours: 256 and more, 16, 8, or none. */
term_look term_palette_look(term_style style, int colours);

typedef struct term_terminal_options {
    bool no_color; /* beside NO_COLOR of the environment */
    bool ascii;    /* beside a locale that is not UTF-8 */
} term_terminal_options;

/* How it ended. */
typedef enum term_end {
    TERM_END_LEFT,
    TERM_END_SIGNAL,      /* of outcome.signal; a lost terminal counts as SIGHUP */
    TERM_END_NO_TERMINAL, /* there is none that can be drawn on */
    TERM_END_BAD_DATA,    /* a ruleset, save, recording or file of keys does not read */
    TERM_END_INTERNAL     /* out of memory */
} term_end;

typedef struct term_outcome {
    int signal;
    /* what became of the game, for standard output once the terminal is given back; "" */
    char words[1024];
} term_outcome;

typedef struct term_app term_app;

/* Takes over the terminal of standard input and output, runs the app until it ends, saves its game,
 * gives the terminal back and frees the app. Nothing has been written to the terminal where it
 * cannot be drawn on: the hint of the error says what to do about it. */
term_end term_terminal_run(term_app *app, const term_terminal_options *options,
                           term_outcome *outcome, wyrm_errors *errors);

double term_seconds(void); /* Seconds of a clock that only goes forward. */

#endif
