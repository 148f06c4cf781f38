/* Saves: what stands in one, and the game in it. */
#include <wyrm/save.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "game/dress.h"
#include "game/save_frame.h"
#include "game/save_read.h"

/* Names the file in an error; returns the status. */
static wyrm_status in_file(wyrm_status status, const char *file, wyrm_error *error)
{
    if (status != WYRM_OK && error)
        wyrm_utf8_copy(error->file, sizeof error->file, file);
    return status;
}

/* The JSON of a save; *root is the caller's (json_decref). */
static wyrm_status parse(const char *text, size_t length, json_t **root, wyrm_error *error)
{
    const char *body;
    size_t body_length;
    *root = NULL;
    wyrm_status status = wyrm_save_open(text, length, &body, &body_length, error);
    if (status != WYRM_OK)
        return status;
    json_error_t trouble;
    *root = json_loadb(body, body_length, JSON_REJECT_DUPLICATES, &trouble);
    if (*root && json_is_object(*root))
        return WYRM_OK;
    if (!*root && json_error_code(&trouble) == json_error_out_of_memory)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    json_decref(*root);
    *root = NULL;
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "the save does not hold what it should: %.100s",
                     trouble.text);
}

/* ------------------------------------------------------------------ facts */

static void read_text(wyrm_save_reader *reader, const json_t *object, const char *key, char *out,
                      size_t size)
{
    const char *text = wyrm_save_string(reader, object, key);
    if (strlen(text) >= size)
        wyrm_save_bad(reader, key, "too long");
    wyrm_utf8_copy(out, size, text);
}

static void read_ruleset(wyrm_save_reader *reader, const json_t *root, wyrm_save_facts *out)
{
    const json_t *object = wyrm_save_object(reader, root, "ruleset");
    size_t place = wyrm_save_enter(reader, "ruleset");
    read_text(reader, object, "name", out->ruleset, sizeof out->ruleset);
    read_text(reader, object, "source", out->source, sizeof out->source);
    read_text(reader, object, "hash", out->hash, sizeof out->hash);
    wyrm_save_leave(reader, place);
}

static void read_part(wyrm_save_reader *reader, const json_t *root, const char *key,
                      const wyrm_save_row *rows, void *to)
{
    const json_t *object = wyrm_save_object(reader, root, key);
    size_t place = wyrm_save_enter(reader, key);
    wyrm_save_read_rows(reader, object, rows, to);
    wyrm_save_leave(reader, place);
}

/* Reads no name of the ruleset, and so needs none. */
static wyrm_status read_facts(const json_t *root, wyrm_save_facts *out, wyrm_error *error)
{
    wyrm_save_reader reader = {.status = WYRM_OK};
    wyrm_game *game = calloc(1, sizeof *game);
    *out = (wyrm_save_facts){0};
    if (!game)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    read_ruleset(&reader, root, out);
    read_text(&reader, root, "version", out->version, sizeof out->version);
    wyrm_save_read_rows(&reader, root, wyrm_save_game_rows, game);
    read_part(&reader, root, "difficulty", wyrm_save_difficulty_rows, &game->difficulty);
    read_part(&reader, root, "experience", wyrm_save_experience_rows, &game->experience);
    out->seed = game->seed;
    out->turn = game->turn;
    out->depth = game->difficulty.depth;
    out->level = game->experience.level;
    free(game);
    return wyrm_save_finish(&reader, out->ruleset, error);
}

wyrm_status wyrm_save_facts_of(const char *file, const char *text, size_t length,
                               wyrm_save_facts *out, wyrm_error *error)
{
    json_t *root;
    wyrm_status status = parse(text, length, &root, error);
    if (status == WYRM_OK)
        status = read_facts(root, out, error);
    json_decref(root);
    return in_file(status, file, error);
}

/* ------------------------------------------------------------------ the game */

/* A game and a log that are filled before the caller's are touched. */
typedef struct loading {
    wyrm_game game;
    wyrm_log log;
} loading;

/* Cuts a loaded game down to what an edited ruleset still allows. */
static void fit_to_rules(const wyrm_engine *engine, wyrm_game *game)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(engine);
    int32_t most = rules->stage_count > 0 ? rules->fullness_most : 0;
    if (game->fullness > most)
        game->fullness = most;
}

static wyrm_status check_sound(const wyrm_engine *engine, const wyrm_game *game, wyrm_error *error)
{
    wyrm_error why = {.code = WYRM_OK};
    if (wyrm_game_is_sound(engine, game, &why))
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RULESET, "the state does not fit the ruleset: %s",
                     why.message);
}

static wyrm_status read_all(const wyrm_engine *engine, const json_t *root,
                            const wyrm_save_facts *facts, bool edited, loading *to,
                            wyrm_error *error)
{
    wyrm_save_reader reader = {.design = wyrm_engine_design(engine)};
    wyrm_save_read_game(&reader, root, &to->game);
    wyrm_save_read_log(&reader, root, &to->log);
    wyrm_status status = wyrm_save_finish(&reader, facts->ruleset, error);
    if (status != WYRM_OK)
        return status;
    if (edited)
        fit_to_rules(engine, &to->game);
    wyrm_player_dress(engine, &to->game);
    return check_sound(engine, &to->game, error);
}

static wyrm_status load(const wyrm_engine *engine, const json_t *root, wyrm_game *game,
                        wyrm_log *log, bool *edited, wyrm_error *error)
{
    wyrm_save_facts facts;
    wyrm_status status = read_facts(root, &facts, error);
    if (status != WYRM_OK)
        return status;
    loading *to = calloc(1, sizeof *to);
    if (!to)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(wyrm_engine_design(engine));
    bool other = strcmp(facts.hash, wyrm_ruleset_hash(ruleset)) != 0;
    status = read_all(engine, root, &facts, other, to, error);
    if (status == WYRM_OK) {
        wyrm_game_copy(&to->game, game);
        if (log)
            *log = to->log;
        if (edited)
            *edited = other;
    }
    free(to);
    return status;
}

wyrm_status wyrm_save_load(const wyrm_engine *engine, const char *file, const char *text,
                           size_t length, wyrm_game *game, wyrm_log *log, bool *edited,
                           wyrm_error *error)
{
    json_t *root;
    wyrm_status status = parse(text, length, &root, error);
    if (status == WYRM_OK)
        status = load(engine, root, game, log, edited, error);
    json_decref(root);
    return in_file(status, file, error);
}
