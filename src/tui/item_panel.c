/* What an item is and does. */
#include "tui/item_panel.h"

#include <stdio.h>

#include "tui/column.h"
#include "tui/figures.h"
#include "tui/odds.h"
#include "tui/pack_rows.h"

/* Draws what wearing the item would do to the odds against one opponent. */
static void draw_odds(const tui_session *session, const wyrm_combatant *then, tui_canvas *canvas,
                      tui_area *area)
{
    tui_opponent opponents[TUI_OPPONENTS_MAX];
    char text[TUI_ODDS_CHANGE_MAX];
    tui_style style;
    if (tui_opponents(session, opponents) == 0 ||
        !tui_odds_change(session, &opponents[0], then, true, '\n', text, &style))
        return;
    tui_skip(area, 1);
    tui_say(canvas, area, style, text);
    tui_say(canvas, area, TUI_DIM, opponents[0].in_sight ? TUI_ODDS_ASSUME : TUI_ODDS_ASSUME_LATER);
}

/* Draws what drinking a healing item would do to the odds. */
static void draw_healing(const tui_session *session, size_t item, tui_canvas *canvas,
                         tui_area *area)
{
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    wyrm_combatant then = session->game->player.combatant;
    if (effect.kind != WYRM_EFFECT_HEAL)
        return;
    wyrm_effect_use(&effect, &then);
    draw_odds(session, &then, canvas, area);
}

static void draw_changes(const tui_session *session, size_t item, tui_canvas *canvas,
                         tui_area *area)
{
    const wyrm_combatant *now = &session->game->player.combatant;
    wyrm_combatant then;
    tui_figure figures[TUI_FIGURES_MAX];
    wyrm_player_with(session->engine, session->game, item, &then);
    size_t count = tui_figures(session->engine, now, &then, figures);
    tui_skip(area, 1);
    tui_say(canvas, area, TUI_TITLE,
            session->game->pack[item].worn                                            ? "Taken off"
            : tui_item_class(session, &session->game->pack[item]) == WYRM_ITEM_WEAPON ? "Wielded"
                                                                                      : "Put on");
    int rows = tui_changes_draw(canvas, *area, figures, count);
    if (rows == 0)
        tui_say(canvas, area, TUI_DIM, "nothing changes");
    tui_skip(area, rows);
    draw_odds(session, &then, canvas, area);
}

void tui_item_panel_draw(const tui_session *session, size_t item, tui_canvas *canvas, tui_area area)
{
    const wyrm_game_item *what = &session->game->pack[item];
    char text[WYRM_MESSAGE_TEXT_MAX + 1];
    wyrm_item_class class = tui_item_class(session, what);
    wyrm_item_text(session->engine, what, text);
    tui_say(canvas, &area, TUI_TITLE, text);
    tui_say(canvas, &area, TUI_DIM,
            class == WYRM_ITEM_CLASS_COUNT ? "item" : wyrm_item_class_name(class));
    tui_skip(&area, 1);
    wyrm_item_describe(session->engine, what, text);
    tui_say(canvas, &area, TUI_PLAIN, text);
    if (!wyrm_can_use(session->engine, session->game, item, text)) {
        tui_skip(&area, 1);
        tui_say(canvas, &area, TUI_WARN, text);
    } else {
        draw_healing(session, item, canvas, &area);
    }
    if (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR)
        draw_changes(session, item, canvas, &area);
    int32_t range = wyrm_throw_range(session->engine, session->game, item);
    if (range > 0) {
        snprintf(text, sizeof text, "Can be thrown up to %d tiles.", range);
        tui_skip(&area, 1);
        tui_say(canvas, &area, TUI_PLAIN, text);
    }
}
