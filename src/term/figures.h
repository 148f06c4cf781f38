/* Numbers of creatures as lines to show: their stats, side by side where two are compared. */
#ifndef WYRM_SRC_TERM_FIGURES_H
#define WYRM_SRC_TERM_FIGURES_H

#include <wyrm/game.h>

#include "term/canvas.h"

/* One line, such as "attack" "4.8" "8". A pair of stats is one line: "damage" "1-4". */
typedef struct term_figure {
    char label[40];
    char now[24], then[24]; /* `then` as `now` where nothing is compared */
    bool changed;
    term_style style; /* of `then`: TERM_GOOD, TERM_BAD where it is plainly better or worse */
} term_figure;

#define TERM_FIGURES_MAX (WYRM_STATS_MAX + 2)

/* Collects the stats worth showing: those that the ruleset gives its player or lets grow, and
 * others that differ from the combat model's own values. `then` may be NULL. Fills
 * out[TERM_FIGURES_MAX] and returns how many. With `then` a change of the maximum of hit points
 * comes first. */
size_t term_figures(const wyrm_engine *engine, const wyrm_combatant *now,
                    const wyrm_combatant *then, term_figure *out);

/* Draws figures, in columns where two fit beside each other, else one after the other; returns the
 * rows used, at most area.height. */
int term_figures_draw(term_canvas *canvas, term_area area, const term_figure *figures,
                      size_t count);

/* Draws only those that change, as "attack 4.8 -> 8", one a row; returns the rows used. */
int term_changes_draw(term_canvas *canvas, term_area area, const term_figure *figures,
                      size_t count);

/* A stat of the combat model as people read it: "armor class". `out` has room for 40. */
void term_stat_label(const char *name, char *out);

/* "4.8", "12", "0.35": at most two decimals. `out` has room for 24. */
void term_number(double value, char *out);

/* "82.4 %", "over 99.9 %"; `out` has room for 24. */
void term_percent(double share, char *out);

#endif
