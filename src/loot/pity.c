/* The rules of pity (Catacombs of YARL, "Pity Rules"): counting rooms, and who gives an item. */
#include "base/arena.h"
#include "loot/internal.h"

#include <string.h>

uint32_t wyrm_pity_due_from(const wyrm_pity_rules *rules, size_t band, size_t category)
{
    if (band >= WYRM_BANDS_MAX || category >= rules->count)
        return WYRM_PITY_NEVER;
    uint32_t threshold = rules->thresholds[band][category];
    if (threshold == 0)
        return WYRM_PITY_NEVER;
    return rules->above ? threshold + 1 : threshold;
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
    return category < rules->count &&
           state->rooms[category] >= wyrm_pity_due_from(rules, band, category);
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

/* The table of counters, and the step through a room.
 *
 * A room that brings the set S of categories takes the counters of S to 0 and the others one up:
 * what S stood at no longer matters. So instead of following every set from every state, the table
 * is moved one up in every direction, its sums along every direction fill the places with 0, and
 * each place is then multiplied by the chance of just the set that has a 0 in it: every place is
 * reached by one set only. That takes a few additions a place, where there are up to 16 sets.
 */

enum { LAST = WYRM_PITY_MAX - 1 }; /* the category whose counters stand side by side: a row */

static size_t places(const size_t size[WYRM_PITY_MAX])
{
    size_t product = 1;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        product *= size[i];
    return product;
}

/* How far apart neighbours in the direction of a category are. */
static size_t stride_of(const size_t size[WYRM_PITY_MAX], size_t category)
{
    size_t stride = 1;
    for (size_t i = category + 1; i < WYRM_PITY_MAX; i++)
        stride *= size[i];
    return stride;
}

/* The row of the counters of all categories but the last. */
static double *row_at(const wyrm_pity_states *states, const size_t at[LAST])
{
    size_t row = 0;
    for (size_t i = 0; i < LAST; i++)
        row = row * states->size[i] + at[i];
    return states->mass + row * states->size[LAST];
}

/* The next row below `end`; false after the last. Start with {0}. */
static bool next_row(size_t at[LAST], const size_t end[WYRM_PITY_MAX])
{
    for (size_t i = LAST; i-- > 0;) {
        if (++at[i] < end[i])
            return true;
        at[i] = 0;
    }
    return false;
}

static bool is_empty(const wyrm_pity_states *states)
{
    return states->used[0] == 0;
}

/* A table of this size with 0 everywhere, in the memory that there is where it suffices. */
static wyrm_status shape(wyrm_pity_states *states, const size_t size[WYRM_PITY_MAX],
                         wyrm_error *error)
{
    size_t count = 1;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        if (size[i] > WYRM_PITY_STATES_MAX / count)
            return wyrm_fail(error, WYRM_ERROR_LIMIT,
                             "the counters of pity can stand in more than %d ways: the thresholds "
                             "are too high",
                             WYRM_PITY_STATES_MAX);
        count *= size[i];
    }
    if (count > states->capacity) {
        double *mass = base_allocate(count * sizeof *mass);
        if (!mass)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the counters of pity");
        wyrm_free(states->mass);
        states->mass = mass;
        states->capacity = count;
    }
    memset(states->mass, 0, count * sizeof *states->mass);
    memcpy(states->size, size, sizeof states->size);
    memcpy(states->used, size, sizeof states->used);
    return WYRM_OK;
}

wyrm_status wyrm_pity_states_point(wyrm_pity_states *states, const uint32_t counters[WYRM_PITY_MAX],
                                   double mass, wyrm_error *error)
{
    size_t size[WYRM_PITY_MAX];
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        size[i] = (size_t)counters[i] + 1;
    wyrm_status status = shape(states, size, error);
    if (status == WYRM_OK)
        states->mass[places(size) - 1] = mass;
    return status;
}

void wyrm_pity_states_free(wyrm_pity_states *states)
{
    wyrm_free(states->mass);
    *states = (wyrm_pity_states){0};
}

void wyrm_pity_states_clear(wyrm_pity_states *states)
{
    memset(states->size, 0, sizeof states->size);
    memset(states->used, 0, sizeof states->used);
}

/* ------------------------------------------------------------------ adding */

static void add_rows(wyrm_pity_states *to, const wyrm_pity_states *from, double weight)
{
    if (is_empty(from))
        return;
    size_t at[LAST] = {0};
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

static wyrm_status grow(wyrm_pity_states *states, const size_t size[WYRM_PITY_MAX],
                        wyrm_error *error)
{
    wyrm_pity_states larger = {0};
    wyrm_status status = shape(&larger, size, error);
    if (status != WYRM_OK)
        return status;
    add_rows(&larger, states, 1);
    wyrm_free(states->mass);
    *states = larger;
    return WYRM_OK;
}

wyrm_status wyrm_pity_states_add(wyrm_pity_states *to, const wyrm_pity_states *from, double weight,
                                 wyrm_error *error)
{
    size_t size[WYRM_PITY_MAX];
    bool grows = false;
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        grows |= from->used[i] > to->size[i];
        size[i] = from->used[i] > to->size[i] ? from->used[i] : to->size[i];
    }
    wyrm_status status = WYRM_OK;
    if (grows)
        status = is_empty(to) ? shape(to, size, error) : grow(to, size, error);
    if (status != WYRM_OK)
        return status;
    add_rows(to, from, weight);
    return WYRM_OK;
}

/* ------------------------------------------------------------------ one room */

static size_t raised(size_t counter, const wyrm_pity_room *room, size_t category)
{
    return counter < room->cap[category] ? counter + 1 : counter;
}

/* Every counter one up, all at once: the places with a 0 stay free. */
static void raise_all(const wyrm_pity_states *from, const wyrm_pity_room *room,
                      wyrm_pity_states *to)
{
    if (is_empty(from))
        return;
    size_t cap = room->cap[LAST], end = from->used[LAST];
    size_t free_end = end < cap ? end : cap; /* counters below the cap */
    size_t at[LAST] = {0};
    do {
        size_t up[LAST];
        for (size_t i = 0; i < LAST; i++)
            up[i] = raised(at[i], room, i);
        const double *source = row_at(from, at);
        double *target = row_at(to, up);
        for (size_t j = 0; j < free_end; j++)
            target[j + 1] += source[j];
        for (size_t j = free_end; j < end; j++)
            target[cap] += source[j];
    } while (next_row(at, from->used));
}

/* The places where the counter of a category is 0 get the sum of those where it is not. */
static void sum_along(wyrm_pity_states *states, size_t category)
{
    size_t inner = stride_of(states->size, category);
    size_t slab = inner * states->size[category];
    size_t count = places(states->size) / slab;
    for (size_t block = 0; block < count; block++) {
        double *sums = states->mass + block * slab;
        for (size_t j = inner; j < slab; j += inner)
            for (size_t i = 0; i < inner; i++)
                sums[i] += sums[j + i];
    }
}

/* Moves what is due in the row of the last category's counters to its counter 0. */
static double give_within(double *row, size_t end, size_t due)
{
    double given = 0;
    for (size_t j = due; j < end; j++) {
        given += row[j];
        row[j] = 0;
    }
    row[0] += given;
    return given;
}

/* Moves a whole row. */
static double give_row(double *row, double *target, size_t end)
{
    double given = 0;
    for (size_t j = 0; j < end; j++) {
        given += row[j];
        target[j] += row[j];
        row[j] = 0;
    }
    return given;
}

/* The chance of the set that a place stands for, and what pity makes of it. Rows are met in
 * ascending order and move only to rows met before, so that no room gives twice. */
static void settle(const wyrm_pity_room *room, wyrm_pity_states *states,
                   double given[WYRM_PITY_MAX])
{
    size_t end = states->size[LAST];
    size_t last_bit = room->count > LAST ? (size_t)1 << LAST : 0;
    size_t at[LAST] = {0};
    do {
        size_t set = 0, giver = LAST;
        for (size_t i = LAST; i-- > 0;) {
            if (at[i] == 0 && i < room->count)
                set |= (size_t)1 << i;
            if (at[i] >= room->due[i])
                giver = i;
        }
        double *row = row_at(states, at);
        row[0] *= room->found[set | last_bit];
        for (size_t j = 1; j < end; j++)
            row[j] *= room->found[set];
        given[giver] += giver == LAST
                            ? give_within(row, end, room->due[LAST])
                            : give_row(row, row - at[giver] * stride_of(states->size, giver), end);
    } while (next_row(at, states->size));
}

wyrm_status wyrm_pity_states_step(const wyrm_pity_states *from, const wyrm_pity_room *room,
                                  wyrm_pity_states *to, double given[WYRM_PITY_MAX],
                                  wyrm_error *error)
{
    size_t size[WYRM_PITY_MAX];
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        given[i] = 0;
        size[i] = from->used[i] <= room->cap[i] ? from->used[i] + 1 : (size_t)room->cap[i] + 1;
    }
    wyrm_status status = shape(to, size, error);
    if (status != WYRM_OK)
        return status;
    raise_all(from, room, to);
    for (size_t i = 0; i < room->count; i++)
        sum_along(to, i);
    settle(room, to, given);
    return WYRM_OK;
}

/* ------------------------------------------------------------------ reading */

static size_t at_most_drought(size_t counter)
{
    return counter < WYRM_DROUGHT_MAX ? counter : WYRM_DROUGHT_MAX;
}

/* Adds a row to the last category's chances; returns its sum, and raises *end past its last mass.
 */
static double read_row(const double *row, size_t *end, size_t used, double *out)
{
    double sum = 0;
    for (size_t j = 0; j < used; j++) {
        sum += row[j];
        out[at_most_drought(j)] += row[j];
    }
    while (used > *end && row[used - 1] == 0)
        used--;
    if (used > *end)
        *end = used;
    return sum;
}

void wyrm_pity_states_counters(wyrm_pity_states *states, wyrm_pity_counters out)
{
    memset(out, 0, sizeof(wyrm_pity_counters));
    if (is_empty(states))
        return;
    size_t end[WYRM_PITY_MAX] = {0};
    size_t at[LAST] = {0};
    do {
        double sum = read_row(row_at(states, at), &end[LAST], states->used[LAST], out[LAST]);
        if (!(sum > 0))
            continue;
        for (size_t i = 0; i < LAST; i++) {
            out[i][at_most_drought(at[i])] += sum;
            if (end[i] <= at[i])
                end[i] = at[i] + 1;
        }
    } while (next_row(at, states->used));
    memcpy(states->used, end, sizeof end);
}

double wyrm_pity_states_take_zero(wyrm_pity_states *states, size_t category)
{
    size_t inner = stride_of(states->size, category);
    size_t slab = inner * states->size[category];
    size_t count = places(states->size) / slab;
    double taken = 0;
    for (size_t block = 0; block < count; block++) {
        double *zeros = states->mass + block * slab;
        for (size_t i = 0; i < inner; i++) {
            taken += zeros[i];
            zeros[i] = 0;
        }
    }
    return taken;
}
