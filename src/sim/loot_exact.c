/* The exact values of a survey of loot: the number of rooms of every depth, the items that they are
 * expected to bring, and the chain of pity over a whole campaign. */
#include "sim/loot_survey.h"

#include <wyrm/streams.h>

#include <math.h>
#include <stdlib.h>

/* Always the same maps, so that exact values do not move with the seed of a survey. */
#define MAPS_SEED UINT64_C(0x77797261)

/* What a depth is expected to bring, over all its rooms in which pity works. */
typedef struct depth_totals {
    wyrm_pmf *rooms;
    double mean_rooms, skipped;
    double items;       /* by chance */
    double *categories; /* of them, items of each category */
} depth_totals;

typedef struct exact_work {
    const wyrm_loot_job *job;
    size_t count; /* depths */
    depth_totals *depths;
    double *categories;       /* backs those of the depths */
    wyrm_pmf *on_map;         /* rooms of a map */
    wyrm_pity_depth *chained; /* depths, for the chain */
    wyrm_pity_band given[WYRM_BANDS_MAX];
} exact_work;

static wyrm_status fail_for_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the exact values of loot");
}

/* ------------------------------------------------------------------ rooms */

static wyrm_status count_rooms(exact_work *work, wyrm_error *error)
{
    wyrm_weighted pairs[WYRM_MAP_ROOMS_MAX + 1];
    wyrm_map *map = malloc(sizeof *map);
    if (!map)
        return fail_for_memory(error);
    for (int32_t n = 0; n <= WYRM_MAP_ROOMS_MAX; n++)
        pairs[n] = (wyrm_weighted){n, 0};
    for (uint64_t run = 0; run < work->job->maps; run++) {
        wyrm_rng rng = wyrm_rng_start(MAPS_SEED, run, WYRM_STREAM_MAP, 0);
        wyrm_mapper_rooms(wyrm_design_mapper(work->job->design), false, &rng, map);
        pairs[map->room_count].weight++;
    }
    free(map);
    return wyrm_pmf_from_pairs(pairs, WYRM_MAP_ROOMS_MAX + 1, &work->on_map, error);
}

/* The number of rooms of a depth that pity works in: for each number of rooms that a map may have,
 * the roles that they may get. */
static wyrm_status mix_rooms(const exact_work *work, const wyrm_difficulty *difficulty,
                             wyrm_pmf **out, wyrm_error *error)
{
    wyrm_pmf *parts[WYRM_MAP_ROOMS_MAX + 1] = {NULL};
    double weights[WYRM_MAP_ROOMS_MAX + 1];
    size_t count = 0;
    wyrm_status status = WYRM_OK;
    int64_t last = wyrm_pmf_last(work->on_map);
    for (int64_t n = wyrm_pmf_first(work->on_map); n <= last && status == WYRM_OK; n++) {
        weights[count] = wyrm_pmf_at(work->on_map, n);
        if (!(weights[count] > 0))
            continue;
        status = wyrm_encounter_pity_rooms(work->job->encounter, difficulty, (int32_t)n,
                                           &parts[count], error);
        count += status == WYRM_OK;
    }
    if (status == WYRM_OK)
        status = wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, count, out, error);
    for (size_t i = 0; i < count; i++)
        wyrm_pmf_free(parts[i]);
    return status;
}

/* ------------------------------------------------------------------ items by chance */

static wyrm_status mean_number(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, double *mean, wyrm_error *error)
{
    wyrm_pmf *number;
    wyrm_status status = wyrm_loot_number(loot, context, room, &number, error);
    *mean = status == WYRM_OK ? wyrm_pmf_mean(number) : 0;
    wyrm_pmf_free(number);
    return status;
}

/* Where the first room differs from the others it is a room like any where no room of the depth has
 * a role; else what it may be is not told by the number of rooms. */
static wyrm_status expect_items(const wyrm_loot_job *job, int32_t depth, depth_totals *out,
                                bool *known, wyrm_error *error)
{
    wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
    double first, other;
    wyrm_status status = mean_number(job->loot, &context, 0, &first, error);
    if (status == WYRM_OK)
        status = mean_number(job->loot, &context, 1, &other, error);
    if (status == WYRM_OK)
        status = wyrm_loot_expected(job->loot, &context, 1, out->categories, error);
    if (status != WYRM_OK)
        return status;
    *known = *known && (first == other || !(out->skipped > 1e-12));
    out->items = out->mean_rooms * other + (first - other);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] *= other > 0 ? out->items / other : 0;
    return WYRM_OK;
}

static wyrm_status expect_depths(exact_work *work, bool *known, wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    double mean = wyrm_pmf_mean(work->on_map);
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < work->count && status == WYRM_OK; i++) {
        depth_totals *here = &work->depths[i];
        here->categories = work->categories + i * job->facts->category_count;
        status = mix_rooms(work, &difficulty, &here->rooms, error);
        if (status != WYRM_OK)
            break;
        here->mean_rooms = wyrm_pmf_mean(here->rooms);
        here->skipped = fmax(mean - here->mean_rooms, 0);
        status = expect_items(job, difficulty.depth, here, known, error);
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    return status;
}

/* ------------------------------------------------------------------ pity */

static wyrm_status chain_pity(exact_work *work, wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
    const wyrm_pmf **rooms = calloc(work->count + 1, sizeof *rooms);
    work->chained = calloc(work->count + 1, sizeof *work->chained);
    wyrm_status status = rooms && work->chained ? WYRM_OK : fail_for_memory(error);
    for (size_t i = 0; i < work->count && rooms; i++)
        rooms[i] = work->depths[i].rooms;
    if (status == WYRM_OK)
        status =
            wyrm_loot_pity_campaign(job->loot, job->mode, rooms, work->count, work->chained, error);
    if (status == WYRM_OK)
        status = wyrm_pity_chain(job->facts->pity, work->chained, work->count, NULL, job->reset,
                                 work->given, error);
    free(rooms);
    return status;
}

/* Adds to expected[] the items a room that pity gives: each counts for all of its categories. */
static wyrm_status add_given(const wyrm_loot_job *job, const wyrm_pity_band *band, int32_t depth,
                             double *expected, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(job->loot, &kinds);
    wyrm_loot_context context = {.depth = depth, .mode = job->mode};
    double *shares = calloc(count + 1, sizeof *shares);
    wyrm_status status = shares ? WYRM_OK : fail_for_memory(error);
    for (size_t i = 0; i < job->pity_count && status == WYRM_OK; i++) {
        status = wyrm_loot_pity_shares(job->loot, &context, i, shares, error);
        for (size_t k = 0; k < count && status == WYRM_OK; k++)
            for (size_t c = 0; c < job->facts->category_count; c++)
                if (job->facts->kind_categories[k] >> c & 1u)
                    expected[c] += band->categories[i].rate * shares[k];
    }
    free(shares);
    return status;
}

/* ------------------------------------------------------------------ figures */

static void set_exact(wyrm_loot_figure *figure, double exact)
{
    figure->has_exact = true;
    figure->exact = exact;
}

static void set_pity(const wyrm_pity_category *exact, wyrm_loot_pity_figures *out)
{
    set_exact(&out->rate, exact->rate);
    set_exact(&out->natural, exact->natural);
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
        set_exact(&out->drought[n], exact->drought[n]);
        out->first[n] = exact->first[n];
    }
}

static wyrm_status set_band(const exact_work *work, size_t band, wyrm_loot_band_figures *out,
                            wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
    const wyrm_pity_band *given = &work->given[band];
    double rooms = 0, skipped = 0, items = 0;
    double categories[WYRM_LOOT_CATEGORIES_MAX] = {0};
    for (size_t i = 0; i < work->count; i++) {
        const depth_totals *here = &work->depths[i];
        if (wyrm_bands_at(&job->bands, (int32_t)i + 1) != band)
            continue;
        rooms += here->mean_rooms;
        skipped += here->skipped;
        items += here->items;
        for (size_t c = 0; c < job->facts->category_count; c++)
            categories[c] += here->categories[c];
    }
    out->mean_rooms = rooms;
    if (wyrm_pmf_first(work->on_map) == wyrm_pmf_last(work->on_map)) /* else an estimate */
        set_exact(&out->rooms_per_campaign, rooms);
    set_exact(&out->skipped_rooms, skipped);
    if (!(rooms > 0))
        return WYRM_OK;
    for (size_t c = 0; c < job->facts->category_count; c++)
        categories[c] /= rooms;
    wyrm_status status = WYRM_OK;
    if (job->pity_count > 0)
        status = add_given(job, given, out->first_depth, categories, error);
    for (size_t c = 0; c < job->facts->category_count; c++)
        set_exact(&out->categories[c], categories[c]);
    set_exact(&out->items_per_room, job->pity_count > 0 ? given->items : items / rooms);
    if (job->pity_count > 0)
        set_exact(&out->given, given->given);
    for (size_t i = 0; i < job->pity_count; i++)
        set_pity(&given->categories[i], &out->pity[i]);
    return status;
}

static wyrm_status set_all(const exact_work *work, wyrm_loot_survey *survey, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    survey->has_exact = true;
    survey->rooms = wyrm_pmf_mean(work->on_map);
    survey->rooms_error = wyrm_pmf_sd(work->on_map) / sqrt((double)work->job->maps);
    for (size_t i = 0; i < survey->band_count && status == WYRM_OK; i++)
        status = set_band(work, i, &survey->bands[i], error);
    return status;
}

static wyrm_status find(exact_work *work, wyrm_loot_survey *survey, wyrm_error *error)
{
    bool known = true;
    wyrm_status status = count_rooms(work, error);
    if (status == WYRM_OK)
        status = expect_depths(work, &known, error);
    if (status != WYRM_OK || !known)
        return status;
    if (work->job->pity_count > 0)
        status = chain_pity(work, error);
    if (status == WYRM_ERROR_LIMIT) /* too many places for the counters: sampled only */
        return WYRM_OK;
    return status == WYRM_OK ? set_all(work, survey, error) : status;
}

wyrm_status wyrm_loot_find_exact(const wyrm_loot_job *job, wyrm_loot_survey *survey,
                                 wyrm_error *error)
{
    wyrm_loot_context context = {.depth = 1, .level = 1, .mode = job->mode};
    double mean;
    wyrm_status status = mean_number(job->loot, &context, 1, &mean, NULL);
    if (status == WYRM_ERROR_ARGUMENT || job->last_depth <= 0)
        return WYRM_OK; /* there are no exact values */
    size_t count = (size_t)job->last_depth;
    exact_work *work = calloc(1, sizeof *work);
    if (!work)
        return fail_for_memory(error);
    *work = (exact_work){
        .job = job,
        .count = count,
        .depths = calloc(count, sizeof *work->depths),
        .categories = calloc(count * job->facts->category_count + 1, sizeof *work->categories),
    };
    status = work->depths && work->categories ? find(work, survey, error) : fail_for_memory(error);
    for (size_t i = 0; i < count && work->depths; i++)
        wyrm_pmf_free(work->depths[i].rooms);
    wyrm_pmf_free(work->on_map);
    free(work->chained);
    free(work->categories);
    free(work->depths);
    free(work);
    return status;
}
