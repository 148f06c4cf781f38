/* The combat of a ruleset: the chosen model behind the checks that all models share. A model is one
 * file and one line in the table below. It says what an attack does as a distribution
 * (wyrm_combat_model.hit); whoever rolls an attack draws from that distribution, so the game and
 * the exact answers cannot differ. */
#include "combat/internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The table of combat models: a new one is a file, a line in internal.h and a line here. */

/* clang-format off */
const wyrm_model *const wyrm_combat_model_table[] = {
    &wyrm_combat_ratio.model, &wyrm_combat_accuracy.model, &wyrm_combat_subtract.model,
    &wyrm_combat_momentum.model, &wyrm_combat_d20.model, &wyrm_combat_script.model, NULL,
};
/* clang-format on */

/* That of a ruleset that names none: nobody has stats, or can attack. */

static void *make_none(wyrm_opening *o)
{
    (void)o;
    return NULL;
}

static wyrm_pmf *hit_none(combat_attack *of)
{
    base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                "nobody can attack: 'models: {combat: ...}' is missing");
}

static const wyrm_stat no_stats[] = {{.name = NULL}};
static const wyrm_combat_model none = {
    .model = {.name = ""}, .stats = no_stats, .make = make_none, .hit = hit_none};

static void drop_known(struct combat_known *known)
{
    for (size_t i = 0; known->places != NULL && i < COMBAT_KNOWN_MOST; i++)
        combat_forget(&known->places[i]);
    wyrm_free(known->places);
    wyrm_free(known->duels);
    pthread_mutex_destroy(&known->lock);
}

static void make(wyrm_opening *o, void *system)
{
    const wyrm_combat_model *model = o->model != NULL ? o->model : &none;
    wyrm_combat *combat = system;
    *combat = (wyrm_combat){.model = model, .section = o->section};
    combat->amounts = combat_amounts_new(o->arena);
    combat->known = base_new(o->arena, struct combat_known);
    pthread_mutex_init(&combat->known->lock, NULL);
    base_keep(o->arena, combat->known, drop_known);
    o->from = combat;
    combat->state = model->make(o);
    if (!o->faulty)
        combat_read_attacks(o, combat);
}

wyrm_status wyrm_combat_new(const wyrm_ruleset *ruleset, wyrm_combat **out, wyrm_errors *errors)
{
    const bool named = wyrm_ruleset_model(ruleset, "combat") != NULL;
    return wyrm_open(ruleset, named ? "combat" : NULL, sizeof **out, make, NULL, out, errors);
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

static void read_hp(const wyrm_combat *combat, const wyrm_amount *hp, wyrm_combatant *combatant)
{
    combatant->hp = combatant->max_hp = wyrm_whole_hp((double)hp->most);
    combatant->hp_amount = 0.0;
    if (hp->form != AMOUNT_NUMBER &&
        combat_amount_read(combat, hp->text, &combatant->hp_amount, NULL) != WYRM_OK)
        combatant->hp_amount = 0.0;
}

void wyrm_combat_read(const wyrm_combat *combat, const wyrm_value *record,
                      wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (wyrm_value_get(record, "hp"))
        read_hp(combat, wyrm_value_amount(wyrm_value_get(record, "hp")), combatant);
    if (wyrm_value_get(record, "regeneration"))
        combatant->regeneration = key_real(record, "regeneration");
    if (wyrm_value_get(record, "attacks"))
        combatant->attacks = combat_attacks_of(combat, record);
    if (combat->model->read)
        combat->model->read(combat->state, record, combatant);
    combat_take_stats(combat, combat->model->read ? NULL : record, COMBAT_SAYS, combatant);
    wyrm_combat_fit(combat, combatant);
}

void wyrm_combat_equip(const wyrm_combat *combat, wyrm_role gear, const wyrm_value *record,
                       wyrm_combatant *combatant)
{
    if (!record)
        return;
    if (wyrm_value_get(record, "attacks"))
        combatant->attacks = combat_attacks_of(combat, record);
    if (combat->model->equip)
        combat->model->equip(combat->state, gear, record, combatant);
    combat_take_stats(combat, combat->model->equip ? NULL : record, COMBAT_WEARS, combatant);
}

int32_t wyrm_combat_plus_stat(const wyrm_combat *combat, wyrm_role gear)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    for (int32_t i = 0; stats[i].name; i++)
        if (stats[i].plus_of == gear && gear != WYRM_ROLE_PLAYER)
            return i;
    return -1;
}

void wyrm_combat_plus(const wyrm_combat *combat, wyrm_role gear, int32_t plus,
                      wyrm_combatant *combatant)
{
    const int32_t stat = wyrm_combat_plus_stat(combat, gear);
    if (stat >= 0)
        combatant->stats[stat] += plus;
}

void wyrm_combat_add(const wyrm_combat *combat, const wyrm_value *record, wyrm_combatant *combatant)
{
    combat_take_stats(combat, record, COMBAT_ADDS, combatant);
    wyrm_combat_fit(combat, combatant);
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
static void must_strike(const combat_attack *of)
{
    const wyrm_combat_model *model = of->combat->model;
    if (of->matchup->attack != WYRM_ATTACK_MELEE)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' can only strike: the combat '%s' knows nothing that is %s",
                    of->matchup->attacker->name, model->model.name,
                    of->matchup->attack == WYRM_ATTACK_FIRED ? "fired" : "thrown");
    combat_must_centre(of, false);
    combat_must_reach(of, combat_meaning(of->combat, of->attacker, WYRM_STAT_REACH, 1.0));
}

static void must_make_sense(base_arena *arena, const wyrm_matchup *matchup)
{
    if (!matchup->attacker || !matchup->defender)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "an attack needs an attacker and a defender");
    if (!isfinite(matchup->distance) || matchup->distance < 0.0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the distance of an attack must be a finite number of at least 0");
    if (!isfinite(matchup->off_centre) || matchup->off_centre < 0.0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "the distance from an explosion must be a finite number of at least 0");
}

typedef struct asked {
    combat_attack of;
    combat_blow_of blow; /* the present one */
    wyrm_pmf *damage;
} asked;

/* The same of a model whose file says what its stats mean: how far a blow and a shot get. What no
 * stat says is for the script to say. */
static void must_be_near(const combat_attack *of)
{
    const bool melee = of->matchup->attack == WYRM_ATTACK_MELEE;
    const double range = combat_meaning(of->combat, of->attacker, WYRM_STAT_RANGE, 0.0);
    if (melee)
        combat_must_reach(of, combat_meaning(of->combat, of->attacker, WYRM_STAT_REACH, INFINITY));
    else if (of->matchup->attack == WYRM_ATTACK_FIRED && range > 0.0 &&
             of->matchup->distance > range)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%s' cannot shoot '%s' at %.6g tiles: its range is %.6g",
                    of->matchup->attacker->name, of->matchup->defender->name, of->matchup->distance,
                    range);
}

/* Makes one blow of the attack ready to be worked out; false where there is none of that number. */
static bool begin_blow(combat_attack *of, int32_t number, combat_blow_of *blow)
{
    if (!combat_blow(of->combat, of->matchup->attacker, number, blow))
        return false;
    check_side(of->arena, wyrm_combat_stats(of->combat), &blow->attacker);
    of->blow = blow;
    of->attacker = blow->attacker.stats;
    if (of->combat->model->only_strikes)
        must_strike(of);
    else if (combat_knows_shots(of->combat))
        must_be_near(of);
    return true;
}

/* The damage alone of what blows come to. */
static wyrm_pmf *damage_of(base_arena *arena, const fight_outcomes *of)
{
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, of->count);
    wyrm_pmf *out;
    for (size_t i = 0; i < of->count; i++)
        pairs[i] = (wyrm_weighted){of->list[i].damage, of->list[i].chance};
    base_must(arena, wyrm_pmf_from_pairs(pairs, of->count, &out, &arena->error));
    return out;
}

static bool strike(asked *to, int32_t number, wyrm_pmf **damage)
{
    combat_attack *of = &to->of;
    const wyrm_combat_model *model = of->combat->model;
    if (!begin_blow(of, number, &to->blow))
        return false;
    if (model->hit != NULL) {
        *damage = model->hit(of);
        return true;
    }
    const combat_outcomes *came = model->outcomes(of);
    if (came->cut > 0.0)
        combat_given(of, "probability that was cut off", came->cut, "");
    *damage = damage_of(of->arena, &came->of);
    return true;
}

/* All blows of the attack that come in one of its kind, added up: nothing where none does. */
static wyrm_pmf *strike_all(asked *to)
{
    combat_attack *of = &to->of;
    wyrm_pmf *sum = NULL, *next, *out;
    wyrm_step *steps = of->steps;
    combat_blow_of blow;
    out = combat_has_outcomes(of->combat) ? combat_follow_blows(of, combat_outcomes_of) : NULL;
    if (out != NULL)
        return out;
    of->steps = NULL; /* of each blow one step, its mean */
    for (int32_t number = 1; combat_blow(of->combat, of->matchup->attacker, number, &blow);
         number++) {
        if (!combat_comes(blow.only, of->matchup->attack) || !strike(to, number, &next))
            continue;
        base_keep(of->arena, next, wyrm_pmf_free);
        of->steps = steps;
        combat_given(of, of->blow->name, wyrm_pmf_mean(next), "hit points");
        of->steps = NULL;
        sum = sum == NULL ? next : combat_add(of, sum, next);
    }
    of->steps = steps;
    base_must(of->arena, sum != NULL ? wyrm_pmf_copy(sum, &out, &of->arena->error)
                                     : wyrm_pmf_point(0, &out, &of->arena->error));
    return out;
}

static void work_out(base_arena *arena, void *context)
{
    asked *to = context;
    const wyrm_matchup *matchup = to->of.matchup;
    must_make_sense(arena, matchup);
    check_side(arena, wyrm_combat_stats(to->of.combat), matchup->defender);
    to->of.arena = arena;
    to->of.defender = matchup->defender->stats;
    const int32_t blow = matchup->blow == 0 && matchup->attacker->attacks == 0 ? 1 : matchup->blow;
    if (blow == 0)
        to->damage = strike_all(to);
    else if (!strike(to, blow, &to->damage))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "an attack of '%s' has no blow %d",
                    matchup->attacker->name, (int)matchup->blow);
}

static asked question(const wyrm_combat *combat, const wyrm_matchup *matchup, wyrm_step *steps)
{
    return (asked){
        .of = {.combat = combat, .state = combat->state, .matchup = matchup, .steps = steps}};
}

static wyrm_status hit(const wyrm_combat *combat, const wyrm_matchup *matchup, bool roughly,
                       wyrm_pmf **damage, wyrm_error *error)
{
    asked to = question(combat, matchup, NULL);
    to.of.roughly = roughly;
    wyrm_status status = base_do(work_out, &to, error);
    *damage = to.damage;
    return status;
}

wyrm_status wyrm_combat_hit(const wyrm_combat *combat, const wyrm_matchup *matchup,
                            wyrm_pmf **damage, wyrm_error *error)
{
    return hit(combat, matchup, false, damage, error);
}

wyrm_status wyrm_combat_hit_roughly(const wyrm_combat *combat, const wyrm_matchup *matchup,
                                    wyrm_pmf **damage, wyrm_error *error)
{
    return hit(combat, matchup, true, damage, error);
}

/* The last step of every explanation is the mean, unless every attack does the same. */
size_t wyrm_combat_explain(const wyrm_combat *combat, const wyrm_matchup *matchup, wyrm_step *steps)
{
    asked to = question(combat, matchup, steps);
    if (base_do(work_out, &to, NULL) != WYRM_OK)
        return 0;
    if (!combat->model->is_certain || wyrm_pmf_length(to.damage) > 1)
        combat_given(&to.of, "mean damage, misses included", wyrm_pmf_mean(to.damage),
                     "hit points");
    wyrm_pmf_free(to.damage);
    return to.of.count;
}

/* ---- time ---- */

/* What the first stat above 0 says that means a duration, or how often in a turn. */
static wyrm_ratio duration_of(const wyrm_combat *combat, const wyrm_combatant *combatant,
                              wyrm_stat_meaning duration, wyrm_stat_meaning rate)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const double turn = combat->model->turn ? combat->model->turn(combat->state) : 1.0;
    for (int i = 0; stats[i].name; i++) {
        const double value = combatant->stats[i];
        const bool is_rate = stats[i].means == rate && rate != WYRM_STAT_OF_COMBAT;
        if ((is_rate || stats[i].means == duration) && value > 0.0)
            return combat_ratio_of(is_rate ? 1.0 / value : value / turn);
    }
    return (wyrm_ratio){1, 1};
}

wyrm_ratio wyrm_combat_duration(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return duration_of(combat, combatant, WYRM_STAT_DURATION, WYRM_STAT_ATTACKS);
}

wyrm_ratio wyrm_combat_move_duration(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    return duration_of(combat, combatant, WYRM_STAT_MOVE_DURATION, WYRM_STAT_OF_COMBAT);
}

/* ---- outcomes ---- */

/* All outcomes of one blow, of a model that has them. */
static const combat_outcomes *outcomes_of(base_arena *arena, const wyrm_combat *combat,
                                          const wyrm_matchup *matchup)
{
    combat_blow_of blow;
    combat_attack of = {.arena = arena,
                        .combat = combat,
                        .state = combat->state,
                        .matchup = matchup,
                        .defender = matchup->defender->stats};
    check_side(arena, wyrm_combat_stats(combat), matchup->defender);
    return begin_blow(&of, matchup->blow, &blow) ? combat->model->outcomes(&of) : NULL;
}

typedef struct drawing {
    const wyrm_combat *combat;
    wyrm_matchup matchup;
    combat_outcomes **out;
} drawing;

static void copy_outcomes(base_arena *arena, void *context)
{
    const drawing *to = context;
    const combat_outcomes *came = outcomes_of(arena, to->combat, &to->matchup);
    *to->out = combat_copy(came);
    if (*to->out == NULL)
        base_fail(arena, WYRM_ERROR_MEMORY);
}

wyrm_status combat_outcomes_of(const wyrm_combat *combat, const wyrm_matchup *matchup,
                               combat_outcomes **out, wyrm_error *error)
{
    drawing to = {combat, *matchup, out};
    *out = NULL;
    if (combat->model->outcomes == NULL || (matchup->blow == 0 && matchup->attacker->attacks != 0))
        return WYRM_OK;
    to.matchup.blow = matchup->blow == 0 ? 1 : matchup->blow;
    return base_do(copy_outcomes, &to, error);
}

wyrm_status combat_outcome_numbers(const combat_outcomes *outcomes, wyrm_pmf **out,
                                   wyrm_error *error)
{
    const size_t count = outcomes->of.count;
    wyrm_weighted *pairs = base_allocate(count * sizeof *pairs);
    if (pairs == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        pairs[i] = (wyrm_weighted){(int64_t)i, outcomes->of.list[i].chance};
    wyrm_status status = wyrm_pmf_from_pairs(pairs, count, out, error);
    wyrm_free(pairs);
    return status;
}

/* ---- what a blow does besides damage ---- */

typedef struct besides {
    const wyrm_combat *combat;
    wyrm_matchup matchup;
    wyrm_blow_effect *effects;
    size_t most, count;
} besides;

/* Where an effect is summed up: new ones keep the order of slots, the other's first. */
static void add_effect(besides *to, const char *name, bool own, double chance, double value)
{
    size_t i = 0;
    while (i < to->count && i < to->most &&
           !(to->effects[i].name == name && to->effects[i].of_attacker == own))
        i++;
    if (i == to->count) {
        to->count++;
        if (i < to->most)
            to->effects[i] = (wyrm_blow_effect){.name = name, .of_attacker = own};
    }
    if (i >= to->most)
        return;
    wyrm_blow_effect *effect = &to->effects[i];
    effect->mean = (effect->mean * effect->chance + value * chance) / (effect->chance + chance);
    effect->chance += chance;
}

static void sum_up(base_arena *arena, void *context)
{
    static const char hp[] = "hp", turns[] = "turns";
    besides *to = context;
    const fight_outcomes *of = &outcomes_of(arena, to->combat, &to->matchup)->of;
    const wyrm_stat *stats = wyrm_combat_stats(to->combat);
    size_t count, first;
    const fight_slot *slots = combat_slots(to->combat, &count, &first);
    for (size_t i = 0; i < of->count; i++) {
        const fight_outcome *one = &of->list[i];
        wyrm_combatant after[2] = {*to->matchup.defender, *to->matchup.attacker};
        for (size_t k = 0; k < one->change_count; k++) {
            const fight_change *change = &one->changes[k];
            double *value = &after[change->of_attacker].stats[first + change->slot];
            const double before = *value;
            *value = (double)fight_changed(&slots[change->slot], (int64_t)before, change);
            add_effect(to, stats[first + change->slot].name, change->of_attacker, one->chance,
                       *value - before);
        }
        if (one->heal != 0)
            add_effect(to, hp, true, one->chance, (double)one->heal);
        if (one->extra.numerator != 0)
            add_effect(to, turns, true, one->chance,
                       (double)one->extra.numerator / (double)one->extra.denominator);
    }
}

size_t wyrm_combat_effects(const wyrm_combat *combat, const wyrm_matchup *matchup,
                           wyrm_blow_effect *effects, size_t most)
{
    besides to = {combat, *matchup, effects, most, 0};
    to.matchup.blow = matchup->blow == 0 ? 1 : matchup->blow;
    if (combat->model->outcomes == NULL || base_do(sum_up, &to, NULL) != WYRM_OK)
        return 0;
    return to.count;
}
