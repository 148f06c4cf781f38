/* The files of a game being played. */
#include "base/arena.h"
#include "term/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <wyrm/file.h>

/* ---- where the files of the player are ---- */

wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder, const char *name,
                           wyrm_error *error)
{
    int length = snprintf(out, TERM_PATH_MAX, "%s/%s", folder, name);
    if (length > 0 && length < TERM_PATH_MAX)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "the path %.80s.../%s is too long", folder, name);
}

/* The home folder: of the environment, else of the user's account; NULL: none. */
static const char *home(void)
{
    const char *path = getenv("HOME");
    if (path != NULL && path[0] == '/')
        return path;
    const struct passwd *user = getpwuid(getuid());
    return user != NULL && user->pw_dir != NULL && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

/* The folder of a variable of the XDG base directories, which has to be absolute to count, else one
 * below home. */
static wyrm_status find(const char *variable, const char *below_home, char out[TERM_PATH_MAX],
                        wyrm_error *error)
{
    const char *path = getenv(variable);
    if (path != NULL && path[0] == '/')
        return term_path_join(out, path, "wyrm", error);
    path = home();
    if (path == NULL)
        return wyrm_fail(error, WYRM_ERROR_IO, "there is no home folder: set HOME or %s", variable);
    return term_path_join(out, path, below_home, error);
}

wyrm_status term_folders_find(term_folders *out, wyrm_error *error)
{
    wyrm_status status = find("XDG_STATE_HOME", ".local/state/wyrm", out->state, error);
    if (status == WYRM_OK)
        status = find("XDG_CONFIG_HOME", ".config/wyrm", out->config, error);
    return status;
}

wyrm_status term_make_folder(const char *path, wyrm_error *error)
{
    char part[TERM_PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return wyrm_fail(error, WYRM_ERROR_IO, "the path %.80s... is too long", path);
    memcpy(part, path, length + 1);
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return wyrm_fail(error, WYRM_ERROR_IO, "the folder %s cannot be made: %s", part,
                             strerror(errno));
        if (end == '\0')
            break;
        *at = end;
    }
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return wyrm_fail(error, WYRM_ERROR_IO, "%s is no folder", path);
    return WYRM_OK;
}

/* ---- what a game being played is made of ---- */

wyrm_status term_session_new(wyrm_design *design, term_session **out, wyrm_error *error)
{
    term_session *session = base_zeroed(1, sizeof *session);
    *out = session;
    if (session == NULL) {
        wyrm_design_free(design);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    session->design = design;
    session->game = wyrm_game_new();
    session->before = wyrm_game_new();
    session->log = base_zeroed(1, sizeof *session->log);
    session->view = base_zeroed(1, sizeof *session->view);
    wyrm_status status = WYRM_OK;
    if (session->game == NULL || session->before == NULL || session->log == NULL ||
        session->view == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_engine_new(design, &session->engine, error);
    if (status == WYRM_OK)
        return WYRM_OK;
    term_session_free(session);
    *out = NULL;
    return status;
}

bool term_session_is_over(const term_session *session)
{
    wyrm_game_phase phase = term_now(session)->phase;
    return phase == WYRM_PHASE_DEAD ||
           (phase == WYRM_PHASE_WON &&
            wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_END);
}

void term_session_trouble(term_session *session, const char *what, const wyrm_error *error)
{
    snprintf(session->trouble, sizeof session->trouble, "%s: %.200s", what, error->message);
}

/* Lets others play the game again; nothing where it has no lock. */
static void term_session_unlock(term_session *session)
{
    if (session->lock == 0)
        return;
    unlink(session->lock_path);
    close(session->lock - 1);
    session->lock = 0;
}

void term_session_free(term_session *session)
{
    if (session == NULL)
        return;
    term_session_unlock(session);
    wyrm_replay_free(session->replay);
    wyrm_engine_free(session->engine);
    wyrm_design_free(session->design);
    wyrm_game_free(session->game);
    wyrm_game_free(session->before);
    wyrm_free(session->log);
    wyrm_free(session->view);
    wyrm_free(session);
}

void term_session_file_name(const term_session *session, char out[TERM_FILE_NAME_MAX])
{
    const wyrm_game_view *game = term_now(session);
    int length = snprintf(out, TERM_FILE_NAME_MAX, "%.80s-%" PRIu64,
                          wyrm_ruleset_name(wyrm_design_ruleset(session->design)), game->seed);
    if (game->run != 0)
        snprintf(out + length, (size_t)(TERM_FILE_NAME_MAX - length), "-run-%" PRIu64, game->run);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '/')
            *at = '_';
}

wyrm_status term_session_name_files(term_session *session, const char *state, wyrm_error *error)
{
    char name[TERM_FILE_NAME_MAX], file[TERM_FILE_NAME_MAX + 32];
    term_session_file_name(session, name);
    snprintf(file, sizeof file, "games/%s.save", name);
    snprintf(session->state, sizeof session->state, "%s", state);
    wyrm_status status = term_path_join(session->save_path, state, file, error);
    snprintf(file, sizeof file, "games/%s.replay", name);
    if (status == WYRM_OK)
        status = term_path_join(session->replay_path, state, file, error);
    snprintf(file, sizeof file, "games/%s.lock", name);
    if (status == WYRM_OK)
        status = term_path_join(session->lock_path, state, file, error);
    return status;
}

/* ---------------------------------------------------------------- one at a time */

wyrm_status term_session_make_folders(const term_session *session, wyrm_error *error)
{
    char folder[TERM_PATH_MAX];
    wyrm_status status = term_path_join(folder, session->state, "games", error);
    if (status == WYRM_OK)
        status = term_make_folder(folder, error);
    if (status == WYRM_OK)
        status = term_path_join(folder, session->state, "dumps", error);
    return status == WYRM_OK ? term_make_folder(folder, error) : status;
}

/* Opens the lock; *busy tells that another has it. */
static wyrm_status open_lock(term_session *session, bool *busy, wyrm_error *error)
{
    struct stat found;
    wyrm_status status = term_session_make_folders(session, error);
    if (status != WYRM_OK)
        return status;
    int file = open(session->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    /* One that has just been given up and deleted locks nothing. */
    *busy = flock(file, LOCK_EX | LOCK_NB) != 0 ? errno == EWOULDBLOCK
                                                : fstat(file, &found) == 0 && found.st_nlink == 0;
    if (*busy)
        close(file);
    else
        session->lock = file + 1;
    return WYRM_OK;
}

wyrm_status term_session_lock(term_session *session, wyrm_error *error)
{
    bool busy = false;
    wyrm_error why;
    if (open_lock(session, &busy, &why) != WYRM_OK) {
        term_session_trouble(session, "This game cannot be saved", &why);
        session->state[0] = session->save_path[0] = session->replay_path[0] = '\0';
        return WYRM_OK;
    }
    if (busy)
        return wyrm_fail(error, WYRM_ERROR_IO, "this game is being played in another terminal");
    return WYRM_OK;
}

/* ---------------------------------------------------------------- saving */

wyrm_status term_session_write_replay(const term_session *session, const char *path,
                                      wyrm_error *error)
{
    char *text;
    size_t length;
    if (session->replay == NULL)
        return WYRM_OK;
    wyrm_status status = wyrm_replay_text(session->replay, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(path, text, length, true, error);
    wyrm_free(text);
    return status;
}

static wyrm_status write_save(const term_session *session, wyrm_error *error)
{
    char *text;
    size_t length;
    wyrm_status status = wyrm_save_text(session->engine, session->game, session->log,
                                        session->source, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(session->save_path, text, length, true, error);
    wyrm_free(text);
    return status;
}

bool term_session_save(term_session *session, wyrm_error *error)
{
    if (session->save_path[0] == '\0' || session->watching || session->pending ||
        term_session_is_over(session))
        return true;
    /* The recording first: it may be longer than the save, and is cut then, but never shorter. */
    return term_session_write_replay(session, session->replay_path, error) == WYRM_OK &&
           write_save(session, error) == WYRM_OK;
}

void term_session_forget(term_session *session)
{
    if (session->save_path[0] != '\0') {
        unlink(session->save_path);
        unlink(session->replay_path);
    }
    session->save_path[0] = session->replay_path[0] = '\0';
}

void term_session_read_replay(term_session *session)
{
    char *text;
    size_t length;
    bool cut;
    wyrm_error error;
    const wyrm_game_view *game = term_now(session);
    if (session->replay_path[0] == '\0' ||
        wyrm_file_read(session->replay_path, WYRM_REPLAY_MAX_BYTES, &text, &length, &error) !=
            WYRM_OK)
        return;
    wyrm_status status =
        wyrm_replay_read(session->replay_path, text, length, &session->replay, &cut, &error);
    wyrm_free(text);
    if (status != WYRM_OK) {
        session->replay = NULL;
        return;
    }
    wyrm_replay_cut(session->replay, game->commands);
    size_t count = wyrm_replay_count(session->replay);
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    bool fits = count == game->commands && facts->seed == game->seed && facts->run == game->run &&
                (count == 0 || wyrm_replay_at(session->replay, count - 1)->checksum ==
                                   wyrm_game_checksum(session->game));
    if (fits)
        return;
    wyrm_replay_free(session->replay);
    session->replay = NULL;
}
