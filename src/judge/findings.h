/* Findings: what is wrong though no target names it, while it is looked for. */
#ifndef WYRM_SRC_JUDGE_FINDINGS_H
#define WYRM_SRC_JUDGE_FINDINGS_H

#include <wyrm/judge.h>

#include "judge/work.h"

/* Findings, while they are gathered. */
typedef struct judge_findings {
    size_t count, room;
    wyrm_finding *list;
} judge_findings;

/* Looks for one thing that is wrong. */
typedef wyrm_status judge_look(judge_work *judging, const char *kind, judge_findings *findings,
                               wyrm_error *error);

wyrm_status wyrm_judge_findings_add(judge_findings *findings, const char *kind, const char *where,
                                    wyrm_error *error, const char *format, ...) WYRM_PRINTF(5, 6);
wyrm_status wyrm_judge_findings_look(judge_work *judging, judge_findings *findings,
                                     wyrm_error *error);

judge_look wyrm_judge_look_unseen;         /* findings_dead.c */
judge_look wyrm_judge_look_deep_rows;      /* findings_dead.c */
judge_look wyrm_judge_look_idle_combat;    /* findings_dead.c */
judge_look wyrm_judge_look_gear_gaps;      /* findings_dungeon.c */
judge_look wyrm_judge_look_barely_seen;    /* findings_dungeon.c */
judge_look wyrm_judge_look_last_map;       /* findings_dungeon.c */
judge_look wyrm_judge_look_no_final_map;   /* findings_dungeon.c */
judge_look wyrm_judge_look_noise;          /* findings_growth.c */
judge_look wyrm_judge_look_rounded_steps;  /* findings_growth.c */
judge_look wyrm_judge_look_flat_steps;     /* findings_growth.c */
judge_look wyrm_judge_look_fights;         /* findings_fights.c */
judge_look wyrm_judge_look_absent;         /* findings_absent.c */
judge_look wyrm_judge_look_inert;          /* findings_inert.c: dead-configuration, bands-alike */
judge_look wyrm_judge_look_budgets;        /* findings_budget.c */
judge_look wyrm_judge_look_pity;           /* findings_pity.c: kinds of its own */
judge_look wyrm_judge_look_contradictions; /* findings_targets.c */
judge_look wyrm_judge_look_misfits;        /* findings_threat.c */

/* Writes ascending whole numbers as people do, "14, 19, 22-25", into text[size]; past the end an
 * ellipsis stands for the rest. */
void wyrm_judge_list_numbers(const int32_t *numbers, size_t count, char *text, size_t size);

#endif
