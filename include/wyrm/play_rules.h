/* The rules of play: turns, hunger and victory. The section `game` of a ruleset.
 *
 * Combat, growth, encounters and loot have models; these few numbers are the rest of what it takes
 * to play a ruleset. All of them have defaults, so that any ruleset can be played.
 */
#ifndef WYRM_PLAY_RULES_H
#define WYRM_PLAY_RULES_H

#include <wyrm/measure.h>
#include <wyrm/ruleset.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_HUNGER_STAGES_MAX 8
#define WYRM_KIT_MAX           16
#define WYRM_PACK_MAX          1000 /* items in a pack, whatever the ruleset says */

/* A stage of hunger. */
typedef struct wyrm_hunger_stage {
    const char *name; /* "hungry"; valid as long as the ruleset */
    int32_t from;     /* the least fullness in this stage */
    bool regenerates; /* hit points regenerate in it */
    bool normal;      /* its name is "normal": it is not announced */
} wyrm_hunger_stage;

/* What follows a victory. */
typedef enum wyrm_after_win {
    WYRM_AFTER_WIN_END, /* the game is over */
    WYRM_AFTER_WIN_PLUS /* the player may go on: new game plus */
} wyrm_after_win;

/* The place of the victory item. */
typedef enum wyrm_goal_place {
    WYRM_GOAL_FLOOR, /* where the stairs would be on the last map */
    WYRM_GOAL_BOSS   /* where the last of the last map's bosses dies; on its floor if it has none */
} wyrm_goal_place;

/* Who acts first where the player and a monster act at the same moment. */
typedef enum wyrm_first { WYRM_FIRST_PLAYER, WYRM_FIRST_MONSTER } wyrm_first;

/* The rules of play of a ruleset. A plain value. Turns, tiles and fullness are whole numbers of at
 * least 0. */
typedef struct wyrm_play_rules {
    int32_t sight;        /* radius of the field of view of player and monsters, tiles */
    wyrm_measure measure; /* metric of sight and of the ranges and areas of effects */
    int32_t pack;         /* items that can be carried, worn ones included */
    bool climbs;          /* the way leads up: affects words only */
    double asleep;        /* chance that a monster is asleep when it is placed */
    int32_t regeneration; /* turns to regenerate from 0 to all hit points; 0: no regeneration */
    int32_t restart;      /* share of the maximum, in 1/1000, healed at the start of a new game
                             plus */
    wyrm_after_win after_win;
    wyrm_goal_place goal;
    wyrm_first first;
    bool fair_start;    /* no awake monster is in view when a game begins */
    int32_t memory;     /* turns that monsters look for a player they lost sight of, where they last
                        saw it; 0: they stand still */
    const char *player; /* the player of a new game as a combatant is written, without gear; "" if
                           not given; valid as long as the ruleset */
    size_t kit_count;   /* the items of a new game, gear worn */
    const char *kit[WYRM_KIT_MAX]; /* kinds of items by name; valid as long as the ruleset */

    /* Hunger; stage_count 0: there is none. Each turn takes 1 of the fullness, and 1 more with
     * regeneration. At 0, as many hit points as the maximum are lost over `starving` turns; the
     * maximum stays. (RuggRogue, "Hunger and Regeneration") */
    int32_t fullness;      /* at the start */
    int32_t fullness_most; /* upper limit when eating */
    int32_t starving;      /* turns of starving that cost the maximum of hit points */
    size_t stage_count;
    /* By descending fullness; the last begins at 0. */
    wyrm_hunger_stage stages[WYRM_HUNGER_STAGES_MAX];
} wyrm_play_rules;

/* The rules of a ruleset. */
WYRM_API wyrm_play_rules wyrm_play_rules_of(const wyrm_ruleset *ruleset);

/* Index of the stage of a fullness, below stage_count; 0 if there are none. */
WYRM_API size_t wyrm_hunger_stage_at(const wyrm_play_rules *rules, int32_t fullness);

#ifdef __cplusplus
}
#endif
#endif
