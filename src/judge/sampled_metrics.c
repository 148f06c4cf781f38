/* Metrics that are sampled: dungeons depth by depth, their final depth, the gear that lies in
 * rooms. */
#include "judge/metric_rows.h"

#include <wyrm/streams.h>

#include <math.h>

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
