/* Room roles: what a room is for, and what that means for its budget, its monsters and pity
 * (Catacombs of YARL, "Room Metadata & Roles").
 */
#ifndef WYRM_ROOM_ROLES_H
#define WYRM_ROOM_ROLES_H

#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a role: name, key, then what it means where the ruleset's section `room_roles` says
 * nothing else: how the budget of threat holds, whether minibosses and bosses may be in such a
 * room, whether pity works there; and all that in words. */
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

/* WYRM_ROOM_NORMAL is 0: a room of which nothing is said. */
typedef enum wyrm_room_role {
#define WYRM_ROOM_ROLE_ENUM(name, key, budget, minibosses, bosses, pity, summary) name,
    WYRM_ROOM_ROLE_ROWS(WYRM_ROOM_ROLE_ENUM)
#undef WYRM_ROOM_ROLE_ENUM
        WYRM_ROOM_ROLE_COUNT
} wyrm_room_role;

WYRM_API const char *wyrm_room_role_key(wyrm_room_role role);            /* "normal"; "" for none */
WYRM_API bool wyrm_room_role_find(const char *key, wyrm_room_role *out); /* false: no such role */

/* How the budget of threat holds in a room. One row each: name, key. */
/* clang-format off */
#define WYRM_BUDGET_ROWS(row)                                                                      \
    row(WYRM_BUDGET_WITHIN, "within") /* more is a violation */                                    \
    row(WYRM_BUDGET_SPIKE, "spike")   /* more is meant to happen now and then */                   \
    row(WYRM_BUDGET_EXCEED, "exceed") /* the fight of a boss: no budget */                         \
    row(WYRM_BUDGET_EXEMPT, "exempt") /* not checked at all */
/* clang-format on */

typedef enum wyrm_budget {
#define WYRM_BUDGET_ENUM(name, key) name,
    WYRM_BUDGET_ROWS(WYRM_BUDGET_ENUM)
#undef WYRM_BUDGET_ENUM
} wyrm_budget;

/* What a room is, apart from who is in it. A plain value; {0} is a normal room. */
typedef struct wyrm_room_kind {
    wyrm_room_role role;
    bool allow_spike; /* may exceed the budget, besides what its role allows */
    bool etp_exempt;  /* not checked, no pity, whatever its role */
} wyrm_room_kind;

/* What a monster is to the roles, as its `kind` says. One row each: name, key. */
/* clang-format off */
#define WYRM_MONSTER_KIND_ROWS(row)                                                                \
    row(WYRM_MONSTER_NORMAL, "normal")     /* in any room */                                       \
    row(WYRM_MONSTER_MINIBOSS, "miniboss") /* where the role allows minibosses */                  \
    row(WYRM_MONSTER_BOSS, "boss")         /* where it allows bosses */
/* clang-format on */

typedef enum wyrm_monster_kind {
#define WYRM_MONSTER_KIND_ENUM(name, key) name,
    WYRM_MONSTER_KIND_ROWS(WYRM_MONSTER_KIND_ENUM)
#undef WYRM_MONSTER_KIND_ENUM
        WYRM_MONSTER_KINDS
} wyrm_monster_kind;

/* The kind of the monster with this record of the ruleset; WYRM_MONSTER_NORMAL where the difficulty
 * of the ruleset knows no kinds. */
WYRM_API wyrm_monster_kind wyrm_monster_kind_of(const wyrm_value *record);

/* What one role means. */
typedef struct wyrm_room_rule {
    wyrm_budget budget;
    bool minibosses; /* a WYRM_MONSTER_MINIBOSS may be in it */
    bool bosses;     /* a WYRM_MONSTER_BOSS may */
    bool pity;       /* pity counts it and may give there */
} wyrm_room_rule;

/* What the roles mean in a ruleset. A plain value. */
typedef struct wyrm_room_rules {
    wyrm_room_rule rules[WYRM_ROOM_ROLE_COUNT];
} wyrm_room_rules;

/* Reads the section; where there is none, every role means what its row above says. */
WYRM_API wyrm_room_rules wyrm_room_rules_read(const wyrm_ruleset *ruleset);

/* How the budget holds in a room: the first of exempt (by flag or role), exceed (by role), spike
 * (by flag or role), within that applies. */
WYRM_API wyrm_budget wyrm_room_budget(const wyrm_room_rules *rules, const wyrm_room_kind *room);

/* Whether pity works in a room: by its role, and never where it is exempt. */
WYRM_API bool wyrm_room_has_pity(const wyrm_room_rules *rules, const wyrm_room_kind *room);

#ifdef __cplusplus
}
#endif
#endif
