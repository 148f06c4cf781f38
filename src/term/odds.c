/* Numbers of creatures and the odds of fights, in words: what the column of the player, looking
 * around and the pack show.
 *
 * All odds are exact (the duel of the library), for the two as they stand there.
 */
#include "term/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- stats of creatures as lines to show ---- */

/* Pairs of stats that are shown as one figure: the key of the first ends in `low`, that of the
 * second, which follows it, in `high`. */
static const struct {
    const char *low, *high, *between;
    bool none; /* 0 of the first means none of both: 0d6 are no dice */
} pairs[] = {{"_min", "_max", "-", false}, {"_count", "_sides", "d", true}};

void term_stat_label(const char *name, char *out)
{
    size_t i = 0;
    for (; name[i] != '\0' && i < 39; i++)
        out[i] = name[i] == '_' ? ' ' : name[i];
    out[i] = '\0';
}

void term_number(double value, char *out)
{
    snprintf(out, 24, "%.*f", fabs(value) < 9.995 ? 2 : 1, value);
    size_t length = strlen(out);
    while (length > 1 && out[length - 1] == '0')
        out[--length] = '\0';
    if (out[length - 1] == '.')
        out[length - 1] = '\0';
    if (strcmp(out, "-0") == 0)
        strcpy(out, "0");
}

void term_percent(double share, char *out)
{
    if (share >= 1.0 - 1e-12)
        strcpy(out, "100 %");
    else if (share > 0.9995)
        strcpy(out, "over 99.9 %");
    else if (share > 0.0 && share < 0.0005)
        strcpy(out, "under 0.1 %");
    else if (share <= 0.0)
        strcpy(out, "0 %");
    else
        snprintf(out, 24, "%.1f %%", 100.0 * share);
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* Whether the ruleset's growth knows a quantity of the player. */
static bool grows(const wyrm_growth *growth, const char *name)
{
    const wyrm_choice *choices;
    size_t count = wyrm_growth_choices(growth, &choices);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < choices[i].count; k++)
            if (strcmp(choices[i].gains[k].quantity, name) == 0)
                return true;
    return wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, name) >= 0;
}

/* Whether a stat is worth a line of its own. Being asleep is a condition. */
static bool is_shown(const wyrm_design *design, const wyrm_stat *stat, double now, double then)
{
    if (strcmp(stat->name, wyrm_condition_word(WYRM_ASLEEP)) == 0)
        return false;
    const wyrm_value *player = wyrm_roster_player(wyrm_design_roster(design));
    return now != stat->fallback || then != stat->fallback ||
           wyrm_value_get(player, stat->name) != NULL ||
           grows(wyrm_design_growth(design), stat->name);
}

static term_figure figure_of(const char *name, double now, double then)
{
    term_figure figure = {.style = TERM_PLAIN, .changed = now != then};
    term_stat_label(name, figure.label);
    term_number(now, figure.now);
    term_number(then, figure.then);
    figure.changed = strcmp(figure.now, figure.then) != 0;
    if (figure.changed)
        figure.style = then > now ? TERM_GOOD : TERM_BAD;
    return figure;
}

/* The pair that a stat begins, or -1. */
static int pair_of(const wyrm_stat *stat)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (stat[1].name != NULL && ends_in(stat->name, pairs[i].low) &&
            ends_in(stat[1].name, pairs[i].high))
            return (int)i;
    return -1;
}

/* Puts the second stat of a pair behind the first: "1-4", "2d6"; no dice are none. */
static void join(term_figure *first, const term_figure *second, int pair)
{
    char *numbers[] = {first->now, first->then};
    const char *behind[] = {second->now, second->then};
    first->label[strlen(first->label) - strlen(pairs[pair].low)] = '\0';
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(numbers[i]);
        if (pairs[pair].none && strcmp(numbers[i], "0") == 0)
            strcpy(numbers[i], "none");
        else
            snprintf(numbers[i] + length, sizeof first->now - length, "%s%s", pairs[pair].between,
                     behind[i]);
    }
    if (!first->changed)
        first->style = second->style;
    else if (second->changed && second->style != first->style)
        first->style = TERM_WARN;
    first->changed |= second->changed;
}

size_t term_figures(const wyrm_engine *engine, const wyrm_combatant *now,
                    const wyrm_combatant *then, term_figure *out)
{
    const wyrm_design *design = wyrm_engine_design(engine);
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    size_t count = 0;
    if (then == NULL)
        then = now;
    if (now->max_hp != then->max_hp)
        out[count++] = figure_of("max_hp", (double)now->max_hp, (double)then->max_hp);
    if (now->regeneration != then->regeneration)
        out[count++] = figure_of("regeneration", now->regeneration, then->regeneration);
    for (size_t i = 0; stats[i].name != NULL; i++) {
        int pair = pair_of(&stats[i]);
        bool shown = is_shown(design, &stats[i], now->stats[i], then->stats[i]);
        if (pair >= 0)
            shown |= is_shown(design, &stats[i + 1], now->stats[i + 1], then->stats[i + 1]);
        term_figure figure = figure_of(stats[i].name, now->stats[i], then->stats[i]);
        if (pair >= 0) {
            i++;
            term_figure second = figure_of(stats[i].name, now->stats[i], then->stats[i]);
            join(&figure, &second, pair);
        }
        if (shown && count < TERM_FIGURES_MAX)
            out[count++] = figure;
    }
    return count;
}

int term_figures_draw(term_canvas *canvas, term_area area, const term_figure *figures, size_t count)
{
    int width = 1; /* of a column that holds each of the figures, with a blank behind */
    for (size_t i = 0; i < count; i++) {
        int length = (int)(strlen(figures[i].label) + strlen(figures[i].now)) + 2;
        width = length > width ? length : width;
    }
    bool columns = 2 * width <= area.width + 1;
    int x = area.x, y = area.y;
    if (columns)
        width = (area.width + 1) / (area.width / width > 3 ? 3 : (area.width + 1) / width);
    for (size_t i = 0; i < count; i++) {
        int length = (int)(strlen(figures[i].label) + strlen(figures[i].now)) + 1;
        if (x > area.x && x + length > area.x + area.width) {
            x = area.x;
            y++;
        }
        if (y >= area.y + area.height)
            return area.height;
        int end = term_textf(canvas, area, x, y, TERM_PLAIN, "%s ", figures[i].label);
        end = term_text(canvas, area, end, y, TERM_BOLD, figures[i].now);
        x = columns ? x + width : end + 2;
    }
    return count > 0 ? y - area.y + 1 : 0;
}

int term_changes_draw(term_canvas *canvas, term_area area, const term_figure *figures, size_t count)
{
    int row = 0;
    for (size_t i = 0; i < count && row < area.height; i++) {
        if (!figures[i].changed)
            continue;
        int x = term_textf(canvas, area, area.x, area.y + row, TERM_PLAIN, "%s %s -> ",
                           figures[i].label, figures[i].now);
        term_text(canvas, area, x, area.y + row++, figures[i].style, figures[i].then);
    }
    return row;
}

#define SURELY 1e-9 /* chances this near to 0 or 1 are called never and always */
#define SLOW   0.02 /* seconds: where one fight takes so long to compute, the pack is not tried */

double term_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

term_style term_odds_style(double p_win)
{
    return p_win >= 0.9 ? TERM_GOOD : p_win >= 0.6 ? TERM_WARN : TERM_BAD;
}

/* ", losing 12 of 30 hp in 5 turns." of a fight that can be won and is begun with `hp`. */
static void say_price(const wyrm_duel *duel, int64_t hp, char *out, size_t size)
{
    double lost = (double)hp - duel->hp_left_mean_given_win;
    double turns = round(duel->turns_mean_given_win);
    char price[48];
    if (lost < 0.005)
        snprintf(price, sizeof price, "unhurt");
    else if (lost < 0.95)
        snprintf(price, sizeof price, "losing less than 1 of %lld hp", (long long)hp);
    else
        snprintf(price, sizeof price, "losing %.0f of %lld hp", lost, (long long)hp);
    snprintf(out, size, ", %s in %.0f turn%s.", price, turns, turns == 1.0 ? "" : "s");
}

static void say(const wyrm_duel *duel, int64_t hp, char *out, size_t size)
{
    char percent[24], price[96];
    if (duel->endless || duel->p_unfinished > 1.0 - SURELY) {
        snprintf(out, size, "Neither of you can ever win this fight.");
        return;
    }
    if (duel->p_win < SURELY) {
        snprintf(out, size, "You cannot win this fight.");
        return;
    }
    say_price(duel, hp, price, sizeof price);
    term_percent(duel->p_win, percent);
    if (duel->p_win > 1.0 - SURELY)
        snprintf(out, size, "You always win%s", price);
    else
        snprintf(out, size, "You win %s of such fights%s", percent, price);
}

/* What of the pack would help most, and with how many hit points it is begun after that was put on
 * or drunk. */
static void find_better(const term_session *session, const wyrm_game_monster *monster,
                        term_odds *out)
{
    const wyrm_game_view *game = term_now(session);
    char name[WYRM_NAME_TEXT_MAX], percent[24], price[96] = ".";
    if (wyrm_odds_with_pack(session->engine, session->game, monster, &out->better, NULL) != WYRM_OK)
        out->better.item = -1;
    if (out->better.item < 0)
        return;
    size_t item = (size_t)out->better.item;
    wyrm_combatant player = game->player->combatant;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    if (effect.kind == WYRM_EFFECT_NONE)
        wyrm_player_with(session->engine, session->game, item, &player);
    else
        wyrm_effect_use(&effect, &player);
    wyrm_item_text(session->engine, &game->pack[item], name);
    term_percent(out->better.duel.p_win, percent);
    if (out->better.duel.p_win >= SURELY)
        say_price(&out->better.duel, player.hp, price, sizeof price);
    snprintf(out->with, sizeof out->with, "With %s: %s%s", name, percent, price);
}

void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool with_pack,
                    term_odds *out)
{
    wyrm_error error;
    double began = term_seconds();
    *out = (term_odds){.better.item = -1};
    if (term_now(session)->player->combatant.hp <= 0)
        return;
    if (wyrm_odds(session->engine, session->game, monster, &out->duel, &error) != WYRM_OK) {
        snprintf(out->words, sizeof out->words, "No odds: %s.", error.message);
        return;
    }
    out->known = true;
    say(&out->duel, term_now(session)->player->combatant.hp, out->words, sizeof out->words);
    if (with_pack && out->duel.p_win < 1.0 - SURELY && term_seconds() - began < SLOW)
        find_better(session, monster, out);
}

static size_t find_in_sight(const term_session *session, term_opponent *out)
{
    size_t count = 0;
    for (size_t i = 0; i < session->view->monster_count && count < TERM_OPPONENTS_MAX; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
        char name[WYRM_NAME_TEXT_MAX];
        if (!seen->in_sight)
            continue;
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_the(name, out[count].name);
        out[count].in_sight = true;
        out[count++].monster = *monster;
    }
    return count;
}

/* Whether kind `a` of the roster comes before `b`: defeated more often, or as often and later in
 * it. */
static bool is_better_known(const uint32_t *killed, size_t a, size_t b)
{
    return killed[a] != killed[b] ? killed[a] > killed[b] : a > b;
}

static size_t find_defeated(const term_session *session, term_opponent *out)
{
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = term_now(session)->tally->killed;
    size_t kinds = wyrm_roster_count(roster), best[TERM_OPPONENTS_MAX], count = 0;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++) {
        if (killed[i] == 0)
            continue;
        size_t at = count < TERM_OPPONENTS_MAX ? count++ : TERM_OPPONENTS_MAX;
        for (; at > 0 && is_better_known(killed, i, best[at - 1]); at--)
            if (at < TERM_OPPONENTS_MAX)
                best[at] = best[at - 1];
        if (at < TERM_OPPONENTS_MAX)
            best[at] = i;
    }
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, best[i]);
        int32_t level = monster->level > 0 ? monster->level : term_now(session)->difficulty.depth;
        wyrm_name_another(monster->title, out[i].name);
        out[i].in_sight = false;
        out[i].monster = (wyrm_game_monster){0};
        wyrm_roster_spawn(roster, best[i], level, WYRM_VARIANT_NONE,
                          &out[i].monster.body.combatant);
    }
    return count;
}

size_t term_opponents(const term_session *session, term_opponent *out)
{
    size_t count = find_in_sight(session, out);
    return count > 0 ? count : find_defeated(session, out);
}

bool term_odds_change(const term_session *session, const term_opponent *opponent,
                      const wyrm_combatant *then, bool takes_turn, char gap,
                      char out[TERM_ODDS_CHANGE_MAX], term_style *style)
{
    const wyrm_combatant *now = &term_now(session)->player->combatant;
    bool ready = !(takes_turn && opponent->in_sight);
    wyrm_duel before, after;
    char was[24], is[24], left[16], leaves[16];
    if (wyrm_odds_as(session->engine, now, true, &opponent->monster, &before, NULL) != WYRM_OK ||
        wyrm_odds_as(session->engine, then, ready, &opponent->monster, &after, NULL) != WYRM_OK)
        return false;
    term_percent(before.p_win, was);
    term_percent(after.p_win, is);
    snprintf(left, sizeof left, before.p_win < SURELY ? "none" : "%.0f",
             before.hp_left_mean_given_win);
    snprintf(leaves, sizeof leaves, after.p_win < SURELY ? "none" : "%.0f",
             after.hp_left_mean_given_win);
    snprintf(out, TERM_ODDS_CHANGE_MAX, "Against %s you win%c%s -> %s,%cwith %s -> %s hp left.",
             opponent->name, gap, was, is, gap, left, leaves);
    *style = term_odds_style(after.p_win);
    return true;
}
