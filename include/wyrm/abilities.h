/* What monsters do besides striking who is beside them: they shoot or cast from afar, keep their
 * distance, flee when they are hurt, split when they are struck, summon others.
 *
 * The ruleset says it in the records of its monsters, games and set fights play it. An exact duel
 * is one against one, hand to hand: what it leaves out of these is told in sentences.
 */
#ifndef WYRM_ABILITIES_H
#define WYRM_ABILITIES_H

#include <wyrm/amount.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SHOTS_MAX          4 /* ways to shoot, and to summon, of one monster */
#define WYRM_SUMMONS_MAX        4
#define WYRM_SUMMONED_KINDS_MAX 8 /* that come by one of them */

/* How often something is done. It is tried in each turn of a monster that sees its enemy and could
 * do it. */
typedef struct wyrm_occasion {
    double chance;    /* that it is done when it is tried */
    int32_t cooldown; /* turns from one time to the next; 0: any */
    int32_t times;    /* by one monster, at most; 0: any number */
} wyrm_occasion;

typedef struct wyrm_shot {
    wyrm_occasion when;
    const char *blow; /* of its attack, by name; NULL: all that are not for melee only */
    int32_t range;    /* tiles */
    bool near;        /* also at who is within reach of its blows */
} wyrm_shot;

#define WYRM_CHANCES_MAX 16

typedef struct wyrm_summons {
    wyrm_occasion when; /* its chance where nobody is there whom it has called */
    size_t chance_count;
    double
        chances[WYRM_CHANCES_MAX]; /* by how many are there; the last for more. None: as `when` */
    size_t count;
    struct {
        int32_t monster; /* index in the roster */
        const wyrm_amount *number;
    } what[WYRM_SUMMONED_KINDS_MAX];
    int32_t lasts;   /* turns until those who came vanish; 0: they stay */
    bool bound;      /* they vanish when who summoned them dies */
    bool experience; /* they give experience as others of their kind */
} wyrm_summons;

/* Of one kind of monster. */
typedef struct wyrm_abilities {
    size_t shot_count, summons_count;
    wyrm_shot shots[WYRM_SHOTS_MAX];        /* tried in this order */
    wyrm_summons summons[WYRM_SUMMONS_MAX]; /* before shots */
    int32_t keeps_distance;                 /* tiles that it would rather have; 0: none */
    bool flees, returns;                    /* below: */
    wyrm_ratio flees_at, flees_until;       /* parts of its maximum of hit points: it flees with
                                                 at most the first, until it has more than the
                                                 second; without that, for good */
    int32_t parts;                          /* that it splits into, itself included; 0: it does
                                                 not. Each has the hit points that are left, divided
                                                 by their number, rounded up */
    bool parts_share;                       /* rounded down instead: it keeps the rest itself, and
                                                 there are no more parts than hit points */
    int32_t into;                           /* what the parts are: an index in the roster, -1: as
                                                 it is */
    bool parts_experience;                  /* new parts give experience, too */
} wyrm_abilities;

#ifdef __cplusplus
}
#endif
#endif
