/* What the answers of `wyrm sim` share: columns of depths, words of deaths, shares. */
#include "report/sim_shared.h"

#include <stddef.h>
#include <stdio.h>

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

size_t wyrm_sim_depths_shown(const wyrm_summary *summary, bool verbose)
{
    size_t shown = summary->depth_count;
    while (!verbose && shown > 1 &&
           (double)summary->depths[shown - 1].entered < RARE_SHARE * (double)summary->runs)
        shown--;
    return shown;
}
