/* The rules of play: what a turn, a stomach and a victory are. The section `game` of a ruleset.
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

/* A stage of hunger, from its least fullness up. */
typedef struct wyrm_hunger_stage {
    const char *name; /* "hungry"; lives as long as the ruleset */
    int32_t from;     /* the least fullness that still counts as it */
    bool regenerates; /* hit points are won back in it */
    bool normal;      /* called "normal": nobody is told of it */
} wyrm_hunger_stage;

/* What a game ends with. */
typedef enum wyrm_after_win {
    WYRM_AFTER_WIN_END, /* the game is over */
    WYRM_AFTER_WIN_PLUS /* the player may go on: new game plus */
} wyrm_after_win;

/* Where the victory item is. */
typedef enum wyrm_goal_place {
    WYRM_GOAL_FLOOR, /* where the stairs would be on the last map */
    WYRM_GOAL_BOSS   /* where the last of the bosses of the last map dies; on its floor if it has
                        none */
} wyrm_goal_place;

/* Who acts first where the player and a monster act at the same moment. */
typedef enum wyrm_first { WYRM_FIRST_PLAYER, WYRM_FIRST_MONSTER } wyrm_first;

/* A plain value. Turns, tiles and fullness are whole numbers of at least 0. */
typedef struct wyrm_play_rules {
    int32_t sight;        /* radius of the field of view, of player and monsters */
    wyrm_measure measure; /* of it, and of the ranges and areas of effects */
    int32_t pack;         /* items that can be carried, worn ones included */
    bool climbs;          /* the way leads up: words only */
    double asleep;        /* chance that a monster is asleep when it is placed */
    int32_t regeneration; /* turns from 0 to all hit points; 0: none are won back */
    int32_t restart;      /* part of the maximum, in 1/1000, healed on a new game plus */
    wyrm_after_win after_win;
    wyrm_goal_place goal;
    wyrm_first first;
    bool fair_start; /* nobody who is awake is in view when a game begins */
    int32_t memory;  /* turns for which monsters look for a player whom they have lost from sight,
                        where they saw it last; 0: they stand still */
    const char *player; /* how a new game's player is written, without gear; "" where it is not
                           said; lives as long as the ruleset */
    size_t kit_count;   /* what the player has at the start, gear worn */
    const char *kit[WYRM_KIT_MAX]; /* kinds of items by name; they live as long as the ruleset */

    /* Hunger: stage_count 0 means that nobody is ever hungry. Each turn takes 1 of the fullness,
     * and 1 more where hit points are won back. At 0 as many hit points as the maximum
     * are lost over `starving` turns; the maximum stays. (RuggRogue, "Hunger and Regeneration") */
    int32_t fullness;      /* at the start */
    int32_t fullness_most; /* eating fills up to it */
    int32_t starving;      /* turns that lose as many hit points as the maximum */
    size_t stage_count;
    /* From the fullest down; the last is from 0. */
    wyrm_hunger_stage stages[WYRM_HUNGER_STAGES_MAX];
} wyrm_play_rules;

/* The rules of a ruleset. */
WYRM_API wyrm_play_rules wyrm_play_rules_of(const wyrm_ruleset *ruleset);

/* The stage of a fullness: an index below stage_count; 0 where there are none. */
WYRM_API size_t wyrm_hunger_stage_at(const wyrm_play_rules *rules, int32_t fullness);

#ifdef __cplusplus
}
#endif
#endif
