/* Games: begun, continued, watched. */
#include "term/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "base/utf8.h"
#include "term/session_files.h"
#include "term/session_play.h"

uint64_t term_random_seed(void)
{
    uint64_t drawn;
    if (getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) != sizeof drawn) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        drawn = (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec + (uint64_t)getpid();
    }
    return drawn % (TERM_SEED_MAX + 1);
}

/* Ends a function that has an error beside the list of errors. */
static wyrm_status tell(wyrm_errors *errors, wyrm_status status, const wyrm_error *error,
                        term_session **session)
{
    if (status == WYRM_OK)
        return status;
    wyrm_errors_add(errors, error);
    term_session_free(*session);
    *session = NULL;
    return status;
}

/* What finds the same ruleset from everywhere: the name of a shipped one, else the whole path. It
 * has to fit into saves and recordings: one that is cut finds nothing. */
static wyrm_status keep_source(term_session *session, const char *name, wyrm_error *error)
{
    char *whole = wyrm_shipped_find(name) == NULL ? realpath(name, NULL) : NULL;
    size_t length = strlen(whole != NULL ? whole : name);
    if (length < sizeof session->source)
        memcpy(session->source, whole != NULL ? whole : name, length + 1);
    free(whole);
    if (length < sizeof session->source)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_LIMIT,
                     "the whole path of this ruleset has %zu bytes; a saved game keeps at most %zu",
                     length, sizeof session->source - 1);
}

/* A session of a ruleset, without a game. */
static wyrm_status open_ruleset(const char *name, term_session **out, wyrm_errors *errors)
{
    wyrm_design *design;
    wyrm_error error;
    *out = NULL;
    wyrm_status status = wyrm_design_open(name, &design, errors);
    if (status != WYRM_OK)
        return status;
    status = term_session_new(design, out, &error);
    if (status == WYRM_OK)
        status = keep_source(*out, name, &error);
    return tell(errors, status, &error, out);
}

/* ---------------------------------------------------------------- new */

/* All of what is left alone, or an error: a recording of a part would be that of another game. */
static wyrm_status keep_without(const term_new_game *game, wyrm_replay_facts *facts,
                                wyrm_error *error)
{
    if (game->without_count > WYRM_REPLAY_WITHOUTS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "a game can be played without %d kinds of things at most, not %zu",
                         WYRM_REPLAY_WITHOUTS_MAX, game->without_count);
    for (size_t i = 0; i < game->without_count; i++) {
        if (strlen(game->without[i]) >= sizeof facts->without[0])
            return wyrm_fail(error, WYRM_ERROR_LIMIT, "'%.40s...' has more than %zu bytes",
                             game->without[i], sizeof facts->without[0] - 1);
        strcpy(facts->without[facts->without_count++], game->without[i]);
    }
    return WYRM_OK;
}

static wyrm_status begin_replay(term_session *session, const term_new_game *game, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(session->design);
    wyrm_replay_facts *facts = calloc(1, sizeof *facts);
    if (facts == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_utf8_copy(facts->ruleset, sizeof facts->ruleset, wyrm_ruleset_name(ruleset));
    wyrm_utf8_copy(facts->hash, sizeof facts->hash, wyrm_ruleset_hash(ruleset));
    wyrm_utf8_copy(facts->version, sizeof facts->version, wyrm_version());
    wyrm_utf8_copy(facts->source, sizeof facts->source, session->source);
    facts->seed = game->seed;
    wyrm_status status = keep_without(game, facts, error);
    if (status == WYRM_OK)
        status = wyrm_replay_new(facts, &session->replay, error);
    free(facts);
    return status;
}

/* The first line of the log: what is played, so that it can be played again. */
static void welcome(term_session *session, uint64_t seed)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    snprintf(text, sizeof text, "%.60s, seed %" PRIu64 "%s.",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), seed,
             session->practice ? ": practice, neither saved nor scored" : "");
    wyrm_log_add(session->log, 1, text);
}

wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                          term_session **out, wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_game_options options = {
        .seed = game->seed, .without = game->without, .without_count = game->without_count};
    wyrm_status status = open_ruleset(game->ruleset, out, errors);
    if (status != WYRM_OK)
        return status;
    term_session *session = *out;
    session->practice = game->practice;
    welcome(session, game->seed);
    status = term_session_start(session, &options, &error);
    if (status == WYRM_OK && !game->practice)
        status = begin_replay(session, game, &error);
    if (status == WYRM_OK)
        status = term_session_name_files(session, folders->state, &error);
    if (game->practice)
        session->save_path[0] = session->replay_path[0] = '\0';
    else if (status == WYRM_OK)
        status = term_session_lock(session, &error);
    return tell(errors, status, &error, out);
}

/* ---------------------------------------------------------------- continued */

/* Opens the ruleset that a save was made with. Where its file is gone, that is what is told. */
static wyrm_status open_source(const wyrm_save_facts *facts, const char *file, term_session **out,
                               wyrm_errors *errors)
{
    wyrm_status status = open_ruleset(facts->source, out, errors);
    if (status != WYRM_OK)
        wyrm_errors_fail(errors, status,
                         "%.120s: the ruleset of this game, %.100s, cannot be opened", file,
                         facts->source);
    return status;
}

wyrm_status term_game_continue(const term_folders *folders, const char *save_path,
                               term_session **out, wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    wyrm_save_facts facts;
    *out = NULL;
    wyrm_status status = wyrm_file_read(save_path, WYRM_SAVE_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK)
        return tell(errors, status, &error, out);
    status = wyrm_save_facts_of(save_path, text, length, &facts, &error);
    if (status != WYRM_OK) {
        free(text);
        return tell(errors, status, &error, out);
    }
    status = open_source(&facts, save_path, out, errors);
    if (status != WYRM_OK) {
        free(text);
        return status;
    }
    term_session *session = *out;
    status = wyrm_save_load(session->engine, save_path, text, length, session->game, session->log,
                            &session->edited, &error);
    free(text);
    if (status == WYRM_OK)
        status = term_session_name_files(session, folders->state, &error);
    if (status == WYRM_OK)
        status = term_session_lock(session, &error);
    if (status == WYRM_OK) {
        term_session_read_replay(session);
        wyrm_observe(session->engine, session->game, session->view);
        session->said = session->log->count;
    }
    return tell(errors, status, &error, out);
}

/* ---------------------------------------------------------------- watched */

wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset, int speed, term_session **out,
                            wyrm_errors *errors)
{
    wyrm_error error;
    *out = NULL;
    wyrm_status status =
        open_ruleset(ruleset != NULL ? ruleset : wyrm_replay_facts_of(replay)->source, out, errors);
    if (status != WYRM_OK) {
        wyrm_replay_free(replay);
        return status;
    }
    term_session *session = *out;
    session->replay = replay;
    session->watching = true;
    session->speed = speed;
    session->edited = strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(session->design)),
                             wyrm_replay_facts_of(replay)->hash) != 0;
    status = term_session_rewind(session, &error);
    return tell(errors, status, &error, out);
}
