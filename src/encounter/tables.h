/* Difficulty by depth tables, as the files of src/encounter see it. */
#ifndef WYRM_SRC_ENCOUNTER_TABLES_H
#define WYRM_SRC_ENCOUNTER_TABLES_H

#include <wyrm/encounter.h>

#include "encounter/roles.h"
#include "encounter/weights.h"

/* How generation heeds the budget of a room. */
enum { WYRM_AIM_NONE, WYRM_AIM_REJECT, WYRM_AIM_FILL };

typedef struct wyrm_tables_monster {
    wyrm_monster_kind kind;
    uint64_t experience;
} wyrm_tables_monster;

/* Monsters that are chosen with the same chance each. */
typedef struct wyrm_tables_list {
    size_t count;
    int32_t *monsters;
} wyrm_tables_list;

typedef struct wyrm_tables {
    const wyrm_roster *roster;
    const wyrm_threat *threat; /* NULL only where aim is WYRM_AIM_NONE */
    bool first;                /* the room with index 0 gets monsters too */
    const wyrm_value *most;    /* of a room, by depth */
    size_t aim;
    int32_t last_depth;
    wyrm_role_plans roles;
    int elite; /* the variant of rooms with one; WYRM_VARIANT_NONE: none */
    size_t monster_count;
    wyrm_tables_monster *monsters;
    /* By weight, for rooms that allow no monsters but normal ones, [1] minibosses too, [2] bosses
     * too, [3] all. Only those that a role of the ruleset needs are made. */
    wyrm_weights *choices[4];
    wyrm_tables_list bosses[WYRM_MONSTER_KINDS]; /* by kind; none of the normal ones */
} wyrm_tables;

/* The rows of the section, and those that the model adds to monsters. */
extern const wyrm_field wyrm_tables_rows[];
extern const wyrm_extension wyrm_tables_extensions[];

/* As wyrm_encounter_model says. */
wyrm_status wyrm_tables_make(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             const wyrm_growth *growth, const wyrm_roster *roster,
                             const wyrm_threat *threat, void **state, wyrm_errors *errors);
void wyrm_tables_release(void *state);

/* Index in `choices` of the monsters that a role allows. */
size_t wyrm_tables_choice(const wyrm_room_rule *rule);

/* The most monsters of a normal room at a depth, 0..WYRM_ROOM_SPAWNS_MAX. */
int32_t wyrm_tables_most(const wyrm_tables *tables, int32_t depth);

/* What can be drawn by weight in rooms of a role at a depth. */
wyrm_weights_row wyrm_tables_row(const wyrm_tables *tables, wyrm_room_role role, int32_t depth);

/* The list in `bosses` that rooms of such a rule at set depths draw from. */
wyrm_monster_kind wyrm_tables_boss_kind(const wyrm_room_rule *rule);

/* Whether such rooms are filled by their budget. */
bool wyrm_tables_aims(const wyrm_tables *tables, const wyrm_room_kind *room);

/* The exact distributions: as wyrm_encounter_model says. */
wyrm_status wyrm_tables_monster_kinds(const void *state, int32_t depth, wyrm_pmf **out,
                                      wyrm_error *error);
wyrm_status wyrm_tables_room_kinds(const void *state, int32_t depth, wyrm_pmf **out,
                                   wyrm_error *error);
bool wyrm_tables_comes(const void *state, int32_t depth, int32_t monster);
wyrm_status wyrm_tables_room_monsters(const void *state, int32_t depth, wyrm_pmf **out,
                                      wyrm_error *error);
wyrm_status wyrm_tables_room_threat(const void *state, int32_t depth, double *unit, wyrm_pmf **out,
                                    wyrm_error *error);

#endif
