/* What a fight would be like: reckoned exactly for one monster, from that for several. */
#ifndef WYRM_SRC_BOT_MATCH_H
#define WYRM_SRC_BOT_MATCH_H

#include "bot/mind.h"

/* Blows with one monster as both stand there, and with wyrm_bot_reckon the whole fight, exactly.
 * Lives until the next call. */
const wyrm_match *wyrm_bot_blows(wyrm_bot *bot, const wyrm_game_monster *monster);
const wyrm_match *wyrm_bot_reckon(wyrm_bot *bot, const wyrm_game_monster *monster);

/* A fight with all that are awake and in sight, by mean blows: hit points that it costs where they
 * can all strike at once, the best target first, and where they come one by one. */
typedef struct wyrm_prospect {
    size_t count;
    double at_once, one_by_one;
    int64_t next_most; /* taken in the next turn, by all that can strike in it */
} wyrm_prospect;
wyrm_prospect wyrm_bot_prospect(wyrm_bot *bot);

/* Turns that one of them stands, on average. */
double wyrm_bot_turns(wyrm_bot *bot, const wyrm_foe *foe);

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t wyrm_bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

#endif
