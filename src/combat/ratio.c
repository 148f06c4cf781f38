/* Combat by the ratio of attack to defense (RuggRogue, "Turn Order and Combat").
 *
 * An attack misses with a fixed chance, never against a sleeper. A hit does attack minus defense if
 * the attack is far above, else a share of the attack; that is multiplied by a factor drawn from a
 * table, and rounded at random. */

#include "base/pmf.h"
#include "combat/internal.h"
#include <stdio.h>

#define SPREAD_MAX 16

enum { ATTACK, DEFENSE, ASLEEP };

/* ---- rows ---- */

/* Limit of the damage of a hit: any such damage and a miss fit into one pmf. */
#define ATTACK_MAX 200000.0
#define FACTOR_MAX 5.0

#define CHAPTER    "RuggRogue source code guide, \"Turn Order and Combat\""

/* clang-format off */
static const wyrm_stat stats_rows[] = {
    [ATTACK] = {.name = "attack", .greatest = ATTACK_MAX,
     .summary = "attack power, weapon included", .side = WYRM_STAT_ATTACKER,
     .plus_of = WYRM_ROLE_WEAPON},
    [DEFENSE] = {.name = "defense", .greatest = ATTACK_MAX,
     .summary = "defense power, armor included", .side = WYRM_STAT_DEFENDER,
     .plus_of = WYRM_ROLE_ARMOR},
    [ASLEEP] = {.name = "asleep", .greatest = 1.0,
     .summary = "1 where it sleeps and cannot be missed, else 0", .side = WYRM_STAT_DEFENDER,
     .means = WYRM_STAT_ASLEEP},
    {.name = NULL},
};

static const wyrm_field spread_row[] = {
    {.name = "factor", .kind = WYRM_KIND_REAL, .required = true, .greatest = FACTOR_MAX,
     .summary = "factor of the base damage"},
    {.name = "weight", .kind = WYRM_KIND_REAL, .required = true, .greatest = 1e6,
     .summary = "how often, beside the other weights"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field spread_element[] =
    WYRM_ELEMENT("row", RECORD, .fields = spread_row,
                 .summary = "a factor and how often it comes up");

static const wyrm_field parameter_rows[] = {
    {.name = "precision", .kind = WYRM_KIND_CHOICE, .default_value = "single",
     .choices = base_precisions,
     .summary = "the floating point of the game; 32 or 64 bits", .source = CHAPTER},
    {.name = "miss", .kind = WYRM_KIND_RATIO, .greatest = 1.0, .default_value = "1/10",
     .summary = "chance that an attack does nothing; never against a sleeper", .source = CHAPTER},
    {.name = "full_from", .kind = WYRM_KIND_REAL, .greatest = 1000.0, .default_value = "2",
     .summary = "an attack of so many times the defense does attack minus defense; one of more, "
                "too",
     .source = CHAPTER},
    {.name = "share_base", .kind = WYRM_KIND_REAL, .greatest = 1.0, .default_value = "0.25",
     .summary = "share that a weaker attack does whatever the defense",
     .source = CHAPTER},
    {.name = "share_most", .kind = WYRM_KIND_REAL, .greatest = 1.0, .default_value = "0.25",
     .summary = "greatest share on top, by the ratio of attack to defense",
     .source = CHAPTER},
    {.name = "share_divisor", .kind = WYRM_KIND_REAL, .least = 0.001, .greatest = 1000.0,
     .default_value = "8",
     .summary = "that share is attack / (share_divisor x defense); a defense below 1 counts as 1",
     .source = CHAPTER},
    {.name = "spread", .kind = WYRM_KIND_LIST, .least = 1.0, .greatest = SPREAD_MAX,
     .default_value = "[{factor: 1, weight: 2}, {factor: 1.5, weight: 1}, {factor: 0.5, weight: 1}]",
     .fields = spread_element, .summary = "how damage varies around its base",
     .source = CHAPTER},
    {.name = "rounding_bits", .kind = WYRM_KIND_INTEGER, .greatest = 53.0, .default_value = "24",
     .unit = "bits",
     .summary = "bits of the random number that rounds damage by its fraction; 0: as if there were "
                "no end of them",
     .source = CHAPTER},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define POINTS_ROW(key, from, sentence)                                                            \
    WYRM_ROW(key, REAL, .least = from, .greatest = ATTACK_MAX, .summary = sentence)

static const wyrm_field creature_rows[] = {
    COMBAT_CREATURE_ROWS,
    POINTS_ROW("attack", 0.0, "attack power, else its level's; where levels give one"),
    POINTS_ROW("defense", 0.0, "defense power, else its level's; where levels give one"),
    {.kind = WYRM_KIND_END},
};
#define ADDED_ROWS                                                                                 \
    POINTS_ROW("attack", -ATTACK_MAX, "added to the attack power"),                                \
        POINTS_ROW("defense", -ATTACK_MAX, "added to the defense power")
static const wyrm_field added_rows[] = {ADDED_ROWS, {.kind = WYRM_KIND_END}};
static const wyrm_field armor_rows[] = {ADDED_ROWS, COMBAT_SLOT_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_extension extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", added_rows},
    {"weapons", added_rows},   {"armors", armor_rows},      {NULL, NULL},
};

/* ---- a cap on the share of the attack that never takes effect ---- */

/* Below full_from x defense the share attack / (divisor x max(defense, 1)) stays below
 * full_from / divisor: a cap that is no lower does nothing. */
static const char *idle(const wyrm_value *parameters, char *why, size_t size)
{
    double full_from = key_real(parameters, "full_from"), most = key_real(parameters, "share_most");
    double divisor = key_real(parameters, "share_divisor");
    if (!(divisor > 0) || most < full_from / divisor)
        return NULL;
    snprintf(why, size,
             "the cap of %.10g never takes effect: it counts only where attack is less than %.10g "
             "x defense, and there attack / (%.10g x defense) is less than %.10g",
             most, full_from, divisor, full_from / divisor);
    return "share_most";
}

/* ---- an attack ---- */

typedef struct spread {
    double factor, weight;
} spread;

typedef struct ratio {
    base_precision precision; /* every operation is rounded to it, as in the game */
    double miss;
    double full_from, share_base, share_most, share_divisor;
    spread spread[SPREAD_MAX];
    size_t count;
    double weights; /* their sum */
    unsigned rounding_bits;
} ratio;

static double kept(const ratio *model, double result)
{
    return base_in_precision(model->precision, result);
}

/* The damage of an attack. The parts of the spread, each rounded at random, are collected as pairs:
 * making a pmf of each would be most of the work. */
static wyrm_pmf *hit(combat_attack *of)
{
    const ratio *model = of->state;
    const double attack = kept(model, of->attacker[ATTACK]);
    const double defense = kept(model, of->defender[DEFENSE]);
    const bool asleep = of->defender[ASLEEP] > 0.0;
    const double miss = asleep ? 0.0 : model->miss;
    combat_given(of, "attack", attack, "");
    combat_given(of, "defense", defense, "");
    combat_step(of, "chance to miss", 100.0 * miss, "%", "%s",
                asleep ? "a sleeper is never missed" : "");
    double base;
    if (attack >= kept(model, model->full_from * defense)) {
        base = fmax(0.0, kept(model, attack - defense));
        combat_step(of, "base damage", base, "hit points", "%.6g - %.6g, as %.6g >= %.6g x %.6g",
                    attack, defense, attack, model->full_from, defense);
    } else {
        /* "Determining Damage". The order of operations, A x (base + min(most, A / (divisor x
         * max(D, 1)))), was matched against the golden figures of the game bit for bit; multiplying
         * out gives others. */
        const double least_one = fmax(defense, 1.0);
        double share = kept(model, attack / kept(model, model->share_divisor * least_one));
        share = kept(model, model->share_base + fmin(model->share_most, share));
        base = kept(model, attack * share);
        combat_step(of, "base damage", base, "hit points",
                    "%.6g x (%.6g + min(%.6g, %.6g / (%.6g x %.6g)))", attack, model->share_base,
                    model->share_most, attack, model->share_divisor, least_one);
    }
    wyrm_weighted pairs[2 * SPREAD_MAX + 1];
    size_t count = 0;
    for (const spread *part = model->spread; part < model->spread + model->count; part++) {
        const double damage = kept(model, base * part->factor);
        const double weight = (1.0 - miss) * part->weight / model->weights;
        for (size_t more = base_round_pairs(damage, model->rounding_bits, &pairs[count]); more > 0;
             more--)
            pairs[count++].weight *= weight;
        if (!of->steps)
            continue;
        char label[48];
        snprintf(label, sizeof label, "in %.4g %% of hits", 100.0 * part->weight / model->weights);
        combat_step(of, label, damage, "hit points, rounded at random", "%.6g x %.6g", base,
                    part->factor);
    }
    pairs[count++] = (wyrm_weighted){0, miss};
    wyrm_pmf *damage;
    base_must(of->arena, wyrm_pmf_from_pairs(pairs, count, &damage, &of->arena->error));
    return damage;
}

static void *make(rs_opening *o)
{
    ratio *model = base_new(o->arena, ratio);
    const wyrm_value *list = wyrm_value_get(o->section, "spread");
    model->precision = (base_precision)key_choice(o->section, "precision");
    model->miss = key_real(o->section, "miss");
    model->full_from = kept(model, key_real(o->section, "full_from"));
    model->share_base = kept(model, key_real(o->section, "share_base"));
    model->share_most = kept(model, key_real(o->section, "share_most"));
    model->share_divisor = kept(model, key_real(o->section, "share_divisor"));
    model->rounding_bits = (unsigned)key_whole(o->section, "rounding_bits");
    model->count = wyrm_value_count(list);
    for (size_t i = 0; i < model->count; i++) {
        const wyrm_value *row = wyrm_value_item(list, i);
        model->spread[i].factor = kept(model, key_real(row, "factor"));
        model->spread[i].weight = key_real(row, "weight");
        model->weights += model->spread[i].weight;
    }
    if (!(model->weights > 0.0))
        rs_error(o, list, NULL, "the weights of the spread of damage are all 0");
    else if (model->share_base + model->share_most > 1.0 + 1e-6)
        rs_error(o, wyrm_value_get(o->section, "share_most"), NULL,
                 "share_base and share_most must add up to at most 1: no share of an attack is "
                 "more than the attack");
    return model;
}

const combat_model combat_ratio_model = {
    .model = {.name = "ratio",
              .summary = "damage follows the ratio of attack to defense",
              .parameters = parameter_rows,
              .extensions = extensions},
    .stats = stats_rows,
    .make = make,
    .hit = hit,
    .only_strikes = true,
    .idle = idle,
};
