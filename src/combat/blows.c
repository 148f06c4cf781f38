/* The blows of one attack that change each other.
 *
 * What a blow changes at once, a shield, the own stamina, hit points that a script looks at, the
 * next blow of the same attack already finds changed. So the damage of the attack is no sum of
 * independent draws. Here it is followed through the states that the two can be in between two
 * blows: each has the damage that was done on the way to it, as a distribution.
 *
 * Only what blows look at is followed: all else stays as it was, so that states which differ in it
 * alone are one. What that is shows while they are asked; whoever looks at something new has
 * everything followed anew with that, too.
 *
 * One who falls on the way is taken to stand, with one hit point: of an attack all blows count, as
 * where they are added up. */
#include <string.h>
#include "combat/internal.h"

#define STATES_MOST 2048
#define VALUES_MOST ((size_t)1 << 18) /* of damage, of all states together */
#define WORK_MOST   3e8               /* products of chances */

enum { OWN, OTHER, SIDES };

/* What the two are between two blows, and the chances of the damage done until then, in all that
 * of the state. */
typedef struct state {
    wyrm_combatant sides[SIDES];
    double *chances;
} state;

typedef struct course {
    base_arena *arena;
    const wyrm_combat *combat;
    const wyrm_matchup *matchup;
    combat_asking *ask;
    const fight_slot *slots;
    size_t slot_count, first; /* of them; which stat the first of them is */
    uint32_t followed[SIDES]; /* bits, as those of fight_outcomes */
    bool is_helpless;         /* who strikes, from the first: then no blow takes the others away */
    state *states[2];         /* STATES_MOST each, before a blow and after it, by turns */
    double *chances[2];       /* of those, VALUES_MOST */
    size_t count[2], length;  /* values of damage: 0 up to one less */
    int now;
    double *done; /* chances of the damage of those who strike no more, VALUES_MOST */
    double work, mean[WYRM_STEPS_MAX];
    size_t blow_count;
    bool too_much;
} course;

static bool is_followed(const course *c, int side, size_t slot)
{
    return (c->followed[side] >> slot & 1u) != 0;
}

/* ---- one blow in one state ---- */

/* What it comes to; what it looked at is followed from now on. Says whether that is news. */
static const fight_outcomes *come_to(course *c, const state *at, int32_t number, bool *is_news)
{
    wyrm_matchup matchup = *c->matchup;
    combat_outcomes *out;
    matchup.attacker = &at->sides[OWN];
    matchup.defender = &at->sides[OTHER];
    matchup.blow = number;
    base_must(c->arena, c->ask(c->combat, &matchup, &out, &c->arena->error));
    base_keep(c->arena, out, wyrm_free);
    const uint32_t looked[SIDES] = {out->of.looked_own, out->of.looked_other};
    for (int s = 0; s < SIDES; s++) {
        *is_news = *is_news || (looked[s] & ~c->followed[s]) != 0;
        c->followed[s] |= looked[s];
    }
    return &out->of;
}

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

/* Where the damage of a state stands that comes next; NULL: there are too many of them. */
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

/* ---- all blows ---- */

/* The greatest damage of the outcomes. */
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

/* Adds what one outcome makes of a state; returns the mean damage that it brings. */
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

/* False where something is looked at that was not followed until now, or it is too much. */
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

/* Whether all blows were followed with what they look at. */
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
    for (int32_t number = 1; combat_blow(c->combat, c->matchup->attacker, number, &blow); number++)
        if (combat_comes(blow.only, c->matchup->attack) && !pass_blow(c, number))
            return false;
    return true;
}

/* Whether a blow looks at what one before it may have changed: only then anything is followed. */
static bool is_bound(course *c)
{
    const state start = {.sides = {*c->matchup->attacker, *c->matchup->defender}};
    uint32_t changed[SIDES] = {0, 0};
    combat_blow_of blow;
    bool is_news = false;
    for (int32_t number = 1; combat_blow(c->combat, c->matchup->attacker, number, &blow);
         number++) {
        if (!combat_comes(blow.only, c->matchup->attack))
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

wyrm_pmf *combat_follow_blows(combat_attack *of, combat_asking *ask)
{
    course c = {.arena = of->arena, .combat = of->combat, .matchup = of->matchup, .ask = ask};
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
         combat_blow(of->combat, of->matchup->attacker, number, &blow);
         number++)
        if (combat_comes(blow.only, of->matchup->attack))
            combat_given(of, blow.name, c.mean[told++], "hit points");
    return all_damage(&c);
}
