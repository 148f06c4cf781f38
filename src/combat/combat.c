/* The combat of a ruleset: the chosen model behind the checks that all models share. A model is one
 * file and one line in the table below. It says what an attack does as a distribution
 * (wyrm_combat_model.hit); whoever rolls an attack draws from that distribution, so the game and
 * the exact answers cannot differ. */
#include "combat/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The table of combat models: a new one is a file, a line in internal.h and a line here. */

const wyrm_model *const wyrm_combat_model_table[] = {
    &wyrm_combat_ratio.model,
    &wyrm_combat_accuracy.model,
    &wyrm_combat_subtract.model,
    &wyrm_combat_momentum.model,
    NULL,
};

struct wyrm_combat {
    const wyrm_combat_model *model;
    void *state;
    const wyrm_value *section; /* the model's parameters are in it */
};

static void make(wyrm_opening *o, void *system)
{
    const wyrm_combat_model *model = o->model;
    *(wyrm_combat *)system = (wyrm_combat){model, model->make(o), o->section};
}

wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out, wyrm_errors *errors)
{
    return wyrm_open(ruleset, "combat", sizeof **out, make, NULL, out, errors);
}

void wyrm_combat_free(wyrm_combat *combat)
{
    base_unmake(combat);
}

const char *wyrm_combat_name(const wyrm_combat *combat)
{
    return combat->model->model.name;
}

const char *wyrm_combat_idle(const wyrm_combat *combat, char *why, size_t size)
{
    return combat->model->idle != NULL ? combat->model->idle(combat->section, why, size) : NULL;
}

const wyrm_stat *wyrm_combat_stats(const wyrm_combat *combat)
{
    return combat->model->stats;
}

int wyrm_combat_stat(const wyrm_combat *combat, const char *name)
{
    for (int i = 0; combat->model->stats[i].name; i++)
        if (strcmp(combat->model->stats[i].name, name) == 0)
            return i;
    return -1;
}

wyrm_combatant wyrm_combat_blank(const wyrm_combat *combat, const char *name)
{
    wyrm_combatant combatant = {.level = 0};
    snprintf(combatant.name, sizeof combatant.name, "%s", name);
    for (int i = 0; combat->model->stats[i].name; i++)
        combatant.stats[i] = combat->model->stats[i].fallback;
    if (combat->model->blank)
        combat->model->blank(combat->state, &combatant);
    return combatant;
}

/* The keys of a record (NULL: none) that are stats, added or set; all stats are then in range. */
static void take_stats(const wyrm_combat *combat, const wyrm_value *record, bool add,
                       wyrm_combatant *combatant)
{
    const wyrm_stat *stats = combat->model->stats;
    for (int i = 0; stats[i].name; i++) {
        double *stat = &combatant->stats[i];
        if (wyrm_value_get(record, stats[i].name))
            *stat = key_real(record, stats[i].name) + (add ? *stat : 0.0);
        *stat = wyrm_stat_in_range(&stats[i], *stat);
    }
}

void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                      wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (wyrm_value_get(record, "hp"))
        combatant->hp = combatant->max_hp = wyrm_whole_hp(key_real(record, "hp"));
    if (wyrm_value_get(record, "regeneration"))
        combatant->regeneration = key_real(record, "regeneration");
    if (combat->model->read)
        combat->model->read(combat->state, record, combatant);
    take_stats(combat, combat->model->read ? NULL : record, false, combatant);
}

void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                       wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (combat->model->equip)
        combat->model->equip(combat->state, gear, record, combatant);
    take_stats(combat, combat->model->equip ? NULL : record, true, combatant);
}

void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record, wyrm_combatant *combatant)
{
    take_stats(combat, record, true, combatant);
}

/* ---- one attack ---- */

static void check_side(base_arena *arena, const wyrm_stat *stats, const wyrm_combatant *combatant)
{
    for (int i = 0; stats[i].name; i++) {
        double value = combatant->stats[i];
        if (!(value >= stats[i].least && value <= stats[i].greatest))
            base_refuse(arena, WYRM_ERROR_RANGE,
                        "'%s' of '%s' must be from %.15g to %.15g, found %.15g", stats[i].name,
                        combatant->name, stats[i].least, stats[i].greatest, value);
        if (stats[i].whole && value != floor(value))
            base_refuse(arena, WYRM_ERROR_RANGE, "'%s' of '%s' must be a whole number, found %.15g",
                        stats[i].name, combatant->name, value);
    }
}

/* Refuses what a model that knows nothing but blows cannot work out. */
static void must_strike(const combat_attack *of, const wyrm_combat_model *model)
{
    double reach = 1.0;
    if (of->matchup->attack != WYRM_ATTACK_MELEE)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' can only strike: the combat '%s' knows nothing that is %s",
                    of->matchup->attacker->name, model->model.name,
                    of->matchup->attack == WYRM_ATTACK_FIRED ? "fired" : "thrown");
    for (int i = 0; model->stats[i].name; i++)
        if (model->stats[i].means == WYRM_STAT_REACH)
            reach = of->attacker[i];
    combat_must_centre(of, false);
    combat_must_reach(of, reach);
}

typedef struct asked {
    const wyrm_combat *combat;
    combat_attack of;
    wyrm_pmf *damage;
} asked;

static void work_out(base_arena *arena, void *context)
{
    asked *to = context;
    const wyrm_matchup *matchup = to->of.matchup;
    if (!matchup->attacker || !matchup->defender)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "an attack needs an attacker and a defender");
    if (!isfinite(matchup->distance) || matchup->distance < 0.0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the distance of an attack must be a finite number of at least 0");
    if (!isfinite(matchup->off_centre) || matchup->off_centre < 0.0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the distance from an explosion must be a finite number of at least 0");
    check_side(arena, to->combat->model->stats, matchup->attacker);
    check_side(arena, to->combat->model->stats, matchup->defender);
    to->of.arena = arena;
    to->of.attacker = matchup->attacker->stats;
    to->of.defender = matchup->defender->stats;
    if (to->combat->model->only_strikes)
        must_strike(&to->of, to->combat->model);
    to->damage = to->combat->model->hit(&to->of);
}

wyrm_status wyrm_combat_hit(const wyrm_combat *combat, const wyrm_matchup *matchup,
                            wyrm_pmf **damage, wyrm_error *error)
{
    asked to = {combat, {.state = combat->state, .matchup = matchup}, NULL};
    wyrm_status status = base_do(work_out, &to, error);
    *damage = to.damage;
    return status;
}

/* The last step of every explanation is the mean, unless every attack does the same. */
size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup, wyrm_step *steps)
{
    asked to = {combat, {.state = combat->state, .matchup = matchup, .steps = steps}, NULL};
    if (base_do(work_out, &to, NULL) != WYRM_OK)
        return 0;
    if (!combat->model->is_certain)
        combat_given(&to.of, "mean damage, misses included", wyrm_pmf_mean(to.damage),
                     "hit points");
    wyrm_pmf_free(to.damage);
    return to.of.count;
}
