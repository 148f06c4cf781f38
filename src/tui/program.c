/* The game as the command line starts it. */
#include "tui/program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "tui/games_found.h"
#include "tui/help.h"
#include "tui/keys_file.h"
#include "tui/loop.h"
#include "tui/new_game.h"
#include "tui/session_files.h"
#include "tui/title.h"

#define KEYS_MAX_BYTES ((size_t)1 << 16)

/* What the player has set: where files are, and keys. */
typedef struct belongings {
    tui_folders folders;
    tui_keys keys;
    char keys_path[TUI_PATH_MAX];
} belongings;

static tui_end end_of(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL ? TUI_END_INTERNAL
                                                                        : TUI_END_BAD_DATA;
}

static wyrm_status read_keys(belongings *own, wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    tui_keys_default(&own->keys);
    if (access(own->keys_path, F_OK) != 0)
        return WYRM_OK;
    wyrm_status status = wyrm_file_read(own->keys_path, KEYS_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = tui_keys_read(&own->keys, own->keys_path, text, length, errors);
    free(text);
    return status;
}

static wyrm_status find_belongings(belongings *own, wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_status status = tui_folders_find(&own->folders, &error);
    if (status == WYRM_OK)
        status = tui_path_join(own->keys_path, own->folders.config, "keys", &error);
    if (status == WYRM_OK)
        return read_keys(own, errors);
    wyrm_errors_add(errors, &error);
    return status;
}

tui_end tui_program_keys(char **out, char *path, wyrm_errors *errors)
{
    belongings own;
    wyrm_status status = find_belongings(&own, errors);
    *out = NULL;
    if (status != WYRM_OK)
        return end_of(status);
    memcpy(path, own.keys_path, sizeof own.keys_path);
    *out = tui_keys_template(&own.keys);
    if (*out != NULL)
        return TUI_END_LEFT;
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TUI_END_INTERNAL;
}

/* ---------------------------------------------------------------- running */

/* The game is saved, whatever ended the loop. */
static void save_last(tui_app *app, tui_loop_end end, tui_outcome *outcome)
{
    tui_session *session = tui_app_session(app);
    wyrm_error error;
    if (session == NULL || session->watching || session->pending)
        return;
    if (!tui_session_save(session, &error))
        snprintf(outcome->words, sizeof outcome->words, "the game could not be saved: %s%s%s",
                 error.file, error.file[0] != '\0' ? ": " : "", error.message);
    else if (end != TUI_LOOP_LEFT && session->save_path[0] != '\0')
        snprintf(outcome->words, sizeof outcome->words,
                 "the game is saved; `wyrm play` continues it");
}

static tui_end end_of_loop(tui_loop_end end, tui_outcome *outcome, wyrm_errors *errors)
{
    switch (end) {
    case TUI_LOOP_LEFT:
        return TUI_END_LEFT;
    case TUI_LOOP_SIGNAL:
        return TUI_END_SIGNAL;
    case TUI_LOOP_LOST:
        outcome->signal = SIGHUP;
        return TUI_END_SIGNAL;
    case TUI_LOOP_NO_MEMORY:
        break;
    }
    wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return TUI_END_INTERNAL;
}

/* Takes the terminal, runs the app, gives the terminal back. The app is freed. */
static tui_end run(tui_app *app, const tui_terminal_options *options, tui_outcome *outcome,
                   wyrm_errors *errors)
{
    tui_terminal *terminal;
    tui_signals before;
    wyrm_error error;
    wyrm_status status = tui_terminal_open(options, &terminal, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        tui_app_free(app);
        return status == WYRM_ERROR_MEMORY ? TUI_END_INTERNAL : TUI_END_NO_TERMINAL;
    }
    tui_signals_take(&before);
    tui_loop_end end = tui_loop(app, terminal, &before, &outcome->signal);
    save_last(app, end, outcome);
    tui_terminal_close(terminal);
    tui_app_free(app);
    tui_signals_give_back(&before);
    return end_of_loop(end, outcome, errors);
}

static tui_app *new_app(const belongings *own, const tui_house *house, wyrm_errors *errors)
{
    tui_app *app = tui_app_new(&own->keys, &own->folders, house);
    if (app == NULL)
        wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
    return app;
}

/* ---------------------------------------------------------------- playing */

/* The saved game of a ruleset that was played last, or that of a seed; false where there is
 * none. */
static bool find_saved(const tui_folders *folders, const tui_session *like,
                       const tui_play_options *options, char path[TUI_PATH_MAX])
{
    tui_saved *saved;
    size_t count;
    wyrm_error error;
    bool found = false;
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(like->design));
    if (tui_games_find(folders, &saved, &count, &error) != WYRM_OK)
        return false;
    for (size_t i = 0; i < count && !found; i++) {
        found = saved[i].error.code == WYRM_OK && strcmp(saved[i].facts.ruleset, name) == 0 &&
                strcmp(saved[i].facts.source, like->source) == 0 &&
                (!options->seeded || saved[i].facts.seed == options->seed);
        if (found)
            memcpy(path, saved[i].path, TUI_PATH_MAX);
    }
    free(saved);
    return found;
}

/* The game that the options mean: continued where one is saved, else new. */
static wyrm_status open_game(const belongings *own, const tui_play_options *options,
                             tui_session **out, bool *is_new, wyrm_errors *errors)
{
    char path[TUI_PATH_MAX];
    tui_new_game game = {.ruleset = options->ruleset,
                         .seed = options->seeded ? options->seed : tui_random_seed(),
                         .without = options->without,
                         .without_count = options->without_count,
                         .practice = options->practice};
    wyrm_status status = tui_game_new(&own->folders, &game, out, errors);
    *is_new = true;
    if (status != WYRM_OK || options->anew || options->practice ||
        !find_saved(&own->folders, *out, options, path))
        return status;
    tui_session_free(*out);
    *is_new = false;
    return tui_game_continue(&own->folders, path, out, errors);
}

tui_end tui_program_play(const tui_play_options *options, tui_outcome *outcome, wyrm_errors *errors)
{
    static const tui_house house = {&tui_title, tui_show_help};
    belongings own;
    tui_session *session = NULL;
    bool is_new = false;
    *outcome = (tui_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status == WYRM_OK && options->ruleset != NULL)
        status = open_game(&own, options, &session, &is_new, errors);
    if (status != WYRM_OK)
        return end_of(status);
    tui_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        tui_session_free(session);
        return TUI_END_INTERNAL;
    }
    tui_push(app, &tui_title);
    if (session != NULL && is_new)
        tui_enter_new_game(app, session);
    else if (session != NULL)
        tui_enter_game(app, session);
    if (session != NULL && !is_new && options->without_count > 0)
        tui_notice(
            app, "The saved game goes on as it was begun: --without is for a new one, which --new "
                 "begins.");
    return run(app, &options->terminal, outcome, errors);
}

/* ---------------------------------------------------------------- watching */

tui_end tui_program_watch(const tui_watch_options *options, tui_outcome *outcome,
                          wyrm_errors *errors)
{
    static const tui_house house = {NULL, tui_show_help};
    belongings own;
    tui_session *session;
    *outcome = (tui_outcome){0};
    wyrm_status status = find_belongings(&own, errors);
    if (status != WYRM_OK)
        wyrm_replay_free(options->replay);
    else
        status =
            tui_game_watch(options->replay, options->ruleset, options->speed, &session, errors);
    if (status != WYRM_OK)
        return end_of(status);
    tui_app *app = new_app(&own, &house, errors);
    if (app == NULL) {
        tui_session_free(session);
        return TUI_END_INTERNAL;
    }
    tui_enter_game(app, session);
    return run(app, &options->terminal, outcome, errors);
}
