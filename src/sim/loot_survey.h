/* A survey of loot while it is made. */
#ifndef WYRM_SRC_SIM_LOOT_SURVEY_H
#define WYRM_SRC_SIM_LOOT_SURVEY_H

#include <wyrm/loot_survey.h>

typedef struct wyrm_loot_job {
    const wyrm_design *design;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_loot_facts *facts;
    wyrm_bands bands; /* count at least 1: "all" where the ruleset has none */
    wyrm_room_rules roles;
    uint64_t seed, runs, maps;
    int32_t mode;
    bool reset;
    int32_t last_depth; /* of every campaign; 0: it is not known beforehand */
    size_t pity_count;
    int32_t depths; /* that are counted one by one */
    uint64_t floors;
    wyrm_clusters *sums; /* of a count and what it is set against: rows of bands, then of depths */
} wyrm_loot_job;

/* Fills the exact values of a survey whose names and bands stand; none where they cannot be had. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_find_exact(const wyrm_loot_job *job, wyrm_loot_survey *survey,
                                                 wyrm_error *error);

#endif
