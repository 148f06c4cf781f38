/* The outlook of a fight: what comes of it by how it is begun.
 *
 * Who strikes first decides fights: a step up to a monster that is an even number of steps away
 * gives it the first blow, a turn of waiting takes it. So odds are those from where everybody
 * stands, for each way to begin, and the best way has a name. From there on the player strikes who
 * stands beside it, of several the one that takes the fewest blows.
 *
 * One against one, hand to hand, the approach is played and the rest is the exact duel. Every other
 * fight is played out: a copy of the game, unseen monsters left out, is fought some hundred times
 * with luck of its own. The game and its draws stay as they are, and the same state gives the same
 * odds.
 */
#ifndef WYRM_OUTLOOK_H
#define WYRM_OUTLOOK_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a way to begin: name, what a screen calls it, and what the player does. */
/* clang-format off */
#define WYRM_APPROACH_ROWS(row)                                                                     \
    row(WYRM_LET_COME, "wait", "waits until somebody stands beside it, at most 8 turns in a row, " \
                               "and not while it is shot at; then walks up")                       \
    row(WYRM_WALK_UP, "walk up", "goes to the nearest who is awake")                               \
    row(WYRM_FROM_AFAR, "from afar", "strikes from afar while nobody stands beside it, and waits "  \
                                     "for who is out of range")                                    \
    row(WYRM_THROW_FIRST, "throw", "throws what can be thrown, one thing a turn, until somebody "  \
                                   "stands beside it; then as who waits")                          \
    row(WYRM_FALL_BACK, "corridor", "goes to the nearest narrow place that it reaches first, and " \
                                    "waits there")
/* clang-format on */

typedef enum wyrm_approach {
#define WYRM_APPROACH_ENUM(name, word, sentence) name,
    WYRM_APPROACH_ROWS(WYRM_APPROACH_ENUM)
#undef WYRM_APPROACH_ENUM
        WYRM_APPROACH_COUNT
} wyrm_approach;

WYRM_API const char *wyrm_approach_word(wyrm_approach approach); /* "walk up"; static text */

/* What comes of one way to begin. */
typedef struct wyrm_prospect {
    wyrm_approach approach;
    wyrm_duel duel; /* chances with their interval, turns, and hit points left; turns are those of
                       the fight from now on. Not filled where it is played: the deviations and
                       `endless`. p_unfinished: nobody falls within 300 commands */
    int32_t waits;  /* turns that it waits before anything happens, on average, rounded */
} wyrm_prospect;

typedef struct wyrm_outlook {
    size_t count;
    wyrm_prospect ways[WYRM_APPROACH_COUNT]; /* those that there are, best first */
    size_t foes;                             /* how many are to be beaten */
    size_t sleepers;                         /* in sight besides; they count once they wake */
    bool beside;    /* somebody of them stands beside the player: who walks up strikes */
    bool abilities; /* some can do more than strike hand to hand */
} wyrm_outlook;

typedef struct wyrm_outlook_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* Whom it is about: one in view as if it were alone, asleep or not; NULL: all in sight who are
     * awake. */
    const wyrm_game_monster *alone;
    const wyrm_command *before; /* what the player does first; NULL: nothing */
    uint32_t fights;            /* of each way where it is played; 0: 400. Stops before where they
                                   take long, at 100 or more */
    bool played;                /* also where it could be exact */
} wyrm_outlook_options;

#define WYRM_OUTLOOK_FIGHTS 400

/* Works it out. Nobody to fight: out->count is 0. The engine is that of the game, and free.
 * WYRM_ERROR_ARGUMENT  `before` cannot be done now; the one that it is about, or the player, is
 *                      dead
 * and the failures of wyrm_game_act and wyrm_odds */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_outlook_find(wyrm_engine *engine, const wyrm_game *game,
                                                       const wyrm_outlook_options *options,
                                                       wyrm_outlook *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
