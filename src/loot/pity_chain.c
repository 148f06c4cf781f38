/* The exact analysis of pity: the chain over the counters, room by room through a campaign.
 *
 * A depth's number of rooms is independent of what they bring, so the chain goes on as if there
 * were always another room, every figure of a room is weighted with the chance that there is one,
 * and the next depth begins with the mixture over where this one may end.
 */

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "loot/internal.h"

/* A campaign as the exact analysis of pity sees it. */

/* Only some of the categories are followed, the members: those that can bar each other, together;
 * every other by itself, as it has no part in what happens to them. */
typedef struct wyrm_pity_campaign {
    const wyrm_pity_rules *rules;
    const wyrm_pity_depth *depths;
    size_t count;
    size_t members;
    size_t member[WYRM_PITY_MAX]; /* categories, ascending */
    bool reset;                   /* counters are 0 at every further depth */
    uint32_t cap[WYRM_PITY_MAX];  /* by member: higher counters change nothing that is asked; 0
                                     where there is none */
} wyrm_pity_campaign;

/* What the exact analysis of pity asks of a campaign: who is due when, and what its rooms bring. */

static uint32_t due_from(const wyrm_pity_rules *rules, const wyrm_pity_depth *depth,
                         size_t category)
{
    if (!(depth->can_give >> category & 1u))
        return WYRM_PITY_NEVER;
    return wyrm_pity_due_from(rules, depth->band, category);
}

/* The greatest counter from which on a category gives anywhere in the campaign; 0: it never
 * does. */
static uint32_t pity_campaign_due(const wyrm_pity_campaign *campaign, size_t category)
{
    uint32_t latest = 0;
    for (size_t depth = 0; depth < campaign->count; depth++) {
        uint32_t due = due_from(campaign->rules, &campaign->depths[depth], category);
        if (due > latest && due < WYRM_PITY_NEVER)
            latest = due;
    }
    return latest;
}

/* Makes a category the next member. */
static void pity_campaign_follow(wyrm_pity_campaign *campaign, size_t category)
{
    uint32_t due = pity_campaign_due(campaign, category);
    uint32_t cap = due > WYRM_DROUGHT_MAX ? due : WYRM_DROUGHT_MAX;
    campaign->member[campaign->members] = category;
    /* The counters of a game saturate. */
    campaign->cap[campaign->members++] = cap < UINT16_MAX ? cap : UINT16_MAX;
}

/* The members among a set of categories, by their place. */
static size_t members_of(const wyrm_pity_campaign *campaign, size_t set)
{
    size_t members = 0;
    for (size_t i = 0; i < campaign->members; i++)
        members |= (set >> campaign->member[i] & 1u) << i;
    return members;
}

/* What holds in the rooms of a depth, for the members. */
static void pity_campaign_room(const wyrm_pity_campaign *campaign, size_t depth,
                               wyrm_pity_room *room)
{
    const wyrm_pity_depth *here = &campaign->depths[depth];
    size_t sets = (size_t)1 << campaign->rules->count;
    *room = (wyrm_pity_room){.count = campaign->members};
    for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
        bool is_member = i < campaign->members;
        room->cap[i] = campaign->cap[i];
        room->due[i] =
            is_member ? due_from(campaign->rules, here, campaign->member[i]) : WYRM_PITY_NEVER;
    }
    double sum = 0;
    for (size_t set = 0; set < sets; set++)
        sum += here->found[set];
    for (size_t set = 0; set < sets; set++)
        room->found[members_of(campaign, set)] += here->found[set] / sum;
}

/* One past the last depth of the band that begins at `depth`. */
static size_t pity_campaign_band_end(const wyrm_pity_campaign *campaign, size_t depth)
{
    size_t band = campaign->depths[depth].band;
    while (depth < campaign->count && campaign->depths[depth].band == band)
        depth++;
    return depth;
}

/* The room of a band that brings the first item of a category.
 *
 * Only what has had no item yet is followed, apart by the number of rooms that it has behind it in
 * the band: a depth's number of rooms is random, so that a depth may begin after any of them.
 */

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
    wyrm_free(work);
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
    pity_campaign_room(campaign, depth, &room);
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

/* Fills `first` of a member for the band that begins at `depth` with the counters `start`.
 * WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY: as wyrm_pity_states_step */
static wyrm_status wyrm_pity_first(const wyrm_pity_campaign *campaign, size_t depth,
                                   const wyrm_pity_states *start, size_t member,
                                   double first[WYRM_DROUGHT_MAX + 1], wyrm_error *error)
{
    search *work = base_zeroed(1, sizeof *work);
    if (!work)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the counters of pity");
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
        first[n] = 0;
    size_t end = pity_campaign_band_end(campaign, depth);
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

typedef double streaks[WYRM_PITY_MAX][WYRM_DROUGHT_MAX + 1];

typedef struct chain {
    const wyrm_pity_campaign *campaign;
    wyrm_pity_band *bands;
    wyrm_pity_states now, next, ended; /* ended: where this depth may end */
    /* Where counters are reset, droughts outlast them: how long they were when the depth began, and
     * may be when it ends. Longer ones count as WYRM_DROUGHT_MAX. */
    bool outlasts;
    streaks before, after;
} pity_chain;

/* ------------------------------------------------------------------ one room */

/* Lengthens `own`, the streaks as the counters tell them after `rooms` rooms of the depth, where
 * they reach back to its start. */
static void outlast(double own[WYRM_DROUGHT_MAX + 1], size_t rooms,
                    const double before[WYRM_DROUGHT_MAX + 1])
{
    if (rooms > WYRM_DROUGHT_MAX)
        return;
    double whole = own[rooms];
    own[rooms] = 0;
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
        size_t length = rooms + n < WYRM_DROUGHT_MAX ? rooms + n : WYRM_DROUGHT_MAX;
        own[length] += whole * before[n];
    }
}

/* How long the droughts are after `rooms` rooms of a depth. */
static void read_streaks(pity_chain *chain, size_t rooms, streaks out)
{
    wyrm_pity_states_counters(&chain->now, out);
    for (size_t i = 0; i < chain->campaign->members && chain->outlasts; i++)
        outlast(out[i], rooms, chain->before[i]);
}

/* Weighs what one room has shown into the figures of its band. */
static void tally(const wyrm_pity_campaign *campaign, const wyrm_pity_room *room, double weight,
                  const double given[WYRM_PITY_MAX], streaks length, wyrm_pity_band *band)
{
    for (size_t i = 0; i < campaign->members; i++) {
        wyrm_pity_category *category = &band->categories[campaign->member[i]];
        band->given += weight * given[i];
        category->rate += weight * given[i];
        for (size_t set = 0; set < (size_t)1 << room->count; set++)
            category->natural += set >> i & 1u ? weight * room->found[set] : 0;
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
            category->drought[n] += weight * length[i][n];
    }
}

/* The depth ends here with some probability: so the next may begin. */
static wyrm_status may_end(pity_chain *chain, double chance, streaks length, wyrm_error *error)
{
    if (!(chance > 0))
        return WYRM_OK;
    for (size_t i = 0; i < chain->campaign->members; i++)
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
            chain->after[i][n] += chance * length[i][n];
    return wyrm_pity_states_add(&chain->ended, &chain->now, chance, error);
}

static void swap_states(wyrm_pity_states *a, wyrm_pity_states *b)
{
    wyrm_pity_states kept = *a;
    *a = *b;
    *b = kept;
}

/* ------------------------------------------------------------------ a depth, and all of them */

static wyrm_status run_depth(pity_chain *chain, size_t depth, wyrm_error *error)
{
    const wyrm_pity_depth *here = &chain->campaign->depths[depth];
    wyrm_pity_room room;
    streaks length;
    pity_campaign_room(chain->campaign, depth, &room);
    wyrm_pity_states_clear(&chain->ended);
    memset(chain->after, 0, sizeof chain->after);
    read_streaks(chain, 0, length);
    wyrm_status status = may_end(chain, wyrm_pmf_at(here->rooms, 0), length, error);
    int64_t last = wyrm_pmf_last(here->rooms);
    for (int64_t done = 1; done <= last && status == WYRM_OK; done++) {
        double given[WYRM_PITY_MAX];
        status = wyrm_pity_states_step(&chain->now, &room, &chain->next, given, error);
        if (status != WYRM_OK)
            return status;
        swap_states(&chain->now, &chain->next);
        read_streaks(chain, (size_t)done, length);
        tally(chain->campaign, &room, wyrm_pmf_tail(here->rooms, done), given, length,
              &chain->bands[here->band]);
        status = may_end(chain, wyrm_pmf_at(here->rooms, done), length, error);
    }
    swap_states(&chain->now, &chain->ended);
    memcpy(chain->before, chain->after, sizeof chain->before);
    return status;
}

static wyrm_status run_firsts(pity_chain *chain, size_t depth, wyrm_error *error)
{
    const wyrm_pity_campaign *campaign = chain->campaign;
    wyrm_pity_band *band = &chain->bands[campaign->depths[depth].band];
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < campaign->members && status == WYRM_OK; i++)
        status = wyrm_pity_first(campaign, depth, &chain->now, i,
                                 band->categories[campaign->member[i]].first, error);
    return status;
}

/* Where the counters of the members stand when the campaign begins. */
static void read_start(const wyrm_pity_campaign *campaign, const wyrm_pity_state *start,
                       uint32_t counters[WYRM_PITY_MAX])
{
    for (size_t i = 0; i < WYRM_PITY_MAX; i++)
        counters[i] = start && i < campaign->members ? start->rooms[campaign->member[i]] : 0;
    for (size_t i = 0; i < campaign->members; i++)
        if (counters[i] > campaign->cap[i])
            counters[i] = campaign->cap[i];
}

static wyrm_status run_campaign(const wyrm_pity_campaign *campaign, const wyrm_pity_state *start,
                                wyrm_pity_band *bands, wyrm_error *error)
{
    pity_chain chain = {.campaign = campaign, .bands = bands};
    const uint32_t zero[WYRM_PITY_MAX] = {0};
    uint32_t counters[WYRM_PITY_MAX];
    read_start(campaign, start, counters);
    wyrm_status status = wyrm_pity_states_point(&chain.now, counters, 1, error);
    for (size_t depth = 0; depth < campaign->count && status == WYRM_OK; depth++) {
        bool further = depth > 0;
        chain.outlasts = further && campaign->reset;
        if (chain.outlasts)
            status = wyrm_pity_states_point(&chain.now, zero, 1, error);
        if (status == WYRM_OK &&
            (!further || campaign->depths[depth].band != campaign->depths[depth - 1].band))
            status = run_firsts(&chain, depth, error);
        if (status == WYRM_OK)
            status = run_depth(&chain, depth, error);
    }
    wyrm_pity_states_free(&chain.now);
    wyrm_pity_states_free(&chain.next);
    wyrm_pity_states_free(&chain.ended);
    return status;
}

/* Those that give anywhere are followed together, as they wait for each other; those that never do,
 * one by one. */
static wyrm_status run_categories(const wyrm_pity_campaign *campaign, const wyrm_pity_state *start,
                                  wyrm_pity_band *bands, wyrm_error *error)
{
    wyrm_pity_campaign givers = *campaign;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < campaign->rules->count && status == WYRM_OK; i++) {
        wyrm_pity_campaign alone = *campaign;
        if (pity_campaign_due(campaign, i) > 0) {
            pity_campaign_follow(&givers, i);
            continue;
        }
        pity_campaign_follow(&alone, i);
        status = run_campaign(&alone, start, bands, error);
    }
    if (status == WYRM_OK && givers.members > 0)
        status = run_campaign(&givers, start, bands, error);
    return status;
}

static void count_rooms(const wyrm_pity_depth *depths, size_t count, wyrm_pity_band *bands)
{
    for (size_t i = 0; i < count; i++) {
        double rooms = wyrm_pmf_mean(depths[i].rooms);
        bands[depths[i].band].rooms += rooms;
        bands[depths[i].band].items += rooms * depths[i].items;
    }
}

/* From sums over rooms to shares of rooms. */
static void finish(size_t count, wyrm_pity_band *band)
{
    if (!(band->rooms > 0)) {
        *band = (wyrm_pity_band){0};
        return;
    }
    double items = band->items + band->given;
    band->given = items > 0 ? band->given / items : 0;
    band->items = items / band->rooms;
    for (size_t i = 0; i < count; i++) {
        wyrm_pity_category *category = &band->categories[i];
        category->rate /= band->rooms;
        category->natural /= band->rooms;
        for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
            category->drought[n] += category->drought[n + 1];
        category->drought[0] = 1;
        for (size_t n = 1; n <= WYRM_DROUGHT_MAX; n++)
            category->drought[n] = fmin(category->drought[n] / band->rooms, 1);
    }
}

/* ------------------------------------------------------------------ what is refused */

static bool is_amount(double value)
{
    return value >= 0 && value <= DBL_MAX;
}

static wyrm_status check_depth(const wyrm_pity_rules *rules, const wyrm_pity_depth *depth,
                               size_t least_band, wyrm_error *error)
{
    if (depth->band >= WYRM_BANDS_MAX || depth->band < least_band)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "band %zu of a depth is outside %zu..%d: bands ascend", depth->band,
                         least_band, WYRM_BANDS_MAX - 1);
    if (wyrm_pmf_first(depth->rooms) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a depth cannot have fewer than 0 rooms");
    if (wyrm_pmf_last(depth->rooms) > WYRM_PITY_ROOMS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a depth has more than %d rooms",
                         WYRM_PITY_ROOMS_MAX);
    double sum = 0;
    for (size_t set = 0; set < (size_t)1 << rules->count; set++) {
        if (!is_amount(depth->found[set]))
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%g is no probability of a room's items",
                             depth->found[set]);
        sum += depth->found[set];
    }
    if (!(fabs(sum - 1) <= 1e-9))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the probabilities of a room's items sum to %.12g, not 1", sum);
    if (!is_amount(depth->items))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a room cannot bring %g items", depth->items);
    return WYRM_OK;
}

static wyrm_status check(const wyrm_pity_rules *rules, const wyrm_pity_depth *depths, size_t count,
                         wyrm_error *error)
{
    if (rules->count > WYRM_PITY_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%zu pity categories are more than %d",
                         rules->count, WYRM_PITY_MAX);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        status = check_depth(rules, &depths[i], i > 0 ? depths[i - 1].band : 0, error);
    return status;
}

wyrm_status wyrm_pity_chain(const wyrm_pity_rules *rules, const wyrm_pity_depth *depths,
                            size_t count, const wyrm_pity_state *start, bool reset,
                            wyrm_pity_band *bands, wyrm_error *error)
{
    memset(bands, 0, WYRM_BANDS_MAX * sizeof *bands);
    wyrm_status status = check(rules, depths, count, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_pity_campaign campaign = {
        .rules = rules, .depths = depths, .count = count, .reset = reset};
    count_rooms(depths, count, bands);
    status = run_categories(&campaign, start, bands, error);
    for (size_t i = 0; i < WYRM_BANDS_MAX; i++)
        finish(rules->count, &bands[i]);
    if (status != WYRM_OK)
        memset(bands, 0, WYRM_BANDS_MAX * sizeof *bands);
    return status;
}
