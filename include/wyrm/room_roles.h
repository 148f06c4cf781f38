/* Room roles: the purpose of a room, and what it means for its budget, its monsters and pity
 * (Catacombs of YARL, "Room Metadata & Roles").
 */
#ifndef WYRM_ROOM_ROLES_H
#define WYRM_ROOM_ROLES_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The roles, one row each: name, key, then the defaults where the ruleset's section `room_roles`
 * does not say otherwise: how the budget of threat applies, whether minibosses and bosses may be
 * there, whether pity applies; and the same in words. */
/* clang-format off */
#define WYRM_ROOM_ROLE_ROWS(row)                                                                   \
    row(WYRM_ROOM_NORMAL, "normal", WYRM_BUDGET_WITHIN, false, false, true,                        \
        "an ordinary room; unsaid: within the budget, no minibosses, no bosses, pity")             \
    row(WYRM_ROOM_OPTIONAL, "optional", WYRM_BUDGET_WITHIN, false, false, true,                    \
        "side content; unsaid: within the budget, no minibosses, no bosses, pity")                 \
    row(WYRM_ROOM_TREASURE, "treasure", WYRM_BUDGET_SPIKE, false, false, false,                    \
        "a vault; unsaid: may spike, no minibosses, no bosses, no pity")                           \
    row(WYRM_ROOM_MINIBOSS, "miniboss", WYRM_BUDGET_EXCEED, true, false, false,                    \
        "the room of a miniboss; unsaid: may exceed, minibosses, no bosses, no pity")              \
    row(WYRM_ROOM_BOSS, "boss", WYRM_BUDGET_EXCEED, true, false, false,                            \
        "the room of a boss on the way; unsaid: may exceed, minibosses, no bosses, no pity")       \
    row(WYRM_ROOM_END_BOSS, "end_boss", WYRM_BUDGET_EXCEED, true, true, false,                     \
        "the last fight; unsaid: may exceed, minibosses, bosses, no pity")
/* clang-format on */

/* WYRM_ROOM_NORMAL is 0: a room without a role. */
typedef enum wyrm_room_role {
#define WYRM_ROOM_ROLE_ENUM(name, key, budget, minibosses, bosses, pity, summary) name,
    WYRM_ROOM_ROLE_ROWS(WYRM_ROOM_ROLE_ENUM)
#undef WYRM_ROOM_ROLE_ENUM
        WYRM_ROOM_ROLE_COUNT
} wyrm_room_role;

WYRM_API const char *wyrm_room_role_key(wyrm_room_role role);            /* "normal"; "" for none */
WYRM_API bool wyrm_room_role_find(const char *key, wyrm_room_role *out); /* false: no such role */

/* How the budget of threat applies to a room, one row each: name, key. */
/* clang-format off */
#define WYRM_BUDGET_ROWS(row)                                                                      \
    row(WYRM_BUDGET_WITHIN, "within") /* exceeding it is a violation */                            \
    row(WYRM_BUDGET_SPIKE, "spike")   /* it may be exceeded now and then */                        \
    row(WYRM_BUDGET_EXCEED, "exceed") /* no budget: the fight of a boss */                         \
    row(WYRM_BUDGET_EXEMPT, "exempt") /* not checked at all */
/* clang-format on */

typedef enum wyrm_budget {
#define WYRM_BUDGET_ENUM(name, key) name,
    WYRM_BUDGET_ROWS(WYRM_BUDGET_ENUM)
#undef WYRM_BUDGET_ENUM
} wyrm_budget;

/* The purpose of a room, regardless of who is in it. A plain value; {0} is a normal room. */
typedef struct wyrm_room_kind {
    wyrm_room_role role;
    bool allow_spike; /* it may exceed the budget, whatever its role says */
    bool etp_exempt;  /* not checked, and without pity, whatever its role */
} wyrm_room_kind;

/* The rank of a monster, from its `kind`, which says where it may be; one row each: name, key. */
/* clang-format off */
#define WYRM_MONSTER_KIND_ROWS(row)                                                                \
    row(WYRM_MONSTER_NORMAL, "normal")     /* in any room */                                       \
    row(WYRM_MONSTER_MINIBOSS, "miniboss") /* where the role allows minibosses */                  \
    row(WYRM_MONSTER_BOSS, "boss")         /* where the role allows bosses */
/* clang-format on */

typedef enum wyrm_monster_kind {
#define WYRM_MONSTER_KIND_ENUM(name, key) name,
    WYRM_MONSTER_KIND_ROWS(WYRM_MONSTER_KIND_ENUM)
#undef WYRM_MONSTER_KIND_ENUM
        WYRM_MONSTER_KINDS
} wyrm_monster_kind;

/* The kind of a monster by its record in the ruleset; WYRM_MONSTER_NORMAL if the encounter model of
 * the ruleset knows no kinds. */
WYRM_API wyrm_monster_kind wyrm_monster_kind_of(const wyrm_value *record);

/* The rules of one role. */
typedef struct wyrm_room_rule {
    wyrm_budget budget;
    bool minibosses; /* a WYRM_MONSTER_MINIBOSS may be in it */
    bool bosses;     /* a WYRM_MONSTER_BOSS may be in it */
    bool pity;       /* pity counts the room and may give an item there */
} wyrm_room_rule;

/* The rules of all roles in a ruleset. A plain value. */
typedef struct wyrm_room_rules {
    wyrm_room_rule rules[WYRM_ROOM_ROLE_COUNT];
} wyrm_room_rules;

/* Reads the section `room_roles`; without it every role has the defaults of its row above. */
WYRM_API wyrm_room_rules wyrm_room_rules_read(const wyrm_ruleset *ruleset);

/* How the budget applies to a room: the first that holds of exempt (by flag or role), exceed (by
 * role), spike (by flag or role), within. */
WYRM_API wyrm_budget wyrm_room_budget(const wyrm_room_rules *rules, const wyrm_room_kind *room);

/* Whether pity applies to a room: by its role, and never if the room is exempt. */
WYRM_API bool wyrm_room_has_pity(const wyrm_room_rules *rules, const wyrm_room_kind *room);

#ifdef __cplusplus
}
#endif
#endif
