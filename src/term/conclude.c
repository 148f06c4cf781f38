/* The end of a game: its dump, its score, and its files. */
#include "term/conclude.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "term/scores.h"
#include "term/session_files.h"

#define TRIES 100 /* names of dumps within a second */

/* A path that is not taken in the folder of dumps, without its ending: name, day and time. */
static wyrm_status dump_base(const term_session *session, char out[TERM_PATH_MAX],
                             wyrm_error *error)
{
    char name[TERM_FILE_NAME_MAX], file[TERM_FILE_NAME_MAX + 64], stamp[32],
        path[TERM_PATH_MAX + 8];
    time_t now = time(NULL);
    struct tm day;
    term_session_file_name(session, name);
    if (localtime_r(&now, &day) == NULL ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &day) == 0)
        snprintf(stamp, sizeof stamp, "%lld", (long long)now);
    for (int i = 1; i < TRIES; i++) {
        snprintf(file, sizeof file, i == 1 ? "dumps/%s-%s" : "dumps/%s-%s-%d", name, stamp, i);
        wyrm_status status = term_path_join(out, session->state, file, error);
        if (status != WYRM_OK)
            return status;
        snprintf(path, sizeof path, "%s.txt", out);
        if (access(path, F_OK) != 0)
            return WYRM_OK;
    }
    return wyrm_fail(error, WYRM_ERROR_IO, "there are too many dumps of this second");
}

/* The dump, and the recording beside it. */
static wyrm_status write_dump(term_session *session, wyrm_error *error)
{
    char base[TERM_PATH_MAX], path[TERM_PATH_MAX + 8], *text;
    wyrm_status status = term_session_make_folders(session, error);
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
    return term_session_write_replay(session, path, error);
}

static void add_score(term_session *session)
{
    wyrm_error error;
    term_score score;
    term_score_of(session, &score);
    if (term_scores_add(session->state, &score, &error) != WYRM_OK)
        term_session_trouble(session, "The score cannot be kept", &error);
}

void term_session_conclude(term_session *session)
{
    wyrm_error error;
    if (session->state[0] == '\0' || session->watching)
        return;
    if (write_dump(session, &error) != WYRM_OK)
        term_session_trouble(session, "The dump cannot be written", &error);
    if (session->practice)
        return;
    add_score(session);
    if (!term_session_is_over(session)) {
        if (!term_session_save(session, &error))
            term_session_trouble(session, "The game could not be saved", &error);
        return;
    }
    if (session->save_path[0] != '\0' && unlink(session->save_path) != 0 && errno != ENOENT) {
        wyrm_fail(&error, WYRM_ERROR_IO, "%s", strerror(errno));
        term_session_trouble(session, "The save of the lost game cannot be deleted", &error);
    }
    unlink(session->replay_path);
}
