/* A session: one game being played or watched, and the player's files. Knows no screen.
 *
 * A game is saved as its recording, which only grows. Each command is written to the system before
 * its outcome is shown, so that a killed program loses nothing that anybody has seen; once a
 * second, and on stairs, the file is synced to the disk. The process that plays a game holds a lock
 * on its file. A damaged file is never thrown away: it is renamed before the game is continued from
 * what was good of it, or could be repaired. Leaving a game properly is noted in its file: a game
 * without that note was interrupted, and says so when it is continued.
 *
 * Continuing a saved game replays it under the rules that it was begun with. The recording contains
 * those, so that an edited or missing ruleset cannot end a game. */
#include "term/internal.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wyrm/file.h>
#include "base/arena.h"

#define ENDING         ".game"
#define OLD_ENDING     ".save" /* of format 1: listed, to say why it cannot be continued */
#define SYNC_SECONDS   1.0
#define NAME_MAX_BYTES 160 /* "ruggrogue-42": the ruleset and the seed */
#define ASIDES_MAX     100 /* damaged files kept of one game */
#define DUMPS_MAX      100 /* names tried for dumps within a second */
#define PRACTICE_LIVES 10  /* hit points of a practice player, as a multiple of the usual */

double term_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Folders and names ---- */

/* Makes the folders of saved games and of last pages ("dumps"); fails as term_make_folder. */
static wyrm_status make_folders(const char *state, wyrm_error *error)
{
    char games[TERM_PATH_MAX], dumps[TERM_PATH_MAX];
    wyrm_status status = term_path_join(games, state, "games", error);
    if (status == WYRM_OK)
        status = term_path_join(dumps, state, "dumps", error);
    if (status == WYRM_OK)
        status = term_make_folder(games, error);
    return status == WYRM_OK ? term_make_folder(dumps, error) : status;
}

/* Writes the base name of a game's files: "ruggrogue-42", with "-run-N" for a run other than 0. */
static void name_game(const char *ruleset, uint64_t seed, uint64_t run, char out[NAME_MAX_BYTES])
{
    int length = snprintf(out, NAME_MAX_BYTES, "%.80s-%" PRIu64, ruleset, seed);
    if (run != 0)
        snprintf(out + length, (size_t)(NAME_MAX_BYTES - length), "-run-%" PRIu64, run);
    for (char *at = out; *at != '\0'; at++)
        if (*at == '/')
            *at = '_';
}

/* ---- The journal: the file of a game, to which each command is appended ---- */

static void close_journal(term_journal *journal)
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

/* Opens and locks an existing file. WYRM_ERROR_IO  it cannot be opened, or is locked */
static wyrm_status open_journal(term_journal *journal, wyrm_error *error)
{
    struct stat found;
    int file = open(journal->path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (file < 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    /* A file that was replaced or deleted before the lock was taken is no game any more. */
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || fstat(file, &found) != 0 || found.st_nlink == 0) {
        close(file);
        return wyrm_fail(error, WYRM_ERROR_IO, "this game is being played in another terminal");
    }
    close_journal(journal);
    journal->open = true;
    journal->file = file;
    journal->length = found.st_size;
    return WYRM_OK;
}

wyrm_status term_session_create(term_session *session, bool replace, wyrm_error *error)
{
    term_journal *journal = &session->journal;
    char *text;
    size_t length;
    wyrm_status status = wyrm_replay_text(session->replay, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(journal->path, text, length, replace, error);
    wyrm_free(text);
    if (status == WYRM_OK)
        status = open_journal(journal, error);
    journal->written = wyrm_replay_count(session->replay);
    journal->fresh = status == WYRM_OK && !replace && journal->written == 0;
    return status;
}

/* Appends a line, whole or not at all: a partial write is truncated away. */
static wyrm_status write_line(term_journal *journal, const char *line, size_t length,
                              wyrm_error *error)
{
    ssize_t done = write(journal->file, line, length);
    if (done != (ssize_t)length) {
        int reason = done < 0 ? errno : ENOSPC;
        if (done > 0 && ftruncate(journal->file, journal->length) != 0)
            reason = errno;
        return wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(reason));
    }
    journal->length += (off_t)length;
    journal->unsynced = true;
    journal->fresh = false;
    return WYRM_OK;
}

/* Appends the steps that the file does not have yet. WYRM_ERROR_IO  a line cannot be written: the
 * file ends with the one before */
static wyrm_status write_journal(term_session *session, wyrm_error *error)
{
    term_journal *journal = &session->journal;
    const wyrm_replay_step *step;
    char line[WYRM_REPLAY_LINE_MAX];
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK &&
           (step = wyrm_replay_at(session->replay, journal->written)) != NULL) {
        status = write_line(journal, line, wyrm_replay_line(step, line), error);
        journal->written += status == WYRM_OK;
    }
    return status;
}

/* Writes what is missing, and the note that the player left the game properly; closes the file. */
static void leave_journal(term_session *session)
{
    char line[WYRM_REPLAY_LINE_MAX];
    term_journal *journal = &session->journal;
    if (journal->open && !journal->fresh && !session->pending &&
        write_journal(session, NULL) == WYRM_OK)
        (void)!write_line(journal, line, wyrm_replay_leaving_line(session->replay, line), NULL);
    close_journal(journal);
}

static wyrm_status sync_journal(term_journal *journal, wyrm_error *error)
{
    if (!journal->unsynced)
        return WYRM_OK;
    journal->synced = term_seconds();
    journal->unsynced = false;
    return fdatasync(journal->file) == 0 || errno == EINVAL
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
}

/* Closes and deletes the file; the game is not saved any more. */
static wyrm_status delete_journal(term_journal *journal, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (journal->path[0] != '\0' && unlink(journal->path) != 0 && errno != ENOENT)
        status = wyrm_fail(error, WYRM_ERROR_IO, "%s", strerror(errno));
    journal->fresh = false;
    close_journal(journal);
    journal->path[0] = '\0';
    return status;
}

/* ---- Saving ---- */

/* Keeps an error with files for display; it replaces the one before. */
static void trouble(term_session *session, const char *what, const wyrm_error *error)
{
    snprintf(session->trouble, sizeof session->trouble, "%s: %.200s", what, error->message);
}

double term_session_due(const term_session *session)
{
    return session->journal.unsynced ? session->journal.synced + SYNC_SECONDS : -1.0;
}

bool term_session_save(term_session *session, wyrm_error *error)
{
    if (session->watching || session->pending || !session->journal.open)
        return true;
    session->journal.fresh = false;
    return write_journal(session, error) == WYRM_OK &&
           sync_journal(&session->journal, error) == WYRM_OK;
}

/* Writes new commands to the file. An error is shown and the game goes on: writing is tried again
 * with the next command, or at the next sync. */
void term_session_keep(term_session *session, bool at_once)
{
    wyrm_error error;
    term_journal *journal = &session->journal;
    if (!journal->open || session->pending)
        return;
    wyrm_status status = write_journal(session, &error);
    if (status == WYRM_OK && (at_once || term_seconds() >= term_session_due(session)))
        status = sync_journal(journal, &error);
    session->trouble[0] = '\0';
    if (status != WYRM_OK) {
        trouble(session, "The game could not be saved", &error);
        journal->synced = term_seconds();
    }
}

void term_session_forget(term_session *session)
{
    wyrm_error error;
    if (delete_journal(&session->journal, &error) != WYRM_OK)
        trouble(session, "The file of this game cannot be deleted", &error);
}

/* ---- The end of a game: its last page, its recording and its score ---- */

bool term_session_is_over(const term_session *session)
{
    wyrm_game_phase phase = term_now(session)->phase;
    return phase == WYRM_PHASE_DEAD ||
           (phase == WYRM_PHASE_WON &&
            wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_END);
}

/* Writes the last page to the folder of dumps, under an unused name made of the game, day and time,
 * and the recording beside it. */
static void write_dump(base_arena *arena, void *context)
{
    term_session *session = context;
    char name[NAME_MAX_BYTES], file[NAME_MAX_BYTES + 64], stamp[32], path[TERM_PATH_MAX], *text;
    size_t length;
    time_t now = time(NULL);
    struct tm day;
    const wyrm_game_view *game = term_now(session);
    name_game(wyrm_ruleset_name(wyrm_design_ruleset(session->design)), game->seed, game->run, name);
    const char *mark = term_is_designed(session) ? "-designer" : "";
    if (localtime_r(&now, &day) == NULL ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &day) == 0)
        snprintf(stamp, sizeof stamp, "%lld", (long long)now);
    base_must(arena, make_folders(session->state, &arena->error));
    for (int i = 1;; i++) {
        snprintf(file, sizeof file, i == 1 ? "dumps/%s%s-%s.txt" : "dumps/%s%s-%s-%d.txt", name,
                 mark, stamp, i);
        base_must(arena, term_path_join(path, session->state, file, &arena->error));
        if (access(path, F_OK) != 0)
            break;
        if (i == DUMPS_MAX)
            base_refuse(arena, WYRM_ERROR_IO, "there are too many last pages of this second");
    }
    base_must(arena,
              wyrm_game_dump(session->engine, session->game, session->log, &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    base_must(arena, wyrm_file_write(path, text, strlen(text), false, &arena->error));
    snprintf(session->dump_path, sizeof session->dump_path, "%s", path);
    if (session->replay == NULL)
        return;
    base_must(arena, wyrm_replay_text(session->replay, &text, &length, &arena->error));
    base_keep(arena, text, wyrm_free);
    snprintf(path + strlen(path) - strlen(".txt"), sizeof ".replay", ".replay");
    base_must(arena, wyrm_file_write(path, text, length, true, &arena->error));
}

/* Ends a game that is won or lost: writes the last page with its recording, adds its score, and
 * deletes the file of a game that cannot go on. `again`: the program was killed at this point
 * before, so some of it may be done. Errors go to session->trouble. */
static void conclude(term_session *session, bool again)
{
    wyrm_error error;
    term_score score;
    if (session->state[0] == '\0' || session->watching)
        return;
    wyrm_status status = base_do(write_dump, session, &error);
    if (status != WYRM_OK)
        trouble(session, "The last page cannot be written", &error);
    if (session->practice)
        return;
    if (term_is_designed(session)) {
        if (status == WYRM_OK && term_session_is_over(session))
            term_session_forget(session); /* its recording is beside its last page */
        return;
    }
    term_score_of(session, &score);
    score.again = again;
    if (term_scores_add(session->state, &score, &error) != WYRM_OK)
        trouble(session, "The score cannot be kept", &error);
    if (status == WYRM_OK && term_session_is_over(session) &&
        delete_journal(&session->journal, &error) != WYRM_OK)
        trouble(session, "The file of the game that is over cannot be deleted", &error);
}

/* ---- Playing ---- */

/* Adds an event to the log. Events until the player's next command are logged with the turn of that
 * command. The line that names the only item of a tile is removed again when the item is picked
 * up. */
static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    term_session *session = context;
    wyrm_log *log = session->log;
    const wyrm_position at = wyrm_game_look(game)->player->at;
    char text[WYRM_MESSAGE_TEXT_MAX];
    session->new_map |= event->kind == WYRM_EVENT_LEVEL_ENTERED;
    if (!wyrm_event_text(session->engine, game, event, text))
        return;
    if (event->kind == WYRM_EVENT_PICKED_UP && session->here > 0 && session->here == log->count &&
        wyrm_known_item(game, at.x, at.y) == NULL) {
        log->count--;
        session->rewrote = true;
    }
    const size_t count = log->count;
    wyrm_log_add(log, session->acts ? session->before->turn : wyrm_game_look(game)->turn, text);
    if (log->count > count) {
        log->lines[count % WYRM_LOG_LINES_MAX].begins = session->begins;
        session->begins = false;
    }
    session->here = event->kind == WYRM_EVENT_MOVED && event->who == 0 ? log->count : 0;
}

/* Puts the original rules with a branch's changes in force; `takes`: the game in progress is
 * converted to them. */
static wyrm_status hold(term_session *session, const wyrm_replay_branch *branch, bool takes,
                        wyrm_error *error)
{
    wyrm_design *design;
    wyrm_engine *engine;
    const bool first = session->begun == NULL;
    wyrm_status status = wyrm_design_change(first ? session->design : session->begun,
                                            branch->changes, branch->count, &design, NULL);
    if (status != WYRM_OK)
        return wyrm_fail(error, status, "the rules cannot be changed as they were");
    status = wyrm_engine_new(design, &engine, error);
    if (status == WYRM_OK && takes)
        status = wyrm_game_take_over(session->engine, engine, session->game, error);
    if (status != WYRM_OK) {
        wyrm_engine_free(engine);
        wyrm_design_free(design);
        return status;
    }
    if (first) {
        session->begun = session->design;
        session->begun_engine = session->engine;
    } else {
        wyrm_engine_free(session->engine);
        wyrm_design_free(session->design);
    }
    session->design = design;
    session->engine = engine;
    return WYRM_OK;
}

/* Puts the original rules in force again. */
static void hold_first(term_session *session)
{
    session->branched = 0;
    if (session->begun == NULL)
        return;
    wyrm_engine_free(session->engine);
    wyrm_design_free(session->design);
    session->engine = session->begun_engine;
    session->design = session->begun;
    session->begun_engine = NULL;
    session->begun = NULL;
}

/* Logs that the game is a designer's from this turn on, with the changes. */
static void log_branch(term_session *session, const wyrm_replay_branch *branch)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    const uint32_t turn = session->game->turn;
    snprintf(text, sizeof text, "From here on a designer's game, under %s rules.",
             branch->count > 0 ? "changed" : "the same");
    wyrm_log_add(session->log, turn, text);
    for (size_t i = 0; i < branch->count; i++) {
        snprintf(text, sizeof text, "%.90s: %.60s", branch->changes[i].path,
                 branch->changes[i].text);
        wyrm_log_add(session->log, turn, text);
    }
}

/* Applies the branches of a watched recording that begin at the present command. */
static wyrm_status enter_branches(term_session *session, wyrm_error *error)
{
    const wyrm_replay_branch *branch;
    wyrm_status status = WYRM_OK;
    while (status == WYRM_OK && session->watching &&
           (branch = wyrm_replay_branch_at(session->replay, session->branched)) != NULL &&
           branch->at == session->game->commands) {
        status = hold(session, branch, true, error);
        session->branched += status == WYRM_OK;
        if (status == WYRM_OK)
            log_branch(session, branch);
    }
    return status;
}

bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error)
{
    if (enter_branches(session, error) != WYRM_OK)
        return false;
    wyrm_game *game = session->game;
    wyrm_game_phase before = term_now(session)->phase;
    session->new_map = session->rewrote = false;
    session->acts = session->begins = true;
    wyrm_game_copy(game, session->before);
    wyrm_status status = wyrm_game_act(session->engine, game, command, &session->listener, error);
    session->acts = session->begins = false;
    if (status == WYRM_OK && session->replay != NULL && !session->watching)
        status = wyrm_replay_add(session->replay, command, game, error);
    if (status != WYRM_OK) {
        if (status != WYRM_ERROR_ARGUMENT)
            wyrm_game_copy(session->before, game);
        return false;
    }
    term_session_keep(session, session->new_map);
    wyrm_observe(session->engine, game, session->view);
    if (game->phase != before && term_is_won_or_lost(session))
        conclude(session, false);
    return true;
}

wyrm_status term_session_rewind(term_session *session, wyrm_error *error)
{
    session->log->count = session->here = 0;
    hold_first(session);
    wyrm_status status = wyrm_replay_begin(session->replay, session->engine, &session->listener,
                                           session->game, error);
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return status;
}

/* ---- Starting, continuing and watching games ---- */

/* The arguments of the functions that make a session. */
typedef struct opening {
    const char *state;         /* the folder of the player's files */
    const term_new_game *game; /* for a new game */
    term_journal *journal;     /* for a saved one; it owns the lock until the session does */
    term_recording *recording; /* for a saved one; without `journal` the game is only looked at */
    wyrm_replay *replay;       /* for one that is watched */
    const char *ruleset;       /* rules to watch it under; NULL: its own */
    const char *allowed;       /* as wyrm_design_open_allowing */
    int speed;
    wyrm_errors *errors;
} opening;

static void release(void *session)
{
    term_session *own = session;
    leave_journal(own);
    wyrm_replay_free(own->replay);
    term_changes_free(own->changes);
    wyrm_engine_free(own->engine);
    wyrm_engine_free(own->begun_engine);
    wyrm_design_free(own->design);
    wyrm_design_free(own->begun);
    wyrm_game_free(own->game);
    wyrm_game_free(own->before);
}

void term_session_free(term_session *session)
{
    base_unmake(session);
}

/* Makes a session; an error that the readers have not added to `errors` is added here. */
static wyrm_status make_session(void (*make)(base_arena *arena, void *session, void *how),
                                void *how, term_session **out, wyrm_errors *errors)
{
    wyrm_error error = {.message = ""};
    wyrm_status status = base_make(sizeof **out, make, how, out, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

/* Allocates everything of a session but its recording; its design is set already. */
static void equip(base_arena *arena, term_session *session)
{
    session->listener = (wyrm_listener){.hear = hear, .context = session};
    session->game = wyrm_game_new();
    session->before = wyrm_game_new();
    session->log = base_new(arena, wyrm_log);
    session->view = base_new(arena, wyrm_observation);
    if (session->game == NULL || session->before == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_must(arena, wyrm_engine_new(session->design, &session->engine, &arena->error));
}

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

char *term_source(const char *ruleset)
{
    char *whole = wyrm_shipped_find(ruleset) == NULL ? realpath(ruleset, NULL) : NULL;
    return whole != NULL ? whole : strdup(ruleset);
}

/* Begins the log with the ruleset and the seed, so that the player can repeat the game. */
static void welcome(term_session *session, uint64_t seed)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    snprintf(text, sizeof text, "%.60s, seed %" PRIu64 "%s.",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), seed,
             session->practice ? ": practice, neither saved nor scored" : "");
    session->log->count = session->here = 0;
    wyrm_log_add(session->log, 1, text);
}

#define ASIDE_MAX (TERM_PATH_MAX + 32)

/* Finds an unused name for a damaged file: "<path>.damaged-1". */
static void name_aside(base_arena *arena, const char *path, char aside[ASIDE_MAX])
{
    for (int i = 1;; i++) {
        if (i == ASIDES_MAX)
            base_refuse(arena, WYRM_ERROR_IO, "there are too many damaged files of this game");
        snprintf(aside, ASIDE_MAX, "%s.damaged-%d", path, i);
        if (access(aside, F_OK) != 0)
            return;
    }
}

/* Opens and locks the file of an older game of the same name. True: that game can be continued, so
 * the player must decide what becomes of it. A file that cannot be read is renamed. */
static bool find_older(base_arena *arena, term_session *session)
{
    char aside[ASIDE_MAX];
    wyrm_error why;
    term_recording recording;
    term_journal *journal = &session->journal;
    base_must(arena, open_journal(journal, &arena->error));
    wyrm_status status = term_recording_read(journal->path, &recording, &why);
    term_recording_free(&recording);
    if (status == WYRM_OK)
        return true;
    if (status != WYRM_ERROR_SYNTAX && status != WYRM_ERROR_LIMIT)
        base_must(arena, wyrm_fail(&arena->error, status, "%s", why.message));
    name_aside(arena, journal->path, aside);
    if (rename(journal->path, aside) != 0)
        base_refuse(arena, WYRM_ERROR_IO, "%s: %s", journal->path, strerror(errno));
    snprintf(session->notice, sizeof session->notice,
             "An older game of this seed cannot be continued: its file is kept as %.300s", aside);
    close_journal(journal);
    return false;
}

/* Creates the file of a new game: <state>/games/<name>.game. A game whose file cannot be created is
 * played unsaved, unless another process plays it. */
static void begin_journal(base_arena *arena, term_session *session)
{
    wyrm_error why;
    term_journal *journal = &session->journal;
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    char name[NAME_MAX_BYTES], file[NAME_MAX_BYTES + 16];
    name_game(facts->ruleset, facts->seed, facts->run, name);
    snprintf(file, sizeof file, "games/%s" ENDING, name);
    base_must(arena, term_path_join(journal->path, session->state, file, &arena->error));
    if (session->state[0] == '\0')
        return;
    wyrm_status status = make_folders(session->state, &why);
    session->pending =
        status == WYRM_OK && access(journal->path, F_OK) == 0 && find_older(arena, session);
    if (session->pending)
        return;
    if (status == WYRM_OK)
        status = term_session_create(session, false, &why);
    if (status == WYRM_OK)
        return;
    if (access(journal->path, F_OK) == 0)
        base_refuse(arena, WYRM_ERROR_IO, "this game is being played in another terminal");
    trouble(session, "This game cannot be saved", &why);
    journal->path[0] = session->state[0] = '\0';
}

static void make_new(base_arena *arena, void *result, void *context)
{
    const opening *how = context;
    const term_new_game *game = how->game;
    term_session *session = result;
    wyrm_error *error = &arena->error;
    const wyrm_game_options options = {
        .seed = game->seed, .without = game->without, .without_count = game->without_count};
    base_keep(arena, session, release);
    base_must(arena,
              wyrm_design_open_game(game->ruleset, game->allowed, &session->design, how->errors));
    equip(arena, session);
    snprintf(session->state, sizeof session->state, "%s", how->state);
    session->practice = game->practice;
    welcome(session, game->seed);
    const char *plain = wyrm_design_plain(session->design);
    if (plain[0] != '\0')
        snprintf(session->notice, sizeof session->notice,
                 "What the ruleset leaves open is plain here: %s.", plain);
    if (game->practice) {
        base_must(arena, wyrm_game_start_at_depth(session->engine, &options, WYRM_DEPTH_MAX,
                                                  PRACTICE_LIVES, &session->listener, session->game,
                                                  error));
    } else {
        char *source = term_source(game->ruleset);
        base_keep(arena, source, free);
        if (source == NULL)
            base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
        base_must(arena,
                  wyrm_replay_new(session->design, source, "", &options, &session->replay, error));
        base_must(arena, wyrm_replay_begin(session->replay, session->engine, &session->listener,
                                           session->game, error));
        begin_journal(arena, session);
    }
    wyrm_observe(session->engine, session->game, session->view);
}

wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                          term_session **out, wyrm_errors *errors)
{
    opening how = {.state = folders->state, .game = game, .errors = errors};
    return make_session(make_new, &how, out, errors);
}

/* Parses a text up to its first bad line. */
static wyrm_status read_good(const char *path, const char *text, term_recording *out,
                             wyrm_error *error)
{
    wyrm_status status = wyrm_replay_read(path, text, out->length, &out->replay, &out->kept, error);
    if (status != WYRM_ERROR_SYNTAX || out->kept == 0)
        return status;
    out->damaged = true;
    return wyrm_replay_read(path, text, out->kept, &out->replay, NULL, error);
}

wyrm_status term_recording_read(const char *path, term_recording *out, wyrm_error *error)
{
    *out = (term_recording){0};
    wyrm_status status =
        wyrm_file_read(path, WYRM_REPLAY_MAX_BYTES, &out->text, &out->length, error);
    if (status == WYRM_OK)
        status = read_good(path, out->text, out, error);
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

/* Makes the file hold exactly the good part of the recording; a damaged original is kept under
 * another name. */
static void settle_file(base_arena *arena, term_session *session, const term_recording *recording)
{
    char aside[ASIDE_MAX];
    term_journal *journal = &session->journal;
    journal->written = wyrm_replay_count(session->replay);
    if (!recording->damaged) {
        if (recording->kept == recording->length)
            return;
        if (ftruncate(journal->file, (off_t)recording->kept) != 0)
            base_refuse(arena, WYRM_ERROR_IO, "%s", strerror(errno));
        journal->length = (off_t)recording->kept;
        return;
    }
    name_aside(arena, journal->path, aside);
    base_must(arena,
              wyrm_file_write(aside, recording->text, recording->length, false, &arena->error));
    base_must(arena, term_session_create(session, true, &arena->error));
    snprintf(session->notice, sizeof session->notice,
             "The file of this game was damaged: %scontinued at turn %" PRIu32
             "%s. The file as it was: %.300s",
             recording->mended ? "it was put right, and is " : "", term_now(session)->turn,
             recording->mended ? "" : ", where it was last good", aside);
}

/* Puts the rules of the last branch in force, after a recording was played from its beginning. */
static void hold_last(base_arena *arena, term_session *session)
{
    const size_t count = wyrm_replay_branches(session->replay);
    if (count == 0)
        return;
    const wyrm_replay_branch *last = wyrm_replay_branch_at(session->replay, count - 1);
    base_must(arena, hold(session, last, false, &arena->error));
    session->branched = count;
    log_branch(session, last);
}

/* Plays a recording, which the session takes over, up to its last command whose checksum matches;
 * the rest is cut off, and `damaged` is set. */
static void play_good(base_arena *arena, term_session *session, term_recording *recording)
{
    wyrm_replay_verdict verdict = {.same = false};
    session->replay = recording->replay;
    recording->replay = NULL;
    while (!verdict.same) {
        welcome(session, wyrm_replay_facts_of(session->replay)->seed);
        base_must(arena, wyrm_replay_check(session->replay, session->engine, &session->listener,
                                           session->game, &verdict, &arena->error));
        if (!verdict.same && verdict.turn == 0)
            base_refuse(arena, WYRM_ERROR_RULESET, "%s", verdict.why);
        if (!verdict.same)
            wyrm_replay_cut(session->replay, verdict.steps);
        recording->damaged |= !verdict.same;
    }
}

/* Tries to repair the text after the last good command, and plays the repaired recording if that
 * works; the text of `recording` is not changed. */
static void repair_recording(base_arena *arena, term_session *session, term_recording *recording)
{
    size_t count;
    term_recording better = {.length = recording->length};
    char *text = base_text(arena, recording->text, recording->length);
    base_must(arena, wyrm_replay_mend(session->replay, text, recording->length, session->engine,
                                      session->before, &count, &arena->error));
    if (count == 0)
        return;
    base_must(arena, read_good("", text, &better, &arena->error));
    wyrm_replay_free(session->replay);
    session->replay = NULL;
    play_good(arena, session, &better);
    recording->mended = !better.damaged && better.kept == better.length;
    recording->damaged = true;
}

static void make_saved(base_arena *arena, void *result, void *context)
{
    const opening *how = context;
    term_recording *recording = how->recording;
    term_session *session = result;
    base_keep(arena, session, release);
    base_must(arena, wyrm_replay_open(recording->replay, &session->design, how->errors));
    equip(arena, session);
    play_good(arena, session, recording);
    if (recording->damaged || recording->kept < recording->length)
        repair_recording(arena, session, recording);
    hold_last(arena, session);
    if (how->journal == NULL)
        return;
    snprintf(session->state, sizeof session->state, "%s", how->state);
    session->journal = *how->journal;
    how->journal->open = false;
    wyrm_observe(session->engine, session->game, session->view);
    /* Compose the notice: at which turn the game is continued, and whether the ruleset has changed
     * since, which does not affect it. */
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    wyrm_design *design = NULL;
    bool changed = (wyrm_shipped_find(facts->source) != NULL || base_is_file(facts->source)) &&
                   wyrm_design_open_game(facts->source, NULL, &design, NULL) == WYRM_OK &&
                   strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(design)), facts->hash) != 0;
    wyrm_design_free(design);
    size_t count = wyrm_replay_count(session->replay);
    bool torn = !recording->damaged && recording->kept < recording->length;
    char how_it_goes[160];
    if (!torn && (count == 0 || wyrm_replay_was_left(session->replay)))
        snprintf(how_it_goes, sizeof how_it_goes, "Continued at turn %" PRIu32 "%s.",
                 term_now(session)->turn, term_is_designed(session) ? ", a designer's game" : "");
    else
        snprintf(how_it_goes, sizeof how_it_goes,
                 "The game went on after it was interrupted: %zu command%s replayed from the "
                 "journal.%s",
                 count, count == 1 ? "" : "s",
                 torn ? " The one that was being written is left out." : "");
    snprintf(session->notice, sizeof session->notice, "%s%s%s%s", how_it_goes,
             changed ? " The ruleset " : "", changed ? facts->ruleset : "",
             changed ? " has changed since; this game goes on under the rules it was begun with."
                     : "");
    settle_file(arena, session, recording);
    if (term_session_is_over(session))
        conclude(session, true); /* killed between the last command and the last page */
}

wyrm_status term_game_continue(const term_folders *folders, const char *path, term_session **out,
                               wyrm_errors *errors)
{
    wyrm_error error;
    term_journal journal = {.open = false};
    term_recording recording = {0};
    opening how = {
        .state = folders->state, .journal = &journal, .recording = &recording, .errors = errors};
    *out = NULL;
    snprintf(journal.path, sizeof journal.path, "%s", path);
    wyrm_status status = open_journal(&journal, &error);
    if (status == WYRM_OK)
        status = term_recording_read(path, &recording, &error);
    if (status != WYRM_OK)
        wyrm_errors_add(errors, &error);
    else
        status = make_session(make_saved, &how, out, errors);
    close_journal(&journal);
    term_recording_free(&recording);
    return status;
}

/* ---- Designers' games ---- */

#define DESIGNED_MAX 100 /* designer's games of one game */

/* Creates a file of its own: <name>-designer-1.game beside that of the game. A game whose file
 * cannot be created is played unsaved. */
static void begin_designed(term_session *session)
{
    wyrm_error why;
    term_journal *journal = &session->journal;
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    char name[NAME_MAX_BYTES], file[NAME_MAX_BYTES + 40];
    if (session->state[0] == '\0')
        return;
    name_game(facts->ruleset, facts->seed, facts->run, name);
    wyrm_status status = make_folders(session->state, &why);
    for (int i = 1; status == WYRM_OK; i++) {
        snprintf(file, sizeof file, "games/%s-designer-%d" ENDING, name, i);
        status = term_path_join(journal->path, session->state, file, &why);
        if (status == WYRM_OK && access(journal->path, F_OK) != 0)
            break;
        if (i == DESIGNED_MAX)
            status = wyrm_fail(&why, WYRM_ERROR_IO, "there are too many designer's games of it");
    }
    if (status == WYRM_OK)
        status = term_session_create(session, false, &why);
    if (status == WYRM_OK)
        return;
    trouble(session, "This game cannot be saved", &why);
    journal->path[0] = '\0';
}

typedef struct branching {
    const char *state;
    const term_session *from;
    size_t steps;
    const wyrm_change *changes;
    size_t count;
    wyrm_errors *errors;
} branching;

/* Copies the recording up to the command that the game is rewound to. */
static wyrm_replay *copy_recording(base_arena *arena, const branching *how)
{
    char *text;
    size_t length;
    wyrm_replay *copy;
    wyrm_error *error = &arena->error;
    base_must(arena, wyrm_replay_text(how->from->replay, &text, &length, error));
    wyrm_status status = wyrm_replay_read("the game", text, length, &copy, NULL, error);
    wyrm_free(text);
    base_must(arena, status);
    wyrm_replay_cut(copy, how->steps);
    return copy;
}

static void make_branched(base_arena *arena, void *result, void *context)
{
    const branching *how = context;
    term_session *session = result;
    wyrm_replay_verdict verdict;
    wyrm_error *error = &arena->error;
    base_keep(arena, session, release);
    session->replay = copy_recording(arena, how);
    base_must(arena, wyrm_replay_open(session->replay, &session->design, how->errors));
    equip(arena, session);
    snprintf(session->state, sizeof session->state, "%s", how->state);
    welcome(session, wyrm_replay_facts_of(session->replay)->seed);
    base_must(arena, wyrm_replay_check(session->replay, session->engine, &session->listener,
                                       session->game, &verdict, error));
    if (!verdict.same)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "it cannot be gone back: %s", verdict.why);
    if (term_is_won_or_lost(session))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the game is over there: go back further");
    hold_last(arena, session);
    const wyrm_replay_branch now = {.count = how->count, .changes = how->changes};
    base_must(arena, hold(session, &now, true, error));
    base_must(arena, wyrm_replay_add_branch(session->replay, how->changes, how->count,
                                            session->game, error));
    session->branched = wyrm_replay_branches(session->replay);
    log_branch(session, &now);
    begin_designed(session);
    wyrm_observe(session->engine, session->game, session->view);
}

wyrm_status term_game_branch(const term_folders *folders, const term_session *from, size_t steps,
                             const wyrm_change *changes, size_t count, term_session **out,
                             wyrm_errors *errors)
{
    branching how = {folders->state, from, steps, changes, count, errors};
    return make_session(make_branched, &how, out, errors);
}

/* ---- Watching ---- */

static void make_watched(base_arena *arena, void *result, void *context)
{
    const opening *how = context;
    term_session *session = result;
    session->replay = how->replay;
    session->watching = true;
    session->speed = how->speed;
    base_keep(arena, session, release);
    base_must(arena,
              how->ruleset != NULL
                  ? wyrm_design_open_game(how->ruleset, how->allowed, &session->design, how->errors)
                  : wyrm_replay_open(how->replay, &session->design, how->errors));
    equip(arena, session);
    base_must(arena, term_session_rewind(session, &arena->error));
}

wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset, const char *allowed,
                            int speed, term_session **out, wyrm_errors *errors)
{
    opening how = {
        .replay = replay, .ruleset = ruleset, .allowed = allowed, .speed = speed, .errors = errors};
    return make_session(make_watched, &how, out, errors);
}

/* ---- Listing the saved games ---- */

/* Orders saved games: last played first; at the same time by name. */
static int order(const void *one, const void *other)
{
    const term_saved *a = one, *b = other;
    if (a->changed != b->changed)
        return a->changed < b->changed ? 1 : -1;
    return strcmp(a->path, b->path);
}

wyrm_status term_games_find(const term_folders *folders, size_t looked_at, term_saved **out,
                            size_t *count, wyrm_error *error)
{
    char folder[TERM_PATH_MAX];
    *count = 0;
    *out = NULL;
    wyrm_file_clear(folders->state);
    if (term_path_join(folder, folders->state, "dumps", NULL) == WYRM_OK)
        wyrm_file_clear(folder);
    wyrm_status status = term_path_join(folder, folders->state, "games", error);
    if (status == WYRM_OK)
        wyrm_file_clear(folder);
    DIR *listing = status == WYRM_OK ? opendir(folder) : NULL;
    if (listing == NULL)
        return status;
    *out = base_zeroed(TERM_SAVED_MAX, sizeof **out);
    if (*out == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (const struct dirent *entry = *out != NULL ? readdir(listing) : NULL;
         entry != NULL && *count < TERM_SAVED_MAX; entry = readdir(listing)) {
        const char *name = entry->d_name;
        term_recording recording;
        struct stat found;
        const char *ending = strrchr(name, '.');
        if (ending == NULL || name[0] == '.' ||
            (strcmp(ending, ENDING) != 0 && strcmp(ending, OLD_ENDING) != 0))
            continue;
        term_saved *saved = &(*out)[*count];
        if (term_path_join(saved->path, folder, name, NULL) != WYRM_OK)
            continue;
        saved->changed = stat(saved->path, &found) == 0 ? found.st_mtime : 0;
        saved->known = term_recording_read(saved->path, &recording, NULL) == WYRM_OK;
        if (saved->known) {
            saved->facts = *wyrm_replay_facts_of(recording.replay);
            saved->designed = wyrm_replay_branches(recording.replay) > 0;
            term_recording_free(&recording);
        }
        ++*count;
    }
    closedir(listing);
    if (*count > 0)
        qsort(*out, *count, sizeof **out, order);
    for (size_t i = 0; i < looked_at && i < *count; i++) {
        /* replay it to learn its present depth, level and turn */
        term_saved *saved = &(*out)[i];
        term_recording recording;
        opening how = {.recording = &recording};
        term_session *session;
        if (!saved->known || term_recording_read(saved->path, &recording, NULL) != WYRM_OK)
            continue;
        saved->known = make_session(make_saved, &how, &session, NULL) == WYRM_OK;
        if (saved->known) {
            const wyrm_game_view *game = term_now(session);
            saved->depth = game->difficulty.depth;
            saved->level = term_level(session);
            saved->turn = game->turn;
            saved->climbs = wyrm_engine_rules(session->engine)->climbs;
        }
        term_session_free(session);
        term_recording_free(&recording);
    }
    return status;
}
