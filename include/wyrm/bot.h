/* Bots: policies that play, from one who does nothing to one who reckons.
 *
 * A bot sees what a player sees: it decides by <wyrm/observe.h> and what of a game is no secret,
 * and never by tiles that are not known or monsters and things that are not in view. Its decisions
 * follow from that and its own stream (WYRM_STREAM_BOT) alone.
 */
#ifndef WYRM_BOT_H
#define WYRM_BOT_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a bot: its name and a sentence. In the order of the ladder, from weak to strong: each
 * goes at least as deep as those before it. */
typedef struct wyrm_bot_kind {
    const char *name; /* "explorer" */
    const char *summary;
    bool plays; /* it means to get down: a player, careless or careful, and a rung of the ladder */
    const struct wyrm_bot_policy *policy; /* what it does; its own */
} wyrm_bot_kind;

/* All of them; static. */
WYRM_API const wyrm_bot_kind *wyrm_bot_kinds(size_t *count);

/* WYRM_ERROR_UNKNOWN  no such bot (the hint names the nearest) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_find(const char *name, const wyrm_bot_kind **out,
                                                   wyrm_error *error);

/* Whether a bot knows what to do with an item of that effect. What it does not know it carries
 * about: how good such an item is its games do not tell. */
WYRM_API bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect);

typedef struct wyrm_bot wyrm_bot;

/* On success *out is owned by the caller (wyrm_bot_free). The engine is the one that the games are
 * played on, and must outlive it. WYRM_ERROR_MEMORY: out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine,
                                                  wyrm_bot **out, wyrm_error *error);
WYRM_API void wyrm_bot_free(wyrm_bot *bot); /* NULL is allowed */

/* Forgets everything: a new game begins. */
WYRM_API void wyrm_bot_begin(wyrm_bot *bot);

/* The next command. Always one that can be carried out, but for the rare guess that fails
 * (WYRM_ERROR_ARGUMENT of wyrm_game_act): then it is asked again, at most WYRM_BOT_GUESSES times
 * before it waits. False where the game is over. */
#define WYRM_BOT_GUESSES 8
WYRM_API bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command);

/* Whether there was memory for all that it has thought of since its game began; else what it said
 * may not be what it would have said.
 * WYRM_ERROR_MEMORY  there was not */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_bot_trouble(const wyrm_bot *bot, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
