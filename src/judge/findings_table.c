/* The table of findings: what is wrong though no target names it, one row a thing to look for. */
#include "judge/findings.h"

/* What is looked for, whatever the models of the ruleset: what a look needs and a model does not
 * tell it does not find. Several rows may give findings of one kind, and some looks of other
 * kinds besides. */
typedef struct finding_row {
    const char *kind;
    judge_look *look;
} finding_row;

static const finding_row rows[] = {
    {"dead-configuration", wyrm_judge_look_unseen},
    {"dead-configuration", wyrm_judge_look_absent},
    {"dead-configuration", wyrm_judge_look_inert},
    {"dead-configuration", wyrm_judge_look_deep_rows},
    {"dead-configuration", wyrm_judge_look_gear_gaps},
    {"dead-configuration", wyrm_judge_look_idle_combat},
    {"contradiction", wyrm_judge_look_contradictions},
    {"unreachable-budget", wyrm_judge_look_budgets},
    {"threat-misfit", wyrm_judge_look_misfits},
    {"pity", wyrm_judge_look_pity},
    {"barely-seen", wyrm_judge_look_barely_seen},
    {"last-map-only", wyrm_judge_look_last_map},
    {"endless-dungeon", wyrm_judge_look_no_final_map},
    {"outlier", wyrm_judge_look_fights},
    {"arithmetic-noise", wyrm_judge_look_noise},
    {"arithmetic-noise", wyrm_judge_look_rounded_steps},
    {"flat-experience", wyrm_judge_look_flat_steps},
};

wyrm_status wyrm_judge_findings_look(judge_work *judging, judge_findings *findings,
                                     wyrm_error *error)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        wyrm_status status = rows[i].look(judging, rows[i].kind, findings, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}
