/* The game in words: names, messages, the last page.
 *
 * All texts go to buffers of the caller and are cut to fit.
 */
#ifndef WYRM_GAME_TEXT_H
#define WYRM_GAME_TEXT_H

#include <wyrm/observe.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_NAME_TEXT_MAX    96
#define WYRM_MESSAGE_TEXT_MAX 160

/* Name of an item: "+4 Club", "Health Potion", "Wand of Fireball (3 left)". */
WYRM_API void wyrm_item_text(const wyrm_engine *engine, const wyrm_game_item *item,
                             char out[WYRM_NAME_TEXT_MAX]);

/* Effect of an item, or how gear fights: "heals 20 hit points; at full hit points adds 2 to their
 * maximum". */
WYRM_API void wyrm_item_describe(const wyrm_engine *engine, const wyrm_game_item *item,
                                 char out[WYRM_MESSAGE_TEXT_MAX]);

/* Name of a monster: "elite Orc". */
WYRM_API void wyrm_monster_text(const wyrm_engine *engine, const wyrm_game_monster *monster,
                                char out[WYRM_NAME_TEXT_MAX]);

/* A name in the middle of a sentence: "the Orc", "an Orc", "another Orc". A name with its own
 * article keeps it ("the Last Page"), and a proper name takes none ("Mr Toad", "Grip the
 * Hound"). */
#define WYRM_NAMED_TEXT_MAX (WYRM_NAME_TEXT_MAX + 16)
WYRM_API void wyrm_name_the(const char *name, char out[WYRM_NAMED_TEXT_MAX]);
WYRM_API void wyrm_name_a(const char *name, char out[WYRM_NAMED_TEXT_MAX]);
WYRM_API void wyrm_name_another(const char *name, char out[WYRM_NAMED_TEXT_MAX]);

/* The message of an event for the player: "The Orc hits you for 4."; false if it has none (it is
 * not seen, or a mere step). */
WYRM_API bool wyrm_event_text(const wyrm_engine *engine, const wyrm_game *game,
                              const wyrm_event *event, char out[WYRM_MESSAGE_TEXT_MAX]);

/* A kind of terrain for the player: "lava, which hurts who stands there". */
WYRM_API void wyrm_terrain_text(const wyrm_terrain *terrain, char out[WYRM_MESSAGE_TEXT_MAX]);

/* How the game ended: "killed by an Orc", "starved", "won the Amulet", "an overinflated ego" (a
 * victory that goes on). */
WYRM_API void wyrm_ending_text(const wyrm_engine *engine, const wyrm_game *game,
                               char out[WYRM_MESSAGE_TEXT_MAX]);

/* One message of a game. A plain value. */
#define WYRM_LOG_LINES_MAX 200
typedef struct wyrm_log_line {
    uint32_t turn;
    uint32_t times; /* how often the same message came in that turn */
    bool begins;    /* the first of a command; wyrm_log_add sets it false, the screen marks it */
    char text[WYRM_MESSAGE_TEXT_MAX];
} wyrm_log_line;

/* The messages of a game, saved with it. A plain value. */
typedef struct wyrm_log {
    size_t count; /* lines ever added; line i is lines[i % WYRM_LOG_LINES_MAX] */
    wyrm_log_line lines[WYRM_LOG_LINES_MAX];
} wyrm_log;

/* Adds a message of a turn, cut if too long; a repetition of the newest one in the same turn is
 * only counted. Beyond WYRM_LOG_LINES_MAX the oldest line is lost. */
WYRM_API void wyrm_log_add(wyrm_log *log, uint32_t turn, const char *text);
/* The number of lines kept: at most WYRM_LOG_LINES_MAX. */
WYRM_API size_t wyrm_log_kept(const wyrm_log *log);
/* The line `back` lines before the newest (0); NULL: none. */
WYRM_API const wyrm_log_line *wyrm_log_line_at(const wyrm_log *log, size_t back);

/* Writes a character dump: the character, how it ended, what it carried, its kills, the last
 * messages, the known map. `log` may be NULL. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_dump(const wyrm_engine *engine,
                                                    const wyrm_game *game, const wyrm_log *log,
                                                    char **out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
