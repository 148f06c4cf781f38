/* The odds of a fight, in words. */
#ifndef WYRM_SRC_TERM_ODDS_H
#define WYRM_SRC_TERM_ODDS_H

#include "term/canvas.h"
#include "term/session.h"

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
