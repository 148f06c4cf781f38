/* `wyrm hit`: the damage of one attack, how it depends on one number (--curve), and the
 * distribution of an amount of dice.
 *
 * Two attacks with the same mean can play very differently, as one of them may be a coin that kills
 * or does nothing: so the distribution itself is shown, with mean and standard deviation beside it.
 *
 * A curve is plotted twice, in text and as SVG, with the same axes and from the same points. */
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- One attack ---- */

/* Names of attacks: in JSON, and in sentences. */
static const char *const attack_names[][2] = {
    [WYRM_ATTACK_MELEE] = {"melee", "blow"},
    [WYRM_ATTACK_FIRED] = {"fired", "shot"},
    [WYRM_ATTACK_THROWN] = {"thrown", "throw"},
};

wyrm_matchup text_hit_matchup(const text_hit_answer *hit)
{
    wyrm_matchup out = {.attacker = &hit->attacker,
                        .defender = &hit->defender,
                        .attack = hit->attack,
                        .distance = hit->distance,
                        .off_centre = hit->off_centre};
    (void)wyrm_roster_shot(wyrm_design_roster(hit->design), &out);
    return out;
}

/* The attack in words that follow a name: "" in melee with a neighbour, else " with a shot over 5
 * tiles", or " with a shot" along a curve of distances. `curve` may be NULL. */
typedef struct hit_words {
    char text[96];
} hit_words;

static hit_words words_of(const text_hit_answer *hit, const wyrm_hit_curve *curve)
{
    hit_words out = {""};
    text_figure distance, off_centre;
    const bool varied = curve != NULL && strcmp(curve->key, "distance") == 0;
    bool near = !(hit->distance < 1 || hit->distance > 1);
    int used = 0;
    if (varied && hit->attack != WYRM_ATTACK_MELEE)
        used = snprintf(out.text, sizeof out.text, " with a %s", attack_names[hit->attack][1]);
    else if (!varied && (hit->attack != WYRM_ATTACK_MELEE || !near))
        used = snprintf(out.text, sizeof out.text, " with a %s over %.16s %s",
                        attack_names[hit->attack][1], text_figure_exact(hit->distance, &distance),
                        near ? "tile" : "tiles");
    if (hit->off_centre > 0)
        snprintf(out.text + used, sizeof out.text - (size_t)used, ", %.16s off the centre",
                 text_figure_exact(hit->off_centre, &off_centre));
    return out;
}

/* ---- The blows of an attack that has several ---- */

#define BLOWS_SHOWN   100 /* as many kinds as a list has at most */
#define EFFECTS_SHOWN 16

/* A kind of blow, with the effect of a single one. */
typedef struct shown_blow {
    wyrm_blow_kind kind;
    double mean, sd, p_zero;
    wyrm_blow_effect effects[EFFECTS_SHOWN];
    size_t effect_count;
} shown_blow;

/* Fills blows[BLOWS_SHOWN] and returns their number. An attacker without blows in its record has
 * one, which is shown only if it has effects besides damage. Blows are numbered through all kinds,
 * from 1: a kind begins where the repetitions of the kinds before it end. */
static size_t show_blows(const text_hit_answer *hit, shown_blow *blows)
{
    const wyrm_combat *combat = wyrm_design_combat(hit->design);
    wyrm_blow_kind kinds[BLOWS_SHOWN];
    wyrm_matchup matchup = text_hit_matchup(hit);
    size_t count = wyrm_combat_blows(combat, &hit->attacker, kinds, BLOWS_SHOWN), shown = 0;
    matchup.blow = 1;
    count = count < BLOWS_SHOWN ? count : BLOWS_SHOWN;
    for (size_t i = 0; i < count; matchup.blow += kinds[i++].times) {
        wyrm_pmf *damage;
        if (matchup.shot != NULL && !combat_is_part(&matchup, kinds[i].name, kinds[i].only))
            continue;
        if (wyrm_combat_hit(combat, &matchup, &damage, NULL) != WYRM_OK)
            continue;
        shown_blow *blow = &blows[shown];
        *blow = (shown_blow){.kind = kinds[i],
                             .mean = wyrm_pmf_mean(damage),
                             .sd = wyrm_pmf_sd(damage),
                             .p_zero = wyrm_pmf_at(damage, 0)};
        wyrm_pmf_free(damage);
        blow->effect_count = wyrm_combat_effects(combat, &matchup, blow->effects, EFFECTS_SHOWN);
        blow->effect_count =
            blow->effect_count < EFFECTS_SHOWN ? blow->effect_count : EFFECTS_SHOWN;
        shown += hit->attacker.attacks != 0 || blow->effect_count > 0;
    }
    return shown;
}

static void print_blow_table(const shown_blow *blows, size_t count, text_page *page)
{
    text_table table = text_table_of(page, "<blow|>times|>damage|>sd|>none at all");
    for (size_t i = 0; i < count; i++) {
        char name[96];
        snprintf(name, sizeof name, "%.60s%s", blows[i].kind.name,
                 blows[i].kind.only == WYRM_BLOW_RANGE ? " (from afar)" : "");
        text_table_cell(&table, name);
        text_cell_exact(&table, blows[i].kind.times);
        text_cell_exact(&table, blows[i].mean);
        text_cell_exact(&table, blows[i].sd);
        text_cell_percent(&table, blows[i].p_zero);
    }
    text_table_end(&table, 3);
}

/* Whether the damage of the blows does not add up to that of the attack, because later blows depend
 * on what earlier ones have changed. */
static bool is_bound(const text_hit_answer *hit, const shown_blow *blows, size_t count, double mean)
{
    const wyrm_matchup matchup = text_hit_matchup(hit);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        if (combat_is_part(&matchup, blows[i].kind.name, blows[i].kind.only))
            sum += blows[i].kind.times * blows[i].mean;
    return fabs(sum - mean) > 1e-6 * (1 + mean);
}

/* The table of blows, and a sentence for each effect of a blow. */
static void print_blows(const text_hit_answer *hit, double whole, text_page *page)
{
    shown_blow blows[BLOWS_SHOWN];
    const size_t count = show_blows(hit, blows);
    if (count == 0)
        return;
    page_add(page, "\n");
    if (hit->attacker.attacks != 0)
        print_blow_table(blows, count, page);
    if (hit->attacker.attacks != 0 && is_bound(hit, blows, count, whole)) {
        page_spaces(page, 3);
        page_wrapf(page, 3, 3,
                   "each as the first of an attack; later ones find what those before them "
                   "changed: --explain");
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < blows[i].effect_count; k++) {
            const wyrm_blow_effect *effect = &blows[i].effects[k];
            text_figure chance, mean;
            const char *name = blows[i].kind.name;
            page_addf(page, "   %s%s%s %s %s by %s on average, in %s of blows\n", name,
                      name[0] != '\0' ? ": " : "", effect->mean < 0 ? "lowers" : "raises",
                      effect->of_attacker ? "its own" : "the other's", effect->name,
                      text_figure_exact(fabs(effect->mean), &mean),
                      text_figure_percent(effect->chance, &chance));
        }
}

static void put_blow(base_json *json, const shown_blow *blow)
{
    base_putf(json, "{name:%s times:%d", blow->kind.name, blow->kind.times);
    if (blow->kind.only != WYRM_BLOW_ANY)
        base_put_text(json, "only", blow->kind.only == WYRM_BLOW_RANGE ? "range" : "melee");
    base_putf(json, "mean:%g sd:%g p_zero:%g effects:[", blow->mean, blow->sd, blow->p_zero);
    for (size_t k = 0; k < blow->effect_count; k++)
        base_putf(json, "{name:%s of:%s chance:%g mean:%g}", blow->effects[k].name,
                  blow->effects[k].of_attacker ? "attacker" : "defender", blow->effects[k].chance,
                  blow->effects[k].mean);
    base_putf(json, "]}");
}

static void put_blows(base_json *json, const text_hit_answer *hit)
{
    shown_blow blows[BLOWS_SHOWN];
    const size_t count = show_blows(hit, blows);
    if (count == 0)
        return;
    base_put_list(json, "blows");
    for (size_t i = 0; i < count; i++)
        put_blow(json, &blows[i]);
    base_put_end(json);
}

static void print_hit(const text_hit_answer *hit, const wyrm_pmf *damage, const wyrm_pmf *attacks,
                      text_page *page)
{
    text_figure mean, sd, zero, kill;
    const hit_words how = words_of(hit, NULL);
    const char *attacker = hit->attacker_text, *defender = hit->defender_text;
    double p_zero = wyrm_pmf_at(damage, 0);
    const bool wins_back = hit->defender.regeneration > 0;
    /* False where a fight can change this: a shield, say, wears out by the blows that it keeps
     * off. */
    const bool is_final =
        combat_is_plain(wyrm_design_combat(hit->design), &hit->attacker, &hit->defender);
    if (p_zero >= 1 && is_final)
        page_say(page, "%s can never hurt %s%s.", attacker, defender, how.text);
    else if (p_zero >= 1)
        page_say(page,
                 "%s does no damage to %s%s as they stand now; what a fight changes may change "
                 "that.",
                 attacker, defender, how.text);
    else
        page_say(page,
                 "%s does %s damage to %s%s on average (sd %s), and none at all in %s of its "
                 "attacks.",
                 attacker, text_figure_exact(wyrm_pmf_mean(damage), &mean), defender, how.text,
                 text_figure_exact(wyrm_pmf_sd(damage), &sd), text_figure_percent(p_zero, &zero));
    if (p_zero < 1 && attacks != NULL)
        page_say(page,
                 "It kills in %s attacks on average, in 9 cases of 10 within %" PRId64 "%s%s%s.",
                 text_figure_exact(wyrm_pmf_mean(attacks), &kill), wyrm_pmf_quantile(attacks, 0.9),
                 wins_back ? "; what " : "", wins_back ? defender : "",
                 wins_back ? " wins back meanwhile is left out (wyrm duel has it)" : "");
    else if (p_zero < 1 && hit->defender.hp >= 1 && !is_final)
        page_say(page,
                 "Its attacks change what comes after them, or something else harms %s, too: those "
                 "that kill cannot be counted one by one; wyrm duel follows them.",
                 defender);
    page_add(page, "\n");
    text_print_fighters(hit->design, (const char *const[]){attacker, defender},
                        (const wyrm_combatant *const[]){&hit->attacker, &hit->defender}, page);
    print_blows(hit, wyrm_pmf_mean(damage), page);
    page_add(page, "\n");
    text_chart_pmf(page, damage, 0, "damage");
    text_print_left_out(&(text_asked_about){hit->design, {attacker, defender}, false, 1}, page);
}

static void print_steps(const wyrm_step *steps, size_t count, text_page *page)
{
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        int label = text_display_width(steps[i].label);
        width = label > width ? label : width;
    }
    page_add(page, "\n   ");
    page_title(page, "step by step");
    for (size_t i = 0; i < count; i++) {
        text_figure value;
        page_addf(page, "   %s", steps[i].label);
        page_spaces(page, width - text_display_width(steps[i].label) + 2);
        if (isnan(steps[i].value)) { /* a step without a number, in words only */
            page_wrapf(page, 5 + width, 5 + width, "%s", steps[i].formula);
            continue;
        }
        page_wrapf(page, 5 + width, 5 + width, "%s %s", text_figure_exact(steps[i].value, &value),
                   steps[i].unit);
        if (steps[i].formula[0] != '\0')
            page_point(page, 5, 2, "= %s", steps[i].formula);
    }
}

/* ---- An attack as a curve over one number ---- */

#define ROWS_MAX 24 /* rows of the table; --json has all points */

/* "defense of monster@6" */
static void name_of(const text_hit_answer *hit, const wyrm_hit_curve *curve, char *out, size_t size)
{
    const char *whose =
        curve->side == WYRM_HIT_CURVE_ATTACKER ? hit->attacker_text : hit->defender_text;
    snprintf(out, size, curve->side == WYRM_HIT_CURVE_ATTACK ? "%s" : "%s of %s", curve->key,
             whose);
}

/* "Rises" and "falls" are said only where the extremes are at the ends; between them the curve may
 * still wave. Else the least and the greatest mean are given, so that a hump is not taken for a
 * slope. */
static void print_curve_headline(const text_hit_answer *hit, const wyrm_hit_curve *curve,
                                 text_page *page)
{
    const wyrm_hit_curve_point *first = &curve->points[0], *last = &curve->points[curve->count - 1];
    const hit_words how = words_of(hit, curve);
    const char *attacker = hit->attacker_text;
    char name[600];
    double least = first->mean, most = first->mean;
    text_figure from, to, low, high, one, other;
    for (size_t i = 0; i < curve->count; i++) {
        least = fmin(least, curve->points[i].mean);
        most = fmax(most, curve->points[i].mean);
    }
    bool falls = last->mean < first->mean,
         ends = fmin(first->mean, last->mean) <= least && fmax(first->mean, last->mean) >= most;
    name_of(hit, curve, name, sizeof name);
    text_figure_exact(first->at, &from);
    text_figure_exact(last->at, &to);
    text_figure_exact(first->mean, &one);
    text_figure_exact(last->mean, &other);
    if (curve->flat)
        page_say(page,
                 "%s makes no difference from %s to %s: an attack of %s on %s%s does %s damage on "
                 "average.",
                 name, from.text, to.text, attacker, hit->defender_text, how.text, one.text);
    else if (ends)
        page_say(page, "As %s goes from %s to %s, the mean damage of %s%s %s from %s to %s.", name,
                 from.text, to.text, attacker, how.text, falls ? "falls" : "rises", one.text,
                 other.text);
    else
        page_say(page,
                 "As %s goes from %s to %s, the mean damage of %s%s lies between %s and %s, %s at "
                 "the first and %s at the last.",
                 name, from.text, to.text, attacker, how.text, text_figure_exact(least, &low),
                 text_figure_exact(most, &high), one.text, other.text);
}

static void print_points(const wyrm_hit_curve *curve, text_page *page)
{
    text_table table = text_table_of(page, "");
    size_t step = (curve->count + ROWS_MAX - 1) / ROWS_MAX;
    char heading[128];
    snprintf(heading, sizeof heading, curve->unit[0] != '\0' ? "%s\n%s" : "%s", curve->key,
             curve->unit);
    text_table_column(&table, TEXT_RIGHT, heading);
    text_table_columns(&table, ">mean\ndamage|>sd|>9 of 10\nattacks|>no damage");
    for (size_t i = 0; i < curve->count; i += step) {
        const wyrm_hit_curve_point *at = &curve->points[i];
        text_cell_exact(&table, at->at);
        text_cell_exact(&table, at->mean);
        text_cell_exact(&table, at->sd);
        text_table_cellf(&table, "%" PRId64 "..%" PRId64, at->p05, at->p95);
        text_cell_percent(&table, at->p_zero);
    }
    text_table_end(&table, 3);
    if (step > 1)
        page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
}

/* ---- Plots on the terminal ----
 *
 * Drawn in dots of Braille characters, 2 x 4 to a character, or in plain ASCII. */

#define ROWS        14 /* of characters */
#define COLUMNS_MAX 240

/* The dots of a plot, as bits LINE and BAND. Row 0 is at the top. */
typedef struct canvas {
    int across, down;  /* dots per character */
    int width, height; /* in dots */
    unsigned char dots[4 * ROWS][2 * COLUMNS_MAX];
} canvas;

enum { LINE = 1, BAND = 2 };

static int row_of(const canvas *paper, const text_axis *axis, double y)
{
    return (int)((1 - text_axis_share(axis, y)) * (paper->height - 1) + 0.5);
}

/* An axis that begins at 0, or at the least value if that is negative: one that began anywhere else
 * would make every small change look like a great one. */
static text_axis y_axis(const text_plot *plot, int intervals)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    return text_axis_around(low, high, intervals);
}

/* Draws line and band, column by column from left to right; `a` follows along the points. */
static void draw(canvas *paper, const text_plot *plot, const text_axis *x, const text_axis *y)
{
    const text_plot_point *a = plot->points, *end = plot->points + plot->count;
    int before = -1;
    for (int column = 0; column < paper->width; column++) {
        double across = paper->width > 1 ? (double)column / (paper->width - 1) : 0;
        double at = x->low + across * (x->high - x->low);
        while (a + 1 < end && a[1].x < at)
            a++;
        const text_plot_point *b = a + 1 < end ? a + 1 : a; /* linear in between */
        double share = b->x > a->x ? fmin(fmax((at - a->x) / (b->x - a->x), 0), 1) : 0;
        int row = row_of(paper, y, a->y + share * (b->y - a->y));
        /* The edges of the band only, as a filled band would drown the line. */
        if (paper->across == 1 || column % 2 == 0) {
            paper->dots[row_of(paper, y, a->high + share * (b->high - a->high))][column] |= BAND;
            paper->dots[row_of(paper, y, a->low + share * (b->low - a->low))][column] |= BAND;
        }
        /* A steep line is drawn without gaps. */
        int joined = before < 0 ? row : before < row ? before + 1 : before > row ? before - 1 : row;
        for (int r = joined < row ? joined : row; r <= (joined < row ? row : joined); r++)
            paper->dots[r][column] |= LINE;
        before = row;
    }
}

/* The characters of one row, without trailing blanks. A Braille character is U+2800 plus one bit
 * for each dot. */
static void add_row(text_page *page, const canvas *paper, int row)
{
    static const unsigned char bits[][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    int blanks = 0;
    for (int column = 0; column < paper->width / paper->across; column++) {
        unsigned cell = 0, dot = 0;
        for (int r = 0; r < paper->down; r++)
            for (int c = 0; c < paper->across; c++) {
                dot = paper->dots[paper->down * row + r][paper->across * column + c];
                cell |= dot != 0 ? bits[r][c] : 0;
            }
        char letter[4] = {(char)0xe2, (char)(0xa0 + (cell >> 6)), (char)(0x80 + (cell & 0x3f))};
        if (cell == 0) {
            blanks++;
            continue;
        }
        page_spaces(page, blanks);
        page_add(page, page->style.utf8 ? letter : (dot & LINE) != 0 ? "*" : ".");
        blanks = 0;
    }
    page_add(page, "\n");
}

/* The axis below the plot with its ticks, and below them their numbers, except those that would
 * overlap. */
static void print_x(text_page *page, const text_axis *axis, int left, int columns)
{
    bool utf8 = page->style.utf8;
    int used = 0;
    char marks[COLUMNS_MAX] = {0};
    for (int tick = 0; tick < axis->ticks; tick++)
        marks[(int)(text_axis_share(axis, text_axis_tick(axis, tick)) * (columns - 1) + 0.5)] = 1;
    page_spaces(page, left + 1);
    page_add(page, utf8 ? "└" : "+");
    for (int column = 0; column < columns; column++)
        page_add(page, marks[column] ? (utf8 ? "┬" : "+") : (utf8 ? "─" : "-"));
    page_add(page, "\n");
    for (int tick = 0; tick < axis->ticks; tick++) {
        text_figure label;
        int length = (int)strlen(text_axis_label(axis, tick, &label));
        double share = text_axis_share(axis, text_axis_tick(axis, tick));
        int start = left + 2 + (int)(share * (columns - 1) + 0.5) - (length - 1) / 2;
        if (start < used + (used > 0) || start + length > page->style.width)
            continue;
        page_spaces(page, start - used);
        page_add(page, label.text);
        used = start + length;
    }
    page_add(page, "\n");
}

void text_plot_print(const text_plot *plot, text_page *page)
{
    bool utf8 = page->style.utf8;
    text_axis x = text_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 8);
    text_axis y = y_axis(plot, ROWS / 2);
    text_figure label, labels[ROWS] = {{""}}; /* of the ticks, by row */
    int left = 1;
    canvas paper = {.across = utf8 ? 2 : 1, .down = utf8 ? 4 : 1, .height = ROWS * (utf8 ? 4 : 1)};
    for (int tick = y.ticks - 1; tick >= 0; tick--) {
        int row = row_of(&paper, &y, text_axis_tick(&y, tick)) / paper.down;
        int length = (int)strlen(text_axis_label(&y, tick, &label));
        labels[row] = label;
        left = length > left ? length : left;
    }
    int columns = page->style.width - left - 3;
    columns = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    paper.width = columns * paper.across;
    draw(&paper, plot, &x, &y);
    page_spaces(page, left + 1);
    page_title(page, plot->y_label);
    for (int row = 0; row < ROWS; row++) {
        const char *text = labels[row].text;
        bool tick = text[0] != '\0';
        page_addf(page, "%*s %s", left, text, tick ? (utf8 ? "┤" : "+") : (utf8 ? "│" : "|"));
        add_row(page, &paper, row);
    }
    print_x(page, &x, left, columns);
    page_spaces(page, left + 2);
    page_title(page, plot->x_label);
    page_add(page, "\n");
    page_point(page, left + 2, 0, "%s %s, %s %s", utf8 ? "⠤⠤⠤" : "***", plot->line_name,
               utf8 ? "⠂⠁⠂" : "...", plot->band_name);
}

/* ---- Plots as SVG: a file without references to others ---- */

#define WIDTH       760
#define HEIGHT      460
#define LEFT        70 /* the frame of the plot */
#define RIGHT       740
#define TOP         90
#define BOTTOM      400

#define LINE_COLOUR "#1b5e9e"
#define BAND_COLOUR "#9cc3e6"

/* Adds text as XML content or an attribute's value. */
static void add_text(text_page *page, const char *text)
{
    for (size_t plain; *text != '\0'; text += plain > 0 ? plain : 1) {
        plain = strcspn(text, "&<>\"\t\n");
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (plain > 0)
            page_addf(page, "%.*s", (int)plain, text);
        else
            page_add(page, name != NULL ? name : " ");
    }
}

static double across(const text_axis *axis, double x)
{
    return LEFT + text_axis_share(axis, x) * (RIGHT - LEFT);
}

static double down(const text_axis *axis, double y)
{
    return BOTTOM - text_axis_share(axis, y) * (BOTTOM - TOP);
}

/* <text x=... y=... class=...>text</text> */
static void add_label(text_page *page, double x, double y, const char *style, const char *text)
{
    page_addf(page, "  <text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    add_text(page, text);
    page_add(page, "</text>\n");
}

/* Title and legend. */
static void add_head(text_page *page, const text_plot *plot)
{
    /* 8 is more than the average width of a character at this font size. */
    double x = LEFT + 36 + 8.0 * text_display_width(plot->line_name) + 20;
    page_addf(page,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
              "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
              "  <title>",
              WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_text(page, plot->title);
    page_add(page, "</title>\n  <desc>");
    add_text(page, plot->subtitle);
    page_addf(page, "</desc>\n  <rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    add_label(page, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    add_label(page, LEFT, 48, "fill=\"#555\"", plot->subtitle);
    page_addf(page,
              "  <line x1=\"%d\" y1=\"66\" x2=\"%d\" y2=\"66\" stroke=\"" LINE_COLOUR
              "\" stroke-width=\"2\"/>\n",
              LEFT, LEFT + 28);
    add_label(page, LEFT + 36, 70.5, "", plot->line_name);
    page_addf(page,
              "  <rect x=\"%.1f\" y=\"59\" width=\"28\" height=\"14\" fill=\"" BAND_COLOUR "\"/>\n",
              x);
    add_label(page, x + 36, 70.5, "", plot->band_name);
}

static void add_axes(text_page *page, const text_plot *plot, const text_axis *x, const text_axis *y)
{
    text_figure label;
    for (int tick = 0; tick < y->ticks; tick++) {
        double at = down(y, text_axis_tick(y, tick));
        page_addf(page, "  <line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                  LEFT, at, RIGHT, at);
        add_label(page, LEFT - 8, at + 4.5, "text-anchor=\"end\"",
                  text_axis_label(y, tick, &label));
    }
    for (int tick = 0; tick < x->ticks; tick++) {
        double at = across(x, text_axis_tick(x, tick));
        page_addf(page, "  <line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#444\"/>\n",
                  at, BOTTOM, at, BOTTOM + 5);
        add_label(page, at, BOTTOM + 20, "text-anchor=\"middle\"",
                  text_axis_label(x, tick, &label));
    }
    page_addf(page, "  <path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#444\"/>\n", LEFT, TOP,
              BOTTOM, RIGHT);
    add_label(page, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "text-anchor=\"middle\"", plot->x_label);
    page_addf(page, "  <text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">",
              (TOP + BOTTOM) / 2.0);
    add_text(page, plot->y_label);
    page_add(page, "</text>\n");
}

/* The band, the line, and a dot per point with its numbers as a tooltip. */
static void add_shapes(text_page *page, const text_plot *plot, const text_axis *x,
                       const text_axis *y)
{
    const text_plot_point *first = plot->points, *end = plot->points + plot->count;
    double radius = plot->count <= 60 ? 3 : plot->count <= 200 ? 2 : 1.2;
    page_add(page, "  <path fill=\"" BAND_COLOUR "\" fill-opacity=\"0.6\" d=\"");
    for (const text_plot_point *at = first; at < end; at++)
        page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x),
                  down(y, at->high));
    for (const text_plot_point *at = end; at-- > first;)
        page_addf(page, "L%.1f %.1f", across(x, at->x), down(y, at->low));
    page_add(page,
             "Z\"/>\n  <path fill=\"none\" stroke=\"" LINE_COLOUR "\" stroke-width=\"2\" d=\"");
    for (const text_plot_point *at = first; at < end; at++)
        page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x), down(y, at->y));
    page_add(page, "\"/>\n  <g fill=\"" LINE_COLOUR "\">\n");
    for (const text_plot_point *at = first; at < end; at++) {
        text_figure place, mean, low, high;
        page_addf(page, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>", across(x, at->x),
                  down(y, at->y), radius);
        add_text(page, plot->x_label);
        page_addf(page, " %s: ", text_figure_exact(at->x, &place));
        add_text(page, plot->line_name);
        page_addf(page, " %s, ", text_figure_exact(at->y, &mean));
        add_text(page, plot->band_name);
        page_addf(page, " %s..%s</title></circle>\n", text_figure_exact(at->low, &low),
                  text_figure_exact(at->high, &high));
    }
    page_add(page, "  </g>\n</svg>\n");
}

void text_plot_svg(const text_plot *plot, text_page *page)
{
    text_axis x = text_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 10);
    text_axis y = y_axis(plot, 6);
    add_head(page, plot);
    add_axes(page, plot, &x, &y);
    add_shapes(page, plot, &x, &y);
}

/* ---- A curve as a plot ---- */

/* Draws the curve into the page or, with `svg`, as a whole SVG file. */
static void draw_curve(const text_hit_answer *hit, const wyrm_hit_curve *curve, bool svg,
                       text_page *page)
{
    char name[600], title[700], subtitle[200], x_label[700];
    text_plot_point *points = page_array(page, text_plot_point, curve->count);
    if (points == NULL)
        return;
    name_of(hit, curve, name, sizeof name);
    snprintf(title, sizeof title, "%s against %s%s", hit->attacker_text, hit->defender_text,
             words_of(hit, curve).text);
    snprintf(subtitle, sizeof subtitle, "%s, exact", text_title(hit->design));
    snprintf(x_label, sizeof x_label, curve->unit[0] != '\0' ? "%s (%s)" : "%s", name, curve->unit);
    for (size_t i = 0; i < curve->count; i++) {
        const wyrm_hit_curve_point *at = &curve->points[i];
        points[i] = (text_plot_point){at->at, at->mean, (double)at->p05, (double)at->p95};
    }
    const text_plot plot = {.title = title,
                            .subtitle = subtitle,
                            .x_label = x_label,
                            .y_label = "damage of one attack (hit points)",
                            .line_name = "mean",
                            .band_name = "9 of 10 attacks",
                            .count = curve->count,
                            .points = points};
    (svg ? text_plot_svg : text_plot_print)(&plot, page);
}

void text_write_hit_svg(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page)
{
    draw_curve(hit, curve, true, page);
}

/* ---- The answer of `wyrm hit` ---- */

static void write_hit(const text_hit_answer *hit, const wyrm_hit_curve *curve,
                      const wyrm_pmf *damage, const wyrm_pmf *attacks, const wyrm_step *steps,
                      size_t step_count, text_page *page)
{
    static const char *const sides[] = {[WYRM_HIT_CURVE_DEFENDER] = "defender",
                                        [WYRM_HIT_CURVE_ATTACKER] = "attacker",
                                        [WYRM_HIT_CURVE_ATTACK] = "attack"};
    base_json json = text_answer_begin(page, "hit", wyrm_design_ruleset(hit->design));
    text_put_fighter(&json, "attacker", hit->design, hit->attacker_text, &hit->attacker);
    text_put_fighter(&json, "defender", hit->design, hit->defender_text, &hit->defender);
    base_putf(&json, "attack:%s distance:%g off_centre:%g mean:%g sd:%g p_zero:%g",
              attack_names[hit->attack][0], hit->distance, hit->off_centre, wyrm_pmf_mean(damage),
              wyrm_pmf_sd(damage), wyrm_pmf_at(damage, 0));
    text_put_mean_sd(&json, "hits_to_kill", attacks != NULL ? wyrm_pmf_mean(attacks) : (double)NAN,
                     attacks != NULL ? wyrm_pmf_sd(attacks) : (double)NAN);
    text_put_pmf(&json, "pmf", damage);
    put_blows(&json, hit);
    text_put_left_out_of(
        &(text_asked_about){hit->design, {hit->attacker_text, hit->defender_text}, false, 1},
        &json);
    if (hit->explain)
        base_put_list(&json, "steps");
    for (size_t i = 0; i < step_count; i++)
        base_putf(&json, "{label:%s formula:%s value:%g unit:%s}", steps[i].label, steps[i].formula,
                  steps[i].value, steps[i].unit);
    if (hit->explain)
        base_put_end(&json);
    if (curve != NULL)
        base_putf(&json, "curve_of:{key:%s of:%s unit:%s} curve:[", curve->key, sides[curve->side],
                  curve->unit);
    for (size_t i = 0; curve != NULL && i < curve->count; i++) {
        const wyrm_hit_curve_point *at = &curve->points[i];
        base_putf(&json,
                  "{%s:%g mean:%g sd:%g p_zero:%g p05:%" PRId64 " p50:%" PRId64 " p95:%" PRId64 "}",
                  curve->key, at->at, at->mean, at->sd, at->p_zero, at->p05, at->p50, at->p95);
    }
    if (curve != NULL)
        base_put_end(&json);
    base_put_end(&json);
}

/* A curve is the whole answer in text, where a single attack would only be in the way; JSON has
 * both. */
void text_write_hit(const text_hit_answer *hit, const wyrm_hit_curve *curve, text_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(hit->design);
    wyrm_pmf *damage, *attacks = NULL; /* to kill; NULL: unknown or never */
    wyrm_matchup matchup = text_hit_matchup(hit);
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_error unused;
    if (curve != NULL && !page->json) {
        print_curve_headline(hit, curve, page);
        page_add(page, "\n");
        if (curve->count > 1) {
            draw_curve(hit, curve, false, page);
            page_add(page, "\n");
        }
        print_points(curve, page);
        return;
    }
    if (!page_needs(page, wyrm_combat_hit(combat, &matchup, &damage, &page->error)))
        return;
    size_t count = hit->explain ? wyrm_combat_explain(combat, &matchup, steps) : 0;
    if (hit->defender.hp >= 1 && combat_is_plain(combat, &hit->attacker, &hit->defender) &&
        wyrm_combat_hits_to_kill(combat, damage, &hit->defender, &attacks, &unused) ==
            WYRM_ERROR_MEMORY)
        page_fail(page);
    else if (page->json)
        write_hit(hit, curve, damage, attacks, steps, count, page);
    else
        print_hit(hit, damage, attacks, page);
    if (hit->explain && !page->json)
        print_steps(steps, count, page);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
}

/* ---- An amount by itself, without a ruleset ---- */

/* The chances that a roll reaches another one, and that both are the same. */
typedef struct meeting {
    double at_least, exactly;
} meeting;

#define CUT_LEAST 1e-11 /* smaller chances are shown as this one */

static meeting meet(const wyrm_pmf *roll, const wyrm_pmf *other)
{
    meeting out = {0, 0};
    for (int64_t value = wyrm_pmf_first(other); value <= wyrm_pmf_last(other); value++) {
        double chance = wyrm_pmf_at(other, value);
        out.exactly += chance * wyrm_pmf_at(roll, value);
        if (chance > 0)
            out.at_least += chance * wyrm_pmf_tail(roll, value);
    }
    return out;
}

static void write_amount(const wyrm_amount *amount, const wyrm_amount *against, meeting met,
                         text_page *page)
{
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    base_json json = text_answer_begin(page, "hit", NULL);
    base_putf(&json, "amount:%s mean:%g sd:%g least:%" PRId64 " most:%" PRId64,
              wyrm_amount_text(amount), wyrm_pmf_mean(pmf), wyrm_pmf_sd(pmf), wyrm_pmf_first(pmf),
              wyrm_pmf_last(pmf));
    if (wyrm_amount_cut(amount) > 0)
        base_putf(&json, "cut:%g", wyrm_amount_cut(amount));
    if (against != NULL)
        base_putf(&json, "against:{amount:%s at_least:%g exactly:%g}", wyrm_amount_text(against),
                  met.at_least, met.exactly);
    text_put_pmf(&json, "pmf", pmf);
    base_put_end(&json);
}

static void print_amount(const wyrm_amount *amount, const wyrm_amount *against, meeting met,
                         text_page *page)
{
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    const char *text = wyrm_amount_text(amount);
    int64_t least = wyrm_pmf_first(pmf), most = wyrm_pmf_last(pmf);
    text_figure mean, sd, at_least, exactly, cut;
    if (least == most)
        page_say(page, "%s is always %" PRId64 ".", text, least);
    else
        page_say(page,
                 "%s is %s on average (sd %s), from %" PRId64 " to %" PRId64
                 ", in 9 cases of 10 from %" PRId64 " to %" PRId64 ".",
                 text, text_figure_exact(wyrm_pmf_mean(pmf), &mean),
                 text_figure_exact(wyrm_pmf_sd(pmf), &sd), least, most,
                 wyrm_pmf_quantile(pmf, 0.05), wyrm_pmf_quantile(pmf, 0.95));
    if (against != NULL)
        page_say(page, "It is at least %s in %s of rolls, and exactly that in %s.",
                 wyrm_amount_text(against), text_figure_percent(met.at_least, &at_least),
                 text_figure_percent(met.exactly, &exactly));
    if (wyrm_amount_cut(amount) > 0)
        page_say(page, "Of what goes on for longer a chance of %s is left out.",
                 text_figure_exact(fmax(wyrm_amount_cut(amount), CUT_LEAST), &cut));
    page_add(page, "\n");
    text_chart_pmf(page, pmf, 0, "value");
}

void text_write_amount(const wyrm_amount *amount, const wyrm_amount *against, text_page *page)
{
    meeting met = {0, 0};
    if (against != NULL)
        met = meet(wyrm_amount_pmf(amount), wyrm_amount_pmf(against));
    (page->json ? write_amount : print_amount)(amount, against, met, page);
}
