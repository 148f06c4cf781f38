/* The game as the command line starts it. */
#include "term/program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "term/games_found.h"
#include "term/help.h"
#include "term/keys_file.h"
#include "term/loop.h"
#include "term/new_game.h"
#include "term/session_files.h"
#include "term/title.h"

#define KEYS_MAX_BYTES ((size_t)1 << 16)

/* What the player has set: where files are, and keys. */
typedef struct belongings {
    term_folders folders;
    term_keys keys;
    char keys_path[TERM_PATH_MAX];
} belongings;

static term_end end_of(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL ? TERM_END_INTERNAL
                                                                        : TERM_END_BAD_DATA;
}

static wyrm_status read_keys(belongings *own, wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    term_keys_default(&own->keys);
    if (access(own->keys_path, F_OK) != 0)
        return WYRM_OK;
    wyrm_status status = wyrm_file_read(own->keys_path, KEYS_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = term_keys_read(&own->keys, own->keys_path, text, length, errors);
    free(text);
    return status;
}

static wyrm_status find_belongings(belongings *own, wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_status status = term_folders_find(&own->folders, &error);
    if (status == WYRM_OK)
        status = term_path_join(own->keys_path, own->folders.config, "keys", &error);
    if (status == WYRM_OK)
        return read_keys(own, errors);
    wyrm_errors_add(errors, &error);
    return status;
}

term_end term_program_keys(char **out, char *path, wyrm_errors *errors)
{
    belongings own;
    wyrm_status status = find_belongings(&own, errors);
    *out = NULL;
    if (status != WYRM_OK)
        return end_of(status);
    memcpy(path, own.keys_path, sizeof own.keys_path);
    *out = term_keys_template(&own.keys);
    if (*out != NULL)
        return TERM_END_LEFT;
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TERM_END_INTERNAL;
}

/* ---------------------------------------------------------------- running */

/* The game is saved, whatever ended the loop. */
static void save_last(term_app *app, term_loop_end end, term_outcome *outcome)
{
    term_session *session = term_app_session(app);
    wyrm_error error;
    if (session == NULL || session->watching || session->pending)
        return;
    if (!term_session_save(session, &error))
        snprintf(outcome->words, sizeof outcome->words, "the game could not be saved: %s%s%s",
                 error.file, error.file[0] != '\0' ? ": " : "", error.message);
    else if (end != TERM_LOOP_LEFT && session->save_path[0] != '\0')
        snprintf(outcome->words, sizeof outcome->words,
                 "the game is saved; `wyrm play` continues it");
}

static term_end end_of_loop(term_loop_end end, term_outcome *outcome, wyrm_errors *errors)
{
    switch (end) {
    case TERM_LOOP_LEFT:
        return TERM_END_LEFT;
    case TERM_LOOP_SIGNAL:
        return TERM_END_SIGNAL;
    case TERM_LOOP_LOST:
        outcome->signal = SIGHUP;
        return TERM_END_SIGNAL;
    case TERM_LOOP_NO_MEMORY:
        break;
    }
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TERM_END_INTERNAL;
}

/* Takes the terminal, runs the app, gives the terminal back. The app is freed. */
static term_end run(term_app *app, const term_terminal_options *options, term_outcome *outcome,
                    wyrm_errors *errors)
{
    term_terminal *terminal;
    term_signals before;
    wyrm_error error;
    wyrm_status status = term_terminal_open(options, &terminal, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        term_app_free(app);
        return status == WYRM_ERROR_MEMORY ? TERM_END_INTERNAL : TERM_END_NO_TERMINAL;
    }
    term_signals_take(&before);
    term_loop_end end = term_loop(app, terminal, &before, &outcome->signal);
    save_last(app, end, outcome);
    term_terminal_close(terminal);
    term_app_free(app);
    term_signals_give_back(&before);
    return end_of_loop(end, outcome, errors);
}

static term_app *new_app(const belongings *own, const term_house *house, wyrm_errors *errors)
{
    term_app *app = term_app_new(&own->keys, &own->folders, house);
    if (app == NULL)
        wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return app;
}

/* ---------------------------------------------------------------- playing */

/* The saved game of a ruleset that was played last, or that of a seed; false where there is
 * none. */
static bool find_saved(const term_folders *folders, const term_session *like,
                       const term_play_options *options, char path[TERM_PATH_MAX])
{
    term_saved *saved;
    size_t count;
    wyrm_error error;
    bool found = false;
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(like->design));
    if (term_games_find(folders, &saved, &count, &error) != WYRM_OK)
        return false;
    for (size_t i = 0; i < count && !found; i++) {
        found = saved[i].error.code == WYRM_OK && strcmp(saved[i].facts.ruleset, name) == 0 &&
                strcmp(saved[i].facts.source, like->source) == 0 &&
                (!options->seeded || saved[i].facts.seed == options->seed);
        if (found)
            memcpy(path, saved[i].path, TERM_PATH_MAX);
    }
    free(saved);
    return found;
}

/* The game that the options mean: continued where one is saved, else new. */
static wyrm_status open_game(const belongings *own, const term_play_options *options,
                             term_session **out, bool *is_new, wyrm_errors *errors)
{
    char path[TERM_PATH_MAX];
    term_new_game game = {.ruleset = options->ruleset,
                          .seed = options->seeded ? options->seed : term_random_seed(),
                          .without = options->without,
                          .without_count = options->without_count,
                          .practice = options->practice};
    wyrm_status status = term_game_new(&own->folders, &game, out, errors);
    *is_new = true;
    if (status != WYRM_OK || options->anew || options->practice ||
        !find_saved(&own->folders, *out, options, path))
        return status;
    term_session_free(*out);
    *is_new = false;
    return term_game_continue(&own->folders, path, out, errors);
}

term_end term_program_play(const term_play_options *options, term_outcome *outcome,
                           wyrm_errors *errors)
{
    static const term_house house = {&term_title, term_show_help};
    belongings own;
    term_session *session = NULL;
    bool is_new = false;
    *outcome = (term_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status == WYRM_OK && options->ruleset != NULL)
        status = open_game(&own, options, &session, &is_new, errors);
    if (status != WYRM_OK)
        return end_of(status);
    term_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        term_session_free(session);
        return TERM_END_INTERNAL;
    }
    term_push(app, &term_title);
    if (session != NULL && is_new)
        term_enter_new_game(app, session);
    else if (session != NULL)
        term_enter_game(app, session);
    if (session != NULL && !is_new && options->without_count > 0)
        term_notice(
            app, "The saved game goes on as it was begun: --without is for a new one, which --new "
                 "begins.");
    return run(app, &options->terminal, outcome, errors);
}

/* ---------------------------------------------------------------- watching */

term_end term_program_watch(const term_watch_options *options, term_outcome *outcome,
                            wyrm_errors *errors)
{
    static const term_house house = {NULL, term_show_help};
    belongings own;
    term_session *session;
    *outcome = (term_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status != WYRM_OK)
        wyrm_replay_free(options->replay);
    else
        status =
            term_game_watch(options->replay, options->ruleset, options->speed, &session, errors);
    if (status != WYRM_OK)
        return end_of(status);
    term_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        term_session_free(session);
        return TERM_END_INTERNAL;
    }
    term_enter_game(app, session);
    return run(app, &options->terminal, outcome, errors);
}
