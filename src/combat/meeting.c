/* Duels between two combatants, by the method that they need.
 *
 * Where blows do nothing but damage, a duel is two chains (duel.c). Where blows change what later
 * ones depend on, it is a fight with conditions (fight.h), solved over the states of both sides, or
 * played if that is too much. So is a duel that begins at a distance: the distance is one more
 * condition. */
#include "combat/internal.h"
#include "script/script.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- attacks that were worked out before ----
 *
 * A model with outcomes is asked about each blow, and its answers are summed: ten times the work of
 * a duel. So for an attack of one combatant on another this cache holds whether it does nothing but
 * damage, and if so the damage. Neither depends on hit points: an attack that reads them counts as
 * doing more. */

/* Fills in the key of an attack; returns its length. */
static size_t key_of(const wyrm_combat *combat, const wyrm_combatant *const sides[2],
                     double key[COMBAT_ATTACK_KEYS])
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    size_t count = 0, all = 0;
    while (stats[count].name != NULL)
        count++;
    for (int s = 0; s < 2; s++) {
        key[all++] = sides[s]->level;
        key[all++] = (double)sides[s]->attacks;
        memcpy(key + all, sides[s]->stats, count * sizeof *key);
        all += count;
    }
    return all;
}

static combat_known_attack *known_slot(const struct combat_known *known, const double *key,
                                       size_t count)
{
    return &known->places[XXH3_64bits(key, count * sizeof *key) & (COMBAT_KNOWN_MOST - 1)];
}

/* Looks an attack up. If it is known, *out has its damage, kept in the arena. */
static bool is_known(base_arena *arena, const wyrm_combat *combat,
                     const wyrm_combatant *const sides[2], combat_known_attack *out)
{
    struct combat_known *known = combat->known;
    double key[COMBAT_ATTACK_KEYS];
    const size_t count = key_of(combat, sides, key);
    bool found = false;
    pthread_mutex_lock(&known->lock);
    const combat_known_attack *one = known->places != NULL ? known_slot(known, key, count) : NULL;
    if (one != NULL && one->key != NULL && memcmp(one->key, key, count * sizeof *key) == 0) {
        *out = (combat_known_attack){.tied = one->tied};
        found = one->damage == NULL || wyrm_pmf_copy(one->damage, &out->damage, NULL) == WYRM_OK;
    }
    pthread_mutex_unlock(&known->lock);
    if (found && out->damage != NULL)
        base_keep(arena, out->damage, wyrm_pmf_free);
    return found;
}

/* Keeps a copy of an attack in place of an older one; out of memory, nothing. */
static void make_known(const wyrm_combat *combat, const wyrm_combatant *const sides[2],
                       const combat_known_attack *attack)
{
    struct combat_known *known = combat->known;
    double key[COMBAT_ATTACK_KEYS];
    const size_t count = key_of(combat, sides, key);
    combat_known_attack made = {.key = base_allocate(count * sizeof *key), .tied = attack->tied};
    bool fits = made.key != NULL && (attack->damage == NULL ||
                                     wyrm_pmf_copy(attack->damage, &made.damage, NULL) == WYRM_OK);
    if (fits)
        memcpy(made.key, key, count * sizeof *key);
    pthread_mutex_lock(&known->lock);
    if (fits && known->places == NULL)
        known->places = base_zeroed(COMBAT_KNOWN_MOST, sizeof *known->places);
    if (fits && known->places != NULL) {
        combat_known_attack *place = known_slot(known, key, count);
        const combat_known_attack before = *place;
        *place = made;
        made = before;
    }
    pthread_mutex_unlock(&known->lock);
    combat_forget(&made);
}

/* ---- fights ---- */

/* Two combatants who fight, and what is asked about them. */
typedef struct meeting {
    const wyrm_combat *combat;
    const wyrm_combatant *sides[2];
    wyrm_striker striker;
    combat_clock clock;
    double odds; /* as in combat_duel_beats; NAN: p_win itself is asked */
    wyrm_duel *out;
    wyrm_duel_distributions *distributions;
    bool beats; /* the answer to `odds` */
} meeting;

static wyrm_matchup matchup_of(const meeting *of, int side, int32_t blow)
{
    return (wyrm_matchup){
        .attacker = of->sides[side], .defender = of->sides[!side], .distance = 1.0, .blow = blow};
}

/* Returns the number of the `nth` blow, from 0, that is used hand to hand; 0: there is none. */
static int32_t blow_number(const meeting *of, int side, size_t nth)
{
    combat_blow_of blow;
    if (of->sides[side]->attacks == 0)
        return nth == 0;
    for (int32_t number = 1; combat_blow_at(of->combat, of->sides[side], number, &blow); number++)
        if (combat_comes(blow.only, WYRM_ATTACK_MELEE) && nth-- == 0)
            return number;
    return 0;
}

static size_t count_blows(const meeting *of, int side)
{
    size_t count = 0;
    while (count < WYRM_DUEL_BLOWS_MAX && blow_number(of, side, count) != 0)
        count++;
    return count;
}

/* Whether a condition of a side, present or given by the turns, affects the fight. */
static bool is_afflicted(const meeting *of, int side)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(of->combat, &count, &first);
    for (size_t i = 0; i < count; i++)
        if ((of->sides[side]->stats[first + i] > 0.0 || slots[i].each_turn > 0) &&
            (slots[i].damage != NULL || slots[i].helpless || fight_slot_slows(&slots[i])))
            return true;
    return false;
}

/* What the blows of a side do in their present state: bits of what they read and of the slots that
 * they change, of each side of the meeting. */
typedef struct side_reach {
    uint32_t looked[2], changed[2];
    bool more; /* more than damage */
} side_reach;

static side_reach reach_of(base_arena *arena, const meeting *of, int side)
{
    side_reach out = {.more = false};
    for (size_t blow = count_blows(of, side); blow > 0; blow--) {
        const wyrm_matchup matchup = matchup_of(of, side, blow_number(of, side, blow - 1));
        const fight_outcomes *found = &combat_outcomes_kept(arena, of->combat, &matchup)->of;
        out.looked[side] |= found->looked_own;
        out.looked[!side] |= found->looked_other;
        for (size_t i = 0; i < found->count; i++) {
            const fight_outcome *one = &found->list[i];
            out.more |= one->change_count > 0 || one->heal != 0 || one->extra.numerator != 0;
            for (size_t k = 0; k < one->change_count; k++)
                out.changed[one->changes[k].of_attacker ? side : !side] |= UINT32_C(1)
                                                                           << one->changes[k].slot;
        }
    }
    return out;
}

/* Returns the slots of a side that change by themselves during a fight, as bits. */
static uint32_t moving_slots(const meeting *of, int side)
{
    size_t count, first;
    const fight_slot *slots = combat_slots(of->combat, &count, &first);
    uint32_t out = 0;
    for (size_t i = 0; i < count; i++)
        if (fight_slot_moves(&slots[i], of->sides[side]->stats[first + i]))
            out |= UINT32_C(1) << i;
    return out;
}

/* Whether blows read what the fight changes: hit points, or one of these slots. */
static bool looks_at(const side_reach *reach, const uint32_t changing[2])
{
    const uint32_t hp = FIGHT_LOOKED_HP | FIGHT_LOOKED_MAX;
    return ((reach->looked[0] & (changing[0] | hp)) | (reach->looked[1] & (changing[1] | hp))) != 0;
}

/* Whether the attack of a side does more than damage, or depends on what changes in this fight. A
 * slot that nobody here changes is constant: a script that reads how weakened the attacker is does
 * not complicate a fight in which nobody weakens. If the other side's blows depend on what changes,
 * the answer is yes as well, as they may later change more than they do now. */
static bool is_tied(base_arena *arena, const meeting *of, int side)
{
    const side_reach own = reach_of(arena, of, side);
    if (own.more || (own.looked[0] | own.looked[1]) == 0)
        return own.more;
    const side_reach other = reach_of(arena, of, !side);
    const uint32_t changing[2] = {moving_slots(of, 0) | other.changed[0],
                                  moving_slots(of, 1) | other.changed[1]};
    return looks_at(&own, changing) || looks_at(&other, changing);
}

/* Returns what is known of the attack of a side; the damage may be missing. */
static combat_known_attack size_up(base_arena *arena, const meeting *of, int side)
{
    const wyrm_combatant *const sides[] = {of->sides[side], of->sides[!side]};
    combat_known_attack out = {.tied = false};
    if (!combat_has_outcomes(of->combat))
        return out;
    if (is_afflicted(of, side))
        return (combat_known_attack){.tied = true};
    if (is_known(arena, of->combat, sides, &out))
        return out;
    out.tied = is_tied(arena, of, side);
    if (out.tied)
        make_known(of->combat, sides, &out);
    return out;
}

static wyrm_fighter fighter_of(base_arena *arena, const meeting *of, int side,
                               const combat_known_attack *attack)
{
    const wyrm_combatant *own = of->sides[side];
    const wyrm_combatant *const sides[] = {own, of->sides[!side]};
    const wyrm_matchup matchup = matchup_of(of, side, 0);
    combat_known_attack now = *attack;
    if (now.damage == NULL) {
        base_must(arena, wyrm_combat_hit(of->combat, &matchup, &now.damage, &arena->error));
        base_keep(arena, now.damage, wyrm_pmf_free);
        if (combat_has_outcomes(of->combat))
            make_known(of->combat, sides, &now);
    }
    return (wyrm_fighter){.damage = now.damage,
                          .begins = of->clock.due[side],
                          .regenerated = of->clock.regenerated[side],
                          .hp = own->hp,
                          .max_hp = own->max_hp,
                          .regeneration = own->regeneration,
                          .hp_roll = wyrm_combat_hp_roll(of->combat, own),
                          .duration = wyrm_combat_duration(of->combat, own)};
}

/* Returns the index of the stat that means sleep; there must be one. */
static size_t asleep_stat(const wyrm_combat *combat)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    size_t i = 0;
    while (stats[i].name != NULL && stats[i].means != WYRM_STAT_ASLEEP)
        i++;
    return i;
}

/* Makes a blow depend on slot `slot`, which says that the defender sleeps; `wakes`: it wakes up
 * after the blow. */
static void wake(base_arena *arena, size_t slot, bool wakes, fight_outcomes *of)
{
    fight_outcome *list = base_array(arena, fight_outcome, of->count);
    for (size_t i = 0; i < of->count; i++) {
        const fight_outcome *from = &of->list[i];
        fight_change *changes = base_array(arena, fight_change, from->change_count + 1);
        for (size_t k = 0; k < from->change_count; k++)
            changes[k] = from->changes[k];
        changes[from->change_count] = (fight_change){.slot = (uint8_t)slot, .verb = FIGHT_SET};
        list[i] = *from;
        list[i].changes = changes;
        list[i].change_count += wakes;
    }
    of->list = list;
    of->looked_other |= UINT32_C(1) << slot;
}

/* Outcomes of a blow in a model that knows only damage: it reads nothing that fights change. */
static void blow_of_damage(base_arena *arena, const meeting *of, const wyrm_matchup *matchup,
                           fight_outcomes *out)
{
    wyrm_pmf *damage;
    base_must(arena, wyrm_combat_hit(of->combat, matchup, &damage, &arena->error));
    base_keep(arena, damage, wyrm_pmf_free);
    fight_outcome *list = base_array(arena, fight_outcome, wyrm_pmf_length(damage));
    size_t count = 0;
    for (int64_t value = wyrm_pmf_first(damage); value <= wyrm_pmf_last(damage); value++)
        if (wyrm_pmf_at(damage, value) > 0.0)
            list[count++] = (fight_outcome){.chance = wyrm_pmf_at(damage, value), .damage = value};
    *out = (fight_outcomes){.list = list, .count = count};
}

/* Returns the outcomes of a blow; blow 0 does nothing. */
static fight_outcomes one_blow(base_arena *arena, const meeting *of, const wyrm_matchup *matchup)
{
    static const fight_outcome nothing = {.chance = 1.0};
    fight_outcomes out = {.list = &nothing, .count = 1};
    if (matchup->blow != 0 && combat_has_outcomes(of->combat))
        out = combat_outcomes_kept(arena, of->combat, matchup)->of;
    else if (matchup->blow != 0)
        blow_of_damage(arena, of, matchup, &out);
    return out;
}

/* ---- a fight that begins at a distance ----
 *
 * On open ground, with nobody else there. A side that acts tries, in this order: the shots of its
 * abilities, by their chances; a blow, if it reaches; a shot with what it holds, as far as the
 * model allows; a step nearer, unless it keeps its distance. The distance is one more slot of the
 * opponent. The way chosen for an attack is one more slot of each side, for the later blows of the
 * attack; a step is an attack without blows that takes its own time. */

enum { STRIKES, WALKS, FIRES, SHOOTS }; /* ways to act; SHOOTS + i: the shot of ability i */

#define NO_SLOT SIZE_MAX

/* The slots of a side that are added behind the declared ones; NO_SLOT: not needed. */
typedef struct more_slots {
    size_t count; /* number of all slots, declared ones included */
    /* distance; way of the attack; for each shot: turns until it is back, and times fired */
    size_t apart, way, waits[COMBAT_SHOTS_MAX], done[COMBAT_SHOTS_MAX];
} more_slots;

static bool is_apart(const meeting *of)
{
    return of->clock.distance > 1 && !of->clock.asleep;
}

/* Counts the blows of an attack, used at any distance. */
static size_t all_blows(const meeting *of, int side)
{
    combat_blow_of blow;
    int32_t number = 1;
    while (number <= (int32_t)WYRM_DUEL_BLOWS_MAX &&
           combat_blow_at(of->combat, of->sides[side], number, &blow))
        number++;
    return (size_t)number - 1;
}

static more_slots slots_of(const meeting *of, int side)
{
    const combat_habits *can = &of->clock.habits[side];
    size_t count, first;
    combat_slots(of->combat, &count, &first);
    more_slots out = {.apart = NO_SLOT, .way = NO_SLOT};
    if (side == 1)
        out.apart = count++;
    if (all_blows(of, side) > 1)
        out.way = count++;
    for (size_t i = 0; i < can->shot_count; i++) {
        out.waits[i] = can->shots[i].cooldown > 0 ? count++ : NO_SLOT;
        out.done[i] = can->shots[i].times > 0 ? count++ : NO_SLOT;
    }
    out.count = count;
    return out;
}

/* Caps a number at the greatest value of a slot. */
static int32_t slot_value(int32_t value)
{
    return value < FIGHT_SLOT_MOST ? value : FIGHT_SLOT_MOST;
}

/* Fills in the slots that slots_of adds. */
static void fill_slots(base_arena *arena, const meeting *of, int side, fight_slot *slots)
{
    const combat_habits *can = &of->clock.habits[side];
    const more_slots more = slots_of(of, side);
    if (more.count > FIGHT_SLOTS_MOST)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%s' has too many conditions, counters and shots for a duel from a distance",
                    of->sides[side]->name);
    if (more.apart != NO_SLOT)
        slots[more.apart] = (fight_slot){.start = of->clock.distance, .most = of->clock.distance};
    if (more.way != NO_SLOT)
        slots[more.way] = (fight_slot){.most = SHOOTS + COMBAT_SHOTS_MAX};
    for (size_t i = 0; i < can->shot_count; i++) {
        if (more.waits[i] != NO_SLOT)
            slots[more.waits[i]] =
                (fight_slot){.most = slot_value(can->shots[i].cooldown), .each_turn = -1};
        if (more.done[i] != NO_SLOT)
            slots[more.done[i]] = (fight_slot){.most = slot_value(can->shots[i].times)};
    }
}

/* The blow that blow_apart is working out. */
typedef struct blow_split {
    base_arena *arena;
    const meeting *of;
    int side;
    size_t blow;
    const wyrm_combatant *now[2]; /* attacker, other */
    more_slots slots;             /* slots of the attacker */
    int32_t distance;
    const fight_state *own;
    fight_outcomes out;
    fight_outcome *list;
    size_t room;
} blow_split;

/* Builds the attack as the model sees it, for one blow or (0) for all. */
static wyrm_matchup attack_in(const blow_split *t, int32_t way, int32_t blow)
{
    wyrm_matchup out = {.attacker = t->now[0],
                        .defender = t->now[1],
                        .attack = way == FIRES ? WYRM_ATTACK_FIRED : WYRM_ATTACK_MELEE,
                        .distance = t->distance,
                        .blow = blow};
    if (way >= SHOOTS)
        combat_as_shot(t->of->combat, t->distance, &out);
    return out;
}

/* Whether the attacker can shoot with what it holds: it has a range, and the model allows the
 * shot. */
static bool can_fire(const blow_split *t)
{
    const wyrm_matchup shot = attack_in(t, FIRES, 0);
    wyrm_pmf *damage = NULL;
    const bool can = combat_meaning(t->of->combat, t->now[0]->stats, WYRM_STAT_RANGE, 0.0) > 0.0 &&
                     combat_hit_roughly(t->of->combat, &shot, &damage, NULL) == WYRM_OK;
    wyrm_pmf_free(damage);
    return can;
}

/* Whether this blow is part of an attack of a way; hand to hand, only if it reaches. */
static bool comes_in(const blow_split *t, int32_t way)
{
    const combat_habits *can = &t->of->clock.habits[t->side];
    combat_blow_of blow;
    if (way == WALKS || !combat_blow_at(t->of->combat, t->now[0], (int32_t)t->blow + 1, &blow))
        return false;
    if (way >= SHOOTS)
        return combat_shoots(can->shots[way - SHOOTS].blow, blow.name, blow.only);
    if (way == STRIKES && t->distance > combat_reach_of(t->of->combat, &blow.attacker))
        return false;
    return combat_comes(blow.only, way == STRIKES ? WYRM_ATTACK_MELEE : WYRM_ATTACK_FIRED);
}

/* Returns how many turns a step takes more than an attack; below 0: less. */
static wyrm_ratio step_extra(const blow_split *t)
{
    const wyrm_ratio attack = wyrm_combat_duration(t->of->combat, t->now[0]);
    const wyrm_ratio step = wyrm_combat_move_duration(t->of->combat, t->now[0]);
    wyrm_ratio out = {step.numerator * attack.denominator - attack.numerator * step.denominator,
                      step.denominator * attack.denominator};
    const int64_t common =
        common_divisor(out.numerator < 0 ? -out.numerator : out.numerator, out.denominator);
    out = (wyrm_ratio){out.numerator / common, out.denominator / common};
    if (out.denominator > WYRM_DUEL_RATIO_MAX || out.numerator > WYRM_DUEL_RATIO_MAX)
        base_refuse(t->arena, WYRM_ERROR_RANGE,
                    "an attack and a step of '%s' have no common measure: %lld/%lld and %lld/%lld "
                    "turns",
                    t->now[0]->name, (long long)attack.numerator, (long long)attack.denominator,
                    (long long)step.numerator, (long long)step.denominator);
    return out;
}

/* Adds the outcomes of the blow for one way of the attack, chosen with `chance`. `steps`: the side
 * comes a tile nearer. WALKS without a step passes the time. */
static void add_way(blow_split *t, double chance, int32_t way, bool steps)
{
    const bool first = t->blow == 0, last = t->blow + 1 >= all_blows(t->of, t->side);
    const size_t shot = way >= SHOOTS ? (size_t)(way - SHOOTS) : 0;
    fight_change more[4];
    size_t count = 0;
    if (steps && first)
        more[count++] =
            (fight_change){t->side == 1, (uint8_t)(slots_of(t->of, 1).apart), FIGHT_ADD, -1};
    if (t->slots.way != NO_SLOT && (first || last))
        more[count++] =
            (fight_change){true, (uint8_t)t->slots.way, FIGHT_SET, last ? STRIKES : way};
    if (way >= SHOOTS && first && t->slots.waits[shot] != NO_SLOT)
        more[count++] =
            (fight_change){true, (uint8_t)t->slots.waits[shot], FIGHT_SET, FIGHT_SLOT_MOST};
    if (way >= SHOOTS && first && t->slots.done[shot] != NO_SLOT)
        more[count++] = (fight_change){true, (uint8_t)t->slots.done[shot], FIGHT_ADD, 1};
    const wyrm_matchup matchup = attack_in(t, way, comes_in(t, way) ? (int32_t)t->blow + 1 : 0);
    const fight_outcomes blow = one_blow(t->arena, t->of, &matchup);
    t->out.looked_own |= blow.looked_own;
    t->out.looked_other |= blow.looked_other;
    for (size_t i = 0; i < blow.count; i++) {
        fight_outcome made = blow.list[i];
        fight_change *changes = base_array(t->arena, fight_change, made.change_count + count + 1);
        for (size_t k = 0; k < made.change_count; k++)
            changes[k] = made.changes[k];
        for (size_t k = 0; k < count; k++)
            changes[made.change_count + k] = more[k];
        made.chance *= chance;
        made.changes = changes;
        made.change_count += count;
        if (steps && first)
            made.extra = step_extra(t);
        t->list = base_grow(t->arena, t->list, t->out.count, &t->room, sizeof *t->list);
        t->list[t->out.count++] = made;
    }
}

/* Reads a slot of the attacker, and notes that the blow depends on it; 0 for NO_SLOT. */
static int32_t slot_of(blow_split *t, size_t slot)
{
    t->out.looked_own |= slot != NO_SLOT ? UINT32_C(1) << slot : 0;
    return slot != NO_SLOT ? t->own->slots[slot] : 0;
}

/* Chooses the way of an attack that begins, and adds its outcomes. */
static void choose_way(blow_split *t)
{
    const combat_habits *can = &t->of->clock.habits[t->side];
    const bool beside = t->distance <= combat_reach(t->of->combat, t->now[0]);
    double rest = 1.0;
    for (size_t i = 0; i < can->shot_count && rest > 0.0; i++) {
        const combat_shot *shot = &can->shots[i];
        if (t->distance > shot->range || (beside && !shot->near) ||
            slot_of(t, t->slots.waits[i]) > 0 ||
            (t->slots.done[i] != NO_SLOT && slot_of(t, t->slots.done[i]) >= shot->times))
            continue;
        if (shot->chance > 0.0)
            add_way(t, rest * shot->chance, SHOOTS + (int32_t)i, false);
        rest *= 1.0 - shot->chance;
    }
    if (!(rest > 0.0))
        return;
    if (beside)
        add_way(t, rest, STRIKES, false);
    else if (can_fire(t))
        add_way(t, rest, FIRES, false);
    else
        add_way(t, rest, WALKS, t->distance > can->keeps_distance);
}

/* Works out a blow in a fight that began at a distance. */
static void blow_apart(base_arena *arena, const meeting *of, int side, size_t blow,
                       const wyrm_combatant now[2], const fight_state *own,
                       const fight_state *other, fight_outcomes *out)
{
    blow_split t = {.arena = arena,
                    .of = of,
                    .side = side,
                    .blow = blow,
                    .now = {&now[0], &now[1]},
                    .slots = slots_of(of, side),
                    .own = own};
    const size_t apart = slots_of(of, 1).apart;
    t.distance = (side == 1 ? own : other)->slots[apart];
    *(side == 1 ? &t.out.looked_own : &t.out.looked_other) |= UINT32_C(1) << apart;
    if (blow == 0)
        choose_way(&t);
    else
        add_way(&t, 1.0, slot_of(&t, t.slots.way), false);
    t.out.list = t.list;
    *out = t.out;
}

/* ---- the model of a fight ---- */

/* Returns the outcomes of a blow in the present states of both sides. */
static void blow_in(void *context, int side, size_t blow, const fight_state *own,
                    const fight_state *other, base_arena *arena, fight_outcomes *out)
{
    const meeting *of = context;
    size_t count, first;
    wyrm_combatant now[2] = {*of->sides[side], *of->sides[!side]};
    const fight_state *const states[2] = {own, other};
    combat_slots(of->combat, &count, &first);
    for (int i = 0; i < 2; i++) {
        now[i].hp = states[i]->hp;
        now[i].max_hp = states[i]->max_hp;
        now[i].hp_amount = 0.0;
        for (size_t k = 0; k < count; k++)
            now[i].stats[first + k] = states[i]->slots[k];
    }
    if (is_apart(of)) {
        blow_apart(arena, of, side, blow, now, own, other, out);
        return;
    }
    const bool asleep = of->clock.asleep && side == 0;
    if (asleep)
        now[1].stats[asleep_stat(of->combat)] = other->slots[count];
    const wyrm_matchup matchup = {.attacker = &now[0],
                                  .defender = &now[1],
                                  .distance = 1.0,
                                  .blow = blow_number(of, side, blow)};
    *out = one_blow(arena, of, &matchup);
    if (asleep)
        wake(arena, count, blow + 1 == count_blows(of, side), out);
}

/* Builds a side of the fight: its declared slots, then those for distance or sleep. */
static fight_side side_of(base_arena *arena, const meeting *of, int side)
{
    const wyrm_combatant *own = of->sides[side];
    const size_t blows = is_apart(of) ? all_blows(of, side) : count_blows(of, side);
    size_t count, first;
    const fight_slot *declared = combat_slots(of->combat, &count, &first);
    fight_slot *slots = base_array(arena, fight_slot, count + 2 + 2 * COMBAT_SHOTS_MAX);
    for (size_t i = 0; i < count; i++) {
        slots[i] = declared[i];
        slots[i].start = (int32_t)own->stats[first + i];
    }
    if (is_apart(of)) {
        fill_slots(arena, of, side, slots);
        count = slots_of(of, side).count;
    } else if (of->clock.asleep && side == 1) {
        slots[count++] = (fight_slot){.start = 1, .most = 1};
    }
    return (fight_side){.hp = own->hp,
                        .max_hp = own->max_hp,
                        .hp_roll = wyrm_combat_hp_roll(of->combat, own),
                        .regeneration = own->regeneration,
                        .regenerated = of->clock.regenerated[side],
                        .begins = of->clock.due[side],
                        .duration = wyrm_combat_duration(of->combat, own),
                        .blows = blows > 0 ? blows : 1,
                        .slots = slots,
                        .slot_count = count};
}

/* Adds to an error who fights whom, and the script; an error with a place needs neither. */
static void describe_fight(const meeting *of, wyrm_error *error)
{
    const combat_model *model = of->combat->model;
    char what[WYRM_ERROR_MESSAGE_MAX];
    if (error->line > 0 || model->script_of == NULL)
        return;
    snprintf(what, sizeof what, "%s", error->message);
    wyrm_fail(error, error->code, "%.60s against %.60s: %.300s", of->sides[0]->name,
              of->sides[1]->name, what);
    script_locate(model->script_of(of->combat->state), "attack", error);
}

/* Solves a fight in which blows depend on what fights change: over the states of both sides, or, if
 * that is too much, by playing it. */
static void fight_tied(base_arena *arena, meeting *of)
{
    const fight_model model = {
        {side_of(arena, of, 0), side_of(arena, of, 1)}, blow_in, of, of->clock.quick};
    const double odds = isnan(of->odds) ? 0.0 : of->odds;
    wyrm_status status =
        fight_solve(&model, of->striker, odds, of->out, of->distributions, &arena->error);
    if (status == WYRM_ERROR_LIMIT) {
        const uint64_t steps = of->out->steps;
        status = fight_play(&model, of->striker, COMBAT_PLAYED_SEED, of->out, of->distributions,
                            &arena->error);
        of->out->steps += steps;
    }
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        describe_fight(of, &arena->error);
    base_must(arena, status);
    of->beats = of->out->p_win >= of->odds;
}

/* ---- duels that were solved before ----
 *
 * Targets, findings, charts and pages ask about the same new duels again and again. Duels in the
 * middle of a game seldom occur twice, and are not kept. */

static bool is_new(const meeting *of)
{
    const combat_clock *clock = &of->clock;
    return of->distributions == NULL && isnan(of->odds) && !is_apart(of) && !clock->asleep &&
           clock->due[0].numerator == 0 && clock->due[1].numerator == 0 &&
           clock->regenerated[0] == 0 && clock->regenerated[1] == 0;
}

/* Fills in all that a new duel depends on; returns the length of the key. */
static size_t key_of_duel(const meeting *of, double key[COMBAT_DUEL_KEYS])
{
    size_t count = key_of(of->combat, of->sides, key);
    for (int s = 0; s < 2; s++) {
        key[count++] = (double)of->sides[s]->hp;
        key[count++] = (double)of->sides[s]->max_hp;
        key[count++] = of->sides[s]->regeneration;
        key[count++] = of->sides[s]->hp_amount;
    }
    key[count++] = of->striker;
    key[count++] = of->clock.quick;
    return count;
}

/* Looks a duel up, or (`solved`) stores it. True if it was found. Out of memory, nothing is
 * stored. */
static bool recall(meeting *of, bool solved)
{
    struct combat_known *known = of->combat->known;
    double key[COMBAT_DUEL_KEYS];
    const size_t count = key_of_duel(of, key), bytes = count * sizeof *key;
    bool found = false;
    pthread_mutex_lock(&known->lock);
    if (solved && known->duels == NULL)
        known->duels = base_zeroed(COMBAT_KNOWN_MOST, sizeof *known->duels);
    if (known->duels != NULL) {
        combat_known_duel *one = &known->duels[XXH3_64bits(key, bytes) & (COMBAT_KNOWN_MOST - 1)];
        if (solved) {
            *one = (combat_known_duel){.count = count, .duel = *of->out};
            memcpy(one->key, key, bytes);
        } else if (one->count == count && memcmp(one->key, key, bytes) == 0) {
            found = true;
            *of->out = one->duel;
        }
    }
    pthread_mutex_unlock(&known->lock);
    return found;
}

/* Solves a duel that is not known: as two chains if blows do nothing but damage. */
static void meet_anew(base_arena *arena, meeting *of)
{
    wyrm_error *error = &arena->error;
    if (is_apart(of)) {
        fight_tied(arena, of);
        return;
    }
    const combat_known_attack attacks[] = {size_up(arena, of, 0), size_up(arena, of, 1)};
    if (attacks[0].tied || attacks[1].tied || of->clock.asleep) {
        fight_tied(arena, of);
        return;
    }
    const wyrm_fighter one = fighter_of(arena, of, 0, &attacks[0]);
    const wyrm_fighter other = fighter_of(arena, of, 1, &attacks[1]);
    if (!isnan(of->odds))
        base_must(arena, combat_duel_beats(&one, &other, of->striker, of->odds, &of->beats, error));
    else if (of->distributions != NULL)
        base_must(arena, wyrm_duel_distribute(&one, &other, of->striker, of->out, of->distributions,
                                              error));
    else
        base_must(arena, wyrm_duel_solve(&one, &other, of->striker, of->out, error));
}

static void meet(base_arena *arena, void *context)
{
    meeting *of = context;
    for (int s = 0; s < 2; s++)
        base_must(arena, wyrm_combat_check(of->combat, of->sides[s], &arena->error));
    if (is_new(of) && recall(of, false))
        return;
    meet_anew(arena, of);
    if (is_new(of))
        recall(of, true);
}

wyrm_status combat_duel(const wyrm_combat *combat, const wyrm_combatant *subject,
                        const wyrm_combatant *opponent, wyrm_striker striker,
                        const combat_clock *clock, wyrm_duel *out,
                        wyrm_duel_distributions *distributions, wyrm_error *error)
{
    const combat_clock now = clock != NULL ? *clock : (combat_clock){.asleep = false};
    meeting of = {combat, {subject, opponent}, striker, now, NAN, out, distributions, false};
    return base_do(meet, &of, error);
}

wyrm_status combat_beats(const wyrm_combat *combat, const wyrm_combatant *subject,
                         const wyrm_combatant *opponent, wyrm_striker striker,
                         const combat_clock *clock, double odds, bool *out, wyrm_error *error)
{
    wyrm_duel duel;
    const combat_clock now = clock != NULL ? *clock : (combat_clock){.asleep = false};
    meeting of = {combat, {subject, opponent}, striker, now, odds, &duel, NULL, false};
    wyrm_status status = base_do(meet, &of, error);
    *out = status == WYRM_OK && of.beats;
    return status;
}

typedef struct plainness {
    meeting of;
    bool plain;
} plainness;

static void find_plain(base_arena *arena, void *context)
{
    plainness *p = context;
    p->plain = !size_up(arena, &p->of, 0).tied && !is_afflicted(&p->of, 1);
}

bool combat_is_plain(const wyrm_combat *combat, const wyrm_combatant *attacker,
                     const wyrm_combatant *defender)
{
    plainness p = {.of = {.combat = combat, .sides = {attacker, defender}}};
    if (!combat_has_outcomes(combat))
        return true;
    return base_do(find_plain, &p, NULL) == WYRM_OK && p.plain;
}

static bool is_a_turn(const wyrm_combat *combat, const wyrm_combatant *combatant)
{
    const wyrm_ratio duration = wyrm_combat_duration(combat, combatant);
    return duration.numerator == duration.denominator;
}

bool combat_is_simple(const wyrm_combat *combat, const wyrm_combatant *one,
                      const wyrm_combatant *other)
{
    return is_a_turn(combat, one) && is_a_turn(combat, other) &&
           combat_is_plain(combat, one, other) && combat_is_plain(combat, other, one);
}
