/* The column of the player. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define LIFE_CELLS 4 /* of the bar of a monster, with the word "hp" before it */

const char *term_depth_word(bool climbs)
{
    return climbs ? "floor" : "depth";
}

void term_depth_text(const term_session *session, char *out)
{
    snprintf(out, 32, "%s %d", term_depth_word(wyrm_engine_rules(session->engine)->climbs),
             term_now(session)->difficulty.depth);
}

const char *term_hunger_text(const term_session *session, term_style *style)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(session->engine);
    if (rules->stage_count == 0)
        return NULL;
    size_t stage = wyrm_hunger_stage_at(rules, term_now(session)->fullness);
    bool ailing = !rules->stages[stage].regenerates;
    *style = term_now(session)->fullness == 0 ? TERM_BAD : ailing ? TERM_WARN : TERM_PLAIN;
    return rules->stages[stage].name;
}

bool term_condition_text(const wyrm_creature *creature, size_t index, char *out, term_style *style)
{
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++) {
        if (creature->turns[i] <= 0 || index-- > 0)
            continue;
        snprintf(out, 80, "%s %d", wyrm_condition_word((wyrm_condition)i), creature->turns[i]);
        *style = i == WYRM_HASTED || i == WYRM_HIDDEN || i == WYRM_SENSING ? TERM_GOOD : TERM_WARN;
        return true;
    }
    return false;
}

bool term_boost_text(const term_session *session, size_t index, char *out)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(session->design));
    for (size_t i = 0; i < term_now(session)->boost_count; i++) {
        const wyrm_boost *boost = &term_now(session)->boosts[i];
        if (boost->turns < 0 || index-- > 0)
            continue;
        char name[40] = "hp a turn", amount[24];
        if (boost->stat >= 0)
            term_stat_label(stats[boost->stat].name, name);
        term_number(boost->amount, amount);
        snprintf(out, 80, "%s%s %s, %d turn%s", boost->amount < 0 ? "" : "+", amount, name,
                 boost->turns, boost->turns == 1 ? "" : "s");
        return true;
    }
    return false;
}

/* Takes a row off the top of an area. False where none is left. */
static bool take_row(term_area *area, term_area *row)
{
    if (area->height <= 0)
        return false;
    *row = (term_area){area->x, area->y, area->width, 1};
    term_skip(area, 1);
    return true;
}

/* A text that ends where its row does. */
static void text_right(term_canvas *canvas, term_area row, term_style style, const char *text)
{
    int x = row.x + row.width - (int)wyrm_utf8_count(text, strlen(text));
    term_text(canvas, row, x, row.y, style, text);
}

static void draw_progress(const term_session *session, term_canvas *canvas, term_area *area)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_experience *experience = &game->experience;
    const wyrm_combatant *player = &game->player->combatant;
    char depth[32];
    term_area row;
    term_depth_text(session, depth);
    if (take_row(area, &row)) {
        term_textf(canvas, row, row.x, row.y, TERM_BOLD, "Level %d", experience->level);
        text_right(canvas, row, TERM_BOLD, depth);
    }
    if (take_row(area, &row))
        term_textf(canvas, row, row.x, row.y, TERM_PLAIN, "XP %llu, next in %llu",
                   (unsigned long long)(experience->base + experience->exp),
                   (unsigned long long)(experience->next > experience->exp
                                            ? experience->next - experience->exp
                                            : 0));
    if (!take_row(area, &row))
        return;
    double share = player->max_hp > 0 ? (double)player->hp / (double)player->max_hp : 0.0;
    term_style style = share > 0.5 ? TERM_GOOD : share > 0.25 ? TERM_WARN : TERM_BAD;
    int x = term_textf(canvas, row, row.x, row.y, style, "HP %lld/%lld ", (long long)player->hp,
                       (long long)player->max_hp);
    term_bar(canvas, x, row.y, row.x + row.width - x, share, style);
}

static void draw_gear(const term_session *session, term_canvas *canvas, term_area *area, int most)
{
    const wyrm_game_view *game = term_now(session);
    size_t worn = 0, shown = 0;
    term_area row;
    for (size_t i = 0; i < game->pack_count; i++)
        worn += game->pack[i].worn;
    for (size_t i = 0; i < game->pack_count && (int)shown < most; i++) {
        if (!game->pack[i].worn || !take_row(area, &row))
            continue;
        if (++shown == (size_t)most && worn > shown) {
            term_textf(canvas, row, row.x, row.y, TERM_DIM, "and %zu more", worn - shown + 1);
            return;
        }
        char name[WYRM_NAME_TEXT_MAX];
        term_cell cell = term_item_cell(session->engine, &game->pack[i]);
        wyrm_item_text(session->engine, &game->pack[i], name);
        term_put(canvas, row.x, row.y, cell.character, (term_style)cell.style);
        term_text(canvas, row, row.x + 2, row.y, TERM_PLAIN, name);
    }
    if (worn == 0 && take_row(area, &row))
        term_text(canvas, row, row.x, row.y, TERM_DIM, "nothing wielded or worn");
}

static void draw_state(const term_session *session, term_canvas *canvas, term_area *area)
{
    char text[80], turn[32];
    term_style style = TERM_PLAIN;
    term_area row;
    if (!take_row(area, &row))
        return;
    const char *hunger = term_hunger_text(session, &style);
    snprintf(turn, sizeof turn, "turn %u", term_now(session)->turn);
    if (hunger != NULL)
        term_text(canvas, row, row.x, row.y, style, hunger);
    text_right(canvas, row, TERM_PLAIN, turn);
    for (size_t i = 0; term_condition_text(term_now(session)->player, i, text, &style); i++)
        if (take_row(area, &row))
            term_text(canvas, row, row.x, row.y, style, text);
    for (size_t i = 0; term_boost_text(session, i, text); i++)
        if (take_row(area, &row))
            term_text(canvas, row, row.x, row.y, TERM_GOOD, text);
}

static const term_sighting *sighting_of(const term_play *play, uint32_t id)
{
    for (size_t i = 0; i < play->sighting_count; i++)
        if (play->sightings[i].id == id)
            return &play->sightings[i];
    return NULL;
}

/* A chance to win at the right end of a row. */
static void draw_percent(double p_win, term_canvas *canvas, term_area row)
{
    char chance[8];
    double percent = 100.0 * p_win;
    if (percent > 99.0 && percent < 100.0 - 1e-7)
        strcpy(chance, ">99 %");
    else if (percent > 0.0 && percent < 1.0)
        strcpy(chance, " <1 %");
    else
        snprintf(chance, sizeof chance, "%3.0f %%", percent);
    text_right(canvas, row, term_odds_style(p_win), chance);
}

/* The chance to win against a monster, at the right end of its row; returns where it begins. */
static int draw_chance(const term_play *play, uint32_t id, term_canvas *canvas, term_area row)
{
    const term_sighting *sighting = sighting_of(play, id);
    if (sighting == NULL || !sighting->known)
        return row.x + row.width;
    draw_percent(sighting->p_win, canvas, row);
    return row.x + row.width - 5;
}

/* What all who are awake come to, in a row: each of them alone may be nothing to fear. */
static void draw_together(const term_play *play, term_canvas *canvas, term_area row)
{
    if (!play->together_known) {
        term_textf(canvas, row, row.x, row.y, TERM_WARN, "%zu at once: harder than one",
                   play->awake);
        return;
    }
    term_textf(canvas, row, row.x, row.y, TERM_BOLD, "all %zu at once, about", play->awake);
    draw_percent(play->together, canvas, row);
}

static void draw_monster(const term_session *session, const term_play *play,
                         const wyrm_seen_monster *seen, term_canvas *canvas, term_area row)
{
    const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
    const wyrm_combatant *body = &monster->body.combatant;
    char name[WYRM_NAME_TEXT_MAX], condition[80];
    term_style style;
    term_cell cell = term_monster_cell(session, seen);
    int end = draw_chance(play, monster->id, canvas, row) - 1;
    if (term_condition_text(&monster->body, 0, condition, &style)) {
        condition[strcspn(condition, " ")] = '\0';
        end -= (int)strlen(condition);
        term_text(canvas, row, end, row.y, style, condition);
    } else {
        end -= LIFE_CELLS;
        term_bar(canvas, end, row.y, LIFE_CELLS,
                 body->max_hp > 0 ? (double)body->hp / (double)body->max_hp : 0.0, TERM_BAD);
        end -= 2;
        term_text(canvas, row, end, row.y, TERM_DIM, "hp");
    }
    wyrm_monster_text(session->engine, monster, name);
    term_put(canvas, row.x, row.y, cell.character, (term_style)cell.style);
    term_area rest = {row.x + 2, row.y, end - row.x - 3, 1};
    term_text(canvas, rest, rest.x, rest.y, TERM_PLAIN, name);
}

static void list_monsters(const term_session *session, const term_play *play, term_canvas *canvas,
                          term_area *area)
{
    size_t count = session->view->monster_count, in_sight = session->view->in_sight, shown = 0;
    term_area row;
    for (size_t i = 0; i < count; i++) {
        if (!session->view->monsters[i].in_sight || !take_row(area, &row))
            continue;
        if (area->height == 0 && in_sight - shown > 1) {
            term_textf(canvas, row, row.x, row.y, TERM_DIM, "and %zu more", in_sight - shown);
            return;
        }
        draw_monster(session, play, &session->view->monsters[i], canvas, row);
        shown++;
    }
}

/* Below the list, for which a row is left, comes what all of them are together. */
static void draw_monsters(const term_session *session, const term_play *play, term_canvas *canvas,
                          term_area *area)
{
    term_area row;
    if (session->view->in_sight == 0 || area->height < 3)
        return;
    take_row(area, &row);
    take_row(area, &row);
    term_text(canvas, row, row.x, row.y, TERM_TITLE, "In view");
    if (play->sighting_count > 0 && play->sightings[0].known)
        text_right(canvas, row, TERM_DIM, "alone, you win");
    bool together = play->awake >= 2 && area->height >= 2;
    area->height -= together;
    list_monsters(session, play, canvas, area);
    area->height += together;
    if (together && take_row(area, &row))
        draw_together(play, canvas, row);
}

void term_sidebar_draw(term_app *app, const term_play *play, term_canvas *canvas)
{
    const term_session *session = app->session;
    term_area area = term_layout_of(canvas).side;
    term_figure figures[TERM_FIGURES_MAX];
    bool roomy = area.height >= 30;
    term_area row;
    term_fill(canvas, area, ' ', TERM_PLAIN);
    draw_progress(session, canvas, &area);
    size_t count =
        term_figures(session->engine, &term_now(session)->player->combatant, NULL, figures);
    if (!roomy && count > 8)
        count = 8;
    if (roomy)
        take_row(&area, &row);
    term_skip(&area, term_figures_draw(canvas, area, figures, count));
    if (roomy)
        take_row(&area, &row);
    draw_gear(session, canvas, &area, roomy ? 8 : 3);
    if (roomy)
        take_row(&area, &row);
    draw_state(session, canvas, &area);
    draw_monsters(session, play, canvas, &area);
}
