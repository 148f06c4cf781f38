/* The exact fight with conditions. The rules are in fight.h, the way from place to place in
 * fight_course.c.
 *
 * A place is all of a fight but the hit points. Its probability is spread over the hit points of
 * both sides: a block of doubles. Places are processed in the order of their times; each event
 * moves the block of a place, or a multiple of it, to other places: a blow of 3 that poisons moves
 * it by three cells to the place that differs in one slot. So few places are looked up, and the
 * many numbers are moved in rows. Equal places merge, as no place is processed before all that
 * leads to it.
 *
 * Most conditions do not tie the sides together: the poison of one side shortens its own life, and
 * changes nothing in how the other dies. Then, as in duel.c, two chains are followed, each over the
 * hit points of one side and the slots that they depend on. Dependencies are not declared but
 * learnt: a fight begins with two chains and no slots at all, and an answer of the model that reads
 * or changes more than was thought restarts it, with the answers kept. That happens early, and at
 * most once for each slot. */
#include <math.h>
#include <string.h>
#include "combat/fight.h"

enum { SIDES = FIGHT_SIDES, NOBODY = FIGHT_SIDES };
enum { OUTER, INNER };

/* Work is counted in cells moved; everything else is charged as so many cells. A step of exact work
 * (base_spend) is about a nanosecond: 4 to 7 cells where there are many. */
#define WORK_MOST    ((uint64_t)1000000000)
#define WORK_QUICK   ((uint64_t)2000000)
#define WORK_CALL    20000 /* as slow as a script, which counts its own work besides */
#define WORK_EVENT   1500
#define WORK_PLACE   300
#define WORK_ROW     16
#define CELLS_A_STEP 4
#define DOUBLES_MOST ((size_t)1 << 24)
#define PLACES_MOST  ((size_t)1 << 17)

#define UNDECIDED    1e-15 /* stop when so little is still fighting */
#define LEAST_CHANCE 1e-24 /* edges of blocks below it are cut off */
#define CERTAIN      1e-9  /* margin beyond `odds`, so that no rounding reverses the answer */

/* How a fight is followed: which slots, and as one chain or two. */
typedef struct plan {
    fight_things tracked; /* slots that change and that something depends on */
    fight_things
        group[SIDES];  /* what the attacks of a side read or write, and all that is tied to it */
    bool tied;         /* the groups overlap: one chain follows both sides */
    bool rises[SIDES]; /* its hit points can rise */
    bool mixed[SIDES]; /* the roll of hit points matters: a place for each roll */
} plan;

/* A place still to be processed, and its block of probabilities. */
typedef struct live {
    fight_moment at;
    struct live *next; /* in its bucket, or in the spare list */
    struct live *then; /* the next place of its moment */
    double *cells;
    int64_t low[2], high[2]; /* by axis: range of cells that may be above 0; low > high: none */
} live;

/* All places at one step and time, in the order in which they were reached. */
typedef struct moment {
    int64_t time;
    int32_t step;
    live *first, **last;
    struct moment *next; /* in its bucket, or in the spare list */
} moment;

#define MOMENT_BUCKETS 256

/* What is followed on its own: the whole fight, or the attacks of one side. Its axes are the hit
 * points of sides; those of the inner axis are adjacent in a block. */
typedef struct chain {
    fight_course course;
    struct joint *joint;
    int axis[2];           /* a side, or NOBODY */
    int64_t size[2];       /* hit points 1..size; 1 for NOBODY */
    live **bucket, *spare; /* by hash of the place */
    size_t buckets, lives, doubles;
    moment **heap, *bin[MOMENT_BUCKETS], *spare_moment; /* a heap, the next moment first */
    size_t moments, room;
    double died[SIDES]; /* probability, in this step */
    double alive;
    uint32_t turn; /* in which `alive` was last summed */
} chain;

/* The whole job: attempts by a plan, until the plan fits all that was learnt. */
typedef struct joint {
    fight_job fight;
    wyrm_striker striker;
    base_arena attempt; /* released after each attempt */
    plan plan;
    fight_lessons lessons;    /* those that the plan was last compared with */
    bool stale;               /* the plan no longer fits: restart */
    uint64_t work, work_most; /* in cells */
    uint64_t steps;           /* of exact work */
    double enough[SIDES];     /* chance of winning that settles the question of `odds` */
    chain chains[2];
    size_t count;
} joint;

/* ---- Dependencies ---- */

/* Slots to follow: they change, and something depends on them. */
static fight_things tracked_slots(const fight_job *f)
{
    fight_things tracked = 0;
    for (int s = 0; s < SIDES; s++)
        for (size_t i = 0; i < fight_side_of(f, s)->slot_count; i++) {
            const fight_slot *slot = &fight_side_of(f, s)->slots[i];
            const fight_things bit = FIGHT_SLOT_OF(s, i);
            if ((slot->damage || slot->helpless || fight_slot_slows(slot) ||
                 (f->lessons.looked & bit)) &&
                (fight_slot_moves(slot, slot->start) || (f->lessons.changed & bit)))
                tracked |= bit;
        }
    return tracked;
}

/* Adds to a group the tracked slots that are tied to their owner's hit points at the ends of turns,
 * and those hit points, if it has one of the two. */
static fight_things with_ties(const fight_job *f, fight_things tracked, fight_things group)
{
    for (int s = 0; s < SIDES; s++)
        for (size_t i = 0; i < fight_side_of(f, s)->slot_count; i++) {
            const fight_slot *slot = &fight_side_of(f, s)->slots[i];
            const fight_things bit = FIGHT_SLOT_OF(s, i), tie = bit | FIGHT_HP_OF(s);
            if ((slot->damage || slot->ends_when_hurt) && (tracked & bit) && (group & tie))
                group |= tie;
        }
    return group;
}

/* Returns all that the attacks of a side depend on: the other's hit points, what its blows read or
 * write, slots that delay its attacks, and what is tied to these. */
static fight_things group_of(const fight_job *f, fight_things tracked, int side)
{
    const fight_side *of = fight_side_of(f, side);
    const fight_things hp = FIGHT_HP_OF(0) | FIGHT_HP_OF(1);
    fight_things group = FIGHT_HP_OF(!side) | (f->lessons.touched[side] & (tracked | hp)), before;
    for (size_t i = 0; i < of->slot_count; i++)
        if (of->slots[i].helpless || fight_slot_slows(&of->slots[i]))
            group |= tracked & FIGHT_SLOT_OF(side, i);
    do {
        before = group;
        group = with_ties(f, tracked, group);
    } while (group != before);
    return group;
}

static plan plan_of(const fight_job *f)
{
    plan p;
    memset(&p, 0, sizeof p);
    p.tracked = tracked_slots(f);
    for (int s = 0; s < SIDES; s++) {
        const fight_side *side = fight_side_of(f, s);
        p.rises[s] = side->regeneration > 0.0 || f->lessons.rises[s];
        for (size_t i = 0; i < side->slot_count; i++)
            p.rises[s] |= side->slots[i].damage && wyrm_pmf_first(side->slots[i].damage) < 0;
        p.mixed[s] = side->hp_roll && (p.rises[s] || f->lessons.asks_max[s]);
        p.group[s] = group_of(f, p.tracked, s);
    }
    p.tied = (p.group[0] & p.group[1]) != 0;
    return p;
}

/* Marks the plan as stale if what was learnt since requires another one, or a finer clock. */
static void compare_with_plan(joint *j)
{
    if (memcmp(&j->fight.lessons, &j->lessons, sizeof j->lessons) == 0)
        return;
    const plan now = plan_of(&j->fight);
    j->stale |=
        memcmp(&now, &j->plan, sizeof now) != 0 || j->fight.lessons.measure != j->lessons.measure;
    memcpy(&j->lessons, &j->fight.lessons, sizeof j->lessons);
}

static bool has_axis(const chain *c, int side)
{
    return c->axis[OUTER] == side || c->axis[INNER] == side;
}

static double *row_of(const chain *c, const live *of, int64_t outer)
{
    return of->cells + (outer - 1) * (c->size[INNER] + 1);
}

static _Noreturn void give_up(joint *j)
{
    base_refuse(&j->attempt, WYRM_ERROR_LIMIT,
                "a fight with conditions has too many states to be followed exactly");
}

static uint64_t hash_of(const fight_moment *at)
{
    uint64_t words[sizeof *at / sizeof(uint64_t)], hash = 0;
    memcpy(words, at, sizeof *at);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        hash = combat_mixed(hash, words[i]);
    return hash;
}

/* ---- Moments: a heap, the next one first ---- */

static bool goes_before(const chain *c, size_t one, size_t other)
{
    const moment *a = c->heap[one], *b = c->heap[other];
    return a->time != b->time ? a->time < b->time : a->step < b->step;
}

static void exchange(chain *c, size_t one, size_t other)
{
    moment *kept = c->heap[one];
    c->heap[one] = c->heap[other];
    c->heap[other] = kept;
}

static void sift_down(chain *c)
{
    for (size_t at = 0, child; (child = 2 * at + 1) < c->moments; at = child) {
        if (child + 1 < c->moments && goes_before(c, child + 1, child))
            child++;
        if (!goes_before(c, child, at))
            return;
        exchange(c, child, at);
    }
}

static moment **bin_of(chain *c, int64_t time, int32_t step)
{
    return &c->bin[combat_mixed((uint64_t)time, (uint64_t)step) % MOMENT_BUCKETS];
}

static moment *moment_of(chain *c, int64_t time, int32_t step)
{
    moment **bin = bin_of(c, time, step), *one = *bin;
    while (one && (one->time != time || one->step != step))
        one = one->next;
    if (one)
        return one;
    one = c->spare_moment;
    if (one)
        c->spare_moment = one->next;
    else
        one = base_new(&c->joint->attempt, moment);
    *one = (moment){.time = time, .step = step, .last = &one->first, .next = *bin};
    *bin = one;
    c->heap = base_grow(&c->joint->attempt, c->heap, c->moments, &c->room, sizeof(moment *));
    c->heap[c->moments++] = one;
    for (size_t at = c->moments - 1; at > 0 && goes_before(c, at, (at - 1) / 2); at = (at - 1) / 2)
        exchange(c, at, (at - 1) / 2);
    return one;
}

/* Removes the next moment from the heap; returns the first of its places. */
static live *take_moment(chain *c)
{
    moment *first = c->heap[0], **link = bin_of(c, first->time, first->step);
    while (*link != first)
        link = &(*link)->next;
    *link = first->next;
    first->next = c->spare_moment;
    c->spare_moment = first;
    c->heap[0] = c->heap[--c->moments];
    sift_down(c);
    return first->first;
}

/* ---- Places ---- */

static void enlarge_buckets(chain *c)
{
    c->buckets = c->buckets == 0 ? 256 : 4 * c->buckets;
    c->bucket = base_array(&c->joint->attempt, live *, c->buckets);
    for (size_t i = 0; i < c->moments; i++)
        for (live *one = c->heap[i]->first; one; one = one->then) {
            const size_t to = hash_of(&one->at) & (c->buckets - 1);
            one->next = c->bucket[to];
            c->bucket[to] = one;
        }
}

/* Returns an unused place with all cells 0. */
static live *new_live(chain *c)
{
    base_arena *arena = &c->joint->attempt;
    live *one = c->spare;
    if (one) {
        c->spare = one->next;
        return one;
    }
    const size_t cells = (size_t)(c->size[OUTER] * (c->size[INNER] + 1));
    c->doubles += cells;
    if (c->doubles > DOUBLES_MOST || c->lives >= PLACES_MOST)
        give_up(c->joint);
    one = base_new(arena, live);
    one->cells = base_array(arena, double, cells);
    return one;
}

/* Returns the place that a step leads to, moved on to its next step; adds it if it is new. */
static live *arrive(chain *c, fight_moment at)
{
    fight_advance(&c->course, &at);
    c->joint->work += WORK_PLACE;
    if (2 * c->lives >= c->buckets)
        enlarge_buckets(c);
    const size_t to = hash_of(&at) & (c->buckets - 1);
    for (live *one = c->bucket[to]; one; one = one->next)
        if (memcmp(&one->at, &at, sizeof at) == 0)
            return one;
    live *one = new_live(c);
    one->at = at;
    for (int a = 0; a < 2; a++) {
        one->low[a] = c->size[a] + 1;
        one->high[a] = 0;
    }
    one->next = c->bucket[to];
    c->bucket[to] = one;
    moment *when = moment_of(c, at.time, at.step);
    one->then = NULL;
    *when->last = one;
    when->last = &one->then;
    c->lives++;
    return one;
}

/* Removes a place that is now processed from the buckets: nothing leads to it any more. */
static void take_out(chain *c, live *one)
{
    live **link = &c->bucket[hash_of(&one->at) & (c->buckets - 1)];
    while (*link && *link != one)
        link = &(*link)->next;
    if (*link) /* else the buckets were refilled after its moment had left the heap */
        *link = one->next;
    c->lives--;
}

/* Clears the cells of a place and keeps it as a spare. */
static void give_back(chain *c, live *one)
{
    if (one->low[INNER] <= one->high[INNER])
        for (int64_t a = one->low[OUTER]; a <= one->high[OUTER]; a++)
            memset(row_of(c, one, a) + one->low[INNER], 0,
                   (size_t)(one->high[INNER] - one->low[INNER] + 1) * sizeof(double));
    one->next = c->spare;
    c->spare = one;
}

/* ---- Blocks ---- */

/* A rectangle of cells, both ends included. */
typedef struct area {
    int64_t low[2], high[2];
} area;

static area area_of(const live *of)
{
    return (area){{of->low[0], of->low[1]}, {of->high[0], of->high[1]}};
}

static bool is_unlikely(const chain *c, const live *of, int axis, int64_t at)
{
    for (int64_t k = of->low[!axis]; k <= of->high[!axis]; k++)
        if (row_of(c, of, axis == OUTER ? at : k)[axis == OUTER ? k : at] >= LEAST_CHANCE)
            return false;
    return true;
}

static void cut(const chain *c, const live *of, int axis, int64_t at)
{
    for (int64_t k = of->low[!axis]; k <= of->high[!axis]; k++)
        row_of(c, of, axis == OUTER ? at : k)[axis == OUTER ? k : at] = 0.0;
}

/* Cuts unlikely edges off a block. False if nothing is left. */
static bool trim(const chain *c, live *of)
{
    for (int axis = OUTER; axis <= INNER; axis++) {
        while (of->low[axis] <= of->high[axis] && is_unlikely(c, of, axis, of->high[axis]))
            cut(c, of, axis, of->high[axis]--);
        while (of->low[axis] <= of->high[axis] && is_unlikely(c, of, axis, of->low[axis]))
            cut(c, of, axis, of->low[axis]++);
    }
    return of->low[OUTER] <= of->high[OUTER] && of->low[INNER] <= of->high[INNER];
}

/* A move of probability: its factor, and the hit points lost on each axis. The side of axis `first`
 * loses them first: if it dies, the other keeps what it has then. */
typedef struct shift {
    double chance;
    int64_t loses[2];
    int first;
} shift;

static shift shift_of(const chain *c, double chance, int first, int64_t loses, int64_t other_loses)
{
    shift by = {.chance = chance, .first = c->axis[OUTER] == first ? OUTER : INNER};
    for (int a = 0; a < 2; a++)
        by.loses[a] = c->axis[a] == NOBODY ? 0 : c->axis[a] == first ? loses : other_loses;
    return by;
}

/* Returns where the winner's remaining hit points are added up; NULL in a chain of one side, which
 * does not know them (see add_left). */
static double *left_of(const chain *c, int side)
{
    return c->axis[OUTER] == NOBODY ? NULL : c->joint->fight.left[side];
}

/* Kills the inner side in cells low..high of a row, where the outer side has `hp` hit points. */
static void inner_dies(chain *c, const double *row, int64_t low, int64_t high, double chance,
                       int64_t hp)
{
    double sum = 0.0, *left = left_of(c, c->axis[OUTER]);
    for (int64_t b = low; b <= high; b++)
        sum += row[b];
    c->died[c->axis[INNER]] += chance * sum;
    if (left)
        left[hp] += chance * sum;
}

/* Kills the outer side in cells low..high of a row, after the inner one has lost `loses`. */
static void outer_dies(chain *c, const double *row, int64_t low, int64_t high, double chance,
                       int64_t loses, int64_t top)
{
    double sum = 0.0, *left = left_of(c, c->axis[INNER]);
    for (int64_t b = low; b <= high; b++) {
        sum += row[b];
        left[lesser(top, b - loses)] += chance * row[b];
    }
    c->died[c->axis[OUTER]] += chance * sum;
}

/* Moves cells low..high of a row down by `loses`, or up to at most `top`, into the row `to`. */
static void move_row(const double *row, int64_t low, int64_t high, double chance, int64_t loses,
                     int64_t top, double *to)
{
    const int64_t last = lesser(high, top + loses), begin = lesser(top, low - loses);
    const double *restrict from = row + low;
    double *restrict shifted = to + begin, full = 0.0;
    for (int64_t i = 0; i <= last - low; i++)
        shifted[i] += chance * from[i];
    for (int64_t i = greater(0, last + 1 - low); i <= high - low; i++)
        full += from[i];
    if (full > 0.0)
        shifted[top - begin] += chance * full;
}

static void include(live *to, int axis, int64_t low, int64_t high)
{
    to->low[axis] = lesser(to->low[axis], low);
    to->high[axis] = greater(to->high[axis], high);
}

/* Moves an area of a block by a shift into the block of `to`, and counts the deaths. */
static void spread(chain *c, const live *from, const area *of, const shift *by, live *to)
{
    const int64_t lost = by->loses[INNER], low = of->low[INNER], high = of->high[INNER];
    const int64_t survives = greater(low, lost + 1); /* the least hit points that do */
    const int64_t top = from->at.top[c->axis[INNER]];
    const int64_t top_outer = c->axis[OUTER] == NOBODY ? 1 : from->at.top[c->axis[OUTER]];
    for (int64_t a = of->low[OUTER]; a <= of->high[OUTER]; a++) {
        const double *row = row_of(c, from, a);
        const int64_t then = lesser(top_outer, a - by->loses[OUTER]);
        if (then <= 0 && by->first == OUTER) {
            outer_dies(c, row, low, high, by->chance, 0, top);
            continue;
        }
        inner_dies(c, row, low, lesser(high, lost), by->chance, by->first == OUTER ? then : a);
        if (then <= 0) {
            outer_dies(c, row, survives, high, by->chance, lost, top);
        } else if (survives <= high) {
            move_row(row, survives, high, by->chance, lost, top, row_of(c, to, then));
            include(to, OUTER, then, then);
            include(to, INNER, lesser(top, survives - lost), lesser(top, high - lost));
        }
    }
    c->joint->work += (uint64_t)((of->high[OUTER] - of->low[OUTER] + 1) * (high - low + WORK_ROW));
}

/* ---- What can happen at a place ---- */

static void pass_suffering(chain *c, const live *at, const fight_step *now)
{
    const fight_job *f = c->course.fight;
    const wyrm_pmf *pmf = fight_side_of(f, now->side)->slots[now->index].damage;
    const area all = area_of(at);
    live *to[2] = {NULL, NULL}; /* unhurt, hurt */
    for (int64_t value = wyrm_pmf_first(pmf); value <= wyrm_pmf_last(pmf); value++) {
        const int64_t points = fight_suffered(f, now, &at->at, value);
        const shift by = shift_of(c, wyrm_pmf_at(pmf, value), now->side, points, 0);
        const bool hurt = points > 0;
        if (!(by.chance > 0.0))
            continue;
        if (!to[hurt])
            to[hurt] = arrive(c, fight_after_suffering(&c->course, &at->at, now->side, hurt));
        spread(c, at, &all, &by, to[hurt]);
    }
}

static void pass_regeneration(chain *c, const live *at, const fight_step *now)
{
    const fight_job *f = c->course.fight;
    const area all = area_of(at);
    const int64_t points = fight_regenerated(f, now->side, fight_turn(f, now, at->at.time));
    const shift by = shift_of(c, 1.0, now->side, -points, 0);
    spread(c, at, &all, &by, arrive(c, at->at));
}

static void pass_counting(chain *c, const live *at, const fight_step *now)
{
    const double ends = fight_shaken_off(c->course.fight, now, &at->at);
    const area all = area_of(at);
    for (int off = 0; off < 2; off++) {
        const shift by = shift_of(c, off ? ends : 1.0 - ends, now->side, 0, 0);
        if (by.chance > 0.0)
            spread(c, at, &all, &by,
                   arrive(c, fight_after_counting(&c->course, &at->at, now, off)));
    }
}

/* Processes an answer for all hit points of an area. */
static void pass_answer(chain *c, const live *at, const fight_step *now, const fight_answer *a,
                        const area *of)
{
    live *to = NULL;
    for (size_t i = 0; i < a->results; i++) {
        const fight_result *r = &a->result[i];
        const shift by = shift_of(c, r->chance, now->side, -r->heal, r->damage);
        if (i == 0 || r->effect != a->result[i - 1].effect)
            to = arrive(c, fight_after_blow(&c->course, &at->at, now, &a->effect[r->effect]));
        spread(c, at, of, &by, to);
    }
}

/* Asks for the answer in one cell. It may teach something that makes the plan stale. */
static const fight_answer *ask_at(chain *c, const live *at, const fight_step *now, int64_t outer,
                                  int64_t inner)
{
    const fight_job *f = c->course.fight;
    int64_t hp[SIDES + 1] = {fight_least_hp(fight_side_of(f, 0)),
                             fight_least_hp(fight_side_of(f, 1))};
    hp[c->axis[OUTER]] = outer; /* hp[NOBODY] exists, and is not read */
    hp[c->axis[INNER]] = inner;
    const fight_answer *a = fight_ask(&c->course, &at->at, now, hp);
    compare_with_plan(c->joint);
    return a;
}

static bool looks_at_hp(const chain *c, const fight_answer *a, int axis)
{
    const int side = c->axis[axis];
    return side != NOBODY && (a->looked[side == a->side ? 0 : 1] & FIGHT_LOOKED_HP);
}

/* Adjacent cells with equal answers, collected to be processed at once. */
typedef struct gathered {
    const fight_answer *like;
    area of;
} gathered;

static void pass_gathered(chain *c, const live *at, const fight_step *now, gathered *g)
{
    if (g->like)
        pass_answer(c, at, now, g->like, &g->of);
    g->like = NULL;
}

/* Extends the collected area by another if they adjoin; else processes it and starts anew. */
static void gather(chain *c, const live *at, const fight_step *now, gathered *g,
                   const fight_answer *like, const area *of, int line)
{
    const bool same_line = g->of.low[line] == of->low[line] && g->of.high[line] == of->low[line];
    const bool whole_lines = g->of.low[!line] == of->low[!line] &&
                             g->of.high[!line] == of->high[!line] &&
                             g->of.high[line] == of->low[line] - 1;
    if (g->like != like || !(same_line || whole_lines)) {
        pass_gathered(c, at, now, g);
        *g = (gathered){like, *of};
    } else {
        g->of.high[line] = of->high[line];
        g->of.high[!line] = of->high[!line];
    }
}

/* Processes a blow that reads hit points, line by line. Lines are rows, or columns if it does not
 * read the outer hit points: then an answer may hold for a whole line. Empty cells go with the next
 * one that is not. */
static void pass_by_hp(chain *c, const live *at, const fight_step *now, int line)
{
    gathered g = {NULL, area_of(at)};
    for (int64_t l = at->low[line]; l <= at->high[line]; l++)
        for (int64_t k = at->low[!line], from = k; k <= at->high[!line]; k++) {
            const int64_t a = line == OUTER ? l : k, b = line == OUTER ? k : l;
            if (!(row_of(c, at, a)[b] > 0.0))
                continue;
            const fight_answer *here = ask_at(c, at, now, a, b);
            if (c->joint->stale)
                return;
            area of = {{a, b}, {a, b}};
            of.low[!line] = from;
            if (!looks_at_hp(c, here, !line))
                of.high[!line] = at->high[!line];
            gather(c, at, now, &g, here->like, &of, line);
            k = of.high[!line];
            from = k + 1;
        }
    pass_gathered(c, at, now, &g);
}

static void pass_blow(chain *c, const live *at, const fight_step *now)
{
    const area all = area_of(at);
    if (fight_is_helpless(c->course.fight, &at->at, now->side)) {
        const shift by = shift_of(c, 1.0, now->side, 0, 0);
        const fight_moment to = fight_after_waiting(c->course.fight, &at->at, now->side);
        spread(c, at, &all, &by, arrive(c, to));
        return;
    }
    int64_t b = at->low[INNER]; /* a cell that is not empty: after trim the first row has one */
    while (!(row_of(c, at, at->low[OUTER])[b] > 0.0))
        b++;
    const fight_answer *a = ask_at(c, at, now, at->low[OUTER], b);
    if (c->joint->stale)
        return;
    if (looks_at_hp(c, a, OUTER))
        pass_by_hp(c, at, now, OUTER);
    else if (looks_at_hp(c, a, INNER))
        pass_by_hp(c, at, now, INNER);
    else
        pass_answer(c, at, now, a, &all);
}

/* Processes a place: trims its block, applies its step and clears it. */
static void pass(chain *c, live *at)
{
    static void (*const passes[])(chain *, const live *,
                                  const fight_step *) = {[FIGHT_SUFFER] = pass_suffering,
                                                         [FIGHT_REGENERATE] = pass_regeneration,
                                                         [FIGHT_COUNT] = pass_counting,
                                                         [FIGHT_BLOW] = pass_blow};
    joint *j = c->joint;
    const fight_step *now = &c->course.steps[at->at.step];
    j->work += WORK_EVENT;
    take_out(c, at);
    if (trim(c, at))
        passes[now->event](c, at, now);
    give_back(c, at);
    if (j->work + WORK_CALL * (uint64_t)j->fight.calls > j->work_most)
        give_up(j);
}

/* ---- A fight ---- */

static int64_t top_of(const joint *j, int side)
{
    const fight_side *of = fight_side_of(&j->fight, side);
    return of->hp_roll ? fight_most_hp(of) : j->plan.rises[side] ? of->max_hp : of->hp;
}

static double chance_of_hp(const joint *j, int side, int64_t hp)
{
    const fight_side *of = side == NOBODY ? NULL : fight_side_of(&j->fight, side);
    return !of || (!of->hp_roll && hp == of->hp) ? 1.0
           : of->hp_roll                         ? wyrm_pmf_at(of->hp_roll, hp)
                                                 : 0.0;
}

/* Adds the place of the start with `top` as highest hit points, and fills in the chances of all hit
 * points that belong to it. */
static void begin_moment(chain *c, const int64_t top[SIDES])
{
    joint *j = c->joint;
    area of = {{1, 1}, {1, 1}};
    for (int a = 0; a < 2; a++)
        if (c->axis[a] != NOBODY) {
            const fight_side *side = fight_side_of(&j->fight, c->axis[a]);
            const bool apart = j->plan.mixed[c->axis[a]];
            of.low[a] = apart ? top[c->axis[a]] : fight_least_hp(side);
            of.high[a] = apart ? top[c->axis[a]] : fight_most_hp(side);
        }
    if (!(chance_of_hp(j, c->axis[OUTER], of.high[OUTER]) > 0.0) ||
        !(chance_of_hp(j, c->axis[INNER], of.high[INNER]) > 0.0))
        return; /* a roll without any chance */
    live *to = arrive(c, fight_first_moment(&j->fight, top[0], top[1]));
    for (int64_t a = of.low[OUTER]; a <= of.high[OUTER]; a++)
        for (int64_t b = of.low[INNER]; b <= of.high[INNER]; b++)
            row_of(c, to, a)[b] =
                chance_of_hp(j, c->axis[OUTER], a) * chance_of_hp(j, c->axis[INNER], b);
    for (int a = 0; a < 2; a++)
        include(to, a, of.low[a], of.high[a]);
}

/* Adds the place of the start, or one for each roll of hit points that is followed separately. */
static void begin_moments(chain *c)
{
    joint *j = c->joint;
    int64_t least[SIDES], top[SIDES];
    for (int s = 0; s < SIDES; s++)
        least[s] = j->plan.mixed[s] && has_axis(c, s) ? fight_least_hp(fight_side_of(&j->fight, s))
                                                      : top_of(j, s);
    for (top[0] = least[0]; top[0] <= top_of(j, 0); top[0]++)
        for (top[1] = least[1]; top[1] <= top_of(j, 1); top[1]++)
            begin_moment(c, top);
}

/* Starts a chain. A side with an axis suffers the attacks of the other. */
static void begin_chain(joint *j, int outer, int inner, fight_things tracked)
{
    chain *c = &j->chains[j->count++];
    *c = (chain){.course = {.fight = &j->fight, .tracked = tracked},
                 .joint = j,
                 .axis = {outer, inner},
                 .alive = 1.0};
    for (int a = 0; a < 2; a++)
        c->size[a] = c->axis[a] == NOBODY ? 1 : top_of(j, c->axis[a]);
    for (int s = 0; s < SIDES; s++) {
        c->course.attacks[s] = has_axis(c, !s);
        c->course.has_hp[s] = has_axis(c, s);
    }
    fight_list_steps(&j->attempt, &c->course);
    begin_moments(c);
}

/* Sums the probability of all places of a chain. */
static double sum_of(const chain *c)
{
    double sum = 0.0;
    for (size_t i = 0; i < c->moments; i++)
        for (const live *one = c->heap[i]->first; one; one = one->then) {
            for (int64_t a = one->low[OUTER]; a <= one->high[OUTER]; a++)
                for (int64_t b = one->low[INNER]; b <= one->high[INNER]; b++)
                    sum += row_of(c, one, a)[b];
            c->joint->work += WORK_ROW + (uint64_t)((one->high[OUTER] - one->low[OUTER] + 1) *
                                                    (one->high[INNER] - one->low[INNER] + 1));
        }
    return sum;
}

/* Adds what the winner has left, which only the other chain knows. */
static void add_left(const chain *other, double chance, double *left)
{
    for (size_t i = 0; i < other->moments; i++)
        for (const live *one = other->heap[i]->first; one; one = one->then)
            for (int64_t b = one->low[INNER]; b <= one->high[INNER]; b++)
                left[b] += chance * row_of(other, one, 1)[b];
}

/* Records the deaths of a step. In two chains, a death counts as lost with the chance that the
 * other side, of chain `other`, is alive. NULL: there is one chain. */
static void settle(chain *c, const chain *other, uint32_t turn)
{
    fight_job *f = c->course.fight;
    for (int s = 0; s < SIDES; s++)
        if (c->died[s] > 0.0) {
            fight_record(f, !s, turn, other ? c->died[s] * other->alive : c->died[s]);
            if (other)
                add_left(other, c->died[s], f->left[!s]);
            c->alive -= c->died[s];
            c->died[s] = 0.0;
        }
    /* Summed anew each turn, so that a small remainder keeps its digits. */
    if (c->turn != turn || c->lives == 0)
        c->alive = sum_of(c);
    c->turn = turn;
}

/* Whether the next moment of chain `a` comes before that of `b`. */
static bool comes_before(const chain *a, const chain *b)
{
    const moment *one = a->heap[0], *other = b->heap[0];
    if (one->time != other->time)
        return one->time < other->time;
    return one->time >= a->course.fight->horizon ||
           a->course.steps[one->step].rank <= b->course.steps[other->step].rank;
}

/* Processes all places of the next moment. False if there is none before the turn limit. */
static bool pass_moment(joint *j)
{
    fight_job *f = &j->fight;
    const bool second = j->count == 2 && !comes_before(&j->chains[0], &j->chains[1]);
    chain *c = &j->chains[second];
    const int64_t time = c->heap[0]->time;
    if (time >= f->horizon)
        return false;
    const fight_step *now = &c->course.steps[c->heap[0]->step];
    for (live *at = take_moment(c), *then; at && !j->stale; at = then) {
        then = at->then;
        pass(c, at);
    }
    if (!j->stale)
        settle(c, j->count == 2 ? &j->chains[!second] : NULL, fight_turn(f, now, time));
    return true;
}

static double still_fighting(const joint *j)
{
    return j->chains[0].alive * (j->count == 2 ? j->chains[1].alive : 1.0);
}

static bool is_decided(const joint *j)
{
    return still_fighting(j) <= UNDECIDED || j->fight.won[0] > j->enough[0] ||
           j->fight.won[1] > j->enough[1];
}

/* Makes one attempt; leaves j->stale set if another is needed. */
static void follow(__attribute__((unused)) base_arena *arena, void *context)
{
    joint *j = context;
    fight_job *f = &j->fight;
    j->count = 0;
    if (j->plan.tied)
        begin_chain(j, FIGHT_SUBJECT, FIGHT_OPPONENT, j->plan.group[0] | j->plan.group[1]);
    for (int s = 0; s < SIDES && !j->plan.tied; s++)
        begin_chain(j, NOBODY, !s, j->plan.group[s]);
    while (!j->stale && !is_decided(j) && pass_moment(j))
        ;
    if (j->stale)
        return;
    const bool decided = is_decided(j), endless = !decided && !f->lessons.harms;
    fight_write_result(f, decided ? 0.0 : still_fighting(j),
                       !decided && !endless ? "exact to the turn limit"
                       : j->plan.tied       ? "exact (joint states)"
                                            : "exact",
                       0);
    f->out->endless = endless;
}

static void solve(base_arena *arena, void *context)
{
    joint *j = context;
    fight_begin(&j->fight, arena, j->striker);
    do {
        const uint64_t before = j->work;
        const size_t calls = j->fight.calls;
        fight_start(&j->fight);
        j->plan = plan_of(&j->fight);
        memcpy(&j->lessons, &j->fight.lessons, sizeof j->lessons);
        j->stale = false;
        const wyrm_status status = base_run(&j->attempt, follow, j);
        arena->error = j->attempt.error;
        base_release(&j->attempt);
        const uint64_t steps =
            (j->work - before) / CELLS_A_STEP + WORK_EVENT * (uint64_t)(j->fight.calls - calls);
        j->steps += steps;
        base_spend(arena, WYRM_COST_FIGHTS, steps);
        base_must(arena, status);
    } while (j->stale);
}

wyrm_status fight_solve(const fight_model *model, wyrm_striker striker, double odds, wyrm_duel *out,
                        wyrm_duel_distributions *distributions, wyrm_error *error)
{
    const bool asked = odds > 0.0;
    joint j = {
        .fight = {.model = model, .out = out, .distributions = distributions},
        .striker = striker,
        .work_most = model->quick ? WORK_QUICK : WORK_MOST,
        .enough = {asked ? odds + CERTAIN : INFINITY, asked ? 1.0 - odds + CERTAIN : INFINITY}};
    *out = (wyrm_duel){.method = ""};
    if (distributions)
        memset(distributions, 0, sizeof *distributions);
    const wyrm_status status = base_do(solve, &j, error);
    out->steps = j.steps;
    base_release(&j.attempt); /* if an answer of the model ended the job */
    if (status != WYRM_OK)
        wyrm_duel_distributions_free(distributions);
    return status;
}
