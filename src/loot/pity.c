/* Pity: which category gives an item after bad luck, as games ask room by room (Catacombs of YARL,
 * "Pity Rules"), and the exact analysis: a Markov chain over the counters through a campaign.
 *
 * The chain is a table of probabilities, one for every combination of counters. A room does to the
 * table what wyrm_pity_count and wyrm_pity_give do to each entry; the tests compare the two. A room
 * that brings the set S of categories resets the counters of S and raises the others by one: the
 * old counters of S no longer matter. So instead of following every set from every entry, the table
 * is moved one up in every direction, its sums along every direction fill the entries with a 0, and
 * each entry is then multiplied by the chance of exactly the set whose counters are 0 in it: every
 * entry is reached by one set only. That takes a few additions an entry, where there are up to 16
 * sets.
 *
 * The number of rooms of a depth is independent of what they bring, so the chain goes on as if
 * there were always another room, every figure of a room is weighted with the chance that there is
 * one, and the next depth begins with the mixture over where this one may end. */
#include "loot/internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- the rules ---- */

/* Above every counter, which saturates at UINT16_MAX. */
#define NEVER ((uint32_t)UINT16_MAX + 2)

/* Returns the counter from which on a category is due in a band, or NEVER. */
static uint32_t due_in(const wyrm_pity_rules *rules, size_t band, size_t category)
{
    bool known = band < WYRM_BANDS_MAX && category < rules->count;
    uint32_t threshold = known ? rules->thresholds[band][category] : 0;
    return threshold == 0 ? NEVER : threshold + rules->above;
}

void wyrm_pity_count(const wyrm_pity_rules *rules, unsigned found, wyrm_pity_state *state)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (found >> i & 1u)
            state->rooms[i] = 0;
        else if (state->rooms[i] < UINT16_MAX)
            state->rooms[i]++;
    }
}

bool wyrm_pity_is_due(const wyrm_pity_rules *rules, size_t band, size_t category,
                      const wyrm_pity_state *state)
{
    return category < rules->count && state->rooms[category] >= due_in(rules, band, category);
}

int wyrm_pity_give(const wyrm_pity_rules *rules, size_t band, unsigned can_give,
                   wyrm_pity_state *state)
{
    for (size_t i = 0; i < rules->count; i++) {
        if (!(can_give >> i & 1u) || !wyrm_pity_is_due(rules, band, i, state))
            continue;
        state->rooms[i] = 0;
        return (int)i;
    }
    return WYRM_PITY_NONE;
}

/* ---- the table ---- */

/* A table of probabilities, as a box: for every category the counters from 0 to the greatest that
 * has a probability, so that what cannot be reached costs nothing. Categories that a ruleset does
 * not have are one wide. */
typedef struct states {
    /* by category: counters with room; those of the last are adjacent */
    size_t size[WYRM_PITY_MAX];
    /* by category: counters from here on have probability 0; at most `size` */
    size_t used[WYRM_PITY_MAX];
    double *mass;
    size_t capacity;
} states;

/* What the rooms of a depth have in common. */
typedef struct room {
    size_t count;                     /* categories */
    uint32_t cap[WYRM_PITY_MAX];      /* counters stop here; 0 for missing categories */
    uint32_t due[WYRM_PITY_MAX];      /* gives from this counter on; NEVER: it does not */
    double found[1 << WYRM_PITY_MAX]; /* chance of each set of categories */
} room;

/* By category, the chance of each length of a drought; the last is the chance of at least that
 * length. */
typedef double lengths[WYRM_PITY_MAX][WYRM_DROUGHT_MAX + 1];

enum { LAST = WYRM_PITY_MAX - 1 }; /* the category whose counters are adjacent: a row */

/* Returns the distance between neighbours in the direction of a category. */
static size_t stride_of(const states *of, size_t category)
{
    size_t stride = 1;
    for (size_t i = category + 1; i < WYRM_PITY_MAX; i++)
        stride *= of->size[i];
    return stride;
}

static size_t count_entries(const states *of)
{
    return of->size[0] * stride_of(of, 0);
}

/* Returns the row of these counters, which are those of all categories but the last. */
static double *row_at(const states *of, const size_t at[LAST])
{
    size_t row = 0;
    for (size_t i = 0; i < LAST; i++)
        row = row * of->size[i] + at[i];
    return of->mass + row * of->size[LAST];
}

/* Moves to the next row below `end`; false after the last. Start with {0}. */
static bool next_row(size_t at[LAST], const size_t end[WYRM_PITY_MAX])
{
    for (size_t i = LAST; i-- > 0;) {
        if (++at[i] < end[i])
            return true;
        at[i] = 0;
    }
    return false;
}

/* Empties the table, and keeps its memory. */
static void clear_table(states *of)
{
    memset(of->size, 0, sizeof of->size);
    memset(of->used, 0, sizeof of->used);
}

/* Gives the table a size, with 0 everywhere. It stays in its memory if that suffices; else it gets
 * twice as much, as sizes grow by and by. */
static void resize_table(base_arena *arena, states *of, const size_t size[WYRM_PITY_MAX])
{
    size_t count = 1;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        if (size[i] > WYRM_PITY_STATES_MAX / count)
            base_refuse(arena, WYRM_ERROR_LIMIT,
                        "the counters of pity can stand in more than %d ways: the "
                        "thresholds are too high",
                        WYRM_PITY_STATES_MAX);
        count *= size[i];
    }
    if (count > of->capacity) {
        of->capacity = count < WYRM_PITY_STATES_MAX / 2 ? 2 * count : WYRM_PITY_STATES_MAX;
        of->mass = base_array(arena, double, of->capacity);
    }
    memset(of->mass, 0, count * sizeof *of->mass);
    memcpy(of->size, size, sizeof of->size);
    memcpy(of->used, size, sizeof of->used);
}

/* Puts a probability of `mass` on these counters, and 0 elsewhere. */
static void set_point(base_arena *arena, states *of, const uint32_t counters[WYRM_PITY_MAX],
                      double mass)
{
    size_t size[WYRM_PITY_MAX];
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        size[i] = (size_t)counters[i] + 1;
    resize_table(arena, of, size);
    of->mass[count_entries(of) - 1] = mass;
}

static void swap(states *a, states *b)
{
    states kept = *a;
    *a = *b;
    *b = kept;
}

/* Adds `from` times `weight`. A table that has to grow does so in the memory of `spare`. */
static void add_states(base_arena *arena, states *to, const states *from, double weight,
                       states *spare)
{
    size_t size[WYRM_PITY_MAX], at[LAST] = {0};
    bool grows = false;
    if (from->used[0] == 0)
        return;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        grows |= from->used[i] > to->size[i];
        size[i] = from->used[i] > to->size[i] ? from->used[i] : to->size[i];
    }
    if (grows) {
        swap(to, spare);
        resize_table(arena, to, size);
        add_states(arena, to, spare, 1, NULL);
        clear_table(spare);
    }
    base_spend(arena, WYRM_COST_FLOORS, count_entries(from));
    do {
        const double *source = row_at(from, at);
        double *target = row_at(to, at);
        for (size_t j = 0; j < from->used[LAST]; j++)
            target[j] += weight * source[j];
    } while (next_row(at, from->used));
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        if (to->used[i] < from->used[i])
            to->used[i] = from->used[i];
}

/* ---- one room ---- */

static void add_row(double *restrict to, const double *restrict from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* Raises every counter by one, all at once: the entries with a 0 stay empty. */
static void raise_all(const states *from, const room *of, states *to)
{
    if (from->used[0] == 0)
        return;
    size_t cap = of->cap[LAST], end = from->used[LAST];
    size_t free_end = end < cap ? end : cap; /* counters below the cap */
    size_t at[LAST] = {0};
    do {
        size_t up[LAST];
        for (size_t i = 0; i < LAST; i++)
            up[i] = at[i] < of->cap[i] ? at[i] + 1 : at[i];
        const double *source = row_at(from, at);
        double *target = row_at(to, up);
        add_row(target + 1, source, free_end);
        for (size_t j = free_end; j < end; j++)
            target[cap] += source[j];
    } while (next_row(at, from->used));
}

/* Sets the entries where the counter of a category is 0: to the sum of the others, or (`take`) to
 * 0. Returns what is taken. */
static double at_zero(states *of, size_t category, bool take)
{
    size_t inner = stride_of(of, category), slab = inner * of->size[category];
    double *end = of->mass + count_entries(of), taken = 0;
    for (double *zeros = of->mass; zeros < end; zeros += slab) {
        for (size_t j = inner; j < slab && !take; j += inner)
            add_row(zeros, zeros + j, inner);
        for (size_t i = 0; i < inner && take; i++) {
            taken += zeros[i];
            zeros[i] = 0;
        }
    }
    return taken;
}

/* Moves the probability of row[from..end) to another row, or to the counter 0 of its own; returns
 * how much that is. */
static double move_row(double *row, size_t from, size_t end, double *target)
{
    double moved = 0;
    for (size_t j = from; j < end; j++) {
        moved += row[j];
        if (target)
            target[j] += row[j];
        row[j] = 0;
    }
    if (!target)
        row[0] += moved;
    return moved;
}

/* Multiplies each entry by the chance of the set that it stands for, and applies pity. Rows ascend,
 * and move only to rows that came before, so that no room gives twice. */
static void apply_pity(const room *of, states *to, double given[WYRM_PITY_MAX])
{
    size_t end = to->size[LAST], last_bit = of->count > LAST ? (size_t)1 << LAST : 0;
    size_t at[LAST] = {0};
    do {
        size_t set = 0, giver = LAST;
        for (size_t i = LAST; i-- > 0;) {
            if (at[i] == 0 && i < of->count)
                set |= (size_t)1 << i;
            if (at[i] >= of->due[i])
                giver = i;
        }
        double *row = row_at(to, at);
        row[0] *= of->found[set | last_bit];
        for (size_t j = 1; j < end; j++)
            row[j] *= of->found[set];
        given[giver] += giver == LAST
                            ? move_row(row, of->due[LAST], end, NULL)
                            : move_row(row, 0, end, row - at[giver] * stride_of(to, giver));
    } while (next_row(at, to->size));
}

/* Follows one room: *to is what is reached from `from`, and given[i] the chance that category i
 * gives an item. */
static void follow_room(base_arena *arena, const states *from, const room *of, states *to,
                        double given[WYRM_PITY_MAX])
{
    size_t size[WYRM_PITY_MAX];
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        given[i] = 0;
        size[i] = from->used[i] <= of->cap[i] ? from->used[i] + 1 : (size_t)of->cap[i] + 1;
    }
    resize_table(arena, to, size);
    base_spend(arena, WYRM_COST_FLOORS, 4 * (uint64_t)count_entries(to));
    raise_all(from, of, to);
    for (size_t i = 0; i < of->count; i++)
        at_zero(to, i, false);
    apply_pity(of, to, given);
}

static size_t at_most_drought(size_t counter)
{
    return counter < WYRM_DROUGHT_MAX ? counter : WYRM_DROUGHT_MAX;
}

/* Fills `out` with the distributions of the counters, and shrinks the box to what has a
 * probability. */
static void read_counters(states *of, lengths out)
{
    memset(out, 0, sizeof(lengths));
    if (of->used[0] == 0)
        return;
    size_t end[WYRM_PITY_MAX] = {0}, at[LAST] = {0};
    do {
        const double *row = row_at(of, at);
        double sum = 0;
        size_t used = of->used[LAST];
        for (size_t j = 0; j < used; j++) {
            sum += row[j];
            out[LAST][at_most_drought(j)] += row[j];
        }
        while (used > end[LAST] && row[used - 1] == 0)
            used--;
        if (used > end[LAST])
            end[LAST] = used;
        for (size_t i = 0; i < LAST && sum > 0; i++) {
            out[i][at_most_drought(at[i])] += sum;
            if (end[i] <= at[i])
                end[i] = at[i] + 1;
        }
    } while (next_row(at, of->used));
    memcpy(of->used, end, sizeof end);
}

/* ---- a campaign ---- */

/* The search for the room of a band that brings the first item of a category. Only ways without an
 * item are followed, separated by how many rooms of the band they have passed: the number of rooms
 * of a depth is random, so a depth may begin after any of them. Ways that have passed
 * WYRM_DROUGHT_MAX are dropped. There are two of each table, one to be made from the other. */
typedef struct search {
    states *here, *next; /* at the start of a depth, by the rooms of the band before it */
    states now, then, spare;
} search;

/* A campaign for some of the categories, the members: those that can block each other, together;
 * every other one by itself, as it has no influence on them. */
typedef struct campaign {
    base_arena *arena;
    const wyrm_pity_rules *rules;
    const wyrm_pity_depth *depths;
    size_t count;
    const wyrm_pity_state *start;
    bool reset; /* counters start at 0 at every further depth */
    wyrm_pity_band *bands;
    size_t members;
    size_t member[WYRM_PITY_MAX]; /* categories, ascending */
    /* by member: higher counters change nothing that is asked; 0 if there is none */
    uint32_t cap[WYRM_PITY_MAX];
    states now, next, ended; /* ended: at the possible ends of this depth */
    /* If counters are reset, droughts outlast them: how long they were when the depth began, and
     * may be when it ends. Longer ones count as WYRM_DROUGHT_MAX. */
    bool outlasts;
    lengths before, after;
    search *first;
} campaign;

static uint32_t due_from(const campaign *of, size_t depth, size_t category)
{
    const wyrm_pity_depth *here = &of->depths[depth];
    return here->can_give >> category & 1u ? due_in(of->rules, here->band, category) : NEVER;
}

/* Makes a category the next member, if it gives somewhere in the campaign or, with `idle`, nowhere.
 * Counters saturate as in a game. */
static bool follow(campaign *of, size_t category, bool idle)
{
    uint32_t latest = 0; /* the greatest counter from which on it gives anywhere */
    for (size_t depth = 0; depth < of->count; depth++) {
        uint32_t due = due_from(of, depth, category);
        if (due > latest && due < NEVER)
            latest = due;
    }
    uint32_t cap = latest > WYRM_DROUGHT_MAX ? latest : WYRM_DROUGHT_MAX;
    if ((latest == 0) != idle)
        return false;
    of->member[of->members] = category;
    of->cap[of->members++] = cap < UINT16_MAX ? cap : UINT16_MAX;
    return true;
}

/* Returns what holds in the rooms of a depth, for the members. */
static room room_of(const campaign *of, size_t depth)
{
    const wyrm_pity_depth *here = &of->depths[depth];
    size_t sets = (size_t)1 << of->rules->count;
    room out = {.count = of->members};
    double sum = 0;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        out.cap[i] = of->cap[i];
        out.due[i] = i < of->members ? due_from(of, depth, of->member[i]) : NEVER;
    }
    for (size_t set = 0; set < sets; set++)
        sum += here->found[set];
    for (size_t set = 0; set < sets; set++) {
        size_t members = 0;
        for (size_t i = 0; i < of->members; i++)
            members |= (set >> of->member[i] & 1u) << i;
        out.found[members] += here->found[set] / sum;
    }
    return out;
}

static double sum_of(const double *terms, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += terms[i];
    return sum;
}

/* Follows the ways without an item through a depth, after `behind` rooms of the band. */
static void wait_through(const campaign *of, const wyrm_pmf *rooms, const room *here, size_t member,
                         size_t behind, double *first)
{
    search *work = of->first;
    add_states(of->arena, &work->now, &work->here[behind], 1, &work->spare);
    for (int64_t done = 0;; done++, behind++) {
        double ends = wyrm_pmf_at(rooms, done);
        if (behind < WYRM_DROUGHT_MAX && ends > 0)
            add_states(of->arena, &work->next[behind], &work->now, ends, &work->spare);
        if (behind == WYRM_DROUGHT_MAX || done == wyrm_pmf_last(rooms))
            break;
        double given[WYRM_PITY_MAX];
        lengths counters;
        follow_room(of->arena, &work->now, here, &work->then, given);
        double comes = at_zero(&work->then, member, true);
        first[behind + 1] += wyrm_pmf_tail(rooms, done + 1) * comes;
        read_counters(&work->then, counters);
        swap(&work->now, &work->then);
        if (!(sum_of(counters[member], WYRM_DROUGHT_MAX + 1) > 0))
            break;
    }
    clear_table(&work->now);
}

/* Fills in `first` of a member, for the band that begins at `depth` with the present counters. */
static void find_first(const campaign *of, size_t depth, size_t member,
                       double first[WYRM_DROUGHT_MAX + 1])
{
    const uint32_t zero[WYRM_PITY_MAX] = {0};
    search *work = of->first;
    size_t band = of->depths[depth].band;
    memset(first, 0, (WYRM_DROUGHT_MAX + 1) * sizeof *first);
    add_states(of->arena, &work->here[0], &of->now, 1, &work->spare);
    for (size_t at = depth; at < of->count && of->depths[at].band == band; at++) {
        room here = room_of(of, at);
        for (size_t i = 0; i < WYRM_DROUGHT_MAX; i++) {
            if (at > depth && of->reset) {
                lengths counters;
                read_counters(&work->here[i], counters);
                double mass = sum_of(counters[0], WYRM_DROUGHT_MAX + 1);
                if (mass > 0)
                    set_point(of->arena, &work->here[i], zero, mass);
            }
            if (work->here[i].used[0] > 0)
                wait_through(of, of->depths[at].rooms, &here, member, i, first);
            clear_table(&work->here[i]);
        }
        states *kept = work->here;
        work->here = work->next;
        work->next = kept;
    }
    for (size_t i = 0; i < WYRM_DROUGHT_MAX; i++)
        clear_table(&work->here[i]);
    double found = sum_of(first + 1, WYRM_DROUGHT_MAX);
    first[0] = found < 1 ? 1 - found : 0;
}

/* Follows the rooms of a depth, and adds the weighted figures of each to its band. */
static void run_depth(campaign *of, size_t depth)
{
    const wyrm_pity_depth *here = &of->depths[depth];
    wyrm_pity_band *band = &of->bands[here->band];
    const room rooms = room_of(of, depth);
    int64_t last = wyrm_pmf_last(here->rooms);
    clear_table(&of->ended);
    memset(of->after, 0, sizeof of->after);
    for (int64_t done = 0; done <= last; done++) {
        double given[WYRM_PITY_MAX] = {0}, ends = wyrm_pmf_at(here->rooms, done);
        double weight = done > 0 ? wyrm_pmf_tail(here->rooms, done) : 0;
        lengths length;
        if (done > 0) {
            follow_room(of->arena, &of->now, &rooms, &of->next, given);
            swap(&of->now, &of->next);
        }
        /* The counters are the droughts, unless these reach back to the start of the depth. */
        read_counters(&of->now, length);
        for (size_t i = 0; i < of->members && of->outlasts && done <= WYRM_DROUGHT_MAX; i++) {
            double whole = length[i][done];
            length[i][done] = 0;
            for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
                length[i][at_most_drought((size_t)done + n)] += whole * of->before[i][n];
        }
        for (size_t i = 0; i < of->members && done > 0; i++) {
            wyrm_pity_category *category = &band->categories[of->member[i]];
            band->given += weight * given[i];
            category->rate += weight * given[i];
            for (size_t set = 0; set < (size_t)1 << rooms.count; set++)
                category->natural += set >> i & 1u ? weight * rooms.found[set] : 0;
            for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
                category->drought[n] += weight * length[i][n];
        }
        if (!(ends > 0))
            continue;
        for (size_t i = 0; i < of->members; i++)
            for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
                of->after[i][n] += ends * length[i][n];
        add_states(of->arena, &of->ended, &of->now, ends, &of->first->spare);
    }
    swap(&of->now, &of->ended);
    memcpy(of->before, of->after, sizeof of->before);
}

static void run_campaign(campaign *of)
{
    uint32_t counters[WYRM_PITY_MAX] = {0};
    const uint32_t zero[WYRM_PITY_MAX] = {0};
    for (size_t i = 0; i < of->members; i++) {
        uint32_t stands = of->start ? of->start->rooms[of->member[i]] : 0;
        counters[i] = stands < of->cap[i] ? stands : of->cap[i];
    }
    set_point(of->arena, &of->now, counters, 1);
    for (size_t depth = 0; depth < of->count; depth++) {
        wyrm_pity_band *band = &of->bands[of->depths[depth].band];
        bool further = depth > 0;
        of->outlasts = further && of->reset;
        if (of->outlasts)
            set_point(of->arena, &of->now, zero, 1);
        if (!of->depths[depth].no_first &&
            (!further || of->depths[depth].band != of->depths[depth - 1].band))
            for (size_t i = 0; i < of->members; i++)
                find_first(of, depth, i, band->categories[of->member[i]].first);
        run_depth(of, depth);
    }
}

static bool is_amount(double value)
{
    return value >= 0 && value <= DBL_MAX;
}

/* Categories that give anywhere are followed together, as they wait for each other; those that
 * never do, one by one. */
static void follow_campaign(base_arena *arena, void *context)
{
    campaign *of = context;
    const size_t count = of->rules->count;
    if (count > WYRM_PITY_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "%zu pity categories are more than %d", count,
                    WYRM_PITY_MAX);
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_pity_depth *depth = &of->depths[i];
        const size_t least = i > 0 ? depth[-1].band : 0;
        double sum = 0;
        if (depth->band >= WYRM_BANDS_MAX || depth->band < least)
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "band %zu of a depth is outside %zu..%d: bands ascend", depth->band, least,
                        WYRM_BANDS_MAX - 1);
        if (wyrm_pmf_first(depth->rooms) < 0)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "a depth cannot have fewer than 0 rooms");
        if (wyrm_pmf_last(depth->rooms) > WYRM_PITY_ROOMS_MAX)
            base_refuse(arena, WYRM_ERROR_LIMIT, "a depth has more than %d rooms",
                        WYRM_PITY_ROOMS_MAX);
        for (size_t set = 0; set < (size_t)1 << count; set++) {
            if (!is_amount(depth->found[set]))
                base_refuse(arena, WYRM_ERROR_ARGUMENT, "%g is no probability of a room's items",
                            depth->found[set]);
            sum += depth->found[set];
        }
        if (!(fabs(sum - 1) <= 1e-9))
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "the probabilities of a room's items sum to %.12g, not 1", sum);
        if (!is_amount(depth->items))
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "a room cannot bring %g items", depth->items);
        double rooms = wyrm_pmf_mean(depth->rooms);
        of->bands[depth->band].rooms += rooms;
        of->bands[depth->band].items += rooms * depth->items;
    }
    of->arena = arena;
    of->first = base_new(arena, search);
    of->first->here = base_array(arena, states, WYRM_DROUGHT_MAX);
    of->first->next = base_array(arena, states, WYRM_DROUGHT_MAX);
    campaign givers = *of;
    for (size_t i = 0; i < count; i++) {
        campaign alone = *of;
        if (!follow(&givers, i, false) && follow(&alone, i, true))
            run_campaign(&alone);
    }
    if (givers.members > 0)
        run_campaign(&givers);
    /* Turns sums over rooms into shares of rooms. */
    for (wyrm_pity_band *band = of->bands; band < of->bands + WYRM_BANDS_MAX; band++) {
        const double all = band->rooms, items = band->items + band->given;
        if (!(all > 0)) {
            *band = (wyrm_pity_band){0};
            continue;
        }
        band->given = items > 0 ? band->given / items : 0;
        band->items = items / all;
        for (size_t i = 0; i < count; i++) {
            wyrm_pity_category *category = &band->categories[i];
            category->rate /= all;
            category->natural /= all;
            for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
                category->drought[n] += category->drought[n + 1];
            category->drought[0] = 1;
            for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++)
                category->drought[n] = fmin(category->drought[n] / all, 1);
        }
    }
}

wyrm_status wyrm_pity_chain(const wyrm_pity_rules *rules, const wyrm_pity_depth *depths,
                            size_t count, const wyrm_pity_state *start, bool reset,
                            wyrm_pity_band *bands, wyrm_error *error)
{
    campaign of = {.rules = rules,
                   .depths = depths,
                   .count = count,
                   .start = start,
                   .reset = reset,
                   .bands = bands};
    memset(bands, 0, WYRM_BANDS_MAX * sizeof *bands);
    wyrm_status status = base_do(follow_campaign, &of, error);
    if (status != WYRM_OK)
        memset(bands, 0, WYRM_BANDS_MAX * sizeof *bands);
    return status;
}
