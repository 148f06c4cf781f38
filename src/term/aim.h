/* What an attack or effect would do at a tile, as far as the player can tell. Knows no screen. */
#ifndef WYRM_SRC_TERM_AIM_H
#define WYRM_SRC_TERM_AIM_H

#include "term/session.h"

#define TERM_PATH_TILES_MAX WYRM_MAP_SIDE_MAX

/* What is aimed with. */
typedef struct term_aim {
    wyrm_command_kind kind; /* WYRM_DO_USE, WYRM_DO_SHOOT, WYRM_DO_THROW */
    size_t item;            /* of the pack; not read for shooting */
    int32_t range;          /* tiles; -1: as far as one sees */
    double radius;          /* of its area; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* what it does; "" where that is plain */
} term_aim;

void term_aim_begin(const term_session *session, const wyrm_command *command, term_aim *out);

/* What it would do at a tile. */
typedef struct term_shot {
    bool can;          /* the tile can be aimed at */
    char why[80];      /* why not */
    wyrm_position end; /* where it comes down: before a wall, at the first who stands in the way */
    size_t path_count;
    wyrm_position path[TERM_PATH_TILES_MAX]; /* up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* where it has one */
} term_shot;

void term_aim_at(const term_session *session, const term_aim *aim, wyrm_position target,
                 term_shot *out);

#endif
