/* The pack as rows of a list. */
#include "term/pack_rows.h"

#include <stdio.h>

#include "term/map_view.h"

wyrm_item_class term_item_class(const term_session *session, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    return item->item.kind >= 0 && (size_t)item->item.kind < count
               ? kinds[item->item.kind].item_class
               : WYRM_ITEM_CLASS_COUNT;
}

static bool are_alike(const wyrm_game_item *one, const wyrm_game_item *other)
{
    return one->item.kind == other->item.kind && one->item.level == other->item.level &&
           one->item.bonus == other->item.bonus && one->uses == other->uses &&
           one->worn == other->worn;
}

/* Where a class of items stands in the order: food, what is used, weapons, armor. */
static int rank(wyrm_item_class class)
{
    static const int ranks[] = {[WYRM_ITEM_RATION] = 0,
                                [WYRM_ITEM_CONSUMABLE] = 1,
                                [WYRM_ITEM_WEAPON] = 2,
                                [WYRM_ITEM_ARMOR] = 3,
                                [WYRM_ITEM_CLASS_COUNT] = 4};
    return ranks[class];
}

/* Whether an item comes before another in the order (RuggRogue, "Items": best gear first). */
static bool is_before(const term_session *session, size_t one, size_t other)
{
    const wyrm_game_item *a = &session->game->pack[one], *b = &session->game->pack[other];
    int rank_a = rank(term_item_class(session, a)), rank_b = rank(term_item_class(session, b));
    if (rank_a != rank_b)
        return rank_a < rank_b;
    if (a->item.level != b->item.level)
        return a->item.level > b->item.level;
    if (a->item.kind != b->item.kind)
        return a->item.kind < b->item.kind;
    return a->uses > b->uses;
}

/* Adds an item to the rows from `first` on: to one alike, or as a row of its own. */
static void add(term_pack_rows *rows, size_t first, size_t item, bool sorted)
{
    const wyrm_game_item *pack = rows->session->game->pack;
    rows->items++;
    for (size_t i = first; i < rows->count && !pack[item].worn; i++)
        if (are_alike(&pack[rows->rows[i].item], &pack[item])) {
            rows->rows[i].times++;
            return;
        }
    size_t at = rows->count++;
    for (; sorted && at > first && is_before(rows->session, item, rows->rows[at - 1].item); at--)
        rows->rows[at] = rows->rows[at - 1];
    bool usable = wyrm_can_use(rows->session->engine, rows->session->game, item, NULL);
    rows->rows[at] = (term_pack_row){.item = item, .times = 1, .useless = !usable};
}

/* Adds the worn items, or the others, under a heading (NULL: none). */
static void add_part(term_pack_rows *rows, term_pack_filter *filter, bool worn, bool sorted,
                     const char *heading)
{
    const wyrm_game *game = rows->session->game;
    size_t first = rows->count;
    if (filter == NULL)
        rows->rows[rows->count++] = (term_pack_row){.heading = heading};
    size_t items = rows->count;
    for (size_t i = game->pack_count; i > 0; i--)
        if (game->pack[i - 1].worn == worn && (filter == NULL || filter(rows->session, i - 1)))
            add(rows, items, i - 1, sorted || worn);
    if (rows->count == items)
        rows->count = first;
}

void term_pack_rows_fill(term_pack_rows *rows, const term_session *session,
                         term_pack_filter *filter, bool sorted)
{
    rows->session = session;
    rows->count = rows->items = 0;
    add_part(rows, filter, true, sorted, "Wielded and worn");
    add_part(rows, filter, false, sorted, "Carried");
}

static void row_of(const void *context, size_t index, term_list_row *out)
{
    const term_pack_rows *rows = context;
    const term_pack_row *row = &rows->rows[index];
    char name[WYRM_NAME_TEXT_MAX];
    if (row->heading != NULL) {
        out->heading = true;
        snprintf(out->text, sizeof out->text, "%s", row->heading);
        return;
    }
    const wyrm_game_item *item = &rows->session->game->pack[row->item];
    term_cell cell = term_item_cell(rows->session->engine, item);
    wyrm_item_text(rows->session->engine, item, name);
    out->glyph = cell.character;
    out->glyph_style = (term_style)cell.style;
    out->style = row->useless ? TERM_DIM : TERM_PLAIN;
    if (row->times > 1)
        snprintf(out->text, sizeof out->text, "%s x%zu", name, row->times);
    else
        snprintf(out->text, sizeof out->text, "%s", name);
}

term_list_source term_pack_rows_source(const term_pack_rows *rows)
{
    return (term_list_source){.count = rows->count, .row = row_of, .context = rows};
}
