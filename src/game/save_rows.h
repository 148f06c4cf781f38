/* How the members of plain structs stand in a save: one row a member, read and written alike. */
#ifndef WYRM_SRC_GAME_SAVE_ROWS_H
#define WYRM_SRC_GAME_SAVE_ROWS_H

#include <jansson.h>

#include <wyrm/game.h>

typedef enum wyrm_save_type {
    WYRM_SAVE_BOOL,
    WYRM_SAVE_S32,
    WYRM_SAVE_U32,
    WYRM_SAVE_S64,
    WYRM_SAVE_U64,
    WYRM_SAVE_REAL
} wyrm_save_type;

/* What is 0 or false is not written, and what is missing is that. */
typedef struct wyrm_save_row {
    const char *key; /* NULL ends a table */
    size_t offset;
    wyrm_save_type type;
    double least,
        greatest; /* of the number; every whole number of 64 bits has the range of its type */
} wyrm_save_row;

extern const wyrm_save_row wyrm_save_game_rows[];       /* of wyrm_game */
extern const wyrm_save_row wyrm_save_difficulty_rows[]; /* of wyrm_difficulty */
extern const wyrm_save_row wyrm_save_experience_rows[]; /* of wyrm_experience */
extern const wyrm_save_row wyrm_save_combatant_rows[];  /* of wyrm_combatant */
extern const wyrm_save_row wyrm_save_creature_rows[];   /* of wyrm_creature */
extern const wyrm_save_row wyrm_save_monster_rows[];    /* of wyrm_game_monster */
extern const wyrm_save_row wyrm_save_item_rows[];       /* of wyrm_game_item */
extern const wyrm_save_row wyrm_save_boost_rows[];      /* of wyrm_boost */
extern const wyrm_save_row wyrm_save_tally_rows[];      /* of wyrm_tally */
extern const wyrm_save_row wyrm_save_log_rows[];        /* of wyrm_log_line */

/* The names of phases that can be saved, of ways of placing, and of conditions; NULL for others. */
const char *wyrm_save_phase(wyrm_game_phase phase);
const char *wyrm_save_placing(wyrm_placing placing);

/* A tile and what is known of it (all of a byte of marks but who stands there) as one character. */
#define WYRM_SAVE_KNOWN (WYRM_MARK_KNOWN | WYRM_MARK_SEEN)
char wyrm_save_tile(uint8_t mark);
bool wyrm_save_mark(char tile, uint8_t *mark); /* false: no such character */

#endif
