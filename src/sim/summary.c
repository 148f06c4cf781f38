/* What has been added up, worked out: survival, causes of death, examples. */
#include "sim/summing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95

/* Survival depth by depth. Who has won stays among the living for good; who was cut off or stalled
 * is no longer at risk where that happened. */
static void work_out_depths(wyrm_summary *summary)
{
    wyrm_survival survival = {0};
    uint64_t won = 0;
    for (size_t i = 0; i < summary->depth_count; i++) {
        wyrm_sim_depth *depth = &summary->depths[i];
        uint64_t whole = depth->entered - depth->cut - depth->stalled;
        wyrm_survival_step(&survival, whole + won, depth->died);
        depth->depth = (int32_t)i + 1;
        depth->survival = whole + won > 0 ? survival.share : (double)NAN;
        depth->survival_ci95 = wyrm_survival_interval(&survival, CONFIDENCE);
        depth->hazard = whole > 0 ? (double)depth->died / (double)whole : (double)NAN;
        depth->hazard_ci95 = wyrm_share_interval(depth->died, whole, CONFIDENCE);
        won += depth->won;
    }
}

static int by_frequency(const void *a, const void *b)
{
    const wyrm_sim_death *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    if (one->depth != other->depth)
        return one->depth < other->depth ? -1 : 1;
    if (one->killer != other->killer)
        return one->killer < other->killer ? -1 : 1;
    return (one->end > other->end) - (one->end < other->end);
}

static void list_deaths(const wyrm_summing *summing, wyrm_summary *summary)
{
    size_t causes = wyrm_summing_causes(summing);
    for (size_t cause = 0; cause < causes; cause++) {
        bool monster = cause < summing->monster_count;
        for (size_t depth = 0; depth < summing->depth_count; depth++) {
            uint64_t count = summing->deaths[cause * WYRM_RUN_FLOORS_MAX + depth];
            if (count == 0)
                continue;
            summary->deaths[summary->death_count++] = (wyrm_sim_death){
                .end = monster ? WYRM_RUN_KILLED : (wyrm_run_end)(cause - summing->monster_count),
                .killer = monster ? (int32_t)cause : -1,
                .depth = (int32_t)depth + 1,
                .count = count,
                .ci95 = wyrm_listed_share_interval(count, summary->complete, 1, CONFIDENCE),
            };
        }
    }
    qsort(summary->deaths, summary->death_count, sizeof *summary->deaths, by_frequency);
}

static void name_run(wyrm_summary *summary, const char *what, const summing_feat *feat)
{
    if (!feat->any)
        return;
    summary->examples[summary->example_count++] =
        (wyrm_sim_example){.what = what, .run = feat->run, .depth = feat->depth, .end = feat->end};
}

/* The first run that ended at the depth of a quantile. */
static void name_quantile(const wyrm_summing *summing, wyrm_summary *summary, const char *what,
                          double p)
{
    wyrm_interval unused;
    double depth = wyrm_counts_quantile(&summing->final_depths, p, &unused);
    if (depth >= 1.0 && depth <= WYRM_RUN_FLOORS_MAX)
        name_run(summary, what, &summing->first_at[(size_t)depth - 1]);
}

static void name_examples(const wyrm_summing *summing, wyrm_summary *summary)
{
    name_run(summary, "best", &summing->best);
    name_quantile(summing, summary, "90 %", 0.9);
    name_quantile(summing, summary, "median", 0.5);
    name_quantile(summing, summary, "10 %", 0.1);
    name_run(summary, "worst", &summing->worst);
    name_run(summary, "stalled", &summing->stalled);
}

/* Room for everything; NULL where there is none. */
static wyrm_summary *make_room(const wyrm_summing *summing)
{
    size_t deaths = 0, cells = wyrm_summing_causes(summing) * WYRM_RUN_FLOORS_MAX;
    for (size_t i = 0; i < cells; i++)
        deaths += summing->deaths[i] > 0;
    wyrm_summary *summary = calloc(1, sizeof *summary);
    if (!summary)
        return NULL;
    summary->final_depths = malloc(sizeof *summary->final_depths);
    summary->all_turns = malloc(sizeof *summary->all_turns);
    summary->depths = calloc(summing->depth_count + 1, sizeof *summary->depths);
    summary->deaths = calloc(deaths + 1, sizeof *summary->deaths);
    summary->monsters = calloc(summing->monster_count + 1, sizeof *summary->monsters);
    summary->items = calloc(summing->item_count + 1, sizeof *summary->items);
    if (summary->final_depths && summary->all_turns && summary->depths && summary->deaths &&
        summary->monsters && summary->items)
        return summary;
    wyrm_summary_free(summary);
    return NULL;
}

wyrm_status wyrm_summing_up(const wyrm_summing *summing, wyrm_summary **out, wyrm_error *error)
{
    wyrm_summary *summary = make_room(summing);
    *out = summary;
    if (!summary)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    summary->seed = summing->seed;
    summary->runs = summing->runs;
    memcpy(summary->ends, summing->ends, sizeof summary->ends);
    uint64_t won = summing->ends[WYRM_RUN_WON];
    summary->complete = summing->complete;
    summary->win_rate = summing->complete > 0 ? (double)won / (double)summing->complete : 0.0;
    summary->win_rate_ci95 = wyrm_share_interval(won, summing->complete, CONFIDENCE);
    summary->final_depth = summing->final_depth;
    summary->final_level = summing->final_level;
    summary->turns = summing->turns;
    summary->hp_left = summing->hp_left;
    *summary->final_depths = summing->final_depths;
    *summary->all_turns = summing->all_turns;
    summary->depth_count = summing->depth_count;
    memcpy(summary->depths, summing->depths, summing->depth_count * sizeof *summary->depths);
    summary->monster_count = summing->monster_count;
    memcpy(summary->monsters, summing->monsters,
           summing->monster_count * sizeof *summary->monsters);
    summary->item_count = summing->item_count;
    memcpy(summary->items, summing->items, summing->item_count * sizeof *summary->items);
    summary->all_items = summing->all_items;
    work_out_depths(summary);
    list_deaths(summing, summary);
    name_examples(summing, summary);
    return WYRM_OK;
}

void wyrm_summary_free(wyrm_summary *summary)
{
    if (!summary)
        return;
    free(summary->final_depths);
    free(summary->all_turns);
    free(summary->depths);
    free(summary->deaths);
    free(summary->monsters);
    free(summary->items);
    free(summary);
}
