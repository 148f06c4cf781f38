/* The game in words: names, messages, the last page.
 */
#ifndef WYRM_GAME_TEXT_H
#define WYRM_GAME_TEXT_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_NAME_TEXT_MAX    96
#define WYRM_MESSAGE_TEXT_MAX 160

/* "+4 Club", "Health Potion", "Wand of Fireball (3 left)". */
WYRM_API void wyrm_item_text(const wyrm_engine *engine, const wyrm_game_item *item,
                             char out[WYRM_NAME_TEXT_MAX]);

/* "heals 20 hit points; at full hit points adds 2 to their maximum": what an item does, or how gear
 * fights. */
WYRM_API void wyrm_item_describe(const wyrm_engine *engine, const wyrm_game_item *item,
                                 char out[WYRM_MESSAGE_TEXT_MAX]);

/* "elite Orc" */
WYRM_API void wyrm_monster_text(const wyrm_engine *engine, const wyrm_game_monster *monster,
                                char out[WYRM_NAME_TEXT_MAX]);

/* A name in the middle of a sentence: "the Orc", "an Orc", "another Orc". One that brings its
 * article along keeps that ("the Last Page"), and a proper name takes none ("Mr Toad", "Grip the
 * Hound"). */
#define WYRM_NAMED_TEXT_MAX (WYRM_NAME_TEXT_MAX + 16)
WYRM_API void wyrm_name_the(const char *name, char out[WYRM_NAMED_TEXT_MAX]);
WYRM_API void wyrm_name_a(const char *name, char out[WYRM_NAMED_TEXT_MAX]);
WYRM_API void wyrm_name_another(const char *name, char out[WYRM_NAMED_TEXT_MAX]);

/* The message of an event as the player reads it: "The Orc hits you for 4."; false where it has
 * none (it is not seen, or a step). */
WYRM_API bool wyrm_event_text(const wyrm_engine *engine, const wyrm_game *game,
                              const wyrm_event *event, char out[WYRM_MESSAGE_TEXT_MAX]);

/* "lava, which hurts who stands there": a kind of terrain as the player knows it. */
WYRM_API void wyrm_terrain_text(const wyrm_terrain *terrain, char out[WYRM_MESSAGE_TEXT_MAX]);

/* "killed by an Orc", "starved", "won the Amulet", "an overinflated ego" (a victory that goes
 * on) */
WYRM_API void wyrm_ending_text(const wyrm_engine *engine, const wyrm_game *game,
                               char out[WYRM_MESSAGE_TEXT_MAX]);

/* The messages of a game, saved with it. A plain value. */
#define WYRM_LOG_LINES_MAX 200
typedef struct wyrm_log_line {
    uint32_t turn;
    uint32_t times; /* the same message so many times in a turn */
    bool begins;    /* the first of a command, which its screen marks; false of those added */
    char text[WYRM_MESSAGE_TEXT_MAX];
} wyrm_log_line;

typedef struct wyrm_log {
    size_t count; /* lines ever added; line i is lines[i % WYRM_LOG_LINES_MAX] */
    wyrm_log_line lines[WYRM_LOG_LINES_MAX];
} wyrm_log;

/* Adds a message of a turn, cut where too long; the newest again in its turn is only counted. Past
 * WYRM_LOG_LINES_MAX the oldest line is lost. */
WYRM_API void wyrm_log_add(wyrm_log *log, uint32_t turn, const char *text);
/* How many lines are kept: at most WYRM_LOG_LINES_MAX. */
WYRM_API size_t wyrm_log_kept(const wyrm_log *log);
/* The line `back` lines before the newest (0); NULL: none. */
WYRM_API const wyrm_log_line *wyrm_log_line_at(const wyrm_log *log, size_t back);

/* A character dump: who it was, how it ended, what it carried, whom it killed, the last messages,
 * the map as it was known. Owned by the caller (wyrm_free). `log` may be NULL.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_dump(const wyrm_engine *engine,
                                                    const wyrm_game *game, const wyrm_log *log,
                                                    char **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
