/* The outlook of a fight: how it is likely to end, by how the player begins it.
 *
 * The first blow decides fights: stepping up to a monster that is an even number of steps away
 * gives it the first blow, waiting a turn takes it. Odds are therefore computed from the present
 * positions, for each way to begin, and the best way is named. After the beginning the player
 * strikes an adjacent monster, the one that takes the fewest blows.
 *
 * In a melee of one against one, the approach is played and the rest is the exact duel. Every other
 * fight is sampled: a copy of the game, without unseen monsters, is fought some hundred times with
 * its own random stream. The game and its draws do not change, and the same state gives the same
 * odds.
 */
#ifndef WYRM_OUTLOOK_H
#define WYRM_OUTLOOK_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ways to begin, one row each: name, the word on the screen, and what the player does. */
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

/* The odds of one way to begin. */
typedef struct wyrm_prospect {
    wyrm_approach approach;
    wyrm_duel duel; /* chances with their interval, turns from now on, and hit points left. If
                       sampled, the deviations and `endless` are not set, and p_unfinished is the
                       chance that nobody falls within 300 commands */
    int32_t waits;  /* mean turns of waiting before anything happens, rounded */
} wyrm_prospect;

typedef struct wyrm_outlook {
    size_t count;
    wyrm_prospect ways[WYRM_APPROACH_COUNT]; /* the possible ones, best first */
    size_t foes;                             /* number of monsters to beat */
    size_t sleepers;                         /* asleep, in sight and not among the foes; they join
                                                when they wake */
    bool beside;    /* a foe is adjacent to the player, so walking up means striking */
    bool abilities; /* some foes can do more than strike in melee */
} wyrm_outlook;

typedef struct wyrm_outlook_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    /* The foe: one monster in view as if it were alone, asleep or not; NULL: all awake ones in
     * sight. */
    const wyrm_game_monster *alone;
    const wyrm_command *before; /* a command that the player carries out first; NULL: none */
    uint32_t fights;            /* sampled fights of each way; 0: 400. If they take long it stops
                                   earlier, after 100 or more */
    bool played;                /* sample even where it could be exact */
} wyrm_outlook_options;

#define WYRM_OUTLOOK_FIGHTS 400

/* Computes the outlook; without foes out->count is 0. The engine is that of the game, and must not
 * be in use.
 * WYRM_ERROR_ARGUMENT  `before` cannot be done now, or the player or options->alone is dead
 * and the errors of wyrm_game_act and wyrm_odds */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_outlook_find(wyrm_engine *engine, const wyrm_game *game,
                                                       const wyrm_outlook_options *options,
                                                       wyrm_outlook *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
