/* What the rules of a survey of loot come to: the number of rooms of every depth, the items that
 * they are expected to bring, and the chain of pity over a whole campaign.
 *
 * All of it is exact but for the rooms of a map: how many there are, and where not every item gets
 * a tile how large they are. Those are counted on maps. Each group of maps gives its own figures.
 * Those that come out the same do not depend on the maps; the others are means with the interval
 * that the differences between the groups give.
 */
#include "base/arena.h"
#include "sim/internal.h"

#include "base/rule.h"

#include <wyrm/streams.h>

#include <math.h>

/* Always the same maps, so that these figures do not move with the seed of a survey. */
#define MAPS_SEED  UINT64_C(0x77797261)
#define GROUPS     10
#define CONFIDENCE 0.95
#define ROUNDING   1e-12 /* of a figure: groups that differ by less are the same */
#define TILES_MAX  (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* What a depth is expected to bring, over all its rooms in which pity works. */
typedef struct depth_totals {
    wyrm_pmf *rooms;
    double mean_rooms, skipped;
    double items;       /* by chance */
    double *categories; /* of them, items of each category */
} depth_totals;

/* A group of maps, and what follows from it. */
typedef struct group {
    const wyrm_loot_job *job;
    base_arena *arena;
    bool all; /* every item gets a tile */
    uint64_t first_map, maps;
    uint32_t rooms[2][TILES_MAX + 1]; /* how many of so many tiles; [1]: the first of their maps */
    wyrm_pmf *on_map;                 /* rooms of a map */
    size_t count;                     /* depths */
    depth_totals *depths;
    wyrm_pity_band given[WYRM_BANDS_MAX];
} group;

static wyrm_pmf *keep(base_arena *arena, wyrm_status status, wyrm_pmf **made)
{
    base_must(arena, status);
    base_keep(arena, *made, wyrm_pmf_free);
    return *made;
}

/* ---- rooms ---- */

static void count_rooms(group *of)
{
    wyrm_weighted pairs[WYRM_MAP_ROOMS_MAX + 1];
    wyrm_map *map = base_new(of->arena, wyrm_map);
    for (int32_t n = 0; n <= WYRM_MAP_ROOMS_MAX; n++)
        pairs[n] = (wyrm_weighted){n, 0};
    for (uint64_t run = 0; run < of->maps; run++) {
        wyrm_rng rng = wyrm_rng_start(MAPS_SEED, of->first_map + run, WYRM_STREAM_MAP, 0);
        wyrm_mapper_rooms(wyrm_design_mapper(of->job->design), false, &rng, map);
        pairs[map->room_count].weight++;
        for (int32_t r = 0; r < map->room_count; r++)
            of->rooms[r == 0][map->rooms[r].width * map->rooms[r].height]++;
    }
    keep(of->arena,
         wyrm_pmf_from_pairs(pairs, WYRM_MAP_ROOMS_MAX + 1, &of->on_map, &of->arena->error),
         &of->on_map);
}

/* The number of rooms of a depth that pity works in: for each number of rooms that a map may have,
 * the roles that they may get. */
static wyrm_pmf *mix_rooms(const group *of, const wyrm_difficulty *difficulty)
{
    wyrm_pmf *parts[WYRM_MAP_ROOMS_MAX + 1], *out;
    double weights[WYRM_MAP_ROOMS_MAX + 1];
    size_t count = 0;
    int64_t last = wyrm_pmf_last(of->on_map);
    for (int64_t n = wyrm_pmf_first(of->on_map); n <= last; n++) {
        weights[count] = wyrm_pmf_at(of->on_map, n);
        if (!(weights[count] > 0))
            continue;
        keep(of->arena,
             wyrm_encounter_pity_rooms(of->job->encounter, difficulty, (int32_t)n, &parts[count],
                                       &of->arena->error),
             &parts[count]);
        count++;
    }
    return keep(
        of->arena,
        wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, count, &out, &of->arena->error),
        &out);
}

/* ---- items by chance ---- */

static wyrm_pmf *number_of(base_arena *arena, const wyrm_loot_job *job,
                           const wyrm_loot_context *context, int32_t room)
{
    wyrm_pmf *number;
    return keep(arena, wyrm_loot_number(job->loot, context, room, &number, &arena->error), &number);
}

/* The items of a map, by the sizes of its rooms. */
static double items_by_size(const group *of, const wyrm_loot_context *context)
{
    wyrm_filling filling = wyrm_filling_read(of->arena, of->job->design, context->depth);
    double items = 0;
    for (int first = 0; first <= 1; first++) {
        const wyrm_pmf *number = number_of(of->arena, of->job, context, first ? 0 : 1);
        for (int32_t tiles = 1; tiles <= TILES_MAX; tiles++)
            if (of->rooms[first][tiles] > 0)
                items += of->rooms[first][tiles] *
                         wyrm_filling_items(&filling, number, tiles, first) / (double)of->maps;
    }
    return items;
}

/* Where the first room differs from the others it is a room like any where no room of the depth has
 * a role; else what it may be is not told by the number of rooms: false. */
static bool expect_items(const group *of, int32_t depth, depth_totals *out)
{
    const wyrm_loot_job *job = of->job;
    wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
    double first = wyrm_pmf_mean(number_of(of->arena, job, &context, 0));
    double other = wyrm_pmf_mean(number_of(of->arena, job, &context, 1));
    base_must(of->arena,
              wyrm_loot_expected(job->loot, &context, 1, out->categories, &of->arena->error));
    out->items = of->all ? out->mean_rooms * other + (first - other) : items_by_size(of, &context);
    for (size_t c = 0; c < job->facts->category_count; c++)
        out->categories[c] *= other > 0 ? out->items / other : 0;
    return first == other || !(out->skipped > 1e-12);
}

static bool expect_depths(group *of)
{
    const wyrm_loot_job *job = of->job;
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    double mean = wyrm_pmf_mean(of->on_map);
    bool known = true;
    of->depths = base_array(of->arena, depth_totals, of->count);
    for (size_t i = 0; i < of->count; i++) {
        depth_totals *here = &of->depths[i];
        here->categories = base_array(of->arena, double, job->facts->category_count);
        here->rooms = mix_rooms(of, &difficulty);
        here->mean_rooms = wyrm_pmf_mean(here->rooms);
        here->skipped = fmax(mean - here->mean_rooms, 0);
        known = expect_items(of, difficulty.depth, here) && known;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    return known;
}

/* ---- pity ---- */

/* False: there are too many places for the counters, so that pity can only be sampled. */
static bool chain_pity(group *of)
{
    const wyrm_loot_job *job = of->job;
    const wyrm_pmf **rooms = base_array(of->arena, const wyrm_pmf *, of->count);
    wyrm_pity_depth *depths = base_array(of->arena, wyrm_pity_depth, of->count);
    for (size_t i = 0; i < of->count; i++)
        rooms[i] = of->depths[i].rooms;
    wyrm_status status =
        wyrm_loot_pity_campaign(job->loot, job->mode, rooms, of->count, depths, &of->arena->error);
    if (status == WYRM_OK)
        status = wyrm_pity_chain(job->facts->pity, depths, of->count, NULL, job->reset, of->given,
                                 &of->arena->error);
    if (status != WYRM_ERROR_LIMIT)
        base_must(of->arena, status);
    return status == WYRM_OK;
}

/* Adds to expected[] the items a room that pity gives: each counts for all of its categories. */
static void add_given(const group *of, const wyrm_pity_band *band, int32_t depth, double *expected)
{
    const wyrm_loot_job *job = of->job;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(job->loot, &kinds);
    wyrm_loot_context context = {.depth = depth, .mode = job->mode};
    double *shares = base_array(of->arena, double, count);
    for (size_t i = 0; i < job->pity_count; i++) {
        base_must(of->arena,
                  wyrm_loot_pity_shares(job->loot, &context, i, shares, &of->arena->error));
        for (size_t k = 0; k < count; k++)
            for (size_t c = 0; c < job->facts->category_count; c++)
                if (job->facts->kind_categories[k] >> c & 1u)
                    expected[c] += band->categories[i].rate * shares[k];
    }
}

/* ---- figures ---- */

static void set_exact(wyrm_loot_figure *figure, double exact)
{
    figure->has_exact = true;
    figure->exact.value = exact;
}

static void set_band(const group *of, size_t band, wyrm_loot_band_figures *out)
{
    const wyrm_loot_job *job = of->job;
    const wyrm_pity_band *given = &of->given[band];
    double rooms = 0, skipped = 0, items = 0;
    double categories[WYRM_LOOT_CATEGORIES_MAX] = {0};
    for (size_t i = 0; i < of->count; i++) {
        const depth_totals *here = &of->depths[i];
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
        return;
    for (size_t c = 0; c < job->facts->category_count; c++)
        categories[c] /= rooms;
    if (job->pity_count > 0) {
        add_given(of, given, out->first_depth, categories);
        set_exact(&out->given, given->given);
    }
    for (size_t c = 0; c < job->facts->category_count; c++)
        set_exact(&out->categories[c], categories[c]);
    set_exact(&out->items_per_room, job->pity_count > 0 ? given->items : items / rooms);
    for (size_t i = 0; i < job->pity_count; i++) {
        const wyrm_pity_category *exact = &given->categories[i];
        set_exact(&out->pity[i].rate, exact->rate);
        set_exact(&out->pity[i].natural, exact->natural);
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
            set_exact(&out->pity[i].drought[n], exact->drought[n]);
            set_exact(&out->pity[i].first[n], exact->first[n]);
        }
    }
}

/* What chance alone brings to a depth. */
static void set_depth(const group *of, size_t index, wyrm_loot_depth_figures *out)
{
    const depth_totals *here = &of->depths[index];
    if (!(here->mean_rooms > 0))
        return;
    set_exact(&out->items_per_room, here->items / here->mean_rooms);
    for (size_t c = 0; c < of->job->facts->category_count; c++)
        set_exact(&out->categories[c], here->categories[c] / here->mean_rooms);
}

/* ---- all groups ---- */

/* All figures of a survey in a fixed order, as far as they are exact: handed to `use`, each with
 * its moments over the groups. Returns how many there are. */
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

typedef struct finding {
    const wyrm_loot_job *job;
    wyrm_loot_survey *survey;
    uint64_t group, maps; /* one group, and the maps of each */
    bool all;
} finding;

/* The figures of one group of maps: into those of the survey. */
static void find_group(base_arena *arena, void *context)
{
    const finding *at = context;
    wyrm_loot_survey *survey = at->survey;
    group *of = base_new(arena, group);
    of->job = at->job;
    of->arena = arena;
    of->all = at->all;
    of->first_map = at->group * at->maps;
    of->maps = at->maps;
    of->count = (size_t)at->job->last_depth;
    count_rooms(of);
    if (!expect_depths(of) || (at->job->pity_count > 0 && !chain_pity(of)))
        return;
    survey->has_exact = true;
    for (size_t i = 0; i < survey->band_count; i++)
        set_band(of, i, &survey->bands[i]);
    for (size_t i = 0; i < of->count; i++)
        set_depth(of, i, &survey->depths[i]);
}

/* Whether what items do follows from the rules: all get a tile (*all), or how many do follows from
 * the sizes of rooms, which is not enough for pity, nor where rooms have roles. */
static bool is_known(base_arena *arena, const wyrm_loot_job *job, bool *all)
{
    bool known = true;
    *all = true;
    for (int32_t depth = 1; depth <= job->last_depth; depth++) {
        wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
        wyrm_filling filling = wyrm_filling_read(arena, job->design, depth);
        /* that of pity too */
        int64_t most = wyrm_pmf_last(number_of(arena, job, &context, 1)) + (job->pity_count > 0);
        bool few = filling.map.rooms * most + WYRM_ROOM_ROLE_COUNT * WYRM_ROOM_ITEMS_MAX <=
                   WYRM_LEVEL_ITEMS_MAX;
        bool once = filling.map.placing == WYRM_PLACING_ONCE;
        *all = *all && (most == 0 || (few && !once && most <= filling.map.tiles));
        known = known && few && filling.known && !filling.roles && job->pity_count == 0;
    }
    return known || *all;
}

void wyrm_loot_find_exact(base_arena *arena, const wyrm_loot_job *job, wyrm_loot_survey *survey)
{
    wyrm_loot_context context = {.depth = 1, .level = 1, .mode = job->mode};
    finding at = {
        .job = job, .survey = survey, .maps = job->maps < GROUPS ? 1 : job->maps / GROUPS};
    wyrm_pmf *number;
    wyrm_status status = wyrm_loot_number(job->loot, &context, 1, &number, NULL);
    wyrm_pmf_free(number);
    if (status == WYRM_ERROR_ARGUMENT || job->last_depth <= 0 || !is_known(arena, job, &at.all))
        return; /* the rules do not tell */
    wyrm_moments *groups = base_array(arena, wyrm_moments, for_each(survey, NULL, NULL));
    for (at.group = 0; at.group < GROUPS; at.group++) {
        base_arena own = {0};
        status = base_run(&own, find_group, &at);
        if (status != WYRM_OK)
            arena->error = own.error;
        base_release(&own);
        base_must(arena, status);
        for_each(survey, groups, take_up);
    }
    for_each(survey, groups, conclude);
}
