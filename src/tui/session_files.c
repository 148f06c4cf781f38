/* The files of a game being played. */
#include "tui/session_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "tui/scores.h"

#define NAME_MAX_BYTES 160
#define TRIES          100 /* names of dumps within a second */

/* The last trouble is the one that is told. */
static void trouble(tui_session *session, const char *what, const wyrm_error *error)
{
    snprintf(session->trouble, sizeof session->trouble, "%s: %.200s", what, error->message);
}

bool tui_session_is_over(const tui_session *session)
{
    wyrm_game_phase phase = session->game->phase;
    return phase == WYRM_PHASE_DEAD ||
           (phase == WYRM_PHASE_WON &&
            wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_END);
}

/* "ruggrogue-42": what the files of a game are called. */
static void game_name(const tui_session *session, char out[NAME_MAX_BYTES])
{
    const wyrm_game *game = session->game;
    int length = snprintf(out, NAME_MAX_BYTES, "%.80s-%" PRIu64,
                          wyrm_ruleset_name(wyrm_design_ruleset(session->design)), game->seed);
    if (game->run != 0)
        snprintf(out + length, (size_t)(NAME_MAX_BYTES - length), "-run-%" PRIu64, game->run);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '/')
            *at = '_';
}

wyrm_status tui_session_name_files(tui_session *session, const char *state, wyrm_error *error)
{
    char name[NAME_MAX_BYTES], file[NAME_MAX_BYTES + 32];
    game_name(session, name);
    snprintf(file, sizeof file, "games/%s.save", name);
    snprintf(session->state, sizeof session->state, "%s", state);
    wyrm_status status = tui_path_join(session->save_path, state, file, error);
    snprintf(file, sizeof file, "games/%s.replay", name);
    if (status == WYRM_OK)
        status = tui_path_join(session->replay_path, state, file, error);
    snprintf(file, sizeof file, "games/%s.lock", name);
    if (status == WYRM_OK)
        status = tui_path_join(session->lock_path, state, file, error);
    return status;
}

/* ---------------------------------------------------------------- one at a time */

static wyrm_status make_folders(const tui_session *session, wyrm_error *error)
{
    char folder[TUI_PATH_MAX];
    wyrm_status status = tui_path_join(folder, session->state, "games", error);
    if (status == WYRM_OK)
        status = tui_make_folder(folder, error);
    if (status == WYRM_OK)
        status = tui_path_join(folder, session->state, "dumps", error);
    return status == WYRM_OK ? tui_make_folder(folder, error) : status;
}

/* Opens the lock; *busy tells that another has it. */
static wyrm_status open_lock(tui_session *session, bool *busy, wyrm_error *error)
{
    struct stat found;
    wyrm_status status = make_folders(session, error);
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

wyrm_status tui_session_lock(tui_session *session, wyrm_error *error)
{
    bool busy = false;
    wyrm_error why;
    if (open_lock(session, &busy, &why) != WYRM_OK) {
        trouble(session, "This game cannot be saved", &why);
        session->state[0] = session->save_path[0] = session->replay_path[0] = '\0';
        return WYRM_OK;
    }
    if (busy)
        return wyrm_fail(error, WYRM_ERROR_IO, "this game is being played in another terminal");
    return WYRM_OK;
}

void tui_session_unlock(tui_session *session)
{
    if (session->lock == 0)
        return;
    unlink(session->lock_path);
    close(session->lock - 1);
    session->lock = 0;
}

/* ---------------------------------------------------------------- saving */

/* Writes the recording as it is; nothing where there is none. */
static wyrm_status write_replay(const tui_session *session, const char *path, wyrm_error *error)
{
    char *text;
    size_t length;
    if (session->replay == NULL)
        return WYRM_OK;
    wyrm_status status = wyrm_replay_text(session->replay, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(path, text, length, true, error);
    wyrm_text_free(text);
    return status;
}

static wyrm_status write_save(const tui_session *session, wyrm_error *error)
{
    char *text;
    size_t length;
    wyrm_status status = wyrm_save_text(session->engine, session->game, session->log,
                                        session->source, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(session->save_path, text, length, true, error);
    wyrm_text_free(text);
    return status;
}

bool tui_session_save(tui_session *session, wyrm_error *error)
{
    if (session->save_path[0] == '\0' || session->watching || session->pending ||
        tui_session_is_over(session))
        return true;
    /* The recording first: it may be longer than the save, and is cut then, but never shorter. */
    return write_replay(session, session->replay_path, error) == WYRM_OK &&
           write_save(session, error) == WYRM_OK;
}

void tui_session_forget(tui_session *session)
{
    if (session->save_path[0] != '\0') {
        unlink(session->save_path);
        unlink(session->replay_path);
    }
    session->save_path[0] = session->replay_path[0] = '\0';
}

void tui_session_read_replay(tui_session *session)
{
    char *text;
    size_t length;
    bool cut;
    wyrm_error error;
    const wyrm_game *game = session->game;
    if (session->replay_path[0] == '\0' ||
        wyrm_file_read(session->replay_path, WYRM_REPLAY_MAX_BYTES, &text, &length, &error) !=
            WYRM_OK)
        return;
    wyrm_status status =
        wyrm_replay_read(session->replay_path, text, length, &session->replay, &cut, &error);
    free(text);
    if (status != WYRM_OK) {
        session->replay = NULL;
        return;
    }
    wyrm_replay_cut(session->replay, game->commands);
    size_t count = wyrm_replay_count(session->replay);
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    bool fits = count == game->commands && facts->seed == game->seed && facts->run == game->run &&
                (count == 0 ||
                 wyrm_replay_at(session->replay, count - 1)->checksum == wyrm_game_checksum(game));
    if (fits)
        return;
    wyrm_replay_free(session->replay);
    session->replay = NULL;
}

/* ---------------------------------------------------------------- the end */

/* A path that is not taken in the folder of dumps, without its ending: name, day and time. */
static wyrm_status dump_base(const tui_session *session, char out[TUI_PATH_MAX], wyrm_error *error)
{
    char name[NAME_MAX_BYTES], file[NAME_MAX_BYTES + 64], stamp[32], path[TUI_PATH_MAX + 8];
    time_t now = time(NULL);
    struct tm day;
    game_name(session, name);
    if (localtime_r(&now, &day) == NULL ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &day) == 0)
        snprintf(stamp, sizeof stamp, "%lld", (long long)now);
    for (int i = 1; i < TRIES; i++) {
        snprintf(file, sizeof file, i == 1 ? "dumps/%s-%s" : "dumps/%s-%s-%d", name, stamp, i);
        wyrm_status status = tui_path_join(out, session->state, file, error);
        if (status != WYRM_OK)
            return status;
        snprintf(path, sizeof path, "%s.txt", out);
        if (access(path, F_OK) != 0)
            return WYRM_OK;
    }
    return wyrm_fail(error, WYRM_ERROR_IO, "there are too many dumps of this second");
}

/* The dump, and the recording beside it. */
static wyrm_status write_dump(tui_session *session, wyrm_error *error)
{
    char base[TUI_PATH_MAX], path[TUI_PATH_MAX + 8], *text;
    wyrm_status status = make_folders(session, error);
    if (status == WYRM_OK)
        status = dump_base(session, base, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_game_dump(session->engine, session->game, session->log, &text, error);
    if (status != WYRM_OK)
        return status;
    snprintf(path, sizeof path, "%s.txt", base);
    status = wyrm_file_write(path, text, strlen(text), false, error);
    wyrm_text_free(text);
    if (status != WYRM_OK)
        return status;
    snprintf(session->dump_path, sizeof session->dump_path, "%.*s",
             (int)sizeof session->dump_path - 1, path);
    snprintf(path, sizeof path, "%s.replay", base);
    return write_replay(session, path, error);
}

static void add_score(tui_session *session)
{
    wyrm_error error;
    tui_score score;
    tui_score_of(session, &score);
    if (tui_scores_add(session->state, &score, &error) != WYRM_OK)
        trouble(session, "The score cannot be kept", &error);
}

void tui_session_conclude(tui_session *session)
{
    wyrm_error error;
    if (session->state[0] == '\0' || session->watching)
        return;
    if (write_dump(session, &error) != WYRM_OK)
        trouble(session, "The dump cannot be written", &error);
    if (session->practice)
        return;
    add_score(session);
    if (!tui_session_is_over(session)) {
        if (!tui_session_save(session, &error))
            trouble(session, "The game could not be saved", &error);
        return;
    }
    if (session->save_path[0] != '\0' && unlink(session->save_path) != 0 && errno != ENOENT) {
        wyrm_fail(&error, WYRM_ERROR_IO, "%s", strerror(errno));
        trouble(session, "The save of the lost game cannot be deleted", &error);
    }
    unlink(session->replay_path);
}
