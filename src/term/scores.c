/* High scores: a file of JSON, the best games first.
 *
 * Games in several terminals may end at once, so the file is read, changed and written under a
 * lock. One that is broken is set aside, and a new one begun.
 */
#include "base/arena.h"
#include "term/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include <wyrm/file.h>

#include "base/text.h"

#define SCORES_VERSION   1
#define SCORES_MAX_BYTES ((size_t)1 << 20)
#define LOCK_PAUSE_MS    5
#define LOCK_MOST_MS     10000

/* ---- One row ---- */

#define FIELD(kind, member)                                                                        \
    {                                                                                              \
#member, kind, offsetof(term_score, member), sizeof((term_score *)0)->member               \
    }

static const struct {
    const char *name;
    enum { FIELD_TEXT, FIELD_BOOL, FIELD_NUMBER } kind;
    size_t offset, size;
} fields[] = {
    FIELD(FIELD_TEXT, ruleset),      FIELD(FIELD_TEXT, title),   FIELD(FIELD_TEXT, hash),
    FIELD(FIELD_NUMBER, seed),       FIELD(FIELD_BOOL, won),     FIELD(FIELD_TEXT, ending),
    FIELD(FIELD_NUMBER, depth),      FIELD(FIELD_NUMBER, level), FIELD(FIELD_NUMBER, wins),
    FIELD(FIELD_NUMBER, experience), FIELD(FIELD_NUMBER, turn),  FIELD(FIELD_NUMBER, kills),
    FIELD(FIELD_TEXT, day),          FIELD(FIELD_BOOL, climbs),
};

#define FIELDS (sizeof fields / sizeof fields[0])

/* A value of another kind reads as nothing: a row is shown as far as it is sound. */
static term_score read_row(const json_t *row)
{
    term_score score = {.seed = 0};
    for (size_t i = 0; i < FIELDS; i++) {
        const json_t *value = json_object_get(row, fields[i].name);
        void *to = (char *)&score + fields[i].offset;
        if (fields[i].kind == FIELD_NUMBER)
            *(int64_t *)to = json_integer_value(value);
        else if (fields[i].kind == FIELD_BOOL)
            *(bool *)to = json_is_true(value);
        else
            wyrm_utf8_copy(to, fields[i].size,
                           json_is_string(value) ? json_string_value(value) : "");
    }
    return score;
}

static json_t *write_row(const term_score *score)
{
    json_t *object = json_object();
    for (size_t i = 0; i < FIELDS && object != NULL; i++) {
        const void *from = (const char *)score + fields[i].offset;
        json_t *value = fields[i].kind == FIELD_NUMBER ? json_integer(*(const int64_t *)from)
                        : fields[i].kind == FIELD_BOOL ? json_boolean(*(const bool *)from)
                                                       : json_string(from);
        if (json_object_set_new(object, fields[i].name, value) != 0) {
            json_decref(object);
            object = NULL;
        }
    }
    return object;
}

void term_score_of(const term_session *session, term_score *out)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(session->design);
    char ending[WYRM_MESSAGE_TEXT_MAX];
    time_t now = time(NULL);
    struct tm day;
    wyrm_ending_text(session->engine, session->game, ending);
    *out = (term_score){
        .seed = (int64_t)game->seed,
        .won = game->phase == WYRM_PHASE_WON,
        .depth = game->difficulty.depth,
        .level = game->experience.level,
        .wins = game->difficulty.wins,
        .experience = (int64_t)(game->experience.base + game->experience.exp),
        .turn = game->turn,
        .kills = game->tally->kills,
        .climbs = wyrm_engine_rules(session->engine)->climbs,
    };
    wyrm_utf8_copy(out->ruleset, sizeof out->ruleset, wyrm_ruleset_name(ruleset));
    wyrm_utf8_copy(out->title, sizeof out->title, wyrm_ruleset_title(ruleset));
    wyrm_utf8_copy(out->hash, sizeof out->hash, wyrm_ruleset_hash(ruleset));
    wyrm_utf8_copy(out->ending, sizeof out->ending, ending);
    if (localtime_r(&now, &day) != NULL)
        strftime(out->day, sizeof out->day, "%Y-%m-%d", &day);
}

bool term_score_beats(const term_score *one, const term_score *other)
{
    if (one->wins + one->won != other->wins + other->won)
        return one->wins + one->won > other->wins + other->won;
    if (one->depth != other->depth)
        return one->depth > other->depth;
    if (one->experience != other->experience)
        return one->experience > other->experience;
    return one->turn < other->turn;
}

/* ---------------------------------------------------------------- the file */

/* Puts a row where it belongs; the last falls off where there are too many. */
static void insert(term_scores *scores, const term_score *score)
{
    size_t at = scores->count;
    while (at > 0 && term_score_beats(score, &scores->rows[at - 1]))
        at--;
    if (at == TERM_SCORES_MAX)
        return;
    size_t last = scores->count < TERM_SCORES_MAX ? scores->count : TERM_SCORES_MAX - 1;
    memmove(&scores->rows[at + 1], &scores->rows[at], (last - at) * sizeof scores->rows[0]);
    scores->rows[at] = *score;
    scores->count = last + 1;
}

static wyrm_status complain(wyrm_error *error, wyrm_status code, const char *path, int line,
                            int column, const char *message)
{
    wyrm_fail(error, code, "%s", message);
    if (error != NULL) {
        wyrm_utf8_copy(error->file, sizeof error->file, path);
        error->line = line;
        error->column = column;
        error->length = 1;
    }
    return code;
}

static wyrm_status read_rows(const json_t *root, const char *path, term_scores *out,
                             wyrm_error *error)
{
    const json_t *version = json_object_get(root, "version");
    const json_t *rows = json_object_get(root, "scores");
    if (!json_is_integer(version) || !json_is_array(rows))
        return complain(error, WYRM_ERROR_SYNTAX, path, 1, 1, "these are no scores of wyrm");
    if (json_integer_value(version) > SCORES_VERSION)
        return complain(error, WYRM_ERROR_LIMIT, path, 0, 0,
                        "the scores are of a newer version of wyrm");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        term_score score = read_row(json_array_get(rows, i));
        insert(out, &score);
    }
    return WYRM_OK;
}

wyrm_status term_scores_read(const char *state, term_scores *out, wyrm_error *error)
{
    char path[TERM_PATH_MAX], *text;
    size_t length;
    json_error_t why;
    out->count = 0;
    wyrm_status status = term_path_join(path, state, "scores.json", error);
    if (status != WYRM_OK || access(path, F_OK) != 0)
        return status;
    status = wyrm_file_read(path, SCORES_MAX_BYTES, &text, &length, error);
    if (status != WYRM_OK)
        return status;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    wyrm_free(text);
    if (root == NULL)
        return complain(error, WYRM_ERROR_SYNTAX, path, why.line > 0 ? why.line : 1,
                        why.column > 0 ? why.column : 1, why.text);
    status = read_rows(root, path, out, error);
    json_decref(root);
    return status;
}

static wyrm_status write_file(const term_scores *scores, const char *path, wyrm_error *error)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < scores->count && rows != NULL; i++)
        if (json_array_append_new(rows, write_row(&scores->rows[i])) != 0) {
            json_decref(rows);
            rows = NULL;
        }
    json_t *root =
        rows != NULL ? json_pack("{s:i, s:o}", "version", SCORES_VERSION, "scores", rows) : NULL;
    char *text = root != NULL ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    if (text == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_file_write(path, text, strlen(text), true, error);
    free(text);
    return status;
}

/* ---------------------------------------------------------------- adding */

/* Waits for the lock of the scores, which is held while they are read, changed and written, so that
 * of games that end at once none is lost. *lock is owned by the caller (close); -1 where the file
 * system knows no locks. */
static wyrm_status lock_scores(const char *state, int *lock, wyrm_error *error)
{
    char path[TERM_PATH_MAX];
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
    wyrm_status status = term_path_join(path, state, "scores.lock", error);
    if (status != WYRM_OK)
        return status;
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return wyrm_fail(error, WYRM_ERROR_IO, "%s: %s", path, strerror(errno));
    for (int waited = 0; waited < LOCK_MOST_MS; waited += LOCK_PAUSE_MS) {
        if (flock(*lock, LOCK_EX | LOCK_NB) == 0)
            return WYRM_OK;
        if (errno != EWOULDBLOCK && errno != EINTR) {
            close(*lock);
            *lock = -1;
            return WYRM_OK;
        }
        nanosleep(&pause, NULL);
    }
    close(*lock);
    *lock = -1;
    return wyrm_fail(error, WYRM_ERROR_IO, "another game keeps the scores locked: %s", path);
}

/* Adds a row to the file, which nobody else changes meanwhile. */
static wyrm_status add_row(const char *state, const term_score *score, term_scores *scores,
                           wyrm_error *error)
{
    char path[TERM_PATH_MAX], broken[TERM_PATH_MAX];
    wyrm_status status = term_path_join(path, state, "scores.json", error);
    if (status == WYRM_OK)
        status = term_path_join(broken, state, "scores.json.broken", error);
    if (status == WYRM_OK)
        status = term_scores_read(state, scores, error);
    if (status == WYRM_ERROR_SYNTAX && rename(path, broken) == 0) {
        scores->count = 0;
        status = WYRM_OK;
    }
    if (status != WYRM_OK)
        return status;
    insert(scores, score);
    return write_file(scores, path, error);
}

wyrm_status term_scores_add(const char *state, const term_score *score, wyrm_error *error)
{
    int lock = -1;
    term_scores *scores = base_zeroed(1, sizeof *scores);
    if (scores == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = term_make_folder(state, error);
    if (status == WYRM_OK)
        status = lock_scores(state, &lock, error);
    if (status == WYRM_OK)
        status = add_row(state, score, scores, error);
    if (lock >= 0)
        close(lock);
    wyrm_free(scores);
    return status;
}
