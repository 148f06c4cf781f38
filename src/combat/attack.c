/* Attacks, worked out by the model of a ruleset: one blow, or all of an attack together.
 *
 * Checks that all models share come first; then the model is asked (combat_model.hit, or `outcomes`
 * if its blows do more than damage). It answers with a distribution. Whoever rolls an attack draws
 * from it, so the game and the exact answers cannot differ. */
#include <math.h>
#include <string.h>
#include "combat/internal.h"

/* ---- refused attacks ---- */

/* Checks that the stats of a combatant are in the ranges of their rows. */
static void check_side(base_arena *arena, const wyrm_combat *combat,
                       const wyrm_combatant *combatant)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    base_must(arena, wyrm_combat_check(combat, combatant, &arena->error));
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

/* Refuses what a model that knows only blows cannot work out: shots, throws, explosions, and blows
 * out of reach. */
static void must_strike(const combat_attack *of)
{
    const combat_model *model = of->combat->model;
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

/* Refuses a shot beyond its range; 0: none is said. */
static void must_carry(base_arena *arena, const wyrm_matchup *shot, double range)
{
    if (range > 0.0 && shot->distance > range)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%s' cannot shoot '%s' at %.6g tiles: its range is %.6g", shot->attacker->name,
                    shot->defender->name, shot->distance, range);
}

/* Refuses a blow beyond the stat that means reach, or a shot beyond the one that means range; with
 * no such stat the script decides. */
static void must_be_near(const combat_attack *of)
{
    if (of->matchup->attack == WYRM_ATTACK_MELEE)
        combat_must_reach(of, combat_meaning(of->combat, of->attacker, WYRM_STAT_REACH, INFINITY));
    else if (of->matchup->attack == WYRM_ATTACK_FIRED)
        must_carry(of->arena, of->matchup,
                   combat_meaning(of->combat, of->attacker, WYRM_STAT_RANGE, 0.0));
}

/* Prepares one blow of the attack; false if there is none of that number. */
static bool begin_blow(combat_attack *of, int32_t number, combat_blow_of *blow)
{
    if (!combat_blow_at(of->combat, of->matchup->attacker, number, blow))
        return false;
    check_side(of->arena, of->combat, &blow->attacker);
    of->blow = blow;
    of->attacker = blow->attacker.stats;
    if (of->combat->model->only_strikes)
        must_strike(of);
    else if (combat_has_script(of->combat))
        must_be_near(of);
    return true;
}

/* ---- outcomes ---- */

/* Returns all outcomes of one blow, in a model that has them; NULL if there is no such blow. */
static const combat_outcomes *outcomes_of(base_arena *arena, const wyrm_combat *combat,
                                          const wyrm_matchup *matchup)
{
    combat_blow_of blow;
    combat_attack of = {.arena = arena,
                        .combat = combat,
                        .state = combat->state,
                        .matchup = matchup,
                        .defender = matchup->defender->stats};
    check_side(arena, combat, matchup->defender);
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

/* ---- blows of one attack that change each other ----
 *
 * What a blow changes at once (a shield, the attacker's stamina, hit points that a script reads)
 * the next blow of the same attack already finds changed. So the damage of the attack is no sum of
 * independent draws. It is followed through the states that the two sides can be in between two
 * blows: each holds the distribution of the damage done on the way to it.
 *
 * Only what blows read is followed: everything else stays constant, so that states that differ only
 * in it are one. What they read shows when the model is asked; a blow that reads something new
 * restarts the attack, with that followed as well.
 *
 * A side killed on the way counts as standing, with one hit point: all blows of an attack count, as
 * they do where they are simply summed. */

#define STATES_MOST 2048
#define VALUES_MOST ((size_t)1 << 18) /* chances of damage, in all states together */
#define WORK_MOST   3e8               /* products of chances */

enum { OWN, OTHER, SIDES };

/* The two sides between two blows, and the chances of the damage done so far, in this state. */
typedef struct state {
    wyrm_combatant sides[SIDES];
    double *chances;
} state;

/* An attack while it is followed blow by blow. */
typedef struct course {
    base_arena *arena;
    const wyrm_combat *combat;
    const wyrm_matchup *matchup;
    const fight_slot *slots;
    size_t slot_count, first; /* number of slots, and the stat of the first */
    uint32_t followed[SIDES]; /* bits of what is followed, as in fight_outcomes */
    bool is_helpless;        /* the attacker is, from the start: then helplessness ends no attack */
    state *states[2];        /* STATES_MOST each: before a blow and after it, in turns */
    double *chances[2];      /* memory for the chances of the states, VALUES_MOST each */
    size_t count[2], length; /* damages are 0..length - 1 */
    int now;                 /* index of the states before the blow */
    double *done; /* chances of the damage of attackers that became helpless, VALUES_MOST */
    double work, mean[WYRM_STEPS_MAX];
    size_t blow_count;
    bool too_much;
} course;

static bool is_followed(const course *c, int side, size_t slot)
{
    return (c->followed[side] >> slot & 1u) != 0;
}

/* Returns the outcomes of a blow in a state. What it reads is followed from now on; *is_news is set
 * if that is new. */
static const fight_outcomes *come_to(course *c, const state *at, int32_t number, bool *is_news)
{
    wyrm_matchup matchup = *c->matchup;
    matchup.attacker = &at->sides[OWN];
    matchup.defender = &at->sides[OTHER];
    matchup.blow = number;
    const combat_outcomes *out = combat_outcomes_kept(c->arena, c->combat, &matchup);
    const uint32_t looked[SIDES] = {out->of.looked_own, out->of.looked_other};
    for (int s = 0; s < SIDES; s++) {
        *is_news = *is_news || (looked[s] & ~c->followed[s]) != 0;
        c->followed[s] |= looked[s];
    }
    return &out->of;
}

/* Takes hit points from one side (below 0: gives them), as far as that is followed. */
static void lose(const course *c, wyrm_combatant *of, int side, int64_t points)
{
    for (size_t i = 0; i < c->slot_count && points > 0; i++)
        if (c->slots[i].ends_when_hurt && is_followed(c, side, i))
            of->stats[c->first + i] = 0.0;
    if ((c->followed[side] & FIGHT_LOOKED_HP) == 0 || of->hp <= 0)
        return;
    of->hp = lesser(greater(of->hp - points, 1), of->max_hp);
    of->hp_amount = 0.0;
}

/* Applies an outcome to both sides, as far as that is followed. */
static void change(const course *c, const fight_outcome *outcome, wyrm_combatant sides[SIDES])
{
    lose(c, &sides[OWN], OWN, -outcome->heal);
    lose(c, &sides[OTHER], OTHER, outcome->damage);
    for (size_t i = 0; i < outcome->change_count; i++) {
        const fight_change *one = &outcome->changes[i];
        const int side = one->of_attacker ? OWN : OTHER;
        double *value = &sides[side].stats[c->first + one->slot];
        if (is_followed(c, side, one->slot))
            *value = (double)fight_changed(&c->slots[one->slot], (int64_t)*value, one);
    }
}

static bool is_same(const course *c, const wyrm_combatant a[SIDES], const wyrm_combatant b[SIDES])
{
    for (int s = 0; s < SIDES; s++)
        if (a[s].hp != b[s].hp || memcmp(a[s].stats + c->first, b[s].stats + c->first,
                                         c->slot_count * sizeof *a[s].stats) != 0)
            return false;
    return true;
}

/* Returns where the damage of the state after the blow is added up; NULL: there are too many. */
static double *chances_of(course *c, const wyrm_combatant sides[SIDES], size_t length)
{
    const int next = !c->now;
    if (!c->is_helpless && combat_is_helpless(c->combat, &sides[OWN]))
        return c->done;
    for (size_t i = 0; i < c->count[next]; i++)
        if (is_same(c, c->states[next][i].sides, sides))
            return c->states[next][i].chances;
    if (c->count[next] == STATES_MOST || (c->count[next] + 1) * length > VALUES_MOST) {
        c->too_much = true;
        return NULL;
    }
    state *to = &c->states[next][c->count[next]];
    memcpy(to->sides, sides, sizeof to->sides);
    to->chances = c->chances[next] + length * c->count[next]++;
    memset(to->chances, 0, length * sizeof *to->chances);
    return to->chances;
}

/* Returns the greatest damage of the outcomes. */
static int64_t most_of(const fight_outcomes *of)
{
    int64_t most = 0;
    for (size_t i = 0; i < of->count; i++)
        most = greater(most, of->list[i].damage);
    return most;
}

static double sum_of(const fight_outcomes *of)
{
    double sum = 0.0;
    for (size_t i = 0; i < of->count; i++)
        sum += of->list[i].chance;
    return sum;
}

/* Adds the result of one outcome in a state; returns its part of the mean damage. */
static double add_outcome(course *c, const state *from, const fight_outcome *outcome, double chance,
                          size_t length)
{
    wyrm_combatant sides[SIDES] = {from->sides[OWN], from->sides[OTHER]};
    double mean = 0.0;
    change(c, outcome, sides);
    double *to = chances_of(c, sides, length);
    for (size_t d = 0; to != NULL && d < c->length; d++) {
        to[d + (size_t)outcome->damage] += from->chances[d] * chance;
        mean += from->chances[d] * chance * (double)outcome->damage;
    }
    return mean;
}

/* Follows one blow through all states. False if it reads something that was not followed so far, or
 * if it is too much. */
static bool pass_blow(course *c, int32_t number)
{
    const size_t count = c->count[c->now];
    const state *now = c->states[c->now];
    const fight_outcomes **came = base_array(c->arena, const fight_outcomes *, count + 1);
    int64_t most = 0;
    bool is_news = false;
    double mean = 0.0;
    for (size_t i = 0; i < count; i++) {
        came[i] = come_to(c, &now[i], number, &is_news);
        most = greater(most, most_of(came[i]));
        c->work += (double)came[i]->count * (double)(c->length + STATES_MOST);
    }
    c->too_much = c->too_much || c->work > WORK_MOST ||
                  c->length + (size_t)lesser(most, (int64_t)VALUES_MOST) > VALUES_MOST;
    if (is_news || c->too_much)
        return false;
    const size_t length = c->length + (size_t)most;
    c->count[!c->now] = 0;
    for (size_t i = 0; i < count; i++) {
        const double sum = sum_of(came[i]);
        for (size_t k = 0; k < came[i]->count && !c->too_much; k++)
            mean +=
                add_outcome(c, &now[i], &came[i]->list[k], came[i]->list[k].chance / sum, length);
    }
    if (c->blow_count < WYRM_STEPS_MAX)
        c->mean[c->blow_count++] = mean;
    c->now = !c->now;
    c->length = length;
    return !c->too_much;
}

/* Follows all blows of the attack. False as pass_blow. */
static bool pass_attack(course *c)
{
    combat_blow_of blow;
    c->now = 0;
    c->states[0][0] =
        (state){.sides = {*c->matchup->attacker, *c->matchup->defender}, .chances = c->chances[0]};
    c->chances[0][0] = 1.0;
    c->count[0] = c->length = 1;
    memset(c->done, 0, VALUES_MOST * sizeof *c->done);
    c->blow_count = 0;
    for (int32_t number = 1; combat_blow_at(c->combat, c->matchup->attacker, number, &blow);
         number++)
        if (combat_is_part(c->matchup, blow.name, blow.only) && !pass_blow(c, number))
            return false;
    return true;
}

/* Whether a blow reads what one before it may have changed, or may be prevented by it: only then
 * states have to be followed. */
static bool is_bound(course *c)
{
    const state start = {.sides = {*c->matchup->attacker, *c->matchup->defender}};
    uint32_t changed[SIDES] = {0, 0};
    combat_blow_of blow;
    bool is_news = false;
    for (int32_t number = 1; combat_blow_at(c->combat, c->matchup->attacker, number, &blow);
         number++) {
        if (!combat_is_part(c->matchup, blow.name, blow.only))
            continue;
        const fight_outcomes *of = come_to(c, &start, number, &is_news);
        if ((of->looked_own & changed[OWN]) != 0 || (of->looked_other & changed[OTHER]) != 0)
            return true;
        for (size_t i = 0; i < of->count; i++) {
            const fight_outcome *one = &of->list[i];
            changed[OWN] |= one->heal != 0 ? FIGHT_LOOKED_HP : 0;
            changed[OTHER] |= one->damage > 0 ? FIGHT_LOOKED_HP : 0;
            for (size_t k = 0; k < one->change_count; k++)
                changed[one->changes[k].of_attacker ? OWN : OTHER] |= UINT32_C(1)
                                                                      << one->changes[k].slot;
            for (size_t k = 0; k < c->slot_count; k++) {
                const uint32_t bit = c->slots[k].ends_when_hurt ? UINT32_C(1) << k : 0;
                changed[OWN] |= one->heal < 0 ? bit : 0;
                changed[OTHER] |= one->damage > 0 ? bit : 0;
            }
        }
        for (size_t k = 0; k < c->slot_count; k++)
            if (c->slots[k].helpless && (changed[OWN] >> k & 1u) != 0)
                return true;
    }
    return false;
}

static void make_room(course *c)
{
    for (int i = 0; i < 2; i++) {
        c->states[i] = base_array(c->arena, state, STATES_MOST);
        c->chances[i] = base_array(c->arena, double, VALUES_MOST);
    }
    c->done = base_array(c->arena, double, VALUES_MOST);
    for (size_t i = 0; i < c->slot_count; i++)
        c->followed[OWN] |= c->slots[i].helpless ? UINT32_C(1) << i : 0;
    c->is_helpless = combat_is_helpless(c->combat, c->matchup->attacker);
}

static wyrm_pmf *all_damage(course *c)
{
    wyrm_weighted *pairs = base_array(c->arena, wyrm_weighted, c->length);
    wyrm_pmf *out;
    for (size_t d = 0; d < c->length; d++) {
        pairs[d] = (wyrm_weighted){(int64_t)d, c->done[d]};
        for (size_t i = 0; i < c->count[c->now]; i++)
            pairs[d].weight += c->states[c->now][i].chances[d];
    }
    base_must(c->arena, wyrm_pmf_from_pairs(pairs, c->length, &out, &c->arena->error));
    return out;
}

/* Returns the damage of all blows of an attack together, owned by the caller, and adds the mean of
 * each as a step; for a model with outcomes. NULL if no blow reads what those before it may have
 * changed: they are independent draws. If it is too much to follow it is refused
 * (WYRM_ERROR_LIMIT), or NULL, too, if the attack is worked out roughly. */
static wyrm_pmf *follow_blows(combat_attack *of)
{
    course c = {.arena = of->arena, .combat = of->combat, .matchup = of->matchup};
    combat_blow_of blow;
    c.slots = combat_slots(of->combat, &c.slot_count, &c.first);
    if (!is_bound(&c))
        return NULL;
    make_room(&c);
    while (!pass_attack(&c)) {
        if (c.too_much && of->roughly)
            return NULL;
        if (c.too_much)
            base_refuse(of->arena, WYRM_ERROR_LIMIT,
                        "the blows of '%s' change each other in too many ways for the damage of a "
                        "whole attack to be worked out; a duel can be asked for",
                        of->matchup->attacker->name);
    }
    for (int32_t number = 1, told = 0;
         told < (int32_t)c.blow_count &&
         combat_blow_at(of->combat, of->matchup->attacker, number, &blow);
         number++)
        if (combat_is_part(of->matchup, blow.name, blow.only))
            combat_given(of, blow.name, c.mean[told++], "hit points");
    return all_damage(&c);
}

/* ---- one attack ---- */

typedef struct asked {
    combat_attack of;
    combat_blow_of blow; /* the blow being worked out */
    wyrm_matchup shot;   /* the attack, if it is the shot of an ability */
    wyrm_pmf *damage;
} asked;

/* Returns the distribution of the damage of outcomes, without what else they do. */
static wyrm_pmf *damage_of(base_arena *arena, const fight_outcomes *of)
{
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, of->count);
    wyrm_pmf *out;
    for (size_t i = 0; i < of->count; i++)
        pairs[i] = (wyrm_weighted){of->list[i].damage, of->list[i].chance};
    base_must(arena, wyrm_pmf_from_pairs(pairs, of->count, &out, &arena->error));
    return out;
}

/* Works out one blow; false if there is none of that number. *damage is not kept by the job. */
static bool strike(asked *to, int32_t number, wyrm_pmf **damage)
{
    combat_attack *of = &to->of;
    const combat_model *model = of->combat->model;
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

/* Sums all blows that are used in an attack of this kind; damage 0 if there are none. */
static wyrm_pmf *strike_all(asked *to)
{
    combat_attack *of = &to->of;
    wyrm_pmf *sum = NULL, *next, *out;
    wyrm_step *steps = of->steps;
    combat_blow_of blow;
    out = combat_has_outcomes(of->combat) ? follow_blows(of) : NULL;
    if (out != NULL)
        return out;
    of->steps = NULL; /* each blow gets one step, its mean */
    for (int32_t number = 1; combat_blow_at(of->combat, of->matchup->attacker, number, &blow);
         number++) {
        if (!combat_is_part(of->matchup, blow.name, blow.only) || !strike(to, number, &next))
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
    if (matchup->shot != NULL) {
        must_carry(arena, matchup, matchup->shot_range);
        to->shot = *matchup;
        combat_as_shot(to->of.combat, matchup->distance, &to->shot);
        to->of.matchup = matchup = &to->shot;
    }
    check_side(arena, to->of.combat, matchup->defender);
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

wyrm_status combat_hit_roughly(const wyrm_combat *combat, const wyrm_matchup *matchup,
                               wyrm_pmf **damage, wyrm_error *error)
{
    return hit(combat, matchup, true, damage, error);
}

/* The last step of an explanation is the mean, unless every attack does the same. */
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

/* ---- effects of a blow besides damage ---- */

typedef struct besides {
    const wyrm_combat *combat;
    wyrm_matchup matchup;
    wyrm_blow_effect *effects;
    size_t most, count;
} besides;

/* Adds to the summary of an effect; one that has no room is dropped. */
static void add_effect(besides *to, const char *name, bool own, double chance, double value)
{
    size_t i = 0;
    while (i < to->count && !(to->effects[i].name == name && to->effects[i].of_attacker == own))
        i++;
    if (i == to->most)
        return;
    if (i == to->count)
        to->effects[to->count++] = (wyrm_blow_effect){.name = name, .of_attacker = own};
    wyrm_blow_effect *effect = &to->effects[i];
    effect->mean = (effect->mean * effect->chance + value * chance) / (effect->chance + chance);
    effect->chance += chance;
}

/* Sums up what the outcomes of a blow change: slots, hit points of the attacker, and its time. */
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
            if (*value > before || *value < before)
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
    if (matchup->shot != NULL)
        combat_as_shot(combat, matchup->distance, &to.matchup);
    if (combat->model->outcomes == NULL || base_do(sum_up, &to, NULL) != WYRM_OK)
        return 0;
    return to.count;
}
