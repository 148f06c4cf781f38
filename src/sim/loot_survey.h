/* A survey of loot while it is made. */
#ifndef WYRM_SRC_SIM_LOOT_SURVEY_H
#define WYRM_SRC_SIM_LOOT_SURVEY_H

#include <wyrm/loot_survey.h>

/* What is counted in one band of one campaign, and where it stands in a row of counts. Behind these
 * the items of each category, then for each pity category the rooms where it gave, the rooms with
 * an item by chance, and the rooms that end a drought of n rooms or more (WYRM_DROUGHT_MAX + 1). */
enum {
    WYRM_COUNT_ROOMS,         /* that pity works in */
    WYRM_COUNT_ITEMS,         /* in them */
    WYRM_COUNT_GIVEN,         /* of those, by pity */
    WYRM_COUNT_SKIPPED,       /* other rooms */
    WYRM_COUNT_SKIPPED_ITEMS, /* in them */
    WYRM_COUNT_CATEGORIES
};

enum {
    WYRM_COUNT_RATE,
    WYRM_COUNT_NATURAL,
    WYRM_COUNT_DROUGHT,
    WYRM_COUNTS_PER_PITY = WYRM_COUNT_DROUGHT + WYRM_DROUGHT_MAX + 1
};

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
    size_t width; /* of a row of counts */
    uint64_t floors;
    wyrm_clusters *sums; /* by band, then as in a row; of a count and what it is set against */
} wyrm_loot_job;

/* Where in a row the counts of a pity category begin. */
size_t wyrm_loot_pity_counts(const wyrm_loot_job *job, size_t category);

/* Runs all campaigns: fills job->sums and job->floors. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_sample(wyrm_loot_job *job,
                                             const wyrm_loot_survey_options *options,
                                             wyrm_error *error);

/* Fills the exact values of a survey whose names and bands stand; none where they cannot be had. */
WYRM_MUST_CHECK wyrm_status wyrm_loot_find_exact(const wyrm_loot_job *job, wyrm_loot_survey *survey,
                                                 wyrm_error *error);

#endif
