/* Metrics of dungeons that are generated, and of what their rooms hold.
 *
 * Dungeons depth by depth with their final depth and gear; monsters and items of a depth,
 * exact where all that is drawn gets a tile; loot and pity, of campaigns; threat beyond a single
 * room. What is sampled for one is kept for all (runs.c). */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>

#include <wyrm/streams.h>

/* ---- dungeons depth by depth, and gear ---- */

#define CONFIDENCE 0.95

/* Pieces of gear that a share is taken over, and how many rooms are searched for them at most. */
#define GEAR_SAMPLE 10000
#define GEAR_ROOMS  1000000

static wyrm_status mean_of(const wyrm_moments *moments, judge_measure *out)
{
    *out = (judge_measure){.value = moments->count > 0 ? moments->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(moments, CONFIDENCE)};
    return WYRM_OK;
}

static wyrm_status share_of(uint64_t successes, uint64_t trials, judge_measure *out)
{
    *out = (judge_measure){.value = trials > 0 ? (double)successes / (double)trials : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(successes, trials, CONFIDENCE)};
    return WYRM_OK;
}

wyrm_status wyrm_judge_final_depth_mean(judge_work *judging, const judge_target *target,
                                        const judge_place *place, judge_measure *out,
                                        wyrm_error *error)
{
    (void)target, (void)place;
    const wyrm_descents *descents;
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(judging->design));
    if (last > 0) { /* the ruleset says it: nothing is left to chance */
        *out = (judge_measure){.value = last};
        return WYRM_OK;
    }
    wyrm_status status = wyrm_judging_descents(judging, &descents, error);
    return status != WYRM_OK ? status : mean_of(&descents->final_depth, out);
}

/* Dungeons that never end are outside of every range of depths. */
wyrm_status wyrm_judge_final_depth_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)place;
    const wyrm_descents *descents;
    wyrm_status status = wyrm_judging_descents(judging, &descents, error);
    if (status != WYRM_OK)
        return status;
    uint64_t within = 0;
    for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        if (depth >= target->within.low && depth <= target->within.high)
            within += descents->final_counts[depth];
    return share_of(within, descents->runs, out);
}

/* The figures of a depth; NULL where no dungeon goes so deep. */
static wyrm_status figures_at(judge_work *judging, int32_t depth, const wyrm_depth_figures **out,
                              wyrm_error *error)
{
    const wyrm_descents *descents;
    wyrm_status status = wyrm_judging_descents(judging, &descents, error);
    *out = NULL;
    if (status == WYRM_OK && depth >= 1 && depth <= descents->depth_count)
        *out = &descents->depths[depth - 1];
    return status;
}

#define DEPTH_METRIC(name, field)                                                                  \
    wyrm_status name(judge_work *judging, const judge_target *target, const judge_place *place,    \
                     judge_measure *out, wyrm_error *error)                                        \
    {                                                                                              \
        (void)target;                                                                              \
        static const wyrm_moments none = {0};                                                      \
        const wyrm_depth_figures *figures;                                                         \
        wyrm_status status = figures_at(judging, place->depth, &figures, error);                   \
        if (status != WYRM_OK)                                                                     \
            return status;                                                                         \
        return mean_of(figures != NULL ? &figures->field : &none, out);                            \
    }

DEPTH_METRIC(wyrm_judge_rooms_at_depth, rooms)
DEPTH_METRIC(wyrm_judge_monsters_at_depth, monsters)
DEPTH_METRIC(wyrm_judge_items_at_depth, items)
DEPTH_METRIC(wyrm_judge_experience_at_depth, experience)
DEPTH_METRIC(wyrm_judge_tracker_at_depth, tracker)

static wyrm_status ratio_of(const wyrm_clusters *clusters, judge_measure *out)
{
    *out = (judge_measure){.value = clusters->x > 0 ? wyrm_clusters_ratio(clusters) : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_ratio_interval(clusters, CONFIDENCE)};
    return WYRM_OK;
}

wyrm_status wyrm_judge_monster_level_at_depth(judge_work *judging, const judge_target *target,
                                              const judge_place *place, judge_measure *out,
                                              wyrm_error *error)
{
    (void)target;
    static const wyrm_clusters none = {0};
    const wyrm_depth_figures *figures;
    wyrm_status status = figures_at(judging, place->depth, &figures, error);
    return status != WYRM_OK ? status : ratio_of(figures ? &figures->monster_level : &none, out);
}

/* Searches rooms of one dungeon at a level of the tracker for gear, and counts the pieces whose
 * `figure` is within the range. Those of a room are one cluster. */
static wyrm_status gear_share(const judge_work *judging, double tracker,
                              const wyrm_interval *within, double (*figure)(const wyrm_item *item),
                              judge_measure *out)
{
    const wyrm_loot *loot = wyrm_design_loot(judging->design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(loot, &kinds);
    wyrm_loot_context context = {.seed = judging->seed, .depth = 1, .level = tracker, .rooms = 2};
    wyrm_rng rng = wyrm_rng_start(judging->seed, 0, WYRM_STREAM_LOOT, 0);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];

    wyrm_clusters rooms = {.range = WYRM_SHARE};
    for (int room = 0; room < GEAR_ROOMS && rooms.x < GEAR_SAMPLE; room++) {
        double pieces = 0, inside = 0;
        size_t count = wyrm_loot_room(loot, &context, 1, &rng, items);
        for (size_t i = 0; i < count; i++) {
            if (items[i].kind < 0 || (size_t)items[i].kind >= kind_count)
                continue;
            wyrm_item_class item_class = kinds[items[i].kind].item_class;
            if (item_class != WYRM_ITEM_WEAPON && item_class != WYRM_ITEM_ARMOR)
                continue;
            double value = figure(&items[i]);
            pieces++;
            inside += value >= within->low && value <= within->high;
        }
        wyrm_clusters_add(&rooms, inside, pieces);
    }
    return ratio_of(&rooms, out);
}

static double bonus(const wyrm_item *item)
{
    return item->bonus;
}

static double plain_level(const wyrm_item *item)
{
    return item->level - item->bonus;
}

wyrm_status wyrm_judge_gear_bonus_share(judge_work *judging, const judge_target *target,
                                        const judge_place *place, judge_measure *out,
                                        wyrm_error *error)
{
    (void)place, (void)error;
    return gear_share(judging, 1, &target->within, bonus, out);
}

wyrm_status wyrm_judge_gear_level_share(judge_work *judging, const judge_target *target,
                                        const judge_place *place, judge_measure *out,
                                        wyrm_error *error)
{
    (void)error;
    return gear_share(judging, place->tracker, &target->within, plain_level, out);
}

/* ---- what a depth brings: who comes, how many to a room, what lies there ---- */

static wyrm_rooms rooms_of(const judge_work *judging, const judge_place *place)
{
    return (wyrm_rooms){.design = judging->design,
                        .depth = place->depth,
                        .seed = judging->seed,
                        .floors = wyrm_judging_floors(judging)};
}

wyrm_status wyrm_judge_measured(wyrm_status status, const wyrm_estimate *estimate,
                                judge_measure *out)
{
    *out = (judge_measure){
        .value = estimate->value, .sampled = estimate->sampled, .ci95 = estimate->ci95};
    return status;
}

/* A depth at which nobody comes gives nobody: not an error, a share of 0. */
wyrm_status wyrm_judge_monster_share(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    const wyrm_rooms rooms = rooms_of(judging, place);
    size_t kinds = wyrm_roster_count(wyrm_design_roster(judging->design));
    wyrm_estimate *shares = base_zeroed(kinds + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_rooms_kinds(&rooms, shares, error);
    wyrm_judge_measured(status, &shares[place->index], out);
    wyrm_free(shares);
    return status;
}

wyrm_status wyrm_judge_item_share(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_loot *loot = wyrm_design_loot(judging->design);
    const wyrm_item_kind *kinds;
    double *shares = base_zeroed(wyrm_loot_kinds(loot, &kinds) + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_loot_context context = {.depth = place->depth, .level = place->depth, .rooms = 2};
    wyrm_status status = wyrm_loot_shares(loot, &context, shares, error);
    *out = (judge_measure){.value = shares[place->index]};
    wyrm_free(shares);
    return status;
}

/* A figure of generated rooms: its mean, or with `within` (else NULL) the share of rooms whose
 * figure lies in there. */
typedef wyrm_status rooms_figure(const wyrm_rooms *rooms, const wyrm_interval *within,
                                 wyrm_estimate *out, wyrm_error *error);

static wyrm_status measure_rooms(judge_work *judging, const judge_place *place,
                                 rooms_figure *figure, const wyrm_interval *within,
                                 judge_measure *out, wyrm_error *error)
{
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate estimate = {0};
    wyrm_status status = figure(&rooms, within, &estimate, error);
    return wyrm_judge_measured(status, &estimate, out);
}

wyrm_status wyrm_judge_room_monsters(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    return measure_rooms(judging, place, wyrm_rooms_monsters, NULL, out, error);
}

wyrm_status wyrm_judge_room_monsters_share(judge_work *judging, const judge_target *target,
                                           const judge_place *place, judge_measure *out,
                                           wyrm_error *error)
{
    return measure_rooms(judging, place, wyrm_rooms_monsters, &target->within, out, error);
}

wyrm_status wyrm_judge_room_threat(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    return measure_rooms(judging, place, wyrm_rooms_threat, NULL, out, error);
}

wyrm_status wyrm_judge_room_threat_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    return measure_rooms(judging, place, wyrm_rooms_threat, &target->within, out, error);
}

wyrm_status wyrm_judge_room_status_share(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)target;
    const wyrm_rooms rooms = rooms_of(judging, place);
    wyrm_estimate share = {0};
    wyrm_status status = wyrm_rooms_status(&rooms, (wyrm_threat_status)place->index, &share, error);
    return wyrm_judge_measured(status, &share, out);
}

/* ---- loot and pity: campaigns over a band, chance alone at a depth ---- */

static wyrm_status band_of(judge_work *judging, const judge_place *place,
                           const wyrm_loot_band_figures **out, wyrm_error *error)
{
    const wyrm_loot_survey *survey;
    *out = NULL;
    wyrm_status status = wyrm_judging_loot(judging, place->mode, &survey, error);
    if (status == WYRM_OK)
        *out = &survey->bands[place->band - 1];
    return status;
}

static bool is_reached(const wyrm_loot_band_figures *band)
{
    return band->first_depth <= band->last_depth;
}

/* The figures of a band, by metric. */

typedef const wyrm_loot_figure *figure_of(const wyrm_loot_band_figures *band,
                                          const judge_target *target, const judge_place *place);

static const wyrm_loot_figure *items_per_room(const wyrm_loot_band_figures *band,
                                              const judge_target *target, const judge_place *place)
{
    (void)target, (void)place;
    return &band->items_per_room;
}

static const wyrm_loot_figure *category_per_room(const wyrm_loot_band_figures *band,
                                                 const judge_target *target,
                                                 const judge_place *place)
{
    (void)target;
    return &band->categories[place->index];
}

static const wyrm_loot_figure *given(const wyrm_loot_band_figures *band, const judge_target *target,
                                     const judge_place *place)
{
    (void)target, (void)place;
    return &band->given;
}

static const wyrm_loot_figure *pity_rate(const wyrm_loot_band_figures *band,
                                         const judge_target *target, const judge_place *place)
{
    (void)target;
    return &band->pity[place->index].rate;
}

static const wyrm_loot_figure *natural_rate(const wyrm_loot_band_figures *band,
                                            const judge_target *target, const judge_place *place)
{
    (void)target;
    return &band->pity[place->index].natural;
}

static const wyrm_loot_figure *drought(const wyrm_loot_band_figures *band,
                                       const judge_target *target, const judge_place *place)
{
    return &band->pity[place->index].drought[target->rooms];
}

/* A band behind the last depth has no rooms. */
static wyrm_status band_figure(judge_work *judging, const judge_target *target,
                               const judge_place *place, figure_of *figure, judge_measure *out,
                               wyrm_error *error)
{
    const wyrm_loot_band_figures *band;
    wyrm_status status = band_of(judging, place, &band, error);
    if (status != WYRM_OK || !is_reached(band)) {
        *out = (judge_measure){.value = (double)NAN};
        return status;
    }
    const wyrm_estimate best = wyrm_loot_best(figure(band, target, place));
    return wyrm_judge_measured(status, &best, out);
}

/* A figure of one depth: its items, or where `category` is not negative those of it. */
static wyrm_status depth_figure(judge_work *judging, const judge_place *place, int category,
                                judge_measure *out, wyrm_error *error)
{
    const wyrm_loot_survey *survey;
    wyrm_estimate best = {.value = (double)NAN};
    wyrm_status status = wyrm_judging_loot(judging, place->mode, &survey, error);
    if (status == WYRM_OK && (size_t)place->depth <= survey->depth_count) {
        const wyrm_loot_depth_figures *depth = &survey->depths[place->depth - 1];
        best = wyrm_loot_best(category < 0 ? &depth->items_per_room : &depth->categories[category]);
    }
    return wyrm_judge_measured(status, &best, out);
}

wyrm_status wyrm_judge_items_per_room(judge_work *judging, const judge_target *target,
                                      const judge_place *place, judge_measure *out,
                                      wyrm_error *error)
{
    return place->band > 0 ? band_figure(judging, target, place, items_per_room, out, error)
                           : depth_figure(judging, place, -1, out, error);
}

wyrm_status wyrm_judge_category_per_room(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    return place->band > 0 ? band_figure(judging, target, place, category_per_room, out, error)
                           : depth_figure(judging, place, place->index, out, error);
}

/* The evaluation of a metric that is a figure of the band and nothing else. */
#define BAND_METRIC(evaluate, figure)                                                              \
    wyrm_status evaluate(judge_work *judging, const judge_target *target,                          \
                         const judge_place *place, judge_measure *out, wyrm_error *error)          \
    {                                                                                              \
        return band_figure(judging, target, place, figure, out, error);                            \
    }

BAND_METRIC(wyrm_judge_pity_share, given)
BAND_METRIC(wyrm_judge_pity_rate, pity_rate)
BAND_METRIC(wyrm_judge_natural_rate, natural_rate)
BAND_METRIC(wyrm_judge_drought, drought)

/* It follows from the rules alone: whether a campaign's first rooms bring one is not sampled. */
wyrm_status wyrm_judge_first_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    const wyrm_loot_band_figures *band;
    wyrm_status status = band_of(judging, place, &band, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_pity_figures *pity = &band->pity[place->index];
    if (!pity->rate.has_exact)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "it is told only where every item finds a tile, and where the depths of "
                         "the ruleset are known beforehand");
    /* What the intervals of all have in common is not known: the whole one is as wide as their
     * sum. */
    wyrm_estimate within = {0};
    for (int32_t n = 1; n <= target->rooms; n++) {
        const wyrm_estimate *first = &pity->first[n].exact;
        within.value += first->value;
        within.sampled = within.sampled || first->sampled;
        within.ci95.low += first->ci95.low;
        within.ci95.high += first->ci95.high;
    }
    if (!is_reached(band))
        within = (wyrm_estimate){.value = (double)NAN};
    return wyrm_judge_measured(status, &within, out);
}

/* Exact. */
wyrm_status wyrm_judge_threat_rank(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_calibration *truth;
    wyrm_status status = wyrm_judging_calibration(judging, &truth, error);
    *out = (judge_measure){.value = (double)NAN};
    if (status != WYRM_OK)
        return status;
    if (place->depth == 0)
        out->value = truth->rank;
    for (size_t i = 0; i < truth->depth_count; i++)
        if (truth->depths[i].depth == place->depth)
            out->value = truth->depths[i].rank;
    return WYRM_OK;
}

static wyrm_status floors_at(judge_work *judging, int32_t depth, const wyrm_threat_depth **out,
                             uint64_t *runs, wyrm_error *error)
{
    const wyrm_threat_survey *survey;
    wyrm_status status = wyrm_judging_threat(judging, &survey, error);
    *out = NULL;
    *runs = status == WYRM_OK ? survey->runs : 0;
    for (int32_t i = 0; status == WYRM_OK && i < survey->depth_count; i++)
        if (survey->depths[i].depth == depth)
            *out = &survey->depths[i];
    return status;
}

/* A depth that no floor is of. */
static judge_measure nothing_sampled(void)
{
    return (judge_measure){
        .value = (double)NAN, .sampled = true, .ci95 = {-(double)INFINITY, (double)INFINITY}};
}

wyrm_status wyrm_judge_floor_threat(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_threat_depth *floors;
    uint64_t runs;
    wyrm_status status = floors_at(judging, place->depth, &floors, &runs, error);
    *out = nothing_sampled();
    if (status == WYRM_OK && floors != NULL) {
        out->value = floors->floor.mean;
        out->ci95 = wyrm_mean_interval(&floors->floor, CONFIDENCE);
    }
    return status;
}

wyrm_status wyrm_judge_floor_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_threat_depth *floors;
    uint64_t runs;
    wyrm_status status = floors_at(judging, place->depth, &floors, &runs, error);
    *out = nothing_sampled();
    if (status == WYRM_OK && floors != NULL && runs > 0) {
        uint64_t within = runs - floors->under - floors->over;
        out->value = (double)within / (double)runs;
        out->ci95 = wyrm_share_interval(within, runs, CONFIDENCE);
    }
    return status;
}
