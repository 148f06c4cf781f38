#ifndef WYRM_SRC_TERM_SCORES_H
#define WYRM_SRC_TERM_SCORES_H

#include "term/session.h"

/* High scores: a file of the games that were won and lost. */

#define TERM_SCORES_MAX 200 /* that are kept: the best */

/* One game. A plain value. */
typedef struct term_score {
    char ruleset[64], title[96], hash[17];
    uint64_t seed;
    bool won;
    char ending[WYRM_MESSAGE_TEXT_MAX]; /* "killed by an Orc" */
    int32_t depth, level, wins;         /* wins: of new games plus before this one */
    uint64_t experience;
    uint32_t turn, kills;
    bool climbs;  /* the ruleset leads up: `depth` is a floor */
    char day[16]; /* "2024-02-29"; "" where the clock does not say */
} term_score;

typedef struct term_scores {
    size_t count;
    term_score rows[TERM_SCORES_MAX]; /* best first */
} term_scores;

/* The score of a game that has come to its end. */
void term_score_of(const term_session *session, term_score *out);

/* Whether one game counts for more than another: won, then depth, experience, fewer turns. */
bool term_score_beats(const term_score *one, const term_score *other);

/* Reads <state>/scores.json; a file that is not there has no rows. *out is empty where this fails.
 * WYRM_ERROR_IO      it cannot be read
 * WYRM_ERROR_LIMIT   it is of a newer version, or too large
 * WYRM_ERROR_SYNTAX  it is broken (line and column) */
WYRM_MUST_CHECK wyrm_status term_scores_read(const char *state, term_scores *out,
                                             wyrm_error *error);

/* Adds a row. A file that is broken is kept as scores.json.broken, and a new one begun: that is no
 * failure. As wyrm_file_write, and WYRM_ERROR_LIMIT for a file of a newer version, which is left
 * alone. */
WYRM_MUST_CHECK wyrm_status term_scores_add(const char *state, const term_score *score,
                                            wyrm_error *error);

#endif
