/* Reading the JSON of a save: every member is looked at for its type and range. The first failure
 * is kept, and readers go on with harmless values, so that names that are not known are all
 * found. */
#ifndef WYRM_SRC_GAME_SAVE_READER_H
#define WYRM_SRC_GAME_SAVE_READER_H

#include "base/text.h"
#include "game/save_rows.h"

typedef struct wyrm_save_reader {
    const wyrm_design *design;
    wyrm_status status; /* of the first failure */
    wyrm_error error;   /* filled by it */
    char place[96];     /* "monsters.3", of what is being read */
    wyrm_text unknown;  /* "monster 'troll', item 'rope'" */
    size_t unknown_count;
} wyrm_save_reader;

/* WYRM_ERROR_SYNTAX: what is wrong with the member `key` (NULL: with the place itself). */
void wyrm_save_bad(wyrm_save_reader *reader, const char *key, const char *format, ...)
    WYRM_PRINTF(3, 4);

/* Goes into a member or an element of the place, and back: place = wyrm_save_enter(...) keeps the
 * length to leave with. */
size_t wyrm_save_enter(wyrm_save_reader *reader, const char *key);
size_t wyrm_save_enter_element(wyrm_save_reader *reader, size_t index);
void wyrm_save_leave(wyrm_save_reader *reader, size_t place);

/* The members of a struct by rows. */
void wyrm_save_read_rows(wyrm_save_reader *reader, const json_t *object, const wyrm_save_row *rows,
                         void *to);

/* A member of its type; an empty one and a failure where it is missing or of another. */
json_t *wyrm_save_object(wyrm_save_reader *reader, const json_t *object, const char *key);
json_t *wyrm_save_list(wyrm_save_reader *reader, const json_t *object, const char *key, size_t most,
                       size_t *count);
const char *wyrm_save_string(wyrm_save_reader *reader, const json_t *object, const char *key);

/* A number in its range, the member `key`; 0 or `least` where it is none. */
int64_t wyrm_save_whole(wyrm_save_reader *reader, const json_t *value, const char *key,
                        double least, double greatest);
double wyrm_save_real(wyrm_save_reader *reader, const json_t *value, const char *key, double least,
                      double greatest);

/* A whole number in its range that is an element of a list; `least` where it is none. */
int64_t wyrm_save_element(wyrm_save_reader *reader, const json_t *list, size_t index, int64_t least,
                          int64_t greatest);

/* [x, y]; x is taken into 0..width-1 and y into 0..height-1. */
wyrm_position wyrm_save_position(wyrm_save_reader *reader, const json_t *object, const char *key,
                                 int32_t width, int32_t height);

/* Which of `count` names a member is; 0, and a failure, where it is none. */
int wyrm_save_choice(wyrm_save_reader *reader, const json_t *object, const char *key,
                     const char *(*name_of)(int index), int count);

/* Indexes by name, -1 where the ruleset does not know it: that is remembered. */
int32_t wyrm_save_monster(wyrm_save_reader *reader, const char *name);
int32_t wyrm_save_kind(wyrm_save_reader *reader, const char *name);
int32_t wyrm_save_stat(wyrm_save_reader *reader, const char *name);
int32_t wyrm_save_pity(wyrm_save_reader *reader, const char *name);

/* How it went: the names that are not known before all else. Fills *error; `saved_with` is the name
 * of the ruleset of the save. Frees what the reader holds. */
WYRM_MUST_CHECK wyrm_status wyrm_save_finish(wyrm_save_reader *reader, const char *saved_with,
                                             wyrm_error *error);

#endif
