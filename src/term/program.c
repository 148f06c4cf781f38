/* The game as the command line starts it: what the player has set, which game is meant, and the app
 * that shows it. */
#include "term/internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <wyrm/file.h>

#define KEYS_MAX_BYTES ((size_t)1 << 16)

static term_end end_of(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_INTERNAL ? TERM_END_INTERNAL
                                                                        : TERM_END_BAD_DATA;
}

/* Where files are, and keys: those of the file of keys, at path[TERM_PATH_MAX], where there is
 * one. */
static wyrm_status find_settings(term_folders *folders, term_keys *keys, char *path,
                                 wyrm_errors *errors)
{
    char *text;
    size_t length;
    wyrm_error error;
    term_keys_default(keys);
    wyrm_status status = term_folders_find(folders, &error);
    if (status == WYRM_OK)
        status = term_path_join(path, folders->config, "keys", &error);
    if (status == WYRM_OK && access(path, F_OK) != 0)
        return WYRM_OK;
    if (status == WYRM_OK)
        status = wyrm_file_read(path, KEYS_MAX_BYTES, &text, &length, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    status = term_keys_read(keys, path, text, length, errors);
    wyrm_free(text);
    return status;
}

term_end term_program_keys(char **out, char *path, wyrm_errors *errors)
{
    term_folders folders;
    term_keys keys;
    *out = NULL;
    wyrm_status status = find_settings(&folders, &keys, path, errors);
    if (status != WYRM_OK)
        return end_of(status);
    *out = term_keys_template(&keys);
    return *out != NULL ? TERM_END_LEFT
                        : end_of(wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory"));
}

/* The saved game of a ruleset that was played last, or that of a seed; false where there is none.
 * What it was opened by is enough: the file need not be there any more. */
static bool find_saved(const term_folders *folders, const term_play_options *options,
                       char path[TERM_PATH_MAX])
{
    term_saved *saved = NULL;
    size_t count = 0;
    wyrm_error error;
    bool found = false;
    char *source = term_source(options->game.ruleset);
    if (source != NULL && term_games_find(folders, &saved, &count, &error) != WYRM_OK)
        count = 0;
    for (size_t i = 0; i < count && !found; i++) {
        found = saved[i].known && strcmp(saved[i].facts.source, source) == 0 &&
                (!options->seeded || saved[i].facts.seed == options->game.seed);
        if (found)
            memcpy(path, saved[i].path, TERM_PATH_MAX);
    }
    free(source);
    wyrm_free(saved);
    return found;
}

term_end term_program_run(const term_play_options *options, term_outcome *outcome,
                          wyrm_errors *errors)
{
    term_folders folders;
    term_keys keys;
    char path[TERM_PATH_MAX];
    term_session *session = NULL;
    term_new_game game = options->game;
    if (!options->seeded)
        game.seed = term_random_seed();
    bool watches = options->replay != NULL, saved = false;
    *outcome = (term_outcome){0};
    wyrm_status status = find_settings(&folders, &keys, path, errors);
    if (status != WYRM_OK) {
        wyrm_replay_free(options->replay);
        return end_of(status);
    }
    if (!watches && options->game.ruleset != NULL && !options->anew && !options->game.practice)
        saved = find_saved(&folders, options, path);
    if (watches)
        status = term_game_watch(options->replay, options->game.ruleset, options->speed, &session,
                                 errors);
    else if (saved)
        status = term_game_continue(&folders, path, &session, errors);
    else if (options->game.ruleset != NULL)
        status = term_game_new(&folders, &game, &session, errors);
    if (status != WYRM_OK)
        return end_of(status);
    term_app *app = term_app_new(&keys, &folders, watches ? NULL : &term_title, term_show_help);
    if (app == NULL) {
        term_session_free(session);
        return end_of(wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory"));
    }
    if (!watches)
        term_push(app, &term_title);
    if (session != NULL)
        term_enter_game(app, session);
    if (saved && options->game.without_count > 0)
        term_notice(
            app, "The saved game goes on as it was begun: --without is for a new one, which --new "
                 "begins.");
    return term_terminal_run(app, &options->terminal, outcome, errors);
}
