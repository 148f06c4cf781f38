/* What an item is and does. */
#include "term/item_panel.h"

#include <stdio.h>

#include "term/column.h"
#include "term/figures.h"
#include "term/odds.h"
#include "term/pack_rows.h"

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
    wyrm_combatant then = session->game->player.combatant;
    if (effect.kind != WYRM_EFFECT_HEAL)
        return;
    wyrm_effect_use(&effect, &then);
    draw_odds(session, &then, canvas, area);
}

static void draw_changes(const term_session *session, size_t item, term_canvas *canvas,
                         term_area *area)
{
    const wyrm_combatant *now = &session->game->player.combatant;
    wyrm_combatant then;
    term_figure figures[TERM_FIGURES_MAX];
    wyrm_player_with(session->engine, session->game, item, &then);
    size_t count = term_figures(session->engine, now, &then, figures);
    term_skip(area, 1);
    term_say(canvas, area, TERM_TITLE,
             session->game->pack[item].worn ? "Taken off"
             : term_item_class(session, &session->game->pack[item]) == WYRM_ITEM_WEAPON ? "Wielded"
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
    const wyrm_game_item *what = &session->game->pack[item];
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
