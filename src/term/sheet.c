/* Pages about the player: who it is, and how its game ended. */
#include "term/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long count_t; /* the type of "%llu" */

/* Level, experience, hit points, stats with and without gear. */
static void add_player(term_page *page, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_combatant *player = &game->player->combatant;
    const wyrm_experience *experience = &game->experience;
    term_figure figures[TERM_FIGURES_MAX], all[TERM_FIGURES_MAX];
    term_style style = TERM_PLAIN;
    char text[80];
    term_page_add(page, TERM_BOLD, "level", "%d", experience->level);
    term_page_add(page, TERM_PLAIN, "experience", "%llu, %llu of %llu to the next level",
                  (count_t)(experience->base + experience->exp), (count_t)experience->exp,
                  (count_t)experience->next);
    term_page_add(page, TERM_PLAIN, "hit points", "%lld of %lld", (long long)player->hp,
                  (long long)player->max_hp);
    size_t count = term_figures(session->engine, game->bare, player, figures);
    size_t shown = term_figures(session->engine, player, NULL, all);
    for (size_t i = 0; i < shown; i++) {
        const char *bare = NULL;
        for (size_t k = 0; k < count; k++)
            if (figures[k].changed && strcmp(figures[k].label, all[i].label) == 0)
                bare = figures[k].now;
        if (bare != NULL)
            term_page_add(page, TERM_PLAIN, all[i].label, "%s (%s without gear and boosts)",
                          all[i].now, bare);
        else
            term_page_add(page, TERM_PLAIN, all[i].label, "%s", all[i].now);
    }
    const char *hunger = term_hunger_text(session, &style);
    if (hunger != NULL)
        term_page_add(page, style, "hunger", "%s, fullness %d of %d", hunger, game->fullness,
                      wyrm_engine_rules(session->engine)->fullness_most);
    for (size_t i = 0; term_condition_text(game->player, i, text, &style); i++)
        term_page_add(page, style, i == 0 ? "conditions" : "", "%s more turns", text);
    for (size_t i = 0; term_boost_text(session, i, text); i++)
        term_page_add(page, TERM_GOOD, i == 0 ? "boosts" : "", "%s", text);
    size_t worn = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!game->pack[i].worn)
            continue;
        wyrm_item_text(session->engine, &game->pack[i], name);
        term_page_add(page, TERM_ITEM, worn++ == 0 ? "gear" : "", "%s", name);
    }
    if (worn == 0)
        term_page_add(page, TERM_DIM, "gear", "none");
    if (game->pack_count > worn)
        term_page_add(page, TERM_PLAIN, "carried besides", "%zu item%s", game->pack_count - worn,
                      game->pack_count - worn == 1 ? "" : "s");
}

static void add_journey(term_page *page, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    char depth[32];
    term_depth_text(session, depth);
    term_page_add(page, TERM_PLAIN, "place", "%s of %s", depth,
                  wyrm_ruleset_title(wyrm_design_ruleset(session->design)));
    if (game->difficulty.wins > 0)
        term_page_add(page, TERM_PLAIN, "games won before", "%d", game->difficulty.wins);
    term_page_add(page, TERM_PLAIN, "turn", "%u", game->turn);
    term_page_add(page, TERM_DIM, "seed", "%llu%s", (count_t)game->seed,
                  session->practice ? " (practice: not saved, no score)" : "");
}

/* What has been done, and who was defeated. */
static void add_deeds(term_page *page, const term_session *session)
{
    const wyrm_tally *tally = term_now(session)->tally;
    term_page_add(page, TERM_PLAIN, "foes defeated", "%u", tally->kills);
    term_page_add(page, TERM_PLAIN, "damage", "%llu dealt, %llu taken, %llu healed",
                  (count_t)tally->damage_dealt, (count_t)tally->damage_taken,
                  (count_t)tally->healed);
    term_page_add(page, TERM_PLAIN, "items", "%u found, %u used", tally->items_found,
                  tally->items_used);
    term_page_add(page, TERM_PLAIN, "attacks", "%u", tally->attacks);
    if (tally->shots > 0)
        term_page_add(page, TERM_PLAIN, "shots and throws", "%u", tally->shots);
    term_page_add(page, TERM_PLAIN, "steps", "%u", tally->steps);
    term_page_heading(page, "Defeated");
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = tally->killed;
    size_t kinds = wyrm_roster_count(roster), first = page->count;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++)
        if (killed[i] > 0)
            term_page_add(page, TERM_PLAIN, wyrm_roster_monster(roster, i)->title, "%u", killed[i]);
    /* Kinds of monsters by the number killed; equal ones in the order of the roster. */
    for (size_t i = first + 1; i < page->count; i++) {
        term_page_line line = page->lines[i];
        size_t at = i;
        for (; at > first &&
               strtoul(page->lines[at - 1].text, NULL, 10) < strtoul(line.text, NULL, 10);
             at--)
            page->lines[at] = page->lines[at - 1];
        page->lines[at] = line;
    }
    if (page->count == first)
        term_page_add(page, TERM_DIM, "", "nobody yet");
}

/* ---- Who you are: the character, and what has been done so far ---- */

void term_open_sheet(term_app *app)
{
    term_page *page = term_open_page(app, "sheet", "Who you are", NULL);
    page->again = TERM_SHEET;
    add_player(page, app->session);
    term_page_heading(page, "So far");
    add_journey(page, app->session);
    add_deeds(page, app->session);
}

/* ---- The last page of a game that is won or lost ---- */

static bool goes_on(const term_session *session)
{
    return term_now(session)->phase == WYRM_PHASE_WON && !session->watching &&
           wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_PLUS;
}

static void answer(term_app *app, bool yes)
{
    if (!yes) {
        term_leave_game(app);
        return;
    }
    term_go_home(app);
    term_play_act(app, (wyrm_command){.kind = WYRM_DO_GO_ON});
}

static void close(term_app *app)
{
    if (app->session->watching)
        term_pop(app);
    else if (goes_on(app->session))
        term_ask(app,
                 "Begin a new game plus? You keep what you are and have; the dungeon is new, "
                 "and holds more.",
                 true, answer);
    else
        term_leave_game(app);
}

/* What RuggRogue shows on its last page ("New Game Plus"), with the way to the dump. */
void term_open_ending(term_app *app)
{
    const term_session *session = app->session;
    bool won = term_now(session)->phase == WYRM_PHASE_WON;
    char cause[WYRM_MESSAGE_TEXT_MAX];
    term_page *page = term_open_page(
        app, "ending", won ? "You have won" : "You are dead",
        goes_on(session) ? "up, down: scroll   {confirm}: go on, or rest on your laurels"
                         : "up, down: scroll   {confirm}: leave");
    page->close = close;
    wyrm_ending_text(session->engine, session->game, cause);
    term_page_add(page, won ? TERM_GOOD : TERM_BAD, won ? "the end" : "cause of death", "%s",
                  cause);
    term_page_gap(page);
    add_journey(page, session);
    if (session->dump_path[0] != '\0') {
        term_page_add(page, TERM_PLAIN, "this page", "%s",
                      session->replay != NULL ? "is kept, with the recording beside it, in"
                                              : "is kept in");
        term_page_add(page, TERM_PLAIN, NULL, "%s", session->dump_path);
    }
    if (session->trouble[0] != '\0')
        term_page_add(page, TERM_WARN, NULL, "%s", session->trouble);
    term_page_gap(page);
    add_player(page, session);
    term_page_gap(page);
    add_deeds(page, session);
}
