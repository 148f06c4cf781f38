/* Threat, as the files of src/encounter see it: in whole thousandths of a point. */
#ifndef WYRM_SRC_ENCOUNTER_THREAT_INTERNAL_H
#define WYRM_SRC_ENCOUNTER_THREAT_INTERNAL_H

#include <wyrm/threat.h>

/* Thousandths in a point. */
#define WYRM_THREAT_GRAIN 1000

/* A budget in thousandths, both ends included. */
typedef struct wyrm_threat_range {
    int64_t least, most;
} wyrm_threat_range;

typedef struct wyrm_threat_band {
    wyrm_interval room_budget, floor_budget;
    wyrm_threat_range room;
    double factor;
} wyrm_threat_band;

typedef struct wyrm_threat_monster {
    double base, derived;
    double behaviour; /* 1 + the bonuses of its behaviours */
    bool named;
    int64_t grains[WYRM_BANDS_MAX][2]; /* by band; [1]: elite */
} wyrm_threat_monster;

struct wyrm_threat {
    const wyrm_roster *roster;
    wyrm_room_rules rules;
    wyrm_bands bands;
    wyrm_threat_band by_band[WYRM_BANDS_MAX];
    double elite;
    size_t monster_count;
    wyrm_threat_monster monsters[];
};

/* wyrm_threat_at in thousandths. */
int64_t wyrm_threat_grains(const wyrm_threat *threat, size_t monster, int32_t depth, bool elite);

/* wyrm_threat_room_budget in thousandths. */
wyrm_threat_range wyrm_threat_room_range(const wyrm_threat *threat, int32_t depth);

/* The derived threat of one monster; `parameters` is the record `threat.derived`, `record` the
 * monster's. What is wrong with its behaviours is not told here. */
wyrm_status wyrm_threat_derive(const wyrm_value *parameters, const wyrm_combat *combat,
                               const wyrm_roster *roster, const wyrm_monster *monster, double *out,
                               wyrm_error *error);

#endif
