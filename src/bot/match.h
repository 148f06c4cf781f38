/* What a fight would be like: reckoned exactly for one monster, from that for several. */
#ifndef WYRM_SRC_BOT_MATCH_H
#define WYRM_SRC_BOT_MATCH_H

#include "bot/mind.h"

/* Sizes up somebody in sight: the blows between the two as they stand there. */
void wyrm_bot_size_up(wyrm_bot *bot, wyrm_foe *foe);

/* The whole fight with somebody in sight, exactly. Lives until the next call. */
const wyrm_match *wyrm_bot_reckon(wyrm_bot *bot, const wyrm_foe *foe);

/* Whether the chance to win that fight is at least `odds`: the same, mostly without following it. */
bool wyrm_bot_beats(wyrm_bot *bot, const wyrm_foe *foe, double odds);

/* Whether so many hit points are more than `times` the standard deviation of those that fights with
 * all who are awake leave, one after the other. */
bool wyrm_bot_outweighs_luck(wyrm_bot *bot, double hp, double times);

/* Lives until the next look. */
const wyrm_prospect *wyrm_bot_prospect(wyrm_bot *bot);

/* Turns that one of them stands, on average. */
double wyrm_bot_turns(const wyrm_foe *foe);

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t wyrm_bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

#endif
