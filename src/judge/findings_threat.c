/* Findings of monsters whose threat misstates what fighting them costs. */
#include "judge/findings.h"

#include <math.h>
#include <stdio.h>

/* Twice or half of what the threat says, against what a point of threat costs at the depth. */
#define FACTOR 2.0

/* Off by so much at the depth where it is farthest off, and met in ordinary rooms. */
static bool is_misfit(const wyrm_truth_row *row)
{
    return row->share > 0 && !isnan(row->factor) &&
           (row->factor >= FACTOR || row->factor <= 1 / FACTOR);
}

static void say_factor(const wyrm_truth_row *row, char *text, size_t size)
{
    if (isinf(row->factor))
        snprintf(text, size, "it can never be killed");
    else if (row->factor >= FACTOR)
        snprintf(text, size,
                 "it is %.1f times as hard for its threat as the monsters there are together",
                 row->factor);
    else
        snprintf(text, size,
                 "it is %.1f times as easy for its threat as the monsters there are together",
                 1 / row->factor);
}

/* A share in percent, with a digit that is not 0. */
static void say_percent(double share, char *text, size_t size)
{
    bool plain = share == 0 || share >= 0.095;
    snprintf(text, size, plain ? "%.0f %%" : "%.1g %%", 100 * share);
}

wyrm_status wyrm_judge_look_misfits(judge_work *judging, const char *kind, judge_findings *findings,
                                    wyrm_error *error)
{
    const wyrm_truth *truth;
    if (wyrm_design_threat(judging->design) == NULL ||
        wyrm_encounter_last_depth(wyrm_design_encounter(judging->design)) == 0)
        return WYRM_OK;
    wyrm_status status = wyrm_judging_truth(judging, &truth, error);
    for (size_t i = 0; status == WYRM_OK && i < truth->misfit_count; i++) {
        const wyrm_truth_row *row = &truth->rows[truth->misfits[i]];
        char where[96], text[96], lost[24], killed[24];
        if (!is_misfit(row))
            continue;
        snprintf(where, sizeof where, "monsters.%s", row->name);
        say_factor(row, text, sizeof text);
        say_percent(row->hp_lost, lost, sizeof lost);
        say_percent(row->p_death, killed, sizeof killed);
        status = wyrm_judge_findings_add(
            findings, kind, where, error,
            "threat %.6g at depth %d misstates the fight: it takes %s of the hit points of %s on "
            "average and kills in %s of fights; %s",
            row->threat, (int)row->depth, lost,
            truth->depths[row->depth - truth->depths[0].depth].player, killed, text);
    }
    return status;
}
