/* The pack as rows of a list: like items together, worn gear on top. */
#ifndef WYRM_SRC_TUI_PACK_ROWS_H
#define WYRM_SRC_TUI_PACK_ROWS_H

#include "tui/list.h"
#include "tui/session.h"

#define TUI_PACK_HEADINGS 2
#define TUI_PACK_ROWS_MAX (WYRM_PACK_MAX + TUI_PACK_HEADINGS)

typedef struct tui_pack_row {
    size_t item;         /* index in the pack, the newest of those alike */
    size_t times;        /* how many are alike */
    const char *heading; /* NULL: an item */
    bool useless;        /* it cannot be used now */
} tui_pack_row;

typedef struct tui_pack_rows {
    const tui_session *session;
    size_t count, items; /* rows, and items in them */
    tui_pack_row rows[TUI_PACK_ROWS_MAX];
} tui_pack_rows;

/* Which items are wanted; NULL: all, with headings. */
typedef bool tui_pack_filter(const tui_session *session, size_t item);

/* `sorted`: by what they are, best gear first; else newest first. */
void tui_pack_rows_fill(tui_pack_rows *rows, const tui_session *session, tui_pack_filter *filter,
                        bool sorted);

/* The rows for a list; lives as long as they do. */
tui_list_source tui_pack_rows_source(const tui_pack_rows *rows);

/* What an item of the pack is; of class WYRM_ITEM_CLASS_COUNT where the ruleset does not say. */
wyrm_item_class tui_item_class(const tui_session *session, const wyrm_game_item *item);

#endif
