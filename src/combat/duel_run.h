/* A duel turn by turn, and what both ways of solving one leave behind.
 *
 * Internal to src/combat. `lead` is the fighter that strikes first, `reply` the other.
 */
#ifndef WYRM_SRC_COMBAT_DUEL_RUN_H
#define WYRM_SRC_COMBAT_DUEL_RUN_H

#include "combat/chain.h"

#include <wyrm/duel.h>

enum { WYRM_LEAD, WYRM_REPLY, WYRM_SIDES };

/* A sum with its rounding error kept apart (Neumaier). */
typedef struct wyrm_kept_sum {
    double sum, lost;
} wyrm_kept_sum;

void wyrm_keep(wyrm_kept_sum *sum, double term);
double wyrm_kept(const wyrm_kept_sum *sum);

/* By the side that wins: probability, and that times the turns. Turns are counted from `centre`, a
 * turn near those in which the fight ends, so that the spread is not lost in the square of a large
 * mean. */
typedef struct wyrm_duel_totals {
    double won[WYRM_SIDES];
    double turns[WYRM_SIDES];
    double squares;  /* squares of the turns, over both */
    double fighting; /* not decided */
    double centre;
} wyrm_duel_totals;

/* How a turn can end a fight. */
typedef struct wyrm_turn_end {
    double won[WYRM_SIDES];
} wyrm_turn_end;

typedef struct wyrm_duel_run {
    wyrm_chain side[WYRM_SIDES];
    double *left[WYRM_SIDES]; /* left[s][h]: s wins with h hit points; NULL: not wanted */
    wyrm_turn_end *ends;      /* ends[t]: turn t + 1; NULL: not wanted */
    wyrm_kept_sum won[WYRM_SIDES];
    wyrm_kept_sum turns[WYRM_SIDES];
    wyrm_kept_sum squares;
    double fighting;
    uint32_t turn;
    uint32_t centre; /* the first turn that can end the fight; 0: not yet come */
    uint64_t work;   /* multiplications so far */
} wyrm_duel_run;

/* What the run of a duel needs, and its start in a space that holds that. `left` says whose hit
 * points after a win are wanted; run->ends is NULL then. The fighters must have passed
 * wyrm_duel_check. */
typedef struct wyrm_duel_sides {
    const wyrm_fighter *side[WYRM_SIDES];
    bool left[WYRM_SIDES];
} wyrm_duel_sides;
wyrm_chain_needs wyrm_duel_space(const wyrm_duel_sides *sides);
void wyrm_duel_start(wyrm_duel_run *run, const wyrm_duel_sides *sides, double *doubles,
                     int32_t *blows);

/* Plays on until the fight is decided, turn `last` is over or the next turn would take it past
 * `work` multiplications. `ends`, where wanted, must have room for `last` turns. Returns whether it
 * is decided. */
bool wyrm_duel_play(wyrm_duel_run *run, uint32_t last, uint64_t work);

/* Where the fight is decided, the little that still fights counts as nothing. */
wyrm_duel_totals wyrm_duel_run_totals(const wyrm_duel_run *run, bool decided);

/* The same totals, and `left`, without counting turns one by one: for long fights without
 * regeneration (duel_long.c). Only the blows of the run's chains are looked at, so it may stand at
 * any turn; `left` is filled anew. */
bool wyrm_duel_long_fits(const wyrm_duel_run *run, const wyrm_duel_sides *sides);
wyrm_status wyrm_duel_long(wyrm_duel_run *run, const wyrm_duel_sides *sides,
                           wyrm_duel_totals *totals, wyrm_error *error);

/* The parts of wyrm_duel_solve that wyrm_duel_distribute shares (duel.c). */

/* Turns played before a long fight is solved the other way, and multiplications a duel may take:
 * about half a second of an ordinary core. */
#define WYRM_DUEL_QUICK_TURNS 2000u
#define WYRM_DUEL_WORK        ((uint64_t)2000000000)

wyrm_status wyrm_duel_check(const wyrm_fighter *subject, const wyrm_fighter *opponent,
                            wyrm_error *error);

/* Neither side can ever be killed: it is never hurt, or wins back at least the worst blow each
 * turn. */
bool wyrm_duel_is_endless(const wyrm_fighter *subject, const wyrm_fighter *opponent);
wyrm_duel wyrm_duel_endless(void);

/* `subject` is WYRM_LEAD or WYRM_REPLY; left[0..hp] its hit points after a win. */
wyrm_duel wyrm_duel_summary(const wyrm_duel_totals *totals, int subject, const double *left,
                            int64_t hp, const char *method);

/* How far a run that is over went: the method of its summary. */
const char *wyrm_duel_method(const wyrm_duel_run *run, bool decided);

#endif
