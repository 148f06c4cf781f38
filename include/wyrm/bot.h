/* Bots: policies that play, from one that does nothing to one that calculates fights.
 *
 * A bot sees what a player sees: it decides by <wyrm/observe.h> and what is no secret of a game,
 * never by unknown tiles or by monsters and items out of view. Its decisions depend on that and on
 * its own stream (WYRM_STREAM_BOT) alone.
 */
#ifndef WYRM_BOT_H
#define WYRM_BOT_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A kind of bot. The kinds are ordered as a ladder, from weak to strong: each gets at least as deep
 * as those before it. */
typedef struct wyrm_bot_kind {
    const char *name; /* "explorer" */
    const char *summary;
    bool plays; /* it tries to get down, like a careless or careful player: it is a rung of the
                   ladder */
    const struct wyrm_bot_policy *policy; /* its behaviour; private */
} wyrm_bot_kind;

/* All kinds, *count of them; static. */
WYRM_API const wyrm_bot_kind *wyrm_bot_kinds(size_t *count);

/* Finds a kind by name; *out is static.
 * WYRM_ERROR_UNKNOWN  no such bot (the hint names the nearest) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_find(const char *name, const wyrm_bot_kind **out,
                                                   wyrm_error *error);

/* Whether a bot knows how to use an item with this effect. It only carries other items about, so
 * its games do not show what they are worth. */
WYRM_API bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect);

typedef struct wyrm_bot wyrm_bot;

/* Creates a bot that plays games on this engine, which must outlive it. On success *out is owned by
 * the caller (wyrm_bot_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine,
                                                  wyrm_bot **out, wyrm_error *error);
WYRM_API void wyrm_bot_free(wyrm_bot *bot); /* NULL is allowed */

/* Forgets everything, at the start of a new game. */
WYRM_API void wyrm_bot_begin(wyrm_bot *bot);

/* The next command; false if the game is over. It can be carried out, except for a rare wrong guess
 * (WYRM_ERROR_ARGUMENT of wyrm_game_act): then the caller asks again, up to WYRM_BOT_GUESSES times,
 * and after that waits a turn instead. */
#define WYRM_BOT_GUESSES 8
WYRM_API bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command);

/* Fails if memory was short at any time since the game began; its decisions may then differ from
 * those it would have made.
 * WYRM_ERROR_MEMORY  out of memory at some time */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_trouble(const wyrm_bot *bot, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
