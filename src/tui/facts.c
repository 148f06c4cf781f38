/* Lines about the player and the game. */
#include "tui/facts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/figures.h"
#include "tui/sidebar.h"

#define LABEL_WIDTH 22

typedef unsigned long long count_t; /* the type of "%llu" */

void tui_facts_free(tui_facts *facts)
{
    free(facts->lines);
    *facts = (tui_facts){0};
}

/* A new line, or NULL where there is no memory. */
static tui_page_line *new_line(tui_facts *facts)
{
    if (facts->count == facts->capacity) {
        size_t capacity = facts->capacity > 0 ? 2 * facts->capacity : 32;
        tui_page_line *lines = realloc(facts->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return NULL;
        facts->lines = lines;
        facts->capacity = capacity;
    }
    tui_page_line *line = &facts->lines[facts->count++];
    *line = (tui_page_line){.style = TUI_PLAIN};
    return line;
}

void tui_facts_heading(tui_facts *facts, const char *text)
{
    tui_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    line->heading = true;
    snprintf(line->text, sizeof line->text, "%s", text);
}

void tui_facts_wide(tui_facts *facts, tui_style style, const char *text)
{
    tui_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    line->style = style;
    line->wide = true;
    snprintf(line->text, sizeof line->text, "%s", text);
}

void tui_facts_gap(tui_facts *facts)
{
    new_line(facts);
}

void tui_facts_add(tui_facts *facts, tui_style style, const char *label, const char *format, ...)
{
    tui_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    va_list list;
    line->style = style;
    snprintf(line->label, sizeof line->label, "%s", label);
    va_start(list, format);
    vsnprintf(line->text, sizeof line->text, format, list);
    va_end(list);
}

static const tui_figure *find(const tui_figure *figures, size_t count, const char *label)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(figures[i].label, label) == 0)
            return &figures[i];
    return NULL;
}

void tui_facts_player(tui_facts *facts, const tui_session *session)
{
    const wyrm_game *game = session->game;
    const wyrm_combatant *player = &game->player.combatant;
    const wyrm_experience *experience = &game->experience;
    wyrm_combatant bare = game->bare;
    tui_figure figures[TUI_FIGURES_MAX], all[TUI_FIGURES_MAX];
    tui_style style = TUI_PLAIN;
    char text[80];
    tui_facts_add(facts, TUI_BOLD, "level", "%d", experience->level);
    tui_facts_add(facts, TUI_PLAIN, "experience", "%llu, %llu of %llu to the next level",
                  (count_t)(experience->base + experience->exp), (count_t)experience->exp,
                  (count_t)experience->next);
    tui_facts_add(facts, TUI_PLAIN, "hit points", "%lld of %lld", (long long)player->hp,
                  (long long)player->max_hp);
    size_t count = tui_figures(session->engine, &bare, player, figures);
    size_t shown = tui_figures(session->engine, player, NULL, all);
    for (size_t i = 0; i < shown; i++) {
        const tui_figure *both = find(figures, count, all[i].label);
        if (both != NULL && both->changed)
            tui_facts_add(facts, TUI_PLAIN, all[i].label, "%s (%s without gear and boosts)",
                          all[i].now, both->now);
        else
            tui_facts_add(facts, TUI_PLAIN, all[i].label, "%s", all[i].now);
    }
    const char *hunger = tui_hunger_text(session, &style);
    if (hunger != NULL)
        tui_facts_add(facts, style, "hunger", "%s, fullness %d of %d", hunger, game->fullness,
                      wyrm_engine_rules(session->engine)->fullness_most);
    for (size_t i = 0; tui_condition_text(&game->player, i, text, &style); i++)
        tui_facts_add(facts, style, i == 0 ? "conditions" : "", "%s more turns", text);
    for (size_t i = 0; tui_boost_text(session, i, text); i++)
        tui_facts_add(facts, TUI_GOOD, i == 0 ? "boosts" : "", "%s", text);
}

void tui_facts_gear(tui_facts *facts, const tui_session *session)
{
    const wyrm_game *game = session->game;
    size_t shown = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!game->pack[i].worn)
            continue;
        wyrm_item_text(session->engine, &game->pack[i], name);
        tui_facts_add(facts, TUI_ITEM, shown++ == 0 ? "gear" : "", "%s", name);
    }
    if (shown == 0)
        tui_facts_add(facts, TUI_DIM, "gear", "none");
    if (game->pack_count > shown)
        tui_facts_add(facts, TUI_PLAIN, "carried besides", "%zu item%s", game->pack_count - shown,
                      game->pack_count - shown == 1 ? "" : "s");
}

void tui_facts_journey(tui_facts *facts, const tui_session *session)
{
    const wyrm_game *game = session->game;
    char depth[32];
    tui_depth_text(session, depth);
    tui_facts_add(facts, TUI_PLAIN, "place", "%s of %s", depth,
                  wyrm_ruleset_title(wyrm_design_ruleset(session->design)));
    if (game->difficulty.wins > 0)
        tui_facts_add(facts, TUI_PLAIN, "games won before", "%d", game->difficulty.wins);
    tui_facts_add(facts, TUI_PLAIN, "turn", "%u", game->turn);
    tui_facts_add(facts, TUI_DIM, "seed", "%llu%s", (count_t)game->seed,
                  session->practice ? " (practice: not saved, no score)" : "");
}

void tui_facts_tally(tui_facts *facts, const tui_session *session)
{
    const wyrm_tally *tally = &session->game->tally;
    tui_facts_add(facts, TUI_PLAIN, "foes defeated", "%u", tally->kills);
    tui_facts_add(facts, TUI_PLAIN, "damage", "%llu dealt, %llu taken, %llu healed",
                  (count_t)tally->damage_dealt, (count_t)tally->damage_taken,
                  (count_t)tally->healed);
    tui_facts_add(facts, TUI_PLAIN, "items", "%u found, %u used", tally->items_found,
                  tally->items_used);
    tui_facts_add(facts, TUI_PLAIN, "attacks", "%u", tally->attacks);
    if (tally->shots > 0)
        tui_facts_add(facts, TUI_PLAIN, "shots and throws", "%u", tally->shots);
    tui_facts_add(facts, TUI_PLAIN, "steps", "%u", tally->steps);
}

void tui_facts_killed(tui_facts *facts, const tui_session *session)
{
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = session->game->tally.killed;
    size_t kinds = wyrm_roster_count(roster), first = facts->count;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++)
        if (killed[i] > 0)
            tui_facts_add(facts, TUI_PLAIN, wyrm_roster_monster(roster, i)->title, "%u", killed[i]);
    /* Kinds of monsters by the number killed; equal ones in the order of the roster. */
    for (size_t i = first + 1; i < facts->count; i++) {
        tui_page_line line = facts->lines[i];
        size_t at = i;
        for (; at > first &&
               strtoul(facts->lines[at - 1].text, NULL, 10) < strtoul(line.text, NULL, 10);
             at--)
            facts->lines[at] = facts->lines[at - 1];
        facts->lines[at] = line;
    }
    if (facts->count == first)
        tui_facts_add(facts, TUI_DIM, "", "nobody yet");
}

static void line_of(const void *context, size_t index, tui_page_line *out)
{
    *out = ((const tui_facts *)context)->lines[index];
}

tui_page_source tui_facts_source(const tui_facts *facts)
{
    return (tui_page_source){facts->count, LABEL_WIDTH, line_of, facts};
}
