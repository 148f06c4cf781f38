/* How styles look: colours and attributes by what the terminal can do. */
#ifndef WYRM_SRC_TERM_PALETTE_H
#define WYRM_SRC_TERM_PALETTE_H

#include "term/canvas.h"

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

#endif
