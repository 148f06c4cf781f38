/* How styles look.
 *
 * The background is always black, so that the contrast is known. With 256 colours those of the cube
 * are taken, which terminals do not let themes change. What is to be told apart differs in blue
 * against yellow and in lightness, which the colour-blind see, and never in red against green
 * alone. */
#include "tui/palette.h"

#define BOLD      TUI_LOOK_BOLD
#define REVERSE   TUI_LOOK_REVERSE
#define UNDERLINE TUI_LOOK_UNDERLINE
#define DIM       TUI_LOOK_DIM

typedef struct palette_row {
    short of_256, of_16;
    unsigned coloured;   /* attributes where there are colours */
    unsigned colourless; /* and where there are none */
} palette_row;

/* clang-format off */
static const palette_row rows[TUI_STYLE_COUNT] = {
    /*                  256   16   attributes with and without colours */
    [TUI_PLAIN]     = { 252,  7,   0,              0 },
    [TUI_DIM]       = { 244,  8,   0,              DIM },
    [TUI_BOLD]      = { 231, 15,   BOLD,           BOLD },
    [TUI_TITLE]     = { 117, 14,   BOLD,           BOLD | UNDERLINE },
    [TUI_SELECTED]  = { 252,  7,   REVERSE,        REVERSE },
    [TUI_PLAYER]    = { 231, 15,   BOLD,           BOLD },
    [TUI_MONSTER]   = { 209,  9,   BOLD,           BOLD },
    [TUI_ASLEEP]    = { 137,  3,   0,              0 },
    [TUI_ITEM]      = {  75, 14,   0,              0 },
    [TUI_EXIT]      = { 220, 11,   BOLD,           BOLD },
    [TUI_WALL]      = { 250,  7,   0,              0 },
    [TUI_FLOOR]     = { 250,  7,   0,              0 },
    [TUI_GOOD]      = {  75, 14,   0,              0 },
    [TUI_WARN]      = { 220, 11,   BOLD,           BOLD },
    [TUI_BAD]       = { 209,  9,   BOLD,           BOLD | UNDERLINE },
    [TUI_BAR_FULL]  = {  75, 14,   0,              BOLD },
    [TUI_BAR_EMPTY] = { 243,  8,   0,              DIM },
    [TUI_PATH]      = { 220, 11,   0,              UNDERLINE },
    [TUI_AREA]      = {  75, 14,   REVERSE,        REVERSE },
    [TUI_HIT]       = { 209,  9,   REVERSE | BOLD, REVERSE | BOLD },
};
/* clang-format on */

#define BLACK_OF_256 16
#define BRIGHT       8 /* a bright colour is the number of its dark one and this */
#define BRIGHT_BLACK 8
#define WHITE        7

tui_look tui_palette_look(tui_style style, int colours)
{
    const palette_row *row = &rows[style < TUI_STYLE_COUNT ? style : TUI_PLAIN];
    if (colours >= 256)
        return (tui_look){row->of_256, BLACK_OF_256, row->coloured};
    if (colours >= 16)
        return (tui_look){row->of_16, 0, row->coloured};
    if (colours < 8)
        return (tui_look){-1, -1, row->colourless};
    /* Of eight colours bold makes the bright ones, except for black, which stays black on many
     * terminals. */
    if (row->of_16 == BRIGHT_BLACK)
        return (tui_look){WHITE, 0, row->coloured | DIM};
    if (row->of_16 >= BRIGHT)
        return (tui_look){row->of_16 - BRIGHT, 0, row->coloured | BOLD};
    return (tui_look){row->of_16, 0, row->coloured};
}
