/* `wyrm hit`: the damage of one attack, and how it changes with one number (--curve).
 *
 * Fighters are written the same way wherever two of them meet, so that part is shared with duels.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <math.h>
#include <stdio.h>

/* What the answers of `wyrm hit` share. */

typedef struct wyrm_hit_words {
    char text[96];
} wyrm_hit_words;

static void hit_curve_json(wyrm_answer *json, const wyrm_sweep *sweep);

/* Combatants in answers: the table of both sides, and the JSON object of one. */

/* Whether a stat says anything: of either side it differs from what nothing sets. */
static bool told(const wyrm_stat *row, size_t stat, const wyrm_combatant *const fighters[2])
{
    return fighters[0]->stats[stat] < row->fallback || fighters[0]->stats[stat] > row->fallback ||
           fighters[1]->stats[stat] < row->fallback || fighters[1]->stats[stat] > row->fallback;
}

static void add_number(wyrm_table *table, double value)
{
    wyrm_figure figure;
    wyrm_table_cell(table, wyrm_figure_exact(value, &figure));
}

void wyrm_fighters_table(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], wyrm_page *page)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    bool hp = fighters[0]->max_hp > 0 || fighters[1]->max_hp > 0;
    bool regenerates = fighters[0]->regeneration > 0 || fighters[1]->regeneration > 0;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "");
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
            add_number(&table, (double)fighters[side]->hp);
        if (regenerates)
            add_number(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (told(&stats[s], s, fighters))
                add_number(&table, fighters[side]->stats[s]);
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

json_t *wyrm_fighter_json(wyrm_answer *json, const wyrm_design *design, const char *text,
                          const wyrm_combatant *fighter)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    json_t *object = json_object();
    json_t *values = json_object();
    for (size_t s = 0; stats[s].name != NULL; s++)
        wyrm_answer_set(json, values, stats[s].name, wyrm_answer_real(fighter->stats[s]));
    wyrm_answer_set(json, object, "combatant", wyrm_answer_text(text));
    wyrm_answer_set(json, object, "level", json_integer(fighter->level));
    wyrm_answer_set(json, object, "hp", json_integer(fighter->hp));
    wyrm_answer_set(json, object, "max_hp", json_integer(fighter->max_hp));
    wyrm_answer_set(json, object, "regeneration", wyrm_answer_real(fighter->regeneration));
    wyrm_answer_set(json, object, "stats", values);
    return object;
}

/* How an attack is called, and as what the library takes it. */

/* What an attack is called: for scripts, and for people. */
static const char *const attack_names[][2] = {
    [WYRM_ATTACK_MELEE] = {"melee", "blow"},
    [WYRM_ATTACK_FIRED] = {"fired", "shot"},
    [WYRM_ATTACK_THROWN] = {"thrown", "throw"},
};

/* For scripts: "melee". */
static const char *hit_attack_name(const wyrm_hit_report *hit)
{
    return attack_names[hit->attack][0];
}

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
static const char *hit_words_of(const wyrm_hit_report *hit, wyrm_hit_words *out)
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

/* The damage, and the attacks until the defender is dead (NULL where that never comes). */
static wyrm_status measure(const wyrm_hit_report *hit, wyrm_pmf **damage, wyrm_pmf **attacks,
                           wyrm_error *error)
{
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    *attacks = NULL;
    wyrm_status status = wyrm_combat_hit(wyrm_design_combat(hit->design), &matchup, damage, error);
    if (status != WYRM_OK || hit->defender.hp < 1)
        return status;
    status = wyrm_hits_to_kill(*damage, hit->defender.hp, attacks, error);
    if (status == WYRM_ERROR_MEMORY) {
        wyrm_pmf_free(*damage);
        *damage = NULL;
        return status;
    }
    return WYRM_OK; /* it cannot be hurt: nothing to tell */
}

static void print_headline(const wyrm_hit_report *hit, const wyrm_pmf *damage,
                           const wyrm_pmf *attacks, wyrm_page *page)
{
    wyrm_figure mean, sd, zero, kill;
    wyrm_hit_words words;
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

wyrm_status wyrm_report_hit(const wyrm_hit_report *hit, wyrm_page *page, wyrm_error *error)
{
    wyrm_pmf *damage, *attacks;
    wyrm_status status = measure(hit, &damage, &attacks, error);
    if (status != WYRM_OK)
        return status;
    print_headline(hit, damage, attacks, page);
    wyrm_page_add(page, "\n");
    wyrm_fighters_table(hit->design, (const char *const[]){hit->attacker_text, hit->defender_text},
                        (const wyrm_combatant *const[]){&hit->attacker, &hit->defender}, page);
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, damage, 0, "damage");
    if (hit->explain)
        print_steps(hit, page);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
    return wyrm_page_status(page, error);
}

static json_t *steps_json(wyrm_answer *json, const wyrm_hit_report *hit)
{
    wyrm_step steps[WYRM_STEPS_MAX];
    wyrm_matchup matchup = wyrm_hit_matchup(hit);
    size_t count = wyrm_combat_explain(wyrm_design_combat(hit->design), &matchup, steps);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *step = json_object();
        wyrm_answer_set(json, step, "label", wyrm_answer_text(steps[i].label));
        wyrm_answer_set(json, step, "formula", wyrm_answer_text(steps[i].formula));
        wyrm_answer_set(json, step, "value", wyrm_answer_real(steps[i].value));
        wyrm_answer_set(json, step, "unit", wyrm_answer_text(steps[i].unit));
        wyrm_answer_append(json, list, step);
    }
    return list;
}

wyrm_status wyrm_report_hit_json(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                 wyrm_page *page, wyrm_error *error)
{
    wyrm_pmf *damage, *attacks;
    wyrm_status status = measure(hit, &damage, &attacks, error);
    if (status != WYRM_OK)
        return status;
    wyrm_answer json = wyrm_answer_new("hit", wyrm_design_ruleset(hit->design));
    wyrm_answer_set(&json, NULL, "attacker",
                    wyrm_fighter_json(&json, hit->design, hit->attacker_text, &hit->attacker));
    wyrm_answer_set(&json, NULL, "defender",
                    wyrm_fighter_json(&json, hit->design, hit->defender_text, &hit->defender));
    wyrm_answer_set(&json, NULL, "attack", wyrm_answer_text(hit_attack_name(hit)));
    wyrm_answer_set(&json, NULL, "distance", wyrm_answer_real(hit->distance));
    wyrm_answer_set(&json, NULL, "off_centre", wyrm_answer_real(hit->off_centre));
    wyrm_answer_set(&json, NULL, "mean", wyrm_answer_real(wyrm_pmf_mean(damage)));
    wyrm_answer_set(&json, NULL, "sd", wyrm_answer_real(wyrm_pmf_sd(damage)));
    wyrm_answer_set(&json, NULL, "p_zero", wyrm_answer_real(wyrm_pmf_at(damage, 0)));
    wyrm_answer_set(&json, NULL, "hits_to_kill",
                    attacks == NULL
                        ? json_null()
                        : wyrm_answer_mean_sd(&json, wyrm_pmf_mean(attacks), wyrm_pmf_sd(attacks)));
    wyrm_answer_set(&json, NULL, "pmf", wyrm_answer_pmf(&json, damage));
    if (hit->explain)
        wyrm_answer_set(&json, NULL, "steps", steps_json(&json, hit));
    if (sweep != NULL)
        hit_curve_json(&json, sweep);
    status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
    return status;
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
    wyrm_hit_words words;
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
    wyrm_table table = wyrm_table_new();
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
        wyrm_figure figure;
        char range[64];
        wyrm_table_cell(&table, wyrm_figure_exact(at->at, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(at->mean, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(at->sd, &figure));
        snprintf(range, sizeof range, "%lld..%lld", (long long)at->p05, (long long)at->p95);
        wyrm_table_cell(&table, range);
        wyrm_table_cell(&table, wyrm_figure_percent(at->p_zero, &figure));
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
    if (step > 1)
        wyrm_page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
}

/* What a plot of the sweep needs; its texts live in here. */
typedef struct sweep_plot {
    wyrm_plot plot;
    char title[700], subtitle[200], x_label[700];
    wyrm_plot_point *points;
} sweep_plot;

/* False where memory is out. */
static bool make_plot(const wyrm_hit_report *hit, const wyrm_sweep *sweep, sweep_plot *out)
{
    char name[600];
    wyrm_hit_words words;
    name_of(hit, sweep, name, sizeof name);
    snprintf(out->title, sizeof out->title, "%s against %s%s", hit->attacker_text,
             hit->defender_text, hit_words_of(hit, &words));
    snprintf(out->subtitle, sizeof out->subtitle, "%s, exact",
             wyrm_ruleset_title(wyrm_design_ruleset(hit->design)));
    snprintf(out->x_label, sizeof out->x_label, "%s%s%s%s", name,
             sweep->unit[0] != '\0' ? " (" : "", sweep->unit, sweep->unit[0] != '\0' ? ")" : "");
    out->points = base_zeroed(sweep->count, sizeof *out->points);
    if (out->points == NULL)
        return false;
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        out->points[i] = (wyrm_plot_point){at->at, at->mean, (double)at->p05, (double)at->p95};
    }
    out->plot = (wyrm_plot){.title = out->title,
                            .subtitle = out->subtitle,
                            .x_label = out->x_label,
                            .y_label = "damage of one attack (hit points)",
                            .line_name = "mean",
                            .band_name = "9 of 10 attacks",
                            .count = sweep->count,
                            .points = out->points};
    return true;
}

wyrm_status wyrm_report_hit_curve(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                  wyrm_page *page, wyrm_error *error)
{
    print_curve_headline(hit, sweep, page);
    wyrm_page_add(page, "\n");
    if (sweep->count > 1) {
        sweep_plot drawn;
        if (!make_plot(hit, sweep, &drawn))
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a plot");
        wyrm_plot_print(&drawn.plot, page);
        wyrm_free(drawn.points);
        wyrm_page_add(page, "\n");
    }
    print_points(sweep, page);
    return wyrm_page_status(page, error);
}

wyrm_status wyrm_report_hit_svg(const wyrm_hit_report *hit, const wyrm_sweep *sweep,
                                wyrm_page *page, wyrm_error *error)
{
    sweep_plot drawn;
    if (!make_plot(hit, sweep, &drawn))
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a picture");
    wyrm_plot_svg(&drawn.plot, page);
    wyrm_free(drawn.points);
    return wyrm_page_status(page, error);
}

/* Adds `curve_of` {key, of, unit} and `curve` [{KEY, mean, sd, p_zero, p05, p50, p95}...]. */
static void hit_curve_json(wyrm_answer *json, const wyrm_sweep *sweep)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sweep->count; i++) {
        const wyrm_sweep_point *at = &sweep->points[i];
        json_t *point = json_object();
        wyrm_answer_set(json, point, sweep->key, wyrm_answer_real(at->at));
        wyrm_answer_set(json, point, "mean", wyrm_answer_real(at->mean));
        wyrm_answer_set(json, point, "sd", wyrm_answer_real(at->sd));
        wyrm_answer_set(json, point, "p_zero", wyrm_answer_real(at->p_zero));
        wyrm_answer_set(json, point, "p05", json_integer(at->p05));
        wyrm_answer_set(json, point, "p50", json_integer(at->p50));
        wyrm_answer_set(json, point, "p95", json_integer(at->p95));
        wyrm_answer_append(json, list, point);
    }
    json_t *of = json_object();
    wyrm_answer_set(json, of, "key", wyrm_answer_text(sweep->key));
    wyrm_answer_set(json, of, "of", wyrm_answer_text(side_names[sweep->side]));
    wyrm_answer_set(json, of, "unit", wyrm_answer_text(sweep->unit));
    wyrm_answer_set(json, NULL, "curve_of", of);
    wyrm_answer_set(json, NULL, "curve", list);
}
