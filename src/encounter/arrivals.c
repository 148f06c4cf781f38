/* The exact distributions of the monsters that come to a floor.
 *
 * A group is a rule (draws.c); read exactly it is a small distribution over outcomes. A floor is a
 * number of groups, so everything about it follows by adding groups up: for each question (how many
 * goblins? how much experience?) an outcome is worth a number, and the chances of every sum are
 * carried from group to group (a convolution). That works for a random number of groups as well:
 * the sums after n groups count with the chance of n groups.
 *
 * The state is what changes between groups. If groups come only once, it is the set of those that
 * have come, which is carried from floor to floor. With a budget it is the number of monsters and
 * what they count; then sums of anything else are not kept, only their means, and the chance that
 * something does not come at all: the chance of floors that are drawn without any group with it. A
 * deck needs no state: cards dealt from it are a choice without order, so that the ways to have r
 * of them are coefficients of a product over its hordes.
 */
#include "encounter/internal.h"
#include <string.h>

#define SETS_MAX   8 /* hordes that come once, for sets of them to be followed */
#define STATES_MAX ((size_t)1 << 20)
#define WAYS_MAX   ((size_t)1 << 22)
#define EFFORT_MAX 1e8 /* additions for one question */

/* The possible outcomes of one group in a state. */
typedef struct ways {
    size_t count;
    int64_t *ids;
    double *chances;
    double nobody; /* chance that no group comes */
} ways;

/* A floor that is being followed. */
typedef struct walk {
    base_arena *arena;
    const enc_hordes *of;
    enc_horde_filling f;
    size_t sets;           /* number of sets of hordes that have come once */
    size_t counts, totals; /* with a budget: numbers of monsters, and of sums in steps; else 1 */
    int64_t step;
    const ways **known; /* by set, or by state of the budget */
    size_t way_count;
    size_t guard_count;
    const enc_horde **guards;
    const ways **guard_ways; /* by guard and set */
    double *times;           /* by outcome: how often it comes, on average */
    double *start;           /* by set: chance before the floor */
} walk;

static bool has_budget(const walk *w)
{
    return w->of->aim != ENC_AIM_NONE;
}

static void enter_set(walk *w, size_t set)
{
    w->f.cache->depth = 0;
    w->f.come[0] = set;
    w->f.any_come = set != 0;
}

static const ways *read_ways(walk *w, const char *what, rule_body *body)
{
    wyrm_pmf *pmf;
    ways *made = base_new(w->arena, ways);
    base_must(w->arena, rule_exact(what, body, &w->f, &pmf, NULL, &w->arena->error));
    base_keep(w->arena, pmf, wyrm_pmf_free);
    for (int64_t id = 0; id <= wyrm_pmf_last(pmf); id++)
        made->count += wyrm_pmf_at(pmf, id) > 0;
    made->ids = base_array(w->arena, int64_t, made->count);
    made->chances = base_array(w->arena, double, made->count);
    made->nobody = wyrm_pmf_at(pmf, ENC_NO_GROUP);
    made->count = 0;
    for (int64_t id = 0; id <= wyrm_pmf_last(pmf); id++)
        if (wyrm_pmf_at(pmf, id) > 0) {
            made->ids[made->count] = id;
            made->chances[made->count++] = wyrm_pmf_at(pmf, id);
        }
    w->way_count += made->count;
    if (w->way_count > WAYS_MAX)
        base_refuse(w->arena, WYRM_ERROR_RANGE,
                    "the groups of depth %d come in too many ways to follow them all",
                    (int)w->f.depth);
    return made;
}

/* Returns what the next group can be; `state` is a set, or a state of the budget. */
static const ways *ways_in(walk *w, size_t state)
{
    if (w->known[state])
        return w->known[state];
    w->f.cache->depth = 0;
    if (has_budget(w)) {
        w->f.count = (int32_t)(state / w->totals);
        w->f.worth = (double)((int64_t)(state % w->totals) * w->step);
    } else {
        enter_set(w, state);
    }
    return w->known[state] = read_ways(w, "a group", enc_horde_next);
}

static const ways *ways_of_guard(walk *w, size_t guard, size_t set)
{
    const ways **at = &w->guard_ways[guard * w->sets + set];
    if (!*at) {
        enter_set(w, set);
        w->f.guard = w->guards[guard];
        *at = read_ways(w, "a guard", enc_horde_guard);
    }
    return *at;
}

/* ---- questions ---- */

typedef enum asked {
    ASKED_NOTHING,
    ASKED_GROUPS,
    ASKED_ALL,
    ASKED_EXPERIENCE,
    ASKED_THREAT,
    ASKED_MONSTER,
    ASKED_HORDE
} asked;

typedef struct question {
    walk *w;
    asked what;
    int32_t index; /* monster or horde */
    int64_t unit;  /* unit of experience or threat */
    bool counts;   /* adds to w->times */
    /* The answer: chances of 0, 1, 2... units, for each set. With a budget: chances of its states,
     * on floors without what is asked for. */
    size_t values;
    double *ends;
    double effort;
} question;

/* Returns the most that killing a monster can give. */
static int64_t most_reward(const wyrm_roster *roster, int32_t monster)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    return random ? wyrm_pmf_last(random->pmf)
                  : (int64_t)wyrm_roster_experience(roster, monster, 1);
}

/* Returns what an outcome is worth; for experience the most. */
static int64_t value_of(const question *q, int64_t id)
{
    const enc_hordes *of = q->w->of;
    const enc_horde *horde = &of->hordes[of->horde_of[id]];
    int32_t counts[ENC_PARTS_MAX];
    const int32_t all = enc_horde_counts(of, id, counts);
    int64_t sum = 0;
    for (size_t p = 0; p < horde->part_count; p++) {
        const int32_t monster = horde->parts[p].monster;
        if (q->what == ASKED_MONSTER)
            sum += monster == q->index ? counts[p] : 0;
        else if (q->what == ASKED_EXPERIENCE)
            sum += counts[p] * most_reward(of->roster, monster);
        else if (q->what == ASKED_THREAT)
            sum += counts[p] * enc_horde_worth(of, q->w->f.depth, monster, true);
    }
    return q->what == ASKED_GROUPS  ? 1
           : q->what == ASKED_ALL   ? all
           : q->what == ASKED_HORDE ? of->horde_of[id] == q->index
                                    : sum / q->unit;
}

/* The same with its chances, as experience may be drawn for each monster. */
static encounter_rewards values_of(base_arena *arena, const question *q, int64_t id)
{
    static const double certain = 1;
    encounter_rewards out = {0, 1, &certain};
    if (q->what != ASKED_EXPERIENCE) {
        out.least = value_of(q, id);
        return out;
    }
    const enc_hordes *of = q->w->of;
    const enc_horde *horde = &of->hordes[of->horde_of[id]];
    int32_t counts[ENC_PARTS_MAX];
    enc_horde_counts(of, id, counts);
    for (size_t p = 0; p < horde->part_count; p++)
        encounter_reward_add(arena, of->roster, horde->parts[p].monster, counts[p], q->unit, &out);
    return out;
}

/* Returns by how much an outcome moves the state of a budget. */
static size_t budget_step(const walk *w, int64_t id)
{
    const enc_hordes *of = w->of;
    const enc_horde *horde = &of->hordes[of->horde_of[id]];
    int32_t counts[ENC_PARTS_MAX];
    const int32_t all = enc_horde_counts(of, id, counts);
    int64_t worth = 0;
    for (size_t p = 0; p < horde->part_count; p++)
        worth +=
            counts[p] * enc_horde_worth(of, w->f.depth, horde->parts[p].monster, of->of_threat);
    return (size_t)all * w->totals + (size_t)(worth / w->step);
}

/* ---- adding groups up ---- */

/* A transition: the hordes that have come by it, and how far it moves the sum. */
typedef struct move {
    size_t gone, by;
    double chance;
} move;

typedef struct moves {
    size_t count, capacity;
    move *list;
    double nobody;
} moves;

/* A question that is being worked out, in an arena of its own. */
typedef struct adding {
    base_arena *arena;
    question *q;
    size_t used;   /* sums below this may have a chance */
    moves **known; /* by set */
    double *sums;  /* scratch of make_moves */
} adding;

static size_t gone_by(const walk *w, int64_t id)
{
    const int once = w->of->hordes[w->of->horde_of[id]].once;
    return once >= 0 ? (size_t)1 << once : 0;
}

static void add_move(adding *a, moves *to, move made)
{
    to->list = base_grow(a->arena, to->list, to->count, &to->capacity, sizeof *to->list);
    to->list[to->count++] = made;
}

/* Makes the transitions of a group. With a budget each outcome is one, and those that bring what is
 * asked for are left out; else outcomes of equal worth are merged. */
static moves *make_moves(adding *a, const ways *from, bool budget)
{
    question *q = a->q;
    moves *made = base_new(a->arena, moves);
    made->nobody = from->nobody;
    made->capacity = from->count;
    made->list = base_array(a->arena, move, from->count);
    size_t end = 0;
    for (size_t i = 0; i < from->count; i++) {
        const int64_t id = from->ids[i];
        const encounter_rewards values = values_of(a->arena, q, id);
        const size_t gone = gone_by(q->w, id), least = (size_t)values.least;
        if (budget && least == 0)
            add_move(a, made, (move){gone, budget_step(q->w, id), from->chances[i]});
        for (size_t v = 0; v < values.count && !budget; v++) {
            const double chance = from->chances[i] * values.chances[v];
            if (gone != 0 && chance > 0)
                add_move(a, made, (move){gone, least + v, chance});
            else
                a->sums[least + v] += chance;
        }
        end = gone == 0 && least + values.count > end ? least + values.count : end;
    }
    for (size_t value = 0; !budget && value < end; value++) {
        if (a->sums[value] > 0)
            add_move(a, made, (move){0, value, a->sums[value]});
        a->sums[value] = 0;
    }
    return made;
}

/* Adds one more group, or a guard (its number; -1: none), from `from` to `to`. States to which
 * nobody comes go to `stopped`, unless that is NULL. `weight`: the chance that there is such a
 * group at all. */
static void advance(adding *a, const double *from, double *to, double *stopped, double weight,
                    int guard)
{
    question *q = a->q;
    walk *w = q->w;
    const size_t values = q->values;
    const bool budget = has_budget(w) && guard < 0;
    size_t used = a->used;
    memset(to, 0, w->sets * values * sizeof *to);
    for (size_t set = 0; set < w->sets; set++)
        for (size_t v = 0; v < a->used; v++) {
            const double mass = from[set * values + v];
            if (!(mass > 0))
                continue;
            const size_t state = budget ? v : set;
            const ways *of = guard >= 0 ? ways_of_guard(w, (size_t)guard, set) : ways_in(w, state);
            for (size_t i = 0; q->counts && i < of->count; i++)
                w->times[of->ids[i]] += mass * weight * of->chances[i];
            moves *next = guard >= 0 ? make_moves(a, of, has_budget(w)) : a->known[state];
            if (!next)
                next = a->known[state] = make_moves(a, of, budget);
            for (size_t i = 0; i < next->count; i++) {
                const move *m = &next->list[i];
                const size_t by = guard >= 0 && has_budget(w) ? 0 : m->by;
                to[(set | m->gone) * values + v + by] += mass * m->chance;
                used = v + by >= used ? v + by + 1 : used;
            }
            (stopped ? stopped : to)[set * values + v] += mass * next->nobody;
            q->effort += (double)next->count;
            if (q->effort > EFFORT_MAX)
                base_refuse(a->arena, WYRM_ERROR_RANGE, "too many sums");
        }
    a->used = used;
}

/* Whether the budget asks for more in this state. */
static bool wants_more(walk *w, size_t state)
{
    if (w->of->aim != ENC_AIM_FILL)
        return false;
    w->f.count = (int32_t)(state / w->totals);
    w->f.worth = (double)((int64_t)(state % w->totals) * w->step);
    return enc_horde_wants_more(&w->f);
}

static void swap(double **one, double **other)
{
    double *kept = *one;
    *one = *other;
    *other = kept;
}

/* Adds as many groups as there may be; then more as long as the budget asks for them. */
static void add_groups(adding *a, double *now)
{
    question *q = a->q;
    walk *w = q->w;
    const size_t states = w->sets * q->values;
    double *next = base_array(a->arena, double, states);
    double *short_of = base_array(a->arena, double, states);
    const wyrm_pmf *groups = w->f.floor ? wyrm_amount_pmf(w->f.floor->groups) : NULL;
    const int64_t most = groups ? wyrm_pmf_last(groups) : 0;
    bool any = false;
    for (int64_t n = 0;; n++) {
        const double chance = groups ? wyrm_pmf_at(groups, n) : 1;
        for (size_t set = 0; set < w->sets && chance > 0; set++)
            for (size_t v = 0; v < a->used; v++) {
                const size_t at = set * q->values + v;
                const bool on = n > 0 && now[at] > 0 && wants_more(w, v);
                (on ? short_of : q->ends)[at] += chance * now[at];
                any |= on;
            }
        if (n >= most)
            break;
        advance(a, now, next, NULL, wyrm_pmf_tail(groups, n + 1), -1);
        swap(&now, &next);
    }
    while (any) {
        any = false;
        advance(a, short_of, next, q->ends, 1, -1);
        memset(short_of, 0, states * sizeof *short_of);
        for (size_t v = 0; v < a->used; v++) {
            const bool on = next[v] > 0 && wants_more(w, v);
            (on ? short_of : q->ends)[v] += next[v];
            any |= on;
        }
    }
}

/* ---- a deck ---- */

static void convolve(const double *a, const double *b, size_t length, double weight, double *into)
{
    for (size_t i = 0; i < length; i++)
        for (size_t j = 0; a[i] > 0 && j < length - i; j++)
            into[i + j] += weight * a[i] * b[j];
}

/* Returns the chances of what one card of a horde is worth. */
static double *card_of(adding *a, size_t index, uint32_t *left, double groups)
{
    question *q = a->q;
    walk *w = q->w;
    const enc_weights_row row = enc_weights_at(&w->of->drawn, w->f.depth);
    double *card = base_array(a->arena, double, q->values);
    memset(left, 0, w->of->count * sizeof *left);
    w->f.cache->depth = 0;
    left[row.values[index]] = 1;
    w->f.left = left;
    const ways *of = read_ways(w, "a card", enc_horde_next);
    w->f.left = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const encounter_rewards values = values_of(a->arena, q, of->ids[i]);
        for (size_t v = 0; v < values.count; v++)
            card[(size_t)values.least + v] += of->chances[i] * values.chances[v];
        if (q->counts)
            w->times[of->ids[i]] += groups * of->chances[i];
    }
    return card;
}

/* Adds the cards of a horde: ways_to[r] becomes the ways to have r cards, by what they are worth,
 * for up to `most` cards. */
static void add_horde(base_arena *arena, double **ways_to, size_t most, const double *card,
                      uint64_t cards, size_t length)
{
    double **power = base_array(arena, double *, most + 1);
    double choose = 1;
    power[0] = base_array(arena, double, length);
    power[0][0] = 1;
    for (size_t j = 1; j <= most && j <= cards; j++)
        convolve(power[j - 1], card, length, 1, power[j] = base_array(arena, double, length));
    for (size_t r = most; r > 0; r--) {
        choose = 1;
        for (size_t j = 1; j <= r && j <= cards; j++) {
            choose *= (double)(cards - j + 1) / (double)j;
            convolve(ways_to[r - j], power[j], length, choose, ways_to[r]);
        }
    }
}

/* Deals whole decks, then some cards of another. `now` is what came before. */
static void deal(adding *a, const double *now)
{
    question *q = a->q;
    walk *w = q->w;
    const enc_weights_row row = enc_weights_at(&w->of->drawn, w->f.depth);
    const wyrm_pmf *groups = wyrm_amount_pmf(w->f.floor->groups);
    const size_t cards = (size_t)row.running[row.count - 1], length = q->values;
    const size_t last = (size_t)wyrm_pmf_last(groups), most = last < cards ? last : cards;
    uint32_t *left = base_array(a->arena, uint32_t, w->of->count);
    double **ways_to = base_array(a->arena, double *, most + 1);
    if ((double)(most + 1) * (double)row.count * (double)most * (double)length > EFFORT_MAX / 10)
        base_refuse(a->arena, WYRM_ERROR_RANGE, "too many sums");
    for (size_t r = 0; r <= most; r++)
        ways_to[r] = base_array(a->arena, double, length);
    ways_to[0][0] = 1;
    for (size_t i = 0; i < row.count; i++) {
        const uint64_t count = enc_weights_of(&row, i);
        const double *card =
            card_of(a, i, left, wyrm_pmf_mean(groups) * (double)count / (double)cards);
        add_horde(a->arena, ways_to, most, card, count, length);
    }
    double *decks = base_array(a->arena, double, length); /* the whole ones */
    double *all = base_array(a->arena, double, length);
    double choose = 1;
    decks[0] = 1;
    for (size_t n = 0; n <= last; n++) {
        const size_t r = n % cards;
        if (n > 0 && r == 0) {
            double *more = base_array(a->arena, double, length);
            convolve(decks, ways_to[cards], length, 1, more);
            decks = more;
        }
        choose = r == 0 ? 1 : choose * (double)(cards - r + 1) / (double)r;
        if (wyrm_pmf_at(groups, (int64_t)n) > 0)
            convolve(decks, ways_to[r], length, wyrm_pmf_at(groups, (int64_t)n) / choose, all);
    }
    convolve(now, all, length, 1, q->ends);
}

/* ---- answers ---- */

/* Returns how many sums there may be; 0: too many. */
static size_t count_values(const question *q)
{
    const walk *w = q->w;
    int64_t most = 0, guards = 0;
    if (has_budget(w))
        return w->counts * w->totals;
    for (int64_t id = 0; q->what != ASKED_NOTHING && id < w->of->outcomes; id++) {
        if (!(w->times[id] > 0))
            continue;
        const int64_t value = value_of(q, id);
        const bool guard = w->of->hordes[w->of->horde_of[id]].guards != ENC_GUARDS_NOTHING;
        most = !guard && value > most ? value : most;
        guards += guard ? value : 0; /* in all numbers in which it may come */
    }
    const int64_t groups = w->f.floor ? w->f.floor->groups->most : 0;
    const double all = (double)most * (double)groups + (double)guards + 1;
    return all * (double)w->sets > (double)STATES_MAX ? 0 : (size_t)all;
}

static void work_out(base_arena *arena, void *context)
{
    question *q = context;
    walk *w = q->w;
    const size_t states = w->sets * q->values;
    adding a = {.arena = arena, .q = q, .used = 1};
    a.known = base_array(arena, moves *, has_budget(w) ? states : w->sets);
    a.sums = base_array(arena, double, q->values);
    double *now = base_array(arena, double, states), *next = base_array(arena, double, states);
    for (size_t set = 0; set < w->sets; set++)
        now[set * q->values] = w->start[set];
    for (size_t g = 0; g < w->guard_count; g++) {
        advance(&a, now, next, NULL, 1, (int)g);
        swap(&now, &next);
    }
    if (w->of->dealt && w->f.floor && enc_weights_at(&w->of->drawn, w->f.depth).count > 0)
        deal(&a, now);
    else
        add_groups(&a, now);
}

/* Answers in the arena of the floor; false: there are too many sums. */
static bool answer_question(question *q)
{
    q->unit = q->unit > 0 ? q->unit : 1;
    q->values = count_values(q);
    if (q->values == 0)
        return false;
    q->ends = base_array(q->w->arena, double, q->w->sets * q->values);
    const wyrm_status status = base_apart(q->w->arena, work_out, q);
    base_spend(q->w->arena, WYRM_COST_FLOORS, (uint64_t)q->effort + q->values * q->w->sets);
    if (status != WYRM_ERROR_RANGE || q->counts)
        base_must(q->w->arena, status);
    return status == WYRM_OK;
}

/* Returns the greatest common divisor of what the monsters of hordes count. */
static int64_t unit_of(const enc_hordes *of, int32_t depth, bool of_threat)
{
    int64_t unit = 0;
    for (size_t i = 0; i < of->count; i++)
        for (size_t p = 0; p < of->hordes[i].part_count; p++)
            unit = common_divisor(
                unit, enc_horde_worth(of, depth, of->hordes[i].parts[p].monster, of_threat));
    return unit > 0 ? unit : 1;
}

/* The same of the experience that they give. */
static int64_t unit_of_rewards(const enc_hordes *of)
{
    int64_t unit = 0;
    for (size_t i = 0; i < of->count; i++)
        for (size_t p = 0; p < of->hordes[i].part_count; p++)
            unit = encounter_reward_unit(of->roster, of->hordes[i].parts[p].monster, unit);
    return unit > 0 ? unit : 1;
}

/* Starts the floor of a depth, before anybody has come. */
static walk start_floor(base_arena *arena, const enc_hordes *of, int32_t depth)
{
    walk w = {.arena = arena, .of = of, .f = enc_horde_begin(of, depth), .counts = 1, .totals = 1};
    const bool budget = of->aim != ENC_AIM_NONE;
    if (of->once_count > SETS_MAX || (of->once_count > 0 && (budget || of->per_room)))
        base_refuse(arena, WYRM_ERROR_RANGE, "what comes hangs on what has come once: %s",
                    of->per_room ? "in which rooms is told by the map"
                    : budget     ? "together with a budget, that is too much to follow"
                                 : "more groups than can be followed");
    w.sets = (size_t)1 << of->once_count;
    w.step = unit_of(of, depth, of->of_threat);
    if (budget && w.f.floor) {
        double least = INFINITY; /* least multiplier */
        for (int32_t n = 1; n <= WYRM_ROOM_SPAWNS_MAX; n++)
            least = fmin(least, wyrm_value_at_depth(of->multiplier, n));
        const double totals = w.f.floor->most / (double)w.step / least + 2;
        w.counts = WYRM_ROOM_SPAWNS_MAX + 1;
        if (!(totals * (double)w.counts < (double)STATES_MAX))
            base_refuse(arena, WYRM_ERROR_RANGE,
                        "what counts against the budget of depth %d differs too finely",
                        (int)depth);
        w.totals = (size_t)totals;
    }
    w.known = base_array(arena, const ways *, w.sets *w.counts *w.totals);
    w.f.cache = base_new(arena, enc_horde_cache);
    w.guards = base_array(arena, const enc_horde *, of->count);
    for (size_t i = 0; i < of->count && !of->per_room; i++)
        if (enc_horde_is_on_guard(&of->hordes[i], depth))
            w.guards[w.guard_count++] = &of->hordes[i];
    w.guard_ways = base_array(arena, const ways *, w.guard_count *w.sets);
    w.times = base_array(arena, double, (size_t)of->outcomes);
    w.start = base_array(arena, double, w.sets);
    w.start[0] = 1;
    return w;
}

/* Follows the floors down to a depth for what comes once, and works out how often each outcome
 * comes there. */
static walk arrive(base_arena *arena, const enc_hordes *of, int32_t depth)
{
    const double *start = NULL;
    for (int32_t at = of->once_count > 0 ? 1 : depth;; at++) {
        walk w = start_floor(arena, of, at);
        if (start)
            memcpy(w.start, start, w.sets * sizeof *start);
        question q = {.w = &w, .what = ASKED_NOTHING, .counts = true};
        answer_question(&q);
        if (at >= depth)
            return w;
        start = q.ends; /* one value a set */
    }
}

/* Returns the distribution, over the states of a budget, of the number of monsters (`counts`), or
 * of what they count. */
static double *marginal(const walk *w, const question *q, bool counts)
{
    double *sums = base_array(w->arena, double, counts ? w->counts : w->totals);
    for (size_t i = 0; i < q->values; i++)
        sums[counts ? i / w->totals : i % w->totals] += q->ends[i];
    return sums;
}

/* Whether any experience is random. A budget counts its mean, and so does not tell what is
 * given. */
static bool gives_random(const enc_hordes *of)
{
    for (size_t i = 0; i < of->count; i++)
        for (size_t p = 0; p < of->hordes[i].part_count; p++)
            if (wyrm_roster_experience_roll(of->roster, of->hordes[i].parts[p].monster))
                return true;
    return false;
}

/* Returns the distribution that answers a question; NULL: none is kept. */
static const wyrm_pmf *find_pmf(walk *w, asked what, int32_t index, int64_t unit)
{
    question q = {.w = w, .what = what, .index = index, .unit = unit};
    if (has_budget(w)) {
        const bool worth = w->of->of_threat ? what == ASKED_THREAT
                                            : what == ASKED_EXPERIENCE && !gives_random(w->of);
        q.what = ASKED_NOTHING;
        if (w->guard_count > 0 || (what != ASKED_ALL && !worth) || !answer_question(&q))
            return NULL;
        return base_pmf_of_chances(w->arena, marginal(w, &q, !worth),
                                   worth ? w->totals : w->counts);
    }
    if (!answer_question(&q))
        return NULL;
    for (size_t set = 1; set < w->sets; set++)
        for (size_t v = 0; v < q.values; v++)
            q.ends[v] += q.ends[set * q.values + v];
    return base_pmf_of_chances(w->arena, q.ends, q.values);
}

/* Works out how many of one thing come, and the chance of any. */
static wyrm_arrival arrival_of(walk *w, const char *name, double mean, asked what, int32_t index)
{
    wyrm_arrival out = {.name = name, .mean = mean};
    if (!(mean > 0))
        return out;
    out.number = find_pmf(w, what, index, 1);
    if (out.number) {
        out.any = 1 - wyrm_pmf_at(out.number, 0);
        return out;
    }
    question q = {.w = w, .what = what, .index = index};
    double none = 0;
    if (!has_budget(w) || !answer_question(&q))
        base_refuse(w->arena, WYRM_ERROR_RANGE, "the groups of depth %d are too many to follow",
                    (int)w->f.depth);
    for (size_t i = 0; i < q.values; i++)
        none += q.ends[i];
    out.any = fmax(1 - none, 0);
    return out;
}

/* Adds the means by horde and by monster; returns how many groups come. */
static double add_means(const walk *w, double *hordes, double *monsters)
{
    const enc_hordes *of = w->of;
    double groups = 0;
    for (int64_t id = 0; id < of->outcomes; id++) {
        const enc_horde *horde = &of->hordes[of->horde_of[id]];
        int32_t counts[ENC_PARTS_MAX];
        if (!(w->times[id] > 0))
            continue;
        enc_horde_counts(of, id, counts);
        groups += w->times[id];
        hordes[of->horde_of[id]] += w->times[id];
        for (size_t p = 0; p < horde->part_count; p++)
            monsters[horde->parts[p].monster] += w->times[id] * counts[p];
    }
    return groups;
}

void enc_hordes_expected(base_arena *arena, const void *state, int32_t depth, double *hordes,
                         double *monsters)
{
    const enc_hordes *of = state;
    const walk w = arrive(arena, of, depth);
    memset(hordes, 0, of->count * sizeof *hordes);
    memset(monsters, 0, wyrm_roster_count(of->roster) * sizeof *monsters);
    add_means(&w, hordes, monsters);
}

static wyrm_arriving arriving_of(walk *w, asked what, double mean, int64_t unit, double scale)
{
    return (wyrm_arriving){
        .mean = mean, .unit = (double)unit / scale, .number = find_pmf(w, what, 0, unit)};
}

void enc_hordes_arrivals(base_arena *arena, const void *state, int32_t depth, wyrm_arrivals *out)
{
    const enc_hordes *of = state;
    walk w = arrive(arena, of, depth);
    const size_t kinds = wyrm_roster_count(of->roster);
    double *by_horde = base_array(arena, double, of->count);
    double *by_monster = base_array(arena, double, kinds);
    wyrm_arrival *hordes = base_array(arena, wyrm_arrival, of->count);
    wyrm_arrival *monsters = base_array(arena, wyrm_arrival, kinds);
    const double groups = add_means(&w, by_horde, by_monster);
    double all = 0, experience = 0, threat = 0;
    for (size_t i = 0; i < of->count; i++)
        hordes[i] = arrival_of(&w, of->hordes[i].name, by_horde[i], ASKED_HORDE, (int32_t)i);
    for (size_t k = 0; k < kinds; k++) {
        const int32_t monster = (int32_t)k;
        monsters[k] = arrival_of(&w, wyrm_roster_monster(of->roster, monster)->name, by_monster[k],
                                 ASKED_MONSTER, monster);
        all += by_monster[k];
        experience += by_monster[k] * encounter_reward_mean(of->roster, monster);
        threat += by_monster[k] * (double)enc_horde_worth(of, depth, monster, true);
    }
    *out = (wyrm_arrivals){
        .per_room = of->per_room,
        .horde_count = of->count,
        .hordes = hordes,
        .monster_count = kinds,
        .monsters = monsters,
        .groups = arriving_of(&w, ASKED_GROUPS, groups, 1, 1),
        .all = arriving_of(&w, ASKED_ALL, all, 1, 1),
        .experience = arriving_of(&w, ASKED_EXPERIENCE, experience, unit_of_rewards(of), 1),
        .threat = {.mean = NAN, .unit = 1},
        .cut = w.f.floor ? wyrm_amount_cut(w.f.floor->groups) : 0,
    };
    if (of->threat)
        out->threat = arriving_of(&w, ASKED_THREAT, threat / ENC_THREAT_GRAIN,
                                  unit_of(of, depth, true), ENC_THREAT_GRAIN);
}

/* Refuses depths where groups come to each room and others guard a place besides: which room has
 * them, and so how many monsters and which kinds a room has, only maps tell. */
static void refuse_guarded_rooms(base_arena *arena, const enc_hordes *of, int32_t depth)
{
    for (size_t i = 0; i < of->count && of->per_room; i++)
        if (enc_horde_is_on_guard(&of->hordes[i], depth))
            base_refuse(arena, WYRM_ERROR_RANGE, "there are guards beside the groups of rooms");
}

/* Makes the distribution of the kinds of monsters that come to floors or rooms. */
static void find_kinds(base_arena *arena, encounter_question *to, walk *w)
{
    const size_t kinds = wyrm_roster_count(w->of->roster);
    double *monsters = base_array(arena, double, kinds);
    double *hordes = base_array(arena, double, w->of->count);
    if (!(add_means(w, hordes, monsters) > 0))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "nobody comes to depth %d", (int)to->depth);
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, kinds);
    for (size_t k = 0; k < kinds; k++)
        pairs[k] = (wyrm_weighted){(int64_t)k, monsters[k]};
    base_must(arena, wyrm_pmf_from_pairs(pairs, kinds, &to->answer, &arena->error));
}

void enc_hordes_exact(base_arena *arena, void *context)
{
    encounter_question *to = context;
    const enc_hordes *of = to->state;
    const bool kinds = to->what == ENC_ASKED_DRAW || to->what == ENC_ASKED_KINDS;
    if (to->what == ENC_ASKED_THREAT && !of->threat)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (!kinds && !of->per_room)
        base_refuse(arena, WYRM_ERROR_RANGE,
                    "groups come to floors: what a room holds is told by the maps");
    refuse_guarded_rooms(arena, of, to->depth);
    walk w = arrive(arena, of, to->depth);
    if (kinds) {
        find_kinds(arena, to, &w);
        return;
    }
    const bool threat = to->what == ENC_ASKED_THREAT;
    const int64_t unit = threat ? unit_of(of, to->depth, true) : 1;
    const wyrm_pmf *found = find_pmf(&w, threat ? ASKED_THREAT : ASKED_ALL, 0, unit);
    if (!found)
        base_refuse(arena, WYRM_ERROR_RANGE, "too many sums for the distribution of a room");
    if (to->unit)
        *to->unit = (double)unit / ENC_THREAT_GRAIN;
    base_must(arena, wyrm_pmf_copy(found, &to->answer, &arena->error));
}
