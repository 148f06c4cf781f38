/* What the rules of a survey of loot come to: the number of rooms of every depth, the items that they
 * are expected to bring, and the chain of pity over a whole campaign.
 *
 * All of it is exact but for the rooms of a map: how many there are, and where not every item gets a
 * tile how large they are. Those are counted on maps. Each group of
 * maps gives its own figures. Those that come out the same do not depend on the maps; the others are
 * means with the interval that the differences between the groups give.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include <wyrm/streams.h>

#include <math.h>
#include <string.h>

/* Always the same maps, so that these figures do not move with the seed of a survey. */
#define MAPS_SEED  UINT64_C(0x77797261)
#define GROUPS     10
#define CONFIDENCE 0.95
#define ROUNDING   1e-12 /* of a figure: groups that differ by less are the same */

/* What a depth is expected to bring, over all its rooms in which pity works. */
typedef struct depth_totals {
    wyrm_pmf *rooms;
    double mean_rooms, skipped;
    double items;       /* by chance */
    double *categories; /* of them, items of each category */
} depth_totals;

/* How many rooms of so many tiles were counted, the first of their maps apart. */
#define TILES_MAX (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)
typedef struct sizes {
    uint32_t rooms[2][TILES_MAX + 1];
} sizes;

typedef struct exact_work {
    const wyrm_loot_job *job;
    bool all; /* every item gets a tile */
    sizes *sizes;
    uint64_t first_map, maps; /* of the group at hand */
    size_t count;             /* depths */
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
    wyrm_map *map = base_allocate(sizeof *map);
    if (!map)
        return fail_for_memory(error);
    for (int32_t n = 0; n <= WYRM_MAP_ROOMS_MAX; n++)
        pairs[n] = (wyrm_weighted){n, 0};
    for (uint64_t run = 0; run < work->maps; run++) {
        wyrm_rng rng = wyrm_rng_start(MAPS_SEED, work->first_map + run, WYRM_STREAM_MAP, 0);
        wyrm_mapper_rooms(wyrm_design_mapper(work->job->design), false, &rng, map);
        pairs[map->room_count].weight++;
        for (int32_t r = 0; r < map->room_count; r++)
            work->sizes->rooms[r == 0][map->rooms[r].width * map->rooms[r].height]++;
    }
    wyrm_free(map);
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

/* ------------------------------------------------------------------ whether all get a tile */

/* The most items that are drawn for a room at a depth, that of pity too. */
static wyrm_status most_items(const wyrm_loot_job *job, int32_t depth, int64_t *out,
                              wyrm_error *error)
{
    wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
    wyrm_pmf *number;
    wyrm_status status = wyrm_loot_number(job->loot, &context, 1, &number, error);
    *out = status == WYRM_OK ? wyrm_pmf_last(number) + (job->pity_count > 0) : 0;
    wyrm_pmf_free(number);
    return status;
}

/* Whether what items do follows from the rules: all get a tile, or how many do follows from the sizes
 * of rooms, which is not enough for pity, nor where rooms have roles. */
static wyrm_status look_for_room(const wyrm_loot_job *job, bool *known, bool *all,
                                 wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    *known = *all = true;
    for (int32_t depth = 1; depth <= job->last_depth && status == WYRM_OK; depth++) {
        wyrm_filling filling;
        int64_t most = 0;
        status = wyrm_filling_read(job->design, depth, &filling, error);
        if (status == WYRM_OK)
            status = most_items(job, depth, &most, error);
        bool few = filling.map.rooms * most + WYRM_ROOM_ROLE_COUNT * WYRM_ROOM_ITEMS_MAX <=
                   WYRM_LEVEL_ITEMS_MAX;
        bool once = filling.map.placing == WYRM_PLACING_ONCE;
        *all = *all && (most == 0 || (few && !once && most <= filling.map.tiles));
        *known = *known && few && wyrm_filling_is_known(&filling) && !filling.roles &&
                 job->pity_count == 0;
        wyrm_filling_release(&filling);
    }
    *known = *known || *all;
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

/* The items of a map, by the sizes of its rooms. */
static wyrm_status items_by_size(const exact_work *work, const wyrm_loot_context *context,
                                 double *items, wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
    wyrm_filling filling;
    wyrm_status status = wyrm_filling_read(job->design, context->depth, &filling, error);
    *items = 0;
    for (int first = 0; status == WYRM_OK && first <= 1; first++) {
        const uint32_t *rooms = work->sizes->rooms[first];
        wyrm_pmf *number;
        status = wyrm_loot_number(job->loot, context, first ? 0 : 1, &number, error);
        for (int32_t tiles = 1; status == WYRM_OK && tiles <= TILES_MAX; tiles++)
            if (rooms[tiles] > 0)
                *items += rooms[tiles] * wyrm_filling_items(&filling, number, tiles, first) /
                          (double)work->maps;
        wyrm_pmf_free(number);
    }
    wyrm_filling_release(&filling);
    return status;
}

/* Where the first room differs from the others it is a room like any where no room of the depth has
 * a role; else what it may be is not told by the number of rooms. */
static wyrm_status expect_items(const exact_work *work, int32_t depth, depth_totals *out,
                                bool *known, wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
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
    if (!work->all)
        status = items_by_size(work, &context, &out->items, error);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] *= other > 0 ? out->items / other : 0;
    return status;
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
        status = expect_items(work, difficulty.depth, here, known, error);
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    return status;
}

/* ------------------------------------------------------------------ pity */

static wyrm_status chain_pity(exact_work *work, wyrm_error *error)
{
    const wyrm_loot_job *job = work->job;
    const wyrm_pmf **rooms = base_zeroed(work->count + 1, sizeof *rooms);
    work->chained = base_zeroed(work->count + 1, sizeof *work->chained);
    wyrm_status status = rooms && work->chained ? WYRM_OK : fail_for_memory(error);
    for (size_t i = 0; i < work->count && rooms; i++)
        rooms[i] = work->depths[i].rooms;
    if (status == WYRM_OK)
        status =
            wyrm_loot_pity_campaign(job->loot, job->mode, rooms, work->count, work->chained, error);
    if (status == WYRM_OK)
        status = wyrm_pity_chain(job->facts->pity, work->chained, work->count, NULL, job->reset,
                                 work->given, error);
    wyrm_free(rooms);
    return status;
}

/* Adds to expected[] the items a room that pity gives: each counts for all of its categories. */
static wyrm_status add_given(const wyrm_loot_job *job, const wyrm_pity_band *band, int32_t depth,
                             double *expected, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(job->loot, &kinds);
    wyrm_loot_context context = {.depth = depth, .mode = job->mode};
    double *shares = base_zeroed(count + 1, sizeof *shares);
    wyrm_status status = shares ? WYRM_OK : fail_for_memory(error);
    for (size_t i = 0; i < job->pity_count && status == WYRM_OK; i++) {
        status = wyrm_loot_pity_shares(job->loot, &context, i, shares, error);
        for (size_t k = 0; k < count && status == WYRM_OK; k++)
            for (size_t c = 0; c < job->facts->category_count; c++)
                if (job->facts->kind_categories[k] >> c & 1u)
                    expected[c] += band->categories[i].rate * shares[k];
    }
    wyrm_free(shares);
    return status;
}

/* ------------------------------------------------------------------ figures */

static void set_exact(wyrm_loot_figure *figure, double exact)
{
    figure->has_exact = true;
    figure->exact.value = exact;
}

static void set_pity(const wyrm_pity_category *exact, wyrm_loot_pity_figures *out)
{
    set_exact(&out->rate, exact->rate);
    set_exact(&out->natural, exact->natural);
    for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
        set_exact(&out->drought[n], exact->drought[n]);
        set_exact(&out->first[n], exact->first[n]);
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

/* What chance alone brings to a depth. */
static void set_depth(const exact_work *work, size_t index, wyrm_loot_depth_figures *out)
{
    const depth_totals *here = &work->depths[index];
    if (!(here->mean_rooms > 0))
        return;
    set_exact(&out->items_per_room, here->items / here->mean_rooms);
    for (size_t c = 0; c < work->job->facts->category_count; c++)
        set_exact(&out->categories[c], here->categories[c] / here->mean_rooms);
}

static wyrm_status set_all(const exact_work *work, wyrm_loot_survey *survey, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    survey->has_exact = true;
    for (size_t i = 0; i < survey->band_count && status == WYRM_OK; i++)
        status = set_band(work, i, &survey->bands[i], error);
    for (size_t i = 0; i < work->count; i++)
        set_depth(work, i, &survey->depths[i]);
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

/* The figures of one group of maps: into those of the survey. */
static wyrm_status find_group(const wyrm_loot_job *job, bool all, uint64_t first_map, uint64_t maps,
                              wyrm_loot_survey *survey, wyrm_error *error)
{
    size_t count = (size_t)job->last_depth;
    exact_work *work = base_zeroed(1, sizeof *work);
    if (!work)
        return fail_for_memory(error);
    *work = (exact_work){
        .job = job,
        .all = all,
        .sizes = base_zeroed(1, sizeof *work->sizes),
        .first_map = first_map,
        .maps = maps,
        .count = count,
        .depths = base_zeroed(count, sizeof *work->depths),
        .categories = base_zeroed(count * job->facts->category_count + 1, sizeof *work->categories),
    };
    wyrm_status status = work->sizes && work->depths && work->categories ? find(work, survey, error)
                                                                         : fail_for_memory(error);
    for (size_t i = 0; i < count && work->depths; i++)
        wyrm_pmf_free(work->depths[i].rooms);
    wyrm_pmf_free(work->on_map);
    wyrm_free(work->chained);
    wyrm_free(work->categories);
    wyrm_free(work->depths);
    wyrm_free(work->sizes);
    wyrm_free(work);
    return status;
}

/* ------------------------------------------------------------------ all groups */

/* All figures of a survey in a fixed order, as far as they are exact: handed to `use`, each with its
 * moments over the groups. Returns how many there are. */
static size_t for_each(wyrm_loot_survey *survey, wyrm_moments *groups,
                       void (*use)(wyrm_loot_figure *figure, wyrm_moments *groups))
{
    size_t count = 0;
#define USE(figure) (use && (figure)->has_exact ? use(figure, &groups[count]) : (void)0, count++)
    for (size_t b = 0; b < survey->band_count; b++) {
        wyrm_loot_band_figures *band = &survey->bands[b];
        USE(&band->rooms_per_campaign);
        USE(&band->items_per_room);
        USE(&band->given);
        USE(&band->skipped_rooms);
        for (size_t p = 0; p < survey->pity_count; p++) {
            USE(&band->pity[p].rate);
            USE(&band->pity[p].natural);
            for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
                USE(&band->pity[p].drought[n]);
                USE(&band->pity[p].first[n]);
            }
        }
    }
    for (size_t d = 0; d < survey->depth_count; d++)
        USE(&survey->depths[d].items_per_room);
    for (size_t i = 0; i < survey->category_count * (survey->band_count + survey->depth_count); i++)
        USE(&survey->category_figures[i]);
#undef USE
    return count;
}

static void take_up(wyrm_loot_figure *figure, wyrm_moments *groups)
{
    wyrm_moments_add(groups, figure->exact.value);
}

static void conclude(wyrm_loot_figure *figure, wyrm_moments *groups)
{
    bool same = groups->max - groups->min <= ROUNDING * fabs(groups->mean);
    figure->exact = (wyrm_estimate){.value = groups->mean, .ci95 = {groups->mean, groups->mean}};
    if (same)
        return;
    figure->exact.sampled = true;
    figure->exact.ci95 = wyrm_mean_interval(groups, CONFIDENCE);
}

wyrm_status wyrm_loot_find_exact(const wyrm_loot_job *job, wyrm_loot_survey *survey,
                                 wyrm_error *error)
{
    wyrm_loot_context context = {.depth = 1, .level = 1, .mode = job->mode};
    double mean;
    bool known = false, all = false;
    wyrm_status status = mean_number(job->loot, &context, 1, &mean, NULL);
    if (status == WYRM_ERROR_ARGUMENT || job->last_depth <= 0)
        return WYRM_OK; /* the rules do not tell */
    status = look_for_room(job, &known, &all, error);
    if (status != WYRM_OK || !known)
        return status;
    wyrm_moments *groups = base_zeroed(for_each(survey, NULL, NULL) + 1, sizeof *groups);
    if (!groups)
        return fail_for_memory(error);
    uint64_t maps = job->maps < GROUPS ? 1 : job->maps / GROUPS;
    for (uint64_t group = 0; group < GROUPS && status == WYRM_OK; group++) {
        status = find_group(job, all, group * maps, maps, survey, error);
        for_each(survey, groups, take_up);
    }
    for_each(survey, groups, conclude);
    wyrm_free(groups);
    return status;
}
