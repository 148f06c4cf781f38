/* What the answers of `wyrm sim` share. */
#ifndef WYRM_SRC_REPORT_SIM_SHARED_H
#define WYRM_SRC_REPORT_SIM_SHARED_H

#include "output/figures.h"
#include "report/sim.h"

/* The value at `offset` of every depth: which moments there are, in the order of an answer. */
typedef struct wyrm_sim_column {
    const char *key, *heading;
    size_t offset;
    bool leaving;  /* over those who leave alive; else over all who enter */
    bool is_share; /* of 1: text has it in per cent */
} wyrm_sim_column;

extern const wyrm_sim_column wyrm_sim_columns[]; /* ended by a NULL key */
const wyrm_moments *wyrm_sim_moments(const wyrm_sim_depth *depth, const wyrm_sim_column *column);

/* "Orc", "starved", "its own Fireball Scroll"-like words for a cause of death. */
const char *wyrm_sim_killer(const wyrm_design *design, const wyrm_sim_death *death);

/* A cause of death at its depth, as a share of those who enter it and come to an end of it. */
wyrm_estimate wyrm_sim_deaths_there(const wyrm_summary *summary, const wyrm_sim_death *death);

/* What ends most of the complete runs, all depths together, of which there is at least one death:
 * wyrm_greatest.count is 0 where memory is out. */
wyrm_greatest wyrm_sim_worst_killer(const wyrm_design *design, const wyrm_summary *summary,
                                    wyrm_style style);

/* Depths that enough runs entered to be told of in text. */
size_t wyrm_sim_depths_shown(const wyrm_summary *summary, bool verbose);

#endif
