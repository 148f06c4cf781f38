#ifndef WYRM_SRC_TERM_ITEM_PANEL_H
#define WYRM_SRC_TERM_ITEM_PANEL_H

#include "term/canvas.h"
#include "term/list.h"
#include "term/session.h"

/* The pack as rows of a list: like items together, worn gear on top. */

#define TERM_PACK_HEADINGS 2
#define TERM_PACK_ROWS_MAX (WYRM_PACK_MAX + TERM_PACK_HEADINGS)

typedef struct term_pack_row {
    size_t item;         /* index in the pack, the newest of those alike */
    size_t times;        /* how many are alike */
    const char *heading; /* NULL: an item */
    bool useless;        /* it cannot be used now */
} term_pack_row;

typedef struct term_pack_rows {
    const term_session *session;
    size_t count, items; /* rows, and items in them */
    term_pack_row rows[TERM_PACK_ROWS_MAX];
} term_pack_rows;

/* Which items are wanted; NULL: all, with headings. */
typedef bool term_pack_filter(const term_session *session, size_t item);

/* `sorted`: by what they are, best gear first; else newest first. */
void term_pack_rows_fill(term_pack_rows *rows, const term_session *session,
                         term_pack_filter *filter, bool sorted);

/* The rows for a list; lives as long as they do. */
term_list_source term_pack_rows_source(const term_pack_rows *rows);

/* What an item of the pack is; of class WYRM_ITEM_CLASS_COUNT where the ruleset does not say. */
wyrm_item_class term_item_class(const term_session *session, const wyrm_game_item *item);

/* What an item is and does, and what wearing it would change. */

void term_item_panel_draw(const term_session *session, size_t item, term_canvas *canvas,
                          term_area area);

#endif
