/* The events of a fight with conditions, by the rules of fight.h. duel_joint.c follows all that can
 * happen at once, duel_played.c one course of events.
 *
 * The model is asked about a blow once for all states that look the same to it. An answer says what
 * it read, so it holds wherever these values are equal. What a blow reads may depend on what it
 * reads first; the few combinations seen so far are tried one after another.
 *
 * Places are connected by a list of steps, all that can happen at one time; a place is moved on to
 * the next step in which something does happen.
 *
 * Time is a whole number of parts of a turn (set_clock), never a fraction: two attacks that fall at
 * the same time then do so exactly, and a place that is reached in two ways is one place. */
#include <math.h>
#include <string.h>
#include "combat/fight.h"

enum { SIDES = FIGHT_SIDES };

#define MEASURE_MOST ((int64_t)1000000000) /* in a turn */

/* Returns a ratio in lowest terms, 0/0 as `otherwise`. Refuses it if a number exceeds `most`. */
static wyrm_ratio lowest(const fight_job *f, wyrm_ratio of, int64_t otherwise, int64_t most,
                         const char *what)
{
    if (of.numerator == 0 && of.denominator == 0)
        return (wyrm_ratio){otherwise, 1};
    if (of.denominator <= 0 || of.numerator == INT64_MIN)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT, "the %s of a fight is no ratio", what);
    const int64_t size = of.numerator < 0 ? -of.numerator : of.numerator;
    const int64_t common = common_divisor(size, of.denominator);
    if (size / common > most || of.denominator / common > most)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "the %s of a fight, %lld/%lld, must be of numbers of at most %lld", what,
                    (long long)of.numerator, (long long)of.denominator, (long long)most);
    return (wyrm_ratio){of.numerator / common, of.denominator / common};
}

static wyrm_ratio duration_of(const fight_job *f, int side)
{
    return lowest(f, fight_side_of(f, side)->duration, 1, WYRM_DUEL_RATIO_MAX,
                  "duration of an attack");
}

static wyrm_ratio begin_of(const fight_job *f, int side)
{
    return lowest(f, fight_side_of(f, side)->begins, 0, MEASURE_MOST, "beginning");
}

static wyrm_ratio slows_of(const fight_job *f, const fight_slot *slot)
{
    return lowest(f, slot->slows, 1, FIGHT_SPEED_MOST, "speed of a condition");
}

/* ---- Answers: the outcomes of blows ---- */

/* The combinations of things that a blow has read, each once. */
typedef struct fight_glances {
    uint32_t (*looked)[SIDES];
    size_t count, room;
    const fight_answer **distinct; /* answers that equal none before them */
    size_t distincts, distinct_room;
} fight_glances;

#define VALUES_MOST (SIDES * (FIGHT_SLOTS_MOST + 2))

/* Collects the values of what was read, in the order of the bits; returns how many. */
static size_t look(const uint32_t looked[SIDES], const fight_state *const states[SIDES],
                   int64_t *values)
{
    size_t count = 0;
    for (int t = 0; t < SIDES; t++) {
        for (size_t i = 0; i < FIGHT_SLOTS_MOST && looked[t] >> i != 0; i++)
            if (looked[t] >> i & 1)
                values[count++] = states[t]->slots[i];
        if (looked[t] & FIGHT_LOOKED_HP)
            values[count++] = states[t]->hp;
        if (looked[t] & FIGHT_LOOKED_MAX)
            values[count++] = states[t]->max_hp;
    }
    return count;
}

static size_t bucket_of(const fight_job *f, int side, size_t blow, const uint32_t looked[SIDES],
                        const int64_t *values, size_t count)
{
    uint64_t hash =
        combat_mixed(combat_mixed((uint64_t)side, blow), (uint64_t)looked[0] << 32 | looked[1]);
    for (size_t i = 0; i < count; i++)
        hash = combat_mixed(hash, (uint64_t)values[i]);
    return hash & (f->buckets - 1);
}

/* Finds an answer, NULL: none yet. Answers are kept by the values that the blow read, as most
 * states differ in what no blow reads. In other states it may read other things, so every
 * combination that was seen is tried. */
static const fight_answer *known(const fight_job *f, int side, size_t blow,
                                 const fight_state *const states[SIDES])
{
    const fight_glances *seen = &f->seen[side][blow];
    int64_t values[VALUES_MOST];
    for (size_t g = 0; g < seen->count; g++) {
        const uint32_t *looked = seen->looked[g];
        const size_t count = look(looked, states, values);
        const fight_answer *at = f->bucket[bucket_of(f, side, blow, looked, values, count)];
        for (; at; at = at->next)
            if (at->side == side && at->blow == blow && at->looked[0] == looked[0] &&
                at->looked[1] == looked[1] &&
                memcmp(at->value, values, count * sizeof *values) == 0)
                return at;
    }
    return NULL;
}

/* Refuses an unsound outcome: the model may be a user's script, so nothing that it returns is
 * trusted. */
static void check_outcome(const fight_job *f, int side, const fight_outcome *of)
{
    bool sound = isfinite(of->chance) && of->chance >= 0.0 && of->damage >= 0;
    for (size_t i = 0; sound && i < of->change_count; i++) {
        const int whose = of->changes[i].of_attacker ? side : !side;
        sound = of->changes[i].slot < fight_side_of(f, whose)->slot_count;
    }
    if (!sound)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "an outcome of a blow has a chance or damage below 0, or changes what is not "
                    "there");
}

static fight_effect effect_of(const fight_job *f, const fight_outcome *of)
{
    fight_change *changes = base_array(f->arena, fight_change, of->change_count);
    for (size_t i = 0; i < of->change_count; i++)
        changes[i] = of->changes[i];
    return (fight_effect){
        .changes = changes,
        .count = of->change_count,
        .extra = lowest(f, of->extra, 0, WYRM_DUEL_RATIO_MAX, "duration that an outcome adds"),
        .recoils = of->heal<0, .hurts = of->damage> 0};
}

static bool is_same_effect(const fight_effect *a, const fight_effect *b)
{
    if (a->count != b->count || a->recoils != b->recoils || a->hurts != b->hurts ||
        a->extra.numerator != b->extra.numerator || a->extra.denominator != b->extra.denominator)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const fight_change *one = &a->changes[i], *other = &b->changes[i];
        if (one->of_attacker != other->of_attacker || one->slot != other->slot ||
            one->verb != other->verb || one->value != other->value)
            return false;
    }
    return true;
}

/* An equal effect is searched for only so far back: a duplicate costs time, nothing else. */
#define EFFECTS_BACK 32

/* Sorts outcomes by effect into results (a counting sort; effects in order of appearance). Results
 * with one effect can then be moved together: to one place, whatever the damage. `until` sums the
 * chances for drawing a result. */
static void arrange(const fight_job *f, fight_answer *a, const fight_outcome *list, size_t count)
{
    fight_effect *effects = base_array(f->arena, fight_effect, count);
    fight_result *results = base_array(f->arena, fight_result, count);
    size_t *which = base_array(f->arena, size_t, count);
    size_t *place = base_array(f->arena, size_t, count + 1);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        check_outcome(f, a->side, &list[i]);
        sum += list[i].chance;
        const fight_effect e = effect_of(f, &list[i]);
        size_t k = a->effects > EFFECTS_BACK ? a->effects - EFFECTS_BACK : 0;
        while (k < a->effects && !is_same_effect(&effects[k], &e))
            k++;
        if (k == a->effects)
            effects[a->effects++] = e;
        which[i] = k;
        place[k + 1]++;
    }
    if (!(sum > 0.0) || !isfinite(sum))
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT, "a blow of a fight comes to nothing");
    for (size_t k = 0; k < a->effects; k++)
        place[k + 1] += place[k];
    for (size_t i = 0; i < count; i++)
        results[place[which[i]]++] = (fight_result){
            .chance = list[i].chance / sum,
            .heal = greater(-WYRM_DUEL_HP_MAX, lesser(WYRM_DUEL_HP_MAX, list[i].heal)),
            .damage = lesser(WYRM_DUEL_HP_MAX, list[i].damage),
            .effect = which[i]};
    double until = 0.0;
    for (size_t i = 0; i < count; i++)
        results[i].until = until += results[i].chance;
    a->results = count;
    a->result = results;
    a->effect = effects;
}

static bool is_like(const fight_answer *a, const fight_answer *b)
{
    bool same = a->results == b->results && a->effects == b->effects;
    for (size_t i = 0; same && i < a->results; i++) {
        const fight_result *one = &a->result[i], *other = &b->result[i];
        same = one->chance == other->chance && one->heal == other->heal &&
               one->damage == other->damage && one->effect == other->effect;
    }
    for (size_t k = 0; same && k < a->effects; k++)
        same = is_same_effect(&a->effect[k], &b->effect[k]);
    return same;
}

/* Finds the first of the last few distinct answers that equals this one, or makes this one
 * distinct. States with equal answers are processed with one answer, however many they are. */
static void compare_with_others(fight_job *f, fight_glances *seen, fight_answer *a)
{
    size_t i = seen->distincts > EFFECTS_BACK ? seen->distincts - EFFECTS_BACK : 0;
    for (; i < seen->distincts; i++)
        if (is_like(seen->distinct[i], a)) {
            a->like = seen->distinct[i];
            return;
        }
    a->like = a;
    seen->distinct = base_grow(f->arena, seen->distinct, seen->distincts, &seen->distinct_room,
                               sizeof *seen->distinct);
    seen->distinct[seen->distincts++] = a;
}

/* Learns what an effect changes. The measure becomes the least common multiple of all denominators
 * that outcomes add to a duration. */
static void learn_effect(fight_job *f, int side, const fight_effect *e)
{
    fight_lessons *l = &f->lessons;
    for (size_t i = 0; i < e->count; i++) {
        const fight_change *change = &e->changes[i];
        const fight_things slot = FIGHT_SLOT_OF(change->of_attacker ? side : !side, change->slot);
        l->changed |= slot;
        l->touched[side] |= slot;
    }
    l->measure *= e->extra.denominator / common_divisor(l->measure, e->extra.denominator);
    if (l->measure > MEASURE_MOST)
        base_refuse(f->arena, WYRM_ERROR_RANGE, "the durations of a fight have no common measure");
}

/* Learns dependencies from an answer. Nobody declares which conditions a blow reads or changes;
 * what none does need not be followed, which is what makes a fight small. */
static void learn(fight_job *f, const fight_answer *a)
{
    fight_lessons *l = &f->lessons;
    for (int t = 0; t < SIDES; t++) {
        const int whose = t == 0 ? a->side : !a->side;
        for (size_t i = 0; i < fight_side_of(f, whose)->slot_count; i++)
            if (a->looked[t] >> i & 1) {
                l->looked |= FIGHT_SLOT_OF(whose, i);
                l->touched[a->side] |= FIGHT_SLOT_OF(whose, i);
            }
        if (a->looked[t] & (FIGHT_LOOKED_HP | FIGHT_LOOKED_MAX))
            l->touched[a->side] |= FIGHT_HP_OF(whose);
        l->asks_max[whose] |= (a->looked[t] & FIGHT_LOOKED_MAX) != 0;
    }
    for (size_t i = 0; i < a->results; i++) {
        l->harms |= a->result[i].damage > 0 || a->result[i].heal < 0;
        l->rises[a->side] |= a->result[i].heal > 0;
        if (a->result[i].heal != 0)
            l->touched[a->side] |= FIGHT_HP_OF(a->side);
    }
    for (size_t k = 0; k < a->effects; k++)
        learn_effect(f, a->side, &a->effect[k]);
}

static void put_in_bucket(fight_job *f, fight_answer *a)
{
    const size_t to = bucket_of(f, a->side, a->blow, a->looked, a->value, a->values);
    a->next = f->bucket[to];
    f->bucket[to] = a;
}

/* Enlarges the table of answers, which is at most half full: the lists in its buckets are short. */
static void enlarge_buckets(fight_job *f)
{
    const size_t before = f->buckets;
    fight_answer **old = f->bucket;
    f->buckets = before == 0 ? 256 : 4 * before;
    f->bucket = base_array(f->arena, fight_answer *, f->buckets);
    for (size_t i = 0; i < before; i++)
        for (fight_answer *a = old[i], *next; a; a = next) {
            next = a->next;
            put_in_bucket(f, a);
        }
}

static void note_glance(fight_job *f, fight_glances *seen, const uint32_t looked[SIDES])
{
    for (size_t g = 0; g < seen->count; g++)
        if (seen->looked[g][0] == looked[0] && seen->looked[g][1] == looked[1])
            return;
    seen->looked =
        base_grow(f->arena, seen->looked, seen->count, &seen->room, sizeof *seen->looked);
    seen->looked[seen->count][0] = looked[0];
    seen->looked[seen->count++][1] = looked[1];
}

static fight_answer *new_answer(fight_job *f, int side, size_t blow,
                                const fight_state *const states[SIDES])
{
    fight_outcomes said = {NULL, 0, 0, 0};
    f->model->blow(f->model->context, side, blow, states[0], states[1], f->arena, &said);
    f->results += said.count;
    if (f->results > FIGHT_RESULTS_MOST)
        base_refuse(f->arena, WYRM_ERROR_LIMIT,
                    "the blows of a fight come to more than %zu outcomes in all",
                    FIGHT_RESULTS_MOST);
    fight_answer *a = base_new(f->arena, fight_answer);
    *a = (fight_answer){.side = side, .blow = blow, .looked = {said.looked_own, said.looked_other}};
    arrange(f, a, said.list, said.count);
    int64_t *values = base_array(f->arena, int64_t, VALUES_MOST);
    a->values = look(a->looked, states, values);
    a->value = values;
    return a;
}

const fight_answer *fight_ask(const fight_course *c, const fight_moment *at, const fight_step *now,
                              const int64_t hp[SIDES])
{
    fight_job *f = c->fight;
    fight_state seen[SIDES];
    for (int s = 0; s < SIDES; s++)
        seen[s] = (fight_state){
            .hp = hp[s],
            .max_hp = fight_side_of(f, s)->hp_roll ? at->top[s] : fight_side_of(f, s)->max_hp,
            .slots = at->slots[s]};
    const fight_state *const states[SIDES] = {&seen[now->side], &seen[!now->side]};
    const fight_answer *before = known(f, now->side, now->index, states);
    if (before)
        return before;
    if (f->calls >= FIGHT_CALLS_MOST)
        base_refuse(f->arena, WYRM_ERROR_LIMIT,
                    "the blows of a fight look at more than %d different states", FIGHT_CALLS_MOST);
    if (2 * f->calls++ >= f->buckets)
        enlarge_buckets(f);
    fight_answer *a = new_answer(f, now->side, now->index, states);
    fight_glances *glances = &f->seen[now->side][now->index];
    compare_with_others(f, glances, a);
    note_glance(f, glances, a->looked);
    put_in_bucket(f, a);
    learn(f, a);
    return a;
}

/* ---- Time ---- */

/* Returns a x b; refused if parts of a turn get too small. */
static int64_t parts(const fight_job *f, int64_t a, int64_t b)
{
    if (a > MEASURE_MOST / b)
        base_refuse(f->arena, WYRM_ERROR_RANGE, "the durations of a fight have no common measure");
    return a * b;
}

static int64_t common_multiple(const fight_job *f, int64_t a, int64_t b)
{
    return parts(f, a, b / common_divisor(a, b));
}

/* Sets the parts of a turn so small that every duration is a whole number of them, under all
 * conditions. Several conditions may slow at once, so the denominators of a side's speeds are
 * multiplied; the two sides and the durations need only a common multiple. */
static void set_clock(fight_job *f)
{
    int64_t speeds = 1;
    f->whole_turn = f->lessons.measure;
    for (int s = 0; s < SIDES; s++) {
        const fight_side *side = fight_side_of(f, s);
        int64_t product = 1;
        for (size_t i = 0; i < side->slot_count; i++)
            product = parts(f, product, slows_of(f, &side->slots[i]).denominator);
        speeds = common_multiple(f, speeds, product);
        f->whole_turn = common_multiple(f, f->whole_turn, duration_of(f, s).denominator);
        f->whole_turn = common_multiple(f, f->whole_turn, begin_of(f, s).denominator);
    }
    f->whole_turn = parts(f, f->whole_turn, speeds);
    f->horizon = (int64_t)WYRM_DUEL_TURN_LIMIT * f->whole_turn;
    for (int s = 0; s < SIDES; s++) {
        const wyrm_ratio takes = duration_of(f, s);
        f->takes[s] = takes.numerator * (f->whole_turn / takes.denominator);
    }
}

/* Ends an attack of `side`: sets when the next one begins. Denominators are divided out first:
 * their product divides the time, and nothing overflows on the way to a duration below the limit.
 * One beyond the limit becomes the limit; `about` detects it without an overflow. */
static void end_attack(const fight_job *f, fight_moment *at, int side)
{
    const fight_side *of = fight_side_of(f, side);
    int64_t time = f->takes[side] + at->extra;
    if (time <= 0)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "an attack takes no time: its duration and what blows add to it come to 0 or "
                    "less");
    double about = (double)time;
    for (size_t i = 0; i < of->slot_count; i++)
        if (at->slots[side][i] > 0) {
            const wyrm_ratio by = slows_of(f, &of->slots[i]);
            about *= (double)by.numerator / (double)by.denominator;
            time /= by.denominator;
        }
    for (size_t i = 0; i < of->slot_count && about < (double)f->horizon; i++)
        if (at->slots[side][i] > 0)
            time *= slows_of(f, &of->slots[i]).numerator;
    at->next[side] = at->time + (about < (double)f->horizon ? time : f->horizon);
    at->extra = 0;
}

uint32_t fight_turn(const fight_job *f, const fight_step *now, int64_t time)
{
    return (uint32_t)(time / f->whole_turn) + (now->event == FIGHT_BLOW ? 1 : 0);
}

/* ---- Steps ---- */

static bool is_tracked(const fight_course *c, int side, size_t slot)
{
    return (c->tracked & FIGHT_SLOT_OF(side, slot)) != 0;
}

/* Adds a step. Its rank orders the steps of two courses at one time: ends of turns before blows,
 * the first striker's before the other's. */
static void add_step(base_arena *arena, fight_course *c, size_t *room, fight_event event, int side,
                     size_t index)
{
    const int order = c->fight->order[0] == side ? 0 : 1;
    c->steps = base_grow(arena, c->steps, c->count, room, sizeof *c->steps);
    c->steps[c->count++] =
        (fight_step){event, side, index, event == FIGHT_BLOW ? 2 + order : order};
}

/* Lists the steps at the end of a turn of side `s`. A slot that is not tracked but starts above 0
 * does damage, too. */
static void list_end_of_turn(base_arena *arena, fight_course *c, size_t *room, int s)
{
    const fight_side *side = fight_side_of(c->fight, s);
    for (size_t i = 0; i < side->slot_count; i++)
        if (side->slots[i].damage && c->has_hp[s] &&
            (is_tracked(c, s, i) || side->slots[i].start > 0))
            add_step(arena, c, room, FIGHT_SUFFER, s, i);
    if (c->has_hp[s] && side->regeneration > 0.0)
        add_step(arena, c, room, FIGHT_REGENERATE, s, 0);
    for (size_t i = 0; i < side->slot_count; i++)
        if (is_tracked(c, s, i) &&
            (side->slots[i].each_turn != 0 || side->slots[i].shaken_off > 0.0))
            add_step(arena, c, room, FIGHT_COUNT, s, i);
}

void fight_list_steps(base_arena *arena, fight_course *c)
{
    const int *order = c->fight->order;
    size_t room = 0;
    for (int k = 0; k < SIDES; k++)
        list_end_of_turn(arena, c, &room, order[k]);
    for (int k = 0; k < SIDES; k++)
        for (size_t i = 0; c->attacks[order[k]] && i < fight_side_of(c->fight, order[k])->blows;
             i++)
            add_step(arena, c, &room, FIGHT_BLOW, order[k], i);
}

int64_t fight_regenerated(const fight_job *f, int side, uint32_t turn)
{
    const fight_side *of = fight_side_of(f, side);
    const double rate = fmin(of->regeneration, (double)of->max_hp);
    turn += of->regenerated;
    return combat_regenerated(rate, turn) - combat_regenerated(rate, turn - 1);
}

/* Whether a step at the end of a turn does something, whichever turn it is. */
static bool is_due(const fight_job *f, const fight_step *now, const fight_moment *at)
{
    if (now->event == FIGHT_REGENERATE)
        return true;
    const fight_slot *slot = &fight_side_of(f, now->side)->slots[now->index];
    const int64_t value = at->slots[now->side][now->index];
    /* so that next_time can skip turns at whose end nothing is due */
    if (now->event == FIGHT_SUFFER)
        return value > 0;
    return (value > 0 && slot->shaken_off > 0.0) || fight_counted(slot, value) != value;
}

/* Whether a step happens now; `at_end`: a turn has just ended. */
static bool happens(const fight_job *f, const fight_step *now, const fight_moment *at, bool at_end)
{
    if (now->event == FIGHT_BLOW)
        return at->next[now->side] == at->time;
    if (!at_end)
        return false;
    return now->event == FIGHT_REGENERATE
               ? fight_regenerated(f, now->side, fight_turn(f, now, at->time)) > 0
               : is_due(f, now, at);
}

/* Returns the time of the next event: an attack, or the end of this turn if something is due
 * then. Turns without events are skipped, so a fight of slow attacks costs no more than one of
 * fast ones. */
static int64_t next_time(const fight_course *c, const fight_moment *at)
{
    const fight_job *f = c->fight;
    int64_t soonest = f->horizon;
    for (int s = 0; s < SIDES; s++)
        if (c->attacks[s])
            soonest = lesser(soonest, at->next[s]);
    for (size_t i = 0; i < c->count && c->steps[i].event != FIGHT_BLOW; i++)
        if (is_due(f, &c->steps[i], at))
            return lesser(soonest, (at->time / f->whole_turn + 1) * f->whole_turn);
    return soonest;
}

void fight_advance(const fight_course *c, fight_moment *at)
{
    const fight_job *f = c->fight;
    at->step++;
    while (at->time < f->horizon) {
        const bool at_end = at->time > 0 && at->time % f->whole_turn == 0;
        for (; (size_t)at->step < c->count; at->step++)
            if (happens(f, &c->steps[at->step], at, at_end))
                return;
        at->time = next_time(c, at);
        at->step = 0;
    }
}

fight_moment fight_first_moment(const fight_job *f, int64_t top_subject, int64_t top_opponent)
{
    fight_moment at;
    memset(&at, 0, sizeof at);
    at.step = -1;
    at.top[FIGHT_SUBJECT] = (int32_t)top_subject;
    at.top[FIGHT_OPPONENT] = (int32_t)top_opponent;
    for (int s = 0; s < SIDES; s++) {
        const wyrm_ratio begin = begin_of(f, s);
        at.next[s] = begin.numerator * (f->whole_turn / begin.denominator);
        for (size_t i = 0; i < fight_side_of(f, s)->slot_count; i++)
            at.slots[s][i] = (uint16_t)fight_side_of(f, s)->slots[i].start;
    }
    return at;
}

/* ---- Where steps lead to ---- */

bool fight_is_helpless(const fight_job *f, const fight_moment *at, int side)
{
    const fight_side *of = fight_side_of(f, side);
    for (size_t i = 0; i < of->slot_count; i++)
        if (of->slots[i].helpless && at->slots[side][i] > 0)
            return true;
    return false;
}

/* Ends the slots of a side that was hurt. What is not tracked stays at its start, so that places
 * that differ only in it are one. */
static void end_when_hurt(const fight_course *c, fight_moment *at, int side)
{
    const fight_side *of = fight_side_of(c->fight, side);
    for (size_t i = 0; i < of->slot_count; i++)
        if (of->slots[i].ends_when_hurt && is_tracked(c, side, i))
            at->slots[side][i] = 0;
}

static void change_slot(const fight_course *c, fight_moment *at, int attacker,
                        const fight_change *change)
{
    const int side = change->of_attacker ? attacker : !attacker;
    if (!is_tracked(c, side, change->slot))
        return;
    const fight_slot *slot = &fight_side_of(c->fight, side)->slots[change->slot];
    uint16_t *value = &at->slots[side][change->slot];
    *value = (uint16_t)fight_changed(slot, *value, change);
}

/* Makes a helpless side wait for the end of the turn. */
fight_moment fight_after_waiting(const fight_job *f, const fight_moment *at, int side)
{
    fight_moment to = *at;
    to.next[side] = (at->time / f->whole_turn + 1) * f->whole_turn;
    return to;
}

fight_moment fight_after_blow(const fight_course *c, const fight_moment *at, const fight_step *now,
                              const fight_effect *effect)
{
    const fight_job *f = c->fight;
    const int side = now->side;
    fight_moment to = *at;
    if (effect->recoils)
        end_when_hurt(c, &to, side);
    if (effect->hurts)
        end_when_hurt(c, &to, !side);
    for (size_t i = 0; i < effect->count; i++)
        change_slot(c, &to, side, &effect->changes[i]);
    to.extra += effect->extra.numerator * (f->whole_turn / effect->extra.denominator);
    if (now->index + 1 == fight_side_of(f, side)->blows || fight_is_helpless(f, &to, side))
        end_attack(f, &to, side);
    return to;
}

fight_moment fight_after_suffering(const fight_course *c, const fight_moment *at, int side,
                                   bool hurt)
{
    fight_moment to = *at;
    if (hurt)
        end_when_hurt(c, &to, side);
    return to;
}

fight_moment fight_after_counting(const fight_course *c, const fight_moment *at,
                                  const fight_step *now, bool shaken_off)
{
    fight_moment to = *at;
    uint16_t *value = &to.slots[now->side][now->index];
    const fight_slot *slot = &fight_side_of(c->fight, now->side)->slots[now->index];
    *value = (uint16_t)(shaken_off ? 0 : fight_counted(slot, *value));
    return to;
}

double fight_shaken_off(const fight_job *f, const fight_step *now, const fight_moment *at)
{
    const fight_slot *slot = &fight_side_of(f, now->side)->slots[now->index];
    return at->slots[now->side][now->index] > 0 ? slot->shaken_off : 0.0;
}

int64_t fight_suffered(const fight_job *f, const fight_step *now, const fight_moment *at,
                       int64_t drawn)
{
    const fight_slot *slot = &fight_side_of(f, now->side)->slots[now->index];
    return fight_suffers(slot, at->slots[now->side][now->index], drawn);
}

/* ---- Results ---- */

void fight_record(fight_job *f, int winner, uint32_t turn, double chance)
{
    while (f->room < turn) {
        const size_t room = f->room == 0 ? 64 : 4 * f->room;
        double(*ends)[SIDES] = base_take(f->arena, room, sizeof *ends);
        if (f->turns != 0)
            memcpy(ends, f->ends, f->turns * sizeof *ends);
        f->ends = ends;
        f->room = room;
    }
    f->turns = f->turns < turn ? turn : f->turns;
    f->ends[turn - 1][winner] += chance;
    f->won[winner] += chance;
}

void fight_start(fight_job *f)
{
    f->won[0] = f->won[1] = 0.0;
    f->turns = 0;
    if (f->room != 0)
        memset(f->ends, 0, f->room * sizeof *f->ends);
    for (int s = 0; s < SIDES; s++)
        memset(f->left[s], 0, ((size_t)fight_side_of(f, s)->max_hp + 1) * sizeof(double));
    set_clock(f);
}

/* Fills in the figures of turns. Means first, then squared deviations: one pass over sums of
 * squares would lose digits where fights are long and alike. */
static void write_turns(const fight_job *f, double finished, wyrm_duel *out)
{
    double sum = 0.0, won = 0.0, squares = 0.0;
    for (size_t i = 0; i < f->turns; i++) {
        sum += ((double)i + 1.0) * (f->ends[i][0] + f->ends[i][1]);
        won += ((double)i + 1.0) * f->ends[i][FIGHT_SUBJECT];
    }
    out->turns_mean = sum / finished;
    for (size_t i = 0; i < f->turns; i++) {
        const double off = (double)i + 1.0 - out->turns_mean;
        squares += off * off * (f->ends[i][0] + f->ends[i][1]);
    }
    out->turns_sd = sqrt(squares / finished);
    if (f->won[FIGHT_SUBJECT] > 0.0)
        out->turns_mean_given_win = won / f->won[FIGHT_SUBJECT];
}

void fight_write_result(fight_job *f, double fighting, const char *method, uint32_t fights)
{
    const double won = f->won[FIGHT_SUBJECT], lost = f->won[FIGHT_OPPONENT];
    const double finished = won + lost, all = finished + fighting;
    const int64_t most = fight_side_of(f, FIGHT_SUBJECT)->max_hp;
    const double *left = f->left[FIGHT_SUBJECT];
    wyrm_duel_distributions *d = f->distributions;
    *f->out = combat_chances(won / all, lost / all, fighting / all, method);
    if (fights != 0)
        fight_write_interval(f->out, fights);
    if (!(finished > 0.0))
        return;
    write_turns(f, finished, f->out);
    fight_write_left(f->out, left, most, won, lost);
    if (!d)
        return;
    fight_make_turns(f->arena, f->ends, f->turns, FIGHT_SIDES, &d->turns);
    fight_make_turns(f->arena, f->ends, f->turns, FIGHT_SUBJECT, &d->turns_given_win);
    fight_make_left(f->arena, left, most, lost, &d->hp_left);
    fight_make_left(f->arena, left, most, 0.0, &d->hp_left_given_win);
    fight_make_left(f->arena, f->left[FIGHT_OPPONENT], fight_side_of(f, FIGHT_OPPONENT)->max_hp,
                    won, &d->opponent_hp_left);
}

/* ---- Checks ---- */

static void check_slot(const fight_job *f, const fight_slot *slot)
{
    if (slot->most < 1 || slot->most > FIGHT_SLOT_MOST || slot->start < 0 ||
        slot->start > slot->most || !(slot->shaken_off >= 0.0 && slot->shaken_off <= 1.0))
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "a condition or counter of a fight is out of its range");
    if (slows_of(f, slot).numerator <= 0)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT, "the speed of a condition must be above 0");
}

static void check_side(const fight_job *f, int side)
{
    const fight_side *of = fight_side_of(f, side);
    if (of->max_hp > WYRM_DUEL_HP_MAX || fight_least_hp(of) < 1 || fight_most_hp(of) > of->max_hp ||
        !isfinite(of->regeneration) || of->regeneration < 0.0)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "hit points or regeneration of a side of a fight are out of range");
    if (of->blows < 1 || of->blows > WYRM_DUEL_BLOWS_MAX)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "an attack of a fight must have 1 to %zu blows, not %zu", WYRM_DUEL_BLOWS_MAX,
                    of->blows);
    if (of->slot_count > FIGHT_SLOTS_MOST)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "a side of a fight has more than %d conditions and counters", FIGHT_SLOTS_MOST);
    for (size_t i = 0; i < of->slot_count; i++)
        check_slot(f, &of->slots[i]);
    if (duration_of(f, side).numerator <= 0)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT, "the duration of an attack must be above 0");
    const wyrm_ratio begin = begin_of(f, side);
    if (begin.numerator < 0 || begin.numerator / begin.denominator >= WYRM_DUEL_TURN_LIMIT)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "the first attack of a side of a fight must begin within %u turns",
                    WYRM_DUEL_TURN_LIMIT);
}

void fight_begin(fight_job *f, base_arena *arena, wyrm_striker striker)
{
    f->arena = arena;
    f->order[0] = striker == WYRM_SUBJECT_FIRST ? FIGHT_SUBJECT : FIGHT_OPPONENT;
    f->order[1] = !f->order[0];
    memset(&f->lessons, 0, sizeof f->lessons);
    f->lessons.measure = 1;
    for (int s = 0; s < SIDES; s++) {
        const fight_side *side = fight_side_of(f, s);
        check_side(f, s);
        f->seen[s] = base_array(arena, fight_glances, side->blows);
        f->left[s] = base_array(arena, double, (size_t)side->max_hp + 1);
        for (size_t i = 0; i < side->slot_count; i++)
            f->lessons.harms |= side->slots[i].damage && wyrm_pmf_last(side->slots[i].damage) > 0;
    }
    enlarge_buckets(f);
}
