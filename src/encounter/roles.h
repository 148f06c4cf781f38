/* Which rooms of a map have a role: vaults by chance, minibosses and bosses at set depths. */
#ifndef WYRM_SRC_ENCOUNTER_ROLES_H
#define WYRM_SRC_ENCOUNTER_ROLES_H

#include <wyrm/pmf.h>
#include <wyrm/room_roles.h>

/* Monsters of a room with a role. */
typedef struct wyrm_role_monsters {
    int32_t least, most;
} wyrm_role_monsters;

/* What the record `encounter.roles` says of one role. */
typedef struct wyrm_role_plan {
    bool planned;             /* maps have such rooms */
    const wyrm_value *chance; /* of a map, by depth; NULL: at set depths */
    const wyrm_value *depths; /* list of depths; NULL: by chance */
    int32_t least_rooms;      /* of the map */
    bool in_last;             /* in the map's last room, else in any but the first */
    wyrm_role_monsters monsters;
    const char *variant; /* of its monsters; "" for plain ones */
} wyrm_role_plan;

typedef struct wyrm_role_plans {
    wyrm_room_rules rules;
    wyrm_role_plan plans[WYRM_ROOM_ROLE_COUNT];
} wyrm_role_plans;

/* The rows of the record. */
extern const wyrm_field wyrm_role_plan_rows[];

/* Reads the record `roles` (NULL: no plans).
 * WYRM_ERROR_RULESET  a variant that the ruleset does not have */
wyrm_status wyrm_role_plans_read(const wyrm_ruleset *ruleset, const wyrm_value *roles,
                                 wyrm_role_plans *out, wyrm_errors *errors);

/* Gives the rooms of one map their roles; kinds[rooms] are all normal beforehand. Draws nothing at
 * a depth where no role can come. */
void wyrm_role_plans_draw(const wyrm_role_plans *plans, int32_t depth, int32_t rooms, wyrm_rng *rng,
                          wyrm_room_kind *kinds);

/* Whether a role that comes at set depths comes at this one. */
bool wyrm_role_plan_comes_at(const wyrm_role_plan *plan, int32_t depth);

/* How many of the rooms (at least 1) of one map pity works in. *out is owned by the caller.
 * WYRM_ERROR_MEMORY  out of memory */
wyrm_status wyrm_role_plans_pity_rooms(const wyrm_role_plans *plans, int32_t depth, int32_t rooms,
                                       wyrm_pmf **out, wyrm_error *error);

#endif
