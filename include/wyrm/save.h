/* Saves: a game in a file, and back.
 *
 * A save is text: one line that names the format, its version, the length and the checksum (XXH3)
 * of the rest; then one JSON object, in which everything of the ruleset is called by name. So a
 * ruleset that was edited meanwhile still loads as long as it knows the names; what it has
 * forgotten is told. Saving the same game gives the same bytes.
 */
#ifndef WYRM_SAVE_H
#define WYRM_SAVE_H

#include <wyrm/game_text.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SAVE_VERSION   1
#define WYRM_SAVE_MAX_BYTES ((size_t)16 << 20)

/* Of a save, without the game: to show a list of them, and to find the ruleset. A plain value. */
typedef struct wyrm_save_facts {
    char ruleset[64];  /* its name */
    char source[1024]; /* what it was opened by: a shipped name or a path */
    char hash[17];     /* of the ruleset */
    char version[32];  /* of the program */
    uint64_t seed;
    int32_t depth, level;
    uint32_t turn;
} wyrm_save_facts;

/* The text of a save; `source` is what the ruleset was opened by. *out is owned by the caller
 * (wyrm_text_free), *length without the NUL. `log` may be NULL.
 * WYRM_ERROR_ARGUMENT  a set fight, or a game that is over
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_save_text(const wyrm_engine *engine,
                                                    const wyrm_game *game, const wyrm_log *log,
                                                    const char *source, char **out, size_t *length,
                                                    wyrm_error *error);

/* Reads the facts of a save: looks at the first line and the checksum, too. `file` names it in
 * errors.
 * WYRM_ERROR_SYNTAX   no save of this game, cut short, altered (each is named)
 * WYRM_ERROR_LIMIT    of a newer version, or larger than WYRM_SAVE_MAX_BYTES
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_save_facts_of(const char *file, const char *text,
                                                        size_t length, wyrm_save_facts *out,
                                                        wyrm_error *error);

/* Reads a game. *edited (may be NULL) tells whether the ruleset is another than it was saved with;
 * it loads all the same where every name is known and the state is sound. `log` may be NULL. What
 * fails leaves *game and *log as they were. As wyrm_save_facts_of, and
 * WYRM_ERROR_UNKNOWN  the ruleset does not know a name that the save needs (the message tells all
 *                     it has room for)
 * WYRM_ERROR_RULESET  the state does not fit the ruleset (the message says where) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_save_load(const wyrm_engine *engine, const char *file,
                                                    const char *text, size_t length,
                                                    wyrm_game *game, wyrm_log *log, bool *edited,
                                                    wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
