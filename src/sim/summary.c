/* What has been added up, worked out: survival, causes of death, examples. */
#include "sim/summing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95

/* Survival depth by depth. Who has won stays among the living for good. */
typedef struct survival {
    uint64_t won;     /* before this depth */
    bool censored;    /* somebody was cut off or stalled before the end of this depth */
    double survivors; /* share */
    double greenwood; /* sum of deaths / (at risk x survivors of it) */
} survival;

/* Greenwood's interval on the log-log scale: it stays within 0 and 1. */
static wyrm_interval greenwood(const survival *so_far)
{
    double log_survival = log(so_far->survivors);
    double error = sqrt(so_far->greenwood) / fabs(log_survival);
    double stretch = exp(wyrm_normal_quantile(0.5 + CONFIDENCE / 2.0) * error);
    return (wyrm_interval){pow(so_far->survivors, stretch), pow(so_far->survivors, 1.0 / stretch)};
}

/* `alive`: runs that are known to have left this depth alive, of `runs` where nothing was cut
 * off. */
static void survive(survival *so_far, uint64_t runs, uint64_t alive, wyrm_sim_depth *depth)
{
    uint64_t whole = depth->entered - depth->cut - depth->stalled, at_risk = whole + so_far->won;
    double died = (double)depth->died, risk = (double)at_risk;
    so_far->censored |= depth->cut + depth->stalled > 0;
    so_far->survivors *= at_risk > 0 ? 1.0 - died / risk : (double)NAN;
    if (risk > died)
        so_far->greenwood += died / (risk * (risk - died));
    depth->survival = so_far->survivors;
    depth->hazard = whole > 0 ? died / (double)whole : (double)NAN;
    depth->hazard_ci95 = wyrm_wilson(depth->died, whole, CONFIDENCE);
    if (!so_far->censored)
        depth->survival_ci95 = wyrm_wilson(alive, runs, CONFIDENCE);
    else if (isnan(so_far->survivors))
        depth->survival_ci95 = (wyrm_interval){0.0, 1.0};
    else if (so_far->survivors <= 0.0 || so_far->survivors >= 1.0)
        depth->survival_ci95 = wyrm_wilson(at_risk - depth->died, at_risk, CONFIDENCE);
    else
        depth->survival_ci95 = greenwood(so_far);
    so_far->won += depth->won;
}

static void work_out_depths(const wyrm_summing *summing, wyrm_summary *summary)
{
    survival so_far = {.survivors = 1.0};
    uint64_t alive = summing->runs;
    for (size_t i = 0; i < summary->depth_count; i++) {
        summary->depths[i].depth = (int32_t)i + 1;
        alive -= summary->depths[i].died;
        survive(&so_far, summing->runs, alive, &summary->depths[i]);
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
    summary->win_rate_ci95 = wyrm_wilson(won, summing->complete, CONFIDENCE);
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
    work_out_depths(summing, summary);
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
