/* Combat by subtraction (roguelike tutorial): every attack hits and does the attacker's power minus
 * the defender's defense. */
#include "combat/internal.h"

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

static wyrm_pmf *hit(combat_attack *of)
{
    const double least = *(const double *)of->state;
    const double power = of->attacker[POWER], defense = of->defender[DEFENSE];
    const double damage = fmax(least, power - defense);
    combat_given(of, "power", power, "hit points");
    combat_given(of, "defense", defense, "hit points");
    combat_step(of, "damage of every attack", damage, "hit points", "max(%.6g, %.6g - %.6g)", least,
                power, defense);
    wyrm_pmf *out;
    base_must(of->arena, wyrm_pmf_point((int64_t)damage, &out, &of->arena->error));
    return out;
}

/* The state is the one number that there is. */
static void *make(wyrm_opening *o)
{
    double *least = base_new(o->arena, double);
    *least = key_real(o->section, "least");
    return least;
}

/* clang-format off */
static const wyrm_field subtract_parameters[] =
    WYRM_ELEMENT("least", INTEGER, .greatest = POINTS_MAX, .fallback = "0", .unit = "hit points",
                 .summary = "no attack does less", .source = TUTORIAL);
/* clang-format on */

#define POINTS_ROW(key, from, sentence)                                                            \
    WYRM_ROW(key, INTEGER, .least = from, .greatest = POINTS_MAX, .unit = "hit points",            \
             .summary = sentence, .source = TUTORIAL)

static const wyrm_field creature_rows[] = {
    WYRM_CREATURE_ROWS,
    POINTS_ROW("power", 0.0, "damage before the other's defense"),
    POINTS_ROW("defense", 0.0, "taken off the damage of every hit"),
    {.kind = WYRM_KIND_END},
};
#define ADDED_ROWS(whose)                                                                          \
    POINTS_ROW("power", -POINTS_MAX, "added to the " whose "'s power"),                            \
        POINTS_ROW("defense", -POINTS_MAX, "added to the " whose "'s defense")
static const wyrm_field weapon_rows[] = {
    ADDED_ROWS("wearer"), WYRM_HANDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field armor_rows[] = {
    ADDED_ROWS("wearer"), WYRM_SLOT_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field variant_rows[] = {ADDED_ROWS("monster"), {.kind = WYRM_KIND_END}};
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
    .is_certain = true,
    .only_strikes = true,
};
