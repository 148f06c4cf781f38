/* The answer of `wyrm hit`: the distribution of one attack. */
#include "report/report.h"

#include "output/chart.h"
#include "output/figures.h"
#include "output/json.h"
#include "report/fighters.h"
#include "report/hit_words.h"

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
    wyrm_hit_words_of(hit, &words);
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
    wyrm_answer_set(&json, NULL, "attack", wyrm_answer_text(wyrm_hit_attack_name(hit)));
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
        wyrm_hit_curve_json(&json, sweep);
    status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    wyrm_pmf_free(damage);
    wyrm_pmf_free(attacks);
    return status;
}
