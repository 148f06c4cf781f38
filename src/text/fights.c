/* `wyrm hit` and `wyrm duel`: the damage of one attack, and how it changes with one number
 * (--curve); a fight to the death, and fights at every pair of levels (--matrix).
 *
 * A curve is a line with a band, a plot, which is drawn twice, in letters and as SVG, with the same
 * axes and from the same points.
 *
 * Two attacks of the same mean can be different games, one of them a coin that kills or does
 * nothing: so the distribution itself is what is shown, and mean and deviation stand beside it. */
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A chance as small matters to nobody, and is not 0: a won fight may follow. */
#define HARDLY_EVER       1e-11
#define HARDLY_EVER_WORDS "<0.000000001 %"

/* ---- Combatants: a table of both sides, an object of one ---- */

/* Several stats that a record says as one thing, in its words: "[2, 5]", "1d8+2"; "-" where nothing
 * is said. */
static void say_parts(const wyrm_combat *combat, const wyrm_combatant *fighter, const char *written,
                      char *words, size_t size)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    double parts[WYRM_PART_PLUS + 1] = {0};
    const wyrm_amount *whole = NULL;
    for (size_t s = 0; stats[s].name != NULL; s++) {
        bool meant = stats[s].written != NULL && strcmp(stats[s].written, written) == 0;
        if (meant && stats[s].part != WYRM_PART_WHOLE)
            parts[stats[s].part] = fighter->stats[s];
        else if (meant && whole == NULL)
            whole = wyrm_combat_amount(combat, fighter->stats[s]);
    }
    const double least = parts[WYRM_PART_LEAST], greatest = parts[WYRM_PART_GREATEST];
    if (whole != NULL)
        snprintf(words, size, "%s", wyrm_amount_text(whole));
    else if (parts[WYRM_PART_DICE] > 0)
        snprintf(words, size, parts[WYRM_PART_PLUS] != 0 ? "%.0fd%.0f%+.0f" : "%.0fd%.0f",
                 parts[WYRM_PART_DICE], parts[WYRM_PART_SIDES], parts[WYRM_PART_PLUS]);
    else if (greatest > least)
        snprintf(words, size, "[%.0f, %.0f]", least, greatest);
    else if (greatest > 0 || parts[WYRM_PART_PLUS] != 0)
        snprintf(words, size, "%.0f", greatest + parts[WYRM_PART_PLUS]);
    else
        snprintf(words, size, "-");
}

/* Whether one of these stats of either side differs from what nothing sets: stat s, or all that a
 * record says in one with it, of which s is the first. */
static bool is_told(const wyrm_stat *stats, size_t s, const wyrm_combatant *const fighters[2])
{
    const char *written = stats[s].written;
    bool told = false;
    for (size_t t = 0; stats[t].name != NULL; t++) {
        bool same = t == s || (written != NULL && stats[t].written != NULL &&
                               strcmp(stats[t].written, written) == 0);
        if (same && t < s)
            return false;
        for (size_t side = 0; side < 2 && same; side++)
            told |= fighters[side]->stats[t] < stats[t].fallback ||
                    fighters[side]->stats[t] > stats[t].fallback;
    }
    return told;
}

static void add_stat(wyrm_table *table, const wyrm_combat *combat, const wyrm_combatant *fighter,
                     size_t s)
{
    const wyrm_stat *stat = &wyrm_combat_stats(combat)[s];
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    if (stat->written != NULL)
        say_parts(combat, fighter, stat->written, words, sizeof words);
    if (stat->written != NULL)
        wyrm_table_cell(table, words);
    else if (stat->kind == WYRM_STAT_NUMBER)
        wyrm_cell_exact(table, fighter->stats[s]);
    else if (stat->kind == WYRM_STAT_AMOUNT &&
             wyrm_combat_amount(combat, fighter->stats[s]) == NULL)
        wyrm_table_cell(table, "-");
    else
        wyrm_table_cell(table, wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words,
                                                     sizeof words));
}

/* Hit points and the stats that say anything, as a designer wrote them. */
static void print_fighters(const wyrm_design *design, const char *const names[2],
                           const wyrm_combatant *const fighters[2], wyrm_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const wyrm_combatant *a = fighters[0], *b = fighters[1];
    bool hp = a->max_hp > 0 || b->max_hp > 0, heals = a->regeneration > 0 || b->regeneration > 0;
    wyrm_table table = wyrm_table_of(page, "<");
    for (int side = -1; side < 2; side++) { /* first the headings */
        if (side >= 0)
            wyrm_table_cell(&table, names[side]);
        if (hp && side < 0)
            wyrm_table_column(&table, WYRM_RIGHT, "hit points");
        else if (hp && wyrm_combat_hp_roll(combat, fighters[side]) != NULL)
            wyrm_table_cell(
                &table, wyrm_amount_text(wyrm_combat_amount(combat, fighters[side]->hp_amount)));
        else if (hp)
            wyrm_cell_exact(&table, (double)fighters[side]->hp);
        if (heals && side < 0)
            wyrm_table_column(&table, WYRM_RIGHT, "won back a turn");
        else if (heals)
            wyrm_cell_exact(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (is_told(stats, s, fighters) && side < 0)
                wyrm_table_column(&table, WYRM_RIGHT,
                                  stats[s].written != NULL ? stats[s].written : stats[s].name);
            else if (is_told(stats, s, fighters))
                add_stat(&table, combat, fighters[side], s);
    }
    wyrm_table_end(&table, 3);
}

static void put_fighter(base_json *json, const char *key, const wyrm_design *design,
                        const char *text, const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    base_putf(json, "%s:{combatant:%s level:%d hp:%" PRId64 " max_hp:%" PRId64, key, text,
              fighter->level, fighter->hp, fighter->max_hp);
    if (wyrm_combat_hp_roll(combat, fighter) != NULL)
        base_put_text(json, "hp_roll",
                      wyrm_amount_text(wyrm_combat_amount(combat, fighter->hp_amount)));
    base_putf(json, "regeneration:%g stats:{", fighter->regeneration);
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (stats[s].kind == WYRM_STAT_NUMBER)
            base_put_real(json, stats[s].name, fighter->stats[s]);
        else if (stats[s].kind != WYRM_STAT_AMOUNT || /* one that nothing says is left out */
                 wyrm_combat_amount(combat, fighter->stats[s]) != NULL)
            base_put_text(
                json, stats[s].name,
                wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words, sizeof words));
    base_putf(json, "}}");
}

/* ---- What is left out ---- */

/* Those an answer is about, as they were typed. */
typedef struct asked_about {
    const wyrm_design *design;
    const char *names[2];
    bool fight;       /* not only one attack */
    int32_t distance; /* of a fight, tiles */
} asked_about;

/* Sentences about a side that do not hold: a fight from a distance has its shots, which come
 * first. */
static size_t count_shots(const asked_about *of, int side)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    wyrm_combatant who;
    if (of->distance <= 1 || wyrm_roster_combatant(roster, of->names[side], &who, NULL) != WYRM_OK)
        return 0;
    const wyrm_monster *monster = wyrm_roster_monster(roster, wyrm_roster_find(roster, who.name));
    return monster != NULL && monster->abilities != NULL ? monster->abilities->shot_count : 0;
}

/* Sentence number `index` of both, each once. */
static bool leaves_out(const asked_about *of, size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const bool alike = strcmp(of->names[0], of->names[1]) == 0;
    for (int side = 0; side < 2 - alike; side++)
        for (size_t i = count_shots(of, side);
             wyrm_design_leaves_out(of->design, of->names[side], of->fight, i, out); i++)
            if (index-- == 0)
                return true;
    return false;
}

static void print_left_out(const asked_about *of, wyrm_page *page)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    for (size_t i = 0; leaves_out(of, i, text); i++) {
        if (i == 0)
            wyrm_page_add(page, of->distance > 1
                                    ? "\nOne against one, on open ground; left out is:\n"
                                : of->fight ? "\nHand to hand, one against one; left out is:\n"
                                            : "\nLeft out is:\n");
        page_point(page, 3, 2, "%s", text);
    }
}

/* Nothing where nothing is. */
static void put_left_out(const asked_about *of, base_json *json)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    size_t i = 0;
    for (; leaves_out(of, i, text); i++) {
        if (i == 0)
            base_put_list(json, "leaves_out");
        base_put_text(json, NULL, text);
    }
    if (i > 0)
        base_put_end(json);
}

/* ---- One attack ---- */

/* What an attack is called: for scripts, and for people. */
static const char *const attack_names[][2] = {
    [WYRM_ATTACK_MELEE] = {"melee", "blow"},
    [WYRM_ATTACK_FIRED] = {"fired", "shot"},
    [WYRM_ATTACK_THROWN] = {"thrown", "throw"},
};

wyrm_matchup wyrm_hit_matchup(const wyrm_hit_report *hit)
{
    return (wyrm_matchup){.attacker = &hit->attacker,
                          .defender = &hit->defender,
                          .attack = hit->attack,
                          .distance = hit->distance,
                          .off_centre = hit->off_centre};
}

/* How it is attacked, behind a name: "" in melee with the next tile, " with a shot over 5
 * tiles". */
typedef struct hit_words {
    char text[96];
} hit_words;

static hit_words words_of(const wyrm_hit_report *hit)
{
    hit_words out = {""};
    wyrm_figure distance, off_centre;
    bool near = !(hit->distance < 1 || hit->distance > 1);
    int used = 0;
    if (hit->attack != WYRM_ATTACK_MELEE || !near)
        used = snprintf(out.text, sizeof out.text, " with a %s over %.16s %s",
                        attack_names[hit->attack][1], wyrm_figure_exact(hit->distance, &distance),
                        near ? "tile" : "tiles");
    if (hit->off_centre > 0)
        snprintf(out.text + used, sizeof out.text - (size_t)used, ", %.16s off the centre",
                 wyrm_figure_exact(hit->off_centre, &off_centre));
    return out;
}

/* ---- The blows of an attack that has several ---- */

#define BLOWS_SHOWN   32
#define EFFECTS_SHOWN 16

/* One kind of blow: what one of it does. */
typedef struct shown_blow {
    wyrm_blow_kind kind;
    double mean, sd, p_zero;
    wyrm_blow_effect effects[EFFECTS_SHOWN];
    size_t effect_count;
} shown_blow;

/* Fills blows[BLOWS_SHOWN]; of one who has but its stats the one blow, where that does more than
 * damage. */
static size_t show_blows(const wyrm_hit_report *hit, shown_blow *blows)
{
    const wyrm_combat *combat = wyrm_design_combat(hit->design);
    wyrm_blow_kind kinds[BLOWS_SHOWN];
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    size_t count = wyrm_combat_blows(combat, &hit->attacker, kinds, BLOWS_SHOWN), shown = 0;
    matchup.blow = 1;
    count = count < BLOWS_SHOWN ? count : BLOWS_SHOWN;
    for (size_t i = 0; i < count; matchup.blow += kinds[i++].times) {
        wyrm_pmf *damage;
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

static void print_blow_table(const shown_blow *blows, size_t count, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "<blow|>times|>damage|>sd|>none at all");
    for (size_t i = 0; i < count; i++) {
        char name[96];
        snprintf(name, sizeof name, "%.60s%s", blows[i].kind.name,
                 blows[i].kind.only == WYRM_BLOW_RANGE ? " (from afar)" : "");
        wyrm_table_cell(&table, name);
        wyrm_cell_exact(&table, blows[i].kind.times);
        wyrm_cell_exact(&table, blows[i].mean);
        wyrm_cell_exact(&table, blows[i].sd);
        wyrm_cell_percent(&table, blows[i].p_zero);
    }
    wyrm_table_end(&table, 3);
}

static void print_blows(const wyrm_hit_report *hit, wyrm_page *page)
{
    shown_blow blows[BLOWS_SHOWN];
    const size_t count = show_blows(hit, blows);
    if (count == 0)
        return;
    wyrm_page_add(page, "\n");
    if (hit->attacker.attacks != 0)
        print_blow_table(blows, count, page);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < blows[i].effect_count; k++) {
            const wyrm_blow_effect *effect = &blows[i].effects[k];
            wyrm_figure chance, mean;
            const char *name = blows[i].kind.name;
            wyrm_page_addf(page, "   %s%s%s %s %s by %s on average, in %s of blows\n", name,
                           name[0] != '\0' ? ": " : "", effect->mean < 0 ? "lowers" : "raises",
                           effect->of_attacker ? "its own" : "the other's", effect->name,
                           wyrm_figure_exact(fabs(effect->mean), &mean),
                           wyrm_figure_percent(effect->chance, &chance));
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

static void put_blows(base_json *json, const wyrm_hit_report *hit)
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

static void print_hit(const wyrm_hit_report *hit, const wyrm_pmf *damage, const wyrm_pmf *attacks,
                      wyrm_page *page)
{
    wyrm_figure mean, sd, zero, kill;
    const hit_words how = words_of(hit);
    const char *attacker = hit->attacker_text, *defender = hit->defender_text;
    double p_zero = wyrm_pmf_at(damage, 0);
    if (p_zero >= 1)
        page_say(page, "%s can never hurt %s%s.", attacker, defender, how.text);
    else
        page_say(page,
                 "%s does %s damage to %s%s on average (sd %s), and none at all in %s of its "
                 "attacks.",
                 attacker, wyrm_figure_exact(wyrm_pmf_mean(damage), &mean), defender, how.text,
                 wyrm_figure_exact(wyrm_pmf_sd(damage), &sd), wyrm_figure_percent(p_zero, &zero));
    if (p_zero < 1 && attacks != NULL)
        page_say(page, "It kills in %s attacks on average, in 9 cases of 10 within %" PRId64 ".",
                 wyrm_figure_exact(wyrm_pmf_mean(attacks), &kill), wyrm_pmf_quantile(attacks, 0.9));
    wyrm_page_add(page, "\n");
    print_fighters(hit->design, (const char *const[]){attacker, defender},
                   (const wyrm_combatant *const[]){&hit->attacker, &hit->defender}, page);
    print_blows(hit, page);
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, damage, 0, "damage");
    print_left_out(&(asked_about){hit->design, {attacker, defender}, false, 1}, page);
}

static void print_steps(const wyrm_step *steps, size_t count, wyrm_page *page)
{
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        int label = wyrm_display_width(steps[i].label);
        width = label > width ? label : width;
    }
    wyrm_page_add(page, "\n   ");
    wyrm_page_title(page, "step by step");
    for (size_t i = 0; i < count; i++) {
        wyrm_figure value;
        wyrm_page_addf(page, "   %s", steps[i].label);
        wyrm_page_spaces(page, width - wyrm_display_width(steps[i].label) + 2);
        if (isnan(steps[i].value)) { /* what is no number */
            wyrm_page_wrapf(page, 5 + width, 5 + width, "%s", steps[i].formula);
            continue;
        }
        wyrm_page_wrapf(page, 5 + width, 5 + width, "%s %s",
                        wyrm_figure_exact(steps[i].value, &value), steps[i].unit);
        if (steps[i].formula[0] != '\0')
            page_point(page, 5, 2, "= %s", steps[i].formula);
    }
}

/* ---- An attack by one number ---- */

#define ROWS_MAX 24 /* of the table; more points are left to --json */

/* "defense of monster@6" */
static void name_of(const wyrm_hit_report *hit, const wyrm_sweep *sweep, char *out, size_t size)
{
    const char *whose =
        sweep->side == WYRM_SWEPT_ATTACKER ? hit->attacker_text : hit->defender_text;
    snprintf(out, size, sweep->side == WYRM_SWEPT_ATTACK ? "%s" : "%s of %s", sweep->key, whose);
}

static void print_curve_headline(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                 wyrm_page *page)
{
    const wyrm_sweep_point *first = &sweep->points[0], *last = &sweep->points[sweep->count - 1];
    const hit_words how = words_of(hit);
    const char *attacker = hit->attacker_text;
    char name[600];
    double least = first->mean, most = first->mean;
    wyrm_figure from, to, low, high, one, other;
    for (size_t i = 0; i < sweep->count; i++) {
        least = fmin(least, sweep->points[i].mean);
        most = fmax(most, sweep->points[i].mean);
    }
    bool falls = last->mean < first->mean,
         ends = fmin(first->mean, last->mean) <= least && fmax(first->mean, last->mean) >= most;
    name_of(hit, sweep, name, sizeof name);
    wyrm_figure_exact(first->at, &from);
    wyrm_figure_exact(last->at, &to);
    wyrm_figure_exact(first->mean, &one);
    wyrm_figure_exact(last->mean, &other);
    if (sweep->flat)
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
                 name, from.text, to.text, attacker, how.text, wyrm_figure_exact(least, &low),
                 wyrm_figure_exact(most, &high), one.text, other.text);
}

static void print_points(const wyrm_sweep *sweep, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "");
    size_t step = (sweep->count + ROWS_MAX - 1) / ROWS_MAX;
    char heading[128];
    snprintf(heading, sizeof heading, sweep->unit[0] != '\0' ? "%s\n%s" : "%s", sweep->key,
             sweep->unit);
    wyrm_table_column(&table, WYRM_RIGHT, heading);
    wyrm_table_column(&table, WYRM_RIGHT, "mean\ndamage");
    wyrm_table_column(&table, WYRM_RIGHT, "sd");
    wyrm_table_column(&table, WYRM_RIGHT, "9 of 10\nattacks");
    wyrm_table_column(&table, WYRM_RIGHT, "no damage");
    for (size_t i = 0; i < sweep->count; i += step) {
        const wyrm_sweep_point *at = &sweep->points[i];
        wyrm_cell_exact(&table, at->at);
        wyrm_cell_exact(&table, at->mean);
        wyrm_cell_exact(&table, at->sd);
        wyrm_table_cellf(&table, "%" PRId64 "..%" PRId64, at->p05, at->p95);
        wyrm_cell_percent(&table, at->p_zero);
    }
    wyrm_table_end(&table, 3);
    if (step > 1)
        wyrm_page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
}

/* ---- Plots on the terminal ----
 *
 * Dots of Braille letters, two across and four down a letter, or plain ASCII. */

#define ROWS        14 /* letters */
#define COLUMNS_MAX 240

/* Dots of the plot: bit 0 the line, bit 1 the band. Row 0 is at the top. */
typedef struct canvas {
    int across, down;  /* dots a letter */
    int width, height; /* dots */
    unsigned char dots[4 * ROWS][2 * COLUMNS_MAX];
} canvas;

enum { LINE = 1, BAND = 2 };

static int row_of(const canvas *paper, const wyrm_axis *axis, double y)
{
    return (int)((1 - wyrm_axis_share(axis, y)) * (paper->height - 1) + 0.5);
}

/* From 0; with the points of the whole plot. */
static wyrm_axis y_axis(const wyrm_plot *plot, int intervals)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    return wyrm_axis_around(low, high, intervals);
}

static void draw(canvas *paper, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    const wyrm_plot_point *a = plot->points, *end = plot->points + plot->count;
    int before = -1;
    for (int column = 0; column < paper->width; column++) {
        double across = paper->width > 1 ? (double)column / (paper->width - 1) : 0;
        double at = x->low + across * (x->high - x->low);
        while (a + 1 < end && a[1].x < at)
            a++;
        const wyrm_plot_point *b = a + 1 < end ? a + 1 : a; /* between them on straight lines */
        double share = b->x > a->x ? fmin(fmax((at - a->x) / (b->x - a->x), 0), 1) : 0;
        int row = row_of(paper, y, a->y + share * (b->y - a->y));
        /* The edges of the band only: dots between them would drown the line. */
        if (paper->across == 1 || column % 2 == 0) {
            paper->dots[row_of(paper, y, a->high + share * (b->high - a->high))][column] |= BAND;
            paper->dots[row_of(paper, y, a->low + share * (b->low - a->low))][column] |= BAND;
        }
        /* A steep line has no gaps. */
        int joined = before < 0 ? row : before < row ? before + 1 : before > row ? before - 1 : row;
        for (int r = joined < row ? joined : row; r <= (joined < row ? row : joined); r++)
            paper->dots[r][column] |= LINE;
        before = row;
    }
}

/* The letters of one row; blanks at its end are left out. A letter of Braille is U+2800 and a bit a
 * dot. */
static void add_row(wyrm_page *page, const canvas *paper, int row)
{
    static const unsigned char bits[4][2] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
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
        wyrm_page_spaces(page, blanks);
        wyrm_page_add(page, page->style.utf8 ? letter : (dot & LINE) != 0 ? "*" : ".");
        blanks = 0;
    }
    wyrm_page_add(page, "\n");
}

/* The line below the plot, then the numbers below their ticks, as far as they do not meet. */
static void print_x(wyrm_page *page, const wyrm_axis *axis, int left, int columns)
{
    bool utf8 = page->style.utf8;
    int used = 0;
    char marks[COLUMNS_MAX] = {0};
    for (int tick = 0; tick < axis->ticks; tick++)
        marks[(int)(wyrm_axis_share(axis, wyrm_axis_tick(axis, tick)) * (columns - 1) + 0.5)] = 1;
    wyrm_page_spaces(page, left + 1);
    wyrm_page_add(page, utf8 ? "└" : "+");
    for (int column = 0; column < columns; column++)
        wyrm_page_add(page, marks[column] ? (utf8 ? "┬" : "+") : (utf8 ? "─" : "-"));
    wyrm_page_add(page, "\n");
    for (int tick = 0; tick < axis->ticks; tick++) {
        wyrm_figure label;
        int length = (int)strlen(wyrm_axis_label(axis, tick, &label));
        double share = wyrm_axis_share(axis, wyrm_axis_tick(axis, tick));
        int start = left + 2 + (int)(share * (columns - 1) + 0.5) - (length - 1) / 2;
        if (start < used + (used > 0) || start + length > page->style.width)
            continue;
        wyrm_page_spaces(page, start - used);
        wyrm_page_add(page, label.text);
        used = start + length;
    }
    wyrm_page_add(page, "\n");
}

void wyrm_plot_print(const wyrm_plot *plot, wyrm_page *page)
{
    bool utf8 = page->style.utf8;
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 8);
    wyrm_axis y = y_axis(plot, ROWS / 2);
    wyrm_figure label, labels[ROWS] = {{""}}; /* of the ticks, by row */
    int left = 1;
    canvas paper = {.across = utf8 ? 2 : 1, .down = utf8 ? 4 : 1, .height = ROWS * (utf8 ? 4 : 1)};
    for (int tick = y.ticks - 1; tick >= 0; tick--) {
        int row = row_of(&paper, &y, wyrm_axis_tick(&y, tick)) / paper.down;
        int length = (int)strlen(wyrm_axis_label(&y, tick, &label));
        labels[row] = label;
        left = length > left ? length : left;
    }
    int columns = page->style.width - left - 3;
    columns = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    paper.width = columns * paper.across;
    draw(&paper, plot, &x, &y);
    wyrm_page_spaces(page, left + 1);
    wyrm_page_title(page, plot->y_label);
    for (int row = 0; row < ROWS; row++) {
        const char *text = labels[row].text;
        bool tick = text[0] != '\0';
        wyrm_page_addf(page, "%*s %s", left, text, tick ? (utf8 ? "┤" : "+") : (utf8 ? "│" : "|"));
        add_row(page, &paper, row);
    }
    print_x(page, &x, left, columns);
    wyrm_page_spaces(page, left + 2);
    wyrm_page_title(page, plot->x_label);
    wyrm_page_add(page, "\n");
    page_point(page, left + 2, 0, "%s %s, %s %s", utf8 ? "⠤⠤⠤" : "***", plot->line_name,
               utf8 ? "⠂⠁⠂" : "...", plot->band_name);
}

/* ---- Plots as SVG: one file that needs nothing else ---- */

#define WIDTH       760
#define HEIGHT      460
#define LEFT        70 /* of the plot's own frame */
#define RIGHT       740
#define TOP         90
#define BOTTOM      400

#define LINE_COLOUR "#1b5e9e"
#define BAND_COLOUR "#9cc3e6"

/* The text between tags or in quotes. */
static void add_text(wyrm_page *page, const char *text)
{
    for (size_t plain; *text != '\0'; text += plain > 0 ? plain : 1) {
        plain = strcspn(text, "&<>\"\t\n");
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (plain > 0)
            wyrm_page_addf(page, "%.*s", (int)plain, text);
        else
            wyrm_page_add(page, name != NULL ? name : " ");
    }
}

static double across(const wyrm_axis *axis, double x)
{
    return LEFT + wyrm_axis_share(axis, x) * (RIGHT - LEFT);
}

static double down(const wyrm_axis *axis, double y)
{
    return BOTTOM - wyrm_axis_share(axis, y) * (BOTTOM - TOP);
}

/* <text x=... y=... class=...>text</text> */
static void add_label(wyrm_page *page, double x, double y, const char *style, const char *text)
{
    wyrm_page_addf(page, "  <text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    add_text(page, text);
    wyrm_page_add(page, "</text>\n");
}

/* Title and legend. */
static void add_head(wyrm_page *page, const wyrm_plot *plot)
{
    /* Letters of this size are narrower than 8 on average. */
    double x = LEFT + 36 + 8.0 * wyrm_display_width(plot->line_name) + 20;
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
                   "  <title>",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_text(page, plot->title);
    wyrm_page_add(page, "</title>\n  <desc>");
    add_text(page, plot->subtitle);
    wyrm_page_addf(page, "</desc>\n  <rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH,
                   HEIGHT);
    add_label(page, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    add_label(page, LEFT, 48, "fill=\"#555\"", plot->subtitle);
    wyrm_page_addf(page,
                   "  <line x1=\"%d\" y1=\"66\" x2=\"%d\" y2=\"66\" stroke=\"" LINE_COLOUR
                   "\" stroke-width=\"2\"/>\n",
                   LEFT, LEFT + 28);
    add_label(page, LEFT + 36, 70.5, "", plot->line_name);
    wyrm_page_addf(
        page, "  <rect x=\"%.1f\" y=\"59\" width=\"28\" height=\"14\" fill=\"" BAND_COLOUR "\"/>\n",
        x);
    add_label(page, x + 36, 70.5, "", plot->band_name);
}

static void add_axes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    wyrm_figure label;
    for (int tick = 0; tick < y->ticks; tick++) {
        double at = down(y, wyrm_axis_tick(y, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                       LEFT, at, RIGHT, at);
        add_label(page, LEFT - 8, at + 4.5, "text-anchor=\"end\"",
                  wyrm_axis_label(y, tick, &label));
    }
    for (int tick = 0; tick < x->ticks; tick++) {
        double at = across(x, wyrm_axis_tick(x, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#444\"/>\n",
                       at, BOTTOM, at, BOTTOM + 5);
        add_label(page, at, BOTTOM + 20, "text-anchor=\"middle\"",
                  wyrm_axis_label(x, tick, &label));
    }
    wyrm_page_addf(page, "  <path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#444\"/>\n", LEFT, TOP,
                   BOTTOM, RIGHT);
    add_label(page, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "text-anchor=\"middle\"", plot->x_label);
    wyrm_page_addf(page,
                   "  <text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">",
                   (TOP + BOTTOM) / 2.0);
    add_text(page, plot->y_label);
    wyrm_page_add(page, "</text>\n");
}

/* Band and line, and a dot a point; what it stands for shows where the pointer rests on it. */
static void add_shapes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    const wyrm_plot_point *first = plot->points, *end = plot->points + plot->count;
    double radius = plot->count <= 60 ? 3 : plot->count <= 200 ? 2 : 1.2;
    wyrm_page_add(page, "  <path fill=\"" BAND_COLOUR "\" fill-opacity=\"0.6\" d=\"");
    for (const wyrm_plot_point *at = first; at < end; at++)
        wyrm_page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x),
                       down(y, at->high));
    for (const wyrm_plot_point *at = end; at-- > first;)
        wyrm_page_addf(page, "L%.1f %.1f", across(x, at->x), down(y, at->low));
    wyrm_page_add(page, "Z\"/>\n  <path fill=\"none\" stroke=\"" LINE_COLOUR
                        "\" stroke-width=\"2\" d=\"");
    for (const wyrm_plot_point *at = first; at < end; at++)
        wyrm_page_addf(page, "%s%.1f %.1f", at == first ? "M" : "L", across(x, at->x),
                       down(y, at->y));
    wyrm_page_add(page, "\"/>\n  <g fill=\"" LINE_COLOUR "\">\n");
    for (const wyrm_plot_point *at = first; at < end; at++) {
        wyrm_figure place, mean, low, high;
        wyrm_page_addf(page, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
                       across(x, at->x), down(y, at->y), radius);
        add_text(page, plot->x_label);
        wyrm_page_addf(page, " %s: ", wyrm_figure_exact(at->x, &place));
        add_text(page, plot->line_name);
        wyrm_page_addf(page, " %s, ", wyrm_figure_exact(at->y, &mean));
        add_text(page, plot->band_name);
        wyrm_page_addf(page, " %s..%s</title></circle>\n", wyrm_figure_exact(at->low, &low),
                       wyrm_figure_exact(at->high, &high));
    }
    wyrm_page_add(page, "  </g>\n</svg>\n");
}

void wyrm_plot_svg(const wyrm_plot *plot, wyrm_page *page)
{
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 10);
    wyrm_axis y = y_axis(plot, 6);
    add_head(page, plot);
    add_axes(page, plot, &x, &y);
    add_shapes(page, plot, &x, &y);
}

/* ---- A curve as a plot ---- */

/* On the page or, `svg`, as a whole file. */
static void draw_sweep(const wyrm_hit_report *hit, const wyrm_sweep *sweep, bool svg,
                       wyrm_page *page)
{
    char name[600], title[700], subtitle[200], x_label[700];
    wyrm_plot_point *points = base_zeroed(sweep->count, sizeof *points);
    if (points == NULL) {
        wyrm_page_fail(page);
        return;
    }
    name_of(hit, sweep, name, sizeof name);
    snprintf(title, sizeof title, "%s against %s%s", hit->attacker_text, hit->defender_text,
             words_of(hit).text);
    snprintf(subtitle, sizeof subtitle, "%s, exact", text_title(hit->design));
    snprintf(x_label, sizeof x_label, sweep->unit[0] != '\0' ? "%s (%s)" : "%s", name, sweep->unit);
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        points[i] = (wyrm_plot_point){at->at, at->mean, (double)at->p05, (double)at->p95};
    }
    const wyrm_plot plot = {.title = title,
                            .subtitle = subtitle,
                            .x_label = x_label,
                            .y_label = "damage of one attack (hit points)",
                            .line_name = "mean",
                            .band_name = "9 of 10 attacks",
                            .count = sweep->count,
                            .points = points};
    (svg ? wyrm_plot_svg : wyrm_plot_print)(&plot, page);
    wyrm_free(points);
}

void wyrm_report_hit_svg(const wyrm_hit_report *hit, const wyrm_sweep *sweep, wyrm_page *page)
{
    draw_sweep(hit, sweep, true, page);
}

/* ---- The answer of `wyrm hit` ---- */

static void write_hit(const wyrm_hit_report *hit, const wyrm_sweep *sweep, const wyrm_pmf *damage,
                      const wyrm_pmf *attacks, const wyrm_step *steps, size_t step_count,
                      wyrm_page *page)
{
    static const char *const sides[] = {[WYRM_SWEPT_DEFENDER] = "defender",
                                        [WYRM_SWEPT_ATTACKER] = "attacker",
                                        [WYRM_SWEPT_ATTACK] = "attack"};
    base_json json = wyrm_answer_begin(page, "hit", wyrm_design_ruleset(hit->design));
    put_fighter(&json, "attacker", hit->design, hit->attacker_text, &hit->attacker);
    put_fighter(&json, "defender", hit->design, hit->defender_text, &hit->defender);
    base_putf(&json, "attack:%s distance:%g off_centre:%g mean:%g sd:%g p_zero:%g",
              attack_names[hit->attack][0], hit->distance, hit->off_centre, wyrm_pmf_mean(damage),
              wyrm_pmf_sd(damage), wyrm_pmf_at(damage, 0));
    wyrm_put_mean_sd(&json, "hits_to_kill", attacks != NULL ? wyrm_pmf_mean(attacks) : (double)NAN,
                     attacks != NULL ? wyrm_pmf_sd(attacks) : (double)NAN);
    wyrm_put_pmf(&json, "pmf", damage);
    put_blows(&json, hit);
    put_left_out(&(asked_about){hit->design, {hit->attacker_text, hit->defender_text}, false, 1},
                 &json);
    if (hit->explain)
        base_put_list(&json, "steps");
    for (size_t i = 0; i < step_count; i++)
        base_putf(&json, "{label:%s formula:%s value:%g unit:%s}", steps[i].label, steps[i].formula,
                  steps[i].value, steps[i].unit);
    if (hit->explain)
        base_put_end(&json);
    if (sweep != NULL)
        base_putf(&json, "curve_of:{key:%s of:%s unit:%s} curve:[", sweep->key, sides[sweep->side],
                  sweep->unit);
    for (size_t i = 0; sweep != NULL && i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        base_putf(&json,
                  "{%s:%g mean:%g sd:%g p_zero:%g p05:%" PRId64 " p50:%" PRId64 " p95:%" PRId64 "}",
                  sweep->key, at->at, at->mean, at->sd, at->p_zero, at->p05, at->p50, at->p95);
    }
    if (sweep != NULL)
        base_put_end(&json);
    base_put_end(&json);
}

void wyrm_report_hit(const wyrm_hit_report *hit, const wyrm_sweep *sweep, wyrm_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(hit->design);
    wyrm_pmf *damage, *attacks = NULL; /* until the defender is dead; NULL where that never comes */
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_error unused;
    if (sweep != NULL && !page->json) {
        print_curve_headline(hit, sweep, page);
        wyrm_page_add(page, "\n");
        if (sweep->count > 1) {
            draw_sweep(hit, sweep, false, page);
            wyrm_page_add(page, "\n");
        }
        print_points(sweep, page);
        return;
    }
    if (!wyrm_page_needs(page, wyrm_combat_hit(combat, &matchup, &damage, &page->error)))
        return;
    size_t count = hit->explain ? wyrm_combat_explain(combat, &matchup, steps) : 0;
    if (hit->defender.hp >= 1 && wyrm_combat_is_plain(combat, &hit->attacker, &hit->defender) &&
        wyrm_combat_hits_to_kill(combat, damage, &hit->defender, &attacks, &unused) ==
            WYRM_ERROR_MEMORY)
        wyrm_page_fail(page);
    else if (page->json)
        write_hit(hit, sweep, damage, attacks, steps, count, page);
    else
        print_hit(hit, damage, attacks, page);
    if (hit->explain && !page->json)
        print_steps(steps, count, page);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
}

/* ---- One fight to the death ---- */

static const char *striker_name(wyrm_striker striker)
{
    return striker == WYRM_SUBJECT_FIRST ? "subject" : "opponent";
}

static void print_spread(wyrm_table *table, const char *label, const wyrm_pmf *pmf)
{
    if (pmf == NULL)
        return;
    wyrm_table_cell(table, label);
    wyrm_cell_exact(table, wyrm_pmf_mean(pmf));
    wyrm_cell_exact(table, wyrm_pmf_sd(pmf));
    wyrm_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.05));
    wyrm_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.5));
    wyrm_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.95));
}

/* Whether the other of the two comes first in the game: the rules say so, and one is the player. */
static bool differs_from_game(const wyrm_duel_report *report)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(report->design));
    const bool first = wyrm_roster_is_player(roster, report->subject_text);
    const bool second = wyrm_roster_is_player(roster, report->opponent_text);
    return rules.first == WYRM_FIRST_MONSTER && first != second &&
           first == (report->striker == WYRM_SUBJECT_FIRST);
}

/* " that begin 6 tiles apart", or nothing. */
typedef struct begin_words {
    char text[48];
} begin_words;

static begin_words begins_at(int32_t distance)
{
    begin_words out = {""};
    if (distance > 1)
        snprintf(out.text, sizeof out.text, " that begin %d tiles apart", (int)distance);
    return out;
}

static void print_duel(const wyrm_duel_report *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, wyrm_page *page)
{
    wyrm_figure win, turns, left, limit;
    const char *subject = report->subject_text, *opponent = report->opponent_text;
    if (duel->endless)
        page_say(page, "Neither %s nor %s can ever be killed: the fight never ends.", subject,
                 opponent);
    else
        page_say(page, "%s wins against %s in %s of fights%s.", subject, opponent,
                 duel->p_win > 0 && duel->p_win < HARDLY_EVER ? HARDLY_EVER_WORDS
                 : duel->fights > 0
                     ? wyrm_figure_share(page->style, duel->p_win,
                                         (wyrm_interval){duel->p_win_low, duel->p_win_high}, &win)
                     : wyrm_figure_percent(duel->p_win, &win),
                 begins_at(report->distance).text);
    if (duel->fights > 0)
        page_say(page,
                 "That is what %" PRIu32 " fights came to, which were played: it is too much to "
                 "follow every outcome.",
                 duel->fights);
    if (!duel->endless && duel->p_win > 0)
        page_say(page, "A won fight takes %s turns and leaves %s of %" PRId64 " hit points.",
                 wyrm_figure_exact(duel->turns_mean_given_win, &turns),
                 wyrm_figure_exact(duel->hp_left_mean_given_win, &left), report->subject.max_hp);
    if (!duel->endless && duel->p_unfinished > 1e-9)
        page_say(page, "%s of fights are still going on after %u turns.",
                 wyrm_figure_percent(duel->p_unfinished, &limit), WYRM_DUEL_TURN_LIMIT);
    wyrm_page_add(page, "\n");
    print_fighters(report->design, (const char *const[]){subject, opponent},
                   (const wyrm_combatant *const[]){&report->subject, &report->opponent}, page);
    if (parts->turns != NULL) {
        wyrm_table table = wyrm_table_of(page, "<|>mean|>sd|>5 %|>median|>95 %");
        print_spread(&table, "turns", parts->turns);
        print_spread(&table, "turns of a won fight", parts->turns_given_win);
        print_spread(&table, "hit points left (a lost fight is 0)", parts->hp_left);
        print_spread(&table, "hit points left after a won fight", parts->hp_left_given_win);
        wyrm_table_below(&table, 3);
    }
    if (parts->hp_left != NULL) {
        wyrm_page_add(page, "\n");
        wyrm_chart_pmf(page, parts->hp_left, 0, "hit points left");
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3, "%s strikes first (--first). Method: %s.",
                    report->striker == WYRM_SUBJECT_FIRST ? subject : opponent, duel->method);
    if (differs_from_game(report))
        page_say(page, "In the game monsters act first where both act at once: --first %s.",
                 report->striker == WYRM_SUBJECT_FIRST ? "opponent" : "subject");
    print_left_out(&(asked_about){report->design, {subject, opponent}, true, report->distance},
                   page);
}

static void write_duel(const wyrm_duel_report *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, wyrm_page *page)
{
    const wyrm_pmf *turns = parts->turns_given_win, *left = parts->hp_left_given_win;
    base_json json = wyrm_answer_begin(page, "duel", wyrm_design_ruleset(report->design));
    put_fighter(&json, "subject", report->design, report->subject_text, &report->subject);
    put_fighter(&json, "opponent", report->design, report->opponent_text, &report->opponent);
    base_putf(&json, "first:%s p_win:%g p_lose:%g p_unfinished:%g", striker_name(report->striker),
              duel->p_win, duel->p_lose, duel->p_unfinished);
    wyrm_put_mean_sd(&json, "turns", duel->turns_mean, duel->turns_sd);
    wyrm_put_mean_sd(&json, "hp_left", duel->hp_left_mean, duel->hp_left_sd);
    if (turns == NULL || left == NULL) {
        base_put_null(&json, "given_win");
    } else {
        base_put_object(&json, "given_win");
        wyrm_put_mean_sd(&json, "turns", wyrm_pmf_mean(turns), wyrm_pmf_sd(turns));
        wyrm_put_mean_sd(&json, "hp_left", wyrm_pmf_mean(left), wyrm_pmf_sd(left));
        base_put_end(&json);
    }
    base_put_text(&json, "method", duel->method);
    if (report->distance > 1)
        base_putf(&json, "distance:%d", (int)report->distance);
    if (duel->fights > 0)
        base_putf(&json, "fights:%d p_win_interval:[%g %g]", (int)duel->fights, duel->p_win_low,
                  duel->p_win_high);
    if (differs_from_game(report))
        base_put_text(&json, "first_in_game",
                      report->striker == WYRM_SUBJECT_FIRST ? "opponent" : "subject");
    put_left_out(
        &(asked_about){
            report->design, {report->subject_text, report->opponent_text}, true, report->distance},
        &json);
    wyrm_put_pmf(&json, "turns_pmf", parts->turns);
    wyrm_put_pmf(&json, "hp_left_pmf", parts->hp_left);
    wyrm_put_pmf(&json, "opponent_hp_left_pmf", parts->opponent_hp_left);
    base_put_end(&json);
}

void wyrm_report_duel(const wyrm_duel_report *report, wyrm_page *page)
{
    wyrm_duel duel;
    wyrm_duel_distributions parts = {0};
    if (!wyrm_page_needs(page, wyrm_design_duel_from(
                                   report->design, &report->subject, &report->opponent,
                                   report->striker, report->distance, &duel, &parts, &page->error)))
        return;
    (page->json ? write_duel : print_duel)(report, &duel, &parts, page);
    wyrm_duel_distributions_free(&parts);
}

/* ---- Fights at every pair of levels ---- */

/* Columns that whole percents take on the page; more than fit are shown by tenths. */
#define WIDE_CELL   3
#define NARROW_CELL 2

static const wyrm_duel *duel_at(const wyrm_matrix_report *matrix, size_t row, size_t column)
{
    return &matrix->duels[row * matrix->levels + column];
}

static int level_width(const wyrm_matrix_report *matrix)
{
    int a = snprintf(NULL, 0, "%d", matrix->first);
    int b = snprintf(NULL, 0, "%d", matrix->first + (int32_t)matrix->levels - 1);
    return a > b ? a : b;
}

/* The shares of fights won in columns from..to-1, below their levels, which are written downwards.
 * Only what is practically sure is not a number. */
static void print_map(const wyrm_matrix_report *matrix, wyrm_page *page, size_t from, size_t to,
                      int cell)
{
    int digits = level_width(matrix);
    wyrm_page_add(page, "\n");
    for (int digit = 0; digit < digits; digit++) {
        wyrm_page_spaces(page, digits);
        for (size_t c = from; c < to; c++) {
            char level[24];
            snprintf(level, sizeof level, "%*d", digits, matrix->first + (int32_t)c);
            wyrm_page_addf(page, "%*c", cell, level[digit]);
        }
        wyrm_page_add(page, "\n");
    }
    for (size_t r = 0; r < matrix->levels; r++) {
        wyrm_page_addf(page, "%*d", digits, matrix->first + (int32_t)r);
        for (size_t c = from; c < to; c++) {
            double share = duel_at(matrix, r, c)->p_win;
            wyrm_tone tone = share >= 0.9   ? WYRM_TONE_GOOD
                             : share >= 0.5 ? WYRM_TONE_DOUBT
                                            : WYRM_TONE_BAD;
            char text[8];
            if (share >= 0.995 || share < 0.005)
                snprintf(text, sizeof text, "%*s", cell, share >= 0.995 ? "#" : ".");
            else
                snprintf(text, sizeof text, "%*d", cell,
                         cell == WIDE_CELL ? (int)(100 * share + 0.5) : (int)(10 * share));
            wyrm_page_toned(page, tone, text);
        }
        wyrm_page_add(page, "\n");
    }
}

/* Monsters without levels stand at a depth instead. */
static bool stands_at_depth(const wyrm_matrix_report *matrix, const char *role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(wyrm_design_growth(matrix->design), &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == WYRM_ROLE_MONSTER)
            return false;
    return !wyrm_roster_is_player(wyrm_design_roster(matrix->design), role);
}

static void print_matrix(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    const char *rows = matrix->row_role, *columns = matrix->column_role;
    size_t room = (size_t)(page->style.width - level_width(matrix)), levels = matrix->levels;
    int cell = levels * WIDE_CELL <= room ? WIDE_CELL : NARROW_CELL;
    double least = 2, most = -1;
    wyrm_figure low, high;
    for (size_t i = 0; i < levels; i++) {
        least = fmin(least, duel_at(matrix, i, i)->p_win);
        most = fmax(most, duel_at(matrix, i, i)->p_win);
    }
    page_say(page, "At equal level %s wins against %s in %s to %s of fights.", rows, columns,
             wyrm_figure_percent(least, &low), wyrm_figure_percent(most, &high));
    page_say(page, "Gear: %s. %s strikes first.", matrix->gear_words,
             matrix->striker == WYRM_SUBJECT_FIRST ? rows : columns);
    bool row = stands_at_depth(matrix, rows), column = stands_at_depth(matrix, columns);
    if (row && column)
        page_say(page, "Monsters have no levels here: levels are depths.");
    else if (row || column)
        page_say(page, "Monsters have no levels here: the level of %s is its depth.",
                 row ? rows : columns);
    wyrm_page_add(page, "\n");
    /* Fights at equal level: at most thirty of them, evenly spread. */
    wyrm_table table = wyrm_table_of(page, ">equal level|>wins|>turns|>hit points left");
    for (size_t i = 0; i < levels; i += (levels + 29) / 30) {
        const wyrm_duel *duel = duel_at(matrix, i, i);
        wyrm_cell_exact(&table, matrix->first + (double)i);
        wyrm_cell_percent(&table, duel->p_win);
        wyrm_cell_exact(&table, duel->turns_mean);
        wyrm_cell_exact(&table, duel->hp_left_mean);
    }
    wyrm_table_end(&table, 3);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3,
                    "Fights won by %s (level by row) against %s (level by column), in %s; . is "
                    "below 0.5 %%, # is 99.5 %% and above:",
                    rows, columns, cell == WIDE_CELL ? "percent" : "tenths (7: 70 % to 80 %)");
    for (size_t from = 0, block = room / (size_t)cell; from < levels; from += block)
        print_map(matrix, page, from, from + block < levels ? from + block : levels, cell);
    wyrm_page_add(page, "\nEvery figure of every fight: --json\n");
    print_left_out(&(asked_about){matrix->design, {rows, columns}, true, 1}, page);
}

static void write_matrix(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    static const struct {
        const char *key;
        size_t offset; /* in wyrm_duel */
    } grids[] = {{"matrix", offsetof(wyrm_duel, p_win)},
                 {"turns", offsetof(wyrm_duel, turns_mean)},
                 {"hp_left", offsetof(wyrm_duel, hp_left_mean)}};
    base_json json = wyrm_answer_begin(page, "duel-matrix", wyrm_design_ruleset(matrix->design));
    base_putf(&json, "first:%s gear:%s", striker_name(matrix->striker), matrix->gear);
    put_left_out(&(asked_about){matrix->design, {matrix->row_role, matrix->column_role}, true, 1},
                 &json);
    for (int axis = 0; axis < 2; axis++) {
        base_putf(&json, "%s:{role:%s levels:[", axis == 0 ? "rows" : "columns",
                  axis == 0 ? matrix->row_role : matrix->column_role);
        for (size_t i = 0; i < matrix->levels; i++)
            base_put_whole(&json, NULL, matrix->first + (int64_t)i);
        base_putf(&json, "]}");
    }
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        base_put_list(&json, grids[g].key);
        json.open[json.depth - 1].lines = matrix->levels > 2; /* a row of it a line */
        for (size_t r = 0; r < matrix->levels; r++) {
            base_put_list(&json, NULL);
            for (size_t c = 0; c < matrix->levels; c++) {
                const char *duel = (const void *)duel_at(matrix, r, c);
                base_put_real(&json, NULL, *(const double *)(const void *)(duel + grids[g].offset));
            }
            base_put_end(&json);
        }
        base_put_end(&json);
    }
    base_put_end(&json);
}

void wyrm_report_matrix(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    (page->json ? write_matrix : print_matrix)(matrix, page);
}

/* ---- A fight with each monster ---- */

/* Where fewer are won nobody asks what a won fight leaves. */
#define RARELY 0.0005

static const char *rival(const wyrm_rivals_report *rivals, size_t index)
{
    return wyrm_roster_monster(wyrm_design_roster(rivals->design), (int32_t)index)->name;
}

static void print_rivals(const wyrm_rivals_report *rivals, wyrm_page *page)
{
    const size_t count = wyrm_roster_count(wyrm_design_roster(rivals->design));
    bool played = false;
    page_say(page, "%s, with %" PRId64 " hit points, against each monster%s:", rivals->subject_text,
             rivals->subject.max_hp,
             rivals->distance > 1 ? begins_at(rivals->distance).text + sizeof " that begin" - 1
                                  : "");
    wyrm_page_add(page, "\n");
    wyrm_table table = wyrm_table_of(page, "<|>wins|>turns|>hit points left when won");
    for (size_t i = 0; i < count; i++) {
        const wyrm_duel *duel = &rivals->duels[i];
        wyrm_table_cell(&table, rival(rivals, i));
        if (duel->endless) {
            wyrm_table_cell(&table, "never ends");
            wyrm_table_cell(&table, "-");
            wyrm_table_cell(&table, "-");
            continue;
        }
        played |= duel->fights > 0;
        if (duel->fights > 0)
            wyrm_table_cell(&table,
                            wyrm_figure_share(page->style, duel->p_win,
                                              (wyrm_interval){duel->p_win_low, duel->p_win_high},
                                              &(wyrm_figure){0}));
        else
            wyrm_cell_percent(&table, duel->p_win);
        wyrm_cell_exact(&table, duel->turns_mean);
        if (duel->p_win >= RARELY)
            wyrm_cell_exact(&table, duel->hp_left_mean_given_win);
        else
            wyrm_table_cell(&table, "-");
    }
    wyrm_table_end(&table, 3);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3, "%s strikes first (--first). %s",
                    rivals->striker == WYRM_SUBJECT_FIRST ? rivals->subject_text : "The monster",
                    played ? "Exact but for figures with an interval: those fights were played."
                           : "Exact.");
}

static void write_rivals(const wyrm_rivals_report *rivals, wyrm_page *page)
{
    const size_t count = wyrm_roster_count(wyrm_design_roster(rivals->design));
    base_json json = wyrm_answer_begin(page, "duel-each", wyrm_design_ruleset(rivals->design));
    put_fighter(&json, "subject", rivals->design, rivals->subject_text, &rivals->subject);
    base_putf(&json, "first:%s", striker_name(rivals->striker));
    if (rivals->distance > 1)
        base_putf(&json, "distance:%d", (int)rivals->distance);
    base_putf(&json, "duels:[");
    for (size_t i = 0; i < count; i++) {
        const wyrm_duel *duel = &rivals->duels[i];
        base_putf(&json, "{opponent:%s p_win:%g p_lose:%g p_unfinished:%g", rival(rivals, i),
                  duel->p_win, duel->p_lose, duel->p_unfinished);
        wyrm_put_mean_sd(&json, "turns", duel->turns_mean, duel->turns_sd);
        wyrm_put_mean_sd(&json, "hp_left", duel->hp_left_mean, duel->hp_left_sd);
        base_putf(&json, "method:%s}", duel->method);
    }
    base_putf(&json, "]}");
}

void wyrm_report_rivals(const wyrm_rivals_report *rivals, wyrm_page *page)
{
    (page->json ? write_rivals : print_rivals)(rivals, page);
}
