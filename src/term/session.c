/* A game being played: the engine, the state, what is recorded and said, and its file. Knows no
 * screen.
 *
 * A saved game is its recording (term/journal.c), so going on with one is playing it again, under
 * the rules that it was begun with: those stand in the recording, and neither an edited nor a
 * missing file can end a game.
 */
#include "term/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "base/arena.h"
#include "base/text.h"

#define DUMPS_MAX      100 /* names of dumps within a second */
#define PRACTICE_LIVES 10  /* how many times the hit points of its level the player has */

/* ---- A session ---- */

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

/* A session without a game, which owns the design from now on, also where this fails. */
static wyrm_status make_session(wyrm_design *design, term_session **out, wyrm_errors *errors)
{
    wyrm_error error;
    term_session *session = *out = base_zeroed(1, sizeof *session);
    if (session == NULL) {
        wyrm_design_free(design);
        wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
        return WYRM_ERROR_MEMORY;
    }
    session->design = design;
    session->game = wyrm_game_new();
    session->before = wyrm_game_new();
    session->log = base_zeroed(1, sizeof *session->log);
    session->view = base_zeroed(1, sizeof *session->view);
    wyrm_status status = WYRM_OK;
    if (session->game == NULL || session->before == NULL || session->log == NULL ||
        session->view == NULL)
        status = wyrm_fail(&error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_engine_new(design, &session->engine, &error);
    return tell(errors, status, &error, out);
}

void term_session_free(term_session *session)
{
    if (session == NULL)
        return;
    term_journal_close(&session->journal);
    wyrm_replay_free(session->replay);
    wyrm_engine_free(session->engine);
    wyrm_design_free(session->design);
    wyrm_game_free(session->game);
    wyrm_game_free(session->before);
    wyrm_free(session->log);
    wyrm_free(session->view);
    wyrm_free(session);
}

bool term_session_is_over(const term_session *session)
{
    wyrm_game_phase phase = term_now(session)->phase;
    return phase == WYRM_PHASE_DEAD ||
           (phase == WYRM_PHASE_WON &&
            wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_END);
}

/* Keeps what went wrong with files, to be told: the last trouble replaces the one before. */
static void trouble(term_session *session, const char *what, const wyrm_error *error)
{
    snprintf(session->trouble, sizeof session->trouble, "%s: %.200s", what, error->message);
}

/* ---- Saving ---- */

bool term_session_save(term_session *session, wyrm_error *error)
{
    if (session->watching || session->pending || !session->journal.open)
        return true;
    session->journal.fresh = false;
    return term_journal_write(&session->journal, session->replay, error) == WYRM_OK &&
           term_journal_sync(&session->journal, error) == WYRM_OK;
}

/* What was done reaches the file. A failure is told, and the game goes on: what could not be
 * written is tried again with the next command. */
static void keep(term_session *session, bool at_once)
{
    wyrm_error error;
    term_journal *journal = &session->journal;
    if (!journal->open || session->pending)
        return;
    wyrm_status status = term_journal_write(journal, session->replay, &error);
    if (status == WYRM_OK && (at_once || term_seconds() >= term_journal_due(journal)))
        status = term_journal_sync(journal, &error);
    session->trouble[0] = '\0';
    if (status != WYRM_OK) {
        trouble(session, "The game could not be saved", &error);
        journal->synced = term_seconds(); /* it is tried again in a while, and not all the time */
    }
}

void term_session_sync(term_session *session)
{
    keep(session, true);
}

void term_session_forget(term_session *session)
{
    wyrm_error error;
    if (term_journal_delete(&session->journal, &error) != WYRM_OK)
        trouble(session, "The file of this game cannot be deleted", &error);
}

/* Gives a new game its file. Where it can have none it is played all the same.
 * WYRM_ERROR_IO  another plays it */
static wyrm_status begin_journal(term_session *session, wyrm_error *error)
{
    wyrm_error why;
    term_journal *journal = &session->journal;
    wyrm_status status = term_make_folders(session->state, &why);
    if (status == WYRM_OK && access(journal->path, F_OK) == 0) {
        session->pending = true;
        return term_journal_open(journal, error);
    }
    if (status == WYRM_OK)
        status = term_journal_create(journal, session->replay, false, &why);
    if (status == WYRM_OK)
        return WYRM_OK;
    if (access(journal->path, F_OK) == 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "this game is being played in another terminal");
    trouble(session, "This game cannot be saved", &why);
    journal->path[0] = session->state[0] = '\0';
    return WYRM_OK;
}

/* ---- The end of a game: its last page, its recording and its score ---- */

/* The last page in the folder of dumps, under a name that is not taken: the game, day and time; and
 * the recording beside it. */
static wyrm_status write_dump(term_session *session, wyrm_error *error)
{
    char name[TERM_FILE_NAME_MAX], file[TERM_FILE_NAME_MAX + 64], stamp[32], path[TERM_PATH_MAX];
    char *text;
    size_t length;
    time_t now = time(NULL);
    struct tm day;
    term_game_name(wyrm_ruleset_name(wyrm_design_ruleset(session->design)), term_now(session)->seed,
                   term_now(session)->run, name);
    if (localtime_r(&now, &day) == NULL ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &day) == 0)
        snprintf(stamp, sizeof stamp, "%lld", (long long)now);
    wyrm_status status = term_make_folders(session->state, error);
    for (int i = 1; status == WYRM_OK; i++) {
        snprintf(file, sizeof file, i == 1 ? "dumps/%s-%s.txt" : "dumps/%s-%s-%d.txt", name, stamp,
                 i);
        status = term_path_join(path, session->state, file, error);
        if (status == WYRM_OK && access(path, F_OK) != 0)
            break;
        if (i == DUMPS_MAX)
            status =
                wyrm_fail(error, WYRM_ERROR_IO, "there are too many last pages of this second");
    }
    if (status == WYRM_OK)
        status = wyrm_game_dump(session->engine, session->game, session->log, &text, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_file_write(path, text, strlen(text), false, error);
    wyrm_free(text);
    if (status != WYRM_OK)
        return status;
    snprintf(session->dump_path, sizeof session->dump_path, "%s", path);
    if (session->replay == NULL)
        return WYRM_OK;
    status = wyrm_replay_text(session->replay, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    snprintf(path + strlen(path) - strlen(".txt"), sizeof ".replay", ".replay");
    status = wyrm_file_write(path, text, length, true, error);
    wyrm_free(text);
    return status;
}

/* The game is won or lost: leaves the last page with its recording, a row of the scores, and no
 * file of a game that is over for good. What fails is told by session->trouble. */
static void conclude(term_session *session)
{
    wyrm_error error;
    term_score score;
    if (session->state[0] == '\0' || session->watching)
        return;
    wyrm_status status = write_dump(session, &error);
    if (status != WYRM_OK)
        trouble(session, "The last page cannot be written", &error);
    if (session->practice)
        return;
    term_score_of(session, &score);
    if (term_scores_add(session->state, &score, &error) != WYRM_OK)
        trouble(session, "The score cannot be kept", &error);
    if (status == WYRM_OK && term_session_is_over(session) &&
        term_journal_delete(&session->journal, &error) != WYRM_OK)
        trouble(session, "The file of the game that is over cannot be deleted", &error);
}

/* ---- Playing ---- */

/* Who hears the events of a command. */
typedef struct ear {
    term_session *session;
    bool new_map;
} ear;

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    ear *listening = context;
    char text[WYRM_MESSAGE_TEXT_MAX];
    listening->new_map = listening->new_map || event->kind == WYRM_EVENT_LEVEL_ENTERED;
    if (wyrm_event_text(listening->session->engine, game, event, text))
        wyrm_log_add(listening->session->log, wyrm_game_look(game)->turn, text);
}

bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    wyrm_game *game = session->game;
    size_t said = session->log->count;
    wyrm_game_phase before = term_now(session)->phase;
    wyrm_game_copy(game, session->before);
    wyrm_status status = wyrm_game_act(session->engine, game, command, &listener, error);
    if (status == WYRM_OK && session->replay != NULL && !session->watching)
        status = wyrm_replay_add(session->replay, command, game, error);
    if (status != WYRM_OK) {
        if (status != WYRM_ERROR_ARGUMENT)
            wyrm_game_copy(session->before, game);
        return false;
    }
    session->said = said;
    keep(session, listening.new_map);
    wyrm_observe(session->engine, game, session->view);
    wyrm_game_phase phase = term_now(session)->phase;
    if (phase != before && (phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD))
        conclude(session);
    return true;
}

wyrm_status term_session_rewind(term_session *session, wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    session->log->count = 0;
    session->said = 0;
    wyrm_status status =
        wyrm_replay_begin(session->replay, session->engine, &listener, session->game, error);
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return status;
}

/* ---- Games: begun, continued, watched ---- */

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

/* The first line of the log: what is played, so that it can be played again. */
static void welcome(term_session *session, uint64_t seed)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    snprintf(text, sizeof text, "%.60s, seed %" PRIu64 "%s.",
             wyrm_ruleset_title(wyrm_design_ruleset(session->design)), seed,
             session->practice ? ": practice, neither saved nor scored" : "");
    session->log->count = 0;
    wyrm_log_add(session->log, 1, text);
}

wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                          term_session **out, wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_design *design;
    const wyrm_game_options options = {
        .seed = game->seed, .without = game->without, .without_count = game->without_count};
    *out = NULL;
    wyrm_status status = wyrm_design_open(game->ruleset, &design, errors);
    if (status == WYRM_OK)
        status = make_session(design, out, errors);
    if (status != WYRM_OK)
        return status;
    term_session *session = *out;
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    memcpy(session->state, folders->state, sizeof session->state);
    session->practice = game->practice;
    welcome(session, game->seed);
    if (game->practice) {
        status = wyrm_game_start_at_depth(session->engine, &options, WYRM_DEPTH_MAX, PRACTICE_LIVES,
                                          &listener, session->game, &error);
    } else {
        char *source = term_source(game->ruleset);
        status = source != NULL
                     ? wyrm_replay_new(design, source, "", &options, &session->replay, &error)
                     : wyrm_fail(&error, WYRM_ERROR_MEMORY, "out of memory");
        free(source);
        if (status == WYRM_OK)
            status = wyrm_replay_begin(session->replay, session->engine, &listener, session->game,
                                       &error);
        if (status == WYRM_OK)
            status = term_journal_name(&session->journal, session->state, session->replay, &error);
        if (status == WYRM_OK && session->state[0] != '\0')
            status = begin_journal(session, &error);
    }
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return tell(errors, status, &error, out);
}

/* Plays the recording of a session up to its last command that gives the state that it gave: the
 * rest is cut off, and *same is false. */
static wyrm_status play_through(term_session *session, bool *same, wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    wyrm_replay_verdict verdict;
    *same = true;
    for (;;) {
        welcome(session, wyrm_replay_facts_of(session->replay)->seed);
        wyrm_status status = wyrm_replay_check(session->replay, session->engine, &listener,
                                               session->game, &verdict, error);
        if (status != WYRM_OK || verdict.same)
            return status;
        if (verdict.turn == 0)
            return wyrm_fail(error, WYRM_ERROR_RULESET, "%s", verdict.why);
        wyrm_replay_cut(session->replay, verdict.steps);
        *same = false;
    }
}

/* A session of a recording that is read, which it takes over; under its own rules. */
static wyrm_status open_recording(term_recording *recording, term_session **out,
                                  wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_design *design;
    bool same = false;
    *out = NULL;
    wyrm_status status = wyrm_replay_open(recording->replay, &design, errors);
    if (status == WYRM_OK)
        status = make_session(design, out, errors);
    if (status != WYRM_OK)
        return status;
    (*out)->replay = recording->replay;
    recording->replay = NULL;
    status = play_through(*out, &same, &error);
    recording->damaged = recording->damaged || !same;
    return tell(errors, status, &error, out);
}

bool term_saved_look(term_saved *saved)
{
    term_recording recording;
    term_session *session = NULL;
    if (!saved->known || term_recording_read(saved->path, &recording, NULL) != WYRM_OK)
        return saved->known = false;
    saved->known = open_recording(&recording, &session, NULL) == WYRM_OK;
    if (saved->known) {
        const wyrm_game_view *game = term_now(session);
        saved->depth = game->difficulty.depth;
        saved->level = game->experience.level;
        saved->turn = game->turn;
        saved->climbs = wyrm_engine_rules(session->engine)->climbs;
    }
    term_session_free(session);
    term_recording_free(&recording);
    return saved->known;
}

/* How the game goes on: where, and under which rules, if those of its ruleset are now others. */
static void say_continued(term_session *session)
{
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(session->replay);
    wyrm_design *design = NULL;
    bool changed = wyrm_design_open(facts->source, &design, NULL) == WYRM_OK &&
                   strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(design)), facts->hash) != 0;
    wyrm_design_free(design);
    snprintf(session->notice, sizeof session->notice, "Continued at turn %" PRIu32 ".",
             term_now(session)->turn);
    if (changed)
        snprintf(session->notice, sizeof session->notice,
                 "Continued at turn %" PRIu32 ". The ruleset %s has changed since; this game goes "
                 "on under the rules it was begun with.",
                 term_now(session)->turn, facts->ruleset);
}

/* The file holds from now on what was good of it, and no more; as it was it is kept. */
static wyrm_status settle_file(term_session *session, const term_recording *recording,
                               wyrm_error *error)
{
    char aside[TERM_PATH_MAX + 32];
    term_journal *journal = &session->journal;
    journal->written = wyrm_replay_count(session->replay);
    if (!recording->damaged)
        return recording->kept < recording->length
                   ? term_journal_keep(journal, recording->kept, error)
                   : WYRM_OK;
    wyrm_status status =
        term_journal_set_aside(journal, recording->text, recording->length, aside, error);
    if (status == WYRM_OK)
        status = term_journal_create(journal, session->replay, true, error);
    snprintf(session->notice, sizeof session->notice,
             "The file of this game was damaged: continued at turn %" PRIu32
             ", where it was last good. The file as it was: %.300s",
             term_now(session)->turn, aside);
    return status;
}

wyrm_status term_game_continue(const term_folders *folders, const char *path, term_session **out,
                               wyrm_errors *errors)
{
    wyrm_error error;
    term_journal journal = {.open = false};
    term_recording recording = {0};
    *out = NULL;
    snprintf(journal.path, sizeof journal.path, "%s", path);
    wyrm_status status = term_journal_open(&journal, &error);
    if (status == WYRM_OK)
        status = term_recording_read(path, &recording, &error);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
    } else {
        status = open_recording(&recording, out, errors);
    }
    if (status == WYRM_OK) {
        term_session *session = *out;
        memcpy(session->state, folders->state, sizeof session->state);
        session->journal = journal;
        journal.open = false;
        wyrm_observe(session->engine, session->game, session->view);
        session->said = session->log->count;
        say_continued(session);
        status = settle_file(session, &recording, &error);
        if (status == WYRM_OK && term_session_is_over(session))
            conclude(session); /* it was killed between its last command and its last page */
        status = tell(errors, status, &error, out);
    }
    term_journal_close(&journal);
    term_recording_free(&recording);
    return status;
}

wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset, int speed, term_session **out,
                            wyrm_errors *errors)
{
    wyrm_error error;
    wyrm_design *design;
    *out = NULL;
    wyrm_status status = ruleset != NULL ? wyrm_design_open(ruleset, &design, errors)
                                         : wyrm_replay_open(replay, &design, errors);
    if (status == WYRM_OK)
        status = make_session(design, out, errors);
    if (status != WYRM_OK) {
        wyrm_replay_free(replay);
        return status;
    }
    term_session *session = *out;
    session->replay = replay;
    session->watching = true;
    session->speed = speed;
    status = term_session_rewind(session, &error);
    return tell(errors, status, &error, out);
}
