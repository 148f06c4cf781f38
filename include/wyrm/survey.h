/* Surveys: what many generated floors hold, sampled, beside the exact distributions.
 *
 * A survey of N runs looks at N floors of every depth, each as the game would make it from the same
 * seed, run and depth. The result is the same bits for any number of threads.
 */
#ifndef WYRM_SURVEY_H
#define WYRM_SURVEY_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SURVEY_DEPTH_MAX 200 /* depths of one survey */

/* ---- Threat: rooms against their budgets. ---- */

/* Rooms of one sort, but for a first room that is never populated. */
typedef struct wyrm_threat_figures {
    uint64_t rooms;
    /* Rooms of a status, and their threat, for every room; the rooms of a floor are one cluster. */
    wyrm_ratio_estimate statuses[WYRM_THREAT_STATUS_COUNT];
    wyrm_ratio_estimate mean;
    wyrm_moments threat; /* of a room: its spread, not what is known of its mean */
    /* Quantiles of the sample: the least threat that so many rooms do not exceed; 0 where there are
     * no rooms. */
    double p05, p50, p95;
} wyrm_threat_figures;

typedef struct wyrm_threat_depth {
    int32_t depth;
    size_t band;
    wyrm_interval room_budget, floor_budget;
    wyrm_threat_figures all;
    wyrm_threat_figures roles[WYRM_ROOM_ROLE_COUNT];
    /* Of floors that are filled, here as above: as many as these have counted. */
    wyrm_moments rooms;    /* of a floor */
    wyrm_moments monsters; /* of a floor */
    wyrm_moments floor;    /* threat of all rooms of a floor that are neither BOSS nor EXEMPT */
    uint64_t under, over;  /* floors whose threat is below or above the budget of floors */
} wyrm_threat_depth;

/* A room that breaks its budget: where to look. The floor is that of `seed` of the survey, this run
 * and this depth. */
typedef struct wyrm_threat_violation {
    uint64_t run;
    int32_t depth, room; /* room: by the order of placing, from 0 */
    wyrm_room_role role;
    uint32_t monsters;
    double threat, budget; /* what it holds, the most that it should */
} wyrm_threat_violation;

typedef struct wyrm_threat_survey {
    uint64_t seed, runs;
    int32_t depth_count;
    wyrm_threat_depth *depths; /* ascending */
    wyrm_threat_figures bands[WYRM_BANDS_MAX];
    uint64_t violation_count; /* all of them */
    size_t kept;
    wyrm_threat_violation *violations; /* the first `kept`, by depth, run and room */
} wyrm_threat_survey;

typedef struct wyrm_threat_survey_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed;
    uint64_t runs;       /* floors of each depth; 0: WYRM_THREAT_SURVEY_RUNS */
    unsigned threads;    /* 0: one */
    int32_t first_depth; /* 0: the first */
    int32_t last_depth;  /* 0: the last of the ruleset */
    size_t violations;   /* how many are kept at most; 0: WYRM_THREAT_SURVEY_VIOLATIONS */
    /* As in wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_threat_survey_options;

#define WYRM_THREAT_SURVEY_RUNS       2000
#define WYRM_THREAT_SURVEY_VIOLATIONS 100

/* *out is owned by the caller (wyrm_threat_survey_free). `options` NULL: all defaults, seed 1.
 * WYRM_ERROR_RULESET   the ruleset lacks encounters or maps
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat, or no last depth; depths out of order
 * WYRM_ERROR_RANGE     depths outside 1..WYRM_DEPTH_MAX, or more than WYRM_SURVEY_DEPTH_MAX
 * WYRM_ERROR_LIMIT     stopped by progress
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_threat_survey_run(const wyrm_design *design, const wyrm_threat_survey_options *options,
                       wyrm_threat_survey **out, wyrm_error *error);
WYRM_API void wyrm_threat_survey_free(wyrm_threat_survey *survey); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
