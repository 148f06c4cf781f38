/* Verdicts in words: what `wyrm check` and `wyrm report` say alike. */
#ifndef WYRM_SRC_REPORT_VERDICTS_H
#define WYRM_SRC_REPORT_VERDICTS_H

#include <wyrm/judge.h>

#include "output/page.h"

/* One target: its judged places, judged[0..count-1]. */
typedef struct wyrm_aim {
    const wyrm_judged *judged;
    size_t count;
    size_t holding;           /* places that pass */
    const wyrm_judged *worst; /* the place that is farthest off */
} wyrm_aim;

/* From bad to good: a target is as good as its worst place. */
#define WYRM_SEVERITIES 4
extern const wyrm_verdict wyrm_severity[WYRM_SEVERITIES];

/* The place of a verdict in it. */
size_t wyrm_severity_rank(wyrm_verdict verdict);

wyrm_tone wyrm_verdict_tone(wyrm_verdict verdict);

/* The target that begins at judged[from]; the next begins at from + count. */
wyrm_aim wyrm_aim_at(const wyrm_judgement *judgement, size_t from);

/* The answer in a sentence: "RuggRogue: 37 of 48 targets hold; 9 do not." */
void wyrm_verdicts_answer(const wyrm_design *design, const wyrm_judgement *judgement, char *text,
                          size_t size);

/* "7.14 ± 0.02 hits"; "20 to 40 %" */
void wyrm_judged_value(wyrm_style style, const wyrm_judged *judged, char *text, size_t size);
void wyrm_judged_range(const wyrm_judged *judged, char *text, size_t size);

/* "room_hp_lost 13.39 % for depth 10, wanted at most 10 %"; a target without a claim has named its
 * metric already. */
void wyrm_judged_words(wyrm_style style, const wyrm_judged *judged, char *text, size_t size);

/* Of games and fights: how many were needed, "clear after 100 games", or why no more were made.
 * "" of others. */
void wyrm_judged_effort(wyrm_style style, const wyrm_judged *judged, char *text, size_t size);

/* "± 9.8 points" of a share, "± 7 %" of a mean. */
void wyrm_accuracy_words(wyrm_style style, double accuracy, bool is_share, char *text, size_t size);

/* How many places hold, and the first of those that do not, the worst aside; for more than one. */
void wyrm_aim_others(const wyrm_aim *aim, char *text, size_t size);

#endif
