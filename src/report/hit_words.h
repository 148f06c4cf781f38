/* What the answers of `wyrm hit` share. */
#ifndef WYRM_SRC_REPORT_HIT_WORDS_H
#define WYRM_SRC_REPORT_HIT_WORDS_H

#include "output/json.h"
#include "report/report.h"

typedef struct wyrm_hit_words {
    char text[96];
} wyrm_hit_words;

/* For scripts: "melee". */
const char *wyrm_hit_attack_name(const wyrm_hit_report *hit);

/* How it is attacked, behind a name: "" in melee with the next tile, " with a shot over 5

 * tiles". */
const char *wyrm_hit_words_of(const wyrm_hit_report *hit, wyrm_hit_words *out);

/* Adds `curve_of` {key, of, unit} and `curve` [{KEY, mean, sd, p_zero, p05, p50, p95}...]. */
void wyrm_hit_curve_json(wyrm_answer *json, const wyrm_sweep *sweep);

#endif
