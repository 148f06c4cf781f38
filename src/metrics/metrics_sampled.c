/* Metrics of dungeons that are generated, and of what their rooms hold.
 *
 * Dungeons depth by depth with their final depth and gear; monsters and items of a depth, exact
 * where all that is drawn gets a tile; loot and pity, of campaigns; threat beyond a single room.
 * What is sampled for one is kept for all (samples.c). */
#include "metrics/internal.h"

#include <math.h>

#include <wyrm/streams.h>

/* ---- dungeons depth by depth, and gear ---- */

/* Pieces of gear that a share is taken over, and how many rooms are searched for them at most. */
#define GEAR_SAMPLE 10000
#define GEAR_ROOMS  1000000

static judge_measure ratio_of(const wyrm_clusters *clusters)
{
    return (judge_measure){.value = clusters->x > 0 ? wyrm_clusters_ratio(clusters) : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_ratio_interval(clusters, JUDGE_CONFIDENCE)};
}

judge_measure judge_measure_final_depth(judge_work *work, const judge_target *target,
                                        const judge_place *place, int which)
{
    (void)place;
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(work->design));
    if (which == JUDGE_MEAN && last > 0) /* the ruleset says it: nothing is left to chance */
        return (judge_measure){.value = last};
    const wyrm_descents *descents = judge_descents(work);
    if (which == JUDGE_MEAN)
        return judge_mean(&descents->final_depth, JUDGE_CONFIDENCE);
    /* Dungeons that never end are outside of every range of depths. */
    uint64_t within = 0;
    for (int depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        if (depth >= target->within.low && depth <= target->within.high)
            within += descents->final_counts[depth];
    return judge_share(within, descents->runs, JUDGE_CONFIDENCE);
}

/* Where no dungeon goes so deep there is nothing to take a mean of. */
judge_measure judge_measure_depth(judge_work *work, const judge_target *target,
                                  const judge_place *place, int which)
{
    (void)target;
    static const wyrm_depth_figures none = {0};
    const wyrm_descents *descents = judge_descents(work);
    bool reached = place->depth >= 1 && place->depth <= descents->depth_count;
    const wyrm_depth_figures *at = reached ? &descents->depths[place->depth - 1] : &none;
    const wyrm_moments *const means[] = {[JUDGE_ROOMS] = &at->rooms,
                                         [JUDGE_MONSTERS] = &at->monsters,
                                         [JUDGE_ITEMS] = &at->items,
                                         [JUDGE_EXPERIENCE] = &at->experience,
                                         [JUDGE_TRACKER] = &at->tracker};
    return which == JUDGE_MONSTER_LEVEL ? ratio_of(&at->monster_level)
                                        : judge_mean(means[which], JUDGE_CONFIDENCE);
}

/* Searches rooms of one dungeon at a level of the tracker for gear, and counts the pieces whose
 * bonus, or level without it, is within the range. Those of a room are one cluster. */
judge_measure judge_measure_gear(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_item_kind *kinds;
    size_t kind_count = wyrm_loot_kinds(loot, &kinds);
    wyrm_loot_context context = {.seed = work->seed,
                                 .depth = 1,
                                 .level = which == JUDGE_GEAR_LEVEL ? place->tracker : 1,
                                 .rooms = 2};
    wyrm_rng rng = wyrm_rng_start(work->seed, 0, WYRM_STREAM_LOOT, 0);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    wyrm_clusters rooms = {.range = WYRM_SHARE};
    for (int room = 0; room < GEAR_ROOMS && rooms.x < GEAR_SAMPLE; room++) {
        double pieces = 0, inside = 0;
        size_t count = wyrm_loot_room(loot, &context, 1, &rng, items);
        for (size_t i = 0; i < count; i++) {
            const wyrm_item *item = &items[i];
            if (item->kind < 0 || (size_t)item->kind >= kind_count ||
                (kinds[item->kind].item_class != WYRM_ITEM_WEAPON &&
                 kinds[item->kind].item_class != WYRM_ITEM_ARMOR))
                continue;
            double value = which == JUDGE_GEAR_LEVEL ? item->level - item->bonus : item->bonus;
            pieces++;
            inside += value >= target->within.low && value <= target->within.high;
        }
        wyrm_clusters_add(&rooms, inside, pieces);
    }
    return ratio_of(&rooms);
}

/* ---- what a depth brings: who comes, how many to a room, what lies there ---- */

judge_measure judge_measure_room(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    const wyrm_rooms rooms = {.design = work->design,
                              .depth = place->depth,
                              .seed = work->seed,
                              .floors = judge_floors(work)};
    bool share = which == JUDGE_ROOM_MONSTERS_SHARE || which == JUDGE_ROOM_THREAT_SHARE;
    const wyrm_interval *within = share ? &target->within : NULL;
    wyrm_error *error = &work->arena->error;
    wyrm_estimate found = {0};
    wyrm_status status;
    if (which == JUDGE_MONSTER_SHARE) {
        /* A depth at which nobody comes gives nobody: not an error, a share of 0. */
        size_t kinds = wyrm_roster_count(wyrm_design_roster(work->design));
        wyrm_estimate *shares = base_array(work->arena, wyrm_estimate, kinds);
        status = wyrm_rooms_kinds(&rooms, shares, error);
        found = shares[place->index];
    } else if (which == JUDGE_ROOM_STATUS) {
        status = wyrm_rooms_status(&rooms, (wyrm_threat_status)place->index, &found, error);
    } else if (which == JUDGE_ROOM_MONSTERS || which == JUDGE_ROOM_MONSTERS_SHARE) {
        status = wyrm_rooms_monsters(&rooms, within, &found, error);
    } else {
        status = wyrm_rooms_threat(&rooms, within, &found, error);
    }
    base_must(work->arena, status);
    return judge_measured(&found);
}

judge_measure judge_measure_item(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    (void)target, (void)which;
    const wyrm_loot *loot = wyrm_design_loot(work->design);
    const wyrm_item_kind *kinds;
    double *shares = base_array(work->arena, double, wyrm_loot_kinds(loot, &kinds));
    wyrm_loot_context context = {.depth = place->depth, .level = place->depth, .rooms = 2};
    base_must(work->arena, wyrm_loot_shares(loot, &context, shares, &work->arena->error));
    return (judge_measure){.value = shares[place->index]};
}

/* ---- loot and pity: campaigns over a band, chance alone at a depth ---- */

/* It follows from the rules alone: whether a campaign's first rooms bring one is not sampled. What
 * the intervals of all have in common is not known: the whole one is as wide as their sum. */
static wyrm_estimate first_items(judge_work *work, const wyrm_loot_pity_figures *pity,
                                 int32_t rooms)
{
    wyrm_estimate within = {0};
    if (!pity->rate.has_exact)
        base_fail(work->arena,
                  wyrm_fail(&work->arena->error, WYRM_ERROR_ARGUMENT,
                            "it is told only where every item finds a tile, and where the depths "
                            "of the ruleset are known beforehand"));
    for (int32_t n = 1; n <= rooms; n++) {
        const wyrm_estimate *first = &pity->first[n].exact;
        within.value += first->value;
        within.sampled = within.sampled || first->sampled;
        within.ci95.low += first->ci95.low;
        within.ci95.high += first->ci95.high;
    }
    return within;
}

/* A band or depth behind the last one has no rooms. */
judge_measure judge_measure_loot(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    const wyrm_loot_survey *survey = judge_loot(work, place->mode);
    wyrm_estimate best = {.value = (double)NAN};
    if (place->band == 0) {
        if ((size_t)place->depth <= survey->depth_count) {
            const wyrm_loot_depth_figures *at = &survey->depths[place->depth - 1];
            best = wyrm_loot_best(which == JUDGE_ROOM_ITEMS ? &at->items_per_room
                                                            : &at->categories[place->index]);
        }
        return judge_measured(&best);
    }
    const wyrm_loot_band_figures *band = &survey->bands[place->band - 1];
    bool reached = band->first_depth <= band->last_depth;
    const wyrm_loot_pity_figures *pity =
        which >= JUDGE_PITY_RATE ? &band->pity[place->index] : NULL;
    const wyrm_loot_figure *figure = NULL;
    switch (which) {
    case JUDGE_ROOM_ITEMS:
        figure = &band->items_per_room;
        break;
    case JUDGE_ROOM_CATEGORY:
        figure = &band->categories[place->index];
        break;
    case JUDGE_PITY_SHARE:
        figure = &band->given;
        break;
    case JUDGE_PITY_RATE:
        figure = &pity->rate;
        break;
    case JUDGE_NATURAL_RATE:
        figure = &pity->natural;
        break;
    case JUDGE_DROUGHT:
        figure = &pity->drought[target->rooms];
        break;
    default: {
        wyrm_estimate within = first_items(work, pity, target->rooms);
        return judge_measured(reached ? &within : &best);
    }
    }
    if (reached)
        best = wyrm_loot_best(figure);
    return judge_measured(&best);
}

/* ---- threat ---- */

judge_measure judge_measure_threat_rank(judge_work *work, const judge_target *target,
                                        const judge_place *place, int which)
{
    (void)target, (void)which;
    const wyrm_calibration *calibration = judge_calibration(work);
    judge_measure out = {.value = place->depth == 0 ? calibration->rank : (double)NAN};
    for (size_t i = 0; i < calibration->depth_count; i++)
        if (calibration->depths[i].depth == place->depth)
            out.value = calibration->depths[i].rank;
    return out;
}

/* A depth that no floor is of says nothing. */
judge_measure judge_measure_floor_threat(judge_work *work, const judge_target *target,
                                         const judge_place *place, int which)
{
    (void)target;
    const wyrm_threat_survey *survey = judge_threat(work);
    for (int32_t i = 0; i < survey->depth_count; i++) {
        const wyrm_threat_depth *floors = &survey->depths[i];
        if (floors->depth != place->depth)
            continue;
        if (which == JUDGE_MEAN)
            return (judge_measure){.value = floors->floor.mean,
                                   .sampled = true,
                                   .ci95 = wyrm_mean_interval(&floors->floor, JUDGE_CONFIDENCE)};
        if (survey->runs > 0)
            return judge_share(survey->runs - floors->under - floors->over, survey->runs,
                               JUDGE_CONFIDENCE);
    }
    return (judge_measure){
        .value = (double)NAN, .sampled = true, .ci95 = {-(double)INFINITY, (double)INFINITY}};
}
