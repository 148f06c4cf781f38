/* Abilities: what monsters do besides striking an adjacent enemy. They shoot or cast from afar,
 * keep their distance, flee when hurt, split when struck, and summon others.
 *
 * The ruleset gives them in the records of its monsters; games and set fights play them. An exact
 * duel is one against one in melee: what it leaves out is reported in sentences.
 */
#ifndef WYRM_ABILITIES_H
#define WYRM_ABILITIES_H

#include <wyrm/amount.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SHOTS_MAX          4 /* ways to shoot, and ways to summon, of one monster */
#define WYRM_SUMMONS_MAX        4
#define WYRM_SUMMONED_KINDS_MAX 8 /* kinds that one summons brings */

/* How often an ability is used. It is tried in each turn in which the monster sees its enemy and
 * could use it. */
typedef struct wyrm_occasion {
    double chance;    /* chance that it is used when it is tried */
    int32_t cooldown; /* turns between two uses; 0: none */
    int32_t times;    /* most uses by one monster; 0: no limit */
} wyrm_occasion;

typedef struct wyrm_shot {
    wyrm_occasion when;
    const char *blow; /* name of the blow of its attack; NULL: all blows that are not for melee
                         only */
    int32_t range;    /* tiles */
    bool near;        /* also used against an enemy within reach of its blows */
} wyrm_shot;

#define WYRM_CHANCES_MAX 16

typedef struct wyrm_summons {
    wyrm_occasion when; /* its chance applies while none of the monsters it summoned is left */
    size_t chance_count;
    /* Chance by the number of summoned monsters present; the last for more. None: as `when`. */
    double chances[WYRM_CHANCES_MAX];
    size_t count;
    struct {
        int32_t monster; /* index in the roster */
        const wyrm_amount *number;
    } what[WYRM_SUMMONED_KINDS_MAX];
    int32_t lasts;   /* turns until they vanish; 0: they stay */
    bool bound;      /* they vanish when their summoner dies */
    bool experience; /* they give as much experience as others of their kind */
} wyrm_summons;

/* The abilities of one kind of monster. */
typedef struct wyrm_abilities {
    size_t shot_count, summons_count;
    wyrm_shot shots[WYRM_SHOTS_MAX];        /* tried in this order */
    wyrm_summons summons[WYRM_SUMMONS_MAX]; /* tried before shots, in this order */
    int32_t keeps_distance;                 /* tiles it tries to keep away; 0: none */
    bool flees, returns;                    /* whether it flees, and whether it comes back */
    wyrm_ratio flees_at, flees_until;       /* shares of its maximum hit points: it flees at or
                                               below the first, until it is above the second;
                                               without the second, for good */
    int32_t parts;                          /* number of parts it splits into, itself included; 0:
                                               it does not split. Each has the remaining hit points
                                               divided by that number, rounded up */
    bool parts_share;                       /* round down instead: it keeps the remainder itself,
                                               and there are no more parts than hit points */
    int32_t into;                           /* kind of the parts, an index in the roster; -1: its
                                               own */
    bool parts_experience;                  /* killing new parts gives experience, too */
} wyrm_abilities;

#ifdef __cplusplus
}
#endif
#endif
