/* The distributions of attacks that a game has met, kept to draw from. */
#ifndef WYRM_SRC_GAME_STRIKES_H
#define WYRM_SRC_GAME_STRIKES_H

#include <wyrm/combat.h>

/* A table of pmfs by all that they depend on. Zero-initialised is empty; of bounded size: it
 * forgets when it is full. What is drawn never depends on what it holds. */
typedef struct wyrm_strikes {
    struct wyrm_strike_entry *entries;
    size_t capacity;
    size_t count;
    size_t stats; /* of the combat model */
} wyrm_strikes;

void wyrm_strikes_free(wyrm_strikes *strikes);

/* Draws the damage of one attack: one word of *rng. Fails as wyrm_combat_hit, without a draw. */
WYRM_MUST_CHECK wyrm_status wyrm_strikes_draw(wyrm_strikes *strikes, const wyrm_combat *combat,
                                              const wyrm_matchup *matchup, wyrm_rng *rng,
                                              int64_t *damage, wyrm_error *error);

/* A blow, in hit points. */
typedef struct wyrm_blow {
    double mean, variance;
    int64_t most;
    bool can_be; /* else all is 0: the model has no such blow */
} wyrm_blow;

/* Of one who stands beside the other. */
WYRM_API wyrm_blow wyrm_blow_between(const wyrm_combat *combat, const wyrm_combatant *attacker,
                                     const wyrm_combatant *defender);

/* The same, kept. */
WYRM_API wyrm_blow wyrm_strikes_blow(wyrm_strikes *strikes, const wyrm_combat *combat,
                                     const wyrm_combatant *attacker,
                                     const wyrm_combatant *defender);

#endif
