/* What an attack or effect would do at a tile, as far as the player can tell. Knows no screen. */
#ifndef WYRM_SRC_TUI_AIM_H
#define WYRM_SRC_TUI_AIM_H

#include "tui/session.h"

#define TUI_PATH_TILES_MAX WYRM_MAP_SIDE_MAX

/* What is aimed with. */
typedef struct tui_aim {
    wyrm_command_kind kind; /* WYRM_DO_USE, WYRM_DO_SHOOT, WYRM_DO_THROW */
    size_t item;            /* of the pack; not read for shooting */
    int32_t range;          /* tiles; -1: as far as one sees */
    double radius;          /* of its area; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* what it does; "" where that is plain */
} tui_aim;

void tui_aim_begin(const tui_session *session, const wyrm_command *command, tui_aim *out);

/* What it would do at a tile. */
typedef struct tui_shot {
    bool can;          /* the tile can be aimed at */
    char why[80];      /* why not */
    wyrm_position end; /* where it comes down: before a wall, at the first who stands in the way */
    size_t path_count;
    wyrm_position path[TUI_PATH_TILES_MAX]; /* up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* where it has one */
} tui_shot;

void tui_aim_at(const tui_session *session, const tui_aim *aim, wyrm_position target,
                tui_shot *out);

#endif
