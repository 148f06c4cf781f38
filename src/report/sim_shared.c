/* What the answers of `wyrm sim` share: columns of depths, words of deaths, shares. */
#include "report/sim_shared.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define RARE_SHARE 0.01 /* depths that fewer runs enter are left to --verbose and --json */

/* clang-format off */
const wyrm_sim_column wyrm_sim_columns[] = {
    {"level", "level", offsetof(wyrm_sim_depth, level), true, false},
    {"hp_share", "hp left", offsetof(wyrm_sim_depth, hp_share), true, true},
    {"gear_attack", "gear\nattack", offsetof(wyrm_sim_depth, gear_attack), true, false},
    {"gear_defense", "gear\ndefense", offsetof(wyrm_sim_depth, gear_defense), true, false},
    {"consumables", "consum-\nables", offsetof(wyrm_sim_depth, consumables), true, false},
    {"damage_taken", "damage\ntaken", offsetof(wyrm_sim_depth, damage_taken), false, false},
    {"turns", "turns", offsetof(wyrm_sim_depth, turns), false, false},
    {NULL, NULL, 0, false, false},
};
/* clang-format on */

const wyrm_moments *wyrm_sim_moments(const wyrm_sim_depth *depth, const wyrm_sim_column *column)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + column->offset);
}

const char *wyrm_sim_killer(const wyrm_design *design, const wyrm_sim_death *death)
{
    if (death->end == WYRM_RUN_KILLED && death->killer >= 0)
        return wyrm_roster_monster(wyrm_design_roster(design), (size_t)death->killer)->title;
    if (death->end == WYRM_RUN_STARVED)
        return "hunger";
    return death->end == WYRM_RUN_ITSELF ? "an effect of its own" : "a nameless monster";
}

wyrm_estimate wyrm_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death)
{
    const wyrm_sim_depth *depth = &summary->depths[death->depth - 1];
    uint64_t all = depth->entered - depth->cut - depth->stalled;
    return (wyrm_estimate){.value = (double)death->count / (double)all,
                           .sampled = true,
                           .ci95 = wyrm_listed_share_interval(death->count, all, 1, 0.95)};
}

/* The first death of the same cause: in order of their numbers, not of their depths. */
static size_t cause_of(const wyrm_summary *summary, size_t death)
{
    const wyrm_sim_death *of = &summary->deaths[death];
    size_t first = 0;
    while (summary->deaths[first].end != of->end || summary->deaths[first].killer != of->killer)
        first++;
    return first;
}

wyrm_greatest wyrm_sim_worst_killer(const wyrm_design *design, const wyrm_summary *summary,
                                    wyrm_style style)
{
    size_t count = summary->death_count;
    wyrm_greatest worst = {0};
    wyrm_estimate *shares = calloc(count + 1, sizeof *shares);
    const char **names = calloc(count + 1, sizeof *names);
    uint64_t *runs = calloc(count + 1, sizeof *runs);
    if (shares && names && runs) {
        for (size_t i = 0; i < count; i++)
            runs[cause_of(summary, i)] += summary->deaths[i].count;
        for (size_t i = 0; i < count; i++) {
            names[i] = wyrm_sim_killer(design, &summary->deaths[i]);
            shares[i] = (wyrm_estimate){
                .value = runs[i] > 0 ? (double)runs[i] / (double)summary->complete : (double)NAN,
                .sampled = true,
                .ci95 = wyrm_listed_share_interval(runs[i], summary->complete, 1, 0.95)};
        }
        worst = wyrm_find_greatest(
            style,
            &(wyrm_ranking){.count = count, .figures = shares, .names = names, .shares = true});
    }
    free(shares);
    free(names);
    free(runs);
    return worst;
}

size_t wyrm_sim_depths_shown(const wyrm_summary *summary, bool verbose)
{
    size_t shown = summary->depth_count;
    while (!verbose && shown > 1 &&
           (double)summary->depths[shown - 1].entered < RARE_SHARE * (double)summary->runs)
        shown--;
    return shown;
}
