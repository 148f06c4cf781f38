/* What an item is and does. */
#include "term/internal.h"

#include <stdio.h>

/* ---- the pack as rows of a list ---- */

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
    const wyrm_game_item *a = &term_now(session)->pack[one], *b = &term_now(session)->pack[other];
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
    const wyrm_game_item *pack = term_now(rows->session)->pack;
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
    const wyrm_game_view *game = term_now(rows->session);
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
    const wyrm_game_item *item = &term_now(rows->session)->pack[row->item];
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

/* Draws what wearing the item would do to the odds against one opponent. */
static void draw_odds(const term_session *session, const wyrm_combatant *then, term_canvas *canvas,
                      term_area *area)
{
    term_opponent opponents[TERM_OPPONENTS_MAX];
    char text[TERM_ODDS_CHANGE_MAX];
    term_style style;
    if (term_opponents(session, opponents) == 0 ||
        !term_odds_change(session, &opponents[0], then, true, '\n', text, &style))
        return;
    term_skip(area, 1);
    term_say(canvas, area, style, text);
    term_say(canvas, area, TERM_DIM,
             opponents[0].in_sight ? TERM_ODDS_ASSUME : TERM_ODDS_ASSUME_LATER);
}

/* Draws what drinking a healing item would do to the odds. */
static void draw_healing(const term_session *session, size_t item, term_canvas *canvas,
                         term_area *area)
{
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    wyrm_combatant then = term_now(session)->player->combatant;
    if (effect.kind != WYRM_EFFECT_HEAL)
        return;
    wyrm_effect_use(&effect, &then);
    draw_odds(session, &then, canvas, area);
}

static void draw_changes(const term_session *session, size_t item, term_canvas *canvas,
                         term_area *area)
{
    const wyrm_combatant *now = &term_now(session)->player->combatant;
    wyrm_combatant then;
    term_figure figures[TERM_FIGURES_MAX];
    wyrm_player_with(session->engine, session->game, item, &then);
    size_t count = term_figures(session->engine, now, &then, figures);
    term_skip(area, 1);
    term_say(canvas, area, TERM_TITLE,
             term_now(session)->pack[item].worn ? "Taken off"
             : term_item_class(session, &term_now(session)->pack[item]) == WYRM_ITEM_WEAPON
                 ? "Wielded"
                 : "Put on");
    int rows = term_changes_draw(canvas, *area, figures, count);
    if (rows == 0)
        term_say(canvas, area, TERM_DIM, "nothing changes");
    term_skip(area, rows);
    draw_odds(session, &then, canvas, area);
}

void term_item_panel_draw(const term_session *session, size_t item, term_canvas *canvas,
                          term_area area)
{
    const wyrm_game_item *what = &term_now(session)->pack[item];
    char text[WYRM_MESSAGE_TEXT_MAX + 1];
    wyrm_item_class class = term_item_class(session, what);
    wyrm_item_text(session->engine, what, text);
    term_say(canvas, &area, TERM_TITLE, text);
    term_say(canvas, &area, TERM_DIM,
             class == WYRM_ITEM_CLASS_COUNT ? "item" : wyrm_item_class_name(class));
    term_skip(&area, 1);
    wyrm_item_describe(session->engine, what, text);
    term_say(canvas, &area, TERM_PLAIN, text);
    if (!wyrm_can_use(session->engine, session->game, item, text)) {
        term_skip(&area, 1);
        term_say(canvas, &area, TERM_WARN, text);
    } else {
        draw_healing(session, item, canvas, &area);
    }
    if (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR)
        draw_changes(session, item, canvas, &area);
    int32_t range = wyrm_throw_range(session->engine, session->game, item);
    if (range > 0) {
        snprintf(text, sizeof text, "Can be thrown up to %d tiles.", range);
        term_skip(&area, 1);
        term_say(canvas, &area, TERM_PLAIN, text);
    }
}
