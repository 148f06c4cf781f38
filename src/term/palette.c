/* How styles look.
 *
 * The background is always black, so that the contrast is known. With 256 colours those of the cube
 * are taken, which terminals do not let themes change. What is to be told apart differs in blue
 * against yellow and in lightness, which the colour-blind see, and never in red against green
 * alone. */
#include "term/palette.h"

#define BOLD      TERM_LOOK_BOLD
#define REVERSE   TERM_LOOK_REVERSE
#define UNDERLINE TERM_LOOK_UNDERLINE
#define DIM       TERM_LOOK_DIM

typedef struct palette_row {
    short of_256, of_16;
    unsigned coloured;   /* attributes where there are colours */
    unsigned colourless; /* and where there are none */
} palette_row;

/* clang-format off */
static const palette_row rows[TERM_STYLE_COUNT] = {
    /*                  256   16   attributes with and without colours */
    [TERM_PLAIN]     = { 252,  7,   0,              0 },
    [TERM_DIM]       = { 244,  8,   0,              DIM },
    [TERM_BOLD]      = { 231, 15,   BOLD,           BOLD },
    [TERM_TITLE]     = { 117, 14,   BOLD,           BOLD | UNDERLINE },
    [TERM_SELECTED]  = { 252,  7,   REVERSE,        REVERSE },
    [TERM_PLAYER]    = { 231, 15,   BOLD,           BOLD },
    [TERM_MONSTER]   = { 209,  9,   BOLD,           BOLD },
    [TERM_ASLEEP]    = { 137,  3,   0,              0 },
    [TERM_ITEM]      = {  75, 14,   0,              0 },
    [TERM_EXIT]      = { 220, 11,   BOLD,           BOLD },
    [TERM_WALL]      = { 250,  7,   0,              0 },
    [TERM_FLOOR]     = { 250,  7,   0,              0 },
    [TERM_GOOD]      = {  75, 14,   0,              0 },
    [TERM_WARN]      = { 220, 11,   BOLD,           BOLD },
    [TERM_BAD]       = { 209,  9,   BOLD,           BOLD | UNDERLINE },
    [TERM_BAR_FULL]  = {  75, 14,   0,              BOLD },
    [TERM_BAR_EMPTY] = { 243,  8,   0,              DIM },
    [TERM_PATH]      = { 220, 11,   0,              UNDERLINE },
    [TERM_AREA]      = {  75, 14,   REVERSE,        REVERSE },
    [TERM_HIT]       = { 209,  9,   REVERSE | BOLD, REVERSE | BOLD },
};
/* clang-format on */

#define BLACK_OF_256 16
#define BRIGHT       8 /* a bright colour is the number of its dark one and this */
#define BRIGHT_BLACK 8
#define WHITE        7

term_look term_palette_look(term_style style, int colours)
{
    const palette_row *row = &rows[style < TERM_STYLE_COUNT ? style : TERM_PLAIN];
    if (colours >= 256)
        return (term_look){row->of_256, BLACK_OF_256, row->coloured};
    if (colours >= 16)
        return (term_look){row->of_16, 0, row->coloured};
    if (colours < 8)
        return (term_look){-1, -1, row->colourless};
    /* Of eight colours bold makes the bright ones, except for black, which stays black on many
     * terminals. */
    if (row->of_16 == BRIGHT_BLACK)
        return (term_look){WHITE, 0, row->coloured | DIM};
    if (row->of_16 >= BRIGHT)
        return (term_look){row->of_16 - BRIGHT, 0, row->coloured | BOLD};
    return (term_look){row->of_16, 0, row->coloured};
}
