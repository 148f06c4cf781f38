#ifndef WYRM_SRC_TERM_ODDS_H
#define WYRM_SRC_TERM_ODDS_H

#include <wyrm/game.h>

#include "term/canvas.h"
#include "term/session.h"

/* Numbers of creatures as lines to show: their stats, side by side where two are compared. */

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

/* The odds of a fight, in words. */

/* What is known of a fight between the player and one monster. A plain value. */
typedef struct term_odds {
    bool known; /* else `words` says why not */
    wyrm_duel duel;
    wyrm_better_odds better; /* of the pack; item -1: nothing helps, or not asked */
    char words[256];         /* "You win 82.4 % of such fights, losing 12 of 30 hp in 5 turns." */
    /* "With +2 Club: 93.0 %, losing 9 of 30 hp in 4 turns."; "" where nothing helps */
    char with[WYRM_NAME_TEXT_MAX + 128];
} term_odds;

/* Reckons them; also what of the pack would help most, where asked. */
void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool with_pack,
                    term_odds *out);

/* A monster for which odds are shown. */
typedef struct term_opponent {
    char name[WYRM_NAMED_TEXT_MAX]; /* "the Orc" */
    bool in_sight;
    wyrm_game_monster monster;
} term_opponent;

/* Those in sight, nearest first; where there are none, those defeated most often, fresh and as they
 * are on this depth. Fills out[TERM_OPPONENTS_MAX], returns how many. */
#define TERM_OPPONENTS_MAX 3
size_t term_opponents(const term_session *session, term_opponent *out);

/* What all shown odds assume; the second text is for opponents out of sight. */
#define TERM_ODDS_ASSUME                                                                           \
    "Exact odds: alone, hand to hand; you strike first, or ready an item instead."
#define TERM_ODDS_ASSUME_LATER "Exact odds: alone, hand to hand, you are ready and strike first."

/* What other gear or stats would change: "Against the Orc you win 62.0 % -> 93.1 %, with 9 -> 17 hp
 * left." Where the change `takes_turn`, an opponent in sight has the first blow after it. The first
 * figures are those that looking at the opponent shows. `gap` stands behind "win" and before
 * "with": a blank, or a line break in a narrow column. False where there are no odds. *style is
 * that of the second chance. */
#define TERM_ODDS_CHANGE_MAX 240
bool term_odds_change(const term_session *session, const term_opponent *opponent,
                      const wyrm_combatant *then, bool takes_turn, char gap,
                      char out[TERM_ODDS_CHANGE_MAX], term_style *style);

/* TERM_GOOD from 90 %, TERM_WARN from 60 %, else TERM_BAD. The number is always shown with it. */
term_style term_odds_style(double p_win);

/* Seconds of a clock that only goes forward. */
double term_seconds(void);

#endif
