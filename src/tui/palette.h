/* How styles look: colours and attributes by what the terminal can do. */
#ifndef WYRM_SRC_TUI_PALETTE_H
#define WYRM_SRC_TUI_PALETTE_H

#include "tui/canvas.h"

/* Bits of tui_look.attributes. */
#define TUI_LOOK_BOLD      1u
#define TUI_LOOK_REVERSE   2u
#define TUI_LOOK_UNDERLINE 4u
#define TUI_LOOK_DIM       8u

typedef struct tui_look {
    int foreground, background; /* colours of the terminal; -1: its own, no colours are used */
    unsigned attributes;
} tui_look;

/* The look of a style where the terminal has so many colours: 256 and more, 16, 8, or none. */
tui_look tui_palette_look(tui_style style, int colours);

#endif
