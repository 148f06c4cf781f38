/* Stats of creatures as lines to show. */
#include "term/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* Puts the second number of a pair behind the first: "1-4", "2d6"; no dice are none. */
static void join_numbers(char first[24], const char *second, int pair)
{
    size_t length = strlen(first);
    if (pairs[pair].none && strcmp(first, "0") == 0)
        strcpy(first, "none");
    else
        snprintf(first + length, 24 - length, "%s%s", pairs[pair].between, second);
}

/* Puts the second stat of a pair behind the first. */
static void join(term_figure *first, const term_figure *second, int pair)
{
    first->label[strlen(first->label) - strlen(pairs[pair].low)] = '\0';
    join_numbers(first->now, second->now, pair);
    join_numbers(first->then, second->then, pair);
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

/* The width of a column that holds each of the figures, with a blank behind. */
static int column_width(const term_figure *figures, size_t count)
{
    int width = 1;
    for (size_t i = 0; i < count; i++) {
        int length = (int)(strlen(figures[i].label) + strlen(figures[i].now)) + 2;
        width = length > width ? length : width;
    }
    return width;
}

int term_figures_draw(term_canvas *canvas, term_area area, const term_figure *figures, size_t count)
{
    int width = column_width(figures, count);
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
