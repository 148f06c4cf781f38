/* The player's folders, and the high scores: a JSON file with the best games first.
 *
 * Games in several terminals may end at the same time, so the file is read, changed and written
 * under a lock. A broken file is renamed, and a new one begun. */
#include "term/internal.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wyrm/file.h>
#include "base/arena.h"

#define SCORES_VERSION   1
#define SCORES_MAX_BYTES ((size_t)1 << 20)
#define LOCK_PAUSE_MS    5
#define LOCK_MOST_MS     10000

/* ---- Folders ---- */

wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder, const char *name,
                           wyrm_error *error)
{
    int length = snprintf(out, TERM_PATH_MAX, "%s/%s", folder, name);
    if (length > 0 && length < TERM_PATH_MAX)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "the path %.80s.../%s is too long", folder, name);
}

/* Finds a folder of the XDG base directories: the variable's, which counts only if it is absolute,
 * else one below the home folder of the environment or of the user's account. */
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
    struct stat found;
    size_t length = strlen(path);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return wyrm_fail(error, WYRM_ERROR_IO, "the folder %s cannot be made: %s", part,
                             strerror(errno));
    }
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return wyrm_fail(error, WYRM_ERROR_IO, "%s is no folder", path);
    return WYRM_OK;
}

/* ---- One row of the scores ---- */

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

/* Parses a row. A value of the wrong type reads as empty or 0, so that a row is shown as far as it
 * is sound. */
static term_score read_row(const json_t *row)
{
    term_score score = {.seed = 0};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const json_t *value = json_object_get(row, fields[i].name);
        const char *text = json_string_value(value);
        void *to = (char *)&score + fields[i].offset;
        if (fields[i].kind == FIELD_NUMBER)
            *(int64_t *)to = json_integer_value(value);
        else if (fields[i].kind == FIELD_BOOL)
            *(bool *)to = json_is_true(value);
        else
            base_utf8_copy(to, fields[i].size, text != NULL ? text : "");
    }
    return score;
}

/* The JSON object of a row; NULL: out of memory. */
static json_t *write_row(const term_score *score)
{
    json_t *object = json_object();
    bool whole = true;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const void *from = (const char *)score + fields[i].offset;
        json_t *value = fields[i].kind == FIELD_NUMBER ? json_integer(*(const int64_t *)from)
                        : fields[i].kind == FIELD_BOOL ? json_boolean(*(const bool *)from)
                                                       : json_string(from);
        whole &= json_object_set_new(object, fields[i].name, value) == 0;
    }
    if (whole)
        return object;
    json_decref(object);
    return NULL;
}

void term_score_of(const term_session *session, term_score *out)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(session->design);
    time_t now = time(NULL);
    struct tm day;
    *out = (term_score){
        .seed = (int64_t)game->seed,
        .won = game->phase == WYRM_PHASE_WON,
        .depth = game->difficulty.depth,
        .level = term_level(session),
        .wins = game->difficulty.wins,
        .experience = (int64_t)(game->experience.base + game->experience.exp),
        .turn = game->turn,
        .kills = game->tally->kills,
        .climbs = wyrm_engine_rules(session->engine)->climbs,
    };
    base_utf8_copy(out->ruleset, sizeof out->ruleset, wyrm_ruleset_name(ruleset));
    base_utf8_copy(out->title, sizeof out->title, wyrm_ruleset_title(ruleset));
    base_utf8_copy(out->hash, sizeof out->hash, wyrm_ruleset_hash(ruleset));
    wyrm_ending_text(session->engine, session->game, out->ending);
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

/* ---- The file ---- */

/* Whether two rows describe the same game: everything but the day is equal. */
static bool is_same(const term_score *one, const term_score *other)
{
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const char *a = (const char *)one + fields[i].offset,
                   *b = (const char *)other + fields[i].offset;
        if (fields[i].offset != offsetof(term_score, day) &&
            (fields[i].kind == FIELD_TEXT ? strcmp(a, b) : memcmp(a, b, fields[i].size)) != 0)
            return false;
    }
    return true;
}

/* Inserts a row in order; in a full table the last one is dropped. */
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
    const json_t *version = json_object_get(root, "version");
    const json_t *rows = json_object_get(root, "scores");
    if (root != NULL && json_is_integer(version) && json_is_array(rows)) {
        for (size_t i = 0; i < json_array_size(rows); i++) {
            term_score score = read_row(json_array_get(rows, i));
            insert(out, &score);
        }
        if (json_integer_value(version) > SCORES_VERSION) {
            out->count = 0;
            status =
                wyrm_fail(error, WYRM_ERROR_LIMIT, "the scores are of a newer version of wyrm");
        }
    } else {
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "%s",
                           root == NULL ? why.text : "these are no scores of wyrm");
    }
    json_decref(root);
    if (status != WYRM_OK && error != NULL) {
        base_utf8_copy(error->file, sizeof error->file, path);
        error->length = 1;
        if (status == WYRM_ERROR_SYNTAX) {
            error->line = root == NULL && why.line > 0 ? why.line : 1;
            error->column = root == NULL && why.column > 0 ? why.column : 1;
        }
    }
    return status;
}

typedef struct adding {
    const char *state;
    const term_score *score;
    int lock; /* descriptor of the lock file; -1: not open */
} adding;

/* Adds a row to the file, holding the lock from reading to writing, so that games that end at the
 * same time do not overwrite each other's rows. On a file system without locks it goes on without
 * one. */
static void add_row(base_arena *arena, void *context)
{
    adding *in = context;
    char path[TERM_PATH_MAX], broken[TERM_PATH_MAX];
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
    term_scores *scores = base_new(arena, term_scores);
    base_must(arena, term_make_folder(in->state, &arena->error));
    base_must(arena, term_path_join(path, in->state, "scores.lock", &arena->error));
    in->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (in->lock < 0)
        base_refuse(arena, WYRM_ERROR_IO, "%s: %s", path, strerror(errno));
    for (int waited = 0; flock(in->lock, LOCK_EX | LOCK_NB) != 0; waited += LOCK_PAUSE_MS) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            break;
        if (waited >= LOCK_MOST_MS)
            base_refuse(arena, WYRM_ERROR_IO, "another game keeps the scores locked: %s", path);
        nanosleep(&pause, NULL);
    }
    base_must(arena, term_path_join(path, in->state, "scores.json", &arena->error));
    base_must(arena, term_path_join(broken, in->state, "scores.json.broken", &arena->error));
    wyrm_status status = term_scores_read(in->state, scores, &arena->error);
    if (status != WYRM_ERROR_SYNTAX || rename(path, broken) != 0)
        base_must(arena, status);
    for (size_t i = 0; i < scores->count && in->score->again; i++)
        if (is_same(&scores->rows[i], in->score))
            return;
    insert(scores, in->score);
    json_t *rows = json_array();
    bool whole = rows != NULL;
    for (size_t i = 0; i < scores->count && whole; i++)
        whole = json_array_append_new(rows, write_row(&scores->rows[i])) == 0;
    json_t *root = json_pack("{s:i, s:o}", "version", SCORES_VERSION, "scores", rows);
    char *text = whole && root != NULL ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    if (text == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    base_keep(arena, text, free);
    base_must(arena, wyrm_file_write(path, text, strlen(text), true, &arena->error));
}

wyrm_status term_scores_add(const char *state, const term_score *score, wyrm_error *error)
{
    adding in = {state, score, -1};
    wyrm_status status = base_do(add_row, &in, error);
    if (in.lock >= 0)
        close(in.lock);
    return status;
}
