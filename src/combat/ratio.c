/* Combat by the ratio of attack to defense (RuggRogue, "Turn Order and Combat").
 *
 * An attack misses with a fixed chance, never against a sleeper. Else it does the difference of
 * attack and defense where the attack is far above, a share of the attack where it is not, times a
 * factor from a table, rounded at random. */

#include <math.h>
#include <stdio.h>

#include <wyrm/combat.h>

#include "base/arena.h"
#include "base/pmf.h"
#include "base/text.h"
#include "combat/internal.h"

/* Combat by the ratio, as its files see it: the places of its stats, and its rows. */

#define WYRM_RATIO_SPREAD_MAX 16

enum { ATTACK, DEFENSE, ASLEEP };

extern const wyrm_stat wyrm_ratio_stats[];
extern const wyrm_field wyrm_ratio_parameters[];
extern const wyrm_extension wyrm_ratio_extensions[];

/* ---- ratio rows ----
 *
 * The rows of combat by the ratio: its stats, its parameters, and what it adds to records. */

/* No hit can do more: any such damage and a miss fit into one pmf. */
#define ATTACK_MAX 200000.0
#define FACTOR_MAX 5.0

#define CHAPTER    "RuggRogue source code guide, \"Turn Order and Combat\""

/* clang-format off */
const wyrm_stat wyrm_ratio_stats[] = {
    [ATTACK] = {.name = "attack", .greatest = ATTACK_MAX,
     .summary = "attack power, weapon included", .side = WYRM_STAT_ATTACKER},
    [DEFENSE] = {.name = "defense", .greatest = ATTACK_MAX,
     .summary = "defense power, armor included", .side = WYRM_STAT_DEFENDER},
    [ASLEEP] = {.name = "asleep", .greatest = 1.0,
     .summary = "1 where it sleeps and cannot be missed, else 0", .side = WYRM_STAT_DEFENDER,
     .means = WYRM_STAT_ASLEEP},
    {.name = NULL},
};

static const wyrm_field spread_row[] = {
    {.name = "factor", .kind = WYRM_KIND_REAL, .required = true, .greatest = FACTOR_MAX,
     .summary = "what the base damage is multiplied by"},
    {.name = "weight", .kind = WYRM_KIND_REAL, .required = true, .greatest = 1e6,
     .summary = "how often, in proportion to the other weights"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field spread_element[] = {
    {.name = "row", .kind = WYRM_KIND_RECORD, .fields = spread_row,
     .summary = "a factor and how often it comes up"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_ratio_parameters[] = {
    {.name = "precision", .kind = WYRM_KIND_CHOICE, .fallback = "single",
     .choices = wyrm_precisions,
     .summary = "the floating point that the game computes in: 32 or 64 bits", .source = CHAPTER},
    {.name = "miss", .kind = WYRM_KIND_RATIO, .greatest = 1.0, .fallback = "1/10",
     .summary = "chance that an attack does nothing; never against a sleeper", .source = CHAPTER},
    {.name = "full_from", .kind = WYRM_KIND_REAL, .greatest = 1000.0, .fallback = "2",
     .summary = "an attack of at least so many times the defense does attack minus defense",
     .source = CHAPTER},
    {.name = "share_base", .kind = WYRM_KIND_REAL, .greatest = 1.0, .fallback = "0.25",
     .summary = "the share of the attack that a weaker attack does whatever the defense",
     .source = CHAPTER},
    {.name = "share_most", .kind = WYRM_KIND_REAL, .greatest = 1.0, .fallback = "0.25",
     .summary = "the greatest share that it does on top, by the ratio of attack to defense",
     .source = CHAPTER},
    {.name = "share_divisor", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .fallback = "8",
     .summary = "that share is attack / (share_divisor x defense), a defense below 1 counting as 1",
     .source = CHAPTER},
    {.name = "spread", .kind = WYRM_KIND_LIST, .least = 1.0, .greatest = WYRM_RATIO_SPREAD_MAX,
     .fallback = "[{factor: 1, weight: 2}, {factor: 1.5, weight: 1}, {factor: 0.5, weight: 1}]",
     .fields = spread_element, .summary = "how the damage of a hit varies around the base damage",
     .source = CHAPTER},
    {.name = "rounding_bits", .kind = WYRM_KIND_INTEGER, .greatest = 53.0, .fallback = "24",
     .unit = "bits",
     .summary = "bits of the random number that rounds a damage up or down by its fraction; 0: as "
                "if there were no end of them", .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define POINTS_ROW(key, from, sentence)                                                            \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_REAL, .least = from, .greatest = ATTACK_MAX,                \
        .summary = sentence                                                                        \
    }

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    POINTS_ROW("attack", 0.0, "attack power; without it that of its level, where levels give one"),
    POINTS_ROW("defense", 0.0,
               "defense power; without it that of its level, where levels give one"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field added_rows[] = {
    POINTS_ROW("attack", -ATTACK_MAX, "added to the attack power"),
    POINTS_ROW("defense", -ATTACK_MAX, "added to the defense power"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    POINTS_ROW("attack", -ATTACK_MAX, "added to the attack power"),
    POINTS_ROW("defense", -ATTACK_MAX, "added to the defense power"),
    WYRM_SLOT_ROW,
    {.kind = WYRM_KIND_END},
};
const wyrm_extension wyrm_ratio_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", added_rows},
    {"weapons", added_rows},   {"armors", armor_rows},      {NULL, NULL},
};

/* ---- the cap of the combat by the ratio, where it never takes effect ---- */

/* Below full_from x defense the share attack / (divisor x max(defense, 1)) stays below
 * full_from / divisor: a cap that is no lower does nothing. */
static const char *ratio_idle(const wyrm_value *parameters, char *why, size_t size)
{
    double full_from = wyrm_value_real(wyrm_value_get(parameters, "full_from"));
    double divisor = wyrm_value_real(wyrm_value_get(parameters, "share_divisor"));
    double most = wyrm_value_real(wyrm_value_get(parameters, "share_most"));
    if (!(divisor > 0) || most < full_from / divisor)
        return NULL;
    snprintf(why, size,
             "the cap of %.10g never takes effect: it counts only where attack is "
             "less than %.10g x defense, and there attack / (%.10g x defense) is "
             "less than %.10g",
             most, full_from, divisor, full_from / divisor);
    return "share_most";
}

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
static wyrm_status ratio_hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
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
    if (ratio_hit(state, matchup, &damage, NULL) == WYRM_OK) {
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
    ratio *model = base_zeroed(1, sizeof *model);
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
        wyrm_free(model);
        return status;
    }
    *state = model;
    return WYRM_OK;
}

const wyrm_combat_model wyrm_combat_ratio = {
    .model = {.name = "ratio",
              .summary = "damage follows the ratio of attack to defense",
              .parameters = wyrm_ratio_parameters,
              .extensions = wyrm_ratio_extensions},
    .stats = wyrm_ratio_stats,
    .make = make,
    .hit = ratio_hit,
    .explain = explain,
    .idle = ratio_idle,
};
