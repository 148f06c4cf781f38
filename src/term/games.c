/* Games that are saved. */
#include "base/arena.h"
#include "term/internal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "base/text.h"

/* ---- the end of a game: its dump, its score, and its files ---- */

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
    wyrm_free(text);
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

/* The game is won or lost: writes the dump, moves the recording beside it, adds a row to the
 * scores, and deletes the save where the game is over for good. What fails is told by
 * session->trouble. */
static void term_session_conclude(term_session *session)
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

/* ---- session play ----
 *
 * Playing: a command reaches the game, the log, the recording, the view and the files. */

#define PRACTICE_LIVES 10 /* how many times the hit points of its level the player has */

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

wyrm_status term_session_start(term_session *session, const wyrm_game_options *options,
                               wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    wyrm_status status =
        session->practice
            ? wyrm_game_start_at_depth(session->engine, options, WYRM_DEPTH_MAX, PRACTICE_LIVES,
                                       &listener, session->game, error)
            : wyrm_game_start(session->engine, options, &listener, session->game, error);
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return status;
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

/* Adds a command to the recording. Without memory there is no recording any more. */
static void record(term_session *session, const wyrm_command *command)
{
    wyrm_error error;
    if (session->replay == NULL || session->watching ||
        wyrm_replay_add(session->replay, command, session->game, &error) == WYRM_OK)
        return;
    wyrm_replay_free(session->replay);
    session->replay = NULL;
}

/* A save on the stairs: a failure is told, and the game goes on. */
static void autosave(term_session *session)
{
    wyrm_error error;
    if (!term_session_save(session, &error))
        snprintf(session->trouble, sizeof session->trouble, "The game could not be saved: %.220s",
                 error.message);
    else
        session->trouble[0] = '\0';
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
    if (status != WYRM_OK) {
        if (status != WYRM_ERROR_ARGUMENT)
            wyrm_game_copy(session->before, game);
        return false;
    }
    session->said = said;
    record(session, command);
    wyrm_observe(session->engine, game, session->view);
    wyrm_game_phase phase = term_now(session)->phase;
    if (phase != before && (phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD))
        term_session_conclude(session);
    else if (listening.new_map)
        autosave(session);
    return true;
}

/* ---- games: begun, continued, watched ---- */

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
    wyrm_replay_facts *facts = base_zeroed(1, sizeof *facts);
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
    wyrm_free(facts);
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
        wyrm_free(text);
        return tell(errors, status, &error, out);
    }
    status = open_source(&facts, save_path, out, errors);
    if (status != WYRM_OK) {
        wyrm_free(text);
        return status;
    }
    term_session *session = *out;
    status = wyrm_save_load(session->engine, save_path, text, length, session->game, session->log,
                            &session->edited, &error);
    wyrm_free(text);
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

static const char games_found_ending[] = ".save";

static bool is_save(const char *name)
{
    size_t length = strlen(name);
    return name[0] != '.' && length > strlen(games_found_ending) &&
           strcmp(name + length - strlen(games_found_ending), games_found_ending) == 0;
}

static void look_at(term_saved *saved)
{
    char *text;
    size_t length;
    struct stat found;
    saved->changed = stat(saved->path, &found) == 0 ? found.st_mtime : 0;
    saved->error.code = WYRM_OK;
    if (wyrm_file_read(saved->path, WYRM_SAVE_MAX_BYTES, &text, &length, &saved->error) != WYRM_OK)
        return;
    if (wyrm_save_facts_of(saved->path, text, length, &saved->facts, &saved->error) == WYRM_OK)
        saved->error.code = WYRM_OK;
    wyrm_free(text);
}

/* Whether the ruleset of a save leads up. */
static bool find_climbs(const char *source)
{
    wyrm_design *design;
    if (wyrm_design_open(source, &design, NULL) != WYRM_OK)
        return false;
    bool climbs = wyrm_play_rules_of(wyrm_design_ruleset(design)).climbs;
    wyrm_design_free(design);
    return climbs;
}

/* Each ruleset is asked once. */
static void learn_climbs(term_saved *saved, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        if (saved[i].error.code != WYRM_OK)
            continue;
        while (same < i && (saved[same].error.code != WYRM_OK ||
                            strcmp(saved[same].facts.source, saved[i].facts.source) != 0))
            same++;
        saved[i].climbs = same < i ? saved[same].climbs : find_climbs(saved[i].facts.source);
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
    *count = 0;
    *out = NULL;
    wyrm_status status = term_path_join(folder, folders->state, "games", error);
    DIR *listing = status == WYRM_OK ? opendir(folder) : NULL;
    if (listing == NULL)
        return status;
    size_t room = 0;
    for (const struct dirent *entry = readdir(listing);
         entry != NULL && *count < TERM_SAVED_MAX && status == WYRM_OK; entry = readdir(listing)) {
        if (!is_save(entry->d_name))
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
        if (term_path_join(saved->path, folder, entry->d_name, error) != WYRM_OK)
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
        learn_climbs(*out, *count);
    }
    return status;
}
