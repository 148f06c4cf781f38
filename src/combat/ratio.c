/* Combat by the ratio of attack to defense (RuggRogue, "Turn Order and Combat").
 *
 * An attack misses with a fixed chance, never against a sleeper. Else it does the difference of
 * attack and defense where the attack is far above, a share of the attack where it is not, times a
 * factor from a table, rounded at random. */
#include "base/pmf_internal.h"
#include "base/precision.h"
#include "combat/common.h"
#include "combat/models.h"
#include "combat/ratio_cap.h"
#include "combat/ratio_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct spread {
    double factor, weight;
} spread;

typedef struct ratio {
    wyrm_precision precision; /* every operation is rounded to it, as in the game */
    double miss;
    double full_from, share_base, share_most, share_divisor;
    spread spread[WYRM_RATIO_SPREAD_MAX];
    size_t count;
    double weights; /* their sum */
    unsigned rounding_bits;
} ratio;

static double kept(const ratio *model, double result)
{
    return wyrm_in_precision(model->precision, result);
}

/* "Determining Damage". The order of operations, A x (base + min(most, A / (divisor x max(D, 1)))),
 * was matched against the golden figures of the game bit for bit; multiplying out gives others. */
static double share_of_attack(const ratio *model, double attack, double defense)
{
    double share = kept(model, attack / kept(model, model->share_divisor * fmax(defense, 1.0)));
    return kept(model, model->share_base + fmin(model->share_most, share));
}

static bool is_full(const ratio *model, double attack, double defense)
{
    return attack >= kept(model, model->full_from * defense);
}

static double base_damage(const ratio *model, double attack, double defense)
{
    if (is_full(model, attack, defense))
        return fmax(0.0, kept(model, attack - defense));
    return kept(model, attack * share_of_attack(model, attack, defense));
}

static double stat(const ratio *model, const wyrm_combatant *combatant, int index)
{
    return kept(model, combatant->stats[index]);
}

static double miss_chance(const ratio *model, const wyrm_matchup *matchup)
{
    return matchup->defender->stats[ASLEEP] > 0.0 ? 0.0 : model->miss;
}

static double matchup_damage(const ratio *model, const wyrm_matchup *matchup)
{
    return base_damage(model, stat(model, matchup->attacker, ATTACK),
                       stat(model, matchup->defender, DEFENSE));
}

/* One part of the spread, rounded at random, as shares of all attacks. Returns how many pairs. */
static size_t add_part(const ratio *model, double damage, double weight, wyrm_weighted *pairs)
{
    size_t count = wyrm_round_pairs(damage, model->rounding_bits, pairs);
    for (size_t i = 0; i < count; i++)
        pairs[i].weight *= weight;
    return count;
}

/* The parts are added up as pairs: a pmf of each of them would be most of the work. */
static wyrm_status hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error)
{
    wyrm_status status = wyrm_combat_next_tile("ratio", matchup, error);
    if (status != WYRM_OK)
        return status;
    const ratio *model = state;
    double miss = miss_chance(model, matchup), base = matchup_damage(model, matchup);
    wyrm_weighted pairs[2 * WYRM_RATIO_SPREAD_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; i < model->count; i++)
        count += add_part(model, kept(model, base * model->spread[i].factor),
                          (1.0 - miss) * model->spread[i].weight / model->weights, &pairs[count]);
    pairs[count++] = (wyrm_weighted){0, miss};
    return wyrm_pmf_from_pairs(pairs, count, damage, error);
}

static void explain_base(const ratio *model, double attack, double defense,
                         wyrm_explaining *explaining)
{
    double base = base_damage(model, attack, defense);
    if (is_full(model, attack, defense))
        wyrm_explain(explaining, "base damage", base, "hit points",
                     "%.6g - %.6g, as %.6g >= %.6g x %.6g", attack, defense, attack,
                     model->full_from, defense);
    else
        wyrm_explain(explaining, "base damage", base, "hit points",
                     "%.6g x (%.6g + min(%.6g, %.6g / (%.6g x %.6g)))", attack, model->share_base,
                     model->share_most, attack, model->share_divisor, fmax(defense, 1.0));
}

static void explain_spread(const ratio *model, double base, wyrm_explaining *explaining)
{
    for (size_t i = 0; i < model->count; i++) {
        const spread *part = &model->spread[i];
        char label[48];
        snprintf(label, sizeof label, "in %.4g %% of hits", 100.0 * part->weight / model->weights);
        wyrm_explain(explaining, label, kept(model, base * part->factor),
                     "hit points, rounded at random", "%.6g x %.6g", base, part->factor);
    }
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    const ratio *model = state;
    wyrm_explaining explaining = {.steps = steps};
    double attack = stat(model, matchup->attacker, ATTACK);
    double defense = stat(model, matchup->defender, DEFENSE);
    if (wyrm_combat_next_tile("ratio", matchup, NULL) != WYRM_OK)
        return 0;

    bool asleep = matchup->defender->stats[ASLEEP] > 0.0;
    wyrm_explain_given(&explaining, "attack", attack, "");
    wyrm_explain_given(&explaining, "defense", defense, "");
    wyrm_explain(&explaining, "chance to miss", 100.0 * miss_chance(model, matchup), "%", "%s",
                 asleep ? "a sleeper is never missed" : "");
    explain_base(model, attack, defense, &explaining);
    explain_spread(model, base_damage(model, attack, defense), &explaining);

    wyrm_pmf *damage;
    if (hit(state, matchup, &damage, NULL) == WYRM_OK) {
        wyrm_explain_mean(&explaining, damage);
        wyrm_pmf_free(damage);
    }
    return explaining.count;
}

static void read_spread(ratio *model, const wyrm_value *list)
{
    model->count = wyrm_value_count(list);
    for (size_t i = 0; i < model->count && i < WYRM_RATIO_SPREAD_MAX; i++) {
        const wyrm_value *row = wyrm_value_item(list, i);
        model->spread[i].factor = kept(model, wyrm_value_real(wyrm_value_get(row, "factor")));
        model->spread[i].weight = wyrm_value_real(wyrm_value_get(row, "weight"));
        model->weights += model->spread[i].weight;
    }
}

static wyrm_status check(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                         const ratio *model, wyrm_errors *errors)
{
    if (!(model->weights > 0.0))
        return wyrm_value_fail(ruleset, wyrm_value_get(parameters, "spread"), errors, NULL,
                               "the weights of the spread of damage are all 0");
    if (model->share_base + model->share_most > 1.0 + 1e-6)
        return wyrm_value_fail(ruleset, wyrm_value_get(parameters, "share_most"), errors, NULL,
                               "share_base and share_most must add up to at most 1: no share of "
                               "an attack is more than the attack");
    return WYRM_OK;
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    *state = NULL;
    ratio *model = calloc(1, sizeof *model);
    if (!model)
        return wyrm_combat_no_memory(errors);
    model->precision = (wyrm_precision)wyrm_value_choice(wyrm_value_get(parameters, "precision"));
    model->miss = wyrm_value_real(wyrm_value_get(parameters, "miss"));
    model->full_from = kept(model, wyrm_value_real(wyrm_value_get(parameters, "full_from")));
    model->share_base = kept(model, wyrm_value_real(wyrm_value_get(parameters, "share_base")));
    model->share_most = kept(model, wyrm_value_real(wyrm_value_get(parameters, "share_most")));
    model->share_divisor =
        kept(model, wyrm_value_real(wyrm_value_get(parameters, "share_divisor")));
    model->rounding_bits =
        (unsigned)wyrm_value_integer(wyrm_value_get(parameters, "rounding_bits"));
    read_spread(model, wyrm_value_get(parameters, "spread"));
    wyrm_status status = check(ruleset, parameters, model, errors);
    if (status != WYRM_OK) {
        free(model);
        return status;
    }
    *state = model;
    return WYRM_OK;
}

static void release(void *state)
{
    free(state);
}

const wyrm_combat_model wyrm_combat_ratio = {
    .model = {.name = "ratio",
              .summary = "damage follows the ratio of attack to defense",
              .parameters = wyrm_ratio_parameters,
              .extensions = wyrm_ratio_extensions},
    .stats = wyrm_ratio_stats,
    .make = make,
    .release = release,
    .hit = hit,
    .explain = explain,
    .idle = wyrm_ratio_idle,
};
