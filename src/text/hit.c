/* `wyrm hit`: the damage of one attack, and how it changes with one number (--curve).
 *
 * Fighters are written the same way wherever two of them meet, so that part is shared with duels.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <inttypes.h>

#include <math.h>
#include <stdio.h>

typedef struct hit_words {
    char text[96];
} hit_words;

/* ---- Combatants in answers: a table of both sides, an object of one ---- */

/* Whether a stat says anything: of either side it differs from what nothing sets. */
static bool told(const wyrm_stat *row, size_t stat, const wyrm_combatant *const fighters[2])
{
    return fighters[0]->stats[stat] < row->fallback || fighters[0]->stats[stat] > row->fallback ||
           fighters[1]->stats[stat] < row->fallback || fighters[1]->stats[stat] > row->fallback;
}

void wyrm_fighters_table(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], wyrm_page *page)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    bool hp = fighters[0]->max_hp > 0 || fighters[1]->max_hp > 0;
    bool regenerates = fighters[0]->regeneration > 0 || fighters[1]->regeneration > 0;
    wyrm_table table = wyrm_table_of(page, "<");
    if (hp)
        wyrm_table_column(&table, WYRM_RIGHT, "hit points");
    if (regenerates)
        wyrm_table_column(&table, WYRM_RIGHT, "won back a turn");
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (told(&stats[s], s, fighters))
            wyrm_table_column(&table, WYRM_RIGHT, stats[s].name);
    for (int side = 0; side < 2; side++) {
        wyrm_table_cell(&table, names[side]);
        if (hp)
            wyrm_cell_exact(&table, (double)fighters[side]->hp);
        if (regenerates)
            wyrm_cell_exact(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (told(&stats[s], s, fighters))
                wyrm_cell_exact(&table, fighters[side]->stats[s]);
    }
    wyrm_table_end(&table, 3);
}

void wyrm_put_fighter(base_json *json, const char *key, const wyrm_design *design, const char *text,
                      const wyrm_combatant *fighter)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    base_putf(json,
              "%s:{combatant:%s level:%d hp:%" PRId64 " max_hp:%" PRId64 " regeneration:%g stats:{",
              key, text, fighter->level, fighter->hp, fighter->max_hp, fighter->regeneration);
    for (size_t s = 0; stats[s].name != NULL; s++)
        base_put_real(json, stats[s].name, fighter->stats[s]);
    base_putf(json, "}}");
}

/* How an attack is called, and as what the library takes it. */

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
static const char *hit_words_of(const wyrm_hit_report *hit, hit_words *out)
{
    wyrm_figure distance, off_centre;
    wyrm_figure_exact(hit->distance, &distance);
    out->text[0] = '\0';
    int used = 0;
    if (hit->attack != WYRM_ATTACK_MELEE || hit->distance < 1 || hit->distance > 1)
        used = snprintf(out->text, sizeof out->text, " with a %s over %.16s %s",
                        attack_names[hit->attack][1], distance.text,
                        hit->distance < 1 || hit->distance > 1 ? "tiles" : "tile");
    if (hit->off_centre > 0)
        snprintf(out->text + used, sizeof out->text - (size_t)used, ", %.16s off the centre",
                 wyrm_figure_exact(hit->off_centre, &off_centre));
    return out->text;
}

/* The answer of `wyrm hit`: the distribution of one attack. */

static void print_headline(const wyrm_hit_report *hit, const wyrm_pmf *damage,
                           const wyrm_pmf *attacks, wyrm_page *page)
{
    wyrm_figure mean, sd, zero, kill;
    hit_words words;
    hit_words_of(hit, &words);
    double p_zero = wyrm_pmf_at(damage, 0);
    if (p_zero >= 1) {
        wyrm_page_wrapf(page, 0, 0, "%s can never hurt %s%s.", hit->attacker_text,
                        hit->defender_text, words.text);
        return;
    }
    wyrm_page_wrapf(page, 0, 0,
                    "%s does %s damage to %s%s on average (sd %s), and none at all in %s "
                    "of its attacks.",
                    hit->attacker_text, wyrm_figure_exact(wyrm_pmf_mean(damage), &mean),
                    hit->defender_text, words.text, wyrm_figure_exact(wyrm_pmf_sd(damage), &sd),
                    wyrm_figure_percent(p_zero, &zero));
    if (attacks != NULL)
        wyrm_page_wrapf(page, 0, 0,
                        "It kills in %s attacks on average, in 9 cases of 10 within "
                        "%lld.",
                        wyrm_figure_exact(wyrm_pmf_mean(attacks), &kill),
                        (long long)wyrm_pmf_quantile(attacks, 0.9));
}

static void print_steps(const wyrm_hit_report *hit, wyrm_page *page)
{
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    size_t count = wyrm_combat_explain(wyrm_design_combat(hit->design), &matchup, steps);
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        int label = wyrm_display_width(steps[i].label);
        width = label > width ? label : width;
    }
    wyrm_page_add(page, "\n   ");
    wyrm_page_toned(page, WYRM_TONE_STRONG, "step by step");
    wyrm_page_add(page, "\n");
    for (size_t i = 0; i < count; i++) {
        wyrm_figure value;
        wyrm_page_addf(page, "   %s", steps[i].label);
        wyrm_page_spaces(page, width - wyrm_display_width(steps[i].label) + 2);
        wyrm_page_wrapf(page, 5 + width, 5 + width, "%s %s",
                        wyrm_figure_exact(steps[i].value, &value), steps[i].unit);
        if (steps[i].formula[0] == '\0')
            continue;
        wyrm_page_spaces(page, 5);
        wyrm_page_wrapf(page, 5, 7, "= %s", steps[i].formula);
    }
}

static void put_steps(base_json *json, const char *key, const wyrm_hit_report *hit)
{
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    size_t count = wyrm_combat_explain(wyrm_design_combat(hit->design), &matchup, steps);
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++) {
        base_putf(json, "{label:%s formula:%s value:%g unit:%s}", steps[i].label, steps[i].formula,
                  steps[i].value, steps[i].unit);
    }
    base_put_end(json);
}

#define ROWS_MAX 24 /* of the table; more points are left to --json */

static const char *const side_names[] = {
    [WYRM_SWEPT_DEFENDER] = "defender",
    [WYRM_SWEPT_ATTACKER] = "attacker",
    [WYRM_SWEPT_ATTACK] = "attack",
};

/* "defense of monster@6" */
static void name_of(const wyrm_hit_report *hit, const wyrm_sweep *sweep, char *out, size_t size)
{
    if (sweep->side == WYRM_SWEPT_ATTACK)
        snprintf(out, size, "%s", sweep->key);
    else
        snprintf(out, size, "%s of %s", sweep->key,
                 sweep->side == WYRM_SWEPT_ATTACKER ? hit->attacker_text : hit->defender_text);
}

static void print_curve_headline(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                 wyrm_page *page)
{
    const wyrm_sweep_point *first = &sweep->points[0], *last = &sweep->points[sweep->count - 1];
    char name[600];
    hit_words words;
    wyrm_figure from, to, low, high;
    name_of(hit, sweep, name, sizeof name);
    wyrm_figure_exact(first->at, &from);
    wyrm_figure_exact(last->at, &to);
    if (sweep->flat) {
        wyrm_page_wrapf(page, 0, 0,
                        "%s makes no difference from %s to %s: an attack of %s on %s%s does %s "
                        "damage on average.",
                        name, from.text, to.text, hit->attacker_text, hit->defender_text,
                        hit_words_of(hit, &words), wyrm_figure_exact(first->mean, &low));
        return;
    }
    double least = first->mean, most = first->mean;
    for (size_t i = 0; i < sweep->count; i++) {
        least = fmin(least, sweep->points[i].mean);
        most = fmax(most, sweep->points[i].mean);
    }
    bool falls = last->mean < first->mean,
         ends = fmin(first->mean, last->mean) <= least && fmax(first->mean, last->mean) >= most;
    if (ends)
        wyrm_page_wrapf(page, 0, 0,
                        "As %s goes from %s to %s, the mean damage of %s%s %s from %s to %s.", name,
                        from.text, to.text, hit->attacker_text, hit_words_of(hit, &words),
                        falls ? "falls" : "rises", wyrm_figure_exact(first->mean, &low),
                        wyrm_figure_exact(last->mean, &high));
    else
        wyrm_page_wrapf(page, 0, 0,
                        "As %s goes from %s to %s, the mean damage of %s%s lies between %s and "
                        "%s, %s at the first and %s at the last.",
                        name, from.text, to.text, hit->attacker_text, hit_words_of(hit, &words),
                        wyrm_figure_exact(least, &low), wyrm_figure_exact(most, &high),
                        wyrm_figure_exact(first->mean, &from), wyrm_figure_exact(last->mean, &to));
}

static void print_points(const wyrm_sweep *sweep, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "");
    size_t step = (sweep->count + ROWS_MAX - 1) / ROWS_MAX;
    char heading[128];
    snprintf(heading, sizeof heading, "%s\n%s", sweep->key, sweep->unit);
    wyrm_table_column(&table, WYRM_RIGHT, sweep->unit[0] != '\0' ? heading : sweep->key);
    wyrm_table_column(&table, WYRM_RIGHT, "mean\ndamage");
    wyrm_table_column(&table, WYRM_RIGHT, "sd");
    wyrm_table_column(&table, WYRM_RIGHT, "9 of 10\nattacks");
    wyrm_table_column(&table, WYRM_RIGHT, "no damage");
    for (size_t i = 0; i < sweep->count; i += step) {
        const wyrm_sweep_point *at = &sweep->points[i];
        wyrm_cell_exact(&table, at->at);
        wyrm_cell_exact(&table, at->mean);
        wyrm_cell_exact(&table, at->sd);
        wyrm_table_cellf(&table, "%lld..%lld", (long long)at->p05, (long long)at->p95);
        wyrm_cell_percent(&table, at->p_zero);
    }
    wyrm_table_end(&table, 3);
    if (step > 1)
        wyrm_page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
}

/* `curve_of` {key, of, unit} and `curve` [{KEY, mean, sd, p_zero, p05, p50, p95}...]. */
static void put_sweep(base_json *json, const wyrm_sweep *sweep)
{
    base_putf(json, "curve_of:{key:%s of:%s unit:%s} curve:[", sweep->key, side_names[sweep->side],
              sweep->unit);
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        base_putf(json,
                  "{%s:%g mean:%g sd:%g p_zero:%g p05:%" PRId64 " p50:%" PRId64 " p95:%" PRId64 "}",
                  sweep->key, at->at, at->mean, at->sd, at->p_zero, at->p05, at->p50, at->p95);
    }
    base_put_end(json);
}

/* A curve is drawn as a plot on the page or, `svg`, as a whole file. */
static void draw_sweep(const wyrm_hit_report *hit, const wyrm_sweep *sweep, bool svg,
                       wyrm_page *page)
{
    char name[600], title[700], subtitle[200], x_label[700];
    hit_words words;
    wyrm_plot_point *points = base_zeroed(sweep->count, sizeof *points);
    if (points == NULL) {
        wyrm_page_fail(page);
        return;
    }
    name_of(hit, sweep, name, sizeof name);
    snprintf(title, sizeof title, "%s against %s%s", hit->attacker_text, hit->defender_text,
             hit_words_of(hit, &words));
    snprintf(subtitle, sizeof subtitle, "%s, exact",
             wyrm_ruleset_title(wyrm_design_ruleset(hit->design)));
    snprintf(x_label, sizeof x_label, "%s%s%s%s", name, sweep->unit[0] != '\0' ? " (" : "",
             sweep->unit, sweep->unit[0] != '\0' ? ")" : "");
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

/* ---- The answer ---- */

static void print_hit(const wyrm_hit_report *hit, const wyrm_pmf *damage, const wyrm_pmf *attacks,
                      wyrm_page *page)
{
    print_headline(hit, damage, attacks, page);
    wyrm_page_add(page, "\n");
    wyrm_fighters_table(hit->design, (const char *const[]){hit->attacker_text, hit->defender_text},
                        (const wyrm_combatant *const[]){&hit->attacker, &hit->defender}, page);
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, damage, 0, "damage");
    if (hit->explain)
        print_steps(hit, page);
}

static void write_hit(const wyrm_hit_report *hit, const wyrm_sweep *sweep, const wyrm_pmf *damage,
                      const wyrm_pmf *attacks, wyrm_page *page)
{
    base_json json = wyrm_answer_begin(page, "hit", wyrm_design_ruleset(hit->design));
    wyrm_put_fighter(&json, "attacker", hit->design, hit->attacker_text, &hit->attacker);
    wyrm_put_fighter(&json, "defender", hit->design, hit->defender_text, &hit->defender);
    base_putf(&json, "attack:%s distance:%g off_centre:%g mean:%g sd:%g p_zero:%g",
              attack_names[hit->attack][0], hit->distance, hit->off_centre, wyrm_pmf_mean(damage),
              wyrm_pmf_sd(damage), wyrm_pmf_at(damage, 0));
    if (attacks != NULL)
        wyrm_put_mean_sd(&json, "hits_to_kill", wyrm_pmf_mean(attacks), wyrm_pmf_sd(attacks));
    else
        base_put_null(&json, "hits_to_kill");
    wyrm_put_pmf(&json, "pmf", damage);
    if (hit->explain)
        put_steps(&json, "steps", hit);
    if (sweep != NULL)
        put_sweep(&json, sweep);
    base_put_end(&json);
}

void wyrm_report_hit(const wyrm_hit_report *hit, const wyrm_sweep *sweep, wyrm_page *page)
{
    wyrm_pmf *damage, *attacks = NULL; /* until the defender is dead; NULL where that never comes */
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
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
    if (!wyrm_page_needs(page, wyrm_combat_hit(wyrm_design_combat(hit->design), &matchup, &damage,
                                               &page->error)))
        return;
    if (hit->defender.hp >= 1 &&
        wyrm_hits_to_kill(damage, hit->defender.hp, &attacks, &unused) == WYRM_ERROR_MEMORY)
        wyrm_page_fail(page);
    else if (page->json)
        write_hit(hit, sweep, damage, attacks, page);
    else
        print_hit(hit, damage, attacks, page);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
}
