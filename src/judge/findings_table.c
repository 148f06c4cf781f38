/* The table of findings: what is wrong though no target names it, one row a thing to look for. */
#include "judge/judging.h"

#include <string.h>

/* What is looked for. `section` and `model` limit a row to rulesets with that model: it knows the
 * model's parameters. Several rows may give findings of one kind, and
 * some looks of other kinds besides. */
typedef struct finding_row {
    const char *kind;
    const char *section, *model; /* NULL: any */
    judge_look *look;
} finding_row;

static const finding_row rows[] = {
    {"dead-configuration", NULL, NULL, wyrm_judge_look_unseen},
    {"dead-configuration", NULL, NULL, wyrm_judge_look_absent},
    {"dead-configuration", NULL, NULL, wyrm_judge_look_inert},
    {"dead-configuration", NULL, NULL, wyrm_judge_look_deep_rows},
    {"dead-configuration", NULL, NULL, wyrm_judge_look_gear_gaps},
    {"dead-configuration", "combat", "ratio", wyrm_judge_look_share_most},
    {"contradiction", NULL, NULL, wyrm_judge_look_contradictions},
    {"unreachable-budget", NULL, NULL, wyrm_judge_look_budgets},
    {"threat-misfit", NULL, NULL, wyrm_judge_look_misfits},
    {"pity", "loot", "banded", wyrm_judge_look_pity},
    {"barely-seen", NULL, NULL, wyrm_judge_look_barely_seen},
    {"last-map-only", NULL, NULL, wyrm_judge_look_last_map},
    {"endless-dungeon", NULL, NULL, wyrm_judge_look_no_final_map},
    {"outlier", NULL, NULL, wyrm_judge_look_fights},
    {"arithmetic-noise", "growth", "factor", wyrm_judge_look_noise},
    {"arithmetic-noise", "growth", "factor", wyrm_judge_look_rounded_steps},
    {"flat-experience", "growth", "factor", wyrm_judge_look_flat_steps},
};

static bool applies(const finding_row *row, const wyrm_ruleset *ruleset)
{
    if (row->section == NULL)
        return true;
    const wyrm_model *model = wyrm_ruleset_model(ruleset, row->section);
    return model != NULL && strcmp(model->name, row->model) == 0;
}

wyrm_status wyrm_judge_findings_look(judge_work *judging, judge_findings *findings,
                                     wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(judging->design);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!applies(&rows[i], ruleset))
            continue;
        wyrm_status status = rows[i].look(judging, rows[i].kind, findings, error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}
