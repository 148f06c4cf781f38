/* Combat by subtraction (roguelike tutorial): every attack hits and does the attacker's power minus
 * the defender's defense. */
#include "base/arena.h"
#include "combat/internal.h"

#include <math.h>

#define POINTS_MAX 1000000.0

#define TUTORIAL   "roguelike tutorial, part 12 and the parts around it"

enum { POWER, DEFENSE };

/* clang-format off */
static const wyrm_stat subtract_stats[] = {
    [POWER] = {.name = "power", .greatest = POINTS_MAX, .unit = "hit points",
     .summary = "damage before defense, gear included", .whole = true,
     .scaling = WYRM_SCALING_DAMAGE, .side = WYRM_STAT_ATTACKER},
    [DEFENSE] = {.name = "defense", .greatest = POINTS_MAX, .unit = "hit points",
     .summary = "taken off the damage of every hit, gear included", .whole = true,
     .side = WYRM_STAT_DEFENDER},
    {.name = NULL},
};
/* clang-format on */

typedef struct subtract {
    double least;
} subtract;

static double damage_of(const subtract *model, const wyrm_matchup *matchup)
{
    return fmax(model->least, matchup->attacker->stats[POWER] - matchup->defender->stats[DEFENSE]);
}

static wyrm_status hit(const void *state, const wyrm_matchup *matchup, wyrm_pmf **damage,
                       wyrm_error *error)
{
    wyrm_status status = wyrm_combat_next_tile("subtract", matchup, error);
    if (status != WYRM_OK)
        return status;
    return wyrm_pmf_point((int64_t)damage_of(state, matchup), damage, error);
}

static size_t explain(const void *state, const wyrm_matchup *matchup, wyrm_step *steps)
{
    const subtract *model = state;
    wyrm_explaining to = {.steps = steps};
    if (wyrm_combat_next_tile("subtract", matchup, NULL) != WYRM_OK)
        return 0;
    double power = matchup->attacker->stats[POWER];
    double defense = matchup->defender->stats[DEFENSE];
    wyrm_explain_given(&to, "power", power, "hit points");
    wyrm_explain_given(&to, "defense", defense, "hit points");
    wyrm_explain(&to, "damage of every attack", damage_of(model, matchup), "hit points",
                 "max(%.6g, %.6g - %.6g)", model->least, power, defense);
    return to.count;
}

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors)
{
    (void)ruleset;
    subtract *model = base_zeroed(1, sizeof *model);
    *state = model;
    if (!model)
        return wyrm_combat_no_memory(errors);
    model->least = wyrm_value_real(wyrm_value_get(parameters, "least"));
    return WYRM_OK;
}

/* clang-format off */
static const wyrm_field subtract_parameters[] = {
    {.name = "least", .kind = WYRM_KIND_INTEGER, .greatest = POINTS_MAX, .fallback = "0",
     .unit = "hit points", .summary = "no attack does less", .source = TUTORIAL},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

#define POINTS_ROW(key, from, sentence)                                                            \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_INTEGER, .least = from, .greatest = POINTS_MAX,             \
        .unit = "hit points", .summary = sentence, .source = TUTORIAL                              \
    }

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    POINTS_ROW("power", 0.0, "damage before the other's defense"),
    POINTS_ROW("defense", 0.0, "taken off the damage of every hit"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field weapon_rows[] = {
    POINTS_ROW("power", -POINTS_MAX, "added to the wearer's power"),
    POINTS_ROW("defense", -POINTS_MAX, "added to the wearer's defense"),
    WYRM_HANDS_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field armor_rows[] = {
    POINTS_ROW("power", -POINTS_MAX, "added to the wearer's power"),
    POINTS_ROW("defense", -POINTS_MAX, "added to the wearer's defense"),
    WYRM_SLOT_ROW,
    {.kind = WYRM_KIND_END},
};
static const wyrm_field variant_rows[] = {
    POINTS_ROW("power", -POINTS_MAX, "added to the monster's power"),
    POINTS_ROW("defense", -POINTS_MAX, "added to the monster's defense"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension subtract_extensions[] = {
    {"player", creature_rows}, {"monsters", creature_rows}, {"variants", variant_rows},
    {"weapons", weapon_rows},  {"armors", armor_rows},      {NULL, NULL},
};

/* Records name the stats as they are: they are read, added and put on as for any model. */
const wyrm_combat_model wyrm_combat_subtract = {
    .model = {.name = "subtract",
              .summary = "every attack hits and does power minus defense",
              .parameters = subtract_parameters,
              .extensions = subtract_extensions},
    .stats = subtract_stats,
    .make = make,
    .hit = hit,
    .explain = explain,
};
