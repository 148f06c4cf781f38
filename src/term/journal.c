/* The files of the player: where they are, and the one that a game is kept in.
 *
 * A game is kept as its recording, which only grows. Each command is handed to the system before
 * what came of it is shown, so that a program that is killed loses nothing that anybody has seen;
 * once a second, and on stairs, it is made sure to be on the disk, too. Whoever plays a game holds
 * a lock on its file. A file that is not in order any more is never thrown away: it is set aside
 * under another name before the game goes on with what was good of it.
 */
#include "term/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "base/arena.h"

#define ENDING       ".game"
#define OLD_ENDING   ".save" /* of format 1: listed, so that it is told why it cannot go on */
#define SYNC_SECONDS 1.0
#define ASIDES_MAX   100

/* ---- Folders ---- */

wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder, const char *name,
                           wyrm_error *error)
{
    int length = snprintf(out, TERM_PATH_MAX, "%s/%s", folder, name);
    if (length > 0 && length < TERM_PATH_MAX)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "the path %.80s.../%s is too long", folder, name);
}

/* The folder of a variable of the XDG base directories, which has to be absolute to count, else one
 * below home: that of the environment, else of the user's account. */
static wyrm_status find_folder(const char *variable, const char *below_home,
                               char out[TERM_PATH_MAX], wyrm_error *error)
{
    const char *path = getenv(variable);
    if (path != NULL && path[0] == '/')
        return term_path_join(out, path, "wyrm", error);
    path = getenv("HOME");
    if (path == NULL || path[0] != '/') {
        const struct passwd *user = getpwuid(getuid());
        path = user != NULL ? user->pw_dir : NULL;
    }
    if (path == NULL || path[0] != '/')
        return wyrm_fail(error, WYRM_ERROR_IO, "there is no home folder: set HOME or %s", variable);
    return term_path_join(out, path, below_home, error);
}

wyrm_status term_folders_find(term_folders *out, wyrm_error *error)
{
    wyrm_status status = find_folder("XDG_STATE_HOME", ".local/state/wyrm", out->state, error);
    if (status == WYRM_OK)
        status = find_folder("XDG_CONFIG_HOME", ".config/wyrm", out->config, error);
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

wyrm_status term_make_folders(const char *state, wyrm_error *error)
{
    static const char *const names[] = {"games", "dumps"};
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == WYRM_OK; i++) {
        char folder[TERM_PATH_MAX];
        status = term_path_join(folder, state, names[i], error);
        if (status == WYRM_OK)
            status = term_make_folder(folder, error);
    }
    return status;
}

/* Deletes what programs that were killed have left half written: ".wyrm-PID-N.tmp" of processes
 * that are no more (wyrm_file_write). */
static void clear_leftovers(const char *state, const char *name)
{
    char path[TERM_PATH_MAX];
    DIR *folder = term_path_join(path, state, name, NULL) == WYRM_OK ? opendir(path) : NULL;
    if (folder == NULL)
        return;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        int process, number, length = 0;
        if (sscanf(entry->d_name, ".wyrm-%d-%d.tmp%n", &process, &number, &length) == 2 &&
            length > 0 && entry->d_name[length] == '\0' && process > 0 && kill(process, 0) != 0 &&
            errno == ESRCH)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
}

/* ---- The file of a game ---- */

void term_game_name(const char *ruleset, uint64_t seed, uint64_t run, char out[TERM_FILE_NAME_MAX])
{
    int length = snprintf(out, TERM_FILE_NAME_MAX, "%.80s-%" PRIu64, ruleset, seed);
    if (run != 0)
        snprintf(out + length, (size_t)(TERM_FILE_NAME_MAX - length), "-run-%" PRIu64, run);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '/')
            *at = '_';
}

wyrm_status term_journal_name(term_journal *journal, const char *state, const wyrm_replay *replay,
                              wyrm_error *error)
{
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(replay);
    char name[TERM_FILE_NAME_MAX], file[TERM_FILE_NAME_MAX + 16];
    term_game_name(facts->ruleset, facts->seed, facts->run, name);
    snprintf(file, sizeof file, "games/%s" ENDING, name);
    return term_path_join(journal->path, state, file, error);
}

wyrm_status term_journal_open(term_journal *journal, wyrm_error *error)
{
    struct stat found;
    int file = open(journal->path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (file < 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    /* A file that was replaced or deleted before it was locked is nobody's game. */
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &found) != 0 || found.st_nlink == 0) {
        close(file);
        return wyrm_fail(error, WYRM_ERROR_IO, "this game is being played in another terminal");
    }
    term_journal_close(journal);
    journal->open = true;
    journal->file = file;
    journal->length = found.st_size;
    return WYRM_OK;
}

wyrm_status term_journal_create(term_journal *journal, const wyrm_replay *replay, bool replace,
                                wyrm_error *error)
{
    char *text;
    size_t length;
    wyrm_status status = wyrm_replay_text(replay, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(journal->path, text, length, replace, error);
    wyrm_free(text);
    if (status == WYRM_OK)
        status = term_journal_open(journal, error);
    journal->written = wyrm_replay_count(replay);
    journal->fresh = status == WYRM_OK && !replace && journal->written == 0;
    return status;
}

wyrm_status term_journal_write(term_journal *journal, const wyrm_replay *replay, wyrm_error *error)
{
    const wyrm_replay_step *step;
    while (journal->open && (step = wyrm_replay_at(replay, journal->written)) != NULL) {
        char line[WYRM_REPLAY_LINE_MAX];
        size_t length = wyrm_replay_line(step, line);
        ssize_t done = write(journal->file, line, length);
        if (done != (ssize_t)length) {
            int reason = done < 0 ? errno : ENOSPC;
            if (done > 0 && ftruncate(journal->file, journal->length) != 0)
                reason = errno;
            return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(reason));
        }
        journal->length += (off_t)length;
        journal->written++;
        journal->unsynced = true;
        journal->fresh = false;
    }
    return WYRM_OK;
}

double term_journal_due(const term_journal *journal)
{
    return journal->unsynced ? journal->synced + SYNC_SECONDS : -1.0;
}

wyrm_status term_journal_sync(term_journal *journal, wyrm_error *error)
{
    if (!journal->unsynced)
        return WYRM_OK;
    journal->synced = term_seconds();
    journal->unsynced = false;
    return fdatasync(journal->file) == 0 || errno == EINVAL
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
}

wyrm_status term_journal_keep(term_journal *journal, size_t length, wyrm_error *error)
{
    if (ftruncate(journal->file, (off_t)length) != 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    journal->length = (off_t)length;
    return WYRM_OK;
}

wyrm_status term_journal_set_aside(const term_journal *journal, const char *text, size_t length,
                                   char out[TERM_PATH_MAX + 32], wyrm_error *error)
{
    for (int i = 1; i < ASIDES_MAX; i++) {
        snprintf(out, TERM_PATH_MAX + 32, "%s.damaged-%d", journal->path, i);
        if (access(out, F_OK) != 0)
            return wyrm_file_write(out, text, length, false, error);
    }
    return wyrm_fail(error, WYRM_ERROR_IO, "there are too many damaged files of this game");
}

void term_journal_close(term_journal *journal)
{
    if (!journal->open)
        return;
    if (journal->fresh)
        unlink(journal->path);
    else if (journal->unsynced)
        fdatasync(journal->file);
    close(journal->file);
    journal->open = journal->fresh = journal->unsynced = false;
}

wyrm_status term_journal_delete(term_journal *journal, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (journal->path[0] != '\0' && unlink(journal->path) != 0 && errno != ENOENT)
        status = wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    journal->fresh = false;
    term_journal_close(journal);
    journal->path[0] = '\0';
    return status;
}

/* ---- The games that are kept ---- */

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

wyrm_status term_recording_read(const char *path, term_recording *out, wyrm_error *error)
{
    *out = (term_recording){0};
    wyrm_status status =
        wyrm_file_read(path, WYRM_REPLAY_MAX_BYTES, &out->text, &out->length, error);
    if (status == WYRM_OK)
        status = wyrm_replay_read(path, out->text, out->length, &out->replay, &out->kept, error);
    if (status == WYRM_ERROR_SYNTAX && out->kept > 0) {
        out->damaged = true;
        status = wyrm_replay_read(path, out->text, out->kept, &out->replay, NULL, error);
    }
    if (status != WYRM_OK)
        term_recording_free(out);
    return status;
}

void term_recording_free(term_recording *recording)
{
    wyrm_replay_free(recording->replay);
    wyrm_free(recording->text);
    *recording = (term_recording){0};
}

static void look_at(term_saved *saved)
{
    term_recording recording;
    struct stat found;
    saved->changed = stat(saved->path, &found) == 0 ? found.st_mtime : 0;
    saved->known = term_recording_read(saved->path, &recording, NULL) == WYRM_OK;
    if (saved->known) {
        saved->facts = *wyrm_replay_facts_of(recording.replay);
        term_recording_free(&recording);
    }
}

/* The last one played first; of a moment by name. */
static int order(const void *one, const void *other)
{
    const term_saved *a = one, *b = other;
    if (a->changed != b->changed)
        return a->changed < b->changed ? 1 : -1;
    return strcmp(a->path, b->path);
}

wyrm_status term_games_find(const term_folders *folders, term_saved **out, size_t *count,
                            wyrm_error *error)
{
    char folder[TERM_PATH_MAX];
    size_t room = 0;
    *count = 0;
    *out = NULL;
    clear_leftovers(folders->state, ".");
    clear_leftovers(folders->state, "games");
    clear_leftovers(folders->state, "dumps");
    wyrm_status status = term_path_join(folder, folders->state, "games", error);
    DIR *listing = status == WYRM_OK ? opendir(folder) : NULL;
    if (listing == NULL)
        return status;
    for (const struct dirent *entry = readdir(listing); entry != NULL && *count < TERM_SAVED_MAX;
         entry = readdir(listing)) {
        if (entry->d_name[0] == '.' ||
            (!ends_with(entry->d_name, ENDING) && !ends_with(entry->d_name, OLD_ENDING)))
            continue;
        if (*count == room) {
            room = room > 0 ? 2 * room : 8;
            term_saved *more = base_resize(*out, room * sizeof *more);
            if (more == NULL) {
                status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
                break;
            }
            *out = more;
        }
        term_saved *saved = &(*out)[*count];
        *saved = (term_saved){0};
        if (term_path_join(saved->path, folder, entry->d_name, NULL) != WYRM_OK)
            continue;
        look_at(saved);
        ++*count;
    }
    closedir(listing);
    if (status != WYRM_OK) {
        wyrm_free(*out);
        *out = NULL;
        *count = 0;
    } else if (*count > 0) {
        qsort(*out, *count, sizeof **out, order);
    }
    return status;
}
