/* The room of a band that brings the first item of a category.
 *
 * Only what has had no item yet is followed, apart by the number of rooms that it has behind it in
 * the band: a depth's number of rooms is random, so that a depth may begin after any of them.
 */
#include "loot/pity_first.h"

#include <stdlib.h>

/* Without an item so far, at the start of a depth, by the rooms of the band before it. What has
 * WYRM_DROUGHT_MAX behind it is no longer asked for. */
typedef struct waiting {
    wyrm_pity_states after[WYRM_DROUGHT_MAX];
} waiting;

/* Two of each, so that one can be made from the other. */
typedef struct search {
    waiting here, next;
    wyrm_pity_states now, then;
} search;

static void free_search(search *work)
{
    if (!work)
        return;
    for (size_t i = 0; i < WYRM_DROUGHT_MAX; i++) {
        wyrm_pity_states_free(&work->here.after[i]);
        wyrm_pity_states_free(&work->next.after[i]);
    }
    wyrm_pity_states_free(&work->now);
    wyrm_pity_states_free(&work->then);
    free(work);
}

static double sum_of(const double *terms, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += terms[i];
    return sum;
}

/* Goes through the rooms of a depth, from `behind` rooms of the band on. */
static wyrm_status wait_through(const wyrm_pmf *rooms, const wyrm_pity_room *room, size_t member,
                                size_t behind, search *work, double *first, wyrm_error *error)
{
    wyrm_status status = wyrm_pity_states_add(&work->now, &work->here.after[behind], 1, error);
    for (int64_t done = 0; status == WYRM_OK; done++, behind++) {
        double ends = wyrm_pmf_at(rooms, done);
        if (behind < WYRM_DROUGHT_MAX && ends > 0)
            status = wyrm_pity_states_add(&work->next.after[behind], &work->now, ends, error);
        if (status != WYRM_OK || behind == WYRM_DROUGHT_MAX || done == wyrm_pmf_last(rooms))
            break;
        double given[WYRM_PITY_MAX];
        status = wyrm_pity_states_step(&work->now, room, &work->then, given, error);
        if (status != WYRM_OK)
            break;
        double comes = wyrm_pity_states_take_zero(&work->then, member);
        first[behind + 1] += wyrm_pmf_tail(rooms, done + 1) * comes;
        wyrm_pity_counters counters;
        wyrm_pity_states_counters(&work->then, counters);
        wyrm_pity_states swap = work->now;
        work->now = work->then;
        work->then = swap;
        if (!(sum_of(counters[member], WYRM_DROUGHT_MAX + 1) > 0))
            break;
    }
    wyrm_pity_states_clear(&work->now);
    return status;
}

/* Puts the counters to 0, for a new depth. */
static wyrm_status reset(waiting *here, wyrm_error *error)
{
    const uint32_t zero[WYRM_PITY_MAX] = {0};
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < WYRM_DROUGHT_MAX && status == WYRM_OK; i++) {
        wyrm_pity_counters counters;
        wyrm_pity_states_counters(&here->after[i], counters);
        double mass = sum_of(counters[0], WYRM_DROUGHT_MAX + 1);
        if (mass > 0)
            status = wyrm_pity_states_point(&here->after[i], zero, mass, error);
    }
    return status;
}

static wyrm_status wait_through_depth(const wyrm_pity_campaign *campaign, size_t depth,
                                      size_t member, search *work, double *first, wyrm_error *error)
{
    wyrm_pity_room room;
    wyrm_status status = WYRM_OK;
    wyrm_pity_campaign_room(campaign, depth, &room);
    for (size_t i = 0; i < WYRM_DROUGHT_MAX && status == WYRM_OK; i++) {
        wyrm_pity_states *here = &work->here.after[i];
        if (here->used[0] == 0)
            continue;
        status = wait_through(campaign->depths[depth].rooms, &room, member, i, work, first, error);
        wyrm_pity_states_clear(here);
    }
    waiting swap = work->here;
    work->here = work->next;
    work->next = swap;
    return status;
}

wyrm_status wyrm_pity_first(const wyrm_pity_campaign *campaign, size_t depth,
                            const wyrm_pity_states *start, size_t member,
                            double first[WYRM_DROUGHT_MAX + 1], wyrm_error *error)
{
    search *work = calloc(1, sizeof *work);
    if (!work)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the counters of pity");
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
        first[n] = 0;
    size_t end = wyrm_pity_campaign_band_end(campaign, depth);
    wyrm_status status = wyrm_pity_states_add(&work->here.after[0], start, 1, error);
    for (size_t at = depth; at < end && status == WYRM_OK; at++) {
        if (at > depth && campaign->reset)
            status = reset(&work->here, error);
        if (status == WYRM_OK)
            status = wait_through_depth(campaign, at, member, work, first, error);
    }
    double found = sum_of(first + 1, WYRM_DROUGHT_MAX);
    first[0] = found < 1 ? 1 - found : 0;
    free_search(work);
    return status;
}
