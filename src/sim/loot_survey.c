/* The loot of whole campaigns without a player: items in rooms are counted, and the figures that
 * follow exactly from the rules stand beside the counts.
 *
 * Every figure of a band or depth is the ratio of two counts of a campaign; campaigns are the
 * clusters whose sums give value and interval. So a figure is an index into one row of counts, and
 * the exact values use the same index: the rooms of every depth, the items they are expected to
 * hold, and the Markov chain of pity over a whole campaign.
 *
 * These are exact except for the rooms of a map: their number and, where not every item gets a
 * tile, their sizes. Those are sampled on maps, in groups that each give a full set of figures.
 * Figures that are the same in all groups do not depend on the maps; the others are means, with the
 * interval that the differences between groups give. */
#include "sim/internal.h"
#include <math.h>
#include <string.h>
#include <wyrm/loot_survey.h>
#include <wyrm/streams.h>
#include "encounter/internal.h"

#define CONFIDENCE     0.95
#define RUNS_PER_SHARE 50
#define TILES_MAX      (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* A constant, so that exact values do not change with the seed. */
#define MAPS_SEED UINT64_C(0x77797261)
#define GROUPS    10
#define ROUNDING  1e-12 /* relative: figures of groups that differ by less are equal */

/* Indices into the counts of one band in one campaign. The items of each category follow, then a
 * block for each pity category: rooms where it gave an item, rooms with such an item by chance,
 * rooms at the end of a drought of at least n rooms, and (exact only) the probability that the n-th
 * room has the first one. */
enum {
    COUNT_ROOMS, /* where pity works */
    COUNT_ITEMS, /* in them */
    COUNT_GIVEN, /* items given by pity among them */
    COUNT_CATEGORIES
};

enum {
    COUNT_RATE,
    COUNT_NATURAL,
    COUNT_DROUGHT,
    COUNT_FIRST = COUNT_DROUGHT + WYRM_DROUGHT_MAX + 1,
    COUNTS_PER_PITY = COUNT_FIRST + WYRM_DROUGHT_MAX + 1
};

/* The same for one depth: only rooms where pity works, only items by chance. The items of each
 * category follow. */
enum { DEPTH_ROOMS, DEPTH_ITEMS, DEPTH_CATEGORIES };

typedef struct loot_job {
    const wyrm_design *design;
    const wyrm_loot_survey_options *options;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_loot_facts *facts;
    wyrm_bands bands; /* count at least 1: "all" where the ruleset has none */
    wyrm_room_rules roles;
    uint64_t runs, maps;
    int32_t mode;
    int32_t last_depth; /* last depth of every campaign; 0: not known in advance */
    int32_t depths;     /* with figures of their own */
    size_t categories, pity_count;
    size_t band_width, depth_width, depth_rows, width; /* of counts: of a band, of a depth; index of
                                                          the first depth's; of all */
    uint64_t floors;
    wyrm_ratio_estimate *sums; /* by index: a count and the count it is divided by */
} loot_job;

/* The state of one thread. The counts follow it: a row for every band, then one for every depth. */
typedef struct workspace {
    sim_made_floor floor;
    uint32_t streaks[WYRM_PITY_MAX]; /* rooms since the last item of each pity category, natural or
                                        given */
    uint32_t counts[];
} workspace;

typedef struct share_result {
    uint64_t floors;
    wyrm_ratio_estimate sums[];
} share_result;

/* Index of the first count of a pity category, in the row of a band. */
static size_t pity_counts(const loot_job *job, size_t category)
{
    return COUNT_CATEGORIES + job->categories + category * COUNTS_PER_PITY;
}

/* Index of the first count of a depth, among all counts. */
static size_t depth_row(const loot_job *job, int32_t depth)
{
    return job->depth_rows + (size_t)(depth - 1) * job->depth_width;
}

/* The figure that belongs to a count, and the range of its values; NULL if it is no figure. */
static wyrm_loot_figure *figure_at(const loot_job *job, wyrm_loot_survey *survey, size_t index,
                                   wyrm_range *range)
{
    *range = WYRM_COUNT;
    if (index >= job->depth_rows) {
        size_t i = (index - job->depth_rows) % job->depth_width;
        wyrm_loot_depth_figures *depth =
            &survey->depths[(index - job->depth_rows) / job->depth_width];
        return i == DEPTH_ROOMS   ? NULL
               : i == DEPTH_ITEMS ? &depth->items_per_room
                                  : &depth->categories[i - DEPTH_CATEGORIES];
    }
    wyrm_loot_band_figures *band = &survey->bands[index / job->band_width];
    wyrm_loot_figure *const named[COUNT_CATEGORIES] = {&band->rooms_per_campaign,
                                                       &band->items_per_room,
                                                       job->pity_count > 0 ? &band->given : NULL};
    size_t i = index % job->band_width, pities = pity_counts(job, 0);
    if (i == COUNT_GIVEN || i >= pities)
        *range = WYRM_SHARE;
    if (i < pities)
        return i < COUNT_CATEGORIES ? named[i] : &band->categories[i - COUNT_CATEGORIES];
    wyrm_loot_pity_figures *pity = &band->pity[(i - pities) / COUNTS_PER_PITY];
    i = (i - pities) % COUNTS_PER_PITY;
    return i == COUNT_RATE      ? &pity->rate
           : i == COUNT_NATURAL ? &pity->natural
           : i < COUNT_FIRST    ? &pity->drought[i - COUNT_DROUGHT]
                                : &pity->first[i - COUNT_FIRST];
}

/* ---- one campaign ---- */

/* Sorts items by room and keeps their order within one: loot of whole floors is in the order of its
 * drawing. */
static void sort_by_room(wyrm_placed_item *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const wyrm_placed_item item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].item.room > item.item.room; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* Counts the items of a floor, room by room, by chance and by pity. */
static void count_loot(const loot_job *job, int32_t depth, workspace *space)
{
    wyrm_population *population = &space->floor.population;
    sort_by_room(population->items, population->found_count);
    const wyrm_loot_facts *facts = job->facts;
    uint32_t *row = space->counts + wyrm_bands_at(&job->bands, depth) * job->band_width;
    uint32_t *by_depth = space->counts + depth_row(job, depth);
    const wyrm_placed_item *items = population->items, *end = items + population->found_count;
    uint32_t count = 0;
    while (items < end && items->item.room < 0) /* outside of rooms */
        items++;
    for (int32_t r = 0; r < space->floor.map.room_count; r++, items += count) {
        for (count = 0; items + count < end && items[count].item.room == r; count++)
            continue;
        if (!wyrm_room_has_pity(&job->roles, &population->kinds[r]))
            continue;
        /* If pity gave an item, it is the room's last. */
        int32_t given = count > 0 ? items[count - 1].item.pity - 1 : -1;
        uint64_t found = 0; /* bits of categories with an item by chance */
        row[COUNT_ROOMS]++;
        row[COUNT_ITEMS] += count;
        row[COUNT_GIVEN] += given >= 0;
        by_depth[DEPTH_ROOMS]++;
        by_depth[DEPTH_ITEMS] += count - (given >= 0);
        for (size_t i = 0; facts->kind_categories && i < count; i++) {
            uint64_t left = facts->kind_categories[items[i].item.kind];
            bool by_chance = items[i].item.pity == 0;
            found |= by_chance ? left : 0;
            for (; left != 0; left &= left - 1) {
                size_t category = (size_t)__builtin_ctzll(left);
                row[COUNT_CATEGORIES + category]++;
                by_depth[DEPTH_CATEGORIES + category] += by_chance;
            }
        }
        for (size_t i = 0; i < job->pity_count; i++) {
            uint32_t *own = row + pity_counts(job, i);
            bool natural = found >> facts->pity_categories[i] & 1u, gave = given == (int32_t)i;
            uint32_t streak = natural || gave ? 0 : space->streaks[i] + 1;
            space->streaks[i] = streak;
            own[COUNT_RATE] += gave;
            own[COUNT_NATURAL] += natural;
            /* A drought of exactly this length; summed from the end when the campaign is over. */
            own[COUNT_DROUGHT + (streak < WYRM_DROUGHT_MAX ? streak : WYRM_DROUGHT_MAX)]++;
        }
    }
}

static void run_share(const sim_share *share)
{
    enum { CAMPAIGN = -1 };
    static const int against[COUNT_CATEGORIES] = {
        [COUNT_ROOMS] = CAMPAIGN,
        [COUNT_ITEMS] = COUNT_ROOMS,
        [COUNT_GIVEN] = COUNT_ITEMS,
    };
    const loot_job *job = share->context;
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = job->encounter,
                                      .loot = job->loot,
                                      .mode = job->mode};
    share_result *result = share->result;
    workspace *space = share->scratch;
    sim_made_floor *floor = &space->floor;
    memset(result, 0, sizeof *result + job->width * sizeof *result->sums);
    for (uint64_t run = share->first; run < share->first + share->count; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
        memset(space->counts, 0, job->width * sizeof *space->counts);
        memset(space->streaks, 0, sizeof space->streaks);
        for (int32_t depth = 1; depth <= job->depths; depth++) {
            if (depth == 1 || job->options->reset)
                floor->loot = (wyrm_loot_state){0};
            wyrm_floor_make(&models, job->options->seed, run, &difficulty, &floor->loot,
                            &floor->map, &floor->population);
            if (floor->population.filled)
                count_loot(job, depth, space);
            result->floors++;
            if (floor->map.final)
                break;
            wyrm_encounter_descend(job->encounter, &difficulty);
        }
        /* The counts of a campaign become one cluster of each figure. */
        for (size_t first = 0; first < job->depth_rows; first += job->band_width) {
            uint32_t *row = space->counts + first;
            for (size_t i = 0; i < pity_counts(job, 0); i++) {
                int other = i < COUNT_CATEGORIES ? against[i] : COUNT_ROOMS;
                wyrm_ratio_estimate_add(&result->sums[first + i], row[i],
                                        other == CAMPAIGN ? 1 : row[other]);
            }
            for (size_t p = 0; p < job->pity_count; p++) {
                /* From droughts of exactly n to droughts of n or more. */
                uint32_t *own = row + pity_counts(job, p), *drought = own + COUNT_DROUGHT;
                for (size_t n = WYRM_DROUGHT_MAX; n-- > 0;)
                    drought[n] += drought[n + 1];
                for (size_t i = 0; i < COUNT_FIRST; i++)
                    wyrm_ratio_estimate_add(&result->sums[first + pity_counts(job, p) + i], own[i],
                                            row[COUNT_ROOMS]);
            }
        }
        for (size_t first = job->depth_rows; first < job->width; first += job->depth_width)
            for (size_t i = first; i < first + job->depth_width; i++)
                wyrm_ratio_estimate_add(&result->sums[i], space->counts[i],
                                        space->counts[first + DEPTH_ROOMS]);
    }
}

static void merge_share(const sim_share *share)
{
    loot_job *job = share->context;
    const share_result *from = share->result;
    job->floors += from->floors;
    for (size_t i = 0; i < job->width; i++)
        wyrm_ratio_estimate_merge(&job->sums[i], &from->sums[i]);
}

/* ---- Figures that follow from the rules ---- */

/* Expected contents of a depth, over all its rooms where pity works. */
typedef struct depth_totals {
    const wyrm_pmf *rooms;
    double mean_rooms, skipped;
    double items;       /* by chance alone */
    double *categories; /* items of each category among them */
} depth_totals;

/* A group of maps, with the figures that follow from it. */
typedef struct group {
    const loot_job *job;
    base_arena *arena;
    bool all;   /* every item drawn gets a tile */
    bool known; /* the figures could be computed */
    uint64_t first_map, maps;
    uint32_t (*rooms)[TILES_MAX + 1]; /* number of rooms by tiles; [1]: first rooms of their maps */
    wyrm_pmf *on_map;                 /* distribution of the number of rooms on a map */
    depth_totals *depths;             /* job->last_depth of them */
    double *figures;                  /* by index of counts; NAN: none */
} group;

static wyrm_pmf *keep_pmf(base_arena *arena, wyrm_status status, wyrm_pmf **made)
{
    base_must(arena, status);
    base_keep(arena, *made, wyrm_pmf_free);
    return *made;
}

static void count_rooms(group *of)
{
    wyrm_weighted pairs[WYRM_MAP_ROOMS_MAX + 1];
    wyrm_map *map = base_new(of->arena, wyrm_map);
    of->rooms = base_take(of->arena, 2, sizeof *of->rooms);
    for (int32_t n = 0; n <= WYRM_MAP_ROOMS_MAX; n++)
        pairs[n] = (wyrm_weighted){n, 0};
    for (uint64_t run = 0; run < of->maps; run++) {
        wyrm_rng rng = wyrm_rng_start(MAPS_SEED, of->first_map + run, WYRM_STREAM_MAP, 0);
        wyrm_mapper_rooms(wyrm_design_mapper(of->job->design), false, &rng, map);
        pairs[map->room_count].weight++;
        for (int32_t r = 0; r < map->room_count; r++)
            of->rooms[r == 0][map->rooms[r].width * map->rooms[r].height]++;
    }
    keep_pmf(of->arena,
             wyrm_pmf_from_pairs(pairs, WYRM_MAP_ROOMS_MAX + 1, &of->on_map, &of->arena->error),
             &of->on_map);
}

/* Distribution of the number of rooms of a depth where pity works: for each number of rooms on a
 * map, the roles that some of them may get. */
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
        keep_pmf(of->arena,
                 wyrm_encounter_pity_rooms(of->job->encounter, difficulty, (int32_t)n,
                                           &parts[count], &of->arena->error),
                 &parts[count]);
        count++;
    }
    return keep_pmf(
        of->arena,
        wyrm_pmf_mix((const wyrm_pmf *const *)parts, weights, count, &out, &of->arena->error),
        &out);
}

static wyrm_pmf *number_of(base_arena *arena, const loot_job *job, const wyrm_loot_context *context,
                           int32_t room)
{
    wyrm_pmf *number;
    return keep_pmf(arena, wyrm_loot_number(job->loot, context, room, &number, &arena->error),
                    &number);
}

/* The mean number of items that find a tile in a room of `tiles` tiles, where `number` is drawn;
 * `player`: in the first room. */
static double items_that_lie(const sim_filling *filling, const wyrm_pmf *number, int32_t tiles,
                             bool player)
{
    double taken[1 + WYRM_LEVEL_SPAWNS_MAX + WYRM_ROOM_ITEMS_MAX +
                 2] = {0},
                 chances[WYRM_LEVEL_SPAWNS_MAX + 1] = {0}, mean = 0;
    int64_t last = 0;
    bool once = filling->map.placing == WYRM_PLACING_ONCE;
    if (once && (!player || filling->first))
        sim_filling_monsters(filling, tiles, player, chances);
    else
        chances[0] = 1;
    for (int64_t n = 0; n <= WYRM_LEVEL_SPAWNS_MAX; n++)
        if (chances[n] > 0) {
            last = once ? n + player : 0; /* else items ignore monsters and the player */
            taken[last] += chances[n];
        }
    for (int64_t drawn = 1; drawn <= wyrm_pmf_last(number); drawn++)
        mean += wyrm_pmf_tail(number, drawn) * sim_filling_look(once, tiles, taken, last++);
    return mean;
}

/* Expected items of a depth. False if the first room differs from others and rooms may have roles:
 * the number of rooms does not tell then whether the first has one. */
static bool expect_items(const group *of, int32_t depth, depth_totals *out)
{
    const loot_job *job = of->job;
    wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
    const wyrm_pmf *numbers[] = {number_of(of->arena, job, &context, 1),
                                 number_of(of->arena, job, &context, 0)};
    double first = wyrm_pmf_mean(numbers[1]), other = wyrm_pmf_mean(numbers[0]);
    base_must(of->arena,
              wyrm_loot_expected(job->loot, &context, 1, out->categories, &of->arena->error));
    out->items = of->all ? out->mean_rooms * other + (first - other) : 0;
    /* Else a sum over the room sizes of the sampled maps. */
    sim_filling filling = sim_filling_read(of->arena, job->design, depth);
    for (int at = 0; !of->all && at <= 1; at++)
        for (int32_t tiles = 1; tiles <= TILES_MAX; tiles++)
            if (of->rooms[at][tiles] > 0)
                out->items += of->rooms[at][tiles] *
                              items_that_lie(&filling, numbers[at], tiles, at) / (double)of->maps;
    for (size_t c = 0; c < job->categories; c++)
        out->categories[c] *= other > 0 ? out->items / other : 0;
    return first == other || !(out->skipped > 1e-12);
}

static void set_band(const group *of, size_t band, const wyrm_pity_band *given)
{
    const loot_job *job = of->job;
    double *row = of->figures + band * job->band_width, rooms = 0, items = 0;
    double categories[WYRM_LOOT_CATEGORIES_MAX] = {0};
    for (int32_t i = 0; i < job->last_depth; i++) {
        const depth_totals *here = &of->depths[i];
        if (wyrm_bands_at(&job->bands, i + 1) != band)
            continue;
        rooms += here->mean_rooms;
        items += here->items;
        for (size_t c = 0; c < job->categories; c++)
            categories[c] += here->categories[c];
    }
    row[COUNT_ROOMS] = rooms;
    if (!(rooms > 0))
        return;
    for (size_t c = 0; c < job->categories; c++)
        row[COUNT_CATEGORIES + c] = categories[c] / rooms;
    row[COUNT_GIVEN] = given->given;
    row[COUNT_ITEMS] = job->pity_count > 0 ? given->items : items / rooms;
    wyrm_loot_context context = {.depth = band == 0 ? 1 : job->bands.bands[band].first_depth,
                                 .mode = job->mode};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(job->loot, &kinds);
    double *shares = base_array(of->arena, double, count);
    for (size_t i = 0; i < job->pity_count; i++) {
        const wyrm_pity_category *exact = &given->categories[i];
        double *own = row + pity_counts(job, i);
        /* An item given by pity counts in all of its categories. */
        base_must(of->arena,
                  wyrm_loot_pity_shares(job->loot, &context, i, shares, &of->arena->error));
        for (size_t k = 0; job->facts->kind_categories && k < count; k++)
            for (uint64_t left = job->facts->kind_categories[k]; left != 0; left &= left - 1)
                row[COUNT_CATEGORIES + __builtin_ctzll(left)] += exact->rate * shares[k];
        own[COUNT_RATE] = exact->rate;
        own[COUNT_NATURAL] = exact->natural;
        memcpy(own + COUNT_DROUGHT, exact->drought, sizeof exact->drought);
        if (!job->options->no_first)
            memcpy(own + COUNT_FIRST, exact->first, sizeof exact->first);
    }
}

/* Computes the figures of one group of maps. It has none if expect_items cannot tell, or if pity's
 * counters have too many states. */
static void find_group(base_arena *arena, void *context)
{
    group *of = context;
    const loot_job *job = of->job;
    const size_t count = (size_t)job->last_depth;
    const wyrm_pmf **rooms = base_array(arena, const wyrm_pmf *, count);
    wyrm_pity_depth *pities = base_array(arena, wyrm_pity_depth, count);
    wyrm_pity_band *given = base_array(arena, wyrm_pity_band, WYRM_BANDS_MAX);
    wyrm_difficulty difficulty = wyrm_encounter_start(job->encounter);
    of->arena = arena;
    of->depths = base_array(arena, depth_totals, count);
    of->known = true;
    for (size_t i = 0; i < job->width; i++)
        of->figures[i] = NAN;
    count_rooms(of);
    for (size_t i = 0; i < count; i++) {
        depth_totals *here = &of->depths[i];
        here->categories = base_array(arena, double, job->categories);
        here->rooms = rooms[i] = mix_rooms(of, &difficulty);
        here->mean_rooms = wyrm_pmf_mean(here->rooms);
        here->skipped = fmax(wyrm_pmf_mean(of->on_map) - here->mean_rooms, 0);
        of->known = expect_items(of, difficulty.depth, here) && of->known;
        wyrm_encounter_descend(job->encounter, &difficulty);
    }
    if (of->known && job->pity_count > 0) {
        wyrm_status status =
            wyrm_loot_pity_campaign(job->loot, job->mode, rooms, count, pities, &arena->error);
        for (size_t i = 0; i < count; i++)
            pities[i].no_first = job->options->no_first;
        if (status == WYRM_OK)
            status = wyrm_pity_chain(job->facts->pity, pities, count, NULL, job->options->reset,
                                     given, &arena->error);
        of->known = status == WYRM_OK;
        if (status != WYRM_ERROR_LIMIT)
            base_must(arena, status);
    }
    for (size_t b = 0; of->known && b < job->bands.count; b++)
        set_band(of, b, &given[b]);
    for (size_t i = 0; of->known && i < count; i++) {
        const depth_totals *here = &of->depths[i];
        double *row = of->figures + depth_row(job, (int32_t)i + 1);
        if (!(here->mean_rooms > 0))
            continue;
        row[DEPTH_ITEMS] = here->items / here->mean_rooms;
        for (size_t c = 0; c < job->categories; c++)
            row[DEPTH_CATEGORIES + c] = here->categories[c] / here->mean_rooms;
    }
}

/* Whether the number of items in rooms follows from the rules: either every item gets a tile
 * (*all), or room sizes decide how many do, which suffices only without pity and without roles. */
static bool is_known(base_arena *arena, const loot_job *job, bool *all)
{
    bool known = true;
    *all = true;
    for (int32_t depth = 1; depth <= job->last_depth; depth++) {
        wyrm_loot_context context = {.depth = depth, .level = depth, .mode = job->mode};
        sim_filling filling = sim_filling_read(arena, job->design, depth);
        /* pity may add one */
        int64_t most = wyrm_pmf_last(number_of(arena, job, &context, 1)) + (job->pity_count > 0);
        bool few = filling.map.rooms * most + WYRM_ROOM_ROLE_COUNT * WYRM_ROOM_ITEMS_MAX <=
                   WYRM_LEVEL_ITEMS_MAX;
        bool once = filling.map.placing == WYRM_PLACING_ONCE;
        *all = *all && !filling.map.shaped &&
               (most == 0 || (few && !once && most <= filling.map.tiles));
        known = known && few && filling.known && !filling.roles && job->pity_count == 0;
    }
    return known || *all;
}

/* Fills the exact values of a survey, if there are any. */
static void find_exact(base_arena *arena, const loot_job *job, wyrm_loot_survey *survey)
{
    wyrm_loot_context context = {.depth = 1, .level = 1, .mode = job->mode};
    const uint64_t count = job->options->one_group ? 1
                           : job->maps < 2         ? 2
                           : job->maps < GROUPS    ? job->maps
                                                   : GROUPS;
    group of = {.job = job, .maps = job->maps < count ? 1 : job->maps / count};
    wyrm_pmf *number;
    wyrm_status status = wyrm_loot_number(job->loot, &context, 1, &number, NULL);
    wyrm_pmf_free(number);
    if (status == WYRM_ERROR_ARGUMENT || job->last_depth <= 0 || !is_known(arena, job, &of.all))
        return; /* the rules alone do not decide it */
    wyrm_moments *groups = base_array(arena, wyrm_moments, job->width);
    of.figures = base_array(arena, double, job->width);
    for (uint64_t i = 0; i < count; i++, of.first_map += of.maps) {
        base_must(arena, base_do(find_group, &of, &arena->error));
        survey->has_exact |= of.known;
        for (size_t f = 0; f < job->width; f++)
            if (!isnan(of.figures[f]))
                wyrm_moments_add(&groups[f], of.figures[f]);
    }
    for (size_t f = 0; f < job->width; f++) {
        wyrm_range range;
        wyrm_loot_figure *figure = figure_at(job, survey, f, &range);
        const wyrm_moments *all = &groups[f];
        if (!figure || all->count == 0)
            continue;
        bool sampled = all->max - all->min > ROUNDING * fabs(all->mean);
        figure->has_exact = true;
        figure->exact = (wyrm_estimate){all->mean, sampled, {all->mean, all->mean}};
        if (!sampled)
            continue;
        wyrm_interval *ci95 = &figure->exact.ci95;
        *ci95 = wyrm_mean_interval(all, CONFIDENCE);
        if (!wyrm_interval_is_known(*ci95))
            continue;
        /* Student's interval knows neither of shares above 1 nor of items below 0. */
        ci95->low = fmax(ci95->low, 0);
        ci95->high = range == WYRM_SHARE ? fmin(ci95->high, 1) : ci95->high;
    }
}

/* ---- the survey ---- */

wyrm_estimate wyrm_loot_best(const wyrm_loot_figure *figure)
{
    if (figure->has_exact)
        return figure->exact;
    if (!figure->has_value)
        return (wyrm_estimate){.value = NAN, .ci95 = {NAN, NAN}};
    return (wyrm_estimate){.value = figure->value, .sampled = true, .ci95 = figure->ci95};
}

/* Makes figures of the counts, and the exact values beside them. */
static void conclude(base_arena *arena, const loot_job *job, wyrm_loot_survey *survey)
{
    const wyrm_loot_facts *facts = job->facts;
    size_t mode = job->mode > 0 ? (size_t)job->mode - 1 : facts->mode;
    size_t rows = job->bands.count + (size_t)job->depths;
    *survey = (wyrm_loot_survey){
        .runs = job->runs,
        .floors = job->floors,
        .seed = job->options->seed,
        .mode = mode < facts->mode_count ? facts->modes[mode] : "",
        .reset = job->options->reset,
        .category_count = facts->category_count,
        .categories = facts->categories,
        .pity_count = job->pity_count,
        .band_count = job->bands.count,
        .bands = base_array(arena, wyrm_loot_band_figures, job->bands.count),
        .depth_count = (size_t)job->depths,
        .depths = base_array(arena, wyrm_loot_depth_figures, (size_t)job->depths),
        .category_figures = base_array(arena, wyrm_loot_figure, rows * facts->category_count),
    };
    for (size_t i = 0; i < survey->band_count; i++) {
        const wyrm_band *band = &job->bands.bands[i];
        wyrm_loot_band_figures *out = &survey->bands[i];
        out->name = band->name;
        out->first_depth = i == 0 ? 1 : band->first_depth;
        out->last_depth = i + 1 < job->bands.count ? band->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
        if (job->last_depth > 0 && job->last_depth < out->last_depth)
            out->last_depth = job->last_depth;
        out->rooms = (uint64_t)job->sums[i * job->band_width + COUNT_ROOMS].y;
        out->categories = survey->category_figures + i * job->categories;
        for (size_t p = 0; p < job->pity_count; p++)
            out->pity[p].name = facts->pity->names[p];
    }
    for (size_t i = 0; i < survey->depth_count; i++)
        survey->depths[i].categories =
            survey->category_figures + (survey->band_count + i) * job->categories;
    for (size_t i = 0; i < job->width; i++) {
        wyrm_ratio_estimate sums = job->sums[i];
        wyrm_loot_figure *figure = figure_at(job, survey, i, &sums.range);
        if (figure && sums.x > 0)
            *figure = (wyrm_loot_figure){
                .has_value = true,
                .value = wyrm_ratio_estimate_value(&sums),
                .ci95 = wyrm_ratio_interval(&sums, CONFIDENCE),
            };
    }
    find_exact(arena, job, survey);
}

static void make_survey(base_arena *arena, void *result, void *context)
{
    loot_job *job = context;
    const wyrm_loot_survey_options *options = job->options;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(job->design);
    base_must(arena, wyrm_design_needs(job->design, WYRM_SYSTEMS_OF_A_FLOOR, "a survey of loot",
                                       &arena->error));
    job->encounter = wyrm_design_encounter(job->design);
    job->loot = wyrm_design_loot(job->design);
    job->facts = wyrm_loot_facts_of(job->loot);
    job->roles = wyrm_room_rules_read(ruleset);
    job->runs = options->runs > 0 ? options->runs : WYRM_LOOT_SURVEY_RUNS;
    job->maps = options->maps > 0 ? options->maps : WYRM_LOOT_SURVEY_MAPS;
    if (job->runs < 2)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "one campaign tells nothing of how much campaigns differ: at least 2");
    base_must(arena, wyrm_loot_mode(job->loot, options->mode, &job->mode, &arena->error));
    base_must(arena, wyrm_bands_read(ruleset, &job->bands, NULL));
    if (job->bands.count == 0)
        job->bands = (wyrm_bands){.count = 1, .bands = {{"all", 1, WYRM_DEPTH_MAX}}};
    int32_t last = wyrm_encounter_last_depth(job->encounter);
    job->last_depth = last < WYRM_LOOT_SURVEY_DEPTH_MAX ? last : WYRM_LOOT_SURVEY_DEPTH_MAX;
    if (options->depth > 0 && options->depth < job->last_depth)
        job->last_depth = options->depth;
    job->depths = job->last_depth > 0 ? job->last_depth : WYRM_LOOT_SURVEY_DEPTH_MAX;
    job->categories = job->facts->category_count;
    job->pity_count = job->facts->pity ? job->facts->pity->count : 0;
    job->band_width = pity_counts(job, job->pity_count);
    job->depth_width = DEPTH_CATEGORIES + job->categories;
    job->depth_rows = job->bands.count * job->band_width;
    job->width = depth_row(job, job->depths + 1);
    job->sums = base_array(arena, wyrm_ratio_estimate, job->width);
    sim_work work = {.count = job->runs, .share = RUNS_PER_SHARE, .context = job};
    work.result_size = sizeof(share_result) + job->width * sizeof(wyrm_ratio_estimate);
    work.scratch_size = sizeof(workspace) + job->width * sizeof(uint32_t);
    work.run = run_share;
    work.merge = merge_share;
    work.progress = options->progress;
    work.progress_context = options->context;
    sim_work_run(arena, &work, options->threads);
    sim_floors_must_be_made(arena, job->design);
    conclude(arena, job, result);
}

wyrm_status wyrm_loot_survey_run(const wyrm_design *design, const wyrm_loot_survey_options *options,
                                 wyrm_loot_survey **out, wyrm_error *error)
{
    const wyrm_loot_survey_options defaults = {.seed = 1};
    loot_job job = {.design = design, .options = options ? options : &defaults};
    return base_make(sizeof(wyrm_loot_survey), make_survey, &job, out, error);
}

void wyrm_loot_survey_free(wyrm_loot_survey *survey)
{
    base_unmake(survey);
}
