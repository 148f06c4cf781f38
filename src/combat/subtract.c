/* Combat by subtraction (roguelike tutorial): every attack hits and does the attacker's power minus
 * the defender's defense; or, if the section says so, minus a random part of the defense, or minus
 * so many percent of the power. */
#include "combat/internal.h"

#define POINTS_MAX 1000000.0

#define TUTORIAL   "roguelike tutorial, part 12 and the parts around it"

enum { POWER, DEFENSE };

/* clang-format off */
static const wyrm_stat subtract_stats[] = {
    [POWER] = {.name = "power", .greatest = POINTS_MAX, .unit = "hit points",
     .summary = "damage before defense, gear included", .whole = true,
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER, .plus_of = WYRM_ROLE_WEAPON},
    [DEFENSE] = {.name = "defense", .greatest = POINTS_MAX, .unit = "hit points",
     .summary = "taken off the damage of every hit, gear included", .whole = true,
     .side = WYRM_STAT_DEFENDER, .plus_of = WYRM_ROLE_ARMOR},
    {.name = NULL},
};
/* clang-format on */

enum { FLAT, RANDOM, PERCENT };
static const char *const defense_ways[] = {"flat", "random", "percent", NULL};

typedef struct subtract {
    double least;
    size_t defense_as; /* as in defense_ways */
} subtract;

typedef struct blow {
    int64_t power, least;
} blow;

static int64_t without(int64_t defense, void *context)
{
    const blow *of = context;
    return of->power - defense > of->least ? of->power - defense : of->least;
}

static wyrm_pmf *hit(combat_attack *of)
{
    const subtract *model = of->state;
    const double power = of->attacker[POWER], defense = of->defender[DEFENSE];
    const double off =
        model->defense_as == PERCENT ? floor(power * fmin(defense, 100.0) / 100.0) : defense;
    const double damage = fmax(model->least, power - off);
    blow with = {(int64_t)power, (int64_t)model->least};
    wyrm_pmf *taken, *out;
    combat_given(of, "power", power, "hit points");
    combat_given(of, "defense", defense, model->defense_as == PERCENT ? "%" : "hit points");
    if (model->defense_as == RANDOM) {
        combat_step(of, "least damage of an attack", damage, "hit points",
                    "max(%.6g, %.6g - any of 0 to %.6g)", model->least, power, defense);
        combat_keep(of, wyrm_pmf_uniform(0, (int64_t)defense, &taken, &of->arena->error), &taken);
        base_must(of->arena, wyrm_pmf_map(taken, without, &with, &out, &of->arena->error));
        return out;
    }
    if (model->defense_as == PERCENT)
        combat_step(of, "damage of every attack", damage, "hit points",
                    "max(%.6g, %.6g - %.6g %% of it, rounded down)", model->least, power, defense);
    else
        combat_step(of, "damage of every attack", damage, "hit points", "max(%.6g, %.6g - %.6g)",
                    model->least, power, defense);
    base_must(of->arena, wyrm_pmf_point((int64_t)damage, &out, &of->arena->error));
    return out;
}

static void *make(rs_opening *o)
{
    subtract *model = base_new(o->arena, subtract);
    model->least = key_real(o->section, "least");
    model->defense_as = key_choice(o->section, "defense_as");
    return model;
}

/* clang-format off */
static const wyrm_field subtract_parameters[] = {
    WYRM_ROW("least", INTEGER, .greatest = POINTS_MAX, .default_value = "0", .unit = "hit points",
             .summary = "no attack does less", .source = TUTORIAL),
    WYRM_ROW("defense_as", CHOICE, .choices = defense_ways,
             .summary = "taken off: all of defense, any of 0 up to it, or so many percent of "
                        "damage, else all; of any each is as likely, percent are rounded down"),
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define POINTS_ROW(key, from, sentence)                                                            \
    WYRM_ROW(key, INTEGER, .least = from, .greatest = POINTS_MAX, .unit = "hit points",            \
             .summary = sentence, .source = TUTORIAL)

static const wyrm_field creature_rows[] = {
    COMBAT_CREATURE_ROWS,
    POINTS_ROW(
        "power", 0.0,
        "damage before defense; always the same: for rolls, accuracy with hit_clamp: [1, 1]"),
    POINTS_ROW("defense", 0.0, "taken off the damage of every hit"),
    {.kind = WYRM_KIND_END},
};
#define ADDED_ROWS(whose)                                                                          \
    POINTS_ROW("power", -POINTS_MAX, "added to the " whose "'s power"),                            \
        POINTS_ROW("defense", -POINTS_MAX, "added to the " whose "'s defense")
static const wyrm_field weapon_rows[] = {
    ADDED_ROWS("wearer"), COMBAT_HANDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field armor_rows[] = {
    ADDED_ROWS("wearer"), COMBAT_SLOT_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field variant_rows[] = {ADDED_ROWS("monster"), {.kind = WYRM_KIND_END}};
static const wyrm_extension subtract_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

/* Records name the stats as they are, so the generic reading, adding and wearing of stats is
 * enough. */
const combat_model combat_subtract_model = {
    .model = {.name = "subtract",
              .summary = "every attack hits and does power minus defense",
              .parameters = subtract_parameters,
              .extensions = subtract_extensions},
    .stats = subtract_stats,
    .make = make,
    .hit = hit,
    .is_certain = true,
    .only_strikes = true,
};
