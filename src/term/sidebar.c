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

/* The column being drawn, from the top down: what does not fit is left out. */
typedef struct column {
    const term_session *session;
    const wyrm_game_view *game;
    const term_play *play;
    term_canvas *canvas;
    term_area area, row; /* what is left, and the row that was taken last */
} column;

/* Takes a row off the top. False where none is left. */
static bool next_row(column *in)
{
    in->row = (term_area){in->area.x, in->area.y, in->area.width, 1};
    bool fits = in->area.height > 0;
    term_skip(&in->area, 1);
    return fits;
}

static void put_left(const column *in, term_style style, const char *text)
{
    term_text(in->canvas, in->row, in->row.x, in->row.y, style, text);
}

/* A text that ends where its row does. */
static void put_right(const column *in, term_style style, const char *text)
{
    int x = in->row.x + in->row.width - (int)wyrm_utf8_count(text, strlen(text));
    term_text(in->canvas, in->row, x, in->row.y, style, text);
}

static void draw_progress(column *in)
{
    const wyrm_experience *experience = &in->game->experience;
    const wyrm_combatant *player = &in->game->player->combatant;
    unsigned long long left =
        experience->next > experience->exp ? experience->next - experience->exp : 0;
    double share = player->max_hp > 0 ? (double)player->hp / (double)player->max_hp : 0.0;
    term_style style = share > 0.5 ? TERM_GOOD : share > 0.25 ? TERM_WARN : TERM_BAD;
    char depth[32];
    term_depth_text(in->session, depth);
    if (next_row(in)) {
        term_textf(in->canvas, in->row, in->row.x, in->row.y, TERM_BOLD, "Level %d",
                   experience->level);
        put_right(in, TERM_BOLD, depth);
    }
    if (next_row(in))
        term_textf(in->canvas, in->row, in->row.x, in->row.y, TERM_PLAIN, "XP %llu, next in %llu",
                   (unsigned long long)(experience->base + experience->exp), left);
    if (!next_row(in))
        return;
    int x = term_textf(in->canvas, in->row, in->row.x, in->row.y, style, "HP %lld/%lld ",
                       (long long)player->hp, (long long)player->max_hp);
    term_bar(in->canvas, x, in->row.y, in->row.x + in->row.width - x, share, style);
}

static void draw_gear(column *in, size_t most)
{
    size_t worn = 0, shown = 0;
    for (size_t i = 0; i < in->game->pack_count; i++)
        worn += in->game->pack[i].worn;
    for (size_t i = 0; i < in->game->pack_count && shown < most; i++) {
        const wyrm_game_item *item = &in->game->pack[i];
        if (!item->worn || !next_row(in))
            continue;
        if (++shown == most && worn > shown) {
            term_textf(in->canvas, in->row, in->row.x, in->row.y, TERM_DIM, "and %zu more",
                       worn - shown + 1);
            return;
        }
        char name[WYRM_NAME_TEXT_MAX];
        term_cell cell = term_item_cell(in->session->engine, item);
        wyrm_item_text(in->session->engine, item, name);
        term_put(in->canvas, in->row.x, in->row.y, cell.character, (term_style)cell.style);
        term_text(in->canvas, in->row, in->row.x + 2, in->row.y, TERM_PLAIN, name);
    }
    if (worn == 0 && next_row(in))
        put_left(in, TERM_DIM, "nothing wielded or worn");
}

static void draw_state(column *in)
{
    char text[80], turn[32];
    term_style style = TERM_PLAIN;
    if (!next_row(in))
        return;
    const char *hunger = term_hunger_text(in->session, &style);
    snprintf(turn, sizeof turn, "turn %u", in->game->turn);
    put_left(in, style, hunger != NULL ? hunger : "");
    put_right(in, TERM_PLAIN, turn);
    for (size_t i = 0; term_condition_text(in->game->player, i, text, &style); i++)
        if (next_row(in))
            put_left(in, style, text);
    for (size_t i = 0; term_boost_text(in->session, i, text); i++)
        if (next_row(in))
            put_left(in, TERM_GOOD, text);
}

/* A chance to win at the right end of a row. */
static void draw_percent(const column *in, double p_win)
{
    char chance[8];
    double percent = 100.0 * p_win;
    if (percent > 99.0 && percent < 100.0 - 1e-7)
        strcpy(chance, ">99 %");
    else if (percent > 0.0 && percent < 1.0)
        strcpy(chance, " <1 %");
    else
        snprintf(chance, sizeof chance, "%3.0f %%", percent);
    put_right(in, term_odds_style(p_win), chance);
}

/* A monster in its row: name, condition or life, and the chance to win against it where that is
 * known. */
static void draw_monster(const column *in, const wyrm_seen_monster *seen)
{
    const wyrm_game_monster *monster = &in->game->monsters[seen->index];
    const wyrm_combatant *body = &monster->body.combatant;
    char name[WYRM_NAME_TEXT_MAX], condition[80];
    term_style style;
    term_cell cell = term_monster_cell(in->session, seen);
    int end = in->row.x + in->row.width - 1;
    for (size_t i = 0; i < in->play->sighting_count; i++)
        if (in->play->sightings[i].id == monster->id && in->play->sightings[i].known) {
            draw_percent(in, in->play->sightings[i].p_win);
            end -= 5;
        }
    if (term_condition_text(&monster->body, 0, condition, &style)) {
        condition[strcspn(condition, " ")] = '\0';
        end -= (int)strlen(condition);
        term_text(in->canvas, in->row, end, in->row.y, style, condition);
    } else {
        end -= LIFE_CELLS;
        term_bar(in->canvas, end, in->row.y, LIFE_CELLS,
                 body->max_hp > 0 ? (double)body->hp / (double)body->max_hp : 0.0, TERM_BAD);
        end -= 2;
        term_text(in->canvas, in->row, end, in->row.y, TERM_DIM, "hp");
    }
    wyrm_monster_text(in->session->engine, monster, name);
    term_put(in->canvas, in->row.x, in->row.y, cell.character, (term_style)cell.style);
    term_area rest = {in->row.x + 2, in->row.y, end - in->row.x - 3, 1};
    term_text(in->canvas, rest, rest.x, rest.y, TERM_PLAIN, name);
}

/* Who is in view; below them, for which a row is left, what all who are awake come to together:
 * each of them alone may be nothing to fear. */
static void draw_monsters(column *in)
{
    const term_play *play = in->play;
    const wyrm_observation *view = in->session->view;
    size_t left = view->in_sight;
    if (left == 0 || in->area.height < 3)
        return;
    next_row(in);
    next_row(in);
    put_left(in, TERM_TITLE, "In view");
    if (play->sighting_count > 0 && play->sightings[0].known)
        put_right(in, TERM_DIM, "alone, you win");
    bool together = play->awake >= 2 && in->area.height >= 2;
    in->area.height -= together;
    for (size_t i = 0; i < view->monster_count; i++) {
        if (!view->monsters[i].in_sight || !next_row(in))
            continue;
        if (in->area.height == 0 && left > 1) {
            term_textf(in->canvas, in->row, in->row.x, in->row.y, TERM_DIM, "and %zu more", left);
            break;
        }
        draw_monster(in, &view->monsters[i]);
        left--;
    }
    in->area.height += together;
    if (!together || !next_row(in))
        return;
    term_textf(in->canvas, in->row, in->row.x, in->row.y,
               play->together_known ? TERM_BOLD : TERM_WARN,
               play->together_known ? "all %zu at once, about" : "%zu at once: harder than one",
               play->awake);
    if (play->together_known)
        draw_percent(in, play->together);
}

void term_sidebar_draw(term_app *app, const term_play *play, term_canvas *canvas)
{
    column in = {.session = app->session,
                 .game = term_now(app->session),
                 .play = play,
                 .canvas = canvas,
                 .area = term_layout_of(canvas).side};
    term_figure figures[TERM_FIGURES_MAX];
    int gap = in.area.height >= 30; /* where there is room */
    term_fill(canvas, in.area, ' ', TERM_PLAIN);
    draw_progress(&in);
    size_t count = term_figures(in.session->engine, &in.game->player->combatant, NULL, figures);
    if (!gap && count > 8)
        count = 8;
    term_skip(&in.area, gap);
    term_skip(&in.area, term_figures_draw(canvas, in.area, figures, count) + gap);
    draw_gear(&in, gap ? 8 : 3);
    term_skip(&in.area, gap);
    draw_state(&in);
    draw_monsters(&in);
}
