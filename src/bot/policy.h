/* What bots hold to, on maps (src/bot) and in sampled runs (src/sim) alike. Shares are of all hit
 * points of the player unless they say otherwise. */
#ifndef WYRM_SRC_BOT_POLICY_H
#define WYRM_SRC_BOT_POLICY_H

/* Below the first a rest begins; of a full stomach, below which a meal is due, and below which
 * nobody rests who has nothing to eat. */
#define WYRM_POLICY_REST_BELOW   0.7
#define WYRM_POLICY_MEAL_BELOW   0.5
#define WYRM_POLICY_HUNGRY_BELOW 0.3

/* Below which one foe is worth a scroll, and, where nothing heals, nothing more is to be had from a
 * floor. */
#define WYRM_POLICY_BURN_BELOW     0.5
#define WYRM_POLICY_HOPELESS_BELOW 0.3

/* What a fight may cost who reckons, where no wound heals by itself; and the standard deviations of
 * the cost of a fight with several that it keeps in hand. */
#define WYRM_POLICY_DEAREST 0.5
#define WYRM_POLICY_SAFETY  1.3

/* Turns in a row that it is worth to wait for the first blow; turns without anything done after
 * which caution is thrown to the winds. */
#define WYRM_POLICY_PATIENCE    3
#define WYRM_POLICY_TIMID_TURNS 400

/* Better gear makes a fight cheaper by at least so much. Who deals or takes nothing deals or takes
 * so many hit points a blow, so that shares stay finite. */
#define WYRM_POLICY_BETTER  0.99
#define WYRM_POLICY_NOTHING 0.01

/* Blows that somebody stands more than its hit points take, on average; who is never hurt stands so
 * many turns. */
#define WYRM_POLICY_OVERKILL 0.5
#define WYRM_POLICY_FOR_EVER 1e6

#endif
