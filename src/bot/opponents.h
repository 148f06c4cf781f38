/* Several who are fought: who first, and what it costs, by means of blows. */
#ifndef WYRM_SRC_BOT_OPPONENTS_H
#define WYRM_SRC_BOT_OPPONENTS_H

#include <stddef.h>
#include <stdint.h>

/* How many turns it stands, and what it does in each of them. */
typedef struct wyrm_opponent {
    double turns, taken;
} wyrm_opponent;

/* Turns that so many hit points stand blows of that mean. */
double wyrm_turns_to_fell(int64_t hp, double dealt);

/* Puts one into a list of so many: who does most for the time that it stands is fought first. */
void wyrm_opponents_insert(wyrm_opponent *opponents, size_t count, wyrm_opponent one);

/* Hit points lost where all of them strike until they fall, one after the other. */
double wyrm_opponents_at_once(const wyrm_opponent *opponents, size_t count);

#endif
