/* Surveys of threat: the rooms of many generated floors against their budgets, sampled.
 *
 * A survey of N runs examines N floors of every depth, each as the game would make it from the same
 * seed, run and depth. The number of threads does not change the result.
 */
#ifndef WYRM_THREAT_SURVEY_H
#define WYRM_THREAT_SURVEY_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SURVEY_DEPTH_MAX 200 /* depths of one survey */

/* Figures of one sort of rooms, without a first room that is never populated. */
typedef struct wyrm_threat_figures {
    uint64_t rooms;
    /* Share of rooms of each status, and mean threat, per room; the rooms of a floor are one
     * cluster. */
    wyrm_ratio_estimate statuses[WYRM_THREAT_STATUS_COUNT];
    wyrm_ratio_estimate mean;
    wyrm_moments threat; /* of a room: its spread; for the interval of its mean see `mean` */
    /* Quantiles of the sample: the least threat that this share of rooms does not exceed; 0 without
     * rooms. */
    double p05, p50, p95;
} wyrm_threat_figures;

typedef struct wyrm_threat_depth {
    int32_t depth;
    size_t band;
    wyrm_interval room_budget, floor_budget;
    wyrm_threat_figures all;
    wyrm_threat_figures roles[WYRM_ROOM_ROLE_COUNT];
    /* All figures are over floors populated by encounters; `rooms.count` is their number. */
    wyrm_moments rooms;    /* per floor */
    wyrm_moments monsters; /* per floor */
    wyrm_moments floor;    /* threat of all rooms of a floor that are neither BOSS nor EXEMPT */
    uint64_t under, over;  /* floors with a threat below or above the floor budget */
} wyrm_threat_depth;

/* A room that violates its budget, and where to find it: on the floor of the survey's `seed`, this
 * run and this depth. */
typedef struct wyrm_threat_violation {
    uint64_t run;
    int32_t depth, room; /* room: by the order of placing, from 0 */
    wyrm_room_role role;
    uint32_t monsters;
    double threat, budget; /* threat of its monsters; the upper limit of its budget */
} wyrm_threat_violation;

typedef struct wyrm_threat_survey {
    uint64_t seed, runs;
    int32_t depth_count;
    wyrm_threat_depth *depths; /* ascending */
    wyrm_threat_figures bands[WYRM_BANDS_MAX];
    uint64_t violation_count; /* of all violations, including those not kept */
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
    size_t violations;   /* most violations to keep; 0: WYRM_THREAT_SURVEY_VIOLATIONS */
    /* As in wyrm_descent_options. */
    bool (*progress)(double done, void *context);
    void *context;
} wyrm_threat_survey_options;

#define WYRM_THREAT_SURVEY_RUNS       2000
#define WYRM_THREAT_SURVEY_VIOLATIONS 100

/* Runs a survey. *out is owned by the caller (wyrm_threat_survey_free). `options` NULL: all
 * defaults, seed 1.
 * WYRM_ERROR_RULESET   the ruleset lacks encounters or maps
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat, or no last depth, or depths are out of order
 * WYRM_ERROR_RANGE     depths outside 1..WYRM_DEPTH_MAX, or more than WYRM_SURVEY_DEPTH_MAX of them
 * WYRM_ERROR_LIMIT     `progress` stopped it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status
wyrm_threat_survey_run(const wyrm_design *design, const wyrm_threat_survey_options *options,
                       wyrm_threat_survey **out, wyrm_error *error);
WYRM_API void wyrm_threat_survey_free(wyrm_threat_survey *survey); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
